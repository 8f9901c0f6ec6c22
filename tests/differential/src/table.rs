//! The summary, for a person.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::campaign::{Falsely, Plan, Summary};
use crate::reasons::{Reason, remedy};
use crate::rules::Rule;
use crate::verdict::Class;

/// Of how many sources of variation false refusals are shown.
const SOURCES: usize = 10;
/// And of each, for how many places where ways part.
const PARTINGS: usize = 4;

/// The table at the end of a run.
pub fn text(plan: &Plan, summary: &Summary) -> String {
    let mut text = String::new();
    write(&mut text, plan, summary).expect("a string takes everything");
    text
}

/// What is in the programs.
fn census(out: &mut String, plan: &Plan, summary: &Summary) -> std::fmt::Result {
    let percent = |part: u64, of: u64| 100.0 * part as f64 / of.max(1) as f64;
    writeln!(
        out,
        "{:<48} {:>12} {:>12}",
        "in programs", "of all", "accepted"
    )?;
    for (feature, (programs, accepted)) in &summary.features {
        let (of_all, of_accepted) = (
            percent(*programs, plan.programs),
            percent(*accepted, summary.accepted()),
        );
        writeln!(
            out,
            "  {feature:<46} {of_all:>10.1} % {of_accepted:>10.1} %"
        )?;
    }
    writeln!(out)
}

fn write(out: &mut String, plan: &Plan, summary: &Summary) -> std::fmt::Result {
    for (reason, source) in &summary.examples {
        let (a, b) = (&reason.source, &reason.parting);
        writeln!(
            out,
            "refused though it never diverged ({a}; {b}):\n{source}"
        )?;
    }
    census(out, plan, summary)?;
    writeln!(
        out,
        "why programs are refused in which the refused call was executed and never diverged"
    )?;
    let mut sources: BTreeMap<&str, Vec<(&Reason, Falsely)>> = BTreeMap::new();
    let commonest = summary.commonest();
    for (reason, falsely) in &commonest {
        let reasons = sources.entry(&reason.source).or_default();
        reasons.push((reason, *falsely));
    }
    let count = |reasons: &[(&Reason, Falsely)]| -> u64 {
        reasons.iter().map(|(_, falsely)| falsely.programs).sum()
    };
    let mut sources: Vec<_> = sources.into_iter().collect();
    sources.sort_by_key(|(_, reasons)| std::cmp::Reverse(count(reasons)));
    for (source, reasons) in sources.iter().take(SOURCES) {
        writeln!(out, "{:>8}  {source}", count(reasons))?;
        for (reason, falsely) in reasons.iter().take(PARTINGS) {
            let (programs, seed) = (falsely.programs, falsely.shortest.1);
            writeln!(out, "{programs:>16}  {} ({seed:#x})", reason.parting)?;
        }
        writeln!(out, "          would take: {}", remedy(source))?;
    }
    let rest: u64 = sources
        .iter()
        .skip(SOURCES)
        .map(|(_, reasons)| count(reasons))
        .sum();
    writeln!(out, "{rest:>8}  others\n")?;

    let percent = |part: u64| 100.0 * part as f64 / plan.programs.max(1) as f64;
    let mut row = |name: &str, count: u64, of_all: bool| {
        let share = match of_all {
            true => format!("{:>6.1} %", percent(count)),
            false => String::new(),
        };
        writeln!(out, "{name:<48} {count:>12} {share}")
    };
    let clean = summary.of(Class::RefusedThoughClean);
    let (unsound, untrue) = (summary.of(Class::Unsound), summary.of(Class::Untrue));
    let accepted = summary.accepted();
    row("programs", plan.programs, false)?;
    row("launches", summary.launches, false)?;
    row("statements executed", summary.statements, false)?;
    for (why, count) in &summary.stopped {
        row(&format!("launches stopped: {why}"), *count, false)?;
    }
    row("accepted", accepted, true)?;
    row(
        "refused, and a launch diverged",
        summary.of(Class::Refused),
        true,
    )?;
    row("refused, though no launch diverged", clean, true)?;
    row(
        "  of these the refused call was executed",
        summary.reached,
        true,
    )?;
    row("accepted, though a launch diverged", unsound, true)?;
    row("accepted, with facts that are not true", untrue, true)?;
    let never = summary.of(Class::Accepted) + clean;
    writeln!(
        out,
        "of {never} programs that never diverged {:.1} % are accepted",
        100.0 * summary.of(Class::Accepted) as f64 / never.max(1) as f64
    )?;
    writeln!(
        out,
        "\n{:<48} {:>12} {:>12} {:>12}",
        "refused for one rule alone", "programs", "diverged", "never did"
    )?;
    for rule in Rule::ALL {
        let (programs, diverged) = summary.rules.get(&rule).copied().unwrap_or_default();
        let never = programs - diverged;
        writeln!(
            out,
            "  {:<46} {programs:>12} {diverged:>12} {never:>12}",
            rule.name()
        )?;
    }
    writeln!(out, "seed {}", plan.seed)
}
