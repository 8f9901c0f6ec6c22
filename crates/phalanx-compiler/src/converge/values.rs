//! What is known of the value of an expression or a local.

use std::collections::HashMap;

use super::domain::{GroupSet, ScopeId};
use super::over::Over;

/// The fields of tuples and structs one by one; an array as one, for all its elements.
#[derive(Debug, Clone)]
pub(super) enum Value {
    Leaf(Leaf),
    Fields {
        named: Vec<(String, Value)>,
        /// Every field that is not named.
        rest: Leaf,
    },
    /// A group, or a reference to one.
    Group(ScopeId),
    /// A group that was refused: nothing more is said of it.
    Refused,
}

#[derive(Debug, Clone)]
pub(super) struct Leaf {
    pub(super) over: Over,
    pub(super) id: ValueId,
    /// The memory that the value leads to: of a slice or a reference, also where its type stands in
    /// another item.
    pub(super) memory: Memory,
}

/// Two leaves of one id have the same value: one was copied from the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct ValueId(u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Memory {
    /// None: a plain value.
    None,
    /// May be written while the kernel runs.
    Written,
    /// Is not written by anyone as long as the launch runs.
    ReadOnly,
}

/// Gives out [`ValueId`]s.
#[derive(Debug, Default)]
pub(super) struct Ids {
    next: u32,
    fields: HashMap<(ValueId, String), ValueId>,
}

impl Ids {
    pub(super) fn fresh(&mut self) -> ValueId {
        self.next += 1;
        ValueId(self.next)
    }

    /// The id of a field of a value: the same whenever it is asked for.
    fn field(&mut self, of: ValueId, name: &str) -> ValueId {
        if let Some(known) = self.fields.get(&(of, name.to_string())) {
            return *known;
        }
        let id = self.fresh();
        self.fields.insert((of, name.to_string()), id);
        id
    }

    pub(super) fn leaf(&mut self, over: Over) -> Leaf {
        Leaf {
            over,
            id: self.fresh(),
            memory: Memory::None,
        }
    }

    pub(super) fn value(&mut self, over: Over) -> Value {
        Value::Leaf(self.leaf(over))
    }

    /// The field of a value.
    pub(super) fn field_of(&mut self, value: &Value, name: &str) -> Value {
        let rest = match value {
            Value::Leaf(leaf) => leaf,
            Value::Fields { named, rest } => match named.iter().find(|(known, _)| known == name) {
                Some((_, field)) => return field.clone(),
                None => rest,
            },
            Value::Group(_) | Value::Refused => return Value::Refused,
        };
        Value::Leaf(Leaf {
            over: rest.over.clone(),
            id: self.field(rest.id, name),
            memory: Memory::None,
        })
    }

    /// Replaces a field, or a field of a field.
    pub(super) fn with_field(&mut self, value: &Value, path: &[String], new: Value) -> Value {
        let Some((name, inner)) = path.split_first() else {
            return new;
        };
        let old = self.field_of(value, name);
        let new = self.with_field(&old, inner, new);
        let (mut named, rest) = match value {
            Value::Leaf(leaf) => (Vec::new(), leaf.clone()),
            Value::Fields { named, rest } => (named.clone(), rest.clone()),
            Value::Group(_) | Value::Refused => return Value::Refused,
        };
        match named.iter_mut().find(|(known, _)| known == name) {
            Some((_, field)) => *field = new,
            None => named.push((name.clone(), new)),
        }
        Value::Fields { named, rest }
    }

    /// What a value is that is one or the other; `by` is over which groups all threads have the same
    /// of the two.
    pub(super) fn join(&mut self, a: &Value, b: &Value, by: &dyn Fn() -> Over) -> Value {
        match (a, b) {
            (Value::Leaf(a), Value::Leaf(b)) => Value::Leaf(self.join_leaves(a, b, by)),
            (Value::Group(a), Value::Group(b)) if a == b => Value::Group(*a),
            (Value::Group(_) | Value::Refused, _) | (_, Value::Group(_) | Value::Refused) => {
                Value::Refused
            }
            (Value::Fields { named, rest }, _) | (_, Value::Fields { named, rest }) => {
                let other = if matches!(a, Value::Fields { .. }) {
                    b
                } else {
                    a
                };
                let mut names: Vec<&String> = named.iter().map(|(name, _)| name).collect();
                let other_rest = match other {
                    Value::Fields {
                        named: more,
                        rest: other,
                    } => {
                        let more = more.iter().map(|(name, _)| name);
                        names.extend(more.filter(|name| named.iter().all(|(n, _)| n != *name)));
                        other
                    }
                    Value::Leaf(leaf) => leaf,
                    Value::Group(_) | Value::Refused => unreachable!("matched above"),
                };
                let rest = self.join_leaves(rest, other_rest, by);
                let named = names
                    .into_iter()
                    .map(|name| {
                        let (a, b) = (self.field_of(a, name), self.field_of(b, name));
                        (name.clone(), self.join(&a, &b, by))
                    })
                    .collect();
                Value::Fields { named, rest }
            }
        }
    }

    fn join_leaves(&mut self, a: &Leaf, b: &Leaf, by: &dyn Fn() -> Over) -> Leaf {
        if a.id == b.id {
            // The same value, but of a group that was made on one of the ways only that one knew.
            return Leaf {
                over: a.over.meet(&b.over),
                ..a.clone()
            };
        }
        Leaf {
            over: a.over.meet(&b.over).meet(&by()),
            id: self.fresh(),
            memory: if a.memory == b.memory {
                a.memory
            } else {
                Memory::Written
            },
        }
    }

    /// The value, narrowed by `by` in every part in which it is not what it was before.
    pub(super) fn narrow_changes(
        &mut self,
        before: &Value,
        value: &Value,
        by: &dyn Fn() -> Over,
    ) -> Value {
        match value {
            Value::Leaf(leaf) => {
                if let Value::Leaf(before) = before
                    && before.id == leaf.id
                {
                    return value.clone();
                }
                let mut leaf = leaf.clone();
                leaf.over.narrow(&by());
                leaf.id = self.fresh();
                Value::Leaf(leaf)
            }
            Value::Fields { named, rest } => {
                let named = named
                    .iter()
                    .map(|(name, field)| {
                        let before = self.field_of(before, name);
                        (name.clone(), self.narrow_changes(&before, field, by))
                    })
                    .collect();
                let before = match before {
                    Value::Leaf(leaf) | Value::Fields { rest: leaf, .. } => {
                        Value::Leaf(leaf.clone())
                    }
                    other => other.clone(),
                };
                match self.narrow_changes(&before, &Value::Leaf(rest.clone()), by) {
                    Value::Leaf(rest) => Value::Fields { named, rest },
                    other => other,
                }
            }
            Value::Group(_) | Value::Refused => value.clone(),
        }
    }
}

impl Value {
    /// Over which groups all of it is equal.
    pub(super) fn over(&self) -> Over {
        match self {
            Value::Leaf(leaf) => leaf.over.clone(),
            Value::Fields { named, rest } => {
                let mut over = rest.over.clone();
                for (_, field) in named {
                    over.narrow(&field.over());
                }
                over
            }
            Value::Group(_) | Value::Refused => Over::full(),
        }
    }

    /// Whether there is a group in it, refused or not.
    pub(super) fn has_group(&self) -> bool {
        match self {
            Value::Leaf(_) => false,
            Value::Fields { named, .. } => named.iter().any(|(_, field)| field.has_group()),
            Value::Group(_) | Value::Refused => true,
        }
    }

    /// Whether there is a group in it that was refused.
    pub(super) fn has_refused(&self) -> bool {
        match self {
            Value::Leaf(_) | Value::Group(_) => false,
            Value::Fields { named, .. } => named.iter().any(|(_, field)| field.has_refused()),
            Value::Refused => true,
        }
    }

    /// The value as a way to memory, if it is one.
    pub(super) fn as_handle(&self) -> Option<&Leaf> {
        match self {
            Value::Leaf(leaf) if leaf.memory != Memory::None => Some(leaf),
            _ => None,
        }
    }

    /// Changes what every part of it is equal over.
    pub(super) fn each_leaf(&mut self, change: &mut dyn FnMut(&mut Leaf)) {
        match self {
            Value::Leaf(leaf) => change(leaf),
            Value::Fields { named, rest } => {
                named
                    .iter_mut()
                    .for_each(|(_, field)| field.each_leaf(change));
                change(rest);
            }
            Value::Group(_) | Value::Refused => {}
        }
    }

    /// Whether the two are equal over the same groups in every part.
    pub(super) fn same_groups(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Leaf(a), Value::Leaf(b)) => a.same_groups(b),
            (
                Value::Fields { named, rest },
                Value::Fields {
                    named: others,
                    rest: other,
                },
            ) => {
                let mut pairs = named.iter().zip(others);
                named.len() == others.len()
                    && pairs.all(|((a, x), (b, y))| a == b && x.same_groups(y))
                    && rest.same_groups(other)
            }
            (Value::Group(a), Value::Group(b)) => a == b,
            (Value::Refused, Value::Refused) => true,
            _ => false,
        }
    }
}

impl Leaf {
    fn same_groups(&self, other: &Leaf) -> bool {
        self.over.set == other.over.set && self.memory == other.memory
    }

    pub(super) fn lose(&mut self, groups: GroupSet) {
        self.over.remove(groups, None);
    }
}
