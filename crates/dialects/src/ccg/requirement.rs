//! What playing a card requires: `3 * Lands and 2 * Swamps`, grouped to the left.

use super::brackets::digits;
use super::clause::Clause;
use super::reader::{Read, Reader, Val};
use super::target::MAX_WORDS;
use super::token::Tok;
use super::vocabulary::{NeedWord, key};
use base::{Problem, Span};
use language::tree::Expr;

/// So many parts hold together at most, and so many ways there are at most.
const MAX_TOGETHER: usize = 8;
const MAX_WAYS: usize = 64;

/// What is required: a value of the rule set, in how many ways it can be met, and of how many parts the longest is.
pub(crate) struct Needed {
    pub(crate) expr: Expr,
    pub(crate) ways: usize,
    pub(crate) together: usize,
}

impl Needed {
    fn one(expr: Expr) -> Needed {
        Needed { expr, ways: 1, together: 1 }
    }
}

impl Reader<'_, '_> {
    /// A requirement up to the next clause.
    pub(crate) fn requirement(&mut self) -> Read<Needed> {
        self.needs(&mut 0)
    }

    fn needs(&mut self, words: &mut usize) -> Read<Needed> {
        let mut left = self.need(words)?;
        while (self.is_and() || self.is_or() || self.is(Tok::Comma)) && Clause::at(self, 1).is_none() {
            let (at, is_or) = (self.span(), self.is_or());
            self.bump();
            let right = self.need(words)?;
            let (name, ways, together) = match is_or {
                true => ("either", left.ways + right.ways, left.together.max(right.together)),
                false => ("both", left.ways * right.ways, left.together + right.together),
            };
            if together > MAX_TOGETHER || ways > MAX_WAYS {
                let message = format!("a card requires at most {MAX_TOGETHER} things together");
                return Err(self.report(Problem::error("card-too-long", at, message)));
            }
            let expr = self.build.method(left.expr, name, vec![right.expr]);
            left = Needed { expr, ways, together };
        }
        Ok(left)
    }

    fn need(&mut self, words: &mut usize) -> Read<Needed> {
        *words += 1;
        if *words > MAX_WORDS {
            let message = format!("a requirement has at most {MAX_WORDS} parts");
            return Err(self.report(Problem::error("card-too-long", self.span(), message)));
        }
        if self.is(Tok::Open) {
            let open = self.span();
            self.bump();
            let inside = self.needs(words)?;
            if !self.eat(Tok::Close) {
                return Err(self.report(Problem::error("card-brackets", open, "this bracket is not closed")));
            }
            return Ok(inside);
        }
        let start = self.position();
        let mut count = None;
        if self.is(Tok::Number) || self.is(Tok::Minus) {
            count = Some(self.number("a requirement begins with a number")?);
            self.eat(Tok::Star);
            let _ = self.eat_word(&["x", "times", "of"]);
        }
        let (token, at) = (self.token(0), self.span());
        let is_joined = self.joined(0).is_some() && !self.begins_statement();
        if is_joined || (count.is_some() && matches!(token.kind, Tok::Open | Tok::Text)) {
            return self.fitting(count, start).map(Needed::one);
        }
        if token.kind != Tok::Word || Clause::at(self, 0).is_some_and(|_| !self.is_val(self.word(0))) {
            let (found, at) = self.found();
            let message = format!("expected what is required, found {found}");
            let problem = Problem::error("card-requirement", at, message);
            return Err(self.report(problem.hint("write how many of what: `requires 3 * Lands`")));
        }
        self.bump();
        let word = token.text(self.text);
        if count.is_none() && self.is(Tok::Star) && self.token(1).kind == Tok::Number {
            self.bump();
            count = Some(self.number("a requirement has a number")?);
        }
        self.needed(word, at, count, start)
    }

    fn is_val(&self, word: &str) -> bool {
        self.vals.contains_key(&key(word))
    }

    fn needed(&mut self, word: &str, at: Span, count: Option<f64>, start: usize) -> Read<Needed> {
        self.build.at = at;
        if let (Some(Val::Requirement(name, ways, together)), None) =
            (self.vals.get(&key(word)).cloned(), count)
        {
            self.used.insert(name.clone());
            return Ok(Needed { expr: self.build.var(&name), ways, together });
        }
        self.needed_word(word, at, count, start).map(Needed::one)
    }

    /// So many of whatever one target fits: `2 * pack`, `1 * NonForest`, `2 * (Green and Creature)`.
    fn fitting(&mut self, count: Option<f64>, start: usize) -> Read<Expr> {
        let (at, first) = (self.span(), self.position());
        let aimed = self.one_target(&mut 0)?;
        let what = self.said_since(first);
        let Some(words) = self.words else { return Ok(self.nothing()) };
        let says = self.said_since(start).replace('*', " ");
        let says = says.split_whitespace().collect::<Vec<_>>().join(" ");
        let domain = words.counts.as_ref().map_or(0, |(_, domain)| *domain);
        let Some(function) =
            words.counts_fitting.as_ref().filter(|_| aimed.kinds & (1 << domain.min(31)) != 0)
        else {
            let message = format!("what is `{what}` cannot be counted");
            return Err(self.report(Problem::error("card-requirement", at, message)));
        };
        self.build.at = at;
        let values = vec![self.build.number(count.unwrap_or(1.0)), self.build.text(&says), aimed.expr];
        Ok(self.build.call(function, values))
    }

    /// What the rule set calls so.
    fn needed_word(&mut self, word: &str, at: Span, count: Option<f64>, start: usize) -> Read<Expr> {
        let Some(words) = self.words else {
            self.skip_brackets();
            return Ok(self.nothing());
        };
        match words.needs.find(word) {
            Some(NeedWord::Ready(name)) if count.is_none() => return Ok(self.build.var(name)),
            Some(NeedWord::Made { function, is_counted, params }) if *is_counted || count.is_none() => {
                let mut values = Vec::new();
                if *is_counted {
                    values.push(self.build.number(count.unwrap_or(1.0)));
                }
                values.extend(self.values(word, at, params)?);
                return Ok(self.build.call(function, values));
            }
            _ => {}
        }
        if let Some((function, domain)) = &words.counts
            && let Some(predicate) = self.predicate_of(word, at, *domain)?
        {
            let says = self.said_since(start).replace('*', " ");
            let says = says.split_whitespace().collect::<Vec<_>>().join(" ");
            let values = vec![self.build.number(count.unwrap_or(1.0)), self.build.text(&says), predicate];
            return Ok(self.build.call(function, values));
        }
        let back = self.position() - 1;
        if self.is_target(word) && self.span_at(back) == at {
            self.go_to(back);
            return self.fitting(count, start);
        }
        if let Some(n) = digits(word) {
            let problem = Problem::error("card-number", at, format!("expected a number, found `{word}`"));
            return Err(self.report(problem.label(format!("write `{n}`")).guess(at, n.to_string())));
        }
        let message = format!("nothing that a card may require is called `{word}`");
        let problem = Problem::error("card-requirement", at, message);
        let all = words.needs.all().chain(words.cards.all()).chain(words.kinds.all());
        let own = self.own_names();
        let known = all.chain(words.targets.all()).chain(own.iter().map(String::as_str));
        let lost = self.unknown(problem, word, known, "things that a card may require");
        self.read_on(lost);
        self.skip_brackets();
        Ok(self.nothing())
    }
}
