//! The calls that the emulator tells apart by their place: collectives, and `coalesced_threads()`.
//!
//! Everything here is `#[track_caller]` down to the library, so that the place is that of the caller,
//! one of `sites.rs`.

use std::panic::Location;
use std::rc::Rc;

use phalanx_compiler::types::ty::{AdtKind, Float, Int, Operator as Op, Ty};
use phalanx_groups::exec::{self, Operation, Slot};
use phalanx_groups::{
    BitAnd, BitOr, BitXor, Collectives, DeviceCopy, Integer, Max, Min, Number, Plus, Reduce,
    coalesced_threads,
};

use super::arithmetic::wrap;
use super::handle::{Handle, each_tile, no_operation};
use super::value::Value;

/// What is called.
pub struct Request<'r> {
    pub what: What<'r>,
    /// The group, where there is one.
    pub group: Option<&'r Handle>,
    pub args: &'r [Value],
}

#[derive(Clone, Copy)]
pub enum What<'r> {
    /// A collective of the table, on values of this type.
    Operation { name: &'r str, value: Option<&'r Ty> },
    CoalescedThreads,
    /// No operation of the emulator's: that all threads of the group come here, which the rules of
    /// convergence ask where a group is cut into tiles and where it is passed to a function.
    Presence { why: Presence },
    /// Nor this: whether all threads of the group have the same, which a signature says by `Uniform`.
    Agreement { fingerprint: u64 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    Partition,
    Passed,
}

/// Does it.
#[track_caller]
pub(super) fn perform(request: &Request<'_>) -> Value {
    match request.what {
        What::CoalescedThreads => Value::Group(Rc::new(Handle::Coalesced(coalesced_threads()))),
        What::Presence { why } => {
            const PARTITION: Operation = presence("partition");
            const PASSED: Operation = presence("a call with the group");
            let operation: &'static Operation = match why {
                Presence::Partition => &PARTITION,
                Presence::Passed => &PASSED,
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

#[track_caller]
fn operation(name: &str, value: Option<&Ty>, request: &Request<'_>) -> Value {
    let handle = group(request);
    let ty = || value.expect("a value that is exchanged has a type");
    match (name, request.args) {
        ("sync", []) => {
            match handle {
                Handle::Block(group) => group.sync(),
                Handle::Cooperative(group) => group.sync(),
                Handle::Coalesced(group) => group.sync(),
                tile => each_tile!(tile, group => group.sync(), no_operation(handle, name)),
            }
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
        ("any" | "all" | "ballot", [predicate]) => {
            let predicate = predicate.bool();
            match handle {
                Handle::Coalesced(group) => vote(group, name, predicate),
                tile => each_tile!(tile, group => vote(group, name, predicate), no_operation(handle, name)),
            }
        }
        ("reduce", [operand, Value::Operator(op)]) => {
            match handle {
                Handle::Coalesced(group) => reduce(group, ty(), operand, *op),
                tile => each_tile!(tile, group => reduce(group, ty(), operand, *op), no_operation(handle, name)),
            }
        }
        (name, args) => panic!(
            "interpreter: the operation `{name}` with {} arguments",
            args.len()
        ),
    }
}

#[track_caller]
fn vote<G>(group: &G, name: &str, predicate: bool) -> Value
where
    G: phalanx_groups::Vote + phalanx_groups::Ballot,
{
    match name {
        "any" => Value::Bool(group.any(predicate)),
        "all" => Value::Bool(group.all(predicate)),
        _ => Value::Int(group.ballot(predicate).into()),
    }
}

#[track_caller]
fn reduce<G: Reduce>(group: &G, ty: &Ty, value: &Value, op: Op) -> Value {
    macro_rules! int {
        ($int:ty) => {
            Value::Int(reduce_bits(group, value.int() as $int, op).into())
        };
    }
    match (ty, value) {
        (Ty::Int(Int::I32), _) => int!(i32),
        (Ty::Int(Int::U32), _) => int!(u32),
        (Ty::Int(Int::I64), _) => int!(i64),
        (Ty::Int(Int::U64), _) => int!(u64),
        (Ty::Int(Int::Usize), _) => {
            Value::Int(reduce_bits(group, value.int() as usize, op) as i128)
        }
        (Ty::Float(Float::F32), Value::F32(value)) => Value::F32(reduce_number(group, *value, op)),
        _ => panic!("interpreter: `reduce` of `{ty}`"),
    }
}

#[track_caller]
fn reduce_bits<G: Reduce, T: Integer>(group: &G, value: T, op: Op) -> T {
    match op {
        Op::BitAnd => group.reduce(value, BitAnd),
        Op::BitOr => group.reduce(value, BitOr),
        Op::BitXor => group.reduce(value, BitXor),
        _ => reduce_number(group, value, op),
    }
}

#[track_caller]
fn reduce_number<G: Reduce, T: Number>(group: &G, value: T, op: Op) -> T {
    match op {
        Op::Plus => group.reduce(value, Plus),
        Op::Min => group.reduce(value, Min),
        Op::Max => group.reduce(value, Max),
        _ => panic!("interpreter: `{}` of a number that has no bits", op.name()),
    }
}

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
