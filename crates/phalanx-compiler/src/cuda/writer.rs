//! Lines of C++ with their indentation and the lines of the source they come from.

/// One line.
#[derive(Debug)]
struct Line {
    indent: usize,
    text: String,
    /// The line in the Rust source, from 1.
    source: Option<usize>,
}

/// The body of a function while it is written.
///
/// Behind a statement that control does not come past, the rest of its block is left out: it can never run, and
/// nvcc would warn about it.
#[derive(Debug)]
pub(super) struct Writer {
    lines: Vec<Line>,
    /// For each open block, whether its end cannot be reached.
    blocks: Vec<bool>,
}

impl Writer {
    /// Inside one open block.
    pub(super) fn new() -> Self {
        Writer {
            lines: Vec::new(),
            blocks: vec![false],
        }
    }

    fn dead_mut(&mut self) -> &mut bool {
        self.blocks.last_mut().expect("a block is open")
    }

    /// Whether control does not come here.
    pub(super) fn is_dead(&self) -> bool {
        *self.blocks.last().expect("a block is open")
    }

    /// Control does not come past here.
    pub(super) fn diverge(&mut self) {
        *self.dead_mut() = true;
    }

    /// Control comes here after all: by a `goto`, or by `break` out of a loop.
    pub(super) fn revive(&mut self, dead: bool) {
        *self.dead_mut() = dead;
    }

    pub(super) fn line(&mut self, source: Option<usize>, text: impl Into<String>) {
        if !self.is_dead() {
            self.lines.push(Line {
                indent: self.blocks.len(),
                text: text.into(),
                source,
            });
        }
    }

    /// `text {`.
    pub(super) fn open(&mut self, source: Option<usize>, text: &str) {
        let text = match text {
            "" => "{".to_owned(),
            text => format!("{text} {{"),
        };
        self.line(source, text);
        let dead = self.is_dead();
        self.blocks.push(dead);
    }

    /// `} text`; gives whether the end of the block could not be reached.
    pub(super) fn close(&mut self, text: &str) -> bool {
        let dead = self.blocks.pop().expect("a block is open");
        self.line(None, format!("}}{text}"));
        dead
    }

    /// `} text {`, a further branch of the block before; gives whether the end of that could not be reached.
    pub(super) fn reopen(&mut self, source: Option<usize>, text: &str) -> bool {
        let dead = self.blocks.pop().expect("a block is open");
        self.open(source, &format!("}} {text}"));
        dead
    }

    /// How many lines there are.
    pub(super) fn mark(&self) -> usize {
        self.lines.len()
    }

    /// Puts the lines of the open block from `mark` on into a block of their own.
    pub(super) fn wrap(&mut self, mark: usize) {
        let indent = self.blocks.len();
        for line in &mut self.lines[mark..] {
            line.indent += 1;
        }
        let brace = |text: &str| Line {
            indent,
            text: text.to_owned(),
            source: None,
        };
        self.lines.insert(mark, brace("{"));
        self.lines.push(brace("}"));
    }

    /// The text of a function that is not in the source: without `#line`.
    pub(super) fn finish_plain(self, head: &str) -> String {
        let text = self.finish(head, "", 1);
        text.lines()
            .filter(|line| !line.starts_with("#line "))
            .flat_map(|line| [line, "\n"])
            .collect()
    }

    /// The function's text: `head`, then the lines between braces, with `#line` where the source's lines do not
    /// follow each other.
    pub(super) fn finish(self, head: &str, file: &str, first: usize) -> String {
        let file = file.replace('\\', "\\\\").replace('"', "\\\"");
        let mut text = format!("#line {first} \"{file}\"\n{head}\n{{\n");
        let mut next = first + head.lines().count() + 1;
        for line in self.lines {
            if let Some(source) = line.source
                && source != next
            {
                text.push_str(&format!("#line {source}\n"));
                next = source;
            }
            next += 1;
            // A label stands out.
            let indent = match line.text.ends_with(":;") {
                true => line.indent - 1,
                false => line.indent,
            };
            text.push_str(&"    ".repeat(indent));
            text.push_str(&line.text);
            text.push('\n');
        }
        text.push_str("}\n");
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_after_what_does_not_return() {
        let mut writer = Writer::new();
        writer.open(Some(2), "if (a)");
        writer.line(Some(3), "return;");
        writer.diverge();
        writer.line(Some(4), "b();");
        assert!(writer.close(""));
        writer.line(Some(6), "c();");
        let text = writer.finish("void f()", "src/\"f\".rs", 1);
        assert_eq!(
            text,
            "#line 1 \"src/\\\"f\\\".rs\"\nvoid f()\n{\n#line 2\n    if (a) {\n        return;\n    }\n\
             #line 6\n    c();\n}\n"
        );
    }
}
