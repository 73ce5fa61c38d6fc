//! Options and parameters: which values they may have, which one each has now, and which ones tests choose.
//! It knows nothing of bodies; where an option is read, its value stands.

use super::problems as problem;
use super::scope::error;
use super::world::{Definition, World};
use crate::typed::{Const, Expr, Type};
use base::NodeId;
use language::option::{Choices, GameOption, MAX_OPTIONS, MAX_VALUES, OptionError, OptionKind, number_text};
use language::tree::{self, StatementKind};
use std::collections::BTreeMap;

/// The most different sets of values that the tests of a game may choose: each is a compile of its own.
const MAX_TESTED: usize = 64;

/// The largest whole numbers that an option may have, either way.
const LARGEST: f64 = 1e15;

impl World<'_> {
    pub(super) fn declare_options(&mut self) {
        let mut options: Vec<GameOption> = Vec::new();
        let mut types = Vec::new();
        for i in 0..self.options.len().min(MAX_OPTIONS) {
            let (module, tree) = self.options[i];
            let first = self.options[..i].iter().find(|o| o.1.name.text == tree.name.text);
            if let Some((_, first)) = first.filter(|o| o.0 != module) {
                self.report(self.taken(&tree.name, "an option of another file", Some(first.name.id)));
            }
            let (option, ty) = self.option(module, tree);
            options.push(option);
            types.push(ty);
        }
        if let Some((_, tree)) = self.options.get(MAX_OPTIONS) {
            self.report(problem::too_many_options(self.span(tree.name.id), MAX_OPTIONS));
        }
        let tested = self.tested_options(&options);
        // Whoever chooses learns elsewhere what was refused.
        let chosen = self.choices.among(&options).unwrap_or(options);
        self.game.other_tests = self.other_tests(&chosen, &tested);
        self.tested = tested;
        let values = chosen.iter().zip(types).map(|(option, ty)| {
            let value = self.constant_of_text(&ty, &option.value);
            (ty, value)
        });
        self.option_values = values.collect();
        self.game.options = chosen;
    }

    fn option(&mut self, module: usize, tree: &tree::GameOption) -> (GameOption, Type) {
        let ty = self.resolve(module, &tree.ty);
        let mut option = GameOption {
            name: tree.name.text.clone(),
            prompt: tree.prompt.as_ref().map(|t| t.text.clone()),
            kind: OptionKind::Choice(Vec::new()),
            default: String::new(),
            value: String::new(),
            is_param: tree.is_param,
        };
        match &ty {
            Type::Number | Type::String | Type::Bool | Type::Enum(_) => {}
            Type::Error => return (option, Type::Error),
            other => {
                self.report(problem::option_type(self.span(tree.ty.id), &self.name_of(other)));
                return (option, Type::Error);
            }
        }
        match self.described(module, tree, &ty) {
            Some((kind, default)) => {
                option.value.clone_from(&default);
                option.default = default;
                option.kind = kind;
                (option, ty)
            }
            None => (option, Type::Error),
        }
    }

    /// Which values an option allows, and its default; reports where something is wrong that the parser did not.
    fn described(&self, module: usize, tree: &tree::GameOption, ty: &Type) -> Option<(OptionKind, String)> {
        if tree.value.kind == tree::ExprKind::Missing {
            return None;
        }
        let default = self.option_text(module, &tree.value, ty, "the value of an option")?;
        let kind = self.option_kind(module, tree, ty)?;
        let default = self.allowed(tree.value.id, &tree.name.text, default, &kind)?;
        Some((kind, default))
    }

    /// The text of a value if an option of that name and kind allows it; reports if not.
    fn allowed(&self, at: NodeId, name: &str, value: String, kind: &OptionKind) -> Option<String> {
        if kind.read(&value).is_some_and(|same| same == value) {
            return Some(value);
        }
        let error = OptionError::Value { name: name.to_owned(), value, allowed: kind.clone() };
        self.refuse(problem::option_value(self.span(at), &error))
    }

    fn option_kind(&self, module: usize, tree: &tree::GameOption, ty: &Type) -> Option<OptionKind> {
        let Some(within) = &tree.within else {
            return match ty {
                Type::Bool => Some(OptionKind::Bool),
                Type::Enum(id) => {
                    let cases = &self.all_cases[id.index()];
                    self.values_fit(tree, cases.len(), tree.ty.id)?;
                    Some(OptionKind::Choice(cases.iter().map(|c| c.1.name.text.clone()).collect()))
                }
                Type::Number if tree.is_param => Some(OptionKind::Number),
                Type::String if tree.is_param => Some(OptionKind::Text),
                _ => {
                    let number = *ty == Type::Number;
                    let refuse =
                        if number { problem::number_without_range } else { problem::text_without_range };
                    self.refuse(refuse(self.span(tree.name.id), &tree.name.text))
                }
            };
        };
        let refuse = |text: &str| self.refuse(problem::option_range(self.span(within.id), text));
        match &within.kind {
            tree::ExprKind::Missing => None,
            _ if *ty == Type::Bool => refuse("a bool is `true` or `false` and needs no `in`"),
            tree::ExprKind::Range(a, b) => {
                if *ty != Type::Number {
                    return refuse("only numbers go from one to another");
                }
                let (from, to) = (self.whole_end(module, a)?, self.whole_end(module, b)?);
                match from <= to {
                    true => Some(OptionKind::Whole { from, to }),
                    false => refuse(&format!("no number lies upwards from {from} to {to}")),
                }
            }
            tree::ExprKind::Braces(values) => {
                let beyond = values.get(MAX_VALUES).map_or(within.id, |v| v.id);
                self.values_fit(tree, values.len(), beyond)?;
                let mut texts = Vec::new();
                for value in values {
                    let text = self.option_text(module, value, ty, "a value of an option")?;
                    if !texts.contains(&text) {
                        texts.push(text);
                    }
                }
                if texts.is_empty() {
                    refuse("there is nothing to choose from")
                } else {
                    Some(OptionKind::Choice(texts))
                }
            }
            _ => self.refuse(problem::option_form(self.span(within.id))),
        }
    }

    /// Whether an option has not too many values; reports if it has.
    fn values_fit(&self, tree: &tree::GameOption, found: usize, at: NodeId) -> Option<()> {
        if found <= MAX_VALUES {
            return Some(());
        }
        self.refuse(problem::too_many_of(self.span(at), &tree.name.text, "values", found, MAX_VALUES))
    }

    fn whole_end(&self, module: usize, e: &tree::Expr) -> Option<i64> {
        match self.constant_of(module, e, &Type::Number, "the end of a range")? {
            Const::Number(n) if n.fract() == 0.0 && n.abs() <= LARGEST => Some(n as i64),
            Const::Number(n) => {
                let text = format!("the ends of a range are whole numbers, found {n}");
                self.refuse(problem::option_range(self.span(e.id), &text))
            }
            _ => None,
        }
    }

    /// The text of a constant of a type, as options keep it.
    fn option_text(&self, module: usize, e: &tree::Expr, ty: &Type, why: &str) -> Option<String> {
        if let Err(at) = self.constant(module, e)
            && e.kind != tree::ExprKind::Missing
        {
            if self.wrong_options.borrow().contains(&at) {
                return None;
            }
            return self.refuse(problem::option_constant(self.span(at)));
        }
        match self.constant_of(module, e, ty, why)? {
            Const::Null if e.kind == tree::ExprKind::Missing => None,
            Const::Null => self.refuse(problem::wrong_type(self.span(e.id), &self.name_of(ty), "null", why)),
            Const::Number(n) => Some(number_text(n)),
            Const::String(text) => Some(text),
            Const::Bool(b) => Some(b.to_string()),
            Const::Case(id, i) => Some(self.all_cases[id.index()][i as usize].1.name.text.clone()),
        }
    }

    fn constant_of_text(&self, ty: &Type, text: &str) -> Const {
        match ty {
            Type::Number => text.parse().map_or(Const::Null, Const::Number),
            Type::String => Const::String(text.to_owned()),
            Type::Bool => Const::Bool(text == "true"),
            Type::Enum(id) => self.case_named(*id, text).map_or(Const::Null, |i| Const::Case(*id, i)),
            _ => Const::Null,
        }
    }

    // ---- tests ----

    /// For each test of the main file the options that it gives other values than their defaults.
    fn tested_options(&mut self, options: &[GameOption]) -> Vec<Choices> {
        let mut tested = Vec::new();
        for (_, test) in self.tests() {
            let mut named: BTreeMap<usize, String> = BTreeMap::new();
            for statement in &test.body.statements {
                let StatementKind::Option(name, value) = &statement.kind else { continue };
                match self.tested_value(options, name, value) {
                    Some((i, _)) if named.contains_key(&i) => {
                        self.report(problem::twice(
                            self.span(statement.id),
                            &format!("option {}", name.text),
                        ));
                    }
                    Some((i, value)) => {
                        named.insert(i, value);
                    }
                    None => {}
                }
            }
            let other = named.into_iter().filter(|(i, value)| options[*i].default != *value);
            tested.push(other.fold(Choices::default(), |all, (i, value)| all.with(&options[i].name, value)));
        }
        tested
    }

    /// Which option a test chooses, and its value.
    fn tested_value(
        &self,
        options: &[GameOption],
        name: &tree::Name,
        value: &tree::Expr,
    ) -> Option<(usize, String)> {
        let Some(i) = options.iter().position(|o| o.name == name.text) else {
            let known = options.iter().map(|o| o.name.as_str());
            return self.refuse(problem::unknown_option(self.span(name.id), &name.text, known));
        };
        let (module, tree) = self.options[i];
        let ty = self.quietly(|| self.resolve(module, &tree.ty));
        if options[i].default.is_empty() && options[i].kind == OptionKind::Choice(Vec::new()) {
            return None;
        }
        let text = self.option_text(0, value, &ty, &format!("the option `{}`", name.text))?;
        Some((i, self.allowed(value.id, &name.text, text, &options[i].kind)?))
    }

    /// The values other than those at hand that some test needs, each set once. A game that is compiled for
    /// chosen values has only the tests that are for these.
    fn other_tests(&mut self, chosen: &[GameOption], tested: &[Choices]) -> Vec<Choices> {
        let mut others: Vec<Choices> = Vec::new();
        if !Choices::of(chosen).is_empty() {
            return others;
        }
        for choices in tested.iter().filter(|choices| !choices.is_empty()) {
            if others.len() <= MAX_TESTED && !others.contains(choices) {
                others.push(choices.clone());
            }
        }
        if others.len() > MAX_TESTED
            && let Some((_, tree)) = self.options.first()
        {
            self.report(problem::too_many_tested(self.span(tree.name.id), MAX_TESTED));
            others.clear();
        }
        others
    }

    // ---- reading ----

    /// The value of an option that is read somewhere; None where it is not known yet, or wrong.
    pub(super) fn option_constant(&self, option: usize, at: NodeId) -> Option<Const> {
        self.read_options.borrow_mut().insert(option);
        let (ty, value) = self.option_values.get(option)?;
        if *ty == Type::Error {
            self.wrong_options.borrow_mut().push(at);
            return None;
        }
        Some(value.clone())
    }

    /// What stands where an option is read.
    pub(super) fn option_expr(&self, at: NodeId, option: usize) -> Expr {
        self.option_constant(option, at).map_or_else(|| error(at), |value| super::consts::fixed(at, value))
    }

    /// The option that `name` or `library.name` means at the top of a file.
    pub(super) fn option_named(&self, module: usize, e: &tree::Expr) -> Option<usize> {
        let Definition::Option(i) = self.lookup_expr(module, e)? else { return None };
        Some(i)
    }
}
