//! What the texts and names of a game are in other languages: pairs of what stands in the rules and what it is there.
//! It knows neither where a text is shown nor how the values in it read.

use crate::print;
use crate::tree::{ExprKind, Item, Module, Name, Part, Text, WordPair};
use std::collections::{BTreeMap, BTreeSet};

/// A piece of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    Text(String),
    /// The value that stands there in the text of the rules, counted from 0.
    Value(usize),
}

/// A text of the rules, and what it is in another language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Translation {
    pub own: Vec<Piece>,
    pub translated: Vec<Piece>,
}

/// By language.
pub type Translations = BTreeMap<String, Vec<Translation>>;

/// What is wrong with a pair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Slip {
    /// There is nothing to translate.
    Empty,
    /// What it is in the other language is not there yet.
    Untranslated,
    /// Between two values of the rules' text stands nothing, so that nobody can tell where one ends.
    Joined(String, String),
    /// The rules' text has no such value.
    NoValue(String),
}

impl Translation {
    /// The text of the rules with a mark for each value: the same where nobody who reads it can tell two apart.
    pub fn mark(&self) -> String {
        let piece = |piece: &Piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Value(_) => MARK.to_string(),
        };
        self.own.iter().map(piece).collect()
    }

    /// The pair as it is to be read. A value is named by what stands in the braces.
    pub fn of(pair: &WordPair) -> Result<Translation, Slip> {
        let (own, translated) = (parts(&pair.own.kind), parts(&pair.translated.kind));
        let mut values: Vec<String> = Vec::new();
        let mut pieces = Vec::new();
        let mut before: Option<&Part> = None;
        for part in own {
            match part {
                Part::Text(text) => pieces.push(Piece::Text(text.clone())),
                Part::Expr(e) => {
                    if let Some(Part::Expr(_)) = before {
                        return Err(Slip::Joined(values.pop().unwrap_or_default(), print::expression(e)));
                    }
                    pieces.push(Piece::Value(values.len()));
                    values.push(print::expression(e));
                }
            }
            before = Some(part);
        }
        if !own.iter().any(|part| matches!(part, Part::Text(text) if !text.trim().is_empty())) {
            return Err(Slip::Empty);
        }
        if translated.iter().all(|part| matches!(part, Part::Text(text) if text.trim().is_empty())) {
            return Err(Slip::Untranslated);
        }
        let piece = |part: &Part| match part {
            Part::Text(text) => Ok(Piece::Text(text.clone())),
            Part::Expr(e) => {
                let value = print::expression(e);
                let at = values.iter().position(|known| *known == value);
                at.map(Piece::Value).ok_or(Slip::NoValue(value))
            }
        };
        Ok(Translation { own: pieces, translated: translated.iter().map(piece).collect::<Result<_, _>>()? })
    }
}

fn parts(kind: &ExprKind) -> &[Part] {
    if let ExprKind::String(parts) = kind { parts } else { &[] }
}

/// All texts and names that a game may show.
#[derive(Debug, Default)]
pub struct Vocabulary {
    /// In the order in which they stand in the rules, where a [`MARK`] stands for each value, and as they stand there.
    texts: Vec<(String, String)>,
    /// The first of these, each once.
    marked: BTreeSet<String>,
    /// In words.
    names: BTreeSet<String>,
    /// Of turns and phases: in the rules they stand in quotes, `turns.use("Main")`.
    turns: BTreeSet<String>,
    /// Whether what is added has words in other languages already.
    is_said: bool,
}

/// What stands for a value.
const MARK: char = '\0';

impl Vocabulary {
    pub fn of<'m>(modules: impl IntoIterator<Item = &'m Module>) -> Vocabulary {
        let mut all = Vocabulary::default();
        for module in modules.into_iter().filter(|module| !module.is_tests) {
            let shows = |item: &&Item| !matches!(item, Item::Test(_) | Item::Words(_));
            let turns =
                module.items.iter().filter_map(|i| if let Item::Turn(turn) = i { Some(turn) } else { None });
            for turn in turns {
                let phases = turn.phases.iter().map(|phase| &phase.name);
                all.turns.extend(phases.chain([&turn.name]).map(|name| name.text.clone()));
            }
            print::vocabulary(module.items.iter().filter(shows), &mut all);
        }
        all
    }

    pub(crate) fn add_name(&mut self, name: &Name) {
        self.names.insert(spoken(&name.text));
    }

    pub(crate) fn add_text(&mut self, text: &Text) {
        self.add_parts(&[Part::Text(text.text.clone())]);
    }

    pub(crate) fn add_parts(&mut self, parts: &[Part]) {
        let marked = marked(parts);
        if self.marked.insert(marked.clone()) && !self.is_said {
            self.texts.push((marked, print::literal(parts)));
        }
    }

    /// What is added from here on has words in other languages where it stands, or has none yet.
    pub(crate) fn mark_said(&mut self, is_said: bool) {
        self.is_said = is_said;
    }

    /// Whether the game has such a text, or a name that reads so, or all words of one that rules put together from such;
    /// a capital at the start makes no difference.
    pub fn has(&self, own: &[Part]) -> bool {
        let text = marked(own);
        let is_one = |text: &str| {
            let other = other_first(text);
            [text, &other].into_iter().any(|text| self.marked.contains(text) || self.names.contains(text))
        };
        let is_joined = text.contains(' ') && !text.contains(MARK);
        is_one(&text) || is_joined && text.split(' ').all(is_one)
    }

    /// Whether a name reads so, in words.
    pub fn names(&self, name: &str) -> bool {
        [name, &other_first(name)].into_iter().any(|name| self.names.contains(name))
    }

    /// All that have no values, for suggestions.
    pub fn plain(&self) -> impl Iterator<Item = &str> {
        let texts = self.marked.iter().filter(|text| !text.contains(MARK));
        texts.chain(&self.names).map(String::as_str)
    }

    /// A look with the names, in words, and texts that are not among the known translations, each to be filled in;
    /// nothing where there are none.
    pub fn untranslated(&self, names: &[String], known: &[Translation], language: &str) -> String {
        let known: BTreeSet<String> = known.iter().map(Translation::mark).collect();
        let is_open = |marked: &str| !known.contains(marked) && !known.contains(&other_first(marked));
        let mut seen = BTreeSet::new();
        let mut lines = |of: &mut dyn Iterator<Item = (String, String)>, what: &str| {
            let open = of.filter(|(marked, _)| is_open(marked) && seen.insert(marked.to_lowercase()));
            let lines: String = open.map(|(_, literal)| format!("    {literal} = \"\";\n")).collect();
            if lines.is_empty() { lines } else { format!("    // {what}\n{lines}") }
        };
        let quoted = |name: &String| (name.clone(), print::literal(&[Part::Text(name.clone())]));
        let names = lines(&mut names.iter().map(quoted), "Names.");
        let has_letters = |(marked, _): &(String, String)| marked.chars().any(char::is_alphabetic);
        let is_turn = |(marked, _): &&(String, String)| self.turns.contains(marked);
        let texts = self.texts.iter().filter(|text| !is_turn(text)).cloned();
        let texts = lines(&mut texts.filter(has_letters), "Texts.");
        match names + &texts {
            none if none.is_empty() => none,
            lines => format!("look words {language} {{\n{lines}}}\n"),
        }
    }
}

fn marked(parts: &[Part]) -> String {
    let mut text = String::new();
    for part in parts {
        match part {
            Part::Text(piece) => text.push_str(piece),
            Part::Expr(_) => text.push(MARK),
        }
    }
    text
}

/// A name as it is shown: `mayCastle` as `may castle`.
pub fn spoken(name: &str) -> String {
    let mut words = String::with_capacity(name.len());
    let mut before: Option<char> = None;
    for c in name.chars() {
        let begins = c.is_ascii_uppercase()
            && before.is_some_and(|before| before.is_ascii_lowercase() || before.is_ascii_digit());
        if begins {
            words.extend([' ', c.to_ascii_lowercase()]);
        } else {
            words.push(c);
        }
        before = Some(c);
    }
    words
}

/// A text with its first letter in the other case: where only one of both has words, they stand for the other.
pub fn other_first(text: &str) -> String {
    let mut chars = text.chars();
    let Some(first) = chars.next() else { return String::new() };
    let other: String = match first.is_uppercase() {
        true => first.to_lowercase().collect(),
        false => first.to_uppercase().collect(),
    };
    other + chars.as_str()
}

#[cfg(test)]
mod tests {
    use super::{other_first, spoken};

    #[test]
    fn names_read_as_words() {
        assert_eq!(spoken("mayCastle"), "may castle");
        assert_eq!(spoken("King"), "King");
        assert_eq!(spoken("HTMLPage"), "HTMLPage");
        assert_eq!(other_first("hay"), "Hay");
        assert_eq!(other_first("Élan"), "élan");
    }
}
