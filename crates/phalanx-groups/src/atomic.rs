//! Numbers in memory that many threads update.

use core::cell::UnsafeCell;
use core::fmt;
use core::panic::Location;
use core::sync::atomic::{
    AtomicI32, AtomicI64, AtomicIsize, AtomicU32, AtomicU64, AtomicUsize,
    Ordering::{self, AcqRel, Acquire, Relaxed, Release, SeqCst},
};

use crate::exec::{self, Access, AccessKind, Object};
use crate::rt::ops::Arithmetic;
use crate::value::Number;

/// A number in global or shared memory that threads touch through atomic operations only.
///
/// A kernel takes `&Atomic<T>` or `&[Atomic<T>]`, for which the launch is given a buffer of `T`, or
/// makes one in shared memory: `block.shared::<Atomic<u32>>()`. `T` is `i32`, `u32`, `i64`, `u64`,
/// `isize`, `usize`, `f32` or `f64`. Methods and orderings are those of [`core::sync::atomic`],
/// seen by all threads of the device.
///
/// Integers wrap. Every method but `store` returns the value before the operation.
///
/// # Panics
///
/// As in the standard library: `load` with `Release` or `AcqRel`, `store` with `Acquire` or
/// `AcqRel`.
#[repr(transparent)]
pub struct Atomic<T: AtomicValue>(UnsafeCell<T>);

// SAFETY: every access through a shared reference is atomic.
unsafe impl<T: AtomicValue> Sync for Atomic<T> {}

/// A number that has atomic operations.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no atomic operations",
    label = "not a 32- or 64-bit number",
    note = "`i32`, `u32`, `i64`, `u64`, `isize`, `usize`, `f32` and `f64` have"
)]
pub trait AtomicValue: Number + Operations {}

/// An integer that has atomic operations.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no atomic bit operations",
    label = "not a 32- or 64-bit integer",
    note = "`i32`, `u32`, `i64`, `u64`, `isize` and `usize` have"
)]
pub trait AtomicInteger: AtomicValue + BitOperations {}

/// The host's atomic operations behind [`AtomicValue`].
///
/// # Safety (of every function)
///
/// The pointer is aligned and valid, and accessed atomically only while it is in use here.
#[doc(hidden)]
#[allow(clippy::missing_safety_doc)]
pub trait Operations: Sized {
    #[track_caller]
    unsafe fn load(pointer: *mut Self, order: Ordering) -> Self;
    #[track_caller]
    unsafe fn store(pointer: *mut Self, value: Self, order: Ordering);
    unsafe fn swap(pointer: *mut Self, value: Self, order: Ordering) -> Self;
    fn same_bits(self, other: Self) -> bool;
    unsafe fn compare_and_swap(
        pointer: *mut Self,
        current: Self,
        new: Self,
        order: Ordering,
    ) -> Self;
    unsafe fn fetch_add(pointer: *mut Self, value: Self, order: Ordering) -> Self;
    unsafe fn fetch_sub(pointer: *mut Self, value: Self, order: Ordering) -> Self;
    unsafe fn fetch_min(pointer: *mut Self, value: Self, order: Ordering) -> Self;
    unsafe fn fetch_max(pointer: *mut Self, value: Self, order: Ordering) -> Self;
}

/// The host's atomic bit operations behind [`AtomicInteger`]. Safety as for [`Operations`].
#[doc(hidden)]
#[allow(clippy::missing_safety_doc)]
pub trait BitOperations: Sized {
    unsafe fn fetch_and(pointer: *mut Self, value: Self, order: Ordering) -> Self;
    unsafe fn fetch_or(pointer: *mut Self, value: Self, order: Ordering) -> Self;
    unsafe fn fetch_xor(pointer: *mut Self, value: Self, order: Ordering) -> Self;
}

impl<T: AtomicValue> Atomic<T> {
    /// A new atomic, for host code and tests.
    pub const fn new(value: T) -> Self {
        Self(UnsafeCell::new(value))
    }

    /// The value, back from host code and tests.
    pub fn into_inner(self) -> T {
        self.0.into_inner()
    }

    #[inline]
    #[track_caller]
    fn tell(&self, kind: AccessKind, order: Ordering) {
        let access = Access {
            address: self.0.get().expose_provenance(),
            object: const {
                &Object {
                    size: size_of::<T>(),
                    align: align_of::<T>(),
                    show: Some(show::<T>),
                }
            },
            kind,
            order,
            site: Location::caller(),
        };
        exec::if_running(|context| context.access(access));
    }

    /// Whether the value is what it was before an update. Nobody else has changed it since: the
    /// context lets one thread at a time do what others can see.
    #[inline]
    fn is_still(&self, previous: T) -> bool {
        // SAFETY: a live object that is accessed atomically only.
        unsafe { T::load(self.0.get(), Relaxed) }.same_bits(previous)
    }
}

macro_rules! methods {
    (@T $argument:ident) => { T };
    // `$unchanged` is whether an update has left the value as it was; that nothing was added is known
    // at no cost.
    ($($(#[$meta:meta])*
    $name:ident($($argument:ident),*) $kind:ident $($bound:ident)?, $unchanged:expr;)*) => {$(
        $(#[$meta])*
        #[inline]
        #[track_caller]
        pub fn $name(&self, $($argument: T,)* order: Ordering) -> T
        $(where T: $bound)?
        {
            self.tell(AccessKind::$kind, order);
            // SAFETY: a live object that is accessed atomically only.
            let previous = unsafe { T::$name(self.0.get(), $($argument,)* order) };
            let unchanged: fn(&Self, T $(, methods!(@T $argument))*) -> bool = $unchanged;
            if unchanged(self, previous $(, $argument)*) {
                exec::if_running(|context| context.unchanged());
            }
            previous
        }
    )*};
}

impl<T: AtomicValue> Atomic<T> {
    methods! {
        /// The value.
        load() AtomicLoad, |_, _| false;
        /// Replaces the value by `value`.
        swap(value) AtomicUpdate, |_, previous, value| value.same_bits(previous);
        /// Adds `value`. A float is rounded after each addition, so that the sum depends on the
        /// order.
        fetch_add(value) AtomicUpdate, |it, previous, value| value == T::ZERO && it.is_still(previous);
        /// Subtracts `value`.
        fetch_sub(value) AtomicUpdate, |it, previous, value| value == T::ZERO && it.is_still(previous);
        /// Keeps the smaller of the value and `value`; of floats a NaN never stays beside a number,
        /// and −0 is below +0.
        fetch_min(value) AtomicUpdate, |it, previous, _| it.is_still(previous);
        /// Keeps the larger of the value and `value`; of floats a NaN never stays beside a number,
        /// and −0 is below +0.
        fetch_max(value) AtomicUpdate, |it, previous, _| it.is_still(previous);
    }

    /// Replaces the value by `new` if it is `current`, compared by bits, and returns what it was:
    /// the exchange took place if that equals `current`. A failed one orders as a load with the
    /// same ordering would.
    #[inline]
    #[track_caller]
    pub fn compare_and_swap(&self, current: T, new: T, order: Ordering) -> T {
        self.tell(AccessKind::AtomicUpdate, failure(order));
        // SAFETY: a live object that is accessed atomically only.
        let previous = unsafe { T::compare_and_swap(self.0.get(), current, new, order) };
        if previous.same_bits(current) && matches!(order, Release | AcqRel | SeqCst) {
            exec::if_running(|context| context.released(self.0.get().addr()));
        }
        if self.is_still(previous) {
            exec::if_running(|context| context.unchanged());
        }
        previous
    }

    /// Sets the value.
    #[inline]
    #[track_caller]
    pub fn store(&self, value: T, order: Ordering) {
        self.tell(AccessKind::AtomicStore, order);
        // SAFETY: a live object that is accessed atomically only.
        unsafe { T::store(self.0.get(), value, order) }
    }

    methods! {
        /// Clears the bits that `value` lacks.
        fetch_and(value) AtomicUpdate AtomicInteger, |it, previous, _| it.is_still(previous);
        /// Sets the bits of `value`.
        fetch_or(value) AtomicUpdate AtomicInteger, |it, previous, _| it.is_still(previous);
        /// Flips the bits of `value`.
        fetch_xor(value) AtomicUpdate AtomicInteger, |it, previous, value| value == T::ZERO && it.is_still(previous);
    }
}

/// # Safety
///
/// As for [`exec::Show`].
unsafe fn show<T: AtomicValue>(address: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    // SAFETY: the caller's.
    let value = unsafe { T::load(core::ptr::with_exposed_provenance_mut(address), Relaxed) };
    fmt::Debug::fmt(&value, f)
}

/// The ordering of a failed exchange: that of the successful one without its release.
fn failure(order: Ordering) -> Ordering {
    match order {
        Acquire | AcqRel => Acquire,
        SeqCst => SeqCst,
        Relaxed | Release => Relaxed,
        // `Ordering` is open to additions: the strongest is right for all of them.
        _ => SeqCst,
    }
}

macro_rules! integers {
    ($($t:ty, $atomic:ident;)*) => {$(
        impl AtomicValue for $t {}
        impl AtomicInteger for $t {}
        // SAFETY (of all blocks): the caller's.
        #[allow(clippy::undocumented_unsafe_blocks)]
        impl Operations for $t {
            #[inline]
            #[track_caller]
            unsafe fn load(pointer: *mut Self, order: Ordering) -> Self {
                unsafe { $atomic::from_ptr(pointer) }.load(order)
            }
            #[inline]
            #[track_caller]
            unsafe fn store(pointer: *mut Self, value: Self, order: Ordering) {
                unsafe { $atomic::from_ptr(pointer) }.store(value, order)
            }
            #[inline]
            unsafe fn swap(pointer: *mut Self, value: Self, order: Ordering) -> Self {
                unsafe { $atomic::from_ptr(pointer) }.swap(value, order)
            }
            #[inline]
            unsafe fn compare_and_swap(pointer: *mut Self, current: Self, new: Self, order: Ordering) -> Self {
                match unsafe { $atomic::from_ptr(pointer) }.compare_exchange(current, new, order, failure(order)) {
                    Ok(previous) | Err(previous) => previous,
                }
            }
            #[inline]
            fn same_bits(self, other: Self) -> bool {
                self == other
            }
            #[inline]
            unsafe fn fetch_add(pointer: *mut Self, value: Self, order: Ordering) -> Self {
                unsafe { $atomic::from_ptr(pointer) }.fetch_add(value, order)
            }
            #[inline]
            unsafe fn fetch_sub(pointer: *mut Self, value: Self, order: Ordering) -> Self {
                unsafe { $atomic::from_ptr(pointer) }.fetch_sub(value, order)
            }
            #[inline]
            unsafe fn fetch_min(pointer: *mut Self, value: Self, order: Ordering) -> Self {
                unsafe { $atomic::from_ptr(pointer) }.fetch_min(value, order)
            }
            #[inline]
            unsafe fn fetch_max(pointer: *mut Self, value: Self, order: Ordering) -> Self {
                unsafe { $atomic::from_ptr(pointer) }.fetch_max(value, order)
            }
        }
        #[allow(clippy::undocumented_unsafe_blocks)]
        impl BitOperations for $t {
            #[inline]
            unsafe fn fetch_and(pointer: *mut Self, value: Self, order: Ordering) -> Self {
                unsafe { $atomic::from_ptr(pointer) }.fetch_and(value, order)
            }
            #[inline]
            unsafe fn fetch_or(pointer: *mut Self, value: Self, order: Ordering) -> Self {
                unsafe { $atomic::from_ptr(pointer) }.fetch_or(value, order)
            }
            #[inline]
            unsafe fn fetch_xor(pointer: *mut Self, value: Self, order: Ordering) -> Self {
                unsafe { $atomic::from_ptr(pointer) }.fetch_xor(value, order)
            }
        }
    )*};
}
integers! {
    i32, AtomicI32;
    u32, AtomicU32;
    i64, AtomicI64;
    u64, AtomicU64;
    isize, AtomicIsize;
    usize, AtomicUsize;
}

macro_rules! floats {
    ($($t:ty, $atomic:ident;)*) => {$(
        impl AtomicValue for $t {}
        // SAFETY (of all blocks): the caller's; the integer has the float's size and alignment.
        #[allow(clippy::undocumented_unsafe_blocks)]
        impl Operations for $t {
            #[inline]
            #[track_caller]
            unsafe fn load(pointer: *mut Self, order: Ordering) -> Self {
                <$t>::from_bits(unsafe { $atomic::from_ptr(pointer.cast()) }.load(order))
            }
            #[inline]
            #[track_caller]
            unsafe fn store(pointer: *mut Self, value: Self, order: Ordering) {
                unsafe { $atomic::from_ptr(pointer.cast()) }.store(value.to_bits(), order)
            }
            #[inline]
            unsafe fn swap(pointer: *mut Self, value: Self, order: Ordering) -> Self {
                <$t>::from_bits(unsafe { $atomic::from_ptr(pointer.cast()) }.swap(value.to_bits(), order))
            }
            #[inline]
            unsafe fn compare_and_swap(pointer: *mut Self, current: Self, new: Self, order: Ordering) -> Self {
                let atomic = unsafe { $atomic::from_ptr(pointer.cast()) };
                match atomic.compare_exchange(current.to_bits(), new.to_bits(), order, failure(order)) {
                    Ok(previous) | Err(previous) => <$t>::from_bits(previous),
                }
            }
            #[inline]
            fn same_bits(self, other: Self) -> bool {
                self.to_bits() == other.to_bits()
            }
            #[inline]
            unsafe fn fetch_add(pointer: *mut Self, value: Self, order: Ordering) -> Self {
                unsafe { Self::fetch_update(pointer, order, |old| old + value) }
            }
            #[inline]
            unsafe fn fetch_sub(pointer: *mut Self, value: Self, order: Ordering) -> Self {
                unsafe { Self::fetch_update(pointer, order, |old| old - value) }
            }
            #[inline]
            unsafe fn fetch_min(pointer: *mut Self, value: Self, order: Ordering) -> Self {
                unsafe { Self::fetch_update(pointer, order, |old| Arithmetic::min(old, value)) }
            }
            #[inline]
            unsafe fn fetch_max(pointer: *mut Self, value: Self, order: Ordering) -> Self {
                unsafe { Self::fetch_update(pointer, order, |old| Arithmetic::max(old, value)) }
            }
        }
        impl FetchUpdate for $t {
            #[inline]
            unsafe fn fetch_update(pointer: *mut Self, order: Ordering, f: impl Fn(Self) -> Self) -> Self {
                // SAFETY: the caller's; the integer has the float's size and alignment.
                let atomic = unsafe { $atomic::from_ptr(pointer.cast()) };
                let update = |bits| Some(f(<$t>::from_bits(bits)).to_bits());
                match atomic.fetch_update(order, failure(order), update) {
                    Ok(previous) | Err(previous) => <$t>::from_bits(previous),
                }
            }
        }
    )*};
}

trait FetchUpdate: Sized {
    /// Safety as for [`Operations`].
    unsafe fn fetch_update(pointer: *mut Self, order: Ordering, f: impl Fn(Self) -> Self) -> Self;
}

floats! {
    f32, AtomicU32;
    f64, AtomicU64;
}
