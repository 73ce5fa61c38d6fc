//! What may be chosen: inputs of actions and functions, and `choose`. It knows nothing of effects.

use super::looks::of_answer;
use super::problems as problem;
use super::returns;
use super::scope::{Checker, Returns};
use crate::typed::{
    ChoiceSpec, ClassKind, Count, Demand, Expr, ExprKind, Filter, Input, InputSource, LocalId, Source,
    Statement, StatementKind, Type, Why,
};
use base::NodeId;
use language::limits::MAX_WRITTEN;
use language::tree::{self, Asked, Name};

/// So many characters a text may have that somebody writes, where the author does not say how many.
const MAX_UNSAID: u16 = 40;

impl<'t> Checker<'_, 't> {
    /// An input of an action.
    pub(super) fn input(&mut self, input: &'t tree::Input, ty: Type) -> Input {
        let auto = input.source == tree::InputSource::Auto;
        let source = self.input_source(&input.source);
        let spec = self.choice_spec(input.ty.id, ty.clone(), &input.spec, Some(&input.name), auto);
        let local = self.declare(&input.name, ty);
        Input {
            name: input.name.text.clone(),
            at: input.name.id,
            local,
            source,
            optional: input.optional,
            spec,
        }
    }

    fn input_source(&mut self, source: &'t tree::InputSource) -> InputSource {
        match source {
            tree::InputSource::Default | tree::InputSource::Player(None) | tree::InputSource::Given(_) => {
                InputSource::Actor
            }
            tree::InputSource::Player(Some(e)) => {
                InputSource::Player(self.value(e, &Type::Player, "who is asked"))
            }
            tree::InputSource::Auto => InputSource::Auto,
        }
    }

    /// An input of a function that is not given by the caller: statements at the start of its body.
    pub(super) fn function_input(
        &mut self,
        input: &'t tree::Input,
        ty: Type,
        returns: &Type,
    ) -> Vec<Statement> {
        let at = input.name.id;
        self.report_untold(&input.spec);
        let found = self.input(input, ty.clone());
        let (local, optional) = (found.local, found.optional);
        let value = match found.source {
            InputSource::Auto => ExprKind::Auto(Box::new(found.spec)),
            source => {
                let by = match source {
                    InputSource::Player(player) => player,
                    _ => Expr { at, ty: Type::Player, kind: ExprKind::Actor },
                };
                ExprKind::Choose { by: Box::new(by), asked: Asked::One, optional, spec: Box::new(found.spec) }
            }
        };
        let value = Expr { at, ty: ty.clone(), kind: value };
        let mut statements = vec![Statement { at, kind: StatementKind::Declare(local, value) }];
        if !optional {
            statements.push(return_if_null(at, local, ty, returns));
        }
        statements
    }

    /// `choose [optional] T ["prompt"] [by [each | first [q in]] p] [count ...] [from source] [{ filter }]`
    pub(super) fn choose(&mut self, at: NodeId, choose: &'t tree::Choose) -> Expr {
        let ty = self.type_of(&choose.ty);
        let by = match &choose.by {
            Some(e) if choose.asked != Asked::One => self.value(e, &Type::list(Type::Player), "who is asked"),
            Some(e) => self.value(e, &Type::Player, "who chooses"),
            None => Expr { at, ty: Type::Player, kind: ExprKind::Actor },
        };
        self.report_untold(&choose.spec);
        self.open();
        let who = choose.who.as_ref().map(|name| self.declare(name, Type::Player));
        let spec = self.choice_spec(choose.ty.id, ty.clone(), &choose.spec, None, false);
        let says = choose.says.as_ref().and_then(|says| of_answer(self.world, says));
        let spec = ChoiceSpec { who, says, ..spec };
        self.close();
        self.seen.chosen.push(ty.clone());
        if choose.asked == Asked::First && !matches!(ty, Type::Bool | Type::Error) {
            self.report(problem::first_is_yes_or_no(self.span(choose.ty.id), &self.name_of(&ty)));
        }
        let given = match choose.asked {
            Asked::One => ty,
            Asked::Each => Type::Table(Some(Type::Player.into()), ty.into()),
            Asked::First => Type::Player,
        };
        let (by, spec) = (Box::new(by), Box::new(spec));
        let kind = ExprKind::Choose { by, asked: choose.asked, optional: choose.optional, spec };
        Expr { at, ty: given, kind }
    }

    /// What may be chosen where a value of a type is asked for. `name` is what an unnamed filter calls the
    /// candidate.
    fn choice_spec(
        &mut self,
        at: NodeId,
        ty: Type,
        spec: &'t tree::ChoiceSpec,
        name: Option<&Name>,
        auto: bool,
    ) -> ChoiceSpec {
        let prompt = spec.prompt.as_ref().map(|e| Box::new(self.value(e, &Type::String, "a prompt")));
        let single = match &ty {
            Type::List(t) => Some((**t).clone()),
            _ => None,
        };
        let element = single.clone().unwrap_or_else(|| ty.clone());
        let free = spec.free.as_ref().and_then(|free| self.free(free, &ty, spec.from.is_some(), auto));
        let (source, whole) = match &spec.from {
            None if spec.free.is_some() => (Source::Bools, false),
            Some(from) => self.source_from(from, &element, single.is_some()),
            None => (self.source_of(at, &element), false),
        };
        let candidate = if whole { ty.clone() } else { element };
        let filters = spec.filters.iter().map(|f| self.filter(f, name, &candidate)).collect();
        let count = self.count(at, spec.count.as_ref(), single.is_some(), whole, auto);
        let (disclosure, ordered) = (spec.disclosure, spec.ordered);
        self.seen.has_secret_choices |= disclosure == Some(tree::Disclosure::Secret);
        ChoiceSpec { ty, source, filters, count, ordered, free, prompt, disclosure, who: None, says: None }
    }

    /// How many characters a text may have that somebody writes.
    fn free(&mut self, free: &'t tree::Free, ty: &Type, has_proposals: bool, auto: bool) -> Option<u16> {
        let at = self.span(free.id);
        match ty {
            Type::Error => {}
            _ if auto => self.report(problem::free_auto(at)),
            Type::String if has_proposals => {}
            Type::String => self.report(problem::free_without_proposals(at)),
            _ => self.report(problem::free_value(at, &self.name_of(ty))),
        }
        let Some(most) = &free.most else { return Some(MAX_UNSAID) };
        let bounds = (1, u32::from(MAX_WRITTEN));
        let found = self.world.constant_whole(self.module, most, bounds, "the longest text of `free`");
        found.map(|most| most as u16)
    }

    /// Everything there is of a type.
    fn source_of(&mut self, at: NodeId, ty: &Type) -> Source {
        let kind = |c| self.world.kind(c);
        match ty {
            Type::Class(c) if kind(*c) == ClassKind::Const => {
                let all = Expr { at, ty: Type::list(ty.clone()), kind: self.world.all_constants(*c) };
                return Source::List(Box::new(all));
            }
            Type::Class(c) if kind(*c) != ClassKind::Event => return Source::Objects(*c),
            Type::Enum(e) => return Source::Cases(*e),
            Type::Player => return Source::Players,
            Type::Bool | Type::Error => return Source::Bools,
            Type::Number | Type::String => {
                self.report(problem::endless_input(self.span(at), &self.name_of(ty)));
            }
            _ => self.report(problem::not_choosable(self.span(at), &self.name_of(ty))),
        }
        Source::Bools
    }

    /// `from e`; true if its elements are whole lists.
    fn source_from(&mut self, e: &'t tree::Expr, element: &Type, many: bool) -> (Source, bool) {
        if let (tree::ExprKind::Range(a, b), Type::Number) = (&e.kind, element) {
            let a = self.value(a, &Type::Number, "the start of a range");
            let b = self.value(b, &Type::Number, "the end of a range");
            return (Source::Range(Box::new(a), Box::new(b)), false);
        }
        let list = Type::list(element.clone());
        let nested = matches!(&e.kind, tree::ExprKind::Braces(es)
            if es.first().is_some_and(|e| matches!(e.kind, tree::ExprKind::Braces(_))));
        let hoped = if many && nested { Type::list(list.clone()) } else { list.clone() };
        let found = self.value_like(e, Some(&hoped));
        let whole = many
            && matches!(&found.ty, Type::List(inner) if self.world.reads(inner, &list) && inner.element().is_some());
        let want = if whole { Type::list(list) } else { list };
        let found = match self.world.reads(&found.ty, &want) && matches!(found.ty, Type::List(_)) {
            true => found,
            false => self.needed(found, &want, "what `from` offers"),
        };
        (Source::List(Box::new(found)), whole)
    }

    /// Warns of reasons that nobody is told: an answer is one of the options that are shown, unless it may be written.
    fn report_untold(&mut self, spec: &'t tree::ChoiceSpec) {
        if spec.free.is_some() {
            return;
        }
        for why in spec.filters.iter().filter_map(|f| f.condition.why.as_ref()) {
            self.report(problem::untold_reason(self.span(why.id)));
        }
    }

    fn filter(&mut self, filter: &'t tree::Filter, input: Option<&Name>, candidate: &Type) -> Filter {
        self.open();
        let local = match filter.name.as_ref().or(input) {
            Some(name) => self.declare(name, candidate.clone()),
            None => self.give_name("it", candidate.clone(), filter.id),
        };
        let body = self.deciding(&filter.condition.body, "a filter");
        let why = self.why(&filter.condition);
        self.close();
        Filter { local, body, why }
    }

    /// A requirement, or what must hold afterwards.
    pub(super) fn demand(&mut self, condition: &'t tree::Condition, what: &'static str) -> Demand {
        let body = self.deciding(&condition.body, what);
        Demand { at: condition.id, open: condition.open, body, why: self.why(condition) }
    }

    /// What a player is told where a condition does not hold. Whether it may be told is not known here.
    fn why(&mut self, condition: &'t tree::Condition) -> Option<Box<Why>> {
        let text = self.value(condition.why.as_ref()?, &Type::String, "a reason");
        Some(Box::new(Why { text, is_open: false }))
    }

    /// A block that returns a bool: a filter, a requirement, a trigger, `ensure`.
    pub(super) fn deciding(&mut self, block: &'t tree::Block, what: &'static str) -> crate::typed::Block {
        let wanted = Returns::Value(Type::Bool, format!("the result of {what}"));
        let (body, _) = self.within(wanted, |c| c.block(block));
        if returns::falls_through(&body) {
            self.report(problem::missing_return(self.span(block.id), what));
        }
        body
    }

    fn count(
        &mut self,
        at: NodeId,
        count: Option<&'t tree::Count>,
        many: bool,
        whole: bool,
        auto: bool,
    ) -> Option<Count> {
        let found = match count {
            None => return (many && !whole && !auto).then_some(Count::Any),
            Some(tree::Count::Any) => Count::Any,
            Some(tree::Count::Exactly(e)) => {
                Count::Exactly(Box::new(self.value(e, &Type::Number, "`count`")))
            }
            Some(tree::Count::Between(a, b)) => {
                let a = self.value(a, &Type::Number, "`count`");
                let b = self.value(b, &Type::Number, "`count`");
                Count::Between(Box::new(a), Box::new(b))
            }
        };
        let why = match (many, whole, auto) {
            (false, ..) => Some("only a list has a `count`; ask for a `List<...>`"),
            (_, true, _) => Some("`from` offers whole lists here, which are taken as they are"),
            (_, _, true) => Some("`auto` takes all candidates"),
            _ => None,
        };
        match why {
            Some(hint) => self.refuse(problem::count_here(self.span(at), hint)),
            None => Some(found),
        }
    }
}

/// `if (local == null) { return null; }`
fn return_if_null(at: NodeId, local: LocalId, ty: Type, returns: &Type) -> Statement {
    let expr = |ty: Type, kind| Expr { at, ty, kind };
    let value = expr(ty, ExprKind::Local(local));
    let null = expr(Type::Null, ExprKind::Null);
    let check = ExprKind::Binary(crate::typed::BinaryOp::Equal, Box::new(value), Box::new(null.clone()));
    let result = (*returns != Type::Void).then_some(null);
    let give_up = Statement { at, kind: StatementKind::Return(result) };
    let block = crate::typed::Block { statements: vec![give_up] };
    Statement { at, kind: StatementKind::If(expr(Type::Bool, check), block, None) }
}
