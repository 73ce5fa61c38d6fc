//! `tavola serve` as whoever hosts starts it: what was acknowledged stands when the process is killed in the middle, and
//! Ctrl-C ends it in order.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![allow(dead_code, reason = "the client of another test does more than is needed here")]

#[path = "../../server/tests/suite/client.rs"]
mod client;
#[path = "../../server/tests/shared/draw.rs"]
mod draw;

use client::{Client, asked, get, name_of, open, settle, token_of};
use serde_json::json;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use wire::{ByeWhy, FromClient, Id, ToClient};

struct Served {
    child: Child,
    address: SocketAddr,
}

fn serve(db: &Path) -> Served {
    started(Command::new(env!("CARGO_BIN_EXE_tavola")), db, &[])
}

fn started(mut command: Command, db: &Path, more: &[&str]) -> Served {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    command.arg("serve").arg(games).arg("--db").arg(db).args(["--port", "0", "--durability", "process"]);
    command.args(more);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("Tavola plays at http://").unwrap_or_else(|| panic!("{line:?}"));
    Served { child, address: address.parse().unwrap() }
}

impl Served {
    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    fn interrupt(&mut self) -> Option<i32> {
        let id = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(id, rustix::process::Signal::TERM).unwrap();
        self.child.wait().unwrap().code()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended already.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// Plays as whoever is asked, and waits for the answer.
fn play(clients: &mut [Client]) -> (usize, FromClient, ToClient) {
    let i = asked(clients);
    let sent = clients[i].play();
    let id = sent.id().unwrap();
    let answer = clients[i].until(|message| is_answer(message, id));
    (i, sent, answer)
}

fn is_answer(message: &ToClient, id: Id) -> bool {
    match message {
        ToClient::Ack(ack) => ack.id == id,
        ToClient::No(no) => no.id == id,
        _ => false,
    }
}

#[test]
fn what_was_acknowledged_stands_whenever_the_process_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("matches.db");
    let mut served = serve(&db);
    let opened = open(served.address, "draughts", &["me", "me"], &json!({}));
    let (name, tokens) = (name_of(&opened), [0, 1].map(|seat| token_of(&opened, seat)));
    let mut acked: Vec<(usize, FromClient, Option<u64>)> = Vec::new();
    for round in 0..6 {
        let join = |token: &String| Client::join(served.address, &name, Some(token), None).greeted();
        let mut clients: Vec<Client> = tokens.iter().map(join).collect();
        for (i, message, v) in acked.iter().rev().take(4) {
            let again = clients[*i].ask_for(message);
            assert!(matches!(&again, ToClient::Ack(ack) if ack.v == *v), "{round}: {again:?} {v:?}");
        }
        assert!(clients[0].v >= acked.len() as u64, "{round}: {} {}", clients[0].v, acked.len());
        clients.iter_mut().for_each(settle);
        for _ in 0..3 {
            let (i, message, answer) = play(&mut clients);
            let ToClient::Ack(ack) = answer else { panic!("{answer:?}") };
            acked.push((i, message, ack.v));
        }
        // One more is on its way when the process dies.
        let i = asked(&mut clients);
        let late = clients[i].play();
        served.kill();
        served = serve(&db);
        let mut back = Client::join(served.address, &name, Some(&tokens[i]), None).greeted();
        match back.ask_for(&late) {
            ToClient::Ack(ack) => acked.push((i, late, ack.v)),
            answer => panic!("it stood or could still be made: {answer:?}"),
        }
    }
    let mut last = Client::join(served.address, &name, None, None).greeted();
    assert_eq!(last.v, acked.len() as u64);
    assert!(get(served.address, "/health", None).body.contains("\"trouble\":null"));
    assert_eq!(served.interrupt(), Some(0));
    let bye = last.until(|message| matches!(message, ToClient::Bye(_)));
    assert!(matches!(bye, ToClient::Bye(bye) if bye.why == ByeWhy::Restart));
    let over = Client::join(serve(&db).address, &name, None, None).greeted();
    assert_eq!(over.v, acked.len() as u64);
}

#[test]
fn another_process_takes_the_port_and_every_match() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("matches.db");
    let mut old = serve(&db);
    let opened = open(old.address, "draughts", &["me", "me"], &json!({}));
    let (name, token) = (name_of(&opened), token_of(&opened, 0));
    let join = |served: &Served| Client::join(served.address, &name, Some(&token), None).greeted();
    let mut clients = [join(&old)];
    let (_, sent, answer) = play(&mut clients);
    assert!(matches!(answer, ToClient::Ack(_)), "{answer:?}");
    let mut new = started(Command::new(env!("CARGO_BIN_EXE_tavola")), &db, &["--takeover"]);
    assert_eq!((new.address, old.child.wait().unwrap().code()), (old.address, Some(0)));
    let bye = clients[0].until(|message| matches!(message, ToClient::Bye(_)));
    assert!(matches!(bye, ToClient::Bye(bye) if bye.why == ByeWhy::Restart && bye.retry == Some(200)));
    assert_eq!(join(&new).ask_for(&sent).to_text(), answer.to_text());
    assert_eq!(new.interrupt(), Some(0));
}

#[test]
fn a_socket_that_is_handed_in_is_listened_on() {
    let folder = tempfile::tempdir().unwrap();
    let socket = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = socket.local_addr().unwrap();
    // A shell gives the socket the number that systemd would.
    let mut command = Command::new("sh");
    command.args(["-c", "exec \"$0\" \"$@\" 3<&0", env!("CARGO_BIN_EXE_tavola")]).env("LISTEN_FDS", "1");
    command.stdin(std::os::fd::OwnedFd::from(socket));
    let served = started(command, &folder.path().join("matches.db"), &[]);
    assert_eq!(served.address, address);
    assert_eq!(get(address, "/live", None).status, 200);
}

#[test]
fn a_call_that_cannot_be_is_refused() {
    let run = |arguments: &[&str]| {
        let output =
            Command::new(env!("CARGO_BIN_EXE_tavola")).arg("serve").args(arguments).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let folder = tempfile::tempdir().unwrap();
    let (here, db) = (folder.path().to_str().unwrap(), folder.path().join("a.db"));
    let db = db.to_str().unwrap();
    let (code, why) = run(&["no-such-folder"]);
    assert!(code == Some(2) && why.contains("there is no folder `no-such-folder`"), "{why}");
    let (code, why) = run(&[here, "--db", db, "--port", "0", "--public-url", "http://games.example"]);
    assert!(code == Some(1) && why.contains("write https://name"), "{why}");
    let (code, why) = run(&[here, "--trust-proxy", "everybody"]);
    assert!(code == Some(2) && why.contains("is no address and no network"), "{why}");
    let served = serve(Path::new(db));
    let (code, why) = run(&[here, "--db", db, "--port", "0"]);
    assert!(code == Some(1) && why.contains("another server has the database open"), "{why}");
    drop(served);
}
