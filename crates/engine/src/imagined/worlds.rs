//! The matches that a seat may imagine at one decision: made once from what it knows, and then drawn by the thousand.

use super::Imagined;
use super::exchange::Exchange;
use super::facts::{Facts, Way};
use crate::matches::Match;
use crate::perfect_information::Hidden;
use crate::position::Position;
use base::Random;
use vm::mix;

/// What decides how chance goes on, apart from what is dealt.
const AHEAD: u64 = 0x6168_6561_642E_2E2E;

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
}

impl Match {
    /// What a seat may imagine at this decision.
    ///
    /// # Errors
    /// Why it can imagine nothing.
    pub fn worlds(&self, seat: u32) -> Result<Worlds, Hidden> {
        let facts = self.game.facts(self.players());
        match &facts.way {
            Way::Copy => {
                let copy = self.open_copy(0)?;
                Ok(Worlds { base: Imagined::of(&self.game, seat, copy.position), kind: Kind::Copy })
            }
            Way::Exchange => self.exchanged(seat, facts),
            Way::Replay(_) => Err(self.game.hidden().unwrap_or(Hidden::Choices)),
        }
    }

    fn exchanged(&self, seat: u32, facts: &Facts) -> Result<Worlds, Hidden> {
        let mut position = self.position.clone();
        if !position.is_at_top() && !position.is_over() {
            return Err(Hidden::Effect);
        }
        forget_choices(&mut position, seat);
        let exchange = Exchange::new(&self.game, facts, &mut position, seat, &|_, _| false)?;
        let base = Imagined::of(&self.game, seat, position);
        Ok(Worlds { base, kind: Kind::Exchange(Box::new(exchange)) })
    }

    /// A match that may be this one, as far as a seat knows: the same for any two matches that the seat cannot tell
    /// apart, and the same seed.
    ///
    /// # Errors
    /// Why the seat cannot imagine the match.
    pub fn imagine(&self, seat: u32, seed: u64) -> Result<Imagined, Hidden> {
        let mut worlds = self.worlds(seat)?;
        let mut imagined = worlds.base.clone();
        worlds.draw(seed, &mut imagined);
        Ok(imagined)
    }
}

impl Worlds {
    /// The match itself with other chance ahead: for tests of what tells a seat too much.
    pub(crate) fn of_truth(now: &Match, seat: u32) -> Worlds {
        Worlds { base: Imagined::of(&now.game, seat, now.position.clone()), kind: Kind::Copy }
    }
}

/// What others have chosen in secret is still to be asked.
fn forget_choices(position: &mut Position, seat: u32) {
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
            Kind::Exchange(exchange) => {
                exchange.draw(&mut random, &mut into.position.state.words);
                into.reseed(mix(random.word(), AHEAD));
            }
        }
    }

    /// Whether they do not keep to all that the seat could know, since nothing was found that does.
    pub fn are_loose(&self) -> bool {
        match &self.kind {
            Kind::Copy => false,
            Kind::Exchange(exchange) => exchange.is_loose,
        }
    }

    /// One of them to draw others into.
    pub fn first(&mut self) -> Imagined {
        let mut imagined = self.base.clone();
        self.draw(0, &mut imagined);
        imagined
    }
}
