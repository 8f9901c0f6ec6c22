//! Three kernels as the macro prints them. Above each is what a user would have written.
//!
//! In a user's crate `__rt` is `::phalanx::__rt`, and the other names come from `::phalanx`.

use phalanx_groups::{
    Atomic, Collectives, CooperativeGrid, Group, Plus, Relaxed, ThreadBlock, ThreadBlockTile,
};
use phalanx_runtime::{
    CooperativeLaunch, DeviceBuffer, Error, OrdinaryLaunch, Stream, VariantChoice,
};

// All handles of a body have one lifetime, because the body may exchange them, as `jacobi` does.

/// What the facade exports for the code that the macro writes.
mod __rt {
    pub(super) use phalanx_groups::rt::*;
    pub(super) use phalanx_runtime::rt::*;
}

// /// Adds up `x`, each element `scale` times.
// #[group_kernel]
// pub fn total(block: ThreadBlock, warp: ThreadBlockTile<32>, x: &[f32], scale: f32, out:
// &Atomic<f32>) { let i = block.group_index().x * block.num_threads() + block.thread_rank(); let v
// = if i < x.len() { x[i] * scale } else { 0.0 }; let sum = warp.reduce(v, Plus); if
// warp.thread_rank() == 0 { out.fetch_add(sum, Relaxed); } }

/// Adds up `x`, each element `scale` times.
#[allow(non_camel_case_types)]
pub(crate) struct total;

impl total {
    /// Launches the kernel.
    pub(crate) fn launch(
        stream: &Stream,
        launch: impl OrdinaryLaunch,
        x: &DeviceBuffer<f32>,
        scale: f32,
        out: &mut DeviceBuffer<f32>,
    ) -> Result<(), Error> {
        let x = __rt::Reads::new(x);
        let out = __rt::Writes::new(out);
        __rt::launch(
            Self::__kernel(),
            0,
            stream,
            __rt::ordinary(launch),
            &[x.slice_arg(), __rt::Arg::value(&scale), out.one_arg()],
            &|| {
                Self::__body(
                    <ThreadBlock as __rt::KernelGroup>::enter(),
                    <ThreadBlockTile<32> as __rt::KernelGroup>::enter(),
                    x.slice(),
                    scale,
                    out.atomic(),
                )
            },
        )
    }

    /// What the kernel needs.
    pub(crate) fn info() -> __rt::KernelInfo {
        __rt::KernelInfo::new(Self::__kernel())
    }

    #[doc(hidden)]
    pub(crate) fn __kernel() -> &'static __rt::Kernel {
        static KERNEL: __rt::Kernel = __rt::Kernel {
            name: "total",
            module: module_path!(),
            file: file!(),
            line: 31,
            image: __rt::Image::NoBuildScript,
            cooperative: false,
            parameters: &["x", "scale", "out"],
            variants: &[__rt::Variant {
                label: "",
                symbol: "total",
                block_multiple: 32,
                block_shape: None,
                shared: &[],
            }],
            sites: &[],
            loaded: __rt::Loaded::new(),
        };
        &KERNEL
    }

    fn __body<'mem>(
        block: ThreadBlock,
        warp: ThreadBlockTile<32>,
        x: __rt::Slice<'mem, f32>,
        scale: f32,
        out: __rt::Ref<'mem, Atomic<f32>>,
    ) {
        let i = __rt::add(
            __rt::mul(block.group_index().x, block.num_threads()),
            block.thread_rank(),
        );
        let v = if i < x.len() {
            __rt::mul(x.at(i).read(), scale)
        } else {
            0.0f32
        };
        let sum = warp.reduce(v, Plus);
        if warp.thread_rank() == 0usize {
            out.fetch_add(sum, Relaxed);
        }
    }
}

// /// `iters` Jacobi sweeps of a 1-D Poisson problem in one launch.
// #[group_kernel]
// pub fn jacobi(grid: CooperativeGrid, mut a: &mut [f32], mut b: &mut [f32], rhs: &[f32], iters:
// u32) { for _ in 0..iters { for i in grid.stride(1..rhs.len() - 1) { b[i] = 0.5 * (a[i - 1] + a[i
// + 1] - rhs[i]); } grid.sync(); (a, b) = (b, a); } }

/// `iters` Jacobi sweeps of a 1-D Poisson problem in one launch.
#[allow(non_camel_case_types)]
pub(crate) struct jacobi;

impl jacobi {
    /// Launches the kernel.
    pub(crate) fn launch(
        stream: &Stream,
        launch: impl CooperativeLaunch,
        a: &mut DeviceBuffer<f32>,
        b: &mut DeviceBuffer<f32>,
        rhs: &DeviceBuffer<f32>,
        iters: u32,
    ) -> Result<(), Error> {
        let a = __rt::Writes::new(a);
        let b = __rt::Writes::new(b);
        let rhs = __rt::Reads::new(rhs);
        __rt::launch(
            Self::__kernel(),
            0,
            stream,
            __rt::cooperative(launch),
            &[
                a.slice_arg(),
                b.slice_arg(),
                rhs.slice_arg(),
                __rt::Arg::value(&iters),
            ],
            &|| {
                Self::__body(
                    <CooperativeGrid as __rt::KernelGroup>::enter(),
                    a.slice_mut(),
                    b.slice_mut(),
                    rhs.slice(),
                    iters,
                )
            },
        )
    }

    /// What the kernel needs.
    pub(crate) fn info() -> __rt::KernelInfo {
        __rt::KernelInfo::new(Self::__kernel())
    }

    #[doc(hidden)]
    pub(crate) fn __kernel() -> &'static __rt::Kernel {
        static KERNEL: __rt::Kernel = __rt::Kernel {
            name: "jacobi",
            module: module_path!(),
            file: file!(),
            line: 123,
            image: __rt::Image::NotBuilt {
                reason: "there is no nvcc on this machine",
            },
            cooperative: true,
            parameters: &["a", "b", "rhs", "iters"],
            variants: &[__rt::Variant {
                label: "",
                symbol: "jacobi",
                block_multiple: 1,
                block_shape: None,
                shared: &[],
            }],
            sites: &[],
            loaded: __rt::Loaded::new(),
        };
        &KERNEL
    }

    fn __body<'mem>(
        grid: CooperativeGrid,
        mut a: __rt::SliceMut<'mem, f32>,
        mut b: __rt::SliceMut<'mem, f32>,
        rhs: __rt::Slice<'mem, f32>,
        iters: u32,
    ) {
        for _ in 0u32..iters {
            for i in grid.stride(1usize..__rt::sub(rhs.len(), 1usize)) {
                let value = __rt::mul(
                    0.5f32,
                    __rt::sub(
                        __rt::add(
                            a.at(__rt::sub(i, 1usize)).read(),
                            a.at(__rt::add(i, 1usize)).read(),
                        ),
                        rhs.at(i).read(),
                    ),
                );
                b.at(i).write(value);
            }
            grid.sync();
            (a, b) = (b, a);
        }
    }
}

// /// Reverses each run of as many elements as a block has threads, and leaves in `tiles` how many
// /// threads each tile of `N` has.
// #[group_kernel(variants(N = [4, 8]))]
// pub fn reverse<const N: usize>( block: ThreadBlock<8, 2>, tile: ThreadBlockTile<N>, #[shared]
// buf: &mut [u32], x: &mut [u32], tiles: &mut u32, ) { let rank = block.thread_rank(); let first =
// block.group_index().x * block.num_threads(); buf[rank] = x[first + rank]; block.sync(); x[first +
// rank] = buf[block.num_threads() - 1 - rank]; if first + rank == 0 { *tiles = tile.num_threads()
// as u32; } }

/// Reverses each run of as many elements as a block has threads, and leaves in `tiles` how many
/// threads each tile of `N` has.
#[allow(non_camel_case_types)]
pub(crate) struct reverse;

impl reverse {
    /// The variant with these values, if the kernel declares it.
    #[allow(non_snake_case)]
    pub(crate) fn variant(N: usize) -> Result<VariantChoice<Self>, Error> {
        match (N,) {
            (4,) => Ok(VariantChoice::new(0)),
            (8,) => Ok(VariantChoice::new(1)),
            _ => Err(__rt::undeclared(Self::__kernel(), format_args!("N = {N}"))),
        }
    }

    /// Launches the kernel.
    pub(crate) fn launch(
        stream: &Stream,
        variant: VariantChoice<Self>,
        launch: impl OrdinaryLaunch,
        buf: usize,
        x: &mut DeviceBuffer<u32>,
        tiles: &mut DeviceBuffer<u32>,
    ) -> Result<(), Error> {
        let x = __rt::Writes::new(x);
        let tiles = __rt::Writes::new(tiles);
        __rt::launch(
            Self::__kernel(),
            variant.index(),
            stream,
            __rt::ordinary(launch),
            &[__rt::Arg::shared(buf), x.slice_arg(), tiles.one_arg()],
            &|| match variant.index() {
                0 => Self::__body::<4>(
                    <ThreadBlock<8, 2> as __rt::KernelGroup>::enter(),
                    <ThreadBlockTile<4> as __rt::KernelGroup>::enter(),
                    __rt::dynamic_shared::<u32>(0),
                    x.slice_mut(),
                    tiles.one_mut(),
                ),
                _ => Self::__body::<8>(
                    <ThreadBlock<8, 2> as __rt::KernelGroup>::enter(),
                    <ThreadBlockTile<8> as __rt::KernelGroup>::enter(),
                    __rt::dynamic_shared::<u32>(0),
                    x.slice_mut(),
                    tiles.one_mut(),
                ),
            },
        )
    }

    /// What the kernel needs.
    pub(crate) fn info() -> __rt::KernelInfo {
        __rt::KernelInfo::new(Self::__kernel())
    }

    #[doc(hidden)]
    pub(crate) fn __kernel() -> &'static __rt::Kernel {
        static KERNEL: __rt::Kernel = __rt::Kernel {
            name: "reverse",
            module: module_path!(),
            file: file!(),
            line: 236,
            image: __rt::Image::Embedded {
                fatbin: &__rt::Aligned(*b"not a fat binary").0,
            },
            cooperative: false,
            parameters: &["buf", "x", "tiles"],
            variants: &[
                __rt::Variant {
                    label: "N = 4",
                    symbol: "reverse__N4",
                    block_multiple: 4,
                    block_shape: Some([8, 2, 1]),
                    shared: &[__rt::SharedArray {
                        name: "buf",
                        size: size_of::<u32>(),
                        align: align_of::<u32>(),
                    }],
                },
                __rt::Variant {
                    label: "N = 8",
                    symbol: "reverse__N8",
                    block_multiple: 8,
                    block_shape: Some([8, 2, 1]),
                    shared: &[__rt::SharedArray {
                        name: "buf",
                        size: size_of::<u32>(),
                        align: align_of::<u32>(),
                    }],
                },
            ],
            sites: &[],
            loaded: __rt::Loaded::new(),
        };
        &KERNEL
    }

    fn __body<'mem, const N: usize>(
        block: ThreadBlock<8, 2>,
        tile: ThreadBlockTile<N>,
        buf: __rt::SliceMut<'mem, u32>,
        x: __rt::SliceMut<'mem, u32>,
        tiles: __rt::RefMut<'mem, u32>,
    ) {
        let rank = block.thread_rank();
        let first = __rt::mul(block.group_index().x, block.num_threads());
        buf.at(rank).write(x.at(__rt::add(first, rank)).read());
        block.sync();
        let mirrored = __rt::sub(__rt::sub(block.num_threads(), 1usize), rank);
        x.at(__rt::add(first, rank)).write(buf.at(mirrored).read());
        if __rt::add(first, rank) == 0usize {
            tiles.write(tile.num_threads() as u32);
        }
    }
}
