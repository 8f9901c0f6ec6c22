//! The kernels of the library, and what they take from other modules and from another crate.

use downstream::kernels::{deep, energy, polynomial, project};
use downstream::{assert_compiled, inline, shapes, stream};
use math::linear::Vec3;
use phalanx::prelude::*;

mod common;

#[test]
fn a_generic_function_of_another_crate() -> Result<(), Error> {
    assert_compiled(energy::info());
    let stream = stream()?;
    let x = stream.upload(&[2.0_f32; 100])?;
    let mut out = stream.zeros(1)?;
    energy::launch(&stream, Launch::cover(100).threads(64), &x, &mut out)?;
    assert_eq!(stream.download(&out)?, [200.0]);
    Ok(())
}

#[test]
fn a_struct_and_a_constant_of_another_crate() -> Result<(), Error> {
    assert_compiled(project::info());
    assert_compiled(polynomial::info());
    let stream = stream()?;
    let point = |x: f32| Vec3 { x, y: 1.0, z: -1.0 };
    let points = stream.upload(&[point(1.0), point(2.0)])?;
    let mut out = stream.zeros(2)?;
    let direction = Vec3 {
        x: 3.0,
        y: 5.0,
        z: 7.0,
    };
    let launch = Launch::cover(2).threads(32);
    project::launch(&stream, launch, &points, direction, &mut out)?;
    assert_eq!(stream.download(&out)?, [1.0, 4.0]);
    let x = stream.upload(&[3.0, 0.5])?;
    polynomial::launch(&stream, launch, &x, &mut out)?;
    assert_eq!(stream.download(&out)?, [19.0, 1.5]);
    Ok(())
}

#[test]
fn modules_with_and_without_files() -> Result<(), Error> {
    assert_compiled(inline::mark::info());
    let stream = stream()?;
    let mut out = stream.zeros(5)?;
    inline::mark::launch(&stream, Launch::blocks(1).threads(32), &mut out)?;
    assert_eq!(stream.download(&out)?, [0xabcd; 5]);
    assert_eq!(common::doubled(&stream, &[1, 2, 3])?, [2, 4, 6]);
    Ok(())
}

#[test]
fn variants_are_chosen_at_run_time() -> Result<(), Error> {
    assert_compiled(shapes::row_sums::info());
    let stream = stream()?;
    let columns = 20;
    let values: Vec<f32> = (0..4 * columns).map(|i| i as f32).collect();
    let x = stream.upload(&values)?;
    let expected: Vec<f32> = values.chunks(columns).map(|row| row.iter().sum()).collect();
    for n in [8, 16] {
        let mut out = stream.zeros(4)?;
        let launch = Launch::cover(4 * n).threads(2 * n);
        let variant = shapes::row_sums::variant(n)?;
        shapes::row_sums::launch(&stream, variant, launch, &x, columns, &mut out)?;
        assert_eq!(stream.download(&out)?, expected, "tiles of {n}");
    }
    Ok(())
}

/// On the emulator: on a GPU the panic takes the context with it.
#[test]
fn a_panic_names_the_users_line() -> Result<(), Error> {
    assert_compiled(deep::expect_even::info());
    let stream = Device::emulator().stream()?;
    let x = stream.upload(&[2, 4, 7, 8])?;
    let result = deep::expect_even::launch(&stream, Launch::cover(4).threads(32), &x)
        .and_then(|()| stream.synchronize());
    let message = result.unwrap_err().to_string();
    assert!(message.contains("element 2 is 7"), "{message}");
    assert!(message.contains("src/kernels/deep.rs:24:"), "{message}");
    Ok(())
}
