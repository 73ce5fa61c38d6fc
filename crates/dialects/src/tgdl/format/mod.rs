//! One layout for every text of TGDL: words, signs and comments stay, and so do the line breaks that the author chose.
//! Indentation, spaces, blank lines, where braces stand and where comments begin follow rules. It knows no tree.

mod lines;
mod pieces;

use pieces::{Piece, pieces};

/// The text in its one layout. None where that would not be the same text, which only a text with errors in its words
/// can bring about; such a text is better left alone.
pub fn format(text: &str) -> Option<String> {
    let before = pieces(text)?;
    let written = lines::write(&before);
    let after = pieces(&written)?;
    let same = |a: &Piece, b: &Piece| a.kind == b.kind && a.text == b.text;
    let is_same = before.len() == after.len() && before.iter().zip(&after).all(|(a, b)| same(a, b));
    is_same.then_some(written)
}
