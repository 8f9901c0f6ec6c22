//! A thread's handles of its groups.

use std::fmt;

use phalanx_groups::capability::Member;
use phalanx_groups::exec::Scope;
use phalanx_groups::{CoalescedGroup, CooperativeGrid, Grid, Group, ThreadBlock, ThreadBlockTile};

/// A group as a thread holds it: the emulator's own handle.
pub enum Handle {
    Grid(Grid),
    Cooperative(CooperativeGrid),
    Block(ThreadBlock),
    Tile1(ThreadBlockTile<1>),
    Tile2(ThreadBlockTile<2>),
    Tile4(ThreadBlockTile<4>),
    Tile8(ThreadBlockTile<8>),
    Tile16(ThreadBlockTile<16>),
    Tile32(ThreadBlockTile<32>),
    Coalesced(CoalescedGroup),
}

/// Does the same with any group.
macro_rules! each_group {
    ($handle:expr, $group:ident => $body:expr) => {
        match $handle {
            Handle::Grid($group) => $body,
            Handle::Cooperative($group) => $body,
            Handle::Block($group) => $body,
            Handle::Tile1($group) => $body,
            Handle::Tile2($group) => $body,
            Handle::Tile4($group) => $body,
            Handle::Tile8($group) => $body,
            Handle::Tile16($group) => $body,
            Handle::Tile32($group) => $body,
            Handle::Coalesced($group) => $body,
        }
    };
}

/// Does the same with any tile; `otherwise` with another group.
macro_rules! each_tile {
    ($handle:expr, $group:ident => $body:expr, $otherwise:expr) => {
        match $handle {
            Handle::Tile1($group) => $body,
            Handle::Tile2($group) => $body,
            Handle::Tile4($group) => $body,
            Handle::Tile8($group) => $body,
            Handle::Tile16($group) => $body,
            Handle::Tile32($group) => $body,
            _ => $otherwise,
        }
    };
}
pub(super) use each_tile;

impl Handle {
    pub fn num_threads(&self) -> usize {
        each_group!(self, group => group.num_threads())
    }

    pub fn thread_rank(&self) -> usize {
        each_group!(self, group => group.thread_rank())
    }

    pub fn is_grid(&self) -> bool {
        matches!(self, Handle::Grid(_) | Handle::Cooperative(_))
    }

    /// Which group this is to the emulator.
    pub fn scope(&self) -> Scope {
        each_group!(self, group => group.scope())
    }

    /// Which of its parent's parts it is.
    pub fn meta_group_rank(&self) -> usize {
        match self {
            Handle::Coalesced(group) => group.meta_group_rank(),
            tile => {
                each_tile!(tile, group => group.meta_group_rank(), no_operation(tile, "meta_group_rank"))
            }
        }
    }

    /// Into how many parts its parent was cut.
    pub fn meta_group_size(&self) -> usize {
        match self {
            Handle::Coalesced(group) => group.meta_group_size(),
            tile => {
                each_tile!(tile, group => group.meta_group_size(), no_operation(tile, "meta_group_size"))
            }
        }
    }

    /// The tile of `size` threads that the thread is in.
    pub fn tile(&self, size: usize) -> Handle {
        macro_rules! of {
            ($($parent:ident: $($size:literal $tile:ident)*;)*) => {
                match (self, size) {
                    $($((Handle::$parent(group), $size) => Handle::$tile(group.tiled_partition::<$size>()),)*)*
                    _ => panic!("interpreter: a tile of {size} of a {self:?}"),
                }
            };
        }
        of! {
            Block: 1 Tile1 2 Tile2 4 Tile4 8 Tile8 16 Tile16 32 Tile32;
            Tile32: 1 Tile1 2 Tile2 4 Tile4 8 Tile8 16 Tile16;
            Tile16: 1 Tile1 2 Tile2 4 Tile4 8 Tile8;
            Tile8: 1 Tile1 2 Tile2 4 Tile4;
            Tile4: 1 Tile1 2 Tile2;
            Tile2: 1 Tile1;
        }
    }
}

/// The types stage has let a call pass that it should not have.
pub(super) fn no_operation(handle: &Handle, name: &str) -> ! {
    panic!("interpreter: `{name}` of a {handle:?}")
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Handle::Grid(_) => "Grid",
            Handle::Cooperative(_) => "CooperativeGrid",
            Handle::Block(_) => "ThreadBlock",
            Handle::Tile1(_) => "ThreadBlockTile<1>",
            Handle::Tile2(_) => "ThreadBlockTile<2>",
            Handle::Tile4(_) => "ThreadBlockTile<4>",
            Handle::Tile8(_) => "ThreadBlockTile<8>",
            Handle::Tile16(_) => "ThreadBlockTile<16>",
            Handle::Tile32(_) => "ThreadBlockTile<32>",
            Handle::Coalesced(_) => "CoalescedGroup",
        })
    }
}
