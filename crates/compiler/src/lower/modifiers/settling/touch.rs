//! Notes in code that changes something that it has, and settles before somebody is told something. It knows
//! nothing of what that changes.

use super::inputs::Readers;
use super::{Settling, global};
use crate::lower::Core;
use crate::lower::build::{TreeBuilder, param};
use crate::typed::visit::{PartsMut, VisitMut};
use crate::typed::{
    Action, Acts, Attribute, Block, Body, ChoiceSpec, ClassId, Expr, ExprKind, Function, FunctionId, Source,
    Statement, StatementKind, Type,
};
use base::NodeId;

/// Goes through all code that may change something, as its authors wrote it.
pub(in super::super) fn touch(core: &mut Core, settling: &mut Settling) {
    let mut game = std::mem::take(&mut core.game);
    settling.notes_of_the_table();
    Lists(settling).game(&mut game);
    let fills = game.functions.iter().map(|f| f.effects.fills).collect();
    let mut toucher = Toucher { settling, fills, needed: Vec::new(), first: game.functions.len() as u32 };
    Apart(&mut toucher).game(&mut game);
    // What changes no more than lists that it is given leaves the note to whoever gives them, since others may call it
    // where nothing may change.
    for function in game.functions.iter_mut().filter(|f| f.effects.alters) {
        toucher.function(function);
        let defaults = function.params.iter_mut().filter_map(|p| p.default.as_mut());
        defaults.for_each(|e| toucher.expr(e));
    }
    for attribute in game.classes.iter_mut().flat_map(|c| &mut c.attributes) {
        attribute.default.iter_mut().for_each(|body| toucher.body(body));
    }
    for action in &mut game.actions {
        toucher.action(action);
    }
    for class in &mut game.classes {
        class.effect.iter_mut().for_each(|body| toucher.body(body));
    }
    for before in &mut game.befores {
        toucher.body(&mut before.run.body);
    }
    for modifier in &mut game.modifiers {
        modifier.adding.parts.iter_mut().for_each(|part| toucher.expr(part));
    }
    for phase in game.turns.iter_mut().flat_map(|t| &mut t.phases) {
        let then = phase.simultaneous.as_mut().and_then(|s| s.then.as_mut());
        then.into_iter().for_each(|body| toucher.body(body));
    }
    game.setup.iter_mut().for_each(|body| toucher.body(body));
    game.tests.iter_mut().for_each(|test| toucher.body(&mut test.body));
    let needed = std::mem::take(&mut toucher.needed);
    core.game = game;
    needed.into_iter().for_each(|(ty, note)| identity(core, settling, ty, note));
    let watched = &mut core.game.classes[settling.global.index()].attributes;
    for _ in &settling.watched {
        let default = super::initial(settling.at, &Type::Bool);
        watched.push(Attribute {
            default,
            ..Attribute::new("(watched)", settling.at, Type::Bool, settling.global)
        });
    }
}

/// What is noted where something changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Note {
    /// Whatever lives.
    Always,
    /// Only where some application lives to which it matters, see [`Settling::watched`].
    Watched(usize),
}

/// More kinds of changes than these are not told apart.
const MAX_WATCHED: usize = 64;

impl Settling {
    /// What is noted where something changed that matters to these; None where it matters to nobody.
    fn note_for(&mut self, readers: Readers) -> Option<Note> {
        if readers.is_none() {
            return None;
        }
        if readers.always {
            return Some(Note::Always);
        }
        if let Some(found) = self.watched.iter().position(|w| *w == readers.modifiers) {
            return Some(Note::Watched(found));
        }
        if self.watched.len() == MAX_WATCHED {
            return Some(Note::Always);
        }
        self.watched.push(readers.modifiers);
        Some(Note::Watched(self.watched.len() - 1))
    }

    fn notes_of_the_table(&mut self) {
        let table = self.inputs.table();
        self.of_the_table = self.note_for(table);
    }

    pub(super) fn noted(&self, b: &TreeBuilder, note: Note) -> Statement {
        match note {
            Note::Always => self.changed(b),
            // While global objects are made, it is null.
            Note::Watched(of) => {
                let nobody = b.equal(self.global(b, global::WATCHED + of as u32), b.bool(false));
                b.when(b.not(nobody), vec![self.changed(b)])
            }
        }
    }
}

/// `with(value)`: the value, after something has changed.
fn identity(core: &mut Core, settling: &Settling, ty: Type, note: Note) {
    let function = core.reserve("with", settling.at, None, ty.clone());
    let mut b = TreeBuilder::new(settling.at);
    let value = b.local("value", ty);
    let give = b.give(Some(b.get(value)));
    let note = settling.noted(&b, note);
    core.fill((function, vec![param("value", value)], b.done(vec![note, give])));
}

/// Lists those applications that are there.
struct Lists<'s>(&'s Settling);

impl Lists<'_> {
    fn listed(&self, class: ClassId) -> Option<ExprKind> {
        let all = match class {
            ClassId::MODIFIER => self.0.all,
            class => self.0.kind(class)?.all,
        };
        Some(ExprKind::Call(all, Vec::new()))
    }

    fn source(&self, at: NodeId, spec: &mut ChoiceSpec) {
        if let Source::Objects(class) = spec.source
            && let Some(kind) = self.listed(class)
        {
            let ty = Type::list(Type::Class(class));
            spec.source = Source::List(Box::new(Expr { at, ty, kind }));
        }
    }
}

impl VisitMut for Lists<'_> {
    fn expr(&mut self, e: &mut Expr) {
        e.kind.parts_mut(&mut |n| self.node(n));
        match &mut e.kind {
            ExprKind::AllOf(class) => {
                if let Some(kind) = self.listed(*class) {
                    e.kind = kind;
                }
            }
            ExprKind::Choose { spec, .. } | ExprKind::Auto(spec) => self.source(e.at, spec),
            _ => {}
        }
    }

    fn action(&mut self, action: &mut Action) {
        self.action_parts(action);
        action.inputs.iter_mut().for_each(|input| self.source(input.at, &mut input.spec));
    }
}

struct Toucher<'s> {
    settling: &'s mut Settling,
    /// By function: whether it changes lists that it is given.
    fills: Vec<bool>,
    /// The types of the values that pass through and what is noted, by the numbers of the functions for it from the
    /// first on.
    needed: Vec<(Type, Note)>,
    first: u32,
}

impl Toucher<'_> {
    /// What is noted where an expression changes by itself what settling reads, not only through what it calls or works
    /// out.
    fn matters(&mut self, kind: &ExprKind) -> Option<Note> {
        let readers = self.readers(kind);
        self.settling.note_for(readers)
    }

    fn readers(&self, kind: &ExprKind) -> Readers {
        let inputs = &self.settling.inputs;
        match kind {
            ExprKind::Assign(target, _) | ExprKind::Update(target, ..) => inputs.assigned(target),
            ExprKind::Builtin(id, args) => inputs.built_in(*id, args),
            ExprKind::BoardBuiltin(_, _, id, args) => inputs.built_in(*id, args),
            ExprKind::New(class, _) | ExprKind::Raise(class, _) => inputs.made(*class),
            ExprKind::Call(f, args) | ExprKind::CallBase(f, args) | ExprKind::CallMethod(_, f, args) => {
                match self.fills.get(f.index()) {
                    Some(true) => inputs.filled(args.iter().flatten()),
                    _ => Readers::default(),
                }
            }
            // What else it calls says it.
            _ => Readers::default(),
        }
    }

    /// What is noted where a statement changes by itself what settling reads, not only through a value that it works
    /// out.
    fn changes_directly(&mut self, kind: &StatementKind) -> Option<Note> {
        use StatementKind as K;
        match kind {
            K::Expr(e) => {
                let gives_none = e.ty == Type::Void;
                let assigns = matches!(e.kind, ExprKind::Assign(..) | ExprKind::Update(..));
                if gives_none || assigns { self.matters(&e.kind) } else { None }
            }
            K::Remove(object, _) => {
                let readers = self.settling.inputs.removed(object);
                self.settling.note_for(readers)
            }
            K::Score(..) | K::Eliminate(_) | K::Team(..) => self.settling.of_the_table,
            // The step of a loop is noted in front of its body and behind it.
            K::Loop { step: Some(step), .. } => self.matters(&step.kind),
            K::Do(..) | K::Play(_) | K::Answer(..) => Some(Note::Always),
            _ => None,
        }
    }

    /// A value after which something has changed.
    fn with(&mut self, value: Expr, note: Note) -> Expr {
        let known = self.needed.iter().position(|(ty, of)| *ty == value.ty && *of == note);
        let place = known.unwrap_or_else(|| {
            self.needed.push((value.ty.clone(), note));
            self.needed.len() - 1
        });
        let function = FunctionId(self.first + place as u32);
        let (at, ty) = (value.at, value.ty.clone());
        Expr { at, ty, kind: ExprKind::Call(function, vec![Some(value)]) }
    }

    /// Statements, each followed by a note where it changed something, and after everything was settled where somebody looks.
    fn noted(&mut self, statement: Statement, all: &mut Vec<Statement>) {
        let b = TreeBuilder::new(statement.at);
        if shows(&statement) {
            all.push(self.settling.settles(&b));
        }
        let at = statement.at;
        match statement.kind {
            // A value that is no value is done first.
            StatementKind::Return(Some(e)) if e.ty == Type::Void => match self.matters(&e.kind) {
                Some(note) => {
                    all.push(Statement { at, kind: StatementKind::Expr(e) });
                    all.push(self.settling.noted(&b, note));
                    all.push(Statement { at, kind: StatementKind::Return(None) });
                }
                None => all.push(Statement { at, kind: StatementKind::Return(Some(e)) }),
            },
            kind => {
                let note = self.changes_directly(&kind);
                all.push(Statement { at, kind });
                all.extend(note.map(|note| self.settling.noted(&b, note)));
            }
        }
    }
}

/// Goes through all code to what runs apart from where it stands: acts, when they are called, and what is supposed, on
/// a match of its own.
struct Apart<'t, 's>(&'t mut Toucher<'s>);

impl VisitMut for Apart<'_, '_> {
    fn expr(&mut self, e: &mut Expr) {
        match &mut e.kind {
            ExprKind::Lambda(lambda) if lambda.acts == Acts::WhenCalled => self.0.block(&mut lambda.body),
            ExprKind::Suppose(block, _) => self.0.block(block),
            _ => {}
        }
        e.kind.parts_mut(&mut |n| self.node(n));
    }
}

/// Whether somebody is told something in a statement, or the engine looks at the match. Questions settle by themselves.
fn shows(statement: &Statement) -> bool {
    use StatementKind as K;
    matches!(
        statement.kind,
        K::Tell(..) | K::Play(_) | K::Answer(..) | K::Do(..) | K::Expect(_) | K::ExpectLegal(..)
    )
}

impl VisitMut for Toucher<'_> {
    fn block(&mut self, block: &mut Block) {
        let mut all = Vec::new();
        for mut statement in std::mem::take(&mut block.statements) {
            statement.kind.parts_mut(&mut |n| self.node(n));
            let note = self.changes_directly(&statement.kind);
            if let StatementKind::Loop { step: Some(_), body, .. } = &mut statement.kind
                && let Some(note) = note
            {
                let b = TreeBuilder::new(statement.at);
                body.statements.insert(0, self.settling.noted(&b, note));
            }
            self.noted(statement, &mut all);
        }
        block.statements = all;
    }

    fn expr(&mut self, e: &mut Expr) {
        match &mut e.kind {
            // Nothing changes there, or it is gone through apart.
            ExprKind::Lambda(lambda) if lambda.acts != Acts::Here => return,
            ExprKind::Suppose(_, gives) => return self.expr(gives),
            ExprKind::Choose { by, .. } => return self.expr(by),
            ExprKind::Auto(_) => return,
            _ => {}
        }
        e.kind.parts_mut(&mut |n| self.node(n));
        if e.ty != Type::Void
            && let Some(note) = self.matters(&e.kind)
        {
            let value = std::mem::replace(e, Expr { at: e.at, ty: Type::Error, kind: ExprKind::Error });
            *e = self.with(value, note);
        }
    }

    fn body(&mut self, body: &mut Body) {
        self.block(&mut body.block);
    }

    fn function(&mut self, function: &mut Function) {
        self.block(&mut function.body.block);
    }

    fn action(&mut self, action: &mut Action) {
        self.block(&mut action.effect);
    }
}
