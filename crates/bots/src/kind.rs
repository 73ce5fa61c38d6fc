//! Bots as they are named on command lines, in requests and in lists. It knows no bot from the inside.

use crate::level::Level;
use crate::{Bot, Uniform, mcts, random};
use base::nearest;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A bot with what its name says of it.
#[derive(Clone, Copy, Debug)]
pub struct BotKind {
    form: Form,
    /// All its chance comes from here, if said.
    seed: Option<u64>,
}

#[derive(Clone, Copy, Debug)]
enum Form {
    Own(&'static str, fn() -> Box<dyn Bot>),
    Level(Level),
    Search(Budget),
}

/// How much a search may think about a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    Simulations(u64),
    /// Of work, not of waiting.
    Time(Duration),
}

/// All bots that have a name without numbers; a new one is a file and a line here.
pub const ALL: &[BotKind] = &[
    BotKind::of(random::NAME, || Box::new(Uniform)),
    BotKind::level(Level::Easy),
    BotKind::level(Level::Medium),
    BotKind::level(Level::Hard),
];

/// The longest time that a name may give a search for a decision.
const MOST_TIME: Duration = Duration::from_secs(600);

const MOST_SIMULATIONS: u64 = 1_000_000_000;

/// The names of all bots, as messages and help texts list them.
pub fn names() -> String {
    let named = ALL.iter().map(BotKind::name);
    named.chain(["mcts:1000".to_owned(), "mcts:2s".to_owned()]).collect::<Vec<_>>().join(", ")
}

impl BotKind {
    /// The bot that chooses any legal move, all equally likely.
    pub const RANDOM: BotKind = ALL[0];

    /// A bot of somebody's own.
    pub const fn of(name: &'static str, make: fn() -> Box<dyn Bot>) -> BotKind {
        BotKind { form: Form::Own(name, make), seed: None }
    }

    const fn level(level: Level) -> BotKind {
        BotKind { form: Form::Level(level), seed: None }
    }

    /// The name, which gives the same bot again.
    pub fn name(&self) -> String {
        let name = match self.form {
            Form::Own(name, _) => name.to_owned(),
            Form::Level(level) => level.name().to_owned(),
            Form::Search(Budget::Simulations(n)) => format!("mcts:{n}"),
            Form::Search(Budget::Time(time)) if time.subsec_millis() == 0 => {
                format!("mcts:{}s", time.as_secs())
            }
            Form::Search(Budget::Time(time)) => format!("mcts:{}ms", time.as_millis()),
        };
        self.seed.map_or(name.clone(), |seed| format!("{name}:seed={seed}"))
    }

    pub fn make(&self) -> Box<dyn Bot> {
        match self.form {
            Form::Own(_, make) => make(),
            Form::Level(level) => Box::new(mcts::Mcts::of_level(level, self.seed)),
            Form::Search(budget) => Box::new(mcts::Mcts::new(budget, self.seed)),
        }
    }

    /// Whether it is [`BotKind::RANDOM`], of which series of matches are played without listing moves.
    pub fn is_random(&self) -> bool {
        matches!(self.form, Form::Own(random::NAME, _))
    }
}

/// There is no bot of that name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UnknownBot {
    Name(String),
    Budget(String),
    Seed(String),
    /// One that takes no seed.
    Seedless(String),
}

impl fmt::Display for UnknownBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnknownBot::Name(said) => {
                let all: Vec<String> = ALL.iter().map(BotKind::name).collect();
                match nearest(said, all.iter().map(String::as_str)) {
                    Some(near) => write!(f, "no bot is called `{said}`; did you mean `{near}`?"),
                    None => write!(f, "no bot is called `{said}`; the bots are: {}", names()),
                }
            }
            UnknownBot::Budget(said) => write!(
                f,
                "`{said}` is no budget; `mcts:1000` thinks for 1000 simulations a move, `mcts:2s` or `mcts:500ms` for a time of \
                 at most {} s",
                MOST_TIME.as_secs()
            ),
            UnknownBot::Seed(said) => {
                write!(f, "`{said}` is no seed; a bot is seeded as in `mcts:1000:seed=7`")
            }
            UnknownBot::Seedless(name) => {
                write!(f, "`{name}` takes no seed: its choices follow from the seed of the match")
            }
        }
    }
}

impl std::error::Error for UnknownBot {}

impl FromStr for BotKind {
    type Err = UnknownBot;

    /// `easy`, `level:easy`, `mcts:1000`, `mcts:2s`, `mcts:500ms`, each with `:seed=7` behind it if wanted; `random`,
    /// which takes no seed.
    fn from_str(text: &str) -> Result<BotKind, UnknownBot> {
        let text = text.trim();
        let (name, seed) = match text.split_once(":seed=") {
            Some((name, seed)) => (name, Some(seed.parse().map_err(|_| UnknownBot::Seed(seed.to_owned()))?)),
            None => (text, None),
        };
        if let Some(budget) = name.strip_prefix("mcts:") {
            let budget = read_budget(budget).ok_or_else(|| UnknownBot::Budget(budget.to_owned()))?;
            return Ok(BotKind { form: Form::Search(budget), seed });
        }
        let plain = name.strip_prefix("level:").unwrap_or(name);
        let found = ALL.iter().find(|kind| kind.name() == plain);
        let found = found.ok_or_else(|| UnknownBot::Name(text.to_owned()))?;
        match (found.form, seed) {
            (Form::Own(name, _), Some(_)) => Err(UnknownBot::Seedless(name.to_owned())),
            _ => Ok(BotKind { seed, ..*found }),
        }
    }
}

fn read_budget(text: &str) -> Option<Budget> {
    let time = |number: &str, unit: f64| {
        let number: f64 = number.parse().ok()?;
        let seconds = number * unit;
        let is_fine = seconds >= 0.001 && seconds <= MOST_TIME.as_secs_f64();
        is_fine.then(|| Budget::Time(Duration::from_millis((seconds * 1000.0).round() as u64)))
    };
    if let Some(number) = text.strip_suffix("ms") {
        return time(number, 0.001);
    }
    if let Some(number) = text.strip_suffix('s') {
        return time(number, 1.0);
    }
    let count = text.parse().ok().filter(|n| (1..=MOST_SIMULATIONS).contains(n))?;
    Some(Budget::Simulations(count))
}
