//! The format strings of panic messages: text, `{}`, `{0}`, `{name}`.

use crate::syntax::text::{self, Text};

#[derive(Debug, PartialEq)]
pub(super) enum Piece {
    Text(String),
    Argument(Argument),
}

#[derive(Debug, PartialEq)]
pub(super) enum Argument {
    /// `{}`.
    Next,
    /// `{0}`.
    Index(usize),
    /// `{name}`.
    Name(String),
}

/// Cuts a format string into pieces, as `std::fmt` does.
pub(super) fn pieces(format: &str) -> Result<Vec<Piece>, Text> {
    let mut pieces = Vec::new();
    let mut literal = String::new();
    let mut rest = format;
    while let Some(at) = rest.find(['{', '}']) {
        literal.push_str(&rest[..at]);
        let brace = &rest[at..=at];
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix(brace) {
            literal.push_str(brace);
            rest = after;
        } else if brace == "}" {
            return Err(text::STRAY_BRACE);
        } else {
            let end = rest.find('}').ok_or(text::OPEN_BRACE)?;
            if !literal.is_empty() {
                pieces.push(Piece::Text(std::mem::take(&mut literal)));
            }
            pieces.push(Piece::Argument(argument(&rest[..end])?));
            rest = &rest[end + 1..];
        }
    }
    literal.push_str(rest);
    if !literal.is_empty() {
        pieces.push(Piece::Text(literal));
    }
    Ok(pieces)
}

/// What stands between the braces.
fn argument(inside: &str) -> Result<Argument, Text> {
    let inside = inside.trim_end();
    let (name, spec) = inside.split_once(':').unwrap_or((inside, ""));
    if !spec.is_empty() {
        return Err(text::format_spec(name, spec));
    }
    if name.is_empty() {
        return Ok(Argument::Next);
    }
    if name.bytes().all(|byte| byte.is_ascii_digit()) {
        let index = name.parse().map_err(|_| text::format_name(name))?;
        return Ok(Argument::Index(index));
    }
    if syn::parse_str::<syn::Ident>(name).is_err() {
        return Err(text::format_name(name));
    }
    Ok(Argument::Name(name.to_string()))
}
