//! The types stage: gives every expression the type that rustc gives it.
//!
//! | to find | look in |
//! |---|---|
//! | the types | [`ty`] |
//! | what stands outside the item | [`env`](mod@env) |
//! | what the stage finds out | [`typed`] |
//! | types as written | [`lower`], paths of the language in `names` |
//! | signatures | [`signature`](mod@signature), `Uniform` in them `uniform` |
//! | inference, a file for each kind of expression | `infer` |
//! | silent conversions | `coerce` |
//! | what must hold, and its messages | [`require`], [`bounds`] |
//! | instances of generic functions | [`subst`], [`instance`] |
//! | constants | [`const_eval`] |

pub mod bounds;
mod coerce;
pub mod const_eval;
pub mod env;
mod finish;
mod infer;
pub mod instance;
pub mod layout;
pub mod lower;
mod names;
pub mod require;
pub mod signature;
pub mod subst;
pub mod ty;
pub mod typed;
mod uniform;
mod unify;

use std::sync::Arc;

pub use self::instance::check_instance;
pub use self::lower::lower_type;
pub use self::signature::signature;

use self::env::{ConstDef, Env, FunctionSig};
use self::infer::Infer;
use self::typed::{TypedConst, TypedFunction};
use crate::report::Errors;
use crate::syntax::ast::Function;

/// Types the body of a kernel or device function, whose signature [`signature()`] gave.
///
/// `file` is the source file as rustc names it in messages; empty where it is not needed. With an
/// environment that sees the whole crate no type of the result is [`ty::Ty::Opaque`].
///
/// # Errors
/// Everything in the body that does not fit, in the order of the source.
pub fn check(
    function: Function,
    sig: Arc<FunctionSig>,
    file: String,
    env: &dyn Env,
) -> Result<TypedFunction, Errors> {
    let mut errors = Errors::default();
    let instances = instance::declared(&function, &sig, env).unwrap_or_else(|more| {
        errors.0.extend(more.0);
        Vec::new()
    });
    let mut infer = Infer::new(env, &function.body, &sig.generics, sig.ret.clone());
    infer.name = &sig.name;
    infer.id = &sig.id;
    infer.errors = errors;
    infer.params(&function, &sig);
    infer.body();
    let tables = infer.finish()?;
    Ok(TypedFunction {
        file,
        function,
        sig,
        tables,
        instances,
    })
}

/// Types the value of a constant.
///
/// # Errors
/// As for [`check`].
pub fn check_const(def: Arc<ConstDef>, env: &dyn Env) -> Result<TypedConst, Errors> {
    let mut infer = Infer::new(env, &def.body, &[], def.ty.clone());
    infer.body();
    let tables = infer.finish()?;
    Ok(TypedConst { def, tables })
}
