//! Derived attributes: their formulas, which may not follow from one another in a circle, and that nothing sets them.
//! It knows nothing of what modifiers make of them.

use super::bodies::Bodies;
use super::problems as problem;
use super::scope::Checker;
use super::world::World;
use crate::circle::circular;
use crate::typed::dispatch::Dispatch;
use crate::typed::{ClassId, ClassKind, Expr, ExprKind, Function, FunctionId, Game, Origin, Type};
use base::NodeId;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

impl<'t> World<'t> {
    /// Numbers the formulas, behind all other functions.
    pub(super) fn declare_formulas(&mut self) {
        let mut numbers: BTreeMap<(ClassId, &'t str), FunctionId> = BTreeMap::new();
        for class in (0..self.classes.len()).map(|i| ClassId(i as u32)) {
            for a in self.classes[class.index()].tree.iter().flat_map(|tree| &tree.attributes) {
                let own = self.game.classes[class.index()].attributes.iter();
                let is_one = own.clone().any(|own| own.class == class && own.name == a.name.text);
                if a.derived && is_one && !numbers.contains_key(&(class, a.name.text.as_str())) {
                    let number = FunctionId((self.functions.len() + self.formulas.len()) as u32);
                    numbers.insert((class, &a.name.text), number);
                    self.formulas.push((class, a));
                }
            }
        }
        for attribute in self.game.classes.iter_mut().flat_map(|c| &mut c.attributes) {
            attribute.formula = numbers.get(&(attribute.class, attribute.name.as_str())).copied();
        }
    }
}

impl Bodies<'_, '_> {
    /// The formulas as functions of their objects.
    pub(super) fn formulas(&mut self) -> Vec<Function> {
        let world = self.world;
        let formulas = world.formulas.iter().map(|(class, a)| {
            let ty = world.attribute(*class, &a.name.text).map_or(Type::Error, |f| f.1.clone());
            let module = world.classes[class.index()].module;
            let body = self.noting(Some(*class), |bodies| {
                let mut checker = bodies.checker(module, Some(*class));
                let why = format!("the attribute `{}`", a.name.text);
                let value = a.value.as_ref().map(|value| checker.value(value, &ty, &why));
                value.map(|value| checker.finish_value(value)).unwrap_or_default()
            });
            Function {
                name: a.name.text.clone(),
                at: a.name.id,
                class: Some(*class),
                params: Vec::new(),
                returns: ty,
                is_abstract: false,
                origin: Origin::Written,
                effects: Default::default(),
                body,
            }
        });
        formulas.collect()
    }
}

impl Checker<'_, '_> {
    /// Reports that a derived attribute is set.
    pub(super) fn not_derived(&mut self, at: NodeId, object: &Expr, index: u32) -> Option<()> {
        if matches!(object.ty, Type::Class(c) if self.world.kind(c) == ClassKind::Const) {
            return self.refuse(problem::constant_changed(self.span(at)));
        }
        match derived_name(&self.world.game, object, index) {
            Some(name) => self.refuse(problem::derived_assigned(self.span(at), name)),
            None => Some(()),
        }
    }

    /// Reports that a new object or an event is given a derived attribute.
    pub(super) fn not_given(&mut self, class: ClassId, index: u32, at: NodeId) {
        let attribute = &self.world.game.classes[class.index()].attributes[index as usize];
        if attribute.formula.is_some() {
            self.report(problem::derived_assigned(self.span(at), &attribute.name));
        }
    }

    /// Reports that a list or table is changed that a derived attribute gives, or the list of the zones of a row.
    pub(super) fn is_kept(&mut self, at: NodeId, list: &Expr) -> Option<()> {
        if let ExprKind::ZoneRow(..) = list.kind {
            return self.refuse(problem::row_changed(self.span(at)));
        }
        if self.world.is_of_constant(list) {
            return self.refuse(problem::constant_changed(self.span(at)));
        }
        let ExprKind::Attribute(object, index) = &list.kind else { return Some(()) };
        match derived_name(&self.world.game, object, *index) {
            Some(name) => self.refuse(problem::derived_changed(self.span(at), name)),
            None => Some(()),
        }
    }
}

fn derived_name<'g>(game: &'g Game, object: &Expr, index: u32) -> Option<&'g str> {
    let Type::Class(class) = object.ty else { return None };
    game.formula(class, index)?;
    Some(&game.classes[class.index()].attributes[index as usize].name)
}

/// Reports formulas that follow from one another, one of each circle, whatever they do so through.
pub(super) fn check_circles(world: &World<'_>, dispatch: &Dispatch) {
    let game = &world.game;
    let formulas = world.functions.len()..game.functions.len();
    if formulas.is_empty() {
        return;
    }
    let functions = (0..game.functions.len() as u32).map(FunctionId);
    let callees = functions.map(|f| dispatch.callees(game, f).into_iter().map(FunctionId::index).collect());
    let reads: Vec<Vec<usize>> = callees.collect();
    let circles = circular(&reads);
    let mut told = BTreeSet::new();
    for f in formulas.clone().filter(|f| circles[*f]) {
        if told.contains(&f) {
            continue;
        }
        let Some(line) = line_back(&reads, f) else { continue };
        let through = line.iter().filter(|f| formulas.contains(f));
        if through.clone().all(|f| !told.contains(f)) {
            let names: Vec<&str> = through.clone().map(|f| game.functions[*f].name.as_str()).collect();
            world.report(problem::derived_circle(world.span(game.functions[f].at), &names));
        }
        told.extend(through.copied());
    }
    if !world.modifiers.layers.is_empty() && !world.modifiers.disordered {
        check_layers(world, &reads);
    }
}

/// Reports formulas that read what is settled in a later layer only.
fn check_layers(world: &World<'_>, reads: &[Vec<usize>]) {
    let first = world.functions.len();
    let layer_of = |f: usize| {
        let (class, a) = world.formulas.get(f.checked_sub(first)?)?;
        let (index, _) = world.attribute(*class, &a.name.text)?;
        world.game.classes[class.index()].attributes[index as usize].layer
    };
    let mut readers: Vec<Vec<usize>> = vec![Vec::new(); reads.len()];
    for (f, all) in reads.iter().enumerate() {
        all.iter().for_each(|to| readers[*to].push(f));
    }
    let mut settled: Vec<(usize, usize)> =
        (first..reads.len()).filter_map(|f| Some((layer_of(f)?, f))).collect();
    settled.sort_unstable_by_key(|(layer, f)| (Reverse(*layer), *f));
    // Whoever is reached from the latest first need not be looked at again.
    let mut seen = vec![false; reads.len()];
    for (later, other) in settled {
        let mut work = vec![other];
        while let Some(f) = work.pop() {
            for reader in readers[f].iter().filter(|r| !std::mem::replace(&mut seen[**r], true)) {
                match layer_of(*reader) {
                    Some(own) if own < later => {
                        let (layers, at) = (&world.modifiers.layers, &world.game.functions[*reader]);
                        let names =
                            [&at.name, &layers[own], &world.game.functions[other].name, &layers[later]];
                        world.report(problem::follows_later(world.span(at.at), names.map(String::as_str)));
                    }
                    // What has a layer answers for itself.
                    Some(_) => {}
                    None => work.push(*reader),
                }
            }
        }
    }
}

/// The shortest line of reads that leads from a node back to it, which stands first in it.
fn line_back(reads: &[Vec<usize>], start: usize) -> Option<Vec<usize>> {
    let mut came_from = BTreeMap::new();
    let mut work = VecDeque::from([start]);
    while let Some(at) = work.pop_front() {
        for to in &reads[at] {
            if *to == start {
                let back = std::iter::successors(Some(at), |f| came_from.get(f).copied());
                let mut line: Vec<usize> = back.collect();
                line.reverse();
                return Some(line);
            }
            came_from.entry(*to).or_insert_with(|| {
                work.push_back(*to);
                at
            });
        }
    }
    None
}

/// Whether it is said who sees what a formula gives.
pub(super) fn is_said(world: &World<'_>, formula: FunctionId) -> bool {
    let a = formula.index().checked_sub(world.functions.len()).and_then(|i| world.formulas.get(i));
    a.is_some_and(|(_, a)| a.disclosure.is_some())
}

/// Reports derived attributes that follow from what not everybody sees, where it is not said who sees them.
pub(super) fn check_hidden(world: &World<'_>, looking: &BTreeSet<FunctionId>) {
    for (i, (_, a)) in world.formulas.iter().enumerate() {
        let formula = FunctionId((world.functions.len() + i) as u32);
        if !is_said(world, formula) && looking.contains(&formula) {
            world.report(problem::derived_hidden(world.span(a.name.id), &a.name.text));
        }
    }
}
