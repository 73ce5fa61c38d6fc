//! Pages for who looks on: a match that is being played, and one that is over, move by move.

use super::{Sheet, look, table};
use crate::http::html::{plain, text};
use crate::http::{Asked, api, query};
use crate::matches::No;
use crate::token;
use draw::Letters;
use engine::view::Viewer;
use table::NoPage;

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
            "<p>Those who look on see this match later, at the table with pictures.</p>".to_owned()
        }
        Err(_) => "<p>The match cannot be shown at the moment.</p>".to_owned(),
    };
    Ok(Sheet::new("A match", format!("<p><a href=\"/\">All games</a></p>{body}{key}")))
}

/// A match that is over as it stood after so many moves: `?at=41`.
pub(super) fn replay(asked: &Asked) -> Result<Sheet, No> {
    let past = api::past(asked)?;
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
