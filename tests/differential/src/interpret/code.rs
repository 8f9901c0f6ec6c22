//! A program as the interpreter takes it: its functions by number, and the calls that the emulator tells
//! apart by their places.

use std::collections::HashMap;

use phalanx_compiler::syntax::ast::{Expr, ExprId, ExprKind};
use phalanx_compiler::syntax::visit;
use phalanx_compiler::types::ty::Const;
use phalanx_compiler::types::typed::{Callee, TypedFunction};

use super::{CONFUSED, sites};
use crate::frontend::Program;

/// A program, ready to be run.
pub struct Code<'p> {
    functions: Vec<&'p TypedFunction>,
    numbers: HashMap<&'p str, usize>,
    kernel: usize,
    calls: Vec<Call>,
    sites: HashMap<(usize, ExprId), usize>,
}

/// A call that has a site.
#[derive(Debug, Clone)]
pub struct Call {
    /// The name of the function in which it stands.
    pub function: String,
    /// The line in the source, from 1, and the column, from 0.
    pub line: usize,
    pub column: usize,
    /// The operation or the function that is called.
    pub name: String,
    /// From where to where the call goes, by line and column.
    span: [(usize, usize); 2],
}

impl Call {
    /// How many lines and columns the call takes, if the place is in it.
    pub fn around(&self, line: usize, column: usize) -> Option<(usize, usize)> {
        let [start, end] = self.span;
        let is_in = start <= (line, column) && (line, column) < end;
        is_in.then_some((end.0 - start.0, end.1.abs_diff(start.1)))
    }
}

impl<'p> Code<'p> {
    /// # Errors
    ///
    /// If the program has more calls than there are sites.
    pub fn new(program: &'p Program) -> Result<Code<'p>, String> {
        let functions: Vec<_> = program.functions.values().collect();
        let names = program.functions.keys().map(String::as_str);
        let numbers: HashMap<_, _> = names.zip(0..).collect();
        let mut code = Code {
            kernel: numbers[program.kernel.as_str()],
            functions,
            numbers,
            calls: Vec::new(),
            sites: HashMap::new(),
        };
        for number in 0..code.functions.len() {
            let function = code.functions[number];
            visit::exprs(function.body(), &mut |expr| code.note(number, expr));
        }
        if code.calls.len() > sites::SITES {
            return Err(format!("more than {} calls of collectives", sites::SITES));
        }
        Ok(code)
    }

    fn note(&mut self, number: usize, expr: &Expr) {
        let function = self.functions[number];
        let name = match function.tables.callees.get(&expr.id) {
            Some(Callee::CoalescedThreads) => "coalesced_threads".to_string(),
            Some(Callee::AssumeUniform) => "assume_uniform".to_string(),
            Some(Callee::Group { op, .. }) if op.collective => op.name.to_string(),
            Some(Callee::Function { sig, .. })
                if sig.params.iter().any(|param| param.ty.as_group().is_some()) =>
            {
                sig.name.clone()
            }
            _ => return,
        };
        let span = match &expr.kind {
            ExprKind::Method { name, .. } => name.span(),
            _ => expr.span,
        };
        self.sites.insert((number, expr.id), self.calls.len());
        self.calls.push(Call {
            function: function.sig.name.clone(),
            line: span.start().line,
            column: span.start().column,
            name,
            span: [expr.span.start(), expr.span.end()].map(|at| (at.line, at.column)),
        });
    }

    pub(super) fn kernel(&self) -> usize {
        self.kernel
    }

    pub(super) fn function(&self, number: usize) -> &'p TypedFunction {
        self.functions[number]
    }

    pub(super) fn count(&self) -> usize {
        self.functions.len()
    }

    pub(super) fn number(&self, name: &str) -> usize {
        match self.numbers.get(name) {
            Some(number) => *number,
            None => panic!("{CONFUSED}a function `{name}`"),
        }
    }

    /// The site of a call in the function of this number.
    pub(super) fn site(&self, function: usize, call: ExprId) -> usize {
        self.sites[&(function, call)]
    }

    /// The calls that have sites, by the numbers of these.
    pub fn calls(&self) -> &[Call] {
        &self.calls
    }
}

/// A constant as a number of threads.
pub(super) fn size(size: &Const) -> usize {
    match size {
        Const::Value(size) => *size as usize,
        other => panic!("{CONFUSED}a tile of `{other}` threads"),
    }
}
