//! Cases of mutated saved matches: a file that is nearly right must be refused in a sentence, or make a match that can
//! be saved again. It does not know what stands in such a file.

use crate::case::Case;
use crate::corpus::Corpus;
use crate::mutate::mutate;
use crate::pool::Pool;
use crate::protocol::{checked, session, some_game};
use ::protocol::Saved;
use serde_json::{Value, json};

/// The name of the file with the saved match.
const SAVED: &str = "saved";

/// The case of that seed: a match that was played and saved, then changed.
pub fn make(corpus: &Corpus, seed: u64) -> Case {
    let mut pool = Pool::new(seed);
    let files = some_game(corpus, &mut pool);
    let mut case = Case { seed: pool.0.word(), files };
    // Where that goes wrong it will do so again when the case runs.
    let texts = std::panic::catch_unwind(|| (played(&case, seed), played(&case, seed ^ 1)));
    let (one, other) = texts.unwrap_or_default();
    let text = match pool.below(60) {
        0..=19 => mutate(&structural(&one, &mut pool), &other, &mut pool),
        // Seldom, for one of them may take as long as a hundred others. A further change would only keep it from being
        // read.
        20 => crowded(&one, &mut pool).into_bytes(),
        _ => mutate(&one, &other, &mut pool),
    };
    case.files.push((SAVED.to_owned(), text));
    case
}

/// A match of some moves as it is saved, without its hash at times.
fn played(case: &Case, seed: u64) -> String {
    let mut pool = Pool::new(seed);
    let Some(mut session) = session(case) else { return String::new() };
    session.answer(&json!({ "cmd": "new", "seed": pool.below(1000) }).to_string());
    for _ in 0..pool.below(12) {
        let line = match pool.below(12) {
            0 => json!({ "cmd": "test-setup", "code": "score 0 7;" }),
            _ => json!({ "cmd": "play", "id": pool.below(3) }),
        };
        session.answer(&line.to_string());
    }
    let mut answer: Value = serde_json::from_str(&session.answer(r#"{"cmd":"save"}"#)).unwrap_or(Value::Null);
    if pool.chance(1, 2)
        && let Some(fields) = answer["match"].as_object_mut()
    {
        fields.remove("hash");
    }
    answer["match"].to_string()
}

/// Changes one value of the file, and leaves the rest.
fn structural(text: &str, pool: &mut Pool) -> String {
    let Ok(mut value) = serde_json::from_str::<Value>(text) else { return text.to_owned() };
    let odd = [
        json!(0),
        json!(1),
        json!(2),
        json!(31),
        json!(u64::MAX),
        json!(-1),
        json!(0.5),
        json!(null),
        json!("x"),
        json!([]),
        json!({}),
        json!(true),
        json!("0000000000000000"),
        json!(4_294_967_296_u64),
    ];
    let new = pool.pick(&odd).cloned().unwrap_or_default();
    let steps = value["steps"].as_array().map_or(0, Vec::len);
    match pool.below(4) {
        0 => {
            let name =
                ["tavola", "game", "players", "seed", "steps", "hash", "options", "seats"][pool.below(8)];
            value[name] = new;
        }
        1 if steps > 0 => {
            let name = ["seat", "n", "text", "setup"][pool.below(4)];
            let at = pool.below(steps);
            if value["steps"][at].is_object() {
                value["steps"][at][name] = new;
            }
        }
        2 => {
            if let Some(all) = value["steps"].as_array_mut().filter(|all| !all.is_empty()) {
                let (a, b) = (pool.below(all.len()), pool.below(all.len()));
                let step = all[a].clone();
                all.insert(b, step);
            }
        }
        _ => {
            if let Some(all) = value["steps"].as_array_mut() {
                let many = pool.pick(&[20, 1000, 100_001]).copied().unwrap_or(20);
                all.extend(std::iter::repeat_n(json!({ "n": 0 }), many));
            }
        }
    }
    value.to_string()
}

/// Adds very many scripts, all of one text or each of its own, that do little or much.
fn crowded(text: &str, pool: &mut Pool) -> String {
    let Ok(mut value) = serde_json::from_str::<Value>(text) else { return text.to_owned() };
    let (many, work) = ([60, 3_000, 20_000][pool.below(3)], [0, 100, 60_000][pool.below(3)]);
    let differ = pool.chance(1, 3);
    let script = |k: usize| {
        let own = if differ { k } else { 0 };
        json!({ "setup": format!("for (number i = {own}; i < {work}; i += 1) {{ }}") })
    };
    if let Some(all) = value["steps"].as_array_mut() {
        all.extend((0..many).map(script));
    }
    value.to_string()
}

/// Loads the saved match of a case. Whether it was accepted.
pub fn run(case: &Case) -> bool {
    let Some(mut session) = session(case) else { return false };
    let Some((_, bytes)) = case.files.iter().find(|(name, _)| name == SAVED) else { return false };
    let line = [&br#"{"cmd":"load","match":"#[..], bytes, b"}"].concat();
    let loaded =
        checked(&session.answer_bytes(&line.into_iter().filter(|b| *b != b'\n').collect::<Vec<u8>>()));
    read(bytes);
    if loaded["ok"] != true {
        return false;
    }
    let saved = checked(&session.answer(r#"{"cmd":"save"}"#));
    let again = checked(&session.answer(&json!({ "cmd": "load", "match": saved["match"] }).to_string()));
    assert!(again["ok"] == true, "what was saved does not load: {again}");
    for line in [r#"{"cmd":"moves"}"#, r#"{"cmd":"table"}"#, r#"{"cmd":"result"}"#, r#"{"cmd":"undo"}"#] {
        checked(&session.answer(line));
    }
    true
}

/// Reads the file as `tavola play` and `tavola replay` do.
fn read(bytes: &[u8]) {
    let value = std::str::from_utf8(bytes).ok().and_then(|text| serde_json::from_str::<Value>(text).ok());
    if let Some(Ok(saved)) = value.map(|v| Saved::from_json(&v)) {
        let again =
            serde_json::from_str::<Value>(&saved.to_text()).ok().and_then(|v| Saved::from_json(&v).ok());
        assert_eq!(again.as_ref(), Some(&saved), "a saved match does not survive writing");
    }
}
