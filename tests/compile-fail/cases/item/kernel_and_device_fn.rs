// The two attributes make different items of one function.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
#[device_fn]
fn both(block: ThreadBlock) {}

fn main() {}
