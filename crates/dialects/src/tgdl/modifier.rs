//! Modifiers, compositions of them, and layers. It does not know what can be modified.

use super::function::Marks;
use super::parser::Parser;
use super::recover::ONLY_ITEMS;
use super::token::Tok;
use base::Span;
use language::tree::{
    Abilities, Ability, Affects, Block, Change, Class, ClassKind, Grants, Layers, Modifier, Name, Parameter,
    TypeKind, TypeRef,
};

impl Parser<'_> {
    /// `layers Base, Boost, Set;`
    pub(crate) fn layers(&mut self) -> Layers {
        let start = self.span();
        self.bump();
        let names = self.one_or_more(|p| p.declared_name("a name for the layer"));
        self.end_statement();
        Layers { id: self.node_since(start), names }
    }

    /// `[abstract] modifier Name(params) on Class [layer L] { members }`, `extends Modifier` for `on Class`, `;` for one
    /// without members, or `modifier Name(params) [extends Modifier] = Part, Part(x);`
    pub(crate) fn modifier(&mut self) -> Class {
        let start = self.span();
        let is_abstract = self.eat_word("abstract");
        self.bump();
        let name = self.declared_name("a name for the modifier");
        let mut own = Modifier::default();
        if self.is(Tok::OpenParen) && !self.lost {
            own.params = self.parameters();
        }
        let mut class = Class { kind: ClassKind::Modifier, is_abstract, name, ..Class::default() };
        if !self.lost && self.eat_word("extends") {
            class.parent = Some(self.named_class("the name of a modifier"));
        }
        if !self.lost && self.eat(Tok::Equal) {
            own.parts = self.one_or_more(Self::value);
            self.end_statement();
            class.modifier = Some(Box::new(own));
        } else {
            class.modifier = Some(Box::new(own));
            self.on_class(&mut class);
        }
        class.id = self.node_since(start);
        class
    }

    /// `on Class [layer L] { members }`, without `on Class` where it extends another
    fn on_class(&mut self, class: &mut Class) {
        if self.lost {
            return;
        }
        let here = self.eat_word("on");
        if !here && class.parent.is_none() {
            let message = format!("expected `on` and a class after the modifier, found {}", self.found());
            let hint = "`modifier Flying on Creature { ... }` is for creatures, `modifier Soaring = Flying, Reach;` \
                        brings others";
            return self.fail(self.here("expected-token", message).hint(hint));
        }
        if here && class.parent.is_some() {
            let problem =
                self.here("unexpected-token", "a modifier is for the same class as the one that it extends");
            self.report(problem.hint("leave `on` and the class out"));
        }
        let on = here.then(|| self.modified());
        let layer = self.layer();
        if let Some(own) = &mut class.modifier {
            (own.on, own.layer) = (on, layer);
        }
        if self.lost || self.eat(Tok::Semicolon) {
            return;
        }
        self.parts_in_braces("before the members of the modifier", ONLY_ITEMS, |p| p.class_member(class));
    }

    /// `[layer L]`
    pub(crate) fn layer(&mut self) -> Option<Name> {
        (!self.lost && self.eat_word("layer")).then(|| self.declared_name("the name of a layer"))
    }

    /// `Class`, `library.Class`, `Bag<Card>`, after `on`
    fn modified(&mut self) -> TypeRef {
        if self.is(Tok::Word) {
            return self.ty();
        }
        let start = self.span();
        let name = self.declared_name("the name of a class").text;
        let kind = if self.lost { TypeKind::Missing } else { TypeKind::Named { module: None, name } };
        TypeRef { id: self.node_since(start), kind }
    }

    /// What only modifiers hold; false where none of it starts here. `override` has been read.
    pub(crate) fn modifier_member(&mut self, start: Span, marks: Marks, class: &mut Class) -> bool {
        let Some(mut own) = class.modifier.take() else { return false };
        let found = self.own_part(start, marks, &mut own);
        class.modifier = Some(own);
        found
    }

    fn own_part(&mut self, start: Span, marks: Marks, own: &mut Modifier) -> bool {
        match self.word() {
            "while" => {
                let condition = self.tagged_value();
                if own.awake.replace(condition).is_some() {
                    self.repeated("`while`", start);
                }
                true
            }
            "affects" if self.peek_at(1) == Tok::OpenParen => {
                let affects = self.affects();
                if own.affects.replace(affects).is_some() {
                    self.repeated("`affects`", start);
                }
                true
            }
            "grants" | "loses" | "bars" if self.ability_ahead() => {
                let abilities = self.abilities(start);
                own.abilities.push(abilities);
                true
            }
            "function" => false,
            "action" if !self.is_type_of_attribute() => false,
            _ if marks.is_override && self.declaration_ahead() => {
                let ty = self.ty();
                let name = self.declared_name("the name of an attribute");
                let layer = self.layer();
                let short = !self.lost && self.eat(Tok::Equal);
                let body = if short { self.returned_value() } else { self.block() };
                own.changes.push(Change { id: self.node_since(start), ty, name, layer, short, body });
                true
            }
            _ => false,
        }
    }

    /// Whether a word and a modifier stand here, not a type and a name.
    pub(crate) fn ability_ahead(&self) -> bool {
        self.peek_at(1).is_word() && !matches!(self.peek_at(2), Tok::Equal | Tok::Less)
    }

    /// `grants Flying, Absorb(2) [layer L];`, `loses Ability [layer L];`, `bars Flying [layer L];`
    fn abilities(&mut self, start: Span) -> Abilities {
        let does = match self.word() {
            "loses" => Ability::Loses,
            "bars" => Ability::Bars,
            _ => Ability::Grants,
        };
        self.bump();
        let modifiers = self.one_or_more(Self::value);
        let layer = self.layer();
        self.end_statement();
        Abilities { id: self.node_since(start), does, modifiers, layer }
    }

    /// `grants Flying, Absorb(2) [while condition];` in a class
    pub(crate) fn grants(&mut self, start: Span) -> Grants {
        self.bump();
        let modifiers = self.one_or_more(Self::value);
        let awake = (!self.lost && self.eat_word("while")).then(|| self.value());
        self.end_statement();
        Grants { id: self.node_since(start), modifiers, awake }
    }

    /// `value;` as a block that returns it
    fn returned_value(&mut self) -> Block {
        let start = self.span();
        let value = self.value();
        let span = self.span_since(start);
        self.end_statement();
        self.returning(span, Some(value))
    }

    /// `affects (Class name) [from list] [=> condition];`
    fn affects(&mut self) -> Affects {
        let start = self.span();
        self.bump();
        self.bump();
        let of: Parameter = self.parameter();
        self.expect(Tok::CloseParen, "after the parameter of `affects`");
        let from = (!self.lost && self.eat_word("from")).then(|| self.value_before_arrow());
        let condition = (!self.lost && self.eat(Tok::Arrow)).then(|| self.value());
        if from.is_none() && condition.is_none() && !self.lost && !self.is(Tok::Semicolon) {
            self.expect(Tok::Arrow, "before the condition of `affects`");
        }
        self.end_statement();
        Affects { id: self.node_since(start), of, from, condition }
    }
}
