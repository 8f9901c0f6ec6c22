//! The types of locals, by name, as Rust gives them.

use super::{one_item, texts, whole_crate};
use phalanx_compiler::types::typed::TypedFunction;

/// `name: type` of each local that is not a parameter, in the order of the source.
fn locals(typed: &TypedFunction) -> String {
    let params = typed.function.params.len();
    let body = &typed.function.body;
    let lets: Vec<String> = body.locals[params..]
        .iter()
        .zip(&typed.tables.locals[params..])
        .map(|(local, ty)| format!("{}: {ty}", local.name))
        .collect();
    lets.join(", ")
}

/// The locals of the last function, seen with the whole source.
#[track_caller]
fn assert_locals(source: &str, name: &str, expected: &str) {
    match whole_crate(source, name) {
        Ok(typed) => assert_eq!(locals(&typed), expected),
        Err(errors) => panic!("{}", texts(&errors)),
    }
}

#[test]
fn the_design_s_kernels() {
    let source = "
        #[device_fn]
        fn group_sum<G: Reduce>(g: &G, v: f32) -> f32 { g.reduce(v, Plus) }
        #[group_kernel]
        pub fn total(block: ThreadBlock, x: &[f32], out: &Atomic<f32>) {
            let warp = block.tiled_partition::<32>();
            let i = block.group_index().x * block.num_threads() + block.thread_rank();
            let v = if i < x.len() { x[i] } else { 0.0 };
            let sum = group_sum(&warp, v);
            if warp.thread_rank() == 0 {
                out.fetch_add(sum, Relaxed);
            }
        }
        #[group_kernel]
        pub fn jacobi(grid: CooperativeGrid, mut a: &mut [f32], mut b: &mut [f32], rhs: &[f32], iters: u32) {
            for _ in 0..iters {
                for i in grid.stride(1..rhs.len() - 1) {
                    b[i] = 0.5 * (a[i - 1] + a[i + 1] - rhs[i]);
                }
                grid.sync();
                (a, b) = (b, a);
            }
        }";
    assert_locals(source, "group_sum", "");
    assert_locals(
        source,
        "total",
        "warp: ThreadBlockTile<32>, i: usize, v: f32, sum: f32",
    );
    assert_locals(source, "jacobi", "i: usize");
    let typed = one_item(source, "total").unwrap_or_else(|errors| panic!("{}", texts(&errors)));
    assert_eq!(
        locals(&typed),
        "warp: ThreadBlockTile<32>, i: usize, v: f32, sum: f32"
    );
}
