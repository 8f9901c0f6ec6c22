//! The kernels of a package for a person at a terminal: what a build script would make of them, outside
//! of a build. `cargo phalanx` reads it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use phalanx_compiler::cuda::{self, Unit};
use phalanx_compiler::types::typed::TypedFunction;
use serde_json::Value;

use crate::cfg::CfgSet;
use crate::dependencies::{Asking, Dependencies};
use crate::error::Error;
use crate::front::{self, Item};
use crate::nvcc::{Nvcc, Source};
use crate::package::{self, Package, TargetKind};
use crate::targets::Targets;
use crate::toolkit::{self, Search, Toolkit};
use crate::universe::Universe;

/// What to look at.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// A package of the workspace; else the one of the current folder, or, between packages, all.
    pub package: Option<String>,
    pub features: Vec<String>,
    pub no_default_features: bool,
    pub all_features: bool,
    /// Without debug assertions.
    pub release: bool,
    /// Names in `cfg`s that a build script sets.
    pub cfgs: Vec<String>,
}

/// One kernel.
pub struct Kernel {
    /// `krate::module::name`, where a target is named beside a library of the same name `krate_bin`.
    pub path: String,
    /// `src/lib.rs:10`.
    pub place: String,
    pub compiled: Result<Compiled, Vec<String>>,
}

/// A kernel that has CUDA C++.
pub struct Compiled {
    pub unit: Unit,
    pub typed: Arc<TypedFunction>,
}

/// The resources that a function of an image takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resources {
    pub symbol: String,
    /// `sm_90`.
    pub target: String,
    /// Registers of a thread.
    pub registers: u32,
    /// Static shared memory of a block, in bytes.
    pub shared: u32,
    /// Local memory of a thread, in bytes: arrays that are indexed, and what registers do not hold.
    pub stack: u32,
    /// Bytes stored to local memory for want of registers.
    pub spilled: u32,
}

/// A package and its kernels.
pub struct Inspected {
    pub kernels: Vec<Kernel>,
    /// Files are named relative to it.
    pub workspace_root: PathBuf,
    /// Where cargo puts what it builds.
    pub target_directory: PathBuf,
}

/// The kernels that a request is about.
///
/// # Errors
/// Cargo or rustc cannot be asked, or there is no such package.
pub fn kernels(request: &Request) -> Result<Inspected, Error> {
    let cargo = PathBuf::from(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    let root = output(Command::new(&cargo).args(["locate-project", "--message-format", "plain"]))?;
    let metadata = package::metadata(&cargo, Path::new(root.trim()), &["--no-deps"])?;
    let rustc_cfg = output(Command::new(rustc()).args(["--print", "cfg"]))?;
    let mut inspected = Inspected {
        kernels: Vec::new(),
        workspace_root: PathBuf::from(metadata["workspace_root"].as_str().unwrap_or_default()),
        target_directory: PathBuf::from(metadata["target_directory"].as_str().unwrap_or_default()),
    };
    for package in chosen(&metadata, Path::new(root.trim()), request)? {
        let cfg = cfg(&rustc_cfg, package, request);
        let manifest = PathBuf::from(package["manifest_path"].as_str().unwrap_or_default());
        let options = cuda::Options {
            debug_assertions: cfg.is_set("debug_assertions"),
        };
        let package = Package::read(&cargo, &manifest)?;
        let dependencies = Dependencies::new(Asking {
            cargo: cargo.clone(),
            manifest,
            workspaces: Vec::new(),
            triple: None,
            features: cfg.features(),
        });
        let universe = Universe::read(&package, &TargetKind::EVERY, &cfg, dependencies);
        let items = front::run(&universe, &package.workspace_root, options);
        inspected
            .kernels
            .extend(items.into_iter().filter_map(kernel));
    }
    Ok(inspected)
}

/// Compiles kernels to machine code and tells what they take.
///
/// # Errors
/// There is no nvcc, or it refuses a kernel.
pub fn resources(
    inspected: &Inspected,
    kernels: &[&Compiled],
) -> Result<Vec<Vec<Resources>>, Error> {
    let var = |name: &str| std::env::var_os(name);
    let search = Search {
        var: &var,
        target_folders: vec![inspected.target_directory.clone()],
    };
    let (nvcc, version) = search.find().map_err(Error::NoToolkit)?;
    let host = host()?;
    let toolkit = Toolkit {
        nvcc,
        version,
        host_compiler: Some(toolkit::host_compiler(&host, &host).map_err(Error::NoToolkit)?),
    };
    let targets = match var("PHALANX_TARGETS") {
        Some(names) => Targets::parse(&names.to_string_lossy())?,
        None => Targets::default(),
    };
    let folder = inspected.target_directory.join("phalanx-info");
    let nvcc = Nvcc {
        toolkit: &toolkit,
        folder: &folder,
        root: &inspected.workspace_root,
        arguments: targets.arguments(),
        headers: cuda::HEADERS,
        jobs: std::thread::available_parallelism().map_or(1, Into::into),
    };
    let sources: Vec<Source> = kernels
        .iter()
        .map(|kernel| Source {
            name: kernel.typed.sig.name.clone(),
            text: kernel.unit.source.clone(),
            fma: kernel.unit.fma,
        })
        .collect();
    let units = nvcc.compile(&sources)?;
    Ok(units.iter().map(|unit| read_resources(&unit.log)).collect())
}

fn kernel(item: Item) -> Option<Kernel> {
    let artefact = item.artefact;
    if artefact.kind != phalanx_compiler::artefact::Kind::Kernel {
        return None;
    }
    let compiled = item.kernel.map(|kernel| Compiled {
        unit: kernel.unit,
        typed: kernel.typed,
    });
    let errors = || {
        let places = artefact.errors.iter().map(|error| {
            let at = format!("{}:{}:{}", artefact.file, error.line, error.column + 1);
            format!("{at}: {}", error.message)
        });
        let mut errors: Vec<String> = places.collect();
        if errors.is_empty() {
            errors.extend(artefact.left_out.clone());
        }
        errors
    };
    Some(Kernel {
        path: item.id,
        place: format!("{}:{}", artefact.file, artefact.line),
        compiled: compiled.ok_or_else(errors),
    })
}

/// The packages of a request.
fn chosen<'m>(
    metadata: &'m Value,
    manifest: &Path,
    request: &Request,
) -> Result<Vec<&'m Value>, Error> {
    let packages = || metadata["packages"].as_array().into_iter().flatten();
    if let Some(name) = &request.package {
        let found: Vec<_> = packages()
            .filter(|package| package["name"] == **name)
            .collect();
        return match found.is_empty() {
            true => Err(Error::NoSuchPackage(PathBuf::from(name))),
            false => Ok(found),
        };
    }
    let here = packages().find(|package| {
        let path = package["manifest_path"].as_str().unwrap_or_default();
        package::same_file(Path::new(path), manifest)
    });
    if let Some(here) = here {
        return Ok(vec![here]);
    }
    let has_kernels = |package: &&Value| {
        let mut dependencies = package["dependencies"].as_array().into_iter().flatten();
        dependencies.any(|one| one["name"] == "phalanx")
    };
    Ok(packages().filter(has_kernels).collect())
}

fn cfg(rustc_cfg: &str, package: &Value, request: &Request) -> CfgSet {
    let lines = rustc_cfg
        .lines()
        .filter(|line| !(request.release && *line == "debug_assertions"));
    let text: String = lines.flat_map(|line| [line, "\n"]).collect();
    let mut cfg = CfgSet::from_rustc(&text).with_features(features(package, request));
    for name in &request.cfgs {
        cfg.set(name);
    }
    cfg
}

/// The features of a package that a request turns on, with those that they turn on.
fn features(package: &Value, request: &Request) -> Vec<String> {
    let Some(all) = package["features"].as_object() else {
        return Vec::new();
    };
    let mut open: Vec<String> = match request.all_features {
        true => all.keys().cloned().collect(),
        false => request.features.clone(),
    };
    if !request.no_default_features {
        open.push("default".to_owned());
    }
    let mut on: Vec<String> = Vec::new();
    while let Some(name) = open.pop() {
        if on.contains(&name) {
            continue;
        }
        // `dep:x` and `x/feature` are no features of this package.
        if let Some(more) = all.get(&name).and_then(Value::as_array) {
            open.extend(more.iter().filter_map(Value::as_str).map(str::to_owned));
            on.push(name);
        }
    }
    on
}

fn rustc() -> PathBuf {
    std::env::var_os("RUSTC")
        .unwrap_or_else(|| "rustc".into())
        .into()
}

fn host() -> Result<String, Error> {
    let version = output(Command::new(rustc()).arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.unwrap_or_default().to_owned())
}

fn output(command: &mut Command) -> Result<String, Error> {
    let program = PathBuf::from(command.get_program());
    let output = command.output().map_err(|source| Error::Run {
        program: program.clone(),
        source,
    })?;
    if !output.status.success() {
        return Err(Error::Run {
            program,
            source: std::io::Error::other(
                String::from_utf8_lossy(&output.stderr).trim().to_owned(),
            ),
        });
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// What ptxas says of each function: `Used 8 registers, used 0 barriers, 400 bytes smem`.
fn read_resources(log: &str) -> Vec<Resources> {
    let mut all: Vec<Resources> = Vec::new();
    for line in log.lines() {
        if let Some((_, entry)) = line.split_once("Compiling entry function '")
            && let Some((symbol, target)) = entry.split_once("' for '")
        {
            all.push(Resources {
                symbol: symbol.to_owned(),
                target: target.trim_end_matches('\'').to_owned(),
                registers: 0,
                shared: 0,
                stack: 0,
                spilled: 0,
            });
        }
        let Some(last) = all.last_mut() else { continue };
        for part in line
            .trim()
            .trim_start_matches("ptxas info    : ")
            .split(", ")
        {
            let words: Vec<&str> = part.split_whitespace().collect();
            match words.as_slice() {
                ["Used", number, "registers"] => last.registers = number.parse().unwrap_or(0),
                [number, "bytes", "smem"] => last.shared = number.parse().unwrap_or(0),
                [number, "bytes", "stack", "frame"] => last.stack = number.parse().unwrap_or(0),
                [number, "bytes", "spill", "stores"] => last.spilled = number.parse().unwrap_or(0),
                _ => {}
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ptxas_tells_the_resources_of_each_function() {
        let log = "ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'spmv_4' for 'sm_90'
ptxas info    : Function properties for spmv_4
    16 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads
ptxas info    : Used 32 registers, used 1 barriers, 16 bytes cumulative stack size, 1024 bytes smem
ptxas info    : Compile time = 4.375 ms
ptxas info    : Compiling entry function 'spmv_8' for 'sm_80'
ptxas info    : Function properties for spmv_8
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 8 registers, used 0 barriers
";
        let resources = |symbol: &str, target: &str, numbers: [u32; 4]| Resources {
            symbol: symbol.to_owned(),
            target: target.to_owned(),
            registers: numbers[0],
            shared: numbers[1],
            stack: numbers[2],
            spilled: numbers[3],
        };
        assert_eq!(
            read_resources(log),
            [
                resources("spmv_4", "sm_90", [32, 1024, 16, 8]),
                resources("spmv_8", "sm_80", [8, 0, 0, 0])
            ]
        );
    }

    #[test]
    fn features_turn_on_others() {
        let package = serde_json::json!({ "features": {
            "default": ["a"], "a": ["b", "dep:x", "y/z"], "b": [], "c": ["a"], "d": []
        }});
        let on = |request: &Request| {
            let mut on = features(&package, request);
            on.sort();
            on.join(" ")
        };
        assert_eq!(on(&Request::default()), "a b default");
        let request = Request {
            features: vec!["c".to_owned()],
            no_default_features: true,
            ..Request::default()
        };
        assert_eq!(on(&request), "a b c");
        let request = Request {
            all_features: true,
            ..Request::default()
        };
        assert_eq!(on(&request), "a b c d default");
    }
}
