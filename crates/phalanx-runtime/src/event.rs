//! Marks in a stream, to take the time between them.

use std::time::{Duration, Instant};

use crate::{cuda, error::Error, stream::Stream};

/// A mark in a stream, made by [`Stream::record`].
///
/// ```
/// # use phalanx_runtime::{Device, Error};
/// # fn main() -> Result<(), Error> {
/// # let stream = Device::emulator().stream()?;
/// let start = stream.record()?;
/// // launches on `stream`
/// let time = stream.record()?.elapsed_since(&start)?;
/// # let _ = time; Ok(()) }
/// ```
#[derive(Debug)]
pub struct Event(Mark);

#[derive(Debug)]
enum Mark {
    Cuda(cuda::Event),
    /// The emulator has done its work when a call returns, so the host's clock will do.
    Emulated(Instant),
}

impl Event {
    pub(crate) fn record(stream: &Stream) -> Result<Self, Error> {
        let Some(stream) = stream.cuda() else {
            return Ok(Event(Mark::Emulated(Instant::now())));
        };
        let device = stream.device();
        device.bind()?;
        let event = cuda::Event::new(device, true)
            .and_then(|event| event.record(stream).map(|()| event))
            .map_err(|failure| device.error(failure))?;
        Ok(Event(Mark::Cuda(event)))
    }

    /// Waits until the stream has come to the mark.
    ///
    /// # Errors
    /// On CUDA what a launch before the mark caused.
    pub fn synchronize(&self) -> Result<(), Error> {
        match &self.0 {
            Mark::Cuda(event) => event.synchronize(),
            Mark::Emulated(_) => Ok(()),
        }
    }

    /// The time between an earlier mark and this one, on the device's clock; 0 if this one is the
    /// earlier. Waits for both. CUDA's events have a resolution of about half a microsecond (CUDA
    /// Driver API, `cuEventElapsedTime`).
    ///
    /// # Errors
    /// [`Error::EventsOfTwoDevices`]; on CUDA what a launch before the marks caused.
    pub fn elapsed_since(&self, earlier: &Event) -> Result<Duration, Error> {
        match (&earlier.0, &self.0) {
            (Mark::Emulated(from), Mark::Emulated(to)) => Ok(to.saturating_duration_since(*from)),
            (Mark::Cuda(from), Mark::Cuda(to)) if std::ptr::eq(from.device(), to.device()) => {
                from.synchronize()?;
                to.synchronize()?;
                to.since(from)
            }
            _ => Err(Error::EventsOfTwoDevices),
        }
    }
}
