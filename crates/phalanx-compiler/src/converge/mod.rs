//! Convergence: whether every thread of a group reaches each collective call on it.
//!
//! What is proved of a function that passes: all threads of a group execute the same sequence of
//! collective calls on it, from the same places in the source, with equal values for the arguments that
//! must be equal, and no threads wait for each other in a circle. The rules are in `docs/guarantees.md`; here is where each of them lives.
//!
//! | file | what it knows |
//! |---|---|
//! | `domain.rs` | groups, sets of them, which lies inside which |
//! | `scopes.rs` | the groups of a function, read off its signature and tables |
//! | `over.rs`, `why.rs` | over which groups something holds, and the reasons for the others |
//! | `values.rs`, `state.rs` | what is known of a value, and at a point of the program |
//! | `flow/` | the walk over the function: a file a kind of construct |
//! | `promises.rs` | what it must be told of functions that it does not see |
//! | `facts.rs` | what the printers take from it |
//! | `messages.rs`, `describe.rs` | what is said to the user |
//!
//! What an operation of a group does is not written here: it is the columns `collective`, `uniformity`
//! and `uniform_args` of the table ([`crate::table::group_ops`]).

mod describe;
mod domain;
mod facts;
mod flow;
mod messages;
mod over;
mod promises;
mod scopes;
mod state;
mod values;
mod why;

pub use domain::{Forest, GroupSet, ScopeId, ScopeKind};
pub use facts::{Among, Facts, Part, Point};
pub use promises::{NotPromises, Promises};

use crate::report::Errors;
use crate::types::typed::TypedFunction;

/// Checks a function whose types show what it calls, as in a build script.
///
/// # Errors
///
/// Every collective call that some thread of its group may miss, every argument that must be uniform
/// and is not known to be, and every use of a group that cannot be followed.
pub fn check(f: &TypedFunction) -> Result<Facts, Errors> {
    check_with(f, &Promises::default())
}

/// As [`check`], told what is known of functions that the types do not show, as in the macro.
///
/// # Errors
///
/// As [`check`].
pub fn check_with(f: &TypedFunction, promises: &Promises) -> Result<Facts, Errors> {
    let (facts, errors) = analyse(f, promises);
    match facts {
        Some(facts) if errors.is_empty() => Ok(facts),
        _ => Err(errors),
    }
}

/// As [`check_with`], with what was found of a function that is refused too: what the second net alone
/// would be given. `None` if the function could not be followed at all.
pub fn analyse(f: &TypedFunction, promises: &Promises) -> (Option<Facts>, Errors) {
    match scopes::layout(f) {
        Ok(layout) => {
            let followed = flow::follow(f, layout, promises);
            (Some(followed.facts), followed.errors)
        }
        Err(domain::TooMany) => {
            let mut errors = Errors::default();
            errors.push(messages::too_many_groups(f.function.name.span()));
            (None, errors)
        }
    }
}
