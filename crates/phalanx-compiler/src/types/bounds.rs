//! What types are known to be, by themselves and by the bounds of generic parameters.

use super::env::{SigGeneric, SigGenericKind, ValueBound};
use super::ty::{Group, Ty};
use crate::table::atomics::AtomicOp;
use crate::table::group_ops::{Capability, Kinds};

impl ValueBound {
    pub const ALL: [ValueBound; 9] = [
        ValueBound::DeviceCopy,
        ValueBound::Copy,
        ValueBound::Number,
        ValueBound::Integer,
        ValueBound::Float,
        ValueBound::PartialOrd,
        ValueBound::PartialEq,
        ValueBound::AtomicValue,
        ValueBound::AtomicInteger,
    ];

    pub fn name(self) -> &'static str {
        match self {
            ValueBound::DeviceCopy => "DeviceCopy",
            ValueBound::Copy => "Copy",
            ValueBound::Number => "Number",
            ValueBound::Integer => "Integer",
            ValueBound::Float => "Float",
            ValueBound::PartialOrd => "PartialOrd",
            ValueBound::PartialEq => "PartialEq",
            ValueBound::AtomicValue => "AtomicValue",
            ValueBound::AtomicInteger => "AtomicInteger",
        }
    }

    pub fn from_name(name: &str) -> Option<ValueBound> {
        ValueBound::ALL
            .into_iter()
            .find(|bound| bound.name() == name)
    }

    /// Whether a type of this bound is of the other too.
    pub fn implies(self, other: ValueBound) -> bool {
        use ValueBound::*;
        self == other
            || match self {
                Integer | Float | AtomicValue => Number.implies(other),
                AtomicInteger => AtomicValue.implies(other),
                Number => DeviceCopy.implies(other) || PartialOrd.implies(other),
                DeviceCopy => other == Copy,
                PartialOrd => other == PartialEq,
                Copy | PartialEq => false,
            }
    }
}

/// Which numbers a type may be.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NumberBound {
    pub(crate) integer: bool,
    pub(crate) float: bool,
}

/// What is known of a number type or of a parameter bounded by `Number`; `None` for all other types.
pub(crate) fn number_class(ty: &Ty, generics: &[SigGeneric]) -> Option<NumberBound> {
    match ty {
        Ty::Int(_) => Some(NumberBound {
            integer: true,
            float: false,
        }),
        Ty::Float(_) => Some(NumberBound {
            integer: false,
            float: true,
        }),
        Ty::Param(_) if implements(ty, ValueBound::Number, generics) => Some(NumberBound {
            integer: implements(ty, ValueBound::Integer, generics),
            float: implements(ty, ValueBound::Float, generics),
        }),
        _ => None,
    }
}

/// Whether a type is of a bound.
pub(crate) fn implements(ty: &Ty, bound: ValueBound, generics: &[SigGeneric]) -> bool {
    match ty {
        Ty::Opaque => true,
        Ty::Param(name) => value_bounds(name, generics)
            .iter()
            .any(|known| known.implies(bound)),
        Ty::Int(_) | Ty::Float(_) => match bound {
            ValueBound::Integer => matches!(ty, Ty::Int(_)),
            ValueBound::Float => matches!(ty, Ty::Float(_)),
            ValueBound::AtomicValue => AtomicOp::element(ty),
            ValueBound::AtomicInteger => AtomicOp::element(ty) && matches!(ty, Ty::Int(_)),
            _ => true,
        },
        Ty::Bool => ValueBound::DeviceCopy.implies(bound) || ValueBound::PartialOrd.implies(bound),
        Ty::Tuple(parts) => {
            ValueBound::DeviceCopy.implies(bound)
                && parts.iter().all(|part| implements(part, bound, generics))
        }
        Ty::Array(elem, _) => {
            ValueBound::DeviceCopy.implies(bound) && implements(elem, bound, generics)
        }
        Ty::Adt(_) => ValueBound::DeviceCopy.implies(bound),
        Ty::Dim3 | Ty::Unit => bound == ValueBound::Copy,
        _ => false,
    }
}

fn value_bounds<'a>(name: &str, generics: &'a [SigGeneric]) -> &'a [ValueBound] {
    let generic = generics.iter().find(|generic| generic.name == name);
    match generic.map(|generic| &generic.kind) {
        Some(SigGenericKind::Value { bounds }) => bounds,
        _ => &[],
    }
}

/// The kind of a group; for a generic parameter, what it is bounded by.
pub(crate) fn kind_of_group<'a>(
    group: &Group,
    generics: &'a [SigGeneric],
) -> Result<Kinds, &'a [Capability]> {
    let Group::Param(name) = group else {
        return Ok(Kinds::of(group).expect("only a parameter has no kind of its own"));
    };
    let generic = generics.iter().find(|generic| generic.name == *name);
    Err(match generic.map(|generic| &generic.kind) {
        Some(SigGenericKind::Group { bounds }) => bounds,
        _ => &[],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_imply_others() {
        assert!(ValueBound::Float.implies(ValueBound::PartialEq));
        assert!(ValueBound::Integer.implies(ValueBound::Copy));
        assert!(!ValueBound::Number.implies(ValueBound::Integer));
        assert!(!ValueBound::Copy.implies(ValueBound::DeviceCopy));
    }

    #[test]
    fn parameters_are_what_their_bounds_say() {
        let generics = [SigGeneric {
            name: "T".into(),
            kind: SigGenericKind::Value {
                bounds: vec![ValueBound::Number],
            },
        }];
        let t = Ty::Param("T".into());
        assert!(implements(&t, ValueBound::PartialOrd, &generics));
        let class = number_class(&t, &generics).unwrap();
        assert!(!class.integer && !class.float);
        assert!(number_class(&Ty::Bool, &generics).is_none());
    }
}
