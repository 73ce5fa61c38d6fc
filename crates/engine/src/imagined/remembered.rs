//! What seats have gathered from a match so far. It follows from what each has seen alone, whenever it is asked for: what
//! is remembered only saves going through the match again.

use super::doubts::Doubts;
use super::facts::Way;
use super::infer::Ledger;
use super::notes::Notes;
use super::played::Played;
use super::trail::Trail;
use super::{Imagined, Imagining};
use crate::matches::Match;
use crate::perfect_information::Hidden;
use crate::record::StepKind;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// What seats have gathered from one match. Copies of the match share it, since it is looked up by the record.
#[derive(Clone, Debug, Default)]
pub(crate) struct Remembered(Arc<Mutex<OfSeats>>);

#[derive(Debug, Default)]
struct OfSeats {
    trails: BTreeMap<u32, Trail>,
    ledgers: BTreeMap<u32, Ledger>,
    doubts: BTreeMap<u32, Doubts>,
}

/// What is gathered from a match as it goes on.
trait Gathered: Sized {
    fn begin(of: &Match, seat: u32) -> Self;
    fn played(&self) -> &Played;
    fn of_seats(all: &mut OfSeats) -> &mut BTreeMap<u32, Self>;
}

impl Gathered for Trail {
    fn begin(of: &Match, seat: u32) -> Trail {
        Trail::begin(of, seat)
    }

    fn played(&self) -> &Played {
        &self.played
    }

    fn of_seats(all: &mut OfSeats) -> &mut BTreeMap<u32, Trail> {
        &mut all.trails
    }
}

impl Gathered for Ledger {
    fn begin(of: &Match, seat: u32) -> Ledger {
        Ledger::begin(of, seat)
    }

    fn played(&self) -> &Played {
        &self.played
    }

    fn of_seats(all: &mut OfSeats) -> &mut BTreeMap<u32, Ledger> {
        &mut all.ledgers
    }
}

impl Gathered for Doubts {
    fn begin(of: &Match, seat: u32) -> Doubts {
        Doubts::begin(of, seat)
    }

    fn played(&self) -> &Played {
        &self.played
    }

    fn of_seats(all: &mut OfSeats) -> &mut BTreeMap<u32, Doubts> {
        &mut all.doubts
    }
}

impl Imagining<'_> {
    /// Worlds in which a seat has made all moves again, as it read them; none where none is known.
    pub(super) fn trailed(&self, seat: u32) -> Result<Vec<Imagined>, Hidden> {
        let worlds =
            self.with(seat, |trail: &mut Trail| trail.follow(self.now, usize::MAX).map(|_| trail.worlds()))?;
        Ok(worlds?.into_iter().map(|world| Imagined::of(&self.now.game, seat, world)).collect())
    }

    /// Whether dealing anew what a seat does not know would tell it something; not where the record does not tell.
    pub(super) fn is_doubtful(&self, seat: u32) -> bool {
        let exist = self.with(seat, |doubts: &mut Doubts| {
            doubts.follow(self.now, usize::MAX);
            doubts.exist()
        });
        exist.unwrap_or(false)
    }

    /// What a seat can rule out by what others did; nothing where the record does not tell.
    pub(super) fn ruled_out(&self, seat: u32) -> Notes {
        if !Ledger::may_learn(&self.now.game) {
            return Notes::default();
        }
        let notes = self.with(seat, |ledger: &mut Ledger| {
            ledger.follow(self.now, usize::MAX);
            ledger.notes().clone()
        });
        notes.unwrap_or_default()
    }

    /// Takes in so many steps of the record for what a seat imagines, where that follows from all that was done: it may
    /// take long at the end of a long match. Whoever has other things to do asks for it, a few steps each time, before
    /// [`Imagining::worlds`]. Whether there are no more.
    pub fn catch_up(&self, seat: u32, steps: usize) -> bool {
        // Where nothing can be imagined there is nothing to wait for.
        let made_again = || {
            let went_on = self.with(seat, |trail: &mut Trail| trail.follow(self.now, steps));
            went_on.flatten().unwrap_or(true)
        };
        match self.now.game.facts(self.now.players()).way {
            Way::Copy => true,
            Way::Replay(_) => made_again(),
            Way::Exchange => {
                let went_on = |doubts: &mut Doubts| (doubts.follow(self.now, steps), doubts.exist());
                match self.with(seat, went_on).unwrap_or((true, false)) {
                    (_, true) => made_again(),
                    (is_done, false) if Ledger::may_learn(&self.now.game) => {
                        let learned = self.with(seat, |ledger: &mut Ledger| ledger.follow(self.now, steps));
                        learned.unwrap_or(true) && is_done
                    }
                    (is_done, false) => is_done,
                }
            }
        }
    }

    /// Lets go of what seats have imagined, which takes megabytes; whoever asks again makes all moves again.
    pub fn forget(&self) {
        *self.now.remembered.0.lock().unwrap_or_else(PoisonError::into_inner) = OfSeats::default();
    }

    fn with<G: Gathered, T>(&self, seat: u32, f: impl FnOnce(&mut G) -> T) -> Result<T, Hidden> {
        if self.now.is_unrecorded()
            || self.now.steps.iter().any(|step| matches!(step.kind, StepKind::Script { .. }))
        {
            return Err(Hidden::Record);
        }
        let mut all = self.now.remembered.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = G::of_seats(&mut all).remove(&seat).filter(|known| known.played().leads_to(self.now));
        let mut gathered = known.unwrap_or_else(|| G::begin(self.now, seat));
        let done = f(&mut gathered);
        G::of_seats(&mut all).insert(seat, gathered);
        Ok(done)
    }
}
