//! Files of CUDA C++ that users bring themselves.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::nvcc::{Compiled, Nvcc, Source};
use crate::settings::Settings;

/// Compiles the files, and puts the image of each where `include_bytes!` looks for it.
pub fn compile(settings: &Settings, nvcc: &Nvcc<'_>) -> Result<Vec<Compiled>, Error> {
    let mut all = Vec::new();
    for (folder, files) in by_folder(settings) {
        // What is kept from build to build stands apart from what is embedded.
        let kept = folder.join("nvcc");
        let mut sources = Vec::new();
        let mut includes = Vec::new();
        for file in &files {
            let text = std::fs::read_to_string(file).map_err(|source| Error::Read {
                path: (*file).to_owned(),
                source,
            })?;
            sources.push(Source {
                name: stem(file),
                text: format!("#line 1 \"{}\"\n{text}", file.display()),
                fma: false,
            });
            let beside = file.parent().unwrap_or(Path::new(""));
            includes.extend(["-I".to_owned(), beside.display().to_string()]);
        }
        let units = nvcc.elsewhere(&kept, includes).compile(&sources)?;
        for (file, unit) in files.iter().zip(&units) {
            let image = image(&folder, file);
            let from = kept.join(&unit.image);
            std::fs::copy(&from, &image).map_err(|source| Error::Write {
                path: image,
                source,
            })?;
        }
        all.extend(units);
    }
    Ok(all)
}

/// Leaves an empty image for each, so that the crate builds without CUDA code.
pub fn leave_out(settings: &Settings) -> Result<(), Error> {
    for (folder, files) in by_folder(settings) {
        for file in files {
            crate::nvcc::write(&image(&folder, file), "")?;
        }
    }
    Ok(())
}

fn by_folder(settings: &Settings) -> BTreeMap<PathBuf, Vec<&Path>> {
    let mut folders: BTreeMap<PathBuf, Vec<&Path>> = BTreeMap::new();
    for (folder, file) in &settings.cuda_files {
        let folder = settings.out.join(folder);
        folders.entry(folder).or_default().push(file);
    }
    folders
}

fn image(folder: &Path, file: &Path) -> PathBuf {
    folder.join(format!("{}.fatbin", stem(file)))
}

fn stem(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or(file.as_os_str());
    stem.to_string_lossy().into_owned()
}
