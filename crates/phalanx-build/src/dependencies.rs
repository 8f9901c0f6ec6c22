//! The sources of other crates: a device function may stand in one.
//!
//! Cargo tells a build script nothing about them, so it is asked, but only when a path of device code
//! leads out of the crate.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::error::Error;
use crate::package::{self, TargetKind};

/// How to ask cargo for the dependencies of the package being built.
#[derive(Debug, Clone)]
pub struct Asking {
    pub cargo: PathBuf,
    pub manifest: PathBuf,
    /// Manifests of workspaces that may be the one being built, where the package is only a dependency of
    /// it. Cargo can tell the dependencies of a downloaded package from there alone.
    pub workspaces: Vec<PathBuf>,
    /// The target being compiled for, `x86_64-unknown-linux-gnu`.
    pub triple: Option<String>,
    /// The features of the package being built.
    pub features: Vec<String>,
}

/// The packages that the one being built depends on.
pub struct Dependencies {
    asking: Asking,
    graph: OnceCell<Result<Graph, String>>,
}

struct Graph {
    /// The id of the package being built.
    own: String,
    nodes: HashMap<String, Node>,
}

/// One package of the graph.
#[derive(Debug)]
pub struct Node {
    pub name: String,
    /// The root file of its library and the name it gives itself; none for a procedural macro.
    pub lib: Option<(PathBuf, String)>,
    pub features: Vec<String>,
    /// The ids of its dependencies, by the name that its code has for them.
    dependencies: HashMap<String, String>,
}

impl Dependencies {
    pub fn new(asking: Asking) -> Self {
        Dependencies {
            asking,
            graph: OnceCell::new(),
        }
    }

    /// What a package (the one being built: `None`) calls by a name: the id and the package.
    ///
    /// # Errors
    /// A text that says why cargo could not tell.
    pub fn find(&self, from: Option<&str>, name: &str) -> Result<Option<(&str, &Node)>, String> {
        let graph = self
            .graph
            .get_or_init(|| self.ask().map_err(|error| error.to_string()))
            .as_ref()
            .map_err(Clone::clone)?;
        let from = from.unwrap_or(&graph.own);
        let found = graph
            .nodes
            .get(from)
            .and_then(|node| node.dependencies.get(name))
            .and_then(|id| graph.nodes.get_key_value(id));
        Ok(found.map(|(id, node)| (id.as_str(), node)))
    }

    /// Whether anything was looked for.
    pub fn asked(&self) -> bool {
        self.graph.get().is_some()
    }

    fn ask(&self) -> Result<Graph, Error> {
        let asking = &self.asking;
        let platform = match &asking.triple {
            Some(triple) => vec!["--filter-platform", triple],
            None => Vec::new(),
        };
        let ask = |manifest: &Path, more: &[&str]| {
            let arguments = [&platform[..], more].concat();
            let metadata = package::metadata(&asking.cargo, manifest, &arguments)?;
            Graph::read(&metadata, &asking.manifest)
        };
        let features = asking.features.join(",");
        let own = ask(
            &asking.manifest,
            &["--no-default-features", "--features", &features],
        );
        // In some workspaces cargo takes no features for one member; the default ones are then the best
        // answer.
        let own = own.or_else(|_| ask(&asking.manifest, &[]));
        own.or_else(|error| {
            let mut workspaces = asking.workspaces.iter();
            workspaces
                .find_map(|workspace| ask(workspace, &[]).ok())
                .ok_or(error)
        })
    }
}

impl Graph {
    fn read(metadata: &Value, manifest: &Path) -> Result<Graph, Error> {
        let mut nodes = HashMap::new();
        let mut own = None;
        for package in array(&metadata["packages"]) {
            let id = text(&package["id"]);
            let path = Path::new(package["manifest_path"].as_str().unwrap_or_default());
            if package::same_file(path, manifest) {
                own = Some(id.clone());
            }
            let is_macro = array(&package["targets"])
                .any(|target| array(&target["kind"]).any(|kind| kind == "proc-macro"));
            let lib = package::targets(package)
                .into_iter()
                .find(|target| target.kind == TargetKind::Lib && !is_macro)
                .map(|target| (target.root, target.krate));
            let node = Node {
                name: text(&package["name"]),
                lib,
                features: Vec::new(),
                dependencies: HashMap::new(),
            };
            nodes.insert(id, node);
        }
        for resolved in array(&metadata["resolve"]["nodes"]) {
            if let Some(node) = nodes.get_mut(&text(&resolved["id"])) {
                node.features = array(&resolved["features"]).map(text).collect();
                node.dependencies = array(&resolved["deps"])
                    .map(|dep| (text(&dep["name"]), text(&dep["pkg"])))
                    .collect();
            }
        }
        let own = own.ok_or_else(|| Error::NoSuchPackage(manifest.to_owned()))?;
        Ok(Graph { own, nodes })
    }
}

fn array(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Folder;

    #[test]
    fn a_workspace_tells_the_dependencies_of_a_package_that_cannot() {
        let folder = Folder::new(&[
            (
                "Cargo.toml",
                "[package]\nname = \"root\"\nedition = \"2024\"\n\
                 [dependencies]\nkernels = { path = \"downloaded/kernels\" }\n\
                 [workspace]\nexclude = [\"downloaded\"]\n",
            ),
            ("src/lib.rs", ""),
            (
                "downloaded/kernels/Cargo.toml",
                "[package]\nname = \"kernels\"\nedition = \"2024\"\n\
                 [dependencies]\nmath = { path = \"../math\" }\n\
                 [dev-dependencies]\nnot-downloaded = { path = \"../not-downloaded\" }\n",
            ),
            ("downloaded/kernels/src/lib.rs", ""),
            (
                "downloaded/math/Cargo.toml",
                "[package]\nname = \"math\"\nedition = \"2024\"\n",
            ),
            ("downloaded/math/src/lib.rs", ""),
        ]);
        let find = |workspaces: Vec<PathBuf>| {
            let dependencies = Dependencies::new(Asking {
                cargo: "cargo".into(),
                manifest: folder.path("downloaded/kernels/Cargo.toml"),
                workspaces,
                triple: None,
                features: Vec::new(),
            });
            let found = dependencies.find(None, "math")?;
            Ok::<_, String>(found.map(|(_, node)| node.name.clone()))
        };
        let other = folder.path("downloaded/math/Cargo.toml");
        assert!(find(vec![]).unwrap_err().contains("not-downloaded"));
        assert!(find(vec![other.clone()]).is_err());
        let found = find(vec![other, folder.path("Cargo.toml")]).unwrap();
        assert_eq!(found.as_deref(), Some("math"));
    }
}
