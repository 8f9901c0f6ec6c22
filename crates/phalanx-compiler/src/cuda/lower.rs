//! The state of one body being written, and the order of operands.

use std::collections::{HashMap, HashSet};

use super::code::Code;
use super::effects::{BodyEffects, Effects};
use super::loops::Frame;
use super::names::Scopes;
use super::panics::Place;
use super::unit::Unit;
use super::writer::Writer;
use crate::artefact::Piece;
use crate::report::Diagnostic;
use crate::syntax::ast::{Body, Expr, ExprId, ExprKind, LocalId};
use crate::syntax::visit;
use crate::types::subst::Substitution;
use crate::types::ty::{Const, Ty};
use crate::types::typed::{Instance, Tables, TypedConst, TypedFunction};

/// What a variable of the tree is in C++.
#[derive(Debug, Clone)]
pub(super) enum Variable {
    Named(String),
    /// A reference or slice to the one object of this name: shared memory.
    Object(String),
    /// Another name for a value that stays as it is.
    Alias(Code),
    /// Of type `()`.
    Nothing,
}

/// Where the value of an expression goes.
#[derive(Debug, Clone)]
pub(super) enum Target {
    Nowhere,
    /// Into the variable of this name.
    Variable(String),
    /// Out of the function.
    Return,
}

pub(super) struct Lower<'u, 'p> {
    pub(super) unit: &'u mut Unit<'p>,
    /// What the body belongs to; `None` for a constant.
    pub(super) function: Option<&'p TypedFunction>,
    body: &'p Body,
    pub(super) tables: &'p Tables,
    effects: BodyEffects<'p>,
    pub(super) subst: Substitution,
    /// Whether the function has only this instance, or is a kernel: nobody else uses its shared memory.
    pub(super) own_shared: bool,
    pub(super) writer: Writer,
    pub(super) scopes: Scopes,
    pub(super) locals: HashMap<LocalId, Variable>,
    /// The constants that const generics have become.
    pub(super) const_params: HashMap<String, String>,
    /// Variables whose value is used somewhere.
    used: HashSet<LocalId>,
    /// The loops (and `switch`es) around, innermost last.
    pub(super) frames: Vec<Frame>,
    /// The line of the source that is being translated.
    pub(super) line: Option<usize>,
    /// Whether this is evaluated when compiled: Rust has refused what overflows or divides by zero.
    pub(super) constant: bool,
}

impl<'u, 'p> Lower<'u, 'p> {
    pub(super) fn of_function(
        unit: &'u mut Unit<'p>,
        function: &'p TypedFunction,
        instance: &Instance,
    ) -> Self {
        let subst = Substitution::of_instance(&function.sig, instance);
        let own_shared = function.function.is_kernel() || function.sig.generics.is_empty();
        let mut lower = Lower::new(unit, function.body(), &function.tables, subst);
        lower.function = Some(function);
        lower.own_shared = own_shared;
        lower
    }

    pub(super) fn of_constant(unit: &'u mut Unit<'p>, constant: &'p TypedConst) -> Self {
        let mut lower = Lower::new(
            unit,
            &constant.def.body,
            &constant.tables,
            Substitution::default(),
        );
        lower.constant = true;
        lower
    }

    fn new(
        unit: &'u mut Unit<'p>,
        body: &'p Body,
        tables: &'p Tables,
        subst: Substitution,
    ) -> Self {
        let effects = BodyEffects::new(body, tables, unit.effects.clone());
        let scopes = Scopes::new(unit.outer_names());
        Lower {
            unit,
            function: None,
            body,
            tables,
            effects,
            subst,
            own_shared: false,
            writer: Writer::new(),
            scopes,
            locals: HashMap::new(),
            const_params: HashMap::new(),
            used: used(body),
            frames: Vec::new(),
            line: None,
            constant: false,
        }
    }

    pub(super) fn body(&self) -> &'p Body {
        self.body
    }

    /// The type of an expression or pattern in this instance.
    pub(super) fn type_of(&self, id: ExprId) -> Ty {
        self.subst.ty(self.tables.ty(id))
    }

    pub(super) fn local_type(&self, local: LocalId) -> Ty {
        self.subst.ty(self.tables.local(local))
    }

    pub(super) fn is_used(&self, local: LocalId) -> bool {
        self.used.contains(&local)
    }

    /// The text of a type.
    pub(super) fn cpp(&mut self, ty: &Ty) -> String {
        self.unit.ty(ty)
    }

    /// A constant of an instance has a value.
    pub(super) fn const_value(&mut self, value: &Const, at: &Expr) -> i128 {
        match self.subst.value(value) {
            Const::Value(value) => value,
            other => {
                let message = format!("`{other}` has no value in this instance");
                self.unit.errors.push(Diagnostic::new(at.span, message));
                0
            }
        }
    }

    pub(super) fn effects(&self, expr: &Expr) -> Effects {
        self.effects.expr(expr)
    }

    /// The effects of assigning to a place.
    pub(super) fn write_effects(&self, place: &Expr) -> Effects {
        self.effects.assignment(place)
    }

    /// Writes a statement.
    pub(super) fn statement(&mut self, text: impl Into<String>) {
        self.writer.line(self.line, text);
    }

    /// The number of the place of one or several panics; see [`super::panics::Sites::add`].
    pub(super) fn site(&mut self, span: proc_macro2::Span, panics: &[Vec<Piece>]) -> Code {
        let file = self.function.map_or("", |function| function.file.as_str());
        let site = self.unit.sites.add(file, Place::of(span), panics);
        Code::postfix(site.to_string())
    }

    /// Gives the value a name, so that it stays as it is now.
    pub(super) fn bind(&mut self, base: &str, code: &Code, ty: &Ty) -> Code {
        if *ty == Ty::Unit || *ty == Ty::Never {
            return code.clone();
        }
        let name = self.scopes.declare(base);
        let ty = self.cpp(ty);
        let text = match ty.ends_with(['*', '&']) {
            true => format!("{ty} {name} = {};", code.beside_operand()),
            false => format!("const {ty} {name} = {};", code.beside_operand()),
        };
        self.statement(text);
        Code::postfix(name)
    }

    /// Operands in Rust's order, left to right. One whose value or effect would come too late, after what a later one
    /// does, gets a name; the others stay where they are used, for C++ to evaluate in any order.
    pub(super) fn operands(&mut self, exprs: impl IntoIterator<Item = &'p Expr>) -> Vec<Code> {
        let exprs: Vec<&'p Expr> = exprs.into_iter().collect();
        let effects: Vec<Effects> = exprs.iter().map(|expr| self.effects(expr)).collect();
        let mut codes = Vec::new();
        for (index, expr) in exprs.iter().enumerate() {
            let code = self.value(expr);
            let early = effects[index + 1..]
                .iter()
                .any(|later| effects[index].conflicts(later));
            codes.push(match early {
                true => self.bind(&self.hint(expr), &code, &self.type_of(expr.id)),
                false => code,
            });
        }
        codes
    }

    /// Whether translating the expression as a value writes no statements.
    pub(super) fn is_inline(&self, expr: &Expr) -> bool {
        let all = |exprs: &[&Expr]| self.are_inline(exprs);
        match &expr.kind {
            ExprKind::Literal(_) | ExprKind::Local(_) | ExprKind::Path(_) => true,
            ExprKind::Unary(_, a)
            | ExprKind::Field(a, _)
            | ExprKind::Cast(a, _)
            | ExprKind::Repeat(a, _)
            | ExprKind::Ref { expr: a, .. } => self.is_inline(a),
            ExprKind::Binary(_, a, b) | ExprKind::Index(a, b) => all(&[a, b]),
            ExprKind::Lazy(_, a, b) => self.is_inline(a) && self.is_inline(b),
            ExprKind::Tuple(parts) | ExprKind::Array(parts) => {
                all(&parts.iter().collect::<Vec<_>>())
            }
            ExprKind::Struct { fields, base, .. } => {
                base.is_none() && all(&fields.iter().map(|(_, value)| value).collect::<Vec<_>>())
            }
            ExprKind::Range { lo, hi, .. } => all(&[lo, hi]
                .into_iter()
                .flatten()
                .map(|end| &**end)
                .collect::<Vec<_>>()),
            ExprKind::Call { args, .. } => all(&args.iter().collect::<Vec<_>>()),
            ExprKind::Method { receiver, args, .. } => {
                !self.makes_shared(expr)
                    && !args
                        .iter()
                        .any(|arg| matches!(arg.kind, ExprKind::Closure { .. }))
                    && all(&std::iter::once(&**receiver).chain(args).collect::<Vec<_>>())
            }
            ExprKind::Block(block) | ExprKind::Unsafe(block) => {
                block.stmts.is_empty()
                    && block
                        .value
                        .as_ref()
                        .is_some_and(|value| self.is_inline(value))
            }
            ExprKind::If {
                cond,
                then,
                otherwise: Some(otherwise),
            } => {
                let then = match (&then.stmts[..], &then.value) {
                    ([], Some(value)) => value,
                    _ => return false,
                };
                let valued = |ty: Ty| !matches!(ty, Ty::Unit | Ty::Never);
                [&**cond, &**then, &**otherwise]
                    .into_iter()
                    .all(|part| self.is_inline(part))
                    && valued(self.type_of(then.id))
                    && valued(self.type_of(otherwise.id))
            }
            _ => false,
        }
    }

    fn are_inline(&self, exprs: &[&Expr]) -> bool {
        let effects: Vec<Effects> = exprs.iter().map(|expr| self.effects(expr)).collect();
        let ordered = (0..exprs.len()).all(|index| {
            !effects[index + 1..]
                .iter()
                .any(|later| effects[index].conflicts(later))
        });
        ordered && exprs.iter().all(|expr| self.is_inline(expr))
    }

    /// A name for the value of an expression.
    pub(super) fn hint(&self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Local(local) => self.body.local(*local).name.to_string(),
            ExprKind::Field(_, syn::Member::Named(name)) => name.to_string(),
            ExprKind::Call { path, .. } => format!("{}_value", path.last().ident),
            ExprKind::Method { name, .. } => format!("{name}_value"),
            ExprKind::Index(base, _) => format!("{}_value", self.hint(base)),
            ExprKind::Unary(_, inner) | ExprKind::Cast(inner, _) | ExprKind::Field(inner, _) => {
                self.hint(inner)
            }
            _ => "value".to_owned(),
        }
    }
}

/// The variables whose value is used: those that are only assigned are not.
fn used(body: &Body) -> HashSet<LocalId> {
    let mut used = HashSet::new();
    let mut assigned = HashSet::new();
    visit::exprs(body, &mut |expr| match &expr.kind {
        ExprKind::Assign(place, _) | ExprKind::AssignOp(_, place, _) => {
            targets(place, &mut assigned)
        }
        ExprKind::Local(local) if !assigned.contains(&expr.id) => {
            used.insert(*local);
        }
        _ => {}
    });
    used
}

/// The expressions that name a variable assigned as a whole.
fn targets(place: &Expr, ids: &mut HashSet<ExprId>) {
    match &place.kind {
        ExprKind::Local(_) => {
            ids.insert(place.id);
        }
        ExprKind::Tuple(parts) => parts.iter().for_each(|part| targets(part, ids)),
        _ => {}
    }
}
