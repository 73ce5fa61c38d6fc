//! How things are shown. It does not know which words a look has, nor what can be looked at.

use super::parser::Parser;
use super::recover::ONLY_ITEMS;
use super::token::Tok;
use language::tree::{Look, LookLine, LookPart, Name, WordPair, Words};

/// So deep do parts stand in one another: an input in an action.
const MAX_DEPTH: usize = 2;

impl Parser<'_> {
    /// `look Card { title "{rank} of {suit}"; price { title "Price"; } }`
    pub(crate) fn look(&mut self) -> Look {
        let start = self.span();
        self.bump();
        let target = self.look_target();
        let (mut lines, mut parts) = (Vec::new(), Vec::new());
        self.parts_in_braces("before what the look says", ONLY_ITEMS, |p| {
            if p.peek_at(1) == Tok::OpenBrace {
                parts.push(p.look_part(1));
            } else {
                lines.push(p.look_line("look"));
            }
        });
        Look { id: self.node_since(start), target, lines, parts }
    }

    /// `look words it { "hay" = "fieno"; }`
    pub(crate) fn words(&mut self) -> Words {
        let start = self.span();
        self.bump();
        self.bump();
        let language = self.any_word();
        let mut pairs = Vec::new();
        self.parts_in_braces("before the words", ONLY_ITEMS, |p| {
            if !p.peek().is_string() {
                return p.fail(p.expected("unexpected-token", "a text of the game in quotes"));
            }
            let own = p.string();
            p.expect(Tok::Equal, "between a text and what it is in the other language");
            if p.lost {
                return;
            }
            if !p.peek().is_string() {
                return p.fail(p.expected("unexpected-token", "the text in the other language, in quotes"));
            }
            let translated = p.string();
            p.end_statement();
            pairs.push(WordPair { own, translated });
        });
        Words { id: self.node_since(start), language, pairs }
    }

    /// `Card`, `cards.Card`, `player`, `game`
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

    /// `Hearts { symbol "♥"; }`, `drop { column { on Grid.at(column, 0); } }`; seats and the tiles of tracks are numbers
    fn look_part(&mut self, depth: usize) -> LookPart {
        let name = self.look_word("the name of a part");
        let (mut lines, mut parts) = (Vec::new(), Vec::new());
        self.parts_in_braces("before what the look says", ONLY_ITEMS, |p| {
            if depth < MAX_DEPTH && p.peek_at(1) == Tok::OpenBrace {
                parts.push(p.look_part(depth + 1));
            } else {
                lines.push(p.look_line("look"));
            }
        });
        LookPart { name, lines, parts }
    }

    fn look_word(&mut self, what: &str) -> Name {
        if self.peek().is_word() || self.is(Tok::Number) {
            return self.any_word();
        }
        self.fail(self.expected("missing-name", format_args!("{what}")));
        self.missing_name()
    }

    /// `corner cost, symbol;`, `title it "Scacchi";`, `upright;`
    pub(crate) fn look_line(&mut self, of: &str) -> LookLine {
        let name = self.look_word("a word such as `title`");
        let variant = (!self.lost && self.variant_ahead(&name.text)).then(|| self.any_word());
        let bare = self.lost || matches!(self.peek(), Tok::Semicolon | Tok::CloseBrace);
        let values = if bare {
            self.end_statement();
            Vec::new()
        } else {
            self.exprs_until(Tok::Semicolon, &format!("after what the {of} says"))
        };
        LookLine { name, variant, values }
    }

    /// Whether a word stands here that says which of several texts or pictures follows: `it "Scacchi"`, `french suit`
    fn variant_ahead(&self, line: &str) -> bool {
        let before_word = line == "face" && self.peek_at(1) == Tok::Word;
        self.is(Tok::Word) && (self.peek_at(1).is_string() || before_word)
    }
}
