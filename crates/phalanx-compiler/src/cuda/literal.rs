//! Literals, paths that are values, and the constants of number types.

use super::code::{Binds, Code};
use super::lower::{Lower, Variable};
use super::names::identifier;
use crate::syntax::ast::{Expr, Literal, LocalId, Path};
use crate::table::constants::{NumberConst, NumberValue};
use crate::types::ty::{AdtKind, Float, Int, Ty};
use crate::types::typed::{MemoryOrder, PathRes};

impl<'p> Lower<'_, 'p> {
    pub(super) fn literal(&mut self, literal: &Literal, expr: &Expr) -> Code {
        match (literal, self.type_of(expr.id)) {
            (Literal::Bool(value), _) => Code::postfix(value.to_string()),
            (Literal::Int { value, token, .. }, Ty::Int(int)) => match i128::try_from(*value) {
                Ok(value) => written_integer(value, int, &digits(&token.to_string())),
                Err(_) => unreachable!("rustc refuses a literal that does not fit its type"),
            },
            // `1` where a float is asked does not exist, but `1f32` does.
            (Literal::Int { value, .. }, Ty::Float(float)) => {
                float_literal(&format!("{value}.0"), float)
            }
            (Literal::Float { digits, .. }, Ty::Float(float)) => {
                let digits = digits.replace('_', "");
                let digits = match digits.contains(['.', 'e', 'E']) {
                    true if digits.ends_with('.') => format!("{digits}0"),
                    true => digits,
                    false => format!("{digits}.0"),
                };
                float_literal(&digits, float)
            }
            (_, ty) => unreachable!("no literal has the type `{ty}`"),
        }
    }

    /// `-literal`, as one.
    pub(super) fn negative_literal(&mut self, literal: &Literal, expr: &Expr) -> Code {
        match (literal, self.type_of(expr.id)) {
            (Literal::Int { value, .. }, Ty::Int(int)) => {
                integer(-i128::try_from(*value).unwrap_or(0), int)
            }
            _ => Code::unary("-", &self.literal(literal, expr)),
        }
    }

    pub(super) fn local_value(&mut self, local: LocalId) -> Code {
        match self.locals.get(&local).cloned() {
            Some(Variable::Named(name)) => Code::postfix(name),
            Some(Variable::Alias(code)) => code,
            Some(Variable::Object(object)) => {
                let ty = self.local_type(local);
                self.object_value(&object, &ty)
            }
            Some(Variable::Nothing) | None => Code::nothing(),
        }
    }

    /// A reference or slice to the object of this name.
    pub(super) fn object_value(&mut self, object: &str, ty: &Ty) -> Code {
        match ty {
            Ty::Slice(..) => Code::postfix(object).method("slice", &[]),
            _ => Code::postfix(object).address(),
        }
    }

    pub(super) fn path(&mut self, path: &Path, expr: &Expr) -> Code {
        match self.tables.paths.get(&expr.id).cloned() {
            Some(PathRes::Const(def)) => Code::postfix(self.unit.constant(&def)),
            Some(PathRes::ConstParam(name)) => match self.const_params.get(&name) {
                Some(constant) => Code::postfix(constant.clone()),
                None => unreachable!("`{name}` was declared with the parameters"),
            },
            Some(PathRes::Variant { adt, discriminant }) => {
                let name = self.unit.plain_adt(&adt);
                let AdtKind::Enum { variants, .. } = &adt.kind else {
                    unreachable!("a variant is of an enum");
                };
                let variant = variants.iter().find(|(_, value)| *value == discriminant);
                let variant = variant.map_or("", |(variant, _)| variant.as_str());
                Code::postfix(format!("{name}::{}", identifier(variant)))
            }
            Some(PathRes::Operator(operator)) => Code::postfix(format!("{}{{}}", operator.name())),
            Some(PathRes::Ordering(order)) => Code::postfix(ordering(order)),
            Some(PathRes::Number { ty, name }) => {
                let ty = self.subst.ty(&ty);
                self.number(&ty, &name, expr)
            }
            Some(PathRes::UnitStruct(adt)) => Code::braces(&self.unit.plain_adt(&adt), &[]),
            Some(PathRes::Opaque) | None => {
                let message = format!("`{}` is not known here", path.to_text());
                self.unit
                    .errors
                    .push(crate::report::Diagnostic::new(path.span, message));
                Code::nothing()
            }
        }
    }

    /// `u32::MAX`, `T::ZERO`, `core::f32::consts::PI`.
    fn number(&mut self, on: &Ty, name: &str, expr: &Expr) -> Code {
        let rows = [false, true]
            .into_iter()
            .filter_map(|in_consts| NumberConst::find(name, in_consts));
        let value = rows
            .filter_map(|row| Some((row.value(on)?, row.ty(on))))
            .next();
        match value {
            Some((NumberValue::Int(value), Ty::Int(int))) => match name {
                "MIN" if int.signed() => Code::postfix(format!("int_min<{}>", int.name())),
                "MAX" => Code::postfix(format!("int_max<{}>", int.name())),
                _ => integer(value, int),
            },
            Some((NumberValue::F32(value), _)) => {
                float_value(f64::from(value), &format!("{value:?}"), Float::F32)
            }
            Some((NumberValue::F64(value), _)) => {
                float_value(value, &format!("{value:?}"), Float::F64)
            }
            Some((NumberValue::Half(bits), ty)) => {
                Code::braces(&self.cpp(&ty), &[Code::postfix(format!("{bits:#06x}"))])
            }
            _ => {
                let message = format!("`{on}` has no `{name}`");
                self.unit
                    .errors
                    .push(crate::report::Diagnostic::new(expr.span, message));
                Code::nothing()
            }
        }
    }
}

fn ordering(order: MemoryOrder) -> &'static str {
    match order {
        MemoryOrder::Relaxed => "Relaxed",
        MemoryOrder::Acquire => "Acquire",
        MemoryOrder::Release => "Release",
        MemoryOrder::AcqRel => "AcqRel",
        MemoryOrder::SeqCst => "SeqCst",
    }
}

fn float_literal(digits: &str, float: Float) -> Code {
    let suffix = if float == Float::F32 { "f" } else { "" };
    let binds = match digits.starts_with('-') {
        true => Binds::Unary,
        false => Binds::Postfix,
    };
    Code::new(format!("{digits}{suffix}"), binds)
}

fn float_value(value: f64, digits: &str, float: Float) -> Code {
    let special = |text: &str| match float {
        Float::F64 => Code::cast("f64", &Code::postfix(text)),
        _ if text.starts_with('-') => Code::unary("-", &Code::postfix(&text[1..])),
        _ => Code::postfix(text),
    };
    match value {
        value if value.is_nan() => special("NAN"),
        f64::INFINITY => special("INFINITY"),
        f64::NEG_INFINITY => special("-INFINITY"),
        _ => float_literal(digits, float),
    }
}

/// An integer of a type.
pub(super) fn integer(value: i128, int: Int) -> Code {
    written_integer(value, int, &value.to_string())
}

fn written_integer(value: i128, int: Int, digits: &str) -> Code {
    if int.signed() && value == int.range().0 {
        // C++ has no negative literals: the number without its sign would not fit.
        return Code::postfix(format!("int_min<{}>", int.name()));
    }
    // A literal without suffix is an `int`, if it fits.
    let fits = i32::try_from(value).is_ok();
    match int {
        Int::I32 => Code::integer(digits, ""),
        Int::U32 if fits => Code::integer(digits, "u"),
        Int::I64 | Int::Isize if fits => Code::integer(digits, "ll"),
        Int::U64 | Int::Usize if fits => Code::integer(digits, "ull"),
        Int::U32 => Code::postfix(format!("{digits}u")),
        Int::I64 | Int::Isize => Code::postfix(format!("{digits}ll")),
        Int::U64 | Int::Usize => Code::postfix(format!("{digits}ull")),
        Int::I8 | Int::I16 | Int::U8 | Int::U16 => {
            Code::cast(int.name(), &Code::postfix(digits)).with_digits(digits)
        }
    }
}

/// The digits as the user wrote them, without suffix.
fn digits(token: &str) -> String {
    let end = match token.get(..2) {
        Some("0x") => token.find(['u', 'i']).unwrap_or(token.len()),
        // C++ writes these otherwise.
        Some("0o") => {
            let literal = syn::parse_str::<syn::LitInt>(token);
            return literal.map_or(token.to_owned(), |literal| {
                literal.base10_digits().to_owned()
            });
        }
        _ => token.find(['u', 'i', 'f']).unwrap_or(token.len()),
    };
    let digits = token[..end].trim_matches('_');
    // Rust's `_` may stand in a row and behind the prefix, C++'s `'` only between two digits.
    let (prefix, digits) = match digits.get(..2) {
        Some(prefix @ ("0x" | "0b")) => (prefix, &digits[2..]),
        _ => ("", digits),
    };
    let groups: Vec<&str> = digits
        .split('_')
        .filter(|group| !group.is_empty())
        .collect();
    let digits = groups.join("'");
    // Not an octal number.
    let trimmed = digits.trim_start_matches(['0', '\'']);
    match (prefix, trimmed) {
        ("", "") => "0".to_owned(),
        ("", trimmed) => trimmed.to_owned(),
        (prefix, _) => format!("{prefix}{digits}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_literals() {
        assert_eq!(digits("1_000_000_usize"), "1'000'000");
        assert_eq!(digits("0xffi32"), "0xff");
        assert_eq!(digits("0x_dead__beef_u32"), "0xdead'beef");
        assert_eq!(digits("0b1010u8"), "0b1010");
        assert_eq!(digits("0o17"), "15");
        assert_eq!(digits("007"), "7");
        assert_eq!(digits("0"), "0");
    }

    #[test]
    fn integers_have_their_type() {
        assert_eq!(integer(5, Int::U32).text, "5u");
        assert_eq!(integer(-5, Int::I64).text, "-5ll");
        assert_eq!(integer(-128, Int::I8).text, "int_min<i8>");
        assert_eq!(integer(200, Int::U8).text, "u8(200)");
        assert_eq!(integer(4_000_000_000, Int::U32).text, "4000000000u");
    }
}
