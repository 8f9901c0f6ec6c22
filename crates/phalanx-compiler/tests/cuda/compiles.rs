//! nvcc takes everything that is printed, and every header, with all warnings as errors.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use phalanx_compiler::cuda::HEADERS;

use crate::{KERNELS, program};

/// nvcc by `NVCC`, in `PATH`, or where `cargo xtask test` has put it.
fn nvcc() -> OsString {
    if let Some(nvcc) = std::env::var_os("NVCC") {
        return nvcc;
    }
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let in_path = std::env::split_paths(&paths)
        .map(|folder| folder.join("nvcc"))
        .find(|file| file.is_file());
    let provided = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../cuda/nvidia/cu13/bin/nvcc");
    match in_path.or(provided.is_file().then_some(provided)) {
        Some(nvcc) => nvcc.into(),
        None => panic!(
            "there is no nvcc: run `cargo xtask test`, which brings it, or name one by `NVCC`"
        ),
    }
}

/// An empty folder of the test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("cuda")
        .join(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Writes the source and the headers; gives nvcc with the arguments that the build step has for every kernel.
fn nvcc_on(folder: &Path, source: &str) -> Command {
    let headers = folder.join("include/phalanx");
    std::fs::create_dir_all(&headers).expect("a folder");
    for (header, text) in HEADERS {
        std::fs::write(headers.join(header), text).expect("a header");
    }
    let file = folder.join("kernel.cu");
    std::fs::write(&file, source).expect("a source");
    let mut command = Command::new(nvcc());
    command
        .args(["-std=c++17", "-fmad=false"])
        .arg("-I")
        .arg(folder.join("include"))
        .arg(&file);
    command
}

/// Compiles for the oldest device supported and natively for the newest, with warnings as errors.
fn compile(name: &str, source: &str) {
    let folder = folder(name);
    let output = nvcc_on(&folder, source)
        .args(["-lineinfo", "-fatbin"])
        .args(["-Werror", "all-warnings", "-Xcompiler", "-Wall,-Wextra"])
        .args(["-gencode", "arch=compute_75,code=compute_75"])
        .args(["-gencode", "arch=compute_90,code=sm_90"])
        .arg("-o")
        .arg(folder.join("kernel.fatbin"))
        .output()
        .expect("nvcc runs");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}:\n{text}\n{source}");
}

/// The PTX of a kernel.
fn ptx(name: &str) -> String {
    let folder = folder(&format!("ptx-{name}"));
    let file = folder.join("kernel.ptx");
    let source = program::unit(crate::source(name), name).source;
    let output = nvcc_on(&folder, &source)
        .args(["-arch=sm_90", "-ptx", "-o"])
        .arg(&file)
        .output()
        .expect("nvcc runs");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    let text = std::fs::read_to_string(file).expect("the PTX");
    let kernel = text
        .find(&format!(".entry demo__{name}("))
        .expect("the kernel");
    text[kernel..]
        .split("\n}\n")
        .next()
        .expect("its end")
        .to_owned()
}

/// What a memory-bound loop needs: several loads under way at a time, 16 bytes each, read-only, and no bounds check where the
/// loop's own condition is one.
#[test]
fn a_stride_over_a_slice_loads_wide_and_ahead() {
    let ptx = ptx("sum");
    let wide = ptx.matches("ld.global.nc.v4").count();
    assert!(wide >= 4, "{wide} wide loads in:\n{ptx}");
    assert!(!ptx.contains("panic"), "a bounds check is left in:\n{ptx}");
}

#[test]
fn every_kernel() {
    let parallelism = std::thread::available_parallelism().map_or(2, |count| count.get());
    let next = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..parallelism {
            scope.spawn(|| {
                while let Some((name, source)) =
                    KERNELS.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
                {
                    compile(name, &program::unit(source, name).source);
                }
            });
        }
    });
}

/// A variable that is called like a macro gets another name.
#[test]
fn no_name_is_a_macro() {
    let folder = folder("macros");
    let source = "#include <phalanx/half.cuh>\n#include <phalanx/phalanx.cuh>\n";
    let output = nvcc_on(&folder, source)
        .args(["-E", "-Xcompiler", "-dM"])
        .output()
        .expect("nvcc runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let names = text
        .lines()
        .filter_map(|line| line.strip_prefix("#define "))
        .filter_map(|line| line.split([' ', '(']).next())
        // `_X` and `__x` get another name anyway, and what an identifier may not be is none.
        .filter(|name| !name.starts_with('_'));
    let names: std::collections::BTreeSet<&str> = names.collect();
    assert!(names.contains("NULL"), "{text}");
    let lets: String = names
        .iter()
        .map(|name| format!("let {name} = n; "))
        .collect();
    let kernel = format!(
        "#[group_kernel] fn k(grid: Grid, n: u32, y: &mut [u32]) {{ {lets} y[grid.thread_rank()] = n; }}"
    );
    let printed = program::unit(&kernel, "k").source;
    for name in names {
        assert!(
            !printed.contains(&format!(" {name} = ")),
            "`{name}` is a macro"
        );
    }
}

/// Alone, so that each includes what it needs.
#[test]
fn every_header_by_itself() {
    for (header, _) in HEADERS {
        let source = format!("#include <phalanx/{header}>\n");
        compile(
            &format!("header-{}", header.trim_end_matches(".cuh")),
            &source,
        );
    }
}

/// Every function of the headers with every type that it takes.
#[test]
fn every_function_of_the_headers() {
    compile("headers", include_str!("headers.cu"));
}

/// The list has the files of the folder.
#[test]
fn no_header_is_forgotten() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cuda/include/phalanx");
    let entries = std::fs::read_dir(folder).expect("the headers");
    let mut files: Vec<String> = entries
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    files.sort();
    let listed: Vec<&str> = HEADERS.iter().map(|(name, _)| *name).collect();
    assert_eq!(files, listed);
}
