//! What is declared in all modules of a game, as far as it is known. It knows nothing of bodies.

use super::Link;
use crate::typed::{
    ActionId, BoardId, ClassId, ClassKind, Const, DiceId, EnumId, FunctionId, Game, TurnId, Type, ZoneId,
};
use base::{NodeId, Origins, Problem, Span};
use language::option::Choices;
use language::shape::{Geometry, Shape};
use language::tree::{self, Module};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// What a name at the top of a file stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Definition {
    Enum(EnumId),
    Class(ClassId),
    /// A generic class, by its number in [`World::generics`].
    Generic(usize),
    /// A type parameter, by the number of what it stands for in [`World::bound`].
    Bound(usize),
    Function(FunctionId),
    Board(BoardId),
    Zone(ZoneId),
    Dice(DiceId),
    Turn(TurnId),
    /// By number.
    Option(usize),
    /// By number.
    Const(usize),
    /// `import "x" as name`; None if the file could not be loaded.
    Module(Option<usize>),
}

impl Definition {
    /// What it is, for messages.
    pub(super) fn what(self) -> &'static str {
        match self {
            Definition::Enum(_) => "an enumeration",
            Definition::Class(_) => "a class",
            Definition::Generic(_) => "a generic class",
            Definition::Bound(_) => "a type parameter",
            Definition::Function(_) => "a function",
            Definition::Board(_) => "a board",
            Definition::Zone(_) => "a zone",
            Definition::Dice(_) => "dice",
            Definition::Turn(_) => "a turn",
            Definition::Option(_) => "an option",
            Definition::Const(_) => "a constant",
            Definition::Module(_) => "an import",
        }
    }
}

/// A name at the top of a file and where it is declared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub definition: Definition,
    /// None for what is built in.
    pub at: Option<NodeId>,
}

/// The names that a module sees.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    /// Those that it declares itself.
    pub own: BTreeMap<String, Entry>,
    /// Those that its importers see: its own, and what its exported imports bring.
    pub handed: BTreeMap<String, Entry>,
    /// Those, the built-in classes, and what its imports bring.
    pub all: BTreeMap<String, Entry>,
    /// Scopes whose names it sees as well: the first that has a name says what it means, and before [`Scope::all`].
    pub beyond: Vec<usize>,
    /// What its imports are called.
    pub imports: BTreeMap<String, usize>,
    /// An import could not be loaded, so that unknown names may be in there.
    pub incomplete: bool,
}

pub(super) struct ClassInfo<'t> {
    /// The scope of its text: that of a module, or of its own for what a generic class makes.
    pub module: usize,
    /// None for what is built in.
    pub tree: Option<&'t tree::Class>,
    /// Functions that can be called on it, inherited ones too, by the first declaration up the line.
    pub functions: Vec<(String, FunctionId)>,
}

#[derive(Clone)]
pub(super) struct ParamInfo {
    pub name: String,
    pub ty: Type,
    /// May be left out.
    pub optional: bool,
}

pub(super) struct FunctionInfo<'t> {
    pub module: usize,
    pub class: Option<ClassId>,
    pub tree: &'t tree::Function,
    pub params: Vec<ParamInfo>,
    /// The types of all inputs, those that ask too.
    pub inputs: Vec<Type>,
    pub returns: Type,
}

impl FunctionInfo<'_> {
    /// What calls see of the parameters.
    pub(super) fn shape(&self) -> Vec<(&str, &Type)> {
        self.params.iter().map(|p| (p.name.as_str(), &p.ty)).collect()
    }
}

pub(super) struct ActionInfo<'t> {
    pub module: usize,
    pub class: ClassId,
    pub tree: &'t tree::Action,
    pub inputs: Vec<(String, Type)>,
}

/// A declaration with the module it stands in.
pub(super) type In<'t, T> = (usize, &'t T);

pub(super) struct World<'t> {
    pub modules: &'t [Module],
    pub links: &'t [Vec<Link>],
    pub origins: &'t Origins,
    pub library: bool,
    pub game: Game,
    /// Those of the modules, then one for each instance of a generic class.
    pub scopes: Vec<Scope>,
    pub generics: Vec<In<'t, tree::Class>>,
    /// The classes that generic classes make, by generic class and types.
    pub instances: BTreeMap<(usize, Vec<Type>), ClassId>,
    /// What type parameters stand for.
    pub bound: Vec<Type>,
    /// The classes that stand for a type parameter where a generic class is checked by itself.
    pub opaque: BTreeSet<ClassId>,
    /// Generic classes need ever more classes; that was reported.
    pub endless: bool,
    pub enums: Vec<In<'t, tree::Enum>>,
    /// By enumeration the numbers of its cases by their names.
    pub cases: Vec<BTreeMap<&'t str, u32>>,
    pub classes: Vec<ClassInfo<'t>>,
    pub functions: Vec<FunctionInfo<'t>>,
    /// The derived attributes with the classes that declare them; their formulas stand behind all other functions.
    pub formulas: Vec<(ClassId, &'t tree::Attribute)>,
    pub actions: Vec<ActionInfo<'t>>,
    pub boards: Vec<In<'t, tree::Board>>,
    pub zones: Vec<In<'t, tree::ZoneDecl>>,
    pub dice: Vec<In<'t, tree::Dice>>,
    pub turns: Vec<In<'t, tree::Turn>>,
    pub options: Vec<In<'t, tree::GameOption>>,
    /// By enumeration its cases, those that other files add behind its own.
    pub all_cases: Vec<Vec<In<'t, tree::Case>>>,
    pub constants: super::constants::Constants<'t>,
    /// What was chosen of them.
    pub choices: Choices,
    /// Type and value of each option, once all are known.
    pub option_values: Vec<(Type, Const)>,
    /// For each test of the main file the options that it gives other values than their defaults.
    pub tested: Vec<Choices>,
    /// The options that something reads.
    pub read_options: RefCell<BTreeSet<usize>>,
    /// For requirements that actions share the action with which each was looked at first.
    pub shared: RefCell<BTreeMap<NodeId, ActionId>>,
    /// Where an option is read whose declaration is wrong, which was reported there.
    pub wrong_options: RefCell<Vec<NodeId>>,
    /// By board.
    pub geometries: Vec<Geometry>,
    /// The nearest class that the tiles of all boards share.
    pub tile: ClassId,
    /// The `before` blocks, in order of declaration.
    pub befores: Vec<super::actions::BeforeInfo<'t>>,
    pub modifiers: super::modifiers::Modifiers<'t>,
    /// What was found wrong so far.
    pub problems: RefCell<Vec<Problem>>,
}

impl<'t> World<'t> {
    pub(super) fn new(
        modules: &'t [Module],
        links: &'t [Vec<Link>],
        origins: &'t Origins,
        library: bool,
        choices: Choices,
    ) -> World<'t> {
        super::problems::begin();
        World {
            modules,
            links,
            origins,
            library,
            game: Game::default(),
            scopes: Vec::new(),
            generics: Vec::new(),
            instances: BTreeMap::new(),
            bound: Vec::new(),
            opaque: BTreeSet::new(),
            endless: false,
            enums: Vec::new(),
            cases: Vec::new(),
            classes: Vec::new(),
            functions: Vec::new(),
            formulas: Vec::new(),
            actions: Vec::new(),
            boards: Vec::new(),
            zones: Vec::new(),
            dice: Vec::new(),
            turns: Vec::new(),
            options: Vec::new(),
            all_cases: Vec::new(),
            constants: super::constants::Constants::default(),
            choices,
            option_values: Vec::new(),
            tested: Vec::new(),
            read_options: RefCell::default(),
            shared: RefCell::default(),
            wrong_options: RefCell::default(),
            geometries: Vec::new(),
            tile: ClassId::TILE,
            befores: Vec::new(),
            modifiers: Default::default(),
            problems: RefCell::default(),
        }
    }

    pub(super) fn span(&self, at: NodeId) -> Span {
        self.origins.span(at)
    }

    // ---- problems ----

    pub(super) fn report(&self, problem: Problem) {
        self.problems.borrow_mut().push(problem);
    }

    /// Reports, and gives nothing.
    pub(super) fn refuse<T>(&self, problem: Problem) -> Option<T> {
        self.report(problem);
        None
    }

    /// Reports, and gives the type that fits everything.
    pub(super) fn no_type(&self, problem: Problem) -> Type {
        self.report(problem);
        Type::Error
    }

    /// How many problems were reported so far.
    pub(super) fn problem_count(&self) -> usize {
        self.problems.borrow().len()
    }

    pub(super) fn has_errors(&self) -> bool {
        self.problems.borrow().iter().any(Problem::is_error)
    }

    /// Does something of which nothing is reported.
    pub(super) fn quietly<T>(&self, find: impl FnOnce() -> T) -> T {
        let before = self.problem_count();
        let found = find();
        self.forget_problems(before);
        found
    }

    /// Takes back what was reported since there were so many problems.
    pub(super) fn forget_problems(&self, since: usize) {
        self.problems.borrow_mut().truncate(since);
    }

    // ---- modules ----

    /// Whether some import could not be loaded, or there is no module at all.
    pub(super) fn incomplete(&self) -> bool {
        self.modules.is_empty() || self.scopes.iter().any(|s| s.incomplete)
    }

    /// Where import `i` of a module leads.
    pub(super) fn link(&self, module: usize, i: usize) -> Option<usize> {
        let link = self.links.get(module).and_then(|l| l.get(i)).copied().flatten();
        link.filter(|m| *m < self.modules.len())
    }

    /// What the main file declares.
    pub(super) fn main_items(&self) -> &'t [tree::Item] {
        self.modules.first().map_or(&[], |m| &m.items)
    }

    /// The tests of the main file and those of the file beside it, each with its module.
    pub(super) fn tests(&self) -> impl Iterator<Item = In<'t, tree::Test>> + use<'t> {
        let modules: &'t [Module] = self.modules;
        let files = modules.iter().enumerate().filter(|(i, m)| *i == 0 || m.is_tests);
        files.flat_map(|(i, m)| {
            m.items.iter().filter_map(move |t| if let tree::Item::Test(t) = t { Some((i, t)) } else { None })
        })
    }

    /// Whether a module is the main file or its tests, in which nothing should stand that nobody uses.
    pub(super) fn is_own(&self, module: usize) -> bool {
        module == 0 || self.modules.get(module).is_some_and(|m| m.is_tests)
    }

    pub(super) fn scope(&self, module: usize) -> &Scope {
        &self.scopes[module]
    }

    /// What a name stands for in a scope.
    pub(super) fn entry(&self, scope: usize, name: &str) -> Option<&Entry> {
        let Scope { all, beyond, .. } = self.scope(scope);
        beyond.iter().find_map(|s| self.scopes[*s].all.get(name)).or_else(|| all.get(name))
    }

    /// All names of a scope with what they stand for; a name may be there twice.
    pub(super) fn entries(&self, scope: usize) -> impl Iterator<Item = (&str, &Entry)> {
        let Scope { all, beyond, .. } = self.scope(scope);
        let seen = beyond.iter().map(|s| &self.scopes[*s].all).chain([all]);
        seen.flatten().map(|(name, entry)| (name.as_str(), entry))
    }

    /// The enumerations of a scope that have a case of that name.
    pub(super) fn enums_with(&self, scope: usize, case: &str) -> impl Iterator<Item = &str> {
        let has = move |id: EnumId| self.all_cases[id.index()].iter().any(|(_, own)| own.name.text == case);
        self.entries(scope).filter_map(move |(of, entry)| match entry.definition {
            Definition::Enum(id) if has(id) => Some(of),
            _ => None,
        })
    }

    /// The number of a case by its name.
    pub(super) fn case_named(&self, id: EnumId, name: &str) -> Option<u32> {
        self.cases.get(id.index())?.get(name).copied()
    }

    /// Whether a function stands in a file of tests, by itself.
    pub(super) fn is_of_tests(&self, f: FunctionId) -> bool {
        let info = &self.functions[f.index()];
        info.class.is_none() && self.modules[info.module].is_tests
    }

    // ---- classes ----

    pub(super) fn kind(&self, class: ClassId) -> ClassKind {
        self.game.classes[class.index()].kind
    }

    pub(super) fn class_name(&self, class: ClassId) -> &str {
        &self.game.classes[class.index()].name
    }

    /// The class and its ancestors, nearest first.
    pub(super) fn line(&self, class: ClassId) -> impl Iterator<Item = ClassId> {
        self.game.above(class)
    }

    /// Whether `class` is `ancestor` or extends it.
    pub(super) fn is_sub(&self, class: ClassId, ancestor: ClassId) -> bool {
        self.game.is_sub(class, ancestor)
    }

    /// The nearest class that both are or extend.
    pub(super) fn common(&self, a: ClassId, b: ClassId) -> Option<ClassId> {
        self.line(a).find(|c| self.is_sub(b, *c))
    }

    pub(super) fn attribute(&self, class: ClassId, name: &str) -> Option<(u32, &Type)> {
        let attributes = &self.game.classes[class.index()].attributes;
        let index = attributes.iter().position(|a| a.name == name)?;
        Some((index as u32, &attributes[index].ty))
    }

    pub(super) fn method(&self, class: ClassId, name: &str) -> Option<FunctionId> {
        self.classes[class.index()].functions.iter().find(|f| f.0 == name).map(|f| f.1)
    }

    pub(super) fn action(&self, class: ClassId, name: &str) -> Option<ActionId> {
        self.named_actions(class).find(|a| a.0 == name).map(|a| a.1)
    }

    /// The actions of a class that names lead to, inherited ones first.
    pub(super) fn named_actions(&self, class: ClassId) -> impl Iterator<Item = (&str, ActionId)> {
        let all = self.game.classes[class.index()].actions.iter();
        let named = all.filter(|a| !self.actions[a.index()].tree.is_after);
        named.map(|a| (self.actions[a.index()].tree.name.text.as_str(), *a))
    }

    pub(super) fn is_tile(&self, ty: &Type) -> bool {
        matches!(ty, Type::Class(c) if self.kind(*c) == ClassKind::Tile)
    }

    /// The type of the pieces on boards.
    pub(super) fn piece(&self) -> ClassId {
        self.game.piece.unwrap_or(ClassId::PIECE)
    }

    /// The tile of that name on each board that has one.
    pub(super) fn tiles_named(&self, name: &str) -> Vec<(BoardId, u32)> {
        let boards = self.geometries.iter().enumerate();
        // An edge may be called after either of its tiles first.
        let turned = name.split_once('-').map(|(a, b)| format!("{b}-{a}"));
        let other =
            |i: usize| turned.as_ref().filter(|_| matches!(self.game.boards[i].shape, Shape::Edges(_)));
        let named = |i: usize, g: &Geometry| g.named(name).or_else(|| g.named(other(i)?));
        boards.filter_map(|(i, g)| Some((BoardId(i as u32), named(i, g)?))).collect()
    }

    /// Whether values of the type are edges or corners.
    pub(super) fn is_spot(&self, ty: &Type) -> bool {
        matches!(ty, Type::Class(c) if self.game.spot(*c).is_some())
    }

    pub(super) fn name_of(&self, ty: &Type) -> String {
        // Options may be looked at before there are classes, where what is wrong with them is told to nobody.
        let class = |id: ClassId| {
            self.game.classes.get(id.index()).map_or_else(|| "a class".to_owned(), |class| class.name.clone())
        };
        ty.name_with(&class, &|id| self.game.enums[id.index()].name.clone())
    }
}
