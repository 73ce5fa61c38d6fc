//! The slow paths of instructions: what the run loop calls where an instruction takes more than a line or two. It
//! knows nothing of builtins.

use crate::growing::{self, Spot};
use crate::machine::Pause;
use crate::memory::{Memory, OpResult};
use crate::numbers::Numbers;
use crate::ways::{self, Ways};
use crate::{Candidate, Candidates, Fault, FaultKind, State, ops};
use bytecode::Program;
use bytecode::layout::{CONSTANTS, Shape, header, is_constant, list, object, seat};
use bytecode::op::{choose, convert, winner};
use bytecode::program::NO_TILE;
use bytecode::word::{self, Kind, NULL};

/// The end of a run by the instruction before `next`.
#[cold]
#[inline(never)]
pub(crate) fn fault(kind: FaultKind, next: u32) -> Pause {
    Pause::Fault(Box::new(Fault { kind, pc: next - 1 }))
}

/// As [`fault`], by what an operation met.
#[cold]
#[inline(never)]
#[expect(clippy::boxed_local, reason = "it is taken out of its box here and not in the run loop")]
pub(crate) fn boxed_fault(kind: Box<FaultKind>, next: u32) -> Pause {
    fault(*kind, next)
}

/// Why an operation on these numbers gave none.
pub(crate) fn not_finite(a: u64, b: u64) -> FaultKind {
    if a == NULL || b == NULL { FaultKind::Null } else { FaultKind::NotANumber }
}

/// The player of a number, as `docs/language.md` defines under Values; fractions are cut off.
#[inline(always)]
pub(crate) fn to_player(x: f64, players: u64) -> u64 {
    // Nearly always a number that lies no more than once round the table away, which needs no division.
    let (player, n) = (x as i64, players as i64);
    if player >= -n && player < 2 * n {
        let seat = player + if player < 0 { n } else { 0 } - if player >= n { n } else { 0 };
        return word::number(seat as f64);
    }
    let r = x.trunc() % players as f64;
    word::number(if r < 0.0 { r + players as f64 } else { r })
}

/// What is left of `x` divided by `y`, with the sign of `x`; whole numbers need no call into the library of C.
#[inline(always)]
pub(crate) fn remainder(x: f64, y: f64) -> f64 {
    let (i, j) = (x as i32, y as i32);
    if f64::from(i) == x && f64::from(j) == y && j != 0 { f64::from(i.wrapping_rem(j)) } else { x % y }
}

#[inline(always)]
pub(crate) fn step(p: &Program, tile: usize, direction: usize) -> u64 {
    match p.tiles.steps.get(direction * p.tiles.count as usize + tile) {
        Some(&to) if to != NO_TILE => u64::from(to),
        _ => NULL,
    }
}

#[inline(always)]
pub(crate) fn direction(p: &Program, name: u64) -> Option<usize> {
    p.tiles.directions.iter().position(|w| *w == name)
}

#[cold]
pub(crate) fn unknown_direction(m: &Memory, name: u64) -> FaultKind {
    match m.string(name) {
        Ok(name) => FaultKind::Unknown("way", name),
        Err(kind) => *kind,
    }
}

/// The direction in which a player's pieces advance.
#[inline(always)]
pub(crate) fn forward(player: u32) -> u64 {
    const DIRECTIONS: [u64; 4] = [b'n' as u64, b's' as u64, b'e' as u64, b'w' as u64];
    0x11 << 56 | DIRECTIONS[(player & 3) as usize]
}

/// The first element of a list that is known to be one, or null.
pub(crate) fn first(words: &[u64], l: u64) -> u64 {
    let l = l as usize;
    match (words.get(l), words.get(l + 1)) {
        (Some(head), Some(place)) if list::length(*head) > 0 => {
            words.get(list::data(*place)).copied().unwrap_or(NULL)
        }
        _ => NULL,
    }
}

#[inline(always)]
pub(crate) fn is_class(p: &Program, words: &[u64], o: u64, class: u16) -> bool {
    let fits = |head| (class..=p.classes[class as usize].last).contains(&object::class(head));
    match words.get(o as usize) {
        Some(head) => fits(*head),
        None => p.constant_word(o as usize).is_some_and(fits),
    }
}

/// The element of that index (a number).
#[inline(always)]
pub(crate) fn get(p: &Program, words: &[u64], l: u64, index: u64) -> OpResult<u64> {
    if (l as usize) < words.len() {
        return element(words, l, index).map(|at| words[at]);
    }
    constant_element(p, l, index)
}

#[cold]
#[inline(never)]
fn constant_element(p: &Program, l: u64, index: u64) -> OpResult<u64> {
    let word = |at: usize| p.constant_word(at).ok_or_else(|| FaultKind::Null.into());
    let (head, place) = (word(l as usize)?, word(l as usize + 1)?);
    word(list::data(place) + offset(index, list::length(head))?)
}

/// An index (a number), truncated, in a list of that length.
#[inline(always)]
fn offset(index: u64, length: usize) -> OpResult<usize> {
    let x = word::to_number(index);
    // Truncated, it is from 0 up to the last; the conversion truncates.
    if x > -1.0 && x < length as f64 {
        return Ok(x as usize);
    }
    let kind = if index == NULL { FaultKind::Null } else { FaultKind::Index(x, length) };
    Err(kind.into())
}

/// Where the element of that index (a number) stands.
#[inline(always)]
pub(crate) fn element(words: &[u64], l: u64, index: u64) -> OpResult<usize> {
    let head = *words.get(l as usize).ok_or_else(|| FaultKind::Null)?;
    let place = *words.get(l as usize + 1).ok_or_else(|| FaultKind::Null)?;
    let at = list::data(place) + offset(index, list::length(head))?;
    if at < words.len() { Ok(at) } else { Err(FaultKind::Impossible("list data").into()) }
}

/// The function of a function value, and where what it captured stands.
pub(crate) fn closure<'w>(p: &'w Program, words: &'w [u64], value: u64) -> OpResult<(u32, &'w [u64])> {
    let (words, at) = match is_constant(value) {
        true => (p.data.as_slice(), value as usize - CONSTANTS),
        false => (words, value as usize),
    };
    let head = *words.get(at).ok_or_else(|| FaultKind::Null)?;
    let info = *words.get(at + 1).ok_or_else(|| FaultKind::Null)?;
    if head & 0xFF != Shape::Closure as u64 {
        return Err(FaultKind::Impossible("function value").into());
    }
    let captured = words.get(at + 2..at + 2 + (head >> 32) as usize);
    Ok((info as u32, captured.ok_or_else(|| FaultKind::Impossible("function value"))?))
}

/// Where a function value ends that lies in a state.
pub(crate) fn closure_end(words: &[u64], value: u64) -> Option<usize> {
    let head = words.get(value as usize)?;
    (head & 0xFF == Shape::Closure as u64).then_some(value as usize + 2 + (head >> 32) as usize)
}

pub(crate) fn new_closure(m: &mut Memory, function: u32, kinds: u64, captured: &[u64]) -> OpResult<u64> {
    let at = m.allocate(2 + captured.len())?;
    m.words[at] = Shape::Closure as u64 | (captured.len() as u64) << 32;
    m.words[at + 1] = u64::from(function) | kinds << 32;
    m.words[at + 2..].copy_from_slice(captured);
    Ok(at as u64)
}

/// A run in one direction.
pub(crate) struct Steps {
    pub(crate) tile: u64,
    pub(crate) direction: usize,
    /// Takes the first tile that is not empty too.
    pub(crate) ending: bool,
}

/// As [`ray_empty`] on a board that grows.
fn grown_ray_empty<'a>(m: &mut Memory<'a>, l: u64, mut spot: Spot<'a>, steps: Steps) -> OpResult {
    for _ in 0..growing::ray(m, &spot, steps.direction) {
        let next = spot.step(steps.direction);
        let Some(there) = Spot::new(m.program, next) else { return Ok(()) };
        m.spend(1);
        let empty = there.piece(m.words) == NULL;
        if empty || steps.ending {
            m.push(l, next)?;
        }
        if !empty {
            return Ok(());
        }
        spot = there;
    }
    Ok(())
}

/// In the first register of a loop over what is adjacent to a tile of a board that grows; the number of the table
/// stands below it, and that of the next entry. The tile is in the second register.
pub(crate) const ADJACENT: u64 = 1 << 63;

/// As many steps as a ray over tables can have, and more.
pub(crate) const ANY_STEPS: f64 = 1e9;

/// The first register afterwards, and the next tile of such a loop, null at the end.
pub(crate) fn next_adjacent(p: &Program, mut now: u64, tile: u64) -> (u64, u64) {
    let Some(spot) = Spot::new(p, tile) else { return (now, NULL) };
    let adjacent = spot.growing.adjacency.get((now >> 32 & 0x7FFF_FFFF) as usize);
    while let Some(by) = adjacent.and_then(|adjacent| adjacent.get((now & 0xFFFF_FFFF) as usize)) {
        now += 1;
        let next = spot.further(*by);
        if next != NULL {
            return (now, next);
        }
    }
    (now, NULL)
}

/// Appends the run of empty tiles to a list.
pub(crate) fn ray_empty(m: &mut Memory, l: u64, steps: Steps) -> OpResult {
    if let Some(spot) = Spot::new(m.program, steps.tile) {
        return grown_ray_empty(m, l, spot, steps);
    }
    let mut tile = steps.tile as usize;
    loop {
        let next = step(m.program, tile, steps.direction);
        if next == NULL || next == steps.tile {
            return Ok(());
        }
        m.spend(1);
        tile = next as usize;
        let w = m.words[m.program.layout.tiles + tile];
        let single = m.program.tiles.all_single || m.program.tiles.single[tile];
        let empty = if single { w == NULL } else { first(m.words, w) == NULL };
        if empty || steps.ending {
            m.push(l, next)?;
        }
        if !empty {
            return Ok(());
        }
    }
}

/// Appends the tiles that a table has beside a tile to a list; the spot is that of a tile of a board that grows.
pub(crate) fn push_adjacent<'a>(
    m: &mut Memory<'a>,
    l: u64,
    (tile, spot): (u64, Option<Spot<'a>>),
    table: usize,
) -> OpResult {
    let Some(spot) = spot else {
        let table = &m.program.tiles.adjacency[table];
        let (start, end) = table.spans[tile as usize];
        m.spend((end - start) as usize);
        return table.tiles[start as usize..end as usize].iter().try_for_each(|t| m.push(l, u64::from(*t)));
    };
    let adjacent = spot.growing.adjacency.get(table).map_or(&[][..], |adjacent| adjacent);
    m.spend(adjacent.len());
    adjacent.iter().map(|by| spot.further(*by)).filter(|t| *t != NULL).try_for_each(|t| m.push(l, t))
}

/// The strings of a list, and behind them those texts of up to so many characters that are not among them.
pub(crate) fn add_written(m: &mut Memory, written: &[Vec<u16>], l: u64, most: u16) -> OpResult<u64> {
    let proposals = m.elements(l)?.to_vec();
    let mut all = proposals.clone();
    for units in written {
        let text = m.new_text(units)?;
        m.spend(proposals.len());
        let is_proposed = proposals.iter().any(|other| m.equal_text(*other, text) == Ok(true));
        if characters(units) <= usize::from(most) && !is_proposed {
            all.push(text);
        }
    }
    if all.len() == proposals.len() { Ok(l) } else { m.new_list(Kind::Text, &all) }
}

/// How many characters a text has, pairs of units counted once.
fn characters(units: &[u16]) -> usize {
    char::decode_utf16(units.iter().copied()).count()
}

/// The most ways to choose that are listed.
const MAX_SUBSETS: usize = 1 << 20;

/// All ways to choose elements of a list: the list, the fewest and the most.
pub(crate) fn subsets(m: &mut Memory, [l, least, most]: [u64; 3], kind: u64, ordered: bool) -> OpResult<u64> {
    let elements = m.elements(l)?.to_vec();
    let ways = Ways::of_words(elements.len(), least, most, ordered).ok_or_else(too_many_ways)?;
    if ways.count() > MAX_SUBSETS {
        return Err(too_many_ways().into());
    }
    let all = m.new_list(Kind::Ref, &[])?;
    for number in 0..ways.count() {
        let words: Vec<u64> = ways.way(number).into_iter().map(|i| elements[i]).collect();
        let subset = m.new_list(Kind::from_bits(kind), &words)?;
        m.push(all, subset)?;
    }
    Ok(all)
}

/// Puts candidates into the list, one for each way to choose among the elements of the last input. `words` are the
/// object, the inputs, the fewest and the most elements, and whether each order is another way.
pub(crate) fn emit_ways(to: &mut Candidates, state: &[u64], action: u16, words: &[u64]) -> OpResult {
    let [holder, inputs @ .., least, most, ordered] = words else {
        return Err(FaultKind::Impossible("ways").into());
    };
    let elements = inputs.last().map_or(&[][..], |all| ways::elements(state, *all));
    let found = Ways::of_words(elements.len(), *least, *most, *ordered != 0).ok_or_else(too_many_ways)?;
    to.push_ways(Candidate { action: Some(action), holder: *holder, inputs }, found);
    Ok(())
}

/// Puts candidates into the list, one for each of some numbers. `words` are the object, the inputs, whose last is the
/// first number, the number that they do not go beyond, and how far they are apart.
pub(crate) fn emit_numbers(to: &mut Candidates, action: u16, words: &[u64]) -> OpResult {
    let [holder, inputs @ .., last, step] = words else {
        return Err(FaultKind::Impossible("numbers").into());
    };
    let first = inputs.last().copied().unwrap_or(NULL);
    let numbers = Numbers::of_words(first, *last, *step)?;
    to.push_numbers(Candidate { action: Some(action), holder: *holder, inputs }, numbers);
    Ok(())
}

fn too_many_ways() -> FaultKind {
    FaultKind::Other("there are too many ways to choose".to_owned())
}

/// Whether a choice in the middle of an effect has no options.
pub(crate) fn no_options(state: &[u64], options: u64, how: u64) -> OpResult<bool> {
    state.get(options as usize).ok_or_else(|| FaultKind::Null)?;
    let options = ways::elements(state, options);
    match options {
        [all, least, most] if how as i64 & choose::SEVERAL != 0 => {
            let ordered = how as i64 & choose::ORDERED != 0;
            let found = Ways::of_words(ways::elements(state, *all).len(), *least, *most, ordered);
            Ok(found.ok_or_else(too_many_ways)?.count() == 0)
        }
        [first, last, step] if how as i64 & choose::NUMBERS != 0 => {
            Ok(Numbers::of_words(*first, *last, *step)?.count() == 0)
        }
        _ => Ok(options.is_empty()),
    }
}

/// Takes those without options out of the lists of who is asked, their options and their prompts; whether nobody is
/// left.
pub(crate) fn nobody_can_answer(m: &mut Memory, lists: [u64; 3], how: u64) -> OpResult<bool> {
    let mut left = 0;
    for i in 0..m.list_length(lists[0])? {
        if no_options(m.words, m.elements(lists[1])?[i], how)? {
            continue;
        }
        for list in lists {
            m.elements_mut(list)?.copy_within(i..=i, left);
        }
        left += 1;
    }
    lists.into_iter().try_for_each(|list| m.set_length(list, left))?;
    Ok(left == 0)
}

/// The unit of a string at an index (a number), as a string.
pub(crate) fn text_at(m: &mut Memory, text: u64, index: u64) -> OpResult<u64> {
    let units = m.units(text)?;
    let x = word::to_number(index).trunc();
    if x >= 0.0 && x < units.len() as f64 {
        return m.new_text(&units[x as usize..=x as usize]);
    }
    let kind =
        if index == NULL { FaultKind::Null } else { FaultKind::Index(word::to_number(index), units.len()) };
    Err(kind.into())
}

/// Joins two strings of any length.
pub(crate) fn join(m: &mut Memory, a: u64, b: u64) -> OpResult<u64> {
    let mut units = m.units(a)?;
    units.extend(m.units(b)?);
    m.new_text(&units)
}

pub(crate) fn convert(m: &mut Memory, w: u64, how: u16) -> OpResult<u64> {
    if w == NULL && how != convert::TURN_TO_PLAYER {
        return Ok(NULL);
    }
    Ok(match how {
        convert::TEXT_TO_NUMBER => ops::text::to_number(m, w)?,
        convert::NUMBER_TO_BOOL => word::bool(word::to_number(w) != 0.0),
        convert::BOOL_TO_NUMBER => word::number(w as f64),
        convert::TURN_TO_PLAYER => m.words[header::ACTIVE],
        convert::PLACE_TO_TILE => {
            if word::is_tile(w, m.program.tiles.proper) {
                w
            } else {
                NULL
            }
        }
        convert::PLACE_TO_SPOT => ops::object_at(m, w)?,
        _ => {
            let board = &m.program.boards[(how - convert::TEXT_TO_TILE) as usize];
            let name = m.string(w)?;
            board.geometry.named(&name).map_or(NULL, |t| board.tile(t))
        }
    })
}

fn seat_of(p: &Program, player: u64) -> OpResult<usize> {
    if player == NULL {
        return Err(FaultKind::Null.into());
    }
    Ok(p.layout.seats + word::to_player(player) as usize * seat::SIZE)
}

pub(crate) fn score(p: &Program, words: &mut [u64], player: u64, value: u64) -> OpResult {
    if value == NULL {
        return Err(FaultKind::Null.into());
    }
    words[seat_of(p, player)? + seat::SCORE] = value;
    Ok(())
}

pub(crate) fn eliminate(p: &Program, words: &mut [u64], player: u64) -> OpResult {
    words[seat_of(p, player)? + seat::OUT] = 1;
    Ok(())
}

pub(crate) fn join_team(p: &Program, words: &mut [u64], player: u64, team: u16) -> OpResult {
    words[seat_of(p, player)? + seat::TEAM] = u64::from(team);
    Ok(())
}

/// Puts an action into the queue.
pub(crate) fn enqueue(m: &mut Memory, action: u16, object: u64, event: u64) -> OpResult {
    if m.words[header::QUEUE] == NULL {
        let queue = m.new_list(Kind::Ref, &[])?;
        m.words[header::QUEUE] = queue;
    }
    let (queue, scratch_start) = (m.words[header::QUEUE], std::mem::take(&mut m.scratch_start));
    for w in [u64::from(action) | QUEUED, object, event] {
        m.push(queue, w)?;
    }
    m.scratch_start = scratch_start;
    Ok(())
}

/// Whether the memory limit allows one more snapshot. All of them count as one match.
pub(crate) fn may_suppose(s: &State, limit: usize) -> OpResult {
    let kept: usize = s.snapshots.iter().map(|kept| kept.words.len() + kept.stack.len()).sum();
    let words = kept + 2 * (s.words.len() + s.stack.len());
    if words > 2 * limit { Err(FaultKind::TooMuchMemory.into()) } else { Ok(()) }
}

/// Marks the number of a queued action, so that compaction does not take it for an address.
pub const QUEUED: u64 = 1 << 48;

/// Takes the oldest piece that moved.
pub(crate) fn next_moved(moved: &mut Vec<[u64; 3]>) -> Option<[u64; 3]> {
    if moved.is_empty() { None } else { Some(moved.remove(0)) }
}

/// Ends the game and writes the place of every player.
pub(crate) fn winner(m: &mut Memory, w: u64, how: u16) -> OpResult {
    let players = m.words[header::PLAYERS] as usize;
    let mut places = vec![NULL; players];
    let mut next = 0;
    // An empty group takes no place; the first place of a player counts.
    let mut group = |all: &[u64]| {
        let before = next;
        for p in all.iter().filter(|p| **p != NULL) {
            let place = &mut places[word::to_player(*p) as usize];
            if *place == NULL {
                *place = before;
                next = before + 1;
            }
        }
    };
    match how {
        winner::RANKING => {
            for all in m.elements(w)? {
                group(if *all == NULL { &[] } else { m.elements(*all)? });
            }
        }
        winner::PLAYER if w == NULL => return Err(FaultKind::Null.into()),
        winner::PLAYER => group(&[w]),
        winner::PLAYERS => group(m.elements(w)?),
        _ => {}
    }
    if next == 0 {
        next = seat::NO_PLACE;
    }
    for (i, place) in places.into_iter().enumerate() {
        let at = m.program.layout.seats + i * seat::SIZE + seat::PLACE;
        m.words[at] = if place == NULL { next } else { place };
    }
    m.words[header::OVER] = 1;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::to_player;
    use bytecode::word;

    #[test]
    fn any_number_is_a_player() {
        for (x, of_four) in [
            (0.0, 0.0),
            (3.9, 3.0),
            (4.0, 0.0),
            (7.5, 3.0),
            (8.0, 0.0),
            (13.0, 1.0),
            (-0.5, 0.0),
            (-1.0, 3.0),
            (-4.9, 0.0),
            (-5.0, 3.0),
            (-8.0, 0.0),
            (1e300, 0.0),
            (-1e300, 0.0),
        ] {
            assert_eq!(to_player(x, 4), word::number(of_four), "{x}");
        }
        assert_eq!(to_player(5.0, 1), word::number(0.0));
    }
}
