// Only threads for which the left side holds come to the vote on the right.

use phalanx::prelude::*;

#[group_kernel]
pub fn kernel(tile: ThreadBlockTile<32>, n: usize, y: &mut [u32]) {
    if tile.thread_rank() < n && tile.any(n > 3) {
        y[0] = 1;
    }
}

fn main() {}
