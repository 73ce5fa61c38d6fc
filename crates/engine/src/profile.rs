//! Where the rules of a game spend their steps: what functions ran inside one another, and how far the innermost was.
//! It knows nothing of how that is shown.

use crate::game::Game;
use base::Span;
use vm::Steps;

/// Steps by what ran.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Profile {
    steps: Steps,
}

/// Steps of one place of the text, called in one way.
#[derive(Clone, Debug, PartialEq)]
pub struct Stack {
    /// The names of the functions, the outermost first, and where each stands.
    pub functions: Vec<(String, Span)>,
    /// Where the innermost was.
    pub at: Span,
    pub steps: u64,
}

impl Profile {
    pub(crate) fn new(steps: Steps) -> Profile {
        Profile { steps }
    }

    /// Adds the steps of another part of a series.
    pub fn merge(&mut self, other: &Profile) {
        for (stack, steps) in &other.steps {
            *self.steps.entry(stack.clone()).or_default() += steps;
        }
    }

    /// All of them, in a fixed order.
    pub fn stacks(&self, game: &Game) -> Vec<Stack> {
        let stacks = self.steps.iter().filter_map(|(stack, steps)| {
            let (at, functions) = stack.split_last()?;
            let named = functions.iter().map(|f| {
                let function = &game.program.functions[*f as usize];
                (function.name.clone(), game.node_span(function.at))
            });
            Some(Stack { functions: named.collect(), at: game.span(*at), steps: *steps })
        });
        stacks.collect()
    }
}
