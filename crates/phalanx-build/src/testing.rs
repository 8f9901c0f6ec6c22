//! Crates in temporary folders, for tests.

use std::path::{Path, PathBuf};

use crate::cfg::CfgSet;
use crate::dependencies::{Asking, Dependencies};
use crate::package::{self, TargetKind};
use crate::universe::Universe;

/// A folder that goes away with the value.
pub struct Folder(tempfile::TempDir);

impl Folder {
    /// Holds these files.
    pub fn new(files: &[(&str, &str)]) -> Folder {
        let folder = Folder(tempfile::tempdir().expect("a temporary folder"));
        for (name, text) in files {
            folder.write(name, text);
        }
        folder
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a file has a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    pub fn root(&self) -> &Path {
        self.0.path()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

/// A package named `own`.
pub struct Package(Folder);

const MANIFEST: &str = "[package]\nname = \"own\"\nedition = \"2024\"\n[workspace]\n";

impl Package {
    /// Holds these files, and a manifest if there is none among them.
    pub fn new(files: &[(&str, &str)]) -> Package {
        let folder = Folder::new(&[("Cargo.toml", MANIFEST)]);
        for (name, text) in files {
            folder.write(name, text);
        }
        Package(folder)
    }

    pub fn root(&self) -> &Path {
        self.0.root()
    }

    /// All crates of it. Its features are those in `cfg`.
    pub fn universe(&self, cfg: &CfgSet) -> Universe {
        let asking = Asking {
            cargo: "cargo".into(),
            manifest: self.0.path("Cargo.toml"),
            workspaces: Vec::new(),
            triple: None,
            features: cfg.features(),
        };
        let package = package::Package::read(&asking.cargo, &asking.manifest).expect("a package");
        Universe::read(&package, &TargetKind::EVERY, cfg, Dependencies::new(asking))
    }
}
