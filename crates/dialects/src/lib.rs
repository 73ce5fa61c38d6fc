//! Text in, tree out: one folder for each notation that Tavola reads, and the table of them.
//! It knows neither what a program means nor how it runs.

mod builder;
pub mod ccg;
pub mod cge;
pub mod tgdl;
mod tokens;

use base::{Checked, Explanation, FileId, NodeId, Origins};
use language::tree::Module;

/// The paths of the imports of a text, given the names of the files of its folder.
pub type FindImports = fn(&str, &[String]) -> Vec<String>;

/// The names in modules by which they declare what a word stands for.
pub type FindDeclared = fn(&[&Module], &str) -> Vec<NodeId>;

/// A notation. Whoever handles files asks the table for these, and matches on no ending.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    /// What messages call it.
    pub name: &'static str,
    /// How its files end, behind the dot.
    pub ending: &'static str,
    /// Reads a file; there is always a module, with origins in that text.
    pub parse: fn(FileId, &str, &Around<'_>, &mut Origins) -> Checked<Module>,
    /// In a dialect that looks up names of other files: what a text imports, given the names of the files of its folder.
    /// Those are read before it.
    pub imports: Option<FindImports>,
    /// Whether the module of a text with errors still holds what is right in it. Otherwise it holds no more than the
    /// name of the game, and nothing that builds on it is worth checking.
    pub recovers: bool,
    /// The name of the game that a text is of, found without reading all of it.
    pub title: fn(&str) -> Option<String>,
    /// Whether its files may also be libraries. Otherwise each is a game, even one without a name.
    pub has_libraries: bool,
    /// Gives a text its one layout, where the dialect has one; that gives None where no layout keeps the words.
    pub format: Option<fn(&str) -> Option<String>>,
    /// What `tavola expand` prints for a module without errors.
    pub expand: fn(&Module) -> String,
    /// In a dialect that looks up words of other files: what `tavola vocabulary` prints of those that these modules offer.
    pub vocabulary: Option<fn(&[&Module]) -> String>,
    /// In such a dialect: where these modules declare what a word stands for.
    pub declared: Option<FindDeclared>,
    /// What its problems mean.
    pub explanations: &'static [Explanation],
}

/// What a dialect may know of a file besides its text. By default it is read alone, and no name of another file is known.
#[derive(Clone, Copy, Debug, Default)]
pub struct Around<'a> {
    /// It is the file that was asked for, and none that another one imports.
    pub is_main: bool,
    /// How the file is called, without folders and ending.
    pub stem: &'a str,
    /// The names of the files of its folder.
    pub beside: &'a [String],
    /// What its imports make visible, each module with all that it declares; None where they have not been read.
    pub visible: Option<&'a [&'a Module]>,
    /// Those of its imports that are in its own dialect.
    pub same: &'a [&'a Module],
}

impl Dialect {
    /// What the main file of a game in it is usually called. Fuzzing begins with such games, and with the examples of
    /// the manual that are marked as whole games: `ENDING game`.
    pub fn main_file(&self) -> String {
        format!("game.{}", self.ending)
    }
}

/// All dialects: what each folder here calls its `DIALECT`, gathered when the crate is built. A folder that is no module
/// here, or that has no `DIALECT`, does not compile.
pub const ALL: &[Dialect] = include!(concat!(env!("OUT_DIR"), "/dialects.rs"));

/// The one in which libraries, tests and looks are written, and which a text without an ending is taken for.
pub const DEFAULT: &Dialect = &tgdl::DIALECT;

/// The dialect of a file, as its ending says.
pub fn of(path: &str) -> Option<&'static Dialect> {
    let (_, ending) = path.rsplit_once('.')?;
    ALL.iter().find(|dialect| dialect.ending == ending)
}

#[cfg(test)]
mod tests {
    use super::{ALL, DEFAULT};

    #[test]
    fn the_dialect_that_others_lower_to_stands_first() {
        assert_eq!(ALL[0].ending, DEFAULT.ending);
    }
}
