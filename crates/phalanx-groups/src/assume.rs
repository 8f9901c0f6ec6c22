//! Claims that a kernel makes without proof.

use core::fmt;
use core::panic::Location;

use half::{bf16, f16};

use crate::capability::Barrier;
use crate::exec::{self, Operation, Type, Uniform};

/// A value that [`assume_uniform`] can speak of: a number or a `bool`.
#[diagnostic::on_unimplemented(
    message = "`assume_uniform` cannot check a `{Self}`",
    label = "not a number or a `bool`",
    note = "make the claim for each number in it"
)]
pub trait Claim: Copy + 'static {
    /// The value's bits.
    #[doc(hidden)]
    fn claimed_bits(self) -> u64;

    /// Writes the value that has these bits.
    #[doc(hidden)]
    fn show_claimed(bits: u64, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// Says that `value` is equal for all threads of `group`, which the compiler cannot see: `reason` is
/// why it is so.
///
/// Returns the value. On a GPU that is all. The emulator has all threads of the group meet here, and
/// ends the launch if a value differs from another in a bit; that orders no memory.
///
/// # Safety
///
/// All threads of the group must call this, from the same place in the source, with equal values:
/// otherwise a collective under a condition made of it may be reached by some of them only.
#[track_caller]
pub unsafe fn assume_uniform<G: Barrier + ?Sized, T: Claim>(
    group: &G,
    value: T,
    reason: &'static str,
) -> T {
    let site = Location::caller();
    exec::with(|context| {
        // SAFETY: the slot is ours until the rendezvous.
        unsafe { (*context.slot().as_ptr()).argument = value.claimed_bits() as usize };
        context.claim(group.scope(), &Assumption::<T>::OPERATION, site, reason);
    });
    value
}

struct Assumption<T>(T);

impl<T: Claim> Assumption<T> {
    const OPERATION: Operation = Operation {
        name: "assume_uniform",
        value: Some(Type::of::<T>()),
        operator: None,
        uniform: Some(Uniform {
            name: "value",
            show: |bits, f| T::show_claimed(bits as u64, f),
        }),
        orders_memory: false,
        combine: None,
    };
}

macro_rules! claims {
    ($($t:ty: |$value:ident| $to:expr, |$bits:ident| $from:expr;)*) => {$(
        impl Claim for $t {
            fn claimed_bits(self) -> u64 {
                let $value = self;
                $to
            }

            fn show_claimed(bits: u64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let $bits = bits;
                fmt::Debug::fmt(&$from, f)
            }
        }
    )*};
}

claims! {
    bool: |value| u64::from(value), |bits| bits != 0;
    i8: |value| value as u64, |bits| bits as i8;
    i16: |value| value as u64, |bits| bits as i16;
    i32: |value| value as u64, |bits| bits as i32;
    i64: |value| value as u64, |bits| bits as i64;
    isize: |value| value as u64, |bits| bits as isize;
    u8: |value| u64::from(value), |bits| bits as u8;
    u16: |value| u64::from(value), |bits| bits as u16;
    u32: |value| u64::from(value), |bits| bits as u32;
    u64: |value| value, |bits| bits;
    usize: |value| value as u64, |bits| bits as usize;
    f16: |value| u64::from(value.to_bits()), |bits| f16::from_bits(bits as u16);
    bf16: |value| u64::from(value.to_bits()), |bits| bf16::from_bits(bits as u16);
    f32: |value| u64::from(value.to_bits()), |bits| f32::from_bits(bits as u32);
    f64: |value| value.to_bits(), |bits| f64::from_bits(bits);
}
