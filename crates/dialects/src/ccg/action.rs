//! What a card does: `defined_as Destroy target Creature`, several actions one after the other.

use super::clause::Clause;
use super::reader::{AND, Read, Reader, Val};
use super::signature::Ty;
use super::target::{ANY, Aimed};
use super::token::Tok;
use super::vocabulary::{ActionWord, Shape, Vocabulary, key, names};
use base::{Problem, Span};
use language::tree::{Expr, Item};

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

/// Between actions that are done one after the other.
pub(crate) const THEN: &[&str] = &["then"];

/// A target that stands behind other words of a card is looked for among so many.
const MAX_AHEAD: usize = 200;

impl<'a> Reader<'a, '_> {
    /// The actions of one clause, each with its target.
    pub(crate) fn actions(&mut self) -> Read<Vec<Expr>> {
        let mut all = self.action()?;
        while self.is_and() || self.is(Tok::Comma) || self.is_word(0, THEN) {
            let (at, is_comma) = (self.token(0), self.is(Tok::Comma));
            let is_joint = is_comma && (self.token(1).kind == Tok::And || self.is_word(1, AND));
            if Clause::at(self, 1 + usize::from(is_joint)).is_some() {
                break;
            }
            self.bump();
            // A comma may stand before the `and`, and `then` behind either.
            if is_joint {
                self.bump();
            }
            if at.kind != Tok::Word || !THEN.iter().any(|then| at.text(self.text).eq_ignore_ascii_case(then))
            {
                let _ = self.eat_word(THEN);
            }
            all.extend(self.action()?);
        }
        Ok(all)
    }

    /// One action, or those that a `val` names.
    fn action(&mut self) -> Read<Vec<Expr>> {
        let (word, at) = (self.word(0), self.span());
        if let Some(Val::Action(names)) = self.vals.get(&key(word)).cloned() {
            self.mean(word, at)?;
            self.build.at = at;
            self.bump();
            self.used.extend(names.iter().cloned());
            return Ok(names.iter().map(|name| self.build.var(name)).collect());
        }
        let deed = self.deed_here()?;
        self.skip_and_before_target();
        let is_aimed = matches!(Clause::at(self, 0), Some((Clause::Target, _)));
        let target = if is_aimed {
            self.bump();
            Some(self.target()?)
        } else if let Some(position) = needs_aim(&deed).then(|| self.free_target()).flatten() {
            let here = self.position();
            self.go_to(position + 1);
            let target = self.target();
            self.go_to(here);
            self.taken_targets.insert(position);
            Some(target?)
        } else {
            None
        };
        let action = match target {
            Some((aimed, says)) => self.done_to(deed, aimed, &says)?,
            None => self.aimless(deed)?,
        };
        Ok(vec![action])
    }

    /// Where a target stands that belongs to no action of its own: said before, or behind another clause of this card.
    fn free_target(&mut self) -> Option<usize> {
        if let Some(before) = self.free_targets.pop_front() {
            return Some(before);
        }
        let here = self.position();
        let mut is_behind = false;
        let mut found = None;
        while self.position() < here + MAX_AHEAD
            && !(self.begins_statement() || self.is(Tok::Text) && self.token(0).starts_line)
        {
            match Clause::at(self, 0) {
                Some((Clause::DefinedAs, _)) => break,
                Some((Clause::Target, _)) if !is_behind => break,
                Some((Clause::Target, _)) if !self.taken_targets.contains(&self.position()) => {
                    found = Some(self.position());
                    break;
                }
                Some(_) => is_behind = true,
                None => {}
            }
            self.bump();
        }
        self.go_to(here);
        found
    }

    /// Of a value that is one action without the target that it needs, where it stands; it is read then.
    pub(crate) fn bare_deed(&mut self) -> Read<Option<usize>> {
        let (here, meant) = (self.position(), self.meant);
        match self.vals.get(&key(self.word(0))) {
            Some(Val::Action(_)) => return Ok(None),
            Some(Val::Deed(position)) => {
                let position = *position;
                self.bump();
                return Ok(Some(position));
            }
            _ => {}
        }
        let deed = self.deed_here()?;
        if needs_aim(&deed) && (self.begins_statement() || self.token(0).starts_line) {
            return Ok(Some(here));
        }
        self.go_to(here);
        self.meant = meant;
        Ok(None)
    }

    /// The action that stands here, or the one that stands where a `val` was given it.
    fn deed_here(&mut self) -> Read<Deed<'a>> {
        let named = match self.vals.get(&key(self.word(0))) {
            Some(Val::Deed(position)) => Some(*position),
            _ => None,
        };
        let Some(position) = named else { return self.deed_word() };
        let (at, name) = (self.span(), self.bump().text(self.text).to_owned());
        let behind = self.position();
        self.go_to(position);
        let deed = self.deed_word();
        self.go_to(behind);
        Ok(Deed { at, word: name.clone(), written: name, ..deed? })
    }

    /// For the files that import this one, an action that a `val` names without its target: a function of the same form
    /// as the one that it names.
    pub(crate) fn hand_on_deed(&mut self, name: &str, position: usize) -> Read<()> {
        let (here, meant) = (self.position(), self.meant);
        self.go_to(position);
        let deed = self.deed_here();
        self.go_to(here);
        self.meant = meant;
        let deed = deed?;
        let (function, given, gives) = match deed.found {
            Some(ActionWord::Made { function, is_aimed: true, .. }) => {
                (function, vec![Ty::named(names::TARGET)], Some(names::ACTION))
            }
            Some(ActionWord::Act { function, shapes, .. }) => {
                (function, shapes.first().map_or_else(Vec::new, |shape| shape.given.clone()), None)
            }
            _ => return Ok(()),
        };
        self.build.at = deed.at;
        let locals: Vec<String> = self.locals.iter().take(given.len()).cloned().collect();
        let mut values: Vec<Expr> = locals.iter().map(|name| self.build.var(name)).collect();
        values.extend(deed.values);
        let call = self.build.call(function, values);
        let given: Vec<_> = given.iter().map(Ty::name).zip(locals.iter().map(String::as_str)).collect();
        let function = self.build.function(name, &given, gives, call);
        self.items.push(Item::Function(function));
        Ok(())
    }

    fn deed_word(&mut self) -> Read<Deed<'a>> {
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
        self.mean(&word, at)?;
        self.build.at = at;
        self.deed(word, at, start)
    }

    /// `Destroy and target Creature` is said without the `and`, and `Damage 3 to target Creature` without the `to`.
    fn skip_and_before_target(&mut self) {
        let is_joint = self.is_and() || self.is_word(0, &["to", "on", "at"]);
        if is_joint && matches!(Clause::at(self, 1), Some((Clause::Target, _))) {
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
            let nothing = Deed {
                word: word.clone(),
                at,
                says: String::new(),
                written: String::new(),
                found: None,
                values: Vec::new(),
            };
            if words.abilities.find(&word).is_some() {
                let problem = Problem::error(
                    "card-action",
                    at,
                    format!("`{word}` is an ability, nothing that is done"),
                );
                return Err(self.report(problem.hint(format!("write `has_ability {word}`"))));
            }
            let problem = Problem::error("card-action", at, format!("no action is called `{word}`"));
            let lost = if let Some(meant) = self.said_as_noun() {
                self.report(problem.label(format!("did you mean `{meant}`?")))
            } else if let Some(why) = words.why_not(&word) {
                self.report(problem.hint(why))
            } else {
                self.unknown(problem, &word, words.actions.all(), "actions")
            };
            self.read_on(lost);
            self.skip_brackets();
            return Ok(nothing);
        };
        let params: &[_] = match found {
            ActionWord::Ready(_) => &[],
            ActionWord::Made { params, .. } | ActionWord::Act { params, .. } => params,
        };
        let values = self.values(&word, at, params)?;
        let written = self.said_since(start);
        // What a `val` of another file names is said in the words for which it stands.
        let named = match found {
            ActionWord::Made { function, .. } | ActionWord::Act { function, .. } => {
                self.known.says.get(function)
            }
            ActionWord::Ready(_) => None,
        };
        let says = named.cloned().unwrap_or_else(|| written.replace('(', " ").replace(')', ""));
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
        let is_for_all = self.is_word(0, &["all", "each", "every"]);
        let behind = self.word(usize::from(is_for_all || self.is_word(0, &["to", "at", "on"])));
        let whom = if self.is_target(behind) { behind } else { "Creature" };
        let hint = format!("write `{} target {whom}`, or whatever it is", deed.written);
        let problem = problem.hint(hint);
        Err(self.report(match is_for_all {
            true => problem.hint("that is done to one; what is done to all is an action of the rules"),
            false => problem,
        }))
    }

    /// The action that "Deal 3 damage" means, where its first word has just been read.
    fn said_as_noun(&self) -> Option<String> {
        let n = self.token(0);
        let noun = self.word(1);
        if n.kind != Tok::Number || noun.is_empty() {
            return None;
        }
        let action = self.words?.actions.all().find(|name| name.eq_ignore_ascii_case(noun))?;
        self.is_counted(action).then(|| format!("{action}({})", n.text(self.text)))
    }

    /// Whether a word is an action that is given a number and nothing else.
    pub(crate) fn is_counted(&self, word: &str) -> bool {
        let found = self.words.and_then(|words| words.actions.find(word));
        match found {
            Some(ActionWord::Made { params, .. } | ActionWord::Act { params, .. }) => {
                matches!(&params[..], [one] if one.ty.is("number"))
            }
            Some(ActionWord::Ready(_)) | None => false,
        }
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
        let locals = self.locals.clone();
        // What is aimed at, the last, has the first name.
        let names: Vec<&str> = locals.iter().take(shape.given.len()).rev().map(String::as_str).collect();
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

/// Whether something is done to somebody or something that the card has to name.
fn needs_aim(deed: &Deed<'_>) -> bool {
    match deed.found {
        Some(ActionWord::Made { is_aimed, .. }) => *is_aimed,
        Some(ActionWord::Act { shapes, .. }) => shapes.iter().all(|shape| shape.is_aimed),
        Some(ActionWord::Ready(_)) | None => false,
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
