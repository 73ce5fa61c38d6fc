//! Warnings of what is certain to be missing at play: attributes that are read and that nothing ever sets, and classes
//! with actions of which no object is ever made. It knows nothing of types.

use super::bodies::Seen;
use super::problems as problem;
use super::world::World;
use crate::typed::visit::{Parts, Visit};
use crate::typed::{Attribute, Authored, ClassId, ClassKind, Expr, ExprKind, Game, Member, Target, Type};
use language::tree::Visibility;
use std::collections::BTreeSet;

pub(super) fn check(world: &World<'_>, seen: &Seen) {
    if world.library || world.has_errors() {
        return;
    }
    let game = &world.game;
    let mut uses = Uses { game, set: BTreeSet::new(), read: BTreeSet::new(), made: BTreeSet::new() };
    uses.game(game);
    seen.elsewhere.iter().for_each(|body| uses.body(body));
    uses.note_overrides();
    for (i, info) in world.classes.iter().enumerate() {
        let (id, class) = (ClassId(i as u32), &game.classes[i]);
        let Some(tree) = info.tree.filter(|_| world.is_own(info.module) && !class.by_itself) else {
            continue;
        };
        let acts = !tree.actions.is_empty() || !tree.befores.is_empty();
        let is_plain = class.kind == ClassKind::Class && class.visibility != Visibility::Global;
        if acts && is_plain && !class.is_abstract && !uses.is_made(id) {
            world.report(problem::never_made(world.span(tree.name.id), &class.name));
        }
        // What edges and corners have, boards say.
        let has_any =
            |c: ClassId| game.classes[c.index()].attributes.iter().any(|a| !a.name.starts_with('('));
        let is_built_in = |c: ClassId| world.classes[c.index()].tree.is_none() && has_any(c);
        if !matches!(class.kind, ClassKind::Class | ClassKind::Piece) || uses.line(id).any(is_built_in) {
            continue;
        }
        let declared = class.attributes.iter().filter(|a| a.class == id);
        for a in declared.filter(|a| a.default.is_none() && a.formula.is_none() && !a.name.starts_with('(')) {
            let key = (id, a.name.as_str());
            if uses.read.contains(&key) && !uses.set.contains(&key) {
                world.report(problem::never_set(world.span(a.at), &a.name, as_in(&a.ty)));
            }
        }
    }
}

/// An example of a value, where there is one for all attributes of a type.
fn as_in(ty: &Type) -> &'static str {
    match ty {
        Type::Number => ", as in `= 0`",
        Type::Bool => ", as in `= false`",
        Type::String => ", as in `= \"\"`",
        Type::List(_) | Type::Stack(_) | Type::Set(_) | Type::Table(..) => ", as in `= {}`",
        _ => "",
    }
}

/// The class that declares an attribute, and its name.
type Key<'e> = (ClassId, &'e str);

struct Uses<'e> {
    game: &'e Game,
    set: BTreeSet<Key<'e>>,
    read: BTreeSet<Key<'e>>,
    made: BTreeSet<ClassId>,
}

impl<'e> Uses<'e> {
    fn key(&self, class: ClassId, index: u32) -> Option<Key<'e>> {
        let attribute: &Attribute = self.game.classes[class.index()].attributes.get(index as usize)?;
        Some((attribute.class, &attribute.name))
    }

    fn of(&self, object: &Expr, index: u32) -> Option<Key<'e>> {
        match &object.ty {
            Type::Class(class) => self.key(*class, index),
            _ => None,
        }
    }

    /// What modifiers say of an attribute.
    fn note_overrides(&mut self) {
        for of in self.game.modifiers.iter().flat_map(|modifier| &modifier.overrides) {
            if let Member::Attribute(index) = of.member {
                self.set.extend(self.key(of.class, index));
            }
        }
    }

    /// Whether an object of the class is made, or of one that extends it.
    fn is_made(&self, class: ClassId) -> bool {
        self.made.iter().any(|made| self.line(*made).any(|c| c == class))
    }

    /// A class, and those that it extends.
    fn line(&self, class: ClassId) -> impl Iterator<Item = ClassId> {
        let parent = |c: &ClassId| self.game.classes[c.index()].parent;
        std::iter::successors(Some(class), parent)
    }
}

impl<'e> Visit<'e> for Uses<'e> {
    fn expr(&mut self, e: &'e Expr) {
        match &e.kind {
            ExprKind::Attribute(object, index) => self.read.extend(self.of(object, *index)),
            ExprKind::Authored(authored) => {
                if let Authored::StoredAttribute(object, index) = &**authored {
                    self.read.extend(self.of(object, *index));
                }
            }
            ExprKind::Assign(Target::Attribute(object, index), _)
            | ExprKind::Update(Target::Attribute(object, index), ..) => {
                self.set.extend(self.of(object, *index));
            }
            ExprKind::New(class, values) | ExprKind::Raise(class, values) => {
                self.made.insert(*class);
                for (index, _) in values {
                    self.set.extend(self.key(*class, *index));
                }
            }
            _ => {}
        }
        e.kind.parts(&mut |n| self.node(n));
    }
}
