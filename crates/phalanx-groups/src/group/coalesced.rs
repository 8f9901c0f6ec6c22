//! Groups of the threads that happen to be together.

use core::panic::Location;

use super::NotSend;
use crate::capability::{Group, Member};
use crate::exec::{self, Coalesced, Scope};

/// Threads of one warp: CUDA's `coalesced_group`. Those that were at the same place are one, see
/// [`coalesced_threads`], and so are the parts of a tile or of another such group, see
/// [`binary_partition`](crate::Collectives::binary_partition) and
/// [`labeled_partition`](crate::Collectives::labeled_partition).
#[derive(Debug)]
pub struct CoalescedGroup {
    group: Coalesced,
    parts: u32,
    number: u32,
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
        parts: 1,
        number: 0,
        _not_send: NotSend::default(),
    }
}

impl CoalescedGroup {
    pub(crate) fn part(group: Coalesced, parts: u32, number: u32) -> Self {
        CoalescedGroup {
            group,
            parts,
            number,
            _not_send: NotSend::default(),
        }
    }

    /// Into how many groups the parent was partitioned; 1 where the group was not made by
    /// partitioning another.
    pub fn meta_group_size(&self) -> usize {
        self.parts as usize
    }

    /// Which of the groups of a partition this is: less than
    /// [`meta_group_size`](Self::meta_group_size).
    pub fn meta_group_rank(&self) -> usize {
        self.number as usize
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
