//! What an effect has brought somewhere that players did not know before: a card from a deck into a hand, or into an
//! attribute what was read of it; also that something is there no more. Whoever is asked afterwards sees it there; but
//! what refuses the move takes it back, so that being refused tells of it. It does not know what offers something.

use super::facts::Facts;
use super::labels::{Fact, joined};
use super::reading::Reading;
use crate::typed::{Block, ClassId, Expr, ExprKind, Game, Statement, StatementKind, Target, Type, ZoneId};
use language::catalogue::{Builtin, Effect, entry};
use std::collections::BTreeMap;

/// Where something is brought. It is not followed whose zone or attribute it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Place {
    Zone(ZoneId),
    /// A zone that is not said.
    AnyZone,
    /// How much lies in a zone.
    Count(ZoneId),
    AnyCount,
    /// A tile, edge or corner.
    Tile,
    /// An attribute, by the class that declares it and its index.
    Attribute(ClassId, u32),
    /// The score of a player.
    Score,
    /// Whose something is.
    Owner,
    /// Who is out.
    Out,
    /// Which objects there are.
    Objects,
    /// Any of these, where it is read; nothing is brought there.
    Anywhere,
}

/// What was brought where.
pub(super) type Brought = BTreeMap<Place, Facts>;

/// So many places are followed in one body.
const MAX_PLACES: usize = 128;

/// So many places are followed from which something was brought on to one other. Where there are more, it may come from
/// anywhere.
const MAX_BROUGHT_ON: usize = 8;
const ANYWHERE: Fact = Fact::Brought(Place::Anywhere);

/// Adds what was brought somewhere, and says whether that is more.
pub(super) fn bring(to: &mut Brought, place: Place, facts: &Facts) -> bool {
    if facts.is_empty() || to.len() >= MAX_PLACES && !to.contains_key(&place) {
        return false;
    }
    let there = to.entry(place).or_default();
    let (before, was_anywhere) = (there.len(), there.contains(&ANYWHERE));
    there.add(facts);
    if there.len() == before {
        return false;
    }
    let is_brought_on = |fact: &Fact| matches!(fact, Fact::Brought(_));
    let is_anywhere =
        there.contains(&ANYWHERE) || there.iter().filter(|fact| is_brought_on(fact)).count() > MAX_BROUGHT_ON;
    if is_anywhere {
        there.retain(|fact| !is_brought_on(fact));
        there.insert(ANYWHERE);
    }
    is_anywhere && !was_anywhere || there.len() > before
}

/// The same of all that was brought elsewhere.
pub(super) fn bring_all(to: &mut Brought, from: &Brought) -> bool {
    from.iter().fold(false, |more, (place, facts)| bring(to, *place, facts) || more)
}

/// The same facts of what has been brought to where it may be seen.
pub(super) fn moved(facts: &Facts) -> Facts {
    let moved = |fact: &Fact| match *fact {
        Fact::Unseen(name) => Fact::Moved(None, name),
        Fact::SeenBy(who, name) => Fact::Moved(Some(who), name),
        Fact::Told(k) | Fact::Held(k) | Fact::Which(k) => Fact::MovedParam(k),
        Fact::Moved(..) | Fact::MovedParam(_) | Fact::Brought(_) => *fact,
    };
    let (mut all, others) = facts.parted(Fact::is_moved);
    if !others.is_empty() {
        all.extend(others.iter().map(moved));
    }
    all
}

impl<'g> Reading<'_, 'g> {
    /// Something that tells this is brought to a place, and what decides whether it is: that of the statement that does
    /// it, too.
    pub(super) fn brings(&mut self, place: Place, told: &Facts) {
        let told = self.where_brought(told);
        self.lies(place, &told);
    }

    /// What is told by something that is brought somewhere here, and by whether it is.
    pub(super) fn where_brought(&self, told: &Facts) -> Facts {
        let told = moved(told);
        if self.decides { told } else { joined(told, &moved(&self.reached)) }
    }

    /// From here on this is told by what lies there.
    pub(super) fn lies(&mut self, place: Place, told: &Facts) {
        self.touched.insert(place);
        bring(&mut self.brought, place, told);
        bring(&mut self.brought_in_all, place, told);
    }

    /// What is told by what lies in a place since something was brought there, by callers of this function too.
    pub(super) fn brought_to(&self, place: Place) -> Facts {
        let mut facts = self.brought.get(&place).cloned().unwrap_or_default();
        if self.is_called && self.offers.brought.contains(&place) {
            facts.insert(Fact::Brought(place));
        }
        facts
    }

    /// The same of a zone.
    pub(super) fn brought_to_zone(&self, zone: ZoneId) -> Facts {
        let mut facts = self.brought_to(Place::Zone(zone));
        facts.add(&self.brought_to(Place::AnyZone));
        facts
    }

    /// The same of how much lies in a zone.
    pub(super) fn counted_in(&self, zone: ZoneId) -> Facts {
        let mut facts = self.brought_to(Place::Count(zone));
        facts.add(&self.brought_to(Place::AnyCount));
        facts
    }

    /// What something built in brings where, and takes from where.
    pub(super) fn brings_by(&mut self, b: Builtin, args: &'g [Option<Expr>]) {
        match (b, args) {
            (Builtin::ZoneMove, [_, Some(piece), Some(to), position @ ..]) => {
                let position = position.iter().flatten().next();
                let at = position.map(|at| self.label(at).all()).unwrap_or_default();
                self.moves(piece, to, &at);
            }
            (Builtin::ZoneAdd | Builtin::ZoneAddAll, [Some(to), Some(pieces)]) => {
                self.moves(pieces, to, &Facts::new());
            }
            (Builtin::ZoneDraw | Builtin::ZoneDeal | Builtin::ZoneCut, [Some(from), Some(n), Some(to)]) => {
                let n = self.label(n).all();
                self.moves(from, to, &n);
            }
            (Builtin::PiecePutOn, [Some(piece), Some(tile)]) => self.puts_on(piece, tile),
            (Builtin::PieceLift, [Some(piece), ..]) => self.leaves(piece, &Facts::new()),
            (Builtin::ObjectAssign | Builtin::ObjectUnassign, [Some(object), player @ ..]) => {
                let player = player.iter().flatten().next();
                let told = player.map(|player| self.label(player).all()).unwrap_or_default();
                let told = joined(told, &self.label(object).said());
                self.brings(Place::Owner, &told);
            }
            (_, [Some(to), given @ ..]) if entry(b).effect == Effect::Mutates => {
                let given = given.iter().flatten();
                let told = given.fold(Facts::new(), |told, arg| joined(told, &self.label(arg).all()));
                let place = self.place(to);
                place.into_iter().for_each(|place| self.brings(place, &told));
            }
            _ => {}
        }
    }

    /// Pieces, or some of a zone, are moved to another one; how many or to where is told by this besides.
    fn moves(&mut self, pieces: &'g Expr, to: &'g Expr, besides: &Facts) {
        let (of, there) = (self.label(pieces), self.label(to).told);
        let besides = joined(there, besides);
        self.leaves(pieces, &besides);
        let Some(place) = self.place(to) else { return };
        self.brings(place, &joined(of.all(), &besides));
        self.changes_count(place, &joined(of.said(), &besides));
    }

    /// A piece is moved to a tile.
    pub(super) fn puts_on(&mut self, piece: &'g Expr, tile: &'g Expr) {
        let told = joined(self.label(piece).all(), &self.label(tile).said());
        self.leaves(piece, &Facts::new());
        self.brings(Place::Tile, &told);
    }

    /// Pieces, or some of a zone, lie no more where they lay.
    pub(super) fn leaves(&mut self, pieces: &'g Expr, besides: &Facts) {
        let told = joined(self.label(pieces).said(), besides);
        match self.source(pieces) {
            Some(place) => self.changes_count(place, &told),
            None => {
                self.changes_count(Place::AnyZone, &told);
                self.brings(Place::Tile, &told);
            }
        }
    }

    fn changes_count(&mut self, place: Place, told: &Facts) {
        match place {
            Place::Zone(zone) => self.brings(Place::Count(zone), told),
            Place::AnyZone => self.brings(Place::AnyCount, told),
            _ => {}
        }
    }

    /// The zone from which an expression takes pieces, where it says one.
    fn source(&self, e: &Expr) -> Option<Place> {
        match &e.kind {
            _ if matches!(e.ty, Type::Zone(_) | Type::Zones(_)) => self.place(e),
            ExprKind::Builtin(_, args) => self.source(args.first()?.as_ref()?),
            ExprKind::Index(list, _) | ExprKind::Lookup(list, _) | ExprKind::Convert(_, list) => {
                self.source(list)
            }
            _ => None,
        }
    }

    /// An attribute is given what tells this.
    pub(super) fn brings_into(&mut self, to: &Target, told: &Facts) {
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
