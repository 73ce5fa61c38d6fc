//! What an effect has brought somewhere that players did not know before: a card from a deck into a hand, or into an
//! attribute what was read of it. Whoever is asked afterwards sees it there; but what refuses the move takes it back, so
//! that being refused tells of it. It does not know what offers something.

use super::labels::{Fact, Facts, add};
use super::reading::Reading;
use crate::typed::{Block, ClassId, Expr, ExprKind, Game, Statement, StatementKind, Target, Type, ZoneId};
use language::catalogue::Builtin;
use std::collections::BTreeMap;

/// Where something is brought. It is not followed whose zone or attribute it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Place {
    Zone(ZoneId),
    /// A zone that is not said.
    AnyZone,
    /// A tile, edge or corner.
    Tile,
    /// An attribute, by the class that declares it and its index.
    Attribute(ClassId, u32),
    /// The score of a player.
    Score,
    /// Any of these, where it is read; nothing is brought there.
    Anywhere,
}

/// What was brought where.
pub(super) type Brought<'g> = BTreeMap<Place, Facts<'g>>;

/// So many places are followed in one body.
const MAX_PLACES: usize = 64;

/// So many places are followed from which something was brought on to one other. Where there are more, it may come from
/// anywhere.
const MAX_BROUGHT_ON: usize = 8;
const ANYWHERE: Fact<'static> = Fact::Brought(Place::Anywhere);

/// Adds what was brought somewhere, and says whether that is more.
pub(super) fn bring<'g>(to: &mut Brought<'g>, place: Place, facts: &Facts<'g>) -> bool {
    if facts.is_empty() || to.len() >= MAX_PLACES && !to.contains_key(&place) {
        return false;
    }
    let there = to.entry(place).or_default();
    let (before, was_anywhere) = (there.len(), there.contains(&ANYWHERE));
    add(there, facts);
    let is_brought_on = |fact: &Fact<'_>| matches!(fact, Fact::Brought(_));
    let is_anywhere =
        there.contains(&ANYWHERE) || there.iter().filter(|fact| is_brought_on(fact)).count() > MAX_BROUGHT_ON;
    if is_anywhere {
        there.retain(|fact| !is_brought_on(fact));
        there.insert(ANYWHERE);
    }
    is_anywhere && !was_anywhere || there.len() > before
}

/// The same of all that was brought elsewhere.
pub(super) fn bring_all<'g>(to: &mut Brought<'g>, from: &Brought<'g>) -> bool {
    from.iter().fold(false, |more, (place, facts)| bring(to, *place, facts) || more)
}

/// The same facts of what has been brought to where it may be seen.
pub(super) fn moved<'g>(facts: &Facts<'g>) -> Facts<'g> {
    let moved = |fact: &Fact<'g>| match *fact {
        Fact::Unseen(name) => Fact::Moved(None, name),
        Fact::SeenBy(who, name) => Fact::Moved(Some(who), name),
        Fact::Told(k) | Fact::Held(k) | Fact::Which(k) => Fact::MovedParam(k),
        Fact::Moved(..) | Fact::MovedParam(_) | Fact::Brought(_) => *fact,
    };
    facts.iter().map(moved).collect()
}

impl<'g> Reading<'_, 'g> {
    /// Something that tells this is brought to a place, and what decides whether it is: that of the statement that does
    /// it, too.
    pub(super) fn brings(&mut self, place: Place, told: &Facts<'g>) {
        let mut told = moved(told);
        if !self.decides {
            add(&mut told, &moved(&self.reached));
        }
        self.touched.insert(place);
        bring(&mut self.brought, place, &told);
        bring(&mut self.brought_in_all, place, &told);
    }

    /// What is told by what lies in a place since something was brought there, by callers of this function too.
    pub(super) fn brought_to(&self, place: Place) -> Facts<'g> {
        let mut facts = self.brought.get(&place).cloned().unwrap_or_default();
        if self.is_called && self.offers.brought.contains(&place) {
            facts.insert(Fact::Brought(place));
        }
        facts
    }

    /// The same of a zone.
    pub(super) fn brought_to_zone(&self, zone: ZoneId) -> Facts<'g> {
        let mut facts = self.brought_to(Place::Zone(zone));
        add(&mut facts, &self.brought_to(Place::AnyZone));
        facts
    }

    /// What something built in brings where.
    pub(super) fn brings_by(&mut self, b: Builtin, args: &'g [Option<Expr>]) {
        let (what, to) = match (b, args) {
            (Builtin::ZoneMove, [_, Some(piece), Some(to), ..]) => (piece, to),
            (Builtin::ZoneDraw | Builtin::ZoneDeal | Builtin::ZoneCut, [Some(from), _, Some(to), ..]) => {
                (from, to)
            }
            (Builtin::PiecePutOn, [Some(piece), Some(tile), ..]) => (piece, tile),
            (
                Builtin::ZoneAdd
                | Builtin::ZoneAddAll
                | Builtin::ListAdd
                | Builtin::ListAppend
                | Builtin::StackPush
                | Builtin::StackPushFront,
                [Some(to), Some(what), ..],
            )
            | (Builtin::ListInsert, [Some(to), _, Some(what)]) => (what, to),
            _ => return,
        };
        let place = if b == Builtin::PiecePutOn { Some(Place::Tile) } else { self.place(to) };
        let told = self.label(what).all();
        place.into_iter().for_each(|place| self.brings(place, &told));
    }

    /// An attribute is given what tells this.
    pub(super) fn brings_into(&mut self, to: &Target, told: &Facts<'g>) {
        if let Target::Attribute(object, index) = to
            && let Some(place) = attribute(self.game(), object, *index)
        {
            self.brings(place, told);
        }
    }

    /// The place that an expression names; variables are followed by what they hold.
    pub(super) fn place(&self, e: &Expr) -> Option<Place> {
        match &e.kind {
            ExprKind::Zone(zone)
            | ExprKind::Zones(zone)
            | ExprKind::ZoneOf(zone, _)
            | ExprKind::ZoneRow(zone, _) => Some(Place::Zone(*zone)),
            ExprKind::Index(row, _) if matches!(row.kind, ExprKind::ZoneRow(..)) => self.place(row),
            ExprKind::Attribute(object, index) if e.ty.is_collection() => {
                attribute(self.game(), object, *index)
            }
            _ => matches!(e.ty, Type::Zone(_) | Type::Zones(_)).then_some(Place::AnyZone),
        }
    }
}

/// The place that an attribute is.
pub(super) fn attribute(game: &Game, object: &Expr, index: u32) -> Option<Place> {
    let Type::Class(class) = object.ty else { return None };
    Some(Place::Attribute(game.classes[class.index()].attributes[index as usize].class, index))
}

/// Whether nothing behind a block runs after it.
pub(super) fn leaves(block: &Block) -> bool {
    match block.statements.last() {
        Some(Statement { kind: StatementKind::Return(_) | StatementKind::Fail(_), .. }) => true,
        Some(Statement { kind: StatementKind::Block(block), .. }) => leaves(block),
        _ => false,
    }
}
