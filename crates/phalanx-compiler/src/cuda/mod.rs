//! CUDA C++ from the typed tree.
//!
//! | to find | look in |
//! |---|---|
//! | a whole translation unit, instances of generic functions | `unit`, `reach` |
//! | functions, their parameters, constants | `function` |
//! | the state of a body being written, the order of operands | `lower`, `effects` |
//! | statements and patterns | `stmt`, `pat` |
//! | values: literals and paths, operators, calls, operations of groups | `expr`, `literal`, `operator`, `call` |
//! | places: indexing, fields, references | `place` |
//! | branches, loops, jumps | `branch`, `matches`, `loops` |
//! | `assert!`, `panic!` and the places that may panic | `assertion`, `panics` |
//! | types, structs and enums | `ty` |
//! | names | `names`, `macros` |
//! | text: expressions, lines | `code`, `writer` |
//!
//! The C++ is for people too: it keeps the names and the order of the source, has no variable that nobody would
//! write, and says by `#line` where each statement comes from.

mod assertion;
mod branch;
mod call;
mod code;
mod effects;
mod expr;
mod function;
mod headers;
mod literal;
mod loops;
mod lower;
mod macros;
mod matches;
mod names;
mod operator;
mod panics;
mod pat;
mod place;
mod reach;
mod stmt;
mod ty;
mod unit;
mod writer;

pub use self::headers::HEADERS;

use crate::artefact::Site;
use crate::program::Program;
use crate::report::Errors;
use crate::types::ty::TyOrConst;

/// What the printer asks of the build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// Whether the user's crate is built with debug assertions: `debug_assert!` and its kin.
    pub debug_assertions: bool,
}

/// The C++ of one kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// A translation unit: compile it with the folder that holds [`HEADERS`] on the include path, as C++17, and with
    /// `-fmad=false` unless [`fma`](Unit::fma).
    pub source: String,
    pub variants: Vec<UnitVariant>,
    /// By the number that the device reports.
    pub sites: Vec<Site>,
    /// Whether the kernel lets nvcc contract `a * b + c`.
    pub fma: bool,
}

/// One instance of the kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitVariant {
    /// As a user reads it: `N = 8`. Empty for a kernel without generic parameters.
    pub label: String,
    /// The name of the function in the image.
    pub symbol: String,
    /// What the generic parameters stand for.
    pub args: Vec<TyOrConst>,
    /// The largest tile that is cut from the block, here or in a device function, or 1: a block must have a
    /// multiple of so many threads.
    pub block_multiple: u32,
}

impl Unit {
    /// The source without the `#line` directives, for people to read.
    pub fn readable(&self) -> String {
        let lines = self
            .source
            .lines()
            .filter(|line| !line.starts_with("#line "));
        lines.flat_map(|line| [line, "\n"]).collect()
    }
}

/// Translates a kernel, by the id of its signature, with all its variants.
///
/// # Errors
/// What can only be judged of an instance: the size of a tile or of a value that depends on a generic parameter; device
/// functions that call each other in a circle. Each at the place in the source.
pub fn unit(program: &Program, kernel: &str, options: Options) -> Result<Unit, Errors> {
    unit::unit(program, kernel, options)
}
