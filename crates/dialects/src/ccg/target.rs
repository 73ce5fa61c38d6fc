//! Whom an action may be aimed at: `NonBlack and Creature`, grouped to the left.

use super::clause::Clause;
use super::reader::{NOT, Read, Reader, Val};
use super::token::{Tok, unquoted};
use super::vocabulary::{TargetWord, Value, Vocabulary, key};
use base::{Problem, Span};
use language::tree::Expr;

/// So many words and brackets of one target or requirement.
pub(crate) const MAX_WORDS: usize = 40;

/// All kinds of things.
pub(crate) const ANY: u32 = u32::MAX;

/// What a target is: a value of the rule set, and a bit for each kind of things that it may be.
pub(crate) struct Aimed {
    pub expr: Expr,
    pub kinds: u32,
}

impl Reader<'_, '_> {
    /// A target up to the next clause, and what the card says of it.
    pub(crate) fn target(&mut self) -> Read<(Aimed, String)> {
        let start = self.position();
        let first = self.span();
        let aimed = self.targets(&mut 0)?;
        let mut says = self.said_since(start);
        if let Some(Val::Target(_, _, meant)) = self.vals.get(&key(&says)) {
            says.clone_from(meant);
        }
        if aimed.kinds == 0 {
            let message = format!("nothing is `{says}`: it would be things of different kinds at once");
            return Err(
                self.report(Problem::error("card-target", first, message).hint("write `or` between them"))
            );
        }
        Ok((aimed, says))
    }

    /// `words` counts those so far.
    fn targets(&mut self, words: &mut usize) -> Read<Aimed> {
        let mut left = self.one_target(words)?;
        loop {
            let (is_and, is_or) = (self.is_and(), self.is_or());
            let is_more = if is_and || is_or {
                self.continues(1)
            } else {
                // `green creature` is what is both.
                self.is_target_word(0) && Clause::at(self, 0).is_none() && !self.begins_statement()
            };
            if !is_more {
                return Ok(left);
            }
            if is_and || is_or {
                self.bump();
            }
            let right = self.one_target(words)?;
            let (name, kinds) = match is_or {
                true => ("either", left.kinds | right.kinds),
                false => ("both", left.kinds & right.kinds),
            };
            let expr = self.build.method(left.expr, name, vec![right.expr]);
            left = Aimed { expr, kinds };
        }
    }

    /// Whether what stands behind an operator goes on with the target: no clause, and no further action.
    fn continues(&self, ahead: usize) -> bool {
        let is_action = || self.words.is_some_and(|words| words.actions.find(self.word(ahead)).is_some());
        Clause::at(self, ahead).is_none() && (self.is_target_word(ahead) || !is_action())
    }

    /// Whether a word is one for targets.
    pub(crate) fn is_target_word(&self, ahead: usize) -> bool {
        self.is_target(self.word(ahead)) || self.is_word(ahead, NOT)
    }

    pub(crate) fn is_target(&self, word: &str) -> bool {
        let is_val =
            |word: &str| matches!(self.vals.get(&key(word)), Some(Val::Target(..) | Val::Ability(..)));
        let is_known =
            |word: &str| is_val(word) || self.words.is_some_and(|words| words.targets.find(word).is_some());
        let plain = without_non(word);
        !word.is_empty() && (is_known(word) || plain.is_some_and(is_known))
    }

    pub(crate) fn one_target(&mut self, words: &mut usize) -> Read<Aimed> {
        *words += 1;
        if *words > MAX_WORDS {
            let message = format!("a target has at most {MAX_WORDS} words");
            let problem = Problem::error("card-too-long", self.span(), message);
            return Err(self.report(problem.hint("name a part of it with `val`")));
        }
        while self.is_word(0, &["a", "an", "the", "any"]) && self.token(1).kind == Tok::Word {
            self.bump();
        }
        let token = self.token(0);
        self.build.at = self.span();
        if self.is_word(0, NOT) {
            self.bump();
            self.eat(Tok::Minus);
            let plain = self.one_target(words)?;
            return Ok(self.non(plain));
        }
        match token.kind {
            Tok::Open => self.bracketed(words),
            Tok::Text => {
                self.bump();
                self.named(&unquoted(token.text(self.text)), self.span_of(token))
            }
            Tok::Word
                if !self.begins_statement() && (Clause::at(self, 0).is_none() || self.is_target_word(0)) =>
            {
                self.bump();
                self.target_word(token.text(self.text), self.span_of(token))
            }
            _ => {
                let (found, at) = self.found();
                let problem =
                    Problem::error("card-target", at, format!("expected what is aimed at, found {found}"));
                Err(self.report(problem.hint("write whom it is done to: `target Creature`")))
            }
        }
    }

    fn bracketed(&mut self, words: &mut usize) -> Read<Aimed> {
        let open = self.span();
        self.bump();
        let inside = self.targets(words)?;
        if !self.eat(Tok::Close) {
            return Err(self.report(Problem::error("card-brackets", open, "this bracket is not closed")));
        }
        Ok(inside)
    }

    fn non(&mut self, plain: Aimed) -> Aimed {
        Aimed { expr: self.build.method(plain.expr, "non", Vec::new()), kinds: plain.kinds }
    }

    /// A text in quotes: what is called so.
    fn named(&mut self, name: &str, at: Span) -> Read<Aimed> {
        let Some(words) = self.words else { return Ok(self.anything()) };
        let Some((domain, function)) = &words.texts else {
            let problem = Problem::error("card-target", at, "a target is a word without quotes");
            return Err(self.report(problem));
        };
        let text = self.build.text(name);
        Ok(self.holds(words, *domain, function, vec![text]))
    }

    fn target_word(&mut self, word: &str, at: Span) -> Read<Aimed> {
        let plain = without_non(word).filter(|_| !self.vals.contains_key(&key(word)));
        self.mean(plain.unwrap_or(word), at)?;
        if let Some(aimed) = self.named_target(word) {
            return Ok(aimed);
        }
        let Some(words) = self.words else {
            self.skip_brackets();
            return Ok(self.anything());
        };
        if let Some(found) = words.targets.find(word) {
            return self.meant(words, word, at, found);
        }
        if let Some(aimed) = plain.and_then(|plain| self.named_target(plain)) {
            return Ok(self.non(aimed));
        }
        if let Some(found) = plain.and_then(|plain| words.targets.find(plain)) {
            let plain = self.meant(words, word, at, found)?;
            return Ok(self.non(plain));
        }
        if words.actions.find(word).is_some() {
            let problem = Problem::error("card-target", at, format!("`{word}` is done, it is not aimed at"));
            return Err(self.report(problem.hint(format!("write `defined_as {word} target ...`"))));
        }
        let problem = Problem::error("card-target", at, format!("no target is called `{word}`"));
        Err(self.unknown(problem, plain.unwrap_or(word), words.targets.all(), "targets"))
    }

    /// What a `val` names: a target, or whatever has an ability.
    fn named_target(&mut self, word: &str) -> Option<Aimed> {
        match self.vals.get(&key(word)).cloned()? {
            Val::Target(name, kinds, _) => {
                let expr = self.build.var(&name);
                self.used.insert(name);
                Some(Aimed { expr, kinds })
            }
            Val::Ability(name, _) => {
                let words = self.words?;
                Some(self.able(words, words.able?, &name))
            }
            _ => None,
        }
    }

    fn meant(&mut self, words: &Vocabulary, word: &str, at: Span, found: &TargetWord) -> Read<Aimed> {
        match found {
            TargetWord::Predicate { domain, function, params } => {
                let values = self.values(word, at, params)?;
                Ok(self.holds(words, *domain, function, values))
            }
            TargetWord::Lifted { domain, function, value } => {
                let value = self.value_of(value);
                Ok(self.holds(words, *domain, function, vec![value]))
            }
            TargetWord::Able { domain, modifier } => Ok(self.able(words, *domain, modifier)),
            TargetWord::Ready(name) => Ok(Aimed { expr: self.build.var(name), kinds: ANY }),
            TargetWord::Made { function, params } => {
                let values = self.values(word, at, params)?;
                Ok(Aimed { expr: self.build.call(function, values), kinds: ANY })
            }
        }
    }

    fn value_of(&mut self, value: &Value) -> Expr {
        match value {
            Value::Case(of, case) => {
                let of = self.build.var(of);
                self.build.member(of, case)
            }
            Value::Card(name) => self.build.var(name),
        }
    }

    /// `whichPermanent(c => isOfKind(c, Kind.Creature))`
    fn holds(&mut self, words: &Vocabulary, domain: usize, function: &str, values: Vec<Expr>) -> Aimed {
        let predicate = self.predicate(function, values);
        self.those(words, domain, predicate)
    }

    /// `whichPermanent(c => c.has(Flying))`
    fn able(&mut self, words: &Vocabulary, domain: usize, modifier: &str) -> Aimed {
        let predicate = self.has(modifier);
        self.those(words, domain, predicate)
    }

    fn has(&mut self, modifier: &str) -> Expr {
        let one = self.local();
        let (thing, ability) = (self.build.var(&one), self.build.var(modifier));
        let body = self.build.method(thing, "has", vec![ability]);
        self.build.lambda(&[&one], Vec::new(), body)
    }

    fn those(&mut self, words: &Vocabulary, domain: usize, predicate: Expr) -> Aimed {
        let makes = words.domains.get(domain).map_or("", |d| d.makes());
        Aimed { expr: self.build.call(makes, vec![predicate]), kinds: 1 << domain.min(31) }
    }

    fn predicate(&mut self, function: &str, values: Vec<Expr>) -> Expr {
        let one = self.local();
        let mut all = vec![self.build.var(&one)];
        all.extend(values);
        let body = self.build.call(function, all);
        self.build.lambda(&[&one], Vec::new(), body)
    }

    /// The predicate that a word is on things of one kind: what requirements count.
    pub(crate) fn predicate_of(&mut self, word: &str, at: Span, of: usize) -> Read<Option<Expr>> {
        let Some(words) = self.words else { return Ok(Some(self.nothing())) };
        match words.targets.find(word) {
            Some(TargetWord::Predicate { domain, function, params }) if *domain == of => {
                let values = self.values(word, at, params)?;
                Ok(Some(self.predicate(function, values)))
            }
            Some(TargetWord::Lifted { domain, function, value }) if *domain == of => {
                let value = self.value_of(value);
                Ok(Some(self.predicate(function, vec![value])))
            }
            Some(TargetWord::Able { domain, modifier }) if *domain == of => Ok(Some(self.has(modifier))),
            _ => Ok(None),
        }
    }

    /// The name of a parameter that nothing else has.
    pub(crate) fn local(&self) -> String {
        self.locals.first().cloned().unwrap_or_default()
    }

    fn anything(&mut self) -> Aimed {
        Aimed { expr: self.nothing(), kinds: ANY }
    }

    /// Brackets behind a word that is not looked up.
    pub(crate) fn skip_brackets(&mut self) {
        if self.is(Tok::Open) {
            while !self.begins_statement() && !self.eat(Tok::Close) {
                self.bump();
            }
        } else if self.is(Tok::Number) {
            self.bump();
        }
    }
}

/// What is left of `NonBlack`.
fn without_non(word: &str) -> Option<&str> {
    let (non, rest) = word.split_at_checked(3)?;
    let rest = rest.trim_start_matches('_');
    (non.eq_ignore_ascii_case("non") && !rest.is_empty()).then_some(rest)
}
