//! Who was ahead at moments of a match that is over: what each seat could expect there, as somebody finds who knows all
//! that was hidden. It is worked out in parts, where no bot has anything to think about, and of what bots may think it
//! leaves them half.

use crate::advice::three_digits;
use crate::http::Past;
use crate::matches::No;
use ::bots::{Budget, Hindsight, Opinion, Thought};
use engine::Match;
use serde::Serialize;
use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};
use store::MatchId;
use tokio::sync::oneshot;

/// So many moments of a match are looked at, besides its end.
const MOMENTS: usize = 60;

/// So many in one part.
const MOMENTS_OF_PART: usize = 10;

/// More simulations of a moment tell little more.
const SIMULATIONS: u64 = 300;

/// Fewer tell nothing.
const LEAST_SIMULATIONS: u64 = 16;

/// The work for one moment, and the most where there were too few simulations by then.
const WORK: Duration = Duration::from_millis(150);
const MAX_WORK: Duration = Duration::from_millis(600);

/// So long it is worked on before it is looked whether a bot has to think.
const SLICE: Duration = Duration::from_millis(20);

/// The most bytes of one search.
const MAX_MEMORY: usize = 8 << 20;

/// Of so many matches it is known for a while.
const KNOWN: usize = 64;

/// Whoever asks waits for a part so long at most.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// A moment at which somebody had a choice, or the end.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Found {
    /// After so many moves.
    pub(crate) at: usize,
    /// What each seat could expect, from 0 to 1, to three digits.
    pub(crate) chances: Vec<f64>,
    /// All of them are certain.
    pub(crate) certain: bool,
}

/// What was found out about the matches that somebody looked back at last: others who look are told the same, and nothing
/// is worked out twice.
#[derive(Debug, Default)]
pub(crate) struct KnownMoments(VecDeque<(MatchId, BTreeMap<usize, Found>)>);

impl KnownMoments {
    pub(crate) fn of(&self, of: MatchId) -> BTreeMap<usize, Found> {
        self.0.iter().find(|(other, _)| *other == of).map(|(_, found)| found.clone()).unwrap_or_default()
    }

    fn add(&mut self, of: MatchId, found: &[Found]) {
        let at = self.0.iter().position(|(other, _)| *other == of);
        let mut known = at.and_then(|at| self.0.remove(at)).map(|(_, known)| known).unwrap_or_default();
        known.extend(found.iter().map(|one| (one.at, one.clone())));
        self.0.push_back((of, known));
        if self.0.len() > KNOWN {
            self.0.pop_front();
        }
    }
}

/// What was found out about some moments that follow each other.
#[derive(Debug, Default)]
pub(crate) struct Part {
    pub(crate) found: Vec<Found>,
    /// Where to go on; None where nothing is left.
    pub(crate) next: Option<usize>,
}

#[derive(Debug)]
enum Moment {
    Known(Found),
    Unknown(Box<Match>),
}

/// Some moments of a match that somebody looks back at.
#[derive(Debug)]
pub(crate) struct Looking {
    pub(crate) of: MatchId,
    moments: VecDeque<(usize, Moment)>,
    after: Option<usize>,
    /// Of the first moment.
    thought: Option<Thought>,
    worked: Duration,
    found: Vec<Found>,
    reply: oneshot::Sender<Part>,
}

impl Looking {
    /// At those moments after so many moves and later that are looked at, as many as make a part.
    pub(crate) fn at(
        past: &Past,
        from: usize,
        mut known: BTreeMap<usize, Found>,
        reply: oneshot::Sender<Part>,
    ) -> Result<Looking, No> {
        let (mut moments, mut after) = (VecDeque::new(), None);
        let mut due = Due::of(past.len());
        past.walk(&mut |at, now| {
            let is_looked_at = due.is(at) && (now.is_over() || has_choice(now));
            if is_looked_at {
                due.passed(at);
                if moments.len() == MOMENTS_OF_PART {
                    after = Some(at);
                } else if at >= from {
                    let unknown = || Moment::Unknown(Box::new(engine::record::stripped(now)));
                    moments.push_back((at, known.remove(&at).map_or_else(unknown, Moment::Known)));
                }
            }
            after.is_none()
        })?;
        let (of, thought, found) = (past.stored.row.id, None, Vec::new());
        Ok(Looking { of, moments, after, thought, worked: Duration::ZERO, found, reply })
    }

    /// Whether nobody waits for it any more.
    pub(crate) fn is_forsaken(&self) -> bool {
        self.reply.is_closed()
    }

    /// A slice of work, where so much is left for it; gives how long it was. What cannot be thought about is passed over.
    pub(crate) fn go_on(&mut self, left: Duration) -> Duration {
        let began = Instant::now();
        let slice = SLICE.min(left);
        while let Some((at, moment)) = self.moments.front()
            && began.elapsed() < slice
        {
            let now = match moment {
                Moment::Known(found) => {
                    self.found.push(found.clone());
                    self.moments.pop_front();
                    continue;
                }
                Moment::Unknown(now) => now,
            };
            if self.thought.is_none() {
                self.thought = begin(now, *at);
            }
            let before = began.elapsed();
            let Some(thought) = &mut self.thought else {
                self.found.extend(ended(now, *at));
                self.moments.pop_front();
                continue;
            };
            let is_done = thought.go_on(&mut || began.elapsed() < slice);
            self.worked += began.elapsed() - before;
            let says_something = || simulations(thought) >= LEAST_SIMULATIONS;
            if is_done || self.worked >= MAX_WORK || self.worked >= WORK && says_something() {
                self.found.extend(told(thought, *at));
                self.moments.pop_front();
                (self.thought, self.worked) = (None, Duration::ZERO);
            }
        }
        began.elapsed()
    }

    pub(crate) fn is_done(&self) -> bool {
        self.moments.is_empty()
    }

    /// Tells what was found out so far.
    pub(crate) fn end(self, known: &mut KnownMoments) {
        known.add(self.of, &self.found);
        let next = self.moments.front().map(|(at, _)| *at).or(self.after);
        // Who has gone away needs no answer.
        self.reply.send(Part { found: self.found, next }).ok();
    }
}

/// Which moments of a match are looked at: at equal distances, or later where nobody has a choice there.
struct Due {
    all: usize,
    /// The number of the next one.
    next: usize,
}

impl Due {
    fn of(all: usize) -> Due {
        Due { all, next: 0 }
    }

    fn is(&self, at: usize) -> bool {
        at == self.all || self.next * self.all <= at * MOMENTS
    }

    fn passed(&mut self, at: usize) {
        while self.next * self.all <= at * MOMENTS && self.next <= MOMENTS {
            self.next += 1;
        }
    }
}

fn has_choice(now: &Match) -> bool {
    let count = |seat| now.seat(seat).count_moves().unwrap_or(0);
    now.decider().is_some_and(|seat| now.imagining().in_hindsight(seat).is_some() && count(seat) > 1)
}

/// The chance of a moment is always the same: no seed has anything to hide here.
fn begin(now: &Match, at: usize) -> Option<Thought> {
    let mut thought = Thought::in_hindsight(Hindsight::of(now)?, Budget::Simulations(SIMULATIONS), at as u64);
    thought.limit_memory(MAX_MEMORY);
    Some(thought)
}

fn simulations(thought: &Thought) -> u64 {
    thought.opinion().map_or(0, |opinion| opinion.simulations)
}

fn told(thought: &Thought, at: usize) -> Option<Found> {
    let is_enough = |opinion: &Opinion| opinion.is_certain || opinion.simulations >= LEAST_SIMULATIONS;
    let opinion = thought.opinion().filter(is_enough)?;
    // What the best of moves gives that were tried but a few times each is too good to be true.
    let seats = if opinion.is_certain { opinion.seats } else { opinion.means };
    let chances = seats.into_iter().map(three_digits).collect();
    Some(Found { at, chances, certain: opinion.is_certain })
}

/// How the match has ended, where that is so.
fn ended(now: &Match, at: usize) -> Option<Found> {
    let mut worlds = now.imagining().in_hindsight(0).filter(|_| now.is_over())?;
    let mut payoff = vec![0.0; now.players() as usize];
    worlds.first().payoff(&mut payoff);
    let chances = payoff.into_iter().map(|share| three_digits(f64::from(share))).collect();
    Some(Found { at, chances, certain: true })
}

#[cfg(test)]
mod tests {
    use super::{Due, MOMENTS};

    /// The moments of a match, where `skipped` are those without a choice.
    fn looked_at(all: usize, skipped: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut due = Due::of(all);
        let mut take = |at: &usize| {
            let is = due.is(*at) && !skipped(*at);
            if is {
                due.passed(*at);
            }
            is
        };
        (0..=all).filter(|at| take(at)).collect()
    }

    #[test]
    fn moments_are_spread_over_the_match_and_are_all_where_there_are_few() {
        assert_eq!(looked_at(0, |_| false), [0]);
        assert_eq!(looked_at(5, |at| at == 2), [0, 1, 3, 4, 5]);
        assert_eq!(looked_at(MOMENTS, |_| false).len(), MOMENTS + 1);
        let many = looked_at(1_000, |at| at % 3 == 1);
        assert!(many.len() <= MOMENTS + 1 && many.len() > MOMENTS - 2, "{many:?}");
        assert!(many.windows(2).all(|pair| (14..=20).contains(&(pair[1] - pair[0]))), "{many:?}");
        assert_eq!(looked_at(1_000, |at| at < 900).len(), 7, "nothing is looked at that was missed");
    }
}
