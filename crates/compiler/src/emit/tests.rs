//! Rule tests.

use super::Emitter;
use super::actions::{EVENT, INPUTS, THIS, own_inputs};
use super::conditions::is_text;
use super::function::{FunctionBuilder, Label};
use crate::typed::{
    Action, BinaryOp, Block, ClassId, Expr, ExprKind, Input, InputSource, LocalId, Play, TestValue, Type, Why,
};
use base::NodeId;
use bytecode::Op;
use bytecode::op::{Reg, inspect};
use bytecode::program::{Compared, Reason, Refusals, Test, TestPlay};
use std::collections::BTreeSet;

/// The place of what an expectation compares that compares nothing.
const NOTHING: u16 = u16::MAX;

impl<'g> Emitter<'g> {
    pub(super) fn tests(&mut self) {
        let game = self.game;
        for t in &game.tests {
            let body = self.function(&t.name, t.at, 0, |c| c.whole_body(&t.body));
            self.program.tests.push(Test {
                name: t.name.clone(),
                at: t.at,
                seed: t.seed,
                players: t.players,
                body,
            });
        }
        let plays = self.program.plays.iter();
        let played: BTreeSet<u16> = plays.flat_map(|play| play.actions.iter().copied()).collect();
        for action in played {
            if self.program.actions[usize::from(action)].refusals.is_none() {
                let refusals = self.refusals(&game.actions[usize::from(action)]);
                self.program.actions[usize::from(action)].refusals = Some(refusals);
            }
        }
    }

    /// `refusal(this, event, inputs...)`: which requirement, trigger, input or filter refuses the action.
    pub(super) fn refusals(&mut self, a: &'g Action) -> Refusals {
        let own = own_inputs(a);
        let (mut reasons, mut common) = (Vec::new(), 0);
        let mut whys: Vec<Option<u32>> = Vec::new();
        for r in &a.requires {
            whys.push(self.why(a, &r.why, 0, None));
        }
        for (k, input) in a.inputs[..own].iter().enumerate() {
            for f in &input.spec.filters {
                whys.push(self.why(a, &f.why, k, Some(f.local)));
            }
        }
        let mut whys = whys.into_iter();
        let name = format!("what refuses {}", a.name);
        let function = self.function(&name, a.at, INPUTS + own as Reg, |c| {
            c.pure = true;
            let reasons = &mut reasons;
            let begins = |block: &Block, at: NodeId| block.statements.first().map_or(at, |s| s.at);
            if let Some(trigger) = a.triggers.iter().find(|t| t.event == ClassId::PLAYER_CHOICE) {
                c.refuses((begins(&trigger.body, trigger.at), None), None, reasons, |c, no| {
                    c.triggers(a, &[ClassId::PLAYER_CHOICE], (THIS, EVENT), no);
                });
            }
            c.action_scope(a, &a.inputs[..own]);
            for r in &a.requires {
                let at = begins(&r.body, a.at);
                let at = (at, whys.next().flatten());
                c.refuses(at, None, reasons, |c, no| c.branch_block(a.at, &r.body, no, false));
            }
            common = reasons.len();
            for (k, input) in a.inputs[..own].iter().enumerate() {
                if input.spec.count.is_some() || matches!(input.source, InputSource::Auto) {
                    whys.by_ref().take(input.spec.filters.len()).for_each(|_| {});
                    continue;
                }
                let (given, next) = (INPUTS + k as Reg, c.label());
                c.branch_null(input.at, given, next, true);
                let number = u16::try_from(k).ok();
                // Any text may be written.
                if input.spec.free.is_none() {
                    c.refuses((input.at, None), number, reasons, |c, no| c.among(input, given, no));
                }
                for f in &input.spec.filters {
                    let at = (begins(&f.body, input.at), whys.next().flatten());
                    c.refuses(at, None, reasons, |c, no| {
                        c.bind(f.local, given);
                        c.branch_block(input.at, &f.body, no, false);
                    });
                }
                c.place(next);
            }
            c.give_null(a.at);
        });
        Refusals { function, reasons, common }
    }

    /// `why(this, event, inputs...)`: what a player is told where a condition does not hold, which sees the inputs before
    /// number `k` and the candidate for that one.
    fn why(
        &mut self,
        a: &'g Action,
        why: &'g Option<Box<Why>>,
        k: usize,
        candidate: Option<LocalId>,
    ) -> Option<u32> {
        let why = why.as_ref().filter(|why| why.is_open)?;
        let name = format!("why not {}", a.name);
        Some(self.function(&name, why.text.at, INPUTS + own_inputs(a) as Reg, |c| {
            c.action_scope(a, &a.inputs[..k]);
            if let Some(candidate) = candidate {
                c.bind(candidate, INPUTS + k as Reg);
            }
            let actor = c.register();
            c.emit(why.text.at, Op::Actor { d: actor });
            let s = c.text_for(&why.text, actor);
            c.emit(why.text.at, Op::Return { s });
        }))
    }
}

impl<'e, 'g> FunctionBuilder<'e, 'g> {
    /// Gives the place of a reason where the code goes to the label.
    fn refuses(
        &mut self,
        (at, why): (NodeId, Option<u32>),
        input: Option<u16>,
        reasons: &mut Vec<Reason>,
        build: impl FnOnce(&mut Self, Label),
    ) {
        let (mark, no, next) = (self.mark(), self.label(), self.label());
        build(self, no);
        self.jump(at, next);
        self.place(no);
        let s = self.register();
        self.integer(at, s, reasons.len() as i64);
        self.emit(at, Op::Return { s });
        self.place(next);
        self.release(mark);
        reasons.push(Reason { at, input, why });
    }

    /// Goes to the label unless a value is among the candidates of an input, filters left aside.
    fn among(&mut self, input: &'g Input, given: Reg, no: Label) {
        let (at, yes) = (input.at, self.label());
        let (ty, text) = (&input.spec.ty, input.spec.ty == Type::String);
        self.each_of(at, &input.spec, &mut |c, x, _| {
            let d = c.register();
            c.operate(at, BinaryOp::Equal, (ty, ty, text), x, given, d);
            c.branch_register(at, d, yes, true);
        });
        self.jump(at, no);
        self.place(yes);
    }
}

impl FunctionBuilder<'_, '_> {
    pub(super) fn play(&mut self, p: &Play, how: u16) {
        let base = self.registers(p.inputs.len() + 2);
        for (i, (_, e)) in p.inputs.iter().enumerate() {
            self.value_to(e, base + i as Reg);
        }
        let object = base + p.inputs.len() as Reg;
        self.optional_to(p.at, p.object.as_ref(), object);
        self.optional_to(p.at, p.by.as_ref(), object + 1);
        let name = p.actions.first().map(|a| self.e.game.actions[a.index()].name.clone());
        let means = TestPlay {
            actions: p.actions.iter().map(|a| a.0 as u16).collect(),
            name: name.unwrap_or_default(),
            inputs: p.inputs.iter().map(|(name, _)| name.clone()).collect(),
            has_object: p.object.is_some(),
            has_player: p.by.is_some(),
        };
        let play = match self.e.plays.get(&means) {
            Some(known) => *known,
            None => {
                let number = self.e.small_index(p.at, self.e.program.plays.len(), "kinds of plays in tests");
                self.e.program.plays.push(means.clone());
                self.e.plays.insert(means, number);
                number
            }
        };
        self.emit(p.at, Op::Play { base, play, how });
    }

    /// `expect e;`, part by part, so that the one that does not hold is found.
    pub(super) fn expect(&mut self, at: NodeId, e: &Expr) {
        self.expect_part((at, e.at), e, true);
    }

    /// `holds` is what is expected of a part that stands there, and whose text, perhaps with a `!`, stands there.
    fn expect_part(&mut self, (at, text): (NodeId, NodeId), e: &Expr, holds: bool) {
        match &e.kind {
            ExprKind::Not(x) => return self.expect_part((at, text), x, !holds),
            ExprKind::Binary(BinaryOp::And, a, b) if holds => {
                self.expect_part((a.at, a.at), a, holds);
                return self.expect_part((b.at, b.at), b, holds);
            }
            ExprKind::Binary(BinaryOp::Or, a, b) if !holds => {
                self.expect_part((at, text), a, holds);
                return self.expect_part((at, text), b, holds);
            }
            _ => {}
        }
        let mark = self.mark();
        let (c, compared) = match &e.kind {
            ExprKind::Binary(op, a, b) if op.compares() => self.compared(e.at, *op, a, b),
            _ => (self.value(e), NOTHING),
        };
        let expected = match holds {
            true => c,
            false => {
                let d = self.register();
                self.emit(e.at, Op::Not { d, s: c });
                d
            }
        };
        self.holds(expected, text);
        self.emit(at, Op::Expect { c: expected, compared });
        self.release(mark);
    }

    /// A comparison, whose sides stay in their registers.
    fn compared(&mut self, at: NodeId, op: BinaryOp, a: &Expr, b: &Expr) -> (Reg, u16) {
        let sides = [self.value(a), self.value(b)];
        let d = self.register();
        self.operate(at, op, (&a.ty, &b.ty, is_text(a, b)), sides[0], sides[1], d);
        let shows = [self.e.show(&a.ty), self.e.show(&b.ty)];
        // The message of one of the last of very many does without the two sides.
        let index = u16::try_from(self.e.program.compared.len()).unwrap_or(NOTHING);
        if index == NOTHING {
            return (d, NOTHING);
        }
        let [left, right] = [(a, sides[0]), (b, sides[1])];
        let [of_left, of_right] = shows;
        self.e.program.compared.push([
            Compared { at: left.0.at, register: left.1, show: of_left },
            Compared { at: right.0.at, register: right.1, show: of_right },
        ]);
        (d, index)
    }

    pub(super) fn inspect(&mut self, at: NodeId, what: &TestValue, d: Reg) {
        let number = match what {
            TestValue::Winner => inspect::WINNER,
            TestValue::Winners => inspect::WINNERS,
            TestValue::Over => inspect::OVER,
            TestValue::Stuck => inspect::STUCK,
            TestValue::Decider => inspect::DECIDER,
            TestValue::Told => inspect::TOLD,
            TestValue::Moves => inspect::MOVES,
            TestValue::Perft(depth) => {
                self.value_to(depth, d);
                inspect::PERFT
            }
        };
        self.emit(at, Op::Inspect { d, what: number });
    }
}
