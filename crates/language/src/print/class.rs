//! Classes, functions and actions as text.

use super::Printer;
use super::binding::takes_brace;
use crate::tree::{
    Action, Attribute, Block, Class, ClassKind, Declare, Expr, Function, Input, InputSource, Modifier,
    Parameter, StatementKind, Trigger, Visibility,
};

impl Printer {
    pub(super) fn class(&mut self, class: &Class) {
        match class.visibility {
            None => {}
            Some(Visibility::Local) => self.put("local "),
            Some(Visibility::Group) => self.put("group "),
            Some(Visibility::Global) => self.put("global "),
        }
        self.put(if class.is_abstract { "abstract " } else { "" });
        self.put(match class.kind {
            ClassKind::Class => "class ",
            ClassKind::Interactable => "interactable ",
            ClassKind::Event => "event ",
            ClassKind::Modifier => "modifier ",
        });
        self.put(&class.name.text);
        self.type_parameters(&class.parameters);
        if let Some(own) = &class.modifier {
            return self.modifier(class, own);
        }
        if let Some(parent) = &class.parent {
            self.put(&format!(" extends {}", parent.text));
            self.type_arguments(&class.parent_arguments);
        }
        self.put(" ");
        self.braces(|p| p.members(class));
    }

    /// What follows the name of a modifier.
    fn modifier(&mut self, class: &Class, own: &Modifier) {
        if !own.params.is_empty() {
            self.parameters(&own.params);
        }
        let Some(on) = &own.on else {
            self.put(" = ");
            self.list(&own.parts, Printer::value);
            return self.put(";");
        };
        self.put(" on ");
        self.ty(on);
        if let Some(layer) = &own.layer {
            self.put(&format!(" layer {}", layer.text));
        }
        self.put(" ");
        self.braces(|p| {
            if let Some(affects) = &own.affects {
                p.line();
                p.put("affects (");
                p.parameter(&affects.of);
                p.put(") => ");
                p.value(&affects.condition);
                p.put(";");
            }
            if let Some(condition) = &own.awake {
                p.line();
                p.put("while ");
                p.value(condition);
                p.put(";");
            }
            for change in &own.changes {
                p.line();
                p.put("override ");
                p.parameter(&Parameter { ty: change.ty.clone(), name: change.name.clone() });
                p.put(" ");
                p.block(&change.body);
            }
            p.members(class);
        });
    }

    fn members(&mut self, class: &Class) {
        for attribute in &class.attributes {
            self.line();
            self.attribute(attribute);
        }
        for function in &class.functions {
            self.line();
            self.function(function);
        }
        for action in &class.actions {
            self.line();
            self.action(action);
        }
        for before in &class.befores {
            self.line();
            self.put(&format!("before {}", before.event.text));
            self.around(before.prio.as_ref(), before.condition.as_ref(), &before.body);
        }
        if let Some(who) = &class.order {
            self.line();
            self.put("order by ");
            self.value(who);
            self.put(";");
        }
        self.tagged("effect", class.effect.as_ref());
    }

    /// ` [prio n] [where condition] { ... }`
    fn around(&mut self, prio: Option<&Expr>, condition: Option<&Expr>, body: &Block) {
        if let Some(prio) = prio {
            self.put(" prio ");
            self.before_brace(prio);
        }
        if let Some(condition) = condition {
            self.put(" where ");
            self.before_brace(condition);
        }
        self.put(" ");
        self.block(body);
    }

    /// An expression behind which a block stands.
    fn before_brace(&mut self, expr: &Expr) {
        if !takes_brace(expr) {
            return self.value(expr);
        }
        self.put("(");
        self.value(expr);
        self.put(")");
    }

    /// `tag { ... }` on its own line
    fn tagged(&mut self, tag: &str, block: Option<&Block>) {
        if let Some(block) = block {
            self.line();
            self.put(tag);
            self.put(" ");
            self.block(block);
        }
    }

    fn attribute(&mut self, attribute: &Attribute) {
        self.put(if attribute.secret { "secret " } else { "" });
        if !attribute.long {
            let Attribute { ty, name, value, .. } = attribute.clone();
            self.declare(&Declare { ty, name, value });
            return self.put(";");
        }
        self.put(&format!("attribute {} ", attribute.name.text));
        self.braces(|p| {
            p.line();
            p.put("returns ");
            p.ty(&attribute.ty);
            p.put(";");
            if let Some(value) = &attribute.value {
                p.line();
                p.put("value ");
                p.value(value);
                p.put(";");
            }
        });
    }

    pub(super) fn function(&mut self, function: &Function) {
        self.put(if function.is_abstract { "abstract " } else { "" });
        self.put(if function.is_override { "override " } else { "" });
        self.put("function ");
        if function.long {
            self.long_function(function);
        } else {
            self.short_function(function);
        }
    }

    fn long_function(&mut self, function: &Function) {
        self.put(&function.name.text);
        self.put(" ");
        self.braces(|p| {
            function.inputs.iter().for_each(|input| p.input(input));
            if let Some(returns) = &function.returns {
                p.line();
                p.put("returns ");
                p.ty(returns);
                p.put(";");
            }
            p.tagged("effect", function.body.as_ref());
        });
    }

    fn short_function(&mut self, function: &Function) {
        if let Some(returns) = &function.returns {
            self.ty(returns);
            self.put(" ");
        }
        self.put(&function.name.text);
        self.parameters(&function.inputs);
        match &function.body {
            Some(body) => {
                self.put(" ");
                self.block(body);
            }
            None => self.put(";"),
        }
    }

    /// `(T a, U b = x)`
    fn parameters(&mut self, inputs: &[Input]) {
        self.put("(");
        self.list(inputs, |p, input| {
            p.parameter(&Parameter { ty: input.ty.clone(), name: input.name.clone() });
            if let InputSource::Given(Some(default)) = &input.source {
                p.put(" = ");
                p.value(default);
            }
        });
        self.put(")");
    }

    fn action(&mut self, action: &Action) {
        if action.is_after
            && let ([trigger], Some(effect)) = (&action.triggers[..], &action.effect)
        {
            self.put(&format!("after {}", trigger.event.text));
            let condition = if trigger.short { returned(&trigger.body) } else { None };
            return self.around(action.prio.as_ref(), condition, effect);
        }
        self.put(if action.is_override { "override " } else { "" });
        self.put(&format!("action {} ", action.name.text));
        self.braces(|p| {
            if let Some(prio) = &action.prio {
                p.line();
                p.put("prio ");
                p.value(prio);
                p.put(";");
            }
            action.inputs.iter().for_each(|input| p.input(input));
            action.requires.iter().for_each(|block| p.tagged("require", Some(block)));
            action.triggers.iter().for_each(|trigger| p.trigger(trigger));
            p.tagged("effect", action.effect.as_ref());
            action.ensures.iter().for_each(|block| p.tagged("ensure", Some(block)));
        });
    }

    fn trigger(&mut self, trigger: &Trigger) {
        if trigger.short
            && let Some(condition) = returned(&trigger.body)
        {
            self.line();
            self.put(&format!("trigger {} where ", trigger.event.text));
            self.value(condition);
            return self.put(";");
        }
        self.tagged(&format!("trigger {}", trigger.event.text), Some(&trigger.body));
    }

    /// An input on its own line.
    fn input(&mut self, input: &Input) {
        self.line();
        self.put(if input.optional { "optional " } else { "" });
        match &input.source {
            InputSource::Default => {}
            InputSource::Player(None) => self.put("player "),
            InputSource::Player(Some(who)) => {
                self.put("player (");
                self.expr(who);
                self.put(") ");
            }
            InputSource::Auto => self.put("auto "),
            InputSource::Given(_) => self.put("function "),
        }
        self.put("input ");
        self.parameter(&Parameter { ty: input.ty.clone(), name: input.name.clone() });
        if let InputSource::Given(Some(default)) = &input.source {
            self.put(" = ");
            self.value(default);
        }
        self.input_spec(&input.spec);
        if input.spec.filters.is_empty() {
            self.put(";");
        }
    }
}

/// The condition of a trigger in its short form.
fn returned(body: &Block) -> Option<&Expr> {
    match &body.statements.first()?.kind {
        StatementKind::Return(value) => value.as_ref(),
        _ => None,
    }
}
