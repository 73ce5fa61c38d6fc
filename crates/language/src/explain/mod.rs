//! What the codes of problems mean, with a wrong and a right example for each.
//! It does not know who tells a problem: each phase has its own table beside this file.

mod calls;
mod classes;
mod declarations;
mod files;
mod looks;
mod modifiers;
mod names;
mod options;
mod sentences;
mod statements;
mod syntax;
mod types;

/// The tables of all phases. A new phase adds its own, before that of files, which has no examples.
const TABLES: [&[(&str, &str)]; 12] = [
    syntax::TABLE,
    names::TABLE,
    types::TABLE,
    calls::TABLE,
    classes::TABLE,
    declarations::TABLE,
    modifiers::TABLE,
    statements::TABLE,
    options::TABLE,
    sentences::TABLE,
    looks::TABLE,
    files::TABLE,
];

/// What a code means: some sentences, then `Wrong:` and `Right:`, each followed by an indented example.
pub fn explain(code: &str) -> Option<&'static str> {
    let mut entries = TABLES.iter().flat_map(|table| table.iter());
    entries.find(|(known, _)| *known == code).map(|(_, text)| *text)
}

/// All codes that can be explained, phase by phase, sorted within each.
pub fn codes() -> impl Iterator<Item = &'static str> {
    TABLES.iter().flat_map(|table| table.iter()).map(|(code, _)| *code)
}

/// The codes of the problems of reading a text.
pub fn syntax_codes() -> impl Iterator<Item = &'static str> {
    syntax::TABLE.iter().map(|(code, _)| *code)
}

/// The codes of the problems of games that are told in sentences.
pub fn sentence_codes() -> impl Iterator<Item = &'static str> {
    sentences::TABLE.iter().map(|(code, _)| *code)
}

/// The wrong and the right example in an explanation, without their indentation.
pub fn examples(explanation: &str) -> Option<(String, String)> {
    let (_, rest) = explanation.split_once("\nWrong:\n\n")?;
    let (wrong, right) = rest.split_once("\nRight:\n\n")?;
    let plain = |text: &str| {
        text.lines().map(|line| line.strip_prefix("    ").unwrap_or(line).to_owned() + "\n").collect()
    };
    Some((plain(wrong), plain(right)))
}

#[cfg(test)]
mod tests {
    use super::{TABLES, codes, examples, explain};

    #[test]
    fn each_code_is_explained_once_and_in_order() {
        for table in TABLES {
            assert!(table.is_sorted_by(|a, b| a.0 < b.0));
        }
        let mut all: Vec<&str> = codes().collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), codes().count());
        assert_eq!(explain("no-such-code"), None);
    }

    #[test]
    fn each_explanation_has_a_wrong_and_a_right_example() {
        let of_text = TABLES[..11].iter().flat_map(|table| table.iter());
        for (code, text) in of_text {
            let (wrong, right) = examples(text).expect(code);
            assert!(!wrong.trim().is_empty() && !right.trim().is_empty() && wrong != right, "{code}");
            assert!(text.lines().all(|line| line.chars().count() <= 100), "{code}");
        }
    }
}
