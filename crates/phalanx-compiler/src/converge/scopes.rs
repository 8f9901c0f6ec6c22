//! Which groups a function has: read off its signature and its tables before the analysis begins.

use std::collections::{HashMap, HashSet};

use super::domain::{Forest, GroupSet, ScopeId, TooMany};
use crate::syntax::ast::{Body, Expr, ExprId, ExprKind, LocalId, LoopId};
use crate::syntax::visit;
use crate::table::group_ops::{Capability, Kinds, Uniformity};
use crate::types::env::SigGenericKind;
use crate::types::subst::Substitution;
use crate::types::ty::{Const, Group, Ty};
use crate::types::typed::{Callee, MemoryMethod, TypedFunction};

/// What is known of a function before its body is followed.
pub(super) struct Layout {
    pub(super) forest: Forest,
    /// The group that each parameter brings.
    pub(super) params: Vec<Option<ScopeId>>,
    /// The groups that are made anew in each turn of a loop.
    pub(super) made_in: HashMap<LoopId, GroupSet>,
    /// The locals that a loop changes.
    pub(super) changed_in: HashMap<LoopId, HashSet<LocalId>>,
    /// Locals to which a reference `&mut` exists that is more than an argument: they may change at any
    /// time, unseen.
    pub(super) exposed: HashSet<LocalId>,
}

pub(super) fn layout(f: &TypedFunction) -> Result<Layout, TooMany> {
    let mut forest = Forest::new();
    tiles(f, &mut forest)?;
    let mut params = Vec::new();
    for (index, param) in f.sig.params.iter().enumerate() {
        params.push(match param.ty.as_group() {
            Some(group) => Some(of_param(f, &mut forest, index, group)?),
            None => None,
        });
    }
    let body = f.body();
    let mut full = false;
    visit::exprs(body, &mut |expr| {
        full |= made(f, &mut forest, expr).is_err()
    });
    if full {
        return Err(TooMany);
    }
    Ok(Layout {
        params,
        made_in: made_in_loops(body, &forest),
        changed_in: changed_in_loops(f, body),
        exposed: exposed(f, body),
        forest,
    })
}

/// A size that every instance of the function knows and that is the same wherever it is written.
fn is_known(size: &Const) -> bool {
    match size {
        Const::Value(_) | Const::Param(_) => true,
        Const::Binary(_, a, b) => is_known(a) && is_known(b),
        Const::Opaque | Const::Var(_) => false,
    }
}

/// The size of a tile, where it says which threads are in it.
pub(super) fn tile_size(ty: &Ty) -> Option<&Const> {
    match ty.as_group() {
        Some(Group::Tile(size)) if is_known(size) => Some(size),
        _ => None,
    }
}

/// All tiles, each inside those that are certainly larger.
fn tiles(f: &TypedFunction, forest: &mut Forest) -> Result<(), TooMany> {
    let types = f.tables.exprs.iter().chain(&f.tables.locals);
    let params = f.sig.params.iter().map(|param| &param.ty);
    let mut sizes: Vec<&Const> = Vec::new();
    for size in types.chain(params).filter_map(tile_size) {
        if !sizes.contains(&size) {
            sizes.push(size);
        }
    }
    let warp = Const::Value(32);
    if !sizes.contains(&&warp) {
        sizes.push(&warp);
    }
    let mut scopes = Vec::new();
    for size in &sizes {
        scopes.push((forest.add_tile(size)?, extremes(f, size)));
    }
    for (inner, (_, largest)) in &scopes {
        for (outer, (smallest, _)) in &scopes {
            if inner != outer && smallest >= largest {
                forest.put_inside(*inner, *outer);
            }
        }
    }
    // A tile that was cut from another is inside it, whatever the sizes turn out to be: an instance in
    // which the part is not smaller does not compile.
    visit::exprs(f.body(), &mut |expr| {
        if let ExprKind::Method { receiver, .. } = &expr.kind
            && let Some(Callee::Group { op, .. }) = f.tables.callees.get(&expr.id)
            && op.uniformity == Uniformity::Tiles
            && let (Some(part), Some(whole)) = (
                tile_size(f.tables.ty(expr.id)),
                tile_size(f.tables.ty(receiver.id)),
            )
            && let (Some(part), Some(whole)) = (forest.tile(part), forest.tile(whole))
        {
            forest.put_inside(part, whole);
        }
    });
    Ok(())
}

/// The least and the greatest that a size may be.
fn extremes(f: &TypedFunction, size: &Const) -> (i128, i128) {
    if let Const::Value(value) = size {
        return (*value, *value);
    }
    // CUDA C++ Programming Guide, Cooperative Groups, "Thread Block Tile": 1 … 1024.
    const ANY: (i128, i128) = (1, 1024);
    let values = f.instances.iter().map(|instance| {
        match Substitution::of_instance(&f.sig, instance).value(size) {
            Const::Value(value) => (value, value),
            _ => ANY,
        }
    });
    values
        .reduce(|(a, b), (c, d)| (a.min(c), b.max(d)))
        .unwrap_or(ANY)
}

fn of_param(
    f: &TypedFunction,
    forest: &mut Forest,
    index: usize,
    group: &Group,
) -> Result<ScopeId, TooMany> {
    match group {
        Group::Grid | Group::CooperativeGrid => Ok(ScopeId::GRID),
        Group::Block(_) => Ok(ScopeId::BLOCK),
        Group::Tile(size) if is_known(size) => forest.add_tile(size),
        // Aligned tiles, of a size that is not known here.
        Group::Tile(_) => {
            let id = forest.add_param(index, ScopeId::BLOCK)?;
            forest.put_inside(id, ScopeId::BLOCK);
            Ok(id)
        }
        Group::Arrival(group) => of_param(f, forest, index, group),
        Group::Coalesced => forest.add_param(index, ScopeId::WARP),
        Group::Param(name) => {
            let kinds = kinds_of_generic(f, name);
            let within = if kinds.contains(Kinds::GRID) || kinds.contains(Kinds::COOPERATIVE_GRID) {
                ScopeId::GRID
            } else {
                ScopeId::BLOCK
            };
            forest.add_param(index, within)
        }
    }
}

/// The kinds of group that a generic parameter may stand for.
fn kinds_of_generic(f: &TypedFunction, name: &str) -> Kinds {
    let generic = f.sig.generics.iter().find(|generic| generic.name == name);
    match generic.map(|generic| &generic.kind) {
        Some(SigGenericKind::Group { bounds }) => bounds
            .iter()
            .map(|bound: &Capability| bound.kinds())
            .fold(Kinds::ALL, |all, kinds| Kinds(all.0 & kinds.0)),
        _ => Kinds::ALL,
    }
}

/// Takes note of a group that the expression makes.
fn made(f: &TypedFunction, forest: &mut Forest, expr: &Expr) -> Result<(), TooMany> {
    match f.tables.callees.get(&expr.id) {
        Some(Callee::CoalescedThreads) => forest.add_coalesced(expr.id).map(drop),
        Some(Callee::Group { op, .. })
            if matches!(op.uniformity, Uniformity::Tiles | Uniformity::Parts { .. })
                && tile_size(f.tables.ty(expr.id)).is_none() =>
        {
            forest.add_part(expr.id).map(drop)
        }
        _ => Ok(()),
    }
}

fn is_loop(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::While { .. } | ExprKind::Loop { .. } | ExprKind::For { .. }
    )
}

fn made_in_loops(body: &Body, forest: &Forest) -> HashMap<LoopId, GroupSet> {
    let mut made_in = HashMap::new();
    visit::exprs(body, &mut |expr| {
        if is_loop(expr) {
            let mut made = GroupSet::EMPTY;
            visit::expr(expr, &mut |inner| {
                if let Some(scope) = forest.made_at(inner.id) {
                    made = made.or(GroupSet::one(scope));
                }
            });
            made_in.insert(expr.id, made);
        }
    });
    made_in
}

fn changed_in_loops(f: &TypedFunction, body: &Body) -> HashMap<LoopId, HashSet<LocalId>> {
    let mut changed_in = HashMap::new();
    visit::exprs(body, &mut |expr| {
        if is_loop(expr) {
            let mut changed = HashSet::new();
            visit::expr(expr, &mut |inner| changed_by(f, inner, &mut changed));
            changed_in.insert(expr.id, changed);
        }
    });
    changed_in
}

/// The locals that evaluating an expression, apart from what is inside it, changes.
fn changed_by(f: &TypedFunction, expr: &Expr, changed: &mut HashSet<LocalId>) {
    match &expr.kind {
        ExprKind::Assign(place, _) | ExprKind::AssignOp(_, place, _) => {
            assigned(f, place, changed);
        }
        ExprKind::Ref {
            mutable: true,
            expr: place,
        } => changed.extend(root(f, place)),
        ExprKind::Method { receiver, .. } if changes_receiver(f, expr) => {
            changed.extend(root(f, receiver));
        }
        _ => {}
    }
}

fn assigned(f: &TypedFunction, place: &Expr, changed: &mut HashSet<LocalId>) {
    match &place.kind {
        ExprKind::Tuple(parts) => parts.iter().for_each(|part| assigned(f, part, changed)),
        _ => changed.extend(root(f, place)),
    }
}

fn changes_receiver(f: &TypedFunction, method: &Expr) -> bool {
    matches!(
        f.tables.callees.get(&method.id),
        Some(Callee::Memory(MemoryMethod::Swap | MemoryMethod::Fill))
    )
}

fn exposed(f: &TypedFunction, body: &Body) -> HashSet<LocalId> {
    let mut exposed = HashSet::new();
    let mut arguments: HashSet<ExprId> = HashSet::new();
    // A call is seen before its arguments.
    visit::exprs(body, &mut |expr| {
        if let ExprKind::Call { args, .. } | ExprKind::Method { args, .. } = &expr.kind {
            arguments.extend(args.iter().map(|arg| arg.id));
        }
        exposes(f, expr, &arguments, &mut exposed);
    });
    exposed
}

fn exposes(
    f: &TypedFunction,
    expr: &Expr,
    arguments: &HashSet<ExprId>,
    exposed: &mut HashSet<LocalId>,
) {
    match &expr.kind {
        ExprKind::Ref {
            mutable: true,
            expr: place,
        } if !arguments.contains(&expr.id) => exposed.extend(root(f, place)),
        // Gives a reference to an element, or may: a method of a type that stands in another item
        // may take `&mut self`.
        ExprKind::Method { receiver, .. } if gives_reference(f, expr) => {
            let local = root(f, receiver);
            exposed.extend(local.filter(|local| f.function.local(*local).mutable));
        }
        _ => {}
    }
}

fn gives_reference(f: &TypedFunction, method: &Expr) -> bool {
    matches!(
        f.tables.callees.get(&method.id),
        None | Some(Callee::OpaqueMethod | Callee::Memory(MemoryMethod::GetUncheckedMut))
    )
}

/// The local of which a place is a part; `None` for what lies in memory, and for a mere value.
pub(super) fn root(f: &TypedFunction, place: &Expr) -> Option<LocalId> {
    match &place.kind {
        ExprKind::Local(local) => Some(*local),
        ExprKind::Field(base, _) | ExprKind::Index(base, _) if !leads_away(f, base) => {
            root(f, base)
        }
        _ => None,
    }
}

/// Whether what is inside this lies in the memory to which it refers. (The type of a place `a[1..3]` is
/// recorded as that of a reference to it; it is no reference all the same.)
pub(super) fn leads_away(f: &TypedFunction, base: &Expr) -> bool {
    f.tables.ty(base.id).is_memory() && !matches!(base.kind, ExprKind::Index(..))
}
