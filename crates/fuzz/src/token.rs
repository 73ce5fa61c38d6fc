//! Cuts a text into pieces that belong together: words, numbers, strings, blanks, signs. Any text can be cut, and the
//! pieces make the text again. It is no parser, and knows no keyword.

/// What a piece is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    Blank,
    Word,
    Number,
    Text,
    Comment,
    Open,
    Close,
    Sign,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    pub sort: Sort,
    pub text: String,
}

impl Token {
    pub fn new(sort: Sort, text: impl Into<String>) -> Token {
        Token { sort, text: text.into() }
    }
}

/// Signs of two characters that are one piece.
const PAIRS: [&str; 14] =
    ["==", "!=", "<=", ">=", "&&", "||", "??", "=>", "..", "+=", "-=", "*=", "/=", "::"];

pub fn cut(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let (sort, length) = piece(c, rest);
        let (head, tail) = rest.split_at(length);
        tokens.push(Token::new(sort, head));
        rest = tail;
    }
    tokens
}

pub fn join(tokens: &[Token]) -> String {
    tokens.iter().map(|t| t.text.as_str()).collect()
}

fn piece(c: char, rest: &str) -> (Sort, usize) {
    let run = |f: fn(char) -> bool| rest.find(|c| !f(c)).unwrap_or(rest.len());
    match c {
        _ if c.is_whitespace() => (Sort::Blank, run(char::is_whitespace)),
        _ if c.is_alphabetic() || c == '_' => (Sort::Word, run(|c| c.is_alphanumeric() || c == '_')),
        _ if c.is_ascii_digit() => (Sort::Number, number(rest)),
        '"' => (Sort::Text, string(rest)),
        '/' if rest.starts_with("//") => (Sort::Comment, rest.find('\n').unwrap_or(rest.len())),
        '(' | '[' | '{' => (Sort::Open, 1),
        ')' | ']' | '}' => (Sort::Close, 1),
        _ if PAIRS.iter().any(|p| rest.starts_with(p)) => (Sort::Sign, 2),
        _ => (Sort::Sign, c.len_utf8()),
    }
}

fn number(rest: &str) -> usize {
    let digits = |s: &str| s.find(|c: char| !c.is_ascii_digit()).unwrap_or(s.len());
    let whole = digits(rest);
    match rest[whole..].strip_prefix('.') {
        Some(fraction) if fraction.starts_with(|c: char| c.is_ascii_digit()) => whole + 1 + digits(fraction),
        _ => whole,
    }
}

/// Up to the quote that closes it, or the end of the line.
fn string(rest: &str) -> usize {
    let mut escaped = false;
    for (i, c) in rest.char_indices().skip(1) {
        match c {
            '\n' => return i,
            '"' if !escaped => return i + 1,
            _ => escaped = c == '\\' && !escaped,
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::{Sort, cut, join};

    #[test]
    fn pieces_make_the_text_again() {
        let text = "f(1.5..3, \"a\\\"b\") => città != 0; // so\n\"open\n";
        let tokens = cut(text);
        assert_eq!(join(&tokens), text);
        let numbers: Vec<&str> =
            tokens.iter().filter(|t| t.sort == Sort::Number).map(|t| t.text.as_str()).collect();
        assert_eq!(numbers, ["1.5", "3", "0"]);
        assert!(tokens.iter().any(|t| t.text == "\"a\\\"b\""));
    }
}
