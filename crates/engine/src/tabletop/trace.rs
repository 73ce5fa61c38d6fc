//! Follows what the machine changes while it runs, for everybody who looks on: what each could see at that moment. It
//! knows neither moves nor decisions.

use super::changed::{Changed, Fixed, Kept, Touched, births};
use super::groups::Ways;
use super::idle::{self, Idle};
use super::look::{Onlooker, Shared};
use super::seeing::Seeing;
use super::witness::Witness;
use super::{Change, Identities, Ids, Step, Tabletop};
use crate::game::Game;
use crate::position::Position;
use crate::view::heard::Heard;
use crate::view::modified::{Modified, Readings};
use crate::view::outcome::outcome;
use crate::view::reader::{MAX_SHOWN, Reader};
use crate::view::{Eyes, Outcome, Viewer};
use bytecode::layout::header;
use bytecode::word;
use language::tree::Seen;
use std::cell::Cell;
use std::sync::Arc;
use vm::sight;

/// So often things may move from one decision to the next, far more often than anybody is told; where they move more
/// often, everybody looks at the table again once they are over. Everything else takes less time, and only counts for
/// whoever sees it.
const MAX_MOVES: usize = 2_000_000;

/// What everybody sees happen since the last decision.
pub(crate) struct Tracer {
    /// By seat, then for spectators; where all see the same, one stands for all.
    each: Vec<Witness>,
    /// How many look on.
    viewers: usize,
    touched: Touched,
    kept: Kept,
    /// How often things have moved.
    moves: usize,
    idle: Idle,
}

/// The table as everybody sees it at a decision, kept so that a step costs what it changes.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    /// By seat; then for spectators.
    each: Vec<Arc<Tabletop>>,
    /// Whether all see and know the same.
    alike: bool,
    kept: Kept,
}

impl Tables {
    /// About how many bytes they take; what stands for several once.
    pub(crate) fn bytes(&self) -> usize {
        let own = if self.alike { 1 } else { self.each.len() };
        self.each.iter().take(own).map(|table| table.bytes()).sum()
    }
}

/// What was seen, and the numbers that everybody has for things then.
pub(crate) struct Traced {
    pub identities: Identities,
    pub tables: Tables,
    /// By seat; then for spectators.
    pub steps: Vec<Arc<Vec<Step>>>,
}

/// About how many bytes everybody together is shown, of a table or of a move.
const MAX_SHOWN_TO_ALL: usize = 1 << 26;

/// About how many bytes one viewer is shown, of a table or of a move. Where more look on than a few, each is shown less.
pub(super) fn share(viewers: usize) -> usize {
    MAX_SHOWN.min(MAX_SHOWN_TO_ALL / viewers.max(1))
}

/// A reader of a state for one viewer.
fn onlooker<'a>(
    game: &'a Game,
    words: &'a [u64],
    players: u32,
    (viewer, shared): (Viewer, &'a Shared),
) -> Onlooker<'a> {
    let presenter = Some(game.presenter(players));
    let budget = Cell::new(share(players as usize + 1));
    let reader = Reader { presenter, budget, is_running: true, ..Reader::new(game, words, players, viewer) };
    Onlooker { reader, viewer, shared }
}

/// As [`onlooker`], with what modifiers make of the position.
fn onlooker_at<'a>(
    game: &'a Game,
    position: &'a Position,
    modified: Option<&'a Modified>,
    viewer: (Viewer, &'a Shared),
) -> Onlooker<'a> {
    let words = modified.map_or(&position.state.words, |m| &m.words);
    let mut looking = onlooker(game, words, position.players(), viewer);
    looking.reader.unread = modified.map(|m| &m.unread);
    looking.reader.is_running = false;
    looking
}

/// Whether all have the same numbers for what they see alike, and will as long as nothing is revealed to some of them.
fn are_alike(game: &Game, seen: &[(Viewer, Ids, Arc<Tabletop>)]) -> bool {
    let same = |pair: &[(Viewer, Ids, Arc<Tabletop>)]| pair[0].1 == pair[1].1 && pair[0].2 == pair[1].2;
    game.sees_alike && seen.len() > 1 && seen.windows(2).all(same)
}

/// Whether a change shows something to some of those who look on, and not to all.
fn is_for_some(reader: &Reader<'_>, change: &vm::Change) -> bool {
    let knowers = match change {
        vm::Change::Revealed(o) if *o != word::NULL => sight::knowers(&reader.game.program, reader.words, *o),
        // In an order that was chosen in secret it went on where whoever chose it can follow it alone.
        vm::Change::Moved(moved) => moved.known,
        _ => return false,
    };
    let all = (0..reader.players).map(Viewer::Seat).chain([Viewer::Spectator]);
    knowers != 0 && !all.into_iter().all(|viewer| knowers & Eyes::Of(viewer).bits() != 0)
}

/// The zones that something has left or come to, each once.
fn zones(game: &Game, changes: &[vm::Change]) -> Vec<u64> {
    let mut zones = Vec::new();
    for change in changes {
        let vm::Change::Moved(moved) = change else { continue };
        for place in [moved.from, moved.to] {
            let is_zone = place != word::NULL && !word::is_tile(place, game.program.tiles.count);
            if is_zone && !zones.contains(&place) {
                zones.push(place);
            }
        }
    }
    zones
}

/// Between which zones things have moved.
fn ways(reader: &Reader<'_>, changes: &[vm::Change]) -> Ways {
    let mut ways = Ways::default();
    let zone =
        |place: u64| Some(place).filter(|place| !word::is_tile(*place, reader.game.program.tiles.count));
    for change in changes {
        if let vm::Change::Moved(moved) = change {
            let [from, to] = [moved.from, moved.to].map(|at| zone(at).and_then(|at| reader.place(at)));
            ways.note(from, to);
        }
    }
    ways
}

/// What stands for all stands once for each.
fn fill<T: Clone>(all: &mut Vec<T>, viewers: usize) {
    if let Some(one) = all.first().cloned() {
        all.resize(viewers, one);
    }
}

/// How the match ended, as everybody may know it.
fn told_outcome(game: &Game, position: &Position) -> Option<Outcome> {
    match outcome(game, position) {
        Some(Outcome::Fault(fault)) => Some(Outcome::Fault(fault.for_everybody())),
        outcome => outcome,
    }
}

/// Gives numbers to what one viewer can follow of a position and has none for.
pub(crate) fn meet_all(
    game: &Game,
    position: &Position,
    modified: Option<&Modified>,
    viewer: (Viewer, &Shared),
    ids: &mut Ids,
) {
    onlooker_at(game, position, modified, viewer).meet_all(ids);
}

/// The table as one viewer sees it, who has these numbers for things. What others see alike of the same position is read
/// once.
pub(crate) fn tabletop(
    game: &Game,
    position: &Position,
    modified: Option<&Modified>,
    viewer: (Viewer, &Shared),
    ids: &Ids,
) -> Tabletop {
    onlooker_at(game, position, modified, viewer).tabletop(ids, told_outcome(game, position))
}

/// The table as everybody sees it who has these numbers for things, none of which is known to be as it was.
fn look(
    game: &Game,
    position: &Position,
    modified: Option<&Modified>,
    viewers: impl Iterator<Item = (Viewer, Ids)>,
) -> (Vec<(Viewer, Ids, Arc<Tabletop>)>, Kept) {
    let shared = Shared::default();
    let looking = onlooker_at(game, position, modified, (Viewer::Spectator, &shared));
    let loose = births(&looking.reader, &looking.loose());
    let each = viewers.map(|(viewer, ids)| {
        let table = Arc::new(tabletop(game, position, modified, (viewer, &shared), &ids));
        (viewer, ids, table)
    });
    (each.collect(), Kept { loose, ..Kept::default() })
}

impl Tracer {
    /// From here on; with the tables as they are, or else with what modifiers make of the position.
    pub(crate) fn new(
        game: &Game,
        position: &Position,
        identities: &Identities,
        tables: Result<Tables, Option<&Modified>>,
    ) -> Tracer {
        let count = identities.viewers().count();
        let viewers = identities.viewers().map(|(viewer, ids)| (viewer, ids.clone()));
        let (seen, kept, alike) = match tables {
            Ok(Tables { each, kept, alike }) => {
                let seen = viewers.zip(each).take(if alike { 1 } else { count });
                (seen.map(|((viewer, ids), table)| (viewer, ids, table)).collect(), kept, alike)
            }
            Err(modified) => {
                let (seen, kept) = look(game, position, modified, viewers);
                let alike = are_alike(game, &seen);
                (seen, kept, alike)
            }
        };
        let seen = seen.into_iter().take(if alike { 1 } else { count });
        let each = seen.map(|(viewer, ids, table)| Witness::new(game, (viewer, count), ids, table));
        let each = each.collect();
        let touched = Touched::lost(&kept.lost);
        Tracer { each, viewers: count, touched, kept, moves: 0, idle: Idle::default() }
    }

    /// The numbers that everybody has for things now.
    pub(crate) fn ids(&self) -> Vec<(Viewer, &Ids)> {
        let seats = self.viewers.saturating_sub(1);
        let viewer = |i: usize| if i < seats { Viewer::Seat(i as u32) } else { Viewer::Spectator };
        (0..self.viewers).filter_map(|i| Some((viewer(i), &self.of(i)?.ids))).collect()
    }

    /// What is known of attributes that modifiers touch or that are worked out.
    pub(crate) fn readings(&mut self) -> &mut Readings {
        &mut self.kept.readings
    }

    /// Who sees what that viewer sees.
    fn of(&self, number: usize) -> Option<&Witness> {
        self.each.get(number).or(self.each.first())
    }

    /// Notes what the machine has changed by one instruction.
    pub(crate) fn see(&mut self, game: &Game, position: &Position, changes: &[vm::Change]) {
        let moves = |change: &&vm::Change| {
            matches!(change, vm::Change::Moved(_) | vm::Change::Removed(_) | vm::Change::Shuffled(_))
        };
        self.moves += changes.iter().filter(moves).count();
        if self.is_lost() {
            return;
        }
        let (words, players) = (&position.state.words, position.players());
        let reader = Reader::new(game, words, players, Eyes::All);
        let subject = if let [one] = changes { idle::subject(&reader, one) } else { None };
        if subject.is_some_and(|subject| self.idle.shows_nothing(subject)) {
            return;
        }
        self.note_rolls(game, words, changes);
        if self.each.len() < self.viewers && changes.iter().any(|change| is_for_some(&reader, change)) {
            self.part();
        }
        changes.iter().for_each(|change| self.touched.note(&reader, change));
        let (shared, zones) = (Shared::default(), zones(game, changes));
        let ways = ways(&reader, changes);
        let (mut is_shown, mut is_looked_at) = (false, false);
        for witness in self.each.iter_mut().filter(|witness| !witness.has_lost_track()) {
            let looking = onlooker(game, words, players, (witness.viewer, &shared));
            witness.watch(&ways);
            let seen = witness.seen();
            is_looked_at |= Seeing::of(looking, witness).see_all(changes, &zones);
            is_shown |= witness.seen() > seen;
        }
        if is_shown || subject.is_none() || matches!(changes, [vm::Change::Owned(_)]) {
            self.idle.clear();
        }
        if let Some(subject) = subject.filter(|_| !is_shown) {
            self.idle.note(subject, is_looked_at);
        }
    }

    /// Whether everybody looks at the table again once all is over.
    pub(crate) fn is_lost(&self) -> bool {
        self.moves > MAX_MOVES || self.each.iter().all(Witness::has_lost_track)
    }

    /// From here on not all see the same.
    fn part(&mut self) {
        let Some(one) = self.each.pop() else { return };
        let seats = self.viewers.saturating_sub(1);
        let viewer = |i: usize| if i < seats { Viewer::Seat(i as u32) } else { Viewer::Spectator };
        self.each = (0..self.viewers).map(|i| one.as_seen_by(viewer(i))).collect();
    }

    /// What dice show is told to those who see them. Where the author does not say who does and rules may hide something,
    /// or tell it to one player, it may be nobody's business, as a number that is drawn without dice, and is told by what
    /// is made of it alone.
    fn note_rolls(&mut self, game: &Game, words: &[u64], changes: &[vm::Change]) {
        for change in changes {
            let vm::Change::Rolled { dice, value } = change else { continue };
            let dice = dice.and_then(|d| game.program.dice.get(d as usize));
            let seen = dice
                .and_then(|(.., seen)| *seen)
                .unwrap_or_else(|| if game.may_keep_secrets() { Seen::None } else { Seen::All });
            let readers = sight::sees(seen, Some(word::to_player(words[header::ACTIVE])));
            for witness in self.each.iter_mut().filter(|w| readers & Eyes::Of(w.viewer).bits() != 0) {
                let dice = dice.map(|(name, ..)| name.clone());
                witness.roll(dice, word::to_number(*value));
            }
        }
    }

    /// What was chosen in secret is carried out, for one seat after the other: what comes of it is told by itself. If that of
    /// one were told with that of another as far as both depend on no order, where the first ends would follow from it.
    pub(crate) fn begin_choice(&mut self) {
        self.each.iter_mut().filter(|witness| !witness.has_lost_track()).for_each(Witness::begin_choice);
    }

    /// Notes what the rules tell.
    pub(crate) fn hear(&mut self, heard: &Heard) {
        for witness in &mut self.each {
            if let Some(text) = heard.text(Eyes::Of(witness.viewer)) {
                witness.step(Change::Say { text: text.to_owned() });
            }
        }
    }

    /// The end, where the next decision is: what follows from all that changed, and what nobody has followed.
    pub(crate) fn finish(mut self, game: &Game, position: &Position, modified: Option<&Modified>) -> Traced {
        if self.is_lost() {
            return self.look_anew(game, position, modified);
        }
        self.touched.close();
        let outcome = told_outcome(game, position);
        let shared = Shared::default();
        let looking = onlooker_at(game, position, modified, (Viewer::Spectator, &shared));
        let mut changed = Changed::since(&looking, &self.touched, &self.kept);
        changed.kept.readings = self.kept.readings;
        let mut open = None;
        let (mut ids, mut each, mut steps) = (Vec::new(), Vec::new(), Vec::new());
        for mut witness in self.each {
            if witness.has_lost_track() {
                witness.cut();
                steps.push(Arc::new(witness.told()));
                witness.ids.keep(|_| false);
                let viewer = (witness.viewer, &shared);
                meet_all(game, position, modified, viewer, &mut witness.ids);
                each.push(Arc::new(tabletop(game, position, modified, viewer, &witness.ids)));
                ids.push(witness.ids);
                continue;
            }
            let looking = onlooker_at(game, position, modified, (witness.viewer, &shared));
            witness.close();
            witness.follow_up(&looking, &changed, outcome.clone());
            witness.close();
            let lost = witness.forget();
            if !lost.is_empty() {
                let fixed = open.get_or_insert_with(|| Fixed::open(&looking.reader));
                witness.read_again(&looking, &changed.open, fixed);
                witness.close();
                changed.kept.lost.extend(lost);
            }
            steps.push(Arc::new(witness.told()));
            ids.push(witness.ids);
            each.push(witness.table);
        }
        let alike = each.len() < self.viewers;
        fill(&mut steps, self.viewers);
        fill(&mut ids, self.viewers);
        fill(&mut each, self.viewers);
        let tables = Tables { each, alike, kept: changed.kept };
        Traced { identities: Identities::from_each(ids), tables, steps }
    }

    /// The end, where there was too much to be followed: nothing is known to be what it was, and what was told ends in the
    /// midst of it.
    fn look_anew(mut self, game: &Game, position: &Position, modified: Option<&Modified>) -> Traced {
        let told = |witness: &mut Witness| {
            witness.cut();
            Arc::new(witness.told())
        };
        let mut steps = self.each.iter_mut().map(told).collect();
        fill(&mut steps, self.viewers);
        if self.each.len() < self.viewers {
            self.part();
        }
        let shared = Shared::default();
        let viewers = self.each.into_iter().map(|Witness { viewer, mut ids, .. }| {
            ids.keep(|_| false);
            meet_all(game, position, modified, (viewer, &shared), &mut ids);
            (viewer, ids)
        });
        let (seen, kept) = look(game, position, modified, viewers);
        let alike = are_alike(game, &seen);
        let (ids, each) = seen.into_iter().map(|(_, ids, table)| (ids, table)).unzip();
        Traced { identities: Identities::from_each(ids), tables: Tables { each, alike, kept }, steps }
    }
}
