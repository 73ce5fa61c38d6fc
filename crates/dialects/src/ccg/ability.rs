//! The abilities of a card: `has_ability Flying`, `has_ability Absorb(1) and Trample`.

use super::clause::Clause;
use super::reader::{NOT, Read, Reader, Val};
use super::signature::Param;
use super::token::Tok;
use super::vocabulary::key;
use super::vocabulary::{AbilityWord, names};
use base::{Problem, Span};
use language::tree::Expr;
use language::words::spoken;

/// One ability: a modifier by its name, or what a card gets by another name.
pub(crate) enum Has {
    Modifier(Expr, String),
    Line(Expr),
}

impl Reader<'_, '_> {
    /// All that one clause names, in order.
    pub(crate) fn abilities(&mut self) -> Read<Vec<Has>> {
        let mut all = vec![self.ability()?];
        while (self.is_and() || self.is(Tok::Comma)) && Clause::at(self, 1).is_none() {
            self.bump();
            // A comma may stand before the `and`.
            if self.is_and() {
                self.bump();
            }
            all.push(self.ability()?);
        }
        Ok(all)
    }

    fn ability(&mut self) -> Read<Has> {
        let (token, at) = (self.token(0), self.span());
        let is_word = token.kind == Tok::Word && !self.begins_statement();
        if !is_word || Clause::at(self, 0).is_some_and(|(clause, _)| clause != Clause::Target) {
            let (found, at) = self.found();
            let problem = Problem::error("card-ability", at, format!("expected an ability, found {found}"));
            let hint = match token.kind {
                Tok::Text => "an ability is written without quotes: `has_ability Flying`",
                _ => "write which one: `has_ability Flying`",
            };
            return Err(self.report(problem.hint(hint)));
        }
        if self.is_word(0, NOT) {
            let problem = Problem::error("card-ability", at, "a card has an ability or does not name it");
            return Err(self.report(problem.hint("leave out what it has not")));
        }
        self.bump();
        let mut word = token.text(self.text).to_owned();
        // `Battle Cry` is one word where it is written as two.
        let joined = format!("{word}{}", self.word(0));
        let known = |word: &str| self.words.is_some_and(|words| words.abilities.find(word).is_some());
        if !self.word(0).is_empty() && !known(&word) && known(&joined) {
            self.bump();
            word = joined;
        }
        self.ability_word(&word, at, None)
    }

    /// `open` is where brackets are open in which its values stand, if they are.
    pub(crate) fn ability_word(&mut self, word: &str, at: Span, open: Option<Span>) -> Read<Has> {
        self.mean(word, at)?;
        self.build.at = at;
        if let Some(Val::Ability(name, called)) = self.vals.get(&key(word)).cloned() {
            let modifier = self.build.var(&name);
            if let Some(open) = open {
                self.listed(word, at, open, &[])?;
            }
            return Ok(Has::Modifier(modifier, says(&called, "")));
        }
        let Some(words) = self.words else {
            self.skip_brackets();
            let nothing = self.nothing();
            return Ok(Has::Line(nothing));
        };
        let Some(found) = words.abilities.find(word) else {
            if words.actions.find(word).is_some() {
                let problem =
                    Problem::error("card-ability", at, format!("`{word}` is done, it is no ability"));
                return Err(self.report(problem.hint(format!("write `defined_as {word}`"))));
            }
            let problem = Problem::error("card-ability", at, format!("no ability is called `{word}`"));
            let problem = words.why_not(word).into_iter().fold(problem, Problem::hint);
            let lost = self.unknown(problem, word, words.abilities.all(), "abilities");
            if open.is_some() {
                return Err(lost);
            }
            self.read_on(lost);
            self.skip_brackets();
            let nothing = self.nothing();
            return Ok(Has::Line(nothing));
        };
        let start = self.position();
        let values = |reader: &mut Self, params: &[Param]| match open {
            Some(open) => reader.listed(word, at, open, params),
            None => reader.values(word, at, params),
        };
        Ok(match found {
            AbilityWord::Modifier(name, params) => {
                let values = values(self, params)?;
                let says = says(name, self.said_since(start).trim_matches(['(', ')', ' ']));
                let modifier = match values.is_empty() {
                    true => self.build.var(name),
                    false => self.build.call(name, values),
                };
                Has::Modifier(modifier, says)
            }
            AbilityWord::Ready(name) => {
                values(self, &[])?;
                Has::Line(self.build.var(name))
            }
            AbilityWord::Made(function, params) => {
                let values = values(self, params)?;
                Has::Line(self.build.call(function, values))
            }
        })
    }

    /// `ability("Absorb 1.", c => { c.add(Absorb(1)); })`
    pub(crate) fn line(&mut self, has: Has) -> Expr {
        let (modifier, says) = match has {
            Has::Line(line) => return line,
            Has::Modifier(modifier, says) => (modifier, says),
        };
        let name = self.local();
        let one = self.build.var(&name);
        let adds = self.build.method(one, "add", vec![modifier]);
        let gives = self.build.act(&[&name], adds);
        let says = self.build.text(&says);
        self.build.call(names::MAKES_ABILITY, vec![says, gives])
    }
}

/// `Battle cry 2.` for `BattleCry` and `2`.
fn says(name: &str, values: &str) -> String {
    let mut out = spoken(name);
    if !values.is_empty() {
        out.push(' ');
        out.push_str(values);
    }
    out + "."
}
