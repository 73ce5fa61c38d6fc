//! What mutations begin with: the games, the library, the examples of the documentation and generated programs.
//! It reads the project's own folder, and does not know what happens to the texts.

use crate::harvest;
use dialects::Dialect;
use std::fs;
use std::path::{Path, PathBuf};

/// A program to begin with: its files, the main one first.
pub type Seed = Vec<(String, String)>;

#[derive(Clone, Debug, Default)]
pub struct Corpus {
    /// Games of the project and its library.
    pub games: Vec<Seed>,
    /// Examples and explanations that are right.
    pub examples: Vec<Seed>,
    /// Examples of what is refused.
    pub wrong: Vec<Seed>,
}

/// The name of the main file of a case, unless its first file is the main file of another dialect.
pub const MAIN: &str = "game.tgdl";

/// The main file among those of a case.
pub fn main_file<'n>(mut names: impl Iterator<Item = &'n str>) -> &'n str {
    names.next().filter(|name| is_main(name)).unwrap_or(MAIN)
}

fn is_main(name: &str) -> bool {
    dialects::of(name).is_some_and(|dialect| dialect.main_file() == name)
}

impl Corpus {
    /// Reads the project that lies in a folder. What is not there is left out.
    pub fn read(root: &Path) -> Corpus {
        let mut corpus = Corpus::default();
        for folder in entries(&root.join("games")) {
            corpus.games(&folder);
        }
        for file in entries(&root.join("std")) {
            corpus.library(&file);
        }
        for page in entries(&root.join("docs")).iter().filter(|p| p.extension().is_some_and(|e| e == "md")) {
            corpus.page(&fs::read_to_string(page).unwrap_or_default());
        }
        for folder in ["crates/project/tests/acceptance", "crates/oracle/tests"] {
            for file in entries(&root.join(folder)) {
                corpus.tests(&fs::read_to_string(file).unwrap_or_default());
            }
        }
        let (right, wrong) = corpus.examples.into_iter().partition(compiles);
        Corpus { examples: right, wrong, ..corpus }
    }

    /// Every program there is.
    pub fn all(&self) -> impl Iterator<Item = &Seed> {
        self.games.iter().chain(&self.examples).chain(&self.wrong)
    }

    fn games(&mut self, folder: &Path) {
        let mut seed: Seed = Vec::new();
        for file in entries(folder).iter().filter(|path| dialects::of(&name(path)).is_some()) {
            seed.push((name(file), fs::read_to_string(file).unwrap_or_default()));
        }
        seed.sort_by_key(|(name, _)| !is_main(name));
        if seed.first().is_some_and(|(name, _)| is_main(name)) {
            self.games.push(seed);
        }
    }

    /// A file of the library: alone, and imported as a file of the game.
    fn library(&mut self, file: &Path) {
        let text = fs::read_to_string(file).unwrap_or_default();
        let name = name(file);
        let main = format!("game \"Library\";\nimport \"{name}\";\nsetup {{ players 2; }}\n");
        self.games.push(vec![(MAIN.to_owned(), text.clone())]);
        self.games.push(vec![(MAIN.to_owned(), main), (name, text)]);
    }

    /// What the tests of a Rust source run.
    fn tests(&mut self, rust: &str) {
        for ways in harvest::programs(rust) {
            let mut seeds = ways.into_iter().map(|text| vec![(MAIN.to_owned(), text)]);
            self.examples.extend(seeds.find(compiles));
        }
    }

    /// The examples of a page, completed as its own tests do.
    fn page(&mut self, page: &str) {
        let mut files: Seed = Vec::new();
        let mut built = String::new();
        for (info, text) in blocks(page) {
            let mut words = info.split_whitespace();
            let Some(dialect) = words.next().and_then(dialect_of_ending) else { continue };
            if dialect.main_file() != MAIN {
                let is_whole = words.next() == Some("game");
                self.examples.extend(is_whole.then(|| vec![(dialect.main_file(), text)]));
                continue;
            }
            let whole = match (words.next(), words.next()) {
                (Some("game"), _) => text,
                (Some("top"), _) => {
                    let setup = if text.contains("setup {") { "" } else { "\nsetup { players 2; }\n" };
                    format!("game \"Example\";\n{text}{setup}")
                }
                (Some("test"), _) => {
                    // What is expected is for a test; the rest is run by `setup` as well.
                    let kept = text.lines().filter(|l| !l.trim_start().starts_with("expect"));
                    let run = kept.collect::<Vec<_>>().join("\n");
                    let main = "game \"Example\";\nturn Main { }\n";
                    format!(
                        "{main}setup {{ players 2;\n{run}\n turns.use(\"Main\"); }}\ntest \"example\" {{\n{text}}}\n"
                    )
                }
                (Some("add"), _) => {
                    built += &text;
                    built.clone()
                }
                (Some("file"), Some(name)) => {
                    files.push((name.to_owned(), text));
                    continue;
                }
                _ => continue,
            };
            let mut seed = vec![(MAIN.to_owned(), whole)];
            let named = |name: &str| name.trim_end_matches(".tgdl").to_owned();
            let used = files.iter().filter(|(name, _)| seed[0].1.contains(&named(name))).cloned();
            let used: Seed = used.collect();
            seed.extend(used);
            self.examples.push(seed);
        }
    }
}

fn compiles(seed: &Seed) -> bool {
    let mut memory = project::Memory::default();
    for (name, text) in seed {
        memory.put(name.clone(), text.clone());
    }
    let main = main_file(seed.iter().map(|(name, _)| name.as_str()));
    project::open(project::Request::new((&memory, main))).is_ok_and(|loaded| loaded.game.is_some())
}

/// The fenced blocks of a page: info and text.
fn blocks(page: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut open = false;
    for line in page.lines() {
        match (open, line.strip_prefix("```"), found.last_mut()) {
            (false, Some(info), _) => {
                found.push((info.to_owned(), String::new()));
                open = true;
            }
            (true, Some(_), _) => open = false,
            (true, None, Some((_, text))) => {
                text.push_str(line);
                text.push('\n');
            }
            _ => {}
        }
    }
    found
}

fn dialect_of_ending(ending: &str) -> Option<&'static Dialect> {
    dialects::ALL.iter().find(|dialect| dialect.ending == ending)
}

/// What lies in a folder, sorted.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.filter_map(Result::ok).map(|e| e.path()).collect();
    paths.sort();
    paths
}

fn name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::Corpus;
    use std::path::Path;

    #[test]
    fn the_project_lends_games_examples_and_what_is_wrong() {
        let corpus = Corpus::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
        let sizes = (corpus.games.len(), corpus.examples.len(), corpus.wrong.len());
        println!("{sizes:?}");
        assert!(sizes.0 >= 6 && sizes.1 >= 200 && sizes.2 >= 10, "{sizes:?}");
    }
}
