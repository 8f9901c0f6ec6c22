//! All crates that device code of the package may come from: its own, and libraries it depends on.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::cfg::CfgSet;
use crate::dependencies::Dependencies;
use crate::index::{self, Index};
use crate::package::{Package, Target, TargetKind};
use crate::sources;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CrateId(pub usize);

/// One crate, read.
pub struct Crate {
    pub index: Rc<Index>,
    /// As `CARGO_CRATE_NAME` names it.
    pub krate: String,
    /// Its package where that is not the one being built.
    package: Option<String>,
    /// Of the package being built: which crate.
    pub target: Option<Target>,
}

/// What a name of another crate leads to.
#[derive(Debug)]
pub enum Extern {
    Crate(CrateId),
    /// Rust's own crates, Phalanx and `half`: their items are the language.
    Outside,
    None,
    /// It is not known; the text says why.
    Unknown(String),
}

pub struct Universe {
    crates: RefCell<Vec<Rc<Crate>>>,
    /// The crates that paths of items begin with, so that two crates of one name stay apart.
    names: RefCell<HashMap<String, usize>>,
    libraries: RefCell<HashMap<String, CrateId>>,
    own_lib: Option<CrateId>,
    own_dependencies: Vec<String>,
    dependencies: Dependencies,
    cfg: CfgSet,
    files: RefCell<Vec<PathBuf>>,
    problems: RefCell<Vec<String>>,
}

impl Universe {
    /// Reads the crates of a package, each with and without `cfg(test)` where that makes a
    /// difference.
    pub fn read(
        package: &Package,
        kinds: &[TargetKind],
        cfg: &CfgSet,
        dependencies: Dependencies,
    ) -> Universe {
        let mut universe = Universe {
            crates: RefCell::default(),
            names: RefCell::default(),
            libraries: RefCell::default(),
            own_lib: None,
            own_dependencies: package.dependencies.clone(),
            dependencies,
            cfg: cfg.clone(),
            files: RefCell::default(),
            problems: RefCell::default(),
        };
        for target in &package.targets {
            if !kinds.contains(&target.kind) {
                continue;
            }
            let name = universe.unique_name(&target.krate, target.kind);
            for &test in target.kind.tests() {
                let cfg = if test { cfg.with_test() } else { cfg.clone() };
                let (id, mentions_test) =
                    universe.add(&target.root, &target.krate, &name, &cfg, None, Some(target));
                if target.kind == TargetKind::Lib && !test {
                    universe.own_lib = Some(id);
                }
                if !mentions_test {
                    break;
                }
            }
        }
        universe
    }

    /// The crates of the package being built.
    pub fn own(&self) -> Vec<CrateId> {
        let crates = self.crates.borrow();
        (0..crates.len())
            .filter(|&index| crates[index].target.is_some())
            .map(CrateId)
            .collect()
    }

    pub fn krate(&self, id: CrateId) -> Rc<Crate> {
        self.crates.borrow()[id.0].clone()
    }

    pub fn index(&self, id: CrateId) -> Rc<Index> {
        self.crates.borrow()[id.0].index.clone()
    }

    /// Every file read so far.
    pub fn files(&self) -> Vec<PathBuf> {
        self.files.borrow().clone()
    }

    /// Whether sources of other crates were looked for.
    pub fn asked_cargo(&self) -> bool {
        self.dependencies.asked()
    }

    /// What could not be followed in the sources of the package.
    pub fn problems(&self) -> Vec<String> {
        self.problems.borrow().clone()
    }

    /// What a crate calls by the name of another crate.
    pub fn external(&self, from: CrateId, name: &str) -> Extern {
        if matches!(name, "core" | "std" | "alloc" | "phalanx" | "half") {
            return Extern::Outside;
        }
        let krate = self.krate(from);
        if let Some(target) = &krate.target {
            let own = self.own_lib.filter(|_| target.kind != TargetKind::Lib);
            if let Some(lib) = own
                && self.krate(lib).krate == name
            {
                return Extern::Crate(lib);
            }
        }
        if !self.may_be_crate(&krate, name) {
            return Extern::None;
        }
        let found = match self.dependencies.find(krate.package.as_deref(), name) {
            Ok(found) => found,
            Err(reason) => {
                return Extern::Unknown(format!(
                    "the build script could not find the sources of the crate `{name}`: {reason}"
                ));
            }
        };
        let Some((id, node)) = found else {
            return Extern::None;
        };
        if matches!(node.name.as_str(), "phalanx" | "half") {
            return Extern::Outside;
        }
        let Some((root, lib)) = &node.lib else {
            return Extern::None;
        };
        if let Some(known) = self.libraries.borrow().get(id) {
            return Extern::Crate(*known);
        }
        let unique = self.unique_name(lib, TargetKind::Lib);
        let cfg = self.cfg.with_features(node.features.iter().cloned());
        let (added, _) = self.add(root, lib, &unique, &cfg, Some(id.to_owned()), None);
        self.libraries.borrow_mut().insert(id.to_owned(), added);
        Extern::Crate(added)
    }

    /// Whether it is worth asking cargo: names of types and of Rust's primitives are no crates.
    fn may_be_crate(&self, krate: &Crate, name: &str) -> bool {
        if krate.target.is_some() && self.own_dependencies.iter().any(|own| own == name) {
            return true;
        }
        let primitive = ["bool", "char", "str"].contains(&name)
            || (name.starts_with(['i', 'u', 'f']) && name[1..].chars().all(|c| c.is_ascii_digit()))
            || ["isize", "usize"].contains(&name);
        !primitive && !name.starts_with(|c: char| c.is_uppercase())
    }

    fn add(
        &self,
        root: &Path,
        krate: &str,
        path: &str,
        cfg: &CfgSet,
        package: Option<String>,
        target: Option<&Target>,
    ) -> (CrateId, bool) {
        let tree = sources::read(root, cfg);
        let mut files = self.files.borrow_mut();
        for file in tree.files {
            if !files.contains(&file) {
                files.push(file);
            }
        }
        if target.is_some() {
            let mut problems = self.problems.borrow_mut();
            for problem in tree.problems {
                if !problems.contains(&problem) {
                    problems.push(problem);
                }
            }
        }
        let mut crates = self.crates.borrow_mut();
        let id = CrateId(crates.len());
        crates.push(Rc::new(Crate {
            index: Rc::new(index::build(path, tree.root)),
            krate: krate.to_owned(),
            package,
            target: target.cloned(),
        }));
        (id, tree.mentions_test)
    }

    /// `name`, or, where another crate has it already, one that says which this is.
    fn unique_name(&self, name: &str, kind: TargetKind) -> String {
        let mut names = self.names.borrow_mut();
        let mut unique = name.to_owned();
        if names.contains_key(&unique) && kind != TargetKind::Lib {
            unique = format!("{name}_{}", kind.name());
        }
        let count = names.entry(unique.clone()).or_insert(0);
        *count += 1;
        match *count {
            1 => unique,
            count => format!("{unique}_{count}"),
        }
    }
}
