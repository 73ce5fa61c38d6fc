//! Generic classes: one instance for each combination of type arguments that the program mentions, and one for each
//! generic class by itself, in which nothing is known of its type parameters. It knows nothing of bodies.

use super::classes::Found;
use super::mentions;
use super::problems as problem;
use super::world::{Definition, Entry, Scope, World};
use crate::typed::{ClassId, EnumId, Type};
use base::{NodeId, Problem, Span};
use language::tree::{self, ClassKind, Name, TypeKind, TypeRef, Visibility};
use std::collections::{BTreeSet, VecDeque};

/// How deeply the type arguments of generic classes may be nested.
const MAX_DEPTH: usize = 12;
/// The most classes that are made, besides one of each generic class by itself.
const MAX_MADE: usize = 400;

/// The state of instantiation.
struct Making<'f, 't> {
    found: &'f mut Vec<Found<'t>>,
    /// What is still to be instantiated, with the scope in which it is written.
    work: VecDeque<(usize, Work<'t>)>,
}

enum Work<'t> {
    Type(&'t TypeRef),
    /// The parent of this class.
    Parent(&'t tree::Class),
}

impl<'t> World<'t> {
    /// Checks which classes are generic, and the names of their parameters.
    pub(super) fn check_generics(&mut self) {
        for (module, tree) in self.generics.clone() {
            let what = match (tree.kind, tree.visibility) {
                (ClassKind::Interactable, _) => Some("an interactable"),
                (ClassKind::Event, _) => Some("an event"),
                (ClassKind::Modifier, _) => Some("a modifier"),
                (ClassKind::Class, Some(Visibility::Global)) => Some("a global class"),
                _ => None,
            };
            if let Some(what) = what {
                self.report(problem::generic_kind(self.span(tree.name.id), &tree.name.text, what));
            }
            for parameter in &tree.parameters {
                let name = &parameter.name;
                self.type_named_free(name);
                let refused = self.name_refused(module, name);
                refused.into_iter().for_each(|problem| self.report(problem));
            }
            self.report_repeated(tree.parameters.iter().map(|p| &p.name), "a type parameter");
        }
    }

    /// Adds all instances of generic classes, those of generic classes by themselves first; returns the number of
    /// these.
    pub(super) fn instantiate_all(&mut self, found: &mut Vec<Found<'t>>) -> usize {
        if self.generics.is_empty() {
            return 0;
        }
        let before = found.len();
        let mut making = Making { found, work: VecDeque::new() };
        for g in 0..self.generics.len() {
            self.add_opaque_instance(g, &mut making);
        }
        let opaque = making.found.len() - before;
        let modules: &'t [tree::Module] = self.modules;
        for (m, module) in modules.iter().enumerate() {
            mentions::in_module(module, &mut |ty| making.work.push_back((m, Work::Type(ty))));
        }
        for i in 0..before {
            let (module, tree) = (making.found[i].module, making.found[i].tree);
            making.work.extend(tree.map(|t| (module, Work::Parent(t))));
        }
        while let Some((scope, work)) = making.work.pop_front() {
            match work {
                Work::Type(ty) => self.make_for(scope, ty, &mut making),
                Work::Parent(tree) => self.make_parent(scope, tree, &mut making),
            }
        }
        opaque
    }

    /// Adds the instance of a generic class by itself, and the classes that stand for its parameters.
    fn add_opaque_instance(&mut self, g: usize, making: &mut Making<'_, 't>) {
        let tree = self.generics[g].1;
        let mut types = Vec::new();
        for parameter in &tree.parameters {
            let class = ClassId((making.found.len() + ClassId::BUILT_IN) as u32);
            self.opaque.insert(class);
            types.push(Type::Class(class));
            making.found.push(Found {
                // The scope that is made below.
                module: self.scopes.len(),
                tree: None,
                name: parameter.name.text.clone(),
                at: parameter.name.id,
                parent: None,
                bound: parameter.bound.as_ref(),
                depth: 0,
            });
        }
        self.instantiate(tree.name.id, g, types, making);
    }

    /// Adds the instances that a written type needs, inner ones first.
    fn make_for(&mut self, scope: usize, ty: &'t TypeRef, making: &mut Making<'_, 't>) {
        match &ty.kind {
            TypeKind::Generic(name, args) => {
                args.iter().for_each(|a| self.make_for(scope, a, making));
                self.make_named(scope, name, args, making);
            }
            TypeKind::Function(params, returns) => {
                params.iter().for_each(|p| self.make_for(scope, p, making));
                self.make_for(scope, returns, making);
            }
            TypeKind::Act(params, returns) => {
                params.iter().chain(returns.as_deref()).for_each(|t| self.make_for(scope, t, making));
            }
            _ => {}
        }
    }

    fn make_named(&mut self, scope: usize, name: &Name, args: &'t [TypeRef], making: &mut Making<'_, 't>) {
        let Some(g) = self.generic_named(scope, &name.text) else { return };
        // Problems with the types are reported once all classes are known.
        let types: Vec<Type> = self.quietly(|| args.iter().map(|a| self.resolve(scope, a)).collect());
        if types.len() == self.generics[g].1.parameters.len() && !types.iter().any(has_error) {
            self.instantiate(name.id, g, types, making);
        }
    }

    fn instantiate(&mut self, at: NodeId, g: usize, types: Vec<Type>, making: &mut Making<'_, 't>) {
        let (module, tree) = self.generics[g];
        let key = (g, types);
        if self.endless || self.instances.contains_key(&key) {
            return;
        }
        let depth = key.1.iter().map(|t| depth(t, making.found)).max().unwrap_or(0) + 1;
        if depth > MAX_DEPTH || self.instances.len() >= MAX_MADE + self.generics.len() {
            self.endless = true;
            let too_many =
                if depth > MAX_DEPTH { problem::endless_generic } else { problem::too_many_generic };
            return self.report(too_many(self.span(at), &tree.name.text));
        }
        let scope = self.scope_with(module, tree, &key.1);
        self.scopes.push(scope);
        let scope = self.scopes.len() - 1;
        let names: Vec<String> = key.1.iter().map(|t| self.early_name(t, making.found)).collect();
        let class = ClassId((making.found.len() + ClassId::BUILT_IN) as u32);
        let name = format!("{}<{}>", tree.name.text, names.join(", "));
        making.found.push(Found { depth, ..Found::new(scope, tree, name) });
        self.instances.insert(key, class);
        mentions::in_class(tree, &mut |ty| making.work.push_back((scope, Work::Type(ty))));
        making.work.push_back((scope, Work::Parent(tree)));
    }

    fn make_parent(&mut self, scope: usize, tree: &'t tree::Class, making: &mut Making<'_, 't>) {
        let Some(parent) = &tree.parent else { return };
        tree.parent_arguments.iter().for_each(|a| self.make_for(scope, a, making));
        self.make_named(scope, parent, &tree.parent_arguments, making);
    }

    /// The scope of an instance: what its module sees, and the type parameters.
    fn scope_with(&mut self, module: usize, tree: &tree::Class, types: &[Type]) -> Scope {
        let incomplete = self.scopes[module].incomplete;
        let mut scope = Scope { beyond: vec![module], incomplete, ..Scope::default() };
        for (parameter, ty) in tree.parameters.iter().zip(types) {
            let definition = Definition::Bound(self.bound.len());
            self.bound.push(ty.clone());
            let entry = Entry { definition, at: Some(parameter.name.id) };
            scope.all.entry(parameter.name.text.clone()).or_insert(entry);
        }
        scope
    }

    /// The name of a type while classes have no numbers of their own yet.
    fn early_name(&self, ty: &Type, found: &[Found<'t>]) -> String {
        let class = |c: ClassId| match c.index().checked_sub(ClassId::BUILT_IN) {
            Some(i) => found[i].name.clone(),
            None => super::names::BUILT_IN[c.index()].to_owned(),
        };
        ty.name_with(&class, &|e: EnumId| self.enums[e.index()].1.name.text.clone())
    }

    pub(super) fn renumber_instances(&mut self, renumber: &dyn Fn(ClassId) -> ClassId) {
        let instances = std::mem::take(&mut self.instances).into_iter();
        let with = |types: Vec<Type>| types.iter().map(|t| t.with_classes(renumber)).collect();
        self.instances = instances.map(|((g, types), c)| ((g, with(types)), renumber(c))).collect();
        self.bound = self.bound.iter().map(|t| t.with_classes(renumber)).collect();
        self.opaque = self.opaque.iter().map(|c| renumber(*c)).collect();
    }

    /// Whether classes are still being collected, so that nothing is known of them but their names.
    pub(super) fn arranging(&self) -> bool {
        self.game.classes.is_empty()
    }

    // ---- resolving ----

    /// The generic class of that name, which may be qualified by an import.
    pub(super) fn generic_named(&self, scope: usize, name: &str) -> Option<usize> {
        let Definition::Generic(g) = self.lookup(scope, name)? else { return None };
        Some(g)
    }

    /// The instance of a generic class for these types.
    pub(super) fn instance(&self, at: NodeId, g: usize, types: Vec<Type>) -> Type {
        let tree = self.generics[g].1;
        if types.len() != tree.parameters.len() {
            let takes = tree.parameters.len();
            return self.no_type(problem::generic_arguments(
                self.span(at),
                &tree.name.text,
                takes,
                types.len(),
            ));
        }
        let key = (g, types);
        let Some(class) = self.instances.get(&key).copied() else {
            if !self.endless && !key.1.iter().any(has_error) {
                self.report(problem::unknown_type(self.span(at), &tree.name.text, [""; 0]));
            }
            return Type::Error;
        };
        if !self.arranging() {
            self.check_bounds(at, class, tree, &key.1);
        }
        Type::Class(class)
    }

    fn check_bounds(&self, at: NodeId, class: ClassId, tree: &tree::Class, types: &[Type]) {
        let scope = self.classes.get(class.index()).map(|c| c.module);
        for (parameter, ty) in tree.parameters.iter().zip(types) {
            let (Some(scope), Some(bound)) = (scope, &parameter.bound) else { continue };
            let Type::Class(bound) = self.bound_class(scope, bound) else { continue };
            if !matches!(ty, Type::Class(c) if self.is_sub(*c, bound)) {
                let (found, name) = (self.name_of(ty), &parameter.name);
                let declared = self.span(name.id);
                let bound = self.class_name(bound);
                self.report(problem::type_bound(self.span(at), &found, &name.text, bound, declared));
            }
        }
    }

    /// Whether this is the scope of an instance whose type arguments violate their bounds, which is reported where
    /// they are written.
    pub(super) fn breaks_bounds(&self, scope: usize) -> bool {
        let mut made = self.instances.iter();
        let made = made.find(|(_, c)| self.classes.get(c.index()).is_some_and(|c| c.module == scope));
        made.is_some_and(|((g, types), class)| !self.fits_bounds(*g, *class, types))
    }

    /// Whether the type arguments of an instance satisfy the bounds of the parameters.
    fn fits_bounds(&self, g: usize, class: ClassId, types: &[Type]) -> bool {
        let (before, tree) = (self.problem_count(), self.generics[g].1);
        self.quietly(|| {
            self.check_bounds(tree.name.id, class, tree, types);
            self.problem_count() == before
        })
    }

    /// The type of a bound, without checking the bounds of its own type arguments, which are reported where it stands.
    fn bound_class(&self, scope: usize, bound: &TypeRef) -> Type {
        match &bound.kind {
            TypeKind::Generic(name, args) => {
                let types = args.iter().map(|a| self.bound_class(scope, a)).collect();
                let g = self.generic_named(scope, &name.text);
                let class = g.and_then(|g| self.instances.get(&(g, types)));
                class.map_or(Type::Error, |c| Type::Class(*c))
            }
            _ => self.quietly(|| self.resolve(scope, bound)),
        }
    }

    pub(super) fn bare_generic(&self, at: NodeId, g: usize) -> Problem {
        let tree = self.generics[g].1;
        let names: Vec<&str> = tree.parameters.iter().map(|p| p.name.text.as_str()).collect();
        problem::bare_generic(self.span(at), &tree.name.text, &names)
    }

    /// `extends Bag<T>`
    pub(super) fn generic_parent(&mut self, scope: usize, name: &Name, args: &[TypeRef]) -> Option<ClassId> {
        let kind = TypeKind::Generic(name.clone(), args.to_vec());
        match self.resolve(scope, &TypeRef { id: name.id, kind }) {
            Type::Class(c) => Some(c),
            Type::Error => None,
            _ => self.refuse(problem::not_a_class(self.span(name.id), &name.text, "a collection")),
        }
    }

    /// The class that every argument for a type parameter must extend.
    pub(super) fn find_bound(&mut self, found: &Found<'t>) -> Option<ClassId> {
        let bound = found.bound?;
        match self.resolve(found.module, bound) {
            Type::Class(c) => Some(c),
            Type::Error => None,
            _ => self.refuse(problem::bound_no_class(self.span(bound.id), &found.name)),
        }
    }

    /// Whether nothing is known of values of this class: it stands for a type parameter without a bound.
    pub(super) fn is_opaque(&self, class: ClassId) -> bool {
        self.opaque.contains(&class) && self.game.classes[class.index()].parent.is_none()
    }

    /// Whether it is a generic class that is only checked by itself, so that there are no objects of it.
    pub(super) fn is_by_itself(&self, class: ClassId) -> bool {
        let made = self.instances.iter().find(|(_, c)| **c == class);
        made.is_some_and(|((_, types), _)| types.iter().any(|ty| self.has_by_itself(ty)))
    }

    fn has_by_itself(&self, ty: &Type) -> bool {
        match ty {
            Type::Class(c) => self.opaque.contains(c) || self.is_by_itself(*c),
            _ => ty.parts().into_iter().any(|t| self.has_by_itself(t)),
        }
    }

    /// Marks the classes that exist only to be checked.
    pub(super) fn mark_generics_by_themselves(&mut self) {
        for i in 0..self.game.classes.len() {
            let class = ClassId(i as u32);
            self.game.classes[i].by_itself = self.opaque.contains(&class) || self.is_by_itself(class);
        }
    }

    // ---- problems ----

    /// Adds to all problems but the first `before` in which instance of a generic class they occur; drops them if its
    /// type arguments violate their bounds.
    pub(super) fn note_instance(&self, class: Option<ClassId>, before: usize) {
        if self.problem_count() <= before || class.is_none() {
            return;
        }
        let made = self.instances.iter().find(|(_, c)| Some(**c) == class);
        let Some(((g, types), class)) = made else { return };
        if self.is_by_itself(*class) {
            return;
        }
        if !self.fits_bounds(*g, *class, types) {
            return self.problems.borrow_mut().truncate(before);
        }
        for problem in &mut self.problems.borrow_mut()[before..] {
            problem.hints.push(format!("it is wrong in `{}`", self.class_name(*class)));
        }
    }

    /// Keeps one problem of each code for each place in a generic class: that of the class by itself if there is one.
    pub(super) fn report_generics_once(&self) {
        let generics: Vec<Span> = self.generics.iter().map(|(_, tree)| self.span(tree.id)).collect();
        let inside =
            |s: &Span| generics.iter().any(|g| g.file == s.file && g.start <= s.start && s.end <= g.end);
        let mut reported = BTreeSet::new();
        self.problems.borrow_mut().retain(|p| !inside(&p.span) || reported.insert((p.span, p.code)));
    }
}

/// How deeply types are nested, including the type arguments of instances.
fn depth(ty: &Type, found: &[Found<'_>]) -> usize {
    match ty {
        Type::Class(c) => c.index().checked_sub(ClassId::BUILT_IN).map_or(0, |i| found[i].depth),
        _ => ty.parts().into_iter().map(|t| depth(t, found) + 1).max().unwrap_or(0),
    }
}

fn has_error(ty: &Type) -> bool {
    *ty == Type::Error || ty.parts().into_iter().any(has_error)
}
