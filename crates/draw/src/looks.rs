//! What looks say, in text: names, symbols and colours of things. The words of the rules, which players type, stay
//! to be found. It does not know where things lie.

use super::styled::{self, Styled};
use anstyle::{AnsiColor, RgbColor, Style};
use engine::view::{Look, Piece, Seat};
use language::look::drawn_sign;
use unicode_width::UnicodeWidthChar;

/// A title, with the name of the rules behind it unless the title has its words.
pub fn called(title: Option<&str>, name: &str) -> String {
    let Some(title) = title.filter(|t| !t.trim().is_empty()) else { return name.to_owned() };
    let has = |word: &str| title.split(|c: char| !c.is_alphanumeric()).any(|t| t.eq_ignore_ascii_case(word));
    let words = || name.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
    if title == name || words().all(has) { title.to_owned() } else { format!("{title} ({name})") }
}

/// The same of a thing; what is called by its class alone has no other name than its title.
pub fn thing_called(title: Option<&str>, text: &str, class: &str) -> String {
    match title.filter(|title| !title.trim().is_empty()) {
        Some(title) if text == class => title.to_owned(),
        title => called(title, text),
    }
}

/// What is called so, as its owner reads it.
pub(crate) fn yours(called: &str) -> String {
    if others(called) == called { format!("your {called}") } else { called.to_owned() }
}

/// The same, as others read it.
pub(crate) fn others(called: &str) -> &str {
    const YOUR: &str = "your ";
    let says_so = called.get(..YOUR.len()).is_some_and(|start| start.eq_ignore_ascii_case(YOUR));
    if says_so { called[YOUR.len()..].trim_start() } else { called }
}

/// A piece by title and name, with its symbol.
pub(crate) fn named_piece(piece: &Piece) -> String {
    let title = piece.look.title.as_deref();
    with_symbol(&piece.look, thing_called(title, &piece.text, &piece.class))
}

/// A name with the title and the symbol of a look.
pub(crate) fn named(look: &Look, name: &str) -> String {
    with_symbol(look, called(look.title.as_deref(), name))
}

/// The title of a look, or the name where there is none, with its symbol: for what is seldom typed, such as zones and
/// attributes.
pub(crate) fn label(look: &Look, name: &str) -> String {
    with_symbol(look, titled(look, name).to_owned())
}

/// The title of a look, or the name where there is none.
pub(crate) fn titled<'n>(look: &'n Look, name: &'n str) -> &'n str {
    look.title.as_deref().filter(|title| !title.trim().is_empty()).unwrap_or(name)
}

fn with_symbol(look: &Look, text: String) -> String {
    match look.symbol.as_deref() {
        // A drawn sign, `:cups:`, says no more than the name.
        Some(symbol) if drawn_sign(symbol).is_some() => text,
        Some(symbol) if !symbol.is_empty() && !text.contains(symbol) => format!("{text} {symbol}"),
        _ => text,
    }
}

/// A name of the rules in words: `may castle` of `mayCastle`.
pub(crate) fn worded(name: &str) -> String {
    let mut words = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !words.is_empty() && !words.ends_with(' ') {
            words.push(' ');
        }
        words.extend(c.to_lowercase());
    }
    words
}

/// A piece as it lies in a zone: name and symbol, what is laid on it and what stands on it, in its colour.
pub(crate) fn piece(piece: &Piece) -> Styled {
    pieces(piece, 1)
}

/// So many equal pieces.
pub(crate) fn pieces(piece: &Piece, count: usize) -> Styled {
    let mut text = named_piece(piece);
    let words = words(piece);
    // What a card costs stands in a corner of it; of cards without words the corners say what the name says.
    let corners = piece.look.corners.iter().map(|corner| corner.trim()).filter(|_| words.is_some());
    let badges = piece.look.badges.iter().map(|b| b.trim()).filter(|b| !b.is_empty());
    let badges: Vec<&str> = badges.map(|badge| drawn_sign(badge).unwrap_or(badge)).collect();
    for corner in corners.filter(|corner| !corner.is_empty() && !badges.contains(corner)) {
        text.push_str(&format!(" {corner}"));
    }
    if count > 1 {
        text.push_str(&format!(" x{count}"));
    }
    if !badges.is_empty() {
        text.push_str(&format!(" [{}]", badges.join(", ")));
    }
    if let Some(words) = words {
        text.push_str(&format!(": {words}"));
    }
    Styled { text, style: style(&piece.look) }
}

/// What stands on a piece.
pub(crate) fn words(piece: &Piece) -> Option<&str> {
    piece.look.text.as_deref().map(str::trim).filter(|words| !words.is_empty())
}

/// The colour of a look, where a terminal has it.
pub(crate) fn style(look: &Look) -> Style {
    use AnsiColor::{Blue, BrightBlack, BrightMagenta, BrightRed, Cyan, Green, Magenta, Red, Yellow};
    let colour = match look.colour.as_deref() {
        Some("red") => Red,
        Some("orange") => BrightRed,
        Some("yellow" | "gold" | "brown") => Yellow,
        Some("green") => Green,
        Some("teal") => Cyan,
        Some("blue") => Blue,
        Some("purple") => Magenta,
        Some("pink") => BrightMagenta,
        Some("grey") => BrightBlack,
        Some(text) => return rgb(text).map_or_else(Style::new, |c| Style::new().fg_color(Some(c.into()))),
        None => return Style::new(),
    };
    colour.on_default()
}

/// A text in the colour of a seat: that of its look, if it has one. The text must name the owner as well, since no
/// information is by colour alone.
pub(crate) fn of_seat(text: impl Into<String>, number: u32, seats: &[Seat]) -> Styled {
    let style = seats.get(number as usize).map(|seat| seat_style(number, seat));
    Styled { text: text.into(), style: style.unwrap_or_else(|| styled::seat_style(number)) }
}

/// The colour of a seat's pieces and name.
pub(crate) fn seat_style(number: u32, seat: &Seat) -> Style {
    let own = style(&seat.look);
    if own.is_plain() { styled::seat_style(number) } else { own.bold() }
}

fn rgb(text: &str) -> Option<RgbColor> {
    let n = u32::from_str_radix(text.strip_prefix('#')?, 16).ok()?;
    let part = |shift: u32| (n >> shift & 0xff) as u8;
    Some(RgbColor(part(16), part(8), part(0)))
}

/// The widest symbol that is drawn on a board, in columns.
const MAX_WIDTH: usize = 4;

/// The symbol of a look, if it is of few signs that each take one column on any terminal; a blank is one.
pub(crate) fn sign(look: &Look) -> Option<&str> {
    let symbol = look.symbol.as_deref().filter(|symbol| drawn_sign(symbol).is_none())?;
    let is_drawn = |c: char| c == ' ' || c.width() == Some(1) && !c.is_whitespace();
    let is_sign = symbol.chars().all(is_drawn) && (1..=MAX_WIDTH).contains(&symbol.chars().count());
    is_sign.then_some(symbol)
}
