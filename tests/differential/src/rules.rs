//! Which rule of convergence a refusal is for.

use phalanx_compiler::report::Diagnostic;

use crate::verdict::Verdict;

/// The rules that refuse programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// An argument of a collective that must be the same for all (R1).
    Argument,
    /// The way to a call leads through a branch (R5).
    Branch,
    /// … through the turns of a loop, or past a `break` or a `continue` (R6).
    Loop,
    /// … past a `return` (R7).
    Return,
    /// A group of whoever was there, behind a call on an older group (R8).
    Later,
    /// A group is passed where not all of its threads are (R9).
    Passed,
    /// What a signature says by `Uniform` (R9).
    Signature,
    /// In a closure (R10).
    Closure,
    /// A barrier in two steps that is not waited on (R11).
    SplitBarrier,
    /// The refusal does not say.
    Unsaid,
}

impl Rule {
    pub const ALL: [Rule; 10] = [
        Rule::Argument,
        Rule::Branch,
        Rule::Loop,
        Rule::Return,
        Rule::Later,
        Rule::Passed,
        Rule::Signature,
        Rule::Closure,
        Rule::SplitBarrier,
        Rule::Unsaid,
    ];

    /// For a person.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Argument => "R1 arguments that must be uniform",
            Rule::Branch => "R5 branches",
            Rule::Loop => "R6 loops, `break` and `continue`",
            Rule::Return => "R7 `return`",
            Rule::Later => "R8 coalesced groups behind older groups",
            Rule::Passed => "R9 groups that are passed",
            Rule::Signature => "R9 `Uniform` in signatures",
            Rule::Closure => "R10 closures",
            Rule::SplitBarrier => "R11 barriers in two steps",
            Rule::Unsaid => "no reason given",
        }
    }

    /// The rule of a refusal, by what it says.
    ///
    /// # Panics
    ///
    /// If it says what is not known here.
    pub fn of(refusal: &Diagnostic) -> Rule {
        let says = |part: &str| refusal.message.contains(part);
        if says("needs it to be") {
            return Rule::Argument;
        }
        if says("` is `Uniform`") || says("its signature says `Uniform`") {
            return Rule::Signature;
        }
        if says("stands between") || says("not every way leads to a wait") {
            return Rule::SplitBarrier;
        }
        if says("may wait for threads of") {
            return Rule::Later;
        }
        assert!(
            says("is not reached by every thread"),
            "a refusal of no rule: {}",
            refusal.text()
        );
        let note_says = |part: &&str| refusal.notes.iter().any(|note| note.contains(part));
        if note_says(&"passing `") {
            return Rule::Passed;
        }
        // The last step on the way to the call.
        let steps = refusal.notes.iter().rev();
        let rules = steps.filter_map(|step| {
            STEPS
                .iter()
                .find(|(part, _)| step.contains(part))
                .map(|(_, rule)| *rule)
        });
        rules.into_iter().next().unwrap_or(Rule::Unsaid)
    }

    /// The rule of a program all of whose refusals are for one.
    pub fn alone(verdict: &Verdict) -> Option<Rule> {
        let mut rules = verdict.refusals.iter().map(|one| one.rule);
        let first = rules.next()?;
        rules.all(|other| other == first).then_some(first)
    }
}

/// Where ways part.
const STEPS: [(&str, Rule); 12] = [
    ("enter here", Rule::Branch),
    ("come to the `else`", Rule::Branch),
    ("take the same arm", Rule::Branch),
    ("pass this guard", Rule::Branch),
    ("fail here and make the message", Rule::Branch),
    ("evaluate the right side", Rule::Branch),
    ("different numbers of turns", Rule::Loop),
    ("they leave the loop here", Rule::Loop),
    ("they go to the next turn here", Rule::Loop),
    ("they never leave this loop", Rule::Loop),
    ("they return here", Rule::Return),
    ("run by one thread, nobody knows which", Rule::Closure),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontend::Program;

    fn rule(body: &str) -> Rule {
        let source = format!(
            "#[device_fn] fn f(w: &ThreadBlockTile<32>, n: Uniform<ThreadBlockTile<32>, u32>) {{ w.sync(); }}
             #[group_kernel] pub fn kernel(mut b: ThreadBlock, w: ThreadBlockTile<32>, n: u32) {{
                 let r = b.thread_rank() as u32;
                 {body}
             }}"
        );
        let analysis = Program::new(&source).expect("a program").analyse();
        let rules: Vec<Rule> = analysis
            .refusals
            .iter()
            .map(|refusal| Rule::of(&refusal.diagnostic))
            .collect();
        assert_eq!(rules.len(), 1, "{body}");
        rules[0]
    }

    #[test]
    fn refusals_are_for_rules() {
        for (body, expected) in [
            ("w.broadcast(n, r as usize);", Rule::Argument),
            ("if r == 0 { w.sync(); }", Rule::Branch),
            ("if r > 0 { } else { w.sync(); }", Rule::Branch),
            ("match r { 0 if w.any(true) => {} _ => {} }", Rule::Branch),
            ("let a = r > 1 && w.any(true);", Rule::Branch),
            ("for _ in 0..r { w.sync(); }", Rule::Loop),
            ("loop { if r > 2 { break; } w.sync(); }", Rule::Loop),
            ("if r > 2 { return; } w.sync();", Rule::Return),
            (
                "let q = w.tiled_partition::<16>(); for _ in 0..n { let c = coalesced_threads(); q.sync(); c.sync(); }",
                Rule::Later,
            ),
            ("if r > 2 { f(&w, n); }", Rule::Passed),
            ("f(&w, r);", Rule::Signature),
            ("b.invoke_one(|| { w.sync(); });", Rule::Closure),
            ("b.arrive();", Rule::SplitBarrier),
            (
                "let a = b.arrive(); b.sync(); a.wait();",
                Rule::SplitBarrier,
            ),
        ] {
            assert_eq!(rule(body), expected, "{body}");
        }
    }
}
