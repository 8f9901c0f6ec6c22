//! Compiles the kernels of the benchmarks, and the hand-written ones that they are compared with.

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    phalanx_build::compile();
    let out =
        PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR")).join("baselines");
    std::fs::create_dir_all(&out).expect("OUT_DIR can be written");
    for name in ["sum", "jacobi", "empty"] {
        compile(name, &out);
    }
}

/// A fat binary of `cuda/baselines/<name>.cu`; an empty file where there is no nvcc, or nothing would build
/// without one. The benchmarks say that they need a device before they would load it.
fn compile(name: &str, out: &Path) {
    let source = format!("../cuda/baselines/{name}.cu");
    println!("cargo::rerun-if-changed={source}");
    let image = out.join(format!("{name}.fatbin"));
    let Some(nvcc) = out
        .ancestors()
        .find_map(|folder| phalanx_build::find_nvcc(folder).ok())
    else {
        std::fs::write(image, []).expect("OUT_DIR can be written");
        return;
    };
    // As the generated kernels are compiled, floating point unfused above all.
    let status = Command::new(nvcc.0)
        .args([
            "-std=c++17",
            "-O3",
            "-fmad=false",
            "-Werror",
            "all-warnings",
            "-fatbin",
        ])
        .args([
            "-gencode",
            "arch=compute_75,code=compute_75",
            "-gencode",
            "arch=compute_90,code=sm_90",
        ])
        .arg(source)
        .arg("-o")
        .arg(image)
        .status()
        .expect("nvcc runs");
    assert!(
        status.success(),
        "nvcc could not compile the baseline {name}.cu"
    );
}
