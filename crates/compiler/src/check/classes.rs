//! Classes: who extends whom, which attributes, functions and actions each has. It knows nothing of bodies.

use super::names::BUILT_IN;
use super::problems as problem;
use super::world::{ClassInfo, Definition, World};
use crate::typed::{Attribute, Class, ClassId, ClassKind, Type, Visibility};
use base::NodeId;
use language::tree::{self, Item};

/// What an attribute is called where its name is taken.
pub(super) const ATTRIBUTE: &str = "an attribute of the class";

/// A class of the program as it was found.
pub(super) struct Found<'t> {
    /// The scope of its text.
    pub module: usize,
    /// None for what stands for a type parameter.
    pub tree: Option<&'t tree::Class>,
    pub name: String,
    pub at: NodeId,
    /// By the numbers of [`World::collect`].
    pub parent: Option<ClassId>,
    /// What may stand for a type parameter.
    pub bound: Option<&'t tree::TypeRef>,
    /// How deep the types are that a generic class made this of.
    pub depth: usize,
}

impl<'t> Found<'t> {
    pub(super) fn new(module: usize, tree: &'t tree::Class, name: String) -> Found<'t> {
        Found { module, tree: Some(tree), name, at: tree.name.id, parent: None, bound: None, depth: 0 }
    }
}

impl<'t> World<'t> {
    /// Numbers the classes, parents before children, and gives each its name, kind and parent.
    pub(super) fn arrange_classes(&mut self) {
        let mut found = self.found_classes();
        let plain = found.len();
        let opaque = self.instantiate_all(&mut found);
        for class in &mut found {
            class.parent = match class.tree {
                Some(tree) => self.find_parent(class.module, tree),
                None => self.find_bound(class),
            };
        }
        self.cut_circles(&mut found);
        // Generic classes by themselves come first, so that what is wrong in them is reported there.
        let order = order(&found, (plain..plain + opaque).chain(0..found.len()));
        let mut numbers = vec![ClassId::TILE; found.len()];
        for (number, i) in order.iter().enumerate() {
            numbers[*i] = ClassId((number + ClassId::BUILT_IN) as u32);
        }
        let renumber = |c: ClassId| c.index().checked_sub(ClassId::BUILT_IN).map_or(c, |i| numbers[i]);
        for scope in &mut self.scopes {
            let all = scope.own.values_mut().chain(scope.handed.values_mut()).chain(scope.all.values_mut());
            for entry in all {
                if let Definition::Class(c) = &mut entry.definition {
                    *c = renumber(*c);
                }
            }
        }
        self.renumber_instances(&renumber);
        self.add_built_in();
        for i in order {
            let parent = found[i].parent.map(renumber);
            self.add_class(&found[i], parent);
        }
        self.game.piece = self.common_piece();
    }

    fn found_classes(&self) -> Vec<Found<'t>> {
        let modules: &'t [tree::Module] = self.modules;
        let mut found = Vec::new();
        for (module, m) in modules.iter().enumerate() {
            for item in &m.items {
                if let Item::Class(tree) = item
                    && tree.parameters.is_empty()
                {
                    found.push(Found::new(module, tree, tree.name.text.clone()));
                }
            }
        }
        found
    }

    fn find_parent(&mut self, module: usize, class: &tree::Class) -> Option<ClassId> {
        let name = class.parent.as_ref().filter(|n| !n.text.is_empty())?;
        if !class.parent_arguments.is_empty() {
            return self.generic_parent(module, name, &class.parent_arguments);
        }
        match self.lookup(module, &name.text) {
            Some(Definition::Class(c)) => Some(c),
            Some(Definition::Generic(g)) => self.refuse(self.bare_generic(name.id, g)),
            Some(other) => self.refuse(problem::not_a_class(self.span(name.id), &name.text, other.what())),
            None => {
                if !self.scope(module).incomplete {
                    let classes = self
                        .entries(module)
                        .filter(|(_, e)| matches!(e.definition, Definition::Class(_)))
                        .map(|(n, _)| n);
                    self.report(problem::unknown_class(self.span(name.id), &name.text, classes));
                }
                None
            }
        }
    }

    /// Reports each cycle of parents once, and removes one link from it.
    fn cut_circles(&mut self, found: &mut [Found<'t>]) {
        // From which start each class was last visited, and whether its line of parents is known to end.
        let (mut visited, mut ends) = (vec![usize::MAX; found.len()], vec![false; found.len()]);
        for start in 0..found.len() {
            let mut path = vec![start];
            let mut leads_to_circle = false;
            while let Some(p) = path.last().and_then(|i| parent_index(found, *i)) {
                if p == start {
                    let names: Vec<&str> = path.iter().map(|i| found[*i].name.as_str()).collect();
                    let parent = found[start].tree.and_then(|t| t.parent.as_ref());
                    let at = parent.map_or(found[start].at, |n| n.id);
                    self.report(problem::class_circle(self.span(at), &names));
                    found[start].parent = None;
                    break;
                }
                if visited[p] == start {
                    leads_to_circle = true;
                    break;
                }
                if ends[p] {
                    break;
                }
                visited[p] = start;
                path.push(p);
            }
            if !leads_to_circle {
                path.iter().for_each(|i| ends[*i] = true);
            }
        }
    }

    fn add_built_in(&mut self) {
        use ClassKind::{Event, Piece, Tile};
        let object = ClassKind::Class;
        let kinds = [Tile, Piece, Event, Event, Event, object, ClassKind::Modifier, object];
        for (name, kind) in BUILT_IN.into_iter().zip(kinds) {
            let is_abstract = matches!(kind, Piece | ClassKind::Modifier);
            let class = Class { is_abstract, ..bare(name.to_owned(), NodeId::default(), kind) };
            self.push_class(class, 0, None);
        }
    }

    fn add_class(&mut self, found: &Found<'t>, parent: Option<ClassId>) {
        let Some(tree) = found.tree else { return self.add_opaque(found, parent) };
        let own = match tree.kind {
            tree::ClassKind::Class => ClassKind::Class,
            tree::ClassKind::Interactable => ClassKind::Piece,
            tree::ClassKind::Event => ClassKind::Event,
            tree::ClassKind::Modifier => ClassKind::Modifier,
            tree::ClassKind::Const => ClassKind::Const,
        };
        let above = parent.map(|p| self.kind(p));
        let kind =
            if own == ClassKind::Class && above == Some(ClassKind::Tile) { ClassKind::Tile } else { own };
        let mut parent = parent;
        if let (Some(p), Some(above)) = (parent, above)
            && (above != kind || p == ClassId::MODIFIER)
        {
            let at = self.span(tree.parent.as_ref().map_or(tree.id, |n| n.id));
            let name = self.class_name(p);
            self.report(match above {
                ClassKind::Modifier if kind != ClassKind::Modifier => problem::extends_modifier(at, name),
                ClassKind::Modifier => problem::no_modifier(at),
                _ => problem::other_kind(at, &found.name, kind, name, above),
            });
            parent = None;
        }
        if kind == ClassKind::Modifier && parent.is_none() {
            parent = Some(ClassId::MODIFIER);
        }
        if kind == ClassKind::Piece && parent.is_none() {
            parent = Some(ClassId::PIECE);
        }
        let class = Class {
            visibility: tree.visibility.unwrap_or(Visibility::Local),
            is_abstract: tree.is_abstract,
            parent,
            ..bare(found.name.clone(), found.at, kind)
        };
        self.push_class(class, found.module, Some(tree));
    }

    fn push_class(&mut self, class: Class, module: usize, tree: Option<&'t tree::Class>) {
        self.game.classes.push(class);
        self.classes.push(ClassInfo { module, tree, functions: Vec::new() });
    }

    /// The class that stands for a type parameter: it has no objects, and the members of its bound.
    fn add_opaque(&mut self, found: &Found<'t>, parent: Option<ClassId>) {
        let class = Class {
            visibility: parent.map_or(Visibility::Local, |p| self.game.classes[p.index()].visibility),
            is_abstract: true,
            parent,
            ..bare(found.name.clone(), found.at, parent.map_or(ClassKind::Class, |p| self.kind(p)))
        };
        self.push_class(class, found.module, None);
    }

    fn common_piece(&self) -> Option<ClassId> {
        let ids = (ClassId::BUILT_IN..self.game.classes.len()).map(|i| ClassId(i as u32));
        let mut pieces = ids.filter(|c| self.kind(*c) == ClassKind::Piece);
        let first = pieces.next()?;
        Some(pieces.fold(first, |a, b| self.common(a, b).unwrap_or(ClassId::PIECE)))
    }

    /// Gives each class its attributes, inherited ones first.
    pub(super) fn declare_attributes(&mut self) {
        let piece = Type::Class(self.piece());
        // `build_boards` makes the tiles more exact.
        let tile = || Type::Class(ClassId::TILE);
        let place = (Class::SPOT, tile());
        let mut edge =
            vec![("from", tile()), ("to", tile()), ("weight", Type::Number), ("oneWay", Type::Bool)];
        edge.push(place.clone());
        let modifier = || Type::Class(ClassId::MODIFIER);
        let ends = Type::function(vec![modifier()], Type::Bool);
        let application = vec![
            ("(holder)", modifier()),
            ("(origin)", modifier()),
            ("(ends)", Type::Number),
            ("(ends if)", ends),
            ("(settled)", modifier()),
        ];
        let built_in = [
            (ClassId::PLAYER_CHOICE, vec![("active", Type::Player)]),
            (ClassId::NO_CHOICE, vec![("active", Type::Player)]),
            (ClassId::MOVED, vec![("piece", piece), ("from", Type::Place), ("to", Type::Place)]),
            (ClassId::EDGE, edge),
            (ClassId::CORNER, vec![place]),
            (ClassId::MODIFIER, application),
        ];
        for (class, attributes) in built_in {
            let make = |(name, ty): (&str, Type)| Attribute::new(name, NodeId(0), ty, class);
            self.game.classes[class.index()].attributes = attributes.into_iter().map(make).collect();
        }
        for class in self.modifiers_last() {
            self.declare_attributes_of(class);
        }
    }

    /// The classes of the program, modifiers behind those that they are for.
    pub(super) fn modifiers_last(&self) -> Vec<ClassId> {
        let all = (ClassId::BUILT_IN..self.game.classes.len()).map(|i| ClassId(i as u32));
        let (modifiers, mut classes): (Vec<ClassId>, Vec<ClassId>) =
            all.partition(|c| self.kind(*c) == ClassKind::Modifier);
        classes.extend(modifiers);
        classes
    }

    fn declare_attributes_of(&mut self, class: ClassId) {
        let (module, tree) = (self.classes[class.index()].module, self.classes[class.index()].tree);
        if let Some(parent) = self.game.classes[class.index()].parent {
            self.game.classes[class.index()].attributes =
                self.game.classes[parent.index()].attributes.clone();
        }
        self.modifier_attributes(class);
        if let Some(list) = self.list_attribute(class) {
            self.game.classes[class.index()].attributes.extend(list);
        }
        let root = self.game.classes[class.index()].parent.is_none();
        if root && self.kind(class) == ClassKind::Event {
            let at = self.game.classes[class.index()].at;
            let attribute = Attribute::new(Class::CANCELLED, at, Type::Bool, class);
            self.game.classes[class.index()].attributes.push(attribute);
        }
        if let Some(tree) = tree.filter(|_| self.kind(class) == ClassKind::Const) {
            self.check_const_class(tree);
        }
        let own = tree.map_or(0, |t| t.attributes.len());
        self.game.classes[class.index()].attributes.reserve_exact(own);
        for a in tree.iter().flat_map(|t| &t.attributes) {
            let ty = self.resolve(module, &a.ty);
            if self.kind(class) == ClassKind::Const && !self.can_be_constant(&ty, true) {
                self.report(problem::const_attribute(self.span(a.ty.id), &self.name_of(&ty)));
            }
            if !self.member_is_free(class, &a.name) {
                continue;
            }
            let secret = a.disclosure == Some(tree::Disclosure::Secret);
            let layer = a.layer.as_ref().map(|layer| self.layer(layer));
            let attribute = Attribute { secret, layer, ..Attribute::new(&a.name.text, a.id, ty, class) };
            self.game.classes[class.index()].attributes.push(attribute);
        }
    }

    /// Whether a class may have a new member of this name; reports if not.
    pub(super) fn member_is_free(&mut self, class: ClassId, name: &tree::Name) -> bool {
        if name.text.is_empty() {
            return false;
        }
        let module = self.classes[class.index()].module;
        let taken = self.member_named(class, &name.text).or_else(|| self.constant_named(module, &name.text));
        let refused = taken.map(|(what, at)| self.taken(name, what, at));
        let free = refused.is_none();
        refused.into_iter().for_each(|problem| self.report(problem));
        free
    }

    /// What kind of member of that name a class has already, and where it is declared.
    pub(super) fn member_named(&self, class: ClassId, name: &str) -> Option<(&'static str, Option<NodeId>)> {
        if let Some(f) = self.method(class, name) {
            return Some(("a function of the class", Some(self.functions[f.index()].tree.name.id)));
        }
        if let Some(a) = self.action(class, name) {
            return Some(("an action of the class", Some(self.actions[a.index()].tree.name.id)));
        }
        if let Some(on) = self.holder_class(class)
            && let Some(found) = self.member_named(on, name)
        {
            return Some(found);
        }
        self.attribute_named(class, name)
    }

    /// The attribute of that name, which a class or the object that has a modifier has already.
    pub(super) fn attribute_named(
        &self,
        class: ClassId,
        name: &str,
    ) -> Option<(&'static str, Option<NodeId>)> {
        if let Some(on) = self.holder_class(class)
            && let Some(found) = self.attribute_named(on, name)
        {
            return Some(found);
        }
        let (index, _) = self.attribute(class, name)?;
        let owner = self.game.classes[class.index()].attributes[index as usize].class;
        let tree = self.classes[owner.index()].tree;
        let at = tree.and_then(|t| t.attributes.iter().find(|a| a.name.text == name)).map(|a| a.name.id);
        Some((ATTRIBUTE, at))
    }
}

/// A class of which nothing else is known yet.
fn bare(name: String, at: NodeId, kind: ClassKind) -> Class {
    Class {
        by_itself: false,
        name,
        at,
        kind,
        visibility: Visibility::Local,
        is_abstract: false,
        parent: None,
        attributes: Vec::new(),
        methods: Vec::new(),
        actions: Vec::new(),
        effect: None,
        order: None,
        grants: Vec::new(),
        modifier: None,
    }
}

fn parent_index(found: &[Found<'_>], i: usize) -> Option<usize> {
    found[i].parent?.index().checked_sub(ClassId::BUILT_IN)
}

/// The classes in an order in which parents stand before children, as close to that of the text as may be.
fn order(found: &[Found<'_>], starts: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut placed = vec![false; found.len()];
    let mut order = Vec::new();
    for start in starts {
        let mut line = Vec::new();
        let mut at = Some(start);
        while let Some(i) = at.filter(|i| !placed[*i]) {
            placed[i] = true;
            line.push(i);
            at = parent_index(found, i);
        }
        order.extend(line.into_iter().rev());
    }
    order
}
