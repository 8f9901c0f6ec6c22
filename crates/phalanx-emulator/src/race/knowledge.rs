//! What a thread has learnt otherwise than by the barriers of aligned groups.

use std::collections::HashMap;

/// Up to which clocks a thread knows of what others did. Never less than what was learnt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Knowledge {
    /// By the rank of the block, ascending.
    blocks: Vec<(u64, OfBlock)>,
}

/// What is known of a block's threads: all clocks lower than these.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct OfBlock {
    /// Of all of them.
    floor: u32,
    /// Of those of the first ranks one by one.
    threads: Vec<u32>,
}

impl Knowledge {
    /// Whether what the thread did at this clock is known.
    pub(crate) fn has(&self, block: u64, thread: usize, clock: u32) -> bool {
        let at = self.blocks.binary_search_by_key(&block, |(rank, _)| *rank);
        at.is_ok_and(|at| {
            let known = &self.blocks[at].1;
            clock < known.floor || known.threads.get(thread).is_some_and(|&upto| clock < upto)
        })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    fn of(&mut self, block: u64) -> &mut OfBlock {
        let at = self.blocks.binary_search_by_key(&block, |(rank, _)| *rank);
        let at = at.unwrap_or_else(|at| {
            self.blocks.insert(at, (block, OfBlock::default()));
            at
        });
        &mut self.blocks[at].1
    }

    /// Learns of all threads of the block below this clock.
    pub(crate) fn learn_block(&mut self, block: u64, floor: u32) {
        let known = self.of(block);
        known.floor = known.floor.max(floor);
    }

    /// Learns of a thread below this clock.
    pub(crate) fn learn(&mut self, block: u64, thread: usize, upto: u32) {
        self.of(block).learn(thread, upto);
    }

    /// Learns what another knows.
    pub(crate) fn join(&mut self, other: &Self) {
        for (block, theirs) in &other.blocks {
            let ours = self.of(*block);
            ours.floor = ours.floor.max(theirs.floor);
            if ours.threads.len() < theirs.threads.len() {
                ours.threads.resize(theirs.threads.len(), 0);
            }
            for (ours, &theirs) in ours.threads.iter_mut().zip(&theirs.threads) {
                *ours = theirs.max(*ours);
            }
        }
    }

    /// Forgets what is known of a block, which is known otherwise.
    pub(crate) fn forget(&mut self, block: u64) {
        self.blocks.retain(|(rank, _)| *rank != block);
    }
}

impl OfBlock {
    fn learn(&mut self, thread: usize, upto: u32) {
        if self.threads.len() <= thread {
            self.threads.resize(thread + 1, 0);
        }
        self.threads[thread] = self.threads[thread].max(upto);
    }
}

/// By address of an atomic: what those knew whose releasing operations its value comes from.
#[derive(Default)]
pub(crate) struct Messages(HashMap<usize, Knowledge>);

impl Messages {
    /// A releasing store: a value of its own.
    pub(crate) fn replace(&mut self, address: usize, message: Knowledge) {
        self.0.insert(address, message);
    }

    /// A store that does not release: who reads it learns nothing.
    pub(crate) fn remove(&mut self, address: usize) {
        self.0.remove(&address);
    }

    /// A releasing operation that goes on from the value it found.
    pub(crate) fn add(&mut self, address: usize, message: &Knowledge) {
        self.0.entry(address).or_default().join(message);
    }

    /// What an acquiring operation learns.
    pub(crate) fn get(&self, address: usize) -> Option<&Knowledge> {
        self.0.get(&address)
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn learns_and_forgets() {
        let mut knowledge = Knowledge::default();
        assert!(knowledge.is_empty() && !knowledge.has(0, 0, 1));
        knowledge.learn(7, 3, 5);
        knowledge.learn_block(7, 2);
        assert!(knowledge.has(7, 3, 4) && !knowledge.has(7, 3, 5));
        assert!(knowledge.has(7, 99, 1) && !knowledge.has(7, 99, 2) && !knowledge.has(7, 0, 2));
        let mut other = Knowledge::default();
        other.learn(2, 0, 9);
        other.learn(7, 3, 2);
        other.join(&knowledge);
        assert!(other.has(7, 3, 4) && other.has(2, 0, 8) && !other.has(3, 0, 1));
        other.forget(7);
        assert!(!other.has(7, 3, 1) && other.has(2, 0, 8));
    }
}
