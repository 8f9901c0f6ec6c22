//! Compiles every program of `cases/` and compares what the user is told with the `.stderr` beside it.
//!
//! To take over changed texts: `TRYBUILD=overwrite cargo test -p phalanx-compile-fail`, and read the
//! difference.

#[test]
fn programs_that_must_be_refused() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("cases/*/*.rs");
}
