//! Call sites.
//!
//! A collective is known by the place in the source that calls it, and the interpreter is one place for
//! all. So here are many places that call the same function; each call in a program is given one.

use std::panic::Location;
use std::sync::OnceLock;

use phalanx_groups::exec::Site;

use super::perform::{Request, perform};
use super::value::Value;

/// How many calls of collectives a program may have.
pub const SITES: usize = PLACES.len();

/// Performs the request from the place of this number.
pub fn call(number: usize, request: &Request<'_>) -> Value {
    (PLACES[number].perform)(request)
}

/// The place of this number.
pub fn place(number: usize) -> Site {
    (PLACES[number].here)()
}

/// The number of a place, for a report.
pub fn number(file: &str, line: u32, column: u32) -> Option<usize> {
    static KNOWN: OnceLock<Vec<Site>> = OnceLock::new();
    KNOWN
        .get_or_init(|| PLACES.iter().map(|place| (place.here)()).collect())
        .iter()
        .position(|site| site.file() == file && site.line() == line && site.column() == column)
}

struct Place {
    perform: fn(&Request<'_>) -> Value,
    here: fn() -> Site,
}

/// A place of its own for each mention: what a macro expands to is where the macro is invoked.
macro_rules! at {
    () => {
        Place {
            perform: |request| perform(request),
            here: || here(),
        }
    };
}

#[track_caller]
fn here() -> Site {
    Location::caller()
}

// In rows, for each mention is a place only by its line and column.
#[rustfmt::skip]
static PLACES: [Place; 256] = [
    at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(),
    at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(),
    at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(),
    at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(),
    at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(),
    at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(),
    at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(),
    at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(),
    at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(),
    at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(),
    at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(),
    at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(),
    at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(),
    at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(),
    at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(),
    at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(), at!(),
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn all_are_distinct() {
        let sites: HashSet<_> = PLACES.iter().map(|place| (place.here)()).collect();
        assert_eq!(sites.len(), SITES);
        let site = (PLACES[77].here)();
        assert_eq!(number(site.file(), site.line(), site.column()), Some(77));
    }
}
