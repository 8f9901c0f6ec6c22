//! What the Rust bodies printed by the compiler call. Not for people: the names here change with
//! the printer.
//!
//! A printed body is native Rust except where Rust's own meaning is not the kernel's. Those places
//! go through this module: memory that other threads see ([`memory`], [`shared`]), integer
//! arithmetic, which wraps in every profile ([`ops`]), calls of functions that stand in other items
//! ([`call`]), the groups that exist when a kernel starts ([`entry`]), and groups where they are not
//! whole ([`diverge`](mod@diverge)).

pub mod call;
pub mod diverge;
pub mod entry;
pub mod half_float;
pub mod local;
pub mod memory;
pub mod ops;
pub mod shared;

pub use call::{Lend, Plain, lend, plain};
pub use diverge::diverge;
pub use entry::KernelGroup;
pub use local::{LocalMut, LocalRef, local, local_mut};
pub use memory::{Ref, RefMut, Slice, SliceMut};
pub use ops::{
    abs, add, div, max, min, mul, neg, next_power_of_two, pow, powi, rem, shl, shr, sub,
};
pub use shared::{SharedElement, SharedObject, SharedShape, dynamic_shared};

pub use crate::field;
