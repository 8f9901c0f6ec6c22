//! What is refused, and in which words: each case of `refused/*.txt` is a name, a source, and what is said
//! of it. To write down what is said now: `UPDATE_REFUSED=1 cargo test -p phalanx-compiler --test types`.

use std::path::{Path, PathBuf};

use super::crate_env::Crate;
use super::{check, texts};
use phalanx_compiler::report::{Diagnostic, Errors};
use phalanx_compiler::types::check_instance;
use phalanx_compiler::types::env::{Env, OneItem};

struct Case {
    name: String,
    source: String,
    said: String,
}

fn cases(text: &str) -> Vec<Case> {
    let cases = text.split("=== ").skip(1);
    let cases = cases.map(|case| {
        let (name, rest) = case.split_once('\n').expect("a name");
        let (source, said) = rest.split_once("---\n").unwrap_or((rest, ""));
        Case {
            name: name.to_string(),
            source: source.to_string(),
            said: said.trim().to_string(),
        }
    });
    cases.collect()
}

/// Everything wrong with the functions of a source and the instances that its kernels declare.
fn errors(krate: &Crate, env: &dyn Env) -> Errors {
    let mut errors = Errors::default();
    for name in krate.names() {
        match check(krate.item(&name), env) {
            Ok(typed) => {
                for instance in &typed.instances {
                    if let Err(more) = check_instance(&typed, instance) {
                        errors.0.extend(more.0);
                    }
                }
            }
            Err(more) => errors.0.extend(more.0),
        }
    }
    errors
        .0
        .sort_by_key(|diagnostic| diagnostic.span.start().line);
    errors
}

fn run(file: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(file).expect("a file of cases");
    let (mut wrong, mut written) = (Vec::new(), String::new());
    for case in cases(&text) {
        let krate = Crate::parse(&case.source);
        let full = errors(&krate, &krate);
        let said = texts(&full).trim_end().to_string();
        if said != case.said {
            wrong.push(format!("{}\n{}\n", case.name, said));
        }
        // Whoever sees less must not refuse more.
        let alone = errors(&krate, &OneItem);
        for one in &alone.0 {
            let place = |diagnostic: &Diagnostic| {
                let start = diagnostic.span.start();
                (start.line, start.column)
            };
            let known = full.0.iter().any(|other| place(other) == place(one));
            if !known {
                wrong.push(format!("{}: alone, {}\n", case.name, one.message));
            }
        }
        written.push_str(&format!(
            "=== {}\n{}---\n{said}\n\n",
            case.name, case.source
        ));
    }
    if std::env::var_os("UPDATE_REFUSED").is_some() {
        std::fs::write(file, format!("{}\n", written.trim_end())).expect("the file is written");
        wrong.retain(|wrong| wrong.contains(": alone, "));
    }
    wrong
}

#[test]
fn every_refusal_is_said_as_written_down() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/types/refused");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of cases")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    let wrong: Vec<String> = files.iter().flat_map(|file| run(file)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
