//! What a game says of itself in `look game`: what it is called, by whom it is, for whom and how long it is.
//! It is read off the tree alone, so that many games can be listed without being checked. It knows no rules.

use crate::tree::{Expr, ExprKind, Item, Look, LookLine, Module, Part};
use base::NodeId;
use std::collections::BTreeMap;

/// What a look is of that says what the game is.
pub const GAME: &str = "game";

/// The words that `look game` has.
pub const WORDS: [&str; 9] = ["title", "text", "by", "minutes", "age", "weight", "genre", "tags", "sign"];

/// What kinds of games there are.
pub const GENRES: [&str; 19] = [
    "abstract",
    "adventure",
    "auction",
    "betting",
    "bluff",
    "building",
    "cooperative",
    "deduction",
    "dice",
    "duel",
    "fishing",
    "market",
    "party",
    "race",
    "rummy",
    "shedding",
    "tricks",
    "words",
    "workers",
];

/// The most tags of a game.
const MAX_TAGS: usize = 12;

/// The most characters of a text.
const MAX_CHARS: usize = 500;

/// A text in the language of the game and in others.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Texts {
    /// Where no language is named.
    pub plain: Option<String>,
    /// By language.
    pub others: BTreeMap<String, String>,
}

impl Texts {
    /// The text in a language, or else as it is.
    pub fn in_language(&self, language: &str) -> Option<&str> {
        self.others.get(language).or(self.plain.as_ref()).map(String::as_str)
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        self.plain.iter().chain(self.others.values()).map(String::as_str)
    }

    fn over(self, below: Texts) -> Texts {
        let mut others = below.others;
        others.extend(self.others);
        Texts { plain: self.plain.or(below.plain), others }
    }
}

/// What a game says of itself.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct About {
    pub titles: Texts,
    /// What it is about, in a sentence or two.
    pub texts: Texts,
    pub by: Option<String>,
    /// How long a match takes.
    pub minutes: Option<u32>,
    /// From which age on people play it.
    pub age: Option<u32>,
    /// How much there is to learn and to think about, from 1 to 5.
    pub weight: Option<f64>,
    /// One of [`GENRES`].
    pub genre: Option<&'static str>,
    pub tags: Vec<String>,
    /// A sign that stands for it.
    pub sign: Option<String>,
}

impl About {
    pub fn is_empty(&self) -> bool {
        *self == About::default()
    }

    /// This, and where it says nothing the one below.
    #[must_use]
    pub fn over(self, below: About) -> About {
        About {
            titles: self.titles.over(below.titles),
            texts: self.texts.over(below.texts),
            by: self.by.or(below.by),
            minutes: self.minutes.or(below.minutes),
            age: self.age.or(below.age),
            weight: self.weight.or(below.weight),
            genre: self.genre.or(below.genre),
            tags: if self.tags.is_empty() { below.tags } else { self.tags },
            sign: self.sign.or(below.sign),
        }
    }

    /// What a file says of its game.
    pub fn of(module: &Module) -> About {
        let looks =
            module.items.iter().filter_map(|i| if let Item::Look(look) = i { Some(look) } else { None });
        let own = looks.filter(|look| look.target.text == GAME);
        own.fold(About::default(), |about, look| about.over(read(look).0))
    }
}

/// What is wrong in a `look game`, and where.
#[derive(Clone, PartialEq, Debug)]
pub struct Slip {
    pub at: NodeId,
    pub kind: SlipKind,
}

#[derive(Clone, PartialEq, Debug)]
pub enum SlipKind {
    /// There is no such word.
    Word(String),
    /// It is said twice.
    Twice {
        word: String,
        first: NodeId,
    },
    /// It takes so many values.
    Count {
        word: &'static str,
        takes: (usize, usize),
    },
    /// A text must stand there, without values.
    NoText {
        word: &'static str,
    },
    TooLong {
        most: usize,
    },
    /// A number of these must stand there.
    NoNumber {
        word: &'static str,
        least: f64,
        most: f64,
        whole: bool,
    },
    /// There is no such kind of game.
    Genre(String),
    /// This is no language, or the word takes none.
    Language {
        word: &'static str,
        found: String,
    },
    /// This is no sign.
    Sign(String),
    /// It has no parts.
    Part(String),
}

/// What a `look game` says, and what is wrong in it.
pub fn read(look: &Look) -> (About, Vec<Slip>) {
    let mut reader = Reader::default();
    let mut firsts: BTreeMap<(&str, &str), NodeId> = BTreeMap::new();
    for line in look.lines.iter().filter(|line| !line.name.text.is_empty()) {
        let Some(word) = WORDS.into_iter().find(|word| *word == line.name.text) else {
            reader.slip(line.name.id, SlipKind::Word(line.name.text.clone()));
            continue;
        };
        let language = line.variant.as_ref().map_or("", |language| language.text.as_str());
        let first = *firsts.entry((word, language)).or_insert(line.name.id);
        if first != line.name.id {
            reader.slip(line.name.id, SlipKind::Twice { word: word.to_owned(), first });
            continue;
        }
        reader.line(word, line);
    }
    for part in &look.parts {
        reader.slip(part.name.id, SlipKind::Part(part.name.text.clone()));
    }
    (reader.about, reader.slips)
}

#[derive(Default)]
struct Reader {
    about: About,
    slips: Vec<Slip>,
}

impl Reader {
    fn slip(&mut self, at: NodeId, kind: SlipKind) {
        self.slips.push(Slip { at, kind });
    }

    fn line(&mut self, word: &'static str, line: &LookLine) {
        let takes = if word == "tags" { (1, MAX_TAGS) } else { (1, 1) };
        if !(takes.0..=takes.1).contains(&line.values.len()) {
            return self.slip(line.name.id, SlipKind::Count { word, takes });
        }
        let value = &line.values[0];
        if let Some(language) = &line.variant
            && (!matches!(word, "title" | "text") || !is_language(&language.text))
        {
            return self.slip(language.id, SlipKind::Language { word, found: language.text.clone() });
        }
        match word {
            "title" | "text" => self.translated(word, line),
            "by" => self.about.by = self.text(word, value),
            "minutes" => {
                self.about.minutes = self.number(word, value, (1.0, 10_000.0), true).map(|n| n as u32)
            }
            "age" => self.about.age = self.number(word, value, (1.0, 99.0), true).map(|n| n as u32),
            "weight" => self.about.weight = self.number(word, value, (1.0, 5.0), false),
            "genre" => self.about.genre = self.genre(value),
            "tags" => self.about.tags = line.values.iter().filter_map(|e| self.text(word, e)).collect(),
            _ => self.about.sign = self.sign(value),
        }
    }

    fn translated(&mut self, word: &'static str, line: &LookLine) {
        let Some(text) = self.text(word, &line.values[0]) else { return };
        let texts = if word == "title" { &mut self.about.titles } else { &mut self.about.texts };
        match &line.variant {
            Some(language) => drop(texts.others.insert(language.text.clone(), text)),
            None => texts.plain = Some(text),
        }
    }

    fn text(&mut self, word: &'static str, e: &Expr) -> Option<String> {
        let text = match &e.kind {
            ExprKind::String(parts) => match &parts[..] {
                [Part::Text(text)] if !text.trim().is_empty() => Some(text.trim().to_owned()),
                _ => None,
            },
            _ => None,
        };
        match text {
            None => self.slip(e.id, SlipKind::NoText { word }),
            Some(text) if text.chars().count() > MAX_CHARS => {
                self.slip(e.id, SlipKind::TooLong { most: MAX_CHARS });
            }
            Some(text) => return Some(text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()),
        }
        None
    }

    fn number(
        &mut self,
        word: &'static str,
        e: &Expr,
        (least, most): (f64, f64),
        whole: bool,
    ) -> Option<f64> {
        match e.kind {
            ExprKind::Number(n) if (least..=most).contains(&n) && (!whole || n.fract() == 0.0) => Some(n),
            _ => {
                self.slip(e.id, SlipKind::NoNumber { word, least, most, whole });
                None
            }
        }
    }

    fn genre(&mut self, e: &Expr) -> Option<&'static str> {
        let found = match &e.kind {
            ExprKind::Name(name) => name.as_str(),
            // In quotes, as other words of a look are.
            ExprKind::String(parts) => match &parts[..] {
                [Part::Text(text)] => text.as_str(),
                _ => "",
            },
            _ => "",
        };
        let genre = GENRES.into_iter().find(|genre| *genre == found);
        if genre.is_none() {
            self.slip(e.id, SlipKind::Genre(found.to_owned()));
        }
        genre
    }

    fn sign(&mut self, e: &Expr) -> Option<String> {
        let text = self.text("sign", e)?;
        if is_sign(&text) {
            return Some(text);
        }
        self.slip(e.id, SlipKind::Sign(text));
        None
    }
}

/// Whether a word can be a language: the two or three letters of ISO 639.
pub fn is_language(word: &str) -> bool {
    (2..=3).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_lowercase())
}

/// Whether a text is a sign: the name of a drawn one, or a few letters or signs.
fn is_sign(text: &str) -> bool {
    crate::look::drawn_sign(text).is_some() || !text.contains(':') && text.chars().count() <= 4
}

#[cfg(test)]
mod tests {
    use super::{About, Texts, is_language, is_sign};

    #[test]
    fn a_text_is_read_in_a_language_that_has_it_and_else_as_it_is() {
        let others = [("it".to_owned(), "Scacchi".to_owned())].into();
        let texts = Texts { plain: Some("Chess".to_owned()), others };
        assert_eq!(texts.in_language("it"), Some("Scacchi"));
        assert_eq!(texts.in_language("de"), Some("Chess"));
        assert_eq!(texts.all().collect::<Vec<_>>(), ["Chess", "Scacchi"]);
    }

    #[test]
    fn what_is_said_above_goes_before_word_by_word() {
        let below = About { age: Some(8), minutes: Some(30), tags: vec!["a".to_owned()], ..About::default() };
        let both = About { age: Some(10), ..About::default() }.over(below);
        assert_eq!((both.age, both.minutes, both.tags.len()), (Some(10), Some(30), 1));
    }

    #[test]
    fn languages_have_two_or_three_letters_and_signs_a_name_or_few_letters() {
        assert!(is_language("it") && is_language("nap") && !is_language("IT") && !is_language("italian"));
        assert!(is_sign(":cups:") && is_sign("♞") && !is_sign(":Cups") && !is_sign("knight"));
    }
}
