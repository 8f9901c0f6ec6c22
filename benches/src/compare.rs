//! Times two programs in turn and prints the ratio.

use crate::baseline::{Clock, Failure};

/// The times of both programs, in seconds a run.
pub struct Comparison {
    name: String,
    baseline: Vec<f64>,
    ours: Vec<f64>,
}

/// Runs both `rounds` times in turn, after one run of each that is not counted. Each closure enqueues one
/// run of its program on the clock's stream; which of them goes first changes every round.
///
/// # Errors
/// What the programs or the driver report.
pub fn compare(
    name: impl Into<String>,
    clock: &Clock,
    rounds: usize,
    mut baseline: impl FnMut() -> Result<(), Failure>,
    mut ours: impl FnMut() -> Result<(), Failure>,
) -> Result<Comparison, Failure> {
    clock.time(&mut baseline)?;
    clock.time(&mut ours)?;
    let mut comparison = Comparison {
        name: name.into(),
        baseline: Vec::new(),
        ours: Vec::new(),
    };
    for round in 0..rounds {
        if round.is_multiple_of(2) {
            comparison.baseline.push(clock.time(&mut baseline)?);
            comparison.ours.push(clock.time(&mut ours)?);
        } else {
            comparison.ours.push(clock.time(&mut ours)?);
            comparison.baseline.push(clock.time(&mut baseline)?);
        }
    }
    Ok(comparison)
}

impl Comparison {
    /// Times that were measured some other way.
    pub fn of(name: impl Into<String>, baseline: Vec<f64>, ours: Vec<f64>) -> Comparison {
        Comparison {
            name: name.into(),
            baseline,
            ours,
        }
    }

    /// The baseline's median, in seconds.
    pub fn baseline(&self) -> f64 {
        median(&self.baseline)
    }

    /// Our median, in seconds.
    pub fn ours(&self) -> f64 {
        median(&self.ours)
    }

    /// The baseline's median over ours.
    pub fn ratio(&self) -> f64 {
        median(&self.baseline) / median(&self.ours)
    }
}

fn median(times: &[f64]) -> f64 {
    let mut times = times.to_vec();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// The largest difference of a time from the median, as a part of it.
fn spread(times: &[f64]) -> f64 {
    let middle = median(times);
    times
        .iter()
        .map(|time| (time - middle).abs() / middle)
        .fold(0.0, f64::max)
}

/// A Markdown table; with each comparison goes the ratio that is asked for, if one is.
pub fn print(comparisons: &[(Comparison, Option<f64>)], rounds: usize) {
    println!(
        "| comparison | baseline, µs | ours, µs | ratio | asked for | spread, baseline / ours |"
    );
    println!("|---|---|---|---|---|---|");
    for (one, asked) in comparisons {
        let asked = asked.map_or_else(|| "—".to_owned(), |ratio| format!("≥ {ratio:.2}"));
        println!(
            "| {} | {:.2} | {:.2} | {:.3} | {asked} | {:.1} % / {:.1} % |",
            one.name,
            median(&one.baseline) * 1e6,
            median(&one.ours) * 1e6,
            one.ratio(),
            spread(&one.baseline) * 100.0,
            spread(&one.ours) * 100.0,
        );
    }
    println!("\nMedians of {rounds} interleaved runs in one process; outputs of both checked.");
}
