//! Streams: work on a device, in order.

use std::sync::Arc;

use cudarc::driver::{CudaSlice, CudaStream};
use phalanx_groups::DeviceCopy;

use crate::{
    buffer::{DeviceBuffer, Zeroable},
    cuda,
    device::Device,
    error::Error,
    event::Event,
};

/// A queue of work on a device: launches and copies on one stream happen in the order in which they
/// were asked for. A handle: clones stand for the same stream, and any thread may use one.
///
/// On a CUDA device a launch returns at once, and its errors show up with a later call; copies to
/// the host, and [`synchronize`](Self::synchronize), wait. On the emulator every call does its work
/// before it returns.
///
/// A buffer may be used on any stream of its device. The runtime makes each use wait for those it
/// depends on: a read for the last write, a write for the last write and the reads since. That
/// holds for launches and copies through this crate; for work that other code puts on the streams
/// see [`DeviceBuffer`].
#[derive(Clone, Debug)]
pub struct Stream {
    device: Device,
    /// `None` on the emulator.
    cuda: Option<Arc<cuda::Stream>>,
}

impl Stream {
    pub(crate) fn on_cuda(device: Device, stream: cuda::Stream) -> Self {
        Stream {
            device,
            cuda: Some(Arc::new(stream)),
        }
    }

    pub(crate) fn emulated(device: Device) -> Self {
        Stream { device, cuda: None }
    }

    pub(crate) fn cuda(&self) -> Option<&Arc<cuda::Stream>> {
        self.cuda.as_ref()
    }

    /// The stream's device.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// A new buffer with a copy of `values`. The copy has been read when this returns.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::BufferTooLarge`]; on CUDA also what an earlier launch
    /// caused.
    pub fn upload<T: DeviceCopy>(&self, values: &[T]) -> Result<DeviceBuffer<T>, Error> {
        let mut buffer = DeviceBuffer::new(self, values.len())?;
        buffer.write(self, values)?;
        Ok(buffer)
    }

    /// A new buffer of `len` zeros.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::BufferTooLarge`]; on CUDA also what an earlier launch
    /// caused.
    pub fn zeros<T: Zeroable>(&self, len: usize) -> Result<DeviceBuffer<T>, Error> {
        let mut buffer = DeviceBuffer::new(self, len)?;
        buffer.clear(self)?;
        Ok(buffer)
    }

    /// A new buffer of `len` copies of one value.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::BufferTooLarge`]; on CUDA also what an earlier launch
    /// caused.
    pub fn filled<T: DeviceCopy>(&self, value: T, len: usize) -> Result<DeviceBuffer<T>, Error> {
        let mut buffer = DeviceBuffer::new(self, len)?;
        buffer.write(self, &vec![value; len])?;
        Ok(buffer)
    }

    /// The buffer's elements. Waits for everything on this stream, and for the last write to the
    /// buffer.
    ///
    /// # Errors
    /// [`Error::WrongDevice`]; on CUDA also what an earlier launch caused, as [`Error::Panic`].
    pub fn download<T: DeviceCopy>(&self, buffer: &DeviceBuffer<T>) -> Result<Vec<T>, Error> {
        buffer.to_vec(self)
    }

    /// Copies the buffer's elements into a slice of the same length. Waits as
    /// [`download`](Self::download) does.
    ///
    /// # Errors
    /// [`Error::LengthsDiffer`], [`Error::WrongDevice`]; on CUDA also what an earlier launch
    /// caused, as [`Error::Panic`].
    pub fn download_into<T: DeviceCopy>(
        &self,
        buffer: &DeviceBuffer<T>,
        to: &mut [T],
    ) -> Result<(), Error> {
        buffer.read(self, to)
    }

    /// Replaces the buffer's elements by those of a slice of the same length. The slice has been
    /// read when this returns.
    ///
    /// # Errors
    /// [`Error::LengthsDiffer`], [`Error::WrongDevice`]; on CUDA also what an earlier launch
    /// caused.
    pub fn write<T: DeviceCopy>(
        &self,
        buffer: &mut DeviceBuffer<T>,
        from: &[T],
    ) -> Result<(), Error> {
        buffer.write(self, from)
    }

    /// Sets the buffer's elements to zero.
    ///
    /// # Errors
    /// [`Error::WrongDevice`]; on CUDA also what an earlier launch caused.
    pub fn clear<T: Zeroable>(&self, buffer: &mut DeviceBuffer<T>) -> Result<(), Error> {
        buffer.clear(self)
    }

    /// Waits until the stream is done.
    ///
    /// # Errors
    /// On CUDA what an earlier launch caused: [`Error::Panic`] if a kernel panicked.
    pub fn synchronize(&self) -> Result<(), Error> {
        self.cuda
            .as_ref()
            .map_or(Ok(()), |stream| stream.synchronize())
    }

    /// A mark behind everything the stream has been given so far, to take the time with.
    ///
    /// # Errors
    /// On CUDA what an earlier launch caused.
    pub fn record(&self) -> Result<Event, Error> {
        Event::record(self)
    }

    /// Takes over a slice of cudarc's. The slice's own stream becomes the one that the buffer is
    /// freed on.
    ///
    /// # Errors
    /// [`Error::WrongDevice`] if the slice's context is not this stream's,
    /// [`Error::PerThreadStream`] if the slice was made on the per-thread default stream. The slice
    /// is freed then.
    pub fn adopt<T: DeviceCopy>(&self, slice: CudaSlice<T>) -> Result<DeviceBuffer<T>, Error> {
        DeviceBuffer::adopt(self, slice)
    }

    /// The driver's handle of the stream, for calls of the driver; it lives as long as this stream,
    /// and its context is [`Device::cudarc_context`].
    ///
    /// # Errors
    /// [`Error::NotCuda`] on the emulator.
    pub fn cu_stream(&self) -> Result<cudarc::driver::sys::CUstream, Error> {
        match &self.cuda {
            Some(stream) => Ok(stream.raw()),
            None => Err(Error::NotCuda {
                what: "the stream",
                device: self.device.backend.label().to_owned(),
            }),
        }
    }

    /// The stream for code that uses cudarc; `None` on the emulator.
    pub fn cudarc_stream(&self) -> Option<&Arc<CudaStream>> {
        self.cuda.as_ref().map(|stream| stream.cudarc())
    }
}
