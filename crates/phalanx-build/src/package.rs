//! The package being built, as cargo sees it: its targets and its workspace.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::error::Error;

/// One package and the crates in it.
#[derive(Debug, Clone)]
pub struct Package {
    /// The folder of its manifest.
    pub root: PathBuf,
    /// Rustc names the files of the workspace's packages relative to this folder.
    pub workspace_root: PathBuf,
    pub targets: Vec<Target>,
    /// The names by which the manifest lists other packages: as renamed, else as those are named, with
    /// `_` for `-`.
    pub dependencies: Vec<String>,
}

/// One crate of a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    pub kind: TargetKind,
    /// As the crate is named in Rust, with `_` for `-`.
    pub krate: String,
    /// The file of the crate's root module.
    pub root: PathBuf,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TargetKind {
    Lib,
    Bin,
    Example,
    Test,
    Bench,
}

impl TargetKind {
    pub const EVERY: [TargetKind; 5] = [
        TargetKind::Lib,
        TargetKind::Bin,
        TargetKind::Example,
        TargetKind::Test,
        TargetKind::Bench,
    ];

    const NAMES: [(&'static str, TargetKind); 5] = [
        ("lib", TargetKind::Lib),
        ("bin", TargetKind::Bin),
        ("example", TargetKind::Example),
        ("test", TargetKind::Test),
        ("bench", TargetKind::Bench),
    ];

    /// As `[lib]`, `[[bin]]`, … name it.
    pub fn name(self) -> &'static str {
        TargetKind::NAMES
            .into_iter()
            .find(|(_, kind)| *kind == self)
            .expect("every kind has a name")
            .0
    }

    /// With and without `cfg(test)`, where cargo compiles it so.
    pub fn tests(self) -> &'static [bool] {
        match self {
            TargetKind::Lib | TargetKind::Bin | TargetKind::Example => &[false, true],
            TargetKind::Test | TargetKind::Bench => &[true],
        }
    }

    /// Of the kinds in `cargo metadata`; a library says how it is linked.
    fn from_metadata(kinds: &Value) -> Option<TargetKind> {
        let kinds: Vec<&str> = kinds.as_array()?.iter().filter_map(Value::as_str).collect();
        if let Some((_, kind)) = TargetKind::NAMES
            .into_iter()
            .find(|(name, _)| kinds.contains(name))
        {
            return Some(kind);
        }
        let linked = ["rlib", "dylib", "cdylib", "staticlib", "proc-macro"];
        kinds
            .iter()
            .any(|kind| linked.contains(kind))
            .then_some(TargetKind::Lib)
    }
}

impl Package {
    /// Asks cargo for the package of a manifest.
    ///
    /// # Errors
    /// Cargo cannot be run, or refuses the manifest.
    pub fn read(cargo: &Path, manifest: &Path) -> Result<Package, Error> {
        let metadata = metadata(cargo, manifest, &["--no-deps"])?;
        let packages = metadata["packages"].as_array();
        let package = packages
            .into_iter()
            .flatten()
            .find(|package| {
                package["manifest_path"]
                    .as_str()
                    .is_some_and(|path| same_file(Path::new(path), manifest))
            })
            .ok_or_else(|| Error::NoSuchPackage(manifest.to_owned()))?;
        let workspace_root = metadata["workspace_root"].as_str().unwrap_or_default();
        Ok(Package {
            root: manifest.parent().unwrap_or(Path::new("")).to_owned(),
            workspace_root: workspace_root.into(),
            targets: targets(package),
            dependencies: package["dependencies"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|one| one["rename"].as_str().or(one["name"].as_str()))
                .map(|name| name.replace('-', "_"))
                .collect(),
        })
    }
}

/// The crates of a package in `cargo metadata`, the library first.
pub fn targets(package: &Value) -> Vec<Target> {
    let mut targets: Vec<Target> = package["targets"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|target| {
            Some(Target {
                kind: TargetKind::from_metadata(&target["kind"])?,
                krate: target["name"].as_str()?.replace('-', "_"),
                root: PathBuf::from(target["src_path"].as_str()?),
            })
        })
        .collect();
    targets.sort_by_key(|target| target.kind);
    targets
}

/// Runs `cargo metadata` for a manifest, without the network: what the build in progress needs is
/// there already.
pub fn metadata(cargo: &Path, manifest: &Path, args: &[&str]) -> Result<Value, Error> {
    let output = Command::new(cargo)
        .args(["metadata", "--offline", "--format-version", "1"])
        .args(args)
        .arg("--manifest-path")
        .arg(manifest)
        // A build script runs under flags that are meant for the crate.
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .output()
        .map_err(|source| Error::Run {
            program: cargo.to_owned(),
            source,
        })?;
    if !output.status.success() {
        return Err(Error::Metadata {
            manifest: manifest.to_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).trim().to_owned(),
        });
    }
    serde_json::from_slice(&output.stdout).map_err(|source| Error::Metadata {
        manifest: manifest.to_owned(),
        stderr: source.to_string(),
    })
}

pub fn same_file(a: &Path, b: &Path) -> bool {
    a == b || matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Folder;

    #[test]
    fn every_target_of_a_package_is_found() {
        let folder = Folder::new(&[
            (
                "Cargo.toml",
                r#"
                [package]
                name = "some-kernels"
                edition = "2024"
                [[test]]
                name = "explicit"
                path = "elsewhere/it.rs"
                [[example]]
                name = "an-example"
                path = "examples/deep/an.rs"
                [workspace]
                "#,
            ),
            ("src/lib.rs", ""),
            ("src/main.rs", "fn main() {}"),
            ("src/bin/tool.rs", "fn main() {}"),
            ("examples/plain.rs", "fn main() {}"),
            ("examples/folder/main.rs", "fn main() {}"),
            ("examples/deep/an.rs", "fn main() {}"),
            ("tests/t.rs", ""),
            ("benches/b.rs", ""),
            ("elsewhere/it.rs", ""),
            ("build.rs", "fn main() {}"),
        ]);
        let package = Package::read(Path::new("cargo"), &folder.path("Cargo.toml")).unwrap();
        let found: Vec<String> = package
            .targets
            .iter()
            .map(|target| {
                let root = target.root.strip_prefix(folder.root()).unwrap();
                format!("{} {} {}", target.kind.name(), target.krate, root.display())
            })
            .collect();
        let mut sorted = found.clone();
        sorted.sort();
        assert_eq!(
            sorted,
            [
                "bench b benches/b.rs",
                "bin some_kernels src/main.rs",
                "bin tool src/bin/tool.rs",
                "example an_example examples/deep/an.rs",
                "example folder examples/folder/main.rs",
                "example plain examples/plain.rs",
                "lib some_kernels src/lib.rs",
                "test explicit elsewhere/it.rs",
                "test t tests/t.rs",
            ]
        );
        assert_eq!(found[0], "lib some_kernels src/lib.rs");
    }

    #[test]
    fn what_cargo_says_of_a_bad_manifest_is_told() {
        let folder = Folder::new(&[("Cargo.toml", "[package]\nnam = \"x\"\n")]);
        let error = Package::read(Path::new("cargo"), &folder.path("Cargo.toml")).unwrap_err();
        assert!(error.to_string().contains("name"), "{error}");
    }
}
