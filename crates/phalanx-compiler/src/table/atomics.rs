//! The methods of `Atomic<T>`, a row each. The C++ method of a row has the row's name.

use crate::types::ty::{Int, Ty};

#[derive(Debug)]
pub struct AtomicOp {
    pub name: &'static str,
    /// The operands before the ordering, all of type `T`.
    pub values: usize,
    /// Whether the call gives the value that was there before (else `()`).
    pub gives_value: bool,
    /// Bit operations: integers only.
    pub integers_only: bool,
    /// Which orderings make sense, as in `core::sync::atomic`.
    pub orders: Orders,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Orders {
    /// Not `Release`, not `AcqRel`.
    Load,
    /// Not `Acquire`, not `AcqRel`.
    Store,
    All,
}

impl AtomicOp {
    pub fn find(name: &str) -> Option<&'static AtomicOp> {
        ATOMIC_OPS.iter().find(|op| op.name == name)
    }

    /// Whether `Atomic<ty>` exists: 32- and 64-bit integers and floats.
    pub fn element(ty: &Ty) -> bool {
        use crate::types::ty::Float;
        matches!(
            ty,
            Ty::Int(Int::I32 | Int::U32 | Int::I64 | Int::U64 | Int::Isize | Int::Usize)
                | Ty::Float(Float::F32 | Float::F64)
        )
    }
}

const fn fetch(name: &'static str, integers_only: bool) -> AtomicOp {
    AtomicOp {
        name,
        values: 1,
        gives_value: true,
        integers_only,
        orders: Orders::All,
    }
}

/// Every method.
pub static ATOMIC_OPS: &[AtomicOp] = &[
    AtomicOp {
        name: "load",
        values: 0,
        gives_value: true,
        integers_only: false,
        orders: Orders::Load,
    },
    AtomicOp {
        name: "store",
        values: 1,
        gives_value: false,
        integers_only: false,
        orders: Orders::Store,
    },
    AtomicOp {
        name: "compare_and_swap",
        values: 2,
        gives_value: true,
        integers_only: false,
        orders: Orders::All,
    },
    fetch("swap", false),
    fetch("fetch_add", false),
    fetch("fetch_sub", false),
    fetch("fetch_min", false),
    fetch("fetch_max", false),
    fetch("fetch_and", true),
    fetch("fetch_or", true),
    fetch("fetch_xor", true),
];
