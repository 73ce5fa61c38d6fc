//! What the functions for settling are written with. It knows no rules.

use super::super::{application, applications};
use super::{Settling, Slot, global, state};
use crate::lower::build::TreeBuilder;
use crate::typed::{
    BinaryOp, Block, ClassId, ClassKind, Expr, ExprKind, Game, LocalId, ModifierOf, Statement, StatementKind,
    Type, Visibility,
};
use language::catalogue::Builtin;

impl Settling {
    fn the_global(&self, b: &TreeBuilder) -> Expr {
        b.expr(Type::Class(self.global), ExprKind::Global(self.global))
    }

    /// Reads an attribute of the global object.
    pub(super) fn global(&self, b: &TreeBuilder, index: u32) -> Expr {
        let ty = match index {
            global::CLEAN | global::RUNNING | global::MOVED => Type::Bool,
            global::BARRING | global::TAKING | global::ACTIVE | global::LISTED => applications(),
            global::TOUCHED => Type::list(Type::Class(self.values)),
            global::WATCHED.. => Type::Bool,
            _ => Type::Number,
        };
        b.attribute(self.the_global(b), index, ty)
    }

    pub(super) fn set_global(&self, b: &TreeBuilder, index: u32, value: Expr) -> Statement {
        b.assign(self.the_global(b), index, value)
    }

    /// Counts an attribute of the global object up.
    pub(super) fn count(&self, b: &TreeBuilder, index: u32) -> Statement {
        let more = b.binary(BinaryOp::Add, self.global(b, index), b.number(1.0));
        self.set_global(b, index, more)
    }

    /// Notes that something has changed.
    pub(in super::super) fn changed(&self, b: &TreeBuilder) -> Statement {
        self.set_global(b, global::CLEAN, b.bool(false))
    }

    /// Whether everything is being settled.
    pub(in super::super) fn is_running(&self, b: &TreeBuilder) -> Expr {
        self.global(b, global::RUNNING)
    }

    /// Settles where something has changed.
    pub(in super::super) fn settles(&self, b: &TreeBuilder) -> Statement {
        let settle = b.run(b.call(self.settle, Vec::new(), Type::Void));
        b.when(b.not(self.global(b, global::CLEAN)), vec![settle])
    }

    /// What is known of an application.
    fn state_of(&self, b: &TreeBuilder, app: Expr) -> Expr {
        b.attribute(app, ModifierOf::SETTLED, Type::Class(self.state))
    }

    pub(super) fn state(&self, b: &TreeBuilder, app: Expr, index: u32) -> Expr {
        let ty = match index {
            state::THERE | state::ARRIVED | state::BEGUN | state::ASKED | state::AWAKE | state::GIVEN => {
                Type::Bool
            }
            state::QUIET | state::SOUGHT => Type::Bool,
            state::GRANTER | state::ROOT => application(),
            state::REACH => applications(),
            state::TILES => Type::list(Type::Class(ClassId::TILE)),
            _ => Type::Number,
        };
        b.attribute(self.state_of(b, app), index, ty)
    }

    pub(super) fn set_state(&self, b: &TreeBuilder, app: Expr, index: u32, value: Expr) -> Statement {
        b.assign(self.state_of(b, app), index, value)
    }

    /// Whether an application came in some way.
    pub(super) fn came(&self, b: &TreeBuilder, app: Expr, nature: f64) -> Expr {
        b.equal(self.state(b, app, state::NATURE), b.number(nature))
    }

    /// The object that has an application of a modifier for some class.
    pub(super) fn holder(&self, b: &TreeBuilder, app: Expr, on: ClassId) -> Expr {
        b.attribute(app, ModifierOf::HOLDER, Type::Class(on))
    }

    /// The settled values of an object, or null.
    pub(super) fn values(&self, b: &TreeBuilder, object: Expr) -> Expr {
        let Type::Class(class) = object.ty else { return object };
        b.attribute(object, self.places[class.index()].0, Type::Class(self.values))
    }

    /// The list of the applications of an object that are there.
    pub(super) fn list(&self, b: &TreeBuilder, object: Expr) -> Expr {
        let Type::Class(class) = object.ty else { return object };
        b.attribute(object, self.places[class.index()].1, applications())
    }

    pub(super) fn set_values(&self, b: &TreeBuilder, object: Expr, value: Expr) -> Statement {
        let ExprKind::Attribute(of, place) = self.values(b, object).kind else {
            return b.block(Vec::new());
        };
        b.assign(*of, place, value)
    }

    pub(super) fn value(&self, b: &TreeBuilder, values: Expr, attribute: usize, slot: Slot) -> Expr {
        let ty = match slot {
            Slot::Touched => Type::Bool,
            _ => self.attributes[attribute].2.clone(),
        };
        b.attribute(values, self.slot(attribute, slot), ty)
    }

    pub(super) fn set_value(
        &self,
        b: &TreeBuilder,
        values: Expr,
        (attribute, slot): (usize, Slot),
        value: Expr,
    ) -> Statement {
        b.assign(values, self.slot(attribute, slot), value)
    }

    /// Does something for each live object of a class.
    pub(super) fn each_object(
        &self,
        b: &mut TreeBuilder,
        game: &Game,
        class: ClassId,
        then: impl FnOnce(&mut TreeBuilder, LocalId) -> Vec<Statement>,
    ) -> Statement {
        let object = b.local("object", Type::Class(class));
        let body = then(b, object);
        if is_global(game, class) {
            let mut statements = vec![b.declare(object, b.expr(Type::Class(class), ExprKind::Global(class)))];
            statements.extend(body);
            return b.block(statements);
        }
        b.each(object, b.all(class), body)
    }

    /// Does something for each application of an object, while everything is settled: those that are not there, too.
    pub(super) fn each_of(
        &self,
        b: &mut TreeBuilder,
        object: &Expr,
        then: impl FnOnce(&mut TreeBuilder, LocalId) -> Vec<Statement>,
    ) -> Statement {
        let list = self.list(b, object.clone());
        let each = each_in(b, list.clone(), then);
        b.when(b.not(b.is_null(list)), vec![each])
    }

    /// Does something for each application.
    pub(super) fn each_application(
        &self,
        b: &mut TreeBuilder,
        then: impl FnOnce(&mut TreeBuilder, LocalId) -> Vec<Statement>,
    ) -> Statement {
        let all = b.all(ClassId::MODIFIER);
        each_in(b, all, then)
    }
}

/// Does something for each application in a list.
pub(super) fn each_in(
    b: &mut TreeBuilder,
    list: Expr,
    then: impl FnOnce(&mut TreeBuilder, LocalId) -> Vec<Statement>,
) -> Statement {
    let app = b.local("application", application());
    let body = then(b, app);
    b.each(app, list, body)
}

fn is_global(game: &Game, class: ClassId) -> bool {
    let class = &game.classes[class.index()];
    class.visibility == Visibility::Global && matches!(class.kind, ClassKind::Class | ClassKind::Piece)
}

impl TreeBuilder {
    pub(super) fn equal(&self, a: Expr, b: Expr) -> Expr {
        self.binary(BinaryOp::Equal, a, b)
    }

    pub(super) fn differ(&self, a: Expr, b: Expr) -> Expr {
        self.not(self.equal(a, b))
    }

    pub(super) fn or(&self, a: Expr, b: Expr) -> Expr {
        self.binary(BinaryOp::Or, a, b)
    }

    pub(super) fn if_else(&self, check: Expr, then: Vec<Statement>, other: Vec<Statement>) -> Statement {
        self.statement(StatementKind::If(
            check,
            Block { statements: then },
            Some(Block { statements: other }),
        ))
    }

    pub(super) fn none(&self) -> Expr {
        self.empty_list(application())
    }

    /// A list sorted by a number of each element, those of one number as they were.
    pub(super) fn sorted_by(&mut self, list: Expr, by: impl FnOnce(&TreeBuilder, Expr) -> Expr) -> Expr {
        let ty = list.ty.clone();
        let one = self.local("one", ty.element().cloned().unwrap_or(Type::Error));
        let value = by(self, self.get(one));
        let lambda = self.lambda(one, value);
        self.builtin(Builtin::ListSortBy, vec![list, lambda], ty)
    }
}
