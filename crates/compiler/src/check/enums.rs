//! Enumerations: their attributes, and their cases in all files. It knows nothing of expressions that are not constant.

use super::problems as problem;
use super::world::{Definition, World};
use crate::typed::{Case, Const, Enum, EnumId, Type};
use language::tree::{self, Item};

impl<'t> World<'t> {
    /// Finds the cases of all enumerations in all files.
    pub(super) fn find_cases(&mut self) {
        let own =
            |(module, tree): &(usize, &'t tree::Enum)| tree.cases.iter().map(|c| (*module, c)).collect();
        self.all_cases = self.enums.iter().map(own).collect();
        self.add_cases();
    }

    pub(super) fn declare_enum_names(&mut self) {
        for (_, tree) in &self.enums {
            let name = tree.name.text.clone();
            self.game.enums.push(Enum { name, attributes: Vec::new(), cases: Vec::new() });
        }
        for all in &self.all_cases {
            // Of two with one name, which is reported, the first is meant.
            let cases = all.iter().enumerate().rev();
            self.cases.push(cases.map(|(i, (_, c))| (c.name.text.as_str(), i as u32)).collect());
        }
    }

    /// Adds the cases of `extend enum`, file by file, each behind those that it imports.
    fn add_cases(&mut self) {
        for m in self.imported_first() {
            let modules = self.modules;
            if modules[m].is_tests {
                continue;
            }
            for item in &modules[m].items {
                let Item::Extend(extension) = item else { continue };
                if let Some(id) = self.extended(m, extension) {
                    self.all_cases[id.index()].extend(extension.cases.iter().map(|case| (m, case)));
                }
            }
        }
    }

    /// The enumeration that gets further cases, if it may.
    fn extended(&self, module: usize, extension: &tree::Extension) -> Option<EnumId> {
        let (name, span) = (&extension.name.text, self.span(extension.name.id));
        match self.lookup(module, name) {
            Some(Definition::Enum(id)) if self.enums[id.index()].1.is_open => Some(id),
            Some(Definition::Enum(id)) => {
                let declared = self.span(self.enums[id.index()].1.name.id);
                self.refuse(problem::closed_enum(span, name, declared))
            }
            Some(other) => self.refuse(problem::extends_no_enum(span, name, other.what())),
            None if name.is_empty() || self.scope(module).incomplete => None,
            None => {
                let enums = self.entries(module).filter(|(_, e)| matches!(e.definition, Definition::Enum(_)));
                self.refuse(problem::unknown_type(span, name, enums.map(|(n, _)| n)))
            }
        }
    }

    /// The modules, each behind those that it imports, in the order of its imports.
    fn imported_first(&self) -> Vec<usize> {
        let mut order = Vec::new();
        let mut seen = vec![false; self.modules.len()];
        for start in 0..self.modules.len() {
            let mut path = vec![(start, 0)];
            while let Some((m, next)) = path.last_mut() {
                if *next == 0 && std::mem::replace(&mut seen[*m], true) {
                    path.pop();
                    continue;
                }
                if *next == self.modules[*m].imports.len() {
                    order.push(*m);
                    path.pop();
                    continue;
                }
                let import = self.link(*m, *next);
                *next += 1;
                path.extend(import.filter(|to| !seen[*to]).map(|to| (to, 0)));
            }
        }
        order
    }

    pub(super) fn declare_enums(&mut self) {
        for i in 0..self.enums.len() {
            let (module, tree) = self.enums[i];
            self.report_repeated(tree.attributes.iter().map(|p| &p.name), "an attribute");
            let mut attributes: Vec<(String, Type)> = Vec::new();
            for p in &tree.attributes {
                let ty = self.resolve(module, &p.ty);
                let constant =
                    matches!(ty, Type::Error | Type::Number | Type::String | Type::Bool | Type::Enum(_));
                if !constant {
                    self.report(problem::enum_attribute(self.span(p.ty.id), &self.name_of(&ty)));
                }
                attributes.push((p.name.text.clone(), if constant { ty } else { Type::Error }));
            }
            self.game.enums[i].attributes = attributes;
        }
        for i in 0..self.enums.len() {
            let defaults = self.case_defaults(i);
            let all = std::mem::take(&mut self.all_cases[i]);
            self.report_repeated(all.iter().map(|(_, c)| &c.name), "a case");
            for (module, case) in &all {
                let values = self.case_values(*module, i, case, &defaults);
                self.game.enums[i].cases.push(Case { name: case.name.text.clone(), values });
            }
            self.all_cases[i] = all;
        }
    }

    /// The values that attributes have where a case does not say another.
    fn case_defaults(&self, i: usize) -> Vec<Option<Const>> {
        let (module, tree) = self.enums[i];
        let types = self.game.enums[i].attributes.iter().map(|(_, ty)| ty);
        let value = |(p, ty): (&tree::CaseAttribute, &Type)| {
            let why = format!("the attribute `{}`", p.name.text);
            p.value.as_ref().map(|e| self.constant_of(module, e, ty, &why).unwrap_or(Const::Null))
        };
        tree.attributes.iter().zip(types).map(value).collect()
    }

    fn case_values(
        &self,
        module: usize,
        i: usize,
        case: &tree::Case,
        defaults: &[Option<Const>],
    ) -> Vec<Const> {
        let attributes = &self.game.enums[i].attributes;
        let nothing = || vec![Const::Null; attributes.len()];
        let Some(given) = self.arranged_values(i, case) else { return nothing() };
        if given.iter().zip(defaults).any(|(given, default)| given.is_none() && default.is_none()) {
            let needed = attributes.iter().zip(defaults).filter(|(_, default)| default.is_none());
            self.report_values(case, needed.map(|((name, _), _)| name.as_str()).collect());
            return nothing();
        }
        let value = |e: &tree::Expr, (name, ty): &(String, Type)| {
            let why = format!("the attribute `{name}`");
            self.constant_of(module, e, ty, &why).unwrap_or(Const::Null)
        };
        let values = given.into_iter().zip(attributes).zip(defaults).map(|((given, attribute), default)| {
            given.map(|e| value(e, attribute)).or_else(|| default.clone()).unwrap_or(Const::Null)
        });
        values.collect()
    }

    /// Which value a case gives for which attribute.
    fn arranged_values<'e>(&self, i: usize, case: &'e tree::Case) -> Option<Vec<Option<&'e tree::Expr>>> {
        let attributes = &self.game.enums[i].attributes;
        let mut found = vec![None; attributes.len()];
        let mut named = false;
        for (k, given) in case.values.iter().enumerate() {
            let at = match &given.name {
                Some(name) => {
                    named = true;
                    let at = attributes.iter().position(|a| a.0 == name.text);
                    let known = attributes.iter().map(|a| a.0.as_str());
                    let unknown = || {
                        problem::unknown_member(
                            self.span(name.id),
                            &self.game.enums[i].name,
                            &name.text,
                            known,
                        )
                    };
                    at.or_else(|| self.refuse(unknown()))?
                }
                None if named => {
                    return self.refuse(problem::positional_after_named(self.span(given.value.id)));
                }
                None if k >= attributes.len() => {
                    self.report_values(case, attributes.iter().map(|a| a.0.as_str()).collect());
                    return None;
                }
                None => k,
            };
            if found[at].replace(&given.value).is_some() {
                return self.refuse(problem::repeated_argument(self.span(given.value.id), &attributes[at].0));
            }
        }
        Some(found)
    }

    /// A case gives too many values, or too few.
    fn report_values(&self, case: &tree::Case, names: Vec<&str>) {
        let (at, found) = (self.span(case.name.id), case.values.len());
        self.report(problem::case_values(at, &case.name.text, &names, found));
    }
}
