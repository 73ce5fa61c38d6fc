//! Which reasons a player may be told: those of conditions that read nothing which this player may not know. What is not
//! followed here, such as a function value or what a modifier makes of an attribute, counts as unknown.
//! It does not know how reasons are told.

use super::tiles::{board_of_choice, board_read, hiding_board, tile_read};
use crate::typed::dispatch::Dispatch;
use crate::typed::visit::{Node, Parts, PartsMut, Visit, VisitMut};
use crate::typed::{
    Action, Board, BoardId, ClassId, Expr, ExprKind, FunctionId, Game, LocalId, Member, Source, Statement,
    StatementKind, Type, ZoneId,
};
use language::catalogue::Builtin;
use language::tree::Seen;
use std::collections::BTreeSet;

/// Notes of all reasons whether they may be told.
pub(in crate::check) fn mark(game: &mut Game, dispatch: &Dispatch) {
    let telling = Telling::of(game, dispatch);
    let hides = game.may_hide();
    let open: Vec<Open> = game.actions.iter().map(|action| telling.open_of(action)).collect();
    for (action, Open { offer, mut reasons }) in game.actions.iter_mut().zip(open) {
        reasons.iter_mut().for_each(|open| *open |= !hides);
        action.is_open = offer || !hides;
        let requires = action.requires.iter_mut().map(|d| &mut d.why);
        let filters = action.inputs.iter_mut().flat_map(|i| &mut i.spec.filters).map(|f| &mut f.why);
        let ensures = action.ensures.iter_mut().map(|d| &mut d.why);
        let whys = requires.chain(filters).chain(ensures).zip(reasons);
        whys.for_each(|(why, open)| why.iter_mut().for_each(|why| why.is_open = open));
    }
    let telling = Telling::of(game, dispatch);
    let mut answers = Answers { open: Vec::new(), telling: &telling, hides };
    answers.game(game);
    let open = answers.open;
    MarkAnswers(open.into_iter()).game(game);
}

/// Whether the reasons may be told why a text is refused that somebody writes in the middle of an effect, in the
/// order in which they are visited. What variables hold there is not followed: it counts as unknown.
struct Answers<'g> {
    telling: &'g Telling<'g>,
    hides: bool,
    open: Vec<bool>,
}

impl<'e> Visit<'e> for Answers<'_> {
    fn expr(&mut self, e: &'e Expr) {
        if let ExprKind::Choose { spec, .. } = &e.kind
            && spec.free.is_some()
        {
            let own: BTreeSet<LocalId> = spec.filters.iter().map(|f| f.local).collect();
            let mut open = true;
            for filter in &spec.filters {
                let mut others = Others { own: own.clone(), found: BTreeSet::new() };
                others.block(&filter.body);
                open &= self.telling.is_open((&others.found, &BTreeSet::new()), &filter.body);
                self.open.push(!self.hides || open);
            }
        }
        e.kind.parts(&mut |node| self.node(node));
    }
}

/// The variables that code reads besides its own.
struct Others {
    own: BTreeSet<LocalId>,
    found: BTreeSet<LocalId>,
}

impl<'e> Visit<'e> for Others {
    fn statement(&mut self, s: &'e Statement) {
        if let StatementKind::Declare(local, _) | StatementKind::ForIn { local, .. } = &s.kind {
            self.own.insert(*local);
        }
        s.kind.parts(&mut |node| self.node(node));
    }

    fn expr(&mut self, e: &'e Expr) {
        match &e.kind {
            ExprKind::Local(local) if !self.own.contains(local) => drop(self.found.insert(*local)),
            ExprKind::Lambda(lambda) => self.own.extend(lambda.params.iter().copied()),
            _ => {}
        }
        e.kind.parts(&mut |node| self.node(node));
    }
}

struct MarkAnswers(std::vec::IntoIter<bool>);

impl VisitMut for MarkAnswers {
    fn expr(&mut self, e: &mut Expr) {
        if let ExprKind::Choose { spec, .. } = &mut e.kind
            && spec.free.is_some()
        {
            for filter in &mut spec.filters {
                let open = self.0.next().unwrap_or(false);
                filter.why.iter_mut().for_each(|why| why.is_open = open);
            }
        }
        e.kind.parts_mut(&mut |node| self.node(node));
    }
}

/// What whoever does an action may be told of it.
struct Open {
    /// Whether they may know all that decides what is offered.
    offer: bool,
    /// For each condition, in the order in which they are looked at, whether its reason may be told.
    reasons: Vec<bool>,
}

struct Telling<'g> {
    game: &'g Game,
    dispatch: &'g Dispatch,
    modified: BTreeSet<Member>,
    /// By class, whether its pieces may lie where not everybody sees them.
    hides: Vec<bool>,
    /// The functions that read what may not be known, by themselves or through others.
    reading: BTreeSet<FunctionId>,
}

impl<'g> Telling<'g> {
    fn of(game: &'g Game, dispatch: &'g Dispatch) -> Telling<'g> {
        let modified = game.modifiers.iter().flat_map(|m| &m.overrides).map(|o| o.member).collect();
        let mut telling = Telling { game, dispatch, modified, hides: hiding(game), reading: BTreeSet::new() };
        dispatch.settle(game, |f| {
            let hidden = !telling.is_open((&BTreeSet::new(), &BTreeSet::new()), &game.functions[f.index()]);
            hidden && telling.reading.insert(f)
        });
        telling
    }

    /// That a condition is the one that refuses tells that those before it hold, so whoever acts may know all that
    /// these read too.
    fn open_of(&self, action: &Action) -> Open {
        let (mut unknown, mut own) = (BTreeSet::new(), BTreeSet::new());
        let mut reasons = Vec::new();
        let mut offer = action.triggers.iter().all(|t| self.is_open((&unknown, &own), &t.body));
        for demand in &action.requires {
            offer &= self.is_open((&unknown, &own), &demand.body);
            reasons.push(offer);
        }
        for input in &action.inputs {
            if board_of_choice(&input.spec).is_some_and(|of| !hides_from_actor(self.game, of)) {
                own.insert(input.local);
                own.extend(input.spec.filters.iter().map(|f| f.local));
            }
            let source = match &input.spec.source {
                Source::List(list) => vec![Node::Expr(list)],
                Source::Range(least, most) => vec![Node::Expr(least), Node::Expr(most)],
                _ => Vec::new(),
            };
            let is_known = source.into_iter().all(|node| self.is_known((&unknown, &own), node));
            offer &= is_known;
            let names_known =
                !matches!(input.spec.source, Source::Objects(class) if self.hides[class.index()]);
            if !is_known || !names_known {
                unknown.insert(input.local);
                unknown.extend(input.spec.filters.iter().map(|f| f.local));
            }
            for filter in &input.spec.filters {
                offer &= self.is_open((&unknown, &own), &filter.body);
                reasons.push(offer);
            }
        }
        let mut open = offer;
        for demand in &action.ensures {
            open &= self.is_open((&unknown, &own), &demand.body);
            reasons.push(open);
        }
        Open { offer, reasons }
    }

    /// Whether whoever acts may know all that something reads, where the first of these variables hold what they do not
    /// know, and the others tiles of which they see what lies there.
    fn is_open(&self, locals: (&BTreeSet<LocalId>, &BTreeSet<LocalId>), what: &impl Parts) -> bool {
        let mut open = true;
        what.parts(&mut |node| open &= self.is_known(locals, node));
        open
    }

    fn is_known(&self, (unknown, own): (&BTreeSet<LocalId>, &BTreeSet<LocalId>), node: Node<'_>) -> bool {
        let mut reads = Reads { telling: self, unknown, own, open: true };
        reads.node(node);
        reads.open
    }

    fn is_hidden_tile(&self, own: &BTreeSet<LocalId>, tile: &Expr) -> bool {
        let is_own = matches!(&tile.kind, ExprKind::Local(local) if own.contains(local));
        !is_own && hiding_board(self.game, tile).is_some()
    }

    fn seen(&self, zone: ZoneId) -> Seen {
        self.game.zones[zone.index()].seen
    }

    fn is_hidden_attribute(&self, object: &Expr, index: u32) -> bool {
        let Type::Class(class) = object.ty else { return true };
        let attribute = &self.game.classes[class.index()].attributes[index as usize];
        attribute.secret
            || self.names_hidden(&attribute.ty)
            || self.modified.contains(&Member::Attribute(index))
            || self.game.formula(class, index).is_some_and(|f| self.reading.contains(&f))
    }

    /// Whether values of a type may lead to pieces that not everybody knows.
    fn names_hidden(&self, ty: &Type) -> bool {
        match ty {
            Type::Class(class) => self.hides[class.index()],
            Type::Table(key, value) => {
                key.as_ref().is_some_and(|key| self.names_hidden(key)) || self.names_hidden(value)
            }
            _ => ty.element().is_some_and(|of| self.names_hidden(of)),
        }
    }
}

/// Whether whoever acts does not see all that lies on a board.
fn hides_from_actor(game: &Game, (board, player): (BoardId, Option<&Expr>)) -> bool {
    match game.boards[board.index()].seen {
        Seen::All => false,
        Seen::Owner => player.is_none_or(|player| !is_actor(player)),
        Seen::None => true,
    }
}

/// By class, whether its pieces may lie where not everybody sees them: any where a board hides something, otherwise
/// those that a hidden zone takes, what is below or above those, and modifiers of them.
fn hiding(game: &Game) -> Vec<bool> {
    let zones = game.zones.iter().filter(|zone| zone.seen != Seen::All);
    let taken: BTreeSet<ClassId> = zones.map(|zone| zone.of).collect();
    let above: BTreeSet<ClassId> = taken.iter().flat_map(|c| game.above(*c)).collect();
    let any = game.boards.iter().any(Board::hides);
    let hides = |c| any || above.contains(&c) || game.above(c).any(|a| taken.contains(&a));
    let mut all: Vec<bool> = (0..game.classes.len() as u32).map(|c| hides(ClassId(c))).collect();
    game.modifiers.iter().for_each(|m| all[m.class.index()] |= all[m.on.index()]);
    all
}

/// Code that is read for what its reader may not know.
struct Reads<'r> {
    telling: &'r Telling<'r>,
    unknown: &'r BTreeSet<LocalId>,
    own: &'r BTreeSet<LocalId>,
    open: bool,
}

impl Reads<'_> {
    /// Whether an expression by itself reads what may not be known.
    fn is_hidden(&self, e: &Expr) -> bool {
        let telling = self.telling;
        match &e.kind {
            ExprKind::Local(local) => self.unknown.contains(local),
            ExprKind::Zone(zone) | ExprKind::Zones(zone) | ExprKind::ZoneRow(zone, None) => {
                telling.seen(*zone) != Seen::All
            }
            ExprKind::ZoneOf(zone, who) | ExprKind::ZoneRow(zone, Some(who)) => match telling.seen(*zone) {
                Seen::All => false,
                Seen::Owner => !is_actor(who),
                Seen::None => true,
            },
            ExprKind::AllOf(class) => telling.hides[class.index()],
            ExprKind::Attribute(object, index) => telling.is_hidden_attribute(object, *index),
            ExprKind::Call(f, _) | ExprKind::CallBase(f, _) => telling.reading.contains(f),
            ExprKind::CallMethod(_, root, _) => {
                telling.modified.contains(&Member::Function(*root))
                    || telling.dispatch.methods(*root).any(|f| telling.reading.contains(&f))
            }
            ExprKind::CallValue(..)
            | ExprKind::Suppose(..)
            | ExprKind::Authored(_)
            | ExprKind::Choose { .. }
            | ExprKind::Auto(_) => true,
            _ if board_read(e).is_some_and(|of| hides_from_actor(telling.game, of)) => true,
            _ if tile_read(e).is_some_and(|tile| telling.is_hidden_tile(self.own, tile)) => true,
            _ => e.ty == Type::Position,
        }
    }
}

impl<'e> Visit<'e> for Reads<'_> {
    fn expr(&mut self, e: &'e Expr) {
        if let Some(zone) = e.counted_zone() {
            return zone.zone_parts(&mut |e| self.expr(e));
        }
        if self.is_hidden(e) {
            self.open = false;
        } else {
            e.kind.parts(&mut |node| self.node(node));
        }
    }
}

/// Whether an expression is whoever acts.
fn is_actor(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Actor | ExprKind::Builtin(Builtin::PlayersActive, _))
}
