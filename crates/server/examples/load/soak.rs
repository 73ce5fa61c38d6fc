//! Whether something is left of those who come and go: laps of many matches, whose players are cut off, talk and leave.
//! When all have left, the memory of the server must be what it was after the laps before, and it has as many files open.
//!
//! While matches are played memory goes up and down by some megabytes, by how many of them are about to rest, so what is
//! compared is what is there between the laps.

use crate::RESTS_AFTER;
use crate::player::{self, Pace, Plan, Played};
use crate::server::Running;
use std::error::Error;
use std::time::Duration;

/// Between two moves of a match.
const GAP: Duration = Duration::from_millis(500);

/// Into so many laps the time is cut.
const LAPS: u32 = 6;

/// After so many of them memory is looked at: caches fill.
const WARM_UP: usize = 2;

const MB: f64 = 1024.0 * 1024.0;

/// What a server may keep of an hour, in bytes, and how long laps must be to say so.
const MAX_GROWTH: f64 = MB;
const JUDGED_AFTER: Duration = Duration::from_secs(1_200);

/// Connections for reading that the store opens when they are wanted and keeps: eight, of two files each.
const KEPT_FILES: usize = 16;

pub(crate) async fn run(
    running: &Running,
    game: &str,
    matches: usize,
    seconds: Duration,
) -> Result<(), Box<dyn Error>> {
    let (game, pace) = (game.to_owned(), Pace::Every(GAP));
    let plan = Plan { address: running.address, game, pace, seconds: seconds / LAPS, is_restless: true };
    // What is there once for all of them is there before anything is counted.
    drop(player::sit_down(&plan, 1).await?);
    tokio::time::sleep(Duration::from_secs(1)).await;
    let files_before = running.open_files()?;
    println!("soak, {}, {matches} matches, {:.0} s in {LAPS} laps", plan.game, seconds.as_secs_f64());
    let began = tokio::time::Instant::now();
    let (mut rests, mut failures) = (Vec::new(), Vec::new());
    for lap in 1..=LAPS {
        let players = player::sit_down(&plan, matches).await?;
        let Played { waits, matches: ended, failures: failed, .. } = player::play(players, &plan).await;
        tokio::time::sleep(RESTS_AFTER).await;
        let (resident, files) = (running.resident()? as f64, running.open_files()?);
        println!(
            "  lap {lap}: {} moves, {ended} matches ended or were left, {} failed; then {:.1} MB, {files} files",
            waits.len(),
            failed.len(),
            resident / MB
        );
        rests.push((began.elapsed().as_secs_f64(), resident));
        failures.extend(failed);
    }
    let growth = slope(rests.get(WARM_UP..).unwrap_or_default()) * 3_600.0;
    let is_judged = seconds >= JUDGED_AFTER;
    let unsure = if is_judged { "" } else { ", too short to say" };
    println!("  memory grew by {:.2} MB an hour{unsure}", growth / MB);
    if let Some(why) = failures.into_iter().next() {
        return Err(why.into());
    }
    if running.open_files()? > files_before + KEPT_FILES {
        return Err("files stayed open".into());
    }
    if is_judged && growth > MAX_GROWTH {
        return Err(format!("memory grew by more than {} MB an hour", MAX_GROWTH / MB).into());
    }
    Ok(())
}

/// The middle of the slopes of all pairs (Theil and Sen), which single looks do not move.
fn slope(samples: &[(f64, f64)]) -> f64 {
    let mut slopes: Vec<f64> = (samples.iter().enumerate())
        .flat_map(|(i, (x, y))| samples[..i].iter().map(move |(x0, y0)| (y - y0) / (x - x0)))
        .collect();
    slopes.sort_by(f64::total_cmp);
    slopes.get(slopes.len() / 2).copied().unwrap_or(0.0)
}
