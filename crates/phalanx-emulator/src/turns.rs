//! In which order the blocks of a launch do what other blocks can see.
//!
//! Blocks run on several operating-system threads. What one does by itself does not depend on the
//! others; but atomic operations on global memory, barriers of the grid and failures do, and a
//! launch must come out the same each time. So these are done by turns. It is one resident block's
//! turn, at first the first's. A block that needs its turn waits for it, and hands it to the next
//! resident block
//!
//! - after a round of its threads in which it used the turn,
//! - when all its threads wait for the grid,
//! - when it ends.
//!
//! All three depend on the block alone, and so the order of turns does. It also means that a block
//! that spins until another has done something does not keep the other from it. A block becomes
//! resident when the turn has passed one that has ended, in the order of ranks.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Release};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::context::ATOMICS_A_TURN;
use crate::fault::Fault;
use crate::rendezvous::Call;
use crate::report::{self, Stuck};

/// Whose turn it is when the launch is over.
const NOBODY: u64 = u64::MAX;

/// Whose turn it is, and what the resident blocks are up to.
pub(crate) struct Turns {
    /// The block whose turn it is.
    holder: AtomicU64,
    state: Mutex<State>,
    /// Told whenever a worker that waits may find something to do.
    changed: Condvar,
    /// Whether there is only one block, whose turn it always is.
    alone: bool,
    /// After how many atomic operations in vain of each thread that spins the launch ends.
    spin_limit: u64,
}

struct State {
    /// How many blocks the launch has.
    blocks: u64,
    /// The resident blocks, by rank, ascending.
    residents: Vec<(u64, Status)>,
    /// The position among them of the one whose turn it is.
    at: usize,
    /// The lowest rank that is not resident yet.
    next: u64,
    /// The lowest rank that no worker has started.
    unclaimed: u64,
    /// Whether all blocks are resident, so that the grid can synchronise.
    all_resident: bool,
    /// If so, the blocks that have ended and that the turn has passed.
    ended: Vec<u64>,
    /// How many resident blocks wait for the grid.
    at_grid: usize,
    /// How many barriers the grid has passed.
    barriers: u64,
    /// Since when all blocks that pass the turn have done nothing else but spin.
    still: Option<Still>,
    outcome: Option<Result<(), Box<Fault>>>,
}

/// Blocks have been passing the turn, and nothing has happened.
struct Still {
    /// The first that did.
    first: u64,
    /// How many times all have.
    times: u64,
    /// If those are enough: where the blocks are, in the order of their turns.
    stuck: Vec<Stuck>,
}

/// What a resident block is up to.
enum Status {
    /// Runs, waits for its turn, or has not been started.
    Running,
    /// All its threads wait for the grid.
    AtGrid {
        call: Call,
        /// Whether the turn has come by since.
        passed: bool,
    },
    Ended,
    Failed(Box<Fault>),
}

/// What a worker is to do next.
pub(crate) enum Task {
    /// Start the block of this rank.
    Start(u64),
    /// Go on with this one of its own.
    Resume(usize),
    /// Stop: the launch is over.
    Stop,
}

/// What a worker's own block waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pending {
    Turn,
    /// That the grid has passed more barriers than this.
    Barrier(u64),
    /// Nothing; it has failed.
    Never,
}

impl Turns {
    /// The turns of a launch of `blocks` blocks, at most `resident` of which take part at a time.
    pub(crate) fn new(blocks: u64, resident: u64, spin_limit: u64) -> Self {
        let next = blocks.min(resident);
        let mut state = State {
            blocks,
            residents: (0..next).map(|rank| (rank, Status::Running)).collect(),
            at: 0,
            next,
            unclaimed: 0,
            all_resident: next == blocks,
            ended: Vec::new(),
            at_grid: 0,
            barriers: 0,
            still: None,
            outcome: None,
        };
        state.settle();
        Self {
            holder: AtomicU64::new(0),
            state: Mutex::new(state),
            changed: Condvar::new(),
            alone: blocks == 1,
            spin_limit,
        }
    }

    /// Whether it is this block's turn.
    #[inline]
    pub(crate) fn is_of(&self, rank: u64) -> bool {
        // Acquire: what other blocks did in their turns is seen in this one.
        self.holder.load(Acquire) == rank
    }

    /// Whether there are several blocks, which take turns.
    pub(crate) fn are_taken(&self) -> bool {
        !self.alone
    }

    /// For how many rounds of its threads nothing may happen in a block.
    pub(crate) fn still_rounds(&self) -> u64 {
        self.spin_limit.div_ceil(ATOMICS_A_TURN.into()).max(1)
    }

    /// The block whose turn it is has used it for a round. If nothing has happened in it since it last
    /// did, it can say where its threads are.
    pub(crate) fn pass(&self, rank: u64, stuck: Option<&dyn Fn() -> Stuck>) {
        self.change(|state| {
            debug_assert_eq!(
                state.residents[state.at].0, rank,
                "only the block whose turn it is can use it"
            );
            match stuck {
                None => state.still = None,
                Some(stuck) => state.pass_still(rank, stuck, self),
            }
            state.at += 1;
        });
    }

    /// The block has ended in good order.
    pub(crate) fn ended(&self, rank: u64) {
        self.change(|state| state.set(rank, Status::Ended));
    }

    /// A thread of the block did something wrong.
    pub(crate) fn failed(&self, rank: u64, fault: Box<Fault>) {
        self.change(|state| state.set(rank, Status::Failed(fault)));
    }

    /// All threads of the block wait for the grid. Says for what to wait.
    pub(crate) fn at_grid(&self, rank: u64, call: Call) -> Pending {
        self.change(|state| {
            let passed = state.barriers;
            state.set(
                rank,
                Status::AtGrid {
                    call,
                    passed: false,
                },
            );
            state.at_grid += 1;
            Pending::Barrier(passed)
        })
    }

    /// A worker cannot go on: stops the others, so that nobody waits for it.
    pub(crate) fn abandon(&self) {
        self.change(|state| state.outcome = Some(Ok(())));
    }

    /// What a worker with these blocks of its own does next; waits until there is something.
    pub(crate) fn next<I: Iterator<Item = (u64, Pending)>>(&self, mine: impl Fn() -> I) -> Task {
        let mut state = self.lock();
        loop {
            if state.outcome.is_some() {
                return Task::Stop;
            }
            if let Some(i) = mine().position(|(rank, pending)| state.may_run(rank, pending)) {
                return Task::Resume(i);
            }
            if state.unclaimed < state.next {
                state.unclaimed += 1;
                return Task::Start(state.unclaimed - 1);
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// How the launch ended.
    pub(crate) fn into_outcome(self) -> Result<(), Fault> {
        let state = self
            .state
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        state
            .outcome
            .expect("workers stop when there is an outcome")
            .map_err(|fault| *fault)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change<R>(&self, f: impl FnOnce(&mut State) -> R) -> R {
        let mut state = self.lock();
        let result = f(&mut state);
        state.settle();
        let holder = match state.outcome {
            None => state.residents[state.at].0,
            // No block does anything any more that others see, and each that is about to stops.
            Some(_) => NOBODY,
        };
        // Release: what was done in this turn is seen in the next.
        self.holder.store(holder, Release);
        drop(state);
        self.changed.notify_all();
        result
    }
}

impl State {
    fn set(&mut self, rank: u64, status: Status) {
        let resident = self
            .residents
            .iter_mut()
            .find(|resident| resident.0 == rank);
        resident.expect("only resident blocks run").1 = status;
    }

    fn may_run(&self, rank: u64, pending: Pending) -> bool {
        match pending {
            Pending::Turn => self
                .residents
                .get(self.at)
                .is_some_and(|resident| resident.0 == rank),
            Pending::Barrier(passed) => self.barriers > passed,
            Pending::Never => false,
        }
    }

    /// Moves the turn on to a block that runs, and deals with those on the way.
    fn settle(&mut self) {
        while self.outcome.is_none() {
            if self.residents.is_empty() {
                self.outcome = Some(Ok(()));
                return;
            }
            self.at %= self.residents.len();
            match &mut self.residents[self.at].1 {
                Status::Running => return,
                Status::Ended => self.retire(),
                Status::AtGrid { call, passed } => {
                    let call = *call;
                    if !std::mem::replace(passed, true) {
                        self.still = None;
                    }
                    self.pass_at_grid(call);
                }
                Status::Failed(fault) => self.outcome = Some(Err(fault.clone())),
            }
        }
    }

    /// The block whose turn it is has ended: makes room for another.
    fn retire(&mut self) {
        self.still = None;
        let (rank, _) = self.residents.remove(self.at);
        if self.all_resident {
            self.ended.push(rank);
        }
        if self.next < self.blocks {
            self.residents.push((self.next, Status::Running));
            self.next += 1;
        }
    }

    /// The block whose turn it is passes it, and nothing has happened in it.
    ///
    /// All that counts here happens in the order of the turns, so that the launch comes out the same
    /// each time: also that a block has come to the grid or has ended, which it does at any time.
    fn pass_still(&mut self, rank: u64, stuck: &dyn Fn() -> Stuck, turns: &Turns) {
        let still = self.still.get_or_insert_with(|| Still {
            first: rank,
            times: 0,
            stuck: Vec::new(),
        });
        if still.first == rank {
            still.times += 1;
        }
        // The first time that all have passed begins when the first does.
        if still.times > turns.still_rounds() + 1 {
            let at_grid: Vec<_> = self
                .residents
                .iter()
                .filter_map(|(rank, status)| match status {
                    Status::AtGrid { call, passed: true } => Some((*rank, *call)),
                    _ => None,
                })
                .collect();
            let fault = report::spinning(
                std::mem::take(&mut still.stuck),
                &at_grid,
                self.blocks - self.next,
                turns.spin_limit,
            );
            self.outcome = Some(Err(Box::new(fault)));
        } else if still.times > turns.still_rounds() {
            still.stuck.push(stuck());
        }
    }

    /// The block whose turn it is waits for the grid.
    fn pass_at_grid(&mut self, call: Call) {
        if !self.ended.is_empty() {
            let waiting = vec![self.residents[self.at].0];
            self.outcome = Some(Err(Box::new(report::exited_grid(
                call,
                waiting,
                self.ended.clone(),
            ))));
        } else if self.at_grid < self.residents.len() {
            self.at += 1;
        } else {
            self.meet();
        }
    }

    /// All blocks are at a barrier of the grid: the same one?
    fn meet(&mut self) {
        let mut calls = self
            .residents
            .iter()
            .filter_map(|(rank, status)| match status {
                Status::AtGrid { call, .. } => Some((*rank, *call)),
                _ => None,
            });
        let first = calls.next().expect("all are there").1;
        if let Some((_, second)) = calls.find(|(_, call)| !call.agrees(&first)) {
            let who = |at: Call| {
                let there = self.residents.iter().filter(
                    |(_, status)| matches!(status, Status::AtGrid { call, .. } if call.agrees(&at)),
                );
                there.map(|(rank, _)| *rank).collect()
            };
            let fault = report::divergent_grid((first, who(first)), (second, who(second)));
            self.outcome = Some(Err(Box::new(fault)));
            return;
        }
        let mut arguments = self
            .residents
            .iter()
            .filter_map(|(_, status)| match status {
                Status::AtGrid { call, .. } if call.argument != first.argument => Some(*call),
                _ => None,
            });
        if let Some(second) = arguments.next() {
            let who = |at: Call| {
                let there = self.residents.iter().filter(
                    |(_, status)| matches!(status, Status::AtGrid { call, .. } if call.argument == at.argument),
                );
                there.map(|(rank, _)| *rank).collect()
            };
            let fault = report::not_uniform_grid((first, who(first)), (second, who(second)));
            self.outcome = Some(Err(Box::new(fault)));
            return;
        }
        for (_, status) in &mut self.residents {
            *status = Status::Running;
        }
        self.at_grid = 0;
        self.at = 0;
        self.barriers += 1;
    }
}
