//! Pages of invites: what one is for, and taking its seat.

use super::seat::seat_page;
use super::{Sheet, admit, key};
use crate::door;
use crate::http::form::Form;
use crate::http::html::text;
use crate::http::{Answer, Asked, api, internal};
use crate::matches::{self, No};
use crate::token;
use std::sync::Arc;

/// What an invite is for; looking at it takes no seat, since previews of links look too.
pub(super) fn invited(asked: &Asked) -> Result<Sheet, No> {
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
    Ok(Sheet::new(format!("{game}: an invite"), body))
}

/// Takes the seat of an invite, and shows its table.
pub(crate) async fn take(asked: Asked) -> Result<Answer, No> {
    let form = Form::read(&asked.body);
    let (app, code) = (Arc::clone(&asked.app), asked.found.get("code").to_owned());
    let name = form.get("name").unwrap_or_default().to_owned();
    let taken = tokio::task::spawn_blocking(move || matches::take(&app, &code, &name)).await;
    let taken = api::guessed(&asked, taken.map_err(|_| internal())?)?;
    let of = token::match_of(&taken.name).ok_or(door::Refusal::Unknown)?;
    let grant = admit(&asked.app, of, &taken.token).await?;
    Ok(seat_page(&asked.app, of, grant, &taken.token, &key(&taken.token)).await)
}
