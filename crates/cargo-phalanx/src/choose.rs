//! Which kernel a name means.

use phalanx_build::inspect::{Compiled, Kernel};

/// The kernels that a name means: those whose path ends with it, or all.
///
/// # Errors
/// There is none; the text names those there are.
pub(crate) fn some<'k>(
    kernels: &'k [Kernel],
    name: Option<&str>,
) -> Result<Vec<&'k Kernel>, String> {
    let ends = |kernel: &&Kernel| name.is_none_or(|name| ends_with(&kernel.path, name));
    let found: Vec<&Kernel> = kernels.iter().filter(ends).collect();
    if !found.is_empty() {
        return Ok(found);
    }
    if kernels.is_empty() {
        return Err("there are no kernels here: `--package` names another package".to_owned());
    }
    let all: Vec<&Kernel> = kernels.iter().collect();
    Err(format!(
        "there is no kernel `{}`; there are\n{}",
        name.unwrap_or_default(),
        list(&all)
    ))
}

/// The one kernel that a name means, compiled.
///
/// # Errors
/// There is none or there are several, or it has errors.
pub(crate) fn compiled<'k>(kernels: &'k [Kernel], name: &str) -> Result<&'k Compiled, String> {
    let found = some(kernels, Some(name))?;
    // A name that is one kernel's whole path means that one.
    let one = match found.as_slice() {
        [one] => one,
        several => several
            .iter()
            .find(|kernel| kernel.path == name)
            .ok_or_else(|| format!("`{name}` may be one of\n{}", list(several)))?,
    };
    one.compiled.as_ref().map_err(|errors| {
        format!(
            "`{}` at {} cannot be compiled:\n{}",
            one.path,
            one.place,
            errors.join("\n")
        )
    })
}

fn ends_with(path: &str, name: &str) -> bool {
    path.strip_suffix(name)
        .is_some_and(|before| before.is_empty() || before.ends_with("::"))
}

fn list(kernels: &[&Kernel]) -> String {
    let lines: Vec<String> = kernels
        .iter()
        .map(|kernel| format!("  {}  ({})", kernel.path, kernel.place))
        .collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kernels() -> Vec<Kernel> {
        [
            "own::k",
            "own::deep::k",
            "own::deep::other",
            "tour::deep::k2",
        ]
        .into_iter()
        .map(|path| Kernel {
            path: path.to_owned(),
            place: "src/lib.rs:1".to_owned(),
            compiled: Err(vec!["src/lib.rs:2:1: an error".to_owned()]),
        })
        .collect()
    }

    #[test]
    fn a_name_is_the_end_of_a_path() {
        let kernels = kernels();
        let paths = |name| {
            let found = some(&kernels, name).unwrap();
            found
                .iter()
                .map(|kernel| kernel.path.as_str())
                .collect::<Vec<_>>()
        };
        assert_eq!(paths(Some("k")), ["own::k", "own::deep::k"]);
        assert_eq!(paths(Some("deep::k")), ["own::deep::k"]);
        assert_eq!(paths(None).len(), 4);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let kernels = kernels();
        let error = |name| compiled(&kernels, name).err().unwrap();
        assert!(
            error("absent").starts_with("there is no kernel `absent`; there are\n  own::k  (src")
        );
        assert!(
            error("k").starts_with("`k` may be one of\n  own::k  (src/lib.rs:1)\n  own::deep::k")
        );
        let one = "`own::k` at src/lib.rs:1 cannot be compiled:\nsrc/lib.rs:2:1: an error";
        assert_eq!(error("own::k"), one);
        assert!(
            compiled(&[], "k")
                .err()
                .unwrap()
                .starts_with("there are no kernels here")
        );
    }
}
