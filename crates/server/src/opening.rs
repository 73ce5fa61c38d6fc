//! Opening matches as somebody wants them. But for [`open_at_once`] it reads and writes the store and waits for it, so
//! that it is not run where sockets are.

use crate::app::App;
use crate::config::{RULES, now};
use crate::drafts::{Draft, TooMany};
use crate::library::{self, SEMANTICS};
use crate::lock;
use crate::matches::{No, beside, name, new_invite, no, not_yet, write};
use crate::token::{self, TokenKind};
use ::bots::BotKind;
use engine::{Choices, Game};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use store::{Change, Invite, Match, MatchId, Millis, Opening, Outcome, Seat, SeatKind};
use table::{ClockKind, Delay, Settings, Watch};
use tokio::sync::oneshot;
use wire::Secret;

/// No more seats than this, whatever a game takes.
const MAX_SEATS: usize = 32;

const MAX_OPTIONS: usize = 32;

const DAY: Millis = 24 * 60 * 60 * 1000;

/// What somebody wants who opens a match.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewMatch {
    pub(crate) game: String,
    #[serde(default)]
    pub(crate) options: BTreeMap<String, OptionValue>,
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
    /// Nothing is kept of it until somebody does something in it.
    #[serde(default)]
    pub(crate) draft: bool,
}

/// The value of an option.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum OptionValue {
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
pub(crate) struct OpenedMatch {
    #[serde(rename = "match")]
    pub(crate) name: String,
    pub(crate) url: String,
    /// For invites and for signing others out.
    pub(crate) host: Secret,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) watch: Option<Secret>,
    pub(crate) seats: Vec<OpenedSeat>,
}

impl OpenedMatch {
    pub(crate) fn new(
        app: &App,
        of: MatchId,
        host: Secret,
        watch: Option<Secret>,
        seats: Vec<OpenedSeat>,
    ) -> OpenedMatch {
        let name = token::name_of(of);
        let url = format!("{}/m/{name}", app.url);
        OpenedMatch { name, url, host, watch, seats }
    }
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum OpenedSeat {
    Token(Secret),
    Invite { code: String, url: String },
    Bot(String),
}

/// Opens a match, waiting for the database.
pub(crate) fn open(app: &App, wanted: &NewMatch, asking: IpAddr) -> Result<OpenedMatch, No> {
    let choices = choices(&wanted.options)?;
    let program = app.library.open(&wanted.game, &choices).map_err(|why| no("bad", why))?;
    let (opening, opened) = prepare(app, wanted, &choices, &program)?;
    let of = opening.row.id;
    if wanted.draft {
        keep_in_memory(app, opening, program, asking)?;
    } else {
        keep(app, opening, &program)?;
    }
    lock(&app.bots.purses).opened(of, asking);
    Ok(opened)
}

/// As [`open`]; where all but the database is at hand no thread waits for it.
pub(crate) async fn open_at_once(app: Arc<App>, wanted: NewMatch, asking: IpAddr) -> Result<OpenedMatch, No> {
    let choices = choices(&wanted.options)?;
    let fresh = app.library.fresh(&wanted.game, &choices);
    let Some(program) = fresh.filter(|program| !wanted.draft && app.store.knows_program(&program.hash))
    else {
        return beside(move || open(&app, &wanted, asking)).await;
    };
    let (opening, opened) = prepare(&app, &wanted, &choices, &program)?;
    let of = opening.row.id;
    let (tell, told) = oneshot::channel();
    let open = vec![Change::Open(Box::new(opening.clone()))];
    app.store.commit(of, app.epoch(of), open).then(|outcomes| _ = tell.send(outcomes));
    match told.await.as_deref() {
        Ok([Outcome::Done]) => _ = app.metrics.matches.fetch_add(1, Relaxed),
        // The program has been removed.
        Ok([Outcome::Conflict]) => {
            let app = Arc::clone(&app);
            beside(move || {
                app.store.forget_program(&program.hash);
                keep(&app, opening, &program)
            })
            .await?;
        }
        _ => return Err(no("storage", "it cannot be kept at the moment")),
    }
    lock(&app.bots.purses).opened(of, asking);
    Ok(opened)
}

/// A new match, and what whoever opens it is told.
fn prepare(
    app: &App,
    wanted: &NewMatch,
    choices: &Choices,
    program: &library::Playable,
) -> Result<(Opening, OpenedMatch), No> {
    let game = program.rules.game();
    let players = players(game, wanted)?;
    let (of, at) = (token::draw_match()?, now());
    let host = token::draw(TokenKind::Host)?;
    let watch = if let NewWatch::Token = wanted.watch { Some(token::draw(TokenKind::Watch)?) } else { None };
    let settings = settings(wanted, &host, watch.as_ref())?;
    let usual = |n: u32| if game.is_bot(n) { NewSeat::Bot(BotKind::RANDOM.name()) } else { NewSeat::Open };
    let Seats { seats, invites, told } = seats(app, (of, at), players, &wanted.seats, usual)?;
    if wanted.draft {
        check_draft(wanted, &seats)?;
    }
    let row = Match {
        options: library::choices_text(choices),
        players,
        seed: token::random()?,
        limits: library::limits_text(RULES),
        semantics: SEMANTICS,
        settings: settings.to_text(),
        opened: at,
        touched: at,
        ..Match::new(of, token::name_of(of), program.hash)
    };
    let opening = Opening { row: row.rooted(), seats, invites };
    Ok((opening, OpenedMatch::new(app, of, host, watch, told)))
}

/// Who sits at a new match.
pub(crate) struct Seats {
    pub(crate) seats: Vec<Seat>,
    pub(crate) invites: Vec<Invite>,
    /// What whoever opens the match is told of each seat.
    pub(crate) told: Vec<OpenedSeat>,
}

/// As they are wanted; `usual` says who sits where nobody is named.
pub(crate) fn seats(
    app: &App,
    (of, at): (MatchId, Millis),
    players: u32,
    wanted: &[NewSeat],
    usual: impl Fn(u32) -> NewSeat,
) -> Result<Seats, No> {
    let mut all = Seats { seats: Vec::new(), invites: Vec::new(), told: Vec::new() };
    for n in 0..players {
        let usual = usual(n);
        let (seat, invite, told) = seat(app, (of, n), wanted.get(n as usize).unwrap_or(&usual), at)?;
        all.seats.push(seat);
        all.invites.extend(invite);
        all.told.push(told);
    }
    Ok(all)
}

/// Writes a new match.
fn keep(app: &App, opening: Opening, program: &library::Playable) -> Result<(), No> {
    let of = opening.row.id;
    let at = opening.row.opened;
    let (options, limits) = (opening.row.options.clone(), opening.row.limits.clone());
    let open = Change::Open(Box::new(opening));
    // A program is long, and most matches begin with one that is there.
    let is_there = app.store.knows_program(&program.hash) && write(app, of, vec![open.clone()]).is_ok();
    if !is_there {
        if let Err(why) = write(app, of, vec![Change::Program(program.program(at)), open.clone()]) {
            if !has_same_rules(app, program, &options, &limits)? {
                return Err(why);
            }
            write(app, of, vec![open])?;
        }
        app.store.note_program(program.hash);
    }
    app.metrics.matches.fetch_add(1, Relaxed);
    Ok(())
}

/// Whether what is kept of a program leads to its rules: what was kept of the same texts may name other files that lay
/// beside them.
fn has_same_rules(app: &App, program: &library::Playable, options: &str, limits: &str) -> Result<bool, No> {
    let kept = app.store.program(&program.hash)?;
    Ok(kept.and_then(|kept| app.library.rules(&kept, options, limits)).is_some())
}

/// Keeps a new match as long as somebody looks at it, until somebody does something in it.
fn keep_in_memory(app: &App, opening: Opening, program: library::Playable, asking: IpAddr) -> Result<(), No> {
    let kept = app.store.program(&program.hash)?;
    let Match { options, limits, .. } = &opening.row;
    if kept.is_some() && !has_same_rules(app, &program, options, limits)? {
        return Err(no("storage", "it cannot be kept at the moment"));
    }
    let draft = Draft::new(opening, program, asking);
    app.store
        .draft(draft)
        .map_err(|TooMany| not_yet("busy", "too many tables are looked at; try again later", 10))
}

/// That only people of one screen and bots sit at a draft, and nothing happens in it by the clock.
fn check_draft(wanted: &NewMatch, seats: &[Seat]) -> Result<(), No> {
    let is_quiet = matches!(wanted.clock, ClockKind::None) && wanted.takeover.is_none();
    let is_own = seats.iter().any(|seat| seat.kind == SeatKind::Human);
    let has_all = seats.iter().all(|seat| seat.kind != SeatKind::Open);
    if is_quiet && is_own && has_all {
        return Ok(());
    }
    Err(no("bad", "a draft has a seat of one's own, no open ones, no clock and no takeover"))
}

fn choices(options: &BTreeMap<String, OptionValue>) -> Result<Choices, No> {
    if options.len() > MAX_OPTIONS {
        return Err(no("bad", format!("at most {MAX_OPTIONS} options are chosen")));
    }
    let all = options.iter().map(|(name, value)| {
        let text = match value {
            OptionValue::Bool(yes) => yes.to_string(),
            OptionValue::Number(x) => x.to_string(),
            OptionValue::Text(text) => text.clone(),
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
    if named > MAX_SEATS || named > players as usize {
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
    let watch = match (wanted.watch, watch) {
        (NewWatch::Token, Some(secret)) => Watch::Token(known_as(secret)),
        (NewWatch::All, _) => Watch::All,
        (NewWatch::Nobody | NewWatch::Token, _) => Watch::Nobody,
    };
    let (clock, delay, takeover) = (wanted.clock, wanted.delay, wanted.takeover);
    Ok(Settings { clock, delay, takeover, watch, host: Some(known_as(host)) })
}

/// By what settings know a token.
pub(crate) fn known_as(secret: &Secret) -> String {
    token::hex(&token::hash(secret.reveal()))
}

/// A seat as it is kept, with its invite where it is open, and what whoever opens the match is told of it.
fn seat(
    app: &App,
    (of, n): (MatchId, u32),
    wanted: &NewSeat,
    at: Millis,
) -> Result<(Seat, Option<Invite>, OpenedSeat), No> {
    let empty = Seat::open(of, n);
    Ok(match wanted {
        NewSeat::Me { name: own } => {
            let secret = token::draw(TokenKind::Seat)?;
            let token = Some(token::hash(secret.reveal()));
            let seat = Seat::held(of, n, name(own)?, token);
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
