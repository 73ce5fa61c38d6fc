//! The rows of a store in memory, and what each change does to them: the plain meaning of a store, which the one on
//! disk is compared with. It knows neither time nor failures.

use crate::rows::{
    Chat, Hash, Invite, Listed, Match, MatchId, MatchState, Millis, Program, Seat, SeatKind, Step, Stored,
};
use crate::store::{Lease, ProcessId, Retained, Retention, someone};
use crate::write::{Change, NextStep, Opening, Outcome, Write};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tables {
    programs: BTreeMap<Hash, Program>,
    matches: BTreeMap<MatchId, Match>,
    seats: BTreeMap<(MatchId, u32), Seat>,
    invites: BTreeMap<Hash, Invite>,
    steps: BTreeMap<MatchId, Vec<Step>>,
    chat: BTreeMap<(MatchId, u32), Chat>,
    owners: BTreeMap<u16, Lease>,
}

fn done_if(holds: bool) -> Outcome {
    if holds { Outcome::Done } else { Outcome::Conflict }
}

/// Whether two rows are of the same match, whatever has happened in it since.
pub(crate) fn is_same_match(one: &Match, other: &Match) -> bool {
    one.root() == other.root() && one.opened == other.opened
}

/// Whether a match may be opened so, by itself.
pub(crate) fn is_sound(Opening { row, seats, invites }: &Opening) -> bool {
    let numbers: BTreeSet<u32> = seats.iter().map(|seat| seat.n).collect();
    let seats_fit = seats.iter().all(|seat| seat.of == row.id && seat.n < row.players);
    row.steps == 0
        && row.chain == row.root()
        && row.rematch.is_none()
        && seats_fit
        && numbers.len() == seats.len()
        && invites.iter().all(|invite| invite.of == row.id)
}

/// When a match in that state has been left alone for too long if it was touched before.
pub(crate) fn oldest(state: MatchState, now: Millis, keep: &Retention) -> Millis {
    now - match state {
        MatchState::Lobby => keep.lobby,
        MatchState::On => keep.untouched,
        MatchState::Over | MatchState::Frozen => keep.finished,
    }
}

impl Tables {
    pub(crate) fn apply(&mut self, write: &Write) -> Outcome {
        let owned = |bucket| self.owners.get(&bucket).is_some_and(|lease| lease.epoch == write.epoch);
        if !write.change.buckets().all(owned) {
            return Outcome::Fenced;
        }
        match &write.change {
            Change::Program(program) => self.add_program(program),
            Change::ProgramState { hash, state } => {
                done_if(self.programs.get_mut(hash).map(|program| program.state = *state).is_some())
            }
            Change::Open(opening) => self.open(opening),
            Change::Step(next) => self.step(next),
            Change::Standing { of, standing } => self.change_match(*of, |row| {
                (row.state, row.due, row.touched) = (standing.state, standing.due, standing.touched);
            }),
            Change::Settings { of, settings } => {
                self.change_match(*of, |row| row.settings.clone_from(settings))
            }
            Change::Seat(seat) => self.seat(seat),
            Change::Invite(invite) => self.invite(invite),
            Change::Claim { invite, seat, at } => self.claim(invite, seat, *at),
            Change::Chat(chat) => self.say(chat),
            Change::Rematch { of, next } => self.rematch(*of, next),
            Change::Forget { of, seat, token } => self.forget(*of, *seat, token),
        }
    }

    fn add_program(&mut self, program: &Program) -> Outcome {
        let kept = self.programs.entry(program.hash).or_insert_with(|| program.clone());
        done_if(kept.files == program.files && kept.semantics == program.semantics)
    }

    pub(crate) fn row(&self, of: MatchId) -> Option<&Match> {
        self.matches.get(&of)
    }

    fn change_match(&mut self, of: MatchId, change: impl FnOnce(&mut Match)) -> Outcome {
        done_if(self.matches.get_mut(&of).map(change).is_some())
    }

    fn open(&mut self, opening: &Opening) -> Outcome {
        let row = &opening.row;
        if let Some(kept) = self.matches.get(&row.id) {
            return done_if(is_same_match(kept, row));
        }
        let mut tokens = BTreeSet::new();
        let mut codes = BTreeSet::new();
        let tokens_free = opening
            .seats
            .iter()
            .filter_map(|seat| seat.token)
            .all(|token| tokens.insert(token) && self.by_token(&token).is_none());
        let codes_free = opening
            .invites
            .iter()
            .all(|invite| codes.insert(invite.hash) && !self.invites.contains_key(&invite.hash));
        let is_free = self.by_public(&row.public).is_none() && tokens_free && codes_free;
        if !is_sound(opening) || !is_free || !self.programs.contains_key(&row.program) {
            return Outcome::Conflict;
        }
        self.matches.insert(row.id, row.clone());
        self.seats.extend(opening.seats.iter().map(|seat| ((row.id, seat.n), seat.clone())));
        self.invites.extend(opening.invites.iter().map(|invite| (invite.hash, invite.clone())));
        Outcome::Done
    }

    fn step(&mut self, NextStep { of, before, step, standing }: &NextStep) -> Outcome {
        let Some(row) = self.matches.get_mut(of) else { return Outcome::Conflict };
        let steps = self.steps.entry(*of).or_default();
        if row.steps != step.n || row.chain != *before {
            return done_if(steps.get(step.n as usize).is_some_and(|kept| kept.chain == step.chain));
        }
        steps.push(step.clone());
        (row.steps, row.chain) = (step.n + 1, step.chain);
        (row.state, row.due, row.touched) = (standing.state, standing.due, standing.touched);
        Outcome::Done
    }

    fn seat(&mut self, seat: &Seat) -> Outcome {
        let at = (seat.of, seat.n);
        let in_match = self.matches.get(&seat.of).is_some_and(|row| seat.n < row.players);
        let is_newer = self.seats.get(&at).is_none_or(|kept| kept.generation <= seat.generation);
        let holder = seat.token.and_then(|token| self.by_token(&token));
        let is_free = holder.is_none_or(|holder| (holder.of, holder.n) == at);
        if !(in_match && is_newer && is_free) {
            return Outcome::Conflict;
        }
        self.seats.insert(at, seat.clone());
        Outcome::Done
    }

    fn invite(&mut self, invite: &Invite) -> Outcome {
        if !self.matches.contains_key(&invite.of) {
            return Outcome::Conflict;
        }
        done_if(self.invites.entry(invite.hash).or_insert_with(|| invite.clone()) == invite)
    }

    fn claim(&mut self, code: &Hash, seat: &Seat, at: Millis) -> Outcome {
        let Some(invite) = self.invites.get(code) else { return Outcome::Conflict };
        let is_for = invite.of == seat.of && invite.seat.is_none_or(|n| n == seat.n);
        let is_mine = self.seats.get(&(seat.of, seat.n)) == Some(seat);
        if is_for && is_mine {
            return Outcome::Done;
        }
        if !is_for || invite.uses == 0 || invite.until < at {
            return Outcome::Conflict;
        }
        let taken = self.seats.get(&(seat.of, seat.n));
        if taken.is_some_and(|kept| kept.generation >= seat.generation) {
            return Outcome::Conflict;
        }
        let outcome = self.seat(seat);
        if outcome == Outcome::Done
            && let Some(invite) = self.invites.get_mut(code)
        {
            invite.uses -= 1;
        }
        outcome
    }

    fn say(&mut self, chat: &Chat) -> Outcome {
        if !self.matches.contains_key(&chat.of) {
            return Outcome::Conflict;
        }
        done_if(self.chat.entry((chat.of, chat.n)).or_insert_with(|| chat.clone()) == chat)
    }

    fn rematch(&mut self, of: MatchId, next: &Opening) -> Outcome {
        let Some(row) = self.matches.get(&of) else { return Outcome::Conflict };
        if row.rematch.is_some() {
            return done_if(row.rematch == Some(next.row.id));
        }
        if self.matches.contains_key(&next.row.id) || self.open(next) != Outcome::Done {
            return Outcome::Conflict;
        }
        self.change_match(of, |row| row.rematch = Some(next.row.id))
    }

    fn forget(&mut self, of: MatchId, n: u32, token: &Hash) -> Outcome {
        let Some(seat) = self.seats.get_mut(&(of, n)).filter(|seat| seat.token.as_ref() == Some(token))
        else {
            return Outcome::Conflict;
        };
        (seat.name, seat.token, seat.is_forgotten) = (someone(), None, true);
        (seat.kind, seat.generation) = (SeatKind::Left, seat.generation + 1);
        self.chat.retain(|_, chat| chat.of != of || chat.seat != Some(n));
        let stays = |seat: &&Seat| {
            seat.of == of && !seat.is_forgotten && [SeatKind::Human, SeatKind::Left].contains(&seat.kind)
        };
        if !self.seats.values().any(|seat| stays(&seat)) {
            self.remove(of);
        }
        Outcome::Done
    }

    fn remove(&mut self, of: MatchId) {
        self.matches.remove(&of);
        self.steps.remove(&of);
        self.seats.retain(|_, seat| seat.of != of);
        self.invites.retain(|_, invite| invite.of != of);
        self.chat.retain(|_, chat| chat.of != of);
    }

    pub(crate) fn load(&self, of: MatchId) -> Option<Stored> {
        let row = self.matches.get(&of)?.clone();
        let all = (of, 0)..=(of, u32::MAX);
        let seats = self.seats.range(all.clone()).map(|(_, seat)| seat.clone()).collect();
        let chat = self.chat.range(all).map(|(_, chat)| chat.clone()).collect();
        Some(Stored { row, seats, steps: self.steps.get(&of).cloned().unwrap_or_default(), chat })
    }

    pub(crate) fn by_public(&self, public: &str) -> Option<MatchId> {
        self.matches.values().find(|row| row.public == public).map(|row| row.id)
    }

    pub(crate) fn by_token(&self, token: &Hash) -> Option<&Seat> {
        self.seats.values().find(|seat| seat.token.as_ref() == Some(token))
    }

    pub(crate) fn by_invite(&self, code: &Hash) -> Option<&Invite> {
        self.invites.get(code)
    }

    pub(crate) fn list(&self, tokens: &[Hash]) -> Vec<Listed> {
        let tokens: BTreeSet<&Hash> = tokens.iter().collect();
        let seats = tokens.into_iter().filter_map(|token| self.by_token(token));
        let mut found: Vec<Listed> = seats
            .filter_map(|seat| Some(Listed { row: self.matches.get(&seat.of)?.clone(), seat: seat.clone() }))
            .collect();
        found.sort_by_key(|listed| (-listed.row.touched, listed.seat.of, listed.seat.n));
        found
    }

    pub(crate) fn due(&self, until: Millis) -> Vec<(Millis, MatchId)> {
        let all = self.matches.values().filter_map(|row| Some((row.due?, row.id)));
        let mut found: Vec<_> = all.filter(|(due, _)| *due <= until).collect();
        found.sort_unstable();
        found
    }

    pub(crate) fn program(&self, hash: &Hash) -> Option<&Program> {
        self.programs.get(hash)
    }

    pub(crate) fn lease(
        &mut self,
        buckets: Range<u16>,
        owner: ProcessId,
        span: Millis,
        now: Millis,
    ) -> Vec<Lease> {
        let granted = |bucket| {
            let free = Lease { bucket, owner, epoch: 0, until: Millis::MIN };
            let lease = self.owners.entry(bucket).or_insert(free);
            *lease = next_lease(*lease, owner, span, now);
            *lease
        };
        buckets.map(granted).collect()
    }

    pub(crate) fn retain(&mut self, now: Millis, keep: &Retention) -> Retained {
        let is_old = |row: &&Match| row.touched < oldest(row.state, now, keep);
        let old: Vec<MatchId> = self.matches.values().filter(is_old).map(|row| row.id).collect();
        old.iter().for_each(|of| self.remove(*of));
        let ended = |of: &MatchId| {
            let row = self.matches.get(of);
            row.is_some_and(|row| row.state >= MatchState::Over && row.touched < now - keep.chat)
        };
        let (chat, invites, programs) = (self.chat.len(), self.invites.len(), self.programs.len());
        self.chat.retain(|(of, _), _| !ended(of));
        self.invites.retain(|_, invite| invite.until >= now);
        let named: BTreeSet<Hash> = self.matches.values().map(|row| row.program).collect();
        self.programs.retain(|hash, program| named.contains(hash) || program.added >= now - keep.lobby);
        Retained {
            matches: old.len() as u64,
            chat: (chat - self.chat.len()) as u64,
            invites: (invites - self.invites.len()) as u64,
            programs: (programs - self.programs.len()) as u64,
        }
    }
}

/// The lease of a bucket after somebody has asked for it. A new owner gets an epoch of its own; so does an old one
/// whose lease has run out, as it may have stopped without knowing what it had under way.
pub(crate) fn next_lease(lease: Lease, owner: ProcessId, span: Millis, now: Millis) -> Lease {
    let is_live = lease.epoch > 0 && lease.until > now;
    let until = now.saturating_add(span.max(0));
    match (is_live, lease.owner == owner) {
        (true, true) => Lease { until, ..lease },
        (true, false) => lease,
        (false, _) if span <= 0 => lease,
        (false, _) => Lease { owner, epoch: lease.epoch + 1, until, ..lease },
    }
}
