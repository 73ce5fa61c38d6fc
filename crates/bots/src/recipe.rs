//! What a search is made of. No recipe wins everywhere, so that each game has one of its own: that which training found,
//! or else the usual one. It knows nothing of how a search carries them out.

/// The parts of a search and their settings. The numbers are those of the agents named beside them, halved where their
/// values were between -1 and 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Recipe {
    pub name: &'static str,
    /// In a few words for people.
    pub about: &'static str,
    /// The weight of exploration.
    pub(crate) c: f64,
    pub(crate) playouts: Playouts,
    pub(crate) grave: Option<Grave>,
    /// How much what a position is worth before it is played on, looked at as minimax does, counts beside what
    /// simulations gave (implicit minimax backup, Lanctot and others 2014); 0 is not at all.
    pub(crate) backup: f64,
    /// Playouts end after so many moves, and the evaluation says what that is worth.
    pub(crate) cut: Option<u32>,
    /// Only the moves of the decision itself are told apart, and playouts begin behind them.
    pub is_flat: bool,
}

/// How moves of playouts are chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Playouts {
    /// Evenly, and nothing is kept of them.
    Even,
    /// Evenly, and it is kept which they were.
    Named,
    /// As likely as `exp(mean / temperature)`, where the mean is what they were worth on average (MAST).
    Mast { temperature: f32, replies: Option<Replies> },
}

/// Moves count also by what they were worth right behind the move before (N-gram selection technique, Tak, Winands and
/// Björnsson 2012, with pairs of moves).
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Replies {
    /// What moves were worth wherever they were made counts as so many replies.
    pub(crate) prior: f32,
}

/// Moves count also where they were made later in a simulation (GRAVE, Cazenave 2015).
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Grave {
    /// So many visits make the counts of a node good enough for the nodes below.
    pub(crate) reference: u32,
    /// The larger, the sooner the own visits of a move count more.
    pub(crate) bias: f64,
}

const MAST: Playouts = Playouts::Mast { temperature: 0.1, replies: None };
const NST: Playouts = Playouts::Mast { temperature: 0.1, replies: Some(Replies { prior: 10.0 }) };
const GRAVE: Option<Grave> = Some(Grave { reference: 20, bias: 0.01 });

/// So much exploration that it counts for nothing what moves were worth.
const EVENLY: f64 = 1e6;

const BASE: Recipe = Recipe {
    name: "",
    about: "",
    c: 0.5,
    playouts: NST,
    grave: None,
    backup: 0.0,
    cut: None,
    is_flat: false,
};

const USUAL: Recipe =
    Recipe { name: "nst", about: "playouts prefer what was good on average and as a reply", ..BASE };

/// All recipes; a new one is a line here.
pub const RECIPES: &[Recipe] = &[
    Recipe { name: "plain", about: "even playouts", playouts: Playouts::Even, ..BASE },
    Recipe { name: "mast", about: "playouts prefer what was good on average", playouts: MAST, ..BASE },
    USUAL,
    Recipe {
        name: "flat",
        about: "no tree, only even playouts behind each move",
        playouts: Playouts::Even,
        is_flat: true,
        ..BASE
    },
    Recipe {
        name: "flat-mc",
        about: "no tree, and as many even playouts behind each move (flat Monte Carlo)",
        c: EVENLY,
        playouts: Playouts::Even,
        is_flat: true,
        ..BASE
    },
    Recipe {
        name: "flat-nst",
        about: "no tree, only playouts of nst behind each move",
        is_flat: true,
        ..BASE
    },
    Recipe {
        name: "grave",
        about: "moves count also where they were made later",
        c: 0.35,
        playouts: Playouts::Named,
        grave: GRAVE,
        ..BASE
    },
    Recipe {
        name: "grave-nst",
        about: "as grave, and playouts prefer what was good on average and as a reply",
        c: 0.35,
        grave: GRAVE,
        ..BASE
    },
    Recipe { name: "backup", about: "an evaluation counts beside what playouts give", backup: 0.4, ..BASE },
    Recipe {
        name: "cut",
        about: "playouts are cut short, and an evaluation says what that is worth",
        cut: Some(6),
        ..BASE
    },
    Recipe {
        name: "backup-cut",
        about: "an evaluation counts beside what playouts give, and these are cut short",
        backup: 0.4,
        cut: Some(6),
        ..BASE
    },
];

impl Recipe {
    /// What searches of a game are made of before anything was trained.
    pub const USUAL: &'static Recipe = &USUAL;

    pub fn named(name: &str) -> Option<&'static Recipe> {
        RECIPES.iter().find(|recipe| recipe.name == name)
    }

    /// Whether it goes by what positions are worth, which somebody must have found out.
    pub fn needs_evaluation(&self) -> bool {
        self.backup > 0.0 || self.cut.is_some()
    }

    /// Whether it looks at evaluations as minimax does, which wants two seats that see everything.
    pub fn backs_up(&self) -> bool {
        self.backup > 0.0
    }
}
