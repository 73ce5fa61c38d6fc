//! Actions: inputs with what may be chosen for them and filters, requirements, triggers, effects.
//! It does not know which events there are or what an input may range over.

use super::function::Marks;
use super::parser::Parser;
use super::recover::{NOT_IN_ACTIONS, ONLY_ITEMS};
use super::token::Tok;
use base::{Problem, Span};
use language::tree::{
    Action, Before, Block, ChoiceSpec, Class, Condition, Count, Disclosure, Expr, ExprKind, Filter, Free,
    Input, InputSource, Name, Statement, StatementKind, Trigger,
};
use std::sync::Arc;

const PARTS: &str = "input optional auto player require trigger prio effect ensure filter says";

impl Parser<'_> {
    /// `action name { inputs, require, trigger, prio, effect, ensure, says }`
    pub(crate) fn action(&mut self, start: Span, marks: Marks) -> Action {
        self.bump();
        let name = self.declared_name("a name for the action");
        let mut action = Action { name, is_override: marks.is_override, ..Action::default() };
        let what = "an action holds inputs, `require`, `trigger`, `prio`, `effect`, `ensure` and `says`";
        self.parts_in_braces("before the parts of the action", NOT_IN_ACTIONS, |p| match p.word() {
            "require" => action.requires.push(p.stated()),
            "ensure" => action.ensures.push(p.stated()),
            "open" if p.word_at(1) == "require" => action.requires.push(p.openly_stated()),
            "open" if p.word_at(1) == "ensure" => action.ensures.push(p.openly_stated()),
            "trigger" => action.triggers.push(p.trigger()),
            "effect" => p.once("`effect`", &mut action.effect, Self::tagged_block),
            "prio" => p.once("`prio`", &mut action.prio, Self::tagged_value),
            "says" => action.says.push(p.look_line("action")),
            _ if p.input_ahead() => action.inputs.push(p.input()),
            _ => p.no_part(PARTS, what),
        });
        action.id = self.node_since(start);
        action
    }

    /// `[open] require condition [else "why"] { actions, require condition { ... } }` in a class
    pub(crate) fn shared_requirement(&mut self, class: &mut Class, around: &[Arc<Condition>]) {
        let open = self.eat_word("open");
        self.bump();
        let condition = Arc::new(Condition { open, ..self.short_condition() });
        let shared = [around, &[condition]].concat();
        self.parts_in_braces("before the actions that it is for", ONLY_ITEMS, |p| {
            let start = p.span();
            let marks = p.marks();
            match p.word() {
                "action" => {
                    let action = p.action(start, marks);
                    class.actions.push(Action { shared: shared.clone(), ..action });
                }
                "require" => p.shared_requirement(class, &shared),
                "open" if p.word_at(1) == "require" => p.shared_requirement(class, &shared),
                _ => p.no_part("action require", "a requirement of several actions holds these actions"),
            }
        });
    }

    /// `require { ... }`, `require condition;`, both with `else "why"`
    fn stated(&mut self) -> Condition {
        self.bump();
        if self.is(Tok::OpenBrace) {
            return self.block_condition();
        }
        let condition = self.short_condition();
        self.end_statement();
        condition
    }

    /// `open require ...`, `open ensure ...`
    fn openly_stated(&mut self) -> Condition {
        self.bump();
        Condition { open: true, ..self.stated() }
    }

    /// `{ ... }` or `{ ... } else "why";`
    fn block_condition(&mut self) -> Condition {
        let start = self.span();
        let body = self.block();
        let why = self.why();
        if why.is_some() {
            self.end_statement();
        }
        Condition { id: self.node_since(start), open: false, short: false, body, why }
    }

    /// `condition [else "why"]`
    fn short_condition(&mut self) -> Condition {
        let start = self.span();
        let condition = self.condition();
        let span = self.span_since(start);
        let body = self.returning(span, Some(condition));
        let why = self.why();
        Condition { id: self.node_since(start), open: false, short: true, body, why }
    }

    /// `else "why"`
    fn why(&mut self) -> Option<Expr> {
        let here = !self.lost && self.eat_word("else");
        here.then(|| self.value())
    }

    /// `trigger Event { ... }`, `trigger Event where condition;`, or `trigger Event;` for every such event
    fn trigger(&mut self) -> Trigger {
        let start = self.span();
        self.bump();
        let event = self.named_class("the name of an event");
        let condition = self.where_part();
        let short = condition.is_some();
        let body = if self.is(Tok::OpenBrace) && !short {
            self.block()
        } else {
            let span = self.span_since(start);
            self.end_statement();
            self.returning(span, condition)
        };
        Trigger { id: self.node_since(start), event, short, body }
    }

    /// `where condition`
    fn where_part(&mut self) -> Option<Expr> {
        let here = !self.lost && self.eat_word("where");
        here.then(|| self.value())
    }

    /// Whether `before Event` or `after Event` and a block start here.
    pub(crate) fn event_block_ahead(&self) -> bool {
        let word = matches!(self.word(), "before" | "after") && self.peek_at(1) == Tok::Word;
        let behind = if self.peek_at(2) == Tok::Dot { 4 } else { 2 };
        word && (self.peek_at(behind) == Tok::OpenBrace || matches!(self.word_at(behind), "prio" | "where"))
    }

    /// `before Event [prio n] [where condition] { ... }`
    pub(crate) fn before(&mut self) -> Before {
        let start = self.span();
        self.bump();
        let (event, prio, condition, body) = self.event_block();
        Before { id: self.node_since(start), event, prio, condition, body }
    }

    /// `after Event [prio n] [where condition] { ... }`: an action that the event triggers
    pub(crate) fn after(&mut self) -> Action {
        let start = self.span();
        let word = self.bump();
        let (event, prio, condition, effect) = self.event_block();
        let (short, span) = (condition.is_some(), self.span_of(word));
        let body = self.returning(span, condition);
        let name = event.clone();
        let triggers = vec![Trigger { id: self.origins.implied(span), event, short, body }];
        let id = self.node_since(start);
        Action { id, is_after: true, name, prio, triggers, effect: Some(effect), ..Action::default() }
    }

    /// `Event [prio n] [where condition] { ... }`
    fn event_block(&mut self) -> (Name, Option<Expr>, Option<Expr>, Block) {
        let event = self.named_class("the name of an event");
        let prio = self.eat_word("prio").then(|| self.value());
        let condition = self.where_part();
        let start = self.span();
        let body =
            if self.lost { Block { id: self.node(start), statements: Vec::new() } } else { self.block() };
        (event, prio, condition, body)
    }

    /// `{ return condition; }`, made up
    pub(crate) fn returning(&mut self, span: Span, condition: Option<Expr>) -> Block {
        let mut id = || self.origins.implied(span);
        let value = condition.unwrap_or_else(|| Expr { id: id(), kind: ExprKind::Bool(true) });
        let statement = Statement { id: id(), kind: StatementKind::Return(Some(value)) };
        Block { id: id(), statements: vec![statement] }
    }

    // ---- inputs ----

    /// Whether an input starts here, with or without what may stand before `input`.
    pub(crate) fn input_ahead(&self) -> bool {
        match self.word() {
            "input" | "player" => true,
            "optional" | "auto" | "function" => self.peek_at(1).is_word(),
            "secret" | "open" => matches!(self.word_at(1), "input" | "optional" | "player" | "auto"),
            _ => false,
        }
    }

    /// `[secret | open] [optional] [player [p] | auto | function] input T name ["prompt"] [count n] [free [n]]`
    /// `[from list] filters`
    pub(crate) fn input(&mut self) -> Input {
        let start = self.span();
        let disclosure = self.disclosure();
        let (optional, mut source) = self.input_modifiers();
        if !self.eat_word("input") {
            self.fail(self.expected("expected-token", "`input`"));
        }
        let ty = self.ty();
        let name = if self.lost { self.missing_name() } else { self.declared_name("a name for the input") };
        let mut spec = ChoiceSpec { disclosure, ..ChoiceSpec::default() };
        while !self.lost {
            if self.is(Tok::Equal) {
                self.input_default(&mut source);
            } else if !self.spec_part(&mut spec, Self::value) {
                break;
            }
        }
        if !self.filters_ahead() || self.filters(&mut spec) {
            self.end_statement();
        }
        Input { id: self.node_since(start), optional, source, ty, name, spec }
    }

    /// `[secret | open]`
    pub(crate) fn disclosure(&mut self) -> Option<Disclosure> {
        let disclosure = match self.word() {
            "secret" => Disclosure::Secret,
            "open" => Disclosure::Open,
            _ => return None,
        };
        self.bump();
        Some(disclosure)
    }

    /// `[optional] [player [p] | auto | function]`
    fn input_modifiers(&mut self) -> (bool, InputSource) {
        let mut optional = false;
        let mut source = InputSource::Default;
        while !self.lost {
            let span = self.span();
            let next = match self.word() {
                "optional" if !optional => {
                    self.bump();
                    optional = true;
                    continue;
                }
                "auto" => InputSource::Auto,
                "function" => InputSource::Given(None),
                "player" => InputSource::Player(None),
                _ => break,
            };
            self.bump();
            let next = match next {
                InputSource::Player(_) if !self.is_word("input") && !self.is_word("optional") => {
                    InputSource::Player(Some(self.value()))
                }
                other => other,
            };
            if source != InputSource::Default {
                let problem = Problem::error("repeated-part", span, "an input is filled in one way only");
                self.report(problem.hint("keep one of `player`, `auto` and `function`"));
            }
            source = next;
        }
        (optional, source)
    }

    /// `= default`, which only the inputs of functions have
    fn input_default(&mut self, source: &mut InputSource) {
        let sign = self.span();
        self.bump();
        let value = self.value();
        if let InputSource::Given(default) = source {
            *default = Some(value);
        } else {
            let message = "only an input given by the caller has a default";
            let problem = Problem::error("default-without-function", sign, message);
            self.report(problem.hint("write `function input`, or leave the default out"));
        }
    }

    // ---- what may be chosen ----

    /// `"prompt"`, `count n [ordered]`, `free [n]` or `from list`; false where none stands. `source` reads what follows `from`.
    pub(crate) fn spec_part(&mut self, spec: &mut ChoiceSpec, source: fn(&mut Self) -> Expr) -> bool {
        let span = self.span();
        let again = if self.peek().is_string() {
            spec.prompt.replace(self.string()).is_some()
        } else if self.eat_word("count") {
            let count = self.count();
            spec.ordered = self.eat_word("ordered");
            spec.count.replace(count).is_some()
        } else if self.is_word("free") {
            let free = self.free();
            spec.free.replace(free).is_some()
        } else if self.eat_word("from") {
            spec.from.replace(source(self)).is_some()
        } else {
            return false;
        };
        if again {
            self.repeated("this part", span);
        }
        true
    }

    /// `any`, `2`, `0..3`, after `count`
    fn count(&mut self) -> Count {
        let any = self.is_word("any") && !matches!(self.peek_at(1), Tok::Dot | Tok::OpenParen);
        if any {
            self.bump();
            return Count::Any;
        }
        let least = self.sum();
        if self.eat(Tok::DotDot) { Count::Between(least, self.sum()) } else { Count::Exactly(least) }
    }

    /// `free`, `free 20`
    fn free(&mut self) -> Free {
        let start = self.span();
        self.bump();
        let follows = match self.peek() {
            Tok::Number | Tok::OpenParen | Tok::Minus => true,
            Tok::Word => !matches!(self.word(), "from" | "by" | "count" | "free" | "where" | "says"),
            _ => false,
        };
        let most = follows.then(|| self.sum());
        Free { id: self.node_since(start), most }
    }

    /// Whether filters follow what may be chosen.
    pub(crate) fn filters_ahead(&self) -> bool {
        !self.lost && (self.is(Tok::OpenBrace) || self.is_word("where"))
    }

    /// `where e [else "why"]`, `{ statements } [else "why"]` or `{ filter ... }`; whether the author must end it.
    pub(crate) fn filters(&mut self, spec: &mut ChoiceSpec) -> bool {
        let start = self.span();
        if self.list_of_filters_ahead() {
            self.parts_in_braces("before the filters", NOT_IN_ACTIONS, |p| match p.word() {
                "filter" => spec.filters.push(p.filter()),
                _ => p.no_part("filter", "only filters stand beside a `filter`"),
            });
            return false;
        }
        let short = self.eat_word("where");
        let condition = if short {
            self.short_condition()
        } else {
            let body = self.block();
            let why = self.why();
            Condition { id: self.node_since(start), open: false, short, body, why }
        };
        let must_end = short || condition.why.is_some();
        spec.filters.push(Filter { id: self.node_since(start), name: None, condition });
        must_end
    }

    /// Whether a brace and a `filter` with its condition stand here, not statements with something of that name.
    fn list_of_filters_ahead(&self) -> bool {
        let named = usize::from(self.peek_at(2).is_word() && !self.condition_of_filter(2));
        self.is(Tok::OpenBrace) && self.word_at(1) == "filter" && self.condition_of_filter(2 + named)
    }

    /// `{` or `where e`, so many tokens on
    fn condition_of_filter(&self, ahead: usize) -> bool {
        let behind = self.peek_at(ahead + 1);
        let is_name = behind == Tok::OpenBrace || self.word_at(ahead + 1) == "where";
        self.peek_at(ahead) == Tok::OpenBrace || self.word_at(ahead) == "where" && !is_name
    }

    /// `filter [name] { ... }`, `filter [name] where e;`, both with `else "why"`
    fn filter(&mut self) -> Filter {
        let start = self.span();
        self.bump();
        let named = self.peek().is_word() && !self.condition_of_filter(0);
        let name = named.then(|| self.declared_name("a name for the filter"));
        let condition = if self.is_word("where") { self.stated() } else { self.block_condition() };
        Filter { id: self.node_since(start), name, condition }
    }
}
