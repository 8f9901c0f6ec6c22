//! Finding nvcc and the host compiler it preprocesses with.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The oldest nvcc whose builtins generated code uses (`__nv_atomic_*`, CUDA 12.8).
const OLDEST: (u32, u32) = (12, 8);

/// Where `cargo xtask cuda` of a workspace puts the toolkit, below its target folder.
const PROVIDED: &str = "cuda/nvidia/cu13/bin";

/// A usable nvcc.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Toolkit {
    pub nvcc: PathBuf,
    /// `13.0.88`.
    pub version: String,
    /// What nvcc preprocesses with; `None` where `NVCC_CCBIN` tells nvcc itself.
    pub host_compiler: Option<PathBuf>,
}

/// Where nvcc may be.
pub struct Search<'a> {
    /// Reads a variable of the environment.
    pub var: &'a dyn Fn(&str) -> Option<OsString>,
    /// Folders of which one may be a target folder with a toolkit in it.
    pub target_folders: Vec<PathBuf>,
}

/// Variables that [`Search::find`] reads, beside `PATH`.
pub const VARIABLES: &[&str] = &["NVCC", "CUDA_HOME", "CUDA_PATH"];

impl Search<'_> {
    /// The nvcc to use and its version. `NVCC` decides if it is set; else the first that is new enough
    /// of those under `CUDA_HOME` or `CUDA_PATH`, in `PATH`, and in a target folder.
    ///
    /// # Errors
    /// A text that continues "CUDA is required, but …".
    pub fn find(&self) -> Result<(PathBuf, String), String> {
        if let Some(nvcc) = self.set("NVCC") {
            let nvcc = PathBuf::from(nvcc);
            let version = usable(&nvcc).map_err(|reason| format!("`NVCC` names {reason}"))?;
            return Ok((nvcc, version));
        }
        let mut refused = Vec::new();
        for nvcc in self.candidates() {
            match usable(&nvcc) {
                Ok(version) => return Ok((nvcc, version)),
                Err(reason) => refused.push(reason),
            }
        }
        if refused.is_empty() {
            Err("nvcc was not found: set `NVCC` or `CUDA_HOME`, or put nvcc into `PATH`".to_owned())
        } else {
            Err(format!("there is only {}", refused.join(", and ")))
        }
    }

    fn candidates(&self) -> Vec<PathBuf> {
        let name = format!("nvcc{}", std::env::consts::EXE_SUFFIX);
        let homes = ["CUDA_HOME", "CUDA_PATH"]
            .into_iter()
            .filter_map(|home| self.set(home))
            .map(|home| Path::new(&home).join("bin"));
        let path = self.set("PATH").unwrap_or_default();
        let provided = self
            .target_folders
            .iter()
            .map(|folder| folder.join(PROVIDED));
        let mut found: Vec<PathBuf> = Vec::new();
        for folder in homes.chain(std::env::split_paths(&path)).chain(provided) {
            let nvcc = folder.join(&name);
            if nvcc.is_file() && !found.contains(&nvcc) {
                found.push(nvcc);
            }
        }
        found
    }

    fn set(&self, name: &str) -> Option<OsString> {
        (self.var)(name).filter(|value| !value.is_empty())
    }
}

/// The version of an nvcc that is new enough, else what it is.
fn usable(nvcc: &Path) -> Result<String, String> {
    let shown = nvcc.display();
    let output = Command::new(nvcc)
        .arg("--version")
        .output()
        .map_err(|error| format!("`{shown}`, which does not run ({error})"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let version =
        version(&text).ok_or_else(|| format!("`{shown}`, which does not tell its version"))?;
    let mut numbers = version.split('.').map(|part| part.parse().unwrap_or(0));
    let found = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if found < OLDEST {
        return Err(format!(
            "`{shown}` of CUDA {}.{}, and Phalanx needs {}.{} or newer",
            found.0, found.1, OLDEST.0, OLDEST.1
        ));
    }
    Ok(version.to_owned())
}

/// `13.0.88` of `Cuda compilation tools, release 13.0, V13.0.88`.
fn version(text: &str) -> Option<&str> {
    let release = text.lines().find(|line| line.contains("release"))?;
    let version = release.rsplit_once(", V")?.1.trim();
    version
        .starts_with(|c: char| c.is_ascii_digit())
        .then_some(version)
}

/// The C++ compiler that `cc` chooses for a target.
///
/// # Errors
/// A text that continues "CUDA is required, but …".
pub fn host_compiler(target: &str, host: &str) -> Result<PathBuf, String> {
    cc::Build::new()
        .cpp(true)
        .cargo_metadata(false)
        .cargo_warnings(false)
        .target(target)
        .host(host)
        .opt_level(0)
        .try_get_compiler()
        .map(|compiler| compiler.path().to_owned())
        .map_err(|error| format!("no C++ compiler was found for nvcc: {error}"))
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::testing::Folder;

    /// A script that answers as nvcc does.
    fn nvcc(folder: &Folder, name: &str, version: &str) {
        let text = format!(
            "#!/bin/sh\necho 'Cuda compilation tools, release {}, V{version}'\n",
            version.rsplit_once('.').unwrap().0
        );
        folder.write(name, &text);
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(folder.path(name), mode).unwrap();
    }

    fn find(folder: &Folder, vars: &[(&str, &str)]) -> Result<String, String> {
        let var = |name: &str| {
            let (_, path) = vars.iter().find(|(key, _)| *key == name)?;
            Some(folder.path(path).into_os_string())
        };
        let search = Search {
            var: &var,
            target_folders: vec![folder.path("target/debug"), folder.path("target")],
        };
        search.find().map(|(nvcc, version)| {
            let nvcc = nvcc.strip_prefix(folder.root()).unwrap();
            format!("{} {version}", nvcc.display())
        })
    }

    #[test]
    fn the_first_new_enough_is_taken() {
        let folder = Folder::new(&[]);
        nvcc(&folder, "set/nvcc", "12.9.1");
        nvcc(&folder, "home/bin/nvcc", "12.8.0");
        nvcc(&folder, "old/bin/nvcc", "12.4.131");
        nvcc(&folder, "path/nvcc", "13.1.2");
        nvcc(&folder, "target/cuda/nvidia/cu13/bin/nvcc", "13.0.88");
        let found = |vars: &[_]| find(&folder, vars).unwrap();
        let all = [
            ("PATH", "path"),
            ("CUDA_HOME", "home"),
            ("NVCC", "set/nvcc"),
        ];
        assert_eq!(found(&all), "set/nvcc 12.9.1");
        assert_eq!(found(&all[..2]), "home/bin/nvcc 12.8.0");
        assert_eq!(found(&[("CUDA_PATH", "home")]), "home/bin/nvcc 12.8.0");
        assert_eq!(found(&all[..1]), "path/nvcc 13.1.2");
        assert_eq!(
            found(&[("CUDA_HOME", "old"), ("PATH", "path")]),
            "path/nvcc 13.1.2"
        );
        assert_eq!(found(&[]), "target/cuda/nvidia/cu13/bin/nvcc 13.0.88");
    }

    #[test]
    fn what_is_wrong_is_said() {
        let folder = Folder::new(&[("broken", "")]);
        nvcc(&folder, "old/nvcc", "11.2.152");
        let error = find(&folder, &[]).unwrap_err();
        assert!(
            error.starts_with("nvcc was not found: set `NVCC`"),
            "{error}"
        );
        let error = find(&folder, &[("PATH", "old")]).unwrap_err();
        assert!(
            error.contains("old/nvcc` of CUDA 11.2, and Phalanx needs 12.8"),
            "{error}"
        );
        let error = find(&folder, &[("NVCC", "broken")]).unwrap_err();
        assert!(error.starts_with("`NVCC` names `"), "{error}");
    }

    #[test]
    fn versions() {
        let text = "nvcc: NVIDIA (R) Cuda compiler driver\n\
                    Cuda compilation tools, release 13.0, V13.0.88\n\
                    Build cuda_13.0.r13.0/compiler.36424714_0\n";
        assert_eq!(version(text), Some("13.0.88"));
        assert_eq!(version("release"), None);
    }
}
