//! The collective methods: what all threads of a group do together.
//!
//! Each method is a rendezvous with an [`Operation`]: its name, its types, and a function over the
//! members' values. To add one, add the capability that it needs, if it is new, and the method with
//! its operation here.

use core::panic::Location;

use crate::capability::{Ballot, Barrier, Group, Reduce, Shuffle, ShuffleXor, Tree, Vote};
use crate::exec::{self, Operation, Site, Slot, Type};
use crate::operator::Operator;
use crate::value::DeviceCopy;

/// What all threads of a group do together.
///
/// Every thread of the group must call the method, from the same place in the source, before any of
/// them goes on; see CUDA C++ Programming Guide, "Cooperative Groups". On a kind of group that
/// cannot do it the call does not compile. Only [`sync`](Collectives::sync) makes writes to memory
/// visible to the other threads.
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
        const SYNC: Operation = Operation {
            name: "sync",
            value: None,
            operator: None,
            uniform: None,
            orders_memory: true,
            combine: None,
        };
        let site = Location::caller();
        exec::with(|context| context.rendezvous(self.scope(), &SYNC, site));
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
        if source >= self.num_threads() {
            exec::with(|context| {
                context.lane_out_of_range(source, self.num_threads(), operation, site)
            });
        }
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
        if mask >= self.num_threads() {
            exec::with(|context| {
                context.lane_out_of_range(mask, self.num_threads(), operation, site)
            });
        }
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
    /// Floats are rounded in a fixed order, which depends on the kind of the group:
    ///
    /// - a tile of `N` does `v = op(v, shfl_xor(v, d))` for `d` = N/2, N/4, …, 1,
    /// - a coalesced group does `v = op(v, shfl_down(v, d))` for `d` = 1, 2, 4, … where there is
    ///   such a thread, and takes rank 0's result.
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
        };
        exchange(self, operation, value, 0, Location::caller())
    }
}

impl<G: Group + ?Sized> Collectives for G {}

/// Brings a value and an argument, takes the operation's result.
#[inline]
fn exchange<T: DeviceCopy>(
    group: &(impl Group + ?Sized),
    operation: &'static Operation,
    value: T,
    argument: usize,
    site: Site,
) -> T {
    exec::with(|context| {
        let slot = context.slot().as_ptr();
        // SAFETY: the slot is ours until the rendezvous.
        unsafe {
            (*slot).argument = argument;
            (*slot).write(value);
        }
        context.rendezvous(group.scope(), operation, site);
        // SAFETY: ours again; every operation leaves a value of the type it found.
        unsafe { (*slot).read() }
    })
}

/// The values of the members, in the order of their ranks, as an operation's `combine` sees them.
struct Lanes<'a, T> {
    slots: &'a mut [Slot],
    value: core::marker::PhantomData<T>,
}

impl<'a, T: Copy> Lanes<'a, T> {
    /// # Safety
    ///
    /// Every slot holds a `T`.
    unsafe fn new(slots: &'a mut [Slot]) -> Self {
        Self {
            slots,
            value: core::marker::PhantomData,
        }
    }

    fn len(&self) -> usize {
        self.slots.len()
    }

    #[inline]
    fn get(&self, rank: usize) -> T {
        // SAFETY: by `new`, and `set` keeps it so.
        unsafe { self.slots[rank].read() }
    }

    #[inline]
    fn set(&mut self, rank: usize, value: T) {
        // SAFETY: by `new` a `T` fits.
        unsafe { self.slots[rank].write(value) };
    }

    /// Gives every rank the value of the rank that `source` finds from its own rank and its
    /// argument.
    fn permute(&mut self, source: impl Fn(usize, usize) -> usize) {
        // Only groups within a warp shuffle.
        let mut before = [Slot::EMPTY; 32];
        let before = &mut before[..self.slots.len()];
        before.copy_from_slice(self.slots);
        for (rank, slot) in self.slots.iter_mut().enumerate() {
            // SAFETY: a copy of a slot that holds a `T`.
            unsafe { slot.write(before[source(rank, slot.argument)].read::<T>()) };
        }
    }
}

struct Shfl<T>(T);

impl<T: DeviceCopy> Shfl<T> {
    const BY_RANK: Operation = Self::operation("shfl", |slots| {
        // SAFETY: the operation's value type is `T`.
        let mut lanes = unsafe { Lanes::<T>::new(slots) };
        let size = lanes.len();
        lanes.permute(|_, source| source % size);
    });

    const UP: Operation = Self::operation("shfl_up", |slots| {
        // SAFETY: the operation's value type is `T`.
        let mut lanes = unsafe { Lanes::<T>::new(slots) };
        lanes.permute(|rank, delta| rank.checked_sub(delta).unwrap_or(rank));
    });

    const DOWN: Operation = Self::operation("shfl_down", |slots| {
        // SAFETY: the operation's value type is `T`.
        let mut lanes = unsafe { Lanes::<T>::new(slots) };
        let size = lanes.len();
        lanes.permute(|rank, delta| {
            if delta < size - rank {
                rank + delta
            } else {
                rank
            }
        });
    });

    const XOR: Operation = Self::operation("shfl_xor", |slots| {
        // SAFETY: the operation's value type is `T`.
        let mut lanes = unsafe { Lanes::<T>::new(slots) };
        let size = lanes.len();
        lanes.permute(|rank, mask| (rank ^ mask) % size);
    });

    const fn operation(name: &'static str, combine: unsafe fn(&mut [Slot])) -> Operation {
        Operation {
            name,
            value: Some(Type::of::<T>()),
            operator: None,
            uniform: None,
            orders_memory: false,
            combine: Some(combine),
        }
    }
}

const ANY: Operation = Operation {
    name: "any",
    value: None,
    operator: None,
    uniform: None,
    orders_memory: false,
    combine: Some(collect_bits),
};
const ALL: Operation = Operation {
    name: "all",
    value: None,
    operator: None,
    uniform: None,
    orders_memory: false,
    combine: Some(collect_bits),
};
const BALLOT: Operation = Operation {
    name: "ballot",
    value: None,
    operator: None,
    uniform: None,
    orders_memory: false,
    combine: Some(collect_bits),
};

/// The bits of all members, bit `i` for rank `i`.
#[inline]
fn vote(
    group: &(impl Group + ?Sized),
    operation: &'static Operation,
    bit: bool,
    site: Site,
) -> u32 {
    exchange(group, operation, u32::from(bit), 0, site)
}

/// # Safety
///
/// Every slot holds a `u32`, and there are at most 32.
unsafe fn collect_bits(slots: &mut [Slot]) {
    // SAFETY: the caller's.
    let mut lanes = unsafe { Lanes::<u32>::new(slots) };
    let bits = (0..lanes.len()).fold(0, |bits, rank| bits | lanes.get(rank) << rank);
    for rank in 0..lanes.len() {
        lanes.set(rank, bits);
    }
}

struct Reduction<T, O>(T, O);

impl<T: DeviceCopy, O: Operator<T>> Reduction<T, O> {
    const BUTTERFLY: Operation = Self::operation(|slots| {
        // SAFETY: the operation's value type is `T`.
        let mut lanes = unsafe { Lanes::<T>::new(slots) };
        let mut distance = lanes.len() / 2;
        while distance > 0 {
            for low in (0..lanes.len()).filter(|rank| rank & distance == 0) {
                let (a, b) = (lanes.get(low), lanes.get(low + distance));
                lanes.set(low, O::combine(a, b));
                lanes.set(low + distance, O::combine(b, a));
            }
            distance /= 2;
        }
        if O::ASYMMETRIC {
            Self::give_first(&mut lanes);
        }
    });

    const LADDER: Operation = Self::operation(|slots| {
        // SAFETY: the operation's value type is `T`.
        let mut lanes = unsafe { Lanes::<T>::new(slots) };
        let mut distance = 1;
        while distance < lanes.len() {
            // Upwards: the source has not been replaced yet.
            for rank in 0..lanes.len() - distance {
                let combined = O::combine(lanes.get(rank), lanes.get(rank + distance));
                lanes.set(rank, combined);
            }
            distance *= 2;
        }
        Self::give_first(&mut lanes);
    });

    fn give_first(lanes: &mut Lanes<'_, T>) {
        let first = lanes.get(0);
        for rank in 1..lanes.len() {
            lanes.set(rank, first);
        }
    }

    const fn operation(combine: unsafe fn(&mut [Slot])) -> Operation {
        Operation {
            name: "reduce",
            value: Some(Type::of::<T>()),
            operator: Some(Type::of::<O>()),
            uniform: None,
            orders_memory: false,
            combine: Some(combine),
        }
    }
}
