//! Whom an action may be aimed at: `NonBlack and Creature`, grouped to the left.

use super::action::THEN;
use super::clause::Clause;
use super::reader::{AND, NOT, OR, Read, Reader, Val};
use super::token::{Tok, unquoted};
use super::vocabulary::{TargetWord, Value, Vocabulary, key};
use base::{Problem, Span, nearest};
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
            let Some((is_or, length)) = self.operator() else { return Ok(left) };
            for _ in 0..length {
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

    /// What stands between the words of a target, whether that is an `or`, and of how many tokens it is; None where the
    /// target ends.
    fn operator(&self) -> Option<(bool, usize)> {
        let (is_and, is_or) = (self.is_and(), self.is_or());
        if is_or && matches!(Clause::at(self, 1), Some((Clause::Target, _))) && !self.is_target_word(1) {
            // `target Creature or target Player`
            return Some((true, 2));
        }
        if is_and || is_or {
            return self.continues(1).then_some((is_or, 1));
        }
        if self.is(Tok::Comma) {
            let said = self.operator_at(1);
            // A comma may stand before the operator, and stands for the next one where none is there.
            let length = 1 + usize::from(said.is_some());
            let is_or = said.or_else(|| self.next_operator()).unwrap_or(false);
            return self.continues(length).then_some((is_or, length));
        }
        // `green creature` is what is both.
        let is_word = self.is_target_word(0) && Clause::at(self, 0).is_none();
        (is_word && !self.begins_statement()).then_some((false, 0))
    }

    /// Whether the operator that stands some tokens ahead is an `or`.
    fn operator_at(&self, ahead: usize) -> Option<bool> {
        let kind = self.token(ahead).kind;
        if kind == Tok::Or || self.is_word(ahead, OR) {
            return Some(true);
        }
        (kind == Tok::And || self.is_word(ahead, AND)).then_some(false)
    }

    /// The operator at the end of an enumeration with commas: `Creature, Artifact or Land`.
    fn next_operator(&self) -> Option<bool> {
        let mut depth = 0_usize;
        for ahead in 1..2 * MAX_WORDS {
            let token = self.token(ahead);
            match token.kind {
                Tok::End | Tok::Semicolon => return None,
                Tok::Open => depth += 1,
                Tok::Close => depth = depth.checked_sub(1)?,
                _ if depth > 0 => {}
                _ if token.starts_line && !token.is_indented => return None,
                _ if Clause::at(self, ahead).is_some() && !self.is_target_word(ahead) => return None,
                _ => {}
            }
            if let Some(is_or) = self.operator_at(ahead).filter(|_| depth == 0) {
                return Some(is_or);
            }
        }
        None
    }

    /// Whether what stands behind an operator goes on with the target: no clause, and no further action.
    fn continues(&self, ahead: usize) -> bool {
        Clause::at(self, ahead).is_none() && !self.is_deed(ahead)
    }

    /// Whether an action stands there rather than a word for targets: some words are both, and some are misspelt.
    fn is_deed(&self, ahead: usize) -> bool {
        let (word, Some(words)) = (self.word(ahead), self.words) else { return false };
        if word.is_empty() {
            return false;
        }
        if self.is_word(ahead, THEN)
            || matches!(self.vals.get(&key(word)), Some(Val::Action(_) | Val::Deed(_)))
        {
            return true;
        }
        let behind = self.behind_brackets(ahead + 1);
        let is_aimed = matches!(Clause::at(self, behind), Some((Clause::Target, _)));
        let is_target = self.is_target_word(ahead) || self.joined(ahead).is_some();
        if words.actions.find(word).is_some() {
            return is_aimed || !is_target;
        }
        let is_like = || {
            let all = |words: &mut dyn Iterator<Item = &str>| words.map(key).collect::<Vec<_>>();
            let (actions, targets) = (all(&mut words.actions.all()), all(&mut words.targets.all()));
            nearest(&key(word), actions.iter().map(String::as_str)).is_some()
                && nearest(&key(word), targets.iter().map(String::as_str)).is_none()
        };
        !is_target && (is_aimed || behind > ahead + 1 || is_like())
    }

    /// How far ahead it goes on behind the brackets, or the number, that may stand there.
    fn behind_brackets(&self, ahead: usize) -> usize {
        match self.token(ahead).kind {
            Tok::Number => ahead + 1,
            Tok::Open => {
                let inside = (ahead..ahead + MAX_WORDS).find(|at| self.token(*at).kind == Tok::Close);
                inside.map_or(ahead, |close| close + 1)
            }
            _ => ahead,
        }
    }

    /// Whether a word is one for targets.
    pub(crate) fn is_target_word(&self, ahead: usize) -> bool {
        self.is_target(self.word(ahead)) || self.is_word(ahead, NOT) || self.joined(ahead).is_some()
    }

    pub(crate) fn is_target(&self, word: &str) -> bool {
        let is_val =
            |word: &str| matches!(self.vals.get(&key(word)), Some(Val::Target(..) | Val::Ability(..)));
        let is_own = |words: &Vocabulary, word: &str| {
            let is_lost = self.lost.contains(&key(word));
            !is_lost && self.called_so(word).is_some() && words.actions.find(word).is_none()
        };
        let means =
            |words: &Vocabulary, word: &str| words.targets.find(word).is_some() || is_own(words, word);
        let is_known = |word: &str| is_val(word) || self.words.is_some_and(|words| means(words, word));
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
        while self.is_word(0, &["a", "an", "the", "any"])
            && self.token(1).kind == Tok::Word
            && self.operator_at(1).is_none()
        {
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
        let joined = self.joined(0).map(|(length, title)| (length, title.to_owned()));
        if let Some((length, title)) = joined.filter(|_| !self.begins_statement()) {
            for _ in 0..length {
                self.bump();
            }
            return self.named(&title, self.span_of(token));
        }
        match token.kind {
            Tok::Open => self.bracketed(words),
            Tok::Text => {
                self.bump();
                let (name, at) = (unquoted(token.text(self.text)), self.span_of(token));
                self.check_quoted(&name, at);
                self.named(&name, at)
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
                let hint = match token.kind {
                    Tok::Number => "one thing is aimed at: for more of them, write the action more than once",
                    _ => "write whom it is done to: `target Creature`",
                };
                Err(self.report(problem.hint(hint)))
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
        for (name, is_not) in [(Some(word), false), (plain, true)] {
            if let Some(title) = name.and_then(|name| self.called_so(name)).map(str::to_owned) {
                let aimed = self.named(&title, at)?;
                return Ok(if is_not { self.non(aimed) } else { aimed });
            }
        }
        if ["all", "each", "every", "both"].iter().any(|all| all.eq_ignore_ascii_case(word)) {
            let message = format!("an action is aimed at one thing, and not at `{word}` of a kind");
            return Err(self.report(Problem::error("card-target", at, message).hint("leave it out")));
        }
        if words.actions.find(word).is_some() {
            let problem = Problem::error("card-target", at, format!("`{word}` is done, it is not aimed at"));
            return Err(self.report(problem.hint(format!("write `defined_as {word} target ...`"))));
        }
        let problem = Problem::error("card-target", at, format!("no target is called `{word}`"));
        let own = self.own_names();
        let all = words.targets.all().chain(own.iter().map(String::as_str));
        let lost = self.unknown(problem, plain.unwrap_or(word), all, "targets");
        self.read_on(lost);
        self.skip_brackets();
        Ok(self.anything())
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
