//! Reductions and scans; the orders in which they combine are described in [`super`].

use super::lanes::Lanes;
use crate::exec::{Operation, Slot, Type};
use crate::operator::Operator;
use crate::value::DeviceCopy;

pub(super) struct Reduction<T, O>(T, O);

impl<T: DeviceCopy, O: Operator<T>> Reduction<T, O> {
    pub(super) const BUTTERFLY: Operation = Self::operation(|slots| {
        // SAFETY: the operation's value type is `T`.
        Self::butterfly(unsafe { Lanes::new(slots) });
    });

    pub(super) const LADDER: Operation = Self::operation(|slots| {
        // SAFETY: the operation's value type is `T`.
        let mut lanes = unsafe { Lanes::<T>::new(slots) };
        let size = lanes.len();
        let all = Self::ladder(lanes.part(0..size));
        lanes.fill(all);
    });

    pub(super) const WARPS: Operation = Self::operation(|slots| {
        // SAFETY: the operation's value type is `T`.
        let mut lanes = unsafe { Lanes::<T>::new(slots) };
        let (threads, mut runs) = (lanes.len(), 0);
        while runs * 32 < threads {
            let run = lanes.part(runs * 32..threads.min(runs * 32 + 32));
            let result = match run.len() {
                32 => Self::butterfly(run),
                _ => Self::ladder(run),
            };
            // The run of this rank has been combined already.
            lanes.set(runs, result);
            runs += 1;
        }
        let all = Self::ladder(lanes.part(0..runs));
        lanes.fill(all);
    });

    /// Leaves in each thread what it gets; gives rank 0's.
    fn butterfly(mut lanes: Lanes<'_, T>) -> T {
        let mut distance = lanes.len() / 2;
        while distance > 0 {
            for low in (0..lanes.len()).filter(|rank| rank & distance == 0) {
                let (a, b) = (lanes.get(low), lanes.get(low + distance));
                lanes.set(low, O::combine(a, b));
                lanes.set(low + distance, O::combine(b, a));
            }
            distance /= 2;
        }
        let first = lanes.get(0);
        if O::ASYMMETRIC {
            lanes.fill(first);
        }
        first
    }

    fn ladder(mut lanes: Lanes<'_, T>) -> T {
        let mut distance = 1;
        while distance < lanes.len() {
            // Upwards: the source has not been replaced yet.
            for rank in 0..lanes.len() - distance {
                let combined = O::combine(lanes.get(rank), lanes.get(rank + distance));
                lanes.set(rank, combined);
            }
            distance *= 2;
        }
        lanes.get(0)
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

/// Scans: inclusive and exclusive.
pub(super) struct Prefix<T, O>(T, O);

impl<T: DeviceCopy, O: Operator<T>> Prefix<T, O> {
    pub(super) const INCLUSIVE: Operation = Self::operation("inclusive_scan", |slots| {
        // SAFETY: the operation's value type is `T`.
        Self::inclusive(&mut unsafe { Lanes::new(slots) });
    });

    pub(super) const EXCLUSIVE: Operation = Self::operation("exclusive_scan", |slots| {
        // SAFETY: the operation's value type is `T`.
        let mut lanes = unsafe { Lanes::<T>::new(slots) };
        Self::inclusive(&mut lanes);
        for rank in (1..lanes.len()).rev() {
            lanes.set(rank, lanes.get(rank - 1));
        }
        lanes.set(0, O::identity());
    });

    fn inclusive(lanes: &mut Lanes<'_, T>) {
        let mut distance = 1;
        while distance < lanes.len() {
            // Downwards: the source has not been replaced yet.
            for rank in (distance..lanes.len()).rev() {
                let combined = O::combine(lanes.get(rank - distance), lanes.get(rank));
                lanes.set(rank, combined);
            }
            distance *= 2;
        }
    }

    const fn operation(name: &'static str, combine: unsafe fn(&mut [Slot])) -> Operation {
        Operation {
            name,
            value: Some(Type::of::<T>()),
            operator: Some(Type::of::<O>()),
            uniform: None,
            orders_memory: false,
            combine: Some(combine),
        }
    }
}
