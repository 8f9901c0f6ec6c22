//! The calls that the emulator tells apart by their place: collectives, and `coalesced_threads()`.
//!
//! Everything here is `#[track_caller]` down to the library, so that the place is that of the caller,
//! one of `sites.rs`.

use std::panic::Location;
use std::rc::Rc;

use phalanx_compiler::types::ty::{AdtKind, Float, Int, Operator as Op, Ty};
use phalanx_groups::exec::{self, Operation, Slot};
use phalanx_groups::rt::KernelGroup;
use phalanx_groups::{
    BitAnd, BitOr, BitXor, CoalescedGroup, Collectives, CooperativeGrid, DeviceCopy, Integer, Max,
    Min, Number, Plus, ThreadBlock, assume_uniform, coalesced_threads,
};

use super::arithmetic::wrap;
use super::facts::fingerprint;
use super::handle::{Handle, each_tile, no_operation};
use super::value::Value;

/// What is called.
pub struct Request<'r> {
    pub what: What<'r>,
    /// The group, where there is one.
    pub group: Option<&'r Handle>,
    pub args: &'r [Value],
    /// Runs the closure that the operation was given.
    pub one: &'r dyn Fn() -> Value,
}

#[derive(Clone, Copy)]
pub enum What<'r> {
    /// A collective of the table, on values of this type.
    Operation {
        name: &'r str,
        value: Option<&'r Ty>,
    },
    CoalescedThreads,
    /// `assume_uniform`
    Claim,
    /// No operation of the emulator's: that all threads of the group come here, which the rules of
    /// convergence ask where a group is cut into tiles and where it is passed to a function.
    Presence {
        why: Presence,
    },
    /// Nor this: whether all threads of the group have the same, which a signature says by `Uniform`.
    Agreement {
        fingerprint: u64,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    Partition,
    Passed,
    Arrival,
}

/// Does it.
#[track_caller]
pub(super) fn perform(request: &Request<'_>) -> Value {
    match request.what {
        What::CoalescedThreads => Value::Group(Rc::new(Handle::Coalesced(coalesced_threads()))),
        What::Claim => claim(group(request), &request.args[0]),
        What::Presence { why } => {
            const PARTITION: Operation = presence("partition");
            const PASSED: Operation = presence("a call with the group");
            const ARRIVAL: Operation = presence("arrive");
            let operation: &'static Operation = match why {
                Presence::Partition => &PARTITION,
                Presence::Passed => &PASSED,
                Presence::Arrival => &ARRIVAL,
            };
            let (scope, site) = (group(request).scope(), Location::caller());
            exec::with(|context| context.rendezvous(scope, operation, site));
            Value::Unit
        }
        What::Agreement { fingerprint } => {
            let (scope, site) = (group(request).scope(), Location::caller());
            exec::with(|context| {
                let slot = context.slot().as_ptr();
                // SAFETY: the slot is this thread's until the rendezvous.
                unsafe { (*slot).write(fingerprint) };
                context.rendezvous(scope, &AGREEMENT, site);
                // SAFETY: and again afterwards; the operation leaves a number.
                Value::Bool(unsafe { (*slot).read::<u64>() } != 0)
            })
        }
        What::Operation { name, value } => operation(name, value, request),
    }
}

static AGREEMENT: Operation = Operation {
    name: "agreement on a value",
    value: Some(exec::Type::of::<u64>()),
    operator: None,
    uniform: None,
    orders_memory: false,
    combine: Some(all_equal),
};

/// # Safety
///
/// Every slot holds a `u64`.
unsafe fn all_equal(slots: &mut [Slot]) {
    // SAFETY: the caller's.
    let mut values = slots.iter().map(|slot| unsafe { slot.read::<u64>() });
    let first = values.next();
    let agree = u64::from(values.all(|value| Some(value) == first));
    for slot in slots {
        // SAFETY: a `u64` fits into every slot.
        unsafe { slot.write(agree) };
    }
}

const fn presence(name: &'static str) -> Operation {
    Operation {
        name,
        value: None,
        operator: None,
        uniform: None,
        orders_memory: false,
        combine: None,
    }
}

fn group<'r>(request: &Request<'r>) -> &'r Handle {
    request.group.expect("a collective has its group")
}

/// Does the same with any tile or coalesced group.
macro_rules! each_warp {
    ($handle:expr, $group:ident => $body:expr) => {
        match $handle {
            Handle::Coalesced($group) => $body,
            tile => each_tile!(tile, $group => $body, no_operation(tile, "a warp's")),
        }
    };
}

/// Does the same with any group that reduces and votes.
macro_rules! each_reducer {
    ($handle:expr, $group:ident => $body:expr) => {
        match $handle {
            Handle::Block($group) => $body,
            other => each_warp!(other, $group => $body),
        }
    };
}

/// Does the same with any group that has a barrier.
macro_rules! each_barrier {
    ($handle:expr, $group:ident => $body:expr) => {
        match $handle {
            Handle::Cooperative($group) => $body,
            other => each_reducer!(other, $group => $body),
        }
    };
}

/// What `assume_uniform` says of a value.
#[track_caller]
fn claim(group: &Handle, value: &Value) -> Value {
    let bits = fingerprint(value).expect("a number or a `bool`");
    // SAFETY: the emulator compares the values, and nothing else rests on it.
    each_barrier!(group, group => unsafe {
        assume_uniform(group, bits, "the program says so");
    });
    Value::Unit
}

#[track_caller]
fn operation(name: &str, value: Option<&Ty>, request: &Request<'_>) -> Value {
    let handle = group(request);
    let ty = || value.expect("a value that is exchanged has a type");
    match (name, request.args) {
        ("sync", []) => {
            each_barrier!(handle, group => group.sync());
            Value::Unit
        }
        ("shfl" | "shfl_up" | "shfl_down" | "shfl_xor", [value, lane]) => {
            let (bits, lane) = (Bits::of(value), lane.index());
            let given = match handle {
                Handle::Coalesced(group) => match name {
                    "shfl" => group.shfl(bits, lane),
                    "shfl_up" => group.shfl_up(bits, lane),
                    "shfl_down" => group.shfl_down(bits, lane),
                    _ => no_operation(handle, name),
                },
                tile => each_tile!(tile, group => match name {
                    "shfl" => group.shfl(bits, lane),
                    "shfl_up" => group.shfl_up(bits, lane),
                    "shfl_down" => group.shfl_down(bits, lane),
                    _ => group.shfl_xor(bits, lane),
                }, no_operation(handle, name)),
            };
            given.value(ty())
        }
        ("wait", []) => {
            // The token of this thread is as good as that which it was given: it says nothing else.
            match handle {
                Handle::Block(_) => <ThreadBlock as KernelGroup>::enter().arrive().wait(),
                Handle::Cooperative(_) => {
                    <CooperativeGrid as KernelGroup>::enter().arrive().wait();
                }
                _ => no_operation(handle, name),
            }
            Value::Unit
        }
        ("broadcast", [value, rank]) => {
            let (bits, rank) = (Bits::of(value), rank.index());
            each_barrier!(handle, group => group.broadcast(bits, rank)).value(ty())
        }
        ("invoke_one", []) => {
            let action = || {
                (request.one)();
            };
            each_barrier!(handle, group => group.invoke_one(action));
            Value::Unit
        }
        ("invoke_one_broadcast", []) => {
            let action = || Bits::of(&(request.one)());
            each_barrier!(handle, group => group.invoke_one_broadcast(action)).value(ty())
        }
        ("any", [predicate]) => {
            Value::Bool(each_reducer!(handle, group => group.any(predicate.bool())))
        }
        ("all", [predicate]) => {
            Value::Bool(each_reducer!(handle, group => group.all(predicate.bool())))
        }
        ("ballot", [predicate]) => {
            let predicate = predicate.bool();
            Value::Int(each_warp!(handle, group => group.ballot(predicate)).into())
        }
        ("reduce", [operand, Value::Operator(op)]) => {
            each_reducer!(handle, group => number(group, Fold::Reduce, ty(), operand, *op))
        }
        ("inclusive_scan", [operand, Value::Operator(op)]) => {
            each_warp!(handle, group => scan(group, Fold::Inclusive, ty(), operand, *op))
        }
        ("exclusive_scan", [operand, Value::Operator(op)]) => {
            each_warp!(handle, group => scan(group, Fold::Exclusive, ty(), operand, *op))
        }
        ("match_any", [label]) => {
            let label = label.int() as i64;
            Value::Int(each_warp!(handle, group => group.match_any(label)).into())
        }
        ("match_all", [label]) => {
            let label = label.int() as i64;
            Value::Int(each_warp!(handle, group => group.match_all(label)).into())
        }
        ("binary_partition", [predicate]) => {
            let predicate = predicate.bool();
            made(each_warp!(handle, group => group.binary_partition(predicate)))
        }
        ("labeled_partition", [label]) => {
            let label = label.int() as i64;
            made(each_warp!(handle, group => group.labeled_partition(label)))
        }
        (name, args) => panic!(
            "interpreter: the operation `{name}` with {} arguments",
            args.len()
        ),
    }
}

fn made(group: CoalescedGroup) -> Value {
    Value::Group(Rc::new(Handle::Coalesced(group)))
}

/// What is done with numbers.
#[derive(Clone, Copy)]
enum Fold {
    Reduce,
    Inclusive,
    Exclusive,
}

/// Defines a function that does one of these with the numbers of a group. Two of them, since a block
/// reduces and does not scan.
macro_rules! folds {
    ($name:ident, $bits:ident, $any:ident, $bound:path, |$group:ident, $fold:ident, $value:ident, $op:ident| $call:expr) => {
        #[track_caller]
        fn $name<G: $bound>(group: &G, fold: Fold, ty: &Ty, value: &Value, op: Op) -> Value {
            macro_rules! int {
                ($int:ty) => {
                    Value::Int($bits(group, fold, value.int() as $int, op) as i128)
                };
            }
            match (ty, value) {
                (Ty::Int(Int::I32), _) => int!(i32),
                (Ty::Int(Int::U32), _) => int!(u32),
                (Ty::Int(Int::I64), _) => int!(i64),
                (Ty::Int(Int::U64), _) => int!(u64),
                (Ty::Int(Int::Usize), _) => int!(usize),
                (Ty::Float(Float::F32), Value::F32(value)) => {
                    Value::F32($any(group, fold, *value, op))
                }
                _ => panic!("interpreter: numbers of type `{ty}` combined"),
            }
        }

        #[track_caller]
        fn $bits<G: $bound, T: Integer>(group: &G, fold: Fold, value: T, op: Op) -> T {
            let ($group, $fold, $value) = (group, fold, value);
            match op {
                Op::BitAnd => {
                    let $op = BitAnd;
                    $call
                }
                Op::BitOr => {
                    let $op = BitOr;
                    $call
                }
                Op::BitXor => {
                    let $op = BitXor;
                    $call
                }
                _ => $any(group, fold, value, op),
            }
        }

        #[track_caller]
        fn $any<G: $bound, T: Number>(group: &G, fold: Fold, value: T, op: Op) -> T {
            let ($group, $fold, $value) = (group, fold, value);
            match op {
                Op::Plus => {
                    let $op = Plus;
                    $call
                }
                Op::Min => {
                    let $op = Min;
                    $call
                }
                Op::Max => {
                    let $op = Max;
                    $call
                }
                _ => panic!("interpreter: `{}` of a number that has no bits", op.name()),
            }
        }
    };
}

folds!(
    number,
    number_of_bits,
    any_number,
    phalanx_groups::Reduce,
    |group, _fold, value, op| group.reduce(value, op)
);
folds!(
    scan,
    scan_of_bits,
    scan_of_any,
    phalanx_groups::Scan,
    |group, fold, value, op| match fold {
        Fold::Inclusive => group.inclusive_scan(value, op),
        Fold::Exclusive | Fold::Reduce => group.exclusive_scan(value, op),
    }
);

/// A value as it goes through a shuffle: its scalars, one after the other.
#[derive(Clone, Copy, Default)]
#[repr(C)]
struct Bits([u64; 4]);

// SAFETY: integers, and nothing between them.
unsafe impl DeviceCopy for Bits {}

impl Bits {
    fn of(value: &Value) -> Bits {
        let mut bits = Bits::default();
        let mut words = bits.0.iter_mut();
        put(value, &mut words);
        bits
    }

    /// The value again, of its type.
    fn value(&self, ty: &Ty) -> Value {
        take(ty, &mut self.0.iter())
    }
}

fn put<'b>(value: &Value, words: &mut impl Iterator<Item = &'b mut u64>) {
    let word = match value {
        Value::Unit => return,
        Value::Parts(parts) => {
            parts.iter().for_each(|part| put(part, words));
            return;
        }
        Value::Bool(value) => u64::from(*value),
        Value::Int(value) => *value as u64,
        Value::F32(value) => value.to_bits().into(),
        other => panic!("interpreter: {other:?} goes through a collective"),
    };
    *words
        .next()
        .expect("interpreter: more than four numbers go through a collective") = word;
}

fn take<'b>(ty: &Ty, words: &mut impl Iterator<Item = &'b u64>) -> Value {
    let mut parts = |types: &mut dyn Iterator<Item = &Ty>| {
        Value::Parts(types.map(|ty| take(ty, words)).collect())
    };
    match ty {
        Ty::Unit => return Value::Unit,
        Ty::Tuple(types) => return parts(&mut types.iter()),
        Ty::Adt(adt) => {
            if let AdtKind::Struct { fields, .. } = &adt.def.kind {
                return parts(&mut fields.iter().map(|(_, ty)| ty));
            }
        }
        _ => {}
    }
    let word = *words.next().expect("as many as were put in");
    match ty {
        Ty::Bool => Value::Bool(word != 0),
        Ty::Int(int) => Value::Int(wrap(*int, word.into())),
        Ty::Float(Float::F32) => Value::F32(f32::from_bits(word as u32)),
        other => panic!("interpreter: a `{other}` goes through a collective"),
    }
}
