//! Memory on a CUDA device, and copies to and from it.

use std::{ffi::c_void, sync::Arc};

use cudarc::driver::{CudaSlice, DevicePtrMut};

use super::{
    device::CudaDevice,
    driver::{Failure, sys},
    order::Order,
    stream::Stream,
};
use crate::error::Error;

/// An allocation. Freed in the order of the stream it was allocated on, behind its uses on all
/// others.
#[derive(Debug)]
pub(crate) struct Memory {
    pointer: sys::CUdeviceptr,
    home: Arc<Stream>,
    pub(crate) order: Order,
}

/// Allocates device memory in the order of a stream. Never null: an empty buffer has one byte. The
/// context must be current.
pub(crate) fn allocate(stream: &Stream, bytes: usize) -> Result<sys::CUdeviceptr, Error> {
    let device = stream.device();
    let asked = bytes.max(1);
    let mut pointer = 0;
    // SAFETY: the context is current, the stream alive, and the pointer is to a live variable.
    let result = unsafe {
        if device.context().has_async_alloc() {
            cu!(cuMemAllocAsync(&mut pointer, asked, stream.raw()))
        } else {
            cu!(cuMemAlloc_v2(&mut pointer, asked))
        }
    };
    result
        .map(|()| pointer)
        .map_err(|failure| allocation_failed(device, asked, failure))
}

fn allocation_failed(device: &CudaDevice, asked: usize, failure: Failure) -> Error {
    if failure.code != sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY {
        return device.error(failure);
    }
    let (mut free, mut total) = (0, 0);
    // SAFETY: the context is current, and the pointers are to live variables.
    let known = unsafe { cu!(cuMemGetInfo_v2(&mut free, &mut total)) }.is_ok();
    Error::OutOfMemory {
        device: device.label().to_owned(),
        asked,
        free: known.then_some((free, total)),
    }
}

/// Frees what [`allocate`] gave, in the order of the stream. A failure is left to the next call to
/// report. The context must be current.
///
/// # Safety
/// The memory was allocated on this stream, nothing but what the stream has been given uses it, and
/// nobody frees it again.
pub(crate) unsafe fn free(stream: &Stream, pointer: sys::CUdeviceptr) {
    // SAFETY: the caller vouches for the pointer; the context is current.
    let _ = unsafe {
        if stream.device().context().has_async_alloc() {
            cu!(cuMemFreeAsync(pointer, stream.raw()))
        } else {
            cu!(cuStreamSynchronize(stream.raw())).and_then(|()| cu!(cuMemFree_v2(pointer)))
        }
    };
}

impl Memory {
    /// So many bytes, undefined.
    pub(crate) fn new(stream: &Arc<Stream>, bytes: usize) -> Result<Self, Error> {
        stream.device().bind()?;
        let pointer = allocate(stream, bytes)?;
        Ok(Memory {
            pointer,
            home: stream.clone(),
            order: Order::new(stream.clone()),
        })
    }

    /// The memory of a slice of cudarc's, and its length in elements. The slice's stream becomes
    /// the memory's.
    pub(crate) fn from_slice<T>(
        device: &'static CudaDevice,
        slice: CudaSlice<T>,
    ) -> Result<(Self, usize), Error> {
        device.bind()?;
        let home = Arc::new(Stream::of(device, slice.stream().clone())?);
        let len = slice.len();
        // `leak` makes the slice's stream wait for the slice's uses on others, as far as cudarc has
        // kept track of them.
        let pointer = slice.leak();
        Ok((
            Memory {
                pointer,
                home: home.clone(),
                order: Order::new(home),
            },
            len,
        ))
    }

    /// The memory as a slice of cudarc's on the stream it was allocated on, which comes behind the
    /// uses on all others.
    ///
    /// # Safety
    /// The memory holds `len` values of type `T`.
    pub(crate) unsafe fn into_slice<T>(self, len: usize) -> Result<CudaSlice<T>, Error> {
        self.home.device().bind()?;
        self.order
            .write(&self.home)
            .map_err(|failure| self.device().error(failure))?;
        let stream = self.home.cudarc().clone();
        // SAFETY: the memory is an allocation of at least `len` values, of cudarc's kind, and
        // `self` does not free it any more.
        let mut slice = unsafe { stream.upgrade_device_ptr::<T>(self.pointer, len) };
        let (_, written) = slice.device_ptr_mut(&stream);
        // Records the event by which cudarc orders other streams behind this one.
        drop(written);
        self.forget();
        Ok(slice)
    }

    /// Drops all but the device memory.
    fn forget(self) {
        let this = std::mem::ManuallyDrop::new(self);
        // SAFETY: both fields are read once, and `this` is never dropped.
        unsafe {
            drop(std::ptr::read(&this.home));
            drop(std::ptr::read(&this.order));
        }
    }

    #[inline]
    pub(crate) fn pointer(&self) -> sys::CUdeviceptr {
        self.pointer
    }

    #[inline]
    pub(crate) fn device(&self) -> &'static CudaDevice {
        self.home.device()
    }

    /// Sets the first bytes to zero.
    pub(crate) fn clear(&self, stream: &Arc<Stream>, bytes: usize) -> Result<(), Error> {
        self.device().bind()?;
        self.order
            .write(stream)
            .map_err(|failure| self.device().error(failure))?;
        if bytes == 0 {
            return Ok(());
        }
        // SAFETY: the memory has that many bytes, and the stream comes behind all other uses of it.
        unsafe { cu!(cuMemsetD8Async(self.pointer, 0, bytes, stream.raw())) }
            .map_err(|failure| self.device().error(failure))
    }

    /// Copies from the host, and returns when the host's bytes have been read.
    ///
    /// # Safety
    /// `bytes` bytes can be read at `from`, and the memory has as many.
    pub(crate) unsafe fn write(
        &self,
        stream: &Arc<Stream>,
        from: *const c_void,
        bytes: usize,
    ) -> Result<(), Error> {
        self.device().bind()?;
        self.order
            .write(stream)
            .map_err(|failure| self.device().error(failure))?;
        if bytes == 0 {
            return Ok(());
        }
        // SAFETY: both sides have that many bytes, and the stream comes behind all other uses of
        // the memory.
        unsafe {
            cu!(cuMemcpyHtoDAsync_v2(
                self.pointer,
                from,
                bytes,
                stream.raw()
            ))
        }
        .map_err(|failure| self.device().error(failure))?;
        // From pinned memory, and where the device reads the host's page tables, the copy would go
        // on after the borrow has ended (CUDA Driver API, "API synchronization behavior").
        stream.synchronize()
    }

    /// Copies to the host, and returns when the bytes are there.
    ///
    /// # Safety
    /// `bytes` bytes can be written at `to`, and the memory has as many.
    pub(crate) unsafe fn read(
        &self,
        stream: &Arc<Stream>,
        to: *mut c_void,
        bytes: usize,
    ) -> Result<(), Error> {
        self.device().bind()?;
        self.order
            .read(stream)
            .map_err(|failure| self.device().error(failure))?;
        if bytes > 0 {
            // SAFETY: both sides have that many bytes, and the stream comes behind the last write
            // to the memory.
            unsafe { cu!(cuMemcpyDtoHAsync_v2(to, self.pointer, bytes, stream.raw())) }
                .map_err(|failure| self.device().error(failure))?;
        }
        // Also for an empty buffer, so that a download always reports what went wrong before it.
        stream.synchronize()
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // Nothing can be freed, or need be, when the context is lost. A failure is not looked into
        // here: the next call fails in the same way, and tells the user.
        if self.device().bind().is_ok() && self.order.write(&self.home).is_ok() {
            // SAFETY: the memory came from this stream, which now comes behind all its uses; nobody
            // else frees it.
            unsafe { free(&self.home, self.pointer) };
        }
    }
}
