//! Declarations without bodies of their own: enumerations, dice, turns, and the signatures of functions
//! and actions. It knows nothing of statements.

use super::problems as problem;
use super::world::{Definition, FunctionInfo, World};
use crate::typed::{Body, ClassId, Dice, Function, FunctionId, Origin, Phase, Turn, Type};
use base::NodeId;
use language::tree::{self, InputSource, Item, Name};
use std::collections::BTreeMap;

impl<'t> World<'t> {
    pub(super) fn declare(&mut self) {
        self.declare_enum_names();
        self.declare_options();
        self.declare_constants();
        self.declare_enums();
        self.declare_free_functions();
        self.find_modifiers();
        self.declare_attributes();
        self.declare_members();
        self.declare_zones();
        self.declare_dice();
        self.declare_turns();
        self.declare_modifiers();
        self.declare_befores();
        self.declare_formulas();
    }

    /// Reports every name of one list that was declared before in it.
    pub(super) fn report_repeated<'n>(&self, all: impl Iterator<Item = &'n Name>, what: &str) {
        let mut firsts: BTreeMap<&str, NodeId> = BTreeMap::new();
        for name in all.filter(|n| !n.text.is_empty()) {
            let first = *firsts.entry(&name.text).or_insert(name.id);
            if first != name.id {
                self.report(self.taken(name, what, Some(first)));
            }
        }
    }

    /// The class of that name; reports if there is none.
    pub(super) fn class_named(&mut self, module: usize, name: &Name) -> Option<ClassId> {
        match self.resolve(module, &World::type_named(name)) {
            Type::Class(c) => Some(c),
            Type::Error => None,
            other => self.refuse(problem::not_a_class(self.span(name.id), &name.text, &self.name_of(&other))),
        }
    }

    fn declare_dice(&mut self) {
        for i in 0..self.dice.len() {
            let (module, tree) = self.dice[i];
            let ranges = tree.faces.iter().filter(|face| matches!(face.kind, tree::ExprKind::Range(..)));
            ranges.for_each(|face| self.report(problem::range_of_faces(self.span(face.id))));
            let single = tree.faces.iter().filter(|face| !matches!(face.kind, tree::ExprKind::Range(..)));
            let faces = single.filter_map(|face| self.constant_number(module, face, "a face")).collect();
            if tree.faces.is_empty() {
                self.report(problem::no_faces(self.span(tree.name.id), &tree.name.text));
            }
            self.game.dice.push(Dice { name: tree.name.text.clone(), faces, seen: tree.seen });
        }
    }

    fn declare_turns(&mut self) {
        for i in 0..self.turns.len() {
            let tree = self.turns[i].1;
            let mut phases = Vec::new();
            self.report_repeated(tree.phases.iter().map(|p| &p.name), "a phase");
            for phase in &tree.phases {
                phases.push(Phase { name: phase.name.text.clone(), default: None, simultaneous: None });
            }
            self.game.turns.push(Turn { name: tree.name.text.clone(), default: None, phases });
        }
    }

    fn declare_free_functions(&mut self) {
        let modules: &'t [tree::Module] = self.modules;
        for (m, module) in modules.iter().enumerate() {
            for item in &module.items {
                if let Item::Function(f) = item {
                    self.add_function(m, None, f);
                    self.report_unannounced(f);
                }
            }
        }
    }

    fn report_unannounced(&mut self, f: &tree::Function) {
        let word = match (f.is_abstract, f.is_override) {
            (true, _) => "abstract",
            (_, true) => "override",
            _ => return,
        };
        self.report(problem::only_in_classes(self.span(f.name.id), word, &f.name.text));
    }

    /// Adds a function with its signature.
    pub(super) fn add_function(
        &mut self,
        module: usize,
        class: Option<ClassId>,
        tree: &'t tree::Function,
    ) -> FunctionId {
        let returns = tree.returns.as_ref().map_or(Type::Void, |ty| self.resolve(module, ty));
        let mut inputs = Vec::new();
        let mut params = Vec::new();
        for input in &tree.inputs {
            let ty = self.resolve(module, &input.ty);
            if let InputSource::Given(default) = &input.source {
                params.push(super::world::ParamInfo {
                    name: input.name.text.clone(),
                    ty: ty.clone(),
                    optional: default.is_some() || input.optional,
                });
            }
            inputs.push(ty);
        }
        self.game.functions.push(Function {
            name: tree.name.text.clone(),
            at: tree.name.id,
            class,
            params: Vec::new(),
            returns: returns.clone(),
            is_abstract: tree.is_abstract,
            origin: Origin::Written,
            effects: Default::default(),
            body: Body::default(),
        });
        self.functions.push(FunctionInfo { module, class, tree, params, inputs, returns });
        FunctionId(self.functions.len() as u32 - 1)
    }

    /// What a name stands for at the top of a file.
    pub(super) fn definition(&self, module: usize, name: &str) -> Option<Definition> {
        self.entry(module, name).map(|e| e.definition)
    }

    /// What `name` or `import.name` stands for.
    pub(super) fn lookup(&self, module: usize, path: &str) -> Option<Definition> {
        match path.split_once('.') {
            None => self.definition(module, path),
            Some((alias, name)) => self.imported(module, alias, name),
        }
    }

    /// What an expression stands for that is `name` or `import.name`.
    pub(super) fn lookup_expr(&self, module: usize, e: &tree::Expr) -> Option<Definition> {
        match &e.kind {
            tree::ExprKind::Name(name) => self.definition(module, name),
            tree::ExprKind::Member(inner, name) => match &inner.kind {
                tree::ExprKind::Name(alias) => self.imported(module, alias, &name.text),
                _ => None,
            },
            _ => None,
        }
    }

    fn imported(&self, module: usize, alias: &str, name: &str) -> Option<Definition> {
        let Definition::Module(Some(from)) = self.definition(module, alias)? else { return None };
        self.scope(from).handed.get(name).map(|e| e.definition)
    }

    /// The type that `name` or `import.name` would be.
    pub(super) fn type_named(name: &Name) -> tree::TypeRef {
        let (module, name_text) = match name.text.split_once('.') {
            None => (None, &*name.text),
            Some((alias, inner)) => (Some(Name { text: alias.to_owned(), id: name.id }), inner),
        };
        let kind = tree::TypeKind::Named { module, name: name_text.to_owned() };
        tree::TypeRef { id: name.id, kind }
    }
}
