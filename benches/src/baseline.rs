//! Hand-written kernels of `cuda/baselines`, launched by bare driver calls, and a clock on the device.

use std::ffi::{CString, c_void};

use cudarc::driver::sys;
use phalanx::prelude::*;

/// What can go wrong in a benchmark.
pub type Failure = Box<dyn std::error::Error>;

/// An error value for a driver call that failed.
///
/// # Errors
/// If `result` is anything but success; the text has the driver's number.
pub fn driver(what: &str, result: sys::CUresult) -> Result<(), Failure> {
    match result {
        sys::CUresult::CUDA_SUCCESS => Ok(()),
        other => Err(format!("{what}: {other:?}").into()),
    }
}

/// A module of hand-written kernels. It stays loaded until the process ends.
pub struct Module(sys::CUmodule);

/// A kernel of a [`Module`].
#[derive(Clone, Copy)]
pub struct Function(sys::CUfunction);

impl Module {
    /// Loads an image, in the current context.
    ///
    /// # Errors
    /// What the driver reports.
    pub fn load(image: &[u8]) -> Result<Module, Failure> {
        let mut module = std::ptr::null_mut();
        // SAFETY: the image is a fat binary that nvcc made; it outlives the call.
        driver("cuModuleLoadData", unsafe {
            sys::cuModuleLoadData(&mut module, image.as_ptr().cast())
        })?;
        Ok(Module(module))
    }

    /// # Errors
    /// If the module has no kernel of that name.
    pub fn function(&self, name: &str) -> Result<Function, Failure> {
        let mut function = std::ptr::null_mut();
        let c_name = CString::new(name)?;
        // SAFETY: the module is loaded, the name ends with a zero.
        driver(name, unsafe {
            sys::cuModuleGetFunction(&mut function, self.0, c_name.as_ptr())
        })?;
        Ok(Function(function))
    }
}

impl Function {
    /// Launches by the bare driver call.
    ///
    /// # Safety
    /// `args` point to values of the kernel's parameter types, in order; buffers are large enough.
    ///
    /// # Errors
    /// What the driver reports.
    pub unsafe fn launch(
        self,
        stream: sys::CUstream,
        grid: u32,
        block: u32,
        cooperative: bool,
        args: &mut [*mut c_void],
    ) -> Result<(), Failure> {
        let args = args.as_mut_ptr();
        if cooperative {
            // SAFETY: the caller vouches for the arguments.
            let result = unsafe {
                sys::cuLaunchCooperativeKernel(self.0, grid, 1, 1, block, 1, 1, 0, stream, args)
            };
            driver("cuLaunchCooperativeKernel", result)
        } else {
            let none = std::ptr::null_mut();
            // SAFETY: the caller vouches for the arguments.
            let result = unsafe {
                sys::cuLaunchKernel(self.0, grid, 1, 1, block, 1, 1, 0, stream, args, none)
            };
            driver("cuLaunchKernel", result)
        }
    }

    /// The most blocks of `block` threads, without dynamic shared memory, that a multiprocessor holds.
    ///
    /// # Errors
    /// What the driver reports.
    pub fn blocks_per_multiprocessor(self, block: u32) -> Result<u32, Failure> {
        let mut blocks = 0;
        // SAFETY: the function belongs to a loaded module.
        let result = unsafe {
            sys::cuOccupancyMaxActiveBlocksPerMultiprocessor(&mut blocks, self.0, block as i32, 0)
        };
        driver("cuOccupancyMaxActiveBlocksPerMultiprocessor", result)?;
        Ok(blocks as u32)
    }
}

/// Device memory of a baseline. It is freed when the process ends.
pub struct Memory(pub sys::CUdeviceptr);

impl Memory {
    /// A copy of `values` on the device.
    ///
    /// # Errors
    /// What the driver reports.
    pub fn upload<T: DeviceCopy>(values: &[T]) -> Result<Memory, Failure> {
        let mut pointer = 0;
        let bytes = size_of_val(values);
        // SAFETY: `values` has that many bytes, and the new allocation too.
        unsafe {
            driver("cuMemAlloc", sys::cuMemAlloc_v2(&mut pointer, bytes))?;
            driver(
                "cuMemcpyHtoD",
                sys::cuMemcpyHtoD_v2(pointer, values.as_ptr().cast(), bytes),
            )?;
        }
        Ok(Memory(pointer))
    }

    /// Overwrites the first elements.
    ///
    /// # Errors
    /// What the driver reports.
    pub fn write<T: DeviceCopy>(&self, values: &[T]) -> Result<(), Failure> {
        // SAFETY: the callers write no more than they uploaded.
        let result =
            unsafe { sys::cuMemcpyHtoD_v2(self.0, values.as_ptr().cast(), size_of_val(values)) };
        driver("cuMemcpyHtoD", result)
    }

    /// The first `n` elements.
    ///
    /// # Errors
    /// What the driver reports.
    pub fn download<T: DeviceCopy + Default>(&self, n: usize) -> Result<Vec<T>, Failure> {
        let mut values = vec![T::default(); n];
        // SAFETY: the callers read no more than they uploaded.
        let result = unsafe {
            sys::cuMemcpyDtoH_v2(values.as_mut_ptr().cast(), self.0, size_of_val(&values[..]))
        };
        driver("cuMemcpyDtoH", result)?;
        Ok(values)
    }
}

/// Times what is enqueued on a stream, by events on the device.
pub struct Clock {
    stream: sys::CUstream,
    start: sys::CUevent,
    end: sys::CUevent,
}

impl Clock {
    /// # Errors
    /// What the driver reports.
    pub fn new(stream: sys::CUstream) -> Result<Clock, Failure> {
        let (mut start, mut end) = (std::ptr::null_mut(), std::ptr::null_mut());
        // SAFETY: plain events in the current context.
        unsafe {
            driver("cuEventCreate", sys::cuEventCreate(&mut start, 0))?;
            driver("cuEventCreate", sys::cuEventCreate(&mut end, 0))?;
        }
        Ok(Clock { stream, start, end })
    }

    /// Seconds on the device from the first to the last thing that `work` enqueues.
    ///
    /// # Errors
    /// What `work` or the driver reports.
    pub fn time(&self, work: &mut dyn FnMut() -> Result<(), Failure>) -> Result<f64, Failure> {
        // SAFETY: events and stream are of the current context.
        driver("cuEventRecord", unsafe {
            sys::cuEventRecord(self.start, self.stream)
        })?;
        work()?;
        let mut milliseconds = 0.0_f32;
        // SAFETY: as above.
        unsafe {
            driver("cuEventRecord", sys::cuEventRecord(self.end, self.stream))?;
            driver("cuEventSynchronize", sys::cuEventSynchronize(self.end))?;
            driver(
                "cuEventElapsedTime",
                sys::cuEventElapsedTime_v2(&mut milliseconds, self.start, self.end),
            )?;
        }
        Ok(f64::from(milliseconds) * 1e-3)
    }
}
