//! A decision with its candidates: which are legal, how players read them, making one. It does not know what a
//! player typed, nor where a candidate comes from.

use crate::fault::fault;
use crate::game::Game;
use crate::logged::Logged;
use crate::order::{OrderKey, Run};
use crate::position::{
    Awaited, Faulty, Kept, Listing, MAX_WAYS_TRIED, Position, Runner, Running, Tried, too_many_to_list,
};
use crate::question::{Chosen, FreeInput, Move, Refused};
use crate::tabletop::{Traced, Tracer};
use crate::view::heard::{Heard, Voided};
use crate::view::modified::read_what_is_seen;
use crate::view::reader::{ListOrder, MAX_SHOWN, Reader, plain};
use crate::view::{Fault, ValueView, Viewer};
use crate::written::{Written, quoted, too_long};
use base::Random;
use bytecode::layout::header;
use bytecode::op::choose;
use bytecode::program::{Action, Input, Show};
use bytecode::word::{self, NULL};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use vm::{Candidate, Candidates, Machine, Many, Scrutiny};

/// What each move of a list may take when it is described, however many there are, in bytes.
const MIN_SHOWN: usize = 1000;

/// How a text means a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Meant {
    Exactly,
    /// It is the beginning of the move.
    Begun,
}

/// The candidates of a decision, with the position on which they were listed: their inputs mean nothing elsewhere.
pub(crate) struct Decision<'m> {
    game: &'m Game,
    machine: &'m mut Machine,
    position: Position,
    candidates: Candidates,
    /// See [`crate::order`].
    key: OrderKey<'m>,
    /// The texts that were written for it, which are among its candidates.
    written: Written,
}

/// A match after a move, with what became known by it.
pub(crate) struct Made {
    pub position: Position,
    pub made: Move,
    pub heard: Vec<Heard>,
    pub voided: Vec<Voided>,
    /// How many choices nobody learns of, since the first yes ends the question.
    pub unheard: usize,
    /// For whoever follows the match.
    pub logged: Vec<Logged>,
    pub traced: Option<Traced>,
    /// What may be decided next, where somebody follows the match and it can be kept.
    pub listing: Option<Listing>,
}

impl<'m> Decision<'m> {
    /// Lists the candidates of what a position waits for. Where a player is to see them, the key says in what order; the
    /// list is taken from what is kept of those of this position, or kept there.
    pub(crate) fn list(
        game: &'m Game,
        machine: &'m mut Machine,
        position: Position,
        (key, kept): (OrderKey<'m>, &Kept),
    ) -> Result<Self, Fault> {
        Decision::list_with(game, machine, position, (key, kept), Written::default())
    }

    /// As [`Decision::list`], with texts that are written where that may be done.
    pub(crate) fn list_with(
        game: &'m Game,
        machine: &'m mut Machine,
        position: Position,
        (key, kept): (OrderKey<'m>, &Kept),
        written: Written,
    ) -> Result<Self, Fault> {
        Decision::list_in_groups(game, machine, position, (key, kept), written)?.veiled()
    }

    /// As [`Decision::list_with`]; the ways to choose several things are never listed one by one. The candidates have the
    /// same numbers.
    pub(crate) fn list_in_groups(
        game: &'m Game,
        machine: &'m mut Machine,
        mut position: Position,
        (key, kept): (OrderKey<'m>, &Kept),
        written: Written,
    ) -> Result<Self, Fault> {
        let mut runner = game.runner(machine);
        runner.grant();
        // Whoever wants to know what listing looks at, or where its steps go, makes it do so.
        let is_watched = runner.machine.scrutiny.is_some() || runner.machine.steps.is_some();
        let known = Listing::known(kept, &position).filter(|_| written.is_empty() && !is_watched);
        if let Some(listing) = known {
            let candidates = listing.list(&mut position, machine);
            return Ok(Decision { game, machine, position, candidates, key, written });
        }
        let is_kept = written.is_empty() && kept.get().is_none();
        let before = is_kept.then(|| (position.state.words.clone(), runner.machine.fuel.left()));
        match runner.list_with(&mut position, &written) {
            Ok(candidates) => {
                if let Some((before, had)) = before {
                    let cost = had - machine.fuel.left();
                    Listing::keep(kept, &before, &position, &candidates, cost);
                }
                Ok(Decision { game, machine, position, candidates, key, written })
            }
            Err(Faulty) => Err(fault(game, &position)),
        }
    }

    /// Lists what is in groups one by one where the order in which it is shown is not that of the candidates, see
    /// [`crate::order`].
    fn veiled(mut self) -> Result<Self, Fault> {
        if !self.game.has_own_order() || !self.candidates.has_groups() {
            return Ok(self);
        }
        let reader = self.reader();
        let groups = || self.candidates.groups();
        let is_hidden: Vec<bool> =
            groups().map(|(.., head)| reader.names_hidden(&self.position, head)).collect();
        let is_list = groups().map(|(_, many, _)| matches!(many, Many::Ways(_)));
        let hides: Vec<bool> = is_list.zip(&is_hidden).map(|(is_list, hidden)| is_list || *hidden).collect();
        if !hides.contains(&true) {
            return Ok(self);
        }
        let listed = |those: &[bool]| -> usize {
            groups().zip(those).filter(|(_, is_listed)| **is_listed).map(|((n, ..), _)| n.len()).sum()
        };
        // All of them, or as few as there must be where they are many.
        let sets = [vec![true; hides.len()], hides, is_hidden];
        let ways = listed(&sets[2]);
        if let Some(those) = sets.iter().find(|those| listed(those) <= MAX_WAYS_TRIED) {
            self.candidates.expand(those, &mut self.position.state.words);
            return Ok(self);
        }
        self.position.fail(too_many_to_list(ways));
        Err(fault(self.game, &self.position))
    }

    /// From here on somebody wants to know what the machine looks at.
    pub(crate) fn go_on_under(&mut self, scrutiny: Box<Scrutiny>) {
        self.machine.scrutiny = Some(scrutiny);
    }

    pub(crate) fn candidates(&self) -> &Candidates {
        &self.candidates
    }

    /// How many candidates there are, legal or not.
    pub(crate) fn len(&self) -> usize {
        self.candidates.len()
    }

    pub(crate) fn game(&self) -> &'m Game {
        self.game
    }

    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    pub(crate) fn candidate(&self, i: usize) -> Candidate<'_> {
        self.candidates.get(i)
    }

    /// A candidate, made or not, see [`Candidates::head`].
    pub(crate) fn head(&self, i: usize) -> Candidate<'_> {
        self.candidates.head(i)
    }

    /// The texts that were written for it.
    pub(crate) fn written(&self) -> &Written {
        &self.written
    }

    pub(crate) fn order_key(&self) -> OrderKey<'m> {
        self.key
    }

    /// Reads the candidates for their player.
    pub(crate) fn reader(&self) -> Reader<'_> {
        offer(self.game, &self.position, self.position.decider().unwrap_or(0), self.len())
    }

    /// What kind of value answers a question in the middle of an effect.
    pub(crate) fn show_of_answer<'g>(game: &'g Game, position: &Position) -> Option<&'g Show> {
        match position.awaited {
            Awaited::Answer { show, .. } => game.program.shows.get(usize::from(show)),
            _ => None,
        }
    }

    /// Whether in an input of a candidate, or in an answer, each order of several things is another choice.
    pub(crate) fn is_ordered(&self, i: usize, input: usize) -> bool {
        match self.head(i).action {
            Some(action) => {
                let inputs = &self.game.program.actions[usize::from(action)].inputs;
                inputs.get(input).is_some_and(|input| input.ordered)
            }
            None => is_ordered_answer(&self.position),
        }
    }

    pub(crate) fn is_legal(&mut self, i: usize) -> bool {
        self.tried(i) == Tried::Legal
    }

    /// What is known of a candidate, which is tried where it must be.
    pub(crate) fn tried(&mut self, i: usize) -> Tried {
        self.game.runner(self.machine).tried_at(&mut self.position, &mut self.candidates, i)
    }

    /// The position and the candidates that were listed on it.
    pub(crate) fn into_parts(self) -> (Position, Candidates) {
        (self.position, self.candidates)
    }

    /// The numbers of the legal candidates.
    pub(crate) fn legal(&mut self) -> Result<Vec<usize>, Fault> {
        let legal = |runner: &mut Runner<'_>, position: &mut _, all: &mut _| runner.legal(position, all);
        self.unless_unknown(legal, Vec::is_empty)
    }

    /// How many candidates are legal.
    pub(crate) fn count(&mut self) -> Result<usize, Fault> {
        let count =
            |runner: &mut Runner<'_>, position: &mut _, all: &mut _| runner.count_legal(position, all);
        self.unless_unknown(count, |count| *count == 0)
    }

    /// How many candidates are legal, and the actions of which some are.
    pub(crate) fn possible(&mut self) -> Result<(usize, BTreeSet<usize>), Fault> {
        let possible = |runner: &mut Runner<'_>, position: &mut Position, candidates: &mut Candidates| {
            let mut actions = BTreeSet::new();
            let note = |action: Option<u16>| actions.extend(action.map(usize::from));
            let legal = runner.count_legal_noting(position, candidates, note);
            (legal, actions)
        };
        self.unless_unknown(possible, |possible| possible.0 == 0)
    }

    /// What there is of the legal candidates. A fault where not all could be tried, and where there is nothing since some
    /// take too long to be tried.
    fn unless_unknown<T>(
        &mut self,
        f: impl FnOnce(&mut Runner<'_>, &mut Position, &mut Candidates) -> T,
        is_nothing: impl FnOnce(&T) -> bool,
    ) -> Result<T, Fault> {
        let mut runner = self.game.runner(self.machine);
        let value = f(&mut runner, &mut self.position, &mut self.candidates);
        let is_unknown = runner.end_if_spent(&mut self.position)
            || is_nothing(&value) && runner.end_if_too_long(&mut self.position);
        if is_unknown || self.position.awaited == Awaited::Faulty {
            Err(fault(self.game, &self.position))
        } else {
            Ok(value)
        }
    }

    /// Whether all is used that trying candidates may use: whoever goes through them stops then, since there may be
    /// billions of which none is tried any more.
    pub(crate) fn is_spent(&self) -> bool {
        self.machine.fuel.is_exhausted()
    }

    /// Does something that uses no more than so much of the fuel that is left.
    pub(crate) fn within(&mut self, most: i64, work: impl FnOnce(&mut Self)) {
        let rest = self.machine.fuel.set_aside_beyond(most);
        work(self);
        self.machine.fuel.give_back(rest);
    }

    /// Whether a candidate must be tried before it is known to be legal.
    pub(crate) fn needs_trial(&mut self, i: usize) -> bool {
        self.game.runner(self.machine).needs_trial(&self.position, self.candidates.head(i))
    }

    /// Whether it may be told why a candidate is refused once it is tried: where its action is offered by what its
    /// player does not know, that it comes to a trial tells something of that. What an effect has looked at before it
    /// asks somebody is not known any more; so an answer is told why by what the effect might look at.
    pub(crate) fn tells_refusals(&self, i: usize) -> bool {
        let action = |number: u16| self.game.program.actions.get(usize::from(number));
        if let Some(number) = self.head(i).action {
            return action(number).is_none_or(|action| action.is_open);
        }
        let acts = self.position.state.words[header::ACTOR];
        let is_actor = self.position.decider().map(word::player) == Some(acts);
        let running = self.position.running.and_then(Running::action).and_then(action);
        running.is_some_and(|a| if is_actor { a.is_open_throughout } else { a.is_open_to_others })
    }

    /// Why the rules refuse a candidate once it is made; None if they do not.
    pub(crate) fn refusal(&mut self, i: usize) -> Option<String> {
        let candidate = self.candidates.make(i, &mut self.position.state.words);
        let mut runner = self.game.runner(self.machine);
        if runner.needs_trial(&self.position, candidate) {
            runner.refusal_told(&self.position, candidate)
        } else {
            None
        }
    }

    /// As [`Decision::why_none`], of the move that reads as `is_meant` says.
    pub(crate) fn why_no_text(
        &mut self,
        is_meant: impl Fn(&str) -> Option<Meant>,
    ) -> Option<(String, String)> {
        let game = self.game;
        let read = |position: &Position, candidate: Candidate<'_>, of: usize| {
            let read = describe(game, position, position.decider().unwrap_or(0), candidate, of).text;
            Some((is_meant(&read)?, read))
        };
        self.why_none(read, |text| is_meant(&quoted(text)).is_some())
    }

    /// What the rules say of a move that is none of the candidates: of the one that is as `is_meant` says, of an action as
    /// a whole whose requirements do not hold, or of all that begin so, where it is the same of each. With it how that move
    /// reads; nothing of several.
    pub(crate) fn why_none(
        &mut self,
        is_meant: impl Fn(&Position, Candidate<'_>, usize) -> Option<(Meant, String)>,
        is_written: impl Fn(&str) -> bool,
    ) -> Option<(String, String)> {
        /// So many moves are looked at.
        const MAX_MOVES: usize = 5_000;
        if let Some(found) = self.why_not_answered(&is_written) {
            return Some(found);
        }
        let mut copy = self.position.clone();
        let mut runner = self.game.runner(self.machine);
        let candidates = runner.list_unfiltered(&mut copy, &self.written)?;
        let (mut of_action, mut of_all) = (None, None);
        let are_all_seen = !candidates.has_groups() && candidates.len() <= MAX_MOVES;
        for i in candidates.singles().into_iter().take(MAX_MOVES) {
            let candidate = candidates.get(i);
            let Some((meant, read)) = is_meant(&copy, candidate, candidates.len()) else { continue };
            let action = &self.game.program.actions[usize::from(candidate.action?)];
            let Some(refusals) = &action.refusals else { continue };
            let found = runner.reason(&copy, refusals, candidate.holder, candidate.inputs);
            match (found, meant) {
                (Some((_, Some(why))), Meant::Exactly) => return Some((read, why)),
                (Some((number, Some(why))), Meant::Begun) if number < refusals.common => {
                    of_action = of_action.or(Some((action.name.clone(), why)));
                }
                (found, Meant::Begun) if are_all_seen => {
                    let why = found.and_then(|(_, why)| why);
                    let same = why.filter(|why| of_all.as_ref().is_none_or(|all| *all == Some(why.clone())));
                    of_all = Some(same);
                }
                _ => {}
            }
        }
        of_action.or_else(|| Some((String::new(), of_all??)))
    }

    /// Why a text that was written is no answer to what is asked, where the rules say it.
    fn why_not_answered(&mut self, is_written: &impl Fn(&str) -> bool) -> Option<(String, String)> {
        let how = self.position.asked()?.how;
        let mut copy = self.position.clone();
        let mut runner = self.game.runner(self.machine);
        let mut written = self.written.texts().iter().zip(self.written.units());
        written.find_map(|(text, units)| {
            Some(()).filter(|()| is_written(text))?;
            let mut memory = runner.machine.memory(runner.program, &mut copy.state);
            let word = memory.new_text(&units).ok()?;
            let why = runner.check_written(&copy, how, word).err()??;
            Some((quoted(text), why))
        })
    }

    /// As [`Decision::legal`], in the order in which the player is shown them.
    pub(crate) fn shown_legal(&mut self) -> Result<Vec<usize>, Fault> {
        let all = self.legal()?;
        if !self.game.has_own_order() {
            return Ok(all);
        }
        let mut legal = vec![false; self.len()];
        all.into_iter().for_each(|i| legal[i] = true);
        Ok(self.all_shown().filter(|i| legal[*i]).collect())
    }

    /// The legal candidate of that number among the legal ones, as the player is shown them. Groups whose candidates
    /// need no trial are not gone through.
    pub(crate) fn nth_legal(&mut self, n: usize) -> Result<usize, Refused> {
        let mut legal = 0;
        for run in self.runs() {
            if let Run::Group(shown) = &run
                && !shown.numbers.is_empty()
                && !self.needs_trial(shown.numbers.start)
            {
                if n - legal < shown.numbers.len() {
                    return Ok(shown.at(n - legal));
                }
                legal += shown.numbers.len();
                continue;
            }
            for i in run.all() {
                if self.is_legal(i) {
                    if legal == n {
                        return Ok(i);
                    }
                    legal += 1;
                } else if self.is_spent() {
                    return Err(self.no_such_move(legal));
                }
            }
        }
        Err(self.no_such_move(legal))
    }

    /// One of the legal candidates, all equally likely.
    pub(crate) fn draw_legal(&mut self, random: &mut Random) -> Result<usize, Refused> {
        // Which number stands for which other, since some were drawn.
        let mut moved: BTreeMap<usize, usize> = BTreeMap::new();
        for left in (1..=self.len()).rev() {
            let k = random.below(left as u64) as usize;
            let i = moved.get(&k).copied().unwrap_or(k);
            if self.is_legal(i) {
                return Ok(i);
            }
            if self.is_spent() {
                break;
            }
            let last = moved.remove(&(left - 1)).unwrap_or(left - 1);
            if k < left - 1 {
                moved.insert(k, last);
            }
        }
        Err(self.no_such_move(0))
    }

    fn no_such_move(&mut self, legal: usize) -> Refused {
        let none = Refused::Illegal(format!("there are {legal} legal moves"));
        self.unless_not_all_is_known(legal > 0).err().map_or(none, Refused::from)
    }

    /// What went wrong, where all is used that trying candidates may use; or where none is legal, since some take too long
    /// to be tried.
    pub(crate) fn unless_not_all_is_known(&mut self, any_legal: bool) -> Result<(), Fault> {
        let mut runner = self.game.runner(self.machine);
        let ended = match any_legal {
            true => runner.end_if_spent(&mut self.position),
            false => runner.end_if_too_long(&mut self.position),
        };
        if ended { Err(fault(self.game, &self.position)) } else { Ok(()) }
    }

    /// A candidate as its player reads it.
    pub(crate) fn describe(&mut self, i: usize) -> Move {
        self.looking_at(i, |decision| decision.described(decision.candidates.get(i)))
    }

    /// Looks at a candidate, which is made for that alone where it is of a group.
    pub(crate) fn looking_at<T>(&mut self, i: usize, look: impl FnOnce(&Self) -> T) -> T {
        let heap_end = self.position.state.words.len();
        self.candidates.make(i, &mut self.position.state.words);
        let seen = look(self);
        if self.candidates.has_groups() {
            self.candidates.forget();
            self.position.state.words.truncate(heap_end);
        }
        seen
    }

    pub(crate) fn described(&self, candidate: Candidate<'_>) -> Move {
        let seat = self.position.decider().unwrap_or(0);
        let of = if self.candidates.has_groups() { 1 } else { self.len() };
        describe(self.game, &self.position, seat, candidate, of)
    }

    /// As [`Decision::described`], several things in the order in which the rules made them.
    pub(crate) fn described_as_made(&self, candidate: Candidate<'_>) -> Move {
        let seat = self.position.decider().unwrap_or(0);
        let reader = offer(self.game, &self.position, seat, 1);
        reader.list_order.set(ListOrder::AsMade);
        read(&reader, &self.position, seat, candidate)
    }

    /// A candidate as earlier programs wrote it: several things in the order in which the rules made them, and before
    /// that, without the looks of modifiers.
    pub(crate) fn as_once_written(&mut self, i: usize) -> [String; 2] {
        self.looking_at(i, |decision| {
            let seat = decision.position.decider().unwrap_or(0);
            [false, true].map(|has_no_looks| {
                let reader = offer(decision.game, &decision.position, seat, 1);
                reader.list_order.set(ListOrder::AsMade);
                reader.in_modifier.set(has_no_looks);
                read(&reader, &decision.position, seat, decision.candidates.get(i)).text
            })
        })
    }

    /// Makes a legal candidate and goes on to the next decision.
    pub(crate) fn make(mut self, i: usize, tracer: Option<Tracer>) -> Made {
        let made = self.describe(i);
        self.game.runner(self.machine).grant();
        let candidate = self.candidates.make(i, &mut self.position.state.words);
        let cut_off = self.position.asking().filter(|round| round.is_first_yes(candidate));
        let unheard = cut_off.map_or(0, |round| round.sealed.len());
        let logged = tracer.as_ref().map(|tracer| self.logged(i, tracer)).unwrap_or_default();
        let mut runner = self.game.runner(self.machine);
        if tracer.is_some() {
            runner.keep_list();
        }
        runner.trace_by(tracer);
        let heard = runner.heard(|runner| {
            runner.play(&mut self.position, self.candidates.get(i));
            runner.verify(&mut self.position);
        });
        let voided = runner.voided();
        let listing = runner.listing();
        let tracer = runner.end_trace();
        let traced = tracer.map(|mut tracer| {
            let known = tracer.readings();
            let modified = read_what_is_seen(self.game, &self.position, self.machine, known);
            tracer.finish(self.game, &self.position, modified.as_ref())
        });
        Made { position: self.position, made, heard, voided, unheard, logged, traced, listing }
    }

    /// What becomes known with a candidate, as everybody can read it who is followed.
    fn logged(&mut self, i: usize, tracer: &Tracer) -> Vec<Logged> {
        let prompt = self.position.asked().map(|asked| asked.prompt).filter(|w| *w != NULL);
        let mut runner = self.game.runner(self.machine);
        let asked = prompt.map(|w| runner.string(&mut self.position.state, w));
        let seat = self.position.decider().unwrap_or(0);
        let chosen = (seat, self.candidates.get(i));
        Logged::with(self.game, &self.position, chosen, &tracer.ids(), asked.as_deref())
    }

    /// What the author asks before all candidates, where they are of one action.
    pub(crate) fn common_prompt(&mut self) -> Option<String> {
        let action = self.candidates.heads().next()?.action;
        if self.candidates.heads().any(|c| c.action != action) {
            return None;
        }
        let prompt = self.game.program.actions[usize::from(action?)].inputs.first()?.prompt?;
        let first = match self.shown_order().first() {
            Some(first) => self.candidates.head(*first),
            None => self.candidates.heads().next()?,
        };
        let event = if let Awaited::Fill { event, .. } = self.position.awaited { event } else { NULL };
        self.game.runner(self.machine).text_of(&mut self.position, prompt, &[first.holder, event])
    }

    /// The inputs for which any text may be written, of the answer, or of the actions that have a legal candidate.
    pub(crate) fn free_inputs(&mut self) -> Vec<FreeInput> {
        if let Some(most) = self.position.asked().and_then(|asked| most_written(asked.how)) {
            return vec![FreeInput { action: None, input: "answer".to_owned(), most }];
        }
        let groups = self.candidates.groups().map(|(numbers, ..)| numbers.start);
        let all: Vec<usize> = self.candidates.singles().into_iter().chain(groups).collect();
        let mut found: Vec<FreeInput> = Vec::new();
        for i in all {
            let Some(action) = self.head(i).action else { continue };
            let action = &self.game.program.actions[usize::from(action)];
            let is_new = found.iter().all(|free| free.action.as_ref() != Some(&action.name));
            if is_new && action.inputs.iter().any(|input| input.free.is_some()) && self.is_legal(i) {
                found.extend(free_of(action));
            }
        }
        found
    }

    /// Why a written text is too long for an action of that name, or where there is none, for all that may be written
    /// here; None where it is not.
    pub(crate) fn too_long(&mut self, action: &str) -> Option<String> {
        let free = self.free_inputs();
        let is_meant = |f: &&FreeInput| f.action.as_ref().is_some_and(|a| a.eq_ignore_ascii_case(action));
        let of_action = free.iter().filter(is_meant).map(|f| f.most).max();
        let most = of_action.or(free.iter().map(|f| f.most).max())?;
        self.written.texts().iter().find_map(|text| too_long(text, most))
    }

    /// What the author asks at an input of a candidate.
    pub(crate) fn prompt_of_input(&mut self, i: usize, k: usize) -> Option<String> {
        let Candidate { action, holder, inputs } = self.head(i);
        let prompt = self.game.program.actions[usize::from(action?)].inputs.get(k)?.prompt?;
        let args = [&[holder, NULL], inputs.get(..k)?].concat();
        let mut copy = self.position.clone();
        self.game.runner(self.machine).text_of(&mut copy, prompt, &args)
    }

    /// Whether that is not always the same.
    pub(crate) fn has_computed_prompt(&mut self, i: usize, k: usize) -> bool {
        let action = self.head(i).action.map(|action| &self.game.program.actions[usize::from(action)]);
        let input = action.and_then(|action| action.inputs.get(k));
        input.is_some_and(|input| input.prompt.is_some() && input.words.is_none())
    }

    /// The same, of the input of that name.
    pub(crate) fn prompt_of_named(&mut self, i: usize, name: &str) -> Option<String> {
        let action = usize::from(self.head(i).action?);
        let k = self.game.program.actions[action].inputs.iter().position(|input| input.name == name)?;
        self.prompt_of_input(i, k)
    }
}

/// The inputs of an action for which any text may be written.
fn free_of(action: &Action) -> impl Iterator<Item = FreeInput> {
    let free = action.inputs.iter().filter_map(|input| Some((input, input.free?)));
    free.map(|(input, most)| FreeInput { action: Some(action.name.clone()), input: input.name.clone(), most })
}

/// How many characters an answer may have that is written, where one may be.
pub(crate) fn most_written(how: i64) -> Option<u16> {
    u16::try_from(how >> choose::MAX_LENGTH_SHIFT).ok().filter(|most| *most > 0)
}

/// A candidate as its player reads it, who is offered so many.
pub(crate) fn describe(
    game: &Game,
    position: &Position,
    seat: u32,
    candidate: Candidate<'_>,
    of: usize,
) -> Move {
    read(&offer(game, position, seat, of), position, seat, candidate)
}

/// Whether part of a candidate is known to who chooses it alone.
pub(crate) fn has_secret(game: &Game, position: &Position, candidate: Candidate<'_>) -> bool {
    match candidate.action {
        Some(action) => game.program.actions[usize::from(action)].inputs.iter().any(|i| i.secret),
        None => position.asked().is_some_and(|asked| asked.how & choose::SECRET != 0),
    }
}

/// A candidate of a seat as somebody reads it.
pub(crate) fn read(reader: &Reader<'_>, position: &Position, seat: u32, candidate: Candidate<'_>) -> Move {
    let game = reader.game;
    let program = &game.program;
    let Candidate { holder, inputs, .. } = candidate;
    let action = candidate.action.map(|a| &program.actions[a as usize]);
    let inputs: Vec<(String, ValueView)> = match action {
        Some(action) => {
            let named = action.inputs.iter().zip(inputs);
            let value = |input: &Input, w| reader.choice(input.ordered, |r| r.value(w, &input.show));
            let settled = |w, input: &Input| match (input.settled, input.free) {
                (true, _) => value(input, w).settled(),
                (_, Some(_)) => value(input, w).written(),
                _ => value(input, w),
            };
            named.map(|(input, w)| (input.name.clone(), settled(*w, input))).collect()
        }
        None => {
            let show = Decision::show_of_answer(game, position);
            let how = position.asked().map_or(0, |asked| asked.how);
            let is_ordered = is_ordered_answer(position);
            let value = show.map(|show| reader.choice(is_ordered, |r| r.value(inputs[0], show)));
            let value = match how {
                how if how & choose::SETTLED != 0 => value.map(ValueView::settled),
                how if most_written(how).is_some() => value.map(ValueView::written),
                _ => value,
            };
            value.map(|value| ("answer".to_owned(), value)).into_iter().collect()
        }
    };
    let object = action.and_then(|action| object_of(reader, action, holder));
    let action = action.map(|a| a.name.clone());
    let parts = object.iter().chain(inputs.iter().map(|(_, v)| v)).map(plain);
    let text = action.iter().cloned().chain(parts).collect::<Vec<_>>().join(" ");
    Move { seat, id: 0, chosen: Chosen::from(candidate.action), action, object, inputs, text }
}

/// A reader of what a seat is offered so much of.
pub(crate) fn offer<'g>(game: &'g Game, position: &'g Position, seat: u32, of: usize) -> Reader<'g> {
    Reader {
        budget: Cell::new((MAX_SHOWN / of.max(1)).max(MIN_SHOWN)),
        ..Reader::new(game, &position.state.words, position.players(), Viewer::Seat(seat))
    }
}

/// Whether of several things that answer what is asked each order is another answer.
pub(crate) fn is_ordered_answer(position: &Position) -> bool {
    position.asked().is_some_and(|asked| asked.how & choose::ORDERED != 0)
}

/// The object that carries an action; None for a global one. A modifier brings actions for the object that has it.
fn object_of(reader: &Reader<'_>, action: &Action, holder: u64) -> Option<ValueView> {
    holder_of(reader, action, holder).map(|(w, show)| reader.value(w, &show))
}

/// The word of the object that carries an action, as [`object_of`].
pub(crate) fn holder_of(reader: &Reader<'_>, action: &Action, holder: u64) -> Option<(u64, Show)> {
    let classes = &reader.game.program.classes;
    let class = &classes[action.class as usize];
    if class.global.is_some() {
        return None;
    }
    let Some(modifier) = &class.modifier else { return Some((holder, Show::Object)) };
    let modified = reader.words[holder as usize + class.first_field as usize];
    let show = if classes[modifier.on as usize].is_tile { Show::Tile } else { Show::Object };
    Some((modified, show))
}
