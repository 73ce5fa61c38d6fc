//! What lies beside a game for bots, and the name of the rules that it was found under. It does not read what it says.

use crate::files::{Files, ReadError};
use crate::find::{NoGame, main_file, usual_mains};
use crate::modules::Reading;
use bytecode::Program;
use language::tree::{Item, Module};
use std::path::{Path, PathBuf};

/// What lies beside a main file of a usual name; beside any other one its own name stands before it.
const NOTES: &str = "bot.json";

/// The longest text of that kind, in bytes.
const MAX_BYTES: usize = 1024 * 1024;

/// What lies beside the main file for bots, or why it cannot be read.
pub(crate) fn beside(files: &dyn Files, main: &str) -> Option<Result<String, String>> {
    let name = name(main);
    files.list("").contains(&name).then(|| match files.read(&name) {
        Ok(text) if text.len() > MAX_BYTES => Err(ReadError::TooLarge(MAX_BYTES as u64).message(&name)),
        read => read.map_err(|error| error.message(&name)),
    })
}

fn name(main: &str) -> String {
    let stem = main.rsplit_once('.').map_or(main, |(stem, _)| stem);
    if usual_mains().any(|usual| usual == main) { NOTES.to_owned() } else { format!("{stem}.{NOTES}") }
}

/// Where what bots have found out about a game is kept. None where the path names no game.
pub fn notes_file(path: &Path) -> Option<PathBuf> {
    let main: Result<PathBuf, NoGame> = main_file(path);
    let main = main.ok()?;
    let name = name(main.file_name()?.to_str()?);
    Some(main.with_file_name(name))
}

/// Names the rules of a program: the same where its modules say the same in the same order, however they are laid out and
/// whatever comments, tests and looks they have, and where the options have the same values.
pub(crate) fn rules(reading: &Reading, program: &Program) -> String {
    let mut hash = Fnv::new();
    for module in reading.modules.all.iter().filter(|module| !module.is_tests) {
        hash.add(&language::print::print(&rules_of(module)));
    }
    for option in &program.options {
        hash.add(&option.name);
        hash.add(&option.value);
    }
    format!("{:016x}", hash.0)
}

fn rules_of(module: &Module) -> Module {
    let is_rule = |item: &&Item| !matches!(item, Item::Test(_) | Item::Look(_) | Item::Words(_));
    let items = module.items.iter().filter(is_rule).cloned().collect();
    Module {
        file: module.file,
        game: module.game.clone(),
        imports: module.imports.clone(),
        items,
        is_tests: false,
    }
}

/// FNV-1a (Fowler, Noll, Vo 1991), 64 bits.
struct Fnv(u64);

impl Fnv {
    fn new() -> Fnv {
        Fnv(0xCBF2_9CE4_8422_2325)
    }

    /// The text and where it ends.
    fn add(&mut self, text: &str) {
        for byte in text.bytes().chain([0xFF]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }
}
