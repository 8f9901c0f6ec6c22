//! A launch: its shape, and how it is run.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicU32;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

use phalanx_groups::exec::{Operation, Slot};

use crate::block::unravel;
use crate::race::{Messages, Shadow};
use crate::turns::Turns;
use crate::worker::work;
use crate::{Fault, Properties, Schedule};

/// One dynamic shared array of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DynamicArray {
    /// Its size, in bytes.
    pub bytes: usize,
    /// Its alignment, in bytes: a power of two up to 128. At least 16 is given.
    pub align: usize,
}

/// Memory of a launch that its threads share and may write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buffer<'a> {
    /// What reports call it: the kernel's parameter.
    pub parameter: &'a str,
    /// Where it begins.
    pub address: usize,
    /// Its size, in bytes.
    pub bytes: usize,
    /// The size of an element, in bytes.
    pub element: usize,
    /// The alignment of an element, in bytes.
    pub align: usize,
}

/// The shape of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape<'a> {
    /// Extents of the grid, in blocks.
    pub grid: [u32; 3],
    /// Extents of a block, in threads.
    pub block: [u32; 3],
    /// The dynamic shared arrays, in the order of the kernel's parameters.
    pub dynamic_shared: &'a [DynamicArray],
    /// Whether all blocks are resident at once, so that the grid can synchronise.
    pub cooperative: bool,
    /// The buffers whose elements are watched for races.
    pub buffers: &'a [Buffer<'a>],
}

/// A launch that is under way: what all its blocks share.
pub(crate) struct Launch<'l> {
    pub(crate) properties: &'l Properties,
    pub(crate) shape: &'l Shape<'l>,
    /// How many threads a block has.
    pub(crate) threads: usize,
    pub(crate) body: &'l (dyn Fn() + Sync),
    pub(crate) turns: Turns,
    /// What is remembered of the buffers, in their order; nothing if accesses are not checked.
    pub(crate) shadows: Vec<Shadow>,
    /// What atomics in global memory have to tell.
    pub(crate) messages: Mutex<Messages>,
    /// The latest clock of all blocks at a barrier of the grid; at the even ones and the odd ones,
    /// since a block may be at the next when another has yet to leave one.
    pub(crate) grid_clocks: [AtomicU32; 2],
    /// Whether several operating-system threads run blocks.
    pub(crate) concurrent: bool,
    /// What a thread has left for all blocks to see, and by which operation.
    posted: Mutex<Option<(&'static Operation, Slot)>>,
}

/// Runs `body` once for each thread of the launch and returns when all have ended, or when one has
/// failed and the others have been unwound.
///
/// `body` finds out which thread it is by
/// [`KernelGroup::enter`](phalanx_groups::rt::KernelGroup::enter). `kernel` is what debuggers show
/// as the name of the operating-system threads.
///
/// The same launch on the same data does the same each time, whatever the number of
/// operating-system threads: threads of a block run in the order of the schedule, and blocks take
/// turns for what others can see. Only plain accesses of several blocks that race are as they happen
/// to be, and which of several such races is reported.
///
/// The first call puts a panic hook in front of the process's own, which keeps panics of emulated
/// threads from being printed. Unwinding must be enabled: with `panic = "abort"` a kernel's panic
/// ends the process.
///
/// # Errors
///
/// The first [`Fault`], in the order in which the blocks take turns.
///
/// # Panics
///
/// If a block has no threads or more than 1024, or if the dynamic arrays need more than
/// [`shared_per_block`](Properties::shared_per_block). A launch of no blocks does nothing.
pub fn run(
    properties: &Properties,
    kernel: &'static str,
    shape: &Shape<'_>,
    body: &(dyn Fn() + Sync),
) -> Result<(), Fault> {
    let volume = |dim: [u32; 3]| dim.iter().map(|&extent| u64::from(extent)).product::<u64>();
    let (blocks, threads) = (volume(shape.grid), volume(shape.block));
    assert!(
        (1..=1024).contains(&threads),
        "a block has 1 to 1024 threads, not {threads}"
    );
    let shared = shape.dynamic_shared.iter().map(|array| array.bytes).sum();
    let resident = match properties.resident_blocks(threads as u32, shared) {
        _ if shape.cooperative => blocks,
        // The shape is beyond the device, which is for the caller to refuse. One block at a time
        // will do.
        0 => 1,
        resident => u64::from(resident),
    };
    let workers = match properties.schedule {
        // What races comes out the same again only if one block runs at a time.
        Schedule::Random { .. } => 1,
        _ => properties.workers.unwrap_or_else(processors).get() as u64,
    };
    let workers = workers.min(blocks).min(resident);
    let watched = shape.buffers.iter().filter(|_| properties.checks);
    let launch = Launch {
        properties,
        shape,
        threads: threads as usize,
        body,
        turns: Turns::new(blocks, resident, properties.spin_limit),
        shadows: watched
            .map(|it| Shadow::of(it.address, it.bytes, it.element, it.align))
            .collect(),
        messages: Mutex::default(),
        grid_clocks: [const { AtomicU32::new(0) }; 2],
        concurrent: workers > 1,
        posted: Mutex::default(),
    };
    thread::scope(|scope| {
        for _ in 1..workers {
            // The launch comes out the same with fewer workers, so that it does not matter if there
            // is no room for another.
            let _ = thread::Builder::new()
                .name(kernel.into())
                .spawn_scoped(scope, || work(&launch));
        }
        work(&launch);
    });
    let outcome = launch.turns.into_outcome();
    outcome.map_err(|fault| match properties.schedule {
        Schedule::Random { seed } => Fault::AtRandom {
            fault: Box::new(fault),
            seed,
        },
        _ => fault,
    })
}

impl Launch<'_> {
    /// The index in the grid of the block of this rank.
    pub(crate) fn block_index(&self, rank: u64) -> [u32; 3] {
        unravel(rank, self.shape.grid)
    }

    /// What was posted last.
    pub(crate) fn posted(&self) -> MutexGuard<'_, Option<(&'static Operation, Slot)>> {
        self.posted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How many processors there are. Asking the system takes longer than a small launch.
fn processors() -> NonZeroUsize {
    static PROCESSORS: OnceLock<NonZeroUsize> = OnceLock::new();
    *PROCESSORS.get_or_init(|| thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
}
