//! R9: `Uniform<G, T>` in signatures, kept by callers and functions.

use crate::{accept, refuse, refuse_at};

accept!(
    a_result_on_which_the_group_agrees,
    "#[device_fn]
    fn sum<G: Reduce>(g: &G, x: f32) -> Uniform<G, f32> {
        g.reduce(x, Plus)
    }
    #[group_kernel]
    fn k(block: ThreadBlock, x: &[f32], y: &mut [f32]) {
        let r = block.thread_rank();
        let warp = block.tiled_partition::<32>();
        let eight = block.tiled_partition::<8>();
        if sum(&warp, x[r]) > 1.0 {
            warp.sync();
        }
        let of_eight = sum(&eight, x[r]);
        if of_eight > 1.0 {
            eight.sync();
        }
        if x[r] > 3.0 {
            let here = coalesced_threads();
            if sum(&here, x[r]) > 1.0 {
                here.sync();
            }
        }
        y[r] = of_eight;
    }"
);

accept!(
    parameters_on_which_the_group_agrees,
    "#[device_fn]
    fn repeat(block: &ThreadBlock, times: Uniform<ThreadBlock, u32>, v: u32) -> u32 {
        let warp = block.tiled_partition::<32>();
        for i in 0..times {
            block.sync();
            if i == 3 {
                warp.sync();
            }
        }
        v + times
    }
    #[device_fn]
    fn both<const N: usize>(tile: &ThreadBlockTile<N>, a: Uniform<ThreadBlockTile<N>, bool>) {
        if a {
            tile.sync();
        }
    }
    #[group_kernel]
    fn k(grid: Grid, block: ThreadBlock, n: u32, x: &[u32], y: &mut [u32]) {
        let r = block.thread_rank();
        y[r] = repeat(&block, n, 3);
        y[r] = repeat(&block, x[grid.block_rank()], y[r]);
        let four = block.tiled_partition::<4>();
        both(&four, four.any(x[r] == 3));
        both(&four, n > 3);
    }"
);

accept!(
    a_promise_kept_on_every_way,
    "#[device_fn]
    fn f(block: &ThreadBlock, n: Uniform<ThreadBlock, u32>) -> Uniform<ThreadBlock, u32> {
        if n == 3 {
            return 7;
        }
        let mut i = 0;
        loop {
            i += n;
            if i > 20 {
                return i;
            }
            block.sync();
        }
    }
    #[device_fn]
    fn g(block: &ThreadBlock, n: Uniform<ThreadBlock, u32>, v: u32) -> Uniform<ThreadBlock, u32> {
        if v == 3 {
            return n;
        }
        n
    }"
);

refuse!(
    a_promise_not_kept,
    "#[device_fn]
fn f(block: &ThreadBlock, n: u32) -> Uniform<ThreadBlock, u32> {
    block.sync();
    n + 1
}
#[device_fn]
fn g(block: &ThreadBlock, n: u32) -> Uniform<ThreadBlock, u32> {
    block.sync();
    if n == 3 {
        return 7;
    }
    8
}
#[device_fn]
fn h(block: &ThreadBlock, warp: &ThreadBlockTile<32>, n: u32) -> Uniform<ThreadBlock, u32> {
    block.sync();
    let most = warp.reduce(n, Max);
    most
}",
    "4: the result of `f` is not the same for every thread of `block`, and its signature says `Uniform`
  note: line 2: the parameter `n` may differ from thread to thread
  help: return what a vote, a reduction or a broadcast on `block` gave, by one way for all threads; or leave `Uniform` out of the signature
10: the result of `g` is not the same for every thread of `block`, and its signature says `Uniform`
  note: line 7: the parameter `n` may differ from thread to thread
  note: line 9: only some threads of `block` enter here
  note: line 10: they return here, the others go on
  help: return what a vote, a reduction or a broadcast on `block` gave, by one way for all threads; or leave `Uniform` out of the signature
18: the result of `h` is not the same for every thread of `block`, and its signature says `Uniform`
  note: line 17: `warp.reduce(n, Max)` is the same for the group that was asked then, not for all of `block`
  note: line 17: so `most` varies within `block`
  help: return what a vote, a reduction or a broadcast on `block` gave, by one way for all threads; or leave `Uniform` out of the signature"
);

/// Only who sees the function knows what it asks for.
#[test]
fn arguments_that_differ() {
    let source = "#[device_fn]
fn f(block: &ThreadBlock, n: Uniform<ThreadBlock, u32>) {
    if n == 3 {
        block.sync();
    }
}
#[group_kernel]
fn k(block: ThreadBlock, x: &[u32]) {
    let warp = block.tiled_partition::<32>();
    let r = block.thread_rank();
    f(&block, warp.reduce(x[r], Max));
    f(&block, r as u32);
}";
    assert_eq!(
        crate::verdict(source, crate::See::Crate),
        "11: `warp.reduce(x[r], Max)` is not the same for every thread of `block`, and the parameter `n` of `f` is `Uniform`
  note: line 11: `warp.reduce(x[r], Max)` is the same for the group that was asked then, not for all of `block`
  help: pass a value on which all threads of `block` agree: a constant, a parameter of the kernel, or what a vote, a reduction or a broadcast on `block` gave
12: `r as u32` is not the same for every thread of `block`, and the parameter `n` of `f` is `Uniform`
  note: line 10: `r` differs from thread to thread
  help: pass a value on which all threads of `block` agree: a constant, a parameter of the kernel, or what a vote, a reduction or a broadcast on `block` gave
"
    );
}

refuse_at!(
    a_promise_over_another_group,
    "#[device_fn]
fn f(block: &ThreadBlock, warp: &ThreadBlockTile<32>, n: Uniform<ThreadBlockTile<32>, u32>) {
    if n == 3 {
        warp.sync();
        block.sync();
    }
}
#[device_fn]
fn sum<G: Reduce>(g: &G, x: f32) -> Uniform<G, f32> {
    g.reduce(x, Plus)
}
#[group_kernel]
fn k(block: ThreadBlock, x: &[f32]) {
    let warp = block.tiled_partition::<32>();
    if sum(&warp, x[block.thread_rank()]) > 1.0 {
        block.sync();
    }
}",
    "5: `block.sync()` is not reached by every thread of `block`
     16: `block.sync()` is not reached by every thread of `block`"
);

/// The macro, told nothing, takes results of functions for varying.
#[test]
fn without_the_promises() {
    let source = "#[device_fn]
fn sum<G: Reduce>(g: &G, x: f32) -> Uniform<G, f32> {
    g.reduce(x, Plus)
}
#[group_kernel]
fn k(block: ThreadBlock, x: &[f32]) {
    let warp = block.tiled_partition::<32>();
    if sum(&warp, x[block.thread_rank()]) > 1.0 {
        warp.sync();
    }
}";
    let krate = crate::Crate::parse(source);
    let function =
        crate::typed(&krate, "k", crate::See::OneItem).unwrap_or_else(|_| panic!("typed"));
    let errors =
        phalanx_compiler::converge::check(&function).expect_err("nothing is known of `sum`");
    assert_eq!(
        crate::texts(&errors),
        "9: `warp.sync()` is not reached by every thread of `warp`
  note: line 8: the function called in `sum(&warp, x[block.thread_rank()])` may give each thread another value
  note: line 8: only some threads of `warp` enter here
  help: if the function gives all threads of `warp` the same value, say so in its signature: `-> Uniform<ThreadBlockTile<32>, ..>`
"
    );
}

// What the user vouches for (R14).

accept!(
    what_is_assumed_is_uniform,
    "#[group_kernel]
    fn k(block: ThreadBlock, x: &[u32], n: u32) {
        let warp = block.tiled_partition::<32>();
        let r = block.thread_rank();
        let v = unsafe { assume_uniform(&block, x[r], \"the host fills `x` with one number\") };
        if v == 3 {
            block.sync();
        }
        let w = unsafe { assume_uniform(&warp, x[r] + 1, \"equal in each warp\") };
        for _ in 0..w {
            warp.sync();
        }
        let all = unsafe { assume_uniform(&warp, n, \"a parameter, and so equal anyway\") };
        if all == 3 {
            block.sync();
        }
    }
    #[device_fn]
    unsafe fn f<G: Barrier>(g: &G, v: u32) -> Uniform<G, u32> {
        unsafe { phalanx::assume_uniform(g, v, \"by contract\") }
    }"
);

refuse!(
    assuming_is_a_call_on_the_group,
    "#[group_kernel]
fn k(block: ThreadBlock, x: &[u32]) {
    let warp = block.tiled_partition::<32>();
    let r = block.thread_rank();
    let w = unsafe { assume_uniform(&warp, x[r], \"equal in each warp\") };
    if w == 3 {
        block.sync();
    }
    if x[r] == 4 {
        let v = unsafe { assume_uniform(&block, x[r], \"it is 4\") };
    }
}",
    "7: `block.sync()` is not reached by every thread of `block`
  note: line 4: `r` differs from thread to thread
  note: line 5: so `w` varies within `block`
  note: line 6: only some threads of `block` enter here
  help: move the call out of the branch, or synchronise a group that is whole here
10: `assume_uniform(&block, x[r], \"..\")` is not reached by every thread of `block`
  note: line 4: `r` differs from thread to thread
  note: line 9: only some threads of `block` enter here
  note: passing `block` to a function is a call that all its threads must make
  help: make the call for all threads of `block`, and mask the work: pass a neutral value for those that have none"
);
