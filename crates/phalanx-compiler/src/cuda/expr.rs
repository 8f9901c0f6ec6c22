//! Values.

use super::code::Code;
use super::lower::{Lower, Target};
use crate::syntax::ast::{Expr, ExprKind, LazyOp, UnaryOp};
use crate::types::ty::{AdtKind, Ty};
use crate::types::typed::Adjustment;

impl<'p> Lower<'_, 'p> {
    /// The value of an expression, behind the statements that it takes.
    pub(super) fn value(&mut self, expr: &'p Expr) -> Code {
        let code = self.plain_value(expr);
        match self.tables.adjustments.get(&expr.id) {
            Some(Adjustment::Unsize | Adjustment::UnsizeWeaken) => {
                code.deref().method("slice", &[])
            }
            // C++ converts as silently.
            Some(Adjustment::Weaken) | None => code,
        }
    }

    fn plain_value(&mut self, expr: &'p Expr) -> Code {
        match &expr.kind {
            ExprKind::Literal(literal) => self.literal(literal, expr),
            ExprKind::Local(local) => self.local_value(*local),
            ExprKind::Path(path) => self.path(path, expr),
            ExprKind::Unary(UnaryOp::Deref, _) | ExprKind::Index(..) | ExprKind::Field(..) => {
                self.place(expr)
            }
            ExprKind::Unary(op, inner) => self.unary(*op, inner),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, expr),
            ExprKind::Lazy(op, a, b) => self.lazy(*op, a, b),
            ExprKind::Tuple(parts) if parts.is_empty() => Code::nothing(),
            ExprKind::Tuple(parts) | ExprKind::Array(parts) => {
                let parts = self.operands(parts);
                let ty = self.type_of(expr.id);
                Code::braces(&self.cpp(&ty), &parts)
            }
            ExprKind::Repeat(value, _) => self.repeat(value, expr),
            ExprKind::Struct { fields, base, .. } => self.structure(fields, base.as_deref(), expr),
            ExprKind::Cast(inner, _) => self.cast(inner, expr),
            ExprKind::Ref { expr: of, .. } => self.reference(of),
            ExprKind::Call { args, .. } => self.call(args, expr),
            ExprKind::Method {
                receiver,
                name,
                args,
                ..
            } => self.method(receiver, name, args, expr),
            ExprKind::Block(block) | ExprKind::Unsafe(block) => {
                // Its variables have names of their own, so it needs no braces.
                self.stmts(block);
                match &block.value {
                    Some(value) => self.value(value),
                    None => Code::nothing(),
                }
            }
            ExprKind::If { .. } => match self.conditional(expr) {
                Some(code) => code,
                None => self.branched(expr),
            },
            ExprKind::Match { .. } | ExprKind::Loop { .. } => self.branched(expr),
            ExprKind::While { .. }
            | ExprKind::For { .. }
            | ExprKind::Assign(..)
            | ExprKind::AssignOp(..) => {
                self.evaluate(expr, &Target::Nowhere);
                Code::nothing()
            }
            ExprKind::Break { target, value, .. } => {
                self.break_(*target, value.as_deref());
                Code::nothing()
            }
            ExprKind::Continue { target, .. } => {
                self.continue_(*target);
                Code::nothing()
            }
            ExprKind::Return(value) => {
                self.return_(value.as_deref());
                Code::nothing()
            }
            ExprKind::Panic(panic) => {
                self.panic(panic, expr);
                Code::nothing()
            }
            ExprKind::Range { .. } | ExprKind::Closure { .. } | ExprKind::Underscore => {
                unreachable!("no value outside of what takes it")
            }
        }
    }

    /// An expression whose branches assign to a variable made for its value.
    fn branched(&mut self, expr: &'p Expr) -> Code {
        let ty = self.type_of(expr.id);
        if matches!(ty, Ty::Unit | Ty::Never) {
            self.evaluate(expr, &Target::Nowhere);
            return Code::nothing();
        }
        let name = self.scopes.declare("value");
        let cpp = self.cpp(&ty);
        self.statement(format!("{cpp} {name};"));
        self.evaluate(expr, &Target::Variable(name.clone()));
        Code::postfix(name)
    }

    fn lazy(&mut self, op: LazyOp, a: &'p Expr, b: &'p Expr) -> Code {
        let symbol = match op {
            LazyOp::And => "&&",
            LazyOp::Or => "||",
        };
        let left = self.value(a);
        if self.is_inline(b) {
            let right = self.value(b);
            return Code::binary(symbol, &left, &right);
        }
        // The statements of the right side run only if the left side leaves the question open.
        let name = self.scopes.declare("holds");
        self.statement(format!("bool {name} = {};", left.text));
        let open = match op {
            LazyOp::And => name.clone(),
            LazyOp::Or => format!("!{name}"),
        };
        self.writer.open(self.line, &format!("if ({open})"));
        self.scopes.open();
        self.evaluate_within(b, &Target::Variable(name.clone()));
        self.scopes.close();
        self.writer.close("");
        Code::postfix(name)
    }

    fn repeat(&mut self, value: &'p Expr, expr: &Expr) -> Code {
        let ty = self.type_of(expr.id);
        let Ty::Array(elem, len) = &ty else {
            unreachable!("`[value; len]` is an array");
        };
        let code = self.value(value);
        if matches!(code.beside_operand(), "0" | "0.0" | "0.0f" | "false") {
            return Code::braces(&self.cpp(&ty), &[]);
        }
        let elem = self.cpp(elem);
        Code::call(&format!("repeat<{len}, {elem}>"), &[code])
    }

    fn structure(
        &mut self,
        fields: &'p [(syn::Member, Expr)],
        base: Option<&'p Expr>,
        expr: &Expr,
    ) -> Code {
        let ty = self.type_of(expr.id);
        let Ty::Adt(adt) = &ty else {
            unreachable!("a struct literal is a struct");
        };
        let AdtKind::Struct {
            fields: declared, ..
        } = &adt.def.kind
        else {
            unreachable!("a struct literal is of a struct");
        };
        // Rust evaluates them as they are written; C++ takes them as they are declared.
        let mut values = self.operands(fields.iter().map(|(_, value)| value));
        let base = base.map(|base| {
            for ((_, value), code) in fields.iter().zip(&mut values) {
                if self.effects(value).conflicts(&self.effects(base)) {
                    *code = self.bind(&self.hint(value), code, &self.type_of(value.id));
                }
            }
            let code = self.place(base);
            match base.kind {
                ExprKind::Local(_) => code,
                _ => self.bind(&self.hint(base), &code, &ty),
            }
        });
        let args: Vec<Code> = declared
            .iter()
            .map(|(name, _)| {
                let written = fields
                    .iter()
                    .position(|(member, _)| member_is(member, name));
                match (written, &base) {
                    (Some(index), _) => values[index].clone(),
                    (None, Some(base)) => base.member(&super::ty::member(name)),
                    (None, None) => unreachable!("rustc sees to it that every field is written"),
                }
            })
            .collect();
        Code::braces(&self.cpp(&ty), &args)
    }
}

fn member_is(member: &syn::Member, name: &str) -> bool {
    use syn::ext::IdentExt;
    match member {
        syn::Member::Named(ident) => ident.unraw() == name,
        syn::Member::Unnamed(index) => index.index.to_string() == name,
    }
}
