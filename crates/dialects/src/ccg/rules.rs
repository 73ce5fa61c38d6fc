//! The file as a whole: with which rule set its statements are read, and the module that they make.

use super::lexer;
use super::reader::Reader;
use super::statement::Stated;
use super::token::{Tok, unquoted};
use super::vocabulary::names;
use crate::Around;
use base::{FileId, Problem, Span};
use language::tree::{Expr, ExprKind, Game, Import, Item, Module, Players, Setup, StatementKind};
use std::collections::BTreeSet;

/// The rule set of a file that names none and has none beside it: the library in which lands are counted.
const USUAL: &str = "std/counted";

/// A file of this name beside the cards is their rule set, where they name none.
const BESIDE: &str = "rules";

/// What a file imports, with the rule set that it does not name itself. `beside` are the names of the files of its folder.
pub(crate) fn imports(text: &str, beside: &[String]) -> Vec<String> {
    let (tokens, _) = lexer::lex(FileId(0), text);
    let pairs = tokens.windows(2);
    let named = pairs.filter(|pair| {
        pair[0].starts_line && pair[0].text(text).eq_ignore_ascii_case("import") && pair[1].kind == Tok::Text
    });
    let mut all: Vec<String> = named.map(|pair| unquoted(pair[1].text(text))).collect();
    all.extend(unnamed(&all, beside));
    all
}

/// The rule set where no import names one.
fn unnamed(imports: &[String], beside: &[String]) -> Option<String> {
    if imports.iter().any(|path| !is_cards(path)) {
        return None;
    }
    let stands_beside = beside.iter().any(|name| name.strip_suffix(".tgdl") == Some(BESIDE));
    // What cards of the same rules are made of comes along with them.
    let comes_along = !imports.is_empty() && !stands_beside;
    (!comes_along).then(|| if stands_beside { BESIDE } else { USUAL }.to_owned())
}

fn is_cards(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, ending)| ending == super::DIALECT.ending)
}

/// The tree of a file. One with errors holds its imports and, where it is a game, an empty `setup`.
pub(crate) fn module(reader: &mut Reader<'_, '_>, stated: Stated, around: &Around<'_>) -> Module {
    let file = reader.file;
    let start = Span { file, start: 0, end: 0 };
    let words = reader.words;
    let begins = words.is_some_and(|words| words.begins);
    if let (Some((_, at)), Some(words)) = (&stated.game, words)
        && !words.begins
    {
        let message = "the rules of this game do not say how a match begins with these cards";
        let hint = format!("they need a `function void {}(List<{}> cards)`", names::BEGIN, words.card);
        reader.report(Problem::error("card-rules", *at, message).hint(hint));
    }
    if let Some(words) = words.filter(|words| words.card.is_empty())
        && !words.names.is_empty()
    {
        let at = stated.imports.first().map_or(start, |(_, at)| *at);
        let message = "the rules that these cards are for do not say how a card is made";
        let hint = "they need what `std/ccg/sentences` has: import it there";
        reader.report(Problem::error("card-rules", at, message).hint(hint));
    }
    let mut paths: Vec<(String, Span)> = stated.imports.clone();
    let named: Vec<String> = paths.iter().map(|(path, _)| path.clone()).collect();
    paths.extend(unnamed(&named, around.beside).map(|path| (path, start)));
    let mut imports = Vec::new();
    // What two of them have cannot be brought together; that was told.
    let mut are_there_cards = false;
    for (path, at) in paths {
        if is_cards(&path) && std::mem::replace(&mut are_there_cards, true) && reader.known.is_torn {
            continue;
        }
        reader.build.at = at;
        // Who imports these cards sees their rules and the cards that they bring along.
        imports.push(Import { id: reader.build.id(), is_exported: true, path, alias: None });
    }
    let is_game = stated.game.is_some() || (around.is_main && begins);
    let (title, at) = stated.game.clone().unwrap_or_else(|| (around.stem.to_owned(), start));
    reader.build.at = at;
    let is_sound = words.is_some() && !reader.problems.iter().any(Problem::is_error);
    let mut items = Vec::new();
    let mut begin = None;
    if is_sound {
        reader.make_cards();
        items = std::mem::take(&mut reader.items);
        // Nobody else can read what the main file names and does not use itself.
        let read: BTreeSet<String> = reader.cards.iter().chain(&reader.used).cloned().collect();
        items.retain(|item| !around.is_main || is_read(&read, item));
        let (list, all) = list(reader, around);
        items.push(list);
        begin = Some(reader.build.call(names::BEGIN, vec![all]));
    }
    if is_game {
        items.push(setup(reader, begin));
    }
    let game = is_game.then(|| Game { id: reader.build.id(), name: title });
    Module { file, game, imports, items, is_tests: false }
}

/// Whether something reads a constant that a `val` has made; cards are in the list of cards.
fn is_read(read: &BTreeSet<String>, item: &Item) -> bool {
    match item {
        Item::Const(constant) => read.contains(&constant.name.text),
        // An action without its target, which this file reads where it stands.
        Item::Function(_) => false,
        _ => true,
    }
}

/// `const List<Def> cards = { ... };`, called like the file, with the cards of the files that it imports.
fn list(reader: &mut Reader<'_, '_>, around: &Around<'_>) -> (Item, Expr) {
    let card = reader.words.map_or(String::new(), |words| words.card.clone());
    let cards = std::mem::take(&mut reader.cards);
    let mut listed = BTreeSet::new();
    let values =
        cards.iter().filter(|name| listed.insert(*name)).map(|name| reader.build.var(name)).collect();
    let mut all = reader.build.braces(values);
    let imported = imported_lists(around);
    for import in &imported {
        // A list in braces has a type only where one is expected.
        let other = reader.build.var(import);
        all = match &all.kind {
            ExprKind::Braces(own) if own.is_empty() => other,
            _ => reader.build.method(other, "concat", vec![all]),
        };
    }
    // A file of cards may come in several ways, and a card of the rules be stated in several files.
    if !imported.is_empty() {
        all = reader.build.method(all, "distinct", Vec::new());
    }
    let name = std::mem::take(&mut reader.known.list);
    let card = reader.build.named_type(&card);
    let ty = reader.build.generic("List", vec![card]);
    let constant = reader.build.constant(ty, &name, all);
    (Item::Const(constant), reader.build.var(&name))
}

/// The lists of the files of cards that a file imports.
fn imported_lists(around: &Around<'_>) -> Vec<String> {
    around.same.iter().map(|module| last_constant(module)).filter(|name| !name.is_empty()).collect()
}

/// The list of a file of cards stands behind its cards.
fn last_constant(module: &Module) -> String {
    let mut constants =
        module.items.iter().filter_map(|item| if let Item::Const(c) = item { Some(c) } else { None });
    constants.next_back().map_or(String::new(), |constant| constant.name.text.clone())
}

/// `setup { players seats; begin(cards); }`
fn setup(reader: &mut Reader<'_, '_>, begin: Option<Expr>) -> Item {
    let has_seats = reader.words.is_some_and(|words| words.has_seats);
    let least = if has_seats { reader.build.var(names::SEATS) } else { reader.build.number(2.0) };
    let players = Players { least, most: None, others: Vec::new(), names: Vec::new() };
    let mut statements = vec![reader.build.statement(StatementKind::Players(players))];
    if let Some(begin) = begin {
        statements.push(reader.build.statement(StatementKind::Expr(begin)));
    }
    let body = reader.build.block(statements);
    Item::Setup(Setup { id: reader.build.id(), body })
}
