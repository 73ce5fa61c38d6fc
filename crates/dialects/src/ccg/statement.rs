//! Statements: a card, something named with `val`, an import, the name of the game. It knows what begins each of them.

use super::ability::Has;
use super::clause::Clause;
use super::foreign;
use super::reader::{Lost, Read, Reader, Val};
use super::requirement::Needed;
use super::target::MAX_WORDS;
use super::token::{Tok, unquoted};
use super::vocabulary::{Vocabulary, key, names};
use base::{Problem, Span, nearest};
use language::tree::{Class, ClassKind, Item, Modifier};

/// What the statements of a file say of the file itself.
#[derive(Default)]
pub(crate) struct Stated {
    pub game: Option<(String, Span)>,
    pub imports: Vec<(String, Span)>,
}

/// What a `val` says that it names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Card,
    Target,
    Requirement,
    Ability,
    Action,
}

/// What would be read as something else where it is used.
const RESERVED: &[&str] = &[
    "new",
    "val",
    "var",
    "import",
    "game",
    "and",
    "or",
    "not",
    "non",
    "the",
    "any",
    "then",
    "called",
    "requires",
    "has_ability",
    "defined_as",
];

impl Reader<'_, '_> {
    /// Reads the whole file. After a problem the next statement is read.
    pub(crate) fn statements(&mut self) -> Stated {
        let mut stated = Stated::default();
        while !self.is(Tok::End) {
            let before = self.position();
            self.meant = 0;
            self.is_broken = false;
            let is_lost = self.statement(&mut stated).is_err();
            if is_lost {
                self.skip_statement();
            }
            self.eat(Tok::Semicolon);
            if self.position() == before {
                self.bump();
            }
        }
        stated
    }

    fn statement(&mut self, stated: &mut Stated) -> Read<()> {
        match self.word(0).to_lowercase().as_str() {
            "new" => self.card(None, None),
            "val" | "var" => self.val(),
            "import" => self.import(stated),
            "game" => self.game(stated),
            _ if self.is(Tok::Text) => self.card(None, None),
            _ if self.is(Tok::OpenText) => Err(Lost),
            _ if self.is(Tok::Semicolon) => Ok(()),
            _ if self.is(Tok::Word) && self.token(1).kind == Tok::Equal => self.change(),
            _ => Err(self.no_statement()),
        }
    }

    /// `c = new FlyingCreature(c)`, `c = c.parent`: from here on the card has one ability more, or the latest is off again.
    fn change(&mut self) -> Read<()> {
        let (at, name) = (self.span(), self.bump().text(self.text).to_owned());
        self.bump();
        if self.words.is_none() {
            self.skip_statement();
            return Ok(());
        }
        if self.lost.contains(&key(&name)) {
            return Err(Lost);
        }
        if !self.vals.contains_key(&key(&name))
            && let Some(told) = self.told_too_early(&name, at)
        {
            return Err(told);
        }
        let Some(Val::Card(Some(number))) = self.vals.get(&key(&name)).cloned() else {
            let problem = Problem::error(
                "card-changes",
                at,
                format!("`{name}` is no card of this file that could be changed"),
            );
            return Err(self.report(problem.hint(format!("name it first: `val {name} = new ...`"))));
        };
        if self.eat_word(&["new"]) {
            let (word, at) = (self.word(0).to_owned(), self.span());
            self.bump();
            if self.eat(Tok::Open) && self.eat_word(&[name.as_str()]) {
                let line = self.wrapped(&word, at)?;
                if let Some((_, sheet)) = self.stated.get_mut(number) {
                    sheet.abilities.push(line);
                }
                return self.ended();
            }
        } else if self.eat_word(&[name.as_str()]) {
            if let Some((Clause::HasAbility, length)) = Clause::at(self, 0) {
                for _ in 0..length {
                    self.bump();
                }
                let lines: Vec<_> = self.abilities()?.into_iter().map(|has| self.line(has)).collect();
                if let Some((_, sheet)) = self.stated.get_mut(number) {
                    sheet.abilities.extend(lines);
                }
                return self.ended();
            }
            if self.eat(Tok::Dot) && self.eat_word(&["parent"]) {
                let last = self.stated.get_mut(number).and_then(|(_, sheet)| sheet.abilities.pop());
                if last.is_some() {
                    return self.ended();
                }
                let message = format!("`{name}` has no ability more that could be taken off");
                return Err(self.report(Problem::error("card-changes", at, message)));
            }
        }
        let problem = Problem::error("card-changes", at, "this is no change of a card");
        let hint = format!(
            "an ability is added with `{name} = new FlyingCreature({name})` and taken off with `{name} = {name}.parent`"
        );
        Err(self.report(problem.hint(hint)))
    }

    /// `FlyingCreature`: an ability and a type of cards in one word, what it takes standing behind the card: `(c, 2)`.
    fn wrapped(&mut self, word: &str, at: Span) -> Read<language::tree::Expr> {
        let is_type = |rest: &str| self.words.is_some_and(|words| words.kinds.find(rest).is_some());
        let cuts = word.char_indices().filter(|(i, c)| *i > 0 && c.is_uppercase());
        let cut = cuts.map(|(i, _)| word.split_at(i)).find(|(_, rest)| is_type(rest));
        self.eat(Tok::Comma);
        let has = self.ability_word(cut.map_or(word, |(ability, _)| ability), at, Some(at))?;
        Ok(self.line(has))
    }

    fn no_statement(&mut self) -> Lost {
        let (token, at) = (self.token(0), self.span());
        let found = token.text(self.text).to_owned();
        let problem = Problem::error("card-statement", at, format!("`{found}` begins no statement"));
        let small = found.to_lowercase();
        let near = nearest(&small, ["new", "val", "import", "game"]).or(foreign::beginning(&small));
        let problem = match near {
            Some(near) => problem.label(format!("did you mean `{near}`?")).guess(at, near),
            None if Clause::at(self, 0).is_some() => problem.hint("a card begins with `new` and its type"),
            None if self.type_of(&found).is_some() && self.words.is_some() => {
                problem.label(format!("write `new {found}`")).guess(at, format!("new {found}"))
            }
            None => problem.hint("begin with `new` for a card, or `val` for something with a name"),
        };
        self.report(problem)
    }

    /// `game "Name"`
    fn game(&mut self, stated: &mut Stated) -> Read<()> {
        self.bump();
        let _ = self.eat_word(&["is"]);
        let at = self.span();
        if !self.is(Tok::Text) {
            let problem = Problem::error("card-name", at, "expected the name of the game in quotes");
            return Err(self.report(problem.hint("write `game \"...\"`")));
        }
        let name = unquoted(self.bump().text(self.text));
        if stated.game.is_some() {
            return Err(self.report(Problem::error("card-said-twice", at, "the game has a name already")));
        }
        stated.game = Some((name, at));
        self.ended()
    }

    /// `import "rules"`; what Scala imports, `import Words._`, is here without it.
    fn import(&mut self, stated: &mut Stated) -> Read<()> {
        self.bump();
        let (token, at) = (self.token(0), self.span());
        match token.kind {
            Tok::Text => {
                let path = unquoted(self.bump().text(self.text));
                stated.imports.push((path, at));
            }
            Tok::Word => {
                self.bump();
                if !self.eat(Tok::Dot) {
                    let name = token.text(self.text);
                    let problem = Problem::error("card-import", at, "the name of a file stands in quotes");
                    let problem = problem.label(format!("write `\"{name}\"`")).fix(at, format!("\"{name}\""));
                    return Err(self.report(problem));
                }
                self.bump();
            }
            _ => {
                let problem = Problem::error("card-import", at, "expected the name of a file in quotes");
                return Err(self.report(problem.hint("write `import \"rules\"`")));
            }
        }
        // In the thesis a `val` may follow on the same line.
        if self.is_word(0, &["val", "new"]) { Ok(()) } else { self.ended() }
    }

    /// Nothing more stands in a statement.
    fn ended(&mut self) -> Read<()> {
        let token = self.token(0);
        if self.begins_statement() || token.starts_line {
            return Ok(());
        }
        let found = token.text(self.text).to_owned();
        let message = format!("nothing more is expected here, found `{found}`");
        Err(self.report(Problem::error("card-statement", self.span(), message).hint("begin a new line")))
    }

    /// `val name: Type = value`
    fn val(&mut self) -> Read<()> {
        self.bump();
        let (token, at) = (self.token(0), self.span());
        if token.kind != Tok::Word || self.begins_statement() {
            let problem = Problem::error("card-val", at, "expected a name behind `val`");
            return Err(self.report(problem.hint("write `val name: Target = ...`")));
        }
        let name = self.bump().text(self.text).to_owned();
        if RESERVED.iter().any(|word| word.eq_ignore_ascii_case(&name)) {
            let message = format!("`{name}` is a word of the statements themselves, and no name");
            let problem = Problem::error("card-val", at, message);
            return Err(self.report(problem.hint("give it another name")));
        }
        let read = self.valued(&name, at);
        if read.is_err() || self.is_broken {
            self.lost.insert(key(&name));
        }
        read
    }

    fn valued(&mut self, name: &str, at: Span) -> Read<()> {
        let mut said = None;
        if self.eat(Tok::Colon) {
            let (word, at) = (self.word(0).to_owned(), self.span());
            if word.is_empty() {
                let problem = Problem::error("card-val", at, "expected what this is behind the colon");
                return Err(self.report(
                    problem.hint("write Card, Target, Requirements, Action, Ability or a type of cards"),
                ));
            }
            self.bump();
            said = Some((self.named_type(&word, at)?, word, at));
        }
        if !self.eat(Tok::Equal) {
            let message = format!("expected `=` and what `{name}` is");
            let problem = Problem::error("card-val", self.span(), message);
            return Err(self.report(problem.hint(format!("write `val {name} = ...`"))));
        }
        let of = said.as_ref().map_or_else(|| self.inferred(), |(of, ..)| *of);
        self.named_value(name, at, of, said.map(|(_, word, at)| (word, at)))
    }

    /// What a type in `val name: Type` is one of.
    fn named_type(&mut self, word: &str, at: Span) -> Read<Of> {
        Ok(match key(word).as_str() {
            "target" => Of::Target,
            "requirement" => Of::Requirement,
            "ability" => Of::Ability,
            "action" => Of::Action,
            _ if self.type_of(word).is_some() => Of::Card,
            _ => {
                let problem = Problem::error("card-val", at, format!("nothing is of the type `{word}`"));
                let mut known = vec!["Card", "Target", "Requirements", "Action", "Ability"];
                let kinds: Vec<String> = self
                    .words
                    .iter()
                    .flat_map(|words| words.kinds.all().chain(words.cards.all()))
                    .map(str::to_owned)
                    .collect();
                known.extend(kinds.iter().map(String::as_str));
                return Err(self.unknown(problem, word, known.iter().copied(), "types"));
            }
        })
    }

    /// What a value is whose type is not said: its first word tells.
    fn inferred(&self) -> Of {
        let word = self.word(0);
        if self.is_word(0, &["new"]) || self.is(Tok::Text) {
            return Of::Card;
        }
        if self.is(Tok::Number) {
            return Of::Requirement;
        }
        if let Some(val) = self.vals.get(&key(word)) {
            return match val {
                Val::Target(..) => Of::Target,
                Val::Requirement(..) => Of::Requirement,
                Val::Ability(..) => Of::Ability,
                Val::Action(_) | Val::Deed(_) => Of::Action,
                Val::Card(_) => Of::Card,
            };
        }
        let Some(words) = self.words else { return Of::Target };
        if self.names_an_ability(words) {
            Of::Ability
        } else if self.is_target_word(0) || self.is(Tok::Open) {
            Of::Target
        } else if words.abilities.find(word).is_some() {
            Of::Ability
        } else if words.actions.find(word).is_some() {
            Of::Action
        } else if words.needs.find(word).is_some() {
            Of::Requirement
        } else {
            Of::Target
        }
    }

    /// Whether anything in the value is said of abilities alone: `Absorb(1)`, where `Flying` may be aimed at too.
    fn names_an_ability(&self, words: &Vocabulary) -> bool {
        let mut ahead = 0;
        loop {
            let (token, next) = (self.token(ahead), self.token(ahead + 1));
            let is_over = token.kind == Tok::End || ahead > 0 && token.starts_line && !token.is_indented;
            if is_over || ahead > MAX_WORDS {
                return false;
            }
            let has_values = matches!(next.kind, Tok::Open | Tok::Number) && !next.starts_line;
            let word = self.word(ahead);
            if words.abilities.find(word).is_some() && (has_values || words.targets.find(word).is_none()) {
                return true;
            }
            ahead += 1;
        }
    }

    fn named_value(&mut self, name: &str, at: Span, of: Of, said: Option<(String, Span)>) -> Read<()> {
        let is_name_free = self.words.is_none() || of == Of::Card;
        let constant = if is_name_free { name.to_owned() } else { self.constant_of_val(name, at) };
        let (ty, value, val) = match of {
            Of::Card => {
                let ty = said.as_ref().map(|(word, at)| (word.as_str(), *at));
                if !self.is(Tok::Text) && !self.is_word(0, &["new"]) {
                    let problem =
                        Problem::error("card-val", self.span(), format!("expected a card for `{name}`"));
                    return Err(self.report(problem.hint("write `new ...` or a name in quotes")));
                }
                let before = self.stated.len();
                self.card(Some(name), ty)?;
                let number = (self.stated.len() > before).then_some(before);
                self.name_val(name, at, Val::Card(number));
                return Ok(());
            }
            Of::Ability => return self.composed(&constant, name, at),
            Of::Target => {
                let (aimed, says) = self.target()?;
                (names::TARGET, aimed.expr, Val::Target(constant.clone(), aimed.kinds, says))
            }
            Of::Requirement => {
                let Needed { expr, ways, together } = self.requirement()?;
                (names::REQUIREMENT, expr, Val::Requirement(constant.clone(), ways, together))
            }
            Of::Action => {
                let val = match self.bare_deed()? {
                    Some(position) => {
                        self.hand_on_deed(&constant, position)?;
                        Val::Deed(position)
                    }
                    None => Val::Action(self.named_actions(&constant, at)?),
                };
                self.name_val(name, at, val);
                return self.ended();
            }
        };
        self.build.at = at;
        let ty = self.build.named_type(ty);
        let constant = self.build.constant(ty, &constant, value);
        self.items.push(Item::Const(constant));
        self.name_val(name, at, val);
        self.ended()
    }

    /// The constants of all actions that a `val` names.
    fn named_actions(&mut self, constant: &str, at: Span) -> Read<Vec<String>> {
        let mut constants = Vec::new();
        for (i, action) in self.actions()?.into_iter().enumerate() {
            self.build.at = at;
            let name = match i {
                0 => constant.to_owned(),
                _ => self.free_name(&format!("{constant}{}", i + 1)),
            };
            let ty = self.build.named_type(names::ACTION);
            let made = self.build.constant(ty, &name, action);
            self.items.push(Item::Const(made));
            constants.push(name);
        }
        Ok(constants)
    }

    /// From here on the name stands for that. Of one that stood for something else it is told, unless these are cards:
    /// both are in the game then.
    fn name_val(&mut self, name: &str, at: Span, val: Val) {
        let first = self.named.insert(key(name), at);
        if let Some(first) = first.filter(|_| self.words.is_some() && !matches!(val, Val::Card(_))) {
            let message = format!("`{name}` is named twice: from here on it stands for this");
            let problem = Problem::warning("card-said-twice", at, message).other(first, "named here before");
            // It is no mistake: the statement is read on.
            let _: Lost = self.report(problem.hint("capitals and an `s` at the end make no other name"));
        }
        self.warn_of_hidden(name, at, &val);
        self.lost.remove(&key(name));
        self.stand_for(name);
        self.vals.insert(key(name), val);
    }

    /// A name that the rules or cards have already means something else from here on: nobody sees that where it is used.
    fn warn_of_hidden(&mut self, name: &str, at: Span, val: &Val) {
        let Some(words) = self.words.filter(|_| !self.is_broken) else { return };
        let of_rules = match val {
            // Types of cards and their names do not get in the way of each other: `val land: Land = new Forest`.
            Val::Card(number) => number.is_some() && words.cards.find(name).is_some(),
            _ => words.means(name),
        };
        let is_hidden = if of_rules {
            Some("a word of the rules or of an imported file")
        } else if let Val::Target(..) = val {
            // Cards stand where targets do.
            self.known.meaning(name)
        } else {
            None
        };
        if let Some(meaning) = is_hidden {
            let message = format!("`{name}` is {meaning}, and means this from here on");
            let problem = Problem::warning("card-hides", at, message);
            let _: Lost = self.report(problem.hint("give it another name, so that nobody takes it for that"));
        }
    }

    /// `val Skyward: Ability = Flying and Absorb(1)`: one ability, which brings these and goes as one.
    fn composed(&mut self, constant: &str, name: &str, at: Span) -> Read<()> {
        let mut parts = Vec::new();
        for has in self.abilities()? {
            match has {
                Has::Modifier(modifier, _) => parts.push(modifier),
                Has::Line(_) if self.words.is_none() || self.is_broken => {}
                Has::Line(_) => {
                    let message =
                        format!("`{name}` cannot be made of this ability: it has no modifier of its name");
                    return Err(self.report(Problem::error("card-ability", at, message)));
                }
            }
        }
        if self.is_or() {
            let problem =
                Problem::error("card-ability", self.span(), "an ability is all of what it is made of");
            return Err(self.report(problem.label("write `and`").guess(self.span(), "and")));
        }
        self.build.at = at;
        let modifier = Modifier { parts, ..Modifier::default() };
        let class = Class {
            id: self.build.id(),
            kind: ClassKind::Modifier,
            name: self.build.name(constant),
            parent: Some(self.build.name(names::ABILITY)),
            modifier: Some(Box::new(modifier)),
            ..Class::default()
        };
        self.items.push(Item::Class(class));
        self.name_val(name, at, Val::Ability(constant.to_owned(), name.to_owned()));
        self.ended()
    }
}
