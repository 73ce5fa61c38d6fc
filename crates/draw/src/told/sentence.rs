//! An entry of a log as a sentence: the one place where parts become words in a terminal and on pages without scripts.

use super::{Teller, counted, looks, thing, unknown};
use engine::tabletop::{Arg, Done, Entry, Place, Tabletop};
use language::look::Phrase;
use std::borrow::Cow;

impl Teller<'_> {
    /// `Ann plays Five of Cups`, `Ben: discard Storm`, `Ann: Which suit? Cups`, `Ann calls Cups`. Things that are called
    /// alike are told apart by where they lay on the table before.
    pub(super) fn sentence(&self, entry: &Entry, table: &Tabletop) -> String {
        let done = match entry {
            Entry::Told { tell } => return tell.clone(),
            Entry::Void { by, why, .. } => {
                let why = why.as_ref().map_or_else(String::new, |why| format!(": {why}"));
                return format!("{}: the choice has become impossible{why}", self.seat(*by));
            }
            Entry::Done(done) => done,
        };
        let by = self.seat(done.by);
        if done.sealed && done.action.is_none() && done.args.is_empty() {
            return format!("{by} has chosen");
        }
        let arg = |arg: &Arg| self.arg(arg, done.by, table);
        if let Some(phrases) = self.phrases(done) {
            let phrase = |phrase: &Phrase| match phrase {
                Phrase::Text(text) => text.clone(),
                Phrase::Input(input) => {
                    let chosen = done.args.iter().find(|(name, _)| name == input);
                    chosen.map_or_else(|| "something".to_owned(), |(_, chosen)| arg(chosen))
                }
            };
            return format!("{by} {}", phrases.iter().map(phrase).collect::<String>().trim());
        }
        let args: Vec<String> =
            done.args.iter().map(|(name, a)| self.input(name, a, done.by, table)).collect();
        let gap = if args.len() > 1 && args.iter().any(|text| text.contains(' ')) { ", " } else { " " };
        let args = args.join(gap);
        // A title that is the name in the rules is told in words.
        let title = done.title.as_ref().map(|title| match &done.action {
            Some(action) if action == title => looks::worded(title),
            _ => title.clone(),
        });
        match (&title, &done.asked) {
            (Some(title), _) if args.is_empty() => format!("{by}: {title}"),
            (Some(title), _) => format!("{by}: {title} {args}"),
            (None, _) if args.is_empty() => format!("{by} has answered"),
            (None, Some(asked)) if asked.ends_with(char::is_alphanumeric) => format!("{by}: {asked}: {args}"),
            (None, Some(asked)) => format!("{by}: {} {args}", asked.trim_end()),
            (None, None) => format!("{by}: {args}"),
        }
    }

    /// The words of the game for an action or an answer; None where it has none.
    fn phrases(&self, done: &Done) -> Option<Cow<'_, [Phrase]>> {
        let Some(action) = &done.action else { return done.says.as_deref().map(parsed) };
        // Whoever does not know what carries the action reads what all that may carry it say.
        let Some(of) = &done.of else { return done.says.as_deref().map(parsed) };
        let all = &self.game.legend().sentences;
        let said = all.iter().find(|said| said.action == *action && said.of == *of)?;
        let phrases = said.languages.get(&self.language).unwrap_or(&said.says);
        Some(Cow::from(phrases.as_slice())).filter(|phrases| !phrases.is_empty())
    }

    /// What was chosen at an input. A bare yes, no or none says of what.
    fn input(&self, name: &str, arg: &Arg, by: u32, table: &Tabletop) -> String {
        use engine::tabletop::Typed::{Bool, Null};
        match arg {
            Arg::Value(Bool(_) | Null) if name != "answer" => format!("{name} {}", self.arg(arg, by, table)),
            _ => self.arg(arg, by, table),
        }
    }

    fn arg(&self, arg: &Arg, by: u32, table: &Tabletop) -> String {
        match arg {
            Arg::Thing { id, text, .. } => match self.told_apart(by, table, *id) {
                Some(place) => format!("{text} ({place})"),
                None => text.clone(),
            },
            Arg::Unknown => unknown(1),
            Arg::List(all) if all.is_empty() => "nothing".to_owned(),
            Arg::List(all) => {
                let known = all.iter().filter(|arg| **arg != Arg::Unknown);
                let mut names = counted(known.map(|arg| self.arg(arg, by, table)).collect());
                let hidden = all.iter().filter(|arg| **arg == Arg::Unknown).count();
                if hidden > 0 {
                    let gap = if names.is_empty() { "" } else { " and " };
                    names = format!("{names}{gap}{}", unknown(hidden));
                }
                names
            }
            Arg::Value(value) => self.value(value, table),
        }
    }

    /// Where a thing lay, if others that are called so lay in places of the same kind: another's zone of that name,
    /// another tile of that board.
    fn told_apart(&self, by: u32, table: &Tabletop, id: u32) -> Option<String> {
        let (called, own) = (thing(table, id), table.place_of(id)?);
        // Nobody takes it for another's.
        if matches!(own, Place::Zone { owner: Some(owner), .. } if *owner == by) {
            return None;
        }
        let is_alike = |place: &Place| match (own, place) {
            (Place::Zone { name, .. }, Place::Zone { name: other, .. }) => name == other,
            (Place::Tile { board, owner, .. }, Place::Tile { board: other, owner: others, .. }) => {
                board == other && owner == others
            }
            _ => false,
        };
        let elsewhere = table.at.iter().filter(|(place, _)| *place != own && is_alike(place));
        let mut others = elsewhere.flat_map(|(_, all)| all.iter().flatten());
        others.any(|other| thing(table, *other) == called).then(|| self.place(own))
    }
}

/// A sentence that names inputs in braces.
fn parsed(says: &str) -> Cow<'static, [Phrase]> {
    let parts = says.split_inclusive('}').flat_map(|part| match part.split_once('{') {
        Some((text, input)) => {
            vec![Phrase::Text(text.to_owned()), Phrase::Input(input.trim_end_matches('}').to_owned())]
        }
        None => vec![Phrase::Text(part.to_owned())],
    });
    Cow::from(parts.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::parsed;
    use language::look::Phrase;

    #[test]
    fn a_sentence_without_a_class_is_read_with_its_inputs() {
        let text = |text: &str| Phrase::Text(text.to_owned());
        let input = |name: &str| Phrase::Input(name.to_owned());
        let all = [text("sets "), input("with"), text(" aside for "), input("to")];
        assert_eq!(parsed("sets {with} aside for {to}")[..], all);
        assert_eq!(parsed("sets it aside")[..], [text("sets it aside")]);
    }
}
