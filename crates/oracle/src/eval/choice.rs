//! What may be chosen: the candidates of inputs and of `choose`, in order.

use super::{Frame, MAX_ELEMENTS, Run, countable, number};
use crate::value::{Choice, Step, Value, fault};
use base::NodeId;
use compiler::typed::{ChoiceSpec, Count, Expr, Source, Type};
use language::tree::Asked;

/// The most sets of elements that are listed.
const MAX_SETS: usize = 1 << 20;

impl<'g> Run<'g> {
    pub(crate) fn choose(
        &mut self,
        f: &mut Frame<'g>,
        at: NodeId,
        by: &'g Expr,
        optional: bool,
        spec: &'g ChoiceSpec,
    ) -> Step<'g, Value<'g>> {
        let by_value = self.expr(f, by)?;
        self.settle(at)?;
        let by = self.player(by.at, &by_value)?;
        let mut options = self.candidates(f, at, spec)?;
        if options.is_empty() {
            return Ok(Value::Null);
        }
        if optional {
            options.push(Value::Null);
        }
        options.extend(self.written(f, at, spec, 0)?);
        self.ask_value(at, by, options)
    }

    /// Asks several players. Nothing happens between their answers, so that it makes no difference that they come one
    /// after the other here.
    pub(crate) fn choose_together(
        &mut self,
        f: &mut Frame<'g>,
        at: NodeId,
        (by, asked): (&'g Expr, Asked),
        optional: bool,
        spec: &'g ChoiceSpec,
    ) -> Step<'g, Value<'g>> {
        let listed = self.expr(f, by)?;
        self.settle(at)?;
        let mut questions: Vec<(u32, Vec<Value<'g>>)> = Vec::new();
        let mut seen = Vec::new();
        for value in self.items(by.at, &listed)?.into_iter().filter(|v| !v.is_null()) {
            let player = self.player(by.at, &value)?;
            if self.world.out[player as usize] || seen.contains(&player) {
                continue;
            }
            seen.push(player);
            if let Some(who) = spec.who {
                f.locals[who.index()] = Value::Player(player);
            }
            let mut options = self.candidates(f, at, spec)?;
            if options.is_empty() {
                continue;
            }
            if optional {
                options.push(Value::Null);
            }
            options.extend(self.written(f, at, spec, questions.len())?);
            questions.push((player, options));
        }
        let mut answers = Vec::new();
        for (player, options) in questions {
            let answer = self.ask_value(at, player, options)?;
            match asked {
                Asked::First if answer.same(&Value::Bool(true)) => return Ok(Value::Player(player)),
                Asked::Each if !answer.is_null() => answers.push((Value::Player(player), answer)),
                _ => {}
            }
        }
        Ok(match asked {
            Asked::Each => self.world.table(answers),
            _ => Value::Null,
        })
    }

    pub(crate) fn ask_value(&mut self, at: NodeId, by: u32, options: Vec<Value<'g>>) -> Step<'g, Value<'g>> {
        match self.ask(by, options.into_iter().map(Choice::Answer).collect())? {
            Choice::Answer(value) => Ok(value),
            Choice::Action { .. } => fault(at, "the answer is of another kind"),
        }
    }

    /// What an `auto` takes; none where nothing fits.
    pub(crate) fn automatic(
        &mut self,
        f: &mut Frame<'g>,
        at: NodeId,
        spec: &'g ChoiceSpec,
    ) -> Step<'g, Option<Value<'g>>> {
        let singles = self.singles(f, at, spec)?;
        if matches!(spec.ty, Type::List(_)) && !is_whole(spec) {
            return Ok(Some(self.world.list(singles)));
        }
        Ok(singles.into_iter().next())
    }

    /// The texts that are written for a question, so many questions further on, which are no proposals and which every
    /// filter takes.
    pub(crate) fn written(
        &mut self,
        f: &mut Frame<'g>,
        at: NodeId,
        spec: &'g ChoiceSpec,
        ahead: usize,
    ) -> Step<'g, Vec<Value<'g>>> {
        let Some(most) = spec.free else { return Ok(Vec::new()) };
        let mut texts = self.written.get(&(self.used + ahead)).cloned().unwrap_or_default();
        if texts.is_empty() {
            return Ok(texts);
        }
        let proposals = self.source(f, at, &spec.source)?;
        texts.retain(|text| {
            let Value::Text(units) = text else { return false };
            let count = char::decode_utf16(units.iter().copied()).count();
            count <= usize::from(most) && !proposals.iter().any(|p| p.same(text))
        });
        self.that_pass(f, at, spec, texts)
    }

    /// All values that may be chosen: single candidates, or lists of them where a list is chosen.
    pub(crate) fn candidates(
        &mut self,
        f: &mut Frame<'g>,
        at: NodeId,
        spec: &'g ChoiceSpec,
    ) -> Step<'g, Vec<Value<'g>>> {
        let singles = self.singles(f, at, spec)?;
        let (least, most) = match &spec.count {
            None => return Ok(singles),
            Some(Count::Any) => (0.0, singles.len() as f64),
            Some(Count::Exactly(n)) => {
                let n = self.count(f, n)?;
                (n, n)
            }
            Some(Count::Between(a, b)) => (self.count(f, a)?, self.count(f, b)?),
        };
        let mut sets = Vec::new();
        for size in 0..=singles.len() {
            if (size as f64) < least || (size as f64) > most {
                continue;
            }
            match spec.ordered {
                true => orders(singles.len(), size, &mut Vec::new(), &mut sets),
                false => subsets(singles.len(), size, &mut sets),
            }
            if sets.len() > MAX_SETS {
                return fault(at, "too many sets to choose from");
            }
        }
        let list = |set: Vec<usize>| set.into_iter().map(|i| singles[i].clone()).collect();
        let lists: Vec<Vec<Value<'g>>> = sets.into_iter().map(list).collect();
        Ok(lists.into_iter().map(|items| self.world.list(items)).collect())
    }

    fn count(&mut self, f: &mut Frame<'g>, e: &'g Expr) -> Step<'g, f64> {
        let value = self.expr(f, e)?;
        Ok(number(e.at, &value)?.trunc())
    }

    /// The elements of the source that pass every filter.
    fn singles(&mut self, f: &mut Frame<'g>, at: NodeId, spec: &'g ChoiceSpec) -> Step<'g, Vec<Value<'g>>> {
        let all = self.source(f, at, &spec.source)?;
        self.that_pass(f, at, spec, all)
    }

    /// Those that pass every filter.
    fn that_pass(
        &mut self,
        f: &mut Frame<'g>,
        at: NodeId,
        spec: &'g ChoiceSpec,
        all: Vec<Value<'g>>,
    ) -> Step<'g, Vec<Value<'g>>> {
        let mut passing = Vec::new();
        for candidate in all {
            self.step(at)?;
            let mut fits = true;
            for filter in &spec.filters {
                f.locals[filter.local.index()] = candidate.clone();
                if !self.holds(at, f, &filter.body)? {
                    fits = false;
                    break;
                }
            }
            if fits {
                passing.push(candidate);
            }
        }
        Ok(passing)
    }

    fn source(&mut self, f: &mut Frame<'g>, at: NodeId, source: &'g Source) -> Step<'g, Vec<Value<'g>>> {
        Ok(match source {
            Source::Objects(class) => self.all(at, *class)?,
            Source::Cases(e) => {
                (0..self.game.enums[e.index()].cases.len() as u32).map(|i| Value::Case(*e, i)).collect()
            }
            Source::Players => {
                let world = &self.world;
                (0..world.players).filter(|p| !world.out[*p as usize]).map(Value::Player).collect()
            }
            Source::Bools => vec![Value::Bool(false), Value::Bool(true)],
            Source::List(e) => {
                let value = self.expr(f, e)?;
                self.items(e.at, &value)?.into_iter().filter(|v| !v.is_null()).collect()
            }
            Source::Range(from, to) => {
                let (from, to) = self.range_ends(f, from, to)?;
                if to - from > MAX_ELEMENTS {
                    return fault(at, "the range is too long");
                }
                let mut all = Vec::new();
                let mut i = from;
                while i <= to {
                    all.push(Value::Number(countable(at, i)?));
                    i += 1.0;
                }
                all
            }
        })
    }
}

/// Whether the source gives whole lists where a list is chosen.
fn is_whole(spec: &ChoiceSpec) -> bool {
    matches!(&spec.source, Source::List(e) if e.ty.element() == Some(&spec.ty))
}

/// Adds the rows of so many different numbers below `n` that begin with `row`, in lexicographic order.
fn orders(n: usize, size: usize, row: &mut Vec<usize>, into: &mut Vec<Vec<usize>>) {
    if row.len() == size {
        return into.push(row.clone());
    }
    for next in (0..n).filter(|i| !row.contains(i)).collect::<Vec<_>>() {
        if into.len() <= MAX_SETS {
            row.push(next);
            orders(n, size, row, into);
            row.pop();
        }
    }
}

/// Adds the sets of that size of the numbers below `n`, in lexicographic order.
fn subsets(n: usize, size: usize, into: &mut Vec<Vec<usize>>) {
    let mut set: Vec<usize> = (0..size).collect();
    while into.len() <= MAX_SETS {
        into.push(set.clone());
        let Some(i) = (0..size).rev().find(|i| set[*i] < n - size + *i) else { return };
        set[i] += 1;
        for j in i + 1..size {
            set[j] = set[j - 1] + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn sets_come_in_lexicographic_order() {
        let mut sets = Vec::new();
        super::subsets(4, 2, &mut sets);
        assert_eq!(format!("{sets:?}"), "[[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]");
        sets.clear();
        super::subsets(3, 0, &mut sets);
        assert_eq!(sets, vec![Vec::<usize>::new()]);
    }
}
