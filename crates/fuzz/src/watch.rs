//! Watches over one case: a panic is caught, its time and memory are measured.
//! A case that does not end, or ends the whole process, is for `supervise` to see.

use crate::case::Case;
use crate::kind::Kind;
use crate::memory;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// What a case may take.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub time: Duration,
    /// In bytes, beyond what was held before; of a long text [`MEMORY_OF_A_BYTE`] times its length where that is more.
    pub memory: usize,
}

/// Trees and code take so many times as much room as the text that they are made of.
const MEMORY_OF_A_BYTE: usize = 128;

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { time: Duration::from_secs(5), memory: 512 << 20 }
    }
}

/// How a case went.
#[derive(Clone, Debug)]
pub struct Ran {
    /// Whether it came far, or what it must not do.
    pub how: Result<bool, String>,
    pub time: Duration,
    pub memory: usize,
}

/// Time spent on a case: that of its thread where the system tells it, because the machine may do other things.
struct Clock {
    wall: Instant,
    own: Option<Duration>,
}

impl Clock {
    fn start() -> Clock {
        Clock { wall: Instant::now(), own: own_time() }
    }

    fn elapsed(&self) -> Duration {
        match (self.own, own_time()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.wall.elapsed(),
        }
    }
}

/// The time that this thread has run, as Linux counts it.
fn own_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// The time that all threads of a process have run, as Linux counts it in hundredths of a second.
pub fn time_of(process: u32) -> Option<Duration> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name stands in parentheses and may hold anything; time of its own and of the kernel are 11 words behind it.
    let (_, rest) = text.rsplit_once(')')?;
    let spent: Vec<u64> = rest.split_whitespace().skip(11).take(2).filter_map(|n| n.parse().ok()).collect();
    (spent.len() == 2).then(|| Duration::from_millis(spent.iter().sum::<u64>() * 10))
}

/// Where the last panic was, and what it said.
static PANIC: Mutex<String> = Mutex::new(String::new());

/// Notes panics instead of printing them.
pub fn note_panics() {
    std::panic::set_hook(Box::new(|info| {
        if let Ok(mut last) = PANIC.lock() {
            *last = info.to_string().replace('\n', " ");
        }
    }));
}

/// Runs a case within bounds.
pub fn run(kind: Kind, case: &Case, bounds: Bounds) -> Ran {
    if let Ok(mut last) = PANIC.lock() {
        last.clear();
    }
    let (clock, before) = (Clock::start(), memory::start_measuring());
    let how = catch_unwind(AssertUnwindSafe(|| kind.run(case)));
    let (time, memory) = (clock.elapsed(), memory::since(before));
    let text: usize = case.files.iter().map(|(_, text)| text.len()).sum();
    let most = bounds.memory.max(text * MEMORY_OF_A_BYTE);
    let how = match how {
        Err(cause) => {
            let said = cause.downcast_ref::<String>().cloned();
            let said = said.or_else(|| cause.downcast_ref::<&str>().map(|s| (*s).to_owned()));
            let noted = PANIC.lock().map(|p| p.clone()).unwrap_or_default();
            Err(format!("panic: {}", if noted.is_empty() { said.unwrap_or_default() } else { noted }))
        }
        Ok(_) if time >= bounds.time => Err(format!("slow: {:.1} s", time.as_secs_f64())),
        Ok(_) if memory > most => Err(format!("memory: {} MB", memory >> 20)),
        Ok(far) => Ok(far),
    };
    Ran { how, time, memory }
}
