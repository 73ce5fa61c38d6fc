//! What is built in for zones.

use super::builtin::Args;
use super::{Run, object, zone};
use crate::value::{Step, Value, fault};
use crate::world::{Named, Place, World};
use language::catalogue::group::{Zone, Zones};

impl<'g> Run<'g> {
    pub(super) fn zone(&mut self, id: Zone, a: &Args<'g>) -> Step<'g, Value<'g>> {
        let (z, p) = zone(a.at, &a.get(0))?;
        let here = Place::Zone(z, p);
        let pieces = self.world.zones[z.index()][p as usize].clone();
        let or_null = |o: Option<&usize>| o.map_or(Value::Null, |o| Value::Object(*o));
        match id {
            Zone::ZoneTop => return Ok(or_null(pieces.last())),
            Zone::ZoneBottom => return Ok(or_null(pieces.first())),
            Zone::ZonePeek => {
                let from_top = pieces.into_iter().rev();
                let some = from_top.take(a.amount(1)?).map(Value::Object).collect();
                return Ok(self.world.list(some));
            }
            Zone::ZoneSearch => {
                let found = self.find(a.at, pieces.into_iter().map(Value::Object), &a.get(1))?;
                return Ok(found.unwrap_or(Value::Null));
            }
            Zone::ZoneOwner => {
                let owned = self.game.zones[z.index()].per_player;
                return Ok(if owned { Value::Player(p) } else { Value::Null });
            }
            Zone::ZoneDraw => {
                let (n, (to, q)) = (a.amount(1)?, zone(a.at, &a.get(2))?);
                let mut drawn = Vec::new();
                for _ in 0..n.min(pieces.len()) {
                    if let Some(top) = self.world.zones[z.index()][p as usize].last().copied() {
                        self.move_piece(a.at, (top, Named::ByPlace), Place::Zone(to, q), None)?;
                        drawn.push(top);
                    }
                }
                return Ok(self.world.list(drawn.into_iter().map(Value::Object).collect()));
            }
            Zone::ZoneShuffle => self.shuffle_zone(here, pieces),
            Zone::ZoneDeal => self.deal(a, here, pieces.len())?,
            Zone::ZoneAdd => {
                self.move_to(a, (&a.get(1), Named::of(&a.get(3))), here, None)?;
                if a.has(2) {
                    self.world.forget_order(&[a.get(1)], here, &a.get(2));
                }
            }
            Zone::ZoneAddAll => {
                let all = self.items(a.at, &a.get(1))?;
                for v in &all {
                    self.move_to(a, (v, Named::of(&a.get(3))), here, None)?;
                }
                self.world.forget_among(&all, here);
                if a.has(2) {
                    self.world.forget_order(&all, here, &a.get(2));
                }
            }
            Zone::ZoneCut => {
                let (n, (to, q)) = (a.amount(1)?, zone(a.at, &a.get(2))?);
                for o in &pieces[pieces.len() - n.min(pieces.len())..] {
                    self.move_piece(a.at, (*o, Named::ByPlace), Place::Zone(to, q), None)?;
                }
            }
            Zone::ZoneMove => {
                object(a.at, &a.get(1))?;
                let (to, q) = zone(a.at, &a.get(2))?;
                let position = if a.has(3) { Some(a.amount(3)?) } else { None };
                self.move_to(a, (&a.get(1), Named::of(&a.get(5))), Place::Zone(to, q), position)?;
                // At a place that nobody learns.
                if a.has(4) {
                    self.world.forget_all_in(to, q);
                }
            }
            Zone::ZoneReveal => {
                let o = object(a.at, &a.get(1))?;
                self.reveal(o, a, 2)?;
            }
        }
        Ok(Value::Null)
    }

    pub(super) fn zones(&mut self, id: Zones, a: &Args<'g>) -> Step<'g, Value<'g>> {
        match (id, a.get(0)) {
            (Zones::ZonesOf, Value::Zones(z)) => Ok(Value::Zone(z, self.player(a.at, &a.get(1))?)),
            (Zones::ZonesOf, _) => fault(a.at, "the zone is null"),
        }
    }

    fn move_to(
        &mut self,
        a: &Args<'g>,
        (piece, named): (&Value<'g>, Named),
        to: Place,
        position: Option<usize>,
    ) -> Step<'g, ()> {
        let o = object(a.at, piece)?;
        self.move_piece(a.at, (o, named), to, position)?;
        Ok(())
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
                self.move_piece(a.at, (top, Named::ByPlace), Place::Zone(to, q), None)?;
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
