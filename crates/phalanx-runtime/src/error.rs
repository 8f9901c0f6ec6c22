//! The one error type of the runtime. Every text of an error that a user can meet is in this file.

use std::fmt;

use crate::panic::KernelPanic;

/// What went wrong with a device, a buffer or a launch.
///
/// The texts name both numbers of a limit that was passed, and say what to do instead. A kernel
/// that panicked is [`Error::Panic`]; on a CUDA device the context is lost with it, and every later
/// call on that device in this process gives [`Error::ContextLost`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The CUDA driver's library is not installed on this machine.
    #[error(
        "no CUDA driver: its library (libcuda.so, or nvcuda.dll on Windows) is not on this machine; install NVIDIA's driver, \
         or use `Device::emulator()`"
    )]
    NoDriver,

    /// The driver is older than what the runtime calls.
    #[error(
        "the CUDA driver is too old: it supports CUDA {}.{}, and at least {}.{} is needed",
        has.0, has.1, needs.0, needs.1
    )]
    DriverTooOld {
        /// The CUDA version that the driver supports.
        has: (u32, u32),
        /// The oldest CUDA version that will do.
        needs: (u32, u32),
    },

    /// The driver is there, but shows no device.
    #[error("no CUDA device: {reason}")]
    NoDevice {
        /// What the driver said.
        reason: String,
    },

    /// The machine has fewer devices than the index asks for.
    #[error("no CUDA device {index}: this machine has {count}, counted from 0")]
    NoSuchDevice {
        /// The index asked for.
        index: usize,
        /// How many CUDA devices there are.
        count: usize,
    },

    /// The device is older than what nvcc can compile for.
    #[error(
        "{device} has compute capability {}.{}, and at least {}.{} is needed",
        has.0, has.1, needs.0, needs.1
    )]
    ComputeCapabilityTooLow {
        /// The device.
        device: String,
        /// Its compute capability.
        has: (u32, u32),
        /// The lowest that will do.
        needs: (u32, u32),
    },

    /// The environment variable `PHALANX_DEVICE` holds something else than a device.
    #[error(
        "PHALANX_DEVICE is `{value}`; it must be `emulator`, `cuda`, or `cuda:` and the device's index, as in `cuda:1`"
    )]
    UnknownDevice {
        /// The variable's value.
        value: String,
    },

    /// An earlier error (a panic in a kernel, an illegal address) took the CUDA context with it.
    #[error(
        "the CUDA context of {device} is lost, and with it all its buffers, since {reason}; only a new process can use the \
         device again"
    )]
    ContextLost {
        /// The device.
        device: String,
        /// The error that lost the context.
        reason: String,
    },

    /// A call of the CUDA driver failed for a reason that has no error of its own here.
    #[error("{call} failed with {name}: {text}")]
    Cuda {
        /// The driver's function.
        call: &'static str,
        /// The driver's name of the error, as `CUDA_ERROR_INVALID_VALUE`.
        name: String,
        /// The driver's text.
        text: String,
    },

    /// The device has not enough memory left.
    #[error("{device} is out of memory: {asked} bytes were asked for{}", free_of(*free))]
    OutOfMemory {
        /// The device.
        device: String,
        /// Bytes asked for.
        asked: usize,
        /// Bytes that are free, and bytes that the device has, where it says so.
        free: Option<(usize, usize)>,
    },

    /// A stream from cudarc that cannot be used here.
    #[error(
        "the per-thread default stream is another stream on every thread; make one with `CudaContext::new_stream`"
    )]
    PerThreadStream,

    /// A CUDA handle was asked of something that belongs to the emulator.
    #[error("{what} belongs to {device}, so there is no CUDA handle for it")]
    NotCuda {
        /// The buffer or the stream.
        what: &'static str,
        /// Its device.
        device: String,
    },

    /// The crate that holds the kernel does not compile its kernels for CUDA.
    #[error(
        "kernel `{kernel}` has no CUDA image, because the crate that holds it has no Phalanx build script. Add to that crate's \
         Cargo.toml\n\n    [build-dependencies]\n    phalanx-build = \"0.1\"\n\nand to its build.rs\n\n    fn main() {{ \
         phalanx_build::compile(); }}\n\nor run the kernel on `Device::emulator()`"
    )]
    NoBuildScript {
        /// The kernel.
        kernel: &'static str,
    },

    /// The build script did not compile the kernel for CUDA.
    #[error("kernel `{kernel}` has no CUDA image: {reason}")]
    NotBuilt {
        /// The kernel.
        kernel: &'static str,
        /// Why, in the build script's words.
        reason: &'static str,
    },

    /// The kernel was compiled, but not for this device.
    #[error(
        "no part of the CUDA image of kernel `{kernel}` runs on {device}, which has compute capability {}.{} ({detail}); build \
         it with a target for that device in the environment variable PHALANX_TARGETS or in `phalanx_build::Build::targets`",
        capability.0, capability.1
    )]
    NoImageForDevice {
        /// The kernel.
        kernel: &'static str,
        /// The device.
        device: String,
        /// The device's compute capability.
        capability: (u32, u32),
        /// The driver's words.
        detail: String,
    },

    /// The launch names values of the kernel's const or type parameters that the kernel does not
    /// declare.
    #[error("kernel `{kernel}` has no variant {asked}; it declares {declared}")]
    VariantNotDeclared {
        /// The kernel.
        kernel: &'static str,
        /// What the launch asks for, as `N = 5`.
        asked: String,
        /// The declared variants, as `N = 4, N = 8`.
        declared: String,
    },

    /// A launch without blocks.
    #[error("kernel `{kernel}`: the grid is empty ({grid}); there is nothing to launch")]
    EmptyGrid {
        /// The kernel.
        kernel: &'static str,
        /// What the launch asks for, in words.
        grid: String,
    },

    /// A launch with blocks of no threads.
    #[error("kernel `{kernel}`: a block of {block} has no threads")]
    EmptyBlock {
        /// The kernel.
        kernel: &'static str,
        /// The block's shape.
        block: Extent,
    },

    /// Neither the launch nor the kernel says how many threads a block has.
    #[error("kernel `{kernel}` leaves the shape of its blocks to the launch: add `.threads(n)`")]
    NoBlockShape {
        /// The kernel.
        kernel: &'static str,
    },

    /// The launch and the kernel's `ThreadBlock<X, Y, Z>` disagree.
    #[error(
        "kernel `{kernel}` is written for blocks of {fixed}, and the launch asks for blocks of {asked}; leave `.threads(..)` out"
    )]
    BlockShapeDisagrees {
        /// The kernel.
        kernel: &'static str,
        /// The shape that the kernel's type fixes.
        fixed: Extent,
        /// The shape that the launch asks for.
        asked: Extent,
    },

    /// The block cannot be cut into whole tiles.
    #[error(
        "kernel `{kernel}` works in tiles of {multiple} threads, so a block must have a multiple of {multiple} threads; the launch \
         asks for blocks of {block}"
    )]
    BlockNotMultiple {
        /// The kernel.
        kernel: &'static str,
        /// The shape that the launch asks for.
        block: Extent,
        /// The tile's size in threads.
        multiple: u32,
    },

    /// More threads in a block than the device, or the kernel with its registers, allows.
    #[error(
        "kernel `{kernel}`: the launch asks for blocks of {block}, and {device} runs at most {limit} threads a block of this kernel"
    )]
    TooManyThreads {
        /// The kernel.
        kernel: &'static str,
        /// The shape that the launch asks for.
        block: Extent,
        /// The device.
        device: String,
        /// The most threads in a block of this kernel.
        limit: u32,
    },

    /// One side of the block is too long.
    #[error(
        "kernel `{kernel}`: the launch asks for blocks of {block}, and on {device} the {axis} side is at most {limit} threads"
    )]
    BlockTooLong {
        /// The kernel.
        kernel: &'static str,
        /// The shape that the launch asks for.
        block: Extent,
        /// The device.
        device: String,
        /// `x`, `y` or `z`.
        axis: char,
        /// The longest that this side may be, in threads.
        limit: u32,
    },

    /// One side of the grid is too long.
    #[error(
        "kernel `{kernel}`: the launch asks for a grid of {grid} blocks, and on {device} the {axis} side is at most {limit} blocks"
    )]
    GridTooLong {
        /// The kernel.
        kernel: &'static str,
        /// The grid that the launch asks for.
        grid: Extent,
        /// The device.
        device: String,
        /// `x`, `y` or `z`.
        axis: char,
        /// The longest that this side may be, in blocks.
        limit: u32,
    },

    /// A cooperative grid with more blocks than can be resident at once.
    #[error(
        "kernel `{kernel}` synchronises its whole grid, so all its blocks must be resident at once; the launch asks for {asked} \
         blocks, and {device} holds {resident} ({each} on each of {multiprocessors} multiprocessors, with {threads} threads and \
         {shared} bytes of dynamic shared memory a block); `Cooperative::fill()` takes as many as fit"
    )]
    GridNotResident {
        /// The kernel.
        kernel: &'static str,
        /// Blocks that the launch asks for.
        asked: u64,
        /// The device.
        device: String,
        /// Blocks that can be resident.
        resident: u64,
        /// Blocks that can be resident on one multiprocessor.
        each: u32,
        /// Multiprocessors of the device.
        multiprocessors: u32,
        /// Threads in a block.
        threads: u32,
        /// Bytes of dynamic shared memory a block.
        shared: usize,
    },

    /// A kernel that takes a `CooperativeGrid`, on a device that cannot launch one.
    #[error(
        "kernel `{kernel}` synchronises its whole grid, and {device} has no cooperative launch"
    )]
    CooperativeUnsupported {
        /// The kernel.
        kernel: &'static str,
        /// The device.
        device: String,
    },

    /// More shared memory than a block may have.
    #[error(
        "kernel `{kernel}`: a block asks for {asked} bytes of shared memory, {dynamic} of them dynamic, and {device} has \
         {available} bytes for a block"
    )]
    TooMuchSharedMemory {
        /// The kernel.
        kernel: &'static str,
        /// Bytes of shared memory that a block asks for, static and dynamic.
        asked: usize,
        /// The dynamic part, in bytes.
        dynamic: usize,
        /// The device.
        device: String,
        /// Bytes that a block may have.
        available: usize,
    },

    /// A buffer of one device, used with a stream of another.
    #[error("{what} lives on {buffer}, and the stream belongs to {stream}")]
    WrongDevice {
        /// Which buffer: a kernel's parameter, or "the buffer".
        what: String,
        /// The buffer's device.
        buffer: String,
        /// The stream's device.
        stream: String,
    },

    /// An empty buffer, for a parameter that is one value in memory.
    #[error(
        "parameter `{parameter}` of kernel `{kernel}` is a reference to one value, so its buffer must hold one; it is empty"
    )]
    EmptyBuffer {
        /// The kernel.
        kernel: &'static str,
        /// The parameter.
        parameter: &'static str,
    },

    /// A copy between places of different length.
    #[error("the lengths differ: the buffer holds {buffer} elements, the slice {slice}")]
    LengthsDiffer {
        /// Elements in the buffer.
        buffer: usize,
        /// Elements in the host's slice.
        slice: usize,
    },

    /// More elements than an address space can hold.
    #[error("a buffer of {len} elements of {size} bytes does not fit into memory")]
    BufferTooLarge {
        /// Elements asked for.
        len: usize,
        /// Bytes in an element.
        size: usize,
    },

    /// Two events that cannot be compared.
    #[error("the two events were recorded on different devices")]
    EventsOfTwoDevices,

    /// A kernel panicked: an index out of bounds, a failed assertion, a division by zero.
    #[error(transparent)]
    Panic(Box<KernelPanic>),

    /// The emulator found a mistake in a kernel.
    #[error("kernel `{kernel}`: {fault}")]
    Emulator {
        /// The kernel.
        kernel: &'static str,
        /// What the emulator found, and where.
        fault: Box<phalanx_emulator::Fault>,
    },
}

/// The end of the text of [`Error::OutOfMemory`].
fn free_of(free: Option<(usize, usize)>) -> String {
    free.map_or_else(String::new, |(free, total)| {
        format!(", and {free} of {total} are free")
    })
}

/// A shape in up to three dimensions as a person writes it: `256`, `16 × 16 = 256`, `8 × 8 × 4 =
/// 256`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent(pub [u64; 3]);

impl Extent {
    /// How many threads or blocks the shape has; the largest `u64` if they are more than that.
    pub fn count(self) -> u64 {
        self.0.iter().fold(1, |all, &side| all.saturating_mul(side))
    }
}

impl From<[u32; 3]> for Extent {
    fn from(sides: [u32; 3]) -> Self {
        Extent(sides.map(u64::from))
    }
}

impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [x, 1, 1] => write!(f, "{x}"),
            [x, y, 1] => write!(f, "{x} × {y} = {}", self.count()),
            [x, y, z] => write!(f, "{x} × {y} × {z} = {}", self.count()),
        }
    }
}
