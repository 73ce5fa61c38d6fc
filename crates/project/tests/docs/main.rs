//! The documentation as a test: every example in it is checked and run, and the page of what is built in is the
//! catalogue. It knows where the pages lie, and nothing of what they say.

#![allow(clippy::unwrap_used)] // A test may give up where a file of the project is missing.

mod blocks;
mod builtins;
mod run;
mod sentences;

use blocks::Block;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The pages, each with the path that is shown.
fn pages() -> Vec<(String, String)> {
    let names = |folder: &str| -> Vec<String> {
        let entries = fs::read_dir(root().join(folder)).expect("there is such a folder");
        entries
            .filter_map(|e| Some(format!("{folder}/{}", e.ok()?.file_name().into_string().ok()?)))
            .collect()
    };
    let mut pages: Vec<String> = ["docs", "docs/std"].into_iter().flat_map(names).collect();
    pages.retain(|page| page.ends_with(".md"));
    let of_games = names("games").into_iter().filter(|game| root().join(game).is_dir());
    pages.extend(of_games.map(|game| format!("{game}/README.md")));
    pages.extend(["README.md", "ARCHITECTURE.md"].map(str::to_owned));
    pages.sort();
    let read = |page: String| {
        let text = fs::read_to_string(root().join(&page)).expect("a page is a text");
        (page, text)
    };
    pages.into_iter().map(read).collect()
}

#[test]
fn every_example_does_what_is_said_of_it() {
    let mut wrong = Vec::new();
    for (page, text) in pages() {
        let mut shown = run::Page::default();
        for block in blocks::blocks(&text) {
            let found = run::run(&block, &mut shown);
            wrong.extend(found.err().map(|why| format!("{page}:{}: {why}", block.line)));
        }
    }
    assert!(wrong.is_empty(), "\n{}\n\n{} examples are wrong", wrong.join("\n\n"), wrong.len());
}

#[test]
fn every_tgdl_example_says_what_it_is() {
    for (page, text) in pages() {
        for Block { line, info, .. } in blocks::blocks(&text) {
            assert!(run::Form::read(&info).is_ok(), "{page}:{line}: ```{info}");
        }
    }
}

#[test]
fn links_between_pages_lead_somewhere() {
    for (page, text) in pages() {
        let folder = root().join(&page).parent().unwrap().to_path_buf();
        for target in blocks::links(&text) {
            let file = target.split('#').next().unwrap_or("");
            assert!(file.is_empty() || folder.join(file).exists(), "{page} links to {target}");
        }
    }
}
