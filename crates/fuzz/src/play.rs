//! Plays a game at random under tight limits and looks at everything that a player may ask for on the way.
//! It does not know where the game came from, and judges no rule.

use crate::pool::Pool;
use engine::question::Refused;
use engine::tabletop::{Change, Tabletop};
use engine::view::{Fault, Outcome, Viewer};
use engine::{Game, Limits, Match, Playout, Twin, dump};
use std::sync::Arc;

/// Steps of a match, unless its limits are wide.
const STEPS: usize = 1000;

/// The moves of a list are described only now and then where there are many.
const MANY: usize = 300;

/// The words of a match, or the letters of its state, of which little is looked at. What is shared is written again
/// wherever it stands.
const LARGE: usize = 1 << 18;

/// Steps of a match that is large from the beginning.
const FEW_STEPS: usize = 40;

/// Limits of a case and how many steps they allow to be made.
pub fn limits(pool: &mut Pool) -> (Limits, usize) {
    let fuel = [300, 3_000, 30_000, 200_000][pool.below(4)];
    let words = [1 << 12, 1 << 14, 1 << 17, 1 << 20][pool.below(4)];
    let depth = [8, 60, 4000][pool.below(3)];
    let steps = STEPS.min(30_000_000 / fuel as usize);
    if pool.chance(1, 300) {
        return (Limits::default(), 3);
    }
    (Limits { fuel, words, depth }, steps)
}

/// Plays one match, and runs a rule test or two.
pub fn exercise(game: &Arc<Game>, steps: usize, pool: &mut Pool) {
    let counts = game.player_counts();
    let players = counts[if pool.chance(1, 2) { 0 } else { pool.below(counts.len()) }];
    let mut current = Match::start(game, players, pool.0.word());
    if pool.chance(1, 3) {
        current.follow();
    }
    let is_large = dump::state(&current).len() >= LARGE;
    let steps = if is_large { steps.min(FEW_STEPS) } else { steps };
    // A large table takes a while to be read.
    let looks =
        |current: &Match, pool: &mut Pool| !is_large && dump::size(current) < LARGE || pool.chance(1, 4);
    if looks(&current, pool) {
        look(&mut current, pool);
    }
    let mut random = pool.0;
    for step in 0..steps {
        if current.is_over() {
            break;
        }
        // Replays take moves of the list alone.
        if step < 12 || pool.chance(1, 60) {
            let onlooker = pool.below(players as usize + 1) as u32;
            let onlooker = looks(&current, pool)
                .then(|| Onlooker::before(&current, Some(onlooker).filter(|seat| *seat < players)));
            listed_move(&mut current, pool);
            onlooker.into_iter().for_each(|onlooker| onlooker.check(&current));
        } else {
            let mut playout = Playout::from(current);
            playout.step(&mut random);
            current = playout.finish();
        }
        if pool.chance(1, 100) && looks(&current, pool) {
            look(&mut current, pool);
        }
    }
    if looks(&current, pool) {
        look(&mut current, pool);
    }
    if let Some(Outcome::Fault(fault)) = current.outcome() {
        shown(game, &fault);
    }
    if pool.chance(1, 4) {
        replayed(game, players, pool);
    }
    let tests = game.tests().len();
    for _ in 0..tests.min(2) {
        let report = game.run_test(pool.below(tests));
        if let Some(failure) = report.failure {
            let fault = Fault { message: failure.message, told: None, at: failure.at, trail: failure.trail };
            shown(game, &fault);
        }
    }
}

/// Somebody who follows a match, with the table before a move.
struct Onlooker {
    viewer: Viewer,
    moves: usize,
    table: Option<Tabletop>,
}

impl Onlooker {
    fn before(current: &Match, onlooker: Option<u32>) -> Onlooker {
        let viewer = Viewer::from(onlooker);
        let observer = current.observer(viewer);
        Onlooker { viewer, moves: current.length(), table: observer.follows().then(|| observer.tabletop()) }
    }

    /// What the viewer is told of a move makes that table into the one that it sees afterwards.
    fn check(self, current: &Match) {
        let observer = current.observer(self.viewer);
        let Some(mut table) = self.table.filter(|_| observer.follows() && current.length() > self.moves)
        else {
            return;
        };
        // It must not fail.
        drop(observer.log());
        // What is sealed changes nothing that anybody sees, and the trace is still that of the step before.
        if current.secrecy().is_sealed()
            || observer.trace().last().is_some_and(|step| step.change == Change::Anew)
        {
            return;
        }
        observer.trace().iter().for_each(|step| table.apply(&step.change));
        let seen = observer.tabletop();
        // How much is left out of what is too long follows from what else is read with it.
        let is_cut = || serde_json::to_string(&seen).is_ok_and(|text| text.contains("\"...\""));
        assert!(table == seen || is_cut(), "the table that was told and the one that is seen");
    }
}

/// What players write where they may write anything.
const TEXTS: [&str; 6] = ["own", "two words", "\"7\"", "e\u{301}", "a\u{1B}[2J", "\u{202E}x"];

/// One move by its number, by its text, or by its parts.
fn listed_move(current: &mut Match, pool: &mut Pool) {
    let Some(seat) = current.decider() else { return };
    let Ok(count) = current.seat(seat).count_moves() else { return };
    if count == 0 {
        return;
    }
    let chosen = pool.below(count);
    if count > MANY || pool.chance(1, 2) {
        fits(current.play(chosen).map(drop), current);
        return;
    }
    let Ok(moves) = current.moves() else { return };
    assert_eq!(moves.len(), count, "the moves and their number");
    let Some(wanted) = moves.get(chosen) else { return };
    if pool.chance(1, 2) {
        let _ = current.play_as(wanted.seat, wanted.text.as_str());
        return;
    }
    let mut parts = Vec::new();
    while let Ok(Some(part)) = current.seat(seat).next_part(&parts) {
        assert!(!part.options.is_empty(), "a part without options");
        let own = part.free.filter(|_| pool.chance(1, 2)).and_then(|_| {
            let text = TEXTS[pool.below(TEXTS.len())];
            current.seat(seat).option(&parts, text).ok()
        });
        parts.extend(own.or_else(|| pool.pick(&part.options).cloned()));
    }
    fits(current.play_as(seat, parts.as_slice()).map(drop), current);
}

/// What is listed can be made, unless too much had to be tried for that.
fn fits(made: Result<(), Refused>, current: &Match) {
    let tired = |why: &str| why.contains("too many steps");
    match made {
        Err(Refused::Illegal(why)) if !tired(&why) => assert!(current.is_over(), "refused: {why}"),
        _ => {}
    }
}

/// Everything that can be asked of a match without changing it.
fn look(current: &mut Match, pool: &mut Pool) {
    let players = current.players();
    current.view(None);
    current.secrecy().view_all();
    for seat in 0..players {
        current.view(Some(seat));
    }
    worlds(current, pool);
    current.questions();
    let count = current.decider().and_then(|seat| current.seat(seat).count_moves().ok());
    if let (Some(count), false) = (count, current.is_over())
        && count <= MANY
    {
        assert_eq!(current.perft(1).ok(), Some(count as u64), "perft 1 and the moves");
    }
    if dump::size(current) < 1 << 14 {
        // All of the state is written for it.
        let _ = current.fingerprint();
        if count.is_some_and(|c| c <= MANY) && pool.chance(1, 4) {
            let _ = current.moves();
        }
    }
    let _ = current.play_as(
        pool.below(players as usize + 1) as u32,
        ["", "a1", "x y", "1, 2", "\"own\"", "say \"a\u{1B}b\""][pool.below(6)],
    );
    let _ = current.play(usize::MAX);
}

/// A match in which something is another that a viewer does not see looks the same to it. Where modifiers change what
/// is shown, they may tell what they look at, and so may derived attributes whose author says that they are `open`.
fn worlds(current: &Match, pool: &mut Pool) {
    let game = current.game();
    let sources = game.sources();
    let is_told = sources.files().any(|file| sources.text(file).contains("open derived"));
    if is_told || game.program().classes.iter().any(|class| class.modifier.is_some()) {
        return;
    }
    let onlooker = Some(pool.below(current.players() as usize) as u32).filter(|_| pool.chance(3, 4));
    if let Some(twin) = Twin::of(current, onlooker, &mut pool.0) {
        assert_eq!(
            current.view(onlooker),
            twin.now.view(onlooker),
            "views of worlds that cannot be told apart"
        );
        let prompt = |now: &Match| onlooker.and_then(|seat| now.seat(seat).question()?.prompt);
        if let (Some(one), Some(other)) = (prompt(current), prompt(&twin.now)) {
            assert_eq!(one, other, "prompts in worlds that cannot be told apart");
        }
    }
}

fn shown(game: &Game, fault: &Fault) {
    assert!(!fault.message.contains("a defect of the machine"), "{}", fault.message);
    let mut problem = base::Problem::error("fault", fault.at, fault.message.clone());
    for (name, at) in &fault.trail {
        problem = problem.other(*at, format!("in `{name}`"));
    }
    assert!(!base::render(&problem, game.sources(), false).is_empty());
}

/// A match that its record plays again.
fn replayed(game: &Arc<Game>, players: u32, pool: &mut Pool) {
    let mut current = Match::start(game, players, pool.0.word());
    for _ in 0..6 {
        if current.is_over() || current.play(&mut pool.0).is_err() {
            break;
        }
    }
    let record = current.record();
    match record.replay(game) {
        Ok(again) => {
            assert_eq!(again.fingerprint(), current.fingerprint(), "the replay of {record:?} differs")
        }
        Err(error) => panic!("the replay of {record:?} is refused: {error:?}"),
    }
}
