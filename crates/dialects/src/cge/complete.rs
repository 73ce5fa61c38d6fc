//! What all statements of a file must say together: what is needed, who is known, how many cards there are.
//! It knows no syntax.

use super::cursor::Ident;
use super::definition::{Definition, Exposed, Said, Start, Trump};
use base::{Problem, Span, nearest};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// The most players of a game.
pub(super) const MAX_PLAYERS: usize = 8;
/// The most suits times ranks.
const MAX_CARDS: usize = 1000;
/// The largest number of cards that chance gives.
const MAX_RANDOM: usize = 10;

/// The problems of the whole. `end` is where missing statements are reported.
pub(crate) fn problems(definition: &Definition, end: Span) -> Vec<Problem> {
    let mut checks = Checks { definition, problems: Vec::new() };
    checks.needed(end);
    checks.seats();
    checks.cards();
    checks.gifts();
    checks.trump();
    checks.teams();
    checks.others();
    checks.problems
}

/// A player that nothing has declared. `place` says where else one might look for it.
pub(crate) fn unknown_seat(definition: &Definition, name: &Ident, place: &str) -> Problem {
    let message = format!("no player is called `{}`{place}", name.text);
    let problem = Problem::error("unknown-seat", name.span, message);
    let names: Vec<&str> = definition.seats.iter().map(|seat| seat.name.text.as_str()).collect();
    if names.is_empty() {
        return problem.hint("put it below `game has player called \"...\"`");
    }
    let hint = nearest_or_all(&name.text, &names, names.len());
    let is_list = hint.starts_with("there is");
    problem.hint(hint + if is_list { "; a player is declared above where the name is used" } else { "" })
}

fn nearest_or_all(name: &str, known: &[&str], most: usize) -> String {
    match nearest(name, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            let all: Vec<String> = known.iter().take(most).map(|known| format!("`{known}`")).collect();
            format!("there is {}", all.join(", "))
        }
    }
}

/// Something that was said before.
pub(crate) fn said_twice(message: &str, span: Span, before: Span) -> Problem {
    let problem = Problem::error("said-twice", span, message);
    problem.other(before, "here for the first time").hint("take one of both out")
}

struct Checks<'d> {
    definition: &'d Definition,
    problems: Vec<Problem>,
}

impl Checks<'_> {
    fn report(&mut self, problem: Problem) {
        self.problems.push(problem);
    }

    fn needed(&mut self, end: Span) {
        let d = self.definition;
        let missing = [
            (d.name.is_none(), "the game has no name", "game is \"Name\""),
            (d.seats.is_empty(), "the game has no player", "game has player called \"Name\""),
            (d.suits.is_none(), "the game has no suits", "game suitsAre (\"Cups\", \"Coins\")"),
            (d.ranks.is_none(), "the game has no ranks", "game ranksAre (\"Two\", \"Three\")"),
            (
                d.gifts.is_empty(),
                "nothing says how many cards are dealt",
                "game gives 10 cards to each player",
            ),
        ];
        for (is_missing, message, shape) in missing {
            if is_missing {
                let problem = Problem::error("missing-statement", end, message);
                self.report(problem.hint(format!("write `{shape}`")));
            }
        }
        if d.started.is_none() {
            let problem = Problem::error("missing-start", end, "nothing starts the game");
            self.report(problem.hint("the last line is `GameController(game.build).startGame`"));
        }
    }

    /// Names that stand twice in a list.
    fn twice(&mut self, names: &[Ident], what: &str) {
        for (i, name) in names.iter().enumerate().take(MAX_CARDS) {
            if let Some(first) = names[..i].iter().find(|other| other.text == name.text) {
                let message = format!("{what} `{}` is there already", name.text);
                let problem = Problem::error("same-name", name.span, message);
                self.report(problem.other(first.span, "here for the first time").hint("take another name"));
            }
        }
    }

    fn seats(&mut self) {
        let names: Vec<Ident> = self.definition.seats.iter().map(|seat| seat.name.clone()).collect();
        self.twice(&names, "a player called");
        if let Some(first) = names.get(MAX_PLAYERS) {
            let message = format!("a game has at most {MAX_PLAYERS} players, and this is one more");
            self.report(Problem::error("too-many-players", first.span, message));
        }
    }

    fn cards(&mut self) {
        let names =
            |said: &Option<Said<Vec<Ident>>>| said.as_ref().map_or(Vec::new(), |said| said.value.clone());
        let (suits, ranks) = (names(&self.definition.suits), names(&self.definition.ranks));
        self.twice(&suits, "a suit called");
        self.twice(&ranks, "a rank called");
        if suits.len() * ranks.len() > MAX_CARDS
            && let Some(said) = &self.definition.ranks
        {
            let message = format!("{} suits with {} ranks are too many cards", suits.len(), ranks.len());
            let problem = Problem::error("too-many-cards", said.span, message);
            self.report(problem.hint(format!("a deck has at most {MAX_CARDS} cards")));
        }
        let mut known: BTreeMap<(&str, &str), Span> = BTreeMap::new();
        let definition = self.definition;
        for Said { value: (rank, suit), span } in &definition.left_out {
            self.needs_card(rank, suit);
            match known.entry((&rank.text, &suit.text)) {
                Entry::Vacant(free) => drop(free.insert(*span)),
                Entry::Occupied(first) => {
                    let message = format!("`{}` of `{}` is left out already", rank.text, suit.text);
                    self.report(said_twice(&message, *span, *first.get()));
                }
            }
        }
    }

    fn needs_card(&mut self, rank: &Ident, suit: &Ident) {
        for (name, known, what) in
            [(rank, &self.definition.ranks, "rank"), (suit, &self.definition.suits, "suit")]
        {
            let Some(known) = known else { continue };
            if known.value.iter().all(|k| k.text != name.text) {
                let problem = no_such(name, &known.value, what);
                self.problems.push(problem);
            }
        }
    }

    fn gifts(&mut self) {
        let d = self.definition;
        let to_all: Vec<_> = d.gifts.iter().filter(|g| g.to.is_none()).collect();
        let to_one: Vec<_> = d.gifts.iter().filter_map(|g| g.to.as_ref().map(|to| (g, to))).collect();
        for gift in to_all.iter().skip(1) {
            self.report(said_twice("how many cards are dealt is said twice", gift.span, to_all[0].span));
        }
        for (i, (gift, to)) in to_one.iter().enumerate() {
            self.needs_seat(to);
            if let Some((first, _)) = to_one[..i].iter().find(|(_, other)| other.text == to.text) {
                let message = format!("the number of cards of `{}` is said twice", to.text);
                self.report(said_twice(&message, gift.span, first.span));
            }
        }
        match (to_all.first(), to_one.first()) {
            (Some(all), Some((one, _))) => {
                let message = "cards are dealt to each player, and to one by name";
                let problem = Problem::error("said-twice", one.span, message);
                let problem = problem.other(all.span, "here to each player");
                return self.report(problem.hint("say either a number for all or one for each"));
            }
            (None, Some((first, _))) => {
                let lacks = d.seats.iter().filter(|s| to_one.iter().all(|(_, to)| to.text != s.name.text));
                let names: Vec<String> = lacks.map(|s| format!("`{}`", s.name.text)).collect();
                if !names.is_empty() {
                    let message = format!("nothing says how many cards are dealt to {}", names.join(", "));
                    let problem = Problem::error("missing-statement", first.span, message);
                    let hint = "write `game gives 10 cards to player \"Name\"` for each of them";
                    self.report(problem.hint(hint));
                }
            }
            _ => {}
        }
        if to_all.len() < 2 {
            self.enough();
        }
    }

    /// More cards than the deck has.
    fn enough(&mut self) {
        let d = self.definition;
        let (Some(suits), Some(ranks)) = (&d.suits, &d.ranks) else { return };
        let deck = (suits.value.len() * ranks.value.len()).saturating_sub(d.left_out.len());
        let count = |random: usize| -> usize {
            let of = |gift: &super::definition::Gift| {
                let times = if gift.to.is_some() { 1 } else { d.seats.len() };
                gift.count.map_or(random, |n| n as usize) * times
            };
            d.gifts.iter().map(of).sum()
        };
        let (least, most) = (count(1), count(MAX_RANDOM));
        let Some(last) = d.gifts.last() else { return };
        if least > deck {
            let message = format!("{least} cards are dealt, and the deck has {deck}");
            let problem = Problem::error("too-many-cards", last.span, message);
            self.report(problem.hint(format!(
                "the deck is {} suits with {} ranks",
                suits.value.len(),
                ranks.value.len()
            )));
        } else if most > deck {
            let message = format!("chance may deal {most} cards, and the deck has {deck}");
            let problem = Problem::warning("too-many-cards", last.span, message);
            self.report(problem.hint("each random number is from 1 to 10"));
        }
    }

    fn trump(&mut self) {
        let Some(trump) = &self.definition.trump else { return };
        match &trump.value {
            Trump::Suit(suit) => {
                if let Some(suits) = &self.definition.suits
                    && suits.value.iter().all(|s| s.text != suit.text)
                {
                    self.report(no_such(suit, &suits.value, "suit"));
                }
            }
            Trump::ChosenBy(name) => self.needs_seat(name),
            Trump::LastCard | Trump::ChosenByLeader => {}
        }
    }

    fn needs_seat(&mut self, name: &Ident) {
        if self.definition.seat(&name.text).is_none() {
            self.report(unknown_seat(self.definition, name, ""));
        }
    }

    fn teams(&mut self) {
        let mut members: Vec<Ident> = Vec::new();
        for team in &self.definition.teams {
            for name in &team.members {
                self.needs_seat(name);
                if let Some(first) = members.iter().find(|m| m.text == name.text) {
                    let message = format!("`{}` is in a team already", name.text);
                    let problem = Problem::error("said-twice", name.span, message);
                    self.report(problem.other(first.span, "here for the first time"));
                }
                members.push(name.clone());
            }
            if team.members.len() == 1 {
                let problem =
                    Problem::error("broken-statement", team.span, "a team has at least two players");
                self.report(problem.hint("write `game has team composed of \"A\" and \"B\"`"));
            }
        }
    }

    fn others(&mut self) {
        let start = self.definition.start.as_ref().map(|s| s.value.clone());
        if let Some(Start::Holder { rank, suit, .. }) = &start {
            self.needs_card(rank, suit);
        }
        for exposed in &self.definition.exposed {
            if let Exposed::Of(name) = &exposed.value {
                self.needs_seat(name);
            }
        }
        let Some(passing) = &self.definition.passing else { return };
        let least = self.definition.gifts.iter().filter_map(|g| g.count).min();
        if least.is_some_and(|n| passing.value.count > n) {
            let message = format!("{} cards are passed, and fewer are dealt", passing.value.count);
            self.report(Problem::error("too-many-cards", passing.span, message));
        }
    }
}

fn no_such(name: &Ident, known: &[Ident], what: &str) -> Problem {
    let problem = Problem::error("no-such-card", name.span, format!("no {what} is called `{}`", name.text));
    let known: Vec<&str> = known.iter().map(|known| known.text.as_str()).collect();
    problem.hint(nearest_or_all(&name.text, &known, 14))
}
