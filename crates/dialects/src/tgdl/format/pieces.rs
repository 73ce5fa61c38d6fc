//! A text as its words, signs and comments, each with what stood before it and what it is for.
//! Where they will stand is not known here.

use crate::tgdl::lexer::lex;
use crate::tgdl::token::Tok;
use base::FileId;

/// What a sign is for, where the sign alone does not say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    Plain,
    /// A sign before its only operand: `-x`, `!x`.
    Prefix,
    /// `<` and `>` around the parts of a type: `List<number>`.
    Angle,
    /// The `:` of `c ? a : b`, not the one after a name.
    Otherwise,
    /// The braces of a value or of nothing: `= {}`.
    Value,
}

/// A word, a sign or a comment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece<'t> {
    /// None for a comment.
    pub kind: Option<Tok>,
    pub text: &'t str,
    /// Line ends between the piece before and this one.
    pub line_ends: usize,
    /// Whether anything stood between the piece before and this one.
    pub apart: bool,
    pub role: Role,
    /// For a bracket the number of its partner.
    pub partner: usize,
}

impl Piece<'_> {
    pub(crate) fn is(&self, kind: Tok) -> bool {
        self.kind == Some(kind)
    }

    pub(crate) fn opens(&self) -> bool {
        matches!(self.kind, Some(Tok::OpenBrace | Tok::OpenParen | Tok::OpenBracket))
    }

    pub(crate) fn closes(&self) -> bool {
        matches!(self.kind, Some(Tok::CloseBrace | Tok::CloseParen | Tok::CloseBracket))
    }
}

/// None where some characters make no words, or where brackets have no partner.
pub(crate) fn pieces(text: &str) -> Option<Vec<Piece<'_>>> {
    let lexed = lex(FileId(0), text, 0, text.len());
    if !lexed.problems.is_empty() {
        return None;
    }
    let mut all: Vec<Piece<'_>> = Vec::with_capacity(lexed.tokens.len());
    let mut at = 0;
    for token in &lexed.tokens {
        let gap = text.get(at..token.start as usize)?;
        let rest = comments(gap, &mut all);
        if token.kind == Tok::End {
            break;
        }
        let word = text.get(token.start as usize..token.end as usize)?;
        all.push(piece(Some(token.kind), word, rest));
        at = token.end as usize;
    }
    pair(&mut all)?;
    roles(&mut all);
    Some(all)
}

/// Adds the comments of a gap between two tokens; gives what follows the last of them.
fn comments<'t>(gap: &'t str, all: &mut Vec<Piece<'t>>) -> &'t str {
    let mut rest = gap;
    while let Some(start) = rest.find("//") {
        let (blank, comment) = rest.split_at(start);
        let end = comment.find('\n').unwrap_or(comment.len());
        all.push(piece(None, comment[..end].trim_end(), blank));
        rest = &comment[end..];
    }
    rest
}

fn piece<'t>(kind: Option<Tok>, text: &'t str, gap: &str) -> Piece<'t> {
    let line_ends = gap.matches('\n').count();
    Piece { kind, text, line_ends, apart: !gap.is_empty(), role: Role::Plain, partner: 0 }
}

fn pair(all: &mut [Piece<'_>]) -> Option<()> {
    let mut open = Vec::new();
    for i in 0..all.len() {
        if all[i].opens() {
            open.push(i);
        } else if all[i].closes() {
            let first = open.pop()?;
            let fits = matches!(
                (all[first].kind, all[i].kind),
                (Some(Tok::OpenBrace), Some(Tok::CloseBrace))
                    | (Some(Tok::OpenParen), Some(Tok::CloseParen))
                    | (Some(Tok::OpenBracket), Some(Tok::CloseBracket))
            );
            if !fits {
                return None;
            }
            (all[first].partner, all[i].partner) = (i, first);
        }
    }
    open.is_empty().then_some(())
}

fn roles(all: &mut [Piece<'_>]) {
    // For each open bracket, and for what stands outside of all, how many `?` wait for their `:`.
    let mut waiting = vec![0_u32];
    let mut before: Option<usize> = None;
    for i in 0..all.len() {
        let Some(kind) = all[i].kind else { continue };
        if all[i].opens() {
            waiting.push(0);
        } else if all[i].closes() {
            waiting.pop();
        }
        let open = waiting.last_mut();
        match (kind, open) {
            (Tok::Not, _) => all[i].role = Role::Prefix,
            (Tok::Minus, _) if before.is_none_or(|b| !ends_value(&all[b]) || is_drawn_near(all, i)) => {
                all[i].role = Role::Prefix;
            }
            (Tok::OpenBrace, _) if before.is_some_and(|b| begins_value(&all[b])) => all[i].role = Role::Value,
            (Tok::Less, _) => angles(all, before, i),
            (Tok::Question, Some(open)) => *open += 1,
            (Tok::Semicolon, Some(open)) => *open = 0,
            (Tok::Colon, Some(open)) if *open > 0 => {
                *open -= 1;
                all[i].role = Role::Otherwise;
            }
            _ => {}
        }
        before = Some(i);
    }
}

/// Whether a value can end here, so that a `-` after it takes away.
fn ends_value(piece: &Piece<'_>) -> bool {
    use Tok::{CloseBrace, CloseBracket, CloseParen, Keyword, Number, String, Word};
    match piece.kind {
        Some(Keyword) => {
            matches!(piece.text, "this" | "true" | "false" | "null" | "winner" | "event" | "player")
        }
        Some(Word | Number | String | CloseParen | CloseBracket | CloseBrace) => true,
        _ => false,
    }
}

/// `score p -3`: the author set the sign apart from what stands before it, and close to what follows.
fn is_drawn_near(all: &[Piece<'_>], minus: usize) -> bool {
    all[minus].apart && all.get(minus + 1).is_some_and(|next| !next.apart)
}

/// Whether a brace after this holds values, not statements or members.
fn begins_value(piece: &Piece<'_>) -> bool {
    use Tok::{Colon, Comma, Equal, EqualEqual, Keyword, NotEqual, OpenBrace, OpenParen, Question};
    match piece.kind {
        Some(Equal | EqualEqual | NotEqual | OpenParen | OpenBrace | Comma | Colon | Question) => true,
        Some(Tok::QuestionQuestion) => true,
        Some(Keyword) => matches!(piece.text, "return" | "in" | "winner"),
        _ => false,
    }
}

/// A type has no more words and signs than this.
const LONGEST_TYPE: usize = 100;

/// Marks `<` and its `>` where only the parts of a type stand between them and a type can end so.
fn angles(all: &mut [Piece<'_>], before: Option<usize>, i: usize) {
    if all[i].role == Role::Angle || !before.is_some_and(|b| all[b].is(Tok::Word)) {
        return;
    }
    let mut open = Vec::new();
    let mut pairs = Vec::new();
    let mut end = None;
    for (k, p) in all.iter().enumerate().skip(i).take(LONGEST_TYPE) {
        match p.kind {
            Some(Tok::Less) => open.push(k),
            Some(Tok::Greater) => {
                let Some(first) = open.pop() else { return };
                pairs.push((first, k));
                if open.is_empty() {
                    end = Some(k);
                    break;
                }
            }
            Some(Tok::Word | Tok::Dot | Tok::Comma | Tok::OpenParen | Tok::CloseParen | Tok::Arrow) => {}
            Some(Tok::Keyword) if matches!(p.text, "player" | "interactable") => {}
            _ => return,
        }
    }
    let Some(end) = end else { return };
    let can_follow = all.get(end + 1).and_then(|p| p.kind).is_none_or(|next| {
        use Tok::{AndAnd, CloseParen, Comma, Greater, OpenBrace, OpenParen, OrOr, Semicolon, String, Word};
        let all = [Word, OpenParen, CloseParen, Comma, Greater, Semicolon, OpenBrace, AndAnd, OrOr, String];
        all.contains(&next)
    });
    if can_follow {
        for (first, last) in pairs {
            (all[first].role, all[last].role) = (Role::Angle, Role::Angle);
        }
    }
}
