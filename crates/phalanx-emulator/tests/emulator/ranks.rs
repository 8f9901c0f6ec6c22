//! Who is who in blocks and grids of any shape.

use phalanx_groups::rt::KernelGroup;
use phalanx_groups::{Dim3, Grid, Group, ThreadBlock};
use proptest::prelude::*;

use crate::common::{block, launch, output, tile};

/// What a thread says of itself.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Answer {
    group_index: Dim3,
    thread_index: Dim3,
    block_rank: usize,
    thread_rank: usize,
    grid_rank: usize,
    tile: (usize, usize, usize),
}

#[test]
fn ranks_run_x_fastest_in_three_dimensions() {
    let (grid_dim, block_dim) = ([2usize, 3, 2], [4usize, 3, 2]);
    let mut answers = vec![Answer::default(); 12 * 24];
    let all = output(&mut answers);
    let mut launch = launch(1, 1);
    launch.grid = grid_dim.map(|d| d as u32);
    launch.block = block_dim.map(|d| d as u32);
    launch
        .run(|| {
            let (grid, block, quad): (Grid, ThreadBlock, _) = (Grid::enter(), block(), tile::<4>());
            assert_eq!(
                (grid.num_blocks(), grid.num_threads(), block.num_threads()),
                (12, 288, 24)
            );
            assert_eq!(block.dim_threads(), Dim3 { x: 4, y: 3, z: 2 });
            assert_eq!(grid.dim_blocks(), Dim3 { x: 2, y: 3, z: 2 });
            assert_eq!(grid.block_index(), block.group_index());
            assert_eq!((quad.num_threads(), quad.meta_group_size()), (4, 6));
            let pair = quad.tiled_partition::<2>();
            assert_eq!((pair.meta_group_size(), pair.num_threads()), (2, 2));
            all.at(grid.thread_rank()).write(Answer {
                group_index: block.group_index(),
                thread_index: block.thread_index(),
                block_rank: grid.block_rank(),
                thread_rank: block.thread_rank(),
                grid_rank: grid.thread_rank(),
                tile: (
                    quad.meta_group_rank(),
                    quad.thread_rank(),
                    pair.meta_group_rank(),
                ),
            });
        })
        .unwrap();

    let indices = |dim: [usize; 3]| {
        (0..dim[2]).flat_map(move |z| {
            (0..dim[1]).flat_map(move |y| (0..dim[0]).map(move |x| Dim3 { x, y, z }))
        })
    };
    let mut expected = Vec::new();
    for (block_rank, group_index) in indices(grid_dim).enumerate() {
        for (thread_rank, thread_index) in indices(block_dim).enumerate() {
            let tile = (thread_rank / 4, thread_rank % 4, thread_rank % 4 / 2);
            let grid_rank = expected.len();
            expected.push(Answer {
                group_index,
                thread_index,
                block_rank,
                thread_rank,
                grid_rank,
                tile,
            });
        }
    }
    assert_eq!(answers, expected);
}

#[test]
fn a_block_of_fixed_shape_knows_it() {
    assert_eq!(ThreadBlock::<0, 0, 0>::SHAPE, None);
    assert_eq!(ThreadBlock::<64>::SHAPE, Some([64, 1, 1]));
    assert_eq!(ThreadBlock::<16, 4>::SHAPE, Some([16, 4, 1]));
    assert_eq!(ThreadBlock::<8, 4, 2>::SHAPE, Some([8, 4, 2]));
    let mut launch = launch(1, 1);
    launch.block = [16, 4, 1];
    launch
        .run(|| assert_eq!(ThreadBlock::<16, 4>::enter().num_threads(), 64))
        .unwrap();
}

#[test]
fn a_launch_of_no_blocks_does_nothing() {
    launch(0, 32).run(|| unreachable!()).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn strides_of_a_grid_visit_each_element_once(
        blocks in 1u32..20, threads in 1u32..70, start in -50i32..50, length in 0i32..3000, workers in 1usize..4
    ) {
        let mut visits = vec![0u8; length as usize];
        let all = output(&mut visits);
        launch(blocks, threads).workers(workers).run(|| {
            let grid = Grid::enter();
            for i in grid.stride(start..start + length) {
                let visit = all.at((i - start) as usize);
                visit.write(visit.read() + 1);
            }
        }).unwrap();
        prop_assert!(visits.iter().all(|&visits| visits == 1));
    }
}
