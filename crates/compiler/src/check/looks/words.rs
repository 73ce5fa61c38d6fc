//! What texts and names of a game are in other languages. It does not know where they are shown.

use super::super::Link;
use super::super::problems as problem;
use super::super::world::World;
use crate::typed::dispatch::reached_first;
use base::{NodeId, Problem};
use language::about::is_language;
use language::limits::MAX_WORDS;
use language::tree::{Expr, ExprKind, Item, Part, WordPair, Words};
use language::words::{Slip, Translation, Translations, Vocabulary, other_first};
use std::collections::{BTreeMap, BTreeSet};

/// The words of all modules. What a module says goes before what those say that it imports.
pub(super) fn check(world: &World<'_>) -> Translations {
    let words = |m: usize| world.modules[m].items.iter().filter_map(words_of);
    if (0..world.modules.len()).all(|m| words(m).next().is_none()) {
        return Translations::new();
    }
    let vocabulary = Vocabulary::of(world.modules);
    let mut all = Translations::new();
    // By language what has been said by the modules before, without what tells values apart.
    let mut known: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let mut count = 0;
    for m in importers_first(world.links) {
        let mut said: BTreeMap<(&str, String), NodeId> = BTreeMap::new();
        for words in words(m) {
            let language = words.language.text.as_str();
            if !is_language(language) {
                world.report(problem::words_language(world.span(words.language.id), language));
                continue;
            }
            for pair in &words.pairs {
                count += 1;
                let at = world.span(pair.own.id);
                if count > MAX_WORDS {
                    world.report(problem::too_many_in_game(at, "texts in other languages", count, MAX_WORDS));
                    return all;
                }
                let Some(translation) = translation(world, pair, &vocabulary) else { continue };
                let mark = translation.mark();
                let first = *said.entry((language, mark.clone())).or_insert(pair.own.id);
                if first != pair.own.id {
                    let text = language::print::expression(&pair.own);
                    world.report(problem::look_twice(at, text.trim_matches('"'), world.span(first)));
                } else if !is_known(&known, language, &mark) {
                    all.entry(language.to_owned()).or_default().push(translation);
                }
            }
        }
        for (language, mark) in said.into_keys() {
            known.entry(language).or_default().insert(mark);
        }
    }
    all
}

/// Whether a module before has said it, with whatever capital.
fn is_known(known: &BTreeMap<&str, BTreeSet<String>>, language: &str, mark: &str) -> bool {
    known.get(language).is_some_and(|known| known.contains(mark) || known.contains(&other_first(mark)))
}

/// The modules, each before those that it imports, as far as they do not import each other.
fn importers_first(links: &[Vec<Link>]) -> impl Iterator<Item = usize> {
    let imported: Vec<Vec<usize>> =
        links.iter().map(|links| links.iter().flatten().copied().collect()).collect();
    reached_first(&imported).into_iter().rev()
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
                // Texts with values are not compared, and there may be as many of them as of texts that are told.
                let plain = if let [Part::Text(text)] = &own[..] { text.as_str() } else { "" };
                let near = (!plain.is_empty()).then(|| vocabulary.plain()).into_iter().flatten();
                world.report(problem::unknown_words(at, plain, near));
            }
            Some(translation)
        }
        Err(slip @ (Slip::NoValue(_) | Slip::Untranslated)) => world.refuse(problem(&pair.translated, slip)),
        Err(slip) => world.refuse(problem(&pair.own, slip)),
    }
}
