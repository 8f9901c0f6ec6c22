//! Control flow and closures.

use super::check_bodies;

#[test]
fn branches() {
    check_bodies(&[
        (
            "if «let» 1 = n { 1 } else { 2 }",
            "`let` in a condition is not available in GPU code",
            "use `match`: `match x { pattern => .., _ => .. }`",
        ),
        (
            "if n > 0 && «let» 1 = n { 1 } else { 2 }",
            "`let` in a condition is not available in GPU code",
            "use `match`: `match x { pattern => .., _ => .. }`",
        ),
        (
            "while «let» 1 = n {}",
            "`while let` is not available in GPU code",
            "use `loop { match x { pattern => .., _ => break } }`",
        ),
        (
            "let P(a) = n «else» { return };",
            "`let .. else` is not available in GPU code",
            "use `match`, or test with `if` first",
        ),
        (
            "f(n)«?»;",
            "`?` is not available in GPU code",
            "test with `if`; to stop the launch with an error that the host gets, use `assert!`",
        ),
        (
            "n.«await»;",
            "`await` is not available in GPU code",
            "threads wait for each other at `sync()` of their group",
        ),
        (
            "«async» { n };",
            "`async` is not available in GPU code",
            "leave it out; threads wait for each other at `sync()` of their group",
        ),
        (
            "let a = «try» { n };",
            "`try` is not available in GPU code",
            "test with `if`; to stop the launch with an error that the host gets, use `assert!`",
        ),
        (
            "«yield» n;",
            "`yield` is not available in GPU code",
            "write the values to a `&mut [T]`",
        ),
    ]);
}

#[test]
fn jumps() {
    check_bodies(&[
        (
            "«'a»: { break 'a; }",
            "a block with a label is not available in GPU code",
            "use `if` and `else`, or a `loop` that ends in `break`",
        ),
        (
            "«break»;",
            "`break` stands in no loop",
            "to leave the function, use `return`",
        ),
        (
            "«continue»;",
            "`continue` stands in no loop",
            "to leave the function, use `return`",
        ),
        (
            "loop { break «'a»; }",
            "no loop around here has the label `'a`",
            "put `'a:` before the loop that is meant",
        ),
        (
            "'a: loop { break; } loop { continue «'a»; }",
            "no loop around here has the label `'a`",
            "put `'a:` before the loop that is meant",
        ),
        (
            "while n > 0 { «break» n; }",
            "only `loop` has a value that `break` can give",
            "keep the value in a variable: `let mut found = 0;` before the loop",
        ),
        (
            "loop { f(|a| «break»); }",
            "`break` stands in no loop",
            "to leave the function, use `return`",
        ),
        (
            "const A: usize = { «return» 1; };",
            "`return` cannot stand in the value of a constant",
            "make the value the last expression",
        ),
    ]);
}

#[test]
fn closures() {
    check_bodies(&[
        (
            "let a = «|»b| b;",
            "a closure can only be the argument of a collective",
            "write a `#[device_fn]` and call it",
        ),
        (
            "f(«move» |b| b);",
            "a closure here is run at once and captures nothing by itself",
            "leave the word out",
        ),
        (
            "f(|b| «->» u32 { b });",
            "the type of a closure's result is not written here",
            "leave out `-> ..`",
        ),
        (
            "f(|«(a, b)»| a);",
            "the parameter of a closure is a name here",
            "name it, with a leading `_` if it is not used, and take it apart in the body",
        ),
        (
            "f(|a| «return» a);",
            "`return` cannot stand in a closure here",
            "make the value the closure's last expression",
        ),
    ]);
}
