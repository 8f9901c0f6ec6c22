//! What a device allows a launch, in one type for CUDA devices and the emulator, so that one piece
//! of code checks both.

/// The limits and sizes of a device.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Compute capability as (major, minor); `None` on the emulator.
    pub compute_capability: Option<(u32, u32)>,
    /// Multiprocessors.
    pub multiprocessors: u32,
    /// Most threads in a block.
    pub max_threads_per_block: u32,
    /// Longest block along x, y and z, in threads.
    pub max_block: [u32; 3],
    /// Longest grid along x, y and z, in blocks.
    pub max_grid: [u32; 3],
    /// Most shared memory in a block in bytes, static and dynamic. On CUDA this is what a kernel
    /// may opt in to (CUDA C++ Programming Guide, "Compute Capabilities", table of technical
    /// specifications); the runtime opts in by itself.
    pub max_shared_per_block: usize,
    /// Whether the device can launch a cooperative grid.
    pub cooperative: bool,
}
