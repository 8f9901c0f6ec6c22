//! Barriers in two steps, and what can go wrong with them.

use super::Generator;
use super::model::{Block, Expr, Stmt};
use super::scope::{GroupVar, Kind, Level, Ty};

impl Generator {
    /// `let r = group.arrive();`, something else, `r.wait();`
    pub(super) fn arrival(&mut self, stmts: &mut Vec<Stmt>) -> bool {
        // It borrows the group mutably, so that it needs the kernel's own.
        if !self.kernel {
            return false;
        }
        let has_steps = |group: &GroupVar| matches!(group.kind, Kind::Block | Kind::Cooperative);
        let Some(group) = self.a_group(has_steps) else {
            return false;
        };
        let name = self.name("r");
        stmts.push(Stmt::Let {
            pat: name.clone(),
            init: Expr::word(group.name.clone()).method("arrive", vec![]),
        });
        // Nothing may be asked of the group until the wait, and no jump may pass over it.
        let groups = self.scope.groups.clone();
        self.scope.groups.retain(|other| other.name != group.name);
        let held = self.scope.held.replace(self.scope.loops.len());
        for _ in 0..self.rng.below(4) {
            self.stmt(stmts);
        }
        let mistaken = self.strays() || self.probes > 0 && self.rng.percent(40);
        if mistaken && !self.scope.vars.is_empty() {
            self.probes = self.probes.saturating_sub(1);
            self.mistaken_wait(stmts, &group, &name);
        } else if self.rng.percent(20) {
            let (cond, level) = self.expr(Ty::Bool, group.level(), 2);
            let then = self.then_wait(level, &name);
            let otherwise = self.then_wait(level, &name);
            stmts.push(Stmt::If(cond, then, Some(otherwise)));
        } else {
            stmts.push(wait(&name));
        }
        self.scope.held = held;
        self.scope.groups = groups;
        true
    }

    /// A branch at whose end is the wait.
    fn then_wait(&mut self, level: Level, name: &str) -> Block {
        let mut stmts = Vec::new();
        self.under(level, |generator| {
            if generator.rng.percent(50) {
                generator.assign(&mut stmts);
            }
        });
        stmts.push(wait(name));
        Block::of(stmts)
    }

    /// A wait to which not all threads come, or that something of the group's comes before.
    fn mistaken_wait(&mut self, stmts: &mut Vec<Stmt>, group: &GroupVar, name: &str) {
        match self.rng.below(6) {
            0 => {}
            1 => {
                let cond = self.by_a_variable();
                stmts.push(Stmt::If(cond, Block::of(vec![wait(name)]), None));
            }
            2 => {
                let cond = self.by_a_variable();
                let (then, otherwise) = (Block::of(vec![wait(name)]), Block::of(vec![wait(name)]));
                stmts.push(Stmt::If(cond, then, Some(otherwise)));
            }
            3 if !self.scope.loops.is_empty() => {
                let cond = self.by_a_variable();
                let to = self.rng.below(self.scope.loops.len());
                let leave = self.leave(to);
                stmts.push(Stmt::If(cond, Block::of(vec![leave]), None));
                stmts.push(wait(name));
            }
            // rustc would refuse it too: the group is borrowed.
            4 => {
                let call = Expr::word(group.name.clone()).method("sync", vec![]);
                stmts.push(Stmt::Expr(call));
                stmts.push(wait(name));
            }
            _ => {
                let cond = self.by_a_variable();
                stmts.push(Stmt::If(cond, Block::of(vec![Stmt::Return(None)]), None));
                stmts.push(wait(name));
            }
        }
    }
}

fn wait(name: &str) -> Stmt {
    Stmt::Expr(Expr::word(name).method("wait", vec![]))
}
