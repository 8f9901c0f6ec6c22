//! What the convergence stage says, all in one place so that it speaks with one voice: the call and the
//! group, the chain from where threads begin to differ to the call, and a way out.

use proc_macro2::Span;

use super::describe;
use super::why::{Gate, Leave, Source, What, Why};
use crate::report::Diagnostic;
use crate::syntax::ast::{Expr, ExprId, ExprKind, LazyOp, LocalOrigin};
use crate::syntax::visit;
use crate::table::group_ops::{GroupOp, Outcome, Uniformity};
use crate::types::env::FunctionSig;
use crate::types::ty::{Group, Ty};
use crate::types::typed::{Callee, TypedFunction};

/// A call that all threads of a group must reach.
pub(super) struct Asked<'a> {
    pub(super) call: &'a Expr,
    /// The group as it is written there.
    pub(super) group: &'a Expr,
    pub(super) how: How,
}

#[derive(Clone, Copy)]
pub(super) enum How {
    Collective(&'static GroupOp),
    /// The group is passed to a function.
    Passed,
}

/// Whether an expression is a call of a collective.
pub(super) fn is_collective(f: &TypedFunction, expr: &Expr) -> bool {
    match f.tables.callees.get(&expr.id) {
        Some(Callee::Group { op, .. }) => op.collective,
        // Of a type that is not known here: by its name.
        Some(Callee::OpaqueMethod) | None => match &expr.kind {
            ExprKind::Method { name, .. } => {
                GroupOp::find(&name.to_string()).is_some_and(|op| op.collective)
            }
            _ => false,
        },
        Some(_) => false,
    }
}

pub(super) fn not_all_here(f: &TypedFunction, asked: &Asked<'_>, why: Option<&Why>) -> Diagnostic {
    let group = group_text(f, asked.group);
    let call = describe::expr(f, asked.call);
    if let Some(Why::Between { call: between, .. }) = why {
        return too_late(
            f,
            asked,
            *between,
            why.map_or(Vec::new(), |why| chain(f, why, &group)),
        );
    }
    let message = format!("`{call}` is not reached by every thread of `{group}`");
    let mut diagnostic = Diagnostic::new(asked.call.span, message);
    if let Some(why) = why {
        diagnostic.notes = chain(f, why, &group);
    }
    if let How::Passed = asked.how {
        let note =
            format!("passing `{group}` to a function is a call that all its threads must make");
        diagnostic.notes.push(note);
    }
    let way_out = way_out(f, asked, &call, &group, why);
    diagnostic.help(way_out)
}

/// A call on a group of whoever was there, behind a call on an older group.
fn too_late(
    f: &TypedFunction,
    asked: &Asked<'_>,
    between: ExprId,
    chain: Vec<String>,
) -> Diagnostic {
    let group = group_text(f, asked.group);
    let call = describe::expr(f, asked.call);
    let mut diagnostic = Diagnostic::new(
        asked.call.span,
        format!("`{call}` may wait for threads of `{group}` that wait for others elsewhere"),
    );
    diagnostic.notes = chain;
    if between == asked.call.id {
        return diagnostic.help(format!(
            "pass `{group}` alone, or the other groups: the function may ask both"
        ));
    }
    let between = what_text(f, What::Expr(between));
    diagnostic.help(format!(
        "call it before `{between}`, or take a new group with `coalesced_threads()` behind it"
    ))
}

pub(super) fn not_uniform_argument(
    f: &TypedFunction,
    call: &Expr,
    group: &Expr,
    arg: &Expr,
    why: Option<&Why>,
) -> Diagnostic {
    let group = group_text(f, group);
    let (call_text, arg_text) = (describe::expr(f, call), describe::expr(f, arg));
    let mut diagnostic = Diagnostic::new(
        arg.span,
        format!(
            "`{arg_text}` is not the same for every thread of `{group}`, and `{call_text}` needs it to be"
        ),
    );
    if let Some(why) = why {
        diagnostic.notes = chain(f, why, &group);
    }
    diagnostic.help(format!(
        "give all threads of `{group}` one value: a constant, a parameter of the kernel, or what a vote or a broadcast on `{group}` gave"
    ))
}

/// An argument for a parameter that is `Uniform`.
pub(super) fn not_uniform_for(
    f: &TypedFunction,
    group: &Expr,
    arg: &Expr,
    sig: &FunctionSig,
    param: usize,
    why: Option<&Why>,
) -> Diagnostic {
    let (group, arg_text) = (group_text(f, group), describe::expr(f, arg));
    let mut diagnostic = Diagnostic::new(
        arg.span,
        format!(
            "`{arg_text}` is not the same for every thread of `{group}`, and the parameter `{}` of `{}` is `Uniform`",
            sig.params[param].name, sig.name
        ),
    );
    if let Some(why) = why {
        diagnostic.notes = chain(f, why, &group);
    }
    diagnostic.help(format!(
        "pass a value on which all threads of `{group}` agree: a constant, a parameter of the kernel, or what a vote, a reduction or a broadcast on `{group}` gave"
    ))
}

/// A result that is `Uniform` by the signature.
pub(super) fn broken_promise(
    f: &TypedFunction,
    at: Span,
    group: usize,
    why: Option<&Why>,
) -> Diagnostic {
    let group = &f.sig.params[group].name;
    let mut diagnostic = Diagnostic::new(
        at,
        format!(
            "the result of `{}` is not the same for every thread of `{group}`, and its signature says `Uniform`",
            f.sig.name
        ),
    );
    if let Some(why) = why {
        diagnostic.notes = chain(f, why, group);
    }
    diagnostic.help(format!(
        "return what a vote, a reduction or a broadcast on `{group}` gave, by one way for all threads; or leave `Uniform` out of the signature"
    ))
}

// Barriers in two steps.

/// A call on a group between the two steps of its barrier.
pub(super) fn between_steps(f: &TypedFunction, call: &Expr, arrival: ExprId) -> Diagnostic {
    let (call_text, arrival_text) = (describe::expr(f, call), what_text(f, What::Expr(arrival)));
    let line = find(f, arrival).map_or(0, |arrival| line(arrival.span));
    Diagnostic::new(
        call.span,
        format!("`{call_text}` stands between `{arrival_text}` and its wait"),
    )
    .note(format!(
        "line {line}: here the threads of the group arrive at its barrier"
    ))
    .help("wait first: `let arrival = ..;`, then `arrival.wait();`")
}

/// `arrive` without `wait` on some way to the end of the function, which may be a `return` at `end`.
pub(super) fn not_waited(f: &TypedFunction, arrival: ExprId, end: Option<Span>) -> Diagnostic {
    let text = what_text(f, What::Expr(arrival));
    let at = find(f, arrival).map_or(f.function.name.span(), |arrival| arrival.span);
    let mut diagnostic = Diagnostic::new(
        at,
        format!(
            "a thread that has arrived must wait, and after `{text}` not every way leads to a wait"
        ),
    );
    if let Some(end) = end {
        let line = line(end);
        diagnostic = diagnostic.note(format!(
            "line {line}: a way out of the function without one"
        ));
    }
    diagnostic.help(format!(
        "keep what it gives, `let arrival = {text};`, and call `arrival.wait()` on every way"
    ))
}

/// The group as the user names it: `warp` for `&warp`.
fn group_text(f: &TypedFunction, group: &Expr) -> String {
    match &group.kind {
        ExprKind::Local(_) if let Some(arrived) = arrived(f, group) => group_text(f, arrived),
        ExprKind::Ref { expr, .. } => group_text(f, expr),
        ExprKind::Unary(_, expr) => group_text(f, expr),
        _ => describe::expr(f, group),
    }
}

/// For what `arrive` gave, the group that arrived.
fn arrived<'f>(f: &'f TypedFunction, arrival: &Expr) -> Option<&'f Expr> {
    let ty = f.tables.ty(arrival.id);
    if !matches!(ty, Ty::Group(Group::Arrival(_))) {
        return None;
    }
    let mut group = None;
    visit::exprs(f.body(), &mut |expr| {
        if let ExprKind::Method { receiver, .. } = &expr.kind
            && f.tables.ty(expr.id) == ty
        {
            group = group.or(Some(&**receiver));
        }
    });
    group
}

// The chain.

/// From where threads begin to differ to the call, a line each.
fn chain(f: &TypedFunction, why: &Why, group: &str) -> Vec<String> {
    let mut steps = Vec::new();
    tell(f, why, group, &mut steps);
    const MOST: usize = 9;
    let mut lines: Vec<String> = steps.iter().map(Step::text).collect();
    if lines.len() > MOST {
        let rest = lines.split_off(lines.len() - MOST / 2);
        lines.truncate(MOST / 2);
        lines.push("…".to_string());
        lines.extend(rest);
    }
    lines
}

struct Step {
    line: usize,
    text: String,
    /// How it goes on after the name of what differs, so that a `let` in the same line can put its own
    /// name there.
    differs: Option<&'static str>,
}

impl Step {
    fn text(&self) -> String {
        format!("line {}: {}", self.line, self.text)
    }
}

fn tell(f: &TypedFunction, why: &Why, group: &str, steps: &mut Vec<Step>) {
    let mut add = |line: usize, text: String, differs: Option<&'static str>| {
        let same = |step: &Step| step.line == line && step.text == text;
        if !steps.iter().any(same) {
            steps.push(Step {
                line,
                text,
                differs,
            });
        }
    };
    match why {
        Why::Source { at, what, source } => {
            let (text, differs) = source_text(*source, &what_text(f, *what), group);
            add(line(*at), text, differs);
        }
        Why::Between { at, call, made } => {
            let made_at = find(f, *made).map_or(0, |made| line(made.span));
            let which = if f.function.is_kernel() {
                "turns of a loop"
            } else {
                "turns of a loop or calls of this function"
            };
            let text = format!(
                "`coalesced_threads()` takes whoever is there, perhaps threads in different {which}"
            );
            add(made_at, text, None);
            let call = what_text(f, What::Expr(*call));
            let text = format!(
                "in `{call}` some of them may wait for threads that are elsewhere in their own turn"
            );
            add(line(*at), text, None);
        }
        Why::Closure { at } => {
            let text =
                "a closure of a collective is run by one thread, nobody knows which".to_string();
            add(line(*at), text, None);
        }
        Why::Local { at, local, from } => {
            tell(f, from, group, steps);
            let (line, name) = (line(*at), &f.function.local(*local).name);
            match steps.last_mut() {
                Some(last) if last.line == line && last.differs.is_some() => {
                    let differs = last.differs.take().unwrap_or_default();
                    last.text = format!("`{name}` {differs}");
                }
                // Said already.
                Some(last) if last.line == line && last.text.starts_with(&format!("`{name}` ")) => {
                }
                _ => {
                    let text = format!("so `{name}` varies within `{group}`");
                    let same = |step: &Step| step.text == text;
                    if !steps.iter().any(same) {
                        steps.push(Step {
                            line,
                            text,
                            differs: None,
                        });
                    }
                }
            }
        }
        Why::Chosen { local, by } => {
            tell(f, by, group, steps);
            let name = &f.function.local(*local).name;
            let line = steps.last().map_or(0, |step| step.line);
            let text = format!("so `{name}`, which is set there, varies within `{group}`");
            if !steps.iter().any(|step| step.text == text) {
                steps.push(Step {
                    line,
                    text,
                    differs: None,
                });
            }
        }
        Why::Gate { at, gate, by } => {
            tell(f, by, group, steps);
            push(steps, line(*at), gate_text(*gate, group));
        }
        Why::Left { at, leave, by } => {
            tell(f, by, group, steps);
            let text = match leave {
                Leave::Return => "they return here, the others go on",
                Leave::Break => "they leave the loop here, the others go on",
                Leave::Continue => "they go to the next turn here, the others go on",
                Leave::Never => "they never leave this loop",
            };
            push(steps, line(*at), text.to_string());
        }
    }
}

fn push(steps: &mut Vec<Step>, line: usize, text: String) {
    let step = Step {
        line,
        text,
        differs: None,
    };
    if !steps
        .iter()
        .any(|known| known.line == line && known.text == step.text)
    {
        steps.push(step);
    }
}

fn what_text(f: &TypedFunction, what: What) -> String {
    match what {
        What::Local(local) => f.function.local(local).name.to_string(),
        What::Expr(id) => find(f, id).map_or(String::new(), |expr| describe::expr(f, expr)),
    }
}

fn find(f: &TypedFunction, id: ExprId) -> Option<&Expr> {
    let mut found = None;
    visit::exprs(f.body(), &mut |expr| {
        if expr.id == id {
            found = Some(expr);
        }
    });
    found
}

fn line(span: Span) -> usize {
    span.start().line
}

/// What is said of a source, and, where a name can take the place of the expression, the words after it.
fn source_text(source: Source, what: &str, group: &str) -> (String, Option<&'static str>) {
    let differs = match source {
        Source::Thread => "differs from thread to thread",
        Source::Block => "differs from block to block",
        Source::Place => "differs from tile to tile",
        Source::Param => {
            return (
                format!("the parameter `{what}` may differ from thread to thread"),
                None,
            );
        }
        Source::Promised => {
            return (
                format!(
                    "the parameter `{what}` is promised to be the same for its own group, not for all of `{group}`"
                ),
                None,
            );
        }
        Source::Group => {
            return (
                format!(
                    "`{what}` is the same for the group that was asked then, not for all of `{group}`"
                ),
                None,
            );
        }
        Source::Load => {
            return (
                format!(
                    "`{what}` is memory that the launch may write: threads may read different values"
                ),
                None,
            );
        }
        Source::Reference => {
            return (
                format!(
                    "`{what}` is read through a reference, and what it leads to may be written meanwhile"
                ),
                None,
            );
        }
        Source::Atomic => {
            return (format!("`{what}` may give each thread another value"), None);
        }
        Source::Call => {
            return (
                format!("the function called in `{what}` may give each thread another value"),
                None,
            );
        }
        Source::Lent => {
            return (
                format!(
                    "`{what}` is lent as `&mut`: it may hold another value in each thread afterwards"
                ),
                None,
            );
        }
        Source::Turn => {
            return (
                format!(
                    "`{what}` belongs to a turn of a loop, and `coalesced_threads()` may bring together threads in different turns"
                ),
                None,
            );
        }
        Source::Instance => {
            return (
                format!(
                    "`{what}` belongs to a call of this function, and `coalesced_threads()` may bring together threads in different calls"
                ),
                None,
            );
        }
        Source::Unknown => "may differ from thread to thread",
    };
    (format!("`{what}` {differs}"), Some(differs))
}

fn gate_text(gate: Gate, group: &str) -> String {
    match gate {
        Gate::Then { .. } => format!("only some threads of `{group}` enter here"),
        Gate::Else { .. } => format!("only some threads of `{group}` come to the `else`"),
        Gate::Arm { .. } => format!("only some threads of `{group}` take the same arm"),
        Gate::Guard => format!("only some threads of `{group}` pass this guard"),
        Gate::Panic => format!("only some threads of `{group}` fail here and make the message"),
        Gate::Lazy(op) => format!(
            "only some threads of `{group}` evaluate the right side of this `{}`",
            lazy_symbol(op)
        ),
        Gate::While | Gate::For => {
            format!("threads of `{group}` make different numbers of turns of this loop")
        }
    }
}

fn lazy_symbol(op: LazyOp) -> &'static str {
    match op {
        LazyOp::And => "&&",
        LazyOp::Or => "||",
    }
}

// The way out.

/// The last parting of ways before the call.
fn parting(why: &Why) -> Option<&Why> {
    match why {
        Why::Gate { .. } | Why::Left { .. } | Why::Closure { .. } => Some(why),
        Why::Source { .. } | Why::Between { .. } => None,
        Why::Local { from: by, .. } | Why::Chosen { by, .. } => parting(by),
    }
}

fn way_out(
    f: &TypedFunction,
    asked: &Asked<'_>,
    call: &str,
    group: &str,
    why: Option<&Why>,
) -> String {
    let at = why.and_then(parting);
    if let Some(Why::Gate {
        gate: Gate::Then { twice: true } | Gate::Else { twice: true } | Gate::Arm { twice: true },
        ..
    }) = at
    {
        return format!(
            "the same call in two branches is two calls, and each needs all threads: write `{call}` once, where every thread comes by"
        );
    }
    if let Some(Why::Source { what, source, .. }) = why.map(Why::origin) {
        match source {
            Source::Load | Source::Reference if !matches!(at, Some(Why::Left { .. })) => {
                let what = what_text(f, *what);
                return format!(
                    "read it once for all threads: `{group}.load_uniform(&{what})` gives each the same value"
                );
            }
            Source::Param if !matches!(at, Some(Why::Left { .. })) => {
                if let Some(ty) = value_param(f, *what) {
                    let what = what_text(f, *what);
                    let group_ty = group_ty(f, asked.group);
                    return format!(
                        "if all threads of `{group}` pass the same value, say so in the signature: `{what}: Uniform<{group_ty}, {ty}>`"
                    );
                }
            }
            Source::Atomic if !matches!(at, Some(Why::Left { .. })) => {
                return format!(
                    "let one thread do it, and give its value to all of `{group}` by a broadcast"
                );
            }
            Source::Call if !matches!(at, Some(Why::Left { .. })) => {
                return format!(
                    "if the function gives all threads of `{group}` the same value, say so in its signature: `-> Uniform<{}, ..>`",
                    group_ty(f, asked.group)
                );
            }
            _ => {}
        }
    }
    match at {
        Some(Why::Left {
            leave: Leave::Return,
            ..
        }) => format!(
            "do not return before the call: mask the work (`if .. {{ .. }}`) so that all threads come to `{call}`"
        ),
        Some(Why::Left { .. })
        | Some(Why::Gate {
            gate: Gate::While | Gate::For,
            ..
        }) => format!(
            "let all threads of `{group}` make the same turns: bound the loop by a value that is the same for all of them, such as a vote, and mask the work inside"
        ),
        Some(Why::Gate {
            gate: Gate::Lazy(op),
            ..
        }) => format!(
            "call it before, `let found = {call};`, and use `found` to the right of `{}`",
            lazy_symbol(*op)
        ),
        Some(Why::Closure { .. }) => format!("call `{call}` outside the closure"),
        Some(Why::Gate {
            gate: Gate::Panic, ..
        }) => format!("call it before, `let found = {call};`, and use `found` in the message"),
        _ => of_branch(asked, call, group),
    }
}

/// The type of a parameter that is a plain value, of which can be promised that it is uniform.
fn value_param(f: &TypedFunction, what: What) -> Option<&Ty> {
    let What::Local(local) = what else {
        return None;
    };
    let LocalOrigin::Param(index) = f.function.local(local).origin else {
        return None;
    };
    let ty = &f.sig.params[index].ty;
    (!ty.is_memory()).then_some(ty)
}

fn group_ty(f: &TypedFunction, group: &Expr) -> String {
    match f.tables.ty(group.id).as_group() {
        Some(group) => group.to_string(),
        None => "_".to_string(),
    }
}

/// Out of a branch.
fn of_branch(asked: &Asked<'_>, call: &str, group: &str) -> String {
    match asked.how {
        How::Passed => format!(
            "make the call for all threads of `{group}`, and mask the work: pass a neutral value for those that have none"
        ),
        How::Collective(op)
            if matches!(op.uniformity, Uniformity::Tiles | Uniformity::Parts { .. }) =>
        {
            format!("cut `{group}` before the branch: `let part = {call};`, and use `part` inside")
        }
        How::Collective(op) if op.result == Outcome::Unit => {
            "move the call out of the branch, or synchronise a group that is whole here".to_string()
        }
        How::Collective(_) => format!(
            "mask the work instead: `let v = if .. {{ .. }} else {{ .. }};` with a neutral value in the `else`, then `{call}` for all threads of `{group}`"
        ),
    }
}

// What cannot be followed.

/// A group that is not where the analysis knows it.
pub(super) fn unknown_group(f: &TypedFunction, expr: &Expr) -> Diagnostic {
    let group = group_text(f, expr);
    unknown(
        expr.span,
        format!("which group `{group}` is cannot be seen here"),
    )
}

/// As [`unknown_group`], of what a pattern binds or a branch gives.
pub(super) fn unknown_group_at(at: Span) -> Diagnostic {
    unknown(at, "which group this is cannot be seen here".to_string())
}

fn unknown(at: Span, message: String) -> Diagnostic {
    Diagnostic::new(at, message)
        .note("every collective must be known to be reached by all threads of its group")
        .help("name the group itself: a parameter, or a `let` of its own")
}

pub(super) fn lone_closure(at: Span) -> Diagnostic {
    Diagnostic::new(
        at,
        "a closure can only be passed to a collective that takes one",
    )
    .help("write a `#[device_fn]`")
}

pub(super) fn too_many_groups(at: Span) -> Diagnostic {
    Diagnostic::new(at, "the function makes more groups than can be told apart")
        .help("move a part of it into a `#[device_fn]`")
}
