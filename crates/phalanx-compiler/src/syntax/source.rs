//! Tokens as a person writes them.
//!
//! `assertion failed: x < n` quotes the source. The build script and the macro must print the same text,
//! and what `TokenStream` itself prints differs between the two, so the spacing is made here.

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};

/// The text of an expression on one line, spaced as rustfmt does.
pub fn text(expr: TokenStream) -> String {
    let mut printer = Printer::default();
    printer.stream(expr);
    printer.text
}

/// The text of a type, a path or the bounds of a type: here `<` is never "less than".
pub fn type_text(ty: TokenStream) -> String {
    let mut printer = Printer {
        types: true,
        ..Printer::default()
    };
    printer.stream(ty);
    printer.text
}

#[derive(Default)]
struct Printer {
    text: String,
    types: bool,
    gap: Gap,
    /// Whether a value has just ended: then `-`, `*`, `&`, `|` are binary, and `(` is a call.
    after_value: bool,
    /// How many `<` of generic arguments are open.
    angles: usize,
    /// Whether the `|` that opens the parameters of a closure was printed, and not the one that closes
    /// them.
    bars: bool,
}

/// What separates the last thing printed from the next.
#[derive(Default, Clone, Copy, PartialEq)]
enum Gap {
    #[default]
    Nothing,
    /// A space before a word.
    BeforeWord,
    /// A space before everything that does not belong to what came before, as a comma does.
    Space,
}

/// Words after which an expression or a type begins.
const KEYWORDS: [&str; 13] = [
    "as", "break", "const", "else", "if", "in", "let", "match", "move", "mut", "return", "unsafe",
    "while",
];

impl Printer {
    fn stream(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Ident(ident) => {
                    let word = ident.to_string();
                    let keyword = KEYWORDS.contains(&word.as_str());
                    self.word(&word);
                    if keyword {
                        self.gap = Gap::Space;
                        self.after_value = false;
                    }
                }
                TokenTree::Literal(literal) => self.word(&literal.to_string()),
                TokenTree::Group(group) => self.group(&group),
                TokenTree::Punct(punct) => {
                    let mut operator = String::from(punct.as_char());
                    let mut spacing = punct.spacing();
                    // `>>` closes two lists of generic arguments.
                    let closes = self.angles > 0 && operator == ">";
                    while !closes
                        && spacing == Spacing::Joint
                        && let Some(TokenTree::Punct(next)) = tokens.peek()
                    {
                        operator.push(next.as_char());
                        spacing = next.spacing();
                        tokens.next();
                    }
                    self.operator(&operator);
                }
            }
        }
    }

    fn word(&mut self, word: &str) {
        if self.gap != Gap::Nothing {
            self.text.push(' ');
        }
        self.text.push_str(word);
        self.gap = Gap::BeforeWord;
        self.after_value = true;
    }

    fn group(&mut self, group: &Group) {
        let (open, close) = match group.delimiter() {
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::Brace => ("{", "}"),
            // Left by macros that pass expressions on: nothing that was written.
            Delimiter::None => return self.stream(group.stream()),
        };
        let braces = open == "{";
        if self.gap == Gap::Space || (braces && self.gap == Gap::BeforeWord) {
            self.text.push(' ');
        }
        self.text.push_str(open);
        let mut inner = Printer {
            gap: if braces { Gap::Space } else { Gap::Nothing },
            types: self.types,
            ..Printer::default()
        };
        inner.stream(group.stream());
        if braces && !inner.text.is_empty() {
            inner.text.push(' ');
        }
        self.text.push_str(&inner.text);
        self.text.push_str(close);
        self.gap = Gap::BeforeWord;
        self.after_value = true;
    }

    fn operator(&mut self, operator: &str) {
        match operator {
            "," | ";" | ":" => self.put("", operator, Gap::Space),
            "." | ".." | "..=" | "?" => {
                self.put(self.before_value(), operator, Gap::Nothing);
                self.after_value = operator == "?";
            }
            "::" => self.put(self.before_value(), operator, Gap::Nothing),
            "<" if self.types || self.text.ends_with("::") => {
                self.angles += 1;
                self.put("", operator, Gap::Nothing);
            }
            ">" if self.angles > 0 => {
                self.angles -= 1;
                self.put("", operator, Gap::BeforeWord);
                self.after_value = true;
            }
            "|" if self.bars => {
                self.bars = false;
                self.put("", operator, Gap::Space);
            }
            "!" | "'" | "#" | "&" | "&&" | "*" | "-" | "|" | "||" if !self.after_value => {
                self.bars = operator == "|";
                let gap = if operator == "||" {
                    Gap::Space
                } else {
                    Gap::Nothing
                };
                self.put(self.before_value(), operator, gap);
            }
            _ => self.put(" ", operator, Gap::Space),
        }
    }

    /// What stands before an operator that begins a value.
    fn before_value(&self) -> &'static str {
        if self.gap == Gap::Space { " " } else { "" }
    }

    fn put(&mut self, before: &str, operator: &str, after: Gap) {
        self.text.push_str(before);
        self.text.push_str(operator);
        self.gap = after;
        self.after_value = false;
    }
}

#[cfg(test)]
mod tests {
    use proc_macro2::TokenStream;
    use quote::ToTokens;

    /// Prints an expression as a parser would: from the tokens of the tree.
    fn expr(source: &str) -> String {
        let expr: syn::Expr = syn::parse_str(source).unwrap();
        super::text(expr.to_token_stream())
    }

    fn ty(source: &str) -> String {
        super::type_text(source.parse::<TokenStream>().unwrap())
    }

    #[test]
    fn expressions_look_as_rustfmt_leaves_them() {
        for source in [
            "x.len() == y.len() && !done",
            "i < n",
            "a - 1 > -b",
            "-1.0 * *p & !q | r",
            "x[i + 1] as f32 >= 0.5",
            "f::<4, u32>(a, &b, &mut c) != (1, 2)",
            "block.tiled_partition::<32>().thread_rank() << 2",
            "p.0.1.x <= m::LIMIT",
            "(a + b) * (c - d) % 7 == 0",
            "[1, 2, 3][i] == [0; 3][j]",
            "if a { b } else { c }",
            "match n { 0 => true, 1..=3 | 5 => false, _ => a }",
            "Point { x: 1, y }.x > 0",
            "g.reduce(v, |a, b| a + b) > 0",
            "a..b",
            "unsafe { *x.get_unchecked(i) } == 1_000u32",
            "!(a || b && c)",
            "b'a' as u32 == 0xff",
            "'a: loop { break 'a; }",
            "{}",
        ] {
            assert_eq!(expr(source), source);
        }
    }

    #[test]
    fn the_spacing_of_the_source_does_not_matter() {
        assert_eq!(expr("x . len( )\n==n&&- 1<2"), "x.len() == n && -1 < 2");
    }

    #[test]
    fn types_look_as_rustfmt_leaves_them() {
        for source in [
            "Reduce + Shuffle",
            "m::Of<u32, 4>",
            "&mut [f32; 4]",
            "{ N + 1 }",
            "-1",
            "Of<Of<u32>> + Copy",
        ] {
            assert_eq!(ty(source), source);
        }
    }
}
