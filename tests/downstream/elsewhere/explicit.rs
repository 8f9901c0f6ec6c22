//! A test whose file the manifest names.

use downstream::{assert_compiled, stream};
use phalanx::prelude::*;

#[group_kernel]
fn count(block: ThreadBlock, out: &Atomic<u32>) {
    if block.thread_rank() % 2 == 0 {
        out.fetch_add(1, Relaxed);
    }
}

#[test]
fn a_kernel_of_the_test_itself() -> Result<(), Error> {
    assert_compiled(count::info());
    let stream = stream()?;
    let mut out = stream.zeros(1)?;
    count::launch(&stream, Launch::blocks(3).threads(33), &mut out)?;
    assert_eq!(stream.download(&out)?, [3 * 17]);
    Ok(())
}
