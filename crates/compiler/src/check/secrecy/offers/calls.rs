//! What calls tell: of functions, of function values, and of what is built in.

use super::expressions::{element_of, same_thing};
use super::labels::{Fact, Facts, Keeper, Label, Who, add, seen};
use super::reading::Reading;
use super::{Offer, Summary, THIS};
use crate::check::secrecy::shape;
use crate::check::secrecy::tiles::{hiding_board, tile_read};
use crate::typed::{Acts, Expr, ExprKind, FunctionId, Lambda, Type};
use language::catalogue::{Builtin, Effect, entry};
use language::tree::Seen;

/// Parameters of function values that are kept count from here, so that they are none of the body around them.
const KEPT: usize = 1 << 32;

impl<'g> Reading<'_, 'g> {
    pub(super) fn call(
        &mut self,
        runs: &[FunctionId],
        this: Option<(Label<'g>, Option<Who>)>,
        args: &'g [Option<Expr>],
    ) -> Label<'g> {
        let given: Vec<Label<'g>> =
            args.iter().map(|arg| arg.as_ref().map(|e| self.label(e)).unwrap_or_default()).collect();
        let whose: Vec<Option<Who>> = args.iter().map(|arg| arg.as_ref().and_then(|e| self.who(e))).collect();
        self.mixes(args, &given);
        let mut label = Label::default();
        let offers = self.offers;
        for run in runs {
            let summary: &Summary<'g> = &offers.functions[run.index()];
            let call = Call { given: &given, whose: &whose, this: this.as_ref(), active: self.active_acts };
            label.join(&summary.result.with(|fact, to| call.fact(fact, to)));
            for offer in &summary.open {
                self.offer(call.offer(offer));
            }
        }
        label
    }

    /// What is called may put one of these into another.
    pub(super) fn mixes(&mut self, args: &'g [Option<Expr>], given: &[Label<'g>]) {
        let lists = args.iter().enumerate().filter_map(|(k, arg)| Some((k, arg.as_ref()?)));
        for (k, into) in lists.filter(|(_, e)| e.ty.is_collection()) {
            let others = given.iter().enumerate().filter(|(other, _)| *other != k);
            others.for_each(|(_, label)| self.puts(into, label));
        }
    }

    /// What a function value of this type gives.
    pub(super) fn value(&self, ty: &Type, given: &[Label<'g>], whose: &[Option<Who>]) -> Label<'g> {
        let kept = shape(ty).and_then(|shape| self.offers.values.get(&shape));
        let call = Call { given, whose, this: None, active: self.active_acts };
        kept.map(|label| label.with(|fact, to| call.fact(fact, to))).unwrap_or_default()
    }

    /// A function value that may be called wherever somebody has it.
    pub(super) fn kept_value(&mut self, e: &'g Expr, lambda: &'g Lambda) -> Label<'g> {
        for (k, param) in lambda.params.iter().enumerate() {
            let label = Label {
                told: Facts::from([Fact::Told(KEPT + k)]),
                held: Facts::from([Fact::Held(KEPT + k)]),
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
                Fact::SeenBy(Who::Param(k), name) => number(k).map(|k| Fact::SeenBy(Who::Param(k), name)),
                Fact::SeenBy(Who::Actor | Who::Active, _) | Fact::Unseen(_) => Some(fact),
                Fact::SeenBy(Who::Local(_) | Who::Kept(..) | Who::Unsaid, _) => None,
            });
        });
        self.kept.extend(shape(&e.ty).map(|shape| (shape, own)));
        label.with(|fact, to| match fact {
            Fact::Told(k) | Fact::Held(k) | Fact::SeenBy(Who::Param(k), _) if number(k).is_some() => {}
            fact => drop(to.insert(fact)),
        })
    }

    pub(super) fn builtin(&mut self, e: &'g Expr, b: Builtin, args: &'g [Option<Expr>]) -> Label<'g> {
        use Builtin as B;
        let first = args.first().and_then(Option::as_ref);
        match (b, first) {
            (B::ListLength | B::ListIsEmpty, Some(list)) => Label::plain(self.label(list).told),
            (B::PiecePlace | B::PieceTile | B::ObjectOwner | B::ObjectOwners, Some(piece)) => {
                Label::plain(self.label(piece).told)
            }
            (B::ListContains, Some(list)) => {
                let (list, element) = (self.label(list), args.get(1).and_then(Option::as_ref));
                let is_thing = element.is_some_and(|element| matches!(element.ty, Type::Class(_)));
                let element = element.map(|element| self.label(element)).unwrap_or_default();
                let told = same_thing(&list, &element);
                if is_thing {
                    Label::plain(told)
                } else {
                    Label::plain(list.all().union(&told).copied().collect())
                }
            }
            _ if e.ty == Type::Position => Label::holding(Facts::from([Fact::Unseen("position()")])),
            _ => match tile_read(e) {
                Some(tile) => self.lies_on(tile).read_as(&e.ty),
                None => self.taking_functions(e, b, args),
            },
        }
    }

    /// What lies on a tile.
    pub(super) fn lies_on(&mut self, tile: &'g Expr) -> Label<'g> {
        let mut label = self.label(tile);
        if label.held.is_empty() && is_named(tile) {
            label.held.extend(hiding_board(self.game(), tile).map(Fact::Unseen));
        }
        label.told = label.all();
        label
    }

    pub(super) fn taking_functions(
        &mut self,
        e: &'g Expr,
        b: Builtin,
        args: &'g [Option<Expr>],
    ) -> Label<'g> {
        let mut label = Label::default();
        let (mut elements, mut given) = (Vec::new(), Vec::new());
        for arg in args.iter().flatten().filter(|arg| !arg.ty.is_callable()) {
            let part = self.label(arg);
            match arg.ty.is_simple() {
                true => add(&mut label.told, &part.told),
                false => drop(label.join(&part)),
            }
            given.push((arg, part.clone()));
            elements.push((element_of(part, &arg.ty), self.who_of_parts(arg)));
        }
        let tests: Vec<&'g Expr> = args.iter().flatten().filter(|arg| arg.ty.is_callable()).collect();
        if let [(receiver, _), given @ ..] = given.as_slice()
            && entry(b).effect == Effect::Mutates
        {
            given.iter().for_each(|(_, label)| self.puts(receiver, label));
        }
        if tests.is_empty() {
            return label.read_as(&e.ty);
        }
        let mut tested = Label::default();
        for test in tests {
            let more = self.test(test, &elements, b == Builtin::ListFold);
            tested.join(&more);
        }
        match b {
            Builtin::ListSortBy => {}
            Builtin::ListMap | Builtin::ListFlatMap | Builtin::ListZip => label.held = tested.all(),
            _ => add(&mut label.told, &tested.all()),
        }
        if e.ty.is_simple() { Label::plain(label.told) } else { label }
    }

    /// What a function value gives that is called with parts of what else is given.
    pub(super) fn test(
        &mut self,
        test: &'g Expr,
        elements: &[(Label<'g>, Option<Who>)],
        folds: bool,
    ) -> Label<'g> {
        let ExprKind::Lambda(lambda) = &test.kind else {
            let mut label = self.label(test);
            let mut any = Label::default();
            elements.iter().for_each(|(element, _)| {
                any.join(element);
            });
            let whose = elements.first().and_then(|(_, who)| *who);
            label.join(&self.value(&test.ty, &[any.clone(), any], &[whose, None]));
            return label;
        };
        for param in &lambda.params {
            for (element, who) in elements {
                self.gives(*param, element, *who);
            }
        }
        if lambda.acts == Acts::WhenCalled {
            self.block(&lambda.body);
            return Label::default();
        }
        let label = self.returned(&lambda.body);
        if folds && let Some(so_far) = lambda.params.first() {
            self.gives(*so_far, &label, None);
        }
        label
    }
}

/// Whether an expression says by itself which tile it is.
fn is_named(tile: &Expr) -> bool {
    matches!(tile.kind, ExprKind::Tile(..) | ExprKind::Attribute(..))
}

/// What a call gives in the place of parameters.
struct Call<'c, 'g> {
    given: &'c [Label<'g>],
    whose: &'c [Option<Who>],
    this: Option<&'c (Label<'g>, Option<Who>)>,
    active: bool,
}

impl<'g> Call<'_, 'g> {
    pub(super) fn label(&self, k: usize) -> Option<&Label<'g>> {
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

    pub(super) fn fact(&self, fact: Fact<'g>, to: &mut Facts<'g>) {
        match fact {
            Fact::Told(k) => self.label(k).into_iter().for_each(|label| add(to, &label.told)),
            Fact::Held(k) => self.label(k).into_iter().for_each(|label| add(to, &label.held)),
            Fact::SeenBy(who, name) => {
                let who = self.who(who).filter(|who| *who != Who::Unsaid);
                to.extend(seen(Seen::Owner, who, name));
            }
            Fact::Unseen(_) => drop(to.insert(fact)),
        }
    }

    pub(super) fn offer(&self, offer: &Offer<'g>) -> Offer<'g> {
        let mut told = Facts::new();
        offer.told.iter().for_each(|fact| self.fact(*fact, &mut told));
        Offer { at: offer.at, what: offer.what, decider: offer.decider.and_then(|who| self.who(who)), told }
    }
}
