//! Statements.

use super::function::{FunctionBuilder, Label, Loop, Returning};
use super::stream::Each;
use crate::typed::visit::{Parts, Visit};
use crate::typed::{Block, Departure, Expr, ExprKind, LocalId, Statement, StatementKind, Target, Type};
use base::NodeId;
use bytecode::Op;
use bytecode::op::{play, winner};

impl FunctionBuilder<'_, '_> {
    pub(super) fn block(&mut self, block: &Block) {
        let mark = self.mark();
        for (k, s) in block.statements.iter().enumerate() {
            self.statement(s, block.statements.get(k + 1));
        }
        self.release(mark);
    }

    /// What is told right before the match ends says why.
    fn statement(&mut self, s: &Statement, next: Option<&Statement>) {
        if self.is_given_up() {
            return;
        }
        let at = s.at;
        if let StatementKind::Declare(local, e) = &s.kind {
            return self.declare(*local, e);
        }
        let mark = self.mark();
        match &s.kind {
            StatementKind::Return(e) => self.give(at, e.as_ref()),
            StatementKind::Expr(e) => self.discard(e),
            StatementKind::Declare(..) => {}
            StatementKind::If(c, a, b) => self.choice(at, c, a, b.as_ref()),
            StatementKind::Loop { check, step, body } => {
                self.repeat(at, check.as_ref(), step.as_ref(), body);
            }
            StatementKind::ForIn { local, list, body } => self.for_in(at, *local, list, body),
            StatementKind::Block(b) => self.block(b),
            StatementKind::Until(_) | StatementKind::Cancel(_) => self.left_over(at),
            StatementKind::Probe(probe) => self.emit(at, Op::Probe { probe: *probe }),
            StatementKind::Continue => self.leave(at, |l| l.again),
            StatementKind::Break => self.leave(at, |l| l.end),
            StatementKind::WinnerRanking(e) => self.winner(at, Some(e), winner::RANKING),
            StatementKind::WinnerPlayer(e) => self.winner(at, Some(e), winner::PLAYER),
            StatementKind::WinnerNone => self.winner(at, None, winner::NOBODY),
            StatementKind::WinnerPlayers(e) => self.winner(at, Some(e), winner::PLAYERS),
            StatementKind::Remove(e, how) => {
                self.emit_with(at, e, |object| Op::Remove {
                    object,
                    open: u16::from(*how == Departure::Open),
                });
                self.raise_moved(at);
            }
            StatementKind::Fail(e) => {
                let actor = self.register();
                self.emit(at, Op::Actor { d: actor });
                let s = self.text_for(e, actor);
                self.emit(at, Op::Fail { s });
            }
            StatementKind::Tell(text, to) => self.tell(at, text, to.as_ref(), next.is_some_and(ends_match)),
            StatementKind::Score(p, e) => {
                let player = self.value(p);
                self.emit_with(at, e, |s| Op::Score { player, s });
            }
            StatementKind::Eliminate(p) => self.emit_with(at, p, |player| Op::Eliminate { player }),
            StatementKind::Team(name, players) => self.team(at, name, players),
            StatementKind::Play(p) => self.play(p, play::PLAY),
            StatementKind::ExpectLegal(legal, p) => {
                self.play(p, if *legal { play::LEGAL } else { play::ILLEGAL })
            }
            StatementKind::Answer(e, by) => {
                let base = self.registers(2);
                self.value_to(e, base);
                self.optional_to(at, by.as_ref(), base + 1);
                self.holds(base, e.at);
                let show = self.e.show_index(&e.ty);
                self.emit(at, Op::Answer { base, show });
            }
            StatementKind::Do(effect, by) => self.do_block(at, effect, by.as_ref()),
            StatementKind::Expect(e) => self.expect(at, e),
        }
        self.release(mark);
    }

    /// Jumps to a place of the innermost loop.
    fn leave(&mut self, at: NodeId, to: impl Fn(&Loop) -> Label) {
        match self.scope.loops.last().map(to) {
            Some(label) => self.jump(at, label),
            None => self.emit(at, Op::Impossible),
        }
    }

    /// The variable's register stays until the end of the block.
    fn declare(&mut self, local: LocalId, e: &Expr) {
        // A block that runs again, or is inlined twice, declares its variables again.
        let d = self.register();
        self.value_to(e, d);
        self.bind(local, d);
    }

    /// Evaluates for what it does.
    fn discard(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Assign(..) | ExprKind::Update(..) => self.value_to(e, 0),
            _ => {
                self.value(e);
            }
        }
    }

    pub(super) fn give(&mut self, at: NodeId, e: Option<&Expr>) {
        match self.scope.returning {
            Returning::Leave => match e {
                Some(e) => self.emit_with(at, e, |s| Op::Return { s }),
                None => self.give_null(at),
            },
            Returning::Inlined { result, end } => {
                self.optional_to(at, e, result);
                self.jump(at, end);
            }
            Returning::Ensure(label) => self.jump(at, label),
        }
    }

    fn choice(&mut self, at: NodeId, c: &Expr, a: &Block, b: Option<&Block>) {
        let otherwise = self.label();
        self.branch(c, otherwise, false);
        self.block(a);
        let Some(b) = b else { return self.place(otherwise) };
        let end = self.label();
        self.jump(at, end);
        self.place(otherwise);
        self.block(b);
        self.place(end);
    }

    fn repeat(&mut self, at: NodeId, check: Option<&Expr>, step: Option<&Expr>, body: &Block) {
        let (top, again, enter, end) = (self.label(), self.label(), self.label(), self.label());
        self.jump(at, enter);
        self.place(top);
        self.scope.loops.push(Loop { again, end });
        self.looping += 1;
        self.block(body);
        self.scope.loops.pop();
        self.place(again);
        if let Some(step) = step {
            let mark = self.mark();
            self.discard(step);
            self.release(mark);
        }
        self.place(enter);
        if let Some(check) = check {
            self.branch(check, end, false);
        }
        self.looping -= 1;
        self.jump(at, top);
        self.place(end);
    }

    fn for_in(&mut self, at: NodeId, local: LocalId, list: &Expr, body: &Block) {
        let end = self.label();
        // The body may change its variable, but not the loop's own register.
        let is_changed = changes(body, local);
        let visit: Each<'_, '_, '_> = &mut |c, element, again| {
            if is_changed {
                let d = c.register();
                c.copy(at, d, element);
                c.bind(local, d);
            } else {
                c.bind(local, element);
            }
            c.scope.loops.push(Loop { again, end });
            c.block(body);
            c.scope.loops.pop();
        };
        if let (ExprKind::Range(..) | ExprKind::Stepped(..), _) | (_, Type::Table(..)) =
            (&list.kind, &list.ty)
        {
            self.each(list, visit);
            return self.place(end);
        }
        // What the body may change while it runs is copied first: zones and lists of live objects.
        let copied =
            matches!(list.ty, Type::Zone(_) | Type::Stack(_)) || matches!(list.kind, ExprKind::AllOf(_));
        let base = self.registers(3);
        if copied {
            self.materialise(list, base);
        } else {
            self.value_to(list, base);
            self.check_object(list.at, base);
        }
        self.elements(at, base, visit);
        self.place(end);
    }

    fn winner(&mut self, at: NodeId, e: Option<&Expr>, how: u16) {
        if let Some(e) = e {
            return self.emit_with(at, e, |s| Op::Winner { s, how });
        }
        let s = self.register();
        self.emit(at, Op::Null { d: s });
        self.emit(at, Op::Winner { s, how });
    }

    fn team(&mut self, at: NodeId, name: &str, players: &[Expr]) {
        let team = self.e.teams.get(name).copied().unwrap_or_else(|| {
            let teams = &mut self.e.program.teams;
            teams.push(name.to_owned());
            let team = teams.len() - 1;
            self.e.teams.insert(name.to_owned(), team);
            team
        });
        let team = self.e.small_index(at, team, "teams");
        for p in players {
            let (mark, player) = (self.mark(), self.value(p));
            self.emit(at, Op::Team { player, team });
            self.release(mark);
        }
    }
}

fn ends_match(s: &Statement) -> bool {
    use StatementKind::{WinnerNone, WinnerPlayer, WinnerPlayers, WinnerRanking};
    matches!(s.kind, WinnerRanking(_) | WinnerPlayer(_) | WinnerNone | WinnerPlayers(_))
}

/// Whether a block gives another value to a variable from outside.
fn changes(block: &Block, local: LocalId) -> bool {
    struct Changes {
        local: LocalId,
        found: bool,
    }
    impl<'e> Visit<'e> for Changes {
        fn expr(&mut self, e: &'e Expr) {
            if let ExprKind::Assign(Target::Local(l), _) | ExprKind::Update(Target::Local(l), ..) = &e.kind {
                self.found |= *l == self.local;
            }
            e.kind.parts(&mut |n| self.node(n));
        }
    }
    let mut changes = Changes { local, found: false };
    changes.block(block);
    changes.found
}
