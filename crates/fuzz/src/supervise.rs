//! Runs a long series in a process of its own, sees when that dies or hangs, keeps the failing case and goes on with
//! the next one. It does not look into cases.

use crate::case::Case;
use crate::kind::Kind;
use crate::watch::{self, Bounds};
use crate::{corpus::Corpus, minimise};
use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

/// A series of cases.
#[derive(Clone, Debug)]
pub struct Series {
    pub kind: Kind,
    pub seed: u64,
    pub first: u64,
    pub count: u64,
    pub bounds: Bounds,
    /// The only form of what is of unreasonable sizes.
    pub form: Option<String>,
    pub root: PathBuf,
    /// Where failing cases are kept.
    pub keep: PathBuf,
    /// Whether they are made smaller at once.
    pub smaller: bool,
}

/// How many cases of one complaint are kept.
const KEPT: usize = 3;

/// A child that has run for so many times what a case may take hangs.
const PATIENCE: u32 = 4;

/// So does one that waits for so many times as long without running: the machine may have other things to do.
const WAITING: u32 = 120;

// -- in the child --

/// Runs the cases, telling of each on the standard output before it begins.
pub fn work(series: &Series) -> io::Result<()> {
    watch::note_panics();
    let corpus = Corpus::read(&series.root);
    let mut out = io::stdout().lock();
    let (mut far, mut slowest, mut largest) = (0_u64, (Duration::ZERO, 0), (0, 0));
    for number in series.first..series.first + series.count {
        writeln!(out, "case {number}")?;
        let case = series.kind.make(&corpus, series.seed, number, series.form.as_deref());
        let ran = watch::run(series.kind, &case, series.bounds);
        match &ran.how {
            Ok(came) => far += u64::from(*came),
            Err(what) => writeln!(out, "failed {number} {what}")?,
        }
        slowest = slowest.max((ran.time, number));
        largest = largest.max((ran.memory, number));
        if number % 1000 == 999 || number + 1 == series.first + series.count {
            writeln!(
                out,
                "so-far {far} {} {} {} {}",
                slowest.0.as_millis(),
                slowest.1,
                largest.0 >> 10,
                largest.1
            )?;
            far = 0;
        }
    }
    writeln!(out, "done")
}

// -- in the parent --

/// What a series came to.
#[derive(Debug, Default)]
pub struct Summary {
    pub ran: u64,
    /// Cases that came far.
    pub far: u64,
    /// Complaints without their numbers, with the cases.
    pub failures: BTreeMap<String, Vec<u64>>,
    /// In milliseconds and kilobytes, with the case.
    slowest: (u64, u64),
    largest: (u64, u64),
}

enum Said {
    Line(String),
    Nothing,
    Closed,
}

/// Runs a series to its end. Tells of each new complaint on the standard error output.
pub fn run(series: &Series) -> io::Result<Summary> {
    let (mut summary, end) = (Summary::default(), series.first + series.count);
    let (mut next, start) = (series.first, Instant::now());
    while next < end {
        let rest = Series { first: next, count: end - next, ..series.clone() };
        let mut child = spawn(&rest)?;
        let lines = listen(&mut child);
        next = follow(series, &mut child, &lines, next, &mut summary)?;
    }
    summary.ran = series.count;
    eprintln!("{}: {} in {:.0} s", series.kind.name(), summary.line(), start.elapsed().as_secs_f64());
    Ok(summary)
}

impl Summary {
    fn line(&self) -> String {
        let failed: usize = self.failures.values().map(Vec::len).sum();
        let (slow, large) = (self.slowest, self.largest);
        format!(
            "{} cases, {} came far, {failed} failed; slowest {} ms (case {}), largest {} KB (case {})",
            self.ran, self.far, slow.0, slow.1, large.0, large.1
        )
    }
}

fn spawn(rest: &Series) -> io::Result<Child> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("worker").arg(rest.kind.name());
    let seconds = rest.bounds.time.as_secs();
    let numbers = [("seed", rest.seed), ("first", rest.first), ("count", rest.count), ("seconds", seconds)];
    for (name, value) in numbers {
        command.arg(format!("--{name}")).arg(value.to_string());
    }
    if let Some(form) = &rest.form {
        command.arg("--form").arg(form);
    }
    command.arg("--root").arg(&rest.root).stdout(Stdio::piped()).spawn()
}

/// Lines of the child, so that waiting for them can end.
fn listen(child: &mut Child) -> Receiver<String> {
    let (send, receive) = mpsc::channel();
    if let Some(out) = child.stdout.take() {
        std::thread::spawn(move || {
            BufReader::new(out).lines().map_while(Result::ok).try_for_each(|line| send.send(line))
        });
    }
    receive
}

/// The next line of a child that runs cases within `bounds`, unless it hangs.
fn wait(lines: &Receiver<String>, child: &Child, bounds: Bounds) -> Said {
    let (start, ran) = (Instant::now(), watch::time_of(child.id()));
    let patience = bounds.time * PATIENCE;
    loop {
        match lines.recv_timeout(patience) {
            Ok(line) => return Said::Line(line),
            Err(mpsc::RecvTimeoutError::Disconnected) => return Said::Closed,
            Err(mpsc::RecvTimeoutError::Timeout) => {}
        }
        let hangs = match (ran, watch::time_of(child.id())) {
            (Some(before), Some(now)) => now.saturating_sub(before) >= patience,
            _ => true,
        };
        if hangs || start.elapsed() >= bounds.time * WAITING {
            return Said::Nothing;
        }
    }
}

/// Follows one child to its end; gives the case to go on with.
fn follow(
    series: &Series,
    child: &mut Child,
    lines: &Receiver<String>,
    first: u64,
    summary: &mut Summary,
) -> io::Result<u64> {
    let mut at = first;
    loop {
        match wait(lines, child, series.bounds) {
            Said::Line(line) => {
                let mut words = line.splitn(3, ' ');
                let (what, number, rest) = (words.next(), words.next(), words.next());
                let number = number.and_then(|n| n.parse().ok()).unwrap_or(at);
                match what {
                    Some("case") => at = number,
                    Some("failed") => complain(series, number, rest.unwrap_or(""), summary)?,
                    Some("so-far") => {
                        summary.ran = at + 1 - series.first;
                        summary.tally(number, rest.unwrap_or(""));
                        if (at + 1).is_multiple_of(10_000) {
                            eprintln!("{}: {}", series.kind.name(), summary.line());
                        }
                    }
                    _ => {
                        child.wait()?;
                        return Ok(series.first + series.count);
                    }
                }
            }
            Said::Nothing => {
                child.kill()?;
                child.wait()?;
                complain(series, at, "hang: does not end", summary)?;
                return Ok(at + 1);
            }
            Said::Closed => {
                let status = child.wait()?;
                complain(series, at, &format!("died: {status}"), summary)?;
                return Ok(at + 1);
            }
        }
    }
}

impl Summary {
    fn tally(&mut self, far: u64, rest: &str) {
        let numbers: Vec<u64> = rest.split(' ').filter_map(|n| n.parse().ok()).collect();
        self.far += far;
        if let [slow, slow_at, large, large_at] = numbers[..] {
            self.slowest = self.slowest.max((slow, slow_at));
            self.largest = self.largest.max((large, large_at));
        }
    }
}

/// Keeps a failing case, the first of each complaint also made smaller.
fn complain(series: &Series, number: u64, what: &str, summary: &mut Summary) -> io::Result<()> {
    let known = summary.failures.entry(signature(what)).or_default();
    known.push(number);
    if known.len() > KEPT {
        return Ok(());
    }
    let corpus = Corpus::read(&series.root);
    std::fs::create_dir_all(&series.keep)?;
    // What ended the child would end this process too, if the case were made here.
    let fatal = !what.starts_with("panic") && !what.starts_with("slow") && !what.starts_with("memory");
    let case = if fatal {
        let scratch = series.keep.join(format!("guess-{}", std::process::id()));
        let fails = |case: &Case| matches!(alone(series.kind, case, series.bounds, &scratch), Ok(Some(_)));
        let guess =
            series.kind.guesses(&corpus, series.seed, number, series.form.as_deref()).into_iter().find(fails);
        // It was written by the guesses, if there were any.
        let _ = std::fs::remove_file(&scratch);
        guess
    } else {
        Some(series.kind.make(&corpus, series.seed, number, series.form.as_deref()))
    };
    let Some(case) = case else {
        eprintln!("case {number} of seed {}: {what}\n  not kept: it cannot be made alone", series.seed);
        return Ok(());
    };
    let name = format!("{}-{}-{number}.case", series.kind.name(), series.seed);
    let path = series.keep.join(name);
    std::fs::write(&path, case.to_bytes())?;
    eprintln!("case {number} of seed {}: {what}\n  kept in {}", series.seed, path.display());
    if series.smaller && known.len() == 1 {
        let smaller = minimise::minimise(series.kind, &case, series.bounds);
        let path = path.with_extension("min");
        std::fs::write(&path, smaller.to_bytes())?;
        eprintln!("  made smaller in {}", path.display());
    }
    Ok(())
}

/// A complaint without its numbers and without what stands in quotes, so that like ones are counted together.
pub fn signature(what: &str) -> String {
    let place = what.starts_with("panic") || what.starts_with("died");
    let text = if place { what } else { what.split(':').next().unwrap_or(what) };
    // The place of a panic tells it from others.
    let text = text.split(".rs:").next().map_or(text, |head| &text[..(head.len() + 12).min(text.len())]);
    text.chars().take(160).collect()
}

// -- a single case in a process of its own --

/// Runs a case in a process of its own; what is wrong with it, if anything.
pub fn alone(kind: Kind, case: &Case, bounds: Bounds, scratch: &Path) -> io::Result<Option<String>> {
    std::fs::write(scratch, case.to_bytes())?;
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("one").arg(kind.name()).arg(scratch).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn()?;
    let lines = listen(&mut child);
    let found = match wait(&lines, &child, bounds) {
        Said::Line(line) => line.strip_prefix("failed ").map(str::to_owned),
        Said::Nothing => {
            child.kill()?;
            Some("hang: does not end".to_owned())
        }
        Said::Closed => Some(format!("died: {}", child.wait()?)),
    };
    child.wait()?;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is seen of a shell that runs `script`, by whoever waits for lines of cases of ten milliseconds each.
    fn seen(script: &str) -> Said {
        let mut child =
            Command::new("sh").args(["-c", script]).stdout(Stdio::piped()).spawn().expect("a shell");
        let lines = listen(&mut child);
        let bounds = Bounds { time: Duration::from_millis(10), ..Bounds::default() };
        let said = wait(&lines, &child, bounds);
        let _ = child.kill();
        let _ = child.wait();
        said
    }

    #[test]
    fn a_child_hangs_that_runs_or_waits_too_long() {
        assert!(matches!(seen("while :; do :; done"), Said::Nothing));
        assert!(matches!(seen("exec sleep 100"), Said::Nothing));
    }

    #[test]
    fn a_child_that_waits_for_the_machine_goes_on() {
        assert!(matches!(seen("sleep 0.3; echo case 1"), Said::Line(_)));
        assert!(matches!(seen("exit 1"), Said::Closed));
    }
}
