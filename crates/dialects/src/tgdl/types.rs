//! Types as they are written, and the lookahead that distinguishes a declaration from an expression.
//! It does not know which types there are.

use super::parser::Parser;
use super::token::Tok;
use language::tree::{Name, TypeKind, TypeRef};

/// A declaration's type is looked ahead for no further than this.
const LONGEST_TYPE: u32 = 200;

impl Parser<'_> {
    /// `number`, `player`, `library.Name`, `List<T>`, `Table<K, T>`, `(A, B) => C`, `var`
    pub(crate) fn ty(&mut self) -> TypeRef {
        let start = self.span();
        let kind = self.nested(|p| p.type_kind(true)).unwrap_or(TypeKind::Missing);
        TypeRef { id: self.node_since(start), kind }
    }

    /// The type after `is` or `as`, where a `<` may as well compare: `x as number < 3`
    pub(crate) fn operand_type(&mut self) -> TypeRef {
        let start = self.span();
        let generic = self.scan_type(0, &mut LONGEST_TYPE.clone()).is_some_and(|end| end > 3);
        let kind = self.nested(|p| p.type_kind(generic)).unwrap_or(TypeKind::Missing);
        TypeRef { id: self.node_since(start), kind }
    }

    fn type_kind(&mut self, generic: bool) -> TypeKind {
        match self.peek() {
            Tok::OpenParen => self.function_type(),
            Tok::Keyword if self.eat_word("var") => TypeKind::Inferred,
            Tok::Keyword if self.is_word("player") && self.is_list_sign(1) => {
                let name = self.any_word();
                self.list_sign(name)
            }
            Tok::Keyword if self.eat_word("player") => {
                TypeKind::Named { module: None, name: "player".to_owned() }
            }
            Tok::Word if self.act_ahead(0) => self.act_type(),
            Tok::Word => self.named_type(generic),
            _ => {
                self.fail(self.expected("expected-type", "a type").hint(
                    "a type is `number`, `string`, `bool`, `player`, the name of a class, or `List<...>`",
                ));
                TypeKind::Missing
            }
        }
    }

    /// `Name`, `library.Name`, `Name<T, U>`
    fn named_type(&mut self, generic: bool) -> TypeKind {
        let start = self.span();
        let first = self.any_word();
        if self.is(Tok::Dot) && self.peek_at(1).is_word() {
            self.bump();
            let name = self.any_word().text;
            if !generic || !self.is(Tok::Less) {
                return TypeKind::Named { module: Some(first), name };
            }
            let name = Name { text: format!("{}.{name}", first.text), id: self.node_since(start) };
            return self.generic_type(name);
        }
        if self.is_list_sign(0) {
            return self.list_sign(first);
        }
        if !generic || !self.is(Tok::Less) {
            return TypeKind::Named { module: None, name: first.text };
        }
        self.generic_type(first)
    }

    /// Whether `[]` stands so many tokens ahead.
    fn is_list_sign(&self, at: usize) -> bool {
        self.peek_at(at) == Tok::OpenBracket && self.peek_at(at + 1) == Tok::CloseBracket
    }

    /// `[]` behind a type, as other languages write lists
    fn list_sign(&mut self, of: Name) -> TypeKind {
        let meant = format!("List<{}>", of.text);
        self.bump();
        let problem = self.here("misplaced-type", "a list says in angle brackets what is in it");
        self.report(problem.hint(format!("write `{meant}`")));
        self.bump();
        let element = TypeRef { id: of.id, kind: TypeKind::Named { module: None, name: of.text } };
        TypeKind::Generic(Name { text: "List".to_owned(), id: of.id }, vec![element])
    }

    /// `<T, U>`, after the name
    fn generic_type(&mut self, name: Name) -> TypeKind {
        self.bump();
        let arguments = self.one_or_more(Self::ty);
        self.expect(Tok::Greater, "after the types");
        TypeKind::Generic(name, arguments)
    }

    /// `(A, B) => C`
    fn function_type(&mut self) -> TypeKind {
        self.bump();
        let parameters = self.until(Tok::CloseParen, "after the types of the parameters", Self::ty);
        self.expect(Tok::Arrow, "before the type that the function gives");
        TypeKind::Function(parameters, Box::new(self.ty()))
    }

    /// `act (A, B)`, `act (A) => B`
    fn act_type(&mut self) -> TypeKind {
        self.bump();
        self.bump();
        let parameters = self.until(Tok::CloseParen, "after the types of the parameters", Self::ty);
        let returns = self.eat(Tok::Arrow).then(|| Box::new(self.ty()));
        TypeKind::Act(parameters, returns)
    }

    // ---- looking ahead ----

    /// Whether the word `act` stands so many tokens ahead as it does before the types of parameters.
    fn act_ahead(&self, at: usize) -> bool {
        self.word_at(at) == "act" && self.peek_at(at + 1) == Tok::OpenParen
    }

    /// Whether a type such as `Bag<Card>` stands here as an argument, which no comparison could be.
    pub(crate) fn type_argument_ahead(&self) -> bool {
        let end = self.scan_type(0, &mut LONGEST_TYPE.clone());
        end.is_some_and(|end| {
            end > 3 && self.peek_at(end - 1) == Tok::Greater && self.peek_at(end) == Tok::CloseParen
        })
    }

    /// Whether a type and a name stand here: `number x`, `List<Card> hand`, `(A) => B f`
    pub(crate) fn declaration_ahead(&self) -> bool {
        let Some(end) = self.scan_type(0, &mut LONGEST_TYPE.clone()) else { return false };
        match self.peek_at(end) {
            Tok::Word => true,
            Tok::Keyword => {
                !matches!(self.word_at(end), "is" | "as" | "in")
                    && (matches!(self.peek_at(end + 1), Tok::Equal | Tok::Semicolon)
                        || self.word_at(end + 1) == "in")
            }
            _ => false,
        }
    }

    /// Where the type that starts `at` tokens ahead ends; None where there is none.
    pub(crate) fn scan_type(&self, at: usize, left: &mut u32) -> Option<usize> {
        *left = left.checked_sub(1)?;
        match self.peek_at(at) {
            Tok::Keyword | Tok::Word if self.peek_at(at).is_word() && self.is_list_sign(at + 1) => {
                Some(at + 3)
            }
            Tok::Keyword if matches!(self.word_at(at), "var" | "player") => Some(at + 1),
            Tok::Word if self.act_ahead(at) => {
                let end = self.scan_types(at + 2, Tok::CloseParen, left)?;
                match self.peek_at(end) {
                    Tok::Arrow => self.scan_type(end + 1, left),
                    _ => Some(end),
                }
            }
            Tok::Word if self.peek_at(at + 1) == Tok::Dot && self.peek_at(at + 2) == Tok::Word => {
                match self.peek_at(at + 3) {
                    Tok::Less => self.scan_types(at + 4, Tok::Greater, left).or(Some(at + 3)),
                    _ => Some(at + 3),
                }
            }
            Tok::Word if self.peek_at(at + 1) == Tok::Less => self.scan_types(at + 2, Tok::Greater, left),
            Tok::Word => Some(at + 1),
            Tok::OpenParen => {
                let arrow = self.scan_types(at + 1, Tok::CloseParen, left)?;
                (self.peek_at(arrow) == Tok::Arrow).then(|| self.scan_type(arrow + 1, left))?
            }
            _ => None,
        }
    }

    /// Where the list of types that `close` ends is over.
    fn scan_types(&self, mut at: usize, close: Tok, left: &mut u32) -> Option<usize> {
        while self.peek_at(at) != close {
            at = self.scan_type(at, left)?;
            match self.peek_at(at) {
                Tok::Comma => at += 1,
                kind if kind == close => {}
                _ => return None,
            }
        }
        Some(at + 1)
    }
}
