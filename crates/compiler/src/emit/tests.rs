//! Rule tests.

use super::Emitter;
use super::function::FunctionBuilder;
use crate::typed::{Play, TestValue, Type};
use base::NodeId;
use bytecode::Op;
use bytecode::op::{Reg, inspect};
use bytecode::program::{Test, TestPlay};

impl Emitter<'_> {
    pub(super) fn tests(&mut self) {
        let game = self.game;
        for t in &game.tests {
            self.plays.clear();
            let body = self.function(&t.name, t.at, 0, |c| c.whole_body(&t.body));
            let plays = std::mem::take(&mut self.plays);
            self.program.tests.push(Test {
                name: t.name.clone(),
                at: t.at,
                seed: t.seed,
                players: t.players,
                body,
                plays,
            });
        }
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
        let play = self.e.small_index(p.at, self.e.plays.len(), "plays in a test");
        self.e.plays.push(TestPlay {
            at: p.at,
            actions: p.actions.iter().map(|a| a.0 as u16).collect(),
            name: name.unwrap_or_default(),
            inputs: p.inputs.iter().map(|(name, _)| name.clone()).collect(),
            texts: p.inputs.iter().map(|(_, e)| e.ty == Type::String).collect(),
            has_object: p.object.is_some(),
            has_player: p.by.is_some(),
        });
        self.emit(p.at, Op::Play { base, play, how });
    }

    pub(super) fn inspect(&mut self, at: NodeId, what: &TestValue, d: Reg) {
        let number = match what {
            TestValue::Winner => inspect::WINNER,
            TestValue::Winners => inspect::WINNERS,
            TestValue::Over => inspect::OVER,
            TestValue::Stuck => inspect::STUCK,
            TestValue::Decider => inspect::DECIDER,
            TestValue::Moves => inspect::MOVES,
            TestValue::Perft(depth) => {
                self.value_to(depth, d);
                inspect::PERFT
            }
        };
        self.emit(at, Op::Inspect { d, what: number });
    }
}
