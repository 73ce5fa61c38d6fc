//! Words of cards in other languages, so that whoever writes them is told the English one. No meaning hangs on it.

/// Dutch and German words, and what they are in English.
const CLAUSES: &[(&str, &str)] = &[
    ("genaamd", "called"),
    ("genannt", "called"),
    ("heet", "called"),
    ("heisst", "called"),
    ("heißt", "called"),
    ("named", "called"),
    ("name", "called"),
    ("met_schade", "with_damage"),
    ("mit_schaden", "with_damage"),
    ("met_aanval", "with_damage"),
    ("mit_angriff", "with_damage"),
    ("with_attack", "with_damage"),
    ("with_power", "with_damage"),
    ("met_leven", "with_health"),
    ("met_levens", "with_health"),
    ("met_levenspunten", "with_health"),
    ("met_gezondheid", "with_health"),
    ("mit_leben", "with_health"),
    ("mit_lebenspunkten", "with_health"),
    ("with_life", "with_health"),
    ("with_toughness", "with_health"),
    ("heeft_vaardigheid", "has_ability"),
    ("hat_fähigkeit", "has_ability"),
    ("hat_faehigkeit", "has_ability"),
    ("with_ability", "has_ability"),
    ("vereist", "requires"),
    ("benötigt", "requires"),
    ("braucht", "requires"),
    ("needs", "requires"),
    ("costs", "requires"),
    ("gedefinieerd_als", "defined_as"),
    ("definiert_als", "defined_as"),
    ("does", "defined_as"),
    ("doelwit", "target"),
    ("ziel", "target"),
];

const BEGINNINGS: &[(&str, &str)] = &[
    ("nieuw", "new"),
    ("nieuwe", "new"),
    ("neu", "new"),
    ("neue", "new"),
    ("neuer", "new"),
    ("neues", "new"),
    ("create", "new"),
    ("let", "val"),
    ("def", "val"),
    ("const", "val"),
    ("waarde", "val"),
    ("wert", "val"),
    ("importeer", "import"),
    ("spel", "game"),
    ("spiel", "game"),
];

pub(crate) fn clause(word: &str) -> Option<&'static str> {
    find(CLAUSES, word)
}

pub(crate) fn beginning(word: &str) -> Option<&'static str> {
    find(BEGINNINGS, word)
}

fn find(words: &[(&str, &'static str)], word: &str) -> Option<&'static str> {
    let word = word.to_lowercase();
    words.iter().find(|(other, _)| *other == word).map(|(_, english)| *english)
}
