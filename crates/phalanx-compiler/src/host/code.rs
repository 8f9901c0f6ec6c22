//! A piece of printed Rust and how tightly it binds, so that parentheses stand where they are needed
//! and nowhere else: rustc warns of the others.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};

use crate::syntax::ast::BinaryOp;

/// From the loosest to the tightest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Binds {
    /// `return x`, `break x`, `|a| x`.
    Jump,
    Assign,
    Range,
    Or,
    And,
    Compare,
    BitOr,
    BitXor,
    BitAnd,
    Shift,
    Sum,
    Product,
    Cast,
    Unary,
    /// `if`, `match`, a block, a struct literal: fine alone, ambiguous as an operand.
    Block,
    /// Names, literals, calls, indexing, fields.
    Postfix,
}

#[derive(Debug, Clone)]
pub(super) struct Code {
    pub(super) tokens: TokenStream,
    pub(super) binds: Binds,
    /// Where parentheses go, if they must.
    pub(super) span: Span,
    /// A struct literal, which must not stand bare before the block of an `if` or a `match`.
    pub(super) braced: bool,
}

impl Code {
    pub(super) fn new(tokens: TokenStream, binds: Binds, span: Span) -> Self {
        Code {
            tokens,
            binds,
            span,
            braced: false,
        }
    }

    pub(super) fn postfix(tokens: TokenStream, span: Span) -> Self {
        Code::new(tokens, Binds::Postfix, span)
    }

    /// In parentheses if it binds looser than `least`.
    ///
    /// A cast is parenthesised as every operand: `a as usize < b` would read as a generic argument.
    pub(super) fn at_least(self, least: Binds) -> TokenStream {
        let operand_cast = self.binds == Binds::Cast && least != Binds::Cast;
        if self.binds < least || (operand_cast && least > Binds::Range) {
            parenthesised(self.tokens, self.span)
        } else {
            self.tokens
        }
    }

    /// Where a receiver, an indexed or a called expression stands.
    pub(super) fn operand(self) -> TokenStream {
        self.at_least(Binds::Postfix)
    }

    /// Before the block of an `if`, `while`, `match` or `for`.
    pub(super) fn head(self) -> TokenStream {
        if self.braced {
            parenthesised(self.tokens, self.span)
        } else {
            self.tokens
        }
    }
}

impl Binds {
    pub(super) fn of(op: BinaryOp) -> Binds {
        use BinaryOp::*;
        match op {
            Add | Sub => Binds::Sum,
            Mul | Div | Rem => Binds::Product,
            And => Binds::BitAnd,
            Or => Binds::BitOr,
            Xor => Binds::BitXor,
            Shl | Shr => Binds::Shift,
            Eq | Ne | Lt | Le | Gt | Ge => Binds::Compare,
        }
    }

    /// What the right operand must have, where the left one may have `self`.
    pub(super) fn tighter(self) -> Binds {
        use Binds::*;
        match self {
            Jump => Assign,
            Assign => Range,
            Range => Or,
            Or => And,
            And => Compare,
            Compare => BitOr,
            BitOr => BitXor,
            BitXor => BitAnd,
            BitAnd => Shift,
            Shift => Sum,
            Sum => Product,
            Product => Cast,
            Cast => Unary,
            Unary => Block,
            Block | Postfix => Postfix,
        }
    }
}

pub(super) fn parenthesised(tokens: TokenStream, span: Span) -> TokenStream {
    delimited(Delimiter::Parenthesis, tokens, span)
}

/// `{ tokens }`
pub(super) fn braced(tokens: TokenStream, span: Span) -> TokenStream {
    delimited(Delimiter::Brace, tokens, span)
}

fn delimited(delimiter: Delimiter, tokens: TokenStream, span: Span) -> TokenStream {
    let mut group = Group::new(delimiter, tokens);
    group.set_span(span);
    TokenTree::Group(group).into()
}
