//! Random programs by fixed seeds, and the programs that once went wrong.

use std::collections::BTreeMap;

use phalanx_differential::campaign::{Plan, Summary};
use phalanx_differential::frontend::Program;
use phalanx_differential::generate;
use phalanx_differential::rules::Rule;
use phalanx_differential::verdict::{Class, Trial, Verdict};
use phalanx_differential::{corpus, table};

const PLAN: Plan = Plan {
    programs: 400,
    seed: 3,
    launches: 6,
    examples: 0,
    failures: 3,
    blind: None,
};

fn failures(summary: &Summary) -> String {
    let failures = summary.failures.iter().map(ToString::to_string);
    failures.collect::<Vec<_>>().join("\n\n")
}

#[test]
fn what_is_accepted_never_diverges() {
    let summary = PLAN.run();
    let table = table::text(&PLAN, &summary);
    println!("{table}");
    assert!(summary.is_good(), "{}", failures(&summary));
    // Programs of which nearly all are accepted, or refused, or none goes wrong, would test little.
    let share = |class| summary.of(class) * 100 / PLAN.programs;
    assert!((25..=75).contains(&share(Class::Accepted)), "{table}");
    assert!(share(Class::Refused) >= 8, "{table}");
    // And so would programs that do not run to their end.
    let stopped: u64 = summary.stopped.values().sum();
    assert!(stopped * 50 < summary.launches, "{table}");
    // And programs that have lost a part of the language.
    for (feature, floor) in FLOORS {
        let (_, accepted) = summary.features.get(*feature).copied().unwrap_or_default();
        let share = accepted * 100 / summary.accepted();
        assert!(share >= *floor, "{feature}: {share} %\n{table}");
    }
}

/// What must be in at least so many of a hundred programs that are accepted.
const FLOORS: &[(&str, u64)] = &[
    ("`if`", 80),
    ("`match`", 50),
    ("guard", 10),
    ("`while`", 40),
    ("`loop`", 40),
    ("`for`", 40),
    ("loop in a loop", 40),
    ("`break`", 50),
    ("`break` with a label", 8),
    ("`break` with a value", 8),
    ("`continue`", 20),
    ("`continue` with a label", 4),
    ("`return`", 20),
    ("`&&` or `||`", 40),
    ("assignment to a variable", 60),
    ("assignment to a field", 4),
    ("assignment to an element", 30),
    ("assignment to a tuple", 1),
    ("struct", 30),
    ("closure", 30),
    ("call with a group", 15),
    ("call without a group", 4),
    ("several device functions", 8),
    ("`Uniform` parameter", 10),
    ("`Uniform` result", 8),
    ("`&mut` parameter", 3),
    ("`&mut` of a variable", 1),
    ("`&mut` of a part", 1),
    ("jump out of a value", 2),
    ("generic group", 6),
    ("const generic", 2),
    ("a kernel takes a cooperative grid", 20),
    ("`sync`", 60),
    ("`sync` in a loop", 20),
    ("`sync` of a cooperative grid", 6),
    ("`arrive` of a block", 15),
    ("`arrive` of a cooperative grid", 2),
    ("`wait` in a loop", 3),
    ("`any` of a block", 15),
    ("`all` of a block", 15),
    ("`reduce` of a block", 30),
    ("`reduce` of a tile", 8),
    ("`reduce` of a coalesced group", 2),
    ("`reduce` of any group", 2),
    ("`ballot`", 6),
    ("`shfl`", 10),
    ("`shfl_up`", 1),
    ("`shfl_down`", 1),
    ("`shfl_xor`", 1),
    ("`broadcast`", 10),
    ("`load_uniform`", 3),
    ("`invoke_one`", 15),
    ("`invoke_one_broadcast`", 15),
    ("`inclusive_scan`", 1),
    ("`exclusive_scan`", 1),
    ("`match_any`", 1),
    ("`match_all`", 1),
    ("`tiled_partition` of a block", 15),
    ("`tiled_partition` of a tile", 4),
    ("`binary_partition`", 2),
    ("`labeled_partition`", 2),
    ("`assume_uniform`", 5),
    ("`coalesced_threads`", 12),
    ("`coalesced_threads` in a loop", 4),
];

#[test]
fn what_once_went_wrong_is_right_now() {
    let kept = corpus::all();
    assert!(!kept.is_empty(), "the folder of seeds is not where it was");
    let mut wrong = Vec::new();
    for one in &kept {
        let verdict =
            Verdict::of(&one.source, 1, 12).unwrap_or_else(|error| panic!("{}: {error}", one.name));
        let accepted = verdict.refusals.is_empty();
        let class = verdict.class();
        if accepted != one.accepted || matches!(class, Class::Unsound | Class::Untrue) {
            wrong.push(format!("{}: {class:?}\n{}", one.name, verdict.report()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// For each rule there are programs that it alone refuses and that diverge: without it they would be
/// accepted, and found.
#[test]
fn each_rule_is_needed_and_would_be_missed() {
    /// How many programs are looked at, at most.
    const LIMIT: u64 = 6000;
    let mut missed: BTreeMap<Rule, u64> = Rule::ALL
        .into_iter()
        .filter(|rule| *rule != Rule::Unsaid)
        .map(|rule| (rule, 0))
        .collect();
    for number in 0..LIMIT {
        let seed = PLAN.seed_of(number);
        let source = generate::source(seed);
        let analysis = Program::new(&source).expect("a program").analyse();
        let mut rules = analysis
            .refusals
            .iter()
            .map(|one| Rule::of(&one.diagnostic));
        let Some(rule) = rules.next() else { continue };
        let is_alone = rules.all(|other| other == rule);
        if !is_alone || missed.get(&rule) != Some(&0) {
            continue;
        }
        let verdict = Verdict::of(&source, seed, 8).expect("a program");
        if verdict.class() == Class::Refused {
            missed.insert(rule, seed);
            if missed.values().all(|seed| *seed != 0) {
                return;
            }
        }
    }
    panic!("nobody would miss some rules: {missed:#x?}");
}

/// Were a rule forgotten, the test would say so, and show a small program.
#[test]
fn a_forgotten_rule_is_found() {
    let plan = Plan {
        programs: 60,
        failures: 0,
        blind: Some(Rule::Branch),
        ..PLAN
    };
    let summary = plan.run();
    assert!(!summary.is_good(), "{}", table::text(&plan, &summary));
    // A short one, which is soon made small.
    let trial = Trial {
        seed: 0,
        launches: plan.launches,
        only: None,
        blind: plan.blind,
    };
    let is_found = |seed: &u64| {
        let (source, trial) = (
            generate::source(*seed),
            Trial {
                seed: *seed,
                ..trial
            },
        );
        let is_unsound = |verdict: Verdict| verdict.class() == Class::Unsound;
        source.len() < 2000 && trial.judge_if(true, &source).is_some_and(is_unsound)
    };
    let seed = (0..2000).map(|number| plan.seed_of(number)).find(is_found);
    let seed = seed.expect("a short program that shows it");
    let failure = plan.failure(seed, Class::Unsound, generate::program(seed));
    let text = failure.to_string();
    let repeat = format!("cargo xtask fuzz --program {:#x}", failure.seed);
    assert!(text.ends_with(&repeat), "{text}");
    assert!(text.contains("#[group_kernel]\n"), "{text}");
    assert!(text.contains("caught by Launch {"), "{text}");
    assert!(failure.source.lines().count() < 30, "{text}");
    // With the rule it is refused.
    let verdict = Verdict::of(&failure.source, failure.seed, 1).expect("a program");
    assert!(verdict.refusals.iter().all(|one| one.rule == Rule::Branch));
    assert!(!verdict.refusals.is_empty(), "{text}");
}
