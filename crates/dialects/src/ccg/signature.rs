//! What the declarations of a rule set look like: names with types, as far as words of cards depend on them.

use super::vocabulary::names;
use language::tree::{
    Attribute, Class, Expr, ExprKind, Function, Input, InputSource, Item, Module, Part, Statement,
    StatementKind, TypeKind, TypeRef,
};
use std::collections::BTreeMap;

/// A type, as far as words depend on it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Ty {
    /// Also `number`, `string`, `bool` and `player`.
    Named(String),
    List(Box<Ty>),
    Function(Vec<Ty>, Box<Ty>),
    Act(Vec<Ty>),
    Other,
}

impl Ty {
    pub(crate) fn named(name: &str) -> Ty {
        Ty::Named(name.to_owned())
    }

    pub(crate) fn of(ty: &TypeRef) -> Ty {
        match &ty.kind {
            TypeKind::Named { module: None, name } => Ty::named(name),
            TypeKind::Generic(name, of) if name.text == "List" && of.len() == 1 => {
                Ty::List(Box::new(Ty::of(&of[0])))
            }
            TypeKind::Function(of, gives) => {
                Ty::Function(of.iter().map(Ty::of).collect(), Box::new(Ty::of(gives)))
            }
            TypeKind::Act(of, None) => Ty::Act(of.iter().map(Ty::of).collect()),
            _ => Ty::Other,
        }
    }

    pub(crate) fn is(&self, name: &str) -> bool {
        matches!(self, Ty::Named(own) if own == name)
    }

    pub(crate) fn name(&self) -> &str {
        if let Ty::Named(name) = self { name } else { "" }
    }
}

/// What a function or a modifier is given.
#[derive(Clone, Debug)]
pub(crate) struct Param {
    pub name: String,
    pub ty: Ty,
    pub has_default: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Callable {
    pub name: String,
    pub params: Vec<Param>,
    pub gives: Option<Ty>,
    /// Whether it does no more than answer a question: its body is one `return`.
    pub only_answers: bool,
}

impl Callable {
    pub(crate) fn gives(&self, name: &str) -> bool {
        self.gives.as_ref().is_some_and(|ty| ty.is(name))
    }
}

/// What the modules that a file sees declare.
#[derive(Clone, Debug, Default)]
pub(crate) struct Declared<'m> {
    pub functions: Vec<Callable>,
    pub consts: Vec<(String, Ty)>,
    pub enums: BTreeMap<String, Vec<String>>,
    pub classes: BTreeMap<String, &'m Class>,
    /// All names.
    pub names: Vec<String>,
    /// What is said of no card, as the rules want it: attributes of a sheet, and functions.
    pub unsaid: Vec<String>,
    /// The type of cards; empty where there is none.
    pub card: String,
}

impl<'m> Declared<'m> {
    pub(crate) fn of(modules: &[&'m Module]) -> Declared<'m> {
        let mut all = Declared::default();
        for item in modules.iter().flat_map(|module| &module.items) {
            all.item(item);
        }
        all
    }

    fn item(&mut self, item: &'m Item) {
        let name = match item {
            Item::Enum(e) => {
                let cases = e.cases.iter().map(|case| case.name.text.clone());
                self.enums.entry(e.name.text.clone()).or_default().extend(cases);
                &e.name
            }
            Item::Extend(e) => {
                let cases = e.cases.iter().map(|case| case.name.text.clone());
                self.enums.entry(e.name.text.clone()).or_default().extend(cases);
                return;
            }
            Item::Class(c) => {
                self.classes.insert(c.name.text.clone(), c);
                &c.name
            }
            Item::Function(f) => {
                self.functions.push(callable(f));
                &f.name
            }
            Item::Const(c) => {
                self.consts.push((c.name.text.clone(), Ty::of(&c.ty)));
                if c.name.text == names::UNSAID {
                    self.unsaid.extend(texts(&c.value));
                }
                &c.name
            }
            Item::Zone(z) => &z.name,
            Item::Board(b) => &b.name,
            Item::Option(o) => &o.name,
            Item::Turn(t) => &t.name,
            Item::Dice(d) => &d.name,
            Item::Layers(_) | Item::Setup(_) | Item::Test(_) | Item::Look(_) | Item::Words(_) => return,
        };
        self.names.push(name.text.clone());
    }

    /// Whether a class is another one or below it.
    pub(crate) fn descends(&self, class: &str, from: &str) -> bool {
        let mut at = class;
        // No line of classes is longer than there are classes, even where it goes round in a circle.
        for _ in 0..=self.classes.len() {
            if at == from {
                return true;
            }
            let Some(parent) = self.classes.get(at).and_then(|class| class.parent.as_ref()) else {
                return false;
            };
            at = &parent.text;
        }
        false
    }

    /// What a modifier is given: what those above it are given, then its own.
    pub(crate) fn params_of(&self, class: &Class) -> Vec<Param> {
        let (mut lines, mut at) = (Vec::new(), Some(class));
        for _ in 0..=self.classes.len() {
            let Some(here) = at else { break };
            lines.push(here.modifier.as_ref().map_or(Vec::new(), |m| m.params.iter().map(param).collect()));
            at = here.parent.as_ref().and_then(|parent| self.classes.get(&parent.text).copied());
        }
        lines.into_iter().rev().flatten().collect()
    }

    /// The attributes of a class, with those of the classes above it.
    pub(crate) fn attributes(&self, class: &str) -> Vec<&'m Attribute> {
        let (mut all, mut at) = (Vec::new(), self.classes.get(class).copied());
        for _ in 0..=self.classes.len() {
            let Some(here) = at else { break };
            all.extend(&here.attributes);
            at = here.parent.as_ref().and_then(|parent| self.classes.get(&parent.text).copied());
        }
        all
    }

    /// Whether somebody can write a value of a type in brackets.
    pub(crate) fn is_writable(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Named(name) => {
                matches!(name.as_str(), "number" | "string" | "bool") || self.enums.contains_key(name)
            }
            _ => false,
        }
    }

    /// Whether a value of a type is written in brackets or is a card, as acts and modifiers may be given.
    pub(crate) fn is_sayable(&self, ty: &Ty) -> bool {
        self.is_writable(ty) || (!self.card.is_empty() && ty.is(&self.card))
    }
}

/// The texts of a list in braces.
fn texts(value: &Expr) -> impl Iterator<Item = String> {
    let all = if let ExprKind::Braces(all) = &value.kind { all.as_slice() } else { &[] };
    all.iter().filter_map(|one| match &one.kind {
        ExprKind::String(parts) => match &parts[..] {
            [Part::Text(text)] => Some(text.clone()),
            _ => None,
        },
        _ => None,
    })
}

fn callable(function: &Function) -> Callable {
    let statements = function.body.as_ref().map(|body| &body.statements[..]);
    let only_answers = matches!(statements, Some([Statement { kind: StatementKind::Return(Some(_)), .. }]));
    Callable {
        name: function.name.text.clone(),
        params: function.inputs.iter().map(param).collect(),
        gives: function.returns.as_ref().map(Ty::of),
        only_answers,
    }
}

fn param(input: &Input) -> Param {
    let has_default = matches!(&input.source, InputSource::Given(Some(_))) || input.optional;
    Param { name: input.name.text.clone(), ty: Ty::of(&input.ty), has_default }
}
