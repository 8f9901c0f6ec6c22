//! Memory of the emulator: of this process, aligned for its elements.

use std::{
    alloc::{Layout, alloc_zeroed, dealloc},
    ptr::NonNull,
    sync::Arc,
};

use super::device::{Device, LABEL};
use crate::error::Error;

/// An allocation, zero at first. Kernels read and write it through handles, single elements at a
/// time, from many threads.
#[derive(Debug)]
pub(crate) struct Memory {
    pointer: NonNull<u8>,
    layout: Layout,
    device: Arc<Device>,
}

// SAFETY: the memory is reached by its address only, and who may do so when is for `DeviceBuffer`'s
// borrows and the kernel's handles to say.
unsafe impl Send for Memory {}
// SAFETY: as above.
unsafe impl Sync for Memory {}

impl Memory {
    pub(crate) fn new(device: Arc<Device>, bytes: usize, align: usize) -> Result<Self, Error> {
        let out_of_memory = || Error::OutOfMemory {
            device: LABEL.to_owned(),
            asked: bytes,
            free: None,
        };
        // An empty buffer has a byte, so that its address is its own.
        let layout = Layout::from_size_align(bytes.max(1), align).map_err(|_| out_of_memory())?;
        // SAFETY: the size is not 0.
        let pointer = NonNull::new(unsafe { alloc_zeroed(layout) }).ok_or_else(out_of_memory)?;
        Ok(Memory {
            pointer,
            layout,
            device,
        })
    }

    pub(crate) fn pointer(&self) -> *mut u8 {
        self.pointer.as_ptr()
    }

    /// How large it is; an empty buffer has a byte.
    pub(crate) fn bytes(&self) -> usize {
        self.layout.size()
    }

    /// How its elements are aligned.
    pub(crate) fn align(&self) -> usize {
        self.layout.align()
    }

    pub(crate) fn device(&self) -> &Arc<Device> {
        &self.device
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout, and nobody has the address any more: launches have
        // ended when they return.
        unsafe { dealloc(self.pointer.as_ptr(), self.layout) }
    }
}
