//! Sizes are `usize` throughout, so that a literal needs no suffix.

use phalanx_runtime::Launch;

fn main() {
    let threads: u32 = 256;
    let _ = Launch::blocks(64).threads(threads);
}
