//! What was looked at while a body was read, so that it is read again only after some of that has changed.

use crate::typed::FunctionId;
use std::collections::BTreeSet;

/// What is found in all of the code together: the fields of [`Offers`](super::offers) and [`Sinks`](super::sinks::Sinks)
/// that have these names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Shared {
    Values,
    Zones,
    Begun,
    Acts,
    Actions,
}

/// What one body looks at. Where offers find things brought is not among it: that is asked for functions alone.
#[derive(Default)]
pub(super) struct Uses {
    pub(super) functions: BTreeSet<FunctionId>,
    pub(super) shared: BTreeSet<Shared>,
}

/// When what bodies look at has changed the last time. Times are counted in changes.
#[derive(Default)]
pub(super) struct Changes {
    now: u64,
    functions: Vec<u64>,
    shared: [u64; Shared::Actions as usize + 1],
}

impl Changes {
    pub(super) fn of_function(&mut self, f: FunctionId) {
        self.now += 1;
        if self.functions.len() <= f.index() {
            self.functions.resize(f.index() + 1, 0);
        }
        self.functions[f.index()] = self.now;
    }

    pub(super) fn of(&mut self, shared: Shared) {
        self.now += 1;
        self.shared[shared as usize] = self.now;
    }

    pub(super) fn now(&self) -> u64 {
        self.now
    }

    /// Whether something that is used has changed after this time.
    pub(super) fn concern(&self, uses: &Uses, since: u64) -> bool {
        let of_function = |f: &FunctionId| self.functions.get(f.index()).is_some_and(|at| *at > since);
        uses.functions.iter().any(of_function) || uses.shared.iter().any(|s| self.shared[*s as usize] > since)
    }
}

/// What bodies look at, in their order, and when they were read the last time.
pub(super) struct Known(Vec<Option<(Uses, u64)>>);

impl Known {
    pub(super) fn none(bodies: usize) -> Known {
        Known((0..bodies).map(|_| None).collect())
    }

    /// Whether nothing has changed at which a body looks since it was read.
    pub(super) fn holds(&self, body: usize, changes: &Changes) -> bool {
        self.0[body].as_ref().is_some_and(|(uses, since)| !changes.concern(uses, *since))
    }

    /// A body was read that looks at these, which began at this time.
    pub(super) fn read(&mut self, body: usize, uses: Uses, since: u64) {
        self.0[body] = Some((uses, since));
    }
}
