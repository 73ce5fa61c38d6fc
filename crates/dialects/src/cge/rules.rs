//! Lists of rules: one or several, with commas between them, in brackets or not, written out, named or ready-made.
//! It knows no types.

use super::definition::Rule;
use super::form::{READY, says};
use super::lambda::parse::Parser;
use super::sentence::Reader;
use super::token::Tok;

/// Brackets around rules may nest this deep.
const MAX_DEPTH: u32 = 20;

impl Reader<'_, '_> {
    pub(crate) fn rules(&mut self) -> Vec<Rule> {
        let mut found = Vec::new();
        self.some_rules(&mut found, 0);
        found
    }

    fn some_rules(&mut self, found: &mut Vec<Rule>, depth: u32) {
        loop {
            if self.cursor.lost || self.closes() {
                break;
            }
            self.rule(found, depth);
            if !self.cursor.eat(Tok::Comma) {
                break;
            }
        }
        if !self.cursor.lost && found.is_empty() {
            self.broken("a rule");
        }
        if !self.cursor.lost && !self.closes() {
            let problem = self.cursor.expected("broken-statement", "`,` or the end of the rules");
            self.cursor.fail(problem.hint("put a `,` between two rules"));
        }
    }

    fn closes(&self) -> bool {
        self.cursor.peek().ends_rule() && !self.cursor.is(Tok::Comma)
    }

    fn rule(&mut self, found: &mut Vec<Rule>, depth: u32) {
        if let Some((words, name)) = READY.iter().find(|(words, _)| self.is_ready(words)) {
            let start = self.cursor.span();
            for _ in words.split(' ') {
                self.cursor.bump();
            }
            self.cursor.eat_empty_brackets();
            found.push(Rule::Ready(name, self.cursor.since(start)));
            return;
        }
        if self.cursor.is(Tok::Word) && self.cursor.token(1).kind.ends_rule() {
            found.push(Rule::Named(self.cursor.ident()));
            return;
        }
        if self.opens_list() && depth < MAX_DEPTH {
            return self.bracketed(found, depth);
        }
        let mut parser = Parser::new(self.cursor);
        found.push(Rule::Written(parser.rule(), parser.names));
    }

    /// Whether these words, and nothing else, stand there.
    fn is_ready(&self, words: &str) -> bool {
        says(words, |i| self.cursor.word_at(i))
            && !matches!(self.cursor.token(words.split(' ').count()).kind, Tok::Dot | Tok::Arrow)
    }

    /// A bracket that is not around the parameters of a rule.
    fn opens_list(&self) -> bool {
        let ahead = usize::from(self.cursor.is_word("List"));
        match self.cursor.token(ahead).kind {
            Tok::OpenParen => {
                let close = self.cursor.partner(ahead);
                close.is_none_or(|close| {
                    self.cursor.token(close + 1).kind.ends_rule() && self.holds_rules(ahead, close)
                })
            }
            Tok::OpenBracket | Tok::OpenBrace => ahead == 0,
            _ => false,
        }
    }

    /// Whether there is a comma or an arrow between brackets, or a name alone: not so in `(_.points > 3)`.
    fn holds_rules(&self, open: usize, close: usize) -> bool {
        close == open + 2 || (open + 1..close).any(|i| self.cursor.token(i).kind == Tok::Arrow)
    }

    fn bracketed(&mut self, found: &mut Vec<Rule>, depth: u32) {
        self.cursor.eat_word("List");
        let (sign, close) = match self.cursor.bump().kind {
            Tok::OpenParen => (")", Tok::CloseParen),
            Tok::OpenBracket => ("]", Tok::CloseBracket),
            _ => ("}", Tok::CloseBrace),
        };
        self.some_rules(found, depth + 1);
        self.cursor.expect(close, sign, "after the rules");
    }
}
