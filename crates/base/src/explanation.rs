//! What the code of a problem means, with a wrong and a right example. The texts are Markdown files beside the phase
//! that reports the problem; this file knows none of them.

/// The explanation of one code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Explanation {
    pub code: &'static str,
    /// Some sentences, then usually `Wrong:` and `Right:`, each followed by an indented example.
    pub text: &'static str,
}

impl Explanation {
    /// The wrong and the right example, without their indentation.
    pub fn examples(&self) -> Option<(String, String)> {
        let (_, rest) = self.text.split_once("\nWrong:\n\n")?;
        let (wrong, right) = rest.split_once("\nRight:\n\n")?;
        let plain = |text: &str| {
            text.lines().map(|line| line.strip_prefix("    ").unwrap_or(line).to_owned() + "\n").collect()
        };
        Some((plain(wrong), plain(right)))
    }
}
