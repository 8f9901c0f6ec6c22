//! An example with a kernel of its own.

use downstream::{assert_compiled, stream};
use phalanx::prelude::*;

/// Multiplies each element of `x` by `factor`.
#[group_kernel]
pub fn scale(grid: Grid, x: &mut [f32], factor: f32) {
    for i in grid.stride(0..x.len()) {
        x[i] *= factor;
    }
}

fn scaled(values: &[f32], factor: f32) -> Result<Vec<f32>, Error> {
    let stream = stream()?;
    let mut x = stream.upload(values)?;
    scale::launch(
        &stream,
        Launch::cover(values.len()).threads(64),
        &mut x,
        factor,
    )?;
    stream.download(&x)
}

fn main() -> Result<(), Error> {
    println!("{:?}", scaled(&[1.0, 2.0, 3.0], 10.0)?);
    Ok(())
}

#[test]
fn scales() -> Result<(), Error> {
    assert_compiled(scale::info());
    assert_eq!(scaled(&[1.0, 2.0, 3.0], 10.0)?, [10.0, 20.0, 30.0]);
    Ok(())
}
