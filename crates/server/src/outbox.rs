//! What waits to be sent over one socket. Whoever fills it never waits: what is too much is thrown away, and once the
//! socket takes something again, how the match stands is told anew. What is put in together where nothing waits goes out
//! however much it is: how the match stands may be more than may wait, and is told whole or never.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

#[derive(Debug)]
pub(crate) struct Outbox {
    state: Mutex<State>,
    changed: Notify,
    most_messages: usize,
    most_bytes: usize,
}

#[derive(Debug, Default)]
struct State {
    messages: VecDeque<Arc<str>>,
    bytes: usize,
    /// All that waits was put in together, and more may come to it.
    is_together: bool,
    /// Something was thrown away.
    has_lost: bool,
    is_closed: bool,
}

/// What is to be done for a socket.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Next {
    Send(Arc<str>),
    /// Nothing waits, and something was thrown away.
    TellAnew,
    Close,
}

impl Outbox {
    pub(crate) fn new(most_messages: usize, most_bytes: usize) -> Outbox {
        Outbox { state: Mutex::default(), changed: Notify::new(), most_messages, most_bytes }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts something in and wakes whoever sends it; whether all that waited had to be thrown away.
    pub(crate) fn push(&self, text: Arc<str>) -> bool {
        let has_lost = self.put(text);
        self.wake();
        has_lost
    }

    /// As [`Outbox::push`], where more is to come before it is sent, see [`Outbox::wake`].
    pub(crate) fn put(&self, text: Arc<str>) -> bool {
        let mut state = self.lock();
        if state.is_closed || state.has_lost {
            return false;
        }
        state.is_together |= state.messages.is_empty();
        state.bytes += text.len();
        state.messages.push_back(text);
        let is_too_much = state.messages.len() > self.most_messages || state.bytes > self.most_bytes;
        if is_too_much && !state.is_together {
            (state.messages, state.bytes, state.has_lost) = (VecDeque::new(), 0, true);
        }
        state.has_lost
    }

    /// What was put in is to be sent now; what comes next is not together with it.
    pub(crate) fn wake(&self) {
        self.lock().is_together = false;
        self.changed.notify_one();
    }

    /// What waits is sent, and then the socket is closed.
    pub(crate) fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_one();
    }

    /// The last that is sent, also where something was thrown away before; then the socket is closed.
    pub(crate) fn close_with(&self, text: Arc<str>) {
        let mut state = self.lock();
        if !state.is_closed {
            state.bytes += text.len();
            state.messages.push_back(text);
            state.is_closed = true;
        }
        self.changed.notify_one();
    }

    /// Whether nothing more that is put in is sent.
    pub(crate) fn is_closed(&self) -> bool {
        self.lock().is_closed
    }

    fn take(&self) -> Option<Next> {
        let mut state = self.lock();
        if let Some(text) = state.messages.pop_front() {
            state.bytes -= text.len();
            return Some(Next::Send(text));
        }
        if state.is_closed {
            return Some(Next::Close);
        }
        std::mem::take(&mut state.has_lost).then_some(Next::TellAnew)
    }

    /// What is to be done where nothing has to be waited for.
    pub(crate) fn next_now(&self) -> Option<Next> {
        self.take()
    }

    pub(crate) async fn next(&self) -> Next {
        loop {
            if let Some(next) = self.take() {
                return next;
            }
            self.changed.notified().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Next, Outbox};
    use std::sync::Arc;

    fn sent(outbox: &Outbox) -> Vec<Next> {
        std::iter::from_fn(|| outbox.take()).take(9).collect()
    }

    #[test]
    fn what_is_too_much_is_thrown_away_and_told_anew() {
        let outbox = Outbox::new(3, 100);
        let push = |text: &str| outbox.push(Arc::from(text));
        assert!(!push("a") && !push("b"));
        assert_eq!(sent(&outbox), [Next::Send(Arc::from("a")), Next::Send(Arc::from("b"))]);
        assert_eq!(
            [push("1"), push("2"), push("3"), push("4"), push("5")],
            [false, false, false, true, false]
        );
        assert_eq!(sent(&outbox), [Next::TellAnew]);
        let long = "x".repeat(200);
        assert!(!push(&long), "one message goes out, however long it is");
        assert!(push("more"));
        assert_eq!(sent(&outbox), [Next::TellAnew]);
        let together = [long.as_str(), "a", "b", "c"];
        assert!(together.iter().all(|text| !outbox.put(Arc::from(*text))), "and so does what comes with it");
        outbox.wake();
        assert_eq!(sent(&outbox), together.map(|text| Next::Send(Arc::from(text))));
        assert!(!push("1") && !push("2") && !push("3") && push("4"), "too much");
        outbox.close_with(Arc::from("last"));
        push("too late");
        outbox.close_with(Arc::from("later"));
        assert_eq!(sent(&outbox)[..2], [Next::Send(Arc::from("last")), Next::Close]);
    }
}
