//! The matches that a seat may imagine at one decision: made once from what it knows, and then drawn by the thousand.

use super::exchange::Exchange;
use super::facts::{Facts, Way};
use super::follow::Follower;
use super::history::Sight;
use super::trail::most;
use super::{Imagined, MoveKey};
use crate::matches::Match;
use crate::perfect_information::Hidden;
use crate::position::Position;
use base::Random;
use std::sync::Arc;
use vm::mix;

/// What decides how chance goes on, apart from what is dealt.
const AHEAD: u64 = 0x6168_6561_642E_2E2E;

/// So many moves may be tried where they must be made again in the middle of an effect, all together.
const BUDGET: usize = 4_000;

/// Where a seat is offered more, worlds are not asked whether they offer the same.
const MAX_OFFERED: usize = 300;

/// All matches that may be this one, as far as a seat knows. The same for any two matches that the seat cannot tell
/// apart.
#[derive(Clone, Debug)]
pub struct Worlds {
    base: Imagined,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Copy,
    Exchange(Box<Exchange>),
    /// These, in which moves were made again.
    Found(Arc<[Position]>),
}

/// What seats may imagine of a match at one moment.
#[derive(Clone, Copy, Debug)]
pub struct Imagining<'m> {
    pub(super) now: &'m Match,
}

impl<'m> Imagining<'m> {
    pub(crate) fn new(now: &'m Match) -> Imagining<'m> {
        Imagining { now }
    }

    /// What a seat may imagine at this decision.
    ///
    /// # Errors
    /// Why it can imagine nothing.
    pub fn worlds(&self, seat: u32) -> Result<Worlds, Hidden> {
        let facts = self.now.game.facts(self.now.players());
        let found = match &facts.way {
            Way::Replay(_) => self.replayed(seat),
            Way::Exchange if self.is_doubtful(seat) => self.replayed(seat),
            _ if !self.now.position.is_at_top() && !self.now.is_over() => self.followed(seat, facts),
            Way::Copy => Ok(self.copied(seat, &self.now.position)),
            Way::Exchange => self.exchanged(seat, facts, &self.now.position),
        };
        match found {
            // A secret is kept that no match showed which was looked at.
            Err(Hidden::Attribute(_)) if facts.way == Way::Exchange => self.replayed(seat),
            found => found,
        }
    }

    /// A match that may be this one, as far as a seat knows: the same for any two matches that the seat cannot tell
    /// apart, and the same seed.
    ///
    /// # Errors
    /// Why the seat cannot imagine the match.
    pub fn draw(&self, seat: u32, seed: u64) -> Result<Imagined, Hidden> {
        let mut worlds = self.worlds(seat)?;
        let mut imagined = worlds.base.clone();
        worlds.draw(seed, &mut imagined);
        Ok(imagined)
    }

    /// The match as it is, with other chance ahead, for whoever looks back when it is over; None where somebody is in the
    /// middle of anything. It holds all that is hidden, so that nobody may get it before.
    pub fn in_hindsight(&self, seat: u32) -> Option<Worlds> {
        (self.now.is_over() || self.now.position.is_settled()).then(|| self.copied(seat, &self.now.position))
    }

    fn copied(&self, seat: u32, position: &Position) -> Worlds {
        let mut position = position.clone();
        position.since_choice.clear();
        Worlds { base: Imagined::of(&self.now.game, seat, position), kind: Kind::Copy }
    }

    fn exchanged(&self, seat: u32, facts: &Facts, position: &Position) -> Result<Worlds, Hidden> {
        let mut position = position.clone();
        forget_choices(&mut position, seat);
        let exchange = Exchange::new(&self.now.game, (facts, &self.ruled_out(seat)), &mut position, seat)?;
        let base = Imagined::of(&self.now.game, seat, position);
        Ok(Worlds { base, kind: Kind::Exchange(Box::new(exchange)) })
    }

    /// In the middle of an effect: worlds from before it, in which the moves since then were made again.
    fn followed(&self, seat: u32, facts: &Facts) -> Result<Worlds, Hidden> {
        let (top, steps) = self.now.since_top(seat)?;
        let mut from = match &facts.way {
            Way::Copy => self.copied(seat, &top),
            _ => self.exchanged(seat, facts, &top)?,
        };
        let before = Sight::of(&self.now.game, &top, seat);
        let mut follower = Follower::new(&self.now.game, facts, seat, BUDGET);
        let offered = self.offered(seat);
        let (mut random, mut world, mut found) = (Random::new(AHEAD), from.first(), Vec::new());
        while found.len() < most(found.first()) && follower.budget > 0 {
            follower.budget -= 1;
            from.draw(random.word(), &mut world);
            if follower.follow_all(&mut world, &before, &steps, &mut random)
                && offers(&mut world, offered.as_deref())
            {
                found.push(world.position.clone());
            }
        }
        Worlds::found(world, found)
    }

    /// Worlds in which the whole match was made again.
    fn replayed(&self, seat: u32) -> Result<Worlds, Hidden> {
        let offered = self.offered(seat);
        let mut found = Vec::new();
        for mut world in self.trailed(seat)? {
            if world.over() || world.focus(seat) && offers(&mut world, offered.as_deref()) {
                found.push(world.into_position());
            }
        }
        let first = found.first().cloned().ok_or(Hidden::Worlds)?;
        Worlds::found(Imagined::of(&self.now.game, seat, first), found)
    }

    /// The names of what a seat is offered, sorted; None where that is much.
    fn offered(&self, seat: u32) -> Option<Vec<MoveKey>> {
        let mut keys =
            self.now.seat(seat).keys_up_to(MAX_OFFERED).ok().filter(|keys| keys.len() < MAX_OFFERED)?;
        keys.sort_unstable();
        Some(keys)
    }
}

impl Worlds {
    fn found(mut base: Imagined, found: Vec<Position>) -> Result<Worlds, Hidden> {
        let first = found.first().ok_or(Hidden::Worlds)?;
        base.forget();
        base.position.copy(first);
        Ok(Worlds { base, kind: Kind::Found(found.into()) })
    }

    /// Whether they were found by making moves again, so that they may differ in what an effect has drawn or heard that has
    /// not ended yet.
    pub fn were_found(&self) -> bool {
        matches!(self.kind, Kind::Found(_))
    }

    /// What somebody who knows all would imagine, the match itself with other chance ahead: for tests of what tells a seat
    /// too much. No seat may get it.
    pub fn of_truth(now: &Match, seat: u32) -> Worlds {
        Worlds { base: Imagined::of(&now.game, seat, now.position.clone()), kind: Kind::Copy }
    }
}

/// Whether whoever decides in a world is offered that: what a seat is offered it knows, also where its options were
/// found before its cards were exchanged.
fn offers(world: &mut Imagined, offered: Option<&[MoveKey]>) -> bool {
    let Some(offered) = offered else { return true };
    let mut keys: Vec<MoveKey> = (0..world.list()).map(|i| world.key(i)).collect();
    keys.sort_unstable();
    keys == offered
}

/// What others have chosen in secret is still to be asked.
pub(super) fn forget_choices(position: &mut Position, seat: u32) {
    position.since_choice.clear();
    if position.asking().is_none() {
        return;
    }
    if let Some(round) = &mut position.round {
        round.sealed.retain(|sealed| sealed.seat == seat);
    }
    position.focus(seat);
}

impl Worlds {
    /// Draws one of them. Equal seeds give equal matches.
    pub fn draw(&mut self, seed: u64, into: &mut Imagined) {
        into.copy_from(&self.base);
        let mut random = Random::new(seed);
        match &mut self.kind {
            Kind::Copy => into.reseed(seed),
            Kind::Found(worlds) => {
                let any = random.below(worlds.len() as u64) as usize;
                into.position.copy(&worlds[any]);
                into.reseed(mix(random.word(), AHEAD));
            }
            Kind::Exchange(exchange) => {
                exchange.draw(&mut random, &mut into.position.state.words);
                into.reseed(mix(random.word(), AHEAD));
            }
        }
    }

    /// One of them to draw others into.
    pub fn first(&mut self) -> Imagined {
        let mut imagined = self.base.clone();
        self.draw(0, &mut imagined);
        imagined
    }
}
