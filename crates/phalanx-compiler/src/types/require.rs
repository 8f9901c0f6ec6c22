//! What must hold of types and constants for a body to mean something, judged when they are known: some
//! when inference has ended, some only of an instance.

use proc_macro2::Span;

use super::bounds::{implements, kind_of_group, number_class};
use super::env::{SigGeneric, ValueBound};
use super::layout::layout;
use super::subst::Substitution;
use super::ty::{Access, AdtKind, Const, Float, Group, Int, Operator, Ty};
use crate::report::Diagnostic;
use crate::syntax::ast::BinaryOp;
use crate::table::group_ops::Capability;

/// One thing that must hold, and the place in the source that asks for it.
#[derive(Debug, Clone)]
pub struct Requirement {
    pub span: Span,
    pub need: Need,
}

#[derive(Debug, Clone)]
pub enum Need {
    /// `parent.tiled_partition::<size>()`.
    Tile {
        size: Const,
        parent: Group,
    },
    /// A constant lane of `shfl`, or a constant mask of `shfl_xor`.
    Lane {
        op: &'static str,
        lane: Const,
        group: Group,
    },
    /// A value that goes through a collective.
    Value {
        op: &'static str,
        ty: Ty,
    },
    /// An integer by which a collective tells threads apart.
    Label {
        op: &'static str,
        ty: Ty,
    },
    /// What `block.shared::<T>()` is asked for.
    Shared {
        ty: Ty,
    },
    /// The operator of `reduce` and what it combines.
    Reduce {
        operator: Operator,
        ty: Ty,
    },
    /// A literal, within the values of its type.
    Fits {
        ty: Ty,
        value: Number,
    },
    /// The operands of an operator, of one type.
    Binary {
        op: BinaryOp,
        ty: Ty,
    },
    /// The right side of a shift.
    ShiftBy {
        ty: Ty,
    },
    Neg {
        ty: Ty,
        /// Whether the operand is a literal.
        literal: bool,
    },
    Not {
        ty: Ty,
    },
    Cast {
        from: Ty,
        to: Ty,
    },
    /// `to::from(x)`.
    From {
        from: Ty,
        to: Ty,
    },
    /// What a `for` counts with.
    Count {
        ty: Ty,
    },
    /// An argument of a panic's message.
    Print {
        ty: Ty,
    },
    /// A generic argument of a call.
    Bound {
        function: String,
        param: String,
        ty: Ty,
        bound: ValueBound,
    },
    /// A group for a generic parameter.
    Capability {
        function: String,
        param: String,
        ty: Ty,
        capability: Capability,
    },
}

/// The value of a literal, its sign included.
#[derive(Debug, Clone, Copy)]
pub enum Number {
    Int(i128),
    Float(f64),
}

/// What is known of a need.
#[derive(Debug)]
pub(crate) enum Verdict {
    Holds,
    /// Does not hold: the message, and what to write instead.
    Fails(String, Option<String>),
    /// Depends on what a generic parameter stands for, or on what inference does not know yet.
    Depends,
}

use Verdict::{Depends, Fails, Holds};

fn fails(message: impl Into<String>) -> Verdict {
    Fails(message.into(), None)
}

fn fails_but(message: impl Into<String>, help: impl Into<String>) -> Verdict {
    Fails(message.into(), Some(help.into()))
}

impl Requirement {
    /// The refusal, if what is required does not hold.
    pub(crate) fn refusal(&self, generics: &[SigGeneric]) -> Option<Diagnostic> {
        match self.need.judge(generics) {
            Fails(message, help) => {
                let diagnostic = Diagnostic::new(self.span, message);
                Some(match help {
                    Some(help) => diagnostic.help(help),
                    None => diagnostic,
                })
            }
            Holds | Depends => None,
        }
    }

    /// The same of an instance.
    pub(crate) fn of_instance(&self, subst: &Substitution) -> Requirement {
        Requirement {
            span: self.span,
            need: self
                .need
                .map(&|ty| subst.ty(ty), &|value| subst.value(value)),
        }
    }
}

impl Need {
    /// With other types and constants.
    pub(crate) fn map(
        &self,
        ty_of: &dyn Fn(&Ty) -> Ty,
        const_of: &dyn Fn(&Const) -> Const,
    ) -> Need {
        let group_of = |group: &Group| match ty_of(&Ty::Group(group.clone())) {
            Ty::Group(group) => group,
            _ => group.clone(),
        };
        let mut need = self.clone();
        match &mut need {
            Need::Tile { size, parent } => {
                *size = const_of(size);
                *parent = group_of(parent);
            }
            Need::Lane { lane, group, .. } => {
                *lane = const_of(lane);
                *group = group_of(group);
            }
            Need::Cast { from, to } | Need::From { from, to } => {
                *from = ty_of(from);
                *to = ty_of(to);
            }
            Need::Value { ty, .. }
            | Need::Label { ty, .. }
            | Need::Reduce { ty, .. }
            | Need::Binary { ty, .. }
            | Need::ShiftBy { ty }
            | Need::Neg { ty, .. }
            | Need::Shared { ty }
            | Need::Fits { ty, .. }
            | Need::Not { ty }
            | Need::Count { ty }
            | Need::Print { ty }
            | Need::Bound { ty, .. }
            | Need::Capability { ty, .. } => *ty = ty_of(ty),
        }
        need
    }

    pub(crate) fn judge(&self, generics: &[SigGeneric]) -> Verdict {
        match self {
            Need::Tile { size, parent } => judge_tile(size, parent),
            Need::Lane { op, lane, group } => judge_lane(op, lane, group),
            Need::Value { op, ty } => judge_value(op, ty),
            Need::Label { op, ty } => judge_label(op, ty, generics),
            Need::Reduce { operator, ty } => judge_reduce(*operator, ty, generics),
            Need::Binary { op, ty } => judge_binary(*op, ty, generics),
            Need::ShiftBy { ty } => match number_class(ty, generics) {
                None if matches!(ty, Ty::Opaque | Ty::Var(_)) => Depends,
                Some(class) if class.integer && !matches!(ty, Ty::Param(_)) => Holds,
                _ => fails_but(
                    format!("cannot shift by `{ty}`"),
                    "shift by an integer: `u32` is usual",
                ),
            },
            Need::Neg { ty, literal } => judge_neg(ty, *literal, generics),
            Need::Shared { ty } => judge_shared(ty),
            Need::Fits { ty, value } => judge_fits(ty, *value),
            Need::Not { ty } => match ty {
                Ty::Bool | Ty::Int(_) => Holds,
                Ty::Opaque | Ty::Var(_) => Depends,
                Ty::Param(_) if number_class(ty, generics).is_some_and(|class| class.integer) => {
                    Holds
                }
                Ty::Param(name) => unknown_of_param(name, "an integer", "Integer"),
                _ => fails(format!("`!` does not apply to `{ty}`")),
            },
            Need::Cast { from, to } => judge_cast(from, to),
            Need::From { from, to } => judge_from(from, to),
            Need::Count { ty } => match ty {
                Ty::Int(_) => Holds,
                Ty::Opaque | Ty::Var(_) => Depends,
                _ => fails_but(
                    format!("a `for` counts with integers, not with `{ty}`"),
                    "count with an integer and compute the value from it",
                ),
            },
            Need::Print { ty } => match ty {
                Ty::Bool | Ty::Int(_) | Ty::Float(Float::F32 | Float::F64) => Holds,
                Ty::Opaque | Ty::Var(_) => Depends,
                Ty::Param(_) if number_class(ty, generics).is_some() => Depends,
                Ty::Ref(inner, _) if !matches!(**inner, Ty::Group(_) | Ty::Atomic(_)) => fails_but(
                    format!("a panic's message has numbers and `bool`s, not `{ty}`"),
                    "write `*` before it",
                ),
                Ty::Float(half) => fails_but(
                    format!("a panic's message has no `{}`", half.name()),
                    "print it as `f32`: `x.to_f32()`",
                ),
                _ => fails_but(
                    format!("a panic's message has numbers and `bool`s, not `{ty}`"),
                    "print its parts",
                ),
            },
            Need::Bound {
                function,
                param,
                ty,
                bound,
            } => judge_bound(function, param, ty, *bound, generics),
            Need::Capability {
                function,
                param,
                ty,
                capability,
            } => judge_capability(function, param, ty, *capability, generics),
        }
    }
}

/// Whether a tile may have this many threads (CUDA C++ Programming Guide, Cooperative Groups,
/// "Thread Block Tile": a power of two, here at most a warp).
pub(crate) fn tile_size(size: i128) -> Result<(), String> {
    match size {
        ..=0 => Err("a tile has at least one thread".to_string()),
        33.. => Err(format!("a tile has at most 32 threads, here {size}")),
        size if size & (size - 1) != 0 => Err(format!(
            "a tile of {size} threads cannot be: the size must be a power of two, at most 32"
        )),
        _ => Ok(()),
    }
}

/// Whether a block may have this shape (CUDA C++ Programming Guide, "Features and Technical
/// Specifications": at most 1024 × 1024 × 64 and 1024 threads in all). 0 is an axis that is not fixed.
pub(crate) fn block_shape(shape: &[Const; 3]) -> Result<(), String> {
    let mut threads: i128 = 1;
    let mut open = false;
    for (axis, limit) in shape.iter().zip([1024, 1024, 64]) {
        let Const::Value(size) = axis else {
            return Ok(());
        };
        match size {
            0 => open = true,
            _ if open => {
                return Err("an axis of the block is 0 and one after it is not".to_string());
            }
            size if *size < 0 || *size > limit => {
                return Err(format!(
                    "this axis of a block has at most {limit} threads, here {size}"
                ));
            }
            size => threads *= size,
        }
    }
    if threads > 1024 {
        return Err(format!("a block has at most 1024 threads, here {threads}"));
    }
    Ok(())
}

fn judge_tile(size: &Const, parent: &Group) -> Verdict {
    let Const::Value(size) = size else {
        return Depends;
    };
    if let Err(text) = tile_size(*size) {
        return fails(text);
    }
    match parent {
        Group::Tile(Const::Value(parent)) if size >= parent => fails(format!(
            "a tile of {parent} threads is cut into smaller tiles, not into tiles of {size}"
        )),
        Group::Tile(Const::Param(_) | Const::Binary(..)) => Depends,
        Group::Block(shape) => {
            let mut threads = 1;
            for (index, axis) in shape.iter().enumerate() {
                match axis {
                    Const::Value(0) if index == 0 => return Holds,
                    Const::Value(0) => {}
                    Const::Value(value) => threads *= value,
                    _ => return Depends,
                }
            }
            if threads % size == 0 {
                Holds
            } else {
                fails(format!(
                    "a block of {threads} threads cannot be cut into tiles of {size}: it is not a multiple"
                ))
            }
        }
        _ => Holds,
    }
}

fn judge_lane(op: &str, lane: &Const, group: &Group) -> Verdict {
    let (kind, size) = match group {
        Group::Tile(Const::Value(size)) => ("tile", *size),
        Group::Block([Const::Value(x), Const::Value(y), Const::Value(z)]) if *x != 0 => {
            ("block", x * (*y).max(1) * (*z).max(1))
        }
        Group::Tile(_) | Group::Param(_) => return Depends,
        Group::Block(shape) if shape[0] != Const::Value(0) => return Depends,
        _ => return Holds,
    };
    match lane {
        Const::Value(lane) if *lane >= size => {
            let what = match op {
                "shfl_xor" => "mask",
                "broadcast" => "rank",
                _ => "lane",
            };
            fails(format!(
                "{what} {lane} is out of range: the {kind} has {size} threads, ranks 0..{}",
                size - 1
            ))
        }
        Const::Value(_) => Holds,
        _ => Depends,
    }
}

fn judge_label(op: &str, ty: &Ty, generics: &[SigGeneric]) -> Verdict {
    match ty {
        Ty::Opaque | Ty::Var(_) | Ty::Never => Depends,
        Ty::Bool if op == "labeled_partition" => fails_but(
            "`labeled_partition` takes an integer, not a `bool`",
            "`binary_partition` takes a `bool`",
        ),
        Ty::Bool => fails_but(
            format!("`{op}` takes an integer, not a `bool`"),
            "ask with `ballot`, or convert it: `b as u32`",
        ),
        Ty::Float(_) => fails_but(
            format!("`{op}` takes an integer, and `{ty}` is a float"),
            "floats of one value may have different bits; if the bits are meant: `x.to_bits()`",
        ),
        _ => match (number_class(ty, generics), ty) {
            (Some(class), _) if class.integer => Holds,
            (_, Ty::Param(name)) => unknown_of_param(name, "an integer", "Integer"),
            _ => fails(format!("`{op}` takes an integer, not `{ty}`")),
        },
    }
}

fn judge_value(op: &str, ty: &Ty) -> Verdict {
    match ty {
        Ty::Opaque | Ty::Var(_) | Ty::Never => return Depends,
        Ty::Slice(..) | Ty::Ref(..) => {
            return fails_but(
                format!("`{op}` moves values between threads, not references: `{ty}`"),
                "pass the element: `x[i]`",
            );
        }
        Ty::Group(_) | Ty::Atomic(_) | Ty::Operator(_) | Ty::Ordering | Ty::Iter(_) | Ty::Dim3 => {
            return fails(format!(
                "`{op}` moves values between threads, and `{ty}` is none"
            ));
        }
        _ => {}
    }
    match layout(ty) {
        Some(layout) if layout.size > 32 => fails(format!(
            "`{op}` moves values of at most 32 bytes, and `{ty}` has {}",
            layout.size
        )),
        Some(_) => Holds,
        None => Depends,
    }
}

/// CUDA C++ Programming Guide, "Features and Technical Specifications": statically allocated shared
/// memory is limited to 48 KB.
fn judge_shared(ty: &Ty) -> Verdict {
    let elem = match ty {
        Ty::Array(elem, _) => elem,
        other => other,
    };
    match elem {
        Ty::Opaque | Ty::Var(_) => return Depends,
        Ty::Unit | Ty::Dim3 | Ty::Operator(_) | Ty::Ordering => {
            return fails(format!("`{ty}` is not kept in shared memory"));
        }
        _ => {}
    }
    match layout(ty) {
        Some(layout) if layout.size > 48 * 1024 => fails_but(
            format!(
                "`{ty}` has {} bytes, and shared memory of a fixed size at most {}",
                layout.size,
                48 * 1024
            ),
            "take it from the launch: `#[shared] buf: &mut [T]` among the kernel's parameters",
        ),
        Some(_) => Holds,
        None => Depends,
    }
}

fn judge_reduce(operator: Operator, ty: &Ty, generics: &[SigGeneric]) -> Verdict {
    let bits = matches!(
        operator,
        Operator::BitAnd | Operator::BitOr | Operator::BitXor
    );
    match number_class(ty, generics) {
        None if matches!(ty, Ty::Opaque | Ty::Var(_)) => Depends,
        Some(class) if !bits || class.integer => Holds,
        Some(_) => match ty {
            Ty::Param(name) => unknown_of_param(name, "an integer", "Integer"),
            _ => fails(format!(
                "`{}` combines the bits of integers, and `{ty}` is a float",
                operator.name()
            )),
        },
        None => match ty {
            Ty::Param(name) => unknown_of_param(name, "a number", "Number"),
            Ty::Bool => fails_but(
                format!("`{}` combines numbers, not `bool`s", operator.name()),
                "ask with `any`, `all` or `ballot`",
            ),
            _ => fails(format!(
                "`{}` combines numbers, not `{ty}`",
                operator.name()
            )),
        },
    }
}

fn judge_binary(op: BinaryOp, ty: &Ty, generics: &[SigGeneric]) -> Verdict {
    if matches!(ty, Ty::Opaque | Ty::Var(_) | Ty::Never) {
        return Depends;
    }
    let class = number_class(ty, generics);
    use BinaryOp::*;
    match op {
        Add | Sub | Mul | Div | Rem => match (class, ty) {
            (Some(_), _) => Holds,
            (None, Ty::Param(name)) => unknown_of_param(name, "a number", "Number"),
            _ => no_operator(op, ty),
        },
        And | Or | Xor if *ty == Ty::Bool => Holds,
        And | Or | Xor | Shl | Shr => match (class, ty) {
            (Some(class), _) if class.integer => Holds,
            (_, Ty::Param(name)) => unknown_of_param(name, "an integer", "Integer"),
            _ => no_operator(op, ty),
        },
        Eq | Ne => match ty {
            _ if class.is_some() => Holds,
            Ty::Bool | Ty::Unit => Holds,
            Ty::Adt(adt) if matches!(adt.def.kind, AdtKind::Enum { .. }) => Holds,
            Ty::Param(_) if implements(ty, ValueBound::PartialEq, generics) => Holds,
            Ty::Param(name) => unknown_of_param(name, "comparable", "PartialEq"),
            Ty::Adt(_) | Ty::Tuple(_) | Ty::Array(..) | Ty::Dim3 => fails_but(
                format!("`{}` does not compare `{ty}` as a whole", op.symbol()),
                "compare its parts",
            ),
            _ => no_operator(op, ty),
        },
        Lt | Le | Gt | Ge => match ty {
            _ if class.is_some() => Holds,
            Ty::Bool => Holds,
            Ty::Param(_) if implements(ty, ValueBound::PartialOrd, generics) => Holds,
            Ty::Param(name) => unknown_of_param(name, "ordered", "PartialOrd"),
            _ => no_operator(op, ty),
        },
    }
}

fn no_operator(op: BinaryOp, ty: &Ty) -> Verdict {
    let text = format!("`{}` does not apply to `{ty}`", op.symbol());
    match ty {
        Ty::Ref(inner, _) if matches!(**inner, Ty::Atomic(_)) => {
            fails_but(text, "read it with `.load(Relaxed)`")
        }
        Ty::Ref(inner, _) if !matches!(**inner, Ty::Group(_)) => fails_but(
            text,
            format!("write `*` before it for the `{inner}` behind"),
        ),
        Ty::Atomic(_) => fails_but(text, "read it with `.load(Relaxed)`"),
        Ty::Bool => fails_but(text, "convert it: `b as u32`"),
        Ty::Float(_)
            if op.is_shift() || matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor) =>
        {
            fails_but(
                text,
                "`to_bits()` gives the bits of a float, `from_bits` takes them back",
            )
        }
        _ => fails(text),
    }
}

fn unknown_of_param(name: &str, what: &str, bound: &str) -> Verdict {
    fails_but(
        format!("`{name}` is not known to be {what}"),
        format!("write `{name}: {bound}`"),
    )
}

fn judge_fits(ty: &Ty, value: Number) -> Verdict {
    match (ty, value) {
        (Ty::Int(int), Number::Int(value)) => {
            let (least, most) = int.range();
            // That an unsigned type has no negative values its `-` says.
            if (least..=most).contains(&value) || (value < 0 && !int.signed()) {
                Holds
            } else {
                fails(format!(
                    "{value} is not a `{ty}`, which goes from {least} to {most}"
                ))
            }
        }
        (Ty::Float(float), Number::Float(value)) => {
            let finite = match float {
                Float::F64 => value.is_finite(),
                _ => (value as f32).is_finite(),
            };
            if finite {
                Holds
            } else {
                fails_but(
                    format!("no `{ty}` is as large as this"),
                    format!("write `{ty}::INFINITY` if that is meant"),
                )
            }
        }
        _ => Depends,
    }
}

fn judge_neg(ty: &Ty, literal: bool, generics: &[SigGeneric]) -> Verdict {
    match ty {
        Ty::Int(int) if int.signed() => Holds,
        Ty::Int(int) if literal => fails(format!("`{}` has no negative values", int.name())),
        Ty::Int(int) => fails_but(
            format!("`{}` has no negative values", int.name()),
            "`x.wrapping_neg()` if you mean it modulo the type's range",
        ),
        Ty::Float(_) => Holds,
        Ty::Opaque | Ty::Var(_) => Depends,
        Ty::Param(_) if number_class(ty, generics).is_some_and(|class| class.float) => Holds,
        Ty::Param(name) => fails_but(
            format!("`{name}` is not known to have negative values"),
            format!("write `{name}: Float`, or subtract from `{name}::ZERO`"),
        ),
        Ty::Ref(inner, _) => fails_but(
            format!("`-` does not apply to `{ty}`"),
            format!("write `*` before it for the `{inner}` behind"),
        ),
        _ => fails(format!("`-` does not apply to `{ty}`")),
    }
}

/// The Rust Reference, "Type cast expressions".
fn judge_cast(from: &Ty, to: &Ty) -> Verdict {
    if from == to && matches!(to, Ty::Bool) {
        return Holds;
    }
    match (from, to) {
        (Ty::Opaque | Ty::Var(_), _) | (_, Ty::Opaque | Ty::Var(_)) => Depends,
        (Ty::Never, _) => Holds,
        (Ty::Float(float), _) if !float.has_literals() => fails_but(
            format!("`as` does not convert `{}`", float.name()),
            "`x.to_f32()` gives its value",
        ),
        (_, Ty::Float(float)) if !float.has_literals() => fails_but(
            format!("`as` does not convert to `{}`", float.name()),
            format!("write `{}::from_f32(x)`", float.name()),
        ),
        (Ty::Int(_) | Ty::Float(_), Ty::Int(_) | Ty::Float(_)) => Holds,
        (Ty::Bool, Ty::Int(_)) => Holds,
        (Ty::Bool, Ty::Float(_)) => fails_but(
            format!("a `bool` is not cast to `{to}`"),
            format!("cast by way of an integer: `b as u8 as {to}`"),
        ),
        (Ty::Int(_), Ty::Bool) => {
            fails_but("a number is not cast to `bool`", "compare it: `x != 0`")
        }
        (Ty::Float(_), Ty::Bool) => {
            fails_but("a number is not cast to `bool`", "compare it: `x != 0.0`")
        }
        (Ty::Adt(adt), Ty::Int(_)) if matches!(adt.def.kind, AdtKind::Enum { .. }) => Holds,
        (Ty::Adt(adt), Ty::Float(_)) if matches!(adt.def.kind, AdtKind::Enum { .. }) => fails_but(
            format!("`{}` is not cast to `{to}`", adt.def.name),
            format!("cast by way of an integer: `x as u32 as {to}`"),
        ),
        (Ty::Param(name), _) | (_, Ty::Param(name)) => fails(format!(
            "`as` converts between types that are known, and `{name}` may be any number"
        )),
        (Ty::Ref(inner, _), _) if matches!(**inner, Ty::Atomic(_)) => fails_but(
            format!("`{from}` is not cast to `{to}`"),
            "read it with `.load(Relaxed)`",
        ),
        (Ty::Ref(inner, _), _) if !matches!(**inner, Ty::Group(_)) => fails_but(
            format!("`{from}` is not cast to `{to}`"),
            format!("write `*` before it for the `{inner}` behind"),
        ),
        _ => fails(format!("`{from}` is not cast to `{to}`")),
    }
}

/// The conversions that core and `half` implement `From` for.
fn judge_from(from: &Ty, to: &Ty) -> Verdict {
    let lossless = |from: &Ty, to: &Ty| match (from, to) {
        (Ty::Bool, Ty::Int(_) | Ty::Float(Float::F32 | Float::F64)) => true,
        // No width of `usize` is promised but 16 bits.
        (Ty::Int(from), Ty::Int(Int::Usize)) => matches!(from, Int::U8 | Int::U16),
        (Ty::Int(from), Ty::Int(Int::Isize)) => matches!(from, Int::U8 | Int::I8 | Int::I16),
        (Ty::Int(Int::Usize | Int::Isize), _) => false,
        (Ty::Int(from), Ty::Int(to)) => to.bits() > from.bits() && (to.signed() || !from.signed()),
        (Ty::Int(from), Ty::Float(Float::F32)) => from.bits() <= 16,
        (Ty::Int(from), Ty::Float(Float::F64)) => from.bits() <= 32,
        (Ty::Int(from), Ty::Float(Float::F16 | Float::Bf16)) => from.bits() == 8,
        (Ty::Float(from), Ty::Float(to)) => from.bits() < to.bits(),
        _ => false,
    };
    match (from, to) {
        (Ty::Opaque | Ty::Var(_), _) | (_, Ty::Opaque | Ty::Var(_)) => Depends,
        (from, to) if from == to || lossless(from, to) => Holds,
        (Ty::Int(_) | Ty::Float(_), Ty::Int(_) | Ty::Float(Float::F32 | Float::F64)) => fails_but(
            format!("not every `{from}` is a `{to}`, so there is no `{to}::from`"),
            format!("write `x as {to}`, which says that loss is meant"),
        ),
        _ => fails(format!("there is no `{to}::from` of `{from}`")),
    }
}

fn judge_bound(
    function: &str,
    param: &str,
    ty: &Ty,
    bound: ValueBound,
    generics: &[SigGeneric],
) -> Verdict {
    if matches!(ty, Ty::Opaque | Ty::Var(_)) {
        return Depends;
    }
    if implements(ty, bound, generics) {
        return Holds;
    }
    match ty {
        Ty::Param(name) => fails_but(
            format!(
                "`{function}` needs `{param}: {}`, which `{name}` is not known to be",
                bound.name()
            ),
            format!("write `{name}: {}`", bound.name()),
        ),
        _ => fails(format!(
            "`{function}` needs `{param}: {}`, which `{ty}` is not",
            bound.name()
        )),
    }
}

fn judge_capability(
    function: &str,
    param: &str,
    ty: &Ty,
    capability: Capability,
    generics: &[SigGeneric],
) -> Verdict {
    let group = match ty {
        Ty::Opaque | Ty::Var(_) => return Depends,
        Ty::Group(group) => group,
        _ => {
            return fails(format!(
                "`{function}` takes a group for `{param}`, not `{ty}`"
            ));
        }
    };
    let needs = format!("`{function}` needs `{param}: {}`", capability.name());
    match kind_of_group(group, generics) {
        Ok(kind) if capability.kinds().contains(kind) => Holds,
        Ok(_) => fails(format!(
            "{needs}, which a `{group}` has not: {}",
            capability.instead()
        )),
        Err(capabilities)
            if capabilities.contains(&capability) || capability == Capability::Group =>
        {
            Holds
        }
        Err(_) => fails_but(
            format!("{needs}, which `{group}` is not known to have"),
            format!("write `{group}: {}`", capability.name()),
        ),
    }
}

/// The way out where memory is only to be read.
pub(crate) fn writable(ty: &Ty) -> Ty {
    match ty {
        Ty::Slice(elem, _) => Ty::Slice(elem.clone(), Access::Write),
        Ty::Ref(to, _) => Ty::Ref(to.clone(), Access::Write),
        other => other.clone(),
    }
}
