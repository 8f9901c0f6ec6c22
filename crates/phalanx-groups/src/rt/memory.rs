//! Handles of memory that other threads can see.
//!
//! A kernel's `&[T]`, `&mut [T]`, `&T` and `&mut T` cannot be Rust references when it runs on the
//! emulator: many threads hold the same `&mut [T]`, and shared memory starts uninitialised. A
//! handle is an address that is read and written one object at a time, and tells the execution
//! context about it where that matters.

use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ops::{Bound, Deref, RangeBounds};
use core::panic::Location;
use core::sync::atomic::Ordering;

use crate::atomic::{Atomic, AtomicValue};
use crate::exec::{self, Access, AccessKind, Object};

/// Which memory an address is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Space {
    /// Initialised before the kernel starts.
    Global,
    /// Global memory that the launch only reads.
    Constant,
    /// A block's own, uninitialised at first.
    Shared,
    /// A local of the current thread.
    Local,
}

/// The address of an object.
struct Place<T> {
    pointer: *mut T,
    space: Space,
}

impl<T> Clone for Place<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Place<T> {}

impl<T> Place<T> {
    #[inline]
    #[track_caller]
    fn tell(self, kind: AccessKind) {
        let told = match self.space {
            Space::Shared => true,
            Space::Global => exec::watches_global(),
            Space::Constant | Space::Local => false,
        };
        if told {
            let access = Access {
                address: self.pointer.addr(),
                object: const {
                    &Object {
                        size: size_of::<T>(),
                        align: align_of::<T>(),
                        show: None,
                    }
                },
                kind,
                order: Ordering::Relaxed,
                site: Location::caller(),
            };
            exec::with(|context| context.access(access));
        }
    }

    #[inline]
    #[track_caller]
    fn read(self) -> T
    where
        T: Copy,
    {
        self.tell(AccessKind::Read);
        // SAFETY: whoever made the handle says that the object is valid for reads while the handle
        // lives, and shared memory has just been checked for an initialised value. Volatile,
        // because a kernel with a race may write it from another operating-system thread: the
        // compiler must not assume that two reads agree.
        unsafe { self.pointer.read_volatile() }
    }

    #[inline]
    #[track_caller]
    fn write(self, value: T)
    where
        T: Copy,
    {
        self.tell(AccessKind::Write);
        // SAFETY: as for `read`; only mutable handles get here.
        unsafe { self.pointer.write_volatile(value) }
    }

    #[inline]
    fn project<U>(self, f: impl FnOnce(&T) -> &U) -> Place<U> {
        // The closure is run on a stand-in, so that no reference to memory that others write ever
        // exists.
        let stand_in = MaybeUninit::<T>::zeroed();
        // SAFETY: the closure is `|it| &it.field` by the `field` macro: it computes an address and
        // reads nothing.
        let field: *const U = f(unsafe { stand_in.assume_init_ref() });
        let offset = field.addr().wrapping_sub(stand_in.as_ptr().addr());
        assert!(
            offset + size_of::<U>() <= size_of::<T>(),
            "a projection must stay inside its object"
        );
        Place {
            pointer: self.pointer.wrapping_byte_add(offset).cast(),
            space: self.space,
        }
    }

    #[inline]
    fn cast<U>(self) -> Place<U> {
        Place {
            pointer: self.pointer.cast(),
            space: self.space,
        }
    }
}

/// The addresses of objects in a row.
struct Extent<T> {
    first: Place<T>,
    len: usize,
}

impl<T> Clone for Extent<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Extent<T> {}

impl<T> Extent<T> {
    #[inline]
    #[track_caller]
    fn at(self, index: usize) -> Place<T> {
        if index >= self.len {
            out_of_bounds(self.len, index);
        }
        // SAFETY: in bounds, checked above.
        unsafe { self.at_unchecked(index) }
    }

    /// # Safety
    ///
    /// `index` must be less than the length.
    #[inline]
    unsafe fn at_unchecked(self, index: usize) -> Place<T> {
        // SAFETY: in bounds, by the caller.
        let pointer = unsafe { self.first.pointer.add(index) };
        Place {
            pointer,
            space: self.first.space,
        }
    }

    #[inline]
    #[track_caller]
    fn sub(self, range: impl RangeBounds<usize>) -> Self {
        let start = match range.start_bound() {
            Bound::Included(&start) => start,
            Bound::Excluded(&start) => start + 1,
            Bound::Unbounded => 0,
        };
        // The last of an inclusive range is past the end even if it equals the length.
        let (end, past) = match range.end_bound() {
            Bound::Included(&last) if last < self.len => (last + 1, false),
            Bound::Included(&last) => (last, true),
            Bound::Excluded(&end) => (end, false),
            Bound::Unbounded => (self.len, false),
        };
        if past || start > end || end > self.len {
            not_a_range(start, end, self.len);
        }
        Self {
            first: Place {
                pointer: self.first.pointer.wrapping_add(start),
                ..self.first
            },
            len: end - start,
        }
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn out_of_bounds(len: usize, index: usize) -> ! {
    panic!("index out of bounds: the len is {len} but the index is {index}")
}

/// Core's messages, in core's order.
#[cold]
#[inline(never)]
#[track_caller]
fn not_a_range(start: usize, end: usize, len: usize) -> ! {
    if start > len {
        panic!("range start index {start} out of range for slice of length {len}");
    }
    if start > end && end <= len {
        panic!("slice index starts at {start} but ends at {end}");
    }
    panic!("range end index {end} out of range for slice of length {len}")
}

macro_rules! handle {
    ($(#[$meta:meta])* $name:ident, $inner:ident, $reference:ty) => {
        $(#[$meta])*
        pub struct $name<'a, T> {
            inner: $inner<T>,
            lifetime: PhantomData<$reference>,
        }

        impl<T> Clone for $name<'_, T> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<T> Copy for $name<'_, T> {}

        impl<T> $name<'_, T> {
            #[inline]
            fn of(inner: $inner<T>) -> Self {
                Self { inner, lifetime: PhantomData }
            }
        }

        // SAFETY: an address. What is done through it from several threads is what the kernel does:
        // single objects, read and written as a whole.
        unsafe impl<T: Sync> Send for $name<'_, T> {}
        // SAFETY: as above.
        unsafe impl<T: Sync> Sync for $name<'_, T> {}
    };
}

handle! {
    /// A kernel's `&[T]`.
    Slice, Extent, &'a [T]
}
handle! {
    /// A kernel's `&mut [T]`; every thread of the launch may hold the same.
    SliceMut, Extent, &'a mut [T]
}
handle! {
    /// A kernel's `&T`, or an element of a slice.
    Ref, Place, &'a T
}
handle! {
    /// A kernel's `&mut T`, or an element of a mutable slice.
    RefMut, Place, &'a mut T
}

impl<'a, T> Slice<'a, T> {
    /// A handle of `len` objects of global memory that nobody writes meanwhile, but atomically.
    ///
    /// # Safety
    ///
    /// `pointer` is aligned and valid for reads of `len` initialised objects for `'a`; writes in
    /// that time come only through handles.
    #[inline]
    pub unsafe fn from_raw(pointer: *const T, len: usize) -> Self {
        Self::of(Extent {
            first: Place {
                pointer: pointer.cast_mut(),
                space: Space::Constant,
            },
            len,
        })
    }

    /// An empty slice.
    #[inline]
    pub fn empty() -> Self {
        Self::of(Extent {
            first: Place {
                pointer: core::ptr::dangling_mut(),
                space: Space::Global,
            },
            len: 0,
        })
    }

    /// `x.len()`
    #[inline]
    pub fn len(self) -> usize {
        self.inner.len
    }

    /// `x.is_empty()`
    #[inline]
    pub fn is_empty(self) -> bool {
        self.inner.len == 0
    }

    /// `x[index]`
    ///
    /// # Panics
    ///
    /// As Rust does when `index` is not below the length.
    #[inline]
    #[track_caller]
    pub fn at(self, index: usize) -> Ref<'a, T> {
        Ref::of(self.inner.at(index))
    }

    /// `x.get_unchecked(index)`
    ///
    /// # Safety
    ///
    /// `index` must be below the length.
    #[inline]
    pub unsafe fn get_unchecked(self, index: usize) -> Ref<'a, T> {
        // SAFETY: the caller's.
        Ref::of(unsafe { self.inner.at_unchecked(index) })
    }

    /// `&x[range]`
    ///
    /// # Panics
    ///
    /// As Rust does when the range does not lie in the slice.
    #[inline]
    #[track_caller]
    #[expect(clippy::should_implement_trait, reason = "a part, not a difference")]
    pub fn sub(self, range: impl RangeBounds<usize>) -> Self {
        Self::of(self.inner.sub(range))
    }
}

impl<'a, T> SliceMut<'a, T> {
    /// A handle of `len` objects of global memory.
    ///
    /// # Safety
    ///
    /// `pointer` is aligned and valid for reads and writes of `len` initialised objects for `'a`;
    /// accesses in that time come only through handles.
    #[inline]
    pub unsafe fn from_raw(pointer: *mut T, len: usize) -> Self {
        Self::of(Extent {
            first: Place {
                pointer,
                space: Space::Global,
            },
            len,
        })
    }

    /// A handle of `len` objects of the block's shared memory.
    ///
    /// # Safety
    ///
    /// `pointer` is aligned and in the execution context's shared memory, `len` objects of which
    /// belong to the handle.
    #[inline]
    pub(super) unsafe fn from_shared(pointer: *mut T, len: usize) -> Self {
        Self::of(Extent {
            first: Place {
                pointer,
                space: Space::Shared,
            },
            len,
        })
    }

    /// An empty slice.
    #[inline]
    pub fn empty() -> Self {
        Slice::empty().as_mut()
    }

    /// `x.len()`
    #[inline]
    pub fn len(self) -> usize {
        self.inner.len
    }

    /// `x.is_empty()`
    #[inline]
    pub fn is_empty(self) -> bool {
        self.inner.len == 0
    }

    /// `x[index]`
    ///
    /// # Panics
    ///
    /// As Rust does when `index` is not below the length.
    #[inline]
    #[track_caller]
    pub fn at(self, index: usize) -> RefMut<'a, T> {
        RefMut::of(self.inner.at(index))
    }

    /// `x.get_unchecked_mut(index)`
    ///
    /// # Safety
    ///
    /// `index` must be below the length.
    #[inline]
    pub unsafe fn get_unchecked_mut(self, index: usize) -> RefMut<'a, T> {
        // SAFETY: the caller's.
        RefMut::of(unsafe { self.inner.at_unchecked(index) })
    }

    /// `x.get_unchecked(index)`
    ///
    /// # Safety
    ///
    /// `index` must be below the length.
    #[inline]
    pub unsafe fn get_unchecked(self, index: usize) -> Ref<'a, T> {
        // SAFETY: the caller's.
        Ref::of(unsafe { self.inner.at_unchecked(index) })
    }

    /// `x.swap(a, b)`
    ///
    /// # Panics
    ///
    /// As Rust does when an index is not below the length.
    #[inline]
    #[track_caller]
    pub fn swap(self, a: usize, b: usize)
    where
        T: Copy,
    {
        let (a, b) = (self.at(a), self.at(b));
        let value = a.read();
        a.write(b.read());
        b.write(value);
    }

    /// `x.fill(value)`, by this thread alone.
    #[inline]
    #[track_caller]
    pub fn fill(self, value: T)
    where
        T: Copy,
    {
        for index in 0..self.len() {
            self.at(index).write(value);
        }
    }

    /// `&mut x[range]`
    ///
    /// # Panics
    ///
    /// As Rust does when the range does not lie in the slice.
    #[inline]
    #[track_caller]
    #[expect(clippy::should_implement_trait, reason = "a part, not a difference")]
    pub fn sub(self, range: impl RangeBounds<usize>) -> Self {
        Self::of(self.inner.sub(range))
    }

    /// `&*x`
    #[inline]
    pub fn as_slice(self) -> Slice<'a, T> {
        Slice::of(self.inner)
    }
}

impl<'a, T> Slice<'a, T> {
    #[inline]
    fn as_mut(self) -> SliceMut<'a, T> {
        SliceMut::of(self.inner)
    }
}

impl<'a, T> Ref<'a, T> {
    /// A handle of an object of global memory.
    ///
    /// # Safety
    ///
    /// As for [`Slice::from_raw`], of one object.
    #[inline]
    pub unsafe fn from_raw(pointer: *const T) -> Self {
        Self::of(Place {
            pointer: pointer.cast_mut(),
            space: Space::Constant,
        })
    }

    /// A handle of a local.
    #[inline]
    pub(super) fn from_local(local: &'a T) -> Self {
        Self::of(Place {
            pointer: core::ptr::from_ref(local).cast_mut(),
            space: Space::Local,
        })
    }

    /// `*x`
    #[inline]
    #[track_caller]
    pub fn read(self) -> T
    where
        T: Copy,
    {
        self.inner.read()
    }

    /// `&x.field`, see [`field!`](crate::field).
    #[inline]
    pub fn project<U>(self, f: impl FnOnce(&T) -> &U) -> Ref<'a, U> {
        Ref::of(self.inner.project(f))
    }
}

impl<'a, T> RefMut<'a, T> {
    /// A handle of an object of global memory.
    ///
    /// # Safety
    ///
    /// As for [`SliceMut::from_raw`], of one object.
    #[inline]
    pub unsafe fn from_raw(pointer: *mut T) -> Self {
        Self::of(Place {
            pointer,
            space: Space::Global,
        })
    }

    /// A handle of an object of the block's shared memory.
    ///
    /// # Safety
    ///
    /// As for `SliceMut::from_shared`, of one object.
    #[inline]
    pub(super) unsafe fn from_shared(pointer: *mut T) -> Self {
        Self::of(Place {
            pointer,
            space: Space::Shared,
        })
    }

    /// A handle of a local.
    #[inline]
    pub(super) fn from_local(local: &'a mut T) -> Self {
        Self::of(Place {
            pointer: local,
            space: Space::Local,
        })
    }

    /// `*x`
    #[inline]
    #[track_caller]
    pub fn read(self) -> T
    where
        T: Copy,
    {
        self.inner.read()
    }

    /// `*x = value`
    #[inline]
    #[track_caller]
    pub fn write(self, value: T)
    where
        T: Copy,
    {
        self.inner.write(value);
    }

    /// `&*x`
    #[inline]
    pub fn as_ref(self) -> Ref<'a, T> {
        Ref::of(self.inner)
    }

    /// `&mut x.field`, see [`field!`](crate::field).
    #[inline]
    pub fn project<U>(self, f: impl FnOnce(&T) -> &U) -> RefMut<'a, U> {
        RefMut::of(self.inner.project(f))
    }
}

impl<'a, T, const N: usize> Ref<'a, [T; N]> {
    /// `x.len()`
    #[inline]
    pub fn len(self) -> usize {
        N
    }

    /// `x.is_empty()`
    #[inline]
    pub fn is_empty(self) -> bool {
        N == 0
    }

    /// `x[index]`
    ///
    /// # Panics
    ///
    /// As Rust does when `index` is not below the length.
    #[inline]
    #[track_caller]
    pub fn at(self, index: usize) -> Ref<'a, T> {
        self.as_slice().at(index)
    }

    /// `&x[..]`
    #[inline]
    pub fn as_slice(self) -> Slice<'a, T> {
        Slice::of(Extent {
            first: self.inner.cast(),
            len: N,
        })
    }
}

impl<'a, T, const N: usize> RefMut<'a, [T; N]> {
    /// `x.len()`
    #[inline]
    pub fn len(self) -> usize {
        N
    }

    /// `x.is_empty()`
    #[inline]
    pub fn is_empty(self) -> bool {
        N == 0
    }

    /// `x[index]`
    ///
    /// # Panics
    ///
    /// As Rust does when `index` is not below the length.
    #[inline]
    #[track_caller]
    pub fn at(self, index: usize) -> RefMut<'a, T> {
        self.as_slice().at(index)
    }

    /// `&mut x[..]`
    #[inline]
    pub fn as_slice(self) -> SliceMut<'a, T> {
        SliceMut::of(Extent {
            first: self.inner.cast(),
            len: N,
        })
    }
}

impl<'a, T> From<SliceMut<'a, T>> for Slice<'a, T> {
    #[inline]
    fn from(slice: SliceMut<'a, T>) -> Self {
        slice.as_slice()
    }
}

impl<'a, T> From<RefMut<'a, T>> for Ref<'a, T> {
    #[inline]
    fn from(reference: RefMut<'a, T>) -> Self {
        reference.as_ref()
    }
}

impl<'a, T, const N: usize> From<Ref<'a, [T; N]>> for Slice<'a, T> {
    #[inline]
    fn from(array: Ref<'a, [T; N]>) -> Self {
        array.as_slice()
    }
}

impl<'a, T, const N: usize> From<RefMut<'a, [T; N]>> for SliceMut<'a, T> {
    #[inline]
    fn from(array: RefMut<'a, [T; N]>) -> Self {
        array.as_slice()
    }
}

impl<'a, T, const N: usize> From<RefMut<'a, [T; N]>> for Slice<'a, T> {
    #[inline]
    fn from(array: RefMut<'a, [T; N]>) -> Self {
        array.as_slice().as_slice()
    }
}

// Atomics are meant to be touched by many threads, so a Rust reference to one is right even while
// others write.

impl<T: AtomicValue> Deref for Ref<'_, Atomic<T>> {
    type Target = Atomic<T>;

    #[inline]
    fn deref(&self) -> &Atomic<T> {
        // SAFETY: valid and aligned, by whoever made the handle; any bytes are a valid number.
        unsafe { &*self.inner.pointer }
    }
}

impl<T: AtomicValue> Deref for RefMut<'_, Atomic<T>> {
    type Target = Atomic<T>;

    #[inline]
    fn deref(&self) -> &Atomic<T> {
        // SAFETY: as above.
        unsafe { &*self.inner.pointer }
    }
}

/// `place.name`, where `place` is a [`Ref`] or [`RefMut`] of a struct or tuple.
#[doc(hidden)]
#[macro_export]
macro_rules! field {
    ($place:expr, $field:tt) => {
        $place.project(|it| &it.$field)
    };
}
