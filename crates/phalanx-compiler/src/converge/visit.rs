//! Walking over expressions.

use crate::syntax::ast::{Block, Expr, ExprKind, Pat, PatKind, Stmt};

/// The blocks and expressions directly inside an expression.
pub(super) fn each_child<'a>(expr: &'a Expr, visit: &mut impl FnMut(&'a Expr)) {
    match &expr.kind {
        ExprKind::Literal(_)
        | ExprKind::Local(_)
        | ExprKind::Path(_)
        | ExprKind::Continue { .. }
        | ExprKind::Underscore => {}
        ExprKind::Unary(_, one)
        | ExprKind::Field(one, _)
        | ExprKind::Cast(one, _)
        | ExprKind::Ref { expr: one, .. }
        | ExprKind::Closure { body: one, .. } => visit(one),
        ExprKind::Binary(_, a, b)
        | ExprKind::Lazy(_, a, b)
        | ExprKind::Assign(a, b)
        | ExprKind::AssignOp(_, a, b)
        | ExprKind::Index(a, b)
        | ExprKind::Repeat(a, b) => {
            visit(a);
            visit(b);
        }
        ExprKind::Tuple(parts) | ExprKind::Array(parts) | ExprKind::Call { args: parts, .. } => {
            parts.iter().for_each(visit);
        }
        ExprKind::Struct { fields, base, .. } => {
            fields.iter().for_each(|(_, value)| visit(value));
            base.iter().for_each(|base| visit(base));
        }
        ExprKind::Method { receiver, args, .. } => {
            visit(receiver);
            args.iter().for_each(visit);
        }
        ExprKind::Block(block) | ExprKind::Unsafe(block) | ExprKind::Loop { body: block, .. } => {
            in_block(block, visit);
        }
        ExprKind::If {
            cond,
            then,
            otherwise,
        } => {
            visit(cond);
            in_block(then, visit);
            otherwise.iter().for_each(|otherwise| visit(otherwise));
        }
        ExprKind::Match { scrutinee, arms } => {
            visit(scrutinee);
            for arm in arms {
                in_pat(&arm.pat, visit);
                arm.guard.iter().for_each(&mut *visit);
                visit(&arm.body);
            }
        }
        ExprKind::While { cond, body, .. } => {
            visit(cond);
            in_block(body, visit);
        }
        ExprKind::For { iter, body, .. } => {
            visit(iter);
            in_block(body, visit);
        }
        ExprKind::Break { value, .. } | ExprKind::Return(value) => {
            value.iter().for_each(|value| visit(value));
        }
        ExprKind::Range { lo, hi, .. } => lo.iter().chain(hi).for_each(|end| visit(end)),
        ExprKind::Panic(panic) => {
            panic.operands.iter().for_each(&mut *visit);
            let args = panic.message.iter().flat_map(|message| &message.args);
            args.for_each(visit);
        }
    }
}

/// The expressions directly inside a block.
pub(super) fn in_block<'a>(block: &'a Block, visit: &mut impl FnMut(&'a Expr)) {
    for stmt in &block.stmts {
        match stmt {
            Stmt::Let(one) | Stmt::Const(one) => {
                in_pat(&one.pat, visit);
                one.init.iter().for_each(&mut *visit);
            }
            Stmt::Expr(expr) => visit(expr),
        }
    }
    block.value.iter().for_each(|value| visit(value));
}

fn in_pat<'a>(pat: &'a Pat, visit: &mut impl FnMut(&'a Expr)) {
    match &pat.kind {
        PatKind::Wild | PatKind::Path(_) => {}
        PatKind::Bind(_, inner) => inner.iter().for_each(|inner| in_pat(inner, visit)),
        PatKind::Tuple(parts) | PatKind::Or(parts) => {
            parts.iter().for_each(|part| in_pat(part, visit));
        }
        PatKind::Struct { fields, .. } => fields.iter().for_each(|(_, pat)| in_pat(pat, visit)),
        PatKind::Literal(value) => visit(value),
        PatKind::Range { lo, hi, .. } => lo.iter().chain(hi).for_each(|end| visit(end)),
    }
}

/// An expression and all inside it.
pub(super) fn each_inside<'a>(expr: &'a Expr, visit: &mut dyn FnMut(&'a Expr)) {
    visit(expr);
    each_child(expr, &mut |child| each_inside(child, visit));
}

/// All expressions of a block.
pub(super) fn each_in_block<'a>(block: &'a Block, visit: &mut dyn FnMut(&'a Expr)) {
    in_block(block, &mut |expr| each_inside(expr, visit));
}
