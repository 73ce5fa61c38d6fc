//! Which known word was meant by a misspelt one. It knows no word itself.

/// The candidate nearest to `word`, if it is near enough to be a slip of the hand.
pub(super) fn nearest<'c>(word: &str, candidates: &[&'c str]) -> Option<&'c str> {
    if word.len() > 24 {
        return None;
    }
    let allowed = if word.len() < 4 { 1 } else { 2 };
    let scored = candidates.iter().map(|candidate| (distance(word, candidate), *candidate));
    scored
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, found)| found)
}

/// Levenshtein's distance, a swap of neighbours counting once.
fn distance(a: &str, b: &str) -> usize {
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
    fn a_slip_of_the_hand_finds_its_word() {
        let words = ["function", "action", "setup"];
        assert_eq!(nearest("fucntion", &words), Some("function"));
        assert_eq!(nearest("actoin", &words), Some("action"));
        assert_eq!(nearest("banana", &words), None);
    }
}
