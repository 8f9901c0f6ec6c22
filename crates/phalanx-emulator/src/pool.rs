//! What is kept from one launch to the next: mapping the stacks of a block costs more than running
//! most blocks.

use std::sync::{Mutex, PoisonError};

use crate::block::Arena;
use crate::fiber::Fibers;
use crate::launch::Launch;
use crate::stack::Stacks;

/// How many stacks are kept. Each has some pages that were touched.
const KEPT_STACKS: usize = 8192;

static KEPT_PARTS: Mutex<Vec<(Arena, Stacks)>> = Mutex::new(Vec::new());

/// What a block is run on.
pub(crate) struct Parts {
    pub(crate) arena: Arena,
    pub(crate) fibers: Fibers,
}

/// The parts that a worker is not using. They go back to the process when it ends.
#[derive(Default)]
pub(crate) struct Spares(Vec<Parts>);

impl Spares {
    /// Parts for a block of the launch.
    pub(crate) fn take(&mut self, launch: &Launch<'_>) -> Parts {
        self.0.pop().unwrap_or_else(|| {
            let kept = take_kept(launch.properties.stack);
            let (arena, stacks) =
                kept.map_or((None, None), |(arena, stacks)| (Some(arena), Some(stacks)));
            let (threads, shared) = (launch.threads, launch.properties.shared_per_block);
            Parts {
                arena: arena
                    .filter(|arena| arena.is_for(threads, shared))
                    .unwrap_or_else(|| Arena::new(threads, shared)),
                fibers: Fibers::on(
                    stacks.unwrap_or_else(|| Stacks::of_size(launch.properties.stack)),
                    threads,
                ),
            }
        })
    }

    pub(crate) fn give_back(&mut self, parts: Parts) {
        self.0.push(parts);
    }
}

impl Drop for Spares {
    fn drop(&mut self) {
        let mut kept = KEPT_PARTS.lock().unwrap_or_else(PoisonError::into_inner);
        let mut stacks: usize = kept.iter().map(|(_, stacks)| stacks.len()).sum();
        for parts in self.0.drain(..) {
            let (arena, free) = (parts.arena, parts.fibers.into_stacks());
            stacks += free.len();
            if stacks > KEPT_STACKS {
                break;
            }
            kept.push((arena, free));
        }
    }
}

fn take_kept(stack: usize) -> Option<(Arena, Stacks)> {
    let mut kept = KEPT_PARTS.lock().unwrap_or_else(PoisonError::into_inner);
    let last = kept
        .iter()
        .rposition(|(_, stacks)| stacks.size() == stack)?;
    Some(kept.swap_remove(last))
}
