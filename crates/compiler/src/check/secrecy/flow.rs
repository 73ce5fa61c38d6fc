//! What flows where in one body: which values its variables may hold, and what is put into which list, zone or object.
//! Conditions of statements are not followed, nor what lies in attributes and zones from one action to another.

use super::sinks::{Hidden, MAX_PUT_INTO, Origin, Origins, Sinks, Summary};
use super::tiles::hiding_board;
use super::{hidden, holds_others, is_public, secret};
use crate::typed::visit::{Parts, Visit};
use crate::typed::{
    Acts, Authored, Block, Expr, ExprKind, FunctionId, LocalId, Statement, StatementKind, Target, Type,
};
use language::catalogue::{Builtin, Effect, entry};
use std::collections::BTreeMap;

/// Variables that may hold the same list, zone or object, or one that is part of the other.
#[derive(Default)]
struct Alike(BTreeMap<LocalId, LocalId>);

impl Alike {
    /// The variable that stands for all that are alike.
    fn first(&mut self, local: LocalId) -> LocalId {
        let mut first = local;
        while let Some(next) = self.0.get(&first) {
            first = *next;
        }
        let mut at = local;
        while let Some(next) = self.0.get_mut(&at) {
            at = std::mem::replace(next, first);
        }
        first
    }

    fn join(&mut self, one: LocalId, other: LocalId) {
        let (one, other) = (self.first(one), self.first(other));
        if one != other {
            self.0.insert(one, other);
        }
    }
}

/// What flows where in one body.
pub(super) struct Flowed<'g> {
    /// But for what is hidden, which is not only of parameters.
    pub(super) summary: Summary<'g>,
    /// What acts that are written here give, by how many parameters they take.
    pub(super) acts: Vec<(usize, Origins<'g>)>,
    pub(super) hidden: Hidden<'g>,
    /// What chose the tiles, of boards that may hide what lies there, on which pieces are put.
    pub(super) tiles: Hidden<'g>,
}

/// One body, read once, with what its variables may hold.
pub(super) struct BodyFlow<'s, 'g> {
    sinks: &'s Sinks<'g>,
    held: BTreeMap<LocalId, Origins<'g>>,
    alike: Alike,
    /// Variables whose list, zone or object is hidden or part of what is.
    places: BTreeMap<LocalId, &'g str>,
    result: Origins<'g>,
    hidden: Hidden<'g>,
    /// Tiles, of boards that may hide what lies there, on which pieces are put.
    tiles: Hidden<'g>,
    /// What is put into what a variable holds.
    put: Vec<(LocalId, Origins<'g>)>,
    /// What acts that are written here give, by how many parameters they take.
    acts: Vec<(usize, Origins<'g>)>,
}

impl<'s, 'g> BodyFlow<'s, 'g> {
    /// A body whose variables hold these at first.
    pub(super) fn new(sinks: &'s Sinks<'g>, held: BTreeMap<LocalId, Origins<'g>>) -> BodyFlow<'s, 'g> {
        BodyFlow {
            sinks,
            held,
            alike: Alike::default(),
            places: BTreeMap::new(),
            result: Origins::new(),
            hidden: Hidden::new(),
            tiles: Hidden::new(),
            put: Vec::new(),
            acts: Vec::new(),
        }
    }

    /// What a value may be made of.
    fn origins(&self, e: &Expr) -> Origins<'g> {
        let mut all = Origins::new();
        all.extend(hidden(self.sinks.game, e).map(Origin::Place));
        let mut add = |e: &Expr| all.extend(self.origins(e));
        match &e.kind {
            ExprKind::Local(local) => drop(all.insert(Origin::Local(*local))),
            ExprKind::Choose { spec, .. } if is_public(self.sinks.game, spec) => {
                all.insert(Origin::Choice(e.at));
            }
            ExprKind::Negate(a)
            | ExprKind::Not(a)
            | ExprKind::Convert(_, a)
            | ExprKind::Attribute(a, _)
            | ExprKind::Suppose(_, a) => add(a),
            // Which of several things is meant is seen by where it goes.
            ExprKind::Index(a, _) | ExprKind::Lookup(a, _) if holds_others(self.sinks.game, &e.ty) => add(a),
            ExprKind::Index(a, b)
            | ExprKind::Lookup(a, b)
            | ExprKind::Binary(_, a, b)
            | ExprKind::Coalesce(a, b) => {
                add(a);
                add(b);
            }
            ExprKind::Ternary(check, a, b) => [check, a, b].into_iter().for_each(|e| add(e)),
            ExprKind::CallValue(act, args) if matches!(act.ty, Type::Act(..)) => {
                for origin in self.sinks.acts.get(&args.len()).into_iter().flat_map(|summary| &summary.result)
                {
                    match origin {
                        Origin::OfAct(n, k) if *n == args.len() => all.extend(self.origins(&args[*k])),
                        other => drop(all.insert(*other)),
                    }
                }
            }
            ExprKind::CallValue(f, args) => {
                add(f);
                args.iter().for_each(add);
            }
            ExprKind::Lambda(lambda) => returned(&lambda.body).into_iter().for_each(add),
            ExprKind::NewList(parts) | ExprKind::NewStack(parts) | ExprKind::Concat(parts) => {
                parts.iter().for_each(add)
            }
            ExprKind::NewTable(pairs) => pairs.iter().flat_map(|(key, value)| [key, value]).for_each(add),
            ExprKind::New(_, given) => given.iter().for_each(|(_, value)| add(value)),
            ExprKind::Builtin(_, args) | ExprKind::BoardBuiltin(_, _, _, args) => {
                args.iter().flatten().for_each(add)
            }
            ExprKind::Call(f, args) => all.extend(self.result(*f, false, args)),
            ExprKind::CallBase(f, args) => all.extend(self.result(*f, false, args)),
            ExprKind::CallMethod(_, f, args) => all.extend(self.result(*f, true, args)),
            _ => {}
        }
        if !holds_others(self.sinks.game, &e.ty) {
            all.retain(|origin| !matches!(origin, Origin::Place(_)));
        }
        all
    }

    /// What a call may give.
    fn result(&self, f: FunctionId, is_method: bool, args: &[Option<Expr>]) -> Origins<'g> {
        let runs = self.sinks.runs(f, is_method);
        runs.iter().flat_map(|run| self.with(&self.sinks.summaries[run.index()].result, args)).collect()
    }

    /// The same with what a call is given in the place of the parameters.
    fn with(&self, origins: &Origins<'g>, args: &[Option<Expr>]) -> Origins<'g> {
        let mut all = Origins::new();
        for origin in origins {
            match origin {
                Origin::Param(k) => {
                    all.extend(args.get(*k).into_iter().flatten().flat_map(|e| self.origins(e)))
                }
                other => drop(all.insert(*other)),
            }
        }
        all
    }

    /// A variable gets a value.
    fn holds(&mut self, local: LocalId, value: &Expr) {
        let origins = self.origins(value);
        if holds_others(self.sinks.game, &value.ty) {
            for origin in &origins {
                match origin {
                    Origin::Local(other) => self.alike.join(local, *other),
                    Origin::Place(place) => drop(self.places.insert(local, place)),
                    _ => {}
                }
            }
        }
        let values = origins.into_iter().filter(|o| !matches!(o, Origin::Place(_)));
        self.held.entry(local).or_default().extend(values);
    }

    /// A value ends up in a hidden place of this name, and so does what is put into it later.
    fn hides(&mut self, value: &Expr, place: &'g str) {
        let origins = self.origins(value);
        if holds_others(self.sinks.game, &value.ty) {
            let locals =
                origins.iter().filter_map(|o| if let Origin::Local(l) = o { Some(*l) } else { None });
            self.places.extend(locals.map(|local| (local, place)));
        }
        self.hidden.extend(origins.into_iter().map(|origin| (origin, place)));
    }

    /// A piece is put on a tile.
    fn puts_on(&mut self, tile: &Expr) {
        let Some(board) = hiding_board(self.sinks.game, tile) else { return };
        let origins = self.origins(tile);
        self.tiles.extend(origins.into_iter().map(|origin| (origin, board)));
    }

    fn stores(&mut self, to: &Target, value: &Expr) {
        match to {
            Target::Local(local) => self.holds(*local, value),
            Target::Index(list, _) => self.puts(list, value),
            Target::Entry(table, key) => {
                self.puts(table, key);
                self.puts(table, value);
            }
            Target::Attribute(object, attribute) => match secret(self.sinks.game, object, *attribute) {
                Some(name) => self.hides(value, name),
                None => self.puts(object, value),
            },
        }
    }

    /// A value becomes part of what an expression gives.
    fn puts(&mut self, into: &Expr, value: &Expr) {
        let place = self
            .origins(into)
            .into_iter()
            .find_map(|o| if let Origin::Place(p) = o { Some(p) } else { None });
        if let Some(place) = place {
            self.hides(value, place);
        }
        let origins = self.origins(value);
        self.puts_origins(into, &origins, holds_others(self.sinks.game, &value.ty));
    }

    fn puts_origins(&mut self, into: &Expr, values: &Origins<'g>, are_others: bool) {
        for origin in self.origins(into) {
            match origin {
                Origin::Local(local) => {
                    self.put.push((local, values.clone()));
                    let others = values.iter().filter(|_| are_others);
                    for other in others {
                        if let Origin::Local(other) = other {
                            self.alike.join(local, *other);
                        }
                    }
                }
                Origin::Place(place) => self.hidden.extend(values.iter().map(|value| (*value, place))),
                Origin::Param(_) | Origin::Choice(_) | Origin::OfAct(..) => {}
            }
        }
    }

    fn calls(&mut self, f: FunctionId, is_method: bool, args: &[Option<Expr>]) {
        for run in self.sinks.runs(f, is_method) {
            let summary = &self.sinks.summaries[run.index()];
            for (k, place) in summary.hidden.iter().chain(&summary.lying) {
                args.get(*k).into_iter().flatten().for_each(|e| self.hides(e, place));
            }
            for (k, values) in &summary.put_into {
                let values = self.with(values, args);
                args.get(*k).into_iter().flatten().for_each(|e| self.puts_origins(e, &values, false));
            }
        }
    }

    /// What becomes of all of it, once the body was read.
    pub(super) fn finish(mut self) -> Flowed<'g> {
        let mut places: BTreeMap<LocalId, &'g str> = BTreeMap::new();
        for (local, place) in std::mem::take(&mut self.places) {
            places.insert(self.alike.first(local), place);
        }
        let mut put_into: BTreeMap<usize, Origins<'g>> = BTreeMap::new();
        let mut lying: BTreeMap<usize, &'g str> = BTreeMap::new();
        let params: Vec<(LocalId, usize)> = self.params().collect();
        let mut param_of: BTreeMap<LocalId, Vec<usize>> = BTreeMap::new();
        for (local, k) in params {
            let first = self.alike.first(local);
            param_of.entry(first).or_default().push(k);
            lying.extend(places.get(&first).map(|place| (k, *place)));
        }
        for (local, values) in std::mem::take(&mut self.put) {
            let first = self.alike.first(local);
            if let Some(place) = places.get(&first) {
                self.hidden.extend(values.iter().map(|value| (*value, *place)));
            }
            for k in param_of.get(&first).into_iter().flatten() {
                put_into.entry(*k).or_default().extend(&values);
            }
            self.held.entry(first).or_default().extend(values);
        }
        for local in self.held.keys().copied().collect::<Vec<_>>() {
            let first = self.alike.first(local);
            self.held.entry(local).or_default().insert(Origin::Local(first));
        }
        let put_into = put_into.into_iter().map(|(k, values)| {
            let all = self.ends(values);
            (k, all.into_iter().filter(|o| *o != Origin::Param(k)).take(MAX_PUT_INTO).collect())
        });
        Flowed {
            summary: Summary {
                hidden: BTreeMap::new(),
                lying,
                put_into: put_into.filter(|(_, values): &(usize, Origins<'g>)| !values.is_empty()).collect(),
                result: self.ends(self.result.clone()),
            },
            acts: self.acts.iter().map(|(n, given)| (*n, self.ends(given.clone()))).collect(),
            hidden: followed(&self.held, self.hidden),
            tiles: followed(&self.held, self.tiles),
        }
    }

    fn params(&self) -> impl Iterator<Item = (LocalId, usize)> {
        self.held.iter().flat_map(|(local, origins)| {
            origins.iter().filter_map(|o| if let Origin::Param(k) = o { Some((*local, *k)) } else { None })
        })
    }

    /// Where values come from in the end, variables followed.
    fn ends(&self, origins: Origins<'g>) -> Origins<'g> {
        followed(&self.held, origins.into_iter().map(|o| (o, "")).collect()).into_keys().collect()
    }
}

/// The same with what variables hold in the place of the variables.
fn followed<'g>(held: &BTreeMap<LocalId, Origins<'g>>, from: Hidden<'g>) -> Hidden<'g> {
    let mut open: Vec<(Origin, &'g str)> = from.iter().map(|(origin, place)| (*origin, *place)).collect();
    let mut all = from;
    while let Some((origin, place)) = open.pop() {
        if let Origin::Local(local) = origin {
            let more = held.get(&local).into_iter().flatten().map(|o| (*o, place));
            open.extend(more.filter(|(o, place)| all.insert(*o, place).is_none()));
        }
    }
    all.retain(|origin, _| !matches!(origin, Origin::Local(_)));
    all
}

impl<'e> Visit<'e> for BodyFlow<'_, '_> {
    fn statement(&mut self, s: &'e Statement) {
        match &s.kind {
            StatementKind::Declare(local, value) | StatementKind::ForIn { local, list: value, .. } => {
                self.holds(*local, value);
            }
            StatementKind::Return(Some(value)) => {
                let origins = self.origins(value);
                self.result.extend(origins);
            }
            _ => {}
        }
        s.kind.parts(&mut |n| self.node(n));
    }

    fn expr(&mut self, e: &'e Expr) {
        match &e.kind {
            ExprKind::Assign(to, value) | ExprKind::Update(to, _, value) => self.stores(to, value),
            ExprKind::New(class, given) | ExprKind::Raise(class, given) => {
                let attributes = &self.sinks.game.classes[class.index()].attributes;
                for (k, value) in given.iter().filter(|(k, _)| attributes[*k as usize].secret) {
                    self.hides(value, &attributes[*k as usize].name);
                }
            }
            ExprKind::Builtin(Builtin::ZoneMove, args) => {
                if let [_, Some(piece), Some(to), ..] = args.as_slice() {
                    self.puts(to, piece);
                }
            }
            ExprKind::Builtin(Builtin::PiecePutOn, args) => {
                args.get(1).into_iter().flatten().for_each(|tile| self.puts_on(tile));
            }
            ExprKind::Builtin(Builtin::ObjectAssign, args) => {
                if let [Some(object), Some(player), ..] = args.as_slice() {
                    self.puts(object, player);
                }
            }
            ExprKind::Authored(authored) => {
                if let Authored::AddModifier(object, _, args) = &**authored {
                    args.iter().flatten().for_each(|value| self.puts(object, value));
                }
            }
            ExprKind::BoardBuiltin(board, _, Builtin::BoardPlace, args)
                if self.sinks.game.boards[board.index()].hides() =>
            {
                args.get(1).into_iter().flatten().for_each(|tile| self.puts_on(tile));
            }
            ExprKind::Builtin(b, args)
                if entry(*b).effect == Effect::Mutates
                    || matches!(b, Builtin::ZoneAdd | Builtin::ZoneAddAll) =>
            {
                if let Some((Some(receiver), given)) = args.split_first() {
                    given.iter().flatten().for_each(|value| self.puts(receiver, value));
                }
            }
            ExprKind::Call(f, args) | ExprKind::CallBase(f, args) => self.calls(*f, false, args),
            ExprKind::CallMethod(_, f, args) => self.calls(*f, true, args),
            ExprKind::CallValue(act, args) if matches!(act.ty, Type::Act(..)) => {
                for (k, place) in self.sinks.acts.get(&args.len()).into_iter().flat_map(|s| &s.hidden) {
                    self.hides(&args[*k], place);
                }
            }
            ExprKind::Lambda(lambda) if lambda.acts == Acts::WhenCalled => {
                let n = lambda.params.len();
                for (k, param) in lambda.params.iter().enumerate() {
                    self.held.insert(*param, Origins::from([Origin::OfAct(n, k)]));
                }
                let result = std::mem::take(&mut self.result);
                e.kind.parts(&mut |n| self.node(n));
                let given = std::mem::replace(&mut self.result, result);
                self.acts.push((n, given));
                return;
            }
            // What a function value returns is not what the body around it returns.
            ExprKind::Lambda(_) => {
                let result = self.result.clone();
                e.kind.parts(&mut |n| self.node(n));
                self.result = result;
                return;
            }
            _ => {}
        }
        e.kind.parts(&mut |n| self.node(n));
    }
}

/// The results of a body, those of function values in it aside.
fn returned(body: &Block) -> Vec<&Expr> {
    struct Returned<'e>(Vec<&'e Expr>);
    impl<'e> Visit<'e> for Returned<'e> {
        fn statement(&mut self, s: &'e Statement) {
            if let StatementKind::Return(Some(e)) = &s.kind {
                self.0.push(e);
            }
            s.kind.parts(&mut |n| self.node(n));
        }

        fn expr(&mut self, _: &'e Expr) {}
    }
    let mut returned = Returned(Vec::new());
    returned.block(body);
    returned.0
}
