//! What one seat sees of a match and is asked. Nothing here changes the match or tells more than the seat may know.

use crate::decision::{Decision, holder_of};
use crate::imagined::{self, MoveKey};
use crate::matches::Match;
use crate::offered::{self, Offered};
use crate::order::OrderKey;
use crate::position::Awaited;
use crate::question::{Choice, FreeInput, Move, Part, Question, QuestionKind, Refused, WhyNot};
use crate::tabletop::{self, Ask, Asked, Ids, MoveTree, Typed};
use crate::view::reader::Reader;
use crate::view::{Fault, View, Viewer};
use crate::written::{Written, cleaned, unquoted};
use bytecode::word::NULL;
use std::collections::BTreeSet;

/// A match from one seat. Where several seats decide at once, each has its own question and moves, which do not
/// depend on what the others have chosen.
#[derive(Clone, Copy, Debug)]
pub struct SeatView<'m> {
    pub(crate) now: &'m Match,
    pub(crate) seat: u32,
}

/// That seat, if it is one of so many players; otherwise why not.
pub fn check_seat(seat: u32, players: u32) -> Result<u32, String> {
    match seat < players {
        true => Ok(seat),
        false => Err(format!("there is no seat {seat}: the seats are 0 to {}", players.saturating_sub(1))),
    }
}

/// Parts as they are compared with what was written.
pub(crate) fn clean(path: &[tabletop::Part]) -> Vec<tabletop::Part> {
    let clean = |part: &tabletop::Part| match part.text().map(cleaned) {
        Some(Ok(text)) => tabletop::Part::Value(Typed::Text(text)),
        _ => part.clone(),
    };
    path.iter().map(clean).collect()
}

/// The texts in the parts of a move.
pub(crate) fn written_in(path: &[tabletop::Part]) -> Result<Written, Refused> {
    Written::of(path.iter().filter_map(|part| part.text().map(str::to_owned)))
}

impl<'m> SeatView<'m> {
    pub(crate) fn new(now: &'m Match, seat: u32) -> SeatView<'m> {
        SeatView { now, seat }
    }

    pub fn view(&self) -> View {
        self.now.view(Some(self.seat))
    }

    /// Names what the seat sees: the same where its views are the same but for the order of what lies in no order.
    pub fn seen(&self) -> u64 {
        imagined::seen(&self.now.game, &self.now.position, &mut self.now.game.machine(), self.seat)
    }

    /// Whether the seat has something to decide; an error says why not.
    pub fn is_asked(&self) -> Result<(), Refused> {
        self.now.facing(self.seat).map(|_| ())
    }

    /// What the seat is asked; None where it has nothing to decide.
    pub fn question(&self) -> Option<Question> {
        let mut position = self.now.facing(self.seat).ok()?;
        let game = &self.now.game;
        let (kind, prompt) = match position.awaited {
            Awaited::Answer { .. } => {
                let prompt = position.asked().map(|asked| asked.prompt).filter(|w| *w != NULL);
                let string = |w| game.runner(&mut game.machine()).string(&mut position.state, w);
                (QuestionKind::Choose, prompt.map(string))
            }
            // That takes a list, for nothing where no action asks anything at its first input.
            _ if !game.asks_first => (QuestionKind::Act, None),
            _ => {
                let (ids, mut machine) = (self.own_ids(), game.machine());
                let key = self.now.order_key(self.seat, ids.as_ref());
                let decision = Decision::list(game, &mut machine, position, (key, &self.now.listed)).ok();
                (QuestionKind::Act, decision.and_then(|mut decision| decision.common_prompt()))
            }
        };
        Some(Question { seat: self.seat, kind, prompt })
    }

    /// Which decision of the match it is, as far as the seat can count them.
    pub fn number(&self) -> u64 {
        self.now.decisions() as u64
    }

    /// What the seat is asked and all that it may answer, as a tree of typed parts; as much of it as is told at once.
    pub fn ask(&self) -> Result<Ask, Refused> {
        self.ask_behind(&[])
    }

    /// The same, of the moves that begin with some parts: what may come behind them.
    pub fn ask_behind(&self, path: &[tabletop::Part]) -> Result<Ask, Refused> {
        let whole = self.tree(path, usize::MAX);
        let found = match whole {
            // Less is tried for the first level alone.
            Err(Refused::Faulty(_)) => self.tree(path, 1),
            found => found,
        };
        let (moves, prompt) = found?;
        let question = self.question().ok_or(Refused::NotAsked)?;
        let prompt = if path.is_empty() { question.prompt } else { prompt };
        let ask = Asked { kind: question.kind, prompt, of: self.asking_thing() };
        Ok(Ask { q: self.number(), ask, moves })
    }

    /// A tree of at most so many levels, with what is asked at the first.
    fn tree(&self, path: &[tabletop::Part], levels: usize) -> Result<(MoveTree, Option<String>), Refused> {
        self.decide_path(path, |decision, ids, path| {
            let mut offered = Offered::new(decision, ids);
            let tree = offered.tree(decision, path, levels)?;
            Ok((tree, offered.prompt(decision, path)))
        })
    }

    /// The thing whose effect asks, where the seat can tell it from others.
    fn asking_thing(&self) -> Option<Typed> {
        // At the top level nothing asks, and a copy is spared.
        if self.now.position.is_at_top() {
            return None;
        }
        let position = self.now.facing(self.seat).ok()?;
        let game = &self.now.game;
        let (action, holder) = position.asking_action(&game.program)?;
        let reader = Reader::new(game, &position.state.words, position.players(), Viewer::Seat(self.seat));
        let (w, show) = holder_of(&reader, action, holder)?;
        let typed = reader.typed(&self.ids(), w, &show)?;
        matches!(typed, Typed::Thing(_) | Typed::Place(_)).then_some(typed)
    }

    /// The numbers that decide what stands first, where the match keeps none.
    fn own_ids(&self) -> Option<Ids> {
        self.now.ids_to_order(self.seat)
    }

    /// The numbers that the seat has for things.
    pub(crate) fn ids(&self) -> Ids {
        let viewer = Viewer::Seat(self.seat);
        match &self.now.identities {
            Some(identities) => identities.of(viewer).cloned().unwrap_or_default(),
            None => self.now.fresh_ids(viewer),
        }
    }

    /// As [`SeatView::decide`], with the numbers of things; where the parts are none of the proposals, their texts count
    /// as written.
    fn decide_path<T>(
        &self,
        path: &[tabletop::Part],
        f: impl Fn(&mut Decision<'_>, &Ids, &[tabletop::Part]) -> Result<T, Refused>,
    ) -> Result<T, Refused> {
        let ids = self.ids();
        let decide = |written: Written, path: &[tabletop::Part]| {
            let position = self.now.facing(self.seat)?;
            let (game, key) = (&self.now.game, self.now.order_key(self.seat, Some(&ids)));
            let mut machine = game.machine();
            let decision =
                Decision::list_in_groups(game, &mut machine, position, (key, &self.now.listed), written);
            f(&mut decision?, &ids, path)
        };
        let found = decide(Written::default(), path);
        if !matches!(found, Err(Refused::Illegal(_))) || !self.now.game.program.is_free {
            return found;
        }
        let path = clean(path);
        let written = written_in(&path)?;
        if written.is_empty() { found } else { decide(written, &path) }
    }

    /// Whether the seat may make the moves that begin with some parts, and why not.
    pub fn why_path(&self, path: &[tabletop::Part]) -> Result<WhyNot, Refused> {
        self.decide_path(path, |decision, ids, path| decision.why_path(ids, path))
    }

    /// The parts of the legal move of that number: a path that names it, or one that reads like it.
    pub fn parts_of(&self, number: usize) -> Result<Vec<tabletop::Part>, Refused> {
        let ids = self.ids();
        self.decide(|decision| {
            let i = decision.nth_legal(number)?;
            Ok(offered::parts_of(decision, &ids, i))
        })
    }

    /// All legal moves in the order in which they are numbered; none where the seat has nothing to decide.
    pub fn moves(&self) -> Result<Vec<Move>, Fault> {
        let Ok(position) = self.now.facing(self.seat) else { return Ok(Vec::new()) };
        let mut machine = self.now.game.machine();
        let ids = self.own_ids();
        let key = (self.now.order_key(self.seat, ids.as_ref()), &self.now.listed);
        let mut decision = Decision::list(&self.now.game, &mut machine, position, key)?;
        let legal = decision.shown_legal()?;
        Ok(legal.iter().enumerate().map(|(id, i)| Move { id, ..decision.describe(*i) }).collect())
    }

    /// All legal moves, or None where there are more than that. As everywhere, those are not among them that take too long
    /// to be tried; where no other is legal either, that is a fault.
    pub fn moves_up_to(&self, most: usize) -> Result<Option<Vec<Move>>, Refused> {
        self.decide(|decision| {
            let mut moves = Vec::new();
            for i in decision.all_shown() {
                if decision.is_legal(i) {
                    if moves.len() == most {
                        return Ok(None);
                    }
                    moves.push(Move { id: moves.len(), ..decision.describe(i) });
                } else if decision.is_spent() {
                    break;
                }
            }
            decision.unless_not_all_is_known(!moves.is_empty())?;
            Ok(Some(moves))
        })
    }

    /// The names of [`SeatView::moves_up_to`], by which they are found among those of an [`crate::Imagined`].
    pub fn keys_up_to(&self, most: usize) -> Result<Vec<MoveKey>, Refused> {
        self.decide(|decision| {
            let mut keys = Vec::new();
            for i in decision.all_shown() {
                if keys.len() == most {
                    break;
                }
                if decision.is_legal(i) {
                    keys.push(decision.move_key(i));
                } else if decision.is_spent() {
                    break;
                }
            }
            Ok(keys)
        })
    }

    /// How many legal moves there are; cheaper than describing them.
    pub fn count_moves(&self) -> Result<usize, Fault> {
        let Ok(position) = self.now.facing(self.seat) else { return Ok(0) };
        let mut machine = self.now.game.machine();
        Decision::list(&self.now.game, &mut machine, position, (OrderKey::default(), &self.now.listed))?
            .count()
    }

    /// How many legal moves there are, and the actions of which some are, by their numbers among [`crate::Game::actions`];
    /// cheaper than describing them.
    pub fn possible(&self) -> Result<(usize, BTreeSet<usize>), Fault> {
        let Ok(position) = self.now.facing(self.seat) else { return Ok((0, BTreeSet::new())) };
        let mut machine = self.now.game.machine();
        Decision::list(&self.now.game, &mut machine, position, (OrderKey::default(), &self.now.listed))?
            .possible()
    }

    /// The next part of a move to choose, given the options chosen so far: None when they make a move.
    pub fn next_part(&self, chosen: &[Choice]) -> Result<Option<Part>, Refused> {
        self.decide_parts(chosen, |decision| decision.next_part(chosen, |_| true))
    }

    /// Where the seat may write texts that are none of the proposals.
    pub fn free_inputs(&self) -> Vec<FreeInput> {
        if !self.now.game.program.is_free {
            return Vec::new();
        }
        self.decide(|decision| Ok(decision.free_inputs())).unwrap_or_default()
    }

    /// The one option of the next part that reads so, in small or capital letters, or the text that it is where any may
    /// be written; that may stand in quotation marks.
    pub fn option(&self, chosen: &[Choice], text: &str) -> Result<Choice, Refused> {
        let found = self.decide_parts(chosen, |decision| decision.option(chosen, text));
        let is_free =
            || self.next_part(chosen).is_ok_and(|part| part.is_some_and(|part| part.free.is_some()));
        if !matches!(found, Err(Refused::Illegal(_))) || !self.now.game.program.is_free || !is_free() {
            return found;
        }
        let own = Written::of([unquoted(text)])?;
        let text = own.texts().concat();
        let before = Written::in_parts(chosen)?;
        let all = Written::of(before.into_texts().into_iter().chain([text.clone()]))?;
        self.decide_with(all, |decision| decision.written_option(chosen, &text))
    }

    /// Whether the seat may make the moves that a text means, a whole move or words that moves begin with, and why not.
    pub fn why(&self, text: &str) -> Result<WhyNot, Refused> {
        let is_free = self.now.game.program.is_free;
        let written = if is_free { Written::in_line(text)? } else { Written::default() };
        self.decide_with(written, |decision| decision.why(text))
    }

    /// As [`SeatView::decide`]; where the chosen parts are none of the proposals alone, their texts count as written.
    fn decide_parts<T>(
        &self,
        chosen: &[Choice],
        f: impl Fn(&mut Decision<'_>) -> Result<T, Refused>,
    ) -> Result<T, Refused> {
        let found = self.decide(&f);
        if !matches!(found, Err(Refused::Illegal(_))) || !self.now.game.program.is_free {
            return found;
        }
        let written = Written::in_parts(chosen)?;
        if written.is_empty() { found } else { self.decide_with(written, f) }
    }

    fn decide<T>(&self, f: impl FnOnce(&mut Decision<'_>) -> Result<T, Refused>) -> Result<T, Refused> {
        self.decide_with(Written::default(), f)
    }

    fn decide_with<T>(
        &self,
        written: Written,
        f: impl FnOnce(&mut Decision<'_>) -> Result<T, Refused>,
    ) -> Result<T, Refused> {
        let position = self.now.facing(self.seat)?;
        let mut machine = self.now.game.machine();
        let ids = self.own_ids();
        let key = (self.now.order_key(self.seat, ids.as_ref()), &self.now.listed);
        f(&mut Decision::list_with(&self.now.game, &mut machine, position, key, written)?)
    }
}
