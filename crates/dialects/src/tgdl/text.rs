//! String literals: escapes, and the expressions in their braces. It does not know where strings may stand.

use super::lexer::raw_end;
use super::parser::Parser;
use super::token::Tok;
use base::{Problem, Span};
use language::tree::{Expr, ExprKind, Part, Text};

impl Parser<'_> {
    /// `"text {expr} text"`, `'text'`
    pub(crate) fn string(&mut self) -> Expr {
        let span = self.span();
        let parts = self.parts();
        self.bump();
        Expr { id: self.node(span), kind: ExprKind::String(parts) }
    }

    /// `"text"` without pieces that are computed; `what` is `the name of the game`.
    pub(crate) fn constant_text(&mut self, what: &str) -> Text {
        let span = self.span();
        let mut text = String::new();
        if !self.peek().is_string() {
            let problem = self.expected("missing-text", format_args!("{what} in double quotes"));
            self.fail(problem.hint("write it like `\"text\"`"));
            return Text { id: self.node(span), text };
        }
        for part in self.parts() {
            match part {
                Part::Text(piece) => text.push_str(&piece),
                Part::Expr(expr) => self.computed_piece(self.origins.span(expr.id), what),
            }
        }
        self.bump();
        Text { id: self.node(span), text }
    }

    fn computed_piece(&mut self, span: Span, what: &str) {
        let message = format!("{what} is fixed text and cannot hold a computed piece");
        self.report(Problem::error("constant-text", span, message).hint("for a plain brace write `\\{`"));
    }

    /// The pieces of the string that is the current token.
    fn parts(&mut self) -> Vec<Part> {
        let token = self.token(0);
        let (mut at, mut end) = (token.start as usize + 1, token.end as usize);
        let whole = token.kind == Tok::String;
        end -= usize::from(whole);
        if self.text_of(token).starts_with('\'') {
            let inside = self.text.get(at..end).unwrap_or("");
            if let Some((i, c)) = inside.char_indices().find(|(_, c)| is_refused(*c)) {
                self.control_character(at + i, at + i + c.len_utf8(), c);
            }
            let text = inside.replace("''", "'");
            return if text.is_empty() { Vec::new() } else { vec![Part::Text(text)] };
        }
        let mut parts = Vec::new();
        let mut plain = String::new();
        while let Some(c) = self.text.get(at..end).and_then(|rest| rest.chars().next()) {
            let start = at;
            at += c.len_utf8();
            match c {
                '\\' => at = self.escape(start, end, &mut plain),
                '{' if whole => {
                    let close = interpolation_end(self.text.as_bytes(), at, end);
                    if !plain.is_empty() {
                        parts.push(Part::Text(std::mem::take(&mut plain)));
                    }
                    parts.push(Part::Expr(self.interpolation(start, close)));
                    at = (close + 1).min(end);
                }
                _ if is_refused(c) => self.control_character(start, at, c),
                _ => plain.push(c),
            }
        }
        if !plain.is_empty() {
            parts.push(Part::Text(plain));
        }
        parts
    }

    /// `{expr}`, from its opening brace to the place of its closing one.
    fn interpolation(&mut self, open: usize, close: usize) -> Expr {
        let was_lost = self.lost;
        let value = self.inside(open + 1, close, |p| {
            let value = p.expr();
            if !p.at_end() {
                let problem = p.expected("expected-token", "`}` after the piece that is computed");
                p.fail(problem.hint("for a plain brace in a string write `\\{`"));
            }
            value
        });
        self.lost = was_lost;
        value
    }

    /// `\"`, `\\`, `\n`, `\t`, `\{`, `\}`, `\u{1F0A1}`; gives the place behind it.
    fn escape(&mut self, start: usize, end: usize, plain: &mut String) -> usize {
        let rest = self.text.get(start + 1..end).unwrap_or("");
        let Some(c) = rest.chars().next() else { return end };
        let after = start + 1 + c.len_utf8();
        match c {
            '"' | '\\' | '{' | '}' | '\'' => plain.push(c),
            'n' => plain.push('\n'),
            't' => plain.push('\t'),
            'u' => {
                let code = rest.get(1..).and_then(|r| r.strip_prefix('{')).and_then(|r| r.split_once('}'));
                let letter =
                    code.and_then(|(hex, _)| u32::from_str_radix(hex, 16).ok()).and_then(char::from_u32);
                if let (Some((hex, _)), Some(letter)) = (code, letter) {
                    if base::steers(letter) && letter != '\t' && letter != '\n' {
                        self.control_character(start, start + 4 + hex.len(), letter);
                    } else {
                        plain.push(letter);
                    }
                    return start + 4 + hex.len();
                }
                self.unknown_escape(start, after);
            }
            _ => self.unknown_escape(start, after),
        }
        after
    }

    /// Texts are shown in terminals, to people who did not write them.
    fn control_character(&mut self, start: usize, end: usize, c: char) {
        let span = Span { file: self.file, start: start as u32, end: end as u32 };
        let message = format!("a string holds no control character, and this is U+{:04X}", u32::from(c));
        self.report(
            Problem::error("unknown-escape", span, message).hint("`\\n` begins a new line, `\\t` is a tab"),
        );
    }

    fn unknown_escape(&mut self, start: usize, end: usize) {
        let span = Span { file: self.file, start: start as u32, end: end as u32 };
        let shown = self.text.get(start..end).unwrap_or("").escape_debug().to_string().replace("\\\\", "\\");
        self.report(
            Problem::error("unknown-escape", span, format!("`{shown}` means nothing in a string"))
                .hint("these do: `\\\"` `\\\\` `\\n` `\\t` `\\{` `\\}` and `\\u{1F0A1}`; for a backslash write `\\\\`"),
        );
    }
}

/// Whether a character may not stand in a string as it is.
fn is_refused(c: char) -> bool {
    c.is_control() && c != '\t'
}

/// Where the interpolation ends whose first byte is at `at`: the place of its `}`, or `end`.
fn interpolation_end(text: &[u8], mut at: usize, end: usize) -> usize {
    // For each open string the number of braces open in it; the first belongs to the string around.
    let mut open: Vec<u32> = vec![1];
    while at < end
        && let Some(braces) = open.last_mut()
    {
        match text[at] {
            b'\\' if *braces == 0 => at += 1,
            b'"' if *braces == 0 => {
                open.pop();
            }
            b'"' => open.push(0),
            b'\'' if *braces > 0 => at = raw_end(text, at).map_or(at, |behind| behind - 1),
            b'{' => *braces += 1,
            b'}' if *braces > 0 => *braces -= 1,
            _ => {}
        }
        if open.len() == 1 && open.last() == Some(&0) {
            return at;
        }
        at += 1;
    }
    end
}
