//! The bodies of modifiers that authors wrote: conditions, changed attributes, and what adding one does.
//! It knows nothing of the order in which modifiers apply.

use super::super::bodies::Bodies;
use super::super::problems as problem;
use super::super::returns;
use super::super::scope::{Checker, Returns};
use super::{Base, ModifierInfo, OverrideInfo, Replacement};
use crate::typed::{
    self, Adding, Affects, BinaryOp, Block, Body, ClassId, Condition, Expr, ExprKind, LocalId, LooksAt,
    Modifier, Override, Param, Type,
};
use language::catalogue::Builtin;
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
            let of = checker.affected(a, object, class);
            let body = checker.finish_value(of);
            Affects { class, object, condition: Condition { at: a.id, body } }
        });
        let overrides = info.overrides.iter().map(|o| self.overriding(info, o)).collect();
        let adding = self.adding(info);
        let (takes, grants) = self.abilities(info);
        let (class, at, on, layer) = (info.class, info.tree.name.id, info.on, info.layer);
        Modifier {
            class,
            at,
            on,
            layer,
            adding,
            awake,
            affects,
            overrides,
            takes,
            grants,
            looks: LooksAt::default(),
        }
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
        let line = std::iter::successors(Some(info), |m| Some(&world.modifiers.all[m.parent?]));
        let mut inputs: Vec<_> = line.map(|m| (m.module, &m.own.params)).collect();
        inputs.reverse();
        let inputs =
            inputs.into_iter().flat_map(|(module, all)| all.iter().map(move |input| (module, input)));
        for ((module, input), p) in inputs.zip(&info.params) {
            checker.module = module;
            let why = format!("the parameter `{}`", p.name);
            let tree::InputSource::Given(default) = &input.source else { continue };
            let default = default.as_ref().map(|e| checker.value(e, &p.ty, &why));
            let local = checker.declare(&input.name, p.ty.clone());
            params.push(Param { name: p.name.clone(), local, default });
        }
        checker.module = info.module;
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
    /// Whether `affects` reaches the object in a variable: the list holds it, and the condition holds.
    fn affected(&mut self, a: &'t tree::Affects, object: LocalId, class: ClassId) -> Expr {
        let ty = Type::list(Type::Class(class));
        let there = a.from.as_ref().map(|from| {
            let list = self.value_like(from, Some(&ty));
            let reads = self.world.reads(&list.ty, &ty) && matches!(list.ty, Type::List(_));
            let list = if reads { list } else { self.needed(list, &ty, "whom `affects` reaches") };
            let args = vec![Some(list), Some(self.read(a.id, object))];
            Expr { at: from.id, ty: Type::Bool, kind: ExprKind::Builtin(Builtin::ListContains, args) }
        });
        let holds = a.condition.as_ref().map(|e| self.value(e, &Type::Bool, "the condition of `affects`"));
        match (there, holds) {
            (Some(there), Some(holds)) => {
                let kind = ExprKind::Binary(BinaryOp::And, Box::new(there), Box::new(holds));
                Expr { at: a.id, ty: Type::Bool, kind }
            }
            (one, other) => {
                one.or(other).unwrap_or(Expr { at: a.id, ty: Type::Bool, kind: ExprKind::Bool(true) })
            }
        }
    }

    /// Makes the object that a modifier changes a variable.
    pub(super) fn reached(&mut self, info: &ModifierInfo<'t>) -> LocalId {
        let of = Type::Class(info.affected.unwrap_or(info.on));
        let world = self.world;
        let mut line = std::iter::successors(Some(info), |m| Some(&world.modifiers.all[m.parent?]));
        let affects = line.find_map(|m| m.own.affects.as_ref());
        match affects.filter(|_| info.affected.is_some()) {
            Some(a) => self.declare(&a.of.name, of),
            None => self.unnamed("object", of, info.tree.name.id),
        }
    }

    /// Makes the object whose member a modifier overrides a variable, and `base` mean that member.
    pub(crate) fn overrides(&mut self, info: &ModifierInfo<'t>, o: &OverrideInfo<'_>) -> LocalId {
        let object = self.reached(info);
        self.base = Some(Base { member: o.member, name: o.name.clone(), ty: o.ty.clone() });
        object
    }
}
