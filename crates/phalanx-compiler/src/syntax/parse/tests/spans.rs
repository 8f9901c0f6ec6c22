//! What the spans of the tree cover. Messages and the locations of panics are made from them.

use super::item;
use crate::syntax::ast::{Block, Expr, ExprKind, Function, Stmt};

/// A device function with `body` on its second line.
fn function(body: &str) -> Function {
    item(&format!(
        "#[device_fn] fn f(x: &[f32], n: usize) {{\n{body}\n}}"
    ))
    .expect("it is in the language")
}

fn value(block: &Block) -> &Expr {
    block.value.as_ref().expect("the block has a value")
}

/// The source that a span covers.
fn source(span: proc_macro2::Span) -> String {
    span.source_text().expect("the span is of the source")
}

#[test]
fn an_expression_begins_where_rust_says_a_panic_is() {
    let function = function("(n + 1) / (n - 1)");
    let division = value(&function.body.block);
    assert_eq!(source(division.span), "(n + 1) / (n - 1)");
    assert_eq!(
        (division.span.start().line, division.span.start().column),
        (2, 0)
    );
    let ExprKind::Binary(_, left, _) = &division.kind else {
        panic!("it is a division");
    };
    assert_eq!(source(left.span), "n + 1");
}

#[test]
fn the_parts_of_a_call_have_their_own() {
    let function = function("a::f(n).g::<4>(x[n])");
    let call = value(&function.body.block);
    assert_eq!(source(call.span), "a::f(n).g::<4>(x[n])");
    let ExprKind::Method {
        receiver,
        name,
        args,
        ..
    } = &call.kind
    else {
        panic!("it is a method call");
    };
    assert_eq!(source(name.span()), "g");
    assert_eq!(source(args[0].span), "x[n]");
    let ExprKind::Call { path, .. } = &receiver.kind else {
        panic!("it is a call");
    };
    assert_eq!(source(path.span), "a::f");
}

#[test]
fn statements_blocks_and_labels() {
    let function = function("'a: loop { break 'a; }");
    assert_eq!(
        source(function.body.block.span),
        "{\n'a: loop { break 'a; }\n}"
    );
    let ExprKind::Loop {
        label: Some(label),
        body,
    } = &value(&function.body.block).kind
    else {
        panic!("it is a loop with a label");
    };
    assert_eq!(source(label.span), "'a");
    assert_eq!(source(body.span), "{ break 'a; }");
}

#[test]
fn names_and_types() {
    let function = function("let (a, b): (u8, [f32; 2]) = p;");
    assert_eq!(source(function.params[1].span), "n");
    assert_eq!(source(function.params[0].ty.span), "&[f32]");
    let Stmt::Let(one) = &function.body.block.stmts[0] else {
        panic!("it is a `let`");
    };
    assert_eq!(source(one.span), "let");
    assert_eq!(source(one.pat.span), "(a, b)");
    assert_eq!(source(one.ty.as_ref().unwrap().span), "(u8, [f32; 2])");
    assert_eq!(source(function.body.locals[3].name.span()), "b");
}
