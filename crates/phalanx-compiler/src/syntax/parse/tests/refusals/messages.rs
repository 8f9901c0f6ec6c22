//! Macros and the messages of panics.

use super::check_bodies;

#[test]
fn macros() {
    check_bodies(&[
        (
            "«println»!(\"{}\", n);",
            "`println!` is not available in GPU code",
            "write to a `&mut` parameter what the host should print; to stop the launch with a message, use `panic!`",
        ),
        (
            "«todo»!()",
            "`todo!` is not available in GPU code",
            "use `panic!(\"not yet\")`",
        ),
        (
            "let a = «vec»![0; 4];",
            "`vec!` is not available in GPU code",
            "there is no heap and no text on the GPU: use an array, `[0.0; 8]`, or a buffer that the host gives",
        ),
        (
            "if «matches»!(n, 1) {}",
            "`matches!` is not available in GPU code",
            "use `match x { pattern => true, _ => false }`",
        ),
        (
            "if «cfg»!(a) {}",
            "`cfg!` is not available in GPU code",
            "write the function twice, each with its `#[cfg(..)]`",
        ),
        (
            "«mine»! { n }",
            "`mine!` is not available in GPU code",
            "it would be expanded only after the kernel is compiled: write what it stands for, or a `#[device_fn]`; `assert!`, `panic!` and their kin may be used",
        ),
        (
            "«m::panic»!();",
            "`panic!` is not available in GPU code",
            "it would be expanded only after the kernel is compiled: write what it stands for, or a `#[device_fn]`; `assert!`, `panic!` and their kin may be used",
        ),
        (
            "«assert»!();",
            "this asserts nothing",
            "write the condition: `assert!(i < n)`",
        ),
        (
            "«assert_eq»!(n);",
            "this compares two values",
            "write both, with a comma between: `assert_eq!(a, b)`",
        ),
    ]);
}

#[test]
fn messages() {
    check_bodies(&[
        (
            "panic!(«n»)",
            "a message is a text in quotes, known when compiling",
            "write `panic!(\"{}\", value)`, where the value is a number or `bool`",
        ),
        (
            "assert!(n > 0, «concat!(\"a\")»)",
            "a message is a text in quotes, known when compiling",
            "write `panic!(\"{}\", value)`, where the value is a number or `bool`",
        ),
        (
            "panic!(«\"{:?}\"», n)",
            "`{:?}`: values in messages are printed plainly",
            "write `{}`",
        ),
        (
            "panic!(«\"{n:>8}\"»)",
            "`{n:>8}`: values in messages are printed plainly",
            "write `{n}`",
        ),
        (
            "panic!(«\"{0:.3}\"», n)",
            "`{0:.3}`: values in messages are printed plainly",
            "write `{0}`",
        ),
        (
            "panic!(«\"{n.0}\"»)",
            "`{n.0}` does not name a value",
            "write `{}` and give the value after the text, or `{name}` with the name of a variable",
        ),
        (
            "panic!(«\"a } b\"»)",
            "a `}` in a message closes nothing",
            "write `}}` for the brace itself",
        ),
        (
            "panic!(«\"a { b\"»)",
            "a `{` in a message is not closed",
            "write `{{` for the brace itself",
        ),
        (
            "panic!(«\"{}\"»)",
            "the message asks for value number 1, and none is given",
            "give a value for each `{}` after the text",
        ),
        (
            "panic!(«\"{} {}\"», n)",
            "the message asks for value number 2, and one is given",
            "give a value for each `{}` after the text",
        ),
        (
            "panic!(«\"{0} {1} {2}\"», n, n)",
            "the message asks for value number 3, and 2 are given",
            "give a value for each `{}` after the text",
        ),
        (
            "panic!(\"{}\", n, «1»)",
            "the message does not show this value",
            "write a `{}` for it, or leave it out",
        ),
        (
            "panic!(\"{} {} {} {} {}\", 1, 2, 3, 4, «n»)",
            "a message carries at most 4 values",
            "leave out what matters least",
        ),
        (
            "assert_eq!(n, 1, \"{} {} {}\", 1, 2, «3»)",
            "a message here carries at most 2 values beside the two compared",
            "leave out what matters least",
        ),
    ]);
}
