//! One match from its start, or from where it was saved, to its end. It knows who sits where and what was done.

use super::autosave::{self, Autosave};
use super::console::Console;
use super::menu::language;
use super::saved;
use super::seats::Player;
use super::turn::{self, Turn};
use crate::problems;
use base::Random;
use bots::{Bot, Hidden};
use draw::told::Teller;
use draw::{Letters, result, table};
use engine::question::{Move, Refused};
use engine::record::MAX_WORK;
use engine::view::{Outcome, Viewer};
use engine::{Game, Match};
use project::GamePath;
use protocol::Saved;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// So many moves bots make without a person between them, since a match among them may have no end.
const MAX_ALONE: u32 = 10_000;

/// After so long a person who only looks on hears that something goes on.
const SILENCE: Duration = Duration::from_secs(10);

/// How a session ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Finish {
    /// The match is over.
    Over,
    /// The person left.
    Left,
    /// The person left, and what was to be saved could not be.
    Unsaved,
    /// The rules went wrong.
    Faulty,
}

pub(crate) struct Session {
    pub(super) name: String,
    pub(super) now: Match,
    pub(super) letters: Letters,
    seats: Vec<Player>,
    /// The bots, by seat.
    bots: Vec<Option<Box<dyn Bot>>>,
    seed: u64,
    file: GamePath,
    /// The kept match that this one goes on with, if it does.
    kept: Option<PathBuf>,
    /// What the match's game was opened with besides its file.
    scripts: Vec<String>,
    /// The match before each decision of a person, with the seat.
    history: Vec<(Match, u32)>,
    random: Random,
    /// How often the bot of each seat chose by chance, since it could imagine nothing, and why at first.
    by_chance: Vec<Option<(u32, Hidden)>>,
    /// What each seat heard of since it last decided; behind them, what spectators heard since a person last decided.
    news: Vec<Vec<String>>,
    /// The person of whom it is known that nobody else looks at the screen.
    alone: Option<u32>,
    /// Somebody wanted the match saved, and that failed.
    is_unsaved: bool,
    /// How the match stood when it was saved: how many decisions, and the fingerprint of the state.
    saved: Option<(usize, u64)>,
}

impl Session {
    pub(crate) fn new(
        name: &str,
        start: Match,
        seats: Vec<Player>,
        seed: u64,
        file: GamePath,
        letters: Letters,
    ) -> Session {
        let bot = |player: &Player| match player {
            Player::Human => None,
            Player::Bot(kind) => Some(kind.make()),
        };
        Session {
            name: name.to_owned(),
            now: start,
            letters,
            bots: seats.iter().map(bot).collect(),
            news: vec![Vec::new(); seats.len() + 1],
            by_chance: vec![None; seats.len()],
            seats,
            seed,
            file,
            kept: None,
            scripts: Vec::new(),
            history: Vec::new(),
            random: Random::new(seed ^ 0xB07),
            alone: None,
            is_unsaved: false,
            saved: None,
        }
    }

    /// Becomes a match that was saved in a file, in a game that was opened with its scripts.
    pub(crate) fn resume(
        &mut self,
        game: &Arc<Game>,
        saved: &Saved,
        file: &Path,
    ) -> Result<(), protocol::Error> {
        /// So many decisions can be taken back.
        const MAX_KEPT: usize = 200;
        let (mut history, mut left) = (Vec::new(), saved.steps.len());
        let now = saved.replay(game, MAX_WORK, |before| {
            left -= 1;
            if let Some(seat) = before.decider().filter(|s| left < MAX_KEPT && self.is_human(*s)) {
                history.push((before.clone(), seat));
            }
        })?;
        self.kept = autosave::is_kept(file).then(|| file.to_path_buf());
        (self.now, self.history, self.scripts) = (now, history, saved.scripts());
        Ok(())
    }

    pub(crate) fn run(&mut self, console: &mut Console) -> io::Result<Finish> {
        console.say(&format!("{}. `help` lists what may be typed.\n\n", self.name))?;
        self.now.follow();
        if self.now.length() == 0 {
            let heard = |viewer| self.now.observer(viewer).heard().into_iter().map(str::to_owned).collect();
            self.note_news(self.viewers().map(heard).collect());
        }
        let (mut alone, mut said) = (0, Instant::now());
        while let Some(seat) = self.now.decider() {
            if !self.is_human(seat) {
                if alone == MAX_ALONE {
                    console.say(&format!(
                        "The bots have made {MAX_ALONE} moves by themselves, and there is no end.\n"
                    ))?;
                    return self.leave(console);
                }
                if said.elapsed() > SILENCE {
                    console.say(&format!("The bots play: {alone} moves so far. Ctrl-C stops them.\n"))?;
                    said = Instant::now();
                }
                alone += 1;
                if let Err(refused) = self.bot(seat) {
                    console.say(&format!("{refused}\n"))?;
                    return Ok(Finish::Faulty);
                }
                continue;
            }
            (alone, said) = (0, Instant::now());
            self.note();
            if !self.hand_over(seat, console)? {
                return self.leave(console);
            }
            match turn::take(self, seat, console)? {
                Turn::Play(made) => {
                    self.made(*made);
                    self.note();
                }
                Turn::Undo => self.undo(console)?,
                Turn::Quit => return self.leave(console),
            }
        }
        autosave::forget();
        self.end(console)?;
        let Some(Outcome::Fault(fault)) = self.now.outcome() else { return Ok(Finish::Over) };
        console.say(&problems::fault(&fault.for_everybody(), self.now.game().sources()))?;
        // What led to it is worth a look, or a report.
        if console.is_terminal() {
            self.leave(console)?;
        }
        Ok(Finish::Faulty)
    }

    fn is_human(&self, seat: u32) -> bool {
        matches!(self.seats.get(seat as usize), Some(Player::Human))
    }

    fn humans(&self) -> impl Iterator<Item = u32> {
        (0..self.seats.len() as u32).filter(|s| self.is_human(*s))
    }

    /// A person has made a move; `before` is the match as it was.
    fn made(&mut self, (before, made): (Match, Move)) {
        if let Some(own) = self.news.get_mut(made.seat as usize) {
            own.clear();
        }
        if !self.now.secrecy().is_sealed() {
            self.spectators_news().clear();
        }
        self.report(&before);
        self.history.push((before, made.seat));
    }

    /// Lets the bot of a seat decide.
    fn bot(&mut self, seat: u32) -> Result<(), Refused> {
        let bot = self.bots.get_mut(seat as usize).and_then(Option::as_mut).ok_or(Refused::NotAsked)?;
        let before = self.now.clone();
        let played = bots::decide(&mut self.now, seat, bot.as_mut(), &mut self.random)?;
        if let (Some(why), Some(noted)) = (played.by_chance, self.by_chance.get_mut(seat as usize)) {
            noted.get_or_insert((0, why)).0 += 1;
        }
        self.report(&before);
        Ok(())
    }

    /// Notes what a step from another match told everybody: nothing while others have still to choose in secret, and then
    /// all of it.
    fn report(&mut self, before: &Match) {
        if self.now.secrecy().is_sealed() {
            return;
        }
        let teller = Teller::new(self.now.game(), &language());
        let news = self.viewers().map(|viewer| teller.told(before, &self.now, viewer)).collect();
        self.note_news(news);
    }

    /// Chance for who is asked for advice.
    pub(super) fn chance(&mut self) -> u64 {
        self.random.word()
    }

    /// Which bots chose by chance, and why. Told earlier, it would say something of what they know.
    fn told_by_chance(&self) -> String {
        let told = |(seat, noted): (u32, &Option<(u32, Hidden)>)| {
            let (count, why) = noted.as_ref()?;
            let times = if *count == 1 { "once".to_owned() } else { format!("{count} times") };
            let (name, bot) = (self.now.game().seat_name(seat), self.seats.get(seat as usize)?.name());
            Some(format!(
                "{name} ({bot}) chose by chance {times}, since it could not imagine the match: {why}.\n"
            ))
        };
        (0..).zip(&self.by_chance).filter_map(told).collect()
    }

    /// Seats first, then spectators.
    fn viewers(&self) -> impl Iterator<Item = Viewer> + use<> {
        (0..self.seats.len() as u32).map(Viewer::Seat).chain([Viewer::Spectator])
    }

    /// Notes for everybody what is new to them.
    fn note_news(&mut self, news: Vec<Vec<String>>) {
        /// No more than this is shown before a person's turn.
        const MAX_NEWS: usize = 40;
        for (known, news) in self.news.iter_mut().zip(news) {
            known.extend(news);
            known.drain(..known.len().saturating_sub(MAX_NEWS));
        }
    }

    /// What a seat heard of since it last decided, or spectators since a person did.
    pub(super) fn news(&self, seat: Option<u32>) -> String {
        let k = seat.map_or(self.seats.len(), |seat| seat as usize);
        self.news.get(k).into_iter().flatten().map(|n| format!("{n}\n")).collect()
    }

    fn spectators_news(&mut self) -> &mut Vec<String> {
        let spectators = self.seats.len();
        &mut self.news[spectators]
    }

    /// Between people who may not see each other's cards the screen is cleared. False where the person leaves.
    fn hand_over(&mut self, seat: u32, console: &mut Console) -> io::Result<bool> {
        if self.humans().count() < 2 {
            return Ok(true);
        }
        let is_private = self.now.secrecy().hides() || self.now.secrecy().is_secret();
        if !must_look_away(&mut self.alone, seat, is_private) {
            return Ok(true);
        }
        console.clear()?;
        if console.is_terminal() {
            let name =
                self.now.view(None).seats.get(seat as usize).map(|s| s.name.clone()).unwrap_or_default();
            let ready = format!("{name}, it is your turn. Press Enter when nobody else is looking. ");
            loop {
                let Some(answer) = console.ask(&ready)? else { return Ok(false) };
                match answer.trim() {
                    "" => break,
                    "q" | "quit" | "exit" => return Ok(false),
                    "save" => self.save(None, console)?,
                    _ => console
                        .say("Nothing is shown until Enter alone is pressed; `save` and `quit` work.\n")?,
                }
            }
            console.clear()?;
        }
        Ok(true)
    }

    fn undo(&mut self, console: &mut Console) -> io::Result<()> {
        let Some((before, seat)) = self.history.pop() else {
            return console.say("there is nothing to take back\n");
        };
        let whose = format!("the last move of {}", self.now.game().seat_name(seat));
        let asks = self.now.decider().unwrap_or(seat);
        // Who plays alone takes nothing from anybody.
        let is_alone = self.now.players() == 1;
        let came_out = (!is_alone).then(|| self.now.secrecy().came_out(&before, &[seat, asks])).flatten();
        if let Some(why) = came_out {
            self.history.push((before, seat));
            return console.say(&format!("{whose} cannot be taken back: {why}\n"));
        }
        self.now = before;
        self.now.follow();
        self.news.fill(vec![format!("{whose} was taken back")]);
        Ok(())
    }

    /// Has the match kept should the program be stopped.
    fn note(&self) {
        autosave::note(Autosave {
            now: self.now.clone(),
            scripts: self.scripts.clone(),
            seats: self.seat_names(),
            file: self.file.clone(),
            kept: self.kept.clone(),
        });
    }

    fn seat_names(&self) -> Vec<String> {
        self.seats.iter().map(|s| s.name()).collect()
    }

    fn standing(&self) -> (usize, u64) {
        (self.now.length(), self.now.fingerprint())
    }

    /// Ends a match that is not over. Where the terminal has gone, or nothing more comes through a pipe, nobody can say
    /// whether it is to be saved: it is kept, unless nobody has moved.
    fn leave(&mut self, console: &mut Console) -> io::Result<Finish> {
        // A match in which no move of anybody at the terminal stands can be had again.
        let has_people = (0..self.seats.len() as u32).any(|seat| self.is_human(seat));
        let is_new = self.saved.is_none() && self.kept.is_none();
        let is_untouched = has_people && is_new && self.history.is_empty();
        if is_untouched || self.saved == Some(self.standing()) {
            autosave::forget();
            return Ok(Finish::Left);
        }
        let is_wanted = loop {
            let answer = console.ask("Save this match? [Y/n] ")?;
            match answer.map(|a| a.to_lowercase()).as_deref() {
                None => break None,
                Some("" | "y" | "yes") => break Some(true),
                Some("n" | "no") => break Some(false),
                Some(_) => console.say("Please answer y or n.\n")?,
            }
        };
        match is_wanted {
            Some(true) => self.save(None, console)?,
            Some(false) => console.say("not saved\n")?,
            None => {
                let message = autosave::keep().unwrap_or_default();
                // Where the terminal has gone nobody reads it.
                console.say(&format!("{message}\n")).ok();
                return Ok(Finish::Left);
            }
        }
        if !self.is_unsaved {
            autosave::forget();
            return Ok(Finish::Left);
        }
        let message = autosave::keep().unwrap_or_default();
        console.say(&format!("{message}\n")).map(|()| Finish::Unsaved)
    }

    /// Saves the match, as that file or in that folder if somebody says so, and asks for another place as long as that
    /// fails and somebody answers.
    pub(crate) fn save(&mut self, place: Option<&Path>, console: &mut Console) -> io::Result<()> {
        let saved = Saved {
            file: Some(self.file.to_string()),
            seats: self.seat_names(),
            ..Saved::with_fingerprint(&self.now, &self.scripts)
        };
        let mut written = match place {
            None => saved::write_in(Path::new(""), &self.name, &saved),
            Some(place) => saved::write_at(place, &self.name, &saved),
        };
        loop {
            let error = match written {
                Ok(path) => {
                    (self.is_unsaved, self.saved) = (false, Some(self.standing()));
                    let how = match self.now.is_over() {
                        true => format!("see it with: {}", saved::how_to_replay(&path, &self.file)),
                        false => format!("go on with: {}", saved::how_to_resume(&path, &self.file)),
                    };
                    return console.say(&format!("saved; {how}\n"));
                }
                Err(error) => error,
            };
            self.is_unsaved = true;
            console.say(&format!("could not be saved: {error}\n"))?;
            let place = console.ask("Another folder or file for it, or Enter to give it up: ")?;
            let Some(place) = place.filter(|place| !place.is_empty()) else { return Ok(()) };
            written = saved::write_at(Path::new(&place), &self.name, &saved);
        }
    }

    /// The last table as the only person sees it, or a spectator; then who won.
    fn end(&mut self, console: &mut Console) -> io::Result<()> {
        let mut humans = self.humans();
        let seat = humans.next().filter(|_| humans.next().is_none());
        drop(humans);
        let view = self.now.view(seat);
        let (news, shown) = (self.news(seat), table(&view, &mut self.letters));
        // Told earlier, what is dealt and thrown could be looked up.
        let by_chance = self.told_by_chance();
        console.say(&format!("{news}{shown}\n{}{by_chance}The seed was {}.\n", result(&view), self.seed))
    }
}

/// Whether the others are to look away before a seat decides; `alone` is the seat of whom it is known that nobody else
/// looks at the screen.
fn must_look_away(alone: &mut Option<u32>, seat: u32, is_private: bool) -> bool {
    if *alone == Some(seat) {
        return false;
    }
    *alone = is_private.then_some(seat);
    is_private
}

#[cfg(test)]
mod tests {
    use super::must_look_away;

    #[test]
    fn others_look_away_before_anything_private_shows() {
        let mut alone = None;
        let mut asked = |seat, is_private| must_look_away(&mut alone, seat, is_private);
        assert!(!asked(0, false));
        // What the first player has drawn since is not for the second, who is looking still.
        assert!(asked(0, true) && !asked(0, true) && !asked(0, false));
        assert!(asked(1, true));
        assert!(!asked(0, false) && asked(1, true));
    }
}
