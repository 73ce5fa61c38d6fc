//! What is built in for sets of cases and of players.

use super::Run;
use super::builtin::Args;
use crate::value::{Step, Value, fault};
use base::NodeId;
use language::catalogue::group::Set;

/// The place of a member among all that there may be.
fn order(at: NodeId, member: &Value<'_>) -> Result<u32, NodeId> {
    match member {
        Value::Case(_, i) | Value::Player(i) => Ok(*i),
        _ => Err(at),
    }
}

impl<'g> Run<'g> {
    /// The set of these, each once and in order.
    pub(super) fn set_of(&self, at: NodeId, members: Vec<Value<'g>>) -> Step<'g, Value<'g>> {
        let mut placed = Vec::new();
        for member in members {
            match order(at, &member) {
                Ok(place) => placed.push((place, member)),
                Err(at) => return fault(at, "the member is null"),
            }
        }
        placed.sort_by_key(|(place, _)| *place);
        placed.dedup_by_key(|(place, _)| *place);
        Ok(Value::Set(placed.into_iter().map(|(_, member)| member).collect()))
    }

    pub(super) fn set(&mut self, id: Set, a: &Args<'g>) -> Step<'g, Value<'g>> {
        let members = |i: usize| match a.get(i) {
            Value::Set(members) => Ok(members.to_vec()),
            _ => fault(a.at, "the set is null"),
        };
        let all = members(0)?;
        let has = |all: &[Value<'g>], member: &Value<'g>| all.iter().any(|m| m.same(member));
        let one = || {
            let member = a.get(1);
            if member.is_null() { fault(a.at, "the member is null") } else { Ok(member) }
        };
        Ok(match id {
            Set::SetLength => Value::Number(all.len() as f64),
            Set::SetIsEmpty => Value::Bool(all.is_empty()),
            Set::SetContains => Value::Bool(has(&all, &one()?)),
            Set::SetWith => {
                let member = one()?;
                return self.set_of(a.at, all.into_iter().chain([member]).collect());
            }
            Set::SetWithout => {
                let member = one()?;
                Value::Set(all.into_iter().filter(|m| !m.same(&member)).collect())
            }
            Set::SetUnion => {
                let others = members(1)?;
                return self.set_of(a.at, all.into_iter().chain(others).collect());
            }
            Set::SetIntersection => {
                let others = members(1)?;
                Value::Set(all.into_iter().filter(|m| has(&others, m)).collect())
            }
            Set::SetDifference => {
                let others = members(1)?;
                Value::Set(all.into_iter().filter(|m| !has(&others, m)).collect())
            }
            Set::SetIsSubset => {
                let others = members(1)?;
                Value::Bool(all.iter().all(|m| has(&others, m)))
            }
            Set::SetToList => self.world.list(all),
        })
    }
}
