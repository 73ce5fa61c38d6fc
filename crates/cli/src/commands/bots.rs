//! `tavola bots`: what bots make of a game, and why they play it as they do.

use super::print;
use crate::failure::CommandResult;
use crate::{library, open};
use base::Random;
use bots::{Basis, Decision, Recipe, Strategy, Trained};
use engine::{Course, Facts, Game, Match};
use project::GamePath;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Tell how bots play a game, and which facts of it decide that
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  tavola bots games/hearts\n  tavola bots games/hex --option size=7\n\n\
    The facts are read off the rules and off matches that are played at random from fixed seeds.")]
pub(crate) struct Arguments {
    /// A game file, a folder that holds one game, or the name of a game of the library
    #[arg(value_parser = library::game())]
    file: GamePath,
    /// The number of players; the fewest unless said
    #[arg(long, value_name = "N")]
    players: Option<u32>,
    #[command(flatten)]
    chosen: open::Chosen,
}

pub(crate) fn run(arguments: &Arguments) -> CommandResult {
    let game = open::game(&arguments.file, &arguments.chosen.choices())?;
    let players = open::players(&game, arguments.players)?;
    let facts = game.facts(players);
    let mut out = format!("{} for {players}\n", game.name());
    facts.describe().lines().for_each(|line| indented(&mut out, line));
    course(&facts.course).iter().for_each(|line| indented(&mut out, line));
    search(facts, players).iter().for_each(|line| indented(&mut out, line));
    recipe(&game, players).iter().for_each(|line| indented(&mut out, line));
    imagined(&game, players).iter().for_each(|line| indented(&mut out, line));
    Ok(print(&out)?)
}

fn indented(out: &mut String, line: &str) {
    let _ = writeln!(out, "  {line}");
}

/// How matches at random go.
fn course(course: &Course) -> Vec<String> {
    let mut lines = vec![match course.length {
        Some(length) => format!("a match at random takes {length} moves"),
        None => "no match at random came to an end".to_owned(),
    }];
    if course.only_places {
        lines.push("pieces are put on boards and stay as they are".to_owned());
    }
    if let Some(deal) = course.deal {
        lines.push(format!("after a deal two seats are {deal:.1} points apart"));
    } else if course.spread > 0.0 {
        lines.push(format!("at the end two seats are {:.1} points apart", course.spread));
    }
    lines
}

/// What follows from the facts for the search.
fn search(facts: &Facts, players: u32) -> Vec<String> {
    let is_open = facts.hidden.is_none();
    let mut lines = vec![match is_open {
        true => "so the search keeps one tree of the match".to_owned(),
        false => "so the search keeps a tree of what each seat has seen".to_owned(),
    }];
    if is_open && players == 2 && !facts.is_together {
        lines.push("wins and losses are proven where nothing is left to chance".to_owned());
    }
    if facts.has_rounds {
        lines.push(
            "where several decide at once, it draws its choice as often as it was worth trying".to_owned(),
        );
    }
    if facts.course.deal.is_some() {
        lines.push("simulations end with the deal, and points decide what that is worth".to_owned());
    }
    lines
}

/// What searches are made of, and why.
fn recipe(game: &Arc<Game>, players: u32) -> Vec<String> {
    let now = Match::start(game, players, 1);
    let first = now.decider().and_then(|seat| now.imagining().draw(seat, 1).ok());
    let Some(first) = first else { return Vec::new() };
    let (trained, basis) = Trained::of(&first);
    let why = match &basis {
        Basis::Trained(how) => how.clone(),
        Basis::Broken(why) => format!("what lies beside the game for bots cannot be used: {why}"),
        Basis::Other => {
            "what lies beside the game for bots was found under other rules, options or numbers of players"
                .to_owned()
        }
        Basis::Untrained => "nothing was trained".to_owned(),
    };
    let recipe = trained.recipe.unwrap_or(Recipe::USUAL);
    let line = format!("the recipe is `{}`: {}", recipe.name, recipe.about);
    let drawn = trained.strategy.map(|strategy| by_strategy(game, players, &strategy));
    drawn.into_iter().chain([line, why]).collect()
}

/// How many decisions of matches at random moves are drawn at from a strategy, and not searched.
fn by_strategy(game: &Arc<Game>, players: u32, strategy: &Strategy) -> String {
    const MATCHES: u64 = 10;
    const MAX_MOVES: usize = 200;
    let (mut all, mut known) = (0, 0);
    for seed in 1..=MATCHES {
        let (mut now, mut random) = (Match::start(game, players, seed), Random::new(seed));
        for _ in 0..MAX_MOVES {
            let Some(seat) = now.decider() else { break };
            if let Some(decision) = Decision::of(&now, seat).filter(|decision| decision.moves().len() > 1) {
                all += 1;
                known += usize::from(strategy.knows(&decision));
            }
            if now.play_as(seat, &mut random).is_err() {
                break;
            }
        }
    }
    format!(
        "moves are drawn from a strategy for {} information sets, near an equilibrium: so at {known} of {all} decisions of \
         matches at random; elsewhere it searches",
        strategy.len()
    )
}

/// How many decisions of a match at random can be imagined, and why others cannot.
fn imagined(game: &Arc<Game>, players: u32) -> Vec<String> {
    /// So many decisions with a choice are looked at, and so many moves made for them, in that time.
    const MAX_DECISIONS: usize = 100;
    const MAX_MOVES: usize = 10_000;
    const LONGEST: Duration = Duration::from_secs(20);
    let began = Instant::now();
    let mut now = Match::start(game, players, 1);
    let mut random = Random::new(1);
    let (mut all, mut blind, mut moves) = (0, BTreeMap::new(), 0);
    let goes_on = |all, moves| all < MAX_DECISIONS && moves < MAX_MOVES && began.elapsed() < LONGEST;
    while let Some(seat) = now.decider().filter(|_| goes_on(all, moves)) {
        moves += 1;
        if let Some(decision) = Decision::of(&now, seat).filter(|decision| decision.moves().len() > 1) {
            all += 1;
            if let Err(why) = decision.worlds() {
                *blind.entry(why.to_string()).or_insert(0) += 1;
            }
        }
        if now.play_as(seat, &mut random).is_err() {
            break;
        }
    }
    let found = all - blind.values().sum::<usize>();
    let mut lines = vec![format!("{found} of {all} decisions of a match at random can be imagined")];
    let why = blind.iter().map(|(why, n)| format!("at {n} bots choose by chance, since {why}"));
    lines.extend(why);
    lines
}
