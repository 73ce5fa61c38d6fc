//! From the type that an expression has to the type that is needed, and `as` and `is`.
//! It knows nothing of where that need comes from.

use super::problems as problem;
use super::scope::{Checker, error};
use crate::effects::makes_fresh;
use crate::typed::{ClassId, ClassKind, Conversion, Expr, ExprKind, Type};
use base::{NodeId, Problem};
use language::catalogue::Builtin;
use language::tree::{self, TypeRef};

impl<'t> Checker<'_, 't> {
    /// The value of an expression where a type is needed; `why` says by what.
    pub(super) fn value(&mut self, e: &'t tree::Expr, want: &Type, why: &str) -> Expr {
        let found = self.expr(e, Some(want));
        self.needed(found, want, why)
    }

    /// The value of an expression whose type is not known before; it must give one.
    pub(super) fn any_value(&mut self, e: &'t tree::Expr) -> Expr {
        self.value_like(e, None)
    }

    /// Like [`Checker::any_value`], where a type is expected but others may do.
    pub(super) fn value_like(&mut self, e: &'t tree::Expr, want: Option<&Type>) -> Expr {
        let found = self.expr(e, want);
        self.something(found)
    }

    /// Reports an expression that gives nothing.
    pub(super) fn something(&mut self, e: Expr) -> Expr {
        if e.ty != Type::Void {
            return e;
        }
        self.error_expr(e.at, problem::gives_nothing(self.span(e.at)))
    }

    /// Brings an expression to a type; reports where it cannot be.
    pub(super) fn needed(&mut self, e: Expr, want: &Type, why: &str) -> Expr {
        if e.ty == Type::Void && *want != Type::Void {
            return self.something(e);
        }
        match self.fit(e, want) {
            Ok(e) => e,
            Err(e) => {
                let (want_name, found) = (self.name_of(want), self.name_of(&e.ty));
                let mut problem = problem::wrong_type(self.span(e.at), &want_name, &found, why);
                let wider = matches!(want, Type::List(_)) && self.world.reads(&e.ty, want);
                if let Some((place, meant)) = self.unquoted(&e, want) {
                    problem = problem.hint(format!("write `{meant}`")).fix(place, meant);
                } else if let Some(hint) = conversion_hint((want, &want_name), &e.ty, why) {
                    problem = problem.hint(hint);
                } else if wider {
                    problem = problem
                        .hint(format!("`.copy()` behind it makes a new list, which may be a `{want_name}`"));
                } else if let Some(element) = self.narrower(want, &e.ty) {
                    let those = format!(".filter(x => x is {element}).map(x => x as {element})");
                    problem = problem.hint(format!("`{those}` behind it makes a `{want_name}` of those"));
                }
                self.error_expr(e.at, problem)
            }
        }
    }

    /// What the elements of a list must be, where those of another one may be that, as a class that extends theirs.
    fn narrower(&self, want: &Type, found: &Type) -> Option<String> {
        let (Type::List(want), Type::List(found)) = (want, found) else { return None };
        let are_classes = matches!((&**want, &**found), (Type::Class(_), Type::Class(_)));
        (are_classes && self.world.fits(want, found)).then(|| self.name_of(want))
    }

    /// Brings an expression to a type, with a conversion where the language has one.
    pub(super) fn fit(&mut self, e: Expr, want: &Type) -> Result<Expr, Expr> {
        if let (Type::Zone(_), Type::Place) = (&e.ty, want) {
            return Ok(converted(e, Conversion::ZoneToPlace, Type::Place));
        }
        if self.world.fits(&e.ty, want) {
            return Ok(e);
        }
        match (&e.ty, want) {
            (Type::Number, Type::Player) => Ok(converted(e, Conversion::NumberToPlayer, Type::Player)),
            (Type::Player, Type::Number) => Ok(converted(e, Conversion::PlayerToNumber, Type::Number)),
            (Type::Turn, Type::Player) => Ok(converted(e, Conversion::TurnToPlayer, Type::Player)),
            (Type::Turn, Type::Number) => {
                let player = converted(e, Conversion::TurnToPlayer, Type::Player);
                Ok(converted(player, Conversion::PlayerToNumber, Type::Number))
            }
            (Type::String, Type::Class(_)) if self.world.is_tile(want) || self.world.is_spot(want) => {
                self.tile_of_text(e, want)
            }
            (spot, Type::Place) if self.world.is_spot(spot) => Ok(self.spot_place(e, Type::Place)),
            (Type::String, Type::Place) => self.tile_of_text(e, &Type::Class(ClassId::TILE)),
            (Type::Zone(t) | Type::Stack(t), Type::List(u)) if self.world.fits(t, u) => {
                let (at, ty) = (e.at, want.clone());
                Ok(Expr { at, ty, kind: ExprKind::Builtin(Builtin::ListCopy, vec![Some(e)]) })
            }
            (Type::Set(t), Type::List(u)) if self.world.fits(t, u) => Ok(set_as_list(e)),
            (Type::List(t), Type::List(u)) if makes_fresh(&e, &|_| false) && self.world.reads(t, u) => {
                Ok(Expr { ty: want.clone(), ..e })
            }
            _ => Err(e),
        }
    }

    /// The place that an edge or corner is.
    pub(super) fn spot_place(&self, spot: Expr, ty: Type) -> Expr {
        let Type::Class(class) = spot.ty else { return spot };
        let index = self.world.game.spot(class).unwrap_or(0);
        Expr { at: spot.at, ty, kind: ExprKind::Attribute(Box::new(spot), index) }
    }

    /// The tile, edge or corner whose name stands in the text.
    fn tile_of_text(&mut self, e: Expr, want: &Type) -> Result<Expr, Expr> {
        let ExprKind::String(name) = &e.kind else { return Err(e) };
        let named = self.world.tiles_named(name);
        let fitting: Vec<_> = named
            .into_iter()
            .filter(|(b, _)| self.world.fits(&Type::Class(self.world.game.boards[b.index()].tile), want))
            .collect();
        match fitting[..] {
            [(board, tile)] => {
                let board_of = &self.world.game.boards[board.index()];
                let (ty, is_spot) = (Type::Class(board_of.tile), board_of.of.is_some());
                let tile_type = if is_spot { Type::Class(ClassId::TILE) } else { ty.clone() };
                let tile = Expr { at: e.at, ty: tile_type, kind: ExprKind::Tile(board, tile) };
                Ok(if is_spot { converted(tile, Conversion::PlaceToSpot, ty) } else { tile })
            }
            [] => {
                let fits = |class| self.world.fits(&Type::Class(class), want);
                let boards = self.world.geometries.iter().zip(&self.world.game.boards);
                let of_kind =
                    boards.filter(|(_, b)| fits(b.tile) || b.of.is_none() && self.world.is_tile(want));
                let known: Vec<&str> =
                    of_kind.flat_map(|(g, _)| g.tiles.iter().map(|t| t.name.as_str())).collect();
                let problem = match self.world.is_spot(want) {
                    true => problem::unknown_spot(self.span(e.at), name, known),
                    false => problem::unknown_tile(self.span(e.at), name, known),
                };
                Ok(self.error_expr(e.at, problem))
            }
            [(a, _), (b, _), ..] => {
                let boards = [a, b].map(|b| &self.world.game.boards[b.index()]);
                if boards.iter().all(|b| b.player.is_some() && b.name == boards[0].name) {
                    let problem = problem::each_has_tile(self.span(e.at), name, &boards[0].name);
                    return Ok(self.error_expr(e.at, problem));
                }
                let boards = boards.map(|b| b.name.as_str());
                Ok(self.error_expr(e.at, problem::two_tiles(self.span(e.at), name, boards)))
            }
        }
    }

    /// `e is T`
    pub(super) fn is(&mut self, at: NodeId, e: &'t tree::Expr, ty: &TypeRef) -> Expr {
        let value = self.any_value(e);
        let want = self.type_of(ty);
        let kind = match (&value.ty, &want) {
            (Type::Error, _) | (_, Type::Error) => ExprKind::Error,
            (a, b) if self.world.fits(a, b) && *a != Type::Null => ExprKind::IsSome(Box::new(value)),
            (Type::Class(a), Type::Class(b)) if self.world.is_sub(*b, *a) => {
                ExprKind::IsClass(Box::new(value), *b)
            }
            (Type::Place, Type::Class(b)) if self.world.kind(*b) == ClassKind::Tile => {
                let tile = Type::Class(ClassId::TILE);
                ExprKind::IsClass(Box::new(converted(value, Conversion::PlaceToTile, tile)), *b)
            }
            (Type::Place, Type::Class(b)) if self.world.is_spot(&want) => {
                ExprKind::IsClass(Box::new(converted(value, Conversion::PlaceToSpot, want.clone())), *b)
            }
            (found, _) => {
                self.report(problem::never_is(self.span(at), &self.name_of(found), &self.name_of(&want)));
                ExprKind::Error
            }
        };
        Expr { at, ty: Type::Bool, kind }
    }

    /// `e as T`
    pub(super) fn cast(&mut self, at: NodeId, e: &'t tree::Expr, ty: &TypeRef) -> Expr {
        let value = self.any_value(e);
        let want = self.type_of(ty);
        let (from, to) = (value.ty.clone(), want.clone());
        if from == Type::Error || to == Type::Error {
            return Expr { at, ty: want, kind: ExprKind::Error };
        }
        if self.world.fits(&from, &to) {
            return Expr { ty: want, ..value };
        }
        let conversion = match (&from, &to) {
            (_, Type::String) if self.is_printable(&from) => Conversion::ToString,
            (Type::String, Type::Number) => Conversion::StringToNumber,
            (Type::Number, Type::Bool) => Conversion::NumberToBool,
            (Type::Bool, Type::Number) => Conversion::BoolToNumber,
            (Type::Class(a), Type::Class(b)) if self.world.is_sub(*b, *a) => Conversion::Downcast(*b),
            (Type::Place, Type::Class(b)) if self.world.kind(*b) == ClassKind::Tile => {
                let base = Type::Class(ClassId::TILE);
                let tile = Expr { at, ..converted(value, Conversion::PlaceToTile, base) };
                if *b == ClassId::TILE {
                    return tile;
                }
                return converted(tile, Conversion::Downcast(*b), want);
            }
            (Type::Place, Type::Class(b)) if self.world.is_spot(&to) => {
                let spot = Expr { at, ..converted(value, Conversion::PlaceToSpot, want.clone()) };
                return converted(spot, Conversion::Downcast(*b), want);
            }
            (Type::String, Type::Class(c)) if self.world.kind(*c) == ClassKind::Tile => {
                return self.text_as_tile(at, value, want);
            }
            _ => {
                return match self.fit(value, &want) {
                    Ok(e) => Expr { at, ..e },
                    Err(_) => self.error_expr(
                        at,
                        problem::never_converts(self.span(at), &self.name_of(&from), &self.name_of(&to)),
                    ),
                };
            }
        };
        Expr { at, ..converted(value, conversion, want) }
    }

    fn text_as_tile(&mut self, at: NodeId, value: Expr, want: Type) -> Expr {
        if matches!(value.kind, ExprKind::String(_)) {
            return self.fit(value, &want).unwrap_or_else(|e| error(e.at));
        }
        if self.world.boards.len() != 1 || self.world.game.boards[0].player.is_some() {
            return self.error_expr(at, problem::which_board(self.span(at)));
        }
        let tile = Type::Class(self.world.game.boards[0].tile);
        let found = converted(value, Conversion::StringToTile(crate::typed::BoardId(0)), tile);
        let found = Expr { at, ..found };
        match (&found.ty, &want) {
            (a, b) if self.world.fits(a, b) => found,
            (Type::Class(a), Type::Class(b)) if self.world.is_sub(*b, *a) => {
                converted(found, Conversion::Downcast(*b), want)
            }
            _ => error(at),
        }
    }

    /// Whether values of the type can be shown in a text.
    pub(super) fn is_printable(&self, ty: &Type) -> bool {
        matches!(
            ty,
            Type::Error
                | Type::Null
                | Type::Number
                | Type::String
                | Type::Bool
                | Type::Player
                | Type::Turn
                | Type::Place
                | Type::Enum(_)
                | Type::Class(_)
                | Type::Zone(_)
        )
    }

    /// What is no text, with how a list becomes one.
    fn not_printable(&self, e: &Expr) -> Problem {
        let (span, found) = (self.span(e.at), self.name_of(&e.ty));
        let Type::List(element) = &e.ty else { return problem::not_printable(span, &found) };
        if **element == Type::String {
            return problem::list_not_printable(span, &found, "list.join(\", \")");
        }
        match self.is_printable(element) {
            true => problem::list_not_printable(span, &found, "list.map(e => \"{e}\").join(\", \")"),
            false => problem::not_printable(span, &found),
        }
    }

    /// A part of an interpolated string.
    pub(super) fn printed(&mut self, e: Expr) -> Expr {
        let e = self.something(e);
        if e.ty == Type::String || e.ty == Type::Error {
            return e;
        }
        if !self.is_printable(&e.ty) {
            return self.error_expr(e.at, self.not_printable(&e));
        }
        converted(e, Conversion::ToString, Type::String)
    }
}

/// The members of a set, as a list.
pub(super) fn set_as_list(set: Expr) -> Expr {
    let Type::Set(of) = set.ty.clone() else { return set };
    Expr { at: set.at, ty: Type::List(of), kind: ExprKind::Builtin(Builtin::SetToList, vec![Some(set)]) }
}

/// An expression with a conversion around it.
pub(super) fn converted(e: Expr, conversion: Conversion, ty: Type) -> Expr {
    Expr { at: e.at, ty, kind: ExprKind::Convert(conversion, Box::new(e)) }
}

fn conversion_hint((want, name): (&Type, &str), found: &Type, why: &str) -> Option<String> {
    match (want, found) {
        (Type::String, _) => Some("write it into a text: `\"{value}\"`".to_owned()),
        (Type::Number, Type::String) => {
            Some("`... as number` reads a number, null where there is none".to_owned())
        }
        (Type::Bool, Type::Number) => Some("compare it: `... != 0`".to_owned()),
        (Type::Class(_), Type::Class(_) | Type::Place | Type::String) => {
            Some(format!("`... as {name}` gives null where it is none"))
        }
        (Type::List(_) | Type::Zone(_), Type::Zones(_)) => Some(
            "each player has such a zone: `hand(p)` is that of one, `hand(actor)` that of whoever acts"
                .to_owned(),
        ),
        (Type::Player, Type::String) if why.ends_with("of `pass`") => Some(
            "`turn.phase.use(\"Build\")` goes on to a phase; `turn.pass()` gives the turn away".to_owned(),
        ),
        (Type::Player, Type::String) => {
            Some("players have numbers, not names: `player.active()`, `actor + 1`".to_owned())
        }
        (Type::List(a), b) if **a == *b => Some("put it into braces to make a list: `{ ... }`".to_owned()),
        (a, Type::List(b)) if **b == *a => Some("`first()` or an index takes one element".to_owned()),
        _ => None,
    }
}
