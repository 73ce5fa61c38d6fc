//! What is built in for objects and pieces.

use super::builtin::Args;
use super::{Run, object};
use crate::value::{Step, Value};
use crate::world::{EVERYBODY, Named, Place, World};
use compiler::typed::Visibility;
use language::catalogue::group::{Object, Piece};
use language::shape::Shape;

impl<'g> Run<'g> {
    pub(super) fn object(&mut self, id: Object, a: &Args<'g>) -> Step<'g, Value<'g>> {
        let o = object(a.at, &a.get(0))?;
        Ok(match id {
            Object::ObjectOwner => self.world.owner(&a.get(0)).map_or(Value::Null, Value::Player),
            Object::ObjectOwners => {
                let owners = self.world.objects[o].owners.clone();
                self.world.list(owners.into_iter().map(Value::Player).collect())
            }
            Object::ObjectAssign if !a.has(1) => {
                self.world.objects[o].owners.clear();
                Value::Null
            }
            Object::ObjectAssign => {
                let p = self.player(a.at, &a.get(1))?;
                let class = self.world.objects[o].class;
                let group = self.game.classes[class.index()].visibility == Visibility::Group;
                let owners = &mut self.world.objects[o].owners;
                owners.retain(|q| group && *q != p);
                owners.push(p);
                owners.sort_unstable();
                Value::Null
            }
            Object::ObjectUnassign => {
                let only = if a.has(1) { Some(self.player(a.at, &a.get(1))?) } else { None };
                self.world.objects[o].owners.retain(|q| only.is_some_and(|p| p != *q));
                Value::Null
            }
        })
    }

    pub(super) fn piece(&mut self, id: Piece, a: &Args<'g>) -> Step<'g, Value<'g>> {
        let o = object(a.at, &a.get(0))?;
        match id {
            Piece::PieceTile => {
                return Ok(match self.world.objects[o].place {
                    Place::Tile(b, t) if self.world.spots[b.index()].is_empty() => Value::Tile(b, t),
                    _ => Value::Null,
                });
            }
            Piece::PieceEdge | Piece::PieceCorner => {
                let Place::Tile(b, t) = self.world.objects[o].place else { return Ok(Value::Null) };
                let is_edge = matches!(self.game.boards[b.index()].shape, Shape::Edges(_));
                let fits = is_edge == (id == Piece::PieceEdge);
                return Ok(if fits { self.world.spot_at(b, t) } else { Value::Null });
            }
            Piece::PiecePlace => return Ok(World::place_value(self.world.objects[o].place)),
            Piece::PieceReveal => self.reveal(o, a, 1)?,
            Piece::PiecePutOn => self.place(a)?,
            Piece::PieceLift => self.move_piece(a.at, (o, Named::of(&a.get(1))), Place::Nowhere, None)?,
        }
        Ok(Value::Null)
    }

    /// Shows a piece to the player of an argument, or to everyone where it is left out.
    pub(super) fn reveal(&mut self, piece: usize, a: &Args<'g>, i: usize) -> Step<'g, ()> {
        let to = if a.has(i) { 1 << self.player(a.at, &a.get(i))? } else { EVERYBODY };
        self.world.objects[piece].known |= to;
        Ok(())
    }
}
