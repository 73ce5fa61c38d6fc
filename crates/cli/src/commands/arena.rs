//! `tavola arena`: lets bots play each other and tells how strong they are.

use super::simulate::processors;
use super::{Format, counted, print, print_json};
use crate::failure::{CommandResult, Failure};
use crate::{interrupt, library, open};
use bots::BotKind;
use engine::Game;
use indicatif::{ProgressBar, ProgressStyle};
use lab::arena::{self, Contest, Options, Progress, Results, Sprt, Standing, Verdict};
use project::GamePath;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;

/// After so many moves a match counts as a draw unless said otherwise.
const MAX_MOVES: u32 = 10_000;

/// Let bots play each other and tell how strong they are
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  tavola arena games/reversi --bots hard,easy --games 100\n  \
    tavola arena games/hearts --bots hard,medium,easy,random --games 40 --json\n  \
    tavola arena games/hex --bots mcts:2000,mcts:1000 --games 2000 --sprt 0,50\n\n\
    Each two bots play pairs of matches from the same deal, with the seats exchanged; in games for more than two \
    they take turns around the table, and what counts is how often a seat of the one comes before a seat of the other. \
    Where nothing is left to chance the first two moves of each pair are drawn. In games that all win or lose together \
    each bot plays all seats of one match.\n\
    Shares come with 95 % intervals (Wilson), Elo with those of Bradley and Terry's model, from drawing the pairs again; \
    it counts from the bot that is named last. With bots that do not think for a time, the same seed gives the same \
    matches with any number of threads. Ctrl-C ends it and tells what is known so far.")]
pub(crate) struct Arguments {
    /// A game file, a folder that holds one game, or the name of a game of the library
    #[arg(value_parser = library::game())]
    file: GamePath,
    #[arg(long, required = true, value_delimiter = ',', value_name = "BOT", help = format!("Who plays, at least two: {}", bots::names()))]
    bots: Vec<BotKind>,
    /// Matches of each two bots; an odd number is one more
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// All processors unless said
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The number of players; the fewest unless said
    #[arg(long, value_name = "N")]
    players: Option<u32>,
    /// End a match after that many moves and count it as a draw
    #[arg(long, value_name = "N", default_value_t = MAX_MOVES)]
    max_moves: u32,
    /// Draw that many moves at the beginning of each pair; unless said 2 where matches would begin alike, else 0
    #[arg(long, value_name = "N")]
    opening: Option<u32>,
    /// Stop as soon as it is clear whether the first bot is stronger by the first or by the second number of Elo, with errors
    /// of 5 %
    #[arg(long, value_name = "ELO0,ELO1", value_parser = read_sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    #[command(flatten)]
    chosen: open::Chosen,
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Short for --format json
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> CommandResult {
    if arguments.bots.len() < 2 {
        return Err(Failure::usage("an arena wants at least two bots, as in --bots hard,easy"));
    }
    if arguments.sprt.is_some() && arguments.bots.len() > 2 {
        return Err(Failure::usage("--sprt compares two bots"));
    }
    let names: Vec<String> = arguments.bots.iter().map(BotKind::name).collect();
    let twice = (1..names.len()).find(|i| names[..*i].contains(&names[*i]));
    if let Some(i) = twice.filter(|_| names.len() > 2) {
        return Err(Failure::usage(format!(
            "`{}` stands there twice; each two bots play one another, in whatever seats, so name each once",
            names[i]
        )));
    }
    let game = open::game(&arguments.file, &arguments.chosen.choices())?;
    let players = open::players(&game, arguments.players)?;
    let options = Options {
        bots: arguments.bots.clone(),
        players,
        pairs: arguments.games.div_ceil(2),
        seed: arguments.seed,
        threads: arguments.threads.map_or_else(processors, usize::from),
        max_moves: arguments.max_moves,
        opening: arguments.opening,
        sprt: arguments.sprt,
    };
    let results = play(&game, &options)?;
    if arguments.json || matches!(arguments.format, Format::Json) {
        let mut value = json!(results);
        value["options"] = game.options().iter().map(|o| (o.name.clone(), json!(o.value))).collect();
        decided(&mut value, results.sprt);
        print_json(&value)?;
    } else {
        print(&to_text(&results))?;
    }
    Ok(())
}

/// Plays until all is played or somebody presses Ctrl-C.
fn play(game: &Arc<Game>, options: &Options) -> Result<Results, Failure> {
    let asked = interrupt::asked()?;
    let contests = options.bots.len() * (options.bots.len() - 1) / 2;
    let bar = bar(options.pairs.saturating_mul(2 * contests as u64), options.bots.len() == 2);
    let progress = |now: Progress| {
        bar.set_position(now.matches);
        if let Some(share) = now.share {
            bar.set_message(format!("{:.1} %", share * 100.0));
        }
    };
    let results = arena::run(game, options, &progress, &|| !asked.load(SeqCst));
    bar.finish_and_clear();
    Ok(results)
}

/// Hidden by itself where the standard error output is no terminal; it stands there before anything is done.
fn bar(matches: u64, has_share: bool) -> ProgressBar {
    let bar = ProgressBar::new(matches);
    let share = if has_share { ", {msg} for the first" } else { "" };
    let style = format!("{{bar:30}} {{human_pos}}/{{human_len}} matches, {{eta}} left{share}");
    bar.set_style(ProgressStyle::with_template(&style).unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.tick();
    bar
}

/// Two numbers, the first one lower.
fn read_sprt(text: &str) -> Result<Sprt, String> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|elo| elo.abs() <= 2_000.0);
    let both = text.split_once(',').and_then(|(one, other)| Some((number(one)?, number(other)?)));
    match both {
        Some((elo0, elo1)) if elo0 < elo1 => Ok(Sprt { elo0, elo1 }),
        _ => Err("two numbers of Elo are wanted, the lower one first, as in 0,50".to_owned()),
    }
}

fn decided(value: &mut Value, verdict: Option<Verdict>) {
    if let Some(verdict) = verdict {
        value["sprt"]["decided"] = json!(verdict.is_decided());
        value["sprt"]["is_stronger"] = json!(verdict.is_stronger());
    }
}

fn to_text(results: &Results) -> String {
    let mut out = format!(
        "{}: {} of {} in {:.1} s, {:.1} moves each\n",
        results.game,
        counted(results.matches, "match", "matches"),
        counted(results.players.into(), "player", "players"),
        results.seconds,
        results.moves_per_match
    );
    if !results.is_whole {
        out.push_str("  interrupted; this is what is known so far\n");
    }
    if results.opening > 0 {
        out.push_str(&format!("  the first {} moves of each pair were drawn\n", results.opening));
    }
    results.contests.iter().for_each(|contest| out.push_str(&contest_line(contest)));
    let last = results.bots.last().map_or("", |bot| bot.bot.as_str());
    let width = results.bots.iter().map(|bot| bot.bot.chars().count()).max().unwrap_or(0);
    for (i, bot) in results.bots.iter().enumerate() {
        let is_last = i + 1 == results.bots.len();
        out.push_str(&bot_line(bot, width, if is_last { None } else { Some(last) }));
    }
    out.extend(results.sprt.map(sprt_line));
    let ends =
        [("unfinished", results.unfinished), ("stuck", results.stuck), ("ended by faults", results.faults)];
    for (what, n) in ends.iter().filter(|(_, n)| *n > 0) {
        out.push_str(&format!("  {n} matches {what}, counted as draws\n"));
    }
    out
}

fn contest_line(contest: &Contest) -> String {
    format!(
        "  {} against {}: {:.1} % ({:.1} to {:.1}), {} won, {} drawn, {} lost\n",
        contest.one,
        contest.other,
        contest.score * 100.0,
        contest.low * 100.0,
        contest.high * 100.0,
        contest.won,
        contest.drawn,
        contest.lost
    )
}

/// `last`: from whom the Elo counts.
fn bot_line(bot: &Standing, width: usize, last: Option<&str>) -> String {
    let mut out = format!("  {:width$}  ", bot.bot);
    if let Some(last) = last {
        out.push_str(&format!("{:+.0} Elo ({:+.0} to {:+.0}) over {last}; ", bot.elo, bot.low, bot.high));
    }
    out.push_str(&format!("{:.2} ms", bot.milliseconds_per_decision));
    if bot.simulations_per_decision > 0.0 {
        out.push_str(&format!(" and {:.0} simulations", bot.simulations_per_decision));
    }
    out.push_str(" a decision");
    if bot.by_chance > 0 {
        out.push_str(&format!(
            "; {} of {} decisions by chance, where it could not imagine the match",
            bot.by_chance, bot.decisions
        ));
    }
    out.push('\n');
    out
}

fn sprt_line(verdict: Verdict) -> String {
    let Verdict { elo0, elo1, llr, bound } = verdict;
    let said = match (verdict.is_decided(), verdict.is_stronger()) {
        (true, true) => format!("the first is stronger by {elo1} Elo rather than by {elo0}"),
        (true, false) => format!("the first is stronger by {elo0} Elo rather than by {elo1}"),
        (false, _) => format!("it is not clear yet whether the first is stronger by {elo0} or by {elo1} Elo"),
    };
    format!("  {said} (log-likelihood ratio {llr:.2}, decided at {bound:.2} both ways)\n")
}
