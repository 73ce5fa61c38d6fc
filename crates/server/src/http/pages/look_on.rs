//! Pages for who looks on: a match that is being played, and one that is over, move by move.

use super::{Sheet, look, table};
use crate::app::App;
use crate::door;
use crate::http::html::{plain, text};
use crate::http::{Asked, api, query};
use crate::matches::No;
use crate::token;
use draw::Letters;
use engine::view::Viewer;
use std::sync::Arc;
use store::MatchId;
use table::{Delay, NoPage};

/// A match for who looks on.
pub(super) async fn watch(asked: Asked) -> Result<Sheet, No> {
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
            let app = Arc::clone(&asked.app);
            let delay = tokio::task::spawn_blocking(move || delay_of(&app, of)).await;
            let delay = delay.ok().flatten().unwrap_or_else(|| "later".to_owned());
            format!("<p>Those who look on see this match {delay}, at the table with pictures.</p>")
        }
        Err(_) => "<p>The match cannot be shown at the moment.</p>".to_owned(),
    };
    Ok(Sheet::new("A match", format!("<p><a href=\"/\">All games</a></p>{body}{key}")))
}

/// How much later those see a match who look on.
fn delay_of(app: &App, of: MatchId) -> Option<String> {
    let row = app.store.row(of).ok()??;
    Some(later(door::settings(&row).delay))
}

/// In words: `two minutes later`.
fn later(delay: Delay) -> String {
    let many = |n: u64, what: &str| format!("{n} {what}{} later", if n == 1 { "" } else { "s" });
    match delay {
        Delay::None => "as it is played".to_owned(),
        Delay::Time { ms } if ms >= 120_000 && ms % 60_000 == 0 => many(ms.unsigned_abs() / 60_000, "minute"),
        Delay::Time { ms } => many(ms.unsigned_abs().div_ceil(1_000), "second"),
        Delay::Steps { n } => many(n, "step"),
        Delay::End => "when it is over".to_owned(),
    }
}

/// A match that is over as it stood after so many moves: `?at=41`.
pub(super) fn replay(asked: &Asked) -> Result<Sheet, No> {
    let (_turn, past) = api::past(asked)?;
    let at = query(&asked.query, "at");
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
    Ok(Sheet::new("A match that is over", body))
}

#[cfg(test)]
mod tests {
    use super::later;
    use table::Delay;

    #[test]
    fn a_delay_is_said_in_words() {
        for (delay, words) in [
            (Delay::Time { ms: 120_000 }, "2 minutes later"),
            (Delay::Time { ms: 90_500 }, "91 seconds later"),
            (Delay::Time { ms: 1_000 }, "1 second later"),
            (Delay::Steps { n: 3 }, "3 steps later"),
            (Delay::End, "when it is over"),
        ] {
            assert_eq!(later(delay), words);
        }
    }
}
