//! The words and signs of TGDL. Nothing here knows in which order they may stand.

/// What kind of word or sign a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tok {
    /// A name or a keyword that is one only in its place.
    Word,
    /// A strict keyword: never a declared name.
    Keyword,
    Number,
    /// A string with its quotes, up to the end of the line where the closing one is missing.
    String,
    UnterminatedString,
    OpenParen,
    CloseParen,
    OpenBrace,
    CloseBrace,
    OpenBracket,
    CloseBracket,
    Comma,
    Semicolon,
    Colon,
    Dot,
    DotDot,
    Question,
    QuestionQuestion,
    Arrow,
    Equal,
    EqualEqual,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Plus,
    PlusEqual,
    Minus,
    MinusEqual,
    Star,
    StarEqual,
    Slash,
    SlashEqual,
    Percent,
    Caret,
    And,
    AndAnd,
    Or,
    OrOr,
    Not,
    /// The end of the text; always the last token.
    End,
}

/// A token: byte offsets into its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub kind: Tok,
    pub start: u32,
    pub end: u32,
}

/// The signs, longer ones before their beginnings.
const SIGNS: [(&str, Tok); 36] = [
    ("..", Tok::DotDot),
    ("??", Tok::QuestionQuestion),
    ("=>", Tok::Arrow),
    ("==", Tok::EqualEqual),
    ("!=", Tok::NotEqual),
    ("<=", Tok::LessEqual),
    (">=", Tok::GreaterEqual),
    ("+=", Tok::PlusEqual),
    ("-=", Tok::MinusEqual),
    ("*=", Tok::StarEqual),
    ("/=", Tok::SlashEqual),
    ("&&", Tok::AndAnd),
    ("||", Tok::OrOr),
    ("(", Tok::OpenParen),
    (")", Tok::CloseParen),
    ("{", Tok::OpenBrace),
    ("}", Tok::CloseBrace),
    ("[", Tok::OpenBracket),
    ("]", Tok::CloseBracket),
    (",", Tok::Comma),
    (";", Tok::Semicolon),
    (":", Tok::Colon),
    (".", Tok::Dot),
    ("?", Tok::Question),
    ("=", Tok::Equal),
    ("<", Tok::Less),
    (">", Tok::Greater),
    ("+", Tok::Plus),
    ("-", Tok::Minus),
    ("*", Tok::Star),
    ("/", Tok::Slash),
    ("%", Tok::Percent),
    ("^", Tok::Caret),
    ("&", Tok::And),
    ("|", Tok::Or),
    ("!", Tok::Not),
];

/// The strict keywords, sorted.
const KEYWORDS: [&str; 36] = [
    "action",
    "as",
    "attribute",
    "base",
    "board",
    "break",
    "class",
    "continue",
    "effect",
    "else",
    "enum",
    "event",
    "false",
    "filter",
    "for",
    "function",
    "game",
    "if",
    "import",
    "in",
    "input",
    "interactable",
    "is",
    "new",
    "null",
    "player",
    "require",
    "return",
    "setup",
    "test",
    "this",
    "trigger",
    "true",
    "var",
    "while",
    "winner",
];

/// The sign at the start of `text`, with its length in bytes.
pub(crate) fn sign(text: &str) -> Option<(Tok, usize)> {
    let found = SIGNS.iter().find(|(sign, _)| text.starts_with(sign));
    found.map(|(sign, kind)| (*kind, sign.len()))
}

pub(crate) fn is_keyword(word: &str) -> bool {
    word.len() <= 12 && KEYWORDS.binary_search(&word).is_ok()
}

impl Tok {
    /// How the sign is written; empty for words, numbers and strings.
    pub(crate) fn symbol(self) -> &'static str {
        SIGNS.iter().find(|(_, kind)| *kind == self).map_or("", |(sign, _)| sign)
    }

    pub(crate) fn is_word(self) -> bool {
        matches!(self, Tok::Word | Tok::Keyword)
    }

    pub(crate) fn is_string(self) -> bool {
        matches!(self, Tok::String | Tok::UnterminatedString)
    }
}

#[cfg(test)]
mod tests {
    use super::{KEYWORDS, SIGNS, is_keyword};

    #[test]
    fn keywords_stand_in_order_so_that_each_is_found() {
        assert!(KEYWORDS.is_sorted());
        assert!(KEYWORDS.iter().all(|word| is_keyword(word)));
        assert!(!is_keyword("turn"));
    }

    #[test]
    fn a_longer_sign_stands_before_its_beginning() {
        for (i, (sign, _)) in SIGNS.iter().enumerate() {
            assert!(SIGNS[..i].iter().all(|(earlier, _)| !sign.starts_with(earlier)), "{sign}");
        }
    }
}
