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
