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
                    while spacing == Spacing::Joint
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
