//! What a scenario chooses, and which option of a question that is. It compares texts and knows no rule.

use crate::Verdict;
use crate::read::{Fields, printable};
use crate::table::{Role, Table, seat, text};
use engine::question::{Choice, Part};
use engine::view::ValueView;
use engine::{Call, Match};
use serde_json::Value as Json;

/// Something that is chosen when it is asked for.
#[derive(Clone, Debug)]
struct Answer {
    /// None: whoever is asked.
    seat: Option<u32>,
    /// `choose_target`
    verb: String,
    /// What else is said of it.
    fields: Fields,
    text: String,
    /// It was given as a number: if the options are no numbers, it is the place of one, from 1.
    is_number: bool,
    /// The last of several numbers, of which nobody need ask: what is divided, the others leave.
    follows: bool,
}

/// What is still to be chosen, in order; what belongs to the action that was done last comes first.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    left: Vec<Answer>,
}

/// The fields of an action that are answers to what it asks, and the verb as which each of them answers.
const OF_ACTIONS: [(&str, &str); 4] =
    [("target", "choose_target"), ("x", "choose"), ("mode", "choose_mode"), ("choose", "choose")];

impl Answers {
    /// Notes a choice of the scenario.
    pub(crate) fn add(&mut self, verb: &str, mut fields: Fields) -> Result<(), Verdict> {
        let by = match fields.shift_remove("player") {
            None | Some(Json::Null) => None,
            Some(by) => {
                let unknown =
                    || Verdict::Unsupported(format!("`{}` is no player", printable(&by.to_string())));
                Some(by.as_str().and_then(seat).ok_or_else(unknown)?)
            }
        };
        let times = match fields.shift_remove("times") {
            None | Some(Json::Null) => 1,
            Some(n) => n.as_u64().filter(|n| (1..=100).contains(n)).ok_or_else(|| {
                Verdict::Unsupported(format!("`times` of `{}` is not understood", printable(verb)))
            })?,
        };
        let value = fields.shift_remove("value").or_else(|| fields.shift_remove("card"));
        let missing = || Verdict::Unsupported(format!("`{}` without one value", printable(verb)));
        let values = value.map(one_by_one).filter(|all| !all.is_empty()).ok_or_else(missing)?;
        let mut answers: Vec<Answer> = Vec::new();
        for value in &values {
            let (verb, fields, is_number) = (verb.to_owned(), fields.clone(), value.is_number());
            let text = text(value).ok_or_else(missing)?;
            answers.push(Answer { seat: by, verb, fields, text, is_number, follows: false });
        }
        let divides = answers.len() > 1 && answers.iter().all(|one| one.text.parse::<f64>().is_ok());
        if let Some(last) = answers.last_mut() {
            last.follows = divides;
        }
        self.left.extend((0..times).flat_map(|_| answers.clone()));
        Ok(())
    }

    /// Takes the fields out of an action that are answers, for which the function of the action has no parameters.
    pub(crate) fn take_from(
        &mut self,
        by: Option<u32>,
        action: &mut Fields,
        takes: impl Fn(&str) -> bool,
    ) -> Result<(), Verdict> {
        let mut own = Vec::new();
        for (field, verb) in OF_ACTIONS {
            let Some(value) = action.get(field).filter(|v| !v.is_null() && !takes(field)).cloned() else {
                continue;
            };
            action.shift_remove(field);
            for value in one_by_one(value) {
                let unclear = || Verdict::Unsupported(format!("`{field}` of an action is not understood"));
                let text = text(&value).ok_or_else(unclear)?;
                let (verb, is_number) = (verb.to_owned(), value.is_number());
                own.push(Answer { seat: by, verb, fields: Fields::new(), text, is_number, follows: false });
            }
        }
        self.left.splice(0..0, own);
        Ok(())
    }

    /// The first that was never asked for.
    pub(crate) fn unused(&self) -> Option<String> {
        let first = self.left.iter().find(|answer| !answer.follows)?;
        Some(format!("nothing asked for `{}` `{}`", printable(&first.verb), printable(&first.text)))
    }

    pub(crate) fn len(&self) -> usize {
        self.left.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    pub(crate) fn clear(&mut self) {
        self.left.clear();
    }

    /// Answers the question that a seat is asked in the middle of an effect.
    pub(crate) fn answer(&mut self, table: &Table, now: &mut Match, by: u32) -> Result<(), Verdict> {
        let prompt = now.seat(by).question().and_then(|q| q.prompt).unwrap_or_default();
        let mut chosen: Vec<Choice> = Vec::new();
        loop {
            let part = now.seat(by).next_part(&chosen);
            let part = part.map_err(|why| Verdict::Unsupported(format!("`{prompt}`: {why}")))?;
            let Some(part) = part else { break };
            let option = self.pick(table, now, by, (&prompt, &part, &chosen))?;
            chosen.push(option);
        }
        let made = now.play_as(by, &chosen[..]);
        made.map(|_| ()).map_err(|why| Verdict::Fail(format!("`{prompt}`: {why}")))
    }

    fn pick(
        &mut self,
        table: &Table,
        now: &Match,
        by: u32,
        (prompt, part, chosen): (&str, &Part, &[Choice]),
    ) -> Result<Choice, Verdict> {
        let mut fitting = Vec::new();
        for (i, answer) in self.left.iter().enumerate() {
            if answer.seat.is_none_or(|seat| seat == by) && answer.fits(table, now, prompt)? {
                fitting.push(i);
            }
        }
        if let Some(elements) = all_elements(part) {
            return self.pick_list(table, now, (prompt, part, &elements), &fitting);
        }
        for i in fitting {
            let answer = &self.left[i];
            if let Some(option) = answer.option(part) {
                self.left.remove(i);
                return Ok(option);
            }
            let number = answer.after(prompt);
            if part.range.is_some() && number.parse::<f64>().is_ok() {
                let option = now.seat(by).option(chosen, number);
                let why = |why| Verdict::Fail(format!("`{prompt}`: {why}"));
                self.left.remove(i);
                return option.map_err(why);
            }
        }
        unsaid(table, now, prompt, part)
    }

    /// Of several things that are chosen together, those that the next answers name.
    fn pick_list(
        &mut self,
        table: &Table,
        now: &Match,
        (prompt, part, elements): (&str, &Part, &[ValueView]),
        fitting: &[usize],
    ) -> Result<Choice, Verdict> {
        let (mut used, mut list): (Vec<usize>, Vec<ValueView>) = (Vec::new(), Vec::new());
        let mut free: Vec<&ValueView> = elements.iter().collect();
        for i in fitting {
            let Some(at) = free.iter().position(|value| self.left[*i].means(value)) else { continue };
            list.push(free.remove(at).clone());
            used.push(*i);
            if let Some(option) = part.options.iter().find(|o| is_list(&o.1, &list)) {
                let is_whole = fitting
                    .iter()
                    .filter(|i| !used.contains(i))
                    .all(|i| !free.iter().any(|value| self.left[*i].means(value)));
                let option = option.clone();
                let longer = part
                    .options
                    .iter()
                    .any(|o| matches!(&o.1, ValueView::List(all) if all.len() > list.len()));
                if is_whole || !longer {
                    used.sort_unstable();
                    used.iter().rev().for_each(|i| drop(self.left.remove(*i)));
                    return Ok(option);
                }
            }
        }
        match used.is_empty() {
            true => unsaid(table, now, prompt, part),
            false => Err(Verdict::Unsupported(format!("`{prompt}`: what is chosen is too little"))),
        }
    }
}

impl Answer {
    /// Whether it answers questions of this kind, as the table says.
    fn fits(&self, table: &Table, now: &Match, prompt: &str) -> Result<bool, Verdict> {
        let Some(function) = table.find(Role::Fits, &self.verb) else { return Ok(false) };
        let mut fields = self.fields.clone();
        fields.insert("prompt".to_owned(), Json::String(prompt.to_owned()));
        let arguments = function.arguments(&fields)?;
        Call::new(function.number, &arguments).holds(now).map_err(|fault| Verdict::Fail(fault.message))
    }

    /// Its text, without the name of what is asked: of `X=3`, asked for `X`, it is 3.
    fn after(&self, prompt: &str) -> &str {
        let named = self.text.split_once('=').filter(|(name, _)| name.trim().eq_ignore_ascii_case(prompt));
        named.map_or(&self.text, |(_, value)| value.trim())
    }

    fn option(&self, part: &Part) -> Option<Choice> {
        let prompt = part.prompt.clone().unwrap_or_default();
        let wanted = self.after(&prompt);
        let named = part.options.iter().find(|option| means(&option.1, wanted));
        let named =
            named.or_else(|| part.options.iter().find(|option| option.0.eq_ignore_ascii_case(wanted)));
        if named.is_some() {
            return named.cloned();
        }
        let place = self.text.parse::<usize>().ok().filter(|_| self.is_number)?;
        let mut real = part.options.iter().filter(|option| option.1 != ValueView::Null);
        if real.clone().any(|option| matches!(option.1, ValueView::Number(_))) {
            None
        } else {
            real.nth(place.checked_sub(1)?).cloned()
        }
    }

    fn means(&self, value: &ValueView) -> bool {
        means(value, &self.text)
    }
}

/// Several values of one field: a list, or with `^` between them.
fn one_by_one(value: Json) -> Vec<Json> {
    match value {
        Json::Array(all) => all,
        Json::String(all) => all.split('^').map(|one| Json::String(one.to_owned())).collect(),
        other => vec![other],
    }
}

/// Whether an option is what a text says.
fn means(value: &ValueView, wanted: &str) -> bool {
    let is = |text: &str| text.eq_ignore_ascii_case(wanted);
    match value {
        ValueView::Null => is("none"),
        ValueView::Bool(true) => is("true") || is("yes"),
        ValueView::Bool(false) => is("false") || is("no"),
        ValueView::Number(x) => wanted.parse::<f64>() == Ok(*x),
        ValueView::Text(text) | ValueView::Written(text) | ValueView::Other(text) => is(text),
        ValueView::Player(p) => seat(wanted) == Some(*p),
        ValueView::Case { name, .. } => is(name),
        ValueView::Tile { name, .. } | ValueView::Zone { name, .. } => is(name),
        ValueView::Object(object) => is(&object.text) || object.names.iter().any(|name| is(name)),
        ValueView::List(_) | ValueView::Table(_) => false,
    }
}

/// All that the lists among the options hold, each as often as some list does; None where no lists are chosen.
fn all_elements(part: &Part) -> Option<Vec<ValueView>> {
    let lists =
        part.options.iter().filter_map(|o| if let ValueView::List(all) = &o.1 { Some(all) } else { None });
    let mut found: Option<Vec<ValueView>> = None;
    for list in lists {
        let all = found.get_or_insert_with(Vec::new);
        for value in list {
            let count = |of: &[ValueView]| of.iter().filter(|v| *v == value).count();
            if count(all) < count(list) {
                all.push(value.clone());
            }
        }
    }
    found
}

fn is_list(value: &ValueView, wanted: &[ValueView]) -> bool {
    let ValueView::List(all) = value else { return false };
    let count = |of: &[ValueView], value: &ValueView| of.iter().filter(|v| *v == value).count();
    all.len() == wanted.len() && all.iter().all(|v| count(all, v) == count(wanted, v))
}

/// What is taken where the scenario says nothing: it is declined, or there is one option, or the table names one.
fn unsaid(table: &Table, now: &Match, prompt: &str, part: &Part) -> Result<Choice, Verdict> {
    let usual = usual(table, now, prompt)?;
    let is_no = |o: &&Choice| {
        matches!(&o.1, ValueView::Null | ValueView::Bool(false))
            || matches!(&o.1, ValueView::List(all) if all.is_empty())
    };
    let real = || part.options.iter().filter(|o| !is_no(o));
    let option = match usual.as_deref() {
        Some("only") => real().next().filter(|_| real().count() == 1).cloned(),
        _ if part.options.iter().any(|o| is_no(&o)) => part.options.iter().find(is_no).cloned(),
        _ if part.count() == 1 => part.option(0),
        Some("first") => part.option(0),
        Some("last") => part.count().checked_sub(1).and_then(|last| part.option(last)),
        _ => None,
    };
    option.ok_or_else(|| {
        Verdict::Unsupported(format!("`{}` is asked, and nothing answers it", printable(prompt)))
    })
}

/// Which option the table takes where the scenario says nothing.
fn usual(table: &Table, now: &Match, prompt: &str) -> Result<Option<String>, Verdict> {
    let mut fields = Fields::new();
    fields.insert("prompt".to_owned(), Json::String(prompt.to_owned()));
    let usual = table.scene("usual")?;
    let usual = Call::new(usual.number, &usual.arguments(&fields)?).text(now);
    usual.map_err(|fault| Verdict::Fail(fault.message))
}
