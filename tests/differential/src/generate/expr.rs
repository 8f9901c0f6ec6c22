//! Expressions: of a type, and by the generator's reckoning equal over what is asked.

use super::Generator;
use super::model::{Block, Expr};
use super::scope::{Kind, Level, MemoryKind, Ty, Var};

/// An expression and over what it is equal.
pub(super) type Made = (Expr, Level);

impl Generator {
    /// An expression of the type that is equal over `need`; `depth` says how deep it may be.
    pub(super) fn expr(&mut self, ty: Ty, need: Level, depth: u32) -> Made {
        let need = self.need(need);
        for _ in 0..8 {
            if let Some(made) = self.attempt(ty, need, depth)
                && made.1.covers(need)
            {
                return made;
            }
        }
        match ty {
            Ty::Bool if depth > 0 => self.comparison(need, 0),
            _ => (self.literal(ty), Level::EVERYWHERE),
        }
    }

    fn attempt(&mut self, ty: Ty, need: Level, depth: u32) -> Option<Made> {
        if depth == 0 {
            return self.leaf(ty, need);
        }
        let choices: &[(u32, u32)] = &[
            (40, 0),
            (30, 1),
            (5, 2),
            (2, 3),
            (14, 4),
            (6, 5),
            (2, 6),
            (2, 7),
        ];
        match self.rng.weighted(choices) {
            0 => self.leaf(ty, need),
            1 => self.operation(ty, need, depth - 1),
            2 => Some(self.if_value(ty, need, depth - 1)),
            3 => Some(self.match_value(ty, need, depth - 1)),
            4 => self.collective(ty, need, depth - 1),
            5 => self.call_value(ty, need, depth - 1),
            7 if self.rng.percent(40) => self.claim(ty, need, depth - 1),
            _ => Some(self.block_value(ty, need, depth - 1)),
        }
    }

    pub(super) fn literal(&mut self, ty: Ty) -> Expr {
        match ty {
            Ty::Bool => Expr::word(if self.rng.percent(50) {
                "true"
            } else {
                "false"
            }),
            Ty::U32 => Expr::word(format!("{}u32", self.small())),
            Ty::Usize => Expr::word(format!("{}usize", self.small())),
            Ty::F32 => Expr::word(format!("{}.0f32", self.small())),
            Ty::Pair => Expr::Struct(
                "Pair",
                vec![
                    ("key", self.literal(Ty::U32)),
                    ("hit", self.literal(Ty::Bool)),
                ],
            ),
            Ty::Two => Expr::Tuple(vec![self.literal(Ty::U32), self.literal(Ty::Bool)]),
            Ty::Four => Expr::Array((0..4).map(|_| self.literal(Ty::U32)).collect()),
        }
    }

    fn small(&mut self) -> usize {
        match self.rng.below(8) {
            0 => self.rng.below(100),
            1 => *self.rng.pick(&[15, 16, 31, 32, 64]),
            _ => self.rng.below(5),
        }
    }

    /// What is there: variables and their fields, questions to groups, loads.
    fn leaf(&mut self, ty: Ty, need: Level) -> Option<Made> {
        match self.rng.weighted(&[(50, 0), (6, 1), (25, 2), (19, 3)]) {
            0 => self.variable(ty, need),
            _ if ty == Ty::Bool => Some(self.comparison(need, 0)),
            1 => Some((self.literal(ty), Level::EVERYWHERE)),
            2 => self.question(ty, need),
            _ => self.load(ty, need),
        }
    }

    /// No mere literal, as far as that can be had: conditions are to come out both ways.
    fn solid(&mut self, ty: Ty, need: Level, depth: u32) -> Made {
        for _ in 0..6 {
            let made = match ty {
                Ty::U32 | Ty::Usize if depth == 0 || self.rng.percent(50) => {
                    match self.rng.below(4) {
                        0 => self.question(ty, need),
                        1 => self.load(ty, need),
                        _ => self.variable(ty, need),
                    }
                }
                _ => self.attempt(ty, need, depth),
            };
            if let Some(made) = made
                && made.1.covers(need)
                && !matches!(&made.0, Expr::Word(word) if word.starts_with(|c: char| c.is_ascii_digit()))
            {
                return made;
            }
        }
        self.expr(ty, need, depth)
    }

    /// `a < b`
    fn comparison(&mut self, need: Level, depth: u32) -> Made {
        let of = *self.rng.pick(&[Ty::U32, Ty::U32, Ty::Usize]);
        let op = *self.rng.pick(&["==", "!=", "<", "<=", ">", ">="]);
        let (left, level) = self.solid(of, need, depth);
        let (right, other) = if self.rng.percent(75) {
            (self.literal(of), Level::EVERYWHERE)
        } else {
            self.solid(of, need, depth)
        };
        (Expr::binary(op, left, right), level.meet(other))
    }

    /// A variable of the type, or a part of one.
    fn variable(&mut self, ty: Ty, need: Level) -> Option<Made> {
        let mut found: Vec<Made> = Vec::new();
        for var in &self.scope.vars {
            let name = read(var);
            if var.ty == ty {
                found.push((name.clone(), var.level()));
            }
            match (var.ty, ty) {
                (Ty::Pair, Ty::U32) => found.push((name.field("key"), var.levels[0])),
                (Ty::Pair, Ty::Bool) => found.push((name.field("hit"), var.levels[1])),
                (Ty::Two, Ty::U32) => found.push((name.field("0"), var.levels[0])),
                (Ty::Two, Ty::Bool) => found.push((name.field("1"), var.levels[1])),
                (Ty::U32, Ty::Usize) => found.push((name.cast("usize"), var.level())),
                (Ty::Usize, Ty::U32) => found.push((name.cast("u32"), var.level())),
                _ => {}
            }
        }
        found.retain(|(_, level)| level.covers(need));
        if found.is_empty() {
            return None;
        }
        // The last ones are those that the program is about.
        let at = found.len() - 1 - self.rng.below(found.len()).min(self.rng.below(found.len()));
        Some(found.swap_remove(at))
    }

    /// Something asked of a group that needs nobody else.
    fn question(&mut self, ty: Ty, need: Level) -> Option<Made> {
        if !matches!(ty, Ty::U32 | Ty::Usize) || self.scope.groups.is_empty() {
            return None;
        }
        let at = self.rng.below(self.scope.groups.len());
        let group = self.scope.groups[at].clone();
        let name = Expr::word(group.name.clone());
        let ask = |method: &str| name.clone().method(method, vec![]);
        let block = Level::over(Level::BLOCK);
        let made = match (group.kind, self.rng.below(5)) {
            (_, 0 | 1) => (ask("thread_rank"), Level::VARYING),
            (Kind::Grid | Kind::Cooperative, 2) => (ask("num_blocks"), Level::EVERYWHERE),
            (Kind::Grid | Kind::Cooperative, 3) => (ask("block_rank"), block),
            (Kind::Grid | Kind::Cooperative, _) => (ask("block_index").field("x"), block),
            (Kind::Block, 2) => (ask("group_index").field("x"), block),
            (Kind::Block, 3) => (ask("thread_index").field("x"), Level::VARYING),
            (Kind::Block, _) => (ask("num_threads"), Level::EVERYWHERE),
            (Kind::Tile(size), 2 | 3) => (ask("meta_group_rank"), Level::over(size)),
            (Kind::Tile(_), _) => (ask("meta_group_size"), Level::EVERYWHERE),
            (Kind::Sized, 2) => (ask("meta_group_rank"), group.level()),
            (Kind::Sized, 3) => (Expr::word("N"), group.level()),
            (Kind::Coalesced | Kind::Generic | Kind::Sized | Kind::Wide, _) => {
                (ask("num_threads"), group.level())
            }
        };
        if !made.1.covers(need) {
            return None;
        }
        let (expr, level) = made;
        Some((
            if ty == Ty::U32 {
                expr.cast("u32")
            } else {
                expr
            },
            level,
        ))
    }

    /// A read of memory.
    fn load(&mut self, ty: Ty, need: Level) -> Option<Made> {
        if ty != Ty::U32 || self.scope.memory.is_empty() {
            return None;
        }
        let at = self.rng.below(self.scope.memory.len());
        let memory = self.scope.memory[at].clone();
        match memory.kind {
            MemoryKind::ReadOnly => {
                if self.rng.percent(10) {
                    let len = Expr::word(memory.name).method("len", vec![]).cast("u32");
                    return Some((len, Level::EVERYWHERE));
                }
                let (index, level) = self.expr(Ty::Usize, need, 1);
                Some((self.element(&memory.name, index), level))
            }
            _ if need != Level::VARYING => None,
            MemoryKind::Writable | MemoryKind::View => {
                let (index, _) = self.expr(Ty::Usize, Level::VARYING, 1);
                Some((self.element(&memory.name, index), Level::VARYING))
            }
            MemoryKind::Atomics => {
                let (index, _) = self.expr(Ty::Usize, Level::VARYING, 1);
                let cell = self.element(&memory.name, index);
                let (method, args) = match self.rng.below(3) {
                    0 => ("load", vec![]),
                    1 => ("fetch_add", vec![Expr::word("1u32")]),
                    _ => ("fetch_xor", vec![self.literal(Ty::U32)]),
                };
                let args = args.into_iter().chain([Expr::word("Relaxed")]).collect();
                Some((cell.method(method, args), Level::VARYING))
            }
        }
    }

    /// Made of other values.
    fn operation(&mut self, ty: Ty, need: Level, depth: u32) -> Option<Made> {
        let mut level = Level::EVERYWHERE;
        let mut operand = |generator: &mut Generator, ty: Ty| {
            let (expr, one) = generator.expr(ty, need, depth);
            level = level.meet(one);
            expr
        };
        let made = match ty {
            Ty::U32 => match self.rng.below(8) {
                0..=3 => {
                    let op = *self.rng.pick(&["+", "-", "*", "&", "|", "^"]);
                    let left = operand(self, Ty::U32);
                    Expr::binary(op, left, operand(self, Ty::U32))
                }
                4 => {
                    let by = self
                        .rng
                        .pick(&["2u32", "3u32", "4u32", "32u32"])
                        .to_string();
                    let op = *self.rng.pick(&["%", "/", ">>", "<<"]);
                    Expr::binary(op, operand(self, Ty::U32), Expr::word(by))
                }
                5 => {
                    let method = *self.rng.pick(&["min", "max"]);
                    let left = operand(self, Ty::U32);
                    left.method(method, vec![operand(self, Ty::U32)])
                }
                6 => {
                    let method = *self.rng.pick(&["count_ones", "trailing_zeros"]);
                    operand(self, Ty::U32).method(method, vec![])
                }
                _ => operand(self, Ty::Bool).cast("u32"),
            },
            Ty::Usize => match self.rng.below(3) {
                0 => operand(self, Ty::U32).cast("usize"),
                1 => {
                    let by = self.rng.pick(&["2usize", "8usize", "32usize"]).to_string();
                    let op = *self.rng.pick(&["%", "/"]);
                    Expr::binary(op, operand(self, Ty::Usize), Expr::word(by))
                }
                _ => {
                    let left = operand(self, Ty::Usize);
                    Expr::binary("+", left, operand(self, Ty::Usize))
                }
            },
            Ty::Bool => match self.rng.below(8) {
                0..=3 => return Some(self.comparison(need, depth)),
                4 => operand(self, Ty::Bool).negated(),
                5 => {
                    let op = *self.rng.pick(&["&", "|", "^", "=="]);
                    let left = operand(self, Ty::Bool);
                    Expr::binary(op, left, operand(self, Ty::Bool))
                }
                6 => return Some(self.lazy(need, depth)),
                _ => {
                    let left = operand(self, Ty::F32);
                    Expr::binary("<", left, operand(self, Ty::F32))
                }
            },
            Ty::F32 => match self.rng.below(3) {
                0 | 1 => operand(self, Ty::U32).cast("f32"),
                _ => {
                    let op = *self.rng.pick(&["+", "*"]);
                    let left = operand(self, Ty::F32);
                    Expr::binary(op, left, operand(self, Ty::F32))
                }
            },
            Ty::Pair => {
                let key = operand(self, Ty::U32);
                Expr::Struct("Pair", vec![("key", key), ("hit", operand(self, Ty::Bool))])
            }
            Ty::Two => {
                let first = operand(self, Ty::U32);
                Expr::Tuple(vec![first, operand(self, Ty::Bool)])
            }
            Ty::Four => {
                let parts = (0..4).map(|_| operand(self, Ty::U32)).collect();
                Expr::Array(parts)
            }
        };
        Some((made, level))
    }

    /// `a && b`, `a || b`: the right side under the left.
    fn lazy(&mut self, need: Level, depth: u32) -> Made {
        let op = *self.rng.pick(&["&&", "||"]);
        let (left, left_level) = self.expr(Ty::Bool, need, depth);
        let (right, right_level) = self.under(left_level, |generator| {
            generator.expr(Ty::Bool, need, depth)
        });
        (Expr::binary(op, left, right), left_level.meet(right_level))
    }

    fn if_value(&mut self, ty: Ty, need: Level, depth: u32) -> Made {
        let (cond, level) = self.expr(Ty::Bool, need, depth.min(1));
        let (then, a) = self.under(level, |generator| generator.branch_value(ty, need, depth));
        let (otherwise, b) = self.under(level, |generator| generator.branch_value(ty, need, depth));
        (
            Expr::If(Box::new(cond), then, otherwise),
            level.meet(a).meet(b),
        )
    }

    /// A branch that gives a value, and at times does something before.
    fn branch_value(&mut self, ty: Ty, need: Level, depth: u32) -> (Block, Level) {
        let mut stmts = Vec::new();
        match self.rng.below(24) {
            0..3 => {
                self.assign(&mut stmts);
            }
            3 => self.jump_perhaps(&mut stmts),
            _ => {}
        }
        let (value, level) = self.expr(ty, need, depth);
        let block = Block {
            stmts,
            value: Some(Box::new(value)),
        };
        (block, level)
    }

    fn match_value(&mut self, ty: Ty, need: Level, depth: u32) -> Made {
        let (of, level) = self.expr(Ty::U32, need, depth.min(1));
        let of = Expr::binary("%", of, Expr::word("4u32"));
        let mut all = level;
        let mut arms = Vec::new();
        for pat in ["0u32", "1u32 | 2u32", "_"] {
            if pat != "_" && self.rng.percent(30) {
                continue;
            }
            let (value, one) = self.under(level, |generator| generator.expr(ty, need, depth));
            all = all.meet(one);
            arms.push((pat.to_string(), value));
        }
        (Expr::Match(Box::new(of), arms), all)
    }

    /// A block with a statement of its own.
    fn block_value(&mut self, ty: Ty, need: Level, depth: u32) -> Made {
        let mut stmts = Vec::new();
        let vars = self.scope.vars.len();
        let groups = self.scope.groups.len();
        if self.rng.percent(20) {
            self.jump_perhaps(&mut stmts);
        } else if !self.rng.percent(40) || !self.assign(&mut stmts) {
            self.let_(&mut stmts, depth);
        }
        let (value, level) = self.expr(ty, need, depth);
        self.scope.vars.truncate(vars);
        self.scope.groups.truncate(groups);
        let block = Block {
            stmts,
            value: Some(Box::new(value)),
        };
        (Expr::Block(block), level)
    }

    /// Makes something that is executed under a condition of this level.
    pub(super) fn under<T>(&mut self, level: Level, make: impl FnOnce(&mut Generator) -> T) -> T {
        let before = self.scope.gates;
        let vars = self.scope.vars.clone();
        self.scope.gates = before.meet(level);
        let made = make(self);
        self.scope.gates = before;
        // What it assigned was assigned by some.
        for (var, old) in self.scope.vars.iter_mut().zip(&vars) {
            if var.assigned != old.assigned {
                var.weaken(level);
                for (one, other) in var.levels.iter_mut().zip(&old.levels) {
                    *one = one.meet(*other);
                }
            }
        }
        made
    }
}

/// A variable as a value.
pub(super) fn read(var: &Var) -> Expr {
    let name = Expr::word(var.name.clone());
    if var.lent {
        Expr::Unary("*", Box::new(name))
    } else {
        name
    }
}
