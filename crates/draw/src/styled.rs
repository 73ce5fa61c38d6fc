//! Styled text with a known width, and lines laid out in columns. It knows nothing of games.

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

/// How wide drawings may be, so that 80 columns do; boards and grids of zones may be wider, since they cannot be broken.
pub(crate) const WIDTH: usize = 78;

/// A piece of text in one style.
#[derive(Clone, PartialEq, Debug)]
pub struct Styled {
    pub text: String,
    pub style: Style,
}

impl Styled {
    pub fn plain(text: impl Into<String>) -> Styled {
        Styled { text: text.into(), style: Style::new() }
    }

    pub(crate) fn dim(text: impl Into<String>) -> Styled {
        Styled { text: text.into(), style: Style::new().dimmed() }
    }

    pub(crate) fn width(&self) -> usize {
        self.text.width()
    }

    pub(crate) fn painted(&self) -> String {
        paint(self.style, &self.text)
    }
}

/// The text with spaces after it, so that it takes that many columns. Formatting would count characters.
pub(crate) fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

pub fn bold(text: &str) -> String {
    paint(Style::new().bold(), text)
}

pub fn dim(text: &str) -> String {
    paint(Style::new().dimmed(), text)
}

fn paint(style: Style, text: &str) -> String {
    if style.is_plain() || text.is_empty() { text.to_owned() } else { format!("{style}{text}{style:#}") }
}

/// The colour of a seat's pieces and name where no look says it.
pub(crate) fn seat_style(seat: u32) -> Style {
    const COLOURS: [AnsiColor; 6] = [
        AnsiColor::Cyan,
        AnsiColor::Red,
        AnsiColor::Green,
        AnsiColor::Magenta,
        AnsiColor::Yellow,
        AnsiColor::Blue,
    ];
    COLOURS[seat as usize % COLOURS.len()].on_default().bold()
}

/// Items one after the other, wrapped at [`WIDTH`]; lines after the first are indented by `indent`. An item that is
/// longer than a line is broken between its words.
pub fn flow(items: &[Styled], gap: &str, indent: usize) -> String {
    let (mut out, mut column, mut is_first) = (String::new(), indent, true);
    for item in items {
        let wanted = item.width() + if is_first { 0 } else { gap.width() };
        let is_long = item.width() > WIDTH.saturating_sub(indent);
        if !is_first && column + wanted > WIDTH && !is_long {
            out.push_str(gap.trim_end());
            new_line(&mut out, &mut column, indent);
        } else if !is_first {
            out.push_str(gap);
            column += gap.width();
        }
        if is_long {
            words(&mut out, &mut column, item, indent);
        } else {
            out.push_str(&item.painted());
            column += item.width();
        }
        is_first = false;
    }
    out
}

fn new_line(out: &mut String, column: &mut usize, indent: usize) {
    out.push('\n');
    out.push_str(&" ".repeat(indent));
    *column = indent;
}

/// The words of an item, on as many lines as they take.
fn words(out: &mut String, column: &mut usize, item: &Styled, indent: usize) {
    for (i, word) in item.text.split(' ').enumerate() {
        let width = word.width() + usize::from(i > 0);
        if *column + width > WIDTH && *column > indent {
            new_line(out, column, indent);
        } else if i > 0 {
            out.push(' ');
            *column += 1;
        }
        out.push_str(&paint(item.style, word));
        *column += word.width();
    }
}

/// Items in columns of equal width, read from left to right, each line indented by two.
pub fn columns(items: &[Styled]) -> String {
    let cell = items.iter().map(Styled::width).max().unwrap_or(0) + 2;
    let per_line = ((WIDTH - 2) / cell).max(1);
    let mut out = String::new();
    for line in items.chunks(per_line) {
        out.push_str("  ");
        for (i, item) in line.iter().enumerate() {
            out.push_str(&item.painted());
            if i + 1 < line.len() {
                out.push_str(&" ".repeat(cell - item.width()));
            }
        }
        out.push('\n');
    }
    out
}

/// Text at places of a canvas, drawn from the highest row down.
#[derive(Default)]
pub(crate) struct Canvas {
    /// Row, column and what stands there.
    pub(crate) marks: Vec<(i32, i32, Styled)>,
}

impl Canvas {
    pub(crate) fn put(&mut self, row: i32, column: i32, styled: Styled) {
        self.marks.push((row, column, styled));
    }

    /// Puts a text so that it ends before `column`.
    pub(crate) fn put_left_of(&mut self, row: i32, column: i32, styled: Styled) {
        let width = i32::try_from(styled.width()).unwrap_or(0);
        self.put(row, column - width, styled);
    }

    /// The lines, moved so that the leftmost mark stands at `margin`.
    pub(crate) fn lines(mut self, margin: usize) -> String {
        self.marks.sort_by_key(|(row, column, _)| (-row, *column));
        let Some(least) = self.marks.iter().map(|(_, column, _)| *column).min() else { return String::new() };
        let (mut out, mut row, mut column) = (String::new(), self.marks[0].0, 0);
        for (r, c, styled) in &self.marks {
            while row > *r {
                out.push('\n');
                (row, column) = (row - 1, 0);
            }
            let at = margin + usize::try_from(c - least).unwrap_or(0);
            out.push_str(&" ".repeat(at.saturating_sub(column)));
            out.push_str(&styled.painted());
            column = at.max(column) + styled.width();
        }
        out.push('\n');
        out
    }
}
