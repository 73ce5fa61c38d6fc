//! One program on two machines: the oracle and the engine get the same choices, and must show the same.

#![allow(dead_code, reason = "each test file uses a part")]

use super::faults::{kind, near};
use super::views;
use base::{Origins, Random};
use engine::tabletop::Tabletop;
use engine::view::{Outcome, Viewer};
use engine::{Game, RunMode, dump};
use project::{Memory, Request};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// A program that both machines can run.
pub(crate) struct Both {
    typed: compiler::typed::Game,
    origins: Origins,
    game: Arc<engine::Game>,
    /// Names of classes all of whose objects the engine can list.
    listed: BTreeSet<String>,
    /// Names of attributes that modifiers change, and of derived ones.
    changed: BTreeSet<String>,
}

/// How a comparison ended.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Seen {
    pub decisions: usize,
    pub over: bool,
    pub fault: bool,
    /// The oracle would have to try too many answers.
    pub given_up: bool,
    /// So many decisions had a text among the options that somebody wrote.
    pub written: usize,
}

fn gives_up(oracle: &oracle::Match<'_>) -> bool {
    oracle.fault().is_some_and(|f| f.message == oracle::TOO_MANY_TRIES)
}

impl Both {
    /// From the text of a program; its errors otherwise.
    pub(crate) fn read(text: &str) -> Result<Both, String> {
        Both::of(Request::new((&Memory::default().with("game.tgdl", text), "game.tgdl")))
    }

    /// Like [`Both::read`], with a value other than the default for every option that has one, picked at random.
    pub(crate) fn read_otherwise(text: &str, seed: u64) -> Result<Both, String> {
        let files = Memory::default().with("game.tgdl", text);
        let plain = Both::read(text)?;
        let mut random = Random::new(seed);
        let choices = plain.game.options().iter().fold(engine::Choices::default(), |all, option| {
            let values = option.kind.extremes();
            match values.get(random.below(1 + values.len() as u64) as usize) {
                Some(value) => all.with(&option.name, value),
                None => all,
            }
        });
        Both::of(Request::new((&files, "game.tgdl")).choices(&choices))
    }

    /// Like [`Both::read`]; what the engine plays has coverage probes.
    pub(crate) fn read_with_probes(text: &str) -> Result<Both, String> {
        let files = Memory::default().with("game.tgdl", text);
        let probed = Both::of(Request::new((&files, "game.tgdl")).with_probes())?;
        Ok(Both { typed: Both::read(text)?.typed, ..probed })
    }

    pub(crate) fn has_options(&self) -> bool {
        !self.game.options().is_empty()
    }

    pub(crate) fn open(path: &Path) -> Result<Both, String> {
        Both::of(Request::new(path))
    }

    fn of(request: Request<'_>) -> Result<Both, String> {
        let loaded = project::open(request).map_err(|refused| refused.to_string())?;
        let errors: Vec<&str> =
            loaded.problems.iter().filter(|p| p.is_error()).map(|p| p.message.as_str()).collect();
        let (Some(typed), Some(game)) = (loaded.typed, loaded.game) else { return Err(errors.join("\n")) };
        // The oracle names things by their attributes, and knows no titles that looks make of them.
        let mut program = game.program().clone();
        program.looks.classes.values_mut().for_each(|look| look.title = None);
        let game = Arc::new(Game::new(program, loaded.sources, loaded.origins.clone()));
        bytecode::verify(game.program())?;
        let classes = game.program().classes.iter();
        let listed = classes
            .filter(|c| c.global.is_some() && !c.is_event || !c.joins.is_empty())
            .map(|c| c.name.clone());
        let listed = listed.collect();
        let overrides = typed.modifiers.iter().flat_map(|m| &m.overrides);
        let changed = overrides.filter(|o| matches!(o.member, compiler::typed::Member::Attribute(_)));
        let derived = typed.classes.iter().flat_map(|c| &c.attributes).filter(|a| a.formula.is_some());
        let changed = changed.map(|o| o.name.clone()).chain(derived.map(|a| a.name.clone())).collect();
        Ok(Both { typed, origins: loaded.origins, game, listed, changed })
    }

    pub(crate) fn players(&self) -> (u32, u32) {
        self.game.players()
    }

    /// What the engine shows after so many first options.
    pub(crate) fn after(&self, players: u32, seed: u64, moves: usize) -> String {
        let mut played = engine::Match::start(&self.game, players, seed);
        (0..moves).for_each(|_| {
            let _ = played.play(0);
        });
        dump::state(&played)
    }

    /// Plays a match at random on all machines; the first difference is the error.
    pub(crate) fn play(&self, players: u32, seed: u64, most: usize) -> Result<Seen, String> {
        let mut random = Random::new(seed ^ 0x5EED);
        let mut table = Table::new(self, players, seed);
        let mut seen = Seen::default();
        let mut oracle = match oracle::Match::new(&self.typed, players, seed) {
            Ok(oracle) => oracle,
            Err(fault) => {
                self.same_fault(Some(&fault), table.real.outcome()).map_err(|why| format!("setup: {why}"))?;
                return Ok(Seen { fault: true, ..seen });
            }
        };
        let mut log = String::new();
        loop {
            let step = self.compare(&oracle, &mut table, &mut log).and_then(|ended| {
                if !ended && seen.decisions.is_multiple_of(5) {
                    table.accepts_what_it_lists(&mut random)?;
                }
                Ok(ended)
            });
            if step.map_err(|why| format!("{log}after {} decisions: {why}", seen.decisions))? {
                seen.over = oracle.over();
                seen.given_up = gives_up(&oracle);
                seen.fault = oracle.fault().is_some() && !seen.given_up;
                break;
            }
            if seen.decisions >= most {
                break;
            }
            let written = table.writes(&mut oracle, &mut random).map_err(|why| format!("{log}{why}"))?;
            seen.written += written.len();
            let options = oracle.options();
            let choice = random.below(options.len() as u64) as usize;
            log.push_str(&format!("  {choice}: {}\n", options[choice]));
            oracle.play(choice);
            table.play(choice, &written, oracle.told().1).map_err(|why| format!("{log}{why}"))?;
            seen.decisions += 1;
        }
        table.replays().map_err(|why| format!("{log}{why}"))?;
        Ok(seen)
    }

    /// Whether the match has ended on all machines.
    fn compare(
        &self,
        oracle: &oracle::Match<'_>,
        table: &mut Table,
        log: &mut String,
    ) -> Result<bool, String> {
        if gives_up(oracle) {
            return Ok(true);
        }
        if self.same_fault(oracle.fault(), table.real.outcome())? {
            return Ok(true);
        }
        let expected = self.comparable(&oracle.describe());
        differs("states", &expected, &self.comparable(&dump::state(&table.real)))?;
        let by = oracle.decision().map(|d| d.by);
        differs("deciders", &format!("{by:?}"), &format!("{:?}", table.real.decider()))?;
        differs("options", &oracle.options().join("\n"), &dump::options(&table.real).join("\n"))?;
        differs("sentences", &oracle.told().0.join("\n"), &table.told.join("\n"))?;
        let viewers = (0..table.players).map(Some).chain([None]);
        for viewer in viewers {
            let expected = oracle.view(viewer, &self.listed);
            let found = views::text(&table.real.view(viewer), &self.changed);
            differs(&format!("views of {viewer:?}"), &expected, &found)?;
        }
        let _ = log;
        table.agree()?;
        Ok(by.is_none())
    }

    /// Whether both are at a fault; where they are, it is of the same kind and at the same place.
    fn same_fault(&self, oracle: Option<&oracle::Fault>, engine: Option<Outcome>) -> Result<bool, String> {
        let engine = match engine {
            Some(Outcome::Fault(fault)) => Some(fault),
            _ => None,
        };
        let (expected, found) = match (oracle, engine) {
            (None, None) => return Ok(false),
            (Some(expected), None) => return Err(format!("the oracle is at a fault: {}", expected.message)),
            (None, Some(found)) => return Err(format!("the engine is at a fault: {}", found.message)),
            (Some(expected), Some(found)) => (expected, found),
        };
        let at = self.origins.span(expected.at);
        let show = |span: base::Span| format!("{}..{}", span.start, span.end);
        if kind(&expected.message) != kind(&found.message) || !near(at, found.at) {
            let (e, f) = (&expected.message, &found.message);
            return Err(format!("other faults: {e} at {}, {f} at {}", show(at), show(found.at)));
        }
        Ok(true)
    }

    /// Leaves out objects in no place that the engine cannot list, unless they are named.
    fn comparable(&self, text: &str) -> String {
        let lines: Vec<&str> = text.lines().collect();
        let name =
            |line: &str| line.strip_prefix("object ").map(|l| l.split(' ').next().unwrap_or("").to_owned());
        let is_listed = |name: &str| self.listed.contains(name.split('#').next().unwrap_or(""));
        let mut others: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        let mut kept = vec![true; lines.len()];
        for (i, line) in lines.iter().enumerate() {
            if let Some(name) = name(line).filter(|name| !is_listed(name)) {
                kept[i] = false;
                others.entry(name).or_default().push(i);
            }
        }
        let mut next: Vec<usize> = (0..lines.len()).filter(|i| kept[*i]).collect();
        while let Some(i) = next.pop() {
            for named in names(lines[i]).filter_map(|name| others.remove(&name)) {
                named.iter().for_each(|i| kept[*i] = true);
                next.extend(named);
            }
        }
        let kept: Vec<&str> = lines.iter().zip(&kept).filter(|(_, k)| **k).map(|(l, _)| *l).collect();
        kept.join("\n")
    }
}

/// `Card#7` and the like in a line.
fn names(line: &str) -> impl Iterator<Item = String> {
    let parts = line.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '#'));
    parts.filter(|p| p.contains('#')).map(str::to_owned).collect::<Vec<_>>().into_iter()
}

fn viewers(players: u32) -> impl Iterator<Item = Viewer> {
    (0..players).map(Viewer::Seat).chain([Viewer::Spectator])
}

/// The table as everybody sees it who follows a match.
fn tabletops(now: &engine::Match) -> Vec<Tabletop> {
    let players = if now.observer(None).follows() { now.players() } else { return Vec::new() };
    viewers(players).map(|viewer| now.observer(viewer).tabletop()).collect()
}

/// Whether for everybody who follows a match the trace of its last step leads from the table before to the one now,
/// which it gives.
fn leads_on(before: Vec<Tabletop>, now: &engine::Match) -> Result<Vec<Tabletop>, String> {
    let after = tabletops(now);
    for ((viewer, mut told), seen) in viewers(now.players()).zip(before).zip(&after) {
        let trace = now.observer(viewer).trace();
        if !now.secrecy().is_sealed() {
            trace.iter().for_each(|step| told.apply(&step.change));
        }
        if told != *seen {
            return Err(format!("{viewer:?} is told {told:#?} and sees {seen:#?} by {trace:#?}"));
        }
    }
    Ok(after)
}

/// One match run in several ways that must make no difference.
struct Table {
    game: Arc<engine::Game>,
    players: u32,
    real: engine::Match,
    /// What it told since the last decision of the top level.
    told: Vec<String>,
    /// Compacted before every decision; run in slices; cloned before every decision.
    others: Vec<(&'static str, engine::Match)>,
    /// Which of those is followed from table to table; whoever else is followed is told the same.
    followed: usize,
    /// The table of that one as everybody sees it.
    tabletops: Vec<Tabletop>,
}

impl Table {
    fn new(both: &Both, players: u32, seed: u64) -> Table {
        let game = &both.game;
        let start = |compacts_always, slice| {
            engine::dump::start_in_mode(
                game,
                players,
                seed,
                RunMode { compacts_always, slice, ..RunMode::default() },
            )
        };
        let slice = 1 + seed as i64 % 5;
        let followed = |mut start: engine::Match| {
            start.follow();
            start
        };
        let others = vec![
            ("when compacted", followed(start(true, 0))),
            ("in slices", start(false, slice)),
            ("when cloned", followed(start(false, 0))),
        ];
        let followed = if seed.is_multiple_of(2) { 0 } else { 2 };
        let mut table = Table {
            game: Arc::clone(game),
            players,
            real: engine::Match::start(game, players, seed),
            told: Vec::new(),
            tabletops: tabletops(&others[followed].1),
            others,
            followed,
        };
        table.hear();
        table
    }

    fn hear(&mut self) {
        if !self.real.secrecy().is_sealed() {
            self.told.extend(self.real.secrecy().heard_all().into_iter().map(str::to_owned));
        }
    }

    /// Now and then somebody writes a text where that may be done, which must be legal on all machines or on none.
    fn writes(&self, oracle: &mut oracle::Match<'_>, random: &mut Random) -> Result<Vec<String>, String> {
        const TEXTS: [&str; 4] = ["own", "a", "two words", "\u{1F40B}!"];
        if !self.game.program().is_free || random.below(3) > 0 {
            return Ok(Vec::new());
        }
        let text = TEXTS[random.below(TEXTS.len() as u64) as usize];
        let written = vec![text.to_owned()];
        let options = oracle.options();
        oracle.write(text);
        if options == oracle.options() {
            return Ok(Vec::new());
        }
        let found = dump::options_with(&self.real, &written);
        differs("options with a text", &oracle.options().join("\n"), &found.join("\n"))?;
        Ok(written)
    }

    fn play(&mut self, choice: usize, written: &[String], answers: usize) -> Result<(), String> {
        dump::play_with(&mut self.real, choice, written)
            .map_err(|why| format!("{choice} is refused: {why:?}"))?;
        if answers == 0 {
            self.told.clear();
        }
        self.hear();
        for (how, other) in &mut self.others {
            if *how == "when cloned" {
                *other = other.clone();
            }
            dump::play_with(other, choice, written)
                .map_err(|why| format!("{choice} is refused {how}: {why:?}"))?;
        }
        let (how, followed) = &self.others[self.followed];
        let before = std::mem::take(&mut self.tabletops);
        self.tabletops = leads_on(before, followed).map_err(|why| format!("{how}: {why}"))?;
        self.told_alike()
    }

    /// Whether all who are followed tell everybody the same.
    fn told_alike(&self) -> Result<(), String> {
        let followed: Vec<_> =
            self.others.iter().filter(|(_, other)| other.observer(None).follows()).collect();
        for viewer in viewers(self.players) {
            let traces: Vec<_> = followed.iter().map(|(_, other)| other.observer(viewer).trace()).collect();
            if traces.windows(2).any(|pair| pair[0] != pair[1]) {
                return Err(format!("traces for {viewer:?} differ: {traces:#?}"));
            }
        }
        Ok(())
    }

    fn agree(&self) -> Result<(), String> {
        let (state, options) = (dump::state(&self.real), dump::options(&self.real));
        for (how, other) in &self.others {
            differs(
                &format!("sentences {how}"),
                &self.real.secrecy().heard_all().join("\n"),
                &other.secrecy().heard_all().join("\n"),
            )?;
        }
        for (how, other) in &self.others {
            differs(&format!("states {how}"), &state, &dump::state(other))?;
            differs(&format!("options {how}"), &options.join("\n"), &dump::options(other).join("\n"))?;
        }
        Ok(())
    }

    /// All that is listed can be played, on a copy, and the original stays as it is.
    fn accepts_what_it_lists(&mut self, random: &mut Random) -> Result<(), String> {
        let hash = engine::dump::hash(&self.real);
        let options = dump::options(&self.real).len();
        let some = random.below(options as u64) as usize;
        for i in (0..options).filter(|i| options < 8 || *i == some) {
            let mut copy = self.real.clone();
            copy.play(i).map_err(|why| format!("option {i} is listed and refused: {why:?}"))?;
        }
        if self.real.clone().play(options).is_ok() {
            return Err("a move that is not listed is accepted".to_owned());
        }
        let moves = self.real.moves().map(|m| m.len());
        let decider = self.real.decider();
        let count = decider.map_or(Ok(0), |seat| self.real.seat(seat).count_moves());
        if moves != Ok(options) || count != Ok(options) {
            return Err(format!("{moves:?} moves, but {options} options"));
        }
        if engine::dump::hash(&self.real) != hash {
            return Err("looking at the moves changes the match".to_owned());
        }
        Ok(())
    }

    fn replays(&self) -> Result<(), String> {
        let again = self.real.record().replay(&self.game);
        let again = again.map_err(|why| format!("the replay is refused: {why:?}"))?;
        if engine::dump::hash(&again) != engine::dump::hash(&self.real) {
            return Err("the replay has another hash".to_owned());
        }
        if again.fingerprint() != self.real.fingerprint() {
            return Err("the replay has another fingerprint".to_owned());
        }
        Ok(())
    }
}

/// The first lines that are not equal, as an error.
fn differs(what: &str, expected: &str, found: &str) -> Result<(), String> {
    if expected == found {
        return Ok(());
    }
    let mut expected_lines = expected.lines();
    let mut found_lines = found.lines();
    loop {
        match (expected_lines.next(), found_lines.next()) {
            (a, b) if a == b => {}
            (a, b) => {
                return Err(format!("other {what}\n    expected {}\n    found    {}", or_end(a), or_end(b)));
            }
        }
    }
}

fn or_end(line: Option<&str>) -> &str {
    line.unwrap_or("the end")
}

impl Both {
    /// An attribute of the only object of a class after `setup`, as the oracle and as the engine have it; a fault
    /// otherwise.
    pub(crate) fn said(&self, class: &str, attribute: &str) -> (String, String) {
        let players = self.players().0;
        let found = |text: &str| {
            let line = text.lines().find(|l| l.starts_with(&format!("object {class}"))).unwrap_or(text);
            let value = line.split_once(&format!("{attribute}=\"")).map_or(line, |l| l.1);
            value.split_once('"').map_or(value, |l| l.0).to_owned()
        };
        let oracle = match oracle::Match::new(&self.typed, players, 1) {
            Ok(started) => found(&started.describe()),
            Err(fault) => format!("fault: {}", fault.message),
        };
        let played = engine::Match::start(&self.game, players, 1);
        let engine = match played.outcome() {
            Some(Outcome::Fault(fault)) => format!("fault: {}", fault.message),
            _ => found(&dump::state(&played)),
        };
        (oracle, engine)
    }
}
