//! Actions: listing their moves, running them, calling them.

use super::Emitter;
use super::function::{FunctionBuilder, Label, Returning};
use crate::typed::visit::{Each, Visit};
use crate::typed::{
    Action, ActionId, Class, ClassId, Expr, ExprKind, Input, InputSource, ModifierOf, Trigger,
};
use base::NodeId;
use bytecode::Op;
use bytecode::layout::object;
use bytecode::op::Reg;
use bytecode::program::{self, SIEVED};
use language::catalogue::Builtin as B;
use language::tree::Visibility;

/// The window of a function of an action: the object, the event, the inputs.
const THIS: Reg = 0;
const EVENT: Reg = 1;
const INPUTS: Reg = 2;

impl<'g> Emitter<'g> {
    pub(super) fn actions(&mut self) {
        let game = self.game;
        for (i, a) in game.actions.iter().enumerate() {
            let id = ActionId(i as u32);
            let own = own_inputs(a);
            let effect = self.effect(a);
            let run = if own == a.inputs.len() { effect } else { self.late(a, own, effect) };
            let menu = self.action_menu(id, a, own, false);
            let sieve = self.sieve(id, a, own);
            if let Some(function) = self.callers.get(&id).copied() {
                self.fill(function, |c| c.called(a, effect));
            }
            let inputs = a.inputs[..own].iter().enumerate().map(|(k, input)| program::Input {
                name: input.name.clone(),
                show: self.show(&input.spec.ty),
                prompt: self.prompt(a, k, input),
            });
            let inputs = inputs.collect();
            let ensure = (!a.ensures.is_empty()).then(|| self.ensure(a));
            self.program.actions.push(program::Action {
                name: a.name.clone(),
                at: a.at,
                class: self.class(a.class),
                inputs,
                chosen: a.inputs[..own].iter().any(|i| matches!(i.source, InputSource::Actor)),
                menu,
                run,
                effect,
                ensure,
                tried: a.doing.fails || !a.ensures.is_empty(),
                asks: a.doing.asks || own < a.inputs.len(),
                sieve,
            });
        }
        let menus: Vec<u32> = self.program.actions.iter().map(|a| a.menu).collect();
        self.program.menu = self.menu(&menus);
        if self.program.actions.iter().any(|a| a.sieve.is_some()) {
            let wide = self.program.actions.iter().map(|a| a.sieve.map_or(a.menu, |s| s.menu));
            let wide: Vec<u32> = wide.collect();
            self.program.wide = Some(self.menu(&wide));
        }
    }

    /// The function that calls an action; its code comes with the action's.
    pub(super) fn caller(&mut self, a: ActionId) -> u32 {
        if let Some(f) = self.callers.get(&a) {
            return *f;
        }
        let action = &self.game.actions[a.index()];
        let name = format!("call {}", action.name);
        let function = self.reserve(&name, action.at, 1 + 2 * action.inputs.len() as u16);
        self.callers.insert(a, function);
        // Those that are met while actions are emitted already.
        if self.program.actions.len() > a.index() {
            self.too_large.get_or_insert(action.at);
        }
        function
    }

    /// Reserves the callers of all actions that are called, before any of them is emitted.
    pub(super) fn reserve_callers(&mut self) {
        let mut called = Vec::new();
        Each(|e: &Expr| {
            if let ExprKind::CallAction(_, a, _) = &e.kind {
                called.push(*a);
            }
        })
        .game(self.game);
        for a in called {
            self.caller(a);
            for (_, own) in self.game.overriding(a) {
                self.caller(own);
            }
        }
    }

    /// `effect(this, event, all inputs)`: the effect, and whether all that must hold afterwards does.
    fn effect(&mut self, a: &'g Action) -> u32 {
        self.function(&a.name, a.at, INPUTS + a.inputs.len() as u16, |c| {
            c.action_scope(a);
            for (i, input) in a.inputs.iter().enumerate() {
                c.bind(input.local, INPUTS + i as Reg);
            }
            let ensure = c.label();
            c.scope.returning = Returning::Ensure(ensure);
            c.block(&a.effect);
            c.place(ensure);
            c.settle(a.at);
            c.ensures(a);
        })
    }

    /// `ensure(this, event, all inputs)`: whether all that must hold afterwards does.
    fn ensure(&mut self, a: &'g Action) -> u32 {
        let name = format!("what {} ensures", a.name);
        self.function(&name, a.at, INPUTS + a.inputs.len() as u16, |c| {
            c.action_scope(a);
            for (i, input) in a.inputs.iter().enumerate() {
                c.bind(input.local, INPUTS + i as Reg);
            }
            c.ensures(a);
        })
    }

    /// `run(this, event, own inputs)`: asks for the other inputs, then does the effect.
    fn late(&mut self, a: &'g Action, own: usize, effect: u32) -> u32 {
        self.function(&a.name, a.at, INPUTS + own as u16, |c| {
            c.action_scope(a);
            let window = c.registers(2 + a.inputs.len());
            c.copy(a.at, window, THIS);
            c.copy(a.at, window + 1, EVENT);
            let end = c.label();
            for (i, input) in a.inputs.iter().enumerate() {
                let r = window + INPUTS + i as Reg;
                if i < own {
                    c.copy(input.at, r, INPUTS + i as Reg);
                } else {
                    c.fill_input(a, input, r, end);
                }
                c.bind(input.local, r);
            }
            c.emit(a.at, Op::Call { base: window, function: effect });
            c.emit(a.at, Op::Return { s: window });
            c.place(end);
            c.give_bool(a.at, true);
        })
    }

    /// `menu(this, event)`: emits the moves of one object if the requirements hold; `wide` leaves out the filter of
    /// the last input.
    fn action_menu(&mut self, id: ActionId, a: &'g Action, own: usize, wide: bool) -> u32 {
        let name = format!("options of {}", a.name);
        self.function(&name, a.at, 2, |c| {
            c.pure = true;
            c.wide = wide;
            c.action_scope(a);
            let end = c.label();
            for r in &a.requires {
                c.branch_block(a.at, r, end, false);
            }
            let window = c.registers(1 + own);
            c.copy(a.at, window, THIS);
            c.inputs(id, &a.inputs[..own], 0, window, end);
            c.place(end);
            c.give_null(a.at);
        })
    }

    /// Where the filter of the last input calls function values, which may be anything, whoever wants one move does
    /// better to try the filter on a few than on all.
    fn sieve(&mut self, id: ActionId, a: &'g Action, own: usize) -> Option<program::Sieve> {
        let input = a.inputs[..own].last()?;
        let (mut calls, mut event) = (false, false);
        for f in &input.spec.filters {
            Each(|e: &Expr| {
                calls |= matches!(e.kind, ExprKind::CallValue(..));
                event |= matches!(e.kind, ExprKind::Event);
            })
            .block(&f.body);
        }
        let chosen =
            matches!(input.source, InputSource::Actor) && !input.optional && input.spec.count.is_none();
        if !calls || event || !chosen || own > SIEVED {
            return None;
        }
        let menu = self.action_menu(id, a, own, true);
        let name = format!("filter of {}", a.name);
        let passes = self.function(&name, a.at, INPUTS + own as u16, |c| {
            c.pure = true;
            c.action_scope(a);
            for (i, input) in a.inputs[..own].iter().enumerate() {
                c.bind(input.local, INPUTS + i as Reg);
            }
            let no = c.label();
            for f in &input.spec.filters {
                c.bind(f.local, INPUTS + own as Reg - 1);
                c.branch_block(input.at, &f.body, no, false);
            }
            c.give_bool(input.at, true);
            c.place(no);
            c.give_bool(input.at, false);
        });
        Some(program::Sieve { menu, passes })
    }

    fn prompt(&mut self, a: &'g Action, k: usize, input: &'g Input) -> Option<u32> {
        let prompt = input.spec.prompt.as_deref()?;
        let name = format!("prompt of {}", input.name);
        Some(self.function(&name, input.at, INPUTS + k as u16, |c| {
            c.action_scope(a);
            for (i, earlier) in a.inputs[..k].iter().enumerate() {
                c.bind(earlier.local, INPUTS + i as Reg);
            }
            let s = c.value(prompt);
            c.emit(input.at, Op::Return { s });
        }))
    }

    /// `menu(event)`: emits all moves of the active player, each action's by one of the functions.
    fn menu(&mut self, menus: &[u32]) -> u32 {
        let game = self.game;
        let mut looks_at_event = false;
        let offered: Vec<(ClassId, &Class, ActionId)> = self.triggered(&[ClassId::PLAYER_CHOICE]);
        for (_, _, a) in &offered {
            let action = &self.game.actions[a.index()];
            Each(|e: &Expr| looks_at_event |= matches!(e.kind, ExprKind::Event)).action(action);
        }
        let class = self.class(ClassId::PLAYER_CHOICE);
        self.program.choice_event = looks_at_event.then_some(class);
        self.function("options", NodeId(0), 1, |c| {
            for (class, info, id) in offered {
                let a = &game.actions[id.index()];
                let menu = menus[id.index()];
                c.each_holder(a.at, class, info, &mut |c, this, next| {
                    c.may_act(a.at, class, this, next);
                    c.triggers(a, &[ClassId::PLAYER_CHOICE], (this, 0), next);
                    let base = c.registers(2);
                    c.copy(a.at, base, this);
                    c.copy(a.at, base + 1, 0);
                    c.emit(a.at, Op::Call { base, function: menu });
                });
            }
            c.give_null(NodeId(0));
        })
    }

    /// The actions that observe one of the events, with each class whose objects carry them.
    pub(super) fn triggered(&self, events: &[ClassId]) -> Vec<(ClassId, &'g Class, ActionId)> {
        let game = self.game;
        let mut found = Vec::new();
        for (i, class) in game.classes.iter().enumerate().filter(|(_, c)| !c.is_abstract) {
            for id in &class.actions {
                let observes = |t: &Trigger| events.contains(&t.event);
                if game.actions[id.index()].triggers.iter().any(observes) {
                    found.push((ClassId(i as u32), class, *id));
                }
            }
        }
        found
    }

    pub(super) fn live_address(&self, class: ClassId, exact: bool) -> usize {
        let i = self.live.iter().position(|l| *l == (class, exact)).unwrap_or(0);
        self.program.layout.live + i * bytecode::layout::list::HEAD
    }
}

/// How many inputs are part of the move: those before the first that asks another player.
fn own_inputs(a: &Action) -> usize {
    a.inputs.iter().position(|i| matches!(i.source, InputSource::Player(_))).unwrap_or(a.inputs.len())
}

impl<'e, 'g> FunctionBuilder<'e, 'g> {
    fn action_scope(&mut self, a: &'g Action) {
        self.scope.this = THIS;
        self.scope.event = EVENT;
        self.open_locals(&a.locals);
    }

    /// Gives whether all that must hold afterwards does.
    fn ensures(&mut self, a: &'g Action) {
        let no = self.label();
        for e in &a.ensures {
            self.branch_block(a.at, e, no, false);
        }
        self.give_bool(a.at, true);
        self.place(no);
        self.give_bool(a.at, false);
    }

    fn give_bool(&mut self, at: NodeId, value: bool) {
        let (mark, d) = (self.mark(), self.register());
        self.integer(at, d, i64::from(value));
        self.emit(at, Op::Return { s: d });
        self.release(mark);
    }

    /// The loops over the inputs from number `k` on, the moves being emitted inside. `skip` is where to go if there
    /// is nothing to choose.
    fn inputs(&mut self, id: ActionId, inputs: &'g [Input], k: usize, window: Reg, skip: Label) {
        let Some(input) = inputs.get(k) else {
            let n = inputs.len() as u16;
            let action = &self.e.game.actions[id.index()];
            let at = action.at;
            if let Some(probe) = action.offered {
                self.emit(at, Op::Probe { probe });
            }
            return self.emit(at, Op::Emit { action: id.0 as u16, base: window, n });
        };
        let r = window + 1 + k as Reg;
        let at = input.at;
        if matches!(input.source, InputSource::Auto) {
            self.auto(at, &input.spec, r);
            if !input.optional {
                self.branch_null(at, r, skip, true);
            }
            self.bind(input.local, r);
            return self.inputs(id, inputs, k + 1, window, skip);
        }
        let mut inner = |c: &mut FunctionBuilder<'e, 'g>, x: Reg, next: Label| {
            c.copy(at, r, x);
            c.bind(input.local, r);
            c.inputs(id, inputs, k + 1, window, next);
        };
        let mark = self.mark();
        if input.optional {
            let base = self.registers(3);
            self.candidates(at, &input.spec, base);
            let none = self.register();
            self.emit(at, Op::Null { d: none });
            self.emit(at, Op::ListPush { list: base, s: none });
            self.elements(at, base, &mut inner);
        } else if self.wide && k + 1 == inputs.len() {
            self.each_of(at, &input.spec.source, &mut inner);
        } else {
            self.each_candidate(at, &input.spec, &mut inner);
        }
        self.release(mark);
    }

    /// `call(this, given and value of each input)`: what a call of the action runs.
    fn called(&mut self, a: &'g Action, effect: u32) {
        self.action_scope(a);
        let end = self.label();
        let event = self.register();
        self.emit(a.at, Op::Null { d: event });
        self.scope.event = event;
        for r in &a.requires {
            self.branch_block(a.at, r, end, false);
        }
        let window = self.registers(2 + a.inputs.len());
        self.copy(a.at, window, THIS);
        self.copy(a.at, window + 1, event);
        for (i, input) in a.inputs.iter().enumerate() {
            let (given, r) = (1 + 2 * i as Reg, window + INPUTS + i as Reg);
            let (ask, done) = (self.label(), self.label());
            self.branch_register(input.at, given, ask, false);
            self.copy(input.at, r, given + 1);
            self.jump(input.at, done);
            self.place(ask);
            self.fill_input(a, input, r, end);
            self.place(done);
            self.bind(input.local, r);
        }
        self.emit(a.at, Op::Call { base: window, function: effect });
        self.branch_register(a.at, window, end, true);
        let why = self.e.text("what must hold afterwards does not");
        self.constant(a.at, window, why);
        self.emit(a.at, Op::Fail { s: window });
        self.place(end);
        self.give_null(a.at);
    }

    /// Asks for an input, or fills it; goes to `end` if it cannot be filled.
    fn fill_input(&mut self, a: &Action, input: &'g Input, r: Reg, end: Label) {
        let (at, mark) = (input.at, self.mark());
        if matches!(input.source, InputSource::Auto) {
            self.auto(at, &input.spec, r);
        } else {
            let base = self.registers(4);
            match &input.source {
                InputSource::Player(e) => self.value_to(e, base),
                _ => self.asked(a, at, base),
            }
            self.ask(at, base, input.optional, &input.spec);
            self.copy(at, r, base);
        }
        self.release(mark);
        if !input.optional {
            self.branch_null(at, r, end, true);
        }
    }

    /// Whom a called action asks: the owner of a local object, otherwise whoever acts.
    fn asked(&mut self, a: &Action, at: NodeId, d: Reg) {
        self.emit(at, Op::Actor { d });
        let mark = self.mark();
        let (class, this) = self.acting(at, a.class, THIS);
        let owned = self.e.game.classes[class.index()].visibility == Visibility::Local;
        if owned && !self.e.is_tile(class) {
            let (owner, end) = (self.register(), self.label());
            self.emit(at, Op::GetField { d: owner, object: this, field: object::OWNER as u16 });
            self.branch_null(at, owner, end, true);
            self.copy(at, d, owner);
            self.place(end);
        }
        self.release(mark);
    }

    /// Puts a loop over the objects of exactly that class.
    pub(super) fn each_holder(
        &mut self,
        at: NodeId,
        class: ClassId,
        info: &Class,
        body: super::stream::Each<'_, 'e, 'g>,
    ) {
        let mark = self.mark();
        if info.visibility == Visibility::Global {
            let (this, next) = (self.register(), self.label());
            let address = self.e.global(class);
            self.integer(at, this, i64::from(address));
            body(self, this, next);
            self.place(next);
        } else if info.kind != crate::typed::ClassKind::Tile {
            let base = self.registers(3);
            let address = self.e.live_address(class, true);
            self.integer(at, base, address as i64);
            self.elements(at, base, body);
        }
        self.release(mark);
    }

    /// The object for which an action of `this` is taken, with its class: of a modifier, who has it.
    fn acting(&mut self, at: NodeId, class: ClassId, this: Reg) -> (ClassId, Reg) {
        let game = self.e.game;
        match &game.classes[class.index()].modifier {
            None => (class, this),
            Some(m) => {
                let (object, field) = (self.register(), self.e.field(class, ModifierOf::HOLDER));
                self.emit(at, Op::GetField { d: object, object: this, field });
                (m.on, object)
            }
        }
    }

    /// Goes to `next` unless the active player may act for the object.
    fn may_act(&mut self, at: NodeId, class: ClassId, this: Reg, next: Label) {
        let mark = self.mark();
        let (class, this) = self.acting(at, class, this);
        if self.e.is_tile(class) {
            return self.jump(at, next);
        }
        match self.e.game.classes[class.index()].visibility {
            Visibility::Global => {}
            Visibility::Local => {
                let (owner, active) = (self.register(), self.register());
                self.emit(at, Op::GetField { d: owner, object: this, field: object::OWNER as u16 });
                self.emit(at, Op::Active { d: active });
                self.jump_by(at, Op::JumpNotEqual { a: owner, b: active, by: 0 }, next);
            }
            Visibility::Group => {
                let base = self.registers(2);
                self.copy(at, base, this);
                self.emit(at, Op::Builtin { base, id: B::ObjectOwners, info: 1 });
                self.emit(at, Op::Active { d: base + 1 });
                self.emit(at, Op::Builtin { base, id: B::ListContains, info: 2 });
                self.branch_register(at, base, next, false);
            }
        }
        self.release(mark);
    }

    /// Goes to `next` unless one of the triggers on these events accepts; `this` and `event` are registers.
    pub(super) fn triggers(
        &mut self,
        a: &'g Action,
        events: &[ClassId],
        (this, event): (Reg, Reg),
        next: Label,
    ) {
        let observing: Vec<&Trigger> = a.triggers.iter().filter(|t| events.contains(&t.event)).collect();
        let saved = (self.scope.this, self.scope.event);
        (self.scope.this, self.scope.event) = (this, event);
        self.open_locals(&a.locals);
        let yes = self.label();
        for (i, t) in observing.iter().enumerate() {
            if i + 1 < observing.len() {
                self.branch_block(a.at, &t.body, yes, true);
            } else {
                self.branch_block(a.at, &t.body, next, false);
            }
        }
        self.place(yes);
        (self.scope.this, self.scope.event) = saved;
    }
}
