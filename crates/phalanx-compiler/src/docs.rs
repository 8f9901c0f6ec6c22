//! What the documentation of a kernel or device function begins with: what it needs of its callers. Users
//! read it before their own words, in rustdoc and in `cargo phalanx doc`.

use std::fmt::Write;

use syn::ext::IdentExt;

use crate::abi::{self, AbiKind, AbiParam, Pointee};
use crate::syntax::ast::{
    Expr, ExprKind, Function, FunctionKind, GenericArg, KernelAttr, Literal, Param, Path, TypeExpr,
    TypeKind, UnaryOp,
};
use crate::types::env::{FunctionSig, SigGenericKind};
use crate::types::ty::{Access, Const, Group, Ty};
use crate::types::typed::{Callee, TypedFunction};

/// Markdown for a kernel: its groups and who must call together, the launch, the shape of the block,
/// shared memory, variants, and the signature of its function in CUDA C++.
pub fn kernel(kernel: &TypedFunction) -> String {
    let (function, sig) = (&kernel.function, &*kernel.sig);
    let cooperative = groups(sig).any(|(_, group)| *group == Group::CooperativeGrid);
    let mut text = match cooperative {
        true => "A kernel for a cooperative launch.\n\n".to_owned(),
        false => "A kernel for an ordinary launch.\n\n".to_owned(),
    };
    text.push_str("* **Groups**, whose threads must call their collectives together:\n");
    for (name, group) in groups(sig) {
        let _ = writeln!(text, "  * `{name}: {group}`: {}", members(group));
    }
    text.push_str(match cooperative {
        true => {
            "* **Launch**: cooperative, every block resident at once: \
             `Cooperative::fill().threads(256)`\n"
        }
        false => "* **Launch**: ordinary: `Launch::cover(n).threads(256)`\n",
    });
    let _ = writeln!(text, "* **Block**: {}", block(sig));
    for ty in static_shared(kernel) {
        let _ = writeln!(text, "* **Shared memory**: `{ty}` in the body");
    }
    for param in &function.params {
        if param.shared {
            let (name, ty) = (name(function, param), written(&param.ty));
            let _ = writeln!(
                text,
                "* **Dynamic shared memory**: `{name}: {ty}`; the launch is given its length in elements"
            );
        }
    }
    if let FunctionKind::Kernel(attr) = &function.kind {
        attribute(attr, &mut text);
    }
    let _ = write!(
        text,
        "* **CUDA C++**:\n  ```cpp\n  {}\n  ```\n",
        signature(function, sig).replace('\n', "\n  ")
    );
    text
}

/// Markdown for a device function: which threads must call it together.
pub fn device_fn(function: &TypedFunction) -> String {
    let groups: Vec<String> = groups(&function.sig)
        .map(|(name, group)| match bounds(&function.sig, group) {
            Some(bounds) => format!("`{name}` (any group with {bounds})"),
            None => format!("`{name}: &{group}`"),
        })
        .collect();
    match groups.as_slice() {
        [] => "A device function; each thread may call it on its own.\n".to_owned(),
        groups => format!(
            "A device function; all threads of {} must call it together.\n",
            list(groups, "and of")
        ),
    }
}

/// The parameters that are groups.
fn groups(sig: &FunctionSig) -> impl Iterator<Item = (&str, &Group)> {
    let params = sig.params.iter();
    params.filter_map(|param| Some((param.name.as_str(), param.ty.as_group()?)))
}

/// Which threads a group of a kernel is.
fn members(group: &Group) -> String {
    match group {
        Group::Block(_) => "the threads of a block".to_owned(),
        Group::Tile(size) => format!("{} neighbouring threads of a block", constant(size)),
        Group::Coalesced => "the threads of a warp that came together".to_owned(),
        Group::Grid => "all threads of the launch; it has no collectives".to_owned(),
        Group::CooperativeGrid => "all threads of the launch".to_owned(),
        Group::Arrival(group) => members(group),
        Group::Param(_) => "whichever group the variant names".to_owned(),
    }
}

/// The capabilities that a generic group is bounded by.
fn bounds(sig: &FunctionSig, group: &Group) -> Option<String> {
    let Group::Param(name) = group else {
        return None;
    };
    let generic = sig.generics.iter().find(|generic| generic.name == *name)?;
    let SigGenericKind::Group { bounds } = &generic.kind else {
        return None;
    };
    let bounds: Vec<String> = bounds
        .iter()
        .map(|one| format!("`{}`", one.name()))
        .collect();
    (!bounds.is_empty()).then(|| list(&bounds, "and"))
}

/// What the groups ask of the shape of a block.
fn block(sig: &FunctionSig) -> String {
    let mut needs = Vec::new();
    for (_, group) in groups(sig) {
        match group {
            Group::Block(shape) if shape[0] != Const::Value(0) => {
                let fixed = shape.iter().filter(|extent| **extent != Const::Value(0));
                let fixed: Vec<String> = fixed.map(constant).collect();
                needs.push(format!("{} threads, fixed by its type", fixed.join(" × ")));
            }
            Group::Tile(size) if *size != Const::Value(1) => {
                needs.push(format!("a multiple of {} threads", constant(size)));
            }
            _ => {}
        }
    }
    match needs.as_slice() {
        [] => "any shape".to_owned(),
        needs => needs.join("; "),
    }
}

/// What the body asks the block for, in the order of the source. What device functions ask for stands
/// in their own bodies.
fn static_shared(kernel: &TypedFunction) -> Vec<&Ty> {
    let mut shared: Vec<_> = kernel
        .tables
        .callees
        .iter()
        .filter_map(|(id, callee)| match callee {
            Callee::Group { shared, .. } => Some((*id, shared.as_ref()?)),
            _ => None,
        })
        .collect();
    shared.sort_by_key(|(id, _)| *id);
    shared.into_iter().map(|(_, ty)| ty).collect()
}

fn attribute(attr: &KernelAttr, text: &mut String) {
    for axis in &attr.variants {
        let values: Vec<String> = axis
            .values
            .iter()
            .map(|value| format!("`{}`", generic_arg(value)))
            .collect();
        let _ = writeln!(
            text,
            "* **Variants**: `{}` is {}",
            axis.name,
            list(&values, "or")
        );
    }
    if attr.fma {
        text.push_str(
            "* **Arithmetic**: on a GPU `a * b + c` may be rounded once instead of twice\n",
        );
    }
}

/// The function as it is called on the device, one for each variant.
fn signature(function: &Function, sig: &FunctionSig) -> String {
    let params: Vec<String> = abi::params(sig)
        .iter()
        .map(|param| cpp_param(function, param))
        .collect();
    let params = match params.as_slice() {
        [] => String::new(),
        params => format!("\n    {}", params.join(",\n    ")),
    };
    format!(
        "extern \"C\" __global__ void {}({params});",
        function.name.unraw()
    )
}

fn cpp_param(function: &Function, param: &AbiParam) -> String {
    let Some(index) = param.param else {
        return "u32* grid_barrier".to_owned();
    };
    let of = &function.params[index];
    let name = name(function, of);
    match &param.kind {
        AbiKind::Pointer(Pointee {
            elem,
            atomic,
            access,
        }) => {
            let constant = match access {
                Access::Read => "const ",
                Access::Write => "",
            };
            format!("{constant}{}* {name}", cpp(elem, pointee(&of.ty, *atomic)))
        }
        AbiKind::Length | AbiKind::SharedLength(_) => format!("u64 {name}_len"),
        AbiKind::Value(ty) => format!("{} {name}", cpp(ty, &of.ty)),
        AbiKind::Barrier => "u32* grid_barrier".to_owned(),
    }
}

/// The type of a value as the generated code names it. What stands in another item has its name from
/// the source.
fn cpp(ty: &Ty, written: &TypeExpr) -> String {
    match (ty, &written.kind) {
        (Ty::Opaque, TypeKind::Path(path)) => path.last().ident.to_string(),
        (Ty::Array(elem, len), TypeKind::Array(written, _)) => {
            format!("array<{}, {len}>", cpp(elem, written))
        }
        (Ty::Tuple(parts), TypeKind::Tuple(written)) => {
            let parts = parts
                .iter()
                .zip(written)
                .map(|(ty, written)| cpp(ty, written));
            format!("tuple<{}>", parts.collect::<Vec<_>>().join(", "))
        }
        (ty, _) => ty.to_string(),
    }
}

/// The type of what a slice or a reference leads to, without the `Atomic` around it.
fn pointee(ty: &TypeExpr, atomic: bool) -> &TypeExpr {
    match &ty.kind {
        TypeKind::Ref { inner, .. } | TypeKind::Slice(inner) => pointee(inner, atomic),
        TypeKind::Path(path) if atomic => match path.last().args.as_slice() {
            [GenericArg::Type(inner)] => inner,
            _ => ty,
        },
        _ => ty,
    }
}

/// A type as the user wrote it.
fn written(ty: &TypeExpr) -> String {
    match &ty.kind {
        TypeKind::Path(path) => written_path(path),
        TypeKind::Ref { mutable, inner } => {
            let mutable = if *mutable { "mut " } else { "" };
            format!("&{mutable}{}", written(inner))
        }
        TypeKind::Slice(elem) => format!("[{}]", written(elem)),
        TypeKind::Array(elem, len) => format!("[{}; {}]", written(elem), written_constant(len)),
        TypeKind::Tuple(parts) => {
            let parts: Vec<String> = parts.iter().map(written).collect();
            match parts.as_slice() {
                [one] => format!("({one},)"),
                parts => format!("({})", parts.join(", ")),
            }
        }
        TypeKind::Never => "!".to_owned(),
        TypeKind::Infer => "_".to_owned(),
    }
}

fn written_path(path: &Path) -> String {
    let args: Vec<String> = path.last().args.iter().map(generic_arg).collect();
    match args.as_slice() {
        [] => path.to_text(),
        args => format!("{}<{}>", path.to_text(), args.join(", ")),
    }
}

fn generic_arg(arg: &GenericArg) -> String {
    match arg {
        GenericArg::Type(ty) => written(ty),
        GenericArg::Const(value) => written_constant(value),
    }
}

/// A length or a const generic. What is longer than a number or a name is not spelled out.
fn written_constant(value: &Expr) -> String {
    match &value.kind {
        ExprKind::Literal(Literal::Bool(value)) => value.to_string(),
        ExprKind::Literal(Literal::Int { value, .. }) => value.to_string(),
        ExprKind::Unary(UnaryOp::Neg, value) => format!("-{}", written_constant(value)),
        ExprKind::Path(path) => path.to_text(),
        _ => "…".to_owned(),
    }
}

/// A number plain, the name of a parameter as code.
fn constant(value: &Const) -> String {
    match value {
        Const::Value(value) => value.to_string(),
        value => format!("`{value}`"),
    }
}

fn name(function: &Function, param: &Param) -> String {
    function.local(param.local).name.unraw().to_string()
}

/// `a, b and c`.
fn list(items: &[String], and: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {and} {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proc_macro2::TokenStream;

    use super::*;
    use crate::syntax::ast::ExprId;
    use crate::syntax::parse;
    use crate::table::group_ops::{Capability, GroupOp};
    use crate::types::env::{SigGeneric, SigParam};
    use crate::types::ty::{Float, Int};
    use crate::types::typed::Tables;

    const F32: Ty = Ty::Float(Float::F32);

    /// The types of a function's parameters, in their order.
    fn typed(function: Function, types: Vec<Ty>, generics: Vec<SigGeneric>) -> TypedFunction {
        let params = function.params.iter().zip(types);
        let params = params.map(|(param, ty)| SigParam {
            name: function.local(param.local).name.to_string(),
            ty,
            shared: param.shared,
            uniform: None,
        });
        let sig = FunctionSig {
            id: format!("krate::{}", function.name),
            name: function.name.to_string(),
            generics,
            params: params.collect(),
            ret: Ty::Unit,
            ret_uniform: None,
            is_unsafe: false,
        };
        TypedFunction {
            file: String::new(),
            function,
            sig: Arc::new(sig),
            tables: Tables::default(),
            instances: Vec::new(),
        }
    }

    fn kernel_of(attr: &str, item: &str, types: Vec<Ty>) -> TypedFunction {
        let attr: TokenStream = attr.parse().unwrap();
        let function = parse::kernel(attr, item.parse().unwrap()).unwrap();
        typed(function, types, Vec::new())
    }

    fn device_fn_of(item: &str, types: Vec<Ty>, generics: Vec<SigGeneric>) -> TypedFunction {
        let function = parse::device_fn(TokenStream::new(), item.parse().unwrap()).unwrap();
        typed(function, types, generics)
    }

    fn any_block() -> Ty {
        Ty::Group(Group::Block([0, 0, 0].map(Const::Value)))
    }

    #[test]
    fn a_cooperative_kernel() {
        let kernel = kernel_of(
            "",
            "fn jacobi(grid: CooperativeGrid, a: &mut [f32], rhs: &[f32], iters: u32) {}",
            vec![
                Ty::Group(Group::CooperativeGrid),
                Ty::slice(F32, Access::Write),
                Ty::slice(F32, Access::Read),
                Ty::U32,
            ],
        );
        assert_eq!(
            super::kernel(&kernel),
            "\
A kernel for a cooperative launch.

* **Groups**, whose threads must call their collectives together:
  * `grid: CooperativeGrid`: all threads of the launch
* **Launch**: cooperative, every block resident at once: `Cooperative::fill().threads(256)`
* **Block**: any shape
* **CUDA C++**:
  ```cpp
  extern \"C\" __global__ void jacobi(
      f32* a,
      u64 a_len,
      const f32* rhs,
      u64 rhs_len,
      u32 iters,
      u32* grid_barrier);
  ```
"
        );
    }

    #[test]
    fn an_ordinary_kernel_with_variants_and_shared_memory() {
        let tile = Group::Tile(Const::Param("N".into()));
        let atomic = Ty::Atomic(Box::new(Ty::Int(Int::I64)));
        let mut kernel = kernel_of(
            "fma, variants(N = [4, 8, 16], T = [f32, m::Half])",
            "fn k<const N: usize, T: Number>(grid: Grid, block: ThreadBlock<16, 4>, tile: ThreadBlockTile<N>, \
             out: &Atomic<i64>, x: T, p: m::Point, pair: (u8, [bool; 2]), #[shared] buf: &mut [m::Point]) {}",
            vec![
                Ty::Group(Group::Grid),
                Ty::Group(Group::Block([16, 4, 0].map(Const::Value))),
                Ty::Group(tile),
                Ty::reference(atomic, Access::Read),
                Ty::Param("T".into()),
                Ty::Opaque,
                Ty::Tuple(vec![
                    Ty::Int(Int::U8),
                    Ty::Array(Box::new(Ty::Bool), Const::Value(2)),
                ]),
                Ty::slice(Ty::Opaque, Access::Write),
            ],
        );
        let op = GroupOp::find("shared").expect("blocks have it");
        kernel.tables.callees.insert(
            ExprId(9),
            Callee::Group {
                op,
                value: None,
                consts: Vec::new(),
                shared: Some(Ty::Array(Box::new(F32), Const::Value(64))),
            },
        );
        assert_eq!(
            super::kernel(&kernel),
            "\
A kernel for an ordinary launch.

* **Groups**, whose threads must call their collectives together:
  * `grid: Grid`: all threads of the launch; it has no collectives
  * `block: ThreadBlock<16, 4>`: the threads of a block
  * `tile: ThreadBlockTile<N>`: `N` neighbouring threads of a block
* **Launch**: ordinary: `Launch::cover(n).threads(256)`
* **Block**: 16 × 4 threads, fixed by its type; a multiple of `N` threads
* **Shared memory**: `[f32; 64]` in the body
* **Dynamic shared memory**: `buf: &mut [m::Point]`; the launch is given its length in elements
* **Variants**: `N` is `4`, `8` or `16`
* **Variants**: `T` is `f32` or `m::Half`
* **Arithmetic**: on a GPU `a * b + c` may be rounded once instead of twice
* **CUDA C++**:
  ```cpp
  extern \"C\" __global__ void k(
      i64* out,
      T x,
      Point p,
      tuple<u8, array<bool, 2>> pair,
      u64 buf_len);
  ```
"
        );
    }

    #[test]
    fn a_tile_asks_for_a_multiple_and_a_tile_of_one_for_nothing() {
        let block_of = |types: Vec<Ty>| {
            let kernel = kernel_of("", "fn k(a: A, b: B) {}", types);
            block(&kernel.sig)
        };
        let tile = |size| Ty::Group(Group::Tile(Const::Value(size)));
        assert_eq!(
            block_of(vec![any_block(), tile(32)]),
            "a multiple of 32 threads"
        );
        assert_eq!(block_of(vec![any_block(), tile(1)]), "any shape");
    }

    #[test]
    fn device_functions() {
        let alone = device_fn_of("fn f(x: f32) {}", vec![F32], Vec::new());
        assert_eq!(
            device_fn(&alone),
            "A device function; each thread may call it on its own.\n"
        );
        let block = Ty::reference(any_block(), Access::Read);
        let together = device_fn_of(
            "fn f(block: &ThreadBlock) {}",
            vec![block.clone()],
            Vec::new(),
        );
        assert_eq!(
            device_fn(&together),
            "A device function; all threads of `block: &ThreadBlock` must call it together.\n"
        );
        let group = Ty::reference(Ty::Group(Group::Param("G".into())), Access::Read);
        let generics = vec![SigGeneric {
            name: "G".into(),
            kind: SigGenericKind::Group {
                bounds: vec![Capability::Reduce, Capability::Vote],
            },
        }];
        let generic = device_fn_of(
            "fn f<G: Reduce + Vote>(block: &ThreadBlock, g: &G) {}",
            vec![block, group],
            generics,
        );
        assert_eq!(
            device_fn(&generic),
            "A device function; all threads of `block: &ThreadBlock` and of `g` (any group with `Reduce` and \
             `Vote`) must call it together.\n"
        );
    }
}
