//! What is said of one program: by the analysis, and by the emulator.

use std::collections::BTreeSet;

use crate::features;
use crate::frontend::{Analysis, Program, Refusal};
use crate::interpret::code::{Call, Code};
use crate::launch::{Launch, Outcome, launch, launches};
use crate::rules::Rule;

/// What is said of a program.
pub struct Verdict {
    /// Empty for a program that is accepted.
    pub refusals: Vec<Refused>,
    /// The launch that showed a divergence, or something untrue, and what it showed.
    pub caught: Option<(Launch, Outcome)>,
    /// Why launches ended early.
    pub stopped: Vec<String>,
    /// How many launches there were.
    pub launches: usize,
    /// How many statements were executed in all of them.
    pub steps: u64,
    /// What is in the program.
    pub features: BTreeSet<String>,
}

/// A refusal, and whether the call that it speaks of was executed.
pub struct Refused {
    pub refusal: Refusal,
    pub rule: Rule,
    /// Whether a thread came there; `None` if the refusal speaks of no call.
    pub reached: Option<bool>,
}

/// What a program is, by both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// Accepted, and nothing went wrong.
    Accepted,
    /// Refused, and a launch diverged.
    Refused,
    /// Refused, though no launch diverged.
    RefusedThoughClean,
    /// Accepted, though a launch diverged.
    Unsound,
    /// Accepted rightly, but something that the analysis says of it is not true.
    Untrue,
}

/// How a program is judged.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// What the launches are made of.
    pub seed: u64,
    pub launches: usize,
    /// If given, only the launch of this number is made.
    pub only: Option<usize>,
    /// A rule whose refusals are passed over, to see that the launches find what it is for.
    pub blind: Option<Rule>,
}

impl Trial {
    /// Judges the program of a source text.
    ///
    /// # Errors
    ///
    /// What is wrong with the program before the analysis sees it.
    pub fn judge(&self, source: &str) -> Result<Verdict, String> {
        let program = Program::new(source)?;
        let analysis = self.analyse(&program);
        self.run(&program, &analysis)
    }

    /// The same, for a program that the analysis accepts, or does not; `None` for another.
    pub fn judge_if(&self, accepted: bool, source: &str) -> Option<Verdict> {
        let program = Program::new(source).ok()?;
        let analysis = self.analyse(&program);
        if analysis.accepts() != accepted {
            return None;
        }
        self.run(&program, &analysis).ok()
    }

    fn analyse(&self, program: &Program) -> Analysis {
        let mut analysis = program.analyse();
        let is_seen = |refusal: &Refusal| Some(Rule::of(&refusal.diagnostic)) != self.blind;
        analysis.refusals.retain(is_seen);
        analysis
    }

    fn run(&self, program: &Program, analysis: &Analysis) -> Result<Verdict, String> {
        // What is refused is tried harder, to tell what was refused rightly.
        let count = match analysis.accepts() {
            true => self.launches,
            false => 3 * self.launches,
        };
        let code = Code::new(program)?;
        let mut verdict = Verdict {
            refusals: Vec::new(),
            caught: None,
            stopped: Vec::new(),
            launches: 0,
            steps: 0,
            features: features::of(program),
        };
        let mut reached = vec![false; code.calls().len()];
        for (index, one) in launches(self.seed, count).into_iter().enumerate() {
            if self.only.is_some_and(|only| only != index) {
                continue;
            }
            // What is said of values is checked at times only: it takes long.
            let facts = (analysis.accepts() && index % 4 == 1).then_some(analysis);
            let ran = launch(program, &code, &one, facts);
            verdict.launches += 1;
            verdict.steps += ran.steps;
            for (all, here) in reached.iter_mut().zip(ran.reached) {
                *all |= here;
            }
            match ran.outcome {
                Outcome::Clean => {}
                Outcome::NotRust(why) => return Err(why.to_string()),
                Outcome::Stopped(why) => {
                    verdict.stopped.push(why);
                    // One that does not end is not worth more of the time.
                    if verdict.stopped.len() > 2 {
                        break;
                    }
                }
                caught => {
                    verdict.caught = Some((one, caught));
                    break;
                }
            }
        }
        for refusal in &analysis.refusals {
            let rule = Rule::of(&refusal.diagnostic);
            let call = call_of(refusal, rule, &code);
            verdict.refusals.push(Refused {
                refusal: refusal.clone(),
                rule,
                reached: call.map(|call| reached[call]),
            });
        }
        Ok(verdict)
    }
}

/// The call that a refusal speaks of, by its number.
fn call_of(refusal: &Refusal, rule: Rule, code: &Code<'_>) -> Option<usize> {
    let at = refusal.diagnostic.span.start();
    let calls = code.calls().iter().enumerate();
    let mut calls = calls.filter(|(_, call)| call.function == refusal.function);
    let found = match rule {
        // It points at an argument.
        Rule::Argument | Rule::Signature => calls
            .filter_map(|(number, call)| Some((call.around(at.line, at.column)?, number)))
            .min(),
        _ => {
            let is_here = |call: &Call| call.line == at.line && call.column >= at.column;
            return calls
                .find(|(_, call)| is_here(call))
                .map(|(number, _)| number);
        }
    };
    found.map(|(_, number)| number)
}

impl Verdict {
    /// Judges the program of a source text by this many launches.
    ///
    /// # Errors
    ///
    /// What is wrong with the program before the analysis sees it.
    pub fn of(source: &str, seed: u64, launches: usize) -> Result<Verdict, String> {
        let trial = Trial {
            seed,
            launches,
            only: None,
            blind: None,
        };
        trial.judge(source)
    }

    pub fn class(&self) -> Class {
        match (&self.caught, self.refusals.is_empty()) {
            (None, true) => Class::Accepted,
            (None, false) => Class::RefusedThoughClean,
            (Some((_, Outcome::Untrue(_))), true) => Class::Untrue,
            (Some(_), true) => Class::Unsound,
            (Some(_), false) => Class::Refused,
        }
    }

    /// What was caught, as a person reads it.
    pub fn report(&self) -> String {
        let mut text = String::new();
        for one in &self.refusals {
            let Refusal {
                function,
                diagnostic,
            } = &one.refusal;
            let line = diagnostic.span.start().line;
            text.push_str(&format!(
                "refused in `{function}`, line {line}: {}\n",
                diagnostic.text()
            ));
        }
        if let Some((launch, outcome)) = &self.caught {
            let (Outcome::Diverged(what) | Outcome::Untrue(what) | Outcome::Stopped(what)) =
                outcome
            else {
                unreachable!("what is clean is not caught")
            };
            text.push_str(&format!("caught by {launch:?}:\n{what}\n"));
        }
        text
    }
}
