//! The tokens of a text, and where a parser stands among them. It knows neither what they are nor in which order they may
//! stand.

use std::borrow::Cow;

/// A token of some dialect.
pub(crate) trait Token: Copy {
    type Kind: Copy + PartialEq;

    /// What stands where nothing is left.
    const END: Self;

    fn kind(self) -> Self::Kind;
}

/// Tokens that end with one of the kind of [`Token::END`], and how many of them have been taken.
pub(crate) struct Tokens<'t, T: Token> {
    all: Cow<'t, [T]>,
    at: usize,
}

impl<'t, T: Token> Tokens<'t, T> {
    pub(crate) fn new(all: impl Into<Cow<'t, [T]>>) -> Tokens<'t, T> {
        Tokens { all: all.into(), at: 0 }
    }

    /// The token that is `ahead` tokens after the current one; the end goes on for ever.
    pub(crate) fn token(&self, ahead: usize) -> T {
        let last = self.all.len().saturating_sub(1);
        self.get((self.at + ahead).min(last)).unwrap_or(T::END)
    }

    pub(crate) fn is(&self, kind: T::Kind) -> bool {
        self.token(0).kind() == kind
    }

    /// The token at a position.
    pub(crate) fn get(&self, position: usize) -> Option<T> {
        self.all.get(position).copied()
    }

    /// How many there are, the end with them.
    pub(crate) fn count(&self) -> usize {
        self.all.len()
    }

    /// What was taken last.
    pub(crate) fn previous(&self) -> Option<T> {
        self.get(self.at.checked_sub(1)?)
    }

    pub(crate) fn position(&self) -> usize {
        self.at
    }

    /// What has been taken since a position.
    pub(crate) fn since(&self, position: usize) -> &[T] {
        self.all.get(position..self.at).unwrap_or_default()
    }

    /// Goes back, or ahead.
    pub(crate) fn go_to(&mut self, position: usize) {
        self.at = position;
    }

    pub(crate) fn go_to_end(&mut self) {
        self.at = self.all.len().saturating_sub(1);
    }

    /// Takes the token that stands here; the end stays.
    pub(crate) fn bump(&mut self) -> T {
        let token = self.token(0);
        if token.kind() != T::END.kind() {
            self.at += 1;
        }
        token
    }

    /// Takes a token of that kind where it stands here.
    pub(crate) fn eat(&mut self, kind: T::Kind) -> bool {
        let here = self.is(kind) && kind != T::END.kind();
        if here {
            self.at += 1;
        }
        here
    }
}
