//! A CUDA stream, and what belongs to it: an event to order other streams behind it, and the
//! counter of the grid barrier.

use std::sync::{Arc, OnceLock};

use cudarc::driver::CudaStream;

use super::{
    device::CudaDevice,
    driver::{Failure, sys},
    event::Event,
    memory,
};
use crate::error::Error;

/// Bytes that the grid barrier's counter takes. It is 4 bytes, alone in its cache lines, because
/// every block polls it; values that threads of the grid exchange have the line after it (`grid.cuh`).
const BARRIER: usize = 256;

/// A stream. Two of these can stand for one stream of the driver's; they have the same
/// [`key`](Stream::key).
#[derive(Debug)]
pub(crate) struct Stream {
    device: &'static CudaDevice,
    stream: Arc<CudaStream>,
    /// Where other streams wait for this one; made when the first does.
    mark: OnceLock<Event>,
    /// The counter of the grid barrier; made with the first cooperative launch.
    barrier: OnceLock<sys::CUdeviceptr>,
}

impl Stream {
    /// A new stream, independent of all others and of the default stream.
    pub(crate) fn new(device: &'static CudaDevice) -> Result<Self, Error> {
        device.bind()?;
        let stream = device
            .context()
            .new_stream()
            .map_err(|e| device.error(Failure::of("cuStreamCreate", e)))?;
        Self::of(device, stream)
    }

    /// A stream of cudarc's. Its context must be the device's.
    pub(crate) fn of(device: &'static CudaDevice, stream: Arc<CudaStream>) -> Result<Self, Error> {
        if stream.cu_stream() as usize == 2 {
            // CU_STREAM_PER_THREAD: to order a buffer's uses, a stream must be the same from
            // wherever it is used.
            return Err(Error::PerThreadStream);
        }
        Ok(Stream {
            device,
            stream,
            mark: OnceLock::new(),
            barrier: OnceLock::new(),
        })
    }

    pub(crate) fn device(&self) -> &'static CudaDevice {
        self.device
    }

    pub(crate) fn cudarc(&self) -> &Arc<CudaStream> {
        &self.stream
    }

    #[inline]
    pub(crate) fn raw(&self) -> sys::CUstream {
        self.stream.cu_stream()
    }

    /// A number, not 0, that two streams share if and only if they are one to the driver.
    #[inline]
    pub(crate) fn key(&self) -> usize {
        // The default stream is null or 1 (CU_STREAM_LEGACY).
        (self.raw() as usize).max(1)
    }

    /// Makes what this stream is given from now on wait for all that `other` has been given so far.
    /// Nothing if they are one stream. The context must be current.
    pub(crate) fn follow(&self, other: &Stream) -> Result<(), Failure> {
        if self.key() == other.key() {
            return Ok(());
        }
        let mark = match other.mark.get() {
            Some(mark) => mark,
            None => {
                let event = Event::new(other.device, false)?;
                // If another thread was first, its event serves as well, and this one goes.
                other.mark.get_or_init(|| event)
            }
        };
        // One event serves all: should another thread record it again between the two calls, this
        // stream waits for a little more.
        mark.record(other)?;
        mark.hold(self)
    }

    /// The counter of the grid barrier: a device pointer. Launches on one stream follow each other,
    /// so they can share it. The context must be current.
    pub(crate) fn barrier(&self) -> Result<sys::CUdeviceptr, Error> {
        if let Some(&counter) = self.barrier.get() {
            return Ok(counter);
        }
        let counter = memory::allocate(self, BARRIER)?;
        // SAFETY: the counter was just allocated with that many bytes, in the order of this stream,
        // and the context is current.
        unsafe { cu!(cuMemsetD8Async(counter, 0, BARRIER, self.raw())) }
            .map_err(|failure| self.device.error(failure))?;
        if self.barrier.set(counter).is_err() {
            // Another thread was first. SAFETY: nobody else has this counter.
            unsafe { memory::free(self, counter) };
        }
        // Set by this thread or another one.
        Ok(self.barrier.get().copied().unwrap_or(counter))
    }

    /// Blocks this thread until the stream is done.
    pub(crate) fn synchronize(&self) -> Result<(), Error> {
        self.device.bind()?;
        // SAFETY: the stream is alive, and its context current.
        unsafe { cu!(cuStreamSynchronize(self.raw())) }
            .map_err(|failure| self.device.error(failure))
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        if let Some(&counter) = self.barrier.get()
            && self.device.bind().is_ok()
        {
            // SAFETY: nobody launches on this stream any more, and the counter is freed behind what
            // was launched.
            unsafe { memory::free(self, counter) };
        }
    }
}
