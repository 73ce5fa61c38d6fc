//! Pages about games: the list of them, one game with its rules, and the form that opens a match.

use super::seat::seat_page;
use super::{Sheet, admit, key};
use crate::door;
use crate::http::form::Form;
use crate::http::html::text;
use crate::http::{Answer, Asked, internal, take_new_match};
use crate::matches::{self, No};
use crate::opening::{self, NewMatch, NewSeat, OpenedSeat, OptionValue};
use crate::token;
use engine::{Choices, GameOption, OptionKind};
use std::fmt::Write as _;
use std::sync::Arc;

/// So many seats are offered in a form.
const MAX_FORM_SEATS: u32 = 8;

/// The list of games.
pub(super) fn home(asked: &Asked) -> Sheet {
    let mut body = "<h1>Tavola</h1><p>Choose a game.</p><ul class=\"games\">".to_owned();
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
    Sheet::new("Tavola", body)
}

/// A game, with a form that opens a match of it.
pub(super) fn game(asked: &Asked) -> Result<Sheet, No> {
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
    if let Some(manual) = asked.app.library.manual(slug, None) {
        _ = write!(body, "<h2>Rules</h2><pre class=\"manual\">{}</pre>", text(&manual));
    }
    Ok(Sheet::new(&entry.title, body))
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
    let (app, from) = (Arc::clone(&asked.app), asked.asking);
    let opened = tokio::task::spawn_blocking(move || opening::open(&app, &wanted, from)).await;
    let opened = opened.map_err(|_| internal())??;
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
        _ => NewSeat::Bot(bots::BotKind::RANDOM.name()),
    };
    let options =
        form.beginning("option.").map(|(name, value)| (name.to_owned(), OptionValue::Text(value.to_owned())));
    NewMatch {
        game: game.to_owned(),
        options: options.collect(),
        players,
        seats: [me].into_iter().chain(others.map(other)).collect(),
        ..NewMatch::default()
    }
}
