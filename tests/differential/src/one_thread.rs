//! Data that the coroutines of one operating-system thread share.

use std::thread::{self, ThreadId};

/// Wraps what is not [`Sync`] for a closure that must be, but is only ever called on the thread that
/// made it: the emulator with one worker runs all of a launch on the caller's thread.
pub struct OneThread<T> {
    owner: ThreadId,
    value: T,
}

// SAFETY: `get` gives the value out on the thread that made it only.
unsafe impl<T> Sync for OneThread<T> {}

impl<T> OneThread<T> {
    pub fn new(value: T) -> OneThread<T> {
        OneThread {
            owner: thread::current().id(),
            value,
        }
    }

    /// # Panics
    ///
    /// On another thread than the one that made it.
    pub fn get(&self) -> &T {
        assert_eq!(
            thread::current().id(),
            self.owner,
            "used on another operating-system thread"
        );
        &self.value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_threads_get_nothing() {
        let value = OneThread::new(5);
        assert_eq!(*value.get(), 5);
        thread::scope(|scope| {
            assert!(scope.spawn(|| *value.get()).join().is_err());
        });
    }
}
