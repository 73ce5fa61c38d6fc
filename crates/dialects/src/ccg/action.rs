//! What a card does: `defined_as Destroy target Creature`, several actions one after the other.

use super::clause::Clause;
use super::reader::{Read, Reader, Val};
use super::target::{ANY, Aimed};
use super::token::Tok;
use super::vocabulary::{ActionWord, Shape, Vocabulary, key};
use base::{Problem, Span};
use language::tree::Expr;

/// An action before its target is known.
struct Deed<'w> {
    word: String,
    at: Span,
    says: String,
    /// As it stands there, with its brackets.
    written: String,
    found: Option<&'w ActionWord>,
    values: Vec<Expr>,
}

impl<'a> Reader<'a, '_> {
    /// The actions of one clause, each with its target.
    pub(crate) fn actions(&mut self) -> Read<Vec<Expr>> {
        let mut all = vec![self.action()?];
        while self.is_and() || self.is(Tok::Comma) {
            if Clause::at(self, 1).is_some() {
                break;
            }
            self.bump();
            if self.is_word(0, &["then"]) {
                self.bump();
            }
            all.push(self.action()?);
        }
        Ok(all)
    }

    fn action(&mut self) -> Read<Expr> {
        let (token, at) = (self.token(0), self.span());
        if token.kind != Tok::Word || Clause::at(self, 0).is_some() || self.begins_statement() {
            let (found, at) = self.found();
            let message = format!("expected what the card does, found {found}");
            let hint = "write an action: `defined_as Destroy target Creature`";
            return Err(self.report(Problem::error("card-action", at, message).hint(hint)));
        }
        let start = self.position();
        self.bump();
        let word = token.text(self.text).to_owned();
        self.build.at = at;
        if let Some(Val::Action(name)) = self.vals.get(&key(&word)) {
            let name = name.clone();
            self.used.insert(name.clone());
            return Ok(self.build.var(&name));
        }
        let deed = self.deed(word, at, start)?;
        self.skip_and_before_target();
        let is_aimed = matches!(Clause::at(self, 0), Some((Clause::Target, _)));
        if !is_aimed {
            return self.aimless(deed);
        }
        self.bump();
        let (aimed, says) = self.target()?;
        self.done_to(deed, aimed, &says)
    }

    /// `Destroy and target Creature` is said without the `and`.
    fn skip_and_before_target(&mut self) {
        if self.is_and() && matches!(Clause::at(self, 1), Some((Clause::Target, _))) {
            self.bump();
        }
    }

    fn deed(&mut self, word: String, at: Span, start: usize) -> Read<Deed<'a>> {
        let Some(words) = self.words else {
            self.skip_brackets();
            return Ok(Deed {
                word,
                at,
                says: String::new(),
                written: String::new(),
                found: None,
                values: Vec::new(),
            });
        };
        let Some(found) = words.actions.find(&word) else {
            let problem = Problem::error("card-action", at, format!("no action is called `{word}`"));
            return Err(self.unknown(problem, &word, words.actions.all(), "actions"));
        };
        let params: &[_] = match found {
            ActionWord::Ready(_) => &[],
            ActionWord::Made { params, .. } | ActionWord::Act { params, .. } => params,
        };
        let values = self.values(&word, at, params)?;
        let written = self.said_since(start);
        let says = written.replace('(', " ").replace(')', "");
        Ok(Deed { word, at, says, written, found: Some(found), values })
    }

    /// What is aimed at nobody: it is done to whoever plays the card, where that makes sense.
    fn aimless(&mut self, deed: Deed<'a>) -> Read<Expr> {
        let Some(found) = deed.found else { return Ok(self.nothing()) };
        self.build.at = deed.at;
        match found {
            ActionWord::Ready(name) => return Ok(self.build.var(name)),
            ActionWord::Made { function, is_aimed: false, .. } => {
                return Ok(self.build.call(function, deed.values));
            }
            ActionWord::Act { function, shapes, .. } => {
                if let Some(shape) = shapes.iter().find(|shape| !shape.is_aimed) {
                    return Ok(self.acts(shape, function, &deed.says.clone(), None, deed.values));
                }
            }
            ActionWord::Made { .. } => {}
        }
        let message =
            format!("`{}` is done to somebody or something, and the card does not say to whom", deed.word);
        let problem = Problem::error("card-aim", deed.at, message);
        Err(self.report(problem.hint(format!("write `{} target Creature`, or whatever it is", deed.written))))
    }

    fn done_to(&mut self, deed: Deed<'a>, aimed: Aimed, says: &str) -> Read<Expr> {
        let (Some(found), Some(words)) = (deed.found, self.words) else { return Ok(self.nothing()) };
        self.build.at = deed.at;
        match found {
            ActionWord::Made { function, is_aimed: true, .. } => {
                let mut values = vec![aimed.expr];
                values.extend(deed.values);
                return Ok(self.build.call(function, values));
            }
            ActionWord::Act { function, shapes, .. } => {
                let aiming = || shapes.iter().filter(|shape| shape.is_aimed);
                if let Some(shape) = aiming().find(|shape| may_be(words, shape, aimed.kinds)) {
                    let says = format!("{} target {says}", deed.says);
                    return Ok(self.acts(shape, function, &says, Some(aimed.expr), deed.values));
                }
                let wanted: Vec<String> = aiming().filter_map(|shape| kinds_of(words, shape)).collect();
                if !wanted.is_empty() {
                    let message = format!(
                        "`{}` is done to {}, and not to all that is `{says}`",
                        deed.word,
                        wanted.join(" or ")
                    );
                    return Err(self.report(Problem::error("card-aim", deed.at, message)));
                }
            }
            ActionWord::Ready(_) | ActionWord::Made { .. } => {}
        }
        let problem = Problem::error("card-aim", deed.at, format!("`{}` is aimed at nobody", deed.word));
        Err(self.report(problem.hint("leave `target` out")))
    }

    /// `toPlayer("Discard 2", target, c => { discard(c, 2); })`
    fn acts(
        &mut self,
        shape: &Shape,
        function: &str,
        says: &str,
        target: Option<Expr>,
        values: Vec<Expr>,
    ) -> Expr {
        const NAMES: [&str; 4] = ["s", "source", "other", "more"];
        let last = self.local();
        let taken = |name: &&&str| !self.taken.contains(**name);
        let before = shape.given.len().saturating_sub(1);
        let mut names: Vec<&str> = NAMES.iter().filter(taken).take(before).copied().collect();
        names.push(last);
        let mut given: Vec<Expr> = names.iter().map(|name| self.build.var(name)).collect();
        given.extend(values);
        let body = self.build.call(function, given);
        let act = self.build.act(&names, body);
        let mut arguments = vec![self.build.text(says)];
        arguments.extend(target);
        arguments.push(act);
        self.build.call(&shape.makes, arguments)
    }
}

/// Whether all that is aimed at is of the kind that a shape gives last. What is no kind of its own stands above all.
fn may_be(words: &Vocabulary, shape: &Shape, kinds: u32) -> bool {
    let last = shape.given.last();
    match words.domains.iter().position(|domain| Some(&domain.ty) == last) {
        Some(domain) => kinds == ANY || kinds & !(1 << domain.min(31)) == 0,
        None => true,
    }
}

fn kinds_of(words: &Vocabulary, shape: &Shape) -> Option<String> {
    let domain = words.domains.iter().find(|domain| Some(&domain.ty) == shape.given.last());
    domain.map(super::vocabulary::Domain::plural)
}
