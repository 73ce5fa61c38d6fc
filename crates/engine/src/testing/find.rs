//! Which of the candidates a script means. It makes no move.

use super::script::{Script, ScriptError};
use crate::position::{Awaited, Position, Runner};
use crate::question::Refused;
use crate::view::ValueView;
use crate::written::{Written, cleaned, too_long};
use bytecode::program::{Input, Show, TestPlay};
use bytecode::word::{self, Kind, NULL};
use vm::{Candidate, Candidates, Many};

impl Script<'_> {
    /// The candidates, and the numbers of the legal ones that fit.
    pub(super) fn find(
        &mut self,
        r: &mut Runner<'_>,
        base: u16,
        play: &TestPlay,
    ) -> Result<(Candidates, Vec<usize>), ScriptError> {
        self.run_to_decision(r)?;
        let n = play.inputs.len() as u16;
        let values: Vec<u64> = (0..n).map(|i| *self.register(base + i)).collect();
        let (object, by) = (*self.register(base + n), *self.register(base + n + 1));
        let is_asked =
            |position: &mut Position| !play.has_player || by == NULL || position.focus(word::to_player(by));
        if self.position.is_over() || !is_asked(&mut self.position) {
            return Ok((Candidates::default(), Vec::new()));
        }
        let written = self.written(play, &values).unwrap_or_default();
        let mut candidates = r.list_with(&mut self.position, &written).unwrap_or_default();
        let mut found = Vec::new();
        for i in self.worth_trying(&candidates, |action| self.wanted(action?, play, &values)) {
            let heap_end = self.position.state.words.len();
            candidates.forget();
            candidates.make(i, &mut self.position.state.words);
            let any_order = candidates.groups().any(|(numbers, many, _)| {
                numbers.contains(&i) && matches!(many, Many::Ways(ways) if !ways.is_ordered())
            });
            let fits = self.fits(candidates.get(i), play, (&values, object), any_order);
            candidates.forget();
            self.position.state.words.truncate(heap_end);
            if fits && r.is_legal_at(&mut self.position, &mut candidates, i) {
                found.push(i);
            }
        }
        if found.is_empty() {
            r.end_if_too_long(&mut self.position);
        }
        r.end_if_spent(&mut self.position);
        self.check_fault()?;
        Ok((candidates, found))
    }

    /// The texts that a play gives where any may be written.
    pub(super) fn written(&self, play: &TestPlay, values: &[u64]) -> Result<Written, Refused> {
        let actions = play.actions.iter().map(|a| &self.game.program.actions[usize::from(*a)]);
        let inputs: Vec<&Input> = actions.flat_map(|action| &action.inputs).collect();
        let most = |name: &String| inputs.iter().filter(|of| of.name == *name).filter_map(|of| of.free).max();
        let mut texts = Vec::new();
        for (name, w) in play.inputs.iter().zip(values).filter(|(_, w)| **w != NULL) {
            let Some(most) = most(name) else { continue };
            let text = self.reader().text(*w);
            if let Some(why) = too_long(&text, most) {
                return Err(Refused::Illegal(why));
            }
            texts.push(text);
        }
        Written::of(texts)
    }

    /// The numbers of the candidates that may be meant: of a group those that choose what `wanted` gives, or the first
    /// few where it gives nothing.
    pub(super) fn worth_trying(
        &self,
        candidates: &Candidates,
        wanted: impl Fn(Option<u16>) -> Option<u64>,
    ) -> Vec<usize> {
        const FEW: usize = 1000;
        let mut all = candidates.singles();
        for (numbers, many, head) in candidates.groups() {
            let pool = head.inputs.last().copied().unwrap_or(NULL);
            match wanted(head.action) {
                None => all.extend(numbers.take(FEW)),
                Some(value) => {
                    let place = match many {
                        Many::Numbers(of) => of.place(word::to_number(value)),
                        Many::Ways(ways) => {
                            let chosen = self.indices(value, pool, self.shown(head.action));
                            chosen.and_then(|chosen| ways.number(&chosen))
                        }
                    };
                    all.extend(place.map(|place| numbers.start + place));
                }
            }
        }
        all.sort_unstable();
        all
    }

    /// How the elements of what is chosen last are shown.
    fn shown(&self, action: Option<u16>) -> Show {
        let list = match (action, self.position.awaited) {
            (Some(a), _) => self.game.program.actions[usize::from(a)].inputs.last().map(|i| i.show.clone()),
            (None, Awaited::Answer { show, .. }) => self.game.program.shows.get(usize::from(show)).cloned(),
            _ => None,
        };
        match list {
            Some(Show::List(of)) => *of,
            _ => Show::Object,
        }
    }

    /// The list that a play gives for the last input of an action.
    fn wanted(&self, action: u16, play: &TestPlay, values: &[u64]) -> Option<u64> {
        let last = self.game.program.actions[usize::from(action)].inputs.last()?;
        let at = play.inputs.iter().position(|name| *name == last.name)?;
        values.get(at).copied().filter(|w| *w != NULL)
    }

    /// Where the elements of a list stand in another.
    fn indices(&self, list: u64, pool: u64, of: Show) -> Option<Vec<usize>> {
        let (wanted, all) = (self.reader().elements(list).to_vec(), self.reader().elements(pool).to_vec());
        let mut chosen: Vec<usize> = Vec::new();
        for value in wanted {
            let free = |k: &usize| !chosen.contains(k) && self.equal(all[*k], value, &of);
            chosen.push((0..all.len()).find(free)?);
        }
        Some(chosen)
    }

    /// Whether a candidate is what is to be played; what of its last input is several things may be named in any order.
    fn fits(
        &self,
        candidate: Candidate<'_>,
        play: &TestPlay,
        (values, object): (&[u64], u64),
        any_order: bool,
    ) -> bool {
        let Candidate { action, holder, inputs } = candidate;
        let Some(action) = action.filter(|a| play.actions.contains(a)) else { return false };
        if play.has_object && holder != object {
            return false;
        }
        let info = &self.game.program.actions[action as usize];
        play.inputs.iter().zip(values).all(|(name, wanted)| {
            let k = info.inputs.iter().position(|input| input.name == *name);
            k.is_some_and(|k| match &info.inputs[k].show {
                _ if info.inputs[k].free.is_some() => self.is_written(inputs[k], *wanted),
                Show::List(of)
                    if any_order && k + 1 == inputs.len() && inputs[k] != NULL && *wanted != NULL =>
                {
                    let same =
                        self.reader().elements(inputs[k]).len() == self.reader().elements(*wanted).len();
                    same && self.indices(*wanted, inputs[k], (**of).clone()).is_some()
                }
                show => self.equal(inputs[k], *wanted, show),
            })
        })
    }

    /// Whether a text is what a script writes.
    pub(super) fn is_written(&self, text: u64, wanted: u64) -> bool {
        if text == NULL || wanted == NULL {
            return text == wanted;
        }
        let (text, wanted) = (self.reader().text(text), self.reader().text(wanted));
        text == wanted || cleaned(&wanted).is_ok_and(|wanted| wanted == text)
    }

    /// The tiles of the boards on which the text in a word names one; none if it is no text.
    pub(super) fn tiles_named(&self, w: u64) -> Vec<u64> {
        if word::text(w).is_none() {
            return Vec::new();
        }
        let name = self.reader().text(w);
        let boards = self.game.program.boards.iter().filter(|board| board.of.is_none());
        boards.filter_map(|board| Some(board.tile(board.geometry.named(&name)?))).collect()
    }

    /// Whether two words of a type mean the same: strings by text, lists by their elements.
    pub(super) fn equal(&self, a: u64, b: u64, show: &Show) -> bool {
        if *show == Show::Tile && word::text(b).is_some() {
            // A name that several boards have means the tile that may be chosen.
            return matches!(self.reader().value(a, show), ValueView::Tile { name, .. } if name == self.reader().text(b));
        }
        if a == b || a == NULL || b == NULL || show.kind() == Kind::Plain || *show == Show::Object {
            return a == b;
        }
        let reader = self.reader();
        match show {
            Show::List(of) => {
                let (a, b) = (reader.elements(a), reader.elements(b));
                a.len() == b.len() && a.iter().zip(b).all(|(x, y)| self.equal(*x, *y, of))
            }
            _ => reader.value(a, show) == reader.value(b, show),
        }
    }
}
