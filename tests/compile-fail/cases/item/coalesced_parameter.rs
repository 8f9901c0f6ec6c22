// Which threads are active is known only while the kernel runs, so a launch cannot make the group.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
fn kernel(active: CoalescedGroup, x: &mut [f32]) {
    x[active.thread_rank()] = 0.0;
}

fn main() {}
