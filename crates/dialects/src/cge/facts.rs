//! What statements say of players, cards, trumps and points: each fills in its part of the definition.
//! It does not know which words a statement begins with.

use super::complete::unknown_seat;
use super::cursor::Ident;
use super::definition::{
    Definition, Exposed, Gift, Passing, Rule, Said, Seat, SeatOffset, Start, Team, Trump,
};
use super::form::RuleList;
use super::sentence::{Filled, Reader};
use super::token::Tok;
use base::{Problem, Span};

impl Reader<'_, '_> {
    pub(crate) fn name(&mut self, said: Filled) {
        let text = said.names.into_iter().map(|name| name.text).collect();
        self.once(|d| &mut d.name, "the name of the game", text, said.span);
    }

    pub(crate) fn seat(&mut self, said: Filled, is_bot: bool) {
        self.definition.seats.extend(said.names.into_iter().map(|name| Seat { name, is_bot }));
    }

    pub(crate) fn ready(&mut self, list: RuleList, name: &'static str, span: Span) {
        list(self.definition).push(Rule::Ready(name, span));
    }

    /// `10 cards to each player`, `random cards to player "P"`
    pub(crate) fn gives(&mut self, start: Span) {
        let random = self.cursor.eat_word("random");
        let count = if random { None } else { self.count() };
        if self.cursor.lost || !self.any_word_of("card|cards") || !self.word("to") {
            return;
        }
        let to = if self.cursor.eat_word("each") {
            self.word("player");
            None
        } else if self.cursor.eat_word("player") {
            let Some(name) = self.text() else { return };
            Some(name)
        } else {
            return self.broken("`each player` or `player \"Name\"`");
        };
        // A number that is not valid was reported; that cards are dealt counts all the same.
        let count = if random { None } else { count.or(Some(1)) };
        let span = self.cursor.since(start);
        self.definition.gifts.push(Gift { count, to, span });
    }

    /// `random player`, `player "P"`
    pub(crate) fn starts_from(&mut self, start: Span) {
        let value = if self.cursor.eat_word("random") {
            self.word("player");
            Start::Random
        } else {
            let Some(name) = self.player() else { return };
            Start::Player(name)
        };
        let span = self.cursor.since(start);
        if let Start::Player(name) = &value
            && self.definition.seat(&name.text).is_none()
        {
            self.cursor.report(unknown_seat(self.definition, name, " here"));
        }
        self.starts(value, span);
    }

    /// `"Rank" of "Suit"`, perhaps with `in the first deal` behind it
    pub(crate) fn starts_with_holder(&mut self, start: Span) {
        let Some(rank) = self.text() else { return };
        let Some(suit) = self.word("of").then(|| self.text()).flatten() else { return };
        let once = self.cursor.is_word("in") && self.words(&["in", "the", "first", "deal"]);
        let span = self.cursor.since(start);
        self.starts(Start::Holder { rank, suit, once }, span);
    }

    fn starts(&mut self, value: Start, span: Span) {
        self.once(|d| &mut d.start, "who starts", value, span);
    }

    /// `player "P"`
    fn player(&mut self) -> Option<Ident> {
        if self.word("player") { self.text() } else { None }
    }

    /// `("Cups", "Coins")`
    pub(crate) fn names(
        &mut self,
        place: fn(&mut Definition) -> &mut Option<Said<Vec<Ident>>>,
        what: &str,
        start: Span,
    ) {
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
        self.once(place, what, names, span);
    }

    /// `"Rank" of "Suit"`
    pub(crate) fn leaves_out(&mut self, said: Filled) {
        if let Ok([rank, suit]) = <[Ident; 2]>::try_from(said.names) {
            self.definition.left_out.push(Said { value: (rank, suit), span: said.span });
        }
    }

    pub(crate) fn trump(&mut self, trump: Trump, span: Span) {
        self.once(|d| &mut d.trump, "the trump", trump, span);
    }

    pub(crate) fn trump_suit(&mut self, start: Span) {
        let Some(suit) = self.text() else { return };
        if self.definition.suits.is_none() {
            let problem = Problem::error("said-too-early", suit.span, "the trump is said before the suits");
            self.cursor.report(problem.hint("put this statement below `game suitsAre (...)`"));
        }
        let span = self.cursor.since(start);
        self.trump(Trump::Suit(suit), span);
    }

    /// `player "P"`, `the starting player`
    pub(crate) fn trump_chosen(&mut self, start: Span) {
        let trump = if self.cursor.is_word("player") {
            self.player().map(Trump::ChosenBy)
        } else {
            self.words(&["the", "starting", "player"]).then_some(Trump::ChosenByLeader)
        };
        let Some(trump) = trump else { return };
        let span = self.cursor.since(start);
        self.trump(trump, span);
    }

    /// `composed of "A" and "C"`, perhaps with `called "Name"` before it
    pub(crate) fn team(&mut self, start: Span) {
        let mut name = None;
        if self.cursor.eat_word("called") {
            let Some(said) = self.text() else { return };
            name = Some(said.text);
        }
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

    /// `: 3 cards to the left, right, across, nobody`
    pub(crate) fn passing(&mut self, start: Span) {
        self.cursor.eat(Tok::Colon);
        let Some(count) = self.count() else { return };
        if !self.any_word_of("card|cards") {
            return;
        }
        self.cursor.eat_word("to");
        let mut to = Vec::new();
        loop {
            self.cursor.eat_word("to");
            self.cursor.eat_word("the");
            let Some(which) = self.one_of(&["left", "right", "across", "nobody"]) else { return };
            to.push([SeatOffset::Left, SeatOffset::Right, SeatOffset::Across, SeatOffset::Nobody][which]);
            if !self.cursor.eat(Tok::Comma) && !self.cursor.eat_word("and") && !self.cursor.eat_word("then") {
                break;
            }
        }
        let span = self.cursor.since(start);
        self.once(|d| &mut d.passing, "how hands are passed", Passing { count, to }, span);
    }

    /// `"P" is exposed`, `"P" is hidden`
    pub(crate) fn exposed_of(&mut self, start: Span) {
        let Some(name) = self.text() else { return };
        if self.word("is") && !self.cursor.eat_word("hidden") && self.word("exposed") {
            let span = self.cursor.since(start);
            self.exposed(Exposed::Of(name), span);
        }
    }

    pub(crate) fn exposed(&mut self, value: Exposed, span: Span) {
        self.definition.exposed.push(Said { value, span });
    }
}
