//! Makes up programs.
//!
//! | file | what it makes |
//! |---|---|
//! | `model`, `print` | the tree of a program, and its text |
//! | `scope` | what is known of a place in it |
//! | here | kernels, device functions, their parameters |
//! | `expr` | expressions |
//! | `stmt` | statements without control |
//! | `control` | branches, loops, jumps |
//! | `groups` | collectives, partitions, calls with groups |
//! | `barriers` | barriers in two steps |
//! | `probe` | a step over the line |

mod barriers;
mod control;
mod expr;
mod groups;
pub mod model;
pub mod print;
mod probe;
mod scope;
mod stmt;

use self::model::{Block, Expr, Function, Param, Program, Stmt};
use self::scope::{GroupVar, Kind, Level, MemoryKind, MemoryVar, Scope, Ty, Var};
use crate::rng::Rng;

/// The program of a seed.
pub fn program(seed: u64) -> Program {
    let mut rng = Rng::new(seed);
    // Some programs keep to the rules as far as the generator knows them, most step over the line once, some
    // stray all the time.
    let (stray, probes) = rng.weighted(&[
        (12, (0, 0)),
        (35, (0, 1)),
        (25, (0, 2)),
        (10, (6, 1)),
        (10, (12, 1)),
        (8, (25, 0)),
    ]);
    let mut generator = Generator {
        rng,
        stray,
        probes,
        names: 0,
        budget: 0,
        depth: 0,
        functions: Vec::new(),
        scope: Scope::new(),
        ret: None,
        kernel: false,
    };
    let mut functions = Vec::new();
    for index in 0..generator.rng.weighted(&[(30, 0), (38, 1), (24, 2), (8, 3)]) {
        // The kernel is to have some left.
        let left = match generator.rng.percent(65) {
            true => std::mem::take(&mut generator.probes),
            false => 0,
        };
        functions.push(generator.device_fn(index));
        generator.probes += left;
    }
    functions.push(generator.kernel());
    Program { functions }
}

/// The text of the program of a seed.
pub fn source(seed: u64) -> String {
    print::program(&program(seed))
}

struct Generator {
    rng: Rng,
    /// How often out of a hundred times it does not care for convergence.
    stray: u32,
    /// How often it is yet to step over the line.
    probes: u32,
    /// How many names were given out.
    names: u32,
    /// How many statements are left to be made.
    budget: i32,
    /// How deep in blocks.
    depth: u32,
    /// The device functions so far.
    functions: Vec<Signature>,
    scope: Scope,
    /// What the function gives, and what that must be equal over.
    ret: Option<(Ty, Level)>,
    /// Whether it is the kernel that is made.
    kernel: bool,
}

/// A device function, for its callers.
#[derive(Clone)]
struct Signature {
    name: String,
    params: Vec<ParamTy>,
    ret: Option<Ty>,
    /// The parameter whose group gets the same result in all its threads.
    ret_uniform: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ParamTy {
    Value(Ty),
    /// The same in all threads of the group that the parameter of this index brings.
    Uniform(Ty, usize),
    /// `&mut u32`
    Lent,
    Group(Kind),
    Memory(MemoryKind),
}

impl Generator {
    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// Whether not to care, this time.
    fn strays(&mut self) -> bool {
        self.rng.percent(self.stray)
    }

    /// What a value must be equal over; now and then nothing is asked.
    fn need(&mut self, need: Level) -> Level {
        if self.strays() { Level::VARYING } else { need }
    }

    fn kernel(&mut self) -> Function {
        self.scope = Scope::new();
        self.scope.entry = Level::over(Level::GRID);
        self.scope.entry.made = 0;
        self.kernel = true;
        self.ret = None;
        let mut params = Vec::new();
        let mut param = |name: &str, ty: &str| {
            params.push(Param {
                name: name.to_string(),
                ty: ty.to_string(),
                shared: false,
            });
        };
        match self.rng.weighted(&[(35, 0), (45, 1), (20, 2)]) {
            0 => {
                param("grid", "Grid");
                self.bring("grid", Kind::Grid, false);
            }
            1 => {
                param("grid", "CooperativeGrid");
                self.bring("grid", Kind::Cooperative, false);
            }
            _ => {}
        }
        param("mut block", "ThreadBlock");
        self.bring("block", Kind::Block, false);
        if self.rng.percent(30) {
            let size = *self.rng.pick(&[32, 16, 4]);
            param("tile", &format!("ThreadBlockTile<{size}>"));
            self.bring("tile", Kind::Tile(size), false);
        }
        for (name, ty) in [("n", Ty::U32), ("k", Ty::Usize), ("flag", Ty::Bool)] {
            if self.rng.percent(70) {
                param(name, ty.name());
                self.var(name, ty, false, Level::EVERYWHERE);
            }
        }
        for (name, kind, ty) in [
            ("x", MemoryKind::ReadOnly, "&[u32]"),
            ("y", MemoryKind::ReadOnly, "&[u32]"),
            ("out", MemoryKind::Writable, "&mut [u32]"),
            ("count", MemoryKind::Atomics, "&[Atomic<u32>]"),
        ] {
            if self.rng.percent(70) {
                param(name, ty);
                self.memory(name, kind);
            }
        }
        if self.rng.percent(25) {
            params.push(Param {
                name: "buf".to_string(),
                ty: "&mut [u32]".to_string(),
                shared: true,
            });
            self.memory("buf", MemoryKind::Writable);
        }
        self.budget = 10 + self.rng.below(30) as i32;
        let body = self.body();
        Function {
            name: "kernel".to_string(),
            kernel: true,
            generics: String::new(),
            params,
            ret: None,
            body,
        }
    }

    fn device_fn(&mut self, index: usize) -> Function {
        self.scope = Scope::new();
        self.kernel = false;
        let name = format!("f{index}");
        let mut signature = Signature {
            name: name.clone(),
            params: Vec::new(),
            ret: match self.rng.below(4) {
                0 => None,
                1 => Some(Ty::Bool),
                _ => Some(Ty::U32),
            },
            ret_uniform: None,
        };
        let mut params = Vec::new();
        let generics = self.group_params(&mut signature, &mut params);
        self.value_params(&mut signature, &mut params);
        let groups = self.scope.groups.len();
        if groups > 0 && signature.ret.is_some() && self.rng.percent(45) {
            signature.ret_uniform = Some(self.rng.below(groups));
        }
        let agreed = signature
            .ret_uniform
            .map_or(Level::VARYING, |at| self.scope.groups[at].level());
        self.ret = signature.ret.map(|ty| (ty, agreed));
        self.budget = 3 + self.rng.below(9) as i32;
        let ret = signature.ret.map(|ty| match signature.ret_uniform {
            Some(at) => format!("Uniform<{}, {}>", self.group_ty(at), ty.name()),
            None => ty.name().to_string(),
        });
        let body = self.body();
        self.functions.push(signature);
        Function {
            name,
            kernel: false,
            generics: generics.to_string(),
            params,
            ret,
            body,
        }
    }

    /// The groups that a device function takes, first of its parameters.
    fn group_params(&mut self, signature: &mut Signature, params: &mut Vec<Param>) -> &'static str {
        let mut generics = "";
        let groups = self.rng.weighted(&[(12, 0), (66, 1), (22, 2)]);
        for _ in 0..groups {
            let kind = self.rng.weighted(&[
                (20, Kind::Block),
                (26, Kind::Tile(32)),
                (12, Kind::Tile(16)),
                (5, Kind::Tile(4)),
                (20, Kind::Generic),
                (12, Kind::Wide),
                (10, Kind::Sized),
                (15, Kind::Coalesced),
                (5, Kind::Cooperative),
            ]);
            let generic = matches!(kind, Kind::Generic | Kind::Sized | Kind::Wide);
            if signature.params.contains(&ParamTy::Group(kind)) || generic && !generics.is_empty() {
                continue;
            }
            match kind {
                Kind::Generic => {
                    generics =
                        "G: Barrier + Shuffle + Vote + Ballot + Reduce + Scan + Match + Partition";
                }
                Kind::Wide => generics = "G: Barrier + Vote + Reduce",
                Kind::Sized => generics = "const N: usize",
                _ => {}
            }
            let name = self.name("g");
            self.bring(&name, kind, true);
            signature.params.push(ParamTy::Group(kind));
            params.push(Param {
                name,
                ty: format!("&{}", self.group_ty(self.scope.groups.len() - 1)),
                shared: false,
            });
        }
        generics
    }

    /// The type of a group, as it is written.
    fn group_ty(&self, at: usize) -> String {
        match self.scope.groups[at].kind {
            Kind::Grid => "Grid".to_string(),
            Kind::Cooperative => "CooperativeGrid".to_string(),
            Kind::Block => "ThreadBlock".to_string(),
            Kind::Tile(size) => format!("ThreadBlockTile<{size}>"),
            Kind::Coalesced => "CoalescedGroup".to_string(),
            Kind::Generic | Kind::Wide => "G".to_string(),
            Kind::Sized => "ThreadBlockTile<N>".to_string(),
        }
    }

    fn value_params(&mut self, signature: &mut Signature, params: &mut Vec<Param>) {
        let groups = self.scope.groups.len();
        for _ in 0..self.rng.below(4) {
            let choice = self.rng.weighted(&[
                (40, ParamTy::Value(Ty::U32)),
                (15, ParamTy::Value(Ty::Bool)),
                (8, ParamTy::Value(Ty::Pair)),
                (12, ParamTy::Lent),
                (15, ParamTy::Memory(MemoryKind::View)),
                (10, ParamTy::Memory(MemoryKind::Writable)),
            ]);
            let choice = match choice {
                ParamTy::Value(ty) if groups > 0 && self.rng.percent(50) => {
                    ParamTy::Uniform(ty, self.rng.below(groups))
                }
                choice => choice,
            };
            let name = self.name("p");
            let ty = match choice {
                ParamTy::Value(ty) => {
                    self.var(&name, ty, false, Level::VARYING);
                    ty.name().to_string()
                }
                ParamTy::Uniform(ty, at) => {
                    let level = self.scope.groups[at].result();
                    self.var(&name, ty, false, level);
                    format!("Uniform<{}, {}>", self.group_ty(at), ty.name())
                }
                ParamTy::Lent => {
                    self.var(&name, Ty::U32, true, Level::VARYING);
                    if let Some(var) = self.scope.vars.last_mut() {
                        var.lent = true;
                    }
                    "&mut u32".to_string()
                }
                ParamTy::Memory(kind) => {
                    self.memory(&name, kind);
                    match kind {
                        MemoryKind::ReadOnly | MemoryKind::View => "&[u32]",
                        MemoryKind::Writable => "&mut [u32]",
                        MemoryKind::Atomics => "&[Atomic<u32>]",
                    }
                    .to_string()
                }
                ParamTy::Group(_) => unreachable!("not among the choices"),
            };
            signature.params.push(choice);
            params.push(Param {
                name,
                ty,
                shared: false,
            });
        }
    }

    /// The body of a function whose parameters are in scope.
    fn body(&mut self) -> Block {
        self.depth = 0;
        let mut stmts = Vec::new();
        while self.budget > 0 {
            self.stmt(&mut stmts);
        }
        if self.probes > 0 && !self.scope.vars.is_empty() {
            self.probe(&mut stmts);
        }
        if self.kernel {
            self.call_all(&mut stmts);
        }
        self.uses(&mut stmts);
        let value = self.ret.map(|(ty, need)| Box::new(self.result(ty, need)));
        Block { stmts, value }
    }

    /// What the function gives at its end; at times not what its signature says.
    fn result(&mut self, ty: Ty, need: Level) -> Expr {
        let probes = need != Level::VARYING && !self.scope.vars.is_empty() && self.rng.percent(15);
        match ty {
            Ty::U32 if probes => self.of_a_variable(ty).0,
            Ty::Bool if probes => self.by_a_variable(),
            _ => self.expr(ty, need, 2).0,
        }
    }

    /// Calls each function once more; some have not been called yet.
    fn call_all(&mut self, stmts: &mut Vec<Stmt>) {
        for at in 0..self.functions.len() {
            let signature = self.functions[at].clone();
            self.provide(stmts, &signature);
            self.call_of(stmts, &signature.name);
        }
    }

    /// Something is done with what was computed.
    fn uses(&mut self, stmts: &mut Vec<Stmt>) {
        let writable: Vec<_> = self
            .scope
            .memory
            .iter()
            .filter(|memory| memory.kind == MemoryKind::Writable)
            .cloned()
            .collect();
        for memory in writable {
            let (value, _) = self.expr(Ty::U32, Level::VARYING, 2);
            let place = self.element(&memory.name, Expr::word("0usize"));
            stmts.push(Stmt::Assign(place, value));
        }
    }

    fn bring(&mut self, name: &str, kind: Kind, reference: bool) {
        let on_the_way = matches!(
            kind,
            Kind::Coalesced | Kind::Generic | Kind::Sized | Kind::Wide
        );
        let made = on_the_way.then(|| self.make());
        let group = GroupVar {
            name: name.to_string(),
            kind,
            reference,
            made,
        };
        let level = group.level();
        self.scope.entry = Level {
            span: self.scope.entry.span.max(level.span),
            made: self.scope.entry.made | level.made,
        };
        self.scope.groups.push(group);
    }

    /// The bit of a group that is made here, of those that come by.
    fn make(&mut self) -> u32 {
        // More groups than bits share one, which the reckoning does not mind.
        let bit = self.scope.made % 64;
        self.scope.made += 1;
        self.scope.entry.made |= 1 << bit;
        self.scope.gates.made |= 1 << bit;
        self.scope.left.made |= 1 << bit;
        for one in &mut self.scope.loops {
            one.left.made |= 1 << bit;
            one.next.made |= 1 << bit;
        }
        bit
    }

    fn var(&mut self, name: &str, ty: Ty, mutable: bool, level: Level) {
        let var = Var::new(name.to_string(), ty, mutable, level);
        self.scope.vars.push(var);
    }

    fn memory(&mut self, name: &str, kind: MemoryKind) {
        self.scope.memory.push(MemoryVar {
            name: name.to_string(),
            kind,
        });
    }

    /// `memory[index % memory.len()]`
    fn element(&mut self, memory: &str, index: Expr) -> Expr {
        let memory = Expr::word(memory);
        let len = memory.clone().method("len", vec![]);
        memory.index(Expr::binary("%", index, len))
    }
}
