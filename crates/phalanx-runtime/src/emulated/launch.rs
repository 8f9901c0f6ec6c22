//! A launch on the emulator: the same check as on CUDA, then the kernel's Rust body once a thread.

use std::sync::Arc;

use phalanx_emulator::{Buffer, DynamicArray, Fault, Shape, run};

use super::device::{Device, LABEL};
use crate::{
    error::Error,
    kernel::Kernel,
    launch::{Request, Target, dynamic_shared, resolve},
    limits::Limits,
    panic::KernelPanic,
    rt::{Arg, Passed},
};

/// Runs a kernel; returns when all its threads have ended, or one has failed.
pub(crate) fn launch(
    kernel: &'static Kernel,
    variant: usize,
    device: &Arc<Device>,
    request: Request,
    args: &[Arg<'_>],
    body: &(dyn Fn() + Sync),
) -> Result<(), Error> {
    let variant = kernel.variant(variant)?;
    let geometry = resolve(
        kernel,
        variant,
        request,
        dynamic_shared(variant.shared, Arg::shared_lengths(args)),
        &**device,
    )?;
    let mut buffers = Vec::new();
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
            .on_emulator(device)
            .ok_or_else(|| buffer.wrong_device(kernel, index, LABEL))?;
        if written && buffer.len > 0 {
            buffers.push(Buffer {
                parameter: kernel.parameters.get(index).copied().unwrap_or("?"),
                address: memory.pointer().addr(),
                bytes: memory.bytes(),
                element: memory.bytes() / buffer.len as usize,
                align: memory.align(),
            });
        }
    }
    let arrays: Vec<_> = variant
        .shared
        .iter()
        .zip(Arg::shared_lengths(args))
        // No overflow: the check has seen that the sum of these is small.
        .map(|(array, length)| DynamicArray {
            bytes: array.size * length as usize,
            align: array.align,
        })
        .collect();
    let shape = Shape {
        grid: geometry.grid,
        block: geometry.block,
        dynamic_shared: &arrays,
        cooperative: kernel.cooperative,
        buffers: &buffers,
    };
    run(&device.properties, kernel.name, &shape, body).map_err(|fault| error(kernel, fault))
}

/// A panic is the same error as on a CUDA device; what else the emulator finds, CUDA finds not.
fn error(kernel: &'static Kernel, fault: Fault) -> Error {
    match fault {
        Fault::Panic {
            message,
            file,
            line,
            column,
            block,
            thread,
        } => Error::Panic(Box::new(KernelPanic {
            kernel: kernel.name,
            file: file.into(),
            line,
            column,
            message,
            block,
            thread,
        })),
        Fault::AtRandom { fault, seed } => match error(kernel, *fault) {
            Error::Panic(mut panic) => {
                panic.message +=
                    &format!("\n(under a random schedule: `PHALANX_SEED={seed}` repeats it)");
                Error::Panic(panic)
            }
            Error::Emulator { kernel, fault } => Error::Emulator {
                kernel,
                fault: Box::new(Fault::AtRandom { fault, seed }),
            },
            other => other,
        },
        fault => Error::Emulator {
            kernel: kernel.name,
            fault: Box::new(fault),
        },
    }
}

impl Target for Device {
    fn device(&self) -> String {
        LABEL.to_owned()
    }

    fn limits(&self) -> &Limits {
        Device::limits(self)
    }

    fn max_threads_per_block(&self) -> u32 {
        Device::limits(self).max_threads_per_block
    }

    /// The emulator meets static shared arrays only as the kernel runs, and checks them then.
    fn static_shared(&self) -> usize {
        0
    }

    fn resident_blocks(&self, threads: u32, dynamic_shared: u32) -> Result<u32, Error> {
        Ok(self
            .properties
            .blocks_per_multiprocessor(threads, dynamic_shared as usize))
    }
}

/// How many blocks of a kernel fit on a multiprocessor, with blocks as a launch asks for them.
pub(crate) fn resident_blocks(
    device: &Device,
    kernel: &'static Kernel,
    variant: usize,
    request: Request,
    shared: u64,
) -> Result<u32, Error> {
    let geometry = resolve(kernel, kernel.variant(variant)?, request, shared, device)?;
    Target::resident_blocks(
        device,
        geometry.block.iter().product(),
        geometry.dynamic_shared,
    )
}
