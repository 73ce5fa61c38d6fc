//! What each modifier overrides, once all members are known. It knows no bodies.

use super::super::problems as problem;
use super::super::world::World;
use super::{OverrideInfo, Replacement};
use crate::typed::{ClassId, FunctionId, Member, Type};

impl<'t> World<'t> {
    pub(crate) fn declare_modifiers(&mut self) {
        for m in 0..self.modifiers.all.len() {
            let info = &self.modifiers.all[m];
            let (class, own, target) = (info.class, info.own, info.affected.unwrap_or(info.on));
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
    }

    fn declare_override(&mut self, m: usize, target: ClassId, f: FunctionId) {
        let tree = self.functions[f.index()].tree;
        let Some(root) = self.method(target, &tree.name.text) else {
            let known = self.classes[target.index()].functions.iter().map(|f| f.0.as_str());
            let class = self.class_name(target);
            return self.report(problem::nothing_to_modify(
                self.span(tree.name.id),
                class,
                &tree.name.text,
                known,
            ));
        };
        let (own, above) = (&self.functions[f.index()], &self.functions[root.index()]);
        if own.shape() != above.shape() || own.returns != above.returns {
            let first = self.span(above.tree.name.id);
            let text = self.function_text(root);
            self.report(problem::override_differs(self.span(tree.name.id), &tree.name.text, &text, first));
        }
        let root_info = &self.functions[root.index()];
        let (class, ty) = (root_info.class.unwrap_or(target), root_info.returns.clone());
        let (member, name, by) = (Member::Function(root), tree.name.text.clone(), Replacement::Function(f));
        self.modifiers.all[m].overrides.push(OverrideInfo { member, class, name, ty, by });
    }

    fn declare_change(&mut self, m: usize, target: ClassId, change: &'t language::tree::Change) {
        let name = &change.name.text;
        let module = self.modifiers.all[m].module;
        let Some((index, ty)) = self.attribute(target, name).map(|(i, t)| (i, t.clone())) else {
            let known = self.game.classes[target.index()].attributes.iter().map(|a| a.name.as_str());
            let known = known.filter(|n| !n.starts_with('('));
            let of = self.class_name(target);
            return self.report(problem::nothing_to_modify(self.span(change.name.id), of, name, known));
        };
        let written = self.resolve(module, &change.ty);
        if written != ty && written != Type::Error {
            return self.report(problem::change_type(self.span(change.ty.id), name, &self.name_of(&ty)));
        }
        let declares = self.game.classes[target.index()].attributes[index as usize].class;
        if declares.index() < ClassId::BUILT_IN {
            return self.report(problem::nothing_to_modify(self.span(change.name.id), "Edge", name, [""; 0]));
        }
        let (member, name, by) = (Member::Attribute(index), name.clone(), Replacement::Attribute(change));
        self.modifiers.all[m].overrides.push(OverrideInfo { member, class: declares, name, ty, by });
    }
}
