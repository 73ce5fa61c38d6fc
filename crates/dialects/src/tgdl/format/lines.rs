//! Pieces to lines: where lines end, where spaces stand, how far they are indented, in which column comments begin.
//! It does not know what the words mean.

use super::pieces::{Piece, Role};
use crate::tgdl::token::Tok;

const STEP: &str = "    ";

/// A line that is being written.
struct Line {
    text: String,
    comment: Option<String>,
    blank_before: bool,
}

/// The pieces as text; it ends with a line end unless there is nothing.
pub(crate) fn write(all: &[Piece<'_>]) -> String {
    let mut lines: Vec<Line> = Vec::new();
    // The open brackets, each with the indentation of its line.
    let mut open: Vec<(Tok, usize)> = Vec::new();
    // The indentation of the line on which the statement began, outside of brackets and in each of them.
    let mut began = vec![0];
    let mut indent = 0;
    // The last piece that is no comment.
    let mut word: Option<&Piece<'_>> = None;
    for (i, piece) in all.iter().enumerate() {
        let last = i.checked_sub(1).map(|b| &all[b]);
        let begins = last.is_none_or(|last| breaks(all, last, piece, i));
        if begins {
            indent = indentation(piece, word, &open);
            let blank_before = last.is_some_and(|last| is_blank_kept(last, piece));
            lines.push(Line { text: STEP.repeat(indent), comment: None, blank_before });
        }
        if last.is_none_or(ends)
            && piece.kind.is_some()
            && let Some(began) = began.last_mut()
        {
            *began = indent;
        }
        if let Some(kind) = piece.kind.filter(|_| piece.opens()) {
            let line = began.last().copied().filter(|_| is_block(piece, &open));
            open.push((kind, line.unwrap_or(indent)));
            began.push(indent);
        } else if piece.closes() {
            open.pop();
            began.pop();
        }
        if piece.kind.is_some() {
            word = Some(piece);
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
    if last.is(Tok::CloseBrace) && piece.text == "else" && is_spread(all, last.partner) {
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
    let Some(kind) = piece.kind else { return true };
    piece.opens() || matches!(kind, Tok::Semicolon | Tok::Comma | Tok::CloseBrace)
}

fn is_blank_kept(last: &Piece<'_>, piece: &Piece<'_>) -> bool {
    piece.line_ends > 1 && !last.is(Tok::OpenBrace) && !piece.is(Tok::CloseBrace)
}

/// How many steps the line that begins with a piece is indented; `last` is the word or sign before it.
fn indentation(piece: &Piece<'_>, last: Option<&Piece<'_>>, open: &[(Tok, usize)]) -> usize {
    if piece.closes() {
        return open.last().map_or(0, |(_, line)| *line);
    }
    let inside = inside(open);
    let Some(last) = last else { return inside };
    let in_braces = open.last().is_none_or(|(kind, _)| *kind == Tok::OpenBrace);
    // Lines of a drawn board stand below one another.
    let is_drawn = last.is(Tok::String) && piece.is(Tok::String);
    let goes_on = !ends(last) || piece.is(Tok::Dot) || last.is(Tok::CloseBrace) && joins(piece);
    inside + usize::from(in_braces && goes_on && !is_drawn && piece.kind.is_some())
}

/// How far lines are indented that begin something inside of these brackets.
fn inside(open: &[(Tok, usize)]) -> usize {
    open.last().map_or(0, |(_, line)| line + 1)
}

/// Whether a brace opens the block of a statement or declaration, whose lines go by where that began, on however many
/// lines its head stands.
fn is_block(piece: &Piece<'_>, open: &[(Tok, usize)]) -> bool {
    piece.is(Tok::OpenBrace)
        && piece.role == Role::Plain
        && open.last().is_none_or(|(kind, _)| *kind == Tok::OpenBrace)
}

/// Whether a sign stands between two values.
fn joins(piece: &Piece<'_>) -> bool {
    use Tok::{And, AndAnd, Or, OrOr, Plus, Question, QuestionQuestion, Star};
    matches!(piece.kind, Some(And | AndAnd | Or | OrOr | Plus | Star | Question | QuestionQuestion))
        || piece.role == Role::Otherwise
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

/// Whether `next` is set apart from `last` on the same line.
fn is_apart(last: &Piece<'_>, next: &Piece<'_>) -> bool {
    let (Some(a), Some(b)) = (last.kind, next.kind) else { return true };
    match (a, b) {
        (Tok::OpenBrace, Tok::CloseBrace) => last.role != Role::Value,
        (Tok::Semicolon, Tok::Semicolon) => false,
        (_, Tok::Semicolon | Tok::Comma | Tok::CloseParen | Tok::CloseBracket) => false,
        (Tok::OpenParen | Tok::OpenBracket | Tok::Dot | Tok::DotDot, _) => false,
        (_, Tok::Dot | Tok::DotDot) => false,
        (_, Tok::Colon) => next.role == Role::Otherwise,
        _ if last.role == Role::Prefix => false,
        (_, Tok::Less | Tok::Greater) if next.role == Role::Angle => false,
        (Tok::Less, _) if last.role == Role::Angle => false,
        (Tok::Greater, Tok::OpenParen) if last.role == Role::Angle => false,
        (_, Tok::OpenParen) => is_before_paren(last, next),
        (_, Tok::OpenBracket) => !can_be_indexed(a),
        _ => true,
    }
}

/// Whether `[` after this takes one out of many.
fn can_be_indexed(last: Tok) -> bool {
    use Tok::{CloseBrace, CloseBracket, CloseParen, Keyword, String, Word};
    matches!(last, Word | Keyword | CloseParen | CloseBracket | CloseBrace | String)
}

/// A space before `(`: none after the name of what is called, one after a word of a statement.
fn is_before_paren(last: &Piece<'_>, next: &Piece<'_>) -> bool {
    match last.kind {
        Some(Tok::Keyword) => match last.text {
            "if" | "for" | "while" | "return" | "in" => true,
            "base" | "new" | "this" => false,
            _ => next.apart,
        },
        // Words such as `from` and `by` are names elsewhere.
        Some(Tok::Word | Tok::CloseBrace) => next.apart,
        Some(Tok::CloseParen | Tok::CloseBracket | Tok::String) => next.apart,
        _ => true,
    }
}
