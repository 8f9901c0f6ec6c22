//! Who did something, and when by its own clock.

/// A thread of the launch, a time of its clock, and whether what it did then was atomic; or nobody.
/// In one word, so that it can be replaced at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Epoch(u64);

const CLOCK_BITS: u32 = 24;
const THREAD_BITS: u32 = 10;
const BLOCK_BITS: u32 = 28;
const ATOMIC: u64 = 1 << 62;

impl Epoch {
    /// Nobody: clocks begin with 1.
    pub(crate) const NONE: Self = Self(0);
    /// A bit that no epoch has.
    pub(crate) const SPARE_BIT: u64 = 1 << 63;
    /// Clocks are below this.
    pub(crate) const CLOCKS: u32 = 1 << CLOCK_BITS;
    /// Ranks of blocks are below this.
    pub(crate) const BLOCKS: u64 = 1 << BLOCK_BITS;

    #[inline]
    pub(crate) fn of(block: u64, thread: usize, clock: u32, atomic: bool) -> Self {
        let place = block << THREAD_BITS | thread as u64;
        Self(place << CLOCK_BITS | u64::from(clock) | if atomic { ATOMIC } else { 0 })
    }

    #[inline]
    pub(crate) fn from_bits(bits: u64) -> Self {
        Self(bits & !Self::SPARE_BIT)
    }

    #[inline]
    pub(crate) fn bits(self) -> u64 {
        self.0
    }

    #[inline]
    pub(crate) fn clock(self) -> u32 {
        self.0 as u32 & (Self::CLOCKS - 1)
    }

    /// Rank in the block.
    #[inline]
    pub(crate) fn thread(self) -> usize {
        (self.0 >> CLOCK_BITS) as usize & ((1 << THREAD_BITS) - 1)
    }

    /// Rank in the grid.
    #[inline]
    pub(crate) fn block(self) -> u64 {
        self.0 >> (CLOCK_BITS + THREAD_BITS) & (Self::BLOCKS - 1)
    }

    #[inline]
    pub(crate) fn is_atomic(self) -> bool {
        self.0 & ATOMIC != 0
    }

    /// Whether both are of threads of one warp.
    #[inline]
    pub(crate) fn same_warp(self, other: Self) -> bool {
        ((self.0 ^ other.0) & !ATOMIC) >> (CLOCK_BITS + 5) == 0
    }

    /// Whether both are of one thread.
    #[inline]
    pub(crate) fn same_thread(self, other: Self) -> bool {
        ((self.0 ^ other.0) & !ATOMIC) >> CLOCK_BITS == 0
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn keeps_its_parts(
            block in 0..Epoch::BLOCKS,
            thread in 0usize..1024,
            clock in 1..Epoch::CLOCKS,
            atomic: bool,
        ) {
            let epoch = Epoch::of(block, thread, clock, atomic);
            prop_assert_eq!((epoch.block(), epoch.thread()), (block, thread));
            prop_assert_eq!((epoch.clock(), epoch.is_atomic()), (clock, atomic));
            prop_assert_eq!(Epoch::from_bits(epoch.bits() | Epoch::SPARE_BIT), epoch);
            prop_assert!(epoch.same_thread(Epoch::of(block, thread, 1, !atomic)));
            prop_assert!(!epoch.same_thread(Epoch::of(block, thread ^ 1, clock, atomic)));
            prop_assert!(epoch.same_warp(Epoch::of(block, thread ^ 31, 1, atomic)));
            prop_assert!(!epoch.same_warp(Epoch::of(block, thread ^ 32, clock, atomic)));
            prop_assert!(!epoch.same_thread(Epoch::of(block ^ 1, thread, clock, atomic)));
        }
    }
}
