//! Many programs.

use std::collections::BTreeMap;
use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::generate::model::Program;
use crate::generate::{self, print};
use crate::reasons::{self, Reason};
use crate::rng::mix;
use crate::rules::Rule;
use crate::shrink::shrink;
use crate::verdict::{Class, Trial, Verdict};

/// What to do.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub programs: u64,
    pub seed: u64,
    /// Launches of each program.
    pub launches: usize,
    /// Of how many kinds of false refusal an example is made small.
    pub examples: usize,
    /// How many programs that show a mistake are made small and kept; the others are only counted.
    pub failures: u64,
    /// A rule of the analysis that is passed over.
    pub blind: Option<Rule>,
}

/// What came of it.
#[derive(Default)]
pub struct Summary {
    pub classes: BTreeMap<Class, u64>,
    pub launches: u64,
    pub statements: u64,
    /// Launches that ended early, by why.
    pub stopped: BTreeMap<String, u64>,
    /// Of the programs that are refused though they never diverged, those in which a refused call was
    /// executed.
    pub reached: u64,
    /// For each reason for which programs are refused though they never diverged, how many, and the seed
    /// of the shortest.
    pub reasons: BTreeMap<Reason, Falsely>,
    /// Of the programs all of whose refusals are for one rule, how many it has, and of how many a launch
    /// diverged.
    pub rules: BTreeMap<Rule, (u64, u64)>,
    /// For each feature of the language, in how many programs it is, and in how many that are accepted.
    pub features: BTreeMap<String, (u64, u64)>,
    /// Programs that should not be: by seed.
    pub failures: Vec<Failure>,
    /// An example of each of the commonest false refusals.
    pub examples: Vec<(Reason, String)>,
}

/// Programs refused for one reason though they never diverged.
#[derive(Clone, Copy)]
pub struct Falsely {
    pub programs: u64,
    pub shortest: (usize, u64),
}

/// A program that shows a mistake.
pub struct Failure {
    pub seed: u64,
    pub class: Class,
    /// Made small.
    pub source: String,
    pub report: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Failure {
            seed,
            class,
            source,
            report,
        } = self;
        let what = match class {
            Class::Untrue => "accepted, with facts that are not true",
            _ => "accepted, though a launch diverged",
        };
        writeln!(f, "seed {seed:#x}: {what}\n\n{source}\n{report}")?;
        write!(f, "to repeat: cargo xtask fuzz --program {seed:#x}")
    }
}

impl Plan {
    /// The seed of a program.
    pub fn seed_of(&self, number: u64) -> u64 {
        mix(self.seed).wrapping_add(number)
    }

    /// Makes up the programs and judges them.
    ///
    /// # Panics
    ///
    /// If a program is none of the language's, or has something that the interpreter does not know.
    pub fn run(&self) -> Summary {
        let summary = Mutex::new(Summary::default());
        let next = AtomicU64::new(0);
        let workers = thread::available_parallelism().map_or(1, |workers| workers.get());
        thread::scope(|scope| {
            for _ in 0..workers {
                thread::Builder::new()
                    // The front-end calls itself for what is inside what.
                    .stack_size(64 << 20)
                    .spawn_scoped(scope, || {
                        loop {
                            let number = next.fetch_add(1, Ordering::Relaxed);
                            if number >= self.programs {
                                break;
                            }
                            self.one(self.seed_of(number), &summary);
                        }
                    })
                    .expect("a thread");
            }
        });
        let mut summary = summary.into_inner().unwrap_or_else(PoisonError::into_inner);
        summary.failures.sort_by_key(|failure| failure.seed);
        for (reason, falsely) in summary.commonest().into_iter().take(self.examples) {
            let program = generate::program(falsely.shortest.1);
            let small = shrink(program, |program| {
                self.judge_if(false, falsely.shortest.1, program)
                    .is_some_and(|verdict| {
                        verdict.class() == Class::RefusedThoughClean
                            && verdict.refusals.iter().any(|one| one.reached == Some(true))
                            && reasons::of(&verdict).as_ref() == Some(&reason)
                    })
            });
            summary.examples.push((reason, print::program(&small)));
        }
        summary
    }

    fn trial(&self, seed: u64) -> Trial {
        // Nothing that was parsed before is looked at any more.
        proc_macro2::extra::invalidate_current_thread_spans();
        Trial {
            seed,
            launches: self.launches,
            only: None,
            blind: self.blind,
        }
    }

    fn judge(&self, seed: u64, program: &Program) -> Result<Verdict, String> {
        self.trial(seed).judge(&print::program(program))
    }

    /// The same, if the analysis accepts it, or does not.
    fn judge_if(&self, accepted: bool, seed: u64, program: &Program) -> Option<Verdict> {
        self.trial(seed)
            .judge_if(accepted, &print::program(program))
    }

    fn one(&self, seed: u64, summary: &Mutex<Summary>) {
        let program = generate::program(seed);
        let judged = panic::catch_unwind(AssertUnwindSafe(|| self.judge(seed, &program)));
        let verdict = match judged {
            Ok(Ok(verdict)) => verdict,
            Ok(Err(error)) => panic!(
                "the program of seed {seed:#x} is none: {error}\n{}",
                print::program(&program)
            ),
            Err(payload) => {
                eprintln!(
                    "at the program of seed {seed:#x}:\n{}",
                    print::program(&program)
                );
                panic::resume_unwind(payload);
            }
        };
        let class = verdict.class();
        let length = print::program(&program).len();
        let mut locked = summary.lock().unwrap_or_else(PoisonError::into_inner);
        locked.add(seed, length, &verdict);
        let failures = locked.of(Class::Unsound) + locked.of(Class::Untrue);
        drop(locked);
        if matches!(class, Class::Unsound | Class::Untrue) && failures <= self.failures {
            let failure = self.failure(seed, class, program);
            let mut locked = summary.lock().unwrap_or_else(PoisonError::into_inner);
            locked.failures.push(failure);
        }
    }

    /// Makes a program small that shows a mistake.
    ///
    /// # Panics
    ///
    /// If it shows none.
    pub fn failure(&self, seed: u64, class: Class, program: Program) -> Failure {
        let judge = |program: &Program| {
            let verdict = self.judge(seed, program);
            verdict.expect("a program that shows a mistake is one")
        };
        // The launch that shows it is enough.
        let first = judge(&program).launches - 1;
        let small = shrink(program, |program| {
            let trial = Trial {
                only: Some(first),
                ..self.trial(seed)
            };
            trial
                .judge_if(true, &print::program(program))
                .is_some_and(|verdict| verdict.class() == class)
        });
        let verdict = judge(&small);
        Failure {
            seed,
            class,
            source: print::program(&small),
            report: verdict.report(),
        }
    }
}

impl Summary {
    fn add(&mut self, seed: u64, length: usize, verdict: &Verdict) {
        let class = verdict.class();
        *self.classes.entry(class).or_default() += 1;
        self.launches += verdict.launches as u64;
        self.statements += verdict.steps;
        if let Some(rule) = Rule::alone(verdict) {
            let (programs, diverged) = self.rules.entry(rule).or_default();
            *programs += 1;
            *diverged += u64::from(class == Class::Refused);
        }
        for feature in &verdict.features {
            let (programs, accepted) = self.features.entry(feature.clone()).or_default();
            *programs += 1;
            *accepted += u64::from(verdict.refusals.is_empty());
        }
        for why in &verdict.stopped {
            *self.stopped.entry(why.clone()).or_default() += 1;
        }
        if class == Class::RefusedThoughClean {
            let reached = verdict.refusals.iter().any(|one| one.reached == Some(true));
            self.reached += u64::from(reached);
            if let Some(reason) = reasons::of(verdict)
                && reached
            {
                let falsely = self.reasons.entry(reason).or_insert(Falsely {
                    programs: 0,
                    shortest: (length, seed),
                });
                falsely.programs += 1;
                falsely.shortest = falsely.shortest.min((length, seed));
            }
        }
    }

    pub fn of(&self, class: Class) -> u64 {
        self.classes.get(&class).copied().unwrap_or(0)
    }

    /// How many programs are accepted, rightly or not.
    pub fn accepted(&self) -> u64 {
        [Class::Accepted, Class::Unsound, Class::Untrue]
            .map(|class| self.of(class))
            .iter()
            .sum()
    }

    /// Whether no program showed a mistake of the analysis.
    pub fn is_good(&self) -> bool {
        self.of(Class::Unsound) == 0 && self.of(Class::Untrue) == 0
    }

    /// The reasons of false refusals, the commonest first.
    pub fn commonest(&self) -> Vec<(Reason, Falsely)> {
        let mut reasons: Vec<_> = self
            .reasons
            .iter()
            .map(|(reason, falsely)| (reason.clone(), *falsely))
            .collect();
        reasons.sort_by_key(|(_, falsely)| std::cmp::Reverse(falsely.programs));
        reasons
    }
}
