//! Statements as text.

use super::Printer;
use crate::tree::{Block, Declare, For, ForIn, Play, Players, Statement, StatementKind, Text};

impl Printer {
    /// `{ statements }`
    pub(super) fn block(&mut self, block: &Block) {
        self.braces(|p| {
            for statement in &block.statements {
                p.line();
                p.statement(statement);
            }
        });
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::If(..) => self.if_statement(statement),
            StatementKind::While(condition, body) => {
                self.put("while (");
                self.value(condition);
                self.put(") ");
                self.block(body);
            }
            StatementKind::For(each) => self.for_counting(each),
            StatementKind::ForIn(each) => self.for_in(each),
            StatementKind::Block(block) => self.block(block),
            StatementKind::Missing => self.put("{ }"),
            StatementKind::Team(name, players) => {
                self.put("team ");
                self.text(name);
                self.put(" ");
                self.elements(players);
            }
            kind => {
                self.simple(kind);
                self.put(";");
            }
        }
    }

    fn simple(&mut self, kind: &StatementKind) {
        match kind {
            StatementKind::Return(None) => self.put("return"),
            StatementKind::Return(Some(value)) => {
                self.put("return ");
                self.expr(value);
            }
            StatementKind::Expr(expr) => self.expr_statement(expr),
            StatementKind::Declare(declare) => self.declare(declare),
            StatementKind::Continue => self.put("continue"),
            StatementKind::Break => self.put("break"),
            StatementKind::Winner(who) => self.word("winner ", who),
            StatementKind::WinnerNone => self.put("winner none"),
            StatementKind::Remove(what) => self.word("remove ", what),
            StatementKind::Fail(why) => self.word("fail ", why),
            StatementKind::Eliminate(who) => self.word("eliminate ", who),
            StatementKind::Seed(seed) => self.word("seed ", seed),
            StatementKind::Option(name, value) => self.word(&format!("option {} = ", name.text), value),
            StatementKind::Score(who, value) => {
                self.put("score ");
                self.sum(who);
                self.put(", ");
                self.value(value);
            }
            StatementKind::Players(players) => self.players(players),
            StatementKind::Until(what, end, condition) => {
                self.expr_statement(what);
                self.put(" until ");
                self.value(end);
                if let Some(condition) = condition {
                    self.put(" where ");
                    self.value(condition);
                }
            }
            StatementKind::Cancel => self.put("cancel"),
            StatementKind::Play(play) => {
                self.put("play ");
                self.play(play);
            }
            StatementKind::Answer(value, by) => {
                self.word("answer ", value);
                self.by(by.as_ref());
            }
            StatementKind::Expect(condition) => self.word("expect ", condition),
            StatementKind::ExpectLegal(legal, play) => {
                self.put(if *legal { "expect legal " } else { "expect illegal " });
                self.play(play);
            }
            _ => {}
        }
    }

    fn word(&mut self, word: &str, operand: &crate::tree::Expr) {
        self.put(word);
        self.value(operand);
    }

    /// `T name = value`
    pub(super) fn declare(&mut self, declare: &Declare) {
        self.ty(&declare.ty);
        self.put(" ");
        self.put(&declare.name.text);
        if let Some(value) = &declare.value {
            self.put(" = ");
            self.value(value);
        }
    }

    /// A chain of branches, one after the other.
    fn if_statement(&mut self, statement: &Statement) {
        let mut next = Some(statement);
        while let Some(statement) = next {
            let StatementKind::If(condition, body, otherwise) = &statement.kind else {
                self.statement(statement);
                return;
            };
            self.put("if (");
            self.value(condition);
            self.put(") ");
            self.block(body);
            next = otherwise.as_deref();
            if next.is_some() {
                self.put(" else ");
            }
        }
    }

    fn for_counting(&mut self, each: &For) {
        self.put("for (");
        match each.init.as_deref().map(|init| &init.kind) {
            Some(StatementKind::Declare(declare)) => self.declare(declare),
            Some(StatementKind::Expr(expr)) => self.expr(expr),
            _ => {}
        }
        self.put("; ");
        if let Some(check) = &each.check {
            self.value(check);
        }
        self.put("; ");
        if let Some(step) = &each.step {
            self.expr(step);
        }
        self.put(") ");
        self.block(&each.body);
    }

    fn for_in(&mut self, each: &ForIn) {
        self.put("for (");
        self.ty(&each.ty);
        self.put(&format!(" {} in ", each.name.text));
        self.value(&each.list);
        self.put(") ");
        self.block(&each.body);
    }

    fn players(&mut self, players: &Players) {
        self.put("players ");
        self.sum(&players.least);
        if let Some(most) = &players.most {
            self.put("..");
            self.sum(most);
        }
        if !players.names.is_empty() {
            self.put(" ");
            self.list(&players.names, |p, name| {
                if name.is_bot {
                    p.put("bot ");
                }
                p.text(&name.text);
            });
        }
    }

    pub(super) fn text(&mut self, text: &Text) {
        self.quoted(&text.text);
    }

    fn play(&mut self, play: &Play) {
        if let Some(object) = &play.object {
            self.operand(object);
            self.put(".");
        }
        self.put(&play.action.text);
        self.arguments(&play.inputs);
        self.by(play.by.as_ref());
    }

    fn by(&mut self, by: Option<&crate::tree::Expr>) {
        if let Some(by) = by {
            self.put(" by ");
            self.value(by);
        }
    }
}
