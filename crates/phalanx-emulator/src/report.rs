//! From the state of a block to a report of what is wrong with it.

use std::collections::BTreeMap;
use std::io;

use phalanx_groups::exec::Access;

use crate::block::{Block, Wait as Waits};
use crate::fault::{Arrival, Fault, Wait, Who};
use crate::rendezvous::{Call, Place};
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
    Fault::Exited {
        group: group_name(block, number),
        waiting: Box::new(arrival(
            call_at(block, number),
            block.who(waiting_at(block, number)),
        )),
        exited: block.who(
            block
                .members(number)
                .filter(|&rank| block.exited.contains(rank)),
        ),
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

/// A read of shared memory that was not written.
pub(crate) fn uninitialised(block: &Block<'_>, access: &Access, offset: usize) -> Fault {
    let position = block.position_of(block.current.get());
    let (what, declared) = match block.arena.shared.find(offset) {
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
    };
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
    }
}

const GRID: &str = "CooperativeGrid";

fn group_name(block: &Block<'_>, number: usize) -> String {
    match block.arena.places.what(number) {
        Place::Block => "ThreadBlock".into(),
        Place::Tile { size, .. } => format!("ThreadBlockTile<{size}>"),
        Place::Grid => GRID.into(),
        Place::Coalesced { .. } => "CoalescedGroup".into(),
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
