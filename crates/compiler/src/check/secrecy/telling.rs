//! Which reasons a player may be told: those of conditions that read nothing which this player may not know. What is not
//! followed here, such as what a modifier makes of an attribute, counts as unknown.
//! It does not know how reasons are told.

use super::may_lie_hidden;
use super::tiles::{board_of_choice, board_read, hiding_board, tile_read};
use crate::typed::dispatch::{Dispatch, function_values, may_be_called};
use crate::typed::visit::{Each, Node, Parts, PartsMut, Visit, VisitMut};
use crate::typed::{
    Action, BoardId, ClassId, Expr, ExprKind, FunctionId, Game, Lambda, LocalId, Member, Source, Statement,
    StatementKind, Target, Type, Why, ZoneId,
};
use base::NodeId;
use language::catalogue::Builtin;
use language::tree::{self, Seen};
use std::collections::{BTreeMap, BTreeSet};
use std::iter::repeat;

/// Notes of all reasons whether they may be told. Gives where those of actions stand that nobody is told: several actions
/// may share a reason, and some of them tell it.
pub(in crate::check) fn mark(game: &mut Game, dispatch: &Dispatch) -> Vec<NodeId> {
    let mut told: BTreeMap<NodeId, bool> = BTreeMap::new();
    let hides = game.may_hide();
    let keeps = hides || game.has_secret_choices;
    if !keeps {
        game.actions.iter_mut().flat_map(conditions).flatten().for_each(|why| why.is_open = true);
        MarkAnswers(repeat(true)).game(game);
        return Vec::new();
    }
    let telling = Telling::of(game, dispatch);
    let open: Vec<Open> = game.actions.iter().map(|action| telling.open_of(action)).collect();
    let mut answers = Answers { open: Vec::new(), telling: &telling, hides };
    answers.game(game);
    let answers = answers.open;
    for (action, Open { offer, throughout, mut reasons }) in game.actions.iter_mut().zip(open) {
        reasons.iter_mut().for_each(|open| *open |= !hides);
        action.is_open = offer || !hides;
        action.is_open_throughout = throughout;
        action.is_open_to_others = false;
        for (why, open) in conditions(action).zip(reasons) {
            let Some(why) = why else { continue };
            why.is_open = open;
            *told.entry(why.text.at).or_default() |= open;
        }
    }
    MarkAnswers(answers.into_iter()).game(game);
    told.into_iter().filter(|(_, open)| !open).map(|(at, _)| at).collect()
}

/// The reasons of the conditions of an action, in the order in which these are looked at.
fn conditions(action: &mut Action) -> impl Iterator<Item = &mut Option<Box<Why>>> {
    let requires = action.requires.iter_mut().map(|d| &mut d.why);
    let filters = action.inputs.iter_mut().flat_map(|i| &mut i.spec.filters).map(|f| &mut f.why);
    let ensures = action.ensures.iter_mut().map(|d| &mut d.why);
    requires.chain(filters).chain(ensures)
}

/// Whether the reasons may be told why a text is refused that somebody writes in the middle of an effect, in the
/// order in which they are visited. What variables hold there is not followed: it counts as unknown.
struct Answers<'g> {
    telling: &'g Telling<'g>,
    hides: bool,
    open: Vec<bool>,
}

impl<'e> Visit<'e> for Answers<'_> {
    fn expr(&mut self, e: &'e Expr) {
        if let ExprKind::Choose { spec, by, .. } = &e.kind
            && spec.free.is_some()
        {
            let reader = if let ExprKind::Actor = by.kind { Reader::Actor } else { Reader::Other };
            let own: BTreeSet<LocalId> = spec.filters.iter().map(|f| f.local).collect();
            let mut open = true;
            for filter in &spec.filters {
                let mut others = Others { own: own.clone(), found: BTreeSet::new() };
                others.block(&filter.body);
                let known = Known { unknown: &others.found, own: &BTreeSet::new(), reader };
                open &= self.telling.is_open(known, &filter.body);
                self.open.push(!self.hides || open);
            }
        }
        e.kind.parts(&mut |node| self.node(node));
    }
}

/// The variables that code reads besides its own.
struct Others {
    own: BTreeSet<LocalId>,
    found: BTreeSet<LocalId>,
}

impl<'e> Visit<'e> for Others {
    fn statement(&mut self, s: &'e Statement) {
        if let StatementKind::Declare(local, _) | StatementKind::ForIn { local, .. } = &s.kind {
            self.own.insert(*local);
        }
        s.kind.parts(&mut |node| self.node(node));
    }

    fn expr(&mut self, e: &'e Expr) {
        match &e.kind {
            ExprKind::Local(local) if !self.own.contains(local) => drop(self.found.insert(*local)),
            ExprKind::Lambda(lambda) => self.own.extend(lambda.params.iter().copied()),
            _ => {}
        }
        e.kind.parts(&mut |node| self.node(node));
    }
}

struct MarkAnswers<I>(I);

impl<I: Iterator<Item = bool>> VisitMut for MarkAnswers<I> {
    fn expr(&mut self, e: &mut Expr) {
        if let ExprKind::Choose { spec, .. } = &mut e.kind
            && spec.free.is_some()
        {
            for filter in &mut spec.filters {
                let open = self.0.next().unwrap_or(false);
                filter.why.iter_mut().for_each(|why| why.is_open = open);
            }
        }
        e.kind.parts_mut(&mut |node| self.node(node));
    }
}

/// What whoever does an action may be told of it.
struct Open {
    /// Whether they may know all that decides what is offered.
    offer: bool,
    /// Whether they may know all that the effect reads as well.
    throughout: bool,
    /// For each condition, in the order in which they are looked at, whether its reason may be told.
    reasons: Vec<bool>,
}

/// Who is told a reason.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reader {
    /// Whoever acts, while they are the active player.
    Active,
    /// Whoever acts; another player may be the active one by then.
    Actor,
    /// Somebody else.
    Other,
}

impl Reader {
    const ALL: [Reader; 3] = [Reader::Active, Reader::Actor, Reader::Other];

    /// Whether an expression is this player.
    fn is(self, e: &Expr) -> bool {
        match e.kind {
            ExprKind::Actor => self != Reader::Other,
            ExprKind::Builtin(Builtin::PlayersActive, _) => self == Reader::Active,
            _ => false,
        }
    }
}

/// What somebody knows who is told a reason.
#[derive(Clone, Copy)]
struct Known<'k> {
    /// Variables that hold what they do not know.
    unknown: &'k BTreeSet<LocalId>,
    /// Variables that hold tiles of which they see what lies there.
    own: &'k BTreeSet<LocalId>,
    reader: Reader,
}

struct Telling<'g> {
    game: &'g Game,
    dispatch: &'g Dispatch,
    modified: BTreeSet<Member>,
    /// By class, whether its objects may be where not everybody sees them.
    hides: Vec<bool>,
    /// By reader, the functions that read what they may not know, by themselves or through others.
    reading: [BTreeSet<FunctionId>; 3],
    /// By reader, which parameters of the others must be this player: what they read is known to none but them.
    needs: [BTreeMap<FunctionId, BTreeSet<usize>>; 3],
    values: Vec<(&'g Type, &'g Lambda)>,
    /// By reader and type of function values, the same as of functions: which parameters must be this player, and None
    /// where one of that type reads what they may not know.
    needs_of_values: [BTreeMap<&'g Type, Option<BTreeSet<usize>>>; 3],
}

/// So often function values are read that call one another; where that is not enough, they read what nobody may know.
const MAX_ROUNDS: usize = 8;

impl<'g> Telling<'g> {
    fn of(game: &'g Game, dispatch: &'g Dispatch) -> Telling<'g> {
        let modified = game.modifiers.iter().flat_map(|m| &m.overrides).map(|o| o.member).collect();
        let (reading, needs) = Default::default();
        let (hides, values) = (may_lie_hidden(game), function_values(game));
        let nothing: BTreeMap<_, _> = values.iter().map(|(ty, _)| (*ty, Some(BTreeSet::new()))).collect();
        let needs_of_values = Reader::ALL.map(|_| nothing.clone());
        let mut telling =
            Telling { game, dispatch, modified, hides, reading, needs, values, needs_of_values };
        for reader in Reader::ALL {
            telling.read_functions(reader);
            let mut rounds = 0;
            while telling.read_values(reader) {
                rounds += 1;
                if rounds == MAX_ROUNDS {
                    telling.needs_of_values[reader as usize].values_mut().for_each(|needs| *needs = None);
                }
                telling.read_functions(reader);
            }
        }
        telling
    }

    fn read_functions(&mut self, reader: Reader) {
        let (game, dispatch, none) = (self.game, self.dispatch, BTreeSet::new());
        let known = Known { unknown: &none, own: &none, reader };
        dispatch.until_stable(game, |f| {
            let function = &game.functions[f.index()];
            let params = unassigned(function.params.iter().map(|p| p.local), Node::Function(function));
            let mut reads = Reads { params: &params, ..Reads::new(self, known) };
            function.parts(&mut |node| reads.node(node));
            let Reads { open, needs, .. } = reads;
            if !open {
                return self.reading[reader as usize].insert(f);
            }
            let known = self.needs[reader as usize].entry(f).or_default();
            let before = known.len();
            known.extend(needs);
            known.len() > before
        });
    }

    /// Reads the function values once more, and says whether that is more than before. What they have caught counts as
    /// unknown.
    fn read_values(&mut self, reader: Reader) -> bool {
        let mut more = false;
        for (ty, lambda) in self.values.clone() {
            let params = unassigned(lambda.params.iter().copied(), Node::Block(&lambda.body));
            let mut others = Others { own: lambda.params.iter().copied().collect(), found: BTreeSet::new() };
            others.block(&lambda.body);
            let known = Known { unknown: &others.found, own: &BTreeSet::new(), reader };
            let mut reads = Reads { params: &params, ..Reads::new(self, known) };
            reads.block(&lambda.body);
            let (open, needs) = (reads.open, reads.needs);
            let Some(known) = self.needs_of_values[reader as usize].get_mut(ty) else { continue };
            match known {
                Some(before) if open => {
                    let count = before.len();
                    before.extend(needs);
                    more |= before.len() > count;
                }
                Some(_) => (*known, more) = (None, true),
                None => {}
            }
        }
        more
    }

    /// That a condition is the one that refuses tells that those before it hold, so whoever acts may know all that
    /// these read too.
    fn open_of(&self, action: &Action) -> Open {
        let (mut unknown, mut own) = (BTreeSet::new(), BTreeSet::new());
        let mut reasons = Vec::new();
        let chosen = action.triggers.iter().all(|t| t.event == ClassId::PLAYER_CHOICE);
        let reader = if chosen && !action.triggers.is_empty() { Reader::Active } else { Reader::Actor };
        let known = Known { unknown: &unknown, own: &own, reader };
        let mut offer = action.triggers.iter().all(|t| self.is_open(known, &t.body));
        for demand in &action.requires {
            offer &= self.is_open(known, &demand.body);
            reasons.push(offer);
        }
        for input in &action.inputs {
            if board_of_choice(&input.spec).is_some_and(|of| !hides_from(reader, self.game, of)) {
                own.insert(input.local);
                own.extend(input.spec.filters.iter().map(|f| f.local));
            }
            let source = match &input.spec.source {
                Source::List(list) => vec![Node::Expr(list)],
                Source::Range(least, most) => vec![Node::Expr(least), Node::Expr(most)],
                _ => Vec::new(),
            };
            let known = Known { unknown: &unknown, own: &own, reader };
            let is_known = source.into_iter().all(|node| self.is_known(known, node));
            offer &= is_known;
            let names_known =
                !matches!(input.spec.source, Source::Objects(class) if self.hides[class.index()]);
            if !is_known || !names_known {
                unknown.insert(input.local);
                unknown.extend(input.spec.filters.iter().map(|f| f.local));
            }
            let known = Known { unknown: &unknown, own: &own, reader };
            for filter in &input.spec.filters {
                offer &= self.is_open(known, &filter.body);
                reasons.push(offer);
            }
        }
        // What the effect has moved or noted is read by the conditions after it, wherever it lies by then.
        let known = Known { unknown: &unknown, own: &own, reader: Reader::Actor };
        let throughout = offer && self.is_open(known, &action.effect);
        let mut open = throughout;
        for demand in &action.ensures {
            open &= self.is_open(Known { unknown: &unknown, own: &own, reader: Reader::Actor }, &demand.body);
            reasons.push(open);
        }
        Open { offer, throughout, reasons }
    }

    /// Whether somebody may know all that something reads.
    fn is_open(&self, known: Known<'_>, what: &impl Parts) -> bool {
        let mut open = true;
        what.parts(&mut |node| open &= self.is_known(known, node));
        open
    }

    fn is_known(&self, known: Known<'_>, node: Node<'_>) -> bool {
        let mut reads = Reads::new(self, known);
        reads.node(node);
        reads.open
    }

    fn is_hidden_tile(&self, own: &BTreeSet<LocalId>, tile: &Expr) -> bool {
        let is_own = matches!(&tile.kind, ExprKind::Local(local) if own.contains(local));
        !is_own && hiding_board(self.game, tile).is_some()
    }

    fn seen(&self, zone: ZoneId) -> Seen {
        self.game.zones[zone.index()].seen
    }

    fn is_hidden_attribute(&self, reader: Reader, object: &Expr, index: u32) -> bool {
        let Type::Class(class) = object.ty else { return true };
        let attribute = &self.game.classes[class.index()].attributes[index as usize];
        attribute.secret
            || self.names_hidden(&attribute.ty)
            || self.modified.contains(&Member::Attribute(index))
            || self.game.formula(class, index).is_some_and(|f| self.reading[reader as usize].contains(&f))
    }

    /// Whether values of a type may lead to pieces that not everybody knows.
    fn names_hidden(&self, ty: &Type) -> bool {
        match ty {
            Type::Class(class) => self.hides[class.index()],
            Type::Table(key, value) => {
                key.as_ref().is_some_and(|key| self.names_hidden(key)) || self.names_hidden(value)
            }
            _ => ty.element().is_some_and(|of| self.names_hidden(of)),
        }
    }
}

/// Whether somebody does not see all that lies on a board.
fn hides_from(reader: Reader, game: &Game, (board, player): (BoardId, Option<&Expr>)) -> bool {
    match game.boards[board.index()].seen {
        Seen::All => false,
        Seen::Owner => player.is_none_or(|player| !reader.is(player)),
        Seen::None => true,
    }
}

/// The parameters of code, in order, that hold what they were given all the time, with their numbers.
fn unassigned(params: impl Iterator<Item = LocalId>, code: Node<'_>) -> BTreeMap<LocalId, usize> {
    let mut params: BTreeMap<LocalId, usize> = params.zip(0..).collect();
    let mut drop = |e: &Expr| {
        if let ExprKind::Assign(Target::Local(local), _) | ExprKind::Update(Target::Local(local), ..) =
            &e.kind
        {
            params.remove(local);
        }
    };
    Each(&mut drop).node(code);
    params
}

/// Code that is read for what its reader may not know.
struct Reads<'r> {
    telling: &'r Telling<'r>,
    known: Known<'r>,
    open: bool,
    /// Those of the function that is read.
    params: &'r BTreeMap<LocalId, usize>,
    /// Which of them must be the reader.
    needs: BTreeSet<usize>,
}

impl<'r> Reads<'r> {
    fn new(telling: &'r Telling<'r>, known: Known<'r>) -> Reads<'r> {
        const NONE: &BTreeMap<LocalId, usize> = &BTreeMap::new();
        Reads { telling, known, open: true, params: NONE, needs: BTreeSet::new() }
    }

    /// Whether an expression is the reader, or will be where the function is called as it needs it.
    fn is_reader(&mut self, who: &Expr) -> bool {
        let param = match &who.kind {
            ExprKind::Local(local) => self.params.get(local),
            _ => None,
        };
        self.needs.extend(param);
        param.is_some() || self.known.reader.is(who)
    }

    fn is_hidden_board(&mut self, (board, player): (BoardId, Option<&Expr>)) -> bool {
        match self.telling.game.boards[board.index()].seen {
            Seen::All => false,
            Seen::Owner => !player.is_some_and(|player| self.is_reader(player)),
            Seen::None => true,
        }
    }

    /// Whether a function that is called so reads what may not be known.
    fn is_hidden_call(&mut self, f: FunctionId, args: &[Option<Expr>]) -> bool {
        let (telling, reader) = (self.telling, self.known.reader as usize);
        let mut needs = telling.needs[reader].get(&f).into_iter().flatten();
        // What stands in the place of an argument that is left out is not followed.
        telling.reading[reader].contains(&f)
            || needs.any(|k| !matches!(args.get(*k), Some(Some(arg)) if self.is_reader(arg)))
    }

    /// Whether a function value that is called so may read what may not be known.
    fn is_hidden_value(&mut self, ty: &Type, args: &[Expr]) -> bool {
        let (telling, reader) = (self.telling, self.known.reader as usize);
        let values = telling.needs_of_values[reader].iter();
        let mut called = values.filter(|(written, _)| may_be_called(telling.game, written, ty));
        called.any(|(_, needs)| match needs {
            None => true,
            Some(needs) => needs.iter().any(|k| !args.get(*k).is_some_and(|arg| self.is_reader(arg))),
        })
    }

    /// Whether an expression by itself reads what may not be known.
    fn is_hidden(&mut self, e: &Expr) -> bool {
        let (telling, Known { unknown, own, reader }) = (self.telling, self.known);
        match &e.kind {
            ExprKind::Local(local) => unknown.contains(local),
            ExprKind::Zone(zone) | ExprKind::Zones(zone) | ExprKind::ZoneRow(zone, None) => {
                telling.seen(*zone) != Seen::All
            }
            ExprKind::ZoneOf(zone, who) | ExprKind::ZoneRow(zone, Some(who)) => match telling.seen(*zone) {
                Seen::All => false,
                Seen::Owner => !self.is_reader(who),
                Seen::None => true,
            },
            ExprKind::AllOf(class) => telling.hides[class.index()],
            ExprKind::Attribute(object, index) => telling.is_hidden_attribute(reader, object, *index),
            ExprKind::Call(f, args) | ExprKind::CallBase(f, args) => self.is_hidden_call(*f, args),
            ExprKind::CallMethod(_, root, args) => {
                telling.modified.contains(&Member::Function(*root))
                    || telling.dispatch.methods(*root).any(|f| self.is_hidden_call(f, args))
            }
            ExprKind::Choose { spec, .. } => {
                spec.disclosure == Some(tree::Disclosure::Secret)
                    || matches!(spec.source, Source::Objects(class) if telling.hides[class.index()])
            }
            ExprKind::CallValue(f, args) => {
                matches!(f.ty, Type::Act(..)) || self.is_hidden_value(&f.ty, args)
            }
            // What follows from an event, from an act, or from another action, is not followed.
            ExprKind::Raise(..)
            | ExprKind::CallAction(..)
            | ExprKind::Suppose(..)
            | ExprKind::Authored(_)
            | ExprKind::Auto(_) => true,
            _ if board_read(e).is_some_and(|of| self.is_hidden_board(of)) => true,
            _ if tile_read(e).is_some_and(|tile| telling.is_hidden_tile(own, tile)) => true,
            _ => e.ty == Type::Position,
        }
    }
}

impl<'e> Visit<'e> for Reads<'_> {
    fn expr(&mut self, e: &'e Expr) {
        if let Some(zone) = e.counted_zone() {
            return zone.zone_parts(&mut |e| self.expr(e));
        }
        if self.is_hidden(e) {
            self.open = false;
        } else {
            e.kind.parts(&mut |node| self.node(node));
        }
    }
}
