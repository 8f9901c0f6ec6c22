// Passing a group is a call on it, by its name, a reference kept before, or as a type parameter.

use phalanx::prelude::*;
use phalanx_second_net::{device_fn, group_kernel};

#[device_fn]
fn block_sum(b: &ThreadBlock, x: f32) -> f32 {
    b.reduce(x, Plus)
}

#[device_fn]
fn sum<G: Reduce>(g: &G, x: f32) -> f32 {
    g.reduce(x, Plus)
}

#[device_fn]
fn rank<G: Group>(g: &G) -> usize {
    g.thread_rank()
}

#[group_kernel]
pub fn by_its_name(b: ThreadBlock, x: &[f32], y: &mut [f32]) {
    let r = b.thread_rank();
    if r < 32 {
        y[rank(&b)] = block_sum(&b, x[r]);
    }
}

#[device_fn]
fn by_a_reference(b: &ThreadBlock, x: f32) -> f32 {
    let whole = b;
    if x < 32.0 { block_sum(whole, x) } else { sum(b, x) }
}

#[group_kernel]
pub fn as_a_type_parameter(b: ThreadBlock, x: &[f32], y: &mut [f32]) {
    let w = b.tiled_partition::<32>();
    let r = w.thread_rank();
    if r < 16 {
        y[r] = sum(&w, x[r]) + sum::<ThreadBlock>(&b, x[r]);
    }
}

#[group_kernel]
pub fn vouched_for(b: ThreadBlock, x: &[u32], y: &mut [u32]) {
    let r = b.thread_rank();
    if x[r] > 3 {
        y[r] = unsafe { assume_uniform(&b, x[r], "there is one value above 3") };
    }
}

#[device_fn]
fn passed_on<G: Reduce>(g: &G, x: &[f32], i: usize) -> f32 {
    if i < 3 {
        return 0.0;
    }
    sum(g, x[i])
}

fn main() {}
