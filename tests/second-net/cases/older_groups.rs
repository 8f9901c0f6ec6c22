// Behind a call on an older group, what `coalesced_threads()` gave is of no use any more.

use phalanx::prelude::*;
use phalanx_second_net::{device_fn, group_kernel};

#[group_kernel]
pub fn in_a_loop(b: ThreadBlock, n: u32) {
    for i in 0..n {
        let here = coalesced_threads();
        here.sync();
        if i != 1 {
            b.sync();
        }
        here.sync();
    }
}

#[device_fn]
fn in_a_function(t: &ThreadBlockTile<8>, x: u32) -> u32 {
    let here = coalesced_threads();
    let sum = t.reduce(x, Plus);
    here.shfl(sum, 0)
}

fn main() {}
