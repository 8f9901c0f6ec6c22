//! The check of a launch against the kernel's requirements and the device's limits. One function
//! serves the CUDA devices and the emulator, so that a launch that one refuses the other refuses
//! too, with the same words.

use super::{Grid, Request};
use crate::{
    error::{Error, Extent},
    kernel::{Kernel, SharedArray, Variant},
    limits::Limits,
};

/// A launch that has passed the check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Geometry {
    /// Blocks along x, y and z.
    pub(crate) grid: [u32; 3],
    /// Threads of a block along x, y and z.
    pub(crate) block: [u32; 3],
    /// Bytes of dynamic shared memory a block.
    pub(crate) dynamic_shared: u32,
}

/// What the check must know of a kernel on a device.
pub(crate) trait Target {
    /// The device, as a user knows it.
    fn device(&self) -> String;
    /// The device's limits.
    fn limits(&self) -> &Limits;
    /// Most threads in a block of this kernel; registers can make it less than the device's limit.
    fn max_threads_per_block(&self) -> u32;
    /// Bytes of static shared memory that this kernel has.
    fn static_shared(&self) -> usize;
    /// How many blocks of this kernel can be resident on one multiprocessor. `threads` and
    /// `dynamic_shared` have passed the check.
    fn resident_blocks(&self, threads: u32, dynamic_shared: u32) -> Result<u32, Error>;
}

/// Bytes of dynamic shared memory that arrays of these lengths (in elements) take, laid out in
/// order. The kernel computes the same addresses: each array begins at a multiple of its alignment,
/// and of 16.
pub(crate) fn dynamic_shared(arrays: &[SharedArray], lengths: impl Iterator<Item = u64>) -> u64 {
    arrays
        .iter()
        .zip(lengths)
        .fold(0, |end: u64, (array, length)| {
            let align = array.align.max(16) as u64;
            let start = end.checked_next_multiple_of(align).unwrap_or(u64::MAX);
            start.saturating_add(length.saturating_mul(array.size as u64))
        })
}

/// The geometry of a launch, or why it cannot be.
pub(crate) fn resolve(
    kernel: &Kernel,
    variant: &Variant,
    request: Request,
    dynamic_shared: u64,
    target: &impl Target,
) -> Result<Geometry, Error> {
    let limits = target.limits();
    let name = kernel.name;
    if kernel.cooperative && !limits.cooperative {
        return Err(Error::CooperativeUnsupported {
            kernel: name,
            device: target.device(),
        });
    }
    let block = block(kernel, variant, request, target)?;
    let threads = block.iter().product::<u32>();
    let available = limits.max_shared_per_block;
    let asked = dynamic_shared.saturating_add(target.static_shared() as u64);
    if asked > available as u64 {
        return Err(Error::TooMuchSharedMemory {
            kernel: name,
            asked: asked as usize,
            dynamic: dynamic_shared as usize,
            device: target.device(),
            available,
        });
    }
    let dynamic_shared = dynamic_shared as u32;
    let resident = || {
        Ok(target.resident_blocks(threads, dynamic_shared)? as u64 * limits.multiprocessors as u64)
    };
    let (sides, words) = match request.grid {
        Grid::Blocks(sides) => (sides, None),
        Grid::Cover(items) => (
            [items.div_ceil(threads.into()), 1, 1],
            Some("the launch covers 0 items"),
        ),
        Grid::Fill => (
            [resident()?, 1, 1],
            Some("no block of this kernel fits on the device"),
        ),
    };
    let extent = Extent(sides);
    if sides.contains(&0) {
        let grid = words.map_or_else(|| format!("{extent} blocks"), str::to_owned);
        return Err(Error::EmptyGrid { kernel: name, grid });
    }
    for (axis, (&side, &limit)) in ['x', 'y', 'z']
        .into_iter()
        .zip(sides.iter().zip(&limits.max_grid))
    {
        if side > limit as u64 {
            return Err(Error::GridTooLong {
                kernel: name,
                grid: extent,
                device: target.device(),
                axis,
                limit,
            });
        }
    }
    if kernel.cooperative && request.grid != Grid::Fill {
        let resident = resident()?;
        if extent.count() > resident {
            return Err(Error::GridNotResident {
                kernel: name,
                asked: extent.count(),
                device: target.device(),
                resident,
                each: (resident / limits.multiprocessors as u64) as u32,
                multiprocessors: limits.multiprocessors,
                threads,
                shared: dynamic_shared as usize,
            });
        }
    }
    Ok(Geometry {
        grid: sides.map(|side| side as u32),
        block,
        dynamic_shared,
    })
}

/// The shape of a block, or why it cannot be.
fn block(
    kernel: &Kernel,
    variant: &Variant,
    request: Request,
    target: &impl Target,
) -> Result<[u32; 3], Error> {
    let name = kernel.name;
    let sides = match (
        request.block,
        variant.block_shape.map(|fixed| fixed.map(u64::from)),
    ) {
        (None, None) => return Err(Error::NoBlockShape { kernel: name }),
        (Some(asked), None) => asked,
        (None, Some(fixed)) => fixed,
        (Some(asked), Some(fixed)) if asked == fixed => fixed,
        (Some(asked), Some(fixed)) => {
            return Err(Error::BlockShapeDisagrees {
                kernel: name,
                fixed: Extent(fixed),
                asked: Extent(asked),
            });
        }
    };
    let extent = Extent(sides);
    if sides.contains(&0) {
        return Err(Error::EmptyBlock {
            kernel: name,
            block: extent,
        });
    }
    let limit = target.max_threads_per_block();
    if extent.count() > limit as u64 {
        return Err(Error::TooManyThreads {
            kernel: name,
            block: extent,
            device: target.device(),
            limit,
        });
    }
    for (axis, (&side, &limit)) in ['x', 'y', 'z']
        .into_iter()
        .zip(sides.iter().zip(&target.limits().max_block))
    {
        if side > limit as u64 {
            return Err(Error::BlockTooLong {
                kernel: name,
                block: extent,
                device: target.device(),
                axis,
                limit,
            });
        }
    }
    let multiple = variant.block_multiple;
    if !extent.count().is_multiple_of(multiple.max(1).into()) {
        return Err(Error::BlockNotMultiple {
            kernel: name,
            block: extent,
            multiple,
        });
    }
    Ok(sides.map(|side| side as u32))
}
