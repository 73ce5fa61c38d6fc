//! A small client: HTTP by hand and WebSockets that wait for what comes.

use crate::draw::draw;
use base::Random;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};
use tungstenite::{Message, WebSocket};
use wire::{Ask, FromClient, Id, Now, Play, ToClient};

static IDS: AtomicU64 = AtomicU64::new(1);

/// Nothing takes longer than this, on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The code of a refusal.
    pub(crate) fn code(&self) -> String {
        self.json()["code"].as_str().unwrap_or_default().to_owned()
    }

    /// Without what every answer has anew.
    pub(crate) fn without_date(&self) -> Answer {
        let head = self.head.lines().filter(|line| !line.to_lowercase().starts_with("date:"));
        Answer { head: head.collect::<Vec<_>>().join("\n"), ..self.clone() }
    }
}

/// Sends bytes as they are, and reads to the end.
pub(crate) fn raw_request(address: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.write_all(bytes).unwrap();
    let mut text = Vec::new();
    // The other end may break off in the middle.
    _ = stream.read_to_end(&mut text);
    String::from_utf8_lossy(&text).into_owned()
}

pub(crate) fn request(
    address: SocketAddr,
    (method, path): (&str, &str),
    headers: &[(&str, &str)],
    body: Option<(&str, &str)>,
) -> Answer {
    let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n");
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    if let Some((kind, body)) = body {
        head.push_str(&format!("Content-Type: {kind}\r\nContent-Length: {}\r\n\r\n{body}", body.len()));
    } else {
        head.push_str("\r\n");
    }
    let text = raw_request(address, head.as_bytes());
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    Answer { status, head: head.to_owned(), body: body.to_owned() }
}

pub(crate) fn get(address: SocketAddr, path: &str, token: Option<&str>) -> Answer {
    let bearer = token.map(|token| format!("Bearer {token}"));
    let headers: Vec<(&str, &str)> = bearer.iter().map(|bearer| ("Authorization", bearer.as_str())).collect();
    request(address, ("GET", path), &headers, None)
}

pub(crate) fn post(address: SocketAddr, path: &str, token: Option<&str>, body: &Value) -> Answer {
    let bearer = token.map(|token| format!("Bearer {token}"));
    let headers: Vec<(&str, &str)> = bearer.iter().map(|bearer| ("Authorization", bearer.as_str())).collect();
    request(address, ("POST", path), &headers, Some(("application/json", &body.to_string())))
}

/// Sends a form of a page.
pub(crate) fn submit(address: SocketAddr, path: &str, fields: &[(&str, &str)]) -> Answer {
    let encode = |text: &str| text.bytes().map(|byte| format!("%{byte:02X}")).collect::<String>();
    let all: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={}", encode(value))).collect();
    request(address, ("POST", path), &[], Some(("application/x-www-form-urlencoded", &all.join("&"))))
}

/// Opens a match; each seat is `me`, `open` or a bot.
pub(crate) fn open(address: SocketAddr, game: &str, seats: &[&str], more: &Value) -> Value {
    let seat = |(n, seat): (usize, &&str)| match *seat {
        "me" => json!({ "me": { "name": format!("Name {n}") } }),
        "open" => json!("open"),
        bot => json!({ "bot": bot }),
    };
    let seats: Vec<Value> = seats.iter().enumerate().map(seat).collect();
    let mut wanted = json!({ "game": game, "seats": seats });
    for (name, value) in more.as_object().into_iter().flatten() {
        wanted[name] = value.clone();
    }
    let answer = post(address, "/api/matches", None, &wanted);
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()
}

pub(crate) fn token_of(opened: &Value, seat: usize) -> String {
    opened["seats"][seat]["token"].as_str().unwrap_or_else(|| panic!("{opened}")).to_owned()
}

pub(crate) fn name_of(opened: &Value) -> String {
    opened["match"].as_str().unwrap().to_owned()
}

/// A socket that has said hello, and what it knows by now.
pub(crate) struct Client {
    pub(crate) socket: WebSocket<TcpStream>,
    seat: Option<u32>,
    pub(crate) v: u64,
    pub(crate) now: Now,
    pub(crate) ask: Option<Ask>,
    pub(crate) is_over: bool,
    /// All that came, as it came.
    pub(crate) got: Vec<String>,
    random: Random,
}

pub(crate) fn connect(address: SocketAddr) -> WebSocket<TcpStream> {
    try_connect(address).unwrap()
}

/// None where the connection breaks off before it is a socket; that there is one at all is expected.
pub(crate) fn try_connect(address: SocketAddr) -> Option<WebSocket<TcpStream>> {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let (socket, _) = tungstenite::client(format!("ws://{address}/api/socket"), stream).ok()?;
    Some(socket)
}

impl Client {
    pub(crate) fn join(address: SocketAddr, name: &str, token: Option<&str>, have: Option<u64>) -> Client {
        Client::over(connect(address), name, token, have).unwrap()
    }

    /// Says hello over a socket; None where that is closed by now.
    pub(crate) fn over(
        socket: WebSocket<TcpStream>,
        name: &str,
        token: Option<&str>,
        have: Option<u64>,
    ) -> Option<Client> {
        let mut hello = json!({ "proto": wire::PROTO, "match": name });
        hello["token"] = token.map_or(Value::Null, |token| json!(token));
        hello["have"] = have.map_or(Value::Null, |have| json!(have));
        let mut client = Client {
            socket,
            seat: None,
            v: have.unwrap_or(0),
            now: Now::default(),
            ask: None,
            is_over: false,
            got: Vec::new(),
            random: Random::new(
                name.len() as u64
                    + token.map_or(0, |token| u64::from(token.as_bytes().get(9).copied().unwrap_or(0))),
            ),
        };
        client.try_send(&json!({ "hello": hello }).to_string()).then_some(client)
    }

    pub(crate) fn send(&mut self, text: &str) {
        self.socket.send(Message::text(text)).unwrap();
    }

    /// Whether the socket took it.
    pub(crate) fn try_send(&mut self, text: &str) -> bool {
        self.socket.send(Message::text(text)).is_ok()
    }

    /// The next message, after it was noted; None where the socket is closed.
    pub(crate) fn next(&mut self) -> Option<ToClient> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    self.got.push(text.to_string());
                    let message = ToClient::read(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
                    self.note(&message);
                    return Some(message);
                }
                Ok(Message::Close(_)) => {}
                Ok(_) => {}
                Err(tungstenite::Error::Io(error)) if error.kind() == std::io::ErrorKind::WouldBlock => {
                    panic!("nothing came: {:?}", self.got.last());
                }
                Err(_) => return None,
            }
        }
    }

    fn note(&mut self, message: &ToClient) {
        match message {
            ToClient::Welcome(welcome) => {
                (self.v, self.now, self.ask) = (welcome.v, welcome.now.clone(), None);
                self.seat = welcome.seat;
                self.is_over = self.now.result.is_some();
            }
            ToClient::Step(step) => {
                assert_eq!(step.v, self.v + 1, "a step is missing or came twice");
                (self.v, self.now) = (step.v, step.now.clone());
                let is_asked = self.now.waiting.iter().any(|waiting| Some(waiting.seat) == self.seat);
                // What was asked before a step back is not what is asked now.
                self.ask.take_if(|_| !is_asked || step.table.is_some());
                self.is_over = self.now.result.is_some();
            }
            ToClient::Ask(ask) => {
                assert_eq!(ask.v, self.v);
                self.ask = Some(ask.clone());
            }
            _ => {}
        }
    }

    pub(crate) fn until(&mut self, wanted: impl Fn(&ToClient) -> bool) -> ToClient {
        loop {
            let Some(message) = self.next() else { panic!("closed: {:?}", self.got) };
            if wanted(&message) {
                return message;
            }
        }
    }

    pub(crate) fn greeted(mut self) -> Client {
        self.until(|message| matches!(message, ToClient::People(_)));
        self
    }

    /// A new number, whoever asks for it.
    pub(crate) fn id(&mut self) -> Id {
        let mut id = [7; 16];
        id[..8].copy_from_slice(&IDS.fetch_add(1, Relaxed).to_le_bytes());
        Id(id)
    }

    /// Plays any move of the open question.
    pub(crate) fn play(&mut self) -> FromClient {
        let message = self.draw();
        self.send(&message.to_text());
        message
    }

    /// Any move of the open question, which is not sent.
    pub(crate) fn draw(&mut self) -> FromClient {
        let ask = self.ask.take().unwrap();
        let path = draw(&ask, &mut self.random);
        FromClient::Play(Play { id: self.id(), q: ask.q, path })
    }

    /// Sends a message and waits until it is acknowledged or refused.
    pub(crate) fn ask_for(&mut self, message: &FromClient) -> ToClient {
        let id = message.id().unwrap();
        self.send(&message.to_text());
        self.until(|answer| match answer {
            ToClient::Ack(ack) => ack.id == id,
            ToClient::No(no) => no.id == id,
            _ => false,
        })
    }
}

/// Takes all that has come up to now.
pub(crate) fn settle(client: &mut Client) {
    client.send(r#"{"ping":{"t":77}}"#);
    client.until(|message| matches!(message, ToClient::Pong(pong) if pong.t == 77));
}

/// Who is asked, once somebody is: a question comes after what led to it is stored, maybe later than an answer to `ping`.
pub(crate) fn asked(clients: &mut [Client]) -> usize {
    let until = Instant::now() + PATIENCE;
    loop {
        if let Some(i) = clients.iter().position(|client| client.ask.is_some()) {
            return i;
        }
        assert!(Instant::now() < until, "nobody is asked");
        clients.iter_mut().for_each(settle);
    }
}
