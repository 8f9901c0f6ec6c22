//! The tree of one item: what the parser makes and every later stage reads.
//!
//! Names of locals are resolved while parsing (shadowing ends here): a use of a local is
//! [`ExprKind::Local`], everything else that is a path stays a [`Path`] for the types stage. Every
//! expression has an [`ExprId`], unique in its [`Body`], by which later stages keep what they find
//! in tables beside the tree.

use proc_macro2::{Ident, Span};

/// A kernel, a device function.
#[derive(Debug, Clone)]
pub struct Function {
    pub kind: FunctionKind,
    /// Attributes to keep on the printed Rust item: documentation, `allow`, `cfg`, `must_use`, …
    pub attrs: Vec<syn::Attribute>,
    pub vis: syn::Visibility,
    pub is_unsafe: bool,
    pub name: Ident,
    pub generics: Vec<GenericParam>,
    pub params: Vec<Param>,
    /// `None` for `()`.
    pub ret: Option<TypeExpr>,
    pub body: Body,
    /// The hash by which the build script and the macro speak of the same item (`hash.rs`).
    pub hash: u64,
}

#[derive(Debug, Clone)]
pub enum FunctionKind {
    Kernel(KernelAttr),
    Device,
}

/// The arguments of `#[group_kernel(…)]`.
#[derive(Debug, Clone, Default)]
pub struct KernelAttr {
    /// `variants(N = [4, 8], T = [f32, f64])`: the declared values of each generic parameter, in the
    /// order in which they are written.
    pub variants: Vec<VariantAxis>,
    /// `fma`: nvcc may contract `a * b + c`.
    pub fma: bool,
}

#[derive(Debug, Clone)]
pub struct VariantAxis {
    pub name: Ident,
    pub values: Vec<GenericArg>,
}

#[derive(Debug, Clone)]
pub struct GenericParam {
    pub name: Ident,
    pub kind: GenericKind,
}

#[derive(Debug, Clone)]
pub enum GenericKind {
    /// `T: Number`, `G: Reduce + Shuffle` (bounds of a `where` clause included).
    Type { bounds: Vec<Path> },
    /// `const N: usize`.
    Const { ty: TypeExpr },
}

#[derive(Debug, Clone)]
pub struct Param {
    pub local: LocalId,
    pub ty: TypeExpr,
    /// `#[shared]`: dynamic shared memory, its length an argument of the launch.
    pub shared: bool,
    pub span: Span,
}

/// The code of a function or the value of a constant.
#[derive(Debug, Clone)]
pub struct Body {
    pub locals: Vec<Local>,
    /// How many [`ExprId`]s were given out.
    pub exprs: u32,
    pub block: Block,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(pub u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocalId(pub u32);

#[derive(Debug, Clone)]
pub struct Local {
    pub name: Ident,
    pub mutable: bool,
    pub origin: LocalOrigin,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LocalOrigin {
    /// The parameter of this index.
    Param(usize),
    Let,
    /// The variable of a `for`.
    For,
    /// Bound by a pattern of a `match`.
    Match,
    /// The parameter of a closure.
    Closure,
    /// A `const` of the body.
    Const,
}

#[derive(Debug, Clone)]
pub struct Block {
    pub stmts: Vec<Stmt>,
    /// The value of the block: its last expression without a semicolon.
    pub value: Option<Box<Expr>>,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum Stmt {
    Let(Let),
    /// An expression and whether a semicolon follows.
    Expr(Expr),
    /// `const NAME: T = e;` inside the body. Its name is a local in the tree, never mutable. The constants
    /// of a block stand before its other statements, each after those that it uses.
    Const(Let),
}

#[derive(Debug, Clone)]
pub struct Let {
    pub pat: Pat,
    pub ty: Option<TypeExpr>,
    pub init: Option<Expr>,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct Pat {
    pub span: Span,
    pub kind: PatKind,
    /// An id as for expressions: the types stage records the type of what is matched.
    pub id: ExprId,
}

#[derive(Debug, Clone)]
pub enum PatKind {
    Wild,
    /// `x`, `mut x`, `x @ pat`.
    Bind(LocalId, Option<Box<Pat>>),
    Tuple(Vec<Pat>),
    /// `Point { x, y: pat, .. }`; with numbered members for a tuple struct.
    Struct {
        path: Path,
        fields: Vec<(syn::Member, Pat)>,
        rest: bool,
    },
    /// A literal, perhaps negated, or a constant of the body.
    Literal(Box<Expr>),
    Range {
        lo: Option<Box<Expr>>,
        hi: Option<Box<Expr>>,
        inclusive: bool,
    },
    Or(Vec<Pat>),
    /// A variant of an enum, or a constant.
    Path(Path),
}

#[derive(Debug, Clone)]
pub struct Expr {
    pub id: ExprId,
    /// Of the whole expression. On stable Rust a span of several tokens may be only its first one:
    /// printers that need the exact token use the spans inside the kind.
    pub span: Span,
    pub kind: ExprKind,
}

#[derive(Debug, Clone)]
pub enum ExprKind {
    Literal(Literal),
    Local(LocalId),
    /// A constant, a const generic, an operator (`Plus`), an ordering, a variant of an enum.
    Path(Path),
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `&&` and `||`.
    Lazy(LazyOp, Box<Expr>, Box<Expr>),
    /// `place = value`; the left side may be a tuple of places (or `_`).
    Assign(Box<Expr>, Box<Expr>),
    AssignOp(BinaryOp, Box<Expr>, Box<Expr>),
    Index(Box<Expr>, Box<Expr>),
    Field(Box<Expr>, syn::Member),
    Tuple(Vec<Expr>),
    Array(Vec<Expr>),
    /// `[value; len]`.
    Repeat(Box<Expr>, Box<Expr>),
    Struct {
        path: Path,
        fields: Vec<(syn::Member, Expr)>,
        base: Option<Box<Expr>>,
    },
    Cast(Box<Expr>, TypeExpr),
    /// `&e`, `&mut e`.
    Ref {
        mutable: bool,
        expr: Box<Expr>,
    },
    Call {
        path: Path,
        args: Vec<Expr>,
    },
    Method {
        receiver: Box<Expr>,
        name: Ident,
        turbofish: Vec<GenericArg>,
        args: Vec<Expr>,
    },
    Closure {
        params: Vec<(LocalId, Option<TypeExpr>)>,
        body: Box<Expr>,
    },
    Block(Block),
    Unsafe(Block),
    If {
        cond: Box<Expr>,
        then: Block,
        otherwise: Option<Box<Expr>>,
    },
    Match {
        scrutinee: Box<Expr>,
        arms: Vec<Arm>,
    },
    While {
        label: Option<Label>,
        cond: Box<Expr>,
        body: Block,
    },
    Loop {
        label: Option<Label>,
        body: Block,
    },
    For {
        label: Option<Label>,
        pat: Pat,
        iter: Box<Expr>,
        body: Block,
    },
    /// Every `break` and `continue` carries the loop it belongs to, written or not.
    Break {
        target: LoopId,
        label: Option<Label>,
        value: Option<Box<Expr>>,
    },
    Continue {
        target: LoopId,
        label: Option<Label>,
    },
    Return(Option<Box<Expr>>),
    /// `a..b`, `a..=b`, `..b`, `a..`, `..`.
    Range {
        lo: Option<Box<Expr>>,
        hi: Option<Box<Expr>>,
        inclusive: bool,
    },
    /// `assert!`, `panic!` and their kin.
    Panic(PanicMacro),
    /// `_` on the left of a destructuring assignment.
    Underscore,
}

/// The [`ExprId`] of the `while`, `loop`, `for` or labelled block.
pub type LoopId = ExprId;

#[derive(Debug, Clone)]
pub struct Label {
    pub name: Ident,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct Arm {
    pub pat: Pat,
    pub guard: Option<Expr>,
    pub body: Expr,
}

#[derive(Debug, Clone)]
pub struct PanicMacro {
    pub kind: PanicKind,
    /// The operands: the condition of `assert!`, both sides of `assert_eq!`.
    pub operands: Vec<Expr>,
    /// The condition's own tokens as Rust prints them in `assertion failed: …`.
    pub source: String,
    /// The message: text and the arguments between, `None` where the macro has none.
    pub message: Option<Message>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PanicKind {
    Panic,
    Unreachable,
    Assert,
    AssertEq,
    AssertNe,
    DebugAssert,
    DebugAssertEq,
    DebugAssertNe,
}

/// How many values a panic carries to the host, the two that `assert_eq!` compares included.
pub const PANIC_VALUES: usize = 4;

#[derive(Debug, Clone)]
pub struct Message {
    pub pieces: Vec<MessagePiece>,
    pub args: Vec<Expr>,
    /// The format string as written, for the Rust printer.
    pub format: syn::LitStr,
}

#[derive(Debug, Clone)]
pub enum MessagePiece {
    Text(String),
    /// The argument of this index, printed as `{}`.
    Arg(usize),
}

#[derive(Debug, Clone)]
pub enum Literal {
    Bool(bool),
    /// The value and the suffix as written.
    Int {
        value: u128,
        suffix: Option<String>,
        token: syn::LitInt,
    },
    /// The digits as written, without suffix.
    Float {
        digits: String,
        suffix: Option<String>,
    },
    /// The reason of an `assume_uniform`; there are no others.
    Str(syn::LitStr),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnaryOp {
    Neg,
    Not,
    Deref,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LazyOp {
    And,
    Or,
}

impl BinaryOp {
    /// As it is written.
    pub fn symbol(self) -> &'static str {
        use BinaryOp::*;
        match self {
            Add => "+",
            Sub => "-",
            Mul => "*",
            Div => "/",
            Rem => "%",
            And => "&",
            Or => "|",
            Xor => "^",
            Shl => "<<",
            Shr => ">>",
            Eq => "==",
            Ne => "!=",
            Lt => "<",
            Le => "<=",
            Gt => ">",
            Ge => ">=",
        }
    }

    pub fn is_comparison(self) -> bool {
        use BinaryOp::*;
        matches!(self, Eq | Ne | Lt | Le | Gt | Ge)
    }

    pub fn is_shift(self) -> bool {
        matches!(self, BinaryOp::Shl | BinaryOp::Shr)
    }
}

/// A path as written: `f`, `util::f::<T>`, `Self::X` is refused by the parser.
#[derive(Debug, Clone)]
pub struct Path {
    pub span: Span,
    pub leading_colon: bool,
    pub segments: Vec<Segment>,
}

#[derive(Debug, Clone)]
pub struct Segment {
    pub ident: Ident,
    pub args: Vec<GenericArg>,
}

#[derive(Debug, Clone)]
pub enum GenericArg {
    /// A type, or a const generic that is a plain name (`N` parses as a type: the types stage tells).
    Type(TypeExpr),
    Const(Expr),
}

/// A type as written.
#[derive(Debug, Clone)]
pub struct TypeExpr {
    pub span: Span,
    pub kind: TypeKind,
}

#[derive(Debug, Clone)]
pub enum TypeKind {
    Path(Path),
    Ref {
        mutable: bool,
        inner: Box<TypeExpr>,
    },
    Slice(Box<TypeExpr>),
    Array(Box<TypeExpr>, Box<Expr>),
    Tuple(Vec<TypeExpr>),
    Never,
    /// `_`.
    Infer,
}

impl Path {
    /// The last name, the one a reader would say.
    pub fn last(&self) -> &Segment {
        self.segments.last().expect("a path has a segment")
    }

    /// The name, where the path is one name without arguments.
    pub fn as_ident(&self) -> Option<&Ident> {
        match self.segments.as_slice() {
            [one] if one.args.is_empty() && !self.leading_colon => Some(&one.ident),
            _ => None,
        }
    }

    /// `a::b::c`, without generic arguments.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (i, segment) in self.segments.iter().enumerate() {
            if i > 0 || self.leading_colon {
                text.push_str("::");
            }
            text.push_str(&segment.ident.to_string());
        }
        text
    }
}

impl Function {
    pub fn local(&self, id: LocalId) -> &Local {
        self.body.local(id)
    }

    pub fn is_kernel(&self) -> bool {
        matches!(self.kind, FunctionKind::Kernel(_))
    }
}

impl Body {
    pub fn local(&self, id: LocalId) -> &Local {
        &self.locals[id.0 as usize]
    }
}
