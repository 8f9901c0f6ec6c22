//! What the macros make of what a build script left.

use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use phalanx_compiler::artefact::{self, FOLDER, STATUS, Site, Variant};

use super::*;

const KERNEL: &str = "fn fill(grid: Grid, y: &mut [f32]) { y[grid.thread_rank()] = helper(1); }";

/// A folder of this test's own, with what a build script would have left.
struct Out(PathBuf);

impl Out {
    fn new(test: &str) -> Self {
        let folder = format!("phalanx-macros-{}-{test}", std::process::id());
        let out = std::env::temp_dir().join(folder);
        fs::create_dir_all(out.join(FOLDER)).expect("a folder for temporary files");
        Out(out)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(FOLDER).join(name), text).expect("a file in the folder");
    }

    fn status(self, status: &Status) -> Self {
        self.write(STATUS, &status.to_text());
        self
    }

    fn artefact(self, artefact: &Artefact) -> Self {
        let name = artefact::file_name(artefact.kind, artefact.hash, 0);
        self.write(&name, &artefact.to_text());
        self
    }

    fn expand(&self, source: &str) -> String {
        expand(Some(&self.0), source)
    }
}

impl Drop for Out {
    fn drop(&mut self) {
        // It is in the way of nothing if it stays.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn tokens(source: &str) -> TokenStream {
    TokenStream::from_str(source).expect("tokens")
}

fn expand(out: Option<&Path>, source: &str) -> String {
    let krate = Crate {
        out: out.map(Path::to_owned),
        name: "test".to_owned(),
    };
    kernel(&krate, TokenStream::new(), tokens(source)).to_string()
}

/// What the build script knows of [`KERNEL`].
fn artefact() -> Artefact {
    let parsed = parse::kernel(TokenStream::new(), tokens(KERNEL)).expect("the kernel is right");
    let mut artefact = Artefact::new(Kind::Kernel, parsed.hash, "fill");
    artefact.variants.push(Variant {
        label: String::new(),
        symbol: "fill_symbol".to_owned(),
        block_multiple: 32,
    });
    artefact
}

#[test]
fn without_a_build_script_kernels_are_emulated() {
    let image = "image : :: phalanx :: __rt :: Image :: NoBuildScript";
    assert!(expand(None, KERNEL).contains(image));
    // Another build script, which compiles no kernels.
    assert!(Out::new("none").expand(KERNEL).contains(image));
}

#[test]
fn an_image_is_embedded_with_what_belongs_to_it() {
    let mut artefact = artefact();
    artefact.image = Some("fill.fatbin".to_owned());
    artefact.literals = vec![Some("u16".to_owned())];
    artefact.sites.push(Site {
        file: "lib.rs".to_owned(),
        line: 7,
        column: 3,
        pieces: Vec::new(),
    });
    let out = Out::new("image").status(&Status::Cuda).artefact(&artefact);
    let printed = out.expand(KERNEL);
    let image = out.0.join(FOLDER).join("fill.fatbin");
    let include = format!("include_bytes ! ({:?})", image.display().to_string());
    for part in [
        &include,
        "symbol : \"fill_symbol\"",
        "helper (1u16)",
        "line : 7u32",
    ] {
        assert!(printed.contains(part), "{part} is not in {printed}");
    }
}

#[test]
fn why_there_is_no_image_is_kept() {
    let off = Status::Off("there is no nvcc".to_owned());
    let out = Out::new("off").status(&off).artefact(&artefact());
    assert!(
        out.expand(KERNEL)
            .contains("NotBuilt { reason : \"there is no nvcc\" }")
    );
    let mut artefact = artefact();
    artefact.left_out = Some("nvcc failed".to_owned());
    let out = Out::new("left-out")
        .status(&Status::Cuda)
        .artefact(&artefact);
    assert!(
        out.expand(KERNEL)
            .contains("NotBuilt { reason : \"nvcc failed\" }")
    );
}

#[test]
fn a_kernel_that_was_not_found_is_an_error() {
    let out = Out::new("missing")
        .status(&Status::Cuda)
        .artefact(&artefact());
    let other = KERNEL.replace("helper(1)", "helper(2)");
    let printed = out.expand(&other);
    assert!(printed.contains("compile_error"), "{printed}");
    assert!(printed.contains("did not find `fill`"), "{printed}");
    // Its uses are no further errors.
    assert!(printed.contains("fn launch"), "{printed}");
}

#[test]
fn what_the_build_script_refused_is_reported_at_its_token() {
    let mut artefact = artefact();
    artefact.errors.push(Refusal {
        line: 1,
        column: u32::try_from(KERNEL.find("helper").expect("a call")).expect("a column"),
        message: "`helper` is a plain `fn`".to_owned(),
    });
    let out = Out::new("refused")
        .status(&Status::Cuda)
        .artefact(&artefact);
    let printed = out.expand(KERNEL);
    assert!(printed.contains("`helper` is a plain `fn`"), "{printed}");
    let item = tokens(KERNEL);
    let token = token_at(item, &artefact.errors[0]).expect("a token starts there");
    assert_eq!(&KERNEL[token.start().column..token.end().column], "helper");
}

#[test]
fn a_damaged_artefact_says_so() {
    let out = Out::new("damaged").status(&Status::Cuda);
    let name = artefact::file_name(Kind::Kernel, artefact().hash, 0);
    out.write(&name, "something else\n");
    let printed = out.expand(KERNEL);
    assert!(printed.contains("cannot be read"), "{printed}");
    assert!(printed.contains("same version"), "{printed}");
}
