//! Calls of what the catalogue holds: its signatures filled with the types at hand, and what is checked beyond
//! them. It knows nothing of what they do.

mod generic;
mod special;

use super::calls::{Call, Slot};
use super::convert::set_as_list;
use super::expr::Receiver;
use super::problems as problem;
use super::scope::{Checker, error};
use crate::typed::{Acts, BoardId, ClassId, Expr, ExprKind, Type};
use base::NodeId;
use generic::Filling;
use language::catalogue::{self, Builtin, Effect, Entry, On, Param, SigType};
use language::tree;

impl<'t> Checker<'_, 't> {
    /// Something built in, after what it belongs to.
    pub(super) fn builtin(&mut self, call: Call<'t>, entry: &'static Entry, receiver: Receiver) -> Expr {
        let (entry, receiver) = self.on_spot(entry, receiver);
        let receiver = match receiver {
            Receiver::Value(value) if entry.on == On::List => Receiver::Value(set_as_list(value)),
            receiver => receiver,
        };
        if entry.id == Builtin::ListToSet
            && let Receiver::Value(Expr { ty: Type::List(of), .. }) = &receiver
            && let Some(problem) = self.world.no_set_of(call.at, of)
        {
            self.report(problem);
            return self.skip_call(call);
        }
        let mut filling = Filling::of(&receiver, self.world);
        if entry.on == On::Spot {
            filling.tile = self.world.tile;
        }
        if let Receiver::Value(value) = &receiver
            && !self.receiver_fits(call.at, entry, &value.ty, &mut filling, call.args)
        {
            return self.skip_call(call);
        }
        let (mut found, ty) = self.filled(call, entry, &mut filling);
        if let Receiver::Value(value) = receiver {
            let changes = entry.effect == Effect::Mutates || entry.id == Builtin::ListShuffle;
            if changes && self.is_kept(call.at, &value).is_none() {
                return error(call.at);
            }
            if compares(entry.id) && value.ty.element().is_some_and(Type::holds_code) {
                return self.error_expr(call.at, problem::compares_code(self.span(call.at), entry.name()));
            }
            for arg in found.iter_mut().flatten().filter(|_| takes_act(entry.id)) {
                if let ExprKind::Lambda(lambda) = &mut arg.kind {
                    lambda.acts = Acts::Here;
                }
            }
            // `t.edge("n")`
            let way = found.iter().flatten().next().is_some_and(|arg| arg.ty == Type::String);
            let id = if entry.id == Builtin::TileEdge && way { Builtin::TileSide } else { entry.id };
            found.insert(0, Some(value));
            self.check_words(id, None, &found);
            self.check_spots_of_tile(call.at, id);
            return call.expr(ty, ExprKind::Builtin(id, found));
        }
        self.check_words(entry.id, filling.board, &found);
        if let Receiver::Board(b, _) = &receiver {
            self.check_spots_of_board(call.at, entry.id, *b);
        }
        let kind = match receiver {
            Receiver::Board(b, player) => ExprKind::BoardBuiltin(b, player, entry.id, found),
            Receiver::Enum(e) => ExprKind::EnumBuiltin(e, entry.id, found),
            Receiver::Dice(d) => ExprKind::DiceBuiltin(d, entry.id),
            _ => ExprKind::Builtin(entry.id, found),
        };
        call.expr(ty, kind)
    }

    /// What stands on an edge or corner stands on the place that it is, where pieces are looked for as on a tile.
    fn on_spot(&self, entry: &'static Entry, receiver: Receiver) -> (&'static Entry, Receiver) {
        let entry = match entry.id {
            Builtin::SpotName => catalogue::entry(Builtin::TileName),
            Builtin::SpotPiece => catalogue::entry(Builtin::TilePiece),
            Builtin::SpotPieces => catalogue::entry(Builtin::TilePieces),
            Builtin::SpotIsEmpty => catalogue::entry(Builtin::TileIsEmpty),
            _ => entry,
        };
        match receiver {
            Receiver::Value(e) if self.world.is_spot(&e.ty) && matches!(entry.on, On::Tile | On::Spot) => {
                (entry, Receiver::Value(self.spot_place(e, Type::Class(ClassId::TILE))))
            }
            receiver => (entry, receiver),
        }
    }

    /// The arguments of a builtin and the type of what it gives.
    fn filled(
        &mut self,
        call: Call<'t>,
        entry: &'static Entry,
        filling: &mut Filling,
    ) -> (Vec<Option<Expr>>, Type) {
        let signature = entry.parsed();
        let params = signature.params.unwrap_or_default();
        let slots: Vec<Slot<'_>> =
            params.iter().map(|p| Slot { name: &p.name, optional: p.optional }).collect();
        let arranged = self.arrange(call, entry.name(), &slots);
        let mut found = Vec::new();
        let mut complete = true;
        for (param, arg) in params.iter().zip(&arranged) {
            complete &= arg.is_some() || param.optional;
            found.push(arg.map(|e| self.argument(entry, param, e, filling)));
        }
        self.check_order(call.at, filling, &found);
        let ty = self.filled_type(&signature.returns, filling, true);
        let ty = ty.unwrap_or_else(|| match &signature.returns {
            SigType::Table(_, v) => {
                let value = self.filled_type(v, filling, true).unwrap_or(Type::Error);
                Type::Table(None, std::rc::Rc::new(value))
            }
            _ => Type::Error,
        });
        (found, if complete { ty } else { Type::Error })
    }

    fn argument(
        &mut self,
        entry: &'static Entry,
        param: &Param,
        e: &'t tree::Expr,
        filling: &mut Filling,
    ) -> Expr {
        let why = format!("the parameter `{}` of `{}`", param.name, entry.name());
        if let SigType::Function(params, returns) = &param.ty {
            return self.function_argument((params, returns), e, filling, &why, takes_act(entry.id));
        }
        let Some(want) = self.filled_type(&param.ty, filling, false) else {
            let value = self.any_value(e);
            return self.bind(&param.ty, value, filling, &why);
        };
        let value = self.expr(e, Some(&want));
        if let (SigType::Tile, Some(board), ExprKind::String(name)) = (&param.ty, filling.board, &value.kind)
        {
            return self.tile_on((board, filling.player.clone()), e.id, name);
        }
        match (&value.ty, &want) {
            (Type::String, _) if entry.id == Builtin::TileEdge && self.is_way(&value) => value,
            (spot, _) if param.ty == SigType::Tile && takes_spots(entry.id) && self.world.is_spot(spot) => {
                self.spot_place(value, want)
            }
            (Type::Zone(have), Type::Zone(needed)) | (Type::Zones(have), Type::Zones(needed))
                if self.world.fits(needed, have) =>
            {
                value
            }
            (Type::Zones(_), Type::Zone(_)) => {
                self.error_expr(e.id, problem::which_players_zone(self.span(value.at)))
            }
            (Type::List(_), Type::List(_)) if self.world.reads(&value.ty, &want) => value,
            (Type::Zone(have), Type::List(_)) | (Type::Stack(have), Type::List(_))
                if self.world.reads(&value.ty, &want) =>
            {
                let list = Type::List(have.clone());
                self.needed(value, &list, &why)
            }
            (Type::Class(_), Type::Class(_))
                if by_identity(entry.id) && self.world.comparable(&value.ty, &want) =>
            {
                value
            }
            _ => self.needed(value, &want, &why),
        }
    }

    /// Whether a string that may name a tile or a way names a way. A tile of that name goes before.
    fn is_way(&self, e: &Expr) -> bool {
        let ExprKind::String(name) = &e.kind else { return true };
        let tiles = self.world.tiles_named(name);
        tiles.is_empty() && self.world.geometries.iter().any(|g| g.direction(name).is_some())
    }

    /// The tile of that name on a board.
    fn tile_on(&mut self, (board, player): (BoardId, Option<Expr>), at: NodeId, name: &str) -> Expr {
        self.check_tile(board, at, name);
        let tile = self.world.geometries[board.index()].named(name);
        let ty = Type::Class(self.world.game.boards[board.index()].tile);
        let Some(tile) = tile else { return error(at) };
        let kind = match player {
            None => ExprKind::Tile(board, tile),
            Some(player) => {
                let name = Expr { at, ty: Type::String, kind: ExprKind::String(name.to_owned()) };
                ExprKind::BoardBuiltin(board, Some(Box::new(player)), Builtin::BoardTile, vec![Some(name)])
            }
        };
        Expr { at, ty, kind }
    }

    /// An argument that is a function value: its parameters are known, its result may bind a variable.
    fn function_argument(
        &mut self,
        (params, returns): (&[SigType], &SigType),
        e: &'t tree::Expr,
        filling: &mut Filling,
        why: &str,
        takes_act: bool,
    ) -> Expr {
        let params: Vec<Type> =
            params.iter().map(|p| self.filled_type(p, filling, true).unwrap_or(Type::Error)).collect();
        let result = self.filled_type(returns, filling, false);
        let value = match (&e.kind, &result) {
            (tree::ExprKind::Lambda(lambda), None) => self.lambda(e.id, lambda, &params, None, Acts::Never),
            (kind, Some(result)) => {
                let is_lambda = matches!(kind, tree::ExprKind::Lambda(_));
                let want = match takes_act && !is_lambda {
                    true => Type::Act(params.into(), std::rc::Rc::new(result.clone())),
                    false => Type::function(params, result.clone()),
                };
                return self.value(e, &want, why);
            }
            (_, None) if takes_act => {
                let want = Type::Act(params.as_slice().into(), std::rc::Rc::new(Type::Error));
                let value = self.value(e, &want, why);
                if let Type::Act(_, given) = &value.ty
                    && **given == Type::Void
                {
                    return self.something(Expr { ty: Type::Void, ..value });
                }
                value
            }
            _ => self.any_value(e),
        };
        match value.ty.clone() {
            Type::Function(_, given) | Type::Act(_, given) => {
                if !self.bind_type(returns, &given, filling) {
                    return self.error_expr(
                        e.id,
                        problem::function_gives(self.span(e.id), &self.name_of(&given), why),
                    );
                }
                value
            }
            Type::Error => {
                self.bind_type(returns, &Type::Error, filling);
                value
            }
            other => {
                self.bind_type(returns, &Type::Error, filling);
                self.error_expr(
                    e.id,
                    problem::wrong_type(self.span(e.id), "a function value", &self.name_of(&other), why),
                )
            }
        }
    }

    fn bind(&mut self, sig: &SigType, value: Expr, filling: &mut Filling, why: &str) -> Expr {
        if value.ty == Type::Null && matches!(sig, SigType::Var('U')) {
            self.bind_type(sig, &Type::Error, filling);
            return self.error_expr(value.at, problem::cannot_infer(self.span(value.at), why));
        }
        let ty = value.ty.clone();
        if !self.bind_type(sig, &ty, filling) {
            let list = matches!(sig, SigType::List(_) | SigType::MutList(_));
            let needs = if list { "a list" } else { "a value" };
            return self.error_expr(
                value.at,
                problem::wrong_type_of(self.span(value.at), needs, &self.name_of(&ty), why),
            );
        }
        match (&ty, sig) {
            (Type::Zone(t) | Type::Stack(t), SigType::List(_)) => {
                let list = Type::List(t.clone());
                self.needed(value, &list, why)
            }
            _ => value,
        }
    }
}

/// Whether a function value that it takes may do something.
fn takes_act(b: Builtin) -> bool {
    matches!(b, Builtin::ListMap | Builtin::ListFlatMap | Builtin::ListFold)
}

/// Whether it compares elements.
fn compares(b: Builtin) -> bool {
    by_identity(b) || b == Builtin::ListDistinct
}

/// Whether pieces are put on edges and corners by it as on tiles.
fn takes_spots(b: Builtin) -> bool {
    matches!(b, Builtin::PiecePutOn | Builtin::BoardPlace)
}

/// Whether an element of another class of the line may be asked for.
fn by_identity(b: Builtin) -> bool {
    matches!(b, Builtin::ListContains | Builtin::ListIndexOf | Builtin::ListRemove | Builtin::ListWithout)
}
