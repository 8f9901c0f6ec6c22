// The emulator checks a claim, and does so for numbers.

use phalanx::prelude::*;

#[derive(Clone, Copy, DeviceCopy)]
#[repr(C)]
pub struct Pair {
    a: u32,
    b: f32,
}

#[group_kernel]
pub fn kernel(block: ThreadBlock, pairs: &[Pair]) {
    // SAFETY: the host fills `pairs` with one pair.
    let pair = unsafe {
        assume_uniform(&block, pairs[block.thread_rank()], "the host fills `pairs` with one pair")
    };
    if pair.a == 3 {
        block.sync();
    }
}

fn main() {}
