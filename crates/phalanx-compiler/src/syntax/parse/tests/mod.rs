//! The parser, construct by construct.
