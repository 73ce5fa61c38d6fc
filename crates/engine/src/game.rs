//! A game that can be played: a program with what is needed to talk about it.

use crate::carried::Namings;
use crate::imagined::{Facts, has_amounts};
use crate::order;
use crate::perfect_information::Hidden;
use crate::position::{Position, Runner};
use crate::question::Chosen;
use crate::shared_names::SharedNames;
use crate::tabletop::{Kinds, Names, Thing};
use crate::testing::{self, Stopped, TestReport};
use crate::view::Legend;
use crate::view::heard::Heard;
use crate::view::looks::{self, Presenter, Signs, Subject};
use crate::view::memo::Memo;
use crate::view::orders::Orders;
use crate::view::reader::Called;
use base::{Origins, Problem, SourceMap, Span};
use bytecode::Program;
use bytecode::layout::header;
use bytecode::program::{self, Class, Probe};
use language::about::About;
use language::look::{AnswerSays, Layout, Phrase};
use language::option::{Choices, GameOption};
use std::any::Any;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use vm::{Limits, Machine};

/// An immutable program, shared by its matches.
#[derive(Clone, Debug)]
pub struct Game {
    pub(crate) program: Program,
    sources: SourceMap,
    origins: Origins,
    limits: Limits,
    /// For each number of players, the match after `setup`, or before its first use of chance: up to there only
    /// the seed differs. None where it ends before that.
    fresh: Vec<OnceLock<Option<Fresh>>>,
    /// The same game for other values of its options, where some of its rule tests run.
    others: Vec<Arc<Game>>,
    /// The rule tests in the order of the text.
    tests: Vec<TestLocation>,
    /// How the cases of enumerations look.
    pub(crate) signs: Signs,
    /// In which orders looks put what lies in zones.
    pub(crate) orders: Orders,
    legend: Arc<Legend>,
    /// The names that places of several boards have.
    pub(crate) shared_names: SharedNames,
    /// Whether there can be objects that a seat does not see in full.
    pub(crate) may_veil: bool,
    /// See [`order::sees_alike`].
    pub(crate) sees_alike: bool,
    /// What the seats are called, of as many players as there may be.
    seat_names: Vec<String>,
    pub(crate) kinds: Kinds,
    pub(crate) namings: Namings,
    /// What stands on tables is called so.
    pub(crate) names: Names,
    /// How things read on tables.
    pub(crate) things: Memo<Arc<Thing>>,
    /// What the looks of objects call them.
    pub(crate) called: Memo<Arc<Called>>,
    /// Whether the author asks anything at the first input of any action.
    pub(crate) asks_first: bool,
    /// See [`Game::has_amounts`].
    pub(crate) has_amounts: bool,
    /// See [`Game::hidden`].
    pub(crate) hidden: OnceLock<Option<Hidden>>,
    /// See [`Game::facts`], by the number of players.
    pub(crate) facts: Vec<OnceLock<Facts>>,
    /// Names the rules.
    rules: String,
    /// What lies beside the game for bots, which the engine does not read.
    notes: Option<Result<Arc<str>, String>>,
    /// See [`Game::from_notes`], by the number of players.
    from_notes: Vec<OnceLock<Arc<dyn Any + Send + Sync>>>,
}

/// What all matches of so many players have in common.
#[derive(Clone, Debug)]
struct Fresh {
    position: Position,
    /// Whether `setup` has stopped before chance and is still to go on.
    before_chance: bool,
    /// What it told until then.
    heard: Vec<Heard>,
    /// The coverage probes that it hit until then.
    hits: Vec<bool>,
}

/// Where a rule test runs: in which of the other games, if not in this one, and its number there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TestLocation {
    pub other: Option<usize>,
    pub number: usize,
}

/// Works out the constants of a program, and gives the fuel that it took; a problem stands where one cannot be.
pub fn work_out_constants(
    program: &mut Program,
    sources: &SourceMap,
    origins: &Origins,
) -> Result<u64, Box<Problem>> {
    let (fault, state) = match vm::constants::work_out(program, Limits::default()) {
        Ok(used) => return Ok(used),
        Err(failed) => *failed,
    };
    let fault = Game::new(program.clone(), sources.clone(), origins.clone()).fault(&fault, &state);
    let problem = Problem::error("constant-fault", fault.at, fault.message);
    let calls = fault.trail.iter().rev().map(|(name, at)| (*at, format!("while `{name}` is worked out")));
    Err(Box::new(calls.fold(problem, |problem, (at, text)| problem.other(at, text))))
}

impl Game {
    pub fn new(program: Program, sources: SourceMap, origins: Origins) -> Game {
        let most = program.players.1;
        let fresh = (0..=most).map(|_| OnceLock::new()).collect();
        let tests = (0..program.tests.len()).map(|number| TestLocation { other: None, number }).collect();
        let signs = looks::signs(&program);
        let legend = Arc::new(looks::legend(&program, &signs));
        let orders = Orders::of(&program);
        let (limits, may_veil) = (Limits::default(), order::may_veil(&program));
        let sees_alike = order::sees_alike(&program);
        let (others, shared_names) = (Vec::new(), SharedNames::of(&program));
        let seat_names = (0..program.players.1).map(|p| seat_name(&program, p)).collect();
        let (kinds, namings) = (Kinds::of(&program), Namings::of(&program));
        let names = Names::of(&program);
        let asks_first = program.actions.iter().any(|a| a.inputs.first().is_some_and(|i| i.prompt.is_some()));
        let has_amounts = has_amounts(&program);
        Game {
            program,
            sources,
            origins,
            limits,
            fresh,
            others,
            tests,
            signs,
            orders,
            legend,
            shared_names,
            may_veil,
            sees_alike,
            seat_names,
            kinds,
            namings,
            names,
            things: Memo::default(),
            called: Memo::default(),
            asks_first,
            has_amounts,
            hidden: OnceLock::new(),
            facts: fresh_facts(most),
            rules: String::new(),
            notes: None,
            from_notes: unread(most),
        }
    }

    /// Adds the rule tests of games that were made from the same text for other values of the options.
    #[must_use]
    pub fn with_tests_of(mut self, others: Vec<Arc<Game>>) -> Game {
        for (other, game) in others.iter().enumerate() {
            self.tests.extend(game.tests.iter().map(|t| TestLocation { other: Some(other), ..*t }));
        }
        self.others = others;
        let mut tests = std::mem::take(&mut self.tests);
        tests.sort_by_key(|at| {
            let (game, number) = self.tested(*at);
            game.node_span(game.program.tests[number].at)
        });
        self.tests = tests;
        self
    }

    /// The same game under a name of its rules, and with what lies beside it for bots.
    #[must_use]
    pub fn with_notes(self, rules: String, notes: Option<Result<Arc<str>, String>>) -> Game {
        let from_notes = unread(self.program.players.1);
        Game { rules, notes, from_notes, ..self }
    }

    /// Whether what may be chosen stands in an order of its own, see [`order`].
    pub(crate) fn has_own_order(&self) -> bool {
        self.may_veil || self.program.order_may_tell
    }

    /// Names the rules with the values of the options: the same where they mean the same, whatever is written about them.
    /// Empty where nobody has named them.
    pub fn rules(&self) -> &str {
        &self.rules
    }

    /// What lies beside the game for bots.
    pub fn notes(&self) -> Option<Result<&Arc<str>, &str>> {
        self.notes.as_ref().map(|notes| notes.as_ref().map_err(String::as_str))
    }

    /// What a bot reads in the notes for so many players: it is read once, and kept with the game. Where something of
    /// another type is kept, it is read again.
    pub fn from_notes<T: Any + Send + Sync>(&self, players: u32, read: impl Fn() -> T) -> Arc<T> {
        let kept = self.from_notes.get(players as usize).map(|kept| kept.get_or_init(|| Arc::new(read())));
        kept.and_then(|kept| Arc::clone(kept).downcast().ok()).unwrap_or_else(|| Arc::new(read()))
    }

    /// The game in which a rule test runs, and its number there.
    fn tested(&self, at: TestLocation) -> (&Game, usize) {
        (at.other.map_or(self, |other| &self.others[other]), at.number)
    }

    /// The same game, whose matches and rule tests run within other limits.
    #[must_use]
    pub fn within(self, limits: Limits) -> Game {
        let fresh = (0..=self.program.players.1).map(|_| OnceLock::new()).collect();
        let others =
            self.others.into_iter().map(|other| Arc::new(Arc::unwrap_or_clone(other).within(limits)));
        let facts = fresh_facts(self.program.players.1);
        Game { limits, fresh, facts, others: others.collect(), ..self }
    }

    /// A machine for one match of this game.
    pub(crate) fn machine(&self) -> Machine {
        let mut machine = Machine::new(self.limits);
        machine.hits = self.program.probes.iter().map(|probe| probe.by_constants).collect();
        machine
    }

    pub fn name(&self) -> &str {
        &self.program.name
    }

    /// The fewest and the most players.
    pub fn players(&self) -> (u32, u32) {
        self.program.players
    }

    /// The numbers of players that it is for, the fewest first.
    pub fn player_counts(&self) -> &[u32] {
        &self.program.counts
    }

    /// So many players, if the game is for as many; otherwise why not.
    pub fn check_players(&self, players: u32) -> Result<u32, String> {
        let counts = self.player_counts();
        if counts.contains(&players) {
            return Ok(players);
        }
        Err(format!("{} is for {} players, not {players}", self.name(), program::players(counts)))
    }

    /// Names of its actions, by their numbers.
    pub fn actions(&self) -> Vec<String> {
        self.program.actions.iter().map(|a| a.name.clone()).collect()
    }

    /// Classes of pieces that may stand on a board: those that no zone is of. None where there is no board.
    pub fn board_classes(&self) -> Vec<String> {
        let Program { boards, zones, classes, .. } = &self.program;
        let in_zone = |number: usize| zones.iter().any(|zone| usize::from(zone.class) == number);
        let stands =
            |(number, class): &(usize, &Class)| class.is_piece && !class.is_abstract && !in_zone(*number);
        let standing = classes.iter().enumerate().filter(stands).filter(|_| !boards.is_empty());
        standing.map(|(_, class)| class.name.clone()).collect()
    }

    /// Whether players choose an action, by its number: it is offered to them, or asks for inputs. Others run by
    /// themselves.
    pub fn is_chosen(&self, action: usize) -> bool {
        self.program.actions.get(action).is_some_and(|a| a.offered || a.chosen)
    }

    /// How the log tells an answer, where the machine waits for one before that instruction.
    pub(crate) fn says_of_answer(&self, pc: u32) -> Option<&AnswerSays> {
        let at = self.program.origins.get((pc as usize).checked_sub(1)?)?;
        self.program.answers.get(at)
    }

    /// What it says of itself.
    pub fn about(&self) -> &About {
        &self.program.looks.game
    }

    /// What an action does, by its number, as a sentence in a language behind the name of whoever does it; empty where
    /// the game has no words for it.
    pub fn says(&self, action: usize, language: &str) -> &[Phrase] {
        let said = self.program.actions.get(action).and_then(|action| {
            let look = self.program.looks.classes.get(&u32::from(action.class))?;
            Some(look.parts.get(&action.name)?.says.in_language(language))
        });
        said.unwrap_or_default()
    }

    /// The looks that are the same for every viewer at any time.
    pub fn legend(&self) -> &Arc<Legend> {
        &self.legend
    }

    /// Evaluates looks in a match of so many players.
    pub(crate) fn presenter(&self, players: u32) -> Presenter<'_> {
        let seats = &self.seat_names[..self.seat_names.len().min(players as usize)];
        Presenter::new(&self.program, &self.signs, seats)
    }

    /// Whether any rule sets a score.
    pub fn keeps_scores(&self) -> bool {
        self.program.code.iter().any(|op| matches!(op, bytecode::Op::Score { .. }))
    }

    /// Names of its rule tests.
    pub fn tests(&self) -> Vec<String> {
        let names = self.tests.iter().map(|at| {
            let (game, number) = self.tested(*at);
            game.program.tests[number].name.clone()
        });
        names.collect()
    }

    /// Runs a rule test by its number among [`Game::tests`].
    pub fn run_test(self: &Arc<Self>, index: usize) -> TestReport {
        let TestLocation { other, number } = self.tests[index];
        testing::run(other.map_or(self, |other| &self.others[other]), number)
    }

    /// Runs a rule test by its number among [`Game::tests`], and gives the match where it stops. That is of the options that
    /// the test is for, and goes on within these limits, as the test does. None where there is too much in it for a table.
    pub fn stop_test(self: &Arc<Self>, index: usize, limits: Limits) -> Option<Stopped> {
        let TestLocation { other, number } = self.tests[index];
        testing::stop(other.map_or(self, |other| &self.others[other]), number, limits)
    }

    /// The number in its own program of a rule test among [`Game::tests`]; None if it is for other options.
    pub(crate) fn own_test(&self, index: usize) -> Option<usize> {
        self.tests.get(index).filter(|at| at.other.is_none()).map(|at| at.number)
    }

    /// Its options and parameters, with the values that it was made for.
    pub fn options(&self) -> &[GameOption] {
        &self.program.options
    }

    /// The options that have another value than their default.
    pub fn choices(&self) -> Choices {
        Choices::of(&self.program.options)
    }

    /// Its coverage probes; none unless it was compiled with them.
    pub fn probes(&self) -> &[Probe] {
        &self.program.probes
    }

    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Whether both play alike, whatever they look like: the same instructions with the same constants, for as many
    /// players, and the same things that everybody or some of them see.
    pub fn has_same_rules(&self, other: &Game) -> bool {
        let (a, b) = (&self.program, &other.program);
        a.code == b.code
            && a.constants == b.constants
            && a.data == b.data
            && a.strings == b.strings
            && a.start == b.start
            && a.methods == b.methods
            && a.counts == b.counts
            && format!("{:?}", (&a.zones, &a.dice, &a.turns, &a.boards))
                == format!("{:?}", (&b.zones, &b.dice, &b.turns, &b.boards))
    }

    /// The files it was made from, for showing faults.
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// The name of a seat.
    pub fn seat_name(&self, p: u32) -> String {
        seat_name(&self.program, p)
    }

    /// What people call a zone of that name: by its title, where it has one.
    pub fn zone_title<'n>(&'n self, name: &'n str) -> Cow<'n, str> {
        let Some(number) = self.program.zones.iter().position(|zone| zone.name == name) else {
            return Cow::Borrowed(name);
        };
        let presenter = Presenter::new(&self.program, &self.signs, &[]);
        let look = self.program.looks.zones.get(&(number as u32));
        let title = look.and_then(|look| presenter.present(&[look], &Subject::NOTHING).title);
        let title = title.filter(|title| !title.trim().is_empty());
        title.map_or(Cow::Borrowed(self.program.zones[number].title.as_str()), Cow::Owned)
    }

    /// How what lies in a zone of that name is laid out, where its look says it.
    pub fn zone_layout(&self, name: &str) -> Option<Layout> {
        let number = self.program.zones.iter().position(|zone| zone.name == name)?;
        self.program.looks.zones.get(&(number as u32))?.layout
    }

    /// Whether another board has places of the same names as a board, so that theirs are named with it.
    pub fn shares_names(&self, board: &str, owner: Option<u32>) -> bool {
        let mut boards = self.program.boards.iter();
        let board = boards.find(|b| b.name == board && b.player == owner && b.of.is_none());
        board.is_some_and(|board| self.shared_names.has(board))
    }

    /// Whether nobody chooses an input of an action.
    pub fn is_auto(&self, chosen: &Chosen, input: &str) -> bool {
        let Chosen::Action(number) = chosen else { return false };
        let action = self.program.actions.get(*number);
        action.is_some_and(|action| action.inputs.iter().any(|i| i.name == input && i.auto))
    }

    /// What the tile of that name is always called, where the look of the board says it.
    pub fn tile_title(&self, board: &str, tile: &str) -> Option<&str> {
        self.program.tile_title(board, tile)
    }

    /// The class that the tiles of a board have, whose attributes they show.
    pub fn class_of_tiles(&self, board: &str) -> Option<&str> {
        let board = self.program.boards.iter().find(|b| b.name == board)?;
        Some(&self.program.classes[usize::from(board.class)].name)
    }

    /// Whether the seat is for a bot unless whoever starts a match chooses otherwise.
    pub fn is_bot(&self, p: u32) -> bool {
        self.program.bots.contains(&p)
    }

    /// Whether the game says so of any seat.
    pub fn has_bots(&self) -> bool {
        !self.program.bots.is_empty()
    }

    /// Replaces a position by that of a new match after `setup`.
    pub(crate) fn begin(&self, runner: &mut Runner<'_>, position: &mut Position, players: u32, seed: u64) {
        runner.grant();
        let fresh = self.fresh.get(players as usize).and_then(|cell| {
            cell.get_or_init(|| {
                let mut position = Position::new(&self.program, players, 1);
                let mut before_chance = false;
                let mut first = self.machine();
                let heard = self
                    .runner(&mut first)
                    .heard(|runner| before_chance = runner.begin_until_chance(&mut position));
                let fresh = position.state.words[header::RANDOM] == 1 && !position.is_over();
                fresh.then_some(Fresh { position, before_chance, heard, hits: first.hits })
            })
            .as_ref()
        });
        runner.grant();
        let Some(fresh) = fresh else {
            *position = Position::new(&self.program, players, seed);
            return runner.begin(position);
        };
        if runner.machine.listens {
            runner.begin_hearing(&fresh.heard);
        }
        runner.machine.hits.iter_mut().zip(&fresh.hits).for_each(|(hit, first)| *hit |= first);
        position.copy(&fresh.position);
        position.state.words[header::RANDOM] = seed;
        if fresh.before_chance {
            runner.begin_from_chance(position);
        }
    }

    pub(crate) fn span(&self, pc: u32) -> Span {
        let at = self.program.origins.get(pc as usize).copied().unwrap_or_default();
        self.origins.span(at)
    }

    /// Where a node of its text stands.
    pub fn node_span(&self, at: base::NodeId) -> Span {
        self.origins.span(at)
    }

    pub(crate) fn source(&self, span: Span) -> &str {
        self.sources.piece(span)
    }

    /// A runner over this game.
    pub(crate) fn runner<'a>(&'a self, machine: &'a mut Machine) -> Runner<'a> {
        Runner::new(self, machine)
    }
}

/// For each number of players up to `most`, nothing that was read in notes.
fn unread(most: u32) -> Vec<OnceLock<Arc<dyn Any + Send + Sync>>> {
    (0..=most).map(|_| OnceLock::new()).collect()
}

/// What is not known yet of matches of so many players, by their number.
fn fresh_facts(most: u32) -> Vec<OnceLock<Facts>> {
    (0..=most).map(|_| OnceLock::new()).collect()
}

pub(crate) fn fact_name(program: &Program, class: usize) -> String {
    let Class { name, global, .. } = &program.classes[class];
    let is_same = |other: &&Class| other.global.is_some() && other.name == *name;
    match program.classes[..class].iter().filter(is_same).count() {
        before @ 1.. if global.is_some() => format!("{name}#{}", before + 1),
        _ => name.clone(),
    }
}

pub(crate) fn spot_names(program: &Program) -> BTreeMap<u64, String> {
    let mut names = BTreeMap::new();
    for board in program.boards.iter().filter(|board| board.of.is_some()) {
        let mut known: BTreeMap<&str, usize> = BTreeMap::new();
        for (place, tile) in (u64::from(board.first)..).zip(&board.geometry.tiles) {
            let same = known.entry(&tile.name).or_default();
            *same += 1;
            if *same > 1 {
                names.insert(place, format!("{}#{same}", tile.name));
            }
        }
    }
    names
}

fn seat_name(program: &Program, p: u32) -> String {
    let given = program.player_names.get(p as usize);
    given.cloned().unwrap_or_else(|| format!("Player {}", p + 1))
}
