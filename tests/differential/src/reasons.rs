//! Why programs are refused, by kind, and what it would take to accept them.

use crate::verdict::{Refused, Verdict};

/// The kind of a refusal: what makes threads differ, and where their ways part.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reason {
    pub source: String,
    pub parting: String,
}

/// The reason for which a program is refused: of the refusals of calls that were executed, the first.
pub fn of(verdict: &Verdict) -> Option<Reason> {
    let reached = |one: &&Refused| one.reached == Some(true);
    let first = verdict.refusals.iter().find(reached);
    let one = first.or(verdict.refusals.first())?;
    let diagnostic = &one.refusal.diagnostic;
    let notes: Vec<String> = diagnostic.notes.iter().map(|note| kind(note)).collect();
    Some(match notes.as_slice() {
        [] => Reason {
            source: kind(&diagnostic.message),
            parting: String::new(),
        },
        [first, ..] => Reason {
            source: first.clone(),
            parting: notes
                .iter()
                .rev()
                .find(|note| !note.starts_with("so ") && !note.starts_with("passing "))
                .filter(|note| *note != first)
                .cloned()
                .unwrap_or_default(),
        },
    })
}

/// A text without what is particular to a program: names and lines.
fn kind(text: &str) -> String {
    let text = match text.split_once(": ") {
        Some((line, rest)) if line.starts_with("line ") => rest,
        _ => text,
    };
    let first = text.lines().next().unwrap_or_default();
    let outside = first.split('`').step_by(2);
    outside.collect::<Vec<_>>().join("`…`")
}

/// What it would take to accept programs that are refused for this source of variation though they never
/// diverge.
pub fn remedy(source: &str) -> &'static str {
    REMEDIES
        .iter()
        .find(|(part, _)| source.contains(part))
        .map_or("has not been looked into", |(_, remedy)| remedy)
}

/// By what the source of the variation says.
const REMEDIES: [(&str, &str); 16] = [
    (
        "may differ from thread to thread, for all that is known of",
        "a signature that says that callers pass the same value: `Uniform`",
    ),
    (
        "the parameter",
        "a signature that says that callers pass the same value: `Uniform`",
    ),
    (
        "the function called in",
        "a signature that says that the result is the same: `-> Uniform`",
    ),
    (
        "memory that the launch may write",
        "`load_uniform`; without it, a proof that no thread writes there between two barriers",
    ),
    (
        "read through a reference",
        "`load_uniform`; without it, knowing that what is lent as `&` is not written meanwhile",
    ),
    (
        "may give each thread another value",
        "nothing sound: what an atomic operation gives depends on the order of the threads",
    ),
    (
        "belongs to a turn of a loop",
        "knowing that threads which `coalesced_threads()` brings together are in one turn",
    ),
    (
        "the same for the group that was asked",
        "knowing that other groups got the same answer; on data, mostly, not by the program",
    ),
    (
        "the same within the group that it was asked of",
        "knowing that other groups got the same answer; on data, mostly, not by the program",
    ),
    (
        "takes whoever is there",
        "knowing that its threads are in one turn of the loop and in one call of the function",
    ),
    (
        "is promised to be the same for its own group",
        "a signature that promises it for the larger group",
    ),
    (
        "a closure of a collective is run by one thread",
        "nothing sound: what one thread leaves in its variables the others do not have",
    ),
    (
        "a way out of the function without one",
        "knowing that the way is never taken: ranges of values",
    ),
    (
        "is lent as `…`",
        "a signature that says what the function leaves in the variable",
    ),
    (
        "differs from block to block",
        "arithmetic on ranks: ranges of values, so that conditions that always come out alike are seen",
    ),
    (
        "differs from t", // thread to thread, tile to tile
        "arithmetic on ranks: ranges of values, so that conditions that always come out alike are seen",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_lines_are_left_out() {
        assert_eq!(
            kind("line 7: `a.b()` differs from thread to thread\nmore"),
            "`…` differs from thread to thread"
        );
        assert_eq!(
            kind("only some threads of `g` enter here"),
            "only some threads of `…` enter here"
        );
    }
}
