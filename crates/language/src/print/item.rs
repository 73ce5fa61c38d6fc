//! A whole file and its items as text.

use super::{Line, List, Print, Printer};
use crate::tree::{Case, Enum, GameOption, Item, Module, Phase, Turn};

impl Printer {
    pub(super) fn module(&mut self, module: &Module) {
        if let Some(game) = &module.game {
            put!(self, "game ");
            self.quoted(&game.name);
            put!(self, ";\n");
        }
        for import in &module.imports {
            put!(self, import.is_exported.then_some("export "), "import ");
            self.quoted(&import.path);
            put!(self, import.alias.as_ref().map(|alias| (" as ", alias)), ";\n");
        }
        for item in &module.items {
            put!(self, (!self.text.is_empty()).then_some("\n"));
            self.item(item);
            put!(self, "\n");
        }
    }

    pub(super) fn item(&mut self, item: &Item) {
        match item {
            Item::Enum(item) => self.enumeration(item),
            Item::Extend(item) => {
                put!(self, "extend enum ", item.name, " ");
                self.braces(|p| p.cases(&item.cases));
            }
            Item::Class(item) => self.class(item),
            Item::Function(item) => self.function(item),
            Item::Board(item) => self.board(item),
            Item::Zone(item) => self.zone(item),
            Item::Dice(item) => self.dice(item),
            Item::Turn(item) => self.turn(item),
            Item::Layers(item) => put!(self, "layers ", List(&item.names), ";"),
            Item::Option(item) => self.option(item),
            Item::Const(item) => put!(self, "const ", item.ty, " ", item.name, " = ", item.value, ";"),
            Item::Look(item) => self.look(item),
            Item::Words(item) => self.words(item),
            Item::Setup(item) => put!(self, "setup ", item.body),
            Item::Test(item) => {
                put!(self, "test ");
                self.quoted(&item.name);
                put!(self, " ", item.body);
            }
        }
    }

    fn enumeration(&mut self, item: &Enum) {
        put!(self, item.is_open.then_some("open "), "enum ", item.name, " ");
        self.braces(|p| {
            for attribute in &item.attributes {
                put!(p, Line, attribute.ty, " ", attribute.name);
                put!(p, attribute.value.as_ref().map(|value| (" = ", value)), ";");
            }
            p.cases(&item.cases);
        });
    }

    fn cases(&mut self, cases: &[Case]) {
        for (i, case) in cases.iter().enumerate() {
            put!(self, Line, case, (i + 1 < cases.len()).then_some(","));
        }
    }

    fn option(&mut self, option: &GameOption) {
        put!(self, if option.is_param { "param " } else { "option " });
        put!(self, option.ty, " ", option.name, " = ", option.value);
        put!(self, option.within.as_ref().map(|within| (" in ", within)));
        put!(self, option.prompt.as_ref().map(|prompt| (" ", prompt)), ";");
    }

    fn turn(&mut self, turn: &Turn) {
        put!(self, "turn ", turn.name, " ");
        self.braces(|p| {
            turn.phases.iter().for_each(|phase| p.phase(phase));
            p.tagged("default", turn.default.as_ref());
        });
    }

    fn phase(&mut self, phase: &Phase) {
        put!(self, Line, "phase ", phase.name);
        if phase.default.is_none() && phase.simultaneous.is_none() && phase.then.is_none() {
            return put!(self, ";");
        }
        put!(self, " ");
        self.braces(|p| {
            if let Some(simultaneous) = &phase.simultaneous {
                put!(p, Line, "simultaneous ");
                p.expr(&simultaneous.players);
                put!(p, if simultaneous.open { " open;" } else { ";" });
            }
            p.tagged("then", phase.then.as_ref());
            p.tagged("default", phase.default.as_ref());
        });
    }
}

impl Print for Case {
    fn print(&self, p: &mut Printer) {
        put!(p, self.name);
        if !self.values.is_empty() {
            put!(p, "(", List(&self.values), ")");
        }
    }
}
