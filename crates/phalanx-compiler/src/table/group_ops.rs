//! The operations of groups, a row each. The types stage checks calls against it, both printers and
//! the generated documentation read it; the C++ method of a row has the row's name.

use crate::types::ty::Group;

/// One operation of a group.
#[derive(Debug)]
pub struct GroupOp {
    pub name: &'static str,
    /// Which groups have it.
    pub on: Kinds,
    /// The capability that a generic `G` must be bounded by to have it.
    pub capability: Capability,
    /// What the turbofish takes.
    pub turbofish: Turbofish,
    pub params: &'static [Operand],
    pub result: Outcome,
    /// Whether every thread of the group must reach the call.
    pub collective: bool,
    /// Over which threads the result is equal.
    pub uniformity: Uniformity,
    /// The arguments that all threads of the group must give alike.
    pub uniform_args: &'static [UniformArg],
    /// What to write on a group that does not have it, by kind; the last arm is for every other.
    pub instead: &'static str,
}

/// A set of kinds of group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kinds(pub u8);

impl Kinds {
    pub const BLOCK: Kinds = Kinds(1);
    pub const TILE: Kinds = Kinds(2);
    pub const COALESCED: Kinds = Kinds(4);
    pub const GRID: Kinds = Kinds(8);
    pub const COOPERATIVE_GRID: Kinds = Kinds(16);
    pub const ALL: Kinds = Kinds(31);
    /// What `arrive` gives, which can do nothing but wait.
    pub const ARRIVAL: Kinds = Kinds(32);
    /// Groups of at most one warp.
    pub const WARP: Kinds = Kinds(Kinds::TILE.0 | Kinds::COALESCED.0);
    pub const GRIDS: Kinds = Kinds(Kinds::GRID.0 | Kinds::COOPERATIVE_GRID.0);
    /// Groups whose threads can wait for each other.
    pub const BARRIER: Kinds = Kinds(Kinds::BLOCK.0 | Kinds::WARP.0 | Kinds::COOPERATIVE_GRID.0);

    pub const fn or(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }

    pub const fn contains(self, other: Kinds) -> bool {
        self.0 & other.0 == other.0
    }

    /// The kind of a group; `None` for a generic parameter, which has what its bounds say.
    pub fn of(group: &Group) -> Option<Kinds> {
        Some(match group {
            Group::Block(_) => Kinds::BLOCK,
            Group::Tile(_) => Kinds::TILE,
            Group::Coalesced => Kinds::COALESCED,
            Group::Grid => Kinds::GRID,
            Group::CooperativeGrid => Kinds::COOPERATIVE_GRID,
            Group::Arrival(_) => Kinds::ARRIVAL,
            Group::Param(_) => return None,
        })
    }
}

/// The traits a generic group is bounded by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Capability {
    Group,
    Barrier,
    Shuffle,
    ShuffleXor,
    Vote,
    Ballot,
    Reduce,
    Scan,
    Match,
    Partition,
    /// No trait: only the group's own type has it, as `block.shared` does.
    Inherent,
}

impl Capability {
    /// The capabilities that are traits a user may write.
    pub const TRAITS: [Capability; 10] = [
        Capability::Group,
        Capability::Barrier,
        Capability::Shuffle,
        Capability::ShuffleXor,
        Capability::Vote,
        Capability::Ballot,
        Capability::Reduce,
        Capability::Scan,
        Capability::Match,
        Capability::Partition,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Capability::Group => "Group",
            Capability::Barrier => "Barrier",
            Capability::Shuffle => "Shuffle",
            Capability::ShuffleXor => "ShuffleXor",
            Capability::Vote => "Vote",
            Capability::Ballot => "Ballot",
            Capability::Reduce => "Reduce",
            Capability::Scan => "Scan",
            Capability::Match => "Match",
            Capability::Partition => "Partition",
            Capability::Inherent => "",
        }
    }

    /// Who has it, for a group that has not.
    pub fn instead(self) -> &'static str {
        GROUP_OPS
            .iter()
            .find(|op| op.capability == self)
            .map_or("", |op| op.instead)
    }

    /// What a group that has it can do, as words after "to have".
    pub fn what(self) -> &'static str {
        match self {
            Capability::Group => "ranks",
            Capability::Barrier => "a barrier",
            Capability::Shuffle => "shuffles",
            Capability::ShuffleXor => "`shfl_xor`",
            Capability::Vote => "votes",
            Capability::Ballot => "`ballot`",
            Capability::Reduce => "`reduce`",
            Capability::Scan => "scans",
            Capability::Match => "`match_any` and `match_all`",
            Capability::Partition => "partitions by value",
            Capability::Inherent => "this",
        }
    }

    pub fn from_name(name: &str) -> Option<Capability> {
        Capability::TRAITS
            .into_iter()
            .find(|capability| capability.name() == name)
    }

    /// The groups that have it.
    pub fn kinds(self) -> Kinds {
        match self {
            Capability::Group | Capability::Inherent => Kinds::ALL,
            Capability::Barrier => Kinds::BARRIER,
            Capability::ShuffleXor => Kinds::TILE,
            Capability::Vote | Capability::Reduce => Kinds::BLOCK.or(Kinds::WARP),
            Capability::Shuffle
            | Capability::Ballot
            | Capability::Scan
            | Capability::Match
            | Capability::Partition => Kinds::WARP,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turbofish {
    None,
    /// `::<32>`: the size of a tile.
    TileSize,
    /// `::<[f32; 256]>`: what lies in shared memory.
    Shared,
}

/// What an argument is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operand {
    /// The value that goes through the operation: any `DeviceCopy` of at most 32 bytes. Binds the
    /// type that [`Outcome::Value`] gives back.
    Value,
    Bool,
    Usize,
    /// `Plus`, …: must fit the value (bit operations: integers only).
    Operator,
    /// `a..b` of any integer.
    Range,
    /// `&x[i]`: the place that a value is loaded from. Binds the type of [`Outcome::Value`].
    Place,
    /// An integer, by which threads are told apart.
    Label,
    /// `|| …`: what one thread does, of type `()`.
    Action,
    /// `|| …`: what one thread computes, a value as of [`Operand::Value`]. Binds the type of
    /// [`Outcome::Value`].
    Computation,
}

impl Operand {
    /// Whether the operand is a closure.
    pub fn is_closure(self) -> bool {
        matches!(self, Operand::Action | Operand::Computation)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Unit,
    Bool,
    U32,
    Usize,
    Dim3,
    /// The type of the operand [`Operand::Value`], or of what a place holds or a closure gives.
    Value,
    /// A part of the group, within a warp.
    Coalesced,
    /// What stands for the group until its threads have waited for each other.
    Arrival,
    /// A tile of the size in the turbofish.
    Tile,
    /// The memory of `shared::<T>()`.
    Shared,
    /// What `for` goes through; items have the type of the range.
    Iter,
}

/// Over which threads the result of an operation is equal: what the convergence analysis goes by
/// (`converge/flow/groups.rs`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Uniformity {
    /// There is no result.
    Nothing,
    /// Every thread may have another: ranks, shares of a range, scans, the masks of `match_any`.
    Varying,
    /// Equal in the whole launch, whenever it is asked for: the extents of grid and blocks.
    Launch,
    /// Equal in each block, whenever it is asked for: where the block is in the grid, its shared memory.
    Block,
    /// How many threads, how many parts: fixed by the launch for a group that exists from the start
    /// of it, equal in the group for one made on the way.
    Shape,
    /// Which of its parent's parts the group is: equal in the group.
    Place,
    /// The operation leaves the same in every thread of the group: votes, reductions, broadcasts.
    Group,
    /// Every thread takes the operand `value` of another one, chosen by the operand `source` (`None`
    /// if by its own rank): equal in the group where all choose the same one, and where the value
    /// was equal before nothing changes.
    Exchange { value: usize, source: Option<usize> },
    /// The result stands for the group itself.
    Itself,
    /// The result is a part of the group that called; the parts are cut by rank.
    Tiles,
    /// The result is a part of the group that called (in a tuple, every group of it is one); the
    /// threads of a part agree in the operand `by`.
    Parts { by: usize },
}

/// An argument that all threads of the group must give alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UniformArg {
    /// Which of [`GroupOp::params`].
    pub param: usize,
    pub on: UniformOn,
}

/// The groups on which an argument must be uniform.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UniformOn {
    Every,
    /// Tiles of more than one warp, which exchange values through memory.
    LargeTiles,
}

impl GroupOp {
    pub fn find(name: &str) -> Option<&'static GroupOp> {
        GROUP_OPS.iter().find(|op| op.name == name)
    }

    /// Whether no thread goes on before all threads of the group have come: not so where ranks alone
    /// decide, or where one thread does all there is to do.
    pub fn waits_for_all(&self) -> bool {
        let by_rank = matches!(self.uniformity, Uniformity::Tiles | Uniformity::Itself);
        self.collective && !by_rank && !self.params.contains(&Operand::Action)
    }
}

const fn query(
    name: &'static str,
    on: Kinds,
    result: Outcome,
    uniformity: Uniformity,
    instead: &'static str,
) -> GroupOp {
    GroupOp {
        name,
        on,
        capability: if on.0 == Kinds::ALL.0 {
            Capability::Group
        } else {
            Capability::Inherent
        },
        turbofish: Turbofish::None,
        params: &[],
        result,
        collective: false,
        uniformity,
        uniform_args: &[],
        instead,
    }
}

const fn collective(
    name: &'static str,
    capability: Capability,
    on: Kinds,
    params: &'static [Operand],
    result: Outcome,
    uniformity: Uniformity,
    instead: &'static str,
) -> GroupOp {
    GroupOp {
        name,
        on,
        capability,
        turbofish: Turbofish::None,
        params,
        result,
        collective: true,
        uniformity,
        uniform_args: &[],
        instead,
    }
}

const TO_WARP: &str = "only tiles of at most 32 threads and coalesced groups have it; partition the block: `block.tiled_partition::<32>()`";
const TO_BLOCK: &str = "only blocks, tiles of at most 32 threads and coalesced groups have it; take a `block: ThreadBlock` and ask it, and combine the blocks' results with atomics";
const TO_BARRIER: &str = "the blocks of an ordinary launch need not all be resident; take a `grid: CooperativeGrid`, which makes the launch a cooperative one";
const OF_BLOCK: &str = "take a `block: ThreadBlock` and ask it";
const OF_GRID: &str = "take a `grid: Grid` and ask it";
const OF_PARTS: &str = "only groups that were made by partitioning another have it";

/// Every operation.
pub static GROUP_OPS: &[GroupOp] = &[
    query(
        "num_threads",
        Kinds::ALL,
        Outcome::Usize,
        Uniformity::Shape,
        "",
    ),
    query(
        "thread_rank",
        Kinds::ALL,
        Outcome::Usize,
        Uniformity::Varying,
        "",
    ),
    GroupOp {
        params: &[Operand::Range],
        ..query("stride", Kinds::ALL, Outcome::Iter, Uniformity::Varying, "")
    },
    query(
        "group_index",
        Kinds::BLOCK,
        Outcome::Dim3,
        Uniformity::Block,
        OF_BLOCK,
    ),
    query(
        "thread_index",
        Kinds::BLOCK,
        Outcome::Dim3,
        Uniformity::Varying,
        OF_BLOCK,
    ),
    query(
        "dim_threads",
        Kinds::BLOCK,
        Outcome::Dim3,
        Uniformity::Launch,
        OF_BLOCK,
    ),
    query(
        "meta_group_size",
        Kinds::WARP,
        Outcome::Usize,
        Uniformity::Shape,
        OF_PARTS,
    ),
    query(
        "meta_group_rank",
        Kinds::WARP,
        Outcome::Usize,
        Uniformity::Place,
        OF_PARTS,
    ),
    query(
        "num_blocks",
        Kinds::GRIDS,
        Outcome::Usize,
        Uniformity::Launch,
        OF_GRID,
    ),
    query(
        "block_rank",
        Kinds::GRIDS,
        Outcome::Usize,
        Uniformity::Block,
        OF_GRID,
    ),
    query(
        "block_index",
        Kinds::GRIDS,
        Outcome::Dim3,
        Uniformity::Block,
        OF_GRID,
    ),
    query(
        "dim_blocks",
        Kinds::GRIDS,
        Outcome::Dim3,
        Uniformity::Launch,
        OF_GRID,
    ),
    // Not a collective: it names a place. Every thread of the block that asks at the same call gets
    // the same memory.
    GroupOp {
        turbofish: Turbofish::Shared,
        ..query(
            "shared",
            Kinds::BLOCK,
            Outcome::Shared,
            Uniformity::Block,
            OF_BLOCK,
        )
    },
    GroupOp {
        capability: Capability::Inherent,
        turbofish: Turbofish::TileSize,
        ..collective(
            "tiled_partition",
            Capability::Inherent,
            Kinds::BLOCK.or(Kinds::TILE),
            &[],
            Outcome::Tile,
            Uniformity::Tiles,
            "only a block and a larger tile can be cut into tiles",
        )
    },
    collective(
        "sync",
        Capability::Barrier,
        Kinds::BARRIER,
        &[],
        Outcome::Unit,
        Uniformity::Nothing,
        TO_BARRIER,
    ),
    // In the printed Rust `arrive` borrows the group until the wait, so that rustc sees to it that there
    // is no collective between, and no second wait.
    collective(
        "arrive",
        Capability::Inherent,
        Kinds::BLOCK.or(Kinds::COOPERATIVE_GRID),
        &[],
        Outcome::Arrival,
        Uniformity::Itself,
        "only blocks and cooperative grids have barriers in two steps; `sync` does both at once",
    ),
    collective(
        "wait",
        Capability::Inherent,
        Kinds::ARRIVAL,
        &[],
        Outcome::Unit,
        Uniformity::Nothing,
        "what `arrive` gives can wait, `let arrival = block.arrive(); …; arrival.wait();`; `sync` does both at once",
    ),
    GroupOp {
        uniform_args: &[UniformArg {
            param: 1,
            on: UniformOn::Every,
        }],
        ..collective(
            "broadcast",
            Capability::Barrier,
            Kinds::BARRIER,
            &[Operand::Value, Operand::Usize],
            Outcome::Value,
            Uniformity::Group,
            TO_BARRIER,
        )
    },
    // Rank 0's place counts, so that the others' need not be the same.
    collective(
        "load_uniform",
        Capability::Barrier,
        Kinds::BARRIER,
        &[Operand::Place],
        Outcome::Value,
        Uniformity::Group,
        TO_BARRIER,
    ),
    collective(
        "invoke_one",
        Capability::Barrier,
        Kinds::BARRIER,
        &[Operand::Action],
        Outcome::Unit,
        Uniformity::Nothing,
        TO_BARRIER,
    ),
    collective(
        "invoke_one_broadcast",
        Capability::Barrier,
        Kinds::BARRIER,
        &[Operand::Computation],
        Outcome::Value,
        Uniformity::Group,
        TO_BARRIER,
    ),
    collective(
        "shfl",
        Capability::Shuffle,
        Kinds::WARP,
        &[Operand::Value, Operand::Usize],
        Outcome::Value,
        Uniformity::Exchange {
            value: 0,
            source: Some(1),
        },
        TO_WARP,
    ),
    collective(
        "shfl_up",
        Capability::Shuffle,
        Kinds::WARP,
        &[Operand::Value, Operand::Usize],
        Outcome::Value,
        Uniformity::Exchange {
            value: 0,
            source: None,
        },
        TO_WARP,
    ),
    collective(
        "shfl_down",
        Capability::Shuffle,
        Kinds::WARP,
        &[Operand::Value, Operand::Usize],
        Outcome::Value,
        Uniformity::Exchange {
            value: 0,
            source: None,
        },
        TO_WARP,
    ),
    collective(
        "shfl_xor",
        Capability::ShuffleXor,
        Kinds::TILE,
        &[Operand::Value, Operand::Usize],
        Outcome::Value,
        Uniformity::Exchange {
            value: 0,
            source: None,
        },
        "only tiles of at most 32 threads have it; partition the block: `block.tiled_partition::<32>()`",
    ),
    collective(
        "any",
        Capability::Vote,
        Kinds::BLOCK.or(Kinds::WARP),
        &[Operand::Bool],
        Outcome::Bool,
        Uniformity::Group,
        TO_BLOCK,
    ),
    collective(
        "all",
        Capability::Vote,
        Kinds::BLOCK.or(Kinds::WARP),
        &[Operand::Bool],
        Outcome::Bool,
        Uniformity::Group,
        TO_BLOCK,
    ),
    collective(
        "ballot",
        Capability::Ballot,
        Kinds::WARP,
        &[Operand::Bool],
        Outcome::U32,
        Uniformity::Group,
        TO_WARP,
    ),
    collective(
        "reduce",
        Capability::Reduce,
        Kinds::BLOCK.or(Kinds::WARP),
        &[Operand::Value, Operand::Operator],
        Outcome::Value,
        Uniformity::Group,
        TO_BLOCK,
    ),
    collective(
        "inclusive_scan",
        Capability::Scan,
        Kinds::WARP,
        &[Operand::Value, Operand::Operator],
        Outcome::Value,
        Uniformity::Varying,
        TO_WARP,
    ),
    collective(
        "exclusive_scan",
        Capability::Scan,
        Kinds::WARP,
        &[Operand::Value, Operand::Operator],
        Outcome::Value,
        Uniformity::Varying,
        TO_WARP,
    ),
    collective(
        "match_any",
        Capability::Match,
        Kinds::WARP,
        &[Operand::Label],
        Outcome::U32,
        Uniformity::Varying,
        TO_WARP,
    ),
    collective(
        "match_all",
        Capability::Match,
        Kinds::WARP,
        &[Operand::Label],
        Outcome::U32,
        Uniformity::Group,
        TO_WARP,
    ),
    collective(
        "binary_partition",
        Capability::Partition,
        Kinds::WARP,
        &[Operand::Bool],
        Outcome::Coalesced,
        Uniformity::Parts { by: 0 },
        TO_WARP,
    ),
    collective(
        "labeled_partition",
        Capability::Partition,
        Kinds::WARP,
        &[Operand::Label],
        Outcome::Coalesced,
        Uniformity::Parts { by: 0 },
        TO_WARP,
    ),
];
