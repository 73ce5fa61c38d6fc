//! Options, parameters and constants of a game, and what tests choose of them. It knows nothing of types.

use super::parser::Parser;
use super::token::Tok;
use base::Problem;
use language::tree::{Constant, Expr, ExprKind, GameOption, StatementKind};

impl Parser<'_> {
    /// `option number size = 11 in 3..19 "Board size";` `param number handSize = 5;`
    pub(crate) fn game_option(&mut self) -> GameOption {
        let start = self.span();
        let is_param = self.is_word("param");
        self.bump();
        let ty = self.ty();
        let has_no_type = !self.lost && self.peek() == Tok::Equal;
        let name = if has_no_type {
            let word = if is_param { "param" } else { "option" };
            let problem = self.expected("missing-name", format_args!("a name for the {word}"));
            self.fail(problem.hint(format!("its type stands before its name: `{word} number rounds = 8;`")));
            self.missing_name()
        } else {
            self.declared_name("a name for the option")
        };
        let value = self.default_value();
        let within = (!self.lost && self.eat_word("in")).then(|| self.value());
        let prompt = (!self.lost && self.peek().is_string()).then(|| self.constant_text("what is asked"));
        self.end_statement();
        GameOption { id: self.node_since(start), is_param, ty, name, value, within, prompt }
    }

    /// `const number mostHush = 36;`
    pub(crate) fn constant(&mut self) -> Constant {
        let start = self.span();
        self.bump();
        let ty = self.ty();
        let name = self.declared_name("a name for the constant");
        let value = match self.lost || self.eat(Tok::Equal) {
            true => self.value(),
            false => {
                let place = self.after_previous();
                let problem = Problem::error("expected-token", place, "a constant has a value");
                self.fail(problem.hint("write it behind the name: `const number most = 36;`"));
                Expr { id: self.node(place), kind: ExprKind::Missing }
            }
        };
        self.end_statement();
        Constant { id: self.node_since(start), ty, name, value }
    }

    fn default_value(&mut self) -> Expr {
        if self.lost || self.eat(Tok::Equal) {
            return self.value();
        }
        let place = self.after_previous();
        let problem = Problem::error("expected-token", place, "an option has a value from the start");
        self.fail(problem.hint("write it behind the name: `option number size = 11 in 3..19;`"));
        Expr { id: self.node(place), kind: ExprKind::Missing }
    }

    /// `option size = 3;`, in tests
    pub(crate) fn chosen_option(&mut self) -> StatementKind {
        let word = self.span();
        if self.is_word("param") {
            let problem =
                Problem::error("unexpected-token", word, "a test chooses parameters as it does options");
            self.report(problem.label("write `option`").fix(word, "option"));
        }
        self.bump();
        let name = self.declared_name("the name of an option");
        self.expect(Tok::Equal, "before the value of the option");
        let value = self.value();
        self.end_statement();
        StatementKind::Option(name, value)
    }
}
