//! Runs each case on the emulator and, where there is one, on the first CUDA device. Without a device
//! the CUDA half of a case is reported as ignored, never as passed.

use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use phalanx::prelude::*;

/// The cases of one test binary.
pub struct Suite {
    cuda: Option<Device>,
    trials: Vec<Trial>,
}

impl Suite {
    /// No case yet.
    #[allow(clippy::new_without_default)] // looks for a device: not what `default` is for
    pub fn new() -> Suite {
        Suite {
            cuda: Device::cuda(0).ok(),
            trials: Vec::new(),
        }
    }

    /// Adds a case; it fails by an error, or by a panic with what differed.
    pub fn case(
        &mut self,
        name: impl Into<String>,
        check: impl Fn(&Stream) -> Result<(), Error> + Clone + Send + 'static,
    ) {
        let name = name.into();
        let on =
            |device: Device, check: &dyn Fn(&Stream) -> Result<(), Error>| -> Result<(), Failed> {
                check(&device.stream()?)?;
                Ok(())
            };
        let emulated = check.clone();
        self.trials
            .push(Trial::test(format!("{name}/emulator"), move || {
                on(Device::emulator(), &emulated)
            }));
        let device = self.cuda.clone();
        self.trials.push(
            Trial::test(format!("{name}/cuda"), move || match device {
                Some(device) => on(device, &check),
                None => Err("no CUDA device".into()),
            })
            .with_ignored_flag(self.cuda.is_none()),
        );
    }

    /// Runs them, as `cargo test` runs tests.
    pub fn run(self) -> ExitCode {
        if self.cuda.is_none() {
            println!("not run: the cases on a CUDA device, since there is none");
        }
        libtest_mimic::run(&Arguments::from_args(), self.trials).exit_code()
    }
}
