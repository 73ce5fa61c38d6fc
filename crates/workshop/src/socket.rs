//! One socket of the page or of a table on it: the token, then messages to the desk and what the desk sends back. What
//! messages mean is not decided here.

use crate::desk::{Job, Who};
use crate::http::Served;
use crate::messages::FromDesk;
use engine::view::Viewer;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;
use tokio::sync::mpsc::{self, Receiver};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use wire::{Bye, ByeWhy, FromClient, PROTO, ToClient};

type Stream = WebSocketStream<TokioIo<Upgraded>>;

/// The longest message: a file of the largest size, every sign of which may be written as an escape.
const MAX_MESSAGE: usize = 6 * project::MAX_BYTES as usize + 4096;

/// To show the token.
const HELLO: Duration = Duration::from_secs(5);

/// A socket over which nothing comes for so long is closed.
const SILENCE: Duration = Duration::from_secs(30);

/// Messages that wait for one socket.
const MAX_WAITING: usize = 4096;

static NUMBERS: AtomicU64 = AtomicU64::new(1);

/// Which of the two sockets was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SocketKind {
    Desk,
    Table,
}

/// From the upgrade of a connection to its end.
pub(crate) async fn run(served: Arc<Served>, upgraded: Upgraded, kind: SocketKind) {
    let most = if kind == SocketKind::Desk { MAX_MESSAGE } else { wire::MAX_FRAME };
    let config = WebSocketConfig::default().max_message_size(Some(most)).max_frame_size(Some(most));
    let io = TokioIo::new(upgraded);
    let stream = WebSocketStream::from_raw_socket(io, Role::Server, Some(config)).await;
    let (mut sink, mut source) = stream.split();
    let Ok(Some(Ok(Message::Text(first)))) = timeout(HELLO, source.next()).await else { return };
    let who = match greeted(&served, kind, &first) {
        Ok(who) => who,
        Err(why) => {
            let bye = ToClient::Bye(Bye { why, retry: None }).to_text();
            // Who does not take a farewell goes without.
            _ = timeout(HELLO, async { sink.send(Message::text(bye)).await.and(sink.close().await) }).await;
            return;
        }
    };
    let conn = NUMBERS.fetch_add(1, Relaxed);
    let (out, waiting) = mpsc::channel(MAX_WAITING);
    if served.jobs.send(Job::Join { conn, who, out }).is_err() {
        return;
    }
    tokio::select! {
        () = send(sink, waiting) => {}
        () = receive(&served, source, kind, conn) => {}
    }
    // Where the desk is gone everything ends.
    drop(served.jobs.send(Job::Left { conn }));
}

fn greeted(served: &Served, kind: SocketKind, first: &str) -> Result<Who, ByeWhy> {
    if kind == SocketKind::Desk {
        let open = serde_json::from_str::<FromDesk>(first).map_err(|_| ByeWhy::Unknown)?;
        let FromDesk::Open(open) = open else { return Err(ByeWhy::Unknown) };
        return if served.is_token(open.token.reveal()) { Ok(Who::Page) } else { Err(ByeWhy::Unknown) };
    }
    let Ok(FromClient::Hello(hello)) = wire::frame(first.as_bytes()) else { return Err(ByeWhy::Unknown) };
    if hello.proto != PROTO {
        return Err(ByeWhy::Proto);
    }
    let is_known = hello.token.is_some_and(|token| served.is_token(token.reveal()));
    let viewer = viewer(&hello.r#match).filter(|_| is_known).ok_or(ByeWhy::Unknown)?;
    Ok(Who::Table(viewer, hello.legend))
}

/// Whose eyes a name of a table stands for: `seat-0`, or `watch`.
fn viewer(name: &str) -> Option<Viewer> {
    match name.strip_prefix("seat-") {
        Some(seat) => seat.parse().ok().map(Viewer::Seat),
        None => (name == "watch").then_some(Viewer::Spectator),
    }
}

async fn send(mut sink: SplitSink<Stream, Message>, mut waiting: Receiver<Arc<str>>) {
    while let Some(text) = waiting.recv().await {
        if !matches!(timeout(SILENCE, sink.send(Message::text(&*text))).await, Ok(Ok(()))) {
            return;
        }
    }
    _ = timeout(HELLO, sink.close()).await;
}

async fn receive(served: &Served, mut source: SplitStream<Stream>, kind: SocketKind, conn: u64) {
    while let Ok(Some(Ok(message))) = timeout(SILENCE, source.next()).await {
        let text = match message {
            Message::Text(text) => text,
            Message::Ping(_) | Message::Pong(_) => continue,
            Message::Binary(_) | Message::Close(_) | Message::Frame(_) => return,
        };
        let job = match kind {
            SocketKind::Desk => Some(match serde_json::from_str(&text) {
                Ok(said) => Job::Page { conn, said },
                Err(why) => Job::Unread { conn, why: format!("this message cannot be read: {why}") },
            }),
            SocketKind::Table => {
                wire::frame(text.as_bytes()).ok().map(|said| Job::Table { conn, said: Box::new(said) })
            }
        };
        // What cannot be read comes from no page of ours.
        let Some(job) = job else { return };
        if served.jobs.send(job).is_err() {
            return;
        }
    }
}
