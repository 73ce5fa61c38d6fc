//! Names of games as names of files.

/// `Crazy Eights` becomes `crazy-eights`.
pub(crate) fn slug(name: &str) -> String {
    let lower = name.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
    let slug = words.collect::<Vec<_>>().join("-");
    if slug.is_empty() { "game".to_owned() } else { slug.chars().take(60).collect() }
}

#[cfg(test)]
mod tests {
    use super::slug;

    #[test]
    fn file_names_are_made_from_words() {
        assert_eq!(slug("Crazy Eights!"), "crazy-eights");
        assert_eq!(slug("../../x"), "x");
        assert_eq!(slug("Città \"d'oro\""), "città-d-oro");
        assert_eq!(slug("!"), "game");
    }
}
