//! What a form wants done: one message to the match, as a client would send it, and the answer.

use super::PATIENCE;
use crate::app::App;
use crate::http::form::Form;
use crate::matches::{self, No};
use crate::outbox::{Next, Outbox};
use crate::shard::Job;
use crate::{socket, token};
use std::sync::Arc;
use store::MatchId;
use table::{Grant, Input};
use tokio::time::{Instant, timeout_at};
use wire::{Chat, FromClient, Id, Play, Request, ToClient, Undo, Vote, raw};

/// What a form asks for; None where it only looks.
pub(super) fn message(form: &Form) -> Result<Option<FromClient>, No> {
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
pub(super) async fn act(
    app: &App,
    of: MatchId,
    grant: Grant,
    message: FromClient,
) -> Result<Option<wire::Rematch>, No> {
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
