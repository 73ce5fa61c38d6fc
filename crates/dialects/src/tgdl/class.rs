//! Classes, interactables and events with their attributes. It does not know which parents there are.

use super::parser::Parser;
use super::recover::ONLY_ITEMS;
use super::token::Tok;
use base::nearest;
use base::{Problem, Span};
use language::tree::{
    Attribute, Class, ClassKind, Disclosure, Name, TypeKind, TypeParameter, TypeRef, Visibility,
};

const MEMBERS: &str =
    "attribute derived grants function action effect secret abstract override input before after";

impl Parser<'_> {
    /// Whether a class starts here: `class`, `event`, `interactable`, with what may stand before.
    pub(crate) fn class_ahead(&self) -> bool {
        if self.is_word("const") {
            // `const number most = 3;` is no class.
            let ahead = usize::from(self.word_at(1) == "abstract") + 1;
            return matches!(self.word_at(ahead), "class" | "interactable" | "event");
        }
        let mut ahead = 0;
        while ahead < 8 && matches!(self.word_at(ahead), "local" | "group" | "global" | "abstract") {
            ahead += 1;
        }
        matches!(self.word_at(ahead), "class" | "interactable" | "event")
            || (ahead > 0 && self.word_at(0) != "abstract")
    }

    /// `[local|group|global|const] [abstract] class|interactable|event Name [extends Parent] { members }`
    pub(crate) fn class(&mut self) -> Class {
        let start = self.span();
        let is_const = self.eat_word("const");
        let (visibility, is_abstract) = self.class_modifiers();
        let kind = match self.word() {
            "interactable" => ClassKind::Interactable,
            "event" => ClassKind::Event,
            _ if is_const => ClassKind::Const,
            _ => ClassKind::Class,
        };
        if is_const && (kind != ClassKind::Const || visibility.is_some()) {
            self.const_alone(start);
        }
        if matches!(self.word(), "class" | "interactable" | "event") {
            self.bump();
        } else {
            self.fail(self.expected("expected-token", "`class`, `interactable` or `event`"));
        }
        let name = self.declared_name("a name for the class");
        let parameters = self.type_parameters();
        let (parent, parent_arguments) = self.parent();
        let mut class = Class { kind, visibility, is_abstract, name, parameters, ..Class::default() };
        (class.parent, class.parent_arguments) = (parent, parent_arguments);
        if !self.lost && self.is(Tok::Semicolon) {
            let problem =
                self.here("expected-token", "a class has braces, also where nothing stands in them");
            self.report(problem.label("write `{ }`").fix(self.span(), " { }"));
            self.bump();
        } else {
            let place = "before the members of the class";
            self.parts_in_braces(place, ONLY_ITEMS, |p| p.class_member(&mut class));
        }
        // It stays as long as the tree; a vector that has grown has room for twice as many.
        class.attributes.shrink_to_fit();
        class.id = self.node_since(start);
        class
    }

    fn const_alone(&mut self, at: Span) {
        let problem = Problem::error("unexpected-token", at, "`const` stands before `class` alone");
        self.report(
            problem.hint("write `const class Name { ... }`; its objects belong to nobody, and lie nowhere"),
        );
    }

    fn class_modifiers(&mut self) -> (Option<Visibility>, bool) {
        let mut visibility = None;
        let mut is_abstract = false;
        loop {
            let span = self.span();
            let said = match self.word() {
                "local" => Some(Visibility::Local),
                "group" => Some(Visibility::Group),
                "global" => Some(Visibility::Global),
                "abstract" => None,
                _ => return (visibility, is_abstract),
            };
            let again = if said.is_some() { visibility.is_some() } else { is_abstract };
            if again {
                self.repeated(if said.is_some() { "the visibility" } else { "`abstract`" }, span);
            }
            visibility = said.or(visibility);
            is_abstract |= said.is_none();
            self.bump();
        }
    }

    /// `Card`, or `interactable` for all that can lie on boards and in zones
    fn bound(&mut self) -> TypeRef {
        let start = self.span();
        if !self.eat_word("interactable") {
            return self.ty();
        }
        let kind = TypeKind::Named { module: None, name: "Interactable".to_owned() };
        TypeRef { id: self.node_since(start), kind }
    }

    /// `<T, U extends Card>`, after the name of a class
    fn type_parameters(&mut self) -> Vec<TypeParameter> {
        if self.lost || !self.eat(Tok::Less) {
            return Vec::new();
        }
        let parameters = self.one_or_more(|p| {
            let name = p.declared_name("a name for the type parameter");
            let bound = (!p.lost && p.eat_word("extends")).then(|| p.bound());
            TypeParameter { name, bound }
        });
        self.close_angle("after the type parameters");
        parameters
    }

    /// The `>` after types; where only that is missing, reading goes on.
    fn close_angle(&mut self, place: &str) {
        if self.lost || (!self.is(Tok::OpenBrace) && !self.is_word("extends")) {
            self.expect(Tok::Greater, place);
            return;
        }
        let problem = self.expected("expected-token", format_args!("`>` {place}")).label("`>` is missing");
        let fix = self.after_previous();
        self.report(problem.fix(fix, ">"));
    }

    /// `extends Parent`, `extends Parent<T>`
    fn parent(&mut self) -> (Option<Name>, Vec<TypeRef>) {
        if self.is(Tok::Colon) {
            let place = self.after_previous().to(self.span());
            let problem = self.here("unexpected-token", "the parent of a class follows `extends`, found `:`");
            self.report(problem.hint("write `extends`").fix(place, " extends"));
            self.bump();
        } else if !self.eat_word("extends") {
            return (None, Vec::new());
        }
        let parent = self.named_class("the name of the parent class");
        let mut arguments = Vec::new();
        if !self.lost && self.eat(Tok::Less) {
            arguments = self.one_or_more(Self::ty);
            self.close_angle("after the types");
        }
        if self.is(Tok::Comma) {
            let problem = self.here("unexpected-token", "a class has one parent, found a second");
            self.report(problem.hint("let the parent extend the other one"));
            while self.eat(Tok::Comma) {
                self.named_class("the name of the parent class");
            }
        }
        (Some(parent), arguments)
    }

    pub(crate) fn class_member(&mut self, class: &mut Class) {
        let start = self.span();
        let marks = self.marks();
        match self.word() {
            _ if self.modifier_member(start, marks, class) => {}
            "action" | "attribute" | "effect" | "require" if self.is_type_of_attribute() => {
                class.attributes.push(self.short_attribute(start, None));
            }
            "derived" if self.derived_ahead(0) => self.derived_attribute(start, None, class),
            "open" if self.derived_ahead(1) => self.derived_attribute(start, Some(Disclosure::Open), class),
            "open" if self.word_at(1) == "require" => self.shared_requirement(class, &[]),
            "open" if self.peek_at(1).is_word() && self.peek_at(2).is_word() => {
                let problem = self.here("unexpected-token", "an attribute is open unless it is `secret`");
                self.report(problem.hint("leave `open` out; it stands before derived ones"));
                self.bump();
                class.attributes.push(self.short_attribute(start, None));
            }
            "secret" if self.derived_ahead(1) => {
                self.derived_attribute(start, Some(Disclosure::Secret), class)
            }
            "grants" if self.ability_ahead() => {
                let grants = self.grants(start);
                class.grants.push(grants);
            }
            "function" => class.functions.push(self.function(start, marks)),
            "action" => class.actions.push(self.action(start, marks)),
            "require" if self.peek_at(1) != Tok::OpenBrace => self.shared_requirement(class, &[]),
            "require" => {
                let problem =
                    self.here("unexpected-token", "a requirement stands in an action, or around several");
                self.fail(
                    problem.hint(
                        "around actions it has no braces of its own: `require gold > 0 { action ... }`",
                    ),
                );
            }
            "attribute" => class.attributes.push(self.long_attribute(start, None)),
            "effect" if class.kind == ClassKind::Event => {
                self.once("the effect of the event", &mut class.effect, Self::tagged_block)
            }
            "effect" => self.misplaced_effect(),
            "before" if self.event_block_ahead() => class.befores.push(self.before()),
            "after" if self.event_block_ahead() => class.actions.push(self.after()),
            "order" if self.word_at(1) == "by" && class.kind == ClassKind::Event => self.order(class),
            "secret" if self.peek_at(1).is_word() || self.peek_at(1) == Tok::OpenParen => {
                self.secret_attribute(start, class)
            }
            _ if self.function_after_type() => class.functions.push(self.turned_function(start, marks)),
            _ if self.function_without_keyword() => {
                self.keyword_missing();
                class.functions.push(self.short_function(start, marks));
            }
            _ if self.word_too_many() => {
                self.refuse_word();
                class.attributes.push(self.short_attribute(start, None));
            }
            _ if self.declaration_ahead() => class.attributes.push(self.short_attribute(start, None)),
            _ if self.is(Tok::Word) && self.peek_at(1) == Tok::Equal => self.attribute_without_type(),
            _ => self.no_part(MEMBERS, "a class holds attributes, functions and actions"),
        }
    }

    /// `order by p;`
    fn order(&mut self, class: &mut Class) {
        let word = self.span();
        self.bump();
        self.bump();
        let who = self.value();
        self.end_statement();
        if class.order.replace(who).is_some() {
            self.repeated("`order by`", word);
        }
    }

    /// `T name(`, where `function` was forgotten or misspelt
    fn function_without_keyword(&self) -> bool {
        let end = if self.declaration_ahead() { self.scan_type(0, &mut 200) } else { None };
        end.is_some_and(|end| self.peek_at(end + 1) == Tok::OpenParen)
    }

    fn keyword_missing(&mut self) {
        let span = self.span();
        let misspelt = nearest(self.word(), ["function"]).is_some();
        let problem = self.expected("expected-token", "`function` before a function");
        let place = Span { end: span.start, ..span };
        if misspelt {
            self.report(problem.hint("did you mean `function`?").guess(span, "function"));
            self.bump();
        } else {
            let hint = "write `function` before the type that it returns";
            self.report(problem.hint(hint).fix(place, "function "));
        }
    }

    /// Whether a word of another language stands before the type and the name of an attribute: `hidden Place at;`.
    fn word_too_many(&self) -> bool {
        const WORDS: [&str; 9] = [
            "hidden",
            "private",
            "protected",
            "internal",
            "public",
            "static",
            "final",
            "readonly",
            "mutable",
        ];
        let end = self.scan_type(1, &mut 50);
        WORDS.contains(&self.word())
            && self.peek_at(1).is_word()
            && end.is_some_and(|end| {
                self.peek_at(end).is_word() && matches!(self.peek_at(end + 1), Tok::Semicolon | Tok::Equal)
            })
    }

    fn refuse_word(&mut self) {
        let (word, at) = (self.word().to_owned(), self.span());
        let message = format!("an attribute has a type and a name, found {} before them", self.found());
        let problem = self.here("unexpected-token", message);
        self.report(match word.as_str() {
            "hidden" | "private" | "protected" | "internal" => {
                problem.hint("what players do not see is `secret`").guess(at, "secret")
            }
            _ => problem.hint("leave it out"),
        });
        self.bump();
    }

    /// `name = value;`
    fn attribute_without_type(&mut self) {
        let message = format!("the attribute {} has no type", self.found());
        let hint = format!("write its type before it: `number {} = ...;`", self.word());
        self.fail(self.here("expected-type", message).hint(hint));
    }

    fn misplaced_effect(&mut self) {
        let problem = self.here("misplaced-effect", "an `effect` belongs to an action or an event");
        self.report(problem.hint("put it into an `action name { ... }`"));
        self.bump();
        self.block();
    }

    /// `secret T name [= value];`
    fn secret_attribute(&mut self, start: Span, class: &mut Class) {
        self.bump();
        let is_long = self.is_word("attribute") && !self.is_type_of_attribute();
        let read = if is_long { Self::long_attribute } else { Self::short_attribute };
        class.attributes.push(read(self, start, Some(Disclosure::Secret)));
    }

    /// Whether `derived` stands so many tokens ahead, and a type behind it; `derived name;` is an attribute of a type
    /// of that name.
    fn derived_ahead(&self, ahead: usize) -> bool {
        let named = matches!(self.peek_at(ahead + 2), Tok::Semicolon | Tok::Equal);
        self.word_at(ahead) == "derived"
            && match self.peek_at(ahead + 1) {
                Tok::OpenParen => true,
                next => next.is_word() && !named,
            }
    }

    /// `[secret|open] derived T name [layer L] = formula;`
    fn derived_attribute(&mut self, start: Span, disclosure: Option<Disclosure>, class: &mut Class) {
        if disclosure.is_some() {
            self.bump();
        }
        self.bump();
        let ty = self.ty();
        let name = self.declared_name("a name for the attribute");
        let layer = self.layer();
        let value = self.eat(Tok::Equal).then(|| self.value());
        if value.is_none() && !self.lost {
            let problem = self.expected("expected-token", "`=` and the formula of the derived attribute");
            self.fail(problem.hint("`derived number power = bare + plus;` says what it follows from"));
        }
        self.end_statement();
        let id = self.node_since(start);
        class.attributes.push(Attribute {
            id,
            long: false,
            disclosure,
            derived: true,
            layer,
            ty,
            name,
            value,
        });
    }

    /// `T name [= value];`
    fn short_attribute(&mut self, start: Span, disclosure: Option<Disclosure>) -> Attribute {
        let declare = self.declared();
        self.end_statement();
        let (ty, name, value) = (declare.ty, declare.name, declare.value);
        Attribute {
            id: self.node_since(start),
            long: false,
            disclosure,
            derived: false,
            layer: None,
            ty,
            name,
            value,
        }
    }

    /// `attribute name { returns T; value expr; }`
    fn long_attribute(&mut self, start: Span, disclosure: Option<Disclosure>) -> Attribute {
        self.bump();
        let name = self.declared_name("a name for the attribute");
        let (mut ty, mut value) = (None, None);
        self.parts_in_braces("before the parts of the attribute", ONLY_ITEMS, |p| match p.word() {
            "returns" => ty = p.returns(),
            "value" => value = Some(p.tagged_value()),
            _ => p.no_part("returns value", "an attribute holds `returns type;` and `value expression;`"),
        });
        let ty = ty.unwrap_or_else(|| self.untyped_attribute(&name));
        Attribute {
            id: self.node_since(start),
            long: true,
            disclosure,
            derived: false,
            layer: None,
            ty,
            name,
            value,
        }
    }

    fn untyped_attribute(&mut self, name: &Name) -> TypeRef {
        let span = self.origins.span(name.id);
        let message = format!("the attribute `{}` has no type", name.text);
        self.report(Problem::error("expected-type", span, message).hint("add `returns type;` to it"));
        TypeRef { id: self.origins.implied(span), kind: TypeKind::Missing }
    }
}
