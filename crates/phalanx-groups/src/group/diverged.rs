//! Groups that are not wholly here.

use core::marker::PhantomData;

use super::{Arrival, CoalescedGroup, CooperativeGrid, ThreadBlock, ThreadBlockTile};
use crate::capability::{
    Ballot, Barrier, Group, Match, Member, Partition, Reduce, Scan, Shuffle, ShuffleXor, Tree, Vote,
};
use crate::dim3::Dim3;
use crate::exec::Scope;
use crate::rt::shared::SharedShape;

/// A group of which not every thread is here: in a branch that only some of them take, behind a
/// `return` of some. It tells ranks and sizes as the group does, and has none of its collectives.
///
/// The Rust that a kernel becomes gives the name of a group to this, from the point on at which the
/// convergence analysis no longer finds it whole. So a collective call that the analysis missed is an
/// error of types:
///
/// ```
/// # use phalanx_groups::{Diverged, Group, ThreadBlock};
/// fn rank(block: Diverged<'_, ThreadBlock>) -> usize {
///     block.group_index().x * block.num_threads() + block.thread_rank()
/// }
/// ```
///
/// ```compile_fail,E0277
/// # use phalanx_groups::{Collectives, Diverged, ThreadBlock};
/// fn meet(block: Diverged<'_, ThreadBlock>) {
///     block.sync();
/// }
/// ```
#[derive(Debug)]
pub struct Diverged<'group, G: ?Sized>(&'group G);

impl<'group, G: Group + ?Sized> Diverged<'group, G> {
    /// What is left of a group where it is not whole.
    #[inline]
    pub fn of(group: &'group G) -> Self {
        Self(group)
    }
}

impl<G: Group + ?Sized> Group for Diverged<'_, G> {
    #[inline]
    fn num_threads(&self) -> usize {
        self.0.num_threads()
    }

    #[inline]
    fn thread_rank(&self) -> usize {
        self.0.thread_rank()
    }
}

impl<G: Group + ?Sized> Member for Diverged<'_, G> {
    fn scope(&self) -> Scope {
        self.0.scope()
    }
}

/// The threads of a group, all of them: what is said not to be [`Here`].
#[doc(hidden)]
pub struct AllOf<G: ?Sized>(PhantomData<G>);

/// Nothing is: the bound of whatever a [`Diverged`] cannot do. It is on another type than the
/// `Diverged`, since rustc explains a missing capability by the bound that it comes down to only if that
/// speaks of another type.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "not every thread of this group is here, and all of them must make this call",
    label = "only some of the group's threads come here",
    note = "behind a condition that differs from thread to thread, or a `return` or `break` under \
        one, a group tells its ranks and sizes, and nothing more",
    note = "make the call where all threads of the group come by: choose a value under the condition, \
        and call with the value after it"
)]
pub trait Here {}

impl<G: Barrier + ?Sized> Barrier for Diverged<'_, G> where AllOf<G>: Here {}
impl<G: Shuffle + ?Sized> Shuffle for Diverged<'_, G> where AllOf<G>: Here {}
impl<G: ShuffleXor + ?Sized> ShuffleXor for Diverged<'_, G> where AllOf<G>: Here {}
impl<G: Vote + ?Sized> Vote for Diverged<'_, G> where AllOf<G>: Here {}
impl<G: Ballot + ?Sized> Ballot for Diverged<'_, G> where AllOf<G>: Here {}
impl<G: Scan + ?Sized> Scan for Diverged<'_, G> where AllOf<G>: Here {}
impl<G: Match + ?Sized> Match for Diverged<'_, G> where AllOf<G>: Here {}
impl<G: Partition + ?Sized> Partition for Diverged<'_, G> where AllOf<G>: Here {}
impl<G: Reduce + ?Sized> Reduce for Diverged<'_, G>
where
    AllOf<G>: Here,
{
    const TREE: Tree = G::TREE;
}

impl<G: Barrier> Diverged<'_, G> {
    /// A collective, see [`Here`].
    pub fn arrive(&mut self) -> Arrival<'_, G>
    where
        AllOf<G>: Here,
    {
        unreachable!("nothing is `Here`")
    }
}

impl<const X: u32, const Y: u32, const Z: u32> Diverged<'_, ThreadBlock<X, Y, Z>> {
    /// As [`ThreadBlock::group_index`].
    pub fn group_index(&self) -> Dim3 {
        self.0.group_index()
    }

    /// As [`ThreadBlock::thread_index`].
    pub fn thread_index(&self) -> Dim3 {
        self.0.thread_index()
    }

    /// As [`ThreadBlock::dim_threads`].
    pub fn dim_threads(&self) -> Dim3 {
        self.0.dim_threads()
    }

    /// As [`ThreadBlock::shared`], which is no collective: it names a place.
    #[track_caller]
    pub fn shared<S: SharedShape>(&self) -> S::Handle {
        self.0.shared::<S>()
    }

    /// A collective, see [`Here`].
    #[track_caller]
    pub fn tiled_partition<const N: usize>(&self) -> ThreadBlockTile<N>
    where
        AllOf<ThreadBlock<X, Y, Z>>: Here,
    {
        self.0.tiled_partition::<N>()
    }
}

impl<const N: usize> Diverged<'_, ThreadBlockTile<N>> {
    /// As [`ThreadBlockTile::meta_group_size`].
    pub fn meta_group_size(&self) -> usize {
        self.0.meta_group_size()
    }

    /// As [`ThreadBlockTile::meta_group_rank`].
    pub fn meta_group_rank(&self) -> usize {
        self.0.meta_group_rank()
    }

    /// A collective, see [`Here`].
    pub fn tiled_partition<const M: usize>(&self) -> ThreadBlockTile<M>
    where
        AllOf<ThreadBlockTile<N>>: Here,
    {
        self.0.tiled_partition::<M>()
    }
}

impl Diverged<'_, CoalescedGroup> {
    /// As [`CoalescedGroup::meta_group_size`].
    pub fn meta_group_size(&self) -> usize {
        self.0.meta_group_size()
    }

    /// As [`CoalescedGroup::meta_group_rank`].
    pub fn meta_group_rank(&self) -> usize {
        self.0.meta_group_rank()
    }
}

impl Diverged<'_, CooperativeGrid> {
    /// As [`CooperativeGrid::num_blocks`].
    pub fn num_blocks(&self) -> usize {
        self.0.num_blocks()
    }

    /// As [`CooperativeGrid::block_rank`].
    pub fn block_rank(&self) -> usize {
        self.0.block_rank()
    }

    /// As [`CooperativeGrid::block_index`].
    pub fn block_index(&self) -> Dim3 {
        self.0.block_index()
    }

    /// As [`CooperativeGrid::dim_blocks`].
    pub fn dim_blocks(&self) -> Dim3 {
        self.0.dim_blocks()
    }
}
