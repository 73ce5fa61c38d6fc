//! Whether something is left of those who come and go: many matches for long, whose players are cut off, talk and leave.
//! The memory of the server must not grow after a while, and when all have left it has as many files open as before.

use crate::RESTS_AFTER;
use crate::player::{self, Pace, Plan, Played};
use crate::server::Running;
use std::error::Error;
use std::time::Duration;

/// Between two moves of a match.
const GAP: Duration = Duration::from_millis(500);

/// So often the memory is looked at.
const LOOK: Duration = Duration::from_secs(5);

/// Of the time, before memory is looked at: caches fill, and matches that were left rest.
const WARM_UP: f64 = 1.0 / 3.0;

const MB: f64 = 1024.0 * 1024.0;

/// What a server may keep of an hour, in bytes, and how long it must be looked at to say so.
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
    let plan = Plan { address: running.address, game, pace, seconds, is_restless: true };
    // What is there once for all of them is there before anything is counted.
    drop(player::sit_down(&plan, 1).await?);
    tokio::time::sleep(Duration::from_secs(1)).await;
    let files_before = running.open_files()?;
    let players = player::sit_down(&plan, matches).await?;
    let playing = player::play(players, &plan);
    tokio::pin!(playing);
    let (mut samples, mut most_files) = (Vec::new(), 0);
    let began = tokio::time::Instant::now();
    let mut look = tokio::time::interval(LOOK);
    look.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let played = loop {
        tokio::select! {
            played = &mut playing => break played,
            _ = look.tick() => {
                most_files = most_files.max(running.open_files()?);
                if began.elapsed() >= seconds.mul_f64(WARM_UP) {
                    samples.push((began.elapsed().as_secs_f64(), running.resident()? as f64));
                }
            }
        }
    };
    tokio::time::sleep(RESTS_AFTER).await;
    let (files_after, resident) = (running.open_files()?, running.resident()?);
    let growth = slope(&samples) * 3_600.0;
    let Played { waits, matches: ended, failures, .. } = &played;
    println!("soak, {}, {matches} matches, {:.0} s", plan.game, seconds.as_secs_f64());
    println!("  {} moves, {ended} matches ended or were left, {} failed", waits.len(), failures.len());
    let is_judged = seconds >= JUDGED_AFTER;
    println!(
        "  memory grew by {:.2} MB an hour in {} looks{}, and is {:.1} MB when all have left",
        growth / MB,
        samples.len(),
        if is_judged { "" } else { ", too few to say" },
        resident as f64 / MB
    );
    println!("  {files_before} files open before, {most_files} at most, {files_after} after");
    if let Some(why) = failures.first() {
        return Err(why.clone().into());
    }
    if files_after > files_before + KEPT_FILES {
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
