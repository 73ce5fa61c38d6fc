//! The table: functions in TGDL that say what is meant by what stands in scenarios. They are found by name, and given the
//! fields of an entry by the names of their parameters.

use crate::Verdict;
use crate::read::{Fields, printable};
use compiler::typed::{self, Type};
use engine::{Argument, Game};
use project::{Files, Loaded, Memory, ReadError, Request, Snapshot, library};
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;

/// The file beside a game that is the table of its scenarios; the library's is called so, too.
pub const OWN_TABLE: &str = "scenarios.tgdl";

/// What a function of the table is for; its name is this and what it is about: `doCast`, `expectLife`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// `sceneCard`, `scenePass`: what the runner itself asks for.
    Scene,
    /// `doCast`: an action.
    Do,
    /// `waitsCast`: whether an action must wait, though it is its moment.
    Waits,
    /// `fitsChoose`: whether such a choice answers a question.
    Fits,
    /// `expectLife`: what is wrong with an expectation, null where it holds.
    Expect,
}

/// A game with a table.
#[derive(Debug)]
pub struct Table {
    pub(crate) game: Arc<Game>,
    functions: Vec<Function>,
}

/// A free function of the game.
#[derive(Debug)]
pub(crate) struct Function {
    name: String,
    pub number: usize,
    params: Vec<Param>,
}

#[derive(Debug)]
struct Param {
    name: String,
    ty: Type,
    /// It has a default, and is null where the field is missing.
    is_optional: bool,
}

impl Table {
    /// The table of the library.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn of_the_library() -> Result<Table, Box<Loaded>> {
        let files = Memory::default().with(OWN_TABLE, &headed(library::text(OWN_TABLE).unwrap_or_default()));
        Table::of(project::open(Request::new((&files, OWN_TABLE)).without_tests()).unwrap_or_default())
    }

    /// The table beside a game, or that of the library where there is none.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn beside(game: &Path) -> Result<Table, Box<Loaded>> {
        let folder = if game.is_dir() { Some(game) } else { game.parent() };
        match folder.map(|folder| folder.join(OWN_TABLE)).filter(|table| table.is_file()) {
            Some(_) => {
                let files = Beside(Snapshot::new(game));
                Table::of(
                    project::open(Request::new((&files, OWN_TABLE)).without_tests()).unwrap_or_default(),
                )
            }
            None => Table::of_the_library(),
        }
    }

    fn of(loaded: Loaded) -> Result<Table, Box<Loaded>> {
        let (Some(game), Some(typed)) = (&loaded.game, &loaded.typed) else { return Err(Box::new(loaded)) };
        let free = typed.functions.iter().enumerate().filter(|(_, f)| f.class.is_none());
        let functions = free.map(|(number, f)| Function::new(number, f)).collect();
        Ok(Table { game: Arc::clone(game), functions })
    }

    /// The function for a word, `let_stack_resolve` being `doLetStackResolve`.
    pub(crate) fn find(&self, role: Role, word: &str) -> Option<&Function> {
        let prefix = match role {
            Role::Scene => "scene",
            Role::Do => "do",
            Role::Waits => "waits",
            Role::Fits => "fits",
            Role::Expect => "expect",
        };
        let name = prefix.to_owned() + &camel(word, true);
        self.functions.iter().find(|f| f.name == name)
    }

    /// A function that every table must have.
    pub(crate) fn scene(&self, word: &str) -> Result<&Function, Verdict> {
        let missing =
            || Verdict::Unsupported(format!("the table has no function `scene{}`", camel(word, true)));
        self.find(Role::Scene, word).ok_or_else(missing)
    }
}

/// The files of a game, in which the table is a game of its own.
struct Beside(Snapshot);

impl Files for Beside {
    fn read(&self, path: &str) -> Result<String, ReadError> {
        let text = self.0.read(path)?;
        Ok(if path == OWN_TABLE { headed(&text) } else { text })
    }

    fn list(&self, folder: &str) -> Vec<String> {
        self.0.list(folder)
    }

    fn shown(&self, path: &str) -> String {
        self.0.shown(path)
    }
}

/// A table as a game, with what stands in it in the same lines.
fn headed(text: &str) -> String {
    format!("game \"Scenarios\"; {text}")
}

impl Function {
    fn new(number: usize, f: &typed::Function) -> Function {
        let param = |p: &typed::Param| Param {
            name: p.name.clone(),
            ty: f.body.locals.get(p.local.index()).map_or(Type::Error, |local| local.ty.clone()),
            is_optional: p.default.is_some(),
        };
        Function { name: f.name.clone(), number, params: f.params.iter().map(param).collect() }
    }

    /// An entry whose fields have the names of parameters where they had none. What is given twice stays as it is, and
    /// is refused where it is used.
    pub(crate) fn named(&self, entry: Fields) -> Fields {
        let is_given_once = |i: usize| entry.keys().filter(|field| self.is_for(i, field)).count() == 1;
        let name = |field: &String| match self.params.iter().enumerate().find(|(i, _)| place(*i) == *field) {
            Some((i, param)) if is_given_once(i) => param.name.clone(),
            _ => field.clone(),
        };
        entry.iter().map(|(field, value)| (name(field), value.clone())).collect()
    }

    /// Whether it has a parameter for a field.
    pub(crate) fn takes(&self, field: &str) -> bool {
        (0..self.params.len()).any(|i| self.is_for(i, field))
    }

    /// Whether a parameter is that of a field: `in_response_to` is given to `inResponseTo`, and what would hide another
    /// name of TGDL has a stroke behind it, `player_`.
    fn is_for(&self, i: usize, field: &str) -> bool {
        let name = &self.params[i].name;
        let plain = name.strip_suffix('_').unwrap_or(name);
        field == place(i) || field == name || camel(field, false) == plain
    }

    /// The arguments for the fields of an entry, every one of which must be a parameter.
    pub(crate) fn arguments(&self, entry: &Fields) -> Result<Vec<Argument>, Verdict> {
        if let Some((field, _)) = entry.iter().find(|(field, value)| !value.is_null() && !self.takes(field)) {
            return Err(Verdict::Unsupported(format!("`{}` takes no `{}`", self.name, printable(field))));
        }
        self.those(entry)
    }

    /// The arguments for those fields of an entry that are parameters.
    pub(crate) fn those(&self, entry: &Fields) -> Result<Vec<Argument>, Verdict> {
        let given = |i: usize| entry.iter().filter(move |(field, _)| self.is_for(i, field));
        if let Some((_, param)) = self.params.iter().enumerate().find(|(i, _)| given(*i).count() > 1) {
            return Err(Verdict::Unsupported(format!("`{}` of `{}` is given twice", param.name, self.name)));
        }
        let arguments = self.params.iter().enumerate().map(|(i, param)| match given(i).next() {
            Some((_, value)) if !value.is_null() => argument(value, &param.ty)
                .ok_or_else(|| format!("`{}` of `{}` cannot be {}", param.name, self.name, shown(value))),
            _ if param.is_optional => Ok(Argument::Null),
            _ => Err(format!("`{}` needs `{}`", self.name, param.name)),
        });
        arguments.collect::<Result<_, _>>().map_err(Verdict::Unsupported)
    }
}

/// The name of a field that stands where the parameter of that number does.
pub(crate) fn place(i: usize) -> String {
    format!("#{i}")
}

/// `in_response_to` is `inResponseTo`.
fn camel(word: &str, mut big: bool) -> String {
    let mut name = String::new();
    for c in word.chars() {
        match c {
            '_' => big = true,
            c if big => {
                name.extend(c.to_uppercase());
                big = false;
            }
            c => name.push(c),
        }
    }
    name
}

/// A value of a field for a parameter of a type. An object is a list of its names and values in turn.
fn argument(value: &Value, ty: &Type) -> Option<Argument> {
    match (ty, value) {
        (Type::Number, Value::Number(n)) => n.as_f64().map(Argument::Number),
        (Type::Number, Value::String(s)) => {
            s.parse().ok().filter(|n: &f64| n.is_finite()).map(Argument::Number)
        }
        (Type::Bool, Value::Bool(b)) => Some(Argument::Bool(*b)),
        (Type::String, Value::String(_) | Value::Number(_)) => text(value).map(Argument::Text),
        (Type::Player, Value::String(s)) => seat(s).map(Argument::Player),
        (Type::List(of), Value::Array(all)) if **of == Type::String => {
            all.iter().map(text).collect::<Option<_>>().map(Argument::Texts)
        }
        (Type::List(of), Value::Object(all)) if **of == Type::String => {
            let pairs = all.iter().flat_map(|(name, value)| [Some(name.clone()), text(value)]);
            pairs.collect::<Option<_>>().map(Argument::Texts)
        }
        _ => None,
    }
}

/// `P1` is the first seat.
pub(crate) fn seat(text: &str) -> Option<u32> {
    let number: u32 = text.strip_prefix('P')?.parse().ok()?;
    (1..=32).contains(&number).then(|| number - 1)
}

pub(crate) fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(s) => Some(s.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        _ => None,
    }
}

fn shown(value: &Value) -> String {
    format!("`{}`", printable(&value.to_string()))
}
