//! The statements there are: the words that each begins with, what follows them, and what that says of the game.

use super::definition::{Definition, Exposed, Rule, Trump};
use super::sentence::{Filled, Reader};
use Rest::{Own, Rules, Says};
use base::{Span, nearest};

/// One of the lists of rules of a game.
pub(crate) type RuleList = fn(&mut Definition) -> &mut Vec<Rule>;

/// What follows the first words of a statement.
pub(crate) enum Rest {
    /// Words and holes, such as `{count} point|points`, and what to do with what fills the holes. There is `{name}`
    /// for a text, `{count}` for a number and `{a|b}` for one of these words; of several words the last is the one
    /// that messages propose.
    Says(&'static str, fn(&mut Reader, Filled)),
    /// What no pattern says; the place is that of `game`.
    Own(fn(&mut Reader, Span)),
    /// Rules, which may run over many lines.
    Rules(RuleList),
}

pub(crate) struct Form {
    /// The words after `game`.
    pub words: &'static str,
    /// How it is written after `game`, for hints.
    pub shape: &'static str,
    pub rest: Rest,
}

impl Form {
    pub(crate) fn first_word(&self) -> &'static str {
        self.words.split(' ').next().unwrap_or("")
    }

    pub(crate) fn takes_rules(&self) -> bool {
        matches!(self.rest, Rules(_))
    }
}

/// Whether these words stand there, one after the other.
pub(crate) fn says<'t>(words: &str, word_at: impl Fn(usize) -> &'t str) -> bool {
    words.split(' ').enumerate().all(|(i, word)| word_at(i) == word)
}

const fn form(words: &'static str, shape: &'static str, rest: Rest) -> Form {
    Form { words, shape, rest }
}

const PLAYING: RuleList = |d| &mut d.playing;
const TAKING: RuleList = |d| &mut d.taking;
const WINNING: RuleList = |d| &mut d.winning;

const SUITED: &str = r#"suitsAre ("Cups", "Coins")"#;
const RANKED: &str = r#"ranksAre ("Two", "Three")"#;
const TRUMPED: &str = r#"trumpIs "Cups""#;
const PLAYED: &str = "playing rules are: (table, player, card) => ...";
const TAKEN: &str = "hand rules are: (trick, card, trump, ranks) => ...";
const WON: &str = "win conditions are: (game, player) => ...";
const COUNTED: &str = "card points are: (rank, suit) => ...";
const ADDED: &str = "bonus points are: (game, player) => ...";
const PASSED: &str = "hands are passed: 3 cards to the left, right, across, nobody";

const IN_PARTS: Rest = Says("{halves|thirds|quarters}", |r, said| {
    r.once(|d| &mut d.parts, "what points are counted in", 2 + said.choice as u32, said.span)
});

/// All statements; where one begins as another does, the longer one comes first.
pub(crate) const FORMS: &[Form] = &[
    form(
        "is played to",
        "is played to 41 points",
        Says("{count} point|points", |r, said| {
            r.once(|d| &mut d.target, "how long the game is played", said.number, said.span)
        }),
    ),
    form(
        "is won by the",
        "is won by the fewest points",
        Says("{fewest|most} points", |r, said| {
            r.ready(WINNING, ["fewestPoints", "mostPoints"][said.choice], said.span)
        }),
    ),
    form("is", r#"is "Name""#, Says("{name}", |r, said| r.name(said))),
    form("has player called", r#"has player called "Name""#, Says("{name}", |r, said| r.seat(said, false))),
    form("has bot called", r#"has bot called "Name""#, Says("{name}", |r, said| r.seat(said, true))),
    form("has team", r#"has team composed of "A" and "B""#, Own(|r, start| r.team(start))),
    form("gives", "gives 10 cards to each player", Own(|r, start| r.gives(start))),
    form("starts from", r#"starts from player "Name""#, Own(|r, start| r.starts_from(start))),
    form(
        "starts with the holder of",
        r#"starts with the holder of "Two" of "Coins""#,
        Own(|r, start| r.starts_with_holder(start)),
    ),
    form("suitsAre", SUITED, Own(|r, start| r.names(|d| &mut d.suits, "the list of suits", start))),
    form("suits are", SUITED, Own(|r, start| r.names(|d| &mut d.suits, "the list of suits", start))),
    form("ranksAre", RANKED, Own(|r, start| r.names(|d| &mut d.ranks, "the list of ranks", start))),
    form("ranks are", RANKED, Own(|r, start| r.names(|d| &mut d.ranks, "the list of ranks", start))),
    form(
        "leaves out",
        r#"leaves out "Two" of "Cups""#,
        Says("{name} of {name}", |r, said| r.leaves_out(said)),
    ),
    form("trumpIs", TRUMPED, Own(|r, start| r.trump_suit(start))),
    form("trump is chosen by", r#"trump is chosen by player "Name""#, Own(|r, start| r.trump_chosen(start))),
    form(
        "trump is the last",
        "trump is the last card of the deck",
        Says("card of the deck", |r, said| r.trump(Trump::LastCard, said.span)),
    ),
    form("trump is", TRUMPED, Own(|r, start| r.trump_suit(start))),
    form("playing rules are", PLAYED, Rules(PLAYING)),
    form("playing rule is", PLAYED, Rules(PLAYING)),
    form("hand rules are", TAKEN, Rules(TAKING)),
    form("hand rule is", TAKEN, Rules(TAKING)),
    form("win conditions are", WON, Rules(WINNING)),
    form("win condition is", WON, Rules(WINNING)),
    form("card points are", COUNTED, Rules(|d| &mut d.points)),
    form("bonus points are", ADDED, Rules(|d| &mut d.bonuses)),
    form("points are counted in", "points are counted in thirds", IN_PARTS),
    form("counts points in", "counts points in thirds", IN_PARTS),
    form(
        "last trick is worth",
        "last trick is worth 1 point",
        Says("{count} point|points", |r, said| {
            r.once(|d| &mut d.last_trick, "the worth of the last trick", said.number, said.span)
        }),
    ),
    form(
        "refills hands from the deck",
        "refills hands from the deck",
        Says("", |r, said| r.once(|d| &mut d.refills, "that hands are refilled", (), said.span)),
    ),
    form("hands are passed", PASSED, Own(|r, start| r.passing(start))),
    form("hands are exposed", "hands are exposed", Says("", |r, said| r.exposed(Exposed::All, said.span))),
    form("hands are hidden", "hands are hidden", Says("", |_, _| ())),
    form("hand of player", r#"hand of player "Name" is exposed"#, Own(|r, start| r.exposed_of(start))),
    form("follows suit", "follows suit", Says("", |r, said| r.ready(PLAYING, "followSuit", said.span))),
    form(
        "highest trump or highest of the led suit takes",
        "highest trump or highest of the led suit takes",
        Says("", |r, said| r.ready(TAKING, "highestTrumpOrLed", said.span)),
    ),
];

/// Rules that the library has, by the words that stand for them in a list of rules and by their name there.
pub(crate) const READY: &[(&str, &str)] = &[
    ("follow suit", "followSuit"),
    ("followSuit", "followSuit"),
    ("highest trump or highest of the led suit takes", "highestTrumpOrLed"),
    ("highestTrumpOrLed", "highestTrumpOrLed"),
    ("most points", "mostPoints"),
    ("mostPoints", "mostPoints"),
    ("fewest points", "fewestPoints"),
    ("fewestPoints", "fewestPoints"),
];

/// The shape of the statement that was meant by these words.
pub(crate) fn meant(words: &[&str]) -> Option<&'static str> {
    for length in (1..=words.len().min(9)).rev() {
        let said = words[..length].join(" ");
        let same_length = || FORMS.iter().filter(|form| form.words.split(' ').count() == length);
        if let Some(near) = nearest(&said, same_length().map(|form| form.words)) {
            return FORMS.iter().find(|form| form.words == near).map(|form| form.shape);
        }
    }
    // Otherwise one that begins with the same word, or nearly.
    let first = words.first()?;
    let firsts = || FORMS.iter().map(Form::first_word);
    let word = firsts().find(|w| w == first).or_else(|| nearest(first, firsts()))?;
    FORMS.iter().filter(|form| form.first_word() == word).map(|form| form.shape).next_back()
}
