//! Text to tokens. Every text has tokens; what cannot be one is reported and left out.
//! It does not look into strings: the parser does, because only it can read what stands in their braces.

use super::MAX_PROBLEMS;
use super::token::{Tok, Token, is_keyword, sign};
use base::{FileId, Problem, Span};

/// The tokens of a text, the last of kind [`Tok::End`].
pub(crate) struct Lexed {
    pub tokens: Vec<Token>,
    /// For each opening bracket the index of its closing one; 0 where there is none.
    pub partners: Vec<u32>,
    pub problems: Vec<Problem>,
}

/// Reads `text[start..end]`; places count from the start of `text`. Both ends must lie between characters.
pub(crate) fn lex(file: FileId, text: &str, start: usize, end: usize) -> Lexed {
    let text = text.get(..end).unwrap_or("");
    let (tokens, problems) = (Vec::new(), Vec::new());
    let mut lexer = Lexer { file, text, at: start.min(text.len()), tokens, problems, no_comment_end: false };
    lexer.tokens.reserve((text.len() - lexer.at) / 4);
    while lexer.skip_blank() {
        lexer.token();
    }
    lexer.push(Tok::End, text.len());
    let partners = partners(&lexer.tokens);
    Lexed { tokens: lexer.tokens, partners, problems: lexer.problems }
}

struct Lexer<'t> {
    file: FileId,
    text: &'t str,
    at: usize,
    tokens: Vec<Token>,
    problems: Vec<Problem>,
    /// No `*/` follows, so that the rest need not be searched again.
    no_comment_end: bool,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span { file: self.file, start: start as u32, end: end as u32 }
    }

    fn problem(&mut self, problem: Problem) {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(problem);
        }
    }

    fn push(&mut self, kind: Tok, end: usize) {
        self.tokens.push(Token { kind, start: self.at as u32, end: end as u32 });
        self.at = end;
    }

    /// Goes over white space and comments; false at the end of the text.
    fn skip_blank(&mut self) -> bool {
        loop {
            let rest = self.rest();
            let blank =
                rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').len();
            self.at += blank;
            if self.rest().starts_with("//") {
                self.at += self.rest().find('\n').unwrap_or(self.rest().len());
            } else if self.rest().starts_with("/*") {
                self.block_comment();
            } else {
                return self.at < self.text.len();
            }
        }
    }

    fn block_comment(&mut self) {
        let rest = self.rest();
        let close = if self.no_comment_end { None } else { rest.find("*/") };
        // The end of a long line is looked for once, where no comment closes any more.
        let length = close.map_or_else(|| rest.find('\n').unwrap_or(rest.len()), |i| i + 2);
        let sign = self.span(self.at, self.at + 2);
        self.at += length;
        self.no_comment_end = close.is_none();
        self.problem(
            Problem::error("block-comment", sign, "there are no comments between `/*` and `*/`")
                .hint("start each line of the comment with `//`"),
        );
    }

    fn token(&mut self) {
        let Some(first) = self.rest().chars().next() else { return };
        if first == '_' || first.is_alphabetic() {
            let end = self.at + word_length(self.rest());
            let kind = if is_keyword(&self.text[self.at..end]) { Tok::Keyword } else { Tok::Word };
            self.push(kind, end);
        } else if first.is_ascii_digit() {
            self.number();
        } else if first == '"' {
            self.string();
        } else if first == '\'' {
            self.raw_string();
        } else if let Some((kind, length)) = sign(self.rest()) {
            self.push(kind, self.at + length);
        } else {
            self.unknown();
        }
    }

    /// `1`, `0.2`, `1e3`, `2.5e-7`; in `1..4` the number ends before the two dots.
    fn number(&mut self) {
        let bytes = self.rest().as_bytes();
        let digits = |from: usize| bytes[from..].iter().take_while(|b| b.is_ascii_digit()).count();
        let mut length = digits(0);
        if bytes.get(length) == Some(&b'.') && bytes.get(length + 1).is_some_and(u8::is_ascii_digit) {
            length += 1 + digits(length + 1);
        }
        if matches!(bytes.get(length), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(bytes.get(length + 1), Some(b'+' | b'-')));
            let exponent = digits((length + 1 + sign).min(bytes.len()));
            length += if exponent > 0 { 1 + sign + exponent } else { 0 };
        }
        let tail = word_length(&self.rest()[length..]);
        let start = self.at;
        self.push(Tok::Number, start + length);
        if tail > 0 {
            self.at += tail;
            let whole = self.text[start..self.at].chars().take(40).collect::<String>();
            let span = self.span(start, self.at);
            self.problem(
                Problem::error("bad-number", span, format!("`{whole}` is neither a number nor a name"))
                    .hint("a name starts with a letter or `_`; a number is written like `3`, `0.5` or `1e3`"),
            );
        }
    }

    /// A string with its interpolations, in which strings may stand again. It ends with its line at the latest.
    fn string(&mut self) {
        let start = self.at;
        // For each open string the number of braces open in its interpolation; 0 in its text.
        let mut open: Vec<u32> = vec![0];
        let mut first_brace = None;
        let mut at = start + 1;
        let bytes = self.text.as_bytes();
        while let (Some(byte), Some(braces)) = (bytes.get(at).copied(), open.last_mut()) {
            at += 1;
            match byte {
                b'\n' => {
                    at -= 1;
                    break;
                }
                b'\\' if *braces == 0 && bytes.get(at).is_some_and(|b| *b != b'\n') => at += 1,
                b'"' if *braces == 0 => {
                    open.pop();
                }
                b'"' => open.push(0),
                b'\'' if *braces > 0 => at = raw_end(bytes, at - 1).unwrap_or(at),
                b'{' => {
                    *braces += 1;
                    first_brace = first_brace.or(Some(at - 1));
                }
                b'}' if *braces > 0 => *braces -= 1,
                _ => {}
            }
        }
        if open.is_empty() {
            return self.push(Tok::String, at);
        }
        let end = start + bytes[start..at].trim_ascii_end().len();
        let open_brace = first_brace.filter(|_| open.len() > 1 || open.last() > Some(&0));
        self.push(Tok::UnterminatedString, end);
        self.at = at;
        self.unterminated(start, end, open_brace);
    }

    fn unterminated(&mut self, start: usize, end: usize, brace: Option<usize>) {
        let span = self.span(start, end);
        let problem = Problem::error("unterminated-string", span, "this string has no end on its line");
        let problem = match brace {
            Some(at) => problem
                .other(self.span(at, at + 1), "`{` starts a piece that is computed")
                .hint("close it with `}`, or write `\\{` for a plain brace"),
            None => problem.hint("close it with `\"`; for a new line inside a string write `\\n`"),
        };
        self.problem(problem);
    }

    /// `'text'`, in which only `''` means something.
    fn raw_string(&mut self) {
        let start = self.at;
        if let Some(end) = raw_end(self.text.as_bytes(), start) {
            return self.push(Tok::String, end);
        }
        let line = self.rest().find('\n').unwrap_or(self.rest().len());
        let end = start + self.rest()[..line].trim_end().len();
        self.push(Tok::UnterminatedString, end);
        self.at = start + line;
        let problem = Problem::error(
            "unterminated-string",
            self.span(start, end),
            "this string has no end on its line",
        );
        self.problem(problem.hint("close it with `'`, or write `''` for a `'` inside it"));
    }

    /// What looks like a comment of another language is left out as one.
    fn hash_comment(&mut self) {
        let start = self.at;
        self.at += self.rest().find('\n').unwrap_or(self.rest().len());
        let span = self.span(start, start + 1);
        let problem = Problem::error("unknown-character", span, "`#` has no meaning here");
        self.problem(problem.hint("a comment begins with `//`").guess(span, "//"));
    }

    /// Leaves out a run of characters that belong to nothing.
    fn unknown(&mut self) {
        let start = self.at;
        let known = |c: char| c.is_whitespace() || c == '_' || c == '"' || c.is_alphanumeric();
        let behind = self.rest().strip_prefix('#').map(|rest| rest.chars().next().unwrap_or('\n'));
        if behind.is_some_and(|c| c.is_whitespace() || c.is_alphabetic() || c == '#') {
            return self.hash_comment();
        }
        let first = self.rest().chars().next().map_or(1, char::len_utf8);
        let rest = &self.text[start + first..];
        let more = rest.char_indices().find(|(i, c)| known(*c) || *c == '\'' || sign(&rest[*i..]).is_some());
        self.at = start + first + more.map_or(rest.len(), |(i, _)| i);
        let shown = self.text[start..self.at].chars().take(20).collect::<String>();
        let shown = shown.escape_debug();
        let span = self.span(start, self.at);
        self.problem(
            Problem::error("unknown-character", span, format!("`{shown}` has no meaning here"))
                .hint("a name is made of letters, digits and `_`; text stands in double quotes"),
        );
    }
}

/// Where the string without escapes ends that begins at `start`, behind its `'`; None where its line ends before.
pub(crate) fn raw_end(text: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        match text.get(at)? {
            b'\n' => return None,
            b'\'' if text.get(at + 1) == Some(&b'\'') => at += 1,
            b'\'' => return Some(at + 1),
            _ => {}
        }
        at += 1;
    }
}

fn word_length(text: &str) -> usize {
    text.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(text.len())
}

/// Pairs the brackets. A closing one takes back openings of other kinds that were left open inside its pair.
fn partners(tokens: &[Token]) -> Vec<u32> {
    let mut partners = vec![0; tokens.len()];
    let mut open: Vec<usize> = Vec::new();
    let mut of_kind = [0_u32; 3];
    for (i, token) in tokens.iter().enumerate() {
        let (kind, opens) = match token.kind {
            Tok::OpenParen => (0, true),
            Tok::OpenBracket => (1, true),
            Tok::OpenBrace => (2, true),
            Tok::CloseParen => (0, false),
            Tok::CloseBracket => (1, false),
            Tok::CloseBrace => (2, false),
            _ => continue,
        };
        if opens {
            of_kind[kind] += 1;
            open.push(i);
            continue;
        }
        // A brace is never closed by a bracket inside it: `{ ) }` keeps its braces.
        while of_kind[kind] > 0 {
            let Some(&last) = open.last() else { break };
            let last_kind = match tokens[last].kind {
                Tok::OpenParen => 0,
                Tok::OpenBracket => 1,
                _ => 2,
            };
            if last_kind == 2 && kind != 2 {
                break;
            }
            open.pop();
            of_kind[last_kind] -= 1;
            if last_kind == kind {
                partners[last] = i as u32;
                break;
            }
        }
    }
    partners
}
