//! The words of a rule set as its authors of cards read them: a list for each place where a word may stand.

use super::clause::is_said_with;
use super::signature::Param;
use super::vocabulary::{AbilityWord, ActionWord, NeedWord, TargetWord, Vocabulary, key, plain_name, shown};
use base::NodeId;
use language::tree::{Item, Module, Name};

/// How wide the lists are, in characters.
const WIDTH: usize = 100;

/// What `tavola vocabulary` prints for a file that looks up its words in these modules.
pub(crate) fn vocabulary(visible: &[&Module]) -> String {
    Vocabulary::of(visible).listed()
}

/// Where these modules declare what a word stands for, as one of several or as one, with capitals or without.
pub(crate) fn declared(visible: &[&Module], word: &str) -> Vec<NodeId> {
    let is_meant = |name: &&Name| {
        [Some(name.text.as_str()), plain_name(&name.text)]
            .into_iter()
            .flatten()
            .any(|name| key(name) == key(word))
    };
    let names = visible.iter().flat_map(|module| &module.items).flat_map(|item| match item {
        Item::Enum(e) => e.cases.iter().map(|case| &case.name).collect(),
        Item::Extend(e) => e.cases.iter().map(|case| &case.name).collect(),
        Item::Class(c) if c.modifier.is_some() => vec![&c.name],
        Item::Function(f) => vec![&f.name],
        Item::Const(c) => vec![&c.name],
        _ => Vec::new(),
    });
    names.filter(is_meant).map(|name| name.id).collect()
}

impl Vocabulary {
    fn listed(&self) -> String {
        let kinds = self.kinds.all().map(str::to_owned).collect();
        let cards = self.cards.all().map(str::to_owned).collect();
        let said = self.fields.iter().filter(|(name, ty)| is_said_with(name, ty));
        let said = said.map(|(name, ty)| match self.enums.get(ty.name()) {
            Some(cases) => format!("with_{name} ({})", cases.join(" or ")),
            None if ty.is("string") => format!("with_{name} \"...\""),
            None => format!("with_{name} {}", if ty.is("number") { "1" } else { "..." }),
        });
        let sections: [(&str, Vec<String>); 7] = [
            ("Types of cards: new ... called \"Name\"", kinds),
            ("Cards that the rules have: new ...", cards),
            ("What else is said of a card", said.collect()),
            ("Abilities: has_ability ...", self.listed_abilities()),
            ("Actions: defined_as ...", self.listed_actions()),
            (
                "Targets: target ..., also with Non before them; abilities and cards are targets, too",
                self.listed_targets(),
            ),
            ("Requirements: requires 2 * ...; targets may be required, too", self.listed_needs()),
        ];
        let mut out = String::new();
        for (head, words) in sections.iter().filter(|(_, words)| !words.is_empty()) {
            if !out.is_empty() {
                out.push('\n');
            }
            out.push_str(head);
            out.push('\n');
            out.push_str(&filled(words));
        }
        out
    }

    fn listed_abilities(&self) -> Vec<String> {
        let meant = self.abilities.meant();
        let listed = meant.map(|(word, meaning)| match meaning {
            AbilityWord::Modifier(_, params) | AbilityWord::Made(_, params) => given(word, params),
            AbilityWord::Ready(_) => word.to_owned(),
        });
        listed.collect()
    }

    fn listed_actions(&self) -> Vec<String> {
        let meant = self.actions.meant();
        let listed = meant.map(|(word, meaning)| {
            let (params, is_aimed): (&[Param], bool) = match meaning {
                ActionWord::Ready(_) => (&[], false),
                ActionWord::Made { is_aimed, params, .. } => (params, *is_aimed),
                ActionWord::Act { shapes, params, .. } => (params, shapes.iter().all(|shape| shape.is_aimed)),
            };
            format!("{}{}", given(word, params), if is_aimed { " target ..." } else { "" })
        });
        listed.collect()
    }

    fn listed_targets(&self) -> Vec<String> {
        let meant = self.targets.meant();
        let listed = meant.filter_map(|(word, meaning)| match meaning {
            TargetWord::Predicate { params, .. } | TargetWord::Made { params, .. } => {
                Some(given(word, params))
            }
            // Those stand in lists of their own.
            TargetWord::Able { .. } => None,
            TargetWord::Lifted { .. } if self.cards.find(word).is_some() => None,
            TargetWord::Lifted { .. } | TargetWord::Ready(_) => Some(word.to_owned()),
        });
        listed.collect()
    }

    fn listed_needs(&self) -> Vec<String> {
        let meant = self.needs.meant();
        let listed = meant.map(|(word, meaning)| match meaning {
            NeedWord::Made { params, .. } => given(word, params),
            NeedWord::Ready(_) => word.to_owned(),
        });
        listed.collect()
    }
}

/// A word with what it is given in brackets.
fn given(word: &str, params: &[Param]) -> String {
    if params.is_empty() {
        return word.to_owned();
    }
    let params: Vec<String> = (params.iter())
        .map(|Param { name, ty, has_default }| {
            let what = match ty.name() {
                "string" => format!("\"{name}\""),
                "number" | "bool" | "" => name.clone(),
                of => shown(of),
            };
            if *has_default { format!("{what}?") } else { what }
        })
        .collect();
    format!("{word}({})", params.join(", "))
}

/// Words with commas between them, in lines that begin with two spaces.
fn filled(words: &[String]) -> String {
    let (mut out, mut line) = (String::new(), String::from(" "));
    for (i, word) in words.iter().enumerate() {
        let comma = if i + 1 < words.len() { "," } else { "" };
        if line.len() > 1 && line.chars().count() + word.chars().count() + comma.len() + 1 > WIDTH {
            out.push_str(&line);
            out.push('\n');
            line = String::from(" ");
        }
        line.push(' ');
        line.push_str(word);
        line.push_str(comma);
    }
    out.push_str(&line);
    out.push('\n');
    out
}
