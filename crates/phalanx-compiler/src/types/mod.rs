//! The types stage: gives every expression the type that rustc gives it.

pub mod env;
pub mod ty;
pub mod typed;
