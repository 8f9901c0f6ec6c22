//! `docs/mistakes.md` says what is so: each of its sections shows a program that is in the repository,
//! to the letter, and the beginning of what a test expects to be said of it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A section of the page, `### 7. A title`.
#[derive(Default)]
struct Section {
    number: usize,
    title: String,
    /// Who finds the mistake: a word of the table.
    finder: String,
    /// The program, as the page links to it.
    program: String,
    /// The blocks of Rust.
    code: Vec<String>,
    /// The message.
    message: Vec<String>,
}

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn page() -> String {
    read(&docs().join("mistakes.md"))
}

/// Between `before` and `after`.
fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(before)?;
    Some(rest.split_once(after)?.0)
}

fn sections(page: &str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut fence: Option<&str> = None;
    for line in page.lines() {
        if let Some(heading) = line.strip_prefix("### ") {
            let (number, title) = heading.split_once(". ").expect("a number and a title");
            sections.push(Section {
                number: number.parse().expect("a number"),
                title: title.to_owned(),
                ..Section::default()
            });
            continue;
        }
        let Some(section) = sections.last_mut() else {
            continue;
        };
        match (line.strip_prefix("```"), fence) {
            (Some(language), None) => {
                fence = Some(language);
                match language {
                    "rust" => section.code.push(String::new()),
                    "text" => assert!(section.message.is_empty(), "one message a section"),
                    other => panic!("a block of `{other}`"),
                }
            }
            (Some(_), Some(_)) => fence = None,
            (None, Some("rust")) => {
                let code = section.code.last_mut().expect("the fence has begun one");
                *code += line;
                *code += "\n";
            }
            (None, Some(_)) => section.message.push(line.to_owned()),
            (None, None) => {
                if let Some(found) = line.strip_prefix("**Found by** ") {
                    let (finder, _) = found.split_once(':').expect("who, and a link");
                    section.finder = finder.trim_start_matches("the ").to_owned();
                    let program = between(line, "](", ")").expect("a link");
                    section.program = program.to_owned();
                }
            }
        }
    }
    assert!(fence.is_none(), "a block does not end");
    sections
}

/// The anchor that a heading gets.
fn anchor(section: &Section) -> String {
    format!("{}. {}", section.number, section.title)
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

/// The lines of a text, without those that are empty and without indentation: the page leaves both out.
fn lines(text: &str) -> Vec<&str> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect()
}

/// What a test expects to be said of a program.
fn expected(program: &Path) -> PathBuf {
    if program
        .parent()
        .is_some_and(|folder| folder.ends_with("mistakes/src"))
    {
        let name = program
            .file_stem()
            .expect("a file")
            .to_str()
            .expect("UTF-8");
        return program.with_file_name(format!("../expected/{name}.txt"));
    }
    program.with_extension("stderr")
}

#[test]
fn programs_and_messages_are_those_of_the_tests() {
    for section in sections(&page()) {
        let of = format!("{}. {}", section.number, section.title);
        let program = docs().join(&section.program);
        let source = read(&program);
        assert!(
            section
                .code
                .first()
                .is_some_and(|code| code.contains("#[group_kernel]")),
            "{of}: shows no kernel"
        );
        for code in &section.code {
            // A launch may be shown without the indentation of its function.
            let found = source.contains(code.trim_end()) || {
                let (source, code) = (lines(&source).join("\n"), lines(code).join("\n"));
                !code.contains("#[group_kernel]") && source.contains(&code)
            };
            assert!(found, "{of}: not in {}:\n{code}", section.program);
        }
        if section.finder == "nobody" {
            assert!(section.message.is_empty(), "{of}: who says this?");
            continue;
        }
        let said = read(&expected(&program));
        let (said, quoted) = (lines(&said), lines_of(&section.message));
        assert!(!quoted.is_empty(), "{of}: no message");
        assert!(
            said.starts_with(&quoted),
            "{of}: the message begins\n{}",
            said[..quoted.len().min(said.len())].join("\n")
        );
    }
}

fn lines_of(message: &[String]) -> Vec<&str> {
    message.iter().map(|line| line.trim()).collect()
}

#[test]
fn the_table_agrees_with_the_sections() {
    let page = page();
    let table: Vec<&str> = page
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| |"))
        .collect();
    let rows: Vec<String> = sections(&page)
        .iter()
        .map(|section| {
            let Section {
                number,
                title,
                finder,
                ..
            } = section;
            format!("| {number} | [{title}](#{}) | {finder} |", anchor(section))
        })
        .collect();
    assert_eq!(table, rows);
}

#[test]
fn sections_are_numbered_and_many() {
    let sections = sections(&page());
    assert!(sections.len() >= 25, "{}", sections.len());
    for (index, section) in sections.iter().enumerate() {
        assert_eq!(section.number, index + 1, "{}", section.title);
        let finders = ["compiler", "launch", "emulator", "nobody"];
        assert!(finders.contains(&&*section.finder), "{}", section.title);
        let refused = section.program.contains("/compile-fail/");
        assert_eq!(refused, section.finder == "compiler", "{}", section.title);
    }
}

/// The page and `found.rs` agree on who finds what runs.
#[test]
fn who_finds_it_is_tested() {
    let tests = include_str!("found.rs");
    let listed = |finder: &str| -> BTreeSet<&str> {
        let names = between(tests, &format!("found! {{ {finder}:"), "}").expect("a list");
        names.split_whitespace().collect()
    };
    for (finder, tested) in [
        ("launch", listed("Launch")),
        ("emulator", listed("Emulator")),
    ] {
        let sections = sections(&page());
        let on_page: BTreeSet<&str> = sections
            .iter()
            .filter(|section| section.finder == finder)
            .map(|section| between(&section.program, "/src/", ".rs").expect("a program that runs"))
            .collect();
        assert_eq!(on_page, tested, "{finder}");
    }
}

/// What to write instead of a program that runs is a test in `instead/`.
#[test]
fn what_to_write_instead_is_tested() {
    let tests = [
        include_str!("instead/emulator.rs"),
        include_str!("instead/launch.rs"),
    ]
    .concat();
    for section in sections(&page()) {
        if let Some(name) = between(&section.program, "/src/", ".rs") {
            assert!(tests.contains(&format!("fn {name}() ->")), "no `{name}`");
        }
    }
}

#[test]
fn each_program_has_a_section() {
    let shown: BTreeSet<PathBuf> = sections(&page())
        .iter()
        .map(|section| docs().join(&section.program).canonicalize().unwrap())
        .collect();
    for folder in [
        "../tests/mistakes/src",
        "../tests/compile-fail/cases/mistakes",
    ] {
        for entry in fs::read_dir(docs().join(folder)).unwrap() {
            let path = entry.unwrap().path().canonicalize().unwrap();
            let is_program =
                path.extension().is_some_and(|it| it == "rs") && !path.ends_with("lib.rs");
            assert!(
                !is_program || shown.contains(&path),
                "no section shows {}",
                path.display()
            );
        }
    }
}

/// Texts that no test compares any more.
#[test]
fn each_expected_text_has_a_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for entry in fs::read_dir(root.join("expected")).unwrap() {
        let name = entry.unwrap().path().with_extension("rs");
        let program = root.join("src").join(name.file_name().unwrap());
        assert!(program.exists(), "{}", program.display());
    }
}
