//! The paths that the language itself knows, whatever stands in the user's crate: `u32`, `half::f16`,
//! `phalanx::ThreadBlock`, `Relaxed`, `core::f32::consts::PI`.

use std::borrow::Cow;

use super::env::Env;
use super::ty::{Float, Int, Ty};
use super::typed::MemoryOrder;
use crate::syntax::ast::Path;

/// The path with what `use` stands for written out.
pub(crate) fn imported<'p>(path: &'p Path, env: &dyn Env) -> Cow<'p, Path> {
    match env.import(path) {
        Some(path) => Cow::Owned(path),
        None => Cow::Borrowed(path),
    }
}

/// The names of a path, without arguments.
pub(crate) fn segments(path: &Path) -> Vec<String> {
    use syn::ext::IdentExt;
    path.segments
        .iter()
        .map(|segment| segment.ident.unraw().to_string())
        .collect()
}

/// The last name, if the path can mean something of Phalanx's prelude: one name, or a path that begins
/// with the crate's name.
pub(crate) fn of_prelude(segments: &[String]) -> Option<&str> {
    match segments {
        [name] => Some(name),
        [first, .., name] if first == "phalanx" => Some(name),
        _ => None,
    }
}

/// A number type or `bool`.
pub(crate) fn scalar(segments: &[String]) -> Option<Ty> {
    let (name, prefix) = segments.split_last()?;
    let prefix: Vec<&str> = prefix.iter().map(String::as_str).collect();
    let native = matches!(prefix[..], [] | ["core" | "std", "primitive"]);
    let half = matches!(prefix[..], [] | ["half"] | ["phalanx", ..]);
    if native && name == "bool" {
        return Some(Ty::Bool);
    }
    if native && let Some(int) = Int::from_name(name) {
        return Some(Ty::Int(int));
    }
    let float = Float::from_name(name)?;
    let fits = if float.has_literals() { native } else { half };
    fits.then_some(Ty::Float(float))
}

/// `Relaxed`, `Ordering::Relaxed`, `core::sync::atomic::Ordering::Relaxed`.
pub(crate) fn memory_order(segments: &[String]) -> Option<MemoryOrder> {
    let (name, prefix) = segments.split_last()?;
    let fits = match prefix {
        [] => true,
        [first, ..] => first == "phalanx" || prefix.last().is_some_and(|last| last == "Ordering"),
    };
    if !fits {
        return None;
    }
    Some(match name.as_str() {
        "Relaxed" => MemoryOrder::Relaxed,
        "Acquire" => MemoryOrder::Acquire,
        "Release" => MemoryOrder::Release,
        "AcqRel" => MemoryOrder::AcqRel,
        "SeqCst" => MemoryOrder::SeqCst,
        _ => return None,
    })
}

/// `core::f32::consts::PI`, `f32::consts::PI`: the type and the last name.
pub(crate) fn mathematical(segments: &[String]) -> Option<(Ty, &str)> {
    let (prefix, float, name) = match segments {
        [float, consts, name] if consts == "consts" => (None, float, name),
        [prefix, float, consts, name] if consts == "consts" => (Some(prefix), float, name),
        _ => return None,
    };
    if prefix.is_some_and(|prefix| prefix != "core" && prefix != "std") {
        return None;
    }
    let float = Float::from_name(float).filter(|float| float.has_literals())?;
    Some((Ty::Float(float), name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(path: &str) -> Vec<String> {
        path.split("::").map(str::to_string).collect()
    }

    #[test]
    fn scalars() {
        assert_eq!(scalar(&split("u8")), Some(Ty::Int(Int::U8)));
        assert_eq!(
            scalar(&split("core::primitive::f32")),
            Some(Ty::Float(Float::F32))
        );
        assert_eq!(scalar(&split("half::bf16")), Some(Ty::Float(Float::Bf16)));
        assert_eq!(
            scalar(&split("phalanx::prelude::f16")),
            Some(Ty::Float(Float::F16))
        );
        assert_eq!(scalar(&split("mine::f32")), None);
        assert_eq!(scalar(&split("half::f32")), None);
    }

    #[test]
    fn orderings() {
        let atomic = split("core::sync::atomic::Ordering::AcqRel");
        assert_eq!(memory_order(&atomic), Some(MemoryOrder::AcqRel));
        assert_eq!(memory_order(&split("Relaxed")), Some(MemoryOrder::Relaxed));
        assert_eq!(memory_order(&split("mine::Relaxed")), None);
    }

    #[test]
    fn mathematical_constants() {
        let pi = split("core::f32::consts::PI");
        assert_eq!(mathematical(&pi), Some((Ty::Float(Float::F32), "PI")));
        assert_eq!(mathematical(&split("mine::f32::consts::PI")), None);
    }
}
