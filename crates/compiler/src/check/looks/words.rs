//! What texts and names of a game are in other languages. It does not know where they are shown.

use super::super::problems as problem;
use super::super::world::World;
use base::{NodeId, Problem};
use language::about::is_language;
use language::limits::MAX_WORDS;
use language::tree::{Expr, ExprKind, Item, Part, WordPair, Words};
use language::words::{Slip, Translation, Translations, Vocabulary};
use std::collections::BTreeMap;

/// The words of all modules. What a module says goes before what those say that it imports.
pub(super) fn check(world: &World<'_>) -> Translations {
    let words = |m: &usize| world.modules[*m].items.iter().filter_map(words_of);
    if (0..world.modules.len()).all(|m| words(&m).next().is_none()) {
        return Translations::new();
    }
    let vocabulary = Vocabulary::of(world.modules);
    let mut all = Translations::new();
    let mut count = 0;
    for m in 0..world.modules.len() {
        // By language what this module has said, and where.
        let mut said: BTreeMap<&str, BTreeMap<String, NodeId>> = BTreeMap::new();
        for words in words(&m) {
            let language = words.language.text.as_str();
            if !is_language(language) {
                world.report(problem::words_language(world.span(words.language.id), language));
                continue;
            }
            for pair in &words.pairs {
                count += 1;
                if count > MAX_WORDS {
                    let at = world.span(pair.own.id);
                    world.report(problem::too_many_in_game(at, "texts in other languages", count, MAX_WORDS));
                    return all;
                }
                let text = language::print::expression(&pair.own);
                let first = *said.entry(language).or_default().entry(text.clone()).or_insert(pair.own.id);
                if first == pair.own.id {
                    let Some(translation) = translation(world, pair, &vocabulary) else { continue };
                    all.entry(language.to_owned()).or_default().push(translation);
                } else {
                    let at = world.span(pair.own.id);
                    world.report(problem::look_twice(at, text.trim_matches('"'), world.span(first)));
                }
            }
        }
    }
    all
}

fn words_of(item: &Item) -> Option<&Words> {
    if let Item::Words(words) = item { Some(words) } else { None }
}

fn translation(world: &World<'_>, pair: &WordPair, vocabulary: &Vocabulary) -> Option<Translation> {
    let problem = |e: &Expr, slip| -> Problem {
        let at = world.span(e.id);
        match slip {
            Slip::Empty => problem::words_empty(at),
            Slip::Untranslated => problem::untranslated_words(at),
            Slip::Joined(first, second) => problem::words_joined(at, &first, &second),
            Slip::NoValue(value) => problem::words_value(at, &value),
        }
    };
    match Translation::of(pair) {
        Ok(translation) => {
            if let ExprKind::String(own) = &pair.own.kind
                && !vocabulary.has(own)
            {
                let at = world.span(pair.own.id);
                let plain = if let [Part::Text(text)] = &own[..] { text.as_str() } else { "" };
                world.report(problem::unknown_words(at, plain, vocabulary.plain()));
            }
            Some(translation)
        }
        Err(slip @ (Slip::NoValue(_) | Slip::Untranslated)) => world.refuse(problem(&pair.translated, slip)),
        Err(slip) => world.refuse(problem(&pair.own, slip)),
    }
}
