//! An operating-system thread that runs blocks.

use crate::launch::Launch;
use crate::pool::Spares;
use crate::scheduler::{Resident, Stopped};
use crate::turns::{Pending, Task, Turns};

/// Runs blocks of the launch until it is over. A block stays with the worker that started it.
pub(crate) fn work<'l>(launch: &'l Launch<'l>) {
    let _alarm = Alarm(&launch.turns);
    let mut spares = Spares::default();
    let mut mine: Vec<(Resident<'l>, Pending)> = Vec::new();
    loop {
        let waiting = || mine.iter().map(|(block, pending)| (block.rank(), *pending));
        let mut block = match launch.turns.next(waiting) {
            Task::Start(rank) => Resident::new(launch, rank, spares.take(launch)),
            Task::Resume(i) => {
                let (block, pending) = mine.swap_remove(i);
                if let Pending::Barrier(_) = pending {
                    block.leave_grid();
                }
                block
            }
            Task::Stop => break,
        };
        let rank = block.rank();
        match block.run() {
            Stopped::Finished => {
                spares.give_back(block.into_parts());
                launch.turns.ended(rank);
            }
            Stopped::NeedsTurn => mine.push((block, Pending::Turn)),
            Stopped::AtGrid(call) => mine.push((block, launch.turns.at_grid(rank, call))),
            Stopped::Failed(fault) => {
                launch.turns.failed(rank, fault);
                mine.push((block, Pending::Never));
            }
        }
    }
    for (block, _) in mine {
        spares.give_back(block.into_parts());
    }
}

/// Stops the other workers if this one panics, for they would wait for its blocks.
struct Alarm<'a>(&'a Turns);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.abandon();
        }
    }
}
