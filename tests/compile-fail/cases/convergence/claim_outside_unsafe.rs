// Nobody can check at compile time what `assume_uniform` claims: whoever writes it vouches for it.

use phalanx::prelude::*;

#[group_kernel]
pub fn kernel(block: ThreadBlock, x: &[u32]) {
    let flag = assume_uniform(&block, x[block.thread_rank()], "the host fills `x` with one number");
    if flag == 3 {
        block.sync();
    }
}

fn main() {}
