//! A launch on a CUDA device. After the first launch of a kernel this allocates nothing, and takes
//! no lock unless a buffer changes streams.

use std::{ffi::c_void, ptr, sync::Arc};

use super::{device::CudaDevice, module::Function, stream::Stream};
use crate::{
    error::Error,
    kernel::Kernel,
    launch::{Geometry, Request, Target, dynamic_shared, resolve},
    limits::Limits,
    rt::{Arg, Passed},
};

/// Kernel parameters that are passed without an allocation. A slice takes two.
const INLINE: usize = 64;

/// Launches a kernel on a stream; returns when the driver has it, not when it has run.
pub(crate) fn launch(
    kernel: &'static Kernel,
    variant: usize,
    stream: &Arc<Stream>,
    request: Request,
    args: &[Arg<'_>],
) -> Result<(), Error> {
    let device = stream.device();
    device.bind()?;
    let function = kernel.loaded.on(device, kernel)?.function(variant)?;
    let variant = kernel.variant(variant)?;
    let geometry = resolve(
        kernel,
        variant,
        request,
        dynamic_shared(variant.shared, Arg::shared_lengths(args)),
        function,
    )?;
    function.allow_shared(geometry.dynamic_shared)?;

    for (index, arg) in args.iter().enumerate() {
        let (buffer, written) = match arg.0 {
            Passed::Slice { buffer, written } => (buffer, written),
            Passed::One { buffer, written } => {
                buffer.check_one(kernel, index)?;
                (buffer, written)
            }
            Passed::Value(..) | Passed::Shared(_) => continue,
        };
        let memory = buffer
            .on_cuda(device)
            .ok_or_else(|| buffer.wrong_device(kernel, index, device.label()))?;
        let ordered = if written {
            memory.order.write(stream)
        } else {
            memory.order.read(stream)
        };
        ordered.map_err(|failure| device.error(failure))?;
    }

    let barrier = if kernel.cooperative {
        stream.barrier()?
    } else {
        0
    };
    // At most two for an argument, and the barrier.
    let most = 2 * args.len() + 1;
    let mut inline = [ptr::null_mut::<c_void>(); INLINE];
    let mut heap;
    let parameters = if most <= INLINE {
        &mut inline[..]
    } else {
        heap = vec![ptr::null_mut(); most];
        &mut heap[..]
    };
    let mut used = 0;
    let mut push = |parameter: *const c_void| {
        parameters[used] = parameter.cast_mut();
        used += 1;
    };
    for arg in args {
        match &arg.0 {
            Passed::Slice { buffer, .. } => {
                push((&raw const buffer.pointer).cast());
                push((&raw const buffer.len).cast());
            }
            Passed::One { buffer, .. } => push((&raw const buffer.pointer).cast()),
            Passed::Value(value, _) => push(*value),
            Passed::Shared(length) => push((&raw const *length).cast()),
        }
    }
    if kernel.cooperative {
        push((&raw const barrier).cast());
    }
    // SAFETY: the parameters are those of the kernel, in its order and of its types: the macro that
    // wrote the descriptor and the arguments and the compiler that wrote the kernel work from one
    // signature. The values live until the call returns, which copies them. The buffers are of this
    // device, hold what their lengths say, and are ordered before this launch.
    unsafe {
        submit(
            function,
            stream,
            geometry,
            kernel.cooperative,
            parameters.as_mut_ptr(),
        )
    }
}

/// Hands a launch to the driver.
///
/// # Safety
/// `parameters` points to a pointer for each parameter of the function, each to a value of the
/// parameter's type. The context is current.
#[inline]
unsafe fn submit(
    function: &Function,
    stream: &Stream,
    Geometry {
        grid: [gx, gy, gz],
        block: [bx, by, bz],
        dynamic_shared,
    }: Geometry,
    cooperative: bool,
    parameters: *mut *mut c_void,
) -> Result<(), Error> {
    let (raw, on) = (function.raw(), stream.raw());
    // SAFETY: the caller vouches for the parameters; function and stream are alive, and of the
    // current context.
    let result = unsafe {
        if cooperative {
            cu!(cuLaunchCooperativeKernel(
                raw,
                gx,
                gy,
                gz,
                bx,
                by,
                bz,
                dynamic_shared,
                on,
                parameters
            ))
        } else {
            cu!(cuLaunchKernel(
                raw,
                gx,
                gy,
                gz,
                bx,
                by,
                bz,
                dynamic_shared,
                on,
                parameters,
                ptr::null_mut()
            ))
        }
    };
    result.map_err(|failure| stream.device().error(failure))
}

impl Target for Function {
    fn device(&self) -> String {
        Function::device(self).label().to_owned()
    }

    fn limits(&self) -> &Limits {
        Function::device(self).limits()
    }

    fn max_threads_per_block(&self) -> u32 {
        self.resources().max_threads_per_block
    }

    fn static_shared(&self) -> usize {
        self.resources().static_shared
    }

    fn resident_blocks(&self, threads: u32, dynamic_shared: u32) -> Result<u32, Error> {
        Function::resident_blocks(self, threads, dynamic_shared)
    }
}

/// How many blocks of a kernel's variant fit on a multiprocessor, with blocks as a launch asks for
/// them.
pub(crate) fn resident_blocks(
    device: &'static CudaDevice,
    kernel: &'static Kernel,
    variant: usize,
    request: Request,
    shared: u64,
) -> Result<u32, Error> {
    device.bind()?;
    let function = kernel.loaded.on(device, kernel)?.function(variant)?;
    let geometry = resolve(kernel, kernel.variant(variant)?, request, shared, function)?;
    Function::resident_blocks(
        function,
        geometry.block.iter().product(),
        geometry.dynamic_shared,
    )
}
