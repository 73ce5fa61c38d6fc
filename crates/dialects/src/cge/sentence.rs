//! Statements: what follows the words that a statement begins with. Each is read by itself, so that a problem of one
//! says nothing about the next.

use super::complete::said_twice;
use super::cursor::{Cursor, Ident};
use super::definition::{Definition, Said};
use super::form::{FORMS, Form, Rest, meant, says};
use super::lambda::parse::{MAX_VALS, Parser, too_many_vals};
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

/// What fills the holes of a statement's pattern.
pub(crate) struct Filled {
    pub names: Vec<Ident>,
    pub number: u32,
    /// Which of several words it was.
    pub choice: usize,
    /// The whole statement.
    pub span: Span,
}

impl Reader<'_, '_> {
    /// `game ...`
    pub(crate) fn statement(&mut self) {
        let start = self.cursor.span();
        self.cursor.bump();
        let Some(form) = FORMS.iter().find(|form| says(form.words, |i| self.cursor.word_at(i))) else {
            return self.unknown(start);
        };
        self.form = Some(form);
        for _ in form.words.split(' ') {
            self.cursor.bump();
        }
        self.rest(form, start);
        // After a problem the rest was not looked at.
        if self.cursor.problems.is_empty() && !self.cursor.at_end() {
            self.broken("the end of the statement");
        }
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
            problem = problem.hint(format!("did you mean `game {shape}`?"));
        }
        self.cursor.fail(problem);
    }

    /// Reports that something else stands here than expected; the hint shows the statement as it should be.
    pub(crate) fn broken(&mut self, expected: impl Display) {
        let problem = self.cursor.expected("broken-statement", expected);
        self.cursor.fail(problem.hint(format!("write `game {}`", self.shape())));
    }

    /// How the statement that is read is written.
    fn shape(&self) -> &'static str {
        self.form.map_or("", |form| form.shape)
    }

    fn rest(&mut self, form: &Form, start: Span) {
        match form.rest {
            Rest::Says(pattern, mean) => {
                if let Some(filled) = self.filled(pattern, start) {
                    mean(self, filled);
                }
            }
            Rest::Own(read) => read(self, start),
            Rest::Rules(list) => {
                self.cursor.eat(Tok::Colon);
                let rules = self.rules();
                // What a broken rule says is not looked at.
                if !self.cursor.lost {
                    list(self.definition).extend(rules);
                }
            }
        }
    }

    /// Reads what a pattern says; None where something else stands there.
    fn filled(&mut self, pattern: &str, start: Span) -> Option<Filled> {
        let mut filled = Filled { names: Vec::new(), number: 0, choice: 0, span: start };
        for part in pattern.split_whitespace() {
            match part {
                "{name}" => filled.names.push(self.text()?),
                "{count}" => filled.number = self.count()?,
                _ => match part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) {
                    Some(words) => filled.choice = self.one_of(&words.split('|').collect::<Vec<_>>())?,
                    None => self.any_word_of(part).then_some(())?,
                },
            }
        }
        filled.span = self.cursor.since(start);
        Some(filled)
    }

    // ---- parts of statements ----

    /// Which of several words stands here.
    pub(crate) fn one_of(&mut self, words: &[&str]) -> Option<usize> {
        let found = words.iter().position(|word| self.cursor.eat_word(word));
        if found.is_none() {
            let (last, others) = words.split_last()?;
            self.broken(format_args!("`{}` or `{last}`", others.join("`, `")));
        }
        found
    }

    /// One of the words between `|`, which mean the same.
    pub(crate) fn any_word_of(&mut self, words: &str) -> bool {
        let last = words.rsplit('|').next().unwrap_or(words);
        words.split('|').any(|word| self.cursor.eat_word(word)) || self.word(last)
    }

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
            self.cursor.report(problem.hint(format!("write `game {}`", self.shape())));
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

    /// Keeps what may be said once; what was said first counts.
    pub(crate) fn once<T>(
        &mut self,
        place: fn(&mut Definition) -> &mut Option<Said<T>>,
        what: &str,
        value: T,
        span: Span,
    ) {
        match place(self.definition) {
            Some(before) => {
                self.cursor.report(said_twice(&format!("{what} is said twice"), span, before.span));
            }
            empty => *empty = Some(Said { value, span }),
        }
    }

    // ---- outside of statements ----

    /// `GameController(game.build).startGame`
    pub(crate) fn start_line(&mut self) {
        let start = self.cursor.span();
        for text in "GameController ( game . build ) . startGame".split(' ') {
            if self.cursor.text_of(self.cursor.token(0)) != text {
                let problem = self.cursor.expected("broken-statement", format_args!("`{text}`"));
                self.cursor.fail(problem.hint("the last line is `GameController(game.build).startGame`"));
                break;
            }
            self.cursor.bump();
        }
        self.cursor.eat_empty_brackets();
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
        if self.definition.vals.len() >= MAX_VALS {
            return self.cursor.fail(too_many_vals(self.cursor.span(), "a file"));
        }
        let mut parser = Parser::new(self.cursor);
        self.definition.vals.push((parser.val(), parser.names));
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
