//! Unification: what makes two types one.

use super::ty::{Adt, Const, Group, Int, Ty, TyOrConst};

/// What a type variable may become.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum VarKind {
    General,
    /// Of an integer literal without suffix.
    Int,
    /// Of a float literal without suffix. `f16` and `bf16` have no literals.
    Float,
}

#[derive(Debug, Clone)]
struct Slot {
    kind: VarKind,
    bound: Option<Ty>,
    /// Met something that stands in another item: rustc may know what the variable is where this stage
    /// does not.
    opaque: bool,
    /// How many variables lead to this one: the smaller tree goes under the larger, so that no way to
    /// the end is long.
    size: u32,
}

/// The two types cannot be one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mismatch;

/// The variables of one body.
#[derive(Debug, Default)]
pub(crate) struct Unifier {
    types: Vec<Slot>,
    consts: Vec<Option<Const>>,
}

impl Unifier {
    pub(crate) fn var(&mut self, kind: VarKind) -> Ty {
        self.types.push(Slot {
            kind,
            bound: None,
            opaque: false,
            size: 1,
        });
        Ty::Var(self.types.len() as u32 - 1)
    }

    pub(crate) fn general(&mut self) -> Ty {
        self.var(VarKind::General)
    }

    pub(crate) fn const_var(&mut self) -> Const {
        self.consts.push(None);
        Const::Var(self.consts.len() as u32 - 1)
    }

    /// The type as far as its outermost constructor is known.
    pub(crate) fn shallow(&self, ty: &Ty) -> Ty {
        let mut ty = ty;
        while let Ty::Var(var) = ty {
            match &self.types[*var as usize].bound {
                Some(bound) => ty = bound,
                None => break,
            }
        }
        ty.clone()
    }

    /// As [`Unifier::shallow`]; an unknown type of which rustc may know more is [`Ty::Opaque`].
    pub(crate) fn known(&self, ty: &Ty) -> Ty {
        match self.shallow(ty) {
            Ty::Var(var) if self.types[var as usize].opaque => Ty::Opaque,
            ty => ty,
        }
    }

    pub(crate) fn shallow_const(&self, value: &Const) -> Const {
        let mut value = value;
        while let Const::Var(var) = value {
            match &self.consts[*var as usize] {
                Some(bound) => value = bound,
                None => break,
            }
        }
        value.clone()
    }

    /// The kind of a variable that is not bound.
    pub(crate) fn kind(&self, var: u32) -> VarKind {
        self.types[var as usize].kind
    }

    /// The type with everything that is known filled in.
    pub(crate) fn resolve(&self, ty: &Ty) -> Ty {
        let ty = self.shallow(ty);
        match ty {
            Ty::Tuple(parts) => Ty::Tuple(parts.iter().map(|part| self.resolve(part)).collect()),
            Ty::Array(elem, len) => {
                Ty::Array(Box::new(self.resolve(&elem)), self.resolve_const(&len))
            }
            Ty::Adt(adt) => Ty::Adt(Adt {
                args: adt.args.iter().map(|arg| self.resolve_arg(arg)).collect(),
                def: adt.def,
            }),
            Ty::Slice(elem, access) => Ty::slice(self.resolve(&elem), access),
            Ty::Ref(to, access) => Ty::reference(self.resolve(&to), access),
            Ty::Atomic(inner) => Ty::Atomic(Box::new(self.resolve(&inner))),
            Ty::Iter(item) => Ty::Iter(Box::new(self.resolve(&item))),
            Ty::Group(Group::Block(shape)) => {
                Ty::Group(Group::Block(shape.map(|axis| self.resolve_const(&axis))))
            }
            Ty::Group(Group::Tile(size)) => Ty::Group(Group::Tile(self.resolve_const(&size))),
            other => other,
        }
    }

    pub(crate) fn resolve_const(&self, value: &Const) -> Const {
        match self.shallow_const(value) {
            Const::Binary(op, a, b) => Const::Binary(
                op,
                Box::new(self.resolve_const(&a)),
                Box::new(self.resolve_const(&b)),
            ),
            other => other,
        }
    }

    pub(crate) fn resolve_arg(&self, arg: &TyOrConst) -> TyOrConst {
        match arg {
            TyOrConst::Ty(ty) => TyOrConst::Ty(self.resolve(ty)),
            TyOrConst::Const(value) => TyOrConst::Const(self.resolve_const(value)),
        }
    }

    pub(crate) fn unify(&mut self, a: &Ty, b: &Ty) -> Result<(), Mismatch> {
        match (self.shallow(a), self.shallow(b)) {
            (Ty::Opaque, other) | (other, Ty::Opaque) => {
                self.taint(&other);
                Ok(())
            }
            (Ty::Var(a), Ty::Var(b)) => self.unify_vars(a, b),
            (Ty::Var(var), ty) | (ty, Ty::Var(var)) => self.bind(var, ty),
            (Ty::Tuple(a), Ty::Tuple(b)) if a.len() == b.len() => {
                // Every pair, so that one mismatch leaves no variable behind.
                let mut result = Ok(());
                for (a, b) in a.iter().zip(&b) {
                    result = result.and(self.unify(a, b));
                }
                result
            }
            (Ty::Array(a, m), Ty::Array(b, n)) => {
                let elems = self.unify(&a, &b);
                elems.and(self.unify_consts(&m, &n))
            }
            (Ty::Adt(a), Ty::Adt(b)) if a.def.id == b.def.id => {
                let mut result = Ok(());
                for (a, b) in a.args.iter().zip(&b.args) {
                    result = result.and(self.unify_args(a, b));
                }
                result
            }
            (Ty::Slice(a, for_a), Ty::Slice(b, for_b)) if for_a == for_b => self.unify(&a, &b),
            (Ty::Ref(a, for_a), Ty::Ref(b, for_b)) if for_a == for_b => self.unify(&a, &b),
            (Ty::Atomic(a), Ty::Atomic(b)) | (Ty::Iter(a), Ty::Iter(b)) => self.unify(&a, &b),
            (Ty::Group(a), Ty::Group(b)) => self.unify_groups(&a, &b),
            (a, b) if a == b => Ok(()),
            _ => Err(Mismatch),
        }
    }

    fn unify_args(&mut self, a: &TyOrConst, b: &TyOrConst) -> Result<(), Mismatch> {
        match (a, b) {
            (TyOrConst::Ty(a), TyOrConst::Ty(b)) => self.unify(a, b),
            (TyOrConst::Const(a), TyOrConst::Const(b)) => self.unify_consts(a, b),
            _ => Err(Mismatch),
        }
    }

    fn unify_groups(&mut self, a: &Group, b: &Group) -> Result<(), Mismatch> {
        match (a, b) {
            (Group::Block(a), Group::Block(b)) => {
                let mut result = Ok(());
                for (a, b) in a.iter().zip(b) {
                    result = result.and(self.unify_consts(a, b));
                }
                result
            }
            (Group::Tile(a), Group::Tile(b)) => self.unify_consts(a, b),
            (a, b) if a == b => Ok(()),
            _ => Err(Mismatch),
        }
    }

    pub(crate) fn unify_consts(&mut self, a: &Const, b: &Const) -> Result<(), Mismatch> {
        match (self.shallow_const(a), self.shallow_const(b)) {
            (Const::Opaque, _) | (_, Const::Opaque) => Ok(()),
            (Const::Var(a), Const::Var(b)) if a == b => Ok(()),
            (Const::Var(var), value) | (value, Const::Var(var)) => {
                self.consts[var as usize] = Some(value);
                Ok(())
            }
            (a, b) if a == b => Ok(()),
            _ => Err(Mismatch),
        }
    }

    fn unify_vars(&mut self, a: u32, b: u32) -> Result<(), Mismatch> {
        if a == b {
            return Ok(());
        }
        let kind = match (self.kind(a), self.kind(b)) {
            (VarKind::General, kind) | (kind, VarKind::General) => kind,
            (a, b) if a == b => a,
            _ => return Err(Mismatch),
        };
        let (slot_a, slot_b) = (&self.types[a as usize], &self.types[b as usize]);
        let (under, top) = match slot_a.size > slot_b.size {
            true => (b, a),
            false => (a, b),
        };
        self.types[top as usize] = Slot {
            kind,
            bound: None,
            opaque: slot_a.opaque || slot_b.opaque,
            size: slot_a.size + slot_b.size,
        };
        self.types[under as usize].bound = Some(Ty::Var(top));
        Ok(())
    }

    fn bind(&mut self, var: u32, ty: Ty) -> Result<(), Mismatch> {
        let fits = match self.kind(var) {
            VarKind::General => !self.occurs(var, &ty),
            VarKind::Int => matches!(ty, Ty::Int(_)),
            VarKind::Float => {
                matches!(ty, Ty::Float(float) if float.has_literals())
            }
        };
        if !fits {
            return Err(Mismatch);
        }
        if self.types[var as usize].opaque {
            self.taint(&ty);
        }
        self.types[var as usize].bound = Some(ty);
        Ok(())
    }

    fn occurs(&self, var: u32, ty: &Ty) -> bool {
        self.any_var(ty, &mut |other| other == var)
    }

    /// Whether a variable that is not bound stands in the type.
    pub(crate) fn has_vars(&self, ty: &Ty) -> bool {
        self.any_var(ty, &mut |_| true)
    }

    /// Marks every variable in the type: rustc may know more of it.
    pub(crate) fn taint(&mut self, ty: &Ty) {
        let mut vars = Vec::new();
        self.any_var(ty, &mut |var| {
            vars.push(var);
            false
        });
        for var in vars {
            self.types[var as usize].opaque = true;
        }
    }

    fn any_var(&self, ty: &Ty, found: &mut dyn FnMut(u32) -> bool) -> bool {
        match ty {
            Ty::Var(var) => match &self.types[*var as usize].bound {
                Some(bound) => self.any_var(bound, found),
                None => found(*var),
            },
            Ty::Tuple(parts) => parts.iter().any(|part| self.any_var(part, found)),
            Ty::Array(inner, _)
            | Ty::Slice(inner, _)
            | Ty::Ref(inner, _)
            | Ty::Atomic(inner)
            | Ty::Iter(inner) => self.any_var(inner, found),
            Ty::Adt(adt) => adt.args.iter().any(|arg| match arg {
                TyOrConst::Ty(ty) => self.any_var(ty, found),
                TyOrConst::Const(_) => false,
            }),
            _ => false,
        }
    }

    /// Gives literals that nothing decided the type that Rust gives them, `i32` and `f64`; where rustc
    /// may know more, and where there is nothing to go by, variables stay.
    pub(crate) fn fall_back(&mut self) {
        for slot in &mut self.types {
            if slot.bound.is_none() && !slot.opaque {
                slot.bound = match slot.kind {
                    VarKind::General => None,
                    VarKind::Int => Some(Ty::Int(Int::I32)),
                    VarKind::Float => Some(Ty::Float(super::ty::Float::F64)),
                };
            }
        }
    }

    /// What is left after [`Unifier::fall_back`] and met something opaque becomes opaque.
    pub(crate) fn give_up_on_opaque(&mut self) {
        for slot in &mut self.types {
            if slot.bound.is_none() && slot.opaque {
                slot.bound = Some(Ty::Opaque);
            }
        }
    }

    /// The type as a user would say it, with what is still open: `` `f32` ``, an integer.
    pub(crate) fn describe(&self, ty: &Ty) -> String {
        match self.shallow(ty) {
            Ty::Var(var) => match self.kind(var) {
                VarKind::General => "`_`".to_string(),
                VarKind::Int => "an integer".to_string(),
                VarKind::Float => "a float".to_string(),
            },
            Ty::Iter(_) => "a range".to_string(),
            ty => format!("`{}`", self.named(&ty)),
        }
    }

    /// With literals' types named as rustc names them.
    fn named(&self, ty: &Ty) -> Ty {
        let ty = self.resolve(ty);
        self.name_vars(&ty)
    }

    fn name_vars(&self, ty: &Ty) -> Ty {
        match ty {
            Ty::Var(var) => match self.kind(*var) {
                VarKind::General => Ty::Opaque,
                VarKind::Int => Ty::Param("{integer}".into()),
                VarKind::Float => Ty::Param("{float}".into()),
            },
            Ty::Tuple(parts) => Ty::Tuple(parts.iter().map(|part| self.name_vars(part)).collect()),
            Ty::Array(elem, len) => Ty::Array(Box::new(self.name_vars(elem)), len.clone()),
            Ty::Slice(elem, access) => Ty::slice(self.name_vars(elem), *access),
            Ty::Ref(to, access) => Ty::reference(self.name_vars(to), *access),
            other => other.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ty::{Access, Float};
    use super::*;

    const F32: Ty = Ty::Float(Float::F32);

    #[test]
    fn literals_take_the_type_they_meet() {
        let mut u = Unifier::default();
        let (one, two) = (u.var(VarKind::Int), u.var(VarKind::Int));
        u.unify(&one, &two).unwrap();
        u.unify(&two, &Ty::U32).unwrap();
        assert_eq!(u.resolve(&one), Ty::U32);
    }

    #[test]
    fn an_integer_is_no_float() {
        let mut u = Unifier::default();
        let (int, float) = (u.var(VarKind::Int), u.var(VarKind::Float));
        assert_eq!(u.unify(&int, &float), Err(Mismatch));
        assert_eq!(u.unify(&int, &F32), Err(Mismatch));
        assert_eq!(u.unify(&float, &Ty::Float(Float::F16)), Err(Mismatch));
    }

    #[test]
    fn fallback_is_of_what_nothing_decided() {
        let mut u = Unifier::default();
        let (int, float, other) = (u.var(VarKind::Int), u.var(VarKind::Float), u.general());
        u.unify(&other, &int).unwrap();
        u.fall_back();
        assert_eq!(u.resolve(&other), Ty::Int(Int::I32));
        assert_eq!(u.resolve(&float), Ty::Float(Float::F64));
    }

    #[test]
    fn opaque_fits_everything_and_keeps_literals_open() {
        let mut u = Unifier::default();
        let (a, b, c) = (u.var(VarKind::Int), u.var(VarKind::Int), u.general());
        u.unify(&c, &Ty::Tuple(vec![a.clone(), b.clone()])).unwrap();
        u.unify(&Ty::Opaque, &c).unwrap();
        // Other knowledge still decides.
        u.unify(&b, &Ty::U32).unwrap();
        u.fall_back();
        u.give_up_on_opaque();
        assert_eq!(u.resolve(&a), Ty::Opaque);
        assert_eq!(u.resolve(&b), Ty::U32);
    }

    #[test]
    fn opacity_follows_into_what_is_bound_later() {
        let mut u = Unifier::default();
        let (whole, part) = (u.general(), u.var(VarKind::Float));
        u.unify(&whole, &Ty::Opaque).unwrap();
        u.unify(&whole, &Ty::slice(part.clone(), Access::Read))
            .unwrap();
        u.fall_back();
        u.give_up_on_opaque();
        assert_eq!(u.resolve(&part), Ty::Opaque);
    }

    #[test]
    fn no_infinite_types() {
        let mut u = Unifier::default();
        let elem = u.general();
        let array = Ty::Array(Box::new(elem.clone()), Const::Value(2));
        assert_eq!(u.unify(&elem, &array), Err(Mismatch));
    }

    #[test]
    fn sizes_are_inferred() {
        let mut u = Unifier::default();
        let size = u.const_var();
        let asked = Ty::Group(Group::Tile(size.clone()));
        u.unify(&asked, &Ty::Group(Group::Tile(Const::Value(8))))
            .unwrap();
        assert_eq!(u.resolve_const(&size), Const::Value(8));
        assert_eq!(
            u.unify(&asked, &Ty::Group(Group::Tile(Const::Value(16)))),
            Err(Mismatch)
        );
    }
}
