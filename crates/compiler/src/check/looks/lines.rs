//! The lines of a look: which words each kind of look allows, and which values they take.
//! It does not know what expressions may read.

use super::super::bodies::Seen;
use super::super::problems as problem;
use super::super::scope::Checker;
use super::super::world::World;
use super::reads::Reads;
use super::says;
use crate::typed::{
    ActionId, BoardId, ClassId, Const, Conversion, EnumId, Expr, ExprKind, LocalId, Type, ZoneId,
};
use base::{NodeId, Problem, Span};
use language::look::{self, Face, Layout, Look};
use language::shape::Shape;
use language::tree::{self, LookLine, Name};
use std::collections::BTreeMap;

/// What lines apply to, which decides which words they may use and what they may read.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// Objects of a class.
    Definition(ClassId),
    /// A case, or all cases of an enumeration.
    Case(Option<EnumId>),
    Board(BoardId),
    /// All tiles of a board.
    Tiles(ClassId),
    /// One tile of a graph.
    Place,
    Zone(ZoneId),
    Seat,
    Action(ActionId),
    /// The input of that place.
    Input(ActionId, usize),
    /// Something with a name but nothing to draw: a turn, a phase, an attribute.
    Named,
    /// Something that has only parts.
    Nothing,
}

impl Kind {
    fn words(self) -> &'static [&'static str] {
        match self {
            Kind::Definition(_) => &[
                "title", "text", "symbol", "colour", "corner", "badge", "image", "back", "face", "shape",
                "hide", "first", "aside",
            ],
            Kind::Case(_) => &["title", "symbol", "colour", "image"],
            Kind::Board(_) => &["title", "colour", "image", "ground", "path", "upright"],
            Kind::Tiles(_) => &["title", "text", "symbol", "colour", "corner", "badge", "image"],
            Kind::Place => &["title", "symbol", "colour", "image", "at"],
            Kind::Zone(_) => &["title", "colour", "image", "back", "layout", "sort"],
            Kind::Seat => &["symbol", "colour", "image"],
            Kind::Action(_) => &["title", "symbol", "sound", "says", "on"],
            Kind::Input(..) => &["on"],
            Kind::Named => &["title", "symbol"],
            Kind::Nothing => &[],
        }
    }
}

/// How many values a word takes.
fn counts(word: &str) -> (usize, usize) {
    match word {
        "corner" => (1, 4),
        "badge" | "sort" => (1, 8),
        "hide" | "first" | "aside" => (1, 100),
        "at" | "face" => (2, 2),
        "upright" => (0, 0),
        _ => (1, 1),
    }
}

/// The looks of one module while they are checked.
pub(super) struct Lines<'a, 't> {
    pub world: &'a World<'t>,
    pub seen: &'a mut Seen,
    pub scope: usize,
    /// What the lines that are read apply to.
    pub kind: Kind,
}

impl<'t> Lines<'_, 't> {
    /// The lines of one look or part.
    pub(super) fn read(&mut self, kind: Kind, lines: &'t [LookLine]) -> Look {
        self.kind = kind;
        let mut look = Look::default();
        let mut firsts: BTreeMap<(&str, &str), NodeId> = BTreeMap::new();
        for line in lines {
            let word = american(&line.name.text);
            if word.is_empty() {
                continue;
            }
            if !self.kind.words().contains(&word) {
                let known = self.kind.words().iter().copied();
                self.report(problem::look_word(self.world.span(line.name.id), word, known));
                continue;
            }
            let variant = line.variant.as_ref().filter(|_| word == "says");
            let variant = variant.map_or("", |variant| variant.text.as_str());
            let first = *firsts.entry((word, variant)).or_insert(line.name.id);
            if first != line.name.id {
                let (at, first) = (self.world.span(line.name.id), self.world.span(first));
                self.report(problem::look_twice(at, word, first));
                continue;
            }
            let (least, most) = counts(word);
            if !(least..=most).contains(&line.values.len()) {
                self.report(problem::look_count(self.world.span(line.name.id), word, (least, most)));
                continue;
            }
            match &line.variant {
                _ if word == "says" => {
                    if let Kind::Action(action) = kind {
                        says::read(self.world, action, line, &mut look.says);
                    }
                }
                Some(pack) if word == "face" => look.face = self.face(pack, &line.values),
                Some(other) => self.report(problem::look_variant(self.world.span(other.id), word)),
                None if word == "face" => {
                    self.report(problem::look_pack(self.world.span(line.name.id), ""));
                }
                None => self.line(word, &line.values, &mut look),
            }
        }
        look
    }

    fn line(&mut self, word: &str, values: &'t [tree::Expr], look: &mut Look) {
        let Some(first) = values.first() else {
            look.upright = true;
            return;
        };
        match word {
            "title" => look.title = Some(self.shown(first)),
            "text" => look.text = Some(self.shown(first)),
            "symbol" => look.symbol = Some(self.symbol(first)),
            "corner" => look.corners = values.iter().map(|e| self.shown(e)).collect(),
            "badge" => look.badges = values.iter().map(|e| self.shown(e)).collect(),
            "colour" => look.colour = Some(self.text(first, word)),
            "image" => look.image = Some(self.text(first, word)),
            "back" => look.back = self.back(first),
            "hide" => look.hide = self.attributes(word, values),
            "first" => look.first = self.attributes(word, values),
            "aside" => look.aside = self.attributes(word, values),
            "shape" => look.shape = self.one_of(word, first, &look::SHAPES),
            "ground" => look.ground = self.one_of(word, first, &look::GROUNDS),
            "path" => look.path = self.path(first),
            "sound" => look.sound = self.one_of(word, first, &look::SOUNDS),
            "layout" => (look.layout, look.sides) = self.layout(first),
            "on" => look.on = self.on(first),
            "sort" => look.sort = self.sort(values),
            "at" => look.at = self.at(values),
            _ => {}
        }
    }

    fn report(&self, problem: Problem) {
        self.world.report(problem);
    }

    fn span(&self, at: NodeId) -> Span {
        self.world.span(at)
    }

    // ---- values ----

    /// A value that can be shown.
    fn shown(&mut self, e: &'t tree::Expr) -> look::Expr {
        self.shown_as(e, &mut |_| ())
    }

    /// As [`Lines::shown`]; `leaf` sees each expression whose value it may be.
    fn shown_as(&mut self, e: &'t tree::Expr, leaf: &mut dyn FnMut(&Expr)) -> look::Expr {
        self.expr(e, None, &mut |checker, e| {
            each_result(&e, leaf);
            if checker.is_printable(&e.ty) {
                return e;
            }
            checker.error_expr(e.at, problem::not_printable(checker.span(e.at), &checker.name_of(&e.ty)))
        })
    }

    /// A colour or the path of a picture, or a case that has one.
    fn text(&mut self, e: &'t tree::Expr, word: &str) -> look::Expr {
        let of_colour = word == "colour";
        self.expr(e, None, &mut |checker, e| {
            each_result(&e, &mut |leaf| {
                let at = checker.span(leaf.at);
                if !of_colour && is_no_path(leaf) {
                    checker.report(problem::look_no_path(at));
                }
                let ExprKind::String(text) = &leaf.kind else { return };
                match of_colour {
                    true if !look::is_colour(text) => checker.report(problem::look_colour(at, text)),
                    false if !look::is_picture(text) => checker.report(problem::look_image(at, text)),
                    _ => {}
                }
            });
            if e.ty == Type::Null && any_number(&e) {
                let wanted = if of_colour { "a colour" } else { "a picture" };
                return checker.error_expr(e.at, problem::look_number(checker.span(e.at), wanted));
            }
            match e.ty {
                Type::Enum(_) | Type::Error | Type::Null => e,
                _ => checker.needed(e, &Type::String, if of_colour { "a colour" } else { "a picture" }),
            }
        })
    }

    /// The back is what unknown cards show, so it must not depend on the card.
    fn back(&mut self, e: &'t tree::Expr) -> Option<String> {
        let Const::String(text) = self.world.constant_of(self.scope, e, &Type::String, "the back")? else {
            return None;
        };
        if !look::is_picture(&text) {
            self.report(problem::look_image(self.span(e.id), &text));
        }
        Some(text)
    }

    /// The names of attributes.
    fn attributes(&mut self, word: &str, values: &'t [tree::Expr]) -> Vec<String> {
        values.iter().filter_map(|e| self.attribute(word, e)).collect()
    }

    fn attribute(&mut self, word: &str, e: &'t tree::Expr) -> Option<String> {
        let Kind::Definition(class) = self.kind else { return None };
        let attributes = || self.world.game.classes[class.index()].attributes.iter().map(|a| a.name.as_str());
        if let tree::ExprKind::Name(name) = &e.kind {
            if attributes().any(|a| a == name) {
                return Some(name.clone());
            }
            let known: Vec<&str> = attributes().filter(|a| !a.starts_with('(')).collect();
            self.report(problem::look_part(self.span(e.id), name, known));
        } else {
            self.report(problem::look_attributes(self.span(e.id), word));
        }
        None
    }

    /// One word of several.
    fn one_of(
        &mut self,
        line: &str,
        e: &'t tree::Expr,
        known: &'static [&'static str],
    ) -> Option<&'static str> {
        let found = if let tree::ExprKind::Name(name) = &e.kind { name.as_str() } else { "" };
        let word = known.iter().copied().find(|word| *word == found);
        if word.is_none() {
            self.report(problem::look_one_of(self.span(e.id), line, found, known));
        }
        word
    }

    fn path(&mut self, e: &'t tree::Expr) -> Option<&'static str> {
        if let Kind::Board(board) = self.kind {
            let board = &self.world.game.boards[board.index()];
            if !matches!(board.shape, Shape::Track { .. } | Shape::Ring { .. }) {
                self.report(problem::look_path(self.span(e.id), &board.name));
            }
        }
        self.one_of("path", e, &look::PATHS)
    }

    /// `french suit, rank`
    fn face(&mut self, pack: &Name, values: &'t [tree::Expr]) -> Option<Face> {
        let (suit, rank) = (self.shown(&values[0]), self.shown(&values[1]));
        let known = look::PACKS.into_iter().find(|known| *known == pack.text);
        if known.is_none() {
            self.report(problem::look_pack(self.span(pack.id), &pack.text));
        }
        Some(Face { pack: known?, suit, rank })
    }

    /// A sign; one that is called by name must have one.
    fn symbol(&mut self, e: &'t tree::Expr) -> look::Expr {
        let world = self.world;
        self.shown_as(e, &mut |leaf| {
            if let ExprKind::String(text) = &leaf.kind
                && text.len() > 1
                && (text.starts_with(':') || text.ends_with(':'))
                && look::drawn_sign(text).is_none()
            {
                world.report(problem::look_sign(world.span(leaf.at), text));
            }
        })
    }

    /// A layout, and the attribute by which one has sides.
    fn layout(&mut self, e: &'t tree::Expr) -> (Option<Layout>, Option<String>) {
        let (word, columns) = match &e.kind {
            tree::ExprKind::Name(word) => (word.as_str(), None),
            tree::ExprKind::Call(callee, arguments) => match (&callee.kind, &arguments[..]) {
                (tree::ExprKind::Name(word), [argument]) if word == Layout::Sides.word() => {
                    return (Some(Layout::Sides), self.player_attribute(&argument.value));
                }
                (tree::ExprKind::Name(word), [argument]) => match self.whole(&argument.value) {
                    Some(columns) => (word.as_str(), Some(columns)),
                    None => return (None, None),
                },
                (tree::ExprKind::Name(word), _) if word == Layout::Sides.word() => {
                    self.report(problem::look_sides(self.span(e.id), "", [""; 0]));
                    return (None, None);
                }
                _ => ("", None),
            },
            _ => ("", None),
        };
        let layout = Layout::named(word, columns);
        if layout.is_none() {
            self.report(problem::look_layout(self.span(e.id), word));
        }
        (layout, None)
    }

    /// The name of an attribute that every piece of the zone has, and that is a player.
    fn player_attribute(&mut self, e: &'t tree::Expr) -> Option<String> {
        let Kind::Zone(zone) = self.kind else { return None };
        let of = self.world.game.zones[zone.index()].of;
        let attributes = &self.world.game.classes[of.index()].attributes;
        let players = attributes.iter().filter(|a| a.ty == Type::Player).map(|a| a.name.as_str());
        let name = if let tree::ExprKind::Name(name) = &e.kind { name.as_str() } else { "" };
        if players.clone().any(|player| player == name) {
            return Some(name.to_owned());
        }
        self.report(problem::look_sides(self.span(e.id), name, players));
        None
    }

    /// How many columns a grid has.
    fn whole(&mut self, e: &'t tree::Expr) -> Option<u32> {
        let n = self.number(e)?;
        if n.fract() == 0.0 && (1.0..=100.0).contains(&n) {
            return Some(n as u32);
        }
        self.report(problem::look_value(self.span(e.id), "a grid has 1 to 100 columns"));
        None
    }

    fn at(&mut self, values: &'t [tree::Expr]) -> Option<(f64, f64)> {
        let (x, y) = (self.number(&values[0])?, self.number(&values[1])?);
        Some((x, y))
    }

    fn number(&mut self, e: &'t tree::Expr) -> Option<f64> {
        self.world.constant_number(self.scope, e, "this")
    }

    fn sort(&mut self, values: &'t [tree::Expr]) -> Vec<look::Expr> {
        let Kind::Zone(zone) = self.kind else { return Vec::new() };
        let zone = &self.world.game.zones[zone.index()];
        if zone.ordered {
            self.report(problem::look_order(self.span(values[0].id), &zone.name));
        }
        values
            .iter()
            .map(|e| {
                self.expr(e, Some(zone.of), &mut |checker, e| match e.ty {
                    Type::Number | Type::String | Type::Bool | Type::Player | Type::Enum(_) | Type::Error => {
                        e
                    }
                    _ => checker
                        .error_expr(e.at, problem::look_key(checker.span(e.at), &checker.name_of(&e.ty))),
                })
            })
            .collect()
    }

    // ---- expressions ----

    /// Checks an expression, within a class if one is given, adapts it by `fit`, and translates it.
    fn expr(
        &mut self,
        e: &'t tree::Expr,
        class: Option<ClassId>,
        fit: &mut dyn FnMut(&mut Checker<'_, 't>, Expr) -> Expr,
    ) -> look::Expr {
        let sorts = class.is_some();
        let class = class.or(match self.kind {
            Kind::Definition(class) | Kind::Tiles(class) => Some(class),
            _ => None,
        });
        let mut checker = Checker::new(self.world, self.seen, self.scope, class);
        let locals = match self.kind {
            Kind::Case(Some(of)) => case_locals(&mut checker, of, e.id),
            _ => Vec::new(),
        };
        let found = checker.shown_value(e);
        let found = fit(&mut checker, found);
        let mut reads = Reads { world: self.world, class, locals, problem: None };
        let mut read = reads.expr(&found);
        if let (true, Type::Enum(of)) = (sorts, &found.ty) {
            read = look::Expr::CaseIndex(of.0, Box::new(read));
        }
        reads.problem.into_iter().for_each(|problem| self.report(problem));
        read
    }
}

/// The name, index and attributes of a case, as they are visible in the look of its enumeration.
fn case_locals(checker: &mut Checker<'_, '_>, of: EnumId, at: NodeId) -> Vec<(LocalId, look::Expr)> {
    let this = || Box::new(look::Expr::This);
    let mut locals = vec![
        (checker.give_name("name", Type::String, at), look::Expr::CaseName(this())),
        (checker.give_name("index", Type::Number, at), look::Expr::CaseIndex(of.0, this())),
    ];
    let world = checker.world;
    for (i, (name, ty)) in world.game.enums[of.index()].attributes.iter().enumerate() {
        let local = checker.give_name(name, ty.clone(), at);
        locals.push((local, look::Expr::CaseAttribute(of.0, i as u32, this())));
    }
    locals
}

/// The spelling that is used here: `color` is accepted for `colour`.
fn american(word: &str) -> &str {
    if word == "color" { "colour" } else { word }
}

/// Calls `f` on each expression whose value may be that of the whole expression.
fn each_result(e: &Expr, f: &mut dyn FnMut(&Expr)) {
    match &e.kind {
        ExprKind::Ternary(_, a, b) | ExprKind::Coalesce(a, b) => {
            each_result(a, f);
            each_result(b, f);
        }
        _ => f(e),
    }
}

/// Whether a number is among what an expression may give.
fn any_number(e: &Expr) -> bool {
    let mut found = false;
    each_result(e, &mut |leaf| found |= leaf.ty == Type::Number);
    found
}

/// Whether a text that is put together ends in none of the ways in which paths of pictures end, as `"{suit}"` does.
/// A text that stands last in it may have such an end.
fn is_no_path(e: &Expr) -> bool {
    let ExprKind::Concat(parts) = &e.kind else { return false };
    match parts.last().map(|last| &last.kind) {
        Some(ExprKind::String(text)) => !look::PICTURES.iter().any(|end| text.ends_with(end)),
        Some(ExprKind::Convert(Conversion::ToString, of)) => of.ty != Type::String,
        _ => false,
    }
}
