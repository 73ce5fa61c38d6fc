//! Going through a recorded match: what was done at each step as a sentence, and the table at any of them. It knows
//! neither files nor command lines.

use crate::play::console::Console;
use crate::play::menu::language;
use draw::told::Teller;
use draw::{Letters, result, table};
use engine::record::{MAX_WORK, Step, StepKind, stripped};
use engine::tabletop::{Change, Entry};
use engine::view::Viewer;
use engine::{Game, Match, Record, dump};
use protocol::Saved;
use std::io;
use std::sync::Arc;

pub(crate) struct Replay {
    game: Arc<Game>,
    record: Record,
    /// None sees everything.
    viewer: Option<Viewer>,
    letters: Letters,
    /// What was done at each step.
    sentences: Vec<String>,
    /// The match after each of the first steps, as far as they are kept, and at its end.
    kept: Vec<Match>,
    end: Match,
    /// The match after `at` steps.
    now: Match,
    at: usize,
}

/// So many words of matches are kept for going back and forth; what lies further on is made again.
const MAX_WORDS_KEPT: usize = 1 << 23;

/// What a kept match takes beside its state.
const MIN_WORDS: usize = 64;

const HELP: &str = "Enter or n  the next step      b    the step before\n\
    g 12        after step 12      q    leave\n";

impl Replay {
    /// Replays the match once, in a game that was opened with its scripts.
    pub(crate) fn new(
        game: &Arc<Game>,
        saved: &Saved,
        viewer: Option<Viewer>,
        letters: Letters,
    ) -> Result<Replay, protocol::Error> {
        let record = saved.record(game);
        let teller = Teller::new(game, &language());
        let (mut last, mut sentences): (Option<Match>, Vec<String>) = (None, Vec::new());
        let (mut kept, mut left) = (Vec::new(), MAX_WORDS_KEPT);
        let mut note = |after: &mut Match| {
            // From the first step on.
            if last.is_none() {
                after.follow();
            }
            left = left.saturating_sub(dump::size(after) + MIN_WORDS);
            if left > 0 {
                let mut copy = stripped(after);
                copy.unfollow();
                kept.push(copy);
            }
            if let Some(before) = last.replace(stripped(after)) {
                let told = told(&teller, &before, after, &record.steps[sentences.len()], viewer);
                sentences.push(told.join("\n   "));
            }
        };
        let mut end = saved.replay(game, MAX_WORK, &mut note)?;
        note(&mut end);
        end.unfollow();
        let now = Match::start(game, record.players, record.seed);
        Ok(Replay { game: Arc::clone(game), record, viewer, letters, sentences, kept, end, now, at: 0 })
    }

    pub(crate) fn run(mut self, console: &mut Console) -> io::Result<()> {
        let (name, steps) = (self.game.name(), self.sentences.len());
        // Whoever knows the seed can make the deal again, and with it all that is hidden.
        let seed = match self.viewer {
            None => format!(", seed {}", self.record.seed),
            Some(_) => String::new(),
        };
        console.say(&format!("{name}{seed}, {steps} steps\n"))?;
        if !console.is_terminal() {
            let lines = self.sentences.iter().enumerate();
            let lines: String = lines.map(|(i, s)| format!("{}. {s}\n", i + 1)).collect();
            console.say(&lines)?;
            return self.show_step(steps, console);
        }
        self.show(console)?;
        while let Some(line) = console.ask(&format!("step {} of {steps}, `?` helps: ", self.at))? {
            match command(&line) {
                Command::Quit => break,
                Command::Next if self.at == steps => console.say("this is the end\n")?,
                Command::Back if self.at == 0 => console.say("this is the start\n")?,
                Command::Next => self.show_step(self.at + 1, console)?,
                Command::Back => self.show_step(self.at - 1, console)?,
                Command::To(at) if at <= steps => self.show_step(at, console)?,
                Command::To(_) => console.say(&format!("there are {steps} steps\n"))?,
                Command::Help => console.say(HELP)?,
            }
        }
        Ok(())
    }

    /// Makes the match stand after so many steps, and shows it.
    fn show_step(&mut self, at: usize, console: &mut Console) -> io::Result<()> {
        let part = || {
            let steps = self.record.steps.iter().take(at).cloned().collect();
            Record { steps, ..self.record.clone() }.replay(&self.game)
        };
        let now = match self.kept.get(at) {
            Some(kept) => stripped(kept),
            None if at == self.record.steps.len() => self.end.clone(),
            // The whole record replays, so its beginning does.
            None => part().unwrap_or_else(|_| self.end.clone()),
        };
        (self.now, self.at) = (now, at);
        self.show(console)
    }

    fn show(&mut self, console: &mut Console) -> io::Result<()> {
        let view = self.viewer.map_or_else(|| self.now.secrecy().view_all(), |viewer| self.now.view(viewer));
        let done = self.at.checked_sub(1).and_then(|i| self.sentences.get(i));
        let done = done.map_or_else(String::new, |s| format!("{}. {s}\n", self.at));
        let end = if self.now.is_over() { result(&view) } else { String::new() };
        let gap = if console.is_terminal() { done } else { String::new() };
        console.say(&format!("\n{gap}{}{end}", table(&view, &mut self.letters)))
    }
}

/// What a line says to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Command {
    Next,
    Back,
    To(usize),
    Quit,
    Help,
}

fn command(line: &str) -> Command {
    let line = line.trim().to_lowercase();
    let number = |text: &str| text.trim().parse().ok();
    match line.as_str() {
        "" | "n" | "next" => Command::Next,
        "b" | "back" => Command::Back,
        "q" | "quit" | "exit" => Command::Quit,
        text => match number(text).or_else(|| text.strip_prefix('g').and_then(number)) {
            Some(at) => Command::To(at),
            None => Command::Help,
        },
    }
}

/// What a step was, as far as the viewer may be told: `Player 1: place a1`, and what could be seen to happen.
fn told(
    teller: &Teller<'_>,
    before: &Match,
    after: &Match,
    step: &Step,
    viewer: Option<Viewer>,
) -> Vec<String> {
    if !matches!(step.kind, StepKind::Move { .. }) {
        return vec!["the position was set up".to_owned()];
    }
    let told = match (viewer, step.seat.or(before.decider())) {
        (Some(viewer), _) if after.secrecy().is_sealed() => teller.told(before, after, viewer),
        (Some(viewer), _) => {
            // What it chose in secret itself was told then.
            let was_told = |entry: &Entry| match (viewer, entry) {
                (Viewer::Seat(seat), Entry::Done(done)) => {
                    done.by == seat && before.seat(seat).sealed().is_some()
                }
                _ => false,
            };
            let seen = after.observer(viewer);
            let log = seen.log().into_iter().filter(|entry| !was_told(entry)).collect::<Vec<_>>();
            teller.step(before.observer(viewer).tabletop(), &log, seen.trace())
        }
        (None, Some(seat)) => all(teller, before, after, seat),
        (None, None) => Vec::new(),
    };
    if told.is_empty() { vec!["somebody chooses in secret".to_owned()] } else { told }
}

/// What a seat chose and saw, and all that the rules told, for whoever sees everything.
fn all(teller: &Teller<'_>, before: &Match, after: &Match, seat: u32) -> Vec<String> {
    let viewer = Viewer::Seat(seat);
    let (table, observer) = (before.observer(viewer).tabletop(), after.observer(viewer));
    let own = |entry: &Entry| matches!(entry, Entry::Done(done) if done.by == seat);
    let log: Vec<Entry> = observer.log().into_iter().filter(own).collect();
    if after.secrecy().is_sealed() {
        return teller.step(table, &log, &[]);
    }
    let seen = observer.trace().iter().filter(|step| !matches!(step.change, Change::Say { .. }));
    let seen: Vec<_> = seen.cloned().collect();
    let heard = after.secrecy().heard_all().into_iter().map(|text| format!("  {text}"));
    teller.step(table, &log, &seen).into_iter().chain(heard).collect()
}

#[cfg(test)]
mod tests {
    use super::{Command, command};

    #[test]
    fn a_line_goes_on_back_or_to_a_step() {
        assert_eq!((command(""), command("n"), command("B")), (Command::Next, Command::Next, Command::Back));
        assert_eq!(
            (command("g 12"), command("g12"), command("3")),
            (Command::To(12), Command::To(12), Command::To(3))
        );
        assert_eq!(
            (command("q"), command("g x"), command("-1")),
            (Command::Quit, Command::Help, Command::Help)
        );
    }
}
