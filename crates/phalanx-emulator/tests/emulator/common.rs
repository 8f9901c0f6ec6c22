//! What the tests share.

use std::num::NonZeroUsize;
use std::panic::Location;

use phalanx_emulator::{Buffer, DynamicArray, Fault, Properties, Shape, run};
use phalanx_groups::rt::{KernelGroup, Ref, Slice, SliceMut};
use phalanx_groups::{Atomic, AtomicValue, ThreadBlock, ThreadBlockTile};

/// A launch to be filled in.
#[derive(Clone)]
pub(crate) struct Launch {
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    pub(crate) dynamic: Vec<DynamicArray>,
    pub(crate) cooperative: bool,
    pub(crate) properties: Properties,
    pub(crate) buffers: Vec<Buffer<'static>>,
}

/// An ordinary launch of `blocks` blocks of `threads` threads.
pub(crate) fn launch(blocks: u32, threads: u32) -> Launch {
    Launch {
        grid: [blocks, 1, 1],
        block: [threads, 1, 1],
        dynamic: Vec::new(),
        cooperative: false,
        properties: Properties::default(),
        buffers: Vec::new(),
    }
}

impl Launch {
    pub(crate) fn cooperative(mut self) -> Self {
        self.cooperative = true;
        self
    }

    pub(crate) fn buffers(mut self, buffers: &[Buffer<'static>]) -> Self {
        self.buffers = buffers.to_vec();
        self
    }

    pub(crate) fn workers(mut self, workers: usize) -> Self {
        self.properties.workers = NonZeroUsize::new(workers);
        self
    }

    pub(crate) fn run(&self, body: impl Fn() + Sync) -> Result<(), Fault> {
        let shape = Shape {
            grid: self.grid,
            block: self.block,
            dynamic_shared: &self.dynamic,
            cooperative: self.cooperative,
            buffers: &self.buffers,
        };
        run(&self.properties, "test", &shape, &body)
    }

    /// The fault that the kernel ends with.
    pub(crate) fn fault(&self, body: impl Fn() + Sync) -> Fault {
        self.run(body).expect_err("the kernel must fail")
    }
}

/// The text of a fault, with `F` for the caller's file.
#[track_caller]
pub(crate) fn text(fault: &Fault) -> String {
    fault.to_string().replace(Location::caller().file(), "F")
}

/// A line below, or above, that of the call.
macro_rules! here {
    ($offset:literal) => {
        line!().strict_add_signed($offset)
    };
}
pub(crate) use here;

pub(crate) fn block() -> ThreadBlock {
    KernelGroup::enter()
}

pub(crate) fn tile<const N: usize>() -> ThreadBlockTile<N> {
    KernelGroup::enter()
}

/// A kernel's `&[T]` of host memory.
pub(crate) fn input<T>(memory: &[T]) -> Slice<'_, T> {
    // SAFETY: borrowed for the handle's lifetime.
    unsafe { Slice::from_raw(memory.as_ptr(), memory.len()) }
}

/// A kernel's `&mut [T]` of host memory.
pub(crate) fn output<T>(memory: &mut [T]) -> SliceMut<'_, T> {
    // SAFETY: borrowed exclusively for the handle's lifetime.
    unsafe { SliceMut::from_raw(memory.as_mut_ptr(), memory.len()) }
}

/// A kernel's `&Atomic<T>` of host memory.
pub(crate) fn atomic<T: AtomicValue>(memory: &mut T) -> Ref<'_, Atomic<T>> {
    // SAFETY: borrowed exclusively for the handle's lifetime, and an atomic is its value.
    unsafe { Ref::from_raw(std::ptr::from_mut(memory).cast()) }
}
