//! What was chosen, as each viewer could read it at that moment, and the log that is made of it. It knows no sentences
//! of other languages.

use crate::carried::{Naming, naming};
use crate::decision::{Decision, has_secret, holder_of, is_ordered_answer};
use crate::game::Game;
use crate::observer::Observer;
use crate::position::Position;
use crate::seat::SeatView;
use crate::tabletop::{Arg, Change, Done, Entry, Ids, Place, Step, Typed};
use crate::view::reader::{MAX_DEPTH, MAX_SHOWN, Reader, read_in_order};
use crate::view::{Eyes, Viewer};
use bytecode::layout::{is_constant, object};
use bytecode::op::choose;
use bytecode::program::{Input, Show};
use bytecode::word::NULL;
use language::look::{AnswerSays, Phrase};
use std::cell::Cell;
use vm::Candidate;

/// A choice as each viewer could read it when it was made.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Logged {
    seat: u32,
    /// None for an answer.
    action: Option<u16>,
    /// What was asked, and whether everybody may read that.
    asked: Option<(String, bool)>,
    /// How an answer is told, where the rules say it.
    says: Option<AnswerSays>,
    /// By seat; then for spectators.
    args: Vec<Args>,
    /// How the action is named to each.
    namings: Vec<Naming>,
    /// What carries it, by the number that it was made with.
    carrier: Option<u32>,
    /// Where the things lay that were chosen.
    places: Vec<Place>,
}

type Args = Vec<(String, Arg)>;

/// The name of what carries an action, among what was chosen.
const WITH: &str = "with";

impl Logged {
    /// What becomes known with a choice of a seat: itself, and where it is the last of several that were made in secret,
    /// all of them in the order in which they are carried out; nothing while others have still to choose. What was asked
    /// is the same for all of them.
    pub(crate) fn with(
        game: &Game,
        position: &Position,
        (seat, candidate): (u32, Candidate<'_>),
        ids: &[(Viewer, &Ids)],
        asked: Option<&str>,
    ) -> Vec<Logged> {
        let one = |seat, candidate| Logged::new(game, position, (seat, candidate), ids, asked);
        let Some(round) = position.asking() else { return vec![one(seat, candidate)] };
        if round.is_first_yes(candidate) {
            return vec![one(seat, candidate)];
        }
        if !round.ends_with(candidate) {
            return Vec::new();
        }
        let sealed = round.sealed.iter().map(|s| one(s.seat, s.candidate()));
        let mut all: Vec<Logged> = sealed.chain([one(seat, candidate)]).collect();
        all.sort_by_key(|logged| round.order.iter().position(|seat| *seat == logged.seat));
        all
    }

    fn new(
        game: &Game,
        position: &Position,
        (seat, candidate): (u32, Candidate<'_>),
        ids: &[(Viewer, &Ids)],
        asked: Option<&str>,
    ) -> Logged {
        let args = ids.iter().map(|(viewer, ids)| read(game, position, (seat, candidate), *viewer, ids));
        let is_for_all =
            !game.may_hide() || position.asked().is_some_and(|asked| asked.how & choose::LITERAL != 0);
        let asked = asked.filter(|_| candidate.action.is_none()).map(|asked| (asked.to_owned(), is_for_all));
        let (args, places) = (args.collect(), places(game, position, candidate));
        let words = &position.state.words;
        let namings =
            ids.iter().map(|(viewer, _)| match naming(game, words, candidate, Eyes::Of(*viewer).bits()) {
                // It stood in the list of whoever chose it.
                Naming::Nothing if *viewer == Viewer::Seat(seat) => Naming::Action,
                naming => naming,
            });
        let (namings, carrier) = (namings.collect(), carrier(game, position, candidate));
        let is_answer = candidate.action.is_none();
        let says = game.says_of_answer(position.state.pc).filter(|_| is_answer).cloned();
        Logged { seat, action: candidate.action, asked, says, args, namings, carrier, places }
    }

    /// The same, where what carries the action has come to light with it.
    fn with_carrier_known(&self, number: usize) -> Logged {
        let mut logged = self.clone();
        if let Some(naming @ (Naming::Nothing | Naming::Name { takes_same: false, .. })) =
            logged.namings.get_mut(number)
        {
            *naming = Naming::Action;
        }
        logged
    }

    /// As a viewer reads it, who has that number among viewers.
    fn done(&self, game: &Game, viewer: Viewer, number: usize) -> Done {
        let asked =
            self.asked.as_ref().filter(|(_, is_for_all)| *is_for_all || viewer == Viewer::Seat(self.seat));
        let naming = self.namings.get(number).unwrap_or(&Naming::Nothing);
        let words = self.action.map(|action| match naming {
            Naming::Action => Words::of(game, action.into()),
            Naming::Name { declaring, .. } => Words::common(game, action.into(), declaring),
            Naming::Nothing => Words::default(),
        });
        let mut args = self.args.get(number).cloned().unwrap_or_default();
        args.retain(|(name, _)| match naming {
            Naming::Action | Naming::Name { takes_same: true, .. } => true,
            Naming::Name { .. } => name == WITH,
            Naming::Nothing => false,
        });
        let Words { of, says, title } = words.unwrap_or_default();
        let says = says.or_else(|| Some(sentence(told_answer(self.says.as_ref()?, &args)?)));
        Done {
            by: self.seat,
            sealed: false,
            action: self
                .action
                .filter(|_| *naming != Naming::Nothing)
                .map(|action| game.program.actions[usize::from(action)].name.clone()),
            of,
            says,
            title,
            asked: asked.map(|(asked, _)| asked.clone()),
            args,
        }
    }
}

/// How an answer is told to somebody who knows so much of it; None to whoever knows nothing.
fn told_answer<'s>(says: &'s AnswerSays, args: &Args) -> Option<&'s [Phrase]> {
    let (_, answer) = args.first()?;
    let is_no = match answer {
        Arg::Value(value) => matches!(value, Typed::Null | Typed::Bool(false)),
        Arg::List(all) => all.is_empty(),
        Arg::Thing { .. } | Arg::Unknown => false,
    };
    Some(says.otherwise.as_ref().filter(|_| is_no).unwrap_or(&says.text))
}

/// What is told of an action besides its name.
#[derive(Clone, PartialEq, Default)]
struct Words {
    of: Option<String>,
    says: Option<String>,
    title: Option<String>,
}

impl Words {
    fn of(game: &Game, number: usize) -> Words {
        let action = &game.program.actions[number];
        let of = &game.program.classes[usize::from(action.class)].name;
        let says = Some(sentence(game.says(number, ""))).filter(|says| !says.is_empty());
        let title = says.is_none().then(|| {
            let look = game.legend().member(of, &action.name);
            look.and_then(|look| look.title.clone()).unwrap_or_else(|| action.name.clone())
        });
        Words { of: Some(of.clone()), says, title }
    }

    /// For somebody who does not know what carries the action: those of the class that declares it first, since those of
    /// one that overrides it would tell what carries it. Where several classes declare one of that name, what all of them
    /// say alike, and no class.
    fn common(game: &Game, number: usize, declaring: &[usize]) -> Words {
        let name = &game.program.actions[number].name;
        let all = declaring.iter().map(|number| Words::of(game, *number));
        let all: Vec<Words> = all.collect();
        match &all[..] {
            [one] => one.clone(),
            [first, others @ ..] if others.iter().all(|other| other.says == first.says) => {
                let title = others.iter().all(|other| other.title == first.title);
                let title = first.title.as_ref().map(|own| if title { own.clone() } else { name.clone() });
                Words { of: None, says: first.says.clone(), title }
            }
            _ => Words { title: Some(name.clone()), ..Words::default() },
        }
    }
}

/// What carries the action of a candidate, by the number that it was made with.
fn carrier(game: &Game, position: &Position, candidate: Candidate<'_>) -> Option<u32> {
    let reader = Reader::new(game, &position.state.words, position.players(), Eyes::All);
    let action = &game.program.actions[usize::from(candidate.action?)];
    let (o, show) = holder_of(&reader, action, candidate.holder)?;
    let is_there = show == Show::Object && o != NULL && !is_constant(o);
    is_there.then(|| object::serial(reader.word(o as usize)))
}

/// A sentence with the names of inputs in braces.
fn sentence(phrases: &[Phrase]) -> String {
    let phrase = |phrase: &Phrase| match phrase {
        Phrase::Text(text) => text.clone(),
        Phrase::Input(input) => format!("{{{input}}}"),
    };
    phrases.iter().map(phrase).collect()
}

/// What a seat chose, as somebody reads it who has these numbers for things.
fn read(
    game: &Game,
    position: &Position,
    (seat, candidate): (u32, Candidate<'_>),
    viewer: Viewer,
    ids: &Ids,
) -> Args {
    /// What one choice may take.
    const MAX_BYTES: usize = MAX_SHOWN / 64;
    let budget = Cell::new(MAX_BYTES);
    let reader = Reader { budget, ..Reader::new(game, &position.state.words, position.players(), viewer) };
    let is_own = viewer == Viewer::Seat(seat);
    let Some(action) = candidate.action else {
        if !is_own && has_secret(game, position, candidate) {
            return Vec::new();
        }
        let show = Decision::show_of_answer(game, position);
        let is_ordered = is_ordered_answer(position);
        let read = |show| reader.choice(is_ordered, |r| arg(r, ids, candidate.inputs[0], show));
        let answer = show.map(|show| ("answer".to_owned(), read(show)));
        return answer.into_iter().collect();
    };
    let action = &game.program.actions[usize::from(action)];
    let with = holder_of(&reader, action, candidate.holder);
    let with = with.map(|(w, show)| (WITH.to_owned(), arg(&reader, ids, w, &show)));
    let inputs = action.inputs.iter().zip(candidate.inputs).filter(|(input, _)| is_own || !input.secret);
    let read = |input: &Input, w| reader.choice(input.ordered, |r| arg(r, ids, w, &input.show));
    let inputs = inputs.map(|(input, w)| (input.name.clone(), read(input, *w)));
    with.into_iter().chain(inputs).collect()
}

fn arg(reader: &Reader<'_>, ids: &Ids, w: u64, show: &Show) -> Arg {
    match show {
        Show::Object if w != NULL => match reader.typed(ids, w, show) {
            Some(Typed::Thing(id)) => Arg::Thing { id, text: reader.name(w), on: tile_of(reader, w) },
            Some(Typed::Named(_)) | None if !reader.knows(w) => Arg::Unknown,
            value => Arg::Value(value.unwrap_or(Typed::Null)),
        },
        Show::List(of) if w != NULL => {
            let read = |all: Vec<&u64>| reader.read_all(all, |w| Some(arg(reader, ids, *w, of)));
            let (known, unknown) = reader.parted(w, of, MAX_DEPTH);
            Arg::List(read(known).into_iter().chain(read_in_order(read(unknown))).collect())
        }
        _ => Arg::Value(reader.typed(ids, w, show).unwrap_or(Typed::Null)),
    }
}

/// The tile on which something lies. Whoever has a number for a thing can follow it, and so sees where it is.
fn tile_of(reader: &Reader<'_>, o: u64) -> Option<Place> {
    let place = place_of(reader, o)?;
    matches!(place, Place::Tile { .. }).then_some(place)
}

fn place_of(reader: &Reader<'_>, o: u64) -> Option<Place> {
    let lies = o != NULL && !is_constant(o) && reader.class(o).is_piece;
    lies.then(|| reader.place(reader.word(o as usize + object::PLACE))).flatten()
}

/// Where the things lie that somebody chooses.
fn places(game: &Game, position: &Position, candidate: Candidate<'_>) -> Vec<Place> {
    let reader = Reader::new(game, &position.state.words, position.players(), Eyes::All);
    let inputs = candidate.action.map(|action| &game.program.actions[usize::from(action)].inputs);
    let shows = inputs.into_iter().flatten().map(|input| &input.show);
    let answer = Decision::show_of_answer(game, position).filter(|_| candidate.action.is_none());
    let chosen = shows.chain(answer).zip(candidate.inputs);
    let things = chosen.flat_map(|(show, w)| match show {
        Show::Object => vec![*w],
        Show::List(of) if **of == Show::Object && *w != NULL => reader.elements(*w).to_vec(),
        _ => Vec::new(),
    });
    things.filter_map(|o| place_of(&reader, o)).collect()
}

/// Names what a viewer did not know by what came to light with the step from where it lay, where that is no more and
/// nothing else has left it unseen, which may be what was chosen as well.
fn fill_in(args: &mut Args, places: &[Place], trace: &[Step]) {
    let unseen =
        |step: &Step| matches!(&step.change, Change::Count { from: Some(at), .. } if places.contains(at));
    if trace.iter().any(unseen) {
        return;
    }
    let mut unknown: Vec<&mut Arg> = args.iter_mut().flat_map(|(_, arg)| arg.unknown()).collect();
    let seen = trace.iter().filter_map(|step| match &step.change {
        Change::Move { id, from: Some(at), thing: Some(thing), .. }
        | Change::Reveal { id, at, thing, .. }
            if places.contains(at) =>
        {
            thing.class.as_ref()?;
            let title = thing.look.title.clone().unwrap_or_else(|| thing.text.clone());
            Some(Arg::Thing { id: *id, text: title, on: None })
        }
        _ => None,
    });
    let seen: Vec<Arg> = seen.collect();
    if seen.len() <= unknown.len() {
        unknown.iter_mut().zip(seen).for_each(|(unknown, seen)| **unknown = seen);
    }
}

/// Whether steps have shown what a thing is.
fn has_shown(trace: &[Step], thing: u32) -> bool {
    trace.iter().any(|step| match &step.change {
        Change::Move { id, thing: Some(shown), .. } | Change::Reveal { id, thing: shown, .. } => {
            *id == thing && shown.class.is_some()
        }
        _ => false,
    })
}

impl Observer<'_> {
    /// What the last step brought into the log of the viewer, where somebody follows the match: what was chosen, and what
    /// the rules told. A choice that is still a secret is there for whoever made it, and for others that it was made,
    /// where they may know who has chosen.
    pub fn log(&self) -> Vec<Entry> {
        if self.now.secrecy().is_sealed() {
            let sealed = self.sealed_entry().filter(|_| self.follows());
            return sealed.into_iter().collect();
        }
        self.last_log()
    }

    /// The same of the last step that everybody knows of: while players choose in secret, the last one before.
    pub fn last_log(&self) -> Vec<Entry> {
        let Observer { now, viewer } = *self;
        let Some(identities) = &now.identities else { return Vec::new() };
        let number = identities.number(viewer);
        let done = now.logged.iter().map(|logged| {
            let ids = identities.of(viewer);
            let carrier = logged.carrier.and_then(|birth| ids.and_then(|ids| ids.get(birth)));
            let mut done = match carrier.is_some_and(|id| has_shown(self.trace(), id)) {
                true => logged.with_carrier_known(number).done(&now.game, viewer, number),
                false => logged.done(&now.game, viewer, number),
            };
            let others = now.logged.iter().filter(|other| !std::ptr::eq(*other, logged));
            // What came from where only one of several chose is what that one chose.
            if !others.flat_map(|other| &other.places).any(|place| logged.places.contains(place)) {
                fill_in(&mut done.args, &logged.places, self.trace());
            }
            Entry::Done(done)
        });
        done.chain(self.told()).collect()
    }

    /// What the rules told, and which choices have become impossible, in the order in which that was.
    fn told(&self) -> Vec<Entry> {
        let Observer { now, viewer } = *self;
        let mut voided = now.voided.iter().peekable();
        let mut told = Vec::new();
        for (i, heard) in now.heard.iter().enumerate() {
            while let Some(before) = voided.next_if(|void| void.after <= i) {
                told.extend(before.entry(viewer));
            }
            told.extend(heard.text(Eyes::Of(viewer)).map(|tell| Entry::Told { tell: tell.to_owned() }));
        }
        told.extend(voided.filter_map(|void| void.entry(viewer)));
        told
    }

    /// What the viewer may know of the choice that was made last and is still a secret.
    fn sealed_entry(&self) -> Option<Entry> {
        let Observer { now, viewer } = *self;
        let by = now.steps.last()?.seat?;
        match viewer {
            Viewer::Seat(seat) if seat == by => now.seat(seat).sealed().map(Entry::Done),
            _ => {
                let shows = now.position.asking().is_some_and(|round| round.shows_answered);
                shows.then(|| Entry::Done(Done { by, sealed: true, ..Done::default() }))
            }
        }
    }
}

impl SeatView<'_> {
    /// What the seat has chosen that is still a secret.
    pub fn sealed(&self) -> Option<Done> {
        let SeatView { now, seat } = *self;
        let round = now.position.asking()?;
        let sealed = round.sealed.iter().find(|sealed| sealed.seat == seat)?;
        let (viewer, ids) = (Viewer::Seat(seat), self.ids());
        let own = [(viewer, &ids)];
        let prompt = now.position.asked().map(|asked| asked.prompt).filter(|w| *w != NULL);
        let asked = prompt.map(|w| {
            let mut state = now.position.state.clone();
            now.game.runner(&mut now.game.machine()).string(&mut state, w)
        });
        let chosen = (seat, sealed.candidate());
        let logged = Logged::new(&now.game, &now.position, chosen, &own, asked.as_deref());
        Some(Done { sealed: true, ..logged.done(&now.game, viewer, 0) })
    }
}
