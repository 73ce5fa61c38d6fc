//! The letters that stand for pieces. A class keeps its letter for a whole session, and the owner shows in the
//! letter itself, not only in its colour.

use super::looks;
use super::styled::{self, Styled};
use anstyle::Style;
use engine::view::{Board, BoardKind, Piece, View};
use std::collections::{BTreeMap, BTreeSet};

/// Signs of the seats where all pieces are of one class.
const SIGNS: [char; 8] = ['X', 'O', '#', '@', '%', '&', '+', '='];

/// Which letter stands for which class.
#[derive(Clone, Debug, Default)]
pub struct Letters {
    letters: BTreeMap<String, char>,
    seats: usize,
    /// The colours of the seats.
    colours: Vec<Style>,
    /// Whose view was seen last.
    viewer: Option<u32>,
    /// The symbols of looks that each viewer saw on boards, with their owners: where there are several, each must show.
    /// What others saw at the same screen must not.
    owners: BTreeMap<(Option<u32>, String), BTreeSet<Option<u32>>>,
}

/// How a piece's owner shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Manner {
    /// One class only: a sign for each seat.
    Signs,
    /// Capitals for the first seat, small letters for the second.
    Case,
    /// A letter and the number of the player.
    Numbers,
}

impl Letters {
    /// Letters for classes that may stand on a board, known beforehand.
    pub fn new(classes: &[String], seats: usize) -> Letters {
        let mut letters = Letters { seats, ..Letters::default() };
        letters.learn(classes.iter().map(String::as_str));
        letters
    }

    /// Gives letters to the classes on the boards of a view that have none yet.
    pub(crate) fn see(&mut self, view: &View) {
        self.seats = view.seats.len();
        self.viewer = view.seat;
        self.colours = (0..).zip(&view.seats).map(|(number, seat)| looks::seat_style(number, seat)).collect();
        let pieces = view.boards.iter().flat_map(board_pieces);
        let classes: Vec<&str> = pieces.map(|p| p.class.as_str()).collect();
        self.learn(classes.into_iter());
        for piece in view.boards.iter().flat_map(board_pieces) {
            if let Some(symbol) = looks::sign(&piece.look) {
                self.owners.entry((view.seat, symbol.to_owned())).or_default().insert(piece.owner);
            }
        }
    }

    /// In the order of the alphabet: a King before a Knight, which then takes its second letter.
    fn learn<'c>(&mut self, classes: impl Iterator<Item = &'c str>) {
        let mut new: Vec<&str> = classes.filter(|c| !self.letters.contains_key(*c)).collect();
        new.sort_unstable();
        new.dedup();
        for class in new {
            let letter = self.free_letter(class);
            self.letters.insert(class.to_owned(), letter);
        }
    }

    fn free_letter(&self, class: &str) -> char {
        let is_free = |c: &char| !self.letters.values().any(|l| l == c);
        let upper = |c: char| c.to_uppercase().next().unwrap_or(c);
        let own = class.chars().filter(|c| c.is_alphabetic()).map(upper).find(is_free);
        own.or_else(|| ('A'..='Z').find(is_free)).unwrap_or('?')
    }

    fn manner(&self) -> Manner {
        match (self.letters.len(), self.seats) {
            (0 | 1, _) => Manner::Signs,
            (_, 0..=2) => Manner::Case,
            _ => Manner::Numbers,
        }
    }

    /// The mark of a piece on a board; None is a piece that the seat does not know.
    pub(crate) fn mark(&self, piece: Option<&Piece>) -> Styled {
        let Some(piece) = piece else { return Styled::plain("?") };
        if let Some(symbol) = looks::sign(&piece.look) {
            return self.symbol(piece, symbol);
        }
        let letter = self.letters.get(&piece.class).copied().unwrap_or('?');
        let Some(owner) = piece.owner else {
            return Styled::plain(if self.manner() == Manner::Signs {
                "*".to_owned()
            } else {
                format!("{letter}'")
            });
        };
        let text = match self.manner() {
            Manner::Signs => sign(owner),
            Manner::Case if owner == 0 => letter.to_string(),
            Manner::Case => letter.to_lowercase().to_string(),
            Manner::Numbers => format!("{letter}{}", owner + 1),
        };
        self.of_seat(text, owner)
    }

    /// In the colour of a seat.
    pub(crate) fn of_seat(&self, text: impl Into<String>, seat: u32) -> Styled {
        let style = self.colours.get(seat as usize).copied();
        Styled { text: text.into(), style: style.unwrap_or_else(|| styled::seat_style(seat)) }
    }

    /// The symbol of a piece, with the number of its owner where that does not show in it.
    fn symbol(&self, piece: &Piece, symbol: &str) -> Styled {
        let is_shared =
            self.owners.get(&(self.viewer, symbol.to_owned())).is_some_and(|owners| owners.len() > 1);
        match piece.owner {
            Some(owner) if is_shared => self.of_seat(format!("{symbol}{}", owner + 1), owner),
            Some(owner) => self.of_seat(symbol, owner),
            None => Styled { text: symbol.to_owned(), style: looks::style(&piece.look) },
        }
    }

    /// What the symbols on boards mean: whose they are, and of which class.
    fn symbols(&self, view: &View, pieces: &[&Piece]) -> Vec<Styled> {
        let signs = |fits: &dyn Fn(&Piece) -> bool| {
            let mut signs: Vec<String> = Vec::new();
            for piece in pieces.iter().filter(|p| fits(p)) {
                let Some(symbol) = looks::sign(&piece.look) else { continue };
                let sign = self.symbol(piece, symbol).text;
                if !signs.contains(&sign) {
                    signs.push(sign);
                }
            }
            signs.sort_unstable();
            signs.join(" ")
        };
        let mut items = Vec::new();
        for (number, seat) in (0..).zip(&view.seats) {
            let own = signs(&|p| p.owner == Some(number));
            if !own.is_empty() {
                items.push(self.of_seat(format!("{own} {}", seat.name), number));
            }
        }
        let mut classes: Vec<&str> = pieces.iter().map(|p| p.class.as_str()).collect();
        classes.sort_unstable();
        classes.dedup();
        for class in classes.iter().filter(|_| classes.len() > 1) {
            let own = signs(&|p| p.class == **class);
            if !own.is_empty() {
                items.push(Styled::dim(format!("{own} {class}")));
            }
        }
        items
    }

    /// What the marks on the boards of a view mean.
    pub(crate) fn legend(&self, view: &View) -> Vec<Styled> {
        let pieces: Vec<&Piece> = view.boards.iter().flat_map(board_pieces).collect();
        let mut items = self.symbols(view, &pieces);
        let pieces: Vec<&Piece> = pieces.into_iter().filter(|p| looks::sign(&p.look).is_none()).collect();
        for (seat, s) in (0..).zip(&view.seats) {
            if pieces.iter().any(|p| p.owner == Some(seat)) {
                items.push(self.of_seat(self.seat_sign(seat, &s.name), seat));
            }
            let owned = format!("{} {}", self.owner(seat).text, s.name);
            let mut spots = view.boards.iter().flat_map(Board::spots);
            if spots.any(|s| s.owners.contains(&seat)) && items.iter().all(|i| i.text != owned) {
                items.push(self.of_seat(owned, seat));
            }
        }
        if self.manner() != Manner::Signs {
            let shown = self.letters.iter().filter(|(class, _)| pieces.iter().any(|p| p.class == **class));
            items.extend(shown.map(|(class, letter)| Styled::dim(format!("{letter} {class}"))));
        }
        let stacks = view.boards.iter().filter(|b| !matches!(b.kind, BoardKind::Track | BoardKind::Ring));
        if let Some(high) = stacks.flat_map(|b| &b.tiles).find(|t| t.pieces.len() > 1)
            && let Some(top) = high.pieces.last()
        {
            let (mark, n) = (self.mark(top.as_ref()).text, high.pieces.len());
            items.push(Styled::dim(format!("{mark}:{n} a stack of {n}, {mark} on top")));
        }
        items
    }

    /// The mark of a seat on the edges and corners that it owns.
    pub(crate) fn owner(&self, seat: u32) -> Styled {
        let text = if self.manner() == Manner::Signs { sign(seat) } else { (seat + 1).to_string() };
        self.of_seat(text, seat)
    }

    fn seat_sign(&self, seat: u32, name: &str) -> String {
        match self.manner() {
            Manner::Signs => format!("{} {name}", sign(seat)),
            Manner::Case if seat == 0 => format!("CAPITALS {name}"),
            Manner::Case => format!("small {name}"),
            Manner::Numbers => format!("{} {name}", seat + 1),
        }
    }
}

fn sign(seat: u32) -> String {
    SIGNS.get(seat as usize).map_or_else(|| (seat + 1).to_string(), char::to_string)
}

fn board_pieces(board: &Board) -> impl Iterator<Item = &Piece> {
    board.places().flat_map(|(_, pieces)| pieces).flatten()
}
