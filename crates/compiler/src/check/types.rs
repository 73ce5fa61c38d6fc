//! What a written type means, and which types go together. It knows nothing of expressions.

use super::problems as problem;
use super::world::{Definition, Entry, Scope, World};
use crate::typed::{ClassKind, Type};
use base::{NodeId, Problem};
use language::limits::MAX_SET;
use language::tree::{Name, TypeKind, TypeRef};
use std::rc::Rc;

/// The built-in types that take others.
const COLLECTIONS: [&str; 6] = ["List", "Stack", "Set", "Zone", "Zones", "Table"];

impl World<'_> {
    /// What a written type means; `var` means nothing here.
    pub(super) fn resolve(&self, module: usize, ty: &TypeRef) -> Type {
        match &ty.kind {
            TypeKind::Missing => Type::Error,
            TypeKind::Inferred => self.no_type(problem::var_here(self.span(ty.id))),
            TypeKind::Named { module: alias, name } => self.named(module, ty.id, alias.as_ref(), name),
            TypeKind::Generic(name, args) => self.generic(module, ty.id, name, args),
            TypeKind::Function(params, returns) => {
                let params = params.iter().map(|p| self.resolve(module, p)).collect();
                Type::function(params, self.resolve(module, returns))
            }
            TypeKind::Act(params, returns) => {
                let params = params.iter().map(|p| self.resolve(module, p)).collect();
                let returns = returns.as_ref().map_or(Type::Void, |r| self.resolve(module, r));
                Type::Act(params, Rc::new(returns))
            }
        }
    }

    fn named(&self, module: usize, at: NodeId, alias: Option<&Name>, name: &str) -> Type {
        let mut asked = module;
        let definition = match alias {
            None => match name {
                "number" => return Type::Number,
                "string" => return Type::String,
                "bool" => return Type::Bool,
                "player" => return Type::Player,
                _ => self.entry(module, name).map(|e| e.definition),
            },
            Some(alias) => match self.entry(module, &alias.text).map(|e| e.definition) {
                Some(Definition::Module(Some(m))) => {
                    asked = m;
                    self.scope(m).handed.get(name).map(|e| e.definition)
                }
                Some(Definition::Module(None)) => return Type::Error,
                Some(_) => return self.no_type(problem::no_import(self.span(alias.id), &alias.text)),
                None => return self.no_type(problem::unknown_module(self.span(alias.id), &alias.text)),
            },
        };
        match definition {
            Some(Definition::Class(c)) => Type::Class(c),
            Some(Definition::Enum(e)) => Type::Enum(e),
            Some(Definition::Bound(i)) => self.bound[i].clone(),
            Some(Definition::Generic(g)) => self.no_type(self.bare_generic(at, g)),
            Some(other) => self.no_type(problem::not_a_type(self.span(at), name, other.what())),
            None if alias.is_none() && name == "Turn" => Type::Turn,
            None if alias.is_none() && name == "Position" => Type::Position,
            None if alias.is_none() && name == "Place" => Type::Place,
            None => {
                if !self.scope(asked).incomplete && !name.is_empty() {
                    self.report(self.unknown_type(asked, at, name));
                }
                Type::Error
            }
        }
    }

    fn unknown_type(&self, module: usize, at: NodeId, name: &str) -> Problem {
        if COLLECTIONS.contains(&name) {
            return problem::bare_collection(self.span(at), name);
        }
        let event = format!("{name}Event");
        if self.entry(module, &event).is_some() {
            return problem::unknown_type(self.span(at), name, [""; 0])
                .label(format!("did you mean `{event}`?"))
                .guess(self.span(at), event);
        }
        let known = self.type_names(module);
        self.point_to_import(module, name, problem::unknown_type(self.span(at), name, known))
    }

    /// Where none is called nearly so, the events that there are.
    pub(super) fn unknown_event(&self, module: usize, name: &Name) -> Problem {
        let problem = self.unknown_type(module, name.id, &name.text);
        let is_event =
            |d: &Definition| matches!(d, Definition::Class(c) if self.kind(*c) == ClassKind::Event);
        let known = self.entries(module).filter(|(_, e)| is_event(&e.definition));
        let mut known: Vec<&str> = known.map(|(name, _)| name).collect();
        known.sort_unstable();
        match problem.label.is_empty() {
            true => problem::list_some(problem, &known),
            false => problem,
        }
    }

    /// The names of types that are seen in a file.
    pub(super) fn type_names(&self, module: usize) -> impl Iterator<Item = &str> {
        let types = self.entries(module).filter(|(_, e)| {
            matches!(
                e.definition,
                Definition::Class(_) | Definition::Generic(_) | Definition::Bound(_) | Definition::Enum(_)
            )
        });
        let built_in = ["number", "string", "bool", "player", "List", "Table", "Stack", "Set", "Place"];
        types.map(|(n, _)| n).chain(built_in)
    }

    /// Whether nothing that is seen in a file is called so, where all of it is known.
    pub(super) fn is_unknown_type(&self, module: usize, name: &str) -> bool {
        let built_in = ["number", "string", "bool", "player", "Turn", "Position", "Place"];
        !self.scope(module).incomplete
            && !built_in.contains(&name)
            && !COLLECTIONS.contains(&name)
            && self.entry(module, name).is_none()
            && self.entry(module, &format!("{name}Event")).is_none()
    }

    /// Adds the import that has what was not found.
    pub(super) fn point_to_import(&self, module: usize, name: &str, problem: Problem) -> Problem {
        let Scope { imports, beyond, .. } = self.scope(module);
        let all = beyond.iter().map(|s| &self.scopes[*s].imports).chain([imports]).flatten();
        let mut imports = all.filter(|(_, m)| self.scope(**m).handed.contains_key(name));
        match imports.next() {
            Some((import, _)) => {
                Problem { fix: None, ..problem.label(format!("did you mean `{import}.{name}`?")) }
            }
            None => match self.declared_elsewhere(module, name) {
                Some(at) => {
                    problem.other(at, format!("`{name}` stands in this file, which is not imported here"))
                }
                None => problem,
            },
        }
    }

    /// Where another file declares a name that this one does not see.
    fn declared_elsewhere(&self, module: usize, name: &str) -> Option<base::Span> {
        let files = 0..self.modules.len();
        let mut others = files.filter(|m| *m != module && !self.modules[*m].is_tests);
        others.find_map(|m| Some(self.span(self.scope(m).own.get(name)?.at?)))
    }

    fn generic(&self, module: usize, at: NodeId, name: &Name, args: &[TypeRef]) -> Type {
        let mut types: Vec<Type> = args.iter().map(|a| self.resolve(module, a)).collect();
        let most = if name.text == "Table" { 2 } else { 1 };
        let known = COLLECTIONS.contains(&name.text.as_str());
        if let Some(g) = self.generic_named(module, &name.text) {
            return self.instance(at, g, types);
        }
        if let Some(definition) = self.definition(module, &name.text) {
            return self.no_type(problem::takes_no_types(self.span(name.id), &name.text, definition.what()));
        }
        if !known {
            let imported = match name.text.split_once('.').map(|(a, _)| (a, self.definition(module, a))) {
                Some((alias, Some(Definition::Module(Some(m))))) => Some((alias, m)),
                _ => None,
            };
            let is_generic = |e: &Entry| matches!(e.definition, Definition::Generic(_));
            let names: Vec<String> = match imported {
                Some((alias, m)) => {
                    let generics = self.scope(m).handed.iter().filter(|(_, e)| is_generic(e));
                    generics.map(|(n, _)| format!("{alias}.{n}")).collect()
                }
                None => {
                    let generics = self.entries(module).filter(|(_, e)| is_generic(e));
                    COLLECTIONS.into_iter().chain(generics.map(|(n, _)| n)).map(str::to_owned).collect()
                }
            };
            return self.no_type(problem::unknown_type(self.span(name.id), &name.text, names));
        }
        if types.is_empty() || types.len() > most {
            return self.no_type(problem::type_arguments(self.span(at), &name.text, most, types.len()));
        }
        let last = Rc::new(types.pop().unwrap_or(Type::Error));
        match name.text.as_str() {
            "List" => Type::List(last),
            "Stack" => Type::Stack(last),
            "Set" => match self.no_set_of(at, &last) {
                Some(problem) => self.no_type(problem),
                None => Type::Set(last),
            },
            "Zone" | "Zones" => {
                let holds =
                    self.arranging() || matches!(&*last, Type::Class(c) if self.kind(*c) == ClassKind::Piece);
                if !holds && *last != Type::Error {
                    if self.breaks_bounds(module) {
                        return Type::Error;
                    }
                    let parameter = matches!(&*last, Type::Class(c) if self.opaque.contains(c));
                    let refuse = if parameter { problem::zone_of_parameter } else { problem::zone_of };
                    return self.no_type(refuse(self.span(at), &self.name_of(&last)));
                }
                if name.text == "Zone" { Type::Zone(last) } else { Type::Zones(last) }
            }
            _ => Type::Table(types.pop().map(Rc::new), last),
        }
    }

    /// Why there are no sets of a type, if there are none.
    pub(super) fn no_set_of(&self, at: NodeId, of: &Type) -> Option<Problem> {
        match of {
            Type::Enum(id) => {
                let cases = self.all_cases.get(id.index()).map_or(0, Vec::len);
                let name = || self.name_of(of);
                (cases > MAX_SET).then(|| problem::set_of_many(self.span(at), &name(), cases, MAX_SET))
            }
            Type::Player | Type::Error => None,
            _ => Some(problem::set_of(self.span(at), &self.name_of(of))),
        }
    }

    // ---- which types go together ----

    /// Whether a value of one type is one of the other as it stands.
    pub(super) fn fits(&self, from: &Type, to: &Type) -> bool {
        match (from, to) {
            (Type::Error, _) | (_, Type::Error) => true,
            (Type::Null, to) => *to != Type::Void,
            (Type::Class(a), Type::Class(b)) => self.is_sub(*a, *b),
            (Type::Zone(_), Type::Place) => true,
            (Type::Class(c), Type::Place) => self.kind(*c) == ClassKind::Tile,
            (Type::Function(a, x), Type::Function(b, y)) => self.all_fit(b, a) && self.fits(x, y),
            (Type::Function(a, x) | Type::Act(a, x), Type::Act(b, y)) => {
                self.all_fit(b, a) && (**y == Type::Void || self.fits(x, y))
            }
            _ => same(from, to),
        }
    }

    fn all_fit(&self, from: &[Type], to: &[Type]) -> bool {
        from.len() == to.len() && from.iter().zip(to).all(|(a, b)| self.fits(a, b))
    }

    /// Whether what is read from the one can be used as what is read from the other: lists of subclasses too.
    pub(super) fn reads(&self, from: &Type, to: &Type) -> bool {
        match (from.element(), to) {
            (Some(a), Type::List(b)) => self.reads(a, b),
            _ => self.fits(from, to),
        }
    }

    /// The type that holds values of both.
    pub(super) fn join(&self, a: &Type, b: &Type) -> Option<Type> {
        match (a, b) {
            (Type::Error, other) | (other, Type::Error) => Some(other.clone()),
            (Type::Null, other) | (other, Type::Null) => Some(other.clone()),
            (Type::Class(x), Type::Class(y)) => self.common(*x, *y).map(Type::Class),
            (Type::Number | Type::Turn, Type::Player) | (Type::Player, Type::Number | Type::Turn) => {
                Some(Type::Player)
            }
            (Type::List(x), Type::List(y)) if same(x, y) => Some(a.clone()),
            _ if self.fits(a, b) => Some(b.clone()),
            _ if self.fits(b, a) => Some(a.clone()),
            _ => None,
        }
    }

    /// Whether `==` may compare values of these types, number and player aside.
    pub(super) fn comparable(&self, a: &Type, b: &Type) -> bool {
        match (a, b) {
            (Type::Class(x), Type::Class(y)) => self.is_sub(*x, *y) || self.is_sub(*y, *x),
            (Type::Zone(x), Type::Zone(y)) => self.comparable(x, y),
            (Type::List(x), Type::List(y)) => self.comparable(x, y),
            (Type::Void, _) | (_, Type::Void) => false,
            _ => self.fits(a, b) || self.fits(b, a),
        }
    }
}

/// Whether two types are the same, what is unknown aside.
pub(super) fn same(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Error, _) | (_, Type::Error) => true,
        (Type::Null, x) | (x, Type::Null) => *x != Type::Void,
        (Type::List(a), Type::List(b))
        | (Type::Stack(a), Type::Stack(b))
        | (Type::Set(a), Type::Set(b))
        | (Type::Zone(a), Type::Zone(b))
        | (Type::Zones(a), Type::Zones(b)) => same(a, b),
        (Type::Table(None, a), Type::Table(None, b)) => same(a, b),
        (Type::Table(Some(k), a), Type::Table(Some(l), b)) => same(k, l) && same(a, b),
        (Type::Function(a, x), Type::Function(b, y)) | (Type::Act(a, x), Type::Act(b, y)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| same(a, b)) && same(x, y)
        }
        _ => a == b,
    }
}
