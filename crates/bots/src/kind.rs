//! Bots as they are named on command lines, in requests and in lists. It knows no bot from the inside.

use crate::level::Level;
use crate::mcts::Mcts;
use crate::settings::{Budget, Settings};
use crate::{Bot, RECIPES, Recipe, Uniform, random};
use base::nearest;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A bot with what its name says of it.
#[derive(Clone, Copy, Debug)]
pub struct BotKind {
    form: Form,
    settings: Settings,
}

#[derive(Clone, Copy, Debug)]
enum Form {
    Own(&'static str, fn() -> Box<dyn Bot>),
    Level(Level),
    Search(Budget),
}

/// All bots that have a name without numbers; a new one is a file and a line here.
pub const ALL: &[BotKind] = &[
    BotKind::of(random::NAME, || Box::new(Uniform)),
    BotKind::level(Level::Easy),
    BotKind::level(Level::Medium),
    BotKind::level(Level::Hard),
];

/// The longest time that a name may give a search for a decision.
const MAX_TIME: Duration = Duration::from_secs(600);

const MAX_SIMULATIONS: u64 = 1_000_000_000;

const MAX_THREADS: u16 = 64;

const MAX_POSITIONS: u64 = 1_000_000;

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
        BotKind { form: Form::Own(name, make), settings: Settings::NONE }
    }

    const fn level(level: Level) -> BotKind {
        BotKind { form: Form::Level(level), settings: Settings::NONE }
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
        name + &self.settings.written()
    }

    pub fn make(&self) -> Box<dyn Bot> {
        match self.form {
            Form::Own(_, make) => make(),
            Form::Level(level) => Box::new(Mcts::of_level(level, self.settings)),
            Form::Search(budget) => Box::new(Mcts::new(budget, self.settings)),
        }
    }

    /// The same bot with one thread, where whoever named it may not say how many there are.
    #[must_use]
    pub fn on_one_thread(self) -> BotKind {
        BotKind { settings: Settings { threads: None, ..self.settings }, ..self }
    }

    /// The same bot for games in which how long it takes would tell others what it holds: where something may be hidden it
    /// thinks about a single move too.
    #[must_use]
    pub fn unhurried(self) -> BotKind {
        BotKind { settings: Settings { is_unhurried: true, ..self.settings }, ..self }
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
    Recipe(String),
    Threads(String),
    Exact(String),
    /// Something else behind a name.
    Setting(String),
    /// One that takes no settings.
    Fixed(String),
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
                MAX_TIME.as_secs()
            ),
            UnknownBot::Seed(said) => {
                write!(f, "`{said}` is no seed; a bot is seeded as in `mcts:1000:seed=7`")
            }
            UnknownBot::Recipe(said) => {
                let all: Vec<&str> = RECIPES.iter().map(|recipe| recipe.name).collect();
                match nearest(said, all.iter().copied()) {
                    Some(near) => write!(f, "no recipe is called `{said}`; did you mean `{near}`?"),
                    None => write!(f, "no recipe is called `{said}`; the recipes are: {}", all.join(", ")),
                }
            }
            UnknownBot::Threads(said) => {
                write!(
                    f,
                    "`{said}` is no number of threads; there may be 1 to {MAX_THREADS}, as in `hard:threads=2`"
                )
            }
            UnknownBot::Exact(said) => {
                write!(
                    f,
                    "`{said}` is no number of positions; there may be 1 to {MAX_POSITIONS}, as in `hard:exact=10000`"
                )
            }
            UnknownBot::Setting(said) => write!(
                f,
                "`{said}` says nothing of a bot; there are `recipe=grave`, `exact=10000`, `threads=2` and `seed=7`"
            ),
            UnknownBot::Fixed(name) => {
                write!(f, "`{name}` takes no settings: its choices follow from the seed of the match")
            }
        }
    }
}

impl std::error::Error for UnknownBot {}

impl FromStr for BotKind {
    type Err = UnknownBot;

    /// `easy`, `level:easy`, `mcts:1000`, `mcts:2s`, `mcts:500ms`, each with settings behind it if wanted, `:seed=7`,
    /// `:recipe=grave`, `:exact=10000` or `:threads=2`; `random`, which takes none.
    fn from_str(text: &str) -> Result<BotKind, UnknownBot> {
        let text = text.trim();
        let setting = text.find('=').and_then(|equals| text[..equals].rfind(':'));
        let (name, said) = setting.map_or((text, ""), |colon| (&text[..colon], &text[colon + 1..]));
        let settings = read_settings(said)?;
        if let Some(budget) = name.strip_prefix("mcts:") {
            let budget = read_budget(budget).ok_or_else(|| UnknownBot::Budget(budget.to_owned()))?;
            return Ok(BotKind { form: Form::Search(budget), settings });
        }
        let plain = name.strip_prefix("level:").unwrap_or(name);
        let found = ALL.iter().find(|kind| kind.name() == plain);
        let found = found.ok_or_else(|| UnknownBot::Name(text.to_owned()))?;
        match found.form {
            Form::Own(name, _) if !said.is_empty() => Err(UnknownBot::Fixed(name.to_owned())),
            form => Ok(BotKind { form, settings }),
        }
    }
}

/// `recipe=grave:seed=7`
fn read_settings(text: &str) -> Result<Settings, UnknownBot> {
    let mut settings = Settings::default();
    for said in text.split(':').filter(|_| !text.is_empty()) {
        match said.split_once('=') {
            Some(("seed", seed)) => {
                settings.seed = Some(seed.parse().map_err(|_| UnknownBot::Seed(seed.to_owned()))?);
            }
            Some(("recipe", name)) => {
                let found = Recipe::named(name).ok_or_else(|| UnknownBot::Recipe(name.to_owned()))?;
                settings.recipe = Some(found);
            }
            Some(("threads", number)) => {
                let threads = number.parse().ok().filter(|n| (1..=MAX_THREADS).contains(n));
                settings.threads = Some(threads.ok_or_else(|| UnknownBot::Threads(number.to_owned()))?);
            }
            Some(("exact", number)) => {
                let positions = number.parse().ok().filter(|n| (1..=MAX_POSITIONS).contains(n));
                settings.exact = Some(positions.ok_or_else(|| UnknownBot::Exact(number.to_owned()))?);
            }
            _ => return Err(UnknownBot::Setting(said.to_owned())),
        }
    }
    Ok(settings)
}

fn read_budget(text: &str) -> Option<Budget> {
    let time = |number: &str, unit: f64| {
        let number: f64 = number.parse().ok()?;
        let seconds = number * unit;
        let is_fine = seconds >= 0.001 && seconds <= MAX_TIME.as_secs_f64();
        is_fine.then(|| Budget::Time(Duration::from_millis((seconds * 1000.0).round() as u64)))
    };
    if let Some(number) = text.strip_suffix("ms") {
        return time(number, 0.001);
    }
    if let Some(number) = text.strip_suffix('s') {
        return time(number, 1.0);
    }
    let count = text.parse().ok().filter(|n| (1..=MAX_SIMULATIONS).contains(n))?;
    Some(Budget::Simulations(count))
}
