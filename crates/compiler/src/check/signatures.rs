//! The functions and actions of classes: which each class has, which replace inherited ones, and whether classes keep
//! what their parents promise. It knows nothing of their bodies.

use super::problems as problem;
use super::world::{ActionInfo, World};
use crate::typed::{Action, ActionId, Block, ClassId, FunctionId, Visibility};
use language::tree;

impl<'t> World<'t> {
    /// Declares the functions and actions of all classes, parents first.
    pub(super) fn declare_members(&mut self) {
        for class in self.modifiers_last() {
            self.inherit(class);
            let Some(tree) = self.classes[class.index()].tree else { continue };
            for f in &tree.functions {
                self.add_method(class, f);
            }
            for a in &tree.actions {
                self.add_action(class, a);
            }
        }
    }

    fn inherit(&mut self, class: ClassId) {
        let Some(parent) = self.game.classes[class.index()].parent else { return };
        self.classes[class.index()].functions = self.classes[parent.index()].functions.clone();
        let above = &self.game.classes[parent.index()];
        let (methods, actions) = (above.methods.clone(), above.actions.clone());
        self.game.classes[class.index()].methods = methods;
        self.game.classes[class.index()].actions = actions;
    }

    fn add_method(&mut self, class: ClassId, tree: &'t tree::Function) {
        let module = self.classes[class.index()].module;
        let id = self.add_function(module, Some(class), tree);
        if tree.is_override
            && self.kind(class) == crate::typed::ClassKind::Modifier
            && !self.is_own_function(class, tree)
        {
            // It overrides functions of the objects that have the modifier.
            return;
        }
        let root =
            self.method(class, &tree.name.text).filter(|f| self.functions[f.index()].class != Some(class));
        if let Some(root) = root {
            if !tree.is_override {
                let first = self.span(self.functions[root.index()].tree.name.id);
                self.report(problem::override_missing(self.span(tree.name.id), &tree.name.text, first));
            }
            let methods = &mut self.game.classes[class.index()].methods;
            methods.retain(|m| m.0 != root);
            if tree.body.is_some() {
                methods.push((root, id));
            }
            return;
        }
        if tree.is_override {
            let names = self.classes[class.index()].functions.iter().map(|f| f.0.as_str());
            self.report(problem::nothing_to_override(self.span(tree.name.id), &tree.name.text, names));
        }
        if !self.member_is_free(class, &tree.name) {
            return;
        }
        self.classes[class.index()].functions.push((tree.name.text.clone(), id));
        if tree.body.is_some() {
            self.game.classes[class.index()].methods.push((id, id));
        }
    }

    fn add_action(&mut self, class: ClassId, tree: &'t tree::Action) {
        let module = self.classes[class.index()].module;
        let holder = self.holder_class(class).filter(|_| !tree.is_after).unwrap_or(class);
        if self.kind(holder) == crate::typed::ClassKind::Tile {
            self.report(problem::tile_action(self.span(tree.name.id), &tree.name.text));
        }
        let inputs = tree.inputs.iter().map(|i| (i.name.text.clone(), self.resolve(module, &i.ty))).collect();
        let id = ActionId(self.actions.len() as u32);
        self.actions.push(ActionInfo { module, class, tree, inputs });
        self.game.actions.push(Action {
            name: match tree.name.text.split_once('.') {
                _ if !tree.is_after => tree.name.text.clone(),
                Some((_, event)) => format!("after {event}"),
                None => format!("after {}", tree.name.text),
            },
            at: tree.name.id,
            class,
            is_after: tree.is_after,
            prio: 0.0,
            triggers: Vec::new(),
            requires: Vec::new(),
            inputs: Vec::new(),
            effect: Block::default(),
            ensures: Vec::new(),
            effects: Default::default(),
            is_open: true,
            is_open_throughout: true,
            is_open_to_others: true,
            locals: Vec::new(),
        });
        if tree.is_after {
            // No name leads to it, so nothing is overridden by it either.
            self.game.classes[class.index()].actions.push(id);
            return;
        }
        let above = self.action(class, &tree.name.text).filter(|a| self.actions[a.index()].class != class);
        if let Some(above) = above {
            self.replace_action(class, above, id);
            return;
        }
        if tree.is_override {
            let names = self.named_actions(class).map(|a| a.0);
            self.report(problem::nothing_to_override(self.span(tree.name.id), &tree.name.text, names));
        }
        if self.member_is_free(class, &tree.name) {
            self.game.classes[class.index()].actions.push(id);
        }
    }

    fn replace_action(&mut self, class: ClassId, above: ActionId, id: ActionId) {
        let (old, new) = (self.actions[above.index()].tree, self.actions[id.index()].tree);
        let (at, name, first) = (self.span(new.name.id), &new.name.text, self.span(old.name.id));
        if !new.is_override {
            self.report(problem::override_missing(at, name, first));
        }
        if self.actions[above.index()].inputs != self.actions[id.index()].inputs {
            self.report(problem::override_differs(at, name, &self.inputs_text(above), first));
        }
        let inherited = self.game.classes[class.index()].actions.iter_mut().filter(|a| **a == above);
        inherited.for_each(|action| *action = id);
    }

    fn inputs_text(&self, action: ActionId) -> String {
        let inputs = self.actions[action.index()].inputs.iter();
        let inputs: Vec<String> = inputs.map(|(n, t)| format!("{} {n}", self.name_of(t))).collect();
        format!("({})", inputs.join(", "))
    }

    /// `(Tile to, number n) => bool`
    pub(super) fn function_text(&self, function: FunctionId) -> String {
        let info = &self.functions[function.index()];
        let params: Vec<String> =
            info.params.iter().map(|p| format!("{} {}", self.name_of(&p.ty), p.name)).collect();
        format!("({}) => {}", params.join(", "), self.name_of(&info.returns))
    }
}

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
