//! Who may do what: one trait a capability.
//!
//! | | `ThreadBlock` | `ThreadBlockTile<N>` | `CoalescedGroup` | `Grid` | `CooperativeGrid` |
//! |---|---|---|---|---|---|
//! | [`Barrier`] | ● | ● | ● | | ● |
//! | [`Shuffle`] | | ● | ● | | |
//! | [`ShuffleXor`] | | ● | | | |
//! | [`Vote`] | ● | ● | ● | | |
//! | [`Ballot`] | | ● | ● | | |
//! | [`Match`] | | ● | ● | | |
//! | [`Reduce`] | ● | ● | ● | | |
//! | [`Scan`] | | ● | ● | | |
//! | [`Partition`] | | ● | ● | | |
//!
//! The methods are on [`Collectives`](crate::Collectives), each with the capability as its bound,
//! so that a wrong call and a wrong argument of a generic function fail with the same message.

use core::ops::Range;

use crate::exec::Scope;
use crate::group::{CoalescedGroup, CooperativeGrid, Grid, ThreadBlock, ThreadBlockTile};
use crate::stride::{Stride, StrideIndex};

/// A group of threads. Every group says how many threads it has and which of them is asking.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a group of threads",
    label = "needs a group",
    note = "the groups are `ThreadBlock`, `ThreadBlockTile<N>`, `CoalescedGroup`, `Grid` and \
        `CooperativeGrid`"
)]
pub trait Group: Member {
    /// How many threads the group has.
    fn num_threads(&self) -> usize;

    /// The calling thread's rank in the group: less than [`num_threads`](Group::num_threads). In
    /// 2-D and 3-D blocks x runs fastest.
    fn thread_rank(&self) -> usize;

    /// The calling thread's share of `range`: its elements number rank, rank + `num_threads()`,
    /// rank + 2 `num_threads()`, …. Together the threads of the group visit each element once,
    /// neighbours at the same time.
    ///
    /// Not a collective: threads may leave the loop when they like.
    #[inline]
    fn stride<I: StrideIndex>(&self, range: Range<I>) -> Stride<I> {
        Stride::new(range, self.thread_rank() as u64, self.num_threads() as u64)
    }
}

/// A group whose threads can wait for each other.
#[diagnostic::on_unimplemented(
    message = "a `{Self}` has no barrier",
    label = "cannot wait for all its threads",
    note = "the blocks of an ordinary launch need not all be resident, so they cannot wait for \
        each other",
    note = "to synchronise the whole grid take `grid: CooperativeGrid`, which makes the launch a \
        cooperative one",
    note = "to synchronise a block take `block: ThreadBlock` and call `block.sync()`"
)]
pub trait Barrier: Group {}

/// A group whose threads can read each other's values.
#[diagnostic::on_unimplemented(
    message = "a `{Self}` has no shuffle",
    label = "cannot shuffle: only tiles of at most 32 threads and coalesced groups can",
    note = "values are exchanged between the registers of one warp, and this group may be larger",
    note = "partition the block and shuffle in the tile: `block.tiled_partition::<32>().shfl(..)`"
)]
pub trait Shuffle: Group {}

/// A group whose threads can read each other's values at ranks that differ in given bits.
#[diagnostic::on_unimplemented(
    message = "a `{Self}` has no `shfl_xor`",
    label = "cannot exchange by ranks' bits: only tiles of at most 32 threads can",
    note = "flipping bits of a rank stays inside a group only if its size is a power of two and \
        at most a warp's",
    note = "partition the block and exchange in the tile: \
        `block.tiled_partition::<32>().shfl_xor(..)`",
    note = "in a coalesced group name the source: `group.shfl(value, source)`"
)]
pub trait ShuffleXor: Group {}

/// A group whose threads can vote.
#[diagnostic::on_unimplemented(
    message = "a `{Self}` has no `any` and `all`",
    label = "cannot vote: only blocks, tiles of at most 32 threads and coalesced groups can",
    note = "a vote waits for all threads of a group, and takes no memory of the launch",
    note = "take `block: ThreadBlock`, vote in the block, and collect the blocks' votes in an atomic"
)]
pub trait Vote: Group {}

/// A group whose threads can collect one bit of each.
#[diagnostic::on_unimplemented(
    message = "a `{Self}` has no ballot",
    label = "cannot ballot: only tiles of at most 32 threads and coalesced groups can",
    note = "a ballot is one 32-bit word with a bit for each thread, and this group may be larger",
    note = "partition the block and ballot in the tile: `block.tiled_partition::<32>().ballot(..)`"
)]
pub trait Ballot: Group {}

/// A group whose threads can combine a value of each into one.
#[diagnostic::on_unimplemented(
    message = "a `{Self}` has no reduction",
    label = "cannot reduce: only blocks, tiles of at most 32 threads and coalesced groups can",
    note = "values are combined between registers and through the shared memory of a block, and this \
        group may be larger",
    note = "take `block: ThreadBlock`, reduce in the block, and combine the blocks' results in an \
        atomic: `total.fetch_add(block.reduce(v, Plus), Relaxed)` by one thread"
)]
pub trait Reduce: Group {
    /// The order of combination, which shows in the rounding of floats.
    #[doc(hidden)]
    const TREE: Tree;
}

/// In which order a reduction combines values.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tree {
    /// Every thread combines its value with that of the rank that differs in one bit, from the
    /// highest bit down.
    Butterfly,
    /// Every thread combines its value with that of the rank 1, 2, 4, … further on, if there is
    /// one; rank 0 has the result.
    Ladder,
    /// Runs of 32 ranks by themselves, then their results.
    Warps,
}

/// A group in which each thread can have the values of those before it combined.
#[diagnostic::on_unimplemented(
    message = "a `{Self}` has no scans",
    label = "cannot scan: only tiles of at most 32 threads and coalesced groups can",
    note = "values are combined between the registers of one warp, and this group may be larger",
    note = "partition the block and scan in the tile: \
        `block.tiled_partition::<32>().exclusive_scan(..)`"
)]
pub trait Scan: Group {}

/// A group whose threads can find those that have an equal integer.
#[diagnostic::on_unimplemented(
    message = "a `{Self}` has no `match_any` and `match_all`",
    label = "cannot match: only tiles of at most 32 threads and coalesced groups can",
    note = "a match is one 32-bit word with a bit for each thread, and this group may be larger",
    note = "partition the block and match in the tile: `block.tiled_partition::<32>().match_any(..)`"
)]
pub trait Match: Group {}

/// A group that can be partitioned by a value of each thread.
#[diagnostic::on_unimplemented(
    message = "a `{Self}` cannot be partitioned by a value",
    label = "has no `binary_partition` and `labeled_partition`: only tiles of at most 32 threads and \
        coalesced groups do",
    note = "the parts of such a partition lie within one warp, and this group may be larger",
    note = "partition the block into tiles first: \
        `block.tiled_partition::<32>().labeled_partition(..)`"
)]
pub trait Partition: Group {}

/// What a group is to the execution context. Sealed: groups are made here only.
#[doc(hidden)]
pub trait Member: sealed::Sealed {
    /// Which group instance this is.
    fn scope(&self) -> Scope;
}

mod sealed {
    use super::{CoalescedGroup, CooperativeGrid, Grid, ThreadBlock, ThreadBlockTile};

    pub trait Sealed {}

    impl<const X: u32, const Y: u32, const Z: u32> Sealed for ThreadBlock<X, Y, Z> {}
    impl<const N: usize> Sealed for ThreadBlockTile<N> {}
    impl Sealed for CoalescedGroup {}
    impl Sealed for Grid {}
    impl Sealed for CooperativeGrid {}
}

impl<const X: u32, const Y: u32, const Z: u32> Barrier for ThreadBlock<X, Y, Z> {}

impl<const N: usize> Barrier for ThreadBlockTile<N> {}
impl<const N: usize> Shuffle for ThreadBlockTile<N> {}
impl<const N: usize> ShuffleXor for ThreadBlockTile<N> {}
impl<const N: usize> Vote for ThreadBlockTile<N> {}
impl<const N: usize> Ballot for ThreadBlockTile<N> {}
impl<const N: usize> Scan for ThreadBlockTile<N> {}
impl<const N: usize> Match for ThreadBlockTile<N> {}
impl<const N: usize> Partition for ThreadBlockTile<N> {}
impl<const N: usize> Reduce for ThreadBlockTile<N> {
    const TREE: Tree = Tree::Butterfly;
}

impl Barrier for CoalescedGroup {}
impl Shuffle for CoalescedGroup {}
impl Vote for CoalescedGroup {}
impl Ballot for CoalescedGroup {}
impl Scan for CoalescedGroup {}
impl Match for CoalescedGroup {}
impl Partition for CoalescedGroup {}
impl Reduce for CoalescedGroup {
    const TREE: Tree = Tree::Ladder;
}

impl Barrier for CooperativeGrid {}

impl<const X: u32, const Y: u32, const Z: u32> Vote for ThreadBlock<X, Y, Z> {}
impl<const X: u32, const Y: u32, const Z: u32> Reduce for ThreadBlock<X, Y, Z> {
    const TREE: Tree = Tree::Warps;
}
