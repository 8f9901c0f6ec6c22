//! What the emulated device is like.

use std::env;
use std::num::NonZeroUsize;

use crate::schedule::Schedule;

/// What the emulated device is like: small by default, so that a grid that fills it stays small.
///
/// Limits are those of compute capability 9.0 (CUDA C++ Programming Guide, "Compute Capabilities")
/// where their size costs nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Properties {
    /// How many multiprocessors there are.
    pub multiprocessors: u32,
    /// How many blocks one multiprocessor can hold.
    pub max_blocks_per_multiprocessor: u32,
    /// How many threads one multiprocessor can hold.
    pub max_threads_per_multiprocessor: u32,
    /// How many threads a block may have; at most 1024.
    pub max_threads_per_block: u32,
    /// How far a block may extend along each axis, in threads.
    pub max_block_dim: [u32; 3],
    /// How far a grid may extend along each axis, in blocks.
    pub max_grid_dim: [u32; 3],
    /// How much shared memory a block may use, in bytes, static and dynamic together.
    pub shared_per_block: usize,
    /// How much shared memory a multiprocessor has, in bytes.
    pub shared_per_multiprocessor: usize,
    /// Whether a shuffle whose source is not a rank of the group is an error. A GPU takes the rank
    /// modulo the size.
    pub strict_lanes: bool,
    /// The stack of one emulated thread, in bytes. Overflowing it ends the process.
    pub stack: usize,
    /// How many operating-system threads run blocks; all that the machine has if not said. Results
    /// do not depend on it.
    pub workers: Option<NonZeroUsize>,
    /// In which order the threads of a block run; what the environment asks for if not said, see
    /// [`Schedule`].
    pub schedule: Schedule,
    /// After how many atomic operations in vain of each thread that spins the launch ends, if nothing
    /// else happens: 2²⁰ if not said. See [`Fault::Spinning`](crate::Fault::Spinning). A kernel in
    /// which threads give up waiting, after more than that, needs more.
    pub spin_limit: u64,
    /// Whether accesses to shared memory and to buffers that the launch may write are checked for
    /// races. They are if not said, unless the environment says `PHALANX_CHECKS=off`.
    pub checks: bool,
}

impl Default for Properties {
    fn default() -> Self {
        Self {
            multiprocessors: 4,
            max_blocks_per_multiprocessor: 2,
            max_threads_per_multiprocessor: 2048,
            max_threads_per_block: 1024,
            max_block_dim: [1024, 1024, 64],
            max_grid_dim: [i32::MAX as u32, 65535, 65535],
            shared_per_block: 48 << 10,
            shared_per_multiprocessor: 96 << 10,
            strict_lanes: false,
            stack: 256 << 10,
            workers: None,
            schedule: Schedule::from_environment(),
            spin_limit: 1 << 20,
            checks: checks_from_environment(),
        }
    }
}

fn checks_from_environment() -> bool {
    match env::var("PHALANX_CHECKS").as_deref() {
        Err(_) | Ok("on") => true,
        Ok("off") => false,
        Ok(other) => panic!("PHALANX_CHECKS is `on` or `off`, not `{other}`"),
    }
}

impl Properties {
    /// Threads in a warp.
    pub const WARP_SIZE: u32 = 32;

    /// How many blocks of `threads` threads and `shared` bytes of shared memory one multiprocessor
    /// can hold at once; 0 if it cannot hold one.
    pub fn blocks_per_multiprocessor(&self, threads: u32, shared: usize) -> u32 {
        if threads == 0 || threads > self.max_threads_per_block || shared > self.shared_per_block {
            return 0;
        }
        let by_threads = self.max_threads_per_multiprocessor / threads;
        let by_shared = self
            .shared_per_multiprocessor
            .checked_div(shared)
            .unwrap_or(usize::MAX);
        self.max_blocks_per_multiprocessor
            .min(by_threads)
            .min(u32::try_from(by_shared).unwrap_or(u32::MAX))
    }

    /// How many such blocks the device can hold at once: the largest cooperative grid.
    pub fn resident_blocks(&self, threads: u32, shared: usize) -> u32 {
        self.multiprocessors
            .saturating_mul(self.blocks_per_multiprocessor(threads, shared))
    }
}
