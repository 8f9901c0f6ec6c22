//! What is asked of groups.

use phalanx_compiler::syntax::ast::Expr;
use phalanx_compiler::table::group_ops::GroupOp;
use phalanx_compiler::types::ty::{Const, Ty};
use phalanx_groups::exec;
use std::rc::Rc;

use super::handle::Handle;
use super::perform::{Presence, Request, What};
use super::value::{SharedObject, Slice, Value};
use super::{CONFUSED, Frame, Thread, code, sites};
use crate::inputs;
use crate::rng::{Rng, mix};

impl<'m> Thread<'m> {
    /// An operation of the table.
    #[expect(clippy::too_many_arguments, reason = "the parts of a callee")]
    pub(super) fn operation(
        &mut self,
        f: &Frame<'m>,
        expr: &'m Expr,
        group: &Handle,
        op: &GroupOp,
        value: Option<&Ty>,
        consts: &[Const],
        shared: &Option<Ty>,
        args: &[Value],
    ) -> Value {
        let size = |size: usize| Value::Int(size as i128);
        let dims = |of: fn(&exec::Position) -> [u32; 3]| {
            let dims = exec::with(|context| of(&context.position()));
            Value::Parts(dims.iter().map(|axis| Value::Int((*axis).into())).collect())
        };
        match op.name {
            "num_threads" => size(group.num_threads()),
            "thread_rank" => size(group.thread_rank()),
            "stride" => {
                let (rank, step) = (group.thread_rank(), group.num_threads());
                let items = args[0].items();
                Value::Items(items.skip(rank as i128).step_by(step as i128))
            }
            "group_index" | "block_index" => dims(|at| at.block_index),
            "thread_index" => dims(|at| at.thread_index),
            "dim_threads" => dims(|at| at.block_dim),
            "dim_blocks" => dims(|at| at.grid_dim),
            "num_blocks" => size(exec::with(|context| context.position().grid_blocks())),
            "block_rank" => size(exec::with(|context| context.position().block_rank())),
            "meta_group_size" => size(group.meta_group_size()),
            "meta_group_rank" => size(group.meta_group_rank()),
            "shared" => self.shared(f, expr, shared.as_ref()),
            "tiled_partition" => {
                let what = What::Presence {
                    why: Presence::Partition,
                };
                self.perform(f, expr, what, Some(group), &[]);
                let size = code::size(&f.generics.value(&consts[0]));
                Value::Group(Rc::new(group.tile(size)))
            }
            name if op.collective => {
                let value = value.map(|ty| f.generics.ty(ty));
                let what = What::Operation {
                    name,
                    value: value.as_ref(),
                };
                self.perform(f, expr, what, Some(group), args)
            }
            name => panic!("{CONFUSED}the operation `{name}` of groups"),
        }
    }

    /// Does what has a site, there.
    pub(super) fn perform(
        &mut self,
        f: &Frame<'m>,
        expr: &'m Expr,
        what: What<'_>,
        group: Option<&Handle>,
        args: &[Value],
    ) -> Value {
        let site = self.machine.code.site(f.number, expr.id);
        self.machine.reached.borrow_mut()[site] = true;
        let asked = match (what, group) {
            // A plain grid cannot wait.
            (What::Presence { .. }, Some(Handle::Grid(_))) => false,
            (What::Presence { .. } | What::Agreement { .. }, _) => self.machine.options.presence,
            _ => true,
        };
        if !asked {
            return Value::Unit;
        }
        self.whole_warp(f, expr, site);
        sites::call(site, &Request { what, group, args })
    }

    /// `block.shared::<T>()`
    fn shared(&mut self, f: &Frame<'m>, expr: &Expr, ty: Option<&Ty>) -> Value {
        let ty = f.generics.ty(ty.expect("a type is asked for"));
        let object = SharedObject::Static {
            function: f.number,
            call: expr.id.0,
        };
        let (elem, len) = match &ty {
            Ty::Array(elem, Const::Value(len)) => (&**elem, *len as usize),
            one => (one, 1),
        };
        let seed = self.machine.options.poison ^ mix(u64::from(expr.id.0));
        let rng = &mut Rng::new(mix(seed));
        let make = || (0..len).map(|_| inputs::value(elem, rng)).collect();
        let buffer = self.machine.memory.object(self.block, object, make);
        let slice = Slice::of_buffer(buffer, len);
        match &ty {
            Ty::Array(..) => Value::Slice(slice),
            _ => Value::Reference(slice.at(0)),
        }
    }
}
