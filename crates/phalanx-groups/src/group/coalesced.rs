//! Groups of the threads that happen to be together.

use core::panic::Location;

use super::NotSend;
use crate::capability::{Group, Member};
use crate::exec::{self, Coalesced, Scope};

/// Threads of one warp that were at the same place: CUDA's `coalesced_group`. Made by
/// [`coalesced_threads`].
#[derive(Debug)]
pub struct CoalescedGroup {
    group: Coalesced,
    _not_send: NotSend,
}

/// The group of the threads of this warp that are here now.
///
/// Allowed in divergent code: it does not wait for anyone. Which threads are in the group is up to
/// the hardware, but the calling thread is.
#[track_caller]
pub fn coalesced_threads() -> CoalescedGroup {
    let site = Location::caller();
    CoalescedGroup {
        group: exec::with(|context| context.coalesce(site)),
        _not_send: NotSend::default(),
    }
}

impl CoalescedGroup {
    /// Into how many groups the parent was partitioned: 1, for the threads that are here now are
    /// not a partition.
    pub fn meta_group_size(&self) -> usize {
        1
    }

    /// Which of the groups of a partition this is: 0, see
    /// [`meta_group_size`](Self::meta_group_size).
    pub fn meta_group_rank(&self) -> usize {
        0
    }
}

impl Group for CoalescedGroup {
    fn num_threads(&self) -> usize {
        self.group.members.count_ones() as usize
    }

    fn thread_rank(&self) -> usize {
        self.group.rank as usize
    }
}

impl Member for CoalescedGroup {
    fn scope(&self) -> Scope {
        Scope::Coalesced(self.group)
    }
}
