//! The inherent methods of the number types that have a device meaning, a row each. The C++ function
//! of a row is `phalanx::<name>` (overloaded by type) in `cuda/include/phalanx/number.cuh`.

use crate::types::ty::{Float, Int, Ty};

/// One method or associated function.
#[derive(Debug)]
pub struct NumberMethod {
    pub name: &'static str,
    pub on: NumberClass,
    /// The operands after the receiver. For an associated function (`f32::from_bits`) all of them.
    pub params: &'static [NumberOperand],
    pub result: NumberOperand,
    /// Whether it is called on a value (`x.sqrt()`); otherwise `f32::from_bits(x)`.
    pub method: bool,
    /// How the Rust body says it.
    pub host: Host,
    /// Whether a generic `T: Number` (`Integer`, `Float`) has it too.
    pub generic: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Host {
    /// The native method means the same on every build profile.
    Native,
    /// `__rt::<name>(receiver, args…)`: the native one panics in a debug build, or leaves a result open
    /// that a GPU defines.
    Rt,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberClass {
    Int,
    Signed,
    Unsigned,
    /// `f32` and `f64`.
    Float,
    /// `f16` and `bf16`.
    Half,
    /// Integers, `f32`, `f64`.
    Any,
    Bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberOperand {
    Same,
    Bool,
    U32,
    I32,
    F32,
    F64,
    /// The unsigned integer of the same width (`to_bits`, `unsigned_abs`).
    UnsignedSame,
}

impl NumberClass {
    pub fn contains(self, ty: &Ty) -> bool {
        match (self, ty) {
            (NumberClass::Int | NumberClass::Any, Ty::Int(_)) => true,
            (NumberClass::Signed, Ty::Int(int)) => int.signed(),
            (NumberClass::Unsigned, Ty::Int(int)) => !int.signed(),
            (NumberClass::Float | NumberClass::Any, Ty::Float(Float::F32 | Float::F64)) => true,
            (NumberClass::Half, Ty::Float(Float::F16 | Float::Bf16)) => true,
            (NumberClass::Bool, Ty::Bool) => true,
            _ => false,
        }
    }
}

impl NumberOperand {
    /// The type, for a receiver of type `on`.
    pub fn ty(self, on: &Ty) -> Ty {
        let unsigned = || {
            let bits = match on {
                Ty::Int(int) => int.bits(),
                Ty::Float(float) => float.bits(),
                _ => return Ty::Opaque,
            };
            let pointer = matches!(on, Ty::Int(Int::Usize | Int::Isize));
            let int = Int::ALL
                .into_iter()
                .find(|int| {
                    int.bits() == bits
                        && !int.signed()
                        && matches!(int, Int::Usize | Int::Isize) == pointer
                })
                .expect("every width has an unsigned integer");
            Ty::Int(int)
        };
        match self {
            NumberOperand::Same => on.clone(),
            NumberOperand::Bool => Ty::Bool,
            NumberOperand::U32 => Ty::Int(Int::U32),
            NumberOperand::I32 => Ty::Int(Int::I32),
            NumberOperand::F32 => Ty::Float(Float::F32),
            NumberOperand::F64 => Ty::Float(Float::F64),
            NumberOperand::UnsignedSame => unsigned(),
        }
    }
}

impl NumberMethod {
    pub fn find<'a>(
        name: &'a str,
        method: bool,
    ) -> impl Iterator<Item = &'static NumberMethod> + 'a {
        NUMBER_METHODS
            .iter()
            .filter(move |row| row.name == name && row.method == method)
    }
}

const fn row(
    name: &'static str,
    on: NumberClass,
    params: &'static [NumberOperand],
    result: NumberOperand,
    host: Host,
) -> NumberMethod {
    NumberMethod {
        name,
        on,
        params,
        result,
        method: true,
        host,
        generic: false,
    }
}

const fn associated(
    name: &'static str,
    on: NumberClass,
    params: &'static [NumberOperand],
    result: NumberOperand,
) -> NumberMethod {
    NumberMethod {
        name,
        on,
        params,
        result,
        method: false,
        host: Host::Native,
        generic: false,
    }
}

/// A row whose method the traits `Number`, `Integer` or `Float` give to generic types as well.
const fn generic(row: NumberMethod) -> NumberMethod {
    NumberMethod {
        generic: true,
        ..row
    }
}

use Host::{Native, Rt};
use NumberClass::{Any, Half, Signed, Unsigned};
use NumberOperand::{Bool, F32, F64, I32, Same, U32, UnsignedSame};
const INT: NumberClass = NumberClass::Int;
const FLOAT: NumberClass = NumberClass::Float;

/// Every method.
pub static NUMBER_METHODS: &[NumberMethod] = &[
    // Integers.
    row("wrapping_add", INT, &[Same], Same, Native),
    row("wrapping_sub", INT, &[Same], Same, Native),
    row("wrapping_mul", INT, &[Same], Same, Native),
    row("wrapping_neg", INT, &[], Same, Native),
    row("wrapping_shl", INT, &[U32], Same, Native),
    row("wrapping_shr", INT, &[U32], Same, Native),
    row("saturating_add", INT, &[Same], Same, Native),
    row("saturating_sub", INT, &[Same], Same, Native),
    row("count_ones", INT, &[], U32, Native),
    row("count_zeros", INT, &[], U32, Native),
    row("leading_zeros", INT, &[], U32, Native),
    row("trailing_zeros", INT, &[], U32, Native),
    row("rotate_left", INT, &[U32], Same, Native),
    row("rotate_right", INT, &[U32], Same, Native),
    row("swap_bytes", INT, &[], Same, Native),
    row("reverse_bits", INT, &[], Same, Native),
    row("pow", INT, &[U32], Same, Rt),
    row("abs_diff", INT, &[Same], UnsignedSame, Native),
    row("rem_euclid", INT, &[Same], Same, Native),
    row("div_euclid", INT, &[Same], Same, Native),
    row("div_ceil", Unsigned, &[Same], Same, Native),
    row("next_power_of_two", Unsigned, &[], Same, Rt),
    row("is_power_of_two", Unsigned, &[], Bool, Native),
    row("ilog2", INT, &[], U32, Native),
    row("unsigned_abs", Signed, &[], UnsignedSame, Native),
    row("wrapping_abs", Signed, &[], Same, Native),
    row("abs", Signed, &[], Same, Rt),
    row("signum", Signed, &[], Same, Native),
    row("is_negative", Signed, &[], Bool, Native),
    row("is_positive", Signed, &[], Bool, Native),
    // Integers and floats.
    generic(row("min", Any, &[Same], Same, Rt)),
    generic(row("max", Any, &[Same], Same, Rt)),
    row("clamp", Any, &[Same, Same], Same, Native),
    // Floats: exact in IEEE arithmetic, so equal on both devices.
    generic(row("abs", FLOAT, &[], Same, Native)),
    generic(row("sqrt", FLOAT, &[], Same, Native)),
    generic(row("mul_add", FLOAT, &[Same, Same], Same, Native)),
    generic(row("floor", FLOAT, &[], Same, Native)),
    generic(row("ceil", FLOAT, &[], Same, Native)),
    generic(row("trunc", FLOAT, &[], Same, Native)),
    generic(row("round", FLOAT, &[], Same, Native)),
    row("round_ties_even", FLOAT, &[], Same, Native),
    row("fract", FLOAT, &[], Same, Native),
    row("copysign", FLOAT, &[Same], Same, Native),
    row("signum", FLOAT, &[], Same, Native),
    row("recip", FLOAT, &[], Same, Native),
    row("rem_euclid", FLOAT, &[Same], Same, Native),
    row("is_nan", FLOAT, &[], Bool, Native),
    row("is_infinite", FLOAT, &[], Bool, Native),
    row("is_finite", FLOAT, &[], Bool, Native),
    row("is_sign_negative", FLOAT, &[], Bool, Native),
    row("is_sign_positive", FLOAT, &[], Bool, Native),
    row("to_bits", FLOAT, &[], UnsignedSame, Native),
    associated("from_bits", FLOAT, &[UnsignedSame], Same),
    row("powi", FLOAT, &[I32], Same, Rt),
    // Floats: correct to a few units in the last place, not equal bit for bit between devices.
    row("exp", FLOAT, &[], Same, Native),
    row("exp2", FLOAT, &[], Same, Native),
    row("ln", FLOAT, &[], Same, Native),
    row("log2", FLOAT, &[], Same, Native),
    row("log10", FLOAT, &[], Same, Native),
    row("powf", FLOAT, &[Same], Same, Native),
    row("cbrt", FLOAT, &[], Same, Native),
    row("hypot", FLOAT, &[Same], Same, Native),
    row("sin", FLOAT, &[], Same, Native),
    row("cos", FLOAT, &[], Same, Native),
    row("tan", FLOAT, &[], Same, Native),
    row("asin", FLOAT, &[], Same, Native),
    row("acos", FLOAT, &[], Same, Native),
    row("atan", FLOAT, &[], Same, Native),
    row("atan2", FLOAT, &[Same], Same, Native),
    row("sinh", FLOAT, &[], Same, Native),
    row("cosh", FLOAT, &[], Same, Native),
    row("tanh", FLOAT, &[], Same, Native),
    row("to_degrees", FLOAT, &[], Same, Native),
    row("to_radians", FLOAT, &[], Same, Native),
    // `half`'s types.
    row("to_f32", Half, &[], F32, Native),
    row("to_f64", Half, &[], F64, Native),
    row("to_bits", Half, &[], UnsignedSame, Native),
    row("is_nan", Half, &[], Bool, Native),
    associated("from_f32", Half, &[F32], Same),
    associated("from_f64", Half, &[F64], Same),
    associated("from_bits", Half, &[UnsignedSame], Same),
];
