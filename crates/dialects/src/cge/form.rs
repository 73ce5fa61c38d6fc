//! The statements there are, by the words that they begin with. It does not know what follows these words.

use base::nearest;

/// Which statement it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Which {
    Name,
    Player,
    Bot,
    Team,
    Gives,
    StartsFrom,
    StartsWithHolder,
    Suits,
    Ranks,
    LeavesOut,
    Trump,
    TrumpChosen,
    TrumpLastCard,
    Playing,
    Taking,
    Winning,
    Points,
    Bonuses,
    Parts,
    LastTrick,
    Target,
    WonBy,
    Refills,
    Passing,
    ExposedAll,
    HiddenAll,
    ExposedOf,
    FollowsSuit,
    HighestTakes,
}

pub(crate) struct Form {
    pub which: Which,
    /// The words after `game`.
    pub words: &'static [&'static str],
    /// How it is written, for hints.
    pub shape: &'static str,
    /// Rules follow, which may run over many lines.
    pub takes_rules: bool,
}

const fn form(which: Which, words: &'static [&'static str], shape: &'static str) -> Form {
    Form { which, words, shape, takes_rules: false }
}

const fn rules(which: Which, words: &'static [&'static str], shape: &'static str) -> Form {
    Form { which, words, shape, takes_rules: true }
}

const PLAYING: &str = "game playing rules are: (table, player, card) => ...";
const TAKING: &str = "game hand rules are: (trick, card, trump, ranks) => ...";
const WINNING: &str = "game win conditions are: (game, player) => ...";
const POINTS: &str = "game card points are: (rank, suit) => ...";
const BONUSES: &str = "game bonus points are: (game, player) => ...";
const PASSED: &str = "game hands are passed: 3 cards to the left, right, across, nobody";

/// All statements; where one begins as another does, the longer one comes first.
pub(crate) const FORMS: &[Form] = &[
    form(Which::Target, &["is", "played", "to"], "game is played to 41 points"),
    form(Which::WonBy, &["is", "won", "by", "the"], "game is won by the fewest points"),
    form(Which::Name, &["is"], "game is \"Name\""),
    form(Which::Player, &["has", "player", "called"], "game has player called \"Name\""),
    form(Which::Bot, &["has", "bot", "called"], "game has bot called \"Name\""),
    form(Which::Team, &["has", "team"], "game has team composed of \"A\" and \"B\""),
    form(Which::Gives, &["gives"], "game gives 10 cards to each player"),
    form(Which::StartsFrom, &["starts", "from"], "game starts from player \"Name\""),
    form(
        Which::StartsWithHolder,
        &["starts", "with", "the", "holder", "of"],
        "game starts with the holder of \"Two\" of \"Coins\"",
    ),
    form(Which::Suits, &["suitsAre"], "game suitsAre (\"Cups\", \"Coins\")"),
    form(Which::Suits, &["suits", "are"], "game suitsAre (\"Cups\", \"Coins\")"),
    form(Which::Ranks, &["ranksAre"], "game ranksAre (\"Two\", \"Three\")"),
    form(Which::Ranks, &["ranks", "are"], "game ranksAre (\"Two\", \"Three\")"),
    form(Which::LeavesOut, &["leaves", "out"], "game leaves out \"Two\" of \"Cups\""),
    form(Which::Trump, &["trumpIs"], "game trumpIs \"Cups\""),
    form(Which::TrumpChosen, &["trump", "is", "chosen", "by"], "game trump is chosen by player \"Name\""),
    form(Which::TrumpLastCard, &["trump", "is", "the", "last"], "game trump is the last card of the deck"),
    form(Which::Trump, &["trump", "is"], "game trumpIs \"Cups\""),
    rules(Which::Playing, &["playing", "rules", "are"], PLAYING),
    rules(Which::Playing, &["playing", "rule", "is"], PLAYING),
    rules(Which::Taking, &["hand", "rules", "are"], TAKING),
    rules(Which::Taking, &["hand", "rule", "is"], TAKING),
    rules(Which::Winning, &["win", "conditions", "are"], WINNING),
    rules(Which::Winning, &["win", "condition", "is"], WINNING),
    rules(Which::Points, &["card", "points", "are"], POINTS),
    rules(Which::Bonuses, &["bonus", "points", "are"], BONUSES),
    form(Which::Parts, &["points", "are", "counted", "in"], "game points are counted in thirds"),
    form(Which::Parts, &["counts", "points", "in"], "game counts points in thirds"),
    form(Which::LastTrick, &["last", "trick", "is", "worth"], "game last trick is worth 1 point"),
    form(Which::Refills, &["refills", "hands", "from", "the", "deck"], "game refills hands from the deck"),
    form(Which::Passing, &["hands", "are", "passed"], PASSED),
    form(Which::ExposedAll, &["hands", "are", "exposed"], "game hands are exposed"),
    form(Which::HiddenAll, &["hands", "are", "hidden"], "game hands are hidden"),
    form(Which::ExposedOf, &["hand", "of", "player"], "game hand of player \"Name\" is exposed"),
    form(Which::FollowsSuit, &["follows", "suit"], "game follows suit"),
    form(
        Which::HighestTakes,
        &["highest", "trump", "or", "highest", "of", "the", "led", "suit", "takes"],
        "game highest trump or highest of the led suit takes",
    ),
];

/// Rules that the library has, by the words that stand for them in a list of rules and by their name there.
pub(crate) const READY: &[(&[&str], &str)] = &[
    (&["follow", "suit"], "followSuit"),
    (&["followSuit"], "followSuit"),
    (&["highest", "trump", "or", "highest", "of", "the", "led", "suit", "takes"], "highestTrumpOrLed"),
    (&["highestTrumpOrLed"], "highestTrumpOrLed"),
    (&["most", "points"], "mostPoints"),
    (&["mostPoints"], "mostPoints"),
    (&["fewest", "points"], "fewestPoints"),
    (&["fewestPoints"], "fewestPoints"),
];

/// The shape of the statement that was meant by these words.
pub(crate) fn meant(words: &[&str]) -> Option<&'static str> {
    let beginnings: Vec<(String, &Form)> = FORMS.iter().map(|form| (form.words.join(" "), form)).collect();
    for length in (1..=words.len().min(9)).rev() {
        let said = words[..length].join(" ");
        let same_length = beginnings.iter().filter(|(_, form)| form.words.len() == length);
        if let Some(near) = nearest(&said, same_length.map(|(text, _)| text.as_str())) {
            return beginnings.iter().find(|(text, _)| text == near).map(|(_, form)| form.shape);
        }
    }
    // Otherwise one that begins with the same word, or nearly.
    let first = words.first()?;
    let firsts = || FORMS.iter().map(|form| form.words[0]);
    let word = firsts().find(|w| w == first).or_else(|| nearest(first, firsts()))?;
    FORMS.iter().filter(|form| form.words[0] == word).map(|form| form.shape).next_back()
}
