//! The command line.

use phalanx_build::inspect::Request;

pub(crate) const USAGE: &str = "\
usage: cargo phalanx ACTION [OPTIONS]

  expand KERNEL     the CUDA C++ that a kernel becomes
  doc KERNEL        what a kernel needs of its callers
  info [KERNEL]     registers and memory that nvcc gives the kernels

KERNEL is a name, or the end of a path such as `jacobi::sweep`.

  -p, --package NAME        a package of the workspace, else that of the current folder
  -F, --features NAMES      features to turn on, separated by commas
      --all-features
      --no-default-features
  -r, --release             without debug assertions
      --cfg NAME            a `cfg` that the package's build script sets";

/// What to show.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Expand(String),
    Doc(String),
    Info(Option<String>),
}

#[derive(Debug)]
pub(crate) struct Options {
    pub(crate) action: Action,
    pub(crate) request: Request,
}

impl Options {
    /// `None` if help is asked for.
    pub(crate) fn parse() -> Result<Option<Options>, lexopt::Error> {
        let mut arguments: Vec<_> = std::env::args_os().skip(1).collect();
        // Cargo passes its own word for this program on: `cargo-phalanx phalanx expand …`.
        if arguments.first().is_some_and(|first| first == "phalanx") {
            arguments.remove(0);
        }
        Options::of(arguments)
    }

    fn of(
        arguments: impl IntoIterator<Item = impl Into<std::ffi::OsString>>,
    ) -> Result<Option<Options>, lexopt::Error> {
        use lexopt::prelude::*;
        let mut words = Vec::new();
        let mut request = Request::default();
        let mut parser = lexopt::Parser::from_args(arguments);
        while let Some(argument) = parser.next()? {
            match argument {
                Short('h') | Long("help") => return Ok(None),
                Short('p') | Long("package") => request.package = Some(parser.value()?.string()?),
                Short('F') | Long("features") => {
                    let names = parser.value()?.string()?;
                    let names = names.split([',', ' ']).filter(|name| !name.is_empty());
                    request.features.extend(names.map(str::to_owned));
                }
                Long("all-features") => request.all_features = true,
                Long("no-default-features") => request.no_default_features = true,
                Short('r') | Long("release") => request.release = true,
                Long("cfg") => request.cfgs.push(parser.value()?.string()?),
                Value(word) => words.push(word.string()?),
                _ => return Err(argument.unexpected()),
            }
        }
        let mut words = words.into_iter();
        let action = match (words.next().as_deref(), words.next(), words.next()) {
            (None | Some("help"), None, None) => return Ok(None),
            (Some("expand"), Some(kernel), None) => Action::Expand(kernel),
            (Some("doc"), Some(kernel), None) => Action::Doc(kernel),
            (Some("info"), kernel, None) => Action::Info(kernel),
            (Some("expand" | "doc"), None, _) => return Err("name a kernel".into()),
            _ => return Err(format!("expected one of the actions\n\n{USAGE}").into()),
        };
        Ok(Some(Options { action, request }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Option<Options>, lexopt::Error> {
        Options::of(line.split_whitespace())
    }

    #[test]
    fn actions_and_options_in_any_order() {
        let options = parse("expand -p own a::k --features x,y --release")
            .unwrap()
            .unwrap();
        assert_eq!(options.action, Action::Expand("a::k".to_owned()));
        assert_eq!(options.request.package.as_deref(), Some("own"));
        assert_eq!(options.request.features, ["x", "y"]);
        assert!(options.request.release);
        assert_eq!(parse("info").unwrap().unwrap().action, Action::Info(None));
        assert_eq!(
            parse("doc k").unwrap().unwrap().action,
            Action::Doc("k".to_owned())
        );
    }

    #[test]
    fn what_has_no_meaning_is_refused() {
        assert!(parse("").unwrap().is_none());
        assert!(parse("expand k --help").unwrap().is_none());
        for line in ["expand", "expand a b", "show k", "expand k --colour"] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
