//! Statements without control.

use super::Generator;
use super::expr::read;
use super::model::{Expr, Stmt};
use super::scope::{Kind, Level, MemoryKind, Ty};

impl Generator {
    /// A statement, or what takes several.
    pub(super) fn stmt(&mut self, stmts: &mut Vec<Stmt>) {
        self.budget -= 1;
        if self.is_time() {
            self.probe(stmts);
        }
        let deep = self.depth >= 4;
        let in_loop = self.scope.outermost().is_some();
        let choices = [
            (16, 0),
            (14, 1),
            (6, 2),
            (if self.depth > 0 { 30 } else { 18 }, 3),
            (if self.depth < 2 { 9 } else { 3 }, 4),
            (if self.functions.is_empty() { 0 } else { 8 }, 5),
            (if deep { 0 } else { 16 }, 6),
            (if deep { 0 } else { 3 }, 7),
            (
                if deep || self.scope.loops.len() >= 3 {
                    0
                } else {
                    13
                },
                8,
            ),
            (if in_loop { 8 } else { 0 }, 9),
            (
                match (self.scope.held, self.depth) {
                    (Some(_), _) => 0,
                    (None, 0) => 1,
                    (None, _) => 2,
                },
                10,
            ),
            (3, 11),
            (3, 12),
            (if deep { 0 } else { 3 }, 13),
            (2, 14),
            (2, 15),
            (
                if deep || self.scope.loops.len() >= 3 {
                    0
                } else {
                    3
                },
                16,
            ),
            (4, 17),
            (5, 18),
        ];
        for _ in 0..4 {
            let done = match self.rng.weighted(&choices) {
                0 => {
                    self.let_(stmts, 3);
                    true
                }
                1 => self.assign(stmts),
                2 => self.store(stmts),
                3 => self.collective_stmt(stmts),
                4 => self.group_stmt(stmts),
                5 => self.call_stmt(stmts),
                6 => {
                    self.if_(stmts);
                    true
                }
                7 => {
                    self.match_(stmts);
                    true
                }
                8 => {
                    self.a_loop(stmts);
                    true
                }
                9 => {
                    self.jump(stmts);
                    true
                }
                10 => {
                    self.return_(stmts);
                    true
                }
                11 => self.shared(stmts),
                12 => {
                    self.nested(stmts);
                    true
                }
                13 => {
                    self.choose(stmts);
                    true
                }
                14 => self.exchange(stmts),
                15 => self.view(stmts),
                17 => self.invoke_one(stmts),
                18 => self.arrival(stmts),
                _ => {
                    self.once(stmts);
                    true
                }
            };
            if done {
                return;
            }
        }
    }

    /// What a new variable is to be equal over.
    fn some_need(&mut self) -> Level {
        Level::over(self.rng.weighted(&[
            (45, 0),
            (15, Level::GRID),
            (15, Level::BLOCK),
            (15, 32),
            (10, 16),
        ]))
    }

    /// `let name = …;`
    pub(super) fn let_(&mut self, stmts: &mut Vec<Stmt>, depth: u32) {
        let ty = self.rng.weighted(&[
            (45, Ty::U32),
            (20, Ty::Bool),
            (8, Ty::Usize),
            (6, Ty::F32),
            (8, Ty::Pair),
            (8, Ty::Two),
            (5, Ty::Four),
        ]);
        let need = self.some_need();
        if let Ty::Pair | Ty::Two = ty
            && self.rng.percent(60)
        {
            return self.let_parts(stmts, ty, depth);
        }
        let (value, level) = self.expr(ty, need, depth);
        self.bind(stmts, ty, value, level);
    }

    /// A pair of parts that are equal over different groups.
    fn let_parts(&mut self, stmts: &mut Vec<Stmt>, ty: Ty, depth: u32) {
        let (first_need, second_need) = (self.some_need(), self.some_need());
        let (first, first_level) = self.expr(Ty::U32, first_need, depth);
        let (second, second_level) = self.expr(Ty::Bool, second_need, depth);
        if ty == Ty::Two && self.rng.percent(40) {
            let (a, b) = (self.name("v"), self.name("v"));
            stmts.push(Stmt::Let {
                pat: format!("(mut {a}, {b})"),
                init: Expr::Tuple(vec![first, second]),
            });
            self.var(&a, Ty::U32, true, first_level);
            self.var(&b, Ty::Bool, false, second_level);
            return;
        }
        if ty == Ty::Pair && self.rng.percent(25) {
            let (a, b) = (self.name("v"), self.name("v"));
            stmts.push(Stmt::Let {
                pat: format!("Pair {{ key: mut {a}, hit: {b} }}"),
                init: Expr::Struct("Pair", vec![("key", first), ("hit", second)]),
            });
            self.var(&a, Ty::U32, true, first_level);
            self.var(&b, Ty::Bool, false, second_level);
            return;
        }
        let value = match ty {
            Ty::Pair => Expr::Struct("Pair", vec![("key", first), ("hit", second)]),
            _ => Expr::Tuple(vec![first, second]),
        };
        self.bind(stmts, ty, value, Level::VARYING);
        if let Some(var) = self.scope.vars.last_mut() {
            var.levels = vec![first_level, second_level];
        }
    }

    /// A new variable of this value.
    pub(super) fn bind(&mut self, stmts: &mut Vec<Stmt>, ty: Ty, value: Expr, level: Level) {
        let mutable = self.rng.percent(65);
        let name = self.name("v");
        let mutability = if mutable { "mut " } else { "" };
        stmts.push(Stmt::Let {
            pat: format!("{mutability}{name}"),
            init: value,
        });
        self.var(&name, ty, mutable, level);
    }

    /// `name = …;` and its kin.
    pub(super) fn assign(&mut self, stmts: &mut Vec<Stmt>) -> bool {
        let control = self.scope.control();
        let careful = !self.strays();
        let candidates: Vec<usize> = (0..self.scope.vars.len())
            .filter(|at| {
                let var = &self.scope.vars[*at];
                var.mutable && (!careful || control.covers(var.floor))
            })
            .collect();
        if candidates.is_empty() {
            return false;
        }
        let at = *self.rng.pick(&candidates);
        let var = self.scope.vars[at].clone();
        let place = read(&var);
        let some = self.some_need();
        // A level that covers both.
        let need = Level {
            span: some.span.max(var.floor.span),
            made: some.made | var.floor.made,
        };
        let levels = match var.ty {
            Ty::U32 if self.rng.percent(35) => {
                let op = *self.rng.pick(&["+", "^", "|", "-", "&"]);
                let (value, level) = self.expr(Ty::U32, var.floor, 2);
                stmts.push(Stmt::AssignOp(op, place, value));
                vec![var.levels[0].meet(level)]
            }
            Ty::Pair | Ty::Two if self.rng.percent(60) => {
                let part = self.rng.below(2);
                let (name, ty) = match (var.ty, part) {
                    (Ty::Pair, 0) => ("key", Ty::U32),
                    (Ty::Pair, _) => ("hit", Ty::Bool),
                    (_, 0) => ("0", Ty::U32),
                    _ => ("1", Ty::Bool),
                };
                let (value, level) = self.expr(ty, need, 2);
                stmts.push(Stmt::Assign(place.field(name), value));
                let mut levels = var.levels.clone();
                levels[part] = level;
                levels
            }
            Ty::Four if self.rng.percent(80) => {
                let (index, index_level) = self.expr(Ty::Usize, var.floor, 1);
                let (value, level) = self.expr(Ty::U32, var.floor, 2);
                let index = Expr::binary("%", index, Expr::word("4usize"));
                stmts.push(Stmt::Assign(place.index(index), value));
                vec![var.levels[0].meet(level).meet(index_level)]
            }
            ty => {
                let (value, level) = self.expr(ty, need, 3);
                stmts.push(Stmt::Assign(place, value));
                vec![level; var.levels.len()]
            }
        };
        let var = &mut self.scope.vars[at];
        var.levels = levels;
        var.weaken(control);
        var.assigned += 1;
        true
    }

    /// A write to memory.
    pub(super) fn store(&mut self, stmts: &mut Vec<Stmt>) -> bool {
        if self.scope.memory.is_empty() {
            return false;
        }
        let at = self.rng.below(self.scope.memory.len());
        let memory = self.scope.memory[at].clone();
        let (index, _) = self.expr(Ty::Usize, Level::VARYING, 1);
        match memory.kind {
            MemoryKind::ReadOnly | MemoryKind::View => return false,
            MemoryKind::Writable => {
                let (value, _) = self.expr(Ty::U32, Level::VARYING, 2);
                let place = self.element(&memory.name, index);
                stmts.push(Stmt::Assign(place, value));
            }
            MemoryKind::Atomics => {
                let (value, _) = self.expr(Ty::U32, Level::VARYING, 1);
                let method = *self.rng.pick(&["store", "fetch_add", "fetch_max"]);
                let cell = self.element(&memory.name, index);
                stmts.push(Stmt::Expr(
                    cell.method(method, vec![value, Expr::word("Relaxed")]),
                ));
            }
        }
        true
    }

    /// `let s = block.shared::<[u32; 32]>();`
    fn shared(&mut self, stmts: &mut Vec<Stmt>) -> bool {
        let blocks: Vec<_> = self
            .scope
            .groups
            .iter()
            .filter(|group| group.kind == Kind::Block)
            .map(|group| group.name.clone())
            .collect();
        // Names of memory stay visible to the end of the function, so it is made at its top only.
        if blocks.is_empty() || self.depth > 0 {
            return false;
        }
        let (ty, kind) = match self.rng.below(3) {
            0 => ("[Atomic<u32>; 16]", MemoryKind::Atomics),
            1 => ("[u32; 8]", MemoryKind::Writable),
            _ => ("[u32; 64]", MemoryKind::Writable),
        };
        let block = Expr::word(self.rng.pick(&blocks).clone());
        let name = self.name("s");
        stmts.push(Stmt::Let {
            pat: name.clone(),
            init: block.method(format!("shared::<{ty}>"), vec![]),
        });
        self.memory(&name, kind);
        true
    }

    /// `(a, b) = (b, a);`, `four.swap(0, 1);`
    fn exchange(&mut self, stmts: &mut Vec<Stmt>) -> bool {
        let control = self.scope.control();
        let free = |at: &usize| {
            let var = &self.scope.vars[*at];
            var.mutable && var.floor == Level::VARYING
        };
        let found: Vec<usize> = (0..self.scope.vars.len()).filter(free).collect();
        if found.is_empty() {
            return false;
        }
        let at = *self.rng.pick(&found);
        let var = self.scope.vars[at].clone();
        if var.ty == Ty::Four {
            let (index, level) = self.expr(Ty::Usize, Level::VARYING, 1);
            let index = Expr::binary("%", index, Expr::word("4usize"));
            let place = read(&var);
            stmts.push(Stmt::Expr(match self.rng.below(2) {
                0 => place.method("swap", vec![index, Expr::word("0usize")]),
                _ => place.method("fill", vec![index.cast("u32")]),
            }));
            let var = &mut self.scope.vars[at];
            var.weaken(control.meet(level));
            var.assigned += 1;
            return true;
        }
        let same = |other: &usize| *other != at && self.scope.vars[*other].ty == var.ty;
        let others: Vec<usize> = found.into_iter().filter(same).collect();
        if others.is_empty() {
            return false;
        }
        let with = *self.rng.pick(&others);
        let other = self.scope.vars[with].clone();
        stmts.push(Stmt::Assign(
            Expr::Tuple(vec![read(&var), read(&other)]),
            Expr::Tuple(vec![read(&other), read(&var)]),
        ));
        for (to, from) in [(at, &other), (with, &var)] {
            let to = &mut self.scope.vars[to];
            to.levels.clone_from(&from.levels);
            to.weaken(control);
            to.assigned += 1;
        }
        true
    }

    /// Another name for a part of memory: `let w = &x[1..];`
    fn view(&mut self, stmts: &mut Vec<Stmt>) -> bool {
        // Names of memory stay visible to the end of the function, so it is made at its top only.
        let found: Vec<_> = self
            .scope
            .memory
            .iter()
            .filter(|memory| memory.kind != MemoryKind::Atomics)
            .cloned()
            .collect();
        if found.is_empty() || self.depth > 0 {
            return false;
        }
        let memory = self.rng.pick(&found).clone();
        let name = self.name("w");
        let start = self.rng.pick(&["", "0usize"]).to_string();
        let part = Expr::word(memory.name).index(Expr::word(format!("{start}..")));
        stmts.push(Stmt::Let {
            pat: name.clone(),
            init: Expr::Unary("&", Box::new(part)),
        });
        let kind = match memory.kind {
            MemoryKind::ReadOnly => MemoryKind::ReadOnly,
            _ => MemoryKind::View,
        };
        self.memory(&name, kind);
        true
    }
}
