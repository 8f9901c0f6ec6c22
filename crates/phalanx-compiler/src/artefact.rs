//! What the build script leaves for the macros in `$OUT_DIR/phalanx/`: one writer, one reader.
//!
//! ```text
//! status                         `cuda`, or `off: ` and why there is no CUDA code
//! <hash>-<n>.kernel              one kernel; n counts kernels with the same tokens
//! <hash>-<n>.device_fn           one device function
//! cuda/                          headers, C++, and images named by their content
//! ```
//!
//! `<hash>` is [`Function::hash`] in 16 hexadecimal digits. An item's file is plain text, a `key value`
//! a line. Values that come from sources or file names are escaped so that they stay on their line.
//! This module does no I/O: both sides bring the text.
//!
//! [`Function::hash`]: crate::syntax::ast::Function::hash

use std::fmt::Write as _;

use crate::converge::Promises;
use crate::types::ty::{Float, Int};

/// The folder in `OUT_DIR`.
pub const FOLDER: &str = "phalanx";
/// The file in [`FOLDER`] that holds the [`Status`]. It exists if and only if the crate's build script
/// called `phalanx_build::compile()`.
pub const STATUS: &str = "status";
/// First line of an item's file: a macro that meets another number was built from another version of
/// Phalanx than the build script.
const VERSION: &str = "phalanx-artefact 1";

/// Whether the build script made CUDA code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// Every kernel has an image, or says why not ([`Artefact::left_out`]).
    Cuda,
    /// No kernel has an image: there is no nvcc, or the user asked for none. The text says which.
    Off(String),
}

/// Which attribute the item has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    Kernel,
    DeviceFn,
}

/// What the build script knows of one kernel or device function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Artefact {
    pub kind: Kind,
    pub hash: u64,
    pub name: String,
    /// The crate it stands in, as `CARGO_CRATE_NAME` names it: a file may be a module of several.
    pub krate: String,
    /// The absolute path of the folder that relative names of files (here and in [`Site::file`])
    /// start from.
    pub root: String,
    pub file: String,
    /// Of the item's name.
    pub line: u32,
    /// The file with the kernel's machine code, relative to [`FOLDER`].
    pub image: Option<String>,
    /// Why the kernel has no image although the status is [`Status::Cuda`].
    pub left_out: Option<String>,
    /// The instances in the image, in the order of the variants the kernel declares.
    pub variants: Vec<Variant>,
    /// The places in which the kernel may panic, by the number that the device reports.
    pub sites: Vec<Site>,
    /// Suffixes of the literals of the body, in the order of their tokens: those whose type only
    /// the whole crate can tell, `None` for the others. Empty if there are none such.
    pub literals: Vec<Option<String>>,
    /// Which calls of the body give a `Uniform` result: only the whole crate can tell.
    pub promises: Promises,
    /// Refusals that need knowledge of the whole crate; the macro reports them.
    pub errors: Vec<Refusal>,
}

/// One instance of a kernel in its image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    /// As a user reads it: `N = 8`. Empty for a kernel without generic parameters.
    pub label: String,
    /// The name of the function in the image.
    pub symbol: String,
    /// A block must have a multiple of so many threads: the largest tile that is cut from it.
    pub block_multiple: u32,
}

/// A place in the sources at which a kernel may panic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    pub file: String,
    /// From 1.
    pub line: u32,
    /// From 1, in characters, as [`core::panic::Location`] counts.
    pub column: u32,
    /// The message, in order.
    pub pieces: Vec<Piece>,
}

/// Of the message of a panic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    Text(String),
    /// The next value that the device reports, printed as `{}` prints a value of this type.
    Value(ValueType),
    /// The same as `{:?}` prints it: the operands of `assert_eq!`.
    Debug(ValueType),
}

/// How the 64 bits that the device reports for a value are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ValueType {
    Bool,
    Int(Int),
    Float(Float),
}

/// An error for the macro to report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Where the token starts, as `proc_macro2` counts: from 1.
    pub line: u32,
    /// From 0, in characters.
    pub column: u32,
    /// The whole text, notes and help included.
    pub message: String,
}

/// A file of the folder that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// From 1.
    pub line: usize,
    pub reason: String,
}

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl Status {
    pub fn to_text(&self) -> String {
        match self {
            Status::Cuda => "cuda\n".to_owned(),
            Status::Off(reason) => format!("off: {}\n", escape(reason)),
        }
    }

    pub fn from_text(text: &str) -> Result<Status, Unreadable> {
        let line = text.lines().next().unwrap_or_default();
        if line == "cuda" {
            return Ok(Status::Cuda);
        }
        match line.strip_prefix("off: ") {
            Some(reason) => Ok(Status::Off(unescape(reason))),
            None => Err(Unreadable {
                line: 1,
                reason: format!("`{line}` is no status"),
            }),
        }
    }
}

impl Kind {
    fn extension(self) -> &'static str {
        match self {
            Kind::Kernel => "kernel",
            Kind::DeviceFn => "device_fn",
        }
    }
}

/// The name of the file of the `n`-th item with these tokens. A reader counts `n` up from 0 until
/// there is no such file.
pub fn file_name(kind: Kind, hash: u64, n: usize) -> String {
    format!("{hash:016x}-{n}.{}", kind.extension())
}

/// Where an item stands, as rustc tells it.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    /// `CARGO_CRATE_NAME`.
    pub krate: &'a str,
    /// The file, as rustc names it.
    pub file: &'a str,
    /// Of the item's name.
    pub line: u32,
}

/// Of the artefacts with an item's hash, the item's own. The only one there is needs no place.
///
/// Rustc names files as cargo gave them, relative to the workspace or absolute, so paths are compared
/// from their end: the best is the one with most components in common.
pub fn choose<'a>(candidates: &'a [Artefact], place: Place<'_>) -> Option<&'a Artefact> {
    if let [only] = candidates {
        return Some(only);
    }
    candidates
        .iter()
        .filter(|one| one.line == place.line)
        .map(|one| {
            let common = common_end(&one.absolute(&one.file), place.file);
            ((common, one.krate == place.krate), one)
        })
        .filter(|((common, _), _)| *common > 0)
        .max_by_key(|(rank, _)| *rank)
        .map(|(_, one)| one)
}

impl Artefact {
    /// An artefact about which nothing more is known yet.
    pub fn new(kind: Kind, hash: u64, name: impl Into<String>) -> Self {
        Artefact {
            kind,
            hash,
            name: name.into(),
            krate: String::new(),
            root: String::new(),
            file: String::new(),
            line: 0,
            image: None,
            left_out: None,
            variants: Vec::new(),
            sites: Vec::new(),
            literals: Vec::new(),
            promises: Promises::default(),
            errors: Vec::new(),
        }
    }

    /// Names the files of the sites as rustc does, given rustc's name of the item's own file: a
    /// kernel's panic then has the same text on every device.
    pub fn name_files_like(&mut self, rustc_file: &str) {
        let own = self.absolute(&self.file);
        let common = common_end(&own, rustc_file);
        let (Some(here), Some(there)) = (drop_end(&own, common), drop_end(rustc_file, common))
        else {
            return;
        };
        for site in &mut self.sites {
            let absolute = join(&self.root, &site.file);
            site.file = match absolute.strip_prefix(here) {
                Some(rest) if common > 0 => format!("{there}{rest}"),
                _ => absolute,
            };
        }
    }

    fn absolute(&self, file: &str) -> String {
        join(&self.root, file)
    }

    pub fn to_text(&self) -> String {
        let mut text = format!("{VERSION}\n");
        let mut line = |key: &str, value: &str| {
            // Writing to a `String` does not fail.
            let _ = writeln!(text, "{key} {}", escape(value));
        };
        line("kind", self.kind.extension());
        line("hash", &format!("{:016x}", self.hash));
        line("name", &self.name);
        line("crate", &self.krate);
        line("root", &self.root);
        line("file", &self.file);
        line("line", &self.line.to_string());
        if let Some(image) = &self.image {
            line("image", image);
        }
        if let Some(reason) = &self.left_out {
            line("left-out", reason);
        }
        for variant in &self.variants {
            let Variant {
                label,
                symbol,
                block_multiple,
            } = variant;
            line("variant", &format!("{symbol} {block_multiple} {label}"));
        }
        for site in &self.sites {
            line(
                "site",
                &format!("{} {} {}", site.line, site.column, site.file),
            );
            for piece in &site.pieces {
                match piece {
                    Piece::Text(text) => line("text", text),
                    Piece::Value(ty) => line("value", ty.name()),
                    Piece::Debug(ty) => line("debug", ty.name()),
                }
            }
        }
        if !self.literals.is_empty() {
            let suffixes: Vec<_> = self
                .literals
                .iter()
                .map(|suffix| suffix.as_deref().unwrap_or("-"))
                .collect();
            line("literals", &suffixes.join(" "));
        }
        if self.promises != Promises::default() {
            line("promises", &self.promises.to_string());
        }
        for error in &self.errors {
            line(
                "error",
                &format!("{} {} {}", error.line, error.column, error.message),
            );
        }
        text
    }

    pub fn from_text(text: &str) -> Result<Artefact, Unreadable> {
        let mut lines = text.lines().enumerate();
        if lines.next().map(|(_, first)| first) != Some(VERSION) {
            return Err(Unreadable {
                line: 1,
                reason: format!(
                    "expected `{VERSION}`: `phalanx` and `phalanx-build` must have the same version"
                ),
            });
        }
        let mut artefact = Artefact::new(Kind::Kernel, 0, "");
        for (index, line) in lines {
            artefact.read_line(line).map_err(|reason| Unreadable {
                line: index + 1,
                reason,
            })?;
        }
        Ok(artefact)
    }

    fn read_line(&mut self, line: &str) -> Result<(), String> {
        let (key, value) = line.split_once(' ').ok_or("expected a key and a value")?;
        let value = unescape(value);
        match key {
            "kind" => {
                self.kind = [Kind::Kernel, Kind::DeviceFn]
                    .into_iter()
                    .find(|kind| kind.extension() == value)
                    .ok_or_else(|| format!("`{value}` is no kind of item"))?;
            }
            "hash" => {
                self.hash = u64::from_str_radix(&value, 16).map_err(|e| e.to_string())?;
            }
            "name" => self.name = value,
            "crate" => self.krate = value,
            "root" => self.root = value,
            "file" => self.file = value,
            "line" => self.line = number(&value)?,
            "image" => self.image = Some(value),
            "left-out" => self.left_out = Some(value),
            "variant" => {
                let (symbol, rest) = value.split_once(' ').ok_or("expected a number")?;
                let (multiple, label) = rest.split_once(' ').ok_or("expected a label")?;
                let block_multiple = multiple.parse().map_err(|_| "expected a number")?;
                self.variants.push(Variant {
                    label: label.to_owned(),
                    symbol: symbol.to_owned(),
                    block_multiple,
                });
            }
            "site" => {
                let (line, column, file) = position(&value)?;
                self.sites.push(Site {
                    file: file.to_owned(),
                    line,
                    column,
                    pieces: Vec::new(),
                });
            }
            "text" => self.last_site()?.pieces.push(Piece::Text(value)),
            "value" | "debug" => {
                let ty = ValueType::from_name(&value)
                    .ok_or_else(|| format!("`{value}` is no type of a value"))?;
                let piece = match key {
                    "value" => Piece::Value(ty),
                    _ => Piece::Debug(ty),
                };
                self.last_site()?.pieces.push(piece);
            }
            "literals" => {
                self.literals = value
                    .split(' ')
                    .map(|suffix| (suffix != "-").then(|| suffix.to_owned()))
                    .collect();
            }
            "promises" => {
                self.promises = value
                    .parse()
                    .map_err(|_| format!("`{value}` are no promises of calls"))?;
            }
            "error" => {
                let (line, column, message) = position(&value)?;
                self.errors.push(Refusal {
                    line,
                    column,
                    message: message.to_owned(),
                });
            }
            _ => return Err(format!("unknown key `{key}`")),
        }
        Ok(())
    }

    fn last_site(&mut self) -> Result<&mut Site, String> {
        self.sites
            .last_mut()
            .ok_or_else(|| "part of a message before any site".to_owned())
    }
}

impl ValueType {
    pub fn name(self) -> &'static str {
        match self {
            ValueType::Bool => "bool",
            ValueType::Int(int) => int.name(),
            ValueType::Float(float) => float.name(),
        }
    }

    pub fn from_name(name: &str) -> Option<ValueType> {
        if name == "bool" {
            return Some(ValueType::Bool);
        }
        Int::from_name(name)
            .map(ValueType::Int)
            .or_else(|| Float::from_name(name).map(ValueType::Float))
    }
}

fn number(text: &str) -> Result<u32, String> {
    text.parse()
        .map_err(|_| format!("expected a number, found `{text}`"))
}

/// `12 5 rest`.
fn position(text: &str) -> Result<(u32, u32, &str), String> {
    let mut parts = text.splitn(3, ' ');
    let mut next = || parts.next().ok_or("expected a line, a column and a text");
    let (line, column, rest) = (next()?, next()?, next()?);
    Ok((number(line)?, number(column)?, rest))
}

/// Keeps a text on one line, and `\r` out of the reach of [`str::lines`].
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('\n', "\\n")
        .replace('\r', "\\r")
}

fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            plain.push(c);
            continue;
        }
        match chars.next() {
            Some('n') => plain.push('\n'),
            Some('r') => plain.push('\r'),
            Some(other) => plain.push(other),
            None => plain.push('\\'),
        }
    }
    plain
}

fn is_separator(c: char) -> bool {
    c == '/' || c == '\\'
}

/// `root/file`, or `file` if it is absolute.
fn join(root: &str, file: &str) -> String {
    if root.is_empty() || std::path::Path::new(file).is_absolute() {
        return file.to_owned();
    }
    format!("{}/{file}", root.trim_end_matches(is_separator))
}

/// How many of the last components of two paths are the same.
fn common_end(a: &str, b: &str) -> usize {
    let components = |path: &'_ str| {
        path.rsplit(is_separator)
            .filter(|part| !part.is_empty() && *part != ".")
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    components(a)
        .iter()
        .zip(&components(b))
        .take_while(|(a, b)| a == b)
        .count()
}

/// The path without its last `count` components; what is left ends with a separator or is empty.
fn drop_end(path: &str, count: usize) -> Option<&str> {
    let mut rest = path;
    for _ in 0..count {
        let cut = rest.trim_end_matches(is_separator).rfind(is_separator);
        rest = &rest[..cut.map_or(0, |at| at + 1)];
    }
    (path.len() > rest.len() || count == 0).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full() -> Artefact {
        Artefact {
            kind: Kind::Kernel,
            hash: 0x00ab_cdef_0123_4567,
            name: "spmv".into(),
            krate: "x".into(),
            root: "/home/a b/ws".into(),
            file: "crates/x/src/lib.rs".into(),
            line: 12,
            image: Some("cuda/spmv-89abcdef.fatbin".into()),
            left_out: Some("nvcc said:\n\\no\\ \r\n".into()),
            variants: vec![
                Variant {
                    label: "N = 4, T = f32".into(),
                    symbol: "spmv__N4".into(),
                    block_multiple: 32,
                },
                Variant {
                    label: String::new(),
                    symbol: "spmv".into(),
                    block_multiple: 1,
                },
            ],
            sites: vec![
                Site {
                    file: "crates/x/src/a b.rs".into(),
                    line: 3,
                    column: 7,
                    pieces: vec![
                        Piece::Text("the len is ".into()),
                        Piece::Value(ValueType::Int(Int::Usize)),
                        Piece::Text(" ".into()),
                        Piece::Value(ValueType::Float(Float::Bf16)),
                        Piece::Debug(ValueType::Bool),
                    ],
                },
                Site {
                    file: "/elsewhere/lib.rs".into(),
                    line: 4,
                    column: 1,
                    pieces: vec![Piece::Text(String::new())],
                },
            ],
            literals: vec![None, Some("u32".into()), None],
            promises: "12:0 31:2".parse().unwrap(),
            errors: vec![Refusal {
                line: 13,
                column: 0,
                message: "`helper` is a plain `fn`\n\nhelp: add `#[device_fn]`".into(),
            }],
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let artefact = full();
        assert_eq!(Artefact::from_text(&artefact.to_text()), Ok(artefact));
        let empty = Artefact::new(Kind::DeviceFn, u64::MAX, "f");
        assert_eq!(Artefact::from_text(&empty.to_text()), Ok(empty));
        for status in [Status::Cuda, Status::Off("no\nnvcc".into())] {
            assert_eq!(Status::from_text(&status.to_text()), Ok(status));
        }
    }

    #[test]
    fn each_value_stays_on_its_line() {
        let text = full().to_text();
        assert_eq!(text.lines().count(), 23, "{text}");
    }

    #[test]
    fn another_version_or_a_damaged_file_is_refused() {
        let other = full()
            .to_text()
            .replacen("phalanx-artefact 1", "phalanx-artefact 2", 1);
        assert!(
            Artefact::from_text(&other)
                .unwrap_err()
                .reason
                .contains("same version")
        );
        let damaged = full().to_text().replace("line 12", "line twelve");
        assert_eq!(Artefact::from_text(&damaged).unwrap_err().line, 8);
        assert!(Artefact::from_text("phalanx-artefact 1\ntext a\n").is_err());
        assert!(Status::from_text("").is_err());
    }

    #[test]
    fn of_items_with_the_same_tokens_the_place_decides() {
        let at = |krate: &str, file: &str, line| Artefact {
            krate: krate.into(),
            root: "/ws".into(),
            file: file.into(),
            line,
            ..Artefact::new(Kind::Kernel, 1, "k")
        };
        let candidates = [
            at("a", "a/src/lib.rs", 3),
            at("b", "b/src/lib.rs", 3),
            at("b", "b/src/lib.rs", 9),
            at("one", "b/tests/common.rs", 5),
            at("two", "b/tests/common.rs", 5),
        ];
        let chosen = |krate, file, line| {
            let place = Place { krate, file, line };
            candidates
                .iter()
                .position(|one| Some(one) == choose(&candidates, place))
        };
        assert_eq!(chosen("b", "b/src/lib.rs", 3), Some(1));
        assert_eq!(chosen("a", "/ws/a/src/lib.rs", 3), Some(0));
        assert_eq!(chosen("b", "b/src/lib.rs", 9), Some(2));
        assert_eq!(chosen("b", "b/src/lib.rs", 4), None);
        assert_eq!(chosen("one", "b/tests/common.rs", 5), Some(3));
        assert_eq!(chosen("two", "b/tests/common.rs", 5), Some(4));
        // One candidate needs no place: the tokens are the same.
        let elsewhere = Place {
            krate: "c",
            file: "elsewhere.rs",
            line: 70,
        };
        assert!(choose(&candidates[..1], elsewhere).is_some());
    }

    #[test]
    fn files_are_named_as_rustc_names_them() {
        let files = |rustc: &str| {
            let mut artefact = full();
            artefact.name_files_like(rustc);
            artefact
                .sites
                .into_iter()
                .map(|site| site.file)
                .collect::<Vec<_>>()
        };
        // A member of the workspace, and the same package as a dependency from elsewhere.
        assert_eq!(
            files("crates/x/src/lib.rs"),
            ["crates/x/src/a b.rs", "/elsewhere/lib.rs"]
        );
        assert_eq!(
            files("/home/a b/ws/crates/x/src/lib.rs"),
            ["/home/a b/ws/crates/x/src/a b.rs", "/elsewhere/lib.rs"]
        );
        assert_eq!(
            files("/remapped/x/src/lib.rs"),
            ["/remapped/x/src/a b.rs", "/elsewhere/lib.rs"]
        );
        assert_eq!(files("src/lib.rs"), ["src/a b.rs", "/elsewhere/lib.rs"]);
    }

    #[test]
    fn names_of_files() {
        assert_eq!(
            file_name(Kind::Kernel, 0xab, 2),
            "00000000000000ab-2.kernel"
        );
        assert_eq!(
            file_name(Kind::DeviceFn, 0xab, 0),
            "00000000000000ab-0.device_fn"
        );
    }
}
