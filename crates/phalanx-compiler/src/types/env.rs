//! What stands outside the item being compiled.
//!
//! The build script sees the whole crate and answers from its index; the macro sees one item, and
//! its environment knows nothing ([`Lookup::Unknown`]): such types become [`Ty::Opaque`] and rustc
//! judges them.

use std::sync::Arc;

use proc_macro2::Ident;

use super::ty::{AdtDef, Ty};
use crate::syntax::ast::{Body, Path, TypeExpr};

#[derive(Debug, Clone)]
pub enum Lookup<T> {
    Found(T),
    /// There is no such thing, and the environment would know.
    NotFound,
    /// There is something of that name which is not fit for the device: a plain `fn` without
    /// `#[device_fn]`, a struct without `#[derive(DeviceCopy)]`. The text says what and where.
    Unfit(String),
    /// The environment cannot see it.
    Unknown,
}

/// Names as seen from the module in which the item stands.
pub trait Env {
    /// The device function a path names.
    fn function(&self, path: &Path) -> Lookup<Arc<FunctionSig>>;
    /// The struct or enum a path names, or the type behind an alias.
    fn ty(&self, path: &Path) -> Lookup<TypeDef>;
    /// The constant a path names (its type resolved where it stands).
    fn constant(&self, path: &Path) -> Lookup<Arc<ConstDef>>;

    /// The path that a `use` gave another beginning, written out: with `use core::f32::consts;` in
    /// force, `core::f32::consts::PI` for `consts::PI`. `None` where no `use` of something outside the
    /// user's crates stands behind the first name. The types stage asks it for what the language itself
    /// knows by name.
    fn import(&self, _: &Path) -> Option<Path> {
        None
    }

    /// The environment of the module in which a constant stands, for the names in its value; `None`
    /// where that is this one.
    fn of_constant(&self, _: &ConstDef) -> Option<Box<dyn Env + '_>> {
        None
    }
}

#[derive(Debug, Clone)]
pub enum TypeDef {
    Adt(Arc<AdtDef>),
    /// `type Real = f32;` without generic parameters.
    Alias(Ty),
}

/// The environment of the macro: it sees one item.
pub struct OneItem;

impl Env for OneItem {
    fn function(&self, _: &Path) -> Lookup<Arc<FunctionSig>> {
        Lookup::Unknown
    }
    fn ty(&self, _: &Path) -> Lookup<TypeDef> {
        Lookup::Unknown
    }
    fn constant(&self, _: &Path) -> Lookup<Arc<ConstDef>> {
        Lookup::Unknown
    }
}

/// The signature of a kernel or device function with its types resolved where it stands.
#[derive(Debug)]
pub struct FunctionSig {
    /// The full path, `crate_name::module::name`: unique, and what names are mangled from.
    pub id: String,
    pub name: String,
    pub generics: Vec<SigGeneric>,
    pub params: Vec<SigParam>,
    pub ret: Ty,
    /// `-> Uniform<G, T>`: the parameter whose group gets the same result in all of its threads.
    pub ret_uniform: Option<usize>,
    pub is_unsafe: bool,
}

#[derive(Debug, Clone)]
pub struct SigGeneric {
    pub name: String,
    pub kind: SigGenericKind,
}

#[derive(Debug, Clone)]
pub enum SigGenericKind {
    /// A value type and the traits it is bounded by (`Number`, `Float`, …).
    Value {
        bounds: Vec<ValueBound>,
    },
    /// A group and the capabilities it is bounded by.
    Group {
        bounds: Vec<crate::table::group_ops::Capability>,
    },
    Const {
        ty: Ty,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ValueBound {
    DeviceCopy,
    Copy,
    Number,
    Integer,
    Float,
    PartialOrd,
    PartialEq,
    /// `T` of an `Atomic<T>`.
    AtomicValue,
    /// `T` of an `Atomic<T>` with the bit operations.
    AtomicInteger,
}

#[derive(Debug, Clone)]
pub struct SigParam {
    pub name: String,
    pub ty: Ty,
    /// Dynamic shared memory of a kernel.
    pub shared: bool,
    /// `x: Uniform<G, T>`: the parameter whose group passes the same value in all of its threads.
    pub uniform: Option<usize>,
}

#[derive(Debug)]
pub struct ConstDef {
    pub id: String,
    pub name: Ident,
    pub ty: Ty,
    pub ty_expr: TypeExpr,
    pub body: Body,
}
