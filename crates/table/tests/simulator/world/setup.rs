//! The matches of a world, and who sits at them.

use super::{Event, SECOND, Setup, World, id_of};
use crate::board;
use crate::client::Client;
use crate::rows::{new_match, program};
use std::collections::BTreeSet;
use store::{
    BUCKETS, Change, Faults, MatchId, Opening, Outcome, ProcessId, Seat, SeatKind, Store as _, Write,
};
use table::{ClockKind, Delay, Rules, Settings};

impl World {
    /// A match with its clients, written as whoever opens matches writes it.
    pub(super) fn open(&mut self, (rules, counts): &(Rules, Vec<u32>)) {
        let i = self.matches.len();
        let players = counts[self.random.below(counts.len() as u64) as usize];
        let clock = match self.random.below(4) {
            0 => ClockKind::Move { ms: 15 * SECOND },
            1 => ClockKind::Bank { ms: 30 * SECOND, increment: SECOND },
            _ => ClockKind::None,
        };
        let delay = match self.random.below(6) {
            0 => Delay::Time { ms: 5 * SECOND },
            1 => Delay::Steps { n: 2 },
            2 => Delay::End,
            _ => Delay::None,
        };
        let takeover = (self.random.below(2) == 0).then_some(4 * SECOND);
        let bots = (1..players).filter(|_| self.random.below(6) == 0).collect();
        let settings = Settings { clock, delay, takeover, ..Settings::default() };
        let setup = Setup { rules: rules.clone(), settings, bots };
        let seats = (0..players).map(|n| seat(id_of(i), n, setup.bots.contains(&n))).collect();
        let row = new_match(id_of(i), players, self.random.word(), &setup.settings);
        let opening = Opening { row, seats, invites: Vec::new() };
        let owner = self.disk.open(Faults::default());
        let epoch = owner.lease(0..BUCKETS, ProcessId(1), 1).unwrap()[0].epoch;
        let changes = [Change::Program(program()), Change::Open(Box::new(opening))];
        let writes = changes.into_iter().map(|change| Write { epoch, change }).collect();
        assert_eq!(owner.commit(writes).wait(), [Outcome::Done; 2]);
        let loose = board::unordered(&serde_json::to_value(rules.game().describe()).unwrap());
        let seats = (0..players).filter(|n| !setup.bots.contains(n)).map(Some);
        let second = (self.random.below(3) == 0).then_some(Some(0));
        let watchers = (0..self.random.below(2)).map(|_| None);
        let all: Vec<Option<u32>> = seats.chain(second).chain(watchers).collect();
        for seat in all {
            self.clients.push(Client::new(i, seat, loose.clone()));
            let client = self.clients.len() - 1;
            let delay = self.pick(SECOND);
            self.after(delay, Event::Connect(client));
            self.after(2 * SECOND, Event::Act(client));
            self.after(SECOND, Event::Again(client));
            let cut = 2 * SECOND + self.pick(30 * SECOND);
            self.after(cut, Event::Cut(client));
        }
        self.matches.push(setup);
        self.durable.push((BTreeSet::new(), 0));
    }
}

fn seat(of: MatchId, n: u32, is_bot: bool) -> Seat {
    let kind = if is_bot { SeatKind::Bot } else { SeatKind::Human };
    let mut token = [0; 32];
    token[..8].copy_from_slice(&of.0.to_le_bytes());
    token[8..12].copy_from_slice(&n.to_le_bytes());
    Seat {
        of,
        n,
        name: format!("Seat {n}"),
        kind,
        bot: is_bot.then(|| "random".to_owned()),
        token: (!is_bot).then_some(token),
        generation: 1,
        team: None,
        is_forgotten: false,
    }
}
