//! What the members of a group bring to a collective, as the operation sees it.

use core::marker::PhantomData;

use crate::exec::Slot;

/// The values of the members, in the order of their ranks, as an operation's `combine` sees them.
pub(super) struct Lanes<'a, T> {
    slots: &'a mut [Slot],
    value: PhantomData<T>,
}

impl<'a, T: Copy> Lanes<'a, T> {
    /// # Safety
    ///
    /// Every slot holds a `T`.
    pub(super) unsafe fn new(slots: &'a mut [Slot]) -> Self {
        Self {
            slots,
            value: PhantomData,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }

    #[inline]
    pub(super) fn get(&self, rank: usize) -> T {
        // SAFETY: by `new`, and `set` keeps it so.
        unsafe { self.slots[rank].read() }
    }

    #[inline]
    pub(super) fn set(&mut self, rank: usize, value: T) {
        // SAFETY: by `new` a `T` fits.
        unsafe { self.slots[rank].write(value) };
    }

    /// Gives every rank this value.
    pub(super) fn fill(&mut self, value: T) {
        for rank in 0..self.len() {
            self.set(rank, value);
        }
    }

    /// The values of these ranks alone.
    pub(super) fn part(&mut self, ranks: core::ops::Range<usize>) -> Lanes<'_, T> {
        Lanes {
            slots: &mut self.slots[ranks],
            value: PhantomData,
        }
    }

    /// Gives every rank the value of the rank that `source` finds from its own rank and its
    /// argument.
    pub(super) fn permute(&mut self, source: impl Fn(usize, usize) -> usize) {
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
