//! Literals.

use super::check_bodies;

#[test]
fn literals() {
    check_bodies(&[
        (
            "let a = «\"text\"»;",
            "texts are not available in GPU code, but as the message of `panic!` and `assert!` and the reason of `assume_uniform`",
            "pass a number that stands for the text, and turn it into words on the host",
        ),
        (
            "let a = «b\"text\"»;",
            "texts are not available in GPU code, but as the message of `panic!` and `assert!` and the reason of `assume_uniform`",
            "pass a number that stands for the text, and turn it into words on the host",
        ),
        (
            "let a = «c\"text\"»;",
            "texts are not available in GPU code, but as the message of `panic!` and `assert!` and the reason of `assume_uniform`",
            "pass a number that stands for the text, and turn it into words on the host",
        ),
        (
            "let a = «'a'»;",
            "characters are not available in GPU code",
            "use a byte, `b'a'`, which is a `u8`, or the code point as a `u32`",
        ),
        (
            "let a = «1i128»;",
            "integers here have at most 64 bits",
            "use `i64` or `u64`",
        ),
        (
            "match n { «-1u128» => 1, _ => 2 }",
            "integers here have at most 64 bits",
            "use `i64` or `u64`",
        ),
        (
            "let a = «340282366920938463463374607431768211456»;",
            "this number is larger than every integer type",
            "integers here have at most 64 bits",
        ),
        (
            "let a = «1u7»;",
            "there is no number type `u7`",
            "end the literal with the name of a type such as `u32`, `usize` or `f32`, or with nothing",
        ),
        (
            "let a = «1.0g32»;",
            "there is no number type `g32`",
            "end the literal with the name of a type such as `u32`, `usize` or `f32`, or with nothing",
        ),
        (
            "let a = «1.5f16»;",
            "literals cannot be of type `f16`",
            "convert: `f16::from_f32(1.5)`",
        ),
        (
            "let a = «2bf16»;",
            "literals cannot be of type `bf16`",
            "convert: `bf16::from_f32(2.0)`",
        ),
    ]);
}
