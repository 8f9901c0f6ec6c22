//! The collective methods: what all threads of a group do together.
//!
//! Each method is a rendezvous with an [`Operation`](crate::exec::Operation): its name, its types, and a function over the
//! members' values. To add one, add the capability that it needs, if it is new, the method here, and
//! its operation in the file of its kind.
//!
//! # The order of combination
//!
//! What a reduction or a scan of floats gives depends on the order in which it combines. It is fixed,
//! the same on every device, and by the kind of the group:
//!
//! - **butterfly**, the reduction of a tile of `N`: for `d` = N/2, N/4, …, 1 every thread does
//!   `v = op(v, v of rank ^ d)`, all at the same time;
//! - **ladder**, the reduction of a coalesced group: for `d` = 1, 2, 4, … less than the size every
//!   thread whose rank + `d` is in the group does `v = op(v, v of rank + d)`, all at the same time;
//!   rank 0's value is the result;
//! - **warps**, the reduction of a block: its threads are cut into runs of 32 by their ranks. A run
//!   of 32 is combined by a butterfly, a shorter one at the end by a ladder; the results of the runs,
//!   in their order, by a ladder;
//! - **scan**, of tiles and coalesced groups (Hillis and Steele's): for `d` = 1, 2, 4, … less than
//!   the size every thread of a rank of at least `d` does `v = op(v of rank - d, v)`, all at the same
//!   time. That is the inclusive scan; the exclusive one gives each thread what the inclusive one
//!   gives the rank below, and rank 0 the operator's identity.

mod exchange;
mod lanes;
mod partition;
mod reduce;

use core::panic::Location;

use self::exchange::{
    ALL, ANY, BALLOT, INVOKE_ONE, Match, SYNC, Shfl, broadcast_from, check_lane, exchange, vote,
};
use self::partition::partition;
use self::reduce::{Prefix, Reduction};
use crate::capability::{
    Ballot, Barrier, Group, Match as CanMatch, Partition, Reduce, Scan, Shuffle, ShuffleXor, Tree,
    Vote,
};
use crate::exec::{self, Slot};
use crate::group::CoalescedGroup;
use crate::operator::Operator;
use crate::rt::Ref;
use crate::value::{DeviceCopy, Integer};

/// What all threads of a group do together.
///
/// Every thread of the group must call the method, from the same place in the source, before any of
/// them goes on; see CUDA C++ Programming Guide, "Cooperative Groups". On a kind of group that
/// cannot do it the call does not compile. Only [`sync`](Collectives::sync) and
/// [`load_uniform`](Collectives::load_uniform) make writes to memory visible to the other threads.
///
/// Values are plain data of at most 32 bytes.
pub trait Collectives: Group {
    /// Waits for all threads of the group. What they wrote before is visible to all of them
    /// afterwards.
    #[track_caller]
    fn sync(&self)
    where
        Self: Barrier,
    {
        let site = Location::caller();
        exec::with(|context| context.rendezvous(self.scope(), &SYNC, site));
    }

    /// The value of the thread of rank `rank`, modulo the size of the group, given to all of them. All
    /// threads name the same rank.
    ///
    /// # Panics
    ///
    /// On the emulator, if threads name different ranks.
    #[track_caller]
    fn broadcast<T: DeviceCopy>(&self, value: T, rank: usize) -> T
    where
        Self: Barrier,
    {
        const { Slot::check::<T>() };
        let (size, site) = (self.num_threads(), Location::caller());
        let operation = &Shfl::<T>::BROADCAST;
        check_lane(self, operation, rank, site);
        let value = (self.thread_rank() == rank % size).then_some(value);
        broadcast_from(self, operation, value, rank, site)
    }

    /// What lies at `place`, the same for all threads whatever is written there afterwards: waits for
    /// all of them, loads, and waits again, as [`sync`](Collectives::sync) does. All threads name the
    /// same place; should they not, it is rank 0's that counts.
    #[track_caller]
    fn load_uniform<T: DeviceCopy>(&self, place: Ref<'_, T>) -> T
    where
        Self: Barrier,
    {
        const { Slot::check::<T>() };
        let (operation, site) = (&Shfl::<T>::LOAD_UNIFORM, Location::caller());
        exec::with(|context| context.rendezvous(self.scope(), operation, site));
        let value = (self.thread_rank() == 0).then(|| place.read());
        broadcast_from(self, operation, value, 0, site)
    }

    /// Has one thread of the group run `action`; which one is not specified. Nobody waits for it:
    /// synchronise before others read what it wrote. In the closure there are no collectives.
    #[track_caller]
    fn invoke_one(&self, action: impl FnOnce())
    where
        Self: Barrier,
    {
        let site = Location::caller();
        exec::with(|context| context.rendezvous(self.scope(), &INVOKE_ONE, site));
        if self.thread_rank() == 0 {
            action();
        }
    }

    /// Has one thread of the group run `action`, and gives its value to all of them; which thread is
    /// not specified. In the closure there are no collectives.
    #[track_caller]
    fn invoke_one_broadcast<T: DeviceCopy>(&self, action: impl FnOnce() -> T) -> T
    where
        Self: Barrier,
    {
        const { Slot::check::<T>() };
        let (operation, site) = (&Shfl::<T>::INVOKE_ONE_BROADCAST, Location::caller());
        let value = (self.thread_rank() == 0).then(action);
        broadcast_from(self, operation, value, 0, site)
    }

    /// The value of the thread of rank `source`, modulo the size of the group; each thread may name
    /// another.
    #[track_caller]
    fn shfl<T: DeviceCopy>(&self, value: T, source: usize) -> T
    where
        Self: Shuffle,
    {
        const { Slot::check::<T>() };
        let operation = &Shfl::<T>::BY_RANK;
        let site = Location::caller();
        check_lane(self, operation, source, site);
        exchange(self, operation, value, source, site)
    }

    /// The value of the thread whose rank is `delta` less; one's own where there is none.
    #[track_caller]
    fn shfl_up<T: DeviceCopy>(&self, value: T, delta: usize) -> T
    where
        Self: Shuffle,
    {
        const { Slot::check::<T>() };
        exchange(self, &Shfl::<T>::UP, value, delta, Location::caller())
    }

    /// The value of the thread whose rank is `delta` more; one's own where there is none.
    #[track_caller]
    fn shfl_down<T: DeviceCopy>(&self, value: T, delta: usize) -> T
    where
        Self: Shuffle,
    {
        const { Slot::check::<T>() };
        exchange(self, &Shfl::<T>::DOWN, value, delta, Location::caller())
    }

    /// The value of the thread whose rank differs in the bits of `mask`, modulo the size of the
    /// group.
    #[track_caller]
    fn shfl_xor<T: DeviceCopy>(&self, value: T, mask: usize) -> T
    where
        Self: ShuffleXor,
    {
        const { Slot::check::<T>() };
        let operation = &Shfl::<T>::XOR;
        let site = Location::caller();
        check_lane(self, operation, mask, site);
        exchange(self, operation, value, mask, site)
    }

    /// Whether `predicate` holds for any thread.
    #[track_caller]
    fn any(&self, predicate: bool) -> bool
    where
        Self: Vote,
    {
        vote(self, &ANY, predicate, Location::caller()) != 0
    }

    /// Whether `predicate` holds for all threads.
    #[track_caller]
    fn all(&self, predicate: bool) -> bool
    where
        Self: Vote,
    {
        vote(self, &ALL, !predicate, Location::caller()) == 0
    }

    /// One bit a thread, bit `i` for rank `i`: whether its `predicate` holds.
    #[track_caller]
    fn ballot(&self, predicate: bool) -> u32
    where
        Self: Ballot,
    {
        vote(self, &BALLOT, predicate, Location::caller())
    }

    /// The values of all threads combined: [`Plus`](crate::Plus), [`Min`](crate::Min),
    /// [`Max`](crate::Max), [`BitAnd`](crate::BitAnd), [`BitOr`](crate::BitOr) or
    /// [`BitXor`](crate::BitXor). All threads get the same bits.
    ///
    /// Floats are combined in a fixed order, which depends on the kind of the group: see
    /// [the order of combination](self#the-order-of-combination).
    #[track_caller]
    fn reduce<T: DeviceCopy, O: Operator<T>>(&self, value: T, operator: O) -> T
    where
        Self: Reduce,
    {
        const { Slot::check::<T>() };
        let _ = operator;
        let operation = match Self::TREE {
            Tree::Butterfly => &Reduction::<T, O>::BUTTERFLY,
            Tree::Ladder => &Reduction::<T, O>::LADDER,
            Tree::Warps => &Reduction::<T, O>::WARPS,
        };
        exchange(self, operation, value, 0, Location::caller())
    }

    /// The values of the threads of ranks up to this one's, its own included, combined in
    /// [a fixed order](self#the-order-of-combination).
    #[track_caller]
    fn inclusive_scan<T: DeviceCopy, O: Operator<T>>(&self, value: T, operator: O) -> T
    where
        Self: Scan,
    {
        const { Slot::check::<T>() };
        let _ = operator;
        exchange(
            self,
            &Prefix::<T, O>::INCLUSIVE,
            value,
            0,
            Location::caller(),
        )
    }

    /// The values of the threads of ranks below this one's, combined in
    /// [a fixed order](self#the-order-of-combination). Rank 0, which has none below, gets the
    /// operator's identity: 0 for `Plus`, `BitOr` and `BitXor`, all bits for `BitAnd`, the largest
    /// value (of floats +∞) for `Min` and the smallest for `Max`. CUDA gives it 0 whatever the
    /// operator.
    #[track_caller]
    fn exclusive_scan<T: DeviceCopy, O: Operator<T>>(&self, value: T, operator: O) -> T
    where
        Self: Scan,
    {
        const { Slot::check::<T>() };
        let _ = operator;
        exchange(
            self,
            &Prefix::<T, O>::EXCLUSIVE,
            value,
            0,
            Location::caller(),
        )
    }

    /// The threads that gave the same `value` as this one, bit `i` for rank `i`.
    #[track_caller]
    fn match_any<T: Integer>(&self, value: T) -> u32
    where
        Self: CanMatch,
    {
        Match::<T>::of(self, &Match::<T>::ANY, value, Location::caller())
    }

    /// All threads of the group, bit `i` for rank `i`, if all gave the same `value`, else 0.
    #[track_caller]
    fn match_all<T: Integer>(&self, value: T) -> u32
    where
        Self: CanMatch,
    {
        Match::<T>::of(self, &Match::<T>::ALL, value, Location::caller())
    }

    /// The part of the group for whose threads `predicate` is what it is for this one. With a
    /// predicate that is the same for all, that is the whole group, one part of one; else part 0 are
    /// the threads for which it does not hold, and part 1 those for which it does.
    #[track_caller]
    fn binary_partition(&self, predicate: bool) -> CoalescedGroup
    where
        Self: Partition,
    {
        partition(self, true, u8::from(predicate), Location::caller())
    }

    /// The part of the group whose threads gave the same `label` as this one. Parts are numbered in
    /// the order of their lowest ranks.
    #[track_caller]
    fn labeled_partition<T: Integer>(&self, label: T) -> CoalescedGroup
    where
        Self: Partition,
    {
        partition(self, false, label, Location::caller())
    }
}

impl<G: Group + ?Sized> Collectives for G {}
