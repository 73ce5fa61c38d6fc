//! What `commit` hands out: the place where the outcomes of its writes will stand.

use crate::write::Outcome;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The outcomes of one call of `commit`, once they are known; in the order of its writes.
#[derive(Debug)]
pub struct Ticket(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    inner: Mutex<Inner>,
    known: Condvar,
}

#[derive(Default)]
struct Inner {
    outcomes: Option<Vec<Outcome>>,
    then: Option<Box<dyn FnOnce(Vec<Outcome>) + Send>>,
}

impl std::fmt::Debug for Inner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Inner").field("outcomes", &self.outcomes).finish_non_exhaustive()
    }
}

impl Shared {
    /// A panic of who waits changes nothing here.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ticket {
    /// Of writes whose outcomes are known already.
    pub fn known(outcomes: Vec<Outcome>) -> Ticket {
        Ticket(Arc::new(Shared {
            inner: Mutex::new(Inner { outcomes: Some(outcomes), then: None }),
            known: Condvar::new(),
        }))
    }

    /// A ticket for somebody who is to be told other outcomes, so many; `told` makes them where [`Ticket::then`] would be
    /// called, and is to be as quick.
    pub fn map(
        self,
        writes: usize,
        told: impl FnOnce(&[Outcome]) -> Vec<Outcome> + Send + 'static,
    ) -> Ticket {
        let (mut answers, ticket) = Answers::new(writes);
        self.then(move |outcomes| {
            let told = told(&outcomes).into_iter().take(writes);
            told.enumerate().for_each(|(i, outcome)| answers.give(i, outcome));
        });
        ticket
    }

    /// The outcomes, once they are known.
    pub fn poll(&self) -> Option<Vec<Outcome>> {
        self.0.lock().outcomes.clone()
    }

    /// Waits for the outcomes. In a store in memory, time goes on only where somebody lets it.
    pub fn wait(&self) -> Vec<Outcome> {
        let mut inner = self.0.lock();
        loop {
            if let Some(outcomes) = &inner.outcomes {
                return outcomes.clone();
            }
            inner = self.0.known.wait(inner).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Has something done with the outcomes as soon as they are known, on the thread that finds them out, or at once.
    /// It must be quick, such as putting them into a queue: other commits wait.
    pub fn then(self, then: impl FnOnce(Vec<Outcome>) + Send + 'static) {
        let mut inner = self.0.lock();
        match inner.outcomes.clone() {
            Some(outcomes) => {
                drop(inner);
                then(outcomes);
            }
            None => inner.then = Some(Box::new(then)),
        }
    }
}

/// The other end of a ticket. Writes that nobody answered when it is dropped are `Unknown`.
#[derive(Debug)]
pub(crate) struct Answers {
    shared: Arc<Shared>,
    outcomes: Vec<Option<Outcome>>,
    left: usize,
}

impl Answers {
    pub(crate) fn new(writes: usize) -> (Answers, Ticket) {
        let shared = Arc::new(Shared::default());
        let answers = Answers { shared: Arc::clone(&shared), outcomes: vec![None; writes], left: writes };
        if writes == 0 {
            answers.tell(Vec::new());
        }
        (answers, Ticket(shared))
    }

    pub(crate) fn give(&mut self, i: usize, outcome: Outcome) {
        if self.outcomes[i].replace(outcome).is_none() {
            self.left -= 1;
            if self.left == 0 {
                self.tell(self.outcomes.iter().copied().flatten().collect());
            }
        }
    }

    fn tell(&self, outcomes: Vec<Outcome>) {
        let mut inner = self.shared.lock();
        inner.outcomes = Some(outcomes.clone());
        let then = inner.then.take();
        drop(inner);
        self.shared.known.notify_all();
        if let Some(then) = then {
            // A defect of whoever listens is not the end of all writing.
            catch_unwind(AssertUnwindSafe(|| then(outcomes))).ok();
        }
    }
}

impl Drop for Answers {
    fn drop(&mut self) {
        if self.left > 0 {
            self.tell(self.outcomes.iter().map(|o| o.unwrap_or(Outcome::Unknown)).collect());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Answers, Ticket};
    use crate::write::Outcome;
    use std::sync::mpsc::channel;

    #[test]
    fn a_listener_that_panics_ends_nothing_else() {
        let (mut answers, ticket) = Answers::new(1);
        ticket.then(|outcomes| panic!("a listener has a defect: {outcomes:?}"));
        answers.give(0, Outcome::Done);
    }

    #[test]
    fn others_are_told_other_outcomes() {
        let (mut answers, ticket) = Answers::new(2);
        let ticket = ticket.map(1, |outcomes| outcomes[1..].to_vec());
        assert_eq!(ticket.poll(), None);
        answers.give(1, Outcome::Refused);
        answers.give(0, Outcome::Done);
        assert_eq!(ticket.wait(), [Outcome::Refused]);
        let known = Ticket::known(vec![Outcome::Done]).map(2, <[Outcome]>::to_vec);
        assert_eq!(known.poll(), Some(vec![Outcome::Done, Outcome::Unknown]), "what is missing is unknown");
    }

    #[test]
    fn what_nobody_answered_is_unknown() {
        let (mut answers, ticket) = Answers::new(3);
        let (tell, told) = channel();
        answers.give(1, Outcome::Done);
        assert_eq!(ticket.poll(), None);
        drop(answers);
        ticket.then(move |outcomes| tell.send(outcomes).unwrap());
        assert_eq!(told.recv().unwrap(), [Outcome::Unknown, Outcome::Done, Outcome::Unknown]);
    }
}
