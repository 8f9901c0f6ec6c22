//! A module that several tests may have.

use phalanx::prelude::*;

#[group_kernel]
fn double(grid: Grid, x: &mut [u32]) {
    for i in grid.stride(0..x.len()) {
        x[i] *= 2;
    }
}

pub fn doubled(stream: &Stream, values: &[u32]) -> Result<Vec<u32>, Error> {
    downstream::assert_compiled(double::info());
    let mut x = stream.upload(values)?;
    double::launch(stream, Launch::cover(values.len()).threads(32), &mut x)?;
    stream.download(&x)
}
