//! Runs the threads of one block by turns.
//!
//! Threads run in rounds, in the order of the launch's schedule. Each runs until it waits, gives way
//! or ends; whoever can run by then is in the next round. So the same block does the same each time.

use std::rc::Rc;
use std::sync::atomic::Ordering::Relaxed;

use phalanx_groups::exec;

use crate::block::{Block, Interrupt};
use crate::context::ATOMICS_A_TURN;
use crate::fault::Fault;
use crate::fiber::{Fibers, Yielder};
use crate::hook;
use crate::launch::Launch;
use crate::pool::Parts;
use crate::rendezvous::Call;
use crate::report;
use crate::schedule::Round;
use crate::spin::Stillness;

/// A block that has been started, with its threads.
pub(crate) struct Resident<'l> {
    // Before the block, which they borrow: fields are dropped in this order.
    fibers: Fibers,
    block: Rc<Block<'l>>,
    round: Round,
    stillness: Stillness,
}

/// Why a block does not run on.
pub(crate) enum Stopped {
    /// All its threads have ended.
    Finished,
    /// A thread is about to do what other blocks see, and it is another block's turn.
    NeedsTurn,
    /// All its threads wait for the grid.
    AtGrid(Call),
    /// A thread did something wrong.
    Failed(Box<Fault>),
}

impl<'l> Resident<'l> {
    pub(crate) fn new(launch: &'l Launch<'l>, rank: u64, parts: Parts) -> Self {
        let Parts { arena, fibers } = parts;
        Self {
            fibers,
            block: Rc::new(Block::new(launch, rank, arena)),
            round: Round::first(launch.properties.schedule, launch.threads, rank),
            stillness: Stillness::new(),
        }
    }

    /// The block's rank in the grid.
    pub(crate) fn rank(&self) -> u64 {
        self.block.rank
    }

    /// Runs the block until it stops for others, or for good.
    pub(crate) fn run(&mut self) -> Stopped {
        let block = Rc::clone(&self.block);
        let ran = hook::watch(|| exec::install(&*block, || self.rounds()));
        ran.unwrap_or_else(|panic| {
            let position = block.position_of(block.current.get());
            Stopped::Failed(Box::new(Fault::Panic {
                message: panic.message,
                file: panic.file,
                line: panic.line,
                column: panic.column,
                block: position.block_index,
                thread: position.thread_index,
            }))
        })
    }

    fn rounds(&mut self) -> Stopped {
        let block = &*self.block;
        let start = |yielder: &Yielder| {
            block.yielder.set(yielder);
            (block.launch.body)();
        };
        loop {
            loop {
                // Whoever goes on does no more than if it had not been stopped, which is up to the
                // operating system.
                let goes_on = self.round.goes_on();
                let Some(rank) = self.round.next(&block.ready, &block.yielded) else {
                    break;
                };
                block.current.set(rank);
                block.yielded.remove(rank);
                if !goes_on {
                    block.atomics_left.set(ATOMICS_A_TURN);
                }
                // SAFETY: the block outlives its fibers: `into_parts` and the order of the fields
                // see to it.
                let ended = match unsafe { self.fibers.resume(rank, start) } {
                    Ok(ended) => ended,
                    Err(error) => {
                        return Stopped::Failed(Box::new(report::no_stack(block, &error)));
                    }
                };
                if ended {
                    if let Err(fault) = block.exit() {
                        return Stopped::Failed(Box::new(fault));
                    }
                } else if let Some(interrupt) = block.interrupt.take() {
                    return match interrupt {
                        Interrupt::NeedsTurn => {
                            self.round.again(rank);
                            Stopped::NeedsTurn
                        }
                        Interrupt::Fault(fault) => Stopped::Failed(fault),
                    };
                }
            }
            block.make_coalesced_groups(&mut self.round);
            self.round.restart(block.threads(), &block.ready);
            self.stillness.round_ends(block);
            let turns = &block.launch.turns;
            if block.used_turn.take() && turns.are_taken() {
                let still = self.stillness.passes();
                turns.pass(block.rank, still.then_some(&|| report::stuck(block)));
            } else if self.stillness.alone() >= turns.still_rounds() {
                // Whatever its threads wait for nobody else can change.
                let fault = report::spinning(
                    vec![report::stuck(block)],
                    &[],
                    0,
                    block.launch.properties.spin_limit,
                );
                return Stopped::Failed(Box::new(fault));
            }
            if block.ready.is_empty() {
                return self.at_rest();
            }
        }
    }

    /// Nobody can run: why?
    fn at_rest(&self) -> Stopped {
        let block = &*self.block;
        let grid = &block.arena.points[block.arena.places.grid()];
        if block.exited_count.get() == block.threads() {
            Stopped::Finished
        } else if grid.arrived.get() == block.threads() {
            // The turns, by which the blocks learn of each other, order this.
            let meeting = block.grid_meetings.get() % 2;
            block.launch.grid_clocks[meeting].fetch_max(block.arena.clocks.latest(), Relaxed);
            Stopped::AtGrid(grid.call.get().expect("all have arrived"))
        } else {
            Stopped::Failed(Box::new(report::deadlock(block)))
        }
    }

    /// The grid has come together: the threads may go on.
    pub(crate) fn leave_grid(&self) {
        let block = &*self.block;
        let grid = &block.arena.points[block.arena.places.grid()];
        grid.arrived.set(0);
        let meeting = block.grid_meetings.get();
        block.grid_meetings.set(meeting + 1);
        let call = grid.call.get().expect("all have arrived");
        if block.arena.clocks.on() && call.operation.orders_memory {
            let latest = block.launch.grid_clocks[meeting % 2].load(Relaxed);
            block.arena.clocks.met_grid(latest);
        }
        self.block.ready.insert_below(self.block.threads());
    }

    /// Ends the threads that have not ended, and gives back what the next block can use.
    pub(crate) fn into_parts(self) -> Parts {
        let Self {
            mut fibers, block, ..
        } = self;
        let ended = block.exited_count.get() == block.threads();
        fibers.unwind();
        let arena = Rc::into_inner(block)
            .expect("only fibers have borrowed the block")
            .arena;
        if !ended {
            arena.clear();
        }
        Parts { arena, fibers }
    }
}
