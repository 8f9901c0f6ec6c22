//! What surrounds a call of a function in another item. The printer does not know such a function, so the types here
//! see to it that it takes what a device function takes and gives what one gives.

use super::local::{LocalMut, LocalRef};
use super::memory::{Ref, RefMut, Slice, SliceMut};
use crate::dim3::Dim3;
use crate::value::DeviceCopy;

/// What a device function gives: plain data, or nothing.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be used in a kernel",
    label = "not plain data that host and device share",
    note = "functions called in a kernel have the attribute `#[device_fn]`, and give numbers, `bool`s, arrays, tuples and structs of these",
    note = "for a struct or enum of your own: `#[derive(Clone, Copy, DeviceCopy)]`"
)]
pub trait Plain {}

impl<T: DeviceCopy> Plain for T {}
impl Plain for () {}
impl Plain for Dim3 {}

/// What a function or a path in another item gave.
#[inline]
pub const fn plain<T: Plain>(value: T) -> T {
    value
}

/// A slice or a reference as the argument of a function, converted as Rust does silently: from mutable to shared,
/// from an array to a slice.
#[diagnostic::on_unimplemented(
    message = "the function does not take this argument",
    label = "this is a `{Self}`, and the function takes a `{Parameter}`",
    note = "in a kernel `Slice`, `SliceMut`, `Ref` and `RefMut` stand for `&[T]`, `&mut [T]`, `&T` and `&mut T`",
    note = "a function that is called in a kernel needs the attribute `#[device_fn]`, so that it takes these"
)]
pub trait Lend<Parameter> {
    fn lend(self) -> Parameter;
}

/// Lends a slice or a reference to a function.
#[inline]
pub fn lend<A: Lend<P>, P>(argument: A) -> P {
    argument.lend()
}

macro_rules! lend {
    ($($(const $generic:ident:)? $from:ty => $to:ty;)*) => {$(
        impl<'a, T $(, const $generic: usize)?> Lend<$to> for $from {
            #[inline]
            fn lend(self) -> $to {
                self.into()
            }
        }
    )*};
}

lend! {
    Slice<'a, T> => Slice<'a, T>;
    SliceMut<'a, T> => SliceMut<'a, T>;
    SliceMut<'a, T> => Slice<'a, T>;
    Ref<'a, T> => Ref<'a, T>;
    RefMut<'a, T> => RefMut<'a, T>;
    RefMut<'a, T> => Ref<'a, T>;
    const N: Ref<'a, [T; N]> => Slice<'a, T>;
    const N: RefMut<'a, [T; N]> => SliceMut<'a, T>;
    const N: RefMut<'a, [T; N]> => Slice<'a, T>;
    LocalRef<'a, T> => Ref<'a, T>;
    LocalMut<'a, T> => Ref<'a, T>;
    LocalMut<'a, T> => RefMut<'a, T>;
    const N: LocalRef<'a, [T; N]> => Slice<'a, T>;
    const N: LocalMut<'a, [T; N]> => Slice<'a, T>;
    const N: LocalMut<'a, [T; N]> => SliceMut<'a, T>;
}
