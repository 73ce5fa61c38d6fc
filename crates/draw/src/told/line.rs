//! One line of what happened, which later steps may still add to, and its words.

use super::{Teller, counted, unknown};
use engine::tabletop::{Place, Typed};

pub(super) enum Line {
    /// Things that go from one place to another, and how many of them are not known.
    Moved {
        g: u32,
        from: Option<Place>,
        to: Option<Place>,
        names: Vec<String>,
        unknown: usize,
    },
    /// From tile to tile; of several things to several tiles.
    Way {
        name: String,
        from: String,
        via: Vec<String>,
        to: Vec<String>,
    },
    /// New on tiles.
    Placed {
        name: String,
        at: Vec<Place>,
    },
    Owned {
        to: String,
        names: Vec<String>,
    },
    /// Attributes of one thing, place or global object.
    Set {
        of: String,
        values: Vec<ChangedValue>,
    },
    /// A score that goes on changing.
    Score {
        seat: u32,
        to: f64,
    },
    Text(String),
}

/// An attribute that becomes another one.
pub(super) struct ChangedValue {
    pub name: String,
    /// What it was when the line began.
    pub was: Option<Typed>,
    pub now: Typed,
    /// What it is now, in words.
    pub text: String,
}

/// Where something leaves the table and something else of that name comes to another place of it, as a card that becomes
/// what lies there, people see one thing that goes from where the last of them lay.
pub(super) fn as_people_see(lines: Vec<Line>) -> Vec<Line> {
    let mut seen: Vec<Line> = Vec::new();
    for mut line in lines {
        if let Line::Moved { from: from @ None, to, names, unknown: 0, .. } = &mut line
            && let [name] = names.as_slice()
            && let Some(at) = seen.iter().rposition(|before| is_gone(before, name))
            && let Line::Moved { from: left, .. } = &seen[at]
            && left != to
        {
            from.clone_from(left);
            seen.remove(at);
        }
        seen.push(line);
    }
    seen
}

/// Whether a line tells that something of that name is on the table no more.
fn is_gone(line: &Line, name: &str) -> bool {
    let is_named = name != super::NAMELESS;
    is_named && matches!(line, Line::Moved { to: None, names, unknown: 0, .. } if names.as_slice() == [name])
}

impl Teller<'_> {
    pub(super) fn line(&self, line: Line) -> Option<String> {
        Some(match line {
            Line::Text(text) => text,
            Line::Score { seat, to: 1.0 } => format!("{}: 1 point", self.seat(seat)),
            Line::Score { seat, to } => format!("{}: {to} points", self.seat(seat)),
            Line::Set { of, values } => {
                // What came and went in between is nothing new.
                let values = values.into_iter().filter(|value| value.was.as_ref() != Some(&value.now));
                let values: Vec<String> =
                    values.map(|value| format!("{} {}", value.name, value.text)).collect();
                if values.is_empty() {
                    return None;
                }
                format!("{of}: {}", values.join(", "))
            }
            Line::Way { name, from, via, to } => {
                let way = [from].into_iter().chain(via).chain([counted(to)]);
                format!("{name}: {}", way.collect::<Vec<_>>().join(" → "))
            }
            Line::Placed { name, at } => format!("{name} on {}", self.places(&at)),
            Line::Owned { to, names } => format!("{to} owns {}", counted(names)),
            Line::Moved { from, to, names, unknown: hidden, .. } => {
                let hidden = if hidden > 0 { unknown(hidden) } else { String::new() };
                let what: Vec<String> =
                    [counted(names), hidden].into_iter().filter(|s| !s.is_empty()).collect();
                let what = what.join(", ");
                match [from, to].map(|place| place.map(|place| self.place(&place))) {
                    [Some(from), Some(to)] => format!("{from} → {to}: {what}"),
                    [None, Some(to)] => format!("{to} gets {what}"),
                    [Some(from), None] => format!("{from} loses {what}"),
                    [None, None] => return None,
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Line, as_people_see};
    use engine::tabletop::Place;

    fn moved(from: Option<&str>, to: Option<&str>, name: &str) -> Line {
        let zone = |name: &str| Place::Zone { name: name.into(), owner: None };
        Line::Moved { g: 0, from: from.map(zone), to: to.map(zone), names: vec![name.to_owned()], unknown: 0 }
    }

    fn ways(lines: Vec<Line>) -> Vec<String> {
        let place = |place: Option<Place>| match place {
            Some(Place::Zone { name, .. }) => name.to_string(),
            _ => "nowhere".to_owned(),
        };
        let way = |line: Line| match line {
            Line::Moved { from, to, names, .. } => {
                format!("{} from {} to {}", names.join(" "), place(from), place(to))
            }
            _ => String::new(),
        };
        lines.into_iter().map(way).collect()
    }

    #[test]
    fn what_becomes_something_else_of_its_name_goes_from_where_it_lay() {
        let lines = vec![
            moved(Some("row"), None, "Man"),
            moved(Some("hand"), None, "Stone"),
            moved(Some("stock"), None, "Man"),
            moved(None, Some("table"), "Man"),
        ];
        assert_eq!(
            ways(as_people_see(lines)),
            ["Man from row to nowhere", "Stone from hand to nowhere", "Man from stock to table"]
        );
        // What comes back to where it lay has gone, and of what has no name it is not known whether it is the same.
        for (name, there) in [("Man", "stock"), ("something", "table")] {
            let lines = vec![moved(Some("stock"), None, name), moved(None, Some(there), name)];
            assert_eq!(ways(as_people_see(lines)).len(), 2, "{name}");
        }
    }
}
