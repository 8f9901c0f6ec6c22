//! Jacobi, 2^20 points and 2000 sweeps in one cooperative launch: against the same by hand, against a
//! launch a sweep and against those launches in a graph.

use std::process::ExitCode;

use cudarc::driver::sys;
use phalanx::prelude::*;
use phalanx_benches::baseline::{Clock, Failure, Memory, Module, driver};
use phalanx_benches::compare::{compare, print};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

const N: usize = 1 << 20;
const SWEEPS: u32 = 2000;
const THREADS: u32 = 256;
const ROUNDS: usize = 11;

/// `iters` Jacobi sweeps of a 1-D Poisson problem in one launch; the ends of `a` and `b` are fixed.
#[group_kernel]
pub fn jacobi(
    grid: CooperativeGrid,
    mut a: &mut [f32],
    mut b: &mut [f32],
    rhs: &[f32],
    iters: u32,
) {
    for _ in 0..iters {
        for i in grid.stride(1..rhs.len() - 1) {
            b[i] = 0.5 * (a[i - 1] + a[i + 1] - rhs[i]);
        }
        grid.sync();
        (a, b) = (b, a);
    }
}

fn main() -> ExitCode {
    phalanx_benches::run(bench)
}

/// `sweeps` sweeps in plain Rust.
fn plain(start: &[f32], rhs: &[f32], sweeps: u32) -> Vec<f32> {
    let (mut a, mut b) = (start.to_vec(), start.to_vec());
    for _ in 0..sweeps {
        for i in 1..rhs.len() - 1 {
            b[i] = 0.5 * (a[i - 1] + a[i + 1] - rhs[i]);
        }
        std::mem::swap(&mut a, &mut b);
    }
    a
}

fn same(whose: &str, got: &[f32], want: &[f32]) -> Result<(), Failure> {
    match got
        .iter()
        .zip(want)
        .position(|(got, want)| got.to_bits() != want.to_bits())
    {
        None => Ok(()),
        Some(i) => Err(format!("{whose}: point {i} is {}, should be {}", got[i], want[i]).into()),
    }
}

fn bench(stream: &Stream) -> Result<(), Failure> {
    let mut rng = StdRng::seed_from_u64(2);
    let mut random = || -> Vec<f32> { (0..N).map(|_| rng.random_range(-1.0..1.0)).collect() };
    let (start, rhs) = (random(), random());

    let cu_stream = stream.cu_stream()?;
    let clock = Clock::new(cu_stream)?;
    let module = Module::load(include_bytes!(concat!(
        env!("OUT_DIR"),
        "/baselines/jacobi.fatbin"
    )))?;
    let (whole, sweep) = (
        module.function("jacobi_by_hand")?,
        module.function("jacobi_sweep_by_hand")?,
    );
    let (by_hand_a, by_hand_b, by_hand_rhs) = (
        Memory::upload(&start)?,
        Memory::upload(&start)?,
        Memory::upload(&rhs)?,
    );
    let (mut a, mut b, device_rhs) = (
        stream.upload(&start)?,
        stream.upload(&start)?,
        stream.upload(&rhs)?,
    );
    let blocks =
        whole.blocks_per_multiprocessor(THREADS)? * stream.device().limits().multiprocessors;

    let (mut pa, mut pb, mut prhs) = (by_hand_a.0, by_hand_b.0, by_hand_rhs.0);
    let (mut n, mut sweeps) = (N as i32, SWEEPS as i32);
    let mut by_hand = || {
        let mut args = [
            (&raw mut pa).cast(),
            (&raw mut pb).cast(),
            (&raw mut prhs).cast(),
            (&raw mut n).cast(),
            (&raw mut sweeps).cast(),
        ];
        // SAFETY: the arguments are those of `jacobi_by_hand`; the grid is resident.
        unsafe { whole.launch(cu_stream, blocks, THREADS, true, &mut args) }
    };
    let mut relaunch = |stream: sys::CUstream| {
        let (mut from, mut to, mut prhs, mut n) =
            (by_hand_a.0, by_hand_b.0, by_hand_rhs.0, N as i32);
        for _ in 0..SWEEPS {
            let mut args = [
                (&raw mut from).cast(),
                (&raw mut to).cast(),
                (&raw mut prhs).cast(),
                (&raw mut n).cast(),
            ];
            // SAFETY: the arguments are those of `jacobi_sweep_by_hand`.
            unsafe {
                sweep.launch(
                    stream,
                    (N as u32).div_ceil(THREADS),
                    THREADS,
                    false,
                    &mut args,
                )?
            };
            (from, to) = (to, from);
        }
        Ok(())
    };
    let launch = Cooperative::blocks(blocks as usize).threads(THREADS as usize);

    // Right first, from the same start: bit for bit, since neither fuses `a + b - c` with the product.
    let want = plain(&start, &rhs, SWEEPS);
    by_hand()?;
    stream.synchronize()?;
    same("by hand", &by_hand_a.download(N)?, &want)?;
    jacobi::launch(stream, launch, &mut a, &mut b, &device_rhs, SWEEPS)?;
    same("ours", &stream.download(&a)?, &want)?;
    by_hand_a.write(&start)?;
    by_hand_b.write(&start)?;
    relaunch(cu_stream)?;
    stream.synchronize()?;
    same("a launch a sweep", &by_hand_a.download(N)?, &want)?;

    let graph = capture(cu_stream, &mut relaunch)?;
    let mut ours = || {
        Ok(jacobi::launch(
            stream,
            launch,
            &mut a,
            &mut b,
            &device_rhs,
            SWEEPS,
        )?)
    };
    let whole = compare(
        "Jacobi 2^20 × 2000, cooperative by hand",
        &clock,
        ROUNDS,
        &mut by_hand,
        &mut ours,
    )?;
    let relaunched = compare(
        "… a launch a sweep",
        &clock,
        ROUNDS,
        || relaunch(cu_stream),
        &mut ours,
    )?;
    let graphed = compare(
        "… those launches in a graph",
        &clock,
        ROUNDS,
        || {
            // SAFETY: the graph was instantiated in this context.
            let launched = unsafe { sys::cuGraphLaunch(graph, cu_stream) };
            driver("cuGraphLaunch", launched)
        },
        &mut ours,
    )?;
    println!(
        "{:.3} µs a sweep by hand, {:.3} µs ours",
        whole.baseline() * 1e6 / 2000.0,
        whole.ours() * 1e6 / 2000.0
    );
    print(
        &[(whole, Some(0.97)), (relaunched, None), (graphed, None)],
        ROUNDS,
    );
    Ok(())
}

/// The launches of `work` as a graph that can be launched.
fn capture(
    stream: sys::CUstream,
    work: &mut dyn FnMut(sys::CUstream) -> Result<(), Failure>,
) -> Result<sys::CUgraphExec, Failure> {
    let mode = sys::CUstreamCaptureMode_enum::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;
    let (mut graph, mut exec) = (std::ptr::null_mut(), std::ptr::null_mut());
    // SAFETY: the stream is of the current context, and only launches are captured.
    unsafe {
        driver(
            "cuStreamBeginCapture",
            sys::cuStreamBeginCapture_v2(stream, mode),
        )?;
        work(stream)?;
        driver(
            "cuStreamEndCapture",
            sys::cuStreamEndCapture(stream, &mut graph),
        )?;
        driver(
            "cuGraphInstantiate",
            sys::cuGraphInstantiateWithFlags(&mut exec, graph, 0),
        )?;
    }
    Ok(exec)
}
