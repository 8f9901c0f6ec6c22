// The function synchronises its group, and a plain grid cannot.

#![allow(unused)]

use phalanx::prelude::*;

#[device_fn]
fn wait<G: Barrier>(g: &G) {
    g.sync();
}

#[group_kernel]
fn kernel(grid: Grid) {
    wait(&grid);
}

fn main() {}
