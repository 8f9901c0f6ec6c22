//! Every refusal: a program, the tokens that are refused between `«` and `»`, what is said, and what to
//! write instead. One idea each.

mod control;
mod expressions;
mod items;
mod kernels;
mod literals;
mod messages;
mod patterns;
mod types;

use proc_macro2::LineColumn;

use super::{item, texts};

/// The program, the message, the help.
type Case = (&'static str, &'static str, &'static str);

/// Checks whole items.
fn check(cases: &[Case]) {
    check_in(cases, str::to_string);
}

/// Checks statements in the body of a device function.
fn check_bodies(cases: &[Case]) {
    check_in(cases, |body| {
        format!("#[device_fn] fn f(x: &[f32], n: usize) {{\n{body}\n}}")
    });
}

fn check_in(cases: &[Case], around: impl Fn(&str) -> String) {
    let mut failures = Vec::new();
    for (marked, message, help) in cases {
        let marked = around(marked);
        let source = marked.replace(['«', '»'], "");
        let errors = match item(&source) {
            Ok(_) => {
                failures.push(format!("accepted: {source}"));
                continue;
            }
            Err(errors) => errors,
        };
        let expected = format!("{message}\n\nhelp: {help}");
        let [error] = errors.0.as_slice() else {
            failures.push(format!("{source}\nis refused with\n{}", texts(errors)));
            continue;
        };
        if error.text() != expected {
            failures.push(format!(
                "{source}\nis refused with\n{}\nnot\n{expected}",
                error.text()
            ));
        }
        let (start, end) = (error.span.start(), error.span.end());
        let (expected_start, expected_end) = marks(&marked);
        if (start, end) != (expected_start, expected_end) {
            failures.push(format!(
                "{source}\nis refused at {start:?} to {end:?}, not {expected_start:?} to {expected_end:?}"
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

/// Where the marks stand, counted without them.
fn marks(marked: &str) -> (LineColumn, LineColumn) {
    let (before, rest) = marked
        .split_once('«')
        .expect("the case marks what is refused");
    let (refused, _) = rest.split_once('»').expect("the case marks where it ends");
    let end = format!("{before}{refused}");
    (position(before), position(&end))
}

fn position(before: &str) -> LineColumn {
    let line = before.rsplit('\n').next().unwrap_or_default();
    LineColumn {
        line: before.matches('\n').count() + 1,
        column: line.chars().count(),
    }
}

#[test]
fn all_refusals_of_an_item_come_at_once() {
    let errors = item(
        "#[group_kernel(variants(M = [1]))]
        fn k<const N: usize>(x: &[f32]) -> f32 {
            let a = x?;
            if let 1 = a { 'c' } else { break }
        }",
    )
    .unwrap_err();
    let lines: Vec<usize> = errors
        .0
        .iter()
        .map(|error| error.span.start().line)
        .collect();
    assert_eq!(lines, [2, 2, 1, 2, 3, 4, 4, 4], "{}", texts(errors));
}
