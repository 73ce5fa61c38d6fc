//! Reserves the functions that modifiers come to. It knows no bodies.

use super::{Family, Plan, Reserved, Touched, applications};
use crate::lower::Core;
use crate::typed::{Class, ClassId, Member, Modifier, Replacement, Type};

pub(in crate::lower) fn reserve(core: &mut Core) -> Plan {
    let mut plan = Plan::default();
    let modifiers = std::mem::take(&mut core.game.modifiers);
    let Some(first) = modifiers.first() else { return plan };
    let at = first.at;
    plan.end = core.reserve("remove", at, None, Type::Void);
    plan.name = core.reserve("name", at, None, Type::String);
    for i in 0..core.game.classes.len() {
        let root = ClassId(i as u32);
        let mut attributes = core.game.classes[i].attributes.iter();
        let Some(list) = attributes.position(|a| a.name == Class::APPLICATIONS && a.class == root) else {
            continue;
        };
        let take_off = core.reserve("remove", at, None, Type::Void);
        let strip = core.reserve("remove", at, None, Type::Void);
        let all = core.reserve("modifiers", at, None, applications());
        plan.families.push(Family { root, list: list as u32, take_off, strip, all });
    }
    for modifier in modifiers {
        let reserved = plan.reserve(core, modifier);
        plan.all.push(reserved);
    }
    for t in &mut plan.touched {
        if t.by.iter().any(|(m, _)| plan.all[*m].reaches_others()) {
            t.chain = Some(core.reserve(&t.name, at, Some(t.class), applications()));
        }
    }
    plan
}

impl Plan {
    fn reserve(&mut self, core: &mut Core, modifier: Modifier) -> Reserved {
        let (class, at) = (modifier.class, modifier.at);
        let add = core.reserve("add", at, None, Type::Class(class));
        let has = core.reserve("has", at, None, Type::Bool);
        let remove = core.reserve("remove", at, None, Type::Bool);
        let awake = modifier.awake.as_ref().map(|c| core.reserve("while", c.at, Some(class), Type::Bool));
        let affects = modifier.affects.as_ref();
        let reaches = affects.map(|a| core.reserve("affects", a.condition.at, Some(class), Type::Bool));
        let mut starts = Vec::new();
        for i in 0..core.game.classes[class.index()].attributes.len() {
            let a = &core.game.classes[class.index()].attributes[i];
            if a.default.is_some() {
                let (name, at, ty) = (a.name.clone(), a.at, a.ty.clone());
                starts.push((i as u32, core.reserve(&name, at, Some(class), ty)));
            }
        }
        let mut overrides = Vec::new();
        for o in &modifier.overrides {
            let t = self.touch(core, o.class, o.member, &o.name);
            let function = match &o.by {
                Replacement::Function(f) => *f,
                Replacement::Attribute { at, ty, .. } => core.reserve(&o.name, *at, Some(class), ty.clone()),
            };
            self.touched[t].by.push((self.all.len(), function));
            overrides.push((t, function));
        }
        Reserved { modifier, add, has, remove, awake, reaches, starts, overrides }
    }

    /// The entry for a member, made where there is none.
    fn touch(&mut self, core: &mut Core, class: ClassId, member: Member, name: &str) -> usize {
        let there = self.touched.iter().position(|t| t.class == class && t.member == member);
        if let Some(there) = there {
            return there;
        }
        let (at, method, returns) = match member {
            Member::Function(f) => {
                let f = &core.game.functions[f.index()];
                (f.at, Some(class), f.returns.clone())
            }
            Member::Attribute(i) => {
                let class = &core.game.classes[class.index()];
                (class.at, None, class.attributes[i as usize].ty.clone())
            }
        };
        let entry = core.reserve(name, at, method, returns.clone());
        let plain = core.reserve(name, at, method, returns.clone());
        core.game.functions[plain.index()].is_abstract = method.is_some();
        let next = core.reserve(name, at, Some(class), returns);
        let name = name.to_owned();
        self.touched.push(Touched { class, member, name, entry, plain, next, chain: None, by: Vec::new() });
        self.touched.len() - 1
    }
}
