//! What `docs/mistakes.md` says to write instead is accepted, finds nothing to report, and computes what
//! it should. A test has the name of the program that is wrong.

mod emulator;
mod launch;
mod refused;

/// Numbers that differ from each other.
fn numbers(n: usize) -> Vec<u32> {
    (0..n as u32).map(|i| i * 37 % 101).collect()
}
