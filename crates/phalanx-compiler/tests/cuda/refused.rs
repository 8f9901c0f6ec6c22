//! What only shows when a generic function gets its arguments.

use crate::program::{texts, try_unit};

fn refusal(source: &str) -> String {
    texts(&try_unit(source, "k").expect_err("a refusal"))
}

#[test]
fn a_tile_as_large_as_the_one_it_is_cut_from() {
    let text = refusal(
        "#[group_kernel(variants(N = [8, 16]))]
        fn k<const N: usize>(tile: ThreadBlockTile<16>, y: &mut [u32]) {
            let part = tile.tiled_partition::<N>();
            y[part.thread_rank()] = 1;
        }",
    );
    assert!(text.starts_with("3:"), "{text}");
    assert!(text.contains("16"), "{text}");
}

#[test]
fn functions_that_call_each_other_in_a_circle() {
    let text = refusal(
        "#[device_fn]
        fn even(n: u32) -> bool { if n == 0 { true } else { odd(n - 1) } }
        #[device_fn]
        fn odd(n: u32) -> bool { if n == 0 { false } else { even(n - 1) } }
        #[group_kernel]
        fn k(grid: Grid, n: u32, y: &mut [bool]) { y[grid.thread_rank()] = even(n); }",
    );
    assert!(text.contains("calls itself"), "{text}");
    assert!(text.contains("write a loop"), "{text}");
}

#[test]
fn a_message_that_shows_a_value_too_often() {
    let text = refusal(
        "#[group_kernel]
        fn k(grid: Grid, n: u32, y: &mut [u32]) {
            assert!(n > 3, \"{n} {n} {n} {n} {n}\");
            y[grid.thread_rank()] = n;
        }",
    );
    assert!(text.starts_with("3:13: "), "{text}");
    assert!(text.contains("at most 4 values"), "{text}");
}
