//! CUDA devices, through the driver interface.
//!
//! Contexts, streams and slices are cudarc's, so that they can be handed over to and taken from
//! code that uses cudarc. The calls on the way of a launch go to the driver directly: cudarc's
//! launch builder allocates, and its slices carry two events each.

#[macro_use]
mod driver;
mod device;
mod event;
mod launch;
mod memory;
mod module;
mod order;
mod stream;

pub(crate) use device::CudaDevice;
pub(crate) use driver::{device_count, init};
pub(crate) use event::Event;
pub(crate) use launch::{launch, resident_blocks};
pub(crate) use memory::Memory;
pub(crate) use module::{OnDevice, resources};
pub(crate) use stream::Stream;
