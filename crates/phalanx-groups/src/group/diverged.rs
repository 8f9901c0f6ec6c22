//! Groups that are not wholly here.

use core::marker::PhantomData;
use core::ops::Range;

use super::{Arrival, CoalescedGroup, CooperativeGrid, ThreadBlock, ThreadBlockTile};
use crate::capability::Group;
use crate::dim3::Dim3;
use crate::rt::Ref;
use crate::rt::shared::SharedShape;
use crate::stride::{Stride, StrideIndex};

/// A group of which not every thread is here: in a branch that only some of them take, behind a
/// `return` of some. It tells ranks and sizes as the group does, and is no [`Group`]: it has none of the
/// collectives, and is passed to no function.
///
/// The Rust that a kernel becomes gives the name of a group to this, from the point on at which the
/// convergence analysis no longer finds it whole. So a collective call that the analysis missed is an
/// error of types:
///
/// ```
/// # use phalanx_groups::{Diverged, ThreadBlock};
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

impl<G: Group + ?Sized> Diverged<'_, G> {
    /// As [`Group::num_threads`].
    pub fn num_threads(&self) -> usize {
        self.0.num_threads()
    }

    /// As [`Group::thread_rank`].
    pub fn thread_rank(&self) -> usize {
        self.0.thread_rank()
    }

    /// As [`Group::stride`].
    pub fn stride<I: StrideIndex>(&self, range: Range<I>) -> Stride<I> {
        self.0.stride(range)
    }
}

/// The threads of a group, all of them: what is said not to be [`Here`].
#[doc(hidden)]
pub struct AllOf<G: ?Sized>(PhantomData<G>);

/// Nothing is: the bound of each call that a [`Diverged`] does not make.
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

/// A call that all threads of a group must make: here only to say why it cannot be.
macro_rules! not_made {
    ($call:ident $([$($generic:tt)*])? ($($arg:ty),*) $(-> $result:ty)?) => {
        impl<G: Group + ?Sized> Diverged<'_, G> {
            #[doc(hidden)]
            pub fn $call$(<$($generic)*>)?(&self $(, _: $arg)*) $(-> $result)?
            where
                AllOf<G>: Here,
            {
                unreachable!("nothing is `Here`")
            }
        }
    };
}
not_made! { tiled_partition[const N: usize]() -> ThreadBlockTile<N> }
not_made! { binary_partition(bool) -> CoalescedGroup }
not_made! { labeled_partition[T](T) -> CoalescedGroup }
not_made! { sync() }
not_made! { arrive() -> Arrival<'_, ThreadBlock> }
not_made! { broadcast[T](T, usize) -> T }
not_made! { load_uniform[T](Ref<'_, T>) -> T }
not_made! { invoke_one(impl FnOnce()) }
not_made! { invoke_one_broadcast[T](impl FnOnce() -> T) -> T }
not_made! { shfl[T](T, usize) -> T }
not_made! { shfl_up[T](T, usize) -> T }
not_made! { shfl_down[T](T, usize) -> T }
not_made! { shfl_xor[T](T, usize) -> T }
not_made! { any(bool) -> bool }
not_made! { all(bool) -> bool }
not_made! { ballot(bool) -> u32 }
not_made! { reduce[T, O](T, O) -> T }
not_made! { inclusive_scan[T, O](T, O) -> T }
not_made! { exclusive_scan[T, O](T, O) -> T }
not_made! { match_any[T](T) -> u32 }
not_made! { match_all[T](T) -> u32 }

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
