//! A CUDA device: its context, its limits, and what is left of it after a kernel has panicked.

use std::{
    fmt,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use cudarc::driver::{CudaContext, result};

use super::driver::{self, Failure, sys};
use crate::{
    error::Error,
    kernel::Kernel,
    limits::Limits,
    panic::{KernelPanic, PanicRecord},
};

/// The lowest compute capability that nvcc 13 compiles for.
const LOWEST: (u32, u32) = (7, 5);

/// A device and a context on it. Lives until the process ends, like the kernels that are loaded
/// into it.
pub(crate) struct CudaDevice {
    context: Arc<CudaContext>,
    limits: Limits,
    name: String,
    label: String,
    /// The first error that lost the context.
    lost: OnceLock<String>,
    /// The panic records of the kernels that are loaded.
    records: Mutex<Vec<Record>>,
}

/// The panic record of a loaded kernel.
struct Record {
    kernel: &'static Kernel,
    /// Pinned host memory that is never freed.
    record: *const PanicRecord,
}

// SAFETY: the record is memory of the process, only read, and only by volatile reads, from any
// thread.
unsafe impl Send for Record {}

impl fmt::Debug for CudaDevice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.label)
    }
}

impl CudaDevice {
    /// The device of that index, with its primary context. Call [`driver::init`] first.
    pub(crate) fn open(index: usize) -> Result<&'static Self, Error> {
        let count = driver::device_count()?;
        if index >= count {
            return Err(Error::NoSuchDevice { index, count });
        }
        // The compute capability is asked before a context is made, because that takes time and
        // memory.
        let device =
            result::device::get(index as i32).map_err(|e| Failure::of("cuDeviceGet", e).plain())?;
        capability(device)?;
        let context = CudaContext::new(index)
            .map_err(|e| Failure::of("cuDevicePrimaryCtxRetain", e).plain())?;
        Self::of(context)
    }

    /// The device of a context that cudarc made.
    pub(crate) fn of(context: Arc<CudaContext>) -> Result<&'static Self, Error> {
        static DEVICES: Mutex<Vec<&'static CudaDevice>> = Mutex::new(Vec::new());
        let mut devices = DEVICES.lock().unwrap_or_else(PoisonError::into_inner);
        // Two `CudaContext`s of cudarc's on one device share the driver's primary context, and so
        // one entry here.
        if let Some(device) = devices
            .iter()
            .find(|device| device.context.cu_ctx() == context.cu_ctx())
        {
            return Ok(device);
        }
        let device: &'static CudaDevice = Box::leak(Box::new(Self::new(context)?));
        devices.push(device);
        Ok(device)
    }

    fn new(context: Arc<CudaContext>) -> Result<Self, Error> {
        use sys::CUdevice_attribute::*;
        let device = context.cu_device();
        let name = result::device::get_name(device)
            .map_err(|e| Failure::of("cuDeviceGetName", e).plain())?;
        let own = if context.is_primary() {
            ""
        } else {
            ", in a context of its own"
        };
        let label = format!("CUDA device {} ({name}{own})", context.ordinal());
        let limits = Limits {
            compute_capability: Some(capability(device)?),
            multiprocessors: attribute(device, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?,
            max_threads_per_block: attribute(device, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK)?,
            max_block: [
                attribute(device, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X)?,
                attribute(device, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y)?,
                attribute(device, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z)?,
            ],
            max_grid: [
                attribute(device, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X)?,
                attribute(device, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y)?,
                attribute(device, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z)?,
            ],
            max_shared_per_block: attribute(
                device,
                CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN,
            )? as usize,
            cooperative: attribute(device, CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH)? != 0,
        };
        Ok(CudaDevice {
            context,
            limits,
            name,
            label,
            lost: OnceLock::new(),
            records: Mutex::new(Vec::new()),
        })
    }

    pub(crate) fn context(&self) -> &Arc<CudaContext> {
        &self.context
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// As `CUDA device 0 (NVIDIA H200)`.
    pub(crate) fn label(&self) -> &str {
        &self.label
    }

    /// The device's product name.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Makes the context current on this thread, so that the driver can be called. Costs a read of
    /// the thread's current context if it is current already; remembering that here instead would
    /// go wrong when other code of the process changes it.
    #[inline]
    pub(crate) fn bind(&self) -> Result<(), Error> {
        if let Some(reason) = self.lost.get() {
            return Err(self.context_lost(reason));
        }
        let mut current = std::ptr::null_mut();
        // SAFETY: the driver is initialised, the pointer is to a live variable, and the context is
        // alive as long as `self.context`.
        unsafe {
            cu!(cuCtxGetCurrent(&mut current)).map_err(|failure| self.error(failure))?;
            if current != self.context.cu_ctx() {
                cu!(cuCtxSetCurrent(self.context.cu_ctx()))
                    .map_err(|failure| self.error(failure))?;
            }
        }
        Ok(())
    }

    /// Remembers the panic record of a kernel that has been loaded, to be read when a call fails.
    ///
    /// # Safety
    /// The record must be readable until the process ends.
    pub(crate) unsafe fn watch(&self, kernel: &'static Kernel, record: *const PanicRecord) {
        self.records
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(Record { kernel, record });
    }

    /// What a failed call means: the panic of a kernel, the loss of the context, or just what the
    /// driver says.
    #[cold]
    pub(crate) fn error(&self, failure: Failure) -> Error {
        if let Some(reason) = self.lost.get() {
            return self.context_lost(reason);
        }
        if !failure.loses_context() {
            return failure.plain();
        }
        let panic = self.panic();
        let reason = match &panic {
            Some(Ok(panic)) => panic.to_string(),
            Some(Err(kernel)) => {
                format!("kernel `{kernel}` panicked, and was stopped before it could say where")
            }
            None => failure.plain().to_string(),
        };
        let first = self.lost.set(reason).is_ok();
        match panic {
            Some(Ok(panic)) if first => Error::Panic(Box::new(panic)),
            None if first => failure.plain(),
            _ => self.context_lost(self.lost.get().map_or("", String::as_str)),
        }
    }

    /// The panic that a loaded kernel left, or the name of a kernel that began to write one.
    fn panic(&self) -> Option<Result<KernelPanic, &'static str>> {
        let records = self.records.lock().unwrap_or_else(PoisonError::into_inner);
        let mut begun = None;
        for Record { kernel, record } in records.iter() {
            // SAFETY: the record is readable until the process ends (`watch`). The device may have
            // written it, hence the volatile read; it writes no more once a call has failed for it.
            let record = unsafe { record.read_volatile() };
            match record.state {
                PanicRecord::WRITTEN => return Some(Ok(KernelPanic::from_record(&record, kernel))),
                PanicRecord::WRITING => begun = Some(Err(kernel.name)),
                _ => {}
            }
        }
        begun
    }

    fn context_lost(&self, reason: &str) -> Error {
        Error::ContextLost {
            device: self.label.clone(),
            reason: reason.to_owned(),
        }
    }
}

fn attribute(device: sys::CUdevice, attribute: sys::CUdevice_attribute) -> Result<u32, Error> {
    // SAFETY: the device is one that the driver gave.
    let value = unsafe { result::device::get_attribute(device, attribute) };
    let value = value.map_err(|e| Failure::of("cuDeviceGetAttribute", e).plain())?;
    Ok(value.try_into().unwrap_or(0))
}

/// The compute capability of a device, or an error if it is too low.
fn capability(device: sys::CUdevice) -> Result<(u32, u32), Error> {
    use sys::CUdevice_attribute::*;
    let has = (
        attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?,
        attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?,
    );
    if has < LOWEST {
        let name = result::device::get_name(device)
            .map_err(|e| Failure::of("cuDeviceGetName", e).plain())?;
        return Err(Error::ComputeCapabilityTooLow {
            device: name,
            has,
            needs: LOWEST,
        });
    }
    Ok(has)
}
