//! What is known before a file is read: the cards that it states and what its `val` statements name, wherever they
//! stand, and the cards of the files that it imports. It reads no statement: what is wrong in one is told where it is
//! read.

use super::card::{constant_name, titled};
use super::clause::Clause;
use super::reader::{Lost, Reader};
use super::token::{Tok, unquoted};
use super::vocabulary::{key, names, shown};
use super::{MAX_CARDS, MAX_VALUES};
use crate::Around;
use base::{Problem, Span, nearest};
use language::tree::{Block, Constant, Expr, ExprKind, Initialiser, Item, LambdaBody, Part, StatementKind};
use std::collections::{BTreeMap, BTreeSet};

/// A card that has a name, and its constant.
#[derive(Clone, Debug)]
struct Titled {
    title: String,
    constant: String,
}

/// What is known before a file is read.
#[derive(Default)]
pub(crate) struct Known {
    /// Where each `val` stands that names no card, the first of its name.
    vals: BTreeMap<String, Span>,
    /// What each of them names is called in TGDL, by where its name stands: so that files that import this one find it
    /// by that name, cards stand back.
    named: BTreeMap<u32, String>,
    /// Cards by their names, and by those that a `val` gives them.
    cards: BTreeMap<String, Titled>,
    /// What cards are besides, `Bird` of `with_type "Bird Spirit"`.
    types: BTreeMap<String, String>,
    /// All these names, as they are written.
    pub exact: BTreeSet<String>,
    /// Where the first card of each name stands, by the name in small letters.
    pub first: BTreeMap<String, Span>,
    /// The constants of the cards of this file, by the position where each begins.
    constants: BTreeMap<usize, String>,
    /// What cards say that do what an imported file has named, by the function that does it.
    pub says: BTreeMap<String, String>,
    /// The constant of the list of the cards.
    pub list: String,
    /// The function values that the cards of other files have.
    pub values: usize,
    /// Where a card stands that is one too many.
    pub excess: Option<Span>,
    /// Two of the imported files make something with the same name; what cannot be put together.
    pub is_torn: bool,
}

/// A statement of a card, as far as it is looked at before it is read.
struct Ahead {
    position: usize,
    val: Option<String>,
    title: Option<(String, Span)>,
    /// The type behind `new`, where nothing more is said.
    alone: Option<String>,
    types: Vec<String>,
}

/// The name of a card has at most so many words where it stands without quotes.
const MAX_JOINED: usize = 8;

impl Reader<'_, '_> {
    /// Looks through the whole file, and at what it imports.
    pub(crate) fn look_ahead(&mut self, around: &Around<'_>) {
        let Some(words) = self.words else { return };
        self.look_around(around);
        let list = constant_name(around.stem);
        let is_taken = self.taken.contains(&list);
        self.known.list = self.free_name(&if is_taken { list + "Cards" } else { list });
        let mut room = MAX_CARDS.saturating_sub(words.cards.all().count());
        let cards = self.cards_ahead();
        for card in cards {
            let at = self.span_at(card.position);
            if room == 0 {
                self.known.excess = Some(at);
                return;
            }
            room -= 1;
            self.card_ahead(card, at);
        }
    }

    fn card_ahead(&mut self, card: Ahead, at: Span) {
        let is_known = |word: &String| self.words.is_some_and(|words| words.cards.find(word).is_some());
        if card.alone.as_ref().is_some_and(is_known) {
            return;
        }
        let Some((title, at)) = card.title.or_else(|| card.val.as_deref().map(|val| (titled(val), at)))
        else {
            return;
        };
        let wanted = card.val.clone().unwrap_or_else(|| constant_name(&title));
        let constant = self.free_name(&wanted);
        self.known.constants.insert(card.position, constant.clone());
        self.known.exact.insert(title.clone());
        self.same_name(&title, at);
        self.known.card(card.val, title, constant);
        for of in card.types {
            self.known.exact.insert(of.clone());
            self.known.types.entry(key(&of)).or_insert(of);
        }
    }

    /// A second card of one name is told of, with both places.
    fn same_name(&mut self, title: &str, at: Span) {
        let small = title.to_lowercase();
        let Some(first) = self.known.first.get(&small).copied() else {
            self.known.first.insert(small, at);
            return;
        };
        let problem = Problem::warning("card-same-name", at, format!("a second card is called `{title}`"));
        let problem = problem.other(first, "the first is here");
        let hint = "give one of them another name: with one name nobody can tell them apart";
        let _: Lost = self.report(problem.hint(hint));
    }

    /// Every statement of a card, in order. What a `val` names that is no card is kept.
    fn cards_ahead(&mut self) -> Vec<Ahead> {
        let mut all = Vec::new();
        let (mut at, end) = (0, self.length());
        while at < end {
            let next = (at + 1..end).find(|i| self.begins_at(*i)).unwrap_or(end);
            if self.begins_at(at) {
                all.extend(self.one_ahead(at, next));
            }
            at = next;
        }
        self.go_to(0);
        all
    }

    /// Whether a statement begins with the token at a position, a card with no more than its name included.
    fn begins_at(&mut self, position: usize) -> bool {
        self.go_to(position);
        let token = self.token(0);
        let is_text = token.kind == Tok::Text && token.starts_line && !token.is_indented;
        is_text || (self.begins_statement() && token.kind != Tok::End)
    }

    fn one_ahead(&mut self, at: usize, end: usize) -> Option<Ahead> {
        self.go_to(at + usize::from(self.token_at(at).kind == Tok::Semicolon));
        if self.position() >= end {
            return None;
        }
        let mut val = None;
        if self.eat_word(&["val", "var"]) {
            let (name, span) = (self.word(0).to_owned(), self.span());
            let value = (self.position()..end.min(self.position() + 4))
                .find(|i| self.token_at(*i).kind == Tok::Equal)
                .filter(|_| !name.is_empty())?;
            self.go_to(value + 1);
            if !self.is(Tok::Text) && !self.is_word(0, &["new"]) {
                self.known.vals.entry(key(&name)).or_insert(span);
                let constant = self.free_name(&name);
                self.known.named.insert(span.start, constant);
                return None;
            }
            val = Some(name);
        } else if !self.is(Tok::Text) && !self.is_word(0, &["new"]) {
            return None;
        }
        let position = self.position();
        let mut card = Ahead { position, val, title: None, alone: None, types: Vec::new() };
        if self.eat_word(&["new"]) {
            let of = self.word(0).to_owned();
            self.bump();
            card.alone = (self.position() >= end).then_some(of);
        }
        let mut is_title = self.is(Tok::Text);
        while self.position() < end {
            let (token, span) = (self.token(0), self.span());
            if is_title && token.kind == Tok::Text && card.title.is_none() {
                let title = unquoted(token.text(self.text));
                card.title = (!title.is_empty()).then_some((title, span));
            }
            let clause = Clause::at(self, 0);
            let length = clause.as_ref().map_or(1, |(_, length)| *length);
            let behind = self.token(length);
            if let (Some((Clause::With(field), _)), Tok::Text) = (&clause, behind.kind)
                && field == names::TYPE
            {
                let said = unquoted(behind.text(self.text));
                card.types.extend(said.split_whitespace().map(str::to_owned));
            }
            is_title = matches!(clause, Some((Clause::Called, _)));
            self.go_to(self.position() + length.max(1));
        }
        Some(card)
    }

    /// What the modules declare that the file sees, as far as cards may speak of it.
    fn look_around(&mut self, around: &Around<'_>) {
        let mut made: BTreeMap<&str, Span> = BTreeMap::new();
        for module in around.same {
            for item in &module.items {
                let name = match item {
                    Item::Const(constant) => &constant.name,
                    Item::Class(class) => &class.name,
                    Item::Function(function) => {
                        let says = function.body.as_ref().and_then(does);
                        self.known.says.extend(says.map(|says| (function.name.text.clone(), says)));
                        &function.name
                    }
                    _ => continue,
                };
                let at = self.build.origins.span(name.id);
                if let Some(first) = made.insert(&name.text, at) {
                    self.torn(item, &name.text, (first, at));
                }
            }
        }
        let items = around.visible.into_iter().flatten().flat_map(|module| &module.items);
        for item in items {
            if let Item::Const(constant) = item
                && let Some(title) = self.title_of(constant)
            {
                let at = self.build.origins.span(constant.name.id);
                self.known.values += values_in(&constant.value);
                self.known.exact.insert(title.clone());
                self.known.first.entry(title.to_lowercase()).or_insert(at);
                self.known.card(Some(constant.name.text.clone()), title, constant.name.text.clone());
                let types = said_in(&constant.value, names::TYPE).unwrap_or_default();
                for of in types.split_whitespace() {
                    self.known.exact.insert(of.to_owned());
                    self.known.types.entry(key(of)).or_insert_with(|| of.to_owned());
                }
            }
        }
    }

    /// Two imported files that do not know of each other have something of one name.
    fn torn(&mut self, item: &Item, name: &str, (first, at): (Span, Span)) {
        self.known.is_torn = true;
        let title = if let Item::Const(constant) = item { self.title_of(constant) } else { None };
        let message = match title {
            Some(title) => format!("a second card is called `{title}`, in another of the imported files"),
            None => format!("`{name}` is in another of the imported files, too"),
        };
        let problem = Problem::error("card-same-name", at, message).other(first, "the first is here");
        let _: Lost = self.report(problem.hint("give one of them another name"));
    }

    /// The title of a card that another module has: what its sheet says, or what its constant is called.
    fn title_of(&self, constant: &Constant) -> Option<String> {
        let words = self.words?;
        let name = words.cards.find(&constant.name.text).filter(|name| **name == constant.name.text)?;
        Some(said_in(&constant.value, "title").unwrap_or_else(|| shown(name)))
    }

    // ---- asking ----

    /// What that is called in TGDL which a `val` names at a place.
    pub(crate) fn constant_of_val(&mut self, name: &str, at: Span) -> String {
        self.known.named.remove(&at.start).unwrap_or_else(|| self.free_name(name))
    }

    /// The constant that the card gets whose statement begins at a position.
    pub(crate) fn constant_at(&mut self, position: usize) -> Option<String> {
        self.known.constants.remove(&position)
    }

    /// What a word names that is a card of these files, or what some of them are besides: as a text that is compared.
    pub(crate) fn called_so(&self, word: &str) -> Option<&str> {
        let word = key(word);
        let card = self.known.cards.get(&word).map(|card| card.title.as_str());
        card.or_else(|| self.known.types.get(&word).map(String::as_str))
    }

    /// The constant of a card of these files, by its name.
    pub(crate) fn constant_of(&self, name: &str) -> Option<&str> {
        self.known.cards.get(&key(name)).map(|card| card.constant.as_str())
    }

    /// The names of the cards of these files; none where nothing near is looked for any more.
    pub(crate) fn titles(&self) -> Vec<String> {
        let all = self.known.cards.values().filter(|_| self.is_guessing());
        all.map(|card| card.title.clone()).collect()
    }

    /// The same with what cards are besides.
    pub(crate) fn own_names(&self) -> Vec<String> {
        self.known.exact.iter().filter(|_| self.is_guessing()).cloned().collect()
    }

    /// The name of a card that stands without quotes in several words, and how many these are.
    pub(crate) fn joined(&self, ahead: usize) -> Option<(usize, &str)> {
        let mut said = self.word(ahead).to_owned();
        let is_rule = |word: &str| self.words.is_some_and(|words| words.targets.find(word).is_some());
        // `Green Creature` is what is both, even where a card is called so.
        let mut all_mean = is_rule(&said);
        let mut found = None;
        for length in 2..=MAX_JOINED {
            let (token, word) = (self.token(ahead + length - 1), self.word(ahead + length - 1));
            if said.is_empty() || word.is_empty() || token.starts_line && !token.is_indented {
                break;
            }
            said.push_str(word);
            all_mean &= is_rule(word);
            if let Some(card) = self.known.cards.get(&key(&said)).filter(|_| !all_mean) {
                found = Some((length, card.title.as_str()));
            }
        }
        found
    }

    /// A text in quotes that names nothing, and is nearly what something is called.
    pub(crate) fn check_quoted(&mut self, name: &str, at: Span) {
        let Some(words) = self.words.filter(|_| !self.known.exact.contains(name)) else { return };
        if words.cards.find(name).is_some() || words.targets.find(name).is_some() || !self.may_guess() {
            return;
        }
        let own = self.known.exact.iter().map(String::as_str);
        let Some(near) = nearest(name, own.chain(words.cards.all())).map(str::to_owned) else { return };
        let problem = Problem::warning("card-quoted", at, format!("no card here is called `{name}`"));
        let problem = problem.label(format!("did you mean `\"{near}\"`?")).guess(at, format!("\"{near}\""));
        let _: Lost = self.report(problem);
    }

    /// Of a word that a `val` names further down, what is to be done.
    pub(crate) fn told_too_early(&mut self, word: &str, at: Span) -> Option<Lost> {
        let there = self.known.vals.get(&key(word)).copied().filter(|there| there.start > at.start)?;
        let above = self.text.get(..there.start as usize).unwrap_or("");
        let line = above.matches('\n').count() + 1;
        let message = format!("`{word}` is defined further down, at line {line}");
        let problem = Problem::error("card-val", at, message).other(there, "it is defined here");
        Some(self.report(problem.hint("move that line above this one: a name is known from there on")))
    }

    /// The problem of a file that states too many cards; nothing of it is read then.
    pub(crate) fn told_excess(&mut self) -> bool {
        let Some(at) = self.known.excess else { return false };
        let message = "with this card there are more than 10,000, and a game has at most so many";
        debug_assert_eq!(MAX_CARDS, 10_000);
        let hint = "leave cards out, or make several games of them";
        let _: Lost = self.report(Problem::error("card-too-many", at, message).hint(hint));
        true
    }

    /// Tells once where the cards together say more than a game can hold.
    pub(crate) fn count_values(&mut self, at: Span) {
        let all = self.known.values + self.build.values;
        if all <= MAX_VALUES || self.is_full {
            return;
        }
        self.is_full = true;
        debug_assert_eq!(MAX_VALUES, 50_000);
        let message = "with this card the cards say more than a game holds: \
                       50,000 abilities, actions, targets and requirements";
        let hint = "leave cards out, or make several games of them";
        let _: Lost = self.report(Problem::error("card-too-many", at, message).hint(hint));
    }
}

impl Known {
    fn card(&mut self, val: Option<String>, title: String, constant: String) {
        for name in [Some(&title), val.as_ref()].into_iter().flatten() {
            let card = || Titled { title: title.clone(), constant: constant.clone() };
            self.cards.entry(key(name)).or_insert_with(card);
        }
    }

    /// What a word means by the cards of the game.
    pub(crate) fn meaning(&self, word: &str) -> Option<&'static str> {
        match key(word) {
            word if self.cards.contains_key(&word) => Some("the name of a card"),
            word if self.types.contains_key(&word) => Some("a type that cards have"),
            _ => None,
        }
    }
}

/// The text that the sheet of a card gives one of its attributes.
fn said_in(value: &Expr, name: &str) -> Option<String> {
    let attributes = match &value.kind {
        ExprKind::New(_, Some(Initialiser::Attributes(all))) => all,
        ExprKind::Call(_, arguments) => return arguments.iter().find_map(|a| said_in(&a.value, name)),
        _ => return None,
    };
    let (_, said) = attributes.iter().find(|(attribute, _)| attribute.text == name)?;
    match &said.kind {
        ExprKind::String(parts) => match &parts[..] {
            [Part::Text(text)] => Some(text.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// How many function values a card is made of, as far as statements make such.
fn values_in(value: &Expr) -> usize {
    let all = |those: &[Expr]| those.iter().map(values_in).sum::<usize>();
    match &value.kind {
        ExprKind::Lambda(lambda) => match &lambda.body {
            LambdaBody::Expr(body) => 1 + values_in(body),
            LambdaBody::Block(_) => 1,
        },
        ExprKind::Call(callee, arguments) => {
            values_in(callee) + arguments.iter().map(|a| values_in(&a.value)).sum::<usize>()
        }
        ExprKind::Member(of, _) => values_in(of),
        ExprKind::Braces(those) => all(those),
        ExprKind::New(_, Some(Initialiser::Attributes(those))) => {
            those.iter().map(|(_, value)| values_in(value)).sum()
        }
        _ => 0,
    }
}

/// What the function says that a `val` of another file has made of an action: `Damage 4`.
fn does(body: &Block) -> Option<String> {
    let [statement] = &body.statements[..] else { return None };
    let (StatementKind::Expr(call) | StatementKind::Return(Some(call))) = &statement.kind else {
        return None;
    };
    let ExprKind::Call(callee, arguments) = &call.kind else { return None };
    let ExprKind::Name(function) = &callee.kind else { return None };
    let said: Vec<String> = arguments.iter().filter_map(|a| literal(&a.value)).collect();
    let values = if said.is_empty() { String::new() } else { format!(" {}", said.join(", ")) };
    Some(format!("{}{values}", shown(function)))
}

fn literal(value: &Expr) -> Option<String> {
    match &value.kind {
        ExprKind::Number(n) => Some(n.to_string()),
        ExprKind::Bool(is) => Some(if *is { "yes" } else { "no" }.to_owned()),
        ExprKind::Member(_, case) => Some(case.text.clone()),
        ExprKind::String(parts) => match &parts[..] {
            [Part::Text(text)] => Some(format!("\"{text}\"")),
            _ => None,
        },
        _ => None,
    }
}
