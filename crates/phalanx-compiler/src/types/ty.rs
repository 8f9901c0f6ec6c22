//! The types of values and groups.

use std::fmt;
use std::sync::Arc;

/// A type. Generic parameters stay in it as [`Ty::Param`] and [`Const::Param`] until a printer
/// substitutes the arguments of an instance ([`crate::types::subst`]).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Ty {
    Unit,
    /// Of `return`, `break`, `panic!()`: fits everywhere.
    Never,
    Bool,
    Int(Int),
    Float(Float),
    Tuple(Vec<Ty>),
    Array(Box<Ty>, Const),
    /// A struct or a field-less enum of the user's that the environment knows.
    Adt(Adt),
    /// A generic type parameter that is a value (`T: Number`).
    Param(String),
    /// `&[T]` and `&mut [T]`, in any memory; also what `block.shared::<[T; N]>()` gives.
    Slice(Box<Ty>, Access),
    /// `&T` and `&mut T`, a reference to a group included.
    Ref(Box<Ty>, Access),
    /// `Atomic<T>`: only behind a slice or a reference.
    Atomic(Box<Ty>),
    Group(Group),
    Dim3,
    /// `Plus`, `Min`, …
    Operator(Operator),
    /// `Relaxed`, `Acquire`, …
    Ordering,
    /// `a..b`, and `.step_by(k)`, `.rev()` on it: what `for` goes through.
    Iter(Box<Ty>),
    /// Something this stage cannot know because it stands in another item; rustc will. Never in a
    /// build script, which sees the whole crate.
    Opaque,
    /// Being inferred; none is left when the stage is done.
    Var(u32),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Access {
    Read,
    Write,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Int {
    I8,
    I16,
    I32,
    I64,
    Isize,
    U8,
    U16,
    U32,
    U64,
    Usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Float {
    F16,
    Bf16,
    F32,
    F64,
}

/// A value known when the kernel is compiled: an array length, a tile size.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Const {
    Value(i128),
    Param(String),
    /// An expression over parameters (`N / 2`), kept until they are substituted.
    Binary(crate::syntax::ast::BinaryOp, Box<Const>, Box<Const>),
    /// Stands in another item that this stage cannot see.
    Opaque,
    /// Being inferred (the length of `let a = [0; _]` is not in the language; that of an array
    /// pattern is).
    Var(u32),
}

/// A user's type: a name to compare by, and the definition.
#[derive(Debug, Clone)]
pub struct Adt {
    pub def: Arc<AdtDef>,
    pub args: Vec<TyOrConst>,
}

impl PartialEq for Adt {
    fn eq(&self, other: &Self) -> bool {
        self.def.id == other.def.id && self.args == other.args
    }
}
impl Eq for Adt {}
impl std::hash::Hash for Adt {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.def.id.hash(state);
        self.args.hash(state);
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum TyOrConst {
    Ty(Ty),
    Const(Const),
}

/// The definition of a struct or enum with `#[derive(DeviceCopy)]`.
#[derive(Debug)]
pub struct AdtDef {
    /// The full path, `crate_name::module::Name`: unique, and what names are mangled from.
    pub id: String,
    pub name: String,
    /// Names of the generic parameters, in order.
    pub generics: Vec<String>,
    /// `#[repr(C, align(N))]`: the bytes that a value is aligned to, at the least. A 16-byte struct
    /// aligned to 16 is loaded in one piece.
    pub align: Option<u32>,
    pub kind: AdtKind,
}

#[derive(Debug)]
pub enum AdtKind {
    /// Fields in order; of a tuple struct the names are `0`, `1`, …
    Struct {
        fields: Vec<(String, Ty)>,
        tuple: bool,
    },
    /// Variants with their discriminants, and the integer that represents them.
    Enum {
        variants: Vec<(String, i128)>,
        repr: Int,
    },
}

/// The kinds of group.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Group {
    /// `ThreadBlock<X, Y, Z>`: 0 where the launch decides.
    Block([Const; 3]),
    Tile(Const),
    Coalesced,
    Grid,
    CooperativeGrid,
    /// What `arrive` gives: the group, between its threads' arrival and their wait for each other.
    Arrival(Box<Group>),
    /// A generic parameter bounded by capabilities: `G: Reduce`.
    Param(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operator {
    Plus,
    Min,
    Max,
    BitAnd,
    BitOr,
    BitXor,
}

impl Int {
    pub const ALL: [Int; 10] = [
        Int::I8,
        Int::I16,
        Int::I32,
        Int::I64,
        Int::Isize,
        Int::U8,
        Int::U16,
        Int::U32,
        Int::U64,
        Int::Usize,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Int::I8 => "i8",
            Int::I16 => "i16",
            Int::I32 => "i32",
            Int::I64 => "i64",
            Int::Isize => "isize",
            Int::U8 => "u8",
            Int::U16 => "u16",
            Int::U32 => "u32",
            Int::U64 => "u64",
            Int::Usize => "usize",
        }
    }

    pub fn from_name(name: &str) -> Option<Int> {
        Int::ALL.into_iter().find(|int| int.name() == name)
    }

    /// `usize` and `isize` have 64 bits on the GPU and on every host Phalanx supports.
    pub fn bits(self) -> u32 {
        match self {
            Int::I8 | Int::U8 => 8,
            Int::I16 | Int::U16 => 16,
            Int::I32 | Int::U32 => 32,
            Int::I64 | Int::U64 | Int::Isize | Int::Usize => 64,
        }
    }

    pub fn signed(self) -> bool {
        matches!(self, Int::I8 | Int::I16 | Int::I32 | Int::I64 | Int::Isize)
    }

    /// The smallest and the largest value.
    pub fn range(self) -> (i128, i128) {
        let bits = self.bits();
        if self.signed() {
            (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
        } else {
            (0, (1 << bits) - 1)
        }
    }
}

impl Float {
    pub fn name(self) -> &'static str {
        match self {
            Float::F16 => "f16",
            Float::Bf16 => "bf16",
            Float::F32 => "f32",
            Float::F64 => "f64",
        }
    }

    /// Whether a literal may be of this type: the types of the `half` crate are structs to Rust.
    pub fn has_literals(self) -> bool {
        matches!(self, Float::F32 | Float::F64)
    }

    pub fn from_name(name: &str) -> Option<Float> {
        [Float::F16, Float::Bf16, Float::F32, Float::F64]
            .into_iter()
            .find(|float| float.name() == name)
    }

    pub fn bits(self) -> u32 {
        match self {
            Float::F16 | Float::Bf16 => 16,
            Float::F32 => 32,
            Float::F64 => 64,
        }
    }
}

impl Operator {
    pub const ALL: [Operator; 6] = [
        Operator::Plus,
        Operator::Min,
        Operator::Max,
        Operator::BitAnd,
        Operator::BitOr,
        Operator::BitXor,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Operator::Plus => "Plus",
            Operator::Min => "Min",
            Operator::Max => "Max",
            Operator::BitAnd => "BitAnd",
            Operator::BitOr => "BitOr",
            Operator::BitXor => "BitXor",
        }
    }

    pub fn from_name(name: &str) -> Option<Operator> {
        Operator::ALL.into_iter().find(|op| op.name() == name)
    }
}

impl Ty {
    pub const USIZE: Ty = Ty::Int(Int::Usize);
    pub const U32: Ty = Ty::Int(Int::U32);

    pub fn slice(elem: Ty, access: Access) -> Ty {
        Ty::Slice(Box::new(elem), access)
    }

    pub fn reference(to: Ty, access: Access) -> Ty {
        Ty::Ref(Box::new(to), access)
    }

    /// The group, for a group or a reference to one.
    pub fn as_group(&self) -> Option<&Group> {
        match self {
            Ty::Group(group) => Some(group),
            Ty::Ref(inner, _) => match &**inner {
                Ty::Group(group) => Some(group),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether a value of this type stands for memory outside the thread: what is reached through it
    /// goes by handles in the Rust body and by pointers in CUDA C++.
    pub fn is_memory(&self) -> bool {
        matches!(self, Ty::Slice(..))
            || matches!(self, Ty::Ref(inner, _) if !matches!(**inner, Ty::Group(_)))
    }

    pub fn is_number(&self) -> bool {
        matches!(self, Ty::Int(_) | Ty::Float(_))
    }

    pub fn contains_opaque(&self) -> bool {
        match self {
            Ty::Opaque => true,
            Ty::Tuple(parts) => parts.iter().any(Ty::contains_opaque),
            Ty::Array(elem, len) => elem.contains_opaque() || *len == Const::Opaque,
            Ty::Slice(inner, _) | Ty::Ref(inner, _) | Ty::Atomic(inner) | Ty::Iter(inner) => {
                inner.contains_opaque()
            }
            Ty::Adt(adt) => adt.args.iter().any(|arg| match arg {
                TyOrConst::Ty(ty) => ty.contains_opaque(),
                TyOrConst::Const(value) => *value == Const::Opaque,
            }),
            Ty::Group(Group::Block(shape)) => shape.contains(&Const::Opaque),
            Ty::Group(Group::Tile(size)) => *size == Const::Opaque,
            _ => false,
        }
    }
}

/// As the user would write it.
impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mutable = |access: &Access| if *access == Access::Write { "mut " } else { "" };
        match self {
            Ty::Unit => f.write_str("()"),
            Ty::Never => f.write_str("!"),
            Ty::Bool => f.write_str("bool"),
            Ty::Int(int) => f.write_str(int.name()),
            Ty::Float(float) => f.write_str(float.name()),
            Ty::Tuple(parts) => {
                f.write_str("(")?;
                for (i, part) in parts.iter().enumerate() {
                    if i > 0 {
                        f.write_str(", ")?;
                    }
                    write!(f, "{part}")?;
                }
                if parts.len() == 1 {
                    f.write_str(",")?;
                }
                f.write_str(")")
            }
            Ty::Array(elem, len) => write!(f, "[{elem}; {len}]"),
            Ty::Adt(adt) => {
                f.write_str(&adt.def.name)?;
                write_args(f, &adt.args)
            }
            Ty::Param(name) => f.write_str(name),
            Ty::Slice(elem, access) => write!(f, "&{}[{elem}]", mutable(access)),
            Ty::Ref(inner, access) => write!(f, "&{}{inner}", mutable(access)),
            Ty::Atomic(inner) => write!(f, "Atomic<{inner}>"),
            Ty::Group(group) => write!(f, "{group}"),
            Ty::Dim3 => f.write_str("Dim3"),
            Ty::Operator(op) => f.write_str(op.name()),
            Ty::Ordering => f.write_str("Ordering"),
            Ty::Iter(item) => write!(f, "an iterator of `{item}`"),
            Ty::Opaque | Ty::Var(_) => f.write_str("_"),
        }
    }
}

fn write_args(f: &mut fmt::Formatter<'_>, args: &[TyOrConst]) -> fmt::Result {
    if args.is_empty() {
        return Ok(());
    }
    f.write_str("<")?;
    for (i, arg) in args.iter().enumerate() {
        if i > 0 {
            f.write_str(", ")?;
        }
        match arg {
            TyOrConst::Ty(ty) => write!(f, "{ty}")?,
            TyOrConst::Const(value) => write!(f, "{value}")?,
        }
    }
    f.write_str(">")
}

impl fmt::Display for Const {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Const::Value(value) => write!(f, "{value}"),
            Const::Param(name) => f.write_str(name),
            Const::Binary(op, a, b) => write!(f, "{{ {a} {} {b} }}", op.symbol()),
            Const::Opaque | Const::Var(_) => f.write_str("_"),
        }
    }
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Group::Block([x, y, z]) => {
                let zero = |c: &Const| *c == Const::Value(0);
                match (zero(x), zero(y), zero(z)) {
                    (true, ..) => f.write_str("ThreadBlock"),
                    (false, true, _) => write!(f, "ThreadBlock<{x}>"),
                    (false, false, true) => write!(f, "ThreadBlock<{x}, {y}>"),
                    (false, false, false) => write!(f, "ThreadBlock<{x}, {y}, {z}>"),
                }
            }
            Group::Tile(size) => write!(f, "ThreadBlockTile<{size}>"),
            Group::Coalesced => f.write_str("CoalescedGroup"),
            Group::Grid => f.write_str("Grid"),
            Group::CooperativeGrid => f.write_str("CooperativeGrid"),
            Group::Arrival(group) => write!(f, "Arrival<{group}>"),
            Group::Param(name) => f.write_str(name),
        }
    }
}
