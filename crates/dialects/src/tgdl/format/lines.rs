//! Pieces to lines: where lines end, how far they are indented, in which column comments begin.
//! It does not know what the words mean.

use super::pieces::Piece;
use super::spaces::is_apart;
use crate::tgdl::token::Tok;

const STEP: &str = "    ";

/// A line that is being written.
struct Line {
    text: String,
    comment: Option<String>,
    blank_before: bool,
}

/// The pieces as text; it ends with a line end unless there is nothing.
pub(super) fn write(all: &[Piece<'_>]) -> String {
    let mut lines: Vec<Line> = Vec::new();
    // The open brackets, each with the indentation of its line.
    let mut open: Vec<(Tok, usize)> = Vec::new();
    let mut indent = 0;
    for (i, piece) in all.iter().enumerate() {
        let last = i.checked_sub(1).map(|b| &all[b]);
        let begins = last.is_none_or(|last| breaks(all, last, piece, i));
        if begins {
            indent = indentation(all, i, &open);
            let blank_before = last.is_some_and(|last| is_blank_kept(last, piece));
            lines.push(Line { text: STEP.repeat(indent), comment: None, blank_before });
        }
        if let Some(kind) = piece.kind.filter(|_| piece.opens()) {
            open.push((kind, indent));
        } else if piece.closes() {
            open.pop();
        }
        let Some(line) = lines.last_mut() else { continue };
        if piece.kind.is_none() && !begins {
            line.comment = Some(piece.text.to_owned());
            continue;
        }
        if !begins && last.is_some_and(|last| is_apart(last, piece)) {
            line.text.push(' ');
        }
        line.text.push_str(piece.text);
    }
    join(&lines)
}

/// Whether a new line begins with piece number `i`.
fn breaks(all: &[Piece<'_>], last: &Piece<'_>, piece: &Piece<'_>, i: usize) -> bool {
    if last.kind.is_none() {
        return true;
    }
    if piece.kind.is_none() {
        return piece.line_ends > 0;
    }
    if last.is(Tok::OpenBrace) {
        return is_spread(all, i - 1);
    }
    if piece.is(Tok::CloseBrace) {
        return is_spread(all, piece.partner);
    }
    if piece.is(Tok::OpenBrace) && !ends(last) {
        return false;
    }
    if last.is(Tok::CloseBrace) && piece.text == "else" {
        return false;
    }
    piece.line_ends > 0
}

/// Whether what stands between two braces has lines of its own.
fn is_spread(all: &[Piece<'_>], brace: usize) -> bool {
    let (inside, close) = (brace + 1, all[brace].partner);
    inside < close && (all[inside].line_ends > 0 || all[inside].kind.is_none() || all[close].line_ends > 0)
}

/// Whether something ends with this piece, so that the next one begins something.
fn ends(piece: &Piece<'_>) -> bool {
    matches!(
        piece.kind,
        None | Some(
            Tok::Semicolon
                | Tok::Comma
                | Tok::OpenBrace
                | Tok::CloseBrace
                | Tok::OpenParen
                | Tok::OpenBracket
        )
    )
}

fn is_blank_kept(last: &Piece<'_>, piece: &Piece<'_>) -> bool {
    piece.line_ends > 1 && !last.is(Tok::OpenBrace) && !piece.is(Tok::CloseBrace)
}

/// How many steps the line that begins with piece number `i` is indented.
fn indentation(all: &[Piece<'_>], i: usize, open: &[(Tok, usize)]) -> usize {
    let piece = &all[i];
    if piece.closes() {
        return open.last().map_or(0, |(_, line)| *line);
    }
    let inside = open.last().map_or(0, |(_, line)| line + 1);
    let Some(last) = all[..i].iter().rev().find(|p| p.kind.is_some()) else { return inside };
    let in_braces = open.last().is_none_or(|(kind, _)| *kind == Tok::OpenBrace);
    // Lines of a drawn board stand below one another.
    let is_drawn = last.is(Tok::String) && piece.is(Tok::String);
    inside + usize::from(in_braces && !ends(last) && !is_drawn && piece.kind.is_some())
}

/// Lines with their comments: those of lines that follow one another begin in one column.
fn join(lines: &[Line]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for (i, line) in lines.iter().enumerate() {
        if line.blank_before {
            text.push('\n');
        }
        text.push_str(&line.text);
        if let Some(comment) = &line.comment {
            let is_next = i > 0 && lines[i - 1].comment.is_some() && !line.blank_before;
            if !is_next {
                let run = lines[i..].iter().enumerate();
                let run = run.take_while(|(k, l)| l.comment.is_some() && (*k == 0 || !l.blank_before));
                column = run.map(|(_, l)| l.text.chars().count()).max().unwrap_or(0) + 2;
            }
            let gap = column.saturating_sub(line.text.chars().count());
            text.push_str(&" ".repeat(gap.max(2)));
            text.push_str(comment);
        }
        text.push('\n');
    }
    text
}
