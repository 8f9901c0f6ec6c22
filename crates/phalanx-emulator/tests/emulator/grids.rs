//! Cooperative launches: barriers of the whole grid over several operating-system threads.

use phalanx_groups::rt::KernelGroup;
use phalanx_groups::{Collectives, CooperativeGrid, Group, Relaxed};

use crate::common::{atomic, block, launch, output};

#[test]
fn jacobi_in_one_launch() {
    const POINTS: usize = 500;
    const SWEEPS: usize = 30;
    let rhs: Vec<f32> = (0..POINTS).map(|i| (i as f32).sin()).collect();
    let step = |a: &dyn Fn(usize) -> f32, i: usize| 0.5 * (a(i - 1) + a(i + 1) - rhs[i]);

    let mut expected = vec![1.0f32; POINTS];
    for _ in 0..SWEEPS {
        let old = expected.clone();
        for (i, new) in expected.iter_mut().enumerate().take(POINTS - 1).skip(1) {
            *new = step(&|i| old[i], i);
        }
    }

    for workers in 1..=4 {
        let (mut first, mut second) = (vec![1.0f32; POINTS], vec![1.0f32; POINTS]);
        let (a, b) = (output(&mut first), output(&mut second));
        launch(6, 33)
            .cooperative()
            .workers(workers)
            .run(|| {
                let grid = CooperativeGrid::enter();
                let (mut a, mut b) = (a, b);
                for _ in 0..SWEEPS {
                    for i in grid.stride(1..POINTS - 1) {
                        b.at(i).write(step(&|i| a.at(i).read(), i));
                    }
                    grid.sync();
                    (a, b) = (b, a);
                }
            })
            .unwrap();
        assert_eq!(first, expected, "{workers} workers");
    }
}

#[test]
fn more_blocks_than_the_device_holds_if_the_caller_says_so() {
    // All blocks of a cooperative launch are resident, however many.
    let mut counter = 0u32;
    let arrivals = atomic(&mut counter);
    launch(100, 3)
        .cooperative()
        .workers(3)
        .run(|| {
            let grid = CooperativeGrid::enter();
            for round in 1..=10 {
                arrivals.fetch_add(1, Relaxed);
                grid.sync();
                assert_eq!(arrivals.load(Relaxed), 300 * round);
                grid.sync();
            }
        })
        .unwrap();
    assert_eq!(counter, 3000);
}

#[test]
fn barriers_of_block_and_grid_mix() {
    let mut seen = vec![0usize; 5];
    let out = output(&mut seen);
    launch(5, 64)
        .cooperative()
        .run(|| {
            let (grid, block) = (CooperativeGrid::enter(), block());
            let last = block.shared::<usize>();
            for round in 0..4 {
                if block.thread_rank() == round {
                    last.write(round + grid.block_rank());
                }
                block.sync();
                if block.thread_rank() == 63 {
                    out.at(grid.block_rank()).write(last.read());
                }
                grid.sync();
                assert_eq!(
                    out.at((grid.block_rank() + 1) % 5).read(),
                    (grid.block_rank() + 1) % 5 + round
                );
                grid.sync();
            }
        })
        .unwrap();
}

#[test]
fn a_grid_of_one_block() {
    launch(1, 7)
        .cooperative()
        .run(|| (0..100).for_each(|_| CooperativeGrid::enter().sync()))
        .unwrap();
}
