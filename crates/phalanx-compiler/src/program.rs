//! A whole crate's device code, typed: what the CUDA printer reads.

use std::collections::HashMap;
use std::sync::Arc;

use crate::types::typed::{TypedConst, TypedFunction};

/// Kernels, device functions and constants by their full path ([`FunctionSig::id`] and
/// [`ConstDef::id`]).
///
/// [`FunctionSig::id`]: crate::types::env::FunctionSig::id
/// [`ConstDef::id`]: crate::types::env::ConstDef::id
#[derive(Debug, Default)]
pub struct Program {
    pub functions: HashMap<String, Arc<TypedFunction>>,
    pub constants: HashMap<String, Arc<TypedConst>>,
}
