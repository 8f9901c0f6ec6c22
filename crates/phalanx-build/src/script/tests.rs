//! Whole runs, with a program in nvcc's place that copies the source to the image.

use phalanx_compiler::artefact::STATUS;

use super::*;
use crate::Build;
use crate::testing::Package;

const KERNELS: &str = "
use phalanx::prelude::*;
#[device_fn] fn next(x: u32) -> u32 { x + 1 }
#[group_kernel] pub fn one(g: Grid, x: &mut [u32]) { x[g.thread_rank()] = next(1); }
#[group_kernel] pub fn two(g: Grid, x: &mut [u32]) { x[g.thread_rank()] = 2; }
";

const NVCC: &str = r#"#!/bin/sh
here=$(dirname "$0")
if [ "$1" = --version ]; then echo "release 13.0, V$(cat "$here/version")"; exit; fi
while [ $# -gt 0 ]; do
    if [ "$1" = -o ]; then out=$2; fi
    last=$1
    shift
done
if [ -e "$here/refuses" ]; then echo 'src/lib.rs(4): error: no such thing' >&2; exit 2; fi
if [ -e "$here/warns" ]; then echo 'src/lib.rs(5): warning #1-D: odd' >&2; fi
echo "$last" >> "$here/runs"
echo 'ptxas info    : Used 8 registers' >&2
cp "$last" "$out"
"#;

/// A package with kernels, its `OUT_DIR`, and an nvcc.
struct Project(Package);

impl Project {
    fn new(text: &str) -> Project {
        use std::os::unix::fs::PermissionsExt;
        let project = Project(Package::new(&[
            ("src/lib.rs", text),
            ("cuda/nvcc", NVCC),
            ("cuda/version", "13.0.88"),
        ]));
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(project.path("cuda/nvcc"), mode).unwrap();
        project
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.root().join(name)
    }

    fn run(&self, build: &Build, vars: &[(&str, &str)]) -> Result<Report, Error> {
        let own = |path: &str| self.path(path).display().to_string();
        let mut all = vec![
            ("CARGO".to_owned(), "cargo".to_owned()),
            ("CARGO_MANIFEST_DIR".to_owned(), own("")),
            ("CARGO_CFG_UNIX".to_owned(), String::new()),
            ("OUT_DIR".to_owned(), own("out")),
            ("TARGET".to_owned(), "x86_64-unknown-linux-gnu".to_owned()),
            ("HOST".to_owned(), "x86_64-unknown-linux-gnu".to_owned()),
            ("NUM_JOBS".to_owned(), "2".to_owned()),
            // Any name does: the program in nvcc's place starts no compiler.
            ("NVCC_CCBIN".to_owned(), "c++".to_owned()),
        ];
        all.extend(vars.iter().map(|&(key, value)| {
            let value = if key == "NVCC" {
                own(value)
            } else {
                value.to_owned()
            };
            (key.to_owned(), value)
        }));
        let var = |name: &str| {
            let (_, value) = all.iter().find(|(key, _)| key == name)?;
            Some(OsString::from(value))
        };
        let settings = Settings::of_build_script(build, &var, all.iter().cloned())?;
        run(&settings, &var)
    }

    fn with_nvcc(&self) -> Result<Report, Error> {
        self.run(&Build::new(), &[("NVCC", "cuda/nvcc")])
    }

    fn status(&self) -> Status {
        let text = std::fs::read_to_string(self.path("out/phalanx").join(STATUS)).unwrap();
        Status::from_text(&text).unwrap()
    }

    fn artefacts(&self) -> Vec<Artefact> {
        let mut artefacts: Vec<Artefact> = std::fs::read_dir(self.path("out/phalanx"))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|end| end == "kernel"))
            .map(|path| Artefact::from_text(&std::fs::read_to_string(path).unwrap()).unwrap())
            .collect();
        artefacts.sort_by(|a, b| a.name.cmp(&b.name));
        artefacts
    }

    /// How often nvcc has run for a kernel.
    fn runs(&self) -> usize {
        std::fs::read_to_string(self.path("cuda/runs")).map_or(0, |text| text.lines().count())
    }
}

fn warnings(report: &Report) -> Vec<String> {
    let lines = report.directives(false).into_iter();
    lines
        .filter_map(|line| line.strip_prefix("cargo::warning=").map(str::to_owned))
        .collect()
}

#[test]
fn each_kernel_gets_its_image() {
    let project = Project::new(KERNELS);
    let report = project.with_nvcc().unwrap();
    assert_eq!(warnings(&report), [""; 0]);
    assert_eq!(project.status(), Status::Cuda);
    let artefacts = project.artefacts();
    assert_eq!(artefacts.len(), 2);
    for artefact in &artefacts {
        let image = artefact.image.as_ref().unwrap();
        let image = std::fs::read_to_string(project.path("out/phalanx").join(image)).unwrap();
        assert!(image.contains(&artefact.variants[0].symbol), "{image}");
        assert_eq!(artefact.krate, "own");
        assert_eq!(artefact.file, "src/lib.rs");
    }
    let lines = report.directives(false);
    for expected in [
        format!(
            "cargo::rerun-if-changed={}",
            project.path("src/lib.rs").display()
        ),
        format!(
            "cargo::rerun-if-changed={}",
            project.path("Cargo.toml").display()
        ),
        format!(
            "cargo::rerun-if-changed={}",
            project.path("cuda/nvcc").display()
        ),
        "cargo::rerun-if-env-changed=PHALANX_CUDA".to_owned(),
        "cargo::rerun-if-env-changed=NVCC".to_owned(),
    ] {
        assert!(lines.contains(&expected), "{expected} is not in {lines:#?}");
    }
    assert!(!lines.iter().any(|line| line.ends_with("=PATH")));
}

#[test]
fn only_what_changed_is_compiled_again() {
    let project = Project::new(KERNELS);
    project.with_nvcc().unwrap();
    assert_eq!(project.runs(), 2);
    project.with_nvcc().unwrap();
    assert_eq!(project.runs(), 2);
    let before = project.artefacts();
    std::fs::write(project.path("src/lib.rs"), KERNELS.replace("= 2;", "= 3;")).unwrap();
    project.with_nvcc().unwrap();
    assert_eq!(project.runs(), 3);
    let after = project.artefacts();
    assert_eq!(before[0], after[0]);
    assert_ne!(before[1].image, after[1].image);
    assert_ne!(before[1].hash, after[1].hash);
    let old = before[1].image.as_ref().unwrap();
    assert!(
        !project.path("out/phalanx").join(old).exists(),
        "old images go"
    );
    // Another target, and another nvcc, make other images of both.
    let nvcc = ("NVCC", "cuda/nvcc");
    project
        .run(&Build::new(), &[nvcc, ("PHALANX_TARGETS", "sm_80")])
        .unwrap();
    assert_eq!(project.runs(), 5);
    std::fs::write(project.path("cuda/version"), "13.1.2").unwrap();
    project.with_nvcc().unwrap();
    assert_eq!(project.runs(), 7);
}

#[test]
fn without_nvcc_there_is_one_warning() {
    let project = Project::new(KERNELS);
    let report = project.run(&Build::new(), &[]).unwrap();
    let warnings = warnings(&report);
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].starts_with("kernels run on the emulator only: nvcc was not found"));
    assert!(
        report
            .directives(false)
            .iter()
            .any(|line| line.ends_with("=PATH"))
    );
    assert!(
        matches!(project.status(), Status::Off(reason) if reason.starts_with("nvcc was not found"))
    );
    // Their macros still learn what only the whole crate can tell.
    assert_eq!(project.artefacts().len(), 2);
    assert!(
        project
            .artefacts()
            .iter()
            .all(|one| one.image.is_none() && one.errors.is_empty())
    );
}

#[test]
fn a_crate_without_kernels_needs_no_nvcc() {
    let project = Project::new("pub fn f() {}");
    assert_eq!(warnings(&project.run(&Build::new(), &[]).unwrap()), [""; 0]);
}

#[test]
fn cuda_may_be_required_or_off() {
    let project = Project::new(KERNELS);
    let error = project.run(Build::new().require(), &[]).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("CUDA is required, but nvcc was not")
    );
    let error = project
        .run(&Build::new(), &[("PHALANX_CUDA", "require")])
        .unwrap_err();
    assert!(matches!(error, Error::NoToolkit(_)));
    let off = [("PHALANX_CUDA", "off"), ("NVCC", "cuda/nvcc")];
    assert_eq!(
        warnings(&project.run(&Build::new(), &off).unwrap()),
        [""; 0]
    );
    assert!(matches!(project.status(), Status::Off(reason) if reason.contains("PHALANX_CUDA=off")));
    assert_eq!(project.runs(), 0);
}

#[test]
fn what_nvcc_refuses_ends_the_build_and_what_it_warns_of_is_told() {
    let project = Project::new(KERNELS);
    std::fs::write(project.path("cuda/warns"), "").unwrap();
    for _ in 0..2 {
        // Also when the image is there already.
        let report = project.with_nvcc().unwrap();
        assert_eq!(warnings(&report), ["src/lib.rs(5): warning #1-D: odd"]);
    }
    let project = Project::new(KERNELS);
    std::fs::write(project.path("cuda/refuses"), "").unwrap();
    let error = project.with_nvcc().unwrap_err().to_string();
    assert!(
        error.starts_with("nvcc failed:\nsrc/lib.rs(4): error: no such thing"),
        "{error}"
    );
    assert!(error.contains("note: the CUDA C++ of `one` is "), "{error}");
    assert!(error.contains("note: the CUDA C++ of `two` is "), "{error}");
}

#[test]
fn a_kernel_that_is_left_out_is_an_error_only_beside_machine_code() {
    let project = Project::new(
        "use phalanx::prelude::*;
         #[cfg(mine)] #[group_kernel] pub fn k(g: Grid, x: &mut [u32]) { x[g.thread_rank()] = 1; }",
    );
    project.run(&Build::new(), &[]).unwrap();
    assert_eq!(project.artefacts()[0].errors, []);
    project.with_nvcc().unwrap();
    let artefact = &project.artefacts()[0];
    assert!(artefact.left_out.as_ref().unwrap().contains("cfg(mine)"));
    assert_eq!(artefact.errors.len(), 1);
    // The user may say what build.rs is about to set.
    let nvcc = [("NVCC", "cuda/nvcc")];
    project.run(Build::new().cfg("mine", true), &nvcc).unwrap();
    assert!(project.artefacts()[0].image.is_some());
    project.run(Build::new().cfg("mine", false), &nvcc).unwrap();
    assert!(project.artefacts().is_empty());
}

#[test]
fn files_of_cuda_become_images_beside_the_kernels() {
    let project = Project::new(KERNELS);
    std::fs::write(project.path("cuda/by_hand.cu"), "// by hand\n").unwrap();
    let mut build = Build::new();
    build.cuda_file("baselines", "cuda/by_hand.cu");
    let image = || std::fs::read_to_string(project.path("out/baselines/by_hand.fatbin")).unwrap();
    project.run(&build, &[]).unwrap();
    assert_eq!(image(), "");
    let nvcc = [("NVCC", "cuda/nvcc")];
    let report = project.run(&build, &nvcc).unwrap();
    assert!(
        image().ends_with("by_hand.cu\"\n// by hand\n"),
        "{}",
        image()
    );
    assert_eq!(project.runs(), 3);
    project.run(&build, &nvcc).unwrap();
    assert_eq!(project.runs(), 3);
    let watched = format!(
        "cargo::rerun-if-changed={}",
        project.path("cuda/by_hand.cu").display()
    );
    assert!(report.directives(false).contains(&watched));
    build.cuda_file("baselines", "cuda/absent.cu");
    assert!(matches!(
        project.run(&build, &nvcc),
        Err(Error::Read { .. })
    ));
}
