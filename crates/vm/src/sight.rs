//! Who knows an object, and whose it is: the one place that says so, for texts that the machine veils and for views. It
//! knows nothing of what either shows.

use bytecode::Program;
use bytecode::layout::object;
use bytecode::program::Class;
use bytecode::word::{self, NULL};
use language::tree::Visibility;

fn class<'p>(program: &'p Program, words: &[u64], o: u64) -> Option<&'p Class> {
    program.classes.get(usize::from(object::class(*words.get(o as usize)?)))
}

/// Whether those who are `bits`, a seat or [`object::SPECTATORS`], know which object it is.
pub fn knows(program: &Program, words: &[u64], o: u64, bits: u64) -> bool {
    knows_if_there(program, words, o, bits).unwrap_or(false)
}

fn knows_if_there(program: &Program, words: &[u64], o: u64, bits: u64) -> Option<bool> {
    let class = class(program, words, o)?;
    let at = o as usize;
    if let Some(of) = &class.modifier {
        // Who does not know a card does not know its modifiers either.
        let holder = *words.get(at + usize::from(class.first_field))?;
        let on_tile = program.classes.get(usize::from(of.on))?.is_tile;
        return Some(on_tile || knows(program, words, holder, bits));
    }
    if !class.is_piece {
        return Some(true);
    }
    // What was never put anywhere is as open as an object of the rules; what was removed is no more open than it was.
    let is_removed = words[at] & object::REMOVED != 0;
    let lies_nowhere = *words.get(at + object::PLACE)? == NULL && !is_removed;
    Some(lies_nowhere || words.get(at + object::KNOWN)? & bits != 0)
}

/// Whether an object is a player's, or a group's to which the player belongs.
pub fn owns(program: &Program, words: &[u64], o: u64, player: u32) -> bool {
    let owner = words.get(o as usize + object::OWNER).copied().unwrap_or(NULL);
    let of_group = class(program, words, o).is_some_and(|class| class.visibility == Visibility::Group);
    match owner {
        NULL => false,
        players if of_group => players >> (player & 31) & 1 == 1,
        one => word::to_player(one) == player,
    }
}
