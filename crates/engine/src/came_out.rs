//! Whether somebody at a table may take a move back: not once something has come out by it that those at the table
//! could not know before. It knows neither who wants to nor what is said then.

use crate::decision::Decision;
use crate::game::Game;
use crate::matches::Match;
use crate::order::{self, OrderKey};
use crate::position::Position;
use crate::record::{Step, StepKind};
use crate::secrecy::Secrecy;
use crate::view::Viewer;
use crate::view::modified::read_for;
use crate::written::Written;
use bytecode::layout::header;
use std::fmt;
use vm::{Machine, Scrutiny};

/// What has come out since an earlier moment of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CameOut {
    /// What chance gave, where nothing is hidden: elsewhere it may follow from what is hidden whether it was used.
    Chance,
    /// What others chose at the same time.
    Choices,
    /// What others did who may know more.
    Others,
    /// Perhaps something that was hidden.
    Hidden,
}

impl fmt::Display for CameOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CameOut::Chance => "chance has been used since",
            CameOut::Choices => "the others' choices go with it",
            CameOut::Others => "others have moved since, who may know what is hidden",
            CameOut::Hidden => "something hidden may have come out since",
        })
    }
}

impl Secrecy<'_> {
    /// What has come out for some of these seats since an earlier moment of a match, at which one of them decided;
    /// None where going back to it gives nothing away. Nothing has come out where all that the rules have looked at
    /// since was known to these seats at that moment, and they know no more objects than they did.
    pub fn came_out(&self, before: &Match, seats: &[u32]) -> Option<CameOut> {
        let now = self.0;
        let chance = |now: &Match| now.position.state.words[header::RANDOM];
        let used_chance = chance(now) != chance(before);
        if used_chance && !now.game.may_hide() {
            return Some(CameOut::Chance);
        }
        let since = now.steps_since(before.steps_in_all());
        let decided = before.decider();
        let by_another = |step: &Step| step.seat != decided;
        let others_choose = before.secrecy().asks_others_than(decided);
        if others_choose && (!self.is_sealed() || since.is_none_or(|since| since.iter().any(by_another))) {
            return Some(CameOut::Choices);
        }
        now.game.hidden()?;
        // What was done in between and is in no record may have told anything.
        let Some(since) = since else { return Some(CameOut::Hidden) };
        let mut again = Again::new(before, seats);
        for step in since {
            if by_another(step) && again.now.secrecy().hides() {
                return Some(CameOut::Others);
            }
            if again.make(step, by_another(step)).is_none() {
                return Some(CameOut::Hidden);
            }
        }
        if used_chance {
            return Some(CameOut::Hidden);
        }
        again.look_at_moves();
        again.read_what_is_shown();
        again.has_told().then_some(CameOut::Hidden)
    }
}

/// The steps since an earlier moment, made once more under scrutiny.
struct Again<'a> {
    game: &'a Game,
    /// How it stands; only its position is brought forward, and its length.
    now: Match,
    machine: Machine,
    seats: &'a [u32],
}

impl<'a> Again<'a> {
    fn new(before: &'a Match, seats: &'a [u32]) -> Again<'a> {
        let (game, mut now) = (before.game.as_ref(), before.clone());
        // Objects stay where they are, so that they can be told again.
        now.position.mode.compacts_always = false;
        now.position.compaction_threshold = usize::MAX;
        let mut machine = game.machine();
        machine.scrutiny = Some(Box::new(Scrutiny::since(before.position.state.words.clone())));
        Again { game, now, machine, seats }
    }

    /// Makes a step; None where that cannot be done. That its moves were listed tells those who made it nothing new; what
    /// others chose from may tell something.
    fn make(&mut self, step: &Step, tells_its_list: bool) -> Option<()> {
        let StepKind::Move { candidate, written, .. } = &step.kind else { return None };
        let written = Written::of(written.iter().cloned()).ok()?;
        let position = self.now.facing(step.seat?).ok()?;
        let scrutiny = if tells_its_list { None } else { self.machine.scrutiny.take() };
        let kept = (OrderKey::default(), &self.now.listed);
        let mut decision = Decision::list_with(self.game, &mut self.machine, position, kept, written).ok()?;
        if tells_its_list {
            decision.legal().ok()?;
        }
        if *candidate >= decision.len() {
            return None;
        }
        if let Some(scrutiny) = scrutiny {
            decision.go_on_under(scrutiny);
        }
        self.now.position = decision.make(*candidate, None).position;
        self.now.has_changed();
        self.now.steps.push(step.clone());
        Some(())
    }

    /// Lists the moves of whoever of the seats decides now.
    fn look_at_moves(&mut self) {
        for seat in self.seats {
            let Ok(position) = self.now.facing(*seat) else { continue };
            let kept = (OrderKey { chance: order::key(0, 0, *seat), ids: None }, &self.now.listed);
            let listed = Decision::list(self.game, &mut self.machine, position, kept);
            // Where there are too many to be listed, nobody has seen them either.
            let _ = listed.and_then(|mut decision| decision.legal());
        }
    }

    /// Reads the attributes that are worked out for views, of whatever the seats see.
    fn read_what_is_shown(&mut self) {
        let position: &Position = &self.now.position;
        for seat in self.seats {
            read_for(self.game, position, &mut self.machine, Viewer::Seat(*seat));
        }
    }

    /// Whether some of the seats may have learned something.
    fn has_told(&self) -> bool {
        let Some(scrutiny) = &self.machine.scrutiny else { return true };
        let learners = scrutiny.learners(&self.game.program, &self.now.position.state.words);
        self.seats.iter().any(|seat| {
            let bit = crate::view::Eyes::Of(Viewer::Seat(*seat)).bits();
            scrutiny.readers & bit == 0 || learners & bit != 0
        })
    }
}
