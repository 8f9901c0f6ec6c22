// The ways on which a call gets to its group: a function over any group, another name, a reference, a path, a closure.

use phalanx::prelude::*;
use phalanx_second_net::{device_fn, group_kernel};

#[device_fn]
fn generic<G: Barrier + Reduce>(g: &G, i: usize) {
    if i < 3 {
        g.sync();
    }
}

#[group_kernel]
pub fn alias(b: ThreadBlock) {
    let other = b;
    if other.thread_rank() < 3 {
        other.sync();
        let third = other;
        third.sync();
    }
}

#[device_fn]
fn reference(b: &ThreadBlock, i: usize) {
    let other = b;
    if i < 3 {
        other.sync();
        let third: &ThreadBlock = other;
        third.sync();
    }
}

#[group_kernel]
pub fn path(b: ThreadBlock) {
    if b.thread_rank() < 3 {
        Collectives::sync(&b);
    }
}

#[group_kernel]
pub fn closure(b: ThreadBlock, y: &mut [u32]) {
    let w = b.tiled_partition::<32>();
    b.invoke_one(|| {
        w.sync();
    });
    y[0] = b.invoke_one_broadcast(|| w.reduce(1, Plus));
}

#[group_kernel]
pub fn shadowed(b: ThreadBlock) {
    let r = b.thread_rank();
    let w = b.tiled_partition::<32>();
    if r < 3 {
        let b = w;
        b.sync();
    }
    let w = b.tiled_partition::<16>();
    if r < 3 {
        w.sync();
    }
}

fn main() {}
