//! A thread's share of a range.

use core::iter::FusedIterator;
use core::ops::Range;

use crate::value::Integer;

/// The share of one thread in a range: every `num_threads`-th element, from its rank on. Made by
/// [`Group::stride`](crate::Group::stride).
#[derive(Clone, Debug)]
pub struct Stride<I> {
    start: I,
    /// Distance of the next element from the front, and of the element after the last, both in
    /// units of `step` and `first`.
    front: u64,
    back: u64,
    first: u64,
    step: u64,
}

impl<I: StrideIndex> Stride<I> {
    pub(crate) fn new(range: Range<I>, rank: u64, step: u64) -> Self {
        let length = I::distance(range.start, range.end);
        let count = if rank < length {
            (length - rank - 1) / step + 1
        } else {
            0
        };
        Self {
            start: range.start,
            front: 0,
            back: count,
            first: rank,
            step,
        }
    }

    fn element(&self, index: u64) -> I {
        // Less than the range's length, so neither this nor the sum below overflows.
        self.start.advance(self.first + index * self.step)
    }
}

impl<I: StrideIndex> Iterator for Stride<I> {
    type Item = I;

    #[inline]
    fn next(&mut self) -> Option<I> {
        (self.front < self.back).then(|| {
            let element = self.element(self.front);
            self.front += 1;
            element
        })
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<I> {
        self.front = self.front.saturating_add(n as u64).min(self.back);
        self.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = (self.back - self.front) as usize;
        (left, Some(left))
    }
}

impl<I: StrideIndex> DoubleEndedIterator for Stride<I> {
    #[inline]
    fn next_back(&mut self) -> Option<I> {
        (self.front < self.back).then(|| {
            self.back -= 1;
            self.element(self.back)
        })
    }
}

impl<I: StrideIndex> ExactSizeIterator for Stride<I> {}
impl<I: StrideIndex> FusedIterator for Stride<I> {}

/// The index types of [`Stride`]: every [`Integer`].
#[doc(hidden)]
pub trait StrideIndex: Integer {
    /// How many values are in `start..end`.
    fn distance(start: Self, end: Self) -> u64;
    /// `self + by`, which the caller knows to be in range.
    fn advance(self, by: u64) -> Self;
}

macro_rules! indices {
    ($($t:ty: $unsigned:ty),*) => {$(
        impl StrideIndex for $t {
            #[inline]
            fn distance(start: Self, end: Self) -> u64 {
                if start < end { end.wrapping_sub(start) as $unsigned as u64 } else { 0 }
            }
            #[inline]
            fn advance(self, by: u64) -> Self {
                self.wrapping_add(by as Self)
            }
        }
    )*};
}
indices!(i8: u8, i16: u16, i32: u32, i64: u64, isize: usize);
indices!(u8: u8, u16: u16, u32: u32, u64: u64, usize: usize);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    macro_rules! types {
        ($($t:ident),*) => {$(
            mod $t {
                use super::*;

                proptest! {
                    #[test]
                    fn shares_are_those_of_the_steps(
                        near: bool, start: $t, length in 0u16..300, threads in 1u64..70
                    ) {
                        // Also at the very end of the type, where a step too far overflows.
                        let start = if near { $t::MAX - (length.min(100) as $t) } else { start };
                        let end = start.saturating_add(length.min(100) as $t);
                        let mut all = Vec::new();
                        for rank in 0..threads {
                            let share = Stride::new(start..end, rank, threads);
                            let expected: Vec<$t> =
                                (start..end).skip(rank as usize).step_by(threads as usize).collect();
                            prop_assert_eq!(share.len(), expected.len());
                            prop_assert_eq!(share.clone().collect::<Vec<_>>(), expected.clone());
                            let backwards: Vec<$t> = share.clone().rev().collect();
                            prop_assert_eq!(backwards, expected.iter().rev().copied().collect::<Vec<_>>());
                            let sparse: Vec<$t> = share.step_by(3).collect();
                            prop_assert_eq!(sparse, expected.iter().step_by(3).copied().collect::<Vec<_>>());
                            all.extend(expected);
                        }
                        all.sort();
                        prop_assert_eq!(all, (start..end).collect::<Vec<_>>());
                    }
                }
            }
        )*};
    }
    types!(i8, i16, i32, i64, isize, u8, u16, u32, u64, usize);

    #[test]
    #[expect(clippy::reversed_empty_ranges, reason = "that is the point")]
    fn of_the_widest_and_of_no_range() {
        let mut whole = Stride::new(i64::MIN..i64::MAX, 7, 1 << 20);
        assert_eq!(whole.next(), Some(i64::MIN + 7));
        assert_eq!(whole.next_back(), Some(i64::MAX - (1 << 20) + 8));
        assert_eq!(Stride::new(5..5, 0, 1).next(), None);
        assert_eq!(Stride::new(5..-5, 0, 1).next(), None);
    }
}
