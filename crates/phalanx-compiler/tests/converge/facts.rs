//! What the printers are told: groups to rebind, whole warps, uniform values.

use phalanx_compiler::converge::{Among, Facts, Part, Point};
use phalanx_compiler::syntax::ast::{Block, Expr, ExprId, ExprKind, Stmt};
use phalanx_compiler::types::typed::TypedFunction;

/// The names of the groups that are rebound at a point.
fn rebound(function: &TypedFunction, facts: &Facts, point: Point) -> Vec<String> {
    let name = |local: &_| function.function.local(*local).name.to_string();
    facts.diverged(point).iter().map(name).collect()
}

fn stmt(block: &Block, index: usize) -> &Expr {
    match &block.stmts[index] {
        Stmt::Expr(expr) => expr,
        Stmt::Let(one) | Stmt::Const(one) => one.init.as_ref().expect("a value"),
    }
}

fn check(source: &str) -> (TypedFunction, Facts) {
    crate::facts(source)
}

#[test]
fn groups_are_rebound_in_branches() {
    let (function, facts) = check(
        "#[group_kernel]
        fn k(grid: Grid, block: ThreadBlock, n: usize) {
            let warp = block.tiled_partition::<32>();
            let r = block.thread_rank();
            if warp.meta_group_rank() == 0 {
                if r < 3 {
                    warp.sync();
                } else {
                    block.sync();
                }
            } else if n > 3 {
                block.sync();
            }
        }",
    );
    let body = &function.body().block;
    let outer = body.value.as_ref().expect("the `if`");
    let names = |point| rebound(&function, &facts, point);
    assert_eq!(names(Point::Start(Part::Then(outer.id))), ["block"]);
    assert_eq!(names(Point::Start(Part::Else(outer.id))), ["block"]);
    let ExprKind::If {
        then, otherwise, ..
    } = &outer.kind
    else {
        panic!("an `if`");
    };
    let inner = then.value.as_ref().expect("the inner `if`");
    // `block` is rebound around it already.
    assert_eq!(names(Point::Start(Part::Then(inner.id))), ["warp"]);
    assert_eq!(names(Point::Start(Part::Else(inner.id))), ["warp"]);
    let last = otherwise.as_ref().expect("the `else if`");
    assert_eq!(names(Point::Start(Part::Then(last.id))), [""; 0]);
    assert_eq!(names(Point::Start(Part::Function)), [""; 0]);
}

#[test]
fn groups_are_rebound_after_a_return() {
    let (function, facts) = check(
        "#[group_kernel]
        fn k(block: ThreadBlock, n: usize) {
            let warp = block.tiled_partition::<32>();
            if n > 3 {
                if warp.meta_group_rank() == 1 {
                    return;
                }
                block.sync();
            }
            if block.thread_rank() < n {
                return;
            }
            let here = coalesced_threads();
            here.sync();
        }",
    );
    let body = &function.body().block;
    let names = |point| rebound(&function, &facts, point);
    assert_eq!(names(Point::After(Part::Function, 0)), [""; 0]);
    assert_eq!(names(Point::After(Part::Function, 1)), ["block"]);
    assert_eq!(names(Point::After(Part::Function, 2)), ["warp"]);
    assert_eq!(names(Point::After(Part::Function, 3)), [""; 0]);
    let first = stmt(body, 1);
    assert_eq!(names(Point::After(Part::Then(first.id), 0)), ["block"]);
}

#[test]
fn groups_are_rebound_in_loops() {
    let (function, facts) = check(
        "#[group_kernel]
        fn k(block: ThreadBlock, x: &[u32], n: u32) {
            let warp = block.tiled_partition::<32>();
            let mut i = block.thread_rank();
            while warp.any(x[i] > 0) {
                if x[i] == 3 {
                    continue;
                }
                i += 1;
            }
            loop {
                warp.sync();
                if i == 0 {
                    break;
                }
            }
            for _ in 0..n {
                block.sync();
            }
        }",
    );
    let body = &function.body().block;
    let names = |point| rebound(&function, &facts, point);
    let by_vote = stmt(body, 2);
    assert_eq!(names(Point::Start(Part::Condition(by_vote.id))), ["block"]);
    assert_eq!(names(Point::Start(Part::Body(by_vote.id))), ["block"]);
    assert_eq!(names(Point::After(Part::Body(by_vote.id), 0)), ["warp"]);
    let by_thread = stmt(body, 3);
    assert_eq!(
        names(Point::Start(Part::Body(by_thread.id))),
        ["block", "warp"]
    );
    let by_all = body.value.as_ref().expect("the `for`");
    assert_eq!(names(Point::Start(Part::Body(by_all.id))), [""; 0]);
}

#[test]
fn groups_are_rebound_right_of_lazy_operators_and_in_arms() {
    let (function, facts) = check(
        "#[group_kernel]
        fn k(block: ThreadBlock, n: u32) {
            let r = block.thread_rank() as u32;
            let _ = r < 3 && block.thread_rank() > 4;
            match r {
                0 => {}
                m if m == n => {}
                _ => {}
            }
        }",
    );
    let body = &function.body().block;
    let names = |point| rebound(&function, &facts, point);
    assert_eq!(
        names(Point::Start(Part::Right(stmt(body, 1).id))),
        ["block"]
    );
    let by_rank = body.value.as_ref().expect("the `match`").id;
    assert_eq!(names(Point::Start(Part::Arm(by_rank, 0))), ["block"]);
    assert_eq!(names(Point::Start(Part::Guard(by_rank, 1))), ["block"]);
    assert_eq!(names(Point::Start(Part::Arm(by_rank, 1))), ["block"]);
}

#[test]
fn a_name_that_means_something_else_is_left_alone() {
    let (function, facts) = check(
        "#[group_kernel]
        fn k(block: ThreadBlock) {
            let warp = block.tiled_partition::<32>();
            let r = block.thread_rank();
            {
                let warp = 3;
                let other = block;
                if r == warp {
                }
            }
            if r == 4 {
            }
        }",
    );
    let body = &function.body().block;
    let names = |point| rebound(&function, &facts, point);
    let ExprKind::Block(inner) = &stmt(body, 2).kind else {
        panic!("a block");
    };
    let shadowed = inner.value.as_ref().expect("an `if`").id;
    assert_eq!(
        names(Point::Start(Part::Then(shadowed))),
        ["block", "other"]
    );
    let after = body.value.as_ref().expect("an `if`").id;
    assert_eq!(names(Point::Start(Part::Then(after))), ["block", "warp"]);
}

/// The calls of this method, in the order of the source.
fn calls(function: &TypedFunction, method: &str) -> Vec<ExprId> {
    fn visit(expr: &Expr, method: &str, found: &mut Vec<ExprId>) {
        match &expr.kind {
            ExprKind::Method {
                receiver,
                name,
                args,
                ..
            } => {
                visit(receiver, method, found);
                args.iter().for_each(|arg| visit(arg, method, found));
                if name == method {
                    found.push(expr.id);
                }
            }
            ExprKind::If {
                cond,
                then,
                otherwise,
            } => {
                visit(cond, method, found);
                in_block(then, method, found);
                otherwise.iter().for_each(|expr| visit(expr, method, found));
            }
            ExprKind::Block(block) | ExprKind::For { body: block, .. } => {
                in_block(block, method, found);
            }
            ExprKind::Binary(_, a, b) => {
                visit(a, method, found);
                visit(b, method, found);
            }
            _ => {}
        }
    }
    fn in_block(block: &Block, method: &str, found: &mut Vec<ExprId>) {
        for index in 0..block.stmts.len() {
            visit(stmt(block, index), method, found);
        }
        block
            .value
            .iter()
            .for_each(|value| visit(value, method, found));
    }
    let mut found = Vec::new();
    in_block(&function.body().block, method, &mut found);
    found
}

#[test]
fn whole_warps() {
    let (function, facts) = check(
        "#[group_kernel]
        fn k(block: ThreadBlock, tile: ThreadBlockTile<8>, x: &[u32]) {
            tile.sync();
            let warp = block.tiled_partition::<32>();
            if tile.meta_group_rank() == 0 {
                tile.sync();
            }
            if warp.meta_group_rank() == 0 {
                tile.sync();
                if x[block.thread_rank()] == 0 {
                    let here = coalesced_threads();
                    here.sync();
                }
            }
        }",
    );
    let whole: Vec<bool> = calls(&function, "sync")
        .into_iter()
        .map(|call| facts.warp_is_whole(call))
        .collect();
    assert_eq!(whole, [true, false, true, false]);
}

#[test]
fn whole_warps_in_functions() {
    let (function, facts) = check(
        "#[device_fn]
        fn f(tile: &ThreadBlockTile<8>) {
            tile.sync();
        }",
    );
    assert!(!facts.warp_is_whole(calls(&function, "sync")[0]));
    let (function, facts) = check(
        "#[device_fn]
        fn f(block: &ThreadBlock, tile: &ThreadBlockTile<8>) {
            tile.sync();
        }",
    );
    assert!(facts.warp_is_whole(calls(&function, "sync")[0]));
}

#[test]
fn what_is_uniform() {
    let (function, facts) = check(
        "#[group_kernel]
        fn k(grid: Grid, block: ThreadBlock, n: usize) {
            let warp = block.tiled_partition::<32>();
            let half = warp.tiled_partition::<16>();
            let a = n;
            let b = grid.block_rank();
            let c = warp.meta_group_rank();
            let d = half.any(block.thread_rank() == n);
            let e = block.thread_rank();
            half.sync();
        }",
    );
    let body = &function.body().block;
    let half = calls(&function, "sync")[0];
    let among = [
        Among::Launch,
        Among::Block,
        Among::Warp,
        Among::GroupOf(half),
    ];
    let uniform = |index: usize| among.map(|among| facts.is_uniform(stmt(body, index).id, among));
    assert_eq!(uniform(2), [true, true, true, true]);
    assert_eq!(uniform(3), [false, true, true, true]);
    assert_eq!(uniform(4), [false, false, true, true]);
    assert_eq!(uniform(5), [false, false, false, true]);
    assert_eq!(uniform(6), [false, false, false, false]);
}
