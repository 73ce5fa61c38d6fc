//! A game that is being written and the match that is played of it meanwhile: the last rules that could be compiled, the
//! choices so far, and how far the newest rules allow them. It knows neither disks, sockets nor threads.

use crate::opened::{RULES, limited, opened, opened_untested};
use base::{Problem, Random, SourceMap, contained};
use bots::Bot;
use engine::question::{Answer, Refused, WhyNot};
use engine::record::{Step, StepKind};
use engine::tabletop::{self, Entry, Tabletop};
use engine::view::Viewer;
use engine::{Choices, Game, Match, Stopped, failing_condition};
use project::{Loaded, Source};
use std::collections::BTreeSet;
use std::sync::Arc;
use table::Rules;

/// What a match is begun with.
#[derive(Clone, Debug)]
pub struct Beginning {
    pub seed: u64,
    /// The fewest that there can be unless said.
    pub players: Option<u32>,
    pub options: Choices,
}

/// A log is told of so many choices.
const MAX_TOLD: usize = 300;

/// The first choice that the rules refuse; play stands before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    pub seat: u32,
    /// The choice as its seat read it when it was made.
    pub text: String,
    pub why: String,
}

/// Whether a replay may go on; asked before each choice.
pub type MayGoOn<'a> = &'a dyn Fn() -> bool;

/// The last step of a match: the table before it, and what could be seen of it.
#[derive(Clone, Debug)]
pub struct Inside {
    pub before: Tabletop,
    pub trace: Vec<tabletop::Step>,
}

/// What a match is made of that begins as matches do.
#[derive(Debug)]
struct Own {
    beginning: Beginning,
    steps: Vec<Step>,
    goal: usize,
}

/// A session of writing.
#[derive(Debug)]
pub struct Session {
    beginning: Beginning,
    /// The rule test that the match begins with, where it stopped; None where it begins as matches do.
    test: Option<Box<Stopped>>,
    /// The match that is played, while another one is shown in its place.
    own: Option<Own>,
    /// The last rules that could be compiled, and the match that is played of them.
    good: Option<(Rules, Match)>,
    /// All choices; those behind the ones that stand on the table are kept aside.
    steps: Vec<Step>,
    /// How many choices are to stand, if the rules allow them.
    goal: usize,
    refusal: Option<Refusal>,
    /// What is wrong with the sources that were read last.
    problems: Vec<Problem>,
    sources: SourceMap,
    is_sound: bool,
    /// Counts the tables that were there: each change of the table is one more.
    stand: u64,
    /// Counts the rules that were read, without those that differ from the ones before in their looks alone.
    rules: u64,
}

impl Session {
    /// Without a game until one is read.
    pub fn new(beginning: Beginning) -> Session {
        Session {
            beginning,
            test: None,
            own: None,
            good: None,
            steps: Vec::new(),
            goal: 0,
            refusal: None,
            problems: Vec::new(),
            sources: SourceMap::default(),
            is_sound: false,
            stand: 0,
            rules: 0,
        }
    }

    /// Checks and compiles the sources. Where they are sound, the choices are made again in a match of the new rules;
    /// else the last good table stays. Says whether the table is another one.
    pub fn read(&mut self, source: Source<'_>, may_go_on: MayGoOn<'_>) -> bool {
        let loaded = opened(source, &self.beginning.options);
        self.take(loaded, may_go_on)
    }

    /// As [`Session::read`], but of rule tests nothing is read, and warnings are left out, since what the tests use would
    /// seem unused. That takes a fraction of the time where there are many.
    pub(crate) fn read_untested(&mut self, source: Source<'_>, may_go_on: MayGoOn<'_>) -> bool {
        let mut loaded = opened_untested(source, &self.beginning.options);
        loaded.problems.retain(Problem::is_error);
        self.take(loaded, may_go_on)
    }

    fn take(&mut self, loaded: Loaded, may_go_on: MayGoOn<'_>) -> bool {
        self.is_sound = loaded.game.is_some();
        (self.problems, self.sources) = (loaded.problems, loaded.sources);
        let Some(game) = loaded.game else { return false };
        let has_same_rules = |(rules, _): &(Rules, Match)| rules.game().has_same_rules(&game);
        let told = self.good.as_ref().is_some_and(has_same_rules).then(|| self.steps.clone());
        match &told {
            // Looks have a say in how choices read: those that stand are found by their numbers.
            Some(_) => self.steps[..self.goal].iter_mut().for_each(forget_text),
            None => self.rules += 1,
        }
        if let Some((old, new)) = self.good.as_ref().and_then(|(rules, _)| renamed(rules.game(), &game)) {
            let kept = self.own.iter_mut().flat_map(|own| &mut own.steps);
            self.steps.iter_mut().chain(kept).for_each(|step| rename(step, &old, &new));
        }
        self.begin(Rules::new(limited(game)), may_go_on);
        if let Some(told) = told {
            self.remember_texts(&told);
        }
        true
    }

    /// Those of choices that were not made again are what they were.
    fn remember_texts(&mut self, told: &[Step]) {
        let at = self.at();
        let left = self.steps.iter_mut().zip(told).skip(at);
        left.for_each(|(step, old)| step.clone_from(old));
        if let (Some(refusal), Some(step)) = (&mut self.refusal, told.get(at)) {
            named(step).1.clone_into(&mut refusal.text);
        }
    }

    /// As [`Session::read_untested`], while the match begins with a rule test: that runs anew, and the choices are made again
    /// where it stops. Where something is wrong with the tests, the last good table stays. Once the test is gone,
    /// the match is there again that was played before.
    pub(crate) fn read_with_test(&mut self, source: Source<'_>, may_go_on: MayGoOn<'_>) -> bool {
        let Some(name) = self.test().map(|test| test.report.name.clone()) else {
            return self.read_untested(source, may_go_on);
        };
        // Rule tests say themselves what options they are for.
        let loaded = opened(source, &Choices::default());
        if loaded.has_errors() {
            self.is_sound = false;
            (self.problems, self.sources) = (loaded.problems, loaded.sources);
            return false;
        }
        let Some(Ok(stopped)) = loaded.game.as_ref().map(|game| stopped(game, &name)) else {
            self.bring_back();
            return self.read_untested(source, may_go_on);
        };
        self.test = Some(Box::new(stopped));
        self.is_sound = true;
        (self.problems, self.sources) = (Vec::new(), loaded.sources);
        self.begin_again(may_go_on);
        true
    }

    /// Another match, which begins where a rule test of that name stops.
    ///
    /// # Errors
    /// Why there is no such match; this one stays.
    pub fn open_test(&mut self, source: Source<'_>, name: &str) -> Result<(), String> {
        let loaded = opened(source, &Choices::default());
        if loaded.has_errors() {
            return Err("rule tests run once the mistakes are mended".to_owned());
        }
        let stopped = loaded.game.as_ref().ok_or_else(|| gone(name)).and_then(|game| stopped(game, name))?;
        self.set_aside();
        self.test = Some(Box::new(stopped));
        self.steps.clear();
        self.goal = 0;
        self.begin_again(&|| true);
        Ok(())
    }

    /// The rule test that the match begins with.
    pub fn test(&self) -> Option<&Stopped> {
        self.test.as_deref()
    }

    /// Another match, which has been played already, of so much of it as can be made again.
    pub(crate) fn show(&mut self, played: &Match, may_go_on: MayGoOn<'_>) {
        self.set_aside();
        let record = played.record();
        let (seed, players) = (record.seed, Some(record.players));
        self.beginning = Beginning { seed, players, options: self.beginning.options.clone() };
        self.test = None;
        self.goal = record.steps.len();
        self.steps = record.steps;
        self.begin(Rules::new(Arc::clone(played.game())), may_go_on);
    }

    /// Keeps the match, to come back to it, unless it is shown in place of another one itself.
    fn set_aside(&mut self) {
        let Session { beginning, steps, goal, .. } = self;
        self.own.get_or_insert_with(|| Own {
            beginning: beginning.clone(),
            steps: std::mem::take(steps),
            goal: *goal,
        });
    }

    /// Has the choices of the match again that was played before another one was shown, to be made by [`Session::renew`]
    /// or with the next reading; false where none was.
    pub(crate) fn bring_back(&mut self) -> bool {
        let Some(Own { beginning, steps, goal }) = self.own.take() else { return false };
        (self.beginning, self.test, self.steps, self.goal) = (beginning, None, steps, goal);
        true
    }

    /// Whether another match is shown in place of the one that is played.
    pub fn is_shown(&self) -> bool {
        self.own.is_some()
    }

    /// All that is wrong with the sources that were read last, rule tests too.
    pub(crate) fn note(&mut self, problems: Vec<Problem>, sources: SourceMap) {
        (self.problems, self.sources) = (problems, sources);
    }

    /// What would be wrong with sources that nobody has saved yet.
    pub fn check(&self, source: Source<'_>) -> (Vec<Problem>, SourceMap) {
        let loaded = opened(source, &self.beginning.options);
        (loaded.problems, loaded.sources)
    }

    /// Plays the choices in a match of these rules, as far as they go.
    fn begin(&mut self, rules: Rules, may_go_on: MayGoOn<'_>) {
        let now = self.opening(&rules, self.players_of(&rules));
        self.good = Some((rules, now));
        self.go_on(may_go_on);
        if let Some((_, now)) = &mut self.good {
            now.follow();
        }
        self.stand += 1;
    }

    /// The match before any choice.
    fn opening(&self, rules: &Rules, players: u32) -> Match {
        match &self.test {
            Some(test) => test.now.clone(),
            None => Match::start(rules.game(), players, self.beginning.seed),
        }
    }

    /// Plays the choices where the rule test stops that the match begins with.
    fn begin_again(&mut self, may_go_on: MayGoOn<'_>) {
        if let Some(test) = &self.test {
            self.begin(Rules::new(Arc::clone(test.now.game())), may_go_on);
        }
    }

    /// As many players as are wished for, or the next number for which the game is.
    fn players_of(&self, rules: &Rules) -> u32 {
        let counts = rules.game().player_counts();
        let wanted = self.beginning.players.unwrap_or(0);
        let enough = counts.iter().copied().find(|count| *count >= wanted);
        enough.or(counts.last().copied()).unwrap_or(1)
    }

    /// Makes the choices that are still to be made, until one is refused.
    fn go_on(&mut self, may_go_on: MayGoOn<'_>) {
        let Some((_, now)) = &mut self.good else { return };
        let refused = self.steps[now.length()..self.goal].iter().find_map(|step| {
            let made = if may_go_on() { again(now, step) } else { Err(TOO_LONG.to_owned()) };
            let (seat, text) = named(step);
            made.err().map(|why| Refusal { seat, text: text.to_owned(), why })
        });
        self.refusal = refused;
        // The new rules may list them at other places.
        let made = now.record().steps;
        drop(self.steps.splice(..made.len(), made));
    }

    /// Back or forward, to the table after so many choices.
    pub fn go(&mut self, to: usize, may_go_on: MayGoOn<'_>) {
        let Some((rules, _)) = &self.good else { return };
        self.goal = to.min(self.steps.len());
        self.begin(rules.clone(), may_go_on);
    }

    /// Makes the match anew from its choices, whatever has become of it.
    pub(crate) fn renew(&mut self, may_go_on: MayGoOn<'_>) {
        if let Some((rules, _)) = &self.good {
            self.begin(rules.clone(), may_go_on);
        }
    }

    /// Begins another match, without choices.
    pub fn restart(&mut self, beginning: Beginning) {
        self.beginning = beginning;
        (self.test, self.own) = (None, None);
        self.steps.clear();
        self.goal = 0;
        if let Some((rules, _)) = &self.good {
            self.begin(rules.clone(), &|| true);
        }
    }

    /// Makes a choice where play stands; those that were kept aside are gone then.
    ///
    /// # Errors
    /// Why the rules refuse it. The match is as it was.
    pub fn play<'a>(&mut self, seat: u32, choice: impl Into<Answer<'a>>) -> Result<(), Refused> {
        self.make(|now| now.play_as(seat, choice).map(drop))
    }

    /// As [`Session::play`], with what a bot chooses.
    pub(crate) fn play_by(
        &mut self,
        seat: u32,
        bot: &mut dyn Bot,
        random: &mut Random,
    ) -> Result<(), Refused> {
        self.make(|now| bots::play(now, seat, bot, random).map(drop))
    }

    fn make(&mut self, choose: impl FnOnce(&mut Match) -> Result<(), Refused>) -> Result<(), Refused> {
        let Some((_, now)) = &mut self.good else { return Err(Refused::Over) };
        choose(now)?;
        let made = now.record().steps.pop();
        self.steps.truncate(now.length().saturating_sub(1));
        self.steps.extend(made);
        self.goal = self.steps.len();
        self.refusal = None;
        self.stand += 1;
        Ok(())
    }

    /// The last choice that stands, as a viewer could follow it; None where there is none, or where those before it take
    /// too long to be made again.
    pub fn inside(&self, viewer: Viewer, may_go_on: MayGoOn<'_>) -> Option<Inside> {
        let (rules, now) = self.good.as_ref()?;
        let (last, others) = self.steps[..now.length()].split_last()?;
        let made = contained(|| {
            let mut now = self.opening(rules, now.players());
            for step in others {
                may_go_on().then(|| again(&mut now, step).ok())??;
            }
            now.follow();
            let before = now.observer(viewer).tabletop();
            again(&mut now, last).ok()?;
            Some(Inside { before, trace: now.observer(viewer).trace().to_vec() })
        });
        made.unwrap_or(None)
    }

    /// The log of the choices that stand, as a viewer reads it, of the last ones alone where there are many; empty where
    /// making them again takes too long.
    pub fn told(&self, viewer: Viewer, may_go_on: MayGoOn<'_>) -> Vec<Entry> {
        let Some((rules, now)) = &self.good else { return Vec::new() };
        let steps = &self.steps[..now.length()];
        let first = steps.len().saturating_sub(MAX_TOLD);
        let told = contained(|| {
            let mut now = self.opening(rules, now.players());
            let mut all = Vec::new();
            for (number, step) in steps.iter().enumerate() {
                if number == first {
                    now.follow();
                }
                may_go_on().then(|| again(&mut now, step).ok())??;
                if number >= first {
                    all.extend(now.observer(viewer).log());
                }
            }
            Some(all)
        });
        told.ok().flatten().unwrap_or_default()
    }

    /// The rules of the last good table, and its match.
    pub fn good(&self) -> Option<(&Rules, &Match)> {
        self.good.as_ref().map(|(rules, now)| (rules, now))
    }

    /// Seats and texts of all choices, also of those that are kept aside.
    pub fn choices(&self) -> impl Iterator<Item = (u32, &str)> {
        self.steps.iter().map(named)
    }

    /// How many choices stand on the table.
    pub fn at(&self) -> usize {
        self.good.as_ref().map_or(0, |(_, now)| now.length())
    }

    pub fn refusal(&self) -> Option<&Refusal> {
        self.refusal.as_ref()
    }

    pub fn beginning(&self) -> &Beginning {
        &self.beginning
    }

    /// Counts tables: another number, another table.
    pub fn stand(&self) -> u64 {
        self.stand
    }

    /// Counts rules: where it stays, nothing but looks has changed.
    pub fn rules(&self) -> u64 {
        self.rules
    }

    /// What is wrong with the sources that were read last; these with it.
    pub fn problems(&self) -> (&[Problem], &SourceMap) {
        (&self.problems, &self.sources)
    }

    /// Whether the table is of the sources that were read last.
    pub fn is_sound(&self) -> bool {
        self.is_sound
    }
}

/// Where a rule test of that name stops; else why there is nothing to show.
fn stopped(game: &Arc<Game>, name: &str) -> Result<Stopped, String> {
    let index = game.tests().iter().position(|one| one == name).ok_or_else(|| gone(name))?;
    let too_much = || format!("what the rule test `{name}` makes is too much for a table");
    game.stop_test(index, RULES).ok_or_else(too_much)
}

fn gone(name: &str) -> String {
    format!("there is no rule test `{name}` any more")
}

/// The old and the new name of an action that players choose, where one of that name is gone and another one has come.
fn renamed(before: &Game, now: &Game) -> Option<(String, String)> {
    let chosen = |game: &Game| -> BTreeSet<String> {
        let actions = game.actions().into_iter().enumerate();
        actions.filter(|(number, _)| game.is_chosen(*number)).map(|(_, name)| name).collect()
    };
    let (before, now) = (chosen(before), chosen(now));
    let mut gone = before.difference(&now);
    let mut come = now.difference(&before);
    match (gone.next(), come.next(), gone.next(), come.next()) {
        (Some(old), Some(new), None, None) => Some((old.clone(), new.clone())),
        _ => None,
    }
}

/// A choice of an action is one of the action that it is called now.
fn rename(step: &mut Step, old: &str, new: &str) {
    let StepKind::Move { text: Some(text), .. } = &mut step.kind else { return };
    let rest = text.strip_prefix(old).filter(|rest| rest.is_empty() || rest.starts_with(' '));
    if let Some(rest) = rest {
        *text = format!("{new}{rest}");
    }
}

fn forget_text(step: &mut Step) {
    if let StepKind::Move { text, .. } = &mut step.kind {
        *text = None;
    }
}

const TOO_LONG: &str = "making the choices again took too long";

fn named(step: &Step) -> (u32, &str) {
    let text = match &step.kind {
        StepKind::Move { text: Some(text), .. } => text.as_str(),
        _ => "",
    };
    (step.seat.unwrap_or(0), text)
}

/// Makes a choice again: the same candidate where it reads the same, else whatever reads so.
fn again(now: &mut Match, step: &Step) -> Result<(), String> {
    if step.replay(now).is_ok() {
        return Ok(());
    }
    let (seat, text) = named(step);
    let refused = match now.play_as(seat, text) {
        Ok(_) => return Ok(()),
        Err(refused) => refused,
    };
    match refused {
        // Several read alike; which of them was meant nobody knows any more.
        Refused::Ambiguous(_) => first_like(now, seat, text).ok_or_else(|| refused.to_string()),
        Refused::Illegal(_) => Err(match now.seat(seat).why(text) {
            Ok(WhyNot::Because(why)) => why,
            _ => failing_condition(now, seat, text).unwrap_or_else(|| beyond(&refused.to_string(), text)),
        }),
        // Where it could not act, others may be asked or the match be over because of that.
        Refused::Over | Refused::NotAsked => Err(match failing_condition(now, seat, text) {
            Some(why) => format!("{why}; {refused}"),
            None => refused.to_string(),
        }),
        Refused::Faulty(_) | Refused::Defect(_) => Err(refused.to_string()),
    }
}

/// What a refusal says beyond that the choice is not legal, which is said of it already.
fn beyond(refusal: &str, text: &str) -> String {
    let rest = refusal.strip_prefix(&format!("`{text}` is not legal")).unwrap_or(refusal);
    let rest = rest.strip_prefix(" now").unwrap_or(rest).trim_start_matches([':', ';', ' ']);
    if rest.is_empty() { "no rule says why".to_owned() } else { rest.to_owned() }
}

/// Makes the first legal move that reads so.
fn first_like(now: &mut Match, seat: u32, text: &str) -> Option<()> {
    let moves = now.seat(seat).moves_up_to(engine::question::MAX_LISTED).ok()??;
    let found = moves.iter().find(|one| one.text == text)?.id;
    now.play_as(seat, found).ok().map(drop)
}
