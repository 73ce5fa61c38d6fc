//! What calls of functions and function values tell.

use super::brought::{Brought, Place, moved};
use super::facts::Facts;
use super::labels::{Fact, Keeper, Label, Who, joined, seen};
use super::reading::Reading;
use super::{Offer, Offers, Summary, THIS};
use crate::check::secrecy::shape;
use crate::typed::{ClassId, Expr, FunctionId, Lambda, Member, Type};
use base::NodeId;
use language::tree::Seen;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// Parameters of function values that are kept count from here, so that they are none of the body around them.
const KEPT: usize = 1 << 32;

impl<'g> Reading<'_, 'g> {
    /// What a call of a method tells: also what its object is, where that decides what runs.
    pub(super) fn method(
        &mut self,
        at: NodeId,
        object: &'g Expr,
        f: FunctionId,
        args: &'g [Option<Expr>],
    ) -> Label {
        let (of, who) = (self.label(object), self.who(object));
        let decides = match object.ty {
            Type::Class(class) => self.offers.differs(class, f),
            _ => self.offers.dispatch.targets(f).len() > 1,
        };
        let runs = self.of_method(f);
        let chosen = if decides { of.all() } else { of.told.clone() };
        let mut label = self.reaching(chosen.clone(), |r| r.call(at, &runs, Some((of, who)), args));
        if decides {
            label.told.add(&chosen);
        }
        label
    }

    pub(super) fn call(
        &mut self,
        at: NodeId,
        runs: &[&Summary],
        this: Option<(Label, Option<Who>)>,
        args: &'g [Option<Expr>],
    ) -> Label {
        let given: Vec<Label> =
            args.iter().map(|arg| arg.as_ref().map(|e| self.label(e)).unwrap_or_default()).collect();
        let whose: Vec<Option<Who>> = args.iter().map(|arg| arg.as_ref().and_then(|e| self.who(e))).collect();
        self.mixes(args, &given);
        let mut label = Label::default();
        let offers = self.offers;
        let brought = self.brought.clone();
        for summary in runs {
            let known = self.is_called.then_some(&offers.brought);
            let (this, active, brought) = (this.as_ref(), self.active_acts, &brought);
            let put = RefCell::default();
            let call = Call { given: &given, whose: &whose, this, active, brought, known, put };
            let (given, whose) = call.filled_in(summary, args);
            let call = call.with(&given, &whose);
            label.join(&call.label_of(&summary.result));
            for offer in &summary.open {
                self.offer(call.offer(offer));
            }
            if let Some(fails) = &summary.fails {
                self.fails(at, &call.facts(fails));
            }
            if let Some(ends) = &summary.ends {
                self.ends(&call.facts(ends));
            }
            if self.gathers {
                self.read.add(&call.facts(&summary.read));
            }
            // Whether it is called at all tells something of what it brings.
            let besides = self.where_brought(&Facts::new());
            for (place, facts) in &summary.brought {
                self.lies(*place, &joined(moved(&call.facts(facts)), &besides));
            }
            summary.touched.iter().for_each(|place| self.lies(*place, &besides));
            for (k, label) in &summary.filled {
                if let Some(Some(into)) = args.get(*k) {
                    self.puts(into, &call.label_of(label));
                }
            }
        }
        label
    }

    /// What is called may put one of these into another.
    pub(super) fn mixes(&mut self, args: &'g [Option<Expr>], given: &[Label]) {
        let lists = args.iter().enumerate().filter_map(|(k, arg)| Some((k, arg.as_ref()?)));
        for (k, into) in lists.filter(|(_, e)| e.ty.is_collection()) {
            let others = given.iter().enumerate().filter(|(other, _)| *other != k);
            others.for_each(|(_, label)| self.puts(into, &Label { told: label.said(), ..label.listed() }));
        }
    }

    /// What a function value of this type gives.
    pub(super) fn value(&mut self, ty: &Type, given: &[Label], whose: &[Option<Who>]) -> Label {
        let kept = shape(ty).and_then(|shape| self.of_values(&shape));
        let known = self.is_called.then_some(&self.offers.brought);
        let brought = &self.brought;
        let put = RefCell::default();
        let call = Call { given, whose, this: None, active: self.active_acts, brought, known, put };
        kept.map(|label| call.label_of(label)).unwrap_or_default()
    }

    /// A function value that a call gives tells what it has caught of the arguments, whoever calls it later.
    pub(super) fn gives_value(&mut self, e: &Expr, label: Label) -> Label {
        if let Some(shape) = shape(&e.ty) {
            let caught = label.with(|fact, to| {
                if let Fact::SeenBy(_, name) | Fact::Unseen(name) = fact {
                    to.insert(Fact::Unseen(name));
                }
            });
            self.kept.push((shape, caught));
        }
        label
    }

    /// A function value that may be called wherever somebody has it.
    pub(super) fn kept_value(&mut self, e: &'g Expr, lambda: &'g Lambda) -> Label {
        for (k, param) in lambda.params.iter().enumerate() {
            let label = Label {
                told: Facts::from([Fact::Told(KEPT + k)]),
                held: Facts::from([Fact::Held(KEPT + k)]),
                which: Facts::from([Fact::Which(KEPT + k)]),
            };
            self.gives(*param, &label, Some(Who::Param(KEPT + k)));
        }
        let label = self.returned(&lambda.body);
        let number = |k: usize| (KEPT..THIS).contains(&k).then(|| k - KEPT);
        // What it catches of the body around it is told where the function value is made.
        let own = label.with(|fact, to| {
            to.extend(match fact {
                Fact::Told(k) => number(k).map(Fact::Told),
                Fact::Held(k) => number(k).map(Fact::Held),
                Fact::Which(k) => number(k).map(Fact::Which),
                Fact::SeenBy(Who::Param(k), name) => number(k).map(|k| Fact::SeenBy(Who::Param(k), name)),
                Fact::SeenBy(Who::Actor | Who::Active, _) | Fact::Unseen(_) => Some(fact),
                Fact::SeenBy(Who::Local(_) | Who::Kept(..) | Who::Unsaid, _) => None,
                // What was brought somewhere before it is called is not followed.
                Fact::Moved(..) | Fact::MovedParam(_) | Fact::Brought(_) => None,
            });
        });
        self.kept.extend(shape(&e.ty).map(|shape| (shape, own)));
        label.with(|fact, to| match fact {
            Fact::Told(k) | Fact::Held(k) | Fact::Which(k) | Fact::SeenBy(Who::Param(k), _)
                if number(k).is_some() => {}
            fact => to.insert(fact),
        })
    }
}

/// What a call gives in the place of parameters.
struct Call<'c> {
    given: &'c [Label],
    whose: &'c [Option<Who>],
    this: Option<&'c (Label, Option<Who>)>,
    active: bool,
    /// What the caller has brought somewhere before.
    brought: &'c Brought,
    /// Where anything is brought at all, for a caller that is called itself.
    known: Option<&'c BTreeSet<Place>>,
    /// What was put for such facts, which most places have in common to which a function brings something.
    put: RefCell<BTreeMap<Vec<Fact>, Facts>>,
}

impl Call<'_> {
    /// The same with other arguments.
    fn with<'d>(&'d self, given: &'d [Label], whose: &'d [Option<Who>]) -> Call<'d> {
        let Call { this, active, brought, known, .. } = *self;
        Call { given, whose, this, active, brought, known, put: RefCell::default() }
    }

    pub(super) fn label(&self, k: usize) -> Option<&Label> {
        if k == THIS { self.this.map(|(label, _)| label) } else { self.given.get(k) }
    }

    pub(super) fn who(&self, who: Who) -> Option<Who> {
        match who {
            Who::Param(THIS) => self.this.and_then(|(_, who)| *who),
            Who::Param(k) => self.whose.get(k).copied().flatten(),
            Who::Active if self.active => Some(Who::Actor),
            Who::Actor | Who::Active => Some(who),
            Who::Kept(Keeper::Event | Keeper::Global(_), _) => Some(who),
            Who::Kept(..) | Who::Unsaid => Some(Who::Unsaid),
            // What is called knows it by a name that means nothing here.
            Who::Local(_) => None,
        }
    }

    pub(super) fn fact(&self, fact: Fact, to: &mut Facts) {
        match fact {
            Fact::Told(k) => self.label(k).into_iter().for_each(|label| to.add(&label.told)),
            Fact::Held(k) => self.label(k).into_iter().for_each(|label| to.add(&label.held)),
            Fact::Which(k) => self.label(k).into_iter().for_each(|label| to.add(&label.which)),
            Fact::SeenBy(who, name) => {
                let who = self.who(who).filter(|who| *who != Who::Unsaid);
                to.extend(seen(Seen::Owner, who, name));
            }
            Fact::Unseen(_) => to.insert(fact),
            Fact::Moved(who, name) => {
                let who = who.and_then(|who| self.who(who)).filter(|who| *who != Who::Unsaid);
                to.insert(Fact::Moved(who, name));
            }
            Fact::MovedParam(k) => {
                self.label(k).into_iter().for_each(|label| to.add(&moved(&label.all())));
            }
            Fact::Brought(Place::Anywhere) => {
                self.brought.values().for_each(|facts| to.add(facts));
                to.extend(self.known.filter(|known| !known.is_empty()).map(|_| fact));
            }
            Fact::Brought(place) => {
                self.brought.get(&place).into_iter().for_each(|facts| to.add(facts));
                to.extend(self.known.filter(|known| known.contains(&place)).map(|_| fact));
            }
        }
    }

    /// What is given, and what stands in the place of arguments that are left out, which may name those before.
    fn filled_in(&self, of: &Summary, args: &[Option<Expr>]) -> (Vec<Label>, Vec<Option<Who>>) {
        let (mut given, mut whose) = (self.given.to_vec(), self.whose.to_vec());
        for (k, (default, who)) in &of.defaults {
            if args.get(*k).is_some_and(Option::is_some) {
                continue;
            }
            let call = self.with(&given, &whose);
            let label = call.label_of(default);
            let who = who.and_then(|who| call.who(who));
            given.resize_with(given.len().max(k + 1), Label::default);
            whose.resize(whose.len().max(k + 1), None);
            (given[*k], whose[*k]) = (label, who);
        }
        (given, whose)
    }

    fn facts(&self, facts: &Facts) -> Facts {
        let (mut all, others) = facts.parted(|fact| self.is_same(*fact));
        if others.is_empty() {
            return all;
        }
        let known = self.put.borrow().get(&others).cloned();
        let put = known.unwrap_or_else(|| {
            let mut put = Facts::new();
            others.iter().for_each(|fact| self.fact(*fact, &mut put));
            self.put.borrow_mut().insert(others, put.clone());
            put
        });
        all.add(&put);
        all
    }

    /// Whether a fact of the function is the same fact for its caller.
    fn is_same(&self, fact: Fact) -> bool {
        match fact {
            Fact::Unseen(_) | Fact::Moved(None, _) => true,
            Fact::SeenBy(who, _) | Fact::Moved(Some(who), _) => {
                who != Who::Unsaid && self.who(who) == Some(who)
            }
            _ => false,
        }
    }

    fn label_of(&self, label: &Label) -> Label {
        Label {
            told: self.facts(&label.told),
            held: self.facts(&label.held),
            which: self.facts(&label.which),
        }
    }

    pub(super) fn offer(&self, offer: &Offer) -> Offer {
        let told = self.facts(&offer.told);
        Offer { at: offer.at, what: offer.what, decider: offer.decider.and_then(|who| self.who(who)), told }
    }
}

impl Offers<'_> {
    /// Whether what runs for a function on an object of a class depends on which object it is.
    fn differs(&self, class: ClassId, f: FunctionId) -> bool {
        if self.dispatch.targets(f).len() < 2 {
            return false;
        }
        let known = self.differing.borrow().get(&(class, f)).copied();
        known.unwrap_or_else(|| {
            let differs = self.finds_different(class, f);
            self.differing.borrow_mut().insert((class, f), differs);
            differs
        })
    }

    fn finds_different(&self, class: ClassId, f: FunctionId) -> bool {
        let game = self.game;
        let below = game.classes.iter().enumerate().filter(|(i, _)| game.is_sub(ClassId(*i as u32), class));
        let own = |methods: &[(FunctionId, FunctionId)]| {
            methods.iter().find(|(root, _)| *root == f).map(|(_, function)| *function)
        };
        let methods: BTreeSet<FunctionId> = below.filter_map(|(_, c)| own(&c.methods)).collect();
        let by_modifiers = game.modifiers.iter().flat_map(|m| &m.overrides);
        methods.len() > 1 || by_modifiers.into_iter().any(|o| o.member == Member::Function(f))
    }
}
