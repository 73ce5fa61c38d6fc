//! Each code that some phase can report has an explanation, and each explanation stands beside a phase that reports
//! its code. Whether the examples are right is tested in the crates that read and check them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use project::explain::{all, explain};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The files below a folder with an ending, tests left out.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() && !path.ends_with("tests") {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == ending) && !path.ends_with("tests.rs") {
                found.push(path);
            }
        }
    }
    found
}

/// The Rust code below a folder, without tests and comments.
fn code(folder: &Path) -> String {
    let texts = files(folder, "rs").into_iter().map(|path| fs::read_to_string(path).unwrap());
    let texts = texts.map(|text| text.split("#[cfg(test)]\nmod tests {").next().unwrap().to_owned());
    let lines = texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>());
    lines.filter(|line| !line.trim_start().starts_with("//")).map(|line| line + "\n").collect()
}

/// What is in quotes and looks like a code.
fn codes(code: &str) -> BTreeSet<String> {
    let is_code = |word: &&str| {
        let letters = word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        letters && word.contains('-') && !word.starts_with('-') && !word.ends_with('-')
    };
    code.split('"').filter(is_code).map(str::to_owned).collect()
}

/// What stands in quotes right behind `error(` and `warning(`.
fn codes_of_problems(code: &str) -> BTreeSet<String> {
    let calls = ["error(", "warning("];
    let behind = calls.into_iter().flat_map(|call| code.split(call).skip(1));
    let codes = behind.filter_map(|rest| rest.trim_start().strip_prefix('"')?.split('"').next());
    codes.map(str::to_owned).collect()
}

#[test]
fn each_code_that_is_reported_is_explained() {
    let mut reported = BTreeSet::new();
    for name in std::fs::read_dir(crates()).unwrap() {
        reported.extend(codes_of_problems(&code(&name.unwrap().path().join("src"))));
    }
    // Here all that looks like a code is one.
    for folder in ["dialects/src/cge", "compiler/src/check/problems"] {
        reported.extend(codes(&code(&crates().join(folder))));
    }
    assert!(reported.len() > 180, "{}", reported.len());
    let missing: Vec<&String> = reported.iter().filter(|code| explain(code).is_none()).collect();
    assert!(missing.is_empty(), "not explained: {missing:?}");
}

#[test]
fn each_explanation_stands_beside_what_reports_its_code() {
    let texts = files(&crates(), "md").into_iter();
    let texts: Vec<PathBuf> = texts.filter(|path| path.parent().unwrap().ends_with("explanations")).collect();
    assert_eq!(texts.len(), all().count(), "each is gathered");
    for path in texts {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let phase = code(path.parent().unwrap().parent().unwrap());
        // The machine's own problems become problems of a text only where they are shown.
        let phase = match name {
            "fault" => code(&crates().join("cli/src")),
            "constant-fault" => code(&crates().join("engine/src")),
            _ => phase,
        };
        assert!(phase.contains(&format!("\"{name}\"")), "{} is reported elsewhere", path.display());
    }
}

#[test]
fn explanations_are_short_lines_and_each_code_has_one() {
    let mut codes: Vec<&str> = all().map(|explanation| explanation.code).collect();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), all().count());
    assert_eq!(explain("no-such-code"), None);
    for explanation in all() {
        let Some((wrong, right)) = explanation.examples() else { continue };
        assert!(!wrong.trim().is_empty() && !right.trim().is_empty() && wrong != right, "{explanation:?}");
        assert!(explanation.text.lines().all(|line| line.chars().count() <= 100), "{explanation:?}");
    }
}
