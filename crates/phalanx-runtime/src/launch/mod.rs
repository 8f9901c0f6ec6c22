//! How a kernel is launched: the two launch types that a user writes, and the check of a launch
//! against kernel and device.

mod check;
mod config;
mod extent;

use crate::{cuda, device::Backend, device::Device, emulated, error::Error, kernel::Kernel};

pub(crate) use check::{Geometry, Target, dynamic_shared, resolve};
pub(crate) use config::Grid;
pub use config::{
    Cooperative, CooperativeLaunch, Launch, OrdinaryLaunch, Request, cooperative, ordinary,
};
pub use extent::IntoExtent;

/// How many blocks of a kernel's variant fit on a multiprocessor of a device, with blocks of that
/// shape and so many bytes of dynamic shared memory.
pub(crate) fn resident_blocks(
    device: &Device,
    kernel: &'static Kernel,
    variant: usize,
    block: [u64; 3],
    shared: u64,
) -> Result<u32, Error> {
    let request = Request {
        grid: Grid::Blocks([1; 3]),
        block: Some(block),
    };
    match &device.backend {
        Backend::Cuda(device) => cuda::resident_blocks(device, kernel, variant, request, shared),
        Backend::Emulated(device) => {
            emulated::resident_blocks(device, kernel, variant, request, shared)
        }
    }
}
