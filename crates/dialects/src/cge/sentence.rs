//! Statements: what follows the words that a statement begins with. Each is read by itself, so that whatever is wrong
//! in one says nothing about the next.

use super::cursor::{Cursor, Ident};
use super::definition::{Definition, Rule, Said, Seat};
use super::form::{FORMS, Form, Which, meant};
use super::lambda::parse::Parser;
use super::lambda::tree::Block;
use super::text;
use super::token::Tok;
use base::{Problem, Span};
use std::fmt::Display;

/// Reads statements, one at a time.
pub(crate) struct Reader<'c, 't> {
    pub cursor: &'c mut Cursor<'t>,
    pub definition: &'c mut Definition,
    pub form: Option<&'static Form>,
}

impl Reader<'_, '_> {
    /// `game ...`
    pub(crate) fn statement(&mut self) {
        let start = self.cursor.span();
        self.cursor.bump();
        let Some(form) = FORMS.iter().find(|form| self.begins_with(form)) else { return self.unknown(start) };
        self.form = Some(form);
        for _ in form.words {
            self.cursor.bump();
        }
        self.rest(form.which, start);
        // Where something is wrong already, the rest was not looked at.
        if self.cursor.problems.is_empty() && !self.cursor.at_end() {
            self.broken("the end of the statement");
        }
    }

    fn begins_with(&self, form: &Form) -> bool {
        form.words.iter().enumerate().all(|(i, word)| self.cursor.word_at(i) == *word)
    }

    fn unknown(&mut self, start: Span) {
        let words: Vec<&str> =
            (0..10).map(|i| self.cursor.word_at(i)).take_while(|word| !word.is_empty()).collect();
        let said = words.iter().take(4).copied().collect::<Vec<_>>().join(" ");
        while !self.cursor.at_end() && !self.cursor.token(0).starts_line {
            self.cursor.bump();
        }
        let span = self.cursor.since(start);
        let message = match said.as_str() {
            "" => "a statement begins with `game` and a word".to_owned(),
            said => format!("there is no statement `game {said}`"),
        };
        let mut problem = Problem::error("unknown-statement", span, message);
        if let Some(shape) = meant(&words) {
            problem = problem.hint(format!("did you mean `{shape}`?"));
        }
        self.cursor.fail(problem);
    }

    /// Reports that something else stands here than expected; the hint shows the statement as it should be.
    pub(crate) fn broken(&mut self, expected: impl Display) {
        let problem = self.cursor.expected("broken-statement", expected);
        self.cursor.fail(problem.hint(format!("write `{}`", self.shape())));
    }

    /// How the statement that is read is written.
    fn shape(&self) -> &'static str {
        self.form.map_or("", |form| form.shape)
    }

    fn rest(&mut self, which: Which, start: Span) {
        match which {
            Which::Name => self.name(start),
            Which::Player | Which::Bot => {
                if let Some(name) = self.text() {
                    self.definition.seats.push(Seat { name, is_bot: which == Which::Bot });
                }
            }
            Which::Team => self.team(start),
            Which::Gives => self.gives(start),
            Which::StartsFrom | Which::StartsWithHolder => self.starts(which, start),
            Which::Suits | Which::Ranks => self.names(which, start),
            Which::LeavesOut => {
                if let Some(card) = self.card() {
                    let span = self.cursor.since(start);
                    self.definition.left_out.push(Said { value: card, span });
                }
            }
            Which::Trump | Which::TrumpChosen | Which::TrumpLastCard => self.trump(which, start),
            Which::Playing | Which::Taking | Which::Winning | Which::Points | Which::Bonuses => {
                self.cursor.eat(Tok::Colon);
                let rules = self.rules();
                // What a broken rule says is not looked at.
                if !self.cursor.lost {
                    self.list(which).extend(rules);
                }
            }
            Which::FollowsSuit => self.ready(Which::Playing, "followSuit", start),
            Which::HighestTakes => self.ready(Which::Taking, "highestTrumpOrLed", start),
            Which::WonBy => self.won_by(start),
            Which::Parts => self.parts(start),
            Which::LastTrick | Which::Target => self.worth(which, start),
            Which::Refills => self.refills(start),
            Which::Passing => self.passing(start),
            Which::ExposedAll | Which::HiddenAll | Which::ExposedOf => self.exposed(which, start),
        }
    }

    /// The rules of a kind.
    pub(crate) fn list(&mut self, which: Which) -> &mut Vec<Rule> {
        match which {
            Which::Playing => &mut self.definition.playing,
            Which::Taking => &mut self.definition.taking,
            Which::Winning => &mut self.definition.winning,
            Which::Points => &mut self.definition.points,
            _ => &mut self.definition.bonuses,
        }
    }

    fn ready(&mut self, which: Which, name: &'static str, start: Span) {
        let span = self.cursor.since(start);
        self.list(which).push(Rule::Ready(name, span));
    }

    fn won_by(&mut self, start: Span) {
        let name = match self.cursor.word_at(0) {
            "fewest" => "fewestPoints",
            "most" => "mostPoints",
            _ => {
                return self.broken("`fewest` or `most`");
            }
        };
        self.cursor.bump();
        if self.word("points") {
            self.ready(Which::Winning, name, start);
        }
    }

    // ---- parts of statements ----

    /// A text in quotes that is not blank.
    pub(crate) fn text(&mut self) -> Option<Ident> {
        if self.cursor.is(Tok::Unterminated) {
            self.cursor.bump();
            return None;
        }
        if !self.cursor.is(Tok::String) {
            self.broken("a name in quotes");
            return None;
        }
        let token = self.cursor.bump();
        let span = self.cursor.span_of(token);
        let (name, _) = text::plain(self.cursor.text_of(token));
        if name.trim().is_empty() {
            let problem = Problem::error("blank-name", span, "a name may not be blank");
            let shape = self.form.map_or("", |form| form.shape);
            self.cursor.report(problem.hint(format!("write `{shape}`")));
            return None;
        }
        if name.chars().any(char::is_control) {
            self.cursor.report(Problem::error("blank-name", span, "a name is one line of text"));
            return None;
        }
        Some(Ident { text: name, span })
    }

    /// A word that must stand here.
    pub(crate) fn word(&mut self, word: &str) -> bool {
        let here = self.cursor.eat_word(word);
        if !here {
            self.broken(format_args!("`{word}`"));
        }
        here
    }

    pub(crate) fn words(&mut self, words: &[&str]) -> bool {
        words.iter().all(|word| self.word(word))
    }

    /// A whole number that is at least 1.
    pub(crate) fn count(&mut self) -> Option<u32> {
        let span = self.cursor.span();
        let is_negative = self.cursor.is_sign("-");
        if is_negative {
            self.cursor.bump();
        }
        if !self.cursor.is(Tok::Number) {
            self.broken("a number");
            return None;
        }
        let token = self.cursor.bump();
        let written = self.cursor.text_of(token).replace('_', "");
        match written.parse::<u32>().ok().filter(|n| (1..=1_000_000).contains(n) && !is_negative) {
            Some(n) => Some(n),
            None => {
                let sign = if is_negative { "-" } else { "" };
                let message = format!("`{sign}{written}` is not a whole number of at least 1");
                let span = self.cursor.since(span);
                self.cursor.report(Problem::error("bad-count", span, message));
                None
            }
        }
    }

    /// Reports what was said before; false where it was.
    pub(crate) fn once<T>(&mut self, before: Option<&Said<T>>, what: &str, span: Span) -> bool {
        let Some(before) = before else { return true };
        let problem = Problem::error("said-twice", span, format!("{what} is said twice"));
        let problem = problem.other(before.span, "here for the first time").hint("take one of both out");
        self.cursor.report(problem);
        false
    }

    // ---- outside of statements ----

    /// `GameController(game.build).startGame`
    pub(crate) fn start_line(&mut self) {
        let start = self.cursor.span();
        let signs: [(&str, Tok); 8] = [
            ("GameController", Tok::Word),
            ("(", Tok::OpenParen),
            ("game", Tok::Word),
            (".", Tok::Dot),
            ("build", Tok::Word),
            (")", Tok::CloseParen),
            (".", Tok::Dot),
            ("startGame", Tok::Word),
        ];
        for (text, kind) in signs {
            let here = self.cursor.is(kind) && self.cursor.text_of(self.cursor.token(0)) == text;
            if !here {
                let problem = self.cursor.expected("broken-statement", format_args!("`{text}`"));
                self.cursor.fail(problem.hint("the last line is `GameController(game.build).startGame`"));
                break;
            }
            self.cursor.bump();
        }
        if self.cursor.is(Tok::OpenParen) && self.cursor.token(1).kind == Tok::CloseParen {
            self.cursor.bump();
            self.cursor.bump();
        }
        self.definition.started = Some(self.cursor.since(start));
        if !self.cursor.lost && !self.cursor.at_end() {
            self.after_start();
        }
    }

    /// Whatever stands behind the start of the game.
    pub(crate) fn after_start(&mut self) {
        let message =
            format!("nothing may follow after the start of the game, found {}", self.cursor.found());
        let mut problem = self.cursor.here("after-start", message);
        if let Some(start) = self.definition.started {
            problem = problem.other(start, "the game starts here");
        }
        self.cursor.fail(problem.hint("`GameController(game.build).startGame` is the last line"));
    }

    /// A `val` or `def` between statements, which all rules may name.
    pub(crate) fn val(&mut self) {
        let Block { mut vals, .. } = Parser::new(self.cursor).top_val();
        self.definition.vals.append(&mut vals);
        if !self.cursor.lost && !self.cursor.at_end() {
            self.cursor.fail(self.cursor.expected("broken-statement", "the end of the `val`"));
        }
    }

    pub(crate) fn nothing(&mut self) {
        let message = format!("a statement begins with `game`, found {}", self.cursor.found());
        let problem = self.cursor.here("unknown-statement", message);
        let is_near = base::nearest(self.cursor.word_at(0), ["game", "GameController"]);
        let hint = is_near.map(|near| format!("did you mean `{near}`?"));
        self.cursor.fail(problem.hint(hint.unwrap_or_else(|| "the first is `game is \"Name\"`".to_owned())));
    }
}
