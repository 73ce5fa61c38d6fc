//! One body while it is checked: which variables are alive, what may be returned, where it stands.
//! It knows nothing of single statements and expressions.

use super::bodies::Seen;
use super::classes::ATTRIBUTE;
use super::problems as problem;
use super::returns::report_unreachable;
use super::world::World;
use crate::typed::{
    Block, Body, ClassId, Expr, ExprKind, Local, LocalId, ModifierOf, Statement, StatementKind, Type,
};
use base::{NodeId, Problem, Span};
use language::tree::{self, Name};
use std::collections::BTreeMap;

/// What a body may return.
#[derive(Clone, Debug)]
pub(super) enum Returns {
    /// Nothing; what it is, for messages: `an effect`.
    Nothing(&'static str),
    /// Nothing, in a `before` block.
    Before,
    /// Nothing: a `suppose` goes on to the expression after `gives`.
    Suppose,
    /// A value, and what needs it: `the result of `f``.
    Value(Type, String),
    /// A function value whose result is not known before; the type so far.
    Infer(Option<Type>),
}

impl Returns {
    /// What gives nothing, for messages.
    pub(super) fn nothing(&self) -> Option<&'static str> {
        match self {
            Returns::Nothing(what) => Some(what),
            Returns::Before => Some("a `before` block"),
            Returns::Suppose => Some("`suppose`"),
            Returns::Value(..) | Returns::Infer(_) => None,
        }
    }
}

/// What kind of body it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    Ordinary,
    Setup,
    Test,
    /// A function of a file of tests, which plays and expects as they do.
    TestFunction,
    /// The default effect of an event, where `this` is the event.
    EventEffect,
}

/// What is known of a local beside its name and type.
pub(super) struct About {
    pub at: NodeId,
    pub used: bool,
    /// A variable that the author declared in a statement: reported if it is never read.
    pub declared: bool,
}

/// The variables of one block.
#[derive(Default)]
pub(super) struct Frame<'t> {
    /// In the order of their declarations.
    pub locals: Vec<LocalId>,
    /// What the rest of the block will declare, by name.
    pub coming: BTreeMap<&'t str, &'t Name>,
}

pub(super) struct Checker<'w, 't> {
    pub world: &'w World<'t>,
    pub seen: &'w mut Seen,
    pub module: usize,
    pub class: Option<ClassId>,
    /// The event that `event` is.
    pub event: Option<ClassId>,
    /// That it cannot be known was told.
    pub event_is_unknown: bool,
    /// The variable that holds it, where it is a parameter.
    pub event_local: Option<LocalId>,
    /// What `base` is in what a modifier overrides.
    pub base: Option<super::modifiers::Base>,
    pub stage: Stage,
    pub returns: Returns,
    pub loops: u32,
    pub locals: Vec<Local>,
    pub about: Vec<About>,
    pub frames: Vec<Frame<'t>>,
    /// The variables of all frames by name, the innermost last.
    visible: BTreeMap<String, Vec<LocalId>>,
    /// Where the variables were declared whose block has ended; of several the last.
    pub gone: BTreeMap<String, NodeId>,
    /// Names that mean something elsewhere: inputs in a requirement.
    pub elsewhere: Vec<(String, &'static str)>,
}

impl<'w, 't> Checker<'w, 't> {
    pub(super) fn new(
        world: &'w World<'t>,
        seen: &'w mut Seen,
        module: usize,
        class: Option<ClassId>,
    ) -> Checker<'w, 't> {
        Checker {
            world,
            seen,
            module,
            class,
            event: None,
            event_is_unknown: false,
            event_local: None,
            base: None,
            stage: Stage::Ordinary,
            returns: Returns::Nothing("this"),
            loops: 0,
            locals: Vec::new(),
            about: Vec::new(),
            frames: vec![Frame::default()],
            visible: BTreeMap::new(),
            gone: BTreeMap::new(),
            elsewhere: Vec::new(),
        }
    }

    // ---- problems ----

    pub(super) fn span(&self, at: NodeId) -> Span {
        self.world.span(at)
    }

    pub(super) fn report(&self, problem: Problem) {
        self.world.report(problem);
    }

    /// Reports, and gives nothing.
    pub(super) fn refuse<T>(&self, problem: Problem) -> Option<T> {
        self.world.refuse(problem)
    }

    /// Reports and gives an expression that fits everywhere.
    pub(super) fn error_expr(&self, at: NodeId, problem: Problem) -> Expr {
        self.report(problem);
        error(at)
    }

    pub(super) fn name_of(&self, ty: &Type) -> String {
        self.world.name_of(ty)
    }

    // ---- types ----

    /// A written type; None for `var`.
    pub(super) fn explicit_type(&self, ty: &tree::TypeRef) -> Option<Type> {
        match ty.kind {
            tree::TypeKind::Inferred => None,
            _ => Some(self.type_of(ty)),
        }
    }

    pub(super) fn type_of(&self, ty: &tree::TypeRef) -> Type {
        self.world.resolve(self.module, ty)
    }

    // ---- variables ----

    /// Makes a variable that no name leads to.
    pub(super) fn unnamed(&mut self, name: &str, ty: Type, at: NodeId) -> LocalId {
        self.locals.push(Local { name: name.to_owned(), ty });
        self.about.push(About { at, used: true, declared: false });
        LocalId(self.locals.len() as u32 - 1)
    }

    /// Makes a variable visible from here to the end of the block.
    pub(super) fn declare(&mut self, name: &Name, ty: Type) -> LocalId {
        self.report_if_visible(name);
        let id = self.unnamed(&name.text, ty, name.id);
        if let Some(frame) = self.frames.last_mut() {
            if frame.coming.get(name.text.as_str()).is_some_and(|n| n.id == name.id) {
                frame.coming.remove(name.text.as_str());
            }
            if !name.text.is_empty() {
                self.make_visible(id);
            }
        }
        id
    }

    /// Makes a value visible under a name that its author did not choose, like `it`; the name may hide another.
    pub(super) fn give_name(&mut self, name: &str, ty: Type, at: NodeId) -> LocalId {
        let id = self.unnamed(name, ty, at);
        self.make_visible(id);
        id
    }

    /// Lets the name of a variable lead to it, from here to the end of the block.
    pub(super) fn make_visible(&mut self, id: LocalId) {
        if let Some(frame) = self.frames.last_mut() {
            frame.locals.push(id);
            self.visible.entry(self.locals[id.index()].name.clone()).or_default().push(id);
        }
    }

    fn report_if_visible(&mut self, name: &Name) {
        if name.text.is_empty() {
            return;
        }
        let local = self.local(&name.text).map(|l| ("a variable", Some(self.about[l.index()].at)));
        let attribute = || self.class.and_then(|c| self.world.attribute_named(c, &name.text));
        // What is nearer wins; but a second variable would be a trap.
        let constant = || self.world.constant_named(self.module, &name.text);
        if let Some((what, at)) = local.or_else(attribute).or_else(constant) {
            self.report(self.world.taken(name, what, at));
        }
    }

    /// Whether a variable or an attribute of `this` stands for the name, which may be declared elsewhere too.
    pub(super) fn is_variable(&self, name: &str) -> bool {
        self.local(name).is_some()
            || self.class.is_some_and(|c| self.world.attribute_named(c, name).is_some())
    }

    /// What the variable or attribute that a value reads hides, for messages.
    pub(super) fn hidden_by(&self, value: &Expr) -> Option<(String, Span)> {
        let name = match &value.kind {
            ExprKind::Local(local) => &self.locals[local.index()].name,
            ExprKind::Attribute(object, index) if matches!(object.kind, ExprKind::This) => {
                let Type::Class(of) = object.ty else { return None };
                &self.world.game.classes[of.index()].attributes[*index as usize].name
            }
            _ => return None,
        };
        let member = self.class.and_then(|c| self.world.member_named(c, name));
        let member = member.filter(|(what, _)| *what != ATTRIBUTE);
        let entry = || self.world.entry(self.module, name).map(|e| (e.definition.what(), e.at));
        let (what, at) = member.or_else(entry)?;
        Some((format!("`{name}` hides {what}, which is declared here"), self.span(at?)))
    }

    /// The visible variable of that name.
    pub(super) fn local(&self, name: &str) -> Option<LocalId> {
        self.visible.get(name)?.last().copied()
    }

    pub(super) fn local_type(&self, local: LocalId) -> &Type {
        &self.locals[local.index()].ty
    }

    /// Reading a variable.
    pub(super) fn read(&mut self, at: NodeId, local: LocalId) -> Expr {
        self.about[local.index()].used = true;
        Expr { at, ty: self.local_type(local).clone(), kind: ExprKind::Local(local) }
    }

    pub(super) fn open(&mut self) {
        self.frames.push(Frame::default());
    }

    pub(super) fn close(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        for local in frame.locals {
            let name = &self.locals[local.index()].name;
            if let Some(same) = self.visible.get_mut(name) {
                same.retain(|l| *l != local);
            }
            self.gone.insert(name.clone(), self.about[local.index()].at);
        }
    }

    /// Ends the body, and reports variables that are never read.
    pub(super) fn finish(self, block: Block) -> Body {
        self.report_unused();
        Body { locals: self.locals, block }
    }

    /// Checks the block of a body to its end.
    pub(super) fn whole(mut self, returns: Returns, block: &'t tree::Block) -> Body {
        self.returns = returns;
        let found = self.block(block);
        self.finish_block(found)
    }

    /// Ends a body, and warns of unreachable statements.
    pub(super) fn finish_block(self, block: Block) -> Body {
        report_unreachable(&block, self.world);
        self.finish(block)
    }

    /// Ends a body that gives a value.
    pub(super) fn finish_value(self, value: Expr) -> Body {
        self.finish(returning(value))
    }

    pub(super) fn report_unused(&self) {
        for (local, about) in self.locals.iter().zip(&self.about) {
            if about.declared && !about.used && local.ty != Type::Error && !local.name.starts_with('_') {
                self.report(problem::unused_local(self.span(about.at), &local.name));
            }
        }
    }

    /// Checks what returns something else than what is around it, and whose loops are its own. Gives what it returns.
    pub(super) fn within<T>(&mut self, returns: Returns, check: impl FnOnce(&mut Self) -> T) -> (T, Returns) {
        let outer = std::mem::replace(&mut self.returns, returns);
        let loops = std::mem::take(&mut self.loops);
        let found = check(self);
        self.loops = loops;
        (found, std::mem::replace(&mut self.returns, outer))
    }

    // ---- this ----

    /// The object whose class the body belongs to; in a modifier the object that has it.
    pub(super) fn this(&self, at: NodeId) -> Option<Expr> {
        let class = self.class?;
        if let Some(on) = self.world.holder_class(class) {
            let application = Expr { at, ty: Type::Class(class), kind: ExprKind::This };
            let kind = ExprKind::Attribute(Box::new(application), ModifierOf::HOLDER);
            return Some(Expr { at, ty: Type::Class(on), kind });
        }
        let kind = match (self.stage, self.event_local) {
            (Stage::EventEffect, Some(event)) => ExprKind::Local(event),
            (Stage::EventEffect, None) => ExprKind::Event,
            _ => ExprKind::This,
        };
        Some(Expr { at, ty: Type::Class(class), kind })
    }

    /// The class of `this`.
    pub(super) fn this_class(&self) -> Option<ClassId> {
        let class = self.class?;
        Some(self.world.holder_class(class).unwrap_or(class))
    }

    /// The object that carries a member of this body's class, or of the object that has the modifier.
    pub(super) fn carrier(&self, at: NodeId, carrier: Carrier) -> Expr {
        match (carrier, self.class) {
            (Carrier::Application, Some(class)) => Expr { at, ty: Type::Class(class), kind: ExprKind::This },
            _ => self.this(at).unwrap_or_else(|| error(at)),
        }
    }
}

/// Whose a member is that is named without anything before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Carrier {
    This,
    /// In a modifier: of the modifier itself.
    Application,
}

/// An expression that fits everywhere, where something wrong was reported.
pub(super) fn error(at: NodeId) -> Expr {
    Expr { at, ty: Type::Error, kind: ExprKind::Error }
}

/// A block that gives a value.
pub(super) fn returning(value: Expr) -> Block {
    Block { statements: vec![statement(value.at, StatementKind::Return(Some(value)))] }
}

pub(super) fn statement(at: NodeId, kind: StatementKind) -> Statement {
    Statement { at, kind }
}
