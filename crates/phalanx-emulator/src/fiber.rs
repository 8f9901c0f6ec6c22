//! Emulated threads: each runs the kernel's body on its own stack and can be suspended anywhere in
//! it.

use std::io;

use corosensei::{Coroutine, CoroutineResult};

use crate::stack::{FiberStack, Stacks};

/// With what a fiber suspends itself.
pub(crate) type Yielder = corosensei::Yielder<(), ()>;

type Fiber = Coroutine<(), (), (), FiberStack>;

/// The fibers of one block.
///
/// A thread gets its fiber when it first runs and gives up the stack when it ends, so that a kernel
/// in which nobody waits runs on one stack.
pub(crate) struct Fibers {
    fibers: Vec<Option<Fiber>>,
    stacks: Stacks,
}

impl Fibers {
    /// Fibers for the threads of a block of `threads`, none of which has begun.
    pub(crate) fn on(stacks: Stacks, threads: usize) -> Self {
        Self {
            fibers: (0..threads).map(|_| None).collect(),
            stacks,
        }
    }

    /// The stacks, when the threads have ended.
    pub(crate) fn into_stacks(self) -> Stacks {
        self.stacks
    }

    /// Runs thread `rank` until it suspends itself or ends; says whether it ended. A thread that
    /// has not run yet begins with `start`.
    ///
    /// # Errors
    ///
    /// There is no memory for the thread's stack.
    ///
    /// # Panics
    ///
    /// If the thread does.
    ///
    /// # Safety
    ///
    /// What `start` borrows lives until the thread has ended or [`unwind`](Fibers::unwind) has been
    /// called.
    #[inline]
    pub(crate) unsafe fn resume<'a>(
        &mut self,
        rank: usize,
        start: impl FnOnce(&Yielder) + 'a,
    ) -> io::Result<bool> {
        let slot = &mut self.fibers[rank];
        let fiber = match slot {
            Some(fiber) => fiber,
            None => {
                let stack = self.stacks.take()?;
                let start = move |yielder: &Yielder, ()| start(yielder);
                // SAFETY: the caller says that `start` lives long enough.
                slot.insert(unsafe { Fiber::with_stack_unchecked(stack, start) })
            }
        };
        match fiber.resume(()) {
            CoroutineResult::Yield(()) => Ok(false),
            CoroutineResult::Return(()) => {
                let fiber = slot.take().expect("just resumed");
                self.stacks.give_back(fiber.into_stack());
                Ok(true)
            }
        }
    }

    /// Ends all fibers where they are, dropping what is on their stacks.
    pub(crate) fn unwind(&mut self) {
        for slot in &mut self.fibers {
            if let Some(mut fiber) = slot.take() {
                fiber.force_unwind();
                self.stacks.give_back(fiber.into_stack());
            }
        }
    }
}
