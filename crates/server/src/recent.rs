//! The matches that were opened last, as they were opened: whoever opens one says hello at once, and neither the token
//! nor the new table needs the database then. It knows no database. A match is forgotten before its settings or seats
//! change, and that it is new is forgotten before anything is added to it.

use crate::lock;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Mutex;
use store::{Change, Hash, MatchId, Millis, Opening, Outcome, Seat, Stored};

/// So many are known at once, for so long.
const MAX_MATCHES: usize = 256;
const KNOWN: Millis = 60_000;

#[derive(Debug, Default)]
pub(crate) struct Recent(Mutex<Matches>);

#[derive(Debug, Default)]
struct Matches {
    all: BTreeMap<MatchId, Entry>,
    /// From the oldest on; some are forgotten already.
    order: VecDeque<MatchId>,
}

#[derive(Debug)]
struct Entry {
    opening: Opening,
    until: Millis,
    /// It is in the database.
    is_open: bool,
    /// Nothing was added to it.
    is_new: bool,
}

impl Recent {
    /// What is to be written together. The match that is opened by it, and by which of the changes, of which
    /// [`Recent::written`] wants to know.
    pub(crate) fn write(&self, changes: &[Change], now: Millis) -> Option<(usize, MatchId)> {
        let mut matches = lock(&self.0);
        let mut opened = None;
        for (i, change) in changes.iter().enumerate() {
            match change {
                // They change neither the match's row nor who sits there.
                Change::Program(_) | Change::ProgramState { .. } | Change::Invite(_) => {}
                Change::Open(opening) if matches.put(opening, now) => opened = Some((i, opening.row.id)),
                // It was opened before, and may have changed since.
                Change::Open(_) => {}
                Change::Step(_) | Change::Chat(_) | Change::Standing { .. } => {
                    let entry = change.of().and_then(|of| matches.all.get_mut(&of));
                    entry.into_iter().for_each(|entry| entry.is_new = false);
                }
                Change::Settings { .. }
                | Change::Seat(_)
                | Change::Claim { .. }
                | Change::Rematch { .. }
                | Change::Forget { .. } => {
                    change.of().into_iter().for_each(|of| _ = matches.all.remove(&of));
                }
            }
        }
        opened
    }

    /// What became of it.
    pub(crate) fn written(&self, opened: MatchId, outcome: Outcome) {
        let mut matches = lock(&self.0);
        if outcome == Outcome::Done {
            matches.all.get_mut(&opened).into_iter().for_each(|entry| entry.is_open = true);
        } else {
            matches.all.remove(&opened);
        }
    }

    /// The match, where nothing was added to it since it was opened.
    pub(crate) fn load(&self, of: MatchId, now: Millis) -> Option<Stored> {
        let matches = lock(&self.0);
        let Opening { row, seats, .. } = &matches.open(of, now).filter(|entry| entry.is_new)?.opening;
        Some(Stored { row: row.clone(), seats: seats.clone(), steps: Vec::new(), chat: Vec::new() })
    }

    /// The seat of a match that a token holds.
    pub(crate) fn seat(&self, of: MatchId, token: &Hash, now: Millis) -> Option<Seat> {
        let matches = lock(&self.0);
        let seats = &matches.open(of, now)?.opening.seats;
        seats.iter().find(|seat| seat.token.as_ref() == Some(token)).cloned()
    }
}

impl Matches {
    fn open(&self, of: MatchId, now: Millis) -> Option<&Entry> {
        self.all.get(&of).filter(|entry| entry.is_open && now < entry.until)
    }

    /// Whether it was not known before. A draft is opened again with each change that comes while it is being written, as
    /// it was before any of them.
    fn put(&mut self, opening: &Opening, now: Millis) -> bool {
        let of = opening.row.id;
        if self.order.contains(&of) {
            return false;
        }
        self.order.push_back(of);
        let opening = opening.clone();
        self.all.insert(of, Entry { opening, until: now + KNOWN, is_open: false, is_new: true });
        while self.order.len() > MAX_MATCHES {
            let oldest = self.order.pop_front();
            oldest.into_iter().for_each(|of| _ = self.all.remove(&of));
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::{KNOWN, MAX_MATCHES, Recent};
    use store::{Change, Hash, Match, MatchId, MatchState, Opening, Outcome, Seat, Standing};

    fn opening(n: i64) -> Opening {
        let of = MatchId(n);
        let row = Match::new(of, n.to_string(), [0; 32]);
        let seat = Seat::held(of, 0, "Ann".to_owned(), Some(TOKEN));
        Opening { row, seats: vec![seat], invites: Vec::new() }
    }

    const TOKEN: Hash = [7; 32];

    fn opened(n: i64) -> Recent {
        let recent = Recent::default();
        open(&recent, n);
        recent
    }

    fn open(recent: &Recent, n: i64) {
        assert_eq!(recent.write(&[Change::Open(Box::new(opening(n)))], 0), Some((0, MatchId(n))));
        recent.written(MatchId(n), Outcome::Done);
    }

    /// Whether the match is known with its seat, and whether as it was opened.
    fn known(recent: &Recent, n: i64, now: i64) -> (bool, bool) {
        (recent.seat(MatchId(n), &TOKEN, now).is_some(), recent.load(MatchId(n), now).is_some())
    }

    #[test]
    fn a_match_is_known_once_it_stands_and_for_a_while() {
        let recent = Recent::default();
        recent.write(&[Change::Open(Box::new(opening(1)))], 0);
        assert_eq!(known(&recent, 1, 1), (false, false), "nobody knows yet whether it stands");
        recent.written(MatchId(1), Outcome::Unknown);
        assert_eq!(known(&recent, 1, 1), (false, false));
        let recent = opened(1);
        assert_eq!([known(&recent, 1, KNOWN - 1), known(&recent, 1, KNOWN)], [(true, true), (false, false)]);
        assert!(recent.seat(MatchId(1), &[8; 32], 1).is_none(), "another token");
        let loaded = recent.load(MatchId(1), 1).unwrap();
        assert_eq!((loaded.row, loaded.seats), (opening(1).row, opening(1).seats));
    }

    #[test]
    fn what_is_written_of_it_is_read_where_it_was_written() {
        let standing = Standing { state: MatchState::On, due: None, touched: 1 };
        let of = MatchId(1);
        let recent = opened(1);
        recent.write(&[Change::Standing { of, standing }], 1);
        assert_eq!(known(&recent, 1, 2), (true, false), "the tokens are what they were");
        let seat = Seat { generation: 2, token: Some([8; 32]), ..opening(1).seats[0].clone() };
        let settings = Change::Settings { of, settings: String::new() };
        let forget = Change::Forget { of, seat: 0, token: TOKEN };
        let rematch = Change::Rematch { of, next: Box::new(opening(2)) };
        for change in [Change::Seat(seat), settings, forget, rematch] {
            let recent = opened(1);
            recent.write(std::slice::from_ref(&change), 1);
            assert_eq!(known(&recent, 1, 2), (false, false), "{change:?}");
        }
    }

    #[test]
    fn what_is_opened_again_is_not_as_it_was() {
        let recent = Recent::default();
        let open = Change::Open(Box::new(opening(1)));
        let seat = Seat { generation: 2, token: Some([8; 32]), ..opening(1).seats[0].clone() };
        recent.write(&[open.clone(), Change::Seat(seat)], 0);
        assert_eq!(recent.write(&[open], 0), None);
        recent.written(MatchId(1), Outcome::Done);
        assert_eq!(known(&recent, 1, 1), (false, false), "its token is an old one");
    }

    #[test]
    fn the_oldest_are_forgotten() {
        let recent = Recent::default();
        let all = MAX_MATCHES as i64 + 1;
        (0..all).for_each(|n| open(&recent, n));
        assert_eq!([known(&recent, 0, 1), known(&recent, 1, 1)], [(false, false), (true, true)]);
    }
}
