//! One body that is read, with what its variables may hold and what its statements give them. What expressions tell
//! is worked out beside it.

use super::brought::{Brought, Place, bring_all, leaves};
use super::expressions::element_of;
use super::facts::Facts;
use super::labels::{Label, Who};
use super::{Defaults, Offer, Offers, Summary};
use crate::check::secrecy::Shape;
use crate::check::secrecy::given::holders_of;
use crate::check::secrecy::uses::{Shared, Uses};
use crate::typed::visit::{Node, Parts};
use crate::typed::{Block, ClassId, Expr, FunctionId, Game, LocalId, Statement, StatementKind, Type};
use base::NodeId;
use std::collections::{BTreeMap, BTreeSet};

/// So many variables are followed that may hold the same list, table or stack.
const MAX_ALIKE: usize = 64;

/// One body and what its variables may hold.
pub(super) struct Reading<'o, 'g> {
    pub(super) offers: &'o Offers<'g>,
    pub(super) labels: BTreeMap<LocalId, Label>,
    /// The variables that were read this time: where one gets more behind that, all is read once more.
    read_variables: BTreeSet<LocalId>,
    pub(super) uses: Uses,
    /// Who a variable is, or whose.
    pub(super) whose: BTreeMap<LocalId, Who>,
    /// Whose the object of the body is; None where it has none, or nobody's.
    pub(super) this: Option<Who>,
    /// The active player is the one who acts.
    pub(super) active_acts: bool,
    /// Conditions of statements decide what comes out: code that gives a value and does nothing.
    pub(super) decides: bool,
    /// Candidates of which a filter says where they lie, which tells no more than how much lies there.
    pub(super) placed: BTreeSet<LocalId>,
    /// What is told of the object of an action by what it is, where its owner may not know that.
    pub(super) this_held: Facts,
    /// What the conditions tell on which it depends what a statement gives.
    conditions: Facts,
    /// What those tell on which it depends whether a statement runs at all.
    pub(super) reached: Facts,
    /// Something was left early, so what stands behind it depends on the same conditions.
    left: bool,
    /// Whether all that is read is gathered, for a `suppose`.
    pub(super) gathers: bool,
    pub(super) read: Facts,
    /// What is told by whether something fails, where it may, and where that was found.
    pub(super) failing: BTreeMap<NodeId, Facts>,
    /// What is told by whether the match ends here; None where it does not.
    pub(super) ends: Option<Facts>,
    pub(super) result: Label,
    pub(super) found: Vec<Offer>,
    pub(super) changed: bool,
    /// What function values tell that are called wherever somebody has them.
    pub(super) kept: Vec<(Shape, Label)>,
    /// What was brought where before what is read now, and all that is.
    pub(super) brought: Brought,
    pub(super) brought_in_all: Brought,
    /// Where anything is brought, whatever it tells, as far as that is followed.
    pub(super) touched: BTreeSet<Place>,
    /// What the body of each loop has brought where by its end.
    brought_by_loops: BTreeMap<NodeId, Brought>,
    /// See [`Summary`](super::Summary).
    pub(super) defaults: Defaults,
    pub(super) filled: BTreeMap<usize, Label>,
    /// Variables that may hold the same list, table or stack, or one that is part of the other.
    alike: BTreeMap<LocalId, BTreeSet<LocalId>>,
    /// Whoever calls this may have brought something somewhere before.
    pub(super) is_called: bool,
    /// What lies in zones that attributes are given.
    pub(super) zones: Vec<((ClassId, u32), Facts)>,
}

impl<'o, 'g> Reading<'o, 'g> {
    pub(super) fn new(offers: &'o Offers<'g>, decides: bool) -> Reading<'o, 'g> {
        Reading {
            offers,
            labels: BTreeMap::new(),
            read_variables: BTreeSet::new(),
            uses: Uses::default(),
            whose: BTreeMap::new(),
            this: None,
            active_acts: false,
            decides,
            placed: BTreeSet::new(),
            this_held: Facts::new(),
            conditions: Facts::new(),
            reached: Facts::new(),
            left: false,
            gathers: false,
            read: Facts::new(),
            failing: BTreeMap::new(),
            ends: None,
            result: Label::default(),
            found: Vec::new(),
            changed: false,
            kept: Vec::new(),
            brought: Brought::new(),
            brought_in_all: Brought::new(),
            touched: BTreeSet::new(),
            brought_by_loops: BTreeMap::new(),
            defaults: Defaults::new(),
            filled: BTreeMap::new(),
            alike: BTreeMap::new(),
            is_called: false,
            zones: Vec::new(),
        }
    }

    /// Begins to read the same body once more.
    pub(super) fn again(&mut self) {
        (self.changed, self.left) = (false, false);
        self.read_variables.clear();
        self.conditions.clear();
        self.reached.clear();
        self.read.clear();
        self.failing.clear();
        self.ends = None;
        self.found.clear();
        self.kept.clear();
        self.brought.clear();
        self.zones.clear();
    }

    pub(super) fn game(&self) -> &'g Game {
        self.offers.game
    }

    pub(super) fn of_variable(&mut self, local: LocalId) -> Label {
        self.read_variables.insert(local);
        self.labels.get(&local).cloned().unwrap_or_default()
    }

    /// What is known of a function.
    pub(super) fn of_function(&mut self, f: FunctionId) -> &'o Summary {
        self.uses.functions.insert(f);
        &self.offers.functions[f.index()]
    }

    /// What is known of all that may run for a method.
    pub(super) fn of_method(&mut self, root: FunctionId) -> Vec<&'o Summary> {
        let (offers, runs) = (self.offers, self.offers.dispatch.targets(root));
        self.uses.functions.extend(runs);
        match offers.methods.get(&root) {
            Some(joined) => vec![joined],
            None => runs.iter().map(|f| &offers.functions[f.index()]).collect(),
        }
    }

    /// What function values of this shape give.
    pub(super) fn of_values(&mut self, shape: &Shape) -> Option<&'o Label> {
        self.uses.shared.insert(Shared::Values);
        self.offers.values.get(shape)
    }

    /// What lies in zones that an attribute holds.
    pub(super) fn in_zones(&mut self, attribute: (ClassId, u32)) -> Option<&'o Facts> {
        self.uses.shared.insert(Shared::Zones);
        self.offers.zones.get(&attribute)
    }

    /// What is told by what an attribute begins with.
    pub(super) fn begun(&mut self, attribute: (ClassId, u32)) -> Option<&'o Facts> {
        self.uses.shared.insert(Shared::Begun);
        self.offers.begun.get(&attribute)
    }

    /// A variable gets a value, or what is part of it.
    pub(super) fn gives(&mut self, local: LocalId, label: &Label, who: Option<Who>) {
        let mut label = label.clone();
        if self.decides {
            label.told.add(&self.conditions);
        }
        let is_more = self.labels.entry(local).or_default().join(&label);
        self.changed |= is_more && self.read_variables.contains(&local);
        let who = who.unwrap_or(Who::Local(local));
        let known = *self.whose.entry(local).or_insert(who);
        if known != who && known != Who::Local(local) {
            self.whose.insert(local, Who::Local(local));
            self.changed = true;
        }
    }

    /// A variable gets a list, table or stack, or one that is part of it, so what is put into it lies in the other, too.
    pub(super) fn shares(&mut self, local: LocalId, ty: &Type, value: &Expr) {
        if !ty.is_collection() {
            return;
        }
        let mut holders = Vec::new();
        holders_of(value, &mut holders);
        for other in holders.into_iter().filter(|other| *other != local) {
            let mut all: BTreeSet<LocalId> = BTreeSet::from([local, other]);
            for one in [local, other] {
                all.extend(self.alike.get(&one).into_iter().flatten());
            }
            let is_known = self.alike.get(&local).is_some_and(|alike| alike.len() == all.len());
            if is_known || all.len() > MAX_ALIKE {
                continue;
            }
            for one in &all {
                self.changed |= self.alike.insert(*one, all.clone()).is_none_or(|before| before != all);
            }
        }
    }

    /// What a statement of an effect gives to what was there before tells on what it depends whether it runs, too.
    pub(super) fn where_it_stands(&self, mut label: Label) -> Label {
        if !self.decides {
            label.told.add(&self.reached);
        }
        label
    }

    /// Something becomes part of what an expression gives.
    pub(super) fn puts(&mut self, into: &Expr, label: &Label) {
        let label = &self.where_it_stands(label.clone());
        let mut holders = Vec::new();
        holders_of(into, &mut holders);
        let mut all: BTreeSet<LocalId> = holders.iter().copied().collect();
        all.extend(holders.iter().filter_map(|local| self.alike.get(local)).flatten());
        for local in all {
            let who = self.whose.get(&local).copied();
            self.gives(local, label, who);
        }
    }

    pub(super) fn block(&mut self, block: &'g Block) {
        block.statements.iter().for_each(|s| self.statement(s));
    }

    fn statement(&mut self, s: &'g Statement) {
        self.read_statement(s);
        if self.active_acts && self.offers.may_pass(s) {
            self.active_acts = false;
        }
    }

    fn read_statement(&mut self, s: &'g Statement) {
        match &s.kind {
            StatementKind::Declare(local, value) => {
                let (label, who) = (self.label(value), self.who(value));
                self.shares(*local, &value.ty, value);
                self.gives(*local, &label, who);
            }
            StatementKind::ForIn { local, list, body } => {
                let label = self.label(list);
                list.ty.element().into_iter().for_each(|of| self.shares(*local, of, list));
                let (element, who) = (element_of(label.clone(), &list.ty), self.who_of_parts(list));
                self.gives(*local, &element, who);
                self.under(label.told, |r| r.repeated(s.at, |r| r.block(body)));
            }
            StatementKind::Fail(text) => {
                self.label(text);
                self.fails(s.at, &Facts::new());
            }
            StatementKind::Return(value) => {
                self.left = true;
                let mut label = value.as_ref().map(|e| self.label(e)).unwrap_or_default();
                if self.decides {
                    label.told.add(&self.conditions);
                }
                self.result.join(&label);
            }
            StatementKind::Break | StatementKind::Continue => self.left = true,
            StatementKind::Score(player, points) => {
                let mut told = self.label(player).all();
                told.add(&self.label(points).all());
                self.brings(Place::Score, &told);
            }
            StatementKind::Remove(object, _) => {
                self.leaves(object, &Facts::new());
                let told = self.label(object).said();
                self.brings(Place::Objects, &told);
            }
            StatementKind::Eliminate(player) => {
                let told = self.label(player).all();
                self.brings(Place::Out, &told);
            }
            StatementKind::WinnerRanking(_)
            | StatementKind::WinnerPlayer(_)
            | StatementKind::WinnerPlayers(_)
            | StatementKind::WinnerNone => {
                s.kind.parts(&mut |node| self.node(node));
                self.ends(&Facts::new());
            }
            StatementKind::If(check, then, otherwise) => {
                let told = self.label(check).all();
                self.under(told, |r| {
                    let before = r.brought.clone();
                    r.block(then);
                    let by_then = std::mem::replace(&mut r.brought, before);
                    otherwise.iter().for_each(|block| r.block(block));
                    if !leaves(then) {
                        bring_all(&mut r.brought, &by_then);
                    }
                });
            }
            StatementKind::Loop { check, step, body } => {
                self.repeated(s.at, |r| {
                    let told = check.as_ref().map(|e| r.label(e).all()).unwrap_or_default();
                    r.under(told, |r| {
                        r.block(body);
                        step.iter().for_each(|e| drop(r.label(e)));
                    });
                });
            }
            kind => kind.parts(&mut |node| self.node(node)),
        }
    }

    /// What runs again and again: what it brings somewhere lies there when it begins the next time.
    fn repeated(&mut self, at: NodeId, run: impl FnOnce(&mut Self)) {
        if let Some(before) = self.brought_by_loops.get(&at) {
            bring_all(&mut self.brought, before);
        }
        run(self);
        self.changed |= bring_all(self.brought_by_loops.entry(at).or_default(), &self.brought);
    }

    /// What runs where a condition holds that tells this.
    fn under(&mut self, told: Facts, run: impl FnOnce(&mut Self)) {
        let (conditions, left) = (self.conditions.clone(), std::mem::take(&mut self.left));
        let reached = self.reached.clone();
        if self.decides {
            self.conditions.add(&told);
        }
        self.reached.add(&told);
        run(self);
        if !self.left {
            (self.conditions, self.reached) = (conditions, reached);
        }
        self.left |= left;
    }

    /// What is worked out where something holds that tells this.
    pub(super) fn reaching<T>(&mut self, told: Facts, run: impl FnOnce(&mut Self) -> T) -> T {
        if told.is_subset(&self.reached) {
            return run(self);
        }
        let reached = self.reached.clone();
        self.reached.add(&told);
        let result = run(self);
        self.reached = reached;
        result
    }

    /// Here the match may end, which tells this and what the conditions tell on which it depends; what stands behind it
    /// depends on the same.
    pub(super) fn ends(&mut self, told: &Facts) {
        self.reached.add(told);
        if self.decides {
            self.conditions.add(told);
        }
        self.ends.get_or_insert_default().add(&self.reached);
        self.left = true;
    }

    /// Here everything may be taken back, which tells what the conditions tell on which that depends, and this.
    pub(super) fn fails(&mut self, at: NodeId, told: &Facts) {
        let all = self.failing.entry(at).or_default();
        all.add(&self.reached);
        all.add(told);
    }

    pub(super) fn node(&mut self, node: Node<'g>) {
        match node {
            Node::Expr(e) => drop(self.label(e)),
            Node::Block(block) => self.block(block),
            // Bodies of their own are read by themselves.
            Node::Body(_) | Node::Function(_) | Node::Action(_) => {}
        }
    }

    /// What a block tells that returns a value.
    pub(super) fn returned(&mut self, block: &'g Block) -> Label {
        let result = std::mem::take(&mut self.result);
        let (decides, conditions) = (std::mem::replace(&mut self.decides, true), self.conditions.clone());
        let left = std::mem::take(&mut self.left);
        let reached = self.reached.clone();
        self.block(block);
        self.reached = reached;
        (self.decides, self.conditions, self.left) = (decides, conditions, left);
        std::mem::replace(&mut self.result, result)
    }
}
