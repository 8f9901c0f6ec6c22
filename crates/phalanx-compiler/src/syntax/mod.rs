//! The language: the tree of an item and the parser that makes it.

pub mod ast;
pub mod literals;
pub mod parse;
pub mod source;
pub(crate) mod text;
pub mod visit;
