//! The words and signs of a `.cge` file. Nothing here knows in which order they may stand.

use crate::tokens;

/// What kind of word or sign a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tok {
    /// A name or a word of a sentence; also the words of Scala, which are recognised by their text.
    Word,
    Number,
    /// A string or character with its quotes.
    String,
    /// `s"..."` with its quotes and its `s`.
    Interpolated,
    /// A string whose end is missing.
    Unterminated,
    /// `_`
    Underscore,
    OpenParen,
    CloseParen,
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    Comma,
    Semicolon,
    Dot,
    Colon,
    /// `=>`
    Arrow,
    /// `=`
    Equal,
    /// `+`, `&&`, `:::` and the like.
    Operator,
    /// The end of what is read; always the last token.
    End,
}

impl Tok {
    /// Whether a rule of a list ends before this.
    pub(crate) fn ends_rule(self) -> bool {
        matches!(self, Tok::End | Tok::Comma | Tok::CloseParen | Tok::CloseBracket | Tok::CloseBrace)
    }
}

/// A token: byte offsets into its file, and how it stands in its line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub kind: Tok,
    pub start: u32,
    pub end: u32,
    /// It is the first on its line.
    pub starts_line: bool,
    /// How far from the start of its line it stands, in characters.
    pub column: u32,
}

impl tokens::Token for Token {
    type Kind = Tok;

    const END: Token = Token { kind: Tok::End, start: 0, end: 0, starts_line: true, column: 0 };

    fn kind(self) -> Tok {
        self.kind
    }
}

/// Signs of more than one character that are operators, longest first, then those of one character.
pub(crate) const OPERATORS: [&str; 25] = [
    ":::", "&&", "||", "==", "!=", "<=", ">=", "::", ":+", "+:", "++", "->", "<-", "+", "-", "*", "/", "%",
    "<", ">", "!", "&", "|", "^", "~",
];

/// The words of Scala that nothing may be called by.
pub(crate) const RESERVED: [&str; 33] = [
    "abstract", "case", "catch", "class", "def", "do", "else", "enum", "extends", "false", "final",
    "finally", "for", "given", "if", "implicit", "import", "lazy", "match", "new", "null", "object",
    "override", "package", "return", "then", "this", "throw", "trait", "true", "try", "val", "var",
];

/// Whether a word of Scala cannot begin a value: an expression ends before it.
pub(crate) fn ends_value(word: &str) -> bool {
    matches!(word, "then" | "else" | "case" | "val" | "def" | "match" | "catch" | "finally" | "yield" | "do")
}
