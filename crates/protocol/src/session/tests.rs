//! Two worlds: in every game that may hide something, matches that a seat or a spectator cannot tell apart give it the
//! same bytes, whatever it asks and whatever is played. It knows no rules and no names of games.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use super::*;
use crate::history::OpenMatch;
use engine::{Match, Twin};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Pairs of worlds for each game where nobody asks for more.
const FEW: usize = 20;

/// So many matches are begun for these pairs at most, and so many decisions made in each.
const MAX_MATCHES: u64 = 40;
const MAX_DECISIONS: usize = 120;

/// Who looks on: a seat, or a spectator.
type Onlooker = Option<u32>;

fn games() -> Vec<PathBuf> {
    let found = project::games_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games"));
    let wanted = std::env::var("TAVOLA_GAME").unwrap_or_default();
    found.into_iter().filter(|p| p.to_string_lossy().contains(&wanted)).collect()
}

/// What a request gives where that match stands. The match itself stays.
fn ask(now: &Match, request: &Value) -> String {
    let opened = OpenedGame { game: now.game().clone(), wanted: Arc::default() };
    let latest = OpenMatch { now: now.clone(), opened };
    let rules: Rules = Box::new(|_| project::open(project::Request::new(Path::new("nowhere"))));
    let mut session =
        Session { current: Some(MatchHistory::new(latest)), ..Session::new(rules, now.game().clone()) };
    session.answer(&request.to_string())
}

/// Requests that change nothing: what they list, and what is refused.
fn requests(now: &Match, onlooker: Onlooker, texts: &[String; 2]) -> Vec<Value> {
    let mut all = vec![json!({ "cmd": "table", "seat": onlooker }), json!({ "cmd": "result" })];
    let Some(seat) = onlooker else { return all };
    for cmd in ["table", "result", "state", "moves", "ask", "save", "undo"] {
        all.push(json!({ "cmd": cmd, "as": seat }));
    }
    for other in (0..now.players()).map(Some).chain([None]) {
        for play in [
            json!({ "id": 99_999 }),
            json!({ "text": "zz" }),
            json!({ "path": [{ "action": "zz" }] }),
            json!({ "path": [{ "thing": 0 }, null], "q": 0 }),
        ] {
            let mut request = json!({ "cmd": "play", "seat": other, "as": seat });
            request.as_object_mut().unwrap().extend(play.as_object().unwrap().clone());
            all.push(request);
        }
        all.push(json!({ "cmd": "moves", "seat": other, "as": seat }));
        all.push(json!({ "cmd": "table", "seat": other, "as": seat }));
        all.push(json!({ "cmd": "step", "seat": other, "as": seat }));
        all.push(json!({ "cmd": "ask", "seat": other, "as": seat }));
        all.push(json!({ "cmd": "part", "path": [], "seat": other, "as": seat }));
    }
    let moves = now.seat(seat).moves().unwrap_or_default();
    all.push(json!({ "cmd": "play", "seat": seat, "as": seat, "id": moves.len() }));
    let actions: BTreeSet<String> =
        moves.into_iter().filter_map(|m| m.action).chain([String::new()]).collect();
    for action in &actions {
        let path = json!([{ "action": action }]);
        all.push(json!({ "cmd": "part", "seat": seat, "as": seat, "path": path }));
        all.push(json!({ "cmd": "why", "seat": seat, "as": seat, "path": path }));
        for id in 0..3 {
            let path = json!([{ "action": action }, { "thing": id }]);
            all.push(json!({ "cmd": "why", "seat": seat, "as": seat, "path": path }));
        }
    }
    for action in actions {
        for text in texts {
            let text = format!("{action} {text}");
            // Another card that reads so may be in sight.
            if !now.seat(seat).moves().unwrap_or_default().iter().any(|m| m.text.ends_with(text.trim())) {
                all.push(json!({ "cmd": "play", "seat": seat, "as": seat, "text": text.trim() }));
            }
        }
    }
    all
}

/// Everything that can be asked is answered alike.
fn compare(what: &str, one: &Match, other: &Match, onlooker: Onlooker, texts: &[String; 2]) {
    for request in requests(one, onlooker, texts) {
        assert_eq!(ask(one, &request), ask(other, &request), "{what}: {request}, {texts:?}");
    }
    assert_eq!(one.view(onlooker), other.view(onlooker), "{what}");
    let Some(seat) = onlooker else { return };
    assert_eq!(one.seat(seat).question(), other.seat(seat).question(), "{what}");
    assert_eq!(one.seat(seat).moves(), other.seat(seat).moves(), "{what}");
}

/// Games whose rules themselves show what is hidden by what they do next: here whoever has nothing to perform lays out all
/// coins at once.
const SHOWING: [&str; 1] = ["The Patched Curtain"];

/// One move that both can make and that names nothing unknown, if there is any: what is told of it is the same, unless
/// what differs has come to light.
fn go_on(what: &str, one: &Match, twin: &Twin, onlooker: Onlooker, random: &mut Random) {
    let Some(seat) = one.decider() else { return };
    let texts = |now: &Match| -> Vec<String> {
        let moves = now.seat(seat).moves().unwrap_or_default();
        moves.into_iter().map(|m| m.text).collect()
    };
    let theirs = texts(&twin.now);
    let names = |text: &str| text.contains("a card") || twin.texts.iter().any(|t| text.contains(t.as_str()));
    let mut both: Vec<String> = texts(one).into_iter().filter(|t| theirs.contains(t) && !names(t)).collect();
    if both.is_empty() {
        return;
    }
    let text = both.swap_remove(random.below(both.len() as u64) as usize);
    let after = |now: &Match| {
        let mut after = now.clone();
        after.play_as(seat, text.as_str()).map(|_| after)
    };
    let (Ok(left), Ok(right)) = (after(one), after(&twin.now)) else { return };
    let is_over = left.is_over() || right.is_over();
    let mut later = twin.clone();
    later.now = right;
    // What the rules tell may be what was hidden, as at a showdown.
    let are_told = left.observer(onlooker).heard() != later.now.observer(onlooker).heard();
    if is_over || are_told || later.is_told_from(&left, onlooker) || SHOWING.contains(&one.game().name()) {
        return;
    }
    let (is, other) = (left.view(onlooker), later.now.view(onlooker));
    assert_eq!(is.zones, other.zones, "{what}: `{text}`, {:?}", twin.texts);
    assert_eq!(is.boards, other.boards, "{what}: `{text}`, {:?}", twin.texts);
    // Rules may make something public of what is hidden, such as a score.
    if is == other {
        let request = json!({ "cmd": "play", "seat": seat, "text": text, "as": onlooker });
        assert_eq!(ask(one, &request), ask(&twin.now, &request), "{what}");
    }
}

/// Two worlds in which another seat has chosen differently and in secret, or has not chosen in one of them, or nobody
/// learns what it has chosen since a third has ended the round; None where nobody decides in secret now, or the choice
/// would be the last.
fn sealed(now: &Match, onlooker: Onlooker, random: &mut Random) -> Option<[Match; 2]> {
    let pending: Vec<u32> = now.questions().iter().map(|q| q.seat).collect();
    let others: Vec<u32> = pending.iter().copied().filter(|p| Some(*p) != onlooker).collect();
    if !now.secrecy().is_secret() || pending.len() < 2 {
        return None;
    }
    let seat = others[random.below(others.len() as u64) as usize];
    let choose = |now: &Match, seat, random: &mut Random| {
        let mut chosen = now.clone();
        chosen.play_as(seat, random).ok().map(|_| chosen)
    };
    let keeps = |now: &Match| now.secrecy().is_sealed();
    let ends = |now: &Match, seat: u32| {
        let mut ended = now.clone();
        ended.play_as(seat, "yes").ok().filter(|_| !keeps(&ended)).map(|_| ended)
    };
    let third = others.iter().copied().find(|other| *other != seat);
    let (one, other) = (choose(now, seat, random)?, choose(now, seat, random)?);
    if let Some(third) = third.filter(|_| keeps(&one))
        && let (Some(sooner), Some(later)) = (ends(now, third), ends(&one, third))
    {
        return Some([sooner, later]);
    }
    let shows_who_chose = !one.view(None).answered.is_empty();
    match keeps(&one) && random.below(2) == 0 && !shows_who_chose {
        true => Some([now.clone(), one]),
        false => (keeps(&one) == keeps(&other)).then_some([one, other]).filter(|[one, _]| keeps(one)),
    }
}

/// Random matches of a game, and worlds beside them. Gives how many pairs were compared.
fn worlds(game: &Arc<Game>, wanted: usize) -> usize {
    let counts = game.player_counts();
    let mut compared = 0;
    for seed in 0..MAX_MATCHES {
        let players = counts[seed as usize % counts.len()];
        let (mut now, mut random) = (Match::start(game, players, seed), Random::new(seed));
        now.follow();
        for decision in 0..MAX_DECISIONS {
            if now.is_over() || compared >= wanted {
                break;
            }
            let onlooker = [None, Some(random.below(u64::from(players)) as u32), now.decider()]
                [random.below(3) as usize];
            let what = format!("{}, seed {seed}, decision {decision}, {onlooker:?}", game.name());
            if random.below(4) == 0 {
                if let Some([one, other]) = sealed(&now, onlooker, &mut random) {
                    compare(&what, &one, &other, onlooker, &["zz".to_owned(), "zz".to_owned()]);
                    compared += 1;
                }
                if let Some(twin) = Twin::of(&now, onlooker, &mut random) {
                    compare(&what, &now, &twin.now, onlooker, &twin.texts);
                    go_on(&what, &now, &twin, onlooker, &mut random);
                    compared += 1;
                }
            }
            now.play(&mut random).unwrap();
        }
    }
    compared
}

/// As [`worlds`], over a game that may hide something. None where it hides nothing.
fn game_hides(path: &Path) -> Option<String> {
    let loaded = project::open(project::Request::new(path)).unwrap();
    let game = loaded.game.unwrap();
    game.hidden()?;
    let wanted = std::env::var("TAVOLA_WORLDS").ok().map_or(FEW, |n| n.parse().unwrap());
    let compared = worlds(&game, wanted);
    println!("{compared:>6} pairs of worlds: {}", game.name());
    (compared < wanted.min(FEW)).then(|| format!("{}: {compared}", game.name()))
}

#[test]
fn worlds_that_cannot_be_told_apart_give_the_same_bytes() {
    let (games, next, failed) = (games(), AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(path) = games.get(next.fetch_add(1, Ordering::Relaxed)) {
            match std::panic::catch_unwind(|| game_hides(path)) {
                Ok(few) => failed.lock().unwrap().extend(few),
                Err(_) => failed.lock().unwrap().push(format!("{}: see above", path.display())),
            }
        }
    };
    std::thread::scope(|scope| {
        let second = scope.spawn(work);
        work();
        second.join().unwrap();
    });
    assert_eq!(*failed.lock().unwrap(), Vec::<String>::new());
}
