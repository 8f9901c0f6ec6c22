//! In which order the threads of a block run: what a test varies to meet mistakes that one order
//! hides.

use std::env;
use std::time::SystemTime;

use crate::set::ThreadSet;

/// In which order the threads of a block run.
///
/// Each thread runs until it waits for others, or has done many atomic operations in a row; the
/// schedule says who is next. A kernel without mistakes gives the same result under every schedule,
/// but for what it leaves to the order of atomic operations.
///
/// The default comes from the environment: `PHALANX_SCHEDULE` is `in-order`, `reverse`, `random` or
/// `ahead`, and `PHALANX_SEED` is the seed of `random`, which it also chooses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Schedule {
    /// In the order of their ranks.
    #[default]
    InOrder,
    /// Against the order of their ranks.
    Reverse,
    /// Whoever chance picks. `coalesced_threads()` makes groups of any of the threads that are
    /// together. Blocks run on one operating-system thread, so that the seed repeats everything.
    Random {
        /// The same seed gives the same order.
        seed: u64,
    },
    /// One thread of each block always runs as far as it can before any other does; the others run
    /// in the order of their ranks.
    Ahead {
        /// Its rank in the block, modulo the size of the block.
        rank: u32,
    },
}

impl Schedule {
    /// What the environment asks for.
    ///
    /// # Panics
    ///
    /// If `PHALANX_SCHEDULE` or `PHALANX_SEED` is set to something else than is said above.
    pub fn from_environment() -> Self {
        let read = |name| env::var(name).ok();
        Self::parse(
            read("PHALANX_SCHEDULE").as_deref(),
            read("PHALANX_SEED").as_deref(),
        )
        .unwrap_or_else(|message| panic!("{message}"))
    }

    fn parse(schedule: Option<&str>, seed: Option<&str>) -> Result<Self, String> {
        let seed = seed
            .map(|seed| {
                seed.parse().map_err(|_| {
                    format!(
                        "PHALANX_SEED is a whole number from 0 to {}, not `{seed}`",
                        u64::MAX
                    )
                })
            })
            .transpose()?;
        match schedule {
            None => Ok(seed.map_or(Self::InOrder, |seed| Self::Random { seed })),
            Some("in-order") => Ok(Self::InOrder),
            Some("reverse") => Ok(Self::Reverse),
            Some("ahead") => Ok(Self::Ahead { rank: 0 }),
            Some("random") => Ok(Self::Random {
                seed: seed.unwrap_or_else(any_seed),
            }),
            Some(other) => Err(format!(
                "PHALANX_SCHEDULE is `in-order`, `reverse`, `random` or `ahead`, not `{other}`"
            )),
        }
    }
}

/// A seed that differs from one process to the next.
fn any_seed() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    Chance::of(since.map_or(0, |since| since.as_nanos() as u64)).next() % 1_000_000
}

/// Numbers that look random: SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number
/// generators", 2014).
#[derive(Clone, Copy)]
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn of(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// Where in its round a block is.
pub(crate) struct Round {
    order: Order,
    /// A thread that was stopped in the middle of its turn and goes on first.
    again: Option<usize>,
}

enum Order {
    /// The next thread has at least this rank.
    Up(usize),
    /// The next thread has a lower rank than this.
    Down(usize),
    /// So many more threads are picked in this round.
    Random { chance: Chance, left: usize },
    /// As `Up`, but for the one that is ahead.
    Ahead { rank: usize, cursor: usize },
}

impl Round {
    /// Before the first round of the block of this rank.
    pub(crate) fn first(schedule: Schedule, threads: usize, block: u64) -> Self {
        let order = match schedule {
            Schedule::InOrder => Order::Up(0),
            Schedule::Reverse => Order::Down(threads),
            Schedule::Random { seed } => Order::Random {
                chance: Chance::of(Chance::of(seed).next() ^ block),
                left: threads,
            },
            Schedule::Ahead { rank } => Order::Ahead {
                rank: rank as usize % threads,
                cursor: 0,
            },
        };
        Self { order, again: None }
    }

    /// Who of `ready` runs next in this round, if anybody.
    #[inline]
    pub(crate) fn next(&mut self, ready: &ThreadSet, yielded: &ThreadSet) -> Option<usize> {
        if let Some(rank) = self.again.take() {
            return Some(rank);
        }
        match &mut self.order {
            Order::Up(cursor) => {
                let rank = ready.next(*cursor)?;
                *cursor = rank + 1;
                Some(rank)
            }
            Order::Down(cursor) => {
                let rank = ready.previous(*cursor)?;
                *cursor = rank;
                Some(rank)
            }
            Order::Random { chance, left } => {
                *left = left.checked_sub(1)?;
                let count = ready.len();
                (count > 0).then(|| ready.nth(chance.below(count)))
            }
            Order::Ahead { rank, cursor } => {
                if ready.contains(*rank) && !yielded.contains(*rank) {
                    return Some(*rank);
                }
                let next = ready.next(*cursor)?;
                *cursor = next + 1;
                Some(next)
            }
        }
    }

    /// Whether a thread was stopped in the middle of its turn.
    #[inline]
    pub(crate) fn goes_on(&self) -> bool {
        self.again.is_some()
    }

    /// The thread that was picked last goes on first.
    pub(crate) fn again(&mut self, rank: usize) {
        self.again = Some(rank);
    }

    /// The next round begins: each of `ready` is to run once, under a random schedule on average.
    #[inline]
    pub(crate) fn restart(&mut self, threads: usize, ready: &ThreadSet) {
        match &mut self.order {
            Order::Up(cursor) | Order::Ahead { cursor, .. } => *cursor = 0,
            Order::Down(cursor) => *cursor = threads,
            Order::Random { left, .. } => *left = ready.len(),
        }
    }

    /// Which of these lanes, which are together, are in a group with the lowest of them.
    pub(crate) fn company(&mut self, lanes: u32) -> u32 {
        match &mut self.order {
            Order::Random { chance, .. } => {
                lanes & (chance.next() as u32 | 1 << lanes.trailing_zeros())
            }
            _ => lanes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_chooses() {
        use Schedule::{Ahead, InOrder, Random, Reverse};
        for (schedule, seed, chosen) in [
            (None, None, InOrder),
            (None, Some("7"), Random { seed: 7 }),
            (Some("in-order"), Some("7"), InOrder),
            (Some("reverse"), None, Reverse),
            (Some("ahead"), None, Ahead { rank: 0 }),
            (Some("random"), Some("0"), Random { seed: 0 }),
        ] {
            assert_eq!(Schedule::parse(schedule, seed), Ok(chosen));
        }
        assert!(matches!(
            Schedule::parse(Some("random"), None),
            Ok(Random { .. })
        ));
        assert_eq!(
            Schedule::parse(Some("backwards"), None).unwrap_err(),
            "PHALANX_SCHEDULE is `in-order`, `reverse`, `random` or `ahead`, not `backwards`"
        );
        assert_eq!(
            Schedule::parse(None, Some("-1")).unwrap_err(),
            "PHALANX_SEED is a whole number from 0 to 18446744073709551615, not `-1`"
        );
    }
}
