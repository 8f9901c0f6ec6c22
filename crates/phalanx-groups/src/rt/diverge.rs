//! Where a group is not whole.

use crate::capability::Group;
use crate::group::Diverged;

/// What a body's name of a group stands for, from where not every thread of it is.
#[inline]
pub fn diverge<G: Group + ?Sized>(group: &G) -> Diverged<'_, G> {
    Diverged::of(group)
}
