//! Names: Rust's own where C++ allows, else one that a reader recognises.

use std::collections::HashSet;

use super::macros::is_macro;
use crate::table::methods::NUMBER_METHODS;

/// Names that generated code may not give to anything, besides macros: C++'s keywords, what CUDA and C predefine, and
/// what `phalanx/*.cuh` calls by a plain name. The methods of numbers come from their table.
#[rustfmt::skip]
const RESERVED: &[&str] = &[
    // Keywords of C++ up to 2023, alternative tokens, and those of C that compilers know.
    "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break",
    "case", "catch", "char", "char16_t", "char32_t", "char8_t", "class", "co_await", "co_return",
    "co_yield", "compl", "concept", "const", "const_cast", "consteval", "constexpr", "constinit",
    "continue", "decltype", "default", "delete", "do", "double", "dynamic_cast", "else", "enum",
    "explicit", "export", "extern", "false", "float", "for", "friend", "goto", "if", "inline",
    "int", "long", "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr",
    "operator", "or", "or_eq", "private", "protected", "public", "register", "reinterpret_cast",
    "requires", "restrict", "return", "short", "signed", "sizeof", "static", "static_assert",
    "static_cast", "struct", "switch", "template", "this", "thread_local", "throw", "true",
    "try", "typedef", "typeid", "typename", "typeof", "union", "unsigned", "using", "virtual",
    "void", "volatile", "wchar_t", "while", "xor", "xor_eq",
    // Variables, types and functions of CUDA and of C.
    "std", "main", "memcpy", "memset", "gridDim", "blockIdx", "blockDim", "threadIdx",
    "warpSize", "dim3", "half", "uint4",
    // Headers of Phalanx.
    "phalanx", "generated", "detail", "i8", "i16", "i32", "i64", "isize", "u8", "u16", "u32",
    "u64", "usize", "f32", "f64", "f16", "bf16", "Dim3", "Slice", "array", "tuple", "repeat",
    "Steps", "range", "range_inclusive", "Atomic", "Ordering", "Relaxed", "Acquire", "Release",
    "AcqRel", "SeqCst", "ThreadBlock", "ThreadBlockTile", "CoalescedGroup", "coalesced_threads",
    "Grid", "CooperativeGrid", "DynamicShared", "Plus", "Min", "Max", "BitAnd", "BitOr",
    "BitXor", "PanicRecord", "panic", "panic_values", "panic_bounds", "panic_bits", "bit_not",
    "div", "rem", "add_assign", "sub_assign", "mul_assign", "div_assign", "rem_assign",
    "shl_assign", "shr_assign", "saturating_cast", "int_min", "int_max", "from_bits", "from_f32",
    "from_f64",
];

/// Whether C++ or the headers have the name already.
fn is_reserved(name: &str) -> bool {
    RESERVED.contains(&name)
        || NUMBER_METHODS.iter().any(|method| method.name == name)
        || is_macro(name)
        // `_X`, `__x` belong to the compiler, and `_0` names the parts of a tuple.
        || name.contains("__")
        || name.strip_prefix('_').is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_lowercase()))
}

/// A C++ identifier that reads like a Rust one: other letters by their number, reserved names with a `_` behind.
pub(super) fn identifier(rust: &str) -> String {
    let rust = rust.strip_prefix("r#").unwrap_or(rust);
    let mut name = String::new();
    for c in rust.chars() {
        match c {
            c if c.is_ascii_alphanumeric() || c == '_' => name.push(c),
            c => name.push_str(&format!("u{:x}", u32::from(c))),
        }
    }
    while name.contains("__") {
        name = name.replace("__", "_");
    }
    let upper_after_underscore = name
        .strip_prefix('_')
        .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_lowercase()));
    if upper_after_underscore || name == "_" {
        name.insert_str(0, "unused");
    }
    if is_reserved(&name) {
        name.push('_');
    }
    name
}

/// The symbol of an instance of a kernel: its path and the values of its parameters, unique for the path.
///
/// Two underscores stand between the parts. A path in which they, too, occur within a name is told apart by a
/// number made of the whole path.
pub(super) fn symbol(path: &str, label: &str) -> String {
    let mut ambiguous = false;
    let parts: Vec<String> = path
        .split("::")
        .map(|part| {
            let plain = part.strip_prefix("r#").unwrap_or(part);
            let name = plain.chars().flat_map(|c| match c {
                c if c.is_ascii_alphanumeric() || c == '_' => vec![c],
                c => format!("u{:x}", u32::from(c)).chars().collect(),
            });
            let name: String = name.collect();
            ambiguous |= name != plain
                || name.contains("__")
                || name.starts_with('_')
                || name.ends_with('_');
            name
        })
        .collect();
    let mut symbol = parts.join("__");
    if ambiguous {
        symbol.push_str(&format!("__{:08x}", fnv(path)));
    }
    if !label.is_empty() {
        symbol.push_str("__");
        symbol.push_str(label);
    }
    symbol
}

/// FNV-1a, 32 bits.
fn fnv(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

/// `base`, or the first of `base_1`, `base_2`, … that `taken` does not have.
pub(super) fn fresh(base: &str, taken: impl Fn(&str) -> bool) -> String {
    if !taken(base) {
        return base.to_owned();
    }
    let base = base.trim_end_matches('_');
    (1..)
        .map(|n| format!("{base}_{n}"))
        .find(|name| !taken(name))
        .expect("there are more numbers than names")
}

/// The names in the open blocks of a function.
#[derive(Debug)]
pub(super) struct Scopes {
    open: Vec<HashSet<String>>,
    /// Names of functions, types and constants that the function may mention.
    outer: HashSet<String>,
    labels: HashSet<String>,
}

impl Scopes {
    pub(super) fn new(outer: HashSet<String>) -> Self {
        Scopes {
            open: vec![HashSet::new()],
            outer,
            labels: HashSet::new(),
        }
    }

    pub(super) fn open(&mut self) {
        self.open.push(HashSet::new());
    }

    pub(super) fn close(&mut self) {
        self.open.pop();
    }

    /// Names a variable of the innermost block, like the Rust name if no open block has that.
    pub(super) fn declare(&mut self, rust: &str) -> String {
        let name = fresh(&identifier(rust), |name| {
            self.outer.contains(name) || self.open.iter().any(|names| names.contains(name))
        });
        self.open
            .last_mut()
            .expect("a block is open")
            .insert(name.clone());
        name
    }

    /// Names a label: they belong to the whole function.
    pub(super) fn label(&mut self, base: &str) -> String {
        let name = fresh(&identifier(base), |name| self.labels.contains(name));
        self.labels.insert(name.clone());
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn legible_and_legal() {
        assert_eq!(identifier("sum"), "sum");
        assert_eq!(identifier("r#new"), "new_");
        assert_eq!(identifier("min"), "min_");
        assert_eq!(identifier("größe"), "gru00f6u00dfe".replace("u00", "u"));
        assert_eq!(identifier("a__b"), "a_b");
        assert_eq!(identifier("_"), "unused_");
        assert_eq!(identifier("_0"), "unused_0");
        assert_eq!(identifier("_rest"), "_rest");
    }

    #[test]
    fn symbols_tell_paths_apart() {
        assert_eq!(
            symbol("demo::kernels::spmv", "N8"),
            "demo__kernels__spmv__N8"
        );
        assert_eq!(symbol("a_b::c", ""), "a_b__c");
        assert_ne!(symbol("a::b__c", ""), symbol("a::b::c", ""));
        assert_ne!(symbol("a_::b", ""), symbol("a::_b", ""));
    }

    #[test]
    fn names_are_free_again_behind_their_block() {
        let mut scopes = Scopes::new(HashSet::from(["total".to_owned()]));
        assert_eq!(scopes.declare("x"), "x");
        scopes.open();
        assert_eq!(scopes.declare("x"), "x_1");
        assert_eq!(scopes.declare("i"), "i");
        scopes.close();
        assert_eq!(scopes.declare("i"), "i");
        assert_eq!(scopes.declare("total"), "total_1");
    }
}
