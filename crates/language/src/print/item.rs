//! A whole file and its items as text.

use super::Printer;
use crate::tree::{Case, Enum, GameOption, Import, Item, Module, Phase, Turn};

impl Printer {
    pub(super) fn module(&mut self, module: &Module) {
        if let Some(game) = &module.game {
            self.put("game ");
            self.quoted(&game.name);
            self.put(";\n");
        }
        for import in &module.imports {
            self.import(import);
        }
        for item in &module.items {
            if !self.text.is_empty() {
                self.put("\n");
            }
            self.item(item);
            self.put("\n");
        }
    }

    fn import(&mut self, import: &Import) {
        self.put("import ");
        self.quoted(&import.path);
        if let Some(alias) = &import.alias {
            self.put(&format!(" as {}", alias.text));
        }
        self.put(";\n");
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Enum(item) => self.enumeration(item),
            Item::Class(item) => self.class(item),
            Item::Function(item) => self.function(item),
            Item::Board(item) => self.board(item),
            Item::Zone(item) => self.zone(item),
            Item::Dice(item) => self.dice(item),
            Item::Turn(item) => self.turn(item),
            Item::Layers(item) => {
                self.put("layers ");
                self.list(&item.names, |p, name| p.put(&name.text));
                self.put(";");
            }
            Item::Option(item) => self.option(item),
            Item::Look(item) => self.look(item),
            Item::Setup(item) => {
                self.put("setup ");
                self.block(&item.body);
            }
            Item::Test(item) => {
                self.put("test ");
                self.quoted(&item.name);
                self.put(" ");
                self.block(&item.body);
            }
        }
    }

    fn enumeration(&mut self, item: &Enum) {
        self.put(&format!("enum {} ", item.name.text));
        self.braces(|p| {
            for attribute in &item.attributes {
                p.line();
                p.parameter(attribute);
                p.put(";");
            }
            for (i, case) in item.cases.iter().enumerate() {
                p.line();
                p.case(case);
                p.put(if i + 1 < item.cases.len() { "," } else { "" });
            }
        });
    }

    fn case(&mut self, case: &Case) {
        self.put(&case.name.text);
        if !case.values.is_empty() {
            self.put("(");
            self.list(&case.values, Printer::value);
            self.put(")");
        }
    }

    fn option(&mut self, option: &GameOption) {
        self.put(if option.is_param { "param " } else { "option " });
        self.ty(&option.ty);
        self.put(&format!(" {} = ", option.name.text));
        self.value(&option.value);
        if let Some(within) = &option.within {
            self.put(" in ");
            self.value(within);
        }
        if let Some(prompt) = &option.prompt {
            self.put(" ");
            self.text(prompt);
        }
        self.put(";");
    }

    fn turn(&mut self, turn: &Turn) {
        self.put(&format!("turn {} ", turn.name.text));
        self.braces(|p| {
            turn.phases.iter().for_each(|phase| p.phase(phase));
            if let Some(default) = &turn.default {
                p.line();
                p.put("default ");
                p.block(default);
            }
        });
    }

    fn phase(&mut self, phase: &Phase) {
        self.line();
        self.put(&format!("phase {}", phase.name.text));
        if phase.default.is_none() && phase.simultaneous.is_none() && phase.then.is_none() {
            return self.put(";");
        }
        self.put(" ");
        self.braces(|p| {
            if let Some(simultaneous) = &phase.simultaneous {
                p.line();
                p.put("simultaneous ");
                p.expr(&simultaneous.players);
                p.put(if simultaneous.open { " open;" } else { ";" });
            }
            for (word, block) in [("then ", &phase.then), ("default ", &phase.default)] {
                if let Some(block) = block {
                    p.line();
                    p.put(word);
                    p.block(block);
                }
            }
        });
    }
}
