//! One thing that the rest of a careful program does not do: a step over the line, or just beside it.
//!
//! A program with many mistakes is refused for one of them and shows nothing of the others. So most
//! programs that stray do it once, and with a variable that the program has made something of, since what
//! is plainly a rank no analysis takes for anything else.

use super::expr::read;
use super::model::{Block, Expr, Stmt};
use super::scope::{GroupVar, Kind, Level, Ty, Var};
use super::{Generator, ParamTy};

impl Generator {
    /// Whether it is time to step over the line.
    pub(super) fn is_time(&mut self) -> bool {
        let left = self.budget.max(1) as usize;
        self.probes > 0 && !self.scope.vars.is_empty() && self.rng.below(left) < 2
    }

    pub(super) fn probe(&mut self, stmts: &mut Vec<Stmt>) {
        self.probes -= 1;
        let in_loop = !self.scope.loops.is_empty();
        let choices = [
            (40, 0),
            (15, 1),
            (if in_loop { 25 } else { 0 }, 2),
            (10, 3),
            (8, 4),
            (18, 5),
            (6, 6),
            (if in_loop || !self.kernel { 14 } else { 0 }, 7),
            (if self.functions.is_empty() { 0 } else { 18 }, 8),
        ];
        match self.rng.weighted(&choices) {
            0 => {
                let cond = self.by_a_variable();
                let mut body = Vec::new();
                self.anything(&mut body);
                let otherwise = self.rng.percent(20).then(|| {
                    let mut body = Vec::new();
                    self.anything(&mut body);
                    Block::of(body)
                });
                stmts.push(Stmt::If(cond, Block::of(body), otherwise));
            }
            1 => {
                let cond = self.by_a_variable();
                let value = self.ret.map(|(ty, need)| self.expr(ty, need, 1).0);
                let leave = Block::of(vec![Stmt::Return(value)]);
                stmts.push(Stmt::If(cond, leave, None));
                // Somebody has to miss those who left.
                if self.rng.percent(60) {
                    self.anything(stmts);
                }
            }
            2 => {
                let cond = self.by_a_variable();
                let at = self.rng.below(self.scope.loops.len());
                let leave = self.leave(at);
                stmts.push(Stmt::If(cond, Block::of(vec![leave]), None));
                if self.rng.percent(60) {
                    self.anything(stmts);
                }
            }
            // The right side of a lazy operator.
            3 => {
                let op = *self.rng.pick(&["&&", "||"]);
                let left = self.by_a_variable();
                let Some(group) = self.any_group(GroupVar::reduces) else {
                    return;
                };
                let vote = Expr::word(group.name).method("any", vec![Expr::word("true")]);
                self.bind(
                    stmts,
                    Ty::Bool,
                    Expr::binary(op, left, vote),
                    Level::VARYING,
                );
            }
            // A loop that a variable bounds.
            4 => {
                let (bound, _) = self.of_a_variable(Ty::U32);
                let bound = Expr::binary("%", bound, Expr::word("3u32"));
                let mut body = Vec::new();
                self.anything(&mut body);
                let range = Expr::binary("..", Expr::word("0u32"), bound);
                let name = self.name("i");
                stmts.push(Stmt::For(None, name, range, Block::of(body)));
            }
            // What a group exchanges by a source that may not be one.
            5 => {
                let Some(group) = self.any_group(GroupVar::exchanges) else {
                    return;
                };
                let (source, _) = self.of_a_variable(Ty::Usize);
                let of = Expr::word(group.name.clone());
                let size = of.clone().method("num_threads", vec![]);
                let source = Expr::binary("%", source, size);
                let rank = of.clone().method("thread_rank", vec![]).cast("u32");
                let method = *self.rng.pick(&["shfl", "shfl", "broadcast", "shfl_up"]);
                let value = of.method(method, vec![rank, source]);
                let cond = Expr::binary("==", value, Expr::word("0u32"));
                let mut body = Vec::new();
                self.on(&group, &mut body);
                stmts.push(Stmt::If(cond, Block::of(body), None));
            }
            7 => self.later(stmts),
            8 => self.mistaken_call(stmts),
            // In a closure.
            _ => {
                let Some(group) = self.any_group(GroupVar::has_barrier) else {
                    return;
                };
                let mut body = Vec::new();
                if self.rng.percent(40) {
                    self.anything(&mut body);
                } else {
                    self.alone(|generator| generator.assign(&mut body));
                }
                let closure = Expr::Closure(Box::new(Expr::Block(Block::of(body))));
                let one = Expr::word(group.name).method("invoke_one", vec![closure]);
                stmts.push(Stmt::Expr(one));
                let cond = self.by_a_variable();
                let mut body = Vec::new();
                self.anything(&mut body);
                stmts.push(Stmt::If(cond, Block::of(body), None));
            }
        }
    }

    /// Whoever is there, who may be in different turns, and an older group asked in between by some turns.
    fn later(&mut self, stmts: &mut Vec<Stmt>) {
        let Some(older) = self.any_group(GroupVar::has_barrier) else {
            return;
        };
        let level = older.level();
        let equal: Vec<Var> = self
            .scope
            .vars
            .iter()
            .filter(|var| matches!(var.ty, Ty::U32 | Ty::Usize) && var.level().covers(level))
            .cloned()
            .collect();
        // The last is that of the innermost loop, mostly.
        let cond = match equal.last() {
            Some(var) if self.rng.percent(80) => {
                let (of, two) = (read(var), format!("2{}", var.ty.name()));
                let odd = format!("{}{}", self.rng.below(2), var.ty.name());
                Expr::binary(
                    "==",
                    Expr::binary("%", of, Expr::word(two)),
                    Expr::word(odd),
                )
            }
            _ => self.expr(Ty::Bool, level, 1).0,
        };
        // Those who met before are in one turn.
        if self.rng.percent(40) {
            match self.rng.percent(70) {
                true => self.on(&older, stmts),
                false => self.anything(stmts),
            }
        }
        self.coalesced(stmts);
        let younger = self.scope.groups.last().expect("made just now").clone();
        if self.rng.percent(20) {
            self.on(&younger, stmts);
        }
        let mut body = Vec::new();
        self.on(&older, &mut body);
        stmts.push(Stmt::If(cond, Block::of(body), None));
        self.on(&younger, stmts);
    }

    /// A call to which not all threads of a group come, or with values that are not what the signature
    /// says.
    fn mistaken_call(&mut self, stmts: &mut Vec<Stmt>) {
        let signature = self.rng.pick(&self.functions).clone();
        if self.kernel {
            self.provide(stmts, &signature);
        }
        let mut body = Vec::new();
        self.call_of(&mut body, &signature.name);
        let Some(Stmt::Expr(Expr::Call(_, args))) = body.last_mut() else {
            return;
        };
        let mut promised = false;
        for (arg, param) in args.iter_mut().zip(&signature.params) {
            if let ParamTy::Uniform(ty @ (Ty::U32 | Ty::Bool), _) = param {
                promised = true;
                *arg = match ty {
                    Ty::Bool => self.by_a_variable(),
                    ty => self.of_a_variable(*ty).0,
                };
            }
        }
        if promised && self.rng.percent(60) {
            stmts.append(&mut body);
        } else {
            let cond = self.by_a_variable();
            stmts.push(Stmt::If(cond, Block::of(body), None));
        }
    }

    /// `break` or `continue` of the loop of this index.
    pub(super) fn leave(&mut self, to: usize) -> Stmt {
        let around = &mut self.scope.loops[to];
        around.used = true;
        let (label, value) = (Some(around.label.clone()), around.value);
        if around.once || self.rng.percent(60) {
            Stmt::Break(label, value.map(|ty| self.literal(ty)))
        } else {
            Stmt::Continue(label)
        }
    }

    fn any_group(&mut self, fits: impl Fn(&GroupVar) -> bool) -> Option<GroupVar> {
        let found: Vec<_> = self
            .scope
            .groups
            .iter()
            .filter(|group| fits(group))
            .cloned()
            .collect();
        if found.is_empty() {
            return None;
        }
        Some(self.rng.pick(&found).clone())
    }

    /// A collective, whatever the place.
    fn anything(&mut self, stmts: &mut Vec<Stmt>) {
        if let Some(group) = self.any_group(GroupVar::has_barrier) {
            self.on(&group, stmts);
        }
    }

    /// A collective on this group.
    fn on(&mut self, group: &GroupVar, stmts: &mut Vec<Stmt>) {
        let of = Expr::word(group.name.clone());
        let one = Expr::word("1u32");
        let call = match self.rng.below(4) {
            0 if group.reduces() => of.method("reduce", vec![one, Expr::word("Plus")]),
            1 if matches!(group.kind, Kind::Block | Kind::Tile(16..)) => {
                of.method("tiled_partition::<8>", vec![])
            }
            _ => of.method("sync", vec![]),
        };
        stmts.push(Stmt::Expr(call));
    }

    /// A variable, or a part of one, with the type or made into it.
    pub(super) fn of_a_variable(&mut self, ty: Ty) -> (Expr, bool) {
        // Variables that were assigned have more to tell; so have late ones.
        let weight = |var: &Var| 1 + 3 * u32::from(var.assigned > 0) + u32::from(var.mutable);
        let weights: Vec<(u32, usize)> = self.scope.vars.iter().map(weight).zip(0..).collect();
        let var = self.scope.vars[self.rng.weighted(&weights)].clone();
        let name = read(&var);
        let (value, is) = match (var.ty, self.rng.below(2)) {
            (Ty::Pair, 0) => (name.field("key"), Ty::U32),
            (Ty::Pair, _) => (name.field("hit"), Ty::Bool),
            (Ty::Two, 0) => (name.field("0"), Ty::U32),
            (Ty::Two, _) => (name.field("1"), Ty::Bool),
            (Ty::Four, _) => (
                name.index(Expr::word(format!("{}usize", self.rng.below(4)))),
                Ty::U32,
            ),
            (is, _) => (name, is),
        };
        match (is, ty) {
            (is, ty) if is == ty => (value, true),
            (Ty::Bool, Ty::U32) => (value.cast("u32"), true),
            (Ty::Bool, _) => (value.cast("usize"), true),
            (_, Ty::U32) => (value.cast("u32"), false),
            (_, _) => (value.cast("usize"), false),
        }
    }

    /// A condition on a variable.
    pub(super) fn by_a_variable(&mut self) -> Expr {
        let (value, is_bool) = self.of_a_variable(Ty::U32);
        let limit = if is_bool && self.rng.percent(50) {
            0
        } else {
            self.rng.below(4)
        };
        let op = *self.rng.pick(&["==", "!=", "<", ">"]);
        let modulus = match self.rng.below(3) {
            0 => return Expr::binary(op, value, Expr::word(format!("{limit}u32"))),
            1 => "2u32",
            _ => "4u32",
        };
        let value = Expr::binary("%", value, Expr::word(modulus));
        Expr::binary(op, value, Expr::word(format!("{}u32", self.rng.below(2))))
    }
}
