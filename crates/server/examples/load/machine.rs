//! What Linux says of processes and of the disk; it stands in `/proc`.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

/// Ticks of the processor times in `/proc`, which are 100 a second on every Linux.
const TICK: Duration = Duration::from_millis(10);

const PAGE: u64 = 4096;

/// How often the disk is asked to flush.
const PROBES: usize = 50;

/// The name and the processor time in a line of `/proc/*/stat`.
fn stat(text: &str) -> Option<(String, Duration)> {
    let (before, after) = text.rsplit_once(')')?;
    let name = before.split_once('(')?.1.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-');
    let fields: Vec<&str> = after.split_whitespace().collect();
    let ticks = fields.get(11)?.parse::<u32>().ok()? + fields.get(12)?.parse::<u32>().ok()?;
    Some((name.to_owned(), TICK * ticks))
}

/// By the name of the thread, without its number. Threads that have ended are left out.
pub(crate) fn thread_times(process: u32) -> Result<BTreeMap<String, Duration>, Box<dyn Error>> {
    let mut all = BTreeMap::new();
    for thread in fs::read_dir(format!("/proc/{process}/task"))? {
        let Ok(text) = fs::read_to_string(thread?.path().join("stat")) else { continue };
        if let Some((name, time)) = stat(&text) {
            *all.entry(name).or_insert(Duration::ZERO) += time;
        }
    }
    Ok(all)
}

pub(crate) fn resident(process: u32) -> Result<u64, Box<dyn Error>> {
    let text = fs::read_to_string(format!("/proc/{process}/statm"))?;
    let pages: u64 = text.split_whitespace().nth(1).ok_or("no memory is told")?.parse()?;
    Ok(pages * PAGE)
}

pub(crate) fn open_files(process: u32) -> Result<usize, Box<dyn Error>> {
    Ok(fs::read_dir(format!("/proc/{process}/fd"))?.count())
}

/// Seconds of all processors, of which others on the same hardware took some.
pub(crate) fn stolen() -> Option<Duration> {
    let text = fs::read_to_string("/proc/stat").ok()?;
    let ticks: u32 = text.lines().next()?.split_whitespace().nth(8)?.parse().ok()?;
    Some(TICK * ticks)
}

/// How long the disk takes to make a small write durable, sorted.
pub(crate) fn flush_times(folder: &Path) -> Result<Vec<Duration>, Box<dyn Error>> {
    let mut file = File::create(folder.join("probe"))?;
    let mut times = Vec::new();
    for _ in 0..PROBES {
        let began = Instant::now();
        file.write_all(&[0; 4096])?;
        file.sync_data()?;
        times.push(began.elapsed());
    }
    times.sort_unstable();
    Ok(times)
}
