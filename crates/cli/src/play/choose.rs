//! Which legal move a typed line means, and how legal moves are listed. It knows only moves.

use draw::looks;
use draw::styled::{Styled, columns, flow};
use draw::value;
use engine::question::Move;
use engine::view::{BoardKind, ObjectView, Piece, ValueView, View};
use engine::{Game, Match};
use std::collections::{BTreeMap, BTreeSet};

/// Up to so many moves are listed with numbers; more are grouped.
pub(crate) const MAX_LISTED: usize = 20;

/// Longer lists of moves are not made; the move is chosen part by part.
const MAX_MOVES: usize = 400;

/// The most lines that grouped moves take above the prompt.
const MAX_LINES: usize = 7;

/// What a typed line means.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Choice {
    /// The move at that place of the list.
    One(usize),
    /// Several moves begin or go on so.
    Several(Vec<usize>),
    None,
}

/// The moves that a person may choose between: of those that cannot be told apart, one.
pub(crate) struct Offer {
    moves: Vec<Move>,
    /// What each is called in lists.
    shown: Vec<String>,
    /// What each part of one but its action is called, by the rules and by looks, in the form in which lines are compared.
    parts: Vec<Vec<[String; 2]>>,
}

impl Offer {
    pub(crate) fn new(all: Vec<Move>, view: &View) -> Offer {
        let titles = Titles::of(view);
        let mut known: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        let mut moves: Vec<Move> = Vec::new();
        for m in all {
            let alike = known.entry(m.text.clone()).or_default();
            if alike.iter().any(|k| is_same(&moves[*k], &m)) {
                continue;
            }
            alike.push(moves.len());
            moves.push(m);
        }
        let shown = told_apart(&moves, |m, detail| titles.shown(m, detail));
        let both = |value: &ValueView| {
            [engine::plain(value), titles.value(value, Detail::Short)].map(|name| normal(&name))
        };
        let parts =
            moves.iter().map(|m| m.object.iter().chain(m.inputs.iter().map(|(_, v)| v)).map(both).collect());
        let parts = parts.collect();
        Offer { moves, shown, parts }
    }

    /// What a seat may choose between in a match; None where that is too much to be listed.
    pub(super) fn of(now: &Match, seat: u32, view: &View) -> Option<Offer> {
        let few = now.seat(seat).count_moves().is_ok_and(|n| n <= MAX_MOVES);
        few.then(|| {
            let moves = now.seat(seat).moves().unwrap_or_default();
            Offer::new(chosen_by_hand(now.game(), moves), view)
        })
    }

    pub(crate) fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Reads a line: a number of the list where it stood before the moves, a move's text or what it is called, the
    /// same without the action, or its beginning. Where moves are themselves numbers, a number is a move and nothing
    /// else; `#3` is always the third of the list.
    pub(crate) fn read(&self, line: &str, numbered: bool) -> Choice {
        let typed = normal(line);
        if typed.is_empty() {
            return Choice::None;
        }
        let is_number = typed.parse::<f64>().is_ok();
        let by_number =
            |text: &str| text.parse::<usize>().ok().filter(|n| (1..=self.moves.len()).contains(n));
        if let Some(text) = typed.strip_prefix('#') {
            return by_number(text).map_or(Choice::None, |number| Choice::One(number - 1));
        }
        let names: Vec<[String; 4]> = self.moves.iter().zip(&self.shown).map(|(m, s)| names(m, s)).collect();
        let all = |fits: &dyn Fn(&str) -> bool| {
            (0..names.len()).filter(|i| names[*i].iter().any(|name| fits(name))).collect::<Vec<_>>()
        };
        let exact = all(&|name| name == typed);
        if exact.is_empty()
            && numbered
            && !self.are_numbers()
            && let Some(number) = by_number(&typed)
        {
            return Choice::One(number - 1);
        }
        let begins =
            |name: &str| name.strip_prefix(&typed).is_some_and(|r| r.is_empty() || r.starts_with(' '));
        let by_parts = |i: &usize| {
            let action = self.moves[*i].action.as_deref().map(normal);
            let rest = action.and_then(|action| typed.strip_prefix(&action)?.strip_prefix(' '));
            [Some(typed.as_str()), rest].into_iter().flatten().any(|text| is_named(&self.parts[*i], text))
        };
        let tries = [
            exact,
            (0..names.len()).filter(by_parts).collect(),
            all(&begins),
            // The beginning of a number is another number.
            if is_number { Vec::new() } else { all(&|name| name.starts_with(&typed)) },
            all(&|name| has_words(name, &typed)),
        ];
        match tries.into_iter().find(|found| !found.is_empty()) {
            None => Choice::None,
            Some(found) => match found[..] {
                [one] => Choice::One(one),
                _ => Choice::Several(found),
            },
        }
    }

    /// A refusal that lists moves in the end, with what they are called in the list.
    pub(crate) fn in_its_words(&self, refusal: &str) -> String {
        let listed = refusal.rfind("; possible").and_then(|at| Some(at + refusal[at..].find(": ")? + 2));
        let Some((said, moves)) = listed.and_then(|at| refusal.split_at_checked(at)) else {
            return refusal.to_owned();
        };
        let shown = |text: &str| {
            let found = self.moves.iter().zip(&self.shown).find(|(m, _)| m.text == text);
            found.map_or_else(|| text.to_owned(), |(_, shown)| shown.clone())
        };
        format!("{said}{}", moves.split(", ").map(shown).collect::<Vec<_>>().join(", "))
    }

    /// The place in the list that a bare number may have meant, where numbers are moves.
    pub(crate) fn place_meant(&self, line: &str) -> Option<usize> {
        let number = line.trim().parse().ok().filter(|n| (1..=self.moves.len()).contains(n));
        number.filter(|_| self.are_numbers())
    }

    /// Whether numbers before the moves would be mistaken for moves.
    fn are_numbers(&self) -> bool {
        let is_number = |text: &str, m| short(text, m).parse::<f64>().is_ok();
        self.moves.iter().zip(&self.shown).any(|(m, shown)| is_number(&m.text, m) || is_number(shown, m))
    }

    /// All moves with their numbers, or those of `only`.
    pub(crate) fn list(&self, only: Option<&[usize]>) -> String {
        let mark = if self.are_numbers() { "#" } else { "" };
        let chosen: Vec<usize> = only.map_or_else(|| (0..self.moves.len()).collect(), <[usize]>::to_vec);
        let widest = chosen.iter().max().map_or(1, |i| (i + 1).to_string().len());
        let items = chosen.iter().filter_map(|i| self.shown.get(*i).map(|shown| (i, shown)));
        let items: Vec<Styled> =
            items.map(|(i, shown)| Styled::plain(format!("{mark}{:>widest$} {shown}", i + 1))).collect();
        columns(&items)
    }

    /// What may be done, in a few lines: all moves where they are few, otherwise each action with its moves grouped
    /// by all but the last part.
    pub(crate) fn summary(&self, view: &View) -> String {
        if self.moves.len() <= MAX_LISTED {
            return self.list(None);
        }
        type Shown<'o> = (&'o Move, &'o str);
        let mut actions: Vec<(Option<&str>, Vec<Shown<'_>>)> = Vec::new();
        for (m, shown) in self.moves.iter().zip(&self.shown) {
            let action = m.action.as_deref();
            match actions.iter_mut().find(|(known, _)| *known == action) {
                Some((_, moves)) => moves.push((m, shown)),
                None => actions.push((action, vec![(m, shown)])),
            }
        }
        let each = (MAX_LINES / actions.len()).max(1);
        let (mut out, mut is_cut) = (String::new(), false);
        for (_, moves) in &actions {
            let text = flow(&groups(moves, view), "   ", 2);
            let lines: Vec<&str> = text.lines().collect();
            let more = if lines.len() > each { " ..." } else { "" };
            out.push_str(&format!("  {}{more}\n", lines[..lines.len().min(each)].join("\n")));
            is_cut |= lines.len() > each;
        }
        if is_cut {
            out.push_str(&format!("  {} moves in all, `moves` lists them\n", self.moves.len()));
        }
        out
    }
}

/// Whether two moves are the same to whoever chooses.
fn is_same(a: &Move, b: &Move) -> bool {
    Move { id: b.id, ..a.clone() } == *b
}

/// How things are called: those that read alike in as much detail as tells them apart, or else as many as can be.
pub(super) fn told_apart<T>(all: &[T], called: impl Fn(&T, Detail) -> String) -> Vec<String> {
    let mut shown: Vec<String> = all.iter().map(|one| called(one, Detail::Short)).collect();
    let mut alike: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (i, text) in shown.iter().enumerate() {
        alike.entry(text).or_default().push(i);
    }
    let groups: Vec<Vec<usize>> = alike.into_values().filter(|group| group.len() > 1).collect();
    for group in groups {
        let texts = |detail| -> Vec<String> { group.iter().map(|i| called(&all[*i], detail)).collect() };
        let count = |texts: &[String]| texts.iter().collect::<BTreeSet<_>>().len();
        let mut best = texts(Detail::Short);
        for detail in [Detail::Names, Detail::Places, Detail::Owners, Detail::Numbers] {
            let more = texts(detail);
            if count(&more) > count(&best) {
                best = more;
            }
        }
        group.into_iter().zip(best).for_each(|(i, text)| shown[i] = text);
    }
    shown
}

/// Moves without their auto inputs, which follow from the others.
pub(super) fn chosen_by_hand(game: &Game, mut moves: Vec<Move>) -> Vec<Move> {
    for m in &mut moves {
        m.inputs.retain(|(input, _)| !game.is_auto(&m.chosen, input));
    }
    moves
}

/// What moves are called in lists; where there are too many to be listed, what they are typed as.
pub(super) fn called(moves: &[Move], view: &View) -> Vec<String> {
    if moves.len() > MAX_MOVES {
        return moves.iter().map(|m| m.text.clone()).collect();
    }
    let titles = Titles::of(view);
    told_apart(moves, |m, detail| titles.shown(m, detail))
}

/// Moves of one action, grouped by all but the last part.
fn groups(moves: &[(&Move, &str)], view: &View) -> Vec<Styled> {
    let titles = Titles::of(view);
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for (m, shown) in moves {
        let last = m.inputs.last().map(|(name, v)| titles.input(name, v, Detail::Short)).unwrap_or_default();
        let head = shown.strip_suffix(&last).filter(|_| !last.is_empty()).unwrap_or(shown);
        let head = head.trim_end_matches([' ', ',']);
        let last = if head == *shown { String::new() } else { last };
        match groups.last_mut() {
            Some((h, lasts)) if h == head => lasts.push(last),
            _ => groups.push((head.to_owned(), vec![last])),
        }
    }
    let shown = |(head, lasts): (String, Vec<String>)| match lasts
        .join(if lasts.iter().any(|l| l.contains(' ')) { ", " } else { " " })
    {
        lasts if lasts.is_empty() => head,
        lasts if head.is_empty() => lasts,
        lasts => format!("{head} > {lasts}"),
    };
    groups.into_iter().map(|group| Styled::plain(shown(group))).collect()
}

/// What may be typed for a move: its text and what it is called, whole and without the action.
fn names(m: &Move, shown: &str) -> [String; 4] {
    [normal(&m.text), normal(short(&m.text, m)), normal(shown), normal(short(shown, m))]
}

/// Whether a text names these parts one after the other, each by one of its names.
fn is_named(parts: &[[String; 2]], text: &str) -> bool {
    let Some((first, rest)) = parts.split_first() else { return text.is_empty() };
    first.iter().filter(|name| !name.is_empty()).any(|name| {
        let left = text.strip_prefix(name.as_str());
        left.is_some_and(|left| {
            (left.is_empty() || left.starts_with(' ')) && is_named(rest, left.trim_start())
        })
    })
}

/// Whether the words typed stand in the text, in that order.
fn has_words(text: &str, typed: &str) -> bool {
    let mut words = text.split(' ');
    typed.split(' ').all(|wanted| words.any(|w| w == wanted))
}

pub(super) fn normal(text: &str) -> String {
    let words = text.to_lowercase();
    let words = words.split([' ', ',', '\t']).filter(|w| !w.is_empty()).map(engine::one_name);
    words.collect::<Vec<_>>().join(" ")
}

/// The text of a move without its action; the whole text where nothing else is left.
fn short<'t>(text: &'t str, m: &Move) -> &'t str {
    let rest = m.action.as_deref().and_then(|a| text.strip_prefix(a)).map_or("", str::trim);
    if rest.is_empty() { text } else { rest }
}

/// How much of a thing is told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Detail {
    Short,
    /// What it is called besides, by its look and with what its look hides.
    Names,
    /// Where it lies, too.
    Places,
    /// Whose it is, too.
    Owners,
    /// Its numbers, too.
    Numbers,
}

/// What looks call the pieces of one class and text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Called<'v> {
    One(Option<&'v str>),
    Several,
}

/// What things are called to a viewer: pieces by their titles, where class and text have one.
pub(super) struct Titles<'v> {
    view: &'v View,
    titles: BTreeMap<(&'v str, &'v str), Called<'v>>,
    /// Of tiles that have some, by board, whose it is, and name.
    tiles: BTreeMap<(&'v str, Option<u32>, &'v str), &'v str>,
}

impl<'v> Titles<'v> {
    pub(super) fn of(view: &'v View) -> Titles<'v> {
        let mut titles: BTreeMap<(&str, &str), Called<'_>> = BTreeMap::new();
        for piece in pieces(view) {
            let title = Called::One(piece.look.title.as_deref());
            let known = titles.entry((&piece.class, &piece.text)).or_insert(title);
            if *known != title {
                *known = Called::Several;
            }
        }
        let graphs = view.boards.iter().filter(|board| board.kind == BoardKind::Graph);
        let titled = graphs.flat_map(|board| {
            board.tiles.iter().filter_map(|tile| {
                Some(((board.name.as_str(), board.owner, tile.name.as_str()), tile.look.title.as_deref()?))
            })
        });
        Titles { view, titles, tiles: titled.collect() }
    }

    /// A typed line with names in the place of titles; None where none stands in it.
    pub(super) fn in_names(&self, line: &str) -> Option<String> {
        let pieces = pieces(self.view)
            .filter_map(|piece| Some((normal(piece.look.title.as_deref()?), normal(&piece.text))));
        let tiles = self.tiles.iter().map(|((.., name), title)| (normal(title), normal(name)));
        let mut all: Vec<(String, String)> =
            pieces.chain(tiles).filter(|(title, name)| !title.is_empty() && title != name).collect();
        // Of two titles the longer one is meant.
        all.sort_by_key(|(title, _)| usize::MAX - title.len());
        let line = normal(line);
        let (mut left, mut words) = (line.as_str(), Vec::new());
        while !left.is_empty() {
            let (word, after) = left.split_once(' ').unwrap_or((left, ""));
            let titled = all.iter().find_map(|(title, name)| {
                let rest = left.strip_prefix(title.as_str())?;
                (rest.is_empty() || rest.starts_with(' ')).then_some((name.as_str(), rest.trim_start()))
            });
            let (said, rest) = titled.unwrap_or((word, after));
            words.push(said);
            left = rest;
        }
        Some(words.join(" ")).filter(|named| *named != line)
    }

    /// A move as it is listed: with titles, and its inputs apart where they are of several words.
    pub(super) fn shown(&self, m: &Move, detail: Detail) -> String {
        let before = m.action.iter().cloned().chain(m.object.iter().map(|o| self.value(o, detail)));
        let inputs: Vec<String> = m.inputs.iter().map(|(name, v)| self.input(name, v, detail)).collect();
        let gap = if inputs.len() > 1 && inputs.iter().any(|i| i.contains(' ')) { ", " } else { " " };
        before.chain(Some(inputs.join(gap)).filter(|i| !i.is_empty())).collect::<Vec<_>>().join(" ")
    }

    /// What is chosen at an input. A bare yes, no or none says of what.
    fn input(&self, name: &str, value: &ValueView, detail: Detail) -> String {
        match value {
            ValueView::Bool(_) | ValueView::Null if name != "answer" => {
                format!("{name} {}", self.value(value, detail))
            }
            _ => self.value(value, detail),
        }
    }

    pub(super) fn value(&self, value: &ValueView, detail: Detail) -> String {
        match value {
            ValueView::Object(object) => self.object(object, detail),
            ValueView::Case { of, name } => {
                let title = self.view.legend.case(of, name).and_then(|look| look.title.as_deref());
                looks::called(title, name)
            }
            ValueView::List(all) if !all.is_empty() => {
                all.iter().map(|v| self.value(v, detail)).collect::<Vec<_>>().join(", ")
            }
            ValueView::Tile { board, owner, name, names } => {
                let title = self.tiles.get(&(board.as_str(), *owner, name.as_str())).copied();
                let name = match detail {
                    Detail::Short => {
                        title.filter(|title| !title.trim().is_empty()).unwrap_or(name).to_owned()
                    }
                    _ => looks::called(title, name),
                };
                let called = ValueView::Tile { board: board.clone(), owner: *owner, name, names: *names };
                value::text(&called, &self.view.seats)
            }
            ValueView::Player(_) | ValueView::Zone { .. } => value::text(value, &self.view.seats),
            other => engine::plain(other),
        }
    }

    fn object(&self, object: &ObjectView, detail: Detail) -> String {
        let Some(class) = &object.class else { return object.text.clone() };
        let own = object.names.first().map(String::as_str);
        let full = object.names.last().map_or(object.text.as_str(), String::as_str);
        let name = match self.titles.get(&(class.as_str(), object.text.as_str())) {
            _ if detail > Detail::Short => looks::thing_called(own, full, class),
            Some(Called::One(title)) => looks::thing_called(*title, &object.text, class),
            Some(Called::Several) => looks::thing_called(own, &object.text, class),
            // What lies nowhere, and is called by its numbers.
            None if !has_letters(&object.text) => own.unwrap_or(&object.text).to_owned(),
            None => object.text.clone(),
        };
        let mut more: Vec<String> = Vec::new();
        if let (Some(place), true) = (&object.place, detail >= Detail::Places) {
            more.push(match object.place_owner.and_then(|p| self.view.seats.get(p as usize)) {
                Some(seat) => format!("{place} of {}", seat.name),
                None => place.clone(),
            });
        }
        if detail >= Detail::Owners && object.place_owner.is_none() {
            let owners = object.owners.iter().filter_map(|p| self.view.seats.get(*p as usize));
            let owners: Vec<&str> = owners.map(|seat| seat.name.as_str()).collect();
            more.extend((!owners.is_empty()).then(|| format!("of {}", owners.join(" and "))));
        }
        if detail == Detail::Numbers {
            more.extend(object.numbers.iter().map(|(name, n)| format!("{name} {n}")));
        }
        if more.is_empty() { name } else { format!("{name} ({})", more.join(", ")) }
    }
}

fn has_letters(text: &str) -> bool {
    text.chars().any(char::is_alphabetic)
}

/// All pieces that are seen, in zones and on boards.
fn pieces(view: &View) -> impl Iterator<Item = &Piece> {
    let on_boards = view.boards.iter().flat_map(|b| b.places()).flat_map(|(_, pieces)| pieces);
    view.zones.iter().flat_map(|z| &z.pieces).chain(on_boards).flatten()
}

#[cfg(test)]
mod tests;
