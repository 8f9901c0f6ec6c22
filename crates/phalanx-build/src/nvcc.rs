//! Compiling the printed CUDA C++: one translation unit a kernel, in parallel, only what changed.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;

use crate::error::Error;
use crate::toolkit::Toolkit;

/// How to compile.
pub struct Nvcc<'a> {
    pub toolkit: &'a Toolkit,
    /// Where sources and images are kept from build to build. Nothing else is in it.
    pub folder: &'a Path,
    /// Relative names of Rust files start here.
    pub root: &'a Path,
    /// Arguments for every kernel.
    pub arguments: Vec<String>,
    /// What the sources include, below `phalanx/`.
    pub headers: &'a [(&'a str, &'a str)],
    /// How many may run at a time.
    pub jobs: usize,
}

/// One translation unit.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Source {
    /// The kernel's name, for the names of files.
    pub name: String,
    pub text: String,
    /// Whether nvcc may contract `a * b + c`.
    pub fma: bool,
}

/// What became of a translation unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compiled {
    /// The name of the image in the folder.
    pub image: String,
    /// What nvcc said: the resources of each function, and warnings.
    pub log: String,
    /// Whether nvcc ran for it now.
    pub fresh: bool,
}

impl Nvcc<'_> {
    /// Compiles those of the sources that have no image yet, and drops images that no source has any
    /// more.
    ///
    /// # Errors
    /// nvcc refuses a source (the text says it of all that are refused), or a file cannot be written.
    pub fn compile(&self, sources: &[Source]) -> Result<Vec<Compiled>, Error> {
        for (name, text) in self.headers {
            write(&self.folder.join("include/phalanx").join(name), text)?;
        }
        let queue = Mutex::new(sources.iter().enumerate());
        let results = Mutex::new(Vec::new());
        let work = || {
            loop {
                // The lock is not held while nvcc runs.
                let next = queue.lock().expect("no thread panics").next();
                let Some((index, source)) = next else { break };
                let result = self.unit(source);
                results
                    .lock()
                    .expect("no thread panics")
                    .push((index, result));
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.clamp(1, sources.len().max(1)) {
                scope.spawn(work);
            }
        });
        let mut results = results.into_inner().expect("no thread panics");
        results.sort_by_key(|(index, _)| *index);
        let mut units = Vec::new();
        let mut refused = Vec::new();
        for (_, result) in results {
            match result {
                Ok(unit) => units.push(unit),
                Err(Error::Nvcc(text)) => refused.push(text),
                Err(error) => return Err(error),
            }
        }
        if !refused.is_empty() {
            return Err(Error::Nvcc(refused.join("\n")));
        }
        self.sweep(&units);
        Ok(units)
    }

    /// The same in another folder, with further arguments.
    pub fn elsewhere<'b>(&'b self, folder: &'b Path, arguments: Vec<String>) -> Nvcc<'b> {
        Nvcc {
            folder,
            arguments: self.arguments.iter().cloned().chain(arguments).collect(),
            ..*self
        }
    }

    fn unit(&self, source: &Source) -> Result<Compiled, Error> {
        let mut arguments = self.arguments.clone();
        if !source.fma {
            arguments.push("-fmad=false".to_owned());
        }
        let stem = self.stem(source, &arguments);
        let path = |extension: &str| self.folder.join(format!("{stem}.{extension}"));
        let image = format!("{stem}.fatbin");
        // The log is written last: with it, the image is whole.
        if path("fatbin").is_file()
            && let Ok(log) = std::fs::read_to_string(path("log"))
        {
            return Ok(Compiled {
                image,
                log,
                fresh: false,
            });
        }
        write(&path("cu"), &source.text)?;
        let mut nvcc = Command::new(&self.toolkit.nvcc);
        nvcc.current_dir(self.root)
            .args(["-fatbin", "-std=c++17", "-lineinfo", "--resource-usage"])
            .args(&arguments)
            .arg("-I")
            .arg(self.folder.join("include"));
        if let Some(compiler) = &self.toolkit.host_compiler {
            nvcc.arg("-ccbin").arg(compiler);
        }
        nvcc.arg("-o").arg(path("fatbin")).arg(path("cu"));
        let output = nvcc.output().map_err(|error| Error::Run {
            program: self.toolkit.nvcc.clone(),
            source: error,
        })?;
        // nvcc's own passes write to both.
        let mut log = String::from_utf8_lossy(&output.stdout).into_owned();
        log.push_str(&String::from_utf8_lossy(&output.stderr));
        if !output.status.success() {
            return Err(Error::Nvcc(format!(
                "{}\nnote: the CUDA C++ of `{}` is {}",
                messages(&log).join("\n"),
                source.name,
                path("cu").display(),
            )));
        }
        write(&path("log"), &log)?;
        Ok(Compiled {
            image,
            log,
            fresh: true,
        })
    }

    /// The name of a unit's files: another one for everything that could make another image.
    fn stem(&self, source: &Source, arguments: &[String]) -> String {
        let mut hasher = DefaultHasher::new();
        (&source.text, arguments, self.headers).hash(&mut hasher);
        (&self.toolkit.version, &self.toolkit.host_compiler).hash(&mut hasher);
        format!("{}-{:016x}", source.name, hasher.finish())
    }

    /// Removes the files of units that are no more. One that cannot be removed does no harm.
    fn sweep(&self, units: &[Compiled]) {
        let kept: HashSet<_> = units
            .iter()
            .map(|unit| Path::new(&unit.image).file_stem())
            .collect();
        let Ok(entries) = std::fs::read_dir(self.folder) else {
            return;
        };
        for entry in entries.flatten() {
            let path = entry.path();
            let extension = path.extension().and_then(OsStr::to_str);
            if matches!(extension, Some("cu" | "fatbin" | "log"))
                && !kept.contains(&path.file_stem())
            {
                let _ = std::fs::remove_file(&path);
            }
        }
    }
}

impl Compiled {
    /// What nvcc warned of, a message an element.
    pub fn warnings(&self) -> Vec<String> {
        messages(&self.log)
    }
}

/// The messages of a log, each once (nvcc says them again for every target), without what it tells of
/// resources. The lines that belong to a message are indented.
fn messages(log: &str) -> Vec<String> {
    let mut messages: Vec<String> = Vec::new();
    let relevant = log.lines().filter(|line| {
        !line.trim().is_empty()
            && !line.starts_with("ptxas info")
            && !line.starts_with("Remark:")
            && !line.contains("bytes stack frame")
    });
    for line in relevant {
        match messages.last_mut() {
            Some(message) if line.starts_with(' ') => {
                message.push('\n');
                message.push_str(line);
            }
            _ => messages.push(line.to_owned()),
        }
    }
    let mut seen = HashSet::new();
    messages.retain(|message| seen.insert(message.clone()));
    messages
}

/// Writes a file unless it holds the text already.
pub fn write(path: &Path, text: &str) -> Result<(), Error> {
    if std::fs::read(path).is_ok_and(|old| old == text.as_bytes()) {
        return Ok(());
    }
    let write = || {
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
        std::fs::write(path, text)
    };
    write().map_err(|source| Error::Write {
        path: path.to_owned(),
        source,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_told_once_and_without_resources() {
        let log = "src/lib.rs(12): warning #177-D: variable \"unused\" was declared\n    int unused;\n        ^\n\n\
                   Remark: The warnings can be suppressed\n\n\
                   src/lib.rs(12): warning #177-D: variable \"unused\" was declared\n    int unused;\n        ^\n\
                   ptxas info    : Function properties for k\n    \
                   0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n\
                   ptxas info    : Used 8 registers, used 0 barriers\n\
                   ptxas warning : something\n";
        assert_eq!(
            messages(log),
            [
                "src/lib.rs(12): warning #177-D: variable \"unused\" was declared\n    int unused;\n        ^",
                "ptxas warning : something",
            ]
        );
    }
}
