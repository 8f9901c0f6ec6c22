//! The places in which a kernel may panic: numbers on the device, texts on the host.

use crate::artefact::{Piece, Site, ValueType};
use crate::syntax::ast::{BinaryOp, MessagePiece, PanicKind, PanicMacro};
use crate::types::ty::{Int, Ty};

/// The places of one kernel, all variants together, in the order of their numbers.
#[derive(Debug, Default)]
pub(super) struct Sites {
    sites: Vec<Site>,
}

/// Where something stands in the source: line and column from 1, as [`core::panic::Location`] counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) line: u32,
    pub(super) column: u32,
}

impl Place {
    pub(super) fn of(span: proc_macro2::Span) -> Place {
        let start = span.start();
        Place {
            line: start.line as u32,
            column: start.column as u32 + 1,
        }
    }
}

impl Sites {
    /// The number of the first of several panics at one place, which get numbers one after the other.
    ///
    /// The instances of a function, and the variants of a kernel, share the numbers of a place, if their texts are
    /// the same.
    pub(super) fn add(&mut self, file: &str, place: Place, panics: &[Vec<Piece>]) -> usize {
        let same = |site: &Site, pieces: &Vec<Piece>| {
            site.file == file
                && site.line == place.line
                && site.column == place.column
                && site.pieces == *pieces
        };
        let run = panics.len().max(1);
        let known = self.sites.windows(run).position(|sites| {
            sites
                .iter()
                .zip(panics)
                .all(|(site, pieces)| same(site, pieces))
        });
        if let Some(known) = known {
            return known;
        }
        let first = self.sites.len();
        self.sites.extend(panics.iter().map(|pieces| Site {
            file: file.to_owned(),
            line: place.line,
            column: place.column,
            pieces: pieces.clone(),
        }));
        first
    }

    pub(super) fn finish(self) -> Vec<Site> {
        self.sites
    }
}

fn text(text: &str) -> Vec<Piece> {
    vec![Piece::Text(text.to_owned())]
}

/// `before {} between {}` of two `usize`.
fn with_sizes(before: &str, between: &str) -> Vec<Piece> {
    let size = || Piece::Value(ValueType::Int(Int::Usize));
    vec![
        Piece::Text(before.to_owned()),
        size(),
        Piece::Text(between.to_owned()),
        size(),
    ]
}

/// `x[i]`.
pub(super) fn of_index() -> Vec<Vec<Piece>> {
    vec![with_sizes(
        "index out of bounds: the len is ",
        " but the index is ",
    )]
}

/// `x[a..b]`, in the order of `Slice::sub`.
pub(super) fn of_range() -> Vec<Vec<Piece>> {
    vec![
        with_sizes("slice index starts at ", " but ends at "),
        with_sizes("range end index ", " out of range for slice of length "),
    ]
}

/// `x[a..]`.
pub(super) fn of_range_from() -> Vec<Vec<Piece>> {
    vec![with_sizes(
        "range start index ",
        " out of range for slice of length ",
    )]
}

/// `.step_by(0)`.
pub(super) fn of_step_by() -> Vec<Vec<Piece>> {
    vec![text("assertion failed: step != 0")]
}

const DIVIDE: [&str; 2] = [
    "attempt to divide by zero",
    "attempt to divide with overflow",
];
const REMAINDER: [&str; 2] = [
    "attempt to calculate the remainder with a divisor of zero",
    "attempt to calculate the remainder with overflow",
];

/// Of an operator on integers, in the order of `div` and `rem` in `integer.cuh`. Only a signed division overflows.
pub(super) fn of_operator(op: BinaryOp, signed: bool) -> Option<Vec<Vec<Piece>>> {
    let texts = match op {
        BinaryOp::Div => DIVIDE,
        BinaryOp::Rem => REMAINDER,
        _ => return None,
    };
    let count = if signed { 2 } else { 1 };
    Some(texts.into_iter().take(count).map(text).collect())
}

/// Of a method of a number type, in the order of its C++ function; empty if it never panics.
pub(super) fn of_method(name: &str, on: &Ty) -> Vec<Vec<Piece>> {
    let signed = matches!(on, Ty::Int(int) if int.signed());
    let integer = matches!(on, Ty::Int(_));
    match name {
        "div_euclid" | "div_ceil" => of_operator(BinaryOp::Div, signed).unwrap_or_default(),
        "rem_euclid" if integer => of_operator(BinaryOp::Rem, signed).unwrap_or_default(),
        "ilog2" => vec![text("argument of integer logarithm must be positive")],
        "clamp" => {
            let before = match integer {
                true => "min > max. min = ",
                false => "min > max, or either was NaN. min = ",
            };
            // Of a generic parameter no text is needed: only whether there is one.
            let limit = || value_type(on).map(Piece::Debug);
            let mut pieces = text(before);
            pieces.extend(limit());
            pieces.extend(text(", max = "));
            pieces.extend(limit());
            vec![pieces]
        }
        _ => Vec::new(),
    }
}

/// How the host reads a value of this type; `None` for what a message cannot show.
pub(super) fn value_type(ty: &Ty) -> Option<ValueType> {
    match ty {
        Ty::Bool => Some(ValueType::Bool),
        Ty::Int(int) => Some(ValueType::Int(*int)),
        Ty::Float(float) => Some(ValueType::Float(*float)),
        _ => None,
    }
}

/// The message of a panicking macro, and which values it shows, in order: indices into its operands and then
/// the message's arguments. `types` are theirs.
pub(super) fn of_macro(
    panic: &PanicMacro,
    types: &[Option<ValueType>],
) -> (Vec<Piece>, Vec<usize>) {
    let mut pieces = Vec::new();
    let mut values = Vec::new();
    let operands = panic.operands.len();
    let push_message = |before: &str, pieces: &mut Vec<Piece>, values: &mut Vec<usize>| {
        let mut before = before.to_owned();
        if let Some(message) = &panic.message {
            for piece in &message.pieces {
                match piece {
                    MessagePiece::Text(text) => before.push_str(text),
                    MessagePiece::Arg(arg) => {
                        pieces.push(Piece::Text(std::mem::take(&mut before)));
                        pieces.extend(types[operands + arg].map(Piece::Value));
                        values.push(operands + arg);
                    }
                }
            }
        }
        pieces.push(Piece::Text(before));
    };
    match panic.kind {
        PanicKind::Panic => match &panic.message {
            None => pieces = text("explicit panic"),
            Some(_) => push_message("", &mut pieces, &mut values),
        },
        PanicKind::Unreachable => {
            let core = "internal error: entered unreachable code";
            match &panic.message {
                None => pieces = text(core),
                Some(_) => push_message(&format!("{core}: "), &mut pieces, &mut values),
            }
        }
        PanicKind::Assert | PanicKind::DebugAssert => match &panic.message {
            None => pieces = text(&format!("assertion failed: {}", panic.source)),
            Some(_) => push_message("", &mut pieces, &mut values),
        },
        PanicKind::AssertEq
        | PanicKind::AssertNe
        | PanicKind::DebugAssertEq
        | PanicKind::DebugAssertNe => {
            let op = match panic.kind {
                PanicKind::AssertEq | PanicKind::DebugAssertEq => "==",
                _ => "!=",
            };
            let failed = format!("assertion `left {op} right` failed");
            match &panic.message {
                None => pieces = text(&failed),
                Some(_) => push_message(&format!("{failed}: "), &mut pieces, &mut values),
            }
            pieces.push(Piece::Text("\n  left: ".into()));
            pieces.extend(types[0].map(Piece::Debug));
            pieces.push(Piece::Text("\n right: ".into()));
            pieces.extend(types[1].map(Piece::Debug));
            values.extend([0, 1]);
        }
    }
    (joined(pieces), values)
}

/// Neighbouring texts as one, empty ones left out.
fn joined(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut joined: Vec<Piece> = Vec::new();
    for piece in pieces {
        match (joined.last_mut(), piece) {
            (_, Piece::Text(text)) if text.is_empty() => {}
            (Some(Piece::Text(before)), Piece::Text(text)) => before.push_str(&text),
            (_, piece) => joined.push(piece),
        }
    }
    joined
}
