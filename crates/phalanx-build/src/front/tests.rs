//! What the whole crate tells about each item of it.

use super::*;
use crate::cfg::CfgSet;
use crate::testing::Package;

/// What became of the items of a library with this text.
fn lib(text: &str) -> Vec<String> {
    crates(&[("src/lib.rs", text)])
}

fn crates(files: &[(&str, &str)]) -> Vec<String> {
    let package = Package::new(files);
    let universe = package.universe(&CfgSet::from_rustc("unix"));
    run(&universe, package.root(), Options::default())
        .into_iter()
        .flat_map(describe)
        .collect()
}

/// `id: compiled`, or a line for each thing that is wrong.
fn describe(item: Item) -> Vec<String> {
    let id = &item.id;
    let mut lines = Vec::new();
    let artefact = &item.artefact;
    match (artefact.kind, &item.kernel) {
        (Kind::Kernel, Some(_)) => lines.push(format!("{id}: compiled")),
        (Kind::Kernel, None) => {
            let reason = artefact.left_out.as_deref().expect("a reason");
            lines.push(format!("{id}: left out: {reason}"));
        }
        (Kind::DeviceFn, _) => {}
    }
    let unreported = item.unreported.iter();
    for error in artefact.errors.iter().chain(unreported) {
        let Refusal {
            line,
            column,
            message,
        } = error;
        lines.push(format!("{id}: {line}:{column}: {message}"));
    }
    if !artefact.literals.is_empty() {
        let suffixes: Vec<&str> = artefact
            .literals
            .iter()
            .map(|suffix| suffix.as_deref().unwrap_or("-"))
            .collect();
        lines.push(format!("{id}: literals: {}", suffixes.join(" ")));
    }
    lines
}

/// The only line that says this.
#[track_caller]
fn the<'a>(lines: &'a [String], part: &str) -> &'a str {
    let found: Vec<&String> = lines.iter().filter(|line| line.contains(part)).collect();
    match found.as_slice() {
        [one] => one,
        _ => panic!("`{part}` is in {} of {lines:#?}", found.len()),
    }
}

#[test]
fn what_a_kernel_needs_may_stand_anywhere() {
    let lines = crates(&[
        (
            "src/lib.rs",
            "use phalanx::prelude::*;
             mod math;
             use math::{Point, scale as by};
             pub const WIDTH: usize = 4;
             #[group_kernel]
             pub fn k(block: ThreadBlock, x: &[f32], out: &mut [f32]) {
                 let mut sums = [0.0; WIDTH];
                 let i = block.thread_rank();
                 sums[0] = by(x[i]) + math::inner::TWICE;
                 let p = Point { x: sums[0], y: 1.0 };
                 out[i] = p.x + math::deep::of::<WIDTH>();
             }",
        ),
        (
            "src/math.rs",
            "use phalanx::prelude::*;
             #[derive(Clone, Copy, DeviceCopy)] #[repr(C)] pub struct Point { pub x: Real, pub y: Real }
             pub type Real = f32;
             #[device_fn] pub fn scale(v: Real) -> Real { v * inner::TWICE }
             pub mod inner { pub const TWICE: f32 = ONE * 2.0; const ONE: f32 = 1.0; }
             pub mod deep;",
        ),
        (
            "src/math/deep.rs",
            "use phalanx::prelude::*;
             #[device_fn] pub fn of<const N: usize>() -> f32 { N as f32 }",
        ),
    ]);
    assert_eq!(lines[0], "own::k: compiled");
    assert!(
        lines[1..].iter().all(|line| line.contains("literals")),
        "{lines:#?}"
    );
}

#[test]
fn kernels_of_every_crate_are_found() {
    let kernel =
        "use phalanx::prelude::*; #[group_kernel] pub fn k(_g: Grid, x: &mut [u32]) { x[0] = 1; }";
    let with_main = format!("{kernel} fn main() {{}}");
    let in_body = format!("#[test] fn t() {{ {kernel} }}");
    let lines = crates(&[
        ("src/lib.rs", kernel),
        ("src/bin/tool.rs", &with_main),
        ("examples/e.rs", &with_main),
        ("tests/t.rs", &in_body),
        ("benches/b.rs", kernel),
    ]);
    assert_eq!(
        lines,
        [
            "own::k: compiled",
            "tool::k: compiled",
            "e::k: compiled",
            "t::t::k: compiled",
            "b::k: compiled"
        ]
    );
}

#[test]
fn names_that_only_the_crate_knows_are_refused_where_they_stand() {
    let lines = lib("use phalanx::prelude::*;
pub fn plain(x: u32) -> u32 { x }
pub static TABLE: [u32; 2] = [1, 2];
pub struct Bare { x: u32 }
#[group_kernel]
pub fn a(_g: Grid, out: &mut [u32]) { out[0] = plain(1); }
#[group_kernel]
pub fn b(_g: Grid, out: &mut [u32]) { out[0] = TABLE[0]; }
#[group_kernel]
pub fn c(_g: Grid, out: &mut [u32]) { let v = Bare { x: 1 }; out[0] = v.x; }
#[group_kernel]
pub fn d(_g: Grid, out: &mut [u32]) { out[0] = absent(1); }
#[group_kernel]
pub fn e(g: Grid, out: &mut [u32]) { a(g, out); }
");
    assert!(the(&lines, "own::a: 6:").starts_with(
        "own::a: 6:47: `plain` at src/lib.rs:2 is a plain `fn`, which only the host can call"
    ));
    assert!(
        the(&lines, "own::b: 8:").starts_with("own::b: 8:47: `TABLE` at src/lib.rs:3 is a static")
    );
    assert!(
        the(&lines, "own::c: 10:")
            .starts_with("own::c: 10:46: `Bare` at src/lib.rs:4 does not derive")
    );
    assert!(the(&lines, "own::d: 12:").contains("absent"));
    assert!(
        the(&lines, "own::e: 14:").contains("is a kernel, and a kernel is launched, not called")
    );
    for kernel in ["a", "b", "c", "d", "e"] {
        the(&lines, &format!("own::{kernel}: left out: "));
    }
}

#[test]
fn what_the_macro_says_itself_is_not_said_twice() {
    let lines = lib("use phalanx::prelude::*;
#[group_kernel]
pub fn k(_g: Grid, out: &mut [u32]) { let s = String::new(); out[0] = \"a\"; }
#[group_kernel]
pub fn calls(_g: Grid, out: &mut [u32]) { out[0] = bad(1); }
#[device_fn]
fn bad(x: u32) -> u32 { x + true }
");
    // The macro of `bad` reports its error; that `calls` needs it is no error of its own.
    let told = |line: &&String| !line.contains("left out") && !line.contains("literals");
    let errors: Vec<_> = lines.iter().filter(told).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    the(&lines, "own::k: left out: ");
    the(&lines, "own::calls: left out: ");
}

#[test]
fn literals_that_other_items_decide_are_told() {
    let lines = lib("use phalanx::prelude::*;
#[device_fn]
fn wide(x: u64) -> u64 { x }
#[group_kernel]
pub fn k(_g: Grid, out: &mut [u64]) { let n = 2; out[0] = wide(n) + wide(3); let own: u32 = 7; }
");
    assert_eq!(the(&lines, "literals"), "own::k: literals: u64 - u64 -");
}

#[test]
fn recursion_over_several_functions_is_refused() {
    let lines = lib("use phalanx::prelude::*;
#[device_fn]
fn even(x: u32) -> bool { if x == 0 { true } else { odd(x - 1) } }
#[device_fn]
fn odd(x: u32) -> bool { if x == 0 { false } else { even(x - 1) } }
#[group_kernel]
pub fn k(_g: Grid, out: &mut [u32]) { if even(3) { out[0] = 1; } }
");
    assert!(the(&lines, "own::odd: 5:52: ").contains("leads back to where it is called from"));
    the(&lines, "own::k: left out: ");
}

#[test]
fn an_instance_that_cannot_be_is_refused_in_the_function() {
    let lines = lib("use phalanx::prelude::*;
#[device_fn]
fn part<const N: usize>(tile: &ThreadBlockTile<32>, v: u32) -> u32 {
    tile.tiled_partition::<N>().reduce(v, Plus)
}
#[group_kernel]
pub fn good(tile: ThreadBlockTile<32>, out: &mut [u32]) { out[0] = part::<16>(&tile, 1); }
#[group_kernel]
pub fn bad(tile: ThreadBlockTile<32>, out: &mut [u32]) { out[0] = part::<24>(&tile, 1); }
");
    the(&lines, "own::good: compiled");
    the(&lines, "own::bad: left out: ");
    let error = the(&lines, "own::part: 4:");
    assert!(error.contains("N = 24"), "{error}");
}

#[test]
fn a_kernel_behind_an_unknown_cfg_is_left_out_with_the_reason() {
    let lines = lib("use phalanx::prelude::*;
#[cfg(mine)]
#[group_kernel]
pub fn k(_g: Grid, out: &mut [u32]) { out[0] = 1; }
#[cfg(mine)]
#[device_fn]
fn f(x: u32) -> u32 { x }
#[group_kernel]
pub fn calls(_g: Grid, out: &mut [u32]) { out[0] = f(1); }
");
    the(&lines, "own::k: left out: `k` stands behind `cfg(mine)`");
    assert!(the(&lines, "own::k: 4:7: ").contains(".cfg(\"mine\", true)"));
    the(&lines, "own::calls: 9:51: `f` stands behind `cfg(mine)`");
}

#[test]
fn a_kernel_is_one_in_the_crate_and_in_its_tests() {
    let lines = lib("use phalanx::prelude::*;
#[cfg(test)] const N: u32 = 1;
#[cfg(not(test))] const N: u32 = 2;
#[group_kernel]
pub fn same(_g: Grid, out: &mut [u32]) { out[0] = 1; }
#[group_kernel]
pub fn other(_g: Grid, out: &mut [u32]) { out[0] = N; }
#[cfg(test)]
mod tests {
    use super::*;
    #[group_kernel]
    pub fn only(_g: Grid, out: &mut [u32]) { out[0] = N; }
}
");
    the(&lines, "own::same: compiled");
    the(&lines, "own::tests::only: compiled");
    the(&lines, "own::other: left out: ");
    assert!(the(&lines, "own::other: 7:7: ").contains("another in its tests"));
}

#[test]
fn functions_of_dependencies_are_compiled_and_their_errors_told_at_the_call() {
    let lines = crates(&[
        (
            "Cargo.toml",
            "[package]\nname = \"own\"\nedition = \"2024\"\n[dependencies]\nmath = { path = \"math\" }\n[workspace]\n",
        ),
        (
            "src/lib.rs",
            "use phalanx::prelude::*;
#[group_kernel]
pub fn good(_g: Grid, out: &mut [u32]) { out[0] = math::twice(1) + math::OFFSET; }
#[group_kernel]
pub fn bad(_g: Grid, out: &mut [u32]) { out[0] = math::bad(1); }
",
        ),
        (
            "math/Cargo.toml",
            "[package]\nname = \"math\"\nedition = \"2024\"\n",
        ),
        (
            "math/src/lib.rs",
            "use phalanx::prelude::*;
pub const OFFSET: u32 = 7;
#[device_fn] pub fn twice(x: u32) -> u32 { helper(x) }
#[device_fn] fn helper(x: u32) -> u32 { x * 2 }
#[device_fn] pub fn bad(x: u32) -> u32 { plain(x) }
fn plain(x: u32) -> u32 { x }
",
        ),
    ]);
    the(&lines, "own::good: compiled");
    the(&lines, "own::bad: left out: ");
    let error = the(&lines, "own::bad: 5:49: ");
    assert!(
        error.contains("`bad` at math/src/lib.rs:5 cannot be compiled for a device: `plain` at"),
        "{error}"
    );
}
