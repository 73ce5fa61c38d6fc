//! What a row of the table of members says: on which type, the member's name, what it takes and gives, written as in
//! Scala, and what it is in TGDL.

use super::Special;
use crate::cge::cursor::Cursor;
use crate::cge::lambda::parse::Parser;
use crate::cge::lambda::template::Template;
use crate::cge::lambda::tree::{Param, Type, TypeKind};
use crate::cge::lambda::types::Ty;
use crate::cge::lexer::lex;
use crate::cge::token::Tok;
use base::FileId;

/// A member of a type.
pub(crate) struct Member {
    /// The type that has it; a capital letter alone stands for any type.
    pub of: Type,
    pub name: String,
    pub takes: Vec<Param>,
    pub gives: Type,
    pub means: Meaning,
}

pub(crate) enum Meaning {
    /// A template in which `it` is what has the member.
    Template(Template),
    /// What no template says, with the least and the largest number of values that it takes.
    Special(u8, u8, Special),
}

impl Member {
    /// `List[A].take(n: Int): List[A]`, `List[A].contains`
    pub(crate) fn read(text: &str, means: Meaning) -> Member {
        let (tokens, _) = lex(FileId(0), text, 0, text.len());
        let mut cursor = Cursor::new(FileId(0), text, &tokens);
        let of = Parser::new(&mut cursor).ty();
        cursor.bump();
        let name = cursor.ident().text;
        let takes = if cursor.is(Tok::OpenParen) { Parser::new(&mut cursor).params() } else { Vec::new() };
        let is_typed = cursor.eat(Tok::Colon);
        let missing = Type { span: of.span, kind: TypeKind::Missing };
        let gives = if is_typed { Parser::new(&mut cursor).ty() } else { missing };
        Member { of, name, takes, gives, means }
    }

    /// A first parameter `it` says what the value itself must be.
    pub(crate) fn own(&self) -> Option<&Type> {
        self.takes.first().filter(|param| param.name.text == "it")?.ty.as_ref()
    }

    pub(crate) fn params(&self) -> &[Param] {
        let first = usize::from(self.own().is_some());
        &self.takes[first..]
    }

    /// The least and the largest number of values.
    pub(crate) fn counts(&self) -> (usize, usize) {
        match &self.means {
            Meaning::Template(_) => (self.params().len(), self.params().len()),
            Meaning::Special(least, most, _) => (usize::from(*least), usize::from(*most)),
        }
    }
}

/// Whether a type is of a form, and what its letters stand for.
pub(crate) fn matches(form: &Type, ty: &Ty, letters: &mut Vec<(String, Ty)>) -> bool {
    if let Some(letter) = letter(form) {
        letters.push((letter.to_owned(), ty.clone()));
        return true;
    }
    let TypeKind::Named(name, of) = &form.kind else { return false };
    match (name.as_str(), of.as_slice(), ty) {
        ("List", [of], Ty::List(inner))
        | ("Set", [of], Ty::Set(inner))
        | ("Option", [of], Ty::Option(inner)) => matches(of, inner, letters),
        ("Map", [key, value], Ty::Map(k, v)) => matches(key, k, letters) && matches(value, v, letters),
        ("Number", [], Ty::Int | Ty::Double) => {
            letters.push(("N".to_owned(), ty.clone()));
            true
        }
        (name, [], ty) => name == ty.head(),
        _ => false,
    }
}

/// `A`, which stands for a type.
pub(crate) fn letter(form: &Type) -> Option<&str> {
    match &form.kind {
        TypeKind::Named(name, of) if name.len() == 1 && of.is_empty() => Some(name),
        _ => None,
    }
}
