//! What only the first net catches: these programs are wrong, the analysis refuses them, and rebinding
//! groups does not show it. That they compile here is what `docs/guarantees.md` says of the second net.

#![allow(dead_code)]

use phalanx::prelude::*;
use phalanx_second_net::{device_fn, group_kernel};

/// A group is rebound behind a statement, not within one.
#[group_kernel]
fn a_way_out_and_a_call_in_one_statement(b: ThreadBlock, y: &mut [u32]) {
    let r = b.thread_rank();
    y[r] = (if r < 3 { return } else { 1 }) + b.reduce(1, Plus);
}

/// All threads are here, with different ranks to take the value from.
#[group_kernel]
fn an_argument_that_must_be_uniform(b: ThreadBlock, y: &mut [u32]) {
    let r = b.thread_rank();
    y[r] = b.broadcast(1, r);
}

/// The result is a promise to callers.
#[device_fn]
fn a_promise<G: Group>(g: &G) -> Uniform<G, usize> {
    g.thread_rank()
}

/// What `arrive` gives is no group.
#[group_kernel]
fn a_wait_that_some_miss(mut b: ThreadBlock) {
    let r = b.thread_rank();
    let arrival = b.arrive();
    if r < 3 {
        arrival.wait();
    }
}
