//! A whole file: its directives and its items. It knows neither other files nor what names mean.

use super::function::Marks;
use super::parser::Parser;
use super::recover::ONLY_ITEMS;
use super::token::Tok;
use base::{Problem, Span};
use language::tree::{Case, CaseAttribute, Enum, Extension, Game, Import, Item, Module, Parameter};

const ITEMS: &str = "game import export enum class interactable event function board zone deck dice modifier layers look turn \
    setup test option param const extend local group global abstract override action";

/// Words that begin a statement, and no item.
const STATEMENTS: [&str; 10] =
    ["players", "team", "turns", "winner", "score", "tell", "raise", "if", "for", "while"];

impl Parser<'_> {
    /// `[game "Name";] import "path"; ... items`
    pub(crate) fn module(&mut self) -> Module {
        let (imports, items) = (Vec::new(), Vec::new());
        let mut module = Module { file: self.file, game: None, imports, items, is_tests: false };
        while !self.at_end() {
            let before = self.position();
            if !self.eat(Tok::Semicolon) {
                self.element(&mut module);
            }
            if self.lost {
                self.skip_broken_item(before);
            }
            if self.position() == before {
                self.skip_one();
            }
        }
        module
    }

    fn element(&mut self, module: &mut Module) {
        let start = self.span();
        match self.word() {
            "game" => self.game(module),
            "import" => self.import(module),
            "export" if self.word_at(1) == "import" => self.import(module),
            _ => {
                if let Some(item) = self.item(start) {
                    module.items.push(item);
                }
            }
        }
    }

    fn item(&mut self, start: Span) -> Option<Item> {
        let named = self.peek_at(1).is_word();
        Some(match self.word() {
            "enum" => Item::Enum(self.enumeration()),
            "open" if self.word_at(1) == "enum" => Item::Enum(self.enumeration()),
            "extend" if self.word_at(1) == "enum" => Item::Extend(self.extension()),
            "board" => Item::Board(self.board()),
            "setup" => Item::Setup(self.setup()),
            "test" => Item::Test(self.test()),
            "zone" if named => Item::Zone(self.zone(false)),
            "deck" if named => Item::Zone(self.zone(true)),
            "modifier" if named => Item::Class(self.modifier()),
            "abstract" if self.word_at(1) == "modifier" && self.peek_at(2).is_word() => {
                Item::Class(self.modifier())
            }
            "layers" if named => Item::Layers(self.layers()),
            "look" if self.word_at(1) == "words" && self.peek_at(2).is_word() => Item::Words(self.words()),
            "look" if named => Item::Look(self.look()),
            "dice" if named => Item::Dice(self.dice()),
            "turn" if named || self.peek_at(1) == Tok::OpenBrace => Item::Turn(self.turn()),
            "option" | "param" if named => Item::Option(self.game_option()),
            _ if self.class_ahead() => Item::Class(self.class()),
            "const" if named => Item::Const(self.constant()),
            "function" | "abstract" | "override" => {
                let marks = self.marks();
                if !self.is_word("function") {
                    self.no_item();
                    return None;
                }
                Item::Function(self.function(start, marks))
            }
            _ if self.function_after_type() => Item::Function(self.turned_function(start, Marks::default())),
            _ => {
                self.no_item();
                return None;
            }
        })
    }

    fn no_item(&mut self) {
        if self.is(Tok::CloseBrace) {
            let problem = self.here("unexpected-token", "this `}` closes nothing");
            self.fail(problem.hint("leave it out, or look for a `}` too many before it"));
            self.bump();
            return;
        }
        if self.is_word("action") || self.is_word("attribute") {
            let problem = self.here("unexpected-token", format!("{} belongs into a class", self.found()));
            return self.fail(problem.hint("write `global class Rules { ... }` around it"));
        }
        if ["Zone", "Zones"].contains(&self.word()) && self.peek_at(1) == Tok::Less {
            let problem =
                self.here("unexpected-token", "a zone is declared with `zone`, its name and what it holds");
            return self.fail(
                problem
                    .hint("`zone stock of Card;`, or one for each player: `zone hand of Card per player;`"),
            );
        }
        if STATEMENTS.contains(&self.word()) {
            let problem = self.here("unexpected-token", format!("{} stands in a block", self.found()));
            return self.fail(problem.hint(
                "what is done at the beginning stands in `setup { ... }`, all else in an effect or a function",
            ));
        }
        if ["die", "dice"].contains(&self.word()) && self.peek_at(1).is_word() {
            let problem = self.here("unexpected-token", "dice are declared with their faces in braces");
            let hint = format!("`dice {} {{ faces 1, 2, 3, 4, 5, 6; }}`", self.word_at(1));
            return self.fail(problem.hint(hint));
        }
        if self.declaration_ahead() && matches!(self.peek_at(2), Tok::Equal | Tok::Semicolon) {
            let problem = self.here("unexpected-token", "a variable cannot stand outside of blocks");
            let ty = match self.word() {
                "var" | "let" if self.peek_at(3).is_string() => "string",
                "int" | "float" | "double" | "var" | "let" => "number",
                other => other,
            };
            let name = self.word_at(1);
            let attribute = format!("`global class Rules {{ {ty} {name}; }}` holds what changes");
            return self.fail(match self.peek_at(2) {
                Tok::Equal => {
                    problem.hint(format!("`const {ty} {name} = ...;` is one that never changes, {attribute}"))
                }
                _ => problem.hint(attribute),
            });
        }
        self.no_part(ITEMS, "expected a class, a function, a board, a zone, a turn, `setup` or a test");
    }

    /// Goes to the next token that starts an item.
    fn skip_broken_item(&mut self, before: usize) {
        self.lost = false;
        while !self.at_end() {
            let fresh = self.position() > before;
            let starts_item = self.is_word("event")
                || self.class_ahead()
                || self.is(Tok::Word) && ITEMS.split(' ').any(|item| item == self.word());
            let keyword = self.is_keyword_of(ONLY_ITEMS) || self.is_word("function");
            if fresh && (keyword || starts_item && self.starts_line()) {
                return;
            }
            let ends = matches!(self.peek(), Tok::OpenBrace | Tok::Semicolon);
            self.skip_one();
            if ends {
                return;
            }
        }
    }

    // ---- directives ----

    /// `game "Name";`, only as the first thing of a file
    fn game(&mut self, module: &mut Module) {
        let start = self.span();
        self.bump();
        let name = self.constant_text("the name of the game").text;
        self.end_statement();
        if let Some(first) = &module.game {
            let first = self.origins.span(first.id);
            let problem = Problem::error("game-not-first", start, "`game` stands here a second time");
            self.report(problem.other(first, "the first one").hint("keep one of them"));
            return;
        }
        if !module.imports.is_empty() || !module.items.is_empty() {
            let problem =
                Problem::error("game-not-first", start, "`game` must be the first thing in its file");
            self.report(problem.hint("move it to the top"));
        }
        module.game = Some(Game { id: self.node_since(start), name });
    }

    /// `[export] import "path" [as name];`, before all items
    fn import(&mut self, module: &mut Module) {
        let start = self.span();
        let is_exported = self.eat_word("export");
        self.bump();
        let text = self.span();
        let path = self.constant_text("the path of a file").text;
        if path.is_empty() && !self.lost {
            let problem =
                Problem::error("missing-text", text, "an import names a file, and this text is empty");
            self.report(problem.hint("write it like `import \"std/cards\";`"));
        }
        let named = !self.lost && self.eat_word("as");
        let alias = named.then(|| self.declared_name("a name for the file"));
        self.end_statement();
        if !module.items.is_empty() {
            let problem =
                Problem::error("import-not-first", start, "`import` must stand before everything but `game`");
            self.report(problem.hint("move it to the top of the file"));
        }
        module.imports.push(Import { id: self.node_since(start), is_exported, path, alias });
    }

    // ---- enumerations ----

    /// `[open] enum Rank { number points; Four(0), Five(0) }`
    fn enumeration(&mut self) -> Enum {
        let start = self.span();
        let is_open = self.eat_word("open");
        self.bump();
        let name = self.declared_name("a name for the enumeration");
        let (mut attributes, mut cases) = (Vec::new(), Vec::new());
        self.parts_in_braces("before the cases", ONLY_ITEMS, |p| p.enum_part(&mut attributes, &mut cases));
        Enum { id: self.node_since(start), is_open, name, attributes, cases }
    }

    /// `extend enum Keyword { Shadow }`
    fn extension(&mut self) -> Extension {
        let start = self.span();
        self.bump();
        self.bump();
        let name = self.named_class("the name of the enumeration");
        let mut cases = Vec::new();
        self.parts_in_braces("before the cases", ONLY_ITEMS, |p| p.case(&mut cases));
        Extension { id: self.node_since(start), name, cases }
    }

    /// `T name;`, `T name = value;` or a case
    fn enum_part(&mut self, attributes: &mut Vec<CaseAttribute>, cases: &mut Vec<Case>) {
        if self.declaration_ahead() && self.enum_attribute_ahead() {
            let Parameter { ty, name } = self.parameter();
            let value = self.eat(Tok::Equal).then(|| self.value());
            attributes.push(CaseAttribute { ty, name, value });
            self.end_statement();
            return;
        }
        self.case(cases);
    }

    /// `Name` or `Name(values)`, and a comma
    fn case(&mut self, cases: &mut Vec<Case>) {
        let name = self.declared_name("a name for the case");
        if self.lost {
            return;
        }
        let bracket = self.eat(Tok::OpenParen);
        let values = match bracket {
            true => self.until(Tok::CloseParen, "after the values", Self::argument),
            false => Vec::new(),
        };
        cases.push(Case { name, values });
        let ended =
            self.lost || self.eat(Tok::Comma) || matches!(self.peek(), Tok::CloseBrace | Tok::Semicolon);
        if !ended {
            let place = self.after_previous();
            let problem = Problem::error("expected-token", place, "expected `,` between two cases");
            self.report(problem.label("`,` is missing").fix(place, ","));
        }
    }

    fn enum_attribute_ahead(&self) -> bool {
        let end = self.scan_type(0, &mut 50).unwrap_or(0);
        matches!(self.peek_at(end + 1), Tok::Semicolon | Tok::Equal)
    }
}
