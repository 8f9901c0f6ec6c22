//! Barriers, shuffles, broadcasts, votes and matches.

use super::lanes::Lanes;
use crate::capability::Group;
use crate::exec::{self, Operation, Scope, Site, Slot, Type};
use crate::value::{DeviceCopy, Integer};

pub(super) const SYNC: Operation = Operation {
    name: "sync",
    value: None,
    operator: None,
    uniform: None,
    orders_memory: true,
    combine: None,
};
pub(super) const INVOKE_ONE: Operation = Operation {
    name: "invoke_one",
    orders_memory: false,
    ..SYNC
};

/// Tells the one who executes of a lane that the group has not.
#[inline]
pub(super) fn check_lane(
    group: &(impl Group + ?Sized),
    operation: &'static Operation,
    lane: usize,
    site: Site,
) {
    let size = group.num_threads();
    if lane >= size {
        exec::with(|context| context.lane_out_of_range(lane, size, operation, site));
    }
}

/// Brings a value and an argument, takes the operation's result.
#[inline]
pub(super) fn exchange<T: DeviceCopy>(
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

/// Gives all threads the value that the one of rank `source`, modulo the size, has brought; the
/// others bring `None`.
#[track_caller]
pub(super) fn broadcast_from<T: DeviceCopy>(
    group: &(impl Group + ?Sized),
    operation: &'static Operation,
    value: Option<T>,
    source: usize,
    site: Site,
) -> T {
    let received = exec::with(|context| {
        let mut own = Slot::EMPTY;
        own.argument = source;
        if let Some(value) = value {
            // SAFETY: the caller has checked the type.
            unsafe { own.write(value) };
        }
        if group.scope() == Scope::Grid {
            // Blocks do not see each other's slots.
            if value.is_some() {
                context.post(operation, own);
            }
            context.rendezvous(Scope::Grid, operation, site);
            let posted = context.posted(operation);
            // Nobody posts the next value before all have read this one.
            context.rendezvous(Scope::Grid, operation, site);
            return posted;
        }
        let slot = context.slot().as_ptr();
        // SAFETY: the slot is ours until the rendezvous, and again after it.
        unsafe { slot.write(own) };
        context.rendezvous(group.scope(), operation, site);
        // SAFETY: as above.
        Some(unsafe { slot.read() })
    });
    match received {
        // SAFETY: the slot comes from the thread of rank `source`, which has brought a `T` with this
        // operation.
        Some(slot) if slot.argument == source => unsafe { slot.read() },
        Some(slot) => panic!(
            "threads of one group name different ranks for `{}`: {source} and {}",
            operation.name, slot.argument
        ),
        None => panic!(
            "threads of one group name different ranks for `{}`: {source} is not named by the \
             thread of that rank",
            operation.name
        ),
    }
}

pub(super) struct Shfl<T>(T);

impl<T: DeviceCopy> Shfl<T> {
    pub(super) const BY_RANK: Operation = Self::operation("shfl", |slots| {
        // SAFETY: the operation's value type is `T`.
        let mut lanes = unsafe { Lanes::<T>::new(slots) };
        let size = lanes.len();
        lanes.permute(|_, source| source % size);
    });

    pub(super) const UP: Operation = Self::operation("shfl_up", |slots| {
        // SAFETY: the operation's value type is `T`.
        let mut lanes = unsafe { Lanes::<T>::new(slots) };
        lanes.permute(|rank, delta| rank.checked_sub(delta).unwrap_or(rank));
    });

    pub(super) const DOWN: Operation = Self::operation("shfl_down", |slots| {
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

    pub(super) const XOR: Operation = Self::operation("shfl_xor", |slots| {
        // SAFETY: the operation's value type is `T`.
        let mut lanes = unsafe { Lanes::<T>::new(slots) };
        let size = lanes.len();
        lanes.permute(|rank, mask| (rank ^ mask) % size);
    });

    pub(super) const BROADCAST: Operation = Self::operation("broadcast", Self::from_one);
    pub(super) const LOAD_UNIFORM: Operation = Self::operation("load_uniform", Self::from_one);
    pub(super) const INVOKE_ONE_BROADCAST: Operation =
        Self::operation("invoke_one_broadcast", Self::from_one);

    /// Gives every rank the slot of the rank that rank 0 names. If that one names another, everybody
    /// finds out by its argument.
    ///
    /// # Safety
    ///
    /// None: slots are copied as they are.
    unsafe fn from_one(slots: &mut [Slot]) {
        let named = slots[0].argument;
        let mut one = slots[named % slots.len()];
        if let Some(other) = slots.iter().find(|slot| slot.argument != named) {
            // Nobody may read the value: there are two arguments, and one of them is not this.
            one.argument = if one.argument == named {
                other.argument
            } else {
                named
            };
        }
        slots.fill(one);
    }

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

pub(super) const ANY: Operation = Operation {
    name: "any",
    value: None,
    operator: None,
    uniform: None,
    orders_memory: false,
    combine: Some(any_bit),
};
pub(super) const ALL: Operation = Operation {
    name: "all",
    value: None,
    operator: None,
    uniform: None,
    orders_memory: false,
    combine: Some(any_bit),
};
pub(super) const BALLOT: Operation = Operation {
    name: "ballot",
    value: None,
    operator: None,
    uniform: None,
    orders_memory: false,
    combine: Some(collect_bits),
};

/// What `operation` makes of the bits of all members.
#[inline]
pub(super) fn vote(
    group: &(impl Group + ?Sized),
    operation: &'static Operation,
    bit: bool,
    site: Site,
) -> u32 {
    exchange(group, operation, u32::from(bit), 0, site)
}

/// Whether any member's bit is set.
///
/// # Safety
///
/// Every slot holds a `u32`.
unsafe fn any_bit(slots: &mut [Slot]) {
    // SAFETY: the caller's.
    let mut lanes = unsafe { Lanes::<u32>::new(slots) };
    let any = (0..lanes.len()).fold(0, |bits, rank| bits | lanes.get(rank));
    lanes.fill(any);
}

/// The bits of all members, bit `i` for rank `i`.
///
/// # Safety
///
/// Every slot holds a `u32`, and there are at most 32.
unsafe fn collect_bits(slots: &mut [Slot]) {
    // SAFETY: the caller's.
    let mut lanes = unsafe { Lanes::<u32>::new(slots) };
    let bits = (0..lanes.len()).fold(0, |bits, rank| bits | lanes.get(rank) << rank);
    lanes.fill(bits);
}

/// Which members gave the same integer. They find the mask in their slot's argument.
pub(super) struct Match<T>(T);

impl<T: Integer> Match<T> {
    pub(super) const ANY: Operation = Self::operation("match_any", |slots| {
        // SAFETY: the operation's value type is `T`.
        unsafe { equal_to_each::<T>(slots) };
    });

    pub(super) const ALL: Operation = Self::operation("match_all", |slots| {
        // SAFETY: the operation's value type is `T`.
        unsafe { equal_to_each::<T>(slots) };
        let all = slots[0].argument;
        let whole = all.count_ones() as usize == slots.len();
        for slot in slots {
            slot.argument = if whole { all } else { 0 };
        }
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

    pub(super) fn of(
        group: &(impl Group + ?Sized),
        operation: &'static Operation,
        value: T,
        site: Site,
    ) -> u32 {
        exchange(group, operation, value, 0, site);
        // SAFETY: the slot is ours between collectives.
        exec::with(|context| unsafe { context.slot().as_ref().argument }) as u32
    }
}

/// Leaves in each slot's argument the members whose value equals its own, bit `i` for rank `i`.
///
/// # Safety
///
/// Every slot holds a `T`, and there are at most 32.
pub(super) unsafe fn equal_to_each<T: DeviceCopy + PartialEq>(slots: &mut [Slot]) {
    // SAFETY: the caller's.
    let value = |slot: &Slot| unsafe { slot.read::<T>() };
    for rank in 0..slots.len() {
        let own = value(&slots[rank]);
        let equal = slots
            .iter()
            .enumerate()
            .filter(|(_, slot)| value(slot) == own);
        slots[rank].argument = equal.fold(0, |mask, (other, _)| mask | 1 << other);
    }
}
