//! Public choices that are made among what not everybody sees. Variables are followed within a body, and from one to
//! another through parameters and results; functions through what they look into.

use super::given::{Given, GivenTo};
use super::openly::Openly;
use super::orders::{self, Mixing, Orders};
use super::sinks::THIS;
use super::tiles::{board_of_choice, hiding_board, tile_read};
use super::{
    Shape, Unseen, bodies, hidden, is_kept, is_public, is_zone, leads_to_hidden, lists_zones, lords,
    may_lie_hidden, named, shape, standing,
};
use crate::check::problems as problem;
use crate::check::world::World;
use crate::typed::dispatch::Dispatch;
use crate::typed::visit::{Each, Node, Parts, Visit};
use crate::typed::{
    Action, Acts, BinaryOp, Block, Board, Body, ChoiceSpec, Count, Expr, ExprKind, Function, FunctionId,
    Game, Input, InputSource, Lambda, LocalId, Source, Statement, StatementKind, Type,
};
use base::NodeId;
use language::catalogue::Builtin;
use language::tree::Disclosure;
use std::collections::{BTreeMap, BTreeSet};

/// Gives the moves of pieces into zones at places that not everybody may know. Of some choices it was said already that
/// they must be open.
pub(super) fn check(world: &World<'_>, dispatch: &Dispatch, said: &BTreeSet<NodeId>) -> Unseen {
    let game = &world.game;
    let kept = looking(game, dispatch, true);
    let looking = looking(game, dispatch, false);
    let nothing = BTreeSet::new();
    let looks = |looking, node: Node<'_>| Looks { game, looking, held: &nothing }.into_hidden(node);
    standing::check(world, &kept.functions, &|node| looks(&looking, node), &|node| looks(&kept, node));
    let mut sources = Sources {
        game,
        dispatch,
        looking: &looking,
        given: Default::default(),
        mixing: Mixing::of(game, dispatch, Looks { game, looking: &looking, held: &nothing }),
        hides_tiles: game.boards.iter().any(Board::hides),
        found: BTreeSet::new(),
        ends: BTreeSet::new(),
        unseen: Unseen::default(),
    };
    sources.settle();
    for at in sources.found.difference(said).copied() {
        world.report(problem::comes_from_hidden(world.span(at)));
    }
    for at in sources.ends {
        world.report(problem::until_hidden(world.span(at)));
    }
    sources.unseen
}

/// What looks into something hidden when it is called, by itself or through others.
#[derive(Default)]
struct Looking {
    functions: BTreeSet<FunctionId>,
    /// Function values and acts, by what they take and give.
    values: BTreeSet<Shape>,
    /// By class, whether its objects may be where not everybody sees them.
    hides: Vec<bool>,
    /// Whatever may lie hidden does so where an attribute holds it.
    kept_hidden: bool,
}

fn looking(game: &Game, dispatch: &Dispatch, kept_hidden: bool) -> Looking {
    let hides = may_lie_hidden(game);
    let functions = lords::telling_functions(game, &hides);
    let mut looking = Looking { functions, hides, kept_hidden, ..Looking::default() };
    loop {
        dispatch.until_stable(game, |f| {
            let function = &game.functions[f.index()];
            let defaults = function.defaults().map(|(_, _, default)| Node::Expr(default));
            let mut code = defaults.chain([Node::Block(&function.body.block)]);
            let by_others = dispatch.targets(f).iter().any(|by| looking.functions.contains(by));
            let looks = Looks { game, looking: &looking, held: &BTreeSet::new() };
            !looking.functions.contains(&f)
                && (by_others || code.any(|node| looks.into_hidden(node)))
                && looking.functions.insert(f)
        });
        let mut values = BTreeSet::new();
        for block in blocks(game) {
            let mut kept = Kept::default();
            kept.block(block);
            kept.0.retain(|(shape, _)| !looking.values.contains(shape));
            if kept.0.is_empty() {
                continue;
            }
            // What a function value catches of the body around it.
            let mut held = BTreeSet::new();
            follow(game, &looking, &Given::of(block), &mut held);
            let looks = Looks { game, looking: &looking, held: &held };
            let new = kept.0.into_iter().filter(|(_, lambda)| looks.into_hidden(Node::Block(&lambda.body)));
            values.extend(new.map(|(shape, _)| shape));
        }
        if values.is_empty() {
            return looking;
        }
        looking.values.extend(values);
    }
}

impl Looking {
    /// Whether an expression is what an attribute holds, and that may be hidden; zones in any case.
    fn is_kept_hidden(&self, game: &Game, e: &Expr) -> bool {
        let is_followed = self.kept_hidden || is_zone(&e.ty) || lists_zones(&e.ty);
        is_followed && is_kept(game, e) && leads_to_hidden(game, &self.hides, &e.ty)
    }
}

/// The function values that are called wherever somebody has them, not only by what is built in.
#[derive(Default)]
struct Kept<'e>(Vec<(Shape, &'e Lambda)>);

impl<'e> Visit<'e> for Kept<'e> {
    fn expr(&mut self, e: &'e Expr) {
        match &e.kind {
            ExprKind::Builtin(b, args) | ExprKind::BoardBuiltin(_, _, b, args)
                if b.higher_order().is_some() =>
            {
                for arg in args.iter().flatten() {
                    match &arg.kind {
                        ExprKind::Lambda(lambda) if lambda.acts != Acts::WhenCalled => {
                            self.block(&lambda.body)
                        }
                        _ => self.expr(arg),
                    }
                }
            }
            ExprKind::Lambda(lambda) => {
                self.0.extend(shape(&e.ty).map(|shape| (shape, lambda)));
                self.block(&lambda.body);
            }
            _ => e.kind.parts(&mut |n| self.node(n)),
        }
    }
}

/// Whether code looks into something hidden; how much there is in a zone, everybody sees.
#[derive(Clone, Copy)]
pub(super) struct Looks<'l> {
    pub(super) game: &'l Game,
    looking: &'l Looking,
    /// Variables that hold what comes from something hidden.
    held: &'l BTreeSet<LocalId>,
}

impl<'l> Looks<'l> {
    /// The variables of a body that hold what comes from something hidden.
    pub(super) fn held_by(self, given: &Given<'_>) -> BTreeSet<LocalId> {
        let mut held = self.held.clone();
        follow(self.game, self.looking, given, &mut held);
        held
    }

    /// The same where these variables hold it.
    pub(super) fn holding(self, held: &'l BTreeSet<LocalId>) -> Looks<'l> {
        Looks { held, ..self }
    }

    pub(super) fn into_hidden(self, node: Node<'_>) -> bool {
        self.past_open(&BTreeSet::new(), node)
    }

    /// Where these variables hold tiles of which everybody sees what lies there.
    fn past_open(self, open: &BTreeSet<LocalId>, node: Node<'_>) -> bool {
        let mut look = HiddenRead { looks: self, open, found: false };
        look.node(node);
        look.found
    }
}

struct HiddenRead<'l> {
    looks: Looks<'l>,
    open: &'l BTreeSet<LocalId>,
    found: bool,
}

impl<'e> Visit<'e> for HiddenRead<'_> {
    fn expr(&mut self, e: &'e Expr) {
        if let Some(zone) = e.counted_zone() {
            return zone.zone_parts(&mut |e| self.expr(e));
        }
        if let Some(kept) = compared(e)
            .filter(|kept| is_kept(self.looks.game, kept) && hidden(self.looks.game, kept).is_none())
        {
            return kept.kind.parts(&mut |n| self.node(n));
        }
        let Looks { game, looking, held } = self.looks;
        let is_open = |tile: &Expr| matches!(&tile.kind, ExprKind::Local(local) if self.open.contains(local));
        self.found |= hidden(game, e).is_some()
            || looking.is_kept_hidden(game, e)
            || tile_read(e).is_some_and(|tile| !is_open(tile) && hiding_board(game, tile).is_some())
            || match &e.kind {
                ExprKind::Local(local) => held.contains(local),
                ExprKind::AllOf(class) => looking.hides[class.index()],
                // All that lies anywhere, and in which order.
                ExprKind::Builtin(..) => e.ty == Type::Position,
                ExprKind::Choose { spec, .. } => spec.disclosure == Some(Disclosure::Secret),
                ExprKind::Call(f, _) | ExprKind::CallMethod(_, f, _) | ExprKind::CallBase(f, _) => {
                    looking.functions.contains(f)
                }
                ExprKind::CallValue(f, _) => {
                    shape(&f.ty).is_some_and(|shape| looking.values.contains(&shape))
                }
                _ => false,
            };
        if !self.found {
            e.kind.parts(&mut |n| self.node(n));
        }
    }
}

/// The expression of which is asked only whether there is something, or how much.
fn compared(e: &Expr) -> Option<&Expr> {
    match &e.kind {
        ExprKind::IsSome(a) => Some(a),
        ExprKind::Binary(BinaryOp::Equal | BinaryOp::NotEqual, a, b) => match (&a.kind, &b.kind) {
            (_, ExprKind::Null) => Some(a),
            (ExprKind::Null, _) => Some(b),
            _ => None,
        },
        ExprKind::Builtin(Builtin::ListLength | Builtin::ListIsEmpty, args) => args.first()?.as_ref(),
        _ => None,
    }
}

/// What is followed to parameters.
#[derive(Clone, Copy)]
enum Followed {
    /// What comes from something hidden.
    Hidden,
    /// Pieces of which not all may know which they are, and objects on which functions are called.
    Unnamed,
    /// What chance has put in an order, or what is hidden.
    Mixed,
}

/// Public choices of values among what not everybody sees.
struct Sources<'s> {
    game: &'s Game,
    dispatch: &'s Dispatch,
    looking: &'s Looking,
    /// By [`Followed`], the parameters that are given such values.
    given: [BTreeSet<GivenTo>; 3],
    mixing: Mixing,
    /// Whether there are boards that hide anything.
    hides_tiles: bool,
    found: BTreeSet<NodeId>,
    /// Modifiers that end by something hidden.
    ends: BTreeSet<NodeId>,
    unseen: Unseen,
}

/// One body, the variables of which may hold what comes from something hidden.
#[derive(Clone, Copy)]
pub(super) enum Code<'g> {
    Function(FunctionId, &'g Function),
    Action(&'g Action),
    Body(&'g Body),
}

impl<'s> Sources<'s> {
    /// Reads every body, and again those whose parameters turn out to be given what comes from something hidden.
    fn settle(&mut self) {
        let game = self.game;
        let functions = game.functions.iter().enumerate();
        let mut all: Vec<Code<'s>> = bodies(game).into_iter().map(Code::Body).collect();
        all.extend(functions.map(|(i, f)| Code::Function(FunctionId(i as u32), f)));
        all.extend(game.actions.iter().map(Code::Action));
        let mut readers: BTreeMap<GivenTo, Vec<usize>> = BTreeMap::new();
        for (i, code) in all.iter().enumerate() {
            for (to, _) in params(code) {
                readers.entry(to).or_default().push(i);
            }
            if let Code::Function(f, _) = code {
                readers.entry(GivenTo::Function(*f, THIS)).or_default().push(i);
            }
        }
        let mut waiting = vec![true; all.len()];
        let mut work: Vec<usize> = (0..all.len()).rev().collect();
        while let Some(i) = work.pop() {
            waiting[i] = false;
            for (told, to) in self.read(&all[i]) {
                for to in self.runs(to) {
                    if self.given[told as usize].insert(to) {
                        let again = readers.get(&to).into_iter().flatten().copied();
                        work.extend(again.filter(|i| !std::mem::replace(&mut waiting[*i], true)));
                    }
                }
            }
        }
    }

    /// A parameter, and the same one of all that may run in the place of what is called.
    fn runs(&self, to: GivenTo) -> Vec<GivenTo> {
        match to {
            GivenTo::Function(f, k) => {
                let others = self.dispatch.targets(f).iter().map(|f| GivenTo::Function(*f, k));
                others.chain([to]).collect()
            }
            GivenTo::Act(..) => vec![to],
        }
    }

    /// Reads one body, notes its choices, and gives the parameters of others to which it gives what is followed.
    fn read(&mut self, code: &Code<'s>) -> Vec<(Followed, GivenTo)> {
        let own =
            params(code).into_iter().filter(|(to, _)| self.given[Followed::Hidden as usize].contains(to));
        let mut held: BTreeSet<LocalId> = own.map(|(_, local)| local).collect();
        let block = match code {
            Code::Function(_, f) => &f.body.block,
            Code::Body(body) => &body.block,
            Code::Action(action) => {
                action.inputs.iter().for_each(|input| self.input(input, &mut held));
                &action.effect
            }
        };
        let mut given = Given::of(block);
        if let Code::Function(_, f) = code {
            for (_, local, default) in f.defaults() {
                given.values.push((local, default));
                given.expr(default);
            }
        }
        follow(self.game, self.looking, &given, &mut held);
        let mixing = std::mem::take(&mut self.mixing);
        let looks = Looks { game: self.game, looking: self.looking, held: &held };
        let orders = orders::chosen(code, &given, (&mixing, looks), &self.given[Followed::Mixed as usize]);
        self.unseen.by_place.append(&mut named::moves(block));
        let mut choices = Choices { sources: self, held: &held, orders: &orders, hidden_conditions: 0 };
        choices.block(block);
        if let Code::Function(_, f) = code {
            f.params.iter().filter_map(|p| p.default.as_ref()).for_each(|e| choices.expr(e));
        }
        let looks = Looks { game: self.game, looking: self.looking, held: &held };
        let to = given.calls.iter().filter(|(_, value)| looks.into_hidden(Node::Expr(value)));
        let mut to: Vec<(Followed, GivenTo)> = to.map(|(to, _)| (Followed::Hidden, *to)).collect();
        to.extend(orders.given(&given).map(|to| (Followed::Mixed, to)));
        self.mixing = mixing;
        if !self.hides_tiles {
            return to;
        }
        let openly = Openly::of(code, &given, looks, &self.given[Followed::Unnamed as usize]);
        let moves = openly.moves(block);
        to.extend(openly.unnamed(block, &given).into_iter().map(|to| (Followed::Unnamed, to)));
        // It may have been read before it was known what its parameters are given.
        let mut own = AllNodes(BTreeSet::new());
        own.block(block);
        self.unseen.open.retain(|at| !own.0.contains(at));
        self.unseen.open.extend(moves);
        to
    }

    /// What is chosen is known to all where the rules say so.
    fn input(&mut self, input: &Input, held: &mut BTreeSet<LocalId>) {
        let is_asked = !matches!(input.source, InputSource::Auto);
        if is_asked {
            let asked = if let InputSource::Player(who) = &input.source { Some(who) } else { None };
            self.choice(input.at, &input.spec, asked, held);
            let looks = Looks { game: self.game, looking: self.looking, held };
            // Who is asked all see, whatever the choice is among.
            if input.spec.disclosure.is_none() && asked.is_some_and(|who| looks.into_hidden(Node::Expr(who)))
            {
                self.found.insert(input.at);
            }
        }
        let is_open =
            input.spec.disclosure == Some(Disclosure::Open) && super::is_plain(self.game, &input.spec.ty);
        let is_secret = input.spec.disclosure == Some(Disclosure::Secret);
        if is_secret || !is_open && self.is_from_hidden(&input.spec, held) {
            held.insert(input.local);
        }
    }

    fn choice(&mut self, at: NodeId, spec: &ChoiceSpec, who: Option<&Expr>, held: &BTreeSet<LocalId>) {
        if is_public(self.game, spec) {
            let looks = Looks { game: self.game, looking: self.looking, held };
            if who.is_some_and(|who| looks.into_hidden(Node::Expr(who))) || self.is_from_hidden(spec, held) {
                self.found.insert(at);
            }
        }
    }

    /// Whether what is offered comes from something hidden.
    fn is_from_hidden(&self, spec: &ChoiceSpec, held: &BTreeSet<LocalId>) -> bool {
        let from = match &spec.source {
            Source::List(list) => vec![Node::Expr(list)],
            Source::Range(least, most) => vec![Node::Expr(least), Node::Expr(most)],
            Source::Objects(class) if self.looking.hides[class.index()] => return true,
            _ => Vec::new(),
        };
        let counts = match &spec.count {
            Some(Count::Exactly(n)) => vec![Node::Expr(n)],
            Some(Count::Between(least, most)) => vec![Node::Expr(least), Node::Expr(most)],
            Some(Count::Any) | None => Vec::new(),
        };
        let filters = spec.filters.iter().map(|f| Node::Block(&f.body));
        let among_open = board_of_choice(spec).is_some_and(|(b, _)| !self.game.boards[b.index()].hides());
        let open = spec.filters.iter().filter(|_| among_open).map(|f| f.local);
        let open: BTreeSet<LocalId> = open.collect();
        let looks = Looks { game: self.game, looking: self.looking, held };
        from.into_iter().chain(counts).chain(filters).any(|node| looks.past_open(&open, node))
    }
}

/// Adds the variables that get what comes from something hidden. They hold whatever they are given anywhere in a
/// body, since loops come back.
fn follow(game: &Game, looking: &Looking, given: &Given<'_>, held: &mut BTreeSet<LocalId>) {
    let mut followers: BTreeMap<LocalId, Vec<LocalId>> = BTreeMap::new();
    let mut work = Vec::new();
    for (local, value) in &given.values {
        let looks = Looks { game, looking, held };
        if looks.into_hidden(Node::Expr(value)) {
            work.push(*local);
        }
        Each(|e: &Expr| {
            if let ExprKind::Local(from) = &e.kind {
                followers.entry(*from).or_default().push(*local);
            }
        })
        .expr(value);
    }
    while let Some(local) = work.pop() {
        if held.insert(local) || followers.contains_key(&local) {
            work.extend(followers.remove(&local).unwrap_or_default());
        }
    }
}

/// All statements and expressions of a block.
struct AllNodes(BTreeSet<NodeId>);

impl<'e> Visit<'e> for AllNodes {
    fn statement(&mut self, s: &'e Statement) {
        self.0.insert(s.at);
        s.kind.parts(&mut |n| self.node(n));
    }

    fn expr(&mut self, e: &'e Expr) {
        self.0.insert(e.at);
        e.kind.parts(&mut |n| self.node(n));
    }
}

/// All code by the bodies that it stands in.
fn blocks(game: &Game) -> Vec<&Block> {
    let mut all: Vec<&Block> = bodies(game).into_iter().map(|body| &body.block).collect();
    all.extend(game.functions.iter().map(|f| &f.body.block));
    all.extend(game.actions.iter().map(|action| &action.effect));
    all
}

/// The variables of a body that something else gives a value.
pub(super) fn params(code: &Code<'_>) -> Vec<(GivenTo, LocalId)> {
    let mut all = Vec::new();
    let block = match code {
        Code::Function(id, f) => {
            all.extend(f.params.iter().enumerate().map(|(k, p)| (GivenTo::Function(*id, k), p.local)));
            &f.body.block
        }
        Code::Body(body) => &body.block,
        Code::Action(action) => &action.effect,
    };
    Each(|e: &Expr| {
        if let ExprKind::Lambda(lambda) = &e.kind
            && lambda.acts == Acts::WhenCalled
        {
            let n = lambda.params.len();
            all.extend(lambda.params.iter().enumerate().map(|(k, local)| (GivenTo::Act(n, k), *local)));
        }
    })
    .block(block);
    all
}

/// The choices of a body.
struct Choices<'c, 's> {
    sources: &'c mut Sources<'s>,
    held: &'c BTreeSet<LocalId>,
    orders: &'c Orders<'c>,
    /// Behind so many conditions that read something hidden it stands.
    hidden_conditions: usize,
}

impl<'e> Visit<'e> for Choices<'_, '_> {
    fn statement(&mut self, s: &'e Statement) {
        if let StatementKind::Until(until) = &s.kind
            && let Some(condition) = &until.condition
        {
            let Sources { game, looking, .. } = *self.sources;
            if (Looks { game, looking, held: self.held }).into_hidden(Node::Expr(condition)) {
                self.sources.ends.insert(s.at);
            }
        }
        let Sources { game, looking, .. } = *self.sources;
        let is_hidden = matches!(&s.kind, StatementKind::If(condition, ..)
            if (Looks { game, looking, held: self.held }).into_hidden(Node::Expr(condition)));
        self.hidden_conditions += usize::from(is_hidden);
        s.kind.parts(&mut |n| self.node(n));
        self.hidden_conditions -= usize::from(is_hidden);
    }

    fn expr(&mut self, e: &'e Expr) {
        if let ExprKind::Choose { spec, by, .. } = &e.kind {
            self.sources.choice(e.at, spec, Some(by), self.held);
        }
        if let ExprKind::Builtin(Builtin::ZoneMove, args) = &e.kind
            && let Some(Some(position)) = args.get(3)
        {
            let Sources { game, looking, .. } = *self.sources;
            if (Looks { game, looking, held: self.held }).into_hidden(Node::Expr(position)) {
                self.sources.unseen.positions.insert(e.at);
            }
        }
        if let ExprKind::Builtin(Builtin::ZoneAdd | Builtin::ZoneAddAll, args) = &e.kind
            && let Some(Some(pieces)) = args.get(1)
            && let Some(is_of_actor) = self.orders.of(pieces)
        {
            self.sources.unseen.orders.insert(e.at, is_of_actor);
        }
        let puts = matches!(&e.kind, ExprKind::Builtin(Builtin::ZoneAdd | Builtin::ZoneAddAll, _));
        if puts && self.hidden_conditions > 0 {
            self.sources.unseen.orders.insert(e.at, false);
        }
        e.kind.parts(&mut |n| self.node(n));
    }
}
