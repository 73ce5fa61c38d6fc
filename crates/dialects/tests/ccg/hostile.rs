//! Texts that mean harm: whatever is read, there is a tree, in bounded time, without a panic.

use crate::read;
use base::Random;
use dialects::ccg::DIALECT;

const PIECES: [&str; 40] = [
    "new",
    "val",
    "var",
    "import",
    "game",
    "Creature",
    "called",
    "\"A\"",
    "\"",
    "with_damage",
    "with",
    "3",
    "-",
    "*",
    "(",
    ")",
    ",",
    "&",
    "|",
    ":",
    "=",
    ".",
    ";",
    "\n",
    "\n  ",
    "has_ability",
    "requires",
    "defined_as",
    "target",
    "and",
    "or",
    "not",
    "//",
    "/*",
    "*/",
    "é",
    "\u{201c}",
    "Absorb",
    "99999999999999999999",
    "\u{feff}",
];

#[test]
fn random_texts_are_read_and_laid_out() {
    let mut random = Random::new(7);
    for _ in 0..3_000 {
        let mut text = String::new();
        for _ in 0..random.below(30) {
            text += PIECES[random.below(PIECES.len() as u64) as usize];
            if random.below(4) != 0 {
                text.push(' ');
            }
        }
        let found = read(&text);
        assert!(found.problems.iter().all(|p| (p.span.end as usize) <= text.len()), "{text}");
        let layout = DIALECT.format.and_then(|format| format(&text));
        if let Some(once) = layout {
            let again = DIALECT.format.and_then(|format| format(&once));
            assert_eq!(again.as_deref(), Some(once.as_str()), "{text}");
        }
    }
}

#[test]
fn long_texts_take_no_longer_than_they_are() {
    for piece in [
        "(",
        "not ",
        "new ",
        "new Creature called \"A\"\n",
        "val x = ",
        "1 * Land and ",
        "has_ability ",
        "\"",
        "\u{201e}",
        "a ",
    ] {
        let text = format!("new Creature called \"A\" requires {}", piece.repeat(50_000));
        assert!(read(&text).problems.len() <= 10_000, "{piece}");
    }
}
