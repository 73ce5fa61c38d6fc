//! The desk: a thread that alone has the session, reads the files when they change, takes what pages and players say and
//! tells them what came of it. What is said at a table is in `players`; sockets are the business of `socket`; files are
//! written by whoever started the desk.

mod players;

use crate::messages::{
    Bot, Draft, FromDesk, Inside, New, Problems, Replay, Save, ShownInside, TestWish, Tests, ToDesk, Trial,
    Unsaved, UnsavedCode,
};
use crate::run::Writer;
use crate::session::{Beginning, Session};
use crate::sources::{Forbidden, Kept, Sources, hash};
use crate::tested::{News, Tester};
use crate::trial::{Trials, Wanted};
use crate::watch::Watch;
use crate::{frames, shown, trial};
use base::Random;
use bots::BotKind;
use engine::Choices;
use engine::question::Answer;
use engine::view::Viewer;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use wire::{Bye, ByeWhy, Code, FromClient, Id, No, ToClient};

/// Files are read once nothing has changed for so long: an editor may write several, or one in several steps.
const QUIET: Duration = Duration::from_millis(15);

/// But they are not waited for longer than this.
const MAX_UNREST: u32 = 20;

/// How often it is looked at what the system does not tell of.
const LOOK: Duration = Duration::from_millis(500);

/// How long the choices so far may take to be made again.
const REPLAY: Duration = Duration::from_secs(3);

/// The most choices at random that one message asks for.
const MAX_MOVES: u32 = 10_000;

/// Messages that wait for one socket; whoever takes none is sent away.
pub(crate) type Outbox = mpsc::Sender<Arc<str>>;

/// Who a socket is.
#[derive(Debug)]
pub(crate) enum Who {
    /// The page of the desk.
    Page,
    /// A table of the match, seen with somebody's eyes, and the hash of the legend that it has.
    Table(Viewer, Option<String>),
}

/// What comes to the desk.
#[derive(Debug)]
pub(crate) enum Job {
    Join {
        conn: u64,
        who: Who,
        out: Outbox,
    },
    Page {
        conn: u64,
        said: FromDesk,
    },
    /// A page said what cannot be read.
    Unread {
        conn: u64,
        why: String,
    },
    Table {
        conn: u64,
        said: Box<FromClient>,
    },
    Left {
        conn: u64,
    },
    /// Something in the folders of the game has changed, or may have.
    Changed,
    Tried(Trial),
    /// Something was found out about the save of that number.
    Tested(u64, News),
    /// The desk is cleared.
    End,
}

/// Who waits for an answer, and to which message of a table.
struct Asker {
    conn: u64,
    id: Option<Id>,
}

impl Job {
    fn asks(&self) -> Option<Asker> {
        match self {
            Job::Page { conn, .. } => Some(Asker { conn: *conn, id: None }),
            Job::Table { conn, said } => said.id().map(|id| Asker { conn: *conn, id: Some(id) }),
            _ => None,
        }
    }
}

#[derive(Debug)]
struct Client {
    who: Who,
    out: Outbox,
}

pub(crate) struct Desk {
    path: PathBuf,
    writer: Box<dyn Writer>,
    session: Session,
    /// As they were read last.
    sources: Arc<Sources>,
    kept: Vec<Kept>,
    ms: u64,
    /// Those of the table.
    good: Option<Arc<Sources>>,
    clients: BTreeMap<u64, Client>,
    watch: Watch,
    trials: Trials,
    tester: Tester,
    /// How often the files were read.
    readings: u64,
    /// What is known of the rule tests of the table's game.
    tests: Option<Tests>,
    /// How many matches are to be tried after each good save.
    tried: u64,
    jobs: Sender<Job>,
    waiting: VecDeque<Job>,
}

/// True for so long.
fn within(most: Duration) -> impl Fn() -> bool {
    let began = Instant::now();
    move || began.elapsed() < most
}

impl Desk {
    pub(crate) fn new(path: &Path, beginning: Beginning, writer: Box<dyn Writer>, jobs: Sender<Job>) -> Desk {
        let changed = jobs.clone();
        Desk {
            path: path.to_path_buf(),
            writer,
            session: Session::new(beginning),
            sources: Arc::new(Sources::new(path)),
            kept: Vec::new(),
            ms: 0,
            good: None,
            clients: BTreeMap::new(),
            // Where the desk is gone nobody waits for news.
            watch: Watch::new(move || drop(changed.send(Job::Changed))),
            trials: Trials::default(),
            tester: Tester::default(),
            readings: 0,
            tests: None,
            tried: 0,
            jobs,
            waiting: VecDeque::new(),
        }
    }

    /// Until it is told to end.
    pub(crate) fn run(mut self, jobs: &Receiver<Job>) {
        self.contained(None, |desk| {
            desk.read();
        });
        loop {
            let next = match self.waiting.pop_front() {
                Some(job) => Ok(job),
                None => jobs.recv_timeout(LOOK),
            };
            match next {
                Ok(Job::Changed) => {
                    self.settle(jobs);
                    self.contained(None, Desk::look);
                }
                Ok(Job::End) => {
                    self.tester.end();
                    return self.trials.end();
                }
                Ok(job) => self.contained(job.asks(), |desk| desk.take(job)),
                Err(RecvTimeoutError::Timeout) if self.must_look() => self.contained(None, Desk::look),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Does something. A defect of ours ends that alone: whoever asked for it is told, or all pages where nobody did, and
    /// the match is made anew from its choices.
    fn contained(&mut self, asks: Option<Asker>, work: impl FnOnce(&mut Desk)) {
        let Err(defect) = base::contained(|| work(self)) else { return };
        let why = defect.to_string();
        match asks {
            Some(Asker { conn, id: Some(id) }) => {
                self.send(conn, ToClient::No(No { id, code: Code::Bad, why }).to_text());
            }
            Some(Asker { conn, id: None }) => self.tell_page(conn, &ToDesk::No { why }),
            None => self.tell_pages(&ToDesk::No { why }),
        }
        // What fails again has been told of.
        _ = base::contained(|| {
            self.session.renew(&within(REPLAY));
            self.tell_anew();
        });
    }

    /// Waits until nothing changes for a moment.
    fn settle(&mut self, jobs: &Receiver<Job>) {
        for _ in 0..MAX_UNREST {
            match jobs.recv_timeout(QUIET) {
                Ok(Job::Changed) => {}
                Ok(job) => self.waiting.push_back(job),
                Err(_) => return,
            }
        }
    }

    /// Whether something may have changed without anybody having told of it.
    fn must_look(&self) -> bool {
        let is_missing = |problem: &base::Problem| problem.code == "missing-file";
        self.session.problems().0.iter().any(is_missing) || !self.watch.sees(self.sources.folder())
    }

    /// Reads the files again, unless they are what they were.
    fn look(&mut self) {
        let now = Sources::new(&self.path);
        let is_there = now.main().is_some() == self.sources.main().is_some();
        let same = now.kept(self.kept.iter().map(|kept| kept.path.as_str())) == self.kept;
        let is_missing = self.session.problems().0.iter().any(|problem| problem.code == "missing-file");
        let is_found = || {
            let (problems, _) = self.session.check(now.source());
            !problems.iter().any(|problem| problem.code == "missing-file")
        };
        if !same || !is_there || is_missing && is_found() {
            self.read();
        }
    }

    fn read(&mut self) -> bool {
        let began = Instant::now();
        let sources = Arc::new(Sources::new(&self.path));
        let before = self.session.test().map(|test| test.report.name.clone());
        let is_another = self.session.read_with_test(sources.source(), &within(REPLAY));
        self.ms = began.elapsed().as_millis() as u64;
        self.sources = sources;
        self.keep();
        if is_another {
            self.good = Some(Arc::clone(&self.sources));
            self.tell_anew();
        }
        for message in [self.files(), self.problems()] {
            self.tell_pages(&message);
        }
        if let (Some(name), None) = (before, self.session.test()) {
            let why = format!("there is no rule test `{name}` any more: this is your match again");
            self.tell_pages(&ToDesk::No { why });
        }
        // What takes longer comes when that has been told.
        self.look_over();
        if is_another {
            self.try_out();
        }
        is_another
    }

    /// Remembers the files that were read, and watches them.
    fn keep(&mut self) {
        let read = self.session.problems().1;
        self.kept = self.sources.kept(read.files().map(|file| read.path(file)));
        let folder = self.sources.folder();
        let below = |kept: &Kept| folder.join(&kept.path).parent().map(Path::to_path_buf);
        let folders: BTreeSet<PathBuf> = self.kept.iter().filter_map(below).collect();
        self.watch.look_at(folders.into_iter().chain([folder.to_path_buf()]).collect());
    }

    /// Finds out in the background what else is wrong with the files, and runs their rule tests.
    fn look_over(&mut self) {
        self.tests = None;
        self.readings += 1;
        let (jobs, number) = (self.jobs.clone(), self.readings);
        let tell = move |news| drop(jobs.send(Job::Tested(number, news)));
        self.tester.start(Arc::clone(&self.sources), self.session.beginning().options.clone(), tell);
    }

    /// What was found out about the files as they were read last.
    fn found(&mut self, news: News) {
        match news {
            News::Checked(problems, sources) => {
                self.session.note(problems, sources);
                self.keep();
                for message in [self.files(), self.problems()] {
                    self.tell_pages(&message);
                }
            }
            News::Tests(tests) => {
                self.tell_pages(&ToDesk::Tests(tests.clone()));
                self.tests = Some(tests);
            }
        }
    }

    // -------------------------------------------------------------------------------------------------- what is told

    fn files(&self) -> ToDesk {
        ToDesk::Files(shown::files(&self.sources, &self.kept))
    }

    fn problems(&self) -> ToDesk {
        let (all, sources) = self.session.problems();
        let (list, more) = shown::problems(all, sources);
        ToDesk::Problems(Problems { draft: false, sound: self.session.is_sound(), list, more, ms: self.ms })
    }

    fn stand(&self) -> Option<ToDesk> {
        shown::stand(&self.session).map(|stand| ToDesk::Stand(Box::new(stand)))
    }

    fn tell_pages(&mut self, message: &ToDesk) {
        let text: Arc<str> = text(message).into();
        self.clients.retain(|_, client| {
            !matches!(client.who, Who::Page) || client.out.try_send(Arc::clone(&text)).is_ok()
        });
    }

    fn tell_page(&mut self, conn: u64, message: &ToDesk) {
        self.send(conn, text(message));
    }

    fn send(&mut self, conn: u64, text: String) {
        let is_there = |client: &Client| client.out.try_send(Arc::from(text)).is_ok();
        if !self.clients.get(&conn).is_none_or(is_there) {
            self.clients.remove(&conn);
        }
    }

    /// Another table: everybody is told how it stands.
    fn tell_anew(&mut self) {
        self.tell_tables(frames::anew);
    }

    fn tell_tables(&mut self, made: fn(&Session, Viewer, Option<&str>) -> Vec<ToClient>) {
        let seats = self.session.good().map_or(0, |(_, now)| now.players());
        let rules = self.session.good().map(|(rules, _)| rules.hash().to_owned());
        let session = &self.session;
        self.clients.retain(|_, client| {
            let Who::Table(viewer, legend) = &mut client.who else { return true };
            if is_gone(*viewer, seats) {
                let bye = ToClient::Bye(Bye { why: ByeWhy::Unknown, retry: None });
                drop(client.out.try_send(bye.to_text().into()));
                return false;
            }
            let all = made(session, *viewer, legend.as_deref());
            legend.clone_from(&rules);
            all.iter().all(|message| client.out.try_send(message.to_text().into()).is_ok())
        });
        if let Some(stand) = self.stand() {
            self.tell_pages(&stand);
        }
    }

    // -------------------------------------------------------------------------------------------------- what is said

    fn take(&mut self, job: Job) {
        match job {
            Job::Join { conn, who, out } => self.join(conn, who, out),
            Job::Left { conn } => drop(self.clients.remove(&conn)),
            Job::Page { conn, said } => self.page(conn, said),
            Job::Unread { conn, why } => self.tell_page(conn, &ToDesk::No { why }),
            Job::Table { conn, said } => self.table(conn, *said),
            Job::Tried(trial) => self.tell_pages(&ToDesk::Trial(trial)),
            Job::Tested(number, news) if number == self.readings => self.found(news),
            Job::Tested(..) => {}
            // They are looked at before.
            Job::Changed | Job::End => {}
        }
    }

    fn join(&mut self, conn: u64, who: Who, out: Outbox) {
        let first: Vec<String> = match &who {
            Who::Page => {
                let tests = self.tests.clone().map(ToDesk::Tests);
                let all = [Some(self.files()), Some(self.problems()), self.stand(), tests];
                all.iter().flatten().map(text).collect()
            }
            Who::Table(viewer, _)
                if is_gone(*viewer, self.session.good().map_or(0, |(_, now)| now.players())) =>
            {
                vec![ToClient::Bye(Bye { why: ByeWhy::Unknown, retry: None }).to_text()]
            }
            Who::Table(viewer, legend) => frames::anew(&self.session, *viewer, legend.as_deref())
                .iter()
                .map(ToClient::to_text)
                .collect(),
        };
        let rules = self.session.good().map(|(rules, _)| rules.hash().to_owned());
        let who = if let Who::Table(viewer, _) = who { Who::Table(viewer, rules) } else { who };
        self.clients.insert(conn, Client { who, out });
        first.into_iter().for_each(|text| self.send(conn, text));
    }

    fn page(&mut self, conn: u64, said: FromDesk) {
        match said {
            FromDesk::Open(_) => {}
            FromDesk::Save(save) => self.save(conn, &save),
            FromDesk::Draft(draft) => self.draft(conn, draft),
            FromDesk::GoTo(go) => {
                self.session.go(go.to, &within(REPLAY));
                self.tell_anew();
            }
            FromDesk::New(new) => match self.unfit(&new) {
                Some(why) => self.tell_page(conn, &ToDesk::No { why }),
                None => self.begin(new),
            },
            FromDesk::Bot(Bot { moves, bot }) => match bot.map_or(Ok(BotKind::RANDOM), |name| name.parse()) {
                Ok(kind) => self.bot(conn, moves.min(MAX_MOVES), kind),
                Err(why) => self.tell_page(conn, &ToDesk::No { why: why.to_string() }),
            },
            FromDesk::Explain(explain) => {
                let text = project::explain::explain(&explain.code).map(|known| known.text);
                self.tell_page(conn, &ToDesk::Explained { code: explain.code, text });
            }
            FromDesk::Inside(Inside { seat }) => {
                let players = self.session.good().map_or(0, |(_, now)| now.players());
                if let Some(seat) = seat.filter(|seat| *seat >= players) {
                    let why = format!("there is no seat {seat} in this match of {players} players");
                    return self.tell_page(conn, &ToDesk::No { why });
                }
                let inside =
                    self.session.inside(seat.map_or(Viewer::Spectator, Viewer::Seat), &within(REPLAY));
                let before = inside.as_ref().map(|inside| wire::raw(&inside.before));
                let trace = inside.map(|inside| inside.trace).unwrap_or_default();
                let shown = ShownInside { stand: self.session.stand(), seat, before, trace };
                self.tell_page(conn, &ToDesk::Inside(Box::new(shown)));
            }
            FromDesk::Trial(wish) => {
                self.tried = wish.games;
                self.try_out();
            }
            FromDesk::Replay(replay) => self.replay(conn, &replay),
            FromDesk::Test(TestWish { name }) => match self.session.open_test(self.sources.source(), &name) {
                Ok(()) => self.tell_anew(),
                Err(why) => self.tell_page(conn, &ToDesk::No { why }),
            },
            FromDesk::Return(_) => self.come_back(),
            FromDesk::Ping(_) => self.tell_page(conn, &ToDesk::Pong {}),
        }
    }

    /// Back to the match that was played before another one was shown.
    fn come_back(&mut self) {
        // A rule test may be for other options. Where the files are broken, it is played by the last good rules.
        let was_of_test = self.session.test().is_some();
        if !self.session.bring_back() || (was_of_test && self.read()) {
            return;
        }
        self.session.renew(&within(REPLAY));
        self.tell_anew();
    }

    /// Why there is no such match under the rules as they are.
    fn unfit(&self, new: &New) -> Option<String> {
        // With other options it may be for other numbers of players.
        let is_of_these = new.options.is_none() && self.session.test().is_none();
        let (rules, _) = self.session.good().filter(|_| is_of_these)?;
        rules.game().check_players(new.players?).err()
    }

    /// Another match; other values of options are other rules.
    fn begin(&mut self, New { seed, players, options }: New) {
        let before = self.session.beginning().options.clone();
        let with = |all: Choices, (name, value): (String, String)| all.with(name, value);
        let options = options
            .map_or_else(|| before.clone(), |chosen| chosen.into_iter().fold(Choices::default(), with));
        // A rule test may be for other options.
        let is_other = options != before || self.session.test().is_some();
        self.session.restart(Beginning { seed: seed.0, players, options });
        // Where the files are broken, another match of the last good rules has begun all the same.
        if !is_other || !self.read() {
            self.tell_anew();
            self.try_out();
        }
    }

    /// Puts the table where a match at random ended badly.
    fn replay(&mut self, conn: u64, replay: &Replay) {
        let Some(sources) = &self.good else { return };
        match trial::replayed(sources, &self.session.beginning().options, replay, &within(REPLAY)) {
            Ok(played) => {
                self.session.show(&played, &within(REPLAY));
                self.tell_anew();
            }
            Err(why) => self.tell_page(conn, &ToDesk::No { why }),
        }
    }

    /// Plays matches of the table's rules in the background, as many as are wished for.
    fn try_out(&mut self) {
        let (Some(sources), Some((_, now))) = (&self.good, self.session.good()) else { return };
        if self.tried == 0 {
            return self.trials.end();
        }
        let options = self.session.beginning().options.clone();
        let (path, sources) = (self.path.clone(), Arc::clone(sources));
        let wanted = Wanted { path, sources, options, players: now.players(), games: self.tried };
        let jobs = self.jobs.clone();
        self.trials.start(wanted, move |trial| drop(jobs.send(Job::Tried(trial))));
    }

    fn bot(&mut self, conn: u64, moves: u32, kind: BotKind) {
        let mut bot = kind.on_one_thread().make();
        let may_go_on = within(REPLAY);
        for made in 0..moves {
            let Some(seat) = self.session.good().and_then(|(_, now)| now.decider()) else { break };
            let mut random = Random::new(self.session.beginning().seed.wrapping_add(self.session.stand()));
            let played = match kind.is_random() {
                true => self.session.play(seat, Answer::Any(&mut random)),
                false => self.session.play_by(seat, bot.as_mut(), &mut random),
            };
            if let Err(why) = played {
                self.tell_page(conn, &ToDesk::No { why: why.to_string() });
                break;
            }
            if moves > 1 && made + 1 < moves && !may_go_on() {
                break;
            }
        }
        // One step is told as such, so that it is seen to move.
        if moves == 1 {
            self.tell_tables(|session, viewer, _| frames::step(session, viewer))
        } else {
            self.tell_anew()
        }
    }

    fn draft(&mut self, conn: u64, Draft { path, text }: Draft) {
        let began = Instant::now();
        let sources = Sources::new(&self.path).with_draft(&path, text);
        let (all, map) = self.session.check(sources.source());
        let (list, more) = shown::problems(&all, &map);
        let sound = !all.iter().any(base::Problem::is_error);
        let ms = began.elapsed().as_millis() as u64;
        self.tell_page(conn, &ToDesk::Problems(Problems { draft: true, sound, list, more, ms }));
    }

    /// Writes a file, unless it lies elsewhere or somebody else has changed it, and reads what it means.
    fn save(&mut self, conn: u64, Save { id, path, text, seen }: &Save) {
        let unsaved = |code, why: String, now: Option<String>| {
            let (id, path, hash) = (*id, path.clone(), now.as_deref().map(hash));
            ToDesk::Unsaved(Unsaved { id, path, code, why, text: now, hash })
        };
        let answer = match Sources::new(&self.path).writable(path, seen.as_deref()) {
            Err(Forbidden::Outside) => {
                let why = "only files of games in the folder of this game are written".to_owned();
                unsaved(UnsavedCode::Outside, why, None)
            }
            Err(Forbidden::NoFolder) => {
                let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
                let why = format!("there is no folder `{folder}`; make it, and save again");
                unsaved(UnsavedCode::Outside, why, None)
            }
            Err(Forbidden::Changed(now)) => {
                let why = "the file has changed on the disk since it was read here".to_owned();
                unsaved(UnsavedCode::Changed, why, now)
            }
            Ok(place) => match self.writer.write(&place, text, seen.is_none()) {
                Ok(()) => ToDesk::Saved { id: *id, path: path.clone(), hash: hash(text) },
                Err(error) => unsaved(UnsavedCode::Disk, error.to_string(), None),
            },
        };
        self.tell_page(conn, &answer);
        self.look();
    }
}

fn is_gone(viewer: Viewer, seats: u32) -> bool {
    seats > 0 && matches!(viewer, Viewer::Seat(seat) if seat >= seats)
}

fn text(message: &ToDesk) -> String {
    serde_json::to_string(message).unwrap_or_default()
}
