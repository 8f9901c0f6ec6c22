//! Runs Phalanx kernels without a GPU and reports what went wrong.

mod fault;
mod launch;
mod properties;

pub use fault::Fault;
pub use launch::{DynamicArray, Shape, run};
pub use properties::Properties;
