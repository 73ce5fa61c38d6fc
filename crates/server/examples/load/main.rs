//! How much a server does: it starts one in a process of its own, lets many play over its sockets, and says how many
//! durable moves it made in a second of its own processor time, and how long players waited.
//!
//! `load closed|open|idle|soak [--game NAME] [--matches N] [--seconds N]`; `make load` runs all but the last, which
//! `make soak` does. It talks to this machine alone, and its numbers are those of the machine and of what else runs on
//! it, which it prints beside them.

mod machine;
mod player;
mod report;
mod server;
mod soak;

#[path = "../../tests/shared/draw.rs"]
mod draw;

use player::{Pace, Plan};
use report::Report;
use server::Running;
use std::error::Error;
use std::time::Duration;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Nobody loads a server by mistake with more than this.
const MAX_MATCHES: usize = 20_000;
const MAX_SECONDS: u64 = 3_600;

struct Wanted {
    kind: String,
    game: String,
    matches: Option<usize>,
    seconds: u64,
}

fn read(mut words: impl Iterator<Item = String>) -> Result<Wanted, Box<dyn Error>> {
    let kind = words.next().unwrap_or_else(|| "closed".to_owned());
    let mut wanted = Wanted { kind, game: "tic-tac-toe".to_owned(), matches: None, seconds: 10 };
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{word} needs a value"))?;
        match word.as_str() {
            "--game" => wanted.game = value,
            "--matches" => wanted.matches = Some(value.parse::<usize>()?.min(MAX_MATCHES)),
            "--seconds" => wanted.seconds = value.parse::<u64>()?.min(MAX_SECONDS),
            _ => return Err(format!("there is no option {word}").into()),
        }
    }
    Ok(wanted)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1).peekable();
    if words.peek().is_some_and(|word| word == "serve") {
        return server::serve(words.nth(1).ok_or("serve needs a database")?.as_ref());
    }
    let wanted = read(words)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    runtime.block_on(run(&wanted))
}

async fn run(wanted: &Wanted) -> Result<(), Box<dyn Error>> {
    let running = Running::start()?;
    let seconds = Duration::from_secs(wanted.seconds);
    let (pace, matches) = match wanted.kind.as_str() {
        "closed" => (Pace::Closed, 200),
        "open" => (Pace::Every(Duration::from_secs(1)), 1_000),
        "idle" => return idle(&running, wanted).await,
        "soak" => return soak::run(&running, &wanted.game, wanted.matches.unwrap_or(200), seconds).await,
        kind => return Err(format!("there is no load `{kind}`: closed, open, idle or soak").into()),
    };
    let matches = wanted.matches.unwrap_or(matches);
    let plan =
        Plan { address: running.address, game: wanted.game.clone(), pace, seconds, is_restless: false };
    let probe = machine::flush_times(running.folder.path())?;
    let players = player::sit_down(&plan, matches).await?;
    let before = running.times()?;
    let played = player::play(players, &plan).await;
    let spent = running.times()?.since(&before);
    print!("{}", Report { kind: &wanted.kind, game: &wanted.game, matches, played, spent, probe });
    Ok(())
}

/// A match at which nobody does anything leaves memory after a minute.
const RESTS_AFTER: Duration = Duration::from_secs(65);

/// What a match costs at which nobody does anything, and a socket: while it is in memory, and when it rests.
async fn idle(running: &Running, wanted: &Wanted) -> Result<(), Box<dyn Error>> {
    let matches = wanted.matches.unwrap_or(2_000);
    let plan = Plan {
        address: running.address,
        game: wanted.game.clone(),
        pace: Pace::Closed,
        seconds: Duration::from_secs(wanted.seconds),
        is_restless: false,
    };
    // What is there once for all of them is there before anything is measured.
    let first = player::sit_down(&plan, 20).await?;
    let before = running.resident()?;
    let players = player::sit_down(&plan, matches).await?;
    tokio::time::sleep(Duration::from_secs(2)).await;
    let seated = running.resident()?;
    println!(
        "idle {}: {:.1} KB a match in memory with {} sockets",
        wanted.game,
        (seated.saturating_sub(before)) as f64 / matches as f64 / 1024.0,
        players.iter().map(player::Match::sockets).sum::<usize>() / matches.max(1),
    );
    tokio::time::sleep(RESTS_AFTER).await;
    let rests = running.resident()?;
    println!(
        "idle {}: {:.1} KB a match at rest",
        wanted.game,
        (rests.saturating_sub(before)) as f64 / matches as f64 / 1024.0
    );
    drop((first, players));
    Ok(())
}
