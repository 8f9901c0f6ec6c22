//! Runs a typed program as the body of an emulated launch.
//!
//! The interpreter walks the typed tree and means by it what the printers do: the order of evaluation,
//! wrapping integers, bounds checks. What threads do together it leaves to the emulator, by the same
//! group types that printed Rust uses; so it is the emulator that finds a thread missing. It knows what
//! the generator writes and some more, and panics with `interpreter: …` on everything else.
//!
//! | file | what it knows |
//! |---|---|
//! | `code` | the functions of a program and its call sites |
//! | `value` | values, places, memory that threads share |
//! | `arithmetic` | operators and methods of numbers |
//! | `expr`, `place`, `stmt` | expressions, places, control |
//! | `calls` | functions, atomics, slices |
//! | `groups` | what is asked of groups |
//! | `perform`, `sites`, `handle` | the seam to the emulator |
//! | `facts` | whether what the analysis says of values is true of them |

mod arithmetic;
mod calls;
pub mod code;
mod expr;
mod facts;
mod groups;
mod handle;
mod perform;
mod place;
pub mod sites;
mod stmt;
pub mod value;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use phalanx_compiler::syntax::ast::{ExprId, LocalId, LoopId};
use phalanx_compiler::types::subst::Substitution;
use phalanx_compiler::types::ty::{Group as GroupTy, Ty};
use phalanx_compiler::types::typed::TypedFunction;
use phalanx_groups::exec::{self, Scope};
use phalanx_groups::rt::KernelGroup;
use phalanx_groups::{Atomic, Relaxed};

use self::code::Code;
use self::facts::Witness;
use self::handle::Handle;
use self::value::{Memory, Place, SharedObject, Slice, Value};
use crate::frontend::Analysis;
use crate::inputs::{self, Argument};
use crate::rng::{Rng, mix};

/// What the message of a panic begins with that is a fault of the interpreter's.
pub const CONFUSED: &str = "interpreter: ";
/// The message of a panic that ends a run which takes too long.
pub const OUT_OF_FUEL: &str = "out of fuel";
/// The message of a panic at what rustc refuses.
pub const NO_VALUE_YET: &str = "a variable is read before it has a value";

/// How a program is run.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether all threads of a group must come, too, where it is cut into tiles and where it is passed to
    /// a function, as the rules of convergence have it, though nothing would happen there.
    pub presence: bool,
    /// Lets other threads run here and there, as this seed says.
    pub give_way: Option<u64>,
    /// What uninitialised shared memory is filled by.
    pub poison: u64,
}

/// A launch of a program: what its threads share.
pub struct Machine<'m> {
    code: &'m Code<'m>,
    arguments: &'m [Argument],
    options: Options,
    memory: Memory,
    /// By call site, whether a thread came there.
    reached: RefCell<Vec<bool>>,
    witness: Option<Witness<'m>>,
    /// The first thing that was found not to be as the analysis says.
    lie: RefCell<Option<String>>,
    /// The first barrier in two steps of which a thread did not make the second.
    unfinished: RefCell<Option<String>>,
    steps: Cell<u64>,
}

/// One GPU thread.
struct Thread<'m> {
    machine: &'m Machine<'m>,
    /// The locals of the functions that are being called, and temporaries.
    stack: Vec<Value>,
    rng: Option<Rng>,
    /// How many statements are left.
    fuel: u32,
    /// The rank of the block.
    block: usize,
    /// Stands for the calls and the turns of loops that the thread is in.
    context: u64,
    /// The groups at whose barriers it has arrived and not waited, and the sites where it did.
    arrived: Vec<(Scope, usize)>,
}

/// A function that is being called.
struct Frame<'m> {
    function: &'m TypedFunction,
    number: usize,
    /// Where its locals begin on the stack.
    base: usize,
    generics: Substitution,
}

/// Control leaves an expression.
enum Jump {
    Break(LoopId, Value),
    Continue(LoopId),
    Return(Value),
}

type Eval<T> = Result<T, Box<Jump>>;

/// How many statements a thread may execute: far more than a program whose loops are bounded does.
const FUEL: u32 = 50_000;

impl<'m> Machine<'m> {
    /// Prepares a launch. With `facts`, what the analysis says of values is checked too.
    pub fn new(
        code: &'m Code<'m>,
        arguments: &'m [Argument],
        options: Options,
        facts: Option<&'m Analysis>,
    ) -> Machine<'m> {
        Machine {
            code,
            arguments,
            options,
            memory: Memory::default(),
            reached: RefCell::new(vec![false; code.calls().len()]),
            witness: facts.map(|analysis| Witness::new(code, analysis)),
            lie: RefCell::default(),
            unfinished: RefCell::default(),
            steps: Cell::new(0),
        }
    }

    /// Puts the buffers of the launch into memory. Before the first thread runs.
    pub fn fill(&self) -> Vec<Value> {
        let fill = |argument: &Argument| match argument {
            Argument::Group | Argument::DynamicShared { .. } => Value::Unset,
            Argument::Value(value) => value.clone(),
            Argument::One(value) => {
                let buffer = self.memory.add(vec![value.clone()]);
                Value::Reference(Slice::of_buffer(buffer, 1).at(0))
            }
            Argument::Many(values) => {
                let buffer = self.memory.add(values.clone());
                Value::Slice(Slice::of_buffer(buffer, values.len()))
            }
        };
        self.arguments.iter().map(fill).collect()
    }

    /// The body of the launch: what each GPU thread does.
    pub fn thread(&self, arguments: &[Value]) {
        let position = exec::with(|context| context.position());
        let (block, rank) = (position.block_rank(), position.thread_rank());
        let seed = |seed: u64| mix(seed ^ mix((block * 4096 + rank) as u64));
        let mut thread = Thread {
            machine: self,
            stack: Vec::with_capacity(64),
            rng: self.options.give_way.map(|way| Rng::new(seed(way))),
            fuel: FUEL,
            block,
            context: 0,
            arrived: Vec::new(),
        };
        thread.kernel(arguments);
        if let Some((_, arrival)) = thread.arrived.first() {
            thread.unfinished(*arrival, "the thread ends");
        }
        self.steps
            .set(self.steps.get() + u64::from(FUEL - thread.fuel));
    }

    /// What is in the buffer of an argument, after the launch.
    pub fn contents(&self, argument: &Value) -> Vec<Value> {
        match argument {
            Value::Slice(slice) => (0..slice.len)
                .map(|index| self.memory.read(&[], &slice.at(index)))
                .collect(),
            Value::Reference(place) => vec![self.memory.read(&[], place)],
            _ => Vec::new(),
        }
    }

    /// By call site, whether a thread came there.
    pub fn reached(&self) -> Vec<bool> {
        self.reached.borrow().clone()
    }

    /// What was found not to be as the analysis says.
    pub fn lie(&self) -> Option<String> {
        self.lie.borrow().clone()
    }

    /// What happened in place of the wait that a barrier in two steps asks for.
    pub fn unfinished(&self) -> Option<String> {
        self.unfinished.borrow().clone()
    }

    /// How many statements the threads executed.
    pub fn steps(&self) -> u64 {
        self.steps.get()
    }
}

impl<'m> Thread<'m> {
    fn kernel(&mut self, arguments: &[Value]) {
        let number = self.machine.code.kernel();
        let function = self.machine.code.function(number);
        let mut values = Vec::new();
        for (index, (param, argument)) in function.sig.params.iter().zip(arguments).enumerate() {
            values.push(match &self.machine.arguments[index] {
                Argument::Group => Value::Group(Rc::new(enter(&param.ty))),
                Argument::DynamicShared { elem, len } => {
                    let rng = &mut Rng::new(mix(self.machine.options.poison ^ index as u64));
                    let make = || (0..*len).map(|_| inputs::value(elem, rng)).collect();
                    let object = SharedObject::Dynamic(index);
                    let buffer = self.machine.memory.object(self.block, object, make);
                    Value::Slice(Slice::of_buffer(buffer, *len))
                }
                _ => argument.clone(),
            });
        }
        self.run(number, Substitution::default(), values);
    }

    /// Calls a function.
    fn run(&mut self, number: usize, generics: Substitution, arguments: Vec<Value>) -> Value {
        let function = self.machine.code.function(number);
        let base = self.stack.len();
        let body = function.body();
        self.stack.resize(base + body.locals.len(), Value::Unset);
        for (param, argument) in function.function.params.iter().zip(arguments) {
            self.stack[base + param.local.0 as usize] = argument;
        }
        let frame = Frame {
            function,
            number,
            base,
            generics,
        };
        let value = match self.block(&frame, &body.block) {
            Ok(value) => value,
            Err(jump) => match *jump {
                Jump::Return(value) => value,
                Jump::Break(..) | Jump::Continue(..) => {
                    panic!("{CONFUSED}a jump to a loop that is not around it")
                }
            },
        };
        self.stack.truncate(base);
        value
    }

    /// A place for a value that has none.
    fn temporary(&mut self, value: Value) -> Place {
        self.stack.push(value);
        Place::own(self.stack.len() - 1)
    }

    fn read(&mut self, place: &Place) -> Value {
        if place.is_shared() {
            self.give_way_perhaps();
        }
        match self.machine.memory.read(&self.stack, place) {
            Value::Unset => panic!("{NO_VALUE_YET}"),
            value => value,
        }
    }

    fn write(&mut self, place: &Place, value: Value) {
        if place.is_shared() {
            self.give_way_perhaps();
        }
        self.machine.memory.write(&mut self.stack, place, value);
    }

    /// One more statement.
    fn step(&mut self) {
        self.fuel = self
            .fuel
            .checked_sub(1)
            .unwrap_or_else(|| panic!("{OUT_OF_FUEL}"));
        self.give_way_perhaps();
    }

    /// Lets others run now and then: what a thread reads depends on it, and who is together with it in
    /// `coalesced_threads()`.
    fn give_way_perhaps(&mut self) {
        if let Some(rng) = &mut self.rng
            && rng.percent(6)
        {
            give_way();
        }
    }
}

impl<'m> Frame<'m> {
    fn local(&self, local: LocalId) -> Place {
        Place::own(self.base + local.0 as usize)
    }

    /// The type of an expression, in this instance of the function.
    fn ty(&self, id: ExprId) -> Ty {
        self.generics.ty(self.function.tables.ty(id))
    }
}

/// Lets others run: a thread that does atomic operations might be waiting for them.
fn give_way() {
    static WATCHED: Atomic<u32> = Atomic::new(0);
    // The emulator lets a thread do 16 of them in a row.
    for _ in 0..17 {
        WATCHED.load(Relaxed);
    }
}

/// The group of this type that exists when a kernel starts.
fn enter(ty: &Ty) -> Handle {
    match ty.as_group() {
        Some(GroupTy::Grid) => Handle::Grid(KernelGroup::enter()),
        Some(GroupTy::CooperativeGrid) => Handle::Cooperative(KernelGroup::enter()),
        Some(GroupTy::Block(_)) => Handle::Block(KernelGroup::enter()),
        Some(GroupTy::Tile(size)) => {
            let block = Handle::Block(KernelGroup::enter());
            block.tile(code::size(size))
        }
        _ => panic!("{CONFUSED}a kernel takes a `{ty}`"),
    }
}
