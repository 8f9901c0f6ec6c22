//! What the crate's build script left in `OUT_DIR` for an item.

use std::path::PathBuf;
use std::{env, fs, io};

use phalanx_compiler::artefact::{self, Artefact, FOLDER, Kind, Place, STATUS, Status};

/// What is known of one item.
pub(crate) enum Found {
    /// The crate's build script does not call `phalanx_build::compile()`.
    NoBuildScript,
    /// It does; the folder it wrote to, and what it wrote of the item. Nothing if it did not find the
    /// item.
    Built {
        folder: PathBuf,
        status: Status,
        artefact: Option<Box<Artefact>>,
    },
    /// It wrote something that cannot be read.
    Unreadable(String),
}

/// Looks up the item with these tokens. `file` and `line` are those of its name, as rustc tells them.
pub(crate) fn find(kind: Kind, hash: u64, file: &str, line: u32) -> Found {
    // Set by cargo for every target of a package that has a build script.
    let Some(out) = env::var_os("OUT_DIR") else {
        return Found::NoBuildScript;
    };
    let folder = PathBuf::from(out).join(FOLDER);
    match read(folder, kind, hash, file, line) {
        Ok(found) => found,
        Err(reason) => Found::Unreadable(reason),
    }
}

fn read(folder: PathBuf, kind: Kind, hash: u64, file: &str, line: u32) -> Result<Found, String> {
    let text = |name: &str| {
        let path = folder.join(name);
        match fs::read_to_string(&path) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(format!("{}: {error}", path.display())),
        }
    };
    let Some(status) = text(STATUS)? else {
        return Ok(Found::NoBuildScript);
    };
    let unreadable = |name: &str, error: artefact::Unreadable| {
        format!("{}: {error}", folder.join(name).display())
    };
    let status = Status::from_text(&status).map_err(|error| unreadable(STATUS, error))?;
    let mut candidates = Vec::new();
    loop {
        let name = artefact::file_name(kind, hash, candidates.len());
        let Some(text) = text(&name)? else { break };
        candidates.push(Artefact::from_text(&text).map_err(|error| unreadable(&name, error))?);
    }
    let krate = env::var("CARGO_CRATE_NAME").unwrap_or_default();
    let place = Place {
        krate: &krate,
        file,
        line,
    };
    let artefact = artefact::choose(&candidates, place).cloned();
    let artefact = artefact.map(|mut artefact| {
        artefact.name_files_like(file);
        Box::new(artefact)
    });
    Ok(Found::Built {
        folder,
        status,
        artefact,
    })
}
