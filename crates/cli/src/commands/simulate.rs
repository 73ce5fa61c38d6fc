//! `tavola simulate`: plays many matches and tells what came out.

use super::{Format, counted, coverage, print, print_json, profile};
use crate::failure::{CommandResult, Failure};
use crate::play::saved;
use crate::write::{self, Access};
use crate::{interrupt, library, open, problems};
use base::SourceMap;
use bots::BotKind;
use engine::Game;
use indicatif::{ProgressBar, ProgressStyle};
use lab::{Ending, Options, Report};
use project::GamePath;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::atomic::Ordering::SeqCst;
use std::thread;

/// After so many moves a match ends unless said otherwise.
const MAX_MOVES: u32 = 10_000;

/// Play many matches and tell who wins, how long they take, what is chosen
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  tavola simulate games/chess --games 1000 --max-moves 200\n  \
    tavola simulate games/crazy-eights --games 10000 --players 4 --format json\n  \
    tavola simulate games/hearts --games 20 --profile steps.svg\n\n\
    Wins come with 95 % intervals (Wilson). `branching`, `decisions` and how often actions were possible are \
    counted in the first 100 matches, everything else in all. The same seed gives the same result with any \
    number of threads. Ctrl-C ends it and tells what is known so far.\n\
    Of what went wrong, each kind is told once, with how often it came and the command that plays one such match again.")]
pub(crate) struct Arguments {
    /// A game file, a folder that holds one game, or the name of a game of the library
    #[arg(value_parser = library::game())]
    file: GamePath,
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    #[arg(long, value_delimiter = ',', value_name = "BOT", help = format!("Who plays, by seat: {}", bots::names()))]
    bots: Vec<BotKind>,
    /// All processors unless said
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of players; the fewest unless said
    #[arg(long, value_name = "N")]
    players: Option<u32>,
    /// End a match after that many moves and count it as unfinished
    #[arg(long, value_name = "N", default_value_t = MAX_MOVES)]
    max_moves: u32,
    /// Tell which rules and lines never ran
    #[arg(long)]
    coverage: bool,
    /// Tell which rules and lines take the time, in shares of steps; with a file also as a flame graph
    #[arg(long, value_name = "FILE.svg", num_args = 0..=1)]
    profile: Option<Option<PathBuf>>,
    #[command(flatten)]
    chosen: open::Chosen,
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

pub(crate) fn run(arguments: &Arguments) -> CommandResult {
    if let Some(Some(path)) = &arguments.profile
        && path.extension().is_none_or(|ending| ending != "svg")
    {
        // A game that is named behind `--profile` must not be written over.
        return Err(Failure::usage(format!(
            "a flame graph goes into a file that ends in .svg, not {}",
            path.display()
        )));
    }
    let open = if arguments.coverage { open::with_probes } else { open::game };
    let game = open(&arguments.file, &arguments.chosen.choices())?;
    let players = open::players(&game, arguments.players)?;
    let options = Options {
        games: arguments.games,
        seed: arguments.seed,
        players,
        threads: arguments.threads.map_or_else(processors, usize::from),
        max_moves: arguments.max_moves,
        bots: bots(&arguments.bots, players)?,
        profile: arguments.profile.is_some(),
    };
    let asked = interrupt::asked()?;
    let bar = bar(options.games);
    let report = lab::simulate_while(&game, &options, &|played| bar.inc(played), &|| !asked.load(SeqCst));
    bar.finish_and_clear();
    match arguments.format {
        Format::Json => {
            let mut value = to_json(&report, game.sources());
            value["profile"] =
                json!(report.profile.as_ref().map(|p| profile::to_json(p, &game, game.sources())));
            value["is_whole"] = json!(report.games >= arguments.games);
            value["options"] = game.options().iter().map(|o| (o.name.clone(), json!(o.value))).collect();
            print_json(&value)?;
        }
        Format::Text => {
            let chosen = game.choices();
            let chosen = if chosen.is_empty() { String::new() } else { format!("{chosen}\n") };
            print(&(chosen + &to_text(&report, &game, arguments)))?;
            if let Some(steps) = &report.profile {
                print(&profile::to_text(steps, &game, game.sources()))?;
            }
        }
    }
    if let (Some(Some(path)), Some(steps)) = (&arguments.profile, &report.profile) {
        let svg = profile::to_svg(steps, &game, game.sources())?;
        let written = if path.exists() {
            write::replace(path, &svg)
        } else {
            write::create([path.clone()].into_iter(), &svg, Access::Usual).map(|_| ())
        };
        written.map_err(|why| Failure::usage(format!("{} cannot be written: {why}", path.display())))?;
    }
    // A rule that goes wrong is a problem of the game, and a refused move one of the bot.
    if report.fault_count + report.refused > 0 { Err(Failure::Problems) } else { Ok(()) }
}

pub(crate) fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// One bot for each seat; a shorter list starts again.
fn bots(kinds: &[BotKind], players: u32) -> Result<Vec<BotKind>, Failure> {
    if kinds.len() > players as usize {
        return Err(Failure::usage(format!("{} bots for {players} players", kinds.len())));
    }
    let kinds = if kinds.is_empty() { &[BotKind::RANDOM] } else { kinds };
    Ok(kinds.iter().cycle().take(players as usize).copied().collect())
}

/// Hidden by itself where the standard error output is no terminal; it stands there before anything is done.
fn bar(games: u64) -> ProgressBar {
    let bar = ProgressBar::new(games);
    let style = "{bar:30} {human_pos}/{human_len} matches, {per_sec}, {eta} left";
    bar.set_style(ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.tick();
    bar
}

fn to_json(report: &Report, sources: &SourceMap) -> Value {
    let mut value = json!(report);
    for (i, end) in report.bad_ends.iter().enumerate() {
        if let Ending::Fault(fault) = &end.how {
            problems::place(&mut value["bad_ends"][i], sources, fault.at);
        }
    }
    if let Some(left_out) = &report.left_out {
        problems::place(&mut value["left_out"], sources, left_out.why.at);
    }
    value["coverage"] = json!(report.coverage.as_ref().map(|c| coverage::to_json(c, sources)));
    value
}

fn to_text(report: &Report, game: &Game, arguments: &Arguments) -> String {
    let sources = game.sources();
    let mut out = format!(
        "{}: {} of {} in {:.2} s ({:.0} matches/s, {:.0} moves/s; {:.2} s more to look at {} of them)\n",
        report.game,
        counted(report.games, "match", "matches"),
        counted(report.players.into(), "player", "players"),
        report.seconds,
        report.playouts_per_second,
        report.moves_per_second,
        (report.seconds_in_all - report.seconds).max(0.0),
        report.sampled,
    );
    if report.games < arguments.games {
        out.push_str(match report.games {
            0 => "  interrupted before any match was over\n",
            _ => "  interrupted; this is what is known so far\n",
        });
    }
    if report.games == 0 {
        return out;
    }
    for (seat, wins) in (0_u32..).zip(&report.wins) {
        out.push_str(&format!(
            "  {} first in {:.1} % ({:.1} to {:.1}), {} times\n",
            game.seat_name(seat),
            wins.share * 100.0,
            wins.low * 100.0,
            wins.high * 100.0,
            wins.count
        ));
    }
    let rest =
        [("draws", report.draws), ("first place shared", report.shared), ("nobody won", report.nobody)];
    let rest: Vec<String> =
        rest.iter().filter(|(_, n)| *n > 0).map(|(name, n)| format!("{name} {n}")).collect();
    if !rest.is_empty() {
        out.push_str(&format!("  {}\n", rest.join(", ")));
    }
    let coverage = report.coverage.as_ref().map_or_else(String::new, |c| coverage::to_text(c, sources));
    let ends = bad_ends(report, game, arguments) + &left_out(report, game, arguments);
    out + &numbers(report, game) + &coverage + &ends
}

fn numbers(report: &Report, game: &Game) -> String {
    let l = &report.length;
    let median = l.quantiles.iter().find(|(q, _)| *q == 50).map_or(0, |(_, n)| *n);
    let mut out = format!(
        "  length {:.1} moves (deviation {:.1}, median {median}, {} to {})\n",
        l.mean, l.deviation, l.min, l.max
    );
    if report.sampled > 0 {
        let branching = &report.branching;
        out.push_str(&format!("  branching {:.1} (at most {})\n", branching.mean, branching.max));
    }
    if report.scores.iter().any(|s| s.min != 0.0 || s.max != 0.0) {
        for (seat, s) in (0_u32..).zip(&report.scores) {
            let name = game.seat_name(seat);
            out.push_str(&format!(
                "  {name} scores {:.2} (deviation {:.2}, {} to {})\n",
                s.mean, s.deviation, s.min, s.max
            ));
        }
    }
    for action in report.actions.iter().filter(|action| !action.automatic) {
        out.push_str(&format!("  {} chosen {} times\n", action.name, action.chosen));
    }
    out
}

/// Of each kind of bad end how often it came, and how to play the first of them again.
fn bad_ends(report: &Report, game: &Game, arguments: &Arguments) -> String {
    /// So many different ones are told.
    const MAX_TOLD: usize = 10;
    let mut out = String::new();
    for end in report.bad_ends.iter().take(MAX_TOLD) {
        let (what, fault) = match &end.how {
            Ending::Fault(fault) => ("a fault", Some(fault)),
            Ending::Stuck => ("stuck", None),
            Ending::Unfinished => ("unfinished", None),
            Ending::Refused => ("a defect of a bot", None),
        };
        let times = if end.count == 1 { "once".to_owned() } else { format!("{} times", end.count) };
        let again = again(end.seed, game, report.players, arguments);
        out.push_str(&format!("  {what} {times}, first after {} moves; again: {again}\n", end.moves));
        out.extend(fault.map(|fault| problems::fault(fault, game.sources())));
    }
    let more = report.bad_ends.len().saturating_sub(MAX_TOLD);
    if more > 0 {
        out.push_str(&format!("  and {more} more kinds of faults\n"));
    }
    // Who ends all matches before their first move knows why.
    let without_end: u64 = report.bad_ends.iter().map(|end| end.count).sum();
    if report.unfinished > 0 && without_end == report.games && arguments.max_moves > 0 {
        let how = "rules end one with `winner p;`, or `winner none;` as a draw";
        let most = arguments.max_moves;
        out.push_str(&format!("  no match came to an end within {most} moves; {how}\n"));
    }
    out
}

/// The first move that took too long to be tried, if any did.
fn left_out(report: &Report, game: &Game, arguments: &Arguments) -> String {
    report.left_out.as_ref().map_or_else(String::new, |left_out| {
        let again = again(left_out.seed, game, report.players, arguments);
        format!("  a move was left out; again: {again}\n{}", problems::fault(&left_out.why, game.sources()))
    })
}

/// The command that plays one match of a series again.
fn again(seed: u64, game: &Game, players: u32, arguments: &Arguments) -> String {
    let mut words =
        vec![format!("tavola simulate {} --games 1 --seed {seed}", saved::shown(&arguments.file))];
    if players != game.players().0 {
        words.push(format!("--players {players}"));
    }
    if !arguments.bots.is_empty() {
        let names: Vec<String> = arguments.bots.iter().map(BotKind::name).collect();
        words.push(format!("--bots {}", names.join(",")));
    }
    if arguments.max_moves != MAX_MOVES {
        words.push(format!("--max-moves {}", arguments.max_moves));
    }
    words.extend(arguments.chosen.words());
    words.join(" ")
}
