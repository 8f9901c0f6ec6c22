//! The group types, one file each.
//!
//! A value of a group type is the current thread's own view of its group: which thread it is and
//! how many there are. It cannot be copied or sent to another thread, and it must not outlive the
//! place that all its members reach.

mod block;
mod coalesced;
mod grid;
mod tile;

pub use block::ThreadBlock;
pub use coalesced::{CoalescedGroup, coalesced_threads};
pub use grid::{CooperativeGrid, Grid};
pub use tile::ThreadBlockTile;

use crate::exec::Position;

/// Groups belong to the emulated thread that holds them.
type NotSend = core::marker::PhantomData<*mut ()>;

/// The linear rank of `index` among `dim`, x fastest.
fn linear(index: [u32; 3], dim: [u32; 3]) -> usize {
    let [x, y, z] = index.map(|i| i as usize);
    let [dx, dy, _] = dim.map(|d| d as usize);
    (z * dy + y) * dx + x
}

fn volume(dim: [u32; 3]) -> usize {
    dim.iter().map(|&d| d as usize).product()
}

impl Position {
    /// The thread's rank in its block.
    pub fn thread_rank(&self) -> usize {
        linear(self.thread_index, self.block_dim)
    }

    /// How many threads a block has.
    pub fn block_threads(&self) -> usize {
        volume(self.block_dim)
    }

    /// The block's rank in the grid.
    pub fn block_rank(&self) -> usize {
        linear(self.block_index, self.grid_dim)
    }

    /// How many blocks the grid has.
    pub fn grid_blocks(&self) -> usize {
        volume(self.grid_dim)
    }
}
