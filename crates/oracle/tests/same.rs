//! The engine does what the oracle does: on random programs and on the games of this repository.
//!
//! `SAME_FROM` and `SAME_PROGRAMS` try other random programs, and more.

mod common;

use base::Problem;
use common::same::{Both, Seen};
use project::{Memory, Request};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(otherwise)
}

/// Plays one generated program with the fewest and with the most players.
fn try_generated(seed: u64, most: usize) -> Result<Seen, String> {
    // Coverage probes change nothing, so some are played with them.
    let read = if seed % 3 == 1 { Both::read_with_probes } else { Both::read };
    let both = read(&oracle::generate(seed))?;
    let (least, most_players) = both.players();
    let players = if seed.is_multiple_of(2) { least } else { most_players };
    let seen = both.play(players, seed, most)?;
    if both.has_options() {
        let other =
            Both::read_otherwise(&oracle::generate(seed), seed).map_err(|why| format!("chosen: {why}"))?;
        other.play(players, seed, most).map_err(|why| format!("chosen: {why}"))?;
    }
    Ok(seen)
}

/// Whether a program is refused because it tells of something hidden, and for nothing else: whoever draws programs does
/// not know what follows from what.
fn tells(seed: u64) -> bool {
    let files = Memory::default().with("game.tgdl", &oracle::generate(seed));
    let loaded = project::open(Request::new((&files, "game.tgdl")));
    let telling = |p: &Problem| matches!(p.code, "offer-tells" | "secret-or-open");
    let only_telling = |problems: &[Problem]| problems.iter().filter(|p| p.is_error()).all(telling);
    loaded.is_ok_and(|loaded| loaded.has_errors() && only_telling(&loaded.problems))
}

/// Half of the programs each, since tests run side by side.
#[test]
fn random_programs_with_even_seeds_run_the_same() {
    random_programs_run_the_same(0);
}

#[test]
fn random_programs_with_odd_seeds_run_the_same() {
    random_programs_run_the_same(1);
}

fn random_programs_run_the_same(remainder: u64) {
    let (from, programs) = (number("SAME_FROM", 0), number("SAME_PROGRAMS", 200));
    let most = number("SAME_DECISIONS", 60) as usize;
    let (mut found, mut total, mut ends, mut faults, mut given_up) = (Vec::new(), 0, 0, 0, 0);
    let (mut written, mut refused) = (0, 0);
    for seed in (from..from + programs).filter(|seed| seed % 2 == remainder) {
        match oracle::with_stack(|| try_generated(seed, most)) {
            Ok(seen) => {
                total += seen.decisions;
                written += seen.written as u64;
                ends += usize::from(seen.over);
                faults += usize::from(seen.fault);
                given_up += u64::from(seen.given_up);
            }
            Err(_) if tells(seed) => refused += 1,
            Err(why) => found.push(format!("seed {seed}: {why}")),
        }
    }
    println!("{total} decisions, {ends} ends, {faults} faults, {given_up} given up, {written} with texts");
    assert!(refused * 50 <= programs, "{refused} of {programs} programs tell of what is hidden");
    // A half of the programs, and not all of them have such inputs.
    assert!(written * 60 > programs, "{written} texts are written in half of {programs} programs");
    assert!(given_up * 20 <= programs, "{given_up} of {programs} programs cannot be compared to their end");
    let shown = found.iter().take(number("SAME_SHOWN", 5) as usize).cloned().collect::<Vec<_>>();
    assert!(found.is_empty(), "{} programs, among them\n{}", found.len(), shown.join("\n"));
}

const ROADS: &str = r#"game "Roads";
enum Colour { Red, Blue }
global class Log { string out = ""; }
class Road extends Edge { Colour colour; number length = (weight ?? 3) * 10 + (from == null ? 0.5 : from.x); }
class City extends Tile { number income = 1; }
board Map {
    shape graph {
        Rome(income: 3); Milan; Turin; Naples;
        Rome - Milan 2 (colour = Colour.Red); Rome > Turin (colour: Colour.Blue, length: 7);
        Turin > Rome; Milan - Turin 0.5; Rome - Naples; Rome - Milan 4;
    }
    tile City; edge Road;
}
turn Main { }
global class Rules {
    action claim {
        trigger PlayerChoiceEvent { return true; }
        input Road road { return road.owner == null; }
        effect {
            road.assign(actor);
            Road back = (road.to as City).edge(road.from);
            Log.out = Log.out + "{back == road}{back == null}{road.from.edges.length}{Map.edges().length}";
            for (Road r in road.to.edges) { Log.out = Log.out + "{r.length} "; }
            turn.pass();
        }
    }
    action close {
        trigger PlayerChoiceEvent { return true; }
        input Road road { return road.owner == actor; }
        effect { if (road.weight > 1) { remove road; } else { road.weight += 1; } turn.pass(); }
    }
    action build {
        trigger PlayerChoiceEvent { return true; }
        input City a;
        input City b { return b != a && a.edge(b) == null; }
        effect { Road made = new Road(); made.from = a; made.to = b; made.weight = 3; turn.pass(); }
    }
}
setup { players 2..3; turns.use("Main"); for (Road r in all(Road)) { Log.out = Log.out + "{r.length} "; } }
"#;

#[test]
fn edges_of_graphs_are_the_same() {
    let found = oracle::with_stack(|| {
        let both = Both::read(ROADS)?;
        (0..6).try_for_each(|seed| {
            let seen = both.play(2 + seed as u32 % 2, seed, 30)?;
            if seen.decisions < 30 { Err(format!("{seen:?}")) } else { Ok(()) }
        })
    });
    assert_eq!(found, Ok(()));
}

/// A library of rows and hands that knows no game, and a game that hands its zones to it.
const ROWS: &str = r#"game "Rows";
class Row<T extends interactable> {
    Zone<T> shown; Zone<T> from; Zones<T> hands;
    number size = 3;
    (T) => number price = x => x.owner == null ? 1 : 2;
    (player) => Zone<T> other;
    List<T> taken = {};
    function void refill() { while (shown.length < size && !from.isEmpty()) { from.draw(1, to: shown); } }
    function number worth(Zone<T> zone) { return zone.map(price).sum(); }
    function void take(T x, player by) {
        if (x.place != shown) { fail "not there"; }
        taken.add(x);
        hands(by).add(x);
        x.assign(player: by);
        if (taken.length % 3 == 0) { other(by).addAll(hands(by)); }
        refill();
    }
    function void spread(Zones<T> over) { from.deal(1, to: over); hands = over; }
    function T drop() { T x = taken[taken.length - 1]; taken.removeAt(taken.length - 1); remove x; return x; }
}
interactable Card { number n; }
interactable Gem { }
deck stock of Card; zone market of Card { visible all; ordered; }
zone hand of Card per player { visible owner; } zone pile of Card per player { visible all; }
deck mine of Gem; zone cave of Gem { visible all; } zone chest of Gem per player;
turn Main { }
global class Rules {
    Row<Card> cards; Row<Gem> gems; string said = ""; Table<number> seen = {};
    action take {
        trigger PlayerChoiceEvent { return true; }
        input Card c from market;
        effect { cards.take(c, by: actor); said = said + "{cards.worth(hand(actor))} "; turn.pass(); }
    }
    action dig {
        trigger PlayerChoiceEvent { return true; }
        input Gem g from gems.shown;
        effect { gems.take(g, by: actor); said = said + "{gems.worth(chest(actor))} "; turn.pass(); }
    }
    action spread {
        trigger PlayerChoiceEvent { return true; }
        require { return stock.length > 4; }
        effect { cards.spread(over: cards.taken.length % 2 == 0 ? hand : pile); seen[cards.hands] = stock.length; said = said + "{seen.length}{seen[hand]}"; }
    }
    action drop {
        trigger PlayerChoiceEvent { return true; }
        require { return cards.taken.length > 1; }
        effect { said = said + "{cards.drop().n} "; if (cards.hands == hand) { cards.hands = pile; } else { cards.hands = null; } turn.pass(); }
    }
}
setup {
    players 2..3; turns.use("Main");
    for (number i in 1..20) { stock.add(new Card() { n = i }); mine.add(new Gem()); }
    Rules.cards = new Row<Card>() { shown = market, from = stock, hands = hand, price = c => c.n, other = p => pile(p + 1) };
    Rules.gems = new Row<Gem>() { shown = cave, from = mine, hands = chest, size = 2, other = p => chest(p) };
    Rules.cards.refill(); Rules.gems.refill();
}
"#;

#[test]
fn libraries_over_zones_are_the_same() {
    let found = oracle::with_stack(|| {
        let both = Both::read(ROWS)?;
        let mut decisions = 0;
        for seed in 0..30 {
            decisions += both.play(2 + seed as u32 % 2, seed, 40)?.decisions;
        }
        if decisions < 300 { Err(format!("only {decisions} decisions")) } else { Ok(()) }
    });
    assert_eq!(found, Ok(()));
}

/// Things of all kinds that are told, which random programs do not do.
const SAID: &str = r#"game "Said";
enum Suit { Cups, Coins }
interactable Card { Suit suit; number worth; string name; secret string mark = "x"; }
interactable Stone { number size; number age = 3; }
look Stone { hide age; }
look Card { hide worth; }
modifier Big(number by, bool so, player of) on Stone { override number size { return base.size + by; } }
class Bare { player of; }
class Named { string name = "Ann"; Suit suit = Suit.Coins; }
board Field { shape square(unbounded); }
deck stock of Card; zone hand of Card per player { visible owner; }
turn Main { }
global class Rules {
    number said = 0;
    action say {
        trigger PlayerChoiceEvent { return true; }
        input number n from 0..3;
        effect {
            stock.draw(n, to: hand(actor));
            Stone s = new Stone() { size = n };
            said += 1;
            s.putOn(Field.at(n, -said));
            Card top = stock.top();
            tell "{top}, {s}, {hand(actor)}, {new Bare()}, {new Named()}";
            tell "{hand(actor).map(c => c.worth)} {hand(actor).map(c => c.suit)} {player.all()} {n > 1}";
            tell "{top.place} {s.tile} {turn.active()} {all(Card).take(n)} {0 * -n}" to n;
            s.add(Big(n, n > 1, null));
            s.add(Big(1, false, actor));
            tell "{s.modifiers()} {s.size} {s}";
            if (n == 3) { tell "{all(Card).concat(all(Card)).map(c => c.worth)} {all(Card)} {all(Card)}"; }
            turn.pass();
        }
    }
}
setup {
    players 2..3; turns.use("Main");
    for (number i in 1..90) {
        Card c = new Card() { suit = Suit.all()[i % 2], worth = i };
        if (i % 3 == 0) { c.name = "C{i}"; }
        stock.add(c);
    }
}
"#;

#[test]
fn what_is_told_is_the_same() {
    let found = oracle::with_stack(|| {
        let both = Both::read(SAID)?;
        (0..12).try_for_each(|seed| {
            let seen = both.play(2 + seed as u32 % 2, seed, 25)?;
            if seen.decisions < 25 { Err(format!("{seen:?}")) } else { Ok(()) }
        })
    });
    assert_eq!(found, Ok(()));
}

fn games() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut all: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("there are games").map(|e| e.expect("readable").path()).collect();
    all.sort();
    all
}

/// Plays some matches of a game; gives the differences.
fn try_game(path: &Path) -> Vec<String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let both = match Both::open(path) {
        Ok(both) => both,
        Err(why) => return vec![format!("{name}: {why}")],
    };
    // The oracle is slow, above all where it settles what modifiers make of many cards at every reading.
    let (matches, most) = match name.as_str() {
        "chess" => (1, 40),
        "heron-and-ember" => (1, 30),
        "tarn-and-tinder" | "three-bridges" | "wreck-and-beacon" => (1, 60),
        _ => (4, 200),
    };
    let (least, most_players) = both.players();
    let mut found = Vec::new();
    for seed in 0..number("SAME_MATCHES", matches) {
        let players = if seed % 2 == 0 { least } else { most_players };
        match both.play(players, seed, most) {
            Ok(seen) => println!("{name} {seed}: {seen:?}"),
            Err(why) => found.push(format!("{name} {seed}: {why}")),
        }
    }
    found
}

/// By far the longest test, so that it has all processors for itself in the end.
#[test]
fn games_run_the_same() {
    let (left, found) = (Mutex::new(games()), Mutex::new(Vec::new()));
    let next = || left.lock().expect("nobody panics with it").pop();
    let work = || {
        while let Some(path) = next() {
            let differences = oracle::with_stack(|| try_game(&path));
            found.lock().expect("nobody panics with it").extend(differences);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let found = found.into_inner().expect("nobody panics with it");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// One program in a file, for looking into a difference.
#[test]
#[ignore = "needs SAME_FILE"]
fn a_file_runs_the_same() {
    let path = PathBuf::from(std::env::var("SAME_FILE").expect("SAME_FILE names a file"));
    let text = std::fs::read_to_string(path).expect("the file can be read");
    let (seed, most) = (number("SAME_FROM", 0), number("SAME_DECISIONS", 60) as usize);
    let seen = oracle::with_stack(|| {
        let both = Both::read(&text)?;
        let players = number("SAME_PLAYERS", u64::from(both.players().0)) as u32;
        both.play(players, seed, most)
    });
    match seen {
        Ok(seen) => println!("{seen:?}"),
        Err(why) => panic!("{why}"),
    }
}

/// Workers who go where they like at the same time: places fill up, some choices fail, some ask, some end the game.
const WORKERS: &str = r#"
game "Workers";
interactable Spot { number worth; number room = 1; }
zone open of Spot { visible all; }
turn Main {
    phase Send {
        simultaneous player.all().filter(p => p.score < 9) open;
        then { if (Rules.sent % 3 == 0) { turn.pass(); turn.phase.use("Rest"); } }
        default { return player.active() + 2; }
    }
    phase Rest;
}
class Report { number of; }
event Paid { number n; }
global class Rules {
    number sent = 0;
    List<Spot> wanted = {};
    action send {
        trigger PlayerChoiceEvent { return turn.phase.active() == "Send"; }
        input Spot spot from open;
        effect {
            if (spot.room == 0) { fail "full"; }
            spot.room -= 1;
            sent += 1;
            score actor actor.score + spot.worth;
            if (spot.worth == 2) { turn.pass(); }
            if (spot.worth == 3) { remove spot; }
            raise Paid(n: sent);
        }
    }
    action want {
        trigger PlayerChoiceEvent { return turn.phase.active() == "Send"; }
        input List<Spot> spots from open count 2;
        effect {
            wanted = spots;
            number n = choose number from 1..3;
            if (n == 3 && sent % 2 == 0) { fail "no"; }
            score actor actor.score + n;
            if (player.all().all(p => p.score > 6)) { winner actor; }
        }
        ensure { return sent < 40; }
    }
    action rest {
        trigger PlayerChoiceEvent { return turn.phase.active() == "Rest"; }
        effect {
            for (Spot s in open) { s.room = 1; }
            turn.phase.use("Send");
        }
    }
    action paid { trigger Paid { return event.n % 4 == 0; } effect { Report r = new Report(); r.of = sent; turn.pass(); } }
}
setup { players 2..4; turns.use("Main"); for (number i in 1..4) { open.add(new Spot() { worth = i }); } }
"#;

#[test]
fn choices_at_the_same_time_are_the_same() {
    let found = oracle::with_stack(|| {
        let both = Both::read(WORKERS)?;
        let mut decisions = 0;
        for seed in 0..60 {
            decisions += both.play(2 + seed as u32 % 3, seed, 40)?.decisions;
        }
        if decisions < 600 { Err(format!("only {decisions} decisions")) } else { Ok(()) }
    });
    assert_eq!(found, Ok(()));
}

/// What random programs seldom come upon: layers whose order matters among modifiers that reach others, and ends that
/// come without an event.
const SPELLS: &str = r#"game "Spells";
layers First, Second, Third;
interactable Creature { number power = 2; number heat = 0; function number worth(number by = 1) { return power * by; } }
modifier Strong(number by) on Creature layer Second { override number power { return base.power + by; } }
modifier Doubled on Creature layer First { override number power { return base.power * 2; } }
modifier Captain on Creature layer Third {
    while heat < 3;
    affects (Creature c) => c != this;
    override number power { return base.power * 3; }
    override function number worth(number by = 2) { return base.worth(by) + power; }
}
modifier Herald on Creature layer Second {
    affects (Creature c) => c.heat != 1;
    override number power { return base.power + 5; }
}
modifier Blessed = Doubled, Strong(4);
event Heat { Creature of; number by; order by of.owner; effect { of.heat += by; } }
class Ward {
    number left = 3;
    before Heat prio 2 where left > 0 { left -= 1; event.by -= 1; if (event.by <= 0) { cancel; } }
}
class Fan { before Heat prio 2 { event.by *= 2; } before Heat prio 1 where event.by > 3 { event.by = 3; } }
zone field of Creature { visible all; ordered; }
turn Main { }
global class Rules {
    string said = "";
    action bless {
        trigger PlayerChoiceEvent { return true; }
        input Creature c from field { return c.modifiers().length < 5; }
        input number how from 0..5;
        effect {
            if (how == 0) { c.add(Strong(1)) until c.heat > 1; }
            else if (how == 1) { c.add(Doubled) until Heat where event.by > 1; }
            else if (how == 2) { c.add(Captain); }
            else if (how == 3) { c.add(Herald) until all(Creature).any(x => x.heat > 4); }
            else if (how == 4) { c.add(Blessed); }
            else { c.remove(Blessed); }
            said = "{all(Creature).map(x => x.power).sum()} {c.worth()} {c.worth(3)}";
            turn.pass();
        }
    }
    action heat {
        trigger PlayerChoiceEvent { return true; }
        input Creature c from field;
        effect { Heat h = raise Heat(of: c, by: 1 + c.heat % 3); said = "{h.cancelled} {h.by}"; turn.pass(); }
    }
    action cool {
        trigger PlayerChoiceEvent { return true; }
        input Creature c from field { return c.heat > 0; }
        effect { c.heat -= 1; c.power += 1; turn.pass(); }
    }
    action stoke {
        trigger PlayerChoiceEvent { return true; }
        input Creature c from field;
        effect { c.heat += 2; said = "{c.power / (c.heat - 4)}"; turn.pass(); }
    }
}
setup {
    players 2;
    turns.use("Main");
    for (number i in 0..2) { Creature c = new Creature(); c.assign(player: i % 2); field.add(c); }
    new Ward(); new Fan(); new Ward();
}
"#;

#[test]
fn modifiers_and_before_blocks_are_the_same() {
    let found = oracle::with_stack(|| {
        let both = Both::read(SPELLS)?;
        let mut faults = 0;
        for seed in 0..60 {
            faults += usize::from(both.play(2, seed, 40)?.fault);
        }
        if faults == 0 { Err("nothing is divided by zero".to_owned()) } else { Ok(()) }
    });
    assert_eq!(found, Ok(()));
}
