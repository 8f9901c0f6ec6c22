//! A module of the file that `#[path]` leads to.

use phalanx::prelude::*;

/// Where an element of a matrix lies.
#[device_fn]
pub fn index(row: usize, column: usize, columns: usize) -> usize {
    row * columns + column
}
