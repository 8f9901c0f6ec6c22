//! Shared memory of a block.

use core::panic::Location;

use super::memory::{RefMut, SliceMut};
use crate::atomic::{Atomic, AtomicValue};
use crate::exec::{self, Type};
use crate::value::DeviceCopy;

/// What may be an element of a shared array: plain data and atomics.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be in shared memory",
    label = "neither plain data nor an `Atomic` number",
    note = "for a struct of your own: `#[derive(Clone, Copy, DeviceCopy)] #[repr(C)]`"
)]
pub trait SharedElement: 'static {}

impl<T: DeviceCopy> SharedElement for T {}
impl<T: AtomicValue> SharedElement for Atomic<T> {}

/// A type of which `block.shared::<T>()` makes a single object. `derive(DeviceCopy)` implements it:
/// a blanket implementation would also cover arrays, which give slices.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be in shared memory",
    label = "not an array or a single object of plain data or `Atomic` numbers",
    note = "for a struct of your own: `#[derive(Clone, Copy, DeviceCopy)] #[repr(C)]`"
)]
pub trait SharedObject: 'static {}

impl<T: AtomicValue> SharedObject for Atomic<T> {}

/// A type that `block.shared::<T>()` can make.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be in shared memory",
    label = "not an array or a single object of plain data or `Atomic` numbers",
    note = "for a struct of your own: `#[derive(Clone, Copy, DeviceCopy)] #[repr(C)]`"
)]
pub trait SharedShape: 'static {
    /// What a thread holds of it.
    type Handle;

    /// # Safety
    ///
    /// `pointer` is aligned for `Self` and in the execution context's shared memory, which holds a
    /// `Self` there.
    unsafe fn handle(pointer: *mut u8) -> Self::Handle;
}

impl<T: SharedObject> SharedShape for T {
    type Handle = RefMut<'static, T>;

    unsafe fn handle(pointer: *mut u8) -> Self::Handle {
        // SAFETY: the caller's.
        unsafe { RefMut::from_shared(pointer.cast()) }
    }
}

impl<T: SharedElement, const N: usize> SharedShape for [T; N] {
    type Handle = SliceMut<'static, T>;

    unsafe fn handle(pointer: *mut u8) -> Self::Handle {
        // SAFETY: the caller's.
        unsafe { SliceMut::from_shared(pointer.cast(), N) }
    }
}

/// The block's object of type `S` declared at the caller's place: one a block, however many threads
/// ask.
#[track_caller]
pub(crate) fn shared<S: SharedShape>() -> S::Handle {
    let (site, size, align) = (Location::caller(), size_of::<S>(), align_of::<S>());
    let pointer = exec::with(|context| context.shared(site, Type::of::<S>(), size, align));
    // SAFETY: the context gives memory of that size and alignment.
    unsafe { S::handle(pointer.as_ptr()) }
}

/// The `index`-th dynamic shared array of the launch.
#[track_caller]
pub fn dynamic_shared<T: SharedElement>(index: usize) -> SliceMut<'static, T> {
    const {
        assert!(
            align_of::<T>() <= 16,
            "dynamic shared memory is aligned to 16 bytes at most"
        )
    };
    let (pointer, bytes) = exec::with(|context| context.dynamic_shared(index));
    // SAFETY: the context gives as many bytes, aligned to 16.
    unsafe { SliceMut::from_shared(pointer.as_ptr().cast(), bytes / size_of::<T>()) }
}
