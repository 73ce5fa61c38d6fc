//! Which names each module declares and sees. It knows no types.

use super::problems as problem;
use super::world::{Definition, Entry, In, Scope, World};
use crate::typed::{BoardId, ClassId, DiceId, EnumId, FunctionId, TurnId, ZoneId};
use base::NodeId;
use language::limits::MAX_HANDED_ON;
use language::tree::{self, ClassKind, Item, Name, Visibility};
use std::collections::BTreeMap;

/// The types that are no classes: no other type can have their names.
const TYPES: [&str; 3] = ["number", "string", "bool"];

/// The classes that every module sees, in the order of their numbers.
pub(super) const BUILT_IN: [&str; ClassId::BUILT_IN] =
    ["Tile", "Interactable", "PlayerChoiceEvent", "NoChoiceEvent", "Moved", "Edge", "Modifier", "Corner"];

impl World<'_> {
    /// Finds all declarations and what each module sees. Classes get numbers in the order in which they are
    /// found, which [`World::arrange_classes`] changes. False if files hand on too many names.
    pub(super) fn collect(&mut self) -> bool {
        let mut counts = Counts { class: ClassId::BUILT_IN as u32, ..Counts::default() };
        for m in 0..self.modules.len() {
            let scope = self.own_names(m, &mut counts);
            self.scopes.push(scope);
        }
        let mut all = 0;
        for m in 0..self.modules.len() {
            self.scopes[m].handed = self.handed(m);
            all += self.scopes[m].handed.len();
            if let (true, Some(import)) = (all > MAX_HANDED_ON, self.modules[m].imports.first()) {
                self.report(problem::too_many_handed_on(self.span(import.id), MAX_HANDED_ON));
                return false;
            }
        }
        for m in 0..self.modules.len() {
            self.bring_imports(m);
        }
        self.check_circles();
        for m in 0..self.modules.len() {
            if self.modules[m].is_tests {
                self.bring_the_game(m);
            }
        }
        true
    }

    fn own_names(&mut self, m: usize, counts: &mut Counts) -> Scope {
        let mut scope = Scope::default();
        for (i, name) in BUILT_IN.into_iter().enumerate() {
            let definition = Definition::Class(ClassId(i as u32));
            scope.all.insert(name.to_owned(), Entry { definition, at: None });
        }
        let module = &self.modules[m];
        for item in &module.items {
            let (name, definition) = match item {
                Item::Enum(e) => (&e.name, Definition::Enum(EnumId(add(&mut self.enums, m, e)))),
                Item::Class(c) if !c.parameters.is_empty() => {
                    (&c.name, Definition::Generic(add(&mut self.generics, m, c) as usize))
                }
                Item::Class(c) => (&c.name, Definition::Class(ClassId(next(&mut counts.class)))),
                Item::Function(f) => (&f.name, Definition::Function(FunctionId(next(&mut counts.function)))),
                Item::Board(b) => (&b.name, Definition::Board(BoardId(add(&mut self.boards, m, b)))),
                Item::Zone(z) => (&z.name, Definition::Zone(ZoneId(add(&mut self.zones, m, z)))),
                Item::Dice(d) => (&d.name, Definition::Dice(DiceId(add(&mut self.dice, m, d)))),
                Item::Turn(t) => (&t.name, Definition::Turn(TurnId(add(&mut self.turns, m, t)))),
                Item::Option(o) => (&o.name, Definition::Option(add(&mut self.options, m, o) as usize)),
                Item::Const(c) => {
                    (&c.name, Definition::Const(add(&mut self.constants.declared, m, c) as usize))
                }
                Item::Extend(_)
                | Item::Setup(_)
                | Item::Test(_)
                | Item::Layers(_)
                | Item::Look(_)
                | Item::Words(_) => {
                    continue;
                }
            };
            if let Item::Class(_) | Item::Enum(_) = item {
                self.type_named_free(name);
            }
            self.add_own(&mut scope, name, definition);
        }
        scope
    }

    fn add_own(&mut self, scope: &mut Scope, name: &Name, definition: Definition) {
        if name.text.is_empty() {
            return;
        }
        if let Some(first) = scope.all.get(&name.text) {
            return self.report(self.taken(name, first.definition.what(), first.at));
        }
        let entry = Entry { definition, at: Some(name.id) };
        scope.own.insert(name.text.clone(), entry);
        scope.all.insert(name.text.clone(), entry);
    }

    /// Why a name cannot be declared in a module: the module sees it already.
    pub(super) fn name_refused(&self, module: usize, name: &Name) -> Option<base::Problem> {
        self.entry(module, &name.text).map(|first| self.taken(name, first.definition.what(), first.at))
    }

    /// The option or constant of that name, which stands where no variable is known, so that none may hide it.
    pub(super) fn constant_named(&self, module: usize, name: &str) -> Option<(&'static str, Option<NodeId>)> {
        let is_fixed = |e: &&Entry| matches!(e.definition, Definition::Option(_) | Definition::Const(_));
        let found = self.entry(module, name).filter(is_fixed);
        found.map(|e| (e.definition.what(), e.at))
    }

    /// Reports a type whose name is that of one that is built in.
    pub(super) fn type_named_free(&self, name: &Name) {
        if TYPES.contains(&name.text.as_str()) {
            self.report(problem::fixed_name(self.span(name.id), &name.text));
        }
    }

    /// The problem that a name is visible already.
    pub(super) fn taken(&self, name: &Name, what: &str, first: Option<NodeId>) -> base::Problem {
        problem::name_taken(self.span(name.id), &name.text, what, first.map(|at| self.span(at)))
    }

    fn bring_imports(&mut self, m: usize) {
        let mut seen: BTreeMap<usize, NodeId> = BTreeMap::new();
        for (i, import) in self.modules[m].imports.iter().enumerate() {
            let link = self.link(m, i);
            if link.is_none() {
                self.scopes[m].incomplete = true;
            }
            if let Some(first) = link.and_then(|l| seen.insert(l, import.id)) {
                self.report(problem::imported_twice(self.span(import.id), &import.path, self.span(first)));
                continue;
            }
            match (&import.alias, link) {
                (Some(alias), link) => self.add_alias(m, alias, link),
                (None, Some(from)) => self.bring(m, from, import.id),
                (None, None) => {}
            }
        }
    }

    fn add_alias(&mut self, m: usize, alias: &Name, link: Option<usize>) {
        if let Some(problem) = self.name_refused(m, alias) {
            return self.report(problem);
        }
        let entry = Entry { definition: Definition::Module(link), at: Some(alias.id) };
        self.scopes[m].all.insert(alias.text.clone(), entry);
        self.scopes[m].imports.extend(link.map(|m| (alias.text.clone(), m)));
    }

    /// The names of a module and of those whose names it hands on, directly or through others; its own come first.
    fn handed(&self, m: usize) -> BTreeMap<String, Entry> {
        let (mut handed, mut seen, mut open) = (BTreeMap::new(), vec![false; self.modules.len()], vec![m]);
        while let Some(m) = open.pop() {
            if std::mem::replace(&mut seen[m], true) {
                continue;
            }
            for (name, entry) in &self.scopes[m].own {
                handed.entry(name.clone()).or_insert(*entry);
            }
            for (i, import) in self.modules[m].imports.iter().enumerate().filter(|(_, i)| i.is_exported) {
                match (&import.alias, self.link(m, i)) {
                    (Some(alias), link) => {
                        let entry = Entry { definition: Definition::Module(link), at: Some(alias.id) };
                        handed.entry(alias.text.clone()).or_insert(entry);
                    }
                    (None, link) => open.extend(link),
                }
            }
        }
        handed
    }

    /// Makes all that the main file sees visible in the file of its tests.
    fn bring_the_game(&mut self, tests: usize) {
        let game = self.scopes[0].clone();
        for (name, entry) in game.all {
            match self.scopes[tests].all.get(&name) {
                Some(there) if there.definition == entry.definition => {}
                Some(there) => {
                    let (at, first) = (there.at.unwrap_or_default(), entry.at.map(|at| self.span(at)));
                    let brings =
                        |l: Option<usize>| l.is_some_and(|l| self.scopes[l].handed.contains_key(&name));
                    let import =
                        (0..).zip(&self.modules[tests].imports).find(|(i, _)| brings(self.link(tests, *i)));
                    let own = self.scopes[tests].own.contains_key(&name);
                    self.report(match import.filter(|_| !own) {
                        Some((_, import)) => {
                            let places = (first, Some(self.span(at)));
                            problem::import_clash(self.span(import.id), &name, places)
                        }
                        None => problem::name_taken(self.span(at), &name, entry.definition.what(), first),
                    });
                }
                None => drop(self.scopes[tests].all.insert(name, entry)),
            }
        }
        self.scopes[tests].imports.extend(game.imports);
        self.scopes[tests].incomplete |= game.incomplete;
        for item in &self.modules[tests].items {
            if let Some((name, what)) = foreign_to_tests(item) {
                self.report(problem::in_tests(self.span(name), what));
            }
        }
        self.check_imports_of_tests(tests);
    }

    /// Reports imports that only the tests need, and that would add something to the game.
    fn check_imports_of_tests(&self, tests: usize) {
        let below = self.reached([tests]);
        let of_game = self.reached((0..self.modules.len()).filter(|m| *m == 0 || !below[*m]));
        for (i, import) in self.modules[tests].imports.iter().enumerate() {
            let brought = self.reached(self.link(tests, i));
            let new = (0..).zip(self.modules).filter(|(m, _)| brought[*m] && !of_game[*m]);
            let foreign = new.flat_map(|(_, m)| &m.items).find_map(foreign_to_tests);
            if let Some((_, what)) = foreign {
                self.report(problem::tests_import(self.span(import.id), &import.path, what));
            }
        }
    }

    /// Which modules some modules are or import, directly or through others.
    fn reached(&self, from: impl IntoIterator<Item = usize>) -> Vec<bool> {
        let (mut reached, mut open) = (vec![false; self.modules.len()], from.into_iter().collect::<Vec<_>>());
        while let Some(m) = open.pop() {
            if !std::mem::replace(&mut reached[m], true) {
                open.extend((0..self.modules[m].imports.len()).filter_map(|i| self.link(m, i)));
            }
        }
        reached
    }

    /// Makes all that module `from` hands on visible in module `m`.
    fn bring(&mut self, m: usize, from: usize, import: NodeId) {
        for (name, entry) in self.scopes[from].handed.clone() {
            match self.scopes[m].all.get(&name) {
                Some(there) if there.definition == entry.definition => {}
                Some(there) => {
                    let spans = (there.at.map(|at| self.span(at)), entry.at.map(|at| self.span(at)));
                    self.report(problem::import_clash(self.span(import), &name, spans));
                }
                None => drop(self.scopes[m].all.insert(name, entry)),
            }
        }
    }

    /// Files that import each other: the path of links from a module back to itself, reported once.
    fn check_circles(&mut self) {
        let mut state = vec![0_u8; self.modules.len()];
        for start in 0..self.modules.len() {
            let mut path: Vec<(usize, usize)> = Vec::new();
            if state[start] == 0 {
                state[start] = 1;
                path.push((start, 0));
            }
            while let Some((m, next)) = path.last_mut() {
                let (module, i) = (*m, *next);
                *next += 1;
                if i >= self.modules[module].imports.len() {
                    state[module] = 2;
                    path.pop();
                    continue;
                }
                let Some(to) = self.link(module, i) else { continue };
                match state[to] {
                    0 => {
                        state[to] = 1;
                        path.push((to, 0));
                    }
                    1 => self.report_circle(&path, to, module, i),
                    _ => {}
                }
            }
        }
    }

    fn report_circle(&mut self, path: &[(usize, usize)], to: usize, module: usize, import: usize) {
        let modules = self.modules;
        let from = path.iter().position(|p| p.0 == to).unwrap_or(0);
        let steps = path[from..].iter().filter_map(|(m, next)| modules[*m].imports.get(next.checked_sub(1)?));
        let circle: Vec<&str> = steps.map(|i| i.path.as_str()).collect();
        let import = &modules[module].imports[import];
        self.report(problem::import_circle(self.span(import.id), &circle));
    }
}

/// Where something stands in a file of tests that would be a part of the game, and what it is.
fn foreign_to_tests(item: &Item) -> Option<(NodeId, &'static str)> {
    let what = match item {
        Item::Class(class) => return foreign_class(class),
        Item::Test(_) | Item::Function(_) | Item::Enum(_) | Item::Const(_) => return None,
        Item::Extend(extension) => (extension.name.id, "further cases of an enumeration"),
        Item::Board(board) => (board.name.id, "a board"),
        Item::Zone(zone) => (zone.name.id, "a zone"),
        Item::Dice(dice) => (dice.name.id, "dice"),
        Item::Turn(turn) => (turn.name.id, "a turn"),
        Item::Option(option) => (option.name.id, "an option"),
        Item::Layers(layers) => (layers.id, "layers"),
        Item::Look(look) => (look.target.id, "a look"),
        Item::Words(words) => (words.language.id, "words"),
        Item::Setup(setup) => (setup.id, "`setup`"),
    };
    Some(what)
}

/// The same in a class: all but attributes and functions, by which the game could notice it.
fn foreign_class(class: &tree::Class) -> Option<(NodeId, &'static str)> {
    let blocks = class.befores.iter().map(|b| (b.id, "a `before` block"));
    let actions = class.actions.iter().map(|a| match a.is_after {
        true => (a.id, "an `after` block"),
        false => (a.name.id, "an action"),
    });
    let name = class.name.id;
    match (class.kind, class.visibility, &class.parent) {
        (ClassKind::Interactable, ..) => Some((name, "an interactable")),
        (ClassKind::Event, ..) => Some((name, "an event")),
        (ClassKind::Modifier, ..) => Some((name, "a modifier")),
        (_, Some(Visibility::Global), _) => Some((name, "a global class")),
        (_, _, Some(parent)) => Some((parent.id, "a class that extends another")),
        _ => blocks.chain(actions).next(),
    }
}

/// Adds a declaration; gives its number.
fn add<'t, T>(all: &mut Vec<In<'t, T>>, module: usize, tree: &'t T) -> u32 {
    all.push((module, tree));
    all.len() as u32 - 1
}

#[derive(Default)]
struct Counts {
    class: u32,
    function: u32,
}

fn next(count: &mut u32) -> u32 {
    *count += 1;
    *count - 1
}
