//! CUDA kernels over typed groups of threads, in Rust.
//!
//! A kernel is a function whose parameters are groups of threads, memory and values. It is translated to
//! CUDA C++ and compiled by nvcc while the crate builds; the same function runs on a built-in emulator
//! where there is no GPU.
//!
//! ```
//! use phalanx::prelude::*;
//!
//! /// Adds up `x`.
//! #[group_kernel]
//! pub fn total(block: ThreadBlock, x: &[f32], out: &Atomic<f32>) {
//!     let warp = block.tiled_partition::<32>();
//!     let i = block.group_index().x * block.num_threads() + block.thread_rank();
//!     let v = if i < x.len() { x[i] } else { 0.0 };
//!     let sum = warp.reduce(v, Plus);
//!     if warp.thread_rank() == 0 {
//!         out.fetch_add(sum, Relaxed);
//!     }
//! }
//!
//! # fn main() -> Result<(), Error> {
//! # let device = Device::emulator();
//! # #[cfg(any())]
//! let device = Device::open()?; // the first CUDA device, else the emulator
//! let stream = device.stream()?;
//! let x = stream.upload(&[1.0_f32; 1000])?;
//! let mut out = stream.zeros::<f32>(1)?;
//! total::launch(&stream, Launch::cover(1000).threads(128), &x, &mut out)?;
//! assert_eq!(stream.download(&out)?, [1000.0]);
//! # Ok(())
//! # }
//! ```
//!
//! For CUDA devices the crate needs a build script too:
//!
//! ```ignore
//! fn main() {
//!     phalanx_build::compile();
//! }
//! ```
//!
//! Everything a kernel and its caller name is in the [`prelude`].

pub use phalanx_groups::{
    AcqRel, Acquire, Atomic, AtomicInteger, AtomicValue, Ballot, Barrier, BitAnd, BitOr, BitXor,
    CoalescedGroup, Collectives, CooperativeGrid, DeviceCopy, Dim3, Float, Grid, Group, Integer,
    Max, Min, Number, Operator, Ordering, Plus, Reduce, Relaxed, Release, SeqCst, Shuffle,
    ShuffleXor, Stride, ThreadBlock, ThreadBlockTile, Vote, coalesced_threads,
};
pub use phalanx_macros::{DeviceCopy, device_fn, group_kernel};
pub use phalanx_runtime::{
    Cooperative, CooperativeLaunch, Device, DeviceBuffer, DeviceKind, Error, Event, Extent, Fault,
    IntoExtent, KernelInfo, KernelPanic, Launch, Limits, OrdinaryLaunch, Properties, Resources,
    Stream, VariantChoice, Zeroable, cudarc,
};

pub use half::{bf16, f16};

/// All that kernels and their callers name: `use phalanx::prelude::*;`.
pub mod prelude {
    pub use crate::{
        AcqRel, Acquire, Atomic, Ballot, Barrier, BitAnd, BitOr, BitXor, CoalescedGroup,
        Collectives, Cooperative, CooperativeGrid, Device, DeviceBuffer, DeviceCopy, Dim3, Error,
        Float, Grid, Group, Integer, Launch, Max, Min, Number, Plus, Reduce, Relaxed, Release,
        SeqCst, Shuffle, ShuffleXor, Stream, ThreadBlock, ThreadBlockTile, Vote, bf16,
        coalesced_threads, device_fn, f16, group_kernel,
    };
}

/// What the code printed by the macros calls. No part of the interface: it changes with them.
#[doc(hidden)]
pub mod __rt {
    pub use phalanx_groups::rt::*;
    pub use phalanx_runtime::rt::*;
}
