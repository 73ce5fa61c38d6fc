//! Writes drawn from a seed: each store answers them as the others do, and has the same rows afterwards.

use crate::fixture::*;
use base::Random;
use std::collections::BTreeMap;
use store::*;

/// Few of everything, so that writes meet.
const MATCHES: i64 = 4;
const PROGRAMS: u64 = 3;
const CODES: u64 = 6;
const TOKENS: u64 = 8;

struct Draw {
    random: Random,
    /// Where each match ends, as far as anybody could know.
    tables: BTreeMap<MatchId, Table>,
}

impl Draw {
    fn below(&mut self, n: u64) -> u64 {
        self.random.below(n)
    }

    fn of(&mut self) -> MatchId {
        MatchId(self.below(MATCHES as u64) as i64 + 1)
    }

    fn token(&mut self) -> Option<Hash> {
        (self.below(3) > 0).then(|| hash(100 + self.random.below(TOKENS)))
    }

    fn code(&mut self) -> Hash {
        hash(200 + self.random.below(CODES))
    }

    fn seat(&mut self, of: MatchId) -> Seat {
        let kind = SeatKind::ALL[self.below(4) as usize];
        let generation = self.below(3) as u32;
        Seat { token: self.token(), kind, generation, ..seat(of, self.random.below(4) as u32) }
    }

    fn invite(&mut self, of: MatchId) -> Invite {
        let seat = (self.below(2) == 0).then(|| self.random.below(3) as u32);
        let uses = self.below(3) as u32;
        Invite { hash: self.code(), seat, uses, until: START + self.random.below(60) as i64, ..invite(of) }
    }

    fn opening(&mut self, of: MatchId) -> Opening {
        let mut given = opening(of);
        given.row.program = hash(self.below(PROGRAMS));
        given.row.seed[0] = u8::from(self.below(8) == 0);
        given.row.touched = START + self.below(60) as i64;
        given.row.chain = given.row.root();
        given.seats = (0..self.below(4)).map(|_| self.seat(of)).collect();
        given.invites = (0..self.below(2)).map(|_| self.invite(of)).collect();
        given
    }

    fn standing(&mut self) -> Standing {
        Standing {
            state: MatchState::ALL[self.below(4) as usize],
            due: (self.below(2) == 0).then(|| START + self.random.below(50) as i64),
            touched: START + self.below(60) as i64,
        }
    }

    fn step(&mut self) -> Change {
        let of = self.of();
        let first = Table { of, chain: opening(of).row.root(), n: 0 };
        let mut table = self.tables.get(&of).cloned().unwrap_or(first);
        table.n = if self.below(8) == 0 { table.n.wrapping_sub(1) } else { table.n };
        let number = self.below(9);
        let standing = self.standing();
        let given = step(table.n, &format!("step {number}"));
        Change::Step(Box::new(NextStep::new(of, table.chain, given, standing)))
    }

    fn change(&mut self) -> Change {
        let of = self.of();
        match self.below(20) {
            0 => Change::Program(program(self.below(PROGRAMS))),
            1 => Change::ProgramState {
                hash: hash(self.below(PROGRAMS)),
                state: ProgramState::ALL[self.random.below(3) as usize],
            },
            2 | 3 => Change::Open(Box::new(self.opening(of))),
            4 => Change::Standing { of, standing: self.standing() },
            5 => Change::Settings { of, settings: format!("{}", self.below(5)) },
            6 | 7 => Change::Seat(self.seat(of)),
            8 => Change::Invite(self.invite(of)),
            9 | 10 => {
                Change::Claim { invite: self.code(), seat: self.seat(of), at: START + self.below(60) as i64 }
            }
            11 => Change::Chat(Chat {
                text: format!("{}", self.below(2)),
                ..line(of, self.random.below(9) as u32, Some(1))
            }),
            12 => {
                let next = self.of();
                Change::Rematch { of, next: Box::new(self.opening(next)) }
            }
            13 => Change::Forget {
                of,
                seat: self.below(4) as u32,
                token: hash(100 + self.random.below(TOKENS)),
            },
            _ => self.step(),
        }
    }
}

/// Everything that can be asked of a store.
fn all(w: &dyn World) -> String {
    let store = w.store();
    let matches: Vec<_> = (1..=MATCHES).map(|id| store.load(MatchId(id)).unwrap()).collect();
    let names: Vec<_> = (1..=MATCHES).map(|id| store.by_public(&format!("match-{id}")).unwrap()).collect();
    let codes: Vec<_> = (0..CODES).map(|n| store.by_invite(&hash(200 + n)).unwrap()).collect();
    let tokens: Vec<Hash> = (0..TOKENS).map(|n| hash(100 + n)).collect();
    let seats: Vec<_> = tokens.iter().map(|token| store.by_token(token).unwrap()).collect();
    let programs: Vec<_> = (0..PROGRAMS).map(|n| store.program(&hash(n)).unwrap()).collect();
    let (listed, due) = (store.list(&tokens).unwrap(), store.due(START + 25).unwrap());
    format!("{matches:#?} {names:?} {codes:#?} {seats:#?} {programs:#?} {listed:#?} {due:?}")
}

/// How often each outcome came.
type Counts = BTreeMap<Outcome, u32>;

fn compare(seed: u64, counts: &mut Counts) {
    let worlds: [Box<dyn World>; 2] = [Box::new(Memory::new()), Box::new(Sqlite::new())];
    let mut draw = Draw { random: Random::new(seed), tables: BTreeMap::new() };
    for round in 0..25 {
        let writes: Vec<Write> = (0..draw.below(12))
            .map(|_| Write { epoch: if draw.below(20) == 0 { 2 } else { 1 }, change: draw.change() })
            .collect();
        let outcomes = worlds.each_ref().map(|w| w.store().commit(writes.clone()).wait());
        assert_eq!(outcomes[0], outcomes[1], "seed {seed}, round {round}: {writes:#?}");
        outcomes[0].iter().for_each(|outcome| *counts.entry(*outcome).or_default() += 1);
        if draw.below(10) == 0 {
            let keep = Retention { lobby: 50, untouched: 55, finished: 58, chat: 20 };
            let now = START + draw.below(110) as i64;
            let removed = worlds.each_ref().map(|w| w.store().retain(now, &keep).unwrap());
            assert_eq!(removed[0], removed[1], "seed {seed}, round {round}");
        }
        let rows = worlds.each_ref().map(|w| all(&**w));
        assert!(rows[0] == rows[1], "seed {seed}, round {round}: {}\n{}", rows[0], rows[1]);
        draw.tables = (1..=MATCHES)
            .filter_map(|id| worlds[0].load(MatchId(id)))
            .map(|stored| {
                (stored.row.id, Table { of: stored.row.id, chain: stored.row.chain, n: stored.row.steps })
            })
            .collect();
    }
}

#[test]
fn stores_answer_random_writes_alike() {
    let mut counts = Counts::new();
    (0..40).for_each(|seed| compare(seed, &mut counts));
    for outcome in [Outcome::Done, Outcome::Conflict, Outcome::Fenced] {
        assert!(counts.get(&outcome).is_some_and(|n| *n > 200), "{counts:?}");
    }
}
