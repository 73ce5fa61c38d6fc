//! Moves as players type them: finding the one that a text means, and saying why there is none.
//! It knows nothing of parts and numbers of moves.

use crate::decision::{Decision, Meant};
use crate::fault::short;
use crate::question::{Move, Refused, WhyNot};
use crate::view::ValueView;
use crate::view::reader::plain;
use crate::written::{Word, cleaned, words_of};

/// How to write a text of one's own, where that may be done.
const QUOTE: &str = "a text of your own stands in quotation marks";

impl Decision<'_> {
    /// The legal candidate that a text means.
    pub(crate) fn find_text(&mut self, text: &str) -> Result<usize, Refused> {
        let wanted = words(text);
        if let Some(found) = self.find_words(text, &wanted)? {
            return Ok(found);
        }
        self.unless_not_all_is_known(true)?;
        Err(Refused::Illegal(self.why_not(text, &wanted)))
    }

    /// The legal candidate that the words of a text mean; None where there is none.
    fn find_words(&mut self, text: &str, wanted: &[String]) -> Result<Option<usize>, Refused> {
        /// So many moves that fit are looked at.
        const MAX_FITTING: usize = 100;
        // Without quotation marks a proposal of one word may be typed in small letters too.
        let folds = self.game().program.is_free && !text.contains('"');
        let (mut exact, mut brief): (Vec<(usize, Move)>, Vec<_>) = (Vec::new(), Vec::new());
        // What fills itself need not be named, and several things may be named in any order.
        let (mut unfilled, mut reordered): (Vec<(usize, Move)>, Vec<_>) = (Vec::new(), Vec::new());
        for (i, names_action) in self.groups().iter().filter_map(|group| group.read(wanted)) {
            if self.is_legal(i) {
                let fitting = if names_action { &mut exact } else { &mut brief };
                fitting.push((i, self.describe(i)));
            }
        }
        for i in self.shown_order() {
            let found = self.describe(i);
            let mut full = words(&found.text);
            if folds {
                full.iter_mut().for_each(|word| *word = word.to_lowercase());
            }
            let fitting = match full == *wanted {
                true => &mut exact,
                false if found.action.is_some() && full[1..] == wanted[..] => &mut brief,
                false if self.fills_itself(i) && words(&begun(&found)) == wanted => &mut unfilled,
                false if self.names_in_any_order(i, &found, wanted) => &mut reordered,
                false => continue,
            };
            if fitting.len() < MAX_FITTING && self.is_legal(i) {
                fitting.push((i, found));
            }
        }
        let fitting =
            [exact, brief, unfilled, reordered].into_iter().find(|all| !all.is_empty()).unwrap_or_default();
        match fitting.as_slice() {
            [(one, _)] => Ok(Some(*one)),
            [] => Ok(None),
            // Moves that read alike in all parts differ in what the seat does not know: the first one shown.
            [(i, first), rest @ ..] if rest.iter().all(|(_, m)| alike(m, first)) => Ok(Some(*i)),
            many => {
                let names: Vec<&str> = many.iter().take(5).map(|(_, m)| m.text.as_str()).collect();
                Err(Refused::Ambiguous(short(&names.join(", "))))
            }
        }
    }

    /// Whether a text names a move with the things that it takes together in another order. Those of groups are read so
    /// anyway.
    fn names_in_any_order(&self, i: usize, found: &Move, wanted: &[String]) -> bool {
        let Move { action, inputs, .. } = found;
        let is_list = |(k, (_, value)): (usize, &(String, ValueView))| {
            matches!(value, ValueView::List(all) if all.len() > 1) && !self.is_ordered(i, k)
        };
        if !inputs.iter().enumerate().any(is_list) {
            return false;
        }
        // The action need not be named.
        let name = action.iter().map(|name| words(name)).find(|name| wanted.starts_with(name));
        let mut left = &wanted[name.map_or(0, |name| name.len())..];
        let object = found.object.iter().map(|object| vec![words(&plain(object))]);
        let inputs = inputs.iter().enumerate().map(|input| match &input.1.1 {
            ValueView::List(all) if is_list(input) => all.iter().map(|value| words(&plain(value))).collect(),
            value => vec![words(&plain(value))],
        });
        object.chain(inputs).all(|mut part: Vec<Vec<String>>| {
            let length = part.iter().map(Vec::len).sum();
            let Some((own, rest)) = left.split_at_checked(length) else { return false };
            left = rest;
            is_made_of(own, &mut part)
        }) && left.is_empty()
    }

    /// Whether nobody chooses anything of a candidate but its action and what carries it.
    fn fills_itself(&self, i: usize) -> bool {
        let action = self.head(i).action.map(|action| &self.game().program.actions[usize::from(action)]);
        action.is_some_and(|action| !action.chosen && !action.inputs.is_empty())
    }

    /// What the rules say against the moves that a text means, or against an action as a whole that it begins with, to
    /// whoever is to make them; with it the move that is refused. None where they say nothing that may be told.
    fn reason(&mut self, wanted: &[String]) -> Option<(String, String)> {
        let named = self.groups().into_iter().filter_map(|group| Some((group.read(wanted)?.0, true)));
        let some = self.groups().into_iter().flat_map(|group| group.first(Names::MAX));
        let all = self.shown_order().into_iter().chain(some).map(|i| (i, false));
        for (i, is_meant) in named.chain(all).collect::<Vec<_>>() {
            let text = self.describe(i).text;
            let full = words(&text);
            if (is_meant || full == wanted || full.get(1..) == Some(wanted))
                && self.tells_refusals(i)
                && let Some(why) = self.refusal(i)
            {
                return Some((text, why));
            }
        }
        self.why_no_text(|text| meant(&words(text), wanted))
    }

    /// Whether the moves that a text means, whole ones or those that begin so, are legal, and why not.
    pub(crate) fn why(&mut self, text: &str) -> Result<WhyNot, Refused> {
        let wanted = words(text);
        match self.find_words(text, &wanted) {
            Ok(Some(_)) | Err(Refused::Ambiguous(_)) => return Ok(WhyNot::Legal),
            Ok(None) => {}
            Err(other) => return Err(other),
        }
        for i in self.shown_order() {
            if words(&self.describe(i).text).starts_with(&wanted) && self.is_legal(i) {
                return Ok(WhyNot::Legal);
            }
        }
        let why = self.reason(&wanted).map(|(_, why)| why);
        Ok(why.map_or(WhyNot::NotNow, WhyNot::of))
    }

    /// Why no legal move reads like that, and what is legal instead.
    fn why_not(&mut self, text: &str, wanted: &[String]) -> String {
        let first = wanted.first().cloned().unwrap_or_default();
        if let Some((read, why)) = self.reason(wanted) {
            let read = if read.is_empty() { text.trim().to_owned() } else { read };
            let because = if why.is_empty() { "the rules forbid its result".to_owned() } else { why };
            return format!("`{}` is not legal: {}", short(&read), short(&because));
        }
        // How many of the words that were typed the moves that are `same` begin with.
        let mut most = 0;
        let (mut same, mut others) = (Names::default(), Names::default());
        let named = self.groups().into_iter().filter_map(|group| Some(group.read(wanted)?.0));
        let some = self.groups().into_iter().flat_map(|group| group.first(Names::MAX));
        for i in named.chain(self.shown_order()).chain(some).collect::<Vec<_>>() {
            let Move { action, text, .. } = self.describe(i);
            let full = words(&text);
            let shared = common(wanted, &full).max(usize::from(full.contains(&first)));
            if shared > most && self.is_legal(i) {
                (most, same) = (shared, Names::default());
            }
            if shared > 0 && shared == most {
                same.add(text.clone(), || self.is_legal(i));
            }
            others.add(action.unwrap_or(text), || self.is_legal(i));
        }
        if let Some(why) = self.too_long(&first) {
            return why;
        }
        let is_action = self.game().program.actions.iter().any(|a| a.name.eq_ignore_ascii_case(&first));
        // As it was typed, and not in the small letters in which words are compared.
        let typed = words_of(text).into_iter().take(most).map(|word| match word {
            Word::Plain(word) => word,
            Word::Quoted(text) => cleaned(&text).unwrap_or(text),
        });
        let begun = short(&typed.collect::<Vec<_>>().join(" "));
        let wanted = short(text.trim());
        let refused = match is_action || !same.found.is_empty() || !self.written().is_empty() {
            true => format!("`{wanted}` is not legal now"),
            false => format!("there is no move `{wanted}`"),
        };
        let refused = match self.written().is_empty() && !self.free_inputs().is_empty() {
            true => format!("{refused}, and {QUOTE}"),
            false => refused,
        };
        match (same.found.is_empty(), others.found.is_empty()) {
            (false, _) => format!("{refused}; possible with `{begun}`: {}", same.listed()),
            (true, false) => format!("{refused}; possible: {}", others.listed()),
            (true, true) => refused,
        }
    }
}

/// Whether a text is these parts one after the other, in whatever order.
fn is_made_of(text: &[String], parts: &mut Vec<Vec<String>>) -> bool {
    if parts.is_empty() {
        return text.is_empty();
    }
    (0..parts.len()).any(|k| {
        if !text.starts_with(&parts[k]) || parts[..k].contains(&parts[k]) {
            return false;
        }
        let part = parts.remove(k);
        let is_it = is_made_of(&text[part.len()..], parts);
        parts.insert(k, part);
        is_it
    })
}

/// How many words a move begins with as it was typed, with or without the name of its action.
fn common(wanted: &[String], full: &[String]) -> usize {
    let alike = |words: &[String]| wanted.iter().zip(words).take_while(|(a, b)| a == b).count();
    alike(full).max(alike(full.get(1..).unwrap_or_default()))
}

/// The first few names of legal moves, each once.
#[derive(Default)]
struct Names {
    found: Vec<String>,
    has_more: bool,
}

impl Names {
    const MAX: usize = 6;

    fn add(&mut self, name: String, is_legal: impl FnOnce() -> bool) {
        if self.has_more || self.found.contains(&name) || !is_legal() {
            return;
        }
        self.has_more = self.found.len() == Names::MAX;
        if !self.has_more {
            self.found.push(name);
        }
    }

    fn listed(&self) -> String {
        format!("{}{}", short(&self.found.join(", ")), if self.has_more { ", …" } else { "" })
    }
}

/// How a text means a move, with or without the name of its action.
fn meant(read: &[String], wanted: &[String]) -> Option<Meant> {
    let brief = read.get(1..).unwrap_or_default();
    match wanted {
        [] => None,
        _ if read == wanted || brief == wanted => Some(Meant::Exactly),
        _ if read.starts_with(wanted) => Some(Meant::Begun),
        _ => None,
    }
}

/// The action of a move with what carries it.
fn begun(of: &Move) -> String {
    let object = of.object.as_ref().map(plain);
    of.action.iter().cloned().chain(object).collect::<Vec<_>>().join(" ")
}

/// Whether a seat cannot tell two moves apart.
fn alike(a: &Move, b: &Move) -> bool {
    (&a.action, &a.object, &a.inputs) == (&b.action, &b.object, &b.inputs)
}

/// Small letters, words apart by spaces or commas, edges by one of their two names; what stands in quotation marks is
/// one word, as it is.
pub(crate) fn words(text: &str) -> Vec<String> {
    let word = |word| match word {
        Word::Plain(word) => one_name(&word.to_lowercase()),
        Word::Quoted(text) => cleaned(&text).unwrap_or(text),
    };
    words_of(text).into_iter().map(word).collect()
}

/// A word as it is compared: the edge of two tiles of a board is called `e4-e5` or `e5-e4`.
pub fn one_name(word: &str) -> String {
    let is_tile = |name: &str| {
        let digits = name.trim_start_matches(|c: char| c.is_ascii_lowercase());
        digits.len() < name.len() && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
    };
    match word.split_once('-') {
        Some((a, b)) if a > b && is_tile(a) && is_tile(b) => format!("{b}-{a}"),
        _ => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::one_name;

    #[test]
    fn an_edge_has_one_name_and_other_words_stay() {
        assert_eq!((one_name("c2-b2"), one_name("b2-c2")), ("b2-c2".to_owned(), "b2-c2".to_owned()));
        for word in ["2-1", "-1", "well-known", "b-a", "c2-", "c2-b2-a2", "x1"] {
            assert_eq!(one_name(word), word);
        }
    }
}
