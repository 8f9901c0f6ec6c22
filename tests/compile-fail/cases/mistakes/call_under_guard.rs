// All threads of a tile look for one key together, but only those with an item make the call.

use phalanx::prelude::*;

#[device_fn]
fn contains(tile: &ThreadBlockTile<8>, table: &[u32], key: u32) -> bool {
    let mut found = false;
    for i in tile.stride(0..table.len()) {
        found = found || table[i] == key;
    }
    tile.any(found)
}

#[group_kernel]
pub fn kernel(grid: Grid, tile: ThreadBlockTile<8>, table: &[u32], keys: &[u32], y: &mut [u32]) {
    let i = grid.thread_rank();
    if i < keys.len() && contains(&tile, table, keys[i]) {
        y[i] = 1;
    }
}

fn main() {}
