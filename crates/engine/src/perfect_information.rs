//! Positions in which a seat knows everything except future chance. It does not guess hidden information.

use crate::game::Game;
use bytecode::Op;
use bytecode::program::Show;
use language::catalogue::{Effect, entry};
use language::tree::Seen;
use std::fmt;

/// What a seat may not know of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hidden {
    /// A zone that not everybody sees.
    Zone(String),
    /// A board of which not everybody sees what lies on it.
    Board(String),
    /// An attribute that is secret, or that chance may set and views do not show in full.
    Attribute(String),
    /// What others have chosen where several decide at the same time.
    Choices,
    /// What chance has given an effect that has not ended yet.
    Effect,
    /// How the match came about, so that it cannot be played again.
    Record,
    /// No match was found that looks to the seat as this one does.
    Worlds,
}

impl fmt::Display for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Hidden::Zone(name) => write!(f, "not everybody sees the zone `{name}`"),
            Hidden::Board(name) => write!(f, "not everybody sees what lies on the board `{name}`"),
            Hidden::Attribute(name) => write!(f, "not everybody sees the attribute `{name}`"),
            Hidden::Choices => write!(f, "several players decide at the same time"),
            Hidden::Record => write!(f, "it is not known how the match came about"),
            Hidden::Worlds => write!(f, "no match was found that looks the same"),
            Hidden::Effect => write!(f, "an effect that may have used chance has not ended yet"),
        }
    }
}

impl Game {
    /// What the rules may hide from a seat; None where every seat sees all there is. It is read off the rules and
    /// not off a position, so the answer itself gives nothing away.
    pub fn hidden(&self) -> Option<Hidden> {
        self.hidden.get_or_init(|| self.find_hidden()).clone()
    }

    /// Whether the rules may hide anything from a seat.
    pub fn may_hide(&self) -> bool {
        self.hidden.get_or_init(|| self.find_hidden()).is_some()
    }

    /// Whether a seat may know something that others do not, be it only what was told to it or what it chose in secret.
    pub(crate) fn may_keep_secrets(&self) -> bool {
        let program = &self.program;
        self.may_hide()
            || program.sentences.iter().any(|sentence| sentence.is_for_one)
            || program.actions.iter().flat_map(|action| &action.inputs).any(|input| input.secret)
    }

    /// Whether anything that is there may be hidden from a seat: choices and chance are not counted.
    pub(crate) fn hides_things(&self) -> bool {
        let program = &self.program;
        program.zones.iter().any(|zone| zone.seen != Seen::All)
            || program.boards.iter().any(|board| board.seen != Seen::All)
            || program.classes.iter().flat_map(|class| &class.fields).any(|field| field.secret)
    }

    fn find_hidden(&self) -> Option<Hidden> {
        let program = &self.program;
        if let Some(zone) = program.zones.iter().find(|zone| zone.seen != Seen::All) {
            return Some(Hidden::Zone(zone.name.clone()));
        }
        if let Some(board) = program.boards.iter().find(|board| board.seen != Seen::All) {
            return Some(Hidden::Board(board.name.clone()));
        }
        let in_phase = program.turns.iter().flat_map(|turn| &turn.simultaneous).any(Option::is_some);
        if in_phase || program.code.iter().any(|op| matches!(op, Op::ChooseTogether { .. })) {
            return Some(Hidden::Choices);
        }
        let mut fields = program.classes.iter().flat_map(|class| &class.fields).filter(|field| !field.hidden);
        let secret = fields.find(|field| field.secret).map(|field| field.name.as_str());
        secret.or(self.unshown_by_chance()).map(|name| Hidden::Attribute(name.to_owned()))
    }

    /// An attribute that chance may set, and that views do not show in full.
    fn unshown_by_chance(&self) -> Option<&str> {
        let fields = self.program.classes.iter().flat_map(|class| &class.fields);
        let mut unshown = fields.filter(|field| !field.hidden && !is_shown(&field.show));
        unshown.next().map(|field| field.name.as_str()).filter(|_| self.uses_chance())
    }

    fn uses_chance(&self) -> bool {
        let is_chance = |op: &Op| matches!(op, Op::Builtin { id, .. } if entry(*id).effect == Effect::Chance);
        self.program.code.iter().any(is_chance)
    }
}

/// Whether views show all of a value. Without chance the rest follows from the moves, which everybody saw.
fn is_shown(show: &Show) -> bool {
    match show {
        Show::List(of) => is_element(of),
        Show::Table(of, Some(keys)) => is_element(of) && is_element(keys),
        Show::Table(_, None) | Show::Position | Show::Function => false,
        _ => true,
    }
}

/// Whether views show all of a value in a list or a table.
fn is_element(show: &Show) -> bool {
    !matches!(show, Show::List(_) | Show::Table(..)) && is_shown(show)
}
