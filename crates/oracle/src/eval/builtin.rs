//! Which builtin is evaluated where.

use super::{Run, finite, number, text};
use crate::describe;
use crate::value::{Step, Value, fault};
use base::NodeId;
use compiler::typed::{BoardId, DiceId, EnumId};
use language::catalogue::{Builtin, On, entry};

/// The evaluated arguments of a builtin, its receiver first.
pub(super) struct Args<'g> {
    pub at: NodeId,
    pub values: Vec<Option<Value<'g>>>,
}

impl<'g> Args<'g> {
    /// The argument, null where it is left out.
    pub fn get(&self, i: usize) -> Value<'g> {
        self.values.get(i).cloned().flatten().unwrap_or(Value::Null)
    }

    /// Whether there is one; null is as good as none.
    pub fn has(&self, i: usize) -> bool {
        !self.get(i).is_null()
    }

    pub fn number(&self, i: usize) -> Step<'g, f64> {
        number(self.at, &self.get(i))
    }

    /// How many: a number truncated, 0 where it is below.
    pub fn amount(&self, i: usize) -> Step<'g, usize> {
        Ok(self.number(i)?.trunc().max(0.0) as usize)
    }
}

impl<'g> Run<'g> {
    pub fn builtin(
        &mut self,
        at: NodeId,
        id: Builtin,
        values: Vec<Option<Value<'g>>>,
    ) -> Step<'g, Value<'g>> {
        let result = self.of_entry(id, &Args { at, values })?;
        self.tell_moved(at)?;
        Ok(result)
    }

    fn of_entry(&mut self, id: Builtin, args: &Args<'g>) -> Step<'g, Value<'g>> {
        match entry(id).on {
            On::Free => self.free(id, args),
            On::List => self.list(id, args),
            On::Table => self.table(id, args),
            On::Stack => self.stack(id, args),
            On::String => self.string(id, args),
            On::Tile => self.tile(id, args),
            On::Object | On::Piece => self.piece(id, args),
            On::Zone | On::Zones => self.zone(id, args),
            On::Player | On::Players => self.players(id, args),
            On::Turn | On::Phase | On::Turns | On::TurnValue => self.turn(id, args),
            On::Random => self.random(id, args),
            On::Case => self.case(id, args),
            On::Board | On::Dice | On::Enum => fault(args.at, "this name needs a receiver"),
        }
    }

    fn free(&mut self, id: Builtin, a: &Args<'g>) -> Step<'g, Value<'g>> {
        let n = |i: usize| a.number(i);
        let result = match id {
            Builtin::Max => n(0)?.max(n(1)?),
            Builtin::Min => n(0)?.min(n(1)?),
            Builtin::Abs => n(0)?.abs(),
            Builtin::Floor => n(0)?.floor(),
            Builtin::Ceil => n(0)?.ceil(),
            Builtin::Round => n(0)?.round(),
            Builtin::Sqrt => n(0)?.sqrt(),
            Builtin::Forward => {
                let p = self.player(a.at, &a.get(0))?;
                return Ok(Value::text(["n", "s", "e", "w"][p as usize % 4]));
            }
            Builtin::FaultOf => return fault(a.at, crate::text::units(&text(a.at, &a.get(0))?)),
            Builtin::PositionOf => {
                let given: Vec<Value<'g>> = a.values.iter().flatten().cloned().collect();
                return Ok(Value::Position(describe::position(&self.world, &given).into()));
            }
            _ => return fault(a.at, "this cannot be called"),
        };
        finite(a.at, result)
    }

    fn random(&mut self, id: Builtin, a: &Args<'g>) -> Step<'g, Value<'g>> {
        match id {
            Builtin::RandomRoll => {
                let faces = a.number(0)?.trunc();
                if faces < 1.0 {
                    return fault(a.at, "a die needs a face");
                }
                Ok(Value::Number(self.world.random.below(faces as u64) as f64 + 1.0))
            }
            Builtin::RandomPick => self.pick(a.at, &a.get(0)),
            _ => self.shuffle_list(a.at, &a.get(0)),
        }
    }

    /// An element at random, null where there is none.
    pub fn pick(&mut self, at: NodeId, list: &Value<'g>) -> Step<'g, Value<'g>> {
        let items = self.items(at, list)?;
        let i = self.world.random.below(items.len() as u64) as usize;
        Ok(items.get(i).cloned().unwrap_or(Value::Null))
    }

    pub fn dice_builtin(&mut self, at: NodeId, dice: DiceId, id: Builtin) -> Step<'g, Value<'g>> {
        let faces = &self.game.dice[dice.index()].faces;
        if id == Builtin::DiceFaces {
            return Ok(self.world.list(faces.iter().map(|n| Value::Number(*n)).collect()));
        }
        let i = self.world.random.below(faces.len() as u64) as usize;
        match faces.get(i) {
            Some(n) => Ok(Value::Number(*n)),
            None => fault(at, "a die needs a face"),
        }
    }

    pub fn enum_builtin(
        &mut self,
        at: NodeId,
        of: EnumId,
        id: Builtin,
        values: Vec<Option<Value<'g>>>,
    ) -> Step<'g, Value<'g>> {
        let cases = &self.game.enums[of.index()].cases;
        if id == Builtin::EnumAll {
            return Ok(self.world.list((0..cases.len() as u32).map(|i| Value::Case(of, i)).collect()));
        }
        let name = crate::text::units(&super::text(at, &Args { at, values }.get(0))?);
        let found = cases.iter().position(|c| c.name == name);
        Ok(found.map_or(Value::Null, |i| Value::Case(of, i as u32)))
    }

    fn case(&mut self, id: Builtin, a: &Args<'g>) -> Step<'g, Value<'g>> {
        let Value::Case(e, i) = a.get(0) else { return fault(a.at, "the case is null") };
        Ok(match id {
            Builtin::CaseName => Value::text(&self.game.enums[e.index()].cases[i as usize].name),
            _ => Value::Number(f64::from(i)),
        })
    }

    pub fn board_builtin(
        &mut self,
        at: NodeId,
        board: BoardId,
        id: Builtin,
        values: Vec<Option<Value<'g>>>,
    ) -> Step<'g, Value<'g>> {
        let result = self.board(board, id, &Args { at, values })?;
        self.tell_moved(at)?;
        Ok(result)
    }
}
