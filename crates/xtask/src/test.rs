//! `cargo xtask test`: every check and every test, and how many of them passed.

use std::collections::BTreeSet;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use crate::Failure;
use crate::cargo::{self, cargo};
use crate::count::Count;
use crate::toolkit;
use crate::workspace::Workspace;

/// One line of the closing table.
struct Row {
    name: &'static str,
    count: Count,
    time: Duration,
}

pub(crate) fn run(workspace: &Workspace) -> Result<ExitCode, Failure> {
    println!("nvcc: {}", toolkit::provide(workspace)?);
    let mut rows = Vec::new();
    let mut left_out = BTreeSet::new();
    for (name, kind, mut command) in steps(workspace) {
        println!("\n== {name}");
        let start = Instant::now();
        let ran = cargo::run(&mut command)?;
        left_out.extend(not_run(&ran.output));
        let count = match kind {
            Kind::Check => Count::one(ran.success),
            Kind::Tests => of_tests(&ran),
        };
        rows.push(Row {
            name,
            count,
            time: start.elapsed(),
        });
    }
    Ok(report(&rows, &left_out))
}

/// How a step is counted.
enum Kind {
    /// As one, by its exit code.
    Check,
    /// By the tests it ran.
    Tests,
}

fn steps(workspace: &Workspace) -> Vec<(&'static str, Kind, Command)> {
    let command = |arguments: &[&str]| {
        let mut command = cargo(workspace);
        command.args(arguments);
        command
    };
    let mut doc = command(&["doc", "--workspace", "--no-deps", "--quiet"]);
    doc.env("RUSTDOCFLAGS", "-D warnings");
    // A workspace of its own, so it has a folder of its own to build in; below this one's, where its
    // build script finds the toolkit.
    let mut downstream = command(&["test", "--no-fail-fast", "--manifest-path"]);
    downstream
        .arg(workspace.root.join("tests/downstream/Cargo.toml"))
        .env("CARGO_TARGET_DIR", workspace.target.join("downstream"));
    let tour = [
        "run",
        "--quiet",
        "--example",
        "tour",
        "--package",
        "phalanx-examples",
    ];
    let mut tour = command(&tour);
    tour.args(["--", "--device", "emulator"]);
    let clippy = [
        "clippy",
        "--workspace",
        "--all-targets",
        "--quiet",
        "--",
        "-D",
        "warnings",
    ];
    vec![
        (
            "formatting",
            Kind::Check,
            command(&["fmt", "--all", "--check"]),
        ),
        ("lints", Kind::Check, command(&clippy)),
        ("documentation", Kind::Check, doc),
        (
            "tests of the workspace",
            Kind::Tests,
            command(&["test", "--workspace", "--no-fail-fast"]),
        ),
        ("tests of a downstream crate", Kind::Tests, downstream),
        ("the tour on the emulator", Kind::Check, tour),
    ]
}

/// The tests of a run; one that failed without a failing test did not compile, which is a failure too,
/// and so is one that ran no test.
fn of_tests(ran: &cargo::Ran) -> Count {
    let mut count = Count::of_tests(&ran.output);
    if count.failed == 0 && (!ran.success || count.passed == 0) {
        count.failed += 1;
    }
    count
}

/// What the programs say they did not run, such as the cases on a CUDA device where there is none.
fn not_run(output: &str) -> impl Iterator<Item = String> {
    output
        .lines()
        .filter(|line| line.starts_with("not run: "))
        .map(str::to_owned)
}

fn report(rows: &[Row], left_out: &BTreeSet<String>) -> ExitCode {
    let mut sum = Count::default();
    println!();
    for row in rows {
        let seconds = row.time.as_secs();
        println!("{:<30} {:>6} s   {}", row.name, seconds, row.count.text());
        sum += row.count;
    }
    for line in left_out {
        println!("{line}");
    }
    println!("{}", sum.text());
    if sum.failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ran(success: bool, output: &str) -> cargo::Ran {
        cargo::Ran {
            success,
            output: output.to_owned(),
        }
    }

    #[test]
    fn a_run_without_tests_or_that_does_not_compile_has_failed() {
        let passed = "test result: ok. 2 passed; 0 failed; 0 ignored\n";
        let failed = "test result: FAILED. 1 passed; 1 failed; 0 ignored\n";
        let text = |success, output| of_tests(&ran(success, output)).text();
        assert_eq!(text(true, passed), "2 passed, 0 failed");
        assert_eq!(text(false, failed), "1 passed, 1 failed");
        assert_eq!(text(false, passed), "2 passed, 1 failed");
        assert_eq!(text(false, ""), "0 passed, 1 failed");
        assert_eq!(text(true, ""), "0 passed, 1 failed");
    }

    #[test]
    fn what_was_not_run_is_kept() {
        let lines: Vec<_> = not_run("a\nnot run: no device\ntest not run: x\n").collect();
        assert_eq!(lines, ["not run: no device"]);
    }
}
