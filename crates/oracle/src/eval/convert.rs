//! Conversions between types.

use super::Run;
use crate::text;
use crate::value::{Step, Value};
use compiler::typed::Conversion;

impl<'g> Run<'g> {
    pub(crate) fn convert(&mut self, conversion: Conversion, value: Value<'g>) -> Step<'g, Value<'g>> {
        if value.is_null() && conversion != Conversion::ToString {
            return Ok(Value::Null);
        }
        Ok(match (conversion, value) {
            (Conversion::NumberToPlayer, Value::Number(n)) => Value::Player(self.world.to_player(n)),
            (Conversion::PlayerToNumber, Value::Player(p)) => Value::Number(f64::from(p)),
            (Conversion::TurnToPlayer, _) => Value::Player(self.world.active),
            (Conversion::ToString, v @ Value::Text(_)) => v,
            (Conversion::ToString, v) => Value::text(&text::plain(&self.world, &v)),
            (Conversion::StringToNumber, Value::Text(t)) => parse(&text::units(&t)),
            (Conversion::NumberToBool, Value::Number(n)) => Value::Bool(n != 0.0),
            (Conversion::BoolToNumber, Value::Bool(b)) => Value::Number(f64::from(u8::from(b))),
            (Conversion::Downcast(class), v) => {
                let fits = self.world.class_of(&v).is_some_and(|c| self.world.is_a(c, class));
                if fits { v } else { Value::Null }
            }
            (Conversion::ZoneToPlace, v) => v,
            (Conversion::PlaceToTile, Value::Tile(b, t)) if self.world.spots[b.index()].is_empty() => {
                Value::Tile(b, t)
            }
            (Conversion::PlaceToTile, _) => Value::Null,
            (Conversion::PlaceToSpot, Value::Tile(b, t)) => self.world.spot_at(b, t),
            (Conversion::PlaceToSpot, _) => Value::Null,
            (Conversion::StringToTile(board), Value::Text(t)) => {
                let found = self.world.shapes[board.index()].named(&text::units(&t));
                found.map_or(Value::Null, |t| Value::Tile(board, t))
            }
            (_, other) => other,
        })
    }
}

/// A number as TGDL writes it, with a sign before it or not; null where the text is something else.
fn parse<'g>(text: &str) -> Value<'g> {
    let plain = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-');
    match text.parse::<f64>() {
        Ok(n) if n.is_finite() && text.chars().all(plain) => Value::Number(n),
        _ => Value::Null,
    }
}
