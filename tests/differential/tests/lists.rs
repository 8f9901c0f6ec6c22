use phalanx_differential::verdict::{Class, Verdict};

#[track_caller]
fn class(body: &str) -> Class {
    let source = format!("
        #[device_fn] fn block_sum(b: &ThreadBlock, x: u32) -> u32 {{ b.sync(); x }}
        #[group_kernel]
        pub fn k(grid: CooperativeGrid, b: ThreadBlock, w: ThreadBlockTile<32>, n: u32, x: &[u32], out: &mut [u32], c: &Atomic<u32>) {{
            let r = b.thread_rank();
            {body}
        }}");
    let v = Verdict::of(&source, 1, 12).unwrap();
    println!("{:?} {:?}\n{}", v.class(), v.stopped, v.report());
    v.class()
}

#[test]
fn refused() {
    assert_eq!(class("if r < 16 { b.sync(); }"), Class::Refused);
    assert_eq!(class("if r % 2 == 0 { b.sync(); } else { b.sync(); }"), Class::Refused);
    assert_eq!(class("if x[r % x.len()] > n { return; } b.sync();"), Class::Refused);
    assert_eq!(class("let mut i = 0u32; while x[(r + i as usize) % x.len()] > 1 && i < 3 { i += 1; w.sync(); }"), Class::Refused);
    assert_eq!(class("if r < 32 { block_sum(&b, n); }"), Class::Refused);
}

#[test]
fn accepted() {
    assert_eq!(class("if n > 2 { grid.sync(); } w.reduce(n, Plus);"), Class::Accepted);
    assert_eq!(class("let mut mask = w.ballot(x[r % x.len()] > 1); while mask != 0 { let src = mask.trailing_zeros(); let k = w.shfl(r as u32, src as usize); out[0] = k; mask &= mask - 1; }"), Class::Accepted);
    assert_eq!(class("if r > 7 { let g = coalesced_threads(); let t = g.reduce(1u32, Plus); if t > 3 { g.sync(); } }"), Class::Accepted);
}
