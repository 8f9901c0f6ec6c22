//! Sets of a block's threads.

use std::cell::Cell;

/// The most threads that a block may have.
pub(crate) const MAX_THREADS: usize = 1024;

/// A set of threads of a block, by rank. Changed through shared references, since a running thread
/// and the scheduler beneath it see the same one.
pub(crate) struct ThreadSet {
    words: [Cell<u64>; MAX_THREADS / 64],
}

impl ThreadSet {
    pub(crate) fn empty() -> Self {
        Self {
            words: [const { Cell::new(0) }; MAX_THREADS / 64],
        }
    }

    #[inline]
    pub(crate) fn insert(&self, rank: usize) {
        self.insert_mask(rank / 64, 1 << (rank % 64));
    }

    #[inline]
    pub(crate) fn remove(&self, rank: usize) {
        let word = &self.words[rank / 64];
        word.set(word.get() & !(1 << (rank % 64)));
    }

    #[inline]
    pub(crate) fn contains(&self, rank: usize) -> bool {
        self.words[rank / 64].get() >> (rank % 64) & 1 == 1
    }

    /// Adds the ranks `64 * word + i` for the bits `i` of `mask`.
    #[inline]
    pub(crate) fn insert_mask(&self, word: usize, mask: u64) {
        let word = &self.words[word];
        word.set(word.get() | mask);
    }

    /// Adds the ranks below `threads`.
    #[inline]
    pub(crate) fn insert_below(&self, threads: usize) {
        for word in &self.words[..threads / 64] {
            word.set(u64::MAX);
        }
        if !threads.is_multiple_of(64) {
            self.insert_mask(threads / 64, (1 << (threads % 64)) - 1);
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.words.iter().all(|word| word.get() == 0)
    }

    /// The least rank that is not less than `from`.
    #[inline]
    pub(crate) fn next(&self, from: usize) -> Option<usize> {
        let mut index = from / 64;
        let mut word = self.words.get(index)?.get() & (u64::MAX << (from % 64));
        loop {
            if word != 0 {
                return Some(index * 64 + word.trailing_zeros() as usize);
            }
            index += 1;
            word = self.words.get(index)?.get();
        }
    }

    /// The greatest rank that is less than `below`.
    pub(crate) fn previous(&self, below: usize) -> Option<usize> {
        (0..below.div_ceil(64)).rev().find_map(|index| {
            let kept = match below - index * 64 {
                bits @ 0..64 => (1 << bits) - 1,
                _ => u64::MAX,
            };
            let word = self.words[index].get() & kept;
            (word != 0).then(|| index * 64 + 63 - word.leading_zeros() as usize)
        })
    }

    /// Whether both have the same members.
    pub(crate) fn equals(&self, other: &Self) -> bool {
        self.words == other.words
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.words
            .iter()
            .map(|word| word.get().count_ones() as usize)
            .sum()
    }

    /// The rank above `n` others.
    ///
    /// # Panics
    ///
    /// If there are not as many.
    pub(crate) fn nth(&self, mut n: usize) -> usize {
        for (index, word) in self.words.iter().enumerate() {
            let mut word = word.get();
            let count = word.count_ones() as usize;
            if n < count {
                for _ in 0..n {
                    word &= word - 1;
                }
                return index * 64 + word.trailing_zeros() as usize;
            }
            n -= count;
        }
        panic!("a set has no member above all of its members")
    }

    /// The threads of a warp, by lane.
    #[inline]
    pub(crate) fn warp(&self, warp: usize) -> u32 {
        (self.words[warp / 2].get() >> (warp % 2 * 32)) as u32
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn is_a_set(
            changes in prop::collection::vec((any::<bool>(), 0..MAX_THREADS), 0..200),
            from in 0..=MAX_THREADS,
        ) {
            let (set, mut model) = (ThreadSet::empty(), BTreeSet::new());
            for (insert, rank) in changes {
                if insert {
                    set.insert(rank);
                    model.insert(rank);
                } else {
                    set.remove(rank);
                    model.remove(&rank);
                }
                prop_assert_eq!(set.contains(rank), insert);
            }
            prop_assert_eq!(set.next(from), model.range(from..).next().copied());
            prop_assert_eq!(set.previous(from), model.range(..from).next_back().copied());
            prop_assert_eq!(set.len(), model.len());
            for (n, &rank) in model.iter().enumerate() {
                prop_assert_eq!(set.nth(n), rank);
            }
            prop_assert_eq!(set.is_empty(), model.is_empty());
            for warp in 0..MAX_THREADS / 32 {
                let lanes = model
                    .range(warp * 32..(warp + 1) * 32)
                    .fold(0, |lanes, rank| lanes | 1 << (rank % 32));
                prop_assert_eq!(set.warp(warp), lanes);
            }
        }

        #[test]
        fn fills_from_below(threads in 0..=MAX_THREADS) {
            let set = ThreadSet::empty();
            set.insert_below(threads);
            for rank in 0..MAX_THREADS {
                prop_assert_eq!(set.contains(rank), rank < threads);
            }
        }
    }
}
