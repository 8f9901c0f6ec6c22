//! Statements.

use super::code::{Code, closes_at_end};
use super::lower::{Lower, Target, Variable};
use super::ty::member;
use crate::syntax::ast::{BinaryOp, Block, Expr, ExprKind, Let, LocalId, Pat, PatKind, Stmt};
use crate::types::ty::Ty;
use crate::types::typed::Callee;

impl<'p> Lower<'_, 'p> {
    /// The statements of a block, and its value to where it goes. Braces are the caller's.
    pub(super) fn block_into(&mut self, block: &'p Block, target: &Target) {
        self.stmts(block);
        if let Some(value) = &block.value {
            self.at(value);
            self.evaluate(value, target);
        }
    }

    pub(super) fn stmts(&mut self, block: &'p Block) {
        for stmt in &block.stmts {
            match stmt {
                Stmt::Let(one) => {
                    self.line = Some(one.span.start().line);
                    self.let_(one);
                }
                Stmt::Const(one) => {
                    self.line = Some(one.span.start().line);
                    self.const_(one);
                }
                Stmt::Expr(expr) => {
                    self.at(expr);
                    self.evaluate(expr, &Target::Nowhere);
                }
            }
        }
    }

    /// What is written from here on comes from the line of this expression.
    pub(super) fn at(&mut self, expr: &Expr) {
        self.line = Some(expr.span.start().line);
    }

    fn let_(&mut self, one: &'p Let) {
        match (&one.pat.kind, &one.init) {
            (PatKind::Bind(local, None), init) => self.let_local(*local, init.as_ref()),
            (PatKind::Wild, Some(init)) => self.evaluate(init, &Target::Nowhere),
            (
                PatKind::Tuple(pats),
                Some(Expr {
                    kind: ExprKind::Tuple(parts),
                    ..
                }),
            ) if pats.len() == parts.len() => {
                for (pat, part) in pats.iter().zip(parts) {
                    match &pat.kind {
                        PatKind::Bind(local, None) => self.let_local(*local, Some(part)),
                        PatKind::Wild => self.evaluate(part, &Target::Nowhere),
                        _ => {
                            let value = self.value(part);
                            self.destructure(pat, value, part);
                        }
                    }
                }
            }
            (_, Some(init)) => {
                let value = self.value(init);
                self.destructure(&one.pat, value, init);
            }
            (_, None) => self.declare_all(&one.pat),
        }
    }

    /// `let (a, b);`: assigned later.
    fn declare_all(&mut self, pat: &'p Pat) {
        match &pat.kind {
            PatKind::Bind(local, _) => self.let_local(*local, None),
            PatKind::Tuple(parts) => parts.iter().for_each(|part| self.declare_all(part)),
            PatKind::Struct { fields, .. } => {
                fields.iter().for_each(|(_, part)| self.declare_all(part))
            }
            _ => {}
        }
    }

    fn destructure(&mut self, pat: &'p Pat, value: Code, init: &Expr) {
        let ty = self.type_of(init.id);
        let value = match &init.kind {
            // It stays as it is, and so do its parts.
            ExprKind::Local(local) if !self.body().local(*local).mutable => value,
            _ => self.bind(&self.hint(init), &value, &ty),
        };
        self.bind_parts(pat, &value);
    }

    /// Variables for the names of a pattern that always matches. `value` may be evaluated several times.
    pub(super) fn bind_parts(&mut self, pat: &Pat, value: &Code) {
        match &pat.kind {
            PatKind::Bind(local, inner) => {
                self.let_value(*local, value);
                if let Some(inner) = inner {
                    self.bind_parts(inner, value);
                }
            }
            PatKind::Tuple(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    self.bind_parts(part, &value.member(&member(&index.to_string())));
                }
            }
            PatKind::Struct { fields, .. } => {
                for (field, part) in fields {
                    self.bind_parts(part, &value.member(&Self::member_name(field)));
                }
            }
            PatKind::Or(parts) => {
                if let Some(part) = parts.first() {
                    self.bind_parts(part, value);
                }
            }
            PatKind::Wild | PatKind::Literal(_) | PatKind::Range { .. } | PatKind::Path(_) => {}
        }
    }

    fn let_local(&mut self, local: LocalId, init: Option<&'p Expr>) {
        let ty = self.local_type(local);
        let Some(init) = init else {
            let (start, name) = self.declaration(local, &ty, false);
            self.statement(format!("{start} {name};"));
            return;
        };
        if matches!(ty, Ty::Unit | Ty::Never) {
            self.evaluate(init, &Target::Nowhere);
            self.locals.insert(local, Variable::Nothing);
            return;
        }
        if self.makes_shared(init) {
            let object = self.shared_object(init, &self.body().local(local).name.to_string());
            match self.body().local(local).mutable {
                false => {
                    self.locals.insert(local, Variable::Object(object));
                }
                true => {
                    let value = self.object_value(&object, &ty);
                    self.let_value(local, &value);
                }
            }
            return;
        }
        if self.is_inline(init) || !self.has_branches(init) {
            let value = self.value(init);
            self.let_value(local, &value);
            return;
        }
        // Declared before the statements that give it its value.
        let (start, name) = self.declaration(local, &ty, false);
        self.statement(format!("{start} {name};"));
        self.evaluate(init, &Target::Variable(name));
    }

    /// Whether the value comes from one of several branches, each of which can assign it.
    fn has_branches(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::If { .. } | ExprKind::Match { .. } | ExprKind::Loop { .. } => true,
            ExprKind::Block(block) | ExprKind::Unsafe(block) => block
                .value
                .as_ref()
                .is_some_and(|value| self.has_branches(value)),
            _ => false,
        }
    }

    fn let_value(&mut self, local: LocalId, value: &Code) {
        let ty = self.local_type(local);
        if matches!(ty, Ty::Unit | Ty::Never) {
            self.locals.insert(local, Variable::Nothing);
            return;
        }
        let cpp = self.cpp(&ty);
        let (start, name) = self.declaration(local, &ty, true);
        // `Vec3 v{x, y, z}` rather than `Vec3 v = Vec3{x, y, z}`.
        let braces = value
            .text
            .strip_prefix(&*cpp)
            .filter(|rest| rest.starts_with('{') && closes_at_end(rest));
        self.statement(match braces {
            Some(braces) => format!("{start} {name}{braces};"),
            None => format!("{start} {name} = {};", value.beside_operand()),
        });
    }

    /// `const f32` and the name.
    fn declaration(&mut self, local: LocalId, ty: &Ty, has_value: bool) -> (String, String) {
        let cpp = self.cpp(ty);
        let constant = has_value && !self.body().local(local).mutable && !cpp.ends_with(['*', '&']);
        let constant = if constant { "const " } else { "" };
        let unused = self.unused(local);
        let name = self.declare_local(local);
        (format!("{unused}{constant}{cpp}"), name)
    }

    fn const_(&mut self, one: &'p Let) {
        let (PatKind::Bind(local, _), Some(init)) = (&one.pat.kind, &one.init) else {
            return;
        };
        if !self.is_used(*local) {
            // Its value stands in the types that it was for.
            return;
        }
        let outer = std::mem::replace(&mut self.constant, true);
        let value = self.value(init);
        self.constant = outer;
        let ty = self.local_type(*local);
        let cpp = self.cpp(&ty);
        let keyword = match self.is_constexpr(init) {
            true => "constexpr",
            false => "const",
        };
        let name = self.declare_local(*local);
        self.statement(format!(
            "{keyword} {cpp} {name} = {};",
            value.beside_operand()
        ));
    }

    /// The same within braces that are written already.
    pub(super) fn evaluate_within(&mut self, expr: &'p Expr, target: &Target) {
        match &expr.kind {
            ExprKind::Block(block) | ExprKind::Unsafe(block) => self.block_into(block, target),
            _ => self.evaluate(expr, target),
        }
    }

    /// Evaluates an expression to where its value goes.
    pub(super) fn evaluate(&mut self, expr: &'p Expr, target: &Target) {
        match &expr.kind {
            ExprKind::Block(block) | ExprKind::Unsafe(block) => {
                let bare = block.stmts.is_empty();
                if !bare {
                    self.writer.open(self.line, "");
                    self.scopes.open();
                }
                self.block_into(block, target);
                if !bare {
                    self.scopes.close();
                    if self.writer.close("") {
                        self.writer.diverge();
                    }
                }
            }
            ExprKind::If { .. } => match self.short_conditional(expr) {
                Some(code) if !matches!(target, Target::Nowhere) => self.put(code, target, expr),
                _ => self.if_(expr, target),
            },
            ExprKind::Match { scrutinee, arms } => self.match_(scrutinee, arms, target),
            ExprKind::Loop { body, .. } => self.loop_(expr, body, target),
            ExprKind::While { cond, body, .. } => self.while_(expr, cond, body),
            ExprKind::For {
                pat, iter, body, ..
            } => self.for_(expr, pat, iter, body),
            ExprKind::Assign(place, value) => self.assign(place, value),
            ExprKind::AssignOp(op, place, value) => self.assign_op(*op, place, value, expr),
            _ => {
                let code = self.value(expr);
                self.put(code, target, expr);
            }
        }
    }

    /// Writes the statement that gives a value to where it goes.
    fn put(&mut self, code: Code, target: &Target, expr: &Expr) {
        let ty = self.type_of(expr.id);
        if ty == Ty::Never {
            return;
        }
        let valueless = ty == Ty::Unit;
        match target {
            Target::Variable(name) if !valueless => {
                self.statement(format!("{name} = {};", code.beside_operand()))
            }
            Target::Return if !valueless => {
                self.statement(format!("return {};", code.beside_operand()));
                self.writer.diverge();
            }
            _ => {
                let effects = self.effects(expr);
                if code.text.is_empty() || (effects.is_constant() && !self.is_call(expr)) {
                    return;
                }
                self.statement(match self.is_call(expr) {
                    true => format!("{};", code.text),
                    false => format!("static_cast<void>({});", code.text),
                });
            }
        }
    }

    /// Whether the expression is a call in C++, too, which may stand alone as a statement.
    fn is_call(&self, expr: &Expr) -> bool {
        match self.tables.callees.get(&expr.id) {
            Some(Callee::Function { .. } | Callee::Atomic { .. }) => true,
            Some(Callee::Group { op, .. }) => op.collective,
            Some(Callee::Memory(method)) => {
                use crate::types::typed::MemoryMethod::{Fill, Swap};
                matches!(method, Swap | Fill)
            }
            _ => false,
        }
    }

    fn assign(&mut self, place: &'p Expr, value: &'p Expr) {
        match (&place.kind, &value.kind) {
            (ExprKind::Tuple(places), ExprKind::Tuple(values)) if places.len() == values.len() => {
                self.assign_parts(places, values);
            }
            (ExprKind::Tuple(_), _) => {
                let ty = self.type_of(value.id);
                let code = self.value(value);
                let code = self.bind(&self.hint(value), &code, &ty);
                self.assign_from(place, &code);
            }
            (ExprKind::Underscore, _) => self.evaluate(value, &Target::Nowhere),
            (ExprKind::Local(local), _) if self.has_branches(value) && !self.is_inline(value) => {
                match self.locals.get(local).cloned() {
                    // The value may read the variable as long as no branch has assigned it.
                    Some(Variable::Named(name)) if !self.loops(value) => {
                        self.evaluate(value, &Target::Variable(name));
                    }
                    _ => {
                        let code = self.value(value);
                        self.assign_from(place, &code);
                    }
                }
            }
            _ => {
                // C++17, too, evaluates the right side of `=` before the left.
                let code = self.value(value);
                let code = self.before_place(code, value, place);
                self.assign_from(place, &code);
            }
        }
    }

    /// Whether the expression is a loop, whose `break`s assign while it may go on reading.
    fn loops(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Loop { .. } => true,
            ExprKind::Block(block) | ExprKind::Unsafe(block) => {
                block.value.as_ref().is_some_and(|value| self.loops(value))
            }
            _ => false,
        }
    }

    /// Where naming the place takes statements of its own, the value comes before them.
    fn before_place(&mut self, code: Code, value: &Expr, place: &Expr) -> Code {
        match self.is_inline(place) || self.effects(value).is_constant() {
            true => code,
            false => self.bind(&self.hint(value), &code, &self.type_of(value.id)),
        }
    }

    /// `(a, b) = (x, y)`: all values, then all places, from left to right.
    fn assign_parts(&mut self, places: &'p [Expr], values: &'p [Expr]) {
        let writes: Vec<_> = places
            .iter()
            .map(|place| self.write_effects(place))
            .collect();
        let effects: Vec<_> = values.iter().map(|value| self.effects(value)).collect();
        let mut codes = Vec::new();
        for (index, value) in values.iter().enumerate() {
            if matches!(places[index].kind, ExprKind::Underscore) {
                self.evaluate(value, &Target::Nowhere);
                codes.push(Code::nothing());
                continue;
            }
            let code = self.value(value);
            let early = effects[index + 1..]
                .iter()
                .any(|later| effects[index].conflicts(later))
                || writes[..index]
                    .iter()
                    .any(|write| effects[index].conflicts(write));
            codes.push(match early {
                true => self.bind(&self.hint(value), &code, &self.type_of(value.id)),
                false => code,
            });
        }
        for (place, code) in places.iter().zip(codes) {
            self.assign_from(place, &code);
        }
    }

    fn assign_from(&mut self, place: &'p Expr, value: &Code) {
        match &place.kind {
            ExprKind::Underscore => {}
            ExprKind::Tuple(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    self.assign_from(part, &value.member(&member(&index.to_string())));
                }
            }
            _ if self.type_of(place.id) == Ty::Unit => {}
            _ => {
                let place = self.place(place);
                self.statement(format!("{} = {};", place.text, value.beside_operand()));
            }
        }
    }

    fn assign_op(&mut self, op: BinaryOp, place: &'p Expr, value: &'p Expr, expr: &Expr) {
        let ty = self.type_of(place.id);
        let code = self.value(value);
        if self.has_native(op, &ty, value) {
            let code = self.before_place(code, value, place);
            let place = self.place(place);
            let operand = code.beside_operand();
            self.statement(format!("{} {}= {operand};", place.text, op.symbol()));
            return;
        }
        let site = match &ty {
            Ty::Int(int) => super::panics::of_operator(op, int.signed())
                .map(|panics| self.site(expr.span, &panics)),
            _ => None,
        };
        if matches!(place.kind, ExprKind::Local(_)) {
            let place = self.place(place);
            let result = self.arithmetic(op, &ty, &place, &code, site);
            self.statement(format!("{} = {};", place.text, result.text));
            return;
        }
        // C++ may evaluate the arguments of a call in any order.
        let (effects, of_place) = (self.effects(value), self.effects(place));
        let conflict = effects.conflicts(&of_place)
            || (effects.panics && of_place.panics)
            || !self.is_inline(place);
        let code = match conflict && !effects.is_constant() {
            true => self.bind(&self.hint(value), &code, &self.type_of(value.id)),
            false => code,
        };
        let place = self.place(place);
        let function = match op {
            BinaryOp::Add => "add_assign",
            BinaryOp::Sub => "sub_assign",
            BinaryOp::Mul => "mul_assign",
            BinaryOp::Div => "div_assign",
            BinaryOp::Rem => "rem_assign",
            BinaryOp::Shl => "shl_assign",
            _ => "shr_assign",
        };
        let mut args = vec![place, code.bare()];
        args.extend(site);
        self.statement(format!("{};", Code::call(function, &args).text));
    }
}
