//! Text to tokens. Every text has tokens; what cannot be one is reported and left out.

use super::MAX_PROBLEMS;
use super::token::{QUOTES, Tok, Token};
use base::{FileId, Problem, Span};

/// The tokens of a text, without comments.
pub(crate) fn lex(file: FileId, text: &str) -> (Vec<Token>, Vec<Problem>) {
    let (mut tokens, problems) = lex_all(file, text);
    // The first token behind a comment at the beginning of a line begins what is read of it.
    let mut starts = false;
    for token in &mut tokens {
        if token.kind == Tok::Comment {
            starts |= token.starts_line;
        } else if starts {
            token.starts_line = true;
            starts = false;
        }
    }
    tokens.retain(|token| token.kind != Tok::Comment);
    (tokens, problems)
}

/// The tokens of a text with its comments.
pub(crate) fn lex_all(file: FileId, text: &str) -> (Vec<Token>, Vec<Problem>) {
    // Offsets are 32 bits wide; what lies behind them is not read.
    let text = &text[..text.floor_char_boundary(u32::MAX as usize - 1)];
    let mut lexer =
        Lexer { file, text, at: 0, fresh: true, indented: false, tokens: Vec::new(), problems: Vec::new() };
    while lexer.at < text.len() {
        lexer.token();
    }
    lexer.fresh = true;
    lexer.push(Tok::End, text.len());
    (lexer.tokens, lexer.problems)
}

struct Lexer<'t> {
    file: FileId,
    text: &'t str,
    at: usize,
    /// Nothing stands on this line yet.
    fresh: bool,
    indented: bool,
    tokens: Vec<Token>,
    problems: Vec<Problem>,
}

impl Lexer<'_> {
    fn push(&mut self, kind: Tok, end: usize) {
        self.tokens.push(Token {
            kind,
            start: self.at as u32,
            end: end as u32,
            starts_line: self.fresh,
            is_indented: self.indented,
        });
        self.fresh = false;
        self.at = end;
    }

    fn token(&mut self) {
        let rest = &self.text[self.at..];
        let Some(c) = rest.chars().next() else { return };
        let length = |while_: &dyn Fn(char) -> bool| rest.find(|c| !while_(c)).unwrap_or(rest.len());
        match c {
            '\n' => {
                self.at += 1;
                (self.fresh, self.indented) = (true, false);
            }
            _ if c.is_whitespace() || c == '\u{feff}' => {
                self.indented |= self.fresh && c != '\u{feff}';
                self.at += c.len_utf8();
            }
            _ if rest.starts_with("//") => self.push(Tok::Comment, self.at + length(&|c| c != '\n')),
            _ if rest.starts_with("/*") => self.block_comment(),
            _ if c.is_alphabetic() || c == '_' => {
                self.push(Tok::Word, self.at + length(&|c| c.is_alphanumeric() || c == '_'));
            }
            _ if c.is_ascii_digit() => self.push(Tok::Number, self.at + length(&|c| c.is_ascii_digit())),
            _ if QUOTES.iter().any(|(open, _)| *open == c) => self.quoted(c),
            _ => self.sign(c),
        }
    }

    fn block_comment(&mut self) {
        let end = self.text[self.at + 2..].find("*/").map(|i| self.at + i + 4);
        if end.is_none() {
            self.report(
                "card-open-text",
                self.at,
                self.at + 2,
                "this comment has no end",
                "end it with `*/`",
            );
        }
        let is_long = self.text[self.at..end.unwrap_or(self.text.len())].contains('\n');
        self.push(Tok::Comment, end.unwrap_or(self.text.len()));
        self.fresh = is_long;
    }

    /// A text ends on its line.
    fn quoted(&mut self, open: char) {
        let closing = QUOTES.iter().find(|(c, _)| *c == open).map_or(&[][..], |(_, closing)| closing);
        let inside = self.at + open.len_utf8();
        let line = self.text[inside..].find('\n').map_or(self.text.len(), |i| inside + i);
        let ends = |c: char| closing.contains(&c);
        if let Some((i, c)) = self.text[inside..line].char_indices().find(|(_, c)| ends(*c)) {
            self.control_character(inside, inside + i);
            return self.push(Tok::Text, inside + i + c.len_utf8());
        }
        let end = self.at + self.text[self.at..line].trim_end().len();
        let hint = "a name ends with the same sign with which it begins, on the same line";
        self.report("card-open-text", self.at, end, "these quotes are not closed", hint);
        self.push(Tok::OpenText, end);
    }

    /// Nobody sees such a character of a text, and TGDL has none either.
    fn control_character(&mut self, start: usize, end: usize) {
        let is_wrong = |c: char| c.is_control() && c != '\t';
        let Some((i, c)) = self.text[start..end].char_indices().find(|(_, c)| is_wrong(*c)) else { return };
        let message =
            format!("a text in quotes holds no control character, and this is U+{:04X}", u32::from(c));
        let at = start + i;
        self.report("card-character", at, at + c.len_utf8(), &message, "take it out: nobody sees it");
    }

    fn sign(&mut self, c: char) {
        let kind = match c {
            '*' | '\u{d7}' => Tok::Star,
            '(' => Tok::Open,
            ')' => Tok::Close,
            ',' => Tok::Comma,
            ':' => Tok::Colon,
            '=' => Tok::Equal,
            '&' | '+' => Tok::And,
            '|' | '/' => Tok::Or,
            '-' | '\u{2013}' => Tok::Minus,
            '.' => Tok::Dot,
            ';' => Tok::Semicolon,
            _ => {
                let hint = match c {
                    '#' => "a comment begins with `//`",
                    _ if is_unseen(c) => "take it out: nobody sees it",
                    _ => "cards are made of words, numbers and names in quotes",
                };
                let message = match is_unseen(c) {
                    true => format!("the character U+{:04X} means nothing here", u32::from(c)),
                    false => format!("`{c}` means nothing here"),
                };
                self.report("card-character", self.at, self.at + c.len_utf8(), &message, hint);
                self.at += c.len_utf8();
                return;
            }
        };
        // `&&` and `||` are one sign.
        let twice = matches!(kind, Tok::And | Tok::Or) && self.text[self.at + c.len_utf8()..].starts_with(c);
        self.push(kind, self.at + c.len_utf8() * (1 + usize::from(twice)));
    }

    fn report(&mut self, code: &'static str, start: usize, end: usize, message: &str, hint: &str) {
        if self.problems.len() < MAX_PROBLEMS {
            let span = Span { file: self.file, start: start as u32, end: end as u32 };
            self.problems.push(Problem::error(code, span, message).hint(hint));
        }
    }
}

/// Whether a character shows nothing where it stands.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}')
}
