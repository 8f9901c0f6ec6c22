//! Types and paths.

use super::{check, check_bodies};

#[test]
fn types() {
    check(&[
        (
            "#[device_fn] fn f(c: «char») {}",
            "characters are not available in GPU code",
            "use a byte, `b'a'`, which is a `u8`, or the code point as a `u32`",
        ),
        (
            "#[device_fn] fn f(c: &«str») {}",
            "texts are not available in GPU code, but as the message of `panic!` and `assert!` and the reason of `assume_uniform`",
            "pass a number that stands for the text, and turn it into words on the host",
        ),
        (
            "#[device_fn] fn f(x: «i128») {}",
            "`i128` is not available in GPU code: integers here have at most 64 bits",
            "use `i64`, or two of them",
        ),
        (
            "#[device_fn] fn f(x: [«u128»; 2]) {}",
            "`u128` is not available in GPU code: integers here have at most 64 bits",
            "use `u64`, or two of them",
        ),
        (
            "#[device_fn] fn f(x: «f128») {}",
            "`f128` is not available in GPU code",
            "use `f64`",
        ),
        (
            "#[device_fn] fn f(x: «*»const f32) {}",
            "raw pointers are not available in GPU code",
            "use a reference or a slice; inside `unsafe`, `get_unchecked` indexes without a bounds check",
        ),
        (
            "#[device_fn] fn f(x: &«dyn Shape») {}",
            "trait objects are not available in GPU code: calls are resolved when compiling",
            "make the function generic: `fn f<T: Shape>(x: &T)`",
        ),
        (
            "#[device_fn] fn f(x: &«impl» Of<u32>) {}",
            "`impl Trait` is not available in GPU code",
            "name the type parameter: `fn f<T: Of<u32>>(x: &T)`",
        ),
        (
            "#[device_fn] fn f(x: «fn»(u32) -> u32) {}",
            "function pointers are not available in GPU code: calls are resolved when compiling",
            "call a `#[device_fn]` by its name",
        ),
        (
            "#[device_fn] fn f(x: «real»!()) {}",
            "a macro cannot stand for a type here: it is not expanded yet when the kernel is compiled",
            "write the type",
        ),
        (
            "#[device_fn] fn f(x: &«dyn* Shape») {}",
            "this type is not available in GPU code",
            "use numbers, `bool`, tuples, arrays, structs with `#[derive(Clone, Copy, DeviceCopy)]`, slices and references",
        ),
        (
            "#[device_fn] fn f(x: &«'static» [f32]) {}",
            "lifetimes are not written here: every reference lives as long as the call",
            "leave it out: `&T` for `&'a T`",
        ),
        (
            "#[device_fn] fn f(x: View<«'a», f32>) {}",
            "lifetimes are not written here: every reference lives as long as the call",
            "leave it out: `&T` for `&'a T`",
        ),
        (
            "#[device_fn] fn f(x: «<»T as Of<u32>>::Item) {}",
            "paths of the form `<T as Trait>::name` are not available in GPU code",
            "write `T::Item`",
        ),
        (
            "#[device_fn] fn f() -> «Self» {}",
            "a function for the GPU is a free function: there is no `self` and no `Self`",
            "move it out of the `impl`, and name the type or the parameter",
        ),
    ]);
}

#[test]
fn constants_in_types() {
    check_bodies(&[
        (
            "let a: [f32; «n»];",
            "this must be known when compiling, and `n` is known only when the kernel runs",
            "use a literal, a `const` or a const generic",
        ),
        (
            "let a = [0.0; «n» + 1];",
            "this must be known when compiling, and `n` is known only when the kernel runs",
            "use a literal, a `const` or a const generic",
        ),
        (
            "block.tiled_partition::<{ «n» }>();",
            "this must be known when compiling, and `n` is known only when the kernel runs",
            "use a literal, a `const` or a const generic",
        ),
        (
            "block.tiled_partition::<«n»>();",
            "this must be known when compiling, and `n` is known only when the kernel runs",
            "use a literal, a `const` or a const generic",
        ),
        (
            "const A: usize = «n»;",
            "this must be known when compiling, and `n` is known only when the kernel runs",
            "use a literal, a `const` or a const generic",
        ),
    ]);
}
