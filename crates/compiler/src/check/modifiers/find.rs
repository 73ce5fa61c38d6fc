//! Finds for whom modifiers are, before classes get their attributes, and what each overrides, once all members are
//! known. It knows no bodies.

use super::super::problems as problem;
use super::super::world::{Definition, World};
use super::{OverrideInfo, Replacement};
use crate::typed::{Attribute, Class, ClassId, ClassKind, FunctionId, Member, ModifierOf, Type};
use base::NodeId;
use language::tree::{self, ExprKind, Item, TypeRef};
use std::collections::BTreeMap;

/// A modifier that names others: the file in which it stands, its class and its declaration.
type Unresolved<'t> = (usize, ClassId, &'t tree::Class);

impl<'t> World<'t> {
    /// Resolves classes, layers and parts of all modifiers.
    pub(crate) fn find_modifiers(&mut self) {
        self.find_layers();
        let found: Vec<Unresolved<'t>> = self
            .classes
            .iter()
            .enumerate()
            .filter_map(|(i, c)| Some((c.module, ClassId(i as u32), c.tree?)))
            .filter(|(.., tree)| tree.modifier.is_some())
            .collect();
        let mut open = Vec::new();
        for (module, class, tree) in found {
            let Some(own) = &tree.modifier else { continue };
            match &own.on {
                Some(on) => self.find_on(module, class, tree, on),
                None => open.push((module, class, tree)),
            }
        }
        self.find_others(open);
        self.find_roots();
    }

    /// The layers of the game: the longest list of all files, in which those of the other files stand in their order.
    fn find_layers(&mut self) {
        let modules: &'t [tree::Module] = self.modules;
        let mut lists: Vec<&'t tree::Layers> = Vec::new();
        for module in modules {
            let mut own = module.items.iter().filter_map(|item| match item {
                Item::Layers(layers) => Some(layers),
                _ => None,
            });
            lists.extend(own.next());
            own.for_each(|again| self.report(problem::layers_twice(self.span(again.id))));
        }
        let longest = lists.iter().map(|l| l.names.len()).max();
        let Some(at) = lists.iter().position(|l| Some(l.names.len()) == longest) else { return };
        for (i, list) in lists.iter().enumerate() {
            self.report_repeated(list.names.iter(), "a layer");
            let mut all = lists[at].names.iter();
            if !list.names.iter().all(|name| all.any(|n| n.text == name.text)) {
                self.modifiers.disordered = true;
                self.report(problem::layers_differ(
                    self.span(lists[i.min(at)].id),
                    self.span(lists[i.max(at)].id),
                ));
            }
        }
        // Names that stand elsewhere only were reported there.
        for name in lists[at].names.iter().chain(lists.iter().flat_map(|l| &l.names)) {
            if !self.modifiers.layers.contains(&name.text) {
                self.modifiers.layers.push(name.text.clone());
            }
        }
    }

    /// The number of a layer by its name; reports if there is none.
    pub(crate) fn layer(&self, name: &tree::Name) -> usize {
        let layers = &self.modifiers.layers;
        layers.iter().position(|l| *l == name.text).unwrap_or_else(|| {
            if !name.text.is_empty() {
                self.report(problem::unknown_layer(self.span(name.id), &name.text, layers));
            }
            0
        })
    }

    fn find_on(&mut self, module: usize, class: ClassId, tree: &'t tree::Class, on: &TypeRef) {
        let at = self.span(on.id);
        let on = match self.resolve(module, on) {
            Type::Class(class) => class,
            Type::Error => return,
            other => return self.report(problem::modifier_on(at, &self.name_of(&other))),
        };
        let kind = self.kind(on);
        if on.index() < ClassId::BUILT_IN || matches!(kind, ClassKind::Event | ClassKind::Modifier) {
            return self.report(problem::modifier_on(at, self.class_name(on)));
        }
        let affected = tree.modifier.as_deref().and_then(|own| self.find_affected(module, own));
        self.add_modifier(module, class, tree, on, affected);
    }

    /// Whom a modifier says that it reaches.
    fn find_affected(&mut self, module: usize, own: &tree::Modifier) -> Option<ClassId> {
        let of = &own.affects.as_ref()?.of;
        match self.resolve(module, &of.ty) {
            Type::Class(c) if c.index() >= ClassId::BUILT_IN && self.kind(c) != ClassKind::Event => Some(c),
            Type::Error => None,
            other => self.refuse(problem::modifier_on(self.span(of.ty.id), &self.name_of(&other))),
        }
    }

    fn add_modifier(
        &mut self,
        module: usize,
        class: ClassId,
        tree: &'t tree::Class,
        on: ClassId,
        affected: Option<ClassId>,
    ) {
        let Some(own) = tree.modifier.as_deref() else { return };
        let parent = self.game.classes[class.index()].parent.filter(|p| *p != ClassId::MODIFIER);
        let parent = parent.and_then(|p| self.modifier(p));
        let above = parent.map(|p| &self.modifiers.all[p]);
        let layer = own.layer.as_ref().map(|name| self.layer(name));
        let layer = layer.or(above.map(|p| p.layer)).unwrap_or(0);
        let affected = affected.or(above.and_then(|p| p.affected));
        let mut params = above.map_or(Vec::new(), |p| p.params.clone());
        for input in &own.params {
            let optional = matches!(&input.source, tree::InputSource::Given(Some(_)));
            let ty = self.resolve(module, &input.ty);
            params.push(super::ParamInfo { name: input.name.text.clone(), ty, optional });
        }
        self.game.classes[class.index()].modifier = Some(ModifierOf { on, params: Vec::new() });
        self.modifiers.all.push(super::ModifierInfo {
            module,
            class,
            tree,
            own,
            parent,
            on,
            layer,
            affected,
            params,
            overrides: Vec::new(),
        });
    }

    /// The class of a modifier that is named where a part or an argument stands.
    pub(crate) fn modifier_class(&self, module: usize, e: &tree::Expr) -> Option<ClassId> {
        if let ExprKind::Call(callee, _) = &e.kind {
            return self.modifier_class(module, callee);
        }
        match self.lookup_expr(module, e)? {
            Definition::Class(c) if self.kind(c) == ClassKind::Modifier && c != ClassId::MODIFIER => Some(c),
            _ => None,
        }
    }

    /// Compositions and those that extend others, each as soon as it is known what those that it names are for. A
    /// composition is for the lowest of the classes that its parts are for, which must be of one line.
    fn find_others(&mut self, mut open: Vec<Unresolved<'t>>) {
        let mut waiting: BTreeMap<ClassId, Vec<Unresolved<'t>>> = BTreeMap::new();
        open.reverse();
        while let Some(next) = open.pop() {
            match self.find_other(next) {
                Ok(()) => open.extend(waiting.remove(&next.1).unwrap_or_default()),
                Err(unknown) => waiting.entry(unknown).or_default().push(next),
            }
        }
        let mut left: Vec<Unresolved<'t>> = waiting.into_values().flatten().collect();
        left.sort_by_key(|(_, class, _)| *class);
        for (_, _, tree) in left.iter().filter(|o| o.2.modifier.as_ref().is_some_and(|m| !m.parts.is_empty()))
        {
            // Parts that are no modifiers were reported; what is left goes in a circle, or leans on something broken.
            self.report(problem::composition_circle(self.span(tree.name.id), &tree.name.text));
        }
    }

    /// Finds what a modifier is for, unless one that it names is not known yet: that one, then.
    fn find_other(&mut self, (module, class, tree): Unresolved<'t>) -> Result<(), ClassId> {
        let parent = self.game.classes[class.index()].parent.filter(|p| *p != ClassId::MODIFIER);
        let above = match parent {
            Some(p) => Some(self.holder_class(p).ok_or(p)?),
            None => None,
        };
        let Some(own) = tree.modifier.as_deref() else { return Ok(()) };
        if !own.parts.is_empty() {
            return self.find_composition(module, class, tree, above);
        }
        // What extends nothing that is a modifier is broken, which was reported.
        if let Some(on) = above {
            let affected = self.find_affected(module, own);
            self.add_modifier(module, class, tree, on, affected);
        }
        Ok(())
    }

    fn find_composition(
        &mut self,
        module: usize,
        class: ClassId,
        tree: &'t tree::Class,
        mut on: Option<ClassId>,
    ) -> Result<(), ClassId> {
        let Some(own) = tree.modifier.as_deref() else { return Ok(()) };
        for part in &own.parts {
            let Some(c) = self.modifier_class(module, part) else {
                self.report(problem::no_modifier(self.span(part.id)));
                return Ok(());
            };
            let part_on = self.holder_class(c).ok_or(c)?;
            on = match on {
                None => Some(part_on),
                Some(o) if self.is_sub(o, part_on) => Some(o),
                Some(o) if self.is_sub(part_on, o) => Some(part_on),
                Some(o) => {
                    let names = (self.class_name(o), self.class_name(part_on));
                    self.report(problem::parts_differ(self.span(part.id), names.0, names.1));
                    return Ok(());
                }
            };
        }
        if let Some(on) = on {
            self.add_modifier(module, class, tree, on, None);
        }
        Ok(())
    }

    /// The topmost classes whose objects keep applications: those that modifiers are for, and those that declare
    /// what modifiers touch.
    fn find_roots(&mut self) {
        let mut roots: Vec<ClassId> = Vec::new();
        for m in &self.modifiers.all {
            let target = m.affected.unwrap_or(m.on);
            roots.push(m.on);
            roots.push(target);
            let functions = m.tree.functions.iter().filter(|f| f.is_override).map(|f| &f.name.text);
            roots.extend(functions.filter_map(|name| self.declaring(target, name)));
            roots.extend(m.own.changes.iter().filter_map(|c| self.declaring(target, &c.name.text)));
        }
        let all = roots.clone();
        roots.retain(|r| !all.iter().any(|o| o != r && self.is_sub(*r, *o)));
        roots.sort_unstable();
        roots.dedup();
        self.modifiers.roots = roots;
    }

    /// The topmost class up the line that declares an attribute or a function of that name.
    fn declaring(&self, class: ClassId, name: &str) -> Option<ClassId> {
        let declares = |c: &ClassId| {
            let Some(tree) = self.classes[c.index()].tree else { return false };
            let attribute = tree.attributes.iter().any(|a| a.name.text == name);
            attribute || tree.functions.iter().any(|f| f.name.text == name)
        };
        self.line(class).filter(declares).last()
    }

    /// The attributes in which the objects of a class keep their applications and what those make of it, if it is the
    /// topmost that does.
    pub(crate) fn list_attribute(&self, class: ClassId) -> Option<[Attribute; 2]> {
        let ty = || Type::Class(ClassId::MODIFIER);
        let make = |name, ty| Attribute::new(name, NodeId(0), ty, class);
        let both = || [make(Class::APPLICATIONS, Type::list(ty())), make(Class::SETTLED, ty())];
        self.modifiers.roots.contains(&class).then(both)
    }

    /// The parameters of a modifier as attributes of its applications.
    pub(crate) fn modifier_attributes(&mut self, class: ClassId) {
        let Some(of) = self.game.classes[class.index()].modifier.clone() else { return };
        self.game.classes[class.index()].attributes[ModifierOf::HOLDER as usize].ty = Type::Class(of.on);
        let Some(m) = self.modifier(class) else { return };
        let above = self.modifiers.all[m].parent.map(|p| self.modifiers.all[p].class);
        let above = above.and_then(|p| self.game.classes[p.index()].modifier.as_ref());
        let mut params = above.map_or(Vec::new(), |above| above.params.clone());
        let inherited = params.len();
        for i in 0..self.modifiers.all[m].own.params.len() {
            let info = &self.modifiers.all[m];
            let (name, ty) = (info.own.params[i].name.clone(), info.params[inherited + i].ty.clone());
            params.push(self.game.classes[class.index()].attributes.len() as u32);
            // A name that is taken is reported, and the place of the others stays.
            self.member_is_free(class, &name);
            let attribute = Attribute::new(&name.text, name.id, ty, class);
            self.game.classes[class.index()].attributes.push(attribute);
        }
        if let Some(of) = &mut self.game.classes[class.index()].modifier {
            of.params = params;
        }
    }
}

impl<'t> World<'t> {
    pub(crate) fn declare_modifiers(&mut self) {
        for m in 0..self.modifiers.all.len() {
            let info = &self.modifiers.all[m];
            let (class, own, target) = (info.class, info.own, info.affected.unwrap_or(info.on));
            for i in 0..self.functions.len() {
                let f = &self.functions[i];
                if f.class == Some(class) && f.tree.is_override && !self.is_own_function(class, f.tree) {
                    self.declare_override(m, target, FunctionId(i as u32));
                }
            }
            self.report_repeated(own.changes.iter().map(|c| &c.name), "an overridden attribute");
            for change in &own.changes {
                self.declare_change(m, target, change);
            }
            if let Some(affects) = &own.affects {
                self.warn_beside(m, affects);
                self.affects_once(m, affects);
            }
        }
    }

    /// Whether a function of a modifier overrides one of the modifier that it extends, not one of the objects that have it.
    pub(crate) fn is_own_function(&self, class: ClassId, f: &tree::Function) -> bool {
        let parent = self.game.classes[class.index()].parent;
        self.kind(class) == ClassKind::Modifier
            && parent.is_some_and(|p| self.method(p, &f.name.text).is_some())
    }

    fn declare_override(&mut self, m: usize, target: ClassId, f: FunctionId) {
        let tree = self.functions[f.index()].tree;
        let Some(root) = self.method(target, &tree.name.text) else {
            let known = self.classes[target.index()].functions.iter().map(|f| f.0.as_str());
            let class = self.class_name(target);
            let (at, name) = (self.span(tree.name.id), &tree.name.text);
            return self.report(problem::nothing_to_modify(at, class, name, known));
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
        let layer = self.modifiers.all[m].layer;
        self.modifiers.all[m].overrides.push(OverrideInfo { member, class, name, layer, ty, by });
    }

    /// Whom a modifier reaches stays as it is in those that extend it.
    fn affects_once(&self, m: usize, affects: &tree::Affects) {
        let all = &self.modifiers.all;
        let mut above = std::iter::successors(all[m].parent, |p| all[*p].parent).map(|p| &all[p]);
        if let Some(above) = above.find(|p| p.own.affects.is_some() || !p.overrides.is_empty()) {
            self.report(problem::affects_again(self.span(affects.id), self.class_name(above.class)));
        }
    }

    /// What else stands in a modifier beside `affects` is about the object that has it.
    fn warn_beside(&mut self, m: usize, affects: &tree::Affects) {
        let tree = self.modifiers.all[m].tree;
        let befores = tree.befores.iter().map(|b| (b.event.id, format!("`before {}`", b.event.text)));
        let actions = tree.actions.iter().map(|a| match a.is_after {
            true => (a.name.id, format!("`after {}`", a.name.text)),
            false => (a.name.id, format!("the action `{}`", a.name.text)),
        });
        for (at, what) in befores.chain(actions) {
            let (at, of) = (self.span(at), self.span(affects.id));
            self.report(problem::beside_affects(at, [&what, &tree.name.text], of));
        }
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
        let layer = self.layer_of_change(m, target, index, change);
        let (member, name, by) = (Member::Attribute(index), name.clone(), Replacement::Attribute(change));
        self.modifiers.all[m].overrides.push(OverrideInfo { member, class: declares, name, layer, ty, by });
    }

    /// Its own layer, else that of the attribute, else that of the modifier.
    fn layer_of_change(&self, m: usize, target: ClassId, index: u32, change: &tree::Change) -> usize {
        let of_attribute = self.game.classes[target.index()].attributes[index as usize].layer;
        let Some(own) = &change.layer else { return of_attribute.unwrap_or(self.modifiers.all[m].layer) };
        let layer = self.layer(own);
        if let Some(first) = of_attribute.filter(|first| *first > layer && !self.modifiers.disordered) {
            let names = [change.name.text.as_str(), &own.text, &self.modifiers.layers[first]];
            self.report(problem::override_too_early(self.span(own.id), names));
        }
        layer
    }
}
