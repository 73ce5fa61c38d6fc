//! Cards of collectible games in statements: `.ccg` text to a tree of TGDL. Which abilities, actions, targets, types of
//! cards and requirements there are is looked up in the rule set that the file imports; this folder knows none of them.

mod ability;
mod action;
mod ahead;
mod brackets;
mod card;
mod clause;
mod foreign;
mod layout;
mod lexer;
mod listing;
mod reader;
mod requirement;
mod rules;
mod signature;
mod statement;
mod target;
mod token;
mod vocabulary;

use crate::{Around, Dialect, tgdl};
use base::{Checked, FileId, Origins};
use language::tree::Module;
use reader::Reader;
use token::{Tok, unquoted};
use vocabulary::Vocabulary;

/// Cards of collectible games in statements.
pub const DIALECT: Dialect = Dialect {
    name: "cards",
    ending: "ccg",
    parse,
    imports: Some(rules::imports),
    recovers: false,
    title,
    has_libraries: true,
    format: Some(layout::format),
    expand: tgdl::print,
    vocabulary: Some(listing::vocabulary),
    declared: Some(listing::declared),
    explanations: include!(concat!(env!("OUT_DIR"), "/ccg-explanations.rs")),
};

/// At most so many problems of one file are kept: all of them, wherever a person wrote it. Whoever shows them shows as
/// many as can be read, and counts the others.
const MAX_PROBLEMS: usize = 10_000;

/// A game has at most so many cards, and they at most so many function values: a program has room for 65,535 functions,
/// those of its rules included. Messages name both numbers.
const MAX_CARDS: usize = 10_000;
const MAX_VALUES: usize = 50_000;

/// Reads one file. There is always a module, whatever the text is. Problems come sorted by place.
pub fn parse(file: FileId, text: &str, around: &Around<'_>, origins: &mut Origins) -> Checked<Module> {
    let (tokens, mut problems) = lexer::lex(file, text);
    let words = around.visible.map(Vocabulary::of);
    let mut reader = Reader::new(file, text, &tokens, words.as_ref(), origins);
    reader.look_ahead(around);
    let stated = if reader.told_excess() { statement::Stated::default() } else { reader.statements() };
    let value = rules::module(&mut reader, stated, around);
    problems.append(&mut reader.problems);
    let mut checked = Checked { value, problems }.sorted();
    // What stands behind other words of its card is read twice.
    checked.problems.dedup_by(|a, b| (a.span, a.code, &a.message) == (b.span, b.code, &b.message));
    checked.problems.truncate(MAX_PROBLEMS);
    checked
}

/// The name in the line `game "Name"`, which may be `Game is "Name"` as well.
fn title(text: &str) -> Option<String> {
    let (tokens, _) = lexer::lex(FileId(0), text);
    let is = |token: &token::Token, word: &str| token.text(text).eq_ignore_ascii_case(word);
    let named = |at: usize| {
        let begin = tokens.get(at).filter(|token| token.starts_line && is(token, "game"));
        let skipped =
            if begin.is_some() && tokens.get(at + 1).is_some_and(|token| is(token, "is")) { 2 } else { 1 };
        tokens.get(at + skipped).filter(|token| begin.is_some() && token.kind == Tok::Text)
    };
    (0..tokens.len()).find_map(named).map(|name| unquoted(name.text(text)))
}

#[cfg(test)]
mod tests {
    use super::title;

    #[test]
    fn a_file_of_cards_may_be_a_game() {
        assert_eq!(title("// x\n\nimport \"rules\"\ngame \"Two Lands\"\n"), Some("Two Lands".to_owned()));
        assert_eq!(title("Game is \"Two Lands\"\n"), Some("Two Lands".to_owned()));
        assert_eq!(title("new Card called \"game\"\nnew Card \"x\""), None);
    }
}
