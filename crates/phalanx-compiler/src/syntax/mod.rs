//! The language: the tree of an item and the parser that makes it.

pub mod ast;
