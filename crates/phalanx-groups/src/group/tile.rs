//! Aligned tiles of a block.

use super::NotSend;
use crate::capability::{Group, Member};
use crate::exec::{self, Scope};
use crate::rt::KernelGroup;

/// `N` threads of a block with neighbouring ranks, the first a multiple of `N`: CUDA's
/// `thread_block_tile<N>`. Made by `tiled_partition::<N>()` of a block or a larger tile, or a
/// kernel parameter, which requires blocks of a multiple of `N` threads.
///
/// `N` is 1, 2, 4, 8, 16 or 32: within one warp.
#[derive(Debug)]
pub struct ThreadBlockTile<const N: usize> {
    block_rank: u32,
    block_size: u32,
    /// How many of these tiles the parent has.
    siblings: u32,
    _not_send: NotSend,
}

impl<const N: usize> ThreadBlockTile<N> {
    /// That there are tiles of this size. Evaluated where a user names the size, so that the
    /// message points there.
    pub(super) const CHECKED: () = assert!(
        N.is_power_of_two() && N <= 32,
        "a tile has 1, 2, 4, 8, 16 or 32 threads: pick one of these sizes for \
         `ThreadBlockTile<N>` and `tiled_partition::<N>()`"
    );

    #[track_caller]
    pub(super) fn of_block(block_rank: u32, block_size: u32) -> Self {
        assert!(
            (block_size as usize).is_multiple_of(N),
            "a block of {block_size} threads cannot be divided into tiles of {N}"
        );
        Self {
            block_rank,
            block_size,
            siblings: block_size / N as u32,
            _not_send: NotSend::default(),
        }
    }

    /// The tile of `M` threads within this one that the calling thread is in; all threads of this
    /// tile must call. `M` is a power of two less than `N`.
    pub fn tiled_partition<const M: usize>(&self) -> ThreadBlockTile<M> {
        const {
            let () = ThreadBlockTile::<M>::CHECKED;
            assert!(
                M < N,
                "a tile can only be partitioned into smaller tiles: `tiled_partition::<M>()` of a \
                 `ThreadBlockTile<N>` needs M < N"
            )
        };
        ThreadBlockTile {
            block_rank: self.block_rank,
            block_size: self.block_size,
            siblings: (N / M) as u32,
            _not_send: NotSend::default(),
        }
    }

    /// How many tiles of this size the parent was partitioned into.
    pub fn meta_group_size(&self) -> usize {
        self.siblings as usize
    }

    /// Which of these tiles this is: less than [`meta_group_size`](Self::meta_group_size).
    pub fn meta_group_rank(&self) -> usize {
        self.block_rank as usize / N % self.siblings as usize
    }
}

impl<const N: usize> KernelGroup for ThreadBlockTile<N> {
    fn enter() -> Self {
        let () = Self::CHECKED;
        let position = exec::with(|context| context.position());
        Self::of_block(
            position.thread_rank() as u32,
            position.block_threads() as u32,
        )
    }
}

impl<const N: usize> Group for ThreadBlockTile<N> {
    fn num_threads(&self) -> usize {
        N
    }

    fn thread_rank(&self) -> usize {
        self.block_rank as usize % N
    }
}

impl<const N: usize> Member for ThreadBlockTile<N> {
    fn scope(&self) -> Scope {
        Scope::Tile { size: N as u32 }
    }
}
