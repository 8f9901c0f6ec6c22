//! The hash by which the build script and the macro speak of the same item.
//!
//! The build script reads a file, the macro gets tokens from rustc. Both must come to one number, so what
//! is hashed is the structure of the tokens: their text, without spaces, line breaks and comments.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Hashes an item: the arguments of its attribute, and its signature and block. Visibility, documentation
/// and other outer attributes are not the caller's to pass: they do not change the compiled code.
pub fn item(attr: &TokenStream, sig_and_block: &TokenStream) -> u64 {
    let mut hasher = Hasher::default();
    hasher.stream(attr.clone());
    hasher.token(Kind::Close, "attr");
    hasher.stream(sig_and_block.clone());
    hasher.state
}

/// FNV-1a, which is short and the same on every machine and with every compiler.
struct Hasher {
    state: u64,
    /// Whether the token before was a `.`: then `0.1` is two indices of a tuple.
    after_dot: bool,
}

impl Default for Hasher {
    fn default() -> Self {
        Hasher {
            state: 0xcbf2_9ce4_8422_2325,
            after_dot: false,
        }
    }
}

#[derive(Clone, Copy)]
enum Kind {
    Open,
    Close,
    Ident,
    Punct,
    Literal,
}

impl Hasher {
    fn byte(&mut self, byte: u8) {
        self.state ^= u64::from(byte);
        self.state = self.state.wrapping_mul(0x0000_0100_0000_01b3);
    }

    fn token(&mut self, kind: Kind, text: &str) {
        self.byte(kind as u8);
        for byte in text.bytes() {
            self.byte(byte);
        }
        // No token contains it, so that `ab c` and `a bc` differ.
        self.byte(0);
        self.after_dot = matches!(kind, Kind::Punct) && text == ".";
    }

    fn stream(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Group(group) => {
                    let (open, close) = match group.delimiter() {
                        Delimiter::Parenthesis => ("(", ")"),
                        Delimiter::Brace => ("{", "}"),
                        Delimiter::Bracket => ("[", "]"),
                        // Only macros make these; nothing is written there.
                        Delimiter::None => {
                            self.stream(group.stream());
                            continue;
                        }
                    };
                    self.token(Kind::Open, open);
                    self.stream(group.stream());
                    self.token(Kind::Close, close);
                }
                TokenTree::Ident(ident) => self.token(Kind::Ident, &ident.to_string()),
                TokenTree::Punct(punct) => {
                    if punct.as_char() == '#' && is_doc(tokens.peek()) {
                        tokens.next();
                        continue;
                    }
                    self.token(Kind::Punct, punct.as_char().encode_utf8(&mut [0; 4]));
                }
                TokenTree::Literal(literal) => self.literal(&literal.to_string()),
            }
        }
    }

    /// The tokens of `pair.0.1` are `.` and `0.1` to rustc, and four tokens once syn has parsed them.
    fn literal(&mut self, text: &str) {
        let parts = text.split_once('.');
        match parts {
            Some((first, second)) if self.after_dot => {
                self.token(Kind::Literal, first);
                self.token(Kind::Punct, ".");
                if !second.is_empty() {
                    self.token(Kind::Literal, second);
                }
            }
            _ => self.token(Kind::Literal, text),
        }
    }
}

/// Whether this is what follows the `#` of a documentation comment, whose text rustc and proc-macro2
/// escape differently.
fn is_doc(token: Option<&TokenTree>) -> bool {
    let Some(TokenTree::Group(group)) = token else {
        return false;
    };
    let mut tokens = group.stream().into_iter();
    group.delimiter() == Delimiter::Bracket
        && matches!(tokens.next(), Some(TokenTree::Ident(name)) if name == "doc")
        && matches!(tokens.next(), Some(TokenTree::Punct(equals)) if equals.as_char() == '=')
}

#[cfg(test)]
mod tests {
    use proc_macro2::{Group, TokenTree};
    use quote::ToTokens;

    use super::*;

    fn tokens(source: &str) -> TokenStream {
        source.parse().unwrap()
    }

    /// As a macro that does not parse would: the tokens of signature and block as they come.
    fn raw(source: &str) -> u64 {
        item(&TokenStream::new(), &tokens(source))
    }

    /// As the build script does: by way of a parsed file.
    fn parsed(source: &str) -> u64 {
        let file = syn::parse_file(source).unwrap();
        let [syn::Item::Fn(function)] = file.items.as_slice() else {
            panic!("the test's source is one function");
        };
        let mut code = function.sig.to_token_stream();
        function.block.to_tokens(&mut code);
        item(&TokenStream::new(), &code)
    }

    #[test]
    fn tokens_and_parsed_files_hash_alike() {
        for source in [
            "fn f() {}",
            "fn f<const N: usize, T: A + B>(x: &'_ [T; N], #[shared] y: &mut [T],) -> T where T: C {}",
            "unsafe fn f(mut a: u32) { a <<= 1; a >>= 2; a = -a - -1; }",
            "fn f() { 'a: loop { break 'a; } }",
            "fn f() { x.0.1 .2; y.0.sqrt(); 1.0; 1.; 1e3; 0..2; 0.0..0.5; }",
            "fn f() { g::<Vec<Vec<u8>>>(&&x, &mut *y, |a, b| a || b, || 1); }",
            "fn f() { if a < b && c == !d { e?; } else if a as u8 > 1 {} }",
            "fn f() { match x { | 1 | 2..=3 if y => { z } A { b, .. } => (), _ => return, } }",
            "fn f() { assert!(a < b, \"{x} \\n {}\", r#\"raw \"text\"\"#); r#type; b'a'; 'c'; }",
            "fn f() { /// says\n let x = 1; /* not */ // at all\n #[allow(a)] x }",
            "fn f() { (a, _) = (b, c); [0; 4]; (1,); P { a: 1, b, ..c }; -1i32; }",
        ] {
            assert_eq!(raw(source), parsed(source), "{source}");
        }
    }

    #[test]
    fn layout_and_comments_do_not_count() {
        let dense = "fn f(x:&[f32])->u32{let a=&&x;a[1]+1}";
        let loose =
            "fn f( x : & [ f32 ] ) -> u32 {\n  /// says\n  let a = & & x; // more\n  a[1]\n + 1 }";
        assert_eq!(raw(dense), raw(loose));
        assert_eq!(parsed(dense), parsed(loose));
    }

    #[test]
    fn visibility_and_attributes_of_the_item_do_not_count() {
        let plain = parsed("fn f() {}");
        assert_eq!(plain, parsed("/// Says.\n#[must_use] pub(crate) fn f() {}"));
    }

    #[test]
    fn groups_that_macros_leave_do_not_count() {
        let group = Group::new(Delimiter::None, tokens("a + 1"));
        let mut grouped = tokens("fn f() -> u32");
        let body = TokenStream::from_iter([
            TokenTree::from(group),
            tokens("* 2").into_iter().next().unwrap(),
        ]);
        grouped.extend([TokenTree::from(Group::new(Delimiter::Brace, body))]);
        let flat = tokens("fn f() -> u32 { a + 1 * }");
        assert_eq!(
            item(&TokenStream::new(), &grouped),
            item(&TokenStream::new(), &flat)
        );
    }

    #[test]
    fn what_compiles_to_something_else_hashes_otherwise() {
        let sources = [
            "fn f() {}",
            "fn g() {}",
            "fn f() { a }",
            "fn f() { a; }",
            "fn f() { ab c }",
            "fn f() { a bc }",
            "fn f() { { a } }",
            "fn f() { (a) }",
            "fn f() { [a] }",
            "fn f() { 1 }",
            "fn f() { 1u8 }",
            "fn f() { 1.0 }",
            "fn f() { x.1.0 }",
            "fn f() { x.1 }",
            "fn f() { #[doc(hidden)] a }",
        ];
        let hashes: std::collections::HashSet<u64> = sources.into_iter().map(raw).collect();
        assert_eq!(hashes.len(), sources.len());
    }

    #[test]
    fn the_arguments_of_the_attribute_count() {
        let code = tokens("fn f() {}");
        let plain = item(&TokenStream::new(), &code);
        let fma = item(&tokens("fma"), &code);
        assert_ne!(plain, fma);
        assert_eq!(fma, item(&tokens(" fma "), &code));
        assert_ne!(item(&tokens("fn"), &tokens("f() {}")), plain);
    }

    #[test]
    fn the_number_is_fnv_1a_of_the_tokens() {
        // Worked out apart from this code, over `01 "attr" 00 02 "f" 00`: the same on every machine.
        assert_eq!(
            item(&TokenStream::new(), &tokens("f")),
            0x1ae3_1864_2f67_8973
        );
    }
}
