//! The parameters of a kernel as a launch passes them: the one place that both printers read.
//!
//! A Rust parameter becomes no, one or two parameters of the `extern "C" __global__` function:
//!
//! | in Rust | on the device |
//! |---|---|
//! | a group | nothing |
//! | `&[T]`, `&mut [T]`, `&[Atomic<T>]` | a pointer and a length in elements (`u64`) |
//! | `&T`, `&mut T`, `&Atomic<T>` | a pointer |
//! | `#[shared] buf: &mut [T]` | a length in elements (`u64`) |
//! | a value | the value |
//!
//! in the order of the source. After them all, a kernel with a `CooperativeGrid` takes one pointer to
//! the counter of its barrier: 4 bytes of device memory, zero before the first launch, used by one
//! launch at a time (the barrier flips its top bit, so it needs no reset between launches). The 32
//! bytes that lie 128 behind it are for values that the threads of the grid exchange.
//!
//! The dynamic shared arrays lie one after the other in the order of the source, each at the next
//! multiple of [`shared_align`] bytes.

use crate::types::env::FunctionSig;
use crate::types::ty::{Access, Group, Ty};

/// One parameter of the device function.
#[derive(Debug, Clone, PartialEq)]
pub struct AbiParam {
    /// The index of the Rust parameter it comes from; `None` for the barrier's counter.
    pub param: Option<usize>,
    pub kind: AbiKind,
}

#[derive(Debug, Clone, PartialEq)]
pub enum AbiKind {
    /// A pointer to global memory.
    Pointer(Pointee),
    /// The number of elements behind the pointer before it, as `u64`.
    Length,
    /// The number of elements of a dynamic shared array of this type, as `u64`.
    SharedLength(Pointee),
    /// A value of this type: `bool` is one byte, `usize` eight.
    Value(Ty),
    /// The pointer to the counter of the grid's barrier.
    Barrier,
}

/// What lies behind a pointer.
#[derive(Debug, Clone, PartialEq)]
pub struct Pointee {
    /// The element, for an atomic the `T` of `Atomic<T>`: the two have the same size and alignment.
    pub elem: Ty,
    pub atomic: bool,
    /// Whether the launch may write it (atomics: always).
    pub access: Access,
}

/// Every parameter of the kernel's device function, in order. The types may still hold the kernel's
/// generic parameters.
pub fn params(sig: &FunctionSig) -> Vec<AbiParam> {
    let mut params = Vec::new();
    let mut barrier = false;
    for (index, param) in sig.params.iter().enumerate() {
        let mut push = |kind| {
            params.push(AbiParam {
                param: Some(index),
                kind,
            })
        };
        match &param.ty {
            Ty::Group(group) => barrier |= *group == Group::CooperativeGrid,
            Ty::Slice(elem, access) if param.shared => {
                push(AbiKind::SharedLength(Pointee::new(elem, *access)))
            }
            Ty::Slice(elem, access) => {
                push(AbiKind::Pointer(Pointee::new(elem, *access)));
                push(AbiKind::Length);
            }
            Ty::Ref(inner, access) => push(AbiKind::Pointer(Pointee::new(inner, *access))),
            value => push(AbiKind::Value(value.clone())),
        }
    }
    if barrier {
        params.push(AbiParam {
            param: None,
            kind: AbiKind::Barrier,
        });
    }
    params
}

/// The alignment of a dynamic shared array whose elements are aligned to `align` bytes: at least 16,
/// so that vector accesses and asynchronous copies need no peeling.
pub const fn shared_align(align: u64) -> u64 {
    if align > 16 { align } else { 16 }
}

impl Pointee {
    fn new(ty: &Ty, access: Access) -> Pointee {
        match ty {
            Ty::Atomic(inner) => Pointee {
                elem: (**inner).clone(),
                atomic: true,
                access: Access::Write,
            },
            elem => Pointee {
                elem: elem.clone(),
                atomic: false,
                access,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::env::SigParam;
    use crate::types::ty::{Const, Float, Int};

    fn sig(params: &[(&str, Ty, bool)]) -> FunctionSig {
        FunctionSig {
            id: "krate::k".into(),
            name: "k".into(),
            generics: Vec::new(),
            params: params
                .iter()
                .map(|(name, ty, shared)| SigParam {
                    name: (*name).into(),
                    ty: ty.clone(),
                    shared: *shared,
                    uniform: None,
                })
                .collect(),
            ret: Ty::Unit,
            ret_uniform: None,
            is_unsafe: false,
        }
    }

    #[test]
    fn every_kind_of_parameter() {
        let f32_ = Ty::Float(Float::F32);
        let atomic = Ty::Atomic(Box::new(Ty::U32));
        let params = params(&sig(&[
            ("grid", Ty::Group(Group::CooperativeGrid), false),
            (
                "tile",
                Ty::Group(Group::Tile(Const::Param("N".into()))),
                false,
            ),
            ("x", Ty::slice(f32_.clone(), Access::Read), false),
            ("c", Ty::slice(atomic.clone(), Access::Read), false),
            ("out", Ty::reference(atomic, Access::Read), false),
            ("buf", Ty::slice(f32_.clone(), Access::Write), true),
            ("n", Ty::Int(Int::I16), false),
        ]));
        let plain = |access| Pointee {
            elem: f32_.clone(),
            atomic: false,
            access,
        };
        let counter = Pointee {
            elem: Ty::U32,
            atomic: true,
            access: Access::Write,
        };
        let expected = [
            (Some(2), AbiKind::Pointer(plain(Access::Read))),
            (Some(2), AbiKind::Length),
            (Some(3), AbiKind::Pointer(counter.clone())),
            (Some(3), AbiKind::Length),
            (Some(4), AbiKind::Pointer(counter)),
            (Some(5), AbiKind::SharedLength(plain(Access::Write))),
            (Some(6), AbiKind::Value(Ty::Int(Int::I16))),
            (None, AbiKind::Barrier),
        ]
        .map(|(param, kind)| AbiParam { param, kind });
        assert_eq!(params, expected);
    }

    #[test]
    fn no_barrier_without_a_cooperative_grid() {
        let params = params(&sig(&[("grid", Ty::Group(Group::Grid), false)]));
        assert_eq!(params, []);
    }
}
