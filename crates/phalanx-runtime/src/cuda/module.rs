//! Kernels loaded on a CUDA device: the module, its functions with what they take, and its panic
//! record.

use std::{
    ffi::{CStr, CString, c_void},
    ptr,
    sync::{
        Mutex, OnceLock, PoisonError,
        atomic::{
            AtomicU32, AtomicU64,
            Ordering::{Acquire, Relaxed, Release},
        },
    },
};

use super::{
    device::CudaDevice,
    driver::{Failure, sys},
};
use crate::{
    error::Error,
    kernel::{Kernel, Loaded, Resources},
    panic::PanicRecord,
};

/// The pointer in a module that the runtime sets to the module's panic record.
const RECORD: &CStr = c"phalanx_panic_record";

/// A kernel loaded on one device. A node of the list in [`Loaded`]; never freed, as neither the
/// kernel nor the device is.
#[derive(Debug)]
pub(crate) struct OnDevice {
    device: &'static CudaDevice,
    kernel: &'static Kernel,
    module: sys::CUmodule,
    /// One a variant.
    functions: Box<[OnceLock<Function>]>,
    next: *mut OnDevice,
}

// SAFETY: the module is a handle of the driver's that any thread may use; `next` is set before the
// node is shared, and never changes.
unsafe impl Sync for OnDevice {}

/// A function of a module.
#[derive(Debug)]
pub(crate) struct Function {
    raw: sys::CUfunction,
    device: &'static CudaDevice,
    resources: Resources,
    /// Bytes of dynamic shared memory a block that the driver allows so far.
    allowed_shared: AtomicU32,
    allowing: Mutex<()>,
    /// Blocks that fit on a multiprocessor, for the launches seen last: see [`Occupied`].
    occupancy: [AtomicU64; 8],
}

// SAFETY: the function is a handle of the driver's that any thread may use; everything else is
// already `Send`.
unsafe impl Send for Function {}
// SAFETY: as above.
unsafe impl Sync for Function {}

impl Loaded {
    /// The kernel on that device, loaded if it is not yet. The device's context must be current.
    #[inline]
    pub(crate) fn on(
        &'static self,
        device: &'static CudaDevice,
        kernel: &'static Kernel,
    ) -> Result<&'static OnDevice, Error> {
        match self.find(device) {
            Some(loaded) => Ok(loaded),
            None => self.load(device, kernel),
        }
    }

    #[inline]
    fn find(&'static self, device: &CudaDevice) -> Option<&'static OnDevice> {
        let mut node = self.first.load(Acquire);
        // SAFETY: nodes are leaked boxes, complete before they are linked in, and linked in with
        // release.
        while let Some(loaded) = unsafe { node.as_ref() } {
            if ptr::eq(loaded.device, device) {
                return Some(loaded);
            }
            node = loaded.next;
        }
        None
    }

    #[cold]
    fn load(
        &'static self,
        device: &'static CudaDevice,
        kernel: &'static Kernel,
    ) -> Result<&'static OnDevice, Error> {
        let _growing = self.growing.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(loaded) = self.find(device) {
            return Ok(loaded);
        }
        let module = load_module(device, kernel)?;
        if let Err(error) = attach_record(device, kernel, module) {
            // SAFETY: nothing of the module is in use. Whether it can be unloaded does not matter
            // for the error.
            let _ = unsafe { cu!(cuModuleUnload(module)) };
            return Err(error);
        }
        let functions = kernel.variants.iter().map(|_| OnceLock::new()).collect();
        let node = OnDevice {
            device,
            kernel,
            module,
            functions,
            next: self.first.load(Relaxed),
        };
        let node: &'static mut OnDevice = Box::leak(Box::new(node));
        self.first.store(node, Release);
        Ok(node)
    }
}

/// Loads a kernel's image.
fn load_module(
    device: &'static CudaDevice,
    kernel: &'static Kernel,
) -> Result<sys::CUmodule, Error> {
    use sys::{CUjit_option::*, CUresult::*};
    let image = kernel.fatbin()?;
    let mut log = [0_u8; 4096];
    let mut options = [CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES];
    // The driver takes the size as the bits of a pointer.
    let mut values = [
        log.as_mut_ptr().cast::<c_void>(),
        ptr::without_provenance_mut(log.len()),
    ];
    let mut module = ptr::null_mut();
    // SAFETY: the context is current; the image is a fat binary that nvcc wrote, with its length in
    // its header; the options are two, and the log buffer is alive and as long as it is said to be.
    let result = unsafe {
        cu!(cuModuleLoadDataEx(
            &mut module,
            image.as_ptr().cast(),
            options.len() as u32,
            options.as_mut_ptr(),
            values.as_mut_ptr(),
        ))
    };
    let failure = match result {
        Ok(()) => return Ok(module),
        Err(failure) => failure,
    };
    match failure.code {
        CUDA_ERROR_NO_BINARY_FOR_GPU
        | CUDA_ERROR_INVALID_IMAGE
        | CUDA_ERROR_INVALID_PTX
        | CUDA_ERROR_UNSUPPORTED_PTX_VERSION
        | CUDA_ERROR_JIT_COMPILER_NOT_FOUND => {
            let log = CStr::from_bytes_until_nul(&log)
                .unwrap_or_default()
                .to_string_lossy();
            let log = log.trim();
            let mut detail = format!("{}: {}", failure.name(), failure.text());
            if !log.is_empty() {
                detail = format!("{detail}; {log}");
            }
            Err(Error::NoImageForDevice {
                kernel: kernel.name,
                device: device.label().to_owned(),
                capability: device.limits().compute_capability.unwrap_or_default(),
                detail,
            })
        }
        _ => Err(device.error(failure)),
    }
}

/// Gives a module its panic record: 64 bytes of pinned host memory, which outlive the context when
/// a kernel traps. A module without the symbol has no kernel that can panic.
fn attach_record(
    device: &'static CudaDevice,
    kernel: &'static Kernel,
    module: sys::CUmodule,
) -> Result<(), Error> {
    let error = |failure: Failure| device.error(failure);
    let (mut symbol, mut size) = (0, 0);
    // SAFETY: the module is loaded, its context current, and the pointers are to live variables.
    match unsafe {
        cu!(cuModuleGetGlobal_v2(
            &mut symbol,
            &mut size,
            module,
            RECORD.as_ptr()
        ))
    } {
        Err(Failure {
            code: sys::CUresult::CUDA_ERROR_NOT_FOUND,
            ..
        }) => return Ok(()),
        result => result.map_err(error)?,
    }
    let mut record = ptr::null_mut();
    let mut mapped: sys::CUdeviceptr = 0;
    // SAFETY: the context is current and the pointers are to live variables. The memory is
    // page-aligned, holds a record, and no device knows it before it is zero, that is, empty.
    unsafe {
        let flags = sys::CU_MEMHOSTALLOC_PORTABLE | sys::CU_MEMHOSTALLOC_DEVICEMAP;
        cu!(cuMemHostAlloc(&mut record, size_of::<PanicRecord>(), flags)).map_err(error)?;
        record.cast::<PanicRecord>().write_bytes(0, 1);
        cu!(cuMemHostGetDevicePointer_v2(&mut mapped, record, 0)).map_err(error)?;
    }
    store_pointer(symbol, mapped).map_err(error)?;
    // SAFETY: the record is never freed.
    unsafe { device.watch(kernel, record.cast()) };
    Ok(())
}

/// Writes a pointer to device memory, and returns when it is there. A stream of its own waits for
/// nothing that a user has launched; the copy that takes no stream may return before the device has
/// the bytes.
fn store_pointer(to: sys::CUdeviceptr, value: sys::CUdeviceptr) -> Result<(), Failure> {
    let mut stream = ptr::null_mut();
    let flags = sys::CUstream_flags::CU_STREAM_NON_BLOCKING as u32;
    // SAFETY: the context is current, `to` is a pointer variable of a module that is loaded in it,
    // and the stream is synchronised before the borrow of `value` ends.
    unsafe {
        cu!(cuStreamCreate(&mut stream, flags))?;
        let done = cu!(cuMemcpyHtoDAsync_v2(
            to,
            (&raw const value).cast(),
            size_of_val(&value),
            stream
        ))
        .and_then(|()| cu!(cuStreamSynchronize(stream)));
        cu!(cuStreamDestroy_v2(stream))?;
        done
    }
}

impl OnDevice {
    /// The function of a variant. The device's context must be current.
    #[inline]
    pub(crate) fn function(&'static self, variant: usize) -> Result<&'static Function, Error> {
        match self.functions.get(variant).and_then(OnceLock::get) {
            Some(function) => Ok(function),
            None => self.find_function(variant),
        }
    }

    #[cold]
    fn find_function(&'static self, variant: usize) -> Result<&'static Function, Error> {
        let symbol = CString::new(self.kernel.variant(variant)?.symbol).unwrap_or_default();
        let mut raw = ptr::null_mut();
        // SAFETY: the module is loaded, its context current, and the pointer is to a live variable.
        unsafe { cu!(cuModuleGetFunction(&mut raw, self.module, symbol.as_ptr())) }
            .map_err(|failure| self.device.error(failure))?;
        let function =
            Function::new(self.device, raw).map_err(|failure| self.device.error(failure))?;
        // If another thread was first, its handle is the same.
        Ok(self.functions[variant].get_or_init(|| function))
    }
}

impl Function {
    fn new(device: &'static CudaDevice, raw: sys::CUfunction) -> Result<Self, Failure> {
        use sys::CUfunction_attribute::*;
        let attribute = |attribute| {
            let mut value = 0;
            // SAFETY: the function is loaded, its context current, and the pointer is to a live
            // variable.
            unsafe { cu!(cuFuncGetAttribute(&mut value, attribute, raw)) }.map(|()| value as u32)
        };
        // 10 × major + minor.
        let compiled_for = attribute(CU_FUNC_ATTRIBUTE_BINARY_VERSION)?;
        let resources = Resources {
            registers: attribute(CU_FUNC_ATTRIBUTE_NUM_REGS)?,
            static_shared: attribute(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES)? as usize,
            local: attribute(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES)? as usize,
            max_threads_per_block: attribute(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK)?,
            compiled_for: (compiled_for / 10, compiled_for % 10),
        };
        let allowed_shared =
            AtomicU32::new(attribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES)?);
        Ok(Function {
            raw,
            device,
            resources,
            allowed_shared,
            allowing: Mutex::new(()),
            occupancy: Default::default(),
        })
    }

    #[inline]
    pub(crate) fn raw(&self) -> sys::CUfunction {
        self.raw
    }

    pub(crate) fn device(&self) -> &'static CudaDevice {
        self.device
    }

    pub(crate) fn resources(&self) -> &Resources {
        &self.resources
    }

    /// Opts in to so much dynamic shared memory a block, if it is more than what the driver allows
    /// by itself (48 KiB with the static shared memory; CUDA C++ Programming Guide, "Shared Memory"
    /// of the compute capabilities). The context must be current.
    #[inline]
    pub(crate) fn allow_shared(&self, bytes: u32) -> Result<(), Error> {
        if bytes <= self.allowed_shared.load(Acquire) {
            Ok(())
        } else {
            self.allow_more_shared(bytes)
        }
    }

    #[cold]
    fn allow_more_shared(&self, bytes: u32) -> Result<(), Error> {
        use sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        // Under a lock, so that a smaller size never replaces a larger one.
        let _allowing = self.allowing.lock().unwrap_or_else(PoisonError::into_inner);
        if bytes > self.allowed_shared.load(Relaxed) {
            // SAFETY: the function is loaded, and its context current.
            unsafe {
                cu!(cuFuncSetAttribute(
                    self.raw,
                    CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                    bytes as i32
                ))
            }
            .map_err(|failure| self.device.error(failure))?;
            self.allowed_shared.store(bytes, Release);
        }
        Ok(())
    }

    /// How many blocks fit on a multiprocessor. Asks the driver once for a size of block and shared
    /// memory. The context must be current.
    #[inline]
    pub(crate) fn resident_blocks(&self, threads: u32, dynamic_shared: u32) -> Result<u32, Error> {
        let slot = Occupied::slot(threads, dynamic_shared, &self.occupancy);
        match Occupied(slot.load(Relaxed)).blocks(threads, dynamic_shared) {
            Some(blocks) => Ok(blocks),
            None => {
                let blocks = self.ask_resident_blocks(threads, dynamic_shared)?;
                slot.store(Occupied::new(threads, dynamic_shared, blocks).0, Relaxed);
                Ok(blocks)
            }
        }
    }

    #[cold]
    fn ask_resident_blocks(&self, threads: u32, dynamic_shared: u32) -> Result<u32, Error> {
        // The driver counts no blocks for more shared memory than has been opted in to.
        self.allow_shared(dynamic_shared)?;
        let mut blocks = 0;
        // SAFETY: the function is loaded, its context current, and the pointer is to a live
        // variable.
        unsafe {
            cu!(cuOccupancyMaxActiveBlocksPerMultiprocessor(
                &mut blocks,
                self.raw,
                threads as i32,
                dynamic_shared as usize
            ))
        }
        .map_err(|failure| self.device.error(failure))?;
        Ok(blocks.try_into().unwrap_or(0))
    }
}

/// An answer of the driver's in one word, so that it is read and written without a lock: threads in
/// the high 16 bits, bytes of shared memory in the next 32, blocks in the low 16. 0 is no answer,
/// as there is none for 0 threads.
#[derive(Clone, Copy)]
struct Occupied(u64);

impl Occupied {
    fn new(threads: u32, shared: u32, blocks: u32) -> Self {
        Occupied((threads as u64) << 48 | (shared as u64) << 16 | blocks.min(0xffff) as u64)
    }

    /// The blocks, if the word is the answer for that launch.
    #[inline]
    fn blocks(self, threads: u32, shared: u32) -> Option<u32> {
        (self.0 >> 16 == (threads as u64) << 32 | shared as u64).then_some(self.0 as u32 & 0xffff)
    }

    /// The place where the answer for a launch is kept; several launches share one, and the last of
    /// them has it.
    #[inline]
    fn slot<const N: usize>(threads: u32, shared: u32, slots: &[AtomicU64; N]) -> &AtomicU64 {
        &slots[(threads / 32).wrapping_add(shared / 16) as usize % N]
    }
}

/// What a kernel's variant takes on a device.
pub(crate) fn resources(
    device: &'static CudaDevice,
    kernel: &'static Kernel,
    variant: usize,
) -> Result<Resources, Error> {
    device.bind()?;
    Ok(*kernel
        .loaded
        .on(device, kernel)?
        .function(variant)?
        .resources())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_found_for_its_own_launch_only() {
        let slots: [AtomicU64; 8] = Default::default();
        let launches = [
            (32, 0),
            (256, 0),
            (1024, 0),
            (256, 16),
            (256, 232_448),
            (1, u32::MAX),
        ];
        for (blocks, &(threads, shared)) in launches.iter().enumerate() {
            let slot = Occupied::slot(threads, shared, &slots);
            assert_eq!(Occupied(slot.load(Relaxed)).blocks(threads, shared), None);
            slot.store(Occupied::new(threads, shared, blocks as u32).0, Relaxed);
            assert_eq!(
                Occupied(slot.load(Relaxed)).blocks(threads, shared),
                Some(blocks as u32)
            );
        }
    }
}
