//! Errors of the front-end: gathered, so that a user sees all of them at once.

use proc_macro2::{Span, TokenStream};

/// One refusal: what is wrong, where, and the way out.
#[derive(Debug, Clone)]
pub struct Diagnostic {
    pub span: Span,
    /// What is wrong, in the user's terms.
    pub message: String,
    /// Further lines: why, where variation comes from.
    pub notes: Vec<String>,
    /// What to write instead.
    pub help: Option<String>,
}

impl Diagnostic {
    pub fn new(span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            span,
            message: message.into(),
            notes: Vec::new(),
            help: None,
        }
    }

    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The text as rustc shows it: message, notes and help, a line each.
    pub fn text(&self) -> String {
        let mut text = self.message.clone();
        for note in &self.notes {
            text.push_str("\n\nnote: ");
            text.push_str(note);
        }
        if let Some(help) = &self.help {
            text.push_str("\n\nhelp: ");
            text.push_str(help);
        }
        text
    }
}

/// All refusals of one item.
#[derive(Debug, Clone, Default)]
pub struct Errors(pub Vec<Diagnostic>);

impl Errors {
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// `Ok(value)` if nothing was refused.
    pub fn finish<T>(self, value: T) -> Result<T, Errors> {
        if self.is_empty() {
            Ok(value)
        } else {
            Err(self)
        }
    }

    /// A `compile_error!` for each.
    pub fn to_compile_errors(&self) -> TokenStream {
        self.0
            .iter()
            .map(|one| syn::Error::new(one.span, one.text()).to_compile_error())
            .collect()
    }
}
