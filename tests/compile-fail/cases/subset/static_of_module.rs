// Host and device share no statics, and an atomic of the host is none of the device.

#![allow(unused)]

use phalanx::prelude::*;

static COUNTER: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);

#[group_kernel]
fn kernel(block: ThreadBlock, x: &[f32], y: &mut [f32], n: i32) {
    let c = COUNTER.load(Relaxed);
    y[0] = c as f32;
}

fn main() {}
