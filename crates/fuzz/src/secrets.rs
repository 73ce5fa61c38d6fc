//! Programs that hide things and tell nothing of them: two matches of one that differ in what is hidden, and in what
//! others choose in secret, are sent to an onlooker byte by byte alike, who also imagines the same. Nothing that everybody
//! sees may follow from what is hidden in whatever the grammar makes: see its file.

mod grammar;

use crate::case::Case;
use crate::corpus::MAIN;
use crate::pool::Pool;
use crate::sources;
use engine::question::{Choice, QuestionKind};
use engine::view::Viewer;
use engine::{Match, Way};
use grammar::{Grammar, Writer};

/// What programs declare, and how their first state is made.
struct Frame {
    text: &'static str,
    /// What is not declared there and stands in the grammar.
    lacks: &'static [&'static str],
    /// So many actions and statements of each are made at most, above one.
    actions: usize,
    statements: usize,
}

/// All kinds of things; `w(a, b)` is the one in one world and the other in the other one.
const MANY: Frame = Frame { text: include_str!("secrets/many.tgdl"), lacks: &[], actions: 6, statements: 4 };

/// Little that is hidden, so that what a seat does not know may be dealt anew: worlds differ in what others choose.
const FEW: Frame = Frame {
    text: include_str!("secrets/few.tgdl"),
    lacks: &[
        "Sea(", "Bay", "Boat", "Ship", "Gem", "fleet(", "same()", "set.", "seat(", "swap(", "sails(", "Wave",
        "Role",
    ],
    actions: 3,
    statements: 2,
};

/// A program, and what its matches are played with.
pub fn make(seed: u64) -> Case {
    let mut pool = Pool::new(seed);
    let grammar = Grammar::read();
    let frame = if pool.chance(1, 2) { MANY } else { FEW };
    let count = 1 + pool.below(frame.actions);
    let actions: String = (0..count).map(|i| action(&grammar, &frame, i, &mut pool)).collect();
    let (phase, goes) = match pool.below(3) {
        0 => ("phase Play { simultaneous player.all(); }", ""),
        1 => ("phase Play { simultaneous player.all().filter(p => p != 0); then { Rules.aim += 1; } }", ""),
        _ => ("phase Play;", "turn.pass();"),
    };
    let text = frame.text.replace("{PHASE}", phase).replace("{GOES}", goes).replace("{ACTIONS}", &actions);
    Case { seed: pool.0.word(), files: vec![(MAIN.to_owned(), text.into_bytes())] }
}

fn action(grammar: &Grammar, frame: &Frame, number: usize, pool: &mut Pool) -> String {
    let (inputs, statements) = (pool.below(3), 1 + pool.below(frame.statements));
    let lacks = frame.lacks;
    let mut writer = Writer { grammar, lacks, pool, names: 0, numbers: Vec::new(), cards: Vec::new() };
    let mut lines = vec![format!("    action act{number} {{")];
    lines.push("        trigger PlayerChoiceEvent where player.active() != 0;".to_owned());
    lines.extend((0..inputs).filter_map(|_| Some(format!("        {};", writer.draw("input")?))));
    lines.push("        effect {".to_owned());
    lines.extend((0..statements).filter_map(|_| Some(format!("            {}", writer.draw("statement")?))));
    lines.push("            goes();\n        }\n    }\n".to_owned());
    lines.join("\n")
}

const PLAYERS: u32 = 3;

/// Decisions of a case.
const STEPS: usize = 24;

/// A case that ends before so many decisions says little.
const FAR: usize = 6;

/// Plays both worlds of a case and compares what is sent. Whether it compiles and goes on for a while.
pub fn run(case: &Case) -> bool {
    let Some(game) = sources::load(case).game else { return false };
    let mut pool = Pool::new(case.seed);
    let seed = pool.0.word();
    let mut worlds = [0, 1].map(|world| {
        let mut now = Match::start(&game, PLAYERS, seed);
        now.follow();
        // Player 1 chooses a world.
        if now.questions().first().is_some_and(|question| question.kind == QuestionKind::Choose) {
            now.play_as(1, world).expect("there are two worlds");
        }
        now
    });
    compare(&worlds, "setup");
    for decision in 0..STEPS {
        if pool.chance(1, 8) {
            compare_imagined(&worlds, pool.0.word());
        }
        let Some(made) = step(&mut worlds, &mut pool) else { return decision >= FAR };
        compare(&worlds, &made);
    }
    true
}

/// Whether what a seat does not know is dealt anew in matches of a case that compiles.
pub fn deals_anew(case: &Case) -> bool {
    sources::load(case).game.is_some_and(|game| game.facts(PLAYERS).way == Way::Exchange)
}

fn compare(worlds: &[Match; 2], after: &str) {
    for viewer in [Viewer::Seat(0), Viewer::Spectator] {
        let [one, other] = worlds.each_ref().map(|now| sent(now, viewer));
        for (one, other) in one.iter().zip(&other) {
            let differs = one.lines().zip(other.lines()).find(|(one, other)| one != other);
            assert!(one == other, "{viewer:?} is told what is hidden after {after}: {differs:?}");
        }
    }
}

/// What seat 0 imagines is the same in both.
fn compare_imagined(worlds: &[Match; 2], seed: u64) {
    if !worlds[0].questions().iter().any(|question| question.seat == 0) {
        return;
    }
    let imagined = worlds.each_ref().map(|now| now.imagining().worlds(0));
    let [Ok(mut one), Ok(mut other)] = imagined else {
        assert!(imagined.iter().all(Result::is_err), "only in one of the worlds something can be imagined");
        return;
    };
    let (mut left, mut right) = (one.first(), other.first());
    for seed in [seed, seed + 1] {
        one.draw(seed, &mut left);
        other.draw(seed, &mut right);
        assert!(left.is_same(&right) && left.state_key() == right.state_key(), "what is imagined");
    }
}

/// All that a viewer is sent.
fn sent(now: &Match, viewer: Viewer) -> Vec<String> {
    let observer = now.observer(viewer);
    let seat = match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Spectator => None,
    };
    vec![
        format!("{:#?}", observer.trace()),
        format!("{:#?}", observer.log()),
        format!("{:#?}", observer.tabletop()),
        format!("{:#?}", now.view(seat)),
        format!("{:#?}", seat.map(|seat| now.seat(seat).moves())),
    ]
}

/// Somebody decides in both worlds: alike as far as others see it, and otherwise in each as chance has it. None where
/// a match is over, or nothing that both may do is left.
fn step(worlds: &mut [Match; 2], pool: &mut Pool) -> Option<String> {
    if worlds.iter().any(Match::is_over) {
        return None;
    }
    let seats = worlds.each_ref().map(|now| now.questions().iter().map(|q| q.seat).collect::<Vec<_>>());
    assert_eq!(seats[0], seats[1], "who is asked");
    let seat = *pool.pick(&seats[0])?;
    let mut paths: [Vec<Choice>; 2] = Default::default();
    loop {
        let parts = [0, 1].map(|i| worlds[i].seat(seat).next_part(&paths[i]).ok().flatten());
        assert!(seat != 0 || parts[0] == parts[1], "what is offered");
        let [Some(one), Some(other)] = &parts else { break };
        if one.name != "action" && seat != 0 {
            paths[0].push(pool.pick(&one.options)?.clone());
            paths[1].push(pool.pick(&other.options)?.clone());
        } else {
            let both = |choice: &&Choice| other.options.iter().any(|o| o.0 == choice.0);
            let both: Vec<Choice> = one.options.iter().filter(both).cloned().collect();
            let chosen = pool.pick(&both)?;
            paths[0].push(chosen.clone());
            paths[1].push(other.options.iter().find(|o| o.0 == chosen.0)?.clone());
        }
    }
    let [one, other] = [0, 1].map(|i| worlds[i].play_as(seat, paths[i].as_slice()).is_ok());
    // Who wins follows from what is hidden.
    (one && other && !worlds.iter().any(Match::is_over))
        .then(|| format!("{seat}: {:?}", paths.map(|p| p.into_iter().map(|c| c.0).collect::<Vec<_>>())))
}
