//! What may be chosen: asking for it, and the move generators, which emit the candidates of a decision. What an action
//! does when it is taken stands in `actions`.

use super::Emitter;
use super::actions::{INPUTS, THIS, own_inputs};
use super::function::{Filtering, FunctionBuilder, Label};
use super::stream::{Each, Stream};
use crate::typed::visit::{self, Visit};
use crate::typed::{
    Action, ActionId, Block, ChoiceSpec, Class, ClassId, Count, Expr, ExprKind, Input, InputSource,
    ModifierOf, Source, Type,
};
use base::NodeId;
use bytecode::Op;
use bytecode::layout::object;
use bytecode::op::{Reg, choose};
use bytecode::program::{self, MAX_FILTERED_INPUTS};
use bytecode::word::Kind;
use language::catalogue::Builtin as B;
use language::tree::{Asked, Disclosure, Visibility};
use std::collections::BTreeSet;

impl<'g> Emitter<'g> {
    /// The generators of the whole program, once those of all actions are there.
    pub(super) fn move_generators(&mut self) {
        let actions = &self.program.actions;
        let full: Vec<u32> = actions.iter().map(|a| a.generator).collect();
        let pseudo_legal = actions.iter().map(|a| a.filter.map_or(a.generator, |f| f.generator));
        let pseudo_legal: Vec<u32> = pseudo_legal.collect();
        self.program.has_slow_filter = actions.iter().any(|a| a.filter.is_some_and(|f| f.slow));
        self.program.move_generator = self.move_generator(&full);
        if pseudo_legal != full {
            self.program.pseudo_legal_generator = Some(self.move_generator(&pseudo_legal));
        }
        let explained: Vec<usize> =
            (0..full.len()).filter(|i| self.program.actions[*i].refusals.is_some()).collect();
        let mut unfiltered = vec![None; full.len()];
        for i in explained {
            let (id, a) = (ActionId(i as u32), &self.game.actions[i]);
            unfiltered[i] = Some(self.action_generator(id, a, own_inputs(a), Filtering::Nothing));
        }
        if unfiltered.iter().any(Option::is_some) {
            self.program.unfiltered_generator = Some(self.move_generator_of(&unfiltered));
        }
    }

    /// `generator(event)`: emits all candidates of the active player, those of each action by its own generator.
    fn move_generator(&mut self, of_actions: &[u32]) -> u32 {
        let all: Vec<Option<u32>> = of_actions.iter().map(|f| Some(*f)).collect();
        self.move_generator_of(&all)
    }

    /// The same of those actions that have a generator.
    fn move_generator_of(&mut self, of_actions: &[Option<u32>]) -> u32 {
        let game = self.game;
        let mut looks_at_event = false;
        let offered: Vec<(ClassId, &Class, ActionId)> = self.triggered(&[ClassId::PLAYER_CHOICE]);
        for (_, _, a) in &offered {
            let action = &game.actions[a.index()];
            visit::Each(|e: &Expr| looks_at_event |= matches!(e.kind, ExprKind::Event)).action(action);
        }
        let class = self.class(ClassId::PLAYER_CHOICE);
        self.program.choice_event = looks_at_event.then_some(class);
        self.function("moves", NodeId(0), 1, |c| {
            for (class, info, id) in offered {
                let a = &game.actions[id.index()];
                let Some(generator) = of_actions[id.index()] else { continue };
                c.each_holder(a.at, class, info, &mut |c, this, next| {
                    c.may_act(a.at, class, this, next);
                    c.triggers(a, &[ClassId::PLAYER_CHOICE], (this, 0), next);
                    let base = c.registers(2);
                    c.copy(a.at, base, this);
                    c.copy(a.at, base + 1, 0);
                    c.emit(a.at, Op::Call { base, function: generator });
                });
            }
            c.give_null(NodeId(0));
        })
    }

    /// `generator(this, event)`: emits the candidates of one object if the requirements hold.
    pub(super) fn action_generator(
        &mut self,
        id: ActionId,
        a: &'g Action,
        own: usize,
        filtering: Filtering,
    ) -> u32 {
        let name = format!("moves of {}", a.name);
        self.function(&name, a.at, 2, |c| {
            c.pure = true;
            c.filtering = filtering;
            c.lists_moves = true;
            c.action_scope(a, &[]);
            let end = c.label();
            for r in a.requires.iter().filter(|_| filtering != Filtering::Nothing) {
                c.branch_block(a.at, &r.body, end, false);
            }
            // Behind the inputs stand the bounds of a last one that is several things, and whether it is ordered, or the
            // end and the step of one that is a number of a range.
            let window = c.registers(1 + own + 3);
            c.copy(a.at, window, THIS);
            c.each_input(id, &a.inputs[..own], 0, window, end);
            c.place(end);
            c.give_null(a.at);
        })
    }

    /// The filter of the last input by itself, where it calls function values, searches a board over edges or goes along
    /// rays. These take long, so whoever wants one move does better to run the filter on a few candidates than on all.
    pub(super) fn legality_filter(
        &mut self,
        id: ActionId,
        a: &'g Action,
        own: usize,
    ) -> Option<program::LegalityFilter> {
        let input = a.inputs[..own].last()?;
        let (mut slow, mut event, mut rays) = (false, false, false);
        for f in &input.spec.filters {
            visit::Each(|e: &Expr| {
                slow |= matches!(e.kind, ExprKind::CallValue(..));
                event |= matches!(e.kind, ExprKind::Event);
            })
            .block(&f.body);
            slow |= self.calls_for(&f.body, searches_edges);
            rays |= self.calls_for(&f.body, |kind| matches!(kind, ExprKind::Builtin(B::TileRay, _)));
        }
        let chosen =
            matches!(input.source, InputSource::Actor) && !input.optional && input.spec.count.is_none();
        if !(slow || rays) || event || !chosen || own > MAX_FILTERED_INPUTS {
            return None;
        }
        let generator = self.action_generator(id, a, own, Filtering::AllButLast);
        let name = format!("filter of {}", a.name);
        let passes = self.function(&name, a.at, INPUTS + own as u16, |c| {
            c.pure = true;
            c.action_scope(a, &a.inputs[..own]);
            c.give_whether(input.at, |c, no| {
                for f in &input.spec.filters {
                    c.bind(f.local, INPUTS + own as Reg - 1);
                    c.branch_block(input.at, &f.body, no, false);
                }
            });
        });
        Some(program::LegalityFilter { generator, passes, slow })
    }

    /// Whether something is done there, perhaps in functions that are called.
    fn calls_for(&self, block: &Block, is_it: impl Fn(&ExprKind) -> bool) -> bool {
        let (mut found, mut seen, mut open) = (false, BTreeSet::new(), vec![block]);
        while let Some(block) = open.pop() {
            let mut called = Vec::new();
            visit::Each(|e: &Expr| {
                found |= is_it(&e.kind);
                if let ExprKind::Call(f, _) | ExprKind::CallMethod(_, f, _) = &e.kind {
                    called.push(*f);
                }
            })
            .block(block);
            called.retain(|f| seen.insert(*f));
            open.extend(called.into_iter().map(|f| &self.game.functions[f.index()].body.block));
        }
        found
    }
}

/// Whether a board is searched over edges.
fn searches_edges(kind: &ExprKind) -> bool {
    let has = |args: &[Option<Expr>], at: usize| args.get(at).is_some_and(Option::is_some);
    match kind {
        ExprKind::Builtin(B::TilePath, args) => has(args, 3),
        ExprKind::Builtin(B::TileDistance, args) | ExprKind::BoardBuiltin(_, _, B::BoardRegion, args) => {
            has(args, 2)
        }
        _ => false,
    }
}

impl<'e, 'g> FunctionBuilder<'e, 'g> {
    /// The loops over the inputs from number `k` on, inside which candidates are emitted. `skip` is where to go if there
    /// is nothing to choose.
    fn each_input(&mut self, id: ActionId, inputs: &'g [Input], k: usize, window: Reg, skip: Label) {
        let Some(input) = inputs.get(k) else {
            return self.emit_candidates(id, k, window, |action, base, n| Op::Emit { action, base, n });
        };
        let r = window + 1 + k as Reg;
        let at = input.at;
        if matches!(input.source, InputSource::Auto) {
            self.auto(at, &input.spec, r);
            if !input.optional {
                self.branch_null(at, r, skip, true);
            }
            self.bind(input.local, r);
            return self.each_input(id, inputs, k + 1, window, skip);
        }
        let mut inner = |c: &mut FunctionBuilder<'e, 'g>, x: Reg, next: Label| {
            c.copy(at, r, x);
            c.bind(input.local, r);
            c.each_input(id, inputs, k + 1, window, next);
        };
        let mark = self.mark();
        if let (Some(count), true) = (&input.spec.count, k + 1 == inputs.len()) {
            self.several(at, &input.spec, count, r);
            self.integer(at, r + 3, i64::from(input.spec.ordered));
            self.emit_candidates(id, inputs.len(), window, |action, base, n| Op::EmitWays {
                action,
                base,
                n,
            });
            self.none(input, id, (inputs.len(), window), r);
        } else if let (Some(range), true) = (long_range(&input.spec), k + 1 == inputs.len()) {
            self.range_ends(at, range, r);
            self.emit_candidates(id, inputs.len(), window, |action, base, n| Op::EmitNumbers {
                action,
                base,
                n,
            });
            self.none(input, id, (inputs.len(), window), r);
        } else if input.optional {
            let base = self.registers(3);
            self.candidates(at, &input.spec, base);
            let none = self.register();
            self.emit(at, Op::Null { d: none });
            self.emit(at, Op::ListPush { list: base, s: none });
            self.elements(at, base, &mut inner);
        } else if self.filtering == Filtering::AllButLast && k + 1 == inputs.len() {
            self.each_of(at, &input.spec, &mut inner);
        } else {
            self.each_candidate(at, &input.spec, &mut inner);
        }
        self.release(mark);
    }

    /// The candidate that leaves the last input out, in the register `r`, where it may be left out.
    fn none(&mut self, input: &Input, id: ActionId, (n, window): (usize, Reg), r: Reg) {
        if input.optional {
            self.emit(input.at, Op::Null { d: r });
            self.emit_candidates(id, n, window, |action, base, n| Op::Emit { action, base, n });
        }
    }

    fn emit_candidates(&mut self, id: ActionId, n: usize, window: Reg, op: fn(u16, Reg, u16) -> Op) {
        let at = self.e.game.actions[id.index()].at;
        if let Some(probe) = self.e.core.offered[id.index()] {
            self.emit(at, Op::Probe { probe });
        }
        self.emit(at, op(id.0 as u16, window, n as u16));
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
    pub(super) fn acting(&mut self, at: NodeId, class: ClassId, this: Reg) -> (ClassId, Reg) {
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
}

impl<'e, 'g> FunctionBuilder<'e, 'g> {
    /// Puts a loop over the candidates of a choice: whole values, also where a list of a given length is asked for.
    pub(super) fn each_candidate(&mut self, at: NodeId, spec: &ChoiceSpec, body: Each<'_, 'e, 'g>) {
        let Some(count) = &spec.count else { return self.each_single(at, spec, body) };
        let base = self.registers(3);
        self.singles(at, spec, base);
        self.bounds(at, count, base + 1);
        let kind = self.e.element_kind(&spec.ty) as u16;
        self.emit(at, Op::Subsets { base, kind, ordered: u16::from(spec.ordered) });
        self.elements(at, base, body);
    }

    /// The first number of a range, the last one and the step, null for 1, into three registers.
    fn range_ends(&mut self, at: NodeId, (first, last, step): LongRange<'_>, d: Reg) {
        let mark = self.mark();
        let found = self.registers(3);
        for (e, d) in [(first, found), (last, found + 1)].into_iter().chain(step.map(|e| (e, found + 2))) {
            let a = self.value(e);
            self.emit(e.at, Op::AddSmall { d, a, k: 0 });
        }
        if step.is_none() {
            self.emit(at, Op::Null { d: found + 2 });
        }
        (0..3).for_each(|i| self.copy(at, d + i, found + i));
        self.release(mark);
    }

    /// The fewest and the most that are chosen together, into two registers.
    fn bounds(&mut self, at: NodeId, count: &Count, d: Reg) {
        match count {
            Count::Any => {
                self.emit(at, Op::Null { d });
                self.emit(at, Op::Null { d: d + 1 });
            }
            Count::Exactly(n) => {
                self.value_to(n, d);
                self.copy(at, d + 1, d);
            }
            Count::Between(least, most) => {
                self.value_to(least, d);
                self.value_to(most, d + 1);
            }
        }
    }

    /// All elements of which several are chosen, and behind them the bounds.
    pub(super) fn several(&mut self, at: NodeId, spec: &ChoiceSpec, count: &Count, base: Reg) {
        let list = self.register();
        self.singles(at, spec, list);
        self.copy(at, base, list);
        self.bounds(at, count, base + 1);
    }

    /// Candidates one by one, without counts.
    fn each_single(&mut self, at: NodeId, spec: &ChoiceSpec, body: Each<'_, 'e, 'g>) {
        let filtering = self.filtering;
        self.each_of(at, spec, &mut |c, x, next| {
            for f in spec.filters.iter().filter(|_| filtering != Filtering::Nothing) {
                c.bind(f.local, x);
                c.branch_block(at, &f.body, next, false);
            }
            body(c, x, next);
        });
    }

    pub(super) fn each_of(&mut self, at: NodeId, spec: &ChoiceSpec, body: Each<'_, 'e, 'g>) {
        let mark = self.mark();
        match &spec.source {
            Source::List(e) if self.lists_moves && spec.free.is_some() => {
                let base = self.registers(3);
                self.value_to(e, base);
                self.emit(at, Op::AddWritten { list: base, most: spec.free.unwrap_or(0) });
                self.elements(at, base, body);
            }
            Source::Objects(class) => self.each_of_stream(at, Stream::Objects(*class), body),
            Source::Cases(of) => self.each_of_stream(at, Stream::Cases(*of), body),
            Source::Players => {
                let base = self.registers(3);
                self.emit(at, Op::Builtin { base, id: B::PlayersIn, info: 0 });
                self.elements(at, base, body);
            }
            Source::Bools => self.indices(at, 0, 2, body),
            Source::List(e) => self.each(e, body),
            Source::Range(a, b) => self.numbers(at, a, b, body),
        }
        self.release(mark);
    }

    /// A list of the single candidates, which is of the type that is asked for.
    fn singles(&mut self, at: NodeId, spec: &ChoiceSpec, list: Reg) {
        let kind = self.e.element_kind(&spec.ty);
        self.emit(at, Op::NewList { d: list, base: 0, n: (kind as u16) << 14 });
        self.each_single(at, spec, &mut |c, s, _| c.emit(at, Op::ListPush { list, s }));
    }

    /// A list of all candidates.
    pub(super) fn candidates(&mut self, at: NodeId, spec: &ChoiceSpec, list: Reg) {
        let kind = self.e.kind(&spec.ty);
        self.emit(at, Op::NewList { d: list, base: 0, n: (kind as u16) << 14 });
        self.each_candidate(at, spec, &mut |c, s, _| c.emit(at, Op::ListPush { list, s }));
    }

    pub(super) fn choose(&mut self, at: NodeId, by: &Expr, optional: bool, spec: &ChoiceSpec, d: Reg) {
        let base = self.registers(4);
        self.value_to(by, base);
        self.ask(at, base, optional, spec);
        self.copy(at, d, base);
    }

    /// Asks the player in `base`; the answer goes there.
    pub(super) fn ask(&mut self, at: NodeId, base: Reg, optional: bool, spec: &ChoiceSpec) {
        let mark = self.mark();
        self.settle(at);
        self.options(at, spec, base + 1);
        self.integer(at, base + 2, how(optional, spec));
        self.prompt(at, spec, base, base + 3);
        self.note_answer(at, spec);
        let show = self.e.show_index(&spec.ty);
        self.emit(at, Op::Choose { base, show });
        self.check_written(at, spec, base);
        self.release(mark);
    }

    /// What decides about a text that is written, see [`choose::CHECKED`]. The player stands in `base`, and the text
    /// behind it.
    fn check_written(&mut self, at: NodeId, spec: &ChoiceSpec, base: Reg) {
        self.e.program.is_free |= spec.free.is_some();
        if spec.free.is_none() || spec.filters.is_empty() {
            return;
        }
        let (mark, goes_on) = (self.mark(), self.label());
        self.jump(at, goes_on);
        spec.who.into_iter().for_each(|who| self.bind(who, base));
        for f in &spec.filters {
            let (yes, no) = (self.label(), self.label());
            self.bind(f.local, base + 1);
            self.branch_block(at, &f.body, no, false);
            self.jump(at, yes);
            self.place(no);
            match f.why.as_ref().filter(|why| why.is_open) {
                Some(why) => {
                    let s = self.text_for(&why.text, base);
                    self.emit(why.text.at, Op::Fail { s });
                }
                None => self.give_bool(at, false),
            }
            self.place(yes);
        }
        self.give_bool(at, true);
        self.place(goes_on);
        self.release(mark);
    }

    /// Asks several players at once, each once, who are still in.
    pub(super) fn choose_together(
        &mut self,
        at: NodeId,
        (by, asked): (&Expr, Asked),
        optional: bool,
        spec: &ChoiceSpec,
        d: Reg,
    ) {
        let base = self.registers(5);
        let (all, players, wanted) = (self.registers(3), self.register(), self.register());
        self.value_to(by, wanted);
        self.settle(at);
        for (list, kind) in [(players, Kind::Plain), (base + 1, Kind::Ref), (base + 2, Kind::Text)] {
            self.emit(at, Op::NewList { d: list, base: 0, n: (kind as u16) << 14 });
        }
        self.copy(at, all, wanted);
        self.elements(at, all, &mut |c, x, next| {
            c.branch_null(at, x, next, true);
            let (window, found) = (c.registers(2), c.register());
            c.emit(at, Op::Builtin { base: window, id: B::PlayersIn, info: 0 });
            for (list, leaves) in [(window, false), (players, true)] {
                c.emit(at, Op::Contains { d: found, list, s: x });
                c.branch_register(at, found, next, leaves);
            }
            spec.who.into_iter().for_each(|who| c.bind(who, x));
            c.options(at, spec, window);
            c.prompt(at, spec, x, window + 1);
            for (list, s) in [(players, x), (base + 1, window), (base + 2, window + 1)] {
                c.emit(at, Op::ListPush { list, s });
            }
        });
        self.copy(at, base, players);
        self.integer(at, base + 3, how(optional, spec));
        match asked {
            Asked::Each => {
                self.emit(at, Op::NewTable { d: base + 4, values: self.e.kind(&spec.ty) as u16 });
            }
            _ => self.emit(at, Op::Null { d: base + 4 }),
        }
        self.note_answer(at, spec);
        let show = self.e.show_index(&spec.ty);
        self.emit(at, Op::ChooseTogether { base, show });
        self.check_written(at, spec, base);
        self.copy(at, d, base);
    }

    /// What may be chosen, as the instructions that ask take it.
    fn options(&mut self, at: NodeId, spec: &ChoiceSpec, d: Reg) {
        if let Some(range) = long_range(spec) {
            let window = self.registers(3);
            self.range_ends(at, range, window);
            return self.emit(at, Op::NewList { d, base: window, n: 3 | (Kind::Plain as u16) << 14 });
        }
        let Some(count) = &spec.count else { return self.candidates(at, spec, d) };
        let window = self.registers(3);
        self.several(at, spec, count, window);
        self.emit(at, Op::NewList { d, base: window, n: 3 | (Kind::Ref as u16) << 14 });
    }

    /// How the log tells an answer to what is asked there.
    fn note_answer(&mut self, at: NodeId, spec: &ChoiceSpec) {
        if let Some(says) = &spec.says {
            self.e.program.answers.insert(at, says.clone());
        }
    }

    /// What the player in `by` is asked; null where the author says nothing.
    fn prompt(&mut self, at: NodeId, spec: &ChoiceSpec, by: Reg, d: Reg) {
        match spec.prompt.as_deref() {
            Some(prompt) => {
                let told = self.text_for(prompt, by);
                self.copy(at, d, told);
            }
            None => self.emit(at, Op::Null { d }),
        }
    }

    /// The first candidate or null; of a list of single candidates, all.
    pub(super) fn auto(&mut self, at: NodeId, spec: &ChoiceSpec, d: Reg) {
        if takes_all(spec) {
            let list = self.register();
            self.singles(at, spec, list);
            return self.copy(at, d, list);
        }
        let (found, end) = (self.register(), self.label());
        self.emit(at, Op::Null { d: found });
        self.each_single(at, spec, &mut |c, x, _| {
            c.copy(at, found, x);
            c.jump(at, end);
        });
        self.place(end);
        self.copy(at, d, found);
    }
}

/// The first number of a range, the one that it does not go beyond, and the step where it is not 1.
type LongRange<'e> = (&'e Expr, &'e Expr, Option<&'e Expr>);

/// The range of numbers from which one is chosen, where no filter looks at each and it may be long.
fn long_range(spec: &ChoiceSpec) -> Option<LongRange<'_>> {
    /// Ranges that are known to be shorter are gone through.
    const SHORT: f64 = 1000.0;
    if spec.count.is_some() || !spec.filters.is_empty() || spec.ty != Type::Number {
        return None;
    }
    let (first, last, step) = match &spec.source {
        Source::Range(first, last) => (&**first, &**last, None),
        Source::List(list) => match &list.kind {
            ExprKind::Stepped(first, last, step) => (&**first, &**last, Some(&**step)),
            _ => return None,
        },
        _ => return None,
    };
    let number = |e: &Expr| if let ExprKind::Number(n) = e.kind { Some(n) } else { None };
    let length = |by: f64| Some((number(last)? - number(first)?) / by);
    let is_short = step.map_or(Some(1.0), number).and_then(length).is_some_and(|n| n < SHORT);
    (!is_short).then_some((first, last, step))
}

/// How a choice is made, for the instructions that ask.
fn how(optional: bool, spec: &ChoiceSpec) -> i64 {
    let mut how = if optional { choose::OPTIONAL } else { 0 };
    if spec.disclosure == Some(Disclosure::Secret) {
        how |= choose::SECRET;
    }
    if spec.count.is_some() {
        how |= choose::SEVERAL;
    }
    if spec.ordered {
        how |= choose::ORDERED;
    }
    if long_range(spec).is_some() {
        how |= choose::NUMBERS;
    }
    if matches!(&spec.source, Source::List(list) if list.tiles_of().is_some()) {
        how |= choose::SETTLED;
    }
    if matches!(spec.prompt.as_deref().map(|prompt| &prompt.kind), Some(ExprKind::String(_))) {
        how |= choose::LITERAL;
    }
    if let Some(most) = spec.free {
        how |= i64::from(most) << choose::MAX_LENGTH_SHIFT;
        how |= if spec.filters.is_empty() { 0 } else { choose::CHECKED };
    }
    how
}

/// Whether the candidates are the elements of the list that is asked for.
fn takes_all(spec: &ChoiceSpec) -> bool {
    let Type::List(element) = &spec.ty else { return false };
    let of = match &spec.source {
        Source::List(e) => e.ty.element().cloned(),
        _ => None,
    };
    of.is_none_or(|of| of != spec.ty || of == **element)
}
