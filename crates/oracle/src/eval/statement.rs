//! Statements.

use super::{Frame, Run, bool, countable, number};
use crate::value::{Step, Stop, Value, fault};
use crate::world::{Named, Place};
use base::NodeId;
use compiler::typed::{
    Block, BoardId, Conversion, Departure, Expr, ExprKind, LocalId, Statement, StatementKind, Type,
};

/// How a statement ended.
pub(crate) enum Flow<'g> {
    Next,
    Return(Value<'g>),
    Break,
    Continue,
}

impl<'g> Run<'g> {
    /// Lifts what is on an edge or corner.
    fn clear_spot(&mut self, at: NodeId, (object, named): (usize, Named)) -> Step<'g, ()> {
        for b in 0..self.world.spots.len() {
            if let Some(t) = self.world.spots[b].iter().position(|o| *o == object) {
                for piece in self.world.pieces(BoardId(b as u32), t as u32).to_vec() {
                    self.move_piece(at, (piece, named), Place::Nowhere, None)?;
                }
            }
        }
        Ok(())
    }

    pub(crate) fn block(&mut self, f: &mut Frame<'g>, block: &'g Block) -> Step<'g, Flow<'g>> {
        for s in &block.statements {
            match self.statement(f, s)? {
                Flow::Next => {}
                other => return Ok(other),
            }
        }
        Ok(Flow::Next)
    }

    fn statement(&mut self, f: &mut Frame<'g>, s: &'g Statement) -> Step<'g, Flow<'g>> {
        self.step(s.at)?;
        match &s.kind {
            StatementKind::Return(None) => return Ok(Flow::Return(Value::Null)),
            StatementKind::Return(Some(e)) => return Ok(Flow::Return(self.expr(f, e)?)),
            StatementKind::Expr(e) => {
                self.expr(f, e)?;
            }
            StatementKind::Declare(local, e) => f.locals[local.index()] = self.expr(f, e)?,
            StatementKind::If(check, then, other) => {
                return self.choose_branch(f, check, then, other.as_ref());
            }
            StatementKind::Loop { check, step, body } => {
                return self.repeat(f, check.as_ref(), step.as_ref(), body, s);
            }
            StatementKind::ForIn { local, list, body } => return self.for_in(f, *local, list, body),
            StatementKind::Block(block) => return self.block(f, block),
            StatementKind::Until(until) => return self.until(f, s.at, until),
            StatementKind::Cancel(event) => {
                let event = f.locals[event.index()].clone();
                self.set_attribute(s.at, &event, 0, Value::Bool(true))?;
                return Ok(Flow::Return(Value::Null));
            }
            StatementKind::Probe(_) => return fault(s.at, "this is of a lowered game"),
            StatementKind::Continue => return Ok(Flow::Continue),
            StatementKind::Break => return Ok(Flow::Break),
            StatementKind::WinnerPlayer(e) => {
                let p = self.expr(f, e)?;
                let place = vec![self.player(e.at, &p)?];
                return self.winner(vec![place]);
            }
            StatementKind::WinnerPlayers(e) => {
                let players = self.expr(f, e)?;
                let place = self.players_of(e, &players)?;
                return self.winner(vec![place]);
            }
            StatementKind::WinnerRanking(e) => {
                let places = self.ranking(f, e)?;
                return self.winner(places);
            }
            StatementKind::WinnerNone => return self.winner(vec![Vec::new()]),
            StatementKind::Remove(e, how) => {
                let named = match how {
                    Departure::Open => Named::Openly,
                    Departure::Hidden => Named::Otherwise,
                };
                let object = self.expr(f, e)?;
                if self.as_application(&object).is_some() {
                    self.end_modifier(s.at, &object)?;
                } else if let Value::Object(o) = object {
                    self.end_all_of(s.at, &object)?;
                    self.clear_spot(s.at, (o, named))?;
                    self.world.lose_sight((o, named), Place::Nowhere);
                    self.world.detach(o);
                    self.world.objects[o].live = false;
                }
            }
            StatementKind::Fail(e) => {
                self.said(f, e)?;
                return Err(Stop::Fail);
            }
            StatementKind::Tell(e, to) => {
                self.settle(s.at)?;
                if let Some(to) = to {
                    self.expr(f, to)?;
                }
                let parts = match &e.kind {
                    ExprKind::Concat(parts) => parts.as_slice(),
                    _ => std::slice::from_ref(e),
                };
                let mut said = String::new();
                for part in parts {
                    let thing = match &part.kind {
                        ExprKind::Convert(Conversion::ToString, thing) => thing,
                        _ => part,
                    };
                    let Some(value) = self.in_text(|run| run.expr(f, thing))? else {
                        said += "?";
                        continue;
                    };
                    said += &match (&thing.ty, self.world.items(&value)) {
                        (Type::Zone(_), Some(pieces)) => crate::text::of_zone(&self.world, &pieces),
                        _ => crate::text::told(&self.world, &value),
                    };
                }
                self.world.told.push(base::beginning(&said, 300));
            }
            StatementKind::Score(player, points) => self.score(f, player, points)?,
            StatementKind::Eliminate(e) => {
                let p = self.expr(f, e)?;
                let p = self.player(e.at, &p)?;
                self.world.out[p as usize] = true;
            }
            StatementKind::Team(name, members) => self.team(f, name, members)?,
            StatementKind::Play(_)
            | StatementKind::Answer(..)
            | StatementKind::Do(..)
            | StatementKind::Expect(_)
            | StatementKind::ExpectLegal(..) => return fault(s.at, "this statement is for tests"),
        }
        Ok(Flow::Next)
    }

    fn choose_branch(
        &mut self,
        f: &mut Frame<'g>,
        check: &'g Expr,
        then: &'g Block,
        other: Option<&'g Block>,
    ) -> Step<'g, Flow<'g>> {
        let value = self.expr(f, check)?;
        if bool(check.at, &value)? {
            return self.block(f, then);
        }
        other.map_or(Ok(Flow::Next), |b| self.block(f, b))
    }

    fn repeat(
        &mut self,
        f: &mut Frame<'g>,
        check: Option<&'g Expr>,
        step: Option<&'g Expr>,
        body: &'g Block,
        s: &Statement,
    ) -> Step<'g, Flow<'g>> {
        let mut first = true;
        loop {
            self.step(s.at)?;
            if let Some(step) = step
                && !first
            {
                self.expr(f, step)?;
            }
            first = false;
            if let Some(check) = check {
                let value = self.expr(f, check)?;
                if !bool(check.at, &value)? {
                    return Ok(Flow::Next);
                }
            }
            match self.block(f, body)? {
                Flow::Break => return Ok(Flow::Next),
                Flow::Return(value) => return Ok(Flow::Return(value)),
                Flow::Next | Flow::Continue => {}
            }
        }
    }

    fn for_in(
        &mut self,
        f: &mut Frame<'g>,
        local: LocalId,
        list: &'g Expr,
        body: &'g Block,
    ) -> Step<'g, Flow<'g>> {
        if let ExprKind::Range(from, to) = &list.kind {
            let (from, to) = self.range_ends(f, from, to)?;
            let mut i = from;
            while i <= to {
                if let Some(flow) = self.visit(f, local, Value::Number(countable(list.at, i)?), list, body)? {
                    return Ok(flow);
                }
                i += 1.0;
            }
            return Ok(Flow::Next);
        }
        let mut list_value = self.expr(f, list)?;
        if let Value::Zone(..) | Value::Stack(_) = list_value {
            let items = self.items(list.at, &list_value)?;
            list_value = self.world.list(items);
        }
        let mut i = 0;
        while let Some(item) = self.items(list.at, &list_value)?.into_iter().nth(i) {
            if let Some(flow) = self.visit(f, local, item, list, body)? {
                return Ok(flow);
            }
            i += 1;
        }
        Ok(Flow::Next)
    }

    /// One round of a loop; how the loop ends, if it ends.
    fn visit(
        &mut self,
        f: &mut Frame<'g>,
        local: LocalId,
        item: Value<'g>,
        list: &'g Expr,
        body: &'g Block,
    ) -> Step<'g, Option<Flow<'g>>> {
        self.step(list.at)?;
        f.locals[local.index()] = item;
        Ok(match self.block(f, body)? {
            Flow::Break => Some(Flow::Next),
            Flow::Return(value) => Some(Flow::Return(value)),
            Flow::Next | Flow::Continue => None,
        })
    }

    fn ranking(&mut self, f: &mut Frame<'g>, e: &'g Expr) -> Step<'g, Vec<Vec<u32>>> {
        let value = self.expr(f, e)?;
        let places = self.items(e.at, &value)?;
        let places = places.iter().filter(|place| !place.is_null());
        places.map(|place| self.players_of(e, place)).collect()
    }

    fn winner(&mut self, places: Vec<Vec<u32>>) -> Step<'g, Flow<'g>> {
        self.world.end(places);
        Err(Stop::Over)
    }

    /// The players of one place of a ranking, those that are null left out.
    fn players_of(&mut self, e: &Expr, list: &Value<'g>) -> Step<'g, Vec<u32>> {
        let players = self.items(e.at, list)?;
        players.iter().filter(|p| !p.is_null()).map(|p| self.player(e.at, p)).collect()
    }

    fn score(&mut self, f: &mut Frame<'g>, player: &'g Expr, points: &'g Expr) -> Step<'g, ()> {
        let p = self.expr(f, player)?;
        let points_value = self.expr(f, points)?;
        let p = self.player(player.at, &p)?;
        self.world.scores[p as usize] = number(points.at, &points_value)?;
        Ok(())
    }

    fn team(&mut self, f: &mut Frame<'g>, name: &'g str, members: &'g [Expr]) -> Step<'g, ()> {
        for e in members {
            let p = self.expr(f, e)?;
            let p = self.player(e.at, &p)?;
            self.world.teams[p as usize] = Some(name);
        }
        Ok(())
    }
}
