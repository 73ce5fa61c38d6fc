//! In which orders looks put what lies in zones, so that whoever draws a table can put a card that comes later where it
//! belongs without working out a look. It knows no state.

use super::ValueView;
use bytecode::Program;
use language::look::Expr;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// The orders of a game, each once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Orders {
    all: Vec<Vec<Expr>>,
    /// The zones whose look says one.
    of_zone: BTreeMap<u32, usize>,
    /// By class, those of the zones in which its objects may lie.
    of_class: Vec<Vec<usize>>,
}

/// What a thing is sorted by in one order, the first key first.
#[derive(Clone, PartialEq, Debug)]
pub enum SortKey {
    /// Of a case its place among the cases, of a truth value 0 or 1, of a player the seat.
    Number(f64),
    Text(String),
    /// Where the viewer may not know it, or there is none. It comes last.
    Missing,
}

/// What a thing is sorted by, under the numbers of the orders that may apply to it.
pub type SortKeys = BTreeMap<usize, Vec<SortKey>>;

impl Orders {
    pub(crate) fn of(program: &Program) -> Orders {
        let mut orders = Orders { of_class: vec![Vec::new(); program.classes.len()], ..Orders::default() };
        for (number, look) in program.looks.zones.iter().filter(|(_, look)| !look.sort.is_empty()) {
            let Some(zone) = program.zones.get(*number as usize) else { continue };
            if zone.ordered || zone.deck {
                continue;
            }
            let known = orders.all.iter().position(|sort| *sort == look.sort);
            let order = known.unwrap_or(orders.all.len());
            if known.is_none() {
                orders.all.push(look.sort.clone());
            }
            orders.of_zone.insert(*number, order);
            let last = program.classes[usize::from(zone.class)].last;
            for of_class in &mut orders.of_class[usize::from(zone.class)..=usize::from(last)] {
                if !of_class.contains(&order) {
                    of_class.push(order);
                }
            }
        }
        orders
    }

    /// The number of the order of a zone.
    pub(crate) fn of_zone(&self, zone: usize) -> Option<usize> {
        self.of_zone.get(&(zone as u32)).copied()
    }

    /// The orders that may apply to objects of a class, with their numbers.
    pub(crate) fn of_class(&self, class: u16) -> impl Iterator<Item = (usize, &[Expr])> {
        let numbers = self.of_class.get(usize::from(class)).map_or(&[][..], Vec::as_slice);
        numbers.iter().map(|order| (*order, self.all[*order].as_slice()))
    }
}

impl SortKey {
    pub(super) fn of(value: Option<ValueView>) -> SortKey {
        match value {
            Some(ValueView::Number(n)) => SortKey::Number(n),
            Some(ValueView::Text(text)) => SortKey::Text(text),
            Some(ValueView::Bool(b)) => SortKey::Number(f64::from(u8::from(b))),
            Some(ValueView::Player(seat)) => SortKey::Number(f64::from(seat)),
            _ => SortKey::Missing,
        }
    }

    /// How much of what a view may show it takes.
    pub(super) fn len(&self) -> usize {
        match self {
            SortKey::Text(text) => text.len(),
            SortKey::Number(_) | SortKey::Missing => 1,
        }
    }
}

impl Serialize for SortKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            SortKey::Number(n) => crate::json::number(n, serializer),
            SortKey::Text(text) => serializer.serialize_str(text),
            SortKey::Missing => serializer.serialize_none(),
        }
    }
}
