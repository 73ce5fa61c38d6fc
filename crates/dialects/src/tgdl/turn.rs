//! Turns with their phases, `setup`, and tests. It does not know what their statements mean.

use super::parser::Parser;
use super::recover::ONLY_ITEMS;
use super::token::Tok;
use language::tree::{Phase, Setup, Simultaneous, Test, Turn};

impl Parser<'_> {
    /// `turn Main { phase Draw; phase Play { default { ... } } default { ... } }`
    pub(crate) fn turn(&mut self) -> Turn {
        let start = self.span();
        self.bump();
        let name = self.declared_name("a name for the turn");
        let (mut default, mut phases) = (None, Vec::new());
        self.parts_in_braces("before the parts of the turn", ONLY_ITEMS, |p| match p.word() {
            "default" => p.once("`default`", &mut default, Self::tagged_block),
            "phase" => phases.push(p.phase()),
            "next" | "player" | "players" => {
                let problem = p.here("unexpected-token", format!("a turn holds `default` and phases, found {}", p.found()));
                p.fail(problem.hint(
                    "`default { return turn.active() + 1; }` says who comes next; without it that is the next player",
                ));
            }
            _ => p.no_part("default phase", "a turn holds `default` and phases"),
        });
        Turn { id: self.node_since(start), name, default, phases }
    }

    /// `phase Draw;` `phase Play { default { ... } }` `phase Bid { simultaneous player.all(); then { ... } }`
    fn phase(&mut self) -> Phase {
        let start = self.span();
        self.bump();
        let name = self.declared_name("a name for the phase");
        let (mut default, mut simultaneous, mut then) = (None, None, None);
        self.parts_or_semicolon("before the parts of the phase", |p| match p.word() {
            "default" => p.once("`default`", &mut default, Self::tagged_block),
            "then" => p.once("`then`", &mut then, Self::tagged_block),
            "simultaneous" => p.once("`simultaneous`", &mut simultaneous, Self::simultaneous),
            _ => p.no_part("default simultaneous then", "a phase holds `default`, `simultaneous` and `then`"),
        });
        Phase { id: self.node_since(start), name, default, simultaneous, then }
    }

    /// `simultaneous player.all();` `simultaneous player.all() open;`
    fn simultaneous(&mut self) -> Simultaneous {
        let start = self.span();
        self.bump();
        let players = self.expr();
        let open = !self.lost && self.eat_word("open");
        let id = self.node_since(start);
        self.end_statement();
        Simultaneous { id, players, open }
    }

    /// `setup { ... }`
    pub(crate) fn setup(&mut self) -> Setup {
        let start = self.span();
        self.bump();
        let body = self.block();
        Setup { id: self.node_since(start), body }
    }

    /// `test "name" { ... }`
    pub(crate) fn test(&mut self) -> Test {
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
