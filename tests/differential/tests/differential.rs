//! Random programs by fixed seeds, and the programs that once went wrong.

use phalanx_differential::campaign::{Plan, Summary};
use phalanx_differential::verdict::{Class, Verdict};
use phalanx_differential::{corpus, table};

fn failures(summary: &Summary) -> String {
    let failures = summary.failures.iter().map(|failure| {
        let (seed, class) = (failure.seed, failure.class);
        format!(
            "seed {seed:#x}: {class:?}\n{}\n{}",
            failure.source, failure.report
        )
    });
    failures.collect::<Vec<_>>().join("\n")
}

#[test]
fn what_is_accepted_never_diverges() {
    let plan = Plan {
        programs: 300,
        seed: 3,
        launches: 6,
        examples: 0,
        failures: 3,
        blind: None,
    };
    let summary = plan.run();
    let table = table::text(&plan, &summary);
    println!("{table}");
    assert!(summary.is_good(), "{}", failures(&summary));
    // Programs of which nearly all are accepted, or refused, or none goes wrong, would test little.
    let share = |class| summary.of(class) * 100 / plan.programs;
    assert!((25..=75).contains(&share(Class::Accepted)), "{table}");
    assert!(share(Class::Refused) >= 8, "{table}");
    // And so would programs that do not run to their end.
    let stopped: u64 = summary.stopped.values().sum();
    assert!(stopped * 50 < summary.launches, "{table}");
}

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
