//! A program as the generator makes it and the shrinker takes it apart: a tree that prints to Rust.
//!
//! Types are not in it: a tree that the shrinker has cut wrongly is refused by the types stage, and
//! dropped.

#[derive(Clone, Debug)]
pub struct Program {
    /// The device functions and, last, the kernel.
    pub functions: Vec<Function>,
}

#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub kernel: bool,
    /// `G: Barrier + Vote`, or empty.
    pub generics: String,
    pub params: Vec<Param>,
    pub ret: Option<String>,
    pub body: Block,
}

#[derive(Clone, Debug)]
pub struct Param {
    pub name: String,
    /// As it is written.
    pub ty: String,
    /// `#[shared]`
    pub shared: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Block {
    pub stmts: Vec<Stmt>,
    pub value: Option<Box<Expr>>,
}

#[derive(Clone, Debug)]
pub enum Stmt {
    Let {
        /// With `mut` and the like.
        pat: String,
        init: Expr,
    },
    /// `let name: type;`
    Declare(String, &'static str),
    Assign(Expr, Expr),
    /// `place op= value`
    AssignOp(&'static str, Expr, Expr),
    Expr(Expr),
    /// Also an `if` as a value is one, [`Expr::If`]; this is one for its effects.
    If(Expr, Block, Option<Block>),
    Match(Expr, Vec<(String, Block)>),
    While(Option<String>, Expr, Block),
    Loop(Option<String>, Block),
    /// Label, variable, what it goes through.
    For(Option<String>, String, Expr, Block),
    Block(Block),
    Break(Option<String>, Option<Expr>),
    Continue(Option<String>),
    Return(Option<Expr>),
}

#[derive(Clone, Debug)]
pub enum Expr {
    /// A literal, a name: anything that is one word.
    Word(String),
    /// `!`, `-`, `*`, `&`, `&mut `
    Unary(&'static str, Box<Expr>),
    /// Operators, `&&` and `||` and `..` among them.
    Binary(&'static str, Box<Expr>, Box<Expr>),
    Cast(Box<Expr>, &'static str),
    Index(Box<Expr>, Box<Expr>),
    Field(Box<Expr>, &'static str),
    Tuple(Vec<Expr>),
    /// `[a, b]`
    Array(Vec<Expr>),
    Struct(&'static str, Vec<(&'static str, Expr)>),
    Call(String, Vec<Expr>),
    /// Receiver, name and turbofish, arguments.
    Method(Box<Expr>, String, Vec<Expr>),
    If(Box<Expr>, Block, Block),
    Match(Box<Expr>, Vec<(String, Expr)>),
    Block(Block),
    /// `|| …`
    Closure(Box<Expr>),
    /// `unsafe { … }`
    Unsafe(Box<Expr>),
    /// A `loop` that gives a value; its label.
    Loop(Option<String>, Block),
}

impl Expr {
    pub fn word(word: impl Into<String>) -> Expr {
        Expr::Word(word.into())
    }

    pub fn binary(op: &'static str, left: Expr, right: Expr) -> Expr {
        Expr::Binary(op, Box::new(left), Box::new(right))
    }

    pub fn negated(self) -> Expr {
        Expr::Unary("!", Box::new(self))
    }

    pub fn cast(self, ty: &'static str) -> Expr {
        Expr::Cast(Box::new(self), ty)
    }

    pub fn field(self, name: &'static str) -> Expr {
        Expr::Field(Box::new(self), name)
    }

    pub fn index(self, index: Expr) -> Expr {
        Expr::Index(Box::new(self), Box::new(index))
    }

    pub fn method(self, name: impl Into<String>, args: Vec<Expr>) -> Expr {
        Expr::Method(Box::new(self), name.into(), args)
    }
}

impl Block {
    pub fn of(stmts: Vec<Stmt>) -> Block {
        Block { stmts, value: None }
    }

    pub fn value(value: Expr) -> Block {
        Block {
            stmts: Vec::new(),
            value: Some(Box::new(value)),
        }
    }
}
