//! Which known name was meant by a misspelt one. It knows no name itself.

/// The candidate nearest to `word`, if it is near enough to be a slip of the hand.
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let length = word.chars().count();
    if !(2..=40).contains(&length) {
        return None;
    }
    let allowed = match length {
        2..=4 => 1,
        5..=7 => 2,
        _ => 3,
    };
    let near = |c: &&str| c.len().abs_diff(word.len()) <= 8 && *c != word;
    let scored = candidates.into_iter().filter(near).map(|c| (distance(word, c), c));
    let scored = scored.filter(|(d, c)| *d <= allowed && *d < c.chars().count());
    scored.min_by_key(|(d, _)| *d).map(|(_, c)| c)
}

/// Levenshtein's distance, a swap of neighbours counting once and other capitals nothing but a last choice.
fn distance(a: &str, b: &str) -> usize {
    if a.eq_ignore_ascii_case(b) {
        return 1;
    }
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let change = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = change.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
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
