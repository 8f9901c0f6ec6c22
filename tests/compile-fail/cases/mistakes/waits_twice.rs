// One arrival is waited on in each turn of a loop.

use phalanx::prelude::*;

#[group_kernel]
pub fn kernel(block: ThreadBlock, n: usize, y: &mut [f32]) {
    let arrival = block.arrive();
    let mut i = 0;
    loop {
        arrival.wait();
        if i >= n {
            break;
        }
        y[i] = 1.0;
        i += 1;
    }
}

fn main() {}
