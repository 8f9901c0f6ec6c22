//! What is said of one program: by the analysis, and by the emulator.

use crate::frontend::{Analysis, Program, Refusal};
use crate::interpret::code::Code;
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

impl Verdict {
    /// Judges the program of a source text.
    ///
    /// # Errors
    ///
    /// What is wrong with the program before the analysis sees it.
    pub fn of(source: &str, seed: u64, count: usize) -> Result<Verdict, String> {
        let program = Program::new(source)?;
        let analysis = program.analyse();
        Verdict::of_program(&program, &analysis, seed, count)
    }

    /// The same, for a program that the analysis accepts, or does not; `None` for another.
    pub fn if_accepted(accepted: bool, source: &str, seed: u64, count: usize) -> Option<Verdict> {
        let program = Program::new(source).ok()?;
        let analysis = program.analyse();
        if analysis.accepts() != accepted {
            return None;
        }
        Verdict::of_program(&program, &analysis, seed, count).ok()
    }

    fn of_program(
        program: &Program,
        analysis: &Analysis,
        seed: u64,
        count: usize,
    ) -> Result<Verdict, String> {
        // What is refused is tried harder, to tell what was refused rightly.
        let count = if analysis.accepts() { count } else { 3 * count };
        let code = Code::new(program)?;
        let mut verdict = Verdict {
            refusals: Vec::new(),
            caught: None,
            stopped: Vec::new(),
            launches: 0,
            steps: 0,
        };
        let mut reached = vec![false; code.calls().len()];
        for (index, one) in launches(seed, count).into_iter().enumerate() {
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
            let at = refusal.diagnostic.span.start();
            let call = code.calls().iter().position(|call| {
                call.function == refusal.function
                    && call.line == at.line
                    && call.column >= at.column
            });
            verdict.refusals.push(Refused {
                refusal: refusal.clone(),
                rule: Rule::of(&refusal.diagnostic),
                reached: call.map(|call| reached[call]),
            });
        }
        Ok(verdict)
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
