//! An emulated device: the emulator's properties, as the limits that launches are checked against.

use phalanx_emulator::Properties;

use crate::limits::Limits;

/// What messages call an emulated device.
pub(crate) const LABEL: &str = "the emulator";

/// An emulated device.
#[derive(Debug)]
pub(crate) struct Device {
    pub(super) properties: Properties,
    limits: Limits,
}

impl Device {
    pub(crate) fn new(properties: Properties) -> Self {
        let limits = Limits {
            compute_capability: None,
            multiprocessors: properties.multiprocessors,
            max_threads_per_block: properties.max_threads_per_block,
            max_block: properties.max_block_dim,
            max_grid: properties.max_grid_dim,
            max_shared_per_block: properties.shared_per_block,
            cooperative: true,
        };
        Device { properties, limits }
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }
}
