//! What the types stage finds out: tables beside the tree, by [`ExprId`] and [`LocalId`].

use std::collections::HashMap;
use std::sync::Arc;

use super::env::{ConstDef, FunctionSig};
use super::require::Requirement;
use super::ty::{AdtDef, Const, Operator, Ty, TyOrConst};
use crate::syntax::ast::{Body, ExprId, Function, LocalId, Path};
use crate::table::atomics::AtomicOp;
use crate::table::group_ops::GroupOp;
use crate::table::methods::NumberMethod;

/// A function and what is known of it.
#[derive(Debug, Clone)]
pub struct TypedFunction {
    /// The source file as rustc names it in messages; empty where it is not needed (the macro).
    pub file: String,
    pub function: Function,
    pub sig: Arc<FunctionSig>,
    pub tables: Tables,
    /// Of a kernel: what to compile, in the order of the variants that a launch counts by (the last
    /// generic parameter changes fastest); one without arguments for a kernel that is not generic. Of a
    /// device function: empty, its callers decide.
    pub instances: Vec<Instance>,
}

/// A constant and what is known of its value's expression.
#[derive(Debug, Clone)]
pub struct TypedConst {
    pub def: Arc<ConstDef>,
    pub tables: Tables,
}

/// What is known of the expressions and locals of one [`Body`].
#[derive(Debug, Clone, Default)]
pub struct Tables {
    /// By [`ExprId`] (patterns too). The type before adjustment. What stands in a type (the length of an
    /// array) or is a generic argument of what another item declares is not typed here and stays `()`.
    /// A place that is a whole slice (`x[a..b]`, `*x`) has the type of the reference to it.
    pub exprs: Vec<Ty>,
    /// By [`LocalId`].
    pub locals: Vec<Ty>,
    /// What a path in the place of a value is.
    pub paths: HashMap<ExprId, PathRes>,
    /// What a call or a method call calls.
    pub callees: HashMap<ExprId, Callee>,
    /// Where Rust converts silently.
    pub adjustments: HashMap<ExprId, Adjustment>,
    /// The type that an `as`, a `let` with a type, a struct literal or a struct pattern names.
    pub written: HashMap<ExprId, Ty>,
    /// Literals whose type was fixed by inference and not by falling back for want of knowledge: those
    /// into which the Rust printer writes the suffix, so that rustc objects to a wrong guess.
    pub certain: Vec<ExprId>,
    /// What must hold of an instance and could not be judged while the parameters stand for anything:
    /// [`crate::types::check_instance`] does.
    pub requirements: Vec<Requirement>,
}

impl Tables {
    pub fn ty(&self, id: ExprId) -> &Ty {
        &self.exprs[id.0 as usize]
    }

    pub fn local(&self, id: LocalId) -> &Ty {
        &self.locals[id.0 as usize]
    }
}

/// A silent conversion of a value where it is used.
#[derive(Debug, Clone, PartialEq)]
pub enum Adjustment {
    /// `&[T; N]` (or the handle of such a place) to `&[T]`.
    Unsize,
    /// `&mut T` to `&T`, `&mut [T]` to `&[T]`.
    Weaken,
    /// Both.
    UnsizeWeaken,
}

#[derive(Debug, Clone)]
pub enum PathRes {
    /// A `const` item of the user's.
    Const(Arc<ConstDef>),
    /// A const generic of the function.
    ConstParam(String),
    /// A variant of a field-less enum.
    Variant {
        adt: Arc<AdtDef>,
        discriminant: i128,
    },
    /// `Plus`, …
    Operator(Operator),
    /// `Relaxed`, …: the last name.
    Ordering(MemoryOrder),
    /// `u32::MAX`, `f32::EPSILON`, `core::f32::consts::PI`, `T::ZERO`: a value of the table
    /// `table/constants.rs`, by name, and the type it is of.
    Number { ty: Ty, name: String },
    /// A unit struct of the user's.
    UnitStruct(Arc<AdtDef>),
    /// Stands in another item; rustc will know.
    Opaque,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemoryOrder {
    Relaxed,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

#[derive(Debug, Clone)]
pub enum Callee {
    /// A device function the environment knows, and its generic arguments in the order of its
    /// parameters (groups are types).
    Function {
        sig: Arc<FunctionSig>,
        args: Vec<TyOrConst>,
    },
    /// A device function in another item; rustc will know.
    OpaqueFunction(Path),
    /// A tuple struct's constructor.
    TupleStruct(Arc<AdtDef>),
    /// `coalesced_threads()`.
    CoalescedThreads,
    /// `assume_uniform(&group, value, "reason")`.
    AssumeUniform,
    /// A row of the table of group operations. `value` is the type of its value operand (`reduce`,
    /// `shfl`), `consts` what the turbofish gave (tile size), `shared` the type that
    /// `block.shared::<T>()` was asked for.
    Group {
        op: &'static GroupOp,
        value: Option<Ty>,
        consts: Vec<Const>,
        shared: Option<Ty>,
    },
    /// An inherent method or associated function of a number type, on the type `on`. The receiver,
    /// if it was called as a method, is the first argument.
    Number {
        method: &'static NumberMethod,
        on: Ty,
    },
    /// A method of `Atomic<T>`; `on` is `T`.
    Atomic {
        op: &'static AtomicOp,
        on: Ty,
    },
    Memory(MemoryMethod),
    /// `.step_by(k)` and `.rev()` of what `for` goes through.
    Iter(IterMethod),
    /// `u32::from(x)`, `f64::from(x)`: a conversion without loss.
    From {
        from: Ty,
        to: Ty,
    },
    /// A method of a value whose type stands in another item.
    OpaqueMethod,
}

/// Methods of slices, arrays and references.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemoryMethod {
    Len,
    IsEmpty,
    /// `*x.get_unchecked(i)`: a place, as `x[i]` is.
    GetUnchecked,
    GetUncheckedMut,
    /// `x.clone()` of a `Copy` value.
    Clone,
    /// `a.swap(i, j)` of a slice.
    Swap,
    /// `a.fill(v)`, by this thread alone.
    Fill,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IterMethod {
    StepBy,
    Rev,
}

/// The value and type names of instances: what a generic parameter stands for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Instance {
    pub args: Vec<TyOrConst>,
}

impl TypedFunction {
    pub fn body(&self) -> &Body {
        &self.function.body
    }
}
