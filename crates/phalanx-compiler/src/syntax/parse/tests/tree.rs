//! What the tree of each construct is.

use super::{item, print, texts};

#[track_caller]
fn assert_item(source: &str, tree: &str) {
    match item(source) {
        Ok(function) => assert_eq!(print::function(&function), tree),
        Err(errors) => panic!("{}", texts(errors)),
    }
}

/// The body of a device function `fn f(n: usize)`: `n` is the local 0.
#[track_caller]
fn assert_body(source: &str, tree: &str) {
    match item(&format!("#[device_fn] fn f(n: usize) {{ {source} }}")) {
        Ok(function) => assert_eq!(print::body(&function.body), format!("{{ {tree} }}")),
        Err(errors) => panic!("{}", texts(errors)),
    }
}

mod names {
    use super::*;

    #[test]
    fn a_let_hides_what_had_the_name_only_after_its_value() {
        assert_body("let n = n + 1; n", "let n#1 = (n#0 + 1); n#1");
    }

    #[test]
    fn a_block_is_a_scope() {
        assert_body("{ let n = 1; n; } n", "{ let n#1 = 1; n#1; }; n#0");
    }

    #[test]
    fn the_variable_of_a_for_is_seen_in_its_body_alone() {
        assert_body(
            "for n in 0..n { n; } n",
            "@0 for n#1 in 0..n#0 { n#1; }; n#0",
        );
    }

    #[test]
    fn an_arm_sees_its_own_names() {
        assert_body(
            "match n { 0 => n, n if n > 1 => n, _ => n }",
            "match n#0 { 0 => n#0, n#1 if (n#1 > 1) => n#1, _ => n#0 }",
        );
    }

    #[test]
    fn a_closure_sees_its_parameters_and_what_is_around() {
        assert_body(
            "let k = 1; f(|n, m: u32| n + m + k); n",
            "let k#1 = 1; f(|n#2, m#3: u32| ((n#2 + m#3) + k#1)); n#0",
        );
    }

    #[test]
    fn a_raw_name_is_the_name() {
        assert_body("r#n + n", "(n#0 + n#0)");
        assert_body("let r#type = 1; r#type", "let r#type#1 = 1; r#type#1");
    }

    #[test]
    fn what_is_no_local_stays_a_path() {
        assert_body("util::f(N, m::N, n)", "util::f(::N, ::m::N, n#0)");
    }

    #[test]
    fn alternatives_bind_the_same_locals() {
        assert_body(
            "match p { (1, x) | (x, 2) => x, _ => 0 }",
            "match ::p { ((1, x#1) | (x#1, 2)) => x#1, _ => 0 }",
        );
    }

    #[test]
    fn alternatives_within_alternatives_bind_the_same_locals() {
        assert_body(
            "match p { (1, (x, 2) | (3, x)) | (x, _) => x, _ => 0 }",
            "match ::p { ((1, ((x#1, 2) | (3, x#1))) | (x#1, _)) => x#1, _ => 0 }",
        );
    }

    #[test]
    fn a_constant_is_seen_in_the_whole_block_and_stands_first() {
        assert_body(
            "let a = A; const A: usize = 2; a",
            "const A#1: usize = 2; let a#2 = A#1; a#2",
        );
    }

    #[test]
    fn constants_stand_in_the_order_of_use() {
        assert_body(
            "const A: usize = B + C; const B: usize = C; const C: usize = 1; A",
            "const C#3: usize = 1; const B#2: usize = C#3; const A#1: usize = (B#2 + C#3); A#1",
        );
    }

    #[test]
    fn a_constant_is_a_pattern_a_length_and_a_generic_argument() {
        assert_body(
            "const A: usize = 2; let x: [f32; A] = [0.0; A]; let t = f::<A>(); match n { A => 1, _ => 2 }",
            "const A#1: usize = 2; let x#2: [f32; A#1] = [0.0; A#1]; let t#3 = f<{A#1}>(); \
             match n#0 { A#1 => 1, _ => 2 }",
        );
    }

    #[test]
    fn the_constant_of_an_inner_block_hides_the_outer_one() {
        assert_body(
            "const A: usize = 2; { A; const A: usize = 3; } A",
            "const A#1: usize = 2; { const A#2: usize = 3; A#2; }; A#1",
        );
    }
}

mod statements {
    use super::*;

    #[test]
    fn the_last_expression_without_a_semicolon_is_the_value() {
        assert_body("n", "n#0");
        let function = item("#[device_fn] fn f() { 1 }").unwrap();
        assert!(function.body.block.value.is_some());
        let function = item("#[device_fn] fn f() { 1; }").unwrap();
        assert!(function.body.block.value.is_none());
    }

    #[test]
    fn an_if_in_the_middle_is_a_statement() {
        assert_body("if true { 1; } n", "if true { 1; }; n#0");
    }

    #[test]
    fn lone_semicolons_are_nothing() {
        assert_body(";; n;;", "n#0;");
    }

    #[test]
    fn a_let_may_get_its_value_later() {
        assert_body("let x; x = n; x", "let x#1; (x#1 = n#0); x#1");
        assert_body("let mut x: u32;", "let mut x#1: u32;");
        assert_body("let (mut a, (b, c));", "let mut a#1; let b#2; let c#3;");
        assert_body("let (a, b): (u32, u8);", "let a#1: u32; let b#2: u8;");
    }

    #[test]
    fn a_let_takes_tuples_and_structs_apart() {
        assert_body(
            "let (a, (_, mut b)): (u32, (u32, u32)) = p;",
            "let (a#1, (_, mut b#2)): (u32, (u32, u32)) = ::p;",
        );
        assert_body(
            "let Point { x, y: (a, b), .. } = p;",
            "let Point { x: x#1, y: (a#2, b#3), .. } = ::p;",
        );
        assert_body(
            "let m::Pair(a, ..) = p;",
            "let m::Pair { 0: a#1, .. } = ::p;",
        );
    }

    #[test]
    fn lint_attributes_are_kept_for_the_whole_function() {
        let function = item(
            "#[device_fn] fn f() { #![allow(a)] #[allow(b)] let x = 1; #[rustfmt::skip] #[expect(c)] x; }",
        )
        .unwrap();
        let kept = function.attrs.iter().map(|attr| match &attr.meta {
            syn::Meta::List(list) => format!("{} {}", list.path.get_ident().unwrap(), list.tokens),
            _ => panic!("only lists are here"),
        });
        assert_eq!(kept.collect::<Vec<_>>(), ["allow b", "expect c", "allow a"]);
        let outer = |attr: &syn::Attribute| matches!(attr.style, syn::AttrStyle::Outer);
        assert!(function.attrs.iter().all(outer));
    }

    #[test]
    fn comments_are_nothing() {
        assert_body(
            "/// says\n /* and */ let x = n; // more\n",
            "let x#1 = n#0;",
        );
    }
}

mod expressions {
    use super::*;

    #[test]
    fn parentheses_are_grammar() {
        assert_body("(n + 1) * -(n)", "((n#0 + 1) * (-n#0))");
    }

    #[test]
    fn every_operator() {
        assert_body(
            "n + n - n * n / n % n",
            "((n#0 + n#0) - (((n#0 * n#0) / n#0) % n#0))",
        );
        assert_body(
            "n & n | n ^ n << n >> n",
            "((n#0 & n#0) | (n#0 ^ ((n#0 << n#0) >> n#0)))",
        );
        assert_body(
            "n == n && n != n || n < n && n <= n && n > n || n >= n",
            "((((n#0 == n#0) && (n#0 != n#0)) || (((n#0 < n#0) && (n#0 <= n#0)) && (n#0 > n#0))) \
             || (n#0 >= n#0))",
        );
        assert_body("!n; -n; *n", "(!n#0); (-n#0); (*n#0)");
    }

    #[test]
    fn every_assignment() {
        assert_body(
            "n = 1; n += 1; n -= 1; n *= 1;",
            "(n#0 = 1); (n#0 += 1); (n#0 -= 1); (n#0 *= 1);",
        );
        assert_body(
            "n /= 1; n %= 1; n &= 1; n |= 1;",
            "(n#0 /= 1); (n#0 %= 1); (n#0 &= 1); (n#0 |= 1);",
        );
        assert_body(
            "n ^= 1; n <<= 1; n >>= 1;",
            "(n#0 ^= 1); (n#0 <<= 1); (n#0 >>= 1);",
        );
        assert_body(
            "(a[n], b.0, *c, _) = t;",
            "((::a[n#0], ::b.0, (*::c), _) = ::t);",
        );
        assert_body("_ = n;", "(_ = n#0);");
    }

    #[test]
    fn values() {
        assert_body("(); (n,); (n, 1)", "(); (n#0); (n#0, 1)");
        assert_body(
            "[]; [n, 1]; [0; 4]; [0; N * 2]",
            "[]; [n#0, 1]; [0; 4]; [0; (::N * 2)]",
        );
        assert_body(
            "Point { x: 1, n, ..p }; m::Pair(n, 2)",
            "Point { x: 1, n: n#0, ..::p }; m::Pair(n#0, 2)",
        );
        assert_body("n as u8 as f32", "((n#0 as u8) as f32)");
        assert_body(
            "&n; &mut x[n]; &x[1..n]",
            "&n#0; &mut ::x[n#0]; &::x[1..n#0]",
        );
        assert_body(
            "..; n..; ..n; 0..n; 0..=n",
            "..; n#0..; ..n#0; 0..n#0; 0..=n#0",
        );
        assert_body("p.x.0.1", "::p.x.0.1");
    }

    #[test]
    fn literals() {
        assert_body("true; 1; 2u8; 0xff_usize", "true; 1; 2u8; 255usize");
        assert_body("1.5; 1e-3f32; 2f64; 1_0.0", "1.5; 1e-3f32; 2f64; 10.0");
        assert_body("b'a'; 18446744073709551615", "97u8; 18446744073709551615");
    }

    #[test]
    fn calls() {
        assert_body(
            "crate::a::f::<u32, 4, { N + 1 }>(n)",
            "crate::a::f<u32, {4}, {(::N + 1)}>(n#0)",
        );
        assert_body("f(N, -1)", "f(::N, (-1))");
        assert_body(
            "block.tiled_partition::<32>().reduce(n, Plus)",
            "::block.tiled_partition::<{32}>().reduce(n#0, ::Plus)",
        );
        assert_body(
            "block.shared::<[f32; 2 * N]>()",
            "::block.shared::<[f32; (2 * ::N)]>()",
        );
        assert_body(
            "unsafe { *x.get_unchecked(n) }",
            "unsafe { (*::x.get_unchecked(n#0)) }",
        );
        assert_body(
            "g.reduce(n, (|a, b| { a * b }))",
            "::g.reduce(n#0, |a#1, b#2| { (a#1 * b#2) })",
        );
    }
}

mod control {
    use super::*;

    #[test]
    fn branches_are_expressions() {
        assert_body(
            "let a = if n == 0 { 1 } else if n == 1 { 2 } else { 3 };",
            "let a#1 = if (n#0 == 0) { 1 } else if (n#0 == 1) { 2 } else { 3 };",
        );
    }

    #[test]
    fn patterns_of_a_match() {
        assert_body(
            "match n { -1 => 0, 1..=3 | 5.. => 1, ..0 => 2, m::LIMIT => 3, Red => 4, m @ LO..HI => m, other => other }",
            "match n#0 { (-1) => 0, (1..=3 | 5..) => 1, ..0 => 2, ::m::LIMIT => 3, ::Red => 4, \
             m#1 @ ::LO..::HI => m#1, other#2 => other#2 }",
        );
    }

    #[test]
    fn a_jump_knows_its_loop() {
        assert_body(
            "'a: loop { while n > 0 { for _ in 0..n { break; } continue 'a; } break 'a; }",
            "@0 'a: loop { @1 while (n#0 > 0) { @2 for _ in 0..n#0 { break @2; }; continue @0; }; break @0; }",
        );
    }

    #[test]
    fn the_nearest_label_of_a_name_counts() {
        assert_body(
            "'a: loop { 'a: loop { break 'a; } break 'a; }",
            "@0 'a: loop { @1 'a: loop { break @1; }; break @0; }",
        );
    }

    #[test]
    fn a_loop_has_the_value_of_its_break() {
        assert_body(
            "let a = loop { break n; };",
            "let a#1 = @0 loop { break @0 n#0; };",
        );
        assert_body("return n", "return n#0");
        assert_body("return", "return");
    }

    #[test]
    fn what_a_for_goes_through_is_outside_of_it() {
        assert_body(
            "loop { for i in (0..{ break; }) {} }",
            "@0 loop { @1 for i#1 in 0..{ break @0; } {} }",
        );
    }

    #[test]
    fn a_loop_in_a_closure_is_its_own() {
        assert_body(
            "loop { f(|a| loop { break a; }); }",
            "@0 loop { f(|a#1| @1 loop { break @1 a#1; }); }",
        );
    }
}

mod panics {
    use super::*;

    #[test]
    fn all_of_them() {
        assert_body(
            "panic!(); unreachable!(); core::panic!(); std::unreachable!(\"no\");",
            "Panic!(); Unreachable!(); Panic!(); Unreachable!(\"no\");",
        );
        assert_body(
            "assert!(n > 0); debug_assert!(n > 0,);",
            "Assert!((n#0 > 0), `n > 0`); DebugAssert!((n#0 > 0), `n > 0`);",
        );
        assert_body(
            "assert_eq!(n, 1); assert_ne!(n, 1); debug_assert_eq!(n, 1); debug_assert_ne!(n, 1)",
            "AssertEq!(n#0, 1); AssertNe!(n#0, 1); DebugAssertEq!(n#0, 1); DebugAssertNe!(n#0, 1)",
        );
    }

    #[test]
    fn messages() {
        assert_body(
            "panic!(\"{} of {n}, {{{0}}} {last}\", n + 1, last = 2)",
            "Panic!({(n#0 + 1)} \" of \" {n#0} \", {\" {(n#0 + 1)} \"} \" {2})",
        );
        assert_body(
            "assert!(n < 9, \"n = {n}, {N}, {n}\")",
            "Assert!((n#0 < 9), `n < 9`, \"n = \" {n#0} \", \" {::N} \", \" {n#0})",
        );
        assert_body(
            "assert_eq!(n, 1, \"at {} \", n)",
            "AssertEq!(n#0, 1, \"at \" {n#0} \" \")",
        );
        assert_body("panic!(\"{ } {n }\", 1)", "Panic!({1} \" \" {n#0})");
    }

    #[test]
    fn a_name_used_twice_is_one_value() {
        let function =
            item("#[device_fn] fn f(n: u32) { panic!(\"{n} {n} {n} {n} {n}\") }").unwrap();
        let Some(value) = function.body.block.value else {
            panic!("it is the value of the block");
        };
        let crate::syntax::ast::ExprKind::Panic(panic) = value.kind else {
            panic!("it is a panic");
        };
        assert_eq!(panic.message.unwrap().args.len(), 1);
    }
}

mod items {
    use super::*;

    #[test]
    fn a_kernel() {
        assert_item(
            "#[group_kernel] pub fn k(block: ThreadBlock, x: &[f32], mut y: &mut [f32], c: &Atomic<u32>) {}",
            "k(block#0: ThreadBlock, x#1: &[f32], mut y#2: &mut [f32], c#3: &Atomic<u32>) {}",
        );
    }

    #[test]
    fn variants() {
        assert_item(
            "#[group_kernel(variants(N = [4, 8,], T = [f32, m::Pair], S = [-1, SIZE]), fma)] \
             fn k<const N: usize, T: Number, const S: i32>(tile: ThreadBlockTile<N>, x: T) -> () {}",
            "[N = {4}, {8}] [T = f32, m::Pair] [S = {(-1)}, SIZE] \
             k<const N: usize, T: Number, const S: i32>(tile#0: ThreadBlockTile<N>, x#1: T) {}",
        );
    }

    #[test]
    fn fma() {
        let fma = |source: &str| match item(source).unwrap().kind {
            crate::syntax::ast::FunctionKind::Kernel(attr) => attr.fma,
            _ => panic!("it is a kernel"),
        };
        assert!(fma("#[group_kernel(fma)] fn k(grid: Grid) {}"));
        assert!(!fma("#[group_kernel] fn k(grid: Grid) {}"));
    }

    #[test]
    fn dynamic_shared_memory() {
        assert_item(
            "#[group_kernel] fn k(block: ThreadBlock<32, 8>, #[shared] buf: &mut [f32]) {}",
            "k(block#0: ThreadBlock<{32}, {8}>, #[shared] buf#1: &mut [f32]) {}",
        );
    }

    #[test]
    fn a_group_may_have_another_name() {
        assert_item(
            "#[group_kernel] fn k(block: Block) {}",
            "k(block#0: Block) {}",
        );
    }

    #[test]
    fn bounds_of_a_where_clause_join_the_others() {
        assert_item(
            "#[device_fn] unsafe fn f<T: Number, G>(g: &G, x: T) -> T where G: Reduce + Shuffle, T: m::Float {}",
            "unsafe f<T: Number + m::Float, G: Reduce + Shuffle>(g#0: &G, x#1: T) -> T {}",
        );
    }

    #[test]
    fn types() {
        assert_item(
            "#[device_fn] fn f(a: (u32, [[f32; 4]; N]), b: &'_ mut [(u8,)], c: ((bool))) -> ! {}",
            "f(a#0: (u32, [[f32; {4}]; N]), b#1: &mut [(u8)], c#2: bool) -> ! {}"
                .replace("{4}", "4")
                .replace("; N", "; ::N")
                .as_str(),
        );
    }

    #[test]
    fn attributes_of_ours_are_gone_and_others_stay() {
        let function =
            item("/// Says.\n #[must_use] #[device_fn] #[cfg(a)] fn f() -> u32 { 1 }").unwrap();
        let kept = function
            .attrs
            .iter()
            .map(|attr| attr.path().get_ident().unwrap().to_string());
        assert_eq!(kept.collect::<Vec<_>>(), ["doc", "must_use", "cfg"]);
    }

    #[test]
    fn a_constant() {
        let item: syn::ItemConst =
            syn::parse_str("pub const A: [u32; 2] = [B, { 1 + 2 }];").unwrap();
        let (ty, body) = super::super::super::constant(&item).unwrap();
        assert_eq!(print::ty(&body, &ty), "[u32; 2]");
        assert_eq!(print::body(&body), "{ [::B, { (1 + 2) }] }");
    }

    #[test]
    fn ids_are_unique() {
        let function = item(
            "#[group_kernel(variants(N = [4]))] fn k<const N: usize>(b: ThreadBlock, a: [u8; 2]) { let c = [0; 2]; }",
        )
        .unwrap();
        // `4`, `2`; the pattern, the array, its parts.
        assert_eq!(function.body.exprs, 6);
    }
}
