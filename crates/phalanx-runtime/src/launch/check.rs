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
    let sides = match request.grid {
        Grid::Blocks(sides) => sides,
        Grid::Cover(items) => [items.div_ceil(threads.into()), 1, 1],
        Grid::Fill => [resident()?, 1, 1],
    };
    let extent = Extent(sides);
    if sides.contains(&0) {
        let grid = match request.grid {
            Grid::Blocks(_) => format!("{extent} blocks"),
            Grid::Cover(_) => "the launch covers 0 items".to_owned(),
            Grid::Fill => format!(
                "{} holds no block of this kernel with {threads} threads and {dynamic_shared} bytes \
                 of dynamic shared memory",
                target.device()
            ),
        };
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

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::kernel::{Image, Loaded};

    /// A CUDA device as the check sees one.
    struct Device {
        limits: Limits,
        max_threads: u32,
        static_shared: usize,
        resident: u32,
        asked: Cell<u32>,
    }

    impl Device {
        fn new() -> Self {
            let limits = Limits {
                compute_capability: Some((9, 0)),
                multiprocessors: 132,
                max_threads_per_block: 1024,
                max_block: [1024, 1024, 64],
                max_grid: [i32::MAX as u32, 65_535, 65_535],
                max_shared_per_block: 232_448,
                cooperative: true,
            };
            Device {
                limits,
                max_threads: 1024,
                static_shared: 0,
                resident: 8,
                asked: Cell::new(0),
            }
        }
    }

    impl Target for Device {
        fn device(&self) -> String {
            "CUDA device 0 (NVIDIA H200)".to_owned()
        }

        fn limits(&self) -> &Limits {
            &self.limits
        }

        fn max_threads_per_block(&self) -> u32 {
            self.max_threads
        }

        fn static_shared(&self) -> usize {
            self.static_shared
        }

        fn resident_blocks(&self, _: u32, _: u32) -> Result<u32, Error> {
            self.asked.set(self.asked.get() + 1);
            Ok(self.resident)
        }
    }

    fn kernel(cooperative: bool) -> Kernel {
        Kernel {
            name: "k",
            module: "m",
            file: "f.rs",
            line: 1,
            image: Image::NoBuildScript,
            cooperative,
            parameters: &[],
            variants: &[],
            sites: &[],
            loaded: Loaded::new(),
        }
    }

    const ANY: Variant = Variant {
        label: "",
        symbol: "k",
        block_multiple: 1,
        block_shape: None,
        shared: &[],
    };

    fn request(grid: Grid, threads: u64) -> Request {
        Request {
            grid,
            block: Some([threads, 1, 1]),
        }
    }

    #[test]
    fn registers_can_lower_the_number_of_threads() {
        let device = Device {
            max_threads: 512,
            ..Device::new()
        };
        let launch = |threads| {
            resolve(
                &kernel(false),
                &ANY,
                request(Grid::Blocks([1; 3]), threads),
                0,
                &device,
            )
        };
        assert_eq!(
            launch(513).unwrap_err().to_string(),
            "kernel `k`: the launch asks for blocks of 513, and CUDA device 0 (NVIDIA H200) runs at \
             most 512 threads a block of this kernel"
        );
        assert_eq!(launch(512).unwrap().block, [512, 1, 1]);
    }

    #[test]
    fn static_and_dynamic_shared_memory_share_the_room() {
        let device = Device {
            static_shared: 1000,
            ..Device::new()
        };
        let launch = |dynamic| {
            resolve(
                &kernel(false),
                &ANY,
                request(Grid::Blocks([1; 3]), 32),
                dynamic,
                &device,
            )
        };
        assert_eq!(launch(231_448).unwrap().dynamic_shared, 231_448);
        assert_eq!(
            launch(231_449).unwrap_err().to_string(),
            "kernel `k`: a block asks for 232449 bytes of shared memory, 231449 of them dynamic, and \
             CUDA device 0 (NVIDIA H200) has 232448 bytes for a block"
        );
    }

    #[test]
    fn a_device_without_cooperative_launch_refuses_one() {
        let mut device = Device::new();
        device.limits.cooperative = false;
        let launch = |cooperative| {
            resolve(
                &kernel(cooperative),
                &ANY,
                request(Grid::Fill, 32),
                0,
                &device,
            )
        };
        assert_eq!(
            launch(true).unwrap_err().to_string(),
            "kernel `k` synchronises its whole grid, and CUDA device 0 (NVIDIA H200) has no \
             cooperative launch"
        );
        assert_eq!(launch(false).unwrap().grid, [132 * 8, 1, 1]);
    }

    #[test]
    fn a_cooperative_grid_may_be_as_large_as_what_is_resident() {
        let device = Device::new();
        let launch =
            |grid| resolve(&kernel(true), &ANY, request(grid, 256), 48, &device).map(|it| it.grid);
        assert_eq!(launch(Grid::Fill).unwrap(), [1056, 1, 1]);
        assert_eq!(launch(Grid::Blocks([33, 32, 1])).unwrap(), [33, 32, 1]);
        assert_eq!(
            launch(Grid::Blocks([1057, 1, 1])).unwrap_err().to_string(),
            "kernel `k` synchronises its whole grid, so all its blocks must be resident at once; the \
             launch asks for 1057 blocks, and CUDA device 0 (NVIDIA H200) holds 1056 (8 on each of \
             132 multiprocessors, with 256 threads and 48 bytes of dynamic shared memory a block); \
             `Cooperative::fill()` takes as many as fit"
        );
    }

    #[test]
    fn a_kernel_that_does_not_fit_at_all_fills_nothing() {
        let device = Device {
            resident: 0,
            ..Device::new()
        };
        assert_eq!(
            resolve(&kernel(false), &ANY, request(Grid::Fill, 32), 0, &device)
                .unwrap_err()
                .to_string(),
            "kernel `k`: the grid is empty (CUDA device 0 (NVIDIA H200) holds no block of this kernel \
             with 32 threads and 0 bytes of dynamic shared memory); there is nothing to launch"
        );
    }

    /// The driver is asked only by launches that need the answer: it takes longer than a launch.
    #[test]
    fn an_ordinary_launch_does_not_ask_for_the_occupancy() {
        let device = Device::new();
        for grid in [Grid::Blocks([1_000_000, 2, 3]), Grid::Cover(1 << 30)] {
            resolve(&kernel(false), &ANY, request(grid, 32), 0, &device).unwrap();
        }
        assert_eq!(device.asked.get(), 0);
    }

    #[test]
    fn items_are_covered_to_the_last() {
        for (items, threads, blocks) in [
            (1, 256, 1),
            (256, 256, 1),
            (257, 256, 2),
            (1 << 40, 1024, 1 << 30),
        ] {
            let request = request(Grid::Cover(items), threads);
            let geometry = resolve(&kernel(false), &ANY, request, 0, &Device::new()).unwrap();
            assert_eq!(geometry.grid, [blocks, 1, 1], "{items} by {threads}");
        }
    }

    #[test]
    fn dynamic_arrays_begin_where_the_kernel_looks_for_them() {
        let array = |size, align| SharedArray {
            name: "a",
            size,
            align,
        };
        let bytes = |arrays: &[SharedArray], lengths: &[u64]| {
            dynamic_shared(arrays, lengths.iter().copied())
        };
        assert_eq!(bytes(&[], &[]), 0);
        assert_eq!(bytes(&[array(4, 4)], &[5]), 20);
        assert_eq!(bytes(&[array(1, 1), array(8, 8)], &[3, 2]), 16 + 16);
        assert_eq!(bytes(&[array(1, 1), array(8, 8)], &[17, 2]), 32 + 16);
        assert_eq!(
            bytes(&[array(4, 4), array(64, 64), array(2, 2)], &[1, 1, 1]),
            64 + 64 + 2
        );
        assert_eq!(bytes(&[array(4, 4), array(4, 4)], &[0, 1]), 4);
        assert_eq!(bytes(&[array(8, 8)], &[u64::MAX]), u64::MAX);
        assert_eq!(bytes(&[array(8, 8), array(8, 8)], &[u64::MAX, 1]), u64::MAX);
    }
}
