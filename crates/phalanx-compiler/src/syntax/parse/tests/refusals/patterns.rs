//! Patterns.

use super::check_bodies;

#[test]
fn patterns() {
    check_bodies(&[
        (
            "match n { «ref» a => a, }",
            "`ref` is not available in GPU code: patterns copy values",
            "leave out `ref`; to work on the place itself, name it: `x[i]`, `point.x`",
        ),
        (
            "let P { «ref» a } = p;",
            "`ref` is not available in GPU code: patterns copy values",
            "leave out `ref`; to work on the place itself, name it: `x[i]`, `point.x`",
        ),
        (
            "let «&»a = x;",
            "reference patterns are not available in GPU code",
            "bind the reference by a name, and read through it: `*x`",
        ),
        (
            "let «[»a, b] = x;",
            "slice and array patterns are not available in GPU code",
            "index instead: `let first = a[0];`",
        ),
        (
            "let (a, «..») = x;",
            "`..` does not stand for parts of a tuple here",
            "write `_` for each part that you do not need",
        ),
        (
            "let P(«..», a) = x;",
            "`..` stands last in the pattern of a tuple struct here",
            "write `_` for each field before the ones that you need",
        ),
        (
            "match n { «const» { 1 } => 1, _ => 2 }",
            "`const` blocks are not available in GPU code",
            "give the value a name: `const N: usize = ..;`",
        ),
        (
            "match n { «one»!() => 1, _ => 2 }",
            "a macro cannot stand for a pattern here: it is not expanded yet when the kernel is compiled",
            "write the pattern",
        ),
        (
            "match n { «<»T>::MAX => 1, _ => 2 }",
            "paths of the form `<T as Trait>::name` are not available in GPU code",
            "write `T::MAX`",
        ),
        (
            "let («1», a) = x;",
            "this pattern does not fit every value",
            "use `match`, with an arm for every other value",
        ),
        (
            "let «1..=2» = n;",
            "this pattern does not fit every value",
            "use `match`, with an arm for every other value",
        ),
        (
            "const A: usize = 1; let «A» = n;",
            "this pattern does not fit every value",
            "use `match`, with an arm for every other value",
        ),
        (
            "for «(i, j)» in x {}",
            "a `for` goes through integers, so its pattern is a name or `_`",
            "write `for i in ..`",
        ),
        (
            "let «box a» = x;",
            "this pattern is not available in GPU code",
            "use names, `_`, literals, ranges, tuples, structs, variants of enums and `|` between them",
        ),
        (
            "let (a, «P { b }»);",
            "a `let` without a value declares names, and this is not one",
            "give it a value, or write a `let` for each name",
        ),
    ]);
}

#[test]
fn names() {
    check_bodies(&[
        (
            "match x { (a, 1) | «(1, _)» => a, _ => 2 }",
            "`a` is not bound by every alternative of the pattern",
            "bind `a` in each of them, or write an arm for each",
        ),
        (
            "match x { (1, _) | «(a, 1)» => 1, _ => 2 }",
            "`a` is not bound by every alternative of the pattern",
            "bind `a` in each of them, or write an arm for each",
        ),
        (
            "let (a, «a») = x;",
            "the pattern binds `a` twice",
            "rename one of them",
        ),
    ]);
}
