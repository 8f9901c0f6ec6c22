//! CUDA events: marks in a stream.

use std::time::Duration;

use super::{
    device::CudaDevice,
    driver::{Failure, sys},
    stream::Stream,
};
use crate::error::Error;

/// An event of the driver's.
#[derive(Debug)]
pub(crate) struct Event {
    raw: sys::CUevent,
    device: &'static CudaDevice,
}

// SAFETY: the driver's events may be used from any thread (CUDA C++ Programming Guide,
// "Multi-Device System"; the driver locks them).
unsafe impl Send for Event {}
// SAFETY: as above.
unsafe impl Sync for Event {}

impl Event {
    /// A new event. One that only orders streams is cheaper than one that takes the time. The
    /// device's context must be current.
    pub(crate) fn new(device: &'static CudaDevice, timing: bool) -> Result<Self, Failure> {
        let flags = if timing {
            sys::CUevent_flags::CU_EVENT_DEFAULT
        } else {
            sys::CUevent_flags::CU_EVENT_DISABLE_TIMING
        };
        let mut raw = std::ptr::null_mut();
        // SAFETY: the context is current, and the pointer is to a live variable.
        unsafe { cu!(cuEventCreate(&mut raw, flags as u32)) }?;
        Ok(Event { raw, device })
    }

    pub(crate) fn device(&self) -> &'static CudaDevice {
        self.device
    }

    /// Marks what the stream has been given so far. The stream must be of the event's device, and
    /// its context current.
    pub(crate) fn record(&self, stream: &Stream) -> Result<(), Failure> {
        // SAFETY: event and stream are alive, and of one context, which the caller has made current.
        unsafe { cu!(cuEventRecord(self.raw, stream.raw())) }
    }

    /// Makes a stream wait for the mark, on the device. The stream must be of the event's device,
    /// and its context current.
    pub(crate) fn hold(&self, stream: &Stream) -> Result<(), Failure> {
        // SAFETY: event and stream are alive, and of one context, which the caller has made current.
        // 0 is the only flag there is for events that were not captured.
        unsafe { cu!(cuStreamWaitEvent(stream.raw(), self.raw, 0)) }
    }

    /// Blocks this thread until the stream has come past the mark.
    pub(crate) fn synchronize(&self) -> Result<(), Error> {
        self.device.bind()?;
        // SAFETY: the event is alive, and its context current.
        unsafe { cu!(cuEventSynchronize(self.raw)) }.map_err(|failure| self.device.error(failure))
    }

    /// The time from an earlier mark to this one, both of which the streams must have passed; both
    /// take the time.
    pub(crate) fn since(&self, earlier: &Event) -> Result<Duration, Error> {
        self.device.bind()?;
        let mut milliseconds = 0.0_f32;
        // SAFETY: both events are alive and of the current context, and the pointer is to a live
        // variable.
        unsafe {
            cu!(cuEventElapsedTime_v2(
                &mut milliseconds,
                earlier.raw,
                self.raw
            ))
        }
        .map_err(|failure| self.device.error(failure))?;
        Ok(Duration::try_from_secs_f64(f64::from(milliseconds) / 1e3).unwrap_or_default())
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        if self.device.bind().is_ok() {
            // SAFETY: nobody else has the event. The driver keeps it until the streams that wait
            // for it have come past it. A failure would only mean that the driver has already gone.
            let _ = unsafe { cu!(cuEventDestroy_v2(self.raw)) };
        }
    }
}
