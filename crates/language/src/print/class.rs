//! Classes, functions and actions as text.

use super::Printer;
use crate::tree::{
    Action, Asks, Attribute, Block, Class, ClassKind, Declare, Function, Input, Parameter, Trigger,
    Visibility,
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
        });
        self.put(&class.name.text);
        if let Some(parent) = &class.parent {
            self.put(&format!(" extends {}", parent.text));
        }
        self.put(" ");
        self.braces(|p| p.members(class));
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
        self.tagged("effect", class.effect.as_ref());
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
        self.put("(");
        self.list(&function.inputs, |p, input| {
            p.parameter(&Parameter { ty: input.ty.clone(), name: input.name.clone() });
            if let Asks::Given(Some(default)) = &input.asks {
                p.put(" = ");
                p.value(default);
            }
        });
        self.put(")");
        match &function.body {
            Some(body) => {
                self.put(" ");
                self.block(body);
            }
            None => self.put(";"),
        }
    }

    fn action(&mut self, action: &Action) {
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
        self.tagged(&format!("trigger {}", trigger.event.text), Some(&trigger.body));
    }

    /// An input on its own line.
    fn input(&mut self, input: &Input) {
        self.line();
        self.put(if input.optional { "optional " } else { "" });
        match &input.asks {
            Asks::Default => {}
            Asks::Player(None) => self.put("player "),
            Asks::Player(Some(who)) => {
                self.put("player (");
                self.expr(who);
                self.put(") ");
            }
            Asks::Auto => self.put("auto "),
            Asks::Given(_) => self.put("function "),
        }
        self.put("input ");
        self.parameter(&Parameter { ty: input.ty.clone(), name: input.name.clone() });
        if let Asks::Given(Some(default)) = &input.asks {
            self.put(" = ");
            self.value(default);
        }
        self.input_wish(&input.wish);
        if input.wish.filters.is_empty() {
            self.put(";");
        }
    }
}
