//! Types in C++.

use super::unit::Unit;
use crate::types::ty::{Access, Adt, AdtKind, Const, Group, Ty, TyOrConst};

impl Unit<'_> {
    /// The type of a variable or member. Whatever the environment of a whole crate gives has one.
    pub(super) fn ty(&mut self, ty: &Ty) -> String {
        match ty {
            Ty::Unit | Ty::Never => "void".to_owned(),
            Ty::Bool => "bool".to_owned(),
            Ty::Int(int) => int.name().to_owned(),
            Ty::Float(float) => {
                self.uses_half |= !float.has_literals();
                float.name().to_owned()
            }
            Ty::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.ty(part)).collect();
                format!("tuple<{}>", parts.join(", "))
            }
            Ty::Array(elem, len) => format!("array<{}, {len}>", self.ty(elem)),
            Ty::Adt(adt) => self.adt(adt),
            Ty::Slice(elem, access) => format!("Slice<{}>", self.behind(elem, *access)),
            Ty::Ref(to, _) if matches!(**to, Ty::Group(_)) => format!("const {}&", self.ty(to)),
            Ty::Ref(to, access) => format!("{}*", self.behind(to, *access)),
            Ty::Atomic(inner) => format!("Atomic<{}>", self.ty(inner)),
            Ty::Group(group) => group_type(group),
            Ty::Dim3 => "Dim3".to_owned(),
            Ty::Operator(operator) => operator.name().to_owned(),
            Ty::Ordering | Ty::Iter(_) | Ty::Param(_) | Ty::Opaque | Ty::Var(_) => {
                unreachable!("`{ty}` is no type of a value in an instance")
            }
        }
    }

    /// What lies behind a pointer. An atomic is written by everyone.
    pub(super) fn behind(&mut self, ty: &Ty, access: Access) -> String {
        let name = self.ty(ty);
        match (ty, access) {
            (Ty::Atomic(_), _) | (_, Access::Write) => name,
            (_, Access::Read) => format!("const {name}"),
        }
    }

    /// The name of an instance of a user's type, which is defined before whatever mentions it.
    pub(super) fn adt(&mut self, adt: &Adt) -> String {
        let key = (adt.def.id.clone(), adt.args.clone());
        if let Some(name) = self.adts.get(&key) {
            return name.clone();
        }
        let args = suffix(&adt.args);
        let name = self.global(&adt.def.id, &args);
        self.adts.insert(key, name.clone());
        let definition = match &adt.def.kind {
            AdtKind::Struct { fields, .. } => self.structure(&name, adt, fields),
            AdtKind::Enum { variants, repr } => {
                let mut text = format!("enum class {name} : {} {{\n", repr.name());
                for (variant, value) in variants {
                    let variant = super::names::identifier(variant);
                    text.push_str(&format!("    {variant} = {value},\n"));
                }
                text.push_str("};\n");
                text
            }
        };
        self.definitions.push(definition);
        name
    }

    fn structure(&mut self, name: &str, adt: &Adt, fields: &[(String, Ty)]) -> String {
        use crate::types::layout::layout;
        use crate::types::subst::Substitution;

        let subst = Substitution::of_adt(&adt.def, &adt.args);
        let align = match adt.def.align {
            Some(align) => format!("alignas({align}) "),
            None => String::new(),
        };
        let mut text = format!("struct {align}{name} {{\n");
        let mut checks = String::new();
        let mut offset = 0;
        for (field, ty) in fields {
            let ty = subst.ty(ty);
            let field = super::ty::member(field);
            text.push_str(&format!("    {} {field};\n", self.ty(&ty)));
            if let Some(layout) = layout(&ty) {
                offset = u64::next_multiple_of(offset, layout.align);
                checks.push_str(&format!(
                    "static_assert(offsetof({name}, {field}) == {offset}, \"as in Rust\");\n"
                ));
                offset += layout.size;
            }
        }
        text.push_str("};\n");
        // An empty struct has no size in Rust and one byte in C++; no memory holds one.
        if let Some(layout) = layout(&Ty::Adt(adt.clone()))
            && layout.size != 0
        {
            text.push_str(&format!(
                "static_assert(sizeof({name}) == {} && alignof({name}) == {}, \"as in Rust\");\n{checks}",
                layout.size, layout.align
            ));
        }
        text
    }
}

/// The member of a struct, or of a tuple by its number.
pub(super) fn member(rust: &str) -> String {
    match rust.chars().all(|c| c.is_ascii_digit()) {
        true => format!("_{rust}"),
        false => super::names::identifier(rust),
    }
}

fn group_type(group: &Group) -> String {
    let zero = |axis: &Const| *axis == Const::Value(0);
    match group {
        Group::Block(shape) => {
            let given: Vec<String> = shape
                .iter()
                .filter(|axis| !zero(axis))
                .map(Const::to_string)
                .collect();
            format!("ThreadBlock<{}>", given.join(", "))
        }
        Group::Tile(size) => format!("ThreadBlockTile<{size}>"),
        Group::Coalesced => "CoalescedGroup".to_owned(),
        Group::Grid => "Grid".to_owned(),
        Group::CooperativeGrid => "CooperativeGrid".to_owned(),
        Group::Arrival(group) => format!("Arrival<{}>", group_type(group)),
        Group::Param(name) => unreachable!("`{name}` stands for a group in an instance"),
    }
}

/// What the arguments of an instance add to a name: `tile32`, `f32_4`; empty if there are none.
pub(super) fn suffix(args: &[TyOrConst]) -> String {
    let parts = args.iter().map(|arg| match arg {
        TyOrConst::Ty(ty) => type_suffix(ty),
        TyOrConst::Const(value) => value.to_string().replace('-', "minus"),
    });
    parts.collect::<Vec<_>>().join("_")
}

fn type_suffix(ty: &Ty) -> String {
    match ty {
        Ty::Tuple(parts) => {
            let parts: Vec<String> = parts.iter().map(type_suffix).collect();
            format!("tuple_{}", parts.join("_"))
        }
        Ty::Array(elem, len) => format!("{}x{len}", type_suffix(elem)),
        Ty::Adt(adt) => {
            let mut name = super::names::identifier(&adt.def.name);
            for arg in &adt.args {
                name.push('_');
                name.push_str(&suffix(std::slice::from_ref(arg)));
            }
            name
        }
        Ty::Ref(to, _) | Ty::Slice(to, _) | Ty::Atomic(to) => type_suffix(to),
        Ty::Group(Group::Block(shape)) => {
            let given = shape
                .iter()
                .filter(|axis| **axis != Const::Value(0))
                .map(Const::to_string);
            let given: Vec<String> = given.collect();
            format!("block{}", given.join("x"))
        }
        Ty::Group(Group::Tile(size)) => format!("tile{size}"),
        Ty::Group(Group::Coalesced) => "coalesced".to_owned(),
        Ty::Group(Group::Grid) => "grid".to_owned(),
        Ty::Group(Group::CooperativeGrid) => "cooperative_grid".to_owned(),
        other => other.to_string(),
    }
}
