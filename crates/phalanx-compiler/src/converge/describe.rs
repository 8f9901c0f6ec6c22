//! Expressions as a message quotes them: on one line, shortened where they are long.

use crate::syntax::ast::{
    Expr, ExprKind, GenericArg, LazyOp, Literal, TypeExpr, TypeKind, UnaryOp,
};
use crate::types::typed::TypedFunction;

const LONGEST: usize = 48;

/// The text of an expression, at most [`LONGEST`] characters of it.
pub(super) fn expr(f: &TypedFunction, expr: &Expr) -> String {
    let mut text = String::new();
    write(f, expr, &mut text, 0);
    if text.chars().count() <= LONGEST {
        return text;
    }
    // Without what stands in the innermost parentheses.
    text.clear();
    write(f, expr, &mut text, DEEPEST - 1);
    if text.chars().count() > LONGEST {
        text = text.chars().take(LONGEST - 1).collect();
        text.push('…');
    }
    text
}

/// From this depth on arguments are left out.
const DEEPEST: usize = 4;

fn write(f: &TypedFunction, expr: &Expr, text: &mut String, depth: usize) {
    let inner = depth + 1;
    match &expr.kind {
        ExprKind::Literal(literal) => match literal {
            Literal::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
            Literal::Int { token, .. } => text.push_str(&token.to_string()),
            Literal::Float { digits, suffix } => {
                text.push_str(digits);
                text.push_str(suffix.as_deref().unwrap_or(""));
            }
            Literal::Str(_) => text.push_str("\"..\""),
        },
        ExprKind::Local(local) => text.push_str(&f.function.local(*local).name.to_string()),
        ExprKind::Path(path) => text.push_str(&path.to_text()),
        ExprKind::Unary(op, one) => {
            text.push(match op {
                UnaryOp::Neg => '-',
                UnaryOp::Not => '!',
                UnaryOp::Deref => '*',
            });
            operand(f, one, 10, text, inner);
        }
        ExprKind::Binary(op, a, b) => infix(f, a, op.symbol(), b, text, inner),
        ExprKind::Lazy(LazyOp::And, a, b) => infix(f, a, "&&", b, text, inner),
        ExprKind::Lazy(LazyOp::Or, a, b) => infix(f, a, "||", b, text, inner),
        ExprKind::Index(base, index) => {
            write(f, base, text, depth);
            text.push('[');
            write(f, index, text, inner);
            text.push(']');
        }
        ExprKind::Field(base, member) => {
            write(f, base, text, depth);
            text.push('.');
            match member {
                syn::Member::Named(name) => text.push_str(&name.to_string()),
                syn::Member::Unnamed(index) => text.push_str(&index.index.to_string()),
            }
        }
        ExprKind::Cast(one, ty) => {
            operand(f, one, 10, text, inner);
            text.push_str(" as ");
            type_expr(ty, text);
        }
        ExprKind::Ref { mutable, expr } => {
            text.push_str(if *mutable { "&mut " } else { "&" });
            write(f, expr, text, inner);
        }
        ExprKind::Tuple(parts) => list(f, "(", parts, ")", text, inner),
        ExprKind::Array(parts) => list(f, "[", parts, "]", text, inner),
        ExprKind::Call { path, args } => {
            text.push_str(&path.to_text());
            list(f, "(", args, ")", text, inner);
        }
        ExprKind::Method {
            receiver,
            name,
            turbofish,
            args,
        } => {
            write(f, receiver, text, depth);
            text.push('.');
            text.push_str(&name.to_string());
            if !turbofish.is_empty() {
                text.push_str("::<");
                for (index, arg) in turbofish.iter().enumerate() {
                    if index > 0 {
                        text.push_str(", ");
                    }
                    generic(f, arg, text, inner);
                }
                text.push('>');
            }
            list(f, "(", args, ")", text, inner);
        }
        ExprKind::Range { lo, hi, inclusive } => {
            if let Some(lo) = lo {
                write(f, lo, text, inner);
            }
            text.push_str(if *inclusive { "..=" } else { ".." });
            if let Some(hi) = hi {
                write(f, hi, text, inner);
            }
        }
        ExprKind::Closure { .. } => text.push_str("|..| .."),
        ExprKind::If { .. } => text.push_str("if .."),
        ExprKind::Match { .. } => text.push_str("match .."),
        ExprKind::Block(_) | ExprKind::Unsafe(_) => text.push_str("{ .. }"),
        ExprKind::Break { .. } => text.push_str("break"),
        ExprKind::Continue { .. } => text.push_str("continue"),
        ExprKind::Return(_) => text.push_str("return"),
        _ => text.push_str(".."),
    }
}

fn generic(f: &TypedFunction, arg: &GenericArg, text: &mut String, depth: usize) {
    match arg {
        GenericArg::Const(value) => write(f, value, text, depth),
        GenericArg::Type(ty) => type_expr(ty, text),
    }
}

fn type_expr(ty: &TypeExpr, text: &mut String) {
    match &ty.kind {
        TypeKind::Path(path) => text.push_str(&path.to_text()),
        _ => text.push_str(".."),
    }
}

fn infix(f: &TypedFunction, a: &Expr, op: &str, b: &Expr, text: &mut String, depth: usize) {
    let binds = binds(op);
    operand(f, a, binds, text, depth);
    text.push(' ');
    text.push_str(op);
    text.push(' ');
    operand(f, b, binds + 1, text, depth);
}

/// In parentheses if it binds less than what is around it.
fn operand(f: &TypedFunction, expr: &Expr, around: u8, text: &mut String, depth: usize) {
    let own = match &expr.kind {
        ExprKind::Binary(op, ..) => binds(op.symbol()),
        ExprKind::Lazy(LazyOp::And, ..) => binds("&&"),
        ExprKind::Lazy(LazyOp::Or, ..) => binds("||"),
        ExprKind::Range { .. } => 0,
        _ => u8::MAX,
    };
    if own < around {
        text.push('(');
    }
    write(f, expr, text, depth);
    if own < around {
        text.push(')');
    }
}

/// How strongly an operator binds (The Rust Reference, "Expression precedence").
fn binds(op: &str) -> u8 {
    match op {
        "||" => 1,
        "&&" => 2,
        "==" | "!=" | "<" | "<=" | ">" | ">=" => 3,
        "|" => 4,
        "^" => 5,
        "&" => 6,
        "<<" | ">>" => 7,
        "+" | "-" => 8,
        _ => 9,
    }
}

fn list(
    f: &TypedFunction,
    open: &str,
    parts: &[Expr],
    close: &str,
    text: &mut String,
    depth: usize,
) {
    text.push_str(open);
    if depth >= DEEPEST && !parts.is_empty() {
        text.push_str("..");
    } else {
        for (index, part) in parts.iter().enumerate() {
            if index > 0 {
                text.push_str(", ");
            }
            write(f, part, text, depth);
        }
    }
    text.push_str(close);
}
