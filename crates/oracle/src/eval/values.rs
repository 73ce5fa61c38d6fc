//! What is built in for tables, stacks, strings, players and turns.

use super::builtin::Args;
use super::{Run, text};
use crate::text::units;
use crate::value::{Step, Value, fault};
use compiler::typed::TurnId;
use language::catalogue::Builtin;

impl<'g> Run<'g> {
    pub(super) fn table(&mut self, id: Builtin, a: &Args<'g>) -> Step<'g, Value<'g>> {
        let pairs = self.pairs(a.at, &a.get(0))?;
        Ok(match id {
            Builtin::TableLength | Builtin::TableLenght => Value::Number(pairs.len() as f64),
            Builtin::TableClear => {
                pairs.clear();
                Value::Null
            }
            Builtin::TableCopy => {
                let copy = pairs.clone();
                self.world.table(copy)
            }
            Builtin::TableContains => Value::Bool(!self.lookup(a.at, &a.get(0), &a.get(1))?.is_null()),
            Builtin::TableKeys => {
                let keys = pairs.iter().map(|p| p.0.clone()).collect();
                self.world.list(keys)
            }
            _ => {
                let values = pairs.iter().map(|p| p.1.clone()).collect();
                self.world.list(values)
            }
        })
    }

    pub(super) fn stack(&mut self, id: Builtin, a: &Args<'g>) -> Step<'g, Value<'g>> {
        let row = self.row(a.at, &a.get(0))?;
        Ok(match id {
            Builtin::StackLength | Builtin::StackLenght => Value::Number(row.len() as f64),
            Builtin::StackPush => {
                row.extend(Some(a.get(1)).filter(|v| !v.is_null()));
                Value::Null
            }
            Builtin::StackPushFront => {
                row.splice(0..0, Some(a.get(1)).filter(|v| !v.is_null()));
                Value::Null
            }
            Builtin::StackPop => row.pop().unwrap_or(Value::Null),
            Builtin::StackPopFront if row.is_empty() => Value::Null,
            Builtin::StackPopFront => row.remove(0),
            Builtin::StackTop => row.last().cloned().unwrap_or(Value::Null),
            Builtin::StackIsEmpty => Value::Bool(row.is_empty()),
            Builtin::StackClear => {
                row.clear();
                Value::Null
            }
            _ => {
                let copy = row.clone();
                self.world.stack(copy)
            }
        })
    }

    pub(super) fn string(&mut self, id: Builtin, a: &Args<'g>) -> Step<'g, Value<'g>> {
        let s = text(a.at, &a.get(0))?;
        let part = || text(a.at, &a.get(1));
        Ok(match id {
            Builtin::StringLength | Builtin::StringLenght => Value::Number(s.len() as f64),
            Builtin::StringIsEmpty => Value::Bool(s.is_empty()),
            Builtin::StringContains => Value::Bool(find(&s, &part()?, 0).is_some()),
            Builtin::StringIndexOf => Value::Number(find(&s, &part()?, 0).map_or(-1.0, |i| i as f64)),
            Builtin::StringSlice => {
                let from = a.amount(1)?.min(s.len());
                let to = if a.has(2) { a.amount(2)?.min(s.len()) } else { s.len() };
                Value::Text(s.get(from..to).unwrap_or(&[]).into())
            }
            Builtin::StringSplit => {
                let parts = split(&s, &part()?);
                self.world.list(parts)
            }
            Builtin::StringUpper => Value::text(&units(&s).to_uppercase()),
            _ => Value::text(&units(&s).to_lowercase()),
        })
    }

    pub(super) fn players(&mut self, id: Builtin, a: &Args<'g>) -> Step<'g, Value<'g>> {
        let all = 0..self.world.players;
        Ok(match id {
            Builtin::PlayersAll => self.world.list(all.map(Value::Player).collect()),
            Builtin::PlayersIn => {
                let remaining = all.filter(|p| !self.world.out[*p as usize]).map(Value::Player).collect();
                self.world.list(remaining)
            }
            Builtin::PlayersActive => Value::Player(self.world.active),
            _ => {
                let p = self.player(a.at, &a.get(0))?;
                self.player_builtin(id, p)
            }
        })
    }

    fn player_builtin(&mut self, id: Builtin, p: u32) -> Value<'g> {
        match id {
            Builtin::PlayerName => Value::text(&crate::text::player_name(&self.world, p)),
            Builtin::PlayerScore => Value::Number(self.world.scores[p as usize]),
            Builtin::PlayerIsOut => Value::Bool(self.world.out[p as usize]),
            _ => {
                let team = self.world.teams[p as usize];
                let with = |q: &u32| *q == p || team.is_some() && self.world.teams[*q as usize] == team;
                let team = (0..self.world.players).filter(with).map(Value::Player).collect();
                self.world.list(team)
            }
        }
    }

    pub(super) fn turn(&mut self, id: Builtin, a: &Args<'g>) -> Step<'g, Value<'g>> {
        let turn = self.world.turn.map(|t| &self.game.turns[t.index()]);
        match id {
            Builtin::TurnActive => Ok(self.world.turn.map_or(Value::Null, Value::Turn)),
            Builtin::TurnName => match a.get(0) {
                Value::Turn(t) => Ok(Value::text(&self.game.turns[t.index()].name)),
                _ => fault(a.at, "the turn is null"),
            },
            Builtin::PhaseActive => {
                let phase = turn.zip(self.world.phase).and_then(|(t, p)| t.phases.get(p as usize));
                Ok(phase.map_or(Value::Null, |p| Value::text(&p.name)))
            }
            Builtin::PhaseUse => self.use_phase(a, 0),
            Builtin::TurnsUse => {
                let name = units(&text(a.at, &a.get(0))?);
                let Some(t) = self.game.turns.iter().position(|t| t.name == name) else {
                    return fault(a.at, format!("no turn is called `{name}`"));
                };
                self.world.turn = Some(TurnId(t as u32));
                self.world.phase = (!self.game.turns[t].phases.is_empty()).then_some(0);
                if a.has(1) { self.use_phase(a, 1) } else { Ok(Value::Null) }
            }
            _ => self.pass(a),
        }
    }

    fn use_phase(&mut self, a: &Args<'g>, i: usize) -> Step<'g, Value<'g>> {
        let name = units(&text(a.at, &a.get(i))?);
        let phases = self.world.turn.map(|t| &self.game.turns[t.index()].phases);
        match phases.and_then(|p| p.iter().position(|p| p.name == name)) {
            Some(p) => self.world.phase = Some(p as u32),
            None => return fault(a.at, format!("no phase is called `{name}`")),
        }
        Ok(Value::Null)
    }

    fn pass(&mut self, a: &Args<'g>) -> Step<'g, Value<'g>> {
        let named = a.values.first().is_some_and(Option::is_some);
        let next = if named { a.get(0) } else { self.default_player(a)? };
        let next = self.player(a.at, &next)?;
        if a.has(1) {
            self.use_phase(a, 1)?;
        }
        self.world.active = self.world.still_in(next);
        Ok(Value::Null)
    }

    /// What the default of the phase or turn gives; without one the next player.
    fn default_player(&mut self, a: &Args<'g>) -> Step<'g, Value<'g>> {
        let turn = self.world.turn.map(|t| &self.game.turns[t.index()]);
        let phase = turn.zip(self.world.phase).and_then(|(t, p)| t.phases.get(p as usize));
        let body = phase.and_then(|p| p.default.as_ref()).or(turn.and_then(|t| t.default.as_ref()));
        match body {
            Some(body) => self.body(a.at, body, Value::Null, Value::Null),
            None => Ok(Value::Player((self.world.active + 1) % self.world.players)),
        }
    }
}

/// Where a part first occurs from an index on.
fn find(s: &[u16], part: &[u16], from: usize) -> Option<usize> {
    (from..=s.len()).find(|i| s[*i..].starts_with(part))
}

/// The parts between separators; an empty separator stands between all units.
fn split<'g>(s: &[u16], by: &[u16]) -> Vec<Value<'g>> {
    if by.is_empty() {
        return s.iter().map(|u| Value::Text([*u].as_slice().into())).collect();
    }
    let mut parts = Vec::new();
    let mut from = 0;
    while let Some(i) = find(s, by, from) {
        parts.push(Value::Text(s[from..i].into()));
        from = i + by.len();
    }
    parts.push(Value::Text(s[from..].into()));
    parts
}
