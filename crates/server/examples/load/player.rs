//! Those who play: each match has a socket for every seat, and whoever is asked moves, at once or at a time that was
//! fixed before.

use crate::draw::draw;
use base::Random;
use futures_util::future::select_all;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::error::Error;
use std::net::SocketAddr;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufStream};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep_until, timeout_at};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use wire::{Ask, Chat, FromClient, Id, Play, ToClient};

type Failure = Box<dyn Error + Send + Sync>;

static IDS: AtomicU64 = AtomicU64::new(1);

fn next_id() -> Id {
    let mut id = [7; 16];
    id[..8].copy_from_slice(&IDS.fetch_add(1, Relaxed).to_le_bytes());
    Id(id)
}

/// When whoever is asked moves.
#[derive(Clone, Copy)]
pub(crate) enum Pace {
    /// As soon as the last move is acknowledged.
    Closed,
    /// At fixed times, however long the last move took, so that waiting counts.
    Every(Duration),
}

#[derive(Clone)]
pub(crate) struct Plan {
    pub(crate) address: SocketAddr,
    pub(crate) game: String,
    pub(crate) pace: Pace,
    pub(crate) seconds: Duration,
    /// Players are cut off and come back, talk, look at records of what is over and leave for good.
    pub(crate) is_restless: bool,
}

/// A match and the sockets of its seats.
pub(crate) struct Match {
    name: String,
    seats: Vec<Seat>,
    /// Whoever opened it.
    caller: Caller,
    random: Random,
}

struct Seat {
    socket: WebSocketStream<TcpStream>,
    token: String,
    ask: Option<Ask>,
    is_over: bool,
    /// What came, in bytes.
    bytes: u64,
}

impl Seat {
    async fn hear(&mut self) -> Result<ToClient, Failure> {
        loop {
            let message = self.socket.next().await.ok_or("the socket was closed")??;
            let Message::Text(text) = message else { continue };
            self.bytes += text.len() as u64;
            let message = ToClient::read(&text)?;
            match &message {
                ToClient::Ask(ask) => self.ask = Some(ask.clone()),
                ToClient::Step(step) => self.is_over = step.now.result.is_some(),
                _ => {}
            }
            return Ok(message);
        }
    }
}

/// What was seen.
#[derive(Default)]
pub(crate) struct Played {
    /// From when a move was due until it was acknowledged, sorted.
    pub(crate) waits: Vec<Duration>,
    pub(crate) refusals: u64,
    pub(crate) matches: u64,
    pub(crate) bytes: u64,
    pub(crate) took: Duration,
    pub(crate) failures: Vec<String>,
}

impl Match {
    pub(crate) fn sockets(&self) -> usize {
        self.seats.len()
    }
}

/// A connection over which somebody opens one match after the other, as a browser does.
struct Caller {
    address: SocketAddr,
    stream: Option<BufStream<TcpStream>>,
}

impl Caller {
    async fn post(&mut self, path: &str, body: &Value) -> Result<Value, Failure> {
        let body = body.to_string();
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            self.address,
            body.len()
        );
        self.ask(&(head + &body)).await
    }

    async fn get(&mut self, path: &str) -> Result<Value, Failure> {
        self.ask(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.address)).await
    }

    /// Over a connection that was closed meanwhile, once more over a new one.
    async fn ask(&mut self, request: &str) -> Result<Value, Failure> {
        if self.stream.is_some()
            && let Ok(answer) = self.try_once(request).await
        {
            return Ok(answer);
        }
        self.stream = None;
        self.try_once(request).await
    }

    async fn try_once(&mut self, request: &str) -> Result<Value, Failure> {
        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None => {
                let stream = TcpStream::connect(self.address).await?;
                stream.set_nodelay(true)?;
                BufStream::new(stream)
            }
        };
        stream.write_all(request.as_bytes()).await?;
        stream.flush().await?;
        let (mut length, mut status) = (0, String::new());
        stream.read_line(&mut status).await?;
        if status.split(' ').nth(1) != Some("200") {
            let request = request.lines().next().unwrap_or_default();
            return Err(format!("{request}: {}", status.trim_end()).into());
        }
        loop {
            let mut line = String::new();
            if stream.read_line(&mut line).await? == 0 {
                return Err("the connection was closed".into());
            }
            match line.trim_end().split_once(": ") {
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                    length = value.parse()?
                }
                None if line.trim_end().is_empty() => break,
                _ => {}
            }
        }
        let mut answer = vec![0; length];
        stream.read_exact(&mut answer).await?;
        self.stream = Some(stream);
        Ok(serde_json::from_slice(&answer)?)
    }
}

async fn open(plan: &Plan, seed: u64, mut caller: Caller) -> Result<Match, Failure> {
    let (address, me) = (plan.address, json!({ "me": { "name": "Load" } }));
    let game = &plan.game;
    let fewest = if game == "hearts" { 4 } else { 2 };
    let wanted = json!({ "game": game, "seats": vec![me; fewest] });
    let opened = caller.post("/api/matches", &wanted).await?;
    let name = opened["match"].as_str().ok_or_else(|| opened.to_string())?.to_owned();
    let mut seats = Vec::new();
    for seat in opened["seats"].as_array().into_iter().flatten() {
        let token = seat["token"].as_str().ok_or("a seat without a token")?.to_owned();
        let socket = connect(address, &name, &token).await?;
        seats.push(Seat { socket, token, ask: None, is_over: false, bytes: 0 });
    }
    let mut made = Match { name, seats, caller, random: Random::new(seed) };
    for seat in &mut made.seats {
        while !matches!(seat.hear().await?, ToClient::People(_)) {}
    }
    Ok(made)
}

/// A socket that has said hello.
async fn connect(
    address: SocketAddr,
    name: &str,
    token: &str,
) -> Result<WebSocketStream<TcpStream>, Failure> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let url = format!("ws://{address}/api/socket");
    let (mut socket, _) = tokio_tungstenite::client_async(url, stream).await?;
    let hello = json!({ "hello": { "proto": wire::PROTO, "match": name, "token": token } });
    socket.send(Message::text(hello.to_string())).await?;
    Ok(socket)
}

/// Opens matches, one after the other.
pub(crate) async fn sit_down(plan: &Plan, matches: usize) -> Result<Vec<Match>, Box<dyn Error>> {
    let mut made = Vec::new();
    for n in 0..matches {
        let caller = Caller { address: plan.address, stream: None };
        made.push(open(plan, n as u64, caller).await.map_err(|error| error.to_string())?);
    }
    Ok(made)
}

pub(crate) async fn play(matches: Vec<Match>, plan: &Plan) -> Played {
    let began = Instant::now();
    let tasks: Vec<_> = (matches.into_iter().enumerate())
        .map(|(n, one)| tokio::spawn(run(one, plan.clone(), began, n as u64)))
        .collect();
    let mut all = Played::default();
    for task in tasks {
        let played = match task.await {
            Ok(played) => played,
            Err(error) => {
                all.failures.push(format!("a player: {error}"));
                continue;
            }
        };
        all.waits.extend(played.waits);
        all.refusals += played.refusals;
        all.matches += played.matches;
        all.bytes += played.bytes;
        all.failures.extend(played.failures);
    }
    all.waits.sort_unstable();
    all.took = began.elapsed();
    all
}

/// One match after the other until the time is over.
async fn run(mut now: Match, plan: Plan, began: Instant, n: u64) -> Played {
    let (mut played, end) = (Played::default(), began + plan.seconds);
    // Not all at the same moment.
    let mut due = match plan.pace {
        Pace::Closed => began,
        Pace::Every(gap) => began + gap.mul_f64(now.random.below(1_000) as f64 / 1_000.0),
    };
    while Instant::now() < end {
        if let Pace::Every(gap) = plan.pace {
            sleep_until(due).await;
            due += gap;
        } else {
            due = Instant::now();
        }
        let from = if let Pace::Every(gap) = plan.pace { due - gap } else { due };
        let stepped = match now.step(&mut played, from, end).await {
            Ok(true) if plan.is_restless => now.stir(plan.address).await,
            stepped => stepped,
        };
        match stepped {
            Ok(true) => {}
            Ok(false) => {
                played.matches += 1;
                played.bytes += now.bytes();
                if plan.is_restless
                    && now.is_over()
                    && let Err(error) = now.look_back().await
                {
                    played.failures.push(error.to_string());
                }
                match open(&plan, n, now.caller).await {
                    Ok(next) => now = next,
                    Err(error) => {
                        played.failures.push(error.to_string());
                        return played;
                    }
                }
            }
            Err(error) => {
                played.failures.push(error.to_string());
                return played;
            }
        }
    }
    played.bytes += now.bytes();
    played
}

impl Match {
    fn is_over(&self) -> bool {
        self.seats.iter().all(|seat| seat.is_over)
    }

    /// Looks at the record of a match that is over.
    async fn look_back(&mut self) -> Result<(), Failure> {
        let record = self.caller.get(&format!("/api/matches/{}/record", self.name)).await?;
        match record["steps"].as_array() {
            Some(steps) if !steps.is_empty() => Ok(()),
            _ => Err(format!("no record of {}", self.name).into()),
        }
    }

    fn bytes(&self) -> u64 {
        self.seats.iter().map(|seat| seat.bytes).sum()
    }

    /// Now and then something else happens than moves; false where all leave.
    async fn stir(&mut self, address: SocketAddr) -> Result<bool, Failure> {
        let n = self.random.below(self.seats.len() as u64) as usize;
        let seat = &mut self.seats[n];
        match self.random.below(60) {
            0 => {
                // The old socket is dropped without a word.
                seat.socket = connect(address, &self.name, &seat.token).await?;
                seat.ask = None;
                while !matches!(seat.hear().await?, ToClient::People(_)) {}
            }
            1 => {
                let id = next_id();
                let chat = FromClient::Chat(Chat { id, text: "Well played".to_owned() });
                seat.socket.send(Message::text(chat.to_text())).await?;
            }
            2 => return Ok(false),
            3 => {
                let record = self.caller.get(&format!("/api/matches/{}", self.name)).await?;
                if record["match"] != self.name.as_str() {
                    return Err(format!("not the match: {record}").into());
                }
            }
            _ => {}
        }
        Ok(true)
    }

    /// Whoever is asked moves, and everybody hears of it; false where the match is over.
    async fn step(&mut self, played: &mut Played, from: Instant, end: Instant) -> Result<bool, Failure> {
        let Some(n) = self.seats.iter().position(|seat| seat.ask.is_some()) else {
            if self.is_over() {
                return Ok(false);
            }
            return self.listen(end).await.map(|()| true);
        };
        let seat = &mut self.seats[n];
        let Some(ask) = seat.ask.take() else { return Ok(true) };
        let id = next_id();
        let play = FromClient::Play(Play { id, q: ask.q, path: draw(&ask, &mut self.random) });
        seat.socket.send(Message::text(play.to_text())).await?;
        loop {
            match seat.hear().await? {
                ToClient::Ack(ack) if ack.id == id => break,
                ToClient::No(no) if no.id == id => {
                    played.refusals += 1;
                    return Ok(true);
                }
                ToClient::Bye(bye) => return Err(format!("sent away: {:?}", bye.why).into()),
                _ => {}
            }
        }
        played.waits.push(from.elapsed());
        while !matches!(seat.hear().await?, ToClient::Step(_)) {}
        self.listen(end).await?;
        Ok(true)
    }

    /// Takes what has come until somebody is asked or the match is over.
    async fn listen(&mut self, end: Instant) -> Result<(), Failure> {
        while self.seats.iter().all(|seat| seat.ask.is_none()) && !self.seats.iter().all(|seat| seat.is_over)
        {
            // What has been taken from one socket when another was first is not lost: it waits there.
            let hear = self.seats.iter_mut().map(|seat| Box::pin(seat.hear()));
            let Ok((heard, ..)) = timeout_at(end, select_all(hear)).await else { return Ok(()) };
            heard?;
        }
        Ok(())
    }
}
