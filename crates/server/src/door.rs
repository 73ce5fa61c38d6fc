//! The one place where a token becomes a viewer. Nothing else makes one, and whatever is told of a match or done in it
//! asks for one.

use crate::app::App;
use crate::routes::Route;
use crate::token::{self, TokenKind};
use store::{Failure, Hash, Match, MatchId, Seat};
use table::{Grant, Settings, Watch};

/// Somebody who may do what the route that it came by is for.
#[derive(Clone, Debug)]
pub(crate) struct Viewer {
    of: Option<MatchId>,
    who: Who,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Who {
    Nobody,
    Seat(Grant),
    Host,
    Watcher,
}

/// Why somebody is not let in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    /// There is nothing there for whoever asks; the same where there is nothing at all.
    Unknown,
    Storage,
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Refusal {
        match failure {
            Failure::Damaged(_) => Refusal::Unknown,
            Failure::Storage(_) => Refusal::Storage,
        }
    }
}

impl Viewer {
    /// The match that it may look at.
    pub(crate) fn of(&self) -> Result<MatchId, Refusal> {
        self.of.ok_or(Refusal::Unknown)
    }

    pub(crate) fn who(&self) -> Who {
        self.who
    }

    /// Its seat, as tables want to know it.
    pub(crate) fn grant(&self) -> Option<Grant> {
        if let Who::Seat(grant) = self.who { Some(grant) } else { None }
    }
}

/// Lets somebody in by a route, to a match where the route is about one. It reads the store and may take a while.
pub(crate) fn admit(
    app: &App,
    route: Route,
    of: Option<MatchId>,
    token: Option<&str>,
) -> Result<Viewer, Refusal> {
    let access = route.row().access;
    let Some(token) = token else {
        return match of {
            _ if !access.anyone => Err(Refusal::Unknown),
            None => Ok(Viewer { of: None, who: Who::Nobody }),
            Some(of) if settings(&row(app, of)?).watch == Watch::All => {
                Ok(Viewer { of: Some(of), who: Who::Watcher })
            }
            Some(_) => Err(Refusal::Unknown),
        };
    };
    let (kind, hash) = token::parse(token).ok_or(Refusal::Unknown)?;
    match kind {
        TokenKind::Seat if access.seat => seat(app, of.ok_or(Refusal::Unknown)?, &hash),
        TokenKind::Host if access.host => {
            let of = of.ok_or(Refusal::Unknown)?;
            let is_host = settings(&row(app, of)?).host == Some(token::hex(&hash));
            is_host.then_some(Viewer { of: Some(of), who: Who::Host }).ok_or(Refusal::Unknown)
        }
        TokenKind::Watch if access.watch => {
            let of = of.ok_or(Refusal::Unknown)?;
            let may = settings(&row(app, of)?).watch == Watch::Token(token::hex(&hash));
            may.then_some(Viewer { of: Some(of), who: Who::Watcher }).ok_or(Refusal::Unknown)
        }
        _ => Err(Refusal::Unknown),
    }
}

/// Lets somebody in who says hello over a socket, with a token for a seat or to look on.
pub(crate) fn admit_hello(app: &App, of: MatchId, token: Option<&str>) -> Result<Viewer, Refusal> {
    match token.map(token::parse) {
        None => admit(app, Route::Watch, Some(of), None),
        Some(Some((TokenKind::Seat, hash))) => seat(app, of, &hash),
        Some(Some((TokenKind::Watch, _))) => admit(app, Route::ApiMatch, Some(of), token),
        Some(_) => Err(Refusal::Unknown),
    }
}

/// As [`admit_hello`], for whoever can be let in without reading the store; None says nothing.
pub(crate) fn admit_hello_at_once(app: &App, of: MatchId, token: Option<&str>) -> Option<Viewer> {
    let (TokenKind::Seat, hash) = token::parse(token?)? else { return None };
    app.store.seat_in_memory(of, &hash).map(|seat| seated(of, &seat))
}

fn seat(app: &App, of: MatchId, hash: &Hash) -> Result<Viewer, Refusal> {
    let seat = app.store.seat(of, hash)?.ok_or(Refusal::Unknown)?;
    Ok(seated(of, &seat))
}

fn seated(of: MatchId, seat: &Seat) -> Viewer {
    let grant = Grant { seat: seat.n, generation: seat.generation };
    Viewer { of: Some(of), who: Who::Seat(grant) }
}

fn row(app: &App, of: MatchId) -> Result<Match, Refusal> {
    app.store.row(of)?.ok_or(Refusal::Unknown)
}

/// What cannot be read lets nobody in.
pub(crate) fn settings(row: &Match) -> Settings {
    let closed = Settings { watch: Watch::Nobody, ..Settings::default() };
    Settings::read(&row.settings).unwrap_or(closed)
}
