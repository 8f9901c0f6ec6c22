//! The build script's run, from sources to artefacts.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::Path;
use std::time::Instant;

use phalanx_compiler::artefact::{Artefact, Kind, Status};
use phalanx_compiler::cuda;

use crate::cuda_files;
use crate::dependencies::Dependencies;
use crate::error::Error;
use crate::front::{self, Item};
use crate::leave;
use crate::nvcc::{Nvcc, Source};
use crate::package::Package;
use crate::report::Report;
use crate::settings::{Mode, Settings};
use crate::toolkit::{self, Toolkit};
use crate::universe::Universe;

/// Below the folder of the artefacts: headers, CUDA C++ and images.
const CUDA: &str = "cuda";

/// Reads the environment's variables.
pub type Var<'a> = &'a dyn Fn(&str) -> Option<OsString>;

/// Compiles the kernels of a package.
///
/// # Errors
/// Those of [`Error`]. What is wrong with a kernel is none: its macro reports it.
pub fn run(settings: &Settings, var: Var<'_>) -> Result<Report, Error> {
    let package = Package::read(&settings.asking.cargo, &settings.asking.manifest)?;
    let dependencies = Dependencies::new(settings.asking.clone());
    let universe = Universe::read(&package, &settings.kinds, &settings.cfg, dependencies);
    let options = cuda::Options {
        debug_assertions: settings.cfg.is_set("debug_assertions"),
    };
    let mut items = front::run(&universe, &package.workspace_root, options);
    let mut report = Report::new(&package, &universe);
    report.watch(settings.cuda_files.iter().map(|(_, file)| file.clone()));
    let folder = leave::folder(&settings.out);
    let status = match toolkit(settings, var)? {
        Ok(toolkit) => {
            report.nvcc(&toolkit);
            let folder = folder.join(CUDA);
            let time = Instant::now();
            let nvcc = nvcc(settings, &toolkit, &folder, &package.workspace_root);
            let mut units = compile(&nvcc, &mut items)?;
            units.extend(cuda_files::compile(settings, &nvcc)?);
            report.compiled(&units, time.elapsed());
            for item in &mut items {
                // Among kernels that have machine code, one without is an error.
                item.artefact.errors.extend(item.unreported.take());
            }
            Status::Cuda
        }
        Err(reason) => {
            let is_kernel = |item: &Item| item.artefact.kind == Kind::Kernel;
            if settings.mode == Mode::Auto && items.iter().any(is_kernel) {
                report.no_nvcc(&reason);
            }
            cuda_files::leave_out(settings)?;
            Status::Off(reason)
        }
    };
    let artefacts: Vec<Artefact> = items.into_iter().map(|item| item.artefact).collect();
    leave::write(&folder, &status, &artefacts)?;
    leave::write_log(&folder, &report.log())?;
    Ok(report)
}

/// The toolkit, or why there is to be no CUDA code.
fn toolkit(settings: &Settings, var: Var<'_>) -> Result<Result<Toolkit, String>, Error> {
    if settings.mode == Mode::Off {
        return Ok(Err(
            "`PHALANX_CUDA=off` was set when the crate was built".to_owned()
        ));
    }
    let found = settings.search(var).find().and_then(|(nvcc, version)| {
        let host_compiler = match var("NVCC_CCBIN") {
            Some(_) => None,
            None => Some(toolkit::host_compiler(&settings.target, &settings.host)?),
        };
        Ok(Toolkit {
            nvcc,
            version,
            host_compiler,
        })
    });
    match found {
        Err(reason) if settings.mode == Mode::Require => Err(Error::NoToolkit(reason)),
        found => Ok(found),
    }
}

/// How to compile the kernels of a package.
pub fn nvcc<'a>(
    settings: &Settings,
    toolkit: &'a Toolkit,
    folder: &'a Path,
    root: &'a Path,
) -> Nvcc<'a> {
    Nvcc {
        toolkit,
        folder,
        root,
        arguments: settings.arguments(),
        headers: cuda::HEADERS,
        jobs: settings.jobs,
    }
}

/// Compiles the kernels, and tells their artefacts where the images are.
fn compile(nvcc: &Nvcc<'_>, items: &mut [Item]) -> Result<Vec<crate::nvcc::Compiled>, Error> {
    let mut sources: Vec<Source> = Vec::new();
    // A kernel that stands in a crate and in its tests is one translation unit.
    let mut indices = HashMap::new();
    let mut unit_of = Vec::new();
    for item in items.iter() {
        let Some(kernel) = &item.kernel else { continue };
        let source = Source {
            name: item.artefact.name.clone(),
            text: kernel.unit.source.clone(),
            fma: kernel.unit.fma,
        };
        let index = *indices.entry(source.clone()).or_insert(sources.len());
        if index == sources.len() {
            sources.push(source);
        }
        unit_of.push(index);
    }
    let units = nvcc.compile(&sources)?;
    let kernels = items.iter_mut().filter(|item| item.kernel.is_some());
    for (item, unit) in kernels.zip(unit_of) {
        item.artefact.image = Some(format!("{CUDA}/{}", units[unit].image));
    }
    Ok(units)
}

#[cfg(all(test, unix))]
mod tests;
