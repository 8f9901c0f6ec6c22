//! What the analysis must know of functions that it does not see.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use crate::syntax::ast::ExprId;
use crate::syntax::visit;
use crate::types::typed::{Callee, TypedFunction};

/// Which calls in a function give a `Uniform` result.
///
/// The macro sees one item and cannot know; the build script sees the whole crate, and hands this over in
/// the artefact. Both parse the same tokens, so the ids of expressions agree.
///
/// As text: `12:0 31:2`, the call of id 12 by the group in its first argument, and so on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Promises {
    /// By the id of the call, the argument that is the group.
    results: BTreeMap<u32, usize>,
}

impl Promises {
    /// The promises of the functions that a function calls, as far as its types know them.
    pub fn of(f: &TypedFunction) -> Promises {
        let mut promises = Promises::default();
        visit::exprs(f.body(), &mut |expr| {
            if let Some(Callee::Function { sig, .. }) = f.tables.callees.get(&expr.id)
                && let Some(group) = sig.ret_uniform
            {
                promises.results.insert(expr.id.0, group);
            }
        });
        promises
    }

    /// The argument that is the group all of whose threads get the same from this call.
    pub(super) fn result(&self, call: ExprId) -> Option<usize> {
        self.results.get(&call.0).copied()
    }
}

impl fmt::Display for Promises {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (call, group)) in self.results.iter().enumerate() {
            let gap = if index > 0 { " " } else { "" };
            write!(f, "{gap}{call}:{group}")?;
        }
        Ok(())
    }
}

/// The text is not that of [`Promises`].
#[derive(Debug, PartialEq, Eq)]
pub struct NotPromises;

impl FromStr for Promises {
    type Err = NotPromises;

    fn from_str(text: &str) -> Result<Promises, NotPromises> {
        let one = |text: &str| {
            let (call, group) = text.split_once(':')?;
            Some((call.parse().ok()?, group.parse().ok()?))
        };
        let results = text.split_whitespace().map(one).collect::<Option<_>>();
        Ok(Promises {
            results: results.ok_or(NotPromises)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_back() {
        for text in ["", "12:0", "12:0 31:2"] {
            let promises: Promises = text.parse().unwrap();
            assert_eq!(promises.to_string(), text);
        }
        assert_eq!("12".parse::<Promises>(), Err(NotPromises));
    }
}
