//! Reserves the functions that modifiers come to. It knows no bodies.

use super::settling;
use super::{Among, Holders, OverriddenMember, Overrider, Plan, Reserved, applications};
use crate::lower::Core;
use crate::typed::visit::{Each, Visit};
use crate::typed::{
    BinaryOp, Body, Class, ClassId, Expr, ExprKind, Game, LocalId, Member, Modifier, Origin, Replacement,
    Statement, StatementKind, Type,
};
use language::catalogue::Builtin;
use std::cmp::Reverse;

pub(in crate::lower) fn reserve(core: &mut Core) -> Plan {
    let mut settling = settling::reserve(core);
    settling.iter_mut().for_each(|s| settling::touch(core, s));
    let mut plan = Plan { settling, ..Plan::default() };
    let modifiers = std::mem::take(&mut core.game.modifiers);
    let Some(first) = modifiers.first() else { return plan };
    let at = first.at;
    plan.at = at;
    plan.end_application = core.reserve("end modifier", at, None, Type::Void);
    plan.name = core.reserve("name", at, None, Type::String);
    for i in 0..core.game.classes.len() {
        let root = ClassId(i as u32);
        let mut attributes = core.game.classes[i].attributes.iter();
        let Some(list) = attributes.position(|a| a.name == Class::APPLICATIONS && a.class == root) else {
            continue;
        };
        let of = core.game.classes[i].name.clone();
        let remove_application = core.reserve(&format!("end modifier of {of}"), at, None, Type::Void);
        let end_all_of = core.reserve(&format!("end all of {of}"), at, None, Type::Void);
        let listed = core.reserve("modifiers", at, None, applications());
        plan.holders.push(Holders { root, list: list as u32, remove_application, end_all_of, listed });
    }
    reserve_awake(core, &mut plan, &modifiers);
    for modifier in modifiers {
        let reserved = plan.reserve(core, modifier);
        plan.all.push(reserved);
    }
    for t in &mut plan.members {
        // The lowest of a line stands for it.
        t.overridden_by
            .sort_by_key(|by| Reverse(core.game.above(plan.all[by.modifier].modifier.class).count()));
        let layers = t.overridden_by.iter().map(|by| by.layer);
        let in_one = layers.clone().min() == layers.max();
        let settles = plan.settling.is_some() && matches!(t.member, Member::Function(_));
        if settles || !in_one || t.overridden_by.iter().any(|by| plan.all[by.modifier].reaches_others()) {
            t.chain = Some(core.reserve(&t.name, at, Some(t.class), applications()));
        }
    }
    plan
}

/// Lines of modifiers of which some say `while` get a method that says whether an application is awake: that of the
/// nearest that says it.
fn reserve_awake(core: &mut Core, plan: &mut Plan, modifiers: &[Modifier]) {
    let first = |game: &Game, class: ClassId| {
        game.above(class).take_while(|c| *c != ClassId::MODIFIER).last().unwrap_or(class)
    };
    let saying = modifiers.iter().filter_map(|m| Some((m.class, m.awake.as_ref()?.at)));
    for (class, at) in saying.clone() {
        let top = first(&core.game, class);
        plan.awake
            .entry(top)
            .or_insert_with(|| core.reserve_as(Origin::Written, "while", at, Some(top), Type::Bool));
    }
    for (class, at) in saying {
        let root = plan.awake[&first(&core.game, class)];
        let own = if core.game.functions[root.index()].class == Some(class) {
            root
        } else {
            core.reserve_as(Origin::Written, "while", at, Some(class), Type::Bool)
        };
        plan.own_awake.insert(class, own);
    }
    for i in 0..core.game.classes.len() {
        let class = ClassId(i as u32);
        let Some(root) = plan.awake.get(&first(&core.game, class)).copied() else { continue };
        let runs = core.game.above(class).find_map(|c| plan.own_awake.get(&c).copied()).unwrap_or(root);
        core.game.classes[i].methods.push((root, runs));
    }
}

/// Of a condition that says that a list holds the object and perhaps something else, both, where the list is the same
/// for all objects.
pub(super) fn among(body: &Body, object: LocalId) -> Option<(&Expr, Option<&Expr>)> {
    let [Statement { kind: StatementKind::Return(Some(value)), .. }] = &body.block.statements[..] else {
        return None;
    };
    let (there, rest) = match &value.kind {
        ExprKind::Binary(BinaryOp::And, there, rest) => (&**there, Some(&**rest)),
        _ => (value, None),
    };
    let ExprKind::Builtin(Builtin::ListContains, args) = &there.kind else { return None };
    let [Some(list), Some(of)] = &args[..] else { return None };
    let is_object = |e: &Expr| matches!(e.kind, ExprKind::Local(local) if local == object);
    let mut named = !is_object(of);
    Each(|e: &Expr| named |= is_object(e)).expr(list);
    (!named && matches!(list.ty, Type::List(_))).then_some((list, rest))
}

impl Plan {
    fn reserve(&mut self, core: &mut Core, modifier: Modifier) -> Reserved {
        let (class, at) = (modifier.class, modifier.at);
        let add = core.reserve("add", at, None, Type::Class(class));
        let has = core.reserve("has", at, None, Type::Bool);
        let name = format!("end {}", core.game.classes[class.index()].name);
        let remove_latest = core.reserve(&name, at, None, Type::Bool);
        let mut written = |name: &str, at, ty| core.reserve_as(Origin::Written, name, at, Some(class), ty);
        let affects = modifier.affects.as_ref();
        let reaches = affects.map(|a| (written("affects", a.condition.at, Type::Bool), a.class));
        let among = affects.filter(|_| self.settling.is_some()).and_then(|a| {
            let (from, rest) = among(&a.condition.body, a.object)?;
            let from = written("from", a.condition.at, from.ty.clone());
            Some(Among { from, rest: rest.map(|_| written("affects", a.condition.at, Type::Bool)) })
        });
        let above = core.game.classes[class.index()].parent.filter(|c| *c != ClassId::MODIFIER);
        let inherited = reaches.is_none().then(|| self.of(above?)).flatten();
        let among = among.or_else(|| inherited?.among);
        let reaches = reaches.or_else(|| inherited?.reaches);
        let line = core.game.above(class).take_while(|c| *c != ClassId::MODIFIER);
        let awake = line.last().and_then(|top| self.awake.get(&top).copied());
        let first = awake.filter(|f| core.game.functions[f.index()].class == Some(class));
        let own_awake = self.own_awake.get(&class).copied().or(first);
        let mut starts = Vec::new();
        for i in 0..core.game.classes[class.index()].attributes.len() {
            let a = &core.game.classes[class.index()].attributes[i];
            if a.default.is_some() {
                let (name, at, ty) = (a.name.clone(), a.at, a.ty.clone());
                starts.push((i as u32, core.reserve_as(Origin::Written, &name, at, Some(class), ty)));
            }
        }
        let mut overrides = Vec::new();
        for o in &modifier.overrides {
            let member = self.member(core, o.class, o.member, &o.name);
            let function = match &o.by {
                Replacement::Function(f) => *f,
                Replacement::Attribute { at, ty, .. } => {
                    core.reserve_as(Origin::Written, &o.name, *at, Some(class), ty.clone())
                }
            };
            let by = Overrider { modifier: self.all.len(), function, layer: o.layer };
            self.members[member].overridden_by.push(by);
            overrides.push((member, function));
        }
        let awake = self.settling.as_ref().map(|s| s.acting).or(awake);
        Reserved { modifier, add, has, remove_latest, awake, own_awake, reaches, among, starts, overrides }
    }

    /// What there is for a member, made where there is nothing.
    fn member(&mut self, core: &mut Core, class: ClassId, member: Member, name: &str) -> usize {
        let there = self.members.iter().position(|t| t.class == class && t.member == member);
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
        let dispatcher = core.reserve(name, at, method, returns.clone());
        let original = core.reserve(name, at, method, returns.clone());
        core.game.functions[original.index()].is_abstract = method.is_some();
        let base_of = core.reserve(name, at, Some(class), returns.clone());
        self.members.push(OverriddenMember {
            class,
            member,
            name: name.to_owned(),
            returns,
            dispatcher,
            original,
            base_of,
            chain: None,
            overridden_by: Vec::new(),
        });
        self.members.len() - 1
    }
}
