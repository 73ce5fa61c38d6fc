//! How several files become one game.

use crate::{Memory, load};

/// The problems of a project, as `code: message` lines.
fn problems(files: &Memory) -> String {
    let loaded = load(files, "game.tgdl");
    let lines: Vec<String> = loaded
        .problems
        .iter()
        .filter(|p| p.code.contains("import") || p.code.contains("file") || p.code == "not-utf8")
        .map(|p| {
            let (line, column) = loaded.sources.line_column(p.span.file, p.span.start);
            let hints: String = p.hints.iter().map(|h| format!(" ({h})")).collect();
            format!("{}:{line}:{column} {}: {}{hints}", loaded.sources.path(p.span.file), p.code, p.message)
        })
        .collect();
    lines.join("\n")
}

#[test]
fn a_missing_import_names_what_exists() {
    let files = Memory::default()
        .with("game.tgdl", "game \"G\";\nimport \"piece\";\n")
        .with("pieces.tgdl", "class A { }");
    assert_eq!(
        problems(&files),
        "game.tgdl:2:1 missing-file: there is no file `piece.tgdl` (there are: `pieces.tgdl`)"
    );
}

#[test]
fn files_that_import_each_other_are_shown_as_a_circle() {
    let files = Memory::default()
        .with("game.tgdl", "game \"G\";\nimport \"a\";\n")
        .with("a.tgdl", "import \"b\";\n")
        .with("b.tgdl", "import \"a\";\n");
    assert!(
        problems(&files).starts_with(
            "b.tgdl:1:1 import-circle: files import each other: `a.tgdl` -> `b.tgdl` -> `a.tgdl`"
        ),
        "{}",
        problems(&files)
    );
}

#[test]
fn a_file_imported_twice_in_one_module_is_an_error_but_not_in_two() {
    let twice = Memory::default()
        .with("game.tgdl", "game \"G\";\nimport \"a\";\nimport \"./a.tgdl\" as b;\n")
        .with("a.tgdl", "class A { }");
    assert_eq!(problems(&twice), "game.tgdl:3:1 import-twice: `./a.tgdl` is imported twice");
    let shared = Memory::default()
        .with("game.tgdl", "game \"G\";\nimport \"a\";\nimport \"b\";\n")
        .with("a.tgdl", "import \"b\";\n")
        .with("b.tgdl", "class B { }");
    assert_eq!(problems(&shared), "");
}

#[test]
fn an_import_outside_of_the_project_is_refused() {
    for path in ["../x", "/etc/passwd"] {
        let files = Memory::default().with("game.tgdl", &format!("game \"G\";\nimport \"{path}\";\n"));
        assert!(
            problems(&files)
                .starts_with(&format!("game.tgdl:2:1 import-outside: `{path}` lies outside of the project")),
            "{}",
            problems(&files)
        );
    }
}

#[test]
fn unreadable_files_say_why() {
    let mut files = Memory::default();
    assert_eq!(problems(&files), "game.tgdl:1:1 missing-file: there is no file `game.tgdl`");
    files.put("game.tgdl", b"game\xc3\x28".to_vec());
    assert_eq!(
        problems(&files),
        "game.tgdl:1:1 not-utf8: `game.tgdl` is not UTF-8 text: the byte at offset 4 does not fit"
    );
    files.put("game.tgdl", " \n");
    assert!(problems(&files).starts_with("game.tgdl:1:1 empty-file: game.tgdl is empty"));
}

#[test]
fn a_long_chain_of_imports_is_read_and_an_endless_one_refused() {
    let chain = |length: usize| {
        let mut files = Memory::default().with("game.tgdl", "game \"G\";\nimport \"f1\";\n");
        for i in 1..length {
            files.put(format!("f{i}.tgdl"), format!("import \"f{}\";\n", i + 1));
        }
        files.with(&format!("f{length}.tgdl"), "class A { }")
    };
    assert_eq!(problems(&chain(499)), "");
    assert_eq!(problems(&chain(600)), "f499.tgdl:1:1 too-many-files: a game may have at most 500 files");
}
