//! Functions and their parameters, constants.

use super::literal::integer;
use super::lower::{Lower, Target, Variable};
use super::ty::member;
use crate::abi::{self, AbiKind, Pointee};
use crate::syntax::ast::{Expr, ExprKind, LocalId};
use crate::syntax::visit;
use crate::table::group_ops::Capability;
use crate::types::env::SigGenericKind;
use crate::types::ty::{Access, Const, Group, Ty};
use crate::types::typed::{Callee, MemoryMethod, PathRes, TypedFunction};

impl<'p> Lower<'_, 'p> {
    fn typed(&self) -> &'p TypedFunction {
        self.function.expect("a function is being written")
    }

    /// Constants for the const generics whose value the body uses, before anything else.
    fn declare_const_params(&mut self) {
        let mut names: Vec<&String> = self
            .tables
            .paths
            .values()
            .filter_map(|path| match path {
                PathRes::ConstParam(name) => Some(name),
                _ => None,
            })
            .collect();
        names.sort();
        names.dedup();
        for generic in &self.typed().sig.generics {
            let SigGenericKind::Const { ty } = &generic.kind else {
                continue;
            };
            if !names.contains(&&generic.name) {
                continue;
            }
            let Const::Value(value) = self.subst.value(&Const::Param(generic.name.clone())) else {
                unreachable!("a const generic has a value in an instance");
            };
            let value = match ty {
                Ty::Int(int) => integer(value, *int).beside_operand().to_owned(),
                _ => (value != 0).to_string(),
            };
            let name = self.scopes.declare(&generic.name);
            let ty = self.cpp(ty);
            self.writer
                .line(None, format!("constexpr {ty} {name} = {value};"));
            self.const_params.insert(generic.name.clone(), name);
        }
    }

    /// The text of an instance of a device function.
    pub(super) fn device_function(mut self, name: &str) -> String {
        let function = self.typed();
        let ret = self.subst.ty(&function.sig.ret);
        let mut params = Vec::new();
        for (param, sig) in function.function.params.iter().zip(&function.sig.params) {
            let ty = self.subst.ty(&sig.ty);
            if ty == Ty::Unit {
                self.locals.insert(param.local, Variable::Nothing);
                continue;
            }
            let unused = self.unused(param.local);
            let name = self.declare_local(param.local);
            let ty = self.cpp(&ty);
            params.push(format!("{unused}{ty} {name}"));
        }
        self.declare_const_params();
        self.code(&ret);
        let head = head(
            &format!("static __device__ {} {name}", self.unit.ty(&ret)),
            &params,
        );
        self.finish(&head)
    }

    /// The text of a variant of a kernel.
    pub(super) fn kernel(mut self, symbol: &str) -> String {
        let function = self.typed();
        let mut params = Vec::new();
        // Statements that make the parameters what the source says they are.
        let mut lines = Vec::new();
        // The name of what cuts the arrays off the dynamic shared memory, if there are any.
        let mut shared = String::new();
        let restrict_written = !self.synchronises();
        let abi = abi::params(&function.sig);
        for param in &abi {
            let source = param.param.map(|index| &function.function.params[index]);
            match (&param.kind, source) {
                (AbiKind::Pointer(pointee), Some(source)) => {
                    let sig = &function.sig.params[param.param.unwrap_or_default()];
                    let is_slice = matches!(sig.ty, Ty::Slice(..));
                    let reassigned = self.body().local(source.local).mutable;
                    let only_way = !reassigned
                        && !pointee.atomic
                        && (pointee.access == Access::Read || restrict_written);
                    let restrict = if only_way { " __restrict__" } else { "" };
                    let pointer = self.pointer(pointee);
                    let name = match is_slice {
                        true => self.scopes.declare(&format!("{}_data", sig.name)),
                        false => self.declare_local(source.local),
                    };
                    params.push(format!("{pointer}{restrict} {name}"));
                    if is_slice {
                        let len = self.scopes.declare(&format!("{}_len", sig.name));
                        params.push(format!("usize {len}"));
                        self.slice_local(source.local, &format!("{{{name}, {len}}}"), &mut lines);
                    }
                }
                // With its pointer.
                (AbiKind::Length, _) => {}
                (AbiKind::SharedLength(pointee), Some(source)) => {
                    let sig = &function.sig.params[param.param.unwrap_or_default()];
                    let len = self.scopes.declare(&format!("{}_len", sig.name));
                    params.push(format!("usize {len}"));
                    if shared.is_empty() {
                        shared = self.scopes.declare("shared");
                        lines.push(format!("DynamicShared {shared};"));
                    }
                    let elem = self.element(pointee);
                    let take = format!("{shared}.take<{elem}>({len})");
                    match self.is_used(source.local) {
                        true => self.slice_local(source.local, &format!(" = {take}"), &mut lines),
                        // It takes its room all the same.
                        false => lines.push(format!("{take};")),
                    }
                }
                (AbiKind::Value(ty), Some(source)) => {
                    let ty = self.subst.ty(ty);
                    let ty = self.cpp(&ty);
                    let unused = self.unused(source.local);
                    let name = self.declare_local(source.local);
                    params.push(format!("{unused}{ty} {name}"));
                }
                (AbiKind::Barrier, _) => {
                    let name = self.scopes.declare("barrier");
                    params.push(format!("u32* {name}"));
                    self.group_locals(&name, &mut lines);
                }
                (_, None) => unreachable!("every other parameter comes from one of the source"),
            }
        }
        if !abi.iter().any(|param| param.kind == AbiKind::Barrier) {
            self.group_locals("", &mut lines);
        }
        self.declare_const_params();
        // Groups first, in the order of the source; then memory.
        lines.sort_by_key(|line| {
            line.contains("Slice<") || line.starts_with("DynamicShared ") || line.contains(".take<")
        });
        for line in lines {
            self.writer.line(None, line);
        }
        self.code(&Ty::Unit);
        let bounds = self.launch_bounds();
        let head = head(
            &format!("extern \"C\" __global__ void {bounds}{symbol}"),
            &params,
        );
        self.finish(&head)
    }

    /// `T*`, `const T*`, `Atomic<T>*`.
    fn pointer(&mut self, pointee: &Pointee) -> String {
        let elem = self.element(pointee);
        match pointee.access {
            Access::Read => format!("const {elem}*"),
            Access::Write => format!("{elem}*"),
        }
    }

    fn element(&mut self, pointee: &Pointee) -> String {
        let elem = self.subst.ty(&pointee.elem);
        let elem = self.cpp(&elem);
        match pointee.atomic {
            true => format!("Atomic<{elem}>"),
            false => elem,
        }
    }

    /// A line that declares a slice parameter, if it is used.
    fn slice_local(&mut self, local: LocalId, init: &str, lines: &mut Vec<String>) {
        let mutable = self.body().local(local).mutable;
        let name = self.declare_local(local);
        if self.is_used(local) || mutable {
            let unused = self.unused(local);
            let ty = self.local_type(local);
            let ty = self.cpp(&ty);
            let constant = if mutable { "" } else { "const " };
            lines.push(format!("{unused}{constant}{ty} {name}{init};"));
        }
    }

    /// Lines that declare the groups among the parameters, if they are used.
    fn group_locals(&mut self, barrier: &str, lines: &mut Vec<String>) {
        for param in &self.typed().function.params {
            let ty = self.local_type(param.local);
            let Ty::Group(group) = &ty else { continue };
            let name = self.declare_local(param.local);
            if self.is_used(param.local) {
                let init = match group {
                    Group::CooperativeGrid => barrier,
                    _ => "",
                };
                let ty = self.cpp(&ty);
                lines.push(format!("const {ty} {name}{{{init}}};"));
            }
        }
    }

    /// Whether threads may see each other's writes before the kernel ends: behind a barrier, or by ordered atomics.
    /// The compiler must not take a written slice for its own there, as `__restrict__` would let it.
    fn synchronises(&self) -> bool {
        let mut open = vec![self.typed()];
        let mut seen = std::collections::HashSet::new();
        while let Some(function) = open.pop() {
            for callee in function.tables.callees.values() {
                match callee {
                    Callee::Group { op, .. }
                        if op.capability == Capability::Barrier || op.name == "wait" =>
                    {
                        return true;
                    }
                    Callee::Atomic { .. } => return true,
                    Callee::Function { sig, .. } if seen.insert(&sig.id) => {
                        open.extend(
                            self.unit
                                .program
                                .functions
                                .get(&sig.id)
                                .map(|callee| &**callee),
                        );
                    }
                    _ => {}
                }
            }
        }
        false
    }

    /// `__launch_bounds__` where the type of a parameter fixes the shape of the block.
    fn launch_bounds(&self) -> String {
        for param in &self.typed().sig.params {
            if let Ty::Group(Group::Block(shape)) = self.subst.ty(&param.ty)
                && shape[0] != Const::Value(0)
            {
                let axis = |axis: &Const| match axis {
                    Const::Value(size) => (*size).max(1),
                    other => unreachable!("the shape `{other}` has a value in an instance"),
                };
                let threads: i128 = shape.iter().map(axis).product();
                return format!("__launch_bounds__({threads}) ");
            }
        }
        String::new()
    }

    /// The body of a function that gives a value of type `ret`.
    fn code(&mut self, ret: &Ty) {
        let block = &self.body().block;
        let target = match ret {
            Ty::Unit | Ty::Never => Target::Nowhere,
            _ => Target::Return,
        };
        self.block_into(block, &target);
    }

    fn finish(self, head: &str) -> String {
        let function = self.typed();
        let line = function.function.name.span().start().line;
        let mut docs = String::new();
        for attr in &function.function.attrs {
            if let syn::Meta::NameValue(meta) = &attr.meta
                && meta.path.is_ident("doc")
                && let syn::Expr::Lit(syn::ExprLit {
                    lit: syn::Lit::Str(text),
                    ..
                }) = &meta.value
            {
                for line in text.value().lines() {
                    // A backslash at its end would go on in the next line.
                    docs.push_str(&format!("///{}\n", line.trim_end_matches(['\\', ' '])));
                }
            }
        }
        docs + &self.writer.finish(head, &function.file, line)
    }

    /// The definition of a constant, and how it is used: by its name, or as a call of a function that computes it.
    pub(super) fn constant(mut self, name: &str) -> (String, String) {
        let value = self.body().block.value.as_deref();
        let (Some(value), []) = (value, &self.body().block.stmts[..]) else {
            unreachable!("the value of a constant is one expression");
        };
        let ty = self.type_of(value.id);
        let cpp = self.cpp(&ty);
        if self.is_constexpr(value) {
            // Code on the device takes the address of an element, so an array has to lie there.
            let device = match ty {
                Ty::Array(..) | Ty::Tuple(_) | Ty::Adt(_) => "static __device__ ",
                _ => "",
            };
            let value = self.value(value);
            let text = format!(
                "{device}constexpr {cpp} {name} = {};\n",
                value.beside_operand()
            );
            return (text, name.to_owned());
        }
        // Rust computes it when it compiles; nvcc does, too, when it has put the function in its place.
        self.evaluate_within(value, &Target::Return);
        let head = format!("static __device__ {cpp} {name}()");
        (self.writer.finish_plain(&head), format!("{name}()"))
    }

    /// Whether C++ takes the value of a constant for one.
    pub(super) fn is_constexpr(&mut self, value: &'p Expr) -> bool {
        if !self.is_inline(value) {
            return false;
        }
        let mut parts = Vec::new();
        visit::expr(value, &mut |part| parts.push(part));
        parts.into_iter().all(|part| match &part.kind {
            // Of integers the headers compute everything at compile time, of floats nothing.
            ExprKind::Call { .. } | ExprKind::Method { .. } => {
                match self.tables.callees.get(&part.id) {
                    Some(Callee::Number { on, .. }) => matches!(on, Ty::Int(_)),
                    Some(Callee::From { .. } | Callee::TupleStruct(_)) => true,
                    Some(Callee::Memory(method)) => {
                        matches!(method, MemoryMethod::Len | MemoryMethod::Clone)
                    }
                    _ => false,
                }
            }
            ExprKind::Cast(inner, _) => !matches!(
                (self.type_of(inner.id), self.type_of(part.id)),
                (Ty::Float(_), Ty::Int(_))
            ),
            ExprKind::Path(path) => !self.path(path, part).text.ends_with("()"),
            _ => true,
        })
    }

    /// `[[maybe_unused]] ` for a variable whose value nobody takes.
    pub(super) fn unused(&self, local: LocalId) -> &'static str {
        match self.is_used(local) {
            true => "",
            false => "[[maybe_unused]] ",
        }
    }

    /// Names a local after itself.
    pub(super) fn declare_local(&mut self, local: LocalId) -> String {
        let name = self
            .scopes
            .declare(&self.body().local(local).name.to_string());
        self.locals.insert(local, Variable::Named(name.clone()));
        name
    }

    /// `struct.field`, by the name that the field has in C++.
    pub(super) fn member_name(field: &syn::Member) -> String {
        match field {
            syn::Member::Named(name) => member(&name.to_string()),
            syn::Member::Unnamed(index) => member(&index.index.to_string()),
        }
    }
}

/// `start(params)`, a line each if there are many.
fn head(start: &str, params: &[String]) -> String {
    let one_line = format!("{start}({})", params.join(", "));
    match one_line.len() <= 110 {
        true => one_line,
        false => format!("{start}(\n    {})", params.join(",\n    ")),
    }
}
