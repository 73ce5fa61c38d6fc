//! The clauses of a card: which word begins which, however it is written, and what is said where none begins.

use super::foreign;
use super::reader::{Lost, Reader};
use super::signature::Ty;
use super::token::Tok;
use base::{Problem, nearest};

/// What a part of a statement says of a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Clause {
    Called,
    /// `with_damage`: the name of what it sets
    With(String),
    HasAbility,
    Requires,
    DefinedAs,
    Target,
}

impl Clause {
    /// The clause that begins `ahead` tokens on, and of how many tokens its word is made.
    pub(crate) fn at(reader: &Reader<'_, '_>, ahead: usize) -> Option<(Clause, usize)> {
        let word = reader.word(ahead);
        if word.is_empty() {
            return None;
        }
        let second = || reader.word(ahead + 1).to_lowercase();
        let word = word.to_lowercase();
        Some(match word.as_str() {
            "called" => (Clause::Called, 1),
            "has_ability" | "has_abilities" | "hasability" => (Clause::HasAbility, 1),
            "has" if matches!(second().as_str(), "ability" | "abilities") => (Clause::HasAbility, 2),
            "requires" | "require" => (Clause::Requires, 1),
            "defined_as" | "definedas" => (Clause::DefinedAs, 1),
            "defined" if second() == "as" => (Clause::DefinedAs, 2),
            "target" | "targets" => (Clause::Target, 1),
            "with" if !second().is_empty() => (Clause::With(field(&second())), 2),
            _ => (Clause::With(field(word.strip_prefix("with_")?)), 1),
        })
    }

    pub(crate) fn word(&self) -> String {
        match self {
            Clause::Called => "called".to_owned(),
            Clause::With(field) => format!("with_{field}"),
            Clause::HasAbility => "has_ability".to_owned(),
            Clause::Requires => "requires".to_owned(),
            Clause::DefinedAs => "defined_as".to_owned(),
            Clause::Target => "target".to_owned(),
        }
    }
}

/// `with_default_damage` says the same as `with_damage`.
fn field(name: &str) -> String {
    name.strip_prefix("default_").unwrap_or(name).to_owned()
}

impl Reader<'_, '_> {
    /// The clauses that a card may have, with those that the rule set adds.
    pub(crate) fn clauses(&self) -> Vec<String> {
        let mut all: Vec<String> =
            ["called", "has_ability", "requires", "defined_as", "target"].map(str::to_owned).into();
        let fields = self.words.iter().flat_map(|words| &words.fields);
        let said = fields.filter(|(name, ty)| is_said_with(name, ty)).map(|(name, _)| format!("with_{name}"));
        all.extend(said);
        all
    }

    /// What is said of a card with a number.
    fn numbers(&self) -> String {
        let fields = self.words.iter().flat_map(|words| &words.fields);
        let numbers = fields.filter(|(name, ty)| ty.is("number") && is_said_with(name, ty));
        let said: Vec<String> = numbers.map(|(name, _)| format!("`with_{name} 3`")).collect();
        said.join(", ")
    }

    /// Reports a word where a clause should begin.
    pub(crate) fn unknown_clause(&mut self) -> Lost {
        let token = self.token(0);
        let found = token.text(self.text).to_owned();
        let problem =
            Problem::error("card-word", self.span(), format!("`{found}` says nothing about a card"));
        let clauses = self.clauses();
        let as_number = format!("with_{}", found.to_lowercase());
        let problem = if clauses.contains(&as_number) {
            problem.label(format!("did you mean `{as_number}`?")).guess(self.span(), &as_number)
        } else if let Some(near) = nearest(&found.to_lowercase(), clauses.iter().map(String::as_str)) {
            problem.label(format!("did you mean `{near}`?")).guess(self.span(), near)
        } else if let Some(english) = foreign::clause(&found) {
            problem.label(format!("in English: `{english}`")).guess(self.span(), english)
        } else if self.is_word(0, &["that", "which", "who", "where", "when", "if", "until"]) {
            problem.hint(
                "a card has no sentences behind its words: what else it does is an ability of the rules",
            )
        } else if self.is_and() && self.is_word(1, &["new", "val"]) {
            problem.hint("begin the next card on a line of its own")
        } else if self.is(Tok::Star) {
            problem.hint("a card is stated once: how many of it are in a deck, the rules say")
        } else if self.is(Tok::Number) && self.token(1).kind == Tok::Star {
            problem.hint("between what is required stands `and` or `or`")
        } else if self.is(Tok::Number) {
            problem.hint(format!("write before a number what it is: {}", self.numbers()))
        } else if self.words.is_some_and(|words| words.abilities.find(self.word(1)).is_some()) {
            problem.label("write `has_ability`").guess(self.span(), "has_ability")
        } else if self.is_and() || self.is_or() || self.is(Tok::Comma) {
            problem.hint("only one thing stands behind the word before it")
        } else if self.words.is_some_and(|words| words.abilities.find(&found).is_some()) {
            problem.hint("abilities stand behind `has_ability`, with `and` between them")
        } else if let Some((action, n)) = self.counted_action() {
            // "Draw a card", "Draw two cards", "Draw 2 cards"
            let said = ["a", "two", "three", "four", "five"]
                .iter()
                .position(|word| found.eq_ignore_ascii_case(word));
            let n = n.map_or_else(|| said.map_or(1, |i| i + 1).to_string(), str::to_owned);
            problem.hint(format!("how much it does stands in brackets, and nothing more: `{action}({n})`"))
        } else {
            problem.hint(format!("what may be said of a card: {}", clauses.join(", ")))
        };
        self.report(problem)
    }

    /// The action right before this or a number, if it is one that is given a number and nothing else.
    fn counted_action(&self) -> Option<(&str, Option<&str>)> {
        let at = |back: usize| Some(self.token_at(self.position().checked_sub(back)?));
        let last = at(1)?;
        let (word, n) = match last.kind {
            Tok::Number => (at(2)?, Some(last.text(self.text))),
            _ => (last, None),
        };
        let word = word.text(self.text);
        self.is_counted(word).then_some((word, n))
    }
}

/// Whether a part of a sheet is said by `with_`: a number, a text or a case; what has a clause of its own is not.
pub(crate) fn is_said_with(name: &str, ty: &Ty) -> bool {
    matches!(ty, Ty::Named(_)) && !matches!(name, "title" | "like" | "kind" | "requires")
}
