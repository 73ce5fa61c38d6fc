//! What stands in brackets behind a word: `Discard(2)`. A single number may also stand there without brackets.

use super::reader::{Read, Reader, Val};
use super::signature::{Param, Ty};
use super::token::{Tok, unquoted};
use super::vocabulary::key;
use base::{Problem, Span};
use language::tree::{Expr, ExprKind};

/// The largest number on a card.
pub(crate) const MAX_NUMBER: f64 = 1_000_000.0;

impl Reader<'_, '_> {
    /// The values for the parameters of a word that stands at `at`.
    pub(crate) fn values(&mut self, word: &str, at: Span, params: &[Param]) -> Read<Vec<Expr>> {
        let takes_one = params.first().is_some_and(|p| p.ty.is("number"));
        if !self.is(Tok::Open) {
            if takes_one && self.is(Tok::Number) && self.token(1).kind != Tok::Star {
                let start = self.position();
                let first = self.value(word, &params[0])?;
                return self.enough(word, at, params, vec![(first, self.said_since(start))]);
            }
            return self.enough(word, at, params, Vec::new());
        }
        let open = self.span();
        self.bump();
        self.listed(word, at, open, params)
    }

    /// The values up to the end of brackets that are open already.
    pub(crate) fn listed(&mut self, word: &str, at: Span, open: Span, params: &[Param]) -> Read<Vec<Expr>> {
        let mut values = Vec::new();
        while !self.is(Tok::Close) {
            if self.begins_statement() {
                let problem = Problem::error("card-brackets", open, "this bracket is not closed");
                let example = self.example(params, &values);
                return Err(self.report(problem.hint(format!("write `{word}({example})`"))));
            }
            let Some(param) = params.get(values.len()) else {
                let message = match params.len() {
                    0 => format!("`{word}` takes nothing in brackets"),
                    1 => format!("`{word}` takes one value in brackets, and this is one more"),
                    n => format!("`{word}` takes {n} values in brackets, and this is one more"),
                };
                let hint = match params {
                    [] => word.to_owned(),
                    _ => format!("{word}({})", self.example(params, &values)),
                };
                let problem = Problem::error("card-brackets", self.span(), message);
                return Err(self.report(problem.hint(format!("write `{hint}`"))));
            };
            let start = self.position();
            let value = self.value(word, param)?;
            values.push((value, self.said_since(start)));
            if !self.eat(Tok::Comma) && !self.is(Tok::Close) && !self.is(Tok::End) {
                let message = format!("expected a comma or `)` in the brackets of `{word}`");
                return Err(self.report(Problem::error("card-brackets", self.span(), message)));
            }
        }
        self.bump();
        self.enough(word, at, params, values)
    }

    fn enough(&mut self, word: &str, at: Span, params: &[Param], values: Vec<Written>) -> Read<Vec<Expr>> {
        match params.get(values.len()) {
            Some(param) if !param.has_default => {
                let what = kind_of(&param.ty);
                let message = match values.len() {
                    0 => format!("`{word}` needs {what} in brackets"),
                    _ => format!("`{word}` needs {what} more in its brackets"),
                };
                let problem = Problem::error("card-brackets", at, message);
                let example = self.example(params, &values);
                Err(self.report(problem.hint(format!("write `{word}({example})`"))))
            }
            _ => Ok(values.into_iter().map(|(value, _)| value).collect()),
        }
    }

    /// One value in brackets.
    fn value(&mut self, word: &str, param: &Param) -> Read<Expr> {
        self.build.at = self.span();
        let token = self.token(0);
        match param.ty.name() {
            "number" => {
                let n = self.number(&format!("`{word}` needs a number in brackets"))?;
                Ok(self.build.number(n))
            }
            "string" if token.kind == Tok::Text => {
                let text = unquoted(self.bump().text(self.text));
                Ok(self.build.text(&text))
            }
            "bool" if self.is_word(0, &["true", "false", "yes", "no"]) => {
                let value = self.is_word(0, &["true", "yes"]);
                self.bump();
                Ok(self.build.expr(ExprKind::Bool(value)))
            }
            name if self.words.is_some_and(|words| words.card == name) => self.known(word),
            name => {
                let said = key(self.word(0));
                let cases = self.words.and_then(|words| words.enums.get(name));
                if let Some(case) = cases.and_then(|cases| cases.iter().find(|case| key(case) == said)) {
                    self.bump();
                    let of = self.build.var(name);
                    return Ok(self.build.member(of, case));
                }
                let what = kind_of(&param.ty);
                let found = token.text(self.text);
                let message = format!("expected {what} in the brackets of `{word}`, found `{found}`");
                let problem = Problem::error("card-brackets", self.span(), message);
                let hint = cases.map(|cases| format!("it is one of {}", cases.join(", ")));
                Err(self.report(hint.into_iter().fold(problem, Problem::hint)))
            }
        }
    }

    /// A card that has a name: one of the rule set, or of these files, in quotes or without.
    fn known(&mut self, of: &str) -> Read<Expr> {
        let (token, at) = (self.token(0), self.span());
        let is_text = token.kind == Tok::Text;
        if let Some((length, title)) = self.joined(0).map(|(length, title)| (length, title.to_owned())) {
            for _ in 0..length {
                self.bump();
            }
            return Ok(self.card_called(&title));
        }
        let word = if is_text { unquoted(token.text(self.text)) } else { self.word(0).to_owned() };
        let named = match self.vals.get(&key(&word)) {
            Some(Val::Card(Some(number))) => self.stated.get(*number).map(|(name, _)| name.clone()),
            _ => None,
        };
        let Some(words) = self.words else { return Ok(self.nothing()) };
        if let Some(name) = named.or_else(|| words.cards.find(&word).cloned()) {
            self.bump();
            return Ok(self.build.var(&name));
        }
        if self.constant_of(&word).is_some() {
            self.bump();
            return Ok(self.card_called(&word));
        }
        let message = format!("expected a card in the brackets of `{of}`, found `{word}`");
        let problem = Problem::error("card-brackets", at, message);
        let own = self.titles();
        let all = words.cards.all().chain(own.iter().map(String::as_str));
        Err(self.unknown(problem, &word, all, "cards"))
    }

    fn card_called(&mut self, title: &str) -> Expr {
        let name = self.constant_of(title).unwrap_or_default().to_owned();
        self.build.var(&name)
    }

    /// A number from 0 on; `why` begins the message where there is none.
    pub(crate) fn number(&mut self, why: &str) -> Read<f64> {
        let token = self.token(0);
        let found = token.text(self.text);
        if token.kind == Tok::Number {
            let n: f64 = found.parse().unwrap_or(f64::INFINITY);
            if n > MAX_NUMBER {
                let message = format!("`{found}` is too large: a number on a card is at most 1000000");
                return Err(self.report(Problem::error("card-number", self.span(), message)));
            }
            if self.token(1).kind == Tok::Dot && self.token(2).kind == Tok::Number {
                let message = "a number on a card is a whole one".to_owned();
                return Err(self.report(Problem::error("card-number", self.span(), message)));
            }
            self.bump();
            return Ok(n);
        }
        if token.kind == Tok::Minus {
            let problem = Problem::error("card-number", self.span(), "a number on a card is not below 0");
            return Err(self.report(problem));
        }
        let (found, at) = self.found();
        let problem = Problem::error("card-number", at, format!("{why}, found {found}"));
        let problem = match digits(self.word(0)) {
            Some(n) => problem.label(format!("write `{n}`")).guess(self.span(), n.to_string()),
            None => problem.hint("write it with digits: 3"),
        };
        Err(self.report(problem))
    }
}

impl Reader<'_, '_> {
    /// What brackets may hold, as an example that begins with what they hold.
    fn example(&self, params: &[Param], values: &[Written]) -> String {
        let case = |of: &str| self.words.and_then(|words| words.enums.get(of)?.first().cloned());
        let card = || self.words.and_then(|words| words.cards.all().next().map(str::to_owned));
        let one = |param: &Param| match param.ty.name() {
            "number" => "2".to_owned(),
            "string" => "\"...\"".to_owned(),
            "bool" => "yes".to_owned(),
            name => case(name).or_else(card).unwrap_or_else(|| param.name.clone()),
        };
        let written = values.iter().take(params.len()).map(|(_, written)| written.clone());
        let missing = params.iter().skip(values.len()).filter(|p| !p.has_default).map(one);
        written.chain(missing).collect::<Vec<_>>().join(", ")
    }
}

/// The number that a word says.
pub(crate) fn digits(word: &str) -> Option<usize> {
    const NUMBERS: [[&str; 3]; 11] = [
        ["zero", "nul", "null"],
        ["one", "een", "eins"],
        ["two", "twee", "zwei"],
        ["three", "drie", "drei"],
        ["four", "vier", "vier"],
        ["five", "vijf", "fünf"],
        ["six", "zes", "sechs"],
        ["seven", "zeven", "sieben"],
        ["eight", "acht", "acht"],
        ["nine", "negen", "neun"],
        ["ten", "tien", "zehn"],
    ];
    NUMBERS.iter().position(|names| names.contains(&word.to_lowercase().as_str()))
}

fn kind_of(ty: &Ty) -> String {
    match ty.name() {
        "number" => "a number".to_owned(),
        "string" => "a text in quotes".to_owned(),
        "bool" => "yes or no".to_owned(),
        name => format!("a {}", name.to_lowercase()),
    }
}

/// A value, and how it is written.
type Written = (Expr, String);
