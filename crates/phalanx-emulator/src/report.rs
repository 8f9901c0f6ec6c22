//! From the state of a block to a report of what is wrong with it.

use std::collections::BTreeMap;
use std::fmt;
use std::io;

use phalanx_groups::exec::{Access, AccessKind, Site, Uniform};

use crate::block::{Block, Wait as Waits, unravel};
use crate::fault::{Arrival, Fault, Place, Said, Touch, Wait, Who};
use crate::launch::Buffer;
use crate::race::{Epoch, Touched};
use crate::rendezvous::{self, Call};
use crate::shared::Found;

/// The current thread is in another collective than those who have come to the point before it.
pub(crate) fn divergent(block: &Block<'_>, number: usize, first: Call, second: Call) -> Fault {
    Fault::Divergent {
        group: group_name(block, number),
        first: Box::new(arrival(first, block.who(waiting_at(block, number)))),
        second: Box::new(arrival(second, block.who([block.current.get()]))),
    }
}

/// Of those who meet at a point some wait and some have ended.
pub(crate) fn exited(block: &Block<'_>, number: usize) -> Fault {
    let exited: Vec<usize> = block
        .members(number)
        .filter(|&rank| block.exited.contains(rank))
        .collect();
    Fault::Exited {
        group: group_name(block, number),
        waiting: Box::new(arrival(
            call_at(block, number),
            block.who(waiting_at(block, number)),
        )),
        seen: exited
            .first()
            .and_then(|&rank| block.arena.clocks.seen(rank))
            .map(Into::into),
        exited: block.who(exited),
    }
}

/// Nobody can go on.
pub(crate) fn deadlock(block: &Block<'_>) -> Fault {
    // One entry for what reads alike: the same call on groups of one kind.
    let mut waits: BTreeMap<_, (Call, Vec<usize>, Vec<usize>)> = BTreeMap::new();
    let occupied = (0..block.arena.points.len())
        .filter(|&number| block.arena.points[number].arrived.get() > 0);
    for number in occupied {
        let call = call_at(block, number);
        let key = (
            call.site,
            call.operation.to_string(),
            group_name(block, number),
        );
        let (_, waiting, missing) = waits.entry(key).or_insert((call, Vec::new(), Vec::new()));
        let here: Vec<usize> = waiting_at(block, number).collect();
        missing.extend(block.members(number).filter(|rank| !here.contains(rank)));
        waiting.extend(here);
    }
    let mut waits: Vec<_> = waits.into_iter().collect();
    waits.sort_by_key(|(_, (_, waiting, _))| waiting.first().copied());
    let waits = waits
        .into_iter()
        .map(|((_, _, group), (call, waiting, missing))| Wait {
            group,
            arrival: arrival(call, block.who(sorted(waiting))),
            missing: block.who(sorted(missing)),
        })
        .collect();
    Fault::Deadlock {
        block: block.index,
        waits,
    }
}

/// The current thread has another argument than those who have come to the point before it.
pub(crate) fn not_uniform(block: &Block<'_>, number: usize, first: Call, second: Call) -> Fault {
    let who = block.who(waiting_at(block, number));
    let me = block.who([block.current.get()]);
    unequal(group_name(block, number), (first, who), (second, me))
}

/// Blocks of a grid have different arguments.
pub(crate) fn not_uniform_grid(first: (Call, Vec<u64>), second: (Call, Vec<u64>)) -> Fault {
    let (first, second) = (
        (first.0, Who::Blocks(first.1)),
        (second.0, Who::Blocks(second.1)),
    );
    unequal(GRID.into(), first, second)
}

fn unequal(group: String, first: (Call, Who), second: (Call, Who)) -> Fault {
    struct Shown(Uniform, usize);
    impl fmt::Display for Shown {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            (self.0.show)(self.1, f)
        }
    }

    let call = first.0;
    let uniform = call.operation.uniform.expect("others are not compared");
    let said = |(call, who): (Call, Who)| {
        Box::new(Said {
            value: Shown(uniform, call.argument).to_string(),
            who,
        })
    };
    let (first, second) = (said(first), said(second));
    match call.reason {
        Some(reason) => Fault::FalseClaim {
            place: call.site.into(),
            group,
            reason,
            first,
            second,
        },
        None => Fault::NotUniform {
            place: call.site.into(),
            operation: call.operation.to_string(),
            group,
            name: uniform.name,
            first,
            second,
        },
    }
}

/// The current thread's access races with an earlier one, which wrote or did not.
pub(crate) fn race(block: &Block<'_>, before: Touched, wrote: bool, access: &Access) -> Fault {
    let (me, then) = (block.current.get(), before.epoch);
    let touch = |site: Site, writes, atomic, rank, thread| {
        let shape = block.launch.shape;
        Box::new(Touch {
            place: site.into(),
            writes,
            atomic,
            block: unravel(rank, shape.grid),
            thread: unravel(thread as u64, shape.block),
        })
    };
    let mut first = touch(
        before.site,
        wrote,
        then.is_atomic(),
        then.block(),
        then.thread(),
    );
    let writes = !matches!(access.kind, AccessKind::Read | AccessKind::AtomicLoad);
    let atomic = !matches!(access.kind, AccessKind::Read | AccessKind::Write);
    let mut second = touch(access.site, writes, atomic, block.rank, me);
    if then.block() > block.rank {
        // Which block came first is up to the operating system.
        std::mem::swap(&mut first, &mut second);
    }
    let (what, declared) = match block.arena.shared.offset_of(access.address) {
        Some(offset) => shared_element(block, access, offset),
        None => (global_element(block, access), None),
    };
    Fault::Race {
        what,
        declared,
        way_out: way_out(block, then, first.place == second.place),
        first,
        second,
    }
}

/// What would have ordered something that was done then before what the current thread does, at
/// another place in the source or at the same.
fn way_out(block: &Block<'_>, then: Epoch, one_place: bool) -> String {
    // Unless they are turns of a loop, no barrier can stand between accesses at one place.
    let at_one_place = |by: &str| {
        format!(
            "both are at one place in the source: let one thread do it, or use an `Atomic`; if they \
             are turns of a loop, {by}"
        )
    };
    let me = block.current.get();
    if then.block() != block.rank {
        let by = "`sync` of a `CooperativeGrid` between them would";
        return if one_place {
            at_one_place(by)
        } else {
            format!(
                "nothing orders the two blocks: {by}, or an atomic operation that releases after the \
                 one and another that acquires its value before the other"
            )
        };
    }
    let threads = block.threads();
    let size = if threads.is_multiple_of(32) {
        32
    } else {
        (me ^ then.thread()).next_power_of_two().max(2)
    };
    let by = if me / size == then.thread() / size && threads.is_multiple_of(size) {
        format!("`sync` of a `ThreadBlockTile<{size}>` or of the `ThreadBlock` between them would")
    } else {
        "`sync` of the `ThreadBlock` between them would".into()
    };
    match block.arena.clocks.unordered_since(me, then) {
        Some(call) => format!(
            "both threads are in `{}` at {} between them, but shuffles, votes, matches, reductions and \
             scans order no memory: {by}",
            call.operation,
            Place::from(call.site)
        ),
        None if one_place => at_one_place(&by),
        None => format!("nothing orders the two: {by}"),
    }
}

fn global_element(block: &Block<'_>, access: &Access) -> String {
    let inside = |buffer: &&Buffer<'_>| access.address.wrapping_sub(buffer.address) < buffer.bytes;
    match block.launch.shape.buffers.iter().find(inside) {
        Some(buffer) => format!(
            "element {} of `{}`",
            (access.address - buffer.address) / buffer.element,
            buffer.parameter
        ),
        None => format!("address {:#x}", access.address),
    }
}

/// What is at this offset in shared memory, and where it is declared.
fn shared_element(block: &Block<'_>, access: &Access, offset: usize) -> (String, Option<Place>) {
    let (what, declared) = named_element(block, access, offset);
    (format!("{what} in shared memory"), declared)
}

fn named_element(block: &Block<'_>, access: &Access, offset: usize) -> (String, Option<Place>) {
    match block.arena.shared.find(offset) {
        Some(Found::Static {
            site,
            shape,
            offset,
            size,
        }) => {
            let shape = shape.name();
            let what = if access.size < size && shape.starts_with('[') {
                format!("element {} of a `{shape}`", offset / access.size)
            } else {
                format!("a `{shape}`")
            };
            (what, Some(site.into()))
        }
        Some(Found::Dynamic { index, offset }) => (
            format!("element {} of dynamic array {index}", offset / access.size),
            None,
        ),
        None => (format!("byte {offset}"), None),
    }
}

/// A read of shared memory that was not written.
pub(crate) fn uninitialised(block: &Block<'_>, access: &Access, offset: usize) -> Fault {
    let position = block.position_of(block.current.get());
    let (what, declared) = named_element(block, access, offset);
    Fault::UninitialisedShared {
        place: access.site.into(),
        what,
        declared,
        block: position.block_index,
        thread: position.thread_index,
    }
}

/// There is no memory for the current thread's stack.
pub(crate) fn no_stack(block: &Block<'_>, error: &io::Error) -> Fault {
    let position = block.position_of(block.current.get());
    Fault::NoStack {
        bytes: block.launch.properties.stack,
        reason: error.to_string(),
        block: position.block_index,
        thread: position.thread_index,
    }
}

/// Blocks of a grid are at different barriers.
pub(crate) fn divergent_grid(first: (Call, Vec<u64>), second: (Call, Vec<u64>)) -> Fault {
    Fault::Divergent {
        group: GRID.into(),
        first: Box::new(arrival(first.0, Who::Blocks(first.1))),
        second: Box::new(arrival(second.0, Who::Blocks(second.1))),
    }
}

/// Some blocks wait for the grid and some have ended.
pub(crate) fn exited_grid(call: Call, waiting: Vec<u64>, exited: Vec<u64>) -> Fault {
    Fault::Exited {
        group: GRID.into(),
        waiting: Box::new(arrival(call, Who::Blocks(waiting))),
        exited: Who::Blocks(exited),
        seen: None,
    }
}

const GRID: &str = "CooperativeGrid";

fn group_name(block: &Block<'_>, number: usize) -> String {
    match block.arena.places.what(number) {
        rendezvous::Place::Block => "ThreadBlock".into(),
        rendezvous::Place::Tile { size, .. } => format!("ThreadBlockTile<{size}>"),
        rendezvous::Place::Grid => GRID.into(),
        rendezvous::Place::Coalesced { .. } => "CoalescedGroup".into(),
    }
}

fn arrival(call: Call, who: Who) -> Arrival {
    Arrival {
        place: call.site.into(),
        operation: call.operation.to_string(),
        who,
    }
}

fn call_at(block: &Block<'_>, number: usize) -> Call {
    block.arena.points[number]
        .call
        .get()
        .expect("somebody has arrived")
}

/// Who waits at a point.
fn waiting_at(block: &Block<'_>, number: usize) -> impl Iterator<Item = usize> {
    block.members(number).filter(move |&rank| {
        let waits = !block.ready.contains(rank) && !block.exited.contains(rank);
        waits && matches!(block.arena.waits[rank].get(), Waits::At(at) if at == number)
    })
}

fn sorted(mut ranks: Vec<usize>) -> Vec<usize> {
    ranks.sort_unstable();
    ranks
}
