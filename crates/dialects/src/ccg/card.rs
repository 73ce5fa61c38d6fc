//! One card: `new Creature called "..." with_damage 1 ...`, its clauses in any order.

use super::brackets::MAX_NUMBER;
use super::clause::{Clause, is_said_with};
use super::reader::{Lost, Read, Reader};
use super::signature::Ty;
use super::token::{Tok, Token, unquoted};
use super::vocabulary::names;
use base::{Problem, Span, nearest};
use language::tree::{Expr, Initialiser, Item};

/// What the statement of a card says, as far as it has been read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sheet {
    title: Option<(String, Span)>,
    /// Of a type that the rule set has as a card: `new Forest`.
    like: Option<String>,
    kind: Option<(String, String)>,
    /// What clauses say, by the name of what they fill.
    values: Vec<(String, Expr)>,
    /// The latest last.
    pub abilities: Vec<Expr>,
    actions: Vec<Expr>,
    /// Where each clause is that may be said once.
    said: Vec<(Clause, Span)>,
}

/// The most characters of a title.
const MAX_TITLE: usize = 200;

impl Reader<'_, '_> {
    /// `new Type clauses` or a text and clauses; `name` is what a `val` calls it, and `type_name` the type it says.
    pub(crate) fn card(&mut self, name: Option<&str>, type_name: Option<(&str, Span)>) -> Read<()> {
        let (start, position) = (self.span(), self.position());
        let mut sheet = Sheet::default();
        if self.eat_word(&["new"]) {
            self.new_type(&mut sheet, type_name)?;
        } else if let Some((word, at)) = type_name {
            self.card_type(&mut sheet, word, at)?;
        }
        if self.is(Tok::Text) {
            // Printed without `called`, too.
            self.title(&mut sheet)?;
        } else if self.is_name_without_quotes() {
            let lost = self.unquoted_name();
            self.read_on(lost);
        }
        (self.free_targets, self.taken_targets) = Default::default();
        self.clauses_of(&mut sheet)?;
        if self.is_broken {
            return Err(Lost);
        }
        if let Some(position) = self.free_targets.pop_back().filter(|_| self.words.is_some()) {
            let at = self.span_at(position);
            let problem = Problem::error("card-aim", at, "the card does not say what is done to this target");
            return Err(self.report(problem.hint("write `defined_as` with an action before it")));
        }
        self.finish(sheet, name, (start, position))
    }

    /// `Creature`, behind `new`; `said` is the type that a `val` says.
    fn new_type(&mut self, sheet: &mut Sheet, said: Option<(&str, Span)>) -> Read<()> {
        let (word, at) = (self.word(0).to_owned(), self.span());
        if word.is_empty() || self.begins_statement() {
            let problem = Problem::error("card-type", at, "expected the type of the card behind `new`");
            let hint = format!("write `new {} called \"...\"`", self.some_type());
            return Err(self.report(problem.hint(hint)));
        }
        if let Some((clause, _)) = Clause::at(self, 0).filter(|_| self.type_of(&word).is_none()) {
            let message = format!("expected the type of the card before `{}`", clause.word());
            let problem = Problem::error("card-type", at, message);
            let hint = format!("write `new {} {} ...`", self.some_type(), clause.word());
            let lost = self.report(problem.hint(hint));
            self.read_on(lost);
            return Ok(());
        }
        self.bump();
        if self.is_word(0, &["card"]) && !self.token(0).starts_line {
            self.bump();
        }
        if let Err(lost) = self.card_type(sheet, &word, at) {
            // Where the rules say nothing of cards, nothing more can be told either.
            if self.words.is_none_or(|words| words.card.is_empty()) {
                return Err(lost);
            }
            self.read_on(lost);
        }
        let said = said.and_then(|(said, at)| Some((self.words?.kinds.find(said)?.clone(), said, at)));
        if let Some((kind, said, said_at)) = said
            && sheet.kind.as_ref().is_some_and(|own| *own != kind)
        {
            let problem = Problem::error("card-type", at, format!("this is a `{word}`, and no `{said}`"));
            let lost = self.report(problem.other(said_at, "said here"));
            self.read_on(lost);
        }
        Ok(())
    }

    fn some_type(&self) -> String {
        self.words.and_then(|words| words.kinds.all().next().map(str::to_owned)).unwrap_or("Card".to_owned())
    }

    /// Whether a word is a type of cards: a kind, a card of the rule set, or a card of no kind.
    pub(crate) fn type_of(&self, word: &str) -> Option<()> {
        let Some(words) = self.words else { return Some(()) };
        let known = words.kinds.find(word).is_some() || words.cards.find(word).is_some();
        (known || word.eq_ignore_ascii_case("card")).then_some(())
    }

    fn card_type(&mut self, sheet: &mut Sheet, word: &str, at: Span) -> Read<()> {
        let Some(words) = self.words else { return Ok(()) };
        if let Some(kind) = words.kinds.find(word) {
            sheet.kind = Some(kind.clone());
        } else if let Some(card) = words.cards.find(word) {
            sheet.like = Some(card.clone());
        } else if !word.eq_ignore_ascii_case("card") {
            let problem = Problem::error("card-type", at, format!("no type of cards is called `{word}`"));
            let all: Vec<&str> = words.kinds.all().chain(words.cards.all()).collect();
            return Err(self.unknown(problem, word, all.iter().copied(), "types of cards"));
        }
        Ok(())
    }

    /// What is wrong in one clause says nothing of the next: that is read all the same.
    fn clauses_of(&mut self, sheet: &mut Sheet) -> Read<()> {
        loop {
            self.skip_joint();
            if self.begins_statement() {
                return Ok(());
            }
            let Some((clause, length)) = Clause::at(self, 0) else {
                match self.no_clause() {
                    Ok(()) => return Ok(()),
                    Err(lost) => self.read_on(lost),
                }
                self.bump();
                self.skip_to_clause();
                continue;
            };
            let at = self.span();
            if self.is_once(&clause) {
                if let Some((_, first)) = sheet.said.iter().find(|(said, _)| *said == clause) {
                    let message = format!("`{}` is said twice of one card", clause.word());
                    let problem =
                        Problem::error("card-said-twice", at, message).other(*first, "here already");
                    return Err(self.report(problem.hint("begin the next card with `new`")));
                }
                sheet.said.push((clause.clone(), at));
            }
            for _ in 0..length {
                self.bump();
            }
            let was_broken = std::mem::take(&mut self.is_broken);
            if let Err(lost) = self.clause(sheet, &clause, at) {
                self.read_on(lost);
            }
            if self.is_broken {
                self.skip_to_clause();
            }
            self.is_broken |= was_broken;
        }
    }

    /// Where no clause begins: a text or a word at the edge of a line begins something else, and what stands further in
    /// is wrong.
    fn no_clause(&mut self) -> Read<()> {
        let token = self.token(0);
        let is_new = token.starts_line && !token.is_indented;
        match token.kind {
            Tok::Text if is_new => Ok(()),
            Tok::Text => {
                let message = "these quotes name nothing: a card has one name, behind `called`";
                Err(self.report(Problem::error("card-word", self.span(), message)))
            }
            Tok::OpenText => Err(Lost),
            _ if is_new && self.looks_new() => Ok(()),
            _ => Err(self.unknown_clause()),
        }
    }

    /// Behind something that was not understood, goes on to what can be.
    fn skip_to_clause(&mut self) {
        let is_text = |token: Token| token.kind == Tok::Text && token.starts_line && !token.is_indented;
        while !self.begins_statement()
            && !is_text(self.token(0))
            && Clause::at(self, 0).is_none()
            && super::foreign::clause(self.word(0)).is_none()
            && !(self.token(0).starts_line && self.looks_new())
        {
            self.bump();
        }
    }

    /// Whether a word at the edge of a line is nearer to the beginning of a statement than to a clause.
    fn looks_new(&self) -> bool {
        let word = self.word(0).to_lowercase();
        let beginnings = ["new", "val", "var", "import", "game"];
        let clauses = self.clauses();
        let is_clause = nearest(&word, clauses.iter().map(String::as_str)).is_some()
            || super::foreign::clause(&word).is_some();
        !is_clause && (nearest(&word, beginnings).is_some() || super::foreign::beginning(&word).is_some())
            || self.token(1).kind == Tok::Equal
    }

    fn is_once(&self, clause: &Clause) -> bool {
        !matches!(clause, Clause::HasAbility | Clause::DefinedAs | Clause::Target)
    }

    fn clause(&mut self, sheet: &mut Sheet, clause: &Clause, at: Span) -> Read<()> {
        match clause {
            Clause::Called => self.title(sheet),
            Clause::With(field) => self.with(sheet, field, at),
            Clause::HasAbility => {
                for has in self.abilities()? {
                    let line = self.line(has);
                    sheet.abilities.push(line);
                }
                if self.is_or() {
                    let message = "a card has all the abilities that it names";
                    let problem = Problem::error("card-ability", self.span(), message);
                    return Err(self.report(problem.label("write `and`").guess(self.span(), "and")));
                }
                Ok(())
            }
            Clause::Requires => {
                let value = self.requirement()?.expr;
                sheet.values.push(("requires".to_owned(), value));
                Ok(())
            }
            Clause::DefinedAs => {
                let actions = self.actions()?;
                sheet.actions.extend(actions);
                Ok(())
            }
            Clause::Target => {
                let position = self.position() - 1;
                self.target()?;
                if !self.taken_targets.contains(&position) {
                    self.free_targets.push_back(position);
                }
                Ok(())
            }
        }
    }

    /// The name of a card, in quotes.
    fn title(&mut self, sheet: &mut Sheet) -> Read<()> {
        let (token, at) = (self.token(0), self.span());
        match token.kind {
            Tok::Text => {
                let title = unquoted(token.text(self.text));
                if title.is_empty() {
                    return Err(self.report(Problem::error(
                        "card-name",
                        at,
                        "the name between the quotes is empty",
                    )));
                }
                if title.chars().count() > MAX_TITLE {
                    let message = format!("a name has at most {MAX_TITLE} characters");
                    return Err(self.report(Problem::error("card-name", at, message)));
                }
                self.bump();
                sheet.title = Some((title, at));
                Ok(())
            }
            Tok::OpenText => Err(Lost),
            _ => Err(self.unquoted_name()),
        }
    }

    /// Whether a word stands behind the type that is the name of the card rather than a misspelt clause.
    fn is_name_without_quotes(&self) -> bool {
        let (word, Some(words)) = (self.word(0), self.words) else { return false };
        let is_name = word.starts_with(char::is_uppercase) && !self.begins_statement();
        let clauses = self.clauses();
        is_name
            && Clause::at(self, 0).is_none()
            && super::foreign::clause(word).is_none()
            && nearest(&word.to_lowercase(), clauses.iter().map(String::as_str)).is_none()
            && words.abilities.find(word).is_none()
    }

    /// A name without quotes goes up to the next clause.
    fn unquoted_name(&mut self) -> Lost {
        let first = self.token(0);
        let mut end = first.start;
        while !self.begins_statement() && Clause::at(self, 0).is_none() {
            end = self.bump().end;
        }
        let span = Span { file: self.file, start: first.start, end };
        let name = self.text.get(first.start as usize..end as usize).unwrap_or("");
        if name.is_empty() {
            let at = self.span_of(first);
            let problem = Problem::error("card-name", at, "expected a name in quotes behind `called`");
            return self.report(problem.hint("write `called \"...\"`"));
        }
        let problem = Problem::error("card-name", span, format!("the name `{name}` needs quotes"));
        self.report(problem.label(format!("write `\"{name}\"`")).fix(span, format!("\"{name}\"")))
    }

    /// `with_damage 2`: what the sheet of the rule set has by that name.
    fn with(&mut self, sheet: &mut Sheet, field: &str, at: Span) -> Read<()> {
        let is_bracketed = self.is(Tok::Open);
        if is_bracketed || self.is(Tok::Equal) || self.is(Tok::Colon) {
            self.bump();
        }
        let Some(words) = self.words else {
            self.bump();
            return if is_bracketed { self.closed(at) } else { Ok(()) };
        };
        let known =
            words.fields.iter().find(|(name, ty)| name.eq_ignore_ascii_case(field) && is_said_with(name, ty));
        let Some((name, ty)) = known else {
            let said = format!("with_{field}");
            let clauses = self.clauses();
            let problem = Problem::error("card-word", at, format!("`{said}` says nothing about a card"));
            let near = nearest(&said, clauses.iter().map(String::as_str));
            let english = super::foreign::clause(&said);
            let is_able = words.abilities.find(field).is_some();
            let problem = match near.or(english) {
                None if is_able => problem.hint(format!(
                    "a card has it by `has_ability {0}`, and whoever has it is aimed at by `and {0}`",
                    super::vocabulary::shown(field)
                )),
                Some(near) => problem.label(format!("did you mean `{near}`?")).guess(at, near),
                None => problem.hint(format!("what may be said of a card: {}", clauses.join(", "))),
            };
            return Err(self.report(problem));
        };
        let value = self.field_value(name, ty)?;
        sheet.values.push((name.clone(), value));
        if is_bracketed { self.closed(at) } else { Ok(()) }
    }

    fn closed(&mut self, at: Span) -> Read<()> {
        if self.eat(Tok::Close) {
            return Ok(());
        }
        Err(self.report(Problem::error("card-brackets", at, "the bracket behind this word is not closed")))
    }

    fn field_value(&mut self, field: &str, ty: &Ty) -> Read<Expr> {
        let (token, at) = (self.token(0), self.span());
        self.build.at = at;
        match ty.name() {
            "number" => {
                let n = self.number(&format!("expected a number behind `with_{field}`"))?;
                debug_assert!(n <= MAX_NUMBER);
                Ok(self.build.number(n))
            }
            "string" if token.kind == Tok::Text => {
                self.bump();
                Ok(self.build.text(&unquoted(token.text(self.text))))
            }
            "string" => {
                let message = format!("expected a text in quotes behind `with_{field}`");
                let problem = Problem::error("card-name", at, message);
                let word = token.text(self.text).to_owned();
                let is_word = token.kind == Tok::Word && Clause::at(self, 0).is_none();
                let problem = match is_word && !self.begins_statement() {
                    true => problem.label(format!("write `\"{word}\"`")).fix(at, format!("\"{word}\"")),
                    false => problem,
                };
                Err(self.report(problem))
            }
            of => {
                let cases = self.words.and_then(|words| words.enums.get(of)).cloned().unwrap_or_default();
                let said = super::vocabulary::key(self.word(0));
                if let Some(case) = cases.iter().find(|case| super::vocabulary::key(case) == said) {
                    self.bump();
                    let of = self.build.var(of);
                    return Ok(self.build.member(of, case));
                }
                let word = token.text(self.text).to_owned();
                let problem = Problem::error("card-word", at, format!("`with_{field}` knows no `{word}`"));
                Err(self.unknown(problem, &word, cases.iter().map(String::as_str), "words behind it"))
            }
        }
    }

    /// The constant of a card.
    fn finish(&mut self, sheet: Sheet, name: Option<&str>, (start, position): (Span, usize)) -> Read<()> {
        let end = self.token(0).start;
        let text = self.text.get(start.start as usize..end as usize).unwrap_or("").trim_end();
        self.build.at = Span { end: start.start + text.len() as u32, ..start };
        let says_nothing = sheet.values.is_empty() && sheet.abilities.is_empty() && sheet.actions.is_empty();
        if let (Some(like), true, None) = (&sheet.like, says_nothing, &sheet.title) {
            let like = like.clone();
            return self.known_card(&like, name);
        }
        let Some((title, _)) = sheet.title.clone().or_else(|| Some((titled(name?), start))) else {
            // It may be a card that the rules have, where these are not known.
            if self.words.is_none() && says_nothing {
                return Ok(());
            }
            let first = Span { end: start.end.max(start.start), ..start };
            let problem = Problem::error("card-name", first, "this card has no name");
            return Err(self.report(problem.hint("write `called \"...\"` behind its type")));
        };
        self.check_kind(&sheet, start)?;
        let name = match (self.constant_at(position), name) {
            (Some(known), _) => known,
            (None, Some(name)) => self.free_name(name),
            (None, None) => self.free_name(&constant_name(&title)),
        };
        self.count_values(self.build.at);
        self.cards.push(name.clone());
        self.stated.push((name, Sheet { title: Some((title, self.build.at)), ..sheet }));
        Ok(())
    }

    /// The constants of all cards that have been read.
    pub(crate) fn make_cards(&mut self) {
        for (name, sheet) in std::mem::take(&mut self.stated) {
            let (title, at) = sheet.title.clone().unwrap_or((String::new(), self.build.at));
            self.build.at = at;
            let value = self.sheet(sheet, &title);
            self.constant(&name, value);
        }
    }

    /// A card of no type is played as it is: it neither fights nor does anything.
    fn check_kind(&mut self, sheet: &Sheet, start: Span) -> Read<()> {
        let is_plain = sheet.values.iter().all(|(name, _)| name == "requires") && sheet.abilities.is_empty();
        if sheet.kind.is_some()
            || sheet.like.is_some()
            || self.words.is_none()
            || (is_plain && sheet.actions.is_empty())
        {
            return Ok(());
        }
        let problem = Problem::error("card-type", start, "this card does not say of which type it is");
        let hint = format!("begin it with its type: `new {} called ...`", self.some_type());
        Err(self.report(problem.hint(hint)))
    }

    /// `new Forest`: the card of the rule set itself, by another name where a `val` gives it one.
    fn known_card(&mut self, card: &str, name: Option<&str>) -> Read<()> {
        match name {
            Some(name) => {
                let name = self.free_name(name);
                let value = self.build.var(card);
                self.constant(&name, value);
                self.cards.push(name);
            }
            None => self.cards.push(card.to_owned()),
        }
        Ok(())
    }

    fn constant(&mut self, name: &str, value: Expr) {
        let ty = self.words.map_or("", |words| words.card.as_str());
        let ty = self.build.named_type(ty);
        let constant = self.build.constant(ty, name, value);
        self.items.push(Item::Const(constant));
    }

    /// `card(new Sheet() { title = "...", ... })`
    fn sheet(&mut self, sheet: Sheet, title: &str) -> Expr {
        let mut values = Vec::new();
        let title = self.build.text(title);
        values.push((self.build.name("title"), title));
        if let Some(like) = sheet.like {
            let like = self.build.var(&like);
            values.push((self.build.name("like"), like));
        }
        if let Some((of, case)) = sheet.kind {
            let of = self.build.var(&of);
            let kind = self.build.member(of, &case);
            values.push((self.build.name("kind"), kind));
        }
        for (name, value) in sheet.values {
            values.push((self.build.name(&name), value));
        }
        for (name, list) in [("abilities", sheet.abilities), ("does", sheet.actions)] {
            if !list.is_empty() {
                let list = self.build.braces(list);
                values.push((self.build.name(name), list));
            }
        }
        let of = self.words.map_or(names::SHEET, |words| words.sheet.as_str());
        let of = self.build.named_type(of);
        let sheet = self.build.new_of(of, Some(Initialiser::Attributes(values)));
        let makes = self.words.map_or("card", |words| words.makes_card.as_str());
        self.build.call(makes, vec![sheet])
    }

    /// A name that nothing else has.
    pub(crate) fn free_name(&mut self, wanted: &str) -> String {
        let is_free = |name: &str| !self.taken.contains(name);
        let mut name = wanted.to_owned();
        if !is_free(&name) {
            name = format!("{wanted}Card");
        }
        // Many may want the same name: what was tried once is not tried again.
        let number = self.numbered.entry(wanted.to_owned()).or_insert(2);
        while !is_free(&name) {
            name = format!("{wanted}Card{number}");
            *number += 1;
        }
        self.taken.insert(name.clone());
        name
    }
}

/// `doomBlade` for `Doom Blade`; letters and digits of English alone, since that is what names are made of.
pub(crate) fn constant_name(title: &str) -> String {
    let mut name = String::new();
    for word in title.split(|c: char| !c.is_ascii_alphanumeric() && c != '\'').filter(|word| !word.is_empty())
    {
        let word: String = word.chars().filter(char::is_ascii_alphanumeric).collect();
        let (first, rest) = word.split_at(word.len().min(1));
        let first = if name.is_empty() { first.to_lowercase() } else { first.to_uppercase() };
        name.push_str(&first);
        name.push_str(rest);
    }
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) { name } else { format!("card{name}") }
}

/// The title of a card that only a `val` names.
pub(crate) fn titled(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Words that TGDL keeps for itself, and what it has built in.
pub(crate) fn taken_by_tgdl() -> impl Iterator<Item = &'static str> {
    const WORDS: &str = " as base break class continue else enum event false for function if import in interactable is \
        new null player return this true var while winner number string bool random actor turn turns seed over decider moves ";
    WORDS.split_whitespace().chain(language::catalogue::entries().iter().map(|entry| entry.name()))
}
