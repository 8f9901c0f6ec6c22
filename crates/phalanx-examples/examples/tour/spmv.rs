//! A sparse matrix–vector product, a row a tile: short rows take small tiles, so that lanes stay busy.

use phalanx::prelude::*;

use crate::matrix::Csr;
use crate::program::{Outcome, Scale, random, sum_agrees, timed};

/// `y = A x` for `A` in compressed rows; a tile of `N` threads a row.
#[group_kernel(variants(N = [4, 8, 16, 32]))]
pub fn spmv<const N: usize>(
    grid: Grid,
    tile: ThreadBlockTile<N>,
    row_start: &[u32],
    col: &[u32],
    val: &[f32],
    x: &[f32],
    y: &mut [f32],
) {
    let row = grid.block_rank() * tile.meta_group_size() + tile.meta_group_rank();
    if row < y.len() {
        let mut sum = 0.0;
        for k in tile.stride(row_start[row] as usize..row_start[row + 1] as usize) {
            sum += val[k] * x[col[k] as usize];
        }
        let sum = tile.reduce(sum, Plus);
        if tile.thread_rank() == 0 {
            y[row] = sum;
        }
    }
}

/// The smallest declared tile that takes an average row in one step.
fn tile_size(matrix: &Csr) -> usize {
    let average = matrix.val.len().div_ceil(matrix.rows().max(1));
    average.next_power_of_two().clamp(4, 32)
}

pub fn run(stream: &Stream, scale: Scale, matrix: Option<Csr>) -> Result<Outcome, Error> {
    const THREADS: usize = 256;
    let matrix = matrix.unwrap_or_else(|| Csr::random(scale.pick(5_000, 1_000_000), 3..=12, 6));
    let x = random(matrix.columns, 7);
    let n = tile_size(&matrix);
    let (row_start, col, val) = (
        stream.upload(&matrix.row_start)?,
        stream.upload(&matrix.col)?,
        stream.upload(&matrix.val)?,
    );
    let device_x = stream.upload(&x)?;
    let mut y = stream.zeros::<f32>(matrix.rows())?;
    let launch = Launch::cover(matrix.rows() * n).threads(THREADS);
    let time = timed(stream, || {
        spmv::launch(
            stream,
            spmv::variant(n)?,
            launch,
            &row_start,
            &col,
            &val,
            &device_x,
            &mut y,
        )
    })?;

    let y = stream.download(&y)?;
    let wrong = (0..matrix.rows())
        .filter(|&row| {
            let products = || {
                matrix
                    .row(row)
                    .map(|(col, val)| f64::from(val) * f64::from(x[col]))
            };
            !sum_agrees(y[row], products().sum(), products().map(f64::abs).sum())
        })
        .count();
    Ok(Outcome {
        program: "sparse matrix–vector product",
        groups: [
            "grid, tile<4>",
            "grid, tile<8>",
            "grid, tile<16>",
            "grid, tile<32>",
        ][n.ilog2() as usize - 2],
        size: format!("{} rows, {} entries", matrix.rows(), matrix.val.len()),
        time,
        right: wrong == 0,
        check: format!("{} of {} rows agree", matrix.rows() - wrong, matrix.rows()),
    })
}
