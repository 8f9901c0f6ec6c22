//! How fast threads meet and touch memory, and what checks for races cost:
//! `cargo bench -p phalanx-emulator`.

use std::num::NonZeroUsize;
use std::time::Instant;

use phalanx_emulator::{Buffer, Properties, Shape, run};
use phalanx_groups::rt::{KernelGroup, SliceMut};
use phalanx_groups::{
    Atomic, Collectives, Grid, Group, Plus, Relaxed, ThreadBlock, coalesced_threads,
};

const ROUNDS: usize = 2000;

fn main() {
    // Cargo passes `--bench`, and test runners `--test`; there is nothing to choose.
    println!(
        "millions of arrivals a second on one core without checks, and how many times as long it takes with them"
    );
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

    println!("millions of accesses a second on one core without checks, and the same");
    memory();

    let properties = Properties::default();
    for (blocks, threads) in [(1, 32), (1, 1024), (64, 256)] {
        let shape = Shape {
            grid: [blocks, 1, 1],
            block: [threads, 1, 1],
            dynamic_shared: &[],
            cooperative: false,
            buffers: &[],
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

/// Kernels that do little else than touch memory.
fn memory() {
    const N: usize = 1 << 16;
    let mut data = vec![1.0f32; N];
    let buffer = Buffer {
        parameter: "data",
        address: data.as_ptr().addr(),
        bytes: 4 * N,
        element: 4,
        align: 4,
    };
    // SAFETY: the vector outlives the launches, and is used by them only.
    let data = unsafe { SliceMut::from_raw(data.as_mut_ptr(), N) };
    let scale = || {
        let (block, grid) = (ThreadBlock::<0, 0, 0>::enter(), Grid::enter());
        for i in grid.stride(0..N) {
            data.at(i).write(data.at(i).read() * 0.5);
        }
        block.sync();
    };
    print("scale global memory", 2 * N, [8, 256], &[buffer], &scale);
    const SCANS: usize = 64;
    let scan = || {
        let block = ThreadBlock::<0, 0, 0>::enter();
        let (s, rank) = (block.shared::<[u32; 256]>(), block.thread_rank());
        for _ in 0..SCANS {
            s.at(rank).write(1);
            block.sync();
            let mut distance = 1;
            while distance < 256 {
                let lower = if rank >= distance {
                    s.at(rank - distance).read()
                } else {
                    0
                };
                block.sync();
                s.at(rank).write(s.at(rank).read() + lower);
                block.sync();
                distance *= 2;
            }
        }
    };
    print(
        "scan in shared memory",
        256 * SCANS * 25,
        [1, 256],
        &[],
        &scan,
    );
    let transpose = || {
        let (block, grid) = (ThreadBlock::<0, 0, 0>::enter(), Grid::enter());
        let tile = block.shared::<[f32; 1024]>();
        for from in (block.group_index().x * 1024..N).step_by(1024 * grid.num_blocks()) {
            for i in block.stride(0..1024usize) {
                tile.at(i).write(data.at(from + i).read());
            }
            block.sync();
            for i in block.stride(0..1024usize) {
                data.at(from + i)
                    .write(tile.at(i % 32 * 32 + i / 32).read());
            }
            block.sync();
        }
    };
    print(
        "transpose through shared memory",
        4 * N,
        [8, 256],
        &[buffer],
        &transpose,
    );
    let histogram = || {
        let (block, grid) = (ThreadBlock::<0, 0, 0>::enter(), Grid::enter());
        let bins = block.shared::<[Atomic<u32>; 64]>();
        for i in block.stride(0..64usize) {
            bins.at(i).store(0, Relaxed);
        }
        block.sync();
        for i in grid.stride(0..N) {
            bins.at(i * i % 64).fetch_add(1, Relaxed);
        }
    };
    print("histogram in shared memory", N, [8, 256], &[], &histogram);
}

fn measure(name: &str, threads: u32, body: impl Fn() + Sync) {
    let name = format!("{name}, {threads} threads");
    print(&name, threads as usize * ROUNDS, [1, threads], &[], &body);
}

fn print(
    name: &str,
    count: usize,
    dims: [u32; 2],
    buffers: &[Buffer<'_>],
    body: &(dyn Fn() + Sync),
) {
    let seconds = [false, true].map(|checks| {
        let mut properties = Properties::default();
        properties.workers = NonZeroUsize::new(1);
        properties.checks = checks;
        let shape = Shape {
            grid: [dims[0], 1, 1],
            block: [dims[1], 1, 1],
            dynamic_shared: &[],
            cooperative: false,
            buffers,
        };
        (0..5)
            .map(|_| {
                let start = Instant::now();
                run(&properties, "measured", &shape, body).unwrap();
                start.elapsed().as_secs_f64()
            })
            .fold(f64::INFINITY, f64::min)
    });
    let rate = count as f64 / seconds[0] / 1e6;
    println!("{rate:8.1} {:6.2}  {name}", seconds[1] / seconds[0]);
}
