// A kernel is a function: a struct has nothing to run.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
struct Kernel;

fn main() {}
