//! `cargo phalanx`: what becomes of the kernels of a package, for a person at a terminal.

mod choose;
mod options;
mod show;

use std::process::ExitCode;

use phalanx_build::inspect;

use options::{Action, Options};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    let Some(Options { action, request }) = Options::parse()? else {
        println!("{}", options::USAGE);
        return Ok(());
    };
    let inspected = inspect::kernels(&request)?;
    let kernels = &inspected.kernels;
    match action {
        Action::Expand(name) => print!("{}", show::expanded(choose::compiled(kernels, &name)?)),
        Action::Doc(name) => print!("{}", show::documentation(choose::compiled(kernels, &name)?)),
        Action::Info(name) => {
            let chosen = choose::some(kernels, name.as_deref())?;
            let compiled: Vec<_> = chosen
                .iter()
                .filter_map(|one| one.compiled.as_ref().ok())
                .collect();
            let resources = inspect::resources(&inspected, &compiled)?;
            print!("{}", show::table(&chosen, &resources));
        }
    }
    Ok(())
}
