//! Blocks, statements and the names that patterns bind.

use proc_macro2::Span;

use super::{Edge, Kind, Walker};
use crate::converge::domain::GroupSet;
use crate::converge::facts::{Part, Point};
use crate::converge::messages;
use crate::converge::over::Over;
use crate::converge::values::Value;
use crate::converge::why::{Gate, Source, What, Why};
use crate::syntax::ast::{Block, LocalId, Pat, PatKind, Stmt};

impl Walker<'_> {
    /// The body of the function.
    pub(super) fn body(&mut self) {
        let function = self.f;
        let body = &function.body().block;
        let value = self.block(body, Part::Function);
        if let Some(value_of) = &body.value
            && self.state.is_some()
        {
            self.no_group(value.clone(), value_of);
        }
        let target = self.find(Kind::Function).expect("opened with the function");
        self.leave(target, value, None);
        self.end(target);
    }

    /// All ways to the end of the function are known.
    fn end(&mut self, function: usize) {
        let edges = std::mem::take(&mut self.open[function].edges);
        self.all_have_waited(&edges);
        self.promised_result(&edges);
    }

    /// `-> Uniform<G, T>`: whichever way the threads of the group take to the end, they bring the same
    /// (R9).
    fn promised_result(&mut self, edges: &[Edge]) {
        let group = self.f.sig.ret_uniform;
        let Some((group, scope)) =
            group.and_then(|group| Some((group, self.layout.params[group]?)))
        else {
            return;
        };
        let mut way = Over::full();
        for edge in edges {
            way.narrow(&edge.over);
        }
        let mut values = edges.iter().map(|edge| &edge.value);
        let Some(mut result) = values.next().cloned() else {
            return;
        };
        for value in values {
            result = self.ids.join(&result, value, &|| way.clone());
        }
        let over = result.over();
        if over.set.contains(scope) {
            return;
        }
        let varies = |edge: &&Edge| !edge.value.over().set.contains(scope);
        let guilty = edges.iter().find(varies).or(edges.first());
        let body = &self.f.body().block;
        let last = body.value.as_ref().map_or(body.span, |value| value.span);
        let at = guilty.and_then(|edge| edge.at).unwrap_or(last);
        let why = over.why(scope).cloned();
        self.refuse(|f| messages::broken_promise(f, at, group, why.as_deref()));
    }

    pub(super) fn block(&mut self, block: &Block, part: Part) -> Value {
        let mark = self.names.mark();
        for (index, stmt) in block.stmts.iter().enumerate() {
            match stmt {
                Stmt::Let(one) | Stmt::Const(one) => {
                    // A slice or a reference is bound as such, not what it leads to.
                    let value = one.init.as_ref().map(|init| self.expr(init));
                    match value {
                        Some(value) => self.bind(&one.pat, &value),
                        None => self.declare(&one.pat),
                    }
                }
                Stmt::Expr(expr) => {
                    self.expr(expr);
                }
            }
            self.note_diverged(Point::After(part, index));
        }
        let value = match &block.value {
            Some(value) => self.expr(value),
            None => self.known(),
        };
        self.names.back_to(mark);
        value
    }

    /// `let x;`: the name, without a value yet.
    fn declare(&mut self, pat: &Pat) {
        if let PatKind::Bind(local, _) = &pat.kind {
            self.names.declare(*local);
        }
    }

    /// Gives the names of a pattern their parts of a value.
    pub(super) fn bind(&mut self, pat: &Pat, value: &Value) {
        match &pat.kind {
            PatKind::Wild | PatKind::Literal(_) | PatKind::Range { .. } | PatKind::Path(_) => {}
            PatKind::Bind(local, inner) => {
                self.bind_local(*local, pat, value);
                if let Some(inner) = inner {
                    self.bind(inner, value);
                }
            }
            PatKind::Tuple(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    let field = self.ids.field_of(value, &index.to_string());
                    self.bind(part, &field);
                }
            }
            PatKind::Struct { fields, .. } => {
                for (member, part) in fields {
                    let field = self.ids.field_of(value, &super::expr::member_name(member));
                    self.bind(part, &field);
                }
            }
            PatKind::Or(parts) => self.bind_one_of(parts, pat, value),
        }
    }

    /// Each alternative binds the same names; which one fits may differ.
    fn bind_one_of(&mut self, parts: &[Pat], pat: &Pat, value: &Value) {
        let by = self.tested(pat, value).told(|by| Why::Gate {
            at: pat.span,
            gate: Gate::Arm { twice: false },
            by,
        });
        let Some(before) = self.state.clone() else {
            return;
        };
        let mut ends = Vec::new();
        for part in parts {
            self.state = Some(before.clone());
            self.bind(part, value);
            ends.extend(self.state.take().map(|state| (state, value.clone())));
        }
        self.meet(ends, &by, pat.span);
    }

    fn bind_local(&mut self, local: LocalId, pat: &Pat, value: &Value) {
        match value {
            Value::Group(scope) if !self.is_whole(*scope) => self.names.declare_rebound(local),
            _ => self.names.declare(local),
        }
        if self.state.is_none() {
            return;
        }
        let mut value = value.clone();
        // The second net knows groups by the names of locals: one inside a tuple it would not see.
        if let Value::Fields { .. } = value
            && value.has_group()
        {
            if !value.has_refused() {
                self.refuse(|_| messages::unknown_group_at(pat.span));
            }
            value = Value::Refused;
        }
        self.tell(local, &mut value, pat.span);
        self.put(local, value, pat.span);
    }

    /// Tells the reasons of a value further in the name of a local.
    pub(super) fn tell(&mut self, local: LocalId, value: &mut Value, at: Span) {
        value.each_leaf(&mut |leaf| {
            leaf.over = leaf.over.told(|from| Why::Local { at, local, from });
        });
    }

    /// Sets a local.
    pub(super) fn put(&mut self, local: LocalId, mut value: Value, at: Span) {
        if self.layout.exposed.contains(&local) && !value.has_group() {
            value = self.lent(What::Local(local), at);
        }
        if let Some(state) = &mut self.state {
            state.set(local, value);
        }
    }

    /// The value of a variable to which a `&mut` exists.
    pub(super) fn lent(&mut self, what: What, at: Span) -> Value {
        let why = Why::Source {
            at,
            what,
            source: Source::Lent,
        };
        self.ids.value(Over::because(GroupSet::EMPTY, why))
    }
}
