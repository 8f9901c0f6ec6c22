//! How fast threads meet: `cargo bench -p phalanx-emulator`.

use std::num::NonZeroUsize;
use std::time::Instant;

use phalanx_emulator::{Properties, Shape, run};
use phalanx_groups::rt::KernelGroup;
use phalanx_groups::{Atomic, Collectives, Group, Plus, Relaxed, ThreadBlock, coalesced_threads};

const ROUNDS: usize = 2000;

fn main() {
    // Cargo passes `--bench`, and test runners `--test`; there is nothing to choose.
    println!("millions of arrivals a second on one core");
    for threads in [32, 256, 1024] {
        measure("block.sync", threads, || {
            let block = ThreadBlock::<0, 0, 0>::enter();
            for _ in 0..ROUNDS {
                block.sync();
            }
        });
        measure("tile<32>.reduce(f32)", threads, || {
            let block = ThreadBlock::<0, 0, 0>::enter();
            let warp = block.tiled_partition::<32>();
            let mut v = block.thread_rank() as f32;
            for _ in 0..ROUNDS {
                v = warp.reduce(v, Plus) / 32.0;
            }
        });
        measure("tile<8>.shfl_down(u32)", threads, || {
            let tile = ThreadBlock::<0, 0, 0>::enter().tiled_partition::<8>();
            let mut v = tile.thread_rank() as u32;
            for _ in 0..ROUNDS {
                v = tile.shfl_down(v, 1);
            }
        });
        measure("coalesced_threads().sync", threads, || {
            for _ in 0..ROUNDS / 2 {
                coalesced_threads().sync();
            }
        });
        let counter = Atomic::new(0u32);
        measure("atomic fetch_add", threads, || {
            for _ in 0..ROUNDS {
                counter.fetch_add(1, Relaxed);
            }
        });
    }

    let properties = Properties::default();
    for (blocks, threads) in [(1, 32), (1, 1024), (64, 256)] {
        let shape = Shape {
            grid: [blocks, 1, 1],
            block: [threads, 1, 1],
            dynamic_shared: &[],
            cooperative: false,
        };
        let launch = || {
            run(&properties, "empty", &shape, &|| {
                ThreadBlock::<0, 0, 0>::enter().sync()
            })
            .unwrap()
        };
        launch();
        let start = Instant::now();
        for _ in 0..200 {
            launch();
        }
        let micros = start.elapsed().as_secs_f64() * 1e6 / 200.0;
        println!("{micros:8.1} µs a launch of {blocks} x {threads} threads with one barrier");
    }
}

fn measure(name: &str, threads: u32, body: impl Fn() + Sync) {
    let mut properties = Properties::default();
    properties.workers = NonZeroUsize::new(1);
    let shape = Shape {
        grid: [1, 1, 1],
        block: [threads, 1, 1],
        dynamic_shared: &[],
        cooperative: false,
    };
    let seconds = (0..5)
        .map(|_| {
            let start = Instant::now();
            run(&properties, "measured", &shape, &body).unwrap();
            start.elapsed().as_secs_f64()
        })
        .fold(f64::INFINITY, f64::min);
    let rate = f64::from(threads) * ROUNDS as f64 / seconds / 1e6;
    println!("{rate:8.1}  {name}, {threads} threads");
}
