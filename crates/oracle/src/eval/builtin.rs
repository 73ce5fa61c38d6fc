//! Which builtin is evaluated where.

use super::{Run, finite, number};
use crate::describe;
use crate::value::{Step, Value, fault};
use base::NodeId;
use compiler::typed::{BoardId, DiceId, EnumId};
use language::catalogue::{Builtin, Group, group};

/// What the checker never lets through.
const NO_SUCH: &str = "there is no such builtin here";

/// The evaluated arguments of a builtin, its receiver first.
pub(super) struct Args<'g> {
    pub at: NodeId,
    pub values: Vec<Option<Value<'g>>>,
}

impl<'g> Args<'g> {
    /// The argument, null where it is left out.
    pub(super) fn get(&self, i: usize) -> Value<'g> {
        self.values.get(i).cloned().flatten().unwrap_or(Value::Null)
    }

    /// Whether there is one; null is as good as none.
    pub(super) fn has(&self, i: usize) -> bool {
        !self.get(i).is_null()
    }

    pub(super) fn number(&self, i: usize) -> Step<'g, f64> {
        number(self.at, &self.get(i))
    }

    /// How many: a number truncated, 0 where it is below.
    pub(super) fn amount(&self, i: usize) -> Step<'g, usize> {
        Ok(self.number(i)?.trunc().max(0.0) as usize)
    }
}

impl<'g> Run<'g> {
    pub(crate) fn builtin(
        &mut self,
        at: NodeId,
        id: Builtin,
        values: Vec<Option<Value<'g>>>,
    ) -> Step<'g, Value<'g>> {
        let result = self.of_entry(id, &Args { at, values })?;
        self.raise_moved(at)?;
        Ok(result)
    }

    fn of_entry(&mut self, id: Builtin, args: &Args<'g>) -> Step<'g, Value<'g>> {
        match id.group() {
            Group::Free(id) => self.free(id, args),
            Group::List(id) => self.list(id, args),
            Group::Table(id) => self.table(id, args),
            Group::Stack(id) => self.stack(id, args),
            Group::Set(id) => self.set(id, args),
            Group::String(id) => self.string(id, args),
            Group::Tile(id) => self.tile(id, args),
            Group::Spot(id) => self.spot(id, args),
            Group::Object(id) => self.object(id, args),
            Group::Piece(id) => self.piece(id, args),
            Group::Zone(id) => self.zone(id, args),
            Group::Zones(id) => self.zones(id, args),
            Group::Player(id) => self.of_player(id, args),
            Group::Players(id) => Ok(self.players(id)),
            Group::Turn(id) => self.turn(id, args),
            Group::Phase(id) => self.phase(id, args),
            Group::Turns(id) => self.turns(id, args),
            Group::TurnValue(id) => self.turn_value(id, args),
            Group::Random(id) => self.random(id, args),
            Group::Case(id) => self.case(id, args),
            Group::Board(_) | Group::Dice(_) | Group::Enum(_) => fault(args.at, "this name needs a receiver"),
        }
    }

    fn free(&mut self, id: group::Free, a: &Args<'g>) -> Step<'g, Value<'g>> {
        let n = |i: usize| a.number(i);
        let result = match id {
            group::Free::Max => n(0)?.max(n(1)?),
            group::Free::Min => n(0)?.min(n(1)?),
            group::Free::Abs => n(0)?.abs(),
            group::Free::Floor => n(0)?.floor(),
            group::Free::Ceil => n(0)?.ceil(),
            group::Free::Round => n(0)?.round(),
            group::Free::Sqrt => n(0)?.sqrt(),
            group::Free::Forward => {
                let p = self.player(a.at, &a.get(0))?;
                return Ok(Value::text(["n", "s", "e", "w"][p as usize % 4]));
            }
            group::Free::PositionOf => {
                let given: Vec<Value<'g>> = a.values.iter().flatten().cloned().collect();
                return Ok(Value::Position(describe::position(&self.world, &given).into()));
            }
            group::Free::AllOf | group::Free::FaultOf => return fault(a.at, "this cannot be called"),
        };
        finite(a.at, result)
    }

    fn random(&mut self, id: group::Random, a: &Args<'g>) -> Step<'g, Value<'g>> {
        match id {
            group::Random::RandomRoll => {
                let faces = a.number(0)?.trunc();
                if faces < 1.0 {
                    return fault(a.at, "a die needs a face");
                }
                Ok(Value::Number(self.world.random.below(faces as u64) as f64 + 1.0))
            }
            group::Random::RandomPick => self.pick(a.at, &a.get(0)),
            group::Random::RandomShuffle => self.shuffle_list(a.at, &a.get(0)),
        }
    }

    /// An element at random, null where there is none.
    pub(crate) fn pick(&mut self, at: NodeId, list: &Value<'g>) -> Step<'g, Value<'g>> {
        let items = self.items(at, list)?;
        let i = self.world.random.below(items.len() as u64) as usize;
        Ok(items.get(i).cloned().unwrap_or(Value::Null))
    }

    pub(crate) fn dice_builtin(&mut self, at: NodeId, dice: DiceId, id: Builtin) -> Step<'g, Value<'g>> {
        let faces = &self.game.dice[dice.index()].faces;
        let Group::Dice(id) = id.group() else { return fault(at, NO_SUCH) };
        match id {
            group::Dice::DiceFaces => Ok(self.world.list(faces.iter().map(|n| Value::Number(*n)).collect())),
            group::Dice::DiceRoll => {
                let i = self.world.random.below(faces.len() as u64) as usize;
                match faces.get(i) {
                    Some(n) => Ok(Value::Number(*n)),
                    None => fault(at, "a die needs a face"),
                }
            }
        }
    }

    pub(crate) fn enum_builtin(
        &mut self,
        at: NodeId,
        of: EnumId,
        id: Builtin,
        values: Vec<Option<Value<'g>>>,
    ) -> Step<'g, Value<'g>> {
        let cases = &self.game.enums[of.index()].cases;
        let Group::Enum(id) = id.group() else { return fault(at, NO_SUCH) };
        match id {
            group::Enum::EnumAll => {
                Ok(self.world.list((0..cases.len() as u32).map(|i| Value::Case(of, i)).collect()))
            }
            group::Enum::EnumNamed => {
                let name = crate::text::units(&super::text(at, &Args { at, values }.get(0))?);
                let found = cases.iter().position(|c| c.name == name);
                Ok(found.map_or(Value::Null, |i| Value::Case(of, i as u32)))
            }
        }
    }

    fn case(&mut self, id: group::Case, a: &Args<'g>) -> Step<'g, Value<'g>> {
        let Value::Case(e, i) = a.get(0) else { return fault(a.at, "the case is null") };
        Ok(match id {
            group::Case::CaseName => Value::text(&self.game.enums[e.index()].cases[i as usize].name),
            group::Case::CaseIndex => Value::Number(f64::from(i)),
        })
    }

    pub(crate) fn board_builtin(
        &mut self,
        at: NodeId,
        board: BoardId,
        id: Builtin,
        values: Vec<Option<Value<'g>>>,
    ) -> Step<'g, Value<'g>> {
        let Group::Board(id) = id.group() else { return fault(at, NO_SUCH) };
        let result = self.board(board, id, &Args { at, values })?;
        self.raise_moved(at)?;
        Ok(result)
    }
}
