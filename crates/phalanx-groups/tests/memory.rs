//! Memory handles and strides.

use std::panic;

use phalanx_groups::rt::{self, Ref, RefMut, Slice, SliceMut, local, local_mut};
use phalanx_groups::{Atomic, Relaxed};
use proptest::prelude::*;

/// A kernel's `&[T]` of host memory.
fn input<T>(memory: &[T]) -> Slice<'_, T> {
    // SAFETY: borrowed for the handle's lifetime.
    unsafe { Slice::from_raw(memory.as_ptr(), memory.len()) }
}

/// A kernel's `&mut [T]` of host memory.
fn output<T>(memory: &mut [T]) -> SliceMut<'_, T> {
    // SAFETY: borrowed exclusively for the handle's lifetime.
    unsafe { SliceMut::from_raw(memory.as_mut_ptr(), memory.len()) }
}

/// The message and the line of the panic in `f`.
fn panic_of(f: impl FnOnce() + panic::UnwindSafe) -> String {
    let payload = panic::catch_unwind(f).expect_err("must panic");
    payload
        .downcast_ref::<String>()
        .cloned()
        .unwrap_or_else(|| (*payload.downcast_ref::<&str>().unwrap()).into())
}

#[test]
fn an_index_fails_as_in_rust() {
    let values = [1, 2, 3];
    assert_eq!(input(&values).at(2).read(), 3);
    let ours = panic_of(|| _ = input(&values).at(3));
    let rusts = panic_of(|| _ = values[std::hint::black_box(3)]);
    assert_eq!(ours, rusts);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_range_is_or_fails_as_in_rust(length in 0usize..6, start in 0usize..8, end in 0usize..8) {
        let values: Vec<usize> = (10..10 + length).collect();
        let ours = |part: Slice<'_, usize>| (0..part.len()).map(|i| part.at(i).read()).collect::<Vec<_>>();
        let x = input(&values);
        macro_rules! same {
            ($range:expr) => {
                let rusts = panic::catch_unwind(|| values[$range].to_vec());
                match rusts {
                    Ok(part) => prop_assert_eq!(ours(x.sub($range)), part),
                    Err(_) => prop_assert_eq!(panic_of(|| _ = x.sub($range)), panic_of(|| _ = &values[$range])),
                }
            };
        }
        same!(start..end);
        same!(start..);
        same!(..end);
        same!(start..=end);
        same!(..=end);
        same!(..);
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Body {
    mass: f64,
    place: [f32; 3],
    tag: (u8, u32),
}

const BODY: Body = Body {
    mass: 2.0,
    place: [1.0, 2.0, 3.0],
    tag: (7, 8),
};

#[test]
fn fields_are_places() {
    let mut bodies = [BODY; 2];
    let x = output(&mut bodies);
    rt::field!(x.at(1), mass).write(4.0);
    rt::field!(x.at(1), place).at(2).write(9.0);
    rt::field!(rt::field!(x.at(1), tag), 1).write(10);
    assert_eq!(rt::field!(x.as_slice().at(1), tag).read(), (7, 10));
    assert_eq!(
        rt::field!(x.at(1), place).as_slice().sub(1..).at(1).read(),
        9.0
    );
    assert_eq!(
        bodies,
        [
            BODY,
            Body {
                mass: 4.0,
                place: [1.0, 2.0, 9.0],
                tag: (7, 10)
            }
        ]
    );
}

#[test]
fn locals_become_whatever_the_callee_takes() {
    fn total(x: Slice<'_, u32>) -> u32 {
        (0..x.len()).map(|i| x.at(i).read()).sum()
    }
    fn clear(x: SliceMut<'_, u32>) {
        (0..x.len()).for_each(|i| x.at(i).write(0));
    }
    fn increment(x: RefMut<'_, u32>) {
        x.write(x.read() + 1);
    }
    fn twice(x: Ref<'_, u32>) -> u32 {
        2 * x.read()
    }

    let mut array = [1, 2, 3];
    assert_eq!(total(local(&array).into()), 6);
    assert_eq!(total(local_mut(&mut array).into()), 6);
    clear(local_mut(&mut array).into());
    assert_eq!(array, [0; 3]);
    let mut one = 1;
    increment(local_mut(&mut one).into());
    assert_eq!(
        (
            one,
            twice(local(&one).into()),
            twice(local_mut(&mut one).into())
        ),
        (2, 4, 4)
    );
    let x = output(&mut array);
    increment(x.at(1));
    assert_eq!((twice(x.at(1).into()), total(x.into())), (2, 1));
}

#[test]
fn an_unchecked_element() {
    let mut values = [1u8, 2];
    let x = output(&mut values);
    // SAFETY: in bounds.
    unsafe {
        x.get_unchecked_mut(1).write(5);
        assert_eq!(x.as_slice().get_unchecked(1).read(), 5);
    }
}

#[test]
fn elements_change_places() {
    let mut values = [1, 2, 3, 4];
    let x = output(&mut values);
    x.swap(0, 3);
    x.sub(1..3).fill(9);
    assert_eq!(values, [4, 9, 9, 1]);
    let mut values = [1];
    let x = output(&mut values);
    let message = panic_of(panic::AssertUnwindSafe(|| x.swap(0, 1)));
    assert_eq!(
        message,
        "index out of bounds: the len is 1 but the index is 1"
    );
}

#[test]
fn atomics_of_every_type() {
    macro_rules! check {
        ($($t:ty),*) => {$(
            let a = Atomic::<$t>::new(5 as $t);
            assert_eq!(a.swap(6 as $t, Relaxed), 5 as $t);
            assert_eq!(a.compare_and_swap(5 as $t, 9 as $t, Relaxed), 6 as $t);
            assert_eq!(a.compare_and_swap(6 as $t, 7 as $t, Relaxed), 6 as $t);
            assert_eq!(a.fetch_add(3 as $t, Relaxed), 7 as $t);
            assert_eq!(a.fetch_sub(2 as $t, Relaxed), 10 as $t);
            assert_eq!(a.fetch_min(4 as $t, Relaxed), 8 as $t);
            assert_eq!(a.fetch_max(6 as $t, Relaxed), 4 as $t);
            assert_eq!(a.load(Relaxed), 6 as $t);
            a.store(1 as $t, Relaxed);
            assert_eq!(a.into_inner(), 1 as $t);
        )*};
    }
    check!(i32, u32, i64, u64, isize, usize, f32, f64);
    let bits = Atomic::new(0b1100u32);
    assert_eq!(
        (
            bits.fetch_and(0b0110, Relaxed),
            bits.fetch_or(1, Relaxed),
            bits.fetch_xor(0b111, Relaxed)
        ),
        (12, 4, 5)
    );
    assert_eq!(
        (
            bits.load(Relaxed),
            Atomic::new(i32::MAX).fetch_add(1, Relaxed)
        ),
        (2, i32::MAX)
    );
}

#[test]
fn the_extremes_of_atomic_floats() {
    let a = Atomic::new(0.0f32);
    a.fetch_min(-0.0, Relaxed);
    assert_eq!(a.load(Relaxed).to_bits(), (-0.0f32).to_bits());
    a.fetch_max(f32::NAN, Relaxed);
    assert_eq!(a.load(Relaxed).to_bits(), (-0.0f32).to_bits());
    let b = Atomic::new(f64::NAN);
    b.fetch_min(3.0, Relaxed);
    assert_eq!(b.load(Relaxed), 3.0);
}
