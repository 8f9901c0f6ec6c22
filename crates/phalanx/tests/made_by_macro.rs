//! Kernels and device functions that a `macro_rules!` macro makes run on the emulator. A build script
//! cannot find them, so this package, which has none, is the place to test them.

use phalanx::prelude::*;

macro_rules! make {
    ($kernel:ident, $function:ident, $t:ty, $op:tt, $value:expr) => {
        #[device_fn]
        fn $function(x: $t, k: usize) -> $t {
            let value = x;
            value $op (k as $t)
        }

        #[group_kernel]
        fn $kernel(grid: Grid, x: &[$t], y: &mut [$t]) {
            let i = grid.thread_rank();
            let value = $value;
            if i < y.len() {
                y[i] = $function(x[i] $op value, i);
                y[i] += value;
                assert!(y[i] > 1 as $t, "{} is too small", y[i]);
            }
        }
    };
}

make!(scale, scaled, f32, *, 1.0 + 1.0);
make!(shift, shifted, u8, +, 250);

fn stream() -> Stream {
    Device::emulator()
        .stream()
        .expect("the emulator has streams")
}

#[test]
fn expressions_of_the_macro_stay_whole() -> Result<(), Error> {
    let stream = stream();
    let x = stream.upload(&[1.0, 2.0, 3.0])?;
    let mut y = stream.zeros(3)?;
    scale::launch(&stream, Launch::cover(3).threads(32), &x, &mut y)?;
    assert_eq!(stream.download(&y)?, [2.0, 6.0, 14.0]);
    Ok(())
}

#[test]
fn each_use_of_the_macro_is_a_kernel_of_its_own() -> Result<(), Error> {
    let stream = stream();
    let x = stream.upload(&[14_u8, 20])?;
    let mut y = stream.zeros(2)?;
    shift::launch(&stream, Launch::cover(2).threads(32), &x, &mut y)?;
    assert_eq!(stream.download(&y)?, [2, 9]);
    Ok(())
}
