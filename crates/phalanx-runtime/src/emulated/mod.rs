//! The emulator as a device.

mod device;
mod launch;
mod memory;

pub(crate) use device::{Device, LABEL};
pub(crate) use launch::{launch, resident_blocks};
pub(crate) use memory::Memory;
