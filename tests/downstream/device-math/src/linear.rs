//! Vectors and polynomials.

use phalanx::prelude::*;

/// A point or a direction.
#[derive(Debug, Clone, Copy, PartialEq, DeviceCopy)]
#[repr(C)]
pub struct Vec3 {
    pub x: f32,
    pub y: f32,
    pub z: f32,
}

/// The inner product.
#[device_fn]
pub fn dot(a: Vec3, b: Vec3) -> f32 {
    a.x * b.x + a.y * b.y + a.z * b.z
}

/// How many coefficients [`horner`] takes.
pub const DEGREE: usize = 3;

/// The polynomial with these coefficients, the highest first, at `x`.
#[device_fn]
pub fn horner(coefficients: [f32; DEGREE], x: f32) -> f32 {
    let mut value = 0.0;
    for i in 0..DEGREE {
        value = value * x + coefficients[i];
    }
    value
}
