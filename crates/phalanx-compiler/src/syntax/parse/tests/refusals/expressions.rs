//! Statements and expressions.

use super::check_bodies;

#[test]
fn statements() {
    check_bodies(&[
        (
            "«static» A: u32 = 1;",
            "`static` is not available in GPU code: a GPU shares no statics with the host",
            "use a `const`, a parameter, or shared memory: `block.shared::<[f32; 256]>()`",
        ),
        (
            "«use» m::N;",
            "`use` cannot stand inside a kernel or device function",
            "put it at the top of the module",
        ),
        (
            "«fn» g() {}",
            "a function cannot stand inside a kernel or device function",
            "put it beside this one, with `#[device_fn]`",
        ),
        (
            "«struct» S;",
            "a `struct` cannot stand inside a kernel or device function",
            "put it beside the function, with `#[derive(Clone, Copy, DeviceCopy)]`",
        ),
        (
            "pub «enum» E {}",
            "an `enum` cannot stand inside a kernel or device function",
            "put it beside the function, with `#[derive(Clone, Copy, DeviceCopy)]`",
        ),
        (
            "«type» T = u32;",
            "a `type` cannot stand inside a kernel or device function",
            "put it beside the function",
        ),
        (
            "«macro_rules»! m { () => {} }",
            "macros are not available in GPU code, but for `assert!`, `panic!` and their kin",
            "write a `#[device_fn]` and call it",
        ),
        (
            "const «_»: () = ();",
            "a constant needs a name here",
            "name it, or put it beside the function",
        ),
        (
            "«const A<T>: usize = 1;»",
            "this declaration cannot stand inside a kernel or device function",
            "put it beside the function",
        ),
        (
            "const «A»: usize = B; const B: usize = A;",
            "the value of this constant depends on itself",
            "give one of the constants involved a value of its own",
        ),
        (
            "#[«cfg»(debug_assertions)] let a = 1;",
            "`cfg` cannot stand inside the function: the whole function is compiled, or none of it",
            "write the function twice, each with its `#[cfg(..)]`, or put what differs into two such device functions",
        ),
        (
            "match n { #[«cfg_attr»(a, b)] 1 => 1, _ => 2 }",
            "`cfg` cannot stand inside the function: the whole function is compiled, or none of it",
            "write the function twice, each with its `#[cfg(..)]`, or put what differs into two such device functions",
        ),
        (
            "#[«tool::inline»] f(n);",
            "`#[tool::inline]` has no meaning inside a kernel or device function",
            "leave it out, or put it on the function; `#[allow(..)]`, `#[expect(..)]` and `#[rustfmt::skip]` may stand here",
        ),
    ]);
}

#[test]
fn expressions() {
    check_bodies(&[
        (
            "let a = «const» { 1 };",
            "`const` blocks are not available in GPU code",
            "give the value a name: `const N: usize = ..;`",
        ),
        (
            "let a = «&»raw const n;",
            "raw pointers are not available in GPU code",
            "use a reference or a slice; inside `unsafe`, `get_unchecked` indexes without a bounds check",
        ),
        (
            "let a = «_»;",
            "`_` is not a value",
            "`_` stands only on the left of `=`",
        ),
        (
            "let a = «self»;",
            "a function for the GPU is a free function: there is no `self` and no `Self`",
            "move it out of the `impl`, and name the type or the parameter",
        ),
        (
            "let a = «Self»::N;",
            "a function for the GPU is a free function: there is no `self` and no `Self`",
            "move it out of the `impl`, and name the type or the parameter",
        ),
        (
            "let a = «<»T as m::Number>::ZERO;",
            "paths of the form `<T as Trait>::name` are not available in GPU code",
            "write `T::ZERO`",
        ),
        (
            "«n»(1);",
            "`n` is a variable, and functions are not values here",
            "call a `#[device_fn]` by its name; if one has the variable's name, rename the variable",
        ),
        (
            "«x[0]»(1);",
            "functions are not values here",
            "call a `#[device_fn]` by its name",
        ),
        (
            "let a = P { b: 1, «..» };",
            "`..` needs the value that the other fields are taken from",
            "write `..value`, or name every field",
        ),
        (
            "«become f(n)»;",
            "this expression is not available in GPU code",
            "write it with the operators, calls and control flow of plain Rust",
        ),
    ]);
}

#[test]
fn assignments() {
    check_bodies(&[
        (
            "«f(n) + 1» = 2;",
            "this cannot be assigned to",
            "assign to a variable, a field, an element or what a reference refers to",
        ),
        (
            "«(n, n)» += 2;",
            "this cannot be assigned to",
            "assign to a variable, a field, an element or what a reference refers to",
        ),
        (
            "«_» += 2;",
            "this cannot be assigned to",
            "assign to a variable, a field, an element or what a reference refers to",
        ),
        (
            "(n, «..») = t;",
            "only a tuple of places is taken apart by an assignment here",
            "assign to each place on its own, or take the value apart with `let`",
        ),
        (
            "«[n, n]» = t;",
            "only a tuple of places is taken apart by an assignment here",
            "assign to each place on its own, or take the value apart with `let`",
        ),
        (
            "«P { n }» = t;",
            "only a tuple of places is taken apart by an assignment here",
            "assign to each place on its own, or take the value apart with `let`",
        ),
    ]);
}
