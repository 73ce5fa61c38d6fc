//! One program talking to one game: a request line comes in, an answer line goes out, and a match stands between
//! the two. It reads and writes nothing else.

use crate::answer::{Answer, OptionShape, Players, line};
use crate::error::{Code, Error};
use crate::history::{MatchHistory, OpenMatch, OpenOptions, OpenedGame};
use crate::request::{self, MoveName, Request, quoted};
use crate::saved::{MAX_SCRIPTS, Saved};
use crate::viewpoint::{Audience, Viewpoint, hidden};
use base::{Random, contained};
use bots::BotKind;
use engine::view::Legend;
use engine::{Choices, Game};
use project::Loaded;
use serde_json::{Value, json};
use std::sync::Arc;

/// The longest line that is read, in bytes.
pub const MAX_LINE: usize = 4 * 1024 * 1024;

/// What all steps that a request makes again, and its script, may spend together, in loop turns and calls.
pub const MAX_WORK: u64 = 500_000_000;

/// Opens the game again; a choice that no option allows is refused.
pub type Rules = Box<dyn Fn(&OpenOptions) -> Result<Loaded, project::OptionError> + Send>;

pub struct Session {
    rules: Rules,
    /// The game without choices.
    plain: OpenedGame,
    current: Option<MatchHistory>,
    /// See [`MAX_WORK`].
    work: u64,
}

type Answered = Result<Answer, Error>;

impl Session {
    /// `rules` opens the game; `game` is what it gives where nothing is chosen.
    pub fn new(rules: Rules, game: Arc<Game>) -> Session {
        let plain = OpenedGame { game, wanted: Arc::default() };
        Session { rules, plain, current: None, work: MAX_WORK }
    }

    /// The same session, whose every request may spend so much work on making steps again, instead of [`MAX_WORK`].
    #[must_use]
    pub fn within(self, work: u64) -> Session {
        Session { work, ..self }
    }

    /// Answers one line, which may be anything. The answer is one line of JSON, without its end.
    pub fn answer(&mut self, request: &str) -> String {
        if request.len() > MAX_LINE {
            return Session::too_long();
        }
        // What a request changes of a match is exchanged whole, once all is done that could go wrong.
        let done = contained(|| {
            line(request::read(request).and_then(|(request, audience)| self.request(request, audience)))
        });
        done.unwrap_or_else(|defect| line(Err(Error::new(Code::Internal, defect.to_string()))))
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

    fn request(&mut self, request: Request, audience: Audience) -> Answered {
        if request.is_for_host() && audience != Audience::Host {
            return Err(hidden("this request is for whoever runs the match; leave `as` out"));
        }
        match request {
            Request::Game {} => Ok(self.game()),
            Request::Legend {} => self.legend(),
            Request::Moves { seat } => self.seen_by(audience)?.moves(seat),
            Request::Ask { seat } => self.seen_by(audience)?.ask(seat),
            Request::Part { q, path, seat } => self.seen_by(audience)?.part(q, &path, seat),
            Request::Why { text, path, q, seat } => {
                let name = request::asked_about(text, path)?;
                self.seen_by(audience)?.why(&name, q, seat)
            }
            Request::Table { seat } => self.seen_by(audience)?.table(seat),
            Request::Step { seat } => self.seen_by(audience)?.step(seat),
            Request::State {} => self.current()?.state(audience),
            Request::Result {} => Ok(self.seen_by(audience)?.result()),
            Request::Play { id, text, path, q, seat } => {
                let name = request::naming(id, text, path)?;
                self.play(&name, q, seat, audience)
            }
            Request::Bot { bot, seed, seat } => {
                let kind: BotKind =
                    bot.parse().map_err(|e| Error::new(Code::BadValue, quoted(&format!("{e}"))))?;
                self.bot(kind, seed.unwrap_or(1), seat, audience)
            }
            Request::Hint { simulations, seed, seat } => {
                let hint = self.seen_by(audience)?.opinion(seat, simulations, seed)?;
                Ok(Answer::Hint(hint.into()))
            }
            Request::Evaluate { simulations, seed, seat } => {
                let evaluation = self.seen_by(audience)?.opinion(seat, simulations, seed)?;
                Ok(Answer::Evaluation(evaluation.into()))
            }
            Request::New { seed, players, options } => self.start(seed.unwrap_or(1), players, options),
            Request::Undo {} => self.undo(),
            Request::Save {} => {
                let saved = self.current()?.latest.with_fingerprint();
                Ok(Answer::Saved { r#match: saved })
            }
            Request::Load { r#match } => self.load(&r#match),
            Request::TestSetup { code } => self.test_setup(&code),
        }
    }

    fn seen_by(&mut self, audience: Audience) -> Result<Viewpoint<'_>, Error> {
        self.current()?.seen_by(audience)
    }

    fn current(&mut self) -> Result<&mut MatchHistory, Error> {
        self.current.as_mut().ok_or_else(|| {
            Error::new(Code::NoMatch, "there is no match yet; send {\"cmd\":\"new\"} or {\"cmd\":\"load\"}")
        })
    }

    fn game(&self) -> Answer {
        let game = &self.plain.game;
        let (least, most) = game.players();
        let counts = game.player_counts();
        let all = counts.len() == (most - least) as usize + 1;
        let played = self.current.as_ref().map_or(game, |current| &current.latest.opened.game);
        Answer::Game {
            game: game.name().to_owned(),
            players: Players { least, most, numbers: if all { Vec::new() } else { counts.to_vec() } },
            actions: game.actions(),
            options: game.options().iter().map(OptionShape::from).collect(),
            r#match: self.current.is_some(),
            about: Box::new(game.about().clone()),
            looks: Box::new(Legend::clone(played.legend())),
        }
    }

    /// What the game of the match, or the one without choices, consists of.
    fn legend(&self) -> Answered {
        let game = self.current.as_ref().map_or(&self.plain.game, |current| &current.latest.opened.game);
        let legend = serde_json::to_value(game.describe());
        let legend = legend.map_err(|error| Error::new(Code::Internal, error.to_string()))?;
        Ok(Answer::Legend { hash: fingerprint(&legend.to_string()), legend })
    }

    fn start(&mut self, seed: u64, players: Option<u32>, choices: Choices) -> Answered {
        let opened = self.open(OpenOptions { choices, scripts: Vec::new() })?;
        let players = players.unwrap_or(opened.game.players().0);
        opened.game.check_players(players).map_err(|why| Error::new(Code::BadValue, why))?;
        let start = OpenMatch::start(opened.clone(), players, seed);
        let options = opened.game.options().iter();
        let answer = Answer::New {
            game: opened.game.name().to_owned(),
            players,
            seed,
            options: options.map(|o| (o.name.clone(), json!(o.value))).collect(),
            over: start.is_over(),
        };
        self.current = Some(MatchHistory::new(start));
        Ok(answer)
    }

    /// The game with options and scripts; the one at hand where it is the same.
    fn open(&self, wanted: OpenOptions) -> Result<OpenedGame, Error> {
        let current = self.current.as_ref().map(|c| &c.latest.opened);
        for known in std::iter::once(&self.plain).chain(current) {
            if *known.wanted == wanted {
                return Ok(known.clone());
            }
        }
        let loaded = (self.rules)(&wanted).map_err(|e| Error::new(Code::BadOption, e.to_string()))?;
        match loaded.game.clone() {
            Some(game) if !loaded.has_errors() => Ok(OpenedGame { game, wanted: Arc::new(wanted) }),
            _ => Err(unsound(&loaded, wanted.scripts.len())),
        }
    }

    fn play(&mut self, name: &MoveName, q: Option<u64>, seat: Option<u32>, audience: Audience) -> Answered {
        let current = self.current()?;
        let here = current.seen_by(audience)?;
        here.is_current(seat, q)?;
        let decider = here.deciding(seat)?;
        current.make(audience, |here, next| {
            next.play_as(decider, name).map_err(|why| here.refusal(decider, why))
        })
    }

    /// Lets a bot make the move of a seat.
    fn bot(&mut self, kind: BotKind, seed: u64, seat: Option<u32>, audience: Audience) -> Answered {
        let current = self.current()?;
        let decider = current.seen_by(audience)?.deciding(seat)?;
        current.make(audience, |here, next| {
            let steps = next.secrecy().steps_known_to(decider);
            let mut random = Random::new(seed.wrapping_add(steps as u64));
            let (mut bot, most) = (kind.make(), bots::MAX_HINT_TIME);
            let made = bots::play_bounded(next, decider, bot.as_mut(), &mut random, most);
            made.map_err(|why| here.refusal(decider, why))
        })
    }

    fn undo(&mut self) -> Answered {
        let current = self.current()?;
        if current.latest.length() == 0 {
            return Err(Error::new(Code::NothingToUndo, "the match is at its start"));
        }
        if !current.undo() {
            let mut saved = current.latest.steps_only();
            saved.steps.pop();
            self.current = Some(self.rebuilt(&saved)?);
        }
        let latest = &self.current()?.latest;
        Ok(Answer::Undone { over: latest.is_over(), steps: latest.length() })
    }

    fn load(&mut self, value: &Value) -> Answered {
        let saved = Saved::from_json(value)?;
        let name = self.plain.game.name();
        saved.check_game(name)?;
        let rebuilt = self.rebuilt(&saved)?;
        let latest = &rebuilt.latest;
        let answer = Answer::Loaded {
            game: name.to_owned(),
            players: latest.players(),
            over: latest.is_over(),
            steps: latest.length(),
        };
        self.current = Some(rebuilt);
        Ok(answer)
    }

    /// Makes a saved match again.
    fn rebuilt(&self, saved: &Saved) -> Result<MatchHistory, Error> {
        let scripts = saved.scripts();
        if scripts.len() > MAX_SCRIPTS {
            let why = format!("it has {} scripts, and at most {MAX_SCRIPTS} are kept", scripts.len());
            return Err(Error::new(Code::BadMatch, why));
        }
        let as_bad_match = |e: Error| Error::new(Code::BadMatch, e.message);
        let opened =
            self.open(OpenOptions { choices: saved.options.clone(), scripts }).map_err(as_bad_match)?;
        MatchHistory::rebuilt(opened, saved, self.work)
    }

    fn test_setup(&mut self, code: &str) -> Answered {
        let mut saved = self.current()?.with_setup(code)?;
        let wanted = OpenOptions { choices: saved.options.clone(), scripts: saved.scripts() };
        let before = self.current()?.latest.clone();
        let before = if wanted == *before.opened.wanted {
            before
        } else {
            let opened = self.open(wanted)?;
            saved.steps.pop();
            MatchHistory::rebuilt(opened, &saved, self.work)?.latest
        };
        let after = before.set_up(code, self.work)?;
        let answer = Answer::SetUp { over: after.is_over() };
        self.current()?.advance(after);
        Ok(answer)
    }
}

/// Sixteen digits that tell texts apart (FNV-1a).
fn fingerprint(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{hash:016x}")
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

#[cfg(test)]
mod tests;
