//! From what a file says to the tree of TGDL: a `setup` that tells the library what is played, and functions that
//! its rules need. It knows the names of the library, and nothing of the syntax of `.cge`.

use super::MAX_PROBLEMS;
use super::cursor::Ident;
use super::definition::{Definition, Exposed, Gift, Rule, SeatOffset, Start, Trump};
use super::extras::function;
use super::lambda::builder::Builder;
use super::lambda::check::{Checker, Facts, Lowered};
use super::lambda::members::{hand_rule, playing_rule, win_condition};
use super::lambda::tree::{Block as RuleBlock, Expr as RuleExpr, Kind};
use super::lambda::types::Ty;
use base::{FileId, Origins, Problem, Span};
use language::tree::{
    Argument, Expr, ExprKind, Game, Import, Item, Module, Players, SeatName, Setup, Statement, StatementKind,
    Text,
};

/// The tree of a file. Where something is wrong with it the tree is no more than a game with that name.
pub(crate) fn module(
    file: FileId,
    definition: &Definition,
    origins: &mut Origins,
    problems: &mut Vec<Problem>,
) -> Module {
    let at = definition.name.as_ref().map_or(Span { file, start: 0, end: 0 }, |name| name.span);
    let name = definition.name.as_ref().map_or("A game", |name| &name.value);
    let facts = Facts { name: name.to_owned(), points: Ty::Int };
    let checker = Checker::new(origins, facts, at);
    let mut setup = SetupBuilder { checker, definition, statements: Vec::new() };
    setup.setup();
    let SetupBuilder { checker, statements, .. } = setup;
    let Checker { build: mut builder, extras, problems: found, .. } = checker;
    problems.extend(found.into_iter().take(MAX_PROBLEMS));
    let is_sound = !problems.iter().any(Problem::is_error);
    builder.at = at;
    let id = builder.id();
    let game = Some(Game { id, name: name.to_owned() });
    if !is_sound {
        let players = players(&mut builder, definition, 1);
        let body = builder.block(vec![players]);
        let setup = Item::Setup(Setup { id, body });
        return Module { file, game, imports: Vec::new(), items: vec![setup] };
    }
    let import = Import { id: builder.id(), path: "std/trick".to_owned(), alias: None };
    let mut items: Vec<Item> =
        extras.iter().map(|extra| Item::Function(function(&mut builder, extra))).collect();
    let body = builder.block(statements);
    items.push(Item::Setup(Setup { id: builder.id(), body }));
    Module { file, game, imports: vec![import], items }
}

/// `players 4 "North", "East", "South", "West";`
fn players(builder: &mut Builder, definition: &Definition, least: usize) -> Statement {
    let count = definition.seats.len().max(least);
    let least = builder.number(count as f64);
    let mut names = Vec::new();
    for seat in &definition.seats {
        builder.at = seat.name.span;
        let text = Text { id: builder.id(), text: seat.name.text.clone() };
        names.push(SeatName { text, is_bot: seat.is_bot });
    }
    builder.statement(StatementKind::Players(Players { least, most: None, names }))
}

struct SetupBuilder<'d, 'o> {
    checker: Checker<'o>,
    definition: &'d Definition,
    statements: Vec<Statement>,
}

impl<'o> SetupBuilder<'_, 'o> {
    fn build(&mut self) -> &mut Builder<'o> {
        &mut self.checker.build
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
            self.call("cardsCount", vec![rule]);
        }
        self.hands();
        self.start();
        self.trump();
        self.rules();
        self.worth();
        if let Some(started) = self.definition.started {
            self.build().at = started;
        }
        self.call("begin", Vec::new());
    }

    // ---- statements ----

    fn library(&mut self, name: &str) -> Expr {
        let library = self.build().var("Tricks");
        self.build().member(library, name)
    }

    /// `Tricks.name(values);`
    fn call(&mut self, name: &str, values: Vec<Expr>) {
        self.call_named(name, Builder::arguments(values));
    }

    fn call_named(&mut self, name: &str, arguments: Vec<Argument>) {
        let callee = self.library(name);
        let call = self.build().expr(ExprKind::Call(Box::new(callee), arguments));
        let statement = self.build().statement(StatementKind::Expr(call));
        self.statements.push(statement);
    }

    /// `Tricks.name = value;`
    fn set(&mut self, name: &str, value: Expr) {
        let target = self.library(name);
        let assign = self.build().expr(ExprKind::Assign(Box::new(target), None, Box::new(value)));
        let statement = self.build().statement(StatementKind::Expr(assign));
        self.statements.push(statement);
    }

    fn set_number(&mut self, name: &str, value: u32, span: Span) {
        self.build().at = span;
        let value = self.build().number(f64::from(value));
        self.set(name, value);
    }

    fn set_true(&mut self, name: &str, span: Span) {
        self.build().at = span;
        let value = self.build().expr(ExprKind::Bool(true));
        self.set(name, value);
    }

    fn seat(&mut self, name: &Ident) -> Expr {
        let number = self.definition.seat(&name.text).unwrap_or(0);
        self.build().at = name.span;
        self.build().number(number as f64)
    }

    fn named(&mut self, name: &str, value: Expr) -> Argument {
        Argument { name: Some(self.build().name(name)), value }
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
        let arguments = vec![self.named("suited", suits), self.named("ranked", ranks)];
        self.call_named("makeCards", arguments);
        for card in &self.definition.left_out {
            self.build().at = card.span;
            let name = self.build().text(&format!("{} of {}", card.value.0.text, card.value.1.text));
            self.call("leaveOut", vec![name]);
        }
    }

    fn hands(&mut self) {
        for gift in &self.definition.gifts {
            self.gift(gift);
        }
        if let Some(said) = &self.definition.refills {
            self.set_true("refills", said.span);
        }
        if let Some(said) = &self.definition.passing {
            self.set_number("passes", said.value.count, said.span);
            let seats = self.definition.seats.len().max(1);
            let distances: Vec<usize> = said.value.to.iter().map(|to| distance(*to, seats)).collect();
            let numbers = distances.into_iter().map(|n| self.build().number(n as f64)).collect();
            let list = self.build().braces(numbers);
            self.set("passing", list);
        }
        self.exposed();
    }

    fn gift(&mut self, gift: &Gift) {
        self.build().at = gift.span;
        let mut arguments = Vec::new();
        if let Some(n) = gift.count {
            let n = self.build().number(f64::from(n));
            arguments.push(Argument { name: None, value: n });
        }
        if let Some(to) = &gift.to {
            let seat = self.seat(to);
            let to = self.named("to", seat);
            arguments.push(to);
        }
        self.build().at = gift.span;
        self.call_named(if gift.count.is_some() { "gives" } else { "givesRandom" }, arguments);
    }

    fn exposed(&mut self) {
        let Some(first) = self.definition.exposed.first() else { return };
        self.build().at = first.span;
        if self.definition.exposed.iter().any(|e| matches!(e.value, Exposed::All)) {
            let all = self.build().quote("player.all()", []);
            return self.set("exposed", all);
        }
        let mut seats = Vec::new();
        for exposed in &self.definition.exposed {
            if let Exposed::Of(name) = &exposed.value {
                seats.push(self.seat(name));
            }
        }
        let list = self.build().braces(seats);
        self.set("exposed", list);
    }

    fn start(&mut self) {
        let Some(said) = &self.definition.start else { return };
        self.build().at = said.span;
        match &said.value {
            Start::Player(name) => {
                let seat = self.seat(name);
                self.set("starter", seat);
            }
            Start::Random => {
                let picked = self.build().quote("random.pick(player.all())", []);
                self.set("starter", picked);
            }
            Start::Holder { rank, suit, once } => {
                let [rank, suit] = [rank, suit].map(|name| self.build().text(&name.text));
                let text = "c => c.rank == theRank && c.suit == theSuit";
                let opener = self.build().quote(text, [("theRank", &rank), ("theSuit", &suit)]);
                self.set("opener", opener);
                if *once {
                    self.set_true("openerOnce", said.span);
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
                self.set("trump", suit);
            }
            Trump::LastCard => self.set_true("trumpIsLastCard", said.span),
            Trump::ChosenByLeader => self.set_true("leaderChoosesTrump", said.span),
            Trump::ChosenBy(name) => {
                let seat = self.seat(name);
                self.set("choosesTrump", seat);
            }
        }
    }

    fn worth(&mut self) {
        let numbers = [
            ("parts", &self.definition.parts),
            ("lastTrick", &self.definition.last_trick),
            ("target", &self.definition.target),
        ];
        for (name, said) in numbers {
            if let Some(said) = said {
                self.set_number(name, said.value, said.span);
            }
        }
    }

    // ---- rules ----

    fn rules(&mut self) {
        let kinds = [
            ("playing", &self.definition.playing, playing_rule()),
            ("taking", &self.definition.taking, hand_rule()),
            ("winning", &self.definition.winning, win_condition()),
        ];
        for (name, rules, ty) in kinds {
            let rules: Vec<Lowered> = rules.iter().map(|rule| self.rule(rule, &ty)).collect();
            self.set_rules(name, rules);
        }
        let ty = Ty::Function(vec![Ty::Game, Ty::Player], Box::new(Ty::Double));
        let bonuses = self.definition.bonuses.iter().map(|rule| self.rule(rule, &ty)).collect();
        self.set_rules("bonuses", bonuses);
    }

    fn set_rules(&mut self, name: &str, rules: Vec<Lowered>) {
        let Some(first) = rules.first() else { return };
        let at = self.checker.build.origins.span(first.expr.id);
        self.build().at = at;
        let list = self.build().braces(rules.into_iter().map(|rule| rule.expr).collect());
        self.set(name, list);
    }

    /// The rules that say what cards are worth; whether some give fractions is known from now on.
    fn point_rules(&mut self) -> Vec<Expr> {
        let ty = Ty::Function(vec![Ty::String, Ty::String], Box::new(Ty::Double));
        let mut all = Vec::new();
        for rule in &self.definition.points {
            let low = self.rule(rule, &ty);
            if matches!(&low.ty, Ty::Function(_, gives) if **gives == Ty::Double) {
                self.checker.facts.points = Ty::Double;
            }
            all.push(low.expr);
        }
        all
    }

    /// One rule as a function value.
    fn rule(&mut self, rule: &Rule, ty: &Ty) -> Lowered {
        self.checker.scope = super::lambda::scope::Scope::default();
        match rule {
            Rule::Ready(name, span) => {
                self.build().at = *span;
                Lowered::new(self.build().function(name, Vec::new()), ty.clone())
            }
            Rule::Written(expr) => {
                let expr = self.with_vals(expr);
                let (low, _) = self.checker.hoisting(|c| c.expr(&expr, Some(ty)));
                self.checked(low, ty, expr.span)
            }
            Rule::Named(name) => {
                let found = self.definition.vals.iter().find(|val| val.name.text == name.text);
                let Some(val) = found else { return self.checker.unknown_name(&name.text, name.span) };
                let params = val.params.clone();
                let value = match params {
                    Some(params) => RuleExpr {
                        span: val.name.span,
                        depth: 1,
                        kind: Kind::Lambda(params, val.value.clone()),
                    },
                    None => val.value.value.clone(),
                };
                let value = self.with_vals(&value);
                let (low, _) = self.checker.hoisting(|c| c.expr(&value, Some(ty)));
                self.checked(low, ty, value.span)
            }
        }
    }

    fn checked(&mut self, low: Lowered, ty: &Ty, span: Span) -> Lowered {
        if matches!(low.ty, Ty::Function(..) | Ty::Unknown) {
            return low;
        }
        self.checker.fit(low, ty, span)
    }

    /// The rule with what it names of the `val` between the statements.
    fn with_vals(&self, rule: &RuleExpr) -> RuleExpr {
        let mut rule = rule.clone();
        let Kind::Lambda(_, body) = &mut rule.kind else { return rule };
        let mut named = super::lambda::names::of_block(body);
        let mut brought = Vec::new();
        for val in self.definition.vals.iter().rev() {
            if named.contains(&val.name.text) {
                named.extend(super::lambda::names::of_block(&val.value));
                brought.push(val.clone());
            }
        }
        brought.reverse();
        brought.append(&mut body.vals);
        let RuleBlock { vals, .. } = body.as_mut();
        *vals = brought;
        rule
    }
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
