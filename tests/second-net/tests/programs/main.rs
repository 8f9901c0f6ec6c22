//! Compiles every program of `cases/`, each of which rustc alone must refuse, and compares what it says with
//! the `.stderr` beside it.
//!
//! To take over changed texts: `TRYBUILD=overwrite cargo test -p phalanx-second-net`, and read the
//! difference.

use phalanx_compiler::table::group_ops::GROUP_OPS;

mod accepted;
mod first_net_only;

#[test]
fn programs_that_rustc_must_refuse() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("cases/*.rs");
}

/// What a group that is not whole can do and what it cannot: a new operation is one or the other.
#[test]
fn every_operation_is_tried() {
    let (refused, accepted) = (
        include_str!("../../cases/operations.stderr"),
        include_str!("accepted.rs"),
    );
    // Of what `arrive` gave, not of a group.
    let missing: Vec<&str> = GROUP_OPS
        .iter()
        .filter(|op| op.name != "wait")
        .filter(|op| {
            let text = if op.collective { refused } else { accepted };
            let call = |end: &str| text.contains(&format!(".{}{end}", op.name));
            !call("(") && !call("::<")
        })
        .map(|op| op.name)
        .collect();
    assert_eq!(missing, [""; 0]);
    // Each with the words for it, and not those for a group of the wrong kind.
    let said = refused.matches("error[E0277]: not every thread of this group is here");
    assert_eq!(said.count(), refused.matches("error[").count());
}
