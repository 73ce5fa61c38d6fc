//! What training found of a game, as the text that lies beside it says: which recipe plays it best, what positions are
//! worth, and, of a small game, how likely each move is. What was found under other rules says nothing, and is not read.

use crate::decision::Beside;
use crate::{Decision, Evaluation, Imagined, Recipe, Strategy};
use engine::Features;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The text beside a game.
#[derive(Clone, PartialEq, Serialize, Deserialize, Default, Debug)]
#[serde(deny_unknown_fields)]
pub struct Notes {
    pub trained: Vec<Note>,
}

/// What training found, for so many players under such rules.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// Names the rules, with the values of the options: see [`Trained::of`].
    pub rules: String,
    pub players: u32,
    /// None where no recipe was better than the usual one.
    pub recipe: Option<String>,
    pub evaluation: Option<Weights>,
    /// An average strategy, see [`Strategy::to_texts`]; None where the game is not one of few information sets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strategy: Option<BTreeMap<String, String>>,
    /// How it was found, for people.
    pub how: String,
}

/// An evaluation by the names of what it counts.
#[derive(Clone, PartialEq, Serialize, Deserialize, Default, Debug)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    pub mover: f32,
    pub weights: BTreeMap<String, f32>,
}

/// What is used of it.
#[derive(Clone, Default, Debug)]
pub struct Trained {
    pub recipe: Option<&'static Recipe>,
    pub evaluation: Option<Arc<Evaluation>>,
    /// Moves are drawn from it where it knows the information set.
    pub strategy: Option<Arc<Strategy>>,
}

/// Why a bot goes by what it goes by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Basis {
    /// Nothing lies beside the game.
    Untrained,
    /// What lies there was found under other rules, with other options or for other numbers of players.
    Other,
    /// It cannot be read.
    Broken(String),
    Trained(String),
}

impl Trained {
    /// What lies beside the game of a match that is imagined, and what that is.
    pub fn of(imagined: &Imagined) -> (Trained, Basis) {
        Beside::of(imagined).once(Trained::read).as_ref().clone()
    }

    /// What lies beside the game of a decision, if anything does.
    pub(crate) fn for_decision(decision: &Decision<'_>) -> Trained {
        decision.beside().once(Trained::read).0.clone()
    }

    /// What the text says of those rules and so many players, and what that is.
    fn read(beside: &Beside<'_>) -> (Trained, Basis) {
        let text = match beside.text() {
            None => return (Trained::default(), Basis::Untrained),
            Some(Err(why)) => return (Trained::default(), Basis::Broken(why.to_owned())),
            Some(Ok(text)) => text,
        };
        let notes: Notes = match serde_json::from_str(text) {
            Ok(notes) => notes,
            Err(error) => return (Trained::default(), Basis::Broken(error.to_string())),
        };
        let is_it = |note: &&Note| note.rules == beside.rules() && note.players == beside.players;
        match notes.trained.iter().find(is_it) {
            None => (Trained::default(), Basis::Other),
            Some(note) => match note.read(|| beside.features()) {
                Ok(trained) => (trained, Basis::Trained(note.how.clone())),
                Err(why) => (Trained::default(), Basis::Broken(why)),
            },
        }
    }
}

impl Note {
    fn read(&self, features: impl Fn() -> Features) -> Result<Trained, String> {
        let named =
            |name: &String| Recipe::named(name).ok_or_else(|| format!("no recipe is called `{name}`"));
        let recipe = self.recipe.as_ref().map(named).transpose()?;
        let made = |weights: &Weights| {
            Evaluation::new(features(), &weights.weights, weights.mover)
                .ok_or_else(|| "an evaluation counts what the game does not have".to_owned())
        };
        let evaluation = self.evaluation.as_ref().map(made).transpose()?.map(Arc::new);
        let strategy = self.strategy.as_ref().map(Strategy::read).transpose()?.map(Arc::new);
        match recipe.filter(|recipe| recipe.needs_evaluation() && evaluation.is_none()) {
            Some(recipe) => Err(format!("the recipe `{}` needs an evaluation", recipe.name)),
            None => Ok(Trained { recipe, evaluation, strategy }),
        }
    }
}

impl Notes {
    /// Puts a note in the place of one of the same rules and number of players.
    pub fn put(&mut self, note: Note) {
        self.trained.retain(|old| old.rules != note.rules || old.players != note.players);
        self.trained.push(note);
        self.trained.sort_by(|a, b| (&a.rules, a.players).cmp(&(&b.rules, b.players)));
    }
}
