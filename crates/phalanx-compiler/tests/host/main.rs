//! The Rust that is printed for small kernels, as snapshots. To take over a change: `cargo insta review`.

use std::sync::Arc;

use phalanx_compiler::artefact::{Artefact, Kind, Piece, Site, ValueType, Variant};
use phalanx_compiler::converge::{self, Facts, Promises};
use phalanx_compiler::host::{self, Compiled, Image};
use phalanx_compiler::report::Errors;
use phalanx_compiler::syntax::ast::Function;
use phalanx_compiler::syntax::parse;
use phalanx_compiler::types;
use phalanx_compiler::types::env::OneItem;
use phalanx_compiler::types::ty::{Float, Int};
use phalanx_compiler::types::typed::TypedFunction;
use proc_macro2::TokenStream;
use quote::quote;

fn typed(parsed: Result<Function, Errors>) -> TypedFunction {
    let checked = parsed.and_then(|function| {
        let name = function.name.to_string();
        let sig = Arc::new(types::signature(&function, name, &OneItem)?);
        types::check(function, sig, String::new(), &OneItem)
    });
    checked.unwrap_or_else(|errors| panic!("{}", errors.0[0].text()))
}

/// What the convergence stage finds, whether it accepts the function or not.
fn facts(function: &TypedFunction) -> Facts {
    let (facts, _) = converge::analyse(function, &Promises::default());
    facts.expect("few groups")
}

fn pretty(printed: TokenStream) -> String {
    let file = syn2::parse_file(&printed.to_string()).expect("what is printed is Rust");
    prettyplease::unparse(&file)
}

fn kernel(attr: TokenStream, item: TokenStream) -> String {
    let kernel = typed(parse::kernel(attr, item));
    let compiled = Compiled {
        image: Image::NoBuildScript,
        artefact: None,
    };
    pretty(host::kernel(&kernel, &compiled, &facts(&kernel)))
}

fn device_fn(item: TokenStream) -> String {
    let function = typed(parse::device_fn(TokenStream::new(), item));
    pretty(host::device_fn(&function, &[], &facts(&function)))
}

/// The statements of a device function over some parameters.
fn body(code: TokenStream) -> String {
    let printed = device_fn(quote! {
        fn f(x: &[f32], y: &mut [f32], i: usize, n: i32, c: &[Atomic<u32>], t: &ThreadBlockTile<32>) { #code }
    });
    let start = printed.find(") {").expect("a body") + 3;
    let body = printed[start..].trim_end().trim_end_matches('}');
    // Without the `use` that every body begins with.
    let (_, body) = body.split_once(";\n").expect("a `use`");
    body.to_owned()
}

#[test]
fn a_whole_kernel() {
    insta::assert_snapshot!(kernel(
        TokenStream::new(),
        quote! {
            /// Adds up `x`.
            #[allow(unused_variables)]
            pub fn total(block: ThreadBlock, tile: ThreadBlockTile<32>, x: &[f32], scale: f32, out: &Atomic<f32>) {
                let i = block.group_index().x * block.num_threads() + block.thread_rank();
                let v = if i < x.len() { x[i] * scale } else { 0.0 };
                let sum = tile.reduce(v, Plus);
                if tile.thread_rank() == 0 {
                    out.fetch_add(sum, Relaxed);
                }
            }
        },
    ));
}

#[test]
fn claims() {
    insta::assert_snapshot!(body(quote! {
        let v = unsafe { assume_uniform(t, x[i] * 2.0, "`x` holds one number") };
    }));
}

#[test]
fn variants_chosen_and_inferred() {
    insta::assert_snapshot!(kernel(
        quote!(variants(N = [4, 8], T = [f32, f64])),
        quote! {
            fn rows<const N: usize, T: Number>(
                block: ThreadBlock<64>,
                tile: ThreadBlockTile<N>,
                #[shared] buffer: &mut [T],
                y: &mut [T],
            ) {
                buffer[block.thread_rank()] = y[tile.thread_rank()] + T::ONE;
            }
        },
    ));
}

#[test]
fn what_the_build_script_found() {
    let item = quote! {
        fn fill(grid: CooperativeGrid, y: &mut [f32]) {
            y[grid.thread_rank()] = helper(1);
        }
    };
    let kernel = typed(parse::kernel(TokenStream::new(), item));
    let mut artefact = Artefact::new(Kind::Kernel, 1, "fill");
    artefact.variants.push(Variant {
        label: String::new(),
        symbol: "fill_symbol".to_owned(),
        block_multiple: 32,
    });
    artefact.sites.push(Site {
        file: "src/lib.rs".to_owned(),
        line: 3,
        column: 5,
        pieces: vec![
            Piece::Text("the len is ".to_owned()),
            Piece::Value(ValueType::Int(Int::Usize)),
            Piece::Value(ValueType::Float(Float::F16)),
        ],
    });
    artefact.literals = vec![Some("u16".to_owned())];
    let compiled = Compiled {
        image: Image::Embedded("/out/phalanx/fill.fatbin".to_owned()),
        artefact: Some(&artefact),
    };
    insta::assert_snapshot!(pretty(host::kernel(&kernel, &compiled, &facts(&kernel))));
}

#[test]
fn a_device_function() {
    insta::assert_snapshot!(device_fn(quote! {
        /// Sums `x`.
        pub(crate) unsafe fn sum<G: Reduce + Shuffle, T: Number, const N: usize>(g: &G, x: &[T], last: &mut [T; N]) -> T {
            let mut sum = T::ZERO;
            for i in g.stride(0..x.len()) {
                sum += x[i];
            }
            last[N - 1] = sum;
            g.reduce(sum, Plus)
        }
    }));
}

#[test]
fn places_in_memory() {
    insta::assert_snapshot!(body(quote! {
        y[i] = x[i + 1];
        y[i] += x[i] * 2.0;
        y[i] -= 1.0;
        (y[0], y[1]) = (y[1], y[0]);
        let part = &x[1..];
        let all = part[2] + part.len() as f32;
        let r = &mut y[i];
        *r = all;
        *r *= *r;
        c[i].fetch_add(1, Relaxed);
    }));
}

#[test]
fn places_of_the_thread() {
    insta::assert_snapshot!(body(quote! {
        let mut a = [0; 4];
        a[i] = n;
        a[i] += 1;
        a[i] ^= 1;
        let mut k = a[0];
        k -= n;
        k <<= 3;
        let mut v = 0.0;
        v += x[i];
        let p = (k, v);
        let (q, _) = p;
        helper(&mut a, &p, &a[1..3], x, q);
    }));
}

#[test]
fn parentheses() {
    insta::assert_snapshot!(body(quote! {
        let a = (n as usize) < i;
        let b = !(a && i > 2) || (n & 3) == (n | 1) ^ n;
        let d = (n as f32 as i32) / (n % 7 - 2) * n;
        let e = (-1.5f32).abs() + -x[0] * (x[1] - (x[2] - x[3]));
        let f = (if a { 1 } else { 2 }) / n;
        for k in (0..n / 2).rev() {
            let _ = (k, b, d, e, f);
        }
        let g = { n } / 2 as i32;
        let _ = g;
    }));
}

#[test]
fn control_flow() {
    insta::assert_snapshot!(body(quote! {
        let found = 'outer: loop {
            for k in 0..n {
                if k == 3 { continue; }
                while x[i] > 0.0 {
                    break 'outer k;
                }
            }
            break -1;
        };
        match found {
            0 | 1 => y[0] = 1.0,
            2..=5 if n > 0 => { y[1] = 2.0; }
            k @ 6..9 => return,
            _ => {}
        }
    }));
}

#[test]
fn groups_that_are_not_whole() {
    insta::assert_snapshot!(device_fn(quote! {
        fn f(block: &ThreadBlock, x: &[u32], y: &mut [u32], n: u32) {
            let warp = block.tiled_partition::<32>();
            let half = warp.tiled_partition::<16>();
            let r = block.thread_rank();
            if r < 3 && warp.thread_rank() == 1 {
                y[block.thread_index().x] = 1;
            } else if warp.thread_rank() == 2 {
                y[0] = warp.thread_rank() as u32;
            }
            let v = match x[r] {
                0 => 0,
                m if m as usize == half.thread_rank() => 1,
                _ => half.thread_rank(),
            };
            for i in block.stride(0..x.len()) {
                y[i] = half.thread_rank() as u32;
            }
            let mut k = 0;
            while (if r > 2 { k } else { r }) + 1 < warp.thread_rank() {
                k += 1;
            }
            block.invoke_one(|| y[0] = block.thread_rank() as u32);
            if v == 3 {
                return;
            }
            y[v] = half.thread_rank() as u32;
        }
    }));
}

/// What is said of a loop's first turn holds for the later ones too; behind the loop all are here again.
#[test]
fn groups_that_are_not_whole_in_a_loop() {
    insta::assert_snapshot!(device_fn(quote! {
        fn f<G: Reduce>(g: &G, y: &mut [u32]) {
            let mut k = 0;
            loop {
                y[0] = g.thread_rank() as u32;
                if g.thread_rank() == k {
                    break;
                }
                y[1] = g.thread_rank() as u32;
                k += 1;
            }
            for j in 0..4 {
                y[2] = g.reduce(j, Plus);
                if g.thread_rank() == 3 {
                    y[3] = 1;
                    continue;
                }
                y[4] = g.num_threads() as u32;
            }
            y[5] = g.reduce(1, Plus);
        }
    }));
}

/// Each name is rebound for itself, where it is seen, and once.
#[test]
fn names_of_groups_that_are_not_whole() {
    insta::assert_snapshot!(device_fn(quote! {
        fn f(block: &ThreadBlock, x: &[u32], y: &mut [usize]) {
            let warp = block.tiled_partition::<32>();
            let same = block;
            let w = warp.tiled_partition::<8>();
            {
                let w = 3;
                if same.thread_rank() == w {
                    let again: &ThreadBlock = same;
                    let tile: ThreadBlockTile<32> = warp;
                    if again.thread_index().x < w {
                        y[0] = again.thread_index().x + tile.thread_rank();
                    }
                    return;
                }
                y[1] = w;
            }
            let here = coalesced_threads();
            y[2] = w.thread_rank() + here.num_threads();
            if x[here.thread_rank()] == 4 {
                let w = here;
                y[3] = w.thread_rank();
            }
        }
    }));
}

#[test]
fn panics() {
    insta::assert_snapshot!(body(quote! {
        assert!(x[i] > 0.0 && { n } != 1);
        assert!(n == 1, "{{n}} is {n}, {}", i);
        assert_eq!(n, 2);
        debug_assert_ne!(n, 3, "{0} {0}", n);
        if i == 0 { panic!() } else { unreachable!("no {}", x[0]) }
    }));
}

#[test]
fn a_derive() {
    insta::assert_snapshot!(pretty(host::device_copy(quote! {
        #[repr(C, align(16))]
        struct Particle { alive: bool, position: [f32; 3] }
    })));
    insta::assert_snapshot!(pretty(host::device_copy(quote! {
        #[repr(C)]
        struct Pair<A: Copy, const N: usize>(A, [A; N]);
    })));
}

#[test]
fn stubs_keep_the_signature() {
    let refused = quote! {
        pub fn k(grid: Grid, n: u32, x: &[f32], c: &Atomic<u32>) {
            let s = format!("{n}");
        }
    };
    assert!(parse::kernel(TokenStream::new(), refused.clone()).is_err());
    let stub = pretty(host::kernel_stub(TokenStream::new(), refused));
    let launch = &stub[stub.find("fn launch").expect("a launch")..];
    let arguments: Vec<_> = launch.lines().skip(1).take(5).map(str::trim).collect();
    assert_eq!(
        arguments,
        [
            "stream: &::phalanx::Stream,",
            "config: impl ::phalanx::OrdinaryLaunch,",
            "n: u32,",
            "x: &::phalanx::DeviceBuffer<f32>,",
            "c: &mut ::phalanx::DeviceBuffer<u32>,",
        ]
    );
    insta::assert_snapshot!(pretty(host::device_fn_stub(
        TokenStream::new(),
        quote!(
            fn f(x: &[f32]) -> f32 {
                vec![0.0][0]
            }
        ),
    )));
    // The signature itself is refused: `launch` takes anything, of the right number.
    insta::assert_snapshot!(pretty(host::kernel_stub(
        quote!(variants(N = [1])),
        quote!(
            fn k<const N: usize>(block: ThreadBlock, tile: &ThreadBlockTile<N>, name: String) {}
        ),
    )));
}
