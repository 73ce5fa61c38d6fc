//! The page of whoever holds a seat: the table, and forms that move.

use super::act::{act, message};
use super::{PATIENCE, html, key, look, table};
use crate::app::App;
use crate::door;
use crate::http::form::Form;
use crate::http::html::text;
use crate::http::{Answer, Asked};
use crate::matches::No;
use crate::token;
use std::fmt::Write as _;
use std::time::Duration;
use store::MatchId;
use table::{Grant, NoPage, Page};
use tokio::time::Instant;
use wire::Secret;

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

/// The page of a seat. Where a bot has to move, its move is waited for a while.
pub(super) async fn seat_page(app: &App, of: MatchId, grant: Grant, own: &Secret, above: &str) -> Answer {
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
