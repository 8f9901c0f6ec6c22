//! A barrier in two steps.

use core::panic::Location;

use crate::capability::Barrier;
use crate::exec::{self, Operation, Site};

/// The first half of a barrier, which [`ThreadBlock::arrive`](crate::ThreadBlock::arrive) and
/// [`CooperativeGrid::arrive`](crate::CooperativeGrid::arrive) give. It must be waited on, once: until
/// then the group can do nothing else. Its sub-groups may go on.
///
/// On the emulator the threads meet at the wait.
#[derive(Debug)]
#[must_use = "a thread that has arrived must wait: `arrival.wait()`"]
pub struct Arrival<'g, G: Barrier> {
    group: &'g mut G,
    /// Where the thread arrived.
    site: Site,
    waited: bool,
}

impl<'g, G: Barrier> Arrival<'g, G> {
    #[track_caller]
    pub(super) fn of(group: &'g mut G) -> Self {
        Arrival {
            group,
            site: Location::caller(),
            waited: false,
        }
    }

    /// Waits until all threads of the group have arrived. What they wrote before that is visible to all
    /// of them afterwards.
    #[track_caller]
    pub fn wait(mut self) {
        const WAIT: Operation = Operation {
            name: "wait",
            value: None,
            operator: None,
            uniform: None,
            orders_memory: true,
            combine: None,
        };
        self.waited = true;
        let site = Location::caller();
        exec::with(|context| context.rendezvous(self.group.scope(), &WAIT, site));
    }
}

impl<G: Barrier> Drop for Arrival<'_, G> {
    /// # Panics
    ///
    /// If nobody has waited: the other threads of the group do, or none of them synchronises.
    fn drop(&mut self) {
        if !self.waited && !std::thread::panicking() {
            panic!(
                "a thread arrived at a barrier at {} and did not wait: call `wait` on what `arrive` gave",
                self.site
            );
        }
    }
}
