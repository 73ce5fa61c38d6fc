//! What flows where in one body: which values its variables may hold, and what is put into which list, zone or object.
//! Conditions of statements are not followed, nor which act is called, nor what lies in attributes and zones from one
//! action to another.

use super::made_of::{Args, Given};
use super::sinks::{Hidden, MAX_PUT_INTO, Origin, Origins, Sinks, Summary, Variable};
use super::tiles::hiding_board;
use super::uses::{Shared, Uses};
use super::{hidden, holds_others, secret};
use crate::typed::visit::{Parts, Visit};
use crate::typed::{
    ActionId, Acts, Authored, Expr, ExprKind, FunctionId, Lambda, LocalId, Statement, StatementKind, Target,
    Type,
};
use base::NodeId;
use language::catalogue::{Builtin, Effect, entry};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// Variables that may hold the same list, zone or object, or one that is part of the other.
#[derive(Default)]
struct Alike(BTreeMap<Variable, Variable>);

impl Alike {
    /// The variable that stands for all that are alike.
    fn first(&mut self, variable: Variable) -> Variable {
        let mut first = variable;
        while let Some(next) = self.0.get(&first) {
            first = *next;
        }
        let mut at = variable;
        while let Some(next) = self.0.get_mut(&at) {
            at = std::mem::replace(next, first);
        }
        first
    }

    /// What lies in a zone that everybody sees is not alike: a piece of it may be put elsewhere.
    fn join(&mut self, one: Variable, other: Variable) {
        let (one, other) = (self.first(one), self.first(other));
        let has_zone = [one, other].iter().any(|v| matches!(v, Variable::Zone(_)));
        if one != other && !has_zone {
            self.0.insert(one, other);
        }
    }
}

/// What flows where in one body.
pub(super) struct Flowed<'g> {
    /// But for what ends up in something hidden, which is not only of parameters.
    pub(super) summary: Summary<'g>,
    /// The same of acts that are written here, by how many parameters they take.
    pub(super) acts: BTreeMap<usize, Summary<'g>>,
    /// What ends up in something hidden.
    pub(super) hidden: Hidden<'g>,
    /// What chose the tiles, of boards that may hide what lies there, on which pieces are put.
    pub(super) tiles: Hidden<'g>,
}

/// One body, read once, with what its variables may hold.
pub(super) struct BodyFlow<'s, 'g> {
    pub(super) sinks: &'s Sinks<'g>,
    uses: RefCell<Uses>,
    held: BTreeMap<Variable, Origins<'g>>,
    alike: Alike,
    /// Variables whose list, zone or object is hidden or part of what is.
    places: BTreeMap<Variable, &'g str>,
    result: Origins<'g>,
    hidden: Hidden<'g>,
    /// Tiles, of boards that may hide what lies there, on which pieces are put.
    tiles: Hidden<'g>,
    /// What is put into what a variable holds.
    put: Vec<(Variable, Origins<'g>)>,
    /// What acts that are written here give, by how many parameters they take.
    acts: Vec<(usize, Origins<'g>)>,
    /// What decides which of several things a variable holds.
    selected: BTreeMap<LocalId, Origins<'g>>,
    /// Choices among things that everybody sees, which a variable holds.
    pub(super) picked: BTreeMap<LocalId, BTreeSet<NodeId>>,
    /// Variables that are other names of what a secret attribute of this name holds.
    aliases: BTreeMap<LocalId, &'g str>,
}

impl<'s, 'g> BodyFlow<'s, 'g> {
    /// A body whose variables hold these at first.
    pub(super) fn new(sinks: &'s Sinks<'g>, held: BTreeMap<Variable, Origins<'g>>) -> BodyFlow<'s, 'g> {
        BodyFlow {
            sinks,
            uses: RefCell::default(),
            held,
            alike: Alike::default(),
            places: BTreeMap::new(),
            result: Origins::new(),
            hidden: Hidden::new(),
            tiles: Hidden::new(),
            put: Vec::new(),
            acts: Vec::new(),
            selected: BTreeMap::new(),
            picked: BTreeMap::new(),
            aliases: BTreeMap::new(),
        }
    }

    /// What is known of all that may run where a function is called.
    pub(super) fn of_runs(&self, f: FunctionId, is_method: bool) -> impl Iterator<Item = &'s Summary<'g>> {
        let sinks = self.sinks;
        let runs = if is_method { sinks.dispatch.targets(f).to_vec() } else { vec![f] };
        self.uses.borrow_mut().functions.extend(&runs);
        runs.into_iter().map(|run| &sinks.summaries[run.index()])
    }

    /// What becomes of the parameters of acts that take so many.
    pub(super) fn of_acts(&self, params: usize) -> Option<&'s Summary<'g>> {
        self.uses.borrow_mut().shared.insert(Shared::Acts);
        self.sinks.acts.get(&params)
    }

    /// The object of the body, unless it is the one of a global class, which lies nowhere.
    pub(super) fn this(&self) -> Option<Origin<'g>> {
        self.held.contains_key(&Variable::This).then_some(Origin::Held(Variable::This))
    }

    /// A variable gets a value, or what is part of it.
    pub(super) fn holds(&mut self, local: LocalId, value: &Expr) {
        let origins = self.origins(value);
        let are_others = holds_others(self.sinks.game, &value.ty);
        let picked = self.picked(value);
        self.picked.entry(local).or_default().extend(picked);
        if let Some(name) = self.secret_name(value) {
            self.aliases.insert(local, name);
        }
        if are_others {
            let selecting = self.selecting(value);
            self.selected.entry(local).or_default().extend(selecting);
        }
        self.holds_origins(local, origins, are_others);
    }

    fn holds_origins(&mut self, local: LocalId, origins: Origins<'g>, are_others: bool) {
        let local = Variable::Local(local);
        for origin in origins.iter().filter(|_| are_others) {
            match origin {
                Origin::Held(other) => self.alike.join(local, *other),
                Origin::Place(place) => drop(self.places.insert(local, place)),
                _ => {}
            }
        }
        let values = origins.into_iter().filter(|o| !matches!(o, Origin::Place(_)));
        self.held.entry(local).or_default().extend(values);
    }

    /// A value ends up in a hidden place of this name, and so does what is put into it later.
    fn hides(&mut self, value: &Expr, place: &'g str) {
        let origins = self.origins(value);
        self.hides_origins(origins, holds_others(self.sinks.game, &value.ty), place);
    }

    fn hides_origins(&mut self, origins: Origins<'g>, are_others: bool, place: &'g str) {
        for origin in origins.iter().filter(|_| are_others) {
            if let Origin::Held(variable) = origin
                && !matches!(variable, Variable::Zone(_))
            {
                self.places.insert(*variable, place);
            }
        }
        self.hidden.extend(origins.into_iter().map(|origin| (origin, place)));
    }

    /// A piece is put on a tile.
    fn puts_on(&mut self, piece: &Expr, tile: &Expr) {
        let Some(board) = hiding_board(self.sinks.game, tile) else { return };
        let origins = self.origins(tile).into_iter().map(|origin| (origin, board));
        // A tile that is found on this board by what was chosen on another is none of that one.
        match &tile.kind {
            ExprKind::BoardBuiltin(..) => self.hidden.extend(origins),
            _ => self.tiles.extend(origins),
        }
        self.hides_picked(tile, board);
        self.hides(piece, board);
    }

    fn stores(&mut self, to: &Target, value: &Expr) {
        match to {
            Target::Local(local) => self.holds(*local, value),
            Target::Index(list, index) => {
                self.puts(list, index);
                self.puts(list, value);
                self.puts_picked(list, value);
            }
            Target::Entry(table, key) => {
                self.puts(table, key);
                self.puts(table, value);
                self.puts_picked(table, value);
            }
            Target::Attribute(object, attribute) => match secret(self.sinks.game, object, *attribute) {
                Some(name) => {
                    self.hides_selected(object, name);
                    self.hides_picked(object, name);
                    self.hides(value, name);
                    self.hides_picked(value, name);
                    self.hides_selecting(value, name);
                }
                None => self.puts(object, value),
            },
        }
    }

    pub(super) fn selected_of(&self, local: LocalId) -> Origins<'g> {
        self.selected.get(&local).cloned().unwrap_or_default()
    }

    /// Which of several things has a hidden part that changes.
    fn hides_selected(&mut self, object: &Expr, place: &'g str) {
        let selected = self.selected(object);
        self.hides_origins(selected, false, place);
    }

    /// Which of several things or zones is kept where not everybody sees it.
    fn hides_selecting(&mut self, value: &Expr, place: &'g str) {
        let selecting = self.selecting(value);
        self.hides_origins(selecting, false, place);
    }

    /// What was chosen in the open is kept where not everybody sees it.
    fn hides_picked(&mut self, value: &Expr, place: &'g str) {
        let picked = self.picked(value);
        self.hidden.extend(picked.into_iter().map(|at| (Origin::Choice(at), place)));
    }

    /// The name of the secret attribute that holds what an expression gives, or a list of which that is one; none for copies.
    fn secret_name(&self, e: &Expr) -> Option<&'g str> {
        match &e.kind {
            ExprKind::Local(local) => self.aliases.get(local).copied(),
            ExprKind::Attribute(object, attribute) => secret(self.sinks.game, object, *attribute),
            ExprKind::Index(list, _) | ExprKind::Lookup(list, _) => self.secret_name(list),
            ExprKind::Coalesce(a, b) | ExprKind::Ternary(_, a, b) => {
                self.secret_name(a).or_else(|| self.secret_name(b))
            }
            _ => None,
        }
    }

    /// What was chosen in the open is put into what not everybody sees.
    fn puts_picked(&mut self, into: &Expr, value: &Expr) {
        if let Some(name) = hidden(self.sinks.game, into).or_else(|| self.secret_name(into)) {
            self.hides_picked(value, name);
            self.hides_selecting(value, name);
        }
    }

    /// One of several things changes, where what decides which one it is may tell that.
    fn changes(&mut self, object: &Expr) {
        let (into, selected) = (self.origins(object), self.selected(object));
        self.puts_origins(into, &selected, false);
    }

    /// One of several pieces leaves its place. Of a zone, which one that is is not followed.
    fn moves(&mut self, piece: &Expr) {
        let boards = &self.sinks.game.boards;
        let board = self.origins(piece).into_iter().find_map(|o| match o {
            Origin::Place(place) if boards.iter().any(|b| b.hides() && b.name == place) => Some(place),
            _ => None,
        });
        if let Some(board) = board {
            self.hides_selected(piece, board);
        }
    }

    /// What a position tells of a zone that not everybody sees.
    fn puts_at(&mut self, to: &Expr, position: &Expr) {
        let place =
            self.origins(to).into_iter().find_map(|o| if let Origin::Place(p) = o { Some(p) } else { None });
        if let Some(place) = place {
            self.hides(position, place);
        }
    }

    /// A value becomes part of what an expression gives.
    fn puts(&mut self, into: &Expr, value: &Expr) {
        self.changes(into);
        let (into, origins) = (self.origins(into), self.origins(value));
        let are_others = holds_others(self.sinks.game, &value.ty);
        let place = into.iter().find_map(|o| if let Origin::Place(p) = o { Some(*p) } else { None });
        if let Some(place) = place {
            self.hides_origins(origins.clone(), are_others, place);
        }
        self.puts_origins(into, &origins, are_others);
    }

    fn puts_origins(&mut self, into: Origins<'g>, values: &Origins<'g>, are_others: bool) {
        for origin in into {
            match origin {
                Origin::Held(variable) => {
                    self.put.push((variable, values.clone()));
                    for other in values.iter().filter(|_| are_others) {
                        if let Origin::Held(other) = other {
                            self.alike.join(variable, *other);
                        }
                    }
                }
                Origin::Place(place) => self.hidden.extend(values.iter().map(|value| (*value, place))),
                Origin::Param(_) | Origin::Choice(_) | Origin::OfAct(..) | Origin::Any => {}
            }
        }
    }

    /// Something is called of which that is known.
    fn calls(&mut self, summary: &Summary<'g>, given: Given<'_>) {
        for (k, place) in summary.hidden.iter().chain(&summary.lying) {
            let are_others = self.are_others(given, *k);
            let origins = self.given(given, *k);
            self.hides_origins(origins, are_others, place);
        }
        for (k, values) in &summary.put_into {
            let mut values = self.with(values, given);
            given.exprs(*k).into_iter().for_each(|e| values.extend(self.selected(e)));
            let into = self.given(given, *k);
            self.puts_origins(into, &values, false);
        }
    }

    fn are_others(&self, given: Given<'_>, k: usize) -> bool {
        given.is_this(k) || given.exprs(k).iter().any(|e| holds_others(self.sinks.game, &e.ty))
    }

    fn calls_act(&mut self, n: usize, given: Given<'_>) {
        if let Some(summary) = self.of_acts(n) {
            self.calls(summary, given);
        }
    }

    fn calls_action(&mut self, action: ActionId, given: Given<'_>) {
        let sinks = self.sinks;
        self.uses.borrow_mut().shared.insert(Shared::Actions);
        let overriding = sinks.game.overriding(action).into_iter().map(|(_, action)| action);
        for action in overriding.chain([action]) {
            self.calls(&sinks.actions[action.index()], given);
        }
    }

    /// Something built in is called, which calls function values with parts of what it gets.
    fn calls_builtin(&mut self, b: Builtin, args: &[Option<Expr>]) {
        for arg in args.iter().flatten() {
            match (&arg.kind, &arg.ty) {
                (ExprKind::Lambda(lambda), _) => {
                    let given =
                        args.iter().flatten().filter(|e| !e.ty.is_callable() || b == Builtin::ListFold);
                    for (value, param) in given.flat_map(|e| lambda.params.iter().map(move |p| (e, *p))) {
                        self.holds(param, value);
                    }
                }
                (_, Type::Act(params, _)) => self.calls_act(params.len(), Given::act(Args::PartsOf(args))),
                _ => {}
            }
        }
        match (b, args) {
            (Builtin::ZoneMove, [_, Some(piece), Some(to), at @ ..]) => {
                self.puts(to, piece);
                at.iter().flatten().for_each(|at| self.puts_at(to, at));
            }
            (Builtin::ZoneDraw | Builtin::ZoneDeal | Builtin::ZoneCut, [Some(from), _, Some(to), ..]) => {
                self.puts(to, from);
            }
            (Builtin::PiecePutOn, [Some(piece), Some(tile), ..]) => {
                self.moves(piece);
                self.puts_on(piece, tile);
            }
            (Builtin::PieceLift, [Some(piece), ..]) => self.moves(piece),
            (Builtin::ObjectUnassign, [Some(object), player @ ..]) => {
                self.changes(object);
                player.iter().flatten().for_each(|player| self.puts(object, player));
            }
            (Builtin::ObjectAssign, [Some(object), Some(player), ..]) => self.puts(object, player),
            (Builtin::ZoneAdd | Builtin::ZoneAddAll, [Some(receiver), given @ ..]) => {
                given.iter().flatten().for_each(|value| self.puts(receiver, value));
            }
            (_, [Some(receiver), given @ ..]) if entry(b).effect == Effect::Mutates => {
                self.changes(receiver);
                for value in given.iter().flatten() {
                    self.puts_picked(receiver, value);
                    self.puts(receiver, value);
                }
            }
            _ => {}
        }
    }

    /// What has a modifier, or has it no longer.
    fn modified(&mut self, authored: &Authored) {
        match authored {
            Authored::AddModifier(object, _, args) => {
                self.changes(object);
                args.iter().flatten().for_each(|value| self.puts(object, value));
            }
            Authored::RemoveModifier(object, _)
            | Authored::EndModifier(object)
            | Authored::RenewModifier(object) => self.changes(object),
            Authored::TakeOffModifier(object, application) => {
                self.changes(object);
                self.changes(application);
            }
            Authored::StoredAttribute(..)
            | Authored::HasModifier(..)
            | Authored::Modifiers(_)
            | Authored::ModifierName(_)
            | Authored::Base(..) => {}
        }
    }

    fn lambda(&mut self, e: &Expr, lambda: &Lambda) {
        let is_act = lambda.acts == Acts::WhenCalled;
        let n = lambda.params.len();
        for (k, param) in lambda.params.iter().enumerate().filter(|_| is_act) {
            self.held.entry(Variable::Local(*param)).or_default().insert(Origin::OfAct(n, k));
        }
        // What a function value returns is not what the body around it returns.
        let result = std::mem::take(&mut self.result);
        e.kind.parts(&mut |n| self.node(n));
        let given = std::mem::replace(&mut self.result, result);
        if is_act {
            self.acts.push((n, given));
        }
    }

    /// What becomes of all of it, once the body was read, and what was looked at.
    pub(super) fn finish(mut self) -> (Flowed<'g>, Uses) {
        let mut places: BTreeMap<Variable, &'g str> = BTreeMap::new();
        for (local, place) in std::mem::take(&mut self.places) {
            places.insert(self.alike.first(local), place);
        }
        let params = self.params();
        let mut own: BTreeMap<Variable, Vec<Origin<'g>>> = BTreeMap::new();
        let mut all = Parameters::default();
        for (variable, param) in params {
            let first = self.alike.first(variable);
            own.entry(first).or_default().push(param);
            if let Some(place) = places.get(&first) {
                all.of(param).lying.insert(param.number(), place);
            }
        }
        self.puts_into_zones();
        let mut put_into: BTreeMap<Origin<'g>, Origins<'g>> = BTreeMap::new();
        for (variable, values) in std::mem::take(&mut self.put) {
            let first = self.alike.first(variable);
            if let Some(place) = places.get(&first) {
                self.hidden.extend(values.iter().map(|value| (*value, *place)));
            }
            for param in own.get(&first).into_iter().flatten() {
                put_into.entry(*param).or_default().extend(&values);
            }
            self.held.entry(first).or_default().extend(values);
        }
        for variable in self.held.keys().copied().collect::<Vec<_>>() {
            let first = self.alike.first(variable);
            self.held.entry(variable).or_default().insert(Origin::Held(first));
        }
        for (param, values) in put_into {
            let mut values = self.ends(values);
            values.remove(&param);
            if values.len() > MAX_PUT_INTO || values.contains(&Origin::Any) {
                values = Origins::from([Origin::Any]);
            }
            if !values.is_empty() {
                all.of(param).put_into.insert(param.number(), values);
            }
        }
        all.function.result = self.ends(self.result.clone());
        for (n, given) in &self.acts {
            all.acts.entry(*n).or_default().result.extend(self.ends(given.clone()));
        }
        all.acts.iter_mut().for_each(|(n, summary)| summary.say_of_act(*n));
        let flowed = Flowed {
            summary: all.function,
            acts: all.acts,
            hidden: followed(&self.held, self.hidden),
            tiles: followed(&self.held, self.tiles),
        };
        (flowed, self.uses.into_inner())
    }

    /// What is put into a piece that may be of a zone that everybody sees is in that zone.
    fn puts_into_zones(&mut self) {
        let mut zones: BTreeMap<Variable, BTreeSet<Variable>> = BTreeMap::new();
        for at in 0..self.put.len() {
            let variable = self.put[at].0;
            let found = zones.entry(variable).or_insert_with(|| {
                let all = followed_all(&self.held, [(Origin::Held(variable), "")].into());
                let zone = |o: Origin<'_>| match o {
                    Origin::Held(zone @ Variable::Zone(_)) if zone != variable => Some(zone),
                    _ => None,
                };
                all.into_keys().filter_map(zone).collect()
            });
            let values = self.put[at].1.clone();
            found.iter().for_each(|zone| self.put.push((*zone, values.clone())));
        }
    }

    /// The variables that may hold parameters, with those.
    fn params(&self) -> Vec<(Variable, Origin<'g>)> {
        let is_param = |o: &&Origin<'_>| matches!(o, Origin::Param(_) | Origin::OfAct(..));
        let all = self.held.iter();
        all.flat_map(|(variable, o)| o.iter().filter(is_param).map(|o| (*variable, *o))).collect()
    }

    /// Where values come from in the end, variables followed.
    fn ends(&self, origins: Origins<'g>) -> Origins<'g> {
        followed(&self.held, origins.into_iter().map(|o| (o, "")).collect()).into_keys().collect()
    }
}

/// What is known of the parameters of a body and of the acts in it.
#[derive(Default)]
struct Parameters<'g> {
    function: Summary<'g>,
    acts: BTreeMap<usize, Summary<'g>>,
}

impl<'g> Parameters<'g> {
    /// What is known of those among which one is.
    fn of(&mut self, param: Origin<'g>) -> &mut Summary<'g> {
        match param {
            Origin::OfAct(n, _) => self.acts.entry(n).or_default(),
            _ => &mut self.function,
        }
    }
}

/// The same with what variables hold in the place of the variables.
fn followed<'g>(held: &BTreeMap<Variable, Origins<'g>>, from: Hidden<'g>) -> Hidden<'g> {
    let mut all = followed_all(held, from);
    all.retain(|origin, _| !matches!(origin, Origin::Held(_)));
    all
}

/// The same with what variables hold beside the variables.
fn followed_all<'g>(held: &BTreeMap<Variable, Origins<'g>>, from: Hidden<'g>) -> Hidden<'g> {
    let mut open: Vec<(Origin<'g>, &'g str)> = from.iter().map(|(origin, place)| (*origin, *place)).collect();
    let mut all = from;
    while let Some((origin, place)) = open.pop() {
        if let Origin::Held(variable) = origin {
            let more = held.get(&variable).into_iter().flatten().map(|o| (*o, place));
            open.extend(more.filter(|(o, place)| all.insert(*o, place).is_none()));
        }
    }
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
            StatementKind::Remove(piece, _) => self.moves(piece),
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
                    self.hides_picked(value, &attributes[*k as usize].name);
                    self.hides_selecting(value, &attributes[*k as usize].name);
                }
            }
            ExprKind::Authored(authored) => self.modified(authored),
            // Where the piece comes to lie is said by the tile, whichever board is named.
            ExprKind::BoardBuiltin(_, _, Builtin::BoardPlace, args) => {
                if let [Some(piece), Some(tile), ..] = args.as_slice() {
                    self.moves(piece);
                    self.puts_on(piece, tile);
                }
            }
            ExprKind::Builtin(b, args) => self.calls_builtin(*b, args),
            ExprKind::Call(f, args) => self.calls(&self.summary(*f, false), Given::function(args)),
            ExprKind::CallBase(f, args) => self.calls(&self.summary(*f, false), Given::this(args)),
            ExprKind::CallMethod(object, f, args) => {
                self.calls(&self.summary(*f, true), Given::method(object, args));
            }
            ExprKind::CallAction(object, action, args) => {
                self.calls_action(*action, Given::method(object, args));
            }
            ExprKind::CallValue(act, args) if matches!(act.ty, Type::Act(..)) => {
                self.calls_act(args.len(), Given::act(Args::All(args)));
            }
            ExprKind::Lambda(lambda) => return self.lambda(e, lambda),
            _ => {}
        }
        e.kind.parts(&mut |n| self.node(n));
    }
}
