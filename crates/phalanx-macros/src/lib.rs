//! The attributes of Phalanx: `#[group_kernel]`, `#[device_fn]` and `#[derive(DeviceCopy)]`.
//!
//! Use them through the crate `phalanx`, whose documentation has examples. Nothing about the language is
//! here: the macros call the compiler, look up what the build script left (`artefacts.rs`), and splice.

mod artefacts;
mod expand;

use proc_macro::TokenStream;

use crate::artefacts::Crate;

/// Makes a function a kernel.
///
/// The function's name becomes a type: `name::launch(&stream, config, arguments…)` launches the kernel,
/// `name::info()` tells what it needs. Groups among the parameters ([`ThreadBlock`], [`ThreadBlockTile`],
/// [`Grid`], [`CooperativeGrid`]) are made by the launch; every other parameter is an argument of it:
///
/// | parameter | argument |
/// |---|---|
/// | `&[T]`, `&T` | `&DeviceBuffer<T>` |
/// | `&mut [T]`, `&mut T` | `&mut DeviceBuffer<T>` |
/// | `&[Atomic<T>]`, `&Atomic<T>` | `&mut DeviceBuffer<T>` |
/// | `#[shared] buf: &mut [T]` | `usize`: elements of dynamic shared memory, a block |
/// | a value | the value |
///
/// # Arguments of the attribute
///
/// - `variants(N = [4, 8, 16], T = [f32, f64])`: what a generic kernel is compiled for, a list for each
///   of its parameters. A parameter that occurs in the type of an argument is inferred from it; the others
///   are chosen at run time: `name::launch(&stream, name::variant(8)?, config, …)`.
/// - `fma`: nvcc may contract `a * b + c` into one rounding. Results then differ from the emulator's.
///
/// # Errors
///
/// What the language does not have is a compile error at its place, which says what to write instead. In
/// a crate whose build script compiles kernels, so is a kernel that the build script did not find.
///
/// [`ThreadBlock`]: https://docs.rs/phalanx/latest/phalanx/struct.ThreadBlock.html
/// [`ThreadBlockTile`]: https://docs.rs/phalanx/latest/phalanx/struct.ThreadBlockTile.html
/// [`Grid`]: https://docs.rs/phalanx/latest/phalanx/struct.Grid.html
/// [`CooperativeGrid`]: https://docs.rs/phalanx/latest/phalanx/struct.CooperativeGrid.html
#[proc_macro_attribute]
pub fn group_kernel(attr: TokenStream, item: TokenStream) -> TokenStream {
    expand::kernel(&Crate::current(), attr.into(), item.into()).into()
}

/// Makes a function callable from kernels and from other device functions.
///
/// It takes values, groups by reference, and slices and references to memory of any kind: global,
/// shared, or a caller's own. A parameter `g: &G` of a group says that every thread of the group must
/// call the function together.
///
/// On the host the function can be called too, if it takes and gives values only.
#[proc_macro_attribute]
pub fn device_fn(attr: TokenStream, item: TokenStream) -> TokenStream {
    expand::device_fn(&Crate::current(), attr.into(), item.into()).into()
}

/// Makes a struct or a field-less enum a value of kernels: in buffers, in shared memory, as an argument.
///
/// A struct needs `#[repr(C)]` (an alignment may be added: `#[repr(C, align(16))]`), an enum the integer
/// that represents it, as `#[repr(u32)]`. Both must be `Copy`, and every field plain data. That host and
/// device lay the type out alike is asserted when either is compiled.
#[proc_macro_derive(DeviceCopy)]
pub fn device_copy(input: TokenStream) -> TokenStream {
    phalanx_compiler::host::device_copy(input.into()).into()
}
