//! Reads the grammar of actions, and draws texts from it. It does not know what they mean.

use crate::pool::Pool;
use std::collections::BTreeMap;

/// The alternatives of each name.
pub(super) struct Grammar(BTreeMap<&'static str, Vec<&'static str>>);

/// So deep alternatives stand in one another; the first one of a name ends it.
const DEEP: usize = 5;

/// So often a text is drawn again.
const MAX_DRAWN: usize = 40;

impl Grammar {
    pub(super) fn read() -> Grammar {
        let mut all = BTreeMap::new();
        let mut name = "";
        for line in include_str!("grammar.txt").lines().filter(|line| !line.trim().starts_with('#')) {
            match line.strip_prefix("    ") {
                Some(alternative) => {
                    all.entry(name).or_insert_with(Vec::new).push(alternative);
                }
                None => name = line,
            }
        }
        Grammar(all)
    }
}

/// Draws the texts of one action.
pub(super) struct Writer<'a> {
    pub(super) grammar: &'a Grammar,
    /// A text in which any of these stands is drawn again.
    pub(super) lacks: &'a [&'a str],
    pub(super) pool: &'a mut Pool,
    /// How many names of inputs and variables there are.
    pub(super) names: usize,
    /// Hidden numbers and cards that inputs and variables hold.
    pub(super) numbers: Vec<String>,
    pub(super) cards: Vec<String>,
}

impl Writer<'_> {
    /// An alternative of a name by itself. None where it needs a card that nobody has chosen.
    pub(super) fn draw(&mut self, name: &str) -> Option<String> {
        let lacks = self.lacks;
        let has_all = |text: &String| !lacks.iter().any(|lacking| text.contains(lacking));
        let mut any = None;
        for _ in 0..MAX_DRAWN {
            any = self.any(name, None, &mut BTreeMap::new(), 0);
            if any.as_ref().is_none_or(has_all) {
                break;
            }
        }
        let text = any?;
        let own = format!("v{}", self.names);
        if text.contains('@') {
            self.names += 1;
        }
        let text = text.replace('@', &own);
        let mut parts = text.split(" -> ");
        let said = parts.next()?.to_owned();
        self.numbers.extend(parts.next().map(str::to_owned));
        self.cards.extend(parts.next().map(str::to_owned));
        Some(said)
    }

    fn any(
        &mut self,
        name: &str,
        with: Option<&str>,
        again: &mut BTreeMap<String, String>,
        depth: usize,
    ) -> Option<String> {
        match name {
            "held" => {
                return Some(self.pool.pick(&self.numbers).cloned().unwrap_or_else(|| "aim".to_owned()));
            }
            "chosen" => return self.pool.pick(&self.cards).cloned(),
            _ => {}
        }
        let alternatives = self.grammar.0.get(name).expect("a name of the grammar");
        let of = if depth < DEEP { self.pool.below(alternatives.len()) } else { 0 };
        let text = alternatives[of];
        self.fill(with.map_or_else(|| text.to_owned(), |with| text.replace("@1", with)), again, depth + 1)
    }

    /// The text with something in the place of each `$name`.
    fn fill(
        &mut self,
        mut text: String,
        again: &mut BTreeMap<String, String>,
        depth: usize,
    ) -> Option<String> {
        while let Some(at) = text.rfind('$') {
            let rest = &text[at + 1..];
            let name: String = rest.chars().take_while(|c| c.is_alphanumeric()).collect();
            let kind = name.trim_end_matches(|c: char| c.is_ascii_digit());
            let argument = rest[name.len()..].strip_prefix('(').filter(|_| kind == "card").map(balanced);
            let end = at + 1 + name.len() + argument.map_or(0, |argument| argument.len() + 2);
            let known = again.get(&name).cloned();
            let filled = match known {
                Some(text) => text,
                None => self.any(kind, argument, again, depth)?,
            };
            if kind.len() < name.len() {
                again.insert(name, filled.clone());
            }
            text.replace_range(at..end, &filled);
        }
        Some(text)
    }
}

/// What stands before the parenthesis that closes.
fn balanced(text: &str) -> &str {
    let mut open = 1;
    for (i, c) in text.char_indices() {
        open += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        if open == 0 {
            return &text[..i];
        }
    }
    text
}
