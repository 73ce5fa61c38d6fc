//! `tavola explain`: what a problem's code means.

use super::print;
use crate::stop::{Done, Stop};
use language::explain::{codes, explain};

/// Say more about a problem's code, with an example
#[derive(clap::Args)]
#[command(after_help = "Example:\n  tavola explain import-circle")]
pub struct Arguments {
    /// The code in the brackets of a problem
    code: String,
}

pub fn run(arguments: &Arguments) -> Done {
    let code = arguments.code.trim_matches(['[', ']']);
    match explain(code) {
        Some(text) => Ok(print(&format!("{}\n", text.trim_end()))?),
        None => Err(Stop::Usage(match nearest(code, codes()) {
            Some(near) => format!("there is no code `{code}`; did you mean `{near}`?"),
            None => format!("there is no code `{code}`"),
        })),
    }
}

/// The word nearest to another, if it is near at all.
fn nearest<'w>(word: &str, words: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    let scored = words.map(|w| (distance(word, w), w));
    scored.min_by_key(|(d, _)| *d).filter(|(d, w)| *d <= 2.max(w.len() / 3)).map(|(_, w)| w)
}

/// Levenshtein's distance, of the first 64 characters.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().take(64).enumerate() {
        let mut corner = i;
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let best = (corner + usize::from(x != *y)).min(row[j] + 1).min(row[j + 1] + 1);
            corner = row[j + 1];
            row[j + 1] = best;
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn the_nearest_code_is_suggested() {
        let codes = ["import-circle", "import-twice", "unknown-name"];
        assert_eq!(nearest("import-cirlce", codes.into_iter()), Some("import-circle"));
        assert_eq!(nearest("banana", codes.into_iter()), None);
    }
}
