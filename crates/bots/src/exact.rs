//! What a position surely is worth, where two seats that see everything play on without chance: alpha-beta with a table of
//! positions, to the very end (Knuth, Moore 1975). It gives up where that takes too long, where chance comes into it, and
//! where a match goes in circles.

use crate::{Imagined, MoveKey};

/// The longest way that is followed.
const MAX_DEPTH: usize = 512;

/// The most positions that are kept, 8 MB.
const MAX_KEPT: usize = 1 << 18;

/// What whoever decides surely gets, from 0, lost, to 1, won.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Exact {
    pub value: f32,
    /// The number of a move that gets it, among those that the position lists.
    pub best: usize,
    /// So many positions were looked at.
    pub positions: u64,
}

/// A search for what a position surely is worth, which can be gone on with after a pause.
#[derive(Debug)]
pub struct Solver {
    /// The positions on the way, the first one below.
    way: Vec<Imagined>,
    keys: Vec<u128>,
    table: Table,
    positions: u64,
    most: u64,
}

/// Why there is no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsolved {
    /// Somebody wants something else in between.
    Paused,
    /// More positions than may be looked at.
    TooMany,
    /// The match is over, or is none of two seats that see everything and decide one after the other; or chance came into
    /// it, or it went in circles.
    Unfit,
}

impl Solver {
    /// Looks at no more than so many positions.
    pub fn new(first: Imagined, most: u64) -> Solver {
        let kept = usize::try_from(most).unwrap_or(MAX_KEPT).clamp(64, MAX_KEPT);
        Solver { way: vec![first], keys: Vec::new(), table: Table::new(kept), positions: 0, most }
    }

    /// What the position is worth. Where it was paused, what has been found out is not lost.
    ///
    /// # Errors
    /// Why it does not say.
    pub fn solve(&mut self, may_go_on: &mut dyn FnMut() -> bool) -> Result<Exact, Unsolved> {
        let first = &mut self.way[0];
        first.settle();
        let facts = first.facts();
        let is_fit = facts.hidden.is_none() && !facts.has_rounds && !facts.is_together && first.seats() == 2;
        if !is_fit || first.over() {
            return Err(Unsolved::Unfit);
        }
        self.keys.clear();
        let (value, best) = self.value(0, (0.0, 1.0), may_go_on)?;
        Ok(Exact { value, best, positions: self.positions })
    }

    /// The name of a move of the first position.
    pub fn key(&mut self, number: usize) -> Option<MoveKey> {
        let first = &mut self.way[0];
        (number < first.list()).then(|| first.key(number))
    }

    /// What whoever decides in the position of that depth gets, where that is within the window, or else a bound of it,
    /// with the number of the best move.
    fn value(
        &mut self,
        depth: usize,
        (low, high): (f32, f32),
        may_go_on: &mut dyn FnMut() -> bool,
    ) -> Result<(f32, usize), Unsolved> {
        self.positions += 1;
        if self.positions > self.most {
            return Err(Unsolved::TooMany);
        }
        if self.positions.is_multiple_of(64) && !may_go_on() {
            return Err(Unsolved::Paused);
        }
        let key = self.way[depth].state_key();
        let known = self.table.get(key);
        if let Some(value) = known.and_then(|known| known.within(low, high)).filter(|_| depth > 0) {
            return Ok((value, 0));
        }
        if depth >= MAX_DEPTH || self.keys.contains(&key) {
            return Err(Unsolved::Unfit);
        }
        self.keys.push(key);
        let count = self.way[depth].list();
        // Of very many moves some are drawn, and what is found of these proves nothing of all.
        if count == 0 || count >= engine::MAX_IMAGINED {
            return Err(Unsolved::Unfit);
        }
        let hint = known.map_or(0, |known| known.best as usize).min(count.saturating_sub(1));
        let (mut best, mut at) = (f32::NEG_INFINITY, hint);
        for i in std::iter::once(hint).chain((0..count).filter(|i| *i != hint)) {
            let value = self.after(depth, i, (low.max(best), high), may_go_on)?;
            if value > best {
                (best, at) = (value, i);
            }
            if best >= high {
                break;
            }
        }
        self.keys.pop();
        self.table.put(key, Known::of(best, (low, high), at as u32));
        Ok((best, at))
    }

    /// What whoever decides gets of a move.
    fn after(
        &mut self,
        depth: usize,
        i: usize,
        (low, high): (f32, f32),
        may_go_on: &mut dyn FnMut() -> bool,
    ) -> Result<f32, Unsolved> {
        if self.way.len() == depth + 1 {
            self.way.push(self.way[depth].clone());
        }
        let (before, behind) = self.way.split_at_mut(depth + 1);
        let (now, next) = (&before[depth], &mut behind[0]);
        let (own, number) = (now.decider().unwrap_or(0), now.number(i));
        next.copy_from(now);
        next.play_known(number);
        if next.had_chance() {
            return Err(Unsolved::Unfit);
        }
        match next.decider() {
            None => {
                let mut payoff = [0.0; 2];
                next.payoff(&mut payoff);
                Ok(payoff[own as usize & 1])
            }
            Some(same) if same == own => Ok(self.value(depth + 1, (low, high), may_go_on)?.0),
            Some(_) => Ok(1.0 - self.value(depth + 1, (1.0 - high, 1.0 - low), may_go_on)?.0),
        }
    }
}

/// Bounds of what whoever decides in a position gets, and the move that seemed best.
#[derive(Clone, Copy, Debug)]
struct Known {
    low: f32,
    high: f32,
    best: u32,
}

impl Known {
    fn of(value: f32, (low, high): (f32, f32), best: u32) -> Known {
        // Outside of the window a value is a bound alone.
        match value {
            _ if value <= low => Known { low: 0.0, high: value, best },
            _ if value >= high => Known { low: value, high: 1.0, best },
            _ => Known { low: value, high: value, best },
        }
    }

    fn within(self, low: f32, high: f32) -> Option<f32> {
        match self {
            Known { low: least, .. } if least >= high => Some(least),
            Known { high: most, .. } if most <= low => Some(most),
            Known { low: least, high: most, .. } if least >= most => Some(least),
            _ => None,
        }
    }
}

/// Positions by their names; a new one takes the place of an old one.
#[derive(Debug)]
struct Table {
    slots: Vec<(u128, Known)>,
}

impl Table {
    fn new(kept: usize) -> Table {
        // Nothing is named 0.
        Table { slots: vec![(0, Known { low: 0.0, high: 1.0, best: 0 }); kept.next_power_of_two()] }
    }

    fn place(&self, key: u128) -> usize {
        key as usize & (self.slots.len() - 1)
    }

    fn get(&self, key: u128) -> Option<Known> {
        let (name, known) = self.slots[self.place(key)];
        (name == key && key != 0).then_some(known)
    }

    fn put(&mut self, key: u128, known: Known) {
        let place = self.place(key);
        self.slots[place] = (key, known);
    }
}
