//! Launches of a program: how many threads, on which data, in which order; and what became of them.

use std::num::NonZeroUsize;

use phalanx_emulator::{Fault, Properties, Schedule as Order, Shape, run};

use crate::frontend::{Analysis, Program};
use crate::inputs::{self, Argument};
use crate::interpret::code::Code;
use crate::interpret::value::Value;
use crate::interpret::{Machine, NO_VALUE_YET, OUT_OF_FUEL, Options, sites};
use crate::one_thread::OneThread;
use crate::rng::{Rng, mix};

/// One launch.
#[derive(Clone, Copy, Debug)]
pub struct Launch {
    pub blocks: u32,
    pub threads: u32,
    pub schedule: Schedule,
    /// What the arguments are made of.
    pub data: u64,
    /// Whether groups must be whole, too, where they are cut into tiles and passed to functions.
    pub presence: bool,
}

/// In which order threads run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The emulator's own order.
    pub order: Order,
    /// If given, each thread gives way here and there, as the seed says.
    pub give_way: Option<u64>,
}

impl Schedule {
    pub const IN_ORDER: Schedule = Schedule {
        order: Order::InOrder,
        give_way: None,
    };
}

/// What became of a launch.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It ended, and no thread missed a collective.
    Clean,
    /// Threads of a group did not make the same calls.
    Diverged(String),
    /// Something is not as the analysis says, though all collectives came out.
    Untrue(String),
    /// It ended for another reason: a panic, too many turns of a loop.
    Stopped(String),
    /// It did what no program does that rustc accepts.
    NotRust(&'static str),
}

/// The launches by which a program is judged: of several shapes, on several data, in several orders.
pub fn launches(seed: u64, count: usize) -> Vec<Launch> {
    let shapes = [(1, 64), (2, 32), (3, 64), (1, 96), (2, 64), (1, 32)];
    (0..count)
        .map(|i| {
            let (blocks, threads) = shapes[i % shapes.len()];
            let data = mix(seed.wrapping_add(i as u64));
            let order = match i % 4 {
                0 => Order::InOrder,
                1 => Order::Random { seed: mix(data) },
                2 => Order::Reverse,
                _ => Order::Ahead {
                    rank: (data % u64::from(threads)) as u32,
                },
            };
            Launch {
                blocks,
                threads,
                data,
                schedule: Schedule {
                    order,
                    give_way: (i % 2 == 1).then(|| mix(data + 1)),
                },
                presence: i % 3 == 2,
            }
        })
        .collect()
}

/// A launch that is over.
pub struct Ran {
    pub outcome: Outcome,
    /// By call site, whether a thread came there.
    pub reached: Vec<bool>,
    /// How many statements the threads executed.
    pub steps: u64,
    /// By parameter, what is in its buffer; nothing where there is none.
    pub buffers: Vec<Vec<Value>>,
}

/// Launches the program on data of the launch's own. With `facts`, also checks what the analysis says of
/// values.
///
/// # Panics
///
/// If the program is one that the interpreter does not know.
pub fn launch(
    program: &Program,
    code: &Code<'_>,
    launch: &Launch,
    facts: Option<&Analysis>,
) -> Ran {
    let arguments = inputs::arguments(program.kernel(), &mut Rng::new(launch.data));
    launch_on(code, launch, &arguments, facts)
}

/// The same on these arguments.
///
/// # Panics
///
/// As [`launch`].
pub fn launch_on(
    code: &Code<'_>,
    launch: &Launch,
    arguments: &[Argument],
    facts: Option<&Analysis>,
) -> Ran {
    let options = Options {
        presence: launch.presence,
        give_way: launch.schedule.give_way,
        poison: mix(launch.data),
    };
    let machine = Machine::new(code, arguments, options, facts);
    let filled = machine.fill();
    let shared = OneThread::new((machine, filled));
    let result = run(&properties(launch), "differential", &shape(launch), &|| {
        let (machine, filled) = shared.get();
        machine.thread(filled);
    });
    let (machine, filled) = shared.get();
    Ran {
        outcome: match result {
            Ok(()) => match (machine.unfinished(), machine.lie()) {
                (Some(barrier), _) => Outcome::Diverged(barrier),
                (None, Some(lie)) => Outcome::Untrue(lie),
                (None, None) => Outcome::Clean,
            },
            Err(fault) => outcome(&fault, code),
        },
        reached: machine.reached(),
        steps: machine.steps(),
        buffers: filled.iter().map(|value| machine.contents(value)).collect(),
    }
}

fn shape(launch: &Launch) -> Shape<'static> {
    Shape {
        grid: [launch.blocks, 1, 1],
        block: [launch.threads, 1, 1],
        // The interpreter has its own memory.
        dynamic_shared: &[],
        buffers: &[],
        cooperative: true,
    }
}

fn properties(launch: &Launch) -> Properties {
    let mut properties = Properties::default();
    properties.schedule = launch.schedule.order;
    // The interpreter has its own memory, in which races are no matter.
    properties.checks = false;
    // Programs run side by side, not blocks: a program's tree stays on one operating-system thread.
    properties.workers = NonZeroUsize::new(1);
    // The interpreter calls itself for what is inside what.
    properties.stack = 1 << 20;
    properties
}

fn outcome(fault: &Fault, code: &Code<'_>) -> Outcome {
    match fault {
        Fault::Divergent { .. }
        | Fault::NotUniform { .. }
        | Fault::Exited { .. }
        | Fault::Deadlock { .. } => Outcome::Diverged(named(fault.to_string(), code)),
        Fault::AtRandom { fault, .. } => outcome(fault, code),
        // What must be the same for all threads of a group, and is not.
        Fault::Panic { message, .. }
            if message.starts_with("threads of one group name different") =>
        {
            Outcome::Diverged(message.clone())
        }
        Fault::Panic { message, .. } if message == NO_VALUE_YET => Outcome::NotRust(NO_VALUE_YET),
        Fault::Panic {
            message,
            file,
            line,
            ..
        } => {
            let is_kernel_s = [
                "index out of bounds",
                "attempt to",
                "assertion failed",
                "range ",
            ];
            if !is_kernel_s.iter().any(|start| message.starts_with(start)) && message != OUT_OF_FUEL
            {
                // The interpreter's own: not to be passed over.
                panic!("{file}:{line}: {message}");
            }
            Outcome::Stopped(message.clone())
        }
        // The program's own fault.
        Fault::FalseClaim { .. } => Outcome::Stopped("a false `assume_uniform`".to_string()),
        other => Outcome::Stopped(other.to_string()),
    }
}

/// The text with the sites of calls in the terms of the program.
fn named(mut text: String, code: &Code<'_>) -> String {
    for (number, call) in code.calls().iter().enumerate() {
        let site = sites::place(number);
        let at = format!("{}:{}:{}:", site.file(), site.line(), site.column());
        let name = format!(
            "line {} of `{}`, `{}`:",
            call.line, call.function, call.name
        );
        text = text.replace(&at, &name);
    }
    text
}
