//! Pages for people, made on the server and without script: games, a match as text, forms that move. They stay beside the
//! client for browsers: they are what can always be read, and what a preview of a link shows.

mod act;
mod games;
mod invites;
mod look_on;
mod seat;

use super::html::{self, plain, text};
use super::{Answer, Asked, internal, with_type};
use crate::app::App;
use crate::door;
use crate::matches::No;
use crate::routes::Route;
use crate::shard::Job;
use draw::Letters;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;
use store::MatchId;
use table::{Grant, NoPage, Page};
use tokio::sync::oneshot;
use tokio::time::timeout;
use wire::Secret;

pub(crate) use games::open;
pub(crate) use invites::take;
pub(crate) use seat::sit;

pub(crate) const STYLE: &str = include_str!("../plain.css");

/// A page waits so long at most for what a match makes of a move.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a page says, as HTML.
pub(crate) struct Sheet {
    pub(crate) title: String,
    pub(crate) body: String,
}

impl Sheet {
    fn new(title: impl Into<String>, body: impl Into<String>) -> Sheet {
        Sheet { title: title.into(), body: body.into() }
    }

    /// What is said instead of a page.
    fn refused(no: &No) -> Sheet {
        let why = text(&no.why);
        Sheet::new(
            "Not possible",
            format!("<h1>Not possible</h1><p>{why}</p><p><a href=\"/\">All games</a></p>"),
        )
    }
}

/// A page without script.
fn html(title: &str, body: &str) -> Answer {
    with_type("text/html; charset=utf-8", html::page(title, body))
}

pub(crate) fn refused(no: &No) -> Answer {
    let sheet = Sheet::refused(no);
    html(&sheet.title, &sheet.body)
}

/// What is there at an address that a link leads to.
pub(crate) async fn sheet(asked: Asked) -> Result<Sheet, No> {
    if asked.route == Route::Watch {
        return look_on::watch(asked).await;
    }
    let made = tokio::task::spawn_blocking(move || match asked.route {
        Route::Home => Ok(games::home(&asked)),
        Route::Game => games::game(&asked),
        Route::Invited => invites::invited(&asked),
        Route::Replay => look_on::replay(&asked),
        // What a browser keeps is shown by its client alone.
        _ if asked.app.client.is_some() => Ok(Sheet::new("Tavola", "<p>This page needs script.</p>")),
        _ => Err(door::Refusal::Unknown.into()),
    });
    made.await.map_err(|_| internal())?
}

/// A page with the client for browsers around it, where there is one. The client finds out itself what is there for
/// whoever looks, so that a page that is nothing without a token is the same as one that is nothing at all.
pub(crate) fn dressed(app: &App, sheet: Result<Sheet, No>) -> Result<Answer, No> {
    let sheet = match (&app.client, sheet) {
        (None, sheet) => return sheet.map(|sheet| html(&sheet.title, &sheet.body)),
        (Some(_), Err(no)) if ["unknown", "nothing"].contains(&no.code) => Sheet::refused(&no),
        (Some(_), sheet) => sheet?,
    };
    let page = app.client.as_ref().map(|client| client.page(&html::text(&sheet.title), &sheet.body));
    Ok(with_type("text/html; charset=utf-8", page.unwrap_or_default()))
}

/// How whoever sits somewhere comes back.
fn key(own: &Secret) -> String {
    format!(
        "<p class=\"key\">Your key to this seat, to come back with: <code>{}</code></p>",
        text(own.reveal())
    )
}

async fn admit(app: &Arc<App>, of: MatchId, own: &Secret) -> Result<Grant, No> {
    let (door, own) = (Arc::clone(app), own.clone());
    let viewer = tokio::task::spawn_blocking(move || door::admit_hello(&door, of, Some(own.reveal()))).await;
    let viewer = viewer.map_err(|_| internal())??;
    Ok(viewer.grant().ok_or(door::Refusal::Unknown)?)
}

/// How a match stands for somebody who was let in.
async fn look(app: &App, of: MatchId, grant: Option<Grant>) -> Result<Box<Page>, NoPage> {
    let (reply, page) = oneshot::channel();
    app.hub.send(of, Job::Page { of, grant, reply }).map_err(|_| NoPage::Cold)?;
    timeout(PATIENCE, page).await.ok().and_then(Result::ok).unwrap_or(Err(NoPage::Cold))
}

/// The table as text.
fn table(page: &Page) -> String {
    let drawn = draw::table(&page.view, &mut Letters::new(&page.boards, page.view.seats.len()));
    let mut out = format!("<h1>{}</h1><p>", text(&page.view.game));
    for person in &page.people.seats {
        let note = if person.bot {
            " (bot)"
        } else if person.here {
            ""
        } else {
            " (away)"
        };
        _ = write!(out, "<span class=\"seat\">{}{note}</span> ", text(&person.name));
    }
    _ = write!(out, "</p><pre class=\"table\">{}</pre>", text(&plain(&drawn)));
    page.last.iter().for_each(|line| _ = write!(out, "<p class=\"last\">{}</p>", text(line)));
    if page.now.result.is_some() {
        let result =
            if page.view.outcome.is_some() { plain(&draw::result(&page.view)) } else { String::new() };
        _ = write!(out, "<p class=\"over\">The match is over.</p><pre>{}</pre>", text(&result));
    }
    for (by, line) in &page.said {
        _ = write!(out, "<p class=\"said\">{}: {}</p>", text(by), text(line));
    }
    out
}
