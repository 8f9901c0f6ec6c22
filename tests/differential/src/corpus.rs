//! Programs that once went wrong: `seeds/*.rs`.
//!
//! A seed alone would not do: it means another program when the generator changes. A file is the program,
//! made small, and begins with what must be said of it:
//!
//! ```text
//! // refused: a value of one turn of a loop is not that of another
//! ```

use std::fs;
use std::path::{Path, PathBuf};

use crate::campaign::Failure;
use crate::verdict::Class;

/// A program that once went wrong.
#[derive(Debug)]
pub struct Kept {
    pub name: String,
    pub source: String,
    /// Whether the analysis must accept it.
    pub accepted: bool,
}

/// Where they are.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds")
}

/// All of them, by name.
///
/// # Panics
///
/// If a file cannot be read, or does not say what must be said of it.
pub fn all() -> Vec<Kept> {
    let mut kept = Vec::new();
    for entry in fs::read_dir(folder()).expect("the folder of seeds") {
        let path = entry.expect("an entry of it").path();
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let source = fs::read_to_string(&path).expect("a file of it");
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let accepted = match source.split_once(':').map(|(first, _)| first) {
            Some("// accepted") => true,
            Some("// refused") => false,
            _ => panic!("{name} does not begin with `// accepted:` or `// refused:`"),
        };
        kept.push(Kept {
            name: name.into_owned(),
            source,
            accepted,
        });
    }
    kept.sort_by(|a, b| a.name.cmp(&b.name));
    kept
}

/// Keeps a program that went wrong; gives the path of its file.
///
/// # Errors
///
/// If it cannot be written.
pub fn keep(failure: &Failure) -> std::io::Result<PathBuf> {
    let path = folder().join(format!("seed_{:016x}.rs", failure.seed));
    let first = match failure.class {
        Class::Untrue => "accepted: what was said of a value was not true",
        _ => "refused: was accepted, and diverged",
    };
    let report = failure
        .report
        .lines()
        .map(|line| format!("//   {line}\n"))
        .collect::<String>();
    fs::write(&path, format!("// {first}\n{report}\n{}", failure.source))?;
    Ok(path)
}
