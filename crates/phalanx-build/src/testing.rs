//! Crates in temporary folders, for tests.

use std::path::{Path, PathBuf};

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
