//! What statements say of players, cards, trumps and points: each fills in its part of the definition.
//! It does not know which words a statement begins with.

use super::cursor::Ident;
use super::definition::{Exposed, Gift, Passing, Said, Start, Team, Trump, Way};
use super::form::Which;
use super::sentence::Reader;
use super::token::Tok;
use base::{Problem, Span};

impl Reader<'_, '_> {
    pub(crate) fn name(&mut self, start: Span) {
        let Some(name) = self.text() else { return };
        let span = self.cursor.since(start);
        let before = self.definition.name.clone();
        if self.once(before.as_ref(), "the name of the game", span) {
            self.definition.name = Some(Said { value: name.text, span });
        }
    }

    /// `10 cards to each player`, `random cards to player "P"`
    pub(crate) fn gives(&mut self, start: Span) {
        let random = self.cursor.eat_word("random");
        let count = if random { None } else { self.count() };
        let is_fine = random || count.is_some();
        if self.cursor.lost {
            return;
        }
        if !self.cursor.eat_word("card") && !self.word("cards") || !self.word("to") {
            return;
        }
        let to = if self.cursor.eat_word("each") {
            self.word("player");
            None
        } else if self.cursor.eat_word("player") {
            match self.text() {
                Some(name) => Some(name),
                None => return,
            }
        } else {
            return self.broken("`each player` or `player \"Name\"`");
        };
        // Whoever wrote a wrong number did say it.
        let count = if is_fine { count } else { Some(1) };
        let span = self.cursor.since(start);
        self.definition.gifts.push(Gift { count, to, span });
    }

    pub(crate) fn starts(&mut self, which: Which, start: Span) {
        let value = if which == Which::StartsWithHolder {
            let Some((rank, suit)) = self.card() else { return };
            let once = self.cursor.is_word("in") && self.words(&["in", "the", "first", "deal"]);
            Start::Holder { rank, suit, once }
        } else if self.cursor.eat_word("random") {
            self.word("player");
            Start::Random
        } else if self.word("player") {
            let Some(name) = self.text() else { return };
            Start::Player(name)
        } else {
            return;
        };
        let span = self.cursor.since(start);
        let before = self.definition.start.clone();
        if let Start::Player(name) = &value {
            self.needs_seat(name);
        }
        if self.once(before.as_ref(), "who starts", span) {
            self.definition.start = Some(Said { value, span });
        }
    }

    /// A player who was declared above.
    pub(crate) fn needs_seat(&mut self, name: &Ident) {
        if self.definition.seat(&name.text).is_none() {
            let problem = Problem::error(
                "unknown-seat",
                name.span,
                format!("no player is called `{}` here", name.text),
            );
            self.cursor.report(super::complete::seat_hint(self.definition, problem, &name.text));
        }
    }

    /// `"Rank" of "Suit"`
    pub(crate) fn card(&mut self) -> Option<(Ident, Ident)> {
        let rank = self.text()?;
        self.word("of").then_some(())?;
        let suit = self.text()?;
        Some((rank, suit))
    }

    /// `("Cups", "Coins")`
    pub(crate) fn names(&mut self, which: Which, start: Span) {
        let is_open = self.cursor.eat(Tok::OpenParen);
        let mut names = Vec::new();
        loop {
            let before = self.cursor.position();
            names.extend(self.text());
            if self.cursor.lost || self.cursor.position() == before || !self.cursor.eat(Tok::Comma) {
                break;
            }
            if self.cursor.is(Tok::CloseParen) {
                break;
            }
        }
        if is_open && !self.cursor.lost && !self.cursor.eat(Tok::CloseParen) {
            self.broken("`,` or `)`");
        }
        let span = self.cursor.since(start);
        let (before, what) = match which {
            Which::Suits => (self.definition.suits.clone(), "the list of suits"),
            _ => (self.definition.ranks.clone(), "the list of ranks"),
        };
        if self.once(before.as_ref(), what, span) {
            let said = Some(Said { value: names, span });
            match which {
                Which::Suits => self.definition.suits = said,
                _ => self.definition.ranks = said,
            }
        }
    }

    pub(crate) fn trump(&mut self, which: Which, start: Span) {
        let value = match which {
            Which::TrumpLastCard => {
                if !self.words(&["card", "of", "the", "deck"]) {
                    return;
                }
                Trump::LastCard
            }
            Which::TrumpChosen if self.cursor.eat_word("player") => {
                let Some(name) = self.text() else { return };
                Trump::ChosenBy(name)
            }
            Which::TrumpChosen => {
                if !self.words(&["the", "starting", "player"]) {
                    return;
                }
                Trump::ChosenByLeader
            }
            _ => {
                let Some(suit) = self.text() else { return };
                if self.definition.suits.is_none() {
                    let message = "the trump is said before the suits";
                    let problem = Problem::error("said-too-early", suit.span, message);
                    self.cursor.report(problem.hint("put this statement below `game suitsAre (...)`"));
                }
                Trump::Suit(suit)
            }
        };
        let span = self.cursor.since(start);
        let before = self.definition.trump.clone();
        if self.once(before.as_ref(), "the trump", span) {
            self.definition.trump = Some(Said { value, span });
        }
    }

    /// `composed of "A" and "C"`, perhaps with `called "Name"` before it
    pub(crate) fn team(&mut self, start: Span) {
        let name = if self.cursor.eat_word("called") {
            match self.text() {
                Some(name) => Some(name.text),
                None => return,
            }
        } else {
            None
        };
        if !self.words(&["composed", "of"]) {
            return;
        }
        let mut members = Vec::new();
        loop {
            members.extend(self.text());
            if self.cursor.lost || !(self.cursor.eat(Tok::Comma) || self.cursor.eat_word("and")) {
                break;
            }
        }
        let span = self.cursor.since(start);
        self.definition.teams.push(Team { name, members, span });
    }

    /// `thirds`
    pub(crate) fn parts(&mut self, start: Span) {
        let parts = match self.cursor.word_at(0) {
            "halves" => 2,
            "thirds" => 3,
            "quarters" => 4,
            _ => {
                return self.broken("`halves`, `thirds` or `quarters`");
            }
        };
        self.cursor.bump();
        let span = self.cursor.since(start);
        let before = self.definition.parts.clone();
        if self.once(before.as_ref(), "what points are counted in", span) {
            self.definition.parts = Some(Said { value: parts, span });
        }
    }

    /// `3 points`
    pub(crate) fn worth(&mut self, which: Which, start: Span) {
        let Some(n) = self.count() else { return };
        if !self.cursor.eat_word("point") && !self.word("points") {
            return;
        }
        let span = self.cursor.since(start);
        let is_last = which == Which::LastTrick;
        let before =
            if is_last { self.definition.last_trick.clone() } else { self.definition.target.clone() };
        let what = if is_last { "the worth of the last trick" } else { "how long the game is played" };
        if self.once(before.as_ref(), what, span) {
            let said = Some(Said { value: n, span });
            if is_last {
                self.definition.last_trick = said;
            } else {
                self.definition.target = said;
            }
        }
    }

    pub(crate) fn refills(&mut self, start: Span) {
        let span = self.cursor.since(start);
        let before = self.definition.refills.map(|span| Said { value: (), span });
        if self.once(before.as_ref(), "that hands are refilled", span) {
            self.definition.refills = Some(span);
        }
    }

    /// `: 3 cards to the left, right, across, nobody`
    pub(crate) fn passing(&mut self, start: Span) {
        self.cursor.eat(Tok::Colon);
        let Some(count) = self.count() else { return };
        if !self.cursor.eat_word("card") && !self.word("cards") {
            return;
        }
        self.cursor.eat_word("to");
        let mut ways = Vec::new();
        loop {
            self.cursor.eat_word("to");
            self.cursor.eat_word("the");
            let way = match self.cursor.word_at(0) {
                "left" => Way::Left,
                "right" => Way::Right,
                "across" => Way::Across,
                "nobody" => Way::Nobody,
                _ => {
                    return self.broken("`left`, `right`, `across` or `nobody`");
                }
            };
            self.cursor.bump();
            ways.push(way);
            if !self.cursor.eat(Tok::Comma) && !self.cursor.eat_word("and") && !self.cursor.eat_word("then") {
                break;
            }
        }
        let span = self.cursor.since(start);
        let before = self.definition.passing.clone();
        if self.once(before.as_ref(), "how hands are passed", span) {
            self.definition.passing = Some(Said { value: Passing { count, ways }, span });
        }
    }

    pub(crate) fn exposed(&mut self, which: Which, start: Span) {
        let value = match which {
            Which::HiddenAll => return,
            Which::ExposedAll => Exposed::All,
            _ => {
                let Some(name) = self.text() else { return };
                if !self.word("is") {
                    return;
                }
                if self.cursor.eat_word("hidden") || !self.word("exposed") {
                    return;
                }
                Exposed::Of(name)
            }
        };
        let span = self.cursor.since(start);
        self.definition.exposed.push(Said { value, span });
    }
}
