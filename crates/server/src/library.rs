//! The games that a server has: which there are, and their rules, compiled when somebody first plays them. A match keeps
//! the files that it began with, whatever becomes of the folder.

use crate::config::RULES;
use engine::About;
use engine::{Choices, Game, Limits};
use project::{Carried, Files, GamePath, Memory, ReadError, Request, Snapshot};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use store::{Hash, Program, ProgramState};
use table::{Millis, Rules};

/// What the engine makes of programs; a number that another engine raises.
pub(crate) const SEMANTICS: u32 = 1;

/// More compiled programs than this are not kept.
const MAX_KEPT: usize = 64;

/// For so long a folder is taken to be as it was.
const FRESH: Duration = Duration::from_secs(2);

/// For so long a game that did not compile is told to be broken: somebody may have fixed it.
const BROKEN: Duration = Duration::from_secs(60);

/// The longest manual that is shown, in bytes.
const MAX_MANUAL: u64 = 256 * 1024;

/// What stands below such a line of a manual is for whoever builds on the game.
const BUILDERS: &str = "<!-- for builders -->";

fn for_players(manual: &str) -> &str {
    manual.split_once(BUILDERS).map_or(manual, |(players, _)| players.trim_end())
}

#[derive(Debug)]
pub(crate) struct Library {
    games: BTreeMap<String, Entry>,
    /// What games are called in links, by the name in their text, which programs keep.
    slugs: BTreeMap<String, String>,
    kept: Mutex<Kept>,
}

/// A game of which no more is known than what it says of itself, until somebody asks.
#[derive(Debug)]
pub(crate) struct Entry {
    path: GamePath,
    pub(crate) title: String,
    pub(crate) about: About,
    /// As it was compiled last, with when that was.
    facts: Mutex<Option<(Instant, Result<Facts, String>)>>,
}

/// What lists of games show that only a compiled game says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Facts {
    /// The fewest and the most who can play.
    pub(crate) players: (u32, u32),
    pub(crate) may_hide: bool,
}

#[derive(Debug, Default)]
struct Kept {
    /// By game and options, with when that was.
    opened: BTreeMap<(String, String), (Instant, Playable)>,
    /// By program, options and limits.
    rules: BTreeMap<(Hash, String, String), Rules>,
}

/// A game that can be played.
#[derive(Clone, Debug)]
pub(crate) struct Playable {
    pub(crate) rules: Rules,
    pub(crate) hash: Hash,
    name: String,
    files: Arc<Vec<u8>>,
    read: Arc<Read>,
}

/// All that a game was made of, as it was read.
#[derive(Debug, Default)]
struct Read {
    /// None of what could not be read: it may be there later.
    texts: BTreeMap<String, Option<String>>,
    lists: BTreeMap<String, Vec<String>>,
}

impl Read {
    /// Whether everything still reads so, which takes far less than to compile it again.
    fn is_still(&self, files: &dyn Files) -> bool {
        self.texts.iter().all(|(path, text)| files.read(path).ok() == *text)
            && self.lists.iter().all(|(folder, list)| files.list(folder) == *list)
    }
}

/// The files of a program as they are kept.
#[derive(Serialize, Deserialize)]
struct Packed {
    main: String,
    texts: BTreeMap<String, String>,
    /// What else lies in the folders that were looked at.
    others: Vec<String>,
}

impl Packed {
    fn of(main: &str, read: &Read) -> Packed {
        let texts = read.texts.iter().filter_map(|(path, text)| Some((path.clone(), text.clone()?)));
        let listed = |(folder, list): (&String, &Vec<String>)| {
            let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
            list.iter().map(|name| format!("{prefix}{name}")).collect::<Vec<_>>()
        };
        let others = read.lists.iter().flat_map(listed).collect();
        Packed { main: main.to_owned(), texts: texts.collect(), others }
    }
}

/// Remembers what is read on the way to a game.
struct Recorder<'a> {
    of: &'a dyn Files,
    read: Mutex<Read>,
}

impl Recorder<'_> {
    fn noted(&self) -> std::sync::MutexGuard<'_, Read> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Files for Recorder<'_> {
    fn read(&self, path: &str) -> Result<String, ReadError> {
        let read = self.of.read(path);
        self.noted().texts.insert(path.to_owned(), read.as_ref().ok().cloned());
        read
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let list = self.of.list(folder);
        self.noted().lists.insert(folder.to_owned(), list.clone());
        list
    }

    fn shown(&self, path: &str) -> String {
        self.of.shown(path)
    }
}

impl Library {
    /// Looks for games; none is compiled.
    pub(crate) fn find(folders: &[PathBuf], carried: Carried) -> Library {
        let (mut games, mut slugs) = (BTreeMap::new(), BTreeMap::new());
        let found = folders.iter().flat_map(|folder| project::games_below(folder)).map(GamePath::Disk);
        for path in found.chain(carried.games_below("")) {
            let Some(title) = path.title() else { continue };
            let about = project::about(&path);
            let mut slug = slug(path.shown());
            while games.contains_key(&slug) {
                slug.push('-');
            }
            slugs.entry(title.clone()).or_insert_with(|| slug.clone());
            let title = about.titles.in_language("en").map_or(title, str::to_owned);
            games.insert(slug, Entry { path, title, about, facts: Mutex::default() });
        }
        Library { games, slugs, kept: Mutex::default() }
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = (&str, &Entry)> {
        self.games.iter().map(|(slug, entry)| (slug.as_str(), entry))
    }

    pub(crate) fn entry(&self, slug: &str) -> Option<&Entry> {
        self.games.get(slug)
    }

    /// What a game is called in links of which a match keeps the name; None where it is not here any more.
    pub(crate) fn slug_of(&self, name: &str) -> Option<&str> {
        self.slugs.get(name).map(String::as_str)
    }

    /// The manual of a game, as it was written for players: in a language where it is there in that, else as it is.
    pub(crate) fn manual(&self, slug: &str, language: Option<&str>) -> Option<String> {
        let path = &self.games.get(slug)?.path;
        let read = |name: &str| path.beside(name, MAX_MANUAL).ok();
        let translated = language
            .filter(|language| engine::is_language(language))
            .and_then(|language| read(&format!("README.{language}.md")));
        Some(for_players(&translated.or_else(|| read("README.md"))?).to_owned())
    }

    /// A picture in the folder of a game.
    pub(crate) fn picture(&self, slug: &str, path: &str) -> Option<Vec<u8>> {
        self.games.get(slug)?.path.picture(path).ok()
    }

    /// As [`Library::open`], where nothing has to be read or compiled for it.
    pub(crate) fn fresh(&self, slug: &str, choices: &Choices) -> Option<Playable> {
        self.kept().fresh(&(slug.to_owned(), choices_text(choices)))
    }

    /// A game as its folder has it, with values for its options; an error says why there is none.
    pub(crate) fn open(&self, slug: &str, choices: &Choices) -> Result<Playable, String> {
        let entry = self.games.get(slug).ok_or_else(|| "there is no such game here".to_owned())?;
        let key = (slug.to_owned(), choices_text(choices));
        if let Some(opened) = self.kept().fresh(&key) {
            return Ok(opened);
        }
        let known = self.kept().opened.get(&key).map(|(_, opened)| opened.clone());
        if let Some(opened) = known.filter(|opened| opened.is_of(entry)) {
            self.kept().opened.insert(key, (Instant::now(), opened.clone()));
            return Ok(opened);
        }
        let opened = open(entry, choices);
        if choices.is_empty() {
            entry.learn(&opened);
        }
        let opened = opened?;
        let mut all = self.kept();
        if all.opened.len() >= MAX_KEPT {
            all.opened.pop_first();
        }
        all.opened.insert(key.clone(), (Instant::now(), opened.clone()));
        all.keep((opened.hash, key.1, limits_text(RULES)), opened.rules.clone());
        Ok(opened)
    }

    /// The rules that a match began with; None where they cannot be had any more.
    pub(crate) fn rules(&self, program: &Program, options: &str, limits: &str) -> Option<Rules> {
        if let Some(rules) = self.known_rules(&program.hash, options, limits) {
            return Some(rules);
        }
        let packed: Packed = serde_json::from_slice(&program.files).ok()?;
        let mut memory = Memory::default();
        packed.others.iter().for_each(|path| memory.put(path.clone(), ""));
        packed.texts.iter().for_each(|(path, text)| memory.put(path.clone(), text.as_str()));
        let choices = choices_of(options)?;
        let request = Request::new((&memory, packed.main.as_str())).choices(&choices).without_tests();
        let loaded = project::open(request).ok()?;
        if hash(&loaded) != program.hash || program.semantics != SEMANTICS {
            return None;
        }
        let rules = Rules::new(within(loaded.game?, limits_of(limits)?));
        let key = (program.hash, options.to_owned(), limits.to_owned());
        self.kept().keep(key, rules.clone());
        Some(rules)
    }

    /// Those of a program that has been compiled here.
    pub(crate) fn known_rules(&self, program: &Hash, options: &str, limits: &str) -> Option<Rules> {
        let key = (*program, options.to_owned(), limits.to_owned());
        self.kept().rules.get(&key).cloned()
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Entry {
    /// Compiles the game where nobody has done that before; nothing but what lists show is kept.
    pub(crate) fn look(&self) {
        if self.known_facts().is_none() {
            self.learn(&open(self, &Choices::default()));
        }
    }

    fn learn(&self, opened: &Result<Playable, String>) {
        let facts = opened.as_ref().map(Playable::facts).map_err(String::clone);
        *crate::lock(&self.facts) = Some((Instant::now(), facts));
    }

    /// What is known without waiting. An error is the first problem of a game that does not compile, and nothing is known
    /// any more a while after it.
    pub(crate) fn known_facts(&self) -> Option<Result<Facts, String>> {
        self.known_at(Instant::now())
    }

    fn known_at(&self, now: Instant) -> Option<Result<Facts, String>> {
        let facts = crate::lock(&self.facts);
        let (at, facts) = facts.as_ref()?;
        (facts.is_ok() || now.saturating_duration_since(*at) < BROKEN).then(|| facts.clone())
    }
}

impl Kept {
    /// A game that was opened a moment ago.
    fn fresh(&self, key: &(String, String)) -> Option<Playable> {
        let (at, opened) = self.opened.get(key)?;
        (at.elapsed() < FRESH).then(|| opened.clone())
    }

    fn keep(&mut self, key: (Hash, String, String), rules: Rules) {
        if self.rules.len() >= MAX_KEPT {
            self.rules.pop_first();
        }
        self.rules.insert(key, rules);
    }
}

impl Playable {
    /// Whether the files of the game are what this was made of.
    fn is_of(&self, entry: &Entry) -> bool {
        let sources = Snapshot::of(&entry.path);
        matches!(sources.source(), project::Source::Files(files, _) if self.read.is_still(files))
    }

    pub(crate) fn facts(&self) -> Facts {
        let game = self.rules.game();
        Facts { players: game.players(), may_hide: game.may_hide() }
    }

    /// As it is kept with its matches.
    pub(crate) fn program(&self, now: Millis) -> Program {
        Program {
            hash: self.hash,
            name: self.name.clone(),
            files: self.files.to_vec(),
            semantics: SEMANTICS,
            added: now,
            by_owner: None,
            state: ProgramState::Listed,
        }
    }
}

fn open(entry: &Entry, choices: &Choices) -> Result<Playable, String> {
    let sources = Snapshot::of(&entry.path);
    let project::Source::Files(files, main) = sources.source() else {
        return Err("the files of the game are gone".to_owned());
    };
    let recorder = Recorder { of: files, read: Mutex::default() };
    let loaded = project::open(Request::new((&recorder, main)).choices(choices).without_tests())
        .map_err(|error| error.to_string())?;
    let hash = hash(&loaded);
    let why = || {
        let first = loaded.problems.iter().find(|problem| problem.is_error());
        first.map_or_else(|| "it is no game that can be played".to_owned(), |first| first.message.clone())
    };
    let game = loaded.game.clone().ok_or_else(why)?;
    let read = recorder.read.into_inner().unwrap_or_else(PoisonError::into_inner);
    let packed = Packed::of(main, &read);
    let files = Arc::new(serde_json::to_vec(&packed).map_err(|error| error.to_string())?);
    let name = game.name().to_owned();
    Ok(Playable { rules: Rules::new(within(game, RULES)), hash, name, files, read: Arc::new(read) })
}

fn within(game: Arc<Game>, limits: Limits) -> Arc<Game> {
    Arc::new(Arc::unwrap_or_clone(game).within(limits))
}

/// Over all texts that were read, those of the library too, and what lies there for bots.
fn hash(loaded: &project::Loaded) -> Hash {
    let mut hash = Sha256::new();
    for file in loaded.sources.files() {
        let text = loaded.sources.text(file);
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text.as_bytes());
    }
    if let Some(Ok(notes)) = loaded.game.as_ref().and_then(|game| game.notes()) {
        hash.update((notes.len() as u64).to_le_bytes());
        hash.update(notes.as_bytes());
    }
    hash.finalize().into()
}

/// How a game is called in links: its folder, or where many lie in one its file.
fn slug(path: &Path) -> String {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let folder = path.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    let name = if stem == "game" { folder.unwrap_or(stem) } else { stem };
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    name.chars().map(plain).collect()
}

pub(crate) fn choices_text(choices: &Choices) -> String {
    let all: BTreeMap<&str, &str> = choices.iter().collect();
    serde_json::to_string(&all).unwrap_or_default()
}

fn choices_of(text: &str) -> Option<Choices> {
    let all: BTreeMap<String, String> = serde_json::from_str(text).ok()?;
    Some(all.iter().fold(Choices::default(), |choices, (name, value)| choices.with(name, value)))
}

/// Other limits are other rules, so a match keeps them.
pub(crate) fn limits_text(limits: Limits) -> String {
    format!("{} {} {}", limits.fuel, limits.words, limits.depth)
}

fn limits_of(text: &str) -> Option<Limits> {
    let mut words = text.split(' ');
    let limits = Limits {
        fuel: words.next()?.parse().ok()?,
        words: words.next()?.parse().ok()?,
        depth: words.next()?.parse().ok()?,
    };
    words.next().is_none().then_some(limits)
}

#[cfg(test)]
mod tests {
    use super::{BROKEN, Library, SEMANTICS, choices_text, for_players, limits_text};
    use crate::config::RULES;
    use engine::Choices;
    use project::Carried;
    use std::fs;
    use std::time::Instant;

    #[test]
    fn what_stands_below_the_line_for_builders_is_not_told_to_players() {
        assert_eq!(
            for_players("# Pig\n\nRoll.\n\n<!-- for builders -->\n\nSee `tests/`.\n"),
            "# Pig\n\nRoll."
        );
        assert_eq!(for_players("# Pig\n\nRoll.\n"), "# Pig\n\nRoll.\n");
    }

    fn write(folder: &std::path::Path, text: &str) {
        fs::write(folder.join("game.tgdl"), text).unwrap();
    }

    const FIRST: &str = "game \"First\";\nimport \"other.tgdl\";\nsetup { players 2; }\n";

    #[test]
    fn a_match_keeps_the_rules_that_it_began_with() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("Own Game");
        fs::create_dir(&own).unwrap();
        write(&own, FIRST);
        fs::write(own.join("other.tgdl"), "option number size = 3 in 1..9;\n").unwrap();
        let library = Library::find(&[folder.path().to_path_buf()], Carried::default());
        let slugs: Vec<&str> = library.all().map(|(slug, _)| slug).collect();
        assert_eq!(slugs, ["own-game"]);
        let choices = Choices::default().with("size", "4");
        let opened = library.open("own-game", &choices).unwrap();
        let program = opened.program(5);
        assert_eq!((program.name.as_str(), program.semantics), ("First", SEMANTICS));
        write(&own, "game \"Second\";\nsetup { players 3; }\n");
        let library = Library::find(&[folder.path().to_path_buf()], Carried::default());
        let (options, limits) = (choices_text(&choices), limits_text(RULES));
        let rules = library.rules(&program, &options, &limits).unwrap();
        assert_eq!((rules.game().name(), rules.hash()), ("First", opened.rules.hash()));
        let later = library.open("own-game", &Choices::default()).unwrap();
        assert!(later.hash != opened.hash && later.rules.game().name() == "Second");
        let mut other = program.clone();
        other.hash[0] ^= 1;
        assert!(library.rules(&other, &options, &limits).is_none(), "files that are not those of the match");
        assert!(library.open("own-game", &choices).is_err(), "there is no such option any more");
        assert!(library.open("missing", &Choices::default()).is_err());
    }

    #[test]
    fn what_bots_learned_is_part_of_a_program() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), "game \"First\";\nsetup { players 2; }\n");
        let hash_now = || {
            let library = Library::find(&[folder.path().to_path_buf()], Carried::default());
            let opened = library.open(library.all().next().unwrap().0, &Choices::default()).unwrap();
            let rules =
                library.rules(&opened.program(5), &choices_text(&Choices::default()), &limits_text(RULES));
            assert!(rules.is_some());
            opened.hash
        };
        let plain = hash_now();
        fs::write(folder.path().join("bot.json"), "{}").unwrap();
        assert_ne!(hash_now(), plain);
        fs::remove_file(folder.path().join("bot.json")).unwrap();
        assert_eq!(hash_now(), plain);
    }

    #[test]
    fn a_game_is_compiled_again_only_where_its_files_are_others() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), FIRST);
        fs::write(folder.path().join("other.tgdl"), "class Less { }").unwrap();
        let library = Library::find(&[folder.path().to_path_buf()], Carried::default());
        let (slug, entry) = library.all().next().unwrap();
        let opened = library.open(slug, &Choices::default()).unwrap();
        assert!(opened.is_of(entry));
        fs::write(folder.path().join("other.tgdl"), "class More { }").unwrap();
        assert!(!opened.is_of(entry));
        fs::write(folder.path().join("other.tgdl"), "class Less { }").unwrap();
        assert!(opened.is_of(entry));
        fs::write(folder.path().join("look.tgdl"), "look game { minutes 5; }").unwrap();
        assert!(!opened.is_of(entry));
        fs::remove_file(folder.path().join("look.tgdl")).unwrap();
        fs::remove_file(folder.path().join("other.tgdl")).unwrap();
        assert!(!opened.is_of(entry));
    }

    #[test]
    fn what_lists_say_of_a_game_is_that_of_its_newest_rules_and_no_mistake_stays() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), "game \"Broken\";\nsetup { x; }\n");
        let library = Library::find(&[folder.path().to_path_buf()], Carried::default());
        let (slug, entry) = library.all().next().unwrap();
        let players = || entry.known_facts().map(|facts| facts.map(|facts| facts.players));
        assert_eq!(players(), None);
        entry.look();
        assert!(players().unwrap().is_err());
        assert_eq!(entry.known_at(Instant::now() + BROKEN), None, "somebody may have fixed it");
        write(folder.path(), "game \"Broken\";\nsetup { players 2; }\n");
        library.open(slug, &Choices::default()).unwrap();
        assert_eq!(players(), Some(Ok((2, 2))));
        assert!(entry.known_at(Instant::now() + BROKEN).is_some());
        // Nothing that was compiled is taken for the newest.
        library.kept().opened.clear();
        write(folder.path(), "game \"Broken\";\nsetup { players 2..4; }\n");
        library.open(slug, &Choices::default()).unwrap();
        assert_eq!(players(), Some(Ok((2, 4))));
    }
}
