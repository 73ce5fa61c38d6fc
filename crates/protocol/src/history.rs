//! A match at some moment with the game as it was opened for it, and those that stood before. What of it may be told,
//! and to whom, stands in `viewpoint`.

use crate::answer::Answer;
use crate::error::{Code, Error};
use crate::saved::{MAX_SCRIPTS, MAX_STEPS, Saved, SavedStep};
use crate::viewpoint::{Audience, Viewpoint, over};
use engine::question::Move;
use engine::{Branch, Choices, Game, Match, TestFailure, dump};
use std::collections::VecDeque;
use std::sync::Arc;

/// So many earlier positions are kept for `undo`, so many words of them, and so many bytes of what was seen of them;
/// further back the match is replayed.
const MAX_KEPT: usize = 64;
const MAX_WORDS_KEPT: usize = 1 << 22;
const MAX_SEEN_KEPT: usize = 1 << 26;

/// What a game is opened with.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OpenOptions {
    /// What is chosen for its options.
    pub choices: Choices,
    /// Statements that set up positions; each becomes a rule test, see [`project::script_name`].
    pub scripts: Vec<String>,
}

/// A game as it was opened.
#[derive(Clone)]
pub(crate) struct OpenedGame {
    pub(crate) game: Arc<Game>,
    pub(crate) wanted: Arc<OpenOptions>,
}

impl OpenedGame {
    /// The rule test that a script became.
    fn test(&self, code: &str) -> Option<usize> {
        let number = self.wanted.scripts.iter().position(|c| c == code)?;
        let name = project::script_name(number);
        self.game.tests().iter().position(|n| *n == name)
    }
}

/// A match at some moment, with the game as it was opened for it.
#[derive(Clone)]
pub(crate) struct OpenMatch {
    pub(crate) now: Match,
    pub(crate) opened: OpenedGame,
}

impl OpenMatch {
    pub(crate) fn start(opened: OpenedGame, players: u32, seed: u64) -> OpenMatch {
        let mut now = Match::start(&opened.game, players, seed);
        now.follow();
        OpenMatch { now, opened }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.now.is_over()
    }

    pub(crate) fn players(&self) -> u32 {
        self.now.players()
    }

    /// How many steps were made.
    pub(crate) fn length(&self) -> usize {
        self.now.length()
    }

    /// The whole record, with what the match must look like at its end.
    pub(crate) fn with_fingerprint(&self) -> Saved {
        Saved::with_fingerprint(&self.now, &self.opened.wanted.scripts)
    }

    /// The record of the steps alone.
    pub(crate) fn steps_only(&self) -> Saved {
        Saved::of(&self.now, &self.opened.wanted.scripts)
    }

    /// The match after a script that sets up a position, with at most so much work.
    pub(crate) fn set_up(mut self, code: &str, work: u64) -> Result<OpenMatch, Error> {
        let test = self.opened.test(code).unwrap_or(usize::MAX);
        // Where the match had to be made again, that was part of the work.
        engine::set_up(&mut self.now, test, work).map_err(|failure| broken(&self.opened.game, &failure))?;
        Ok(self)
    }
}

/// What stood before a step.
pub(crate) struct Earlier {
    stood: OpenMatch,
    words: usize,
    /// About how many bytes its tables take, and what was told with them.
    seen: usize,
}

/// A match that is played, and how it came there.
pub(crate) struct MatchHistory {
    pub(crate) latest: OpenMatch,
    /// What stood before, latest last.
    pub(crate) undo_stack: VecDeque<Earlier>,
}

impl MatchHistory {
    pub(crate) fn new(latest: OpenMatch) -> MatchHistory {
        MatchHistory { latest, undo_stack: VecDeque::new() }
    }

    /// Makes a saved match again, with at most so much work.
    pub(crate) fn rebuilt(opened: OpenedGame, saved: &Saved, work: u64) -> Result<MatchHistory, Error> {
        let (mut undo_stack, mut passed) = (VecDeque::new(), 0);
        let mut now = saved.replay(&opened.game, work, |before| {
            if passed == 0 {
                before.follow();
            }
            passed += 1;
            if passed + MAX_KEPT > saved.steps.len() {
                keep(&mut undo_stack, OpenMatch { now: before.clone(), opened: opened.clone() });
            }
        })?;
        if passed == 0 {
            now.follow();
        }
        Ok(MatchHistory { undo_stack, ..MatchHistory::new(OpenMatch { now, opened }) })
    }

    /// What an audience may know of the match.
    pub(crate) fn seen_by(&self, audience: Audience) -> Result<Viewpoint<'_>, Error> {
        Viewpoint::new(&self.latest.now, audience)
    }

    /// Who must decide, and whether the last step may be taken back without giving anything away.
    pub(crate) fn state(&self, audience: Audience) -> Result<Answer, Error> {
        let before = self.undo_stack.back().map(|before| &before.stood.now);
        Ok(Answer::State(self.seen_by(audience)?.state(before)))
    }

    /// A step has been made.
    pub(crate) fn advance(&mut self, after: OpenMatch) {
        let before = std::mem::replace(&mut self.latest, after);
        keep(&mut self.undo_stack, before);
    }

    /// Takes a step back where what stood before is kept. False where the match must be made again.
    pub(crate) fn undo(&mut self) -> bool {
        self.undo_stack.pop_back().map(|before| self.latest = before.stood).is_some()
    }

    /// Makes a move on a copy of the match, and tells the audience what could be seen of it. Where it is refused the
    /// match is as it was.
    pub(crate) fn make(
        &mut self,
        audience: Audience,
        make: impl FnOnce(&Viewpoint<'_>, &mut Match) -> Result<Move, Error>,
    ) -> Result<Answer, Error> {
        let mut next = Branch::of(&mut self.latest.now);
        let mut made = self.seen_by(audience).and_then(|here| make(&here, &mut next.now).map(drop));
        if made.is_ok() && next.now.length() > MAX_STEPS {
            let why = format!("a match may have at most {MAX_STEPS} steps");
            made = Err(Error::new(Code::IllegalMove, why));
        }
        if let Err(error) = made {
            next.give_up(&mut self.latest.now);
            return Err(error);
        }
        let answer = self.seen_by(audience)?.played(&next.now);
        let opened = self.latest.opened.clone();
        self.advance(OpenMatch { now: next.now, opened });
        Ok(answer)
    }

    /// What a script needs to be run next: the record with it, unless it may not be run at all.
    pub(crate) fn with_setup(&self, code: &str) -> Result<Saved, Error> {
        if self.latest.is_over() {
            return Err(over());
        }
        let mut saved = self.latest.steps_only();
        saved.steps.push(SavedStep::Setup { setup: code.to_owned() });
        if saved.scripts().len() > MAX_SCRIPTS {
            let why = format!("one match may have at most {MAX_SCRIPTS} different scripts");
            return Err(Error::new(Code::BadSetup, why));
        }
        Ok(saved)
    }
}

/// Notes what stood before a step, within limits.
fn keep(undo_stack: &mut VecDeque<Earlier>, before: OpenMatch) {
    let words = dump::size(&before.now) + before.now.length() * 8;
    undo_stack.push_back(Earlier { words, seen: dump::followed(&before.now), stood: before });
    while undo_stack.len() > MAX_KEPT
        || undo_stack.iter().map(|earlier| earlier.words).sum::<usize>() > MAX_WORDS_KEPT
        || undo_stack.iter().map(|earlier| earlier.seen).sum::<usize>() > MAX_SEEN_KEPT
    {
        undo_stack.pop_front();
    }
}

/// Why a script could not set up a position.
fn broken(game: &Game, failure: &TestFailure) -> Error {
    let path = game.sources().path(failure.at.file);
    let place = if path.starts_with(project::SCRIPT) {
        let (line, column) = project::script_place(game.sources(), failure.at);
        format!("line {line}, column {column}")
    } else {
        let (line, column) = game.sources().line_column(failure.at.file, failure.at.start);
        format!("{path}:{line}:{column}")
    };
    Error::new(Code::BadSetup, format!("{place}: {}", failure.message))
}

#[cfg(test)]
mod tests {
    use super::{MAX_KEPT, MAX_SEEN_KEPT, MatchHistory, OpenMatch, OpenOptions, OpenedGame};
    use crate::viewpoint::Audience;
    use project::{Memory, Request};
    use std::sync::Arc;

    /// So many moves, each of which puts a list of a thousand texts of so many letters on the table.
    fn after(moves: usize, letters: usize) -> MatchHistory {
        let text = format!(
            "game \"Grow\"; turn Main {{ }} global class R {{ List<string> all = {{}}; number n = 0;
            action grow {{ trigger PlayerChoiceEvent; effect {{ n += 1; string s = \"{}{{n}}\";
                List<string> l = {{}}; for (number i in 1..1000) {{ l.add(s); }} all = l; turn.pass(); }} }} }}
            setup {{ players 2; turns.use(\"Main\"); }}",
            "a".repeat(letters)
        );
        let files = Memory::default().with("game.tgdl", &text);
        let game = project::open(Request::new((&files, "game.tgdl"))).unwrap().game.unwrap();
        let opened = OpenedGame { game, wanted: Arc::new(OpenOptions::default()) };
        let mut history = MatchHistory::new(OpenMatch::start(opened, 2, 1));
        for _ in 0..moves {
            history.make(Audience::Host, |_, now| Ok(now.play(0).unwrap())).unwrap();
        }
        history
    }

    #[test]
    fn what_was_seen_earlier_is_kept_as_far_as_there_is_room() {
        assert_eq!(after(100, 1).undo_stack.len(), MAX_KEPT);
        let many = after(20, 6000).undo_stack;
        let seen: usize = many.iter().map(|earlier| earlier.seen).sum();
        assert!((2..20).contains(&many.len()) && seen <= MAX_SEEN_KEPT, "{} {seen}", many.len());
    }
}
