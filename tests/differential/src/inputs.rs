//! What a kernel is launched with.

use phalanx_compiler::types::ty::{AdtKind, Const, Float, Int, Ty};
use phalanx_compiler::types::typed::TypedFunction;

use crate::interpret::value::Value;
use crate::rng::Rng;

/// An argument of a launch.
#[derive(Debug)]
pub enum Argument {
    /// Comes with the launch itself.
    Group,
    /// A value.
    Value(Value),
    /// What a `&T` refers to.
    One(Value),
    /// What is in a slice.
    Many(Vec<Value>),
    /// Dynamic shared memory.
    DynamicShared { elem: Ty, len: usize },
}

/// Arguments for a kernel's parameters.
pub fn arguments(kernel: &TypedFunction, rng: &mut Rng) -> Vec<Argument> {
    let mut arguments = Vec::new();
    for param in &kernel.sig.params {
        arguments.push(match &param.ty {
            Ty::Slice(elem, _) if param.shared => Argument::DynamicShared {
                elem: (**elem).clone(),
                len: length(rng),
            },
            Ty::Slice(elem, _) => Argument::Many(elements(elem, rng)),
            Ty::Ref(to, _) if param.ty.as_group().is_none() => Argument::One(value(to, rng)),
            ty if ty.as_group().is_some() => Argument::Group,
            ty => Argument::Value(value(ty, rng)),
        });
    }
    arguments
}

/// How many elements a buffer has: one at least, since a kernel that takes its index modulo the length
/// would panic without.
fn length(rng: &mut Rng) -> usize {
    *rng.pick(&[1, 2, 7, 31, 32, 64, 100, 200])
}

/// What is in a buffer. Threads that read different elements of it must at times find the same, and at
/// times not; blocks, warps and tiles too.
fn elements(elem: &Ty, rng: &mut Rng) -> Vec<Value> {
    let len = length(rng);
    let of_bits = |bits: u64| scalar(elem, bits);
    match rng.below(6) {
        0 => {
            let all = value(elem, rng);
            vec![all; len]
        }
        1 => {
            let modulus = *rng.pick(&[2, 3, 4, 16]);
            (0..len).map(|i| of_bits(i as u64 % modulus)).collect()
        }
        2 => {
            let run = *rng.pick(&[4, 8, 16, 32]);
            (0..len).map(|i| of_bits((i / run) as u64)).collect()
        }
        3 => {
            let odd = rng.below(len);
            (0..len).map(|i| of_bits(u64::from(i == odd))).collect()
        }
        _ => (0..len).map(|_| value(elem, rng)).collect(),
    }
}

/// A value of a type; numbers are small as a rule, so that comparisons come out both ways.
pub fn value(ty: &Ty, rng: &mut Rng) -> Value {
    match ty {
        Ty::Tuple(types) => Value::Parts(types.iter().map(|ty| value(ty, rng)).collect()),
        Ty::Array(elem, Const::Value(len)) => {
            Value::Parts((0..*len).map(|_| value(elem, rng)).collect())
        }
        Ty::Adt(adt) => match &adt.def.kind {
            AdtKind::Struct { fields, .. } => {
                Value::Parts(fields.iter().map(|(_, ty)| value(ty, rng)).collect())
            }
            AdtKind::Enum { .. } => panic!("an enum as an argument"),
        },
        _ => {
            let bits = match rng.below(16) {
                0 => rng.number(),
                1 => u64::from(u32::MAX),
                2 => rng.below(200) as u64,
                _ => rng.below(6) as u64,
            };
            scalar(ty, bits)
        }
    }
}

fn scalar(ty: &Ty, bits: u64) -> Value {
    match ty {
        Ty::Bool => Value::Bool(bits & 1 == 1),
        Ty::Int(int) => Value::Int(match int {
            Int::I32 => (bits as i32).into(),
            Int::U32 => (bits as u32).into(),
            Int::Usize | Int::U64 => bits.into(),
            Int::I64 => (bits as i64).into(),
            other => panic!("a `{}` as an argument", other.name()),
        }),
        Ty::Float(Float::F32) => Value::F32(bits as f32),
        Ty::Atomic(inner) => scalar(inner, bits),
        // Of a pattern that has one number for each element.
        Ty::Tuple(_) | Ty::Adt(_) | Ty::Array(..) => value(ty, &mut Rng::new(bits)),
        other => panic!("a `{other}` as an argument"),
    }
}
