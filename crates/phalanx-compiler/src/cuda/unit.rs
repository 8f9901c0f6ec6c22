//! One translation unit: a kernel with all its variants, and whatever they use, each thing before its first use.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use super::effects::FunctionEffects;
use super::lower::Lower;
use super::names;
use super::panics::Sites;
use super::reach::Reach;
use super::ty::suffix;
use super::{Options, UnitVariant};
use crate::artefact::{Piece, Site};
use crate::program::Program;
use crate::report::{Diagnostic, Errors};
use crate::syntax::ast::FunctionKind;
use crate::types::check_instance;
use crate::types::env::{ConstDef, FunctionSig};
use crate::types::ty::{AdtDef, TyOrConst};
use crate::types::typed::{Instance, TypedFunction};

/// A unit while it is written.
pub(super) struct Unit<'p> {
    pub(super) program: &'p Program,
    pub(super) options: Options,
    pub(super) effects: Rc<FunctionEffects<'p>>,
    pub(super) sites: Sites,
    pub(super) errors: Errors,
    /// Whether `f16` or `bf16` occurs.
    pub(super) uses_half: bool,
    /// Types, constants, shared memory and device functions, in the order of their definition.
    pub(super) definitions: Vec<String>,
    /// Instances of types, constants, functions and shared objects by what they are instances of.
    pub(super) adts: HashMap<(String, Vec<TyOrConst>), String>,
    pub(super) constants: HashMap<String, String>,
    functions: HashMap<(String, Vec<TyOrConst>), Written>,
    pub(super) shared: HashMap<(String, u32, u32, String), String>,
    /// The largest tile that what is being written cuts from the block, or 1.
    pub(super) block_multiple: u32,
    /// Functions being written: a call of one of these is a recursion.
    open: Vec<String>,
    reach: Reach,
    /// Names given to types, constants, functions and shared objects.
    names: HashSet<String>,
}

/// An instance of a device function.
struct Written {
    name: String,
    /// As in [`Unit::block_multiple`].
    block_multiple: u32,
}

impl<'p> Unit<'p> {
    fn new(program: &'p Program, kernel: &TypedFunction, options: Options) -> Self {
        Unit {
            program,
            options,
            effects: Rc::new(FunctionEffects::new(program)),
            sites: Sites::default(),
            errors: Errors::default(),
            uses_half: false,
            definitions: Vec::new(),
            adts: HashMap::new(),
            constants: HashMap::new(),
            functions: HashMap::new(),
            shared: HashMap::new(),
            block_multiple: 1,
            open: Vec::new(),
            reach: Reach::of(program, kernel),
            names: HashSet::new(),
        }
    }

    /// A name for something outside of functions: its own, with the module before it if that is taken.
    pub(super) fn global(&mut self, path: &str, args: &str) -> String {
        let with_args = |name: &str| match args {
            "" => names::identifier(name),
            args => names::identifier(&format!("{}_{args}", name.trim_end_matches('_'))),
        };
        let mut parts: Vec<&str> = path.split("::").collect();
        let own = parts.pop().unwrap_or(path);
        let short = with_args(own);
        let taken = |name: &str| self.names.contains(name) || self.reach.locals.contains(name);
        let name = match parts.last() {
            Some(module) if taken(&short) || names::identifier(own) != own => {
                names::fresh(&with_args(&format!("{module}_{own}")), taken)
            }
            _ => names::fresh(&short, taken),
        };
        self.names.insert(name.clone());
        name
    }

    /// Names that a variable must not hide.
    pub(super) fn outer_names(&self) -> HashSet<String> {
        self.names.union(&self.reach.items).cloned().collect()
    }

    /// The name of an instance of a device function, which is written when first asked for.
    pub(super) fn function(
        &mut self,
        sig: &FunctionSig,
        args: &[TyOrConst],
        call: proc_macro2::Span,
    ) -> String {
        let key = (sig.id.clone(), args.to_vec());
        if self.open.contains(&sig.id) {
            self.errors.push(
                Diagnostic::new(
                    call,
                    format!(
                        "`{}` calls itself, on the way through other functions",
                        sig.name
                    ),
                )
                .help("device functions do not recurse: write a loop"),
            );
            return names::identifier(&sig.name);
        }
        if let Some(written) = self.functions.get(&key) {
            self.block_multiple = self.block_multiple.max(written.block_multiple);
            return written.name.clone();
        }
        let Some(function) = self.program.functions.get(&sig.id) else {
            self.errors.push(Diagnostic::new(
                call,
                format!("`{}` has errors of its own", sig.name),
            ));
            return names::identifier(&sig.name);
        };
        let name = self.global(&sig.id, &suffix(args));
        let of_caller = std::mem::replace(&mut self.block_multiple, 1);
        self.open.push(sig.id.clone());
        let instance = Instance {
            args: args.to_vec(),
        };
        if self.fits(function, &instance) {
            let text = Lower::of_function(self, function, &instance).device_function(&name);
            self.definitions.push(text);
        }
        self.open.pop();
        let written = Written {
            name: name.clone(),
            block_multiple: self.block_multiple,
        };
        self.functions.insert(key, written);
        self.block_multiple = self.block_multiple.max(of_caller);
        name
    }

    /// Whether what depends on the generic arguments is right; reports what is not.
    fn fits(&mut self, function: &TypedFunction, instance: &Instance) -> bool {
        match check_instance(function, instance) {
            Ok(()) => true,
            Err(errors) => {
                self.errors.0.extend(errors.0);
                false
            }
        }
    }

    /// How a constant is used.
    pub(super) fn constant(&mut self, def: &Arc<ConstDef>) -> String {
        if let Some(used) = self.constants.get(&def.id) {
            return used.clone();
        }
        let program = self.program;
        let Some(constant) = program.constants.get(&def.id) else {
            self.errors.push(Diagnostic::new(
                def.name.span(),
                format!("`{}` has errors of its own", def.name),
            ));
            return names::identifier(&def.name.to_string());
        };
        let name = self.global(&def.id, "");
        let (text, used) = Lower::of_constant(self, constant).constant(&name);
        self.constants.insert(def.id.clone(), used.clone());
        self.definitions.push(text);
        used
    }

    /// The name of a type without generic parameters: an enum, a unit struct.
    pub(super) fn plain_adt(&mut self, def: &Arc<AdtDef>) -> String {
        self.adt(&crate::types::ty::Adt {
            def: def.clone(),
            args: Vec::new(),
        })
    }
}

/// See [`super::unit`].
pub(super) fn unit(program: &Program, id: &str, options: Options) -> Result<super::Unit, Errors> {
    let Some(kernel) = program.functions.get(id) else {
        let mut errors = Errors::default();
        errors.push(Diagnostic::new(
            proc_macro2::Span::call_site(),
            format!("there is no kernel `{id}`"),
        ));
        return Err(errors);
    };
    let mut unit = Unit::new(program, kernel, options);
    let mut variants = Vec::new();
    let mut kernels = Vec::new();
    for instance in &kernel.instances {
        let label = label(&kernel.sig, &instance.args);
        let symbol = names::symbol(id, &symbol_label(&kernel.sig, &instance.args));
        unit.block_multiple = 1;
        if unit.fits(kernel, instance) {
            kernels.push(Lower::of_function(&mut unit, kernel, instance).kernel(&symbol));
        }
        variants.push(UnitVariant {
            label,
            symbol,
            args: instance.args.clone(),
            block_multiple: unit.block_multiple,
        });
    }
    let Unit {
        sites,
        errors,
        uses_half,
        definitions,
        ..
    } = unit;
    let sites = sites.finish();
    let source = assemble(&kernel.sig, &definitions, &kernels, uses_half, &sites);
    let fma = matches!(&kernel.function.kind, FunctionKind::Kernel(attr) if attr.fma);
    errors.finish(super::Unit {
        source,
        variants,
        sites,
        fma,
    })
}

fn assemble(
    sig: &FunctionSig,
    definitions: &[String],
    kernels: &[String],
    uses_half: bool,
    sites: &[Site],
) -> String {
    let mut text = format!("// The kernel `{}`, translated by Phalanx.\n\n", sig.id);
    text.push_str("#include <phalanx/phalanx.cuh>\n");
    if uses_half {
        text.push_str("#include <phalanx/half.cuh>\n");
    }
    text.push_str("\nnamespace phalanx::generated {\n\n");
    if !sites.is_empty() {
        text.push_str(
            "// Places that may panic, by the number that stands at the end of a call:\n",
        );
        for (number, site) in sites.iter().enumerate() {
            let message: String = site
                .pieces
                .iter()
                .map(|piece| match piece {
                    Piece::Text(text) => text.escape_debug().to_string(),
                    Piece::Value(_) | Piece::Debug(_) => "{}".to_owned(),
                })
                .collect();
            text.push_str(&format!(
                "// {number:>3}  {}:{}:{}  {message}\n",
                site.file, site.line, site.column
            ));
        }
        text.push('\n');
    }
    for part in definitions.iter().chain(kernels) {
        text.push_str(part);
        text.push('\n');
    }
    text.push_str("} // namespace phalanx::generated\n");
    text
}

/// `N = 8, T = f32`: what tells the variant from the others, for people.
fn label(sig: &FunctionSig, args: &[TyOrConst]) -> String {
    let values = sig.generics.iter().zip(args).map(|(generic, arg)| {
        let value = match arg {
            TyOrConst::Ty(ty) => ty.to_string(),
            TyOrConst::Const(value) => value.to_string(),
        };
        format!("{} = {value}", generic.name)
    });
    values.collect::<Vec<_>>().join(", ")
}

/// `N8_f32`: the same within a name.
fn symbol_label(sig: &FunctionSig, args: &[TyOrConst]) -> String {
    let values = sig.generics.iter().zip(args).map(|(generic, arg)| {
        let value = suffix(std::slice::from_ref(arg));
        match arg {
            TyOrConst::Ty(_) => value,
            TyOrConst::Const(_) => format!("{}{value}", names::identifier(&generic.name)),
        }
    });
    values.collect::<Vec<_>>().join("_")
}
