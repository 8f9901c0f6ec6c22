//! The printed code warns of nothing that the user did not write, whatever lints the crate asks for.
//! That this file compiles, under rustc and under clippy, is the test.

#![deny(
    warnings,
    clippy::all,
    clippy::pedantic,
    missing_docs,
    nonstandard_style,
    rust_2018_idioms,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unreachable_pub,
    unsafe_code,
    unused,
    unused_import_braces,
    unused_lifetimes,
    unused_qualifications,
    unused_results
)]

use phalanx::prelude::*;
use phalanx_language::each_device;

/// Half a sum.
#[derive(Clone, Copy, DeviceCopy)]
#[repr(C)]
struct Half {
    sum: f32,
    count: u32,
}

/// What to do.
#[derive(Clone, Copy, PartialEq, DeviceCopy)]
#[repr(u32)]
enum What {
    Add = 1,
    Subtract,
}

#[device_fn]
fn pick<T: Number, const N: usize>(table: &[T; N], i: usize, or: T) -> T {
    if i < N { table[i] } else { or }
}

#[device_fn]
fn group_sum<G: Reduce + Shuffle>(group: &G, v: f32, out: &mut Half) -> f32 {
    let sum = group.reduce(v, Plus);
    out.sum += sum;
    out.count += 1;
    group.shfl(sum, 0)
}

#[group_kernel(variants(N = [16, 32], T = [f32, f64]))]
fn everything<const N: usize, T: Number>(
    grid: Grid,
    block: ThreadBlock,
    tile: ThreadBlockTile<N>,
    #[shared] buffer: &mut [f32],
    what: What,
    values: &[T],
    x: &[f32],
    y: &mut [f32],
    halves: &mut Half,
    count: &Atomic<u32>,
    _unused: u8,
) {
    let i = grid.thread_rank();
    let mut local = Half { sum: 0.0, count: 0 };
    let mut sum = group_sum(&tile, if i < x.len() { x[i] } else { 0.0 }, &mut local);
    let table = [1.0, 2.0, 3.0];
    sum += pick(&table, i, 0.5);
    if what == What::Add && values[0] < values[1] {
        sum -= { local.sum } * (table[1] + 1.0);
    }
    buffer[block.thread_rank()] = sum;
    block.sync();
    let (mut a, mut b) = (0, 1);
    'outer: for k in (0..9).rev().step_by(2) {
        match k {
            3 => continue 'outer,
            ..=2 => break,
            k if k % 3 == 0 => a += k,
            _ => (a, b) = (b, a),
        }
        while a > 100 {
            a >>= 1;
        }
    }
    if i == 0 {
        let Half { sum, count: c } = local;
        halves.sum = sum;
        halves.count = c + a + b;
        let before = count.fetch_add(1, Relaxed);
        assert!(before == 0, "{before} is not 0");
    }
    if i < y.len() {
        y[i] = buffer[i];
        y[i] *= 2.0;
    }
}

#[test]
fn a_kernel_under_strict_lints_runs() {
    each_device(|stream| {
        let values = stream.upload(&[1.0_f64, 2.0])?;
        let x = stream.upload(&[1.0_f32; 32])?;
        let mut y = stream.zeros::<f32>(32)?;
        let mut halves = stream.upload(&[Half { sum: 0.0, count: 0 }])?;
        let mut count = stream.zeros::<u32>(1)?;
        everything::launch(
            stream,
            everything::variant(16)?,
            Launch::blocks(1).threads(32),
            32,
            What::Subtract,
            &values,
            &x,
            &mut y,
            &mut halves,
            &mut count,
            0,
        )?;
        let half = stream.download(&halves)?[0];
        assert_eq!(
            (half.sum.to_bits(), half.count),
            (16.0_f32.to_bits(), 1 + 7)
        );
        Ok(())
    });
}
