//! What the programs of the tour have in common: sizes, timing, the table.

use std::time::{Duration, Instant};

use phalanx::prelude::*;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// Which sizes to take: the emulator finds mistakes, it is not a fast device.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    Emulator,
    Gpu,
}

impl Scale {
    /// The size for this device.
    pub fn pick<T>(self, emulator: T, gpu: T) -> T {
        match self {
            Scale::Emulator => emulator,
            Scale::Gpu => gpu,
        }
    }
}

/// A row of the table.
pub struct Outcome {
    pub program: &'static str,
    pub groups: &'static str,
    pub size: String,
    pub time: Duration,
    pub right: bool,
    /// How the result was compared.
    pub check: String,
}

/// Runs `work` and waits for the device.
pub fn timed(stream: &Stream, work: impl FnOnce() -> Result<(), Error>) -> Result<Duration, Error> {
    stream.synchronize()?;
    let start = Instant::now();
    work()?;
    stream.synchronize()?;
    Ok(start.elapsed())
}

/// `n` numbers in −1 … 1, the same in every run.
pub fn random(n: usize, seed: u64) -> Vec<f32> {
    let mut rng = StdRng::seed_from_u64(seed);
    (0..n).map(|_| rng.random_range(-1.0..1.0)).collect()
}

/// Whether a sum of `n` terms with magnitudes that add up to `magnitude` is right: `f32` additions in
/// any order differ from the exact sum by at most about `n · ε · magnitude`; in trees, by far less.
pub fn sum_agrees(got: f32, exact: f64, magnitude: f64) -> bool {
    (f64::from(got) - exact).abs() <= 1e-4 * magnitude
}

pub fn print_table(outcomes: &[Outcome], device: &str) {
    println!(
        "{:<28} {:<34} {:<24} {:>12}  {:<8} check",
        "program",
        "groups",
        format!("size on {device}"),
        "time",
        "verdict"
    );
    for outcome in outcomes {
        println!(
            "{:<28} {:<34} {:<24} {:>9.3} ms  {:<8} {}",
            outcome.program,
            outcome.groups,
            outcome.size,
            outcome.time.as_secs_f64() * 1e3,
            if outcome.right { "right" } else { "WRONG" },
            outcome.check,
        );
    }
}
