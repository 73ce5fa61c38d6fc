//! Who knows an object, and whose it is: the one place that says so, for texts that the machine veils and for views. It
//! knows nothing of what either shows.

use bytecode::Program;
use bytecode::layout::{is_constant, list, object};
use bytecode::program::Class;
use bytecode::word::{self, NULL};
use language::tree::{Seen, Visibility};

fn class<'p>(program: &'p Program, words: &[u64], o: u64) -> Option<&'p Class> {
    program.classes.get(usize::from(object::class(*words.get(o as usize)?)))
}

/// Who sees what lies on a tile, a bit each.
#[inline]
pub fn sees_tile(program: &Program, tile: u64) -> u64 {
    if program.tiles.hidden { sees_board(program, tile) } else { EVERYBODY }
}

#[inline(never)]
fn sees_board(program: &Program, tile: u64) -> u64 {
    // Nothing is hidden on boards that grow.
    let board = program.tiles.board.get(tile as usize).and_then(|b| program.boards.get(usize::from(*b)));
    board.map_or(EVERYBODY, |board| sees(board.seen, board.player))
}

/// Who sees what lies in a place of that kind, which may be a player's.
pub fn sees(seen: Seen, owner: Option<u32>) -> u64 {
    match (seen, owner) {
        (Seen::All, _) => EVERYBODY,
        (Seen::Owner, Some(p)) => 1 << (p & 31),
        (Seen::Owner, None) | (Seen::None, _) => 0,
    }
}

/// All seats, and spectators.
pub const EVERYBODY: u64 = 0xFFFF_FFFF | object::SPECTATORS;

/// Whether those who are `bits`, a seat or [`object::SPECTATORS`], know which object it is.
pub fn knows(program: &Program, words: &[u64], o: u64, bits: u64) -> bool {
    knowers(program, words, o) & bits != 0
}

/// Who knows which object it is, a bit each.
pub fn knowers(program: &Program, words: &[u64], o: u64) -> u64 {
    knowers_if_there(program, words, o).unwrap_or(0)
}

fn knowers_if_there(program: &Program, words: &[u64], o: u64) -> Option<u64> {
    if is_constant(o) {
        return Some(EVERYBODY);
    }
    let class = class(program, words, o)?;
    let at = o as usize;
    if let Some(of) = &class.modifier {
        // Who does not know a card does not know its modifiers either.
        let holder = *words.get(at + usize::from(class.first_field))?;
        let on_tile = program.classes.get(usize::from(of.on))?.is_tile;
        return Some(if on_tile { EVERYBODY } else { knowers(program, words, holder) });
    }
    if !class.is_piece {
        return Some(EVERYBODY);
    }
    // What was never put anywhere is as open as an object of the rules; what was removed is no more open than it was.
    let is_removed = words[at] & object::REMOVED != 0;
    let lies_nowhere = *words.get(at + object::PLACE)? == NULL && !is_removed;
    if lies_nowhere { Some(EVERYBODY) } else { words.get(at + object::KNOWN).copied() }
}

/// Who sees what lies where an object lies, a bit each; everybody, where it lies nowhere.
pub(crate) fn sees_place(program: &Program, words: &[u64], o: u64) -> u64 {
    let is_piece = class(program, words, o).is_some_and(|class| class.is_piece);
    let place = words.get(o as usize + object::PLACE).copied().filter(|place| is_piece && *place != NULL);
    let Some(place) = place else { return EVERYBODY };
    if word::is_tile(place, program.tiles.count) {
        return sees_tile(program, place);
    }
    let slot = (place as usize).checked_sub(program.layout.zones).map(|at| at / list::HEAD);
    let Some((zone, owner)) = slot.and_then(|slot| program.slots.get(slot)) else { return 0 };
    sees(program.zones[usize::from(*zone)].seen, *owner)
}

/// Whether an object is a player's, or a group's to which the player belongs.
pub fn owns(program: &Program, words: &[u64], o: u64, player: u32) -> bool {
    owners(program, words, o) >> (player & 31) & 1 == 1
}

/// Whether an object has attributes that its owners alone see.
pub(crate) fn has_secrets(program: &Program, words: &[u64], o: u64) -> bool {
    class(program, words, o).is_some_and(|class| class.fields.iter().any(|f| f.secret && !f.hidden))
}

/// Whose an object is, a bit for each player.
pub fn owners(program: &Program, words: &[u64], o: u64) -> u64 {
    let owner = words.get(o as usize + object::OWNER).copied().unwrap_or(NULL);
    let of_group = class(program, words, o).is_some_and(|class| class.visibility == Visibility::Group);
    match owner {
        NULL => 0,
        players if of_group => players & 0xFFFF_FFFF,
        one => 1 << (word::to_player(one) & 31),
    }
}
