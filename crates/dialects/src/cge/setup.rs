//! From what a file says to the tree of TGDL: a `setup` that tells the library what is played, and functions that
//! its rules need. It knows the names of the library, and nothing of the syntax of `.cge`.

use super::MAX_PROBLEMS;
use super::complete::MAX_PLAYERS;
use super::cursor::Ident;
use super::definition::{Definition, Exposed, Gift, Rule, SeatOffset, Start, Trump};
use super::extras::function;
use super::lambda::lowering::{Facts, Lowered, RuleLowering};
use super::lambda::members::{hand_rule, playing_rule, win_condition};
use super::lambda::scope::Scope;
use super::lambda::tree::{Expr as RuleExpr, Kind, Val};
use super::lambda::types::Ty;
use crate::builder::Builder;
use base::{FileId, Origins, Problem, Span};
use language::tree::{
    Expr, Game, Import, Item, Module, Players, SeatName, Setup, Statement, StatementKind, Text,
};
use std::collections::BTreeSet;

/// No more bytes of `val` between statements are brought into rules: each stands in each rule that names it.
const MAX_BROUGHT: u32 = 4_000_000;

/// The tree of a file; that of one with errors is no more than a game with that name.
pub(crate) fn module(
    file: FileId,
    definition: &Definition,
    origins: &mut Origins,
    problems: &mut Vec<Problem>,
) -> Module {
    let at = definition.name.as_ref().map_or(Span { file, start: 0, end: 0 }, |name| name.span);
    let name = definition.name.as_ref().map_or("A game", |name| &name.value);
    let facts = Facts { name: name.to_owned(), points: Ty::Int };
    let lowering = RuleLowering::new(origins, facts, at);
    let mut setup = SetupBuilder { lowering, definition, statements: Vec::new(), brought: 0 };
    setup.setup();
    let SetupBuilder { lowering, statements, .. } = setup;
    let RuleLowering { build: mut builder, extras, problems: found, .. } = lowering;
    problems.extend(found.into_iter().take(MAX_PROBLEMS));
    let is_sound = !problems.iter().any(Problem::is_error);
    builder.at = at;
    let id = builder.id();
    let game = Some(Game { id, name: name.to_owned() });
    if !is_sound {
        let players = players(&mut builder, definition, 1);
        let body = builder.block(vec![players]);
        let setup = Item::Setup(Setup { id, body });
        return Module { file, game, imports: Vec::new(), items: vec![setup], is_tests: false };
    }
    let import = Import { id: builder.id(), is_exported: false, path: "std/trick".to_owned(), alias: None };
    let mut items: Vec<Item> =
        extras.iter().map(|extra| Item::Function(function(&mut builder, extra))).collect();
    let body = builder.block(statements);
    items.push(Item::Setup(Setup { id: builder.id(), body }));
    Module { file, game, imports: vec![import], items, is_tests: false }
}

/// `players 4 "North", "East", "South", "West";`
fn players(builder: &mut Builder, definition: &Definition, least: usize) -> Statement {
    // Those who are too many are reported where they stand.
    let seats = &definition.seats[..definition.seats.len().min(MAX_PLAYERS)];
    let count = seats.len().max(least);
    let least = builder.number(count as f64);
    let mut names = Vec::new();
    for seat in seats {
        builder.at = seat.name.span;
        let text = Text { id: builder.id(), text: seat.name.text.clone() };
        names.push(SeatName { text, is_bot: seat.is_bot });
    }
    builder.statement(StatementKind::Players(Players { least, most: None, others: Vec::new(), names }))
}

struct SetupBuilder<'d, 'o> {
    lowering: RuleLowering<'o>,
    definition: &'d Definition,
    statements: Vec<Statement>,
    /// How many bytes of `val` between statements have been brought into rules.
    brought: u32,
}

impl<'o> SetupBuilder<'_, 'o> {
    fn build(&mut self) -> &mut Builder<'o> {
        &mut self.lowering.build
    }

    fn setup(&mut self) {
        // What points are counted in is known from the rules that give them.
        let points = self.point_rules();
        let definition = self.definition;
        let players = players(self.build(), definition, 1);
        self.statements.push(players);
        self.teams();
        self.cards();
        for rule in points {
            self.say("Tricks.cardsCount(rule)", [("rule", &rule)]);
        }
        self.hands();
        self.start();
        self.trump();
        self.rules();
        self.worth();
        if let Some(started) = self.definition.started {
            self.build().at = started;
        }
        self.say("Tricks.begin()", []);
    }

    // ---- statements ----

    /// A statement that is a template.
    fn say<const N: usize>(&mut self, text: &str, gaps: [(&str, &Expr); N]) {
        let expr = self.build().quote(text, gaps);
        let statement = self.build().statement(StatementKind::Expr(expr));
        self.statements.push(statement);
    }

    fn say_number(&mut self, text: &str, value: u32, span: Span) {
        self.build().at = span;
        let value = self.build().number(f64::from(value));
        self.say(text, [("n", &value)]);
    }

    fn say_at(&mut self, text: &str, span: Span) {
        self.build().at = span;
        self.say(text, []);
    }

    fn seat(&mut self, name: &Ident) -> Expr {
        let number = self.definition.seat(&name.text).unwrap_or(0);
        self.build().at = name.span;
        self.build().number(number as f64)
    }

    // ---- what is played ----

    fn teams(&mut self) {
        for team in &self.definition.teams {
            self.build().at = team.span;
            let names: Vec<&str> = team.members.iter().map(|m| m.text.as_str()).collect();
            let text = team.name.clone().unwrap_or_else(|| names.join(" and "));
            let members = team.members.iter().map(|m| self.seat(m)).collect();
            self.build().at = team.span;
            let text = Text { id: self.build().id(), text };
            let statement = self.build().statement(StatementKind::Team(text, members));
            self.statements.push(statement);
        }
    }

    fn cards(&mut self) {
        let mut lists = Vec::new();
        for said in [&self.definition.suits, &self.definition.ranks] {
            let mut names = Vec::new();
            for name in said.iter().flat_map(|said| &said.value) {
                self.build().at = name.span;
                names.push(self.build().text(&name.text));
            }
            if let Some(said) = said {
                self.build().at = said.span;
            }
            lists.push(self.build().braces(names));
        }
        let ranks = lists.pop().unwrap_or_else(|| self.build().null());
        let suits = lists.pop().unwrap_or_else(|| self.build().null());
        let gaps = [("suits", &suits), ("ranks", &ranks)];
        self.say("Tricks.makeCards(suited: suits, ranked: ranks)", gaps);
        for card in &self.definition.left_out {
            self.build().at = card.span;
            let name = self.build().text(&format!("{} of {}", card.value.0.text, card.value.1.text));
            self.say("Tricks.leaveOut(name)", [("name", &name)]);
        }
    }

    fn hands(&mut self) {
        for gift in &self.definition.gifts {
            self.gift(gift);
        }
        if let Some(said) = &self.definition.refills {
            self.say_at("Tricks.refills = true", said.span);
        }
        if let Some(said) = &self.definition.passing {
            self.say_number("Tricks.passes = n", said.value.count, said.span);
            let seats = self.definition.seats.len().max(1);
            let distances = said.value.to.iter().map(|to| distance(*to, seats) as f64);
            let numbers = distances.map(|n| self.build().number(n)).collect();
            let list = self.build().braces(numbers);
            self.say("Tricks.passing = list", [("list", &list)]);
        }
        self.exposed();
    }

    fn gift(&mut self, gift: &Gift) {
        self.build().at = gift.span;
        let count = self.build().number(f64::from(gift.count.unwrap_or(0)));
        let seat = gift.to.as_ref().map(|to| self.seat(to));
        self.build().at = gift.span;
        let nobody = self.build().null();
        let text = match (gift.count, &gift.to) {
            (Some(_), Some(_)) => "Tricks.gives(n, to: seat)",
            (Some(_), None) => "Tricks.gives(n)",
            (None, Some(_)) => "Tricks.givesRandom(to: seat)",
            (None, None) => "Tricks.givesRandom()",
        };
        self.say(text, [("n", &count), ("seat", seat.as_ref().unwrap_or(&nobody))]);
    }

    fn exposed(&mut self) {
        let Some(first) = self.definition.exposed.first() else { return };
        self.build().at = first.span;
        if self.definition.exposed.iter().any(|e| matches!(e.value, Exposed::All)) {
            return self.say("Tricks.exposed = player.all()", []);
        }
        let mut seats = Vec::new();
        for exposed in &self.definition.exposed {
            if let Exposed::Of(name) = &exposed.value {
                seats.push(self.seat(name));
            }
        }
        let list = self.build().braces(seats);
        self.say("Tricks.exposed = list", [("list", &list)]);
    }

    fn start(&mut self) {
        let Some(said) = &self.definition.start else { return };
        self.build().at = said.span;
        match &said.value {
            Start::Player(name) => {
                let seat = self.seat(name);
                self.say("Tricks.starter = seat", [("seat", &seat)]);
            }
            Start::Random => self.say("Tricks.starter = random.pick(player.all())", []),
            Start::Holder { rank, suit, once } => {
                let [rank, suit] = [rank, suit].map(|name| self.build().text(&name.text));
                let text = "Tricks.opener = c => c.rank == theRank && c.suit == theSuit";
                self.say(text, [("theRank", &rank), ("theSuit", &suit)]);
                if *once {
                    self.say_at("Tricks.openerOnce = true", said.span);
                }
            }
        }
    }

    fn trump(&mut self) {
        let Some(said) = &self.definition.trump else { return };
        self.build().at = said.span;
        match &said.value {
            Trump::Suit(suit) => {
                let suit = self.build().text(&suit.text);
                self.say("Tricks.trump = suit", [("suit", &suit)]);
            }
            Trump::LastCard => self.say("Tricks.trumpIsLastCard = true", []),
            Trump::ChosenByLeader => self.say("Tricks.leaderChoosesTrump = true", []),
            Trump::ChosenBy(name) => {
                let seat = self.seat(name);
                self.say("Tricks.choosesTrump = seat", [("seat", &seat)]);
            }
        }
    }

    fn worth(&mut self) {
        let numbers = [
            ("Tricks.parts = n", &self.definition.parts),
            ("Tricks.lastTrick = n", &self.definition.last_trick),
            ("Tricks.target = n", &self.definition.target),
        ];
        for (text, said) in numbers {
            if let Some(said) = said {
                self.say_number(text, said.value, said.span);
            }
        }
    }

    // ---- rules ----

    fn rules(&mut self) {
        let bonus = Ty::Function(vec![Ty::Game, Ty::Player], Box::new(Ty::Double));
        let kinds = [
            ("Tricks.playing = list", &self.definition.playing, playing_rule()),
            ("Tricks.taking = list", &self.definition.taking, hand_rule()),
            ("Tricks.winning = list", &self.definition.winning, win_condition()),
            ("Tricks.bonuses = list", &self.definition.bonuses, bonus),
        ];
        for (text, rules, ty) in kinds {
            let rules: Vec<Expr> = rules.iter().map(|rule| self.rule(rule, &ty).expr).collect();
            let Some(first) = rules.first() else { continue };
            let at = self.build().origins.span(first.id);
            self.build().at = at;
            let list = self.build().braces(rules);
            self.say(text, [("list", &list)]);
        }
    }

    /// The rules that say what cards are worth; whether some give fractions is known from now on.
    fn point_rules(&mut self) -> Vec<Expr> {
        let ty = Ty::Function(vec![Ty::String, Ty::String], Box::new(Ty::Double));
        let mut all = Vec::new();
        for rule in &self.definition.points {
            let low = self.rule(rule, &ty);
            if matches!(&low.ty, Ty::Function(_, gives) if **gives == Ty::Double) {
                self.lowering.facts.points = Ty::Double;
            }
            all.push(low.expr);
        }
        all
    }

    /// One rule as a function value.
    fn rule(&mut self, rule: &Rule, ty: &Ty) -> Lowered {
        self.lowering.scope = Scope::default();
        match rule {
            Rule::Ready(name, span) => {
                self.build().at = *span;
                Lowered::new(self.build().call(name, Vec::new()), ty.clone())
            }
            Rule::Written(rule, names) => self.written(rule, names, ty),
            Rule::Named(name) => {
                let found = self.definition.vals.iter().find(|(val, _)| val.name.text == name.text);
                let Some((val, names)) = found else {
                    return self.lowering.unknown_name(&name.text, name.span);
                };
                self.brought = self.brought.saturating_add(length(val));
                let span = val.name.span;
                let function =
                    |params| RuleExpr { span, depth: 1, kind: Kind::Lambda(params, val.value.clone()) };
                let value = val.params.clone().map_or_else(|| val.value.value.clone(), function);
                self.written(&value, names, ty)
            }
        }
    }

    /// A rule that is written out, here or in a `val`.
    fn written(&mut self, rule: &RuleExpr, names: &BTreeSet<String>, ty: &Ty) -> Lowered {
        let rule = self.with_vals(rule, names);
        if self.brought > MAX_BROUGHT {
            let message = "the rules name so many long `val` between statements that they become too large";
            let problem = Problem::error("too-many-vals", rule.span, message);
            return self.lowering.fail(problem.hint("name them in fewer rules"));
        }
        let (low, _) = self.lowering.hoisting(|c| c.expr(&rule, Some(ty)));
        if matches!(low.ty, Ty::Function(..) | Ty::Unknown) {
            return low;
        }
        self.lowering.fit(low, ty, rule.span)
    }

    /// The rule with what it names of the `val` between the statements.
    fn with_vals(&mut self, rule: &RuleExpr, names: &BTreeSet<String>) -> RuleExpr {
        let mut rule = rule.clone();
        let Kind::Lambda(_, body) = &mut rule.kind else { return rule };
        let mut named: BTreeSet<&String> = names.iter().collect();
        let mut brought = Vec::new();
        for (val, names) in self.definition.vals.iter().rev() {
            if named.contains(&val.name.text) {
                named.extend(names);
                self.brought = self.brought.saturating_add(length(val));
                brought.push(val.clone());
            }
        }
        brought.reverse();
        brought.append(&mut body.vals);
        body.vals = brought;
        rule
    }
}

/// How many bytes a `val` has.
fn length(val: &Val) -> u32 {
    val.value.value.span.end.saturating_sub(val.name.span.start)
}

/// How many seats to the left.
fn distance(to: SeatOffset, seats: usize) -> usize {
    match to {
        SeatOffset::Left => 1 % seats,
        SeatOffset::Right => seats - 1,
        SeatOffset::Across => seats / 2,
        SeatOffset::Nobody => 0,
    }
}
