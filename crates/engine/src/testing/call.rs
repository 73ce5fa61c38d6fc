//! Calling functions of a game from outside: what scenarios are played with. It knows neither what the functions are
//! called nor what they are for.

use crate::fault::fault;
use crate::game::Game;
use crate::matches::Match;
use crate::position::{Awaited, Position};
use crate::view::{Fault, Outcome};
use base::contained;
use bytecode::word::{self, Kind, NULL, TRUE};
use vm::{FaultKind, Machine, Pause};

/// What is given to a parameter of a function.
#[derive(Clone, PartialEq, Debug)]
pub enum Argument {
    Null,
    Number(f64),
    Bool(bool),
    Text(String),
    Player(u32),
    Texts(Vec<String>),
}

/// What became of a function that was run as the effect of an action.
#[derive(Clone, PartialEq, Debug)]
pub enum Called {
    /// It ended, or asks somebody, or ended the match.
    Run,
    /// It fails. The match is no longer of use.
    Failed,
    /// Nobody is to act here.
    NotNow,
}

/// A call of a function: one of `typed::Game::functions`, by its number, with an argument for each of its parameters, of
/// its type or null.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    function: usize,
    arguments: &'a [Argument],
}

impl<'a> Call<'a> {
    pub fn new(function: usize, arguments: &'a [Argument]) -> Call<'a> {
        Call { function, arguments }
    }

    /// Runs a function without a result as the effect of an action of a seat, as `do` in a rule test does: it may ask,
    /// fail and raise events. It is no step of the record.
    pub fn run(self, now: &mut Match, seat: u32) -> Called {
        let before = now.position.clone();
        let done = contained(|| self.run_block(now, seat));
        now.has_changed();
        done.unwrap_or_else(|defect| {
            now.machine = now.game.machine();
            now.position = before;
            now.position.fail(FaultKind::Other(defect.to_string()).into());
            Called::Run
        })
    }

    fn run_block(self, now: &mut Match, seat: u32) -> Called {
        let Some(function) = self.number(&now.game) else { return Called::NotNow };
        if !matches!(now.position.awaited, Awaited::Act | Awaited::Stuck) {
            return Called::NotNow;
        }
        now.position.compaction_threshold = usize::MAX;
        now.position.awaited = Awaited::Act;
        let words = words(&mut now.machine, &now.game, &mut now.position, self.arguments);
        let Some(words) = words else { return Called::NotNow };
        let ran = now.with_runner(|runner, position| {
            let ran = runner.play_block(position, function, seat, &words);
            if ran {
                runner.verify(position);
            }
            ran
        });
        if ran { Called::Run } else { Called::Failed }
    }

    /// The text that a function without effects gives, None for null.
    ///
    /// # Errors
    /// What went wrong with the rules.
    pub fn text(self, now: &Match) -> Result<Option<String>, Fault> {
        self.given(now, |machine, game, position, given| {
            (given != NULL).then(|| {
                machine.memory(game.program(), &mut position.state).string(given).unwrap_or_default()
            })
        })
    }

    /// Whether a function without effects gives `true`.
    ///
    /// # Errors
    /// What went wrong with the rules.
    pub fn holds(self, now: &Match) -> Result<bool, Fault> {
        self.given(now, |_, _, _, given| given == TRUE)
    }

    fn given<T: Default>(
        self,
        now: &Match,
        read: impl FnOnce(&mut Machine, &Game, &mut Position, u64) -> T,
    ) -> Result<T, Fault> {
        let Some(function) = self.number(&now.game) else { return Ok(T::default()) };
        if let Some(Outcome::Fault(fault)) = now.outcome() {
            return Err(fault);
        }
        let (game, mut position, mut machine) = (&now.game, now.position.clone(), now.game.machine());
        let Some(words) = words(&mut machine, game, &mut position, self.arguments) else {
            return Ok(T::default());
        };
        let mut runner = game.runner(&mut machine);
        runner.grant();
        runner.begin_run();
        match runner.machine.call(&game.program, &mut position.state, function, &words) {
            Pause::Returned(given) => Ok(read(&mut machine, game, &mut position, given)),
            Pause::Fault(why) => Err(game.fault(&why, &position.state)),
            _ => {
                position.fail(FaultKind::Other("the function does more than give a value".to_owned()).into());
                Err(fault(game, &position))
            }
        }
    }

    /// The number of the function in the program, if it has as many parameters.
    fn number(self, game: &Game) -> Option<u32> {
        let found = game.program.functions.get(self.function)?;
        (usize::from(found.params) == self.arguments.len()).then_some(u32::try_from(self.function).ok()?)
    }
}

/// Arguments as words; None where there is no room for them.
fn words(
    machine: &mut Machine,
    game: &Game,
    position: &mut Position,
    arguments: &[Argument],
) -> Option<Vec<u64>> {
    let mut memory = machine.memory(game.program(), &mut position.state);
    let mut words = Vec::new();
    for argument in arguments {
        words.push(match argument {
            Argument::Null => NULL,
            Argument::Number(x) => word::number(*x),
            Argument::Bool(x) => word::bool(*x),
            Argument::Text(x) => memory.new_text(&units(x)).ok()?,
            Argument::Player(p) => word::player(*p),
            Argument::Texts(all) => {
                let all =
                    all.iter().map(|x| memory.new_text(&units(x)).ok()).collect::<Option<Vec<u64>>>()?;
                memory.new_list(Kind::Text, &all).ok()?
            }
        });
    }
    Some(words)
}

fn units(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}
