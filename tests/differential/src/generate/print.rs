//! The tree as Rust.

use super::model::{Block, Expr, Function, Program, Stmt};

/// What every program has besides its functions.
const STRUCTS: &str = "\
#[derive(Clone, Copy, DeviceCopy)]
#[repr(C)]
struct Pair {
    key: u32,
    hit: bool,
}
";

/// The source text of a program.
pub fn program(program: &Program) -> String {
    let mut printer = Printer::default();
    for function in &program.functions {
        printer.function(function);
    }
    if printer.text.contains("Pair") {
        format!("{STRUCTS}\n{}", printer.text)
    } else {
        printer.text
    }
}

/// The text of an expression.
pub(super) fn expr(expr: &Expr) -> String {
    let mut printer = Printer::default();
    printer.expr(expr);
    printer.text
}

#[derive(Default)]
struct Printer {
    text: String,
    depth: usize,
}

impl Printer {
    fn line(&mut self, text: &str) {
        self.start();
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn start(&mut self) {
        for _ in 0..self.depth {
            self.text.push_str("    ");
        }
    }

    fn function(&mut self, function: &Function) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.line(if function.kernel {
            "#[group_kernel]"
        } else {
            "#[device_fn]"
        });
        let params = function.params.iter().map(|param| {
            let shared = if param.shared { "#[shared] " } else { "" };
            format!("{shared}{}: {}", param.name, param.ty)
        });
        let params = params.collect::<Vec<_>>().join(", ");
        let generics = match function.generics.as_str() {
            "" => String::new(),
            generics => format!("<{generics}>"),
        };
        let ret = function
            .ret
            .as_ref()
            .map_or_else(String::new, |ty| format!(" -> {ty}"));
        let (vis, name) = (if function.kernel { "pub " } else { "" }, &function.name);
        self.start();
        self.text
            .push_str(&format!("{vis}fn {name}{generics}({params}){ret} "));
        self.block(&function.body);
        self.text.push('\n');
    }

    /// `{ … }`, from where the line is.
    fn block(&mut self, block: &Block) {
        self.text.push_str("{\n");
        self.depth += 1;
        for stmt in &block.stmts {
            self.start();
            self.stmt(stmt);
            self.text.push('\n');
        }
        if let Some(value) = &block.value {
            self.start();
            self.expr(value);
            self.text.push('\n');
        }
        self.depth -= 1;
        self.start();
        self.text.push('}');
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Let { pat, init } => {
                self.text.push_str(&format!("let {pat} = "));
                self.expr(init);
                self.text.push(';');
            }
            Stmt::Declare(name, ty) => self.text.push_str(&format!("let {name}: {ty};")),
            Stmt::Assign(place, value) => {
                self.expr(place);
                self.text.push_str(" = ");
                self.expr(value);
                self.text.push(';');
            }
            Stmt::AssignOp(op, place, value) => {
                self.expr(place);
                self.text.push_str(&format!(" {op}= "));
                self.expr(value);
                self.text.push(';');
            }
            Stmt::Expr(expr) => {
                self.expr(expr);
                self.text.push(';');
            }
            Stmt::If(cond, then, otherwise) => {
                self.text.push_str("if ");
                self.expr(cond);
                self.text.push(' ');
                self.block(then);
                if let Some(otherwise) = otherwise {
                    self.text.push_str(" else ");
                    self.block(otherwise);
                }
            }
            Stmt::Match(of, arms) => {
                self.text.push_str("match ");
                self.expr(of);
                self.text.push_str(" {\n");
                self.depth += 1;
                for (pat, body) in arms {
                    self.start();
                    self.text.push_str(&format!("{pat} => "));
                    self.block(body);
                    self.text.push('\n');
                }
                self.depth -= 1;
                self.start();
                self.text.push('}');
            }
            Stmt::While(label, cond, body) => {
                self.label(label);
                self.text.push_str("while ");
                self.expr(cond);
                self.text.push(' ');
                self.block(body);
            }
            Stmt::Loop(label, body) => {
                self.label(label);
                self.text.push_str("loop ");
                self.block(body);
            }
            Stmt::For(label, variable, iter, body) => {
                self.label(label);
                self.text.push_str(&format!("for {variable} in "));
                self.expr(iter);
                self.text.push(' ');
                self.block(body);
            }
            Stmt::Block(block) => self.block(block),
            Stmt::Break(label, value) => {
                self.jump("break", label.as_deref());
                if let Some(value) = value {
                    self.text.push(' ');
                    self.expr(value);
                }
                self.text.push(';');
            }
            Stmt::Continue(label) => {
                self.jump("continue", label.as_deref());
                self.text.push(';');
            }
            Stmt::Return(value) => {
                self.text.push_str("return");
                if let Some(value) = value {
                    self.text.push(' ');
                    self.expr(value);
                }
                self.text.push(';');
            }
        }
    }

    fn label(&mut self, label: &Option<String>) {
        if let Some(label) = label {
            self.text.push_str(&format!("'{label}: "));
        }
    }

    fn jump(&mut self, word: &str, label: Option<&str>) {
        self.text.push_str(word);
        if let Some(label) = label {
            self.text.push_str(&format!(" '{label}"));
        }
    }

    fn list(&mut self, exprs: &[Expr]) {
        for (i, expr) in exprs.iter().enumerate() {
            if i > 0 {
                self.text.push_str(", ");
            }
            self.expr(expr);
        }
    }

    /// With parentheses around everything that could need them.
    fn operand(&mut self, expr: &Expr) {
        match expr {
            Expr::Word(_)
            | Expr::Index(..)
            | Expr::Field(..)
            | Expr::Tuple(_)
            | Expr::Array(_)
            | Expr::Call(..)
            | Expr::Method(..) => self.expr(expr),
            _ => {
                self.text.push('(');
                self.expr(expr);
                self.text.push(')');
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Word(word) => self.text.push_str(word),
            Expr::Unary(op, of) => {
                self.text.push_str(op);
                self.operand(of);
            }
            Expr::Binary(op, left, right) => {
                self.operand(left);
                self.text.push_str(&format!(" {op} "));
                self.operand(right);
            }
            Expr::Cast(of, ty) => {
                self.operand(of);
                self.text.push_str(&format!(" as {ty}"));
            }
            Expr::Index(of, index) => {
                self.operand(of);
                self.text.push('[');
                self.expr(index);
                self.text.push(']');
            }
            Expr::Field(of, name) => {
                self.operand(of);
                self.text.push_str(&format!(".{name}"));
            }
            Expr::Tuple(parts) => {
                self.text.push('(');
                self.list(parts);
                self.text.push(')');
            }
            Expr::Array(parts) => {
                self.text.push('[');
                self.list(parts);
                self.text.push(']');
            }
            Expr::Struct(name, fields) => {
                self.text.push_str(&format!("{name} {{ "));
                for (i, (field, value)) in fields.iter().enumerate() {
                    let comma = if i > 0 { ", " } else { "" };
                    self.text.push_str(&format!("{comma}{field}: "));
                    self.expr(value);
                }
                self.text.push_str(" }");
            }
            Expr::Call(name, args) => {
                self.text.push_str(name);
                self.text.push('(');
                self.list(args);
                self.text.push(')');
            }
            Expr::Method(of, name, args) => {
                self.operand(of);
                self.text.push_str(&format!(".{name}("));
                self.list(args);
                self.text.push(')');
            }
            Expr::If(cond, then, otherwise) => {
                self.text.push_str("if ");
                self.expr(cond);
                self.text.push(' ');
                self.block(then);
                self.text.push_str(" else ");
                self.block(otherwise);
            }
            Expr::Match(of, arms) => {
                self.text.push_str("match ");
                self.expr(of);
                self.text.push_str(" {\n");
                self.depth += 1;
                for (pat, value) in arms {
                    self.start();
                    self.text.push_str(&format!("{pat} => "));
                    self.expr(value);
                    self.text.push_str(",\n");
                }
                self.depth -= 1;
                self.start();
                self.text.push('}');
            }
            Expr::Block(block) => self.block(block),
            Expr::Unsafe(body) => {
                self.text.push_str("unsafe { ");
                self.expr(body);
                self.text.push_str(" }");
            }
            Expr::Closure(body) => {
                self.text.push_str("|| ");
                self.expr(body);
            }
            Expr::Loop(label, body) => {
                self.label(label);
                self.text.push_str("loop ");
                self.block(body);
            }
        }
    }
}
