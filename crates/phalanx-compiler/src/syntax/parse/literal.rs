//! Literals.

use super::Parser;
use crate::syntax::ast::{ExprKind, Literal, UnaryOp};
use crate::syntax::text;
use crate::types::ty::{Float, Int};

impl Parser {
    pub(super) fn literal(&mut self, lit: &syn::Lit) -> ExprKind {
        let span = lit.span();
        match lit {
            syn::Lit::Bool(lit) => ExprKind::Literal(Literal::Bool(lit.value)),
            syn::Lit::Int(lit) => self.int(lit),
            syn::Lit::Float(lit) => self.float(lit),
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
        if let Some(kind) = self.negative(
            lit.base10_digits(),
            |digits| syn::Lit::Int(syn::LitInt::new(&format!("{digits}{}", lit.suffix()), span)),
            span,
        ) {
            return kind;
        }
        let suffix = match lit.suffix() {
            "" => None,
            suffix if Int::from_name(suffix).is_some() => Some(suffix.to_string()),
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

    fn float(&mut self, lit: &syn::LitFloat) -> ExprKind {
        let span = lit.span();
        if let Some(kind) = self.negative(
            lit.base10_digits(),
            |digits| {
                syn::Lit::Float(syn::LitFloat::new(
                    &format!("{digits}{}", lit.suffix()),
                    span,
                ))
            },
            span,
        ) {
            return kind;
        }
        let suffix = match lit.suffix() {
            "" => None,
            suffix @ ("f32" | "f64") => Some(suffix.to_string()),
            suffix if Float::from_name(suffix).is_some() => {
                return self.refused(span, text::half_suffix(suffix));
            }
            suffix => return self.refused(span, text::unknown_suffix(suffix)),
        };
        ExprKind::Literal(Literal::Float {
            digits: lit.base10_digits().to_string(),
            suffix,
        })
    }

    /// In patterns and generic arguments syn takes `-1` for one literal; in the tree it is a negation.
    fn negative(
        &mut self,
        digits: &str,
        positive: impl FnOnce(&str) -> syn::Lit,
        span: proc_macro2::Span,
    ) -> Option<ExprKind> {
        let digits = digits.strip_prefix('-')?;
        let kind = self.literal(&positive(digits));
        let literal = self.make(span, kind);
        Some(ExprKind::Unary(UnaryOp::Neg, Box::new(literal)))
    }
}
