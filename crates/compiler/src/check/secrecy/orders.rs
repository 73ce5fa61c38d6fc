//! Orders of things that a player chooses in secret, or that chance has made, or that follow from something hidden: who
//! sees the things must not see the order. It follows variables within one body, and lists that are put in an order by
//! chance or by what is hidden through functions.

use super::given::{Given, GivenTo};
use super::sources::{Code, Looks, params};
use crate::typed::dispatch::Dispatch;
use crate::typed::visit::{Each, Node, Parts, Visit};
use crate::typed::{
    Block, ChoiceSpec, ClassId, Expr, ExprKind, FunctionId, Game, InputSource, LocalId, Statement,
    StatementKind, Type,
};
use language::catalogue::Builtin;
use language::tree::Disclosure;
use std::collections::BTreeSet;

/// What holds things in such an order, in one body.
pub(super) struct Orders<'m> {
    mixing: &'m Mixing,
    looks: Looks<'m>,
    /// In an order that was chosen in secret.
    locals: BTreeSet<LocalId>,
    /// In an order that chance has made, or that follows from something hidden.
    mixed: BTreeSet<LocalId>,
    /// Whether all that were chosen were by the player who acts.
    are_of_actor: bool,
}

fn is_secret_order(spec: &ChoiceSpec) -> bool {
    spec.ordered && spec.disclosure == Some(Disclosure::Secret)
}

/// The variables that hold what was chosen so, or a part of it; `mixed` are parameters that are given what chance has put
/// in an order.
pub(super) fn chosen<'m>(
    code: &Code<'_>,
    given: &Given<'_>,
    (mixing, looks): (&'m Mixing, Looks<'m>),
    mixed: &BTreeSet<GivenTo>,
) -> Orders<'m> {
    let own = params(code).into_iter().filter(|(to, _)| mixed.contains(to)).map(|(_, local)| local);
    let (locals, mixed) = (BTreeSet::new(), own.collect());
    let mut orders = Orders { mixing, looks, locals, mixed, are_of_actor: true };
    let block = match code {
        Code::Function(_, f) => &f.body.block,
        Code::Body(body) => &body.block,
        Code::Action(action) => &action.effect,
    };
    orders.mixed.extend(mixing.mixed_in(block));
    if let Code::Action(action) = code {
        for input in action.inputs.iter().filter(|input| is_secret_order(&input.spec)) {
            orders.locals.insert(input.local);
            orders.are_of_actor &= !matches!(input.source, InputSource::Player(_));
        }
    }
    let mut by_others = false;
    for (_, value) in &given.values {
        Each(|e: &Expr| {
            by_others |= matches!(&e.kind, ExprKind::Choose { by, spec, .. }
                if is_secret_order(spec) && !matches!(by.kind, ExprKind::Actor));
        })
        .expr(value);
    }
    orders.are_of_actor &= !by_others;
    let more = |all: &BTreeSet<LocalId>, is: &dyn Fn(&Expr) -> bool| -> Vec<LocalId> {
        let new = given.values.iter().filter(|(local, value)| !all.contains(local) && is(value));
        new.map(|(local, _)| *local).collect()
    };
    loop {
        let new = more(&orders.locals, &|value| orders.is_chosen(value));
        if new.is_empty() {
            break;
        }
        orders.locals.extend(new);
    }
    let hidden = lists_in_hidden_order(looks, block, given, &|e| orders.is_element_of_chosen(e));
    orders.mixed.extend(hidden);
    loop {
        let new = more(&orders.mixed, &|value| orders.is_mixed(value));
        if new.is_empty() {
            return orders;
        }
        orders.mixed.extend(new);
    }
}

impl Orders<'_> {
    /// Whether an expression gives something of what stands in such an order; then whether that was chosen by the player
    /// who acts.
    pub(super) fn of(&self, e: &Expr) -> Option<bool> {
        let (is_chosen, is_mixed) = (self.is_chosen(e), self.is_mixed(e));
        (is_chosen || is_mixed).then_some(!is_mixed && self.are_of_actor)
    }

    fn is_chosen(&self, e: &Expr) -> bool {
        let mut found = false;
        Each(|e: &Expr| {
            found |= match &e.kind {
                ExprKind::Local(local) => self.locals.contains(local),
                ExprKind::Choose { spec, .. } => is_secret_order(spec),
                _ => false,
            };
        })
        .expr(e);
        found
    }

    fn is_mixed(&self, e: &Expr) -> bool {
        self.mixing.is_mixed(&self.mixed, e)
            || gives_hidden_order(self.looks, e, &|e| self.is_element_of_chosen(e))
    }

    /// Whether an expression is an element of what was chosen in an order, found by nothing hidden.
    fn is_element_of_chosen(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Local(local) => self.locals.contains(local),
            ExprKind::Index(list, at) => {
                self.is_element_of_chosen(list) && !self.looks.into_hidden(Node::Expr(at))
            }
            ExprKind::Choose { spec, .. } => is_secret_order(spec),
            _ => false,
        }
    }

    /// The parameters of others that are given what stands in an order which nobody is told.
    pub(super) fn given<'e>(&self, given: &Given<'e>) -> impl Iterator<Item = GivenTo> {
        given.calls.iter().filter(|(_, value)| self.is_mixed(value)).map(|(to, _)| *to)
    }
}

/// The variables of a block that hold a list which gets its order by what is hidden: by elements that are put into it, or
/// by what is done with it behind a condition. Elements of what was chosen in an order do not count.
fn lists_in_hidden_order(
    looks: Looks<'_>,
    block: &Block,
    given: &Given<'_>,
    is_chosen: &dyn Fn(&Expr) -> bool,
) -> BTreeSet<LocalId> {
    let mut lists = BTreeSet::new();
    Each(|e: &Expr| {
        if let ExprKind::Local(local) = e.kind
            && is_list(e)
        {
            lists.insert(local);
        }
    })
    .block(block);
    let hides = |e: &Expr| looks.into_hidden(Node::Expr(e));
    let is_element = |e: &Expr| !is_list(e) || matches!(e.kind, ExprKind::NewList(_));
    let elements =
        given.values.iter().filter(|(_, value)| is_element(value) && hides(value) && !is_chosen(value));
    let mut found: BTreeSet<LocalId> = elements.map(|(local, _)| *local).collect();
    EachIf(|condition: &Expr, arms: &[&Block]| {
        if hides(condition) {
            let changed = arms.iter().flat_map(|arm| Given::of(arm).values);
            found.extend(changed.map(|(local, _)| local));
        }
    })
    .block(block);
    found.retain(|local| lists.contains(local));
    found
}

/// Every `if` of a block, with what it chooses between.
struct EachIf<F>(F);

impl<'e, F: FnMut(&'e Expr, &[&'e Block])> Visit<'e> for EachIf<F> {
    fn statement(&mut self, s: &'e Statement) {
        if let StatementKind::If(condition, then, otherwise) = &s.kind {
            let arms: Vec<&Block> = std::iter::once(then).chain(otherwise).collect();
            (self.0)(condition, &arms);
        }
        s.kind.parts(&mut |n: Node<'e>| self.node(n));
    }
}

/// Whether something in an expression is a list in an order that follows from something hidden, or is picked from one by
/// what is: by what it is sorted, or by what its elements are picked, unless it was chosen in an order what they are
/// picked of.
fn gives_hidden_order(looks: Looks<'_>, e: &Expr, is_chosen: &dyn Fn(&Expr) -> bool) -> bool {
    let mut found = false;
    Each(|e: &Expr| {
        found |= match &e.kind {
            ExprKind::Builtin(Builtin::ListSortBy, args) => {
                let key = args.get(1).and_then(Option::as_ref);
                key.is_some_and(|key| looks.into_hidden(Node::Expr(key)))
            }
            ExprKind::Builtin(
                Builtin::ListFilter
                | Builtin::ListMaxBy
                | Builtin::ListMinBy
                | Builtin::ListFirst
                | Builtin::ListLast
                | Builtin::ZoneSearch,
                args,
            ) => {
                let by = args.get(1).and_then(Option::as_ref);
                by.is_some_and(|by| looks.into_hidden(Node::Expr(by)))
            }
            ExprKind::Index(list, at) => !is_chosen(list) && looks.into_hidden(Node::Expr(at)),
            ExprKind::NewList(all) if all.len() > 1 => {
                all.iter().any(|element| looks.into_hidden(Node::Expr(element)) && !is_chosen(element))
            }
            ExprKind::Ternary(condition, ..) => looks.into_hidden(Node::Expr(condition)),
            _ => false,
        };
    })
    .expr(e);
    found
}

/// What puts lists in an order by chance, or by what is hidden.
#[derive(Default)]
pub(super) struct Mixing {
    /// Functions that give such a list.
    functions: BTreeSet<FunctionId>,
    /// The parameters that functions put so.
    params: BTreeSet<(FunctionId, usize)>,
    /// The attributes that are put so somewhere, by chance alone.
    attributes: BTreeSet<(ClassId, u32)>,
}

impl Mixing {
    pub(super) fn of(game: &Game, dispatch: &Dispatch, looks: Looks<'_>) -> Mixing {
        let mut mixing = Mixing::default();
        let mut attributes = BTreeSet::new();
        Each(|e: &Expr| {
            if let Some(Expr { kind: ExprKind::Attribute(object, index), .. }) = mixed(e)
                && let Type::Class(class) = object.ty
            {
                attributes.insert((class, *index));
            }
        })
        .game(game);
        mixing.attributes = attributes;
        dispatch.until_stable(game, |f| {
            let function = &game.functions[f.index()];
            let mut locals = mixing.mixed_in(&function.body.block);
            let own = function.params.iter().enumerate().filter(|(_, p)| locals.contains(&p.local));
            let params: Vec<(FunctionId, usize)> = own.map(|(k, _)| (f, k)).collect();
            let given = Given::of(&function.body.block);
            let held = looks.held_by(&given);
            let looks = looks.holding(&held);
            locals.extend(lists_in_hidden_order(looks, &function.body.block, &given, &|_| false));
            let is_mixed = |locals: &BTreeSet<LocalId>, e: &Expr| {
                mixing.is_mixed(locals, e) || gives_hidden_order(looks, e, &|_| false)
            };
            loop {
                let new = given
                    .values
                    .iter()
                    .filter(|(l, value)| is_list(value) && !locals.contains(l) && is_mixed(&locals, value));
                let new: Vec<LocalId> = new.map(|(local, _)| *local).collect();
                if new.is_empty() {
                    break;
                }
                locals.extend(new);
            }
            let mut results = Results { is_mixed: &|e| is_mixed(&locals, e), found: false };
            results.block(&function.body.block);
            let gives = results.found || dispatch.targets(f).iter().any(|by| mixing.functions.contains(by));
            let before = mixing.functions.len() + mixing.params.len();
            mixing.params.extend(params);
            if gives {
                mixing.functions.insert(f);
            }
            mixing.functions.len() + mixing.params.len() > before
        });
        mixing
    }

    /// The variables of a block that are put in an order by chance there.
    fn mixed_in(&self, block: &Block) -> BTreeSet<LocalId> {
        let mut found = BTreeSet::new();
        let mut note = |e: &Expr| {
            if let ExprKind::Local(local) = e.kind {
                found.insert(local);
            }
        };
        Each(|e: &Expr| {
            mixed(e).into_iter().for_each(&mut note);
            if let ExprKind::Call(f, args) | ExprKind::CallMethod(_, f, args) | ExprKind::CallBase(f, args) =
                &e.kind
            {
                let own = args.iter().enumerate().filter(|(k, _)| self.params.contains(&(*f, *k)));
                own.flat_map(|(_, arg)| arg).for_each(&mut note);
            }
        })
        .block(block);
        found
    }

    /// Whether an expression gives something of what chance has put in an order.
    fn is_mixed(&self, locals: &BTreeSet<LocalId>, e: &Expr) -> bool {
        let mut found = false;
        Each(|e: &Expr| {
            found |= match &e.kind {
                ExprKind::Local(local) => locals.contains(local),
                ExprKind::Attribute(object, index) => {
                    matches!(object.ty, Type::Class(class) if self.attributes.contains(&(class, *index)))
                }
                ExprKind::Call(f, _) | ExprKind::CallMethod(_, f, _) | ExprKind::CallBase(f, _) => {
                    self.functions.contains(f)
                }
                _ => false,
            };
        })
        .expr(e);
        found
    }
}

/// The list that an expression puts in an order by chance.
fn mixed(e: &Expr) -> Option<&Expr> {
    match &e.kind {
        ExprKind::Builtin(Builtin::ListShuffle | Builtin::RandomShuffle, args) => {
            args.iter().flatten().find(|arg| is_list(arg))
        }
        _ => None,
    }
}

fn is_list(e: &Expr) -> bool {
    matches!(e.ty, Type::List(_) | Type::Stack(_))
}

/// Whether code gives back such a list.
struct Results<'m> {
    is_mixed: &'m dyn Fn(&Expr) -> bool,
    found: bool,
}

impl<'e> Visit<'e> for Results<'_> {
    fn statement(&mut self, s: &'e Statement) {
        if let StatementKind::Return(Some(value)) = &s.kind {
            self.found |= is_list(value) && (self.is_mixed)(value);
        }
        s.kind.parts(&mut |n: Node<'e>| self.node(n));
    }
}
