//! Small kernels, one file a construct, and the CUDA C++ that they become.
//!
//! | to find | look in |
//! |---|---|
//! | the kernels | `kernels/` |
//! | their C++ | `snapshots/` |
//! | that it means what the Rust means | `meaning.rs`, `meaning/` |
//! | that nvcc takes it, and every header | `compiles.rs`, `headers.cu` |
//! | that the headers compute what Rust computes | `numbers.rs`, `numbers.cpp` |
//! | CUDA for a compiler of the host | `host.hpp` |

// Spans are not `Send`, and the program shares its items all the same.
#![allow(clippy::arc_with_non_send_sync)]

mod compiles;
mod meaning;
mod numbers;
mod program;
mod refused;

use phalanx_compiler::artefact::{Piece, ValueType};
use phalanx_compiler::cuda::Options;
use phalanx_compiler::types::ty::{Const, Float, Int, TyOrConst};

/// A kernel's name, which is that of its file, and the source.
type Source = (&'static str, &'static str);

macro_rules! kernels {
    ($($name:ident),* $(,)?) => {
        const KERNELS: &[Source] = &[$((stringify!($name), include_str!(concat!("kernels/", stringify!($name), ".rs")))),*];

        mod snapshots {
            $(
                #[test]
                fn $name() {
                    super::snapshot(stringify!($name));
                }
            )*
        }
    };
}

kernels!(
    arrays,
    atomics,
    branches,
    casts,
    collectives,
    const_generics,
    constants,
    fused,
    generics,
    grids,
    guards,
    half_conversions,
    halves,
    integers,
    jacobi,
    labels,
    loops,
    matches,
    names,
    number_methods,
    order,
    panics,
    shared_memory,
    spmv,
    structs,
    sum,
    total,
    warps,
);

fn source(name: &str) -> &'static str {
    KERNELS
        .iter()
        .find(|(kernel, _)| *kernel == name)
        .expect("a kernel of the list")
        .1
}

fn snapshot(name: &str) {
    let unit = program::unit(source(name), name);
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!(name, unit.readable());
    });
}

/// Every file of the folder is in the list.
#[test]
fn no_kernel_is_forgotten() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cuda/kernels");
    let files = std::fs::read_dir(folder).expect("the folder").map(|entry| {
        let path = entry.expect("an entry").path();
        path.file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned()
    });
    let mut files: Vec<String> = files.collect();
    files.sort();
    let listed: Vec<&str> = KERNELS.iter().map(|(name, _)| *name).collect();
    assert_eq!(files, listed);
}

#[test]
fn statements_come_from_their_lines() {
    let unit = program::unit(source("total"), "total");
    let source = source("total");
    let line = 1 + source
        .lines()
        .position(|line| line.contains("let sum ="))
        .expect("a line");
    let mut at = 0;
    let mut found = None;
    for text in unit.source.lines() {
        if let Some(directive) = text.strip_prefix("#line ") {
            let number = directive.split(' ').next().expect("a number");
            at = number.parse().expect("a number");
            continue;
        }
        if text.contains("sum = group_sum") {
            found = Some(at);
        }
        at += 1;
    }
    assert_eq!(found, Some(line));
    assert!(unit.source.contains("\"src/lib.rs\"\n"));
}

#[test]
fn variants_are_instances_in_the_order_of_the_launch() {
    let unit = program::unit(source("generics"), "generics");
    let variants: Vec<_> = unit
        .variants
        .iter()
        .map(|variant| (&*variant.label, &*variant.symbol))
        .collect();
    assert_eq!(
        variants[..3],
        [
            ("T = i16, N = 8", "demo__generics__i16_N8"),
            ("T = i16, N = 32", "demo__generics__i16_N32"),
            ("T = u32, N = 8", "demo__generics__u32_N8"),
        ]
    );
    assert_eq!(unit.variants[1].args[1], TyOrConst::Const(Const::Value(32)));
    for (_, symbol) in variants {
        assert!(unit.source.contains(&format!("{symbol}(")));
    }
    assert!(!unit.fma);
    assert!(program::unit(source("fused"), "fused").fma);
}

#[test]
fn the_host_prints_what_rust_prints() {
    let unit = program::unit(source("panics"), "panics");
    let site = |text: &str| {
        let line = 1 + source("panics")
            .lines()
            .position(|line| line.contains(text))
            .expect("a line");
        let mut sites = unit.sites.iter().filter(|site| site.line as usize == line);
        let last = sites
            .next_back()
            .unwrap_or_else(|| panic!("a place for `{text}`"));
        (last.column, last.pieces.clone())
    };
    let text = |text: &str| Piece::Text(text.into());
    let u32s = ValueType::Int(Int::U32);
    let f32s = ValueType::Float(Float::F32);
    assert_eq!(
        site("assert!(n < 10)"),
        (5, vec![text("assertion failed: n < 10")])
    );
    assert_eq!(
        site("assert_ne!"),
        (
            5,
            vec![
                text("assertion `left != right` failed: with n "),
                Piece::Value(u32s),
                text("\n  left: "),
                Piece::Debug(f32s),
                text("\n right: "),
                Piece::Debug(f32s),
            ]
        )
    );
    assert_eq!(
        site("quoted"),
        (
            9,
            vec![
                text("at "),
                Piece::Value(ValueType::Int(Int::I32)),
                text(" and "),
                Piece::Value(f32s),
                text(": \"quoted\" {}"),
            ]
        )
    );
    assert_eq!(
        site("data[n as usize]"),
        (
            5,
            vec![
                text("index out of bounds: the len is "),
                Piece::Value(ValueType::Int(Int::Usize)),
                text(" but the index is "),
                Piece::Value(ValueType::Int(Int::Usize)),
            ]
        )
    );
}

#[test]
fn debug_assertions_only_where_the_crate_has_them() {
    let with = |debug_assertions| {
        let unit = program::unit_with(source("panics"), "panics", Options { debug_assertions });
        unit.expect("no errors").source
    };
    assert!(!with(false).contains("assertion failed: a > 0"));
    assert!(with(true).contains("assertion failed: a > 0"));
}

/// One collective in the source is one call in the C++.
#[test]
fn collectives_are_neither_copied_nor_merged() {
    for (name, _) in KERNELS {
        let unit = program::unit(source(name), name);
        let body = unit.source.split("extern \"C\"").nth(1).expect("a kernel");
        for op in [
            "reduce",
            "shfl",
            "shfl_up",
            "shfl_down",
            "shfl_xor",
            "ballot",
            "any",
            "all",
            "sync",
        ] {
            let call = format!(".{op}(");
            let kernel = source(name)
                .split("#[group_kernel")
                .nth(1)
                .expect("a kernel");
            assert_eq!(
                body.matches(&call).count(),
                kernel.matches(&call).count(),
                "`{op}` in `{name}`"
            );
        }
    }
}
