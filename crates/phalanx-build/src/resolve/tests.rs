//! Paths in small crates, and where rustc would follow them.

use super::*;
use crate::cfg::CfgSet;
use crate::testing::Package;

struct Crates {
    universe: Universe,
    _package: Package,
}

fn crates(files: &[(&str, &str)], features: &[&str]) -> Crates {
    let package = Package::new(files);
    let features = features.iter().map(|&name| name.to_owned());
    let cfg = CfgSet::from_rustc("unix").with_features(features);
    Crates {
        universe: package.universe(&cfg),
        _package: package,
    }
}

impl Crates {
    /// Resolves a path in the module `krate::a::b` or, with `{}`, in a block of it.
    fn find(&self, module: &str, path: &str, namespace: Namespace) -> String {
        let mut names = module.split("::");
        let krate = names.next().unwrap();
        let id = self
            .universe
            .own()
            .into_iter()
            .find(|id| self.universe.krate(*id).krate == krate)
            .unwrap();
        let index = self.universe.index(id);
        let mut scope = Index::ROOT;
        for name in names {
            scope = match name {
                "{}" => (0..index.scopes.len())
                    .map(ScopeId)
                    .find(|inner| {
                        index.scope(*inner).is_block && index.scope(*inner).parent == Some(scope)
                    })
                    .unwrap(),
                name => match index.scope(scope).types[name][0].target {
                    Target::Module(inner, _) => inner,
                    _ => panic!("{name} is no module"),
                },
            };
        }
        let leading_colon = path.starts_with("::");
        let path: Vec<String> = path
            .trim_start_matches(':')
            .split("::")
            .map(str::to_owned)
            .collect();
        match resolve(&self.universe, (id, scope), &path, leading_colon, namespace) {
            Resolution::Def(krate, def) => self.universe.index(krate).def(def).id.clone(),
            Resolution::Variant(krate, def, name) => {
                format!("{}::{name}", self.universe.index(krate).def(def).id)
            }
            Resolution::Module(..) => "a module".to_owned(),
            Resolution::Outside(path) => format!("outside: {}", path.join("::")),
            Resolution::Nothing => "nothing".to_owned(),
            Resolution::Unknown(text) => format!("unknown: {text}"),
        }
    }

    fn value(&self, module: &str, path: &str) -> String {
        self.find(module, path, Namespace::Value)
    }

    fn ty(&self, module: &str, path: &str) -> String {
        self.find(module, path, Namespace::Type)
    }
}

fn lib(text: &str) -> Crates {
    crates(&[("src/lib.rs", text)], &[])
}

#[test]
fn paths_start_at_the_module_the_crate_or_above() {
    let crates = lib("
        #[device_fn] fn f() {}
        mod a {
            #[device_fn] fn f() {}
            mod b { #[device_fn] fn g() {} }
        }
        use a::b;
    ");
    assert_eq!(crates.value("own", "f"), "own::f");
    assert_eq!(crates.value("own", "a::f"), "own::a::f");
    assert_eq!(crates.value("own", "b::g"), "own::a::b::g");
    assert_eq!(crates.value("own::a", "f"), "own::a::f");
    // A module does not see what is around it.
    assert_eq!(crates.value("own::a::b", "f"), "nothing");
    assert_eq!(crates.value("own::a::b", "super::f"), "own::a::f");
    assert_eq!(crates.value("own::a::b", "super::super::f"), "own::f");
    assert_eq!(crates.value("own::a::b", "self::g"), "own::a::b::g");
    assert_eq!(crates.value("own::a::b", "crate::a::f"), "own::a::f");
    assert_eq!(crates.value("own::a::b", "crate::absent::f"), "nothing");
}

#[test]
fn uses_rename_and_pass_on() {
    let crates = lib("
        mod far { pub mod math { pub fn f() {} pub const C: u32 = 1; pub struct S; } }
        mod near { pub use crate::far::math::{f as g, self as m, C}; pub use super::far::math; }
        use near::{g, m::S as T};
        use near::math::*;
        use self::loop_a::x as y;
        mod loop_a { pub use super::y as x; }
    ");
    assert_eq!(crates.value("own", "g"), "own::far::math::f");
    assert_eq!(crates.value("own", "near::m::f"), "own::far::math::f");
    assert_eq!(crates.value("own", "C"), "own::far::math::C");
    assert_eq!(crates.ty("own", "T"), "own::far::math::S");
    assert_eq!(crates.value("own", "T"), "own::far::math::S");
    assert_eq!(crates.value("own", "y"), "nothing");
}

#[test]
fn globs_bring_what_may_be_seen() {
    let crates = lib("
        pub const C: u32 = 1;
        use one::*;
        mod one { fn hidden() {} pub fn shown() {} pub(super) fn above() {} pub use super::two::*; use super::three::*; }
        mod two { pub fn passed_on() {} pub const C: u32 = 2; }
        mod three { pub fn kept() {} }
        mod tests { use super::*; const D: u32 = C; }
        enum E { A, B }
        mod variants { use super::E::*; }
    ");
    assert_eq!(crates.value("own", "hidden"), "nothing");
    assert_eq!(crates.value("own", "shown"), "own::one::shown");
    assert_eq!(crates.value("own", "above"), "own::one::above");
    assert_eq!(crates.value("own", "passed_on"), "own::two::passed_on");
    assert_eq!(crates.value("own", "kept"), "nothing");
    // An item hides what a glob brings.
    assert_eq!(crates.value("own", "C"), "own::C");
    assert_eq!(crates.value("own::tests", "C"), "own::C");
    assert_eq!(crates.value("own::tests", "shown"), "own::one::shown");
    assert_eq!(crates.value("own::variants", "B"), "own::E::B");
    assert_eq!(crates.value("own::variants", "C"), "nothing");
    assert_eq!(crates.value("own", "E::A"), "own::E::A");
}

#[test]
fn blocks_see_what_is_around_them() {
    let crates = lib("
        fn f() {} const C: u32 = 1;
        fn outer() { fn f() {} use inner::g; mod inner { pub fn g() {} } }
    ");
    assert_eq!(crates.value("own::{}", "f"), "own::outer::f");
    assert_eq!(crates.value("own::{}", "g"), "own::outer::inner::g");
    assert_eq!(crates.value("own::{}", "C"), "own::C");
    assert_eq!(crates.value("own::{}", "self::f"), "own::f");
}

#[test]
fn rust_phalanx_and_half_are_outside() {
    let crates = lib("
        use half::f16 as h; use core::f32::consts; use phalanx::prelude::*; mod half_free {}
        use std::f64::consts::*;
    ");
    assert_eq!(crates.ty("own", "h"), "outside: half::f16");
    assert_eq!(
        crates.value("own", "consts::PI"),
        "outside: core::f32::consts::PI"
    );
    assert_eq!(
        crates.value("own::half_free", "::core::f32::consts::PI"),
        "outside: core::f32::consts::PI"
    );
    assert_eq!(crates.ty("own", "ThreadBlock"), "nothing");
    let at = (crates.universe.own()[0], Index::ROOT);
    let outside = |name: &str, namespace| {
        let path = outside(&crates.universe, at, &[name.to_owned()], namespace)?;
        Some(path.join("::"))
    };
    assert_eq!(
        outside("TAU", Namespace::Value).unwrap(),
        "std::f64::consts::TAU"
    );
    assert_eq!(outside("h", Namespace::Type).unwrap(), "half::f16");
    assert_eq!(outside("u32", Namespace::Type), None);
    assert_eq!(outside("Plus", Namespace::Value), None);
}

#[test]
fn an_item_behind_an_unknown_cfg_is_not_chosen_if_there_is_another() {
    let crates = lib("
        #[cfg(mine)] fn f() {} #[cfg(unix)] fn f() {} #[cfg(mine)] fn only() {}
        mod a { pub fn g() {} } #[cfg(mine)] use a::g; #[cfg(windows)] fn absent() {}
        #[cfg(mine)] mod m { pub fn h() {} }
    ");
    assert_eq!(crates.value("own", "f"), "own::f_2");
    // The definition says that it is doubtful.
    assert_eq!(crates.value("own", "only"), "own::only");
    assert_eq!(crates.value("own", "absent"), "nothing");
    for path in ["m::h", "g"] {
        let found = crates.value("own", path);
        assert!(found.contains(".cfg(\"mine\", true)"), "{path}: {found}");
    }
}

#[test]
fn targets_are_crates_of_their_own() {
    let crates = crates(
        &[
            (
                "src/lib.rs",
                "pub fn f() {} #[cfg(test)] mod tests { fn g() {} }",
            ),
            ("src/main.rs", "use own::f; fn main() {}"),
            ("tests/own.rs", "mod common; fn f() {}"),
            ("tests/common/mod.rs", "pub fn f() { crate::f() }"),
            ("examples/e.rs", "fn main() {}"),
        ],
        &[],
    );
    let universe = &crates.universe;
    let roots: Vec<String> = universe
        .own()
        .into_iter()
        .map(|id| {
            let krate = universe.krate(id);
            let ids: Vec<_> = krate.index.defs.iter().map(|def| def.id.as_str()).collect();
            format!(
                "{}: {}",
                krate.target.as_ref().unwrap().kind.name(),
                ids.join(" ")
            )
        })
        .collect();
    assert_eq!(
        roots,
        [
            "lib: own::f",
            // Once more with `cfg(test)`, which it asks for.
            "lib: own::f own::tests::g",
            "bin: own_bin::main",
            "example: e::main",
            "test: own_test::common::f own_test::f",
        ]
    );
    assert_eq!(crates.value("e", "own::f"), "own::f");
    let bin = (universe.own()[2], Index::ROOT);
    let found = resolve(universe, bin, &["f".into()], false, Namespace::Value);
    assert!(matches!(found, Resolution::Def(CrateId(0), _)), "{found:?}");
}

#[test]
fn items_of_dependencies_are_found_under_their_own_features() {
    let crates = crates(
        &[
            (
                "Cargo.toml",
                r#"
                [package]
                name = "own"
                edition = "2024"
                [features]
                wide = ["renamed/wide"]
                [dependencies]
                plain-math = { path = "math" }
                renamed = { package = "other-math", path = "other" }
                [dev-dependencies]
                for_tests = { path = "for_tests" }
                [workspace]
                "#,
            ),
            ("src/lib.rs", "use plain_math as pm; use renamed::*;"),
            ("tests/t.rs", ""),
            (
                "math/Cargo.toml",
                "[package]\nname = \"plain-math\"\nedition = \"2024\"\n[dependencies]\nother-math = { path = \"../other\" }\n",
            ),
            (
                "math/src/lib.rs",
                "pub use other_math::width; pub mod deep { pub fn f() {} } #[cfg(test)] pub fn in_tests() {}",
            ),
            (
                "other/Cargo.toml",
                "[package]\nname = \"other-math\"\nedition = \"2024\"\n[features]\nwide = []\n[lib]\nname = \"other_math\"\npath = \"lib.rs\"\n",
            ),
            (
                "other/lib.rs",
                "#[cfg(feature = \"wide\")] pub fn width() {} #[cfg(not(feature = \"wide\"))] pub fn narrow() {} fn private() {}",
            ),
            (
                "for_tests/Cargo.toml",
                "[package]\nname = \"for_tests\"\nedition = \"2024\"\n",
            ),
            ("for_tests/src/lib.rs", "pub fn helper() {}"),
        ],
        &["wide"],
    );
    assert_eq!(crates.value("own", "pm::deep::f"), "plain_math::deep::f");
    assert_eq!(crates.value("own", "pm::in_tests"), "nothing");
    assert_eq!(
        crates.value("own", "plain_math::width"),
        "other_math::width"
    );
    assert_eq!(crates.value("own", "width"), "other_math::width");
    assert_eq!(crates.value("own", "private"), "nothing");
    assert_eq!(crates.value("own", "narrow"), "nothing");
    assert_eq!(crates.value("t", "for_tests::helper"), "for_tests::helper");
    assert_eq!(crates.value("t", "own::pm::deep::f"), "plain_math::deep::f");
    assert_eq!(crates.value("own", "no_such_crate::f"), "nothing");
    let files = crates.universe.files();
    assert!(
        files.iter().any(|file| file.ends_with("other/lib.rs")),
        "{files:?}"
    );
}
