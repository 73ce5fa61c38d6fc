//! Opening matches, taking seats in them, and what is asked of them besides playing. It reads and writes the store and
//! waits for it, so that it is not run where sockets are.

use crate::app::App;
use crate::config::{RULES, now};
use crate::library::{self, SEMANTICS};
use crate::lock;
use crate::shard::Job;
use crate::token::{self, Kind, NoChance};
use ::bots::BotKind;
use base::turns;
use engine::{Choices, Game};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::net::IpAddr;
use store::{
    Chain, Change, Failure, Invite, Match, MatchId, MatchState, Millis, Opening, Outcome, Seat, SeatKind,
    Store as _, Write,
};
use table::{ClockKind, Delay, Input, Settings, Watch};
use wire::{Secret, Take};

/// For so long an invite may be used.
const INVITED: Millis = 7 * 24 * 60 * 60 * 1000;

/// No more seats than this, whatever a game takes.
const MAX_SEATS: usize = 32;

const MAX_OPTIONS: usize = 32;

/// The longest name of a player, in characters.
const MAX_NAME: usize = 24;

const DAY: Millis = 24 * 60 * 60 * 1000;

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

/// What somebody wants who opens a match.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewMatch {
    pub(crate) game: String,
    #[serde(default)]
    pub(crate) options: BTreeMap<String, Value>,
    /// The fewest that there can be, unless said.
    #[serde(default)]
    pub(crate) players: Option<u32>,
    /// From the first on; those that are left out are open.
    #[serde(default)]
    pub(crate) seats: Vec<NewSeat>,
    #[serde(default)]
    pub(crate) clock: ClockKind,
    #[serde(default)]
    pub(crate) delay: Delay,
    #[serde(default)]
    pub(crate) takeover: Option<Millis>,
    #[serde(default)]
    pub(crate) watch: NewWatch,
}

/// The value of an option.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Value {
    Bool(bool),
    Number(f64),
    Text(String),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum NewSeat {
    /// For whoever opens the match, or somebody at the same screen.
    Me {
        name: String,
    },
    /// For whoever has the invite.
    Open,
    Bot(String),
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum NewWatch {
    #[default]
    All,
    Token,
    Nobody,
}

/// What whoever has opened a match needs, and nobody else may have.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Opened {
    #[serde(rename = "match")]
    pub(crate) name: String,
    pub(crate) url: String,
    /// For invites and for signing others out.
    pub(crate) host: Secret,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) watch: Option<Secret>,
    pub(crate) seats: Vec<OpenedSeat>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum OpenedSeat {
    Token(Secret),
    Invite { code: String, url: String },
    Bot(String),
}

/// A name as it can be shown to others.
pub(crate) fn name(text: &str) -> Result<String, No> {
    let text = text.trim();
    let is_shown = base::is_visible(text) && !text.chars().any(|c| c.is_control() || turns(c));
    let length = text.chars().take(MAX_NAME + 1).count();
    if is_shown && (1..=MAX_NAME).contains(&length) {
        return Ok(text.to_owned());
    }
    Err(no("bad", format!("a name has 1 to {MAX_NAME} characters that can be shown")))
}

/// Opens a match.
pub(crate) fn open(app: &App, wanted: &NewMatch, asking: IpAddr) -> Result<Opened, No> {
    let choices = choices(&wanted.options)?;
    let opened = app.library.open(&wanted.game, &choices).map_err(|why| no("bad", why))?;
    let game = opened.rules.game();
    let players = players(game, wanted)?;
    let (of, at) = (token::draw_match()?, now());
    let host = token::draw(Kind::Host)?;
    let watch = if let NewWatch::Token = wanted.watch { Some(token::draw(Kind::Watch)?) } else { None };
    let settings = settings(wanted, &host, watch.as_ref())?;
    let (mut seats, mut invites, mut told) = (Vec::new(), Vec::new(), Vec::new());
    for n in 0..players {
        let usual = if game.is_bot(n) { NewSeat::Bot(BotKind::RANDOM.name()) } else { NewSeat::Open };
        let one = seat(app, (of, n), wanted.seats.get(n as usize).unwrap_or(&usual), at)?;
        seats.push(one.0);
        invites.extend(one.1);
        told.push(one.2);
    }
    let mut row = Match {
        id: of,
        public: token::name_of(of),
        program: opened.hash,
        options: library::choices_text(&choices),
        players,
        seed: token::random()?,
        limits: library::limits_text(RULES),
        semantics: SEMANTICS,
        state: MatchState::Lobby,
        steps: 0,
        chain: Chain([0; 8]),
        settings: settings.to_text(),
        due: None,
        opened: at,
        touched: at,
        rematch: None,
    };
    row.chain = row.root();
    let name = row.public.clone();
    let open = Change::Open(Box::new(Opening { row, seats, invites }));
    if let Err(why) = write(app, of, vec![Change::Program(opened.program(at)), open.clone()]) {
        // What was kept of the same texts may name other files that lay beside them.
        let kept = app.store.program(&opened.hash)?;
        let rules =
            |kept| app.library.rules(&kept, &library::choices_text(&choices), &library::limits_text(RULES));
        if kept.and_then(rules).is_none() {
            return Err(why);
        }
        write(app, of, vec![open])?;
    }
    lock(&app.bots.purses).opened(of, asking);
    app.metrics.matches.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let url = format!("{}/m/{name}", app.url);
    Ok(Opened { name, url, host, watch, seats: told })
}

fn choices(options: &BTreeMap<String, Value>) -> Result<Choices, No> {
    if options.len() > MAX_OPTIONS {
        return Err(no("bad", format!("at most {MAX_OPTIONS} options are chosen")));
    }
    let all = options.iter().map(|(name, value)| {
        let text = match value {
            Value::Bool(yes) => yes.to_string(),
            Value::Number(x) => x.to_string(),
            Value::Text(text) => text.clone(),
        };
        (name, text)
    });
    Ok(all.fold(Choices::default(), |choices, (name, text)| choices.with(name, text)))
}

/// How many play, which is known to be possible before anything is made for them.
fn players(game: &Game, wanted: &NewMatch) -> Result<u32, No> {
    let named = wanted.seats.len();
    let fewest = game.player_counts().iter().copied().find(|count| *count as usize >= named);
    let players = wanted.players.or(fewest).unwrap_or(game.players().1);
    if named > MAX_SEATS || players as usize > MAX_SEATS || named > players as usize {
        return Err(no("bad", format!("{named} seats are more than there are")));
    }
    game.check_players(players).map_err(|why| no("bad", why))
}

fn settings(wanted: &NewMatch, host: &Secret, watch: Option<&Secret>) -> Result<Settings, No> {
    let is_long = |ms: Millis| (1_000..=30 * DAY).contains(&ms);
    let is_sound = match wanted.clock {
        ClockKind::None => true,
        ClockKind::Move { ms } => is_long(ms),
        ClockKind::Bank { ms, increment } => is_long(ms) && (0..=DAY).contains(&increment),
    };
    let delay_is_sound = match wanted.delay {
        Delay::Time { ms } => (0..=DAY).contains(&ms),
        Delay::Steps { n } => n <= 1_000,
        Delay::None | Delay::End => true,
    };
    if !is_sound || !delay_is_sound || !wanted.takeover.is_none_or(is_long) {
        return Err(no("bad", "a time is from one second to 30 days, a delay at most a day or 1000 steps"));
    }
    let hash = |secret: &Secret| token::hex(&token::hash(secret.reveal()));
    let watch = match (wanted.watch, watch) {
        (NewWatch::Token, Some(secret)) => Watch::Token(hash(secret)),
        (NewWatch::All, _) => Watch::All,
        (NewWatch::Nobody | NewWatch::Token, _) => Watch::Nobody,
    };
    let (clock, delay, takeover) = (wanted.clock, wanted.delay, wanted.takeover);
    Ok(Settings { clock, delay, takeover, watch, host: Some(hash(host)) })
}

/// A seat as it is kept, with its invite where it is open, and what whoever opens the match is told of it.
fn seat(
    app: &App,
    (of, n): (MatchId, u32),
    wanted: &NewSeat,
    at: Millis,
) -> Result<(Seat, Option<Invite>, OpenedSeat), No> {
    let empty = Seat {
        of,
        n,
        name: String::new(),
        kind: SeatKind::Open,
        bot: None,
        token: None,
        generation: 0,
        team: None,
        is_forgotten: false,
    };
    Ok(match wanted {
        NewSeat::Me { name: own } => {
            let secret = token::draw(Kind::Seat)?;
            let token = Some(token::hash(secret.reveal()));
            let seat = Seat { name: name(own)?, kind: SeatKind::Human, token, generation: 1, ..empty };
            (seat, None, OpenedSeat::Token(secret))
        }
        NewSeat::Bot(bot) => {
            let kind: BotKind = bot.parse().map_err(|error| no("bad", format!("{error}")))?;
            let called = kind.name();
            let seat = Seat {
                name: format!("Bot {}", n + 1),
                kind: SeatKind::Bot,
                bot: Some(called.clone()),
                ..empty
            };
            (seat, None, OpenedSeat::Bot(called))
        }
        NewSeat::Open => {
            let (code, invite) = new_invite(of, Some(n), at)?;
            let url = format!("{}/i/{code}", app.url);
            (empty, Some(invite), OpenedSeat::Invite { code, url })
        }
    })
}

fn new_invite(of: MatchId, seat: Option<u32>, at: Millis) -> Result<(String, Invite), No> {
    let code = token::draw_code()?;
    let invite = Invite { hash: token::hash(&code), of, seat, uses: 1, until: at + INVITED };
    Ok((code, invite))
}

/// Writes what belongs together in this order, and waits until it is durable.
fn write(app: &App, of: MatchId, changes: Vec<Change>) -> Result<(), No> {
    let epoch = app.epoch(of);
    let writes = changes.into_iter().map(|change| Write { epoch, change }).collect();
    let outcomes = app.store.commit(writes).wait();
    match outcomes.into_iter().find(|outcome| *outcome != Outcome::Done) {
        None => Ok(()),
        Some(Outcome::Conflict) => Err(no("taken", "somebody else was faster")),
        Some(_) => Err(no("storage", "it cannot be kept at the moment")),
    }
}

/// What an invite is for.
pub(crate) struct Invited {
    pub(crate) row: Match,
    pub(crate) invite: Invite,
    pub(crate) seat: Option<Seat>,
}

/// Looks at an invite without using it; whether it is used up is the same to strangers as that there was none.
pub(crate) fn invited(app: &App, code: &str) -> Result<Invited, No> {
    let gone = || no("unknown", "there is no such invite, or it was used");
    let found = if token::is_code(code) { app.store.by_invite(&token::hash(code))? } else { None };
    let invite = found.filter(|invite| invite.uses > 0 && invite.until >= now()).ok_or_else(gone)?;
    let stored = app.store.load(invite.of)?.ok_or_else(gone)?;
    let is_wanted = |seat: &&Seat| invite.seat.is_none_or(|n| n == seat.n) && seat.kind == SeatKind::Open;
    let seat = stored.seats.iter().find(is_wanted).cloned();
    Ok(Invited { row: stored.row, invite, seat })
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
    let Invited { row, invite, seat } = invited(app, code)?;
    let seat = seat.ok_or_else(|| no("taken", "the seat is taken"))?;
    let secret = token::draw(Kind::Seat)?;
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
    let secret = token::draw(Kind::Seat)?;
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
        let secret = if is_human { Some(token::draw(Kind::Seat)?) } else { None };
        let token = secret.as_ref().map(|secret| token::hash(secret.reveal()));
        let kind = if is_human { SeatKind::Human } else { old.kind };
        takes[old.n as usize] = secret.map(|token| Take { seat: n, token });
        seats.push(Seat { of: next, n, kind, token, ..old.clone() });
    }
    seats.sort_by_key(|seat| seat.n);
    let mut row = Match {
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
    row.chain = row.root();
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
        for bad in
            ["", "   ", "\u{200b}", "\u{3164}\u{fe0f}", "a\u{202e}b", "a\nb", "0123456789012345678901234"]
        {
            assert_eq!(name(bad).unwrap_err().code, "bad", "{bad:?}");
        }
    }
}
