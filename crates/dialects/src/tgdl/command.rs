//! Statements that start with a word which is a name elsewhere: `remove x;`, `score p 12;`, `play f() by 0;`...
//! One token of lookahead distinguishes them from expressions. It knows nothing of types.

use super::parser::Parser;
use super::token::Tok;
use base::{Problem, Span};
use language::tree::{
    Argument, BinaryOp, Expr, ExprKind, Name, Play, Players, SeatName, StatementKind, UnaryOp,
};

impl Parser<'_> {
    /// The statement that starts with the word here; None where the word is a name.
    pub(crate) fn command(&mut self) -> Option<StatementKind> {
        let next = self.peek_at(1);
        let operand = self.operand_at(1);
        let number = next == Tok::Number;
        let bracket = self.in_test && next == Tok::OpenParen;
        let sign = matches!(next, Tok::Minus | Tok::Not | Tok::OpenBrace);
        match self.word() {
            "remove" if operand => Some(self.one_operand(StatementKind::Remove)),
            "fail" if operand || next.is_string() => Some(self.one_operand(StatementKind::Fail)),
            "tell" if operand || next.is_string() => Some(self.tell()),
            "eliminate" if operand || number => Some(self.one_operand(StatementKind::Eliminate)),
            "seed" if operand || number => Some(self.one_operand(StatementKind::Seed)),
            "option" | "param" if next.is_word() && self.peek_at(2) == Tok::Equal => {
                Some(self.chosen_option())
            }
            "score" if operand || number || self.bracketed_player() => Some(self.score()),
            "players" if operand || number || next == Tok::OpenBrace => Some(self.players()),
            "team" if next.is_string() => Some(self.team()),
            "raise" if next == Tok::Word => Some(self.raise_statement()),
            "cancel" if next == Tok::Semicolon => Some(self.bare_statement(StatementKind::Cancel)),
            "play" if operand || bracket => Some(self.play_statement()),
            "answer" if operand || number || next.is_string() || sign || bracket => Some(self.answer()),
            "do" if next == Tok::OpenBrace && (self.in_test || self.ends_as_do()) => {
                Some(self.do_statement())
            }
            "expect" if operand || number || next.is_string() || sign || bracket => Some(self.expectation()),
            _ => None,
        }
    }

    /// Whether `by` or the end of the statement stands behind the block that begins next, and no `while`.
    fn ends_as_do(&self) -> bool {
        self.partner(1)
            .is_some_and(|close| self.peek_at(close + 1) == Tok::Semicolon || self.word_at(close + 1) == "by")
    }

    /// `score (p + 1) 12;`: no call is followed by a value.
    fn bracketed_player(&self) -> bool {
        let close = if self.peek_at(1) == Tok::OpenParen { self.partner(1) } else { None };
        close.is_some_and(|close| {
            self.operand_at(close + 1) || matches!(self.peek_at(close + 1), Tok::Number | Tok::Comma)
        })
    }

    /// Whether a word that starts an operand stands `ahead` tokens on.
    fn operand_at(&self, ahead: usize) -> bool {
        match self.peek_at(ahead) {
            Tok::Word => true,
            Tok::Keyword => !matches!(self.word_at(ahead), "is" | "as" | "in"),
            _ => false,
        }
    }

    /// `word expr;`
    fn one_operand(&mut self, kind: impl FnOnce(Expr) -> StatementKind) -> StatementKind {
        kind(self.tagged_value())
    }

    /// `winner p;` `winner { { 0, 1 }, { 2 } };` `winner none;`
    pub(crate) fn winner(&mut self) -> StatementKind {
        let ends = matches!(self.peek_at(2), Tok::Semicolon | Tok::CloseBrace);
        if self.word_at(1) == "none" && ends {
            self.bump();
            self.bump();
            self.end_statement();
            return StatementKind::WinnerNone;
        }
        if self.peek_at(1) == Tok::Equal {
            let sign = self.span_of(self.token(1));
            let place = Span { end: self.token(2).start, ..sign };
            let problem =
                Problem::error("unexpected-token", sign, "`winner` is a statement, not an assignment");
            self.report(problem.label("leave `=` out: `winner 1;`").fix(place, ""));
            self.bump();
        }
        self.one_operand(StatementKind::Winner)
    }

    /// `tell "text";` `tell "text" to p;`
    fn tell(&mut self) -> StatementKind {
        self.bump();
        let text = self.value();
        let to = self.eat_word("to").then(|| self.value());
        self.end_statement();
        StatementKind::Tell(text, to)
    }

    /// `score p 12;`, or `score p, 12;` where the value could be read as going on with the player
    fn score(&mut self) -> StatementKind {
        self.bump();
        let who = self.sum();
        self.eat(Tok::Comma);
        let changes =
            matches!(self.peek(), Tok::PlusEqual | Tok::MinusEqual | Tok::StarEqual | Tok::SlashEqual);
        if changes || self.is(Tok::Equal) {
            let problem = self.expected("expected-expression", "the score");
            self.report(problem.hint("`score p 12;` sets it, and `score p p.score + 1;` adds to it"));
            self.bump();
        }
        let (who, value) = match (self.peek(), who.kind) {
            (Tok::Semicolon, ExprKind::Binary(BinaryOp::Subtract, who, value)) => {
                let span = self.origins.span(value.id);
                (*who, Expr { id: self.node(span), kind: ExprKind::Unary(UnaryOp::Negate, value) })
            }
            (_, kind) => (Expr { id: who.id, kind }, self.value()),
        };
        self.end_statement();
        StatementKind::Score(who, value)
    }

    /// `players 2;` `players 2..4;` `players { 2, 4 };` `players 2..4 "North", "East";`
    fn players(&mut self) -> StatementKind {
        self.bump();
        let mut others = Vec::new();
        let listed = self.is(Tok::OpenBrace).then(|| self.braced_exprs("before the numbers of players"));
        let least = match listed {
            Some(mut numbers) if !numbers.is_empty() => {
                others = numbers.split_off(1);
                numbers.remove(0)
            }
            _ if self.range_with_minus() => {
                let first = self.number();
                let problem = self.expected("expected-token", "`..` between the fewest players and the most");
                self.report(problem.fix(self.span(), ".."));
                first
            }
            _ => self.sum(),
        };
        let goes_on = others.is_empty() && (self.is(Tok::DotDot) || self.is(Tok::Minus));
        let most = (goes_on && !self.lost).then(|| {
            self.bump();
            self.sum()
        });
        self.eat(Tok::Comma);
        let mut names = Vec::new();
        while self.peek().is_string() || self.is_word("bot") {
            let is_bot = self.eat_word("bot");
            names.push(SeatName { text: self.constant_text("the name of a player"), is_bot });
            self.eat(Tok::Comma);
        }
        self.end_statement();
        StatementKind::Players(Players { least, most, others, names })
    }

    /// `1-4`, where no players would be left.
    fn range_with_minus(&self) -> bool {
        let number = |ahead| self.text_of(self.token(ahead)).parse::<u32>();
        let stand = [self.peek(), self.peek_at(1), self.peek_at(2)] == [Tok::Number, Tok::Minus, Tok::Number];
        stand && matches!((number(0), number(2)), (Ok(least), Ok(most)) if least <= most)
    }

    /// `team "North-South" { 0, 2 }`
    fn team(&mut self) -> StatementKind {
        self.bump();
        let name = self.constant_text("the name of the team");
        if !self.lost && self.peek().is_word() {
            let problem = self.expected("expected-token", "`{` before the players of the team");
            self.fail(problem.hint(
                "players stand in braces, `{ 0, 2 }`, those of a list one by one: \
                 `for (player p in list) { team \"Hounds\" { p } }`",
            ));
        }
        let players = self.braced_exprs("before the players of the team");
        if !self.lost {
            self.eat(Tok::Semicolon);
        }
        StatementKind::Team(name, players)
    }

    /// `raise Damage(target: c, amount: 3);`
    fn raise_statement(&mut self) -> StatementKind {
        let raise = self.expr();
        self.end_statement();
        StatementKind::Expr(raise)
    }

    /// `raise Damage(target: c, amount: 3)`
    pub(crate) fn raise(&mut self, start: Span) -> Expr {
        self.bump();
        let event = self.named_class("the name of an event");
        let arguments = self.arguments_if_any();
        self.expr_since(start, ExprKind::Raise(event, arguments))
    }

    fn arguments_if_any(&mut self) -> Vec<Argument> {
        if self.is(Tok::OpenParen) { self.arguments() } else { Vec::new() }
    }

    // ---- in tests ----

    /// `play place(cell: "a1") by 0;`
    fn play_statement(&mut self) -> StatementKind {
        self.bump();
        let play = self.play();
        self.end_statement();
        StatementKind::Play(play)
    }

    /// `action(inputs) [by p]` or `object.action(inputs) [by p]`
    fn play(&mut self) -> Play {
        let start = self.span();
        let call = self.unary();
        let span = self.origins.span(call.id);
        let whole = call.id;
        let (target, inputs) = match call.kind {
            ExprKind::Call(target, inputs) => (*target, inputs),
            kind => (Expr { id: whole, kind }, Vec::new()),
        };
        let (object, action) = match target.kind {
            ExprKind::Name(text) => (None, Name { text, id: target.id }),
            ExprKind::Member(object, name) => (Some(*object), name),
            _ => {
                let problem = Problem::error("expected-action", span, "expected an action with its inputs");
                self.report(problem.hint("write `play action(input: value) by player;`"));
                (None, self.missing_name())
            }
        };
        let by = self.eat_word("by").then(|| self.value());
        Play { id: self.node_since(start), object, action, inputs, by }
    }

    /// `answer value by p;`
    fn answer(&mut self) -> StatementKind {
        self.bump();
        let value = self.value();
        let by = self.eat_word("by").then(|| self.value());
        self.end_statement();
        StatementKind::Answer(value, by)
    }

    /// `do { statements } by p;`
    fn do_statement(&mut self) -> StatementKind {
        self.bump();
        let outer = std::mem::replace(&mut self.in_test, false);
        let block = self.block();
        self.in_test = outer;
        let by = self.eat_word("by").then(|| self.value());
        self.end_statement();
        StatementKind::Do(block, by)
    }

    /// `expect condition;` `expect legal f() by 0;` `expect illegal f() by 0;`
    fn expectation(&mut self) -> StatementKind {
        self.bump();
        let is_legal = self.is_word("legal");
        let kind = if (is_legal || self.is_word("illegal")) && self.operand_at(1) {
            self.bump();
            StatementKind::ExpectLegal(is_legal, self.play())
        } else {
            StatementKind::Expect(self.condition())
        };
        self.end_statement();
        kind
    }
}
