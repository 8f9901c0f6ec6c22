//! Locals passed by reference to device functions, whose parameters are handles.

use super::memory::{Ref, RefMut, Slice, SliceMut};

/// `&x` of a local.
pub struct LocalRef<'a, T>(&'a T);

/// `&mut x` of a local.
pub struct LocalMut<'a, T>(&'a mut T);

/// `&x` of a local, to be converted into whatever handle the callee takes.
#[inline]
pub fn local<T>(x: &T) -> LocalRef<'_, T> {
    LocalRef(x)
}

/// `&mut x` of a local, to be converted into whatever handle the callee takes.
#[inline]
pub fn local_mut<T>(x: &mut T) -> LocalMut<'_, T> {
    LocalMut(x)
}

impl<'a, T> From<LocalRef<'a, T>> for Ref<'a, T> {
    #[inline]
    fn from(local: LocalRef<'a, T>) -> Self {
        Ref::from_local(local.0)
    }
}

impl<'a, T> From<LocalMut<'a, T>> for Ref<'a, T> {
    #[inline]
    fn from(local: LocalMut<'a, T>) -> Self {
        Ref::from_local(local.0)
    }
}

impl<'a, T> From<LocalMut<'a, T>> for RefMut<'a, T> {
    #[inline]
    fn from(local: LocalMut<'a, T>) -> Self {
        RefMut::from_local(local.0)
    }
}

impl<'a, T, const N: usize> From<LocalRef<'a, [T; N]>> for Slice<'a, T> {
    #[inline]
    fn from(local: LocalRef<'a, [T; N]>) -> Self {
        Ref::from(local).as_slice()
    }
}

impl<'a, T, const N: usize> From<LocalMut<'a, [T; N]>> for Slice<'a, T> {
    #[inline]
    fn from(local: LocalMut<'a, [T; N]>) -> Self {
        Ref::from(local).as_slice()
    }
}

impl<'a, T, const N: usize> From<LocalMut<'a, [T; N]>> for SliceMut<'a, T> {
    #[inline]
    fn from(local: LocalMut<'a, [T; N]>) -> Self {
        RefMut::from(local).as_slice()
    }
}
