//! What is checked of single builtins beyond their signatures: words that name directions, turns, phases and tiles,
//! `all` and `position`. It knows nothing of signatures.

use super::super::calls::Call;
use super::super::expr::Receiver;
use super::super::problems as problem;
use super::super::scope::{Checker, error};
use super::super::world::Definition;
use crate::typed::{BoardId, ClassKind, Expr, ExprKind, Type};
use base::NodeId;
use language::catalogue::{Builtin, Entry};
use language::tree::{self, Argument};

impl<'t> Checker<'_, 't> {
    /// A function that stands alone: `max(a, b)`, `all(King)`, `position(passed)`.
    pub(in super::super) fn call_free(
        &mut self,
        call: Call<'t>,
        name_at: NodeId,
        entry: &'static Entry,
    ) -> Expr {
        match entry.id {
            Builtin::AllOf => self.all_of(call, name_at),
            Builtin::PositionOf => {
                let mut found = Vec::new();
                for arg in call.args {
                    if let Some(name) = &arg.name {
                        self.report(problem::value_named(self.span(name.id)));
                    }
                    found.push(Some(self.any_value(&arg.value)));
                }
                call.expr(Type::Position, ExprKind::Builtin(entry.id, found))
            }
            _ => self.builtin(call, entry, Receiver::Word(entry.on)),
        }
    }

    /// `all(King)`
    fn all_of(&mut self, call: Call<'t>, name_at: NodeId) -> Expr {
        let [Argument { value, .. }] = call.args else {
            let problem = problem::all_of_what(self.span(name_at), "it takes the name of one class");
            return self.refuse_call(call, problem);
        };
        let definition = match &value.kind {
            tree::ExprKind::Missing => return error(call.at),
            tree::ExprKind::Name(name) => self.world.definition(self.module, name),
            tree::ExprKind::Member(inner, name) => match &inner.kind {
                tree::ExprKind::Name(alias) if self.local(alias).is_none() => {
                    match self.world.definition(self.module, alias) {
                        Some(Definition::Module(Some(m))) => match self.definition_in(m, name) {
                            Some(definition) => Some(definition),
                            None => return error(call.at),
                        },
                        _ => None,
                    }
                }
                _ => None,
            },
            tree::ExprKind::Type(ty) => match self.type_of(ty) {
                Type::Class(c) => Some(Definition::Class(c)),
                Type::Error => return error(call.at),
                _ => None,
            },
            _ => None,
        };
        match definition {
            Some(Definition::Class(c)) if self.world.kind(c) != ClassKind::Event => {
                let kind = match self.world.kind(c) {
                    ClassKind::Const => self.world.all_constants(c),
                    _ => ExprKind::AllOf(c),
                };
                call.expr(Type::list(Type::Class(c)), kind)
            }
            Some(Definition::Module(None)) => error(call.at),
            found => {
                let hint = match (&value.kind, found) {
                    (tree::ExprKind::Name(name), Some(Definition::Enum(_))) => {
                        format!("write `{name}.all()`")
                    }
                    (tree::ExprKind::Name(name), _) if name == "player" => "write `player.all()`".to_owned(),
                    (tree::ExprKind::Name(name), Some(Definition::Zone(_))) => {
                        format!("`{name}` is a list itself")
                    }
                    (tree::ExprKind::Name(name), Some(Definition::Generic(_))) => {
                        format!("write the types too: `{name}<...>`")
                    }
                    (tree::ExprKind::Name(name), Some(Definition::Bound(_))) => {
                        format!("`{name}` may stand for any type, also for one that has no objects")
                    }
                    (tree::ExprKind::Name(name), None) => match self.nearest_class(name) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => "it takes the name of a class: `all(King)`".to_owned(),
                    },
                    _ => "it takes the name of a class: `all(King)`".to_owned(),
                };
                self.error_expr(call.at, problem::all_of_what(self.span(value.id), &hint))
            }
        }
    }

    fn nearest_class(&self, name: &str) -> Option<String> {
        let names = self.world.entries(self.module).filter(|_| problem::may_suggest());
        let classes = names.filter(|(_, e)| matches!(e.definition, Definition::Class(_))).map(|(n, _)| n);
        problem::nearest_of(name, classes).map(str::to_owned)
    }

    // ---- words that name something ----

    pub(super) fn check_words(&mut self, b: Builtin, board: Option<BoardId>, args: &[Option<Expr>]) {
        let arg = |i: usize| args.get(i).and_then(Option::as_ref);
        match b {
            Builtin::TileStep | Builtin::TileRay | Builtin::TileSide => {
                arg(1).into_iter().for_each(|e| self.check_direction(e))
            }
            Builtin::TileSteps => {
                if let Some(ExprKind::NewList(directions)) = arg(1).map(|e| &e.kind) {
                    directions.iter().for_each(|e| self.check_direction(e));
                }
            }
            Builtin::TurnsUse => self.check_turn(arg(0), arg(1)),
            Builtin::TurnPass => self.check_phase(arg(1)),
            Builtin::PhaseUse => self.check_phase(arg(0)),
            Builtin::BoardTile => {
                if let (Some(board), Some(Expr { at, kind: ExprKind::String(name), .. })) = (board, arg(0)) {
                    self.check_tile(board, *at, name);
                }
            }
            _ => {}
        }
    }

    /// All edges or corners of a board that has none as places.
    pub(super) fn check_spots_of_board(&mut self, at: NodeId, b: Builtin, board: BoardId) {
        let board = &self.world.game.boards[board.index()];
        let what = match b {
            Builtin::BoardEdges if board.edges.is_none() && board.loose_edges().is_empty() => "edge",
            Builtin::BoardCorners if board.corners.is_none() => "corner",
            _ => return,
        };
        self.report(problem::no_spots_said(self.span(at), &format!("`{}` does not say", board.name), what));
    }

    /// Those of a tile, where no board has any; a library may ask for those of other games.
    pub(super) fn check_spots_of_tile(&mut self, at: NodeId, b: Builtin) {
        let boards = &self.world.game.boards;
        let what = match b {
            Builtin::TileEdge | Builtin::TileSide | Builtin::TileEdges
                if boards.iter().all(|b| b.edges.is_none() && b.loose_edges().is_empty()) =>
            {
                "edge"
            }
            Builtin::TileCorners if boards.iter().all(|b| b.corners.is_none()) => "corner",
            _ => return,
        };
        if self.module == 0 && !boards.is_empty() {
            self.report(problem::no_spots_said(self.span(at), "no board says", what));
        }
    }

    fn check_direction(&mut self, e: &Expr) {
        let ExprKind::String(direction) = &e.kind else { return };
        let boards = &self.world.geometries;
        if boards.is_empty() || boards.iter().any(|g| g.direction(direction).is_some()) {
            return;
        }
        let mut known: Vec<&str> = boards.iter().flat_map(|g| g.directions.iter().copied()).collect();
        known.dedup();
        self.report(problem::unknown_direction(self.span(e.at), direction, &known));
    }

    pub(super) fn check_tile(&mut self, board: BoardId, at: NodeId, name: &str) {
        let geometry = &self.world.geometries[board.index()];
        if geometry.named(name).is_none() {
            let known = geometry.tiles.iter().map(|t| t.name.as_str());
            self.report(problem::unknown_tile(self.span(at), name, known));
        }
    }

    fn check_turn(&mut self, turn: Option<&Expr>, phase: Option<&Expr>) {
        let Some(Expr { at, kind: ExprKind::String(name), .. }) = turn else {
            return self.check_phase(phase);
        };
        let turns = &self.world.game.turns;
        let Some(found) = turns.iter().find(|t| t.name == *name) else {
            let known = turns.iter().map(|t| t.name.as_str());
            return self.report(problem::unknown_turn(self.span(*at), name, known));
        };
        if let Some(Expr { at, kind: ExprKind::String(phase), .. }) = phase
            && !found.phases.iter().any(|p| p.name == *phase)
        {
            let known = found.phases.iter().map(|p| p.name.as_str());
            self.report(problem::unknown_phase(self.span(*at), phase, Some(name), known));
        }
    }

    /// A comparison of the active phase, or of the name of a turn, with a name that there is not. A library may ask for
    /// those of other games.
    pub(in crate::check) fn check_compared(&mut self, asked: &Expr, name: &Expr) {
        match asked.kind {
            ExprKind::Builtin(Builtin::PhaseActive, _) if self.module == 0 => self.check_phase(Some(name)),
            ExprKind::Builtin(Builtin::TurnName, _) if self.module == 0 => self.check_turn(Some(name), None),
            _ => {}
        }
    }

    fn check_phase(&mut self, phase: Option<&Expr>) {
        let Some(Expr { at, kind: ExprKind::String(name), .. }) = phase else { return };
        let phases = || self.world.game.turns.iter().flat_map(|t| t.phases.iter().map(|p| p.name.as_str()));
        if !phases().any(|p| p == name) {
            self.report(problem::unknown_phase(self.span(*at), name, None, phases()));
        }
    }
}
