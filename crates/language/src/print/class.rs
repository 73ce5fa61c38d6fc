//! Classes, functions and actions as text.

use super::binding::{ALWAYS, COALESCE, VALUE, starts_with_brace, takes_brace};
use super::expr::At;
use super::types::Angled;
use super::{Line, List, Print, Printer};
use crate::tree::{
    Action, Attribute, Block, Class, ClassKind, Condition, Expr, ExprKind, Function, Input, InputSource,
    Modifier, StatementKind, Trigger, Visibility,
};

impl Printer {
    pub(super) fn class(&mut self, class: &Class) {
        let visibility = class.visibility.map(|visibility| match visibility {
            Visibility::Local => "local ",
            Visibility::Group => "group ",
            Visibility::Global => "global ",
        });
        let kind = match class.kind {
            ClassKind::Class | ClassKind::Const => "class ",
            ClassKind::Interactable => "interactable ",
            ClassKind::Event => "event ",
            ClassKind::Modifier => "modifier ",
        };
        let is_abstract = class.is_abstract.then_some("abstract ");
        let is_const = (class.kind == ClassKind::Const).then_some("const ");
        put!(self, is_const, visibility, is_abstract, kind, class.name, Angled(&class.parameters));
        if let Some(own) = &class.modifier {
            return self.modifier(class, own);
        }
        if let Some(parent) = &class.parent {
            put!(self, " extends ", parent, Angled(&class.parent_arguments));
        }
        put!(self, " ");
        self.braces(|p| p.members(class));
    }

    /// What follows the name of a modifier.
    fn modifier(&mut self, class: &Class, own: &Modifier) {
        if !own.params.is_empty() {
            self.parameters(&own.params);
        }
        put!(self, class.parent.as_ref().map(|parent| (" extends ", parent)));
        if !own.parts.is_empty() {
            return put!(self, " = ", List(&own.parts), ";");
        }
        put!(
            self,
            own.on.as_ref().map(|on| (" on ", on)),
            own.layer.as_ref().map(|layer| (" layer ", layer)),
            " "
        );
        self.braces(|p| {
            if let Some(affects) = &own.affects {
                // An arrow behind a function value would be a part of it.
                let arrow = |e: &Expr| matches!(e.kind, ExprKind::Lambda(_) | ExprKind::Ternary(..));
                let before_arrow = |e| At(e, if arrow(e) { ALWAYS } else { VALUE });
                put!(p, Line, "affects (", affects.of, ")");
                put!(p, affects.from.as_ref().map(|from| (" from ", before_arrow(from))));
                put!(p, affects.condition.as_ref().map(|condition| (" => ", condition)), ";");
            }
            own.awake.iter().for_each(|condition| put!(p, Line, "while ", condition, ";"));
            for change in &own.changes {
                let layer = change.layer.as_ref().map(|layer| (" layer ", layer));
                put!(p, Line, "override ", change.ty, " ", change.name, layer);
                match returned(&change.body).filter(|_| change.short) {
                    Some(value) => put!(p, " = ", value, ";"),
                    None => put!(p, " ", change.body),
                }
            }
            for part in &own.abilities {
                let layer = part.layer.as_ref().map(|layer| (" layer ", layer));
                put!(p, Line, part.does.word(), " ", List(&part.modifiers), layer, ";");
            }
            p.members(class);
        });
    }

    fn members(&mut self, class: &Class) {
        class.attributes.iter().for_each(|attribute| self.attribute(attribute));
        for function in &class.functions {
            put!(self, Line);
            self.function(function);
        }
        self.actions(&class.actions, 0);
        for before in &class.befores {
            put!(self, Line, "before ", before.event);
            self.reaction(before.prio.as_ref(), before.condition.as_ref(), &before.body);
        }
        class.order.iter().for_each(|who| put!(self, Line, "order by ", who, ";"));
        for grants in &class.grants {
            put!(self, Line, "grants ", List(&grants.modifiers));
            put!(self, grants.awake.as_ref().map(|condition| (" while ", condition)), ";");
        }
        self.tagged("effect", class.effect.as_ref());
    }

    /// ` [prio n] [where condition] { ... }`
    fn reaction(&mut self, prio: Option<&Expr>, condition: Option<&Expr>, body: &Block) {
        // An expression that would take the brace of the block behind it stands in brackets.
        let before_brace = |e| At(e, if takes_brace(e) { ALWAYS } else { VALUE });
        put!(self, prio.map(|prio| (" prio ", before_brace(prio))));
        put!(self, condition.map(|condition| (" where ", before_brace(condition))), " ", body);
    }

    /// `tag { ... }` on its own line
    pub(super) fn tagged(&mut self, tag: &str, block: Option<&Block>) {
        block.iter().for_each(|block| put!(self, Line, tag, " ", block));
    }

    fn attribute(&mut self, attribute: &Attribute) {
        let Attribute { ty, name, value, .. } = attribute;
        put!(self, Line, attribute.disclosure.map(|disclosure| (disclosure.word(), " ")));
        put!(self, attribute.derived.then_some("derived "));
        if !attribute.long {
            let layer = attribute.layer.as_ref().map(|layer| (" layer ", layer));
            return put!(self, ty, " ", name, layer, value.as_ref().map(|value| (" = ", value)), ";");
        }
        put!(self, "attribute ", name, " ");
        self.braces(|p| {
            put!(p, Line, "returns ", ty, ";");
            value.iter().for_each(|value| put!(p, Line, "value ", value, ";"));
        });
    }

    pub(super) fn function(&mut self, function: &Function) {
        put!(self, function.is_abstract.then_some("abstract "));
        put!(self, function.is_override.then_some("override "), "function ");
        if function.long {
            return self.long_function(function);
        }
        put!(self, function.returns.as_ref().map(|returns| (returns, " ")), function.name);
        self.parameters(&function.inputs);
        match &function.body {
            Some(body) => put!(self, " ", body),
            None => put!(self, ";"),
        }
    }

    fn long_function(&mut self, function: &Function) {
        put!(self, function.name, " ");
        self.braces(|p| {
            function.inputs.iter().for_each(|input| p.input(input));
            function.returns.iter().for_each(|returns| put!(p, Line, "returns ", returns, ";"));
            p.tagged("effect", function.body.as_ref());
        });
    }

    /// `(T a, U b = x)`
    fn parameters(&mut self, inputs: &[Input]) {
        for (i, input) in inputs.iter().enumerate() {
            put!(self, if i == 0 { "(" } else { ", " }, input.ty, " ", input.name, default(input));
        }
        put!(self, if inputs.is_empty() { "()" } else { ")" });
    }

    /// Actions that have so many requirements around them already, with those that some of them share.
    fn actions(&mut self, actions: &[Action], depth: usize) {
        let around = |action: &Action| action.shared.get(depth).map(|condition| condition.id);
        for run in actions.chunk_by(|a, b| around(a).is_some() && around(a) == around(b)) {
            let Some(condition) = run[0].shared.get(depth) else {
                run.iter().for_each(|action| self.action(action));
                continue;
            };
            put!(self, Line, condition.open.then_some("open "), "require ");
            self.condition(condition, true);
            put!(self, " ");
            self.braces(|p| p.actions(run, depth + 1));
        }
    }

    /// `require { ... }`, `open require condition else "why";` on its own line
    fn stated(&mut self, word: &str, condition: &Condition) {
        put!(self, Line, condition.open.then_some("open "), word, " ");
        self.condition(condition, false);
        put!(self, (condition.short || condition.why.is_some()).then_some(";"));
    }

    /// `{ ... }` or an expression, and `else "why"`; a brace may follow.
    pub(super) fn condition(&mut self, condition: &Condition, before_brace: bool) {
        let at = |e, last: bool| At(e, if last && before_brace && takes_brace(e) { ALWAYS } else { VALUE });
        match returned(&condition.body).filter(|_| condition.short) {
            Some(e) if starts_with_brace(e) => put!(self, At(e, ALWAYS)),
            // The filter of a `choose` at its end would take the reason for its own.
            Some(e) if condition.why.is_some() => put!(self, At(e, COALESCE)),
            Some(e) => put!(self, at(e, true)),
            None => put!(self, condition.body),
        }
        put!(self, condition.why.as_ref().map(|why| (" else ", at(why, true))));
    }

    fn action(&mut self, action: &Action) {
        put!(self, Line);
        if action.is_after
            && let ([trigger], Some(effect)) = (&action.triggers[..], &action.effect)
        {
            put!(self, "after ", trigger.event);
            let condition = if trigger.short { returned(&trigger.body) } else { None };
            return self.reaction(action.prio.as_ref(), condition, effect);
        }
        put!(self, action.is_override.then_some("override "), "action ", action.name, " ");
        self.braces(|p| {
            p.look_lines(&action.says);
            action.prio.iter().for_each(|prio| put!(p, Line, "prio ", prio, ";"));
            action.inputs.iter().for_each(|input| p.input(input));
            action.requires.iter().for_each(|condition| p.stated("require", condition));
            action.triggers.iter().for_each(|trigger| p.trigger(trigger));
            p.tagged("effect", action.effect.as_ref());
            action.ensures.iter().for_each(|condition| p.stated("ensure", condition));
        });
    }

    fn trigger(&mut self, trigger: &Trigger) {
        put!(self, Line, "trigger ", trigger.event);
        match returned(&trigger.body) {
            Some(condition) if trigger.short => put!(self, " where ", condition, ";"),
            _ => put!(self, " ", trigger.body),
        }
    }

    /// An input on its own line.
    fn input(&mut self, input: &Input) {
        put!(
            self,
            Line,
            input.spec.disclosure.map(|disclosure| (disclosure.word(), " ")),
            input.optional.then_some("optional ")
        );
        match &input.source {
            InputSource::Default => {}
            InputSource::Player(None) => put!(self, "player "),
            InputSource::Player(Some(who)) => {
                put!(self, "player (");
                self.expr(who);
                put!(self, ") ");
            }
            InputSource::Auto => put!(self, "auto "),
            InputSource::Given(_) => put!(self, "function "),
        }
        put!(self, "input ", input.ty, " ", input.name, default(input));
        self.input_spec(&input.spec);
        let filter = input.spec.filters.first().map(|filter| &filter.condition);
        let alone = input.spec.filters.len() == 1 && input.spec.filters[0].name.is_none();
        let ended = filter.is_some_and(|c| !alone || !c.short && c.why.is_none());
        put!(self, (!ended).then_some(";"));
    }
}

/// ` = x` of an input that the caller may leave out
fn default(input: &Input) -> impl Print {
    match &input.source {
        InputSource::Given(Some(default)) => Some((" = ", default)),
        _ => None,
    }
}

/// The condition of a trigger in its short form.
fn returned(body: &Block) -> Option<&Expr> {
    match &body.statements.first()?.kind {
        StatementKind::Return(value) => value.as_ref(),
        _ => None,
    }
}
