//! One program talking to one game: a request line comes in, an answer line goes out, and a match stands between
//! the two. It reads and writes nothing else.

use crate::answer::{Answer, Asked, Asks, Event, MatchResult, OptionShape, Players, line};
use crate::error::{Code, Error};
use crate::request::{self, Naming, Part, Request, quoted};
use crate::saved::{MAX_SCRIPTS, MAX_STEPS, Saved, SavedStep};
use base::Random;
use bots::Kind;
use engine::question::{Choice, Move, QuestionKind, Refused};
use engine::view::{Legend, Outcome};
use engine::view_change::view_changes;
use engine::{Choices, Game, Match, SeatView, TestFailure};
use project::Loaded;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::Arc;

/// The longest line that is read, in bytes.
pub const MAX_LINE: usize = 4 * 1024 * 1024;

/// Where there are more moves than this, they are chosen part by part.
pub const MAX_MOVES: usize = 10_000;

/// So many earlier positions are kept for `undo`, and so many words of them; further back the match is replayed.
const MAX_KEPT: usize = 64;
const MAX_WORDS_KEPT: usize = 1 << 22;

/// What a game is opened with.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Wanted {
    /// What is chosen for its options.
    pub choices: Choices,
    /// Statements that set up positions; each becomes a rule test, see [`project::script_name`].
    pub scripts: Vec<String>,
}

/// Opens the game again; a choice that no option allows is refused.
pub type Rules = Box<dyn Fn(&Wanted) -> Result<Loaded, project::OptionError> + Send>;

/// A game as it was opened.
#[derive(Clone)]
struct Opened {
    game: Arc<Game>,
    wanted: Arc<Wanted>,
}

/// A match at some moment, with the game as it was opened for it.
#[derive(Clone)]
struct Standing {
    now: Match,
    opened: Opened,
}

struct Current {
    standing: Standing,
    /// What stood before, latest last.
    back: VecDeque<Standing>,
    /// The parts of moves that have been chosen, and by whom, latest last.
    chosen: Vec<(u32, Choice)>,
}

pub struct Session {
    rules: Rules,
    /// The game without choices.
    plain: Opened,
    current: Option<Current>,
}

type Answered = Result<Answer, Error>;

impl Session {
    /// `rules` opens the game; `game` is what it gives where nothing is chosen.
    pub fn new(rules: Rules, game: Arc<Game>) -> Session {
        let plain = Opened { game, wanted: Arc::default() };
        Session { rules, plain, current: None }
    }

    /// Answers one line, which may be anything. The answer is one line of JSON, without its end.
    pub fn answer(&mut self, request: &str) -> String {
        if request.len() > MAX_LINE {
            return Session::too_long();
        }
        line(request::read(request).and_then(|request| self.request(request)))
    }

    /// As [`Session::answer`], for bytes that may not be UTF-8.
    pub fn answer_bytes(&mut self, request: &[u8]) -> String {
        match std::str::from_utf8(request) {
            Ok(request) => self.answer(request),
            Err(error) => {
                let why = format!("the line is not UTF-8: byte {} does not fit", error.valid_up_to());
                line(Err(Error::new(Code::BadJson, why)))
            }
        }
    }

    /// The answer to a line of more than [`MAX_LINE`] bytes.
    pub fn too_long() -> String {
        let why = format!("a line may have at most {MAX_LINE} bytes");
        line(Err(Error::new(Code::TooLong, why)))
    }

    fn request(&mut self, request: Request) -> Answered {
        match request {
            Request::Game {} => Ok(self.game()),
            Request::New { seed, players, options } => self.start(seed.unwrap_or(1), players, options),
            Request::Moves { stepwise, seat } => self.current()?.moves(stepwise, seat),
            Request::Play { id, text, part, seat, viewer } => {
                let naming = request::naming(id, text, part)?;
                self.current()?.play(&naming, seat, viewer)
            }
            Request::Bot { bot, seed, seat, viewer } => {
                let kind: Kind =
                    bot.parse().map_err(|e| Error::new(Code::BadValue, quoted(&format!("{e}"))))?;
                self.current()?.bot(kind, seed.unwrap_or(1), seat, viewer)
            }
            Request::View { seat } => self.current()?.view(seat),
            Request::Result {} => Ok(self.current()?.result()),
            Request::Undo {} => self.undo(),
            Request::Save {} => {
                let saved = self.current()?.standing.saved(true);
                Ok(Answer::Saved { r#match: saved })
            }
            Request::Load { r#match } => self.load(&r#match),
            Request::TestSetup { code } => self.test_setup(code),
        }
    }

    fn current(&mut self) -> Result<&mut Current, Error> {
        self.current.as_mut().ok_or_else(|| {
            Error::new(Code::NoMatch, "there is no match yet; send {\"cmd\":\"new\"} or {\"cmd\":\"load\"}")
        })
    }

    fn game(&self) -> Answer {
        let game = &self.plain.game;
        let (least, most) = game.players();
        let played = self.current.as_ref().map_or(game, |current| &current.standing.opened.game);
        Answer::Game {
            game: game.name().to_owned(),
            players: Players { least, most },
            actions: game.actions(),
            options: game.options().iter().map(OptionShape::from).collect(),
            r#match: self.current.is_some(),
            looks: Legend::clone(played.legend()),
        }
    }

    fn start(&mut self, seed: u64, players: Option<u32>, choices: Choices) -> Answered {
        let opened = self.open(Wanted { choices, scripts: Vec::new() })?;
        let (least, most) = opened.game.players();
        let players = players.unwrap_or(least);
        if !(least..=most).contains(&players) {
            let name = opened.game.name();
            let range = if least == most { least.to_string() } else { format!("{least} to {most}") };
            let why = format!("{name} is for {range} players, not {players}");
            return Err(Error::new(Code::BadValue, why));
        }
        let now = Match::start(&opened.game, players, seed);
        let options = opened.game.options().iter();
        let answer = Answer::New {
            game: opened.game.name().to_owned(),
            players,
            seed,
            options: options.map(|o| (o.name.clone(), json!(o.value))).collect(),
            over: now.is_over(),
        };
        let standing = Standing { now, opened };
        self.current = Some(Current { standing, back: VecDeque::new(), chosen: Vec::new() });
        Ok(answer)
    }

    /// The game with options and scripts; the one at hand where it is the same.
    fn open(&self, wanted: Wanted) -> Result<Opened, Error> {
        let current = self.current.as_ref().map(|c| &c.standing.opened);
        for known in std::iter::once(&self.plain).chain(current) {
            if *known.wanted == wanted {
                return Ok(known.clone());
            }
        }
        let loaded = (self.rules)(&wanted).map_err(|e| Error::new(Code::BadOption, e.to_string()))?;
        match loaded.game.clone() {
            Some(game) if !loaded.has_errors() => Ok(Opened { game, wanted: Arc::new(wanted) }),
            _ => Err(unsound(&loaded, wanted.scripts.len())),
        }
    }

    fn undo(&mut self) -> Answered {
        let current = self.current()?;
        if let Some((seat, _)) = current.chosen.pop() {
            return current.stepwise(seat, None);
        }
        if current.standing.now.length() == 0 {
            return Err(Error::new(Code::NothingToUndo, "the match is at its start"));
        }
        match current.back.pop_back() {
            Some(before) => current.standing = before,
            None => {
                let mut saved = current.standing.saved(false);
                saved.steps.pop();
                let rebuilt = self.rebuild(&saved)?;
                self.current = Some(rebuilt);
            }
        }
        let now = &self.current()?.standing.now;
        Ok(Answer::Undone { over: now.is_over(), steps: now.length() })
    }

    fn load(&mut self, value: &Value) -> Answered {
        let saved = Saved::from_json(value)?;
        let name = self.plain.game.name();
        if saved.game != name {
            let why = format!("it is a match of `{}`, and this is {name}", quoted(&saved.game));
            return Err(Error::new(Code::BadMatch, why));
        }
        let rebuilt = self.rebuild(&saved)?;
        let now = &rebuilt.standing.now;
        let answer = Answer::Loaded {
            game: name.to_owned(),
            players: now.players(),
            over: now.is_over(),
            steps: now.length(),
        };
        self.current = Some(rebuilt);
        Ok(answer)
    }

    /// Makes a saved match again.
    fn rebuild(&self, saved: &Saved) -> Result<Current, Error> {
        let scripts = saved.scripts();
        if scripts.len() > MAX_SCRIPTS {
            let why = format!("it has {} scripts, and at most {MAX_SCRIPTS} are kept", scripts.len());
            return Err(Error::new(Code::BadMatch, why));
        }
        let as_bad_match = |e: Error| Error::new(Code::BadMatch, e.message);
        let opened = self.open(Wanted { choices: saved.options.clone(), scripts }).map_err(as_bad_match)?;
        let (mut back, mut passed) = (VecDeque::new(), 0);
        let now = saved.replay(&opened.game, |before| {
            passed += 1;
            if passed + MAX_KEPT > saved.steps.len() {
                keep(&mut back, Standing { now: before.clone(), opened: opened.clone() });
            }
        })?;
        Ok(Current { standing: Standing { now, opened }, back, chosen: Vec::new() })
    }

    fn test_setup(&mut self, code: String) -> Answered {
        let standing = self.current()?.standing.clone();
        if standing.now.is_over() {
            return Err(over());
        }
        let mut saved = standing.saved(false);
        saved.steps.push(SavedStep::Setup { setup: code.clone() });
        if saved.scripts().len() > MAX_SCRIPTS {
            let why = format!("one match may have at most {MAX_SCRIPTS} different scripts");
            return Err(Error::new(Code::BadSetup, why));
        }
        let wanted = Wanted { choices: saved.options.clone(), scripts: saved.scripts() };
        let after = if wanted == *standing.opened.wanted {
            standing.clone()
        } else {
            let opened = self.open(wanted)?;
            saved.steps.pop();
            let now = saved.replay(&opened.game, |_| ())?;
            Standing { now, opened }
        };
        let Standing { mut now, opened } = after;
        let test = opened.test(&code).unwrap_or(usize::MAX);
        now.set_up(test).map_err(|failure| broken(&opened.game, &failure))?;
        let answer = Answer::SetUp { over: now.is_over() };
        let current = self.current()?;
        current.goes_on(Standing { now, opened });
        Ok(answer)
    }
}

impl Opened {
    /// The rule test that a script became.
    fn test(&self, code: &str) -> Option<usize> {
        let number = self.wanted.scripts.iter().position(|c| c == code)?;
        let name = project::script_name(number);
        self.game.tests().iter().position(|n| *n == name)
    }
}

impl Standing {
    fn saved(&self, whole: bool) -> Saved {
        let scripts = &self.opened.wanted.scripts;
        if whole { Saved::whole(&self.now, scripts) } else { Saved::of(&self.now, scripts) }
    }
}

impl Current {
    /// A step has been made.
    fn goes_on(&mut self, after: Standing) {
        let before = std::mem::replace(&mut self.standing, after);
        keep(&mut self.back, before);
        self.chosen.clear();
    }

    fn seat(&self, seat: Option<u32>) -> Result<(), Error> {
        let players = self.standing.now.players();
        match seat.filter(|s| *s >= players) {
            Some(seat) => {
                let why = format!("there is no seat {seat}: the seats are 0 to {}", players - 1);
                Err(Error::new(Code::BadValue, why))
            }
            None => Ok(()),
        }
    }

    fn moves(&mut self, stepwise: bool, seat: Option<u32>) -> Answered {
        self.seat(seat)?;
        let now = &self.standing.now;
        if now.is_over() {
            return Ok(Answer::Moves { asked: Asked { over: true, ..Asked::default() }, moves: Vec::new() });
        }
        let decider = seat.or(now.decider()).ok_or_else(over)?;
        let from_seat = now.seat(decider);
        if from_seat.is_asked().is_err() {
            return Ok(Answer::Moves { asked: self.asked(decider, seat), moves: Vec::new() });
        }
        if stepwise {
            return self.stepwise(decider, seat);
        }
        let Some(moves) = from_seat.moves_up_to(MAX_MOVES).map_err(refused)? else {
            return self.stepwise(decider, seat);
        };
        Ok(Answer::Moves { asked: self.asked(decider, seat), moves })
    }

    /// Who decides, and what that seat is asked. Where a `viewer` is given, nothing that it may not see.
    fn asked(&self, seat: u32, viewer: Option<u32>) -> Asked {
        let questions = self.standing.now.questions();
        let seats: Vec<u32> = match viewer {
            None => questions.iter().map(|q| q.seat).collect(),
            viewer => self.standing.now.view(viewer).deciders,
        };
        let asks = questions.into_iter().find(|q| q.seat == seat).map(|question| Asks {
            asks: if question.kind == QuestionKind::Act { "move" } else { "answer" },
            prompt: question.prompt,
        });
        Asked { over: false, seats, asks }
    }

    /// The parts of a move that a seat has chosen.
    fn chosen(&self, seat: u32) -> Vec<Choice> {
        self.chosen.iter().filter(|(by, _)| *by == seat).map(|(_, choice)| choice.clone()).collect()
    }

    fn stepwise(&self, seat: u32, viewer: Option<u32>) -> Answered {
        let chosen = self.chosen(seat);
        self.is_asked(seat)?;
        let part = self.standing.now.seat(seat).next_part(&chosen).map_err(refused)?;
        let chosen = chosen.into_iter().map(|(text, _)| text).collect();
        Ok(Answer::Stepwise { asked: self.asked(seat, viewer), stepwise: true, chosen, part })
    }

    /// Whether a seat has something to decide; an error says why not.
    fn is_asked(&self, seat: u32) -> Result<(), Error> {
        let now = &self.standing.now;
        now.seat(seat).is_asked().map_err(|_| {
            let Some(decider) = now.decider() else { return over() };
            let view = now.view(Some(seat));
            let why = match now.secrecy().is_secret() {
                true if view.answered.contains(&seat) => format!("seat {seat} has chosen already"),
                true => format!("seat {seat} has nothing to decide now"),
                false => format!("it is seat {decider} who decides, not {seat}"),
            };
            Error::new(Code::NotYourTurn, why)
        })
    }

    /// Who decides, as a request says or as it is, with a copy of the match to make the move on.
    fn deciding(&self, seat: Option<u32>, viewer: Option<u32>) -> Result<(u32, Match), Error> {
        self.seat(seat)?;
        self.seat(viewer)?;
        let first = self.standing.now.decider().ok_or_else(over)?;
        let decider = seat.unwrap_or(first);
        self.is_asked(decider)?;
        Ok((decider, self.standing.now.clone()))
    }

    /// Lets a bot make the move of a seat.
    fn bot(&mut self, kind: Kind, seed: u64, seat: Option<u32>, viewer: Option<u32>) -> Answered {
        let (decider, mut next) = self.deciding(seat, viewer)?;
        let mut random = Random::new(seed.wrapping_add(next.length() as u64));
        let made = bots::play(&mut next, decider, (kind.make)().as_mut(), &mut random).map_err(refused)?;
        self.made(next, &made, viewer)
    }

    fn play(&mut self, naming: &Naming, seat: Option<u32>, viewer: Option<u32>) -> Answered {
        let (decider, mut next) = self.deciding(seat, viewer)?;
        let made = match naming {
            Naming::Id(id) => next.play_of(decider, *id).map_err(refused)?,
            Naming::Text(text) => next.play_text(decider, text).map_err(refused)?,
            Naming::Part(part) => {
                let mut chosen = self.chosen(decider);
                let option = option(&next.seat(decider), &chosen, part)?;
                chosen.push(option.clone());
                if next.seat(decider).next_part(&chosen).map_err(refused)?.is_some() {
                    self.chosen.push((decider, option));
                    return self.stepwise(decider, seat);
                }
                next.play_parts(decider, &chosen).map_err(refused)?
            }
        };
        self.made(next, &made, viewer)
    }

    /// Goes on to the match after a move, and says what could be seen of it.
    fn made(&mut self, next: Match, made: &Move, viewer: Option<u32>) -> Answered {
        if next.length() > MAX_STEPS {
            let why = format!("a match may have at most {MAX_STEPS} steps");
            return Err(Error::new(Code::IllegalMove, why));
        }
        let events = events(&self.standing.now, &next, made, viewer);
        let answer = Answer::Played { over: next.is_over(), events };
        let opened = self.standing.opened.clone();
        let secret = next.secrecy().is_sealed();
        let others = std::mem::take(&mut self.chosen);
        self.goes_on(Standing { now: next, opened });
        if secret {
            // What others have begun to choose stays.
            self.chosen = others.into_iter().filter(|(by, _)| *by != made.seat).collect();
        }
        Ok(answer)
    }

    fn view(&self, seat: Option<u32>) -> Answered {
        self.seat(seat)?;
        Ok(Answer::View { view: Box::new(self.standing.now.view(seat)) })
    }

    fn result(&self) -> Answer {
        let now = &self.standing.now;
        let outcome = now.outcome();
        let scores = scores(now, outcome.as_ref());
        Answer::Result(MatchResult::new(outcome, now.game(), scores))
    }
}

/// The scores that the rules gave. Where the rules know none, those in the first place share one point.
fn scores(now: &Match, outcome: Option<&Outcome>) -> Vec<f64> {
    let mut scores = now.scores();
    if let (false, Some(Outcome::Finished { ranking })) = (now.game().keeps_scores(), outcome)
        && let Some(first) = ranking.first()
    {
        first.iter().for_each(|p| scores[*p as usize] = 1.0 / first.len() as f64);
    }
    scores
}

/// The option of the next part that was asked for.
fn option(seat: &SeatView<'_>, chosen: &[Choice], part: &Part) -> Result<Choice, Error> {
    match part {
        Part::Text(text) => seat.option(chosen, text).map_err(refused),
        Part::Number(k) => {
            let options = seat.next_part(chosen).map_err(refused)?;
            let options = options.map_or_else(Vec::new, |part| part.options);
            let count = options.len();
            let chosen = usize::try_from(*k).ok().and_then(|k| options.into_iter().nth(k));
            chosen.ok_or_else(|| {
                Error::new(Code::IllegalMove, format!("there is no option {k}: there are {count}"))
            })
        }
    }
}

/// What somebody could see of a move: that it was made, with its inputs where nobody hides anything, and then the
/// difference of their views. Of a move that is still a secret, those who made it see that it is kept, and the
/// others nothing, unless they may know who has chosen.
fn events(before: &Match, after: &Match, made: &Move, viewer: Option<u32>) -> Vec<Event> {
    if after.secrecy().is_sealed() {
        return match viewer == Some(made.seat) {
            true => vec![Event::made("sealed", made, true)],
            false if after.secrecy().is_open() => vec![Event::sealed(made.seat)],
            false => Vec::new(),
        };
    }
    let open = !(before.hides() || after.hides());
    let moves = before.secrecy().revealed_by(made);
    let moves = moves.iter().map(|m| Event::made("played", m, open || viewer == Some(m.seat)));
    let seen = view_changes(&before.view(viewer), &after.view(viewer));
    moves.chain(seen.into_iter().map(Event::Changed)).collect()
}

/// Notes what stood before a step, within limits.
fn keep(back: &mut VecDeque<Standing>, before: Standing) {
    back.push_back(before);
    let words =
        |all: &VecDeque<Standing>| all.iter().map(|s| s.now.size() + s.now.length() * 8).sum::<usize>();
    while back.len() > MAX_KEPT || words(back) > MAX_WORDS_KEPT {
        back.pop_front();
    }
}

fn over() -> Error {
    Error::new(Code::MatchOver, "the match is over")
}

fn refused(refused: Refused) -> Error {
    let code = match refused {
        Refused::Over => Code::MatchOver,
        Refused::NotAsked => Code::NotYourTurn,
        Refused::Illegal(_) => Code::IllegalMove,
        Refused::Ambiguous(_) => Code::AmbiguousMove,
    };
    Error::new(code, refused.to_string())
}

/// Why a game does not open with what was wanted: a script or an option is wrong.
fn unsound(loaded: &Loaded, scripts: usize) -> Error {
    let Some(problem) = loaded.problems.iter().find(|p| p.is_error()) else {
        return Error::new(Code::Fault, "the game cannot be opened any more");
    };
    let hints: String = problem.hints.iter().map(|hint| format!("; {hint}")).collect();
    let path = loaded.sources.path(problem.span.file);
    if (0..scripts).any(|k| project::script_name(k) == path) {
        let (line, column) = project::script_place(&loaded.sources, problem.span);
        let why = format!("line {line}, column {column}: {}{hints}", problem.message);
        return Error::new(Code::BadSetup, why);
    }
    Error::new(Code::Fault, format!("{}{hints}", problem.message))
}

/// Why a script could not set up a position.
fn broken(game: &Game, failure: &TestFailure) -> Error {
    let path = game.sources().path(failure.at.file);
    let place = if path.starts_with(project::SCRIPT) {
        let (line, column) = project::script_place(game.sources(), failure.at);
        format!("line {line}, column {column}")
    } else {
        let (line, column) = game.sources().line_column(failure.at.file, failure.at.start);
        format!("{path}:{line}:{column}")
    };
    Error::new(Code::BadSetup, format!("{place}: {}", failure.message))
}
