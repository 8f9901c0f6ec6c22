//! What a build script tells cargo and the user.
//!
//! Cargo shows a person only warnings, and shows them again at each build until the script runs anew. So
//! what is no fault of anyone, such as how long nvcc took, goes to the script's output, which
//! `cargo build -vv` shows, and to the file `OUT_DIR/phalanx/log`; with `PHALANX_VERBOSE=1` it is a
//! warning too.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use crate::nvcc::Compiled;
use crate::package::Package;
use crate::settings;
use crate::toolkit::{self, Toolkit};
use crate::universe::Universe;

/// Variables that `cc` chooses the host compiler by, and the one that nvcc does.
const COMPILER_VARIABLES: &[&str] = &["CXX", "HOST_CXX", "TARGET_CXX", "NVCC_CCBIN"];

/// Everything to be said, in the end.
#[derive(Debug, Default)]
pub struct Report {
    /// Files and folders; a change of one runs the script again.
    watched: BTreeSet<PathBuf>,
    variables: BTreeSet<String>,
    warnings: Vec<String>,
    notes: Vec<String>,
}

impl Report {
    pub fn new(package: &Package, universe: &Universe) -> Report {
        let mut report = Report::default();
        report.watch_sources(package, universe);
        let variables = [settings::VARIABLES, toolkit::VARIABLES, COMPILER_VARIABLES];
        for variable in variables.into_iter().flatten() {
            report.variables.insert((*variable).to_owned());
        }
        report.notes.extend(universe.problems());
        report
    }

    fn watch_sources(&mut self, package: &Package, universe: &Universe) {
        self.watched.insert(package.root.join("Cargo.toml"));
        self.watched.extend(universe.files());
        // A new file in one of these is a new crate. Cargo watches only what exists: the first file of
        // a new folder is found when something else changes.
        for folder in ["src/bin", "examples", "tests", "benches"] {
            let folder = package.root.join(folder);
            if folder.is_dir()
                && package
                    .targets
                    .iter()
                    .any(|one| one.root.starts_with(&folder))
            {
                self.watched.insert(folder);
            }
        }
        if universe.asked_cargo() {
            let lock = package.workspace_root.join("Cargo.lock");
            self.watched.extend(lock.is_file().then_some(lock));
        }
    }

    /// A change of these runs the script again.
    pub fn watch(&mut self, files: impl IntoIterator<Item = PathBuf>) {
        self.watched.extend(files);
    }

    /// CUDA code is made by this toolkit.
    pub fn nvcc(&mut self, toolkit: &Toolkit) {
        self.watched.insert(toolkit.nvcc.clone());
        self.notes.push(format!(
            "nvcc {} ({})",
            toolkit.version,
            toolkit.nvcc.display()
        ));
    }

    /// There is no CUDA code, since there is no nvcc.
    pub fn no_nvcc(&mut self, reason: &str) {
        // It may come into the path.
        self.variables.insert("PATH".to_owned());
        self.warnings.push(format!(
            "kernels run on the emulator only: {reason} (`PHALANX_CUDA=off` silences this warning)"
        ));
    }

    /// What nvcc did.
    pub fn compiled(&mut self, units: &[Compiled], time: Duration) {
        let fresh = units.iter().filter(|unit| unit.fresh).count();
        self.notes.push(format!(
            "CUDA took {:.1} s: nvcc compiled {fresh} of {} files, the others had not changed",
            time.as_secs_f64(),
            units.len()
        ));
        for warning in units.iter().flat_map(Compiled::warnings) {
            if !self.warnings.contains(&warning) {
                self.warnings.push(warning);
            }
        }
    }

    /// The lines for cargo.
    pub fn directives(&self, verbose: bool) -> Vec<String> {
        let watched = self
            .watched
            .iter()
            .map(|path| format!("cargo::rerun-if-changed={}", path.display()));
        let variables = self
            .variables
            .iter()
            .map(String::as_str)
            .chain(["PHALANX_VERBOSE"])
            .map(|name| format!("cargo::rerun-if-env-changed={name}"));
        let loud = self.notes.iter().filter(|_| verbose);
        let warnings = self
            .warnings
            .iter()
            .chain(loud)
            .flat_map(|text| text.lines())
            .map(|line| format!("cargo::warning={line}"));
        let notes = self.notes.iter().map(|note| format!("phalanx: {note}"));
        watched
            .chain(variables)
            .chain(warnings)
            .chain(notes)
            .collect()
    }

    /// The notes, for the log.
    pub fn log(&self) -> String {
        self.notes.iter().map(|note| format!("{note}\n")).collect()
    }
}
