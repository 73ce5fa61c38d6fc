//! How things are shown. It does not know which words a look has, nor what can be looked at.

use super::parser::Parser;
use super::recover::ONLY_ITEMS;
use super::token::Tok;
use language::tree::{Look, LookLine, LookPart, Name};

impl Parser<'_> {
    /// `look Card { title "{rank} of {suit}"; price { title "Price"; } }`
    pub(crate) fn look(&mut self) -> Look {
        let start = self.span();
        self.bump();
        let target = self.look_target();
        let (mut lines, mut parts) = (Vec::new(), Vec::new());
        self.parts_in_braces("before what the look says", ONLY_ITEMS, |p| {
            if p.peek_at(1) == Tok::OpenBrace {
                parts.push(p.look_part());
            } else {
                lines.push(p.look_line());
            }
        });
        Look { id: self.node_since(start), target, lines, parts }
    }

    /// `Card`, `cards.Card`, `player`
    fn look_target(&mut self) -> Name {
        if self.is_word("player") {
            return self.any_word();
        }
        let start = self.span();
        let mut name = self.declared_name("the name of what is looked at");
        if !self.lost && self.eat(Tok::Dot) {
            let inner = self.declared_name("the name of what is looked at");
            name = Name { text: format!("{}.{}", name.text, inner.text), id: self.node_since(start) };
        }
        name
    }

    /// `Hearts { symbol "♥"; }`; seats and the tiles of tracks are numbers
    fn look_part(&mut self) -> LookPart {
        let name = self.look_word("the name of a part");
        let mut lines = Vec::new();
        self.parts_in_braces("before what the look says", ONLY_ITEMS, |p| lines.push(p.look_line()));
        LookPart { name, lines }
    }

    fn look_word(&mut self, what: &str) -> Name {
        if self.peek().is_word() || self.is(Tok::Number) {
            return self.any_word();
        }
        self.fail(self.expected("missing-name", format_args!("{what}")));
        self.missing_name()
    }

    /// `corner cost, symbol;`
    fn look_line(&mut self) -> LookLine {
        let name = self.look_word("a word such as `title`");
        let bare = self.lost || matches!(self.peek(), Tok::Semicolon | Tok::CloseBrace);
        let values = if bare {
            self.end_statement();
            Vec::new()
        } else {
            self.exprs_until(Tok::Semicolon, "after what the look says")
        };
        LookLine { name, values }
    }
}
