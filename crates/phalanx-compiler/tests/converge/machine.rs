//! A small machine that runs kernels thread by thread, in any order that CUDA allows, and says when a
//! collective is not reached by all threads of its group, or when a value that the analysis calls uniform
//! is not. It knows as much of the language as `random.rs` writes.
//!
//! Every thread is a future; a collective is where it waits. The scheduler picks at random who runs
//! next, lets threads stop between any two accesses to memory, and gives `coalesced_threads()` any of
//! the threads that wait there, whichever turn of a loop they are in.

use std::cell::RefCell;
use std::collections::HashMap;
use std::collections::hash_map::{DefaultHasher, Entry};
use std::future::Future;
use std::hash::{Hash, Hasher};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use phalanx_compiler::converge::{Among, Facts};
use phalanx_compiler::syntax::ast::{
    BinaryOp, Block, Expr, ExprId, ExprKind, LazyOp, Literal, LocalId, Pat, PatKind, Stmt, UnaryOp,
};
use phalanx_compiler::types::ty::{Const, Group, Ty};
use phalanx_compiler::types::typed::{Callee, PathRes, TypedFunction};

pub(crate) const BLOCKS: usize = 2;
pub(crate) const THREADS: usize = 64;
const WARP: usize = 32;
/// The length of every slice.
pub(crate) const LENGTH: usize = 8;
/// Steps of all threads together after which a run is given up.
const PATIENCE: usize = 400_000;

/// The functions of a program with what the analysis found of each.
pub(crate) type Program = HashMap<String, (TypedFunction, Facts)>;

/// How a run ended.
#[derive(Debug, PartialEq)]
pub(crate) enum Run {
    Done,
    /// Some wait at a collective that others will not reach.
    Divergent(String),
    /// Threads of a group found different values where the analysis says that they are equal.
    NotUniform(String),
    GaveUp,
}

/// A generator of numbers that repeat by their seed (Marsaglia, "Xorshift RNGs").
#[derive(Clone)]
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Rng {
        Rng(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % n as u64) as usize
    }

    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

#[derive(Debug, Clone, PartialEq)]
enum Value {
    Unit,
    Bool(bool),
    Int(u32),
    Tuple(Vec<Value>),
    Array(Vec<u32>),
    Range(u32, u32),
    Group(Members),
    /// The numbers `a, b, c` of a `Dim3`: only `x` is ever different from zero.
    Dim3(u32),
    Memory(Place),
    /// `&mut` of a local.
    Local(Frame, LocalId),
}

type Frame = Rc<Locals>;

#[derive(Debug, PartialEq)]
struct Locals(RefCell<Vec<Option<Value>>>);

/// The threads of a group, ranks in order, and which group it is.
#[derive(Debug, Clone, PartialEq)]
struct Members {
    key: String,
    threads: Rc<Vec<usize>>,
    place: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Place {
    /// A parameter of the kernel.
    Param(usize),
    Shared(usize, ExprId),
}

enum Jump {
    Break(ExprId),
    Continue(ExprId),
    Return(Value),
}

type Eval<'a, T> = Pin<Box<dyn Future<Output = Result<T, Jump>> + 'a>>;

/// What a thread waits for.
#[derive(Clone)]
enum Request {
    /// Its turn.
    Turn,
    Collective {
        group: Members,
        site: String,
        op: String,
        value: u32,
        other: u32,
    },
    Coalesce {
        site: String,
    },
}

enum Slot {
    Running,
    Waiting(Request),
    Ready(Value),
    Exited,
}

struct World<'a> {
    program: &'a Program,
    state: RefCell<Machine>,
}

struct Machine {
    rng: Rng,
    slots: Vec<Slot>,
    memory: HashMap<Place, Vec<u32>>,
    steps: usize,
    made: usize,
    /// Values that the analysis calls uniform: by group, expression and turn of every loop.
    seen: HashMap<u64, Value>,
    not_uniform: Option<String>,
}

/// One thread in one function.
struct Thread<'a> {
    world: &'a World<'a>,
    id: usize,
    function: &'a TypedFunction,
    facts: &'a Facts,
    frame: Frame,
    /// The calls and turns of loops that it is in.
    turns: RefCell<Vec<u32>>,
}

struct Wait<'a> {
    world: &'a World<'a>,
    id: usize,
    request: Option<Request>,
}

impl Future for Wait<'_> {
    type Output = Value;

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Value> {
        let mut state = self.world.state.borrow_mut();
        let slot = &mut state.slots[self.id];
        if let Some(request) = self.request.take() {
            *slot = Slot::Waiting(request);
            return Poll::Pending;
        }
        match std::mem::replace(slot, Slot::Running) {
            Slot::Ready(value) => Poll::Ready(value),
            other => {
                *slot = other;
                Poll::Pending
            }
        }
    }
}

/// Runs the kernel `k` once: `scalars` for its parameters of type `u32`, in order.
pub(crate) fn run(program: &Program, scalars: &[u32], seed: u64) -> Run {
    let mut rng = Rng::new(seed);
    let (function, facts) = &program["k"];
    let mut memory = HashMap::new();
    let mut scalars = scalars.iter();
    let mut given = Vec::new();
    for (index, param) in function.sig.params.iter().enumerate() {
        given.push(match &param.ty {
            Ty::Slice(..) => {
                let values = (0..LENGTH).map(|_| rng.below(4) as u32).collect();
                memory.insert(Place::Param(index), values);
                Some(Value::Memory(Place::Param(index)))
            }
            Ty::Int(_) => Some(Value::Int(*scalars.next().expect("a scalar a parameter"))),
            _ => None,
        });
    }
    let all = BLOCKS * THREADS;
    let world = World {
        program,
        state: RefCell::new(Machine {
            rng,
            slots: (0..all).map(|_| Slot::Running).collect(),
            memory,
            steps: 0,
            made: 0,
            seen: HashMap::new(),
            not_uniform: None,
        }),
    };
    let mut threads: Vec<Thread<'_>> = Vec::new();
    for id in 0..all {
        let mut locals = vec![None; function.body().locals.len()];
        for (index, param) in function.function.params.iter().enumerate() {
            let value = given[index].clone().unwrap_or_else(|| {
                Value::Group(match function.sig.params[index].ty.as_group() {
                    Some(Group::Block(_)) => block_of(id),
                    Some(Group::Tile(size)) => tile_of(id, size),
                    _ => grid_of(id),
                })
            });
            locals[param.local.0 as usize] = Some(value);
        }
        threads.push(Thread {
            world: &world,
            id,
            function,
            facts,
            frame: Rc::new(Locals(RefCell::new(locals))),
            turns: RefCell::new(Vec::new()),
        });
    }
    let bodies = threads.iter().map(|thread| Some(thread.body()));
    schedule(&world, bodies.collect())
}

fn grid_of(_: usize) -> Members {
    members("grid".to_string(), 0..BLOCKS * THREADS, 0)
}

fn block_of(id: usize) -> Members {
    let block = id / THREADS;
    members(
        format!("block {block}"),
        block * THREADS..(block + 1) * THREADS,
        block,
    )
}

fn tile_of(id: usize, size: &Const) -> Members {
    let Const::Value(size) = size else {
        panic!("only tiles of a known size");
    };
    let size = *size as usize;
    let first = id / size * size;
    let rank = first % THREADS / size;
    members(format!("tile {size} of {first}"), first..first + size, rank)
}

fn members(key: String, threads: std::ops::Range<usize>, place: usize) -> Members {
    Members {
        key,
        threads: Rc::new(threads.collect()),
        place,
    }
}

fn schedule<'a>(world: &'a World<'a>, mut bodies: Vec<Option<Eval<'a, ()>>>) -> Run {
    let mut context = Context::from_waker(Waker::noop());
    loop {
        // Each thread that can run does, or sleeps for a while.
        let mut ran = false;
        for (id, place) in bodies.iter_mut().enumerate() {
            let mut state = world.state.borrow_mut();
            match state.slots[id] {
                Slot::Waiting(Request::Turn) => state.slots[id] = Slot::Ready(Value::Unit),
                Slot::Running | Slot::Ready(_) => {}
                Slot::Waiting(_) | Slot::Exited => continue,
            }
            ran = true;
            if state.rng.one_in(3) {
                continue;
            }
            drop(state);
            let body = place.as_mut().expect("a thread that can run has a body");
            if body.as_mut().poll(&mut context).is_ready() {
                *place = None;
                world.state.borrow_mut().slots[id] = Slot::Exited;
            }
        }
        {
            let mut state = world.state.borrow_mut();
            if let Some(text) = state.not_uniform.take() {
                return Run::NotUniform(text);
            }
            if state.steps > PATIENCE {
                return Run::GaveUp;
            }
        }
        match release(world, !ran) {
            Ok(true) => {}
            Ok(false) if ran => {}
            Ok(false) => return Run::Done,
            Err(text) => return Run::Divergent(text),
        }
    }
}

/// Lets threads go on whose collective is complete, or some that ask for whoever is there. `Ok(false)`
/// if nobody waits; `stuck` if nobody else can run.
fn release(world: &World<'_>, stuck: bool) -> Result<bool, String> {
    let mut state = world.state.borrow_mut();
    for id in 0..state.slots.len() {
        let Slot::Waiting(Request::Collective { group, .. }) = &state.slots[id] else {
            continue;
        };
        let group = group.clone();
        let here = |thread: &usize| {
            matches!(&state.slots[*thread],
                Slot::Waiting(Request::Collective { group: other, .. }) if other.key == group.key)
        };
        if group.threads.iter().all(here) {
            combine(&mut state, &group)?;
            return Ok(true);
        }
    }
    let asking: Vec<(usize, String)> = (0..state.slots.len())
        .filter_map(|id| match &state.slots[id] {
            Slot::Waiting(Request::Coalesce { site }) => Some((id, site.clone())),
            _ => None,
        })
        .collect();
    if !asking.is_empty() && (stuck || state.rng.one_in(8)) {
        let first = state.rng.below(asking.len());
        let (chosen, site) = asking[first].clone();
        let few = state.rng.one_in(2);
        let mut threads = Vec::new();
        for (id, other) in &asking {
            let together = id / WARP == chosen / WARP && *other == site;
            if together && (*id == chosen || !few || state.rng.one_in(2)) {
                threads.push(*id);
            }
        }
        state.made += 1;
        let group = Members {
            key: format!("coalesced {}", state.made),
            threads: Rc::new(threads.clone()),
            place: 0,
        };
        for id in threads {
            state.slots[id] = Slot::Ready(Value::Group(group.clone()));
        }
        return Ok(true);
    }
    let waiting = state.slots.iter().find_map(|slot| match slot {
        Slot::Waiting(Request::Collective {
            group, site, op, ..
        }) => Some(format!(
            "`{op}` of {} at {site} waits for others",
            group.key
        )),
        _ => None,
    });
    match waiting {
        Some(text) if stuck => Err(text),
        _ => Ok(false),
    }
}

/// All threads of a group have come: gives each its result.
fn combine(state: &mut Machine, group: &Members) -> Result<(), String> {
    let mut given = Vec::new();
    for thread in group.threads.iter() {
        if let Slot::Waiting(Request::Collective {
            site,
            op,
            value,
            other,
            ..
        }) = &state.slots[*thread]
        {
            given.push((site.clone(), op.clone(), *value, *other));
        }
    }
    let (site, op, ..) = given[0].clone();
    if let Some((elsewhere, other, ..)) = given.iter().find(|one| one.0 != site) {
        return Err(format!(
            "{}: some at `{op}`, {site}, others at `{other}`, {elsewhere}",
            group.key
        ));
    }
    let values = || given.iter().map(|one| one.2);
    for (rank, thread) in group.threads.iter().enumerate() {
        let size = given.len();
        let own = given[rank].2;
        let source = given[rank].3 as usize;
        let from = |rank: Option<usize>| Value::Int(rank.map_or(own, |rank| given[rank].2));
        let result = match op.as_str() {
            "sync" | "tiled_partition" => Value::Unit,
            "any" => Value::Bool(values().any(|value| value != 0)),
            "all" => Value::Bool(values().all(|value| value != 0)),
            "ballot" => {
                let bits = values().enumerate();
                Value::Int(bits.fold(0, |mask, (bit, value)| mask | (value & 1) << (bit % 32)))
            }
            "reduce" => Value::Int(values().max().expect("a group has threads")),
            "shfl" => from(Some(source % size)),
            "shfl_up" => from(rank.checked_sub(source)),
            "shfl_down" => from(Some(rank + source).filter(|rank| *rank < size)),
            "shfl_xor" => from(Some(rank ^ source).filter(|rank| *rank < size)),
            _ => panic!("`{op}` is not known to the machine"),
        };
        state.slots[*thread] = Slot::Ready(result);
    }
    Ok(())
}

impl<'a> Thread<'a> {
    fn body(&'a self) -> Eval<'a, ()> {
        Box::pin(async move {
            let _ = self.block(&self.function.body().block).await;
            Ok(())
        })
    }

    async fn wait(&self, request: Request) -> Value {
        let request = Some(request);
        Wait {
            world: self.world,
            id: self.id,
            request,
        }
        .await
    }

    /// Others may run between any two accesses to memory.
    async fn turn(&self) {
        let stops = self.world.state.borrow_mut().rng.one_in(8);
        if stops {
            self.wait(Request::Turn).await;
        }
    }

    fn block<'b>(&'b self, block: &'b Block) -> Eval<'b, Value> {
        Box::pin(async move {
            for stmt in &block.stmts {
                match stmt {
                    Stmt::Let(one) | Stmt::Const(one) => {
                        if let Some(init) = &one.init {
                            let value = self.expr(init).await?;
                            self.bind(&one.pat, value);
                        }
                    }
                    Stmt::Expr(expr) => {
                        self.expr(expr).await?;
                    }
                }
            }
            match &block.value {
                Some(value) => self.expr(value).await,
                None => Ok(Value::Unit),
            }
        })
    }

    fn local(&self, local: LocalId) -> Value {
        let locals = self.frame.0.borrow();
        locals[local.0 as usize]
            .clone()
            .expect("a local has a value before it is read")
    }

    fn set(&self, local: LocalId, value: Value) {
        self.frame.0.borrow_mut()[local.0 as usize] = Some(value);
    }

    fn bind(&self, pat: &Pat, value: Value) -> bool {
        match (&pat.kind, value) {
            (PatKind::Wild, _) => true,
            (PatKind::Bind(local, None), value) => {
                self.set(*local, value);
                true
            }
            (PatKind::Tuple(parts), Value::Tuple(values)) => {
                let mut pairs = parts.iter().zip(values);
                pairs.all(|(part, value)| self.bind(part, value))
            }
            (PatKind::Literal(literal), value) => match &literal.kind {
                ExprKind::Literal(Literal::Int { value: n, .. }) => value == Value::Int(*n as u32),
                _ => panic!("only numbers in patterns"),
            },
            (PatKind::Or(parts), value) => parts.iter().any(|part| self.bind(part, value.clone())),
            _ => panic!("a pattern that the machine does not know"),
        }
    }

    fn expr<'b>(&'b self, expr: &'b Expr) -> Eval<'b, Value> {
        Box::pin(async move {
            self.world.state.borrow_mut().steps += 1;
            let value = self.evaluate(expr).await?;
            self.compare(expr, &value);
            Ok(value)
        })
    }

    /// Compares a value with what other threads found in the same turn of every loop.
    fn compare(&self, expr: &Expr, value: &Value) {
        if matches!(value, Value::Group(_) | Value::Memory(_) | Value::Local(..)) {
            return;
        }
        // The largest group that it is said to be equal over; with it, it is over the smaller ones.
        let among = [Among::Launch, Among::Block, Among::Warp];
        let Some(among) = among
            .into_iter()
            .find(|among| self.facts.is_uniform(expr.id, *among))
        else {
            return;
        };
        let which = match among {
            Among::Launch => 0,
            Among::Block => self.id / THREADS,
            _ => self.id / WARP,
        };
        let mut at = DefaultHasher::new();
        (&self.function.sig.name, expr.id, which).hash(&mut at);
        self.turns.borrow().hash(&mut at);
        let mut state = self.world.state.borrow_mut();
        match state.seen.entry(at.finish()) {
            Entry::Vacant(entry) => {
                entry.insert(value.clone());
            }
            Entry::Occupied(entry) if entry.get() != value => {
                let other = entry.get();
                let text = format!("{}, {among:?}: {other:?} and {value:?}", self.site(expr));
                state.not_uniform = Some(text);
            }
            Entry::Occupied(_) => {}
        }
    }

    async fn int(&self, expr: &Expr) -> Result<u32, Jump> {
        match self.expr(expr).await? {
            Value::Int(value) => Ok(value),
            Value::Bool(value) => Ok(value.into()),
            Value::Local(frame, local) => match &frame.0.borrow()[local.0 as usize] {
                Some(Value::Int(value)) => Ok(*value),
                _ => panic!("a number behind a reference"),
            },
            other => panic!("a number, not {other:?}"),
        }
    }

    async fn bool(&self, expr: &Expr) -> Result<bool, Jump> {
        Ok(self.int(expr).await? != 0)
    }

    async fn evaluate(&self, expr: &Expr) -> Result<Value, Jump> {
        Ok(match &expr.kind {
            ExprKind::Literal(Literal::Bool(value)) => Value::Bool(*value),
            ExprKind::Literal(Literal::Int { value, .. }) => Value::Int(*value as u32),
            ExprKind::Local(local) => self.local(*local),
            ExprKind::Unary(UnaryOp::Not, one) => Value::Bool(!self.bool(one).await?),
            ExprKind::Unary(UnaryOp::Deref, one) => Value::Int(self.int(one).await?),
            ExprKind::Cast(one, _) => Value::Int(self.int(one).await?),
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.int(a).await?, self.int(b).await?);
                binary(*op, a, b)
            }
            ExprKind::Lazy(op, a, b) => {
                let a = self.bool(a).await?;
                match (op, a) {
                    (LazyOp::And, false) | (LazyOp::Or, true) => Value::Bool(a),
                    _ => Value::Bool(self.bool(b).await?),
                }
            }
            ExprKind::Assign(place, value) => {
                let value = self.expr(value).await?;
                self.assign(place, value).await?;
                Value::Unit
            }
            ExprKind::AssignOp(op, place, value) => {
                let value = self.int(value).await?;
                let old = self.int(place).await?;
                self.assign(place, binary(*op, old, value)).await?;
                Value::Unit
            }
            ExprKind::Index(base, index) => {
                let (base, index) = (self.expr(base).await?, self.int(index).await? as usize);
                match base {
                    Value::Array(values) => Value::Int(values[index % values.len()]),
                    Value::Memory(place) => {
                        self.turn().await;
                        let state = self.world.state.borrow();
                        Value::Int(state.memory[&place][index % LENGTH])
                    }
                    other => panic!("{other:?} is not indexed"),
                }
            }
            ExprKind::Field(base, member) => match (self.expr(base).await?, member) {
                (Value::Tuple(parts), syn::Member::Unnamed(index)) => {
                    parts[index.index as usize].clone()
                }
                (Value::Dim3(x), _) => Value::Int(x),
                (other, _) => panic!("{other:?} has no fields"),
            },
            ExprKind::Tuple(parts) => {
                let mut values = Vec::new();
                for part in parts {
                    values.push(self.expr(part).await?);
                }
                if values.is_empty() {
                    Value::Unit
                } else {
                    Value::Tuple(values)
                }
            }
            ExprKind::Array(parts) => {
                let mut values = Vec::new();
                for part in parts {
                    values.push(self.int(part).await?);
                }
                Value::Array(values)
            }
            ExprKind::Ref { expr: place, .. } => match &place.kind {
                ExprKind::Local(local) => match self.local(*local) {
                    group @ Value::Group(_) => group,
                    _ => Value::Local(self.frame.clone(), *local),
                },
                _ => panic!("only locals are lent"),
            },
            ExprKind::Call { args, .. } => self.call(expr, args).await?,
            ExprKind::Method {
                receiver,
                name,
                args,
                ..
            } => self.method(expr, receiver, &name.to_string(), args).await?,
            ExprKind::Block(block) | ExprKind::Unsafe(block) => self.block(block).await?,
            ExprKind::If {
                cond,
                then,
                otherwise,
            } => match (self.bool(cond).await?, otherwise) {
                (true, _) => self.block(then).await?,
                (false, Some(otherwise)) => self.expr(otherwise).await?,
                (false, None) => Value::Unit,
            },
            ExprKind::Match { scrutinee, arms } => {
                let value = self.expr(scrutinee).await?;
                for arm in arms {
                    if self.bind(&arm.pat, value.clone()) {
                        let passes = match &arm.guard {
                            Some(guard) => self.bool(guard).await?,
                            None => true,
                        };
                        if passes {
                            return self.expr(&arm.body).await;
                        }
                    }
                }
                panic!("a `match` is exhaustive")
            }
            ExprKind::While { cond, body, .. } => self.repeat(expr, Some(cond), body).await?,
            ExprKind::Loop { body, .. } => self.repeat(expr, None, body).await?,
            ExprKind::For {
                pat, iter, body, ..
            } => {
                let Value::Range(from, to) = self.expr(iter).await? else {
                    panic!("only ranges");
                };
                self.turns.borrow_mut().push(0);
                for value in from..to {
                    self.bind(pat, Value::Int(value));
                    if self.turn_of(expr, body).await? {
                        break;
                    }
                }
                self.turns.borrow_mut().pop();
                Value::Unit
            }
            ExprKind::Break { target, .. } => return Err(Jump::Break(*target)),
            ExprKind::Continue { target, .. } => return Err(Jump::Continue(*target)),
            ExprKind::Return(value) => {
                return Err(Jump::Return(match value {
                    Some(value) => self.expr(value).await?,
                    None => Value::Unit,
                }));
            }
            ExprKind::Range {
                lo: Some(lo),
                hi: Some(hi),
                ..
            } => Value::Range(self.int(lo).await?, self.int(hi).await?),
            _ => panic!("the machine does not know this expression"),
        })
    }

    async fn repeat(&self, expr: &Expr, cond: Option<&Expr>, body: &Block) -> Result<Value, Jump> {
        self.turns.borrow_mut().push(0);
        loop {
            if let Some(cond) = cond
                && !self.bool(cond).await?
            {
                break;
            }
            if self.turn_of(expr, body).await? {
                break;
            }
        }
        self.turns.borrow_mut().pop();
        Ok(Value::Unit)
    }

    /// One turn of a loop; whether it was the last.
    async fn turn_of(&self, expr: &Expr, body: &Block) -> Result<bool, Jump> {
        let depth = self.turns.borrow().len();
        let result = self.block(body).await;
        let mut turns = self.turns.borrow_mut();
        turns.truncate(depth);
        *turns.last_mut().expect("the loop has a turn") += 1;
        match result {
            Ok(_) => Ok(false),
            Err(Jump::Continue(target)) if target == expr.id => Ok(false),
            Err(Jump::Break(target)) if target == expr.id => Ok(true),
            Err(jump) => {
                turns.pop();
                Err(jump)
            }
        }
    }

    fn assign<'b>(&'b self, place: &'b Expr, value: Value) -> Eval<'b, ()> {
        Box::pin(async move {
            match &place.kind {
                ExprKind::Local(local) => self.set(*local, value),
                ExprKind::Tuple(parts) => {
                    let Value::Tuple(values) = value else {
                        panic!("a tuple");
                    };
                    for (part, value) in parts.iter().zip(values) {
                        self.assign(part, value).await?;
                    }
                }
                ExprKind::Field(base, syn::Member::Unnamed(index)) => {
                    let Value::Tuple(mut parts) = self.expr(base).await? else {
                        panic!("a tuple");
                    };
                    parts[index.index as usize] = value;
                    self.assign(base, Value::Tuple(parts)).await?;
                }
                ExprKind::Index(base, index) => {
                    let (whole, index) = (self.expr(base).await?, self.int(index).await? as usize);
                    let Value::Int(value) = value else {
                        panic!("a number");
                    };
                    match whole {
                        Value::Array(mut values) => {
                            let len = values.len();
                            values[index % len] = value;
                            self.assign(base, Value::Array(values)).await?;
                        }
                        Value::Memory(place) => {
                            self.turn().await;
                            let mut state = self.world.state.borrow_mut();
                            state.memory.get_mut(&place).expect("it was made")[index % LENGTH] =
                                value;
                        }
                        other => panic!("{other:?} is not indexed"),
                    }
                }
                ExprKind::Unary(UnaryOp::Deref, inner) => match self.expr(inner).await? {
                    Value::Local(frame, local) => {
                        frame.0.borrow_mut()[local.0 as usize] = Some(value);
                    }
                    other => panic!("{other:?} is no reference"),
                },
                _ => panic!("a place that the machine does not know"),
            }
            Ok(())
        })
    }

    fn site(&self, expr: &Expr) -> String {
        format!(
            "line {} ({:?} of `{}`)",
            expr.span.start().line,
            expr.id,
            self.function.sig.name
        )
    }

    async fn call(&self, expr: &Expr, args: &[Expr]) -> Result<Value, Jump> {
        let name = match &self.function.tables.callees[&expr.id] {
            Callee::CoalescedThreads => {
                let site = self.site(expr);
                return Ok(self.wait(Request::Coalesce { site }).await);
            }
            Callee::Function { sig, .. } => &sig.name,
            _ => panic!("a call that the machine does not know"),
        };
        let (function, facts) = &self.world.program[name];
        let mut locals = vec![None; function.body().locals.len()];
        for (param, arg) in function.function.params.iter().zip(args) {
            locals[param.local.0 as usize] = Some(self.expr(arg).await?);
        }
        let mut turns = self.turns.borrow().clone();
        turns.push(expr.id.0);
        let called = Thread {
            world: self.world,
            id: self.id,
            function,
            facts,
            frame: Rc::new(Locals(RefCell::new(locals))),
            turns: RefCell::new(turns),
        };
        match called.block(&function.body().block).await {
            Ok(value) | Err(Jump::Return(value)) => Ok(value),
            Err(_) => panic!("a jump out of a function"),
        }
    }

    async fn method(
        &self,
        expr: &Expr,
        receiver: &Expr,
        name: &str,
        args: &[Expr],
    ) -> Result<Value, Jump> {
        match &self.function.tables.callees[&expr.id] {
            Callee::Group { op, .. } => {
                let Value::Group(group) = self.expr(receiver).await? else {
                    panic!("a group");
                };
                if op.collective {
                    return self.collective(expr, group, name, args).await;
                }
                let rank = || group.threads.iter().position(|thread| *thread == self.id);
                Ok(match name {
                    "num_threads" => Value::Int(group.threads.len() as u32),
                    "thread_rank" => Value::Int(rank().expect("a member") as u32),
                    "meta_group_rank" => Value::Int(group.place as u32),
                    "block_rank" => Value::Int((self.id / THREADS) as u32),
                    "group_index" => Value::Dim3((self.id / THREADS) as u32),
                    "shared" => {
                        let place = Place::Shared(self.id / THREADS, expr.id);
                        let mut state = self.world.state.borrow_mut();
                        state
                            .memory
                            .entry(place.clone())
                            .or_insert_with(|| vec![0; LENGTH]);
                        Value::Memory(place)
                    }
                    _ => panic!("`{name}` is not known to the machine"),
                })
            }
            Callee::Atomic { .. } => {
                let ExprKind::Index(base, index) = &receiver.kind else {
                    panic!("an element");
                };
                let Value::Memory(place) = self.expr(base).await? else {
                    panic!("memory");
                };
                let index = self.int(index).await? as usize % LENGTH;
                let value = match args {
                    [value, _] => self.int(value).await?,
                    _ => 0,
                };
                self.turn().await;
                let mut state = self.world.state.borrow_mut();
                let cell = &mut state.memory.get_mut(&place).expect("it was given")[index];
                let old = *cell;
                *cell = cell.wrapping_add(value);
                Ok(Value::Int(old))
            }
            Callee::Memory(_) => {
                self.expr(receiver).await?;
                Ok(Value::Int(LENGTH as u32))
            }
            Callee::Number { .. } => {
                let value = self.int(receiver).await?;
                Ok(Value::Int(match name {
                    "count_ones" => value.count_ones(),
                    "min" => value.min(self.int(&args[0]).await?),
                    _ => panic!("`{name}` is not known to the machine"),
                }))
            }
            _ => panic!("a method that the machine does not know"),
        }
    }

    async fn collective(
        &self,
        expr: &Expr,
        group: Members,
        op: &str,
        args: &[Expr],
    ) -> Result<Value, Jump> {
        let mut given = [0; 2];
        for (slot, arg) in given.iter_mut().zip(args) {
            let is_operator = matches!(
                self.function.tables.paths.get(&arg.id),
                Some(PathRes::Operator(_))
            );
            if !is_operator {
                *slot = self.int(arg).await?;
            }
        }
        let request = Request::Collective {
            group,
            site: self.site(expr),
            op: op.to_string(),
            value: given[0],
            other: given[1],
        };
        let result = self.wait(request).await;
        Ok(match self.function.tables.ty(expr.id).as_group() {
            Some(Group::Tile(size)) => Value::Group(tile_of(self.id, size)),
            _ => result,
        })
    }
}

fn binary(op: BinaryOp, a: u32, b: u32) -> Value {
    use BinaryOp::*;
    Value::Int(match op {
        Add => a.wrapping_add(b),
        Sub => a.wrapping_sub(b),
        Mul => a.wrapping_mul(b),
        Div => a / b,
        Rem => a % b,
        And => a & b,
        Or => a | b,
        Xor => a ^ b,
        Shl => a.wrapping_shl(b),
        Shr => a.wrapping_shr(b),
        Eq => return Value::Bool(a == b),
        Ne => return Value::Bool(a != b),
        Lt => return Value::Bool(a < b),
        Le => return Value::Bool(a <= b),
        Gt => return Value::Bool(a > b),
        Ge => return Value::Bool(a >= b),
    })
}
