//! Which legal move a typed line means, and how legal moves are listed. It knows only moves.

use crate::draw::looks;
use crate::draw::styled::{Styled, columns, flow};
use crate::draw::value;
use engine::question::Move;
use engine::view::{ObjectView, Value, View};
use std::collections::BTreeMap;

/// Up to so many moves are listed with numbers; more are grouped.
pub(crate) const MAX_LISTED: usize = 20;

/// The most lines that grouped moves take above the prompt.
const MAX_LINES: usize = 7;

/// What a typed line means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Choice {
    /// The move at that place of the list.
    One(usize),
    /// Several moves begin or go on so.
    Several(Vec<usize>),
    None,
}

/// Reads a line: a number of the list where it stood before the moves, a move's text, the text without the action, or
/// its beginning. Where moves are themselves numbers, a number is a move and nothing else; `#3` is always the third of
/// the list.
pub(crate) fn read(moves: &[Move], line: &str, numbered: bool) -> Choice {
    let typed = normal(line);
    if typed.is_empty() {
        return Choice::None;
    }
    let texts: Vec<String> = moves.iter().map(|m| normal(&m.text)).collect();
    let shorts: Vec<String> = moves.iter().map(|m| normal(short(m))).collect();
    let all = |fits: &dyn Fn(usize) -> bool| (0..moves.len()).filter(|i| fits(*i)).collect::<Vec<_>>();
    let by_number = |text: &str| text.parse::<usize>().ok().filter(|n| (1..=moves.len()).contains(n));
    if let Some(number) = typed.strip_prefix('#').and_then(by_number) {
        return Choice::One(number - 1);
    }
    let exact = all(&|i| texts[i] == typed || shorts[i] == typed);
    // Of those that read alike in all parts the first is as good as any.
    if let [one, rest @ ..] = exact.as_slice()
        && rest.iter().all(|i| Move { id: moves[*one].id, ..moves[*i].clone() } == moves[*one])
    {
        return Choice::One(*one);
    }
    if exact.is_empty()
        && numbered
        && !are_numbers(moves)
        && let Some(number) = by_number(&typed)
    {
        return Choice::One(number - 1);
    }
    let begins = |text: &str| text.strip_prefix(&typed).is_some_and(|r| r.is_empty() || r.starts_with(' '));
    let tries = [
        exact,
        all(&|i| begins(&texts[i]) || begins(&shorts[i])),
        all(&|i| texts[i].starts_with(&typed) || shorts[i].starts_with(&typed)),
        all(&|i| has_words(&texts[i], &typed)),
    ];
    match tries.into_iter().find(|found| !found.is_empty()) {
        None => Choice::None,
        Some(found) => match found[..] {
            [one] => Choice::One(one),
            _ => Choice::Several(found),
        },
    }
}

/// Whether the words typed stand in the text, in that order.
fn has_words(text: &str, typed: &str) -> bool {
    let mut words = text.split(' ');
    typed.split(' ').all(|wanted| words.any(|w| w == wanted))
}

fn normal(text: &str) -> String {
    text.to_lowercase().split([' ', ',', '\t']).filter(|w| !w.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The text of a move without its action; the whole text where nothing else is left.
fn short(m: &Move) -> &str {
    let rest = m.action.as_deref().and_then(|a| m.text.strip_prefix(a)).map_or("", str::trim);
    if rest.is_empty() { &m.text } else { rest }
}

/// Whether numbers before the moves would be mistaken for moves.
fn are_numbers(moves: &[Move]) -> bool {
    moves.iter().any(|m| short(m).parse::<f64>().is_ok())
}

/// All moves with their numbers, or those of `only`.
pub(crate) fn list(moves: &[Move], only: Option<&[usize]>, view: &View) -> String {
    let titles = Titles::of(view);
    let mark = if are_numbers(moves) { "#" } else { "" };
    let chosen: Vec<usize> = only.map_or_else(|| (0..moves.len()).collect(), <[usize]>::to_vec);
    let widest = chosen.iter().max().map_or(1, |i| (i + 1).to_string().len());
    let items = chosen.iter().filter_map(|i| moves.get(*i).map(|m| (i, m)));
    let items: Vec<Styled> =
        items.map(|(i, m)| Styled::plain(format!("{mark}{:>widest$} {}", i + 1, titles.shown(m)))).collect();
    columns(&items)
}

/// What may be done, in a few lines: all moves where they are few, otherwise grouped by all but the last part.
pub(crate) fn summary(moves: &[Move], view: &View) -> String {
    if moves.len() <= MAX_LISTED {
        return list(moves, None, view);
    }
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for m in moves {
        let last = m.inputs.last().map(|(_, v)| value::text(v, &view.seats)).unwrap_or_default();
        let head = m.text.strip_suffix(&last).filter(|_| !last.is_empty()).unwrap_or(&m.text).trim();
        let last = if head == m.text { String::new() } else { last };
        match groups.last_mut() {
            Some((h, lasts)) if h == head => lasts.push(last),
            _ => groups.push((head.to_owned(), vec![last])),
        }
    }
    let items: Vec<Styled> = groups
        .into_iter()
        .map(|(head, lasts)| {
            match lasts.join(if lasts.iter().any(|l| l.contains(' ')) { ", " } else { " " }) {
                lasts if lasts.is_empty() => Styled::plain(head),
                lasts if head.is_empty() => Styled::plain(lasts),
                lasts => Styled::plain(format!("{head} > {lasts}")),
            }
        })
        .collect();
    let text = flow(&items, "   ", 2);
    let lines: Vec<&str> = text.lines().collect();
    let mut out = format!("  {}\n", lines[..lines.len().min(MAX_LINES)].join("\n"));
    if lines.len() > MAX_LINES {
        out.push_str(&format!("  ... {} moves in all, `moves` lists them\n", moves.len()));
    }
    out
}

/// What looks call the pieces that a viewer sees, by class and text.
struct Titles<'v> {
    titles: BTreeMap<(&'v str, &'v str), &'v str>,
}

impl<'v> Titles<'v> {
    fn of(view: &'v View) -> Titles<'v> {
        let in_zones = view.zones.iter().flat_map(|z| &z.pieces).flatten();
        let pieces =
            in_zones.chain(view.boards.iter().flat_map(|b| &b.tiles).flat_map(|t| &t.pieces).flatten());
        let titled = pieces.filter_map(|p| {
            let title = p.look.title.as_deref()?;
            Some(((p.class.as_str(), p.text.as_str()), title))
        });
        Titles { titles: titled.collect() }
    }

    /// A move as it is listed: with titles, and its inputs apart where they are of several words.
    fn shown(&self, m: &Move) -> String {
        let before = m.action.iter().cloned().chain(m.object.iter().map(|o| self.value(o)));
        let inputs: Vec<String> = m.inputs.iter().map(|(_, v)| self.value(v)).collect();
        let gap = if inputs.len() > 1 && inputs.iter().any(|i| i.contains(' ')) { ", " } else { " " };
        before.chain(Some(inputs.join(gap)).filter(|i| !i.is_empty())).collect::<Vec<_>>().join(" ")
    }

    fn value(&self, value: &Value) -> String {
        match value {
            Value::Object(ObjectView { class: Some(class), text, .. }) => {
                looks::called(self.titles.get(&(class.as_str(), text.as_str())).copied(), text)
            }
            Value::List(all) if !all.is_empty() => {
                all.iter().map(|v| self.value(v)).collect::<Vec<_>>().join(", ")
            }
            other => engine::plain(other),
        }
    }
}

#[cfg(test)]
mod tests;
