//! Sizes and alignments of values, the same in Rust and in CUDA C++.

use super::subst::Substitution;
use super::ty::{AdtKind, Const, Ty};

/// In bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    pub size: u64,
    pub align: u64,
}

impl Layout {
    const fn scalar(size: u64) -> Layout {
        Layout { size, align: size }
    }

    /// Fields one after the other, as `#[repr(C)]` lays them out.
    fn fields(fields: impl IntoIterator<Item = Layout>, at_least: u64) -> Layout {
        let mut size: u64 = 0;
        let mut align = at_least;
        for field in fields {
            size = size.next_multiple_of(field.align) + field.size;
            align = align.max(field.align);
        }
        Layout {
            size: size.next_multiple_of(align),
            align,
        }
    }
}

/// The layout of a value; `None` for what has none of its own (groups, references, `Atomic`'s places
/// excepted) and where it depends on a generic parameter or on another item.
pub fn layout(ty: &Ty) -> Option<Layout> {
    match ty {
        Ty::Unit => Some(Layout { size: 0, align: 1 }),
        Ty::Bool => Some(Layout::scalar(1)),
        Ty::Int(int) => Some(Layout::scalar(u64::from(int.bits()) / 8)),
        Ty::Float(float) => Some(Layout::scalar(u64::from(float.bits()) / 8)),
        Ty::Atomic(inner) => layout(inner),
        Ty::Dim3 => Some(Layout { size: 24, align: 8 }),
        Ty::Tuple(parts) => {
            let parts = parts.iter().map(layout).collect::<Option<Vec<_>>>()?;
            Some(Layout::fields(parts, 1))
        }
        Ty::Array(elem, Const::Value(len)) => {
            let elem = layout(elem)?;
            let size = elem.size.checked_mul(u64::try_from(*len).ok()?)?;
            Some(Layout { size, ..elem })
        }
        Ty::Adt(adt) => match &adt.def.kind {
            AdtKind::Struct { fields, .. } => {
                let subst = Substitution::of_adt(&adt.def, &adt.args);
                let fields = fields
                    .iter()
                    .map(|(_, ty)| layout(&subst.ty(ty)))
                    .collect::<Option<Vec<_>>>()?;
                let align = adt.def.align.map_or(1, u64::from);
                Some(Layout::fields(fields, align))
            }
            AdtKind::Enum { repr, .. } => layout(&Ty::Int(*repr)),
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_padded() {
        let pair = Ty::Tuple(vec![Ty::Bool, Ty::U32, Ty::Bool]);
        assert_eq!(layout(&pair), Some(Layout { size: 12, align: 4 }));
        let array = Ty::Array(Box::new(pair), Const::Value(3));
        assert_eq!(layout(&array), Some(Layout { size: 36, align: 4 }));
    }

    #[test]
    fn parameters_have_none_yet() {
        assert_eq!(
            layout(&Ty::Tuple(vec![Ty::U32, Ty::Param("T".into())])),
            None
        );
    }
}
