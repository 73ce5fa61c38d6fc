//! Text to tokens. Every text has tokens; what cannot be one is reported and left out.
//! It does not look into strings: whoever needs their text asks for it.

use super::MAX_PROBLEMS;
use super::token::{OPERATORS, Tok, Token};
use base::{FileId, Problem, Span};

/// Reads `text[start..end]`; places count from the start of `text`. Both ends must lie between characters.
pub(crate) fn lex(file: FileId, text: &str, start: usize, end: usize) -> (Vec<Token>, Vec<Problem>) {
    let text = text.get(..end).unwrap_or("");
    let mut lexer = Lexer {
        file,
        text,
        at: start.min(text.len()),
        line: start.min(text.len()),
        column: 0,
        counted: start.min(text.len()),
        fresh: true,
        tokens: Vec::new(),
        problems: Vec::new(),
    };
    while lexer.skip_blank() {
        lexer.token();
    }
    lexer.push(Tok::End, text.len());
    (lexer.tokens, lexer.problems)
}

struct Lexer<'t> {
    file: FileId,
    text: &'t str,
    at: usize,
    /// Where the current line starts.
    line: usize,
    /// The column of `counted`, so that a long line is counted once.
    column: u32,
    counted: usize,
    /// Nothing stands on this line yet.
    fresh: bool,
    tokens: Vec<Token>,
    problems: Vec<Problem>,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn problem(&mut self, code: &'static str, start: usize, end: usize, message: String, hint: &str) {
        if self.problems.len() < MAX_PROBLEMS {
            let span = Span { file: self.file, start: start as u32, end: end as u32 };
            self.problems.push(Problem::error(code, span, message).hint(hint));
        }
    }

    fn push(&mut self, kind: Tok, end: usize) {
        if self.counted < self.line {
            (self.counted, self.column) = (self.line, 0);
        }
        self.column += self.text[self.counted..self.at].chars().count() as u32;
        self.counted = self.at;
        self.tokens.push(Token {
            kind,
            start: self.at as u32,
            end: end as u32,
            starts_line: self.fresh,
            column: self.column,
        });
        self.fresh = false;
        self.at = end;
    }

    /// Goes over white space and comments; false at the end of the text.
    fn skip_blank(&mut self) -> bool {
        loop {
            let Some(c) = self.rest().chars().next() else { return false };
            if c == '\n' {
                self.at += 1;
                self.new_line();
            } else if c.is_whitespace() || c == '\u{feff}' {
                self.at += c.len_utf8();
            } else if self.rest().starts_with("//") {
                self.at += self.rest().find('\n').unwrap_or(self.rest().len());
            } else if self.rest().starts_with("/*") {
                self.block_comment();
            } else {
                return true;
            }
        }
    }

    fn new_line(&mut self) {
        self.line = self.at;
        self.fresh = true;
    }

    /// `/* ... */`, which may hold others.
    fn block_comment(&mut self) {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let (mut depth, mut at) = (0_u32, start);
        while at < bytes.len() {
            match &bytes[at..(at + 2).min(bytes.len())] {
                b"/*" => (depth, at) = (depth + 1, at + 2),
                b"*/" => (depth, at) = (depth - 1, at + 2),
                _ => {
                    at += 1;
                    if bytes[at - 1] == b'\n' {
                        self.at = at;
                        self.new_line();
                    }
                }
            }
            if depth == 0 {
                self.at = at;
                return;
            }
        }
        self.at = bytes.len();
        let message = "this comment has no end".to_owned();
        self.problem("open-comment", start, start + 2, message, "end it with `*/`");
    }

    fn token(&mut self) {
        let Some(c) = self.rest().chars().next() else { return };
        match c {
            '"' => self.string(0),
            's' if self.rest().starts_with("s\"") => self.string(1),
            '\'' => self.character(),
            '`' => self.quoted_name(),
            '0'..='9' => self.number(),
            _ if c == '_' || c.is_alphabetic() => self.word(),
            _ => self.sign(c),
        }
    }

    fn word(&mut self) {
        let is_part = |c: char| c == '_' || c.is_alphanumeric();
        let length = self.rest().find(|c| !is_part(c)).unwrap_or(self.rest().len());
        let kind = if &self.rest()[..length] == "_" { Tok::Underscore } else { Tok::Word };
        self.push(kind, self.at + length);
    }

    /// `` `a name` ``
    fn quoted_name(&mut self) {
        let line = self.rest().split('\n').next().unwrap_or("");
        match line[1..].find('`') {
            Some(length) if length > 0 => self.push(Tok::Word, self.at + length + 2),
            _ => self.unknown('`'),
        }
    }

    /// `7`, `1.5`, `1_000`, `2e3`, `3L`, `1d`: what belongs together even where it is no number.
    fn number(&mut self) {
        let bytes = self.text.as_bytes();
        let mut at = self.at;
        while at < bytes.len() {
            let c = bytes[at];
            let is_fraction = c == b'.' && bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
            let is_sign = (c == b'-' || c == b'+')
                && matches!(bytes[at - 1], b'e' | b'E')
                && bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
            if !(c.is_ascii_alphanumeric() || c == b'_' || is_fraction || is_sign) {
                break;
            }
            at += 1;
        }
        self.push(Tok::Number, at);
    }

    /// A string, behind as many letters as `prefix` says.
    fn string(&mut self, prefix: usize) {
        let kind = if prefix == 0 { Tok::String } else { Tok::Interpolated };
        let inside = &self.rest()[prefix..];
        if let Some(long) = inside.strip_prefix("\"\"\"") {
            let Some(length) = long.find("\"\"\"") else { return self.unterminated() };
            let end = self.at + prefix + 3 + length + 3;
            // Quotes before the last three belong to the text.
            let more = self.text[end..].len() - self.text[end..].trim_start_matches('"').len();
            return self.push(kind, end + more);
        }
        match string_end(inside, prefix > 0) {
            Some(length) => self.push(kind, self.at + prefix + length),
            None => self.unterminated(),
        }
    }

    fn unterminated(&mut self) {
        let line = self.rest().split('\n').next().unwrap_or("");
        let end = self.at + line.trim_end().len();
        let message = "this text has no end on its line".to_owned();
        self.problem("open-text", self.at, end, message, "end it with `\"`");
        self.push(Tok::Unterminated, end.max(self.at + 1));
    }

    /// `'a'`
    fn character(&mut self) {
        let mut characters = self.rest()[1..].chars();
        let first = characters.next();
        let length = match first {
            Some('\\') => characters.next().map_or(0, |c| 1 + c.len_utf8()),
            Some('\n' | '\'') | None => 0,
            Some(c) => c.len_utf8(),
        };
        if length > 0 && self.rest()[1 + length..].starts_with('\'') {
            self.push(Tok::String, self.at + length + 2);
        } else {
            self.unknown('\'');
        }
    }

    fn sign(&mut self, c: char) {
        let kind = match c {
            '(' => Tok::OpenParen,
            ')' => Tok::CloseParen,
            '[' => Tok::OpenBracket,
            ']' => Tok::CloseBracket,
            '{' => Tok::OpenBrace,
            '}' => Tok::CloseBrace,
            ',' => Tok::Comma,
            ';' => Tok::Semicolon,
            '.' => Tok::Dot,
            _ => return self.operator(c),
        };
        self.push(kind, self.at + 1);
    }

    fn operator(&mut self, c: char) {
        if self.rest().starts_with("=>") || c == '⇒' {
            let length = if c == '⇒' { c.len_utf8() } else { 2 };
            return self.push(Tok::Arrow, self.at + length);
        }
        if let Some(sign) = OPERATORS.iter().find(|sign| self.rest().starts_with(**sign)) {
            return self.push(Tok::Operator, self.at + sign.len());
        }
        match c {
            '=' => self.push(Tok::Equal, self.at + 1),
            ':' => self.push(Tok::Colon, self.at + 1),
            _ => self.unknown(c),
        }
    }

    /// A character that stands nowhere; several of the same in a row are reported once.
    fn unknown(&mut self, c: char) {
        let length = self.rest().find(|other| other != c).unwrap_or(self.rest().len());
        let (message, hint) = match c {
            '“' | '”' | '„' | '«' | '»' => {
                (format!("`{c}` is not a quotation mark that encloses a text"), "write `\"`")
            }
            _ if c.is_control() => {
                (format!("the character {:#x} has no meaning here", c as u32), "take it out")
            }
            _ => (format!("`{c}` has no meaning here"), "take it out, or put it into a text, between `\"`"),
        };
        self.problem("stray-character", self.at, self.at + length, message, hint);
        self.at += length;
    }
}

/// Where the string ends that starts with `"`; None where its line ends before it.
fn string_end(text: &str, is_interpolated: bool) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (1, 0_u32);
    while at < bytes.len() {
        match bytes[at] {
            b'\n' => return None,
            b'\\' if depth == 0 => at += 1,
            b'"' if depth == 0 => return Some(at + 1),
            b'"' => at += 1 + bytes[at + 1..].iter().position(|b| matches!(b, b'"' | b'\n'))?,
            b'$' if is_interpolated && bytes.get(at + 1) == Some(&b'{') => (depth, at) = (depth + 1, at + 1),
            b'{' if depth > 0 => depth += 1,
            b'}' if depth > 0 => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    None
}
