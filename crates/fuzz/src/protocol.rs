//! Cases of mutated lines: a session of the engine protocol gets requests that are nearly right, and must answer each
//! of them with one line, leaving the match as it was where it refuses. It does not judge what the answers say.

use crate::case::Case;
use crate::corpus::{Corpus, MAIN, main_file};
use crate::mutate::{damage, mutate};
use crate::pool::Pool;
use crate::sources;
use ::protocol::{Code, OpenOptions, Session};
use engine::{Game, Limits};
use project::{Memory, Request};
use serde_json::Value;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::Arc;

/// The name of the file of requests.
const LINES: &str = "lines";

/// Stands for the match that was saved last.
const SAVED: &str = "SAVED";

/// Requests; `#` becomes a small number, `@` a large or odd one.
const REQUESTS: [&str; 72] = [
    r#"{"cmd":"game"}"#,
    r#"{"cmd":"legend"}"#,
    r#"{"cmd":"new"}"#,
    r#"{"cmd":"new","seed":#}"#,
    r#"{"cmd":"new","seed":@,"players":#}"#,
    r#"{"cmd":"new","players":@}"#,
    r#"{"cmd":"new","options":{"size":#}}"#,
    r#"{"cmd":"moves"}"#,
    r#"{"cmd":"moves"}"#,
    r#"{"cmd":"play","id":#}"#,
    r#"{"cmd":"play","id":#}"#,
    r#"{"cmd":"play","id":#}"#,
    r#"{"cmd":"play","id":0}"#,
    r#"{"cmd":"play","id":0}"#,
    r#"{"cmd":"play","id":0,"seat":#,"as":#}"#,
    r#"{"cmd":"play","id":@}"#,
    r#"{"cmd":"play","text":"a1"}"#,
    r#"{"cmd":"play","text":"place b2"}"#,
    r#"{"cmd":"play","text":""}"#,
    r#"{"cmd":"play","text":"signal \"deep\" 2"}"#,
    r#"{"cmd":"play","text":"signal \"a\u001bb\" #"}"#,
    r#"{"cmd":"bot","bot":"random"}"#,
    r#"{"cmd":"bot","bot":"random","seed":@,"seat":#}"#,
    r#"{"cmd":"hint","simulations":#}"#,
    r#"{"cmd":"hint","simulations":#,"seat":@,"as":#}"#,
    r#"{"cmd":"evaluate","simulations":#,"seed":@}"#,
    r#"{"cmd":"table"}"#,
    r#"{"cmd":"table","seat":#}"#,
    r#"{"cmd":"table","seat":@}"#,
    r#"{"cmd":"table"}"#,
    r#"{"cmd":"ask"}"#,
    r#"{"cmd":"ask"}"#,
    r#"{"cmd":"ask","seat":#,"as":#}"#,
    r#"{"cmd":"part","path":[]}"#,
    r#"{"cmd":"part","path":[{"action":"play"}],"q":#}"#,
    r#"{"cmd":"part","path":[{"action":"place"},{"nth":[@,null]}],"as":#}"#,
    r#"{"cmd":"play","path":[{"action":"place"},{"tile":["Grid","b2"]}]}"#,
    r#"{"cmd":"play","path":[{"action":"play"},{"thing":#}],"q":#}"#,
    r#"{"cmd":"play","path":[{"action":"play"},[{"thing":#},{"num":@}]]}"#,
    r##"{"cmd":"why","path":[{"action":"play"},{"text":"#"}]}"##,
    r#"{"cmd":"table","seat":#}"#,
    r#"{"cmd":"step","seat":#,"as":#}"#,
    r#"{"cmd":"result"}"#,
    r#"{"cmd":"state"}"#,
    r#"{"cmd":"state","as":#}"#,
    r##"{"cmd":"why","text":"#"}"##,
    r#"{"cmd":"undo"}"#,
    r#"{"cmd":"undo"}"#,
    r#"{"cmd":"save"}"#,
    r#"{"cmd":"save"}"#,
    r#"{"cmd":"load","match":SAVED}"#,
    r#"{"cmd":"load","match":{"tavola":1,"game":"x","players":2,"seed":1,"steps":[]}}"#,
    r#"{"cmd":"test-setup","code":"score 0 #;"}"#,
    r#"{"cmd":"test-setup","code":"turn.pass();"}"#,
    r#"{"cmd":"test-setup","code":"while (true) { }"}"#,
    r#"{"cmd":"test-setup","code":"number n = @; expect n > #;"}"#,
    r#"{"cmd":"test-setup","code":"winner none;"}"#,
    r#"{"cmd":"test-setup","code":"} test \"x\" { "}"#,
    r#"{"cmd":"test-setup","code":"eliminate #; eliminate 0;"}"#,
    r#"{"cmd":"moves","as":#}"#,
    r#"{"cmd":"moves","as":#,"seat":#}"#,
    r#"{"cmd":"moves","as":0,"seat":1}"#,
    r#"{"cmd":"play","text":"zz","as":1}"#,
    r#"{"cmd":"play","text":"zz","as":#}"#,
    r#"{"cmd":"play","id":@,"as":#}"#,
    r#"{"cmd":"bot","bot":"random","as":#}"#,
    r#"{"cmd":"table","seat":#,"as":#}"#,
    r#"{"cmd":"table","seat":#,"as":#}"#,
    r#"{"cmd":"result","as":#}"#,
    r#"{"cmd":"save","as":#}"#,
    r#"{"cmd":"undo","as":1}"#,
    r#"{"cmd":"load","match":SAVED,"as":@}"#,
];

const ODD: [&str; 12] = [
    "-1",
    "1e400",
    "4294967296",
    "18446744073709551615",
    "18446744073709551616",
    "0.5",
    "null",
    "\"1\"",
    "[]",
    "{}",
    "true",
    "99999999999999999999999999",
];

/// The case of that seed.
pub fn make(corpus: &Corpus, seed: u64) -> Case {
    let mut pool = Pool::new(seed);
    let mut files: Vec<(String, Vec<u8>)> = some_game(corpus, &mut pool);
    let mut lines = Vec::new();
    for _ in 0..4 + pool.below(24) {
        lines.extend(line(&mut pool));
        lines.push(b'\n');
    }
    files.push((LINES.to_owned(), lines));
    Case { seed: pool.0.word(), files }
}

/// The files of a game that is right. The games of the project are drawn less often: they take longer.
pub fn some_game(corpus: &Corpus, pool: &mut Pool) -> Vec<(String, Vec<u8>)> {
    let all = if pool.chance(1, 4) { &corpus.games } else { &corpus.examples };
    let drawn = pool.pick(all).filter(|_| pool.chance(3, 4));
    let generated = pool.below(1 << 20) as u64;
    let otherwise = || vec![(MAIN.to_owned(), oracle::generate(generated))];
    let seed = drawn.cloned().unwrap_or_else(otherwise);
    seed.into_iter().map(|(name, text)| (name, text.into_bytes())).collect()
}

fn line(pool: &mut Pool) -> Vec<u8> {
    let request = filled(pool);
    let mut line = match pool.below(6) {
        0 => {
            let other = filled(pool);
            mutate(&request, &other, pool)
        }
        1 => nested(&request, pool).into_bytes(),
        _ => request.into_bytes(),
    };
    if pool.chance(1, 30) {
        damage(&mut line, pool);
    }
    line.retain(|b| *b != b'\n');
    line
}

fn filled(pool: &mut Pool) -> String {
    let template = pool.pick(&REQUESTS).copied().unwrap_or_default();
    let most = if pool.chance(1, 2) { 4 } else { 40 };
    let small = pool.below(most).to_string();
    let odd = pool.pick(&ODD).copied().unwrap_or_default();
    template.replace('#', &small).replace('@', odd)
}

/// JSON that is right, but large or deep, or a request with a field too many.
fn nested(request: &str, pool: &mut Pool) -> String {
    let deep = pool.pick(&[10, 127, 128, 5000]).copied().unwrap_or(10);
    let value = match pool.below(5) {
        0 => format!("{}{}", "[".repeat(deep), "]".repeat(deep)),
        1 => format!("{}1{}", "{\"a\":".repeat(deep), "}".repeat(deep)),
        2 => format!("\"{}\"", "é\\n\\u0000".repeat(deep)),
        3 => format!("[{}0]", "0,".repeat(deep)),
        _ => pool.pick(&ODD).copied().unwrap_or_default().to_owned(),
    };
    let name = ["cmd", "match", "seed", "text", "options", "x", "path", "code"][pool.below(8)];
    let body = request.trim_end_matches('}');
    format!("{body},\"{name}\":{value}}}")
}

/// What one request of a session may spend on making steps again.
const WORK: u64 = 3_000_000;

/// A session about the game of a case, within tight limits.
pub fn session(case: &Case) -> Option<Session> {
    let limits = Limits { fuel: 100_000, words: 1 << 17, depth: 500 };
    let mut files = Memory::default();
    for (name, text) in &case.files {
        files.put(name.clone(), text.clone());
    }
    let main = main_file(case.files.iter().map(|(name, _)| name.as_str())).to_owned();
    let open = move |wanted: &OpenOptions| {
        let mut loaded = project::open(
            Request::new((&files, main.as_str())).choices(&wanted.choices).scripts(&wanted.scripts),
        )?;
        let game = loaded.game.take().and_then(Arc::into_inner);
        loaded.game = game.map(|game| Arc::new(game.within(limits)));
        Ok(loaded)
    };
    let game = compiled(case, || open(&OpenOptions::default()).ok()?.game)?;
    Some(Session::new(Box::new(open), game).within(WORK))
}

/// Games that were compiled last, latest last, each behind the sources it was made of.
type Compiled = VecDeque<(Vec<(String, Vec<u8>)>, Arc<Game>)>;

/// So many games are kept: cases that change requests or records begin with those of the project again and again, and
/// to compile them takes longer than all that is tried.
const MAX_COMPILED: usize = 128;

/// The game of a case, compiled unless it was a short time ago.
fn compiled(case: &Case, compile: impl FnOnce() -> Option<Arc<Game>>) -> Option<Arc<Game>> {
    thread_local! { static COMPILED: RefCell<Compiled> = RefCell::default(); }
    let sources: Vec<_> = case.files.iter().filter(|(name, _)| is_source(name)).cloned().collect();
    let known = COMPILED.with_borrow_mut(|all| {
        let at = all.iter().position(|(of, _)| *of == sources)?;
        let found = all.remove(at)?;
        let game = Arc::clone(&found.1);
        all.push_back(found);
        Some(game)
    });
    known.or_else(|| {
        let game = compile()?;
        COMPILED.with_borrow_mut(|all| {
            all.push_back((sources, Arc::clone(&game)));
            if all.len() > MAX_COMPILED {
                all.pop_front();
            }
        });
        Some(game)
    })
}

fn is_source(name: &str) -> bool {
    dialects::of(name).is_some()
}

/// Sends the lines of a case. Whether any request about a match was done.
pub fn run(case: &Case) -> bool {
    let Some(mut session) = session(case) else { return sources::load(case).has_errors() };
    let lines = case.files.iter().find(|(name, _)| name == LINES).map_or(&[][..], |(_, text)| text);
    let (mut pool, mut saved, mut done) = (Pool::new(case.seed), Value::Null, 0);
    for line in lines.split(|b| *b == b'\n') {
        let line = with_saved(line, &saved, &mut pool);
        tells_others_nothing(&mut session, &mut pool);
        let before = pool.chance(1, 4).then(|| session.answer(r#"{"cmd":"save"}"#));
        let answer = checked(&session.answer_bytes(&line));
        if let (false, Some(before)) = (answer["ok"] == true, before) {
            assert_eq!(
                before,
                session.answer(r#"{"cmd":"save"}"#),
                "a refused request changes the match: {answer}"
            );
        }
        done += u64::from(answer["ok"] == true && answer.get("table").or(answer.get("moves")).is_some());
        if let Some(found) = answer.get("match").filter(|m| m.is_object()) {
            saved = found.clone();
        }
    }
    done > 0
}

/// What a seat is told of another's moves is the same whatever that seat may do: refusals are in one sentence, and no
/// move or part of one is listed.
fn tells_others_nothing(session: &mut Session, pool: &mut Pool) {
    if !pool.chance(1, 6) {
        return;
    }
    let moves = checked(&session.answer(r#"{"cmd":"moves"}"#));
    let Some(decider) = moves["seats"].as_array().and_then(|seats| seats.first()?.as_u64()) else { return };
    let table = checked(&session.answer(r#"{"cmd":"table"}"#));
    let seats = table["table"]["seats"].as_array().map_or(0, Vec::len) as u64;
    let Some(reader) = (0..seats).find(|seat| *seat != decider) else { return };
    for naming in [r#""text":"zz zz""#, r#""id":99999999"#, r#""path":[{"action":"zz zz"}]"#] {
        let line = format!(r#"{{"cmd":"play","seat":{decider},"as":{reader},{naming}}}"#);
        let answer = checked(&session.answer(&line));
        if answer["ok"] == true {
            // A free text may be anything, and the match has gone on.
            return;
        }
        let told = format!("that is no legal move of seat {decider} now");
        assert_eq!(answer["error"]["message"], told, "as {reader}: {answer}");
    }
    for request in ["moves", "ask", "table", "save"] {
        let line = format!(r#"{{"cmd":"{request}","seat":{decider},"as":{reader}}}"#);
        let answer = checked(&session.answer(&line));
        let listed = answer["moves"].as_array().is_some_and(|moves| !moves.is_empty());
        let told = ["match", "table", "tree", "asks"].iter().any(|field| !answer[field].is_null());
        assert!(!listed && !told, "{request} of seat {decider} as {reader}: {answer}");
    }
}

/// The line with the match saved last, which is changed at times.
fn with_saved(line: &[u8], saved: &Value, pool: &mut Pool) -> Vec<u8> {
    match std::str::from_utf8(line) {
        Ok(text) if text.contains(SAVED) => {
            let mut found = saved.to_string();
            if pool.chance(1, 2) {
                found = String::from_utf8_lossy(&mutate(&found, text, pool)).into_owned();
            }
            text.replace(SAVED, &found).into_bytes()
        }
        _ => line.to_vec(),
    }
}

/// An answer that is what every answer is.
pub fn checked(answer: &str) -> Value {
    assert!(!answer.contains('\n'), "an answer of several lines: {answer:?}");
    let value: Value = serde_json::from_str(answer).unwrap_or(Value::Null);
    match value["ok"].as_bool() {
        Some(true) => {}
        Some(false) => {
            let (code, message) = (&value["error"]["code"], &value["error"]["message"]);
            assert!(Code::ALL.iter().any(|c| code == c.name()), "an unknown code: {answer}");
            assert!(code != Code::Internal.name(), "a defect: {answer}");
            let text = message.as_str().unwrap_or("");
            assert!(!text.is_empty() && !text.contains(char::is_control), "not a line for people: {answer}");
            let defect = ["a defect of the machine", "made a broken program"];
            assert!(!defect.iter().any(|words| text.contains(words)), "{answer}");
        }
        None => panic!("no answer: {answer:?}"),
    }
    value
}
