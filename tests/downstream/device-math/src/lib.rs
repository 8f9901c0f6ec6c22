//! Device functions for other crates. It has no kernels, so it needs no build script.

use phalanx::prelude::*;

pub mod linear;

#[cfg(feature = "halves")]
#[doc(hidden)]
pub use on::factor;

#[cfg(feature = "halves")]
mod on {
    use phalanx::prelude::*;

    /// One half, since the feature is on.
    #[device_fn]
    pub fn factor() -> f32 {
        0.5
    }
}

#[cfg(not(feature = "halves"))]
#[device_fn]
pub fn factor() -> f32 {
    1.0
}

/// The sum of the squares of `v` over a group, times [`factor`]; every thread of `g` must call it.
#[device_fn]
pub fn sum_of_squares<G: Reduce>(g: &G, v: f32) -> f32 {
    g.reduce(square(v), Plus) * factor()
}

#[device_fn]
fn square(v: f32) -> f32 {
    v * v
}
