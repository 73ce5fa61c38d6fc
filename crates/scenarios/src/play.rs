//! Playing a scenario: sets up what is given, does each action at its moment, answers what is asked, and looks at what is
//! expected. Which moment it is, and what actions do, the table says.

use crate::Verdict;
use crate::answers::Answers;
use crate::read::{Fields, Read, printable};
use crate::table::{Function, Role, Table, seat};
use engine::question::QuestionKind;
use engine::view::Outcome;
use engine::{Argument, Call, Called, Match};
use serde_json::Value;

/// So many decisions may a scenario take.
const MAX_DECISIONS: usize = 5000;

/// So much work may it take, in loop turns and calls.
const MAX_WORK: u64 = 2_000_000_000;

/// What is the same for all scenarios, however they were written.
const SEED: u64 = 1;

pub(crate) fn run(table: &Table, read: &Read) -> Verdict {
    let named = read.setup.iter().chain(&read.actions).chain(&read.expect).flat_map(players_in);
    let players = named.max().map_or(2, |p| p + 1);
    let (_, most) = table.game.players();
    if players > most {
        return unsupported(format!("P{players} is named, and there are at most {most} players"));
    }
    let now = Match::start(&table.game, players.max(2), SEED);
    let mut play = Play {
        table,
        now,
        answers: Answers::default(),
        actions: Vec::new(),
        expect: Vec::new(),
        decisions: 0,
    };
    match play.whole(read) {
        Ok(()) => Verdict::Pass,
        Err(verdict) => verdict,
    }
}

/// The players that an entry names.
fn players_in(entry: &Fields) -> impl Iterator<Item = u32> {
    entry.values().filter_map(Value::as_str).filter_map(seat)
}

/// Whose an entry is.
fn by(entry: &Fields) -> Option<u32> {
    entry.get("player").and_then(Value::as_str).and_then(seat)
}

struct Play<'a> {
    table: &'a Table,
    now: Match,
    answers: Answers,
    /// What has not been done yet.
    actions: Vec<Action<'a>>,
    expect: Vec<Expectation<'a>>,
    decisions: usize,
}

struct Action<'a> {
    by: Option<u32>,
    verb: &'a str,
    function: &'a Function,
    /// Turn and step; None: as soon as all before it is done.
    at: Option<Fields>,
    fields: Fields,
}

struct Expectation<'a> {
    what: &'a str,
    function: &'a Function,
    arguments: Vec<Argument>,
    /// None: at the end.
    at: Option<Fields>,
    /// It held at some moment of that step.
    held: bool,
    is_done: bool,
}

impl<'a> Play<'a> {
    fn whole(&mut self, read: &'a Read) -> Result<(), Verdict> {
        self.understand(read)?;
        let end = read.stop.clone().ok_or_else(|| unsupported("it does not say when it stops"))?;
        self.look_at_moments(&end)?;
        self.set_up(read)?;
        self.until(&end)?;
        if let Some(left) = self.actions.first() {
            return Err(unsupported(format!("it never came to `{}`{}", printable(left.verb), self.place())));
        }
        if let Some(unused) = self.answers.unused() {
            return Err(unsupported(unused));
        }
        for i in 0..self.expect.len() {
            if self.expect[i].at.is_none() {
                self.look(i)?;
            }
        }
        // What is to hold later is looked at later.
        while let Some(at) = self.expect.iter().find(|e| !e.is_done).and_then(|e| e.at.clone()) {
            let before = self.decisions;
            self.until(&at)?;
            if self.now.is_over()
                || self.decisions == before
                || self.expect.iter().any(|e| !e.is_done && e.at.as_ref() == Some(&at))
            {
                break;
            }
        }
        for i in 0..self.expect.len() {
            if !self.expect[i].is_done {
                if !self.now.is_over() {
                    return Err(unsupported(format!("the moment of `{}` never came", self.expect[i].what)));
                }
                self.look(i)?;
            }
        }
        Ok(())
    }

    /// Finds the functions of all that is done and expected, before anything is played.
    fn understand(&mut self, read: &'a Read) -> Result<(), Verdict> {
        for action in &read.actions {
            let verb = word(action, "do")?;
            let mut fields = without(action, &["do"]);
            let is_action = self.table.find(Role::Do, verb).is_some();
            if self.table.find(Role::Fits, verb).is_some() && !is_action {
                let moment = moment(&mut fields);
                if moment.is_some() {
                    return Err(unsupported(format!("`{}` at a moment of its own", printable(verb))));
                }
                self.answers.add(verb, fields)?;
                continue;
            }
            let function = self.table.find(Role::Do, verb);
            let function =
                function.ok_or_else(|| unsupported(format!("nobody knows how to `{}`", printable(verb))))?;
            let at = moment(&mut fields);
            fields.shift_remove("player");
            let fields = function.named(fields);
            self.actions.push(Action { by: by(action), verb, function, at, fields });
        }
        for expected in &read.expect {
            let what = word(expected, "what")?;
            let function = self.table.find(Role::Expect, what);
            let function =
                function.ok_or_else(|| unsupported(format!("nobody knows what `{}` is", printable(what))))?;
            let arguments = function.arguments(&without(expected, &["what", "at"]))?;
            let at = match expected.get("at") {
                None | Some(Value::Null) => None,
                Some(Value::Object(at)) => Some(at.clone()),
                Some(_) => return Err(unsupported("`at` is no moment")),
            };
            self.expect.push(Expectation { what, function, arguments, at, held: false, is_done: false });
        }
        Ok(())
    }

    /// Whether the table knows all moments that are named, where it says so.
    fn look_at_moments(&self, end: &Fields) -> Result<(), Verdict> {
        let Some(never) = self.table.find(Role::Scene, "never") else { return Ok(()) };
        let actions = self.actions.iter().filter_map(|action| action.at.as_ref());
        let expected = self.expect.iter().filter_map(|expected| expected.at.as_ref());
        for at in actions.chain(expected).chain([end]) {
            if let Some(why) = self.text(never, at)? {
                return Err(unsupported(printable(&why)));
            }
        }
        Ok(())
    }

    fn set_up(&mut self, read: &Read) -> Result<(), Verdict> {
        for card in &read.cards {
            self.scene("card", card)?;
        }
        for entry in &read.setup {
            self.scene("setup", entry)?;
        }
        self.scene("start", &read.start.clone().unwrap_or_default())
    }

    /// Runs a function that every table has, as an effect.
    fn scene(&mut self, name: &str, fields: &Fields) -> Result<(), Verdict> {
        let function = self.table.scene(name)?;
        let arguments = function.arguments(fields)?;
        let seat = by(fields).or(self.now.decider()).unwrap_or_default();
        self.call(seat, function, &arguments)
    }

    /// Runs a function as an effect, and answers what it asks.
    fn call(&mut self, by: u32, function: &Function, arguments: &[Argument]) -> Result<(), Verdict> {
        match Call::new(function.number, arguments).run(&mut self.now, by) {
            Called::Run => {}
            Called::Failed => return Err(Verdict::Fail(format!("that fails{}", self.place()))),
            Called::NotNow => return Err(unsupported("something is done while nobody is to act")),
        }
        self.answer_all()?;
        let trouble = self.table.scene("trouble")?;
        match self.text(trouble, &Fields::new())? {
            None => Ok(()),
            Some(text) => Err(self.trouble(&text)),
        }
    }

    /// `unsupported: ...`, or what the rules do not allow.
    fn trouble(&self, text: &str) -> Verdict {
        match text.strip_prefix("unsupported: ") {
            Some(why) => unsupported(printable(why)),
            None => Verdict::Fail(printable(text) + &self.place()),
        }
    }

    fn answer_all(&mut self) -> Result<(), Verdict> {
        while let Some(by) = self.asked()? {
            self.spend()?;
            // What is done next, at no moment of its own, may be the answer.
            let next = self.actions.first().filter(|next| next.at.is_none());
            if let Some(next) = next.filter(|next| self.table.find(Role::Fits, next.verb).is_some()) {
                let (verb, mut fields) = (next.verb, next.fields.clone());
                if self.answers.is_empty() {
                    fields.extend(next.by.map(|seat| ("player".to_owned(), format!("P{}", seat + 1).into())));
                    self.answers.add(verb, fields)?;
                    let before = self.answers.len();
                    self.answers.answer(self.table, &mut self.now, by)?;
                    if self.answers.len() < before {
                        self.actions.remove(0);
                    } else {
                        self.answers.clear();
                    }
                    continue;
                }
            }
            self.answers.answer(self.table, &mut self.now, by)?;
        }
        Ok(())
    }

    /// Who is asked in the middle of an effect.
    fn asked(&self) -> Result<Option<u32>, Verdict> {
        if let Some(Outcome::Fault(fault)) = self.now.outcome() {
            return Err(Verdict::Fail(format!("the rules go wrong: {}{}", fault.message, self.place())));
        }
        let Some(by) = self.now.decider() else { return Ok(None) };
        let question = self.now.seat(by).question();
        Ok(question.filter(|q| q.kind == QuestionKind::Choose).map(|_| by))
    }

    fn spend(&mut self) -> Result<(), Verdict> {
        self.decisions += 1;
        if self.decisions > MAX_DECISIONS || self.now.work() > MAX_WORK {
            return Err(unsupported("it takes too many decisions"));
        }
        Ok(())
    }

    /// Plays to the end of a step.
    fn until(&mut self, end: &Fields) -> Result<(), Verdict> {
        let mut whole = end.clone();
        loop {
            self.answer_all()?;
            let Some(by) = self.now.decider() else { return Ok(()) };
            self.spend()?;
            let looked = self.look_before()?;
            if self.act(by)? {
                continue;
            }
            self.look_after(looked)?;
            whole.insert("done".to_owned(), Value::Bool(self.actions.is_empty()));
            if self.holds(self.table.scene("ends")?, &whole)? {
                return Ok(());
            }
            self.scene("pass", &Fields::new())?;
        }
    }

    /// Does what is to be done now, if anything is.
    fn act(&mut self, by: u32) -> Result<bool, Verdict> {
        let mut is_first = true;
        for i in 0..self.actions.len() {
            let action = &self.actions[i];
            let is_now = match &action.at {
                Some(at) => {
                    let mut at = at.clone();
                    at.insert("verb".to_owned(), Value::String(action.verb.to_owned()));
                    self.holds(self.table.scene("isNow")?, &at)?
                }
                None => is_first,
            };
            is_first = false;
            if !is_now || action.by.is_some_and(|seat| seat != by) {
                continue;
            }
            let waits = self.table.find(Role::Waits, action.verb);
            if let Some(waits) = waits
                && Call::new(waits.number, &waits.those(&action.fields)?)
                    .holds(&self.now)
                    .map_err(|f| Verdict::Fail(f.message))?
            {
                return Ok(false);
            }
            let Action { function, mut fields, .. } = self.actions.remove(i);
            self.answers.take_from(Some(by), &mut fields, |field| function.takes(field))?;
            let arguments = function.arguments(&fields)?;
            self.call(by, function, &arguments)?;
            return Ok(true);
        }
        Ok(false)
    }

    /// Notes what holds now of that which is to hold in this step; gives what is to be looked at again.
    fn look_before(&mut self) -> Result<Vec<usize>, Verdict> {
        let mut now = Vec::new();
        for i in 0..self.expect.len() {
            let expected = &self.expect[i];
            let Some(at) = expected.at.as_ref().filter(|_| !expected.is_done) else { continue };
            if self.holds(self.table.scene("isNow")?, at)? {
                let wrong = Call::new(expected.function.number, &expected.arguments).text(&self.now);
                self.expect[i].held |= wrong.is_ok_and(|wrong| wrong.is_none());
                now.push(i);
            }
        }
        Ok(now)
    }

    /// Looks at what is to hold at the end of this step, which has come if nobody does anything more.
    fn look_after(&mut self, now: Vec<usize>) -> Result<(), Verdict> {
        for i in now {
            let at = self.expect[i].at.clone().unwrap_or_default();
            if self.holds(self.table.scene("ends")?, &at)? {
                self.look(i)?;
            }
        }
        Ok(())
    }

    fn look(&mut self, i: usize) -> Result<(), Verdict> {
        let Expectation { what, function, arguments, held, .. } = &self.expect[i];
        let wrong = Call::new(function.number, arguments)
            .text(&self.now)
            .map_err(|fault| Verdict::Fail(fault.message))?;
        let verdict = wrong.map(|wrong| match (self.trouble(&wrong), held) {
            (Verdict::Fail(_), true) => {
                unsupported(format!("when in that step `{what}` is looked at is not said"))
            }
            (verdict, _) => verdict,
        });
        self.expect[i].is_done = true;
        verdict.map_or(Ok(()), Err)
    }

    fn holds(&self, function: &Function, fields: &Fields) -> Result<bool, Verdict> {
        let arguments = function.arguments(fields)?;
        Call::new(function.number, &arguments).holds(&self.now).map_err(|fault| Verdict::Fail(fault.message))
    }

    fn text(&self, function: &Function, fields: &Fields) -> Result<Option<String>, Verdict> {
        let arguments = function.arguments(fields)?;
        Call::new(function.number, &arguments).text(&self.now).map_err(|fault| Verdict::Fail(fault.message))
    }

    /// ` (turn 1, Main)`, where the table says it.
    fn place(&self) -> String {
        let moment = self.table.scene("moment").and_then(|moment| self.text(moment, &Fields::new()));
        moment.ok().flatten().map_or_else(String::new, |moment| format!(" ({moment})"))
    }
}

/// Takes turn and step out of an entry.
fn moment(fields: &mut Fields) -> Option<Fields> {
    let mut at = Fields::new();
    for name in ["turn", "step"] {
        if let Some(value) = fields.shift_remove(name).filter(|value| !value.is_null()) {
            at.insert(name.to_owned(), value);
        }
    }
    (!at.is_empty()).then_some(at)
}

fn word<'a>(entry: &'a Fields, name: &str) -> Result<&'a str, Verdict> {
    entry.get(name).and_then(Value::as_str).ok_or_else(|| unsupported(format!("an entry has no `{name}`")))
}

fn without(entry: &Fields, names: &[&str]) -> Fields {
    entry
        .iter()
        .filter(|(name, _)| !names.contains(&name.as_str()))
        .map(|(n, v)| (n.clone(), v.clone()))
        .collect()
}

fn unsupported(why: impl Into<String>) -> Verdict {
    Verdict::Unsupported(why.into())
}
