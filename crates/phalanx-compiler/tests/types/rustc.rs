//! Inference agrees with rustc: each program below is compiled by rustc and run, and every local must have
//! there the type that it has here.

use std::collections::BTreeMap;
use std::process::Command;

use quote::{ToTokens, quote};
use syn::visit_mut::VisitMut;

use super::crate_env::Crate;
use super::{check, texts};
use phalanx_compiler::syntax::ast::LocalOrigin;
use phalanx_compiler::types::env::OneItem;
use phalanx_compiler::types::ty::Ty;

/// Stand-ins for what Phalanx gives.
const PRELUDE: &str = r#"
    #![allow(warnings, arithmetic_overflow)]
    use std::cell::{Cell, RefCell};
    use std::collections::BTreeMap;
    use std::sync::atomic::Ordering::{self, *};
    thread_local!(static SEEN: RefCell<BTreeMap<&'static str, &'static str>> = const { RefCell::new(BTreeMap::new()) });
    fn see<T: ?Sized>(name: &'static str, _: &T) {
        SEEN.with(|seen| seen.borrow_mut().insert(name, std::any::type_name::<T>()));
    }
    struct Plus;
    struct Tile;
    impl Tile {
        fn num_threads(&self) -> usize { 1 }
        fn thread_rank(&self) -> usize { 0 }
        fn shfl<T>(&self, value: T, source: usize) -> T { value }
        fn reduce<T, O>(&self, value: T, operator: O) -> T { value }
        fn any(&self, p: bool) -> bool { p }
        fn ballot(&self, p: bool) -> u32 { p as u32 }
        fn stride<I>(&self, range: std::ops::Range<I>) -> std::ops::Range<I> { range }
    }
    type ThreadBlockTile<const N: usize> = Tile;
    struct Atomic<T>(Cell<T>);
    impl<T: Copy> Atomic<T> {
        fn load(&self, order: Ordering) -> T { self.0.get() }
        fn store(&self, value: T, order: Ordering) { self.0.set(value) }
        fn fetch_add(&self, value: T, order: Ordering) -> T { self.0.get() }
        fn compare_and_swap(&self, current: T, new: T, order: Ordering) -> T { self.0.get() }
    }
    trait Number: Copy + PartialOrd { const ZERO: Self; }
    impl Number for f32 { const ZERO: f32 = 0.0; }
    impl Number for u64 { const ZERO: u64 = 0; }
    macro_rules! main { ($($call:expr;)*) => {
        fn main() {
            $(let _ = $call;)*
            SEEN.with(|seen| for (name, ty) in &*seen.borrow() { println!("{name} {ty}") });
        }
    } }
"#;

/// The programs, and how to call them.
const PROGRAMS: &str = include_str!("programs.rs");
const CALLS: &str = include_str!("calls.rs");

/// Adds after each `let`, and at the head of each `for`, a look at what it binds.
struct Instrument {
    function: String,
}

impl Instrument {
    fn looks(&self, pat: &syn::Pat) -> Vec<syn::Stmt> {
        struct Names(Vec<syn::Ident>);
        impl<'ast> syn::visit::Visit<'ast> for Names {
            fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
                self.0.push(pat.ident.clone());
            }
        }
        let mut names = Names(Vec::new());
        syn::visit::Visit::visit_pat(&mut names, pat);
        let look = |name: &syn::Ident| {
            let key = format!("{}.{name}", self.function);
            syn::parse_quote!(see(#key, &#name);)
        };
        names.0.iter().map(look).collect()
    }
}

impl VisitMut for Instrument {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let mut stmts = Vec::new();
        for mut stmt in std::mem::take(&mut block.stmts) {
            self.visit_stmt_mut(&mut stmt);
            let looks = match &stmt {
                syn::Stmt::Local(local) if local.init.is_some() => self.looks(&local.pat),
                _ => Vec::new(),
            };
            stmts.push(stmt);
            stmts.extend(looks);
        }
        block.stmts = stmts;
    }

    fn visit_expr_for_loop_mut(&mut self, expr: &mut syn::ExprForLoop) {
        let looks = self.looks(&expr.pat);
        self.visit_block_mut(&mut expr.body);
        expr.body.stmts.splice(0..0, looks);
    }

    fn visit_item_fn_mut(&mut self, item: &mut syn::ItemFn) {
        self.function = item.sig.ident.to_string();
        item.attrs.clear();
        // All parameters live as long as the launch: slices may be swapped.
        item.sig.generics.params.insert(0, syn::parse_quote!('a));
        for param in &mut item.sig.inputs {
            if let syn::FnArg::Typed(param) = param
                && let syn::Type::Reference(reference) = &mut *param.ty
            {
                reference.lifetime = Some(syn::parse_quote!('a));
            }
        }
        self.visit_block_mut(&mut item.block);
    }

    fn visit_item_enum_mut(&mut self, item: &mut syn::ItemEnum) {
        item.attrs = vec![syn::parse_quote!(#[derive(Clone, Copy, PartialEq)])];
    }

    fn visit_item_struct_mut(&mut self, item: &mut syn::ItemStruct) {
        item.attrs = vec![syn::parse_quote!(#[derive(Clone, Copy)])];
    }
}

/// By rustc: `function.local` and its type.
fn by_rustc() -> BTreeMap<String, String> {
    let mut file = syn::parse_file(PROGRAMS).expect("Rust");
    let mut instrument = Instrument {
        function: String::new(),
    };
    instrument.visit_file_mut(&mut file);
    let items = file.items.iter().map(ToTokens::to_token_stream);
    let program = quote!(#(#items)*);
    let folder = std::env::temp_dir().join(format!("phalanx-types-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (source, binary) = (folder.join("main.rs"), folder.join("main"));
    std::fs::write(
        &source,
        format!("{PRELUDE}\n{program}\nmain! {{ {CALLS} }}"),
    )
    .expect("a file");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let compiled = Command::new(rustc)
        .args(["--edition=2024", "--error-format=short", "-o"])
        .args([&binary, &source])
        .output()
        .expect("rustc runs");
    let errors = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{errors}");
    let run = Command::new(&binary).output().expect("the program runs");
    let stderr = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{stderr}");
    std::fs::remove_dir_all(&folder).expect("the folder goes");
    let seen = String::from_utf8(run.stdout).expect("text");
    seen.lines()
        .map(|line| line.split_once(' ').expect("a name and a type"))
        .map(|(name, ty)| (name.to_string(), ty.replace("main::", "")))
        .collect()
}

/// By the types stage.
fn by_us() -> BTreeMap<String, String> {
    let krate = Crate::parse(PROGRAMS);
    let mut types = BTreeMap::new();
    for name in krate.names() {
        let typed = check(krate.item(&name), &krate)
            .unwrap_or_else(|errors| panic!("{name}: {}", texts(&errors)));
        let params = typed.function.params.len();
        let body = &typed.function.body;
        for (local, ty) in body.locals.iter().zip(&typed.tables.locals).skip(params) {
            // Those at which `Instrument` looks.
            let seen = matches!(local.origin, LocalOrigin::Let | LocalOrigin::For)
                && !local.name.to_string().starts_with("later_");
            if !seen {
                continue;
            }
            let ty = ty.to_string().replace("ThreadBlockTile<32>", "Tile");
            types.insert(format!("{name}.{}", local.name), ty);
        }
        // Seeing one item only, the same, as far as it is known, and nothing to refuse.
        let alone = check(krate.item(&name), &OneItem)
            .unwrap_or_else(|errors| panic!("{name} alone: {}", texts(&errors)));
        for (full, alone) in typed.tables.exprs.iter().zip(&alone.tables.exprs) {
            assert!(!full.contains_opaque(), "{name}: {full}");
            // The arguments of a generic function that one item cannot see have no type there.
            let known = !alone.contains_opaque() && *alone != Ty::Unit;
            assert!(full == alone || !known, "{name}: {full} is {alone} alone");
        }
        for id in &alone.tables.certain {
            assert!(typed.tables.certain.contains(id), "{name}: a literal");
        }
    }
    types
}

#[test]
fn every_local_has_the_type_that_rustc_gives_it() {
    let (theirs, ours) = (by_rustc(), by_us());
    let mut wrong = String::new();
    for (name, ty) in &theirs {
        match ours.get(name) {
            Some(ours) if ours == ty => {}
            ours => wrong.push_str(&format!("{name}: rustc says {ty}, we say {ours:?}\n")),
        }
    }
    for name in ours.keys().filter(|name| !theirs.contains_key(*name)) {
        wrong.push_str(&format!("{name}: rustc has not looked\n"));
    }
    assert!(wrong.is_empty(), "{wrong}");
}
