//! What the language knows by name, as tables: adding an operation is adding a row.

pub mod atomics;
pub mod constants;
pub mod group_ops;
pub mod methods;
