//! Patterns that may not match: what they ask, and what they bind.

use std::collections::HashSet;

use super::code::Code;
use super::lower::Lower;
use super::ty::member;
use crate::syntax::ast::{Arm, Expr, ExprKind, Pat, PatKind};
use crate::syntax::visit;
use crate::types::ty::Ty;

/// What a `match` looks at.
pub(super) enum Subject {
    /// A value that may be evaluated several times.
    Whole(Code, Ty),
    /// The parts of a tuple that was never put together.
    Parts(Vec<Subject>),
}

impl Subject {
    fn part(&self, index: usize, name: &str, ty: Ty) -> Subject {
        match self {
            Subject::Whole(code, _) => Subject::Whole(code.member(name), ty),
            Subject::Parts(parts) => match &parts[index] {
                Subject::Whole(code, ty) => Subject::Whole(code.clone(), ty.clone()),
                Subject::Parts(_) => unreachable!("only the scrutinee itself is taken apart"),
            },
        }
    }
}

impl<'p> Lower<'_, 'p> {
    /// The condition under which a pattern matches; `None` if it always does.
    pub(super) fn test(&mut self, pat: &'p Pat, subject: &Subject) -> Option<Code> {
        match &pat.kind {
            PatKind::Wild | PatKind::Bind(_, None) => None,
            PatKind::Bind(_, Some(inner)) => self.test(inner, subject),
            PatKind::Tuple(parts) => {
                let tests = parts.iter().enumerate().filter_map(|(index, part)| {
                    let subject =
                        subject.part(index, &member(&index.to_string()), self.type_of(part.id));
                    self.test(part, &subject)
                });
                tests.reduce(|all, test| Code::binary("&&", &all, &test))
            }
            PatKind::Struct { fields, .. } => {
                let tests = fields
                    .iter()
                    .enumerate()
                    .filter_map(|(index, (field, part))| {
                        let subject =
                            subject.part(index, &Self::member_name(field), self.type_of(part.id));
                        self.test(part, &subject)
                    });
                tests.reduce(|all, test| Code::binary("&&", &all, &test))
            }
            PatKind::Or(parts) => {
                let tests: Option<Vec<Code>> =
                    parts.iter().map(|part| self.test(part, subject)).collect();
                tests?
                    .into_iter()
                    .reduce(|any, test| Code::binary("||", &any, &test))
            }
            PatKind::Range { lo, hi, inclusive } => {
                let Subject::Whole(value, _) = subject else {
                    unreachable!("a range is of numbers");
                };
                let mut tests = Vec::new();
                if let Some(lo) = lo {
                    let lo = self.constant_of_pattern(lo);
                    tests.push(Code::binary(">=", value, &lo));
                }
                if let Some(hi) = hi {
                    let hi = self.constant_of_pattern(hi);
                    tests.push(Code::binary(
                        if *inclusive { "<=" } else { "<" },
                        value,
                        &hi,
                    ));
                }
                tests
                    .into_iter()
                    .reduce(|all, test| Code::binary("&&", &all, &test))
            }
            PatKind::Literal(_) | PatKind::Path(_) => {
                let Subject::Whole(value, ty) = subject else {
                    unreachable!("a constant is one value");
                };
                let constant = self.pattern_value(pat);
                Some(match (ty, constant.text.as_str()) {
                    (Ty::Bool, "true") => value.clone(),
                    (Ty::Bool, "false") => Code::unary("!", value),
                    _ => Code::binary("==", value, &constant),
                })
            }
        }
    }

    /// The constant that a literal or path in a pattern stands for.
    pub(super) fn pattern_value(&mut self, pat: &'p Pat) -> Code {
        match &pat.kind {
            PatKind::Literal(value) => self.constant_of_pattern(value),
            PatKind::Path(path) => {
                // The tables know a path in a pattern by the pattern's id.
                let expr = Expr {
                    id: pat.id,
                    span: pat.span,
                    kind: crate::syntax::ast::ExprKind::Path(path.clone()),
                };
                self.path(path, &expr)
            }
            _ => unreachable!("a pattern without names"),
        }
    }

    fn constant_of_pattern(&mut self, value: &'p Expr) -> Code {
        let outer = std::mem::replace(&mut self.constant, true);
        let code = self.value(value);
        self.constant = outer;
        code
    }

    /// Lets a guard name what the pattern binds.
    pub(super) fn aliases(&mut self, pat: &Pat, subject: &Subject) {
        self.names(pat, subject, &mut |lower, local, code| {
            lower.alias(local, code)
        });
    }

    /// Variables for what the pattern of a matched arm binds and its body reads: the guard has read the parts
    /// themselves.
    pub(super) fn bind_pattern(&mut self, arm: &Arm, subject: &Subject) {
        let mut read = HashSet::new();
        visit::expr(&arm.body, &mut |expr| {
            if let ExprKind::Local(local) = expr.kind {
                read.insert(local);
            }
        });
        self.names(&arm.pat, subject, &mut |lower, local, code| {
            if !read.contains(&local) {
                return;
            }
            let pat = Pat {
                span: proc_macro2::Span::call_site(),
                kind: PatKind::Bind(local, None),
                id: crate::syntax::ast::ExprId(0),
            };
            lower.bind_parts(&pat, code);
        });
    }

    fn names(
        &mut self,
        pat: &Pat,
        subject: &Subject,
        f: &mut dyn FnMut(&mut Self, crate::syntax::ast::LocalId, &Code),
    ) {
        match &pat.kind {
            PatKind::Bind(local, inner) => {
                if let Subject::Whole(code, _) = subject {
                    f(self, *local, code);
                }
                if let Some(inner) = inner {
                    self.names(inner, subject, f);
                }
            }
            PatKind::Tuple(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    let subject =
                        subject.part(index, &member(&index.to_string()), self.type_of(part.id));
                    self.names(part, &subject, f);
                }
            }
            PatKind::Struct { fields, .. } => {
                for (index, (field, part)) in fields.iter().enumerate() {
                    let subject =
                        subject.part(index, &Self::member_name(field), self.type_of(part.id));
                    self.names(part, &subject, f);
                }
            }
            // Alternatives bind the same names; only one without names has more than one.
            PatKind::Or(parts) => {
                if let Some(part) = parts.first() {
                    self.names(part, subject, f);
                }
            }
            PatKind::Wild | PatKind::Literal(_) | PatKind::Range { .. } | PatKind::Path(_) => {}
        }
    }
}
