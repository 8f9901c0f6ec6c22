//! Operations of groups, by the table.

use proc_macro2::Ident;

use super::{Expect, Infer};
use crate::report::Diagnostic;
use crate::syntax::ast::{Expr, ExprKind, GenericArg};
use crate::table::group_ops::{Capability, GROUP_OPS, GroupOp, Kinds, Operand, Outcome, Turbofish};
use crate::types::bounds::kind_of_group;
use crate::types::require::Need;
use crate::types::ty::{Access, Const, Group, Ty};
use crate::types::typed::{Callee, PathRes};

impl<'a> Infer<'a> {
    pub(super) fn group_method(
        &mut self,
        expr: &'a Expr,
        group: Group,
        name: &'a Ident,
        turbofish: &'a [GenericArg],
        args: &'a [Expr],
    ) -> Ty {
        let Ty::Group(group) = self.unify.resolve(&Ty::Group(group)) else {
            unreachable!("a group resolves to a group");
        };
        let Some(op) = GroupOp::find(&name.to_string()) else {
            let diagnostic = Diagnostic::new(name.span(), format!("a `{group}` has no `{name}`"));
            self.report(match near(&name.to_string()) {
                Some(help) => diagnostic.help(help),
                None => diagnostic,
            });
            return self.unknown_call(args);
        };
        self.has(&group, op, name);
        let iterating = std::mem::take(&mut self.iterating);
        if op.result == Outcome::Iter && !iterating {
            self.report(
                Diagnostic::new(
                    name.span(),
                    "a group's share of a range is not a value here",
                )
                .help(format!("go through it: `for i in g.{name}(a..b)`")),
            );
        }
        let (consts, shared) = self.turbofish(&group, op, name, turbofish);
        let mut value = None;
        let mut item = None;
        if op.params.len() == args.len() {
            for (operand, arg) in op.params.iter().zip(args) {
                match operand {
                    Operand::Value => {
                        let ty = self.value(arg, &Expect::Nothing);
                        self.require(
                            arg.span,
                            Need::Value {
                                op: op.name,
                                ty: ty.clone(),
                            },
                        );
                        value = Some(ty);
                    }
                    Operand::Bool => self.check(arg, &Ty::Bool),
                    Operand::Usize => {
                        self.check(arg, &Ty::USIZE);
                        self.lane(op, &group, arg);
                    }
                    Operand::Operator => self.operator(arg, value.as_ref()),
                    Operand::Range => item = Some(self.range_argument(op, arg)),
                    Operand::Place => value = Some(self.place_argument(op, arg)),
                    Operand::Label => {
                        let ty = self.value(arg, &Expect::Nothing);
                        self.require(
                            arg.span,
                            Need::Label {
                                op: op.name,
                                ty: ty.clone(),
                            },
                        );
                        value = Some(ty);
                    }
                    Operand::Action => {
                        self.closure_argument(op, arg, Some(Ty::Unit));
                    }
                    Operand::Computation => value = Some(self.closure_argument(op, arg, None)),
                }
            }
        } else {
            let plural = if op.params.len() == 1 {
                "argument"
            } else {
                "arguments"
            };
            self.report(Diagnostic::new(
                name.span(),
                format!(
                    "`{name}` takes {} {plural}, {} given",
                    op.params.len(),
                    args.len()
                ),
            ));
            self.unknown_call(args);
        }
        let result = match op.result {
            Outcome::Unit => Ty::Unit,
            Outcome::Bool => Ty::Bool,
            Outcome::U32 => Ty::U32,
            Outcome::Usize => Ty::USIZE,
            Outcome::Dim3 => Ty::Dim3,
            Outcome::Value => value.clone().unwrap_or(Ty::Opaque),
            Outcome::Coalesced => Ty::Group(Group::Coalesced),
            Outcome::Arrival => Ty::Group(Group::Arrival(Box::new(group.clone()))),
            Outcome::Tile => Ty::Group(Group::Tile(
                consts.first().cloned().unwrap_or(Const::Opaque),
            )),
            Outcome::Shared => match shared.clone() {
                Some(Ty::Array(elem, _)) => Ty::Slice(elem, Access::Write),
                Some(Ty::Opaque) | None => Ty::Opaque,
                Some(ty) => Ty::reference(ty, Access::Write),
            },
            Outcome::Iter => Ty::Iter(Box::new(item.unwrap_or(Ty::Opaque))),
        };
        let callee = Callee::Group {
            op,
            value,
            consts,
            shared,
        };
        self.tables.callees.insert(expr.id, callee);
        result
    }

    /// Whether the group has the operation; reports it if not.
    fn has(&mut self, group: &Group, op: &GroupOp, name: &Ident) {
        let diagnostic = match kind_of_group(group, self.generics) {
            Ok(kind) if op.on.contains(kind) => return,
            Ok(Kinds::ARRIVAL) => Diagnostic::new(
                name.span(),
                format!(
                    "what `arrive` gives can wait, and nothing else: no `{}`",
                    op.name
                ),
            )
            .help("write `.wait()` before it, and ask the group"),
            Ok(_) => Diagnostic::new(
                name.span(),
                format!("a `{group}` has no `{}`: {}", op.name, op.instead),
            ),
            Err(_) if op.capability == Capability::Group => return,
            Err(_) if op.capability == Capability::Inherent => Diagnostic::new(
                name.span(),
                format!(
                    "`{group}` may be any group, and not every group has `{}`: {}",
                    op.name, op.instead
                ),
            ),
            Err(capabilities) if capabilities.contains(&op.capability) => return,
            Err(_) => Diagnostic::new(
                name.span(),
                format!("`{group}` is not known to have {}", op.capability.what()),
            )
            .help(format!("write `{group}: {}`", op.capability.name())),
        };
        self.report(diagnostic);
    }

    fn turbofish(
        &mut self,
        group: &Group,
        op: &GroupOp,
        name: &Ident,
        turbofish: &'a [GenericArg],
    ) -> (Vec<Const>, Option<Ty>) {
        match (op.turbofish, turbofish) {
            (Turbofish::None, []) => (Vec::new(), None),
            (Turbofish::None, _) => {
                self.report(Diagnostic::new(
                    name.span(),
                    format!("`{name}` takes no generic arguments"),
                ));
                (Vec::new(), None)
            }
            (Turbofish::TileSize, [size]) => {
                if let GenericArg::Const(size) = size {
                    self.constant_usize(size);
                }
                let span = match size {
                    GenericArg::Const(size) => size.span,
                    GenericArg::Type(size) => size.span,
                };
                let size = self.const_arg(size);
                let need = Need::Tile {
                    size: size.clone(),
                    parent: group.clone(),
                };
                self.require(span, need);
                (vec![size], None)
            }
            (Turbofish::TileSize, _) => {
                self.report(
                    Diagnostic::new(
                        name.span(),
                        format!("`{name}` is written with the size of a tile"),
                    )
                    .help(format!("write `{name}::<32>()`")),
                );
                (vec![Const::Opaque], None)
            }
            (Turbofish::Shared, [GenericArg::Type(ty)]) => {
                let shared = self.lower().shared(ty);
                self.require(ty.span, Need::Shared { ty: shared.clone() });
                (Vec::new(), Some(shared))
            }
            (Turbofish::Shared, _) => {
                self.report(
                    Diagnostic::new(name.span(), "shared memory is asked for with its type")
                        .help("write `shared::<[f32; 256]>()`"),
                );
                (Vec::new(), None)
            }
        }
    }

    /// A constant lane must be one of the tile.
    fn lane(&mut self, op: &'static GroupOp, group: &Group, arg: &Expr) {
        if !matches!(op.name, "shfl" | "shfl_xor" | "broadcast") {
            return;
        }
        if let Some(lane) = self.constant(arg) {
            let need = Need::Lane {
                op: op.name,
                lane,
                group: group.clone(),
            };
            self.require(arg.span, need);
        }
    }

    /// Operators are written in place: what they do must show when the kernel is compiled.
    fn operator(&mut self, arg: &'a Expr, value: Option<&Ty>) {
        if let ExprKind::Path(_) = arg.kind {
            self.value(arg, &Expect::Nothing);
            match self.tables.paths.get(&arg.id) {
                Some(PathRes::Operator(operator)) => {
                    let operator = *operator;
                    if let Some(ty) = value.cloned() {
                        self.require(arg.span, Need::Reduce { operator, ty });
                    }
                    return;
                }
                Some(PathRes::Opaque) => return,
                _ => {}
            }
        }
        self.report(
            Diagnostic::new(arg.span, "an operator is written here")
                .help("write `Plus`, `Min`, `Max`, `BitAnd`, `BitOr` or `BitXor`"),
        );
    }

    /// `&x[i]`, the place that a group loads from: the type of what lies there.
    fn place_argument(&mut self, op: &GroupOp, arg: &'a Expr) -> Ty {
        let found = self.value(arg, &Expect::Nothing);
        let ty = match self.unify.known(&found) {
            Ty::Ref(inner, _) => {
                let expected = Ty::reference((*inner).clone(), Access::Read);
                self.coerce(arg, &found, &expected);
                *inner
            }
            Ty::Opaque | Ty::Never => return Ty::Opaque,
            _ => {
                return self.refuse(
                    Diagnostic::new(
                        arg.span,
                        format!("`{}` takes a reference to the place of one value", op.name),
                    )
                    .help("write `&x[i]`"),
                );
            }
        };
        self.require(
            arg.span,
            Need::Value {
                op: op.name,
                ty: ty.clone(),
            },
        );
        ty
    }

    /// `|| …`, which one thread of the group runs: the type of its value, which is `expected` if that
    /// is given and else one that goes through the operation.
    fn closure_argument(&mut self, op: &GroupOp, arg: &'a Expr, expected: Option<Ty>) -> Ty {
        let ExprKind::Closure { params, body } = &arg.kind else {
            self.value(arg, &Expect::Nothing);
            return self.refuse(
                Diagnostic::new(arg.span, format!("`{}` takes a closure", op.name))
                    .help("write what one thread does in place: `|| …`"),
            );
        };
        if !params.is_empty() {
            self.report(Diagnostic::new(
                arg.span,
                format!("the closure of `{}` takes no arguments: `|| …`", op.name),
            ));
        }
        for (local, _) in params {
            self.tables.locals[local.0 as usize] = Ty::Opaque;
        }
        // The other threads do not run it.
        let diverges = self.diverges;
        let ty = match expected {
            Some(ty) => {
                self.check(body, &ty);
                ty
            }
            None => {
                let ty = self.value(body, &Expect::Nothing);
                let need = Need::Value {
                    op: op.name,
                    ty: ty.clone(),
                };
                self.require(body.span, need);
                ty
            }
        };
        self.diverges = diverges;
        self.set(arg.id, &ty);
        ty
    }

    /// `a..b`, the range that a group shares out.
    fn range_argument(&mut self, op: &GroupOp, arg: &'a Expr) -> Ty {
        match &arg.kind {
            ExprKind::Range {
                lo: Some(_),
                hi: Some(_),
                inclusive: false,
            } => self.iterated(arg),
            ExprKind::Range { .. } => {
                self.iterated_anyhow(arg);
                self.refuse(
                    Diagnostic::new(
                        arg.span,
                        format!(
                            "`{}` takes a range with both ends, without its last",
                            op.name
                        ),
                    )
                    .help("write `a..b`; `a..=b` is `a..b + 1`"),
                )
            }
            _ => {
                self.value(arg, &Expect::Nothing);
                self.refuse(
                    Diagnostic::new(arg.span, format!("`{}` takes a range", op.name))
                        .help("write it in place: `a..b`"),
                )
            }
        }
    }
}

/// What CUDA or a later table calls otherwise.
fn near(name: &str) -> Option<String> {
    let meant = match name {
        "size" | "len" => "num_threads",
        "rank" => "thread_rank",
        "syncthreads" | "barrier" => "sync",
        "thread_idx" => "thread_index",
        "block_dim" => "dim_threads",
        "block_idx" => "group_index",
        "shuffle" => "shfl",
        "sum" => return Some("write `reduce(x, Plus)`".to_string()),
        _ => return None,
    };
    GROUP_OPS
        .iter()
        .any(|op| op.name == meant)
        .then(|| format!("it is called `{meant}`"))
}
