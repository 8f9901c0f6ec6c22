//! The value of a constant expression: the length of an array, the size of a tile, a lane.

use std::collections::HashMap;

use super::env::{ConstDef, Env, Lookup, SigGeneric, SigGenericKind};
use super::names;
use super::subst::binary;
use super::ty::{Const, Int, Ty};
use crate::report::Diagnostic;
use crate::syntax::ast::{
    BinaryOp, Block, Expr, ExprKind, LazyOp, Literal, LocalId, Path, Stmt, UnaryOp,
};
use crate::table::constants::{NumberConst, NumberValue};

/// The names that a constant expression may use.
#[derive(Clone, Copy)]
pub struct ConstScope<'a> {
    pub env: &'a dyn Env,
    pub generics: &'a [SigGeneric],
    /// The values of the constants of the body, by their local.
    pub locals: &'a HashMap<LocalId, &'a Expr>,
    /// How many constants were followed to come here: a cycle ends (rustc reports it).
    depth: u32,
}

/// More constants that use each other than any program has.
const MAX_DEPTH: u32 = 64;

impl<'a> ConstScope<'a> {
    pub fn new(
        env: &'a dyn Env,
        generics: &'a [SigGeneric],
        locals: &'a HashMap<LocalId, &'a Expr>,
    ) -> Self {
        ConstScope {
            env,
            generics,
            locals,
            depth: 0,
        }
    }

    /// The value: a number (`bool`s are 0 and 1), an expression over const generics, or
    /// [`Const::Opaque`] where another item has to be known.
    ///
    /// # Errors
    /// Where the expression cannot be computed at compile time, or no longer fits an integer.
    pub fn eval(&self, expr: &Expr) -> Result<Const, Diagnostic> {
        match &expr.kind {
            ExprKind::Literal(Literal::Int { value, .. }) => i128::try_from(*value)
                .map(Const::Value)
                .map_err(|_| not_constant(expr)),
            ExprKind::Literal(Literal::Bool(value)) => Ok(Const::Value((*value).into())),
            ExprKind::Local(local) => match self.locals.get(local) {
                Some(value) => self.deeper().eval(value),
                None => Err(not_constant(expr)),
            },
            ExprKind::Path(path) => self.path(path),
            ExprKind::Unary(UnaryOp::Neg, inner) => {
                let inner = self.eval(inner)?;
                self.known(binary(BinaryOp::Sub, Const::Value(0), inner), expr)
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.eval(a)?, self.eval(b)?);
                self.known(binary(*op, a, b), expr)
            }
            ExprKind::Lazy(op, a, b) => {
                let op = match op {
                    LazyOp::And => BinaryOp::And,
                    LazyOp::Or => BinaryOp::Or,
                };
                let (a, b) = (self.eval(a)?, self.eval(b)?);
                self.known(binary(op, a, b), expr)
            }
            ExprKind::Cast(inner, ty) => {
                let value = self.eval(inner)?;
                let to = match &ty.kind {
                    crate::syntax::ast::TypeKind::Path(path) => {
                        names::scalar(&names::segments(path))
                    }
                    _ => None,
                };
                Ok(match (value, to) {
                    (Const::Value(value), Some(Ty::Int(int))) => Const::Value(truncate(value, int)),
                    (value, _) => value,
                })
            }
            ExprKind::Block(block) => self.block(block, expr),
            ExprKind::If {
                cond,
                then,
                otherwise: Some(otherwise),
            } => match self.eval(cond)? {
                Const::Value(0) => self.eval(otherwise),
                Const::Value(_) => self.block(then, expr),
                Const::Opaque => Ok(Const::Opaque),
                _ => Err(not_constant(expr)),
            },
            ExprKind::Method {
                receiver,
                name,
                args,
                ..
            } => {
                let receiver = self.eval(receiver)?;
                let args = args
                    .iter()
                    .map(|arg| self.eval(arg))
                    .collect::<Result<Vec<_>, _>>()?;
                method(&receiver, &name.to_string(), &args).ok_or_else(|| not_constant(expr))
            }
            _ => Err(not_constant(expr)),
        }
    }

    /// The value of a constant of another item, seen from here.
    pub fn constant(&self, def: &ConstDef) -> Result<Const, Diagnostic> {
        if self.depth >= MAX_DEPTH {
            return Err(Diagnostic::new(
                def.name.span(),
                format!("the value of `{}` uses itself", def.name),
            ));
        }
        let there = self.env.of_constant(def);
        let locals = HashMap::new();
        let scope = ConstScope {
            env: there.as_deref().unwrap_or(self.env),
            generics: &[],
            locals: &locals,
            depth: self.depth + 1,
        };
        match &def.body.block.value {
            Some(value) => scope.eval(value),
            None => Ok(Const::Opaque),
        }
    }

    fn deeper(&self) -> Self {
        ConstScope {
            depth: self.depth + 1,
            ..*self
        }
    }

    fn block(&self, block: &Block, expr: &Expr) -> Result<Const, Diagnostic> {
        let only_consts = block
            .stmts
            .iter()
            .all(|stmt| matches!(stmt, Stmt::Const(_)));
        let Some(value) = block.value.as_ref().filter(|_| only_consts) else {
            return Err(not_constant(expr));
        };
        let mut locals = self.locals.clone();
        locals.extend(body_consts(block));
        let scope = ConstScope {
            locals: &locals,
            ..*self
        };
        scope.eval(value)
    }

    /// The value that a path names.
    pub fn path(&self, path: &Path) -> Result<Const, Diagnostic> {
        if let Some(name) = path.as_ident() {
            let generic = self.generics.iter().find(|generic| *name == generic.name);
            if let Some(SigGeneric {
                kind: SigGenericKind::Const { .. },
                ..
            }) = generic
            {
                return Ok(Const::Param(name.to_string()));
            }
        }
        let written = names::imported(path, self.env);
        let segments = names::segments(&written);
        if let Some((name, prefix)) = segments.split_last()
            && let Some(on) = names::scalar(prefix)
            && let Some(row) = NumberConst::find(name, false)
            && let Some(NumberValue::Int(value)) = row.value(&on)
        {
            return Ok(Const::Value(value));
        }
        match self.env.constant(path) {
            Lookup::Found(def) => self.constant(&def).map_err(|diagnostic| Diagnostic {
                span: path.span,
                ..diagnostic
            }),
            Lookup::Unknown => Ok(Const::Opaque),
            Lookup::NotFound => Err(Diagnostic::new(
                path.span,
                format!("there is no constant `{}` here", path.to_text()),
            )),
            Lookup::Unfit(why) => Err(Diagnostic::new(path.span, why)),
        }
    }

    /// A computation of two numbers that gave none went wrong.
    fn known(&self, value: Const, expr: &Expr) -> Result<Const, Diagnostic> {
        match &value {
            Const::Binary(_, a, b)
                if matches!((&**a, &**b), (Const::Value(_), Const::Value(_))) =>
            {
                Err(Diagnostic::new(
                    expr.span,
                    "this constant cannot be computed: it overflows or divides by zero",
                ))
            }
            _ => Ok(value),
        }
    }
}

/// The constants of a block, by the local that is their name.
fn body_consts(block: &Block) -> HashMap<LocalId, &Expr> {
    use crate::syntax::ast::PatKind;
    let mut consts = HashMap::new();
    for stmt in &block.stmts {
        if let Stmt::Const(constant) = stmt
            && let (PatKind::Bind(local, _), Some(value)) = (&constant.pat.kind, &constant.init)
        {
            consts.insert(*local, value);
        }
    }
    consts
}

/// `value as int`.
pub(crate) fn truncate(value: i128, int: Int) -> i128 {
    let low = value & ((1 << int.bits()) - 1);
    if int.signed() && low > int.range().1 {
        low - (1 << int.bits())
    } else {
        low
    }
}

/// The methods of integers that sizes are computed with.
fn method(receiver: &Const, name: &str, args: &[Const]) -> Option<Const> {
    let of = |value: &Const| match value {
        Const::Value(value) => Some(*value),
        _ => None,
    };
    if matches!(receiver, Const::Opaque) || args.contains(&Const::Opaque) {
        return Some(Const::Opaque);
    }
    let receiver = of(receiver)?;
    let args = args.iter().map(of).collect::<Option<Vec<_>>>()?;
    let value = match (name, args.as_slice()) {
        ("div_ceil", [by]) if *by > 0 && receiver >= 0 => (receiver + by - 1) / by,
        ("next_power_of_two", []) if (0..1 << 64).contains(&receiver) => {
            (receiver as u128).next_power_of_two() as i128
        }
        ("is_power_of_two", []) if receiver >= 0 => (receiver as u128).is_power_of_two().into(),
        ("ilog2", []) if receiver > 0 => receiver.ilog2().into(),
        ("pow", [by]) => receiver.checked_pow(u32::try_from(*by).ok()?)?,
        _ => return None,
    };
    Some(Const::Value(value))
}

fn not_constant(expr: &Expr) -> Diagnostic {
    Diagnostic::new(expr.span, "this must be known when the kernel is compiled")
        .help("write a number, a `const`, a const generic, or arithmetic of these")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn casts_keep_the_low_bits() {
        assert_eq!(truncate(300, Int::U8), 44);
        assert_eq!(truncate(-1, Int::U32), 0xFFFF_FFFF);
        assert_eq!(truncate(200, Int::I8), -56);
    }

    #[test]
    fn methods_of_sizes() {
        let of = |receiver, name, args: &[i128]| {
            let args: Vec<Const> = args.iter().copied().map(Const::Value).collect();
            method(&Const::Value(receiver), name, &args)
        };
        assert_eq!(of(33, "div_ceil", &[32]), Some(Const::Value(2)));
        assert_eq!(of(33, "next_power_of_two", &[]), Some(Const::Value(64)));
        assert_eq!(of(33, "div_ceil", &[0]), None);
        assert_eq!(of(33, "sqrt", &[]), None);
    }
}
