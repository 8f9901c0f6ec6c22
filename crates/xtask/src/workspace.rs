//! Where things are.

use std::path::{Path, PathBuf};

use crate::Failure;

/// The workspace that this program was built in.
pub(crate) struct Workspace {
    pub(crate) root: PathBuf,
    /// Where cargo puts what it builds.
    pub(crate) target: PathBuf,
}

impl Workspace {
    pub(crate) fn find() -> Result<Workspace, Failure> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .ancestors()
            .nth(2)
            .ok_or("the workspace has moved since this program was built")?;
        // This program is `TARGET/debug/xtask`, wherever the user's settings put the target folder.
        let program = std::env::current_exe()?;
        let target = program
            .ancestors()
            .nth(2)
            .ok_or("this program must be run by `cargo xtask`")?;
        Ok(Workspace {
            root: root.to_owned(),
            target: target.to_owned(),
        })
    }
}
