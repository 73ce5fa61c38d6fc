//! Whether a space stands between two pieces of one line. It looks at nothing but these two.

use super::pieces::{Piece, Role};
use crate::tgdl::token::Tok;

/// Whether `next` is set apart from `last` on the same line.
pub(crate) fn is_apart(last: &Piece<'_>, next: &Piece<'_>) -> bool {
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
