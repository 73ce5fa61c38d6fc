//! Turns with their phases, `setup`, and tests. It does not know what their statements mean.

use super::parser::Parser;
use super::recover::ONLY_ITEMS;
use super::token::Tok;
use base::Span;
use language::tree::{Block, Phase, Setup, Test, Turn};

impl Parser<'_> {
    /// `turn Main { phase Draw; phase Play { default { ... } } default { ... } }`
    pub(super) fn turn(&mut self) -> Turn {
        let start = self.span();
        self.bump();
        let name = self.declared_name("a name for the turn");
        let (mut default, mut phases) = (None, Vec::new());
        if !self.lost {
            self.parts_in_braces("before the parts of the turn", &ONLY_ITEMS, |p| match p.word() {
                "default" => p.default_block(&mut default),
                "phase" => phases.push(p.phase()),
                _ => p.no_part(&["default", "phase"], "a turn holds `default` and phases"),
            });
        }
        Turn { id: self.node_since(start), name, default, phases }
    }

    /// `default { ... }`
    fn default_block(&mut self, place: &mut Option<Block>) {
        let span: Span = self.span();
        self.bump();
        let block = self.block();
        if place.is_some() {
            self.repeated("`default`", span);
        } else {
            *place = Some(block);
        }
    }

    /// `phase Draw;` `phase Play { default { ... } }`
    fn phase(&mut self) -> Phase {
        let start = self.span();
        self.bump();
        let name = self.declared_name("a name for the phase");
        let mut default = None;
        if self.is(Tok::OpenBrace) && !self.lost {
            self.parts_in_braces("before the parts of the phase", &ONLY_ITEMS, |p| match p.word() {
                "default" => p.default_block(&mut default),
                _ => p.no_part(&["default"], "a phase holds `default`"),
            });
        } else {
            self.end_statement();
        }
        Phase { id: self.node_since(start), name, default }
    }

    /// `setup { ... }`
    pub(super) fn setup(&mut self) -> Setup {
        let start = self.span();
        self.bump();
        let body = self.block();
        Setup { id: self.node_since(start), body }
    }

    /// `test "name" { ... }`
    pub(super) fn test(&mut self) -> Test {
        let start = self.span();
        self.bump();
        let name = self.constant_text("the name of the test").text;
        if !self.is(Tok::OpenBrace) && !self.lost {
            self.expect(Tok::OpenBrace, "before the statements of the test");
        }
        let outer = std::mem::replace(&mut self.in_test, true);
        let body = self.block();
        self.in_test = outer;
        Test { id: self.node_since(start), name, body }
    }
}
