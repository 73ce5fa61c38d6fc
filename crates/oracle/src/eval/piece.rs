//! What is built in for objects and pieces.

use super::builtin::Args;
use super::{Run, object};
use crate::value::{Step, Value};
use crate::world::{Place, World};
use compiler::typed::Visibility;
use language::catalogue::Builtin;

impl<'g> Run<'g> {
    pub(super) fn piece(&mut self, id: Builtin, a: &Args<'g>) -> Step<'g, Value<'g>> {
        let o = object(a.at, &a.get(0))?;
        Ok(match id {
            Builtin::ObjectOwner => self.world.owner(&a.get(0)).map_or(Value::Null, Value::Player),
            Builtin::ObjectOwners => {
                let owners = self.world.objects[o].owners.clone();
                self.world.list(owners.into_iter().map(Value::Player).collect())
            }
            Builtin::ObjectAssign if !a.has(1) => {
                self.world.objects[o].owners.clear();
                Value::Null
            }
            Builtin::ObjectAssign => {
                let p = self.player(a.at, &a.get(1))?;
                let class = self.world.objects[o].class;
                let group = self.game.classes[class.index()].visibility == Visibility::Group;
                let owners = &mut self.world.objects[o].owners;
                owners.retain(|q| group && *q != p);
                owners.push(p);
                owners.sort_unstable();
                Value::Null
            }
            Builtin::ObjectUnassign => {
                let only = if a.has(1) { Some(self.player(a.at, &a.get(1))?) } else { None };
                self.world.objects[o].owners.retain(|q| only.is_some_and(|p| p != *q));
                Value::Null
            }
            Builtin::PieceTile => match self.world.objects[o].place {
                Place::Tile(b, t) => Value::Tile(b, t),
                _ => Value::Null,
            },
            Builtin::PiecePlace => World::place_value(self.world.objects[o].place),
            Builtin::PieceReveal => {
                self.reveal(o, a, 1)?;
                Value::Null
            }
            Builtin::PiecePutOn => {
                self.place(a)?;
                Value::Null
            }
            _ => {
                self.move_piece(o, Place::Nowhere, None);
                Value::Null
            }
        })
    }

    /// Shows a piece to the player of an argument, or to everyone where it is left out.
    pub(super) fn reveal(&mut self, piece: usize, a: &Args<'g>, i: usize) -> Step<'g, ()> {
        let to = if a.has(i) { 1 << self.player(a.at, &a.get(i))? } else { u32::MAX };
        self.world.objects[piece].known |= to;
        Ok(())
    }
}
