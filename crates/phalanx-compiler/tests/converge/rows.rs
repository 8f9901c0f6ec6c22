//! What the columns of the table of group operations mean, on rows made for the test: groups cut by a
//! label, closures, arguments that must be uniform.
//!
//! A row stands in the source as a call of a function, `binary_partition(&warp, p)`; the tables of the
//! types stage are then made to say what they would say of `warp.binary_partition(p)`.

use phalanx_compiler::converge::{self, Promises};
use phalanx_compiler::syntax::ast::{Block, Expr, ExprKind, PatKind, Stmt};
use phalanx_compiler::table::group_ops::{
    Capability, GroupOp, Kinds, Outcome, Turbofish, UniformArg, UniformOn, Uniformity,
};
use phalanx_compiler::types::ty::{Access, Group, Ty};
use phalanx_compiler::types::typed::{Callee, TypedFunction};

use crate::crate_env::Crate;
use crate::{See, texts, typed};

const fn row(
    name: &'static str,
    uniformity: Uniformity,
    uniform_args: &'static [UniformArg],
) -> GroupOp {
    GroupOp {
        name,
        on: Kinds::ALL,
        capability: Capability::Group,
        turbofish: Turbofish::None,
        params: &[],
        result: Outcome::U32,
        collective: true,
        uniformity,
        uniform_args,
        instead: "",
    }
}

static ROWS: [GroupOp; 5] = [
    row("binary_partition", Uniformity::Parts { by: 0 }, &[]),
    row("invoke_one_broadcast", Uniformity::Group, &[]),
    row("inclusive_scan", Uniformity::Varying, &[]),
    row(
        "broadcast",
        Uniformity::Exchange {
            value: 0,
            source: Some(1),
        },
        &[UniformArg {
            param: 1,
            on: UniformOn::Every,
        }],
    ),
    row("load_uniform", Uniformity::Group, &[]),
];

/// Makes calls of functions that are named as rows calls of the rows.
fn patch(function: &mut TypedFunction) {
    for stmt in &mut function.function.body.block.stmts {
        if let Stmt::Let(one) = stmt
            && let Some(init) = &mut one.init
        {
            close(init);
        }
    }
    let body = function.function.body.block.clone();
    block(function, &body);
}

/// Makes the block that is the second argument of `invoke_one_broadcast` a closure, which the types stage
/// would not let through.
fn close(call: &mut Expr) {
    if let ExprKind::Call { path, args } = &mut call.kind
        && path.to_text() == "invoke_one_broadcast"
    {
        let body = Box::new(args[1].clone());
        args[1].kind = ExprKind::Closure {
            params: Vec::new(),
            body,
        };
    }
}

fn block(function: &mut TypedFunction, body: &Block) {
    for stmt in &body.stmts {
        match stmt {
            Stmt::Let(one) | Stmt::Const(one) => {
                let init = one.init.as_ref().expect("a value");
                expr(function, init);
                if let PatKind::Bind(local, _) = one.pat.kind {
                    function.tables.locals[local.0 as usize] = function.tables.ty(init.id).clone();
                }
            }
            Stmt::Expr(one) => expr(function, one),
        }
    }
    body.value.iter().for_each(|value| expr(function, value));
}

fn expr(function: &mut TypedFunction, one: &Expr) {
    match &one.kind {
        ExprKind::Call { path, args } => {
            args.iter().for_each(|arg| expr(function, arg));
            let name = path.to_text();
            if let Some(op) = ROWS.iter().find(|row| row.name == name) {
                call(function, one, op);
                if let Uniformity::Parts { .. } = op.uniformity {
                    function.tables.exprs[one.id.0 as usize] = Ty::Group(Group::Coalesced);
                }
            }
        }
        ExprKind::Method {
            receiver,
            name,
            args,
            ..
        } => {
            expr(function, receiver);
            args.iter().for_each(|arg| expr(function, arg));
            if let (Some(_), Some(op)) = (
                function.tables.ty(receiver.id).as_group(),
                GroupOp::find(&name.to_string()),
            ) {
                call(function, one, op);
            }
        }
        ExprKind::Local(local) => {
            function.tables.exprs[one.id.0 as usize] = function.tables.local(*local).clone();
        }
        ExprKind::Ref { expr: inner, .. } => {
            expr(function, inner);
            let ty = function.tables.ty(inner.id).clone();
            if ty.as_group().is_some() {
                function.tables.exprs[one.id.0 as usize] = Ty::reference(ty, Access::Read);
            }
        }
        ExprKind::Closure { body, .. } => expr(function, body),
        ExprKind::Binary(_, a, b) | ExprKind::Assign(a, b) | ExprKind::AssignOp(_, a, b) => {
            expr(function, a);
            expr(function, b);
        }
        ExprKind::If {
            cond,
            then,
            otherwise,
        } => {
            expr(function, cond);
            block(function, then);
            otherwise.iter().for_each(|other| expr(function, other));
        }
        ExprKind::Block(inner) | ExprKind::For { body: inner, .. } => block(function, inner),
        _ => {}
    }
}

fn call(function: &mut TypedFunction, at: &Expr, op: &'static GroupOp) {
    let callee = Callee::Group {
        op,
        value: None,
        consts: Vec::new(),
        shared: None,
    };
    function.tables.callees.insert(at.id, callee);
}

fn check(source: &str) -> String {
    let krate = Crate::parse(source);
    let mut function =
        typed(&krate, "k", See::OneItem).unwrap_or_else(|errors| panic!("{}", texts(&errors)));
    patch(&mut function);
    let (_, errors) = converge::analyse(&function, &Promises::default());
    texts(&errors)
}

fn brief(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with(' ')).collect()
}

#[test]
fn threads_of_a_part_agree_in_the_label() {
    let text = check(
        "#[group_kernel]
fn k(block: ThreadBlock, x: &[u32], n: u32) {
    let warp = block.tiled_partition::<32>();
    let r = block.thread_rank();
    let p = x[r] == 3;
    let same = p;
    let part = binary_partition(&warp, p);
    if p {
        part.reduce(x[r], Plus);
    } else {
        part.sync();
    }
    if same {
        part.sync();
    }
    for i in 0..n {
        if i == 3 {
            part.sync();
            warp.sync();
        }
    }
}",
    );
    assert_eq!(text, "");
}

#[test]
fn and_in_nothing_else() {
    let text = check(
        "#[group_kernel]
fn k(block: ThreadBlock, x: &[u32], flags: &[Flags], n: u32) {
    let warp = block.tiled_partition::<32>();
    let r = block.thread_rank();
    let mut p = x[r] == 3;
    let pair = (p, r == 4);
    let part = binary_partition(&warp, p);
    if pair.1 {
        part.sync();
    }
    if part.any(r == 3) {
        warp.sync();
    }
    if p {
        warp.sync();
    }
    p = r == 7;
    if p {
        part.sync();
    }
    let flag = flags[r];
    let part = binary_partition(&warp, flag.a);
    if flag.a {
        part.sync();
    }
    if flag.b {
        part.sync();
    }
}",
    );
    assert_eq!(
        brief(&text),
        [
            "9: `part.sync()` is not reached by every thread of `part`",
            "12: `warp.sync()` is not reached by every thread of `warp`",
            "15: `warp.sync()` is not reached by every thread of `warp`",
            "19: `part.sync()` is not reached by every thread of `part`",
            "27: `part.sync()` is not reached by every thread of `part`",
        ]
    );
}

#[test]
fn a_part_is_cut_by_all_of_the_whole_and_anew_in_each_turn() {
    let text = check(
        "#[group_kernel]
fn k(block: ThreadBlock, x: &[u32], n: u32) {
    let warp = block.tiled_partition::<32>();
    let r = block.thread_rank();
    if r < 3 {
        let part = binary_partition(&warp, r == 1);
        part.sync();
    }
    let mut last = 0;
    for i in 0..n {
        let part = binary_partition(&warp, x[r] == i);
        if last == 3 {
            part.sync();
        }
        last = part.reduce(x[r], Max);
        if last == 3 {
            part.sync();
        }
        let smaller = binary_partition(&part, x[r] == 7);
        if last == 3 {
            smaller.sync();
        }
        if i == 4 {
            smaller.sync();
        }
    }
}",
    );
    assert_eq!(
        brief(&text),
        [
            "6: `binary_partition(&warp, r == 1)` is not reached by every thread of `warp`",
            "13: `part.sync()` is not reached by every thread of `part`",
        ]
    );
}

#[test]
fn a_closure_is_run_by_whom_nobody_knows() {
    let text = check(
        "#[group_kernel]
fn k(block: ThreadBlock, c: &[Atomic<u32>]) {
    let warp = block.tiled_partition::<32>();
    let mut x = 0;
    let base = invoke_one_broadcast(&warp, { c[0].fetch_add(warp.num_threads() as u32, Relaxed) });
    if base == 3 {
        warp.sync();
    }
    let again = invoke_one_broadcast(&warp, {
        x = 1;
        warp.sync();
        warp.thread_rank()
    });
    if x == 1 {
        warp.sync();
    }
}",
    );
    assert_eq!(
        text,
        "11: `warp.sync()` is not reached by every thread of `warp`
  note: line 9: a closure of a collective is run by one thread, nobody knows which
  help: call `warp.sync()` outside the closure
15: `warp.sync()` is not reached by every thread of `warp`
  note: line 9: a closure of a collective is run by one thread, nobody knows which
  note: line 9: so `x`, which is set there, varies within `warp`
  note: line 14: only some threads of `warp` enter here
  help: move the call out of the branch, or synchronise a group that is whole here
"
    );
}

#[test]
fn arguments_that_must_be_uniform() {
    let text = check(
        "#[group_kernel]
fn k(block: ThreadBlock, x: &[u32], n: u32) {
    let r = block.thread_rank();
    if broadcast(&block, x[r], n) == 3 {
        block.sync();
    }
    if broadcast(&block, x[r], r) == 3 {
        block.sync();
    }
    if inclusive_scan(&block, n) == 3 {
        block.sync();
    }
    if load_uniform(&block, &x[r]) == 3 {
        block.sync();
    }
}",
    );
    assert_eq!(
        text,
        "7: `r` is not the same for every thread of `block`, and `broadcast(&block, x[r], r)` needs it to be
  note: line 3: `r` differs from thread to thread
  help: give all threads of `block` one value: a constant, a parameter of the kernel, or what a vote or a broadcast on `block` gave
8: `block.sync()` is not reached by every thread of `block`
  note: line 3: `r` differs from thread to thread
  note: line 7: only some threads of `block` enter here
  help: move the call out of the branch, or synchronise a group that is whole here
11: `block.sync()` is not reached by every thread of `block`
  note: line 10: `inclusive_scan(&block, n)` differs from thread to thread
  note: line 10: only some threads of `block` enter here
  help: move the call out of the branch, or synchronise a group that is whole here
"
    );
}
