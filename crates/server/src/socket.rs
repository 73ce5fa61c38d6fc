//! One socket of a client: its hello, its messages to the match and what the match sends back. What messages mean is not
//! decided here.

use crate::app::App;
use crate::config::{Rate, now};
use crate::door::{self, Refusal};
use crate::outbox::{Next, Outbox};
use crate::rate::{Bucket, Of};
use crate::shard::Job;
use crate::token;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;
use store::MatchId;
use table::{ConnId, Input};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message};
use wire::{Bye, ByeWhy, Code, FromClient, Hello, Id, MAX_FRAME, No, PROTO, ToClient};

type Stream = WebSocketStream<TokioIo<Upgraded>>;

/// A client that has sent so many unreadable messages is no client.
const MAX_BAD: u32 = 10;

/// One that goes on after so many were too many floods.
const MAX_TOO_MANY: u32 = 100;

/// So long a client that is sent away is given to read why.
const LINGER: Duration = Duration::from_secs(1);

/// So many bytes that it sent before it could know are read; whoever sends more is cut off.
const MAX_UNREAD: usize = 1024 * 1024;

/// A message that is too long, by no more than this, is refused; a longer one ends the socket.
const MAX_TAKEN: usize = 2 * MAX_FRAME;

static NUMBERS: AtomicU64 = AtomicU64::new(1);

/// So many bytes of messages are written together at most, one message at least.
const MAX_TOGETHER: usize = 2 * 1024;

/// A number for somebody who says hello.
pub(crate) fn next_conn() -> ConnId {
    ConnId(NUMBERS.fetch_add(1, Relaxed))
}

/// From the upgrade of a connection to its end.
pub(crate) async fn run(app: Arc<App>, upgraded: Upgraded, asking: IpAddr) {
    let config = WebSocketConfig::default()
        .read_buffer_size(1024)
        .write_buffer_size(MAX_TOGETHER)
        .max_message_size(Some(MAX_TAKEN))
        .max_frame_size(Some(MAX_TAKEN));
    let stream = WebSocketStream::from_raw_socket(TokioIo::new(upgraded), Role::Server, Some(config)).await;
    app.metrics.sockets.fetch_add(1, Relaxed);
    let (mut sink, mut source) = stream.split();
    if let Some(joined) = greet(&app, &mut source, asking).await {
        let is_sent_away = match joined {
            Ok(joined) => attend(&app, &mut sink, &mut source, &joined).await,
            Err(bye) => {
                let text = ToClient::Bye(bye).to_text();
                let said = async { sink.send(Message::text(text)).await.and(sink.close().await) };
                // Who does not take a farewell goes without.
                matches!(timeout(app.config.quotas.stalled, said).await, Ok(Ok(())))
            }
        };
        if is_sent_away && let Ok(stream) = sink.reunite(source) {
            _ = timeout(LINGER, read_out(stream)).await;
        }
    }
    app.metrics.sockets.fetch_sub(1, Relaxed);
}

/// Reads, and throws away, what the other side still sends, until that has closed the connection. A connection that is
/// closed with bytes unread is reset, and a reset takes from the other side the farewell that it has not read yet.
async fn read_out(mut stream: Stream) {
    let raw = stream.get_mut();
    if raw.shutdown().await.is_ok() {
        let mut unread = vec![0; MAX_TOGETHER];
        let mut left = MAX_UNREAD;
        while let Ok(read @ 1..) = raw.read(&mut unread).await
            && read < left
        {
            left -= read;
        }
    }
}

/// A socket that has said hello.
struct Joined {
    of: MatchId,
    conn: ConnId,
    outbox: Arc<Outbox>,
}

/// Takes the first message. None where none comes.
async fn greet(
    app: &Arc<App>,
    source: &mut SplitStream<Stream>,
    asking: IpAddr,
) -> Option<Result<Joined, Bye>> {
    let first = timeout(app.config.quotas.hello, source.next()).await.ok()??.ok()?;
    let bye = |why, retry| Some(Err(Bye { why, retry }));
    let Message::Text(text) = first else { return bye(ByeWhy::Unknown, None) };
    let Ok(FromClient::Hello(hello)) = wire::frame(text.as_bytes()) else {
        return bye(ByeWhy::Unknown, None);
    };
    if hello.proto != PROTO {
        return bye(ByeWhy::Proto, None);
    }
    if app.is_stopping() {
        return bye(ByeWhy::Restart, Some(1_000));
    }
    let quota = app.config.quotas.guesses;
    let is_guessing = crate::lock(&app.buckets).is_empty(Of::Guesses, asking, quota, now());
    if is_guessing {
        return bye(ByeWhy::Unknown, Some(10_000));
    }
    match join(app, hello).await {
        Ok(joined) => Some(Ok(joined)),
        Err(Refusal::Storage) => bye(ByeWhy::Storage, Some(1_000)),
        Err(Refusal::Unknown) => {
            crate::lock(&app.buckets).take(Of::Guesses, asking, quota, now());
            app.metrics.refusals.fetch_add(1, Relaxed);
            bye(ByeWhy::Unknown, None)
        }
    }
}

async fn join(app: &Arc<App>, hello: Hello) -> Result<Joined, Refusal> {
    let of = token::match_of(&hello.r#match).ok_or(Refusal::Unknown)?;
    let (door, token) = (Arc::clone(app), hello.token);
    let at_once = door::admit_hello_at_once(app, of, token.as_ref().map(wire::Secret::reveal));
    let viewer = match at_once {
        Some(viewer) => viewer,
        None => {
            let admitted = tokio::task::spawn_blocking(move || {
                door::admit_hello(&door, of, token.as_ref().map(wire::Secret::reveal))
            });
            admitted.await.map_err(|_| Refusal::Storage)??
        }
    };
    let quotas = &app.config.quotas;
    let outbox = Arc::new(Outbox::new(quotas.outbox_messages, quotas.outbox_bytes));
    let conn = next_conn();
    let input = Input::Hello { conn, grant: viewer.grant(), have: hello.have, legend: hello.legend };
    let job = Job::Hello { of, conn, outbox: Arc::clone(&outbox), input: Box::new(input) };
    app.hub.send(of, job).map_err(|_| Refusal::Storage)?;
    Ok(Joined { of, conn, outbox })
}

/// Until the socket or the match has enough of it; whether a farewell is on its way.
async fn attend(
    app: &Arc<App>,
    sink: &mut SplitSink<Stream, Message>,
    source: &mut SplitStream<Stream>,
    joined: &Joined,
) -> bool {
    let _here = app.store.here(joined.of);
    let sending = send(app, sink, joined);
    tokio::pin!(sending);
    let is_sent_away = tokio::select! {
        is_said = &mut sending => is_said,
        why = receive(app, source, joined) => if let Some(why) = why {
            let retry = (why == ByeWhy::TooMuch).then_some(10_000);
            joined.outbox.close_with(Arc::from(ToClient::Bye(Bye { why, retry }).to_text()));
            // Who does not take a farewell goes without.
            timeout(app.config.quotas.stalled.min(LINGER), sending).await.unwrap_or(false)
        } else {
            false
        }
    };
    joined.outbox.close();
    let left = Job::Input(joined.of, Box::new(Input::Left { conn: joined.conn }));
    // Where the thread is gone the server stops.
    app.hub.send_always(joined.of, left).ok();
    is_sent_away
}

/// Until nothing more is to be sent; whether the other side has taken all of it.
async fn send(app: &Arc<App>, sink: &mut SplitSink<Stream, Message>, joined: &Joined) -> bool {
    let stalled = app.config.quotas.stalled;
    let mut next = joined.outbox.next().await;
    loop {
        match next {
            Next::Send(text) => {
                // What waits together goes out together.
                for piece in pieces(&text) {
                    let Ok(Ok(())) = timeout(stalled, sink.feed(piece)).await else { return false };
                }
                if let Some(more) = joined.outbox.next_now() {
                    next = more;
                    continue;
                }
                let Ok(Ok(())) = timeout(stalled, sink.flush()).await else { return false };
            }
            Next::TellAnew => {
                let Ok(Ok(())) = timeout(stalled, sink.flush()).await else { return false };
                let input = Input::Drained { conn: joined.conn };
                app.hub.send_always(joined.of, Job::Input(joined.of, Box::new(input))).ok();
            }
            Next::Close => {
                return matches!(timeout(stalled.min(LINGER), sink.close()).await, Ok(Ok(())));
            }
        }
        next = joined.outbox.next().await;
    }
}

/// A message in frames that fit into what a socket writes together: the room for what is written is kept as long as the
/// socket is open, and a table is many times as long as a step.
fn pieces(text: &str) -> impl Iterator<Item = Message> + use<'_> {
    let count = text.len().div_ceil(MAX_TOGETHER).max(1);
    (0..count).map(move |n| {
        let piece = &text.as_bytes()[n * MAX_TOGETHER..text.len().min((n + 1) * MAX_TOGETHER)];
        let kind = if n == 0 { Data::Text } else { Data::Continue };
        Message::Frame(Frame::message(piece.to_vec(), OpCode::Data(kind), n + 1 == count))
    })
}

/// How much a socket may still say.
struct Allowance {
    messages: Bucket,
    chat: Bucket,
    look_ups: Bucket,
    bad: u32,
    too_many: u32,
}

/// Until the socket is closed or has said too much; why it is sent away, where it is.
async fn receive(app: &Arc<App>, source: &mut SplitStream<Stream>, joined: &Joined) -> Option<ByeWhy> {
    let quotas = &app.config.quotas;
    let full = |rate: Rate| Bucket::full(rate, now());
    let (messages, chat, look_ups) = (full(quotas.messages), full(quotas.chat), full(quotas.look_ups));
    let mut allowance = Allowance { messages, chat, look_ups, bad: 0, too_many: 0 };
    loop {
        let message = match timeout(quotas.silence, source.next()).await.ok()?? {
            Ok(message) => message,
            Err(Error::Capacity(_)) => return Some(ByeWhy::TooMuch),
            Err(_) => return None,
        };
        app.metrics.messages_in.fetch_add(1, Relaxed);
        let text = match message {
            Message::Text(text) => text,
            Message::Ping(_) | Message::Pong(_) => {
                if allowance.messages.take(quotas.messages, now()) {
                    continue;
                }
                return Some(ByeWhy::TooMuch);
            }
            Message::Binary(_) => return Some(ByeWhy::Unreadable),
            Message::Close(_) | Message::Frame(_) => return None,
        };
        if let Err(why) = take(app, joined, text.as_bytes(), &mut allowance) {
            return Some(why);
        }
    }
}

/// Takes a message of a client; an error says why that was one too many.
fn take(app: &App, joined: &Joined, bytes: &[u8], allowance: &mut Allowance) -> Result<(), ByeWhy> {
    let quotas = &app.config.quotas;
    let say = |message: ToClient| _ = joined.outbox.push(Arc::from(message.to_text()));
    let refuse = |id: Id, code: Code, why: String| say(ToClient::No(No { id, code, why }));
    let is_much = !allowance.messages.take(quotas.messages, now());
    let message = match wire::frame(bytes) {
        Ok(message) => message,
        Err(misread) => {
            allowance.bad += 1;
            refuse(Id::NONE, Code::Bad, misread.to_string());
            return match allowance.bad {
                _ if is_much => Err(ByeWhy::TooMuch),
                MAX_BAD.. => Err(ByeWhy::Unreadable),
                _ => Ok(()),
            };
        }
    };
    let (own, rate) = match message {
        FromClient::Chat(_) => (Some(&mut allowance.chat), quotas.chat),
        FromClient::Part(_) | FromClient::Why(_) | FromClient::Past(_) => {
            (Some(&mut allowance.look_ups), quotas.look_ups)
        }
        _ => (None, quotas.messages),
    };
    let is_much = is_much || own.is_some_and(|bucket| !bucket.take(rate, now()));
    let id = message.id();
    if is_much {
        app.metrics.too_many.fetch_add(1, Relaxed);
        allowance.too_many += 1;
        let few = id.filter(|_| allowance.too_many < MAX_TOO_MANY);
        refuse(few.ok_or(ByeWhy::TooMuch)?, Code::Busy, "too many messages; send it again later".to_owned());
        return Ok(());
    }
    let input = Input::Message { conn: joined.conn, message, lag: 0 };
    let sent = app.hub.send(joined.of, Job::Input(joined.of, Box::new(input)));
    if let (Err(_), Some(id)) = (sent, id) {
        refuse(id, Code::Busy, "too much is under way; send it again".to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{MAX_TOGETHER, pieces};
    use tokio_tungstenite::tungstenite::Message;

    #[test]
    fn a_message_goes_out_in_pieces_that_make_it_up() {
        for length in [0, 1, MAX_TOGETHER, MAX_TOGETHER + 1, 5 * MAX_TOGETHER - 1] {
            // Letters of two bytes lie across the ends of pieces.
            let text: String = std::iter::once('a').chain(std::iter::repeat('é')).take(length).collect();
            let (mut joined, mut ends) = (Vec::new(), 0);
            for piece in pieces(&text) {
                let Message::Frame(frame) = piece else { panic!("{piece:?}") };
                assert!(frame.payload().len() <= MAX_TOGETHER && ends == 0);
                joined.extend_from_slice(frame.payload());
                ends += u32::from(frame.header().is_final);
            }
            assert_eq!((joined.as_slice(), ends), (text.as_bytes(), 1));
        }
    }
}
