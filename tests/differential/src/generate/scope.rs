//! What the generator knows of a place in the program it makes: names, and by its own rough reckoning
//! over which groups values are equal and which groups are whole.
//!
//! The reckoning only steers: it makes programs that have a chance to be accepted, and near-misses. What
//! it gets wrong is as good a program as any.

/// The types of the programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ty {
    Bool,
    U32,
    Usize,
    F32,
    /// `struct Pair { key: u32, hit: bool }`
    Pair,
    /// `(u32, bool)`
    Two,
    /// `[u32; 4]`
    Four,
}

impl Ty {
    pub(super) fn name(self) -> &'static str {
        match self {
            Ty::Bool => "bool",
            Ty::U32 => "u32",
            Ty::Usize => "usize",
            Ty::F32 => "f32",
            Ty::Pair => "Pair",
            Ty::Two => "(u32, bool)",
            Ty::Four => "[u32; 4]",
        }
    }

    /// How many parts have a level of their own.
    fn parts(self) -> usize {
        match self {
            Ty::Pair | Ty::Two => 2,
            _ => 1,
        }
    }
}

/// Over which groups something is equal, or which groups are whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Level {
    /// Over aligned tiles of this many threads and smaller ones; [`Level::BLOCK`] and [`Level::GRID`]
    /// stand for those.
    pub(super) span: u32,
    /// Over groups that are made on the way, a bit each.
    pub(super) made: u64,
}

impl Level {
    pub(super) const GRID: u32 = u32::MAX;
    pub(super) const BLOCK: u32 = 1024;
    pub(super) const VARYING: Level = Level { span: 0, made: 0 };
    pub(super) const EVERYWHERE: Level = Level {
        span: Level::GRID,
        made: u64::MAX,
    };

    /// Of a value that is equal over aligned tiles of this many threads. What is equal in a warp is taken
    /// to be equal in what is made of a warp.
    pub(super) fn over(span: u32) -> Level {
        Level {
            span,
            made: if span >= 32 { u64::MAX } else { 0 },
        }
    }

    pub(super) fn meet(self, other: Level) -> Level {
        Level {
            span: self.span.min(other.span),
            made: self.made & other.made,
        }
    }

    pub(super) fn covers(self, other: Level) -> bool {
        self.meet(other) == other
    }
}

#[derive(Clone, Debug)]
pub(super) struct Var {
    pub(super) name: String,
    pub(super) ty: Ty,
    pub(super) mutable: bool,
    /// By part.
    pub(super) levels: Vec<Level>,
    /// What it must stay equal over while a loop goes on that reads it.
    pub(super) floor: Level,
    /// How often it was assigned.
    pub(super) assigned: u32,
    /// A `&mut` parameter: written as `*name`.
    pub(super) lent: bool,
}

impl Var {
    pub(super) fn new(name: String, ty: Ty, mutable: bool, level: Level) -> Var {
        Var {
            name,
            ty,
            mutable,
            levels: vec![level; ty.parts()],
            floor: Level::VARYING,
            assigned: 0,
            lent: false,
        }
    }

    pub(super) fn level(&self) -> Level {
        self.levels
            .iter()
            .fold(Level::EVERYWHERE, |all, one| all.meet(*one))
    }

    pub(super) fn set_level(&mut self, level: Level) {
        self.levels.fill(level);
    }

    pub(super) fn weaken(&mut self, level: Level) {
        for one in &mut self.levels {
            *one = one.meet(level);
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Grid,
    Cooperative,
    Block,
    Tile(u32),
    Coalesced,
    /// A generic parameter with all capabilities that tiles and coalesced groups share.
    Generic,
    /// A tile whose size is a generic parameter.
    Sized,
    /// A generic parameter with what blocks share with those.
    Wide,
}

#[derive(Clone, Debug)]
pub(super) struct GroupVar {
    pub(super) name: String,
    pub(super) kind: Kind,
    /// Whether the name is of a reference.
    pub(super) reference: bool,
    /// The bit of a group that is made on the way.
    pub(super) made: Option<u32>,
}

impl GroupVar {
    /// What must be whole for its collectives.
    pub(super) fn level(&self) -> Level {
        match (self.kind, self.made) {
            (_, Some(bit)) => Level {
                span: 0,
                made: 1 << bit,
            },
            (Kind::Grid | Kind::Cooperative, _) => Level {
                span: Level::GRID,
                made: 0,
            },
            (Kind::Block, _) => Level {
                span: Level::BLOCK,
                made: 0,
            },
            (Kind::Tile(size), _) => Level {
                span: size,
                made: 0,
            },
            (Kind::Coalesced | Kind::Generic | Kind::Sized | Kind::Wide, None) => {
                unreachable!("groups that are made have a bit")
            }
        }
    }

    /// Whether it has votes and reductions.
    pub(super) fn reduces(&self) -> bool {
        self.exchanges() || matches!(self.kind, Kind::Block | Kind::Wide)
    }

    /// Whether it has shuffles, ballots, scans and partitions too.
    pub(super) fn exchanges(&self) -> bool {
        matches!(
            self.kind,
            Kind::Tile(_) | Kind::Coalesced | Kind::Generic | Kind::Sized
        )
    }

    pub(super) fn has_barrier(&self) -> bool {
        self.kind != Kind::Grid
    }

    /// What its collectives give is equal over this.
    pub(super) fn result(&self) -> Level {
        match self.level() {
            Level { span, made: 0 } => Level::over(span),
            made => made,
        }
    }
}

/// Memory that threads share.
#[derive(Clone, Debug)]
pub(super) struct MemoryVar {
    pub(super) name: String,
    pub(super) kind: MemoryKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MemoryKind {
    /// `&[u32]`
    ReadOnly,
    /// `&mut [u32]`
    Writable,
    /// `&[Atomic<u32>]`
    Atomics,
    /// A `&[u32]` of which nobody can tell from its type whether it is written.
    View,
}

#[derive(Clone, Debug)]
pub(super) struct LoopVar {
    pub(super) label: String,
    /// What is whole at the head.
    pub(super) head: Level,
    /// What a `break` of it leaves whole after it… in the rest of its body.
    pub(super) left: Level,
    /// The same for a `continue`, in the rest of the turn.
    pub(super) next: Level,
    /// Whether it is a `loop` that gives a value of this type.
    pub(super) value: Option<Ty>,
    /// Whether it makes one turn only, at whose end it is left.
    pub(super) once: bool,
    /// Whether the label is used.
    pub(super) used: bool,
}

/// All names that are visible, and control.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    pub(super) vars: Vec<Var>,
    pub(super) groups: Vec<GroupVar>,
    pub(super) memory: Vec<MemoryVar>,
    pub(super) loops: Vec<LoopVar>,
    /// Which groups are whole when the function begins, and those made since.
    pub(super) entry: Level,
    /// What the conditions around leave whole.
    pub(super) gates: Level,
    /// What `return`s left whole.
    pub(super) left: Level,
    /// How many groups were made.
    pub(super) made: u32,
    /// Between the two steps of a barrier, how many loops were around when it began: only those inside
    /// may be left.
    pub(super) held: Option<usize>,
}

impl Scope {
    pub(super) fn new() -> Scope {
        Scope {
            vars: Vec::new(),
            groups: Vec::new(),
            memory: Vec::new(),
            loops: Vec::new(),
            entry: Level::VARYING,
            gates: Level::EVERYWHERE,
            left: Level::EVERYWHERE,
            made: 0,
            held: None,
        }
    }

    /// The outermost loop that may be left here, if there is one.
    pub(super) fn outermost(&self) -> Option<usize> {
        let first = self.held.unwrap_or(0);
        (first < self.loops.len()).then_some(first)
    }

    /// Which groups are whole here.
    pub(super) fn here(&self) -> Level {
        self.entry.meet(self.control())
    }

    /// What conditions and jumps leave whole.
    pub(super) fn control(&self) -> Level {
        let jumps = self
            .loops
            .iter()
            .fold(self.left, |all, one| all.meet(one.left).meet(one.next));
        self.gates.meet(jumps)
    }

    pub(super) fn is_whole(&self, group: &GroupVar) -> bool {
        self.here().covers(group.level())
    }
}
