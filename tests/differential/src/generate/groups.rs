//! Collectives, partitions, groups of those that are there, and calls with groups.

use super::expr::Made;
use super::model::{Block, Expr, Stmt};
use super::scope::{GroupVar, Kind, Level, MemoryKind, Ty, Var};
use super::{Generator, ParamTy, Signature};

impl Generator {
    /// A group for a collective: one that is whole, unless it strays.
    pub(super) fn a_group(&mut self, fits: impl Fn(&GroupVar) -> bool) -> Option<GroupVar> {
        let careful = !self.strays();
        let found: Vec<_> = self
            .scope
            .groups
            .iter()
            .filter(|group| fits(group) && (!careful || self.scope.is_whole(group)))
            .cloned()
            .collect();
        if found.is_empty() {
            return None;
        }
        Some(self.rng.pick(&found).clone())
    }

    /// A collective that gives a value of the type.
    pub(super) fn collective(&mut self, ty: Ty, need: Level, depth: u32) -> Option<Made> {
        let wide = self.need(need);
        if ty != Ty::Four && self.rng.percent(15) {
            return self.of_one(ty, wide, depth);
        }
        let group = self.a_group(|group| group.reduces() && group.result().covers(wide))?;
        let of = Expr::word(group.name.clone());
        let result = group.result();
        Some(match ty {
            Ty::Bool if self.rng.percent(80) || !group.exchanges() => {
                let (predicate, _) = self.expr(Ty::Bool, Level::VARYING, depth);
                let method = *self.rng.pick(&["any", "all"]);
                (of.method(method, vec![predicate]), result)
            }
            Ty::U32 if group.exchanges() && self.rng.percent(30) => {
                let asked = self.rng.below(4);
                if asked >= 2 {
                    let (predicate, _) = self.expr(Ty::Bool, Level::VARYING, depth);
                    return Some((of.method("ballot", vec![predicate]), result));
                }
                let (label, _) = self.expr(Ty::U32, Level::VARYING, depth);
                match asked {
                    0 => (of.method("match_all", vec![label]), result),
                    _ => (of.method("match_any", vec![label]), Level::VARYING),
                }
            }
            Ty::U32 | Ty::Usize | Ty::F32 if self.rng.percent(55) || !group.exchanges() => {
                let (value, _) = self.expr(ty, Level::VARYING, depth);
                let operators: &[&str] = match ty {
                    Ty::F32 => &["Plus", "Min", "Max"],
                    _ => &["Plus", "Min", "Max", "BitAnd", "BitOr", "BitXor"],
                };
                let operator = Expr::word(*self.rng.pick(operators));
                let (method, level) = match self.rng.below(6) {
                    0 if group.exchanges() => ("inclusive_scan", Level::VARYING),
                    1 if group.exchanges() => ("exclusive_scan", Level::VARYING),
                    _ => ("reduce", result),
                };
                (of.method(method, vec![value, operator]), level)
            }
            // Arrays are more than a shuffle carries, at times.
            Ty::Four => return None,
            _ if group.exchanges() => self.shuffle(&group, ty, need, depth),
            _ => return None,
        })
    }

    /// What one thread of a group knows, given to all.
    fn of_one(&mut self, ty: Ty, need: Level, depth: u32) -> Option<Made> {
        let group = self.a_group(|group| group.has_barrier() && group.result().covers(need))?;
        let of = Expr::word(group.name.clone());
        let result = group.result();
        match self.rng.below(3) {
            0 => {
                let (value, _) = self.expr(ty, Level::VARYING, depth);
                let (rank, _) = self.expr(Ty::Usize, group.level(), depth.min(1));
                // A constant rank must be one of the group's.
                let size = of.clone().method("num_threads", vec![]);
                let rank = Expr::binary("%", rank, size);
                Some((of.method("broadcast", vec![value, rank]), result))
            }
            1 if ty == Ty::U32 => {
                let found: Vec<_> = self
                    .scope
                    .memory
                    .iter()
                    .filter(|memory| memory.kind != MemoryKind::Atomics)
                    .map(|memory| memory.name.clone())
                    .collect();
                if found.is_empty() {
                    return None;
                }
                let name = self.rng.pick(&found).clone();
                let (index, _) = self.expr(Ty::Usize, Level::VARYING, depth.min(1));
                let place = self.element(&name, index);
                let place = Expr::Unary("&", Box::new(place));
                Some((of.method("load_uniform", vec![place]), result))
            }
            _ => {
                let (value, _) = self.alone(|generator| generator.expr(ty, Level::VARYING, depth));
                let closure = Expr::Closure(Box::new(value));
                Some((of.method("invoke_one_broadcast", vec![closure]), result))
            }
        }
    }

    /// `unsafe { assume_uniform(&group, value, "reason") }` of a value that looks as if it varied.
    pub(super) fn claim(&mut self, ty: Ty, need: Level, depth: u32) -> Option<Made> {
        if !matches!(ty, Ty::U32 | Ty::Bool) {
            return None;
        }
        let group = self.a_group(|group| group.has_barrier() && group.result().covers(need))?;
        let (varying, _) = self.expr(ty, Level::VARYING, depth);
        let (equal, _) = self.expr(ty, group.level(), depth.min(1));
        let nothing = match ty {
            Ty::Bool => "false",
            _ => "0u32",
        };
        let nothing = Expr::binary("&", varying, Expr::word(nothing));
        let name = Expr::word(group.name.clone());
        let name = match group.reference {
            true => name,
            false => Expr::Unary("&", Box::new(name)),
        };
        let args = vec![
            name,
            Expr::binary("|", nothing, equal),
            Expr::word("\"the first part is nothing\""),
        ];
        let call = Expr::Call("assume_uniform".to_string(), args);
        Some((Expr::Unsafe(Box::new(call)), group.result()))
    }

    /// Makes what only one thread executes, nobody knows which.
    pub(super) fn alone<T>(&mut self, make: impl FnOnce(&mut Generator) -> T) -> T {
        // No jump leaves a closure.
        let held = self.scope.held.replace(self.scope.loops.len());
        let made = self.under(Level::VARYING, make);
        self.scope.held = held;
        made
    }

    /// `group.invoke_one(|| { … });`
    pub(super) fn invoke_one(&mut self, stmts: &mut Vec<Stmt>) -> bool {
        let Some(group) = self.a_group(GroupVar::has_barrier) else {
            return false;
        };
        let mut body = Vec::new();
        self.alone(|generator| {
            if !generator.store(&mut body) || generator.rng.percent(30) {
                generator.assign(&mut body);
            }
        });
        if body.is_empty() {
            return false;
        }
        let closure = Expr::Closure(Box::new(Expr::Block(Block::of(body))));
        let of = Expr::word(group.name);
        stmts.push(Stmt::Expr(of.method("invoke_one", vec![closure])));
        true
    }

    /// `let part = group.binary_partition(predicate);`: what the threads of the part agree in is the same
    /// for them from here on, and so is every value that it was made of by a mere copy.
    fn part(&mut self, stmts: &mut Vec<Stmt>) -> bool {
        let Some(parent) = self.a_group(GroupVar::exchanges) else {
            return false;
        };
        let by = *self.rng.pick(&[Ty::Bool, Ty::U32]);
        let vars: Vec<usize> = (0..self.scope.vars.len())
            .filter(|at| self.scope.vars[*at].ty == by && !self.scope.vars[*at].lent)
            .collect();
        let chosen = (!vars.is_empty() && self.rng.percent(75)).then(|| *self.rng.pick(&vars));
        let argument = match chosen {
            Some(at) => Expr::word(self.scope.vars[at].name.clone()),
            None => self.expr(by, Level::VARYING, 2).0,
        };
        let method = match by {
            Ty::Bool => "binary_partition",
            _ => "labeled_partition",
        };
        let name = self.name("c");
        stmts.push(Stmt::Let {
            pat: name.clone(),
            init: Expr::word(parent.name.clone()).method(method, vec![argument]),
        });
        let bit = self.make();
        for (at, var) in self.scope.vars.iter_mut().enumerate() {
            for level in &mut var.levels {
                if chosen == Some(at) || level.covers(parent.level()) {
                    level.made |= 1 << bit;
                }
            }
        }
        self.scope.groups.push(GroupVar {
            name,
            kind: Kind::Coalesced,
            reference: false,
            made: Some(bit),
        });
        true
    }

    fn shuffle(&mut self, group: &GroupVar, ty: Ty, need: Level, depth: u32) -> Made {
        let of = Expr::word(group.name.clone());
        // A value that is equal already stays so; a source that is equal makes it so.
        let by_source = group.result().covers(need) && self.rng.percent(70);
        let (value, value_level) = if by_source {
            self.expr(ty, Level::VARYING, depth)
        } else {
            self.expr(ty, need, depth)
        };
        let asked = if by_source {
            group.level()
        } else {
            Level::VARYING
        };
        let (source, source_level) = self.expr(Ty::Usize, asked, depth.min(1));
        let xor = matches!(group.kind, Kind::Tile(_) | Kind::Sized).then_some("shfl_xor");
        let methods: Vec<&str> = if by_source {
            vec!["shfl"]
        } else {
            ["shfl", "shfl_up", "shfl_down"]
                .into_iter()
                .chain(xor)
                .collect()
        };
        let method = *self.rng.pick(&methods);
        let level = if method == "shfl" && source_level.covers(group.level()) {
            group.result()
        } else {
            value_level
        };
        // A constant lane must be one of the group's, so the source is taken modulo its size.
        let size = of.clone().method("num_threads", vec![]);
        let source = Expr::binary("%", source, size);
        (of.method(method, vec![value, source]), level)
    }

    /// A barrier, or another collective whose value nobody wants.
    pub(super) fn collective_stmt(&mut self, stmts: &mut Vec<Stmt>) -> bool {
        if self.rng.percent(65) {
            let Some(group) = self.a_group(GroupVar::has_barrier) else {
                return false;
            };
            let sync = Expr::word(group.name).method("sync", vec![]);
            stmts.push(Stmt::Expr(sync));
            return true;
        }
        let ty = *self.rng.pick(&[Ty::U32, Ty::Bool, Ty::F32]);
        match self.collective(ty, Level::VARYING, 1) {
            Some((value, level)) => {
                self.bind(stmts, ty, value, level);
                true
            }
            None => false,
        }
    }

    /// `let tile = block.tiled_partition::<16>();`, `let here = coalesced_threads();`, another name for a
    /// group that is a parameter.
    pub(super) fn group_stmt(&mut self, stmts: &mut Vec<Stmt>) -> bool {
        match self.rng.weighted(&[(50, 0), (25, 1), (8, 2), (35, 3)]) {
            3 => return self.part(stmts),
            0 => {
                let parent = self.a_group(|group| match group.kind {
                    Kind::Block => true,
                    Kind::Tile(size) => size > 4,
                    _ => false,
                });
                let Some(parent) = parent else { return false };
                let limit = match parent.kind {
                    Kind::Tile(size) => size,
                    _ => 64,
                };
                let sizes: Vec<u32> = [32, 32, 16, 8, 4]
                    .into_iter()
                    .filter(|size| *size < limit)
                    .collect();
                let size = *self.rng.pick(&sizes);
                self.tile(stmts, &parent.name, size);
            }
            1 => self.coalesced(stmts),
            _ => {
                let found: Vec<_> = self
                    .scope
                    .groups
                    .iter()
                    .filter(|group| group.reference)
                    .cloned()
                    .collect();
                if found.is_empty() {
                    return false;
                }
                let mut group = self.rng.pick(&found).clone();
                let old = Expr::word(group.name);
                group.name = self.name("a");
                stmts.push(Stmt::Let {
                    pat: group.name.clone(),
                    init: old,
                });
                self.scope.groups.push(group);
            }
        }
        true
    }

    /// `let tile = parent.tiled_partition::<16>();`
    fn tile(&mut self, stmts: &mut Vec<Stmt>, parent: &str, size: u32) {
        let name = self.name("t");
        stmts.push(Stmt::Let {
            pat: name.clone(),
            init: Expr::word(parent).method(format!("tiled_partition::<{size}>"), vec![]),
        });
        self.scope.groups.push(GroupVar {
            name,
            kind: Kind::Tile(size),
            reference: false,
            made: None,
        });
    }

    /// `let here = coalesced_threads();`
    pub(super) fn coalesced(&mut self, stmts: &mut Vec<Stmt>) {
        let name = self.name("c");
        stmts.push(Stmt::Let {
            pat: name.clone(),
            init: Expr::Call("coalesced_threads".to_string(), vec![]),
        });
        let made = self.make();
        self.scope.groups.push(GroupVar {
            name,
            kind: Kind::Coalesced,
            reference: false,
            made: Some(made),
        });
    }

    /// A call of a device function that gives the type.
    pub(super) fn call_value(&mut self, ty: Ty, need: Level, depth: u32) -> Option<Made> {
        let varying = need == Level::VARYING;
        let (call, level) = self.call(
            |signature| signature.ret == Some(ty) && (varying || signature.ret_uniform.is_some()),
            depth,
        )?;
        level.covers(need).then_some((call, level))
    }

    /// A call for its effects.
    pub(super) fn call_stmt(&mut self, stmts: &mut Vec<Stmt>) -> bool {
        match self.call(|_| true, 2) {
            Some((call, _)) => {
                stmts.push(Stmt::Expr(call));
                true
            }
            None => false,
        }
    }

    /// What a call of this function needs and is not there.
    pub(super) fn provide(&mut self, stmts: &mut Vec<Stmt>, signature: &Signature) {
        for param in &signature.params {
            match param {
                ParamTy::Group(Kind::Coalesced) if self.rng.percent(40) => self.coalesced(stmts),
                ParamTy::Group(Kind::Tile(size)) if self.rng.percent(70) => {
                    self.tile(stmts, "block", *size);
                }
                ParamTy::Group(Kind::Generic | Kind::Sized) if self.rng.percent(50) => {
                    let size = *self.rng.pick(&[32, 16, 8]);
                    self.tile(stmts, "block", size);
                }
                ParamTy::Lent => {
                    let ty = *self
                        .rng
                        .pick(&[Ty::U32, Ty::U32, Ty::U32, Ty::Pair, Ty::Four]);
                    let (value, level) = self.expr(ty, Level::VARYING, 1);
                    let name = self.name("v");
                    stmts.push(Stmt::Let {
                        pat: format!("mut {name}"),
                        init: value,
                    });
                    self.var(&name, ty, true, level);
                }
                _ => {}
            }
        }
    }

    /// A call of this function, if it can be made here.
    pub(super) fn call_of(&mut self, stmts: &mut Vec<Stmt>, name: &str) {
        if let Some((call, _)) = self.call(|signature| signature.name == name, 2) {
            stmts.push(Stmt::Expr(call));
        }
    }

    fn call(&mut self, fits: impl Fn(&Signature) -> bool, depth: u32) -> Option<Made> {
        let found: Vec<_> = self
            .functions
            .iter()
            .filter(|signature| fits(signature))
            .cloned()
            .collect();
        if found.is_empty() {
            return None;
        }
        let signature = self.rng.pick(&found).clone();
        let mut args = Vec::new();
        // What is lent changes while the call is made, so it is no part of another argument.
        let mut lent: Vec<String> = Vec::new();
        let mut places = Vec::new();
        for param in &signature.params {
            if *param == ParamTy::Lent {
                let (var, place) = self.lendable(&lent)?;
                lent.push(var.name);
                places.push(place);
            }
        }
        let hidden: Vec<_> = self.hide(&lent);
        let mut places = places.into_iter();
        let mut complete = true;
        // The groups that are passed: they stand first.
        let mut passed: Vec<GroupVar> = Vec::new();
        for param in &signature.params {
            args.push(match param {
                ParamTy::Value(ty) => self.expr(*ty, Level::VARYING, depth.min(1)).0,
                ParamTy::Uniform(ty, at) => {
                    let need = passed[*at].level();
                    self.expr(*ty, need, depth.min(1)).0
                }
                ParamTy::Lent => match places.next().expect("one for each parameter") {
                    // `&mut *name` is `name`.
                    Expr::Unary("*", name) => *name,
                    place => Expr::Unary("&mut ", Box::new(place)),
                },
                ParamTy::Group(kind) => match self.argument_group(*kind) {
                    Some(group) => {
                        let name = Expr::word(group.name.clone());
                        let reference = group.reference;
                        passed.push(group);
                        match reference {
                            true => name,
                            false => Expr::Unary("&", Box::new(name)),
                        }
                    }
                    None => {
                        complete = false;
                        break;
                    }
                },
                ParamTy::Memory(kind) => {
                    let found: Vec<_> = self
                        .scope
                        .memory
                        .iter()
                        .filter(|memory| match kind {
                            MemoryKind::View => memory.kind != MemoryKind::Atomics,
                            kind => memory.kind == *kind,
                        })
                        .map(|memory| memory.name.clone())
                        .collect();
                    if found.is_empty() {
                        complete = false;
                        break;
                    }
                    Expr::word(self.rng.pick(&found).clone())
                }
            });
        }
        self.show(hidden);
        if !complete {
            return None;
        }
        for var in &mut self.scope.vars {
            if lent.contains(&var.name) {
                var.set_level(Level::VARYING);
                var.assigned += 1;
            }
        }
        let level = signature
            .ret_uniform
            .map_or(Level::VARYING, |at| passed[at].result());
        Some((Expr::Call(signature.name, args), level))
    }

    fn argument_group(&mut self, kind: Kind) -> Option<GroupVar> {
        self.a_group(|group| match kind {
            Kind::Generic => group.exchanges(),
            Kind::Wide => group.reduces(),
            Kind::Sized => matches!(group.kind, Kind::Tile(_) | Kind::Sized),
            kind => group.kind == kind,
        })
    }

    /// A `u32` of which `&mut` can be taken here: a variable that is not one of `taken`, and the place in
    /// it.
    fn lendable(&mut self, taken: &[String]) -> Option<(Var, Expr)> {
        let found: Vec<Var> = self
            .scope
            .vars
            .iter()
            .filter(|var| var.mutable && matches!(var.ty, Ty::U32 | Ty::Pair | Ty::Four))
            .filter(|var| var.floor == Level::VARYING && !taken.contains(&var.name))
            .cloned()
            .collect();
        if found.is_empty() {
            return None;
        }
        let var = self.rng.pick(&found).clone();
        let name = Expr::word(var.name.clone());
        let place = match var.ty {
            Ty::Pair => name.field("key"),
            Ty::Four => name.index(Expr::word(format!("{}usize", self.rng.below(4)))),
            _ if var.lent => Expr::Unary("*", Box::new(name)),
            _ => name,
        };
        Some((var, place))
    }

    /// Takes variables out of sight; gives them with their places.
    fn hide(&mut self, names: &[String]) -> Vec<(usize, Var)> {
        let mut hidden = Vec::new();
        let mut seen = Vec::new();
        for (at, var) in std::mem::take(&mut self.scope.vars).into_iter().enumerate() {
            if names.contains(&var.name) {
                hidden.push((at, var));
            } else {
                seen.push(var);
            }
        }
        self.scope.vars = seen;
        hidden
    }

    fn show(&mut self, hidden: Vec<(usize, Var)>) {
        for (at, var) in hidden {
            self.scope.vars.insert(at, var);
        }
    }
}
