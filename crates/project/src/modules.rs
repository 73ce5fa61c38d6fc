//! Reads a game's main file and all that it imports. It knows the import rules, and nothing else of what the
//! modules say.

use crate::about;
use crate::files::{Files, MAX_BYTES_OF_ALL, ReadError};
use crate::find::usual_mains;
use crate::hidden;
use crate::library;
use crate::module_path::ModulePath;
use crate::notes;
use crate::pictures;
use base::{FileId, Origins, Problem, SourceMap, Span, nearest};
use dialects::{Around, Dialect};
use language::tree::{Import, Item, Module};
use std::collections::BTreeMap;

/// The most files of one game.
const MAX_FILES: usize = 500;

/// A file of this name needs no import beside a main file of that name: it says how the game looks.
const LOOK: &str = "look.tgdl";

/// The file beside a game that holds its tests, and the folder of such files.
const TESTS: &str = "tests";

/// All modules of a game, the main one first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Modules {
    pub all: Vec<Module>,
    /// For each module, for each of its imports, the module that it names; None where it could not be read.
    pub imports: Vec<Vec<Option<usize>>>,
    /// Those in which the main file looks up words, or else the first that does so, with its dialect.
    pub looked_up: Option<(&'static Dialect, Vec<usize>)>,
}

/// What reading gave.
#[derive(Default)]
pub(crate) struct Reading {
    pub modules: Modules,
    pub sources: SourceMap,
    pub origins: Origins,
    pub problems: Vec<Problem>,
    /// The files of `std/`.
    pub library: Vec<FileId>,
    /// What lies beside the main file for bots.
    pub notes: Option<Result<String, String>>,
}

impl Reading {
    /// How long all files are together, in bytes.
    pub(crate) fn length(&self) -> u64 {
        self.sources.files().map(|file| self.sources.text(file).len() as u64).sum()
    }

    /// A warning for the first rule test in each file of the project that is imported.
    fn unused_tests(&self) -> Vec<Problem> {
        let imported = self.modules.all.iter().skip(1).filter(|m| !m.is_tests);
        let test = |i: &Item| if let Item::Test(test) = i { Some(test.id) } else { None };
        let spans = imported.filter_map(|m| m.items.iter().find_map(test)).map(|id| self.origins.span(id));
        let own = spans.filter(|span| !self.library.contains(&span.file));
        let problem = |span| {
            Problem::warning("unused-test", span, "no test of this file runs: the game imports it").hint(
                "write tests into the file of the game, or into `tests.tgdl` or `tests/` beside `game.tgdl`",
            )
        };
        own.map(problem).collect()
    }
}

/// Reads the main file and everything below it.
pub(crate) fn read(files: &dyn Files, main: &str) -> Reading {
    let mut reader = Reader::new(files);
    reader.game(main);
    let of_the_game = reader.reading.modules.all.len();
    for tests in tests_beside(files, main) {
        reader.tests(&tests, of_the_game);
    }
    reader.reading.notes = notes::beside(files, main);
    reader.finish()
}

/// As [`read`], but for all rule tests.
pub(crate) fn read_without_tests(files: &dyn Files, main: &str) -> Reading {
    let mut reader = Reader::new(files);
    reader.game(main);
    for module in &mut reader.reading.modules.all {
        module.items.retain(|item| !matches!(item, Item::Test(_)));
    }
    reader.reading.notes = notes::beside(files, main);
    reader.finish()
}

/// Reads the main file and nothing else, but for what its dialect looks up names in.
pub(crate) fn read_alone(files: &dyn Files, main: &str) -> Reading {
    let mut reader = Reader::new(files);
    let looks_up = dialects::of(main).is_some_and(|dialect| dialect.imports.is_some());
    if looks_up {
        reader.game(main);
    } else {
        reader.alone(main);
    }
    reader.reading
}

/// Reads the main file, and the one that says how the game looks, but nothing that they import.
pub(crate) fn read_with_look(files: &dyn Files, main: &str) -> Reading {
    let mut reader = Reader::new(files);
    reader.alone(main);
    if looks_beside(files, main) {
        reader.alone(LOOK);
    }
    reader.reading
}

/// The files that may hold rule tests of a game, besides its own.
fn tests_beside(files: &dyn Files, main: &str) -> Vec<String> {
    let ending = dialects::of(main).map_or("", |dialect| dialect.ending);
    let plain = main.strip_suffix(ending).and_then(|main| main.strip_suffix('.')).unwrap_or(main);
    match plain.strip_suffix("game") {
        Some(folder) if folder.is_empty() || folder.ends_with('/') => {
            let several = files.list(&format!("{folder}{TESTS}")).into_iter();
            let several = several.filter(|name| name.ends_with(".tgdl"));
            let one = format!("{folder}{TESTS}.tgdl");
            [one].into_iter().chain(several.map(|name| format!("{folder}{TESTS}/{name}"))).collect()
        }
        _ => vec![format!("{plain}.{TESTS}.tgdl")],
    }
}

/// Whether a file beside the main one says how the game looks.
fn looks_beside(files: &dyn Files, main: &str) -> bool {
    usual_mains().any(|usual| usual == main) && files.list("").iter().any(|name| name == LOOK)
}

struct Reader<'f> {
    files: &'f dyn Files,
    /// The number of each module read so far; None for files that could not be read.
    found: BTreeMap<ModulePath, Option<usize>>,
    /// The modules whose imports are being read, outermost first.
    open: Vec<ModulePath>,
    /// How many bytes the files of the project have that were read so far.
    bytes: u64,
    reading: Reading,
}

impl<'f> Reader<'f> {
    fn new(files: &'f dyn Files) -> Reader<'f> {
        Reader { files, found: BTreeMap::new(), open: Vec::new(), bytes: 0, reading: Reading::default() }
    }

    /// Reads a file of the project, but nothing that it imports.
    fn alone(&mut self, path: &str) {
        let place = ModulePath::Project(path.to_owned());
        if !self.has_dialect(&place, None) {
            return;
        }
        match self.counted(&place) {
            Ok(text) => {
                let file = self.reading.sources.add(self.shown(&place), text);
                let module = self.parse(&place, file, &Around::default());
                self.reading.modules.all.extend(module);
            }
            Err(error) => self.unreadable(&place, &error, None),
        }
    }

    /// Reads the main file, what it imports, and how the game looks.
    fn game(&mut self, main: &str) {
        self.module(&ModulePath::Project(main.to_owned()), None);
        let recovers = dialects::of(main).is_some_and(|dialect| dialect.recovers);
        let is_sound = recovers || !self.reading.problems.iter().any(Problem::is_error);
        if is_sound && looks_beside(self.files, main) {
            self.module(&ModulePath::Project(LOOK.to_owned()), None);
        }
    }

    fn finish(self) -> Reading {
        let mut reading = self.reading;
        let unused = reading.unused_tests();
        reading.problems.extend(unused);
        let look = self.found.get(&ModulePath::Project(LOOK.to_owned())).copied().flatten();
        reading.problems.extend(about::elsewhere(&reading.modules.all, look, &reading.origins));
        reading.problems.extend(pictures::missing(&reading.modules.all, self.files, &reading.origins));
        reading
    }

    /// Reads a file and its imports, unless it is there already. `at` is the import that asks for it.
    fn module(&mut self, place: &ModulePath, at: Option<Span>) -> Option<usize> {
        if let Some(known) = self.found.get(place) {
            return *known;
        }
        self.found.insert(place.clone(), None);
        if !self.has_dialect(place, at) {
            return None;
        }
        let text = match self.counted(place) {
            Ok(text) => text,
            Err(error) => {
                self.unreadable(place, &error, at);
                return None;
            }
        };
        let file = self.reading.sources.add(self.shown(place), text);
        if matches!(place, ModulePath::Library(_)) {
            self.reading.library.push(file);
        }
        if self.is_empty(place, file) {
            return None;
        }
        let number = self.reading.modules.all.len();
        let nothing = Module { file, game: None, imports: Vec::new(), items: Vec::new(), is_tests: false };
        self.reading.modules.all.push(nothing);
        self.reading.modules.imports.push(Vec::new());
        self.found.insert(place.clone(), Some(number));
        let module = self.parse_here(place, file, at.is_none() && number == 0)?;
        let imports = module.imports.clone();
        self.reading.modules.all[number] = module;
        self.open.push(place.clone());
        let targets = self.imports(place, &imports);
        self.open.pop();
        self.reading.modules.imports[number] = targets;
        Some(number)
    }

    /// Reads a file of tests, if there is one, as a module that at most other files of tests import. So many modules
    /// are of the game itself.
    fn tests(&mut self, path: &str, of_the_game: usize) {
        let place = ModulePath::Project(path.to_owned());
        let is_sound = !self.reading.problems.iter().any(Problem::is_error);
        let is_game = self.reading.modules.all.first().is_some_and(|main| main.game.is_some());
        if !is_sound || !is_game || self.text(&place).is_err() {
            return;
        }
        let Some(number) = self.module(&place, None).filter(|number| *number >= of_the_game) else { return };
        let module = &mut self.reading.modules.all[number];
        module.is_tests = true;
        if let Some(game) = &module.game {
            let span = self.reading.origins.span(game.id);
            let problem = Problem::error("second-game", span, "the tests of a game are no game of their own");
            self.reading.problems.push(problem.hint("take the line `game \"...\";` out"));
            self.reading.modules.all[number].items.clear();
        }
    }

    /// The text of a file that becomes a part of the game, within what all of them may take.
    fn counted(&mut self, place: &ModulePath) -> Result<String, ReadError> {
        let text = self.text(place)?;
        if matches!(place, ModulePath::Project(_)) {
            let bytes = self.bytes + text.len() as u64;
            if bytes > MAX_BYTES_OF_ALL {
                return Err(ReadError::TooLargeWithOthers(MAX_BYTES_OF_ALL));
            }
            self.bytes = bytes;
        }
        Ok(text)
    }

    fn text(&self, place: &ModulePath) -> Result<String, ReadError> {
        match place {
            ModulePath::Project(path) => self.files.read(path),
            ModulePath::Library(name) => library::text(name).map(str::to_owned).ok_or(ReadError::Missing),
        }
    }

    fn shown(&self, place: &ModulePath) -> String {
        match place {
            ModulePath::Project(path) => self.files.shown(path),
            ModulePath::Library(name) => format!("std/{name}"),
        }
    }

    /// Whether a file is one of a game at all, which its ending says. Of any other not a byte is read, so that no
    /// message can quote it. `at` is the import that asks for it.
    fn has_dialect(&mut self, place: &ModulePath, at: Option<Span>) -> bool {
        let is_known = dialects::of(place.path()).is_some();
        if !is_known {
            let shown = self.shown(place);
            let span = at.unwrap_or_else(|| self.nowhere(&shown));
            let problem = Problem::error("unknown-dialect", span, format!("{shown} is of no known dialect"));
            let endings: Vec<String> = dialects::ALL.iter().map(|d| format!("`.{}`", d.ending)).collect();
            self.reading.problems.push(problem.hint(format!("game files end in {}", endings.join(" or "))));
        }
        is_known
    }

    /// The place of a problem with a file of which there is no text.
    fn nowhere(&mut self, shown: &str) -> Span {
        let file = self.reading.sources.add(shown.to_owned(), "");
        Span { file, start: 0, end: 0 }
    }

    /// Reads a file of which the modules are known that its dialect looks up names in.
    fn parse_here(&mut self, place: &ModulePath, file: FileId, is_main: bool) -> Option<Module> {
        let dialect = dialects::of(place.path())?;
        let Some(imports) = dialect.imports else { return self.parse(place, file, &Around::default()) };
        let beside = match place {
            ModulePath::Project(_) => self.files.list(place.folder()),
            ModulePath::Library(_) => Vec::new(),
        };
        let paths = imports(self.reading.sources.text(file), &beside);
        let (numbers, is_read) = self.looked_up(place, &paths);
        let visible = self.visible(&numbers);
        // A file in which something is wrong names less than its author meant, in whatever way it comes here.
        let is_whole = is_read && visible.iter().all(|number| self.names_all_it_should(*number));
        let looked_up = &mut self.reading.modules.looked_up;
        if is_main || looked_up.is_none() {
            *looked_up = Some((dialect, visible.clone()));
        }
        let all = std::mem::take(&mut self.reading.modules.all);
        let those: Vec<&Module> = visible.iter().filter_map(|number| all.get(*number)).collect();
        let is_same = |module: &&Module| {
            let other = dialects::of(self.reading.sources.path(module.file));
            other.map(|other| other.ending) == Some(dialect.ending)
        };
        let same: Vec<&Module> =
            numbers.iter().filter_map(|number| all.get(*number)).filter(is_same).collect();
        let stem = place.path().rsplit('/').next().and_then(|name| name.split('.').next()).unwrap_or("");
        let around =
            Around { is_main, stem, beside: &beside, visible: is_whole.then_some(&those), same: &same };
        let module = self.parse(place, file, &around);
        self.reading.modules.all = all;
        module
    }

    /// Whether nothing is wrong in a file that looks names up; of other dialects all is named that could be read.
    fn names_all_it_should(&self, number: usize) -> bool {
        let Some(module) = self.reading.modules.all.get(number) else { return false };
        let file = module.file;
        let looks_up = dialects::of(self.reading.sources.path(file)).is_some_and(|of| of.imports.is_some());
        !looks_up || !self.reading.problems.iter().any(|p| p.is_error() && p.span.file == file)
    }

    /// Reads what a file imports before the file itself, and tells whether all of it is there; what cannot be read is
    /// reported where its import stands.
    fn looked_up(&mut self, place: &ModulePath, paths: &[String]) -> (Vec<usize>, bool) {
        let (mut numbers, mut is_whole) = (Vec::new(), true);
        self.open.push(place.clone());
        for path in paths.iter().take(MAX_FILES) {
            let Some(other) = place.import(path).filter(|other| !self.open.contains(other)) else {
                is_whole = false;
                continue;
            };
            let is_there = dialects::of(other.path()).is_some() && self.text(&other).is_ok();
            let is_new = !self.found.contains_key(&other);
            if is_there && (!is_new || self.found.len() < MAX_FILES) {
                let start = Span { file: FileId(0), start: 0, end: 0 };
                let found = self.module(&other, Some(start));
                numbers.extend(found.filter(|number| !numbers.contains(number)));
                is_whole &= found.is_some();
            } else {
                is_whole = false;
            }
        }
        self.open.pop();
        (numbers, is_whole)
    }

    /// These modules, and those whose names they hand on.
    fn visible(&self, numbers: &[usize]) -> Vec<usize> {
        let mut all: Vec<usize> = numbers.to_vec();
        let mut at = 0;
        while let Some(number) = all.get(at).copied() {
            at += 1;
            let modules = &self.reading.modules;
            let (Some(module), Some(targets)) = (modules.all.get(number), modules.imports.get(number)) else {
                continue;
            };
            let handed_on = module.imports.iter().zip(targets).filter(|(import, _)| import.is_exported);
            let new: Vec<usize> =
                handed_on.filter_map(|(_, target)| *target).filter(|n| !all.contains(n)).collect();
            all.extend(new);
        }
        all
    }

    /// Whether nothing is written in a file, which is reported.
    fn is_empty(&mut self, place: &ModulePath, file: FileId) -> bool {
        let start = Span { file, start: 0, end: 0 };
        let text = self.reading.sources.text(file);
        if text.trim().is_empty() {
            let problem = Problem::error("empty-file", start, format!("{} is empty", self.shown(place)));
            let hint = match place.path().rsplit('/').next() {
                Some("look.tgdl") => "say in it how things look, `look Card { title name; }`, or delete it",
                Some("tests.tgdl") => "write a test in it, `test \"it begins\" { }`, or delete it",
                _ if dialects::of(place.path()).is_some_and(|dialect| dialect.imports.is_some()) => {
                    "write a card in it, `new Creature called \"Name\"`"
                }
                _ => "start with `game \"Name\";` and a `setup { }`",
            };
            self.reading.problems.push(problem.hint(hint));
            return true;
        }
        false
    }

    /// The ending says which dialect it is.
    fn parse(&mut self, place: &ModulePath, file: FileId, around: &Around<'_>) -> Option<Module> {
        if self.is_empty(place, file) {
            return None;
        }
        let dialect: &Dialect = dialects::of(place.path())?;
        let text = self.reading.sources.text(file);
        self.reading.problems.extend(hidden::warnings(file, text));
        let checked = (dialect.parse)(file, text, around, &mut self.reading.origins);
        self.reading.problems.extend(checked.problems);
        Some(checked.value)
    }

    fn imports(&mut self, from: &ModulePath, imports: &[Import]) -> Vec<Option<usize>> {
        let mut seen: Vec<(ModulePath, Span)> = Vec::new();
        let mut targets = Vec::new();
        for import in imports {
            let span = self.reading.origins.span(import.id);
            targets.push(self.import(from, &import.path, span, &mut seen));
        }
        targets
    }

    /// `seen` holds what the same file imports above.
    fn import(
        &mut self,
        from: &ModulePath,
        text: &str,
        span: Span,
        seen: &mut Vec<(ModulePath, Span)>,
    ) -> Option<usize> {
        // Of what stands behind one import too many nothing is looked for.
        if text.is_empty() || seen.len() > MAX_FILES {
            return None;
        }
        let Some(place) = from.import(text) else {
            self.outside(text, span);
            return None;
        };
        if let Some((_, first)) = seen.iter().find(|(p, _)| *p == place) {
            let problem = Problem::error("import-twice", span, format!("`{text}` is imported twice"));
            self.reading.problems.push(problem.label("remove this").other(*first, "first imported here"));
            return None;
        }
        seen.push((place.clone(), span));
        if let Some(start) = self.open.iter().position(|p| *p == place) {
            self.circle(start, span);
            return None;
        }
        let is_new = !self.found.contains_key(&place);
        if seen.len() > MAX_FILES || (is_new && self.found.len() >= MAX_FILES) {
            let message = format!("a game may have at most {MAX_FILES} files");
            self.reading.problems.push(Problem::error("too-many-files", span, message));
            return None;
        }
        self.module(&place, Some(span))
    }

    fn outside(&mut self, text: &str, span: Span) {
        let message = format!("`{text}` lies outside of the project");
        let hint = "a game may import files of its own folder and of `std/`; paths are written with `/`";
        self.reading.problems.push(Problem::error("import-outside", span, message).hint(hint));
    }

    fn circle(&mut self, start: usize, span: Span) {
        let mut names: Vec<String> = self.open[start..].iter().map(|p| format!("`{}`", p.path())).collect();
        names.extend(names.first().cloned());
        let message = format!("files import each other: {}", names.join(" -> "));
        let hint = "move what they share to a file of its own, and import that in both";
        self.reading.problems.push(Problem::error("import-circle", span, message).hint(hint));
    }

    fn unreadable(&mut self, place: &ModulePath, error: &ReadError, at: Option<Span>) {
        let shown = self.shown(place);
        let span = at.unwrap_or_else(|| self.nowhere(&shown));
        let mut problem = Problem::error(code(error), span, error.message(&shown));
        if *error == ReadError::Missing {
            let there = self.neighbours(place);
            let plain = |name: &str| name.strip_suffix(".tgdl").unwrap_or(name).to_owned();
            let (wanted, known) = (plain(&shown), there.iter().map(|name| plain(name)).collect::<Vec<_>>());
            match nearest(&wanted, known.iter().map(String::as_str)) {
                Some(near) => problem = problem.hint(format!("did you mean `{near}`?")),
                None => problem.hints.extend(some_of(&there)),
            }
        }
        self.reading.problems.push(problem);
    }

    /// The files that could have been meant instead of a missing one.
    fn neighbours(&self, place: &ModulePath) -> Vec<String> {
        let mut names: Vec<String> = match place {
            ModulePath::Project(_) => self.files.list(place.folder()),
            ModulePath::Library(_) => library::names().map(|n| format!("std/{n}")).collect(),
        };
        let own = self.open.last().filter(|p| p.folder() == place.folder());
        let own = own.and_then(|p| p.path().rsplit('/').next()).unwrap_or("");
        names.retain(|n| dialects::of(n).is_some_and(|dialect| dialect.has_libraries) && n != own);
        names
    }
}

/// The first of some files by name.
fn some_of(names: &[String]) -> Option<String> {
    const MAX_NAMED: usize = 12;
    let list = names.iter().take(MAX_NAMED).map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ");
    match (names.is_empty(), names.len().saturating_sub(MAX_NAMED)) {
        (true, _) => None,
        (false, 0) => Some(format!("there are: {list}")),
        (false, n) => Some(format!("there are: {list} and {n} more")),
    }
}

/// The code of a file that cannot be read.
fn code(error: &ReadError) -> &'static str {
    match error {
        ReadError::Missing | ReadError::NotAFile | ReadError::Other(_) => "missing-file",
        ReadError::Outside => "import-outside",
        ReadError::NotUtf8(_) => "not-utf8",
        ReadError::TooLarge(_) | ReadError::TooLargeWithOthers(_) => "file-too-large",
    }
}
