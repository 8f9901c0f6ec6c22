//! What the convergence analysis adds to the compilation of a kernel:
//! `cargo bench -p phalanx-compiler`, and, as cargo compiles macros and build scripts when nobody says
//! otherwise, `CARGO_PROFILE_BENCH_OPT_LEVEL=0 cargo bench -p phalanx-compiler`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use phalanx_compiler::converge::{self, Promises};
use phalanx_compiler::syntax::parse;
use phalanx_compiler::types;
use phalanx_compiler::types::env::OneItem;
use phalanx_compiler::types::typed::TypedFunction;
use quote::ToTokens;

const SOURCE: &str = include_str!("kernel.rs");
const ROUNDS: usize = 51;

fn main() {
    let mut front = Vec::new();
    let mut analysis = Vec::new();
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let kernel = typed();
        front.push(start.elapsed());
        let start = Instant::now();
        let verdict = converge::check_with(&kernel, &Promises::default());
        analysis.push(start.elapsed());
        if let Err(errors) = verdict {
            panic!("the kernel is refused: {}", errors.0[0].text());
        }
    }
    println!(
        "a kernel of {} lines, medians of {ROUNDS}: parsed and typed in {:.3} ms, analysed in {:.3} ms",
        SOURCE.lines().count(),
        median(front),
        median(analysis)
    );
}

/// As the macro gets it: tokens.
fn typed() -> TypedFunction {
    let mut item: syn::ItemFn = syn::parse_str(SOURCE).expect("Rust");
    item.attrs.clear();
    let function = parse::kernel(Default::default(), item.to_token_stream());
    let typed = function.and_then(|function| {
        let name = function.name.to_string();
        let sig = Arc::new(types::signature(&function, name, &OneItem)?);
        types::check(function, sig, String::new(), &OneItem)
    });
    typed.unwrap_or_else(|errors| panic!("{}", errors.0[0].text()))
}

/// In milliseconds.
fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64() * 1e3
}
