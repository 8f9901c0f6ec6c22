//! What operators and methods of numbers mean: integers wrap, shifts mask, division by zero panics, a
//! cast of a float saturates.

use phalanx_compiler::syntax::ast::BinaryOp;
use phalanx_compiler::types::ty::{Float, Int, Ty};

use super::value::Value;

/// The value in the range of the type, by wrapping.
pub(super) fn wrap(int: Int, value: i128) -> i128 {
    let bits = int.bits();
    if bits == 128 {
        return value;
    }
    let low = value & ((1 << bits) - 1);
    if int.signed() && low >> (bits - 1) & 1 == 1 {
        low - (1 << bits)
    } else {
        low
    }
}

/// The bits of a value of an integer type.
fn bits(int: Int, value: i128) -> u128 {
    (value & ((1 << int.bits()) - 1)) as u128
}

fn unknown(what: &str, ty: &Ty) -> ! {
    panic!("interpreter: `{what}` of `{ty}`")
}

/// `left op right`, on operands of type `ty`.
pub(super) fn binary(op: BinaryOp, ty: &Ty, left: &Value, right: &Value) -> Value {
    use BinaryOp::*;
    match (left, right) {
        (Value::Int(a), Value::Int(b)) => {
            let Ty::Int(int) = ty else {
                unknown(op.symbol(), ty)
            };
            int_binary(op, *int, *a, *b)
        }
        (Value::Bool(a), Value::Bool(b)) => Value::Bool(match op {
            And => a & b,
            Or => a | b,
            Xor => a ^ b,
            Eq => a == b,
            Ne => a != b,
            Lt => !a & b,
            Le => !a | b,
            Gt => a & !b,
            Ge => a | !b,
            _ => unknown(op.symbol(), ty),
        }),
        (Value::F32(a), Value::F32(b)) => match op {
            Add => Value::F32(a + b),
            Sub => Value::F32(a - b),
            Mul => Value::F32(a * b),
            Div => Value::F32(a / b),
            Rem => Value::F32(a % b),
            Eq => Value::Bool(a == b),
            Ne => Value::Bool(a != b),
            Lt => Value::Bool(a < b),
            Le => Value::Bool(a <= b),
            Gt => Value::Bool(a > b),
            Ge => Value::Bool(a >= b),
            _ => unknown(op.symbol(), ty),
        },
        _ => unknown(op.symbol(), ty),
    }
}

fn int_binary(op: BinaryOp, int: Int, a: i128, b: i128) -> Value {
    use BinaryOp::*;
    let by = (b & i128::from(int.bits() - 1)) as u32;
    Value::Int(wrap(
        int,
        match op {
            Add => a + b,
            Sub => a - b,
            Mul => a.wrapping_mul(b),
            Div => {
                divisor(int, a, b, "divide by zero", "divide with overflow");
                a / b
            }
            Rem => {
                divisor(
                    int,
                    a,
                    b,
                    "calculate the remainder with a divisor of zero",
                    "calculate the remainder with overflow",
                );
                a % b
            }
            And => a & b,
            Or => a | b,
            Xor => a ^ b,
            Shl => a.wrapping_shl(by),
            Shr => a >> by,
            Eq => return Value::Bool(a == b),
            Ne => return Value::Bool(a != b),
            Lt => return Value::Bool(a < b),
            Le => return Value::Bool(a <= b),
            Gt => return Value::Bool(a > b),
            Ge => return Value::Bool(a >= b),
        },
    ))
}

fn divisor(int: Int, a: i128, b: i128, zero: &str, overflow: &str) {
    if b == 0 {
        panic!("attempt to {zero}");
    }
    if int.signed() && a == int.range().0 && b == -1 {
        panic!("attempt to {overflow}");
    }
}

/// `-value`
pub(super) fn negate(ty: &Ty, value: &Value) -> Value {
    match (ty, value) {
        (Ty::Int(int), Value::Int(value)) => Value::Int(wrap(*int, -value)),
        (_, Value::F32(value)) => Value::F32(-value),
        _ => unknown("-", ty),
    }
}

/// `!value`
pub(super) fn not(ty: &Ty, value: &Value) -> Value {
    match (ty, value) {
        (Ty::Int(int), Value::Int(value)) => Value::Int(wrap(*int, !value)),
        (_, Value::Bool(value)) => Value::Bool(!value),
        _ => unknown("!", ty),
    }
}

/// `value as to`
pub(super) fn cast(value: &Value, to: &Ty) -> Value {
    match (value, to) {
        (Value::Int(value), Ty::Int(to)) => Value::Int(wrap(*to, *value)),
        (Value::Bool(value), Ty::Int(_)) => Value::Int(i128::from(*value)),
        (Value::Bool(value), Ty::Bool) => Value::Bool(*value),
        (Value::Int(value), Ty::Float(Float::F32)) => Value::F32(*value as f32),
        (Value::F32(value), Ty::Float(Float::F32)) => Value::F32(*value),
        (Value::F32(value), Ty::Int(to)) => {
            let (least, most) = to.range();
            // To `i128` first, which saturates far outside and makes 0 of NaN.
            Value::Int((*value as i128).clamp(least, most))
        }
        _ => unknown("as", to),
    }
}

/// A method of a number type; the receiver is the first argument.
pub(super) fn method(name: &str, on: &Ty, args: &[Value]) -> Value {
    match (on, args) {
        (Ty::Int(int), _) => int_method(name, *int, args),
        (Ty::Float(Float::F32), [Value::F32(a), rest @ ..]) => f32_method(name, *a, rest),
        _ => unknown(name, on),
    }
}

fn int_method(name: &str, int: Int, args: &[Value]) -> Value {
    let args: Vec<i128> = args.iter().map(Value::int).collect();
    let (least, most) = int.range();
    let width = int.bits();
    let result = match (name, args.as_slice()) {
        ("min", [a, b]) => *a.min(b),
        ("max", [a, b]) => *a.max(b),
        ("clamp", [a, low, high]) => {
            assert!(low <= high, "assertion failed: min <= max");
            *a.clamp(low, high)
        }
        ("wrapping_add", [a, b]) => a + b,
        ("wrapping_sub", [a, b]) => a - b,
        ("wrapping_mul", [a, b]) => a.wrapping_mul(*b),
        ("saturating_add", [a, b]) => (a + b).clamp(least, most),
        ("saturating_sub", [a, b]) => (a - b).clamp(least, most),
        ("abs_diff", [a, b]) => return Value::Int((a - b).abs()),
        ("count_ones", [a]) => bits(int, *a).count_ones().into(),
        ("count_zeros", [a]) => (width - bits(int, *a).count_ones()).into(),
        ("trailing_zeros", [a]) => bits(int, *a).trailing_zeros().min(width).into(),
        ("leading_zeros", [a]) => (bits(int, *a).leading_zeros() - (128 - width)).into(),
        ("rotate_left", [a, by]) => {
            let by = (by % i128::from(width)) as u32;
            let a = bits(int, *a);
            (a << by | a.checked_shr(width - by).unwrap_or(0)) as i128
        }
        ("is_power_of_two", [a]) => return Value::Bool(bits(int, *a).count_ones() == 1),
        _ => unknown(name, &Ty::Int(int)),
    };
    // Counts are `u32`, whose range no count leaves.
    match name {
        "count_ones" | "count_zeros" | "trailing_zeros" | "leading_zeros" => Value::Int(result),
        _ => Value::Int(wrap(int, result)),
    }
}

fn f32_method(name: &str, a: f32, rest: &[Value]) -> Value {
    use phalanx_groups::rt;
    match (name, rest) {
        ("min", [Value::F32(b)]) => Value::F32(rt::min(a, *b)),
        ("max", [Value::F32(b)]) => Value::F32(rt::max(a, *b)),
        ("abs", []) => Value::F32(a.abs()),
        ("sqrt", []) => Value::F32(a.sqrt()),
        ("floor", []) => Value::F32(a.floor()),
        ("is_nan", []) => Value::Bool(a.is_nan()),
        ("to_bits", []) => Value::Int(a.to_bits().into()),
        _ => unknown(name, &Ty::Float(Float::F32)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(op: BinaryOp, int: Int, a: i128, b: i128) -> i128 {
        int_binary(op, int, a, b).int()
    }

    #[test]
    fn integers_wrap_and_shifts_mask() {
        assert_eq!(of(BinaryOp::Add, Int::U8, 200, 100), 44);
        assert_eq!(of(BinaryOp::Sub, Int::U32, 0, 1), i128::from(u32::MAX));
        assert_eq!(of(BinaryOp::Mul, Int::I32, 1 << 30, 4), 0);
        assert_eq!(
            of(BinaryOp::Mul, Int::U64, u64::MAX.into(), u64::MAX.into()),
            1
        );
        assert_eq!(of(BinaryOp::Shl, Int::I32, 1, 31), i128::from(i32::MIN));
        assert_eq!(of(BinaryOp::Shl, Int::U32, 1, 33), 2);
        assert_eq!(of(BinaryOp::Shr, Int::I32, -8, 1), -4);
        assert_eq!(of(BinaryOp::Rem, Int::I32, -7, 4), -3);
    }

    #[test]
    fn casts_are_rust_s() {
        let cast = |value: Value, to| cast(&value, &to).int();
        assert_eq!(cast(Value::Int(-1), Ty::U32), i128::from(u32::MAX));
        assert_eq!(cast(Value::Int(1 << 40), Ty::U32), 0);
        assert_eq!(cast(Value::F32(-5.5), Ty::U32), 0);
        assert_eq!(cast(Value::F32(1e20), Ty::U32), i128::from(u32::MAX));
        assert_eq!(cast(Value::F32(f32::NAN), Ty::U32), 0);
        assert_eq!(cast(Value::F32(-5.5), Ty::Int(Int::I32)), -5);
    }

    #[test]
    fn methods_are_rust_s() {
        let u32 = |name, args: &[i128]| {
            let args: Vec<Value> = args.iter().map(|arg| Value::Int(*arg)).collect();
            method(name, &Ty::U32, &args).int()
        };
        assert_eq!(u32("trailing_zeros", &[0]), 32);
        assert_eq!(u32("trailing_zeros", &[40]), 3);
        assert_eq!(u32("leading_zeros", &[1]), 31);
        assert_eq!(u32("rotate_left", &[0x8000_0001, 4]), 0x18);
        assert_eq!(u32("rotate_left", &[5, 0]), 5);
        assert_eq!(u32("saturating_sub", &[3, 5]), 0);
        assert_eq!(u32("abs_diff", &[3, 5]), 2);
    }
}
