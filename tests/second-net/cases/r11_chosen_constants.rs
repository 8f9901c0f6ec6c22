// Two constants chosen by a condition that varies are a value that varies.

use phalanx::prelude::*;
use phalanx_second_net::group_kernel;

#[group_kernel]
pub fn chosen(b: ThreadBlock) {
    let x = if b.thread_rank() < 3 { 1 } else { 2 };
    if x == 1 {
        b.sync();
    }
}

fn main() {}
