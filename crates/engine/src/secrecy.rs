//! What not everybody may know of a match, above all while several players decide at once.

use crate::decision::{Secrets, describe, has_secret, read};
use crate::game::Game;
use crate::matches::Match;
use crate::position::Position;
use crate::question::Move;
use crate::view::reader::{MAX_SHOWN, Reader, plain};
use crate::view::{Piece, Value, View, Viewer};
use bytecode::op::choose;
use bytecode::word::NULL;
use std::cell::Cell;
use std::collections::BTreeMap;
use vm::Candidate;

/// As much of a move as somebody may be told.
#[derive(Clone, PartialEq, Debug)]
pub struct Told {
    /// Where it is not whole, without object and inputs, and its text does not tell them either.
    pub made: Move,
    pub is_whole: bool,
    /// Whether it is still secret.
    pub is_sealed: bool,
}

impl Told {
    /// That a seat has chosen, and not what.
    fn chosen(made: &Move) -> Told {
        let made = Move { action: None, text: "has chosen".to_owned(), ..without_inputs(made) };
        Told { made, is_whole: false, is_sealed: true }
    }

    /// With the pieces that more of can be seen since; without those of a seat that has chosen at the same time. They
    /// stand in place of what the viewer did not know where they are no more than that, else behind the move, since
    /// nobody can tell then which of them it brought.
    fn completed(mut self, before: &View, after: &View, without: Option<u32>) -> Told {
        // How many more there are than before, those of that seat counted too.
        let mut more: BTreeMap<&str, isize> = BTreeMap::new();
        pieces(after).for_each(|piece| *more.entry(&piece.text).or_default() += 1);
        pieces(before).for_each(|piece| *more.entry(&piece.text).or_default() -= 1);
        let told = pieces(after).filter(|p| p.owner.is_none() || p.owner != without);
        // Each is told once.
        let seen =
            told.map(|piece| piece.text.as_str()).filter(|text| more.remove(text).is_some_and(|n| n > 0));
        let seen: Vec<&str> = seen.collect();
        let made = &mut self.made;
        let values = || made.object.iter().chain(made.inputs.iter().map(|(_, value)| value));
        let unknown: usize = values().map(unknown_in).sum();
        let named = seen.len() <= unknown;
        let mut words: Vec<String> = made.action.iter().cloned().collect();
        let mut in_place = Some(&seen).filter(|seen| named && !seen.is_empty());
        for value in values() {
            if !names_unknown(value) || !named || seen.is_empty() {
                words.push(plain(value));
            } else if let Some(seen) = in_place.take() {
                words.extend(seen.iter().map(|piece| (*piece).to_owned()));
            }
        }
        if made.action.is_none() && made.inputs.is_empty() {
            words.insert(0, "has answered".to_owned());
        }
        if !named {
            words.push(format!("(seen now: {})", seen.join(", ")));
        }
        made.text = words.join(" ");
        self
    }
}

fn without_inputs(made: &Move) -> Move {
    Move { object: None, inputs: Vec::new(), ..made.clone() }
}

/// How many objects a value names that its reader does not know.
fn unknown_in(value: &Value) -> usize {
    match value {
        Value::Object(object) => usize::from(object.class.is_none()),
        Value::List(all) => all.iter().map(unknown_in).sum(),
        _ => 0,
    }
}

/// Whether a value names an object that its reader does not know.
fn names_unknown(value: &Value) -> bool {
    unknown_in(value) > 0
}

/// The pieces that a viewer can tell from others.
fn pieces(view: &View) -> impl Iterator<Item = &Piece> {
    let tiles = view.boards.iter().flat_map(|board| board.places()).flat_map(|(_, pieces)| pieces);
    view.zones.iter().flat_map(|zone| &zone.pieces).chain(tiles).flatten()
}

/// A move as each may read it at the moment in which it is made.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Announced {
    made: Move,
    /// By seat; then for spectators. Empty where nothing can be hidden.
    others: Vec<Told>,
}

impl Announced {
    fn new(game: &Game, position: &Position, seat: u32, candidate: Candidate<'_>, made: Move) -> Announced {
        let hides = game.may_veil || has_secret(game, position, candidate);
        let viewers = (0..position.players()).map(Viewer::Seat).chain([Viewer::Spectator]);
        let told = |viewer| {
            let reader = Reader {
                budget: Cell::new(MAX_SHOWN / 64),
                ..Reader::new(game, &position.state.words, position.players(), viewer)
            };
            let read = read(&reader, position, seat, candidate, Secrets::Left);
            let told = read.object.iter().chain(read.inputs.iter().map(|(_, value)| value));
            let is_whole = read.inputs.len() == made.inputs.len() && !told.into_iter().any(names_unknown);
            Told { made: Move { id: made.id, ..read }, is_whole, is_sealed: false }
        };
        let others = if hides { viewers.map(told).collect() } else { Vec::new() };
        Announced { made, others }
    }

    /// What becomes known with a move: the move itself, or, with the last of several choices made in secret, all of
    /// them in the order in which they are carried out. Nothing while others have still to choose. Where the first yes
    /// ends it, nobody learns what others said.
    pub(crate) fn with(
        game: &Game,
        position: &Position,
        candidate: Candidate<'_>,
        made: &Move,
    ) -> Vec<Announced> {
        let own = Announced::new(game, position, made.seat, candidate, made.clone());
        let Some(round) = position.asking() else { return vec![own] };
        if round.is_first_yes(candidate) {
            return vec![own];
        }
        if !round.ends_with(candidate) {
            return Vec::new();
        }
        let sealed = round.sealed.iter().map(|s| {
            let made = describe(game, position, s.seat, s.candidate(), 1);
            Announced::new(game, position, s.seat, s.candidate(), made)
        });
        let mut all: Vec<Announced> = sealed.chain([own]).collect();
        all.sort_by_key(|a| round.order.iter().position(|seat| *seat == a.made.seat));
        all
    }

    /// As a viewer reads it who saw this before and that after it.
    fn told(&self, before: &Match, after: &Match, viewer: Viewer) -> Told {
        let k = match viewer {
            Viewer::Seat(seat) if seat != self.made.seat => Some(seat as usize),
            Viewer::Spectator => self.others.len().checked_sub(1),
            _ => None,
        };
        match k.and_then(|k| self.others.get(k)) {
            None => Told { made: self.made.clone(), is_whole: true, is_sealed: false },
            Some(told) if told.is_whole => told.clone(),
            Some(told) => {
                let after_view = after.view(viewer);
                let own = after_view.seat.filter(|_| after.announced.len() > 1);
                told.clone().completed(&before.view(viewer), &after_view, own)
            }
        }
    }
}

/// The secrets of a match at one moment.
#[derive(Clone, Copy, Debug)]
pub struct Secrecy<'m>(pub(crate) &'m Match);

impl Secrecy<'_> {
    /// Whether some seat sees now what another does not.
    pub fn hides(&self) -> bool {
        let seen = |seat| View { seat: None, answered: Vec::new(), ..self.0.view(seat) };
        let spectator = seen(None);
        (0..self.0.players()).any(|seat| seen(Some(seat)) != spectator)
    }

    /// Whether players decide now without seeing what others choose.
    pub fn is_secret(&self) -> bool {
        self.0.position.asking().is_some()
    }

    /// Whether there are choices that nobody but those who made them may know yet.
    pub fn is_sealed(&self) -> bool {
        self.0.position.asking().is_some_and(|round| !round.sealed.is_empty())
    }

    /// Whether everybody may know who has chosen already.
    fn shows_who_chose(&self) -> bool {
        self.0.position.asking().is_some_and(|round| round.shows_answered)
    }

    /// What has been chosen in secret so far, as those who chose it read it. Only for whoever announces all of it
    /// once nothing is secret any more.
    pub(crate) fn sealed(&self) -> Vec<Move> {
        let Match { game, position, .. } = self.0;
        let sealed = position.asking().map_or(&[][..], |round| &round.sealed);
        sealed.iter().map(|s| describe(game, position, s.seat, s.candidate(), 1)).collect()
    }

    /// What the rules told a viewer with a move that led from here to another match.
    pub fn heard<'a>(&self, after: &'a Match, viewer: impl Into<Viewer>) -> Vec<&'a str> {
        if after.secrecy().is_sealed() { Vec::new() } else { after.heard(viewer) }
    }

    /// What was asked here, where a move answers it and a viewer may read it: whoever answered, or everybody where it
    /// is the same for all.
    pub fn asked(&self, made: &Move, viewer: Viewer) -> Option<String> {
        let Match { game, position, .. } = self.0;
        let asked = position.asked().filter(|asked| made.action.is_none() && asked.prompt != NULL)?;
        let is_own = viewer == Viewer::Seat(made.seat) && position.decider() == Some(made.seat);
        if !is_own && asked.how & choose::LITERAL == 0 && game.may_hide() {
            return None;
        }
        let mut state = position.state.clone();
        Some(game.runner(&mut game.machine()).string(&mut state, asked.prompt))
    }

    /// What a viewer may be told of a move that led from here to another match: the moves that are known by it, as far
    /// as that goes. A move that is still sealed is told to those who made it, and to others that it was made, where
    /// they may know who has chosen. Of others' moves all is told that the viewer knew at that moment, but for what the
    /// rules keep secret, and which pieces the viewer has come to see.
    pub fn told(&self, after: &Match, made: &Move, viewer: Viewer) -> Vec<Told> {
        let is_own = |made: &Move| viewer == Viewer::Seat(made.seat);
        if after.secrecy().is_sealed() {
            let told = match is_own(made) {
                true => Some(Told { made: made.clone(), is_whole: true, is_sealed: true }),
                false => after.secrecy().shows_who_chose().then(|| Told::chosen(made)),
            };
            return told.into_iter().collect();
        }
        after.announced.iter().map(|announced| announced.told(self.0, after, viewer)).collect()
    }
}
