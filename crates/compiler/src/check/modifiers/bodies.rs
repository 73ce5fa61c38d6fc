//! The bodies of modifiers that authors wrote: conditions, changed attributes, and what adding one does.
//! It knows nothing of the order in which modifiers apply.

use super::super::bodies::Bodies;
use super::super::problems as problem;
use super::super::returns;
use super::super::scope::{Checker, Returns};
use super::{Base, ModifierInfo, OverrideInfo, Replacement};
use crate::typed::{self, Adding, Affects, Block, Body, Condition, LocalId, Modifier, Override, Param, Type};
use language::tree;

impl<'t> Bodies<'_, 't> {
    /// A modifier with its bodies; those of overriding functions stand with the other functions.
    pub(in super::super) fn modifier(&mut self, info: &ModifierInfo<'t>) -> Modifier {
        let awake = info.own.awake.as_ref().map(|e| {
            let checker = self.checker(info.module, Some(info.class));
            Condition { at: e.id, body: condition(checker, e, "`while`") }
        });
        let affects = info.own.affects.as_ref().zip(info.affected).map(|(a, class)| {
            let mut checker = self.checker(info.module, Some(info.class));
            let object = checker.declare(&a.of.name, Type::Class(class));
            let body = condition(checker, &a.condition, "`affects`");
            Affects { class, object, condition: Condition { at: a.id, body } }
        });
        let overrides = info.overrides.iter().map(|o| self.overriding(info, o)).collect();
        let adding = self.adding(info);
        let (class, at, on, layer) = (info.class, info.tree.name.id, info.on, info.layer);
        Modifier { class, at, on, layer, adding, awake, affects, overrides }
    }

    fn overriding(&mut self, info: &ModifierInfo<'t>, o: &OverrideInfo<'t>) -> Override {
        let (object, by) = match o.by {
            Replacement::Function(f) => {
                let object = self.seen.overridden.iter().find(|(of, _)| *of == f).map(|(_, object)| *object);
                (object.unwrap_or_default(), typed::Replacement::Function(f))
            }
            Replacement::Attribute(change) => {
                let (object, body) = self.changed(info, o, change);
                (object, typed::Replacement::Attribute { at: change.name.id, ty: o.ty.clone(), body })
            }
        };
        Override { member: o.member, class: o.class, name: o.name.clone(), layer: o.layer, object, by }
    }

    /// `override number power { ... }`
    fn changed(
        &mut self,
        info: &ModifierInfo<'t>,
        o: &OverrideInfo<'t>,
        change: &'t tree::Change,
    ) -> (LocalId, Body) {
        let mut checker = self.checker(info.module, Some(info.class));
        checker.returns = Returns::Value(o.ty.clone(), format!("what `{}` is changed to", o.name));
        let object = checker.overrides(info, o);
        let block = checker.block(&change.body);
        if returns::falls_through(&block) {
            let at = checker.span(change.name.id);
            checker.report(problem::missing_return(at, &format!("`{}`", o.name)));
        }
        (object, checker.finish_block(block))
    }

    /// The parameters of a modifier, and the parts of a composition.
    fn adding(&mut self, info: &ModifierInfo<'t>) -> Adding {
        let world = self.world;
        let mut checker = self.checker(info.module, None);
        let object = checker.unnamed("object", Type::Class(info.on), info.tree.name.id);
        let mut params = Vec::new();
        for (input, p) in info.own.params.iter().zip(&info.params) {
            let why = format!("the parameter `{}`", p.name);
            let tree::InputSource::Given(default) = &input.source else { continue };
            let default = default.as_ref().map(|e| checker.value(e, &p.ty, &why));
            let local = checker.declare(&input.name, p.ty.clone());
            params.push(Param { name: p.name.clone(), local, default });
        }
        let mut parts = Vec::new();
        for part in &info.own.parts {
            let named = world.modifier_class(info.module, part).and_then(|class| world.modifier(class));
            if let Some(m) = named {
                let on = checker.read(part.id, object);
                parts.push(checker.adding(part.id, on, m, part));
            }
        }
        let Body { locals, .. } = checker.finish(Block::default());
        Adding { locals, object, params, parts }
    }
}

fn condition<'t>(mut checker: Checker<'_, 't>, e: &'t tree::Expr, what: &str) -> Body {
    let value = checker.value(e, &Type::Bool, &format!("the condition of {what}"));
    checker.finish_value(value)
}

impl<'t> Checker<'_, 't> {
    /// Makes the object whose member a modifier overrides a variable, and `base` mean that member.
    pub(crate) fn overrides(&mut self, info: &ModifierInfo<'t>, o: &OverrideInfo<'_>) -> LocalId {
        let of = Type::Class(info.affected.unwrap_or(info.on));
        let object = match info.own.affects.as_ref().filter(|_| info.affected.is_some()) {
            Some(a) => self.declare(&a.of.name, of),
            None => self.unnamed("object", of, info.tree.name.id),
        };
        self.base = Some(Base { member: o.member, name: o.name.clone(), ty: o.ty.clone() });
        object
    }
}
