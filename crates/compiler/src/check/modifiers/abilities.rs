//! What modifiers make of who has what: `grants`, `loses` and `bars`, and what classes grant by nature. It knows
//! nothing of when that happens.

use super::super::bodies::Bodies;
use super::super::problems as problem;
use super::super::scope::Checker;
use super::ModifierInfo;
use crate::typed::{Block, Body, ClassId, Condition, Grant, LocalId, Natural, Taking, Type};
use language::tree::{self, Ability};

impl<'t> Bodies<'_, 't> {
    /// The abilities that a modifier takes away, and those that it gives.
    pub(super) fn abilities(&mut self, info: &ModifierInfo<'t>) -> (Vec<Taking>, Vec<Grant>) {
        let (mut takes, mut grants) = (Vec::new(), Vec::new());
        let target = info.affected.unwrap_or(info.on);
        for part in &info.own.abilities {
            let layer = part.layer.as_ref().map_or(info.layer, |name| self.world.layer(name));
            for which in &part.modifiers {
                let mut checker = self.checker(info.module, Some(info.class));
                if part.does != Ability::Grants {
                    let class = checker.taken(part.does, which, target);
                    takes.extend(class.map(|class| Taking {
                        layer,
                        class,
                        bars: part.does == Ability::Bars,
                    }));
                    continue;
                }
                let object = checker.reached(info);
                grants.extend(checker.grant(which, target, object).map(|grant| Grant { layer, ..grant }));
            }
        }
        (takes, grants)
    }

    /// What the objects of a class have by nature.
    pub(in super::super) fn naturals(&mut self, class: ClassId) -> Vec<Natural> {
        let world = self.world;
        let info = &world.classes[class.index()];
        let Some(tree) = info.tree else { return Vec::new() };
        let mut all = Vec::new();
        for natural in &tree.grants {
            let awake = natural.awake.as_ref().map(|e| {
                let mut checker = self.checker(info.module, Some(class));
                let value = checker.value(e, &Type::Bool, "the condition of `while`");
                Condition { at: e.id, body: checker.finish_value(value) }
            });
            let mut grants = Vec::new();
            for which in &natural.modifiers {
                let mut checker = self.checker(info.module, Some(class));
                let object = checker.unnamed("object", Type::Class(class), which.id);
                grants.extend(checker.grant(which, class, object));
            }
            all.push(Natural { at: natural.id, awake, grants, after: None });
        }
        all
    }
}

impl<'t> Checker<'_, 't> {
    /// The modifier that is named, which must be for the objects in question, or, where it is only taken away, may be.
    fn ability(&mut self, which: &'t tree::Expr, target: ClassId, taken: bool) -> Option<ClassId> {
        let world = self.world;
        let Some(class) = self.modifier_meant(which) else {
            return self.refuse(problem::no_modifier(self.span(which.id)));
        };
        let on = world.modifiers.all[world.modifier(class)?].on;
        let may_be = world.is_sub(target, on) || taken && world.is_sub(on, target);
        if !may_be {
            let names = [world.class_name(class), world.class_name(on), world.class_name(target)];
            return self.refuse(problem::modifier_for(self.span(which.id), names));
        }
        Some(class)
    }

    fn taken(&mut self, does: Ability, which: &'t tree::Expr, target: ClassId) -> Option<ClassId> {
        let class = self.ability(which, target, true)?;
        if let tree::ExprKind::Call(..) = which.kind {
            let name = self.world.class_name(class);
            self.report(problem::modifier_by_name(self.span(which.id), does.word(), name));
        }
        Some(class)
    }

    /// A modifier with its parameters that an object gets.
    fn grant(mut self, which: &'t tree::Expr, target: ClassId, object: LocalId) -> Option<Grant> {
        let class = self.ability(which, target, false)?;
        let info = &self.world.modifiers.all[self.world.modifier(class)?];
        if !info.own.parts.is_empty() {
            let name = self.world.class_name(class);
            return self.refuse(problem::granted_composition(self.span(which.id), name));
        }
        let args = self.added(info, which);
        let Body { locals, .. } = self.finish(Block::default());
        Some(Grant { at: which.id, layer: 0, class, locals, object, args })
    }
}
