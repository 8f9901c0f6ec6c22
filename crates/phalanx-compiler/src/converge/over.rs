//! Over which groups something holds, and for the others the reason why not.

use std::rc::Rc;

use super::domain::{GroupSet, ScopeId};
use super::why::Why;

/// A [`GroupSet`] with reasons. Of a value: the groups over which it is equal. Of a place in the
/// program: the groups of which all threads come here or none.
#[derive(Debug, Clone)]
pub(super) struct Over {
    pub(super) set: GroupSet,
    /// Why groups are not in the set. The first entry that has a group is the reason.
    lost: Vec<(GroupSet, Rc<Why>)>,
}

impl Over {
    pub(super) fn full() -> Over {
        Over::of(GroupSet::EVERYTHING)
    }

    pub(super) fn of(set: GroupSet) -> Over {
        Over {
            set,
            lost: Vec::new(),
        }
    }

    /// The set; all that is not in it is lost by `why`.
    pub(super) fn because(set: GroupSet, why: Why) -> Over {
        Over {
            set,
            lost: vec![(GroupSet::EVERYTHING.without(set), Rc::new(why))],
        }
    }

    pub(super) fn meet(&self, other: &Over) -> Over {
        let mut met = self.clone();
        met.narrow(other);
        met
    }

    pub(super) fn narrow(&mut self, other: &Over) {
        self.set = self.set.and(other.set);
        let mut explained = self
            .lost
            .iter()
            .fold(GroupSet::EMPTY, |set, (lost, _)| set.or(*lost));
        for (lost, why) in &other.lost {
            let new = lost.without(explained);
            if !new.is_empty() {
                explained = explained.or(new);
                self.lost.push((new, why.clone()));
            }
        }
    }

    pub(super) fn why(&self, scope: ScopeId) -> Option<&Rc<Why>> {
        let mut lost = self.lost.iter();
        lost.find(|(lost, _)| lost.contains(scope))
            .map(|(_, why)| why)
    }

    /// Why the value is not [`GroupSet::FIXED`].
    pub(super) fn why_not_fixed(&self) -> Option<&Rc<Why>> {
        let mut lost = self.lost.iter();
        lost.find(|(lost, _)| lost.is_fixed()).map(|(_, why)| why)
    }

    /// The same set, each reason told further.
    pub(super) fn told(&self, tell: impl Fn(Rc<Why>) -> Why) -> Over {
        let told = |(lost, why): &(GroupSet, Rc<Why>)| (*lost, Rc::new(tell(why.clone())));
        Over {
            set: self.set,
            lost: self.lost.iter().map(told).collect(),
        }
    }

    /// With these groups, whatever was said of them before.
    pub(super) fn add(&mut self, groups: GroupSet) {
        self.set = self.set.or(groups);
        self.forget(groups);
    }

    /// Without these groups, for this reason if there is one.
    pub(super) fn remove(&mut self, groups: GroupSet, why: Option<Rc<Why>>) {
        self.set = self.set.without(groups);
        self.forget(groups);
        if let Some(why) = why {
            self.lost.push((groups, why));
        }
    }

    fn forget(&mut self, groups: GroupSet) {
        for (lost, _) in &mut self.lost {
            *lost = lost.without(groups);
        }
        self.lost.retain(|(lost, _)| !lost.is_empty());
    }
}
