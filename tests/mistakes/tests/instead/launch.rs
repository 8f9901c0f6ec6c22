//! Instead of launches that are refused: mostly the same kernels, launched as they ask for it.

use phalanx::prelude::*;
use phalanx_mistakes::{self as mistakes, stream};

use crate::numbers;

#[test]
fn part_of_a_tile() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let x = stream.upload(&[1.0_f32; 48])?;
    let mut out = stream.zeros::<f32>(1)?;
    mistakes::part_of_a_tile::warp_sums::launch(
        &stream,
        Launch::blocks(1).threads(64),
        &x,
        &mut out,
    )?;
    assert_eq!(stream.download(&out)?, [48.0]);
    Ok(())
}

#[test]
fn grid_not_resident() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let x = stream.upload(&[1.0_f32; 4096])?;
    let (mut y, mut z) = (stream.zeros::<f32>(4096)?, stream.zeros::<f32>(4096)?);
    mistakes::grid_not_resident::smooth::launch(
        &stream,
        Cooperative::fill().threads(256),
        &x,
        &mut y,
        &mut z,
    )?;
    assert_eq!(stream.download(&z)?, [1.0; 4096]);
    Ok(())
}

#[test]
fn no_room_for_one() -> Result<(), Error> {
    use mistakes::no_room_for_one::reverse;
    let stream = stream(|properties| properties.max_threads_per_multiprocessor = 512)?;
    let blocks = reverse::info().resident_blocks(stream.device(), 0, 256, 4 * 256)?;
    assert_eq!(blocks, 2);
    let values: Vec<f32> = (0..2048).map(|i| i as f32).collect();
    let mut y = stream.upload(&values)?;
    reverse::launch(&stream, Cooperative::fill().threads(256), 256, &mut y)?;
    assert!(stream.download(&y)?.iter().eq(values.iter().rev()));
    Ok(())
}

#[test]
fn block_shape() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let values = numbers(1024);
    let mut y = stream.upload(&values)?;
    mistakes::block_shape::reverse::launch(&stream, Launch::blocks(4), &mut y)?;
    let expected: Vec<u32> = values
        .chunks(256)
        .flat_map(|block| block.iter().rev().copied())
        .collect();
    assert_eq!(stream.download(&y)?, expected);
    Ok(())
}

#[test]
fn too_many_threads() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let mut y = stream.upload(&[3.0_f32; 2048])?;
    mistakes::too_many_threads::double::launch(
        &stream,
        Launch::blocks(2).threads((32, 32)),
        &mut y,
    )?;
    assert_eq!(stream.download(&y)?, [6.0; 2048]);
    Ok(())
}

#[test]
fn too_much_shared_memory() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let mut y = stream.upload(&[7_u32; 12288])?;
    mistakes::too_much_shared_memory::histogram::launch(
        &stream,
        Launch::blocks(1).threads(256),
        12288,
        &mut y,
    )?;
    assert_eq!(stream.download(&y)?, [0; 12288]);
    Ok(())
}

/// As many items as there are, none among them.
#[test]
fn empty_grid() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    for n in [0, 1, 300] {
        let mut y = stream.upload(&vec![3.0_f32; n])?;
        if n > 0 {
            let launch = Launch::cover(n).threads(256);
            mistakes::empty_grid::double::launch(&stream, launch, &mut y)?;
        }
        assert_eq!(stream.download(&y)?, vec![6.0; n]);
    }
    Ok(())
}

#[group_kernel]
fn mark(grid: CooperativeGrid, y: &mut [u32]) {
    for i in grid.stride(0..y.len()) {
        y[i] = 1;
    }
    grid.sync();
}

#[test]
fn items_left_over() -> Result<(), Error> {
    let stream = stream(|_| ())?;
    let mut y = stream.zeros::<u32>(1000)?;
    mark::launch(&stream, Cooperative::fill().threads(32), &mut y)?;
    assert_eq!(stream.download(&y)?, [1; 1000]);
    Ok(())
}
