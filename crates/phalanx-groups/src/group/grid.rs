//! All threads of a launch.

use super::{Arrival, NotSend};
use crate::capability::{Group, Member};
use crate::dim3::Dim3;
use crate::exec::{self, Position, Scope};
use crate::rt::KernelGroup;

/// All threads of a launch, for ranks and strides; it has no barrier. A kernel parameter that any
/// launch satisfies.
#[derive(Debug)]
pub struct Grid {
    position: Position,
    _not_send: NotSend,
}

/// All threads of a cooperative launch: CUDA's `grid_group`. A kernel parameter, which requires a
/// cooperative launch with all blocks resident, so that they can wait for each other.
#[derive(Debug)]
pub struct CooperativeGrid {
    position: Position,
    _not_send: NotSend,
}

macro_rules! grid {
    ($name:ident) => {
        impl $name {
            /// How many blocks the grid has.
            pub fn num_blocks(&self) -> usize {
                self.position.grid_blocks()
            }

            /// The rank of the calling thread's block in the grid, x fastest.
            pub fn block_rank(&self) -> usize {
                self.position.block_rank()
            }

            /// Where the calling thread's block is in the grid; CUDA's `blockIdx`.
            pub fn block_index(&self) -> Dim3 {
                Dim3::from_u32(self.position.block_index)
            }

            /// The extents of the grid, in blocks; CUDA's `gridDim`.
            pub fn dim_blocks(&self) -> Dim3 {
                Dim3::from_u32(self.position.grid_dim)
            }
        }

        impl KernelGroup for $name {
            fn enter() -> Self {
                Self {
                    position: exec::with(|context| context.position()),
                    _not_send: NotSend::default(),
                }
            }
        }

        impl Group for $name {
            fn num_threads(&self) -> usize {
                self.position.grid_blocks() * self.position.block_threads()
            }

            fn thread_rank(&self) -> usize {
                self.position.block_rank() * self.position.block_threads()
                    + self.position.thread_rank()
            }
        }

        impl Member for $name {
            fn scope(&self) -> Scope {
                Scope::Grid
            }
        }
    };
}
grid!(Grid);
grid!(CooperativeGrid);

impl CooperativeGrid {
    /// Arrives at a barrier whose other half is [`Arrival::wait`]: between the two the thread need not
    /// stand still, and nothing may be asked of the group. All threads must do both.
    #[track_caller]
    pub fn arrive(&mut self) -> Arrival<'_, Self> {
        Arrival::of(self)
    }
}
