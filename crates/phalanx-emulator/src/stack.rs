//! Stacks of emulated threads, kept for the next launch: mapping one costs hundreds of switches.

use std::io;

use corosensei::stack::{DefaultStack, Stack, StackPointer};

/// Bytes of a cache line.
const LINE: usize = 64;
/// Over how many lines the tops of stacks are spread. Prime, so that no pattern of the scheduler
/// meets the same ones.
const COLOURS: usize = 61;

/// A stack with a guard page.
///
/// Stacks are mapped by whole pages, so without care the hot ends of all of them would compete for
/// the same few sets of the cache. Each therefore begins some lines below its highest address.
pub(crate) struct FiberStack {
    mapped: DefaultStack,
    base: StackPointer,
}

impl FiberStack {
    fn new(size: usize, colour: usize) -> io::Result<Self> {
        let below = colour % COLOURS * LINE;
        let mapped = DefaultStack::new(size.saturating_add(COLOURS * LINE))?;
        let base = StackPointer::new(mapped.base().get() - below)
            .expect("a stack is not at the lowest address");
        Ok(Self { mapped, base })
    }
}

// SAFETY: a part of a stack that has a guard page below and enough room; a line is a multiple of
// the required alignment.
unsafe impl Stack for FiberStack {
    fn base(&self) -> StackPointer {
        self.base
    }

    fn limit(&self) -> StackPointer {
        self.mapped.limit()
    }

    #[cfg(windows)]
    fn teb_fields(&self) -> corosensei::stack::StackTebFields {
        self.mapped.teb_fields()
    }

    #[cfg(windows)]
    fn update_teb_fields(&mut self, stack_limit: usize, guaranteed_stack_bytes: usize) {
        self.mapped
            .update_teb_fields(stack_limit, guaranteed_stack_bytes)
    }
}

/// Stacks of one size that are not in use. The last one returned is the next one given, since it is
/// still in the cache.
pub(crate) struct Stacks {
    size: usize,
    free: Vec<FiberStack>,
    made: usize,
}

impl Stacks {
    pub(crate) fn of_size(size: usize) -> Self {
        Self {
            size,
            free: Vec::new(),
            made: 0,
        }
    }

    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.free.len()
    }

    /// # Errors
    ///
    /// The system has no memory for another, or no room in its tables: each takes two mappings, and
    /// Linux allows a process some 65 000 (`vm.max_map_count`).
    pub(crate) fn take(&mut self) -> io::Result<FiberStack> {
        match self.free.pop() {
            Some(stack) => Ok(stack),
            None => {
                self.made += 1;
                FiberStack::new(self.size, self.made)
            }
        }
    }

    pub(crate) fn give_back(&mut self, stack: FiberStack) {
        self.free.push(stack);
    }
}
