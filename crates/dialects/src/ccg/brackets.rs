//! What stands in brackets behind a word: `Discard(2)`. A single number may also stand there without brackets.

use super::reader::{Read, Reader};
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
                let first = self.value(word, &params[0])?;
                return self.enough(word, at, params, vec![first]);
            }
            return self.enough(word, at, params, Vec::new());
        }
        let open = self.span();
        self.bump();
        let mut values = Vec::new();
        while !self.is(Tok::Close) {
            if self.begins_statement() {
                let problem = Problem::error("card-brackets", open, "this bracket is not closed");
                return Err(self.report(problem.hint(format!("write `{word}({})`", example(params)))));
            }
            let Some(param) = params.get(values.len()) else {
                let message = match params.len() {
                    0 => format!("`{word}` takes nothing in brackets"),
                    1 => format!("`{word}` takes one value in brackets, and this is one more"),
                    n => format!("`{word}` takes {n} values in brackets, and this is one more"),
                };
                let hint =
                    if params.is_empty() { word.to_owned() } else { format!("{word}({})", example(params)) };
                let problem = Problem::error("card-brackets", self.span(), message);
                return Err(self.report(problem.hint(format!("write `{hint}`"))));
            };
            values.push(self.value(word, param)?);
            if !self.eat(Tok::Comma) && !self.is(Tok::Close) && !self.is(Tok::End) {
                let message = format!("expected a comma or `)` in the brackets of `{word}`");
                return Err(self.report(Problem::error("card-brackets", self.span(), message)));
            }
        }
        self.bump();
        self.enough(word, at, params, values)
    }

    fn enough(&mut self, word: &str, at: Span, params: &[Param], values: Vec<Expr>) -> Read<Vec<Expr>> {
        match params.get(values.len()) {
            Some(param) if !param.has_default => {
                let what = kind_of(&param.ty);
                let message = match values.len() {
                    0 => format!("`{word}` needs {what} in brackets"),
                    _ => format!("`{word}` needs {what} more in its brackets"),
                };
                let problem = Problem::error("card-brackets", at, message);
                Err(self.report(problem.hint(format!("write `{word}({})`", example(params)))))
            }
            _ => Ok(values),
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

/// What brackets may hold, as an example.
fn example(params: &[Param]) -> String {
    let one = |param: &Param| match param.ty.name() {
        "number" => "2".to_owned(),
        "string" => "\"...\"".to_owned(),
        "bool" => "yes".to_owned(),
        _ => param.name.clone(),
    };
    params.iter().filter(|p| !p.has_default).map(one).collect::<Vec<_>>().join(", ")
}
