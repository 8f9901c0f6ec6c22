//! CUDA kernels over typed groups of threads, in Rust.
//!
//! A kernel is an ordinary function whose group parameters say which threads run it together: a
//! block, a tile of a warp, the whole grid. The type of a group says what may be asked of it, and
//! how the kernel may be launched. The kernel is translated to CUDA C++ and compiled by nvcc while
//! the crate builds; the same function also runs on an emulator, where there is no GPU.
//!
//! ```
//! use phalanx::prelude::*;
//!
//! /// Sums `v` over any group that can reduce; every thread of `g` must call it.
//! #[device_fn]
//! fn group_sum<G: Reduce>(g: &G, v: f32) -> f32 {
//!     g.reduce(v, Plus)
//! }
//!
//! /// Adds up `x`.
//! #[group_kernel]
//! pub fn total(block: ThreadBlock, x: &[f32], out: &Atomic<f32>) {
//!     let warp = block.tiled_partition::<32>();
//!     let i = block.group_index().x * block.num_threads() + block.thread_rank();
//!     let v = if i < x.len() { x[i] } else { 0.0 }; // masked work, not an early return
//!     let sum = group_sum(&warp, v);
//!     if warp.thread_rank() == 0 {
//!         out.fetch_add(sum, Relaxed);
//!     }
//! }
//!
//! fn main() -> Result<(), Error> {
//! #   // This example is compiled without a build script, so it has nothing for a CUDA device.
//! #   let device = Device::emulator();
//! #   #[cfg(any())]
//!     let device = Device::open()?; // the first CUDA device, else the emulator
//!     println!("{}", device.description());
//!     let stream = device.stream()?;
//!     let x = stream.upload(&[1.0; 1000])?;
//!     let mut out = stream.zeros(1)?;
//!     total::launch(&stream, Launch::cover(x.len()).threads(128), &x, &mut out)?;
//!     assert_eq!(stream.download(&out)?, [1000.0]);
//!     Ok(())
//! }
//! ```
//!
//! # Setting up
//!
//! ```toml
//! [dependencies]
//! phalanx = "0.1"
//! [build-dependencies]
//! phalanx-build = "0.1"
//! ```
//!
//! ```
//! // build.rs
//! # mod phalanx_build { pub fn compile() {} }
//! fn main() {
//!     phalanx_build::compile();
//! }
//! ```
//!
//! Without the build script, or without nvcc, kernels run on the emulator only; a launch on a CUDA
//! device is then an error that says what is missing.
//!
//! # Where things are
//!
//! | for | see |
//! |---|---|
//! | what a kernel looks like | [`group_kernel`], [`device_fn`], [`DeviceCopy`] |
//! | the groups | [`ThreadBlock`], [`ThreadBlockTile`], [`CoalescedGroup`], [`Grid`], [`CooperativeGrid`] |
//! | a promise that all threads of a group have the same value | [`Uniform`] |
//! | what threads of a group do together | [`Collectives`] |
//! | memory that threads share | [`Atomic`], [`ThreadBlock::shared`] |
//! | devices and memory on them | [`Device`], [`Stream`], [`DeviceBuffer`] |
//! | launching | [`Launch`], [`Cooperative`] |
//! | what can go wrong | [`Error`] |
//! | together with cudarc | [`Device::from_cudarc`], [`Stream::adopt`] |

pub mod prelude;

#[doc(inline)]
pub use phalanx_groups::{
    AcqRel, Acquire, Arrival, Atomic, AtomicInteger, AtomicValue, Ballot, Barrier, BitAnd, BitOr,
    BitXor, CoalescedGroup, Collectives, CooperativeGrid, DeviceCopy, Dim3, Diverged, Float, Grid,
    Group, Integer, Match, Max, Min, Number, Operator, Ordering, Partition, Plus, Reduce, Relaxed,
    Release, Scan, SeqCst, Shuffle, ShuffleXor, Stride, ThreadBlock, ThreadBlockTile, Uniform,
    Vote, assume_uniform, coalesced_threads,
};
#[doc(hidden)]
pub use phalanx_groups::{AllOf, Here};
pub use phalanx_macros::{DeviceCopy, device_fn, group_kernel};
#[doc(inline)]
pub use phalanx_runtime::{
    Cooperative, CooperativeLaunch, Device, DeviceBuffer, DeviceKind, Error, Event, Extent, Fault,
    IntoExtent, KernelInfo, KernelPanic, Launch, Limits, OrdinaryLaunch, Properties, Resources,
    Stream, VariantChoice, Zeroable, cudarc,
};

pub use half::{bf16, f16};

/// What the code that the macros write calls. No part of the interface.
#[doc(hidden)]
pub mod __rt {
    pub use phalanx_groups::rt::*;
    pub use phalanx_runtime::rt::*;
}
