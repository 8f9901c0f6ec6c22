//! `cargo xtask fuzz --programs 10000 --seed 1`

use std::process::ExitCode;

use phalanx_differential::campaign::Plan;
use phalanx_differential::verdict::{Class, Verdict};
use phalanx_differential::{corpus, generate, table};

const USAGE: &str = "\
usage: cargo xtask fuzz [OPTION]...

  --programs N   how many programs are made up (10000)
  --seed N       which ones (1)
  --launches N   how often each is launched (8)
  --small N      how many programs that show a mistake are made small and kept (10)
  --examples N   of how many kinds of false refusal a small program is shown (0)
  --program N    only this one, by its own seed: shows it and what is said of it
  --file PATH    only the program in this file, such as one of seeds/";

struct Options {
    plan: Plan,
    program: Option<u64>,
    file: Option<String>,
}

fn main() -> ExitCode {
    let options = match options(std::env::args().skip(1)) {
        Some(options) => options,
        None => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    let launches = options.plan.launches;
    match (options.program, options.file) {
        (Some(seed), _) => {
            let source = generate::source(seed);
            println!("{source}");
            show(&source, seed, launches)
        }
        (None, Some(path)) => match std::fs::read_to_string(&path) {
            Ok(source) => show(&source, options.plan.seed, launches),
            Err(error) => {
                eprintln!("error: {path}: {error}");
                ExitCode::FAILURE
            }
        },
        (None, None) => run(&options.plan),
    }
}

fn options(mut arguments: impl Iterator<Item = String>) -> Option<Options> {
    let mut options = Options {
        plan: Plan {
            programs: 10_000,
            seed: 1,
            launches: 8,
            examples: 0,
            failures: 10,
            blind: None,
        },
        program: None,
        file: None,
    };
    while let Some(name) = arguments.next() {
        let value = arguments.next()?;
        if name == "--file" {
            options.file = Some(value);
            continue;
        }
        let number = match value.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16).ok()?,
            None => value.parse().ok()?,
        };
        match name.as_str() {
            "--programs" => options.plan.programs = number,
            "--seed" => options.plan.seed = number,
            "--launches" => options.plan.launches = number as usize,
            "--small" => options.plan.failures = number,
            "--examples" => options.plan.examples = number as usize,
            "--program" => options.program = Some(number),
            _ => return None,
        }
    }
    Some(options)
}

fn show(source: &str, seed: u64, launches: usize) -> ExitCode {
    match Verdict::of(source, seed, launches) {
        Ok(verdict) => {
            println!("{:?}\n{}", verdict.class(), verdict.report());
            match verdict.class() {
                Class::Unsound | Class::Untrue => ExitCode::FAILURE,
                _ => ExitCode::SUCCESS,
            }
        }
        Err(error) => {
            println!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(plan: &Plan) -> ExitCode {
    let summary = plan.run();
    for failure in &summary.failures {
        println!("{failure}");
        match corpus::keep(failure) {
            Ok(path) => println!("kept as {}\n", path.display()),
            Err(error) => println!("not kept: {error}\n"),
        }
    }
    print!("{}", table::text(plan, &summary));
    if summary.is_good() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
