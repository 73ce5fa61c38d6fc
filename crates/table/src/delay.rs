//! What those who look on are shown later: the same stream, with how the match stood with each step. It knows no match.

use crate::settings::Delay;
use std::collections::VecDeque;
use std::sync::Arc;
use store::Millis;
use wire::{Now, Raw};

/// How a match stood, for who looks on.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    pub(crate) v: u64,
    pub(crate) table: Raw,
    pub(crate) now: Now,
}

/// Something that is shown later.
#[derive(Debug)]
pub(crate) struct Held {
    /// When it happened.
    pub(crate) at: Millis,
    /// With which step of the stream.
    pub(crate) v: u64,
    pub(crate) what: What,
}

#[derive(Debug)]
pub(crate) enum What {
    /// A step, and how it stands with it. The message is not there where the step was read again.
    Step(Option<Arc<str>>, Box<Shown>),
    Message(Arc<str>),
}

#[derive(Debug)]
pub(crate) struct Delayed {
    delay: Delay,
    /// How it stands for who looks on.
    pub(crate) shown: Shown,
    held: VecDeque<Held>,
}

impl Delayed {
    /// None where nothing is delayed.
    pub(crate) fn new(delay: Delay, shown: Shown) -> Option<Delayed> {
        (delay != Delay::None).then(|| Delayed { delay, shown, held: VecDeque::new() })
    }

    pub(crate) fn hold(&mut self, held: Held) {
        // Before the end nothing else is shown, and then all at once.
        if self.delay != Delay::End {
            self.held.push_back(held);
        }
    }

    /// Takes the next of what may be shown now, where the stream of those who play has so many steps.
    pub(crate) fn release(&mut self, now: Millis, v: u64, is_over: bool) -> Option<Held> {
        let next = self.held.front()?;
        let is_due = match self.delay {
            Delay::None => true,
            Delay::Time { ms } => next.at + ms <= now,
            Delay::Steps { n } => is_over || next.v + n <= v,
            Delay::End => is_over,
        };
        if !is_due {
            return None;
        }
        let held = self.held.pop_front()?;
        if let What::Step(_, shown) = &held.what {
            self.shown = (**shown).clone();
        }
        Some(held)
    }

    /// Whether all may be shown as it stands from now on.
    pub(crate) fn is_ended(&self, is_over: bool) -> bool {
        is_over && (self.delay == Delay::End || self.held.is_empty())
    }

    pub(crate) fn holds(&self) -> bool {
        !self.held.is_empty()
    }

    /// What was said before this may be shown.
    pub(crate) fn shows_until(&self, now: Millis) -> Millis {
        match self.delay {
            Delay::Time { ms } => now - ms,
            Delay::End => Millis::MIN,
            Delay::None | Delay::Steps { .. } => self.held.front().map_or(Millis::MAX, |held| held.at - 1),
        }
    }

    pub(crate) fn due(&self) -> Option<Millis> {
        match (self.delay, self.held.front()) {
            (Delay::Time { ms }, Some(next)) => Some(next.at + ms),
            _ => None,
        }
    }
}
