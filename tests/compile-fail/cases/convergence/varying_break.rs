// A thread that leaves the loop misses the barriers of the turns that others still take.

use phalanx::prelude::*;

#[group_kernel]
pub fn kernel(tile: ThreadBlockTile<32>, k: usize) {
    let mut j = 0;
    loop {
        tile.sync();
        if tile.thread_rank() == k + j {
            break;
        }
        j += 1;
    }
}

fn main() {}
