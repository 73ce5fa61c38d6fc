//! What stands before a dot, a value or a word or declaration that has members of its own, and what follows it where
//! nothing is called: attributes, cases, what an import declares. It knows no arguments.

use super::super::calls::Call;
use super::super::problems as problem;
use super::super::scope::Checker;
use super::super::world::{Definition, World};
use super::names::Meaning;
use crate::typed::{BoardId, DiceId, EnumId, Expr, ExprKind, Type, ZoneId};
use base::{NodeId, Span};
use language::catalogue::{self, Builtin, Effect, Entry, On};
use language::tree::{self, Name};

pub(in super::super) enum Receiver {
    Value(Expr),
    /// `player`, `turn`, `turn.phase`, `turns`, `random`
    Word(On),
    /// Of a board for each player with the player; it is the first of them.
    Board(BoardId, Option<Box<Expr>>),
    Dice(DiceId),
    Enum(EnumId),
    /// The name of an import.
    Module(usize),
}

impl<'w, 't> Checker<'w, 't> {
    /// What stands before a dot.
    pub(in super::super) fn receiver(&mut self, e: &'t tree::Expr) -> Receiver {
        match &e.kind {
            tree::ExprKind::Name(name) => match self.meaning(name, false) {
                Meaning::Word(on) => Receiver::Word(on),
                Meaning::Definition(definition) => self.definition_receiver(e.id, name, definition),
                _ => Receiver::Value(self.any_value(e)),
            },
            tree::ExprKind::Member(inner, name) => match self.receiver(inner) {
                Receiver::Word(On::Turn) if name.text == "phase" => Receiver::Word(On::Phase),
                Receiver::Module(m) => match self.definition_in(m, name) {
                    Some(definition) => self.definition_receiver(e.id, &name.text, definition),
                    None => Receiver::Value(super::error(e.id)),
                },
                receiver => {
                    let value = self.member_of(e.id, receiver, name);
                    Receiver::Value(self.something(value))
                }
            },
            tree::ExprKind::Call(callee, args) => match self.board_called(callee) {
                Some((board, name)) => {
                    let call = Call { at: e.id, args };
                    let Some(player) = self.only_argument(call, name, "p") else {
                        return Receiver::Value(super::error(e.id));
                    };
                    let player = self.value(player, &Type::Player, &format!("the player of `{name}`"));
                    Receiver::Board(board, Some(Box::new(player)))
                }
                None => Receiver::Value(self.any_value(e)),
            },
            _ => Receiver::Value(self.any_value(e)),
        }
    }

    /// The board for each player that a name before brackets means.
    fn board_called(&mut self, callee: &'t tree::Expr) -> Option<(BoardId, &'t str)> {
        let (name, definition) = match &callee.kind {
            tree::ExprKind::Name(name) => match self.meaning(name, true) {
                Meaning::Definition(definition) => (name, definition),
                _ => return None,
            },
            tree::ExprKind::Member(inner, name) => match &inner.kind {
                tree::ExprKind::Name(alias) => match self.meaning(alias, false) {
                    Meaning::Definition(Definition::Module(Some(m))) => {
                        (&name.text, self.world.scope(m).handed.get(&name.text)?.definition)
                    }
                    _ => return None,
                },
                _ => return None,
            },
            _ => return None,
        };
        let Definition::Board(b) = definition else { return None };
        self.world.game.boards[b.index()].player.map(|_| (b, name.as_str()))
    }

    fn definition_receiver(&mut self, at: NodeId, name: &str, definition: Definition) -> Receiver {
        match definition {
            Definition::Board(b) if self.world.game.boards[b.index()].player.is_some() => {
                let problem = problem::which_players_board(self.span(at), name);
                Receiver::Value(self.error_expr(at, problem))
            }
            Definition::Board(b) => Receiver::Board(b, None),
            Definition::Dice(d) => Receiver::Dice(d),
            Definition::Enum(e) => Receiver::Enum(e),
            Definition::Module(Some(m)) => Receiver::Module(m),
            _ => Receiver::Value(self.definition_value(at, name, definition)),
        }
    }

    /// Where the catalogue keeps the members of what is no value, and what that is called.
    pub(in super::super) fn members_of(&self, receiver: &Receiver) -> (On, &'w str) {
        let world: &'w World<'t> = self.world;
        match receiver {
            Receiver::Board(b, _) => (On::Board, &world.game.boards[b.index()].name),
            Receiver::Dice(d) => (On::Dice, &world.game.dice[d.index()].name),
            Receiver::Enum(e) => (On::Enum, &world.game.enums[e.index()].name),
            Receiver::Word(on) => (*on, word(*on)),
            Receiver::Value(_) | Receiver::Module(_) => (On::Free, "it"),
        }
    }

    /// What a module declares under a name; reports if nothing.
    pub(in super::super) fn definition_in(&mut self, module: usize, name: &Name) -> Option<Definition> {
        let scope = self.world.scope(module);
        let found = scope.handed.get(&name.text).map(|e| e.definition);
        if found.is_none() && !scope.incomplete && !name.text.is_empty() {
            let known = scope.handed.keys().map(String::as_str);
            self.report(problem::unknown_in_module(self.span(name.id), &name.text, known));
        }
        found
    }

    /// Where the catalogue keeps what values of a type have.
    pub(in super::super) fn ons(&self, ty: &Type) -> &'static [On] {
        use crate::typed::ClassKind;
        match ty {
            Type::List(_) => &[On::List],
            Type::Table(..) => &[On::Table],
            Type::Stack(_) => &[On::Stack, On::List],
            Type::Set(_) => &[On::Set, On::List],
            Type::Zone(_) => &[On::Zone, On::List],
            Type::Zones(_) => &[On::Zones],
            Type::String => &[On::String],
            Type::Player => &[On::Player],
            Type::Turn => &[On::TurnValue],
            Type::Enum(_) => &[On::Case],
            Type::Class(c) if self.world.is_opaque(*c) => &[],
            Type::Class(c) => match self.world.kind(*c) {
                ClassKind::Tile => &[On::Tile],
                ClassKind::Piece => &[On::Piece, On::Object],
                ClassKind::Class if self.world.is_spot(ty) => &[On::Object, On::Spot],
                ClassKind::Class => &[On::Object],
                ClassKind::Event | ClassKind::Modifier | ClassKind::Const => &[],
            },
            _ => &[],
        }
    }
}

impl<'t> Checker<'_, 't> {
    pub(super) fn member(&mut self, at: NodeId, inner: &'t tree::Expr, name: &Name) -> Expr {
        let receiver = self.receiver(inner);
        self.member_of(at, receiver, name)
    }

    pub(super) fn member_of(&mut self, at: NodeId, receiver: Receiver, name: &Name) -> Expr {
        if name.text.is_empty() {
            return super::error(at);
        }
        match receiver {
            Receiver::Value(value) => self.value_member(at, value, name),
            Receiver::Enum(id) => self.case(at, id, name),
            Receiver::Module(m) => match self.definition_in(m, name) {
                Some(definition) => self.definition_value(at, &name.text, definition),
                None => super::error(at),
            },
            receiver => {
                let (on, owner) = self.members_of(&receiver);
                let found = catalogue::find(on, &name.text, true);
                match (&receiver, found.filter(|e| e.is_attribute())) {
                    (Receiver::Board(..) | Receiver::Dice(_), Some(entry)) => {
                        self.builtin(Call { at, args: &[] }, entry, receiver)
                    }
                    _ => self.no_attribute(at, (on, owner), name, found.is_some()),
                }
            }
        }
    }

    fn case(&mut self, at: NodeId, id: EnumId, name: &Name) -> Expr {
        if let Some(i) = self.world.case_named(id, &name.text) {
            return Expr { at, ty: Type::Enum(id), kind: ExprKind::Case(id, i) };
        }
        if catalogue::find(On::Enum, &name.text, false).is_some() {
            return self.error_expr(at, problem::not_called(self.span(name.id), &name.text, "a function"));
        }
        self.error_expr(at, self.world.unknown_case(id, name))
    }

    fn value_member(&mut self, at: NodeId, value: Expr, name: &Name) -> Expr {
        match &value.ty {
            Type::Error => return super::error(at),
            Type::Class(c) => {
                if let Some((index, ty)) = self.world.attribute(*c, &name.text) {
                    let ty = ty.clone();
                    return Expr { at, ty, kind: ExprKind::Attribute(Box::new(value), index) };
                }
                if let Some(found) = self.of_modifier(at, &value, &name.text) {
                    return found;
                }
                let called = self.world.method(*c, &name.text).map(|_| "a function");
                if let Some(what) = called.or(self.world.action(*c, &name.text).map(|_| "an action")) {
                    return self.error_expr(at, problem::not_called(self.span(name.id), &name.text, what));
                }
            }
            Type::Enum(id) => {
                let attributes = &self.world.game.enums[id.index()].attributes;
                if let Some(index) = attributes.iter().position(|a| a.0 == name.text) {
                    let ty = attributes[index].1.clone();
                    return Expr { at, ty, kind: ExprKind::CaseAttribute(Box::new(value), index as u32) };
                }
            }
            _ => {}
        }
        let ons = self.ons(&value.ty);
        let found = ons.iter().find_map(|on| catalogue::find(*on, &name.text, true));
        if let Some(entry) = found.filter(|e| e.is_attribute()) {
            self.warn_of_lenght(name);
            return self.built_in_attribute(at, value, entry);
        }
        if let Some(entry) = found {
            return self.error_expr(at, problem::not_called(self.span(name.id), entry.name(), "a function"));
        }
        self.unknown_member(&value.ty, name, self.hidden_by(&value));
        super::error(at)
    }

    /// An attribute that is built in, of a value.
    pub(super) fn built_in_attribute(&mut self, at: NodeId, value: Expr, entry: &'static Entry) -> Expr {
        if !entry.is_attribute() {
            return self.error_expr(at, problem::not_called(self.span(at), entry.name(), "a function"));
        }
        self.builtin(Call { at, args: &[] }, entry, Receiver::Value(value))
    }

    pub(in super::super) fn warn_of_lenght(&mut self, name: &Name) {
        if name.text == "lenght" {
            self.report(problem::lenght(self.span(name.id)));
        }
    }

    fn no_attribute(&mut self, at: NodeId, (on, owner): (On, &str), name: &Name, is_function: bool) -> Expr {
        let span = self.span(name.id);
        if is_function {
            return self.error_expr(at, problem::not_called(span, &name.text, "a function"));
        }
        let known = catalogue::entries().iter().filter(|e| e.on == on).map(|e| e.name());
        self.error_expr(at, problem::unknown_member(span, owner, &name.text, known))
    }

    /// Reports that values of a type have no such member.
    pub(in super::super) fn unknown_member(
        &mut self,
        ty: &Type,
        name: &Name,
        hidden: Option<(String, Span)>,
    ) {
        if name.text.is_empty() {
            return;
        }
        let owner = self.name_of(ty);
        let mut problem =
            problem::unknown_member(self.span(name.id), &owner, &name.text, self.member_names(ty));
        if matches!(ty, Type::Set(_)) {
            let sign = match name.text.as_str() {
                "add" | "append" | "push" => "`+=` puts in",
                "remove" | "pop" => "`-=` takes out",
                "clear" => "`= {}` empties",
                _ => "",
            };
            if !sign.is_empty() {
                problem.fix = None;
                problem = problem.label(format!("a set is a value: {sign}"));
            }
        }
        if let Type::Class(c) = ty {
            let ids = (0..self.world.game.classes.len()).map(|i| crate::typed::ClassId(i as u32));
            let has = |i: &crate::typed::ClassId| {
                self.world.attribute(*i, &name.text).is_some() || self.world.method(*i, &name.text).is_some()
            };
            let mut below = ids.filter(|i| i != c && self.world.is_sub(*i, *c));
            if let Some(child) = below.find(has) {
                let child = self.world.class_name(child);
                problem.fix = None;
                problem = problem.label(format!("`{child}` has one: `(... as {child}).{}`", name.text));
            }
        }
        if problem.label.is_empty() && problem.hints.is_empty() && hidden.is_none() {
            problem = problem::list_members(problem, &self.own_members(ty));
        }
        let zone = self.world.lookup(self.module, &name.text).filter(|_| *ty == Type::Player);
        let is_of_a_player = |z: ZoneId| self.world.game.zones[z.index()].per_player;
        if let Some(Definition::Zone(z)) = zone
            && is_of_a_player(z)
            && problem.fix.is_none()
        {
            problem.hints.clear();
            problem = problem.hint(format!("`{0}` is a zone: `{0}(p)` is that of the player `p`", name.text));
        }
        if *ty == Type::Place {
            problem = problem.hint("`(... as Tile)` takes it as a tile");
        }
        self.report(problem::hiding(problem, hidden));
    }

    /// The attributes of a class that an author has declared, those that it inherits too.
    fn declared_attributes(&self, class: crate::typed::ClassId) -> Vec<&str> {
        let attributes = &self.world.game.classes[class.index()].attributes;
        attributes.iter().map(|a| a.name.as_str()).filter(|n| !n.starts_with('(')).collect()
    }

    /// The members that are listed where none is like the one that was written: what the author has declared, if that is
    /// anything.
    fn own_members(&self, ty: &Type) -> Vec<&str> {
        let own = match ty {
            Type::Class(c) => {
                let functions = self.world.classes[c.index()].functions.iter().map(|f| f.0.as_str());
                let actions = self.world.named_actions(*c).map(|a| a.0);
                self.declared_attributes(*c).into_iter().chain(functions).chain(actions).collect()
            }
            _ => Vec::new(),
        };
        if own.is_empty() { self.member_names(ty) } else { own }
    }

    /// The members that values of a type have.
    pub(in super::super) fn member_names(&self, ty: &Type) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        match ty {
            Type::Class(c) => {
                names.extend(self.declared_attributes(*c));
                let info = &self.world.classes[c.index()];
                names.extend(info.functions.iter().map(|f| f.0.as_str()));
                names.extend(self.world.named_actions(*c).map(|a| a.0));
            }
            Type::Enum(id) => {
                names.extend(self.world.game.enums[id.index()].attributes.iter().map(|a| a.0.as_str()));
            }
            _ => {}
        }
        for on in self.ons(ty) {
            let entries = catalogue::entries().iter().filter(|e| e.on == *on && has(ty, e));
            for name in entries.map(|e| e.name()).filter(|n| *n != "lenght") {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        names
    }
}

/// Whether what is built in for one of its kinds is there for this type: what is a list only to be read has nothing that
/// changes lists.
pub(in super::super) fn has(ty: &Type, entry: &Entry) -> bool {
    entry.on != On::List
        || matches!(ty, Type::List(_))
        || entry.effect == Effect::Pure
        || entry.id == Builtin::ListRandom
}

/// How authors write it.
pub(in super::super) fn word(on: On) -> &'static str {
    match on {
        On::Players => "player",
        On::Turn => "turn",
        On::Phase => "turn.phase",
        On::Turns => "turns",
        On::Random => "random",
        _ => "it",
    }
}
