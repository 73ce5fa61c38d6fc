//! Pieces of texts from outside, such as messages repeat. It does not know where they come from.

use crate::steers;

/// The beginning of a text, at most so many characters, on one line and in the order in which it reads.
pub fn beginning(text: &str, most: usize) -> String {
    let mut line: String = text.chars().take(most).collect::<String>().replace(steers, " ");
    if text.chars().nth(most).is_some() {
        line.push_str("...");
    }
    line
}

#[cfg(test)]
mod tests {
    use super::beginning;

    #[test]
    fn a_long_text_is_cut_and_stays_on_one_line() {
        assert_eq!(beginning("a\nb", 3), "a b");
        assert_eq!(beginning("a\nbä", 3), "a b...");
        assert_eq!(beginning("a\r\u{202e}b", 9), "a  b");
    }
}
