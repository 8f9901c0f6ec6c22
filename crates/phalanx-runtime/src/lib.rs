//! Devices, streams, buffers and typed launches of Phalanx kernels.
//!
//! A [`Device`] is a CUDA device or the emulator; everything made from it works the same on both. A
//! [`Stream`] puts work on it in order, a [`DeviceBuffer`] is memory on it, [`Launch`] and
//! [`Cooperative`] say how a kernel is launched. Whatever goes wrong is an [`Error`], a missing
//! driver and a panic in a kernel included.
//!
//! | to find | look in |
//! |---|---|
//! | which device is taken, and why | `device` |
//! | copies, waiting, timing | `stream`, `buffer`, `event` |
//! | the launch types | `launch::config` |
//! | what a launch may not ask for | `launch::check`, `limits` |
//! | the descriptor that the macro writes | `kernel` |
//! | what the code written by the macro calls | `rt` |
//! | everything that calls the CUDA driver | `cuda` |
//! | the same for the emulator | `emulated` |
//! | panics in kernels | `panic` |
//! | the text of every error | `error` |

mod buffer;
mod cuda;
mod device;
mod emulated;
mod error;
mod event;
mod kernel;
mod launch;
mod limits;
mod panic;
#[doc(hidden)]
pub mod rt;
mod stream;

pub use buffer::{DeviceBuffer, Zeroable};
pub use cudarc;
pub use device::{Device, DeviceKind};
pub use error::{Error, Extent};
pub use event::Event;
pub use kernel::{KernelInfo, Resources, VariantChoice};
pub use launch::{Cooperative, CooperativeLaunch, IntoExtent, Launch, OrdinaryLaunch};
pub use limits::Limits;
pub use panic::KernelPanic;
pub use phalanx_emulator::{Fault, Properties, Schedule};
pub use stream::Stream;
