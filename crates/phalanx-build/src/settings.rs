//! What decides the build: cargo's variables, the user's, and what build.rs says.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::Build;
use crate::cfg::CfgSet;
use crate::dependencies::Asking;
use crate::error::Error;
use crate::package::TargetKind;
use crate::targets::Targets;
use crate::toolkit;

/// Whether there is to be CUDA code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// If there is an nvcc.
    Auto,
    /// It is an error if there is no nvcc.
    Require,
    /// No.
    Off,
}

/// The variables of the user's that decide, beside `PATH`.
pub const VARIABLES: &[&str] = &["PHALANX_CUDA", "PHALANX_TARGETS", "PHALANX_NVCC_FLAGS"];

#[derive(Debug, Clone)]
pub struct Settings {
    pub asking: Asking,
    pub cfg: CfgSet,
    pub out: PathBuf,
    /// The platform that is compiled for, and the one that compiles.
    pub target: String,
    pub host: String,
    pub jobs: usize,
    pub mode: Mode,
    pub targets: Targets,
    /// Further arguments of nvcc.
    pub flags: Vec<String>,
    /// Whose kernels are compiled.
    pub kinds: Vec<TargetKind>,
    /// Files of CUDA C++, and the folder in `OUT_DIR` for the image of each.
    pub cuda_files: Vec<(String, PathBuf)>,
}

impl Settings {
    /// The settings of a build script, in whose environment cargo says what is built.
    ///
    /// # Errors
    /// It is no build script's environment, or a variable of the user's has no meaning.
    pub fn of_build_script(
        build: &Build,
        var: &dyn Fn(&str) -> Option<OsString>,
        vars: impl Iterator<Item = (String, String)>,
    ) -> Result<Settings, Error> {
        let text = |name: &str| Some(var(name)?.to_string_lossy().into_owned());
        let cargo_var = |name: &'static str| var(name).ok_or(Error::NotABuildScript(name));
        let cargo_text = |name: &'static str| text(name).ok_or(Error::NotABuildScript(name));
        let manifest = match var("CARGO_MANIFEST_PATH") {
            Some(manifest) => PathBuf::from(manifest),
            None => Path::new(&cargo_var("CARGO_MANIFEST_DIR")?).join("Cargo.toml"),
        };
        let mut cfg = CfgSet::from_env(vars);
        for (name, set) in &build.cfgs {
            match set {
                true => cfg.set(name),
                false => cfg.unset(name),
            }
        }
        let target = cargo_text("TARGET")?;
        let out = PathBuf::from(cargo_var("OUT_DIR")?);
        let mut flags = build.flags.clone();
        if let Some(more) = text("PHALANX_NVCC_FLAGS") {
            flags.extend(more.split_whitespace().map(str::to_owned));
        }
        let root = manifest.parent().unwrap_or(Path::new(""));
        Ok(Settings {
            cuda_files: build
                .cuda_files
                .iter()
                .map(|(folder, file)| (folder.clone(), root.join(file)))
                .collect(),
            kinds: kinds(&manifest, var("CARGO_HOME")),
            asking: Asking {
                cargo: cargo_var("CARGO")?.into(),
                manifest,
                workspaces: out
                    .ancestors()
                    .map(|folder| folder.join("Cargo.toml"))
                    .filter(|manifest| manifest.is_file())
                    .collect(),
                triple: Some(target.clone()),
                features: cfg.features(),
            },
            cfg,
            out,
            target,
            host: cargo_text("HOST")?,
            jobs: text("NUM_JOBS")
                .and_then(|jobs| jobs.parse().ok())
                .unwrap_or(1),
            mode: mode(text("PHALANX_CUDA"), build.require)?,
            targets: match (text("PHALANX_TARGETS"), &build.targets) {
                (Some(names), _) if !names.trim().is_empty() => Targets::parse(&names)?,
                (_, Some(names)) => Targets::new(names)?,
                (_, None) => Targets::default(),
            },
            flags,
        })
    }

    /// The arguments of nvcc that do not depend on the kernel.
    pub fn arguments(&self) -> Vec<String> {
        let mut arguments = self.targets.arguments();
        arguments.extend(self.flags.iter().cloned());
        arguments
    }

    /// Where nvcc may be. `cargo xtask cuda` of a workspace installs it below the target folder, which is
    /// somewhere above `OUT_DIR`.
    pub fn search<'a>(&self, var: &'a dyn Fn(&str) -> Option<OsString>) -> toolkit::Search<'a> {
        toolkit::Search {
            var,
            target_folders: self.out.ancestors().skip(1).map(Path::to_owned).collect(),
        }
    }
}

/// What the user's variable says, else what build.rs says.
fn mode(variable: Option<String>, require: bool) -> Result<Mode, Error> {
    match variable.as_deref() {
        Some("require") => Ok(Mode::Require),
        Some("off") => Ok(Mode::Off),
        Some("auto") => Ok(Mode::Auto),
        None | Some("") if require => Ok(Mode::Require),
        None | Some("") => Ok(Mode::Auto),
        Some(other) => Err(Error::Mode(other.to_owned())),
    }
}

/// The crates whose kernels are needed: of a package from a registry nobody builds the tests.
fn kinds(manifest: &Path, cargo_home: Option<OsString>) -> Vec<TargetKind> {
    let downloaded = cargo_home.is_some_and(|home| {
        let home = Path::new(&home);
        manifest.starts_with(home.join("registry")) || manifest.starts_with(home.join("git"))
    });
    if downloaded {
        vec![TargetKind::Lib, TargetKind::Bin]
    } else {
        TargetKind::EVERY.to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CARGO: &[(&str, &str)] = &[
        ("CARGO", "/bin/cargo"),
        ("CARGO_MANIFEST_DIR", "/ws/own"),
        ("CARGO_HOME", "/home/u/.cargo"),
        ("CARGO_CFG_FEATURE", "default,wide"),
        ("OUT_DIR", "/ws/target/debug/build/own-1/out"),
        ("TARGET", "x86_64-unknown-linux-gnu"),
        ("HOST", "x86_64-unknown-linux-gnu"),
        ("NUM_JOBS", "3"),
    ];

    fn settings(build: &Build, more: &[(&str, &str)]) -> Result<Settings, Error> {
        let all: Vec<(String, String)> = CARGO
            .iter()
            .chain(more)
            .map(|&(key, value)| (key.to_owned(), value.to_owned()))
            .collect();
        let var = |name: &str| {
            let (_, value) = all.iter().rev().find(|(key, _)| key == name)?;
            Some(OsString::from(value))
        };
        Settings::of_build_script(build, &var, all.iter().cloned())
    }

    #[test]
    fn cargo_says_what_is_built() {
        let settings = settings(&Build::new(), &[]).unwrap();
        assert_eq!(settings.asking.manifest, Path::new("/ws/own/Cargo.toml"));
        assert_eq!(settings.asking.features, ["default", "wide"]);
        assert_eq!(settings.jobs, 3);
        assert_eq!(settings.mode, Mode::Auto);
        assert_eq!(settings.targets, Targets::default());
        assert_eq!(settings.kinds.len(), 5);
        let search = settings.search(&|_| None);
        assert!(search.target_folders.contains(&PathBuf::from("/ws/target")));
    }

    #[test]
    fn the_users_variables_win_over_build_rs() {
        let mut build = Build::new();
        build.require().targets(["sm_80"]).flag("-DX=1");
        let mode = |value: &str| settings(&build, &[("PHALANX_CUDA", value)]).map(|one| one.mode);
        assert_eq!(mode("off").unwrap(), Mode::Off);
        assert_eq!(mode("auto").unwrap(), Mode::Auto);
        assert_eq!(mode("").unwrap(), Mode::Require);
        assert!(
            mode("on")
                .unwrap_err()
                .to_string()
                .contains("`PHALANX_CUDA=on`")
        );
        let arguments = |more: &[_]| settings(&build, more).unwrap().arguments().join(" ");
        assert_eq!(arguments(&[]), "-gencode arch=compute_80,code=sm_80 -DX=1");
        assert_eq!(
            arguments(&[
                ("PHALANX_TARGETS", "sm_90a"),
                ("PHALANX_NVCC_FLAGS", "-G -O0")
            ]),
            "-gencode arch=compute_90a,code=sm_90a -DX=1 -G -O0"
        );
        assert!(settings(&build, &[("PHALANX_TARGETS", "turing")]).is_err());
    }

    #[test]
    fn the_tests_of_a_downloaded_package_are_not_compiled() {
        let at = |dir: &str| {
            settings(&Build::new(), &[("CARGO_MANIFEST_DIR", dir)])
                .unwrap()
                .kinds
        };
        let registry = "/home/u/.cargo/registry/src/index/kernels-1.0.0";
        assert_eq!(at(registry), [TargetKind::Lib, TargetKind::Bin]);
        assert_eq!(at("/home/u/own").len(), 5);
    }

    #[test]
    fn outside_a_build_script_it_says_so() {
        let result = Settings::of_build_script(&Build::new(), &|_| None, std::iter::empty());
        assert!(matches!(result, Err(Error::NotABuildScript(_))));
    }
}
