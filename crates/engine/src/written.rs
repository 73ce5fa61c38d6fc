//! Texts that players write: what may stand in one, and how moves quote it. It knows no rules.

use crate::question::{Choice, Refused};
use crate::view::ValueView;
use language::limits::MAX_WRITTEN;
use unicode_normalization::UnicodeNormalization;

/// Texts that somebody writes for one decision, each as it comes into the match, and each once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Written(Vec<String>);

impl Written {
    /// Those that stand in quotation marks in a typed move.
    pub(crate) fn in_line(line: &str) -> Result<Written, Refused> {
        let quoted = words_of(line).into_iter().filter_map(|word| match word {
            Word::Quoted(text) => Some(text),
            Word::Plain(_) => None,
        });
        Written::of(quoted)
    }

    /// Those among the parts of a move. A proposal may be what no player could have written.
    pub(crate) fn in_parts(chosen: &[Choice]) -> Result<Written, Refused> {
        Written::of(chosen.iter().filter_map(|(_, value)| match value {
            ValueView::Written(text) if cleaned(text).as_ref() == Ok(text) => Some(text.clone()),
            _ => None,
        }))
    }

    /// An error says what is wrong with one of them.
    pub(crate) fn of(texts: impl IntoIterator<Item = String>) -> Result<Written, Refused> {
        /// All combinations are candidates, so there are no more than these.
        const MAX_TEXTS: usize = 4;
        let mut all = Vec::new();
        for text in texts {
            let text = cleaned(&text).map_err(Refused::Illegal)?;
            if !all.contains(&text) {
                all.push(text);
            }
        }
        match all.len() > MAX_TEXTS {
            true => Err(Refused::Illegal(format!("a move holds at most {MAX_TEXTS} texts"))),
            false => Ok(Written(all)),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn texts(&self) -> &[String] {
        &self.0
    }

    pub(crate) fn into_texts(self) -> Vec<String> {
        self.0
    }

    /// As the machine takes them.
    pub(crate) fn units(&self) -> Vec<Vec<u16>> {
        self.0.iter().map(|text| text.encode_utf16().collect()).collect()
    }
}

/// A text as it comes into a match: composed (NFC), without space at its ends, and without what would write over
/// other things where it is shown; an error says what is wrong with it.
pub(crate) fn cleaned(text: &str) -> Result<String, String> {
    let most = usize::from(MAX_WRITTEN);
    // No character is composed of more than four.
    if text.chars().nth(most * 4).is_some() {
        return Err(format!("the text is too long: at most {most} characters"));
    }
    let text: String = text.nfc().collect::<String>().trim().to_owned();
    if text.is_empty() {
        return Err("the text is empty".to_owned());
    }
    if text.chars().any(controls) {
        return Err("the text holds characters that cannot be shown".to_owned());
    }
    too_long(&text, MAX_WRITTEN).map_or(Ok(text), Err)
}

/// Why a text is too long where there may be so many characters.
pub(crate) fn too_long(text: &str, most: u16) -> Option<String> {
    let count = text.chars().count();
    (count > usize::from(most))
        .then(|| format!("the text has {count} characters, and at most {most} are wanted"))
}

/// Control characters, ends of lines, marks that turn the direction of writing, and the mark of the order of bytes.
fn controls(c: char) -> bool {
    c.is_control()
        || base::turns(c)
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}')
        || is_unseen(c)
}

/// Characters that take no room and join nothing, so that two texts would read alike and be others. Those that join
/// letters and pictures (U+200C, U+200D, and variation selectors) change how a text reads.
fn is_unseen(c: char) -> bool {
    matches!(
        c,
        '\u{AD}' | '\u{34F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180E}' | '\u{200B}'
            | '\u{2060}'..='\u{2065}' | '\u{206A}'..='\u{206F}' | '\u{3164}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFF8}'
            | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E00FF}' | '\u{E01F0}'..='\u{E0FFF}'
    )
}

/// As it stands in a move: in quotation marks, with a backslash before those that are its own.
pub(crate) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// What somebody typed for a text alone, which may stand in quotation marks.
pub(crate) fn unquoted(text: &str) -> String {
    match words_of(text.trim()).as_slice() {
        [Word::Quoted(text)] => text.clone(),
        _ => text.to_owned(),
    }
}

/// A word of a typed move.
#[derive(PartialEq, Debug)]
pub(crate) enum Word {
    Plain(String),
    /// What stands between quotation marks.
    Quoted(String),
}

/// The words of a typed move, apart by spaces or commas.
pub(crate) fn words_of(line: &str) -> Vec<Word> {
    let is_gap = |c: char| matches!(c, ' ' | ',' | '\t');
    let (mut words, mut rest) = (Vec::new(), line.trim_start_matches(is_gap));
    while !rest.is_empty() {
        let quoted = rest.strip_prefix('"').and_then(quoted_end);
        rest = match quoted {
            Some((text, behind)) if behind.is_empty() || behind.starts_with(is_gap) => {
                words.push(Word::Quoted(text));
                behind
            }
            _ => {
                let (word, behind) = rest.split_at(rest.find(is_gap).unwrap_or(rest.len()));
                words.push(Word::Plain(word.to_owned()));
                behind
            }
        };
        rest = rest.trim_start_matches(is_gap);
    }
    words
}

/// What stands before the closing quotation mark, and behind it.
fn quoted_end(inside: &str) -> Option<(String, &str)> {
    let (mut text, mut chars) = (String::new(), inside.char_indices());
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((text, &inside[at + 1..])),
            '\\' => text.push(chars.next()?.1),
            c => text.push(c),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Word, Written, cleaned, quoted, words_of};
    use crate::question::Refused;

    #[test]
    fn a_text_is_composed_and_trimmed() {
        assert_eq!(cleaned("  deep sea\u{3000}"), Ok("deep sea".to_owned()));
        assert_eq!(cleaned("cafe\u{301}"), Ok("café".to_owned()));
    }

    #[test]
    fn a_text_that_writes_over_others_is_refused() {
        let unseen = Err("the text holds characters that cannot be shown".to_owned());
        for text in ["a\u{1B}[2Jb", "a\nb", "a\u{202E}b", "a\u{2066}b", "a\u{9B}2J", "a\u{2028}b", "a\u{0}b"]
            .into_iter()
            .chain(["\u{200B}", "ti\u{200B}de", "ti\u{AD}de", "\u{3164}", "a\u{E0041}"])
        {
            assert_eq!(cleaned(text), unseen, "{text:?}");
        }
        assert_eq!(cleaned("\u{1F469}\u{200D}\u{1F680}").map(|t| t.chars().count()), Ok(3));
    }

    #[test]
    fn a_text_has_a_length() {
        assert_eq!(cleaned(" \t"), Err("the text is empty".to_owned()));
        let long = |n: usize| cleaned(&"ä".repeat(n));
        assert_eq!(long(200).map(|t| t.chars().count()), Ok(200));
        assert_eq!(long(201), Err("the text has 201 characters, and at most 200 are wanted".to_owned()));
        assert_eq!(long(5000), Err("the text is too long: at most 200 characters".to_owned()));
    }

    #[test]
    fn quotation_marks_keep_a_text_together() {
        let plain = |text: &str| Word::Plain(text.to_owned());
        for text in ["sea", "deep, sea", "say \"no\"", "a\\", "\\\""] {
            let line = format!("clue {} 2", quoted(text));
            assert_eq!(words_of(&line), [plain("clue"), Word::Quoted(text.to_owned()), plain("2")]);
        }
        assert_eq!(words_of("\"open"), [plain("\"open")]);
        assert_eq!(words_of("5\"x\""), [plain("5\"x\"")]);
    }

    #[test]
    fn a_move_holds_few_texts() {
        let texts = |n: usize| Written::of((0..n).map(|i| i.to_string()));
        assert!(texts(4).is_ok());
        assert_eq!(texts(5), Err(Refused::Illegal("a move holds at most 4 texts".to_owned())));
    }
}
