//! `tavola perft`: how many sequences of moves there are.

use super::print;
use crate::failure::{CommandResult, Failure};
use crate::{library, open, problems};
use engine::view::Fault;
use engine::{Game, MAX_PERFT_DEPTH, Match};
use project::GamePath;

/// Count the sequences of exactly N legal moves from the start; a check on the rules of a game
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  tavola perft games/chess --depth 4\n  tavola perft games/chess --depth 3 --divide\n\n\
    The count stands alone on the last line. A game over before that depth adds nothing."
)]
pub(crate) struct Arguments {
    /// A game file, a folder that holds one game, or the name of a game of the library
    #[arg(value_parser = library::game())]
    file: GamePath,
    /// How many moves ahead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_PERFT_DEPTH)))]
    depth: u32,
    /// Seed of chance in the setup and on the way
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Count for each first move, too
    #[arg(long)]
    divide: bool,
    /// The number of players; the fewest unless said
    #[arg(long, value_name = "N")]
    players: Option<u32>,
    #[command(flatten)]
    chosen: open::Chosen,
}

pub(crate) fn run(arguments: &Arguments) -> CommandResult {
    let game = open::game(&arguments.file, &arguments.chosen.choices())?;
    let players = open::players(&game, arguments.players)?;
    let mut start = Match::start(&game, players, arguments.seed);
    let (total, left_out) = if arguments.divide && arguments.depth > 0 {
        divide(&game, &mut start, arguments.depth)?
    } else {
        count(&game, &start, arguments.depth)?
    };
    if let Some(why) = left_out {
        tell_on!("{}", problems::fault(&why, game.sources()));
    }
    Ok(print(&format!("{total}\n"))?)
}

/// How many sequences there are, and the first move that is not among them since it takes too long to be tried.
type Counted = (u64, Option<Fault>);

/// One line for each first move, in the order of the list.
fn divide(game: &Game, start: &mut Match, depth: u32) -> Result<Counted, Failure> {
    let mut total: u64 = 0;
    let (_, mut left_out) = count(game, start, 1)?;
    for first in start.moves().map_err(|fault| report(game, &fault))? {
        let mut after = start.clone();
        after.play(first.id).map_err(|why| Failure::usage(format!("`{}`: {why}", first.text)))?;
        let (count, not_counted) = count(game, &after, depth - 1)?;
        left_out = left_out.or(not_counted);
        print(&format!("{}: {count}\n", first.text))?;
        total = total.saturating_add(count);
    }
    Ok((total, left_out))
}

fn count(game: &Game, from: &Match, depth: u32) -> Result<Counted, Failure> {
    engine::perft_and_left_out(from, depth).map_err(|fault| report(game, &fault))
}

fn report(game: &Game, fault: &Fault) -> Failure {
    tell_on!("{}", problems::fault(fault, game.sources()));
    Failure::Problems
}
