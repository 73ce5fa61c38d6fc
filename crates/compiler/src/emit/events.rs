//! Raising events.

use super::Emitter;
use super::function::FunctionBuilder;
use crate::typed::{ActionId, Body, Class, ClassId, Expr};
use base::NodeId;
use bytecode::Op;
use bytecode::layout::object;
use bytecode::op::Reg;

impl<'g> Emitter<'g> {
    /// Reserves what raises `Moved`, if anything observes it.
    pub(super) fn reserve_moved(&mut self) {
        if !self.triggered(&[ClassId::MOVED]).is_empty() {
            self.program.moved = Some(self.reserve("moved", NodeId(0), 3));
        }
    }

    pub(super) fn events(&mut self) {
        for i in 0..self.game.classes.len() {
            let class = ClassId(i as u32);
            let function = self.raisers[i];
            let lineage: Vec<ClassId> = self.game.above(class).collect();
            let observers = self.observers(&lineage);
            let effect = lineage.iter().find_map(|c| self.game.classes[c.index()].effect.as_ref());
            self.fill(function, |c| c.raiser(&lineage, &observers, effect));
        }
        let no_choice = self.observers(&self.game.above(ClassId::NO_CHOICE).collect::<Vec<_>>());
        if !no_choice.is_empty() {
            self.program.no_choice = Some(self.raisers[ClassId::NO_CHOICE.index()]);
        }
        if let Some(function) = self.program.moved {
            let class = self.class(ClassId::MOVED);
            let raiser = self.raisers[ClassId::MOVED.index()];
            self.fill(function, |c| {
                let base = c.register();
                c.emit(NodeId(0), Op::New { d: base, class });
                for i in 0..3 {
                    let field = object::FIELDS as u16 + i;
                    c.emit(NodeId(0), Op::SetField { object: base, field, s: i });
                }
                c.emit(NodeId(0), Op::Call { base, function: raiser });
                c.give_null(NodeId(0));
            });
        }
    }

    /// The actions that observe one of the events, in the order in which they are queued.
    fn observers(&self, events: &[ClassId]) -> Vec<(ClassId, &'g Class, ActionId)> {
        let mut found = self.triggered(events);
        let prio = |a: &ActionId| self.game.actions[a.index()].prio;
        found.sort_by(|a, b| prio(&b.2).total_cmp(&prio(&a.2)));
        found
    }
}

impl<'g> FunctionBuilder<'_, 'g> {
    /// `raise X(...)`
    pub(super) fn raise(&mut self, at: NodeId, class: ClassId, values: &[(u32, Expr)]) -> Reg {
        let base = self.register();
        let number = self.e.class(class);
        self.emit(at, Op::New { d: base, class: number });
        self.set_attributes(class, base, values);
        self.construct(class, base, &|i| values.iter().any(|v| v.0 == i));
        let function = self.e.raisers[class.index()];
        self.emit(at, Op::Call { base, function });
        self.release(u32::from(base) + 1);
        base
    }

    /// `raise(event)`: what `before` blocks make of it, unless they cancel it the default effect, then queues what
    /// observes it. Gives the event.
    fn raiser(
        &mut self,
        lineage: &[ClassId],
        observers: &[(ClassId, &'g Class, ActionId)],
        effect: Option<&'g Body>,
    ) {
        const EVENT: Reg = 0;
        let end = self.label();
        self.settle(NodeId(0));
        if let Some(before) = self.e.core.hooks[lineage[0].index()].before {
            let base = self.register();
            self.copy(NodeId(0), base, EVENT);
            self.call_at(NodeId(0), base, before);
            let field = self.e.field(lineage[0], Class::CANCELLED_INDEX);
            self.emit(NodeId(0), Op::GetField { d: base, object: EVENT, field });
            self.branch_register(NodeId(0), base, end, true);
            self.release(u32::from(base));
        }
        if let Some(body) = effect {
            self.scope.event = EVENT;
            self.open(body);
            let d = self.register();
            self.inline_block(NodeId(0), &body.block, d);
        }
        self.settle(NodeId(0));
        let game = self.e.game;
        for (class, info, id) in observers {
            let a = &game.actions[id.index()];
            self.each_holder(a.at, *class, info, &mut |c, this, next| {
                c.triggers(a, lineage, (this, EVENT), next);
                c.emit(a.at, Op::Enqueue { action: id.0 as u16, object: this, event: EVENT });
            });
        }
        if let Some(after) = self.e.core.hooks[lineage[0].index()].after {
            let base = self.register();
            self.copy(NodeId(0), base, EVENT);
            self.call_at(NodeId(0), base, after);
        }
        self.place(end);
        self.emit(NodeId(0), Op::Return { s: EVENT });
    }
}
