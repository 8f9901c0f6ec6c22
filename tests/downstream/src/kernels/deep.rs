//! A module of a module.

use phalanx::prelude::*;

use super::super::kernels::deep::helpers::*;

/// A constant for the module above.
pub const LEADING: f32 = HALF * 4.0;
const HALF: f32 = 0.5;

mod helpers {
    use phalanx::prelude::*;

    #[device_fn]
    pub fn is_even(x: u32) -> bool {
        x % 2 == 0
    }
}

/// Panics at the first odd element.
#[group_kernel]
pub fn expect_even(grid: Grid, x: &[u32]) {
    for i in grid.stride(0..x.len()) {
        assert!(is_even(x[i]), "element {} is {}", i, x[i]);
    }
}
