//! Which items are part of the crate: `#[cfg]` and `#[cfg_attr]`.
//!
//! A build script knows the target, the features and what `RUSTFLAGS` set. It cannot know what it is
//! itself about to tell rustc with `cargo::rustc-cfg`; such a predicate is [`Truth::Unknown`], and
//! what stands behind it is recorded as such, never dropped.

use std::collections::BTreeSet;

use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Token};

/// Names that rustc or cargo sets: where they are not set, they are false.
const WELL_KNOWN: &[&str] = &[
    "clippy",
    "debug_assertions",
    "doc",
    "doctest",
    "docsrs",
    "feature",
    "miri",
    "overflow_checks",
    "panic",
    "proc_macro",
    "relocation_model",
    "rustfmt",
    "sanitize",
    "target_abi",
    "target_arch",
    "target_endian",
    "target_env",
    "target_family",
    "target_feature",
    "target_has_atomic",
    "target_os",
    "target_pointer_width",
    "target_thread_local",
    "target_vendor",
    "test",
    "ub_checks",
    "unix",
    "windows",
];

/// What is set for one crate.
#[derive(Debug, Clone, Default)]
pub struct CfgSet {
    /// `unix`, and the names of pairs too.
    names: BTreeSet<String>,
    pairs: BTreeSet<(String, String)>,
    /// Names that the user told the build script are not set.
    unset: BTreeSet<String>,
}

/// The value of a predicate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Truth {
    Yes,
    No,
    /// The name that is not known.
    Unknown(String),
}

impl CfgSet {
    /// From the `CARGO_CFG_*` variables of a build script.
    pub fn from_env(vars: impl Iterator<Item = (String, String)>) -> CfgSet {
        let mut set = CfgSet::default();
        for (key, value) in vars {
            let Some(name) = key.strip_prefix("CARGO_CFG_") else {
                continue;
            };
            let name = name.to_lowercase();
            // Cargo writes a name without value as the empty string, as it does an empty value.
            if value.is_empty() {
                set.set(&name);
            }
            for value in value.split(',') {
                set.set_pair(&name, value);
            }
        }
        set
    }

    /// From the lines of `rustc --print cfg`: `unix`, `target_os="linux"`.
    pub fn from_rustc(text: &str) -> CfgSet {
        let mut set = CfgSet::default();
        for line in text.lines() {
            match line.split_once('=') {
                Some((name, value)) => set.set_pair(name, value.trim_matches('"')),
                None => set.set(line.trim()),
            }
        }
        set
    }

    pub fn set(&mut self, name: &str) {
        self.names.insert(name.to_owned());
    }

    pub fn set_pair(&mut self, name: &str, value: &str) {
        self.pairs.insert((name.to_owned(), value.to_owned()));
    }

    /// Declares that a name which only this build script could set is not set.
    pub fn unset(&mut self, name: &str) {
        self.unset.insert(name.to_owned());
    }

    /// The same target with other features: those of another crate.
    pub fn with_features(&self, features: impl IntoIterator<Item = String>) -> CfgSet {
        let mut set = self.clone();
        set.pairs.retain(|(name, _)| name != "feature");
        for feature in features {
            set.set_pair("feature", &feature);
        }
        set
    }

    /// As rustc compiles the crate's tests.
    pub fn with_test(&self) -> CfgSet {
        let mut set = self.clone();
        set.set("test");
        set
    }

    pub fn is_set(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// The features that are on.
    pub fn features(&self) -> Vec<String> {
        self.pairs
            .iter()
            .filter(|(name, _)| name == "feature")
            .map(|(_, feature)| feature.clone())
            .collect()
    }

    fn name(&self, name: &str) -> Truth {
        if self.names.contains(name) {
            return Truth::Yes;
        }
        self.absent(name)
    }

    fn pair(&self, name: &str, value: &str) -> Truth {
        if self.pairs.contains(&(name.to_owned(), value.to_owned())) {
            return Truth::Yes;
        }
        if self.pairs.iter().any(|(known, _)| known == name) {
            return Truth::No;
        }
        self.absent(name)
    }

    fn absent(&self, name: &str) -> Truth {
        if WELL_KNOWN.contains(&name) || self.unset.contains(name) {
            Truth::No
        } else {
            Truth::Unknown(name.to_owned())
        }
    }

    /// Whether an item with these attributes is part of the crate.
    pub fn allows(&self, attrs: &[Attribute]) -> Truth {
        let mut result = Truth::Yes;
        for attr in attrs.iter().filter(|attr| attr.path().is_ident("cfg")) {
            let truth = match attr.parse_args::<Predicate>() {
                Ok(predicate) => predicate.eval(self),
                // rustc reports it.
                Err(_) => Truth::No,
            };
            match truth {
                Truth::Yes => {}
                Truth::No => return Truth::No,
                unknown => result = unknown,
            }
        }
        result
    }

    /// The attributes with `cfg_attr` replaced by what it stands for. One whose predicate is not known
    /// is replaced too: it may make an item a kernel, and then the item must not go unnoticed. Says so.
    pub fn expand(&self, attrs: &[Attribute]) -> (Vec<Attribute>, Option<String>) {
        let mut expanded = Vec::new();
        let mut unknown = None;
        for attr in attrs {
            if !attr.path().is_ident("cfg_attr") {
                expanded.push(attr.clone());
                continue;
            }
            let Ok(conditional) = attr.parse_args::<CfgAttr>() else {
                continue;
            };
            match conditional.predicate.eval(self) {
                Truth::Yes => {}
                Truth::No => continue,
                Truth::Unknown(name) => unknown = Some(name),
            }
            let inner: Vec<Attribute> = conditional
                .metas
                .into_iter()
                .map(|meta| syn::parse_quote!(#[#meta]))
                .collect();
            let (inner, inner_unknown) = self.expand(&inner);
            expanded.extend(inner);
            unknown = unknown.or(inner_unknown);
        }
        (expanded, unknown)
    }
}

/// Whether any attribute of the file asks for `test`: only then the crate's tests may hold other items
/// than the crate.
pub fn mentions_test(file: &syn::File) -> bool {
    struct Search(bool);
    impl<'ast> syn::visit::Visit<'ast> for Search {
        fn visit_attribute(&mut self, attr: &'ast Attribute) {
            let path = attr.path();
            if (path.is_ident("cfg") || path.is_ident("cfg_attr"))
                && let syn::Meta::List(list) = &attr.meta
            {
                self.0 |= contains_test(list.tokens.clone());
            }
        }
    }
    fn contains_test(tokens: proc_macro2::TokenStream) -> bool {
        tokens.into_iter().any(|token| match token {
            proc_macro2::TokenTree::Ident(ident) => ident == "test",
            proc_macro2::TokenTree::Group(group) => contains_test(group.stream()),
            _ => false,
        })
    }
    let mut search = Search(false);
    syn::visit::Visit::visit_file(&mut search, file);
    search.0
}

enum Predicate {
    Literal(bool),
    Name(String),
    Pair(String, String),
    All(Vec<Predicate>),
    Any(Vec<Predicate>),
    Not(Box<Predicate>),
}

struct CfgAttr {
    predicate: Predicate,
    metas: Vec<syn::Meta>,
}

impl Parse for Predicate {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(syn::LitBool) {
            return Ok(Predicate::Literal(input.parse::<syn::LitBool>()?.value));
        }
        let name: syn::Ident = input.call(syn::ext::IdentExt::parse_any)?;
        let text = syn::ext::IdentExt::unraw(&name).to_string();
        if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            return Ok(Predicate::Pair(text, input.parse::<syn::LitStr>()?.value()));
        }
        if !input.peek(syn::token::Paren) {
            return Ok(Predicate::Name(text));
        }
        let content;
        syn::parenthesized!(content in input);
        let parts = Punctuated::<Predicate, Token![,]>::parse_terminated(&content)?;
        let mut parts: Vec<_> = parts.into_iter().collect();
        match (text.as_str(), parts.len()) {
            ("all", _) => Ok(Predicate::All(parts)),
            ("any", _) => Ok(Predicate::Any(parts)),
            ("not", 1) => Ok(Predicate::Not(Box::new(parts.remove(0)))),
            _ => Err(syn::Error::new(name.span(), "unknown predicate")),
        }
    }
}

impl Parse for CfgAttr {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let predicate = input.parse()?;
        input.parse::<Token![,]>()?;
        let metas = Punctuated::<syn::Meta, Token![,]>::parse_terminated(input)?;
        Ok(CfgAttr {
            predicate,
            metas: metas.into_iter().collect(),
        })
    }
}

impl Predicate {
    fn eval(&self, set: &CfgSet) -> Truth {
        match self {
            Predicate::Literal(true) => Truth::Yes,
            Predicate::Literal(false) => Truth::No,
            Predicate::Name(name) => set.name(name),
            Predicate::Pair(name, value) => set.pair(name, value),
            Predicate::Not(inner) => match inner.eval(set) {
                Truth::Yes => Truth::No,
                Truth::No => Truth::Yes,
                unknown => unknown,
            },
            Predicate::All(parts) => fold(parts, set, Truth::Yes, Truth::No),
            Predicate::Any(parts) => fold(parts, set, Truth::No, Truth::Yes),
        }
    }
}

/// `decisive` if any part is, else unknown if any part is, else `neutral`.
fn fold(parts: &[Predicate], set: &CfgSet, neutral: Truth, decisive: Truth) -> Truth {
    let mut result = neutral;
    for part in parts {
        let truth = part.eval(set);
        if truth == decisive {
            return decisive;
        }
        if matches!(truth, Truth::Unknown(_)) {
            result = truth;
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set() -> CfgSet {
        let vars = [
            ("CARGO_CFG_UNIX", ""),
            ("CARGO_CFG_TARGET_OS", "linux"),
            ("CARGO_CFG_TARGET_ABI", ""),
            ("CARGO_CFG_TARGET_FEATURE", "sse,sse2"),
            ("CARGO_CFG_FEATURE", "default,with-dash"),
            ("CARGO_CFG_LOOM", ""),
            ("CARGO_FEATURE_WITH_DASH", "1"),
        ];
        CfgSet::from_env(vars.into_iter().map(|(k, v)| (k.to_owned(), v.to_owned())))
    }

    fn allows(attrs: &str) -> Truth {
        let item: syn::ItemFn = syn::parse_str(&format!("{attrs} fn f() {{}}")).unwrap();
        set().allows(&item.attrs)
    }

    #[test]
    fn predicates() {
        use Truth::{No, Yes};
        let unknown = |name: &str| Truth::Unknown(name.to_owned());
        for (attrs, expected) in [
            ("", Yes),
            ("#[cfg(unix)]", Yes),
            ("#[cfg(windows)]", No),
            ("#[cfg(target_os = \"linux\")]", Yes),
            ("#[cfg(target_os = \"macos\")]", No),
            ("#[cfg(target_abi = \"\")]", Yes),
            ("#[cfg(target_feature = \"sse2\")]", Yes),
            ("#[cfg(target_feature = \"avx\")]", No),
            ("#[cfg(feature = \"with-dash\")]", Yes),
            ("#[cfg(feature = \"absent\")]", No),
            ("#[cfg(test)]", No),
            ("#[cfg(not(test))]", Yes),
            ("#[cfg(loom)]", Yes),
            ("#[cfg(mine)]", unknown("mine")),
            ("#[cfg(mine = \"a\")]", unknown("mine")),
            ("#[cfg(not(mine))]", unknown("mine")),
            ("#[cfg(all(mine, windows))]", No),
            ("#[cfg(all(mine, unix))]", unknown("mine")),
            ("#[cfg(any(mine, unix))]", Yes),
            ("#[cfg(any(windows, mine))]", unknown("mine")),
            ("#[cfg(any())]", No),
            ("#[cfg(all())]", Yes),
            ("#[cfg(true)]", Yes),
            ("#[cfg(false)]", No),
            ("#[cfg(unix)] #[cfg(windows)]", No),
            ("#[cfg(mine)] #[cfg(windows)]", No),
            ("#[cfg(mine)] #[cfg(unix)]", unknown("mine")),
        ] {
            assert_eq!(allows(attrs), expected, "{attrs}");
        }
    }

    #[test]
    fn the_user_may_say_what_the_script_sets() {
        let mut set = set();
        let item: syn::ItemFn = syn::parse_quote! { #[cfg(all(mine, not(other)))] fn f() {} };
        set.set("mine");
        set.unset("other");
        assert_eq!(set.allows(&item.attrs), Truth::Yes);
    }

    #[test]
    fn cfg_attr_is_replaced() {
        let item: syn::ItemFn = syn::parse_quote! {
            #[cfg_attr(unix, inline, cfg_attr(windows, cold), cfg_attr(unix, must_use))]
            #[cfg_attr(windows, no_mangle)]
            #[cfg_attr(mine, group_kernel)]
            fn f() {}
        };
        let (attrs, unknown) = set().expand(&item.attrs);
        let names: Vec<_> = attrs
            .iter()
            .map(|attr| attr.path().get_ident().unwrap().to_string())
            .collect();
        assert_eq!(names, ["inline", "must_use", "group_kernel"]);
        assert_eq!(unknown.as_deref(), Some("mine"));
    }

    #[test]
    fn rustc_and_cargo_tell_the_same() {
        let set = CfgSet::from_rustc("unix\ntarget_os=\"linux\"\ntarget_abi=\"\"\n");
        let item: syn::ItemFn = syn::parse_quote! {
            #[cfg(all(unix, target_os = "linux", target_abi = "", not(target_os = "macos")))] fn f() {}
        };
        assert_eq!(set.allows(&item.attrs), Truth::Yes);
    }

    #[test]
    fn files_that_ask_for_test() {
        let asks = |text: &str| mentions_test(&syn::parse_file(text).unwrap());
        assert!(asks("mod a { #[cfg(all(unix, test))] fn f() {} }"));
        assert!(asks("fn f() { #[cfg_attr(test, inline)] fn g() {} }"));
        assert!(!asks("#[cfg(unix)] #[test] fn f() {}"));
    }
}
