// A GPU thread has no executor to wait in.

#![allow(unused)]

use phalanx::prelude::*;

#[group_kernel]
async fn kernel(block: ThreadBlock) {}

fn main() {}
