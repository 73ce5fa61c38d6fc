//! Names of moves that hold in every world that a seat imagines: made of the action, who makes the move, on what and with
//! what, without addresses and serial numbers.

use super::words::{UNKNOWN, Words};
use crate::carried::{Naming, naming};
use crate::decision::{Decision, has_secret};
use crate::game::Game;
use crate::position::{Awaited, Position};
use crate::view::Eyes;
use bytecode::layout::{is_constant, object};
use bytecode::program::Show;
use bytecode::word::{self, NULL};
use vm::{Candidate, mix, sight};

/// The name of a move. Moves that whoever makes them cannot tell apart have the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct MoveKey(pub u64);

impl Decision<'_> {
    /// The name of a candidate as the seat reads it whose decision it is.
    pub(crate) fn move_key(&mut self, i: usize) -> MoveKey {
        let seat = self.position().decider().unwrap_or(0);
        self.looking_at(i, |decision| of(decision.game(), decision.position(), decision.candidate(i), seat))
    }
}

/// What stands for an input that its reader is not told.
const SECRET: u64 = 0x0073_6563_7265_7400;

/// What stands for a number in the name of a family.
const AMOUNT: u64 = 0x0061_6d6f_756e_7400;

/// How deep lists in lists are looked at.
const MAX_DEPTH: u32 = 4;

pub(crate) fn of(game: &Game, position: &Position, candidate: Candidate<'_>, viewer: u32) -> MoveKey {
    named(game, position, candidate, (viewer, false))
}

/// Whether a viewer is told everything of a candidate, whoever makes it.
pub(super) fn is_told(game: &Game, position: &Position, candidate: Candidate<'_>, viewer: u32) -> bool {
    let mover = position.decider().unwrap_or(0);
    let action = candidate.action.and_then(|action| game.program.actions.get(usize::from(action)));
    let hides = match action {
        Some(action) => {
            let takes_unknown = match naming(game, &position.state.words, candidate, 1 << (viewer & 31)) {
                Naming::Action | Naming::Name { takes_same: true, .. } => false,
                Naming::Name { .. } | Naming::Nothing => true,
            };
            takes_unknown || action.inputs.iter().any(|input| input.secret)
        }
        None => has_secret(game, position, candidate),
    };
    viewer == mover || !hides
}

/// The name that all moves of an action have that differ in numbers alone; an answer is by itself.
pub(crate) fn family(game: &Game, position: &Position, candidate: Candidate<'_>) -> MoveKey {
    named(game, position, candidate, (position.decider().unwrap_or(0), true))
}

fn named(
    game: &Game,
    position: &Position,
    candidate: Candidate<'_>,
    (viewer, leaves_amounts_out): (u32, bool),
) -> MoveKey {
    let words = Words::of_seat(&game.program, &position.state.words, viewer);
    let mover = position.decider().unwrap_or(0);
    let Candidate { action, holder, inputs } = candidate;
    let naming = match viewer == mover {
        true => Naming::Action,
        false => naming(game, &position.state.words, candidate, 1 << (viewer & 31)),
    };
    let named = match &naming {
        Naming::Action => action.map_or(NULL, u64::from),
        Naming::Name { declaring, .. } => declaring.first().map_or(NULL, |first| *first as u64),
        Naming::Nothing => SECRET,
    };
    let h = mix(u64::from(mover), named);
    let Some(action) = action.and_then(|a| game.program.actions.get(usize::from(a))) else {
        let show = Decision::show_of_answer(game, position);
        let asked = match position.awaited {
            Awaited::Answer { .. } => u64::from(position.state.pc),
            _ => 0,
        };
        if viewer != mover && has_secret(game, position, candidate) {
            return MoveKey(mix(mix(h, asked), SECRET));
        }
        return MoveKey(inputs.iter().fold(mix(h, asked), |h, w| {
            mix(h, show.map_or(0, |show| words.chosen(*w, show, false, MAX_DEPTH)))
        }));
    };
    if naming == Naming::Nothing {
        return MoveKey(h);
    }
    let h = mix(h, words.chosen(holder, &Show::Object, false, 0));
    if let Naming::Name { takes_same: false, .. } = naming {
        return MoveKey(h);
    }
    MoveKey(inputs.iter().zip(&action.inputs).fold(h, |h, (w, input)| {
        let told = viewer == mover || !input.secret;
        let named = match told {
            true if leaves_amounts_out && input.show == Show::Number => AMOUNT,
            true => words.chosen(*w, &input.show, input.ordered, MAX_DEPTH),
            false => SECRET,
        };
        mix(h, named)
    }))
}

impl Words<'_> {
    /// A value that is part of a move. Several things count in any order unless that is part of the choice.
    fn chosen(&self, w: u64, show: &Show, ordered: bool, depth: u32) -> u64 {
        match show {
            _ if w == NULL => NULL,
            Show::Object => self.chosen_object(w),
            Show::List(of) if depth > 0 => {
                let each = self.elements(w).iter().map(|w| self.chosen(*w, of, ordered, depth - 1));
                match ordered {
                    true => each.fold(7, mix),
                    false => each.fold(8, |h: u64, w| h.wrapping_add(mix(9, w))),
                }
            }
            _ => self.value(w, show),
        }
    }

    /// An object that is part of a move. One that the seat does not know reads alike wherever it lies, in whichever hand,
    /// deck or place of a hidden board, since where it lies may be just what is hidden. So nobody chooses between two hands
    /// by what is taken from them, but where the player is asked for as well. On a tile that the seat sees a thing can be
    /// pointed at.
    fn chosen_object(&self, o: u64) -> u64 {
        if is_constant(o) {
            return o;
        }
        let Some(class) = self.class(o) else { return 5 };
        if class.global.is_some() {
            return o;
        }
        if self.knows(o) {
            return self.mentioned(o);
        }
        let place = if class.is_piece { self.word(o as usize + object::PLACE) } else { NULL };
        let is_tile = word::is_tile(place, self.program.tiles.count);
        let eyes = Eyes::Of(self.viewer).bits();
        if is_tile && sight::sees_tile(self.program, place) & eyes != 0 {
            mix(UNKNOWN, place)
        } else {
            UNKNOWN
        }
    }
}
