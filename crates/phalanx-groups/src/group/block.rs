//! The threads of one block.

use super::{Arrival, NotSend, ThreadBlockTile};
use crate::capability::{Group, Member};
use crate::dim3::Dim3;
use crate::exec::{self, Position, Scope};
use crate::rt::KernelGroup;
use crate::rt::shared::{SharedShape, shared};

/// The threads of one block: CUDA's `thread_block`. A kernel parameter.
///
/// `ThreadBlock` takes any shape at launch. `ThreadBlock<X>`, `ThreadBlock<X, Y>` and
/// `ThreadBlock<X, Y, Z>` fix it to X × Y × Z threads (an extent not given is 1), at most 1024 in
/// all; then sizes are constants in the code.
#[derive(Debug)]
pub struct ThreadBlock<const X: u32 = 0, const Y: u32 = 0, const Z: u32 = 0> {
    rank: u32,
    size: u32,
    position: Position,
    _not_send: NotSend,
}

impl<const X: u32, const Y: u32, const Z: u32> ThreadBlock<X, Y, Z> {
    /// The extents that the type fixes, in threads; `None` if it leaves them to the launch.
    pub const SHAPE: Option<[u32; 3]> = match (X, Y, Z) {
        (0, 0, 0) => None,
        (_, 0, 0) => Some([X, 1, 1]),
        (_, _, 0) => Some([X, Y, 1]),
        _ => Some([X, Y, Z]),
    };

    const FIXED_SIZE: usize = match Self::SHAPE {
        None => 0,
        Some([x, y, z]) => {
            assert!(
                x > 0 && y > 0,
                "a block has at least one thread along each axis: give the extents in the order \
                 x, y, z"
            );
            let size = x as usize * y as usize * z as usize;
            assert!(size <= 1024, "a block has at most 1024 threads");
            size
        }
    };

    /// Where the block is in the grid; CUDA's `blockIdx`.
    pub fn group_index(&self) -> Dim3 {
        Dim3::from_u32(self.position.block_index)
    }

    /// Where the thread is in the block; CUDA's `threadIdx`.
    pub fn thread_index(&self) -> Dim3 {
        Dim3::from_u32(self.position.thread_index)
    }

    /// The extents of the block, in threads; CUDA's `blockDim`.
    pub fn dim_threads(&self) -> Dim3 {
        Dim3::from_u32(self.position.block_dim)
    }

    /// The tile of `N` threads with neighbouring ranks that the calling thread is in; all threads
    /// of the block must call. `N` is 1, 2, 4, 8, 16 or 32, and divides the size of the block: the
    /// launch of a kernel that a build script compiled refuses other blocks.
    ///
    /// # Panics
    ///
    /// On the emulator, if `N` does not divide the size of the block.
    #[track_caller]
    pub fn tiled_partition<const N: usize>(&self) -> ThreadBlockTile<N> {
        const {
            let () = ThreadBlockTile::<N>::CHECKED;
            assert!(
                Self::FIXED_SIZE.is_multiple_of(N),
                "the block's size must be a multiple of the tile's: pick a tile that divides it"
            )
        };
        ThreadBlockTile::of_block(self.rank, self.size)
    }

    /// The block's shared object of type `S` that is declared at this call: `[T; N]`, `T`, or the
    /// same of [`Atomic<T>`](crate::Atomic). One object a block, however many threads ask; a call
    /// in a device function is one object too.
    ///
    /// It starts uninitialised: synchronise between the writes and the first read.
    #[track_caller]
    pub fn shared<S: SharedShape>(&self) -> S::Handle {
        shared::<S>()
    }

    /// Arrives at a barrier whose other half is [`Arrival::wait`]: between the two the thread need not
    /// stand still, and nothing may be asked of the group. All threads must do both.
    #[track_caller]
    pub fn arrive(&mut self) -> Arrival<'_, Self> {
        Arrival::of(self)
    }
}

impl<const X: u32, const Y: u32, const Z: u32> KernelGroup for ThreadBlock<X, Y, Z> {
    fn enter() -> Self {
        let position = exec::with(|context| context.position());
        debug_assert!(
            Self::SHAPE.is_none_or(|shape| shape == position.block_dim),
            "the launch checks the shape of its blocks"
        );
        Self {
            rank: position.thread_rank() as u32,
            size: position.block_threads() as u32,
            position,
            _not_send: NotSend::default(),
        }
    }
}

impl<const X: u32, const Y: u32, const Z: u32> Group for ThreadBlock<X, Y, Z> {
    fn num_threads(&self) -> usize {
        self.size as usize
    }

    fn thread_rank(&self) -> usize {
        self.rank as usize
    }
}

impl<const X: u32, const Y: u32, const Z: u32> Member for ThreadBlock<X, Y, Z> {
    fn scope(&self) -> Scope {
        Scope::Block
    }
}
