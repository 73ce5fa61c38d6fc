//! Statements as text.

use super::binding::SUM;
use super::expr::At;
use super::{Line, List, Print, Printer};
use crate::tree::{Block, Declare, Expr, For, Play, Players, SeatName, Statement, StatementKind};

/// `{ statements }`
impl Print for Block {
    fn print(&self, p: &mut Printer) {
        p.braces(|p| self.statements.iter().for_each(|statement| put!(p, Line, statement)));
    }
}

impl Print for Statement {
    fn print(&self, p: &mut Printer) {
        match &self.kind {
            StatementKind::If(..) => p.if_statement(self),
            StatementKind::While(condition, body) => put!(p, "while (", condition, ") ", body),
            StatementKind::For(each) => p.for_counting(each),
            StatementKind::ForIn(each) => {
                put!(p, "for (", each.ty, " ", each.name, " in ", each.list, ") ", each.body);
            }
            StatementKind::Block(block) => put!(p, block),
            StatementKind::Missing => put!(p, "{ }"),
            StatementKind::Team(name, players) => {
                put!(p, "team ", name, " ");
                p.elements(players);
            }
            kind => {
                p.simple(kind);
                put!(p, ";");
            }
        }
    }
}

impl Printer {
    fn simple(&mut self, kind: &StatementKind) {
        match kind {
            StatementKind::Return(None) => put!(self, "return"),
            StatementKind::Return(Some(value)) => {
                put!(self, "return ");
                self.expr(value);
            }
            StatementKind::Expr(expr) => self.expr_statement(expr),
            StatementKind::Declare(declare) => put!(self, declare),
            StatementKind::Continue => put!(self, "continue"),
            StatementKind::Break => put!(self, "break"),
            StatementKind::Winner(who) => put!(self, "winner ", who),
            StatementKind::WinnerNone => put!(self, "winner none"),
            StatementKind::Remove(what) => put!(self, "remove ", what),
            StatementKind::Fail(why) => put!(self, "fail ", why),
            StatementKind::Tell(text, to) => put!(self, "tell ", text, to.as_ref().map(|to| (" to ", to))),
            StatementKind::Eliminate(who) => put!(self, "eliminate ", who),
            StatementKind::Seed(seed) => put!(self, "seed ", seed),
            StatementKind::Option(name, value) => put!(self, "option ", name, " = ", value),
            StatementKind::Score(who, value) => put!(self, "score ", At(who, SUM), ", ", value),
            StatementKind::Players(players) => self.players(players),
            StatementKind::Until(what, end, condition) => {
                self.expr_statement(what);
                put!(self, " until ", end, condition.as_ref().map(|condition| (" where ", condition)));
            }
            StatementKind::Cancel => put!(self, "cancel"),
            StatementKind::Play(play) => put!(self, "play ", play),
            StatementKind::Answer(value, by) => put!(self, "answer ", value, By(by.as_ref())),
            StatementKind::Do(block, by) => put!(self, "do ", block, By(by.as_ref())),
            StatementKind::Expect(condition) => put!(self, "expect ", condition),
            StatementKind::ExpectLegal(true, play) => put!(self, "expect legal ", play),
            StatementKind::ExpectLegal(false, play) => put!(self, "expect illegal ", play),
            _ => {}
        }
    }

    /// A chain of branches, one after the other.
    fn if_statement(&mut self, statement: &Statement) {
        let mut next = Some(statement);
        while let Some(statement) = next {
            let StatementKind::If(condition, body, otherwise) = &statement.kind else {
                return put!(self, statement);
            };
            next = otherwise.as_deref();
            put!(self, "if (", condition, ") ", body, next.map(|_| " else "));
        }
    }

    fn for_counting(&mut self, each: &For) {
        put!(self, "for (");
        match each.init.as_deref().map(|init| &init.kind) {
            Some(StatementKind::Declare(declare)) => put!(self, declare),
            Some(StatementKind::Expr(expr)) => self.expr(expr),
            _ => {}
        }
        put!(self, "; ", each.check, "; ");
        each.step.iter().for_each(|step| self.expr(step));
        put!(self, ") ", each.body);
    }

    fn players(&mut self, players: &Players) {
        if players.others.is_empty() {
            put!(self, "players ", At(&players.least, SUM));
            put!(self, players.most.as_ref().map(|most| ("..", At(most, SUM))));
        } else {
            put!(self, "players { ", players.least, ", ", List(&players.others), " }");
        }
        put!(self, (!players.names.is_empty()).then_some(" "), List(&players.names));
    }
}

impl Print for SeatName {
    fn print(&self, p: &mut Printer) {
        put!(p, self.is_bot.then_some("bot "), self.text);
    }
}

/// `T name = value`
impl Print for Declare {
    fn print(&self, p: &mut Printer) {
        put!(p, self.ty, " ", self.name, self.value.as_ref().map(|value| (" = ", value)));
    }
}

impl Print for Play {
    fn print(&self, p: &mut Printer) {
        if let Some(object) = &self.object {
            p.operand(object);
            put!(p, ".");
        }
        put!(p, self.action, "(", List(&self.inputs), ")", By(self.by.as_ref()));
    }
}

/// ` by 0`, or nothing
struct By<'a>(Option<&'a Expr>);

impl Print for By<'_> {
    fn print(&self, p: &mut Printer) {
        put!(p, self.0.map(|who| (" by ", who)));
    }
}
