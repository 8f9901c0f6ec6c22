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

/// The crate being compiled, as far as the macros look at it.
pub(crate) struct Crate {
    /// `OUT_DIR`, which cargo sets for every target of a package that has a build script.
    pub(crate) out: Option<PathBuf>,
    /// `CARGO_CRATE_NAME`.
    pub(crate) name: String,
}

impl Crate {
    pub(crate) fn current() -> Self {
        Crate {
            out: env::var_os("OUT_DIR").map(PathBuf::from),
            name: env::var("CARGO_CRATE_NAME").unwrap_or_default(),
        }
    }

    /// Looks up the item with these tokens. `file` and `line` are those of its name, as rustc tells them.
    pub(crate) fn find(&self, kind: Kind, hash: u64, file: &str, line: u32) -> Found {
        let Some(out) = &self.out else {
            return Found::NoBuildScript;
        };
        let place = Place {
            krate: &self.name,
            file,
            line,
        };
        match read(out.join(FOLDER), kind, hash, place) {
            Ok(found) => found,
            Err(reason) => Found::Unreadable(reason),
        }
    }
}

fn read(folder: PathBuf, kind: Kind, hash: u64, place: Place<'_>) -> Result<Found, String> {
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
    let artefact = artefact::choose(&candidates, place).cloned();
    let artefact = artefact.map(|mut artefact| {
        artefact.name_files_like(place.file);
        Box::new(artefact)
    });
    Ok(Found::Built {
        folder,
        status,
        artefact,
    })
}
