//! What the texts and names of a game are in other languages, as a client needs it. It does not know who reads them.

use crate::game::Game;
use language::words::{Piece, Translation, Translations, spoken};
use serde::{Serialize, Serializer};

/// By language pairs of a text of the rules and what it is there.
pub struct Words<'g>(pub(super) &'g Translations);

impl Words<'_> {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Words<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(language, all)| (language, Pairs(all))))
    }
}

struct Pairs<'g>(&'g [Translation]);

impl Serialize for Pairs<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|pair| (Pieces(&pair.own), Pieces(&pair.translated))))
    }
}

/// A text, or its pieces where it has values.
struct Pieces<'g>(&'g [Piece]);

impl Serialize for Pieces<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            [] => serializer.serialize_str(""),
            [Piece::Text(text)] => serializer.serialize_str(text),
            all => serializer.collect_seq(all.iter().map(One)),
        }
    }
}

/// A number stands for a value.
struct One<'g>(&'g Piece);

impl Serialize for One<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Piece::Text(text) => serializer.serialize_str(text),
            Piece::Value(value) => value.serialize(serializer),
        }
    }
}

/// The classes that every game has, of which nothing is shown by its name.
const BUILT_IN: [&str; 5] = ["Interactable", "Tile", "Edge", "Corner", "Modifier"];

impl Game {
    /// A move as a person reads it: where the action that its text begins with has a title, that stands in its place.
    pub fn titled(&self, text: &str) -> String {
        let (name, rest) = text.split_once(' ').unwrap_or((text, ""));
        let program = self.program();
        let title = program.actions.iter().filter(|action| action.name == name).find_map(|action| {
            let of = &program.classes[usize::from(action.class)].name;
            self.legend().member(of, name)?.title.clone()
        });
        match title {
            Some(title) if rest.is_empty() => title,
            Some(title) => format!("{title}: {rest}"),
            None => text.to_owned(),
        }
    }

    /// The names, in words, by which something may be called that has no title. A phase without a title is not told.
    pub fn names_shown(&self) -> Vec<String> {
        let program = self.program();
        let looks = self.legend();
        let has_title =
            |of: &str, name: &str| looks.member(of, name).is_some_and(|look| look.title.is_some());
        let legend = self.describe();
        let mut names: Vec<&str> = Vec::new();
        for class in legend.classes.iter().filter(|class| !BUILT_IN.contains(&class.name)) {
            // What stands in no zone and on no board is shown by what it has, not by its name.
            if matches!(class.kind, "card" | "token" | "modifier") {
                names.push(class.name);
            }
            let shown = |name: &str| !looks.hides(class.name, name) && !has_title(class.name, name);
            names.extend(class.attributes.iter().map(|attribute| attribute.name).filter(|name| shown(name)));
        }
        for e in &program.enums {
            let untitled = |case: &&String| looks.case(&e.name, case).is_none_or(|look| look.title.is_none());
            names.extend(e.cases.iter().filter(untitled).map(String::as_str));
        }
        let untitled = legend.zones.iter().filter(|zone| zone.look.title.is_none());
        names.extend(untitled.map(|zone| zone.name.split('[').next().unwrap_or_default()));
        // A board that all share is named where there are others.
        let boards =
            program.boards.iter().filter(|board| board.of.is_none() || board.player == Some(0)).count();
        for board in &legend.boards {
            names.extend(board.names_shown());
            names.extend((boards > 1).then_some(board.name));
        }
        let untitled = legend.actions.iter().filter(|action| action.title.is_none());
        names.extend(untitled.map(|action| action.name));
        let options = program.options.iter().filter(|option| option.prompt.is_none());
        names.extend(options.map(|option| option.name.as_str()));
        let mut seen = std::collections::BTreeSet::new();
        names.into_iter().map(spoken).filter(|name| seen.insert(name.clone())).collect()
    }
}
