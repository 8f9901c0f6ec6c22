//! What is asked of groups.

use std::cell::RefCell;
use std::rc::Rc;

use phalanx_compiler::syntax::ast::Expr;
use phalanx_compiler::table::group_ops::GroupOp;
use phalanx_compiler::types::ty::{Const, Ty};
use phalanx_groups::exec;

use super::handle::Handle;
use super::perform::{Presence, Request, What};
use super::value::{SharedObject, Slice, Value};
use super::{CONFUSED, Frame, Thread, code, sites};
use crate::inputs;
use crate::rng::{Rng, mix};

/// What a call of a group's operation is besides its arguments.
pub(super) struct Called<'c> {
    pub(super) op: &'static GroupOp,
    /// The type of the value that goes through it.
    pub(super) value: Option<Ty>,
    pub(super) consts: &'c [Const],
    pub(super) shared: Option<&'c Ty>,
    /// The body of a closure.
    pub(super) closure: Option<&'c Expr>,
}

impl<'m> Thread<'m> {
    /// An operation of the table.
    pub(super) fn operation(
        &mut self,
        f: &Frame<'m>,
        expr: &'m Expr,
        group: &Rc<Handle>,
        called: &Called<'m>,
        args: &[Value],
    ) -> Value {
        let size = |size: usize| Value::Int(size as i128);
        let dims = |of: fn(&exec::Position) -> [u32; 3]| {
            let dims = exec::with(|context| of(&context.position()));
            Value::Parts(dims.iter().map(|axis| Value::Int((*axis).into())).collect())
        };
        match called.op.name {
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
            "shared" => self.shared(f, expr, called.shared),
            "tiled_partition" => {
                self.presence(f, expr, group, Presence::Partition);
                let size = code::size(&f.generics.value(&called.consts[0]));
                Value::Group(Rc::new(group.tile(size)))
            }
            // The threads meet at the wait.
            "arrive" => {
                self.presence(f, expr, group, Presence::Arrival);
                let site = self.machine.code.site(f.number, expr.id);
                self.arrived.push((group.scope(), site));
                Value::Group(Rc::clone(group))
            }
            "wait" => {
                let scope = group.scope();
                self.arrived.retain(|(arrived, _)| *arrived != scope);
                self.perform(f, expr, self.what("wait", called), Some(group), args, None)
            }
            // What lies there is read by one thread, after all have come.
            "load_uniform" => {
                let place = args[0].place();
                let what = self.what("sync", called);
                self.perform(f, expr, what, Some(group), &[], None);
                let what = self.what("invoke_one_broadcast", called);
                let mut load = |thread: &mut Self| thread.read(&place);
                self.perform(f, expr, what, Some(group), &[], Some(&mut load))
            }
            name if called.op.collective => {
                let what = self.what(name, called);
                match called.closure {
                    Some(body) => {
                        let mut run = |thread: &mut Self| match thread.value(f, body) {
                            Ok(value) => value,
                            Err(_) => panic!("{CONFUSED}a jump out of a closure"),
                        };
                        self.perform(f, expr, what, Some(group), args, Some(&mut run))
                    }
                    None => self.perform(f, expr, what, Some(group), args, None),
                }
            }
            name => panic!("{CONFUSED}the operation `{name}` of groups"),
        }
    }

    fn what<'c>(&self, name: &'static str, called: &'c Called<'_>) -> What<'c> {
        What::Operation {
            name,
            value: called.value.as_ref(),
        }
    }

    fn presence(&mut self, f: &Frame<'m>, expr: &'m Expr, group: &Handle, why: Presence) {
        self.perform(f, expr, What::Presence { why }, Some(group), &[], None);
    }

    /// Does what has a site, there.
    pub(super) fn perform(
        &mut self,
        f: &Frame<'m>,
        expr: &'m Expr,
        what: What<'_>,
        group: Option<&Handle>,
        args: &[Value],
        one: Option<&mut dyn FnMut(&mut Self) -> Value>,
    ) -> Value {
        let site = self.machine.code.site(f.number, expr.id);
        self.machine.reached.borrow_mut()[site] = true;
        if let Some(group) = group {
            self.not_between(group, site);
        }
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
        let thread = RefCell::new((self, one));
        let one = || {
            let (thread, one) = &mut *thread.borrow_mut();
            match one {
                Some(one) => one(thread),
                None => panic!("{CONFUSED}an operation that takes a closure was given none"),
            }
        };
        let request = Request {
            what,
            group,
            args,
            one: &one,
        };
        sites::call(site, &request)
    }

    /// Nothing may be asked of a group between the two steps of its barrier.
    fn not_between(&self, group: &Handle, site: usize) {
        let scope = group.scope();
        if let Some((_, arrival)) = self.arrived.iter().find(|(arrived, _)| *arrived == scope) {
            let call = &self.machine.code.calls()[site];
            let next = format!("line {} of `{}`, `{}`", call.line, call.function, call.name);
            self.unfinished(*arrival, &next);
        }
    }

    /// Notes what comes where a wait should; the first counts.
    pub(super) fn unfinished(&self, arrival: usize, next: &str) {
        let call = &self.machine.code.calls()[arrival];
        let text = format!(
            "line {} of `{}`, `arrive`: no wait before {next}",
            call.line, call.function
        );
        self.machine.unfinished.borrow_mut().get_or_insert(text);
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
