//! The C++ means what the Rust means: kernels of one thread run as plain Rust and, by a C++ compiler for the host, as what
//! they were translated to. Results and panics are equal.
//!
//! Plain Rust means what a kernel means when it is compiled without checks of overflow.

use std::path::{Path, PathBuf};
use std::process::Command;

use phalanx_compiler::artefact::{Piece, Site, ValueType};
use phalanx_compiler::types::ty::{Float, Int};

use crate::program;

const INPUTS: [[i64; 8]; 6] = [
    [0, 1, 2, 3, 4, 5, 6, 7],
    [-1, 5, 99, 3, 3, 7, 1_000_000_007, -9_000_000_000_000_000],
    [i64::MAX, -i64::MAX, 127, -128, 255, 300, 65535, -65536],
    [50, -7, 10, 64, 5, 99, 2, 1],
    [1, 0, 3, -3, 3, 8, 1, 12],
    [10, 123_456_789, 1, 2, -100, 5, 7, 4],
];

fn run(name: &str, source: &str) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("cuda-meaning")
        .join(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    let unit = program::unit(source, "kernel");
    let rust = as_rust(&folder, source);
    let cpp = as_cpp(&folder, &unit.source);
    let cpp = cpp.lines().map(|line| match line.strip_prefix("panic ") {
        Some(record) => panic_text(record, &unit.sites),
        None => line.to_owned(),
    });
    let cpp: Vec<String> = cpp.collect();
    for (number, (rust, cpp)) in rust.lines().zip(&cpp).enumerate() {
        let (rust, cpp) = (without_bracket(rust), without_bracket(cpp));
        assert_eq!(
            rust,
            cpp,
            "line {number} of `{name}`, Rust on the left:\n{}",
            unit.readable()
        );
    }
    assert_eq!(rust.lines().count(), cpp.len());
}

/// Of `x[a..b]`, rustc names the column of the bracket, where a kernel names that of `x`, as for `x[i]`.
fn without_bracket(line: &str) -> String {
    match line.split_once(' ') {
        Some(("panic", rest)) if rest.contains(" range ") || rest.contains(" slice index ") => {
            let (place, message) = rest.split_once(' ').expect("a place and a message");
            let (line, _) = place.split_once(':').expect("a line and a column");
            format!("panic {line} {message}")
        }
        _ => line.to_owned(),
    }
}

/// The output of a program, or a failed test.
fn output(mut command: Command, what: &str) -> String {
    let output = command
        .output()
        .unwrap_or_else(|error| panic!("{what} does not run: {error}"));
    assert!(
        output.status.success(),
        "{what}: {}\n{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("text")
}

/// Without the attributes, lines as they were.
fn as_rust(folder: &Path, source: &str) -> String {
    let plain = source
        .replace("#[device_fn]", "")
        .replace("#[group_kernel]", "")
        .replace(", DeviceCopy)]", ")]");
    let inputs = format!("const INPUTS: [[i64; 8]; {}] = {INPUTS:?};", INPUTS.len());
    let file = folder.join("kernel.rs");
    let text = format!("{plain}\n{}\n{inputs}\n", include_str!("meaning_shim.rs"));
    std::fs::write(&file, text).expect("a file");
    let program: PathBuf = folder.join("rust");
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc
        .args([
            "--edition",
            "2024",
            "-O",
            "-C",
            "overflow-checks=off",
            "-A",
            "warnings",
            "-o",
        ])
        .arg(&program)
        .arg(&file);
    output(rustc, "rustc");
    output(Command::new(program), "the Rust program")
}

fn as_cpp(folder: &Path, source: &str) -> String {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let rows = INPUTS.iter().map(|row| {
        let values = row.iter().map(|value| format!("{value}ll"));
        format!("{{{}}}", values.collect::<Vec<_>>().join(", "))
    });
    let inputs = format!(
        "static const phalanx::i64 inputs[][8] = {{{}}};\n",
        rows.collect::<Vec<_>>().join(", ")
    );
    std::fs::write(folder.join("meaning_inputs.hpp"), inputs).expect("a file");
    let file = folder.join("kernel.cpp");
    let text = format!(
        "#include \"host.hpp\"\n{source}\n{}",
        include_str!("meaning.cpp")
    );
    std::fs::write(&file, text).expect("a file");
    let program = folder.join("cpp");
    let mut compiler = Command::new(std::env::var_os("CXX").unwrap_or_else(|| "c++".into()));
    compiler
        .args(["-std=c++17", "-O1", "-ffp-contract=off", "-w", "-I"])
        .arg(here.join("cuda/include"))
        .arg("-I")
        .arg(here.join("tests/cuda"))
        .arg("-I")
        .arg(folder)
        .arg(&file)
        .arg("-o")
        .arg(&program);
    output(compiler, "the C++ compiler (`CXX`, `c++`)");
    output(Command::new(program), "the C++ program")
}

/// The record of a panic as the host shows it.
fn panic_text(record: &str, sites: &[Site]) -> String {
    let numbers: Vec<u64> = record
        .split(' ')
        .map(|number| number.parse().expect("a number"))
        .collect();
    let site = &sites[numbers[0] as usize];
    let mut values = numbers[1..].iter();
    let mut message = String::new();
    for piece in &site.pieces {
        match piece {
            Piece::Text(text) => message.push_str(text),
            Piece::Value(ty) => {
                message.push_str(&value(*ty, *values.next().expect("a value"), false))
            }
            Piece::Debug(ty) => {
                message.push_str(&value(*ty, *values.next().expect("a value"), true))
            }
        }
    }
    format!(
        "panic {}:{} {}",
        site.line,
        site.column,
        message.escape_debug()
    )
}

fn value(ty: ValueType, bits: u64, debug: bool) -> String {
    match (ty, debug) {
        (ValueType::Bool, _) => (bits != 0).to_string(),
        (ValueType::Int(int), _) if Int::signed(int) => (bits as i64).to_string(),
        (ValueType::Int(_), _) => bits.to_string(),
        (ValueType::Float(Float::F32), false) => f32::from_bits(bits as u32).to_string(),
        (ValueType::Float(Float::F32), true) => format!("{:?}", f32::from_bits(bits as u32)),
        (ValueType::Float(_), false) => f64::from_bits(bits).to_string(),
        (ValueType::Float(_), true) => format!("{:?}", f64::from_bits(bits)),
    }
}

macro_rules! meanings {
    ($($name:ident),* $(,)?) => {$(
        #[test]
        fn $name() {
            run(stringify!($name), include_str!(concat!("meaning/", stringify!($name), ".rs")));
        }
    )*};
}

meanings!(control, floats, integers, memory, order, panics);
