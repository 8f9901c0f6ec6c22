//! What can go wrong in a launch, as a person reads it.

use std::fmt;

use phalanx_groups::exec::Site;
use thiserror::Error;

/// Why a launch failed: the first failure in the order of the launch, so that the same launch fails
/// the same way again.
///
/// Shown, it says what is wrong, where in the source, and which threads are involved.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum Fault {
    /// A thread panicked: an index out of bounds, a division by zero, an assertion.
    #[error(
        "{file}:{line}:{column}: {message}\n  in {}",
        Thread { block: *block, thread: *thread }
    )]
    Panic {
        /// The panic's message.
        message: String,
        /// The source file.
        file: String,
        /// Line in the file, from 1.
        line: u32,
        /// Column in the line, from 1.
        column: u32,
        /// Index of the block in the grid.
        block: [u32; 3],
        /// Index of the thread in the block.
        thread: [u32; 3],
    },

    /// Threads of one group are in different collectives, or in the same with different types.
    #[error(
        "threads of a `{group}` are in different collectives\n  {first}\n  {second}\n  \
         all threads of a group must make the same collective calls, from the same places in the \
         source"
    )]
    Divergent {
        /// The kind of the group.
        group: String,
        /// Those who came first.
        first: Box<Arrival>,
        /// Who did something else.
        second: Box<Arrival>,
    },

    /// Threads of one group are in the same collective with different arguments, of which there must
    /// be one.
    #[error(
        "{place}: `{operation}` has one `{name}` for all threads of a `{group}`\n  {first}\n  {second}"
    )]
    NotUniform {
        /// The call.
        place: Place,
        /// The operation and its types.
        operation: String,
        /// The kind of the group.
        group: String,
        /// What the argument is called.
        name: &'static str,
        /// What those say who came first.
        first: Box<Said>,
        /// What another says.
        second: Box<Said>,
    },

    /// `assume_uniform` says that a value is equal for all threads of a group, and it is not.
    #[error(
        "{place}: a value is not equal for all threads of a `{group}`, though `assume_uniform` says \
         so\n  {first}\n  {second}\n  the reason given: {reason}"
    )]
    FalseClaim {
        /// The call.
        place: Place,
        /// The kind of the group.
        group: String,
        /// Why it should be so.
        reason: &'static str,
        /// The value of those who came first.
        first: Box<Said>,
        /// The value of another.
        second: Box<Said>,
    },

    /// Two threads touched the same memory, one of them at least to write it, and nothing orders the
    /// two.
    #[error(
        "data race on {what}\n  {first}\n  {second}\n  {way_out}{}",
        Declared(declared)
    )]
    Race {
        /// The memory, as in "element 3 of `out`".
        what: String,
        /// Where a static shared object is declared.
        declared: Option<Place>,
        /// The access that came first, or that of the block of lower rank.
        first: Box<Touch>,
        /// The other.
        second: Box<Touch>,
        /// What would have ordered them.
        way_out: String,
    },

    /// A thread ended although its group waits for it in a collective.
    #[error(
        "a thread of a `{group}` has ended, but others wait for it\n  {waiting}\n  {} ended{}\n  \
         all threads of a group must reach its collectives: leave out work with `if`, not the rest \
         of the kernel with `return`",
        Ended(exited),
        LastSeen(seen)
    )]
    Exited {
        /// The kind of the group.
        group: String,
        /// Those who wait.
        waiting: Box<Arrival>,
        /// Those who ended.
        exited: Who,
        /// Where the first of them last touched memory or was in a collective, if it was. This is
        /// as near to its end as can be known: the emulator sees of a thread what it asks for, and a
        /// `return` asks for nothing. Kernels that return past a collective do not compile, and
        /// there the compiler shows the `return`.
        seen: Option<Place>,
    },

    /// All threads of a block that have not ended wait for others.
    #[error("deadlock in block {}: every thread waits for another{}", Triple(*block), Lines(waits))]
    Deadlock {
        /// Index of the block in the grid.
        block: [u32; 3],
        /// Who waits where.
        waits: Vec<Wait>,
    },

    /// Threads spin, and nobody is left who could change what they wait for: all others wait in a
    /// collective, or for room on the device.
    ///
    /// Each thread that spins has done at least [`spin_limit`](crate::Properties::spin_limit) atomic
    /// operations in vain (under a random schedule on average): loads, failed exchanges, other
    /// updates that left the value as it was, again and again of the same atomics. In all that time
    /// no thread has stored anything, come to a collective, or ended. Plain writes to global memory
    /// are seen only if accesses are [checked](crate::Properties::checks).
    #[error(
        "threads spin for ever: nobody is left to change what they wait for{}{}{}\n  \
         nothing has changed during the last {limit} atomic operations of each that spins; \
         `Properties::spin_limit` says after how many a launch ends",
        Spinning(spins),
        Lines(waits),
        NotStarted(*not_started)
    )]
    Spinning {
        /// Who spins, and where.
        spins: Vec<Spin>,
        /// Who waits where for them.
        waits: Vec<Wait>,
        /// How many blocks have not started, since others must end before.
        not_started: u64,
        /// How many atomic operations in a row have changed nothing, for each thread that spins.
        limit: u64,
    },

    /// A thread read shared memory that no thread of the block had written.
    #[error(
        "{place}: reads {what} in shared memory, which nothing was written to\n  in {}\n  \
         write it before; if another thread does, `sync` the `ThreadBlock` between the two{}",
        Thread { block: *block, thread: *thread },
        Declared(declared)
    )]
    UninitialisedShared {
        /// The read.
        place: Place,
        /// What was read, as in "element 3 of a `[f32; 256]`".
        what: String,
        /// Where a static object is declared; `None` for a dynamic array.
        declared: Option<Place>,
        /// Index of the block in the grid.
        block: [u32; 3],
        /// Index of the thread in the block.
        thread: [u32; 3],
    },

    /// A shuffle named a source that is not a rank of its group. Only with
    /// [`strict_lanes`](crate::Properties::strict_lanes).
    #[error(
        "{place}: `{operation}` names lane {lane} of a group of {size} threads\n  in {}\n  \
         a GPU takes the lane modulo the size of the group",
        Thread { block: *block, thread: *thread }
    )]
    LaneOutOfRange {
        /// The call.
        place: Place,
        /// The operation and its type.
        operation: String,
        /// What the thread asked for.
        lane: usize,
        /// How many threads the group has.
        size: usize,
        /// Index of the block in the grid.
        block: [u32; 3],
        /// Index of the thread in the block.
        thread: [u32; 3],
    },

    /// The shared objects of a block need more memory than a block may have.
    #[error(
        "{place}: no room for {bytes} more bytes of shared memory: a block has {limit} bytes, of \
         which {used} are used\n  in block {}",
        Triple(*block)
    )]
    SharedExhausted {
        /// The object that no longer fits.
        place: Place,
        /// Its size, in bytes.
        bytes: usize,
        /// What other objects use, in bytes.
        used: usize,
        /// What a block may have, in bytes.
        limit: usize,
        /// Index of the block in the grid.
        block: [u32; 3],
    },

    /// A failure under a random schedule.
    #[error("{fault}\n  under a random schedule: `PHALANX_SEED={seed}` repeats it")]
    AtRandom {
        /// What went wrong.
        fault: Box<Fault>,
        /// The seed of the schedule.
        seed: u64,
    },

    /// The system has no memory for a thread's stack.
    #[error(
        "no stack of {bytes} bytes for an emulated thread: {reason}\n  in {}\n  \
         launch fewer threads, or make `Properties::stack` smaller; on Linux `vm.max_map_count` \
         limits how many threads can be resident",
        Thread { block: *block, thread: *thread }
    )]
    NoStack {
        /// How large the stack was to be, in bytes.
        bytes: usize,
        /// What the system says.
        reason: String,
        /// Index of the block in the grid.
        block: [u32; 3],
        /// Index of the thread in the block.
        thread: [u32; 3],
    },
}

/// A place in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The source file.
    pub file: &'static str,
    /// Line in the file, from 1.
    pub line: u32,
    /// Column in the line, from 1.
    pub column: u32,
}

impl From<Site> for Place {
    fn from(site: Site) -> Self {
        Self {
            file: site.file(),
            line: site.line(),
            column: site.column(),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// Threads that wait in a collective.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The call.
    pub place: Place,
    /// The operation and its types, as in `reduce(Plus) of f32`.
    pub operation: String,
    /// Who is there.
    pub who: Who,
}

impl fmt::Display for Arrival {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = if self.who.is_one() { "is" } else { "are" };
        write!(
            f,
            "{}: {} {verb} in `{}`",
            self.place, self.who, self.operation
        )
    }
}

/// What some threads gave for an argument that must be equal for all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The argument.
    pub value: String,
    /// Who gave it.
    pub who: Who,
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = if self.who.is_one() { "has" } else { "have" };
        write!(f, "{} {verb} {}", self.who, self.value)
    }
}

/// An access to memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touch {
    /// The access.
    pub place: Place,
    /// Whether it writes.
    pub writes: bool,
    /// Whether it is atomic.
    pub atomic: bool,
    /// Index of the block in the grid.
    pub block: [u32; 3],
    /// Index of the thread in the block.
    pub thread: [u32; 3],
}

impl fmt::Display for Touch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let thread = Thread {
            block: self.block,
            thread: self.thread,
        };
        let verb = if self.writes { "writes" } else { "reads" };
        let how = if self.atomic { ", atomically" } else { "" };
        write!(f, "{}: {thread} {verb} it{how}", self.place)
    }
}

/// Threads that wait for others of their group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    /// The kind of the group.
    pub group: String,
    /// Who waits, and where.
    pub arrival: Arrival,
    /// The members that have not come; `None` for a grid, if whole blocks have not.
    pub missing: Option<Who>,
}

impl fmt::Display for Wait {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of a `{}`", self.arrival, self.group)?;
        match &self.missing {
            Some(missing) => write!(f, ", without {missing}"),
            None => Ok(()),
        }
    }
}

/// Threads that repeat an atomic operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spin {
    /// The operation that they did last.
    pub place: Place,
    /// On what, as in "element 0 of `arrived`".
    pub what: String,
    /// The value there.
    pub value: String,
    /// Who spins.
    pub who: Who,
}

impl fmt::Display for Spin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            place,
            what,
            value,
            who,
        } = self;
        let verb = if who.is_one() { "spins" } else { "spin" };
        write!(f, "{place}: {who} {verb} on {what}, which is {value}")
    }
}

/// Some threads of a block, or whole blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// Threads of one block.
    Threads {
        /// Index of the block in the grid.
        block: [u32; 3],
        /// Their ranks in the block, ascending.
        ranks: Vec<u32>,
    },
    /// These threads of each of several blocks.
    InBlocks {
        /// The blocks' ranks in the grid, ascending.
        blocks: Vec<u64>,
        /// The threads' ranks in their block, ascending.
        ranks: Vec<u32>,
    },
    /// All threads of these blocks, by the blocks' ranks in the grid, ascending.
    Blocks(Vec<u64>),
}

impl Who {
    fn is_one(&self) -> bool {
        match self {
            Self::Threads { ranks, .. } | Self::InBlocks { ranks, .. } => ranks.len() == 1,
            Self::Blocks(_) => false,
        }
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Threads { block, ranks } => {
                write_ranks(f, ranks)?;
                write!(f, " of block {}", Triple(*block))
            }
            Self::InBlocks { blocks, ranks } => {
                write_ranks(f, ranks)?;
                f.write_str(" of each of blocks ")?;
                write_ranges(f, blocks.iter().copied())
            }
            Self::Blocks(blocks) => {
                f.write_str("all threads of ")?;
                f.write_str(if blocks.len() == 1 {
                    "block "
                } else {
                    "blocks "
                })?;
                write_ranges(f, blocks.iter().copied())
            }
        }
    }
}

/// `threads 0-15, 17`
fn write_ranks(f: &mut fmt::Formatter<'_>, ranks: &[u32]) -> fmt::Result {
    f.write_str(if ranks.len() == 1 {
        "thread "
    } else {
        "threads "
    })?;
    write_ranges(f, ranks.iter().map(|&rank| u64::from(rank)))
}

/// `0-15, 17, 20-31`
fn write_ranges(f: &mut fmt::Formatter<'_>, numbers: impl Iterator<Item = u64>) -> fmt::Result {
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    for (i, (first, last)) in ranges.iter().enumerate() {
        let comma = if i == 0 { "" } else { ", " };
        if first == last {
            write!(f, "{comma}{first}")?;
        } else {
            write!(f, "{comma}{first}-{last}")?;
        }
    }
    Ok(())
}

/// `(1, 2, 3)`
struct Triple([u32; 3]);

impl fmt::Display for Triple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.0;
        write!(f, "({x}, {y}, {z})")
    }
}

struct Thread {
    block: [u32; 3],
    thread: [u32; 3],
}

impl fmt::Display for Thread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "thread {} of block {}",
            Triple(self.thread),
            Triple(self.block)
        )
    }
}

struct Ended<'a>(&'a Who);

impl fmt::Display for Ended<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {}",
            self.0,
            if self.0.is_one() { "has" } else { "have" }
        )
    }
}

struct LastSeen<'a>(&'a Option<Place>);

impl fmt::Display for LastSeen<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(place) => write!(f, ", last seen at {place}"),
            None => Ok(()),
        }
    }
}

struct Lines<'a>(&'a [Wait]);

impl fmt::Display for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|wait| write!(f, "\n  {wait}"))
    }
}

/// Of threads that spin each on its own, some are enough to see why.
const SHOWN_SPINS: usize = 8;

struct Spinning<'a>(&'a [Spin]);

impl fmt::Display for Spinning<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (shown, left) = self.0.split_at(self.0.len().min(SHOWN_SPINS));
        shown.iter().try_for_each(|spin| write!(f, "\n  {spin}"))?;
        match left.len() {
            0 => Ok(()),
            1 => f.write_str("\n  and 1 other"),
            others => write!(f, "\n  and {others} others"),
        }
    }
}

struct NotStarted(u64);

impl fmt::Display for NotStarted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => return Ok(()),
            1 => f.write_str("\n  1 block has not started: another must end before")?,
            blocks => write!(
                f,
                "\n  {blocks} blocks have not started: others must end before"
            )?,
        }
        f.write_str(
            "; blocks that wait for each other must be resident at once, which a launch of a \
             `CooperativeGrid` sees to",
        )
    }
}

struct Declared<'a>(&'a Option<Place>);

impl fmt::Display for Declared<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(place) => write!(f, "\n  declared at {place}"),
            None => Ok(()),
        }
    }
}
