//! Actions: running them, calling them, asking for their inputs. What generates their moves stands in `movegen`.

use super::Emitter;
use super::function::{Filtering, FunctionBuilder, Label, Returning};
use super::size::TooLarge;
use crate::typed::visit::{Each, Visit};
use crate::typed::{
    Action, ActionId, Class, ClassId, Expr, ExprKind, Input, InputSource, Source, StatementKind, Trigger,
};
use base::NodeId;
use bytecode::Op;
use bytecode::layout::object;
use bytecode::op::Reg;
use bytecode::program;
use language::catalogue::Builtin;
use language::tree::{Disclosure, Visibility};

/// The window of a function of an action: the object, the event, the inputs.
pub(super) const THIS: Reg = 0;
pub(super) const EVENT: Reg = 1;
pub(super) const INPUTS: Reg = 2;

impl<'g> Emitter<'g> {
    pub(super) fn actions(&mut self) {
        let game = self.game;
        self.program.order_may_tell = game.order_may_tell();
        for (i, a) in game.actions.iter().enumerate() {
            let id = ActionId(i as u32);
            let own = own_inputs(a);
            let effect = self.effect(a);
            let run = if own == a.inputs.len() { effect } else { self.ask_then_run(a, own, effect) };
            let generator = self.action_generator(id, a, own, Filtering::Full);
            let filter = self.legality_filter(id, a, own);
            if let Some(function) = self.callers.get(&id).copied() {
                self.fill(function, |c| c.call_body(a, effect));
            }
            let inputs = a.inputs[..own].iter().enumerate().map(|(k, input)| program::Input {
                name: input.name.clone(),
                show: self.show(&input.spec.ty),
                prompt: self.prompt(a, k, input),
                words: words(input),
                optional: input.optional,
                lands: self.lands(a, input),
                secret: input.spec.disclosure == Some(Disclosure::Secret),
                ordered: input.spec.ordered,
                free: input.spec.free,
                auto: matches!(input.source, InputSource::Auto),
                settled: matches!(&input.spec.source, Source::List(list) if list.tiles_of().is_some()),
            });
            let inputs = inputs.collect();
            self.program.is_free |= a.inputs[..own].iter().any(|input| input.spec.free.is_some());
            let ensure = (!a.ensures.is_empty()).then(|| self.ensure(a));
            let offered = a.triggers.iter().any(|t| t.event == ClassId::PLAYER_CHOICE);
            let refusals = (offered && (self.core.explains_all || has_reasons(a))).then(|| self.refusals(a));
            self.program.actions.push(program::Action {
                name: a.name.clone(),
                at: a.at,
                class: self.class(a.class),
                inputs,
                offered,
                chosen: a.inputs[..own].iter().any(|i| matches!(i.source, InputSource::Actor)),
                generator,
                run,
                effect,
                ensure,
                needs_trial: a.effects.fails || !a.ensures.is_empty(),
                is_plain: a.inputs.is_empty()
                    && a.requires.is_empty()
                    && a.ensures.is_empty()
                    && !a.effects.fails
                    && self.core.offered[i].is_none(),
                is_open: a.is_open,
                is_open_throughout: a.is_open_throughout,
                is_open_to_others: a.is_open_to_others,
                makes_choices: a.effects.makes_choices || own < a.inputs.len(),
                filter,
                refusals,
            });
        }
        self.move_generators();
    }

    /// The function that calls an action; its code comes with the action's.
    pub(super) fn caller(&mut self, a: ActionId) -> u32 {
        if let Some(f) = self.callers.get(&a) {
            return *f;
        }
        let action = &self.game.actions[a.index()];
        let name = format!("call {}", action.name);
        let function = self.reserve(&name, action.at, 1 + 2 * action.inputs.len() as u16);
        self.program.functions[function as usize].adds_depth = false;
        self.callers.insert(a, function);
        // It is too late for those that are found while actions are being emitted.
        if self.program.actions.len() > a.index() {
            self.give_up(action.at, TooLarge::Table("actions that are called"));
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
            c.action_scope(a, &a.inputs);
            let ensure = c.label();
            c.scope.returning = Returning::Ensure(ensure);
            c.block(&a.effect);
            c.place(ensure);
            c.expire_modifiers(a.at);
            c.ensures(a);
        })
    }

    /// `ensure(this, event, all inputs)`: whether all that must hold afterwards does.
    fn ensure(&mut self, a: &'g Action) -> u32 {
        let name = format!("what {} ensures", a.name);
        self.function(&name, a.at, INPUTS + a.inputs.len() as u16, |c| {
            c.action_scope(a, &a.inputs);
            c.ensures(a);
        })
    }

    /// `run(this, event, own inputs)`: asks for the other inputs, then does the effect.
    fn ask_then_run(&mut self, a: &'g Action, own: usize, effect: u32) -> u32 {
        self.function(&a.name, a.at, INPUTS + own as u16, |c| {
            c.action_scope(a, &[]);
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

    /// The zone into which a statement of the effect itself puts what was chosen for an input.
    fn lands(&self, a: &Action, input: &Input) -> Option<String> {
        let chosen = |e: &Expr| matches!(e.kind, ExprKind::Local(local) if local == input.local);
        let zone = |e: &Expr| match e.kind {
            ExprKind::Zone(zone) | ExprKind::ZoneOf(zone, _) => Some(zone),
            _ => None,
        };
        a.effect.statements.iter().find_map(|statement| {
            let StatementKind::Expr(e) = &statement.kind else { return None };
            let ExprKind::Builtin(Builtin::ZoneAdd | Builtin::ZoneAddAll, args) = &e.kind else {
                return None;
            };
            let [Some(to), Some(what), ..] = &args[..] else { return None };
            let to = zone(to).filter(|_| chosen(what))?;
            Some(self.game.zones[to.index()].name.clone())
        })
    }

    fn prompt(&mut self, a: &'g Action, k: usize, input: &'g Input) -> Option<u32> {
        let prompt = input.spec.prompt.as_deref()?;
        let name = format!("prompt of {}", input.name);
        Some(self.function(&name, input.at, INPUTS + k as u16, |c| {
            c.action_scope(a, &a.inputs[..k]);
            let actor = c.register();
            c.emit(input.at, Op::Actor { d: actor });
            let s = c.text_for(prompt, actor);
            c.emit(input.at, Op::Return { s });
        }))
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

/// Whether a player may be told why the action is not possible.
fn has_reasons(a: &Action) -> bool {
    let filters = a.inputs[..own_inputs(a)].iter().flat_map(|input| &input.spec.filters).map(|f| &f.why);
    a.requires.iter().map(|r| &r.why).chain(filters).flatten().any(|why| why.is_open)
}

/// How many inputs are part of the move: those before the first that asks another player.
pub(super) fn own_inputs(a: &Action) -> usize {
    a.inputs.iter().position(|i| matches!(i.source, InputSource::Player(_))).unwrap_or(a.inputs.len())
}

impl<'e, 'g> FunctionBuilder<'e, 'g> {
    /// The scope of a function of an action, the last of whose parameters are these inputs.
    pub(super) fn action_scope(&mut self, a: &'g Action, inputs: &[Input]) {
        self.scope.this = THIS;
        self.scope.event = EVENT;
        self.open_locals(&a.locals);
        for (i, input) in inputs.iter().enumerate() {
            self.bind(input.local, INPUTS + i as Reg);
        }
    }

    /// Gives whether all that must hold afterwards does.
    fn ensures(&mut self, a: &'g Action) {
        self.give_whether(a.at, |c, no| {
            for e in &a.ensures {
                let Some(why) = e.why.as_ref().filter(|why| why.is_open) else {
                    c.branch_block(a.at, &e.body, no, false);
                    continue;
                };
                let yes = c.label();
                c.branch_block(a.at, &e.body, yes, true);
                let mark = c.mark();
                let actor = c.register();
                c.emit(why.text.at, Op::Actor { d: actor });
                let s = c.text_for(&why.text, actor);
                c.emit(why.text.at, Op::Fail { s });
                c.release(mark);
                c.place(yes);
            }
        });
    }

    /// Gives false if the code goes to the label, otherwise true.
    pub(super) fn give_whether(&mut self, at: NodeId, build: impl FnOnce(&mut Self, Label)) {
        let no = self.label();
        build(self, no);
        self.give_bool(at, true);
        self.place(no);
        self.give_bool(at, false);
    }

    pub(super) fn give_bool(&mut self, at: NodeId, value: bool) {
        let (mark, d) = (self.mark(), self.register());
        self.integer(at, d, i64::from(value));
        self.emit(at, Op::Return { s: d });
        self.release(mark);
    }

    /// `call(this, given and value of each input)`: what a call of the action runs.
    fn call_body(&mut self, a: &'g Action, effect: u32) {
        self.action_scope(a, &[]);
        let end = self.label();
        let event = self.register();
        self.emit(a.at, Op::Null { d: event });
        self.scope.event = event;
        for r in &a.requires {
            self.branch_block(a.at, &r.body, end, false);
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

/// The prompt of an input that is always the same.
fn words(input: &Input) -> Option<String> {
    match &input.spec.prompt.as_deref()?.kind {
        ExprKind::String(text) => Some(text.clone()),
        _ => None,
    }
}
