//! The type variables of the catalogue's signatures and what fills them. It knows no single entry.

use super::super::expr::Receiver;
use super::super::problems as problem;
use super::super::scope::Checker;
use super::super::world::World;
use crate::typed::{BoardId, ClassId, EnumId, Expr, Type};
use base::NodeId;
use language::catalogue::{Entry, SigType};
use language::tree::Argument;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What stands for the variables of a signature.
pub(super) struct Filling {
    pub variables: BTreeMap<char, Type>,
    /// The class of the tiles that come out.
    pub tile: ClassId,
    /// The enumeration that the name is written after.
    pub case: Option<EnumId>,
    /// The board that the name is written after.
    pub board: Option<BoardId>,
    /// Of a board for each player, whose it is.
    pub player: Option<Expr>,
}

impl Default for Filling {
    fn default() -> Filling {
        Filling { variables: BTreeMap::new(), tile: ClassId::TILE, case: None, board: None, player: None }
    }
}

impl Filling {
    /// What a receiver fills.
    pub(super) fn of(receiver: &Receiver, world: &World<'_>) -> Filling {
        let mut filling = Filling::default();
        let ty = match receiver {
            Receiver::Value(value) => &value.ty,
            Receiver::Enum(id) => &Type::Enum(*id),
            Receiver::Board(b, player) => {
                filling.board = Some(*b);
                filling.player = player.as_deref().cloned();
                &Type::Class(world.game.boards[b.index()].tile)
            }
            _ => return filling,
        };
        match ty {
            Type::List(t) | Type::Stack(t) | Type::Set(t) | Type::Zone(t) | Type::Zones(t) => {
                filling.variables.insert('T', (**t).clone());
            }
            Type::Table(k, v) => {
                filling.variables.insert('T', (**v).clone());
                filling.variables.extend(k.iter().map(|k| ('K', (**k).clone())));
            }
            Type::Enum(id) => filling.case = Some(*id),
            Type::Class(c) => filling.tile = *c,
            _ => {}
        }
        filling
    }
}

impl Checker<'_, '_> {
    /// The type that a signature means here; None where a variable is not filled yet. What is given out
    /// (`giving`) has the classes of this game, what is taken in may be any tile or piece.
    pub(super) fn filled_type(&self, sig: &SigType, filling: &Filling, giving: bool) -> Option<Type> {
        let inner = |s: &SigType| self.filled_type(s, filling, giving).map(Rc::new);
        Some(match sig {
            SigType::Void => Type::Void,
            SigType::Null => Type::Null,
            SigType::Number => Type::Number,
            SigType::String => Type::String,
            SigType::Bool => Type::Bool,
            SigType::Player => Type::Player,
            SigType::Tile if giving => Type::Class(self.tile_given(filling)),
            SigType::Tile => Type::Class(ClassId::TILE),
            SigType::Piece if giving => Type::Class(self.world.piece()),
            SigType::Piece => Type::Class(ClassId::PIECE),
            SigType::Edge => Type::Class(self.edge_given(filling)),
            SigType::Corner => Type::Class(self.corner_given(filling)),
            SigType::Object => Type::Error,
            SigType::Place => Type::Place,
            SigType::Turn => Type::Turn,
            SigType::Position => Type::Position,
            SigType::Case => filling.case.map_or(Type::Error, Type::Enum),
            SigType::Var(c) => filling.variables.get(c)?.clone(),
            SigType::List(t) | SigType::MutList(t) => Type::List(inner(t)?),
            SigType::Stack(t) => Type::Stack(inner(t)?),
            SigType::Set(t) => Type::Set(inner(t)?),
            SigType::Zone(t) => Type::Zone(inner(t)?),
            SigType::Zones(t) => Type::Zones(inner(t)?),
            SigType::Table(k, v) => Type::Table(Some(inner(k)?), inner(v)?),
            SigType::Function(params, returns) => {
                let flipped = |s: &SigType| self.filled_type(s, filling, !giving);
                let params: Option<Vec<Type>> = params.iter().map(flipped).collect();
                Type::Function(params?.into(), inner(returns)?)
            }
        })
    }

    /// Tiles that come out of a tile are of its board, and so of its class; out of a piece, of any board.
    fn tile_given(&self, filling: &Filling) -> ClassId {
        match self.world.is_tile(&Type::Class(filling.tile)) {
            true => filling.tile,
            false => self.world.tile,
        }
    }

    /// The edges of a board are of its class.
    fn edge_given(&self, filling: &Filling) -> ClassId {
        let game = &self.world.game;
        filling.board.map_or(game.edge_class(), |b| game.boards[b.index()].edge)
    }

    fn corner_given(&self, filling: &Filling) -> ClassId {
        let game = &self.world.game;
        filling.board.map_or(game.corner_class(), |b| game.boards[b.index()].corner)
    }

    /// Whether the receiver is what the signature says; it fills the variables.
    pub(super) fn receiver_fits(
        &mut self,
        at: NodeId,
        entry: &'static Entry,
        receiver: &Type,
        filling: &mut Filling,
        args: &[Argument],
    ) -> bool {
        let signature = entry.parsed();
        let Some(bound) = &signature.receiver else { return true };
        let may_map = entry.id.higher_order().is_some();
        if may_map && !args.is_empty() || self.bind_type(bound, receiver, filling) {
            return true;
        }
        let element = filling.variables.get(&'T').map_or(String::new(), |t| self.name_of(t));
        let (span, name) = (self.span(at), entry.name());
        self.report(match bound {
            SigType::List(_) if may_map => problem::needs_function(span, name, &element),
            SigType::List(inner) => problem::wrong_elements(span, name, plural(inner), &element),
            _ => problem::no_key_type(span, &element),
        });
        false
    }

    /// What `O` stands for must have an order, which is known once the arguments are.
    pub(super) fn check_order(&mut self, at: NodeId, filling: &Filling, found: &[Option<Expr>]) {
        let Some(key) = filling.variables.get(&'O') else { return };
        let ordered = matches!(
            key,
            Type::Number | Type::String | Type::Player | Type::Enum(_) | Type::Error | Type::Null
        );
        if !ordered {
            let at = found.first().and_then(|f| f.as_ref()).map_or(at, |e| e.at);
            self.report(problem::sort_key(self.span(at), &self.name_of(key)));
        }
    }

    /// Fills the variables of a signature by a type; false where it does not fit.
    pub(super) fn bind_type(&self, sig: &SigType, ty: &Type, filling: &mut Filling) -> bool {
        match sig {
            SigType::Var(c) => {
                if *ty == Type::Void {
                    return false;
                }
                filling.variables.insert(*c, ty.clone());
                true
            }
            SigType::Number => matches!(ty, Type::Number | Type::Error | Type::Null),
            SigType::String => matches!(ty, Type::String | Type::Error | Type::Null),
            SigType::Table(keys, values) => match ty {
                Type::Table(Some(k), v) => {
                    self.bind_type(keys, k, filling) && self.bind_type(values, v, filling)
                }
                _ => false,
            },
            SigType::MutList(_) if !matches!(ty, Type::List(_) | Type::Error) => false,
            SigType::List(inner) | SigType::MutList(inner) => match (ty.element(), ty) {
                (Some(element), _) => {
                    let element = element.clone();
                    self.bind_type(inner, &element, filling)
                }
                (None, Type::Error) => self.bind_type(inner, &Type::Error, filling),
                _ => false,
            },
            _ => false,
        }
    }
}

/// What the elements of a list are that a signature bounds, in words.
fn plural(element: &SigType) -> &'static str {
    match element {
        SigType::Number => "numbers",
        SigType::String => "texts",
        SigType::List(_) => "lists",
        _ => "other elements",
    }
}
