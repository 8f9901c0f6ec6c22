// `bool` has no arithmetic, so the kernel has no meaning for it.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel(variants(T = [f32, bool]))]
fn kernel<T: Number>(grid: Grid, x: &mut [T]) {
    x[grid.thread_rank()] = T::ZERO;
}

fn main() {}
