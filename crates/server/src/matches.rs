//! Taking seats in matches, and what is asked of them besides playing. It reads and writes the store and waits for it, so
//! that it is not run where sockets are.

use crate::app::App;
use crate::config::now;
use crate::lock;
use crate::opening::OpenedSeat;
use crate::shard::Job;
use crate::token::{self, NoChance, TokenKind};
use engine::Game;
use serde::Serialize;
use store::{Change, Failure, Invite, Match, MatchId, MatchState, Millis, Opening, Outcome, Seat, SeatKind};
use table::Input;
use wire::{Secret, Take};

/// For so long an invite may be used.
const INVITED: Millis = 7 * 24 * 60 * 60 * 1000;

/// The longest name of a player, in characters.
const MAX_NAME: usize = 24;

/// Why something was not done, as a code for programs and in words for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct No {
    pub(crate) code: &'static str,
    pub(crate) why: String,
    /// After so many seconds it is worth trying again.
    pub(crate) retry: Option<u32>,
}

pub(crate) fn no(code: &'static str, why: impl Into<String>) -> No {
    No { code, why: why.into(), retry: None }
}

/// As [`no`], of what may be there later.
pub(crate) fn not_yet(code: &'static str, why: impl Into<String>, retry: u32) -> No {
    No { code, why: why.into(), retry: Some(retry) }
}

impl From<NoChance> for No {
    fn from(_: NoChance) -> No {
        no("internal", "the system has no random numbers")
    }
}

impl From<Failure> for No {
    fn from(_: Failure) -> No {
        no("storage", "matches cannot be read at the moment")
    }
}

/// A name as it can be shown to others.
pub(crate) fn name(text: &str) -> Result<String, No> {
    let text = text.trim();
    let is_shown = base::is_visible(text) && base::is_clear(text);
    let length = text.chars().take(MAX_NAME + 1).count();
    if is_shown && (1..=MAX_NAME).contains(&length) {
        return Ok(text.to_owned());
    }
    Err(no("bad", format!("a name has 1 to {MAX_NAME} characters that can be shown")))
}

pub(crate) fn new_invite(of: MatchId, seat: Option<u32>, at: Millis) -> Result<(String, Invite), No> {
    let code = token::draw_code()?;
    let invite = Invite { hash: token::hash(&code), of, seat, uses: 1, until: at + INVITED };
    Ok((code, invite))
}

/// Writes what belongs together in this order, and waits until it is durable.
pub(crate) fn write(app: &App, of: MatchId, changes: Vec<Change>) -> Result<(), No> {
    let outcomes = app.store.commit(of, app.epoch(of), changes).wait();
    match outcomes.into_iter().find(|outcome| *outcome != Outcome::Done) {
        None => Ok(()),
        Some(Outcome::Conflict) => Err(no("taken", "somebody else was faster")),
        Some(_) => Err(no("storage", "it cannot be kept at the moment")),
    }
}

/// Whatever reads the store, or rules, is done where no socket waits for it.
pub(crate) async fn beside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, No> + Send + 'static,
) -> Result<T, No> {
    tokio::task::spawn_blocking(work).await.map_err(|_| internal())?
}

pub(crate) fn internal() -> No {
    no("internal", "something went wrong here")
}

/// What an invite is for.
pub(crate) struct Invited {
    pub(crate) row: Match,
    pub(crate) invite: Invite,
    pub(crate) seat: Option<Seat>,
    /// The people who sit there, as whoever takes the seat will see them; nobody where it is taken.
    pub(crate) by: Vec<String>,
}

/// Looks at an invite without using it; whether it is used up is the same to strangers as that there was none.
pub(crate) fn invited(app: &App, code: &str) -> Result<Invited, No> {
    let gone = || no("unknown", "there is no such invite, or it was used");
    let found = if token::is_code(code) { app.store.by_invite(&token::hash(code))? } else { None };
    let invite = found.filter(|invite| invite.uses > 0 && invite.until >= now()).ok_or_else(gone)?;
    let stored = app.store.load(invite.of)?.ok_or_else(gone)?;
    let is_wanted = |seat: &&Seat| invite.seat.is_none_or(|n| n == seat.n) && seat.kind == SeatKind::Open;
    let seat = stored.seats.iter().find(is_wanted).cloned();
    let seated = stored.seats.iter().filter(|other| seat.is_some() && other.kind == SeatKind::Human);
    let by = seated.map(|other| other.name.clone()).collect();
    Ok(Invited { row: stored.row, invite, seat, by })
}

/// Who has a seat now.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Taken {
    #[serde(rename = "match")]
    pub(crate) name: String,
    pub(crate) seat: u32,
    pub(crate) token: Secret,
}

/// Takes the seat that an invite is for.
pub(crate) fn take(app: &App, code: &str, own: &str) -> Result<Taken, No> {
    let Invited { row, invite, seat, .. } = invited(app, code)?;
    let seat = seat.ok_or_else(|| no("taken", "the seat is taken"))?;
    let secret = token::draw(TokenKind::Seat)?;
    let taken = Seat {
        name: name(own)?,
        kind: SeatKind::Human,
        token: Some(token::hash(secret.reveal())),
        generation: seat.generation + 1,
        ..seat
    };
    write(app, row.id, vec![Change::Claim { invite: invite.hash, seat: taken.clone(), at: now() }])?;
    tell_seated(app, &taken);
    Ok(Taken { name: row.public, seat: taken.n, token: secret })
}

fn tell_seated(app: &App, seat: &Seat) {
    let input = Input::Seated { seat: seat.n, name: seat.name.clone(), generation: seat.generation };
    // Where the thread is gone the server stops, and the row stands.
    app.hub.send_always(seat.of, Job::Input(seat.of, Box::new(input))).ok();
}

/// Another invite to a seat that is open.
pub(crate) fn invite(app: &App, of: MatchId, n: u32) -> Result<OpenedSeat, No> {
    let stored = app.store.load(of)?.ok_or_else(|| no("unknown", "there is no such match"))?;
    let open = stored.seats.iter().find(|seat| seat.n == n && seat.kind == SeatKind::Open);
    open.ok_or_else(|| no("taken", "the seat is not open"))?;
    let (code, invite) = new_invite(of, Some(n), now())?;
    write(app, of, vec![Change::Invite(invite)])?;
    let url = format!("{}/i/{code}", app.url);
    Ok(OpenedSeat::Invite { code, url })
}

/// Gives a seat a new token: whoever held the old one is signed out everywhere.
pub(crate) fn renew(app: &App, of: MatchId, n: u32) -> Result<Taken, No> {
    let stored = app.store.load(of)?.ok_or_else(|| no("unknown", "there is no such match"))?;
    let seat = stored.seats.iter().find(|seat| seat.n == n && seat.kind == SeatKind::Human);
    let seat = seat.ok_or_else(|| no("nothing", "nobody sits there"))?.clone();
    let secret = token::draw(TokenKind::Seat)?;
    let token = Some(token::hash(secret.reveal()));
    let renewed = Seat { token, generation: seat.generation + 1, ..seat };
    write(app, of, vec![Change::Seat(renewed.clone())])?;
    tell_seated(app, &renewed);
    Ok(Taken { name: stored.row.public, seat: n, token: secret })
}

/// Where whoever sat somewhere sits in the next match.
fn moved_on(game: Option<&Game>, players: u32, seat: u32) -> u32 {
    // Where the rules say where bots sit, everybody stays.
    if game.is_none_or(Game::has_bots) { seat } else { (seat + 1) % players.max(1) }
}

/// Opens the match that follows one that is over, or finds it where it is open already.
pub(crate) fn rematch(app: &App, of: MatchId, at: Millis) -> Input {
    let opened = try_rematch(app, of, at).or_else(|why| {
        // Somebody else may have been faster.
        let next = app.store.row(of)?.and_then(|row| row.rematch);
        next.map(|next| (token::name_of(next), Vec::new())).ok_or(why)
    });
    match opened {
        Ok((public, takes)) => Input::Rematch { public, takes },
        Err(_) => Input::NoRematch,
    }
}

fn try_rematch(app: &App, of: MatchId, at: Millis) -> Result<(String, Vec<Option<Take>>), No> {
    let stored = app.store.load(of)?.ok_or_else(|| no("unknown", "there is no such match"))?;
    if stored.row.rematch.is_some() {
        return Err(no("taken", "it is open already"));
    }
    let rules = app.rules_of(&stored.row);
    let (next, players) = (token::draw_match()?, stored.row.players);
    let mut takes = vec![None; players as usize];
    let mut seats = Vec::new();
    for old in stored.seats.iter().filter(|seat| seat.n < players) {
        let n = moved_on(rules.as_ref().map(|rules| &**rules.game()), players, old.n);
        let is_human = matches!(old.kind, SeatKind::Human | SeatKind::Left) && old.token.is_some();
        let secret = if is_human { Some(token::draw(TokenKind::Seat)?) } else { None };
        let token = secret.as_ref().map(|secret| token::hash(secret.reveal()));
        let kind = if is_human { SeatKind::Human } else { old.kind };
        takes[old.n as usize] = secret.map(|token| Take { seat: n, token });
        // Who was called by the seat is called by the new one.
        let by_seat = rules.as_ref().filter(|rules| rules.game().seat_name(old.n) == old.name);
        let name = by_seat.map_or_else(|| old.name.clone(), |rules| rules.game().seat_name(n));
        seats.push(Seat { of: next, n, kind, token, name, ..old.clone() });
    }
    seats.sort_by_key(|seat| seat.n);
    let row = Match {
        id: next,
        public: token::name_of(next),
        seed: token::random()?,
        state: MatchState::Lobby,
        steps: 0,
        due: None,
        opened: at,
        touched: at,
        rematch: None,
        ..stored.row
    };
    let row = row.rooted();
    let public = row.public.clone();
    let opening = Opening { row, seats, invites: Vec::new() };
    write(app, of, vec![Change::Rematch { of, next: Box::new(opening) }])?;
    lock(&app.bots.purses).follows(of, next);
    Ok((public, takes))
}

/// The place that whoever holds a seat has in the next match, with a new token for it.
pub(crate) fn next(app: &App, of: MatchId, seat: u32) -> Result<Taken, No> {
    let row = app.store.row(of)?.ok_or_else(|| no("unknown", "there is no such match"))?;
    let next = row.rematch.ok_or_else(|| no("nothing", "nobody has asked for another match"))?;
    let rules = app.rules_of(&row);
    let n = moved_on(rules.as_ref().map(|rules| &**rules.game()), row.players, seat);
    renew(app, next, n)
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn names_are_short_and_show_what_they_are() {
        assert_eq!(name("  Ann "), Ok("Ann".to_owned()));
        let unseen = ["", "   ", "\u{200b}", "\u{3164}\u{fe0f}", "a\u{202e}b", "a\nb", "a\u{2028}b"];
        // They would look like the names of others.
        let alike = [
            "An\u{200b}n",
            "Ann\u{200d}",
            "A\u{200c}nn",
            "Ann\u{fe0f}",
            "\u{feff}Ann",
            "A\u{ad}nn",
            "\u{2800}Ann",
        ];
        let long = ["0123456789012345678901234", "\u{1F469}\u{200D}"];
        for bad in unseen.into_iter().chain(alike).chain(long) {
            assert_eq!(name(bad).unwrap_err().code, "bad", "{bad:?}");
        }
        let joined = [
            "\u{1F469}\u{200D}\u{1F680}",
            "\u{2764}\u{fe0f}",
            "\u{0645}\u{06cc}\u{200c}\u{062e}\u{0648}",
            "Zo\u{eb}",
        ];
        for good in joined {
            assert_eq!(name(good), Ok(good.to_owned()), "{good:?}");
        }
    }
}
