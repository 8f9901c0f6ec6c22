//! The constants of the number types, a row each: `u32::MAX`, `f32::EPSILON`, `core::f32::consts::PI`,
//! and those that `Number` and `Integer` give to generic types.

use crate::types::ty::{Float, Int, Ty};

/// One constant.
#[derive(Debug)]
pub struct NumberConst {
    pub name: &'static str,
    pub value: ConstRow,
    /// Stands in `core::f32::consts`, not at the type itself.
    pub in_consts: bool,
    /// The bound by which a generic type has it.
    pub generic: Option<ConstBound>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConstBound {
    Number,
    Integer,
}

/// The values a row has, by kind of type.
#[derive(Debug)]
pub enum ConstRow {
    /// Of integers and floats.
    Any(fn(Int) -> i128, Floats),
    /// Of integers, with their own type.
    Int(fn(Int) -> i128),
    /// Of integers, a `u32`: `BITS`.
    U32(fn(Int) -> i128),
    Float(Floats),
}

/// The value for each float type; the types of the `half` crate by their bits, where they have it.
#[derive(Debug, Clone, Copy)]
pub struct Floats {
    pub f32: f32,
    pub f64: f64,
    pub f16: Option<u16>,
    pub bf16: Option<u16>,
}

/// A value, in the type that [`NumberConst::ty`] says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum NumberValue {
    Int(i128),
    F32(f32),
    F64(f64),
    /// The bits of an `f16` or `bf16`.
    Half(u16),
}

impl NumberConst {
    /// The constant `name` of a number type, or of its module of mathematical constants.
    pub fn find(name: &str, in_consts: bool) -> Option<&'static NumberConst> {
        NUMBER_CONSTS
            .iter()
            .find(|row| row.name == name && row.in_consts == in_consts)
    }

    /// The value for the number type `on`; `None` if that has no such constant.
    pub fn value(&self, on: &Ty) -> Option<NumberValue> {
        match (&self.value, on) {
            (
                ConstRow::Any(value, _) | ConstRow::Int(value) | ConstRow::U32(value),
                Ty::Int(int),
            ) => Some(NumberValue::Int(value(*int))),
            (ConstRow::Any(_, floats) | ConstRow::Float(floats), Ty::Float(float)) => match float {
                Float::F32 => Some(NumberValue::F32(floats.f32)),
                Float::F64 => Some(NumberValue::F64(floats.f64)),
                Float::F16 => floats.f16.map(NumberValue::Half),
                Float::Bf16 => floats.bf16.map(NumberValue::Half),
            },
            _ => None,
        }
    }

    /// The type of the constant, of the number type `on`.
    pub fn ty(&self, on: &Ty) -> Ty {
        match self.value {
            ConstRow::U32(_) => Ty::U32,
            _ => on.clone(),
        }
    }
}

const fn int(name: &'static str, value: fn(Int) -> i128) -> NumberConst {
    NumberConst {
        name,
        value: ConstRow::Int(value),
        in_consts: false,
        generic: None,
    }
}

const fn any(name: &'static str, value: fn(Int) -> i128, floats: Floats) -> NumberConst {
    NumberConst {
        name,
        value: ConstRow::Any(value, floats),
        in_consts: false,
        generic: Some(ConstBound::Number),
    }
}

const fn float(name: &'static str, f32: f32, f64: f64, f16: u16, bf16: u16) -> NumberConst {
    NumberConst {
        name,
        value: ConstRow::Float(Floats {
            f32,
            f64,
            f16: Some(f16),
            bf16: Some(bf16),
        }),
        in_consts: false,
        generic: None,
    }
}

const fn in_consts(name: &'static str, f32: f32, f64: f64) -> NumberConst {
    NumberConst {
        name,
        value: ConstRow::Float(Floats {
            f32,
            f64,
            f16: None,
            bf16: None,
        }),
        in_consts: true,
        generic: None,
    }
}

const fn floats(f32: f32, f64: f64, f16: u16, bf16: u16) -> Floats {
    Floats {
        f32,
        f64,
        f16: Some(f16),
        bf16: Some(bf16),
    }
}

use core::f32::consts as f32s;
use core::f64::consts as f64s;

/// Every constant. The bits of the half types are those of the `half` crate.
pub static NUMBER_CONSTS: &[NumberConst] = &[
    any("ZERO", |_| 0, floats(0.0, 0.0, 0x0000, 0x0000)),
    any("ONE", |_| 1, floats(1.0, 1.0, 0x3C00, 0x3F80)),
    any(
        "MIN",
        |int| int.range().0,
        floats(f32::MIN, f64::MIN, 0xFBFF, 0xFF7F),
    ),
    any(
        "MAX",
        |int| int.range().1,
        floats(f32::MAX, f64::MAX, 0x7BFF, 0x7F7F),
    ),
    NumberConst {
        value: ConstRow::U32(|int| int.bits().into()),
        generic: Some(ConstBound::Integer),
        ..int("BITS", |_| 0)
    },
    float("EPSILON", f32::EPSILON, f64::EPSILON, 0x1400, 0x3C00),
    float(
        "MIN_POSITIVE",
        f32::MIN_POSITIVE,
        f64::MIN_POSITIVE,
        0x0400,
        0x0080,
    ),
    float("INFINITY", f32::INFINITY, f64::INFINITY, 0x7C00, 0x7F80),
    float(
        "NEG_INFINITY",
        f32::NEG_INFINITY,
        f64::NEG_INFINITY,
        0xFC00,
        0xFF80,
    ),
    float("NAN", f32::NAN, f64::NAN, 0x7E00, 0x7FC0),
    in_consts("PI", f32s::PI, f64s::PI),
    in_consts("TAU", f32s::TAU, f64s::TAU),
    in_consts("E", f32s::E, f64s::E),
    in_consts("FRAC_PI_2", f32s::FRAC_PI_2, f64s::FRAC_PI_2),
    in_consts("FRAC_PI_3", f32s::FRAC_PI_3, f64s::FRAC_PI_3),
    in_consts("FRAC_PI_4", f32s::FRAC_PI_4, f64s::FRAC_PI_4),
    in_consts("FRAC_PI_6", f32s::FRAC_PI_6, f64s::FRAC_PI_6),
    in_consts("FRAC_PI_8", f32s::FRAC_PI_8, f64s::FRAC_PI_8),
    in_consts("FRAC_1_PI", f32s::FRAC_1_PI, f64s::FRAC_1_PI),
    in_consts("FRAC_2_PI", f32s::FRAC_2_PI, f64s::FRAC_2_PI),
    in_consts("FRAC_2_SQRT_PI", f32s::FRAC_2_SQRT_PI, f64s::FRAC_2_SQRT_PI),
    in_consts("SQRT_2", f32s::SQRT_2, f64s::SQRT_2),
    in_consts("FRAC_1_SQRT_2", f32s::FRAC_1_SQRT_2, f64s::FRAC_1_SQRT_2),
    in_consts("LN_2", f32s::LN_2, f64s::LN_2),
    in_consts("LN_10", f32s::LN_10, f64s::LN_10),
    in_consts("LOG2_E", f32s::LOG2_E, f64s::LOG2_E),
    in_consts("LOG2_10", f32s::LOG2_10, f64s::LOG2_10),
    in_consts("LOG10_E", f32s::LOG10_E, f64s::LOG10_E),
    in_consts("LOG10_2", f32s::LOG10_2, f64s::LOG10_2),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_type_has_its_own_value() {
        let max = NumberConst::find("MAX", false).unwrap();
        assert_eq!(max.value(&Ty::Int(Int::I8)), Some(NumberValue::Int(127)));
        assert_eq!(
            max.value(&Ty::Float(Float::F64)),
            Some(NumberValue::F64(f64::MAX))
        );
        let bits = NumberConst::find("BITS", false).unwrap();
        assert_eq!(bits.value(&Ty::USIZE), Some(NumberValue::Int(64)));
        assert_eq!(bits.ty(&Ty::USIZE), Ty::U32);
        assert_eq!(bits.value(&Ty::Float(Float::F32)), None);
    }

    #[test]
    fn mathematical_constants_stand_in_their_module() {
        assert!(NumberConst::find("PI", false).is_none());
        let pi = NumberConst::find("PI", true).unwrap();
        assert_eq!(pi.value(&Ty::Float(Float::F16)), None);
    }
}
