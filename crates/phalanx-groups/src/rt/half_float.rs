//! Fused multiply-add for the 16-bit floats, which have no hardware instruction on the host.

use half::{bf16, f16};

/// A 16-bit float that converts exactly to `f64` and with one rounding back.
pub trait HalfFloat: Copy {
    fn widen(self) -> f64;
    fn narrow(wide: f64) -> Self;
}

impl HalfFloat for f16 {
    fn widen(self) -> f64 {
        self.to_f64()
    }
    fn narrow(wide: f64) -> Self {
        f16::from_f64(wide)
    }
}

impl HalfFloat for bf16 {
    fn widen(self) -> f64 {
        self.to_f64()
    }
    fn narrow(wide: f64) -> Self {
        bf16::from_f64(wide)
    }
}

/// `x * a + b` with one rounding.
pub fn mul_add<T: HalfFloat>(x: T, a: T, b: T) -> T {
    // The product is exact in `f64`. The sum may not be, and rounding it twice could pick the wrong
    // neighbour: so it is rounded to odd first, which keeps "a little more" and "a little less"
    // apart from a tie (Boldo and Melquiond 2008).
    let (product, b) = (x.widen() * a.widen(), b.widen());
    let sum = product + b;
    let b_part = sum - product;
    let error = (product - (sum - b_part)) + (b - b_part);
    let bits = sum.to_bits();
    let odd = if sum.is_finite() && error != 0.0 && bits & 1 == 0 {
        // Towards the exact sum: away from zero if the error has the sum's sign.
        f64::from_bits(if (error > 0.0) == (sum > 0.0) {
            bits + 1
        } else {
            bits - 1
        })
    } else {
        sum
    };
    T::narrow(odd)
}
