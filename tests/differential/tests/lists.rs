//! The programs that the rules of convergence name: each is said to be what it is, by the analysis and by
//! the emulator. That the emulator catches each of those that must be refused shows what it can catch.

use phalanx_differential::verdict::{Class, Verdict};

#[track_caller]
fn assert_class(body: &str, class: Class) {
    let source = format!(
        "#[device_fn]
         fn block_sum(b: &ThreadBlock, x: u32) -> u32 {{ b.sync(); x }}
         #[device_fn]
         fn sum<G: Reduce>(g: &G, x: u32) -> u32 {{ g.reduce(x, Plus) }}
         #[group_kernel]
         pub fn kernel(
             grid: CooperativeGrid, mut b: ThreadBlock, w: ThreadBlockTile<32>, n: u32, iters: u32, lens: &[u32],
             x: &[u32], out: &mut [u32], c: &Atomic<u32>,
         ) {{
             let r = b.thread_rank();
             let s = b.shared::<[u32; 64]>();
             {body}
         }}"
    );
    let verdict = Verdict::of(&source, 1, 24).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(verdict.class(), class, "{}", verdict.report());
    assert_eq!(verdict.stopped, Vec::<String>::new());
}

#[test]
fn programs_that_must_be_refused_diverge() {
    let bodies = [
        "if r < 16 { b.sync(); }",
        "if r % 2 == 0 { b.sync(); } else { b.sync(); }",
        "if x[r % x.len()] > n { return; } b.sync();",
        "if x[r % x.len()] > n { return; } out[0] = w.reduce(n, Plus);",
        "let mut i = 0; while i < 5 && x[(r + i) % x.len()] != 0 { i += 1; w.sync(); }",
        "let mut k = 0; loop { w.sync(); k += 1; if r == k || k > 40 { break; } }",
        "for _ in r..8 { b.sync(); }",
        "for _ in 0..lens[grid.block_rank() % lens.len()] % 4 { grid.sync(); }",
        "if grid.block_rank() == 0 { grid.sync(); }",
        "if r < 16 && w.any(x[0] > 1) { out[0] = 1; }",
        "out[0] = match x[r % x.len()] { 0 => w.reduce(n, Plus), _ => 0 };",
        "let v = if r < 3 { 1 } else { 2 }; if v == 1 { b.sync(); }",
        "s[r % 64] = r as u32; if s[(r + 1) % 64] > 20 { b.sync(); }",
        "if r < 31 { let t = w.tiled_partition::<16>(); t.sync(); }",
        "if r < 31 { block_sum(&b, n); }",
        "for _ in 0..2 { for _ in 0..r % 3 { w.sync(); } }",
        "for i in b.stride(0..x.len()) { out[i % out.len()] = w.reduce(x[i], Plus); }",
        "let g = coalesced_threads(); if r % 2 == 0 { return; } g.sync();",
        "let old = c.fetch_add(1, Relaxed); if old % 2 == 0 { w.sync(); }",
        "out[0] = w.broadcast(n, r);",
        "let p = r % 2 == 0; let g = w.binary_partition(p); if r % 3 == 0 { g.sync(); }",
        "b.invoke_one(|| { w.sync(); });",
        "let g = w.labeled_partition(r % 3); if g.meta_group_rank() == 0 { w.sync(); }",
        "if r < 16 { let t = b.arrive(); t.wait(); }",
    ];
    for body in bodies {
        assert_class(body, Class::Refused);
    }
}

#[test]
fn programs_that_must_be_accepted_do_not() {
    let bodies = [
        "let mut v = 0; for i in grid.stride(0..x.len()) { v += x[i]; } let v = w.reduce(v, Plus);
         if w.meta_group_rank() == 0 { out[0] = w.reduce(v, Max); }",
        "let v = if r < x.len() { x[r] } else { 0 }; out[0] = w.reduce(v, Plus);",
        "if b.group_index().x % 2 == 0 { b.sync(); }",
        "if n > 100 { grid.sync(); }",
        "for _ in 0..iters % 5 { s[r % 64] = 1; grid.sync(); }",
        "let mut mask = w.ballot(x[r % x.len()] > 1);
         while mask != 0 {
             let source = mask.trailing_zeros() as usize;
             let key = w.shfl(r, source);
             let todo = r > key && mask >> w.thread_rank() & 1 == 1;
             mask = w.ballot(todo);
         }",
        "let t = grid.block_rank() * w.meta_group_size() + w.meta_group_rank(); if t < 3 { w.sync(); }",
        "if r == 0 { s[0] = 1; } b.sync();",
        "if x[r % x.len()] > 1 { let g = coalesced_threads(); out[0] = g.reduce(1u32, Plus); g.sync(); }",
        "let h = w.tiled_partition::<16>(); let q = h.tiled_partition::<4>();
         out[0] = q.reduce(h.reduce(w.reduce(n, Plus), Plus), Plus);",
        "let h = b.tiled_partition::<8>(); out[0] = sum(&h, n) + sum(&w, n);
         if r > 5 { let g = coalesced_threads(); out[0] = sum(&g, n); }",
        "for _ in 0..lens[b.group_index().x % lens.len()] % 4 { b.sync(); }",
        "match n { 0 => { b.sync(); } 1 => { grid.sync(); } _ => { w.sync(); } }",
        "let p = x[r % x.len()] > 1; let g = w.binary_partition(p);
         if p { out[0] = g.reduce(n, Plus); } else { g.sync(); }",
        "if x[r % x.len()] > 1 {
             let g = coalesced_threads();
             let base = g.invoke_one_broadcast(|| c.fetch_add(g.num_threads() as u32, Relaxed));
             if base > 3 { g.sync(); }
         }",
        "let t = b.arrive(); let v = w.reduce(n, Plus); t.wait(); out[0] = v;",
        "s[r % 64] = r as u32; let first = b.load_uniform(&s[0]); if first > 3 { b.sync(); }",
        "let mut turns = 0; while turns < 3 && b.any(x[(r + turns) % x.len()] > 1) { turns += 1; }",
        "let mut tile = grid.block_rank();
         while tile < 3 { b.sync(); tile = b.broadcast(tile + 1 + r % 2, 0); }",
        "let mut turn = 0; while turn < n % 7 { b.sync(); turn = w.shfl(turn, 0) + 1; }",
    ];
    for body in bodies {
        assert_class(body, Class::Accepted);
    }
}

/// What a signature says of values is checked too, where it is wrong without a divergence.
#[test]
fn uniform_values_are() {
    let source = |arguments: &str| {
        format!(
            "#[device_fn]
             fn f(w: &ThreadBlockTile<32>, n: Uniform<ThreadBlockTile<32>, u32>) -> Uniform<ThreadBlockTile<32>, u32> {{
                 if n == 3 {{ w.sync(); }}
                 n + 1
             }}
             #[group_kernel]
             pub fn kernel(w: ThreadBlockTile<32>, n: u32, out: &mut [u32]) {{ out[0] = f(&w, {arguments}); }}"
        )
    };
    let class = |arguments| {
        let verdict = Verdict::of(&source(arguments), 1, 12).expect("a program");
        (verdict.class(), verdict.report())
    };
    let (class_of_good, report) = class("w.reduce(n, Plus)");
    assert_eq!(class_of_good, Class::Accepted, "{report}");
    let (class_of_bad, report) = class("w.thread_rank() as u32 % 2 + 10");
    assert_eq!(class_of_bad, Class::Refused, "{report}");
    assert!(report.contains("`n` is said to be `Uniform`"), "{report}");
}
