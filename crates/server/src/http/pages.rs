//! Pages for people, made on the server and without script: games, a match as text, forms that move. They stay when there
//! is a client: they are what can always be read, and what a preview of a link shows.

use super::form::Form;
use super::html::{page, plain, text};
use super::{Answer, Asked, api, take_new_match, with_type};
use crate::app::App;
use crate::door;
use crate::matches::{self, NewMatch, NewSeat, No, OpenedSeat, Value};
use crate::outbox::{Next, Outbox};
use crate::shard::Job;
use crate::{socket, token};
use draw::Letters;
use engine::view::Viewer;
use engine::{Choices, GameOption, OptionKind};
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;
use store::{MatchId, Store as _};
use table::{Grant, Input, NoPage, Page};
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout, timeout_at};
use wire::{Chat, FromClient, Id, Play, Request, Secret, ToClient, Undo, Vote, raw};

pub(crate) const STYLE: &str = include_str!("plain.css");

/// A page waits so long at most for what a match makes of a move.
const PATIENCE: Duration = Duration::from_secs(5);

/// So many seats are offered in a form.
const MAX_FORM_SEATS: u32 = 8;

/// The largest file of the client that is served.
const MAX_FILE: u64 = 8 << 20;

fn html(title: &str, body: &str) -> Answer {
    with_type("text/html; charset=utf-8", page(title, body))
}

pub(crate) fn refused(no: &No) -> Answer {
    html(
        "Not possible",
        &format!("<h1>Not possible</h1><p>{}</p><p><a href=\"/\">All games</a></p>", text(&no.why)),
    )
}

/// The list of games.
pub(crate) fn home(asked: &Asked) -> Result<Answer, No> {
    let mut body = "<h1>Tavola</h1><p>Choose a game.".to_owned();
    if asked.app.config.client.is_some() {
        body.push_str(" There is also a <a href=\"/app/\">table with pictures</a>.");
    }
    body.push_str("</p><ul class=\"games\">");
    let mut games: Vec<_> = asked.app.library.all().collect();
    games.sort_by_key(|(_, entry)| entry.title.to_lowercase());
    for (slug, entry) in games {
        let about = entry.about.texts.in_language("en").unwrap_or_default();
        let minutes =
            entry.about.minutes.map_or_else(String::new, |minutes| format!(" <small>{minutes} min</small>"));
        _ = write!(
            body,
            "<li><a href=\"/g/{}\">{}</a>{minutes}<br>{}</li>",
            text(slug),
            text(&entry.title),
            text(about)
        );
    }
    body.push_str("</ul>");
    Ok(html("Tavola", &body))
}

/// A game, with a form that opens a match of it.
pub(crate) fn game(asked: &Asked) -> Result<Answer, No> {
    let slug = asked.found.get("game");
    let entry = asked.app.library.entry(slug).ok_or(door::Refusal::Unknown)?;
    let opened = asked.app.library.open(slug, &Choices::default());
    let about = entry.about.texts.in_language("en").unwrap_or_default();
    let mut body =
        format!("<p><a href=\"/\">All games</a></p><h1>{}</h1><p>{}</p>", text(&entry.title), text(about));
    match &opened {
        Ok(opened) => body.push_str(&open_form(slug, opened.rules.game())),
        Err(why) => _ = write!(body, "<p>It cannot be played: {}</p>", text(why)),
    }
    if let Some(manual) = asked.app.library.manual(slug) {
        _ = write!(body, "<h2>Rules</h2><pre class=\"manual\">{}</pre>", text(&manual));
    }
    Ok(html(&entry.title, &body))
}

fn open_form(slug: &str, game: &engine::Game) -> String {
    let mut form = format!(
        "<form method=\"post\" action=\"/g/{}\"><h2>Play</h2>\
         <p><label>Your name <input name=\"name\" maxlength=\"24\" value=\"Guest\" required></label></p>",
        text(slug)
    );
    form.push_str("<p><label>Players <select name=\"players\">");
    for count in game.player_counts() {
        _ = write!(form, "<option>{count}</option>");
    }
    form.push_str("</select></label></p>");
    for n in 1..game.players().1.min(MAX_FORM_SEATS) {
        let name = text(&game.seat_name(n));
        _ = write!(
            form,
            "<p><label>{name} <select name=\"seat.{n}\"><option value=\"bot\">a bot</option>\
             <option value=\"open\">somebody I invite</option></select></label></p>"
        );
    }
    game.options()
        .iter()
        .filter(|option| !option.is_param)
        .for_each(|option| form.push_str(&option_field(option)));
    form.push_str("<p><button>Play</button></p></form>");
    form
}

fn option_field(option: &GameOption) -> String {
    let (name, label) = (text(&option.name), text(option.prompt.as_deref().unwrap_or(&option.name)));
    let field = match &option.kind {
        OptionKind::Bool => choice(&name, &["true", "false"].map(str::to_owned), &option.default),
        OptionKind::Choice(all) => choice(&name, all, &option.default),
        OptionKind::Whole { from, to } => format!(
            "<input type=\"number\" name=\"option.{name}\" min=\"{from}\" max=\"{to}\" value=\"{}\">",
            text(&option.default)
        ),
        _ => format!("<input name=\"option.{name}\" value=\"{}\">", text(&option.default)),
    };
    format!("<p><label>{label} {field}</label></p>")
}

fn choice(name: &str, all: &[String], default: &str) -> String {
    let option = |value: &String| {
        let selected = if value == default { " selected" } else { "" };
        format!("<option{selected}>{}</option>", text(value))
    };
    let options: String = all.iter().map(option).collect();
    format!("<select name=\"option.{name}\">{options}</select>")
}

/// Opens a match, and shows its table to whoever has opened it.
pub(crate) async fn open(asked: Asked) -> Result<Answer, No> {
    let form = Form::read(&asked.body);
    let wanted = wanted(asked.found.get("game"), &form);
    take_new_match(&asked.app, asked.asking)?;
    let app = Arc::clone(&asked.app);
    let opened = tokio::task::spawn_blocking(move || matches::open(&app, &wanted)).await;
    let opened = opened.map_err(|_| super::internal())??;
    let mut above = String::new();
    for (n, seat) in opened.seats.iter().enumerate() {
        if let OpenedSeat::Invite { url, .. } = seat {
            _ = write!(above, "<p>Invite for seat {}: <a href=\"{u}\">{u}</a></p>", n + 1, u = text(url));
        }
    }
    let own = opened.seats.iter().find_map(|seat| match seat {
        OpenedSeat::Token(secret) => Some(secret.clone()),
        _ => None,
    });
    let own = own.ok_or_else(|| matches::no("bad", "take a seat"))?;
    let of = token::match_of(&opened.name).ok_or(door::Refusal::Unknown)?;
    let grant = admit(&asked.app, of, &own).await?;
    above.push_str(&key(&own));
    Ok(seat_page(&asked.app, of, grant, &own, &above).await)
}

fn wanted(game: &str, form: &Form) -> NewMatch {
    let players: Option<u32> = form.get("players").and_then(|players| players.parse().ok());
    let me = NewSeat::Me { name: form.get("name").unwrap_or_default().to_owned() };
    let others = 1..players.unwrap_or(1).min(MAX_FORM_SEATS);
    let other = |n: u32| match form.get(&format!("seat.{n}")) {
        Some("open") => NewSeat::Open,
        _ => NewSeat::Bot(bots::BotKind::RANDOM.name.to_owned()),
    };
    let options =
        form.beginning("option.").map(|(name, value)| (name.to_owned(), Value::Text(value.to_owned())));
    NewMatch {
        game: game.to_owned(),
        options: options.collect(),
        players,
        seats: [me].into_iter().chain(others.map(other)).collect(),
        ..NewMatch::default()
    }
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
    let viewer = viewer.map_err(|_| super::internal())??;
    Ok(viewer.grant().ok_or(door::Refusal::Unknown)?)
}

/// A match for who looks on.
pub(crate) async fn watch(asked: Asked) -> Result<Answer, No> {
    let of = asked.viewer.of()?;
    let name = token::name_of(of);
    let key = format!(
        "<form method=\"post\" action=\"/m/{name}\"><p><label>Your key \
         <input name=\"token\" autocomplete=\"off\" required></label> <button>Take my seat</button></p></form>"
    );
    let body = match look(&asked.app, of, None).await {
        Ok(page) => {
            let over = page.now.result.is_some();
            let replay = if over {
                format!("<p><a href=\"/r/{name}\">Look at it move by move</a></p>")
            } else {
                String::new()
            };
            format!("{}<p><a href=\"/m/{name}\">Look again</a></p>{replay}", table(&page))
        }
        Err(NoPage::Later) => {
            "<p>Those who look on see this match later, at the table with pictures.</p>".to_owned()
        }
        Err(_) => "<p>The match cannot be shown at the moment.</p>".to_owned(),
    };
    Ok(html("A match", &format!("<p><a href=\"/\">All games</a></p>{body}{key}")))
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

/// A match for a seat, after what its form asks for was done.
pub(crate) async fn sit(asked: Asked) -> Result<Answer, No> {
    let form = Form::read(&asked.body);
    let of = asked.viewer.of()?;
    let grant = asked.viewer.grant().ok_or(door::Refusal::Unknown)?;
    let own = Secret::new(form.get("token").unwrap_or_default());
    let mut above = String::new();
    if let Some(message) = message(&form)? {
        match act(&asked.app, of, grant, message).await {
            Ok(Some(next)) => above = next_match(&next),
            Ok(None) => {}
            Err(no) => above = format!("<p class=\"no\">{}</p>", text(&no.why)),
        }
    }
    Ok(seat_page(&asked.app, of, grant, &own, &above).await)
}

fn next_match(next: &wire::Rematch) -> String {
    let name = text(&next.r#match);
    let Some(take) = &next.take else { return format!("<p><a href=\"/m/{name}\">The next match</a></p>") };
    format!(
        "<form method=\"post\" action=\"/m/{name}\"><input type=\"hidden\" name=\"token\" value=\"{}\">\
         <p><button>To the next match</button></p></form>{}",
        text(take.token.reveal()),
        key(&take.token)
    )
}

/// What a form asks for; None where it only looks.
fn message(form: &Form) -> Result<Option<FromClient>, No> {
    let id = Id(token::random()?);
    let number = |name: &str| form.get(name).and_then(|value| value.parse::<u64>().ok());
    Ok(Some(match form.get("do").unwrap_or_default() {
        "play" => {
            let typed = form.get("typed").map(str::trim).filter(|typed| !typed.is_empty());
            let path = match (typed, number("move")) {
                (Some(typed), _) => raw(&typed),
                (None, Some(number)) => raw(&number),
                (None, None) => return Err(matches::no("bad", "choose a move, or type one")),
            };
            FromClient::Play(Play { id, q: number("q").unwrap_or(0), path })
        }
        "chat" => FromClient::Chat(Chat { id, text: form.get("text").unwrap_or_default().to_owned() }),
        "undo" => FromClient::Undo(Undo { id, to: None }),
        "yes" | "no" => {
            let of = number("vote").and_then(|of| u32::try_from(of).ok()).unwrap_or(0);
            FromClient::Vote(Vote { id, of, yes: form.get("do") == Some("yes") })
        }
        "resign" => FromClient::Resign(Request { id }),
        "back" => FromClient::Back(Request { id }),
        "rematch" => FromClient::Rematch(Request { id }),
        _ => return Ok(None),
    }))
}

/// Sends a message as a client would that comes for it alone, and waits for the answer; gives the next match where one
/// was asked for.
async fn act(app: &App, of: MatchId, grant: Grant, message: FromClient) -> Result<Option<wire::Rematch>, No> {
    let busy = |_| matches::no("busy", "too much is under way; try again");
    let (conn, id, is_rematch) =
        (socket::next_conn(), message.id(), matches!(message, FromClient::Rematch(_)));
    let quotas = &app.config.quotas;
    let outbox = Arc::new(Outbox::new(quotas.outbox_messages, quotas.outbox_bytes));
    let hello = Box::new(Input::Hello { conn, grant: Some(grant), have: None, legend: None });
    app.hub.send(of, Job::Hello { of, conn, outbox: Arc::clone(&outbox), input: hello }).map_err(busy)?;
    let sent = app.hub.send(of, Job::Input(of, Box::new(Input::Message { conn, message, lag: 0 })));
    let answered = match sent {
        Ok(()) => answered(&outbox, id, is_rematch).await,
        Err(gone) => Err(busy(gone)),
    };
    app.hub.send_always(of, Job::Input(of, Box::new(Input::Left { conn }))).ok();
    answered
}

async fn answered(outbox: &Outbox, id: Option<Id>, is_rematch: bool) -> Result<Option<wire::Rematch>, No> {
    let late = || matches::no("storage", "no answer came in time; look again");
    let until = Instant::now() + PATIENCE;
    loop {
        let next = timeout_at(until, outbox.next()).await.map_err(|_| late())?;
        let Next::Send(message) = next else { return Err(late()) };
        match ToClient::read(&message) {
            Ok(ToClient::Ack(ack)) if Some(ack.id) == id && !is_rematch => return Ok(None),
            Ok(ToClient::No(no)) if Some(no.id) == id => return Err(matches::no("no", no.why)),
            Ok(ToClient::Rematch(next)) => return Ok(Some(next)),
            Ok(ToClient::Bye(_)) => return Err(late()),
            _ => {}
        }
    }
}

/// The page of a seat. Where a bot has to move, its move is waited for a while.
async fn seat_page(app: &App, of: MatchId, grant: Grant, own: &Secret, above: &str) -> Answer {
    let until = Instant::now() + PATIENCE;
    let page = loop {
        match look(app, of, Some(grant)).await {
            Ok(page) if page.is_bot_asked && page.asked.is_none() && Instant::now() < until => {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            page => break page,
        }
    };
    let name = token::name_of(of);
    let body = match page {
        Ok(page) => format!("{above}{}{}", table(&page), forms(&page, &name, own)),
        Err(NoPage::SignedOut) => "<p>Somebody else has this seat by now.</p>".to_owned(),
        Err(_) => format!(
            "{above}<p>The match cannot be shown at the moment.</p>{}",
            wish(&name, own, "look", "Look again")
        ),
    };
    html("A match", &format!("<p><a href=\"/\">All games</a></p>{body}"))
}

fn begin(name: &str, own: &Secret, wish: &str) -> String {
    format!(
        "<form method=\"post\" action=\"/m/{name}\"><input type=\"hidden\" name=\"token\" value=\"{}\">\
         <input type=\"hidden\" name=\"do\" value=\"{wish}\">",
        text(own.reveal())
    )
}

/// A button that says one thing.
fn wish(name: &str, own: &Secret, wish: &str, label: &str) -> String {
    format!("{}<button>{label}</button></form>", begin(name, own, wish))
}

fn forms(page: &Page, name: &str, own: &Secret) -> String {
    let mut out = String::new();
    if let Some(asked) = &page.asked {
        let prompt = asked.prompt.as_deref().unwrap_or("It is your move");
        _ = write!(out, "<h2>{}</h2>{}", text(prompt), begin(name, own, "play"));
        _ = write!(out, "<input type=\"hidden\" name=\"q\" value=\"{}\"><p class=\"moves\">", asked.q);
        for (number, shown) in asked.moves.iter().enumerate() {
            _ = write!(out, "<button name=\"move\" value=\"{number}\">{}</button> ", text(shown));
        }
        out.push_str("</p></form>");
        _ = write!(
            out,
            "{}<input type=\"hidden\" name=\"q\" value=\"{}\"><p><label>or type a move \
             <input name=\"typed\" autocomplete=\"off\"></label> <button>Play it</button></p></form>",
            begin(name, own, "play"),
            asked.q
        );
    } else if page.now.result.is_none() {
        out.push_str("<p>Others have to move.</p>");
    }
    out.push_str(&wish(name, own, "look", "Look again"));
    if page.now.undo.is_some() {
        out.push_str(&wish(name, own, "undo", "Take my move back"));
    }
    if let Some(vote) = page.now.vote.as_ref().filter(|vote| page.seat != Some(vote.by)) {
        let what = match vote.kind {
            wire::VoteKind::Undo => "take a move back",
            wire::VoteKind::Draw => "a draw",
        };
        let answer = |word: &str, label: &str| {
            let hidden = format!("<input type=\"hidden\" name=\"vote\" value=\"{}\">", vote.of);
            format!("{}{hidden}<button>{label}</button></form>", begin(name, own, word))
        };
        _ = write!(
            out,
            "<p>Seat {} asks for: {what}.</p>{}{}",
            vote.by + 1,
            answer("yes", "Yes"),
            answer("no", "No")
        );
    }
    if page.now.result.is_some() {
        out.push_str(&wish(name, own, "rematch", "Play again"));
        _ = write!(out, "<p><a href=\"/r/{name}\">Look at it move by move</a></p>");
    } else {
        out.push_str(&wish(name, own, "resign", "Give up"));
    }
    _ = write!(
        out,
        "{}<p><label>Say <input name=\"text\" maxlength=\"500\" autocomplete=\"off\"></label> <button>Say it</button></p></form>",
        begin(name, own, "chat")
    );
    out
}

/// What an invite is for; looking at it takes no seat, since previews of links look too.
pub(crate) fn invited(asked: &Asked) -> Result<Answer, No> {
    let code = asked.found.get("code");
    let found = api::guessed(asked, matches::invited(&asked.app, code))?;
    let game = asked.app.store.program(&found.row.program)?.map_or_else(String::new, |program| program.name);
    let body = match found.seat {
        Some(seat) => format!(
            "<h1>{}</h1><p>You are invited to seat {} of {}.</p><form method=\"post\" action=\"/i/{}\">\
             <p><label>Your name <input name=\"name\" maxlength=\"24\" required></label> \
             <button>Take the seat</button></p></form>",
            text(&game),
            seat.n + 1,
            found.row.players,
            text(code)
        ),
        None => "<p>The seat is taken.</p>".to_owned(),
    };
    Ok(html(&format!("{game}: an invite"), &body))
}

/// Takes the seat of an invite, and shows its table.
pub(crate) async fn take(asked: Asked) -> Result<Answer, No> {
    let form = Form::read(&asked.body);
    let (app, code) = (Arc::clone(&asked.app), asked.found.get("code").to_owned());
    let name = form.get("name").unwrap_or_default().to_owned();
    let taken = tokio::task::spawn_blocking(move || matches::take(&app, &code, &name)).await;
    let taken = api::guessed(&asked, taken.map_err(|_| super::internal())?)?;
    let of = token::match_of(&taken.name).ok_or(door::Refusal::Unknown)?;
    let grant = admit(&asked.app, of, &taken.token).await?;
    Ok(seat_page(&asked.app, of, grant, &taken.token, &key(&taken.token)).await)
}

/// A match that is over as it stood after so many moves: `?at=41`.
pub(crate) fn replay(asked: &Asked) -> Result<Answer, No> {
    let past = api::past(asked)?;
    let at = asked.query.split('&').find_map(|field| field.strip_prefix("at="));
    let at = at.and_then(|at| at.parse::<usize>().ok()).unwrap_or(past.len()).min(past.len());
    let match_at = past.at(at)?;
    let view = match_at.view(Viewer::Spectator);
    let classes = past.rules.game().board_classes();
    let drawn = draw::table(&view, &mut Letters::new(&classes, view.seats.len()));
    let name = token::name_of(asked.viewer.of()?);
    let link = |n: usize, label: &str| format!("<a href=\"/r/{name}?at={n}\">{label}</a> ");
    let body = format!(
        "<h1>{}</h1><p>Move {at} of {}</p><pre class=\"table\">{}</pre><p>{}{}{}{}</p>",
        text(&view.game),
        past.len(),
        text(&plain(&drawn)),
        link(0, "first"),
        link(at.saturating_sub(1), "back"),
        link((at + 1).min(past.len()), "on"),
        link(past.len(), "last"),
    );
    Ok(html("A match that is over", &body))
}

/// A file of the client for browsers.
pub(crate) fn client(asked: &Asked) -> Result<Answer, No> {
    let folder = asked.app.config.client.as_ref().ok_or(door::Refusal::Unknown)?;
    let rest = asked.found.get("rest");
    let is_plain =
        rest.split('/').all(|piece| !piece.starts_with('.') && !piece.contains(['\\', ':', '%', '\0']));
    let path = if rest.is_empty() { "index.html" } else { rest };
    let unknown = || No::from(door::Refusal::Unknown);
    let found = folder.canonicalize().and_then(|folder| Ok((folder.join(path).canonicalize()?, folder)));
    let (file, folder) = found.map_err(|_| unknown())?;
    let is_file = is_plain && file.starts_with(&folder) && file.is_file();
    let size = file.metadata().map_or(u64::MAX, |data| data.len());
    if !is_file || size > MAX_FILE {
        return Err(unknown());
    }
    let kind = match file.extension().and_then(|ending| ending.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    };
    Ok(with_type(kind, std::fs::read(&file).map_err(|_| unknown())?))
}
