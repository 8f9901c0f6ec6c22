//! Signatures of all functions, and what the attributes stand on.

use proc_macro2::TokenStream;

use super::{check, texts};

#[test]
fn functions() {
    check(&[
        (
            "#[device_fn(«inline»)] fn f() {}",
            "`#[device_fn]` takes no arguments",
            "write `#[device_fn]`; a generic device function is compiled for the arguments it is called with, so it declares no variants",
        ),
        (
            "#[group_kernel] #[«device_fn»] fn f(grid: Grid) {}",
            "a function is a kernel or a device function, not both",
            "write a `#[device_fn]` with the body, and call it from the `#[group_kernel]`",
        ),
        (
            "#[device_fn] «const» fn f() {}",
            "a function for the GPU cannot be a `const fn`",
            "leave out `const`; a value known when compiling is a `const` item",
        ),
        (
            "#[device_fn] «async» fn f() {}",
            "a function for the GPU cannot be `async`",
            "leave out `async`; on the host a launch returns at once, and the stream is what one waits for",
        ),
        (
            "#[device_fn] «extern» \"C\" fn f() {}",
            "a function for the GPU has no ABI of its choice",
            "leave out `extern`",
        ),
        (
            "#[device_fn] fn f(n: u32, «...») {}",
            "a function for the GPU takes a fixed number of arguments",
            "leave out `...`; a slice `&[T]` takes any number of values",
        ),
    ]);
}

#[test]
fn parameters() {
    check(&[
        (
            "#[device_fn] fn f(&«self») {}",
            "a function for the GPU is a free function: it has no `self`",
            "move it out of the `impl`, and take the value as a parameter",
        ),
        (
            "#[device_fn] fn f(«(a, b)»: (u32, u32)) {}",
            "a parameter is a name",
            "name it, with a leading `_` if it is not used, and take it apart in the body: `let (a, b) = pair;`",
        ),
        (
            "#[device_fn] fn f(«_»: u32) {}",
            "a parameter is a name",
            "name it, with a leading `_` if it is not used, and take it apart in the body: `let (a, b) = pair;`",
        ),
        (
            "#[device_fn] fn f(a: u32, «a»: u32) {}",
            "two parameters are named `a`",
            "rename one of them",
        ),
        (
            "#[device_fn] fn f(#[shared] «buf»: &mut [f32]) {}",
            "`#[shared]` stands on parameters of kernels: the launch gives the memory",
            "leave it out; a device function takes the kernel's shared memory as a plain `&mut [T]`",
        ),
        (
            "#[device_fn] fn f(#[«cfg»(a)] n: u32) {}",
            "`cfg` cannot stand inside the function: the whole function is compiled, or none of it",
            "write the function twice, each with its `#[cfg(..)]`, or put what differs into two such device functions",
        ),
    ]);
}

#[test]
fn generics() {
    check(&[
        (
            "#[device_fn] fn f<«'a», T: Number>(x: &[T]) {}",
            "lifetimes are not written here: every reference lives as long as the call",
            "leave it out: `&T` for `&'a T`",
        ),
        (
            "#[device_fn] fn f<T: Number>(x: &[T]) where «'a»: 'b {}",
            "lifetimes are not written here: every reference lives as long as the call",
            "leave it out: `&T` for `&'a T`",
        ),
        (
            "#[device_fn] fn f<T: Number + «'a»>(x: &[T]) {}",
            "lifetimes are not written here: every reference lives as long as the call",
            "leave it out: `&T` for `&'a T`",
        ),
        (
            "#[device_fn] fn f<T: «for»<'a> Of<T>>(x: &[T]) {}",
            "lifetimes are not written here: every reference lives as long as the call",
            "leave it out: `&T` for `&'a T`",
        ),
        (
            "#[device_fn] fn f<const N: usize «=» 4>() {}",
            "a generic parameter of a function has no default",
            "leave out `= ..`",
        ),
        (
            "#[device_fn] fn f<T: Number + «?»Sized>(x: T) {}",
            "every value here has a size known when compiling",
            "leave the bound out",
        ),
        (
            "#[device_fn] fn f<T: Fn«(»u32)>(x: T) {}",
            "functions are not values here",
            "write a `#[device_fn]` and call it by its name; closures are for the collectives that take one",
        ),
        (
            "#[device_fn] fn f<T: Number>(x: T) where «Vec<T>»: Number {}",
            "a `where` clause here speaks of the function's own type parameters",
            "write `where T: Number` for a `T` that the function declares, or leave the line out",
        ),
        (
            "#[device_fn] fn f<T: Of<«Item = u32»>>(x: T) {}",
            "associated types are not available in GPU code",
            "write the type itself",
        ),
    ]);
}

#[test]
fn what_is_not_a_function() {
    let refusal = |item: &str| {
        let tokens: TokenStream = item.parse().unwrap();
        let kernel = super::super::super::kernel(TokenStream::new(), tokens.clone());
        let device_fn = super::super::super::device_fn(TokenStream::new(), tokens);
        (texts(kernel.unwrap_err()), texts(device_fn.unwrap_err()))
    };
    let (kernel, device_fn) = refusal("pub struct S { x: f32 }");
    assert_eq!(
        kernel,
        "`#[group_kernel]` stands on a function, and this is a `struct`\n\nhelp: put `#[group_kernel]` on a `fn`"
    );
    assert_eq!(
        device_fn,
        "`#[device_fn]` stands on a function, and this is a `struct`\n\nhelp: put `#[device_fn]` on a `fn`; \
         structs and enums take `#[derive(Clone, Copy, DeviceCopy)]`"
    );
    let (kernel, _) = refusal("fn f(grid: Grid);");
    assert!(kernel.starts_with(
        "`#[group_kernel]` stands on a function, and this is a declaration without a body"
    ));
}
