//! Literals.

use proc_macro2::Span;

use super::Parser;
use crate::syntax::ast::{ExprKind, Literal, UnaryOp};
use crate::syntax::text;
use crate::types::ty::{Float, Int};

impl Parser {
    pub(super) fn literal(&mut self, lit: &syn::Lit) -> ExprKind {
        let span = lit.span();
        match lit {
            syn::Lit::Bool(lit) => ExprKind::Literal(Literal::Bool(lit.value)),
            // In patterns and generic arguments syn takes `-1` for one literal; in the tree it is a negation.
            syn::Lit::Int(lit) => match lit.base10_digits().strip_prefix('-') {
                Some(digits) => {
                    let digits = format!("{digits}{}", lit.suffix());
                    self.negated(&syn::Lit::Int(syn::LitInt::new(&digits, span)))
                }
                None => self.int(lit),
            },
            syn::Lit::Float(lit) => match lit.base10_digits().strip_prefix('-') {
                Some(digits) => {
                    let digits = format!("{digits}{}", lit.suffix());
                    self.negated(&syn::Lit::Float(syn::LitFloat::new(&digits, span)))
                }
                None => self.float(lit.base10_digits(), lit.suffix(), span),
            },
            syn::Lit::Byte(lit) => {
                let value = lit.value();
                ExprKind::Literal(Literal::Int {
                    value: value.into(),
                    suffix: Some("u8".to_string()),
                    token: syn::LitInt::new(&format!("{value}u8"), span),
                })
            }
            syn::Lit::Str(_) | syn::Lit::CStr(_) | syn::Lit::ByteStr(_) => {
                self.refused(span, text::STRING)
            }
            syn::Lit::Char(_) => self.refused(span, text::CHAR),
            _ => self.refused(span, text::UNKNOWN_LITERAL),
        }
    }

    fn int(&mut self, lit: &syn::LitInt) -> ExprKind {
        let span = lit.span();
        let suffix = match lit.suffix() {
            "" => None,
            suffix if Int::from_name(suffix).is_some() => Some(suffix.to_string()),
            // `2f32` is an integer to syn.
            suffix if is_float(suffix) => return self.float(lit.base10_digits(), suffix, span),
            "i128" | "u128" => return self.refused(span, text::WIDE_SUFFIX),
            suffix => return self.refused(span, text::unknown_suffix(suffix)),
        };
        match lit.base10_parse::<u128>() {
            Ok(value) => ExprKind::Literal(Literal::Int {
                value,
                suffix,
                token: lit.clone(),
            }),
            Err(_) => self.refused(span, text::HUGE_INTEGER),
        }
    }

    fn float(&mut self, digits: &str, suffix: &str, span: Span) -> ExprKind {
        let suffix = match suffix {
            "" => None,
            "f32" | "f64" => Some(suffix.to_string()),
            suffix if is_float(suffix) => {
                return self.refused(span, text::half_suffix(digits, suffix));
            }
            suffix => return self.refused(span, text::unknown_suffix(suffix)),
        };
        ExprKind::Literal(Literal::Float {
            digits: digits.to_string(),
            suffix,
        })
    }

    fn negated(&mut self, positive: &syn::Lit) -> ExprKind {
        let kind = self.literal(positive);
        let literal = self.make(positive.span(), kind);
        ExprKind::Unary(UnaryOp::Neg, Box::new(literal))
    }
}

fn is_float(suffix: &str) -> bool {
    Float::from_name(suffix).is_some()
}
