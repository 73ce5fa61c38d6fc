//! What a name that stands alone means, as a value. It knows nothing of what follows a dot.

use super::super::problems as problem;
use super::super::scope::{Carrier, Checker, Stage};
use super::super::world::Definition;
use crate::typed::{ActionId, ClassId, Expr, ExprKind, FunctionId, LocalId, TestValue, Type, Visibility};
use base::{NodeId, Problem, Span};
use language::catalogue::{self, Entry, On};

/// What a name may mean.
pub(in super::super) enum Meaning {
    Local(LocalId),
    /// An attribute of `this`, by index.
    Attribute(Carrier, u32, Type),
    Method(Carrier, FunctionId),
    Action(Carrier, ActionId),
    Definition(Definition),
    /// Something built into `this`.
    Built(&'static Entry),
    /// `player`, `turn`, `turns`, `random`
    Word(On),
    Actor,
    /// `winner` and its like, in tests.
    Test(&'static str),
    /// A built-in function.
    Free(&'static Entry),
    Unknown,
}

/// What tests can look at; those with brackets are called.
const TEST_NAMES: [&str; 8] = ["winner", "winners", "over", "stuck", "decider", "told", "moves", "perft"];

impl<'t> Checker<'_, 't> {
    /// What a name means here: a variable, a member, a declaration, something built in, in this order.
    pub(in super::super) fn meaning(&self, name: &str, called: bool) -> Meaning {
        if let Some(local) = self.local(name) {
            return Meaning::Local(local);
        }
        if let Some(member) = self.own_member(name) {
            return member;
        }
        if let Some(definition) = self.world.definition(self.module, name) {
            return Meaning::Definition(definition);
        }
        match name {
            "player" => return Meaning::Word(On::Players),
            "turn" => return Meaning::Word(On::Turn),
            "turns" => return Meaning::Word(On::Turns),
            "random" => return Meaning::Word(On::Random),
            "actor" => return Meaning::Actor,
            _ => {}
        }
        if let Some(entry) = self.built_into_this(name, called) {
            return Meaning::Built(entry);
        }
        if matches!(self.stage, Stage::Test | Stage::TestFunction)
            && let Some(name) = TEST_NAMES.iter().find(|n| **n == name)
        {
            return Meaning::Test(name);
        }
        catalogue::find(On::Free, name, false).map_or(Meaning::Unknown, Meaning::Free)
    }

    fn own_member(&self, name: &str) -> Option<Meaning> {
        let class = self.class?;
        if let Some(on) = self.world.holder_class(class) {
            let own = self.member_of_class(class, name, Carrier::Application);
            return own.or_else(|| self.member_of_class(on, name, Carrier::This));
        }
        self.member_of_class(class, name, Carrier::This)
    }

    fn member_of_class(&self, class: ClassId, name: &str, carrier: Carrier) -> Option<Meaning> {
        if let Some((index, ty)) = self.world.attribute(class, name) {
            return Some(Meaning::Attribute(carrier, index, ty.clone()));
        }
        if let Some(f) = self.world.method(class, name) {
            return Some(Meaning::Method(carrier, f));
        }
        self.world.action(class, name).map(|a| Meaning::Action(carrier, a))
    }

    fn built_into_this(&self, name: &str, called: bool) -> Option<&'static Entry> {
        let ons = self.ons(&Type::Class(self.this_class()?));
        ons.iter().find_map(|on| catalogue::find(*on, name, !called))
    }

    /// A name as a value.
    pub(super) fn name(&mut self, at: NodeId, name: &str) -> Expr {
        if name.is_empty() {
            return super::error(at);
        }
        match self.meaning(name, false) {
            Meaning::Local(local) => self.read(at, local),
            Meaning::Attribute(carrier, index, ty) => {
                Expr { at, ty, kind: ExprKind::Attribute(Box::new(self.carrier(at, carrier)), index) }
            }
            Meaning::Method(..) | Meaning::Free(_) => self.not_called(at, name, "a function"),
            Meaning::Action(..) => self.not_called(at, name, "an action"),
            Meaning::Definition(definition) => self.definition_value(at, name, definition),
            Meaning::Built(entry) => self.built_in_attribute(at, self.carrier(at, Carrier::This), entry),
            Meaning::Actor => Expr { at, ty: Type::Player, kind: ExprKind::Actor },
            Meaning::Word(on) => self.error_expr(at, problem::word_alone(self.span(at), name, on)),
            Meaning::Test(word) => self.test_value(at, word),
            Meaning::Unknown => self.unknown_name(at, name, false),
        }
    }

    fn not_called(&mut self, at: NodeId, name: &str, what: &str) -> Expr {
        self.error_expr(at, problem::not_called(self.span(at), name, what))
    }

    fn test_value(&mut self, at: NodeId, word: &'static str) -> Expr {
        let (ty, value) = match word {
            "winner" => (Type::Player, TestValue::Winner),
            "winners" => (Type::list(Type::Player), TestValue::Winners),
            "over" => (Type::Bool, TestValue::Over),
            "stuck" => (Type::Bool, TestValue::Stuck),
            "decider" => (Type::Player, TestValue::Decider),
            "told" => (Type::list(Type::String), TestValue::Told),
            _ => return self.not_called(at, word, "a function"),
        };
        Expr { at, ty, kind: ExprKind::Test(value) }
    }

    /// A declaration as a value.
    pub(super) fn definition_value(&mut self, at: NodeId, name: &str, definition: Definition) -> Expr {
        match definition {
            Definition::Class(c) if self.world.game.classes[c.index()].visibility == Visibility::Global => {
                Expr { at, ty: Type::Class(c), kind: ExprKind::Global(c) }
            }
            Definition::Zone(z) => self.zones_value(at, z, None),
            Definition::Option(option) => self.world.option_expr(at, option),
            Definition::Const(constant) => self.world.constant_expr(at, constant),
            Definition::Function(_) => self.not_called(at, name, "a function"),
            Definition::Module(None) => super::error(at),
            Definition::Generic(g) => self.error_expr(at, self.world.bare_generic(at, g)),
            Definition::Bound(_) => self.error_expr(at, problem::type_as_value(self.span(at), name)),
            _ => self.error_expr(at, problem::not_a_value(self.span(at), name, definition)),
        }
    }

    /// Reports an unknown name, and why it may be unknown.
    pub(in super::super) fn unknown_name(&mut self, at: NodeId, name: &str, called: bool) -> Expr {
        if self.world.scope(self.module).incomplete {
            return super::error(at);
        }
        let span = self.span(at);
        let coming = self.frames.iter().find_map(|f| f.coming.get(name));
        if let Some(later) = coming {
            return self.error_expr(at, problem::used_before(span, name, self.span(later.id)));
        }
        if let Some(first) = self.gone.get(name) {
            return self.error_expr(at, problem::used_after(span, name, self.span(*first)));
        }
        if let Some((_, why)) = self.elsewhere.iter().find(|e| e.0 == name) {
            return self.error_expr(at, problem::elsewhere(span, name, why));
        }
        let mut names: Vec<&str> = self.visible_names();
        let free = catalogue::entries().iter().filter(|e| e.on == On::Free).map(|e| e.name());
        if called {
            names.extend(free);
        }
        let problem = problem::unknown_name(span, name, called, names);
        if called && self.stage == Stage::TestFunction && ["play", "answer", "expect"].contains(&name) {
            let hint = "in a function no bracket stands right behind it: begin with a name, as in `expect n == (a + b);`";
            return self.error_expr(at, problem.hint(hint));
        }
        let problem = match self.global_with(name) {
            Some(class) if problem.fix.is_none() => problem.label(format!("did you mean `{class}.{name}`?")),
            None if !called => self.or_case(problem, span, name),
            _ => problem,
        };
        self.error_expr(at, self.world.point_to_import(self.module, name, problem))
    }

    /// That a case of that name was meant, if there is one.
    fn or_case(&self, problem: Problem, span: Span, name: &str) -> Problem {
        if !problem::may_suggest() {
            return problem;
        }
        let found = self.world.enums_with(self.module, name).map(|of| format!("{of}.{name}"));
        let found: Vec<String> = found.collect();
        match &found[..] {
            [] => problem,
            [one] => problem.label(format!("did you mean `{one}`?")).guess(span, one),
            [one, other, ..] => problem.label(format!("did you mean `{one}` or `{other}`?")),
        }
    }

    /// The global class that can be seen here and has such a member.
    fn global_with(&self, name: &str) -> Option<&str> {
        if !problem::may_suggest() {
            return None;
        }
        let is_global = |c: &ClassId| self.world.game.classes[c.index()].visibility == Visibility::Global;
        let classes = self.world.entries(self.module).filter_map(|(_, entry)| match entry.definition {
            Definition::Class(class) => Some(class),
            _ => None,
        });
        let mut found =
            classes.filter(is_global).filter(|c| self.member_names(&Type::Class(*c)).contains(&name));
        found.next().map(|c| self.world.class_name(c))
    }

    fn visible_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        if !problem::may_suggest() {
            return names;
        }
        for frame in self.frames.iter().rev() {
            names.extend(frame.locals.iter().map(|l| self.locals[l.index()].name.as_str()));
        }
        if let Some(class) = self.class {
            names.extend(self.member_names(&Type::Class(class)));
            names.extend(
                self.this_class()
                    .filter(|c| *c != class)
                    .iter()
                    .flat_map(|c| self.member_names(&Type::Class(*c))),
            );
        }
        names.extend(self.world.entries(self.module).map(|(name, _)| name));
        names.extend(["actor", "player", "turn", "turns", "random"]);
        names
    }
}
