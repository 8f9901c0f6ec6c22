//! Partitions of a group by a value of each thread.

use super::exchange::equal_to_each;
use crate::capability::Group;
use crate::exec::{self, Coalesced, Operation, Scope, Site, Slot, Type};
use crate::group::CoalescedGroup;
use crate::value::Integer;

/// What a thread gets to know of its part.
#[derive(Clone, Copy)]
struct Part {
    /// Bit `i` for rank `i` of the parent.
    ranks: u32,
    /// Distinguishes the part from all other groups.
    id: u32,
    parts: u32,
    /// Which part this is, in the order of their lowest ranks.
    number: u32,
}

struct Labels<T>(T);

impl<T: Integer> Labels<T> {
    const BINARY: Operation = Self::operation("binary_partition", |slots| {
        // SAFETY: the operation's value type is `T`.
        let holds_for_first = unsafe { slots[0].read::<T>() } != T::ZERO;
        // SAFETY: as above.
        unsafe { divide::<T>(slots) };
        for slot in slots {
            // SAFETY: `divide` has left them.
            let mut part = unsafe { slot.read::<Part>() };
            if part.parts == 2 && holds_for_first {
                part.number = 1 - part.number;
                // SAFETY: a `Part` fits.
                unsafe { slot.write(part) };
            }
        }
    });

    const LABELED: Operation = Self::operation("labeled_partition", |slots| {
        // SAFETY: the operation's value type is `T`.
        unsafe { divide::<T>(slots) };
    });

    const fn operation(name: &'static str, combine: unsafe fn(&mut [Slot])) -> Operation {
        Operation {
            name,
            value: Some(Type::of::<T>()),
            operator: None,
            uniform: None,
            orders_memory: false,
            combine: Some(combine),
        }
    }
}

/// Turns labels, each with an unused group id in the slot's argument, into [`Part`]s.
///
/// # Safety
///
/// Every slot holds a `T`, and there are at most 32.
unsafe fn divide<T: Integer>(slots: &mut [Slot]) {
    let mut ids = [0; 32];
    for (id, slot) in ids.iter_mut().zip(&*slots) {
        *id = slot.argument as u32;
    }
    // SAFETY: the caller's.
    unsafe { equal_to_each::<T>(slots) };
    let mut firsts = 0_u32;
    for slot in &*slots {
        firsts |= 1 << slot.argument.trailing_zeros();
    }
    for slot in slots {
        let ranks = slot.argument as u32;
        let first = ranks.trailing_zeros();
        let part = Part {
            ranks,
            id: ids[first as usize],
            parts: firsts.count_ones(),
            number: (firsts & ((1 << first) - 1)).count_ones(),
        };
        // SAFETY: a `Part` fits.
        unsafe { slot.write(part) };
    }
}

/// The part of `group` whose threads give this label. Of a binary partition the part of label 1 comes
/// after that of 0.
pub(super) fn partition<T: Integer>(
    group: &(impl Group + ?Sized),
    binary: bool,
    label: T,
    site: Site,
) -> CoalescedGroup {
    let operation = match binary {
        true => &Labels::<T>::BINARY,
        false => &Labels::<T>::LABELED,
    };
    let (part, lanes) = exec::with(|context| {
        let id = context.new_group();
        let slot = context.slot().as_ptr();
        // SAFETY: the slot is ours until the rendezvous.
        unsafe {
            (*slot).argument = id as usize;
            (*slot).write(label);
        }
        context.rendezvous(group.scope(), operation, site);
        // SAFETY: ours again, and the operation leaves a part.
        let part = unsafe { (*slot).read::<Part>() };
        let lanes = match group.scope() {
            Scope::Coalesced(parent) => spread(part.ranks, parent.members),
            _ => {
                let lane = context.position().thread_rank() % 32;
                part.ranks << (lane - group.thread_rank())
            }
        };
        (part, lanes)
    });
    let lower = part.ranks & ((1 << group.thread_rank()) - 1);
    let made = Coalesced {
        id: part.id,
        members: lanes,
        rank: lower.count_ones(),
    };
    CoalescedGroup::part(made, part.parts, part.number)
}

/// The bits of ranks as bits of the lanes that are set in `members`.
fn spread(ranks: u32, members: u32) -> u32 {
    (0..32)
        .filter(|lane| members >> lane & 1 == 1)
        .enumerate()
        .filter(|(rank, _)| ranks >> rank & 1 == 1)
        .fold(0, |lanes, (_, lane)| lanes | 1 << lane)
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn ranks_become_lanes() {
        assert_eq!(spread(0b101, 0b1011_0000), 0b1001_0000);
        assert_eq!(spread(u32::MAX, u32::MAX), u32::MAX);
        assert_eq!(spread(0, u32::MAX), 0);
    }
}
