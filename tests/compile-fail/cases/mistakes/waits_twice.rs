// One arrival is waited on in each turn of a loop.

use phalanx::prelude::*;

#[group_kernel]
pub fn kernel(block: ThreadBlock, n: usize, y: &mut [f32]) {
    let arrival = block.arrive();
    for i in 0..n {
        y[i] = 1.0;
        arrival.wait();
    }
}

fn main() {}
