//! Leaving the artefacts for the macros in `OUT_DIR`.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use phalanx_compiler::artefact::{self, Artefact, FOLDER, STATUS, Status};

use crate::error::Error;

/// The folder that macros look into.
pub fn folder(out: &Path) -> PathBuf {
    out.join(FOLDER)
}

/// Writes the status and the artefacts, and removes those of an earlier run. The status is written last:
/// where it stands, everything stands.
pub fn write(folder: &Path, status: &Status, artefacts: &[Artefact]) -> Result<(), Error> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        |source| Error::Write { path, source }
    };
    std::fs::create_dir_all(folder).map_err(failed(folder))?;
    let mut counts = HashMap::new();
    let mut written = HashSet::new();
    for one in artefacts {
        let count = counts.entry((one.kind, one.hash)).or_insert(0);
        let name = artefact::file_name(one.kind, one.hash, *count);
        *count += 1;
        let path = folder.join(&name);
        std::fs::write(&path, one.to_text()).map_err(failed(&path))?;
        written.insert(name);
    }
    for entry in std::fs::read_dir(folder).map_err(failed(folder))?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_artefact = name.ends_with(".kernel") || name.ends_with(".device_fn");
        if is_artefact && !written.contains(&name) {
            std::fs::remove_file(entry.path()).map_err(failed(&entry.path()))?;
        }
    }
    let path = folder.join(STATUS);
    std::fs::write(&path, status.to_text()).map_err(failed(&path))
}

/// Writes what a person may want to know of the run.
pub fn write_log(folder: &Path, text: &str) -> Result<(), Error> {
    let path = folder.join("log");
    std::fs::write(&path, text).map_err(|source| Error::Write { path, source })
}

#[cfg(test)]
mod tests {
    use phalanx_compiler::artefact::Kind;

    use super::*;
    use crate::testing::Folder;

    #[test]
    fn what_is_left_is_what_is_there_now() {
        let out = Folder::new(&[("phalanx/cuda/k.fatbin", "image")]);
        let folder = folder(out.root());
        let kernel = |name: &str, hash| Artefact::new(Kind::Kernel, hash, name);
        let names = || {
            let mut names: Vec<_> = std::fs::read_dir(&folder)
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .collect();
            names.sort();
            names
        };
        let device_fn = Artefact::new(Kind::DeviceFn, 1, "f");
        let first = [kernel("a", 1), kernel("b", 1), kernel("c", 2), device_fn];
        write(&folder, &Status::Cuda, &first).unwrap();
        assert_eq!(
            names(),
            [
                "0000000000000001-0.device_fn",
                "0000000000000001-0.kernel",
                "0000000000000001-1.kernel",
                "0000000000000002-0.kernel",
                "cuda",
                "status"
            ]
        );
        write(&folder, &Status::Off("no nvcc".into()), &[kernel("b", 1)]).unwrap();
        assert_eq!(names(), ["0000000000000001-0.kernel", "cuda", "status"]);
        let text = std::fs::read_to_string(folder.join("0000000000000001-0.kernel")).unwrap();
        assert_eq!(Artefact::from_text(&text).unwrap().name, "b");
        let status = std::fs::read_to_string(folder.join(STATUS)).unwrap();
        assert_eq!(
            Status::from_text(&status),
            Ok(Status::Off("no nvcc".into()))
        );
    }
}
