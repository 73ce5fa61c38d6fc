//! The words and signs of statements about cards. Nothing here knows in which order they may stand.

use crate::tokens;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tok {
    Word,
    Number,
    /// A text with its quotes.
    Text,
    /// A text without its closing quote, up to the end of the line.
    OpenText,
    Star,
    Open,
    Close,
    Comma,
    Colon,
    Equal,
    And,
    Or,
    Minus,
    Dot,
    Semicolon,
    /// A comment; only the layout asks for these.
    Comment,
    /// The end of the text; always the last token.
    End,
}

/// A token: byte offsets into its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub kind: Tok,
    pub start: u32,
    pub end: u32,
    /// It is the first one of its line.
    pub starts_line: bool,
    /// The line begins with white space.
    pub is_indented: bool,
}

impl tokens::Token for Token {
    type Kind = Tok;

    const END: Token = Token { kind: Tok::End, start: 0, end: 0, starts_line: true, is_indented: false };

    fn kind(self) -> Tok {
        self.kind
    }
}

impl Token {
    pub(crate) fn text(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}

/// The quotes that open a text, each with those that close it: people write in programs that turn quotes.
pub(crate) const QUOTES: [(char, &[char]); 8] = [
    ('"', &['"', '\u{201d}']),
    ('\u{201c}', &['\u{201d}', '\u{201c}', '"']),
    ('\u{201e}', &['\u{201c}', '\u{201d}', '"']),
    ('\u{201d}', &['\u{201d}', '"']),
    ('\u{ab}', &['\u{bb}']),
    ('\'', &['\'']),
    ('\u{2018}', &['\u{2019}', '\'']),
    ('\u{201a}', &['\u{2018}', '\u{2019}']),
];

/// What stands between the quotes of a text.
pub(crate) fn unquoted(text: &str) -> String {
    let mut characters = text.chars();
    characters.next();
    characters.next_back();
    characters.as_str().trim().to_owned()
}
