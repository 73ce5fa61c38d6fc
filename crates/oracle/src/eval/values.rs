//! What is built in for tables, stacks, strings, players and turns.

use super::builtin::Args;
use super::{Run, text};
use crate::text::units;
use crate::value::{Step, Value, fault};
use compiler::typed::TurnId;
use language::catalogue::group::{
    Phase, Player, Players, Stack, String as Text, Table, Turn, TurnValue, Turns,
};

impl<'g> Run<'g> {
    pub(super) fn table(&mut self, id: Table, a: &Args<'g>) -> Step<'g, Value<'g>> {
        if id == Table::TableClear {
            self.is_changeable(a.at, &a.get(0))?;
        }
        let pairs = self.pairs(a.at, &a.get(0))?;
        Ok(match id {
            Table::TableLength | Table::TableLenght => Value::Number(pairs.len() as f64),
            Table::TableClear => {
                pairs.clear();
                Value::Null
            }
            Table::TableCopy => {
                let copy = pairs.clone();
                self.world.table(copy)
            }
            Table::TableContains => Value::Bool(!self.lookup(a.at, &a.get(0), &a.get(1))?.is_null()),
            Table::TableKeys => {
                let keys = pairs.iter().map(|p| p.0.clone()).collect();
                self.world.list(keys)
            }
            Table::TableValues => {
                let values = pairs.iter().map(|p| p.1.clone()).collect();
                self.world.list(values)
            }
        })
    }

    pub(super) fn stack(&mut self, id: Stack, a: &Args<'g>) -> Step<'g, Value<'g>> {
        let changes = match id {
            Stack::StackPush | Stack::StackPushFront => !a.get(1).is_null(),
            Stack::StackPop | Stack::StackPopFront => {
                self.world.items(&a.get(0)).is_some_and(|r| !r.is_empty())
            }
            Stack::StackClear => true,
            Stack::StackLength | Stack::StackLenght => false,
            Stack::StackTop | Stack::StackIsEmpty | Stack::StackCopy => false,
        };
        if changes {
            self.is_changeable(a.at, &a.get(0))?;
        }
        let row = self.row(a.at, &a.get(0))?;
        Ok(match id {
            Stack::StackLength | Stack::StackLenght => Value::Number(row.len() as f64),
            Stack::StackPush => {
                row.extend(Some(a.get(1)).filter(|v| !v.is_null()));
                Value::Null
            }
            Stack::StackPushFront => {
                row.splice(0..0, Some(a.get(1)).filter(|v| !v.is_null()));
                Value::Null
            }
            Stack::StackPop => row.pop().unwrap_or(Value::Null),
            Stack::StackPopFront if row.is_empty() => Value::Null,
            Stack::StackPopFront => row.remove(0),
            Stack::StackTop => row.last().cloned().unwrap_or(Value::Null),
            Stack::StackIsEmpty => Value::Bool(row.is_empty()),
            Stack::StackClear => {
                row.clear();
                Value::Null
            }
            Stack::StackCopy => {
                let copy = row.clone();
                self.world.stack(copy)
            }
        })
    }

    pub(super) fn string(&mut self, id: Text, a: &Args<'g>) -> Step<'g, Value<'g>> {
        let s = text(a.at, &a.get(0))?;
        let part = || text(a.at, &a.get(1));
        Ok(match id {
            Text::StringLength | Text::StringLenght => Value::Number(s.len() as f64),
            Text::StringIsEmpty => Value::Bool(s.is_empty()),
            Text::StringContains => Value::Bool(find(&s, &part()?, 0).is_some()),
            Text::StringIndexOf => Value::Number(find(&s, &part()?, 0).map_or(-1.0, |i| i as f64)),
            Text::StringSlice => {
                let from = a.amount(1)?.min(s.len());
                let to = if a.has(2) { a.amount(2)?.min(s.len()) } else { s.len() };
                Value::Text(s.get(from..to).unwrap_or(&[]).into())
            }
            Text::StringSplit => {
                let parts = split(&s, &part()?);
                self.world.list(parts)
            }
            Text::StringUpper => Value::text(&units(&s).to_uppercase()),
            Text::StringLower => Value::text(&units(&s).to_lowercase()),
        })
    }

    pub(super) fn players(&mut self, id: Players) -> Value<'g> {
        let all = 0..self.world.players;
        match id {
            Players::PlayersAll => self.world.list(all.map(Value::Player).collect()),
            Players::PlayersIn => {
                let remaining = all.filter(|p| !self.world.out[*p as usize]).map(Value::Player).collect();
                self.world.list(remaining)
            }
            Players::PlayersActive => Value::Player(self.world.active),
        }
    }

    pub(super) fn of_player(&mut self, id: Player, a: &Args<'g>) -> Step<'g, Value<'g>> {
        let p = self.player(a.at, &a.get(0))?;
        Ok(match id {
            Player::PlayerName => Value::text(&crate::text::player_name(&self.world, p)),
            Player::PlayerScore => Value::Number(self.world.scores[p as usize]),
            Player::PlayerIsOut => Value::Bool(self.world.out[p as usize]),
            Player::PlayerTeam => {
                let team = self.world.teams[p as usize];
                let with = |q: &u32| *q == p || team.is_some() && self.world.teams[*q as usize] == team;
                let team = (0..self.world.players).filter(with).map(Value::Player).collect();
                self.world.list(team)
            }
        })
    }

    pub(super) fn turn(&mut self, id: Turn, a: &Args<'g>) -> Step<'g, Value<'g>> {
        match id {
            Turn::TurnActive => Ok(self.world.turn.map_or(Value::Null, Value::Turn)),
            Turn::TurnPass => self.pass(a),
        }
    }

    pub(super) fn turn_value(&mut self, id: TurnValue, a: &Args<'g>) -> Step<'g, Value<'g>> {
        match (id, a.get(0)) {
            (TurnValue::TurnName, Value::Turn(t)) => Ok(Value::text(&self.game.turns[t.index()].name)),
            (TurnValue::TurnName, _) => fault(a.at, "the turn is null"),
        }
    }

    pub(super) fn phase(&mut self, id: Phase, a: &Args<'g>) -> Step<'g, Value<'g>> {
        match id {
            Phase::PhaseActive => {
                let turn = self.world.turn.map(|t| &self.game.turns[t.index()]);
                let phase = turn.zip(self.world.phase).and_then(|(t, p)| t.phases.get(p as usize));
                Ok(phase.map_or(Value::Null, |p| Value::text(&p.name)))
            }
            Phase::PhaseUse => self.use_phase(a, 0),
        }
    }

    pub(super) fn turns(&mut self, id: Turns, a: &Args<'g>) -> Step<'g, Value<'g>> {
        match id {
            Turns::TurnsUse => {
                let name = units(&text(a.at, &a.get(0))?);
                let Some(t) = self.game.turns.iter().position(|t| t.name == name) else {
                    return fault(a.at, format!("no turn is called `{name}`"));
                };
                self.world.turn = Some(TurnId(t as u32));
                self.world.phase = (!self.game.turns[t].phases.is_empty()).then_some(0);
                if a.has(1) { self.use_phase(a, 1) } else { Ok(Value::Null) }
            }
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
