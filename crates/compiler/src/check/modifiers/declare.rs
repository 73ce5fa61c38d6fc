//! Reserves the functions that modifiers come to. It knows no bodies.

use super::super::problems as problem;
use super::super::world::World;
use super::{ChangeInfo, Family, LIST, Member, Touched};
use crate::typed::{ClassId, FunctionId, Type};

impl<'t> World<'t> {
    /// Once all members are known: what each modifier touches, and the functions for it.
    pub fn declare_modifiers(&mut self) {
        if self.modifiers.all.is_empty() {
            return;
        }
        let at = self.modifiers.all[0].tree.name.id;
        self.modifiers.end = self.reserve("remove", at, None, Type::Void);
        self.modifiers.name = self.reserve("name", at, None, Type::String);
        for root in self.modifiers.roots.clone() {
            let Some((list, _)) = self.attribute(root, LIST) else { continue };
            let modifiers = Type::list(Type::Class(ClassId::MODIFIER));
            let take_off = self.reserve("remove", at, None, Type::Void);
            let strip = self.reserve("remove", at, None, Type::Void);
            let all = self.reserve("modifiers", at, None, modifiers);
            self.modifiers.families.push(Family { root, list, take_off, strip, all });
        }
        for m in 0..self.modifiers.all.len() {
            self.declare_modifier(m);
        }
        for t in 0..self.modifiers.touched.len() {
            if self.modifiers.touched[t].by.iter().any(|(m, _)| self.reaches(*m)) {
                let name = self.modifiers.touched[t].name.clone();
                let class = self.modifiers.touched[t].class;
                let list = Type::list(Type::Class(ClassId::MODIFIER));
                let chain = self.reserve(&name, at, Some(class), list);
                self.modifiers.touched[t].chain = Some(chain);
            }
        }
    }

    fn declare_modifier(&mut self, m: usize) {
        let info = &self.modifiers.all[m];
        let (class, at, own, tree) = (info.class, info.tree.name.id, info.own, info.tree);
        let target = info.affected.unwrap_or(info.on);
        let add = self.reserve("add", at, None, Type::Class(class));
        let has = self.reserve("has", at, None, Type::Bool);
        let remove = self.reserve("remove", at, None, Type::Bool);
        let awake = own.awake.as_ref().map(|e| self.reserve("while", e.id, Some(class), Type::Bool));
        let affects = own.affects.as_ref().filter(|_| self.reaches(m));
        let reaches = affects.map(|a| self.reserve("affects", a.id, Some(class), Type::Bool));
        self.pure.extend(awake.map(|f| (f, "the `while` of a modifier")));
        self.pure.extend(reaches.map(|f| (f, "`affects`")));
        let info = &mut self.modifiers.all[m];
        (info.add, info.has, info.remove, info.awake, info.reaches) = (add, has, remove, awake, reaches);
        for a in tree.attributes.iter().filter(|a| a.value.is_some()) {
            if let Some((index, ty)) = self.attribute(class, &a.name.text).map(|(i, t)| (i, t.clone())) {
                let start = self.reserve(&a.name.text, a.id, Some(class), ty);
                self.modifiers.all[m].starts.push((index, start));
            }
        }
        for i in 0..self.functions.len() {
            let f = &self.functions[i];
            if f.class == Some(class) && f.tree.is_override {
                self.declare_override(m, target, FunctionId(i as u32));
            }
        }
        for change in &own.changes {
            self.declare_change(m, target, change);
        }
    }

    fn declare_override(&mut self, m: usize, target: ClassId, f: FunctionId) {
        let tree = self.functions[f.index()].tree;
        let Some(root) = self.method(target, &tree.name.text) else {
            let known: Vec<String> =
                self.classes[target.index()].functions.iter().map(|f| f.0.clone()).collect();
            let known = known.iter().map(String::as_str);
            let class = self.class_name(target);
            let problem = problem::nothing_to_modify(self.span(tree.name.id), class, &tree.name.text, known);
            return self.report(problem);
        };
        let (own, above) = (&self.functions[f.index()], &self.functions[root.index()]);
        let shape = |i: &super::super::world::FunctionInfo<'_>| -> Vec<(String, Type)> {
            i.params.iter().map(|p| (p.name.clone(), p.ty.clone())).collect()
        };
        if shape(own) != shape(above) || own.returns != above.returns {
            let first = self.span(above.tree.name.id);
            let text = self.function_text(root);
            let problem = problem::override_differs(self.span(tree.name.id), &tree.name.text, &text, first);
            self.report(problem);
        }
        let class = self.functions[root.index()].class.unwrap_or(target);
        let t = self.touch(class, Member::Function(root), &tree.name.text);
        self.modifiers.touched[t].by.push((m, f));
        self.modifiers.overrides.push((f, m, t));
    }

    fn declare_change(&mut self, m: usize, target: ClassId, change: &'t language::tree::Change) {
        let (class, name) = (self.modifiers.all[m].class, &change.name.text);
        let module = self.modifiers.all[m].module;
        let Some((index, ty)) = self.attribute(target, name).map(|(i, t)| (i, t.clone())) else {
            let known: Vec<String> =
                self.game.classes[target.index()].attributes.iter().map(|a| a.name.clone()).collect();
            let known = known.iter().map(String::as_str).filter(|n| !n.starts_with('('));
            let of = self.class_name(target);
            let problem = problem::nothing_to_modify(self.span(change.name.id), of, name, known);
            return self.report(problem);
        };
        let written = self.declared_type(module, &change.ty);
        if written != ty && written != Type::Error {
            let problem = problem::change_type(self.span(change.ty.id), name, &self.name_of(&ty));
            return self.report(problem);
        }
        let declares = self.game.classes[target.index()].attributes[index as usize].class;
        if declares.index() < ClassId::BUILT_IN {
            let problem = problem::nothing_to_modify(self.span(change.name.id), "Edge", name, [""; 0]);
            return self.report(problem);
        }
        let t = self.touch(declares, Member::Attribute(index), name);
        let function = self.reserve(name, change.name.id, Some(class), ty);
        self.pure.push((function, "an attribute that a modifier changes"));
        self.modifiers.touched[t].by.push((m, function));
        self.modifiers.changes.push(ChangeInfo { modifier: m, tree: change, touched: t, function });
    }

    /// The entry for a member, made where there is none.
    fn touch(&mut self, class: ClassId, member: Member, name: &str) -> usize {
        let there = self.modifiers.touched.iter().position(|t| t.class == class && t.member == member);
        if let Some(there) = there {
            return there;
        }
        let (at, returns) = match member {
            Member::Function(f) => {
                let f = &self.functions[f.index()];
                (f.tree.name.id, f.returns.clone())
            }
            Member::Attribute(i) => {
                let class = &self.game.classes[class.index()];
                (class.at, class.attributes[i as usize].ty.clone())
            }
        };
        let function = matches!(member, Member::Function(_));
        let entry = self.reserve(name, at, function.then_some(class), returns.clone());
        let plain = self.reserve(name, at, function.then_some(class), returns.clone());
        self.game.functions[plain.index()].is_abstract = function;
        let next = self.reserve(name, at, Some(class), returns);
        let name = name.to_owned();
        self.modifiers.touched.push(Touched {
            class,
            member,
            name,
            entry,
            plain,
            next,
            chain: None,
            by: Vec::new(),
        });
        self.modifiers.touched.len() - 1
    }
}
