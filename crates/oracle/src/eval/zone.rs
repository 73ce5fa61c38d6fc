//! What is built in for zones.

use super::builtin::Args;
use super::{Run, object, zone};
use crate::value::{Step, Value, fault};
use crate::world::{Place, World};
use language::catalogue::Builtin;

impl<'g> Run<'g> {
    pub(super) fn zone(&mut self, id: Builtin, a: &Args<'g>) -> Step<'g, Value<'g>> {
        if id == Builtin::ZonesOf {
            let Value::Zones(z) = a.get(0) else { return fault(a.at, "the zone is null") };
            return Ok(Value::Zone(z, self.player(a.at, &a.get(1))?));
        }
        let (z, p) = zone(a.at, &a.get(0))?;
        let here = Place::Zone(z, p);
        let pieces = self.world.zones[z.index()][p as usize].clone();
        let from_top: Vec<usize> = pieces.iter().rev().copied().collect();
        let or_null = |o: Option<&usize>| o.map_or(Value::Null, |o| Value::Object(*o));
        match id {
            Builtin::ZoneTop => Ok(or_null(pieces.last())),
            Builtin::ZoneBottom => Ok(or_null(pieces.first())),
            Builtin::ZonePeek => {
                let some = from_top.into_iter().take(a.amount(1)?).map(Value::Object).collect();
                Ok(self.world.list(some))
            }
            Builtin::ZoneSearch => {
                let found = self.find(a.at, pieces.into_iter().map(Value::Object), &a.get(1))?;
                Ok(found.unwrap_or(Value::Null))
            }
            Builtin::ZoneOwner => {
                let owned = self.game.zones[z.index()].per_player;
                Ok(if owned { Value::Player(p) } else { Value::Null })
            }
            Builtin::ZoneShuffle => {
                self.shuffle_zone(here, pieces);
                Ok(Value::Null)
            }
            Builtin::ZoneDraw => {
                let (n, (to, q)) = (a.amount(1)?, zone(a.at, &a.get(2))?);
                let mut drawn = Vec::new();
                for _ in 0..n.min(pieces.len()) {
                    if let Some(top) = self.world.zones[z.index()][p as usize].last().copied() {
                        self.move_piece(top, Place::Zone(to, q), None);
                        drawn.push(top);
                    }
                }
                Ok(self.world.list(drawn.into_iter().map(Value::Object).collect()))
            }
            _ => self.move_pieces(id, a, here, &pieces),
        }
    }

    fn move_pieces(
        &mut self,
        id: Builtin,
        a: &Args<'g>,
        here: Place,
        pieces: &[usize],
    ) -> Step<'g, Value<'g>> {
        match id {
            Builtin::ZoneAdd => {
                let o = object(a.at, &a.get(1))?;
                self.move_piece(o, here, None);
            }
            Builtin::ZoneAddAll => {
                for v in self.items(a.at, &a.get(1))? {
                    let o = object(a.at, &v)?;
                    self.move_piece(o, here, None);
                }
            }
            Builtin::ZoneCut => {
                let (n, (to, q)) = (a.amount(1)?, zone(a.at, &a.get(2))?);
                for o in &pieces[pieces.len() - n.min(pieces.len())..] {
                    self.move_piece(*o, Place::Zone(to, q), None);
                }
            }
            Builtin::ZoneMove => {
                let o = object(a.at, &a.get(1))?;
                let (to, q) = zone(a.at, &a.get(2))?;
                let position = if a.has(3) { Some(a.amount(3)?) } else { None };
                self.move_piece(o, Place::Zone(to, q), position);
            }
            Builtin::ZoneReveal => {
                let o = object(a.at, &a.get(1))?;
                self.reveal(o, a, 2)?;
            }
            _ => self.deal(a, here, pieces.len())?,
        }
        Ok(Value::Null)
    }

    /// Ends when as many were dealt as lay there at first.
    fn deal(&mut self, a: &Args<'g>, here: Place, mut left: usize) -> Step<'g, ()> {
        let Value::Zones(to) = a.get(2) else { return fault(a.at, "the zone is null") };
        let Place::Zone(z, p) = here else { return Ok(()) };
        for _ in 0..a.amount(1)?.min(left) {
            for q in (0..self.world.players).filter(|q| !self.world.out[*q as usize]).collect::<Vec<_>>() {
                let top = self.world.zones[z.index()][p as usize].last().copied();
                let Some(top) = top.filter(|_| left > 0) else { return Ok(()) };
                left -= 1;
                self.move_piece(top, Place::Zone(to, q), None);
            }
        }
        Ok(())
    }

    fn shuffle_zone(&mut self, here: Place, mut pieces: Vec<usize>) {
        World::shuffle(&mut self.world.random, &mut pieces);
        let seen = self.world.sees(here);
        for o in &pieces {
            self.world.objects[*o].known = seen;
        }
        if let Place::Zone(z, p) = here {
            self.world.zones[z.index()][p as usize] = pieces;
        }
    }
}
