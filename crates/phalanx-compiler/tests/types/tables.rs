//! What the stage writes down beside the types: conversions, callees, literals, instances.

use std::sync::Arc;

use proc_macro2::{Ident, Span};

use super::crate_env::Crate;
use super::{check, one_item, texts, whole_crate};
use phalanx_compiler::report::Errors;
use phalanx_compiler::syntax::ast::{Path, Segment};
use phalanx_compiler::types::env::{ConstDef, Env, FunctionSig, Lookup, TypeDef};
use phalanx_compiler::types::instance::label;
use phalanx_compiler::types::ty::{Const, Group, Ty, TyOrConst};
use phalanx_compiler::types::typed::{Adjustment, Callee, Instance, PathRes, TypedFunction};
use phalanx_compiler::types::{check_const, check_instance};

#[track_caller]
fn good(typed: Result<TypedFunction, Errors>) -> TypedFunction {
    typed.unwrap_or_else(|errors| panic!("{}", texts(&errors)))
}

#[test]
fn silent_conversions() {
    let source = "
        #[device_fn]
        fn read(x: &[f32], one: &f32, c: &[Atomic<u32>]) {}
        #[device_fn]
        fn write(x: &mut [f32]) {}
        #[device_fn]
        fn f(block: &ThreadBlock, x: &mut [f32], one: &mut f32) {
            let mut a = [1.0, 2.0];
            let bins = block.shared::<[Atomic<u32>; 4]>();
            read(x, one, bins);
            read(&a, &x[0], bins);
            read(&mut a, &x[1], &bins[1..]);
            write(x);
            write(&mut a);
            let r: &[f32] = x;
        }";
    let typed = good(whole_crate(source, "f"));
    let mut adjustments: Vec<_> = typed.tables.adjustments.iter().collect();
    adjustments.sort_by_key(|(id, _)| id.0);
    let adjustments: Vec<_> = adjustments
        .into_iter()
        .map(|(_, one)| one.clone())
        .collect();
    use Adjustment::{Unsize, UnsizeWeaken, Weaken};
    let expected = [
        // The first call.
        Weaken,
        Weaken,
        Weaken, // The second.
        Unsize,
        Weaken,       // The third.
        UnsizeWeaken, // `write(&mut a)`, and the `let`.
        Unsize,
        Weaken,
    ];
    assert_eq!(adjustments, expected);
}

/// The literals of a function in the order of the source: the type where it is certain, else `-`.
fn literals(typed: &TypedFunction) -> String {
    let mut certain = typed.tables.certain.clone();
    certain.sort();
    let types = certain.iter().map(|id| typed.tables.ty(*id).to_string());
    types.collect::<Vec<_>>().join(" ")
}

#[test]
fn literals_that_another_item_decides_stay_open() {
    let source = "
        const SCALE: f32 = 2.0;
        #[device_fn]
        fn twice(x: u8) -> u8 { x * 2 }
        #[device_fn]
        fn f(x: &[f32], y: &mut [f32]) {
            let a = twice(1);
            let b = SCALE * 2.0;
            let c = 3;
            y[0] = SCALE + 4.0;
            let d = 1 << a;
            let e = if a == 5 { 6 } else { a };
        }";
    let seen = good(whole_crate(source, "f"));
    assert_eq!(literals(&seen), "u8 f32 i32 usize f32 i32 u8 u8");
    // `1`, `2.0`, `5` and `6` meet what another item declares; `4.0` is stored to an `f32`.
    let alone = good(one_item(source, "f"));
    assert_eq!(literals(&alone), "i32 usize f32 i32");
}

#[test]
fn callees() {
    let source = "
        #[device_fn]
        fn sum<G: Reduce, T: Number, const N: usize>(g: &G, v: [T; N]) -> T { g.reduce(v[0], Plus) }
        #[device_fn]
        fn f(warp: &ThreadBlockTile<32>) {
            sum(warp, [1u32, 2]);
        }";
    let typed = good(whole_crate(source, "f"));
    let callees: Vec<&Callee> = typed.tables.callees.values().collect();
    let [Callee::Function { sig, args }] = callees.as_slice() else {
        panic!("{callees:?}");
    };
    assert_eq!(sig.id, "test::sum");
    let args: Vec<String> = args.iter().map(|arg| format!("{arg:?}")).collect();
    assert_eq!(
        args,
        [
            "Ty(Group(Tile(Value(32))))",
            "Ty(Int(U32))",
            "Const(Value(2))"
        ]
    );
}

#[test]
fn instances_of_a_kernel() {
    let source = "
        #[group_kernel(variants(T = [f32, u8], FAST = [false, true]))]
        fn k<const FAST: bool, T: Number>(block: ThreadBlock, x: &[T]) {}
        #[group_kernel]
        fn plain(block: ThreadBlock) {}";
    let typed = good(whole_crate(source, "k"));
    let labels: Vec<String> = typed
        .instances
        .iter()
        .map(|instance| label(&typed.sig, instance))
        .collect();
    assert_eq!(
        labels,
        [
            "FAST = false, T = f32",
            "FAST = false, T = u8",
            "FAST = true, T = f32",
            "FAST = true, T = u8",
        ]
    );
    assert!(check_instance(&typed, &typed.instances[0]).is_ok());
    assert_eq!(good(whole_crate(source, "plain")).instances.len(), 1);
}

#[test]
fn constants_of_the_crate() {
    let krate = Crate::parse(
        "
        const SIDE: usize = 1 << 4;
        const AREA: usize = SIDE * SIDE + HALO;
        const HALO: usize = { const EDGE: usize = 2; EDGE.next_power_of_two() };
        #[device_fn]
        fn f() { let a = [0u8; AREA]; }",
    );
    let typed = good(check(krate.item("f"), &krate));
    assert_eq!(typed.tables.locals[0].to_string(), "[u8; 258]");
    let Lookup::Found(def) = krate.constant(&path(&["AREA"])) else {
        panic!("`AREA` is there");
    };
    let typed = check_const(def, &krate).expect("a good constant");
    assert!(typed.tables.exprs.iter().all(|ty| *ty == Ty::USIZE));
}

fn path(names: &[&str]) -> Path {
    let span = Span::call_site();
    let segments = names.iter().map(|name| Segment {
        ident: Ident::new(name, span),
        args: vec![],
    });
    Path {
        span,
        leading_colon: false,
        segments: segments.collect(),
    }
}

/// As [`Crate`], with `use core::f32::consts;` and `use core::sync::atomic::Ordering as O;`.
struct WithUse(Crate);

impl Env for WithUse {
    fn function(&self, path: &Path) -> Lookup<Arc<FunctionSig>> {
        self.0.function(path)
    }
    fn ty(&self, path: &Path) -> Lookup<TypeDef> {
        self.0.ty(path)
    }
    fn constant(&self, path: &Path) -> Lookup<Arc<ConstDef>> {
        self.0.constant(path)
    }
    fn import(&self, path: &Path) -> Option<Path> {
        let written = match path.segments[0].ident.to_string().as_str() {
            "consts" => "core::f32::consts",
            "O" => "core::sync::atomic::Ordering",
            _ => return None,
        };
        let mut long = path.clone();
        let begin = self::path(&written.split("::").collect::<Vec<_>>());
        long.segments.splice(0..1, begin.segments);
        Some(long)
    }
}

#[test]
fn what_use_brings_in_is_known() {
    let krate = Crate::parse(
        "
        #[device_fn]
        fn f(c: &Atomic<u32>) -> f32 {
            c.load(O::Acquire);
            consts::PI
        }",
    );
    let function = krate.item("f");
    let typed = good(check(function, &WithUse(krate)));
    let number = |path: &&PathRes| matches!(path, PathRes::Number { name, .. } if name == "PI");
    assert!(typed.tables.paths.values().any(|path| number(&path)));
}

#[test]
fn groups_behind_generic_parameters() {
    let source = "
        #[device_fn]
        fn inner<G: Barrier>(g: &G) { g.sync(); }
        #[device_fn]
        fn outer<H: Barrier + Reduce>(h: &H) { inner(h); }";
    let typed = good(whole_crate(source, "outer"));
    let Some(Callee::Function { args, .. }) = typed.tables.callees.values().next() else {
        panic!("a call");
    };
    assert_eq!(format!("{args:?}"), "[Ty(Group(Param(\"H\")))]");
}

#[test]
fn a_lane_is_judged_when_the_group_is_known() {
    let source = "
        #[device_fn]
        fn last<G: Shuffle>(g: &G, v: u32) -> u32 { g.shfl(v, 20) }";
    let typed = good(whole_crate(source, "last"));
    let of_tile = |size| Instance {
        args: vec![TyOrConst::Ty(Ty::Group(Group::Tile(Const::Value(size))))],
    };
    assert!(check_instance(&typed, &of_tile(32)).is_ok());
    let errors = check_instance(&typed, &of_tile(16)).expect_err("out of range");
    let text = "lane 20 is out of range: the tile has 16 threads, ranks 0..15";
    assert_eq!(errors.0[0].message, text);
    assert_eq!(errors.0[0].notes, ["where G = ThreadBlockTile<16>"]);
}
