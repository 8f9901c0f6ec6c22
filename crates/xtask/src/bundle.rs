//! `cargo xtask bundle`: what can be carried to a machine that has a GPU but no Rust.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use serde_json::Value;

use crate::Failure;
use crate::cargo::{self, cargo};
use crate::toolkit;
use crate::workspace::Workspace;

/// The packages whose tests use a device. The others test the compiler, the build step and the
/// emulator, and have nothing to find out on a GPU.
const PACKAGES: &[&str] = &[
    "phalanx-benches",
    "phalanx-conformance",
    "phalanx-language",
    "phalanx-runtime",
];

/// The package whose examples are programs for a user to run.
const EXAMPLES: &str = "phalanx-examples";

/// Tests that stay: they run rustc, or have nothing to find out on a GPU.
const STAY: &[&str] = &[
    "language.lints",
    "language.panics",
    "phalanx-runtime.by_hand",
    "phalanx-runtime.compile_fail",
];

/// The most that all files may take, in bytes.
const LIMIT: u64 = 62_000_000;

/// Runs everything on the other machine.
const RUN: &str = include_str!("run.sh");

/// One program of the bundle.
#[derive(Debug, PartialEq, Eq)]
struct Program {
    kind: Kind,
    /// `phalanx-conformance.reduce`.
    name: String,
    /// The tests inside a library: there may be none.
    of_lib: bool,
    executable: PathBuf,
}

/// How a program is run: the folder it lies in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Tests,
    Examples,
    Benches,
}

impl Kind {
    fn folder(self) -> &'static str {
        match self {
            Kind::Tests => "tests",
            Kind::Examples => "examples",
            Kind::Benches => "benches",
        }
    }
}

pub(crate) fn run(workspace: &Workspace) -> Result<ExitCode, Failure> {
    println!("nvcc: {}", toolkit::provide(workspace)?);
    let programs = build(workspace)?;
    let folder = workspace.target.join("bundle");
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    for program in &programs {
        let to = folder.join(program.kind.folder()).join(&program.name);
        std::fs::create_dir_all(to.parent().unwrap_or(&folder))?;
        std::fs::copy(&program.executable, &to)?;
    }
    let script = folder.join("run.sh");
    std::fs::write(&script, RUN)?;
    make_executable(&script)?;
    let size = size(&folder)?;
    let (programs, megabytes) = (programs.len(), size as f64 / 1e6);
    println!(
        "{programs} programs, {megabytes:.1} MB: {}",
        folder.display()
    );
    println!("copy the folder to a machine with a GPU, and run `./run.sh` in it");
    if size > LIMIT {
        return Err(format!("the bundle is larger than {} MB", LIMIT / 1_000_000).into());
    }
    Ok(ExitCode::SUCCESS)
}

/// Builds the programs in release, without symbols.
fn build(workspace: &Workspace) -> Result<Vec<Program>, Failure> {
    let mut tests = cargo(workspace);
    tests.args(["test", "--no-run", "--lib", "--tests", "--benches"]);
    for package in PACKAGES {
        tests.args(["--package", package]);
    }
    // `cargo test` would make a test of an example.
    let mut examples = cargo(workspace);
    examples.args(["build", "--examples", "--package", EXAMPLES]);
    let mut output = String::new();
    for mut command in [tests, examples] {
        command
            .args(["--release", "--message-format", "json-render-diagnostics"])
            .env("CARGO_PROFILE_RELEASE_STRIP", "symbols");
        let built = cargo::capture(&mut command, false)?;
        if !built.success {
            return Err("the programs of the bundle do not compile".into());
        }
        output.push_str(&built.output);
    }
    let mut programs: Vec<Program> = output.lines().filter_map(program).collect();
    programs.retain(|program| !program.of_lib || has_tests(&program.executable));
    programs.sort_by(|a, b| (a.kind, &a.name).cmp(&(b.kind, &b.name)));
    Ok(programs)
}

/// Whether a program of the standard test harness has any test.
fn has_tests(executable: &Path) -> bool {
    let output = Command::new(executable).arg("--list").output();
    output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains(": test\n"))
}

/// The program that one of cargo's messages is about.
fn program(message: &str) -> Option<Program> {
    let message: Value = serde_json::from_str(message).ok()?;
    if message["reason"] != "compiler-artifact" {
        return None;
    }
    let executable = PathBuf::from(message["executable"].as_str()?);
    let target = &message["target"];
    let target_kind = target["kind"][0].as_str()?;
    let kind = match target_kind {
        "example" => Kind::Examples,
        "bench" => Kind::Benches,
        "bin" | "custom-build" => return None,
        _ => Kind::Tests,
    };
    let manifest = Path::new(message["manifest_path"].as_str()?);
    let package = manifest.parent()?.file_name()?.to_str()?;
    let target = target["name"].as_str()?;
    let name = if target.replace('-', "_") == package.replace('-', "_") {
        package.to_owned()
    } else {
        format!("{package}.{target}")
    };
    if STAY.contains(&&*name) {
        return None;
    }
    Some(Program {
        kind,
        name,
        of_lib: target_kind == "lib",
        executable,
    })
}

fn size(folder: &Path) -> Result<u64, Failure> {
    let mut size = 0;
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        size += match entry.metadata()? {
            metadata if metadata.is_dir() => self::size(&entry.path())?,
            metadata => metadata.len(),
        };
    }
    Ok(size)
}

#[cfg(unix)]
fn make_executable(path: &Path) -> Result<(), Failure> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))?;
    Ok(())
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> Result<(), Failure> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_tells_which_programs_it_built() {
        let message = |kind: &str, target: &str, executable: &str| {
            format!(
                r#"{{"reason":"compiler-artifact","manifest_path":"/ws/tests/conformance/Cargo.toml",
                "target":{{"kind":["{kind}"],"name":"{target}"}},"executable":{executable}}}"#
            )
        };
        let found = |kind, target, executable| {
            program(&message(kind, target, executable)).map(|one| (one.kind, one.name))
        };
        let path = r#""/ws/target/release/deps/x-1""#;
        assert_eq!(
            found("test", "reduce", path),
            Some((Kind::Tests, "conformance.reduce".to_owned()))
        );
        assert_eq!(
            found("lib", "conformance", path),
            Some((Kind::Tests, "conformance".to_owned()))
        );
        assert_eq!(
            found("example", "tour", path),
            Some((Kind::Examples, "conformance.tour".to_owned()))
        );
        assert_eq!(
            found("bench", "sum", path),
            Some((Kind::Benches, "conformance.sum".to_owned()))
        );
        assert_eq!(found("lib", "conformance", "null"), None);
        assert_eq!(found("custom-build", "build-script-build", path), None);
        let stays = message("test", "lints", path).replace("conformance", "language");
        assert_eq!(program(&stays), None);
        assert_eq!(program("not json"), None);
    }

    #[cfg(unix)]
    #[test]
    fn the_script_runs_everything_and_counts() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, text).unwrap();
            make_executable(&path).unwrap();
        };
        write("run.sh", RUN);
        write(
            "tests/good",
            "#!/bin/sh\necho 'test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured'\n",
        );
        write(
            "tests/bad",
            "#!/bin/sh\necho 'test result: FAILED. 1 passed; 2 failed; 0 ignored'\nexit 101\n",
        );
        write("tests/crashes", "#!/bin/sh\nexit 139\n");
        write("examples/tour", "#!/bin/sh\necho \"arguments: $*\"\n");
        write("benches/sum", "#!/bin/sh\necho 'not run: no device'\n");
        write(
            "bin/compute-sanitizer",
            "#!/bin/sh\necho \"sanitized: $*\"\nexec \"$5\"\n",
        );
        let path = std::env::var("PATH").unwrap();
        let path = format!("{}/bin:{path}", folder.path().display());
        let run = |arguments: &[&str]| {
            let output = std::process::Command::new(folder.path().join("run.sh"))
                .args(arguments)
                .env("PATH", &path)
                .output()
                .unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            (text, output.status.success())
        };
        let (text, success) = run(&[]);
        assert!(!success);
        assert!(text.contains("arguments: --device cuda"), "{text}");
        let rows = |text: &str| -> Vec<String> {
            text.lines()
                .skip_while(|line| !line.starts_with("tests/"))
                .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
                .collect()
        };
        assert_eq!(
            rows(&text),
            [
                "tests/bad 1 passed 2 failed 0 s",
                "tests/crashes 0 passed 1 failed 0 s",
                "tests/good 3 passed 0 failed 0 s",
                "examples/tour 1 passed 0 failed 0 s",
                "benches/sum 0 passed 0 failed 0 s not run: no device",
                "5 passed, 3 failed",
            ]
        );
        assert!(run(&["examples"]).1);
        // What ends in a trap or an error on purpose is left out.
        write("tests/panics", "#!/bin/sh\nexit 1\n");
        write("tests/phalanx-runtime.gpu", "#!/bin/sh\nexit 1\n");
        for other in ["tests/bad", "tests/crashes"] {
            std::fs::remove_file(folder.path().join(other)).unwrap();
        }
        write(
            "tests/conformance.scan",
            "#!/bin/sh\necho 'test result: ok. 5 passed; 0 failed'\n",
        );
        let (text, success) = run(&["sanitize"]);
        assert!(success, "{text}");
        assert!(text.contains(
            "sanitized: --tool racecheck --error-exitcode 9 ./tests/conformance.scan cuda --test-threads 1"
        ));
        assert_eq!(rows(&text).len(), 7, "{text}");
        assert_eq!(rows(&text)[6], "24 passed, 0 failed");
        // Nothing ran, so nothing is proved.
        assert!(!run(&["benches"]).1);
    }
}
