//! Constants that the machine works out: a function for each that something reads, or that such a one reads. It runs
//! none.

use super::Emitter;
use super::function::FunctionBuilder;
use crate::typed::visit::{Node, Parts, Visit};
use crate::typed::{Body, ClassId, ConstId, Expr, ExprKind, Game, Type};
use base::NodeId;
use bytecode::Op;
use bytecode::op::Reg;
use bytecode::program::{Fixed, FixedValue};
use bytecode::word::{Kind, NULL};
use std::collections::{BTreeMap, BTreeSet};

/// Where constants stand among [`bytecode::Program::fixed`].
#[derive(Default)]
pub(super) struct Places {
    pub constants: BTreeMap<ConstId, u32>,
    /// The lists of those of a class.
    pub lists: BTreeMap<ClassId, u32>,
}

impl<'g> Emitter<'g> {
    /// Gives those that are read their places, each behind those that it needs.
    pub(super) fn reserve_constants(&mut self) {
        let game = self.game;
        let reached = Reached::of(game, self.core.has_all_constants);
        let mut lists: Vec<(ClassId, Vec<ConstId>)> =
            reached.lists.iter().map(|class| (*class, members(game, *class))).collect();
        self.reserve_lists(&mut lists);
        for id in game.made.iter().filter(|id| reached.constants.contains(id)) {
            let constant = &game.constants[id.index()];
            let function = self.reserve(&constant.name, constant.at, 0);
            let (kind, value) = (self.kind(&constant.ty), FixedValue::Of(function));
            self.constants_at.constants.insert(*id, self.program.fixed.len() as u32);
            self.program.fixed.push(Fixed {
                name: constant.name.clone(),
                at: constant.at,
                kind,
                word: NULL,
                value,
            });
            self.reserve_lists(&mut lists);
        }
    }

    /// Gives those lists their places whose members have theirs.
    fn reserve_lists(&mut self, lists: &mut Vec<(ClassId, Vec<ConstId>)>) {
        let places = &mut self.constants_at;
        lists.retain(|(class, members)| {
            // The last one is looked for first, so that a long list is gone through once.
            if !members.iter().rev().all(|c| places.constants.contains_key(c)) {
                return true;
            }
            let members = members.iter().map(|c| places.constants[c]).collect();
            let of = &self.game.classes[class.index()];
            places.lists.insert(*class, self.program.fixed.len() as u32);
            self.program.fixed.push(Fixed {
                name: format!("all({})", of.name),
                at: of.at,
                kind: Kind::Ref,
                word: NULL,
                value: FixedValue::All(self.classes[class.index()], members),
            });
            false
        });
    }

    /// Emits the functions of those that have places.
    pub(super) fn fill_constants(&mut self) {
        let game = self.game;
        for (id, place) in self.constants_at.constants.clone() {
            let FixedValue::Of(function) = self.program.fixed[place as usize].value else { continue };
            if let Some(value) = &game.constants[id.index()].value {
                self.fill(function, |c| {
                    c.runs_once();
                    c.whole_body(value);
                });
            }
        }
    }
}

impl FunctionBuilder<'_, '_> {
    /// The word of a constant by its place; all that are read have one.
    pub(super) fn fixed(&mut self, at: NodeId, d: Reg, place: Option<u32>) {
        match place {
            Some(index) => self.emit(at, Op::Fixed { d, index }),
            None => self.emit(at, Op::Impossible),
        }
    }
}

/// The constants that may be objects of a class.
fn members(game: &Game, class: ClassId) -> Vec<ConstId> {
    let may_be = |ty: &Type| matches!(ty, Type::Class(c) if game.is_sub(*c, class) || game.is_sub(class, *c));
    let all = game.constants.iter().enumerate().filter(|(_, c)| c.value.is_some() && may_be(&c.ty));
    all.map(|(i, _)| ConstId(i as u32)).collect()
}

/// What is read outside of constants, and by those that are read.
#[derive(Default)]
struct Reached {
    constants: BTreeSet<ConstId>,
    lists: BTreeSet<ClassId>,
    /// Those of [`Reached::constants`] that were not looked into yet.
    open: Vec<ConstId>,
}

impl Reached {
    fn of(game: &Game, all: bool) -> Reached {
        let mut reached = Reached::default();
        if game.made.is_empty() {
            return reached;
        }
        let values: BTreeSet<*const Body> =
            game.constants.iter().filter_map(|c| c.value.as_ref()).map(std::ptr::from_ref).collect();
        game.parts(&mut |node| match node {
            Node::Body(body) if values.contains(&std::ptr::from_ref(body)) => {}
            node => reached.node(node),
        });
        if all {
            game.made.iter().for_each(|c| reached.reach(*c));
        }
        let mut lists = 0;
        loop {
            while let Some(c) = reached.open.pop() {
                game.constants[c.index()].value.iter().for_each(|value| reached.body(value));
            }
            if reached.lists.len() == lists {
                return reached;
            }
            lists = reached.lists.len();
            for class in reached.lists.clone() {
                members(game, class).into_iter().for_each(|c| reached.reach(c));
            }
        }
    }

    fn reach(&mut self, constant: ConstId) {
        if self.constants.insert(constant) {
            self.open.push(constant);
        }
    }
}

impl<'e> Visit<'e> for Reached {
    fn expr(&mut self, e: &'e Expr) {
        match &e.kind {
            ExprKind::Constant(c) => self.reach(*c),
            ExprKind::AllConstants(class) => drop(self.lists.insert(*class)),
            _ => {}
        }
        e.kind.parts(&mut |n| self.node(n));
    }
}
