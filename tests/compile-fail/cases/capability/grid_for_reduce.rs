// The function asks for a group that can reduce, and a grid cannot.

#![allow(unused)]

use phalanx::prelude::*;

#[device_fn]
fn sum<G: Reduce>(g: &G, v: f32) -> f32 {
    g.reduce(v, Plus)
}

#[group_kernel]
fn kernel(grid: Grid, x: &[f32], y: &mut [f32], n: i32) {
    y[0] = sum(&grid, x[0]);
}

fn main() {}
