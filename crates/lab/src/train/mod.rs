//! Finds out how bots play a game best: an equilibrium where the game is small and hides something; elsewhere it fits
//! an evaluation to matches that they play, lets recipes play each other, and takes the best one only if it beats the
//! usual one. It knows neither files nor terminals.

pub mod equilibrium;
mod fit;
mod race;
mod sample;

use bots::{BotKind, Features, Note, Notes, RECIPES, Recipe, Strategy, Weights};
use engine::Game;
use equilibrium::{Learner, Unfit};
use fit::Fit;
use sample::Sample;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What is trained, and how long.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub players: u32,
    /// How long all takes together.
    pub time: Duration,
    pub seed: u64,
    pub threads: usize,
    /// The only one that is compared with the usual one, in the final at once; no equilibrium is looked for.
    pub recipe: Option<&'static Recipe>,
}

/// By so much the loss of an evaluation has to be below that of whoever always says the same.
const LEAST_GAIN: f64 = 0.03;

/// Of the time, so much goes into matches at random, up to the end of those with an evaluation from these, and up to the
/// end of the race between the recipes; the rest is for the final.
const RANDOM: f64 = 0.1;
const PLAYED: f64 = 0.35;
const RACED: f64 = 0.6;

/// Matches that go on for longer are not looked at.
const MAX_MOVES: u32 = 2_000;

/// Of the time, so much is for showing that a strategy is near an equilibrium: that it gives away less than this share of
/// what drawing all moves evenly does. Then it has all the time.
const TRIED: f64 = 0.3;
const MAX_GIVEN_AWAY: f64 = 0.5;

/// Learns how to play a game. `tell` hears what has been found, line by line; where `may_go_on` says no, it ends with what
/// is known.
pub fn train(
    game: &Arc<Game>,
    options: &Options,
    tell: &dyn Fn(&str),
    may_go_on: &(dyn Fn() -> bool + Sync),
) -> Note {
    let start = Instant::now();
    if options.recipe.is_none() {
        match strategy(game, options, tell, may_go_on) {
            Ok(note) => return note,
            Err(None | Some(Unfit::Kind)) => {}
            Err(Some(why)) => tell(&format!("no equilibrium is looked for, since {why}")),
        }
    }
    let time = options.time.saturating_sub(start.elapsed());
    recipe(game, &Options { time, ..*options }, tell, may_go_on)
}

/// A strategy of a small game that is near an equilibrium.
///
/// # Errors
/// Why there is none; nothing where what was found is not near one.
fn strategy(
    game: &Arc<Game>,
    options: &Options,
    tell: &dyn Fn(&str),
    may_go_on: &(dyn Fn() -> bool + Sync),
) -> Result<Note, Option<Unfit>> {
    if options.players != 2 {
        return Err(Some(Unfit::Kind));
    }
    let start = Instant::now();
    let mut learner = Learner::new(game, options.seed)?;
    let mut learn_for = |share: f64| {
        let end = start + options.time.mul_f64(share);
        let goes_on = || Instant::now() < end && may_go_on();
        while goes_on() {
            match learner.learn(&goes_on) {
                Err(Unfit::Stopped) if learner.deals() > 0 => {}
                learned => learned?,
            }
        }
        Ok::<_, Unfit>(judged(&learner))
    };
    let (found, is_near) = learn_for(TRIED)?;
    tell(&found);
    if !is_near {
        return Err(None);
    }
    // Whether points are at stake may have turned out since, and then all was learned anew.
    let (found, is_near) = learn_for(1.0)?;
    tell(&found);
    if !is_near {
        return Err(None);
    }
    let strategy = Some(learner.strategy().to_texts());
    Ok(Note { strategy, ..note(game, options, None, None, found) })
}

/// How good the strategy is that was learned so far, for people, and whether it is near an equilibrium.
fn judged(learner: &Learner) -> (String, bool) {
    let given = learner.measure(&learner.strategy()).exploitability;
    let even = learner.measure(&Strategy::default()).exploitability;
    let (sets, deals) = (learner.information_sets(), learner.deals());
    let unit = if learner.is_for_points() { "points" } else { "wins" };
    let found = format!(
        "a strategy for {sets} information sets in {deals} deals: who knows it is {given:.4} {unit} a match ahead at most, \
         {even:.4} where moves are drawn evenly"
    );
    // Where there was no time at all, nothing was met.
    (found, deals > 0 && given < MAX_GIVEN_AWAY * even)
}

/// The recipe that plays a game best.
fn recipe(
    game: &Arc<Game>,
    options: &Options,
    tell: &dyn Fn(&str),
    may_go_on: &(dyn Fn() -> bool + Sync),
) -> Note {
    let start = Instant::now();
    let until = |share: f64| {
        let end = start + options.time.mul_f64(share);
        move || Instant::now() < end && may_go_on()
    };
    let mut sample = Sample::default();
    let random = BotKind::RANDOM;
    fill(&mut sample, game, options, &random, &until(RANDOM));
    let mut fitted = learn(game, options, &sample, tell);
    if let Some(weights) = &fitted {
        // Better play shows better what positions are worth.
        let with = noted(game, options, None, Some(weights.clone()));
        let few = sample.branching() * 2;
        let mut second = Sample::default();
        if let Ok(bot) = format!("mcts:{few}:recipe=cut").parse() {
            fill(&mut second, &with, options, &bot, &until(PLAYED));
        }
        fitted = learn(game, options, &second, tell).or(fitted);
    }
    let with = noted(game, options, None, fitted.clone());
    let usual = Recipe::USUAL;
    let candidates = candidates(&with, options, fitted.is_some());
    let race = race::Race { game: &with, options, usual, simulations: 20 * sample.branching(), tell };
    let best = match options.recipe {
        Some(asked) if candidates.is_empty() => {
            tell(&format!("`{}` does not fit the game, or is its usual recipe", asked.name));
            None
        }
        Some(_) => candidates.first().copied(),
        None => race.run(candidates, &until(RACED)),
    };
    let found = best.and_then(|best| race.final_of(best, &until(1.0)));
    let recipe = found.as_ref().map(|(recipe, _)| recipe.name.to_owned());
    let how = match &found {
        Some((recipe, how)) => format!("`{}` beat `{}`: {how}", recipe.name, usual.name),
        None => format!("no recipe beat `{}`", usual.name),
    };
    let needs = found.is_some_and(|(recipe, _)| recipe.needs_evaluation());
    note(game, options, recipe, fitted.filter(|_| needs), how)
}

/// Plays as long as there is time.
fn fill(
    sample: &mut Sample,
    game: &Arc<Game>,
    options: &Options,
    bot: &BotKind,
    may_go_on: &dyn Fn() -> bool,
) {
    while may_go_on() && sample.matches < 4_000 {
        sample.play(game, options.players, (bot, options.seed), MAX_MOVES, may_go_on);
    }
}

/// An evaluation, if there is one that tells how matches end.
fn learn(game: &Arc<Game>, options: &Options, sample: &Sample, tell: &dyn Fn(&str)) -> Option<Weights> {
    if game.facts(options.players).is_together {
        return None;
    }
    let found = fit::fit(&sample.rows);
    let Some(fit) = found else {
        tell(&format!(
            "{} positions of {} matches are too few to learn from",
            sample.rows.len(),
            sample.matches
        ));
        return None;
    };
    tell(&format!(
        "an evaluation from {} positions of {} matches has {:.1} % less loss than none",
        sample.rows.len(),
        sample.matches,
        100.0 * fit.gain()
    ));
    (fit.gain() >= LEAST_GAIN).then(|| weights(game, &fit))
}

fn weights(game: &Game, fit: &Fit) -> Weights {
    let features = Features::of(game);
    let round = |weight: f64| (weight * 1e4).round() as f32 / 1e4;
    let named =
        features.names().iter().zip(&fit.weights).map(|(name, weight)| (name.clone(), round(*weight)));
    let mover = fit.weights.last().copied().map_or(0.0, round);
    Weights { mover, weights: named.filter(|(_, weight)| *weight != 0.0).collect() }
}

fn note(
    game: &Game,
    options: &Options,
    recipe: Option<String>,
    evaluation: Option<Weights>,
    how: String,
) -> Note {
    Note { rules: game.rules().to_owned(), players: options.players, recipe, evaluation, strategy: None, how }
}

/// The same game with what is known so far.
fn noted(
    game: &Arc<Game>,
    options: &Options,
    recipe: Option<String>,
    evaluation: Option<Weights>,
) -> Arc<Game> {
    let note = note(game, options, recipe, evaluation, String::new());
    let text = serde_json::to_string(&Notes { trained: vec![note] }).ok();
    Arc::new((**game).clone().with_notes(game.rules().to_owned(), text.map(|text| Ok(Arc::from(text)))))
}

/// What may be better than the usual recipe.
fn candidates(game: &Arc<Game>, options: &Options, has_evaluation: bool) -> Vec<&'static Recipe> {
    let facts = game.facts(options.players);
    let is_duel = options.players == 2 && facts.hidden.is_none() && !facts.is_together;
    let may_be = |recipe: &&'static Recipe| {
        let fits = !recipe.needs_evaluation() || has_evaluation && (is_duel || !recipe.backs_up());
        recipe.name != Recipe::USUAL.name
            && !recipe.is_flat
            && fits
            && options.recipe.is_none_or(|only| only.name == recipe.name)
            && (facts.course.deal.is_none() || !recipe.needs_evaluation())
    };
    RECIPES.iter().filter(may_be).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use super::{LEAST_GAIN, Options, learn};
    use crate::train::sample::Sample;
    use bots::BotKind;
    use project::{Memory, Request};
    use std::cell::Cell;
    use std::time::Duration;

    /// Who has more after so many turns wins; dice add to what is taken.
    const TAKING: &str = r#"game "Taking";
global class Rules {
    number turns = 0;
    action take {
        input number many from { 0, 1, 2, 3 };
        trigger PlayerChoiceEvent { return true; }
        effect {
            score actor actor.score + many + random.roll(6);
            turns += 1;
            if (turns == 12) { winner { player.all().filter(p => p.score == player.all().max(q => q.score)) }; return; }
            turn.pass();
        }
    }
}
setup { players 2; }
    "#;

    #[test]
    fn training_ends_in_the_midst_of_a_match() {
        let endless = TAKING.replace("turns == 12", "turns < 0");
        let memory = Memory::default().with("game.tgdl", &endless);
        let game = project::open(Request::new((&memory, "game.tgdl"))).unwrap().game.unwrap();
        let (mut sample, asked) = (Sample::default(), Cell::new(0));
        let may_go_on = || asked.replace(asked.get() + 1) < 5;
        sample.play(&game, 2, (&BotKind::RANDOM, 1), 1_000, &may_go_on);
        assert!(asked.get() < 10 && sample.rows.is_empty(), "asked {} times", asked.get());
    }

    #[test]
    fn what_tells_how_matches_end_is_found() {
        let memory = Memory::default().with("game.tgdl", TAKING);
        let game = project::open(Request::new((&memory, "game.tgdl"))).unwrap().game.unwrap();
        let options = Options { players: 2, time: Duration::ZERO, seed: 1, threads: 1, recipe: None };
        let mut sample = Sample::default();
        for _ in 0..150 {
            sample.play(&game, 2, (&BotKind::RANDOM, 1), 100, &|| true);
        }
        assert_eq!((sample.matches, sample.branching()), (150, 8));
        let fit = super::fit::fit(&sample.rows).unwrap();
        assert!(fit.gain() > 3.0 * LEAST_GAIN, "{fit:?}");
        let weights = learn(&game, &options, &sample, &|_| ()).unwrap();
        assert!(weights.weights["score"] > 0.05, "{weights:?}");
    }
}
