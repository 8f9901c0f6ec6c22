//! Branches, loops and jumps.

use super::Generator;
use super::model::{Block, Expr, Stmt};
use super::print;
use super::scope::{Level, LoopVar, Ty, Var};

/// How far names reach, at a place.
struct Mark {
    vars: usize,
    groups: usize,
}

impl Generator {
    /// A level that a condition may have: as wide as what is whole here, narrower, or none.
    fn some_condition(&mut self) -> Level {
        Level::over(self.rng.weighted(&[
            (22, Level::GRID),
            (20, Level::BLOCK),
            (22, 32),
            (8, 16),
            (28, 0),
        ]))
    }

    fn mark(&self) -> Mark {
        Mark {
            vars: self.scope.vars.len(),
            groups: self.scope.groups.len(),
        }
    }

    fn forget(&mut self, mark: &Mark) {
        self.scope.vars.truncate(mark.vars);
        self.scope.groups.truncate(mark.groups);
    }

    /// Some statements in a block of their own, under control of this level.
    fn inside(&mut self, level: Level, at_most: usize) -> Vec<Stmt> {
        let mark = self.mark();
        let stmts = self.under(level, |generator| {
            generator.depth += 1;
            let mut stmts = Vec::new();
            for _ in 0..1 + generator.rng.below(at_most) {
                if generator.budget <= 0 && !stmts.is_empty() {
                    break;
                }
                generator.stmt(&mut stmts);
                if stmts.last().is_some_and(leaves) {
                    break;
                }
            }
            generator.depth -= 1;
            stmts
        });
        self.forget(&mark);
        stmts
    }

    /// What is known of variables after one of several ways, of which the first may be that nothing
    /// happened.
    fn join(&mut self, before: &[Var], ways: &[Vec<Var>], level: Level) {
        for (at, var) in self.scope.vars.iter_mut().enumerate() {
            let Some(old) = before.get(at) else { break };
            let changed = ways.iter().any(|way| way[at].assigned != old.assigned);
            if !changed {
                continue;
            }
            for way in ways {
                for (one, other) in var.levels.iter_mut().zip(&way[at].levels) {
                    *one = one.meet(*other);
                }
            }
            var.weaken(level);
            var.assigned = ways.iter().map(|way| way[at].assigned).max().unwrap_or(0);
        }
    }

    pub(super) fn if_(&mut self, stmts: &mut Vec<Stmt>) {
        let need = self.some_condition();
        let (cond, level) = self.expr(Ty::Bool, need, 2);
        let before = self.scope.vars.clone();
        let then = self.inside(level, 3);
        let after_then = std::mem::replace(&mut self.scope.vars, before.clone());
        let otherwise = self
            .rng
            .percent(40)
            .then(|| Block::of(self.inside(level, 3)));
        let after_else = self.scope.vars.clone();
        self.join(&before, &[after_then, after_else], level);
        stmts.push(Stmt::If(cond, Block::of(then), otherwise));
    }

    pub(super) fn match_(&mut self, stmts: &mut Vec<Stmt>) {
        let need = self.some_condition();
        let (of, level) = self.expr(Ty::U32, need, 2);
        let modulus = *self.rng.pick(&["2u32", "3u32", "5u32"]);
        let of = Expr::binary("%", of, Expr::word(modulus));
        let before = self.scope.vars.clone();
        let (mut arms, mut ways) = (Vec::new(), Vec::new());
        let mut level = level;
        for pat in ["0u32", "1u32 | 3u32", "2u32..=4u32", "_"] {
            if pat != "_" && self.rng.percent(40) {
                continue;
            }
            self.scope.vars.clone_from(&before);
            let mut pat = pat.to_string();
            if pat != "_" && self.rng.percent(25) {
                let (guard, other) =
                    self.under(level, |generator| generator.expr(Ty::Bool, need, 1));
                pat = format!("{pat} if {}", print::expr(&guard));
                level = level.meet(other);
            }
            let mark = self.mark();
            if pat == "_" && self.rng.percent(30) {
                pat = self.name("o");
                self.var(&pat, Ty::U32, false, level);
            }
            arms.push((pat, Block::of(self.inside(level, 2))));
            self.forget(&mark);
            ways.push(self.scope.vars.clone());
        }
        self.join(&before, &ways, level);
        stmts.push(Stmt::Match(of, arms));
    }

    /// A block of its own.
    pub(super) fn nested(&mut self, stmts: &mut Vec<Stmt>) {
        let inner = self.inside(Level::EVERYWHERE, 3);
        stmts.push(Stmt::Block(Block::of(inner)));
    }

    /// A variable that is declared first and gets its value in one of two branches.
    pub(super) fn choose(&mut self, stmts: &mut Vec<Stmt>) {
        let ty = *self.rng.pick(&[Ty::U32, Ty::Bool, Ty::Pair]);
        let name = self.name("v");
        let need = self.some_condition();
        let (cond, level) = self.expr(Ty::Bool, need, 2);
        let mut all = level;
        let mut branch = |generator: &mut Generator| {
            let mut stmts = if generator.rng.percent(40) {
                generator.inside(level, 2)
            } else {
                Vec::new()
            };
            if stmts.last().is_some_and(leaves) {
                return Block::of(stmts);
            }
            let (value, one) = generator.under(level, |generator| generator.expr(ty, need, 2));
            all = all.meet(one);
            stmts.push(Stmt::Assign(Expr::word(name.clone()), value));
            Block::of(stmts)
        };
        let (then, otherwise) = (branch(self), branch(self));
        stmts.push(Stmt::Declare(name.clone(), ty.name()));
        stmts.push(Stmt::If(cond, then, Some(otherwise)));
        self.var(&name, ty, false, all);
    }

    /// A `loop` of one turn, left at its end or before.
    pub(super) fn once(&mut self, stmts: &mut Vec<Stmt>) {
        let exits = self.some_condition();
        let before = self.mark();
        let (label, mut body) = self.turns(exits, None, |generator| {
            if let Some(around) = generator.scope.loops.last_mut() {
                around.once = true;
            }
            generator.inside(Level::EVERYWHERE, 4)
        });
        self.forget(&before);
        if !body.last().is_some_and(leaves) {
            body.push(Stmt::Break(None, None));
        }
        stmts.push(Stmt::Loop(label, Block::of(body)));
    }

    pub(super) fn a_loop(&mut self, stmts: &mut Vec<Stmt>) {
        match self
            .rng
            .weighted(&[(35, 0), (25, 1), (25, 2), (8, 3), (7, 4)])
        {
            0 => self.for_(stmts),
            1 => self.while_(stmts),
            2 => self.loop_(stmts),
            3 => self.queue(stmts),
            _ => self.loop_value(stmts),
        }
    }

    /// The body of a loop that is left by decisions of this level; gives the label, if it is used.
    fn turns(
        &mut self,
        exits: Level,
        value: Option<Ty>,
        make: impl FnOnce(&mut Generator) -> Vec<Stmt>,
    ) -> (Option<String>, Vec<Stmt>) {
        let label = self.name("l");
        let before = self.scope.vars.clone();
        for at in 0..self.scope.vars.len() {
            let weak = self.rng.percent(50);
            let var = &mut self.scope.vars[at];
            if !var.mutable {
                continue;
            }
            if weak {
                var.set_level(Level::VARYING);
                var.floor = Level::VARYING;
            } else {
                var.weaken(exits);
                var.floor = var.level();
            }
        }
        let made = self.scope.made;
        self.scope.loops.push(LoopVar {
            label: label.clone(),
            head: self.scope.gates.meet(exits),
            left: Level::EVERYWHERE,
            next: Level::EVERYWHERE,
            value,
            once: false,
            used: false,
        });
        let body = self.under(exits, make);
        let around = self.scope.loops.pop().expect("it was put there");
        debug_assert!(self.scope.made >= made);
        for (var, old) in self.scope.vars.iter_mut().zip(&before) {
            var.floor = old.floor;
            if var.assigned == old.assigned {
                var.levels.clone_from(&old.levels);
            } else {
                var.weaken(exits.meet(around.left));
                for (one, other) in var.levels.iter_mut().zip(&old.levels) {
                    *one = one.meet(*other);
                }
            }
        }
        (around.used.then_some(label), body)
    }

    fn for_(&mut self, stmts: &mut Vec<Stmt>) {
        let need = self.some_condition();
        let name = self.name("i");
        let ty = *self.rng.pick(&[Ty::U32, Ty::Usize]);
        let (iter, level, item) = if self.rng.percent(25) && !self.scope.groups.is_empty() {
            let at = self.rng.below(self.scope.groups.len());
            let group = Expr::word(self.scope.groups[at].name.clone());
            let end = match ty {
                Ty::U32 => "70u32",
                _ => "70usize",
            };
            let start = self.literal(ty);
            let range = Expr::binary("..", start, Expr::word(end));
            (
                group.method("stride", vec![range]),
                Level::VARYING,
                Level::VARYING,
            )
        } else {
            let (bound, level) = self.expr(ty, need, 2);
            let modulus = match ty {
                Ty::U32 => "4u32",
                _ => "4usize",
            };
            let bound = Expr::binary("%", bound, Expr::word(modulus));
            let zero = match ty {
                Ty::U32 => "0u32",
                _ => "0usize",
            };
            let dots = *self.rng.pick(&["..", "..", "..="]);
            let mut iter = Expr::binary(dots, Expr::word(zero), bound);
            if self.rng.percent(20) {
                iter = iter.method("rev", vec![]);
            }
            (iter, level, level)
        };
        let before = self.mark();
        let exits = self.exits(level);
        let (label, body) = self.turns(exits, None, |generator| {
            generator.var(&name, ty, false, item);
            generator.inside(Level::EVERYWHERE, 4)
        });
        self.forget(&before);
        stmts.push(Stmt::For(label, name, iter, Block::of(body)));
    }

    /// What leaves the loop may be narrower than what bounds it.
    fn exits(&mut self, bound: Level) -> Level {
        if self.rng.percent(30) {
            bound.meet(self.some_condition())
        } else {
            bound
        }
    }

    /// A counter that makes an end to a loop.
    fn counter(&mut self, stmts: &mut Vec<Stmt>) -> String {
        let name = self.name("n");
        stmts.push(Stmt::Let {
            pat: format!("mut {name}"),
            init: Expr::word("0u32"),
        });
        name
    }

    fn count(name: &str) -> Stmt {
        Stmt::AssignOp("+", Expr::word(name), Expr::word("1u32"))
    }

    fn while_(&mut self, stmts: &mut Vec<Stmt>) {
        let counter = self.counter(stmts);
        let need = self.some_condition();
        let limit = format!("{}u32", 1 + self.rng.below(4));
        let mark = self.mark();
        let mut cond = None;
        let exits = self.exits(need);
        let (label, body) = self.turns(exits, None, |generator| {
            // In the loop: what it reads is what the body leaves.
            let bound = Expr::binary("<", Expr::word(counter.clone()), Expr::word(limit));
            cond = Some(if generator.rng.percent(30) {
                bound
            } else {
                // A `break` would be none of this loop.
                let around = generator.scope.loops.len();
                let held = generator.scope.held.replace(around);
                let (other, _) = generator.expr(Ty::Bool, need, 2);
                generator.scope.held = held;
                match generator.rng.percent(50) {
                    true => Expr::binary("&&", bound, other),
                    false => Expr::binary("&&", other, bound),
                }
            });
            generator.var(&counter, Ty::U32, false, exits);
            let mut body = vec![Generator::count(&counter)];
            body.extend(generator.inside(Level::EVERYWHERE, 4));
            body
        });
        self.forget(&mark);
        self.var(&counter, Ty::U32, false, exits);
        let cond = cond.expect("it was made");
        stmts.push(Stmt::While(label, cond, Block::of(body)));
    }

    fn loop_(&mut self, stmts: &mut Vec<Stmt>) {
        let counter = self.counter(stmts);
        let exits = self.some_condition();
        let limit = format!("{}u32", 1 + self.rng.below(4));
        let mark = self.mark();
        let (label, body) = self.turns(exits, None, |generator| {
            generator.var(&counter, Ty::U32, false, exits);
            let stop = Stmt::If(
                Expr::binary(">=", Expr::word(counter.clone()), Expr::word(limit)),
                Block::of(vec![Stmt::Break(None, None)]),
                None,
            );
            let mut body = vec![stop, Generator::count(&counter)];
            let mut rest = generator.inside(Level::EVERYWHERE, 4);
            if generator.rng.percent(40) && !rest.last().is_some_and(leaves) {
                let (cond, _) = generator.expr(Ty::Bool, exits, 2);
                let leave = Block::of(vec![Stmt::Break(None, None)]);
                rest.push(Stmt::If(cond, leave, None));
            }
            body.extend(rest);
            body
        });
        self.forget(&mark);
        self.var(&counter, Ty::U32, false, exits);
        stmts.push(Stmt::Loop(label, Block::of(body)));
    }

    /// A `loop` that gives a value.
    fn loop_value(&mut self, stmts: &mut Vec<Stmt>) {
        let counter = self.counter(stmts);
        let exits = self.some_condition();
        let mark = self.mark();
        let mut level = Level::EVERYWHERE;
        let (label, body) = self.turns(exits, Some(Ty::U32), |generator| {
            generator.var(&counter, Ty::U32, false, exits);
            let (given, given_level) = generator.expr(Ty::U32, Level::VARYING, 2);
            let stop = Stmt::If(
                Expr::binary(">=", Expr::word(counter.clone()), Expr::word("3u32")),
                Block::of(vec![Stmt::Break(None, Some(given))]),
                None,
            );
            let mut body = vec![stop, Generator::count(&counter)];
            let mut rest = generator.inside(Level::EVERYWHERE, 2);
            if !rest.last().is_some_and(leaves) {
                let (cond, _) = generator.expr(Ty::Bool, exits, 2);
                let (given, other) = generator.expr(Ty::U32, Level::VARYING, 1);
                level = given_level.meet(other).meet(exits);
                let leave = Block::of(vec![Stmt::Break(None, Some(given))]);
                rest.push(Stmt::If(cond, leave, None));
            }
            body.extend(rest);
            body
        });
        self.forget(&mark);
        self.var(&counter, Ty::U32, false, exits);
        self.bind(stmts, Ty::U32, Expr::Loop(label, Block::of(body)), level);
    }

    /// A queue of work that a group goes through together, one bit of a ballot after the other.
    fn queue(&mut self, stmts: &mut Vec<Stmt>) {
        let found: Vec<_> = self
            .scope
            .groups
            .iter()
            .filter(|group| group.exchanges() && self.scope.is_whole(group))
            .cloned()
            .collect();
        if found.is_empty() {
            return self.for_(stmts);
        }
        let group = self.rng.pick(&found).clone();
        let (mask, source) = (self.name("m"), self.name("q"));
        let of = Expr::word(group.name.clone());
        let (todo, _) = self.expr(Ty::Bool, Level::VARYING, 2);
        stmts.push(Stmt::Let {
            pat: format!("mut {mask}"),
            init: of.method("ballot", vec![todo]),
        });
        let level = group.result();
        let mark = self.mark();
        let word = Expr::word(mask.clone());
        let (label, body) = self.turns(level, None, |generator| {
            let mut body = vec![
                Stmt::Let {
                    pat: source.clone(),
                    init: word.clone().method("trailing_zeros", vec![]),
                },
                Stmt::AssignOp(
                    "&",
                    word.clone(),
                    Expr::binary("-", word.clone(), Expr::word("1u32")),
                ),
            ];
            generator.var(&source, Ty::U32, false, level);
            body.extend(generator.inside(Level::EVERYWHERE, 3));
            body
        });
        self.forget(&mark);
        let cond = Expr::binary("!=", word, Expr::word("0u32"));
        stmts.push(Stmt::While(label, cond, Block::of(body)));
    }

    /// Whether leaving here to the loop of this index keeps whole what is whole at the heads of the loops
    /// that are left.
    fn may_leave(&self, to: usize) -> bool {
        let control = self.scope.control();
        self.scope.loops[to..]
            .iter()
            .all(|around| control.covers(around.head))
    }

    /// `break` or `continue`, under a condition as a rule.
    pub(super) fn jump(&mut self, stmts: &mut Vec<Stmt>) {
        let innermost = self.scope.loops.len() - 1;
        let outermost = self.scope.outermost().unwrap_or(innermost);
        let to = if self.rng.percent(70) {
            innermost
        } else {
            outermost + self.rng.below(innermost + 1 - outermost)
        };
        let head = self.scope.loops[to..]
            .iter()
            .fold(Level::VARYING, |all, one| Level {
                span: all.span.max(one.head.span),
                made: all.made | one.head.made,
            });
        let is_break = self.scope.loops[to].once || self.rng.percent(60);
        // A `continue` of the innermost loop weakens only the rest of the turn.
        let weak = !is_break && to == innermost && self.rng.percent(50);
        let need = if weak { Level::VARYING } else { head };
        let (cond, level) = self.expr(Ty::Bool, need, 2);
        let strays = self.strays();
        let leave = self.under(level, |generator| {
            if !weak && !strays && !generator.may_leave(to) {
                return None;
            }
            let mut body = Vec::new();
            if generator.rng.percent(30) {
                generator.let_or_assign(&mut body);
            }
            let label = (to != innermost || generator.rng.percent(15)).then(|| {
                let around = &mut generator.scope.loops[to];
                around.used = true;
                around.label.clone()
            });
            let control = generator.scope.gates;
            for (index, around) in generator.scope.loops.iter_mut().enumerate().skip(to) {
                if is_break || index > to {
                    around.left = around.left.meet(control);
                } else {
                    around.next = around.next.meet(control);
                }
            }
            let value = generator.scope.loops[to].value;
            body.push(if is_break {
                let value = value.map(|ty| generator.expr(ty, Level::VARYING, 1).0);
                Stmt::Break(label, value)
            } else {
                Stmt::Continue(label)
            });
            Some(body)
        });
        let Some(leave) = leave else { return };
        stmts.push(Stmt::If(cond, Block::of(leave), None));
    }

    /// A jump out of an expression, where there is somewhere to go.
    pub(super) fn jump_perhaps(&mut self, stmts: &mut Vec<Stmt>) {
        if self.scope.outermost().is_some() && self.rng.percent(70) {
            self.jump(stmts);
        } else if self.scope.held.is_none() && self.rng.percent(30) {
            self.return_(stmts);
        }
    }

    fn let_or_assign(&mut self, stmts: &mut Vec<Stmt>) {
        let mark = self.mark();
        self.let_(stmts, 1);
        self.forget(&mark);
    }

    pub(super) fn return_(&mut self, stmts: &mut Vec<Stmt>) {
        let mut need = self.some_condition();
        // A result on which a group agrees is to be given by all of its threads at once.
        if let Some((_, agreed)) = self.ret {
            need.span = need.span.max(agreed.span);
            need.made |= agreed.made;
        }
        let (cond, level) = self.expr(Ty::Bool, need, 2);
        let strays = self.strays();
        let leave = self.under(level, |generator| {
            let whole = generator.may_leave(0);
            // Most functions have something to do yet.
            let narrow = level.span < 32 && generator.budget > 2;
            if !strays && (!whole || narrow) {
                return None;
            }
            generator.scope.left = generator.scope.left.meet(generator.scope.gates);
            let value = generator.ret;
            Some(Stmt::Return(
                value.map(|(ty, need)| generator.expr(ty, need, 1).0),
            ))
        });
        if let Some(leave) = leave {
            stmts.push(Stmt::If(cond, Block::of(vec![leave]), None));
        }
    }
}

/// Whether nothing after it is reached.
fn leaves(stmt: &Stmt) -> bool {
    matches!(
        stmt,
        Stmt::Break(..) | Stmt::Continue(..) | Stmt::Return(..)
    )
}
