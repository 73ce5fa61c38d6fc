//! Which known name was meant by a misspelt one. It knows no name itself.

/// The longest word, in characters, that is compared.
const MAX_LENGTH: usize = 40;

/// The candidate nearest to `word`, if it is near enough to be a slip of the hand.
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let letters: Vec<char> = word.chars().take(MAX_LENGTH + 1).collect();
    let allowed = match letters.len() {
        0 | 1 => return None,
        2..=4 => 1,
        5..=7 => 2,
        8..=MAX_LENGTH => 3,
        _ => return None,
    };
    let mut other = Vec::new();
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        if candidate == word {
            continue;
        }
        other.clear();
        other.extend(candidate.chars().take(letters.len() + allowed + 1));
        if other.len().abs_diff(letters.len()) > allowed {
            continue;
        }
        let far = distance(&letters, &other);
        if far <= allowed && far < other.len() && best.is_none_or(|(least, _)| far < least) {
            best = Some((far, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Levenshtein's distance, a swap of neighbours counting once and other capitals nothing but a last choice.
fn distance(a: &[char], b: &[char]) -> usize {
    const WIDTH: usize = MAX_LENGTH + 4;
    if a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.eq_ignore_ascii_case(b)) {
        return 1;
    }
    // The rows before the last one, the last one, and the one that is being filled.
    let mut rows = [[0; WIDTH + 1]; 3];
    rows[0] = std::array::from_fn(|j| j);
    for i in 1..=a.len() {
        let (this, last, before) = (i % 3, (i + 2) % 3, (i + 1) % 3);
        rows[this][0] = i;
        for j in 1..=b.len() {
            let change = rows[last][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = change.min(rows[last][j] + 1).min(rows[this][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[before][j - 2] + 1);
            }
            rows[this][j] = best;
        }
    }
    rows[a.len() % 3][b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_of_the_hand_finds_its_name() {
        let names = ["discard", "hand", "stock", "Suit"];
        assert_eq!(nearest("discrad", names), Some("discard"));
        assert_eq!(nearest("suit", names), Some("Suit"));
        assert_eq!(nearest("banana", names), None);
    }
}
