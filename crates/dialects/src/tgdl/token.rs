//! The words and signs of TGDL. Nothing here knows in which order they may stand.

use crate::tokens;

/// Declares the kinds of tokens: those that are written in many ways, and the signs with their text.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident,)* ; $($text:literal $sign:ident)*) => {
        /// What kind of word or sign a token is.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Tok { $($(#[$doc])* $kind,)* $($sign),* }

        const SIGNS: &[(&str, Tok)] = &[$(($text, Tok::$sign)),*];
    };
}

kinds! {
    /// A name or a keyword that is one only in its place.
    Word,
    /// A strict keyword: never a declared name.
    Keyword,
    Number,
    /// A string with its quotes, up to the end of the line where the closing one is missing.
    String,
    UnterminatedString,
    /// The end of the text; always the last token.
    End,
    ;
    // Longer signs stand before their beginnings.
    ".." DotDot "??" QuestionQuestion "=>" Arrow "==" EqualEqual "!=" NotEqual "<=" LessEqual ">=" GreaterEqual
    "+=" PlusEqual "-=" MinusEqual "*=" StarEqual "/=" SlashEqual "&&" AndAnd "||" OrOr
    "(" OpenParen ")" CloseParen "{" OpenBrace "}" CloseBrace "[" OpenBracket "]" CloseBracket
    "," Comma ";" Semicolon ":" Colon "." Dot "?" Question "=" Equal "<" Less ">" Greater
    "+" Plus "-" Minus "*" Star "/" Slash "%" Percent "^" Caret "&" And "|" Or "!" Not
}

/// A token: byte offsets into its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub kind: Tok,
    pub start: u32,
    pub end: u32,
}

impl tokens::Token for Token {
    type Kind = Tok;

    const END: Token = Token { kind: Tok::End, start: 0, end: 0 };

    fn kind(self) -> Tok {
        self.kind
    }
}

/// The sign at the start of `text`, with its length in bytes.
pub(crate) fn sign(text: &str) -> Option<(Tok, usize)> {
    let first = text.as_bytes().first()?;
    let may_be = |sign: &str| sign.as_bytes().first() == Some(first);
    let found = SIGNS.iter().find(|(sign, _)| may_be(sign) && text.starts_with(sign));
    found.map(|(sign, kind)| (*kind, sign.len()))
}

/// Whether it is a strict keyword.
#[rustfmt::skip]
pub(crate) fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "as" | "base" | "break" | "class" | "continue" | "else" | "enum" | "event" | "false" | "for" | "function" | "if"
            | "import" | "in" | "interactable" | "is" | "new" | "null" | "player" | "return" | "this" | "true" | "var"
            | "while" | "winner"
    )
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
    use super::SIGNS;

    #[test]
    fn a_longer_sign_stands_before_its_beginning() {
        for (i, (sign, _)) in SIGNS.iter().enumerate() {
            assert!(SIGNS[..i].iter().all(|(earlier, _)| !sign.starts_with(earlier)), "{sign}");
        }
    }
}
