// A kernel that a macro writes.

use phalanx::prelude::*;
use phalanx_second_net::group_kernel;

macro_rules! kernel {
    ($name:ident, $group:ident, $condition:expr, $call:ident) => {
        #[group_kernel]
        pub fn $name($group: ThreadBlock, x: &[u32]) {
            let i = $group.thread_rank();
            if x[i] > 0 && $condition {
                $group.$call();
            }
        }
    };
}

kernel!(first, block, true, sync);

fn main() {}
