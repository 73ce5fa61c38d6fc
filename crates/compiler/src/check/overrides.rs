//! Whether classes keep what their parents promise: overriding functions agree, abstract ones are there.
//! It knows nothing of bodies.

use super::problems as problem;
use super::world::World;
use crate::typed::{ClassId, FunctionId, Visibility};

impl World<'_> {
    pub(super) fn check_overrides(&mut self) {
        for i in 0..self.functions.len() {
            self.check_override(FunctionId(i as u32));
        }
        for i in ClassId::BUILT_IN..self.classes.len() {
            self.check_promises(ClassId(i as u32));
        }
        if !self.library {
            self.check_main();
        }
    }

    fn check_override(&mut self, f: FunctionId) {
        let info = &self.functions[f.index()];
        let Some(class) = info.class else { return };
        let Some(root) = self.method(class, &info.tree.name.text).filter(|r| *r != f) else { return };
        let above = &self.functions[root.index()];
        if above.class == Some(class) {
            return;
        }
        let result = self.fits(&info.returns, &above.returns) && self.fits(&above.returns, &info.returns);
        if info.shape() != above.shape() || !result {
            let (at, name) = (info.tree.name.id, info.tree.name.text.clone());
            let first = self.span(above.tree.name.id);
            self.report(problem::override_differs(self.span(at), &name, &self.function_text(root), first));
        }
    }

    /// A class that is not abstract has a body for each of its functions.
    fn check_promises(&mut self, class: ClassId) {
        let Some(tree) = self.classes[class.index()].tree else { return };
        if tree.is_abstract {
            if tree.visibility == Some(Visibility::Global) {
                self.report(problem::abstract_global(self.span(tree.name.id), &tree.name.text));
            }
            return;
        }
        let methods = &self.game.classes[class.index()].methods;
        let missing =
            self.classes[class.index()].functions.iter().filter(|f| !methods.iter().any(|m| m.0 == f.1));
        let missing: Vec<(String, FunctionId)> = missing.cloned().collect();
        for (name, f) in missing {
            let f = &self.functions[f.index()];
            if !f.tree.is_abstract {
                continue;
            }
            let [own, inherited] = [tree.name.id, f.tree.name.id].map(|at| self.span(at));
            self.report(match f.class == Some(class) {
                true => problem::abstract_in_concrete(inherited, &tree.name.text, &name, own),
                false => problem::abstract_missing(own, &tree.name.text, &name, inherited),
            });
        }
    }

    fn check_main(&mut self) {
        use language::tree::Item;
        let Some(main) = self.modules.first() else { return };
        let start = base::Span { file: main.file, start: 0, end: 0 };
        if main.game.is_none() {
            self.report(problem::no_game(start));
        }
        let setups = |m: &language::tree::Module| -> Vec<base::NodeId> {
            let items = m.items.iter();
            items.filter_map(|i| if let Item::Setup(s) = i { Some(s.id) } else { None }).collect()
        };
        let found = setups(main);
        if found.is_empty() {
            self.report(problem::no_setup(start));
        }
        for (i, module) in self.modules.iter().enumerate() {
            for at in setups(module).into_iter().skip(usize::from(i == 0)) {
                let first = found.first().map(|f| self.span(*f));
                self.report(problem::second_setup(self.span(at), first));
            }
        }
    }
}
