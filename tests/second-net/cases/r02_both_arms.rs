// The same call in two branches is two calls, and some threads miss each.

use phalanx::prelude::*;
use phalanx_second_net::group_kernel;

#[group_kernel]
pub fn of_an_if(b: ThreadBlock) {
    if b.thread_rank() % 2 == 0 {
        b.sync();
    } else {
        b.sync();
    }
}

#[group_kernel]
pub fn of_a_match(b: ThreadBlock, y: &mut [u32]) {
    y[0] = match b.thread_rank() % 2 {
        0 => b.reduce(1, Plus),
        _ => b.reduce(1, Plus),
    };
}

fn main() {}
