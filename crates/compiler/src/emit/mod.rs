//! From the core tree to bytecode. It trusts that the tree is well typed.
//!
//! Function values that are written where a builtin takes them never become values: filters, maps and searches
//! are emitted as loops (see `stream`), and short functions are inlined (see `calls`).

mod actions;
mod boards;
mod builtins;
mod calls;
mod checks;
mod conditions;
mod constants;
mod events;
mod expr;
mod function;
mod lambdas;
mod looks;
mod loops;
mod movegen;
mod operators;
mod recursion;
mod settled;
mod size;
mod statement;
mod stream;
mod tables;
mod tests;
mod tiles;
mod told;
mod turns;

use crate::lower::Core;
use crate::typed::{self, ClassId, FunctionId, Game, Type};
use base::{NodeId, Origins, Problem};
use bytecode::Program;
use bytecode::program::{Function, SettledRead, Show};
use bytecode::word::{self, Kind, NULL};
use function::FunctionBuilder;
use recursion::Recursive;
use size::TooLarge;
use std::collections::BTreeMap;

/// What the parts of the emitter share.
pub(crate) struct Emitter<'g> {
    core: &'g Core,
    game: &'g Game,
    program: Program,
    /// The number of each class in the program's preorder.
    classes: Vec<u16>,
    /// The program function of each typed function that has a body.
    functions: Vec<u32>,
    /// The slot of each function that is called through an object.
    slots: BTreeMap<FunctionId, u16>,
    /// Whether a typed function is overridden somewhere.
    overridden: Vec<bool>,
    /// By function and class: what runs for all objects of that class, where it is one function, see
    /// [`Emitter::runs`].
    runs: BTreeMap<(FunctionId, ClassId), Option<FunctionId>>,
    /// The functions that may come to call themselves.
    recursive: Recursive,
    /// Live lists: of a class with its subclasses, and of exactly a class.
    live: Vec<(ClassId, bool)>,
    /// `call_A(this, inputs...)` of actions that are called.
    callers: BTreeMap<typed::ActionId, u32>,
    /// `raise_E(event)`
    raisers: Vec<u32>,
    passer: u32,
    /// The teams of the program by name.
    teams: BTreeMap<String, usize>,
    /// The numbers of what is played in tests.
    plays: BTreeMap<bytecode::program::TestPlay, u16>,
    /// Where something stands that only the author's tree may have.
    left_over: Option<NodeId>,
    /// Where something got too large to be encoded, and why.
    too_large: Option<(NodeId, TooLarge)>,
    /// How many instructions there are, those of functions that are not done included.
    instructions: usize,
    /// The lists of directions for which there is an adjacency table, and the number of the first table.
    directions: Vec<Vec<u64>>,
    first_directions: usize,
    constants: BTreeMap<u64, u32>,
    /// Where the constants of the author stand.
    constants_at: constants::Places,
    strings: BTreeMap<Vec<u16>, u64>,
}

/// Emits a lowered game. An error is that a part of it is too large, or a defect of ours.
pub fn emit(core: &Core, origins: &Origins) -> Result<Program, Box<Problem>> {
    let mut e = Emitter::new(core);
    e.declare();
    e.tables();
    e.bodies();
    if let Some((at, why)) = e.too_large {
        return Err(Box::new(why.problem(origins.span(at))));
    }
    // The machine trusts programs, so a defect of ours must not reach it.
    let (at, why) = match (e.left_over, bytecode::verify(&e.program)) {
        (Some(at), _) => (at, "this was not lowered".to_owned()),
        (None, Err(why)) => (NodeId(0), why.to_string()),
        (None, Ok(())) => return Ok(e.program),
    };
    let why = format!("the compiler made a broken program: {why}");
    let problem = Problem::error("broken-program", origins.span(at), why);
    Err(Box::new(problem.hint("this is a defect of Tavola; please report it with the game")))
}

impl<'g> Emitter<'g> {
    fn new(core: &'g Core) -> Emitter<'g> {
        Emitter {
            core,
            game: &core.game,
            program: Program::default(),
            classes: Vec::new(),
            functions: Vec::new(),
            slots: BTreeMap::new(),
            overridden: Vec::new(),
            runs: BTreeMap::new(),
            recursive: Recursive::of(core),
            live: Vec::new(),
            callers: BTreeMap::new(),
            raisers: Vec::new(),
            passer: 0,
            teams: BTreeMap::new(),
            plays: BTreeMap::new(),
            left_over: None,
            too_large: None,
            instructions: 0,
            directions: Vec::new(),
            first_directions: 0,
            constants: BTreeMap::new(),
            constants_at: constants::Places::default(),
            strings: BTreeMap::new(),
        }
    }

    /// Says that something cannot be encoded, and why. Nothing more is emitted then.
    fn give_up(&mut self, at: NodeId, why: TooLarge) {
        self.too_large.get_or_insert((at, why));
    }

    /// The number of an entry of a table that instructions name in two bytes.
    fn small_index(&mut self, at: NodeId, index: usize, what: &'static str) -> u16 {
        u16::try_from(index).unwrap_or_else(|_| {
            self.give_up(at, TooLarge::Table(what));
            0
        })
    }

    /// Reserves a function whose code comes later.
    fn reserve(&mut self, name: &str, at: NodeId, params: u16) -> u32 {
        let f = Function {
            name: name.to_owned(),
            at,
            entry: 0,
            end: 0,
            params,
            registers: params.max(1),
            adds_depth: true,
        };
        self.program.functions.push(f);
        self.program.functions.len() as u32 - 1
    }

    /// Gives a reserved function its code.
    fn fill(&mut self, function: u32, build: impl FnOnce(&mut FunctionBuilder<'_, 'g>)) {
        if self.too_large.is_some() {
            return;
        }
        let params = self.program.functions[function as usize].params;
        let mut code = FunctionBuilder::new(self, params);
        build(&mut code);
        let done = code.finish();
        let entry = self.program.code.len() as u32;
        if let Some(why) = done.too_large {
            return self.give_up(self.program.functions[function as usize].at, why);
        }
        self.program.code.extend(done.ops.iter().map(|op| function::relocate(*op, entry)));
        self.program.origins.extend(done.origins);
        self.program.catches.extend(done.catches.iter().map(|c| c.moved_by(entry)));
        self.program.operands.extend(done.operands.iter().map(|(pc, r, at)| (pc + entry, *r, *at)));
        let f = &mut self.program.functions[function as usize];
        f.entry = entry;
        f.end = self.program.code.len() as u32;
        f.registers = (done.registers as u16).max(params).max(1);
    }

    fn function(
        &mut self,
        name: &str,
        at: NodeId,
        params: u16,
        build: impl FnOnce(&mut FunctionBuilder<'_, 'g>),
    ) -> u32 {
        let f = self.reserve(name, at, params);
        self.fill(f, build);
        f
    }

    /// Reserves everything that code refers to by number.
    fn declare(&mut self) {
        let game = self.game;
        self.number_classes();
        let functions = game.functions.iter().map(|f| {
            let this = u16::from(f.class.is_some());
            let of = f.class.map(|c| format!("{}.{}", game.classes[c.index()].name, f.name));
            self.reserve(&of.unwrap_or_else(|| f.name.clone()), f.at, f.params.len() as u16 + this)
        });
        self.functions = functions.collect();
        self.overridden = vec![false; game.functions.len()];
        for (root, _) in game.classes.iter().flat_map(|c| &c.methods).filter(|(root, runs)| root != runs) {
            self.overridden[root.index()] = true;
        }
        for (i, f) in game.functions.iter().enumerate() {
            self.overridden[i] |= f.is_abstract;
            if self.overridden[i] {
                let slot = self.small_index(f.at, self.slots.len(), "functions that subclasses replace");
                self.slots.insert(FunctionId(i as u32), slot);
            }
        }
        let raisers = game.classes.iter().map(|c| self.reserve(&format!("raise {}", c.name), c.at, 1));
        self.raisers = raisers.collect();
        self.passer = self.reserve("turn.pass", NodeId(0), 0);
        self.reserve_callers();
        self.reserve_moved();
        self.reserve_constants();
    }

    /// What runs where a method of an object is called that is of a class or one below it; None where that depends on
    /// the object.
    fn runs(&mut self, f: FunctionId, class: ClassId) -> Option<FunctionId> {
        let game = self.game;
        *self.runs.entry((f, class)).or_insert_with(|| {
            let below = (0..game.classes.len() as u32).map(ClassId).filter(|c| game.is_sub(*c, class));
            let mut found = below.filter(|c| !game.classes[c.index()].is_abstract).map(|c| {
                let methods = &game.classes[c.index()].methods;
                methods.iter().find(|(root, _)| *root == f).map(|(_, runs)| *runs)
            });
            let first = found.next()??;
            (found.all(|runs| runs == Some(first)) && !game.functions[first.index()].is_abstract)
                .then_some(first)
        })
    }

    /// Emits the code of everything.
    fn bodies(&mut self) {
        let game = self.game;
        for (i, f) in game.functions.iter().enumerate() {
            let function = self.functions[i];
            self.fill(function, |c| {
                c.pure = !(f.effects.changes || f.effects.chance || f.effects.makes_choices);
                c.whole_function(f);
            });
        }
        self.fill_constants();
        self.methods();
        self.turns();
        self.init();
        self.actions();
        self.events();
        let first = game.setup.as_ref().and_then(|body| body.block.statements.first());
        let setup = self.reserve("setup", first.map_or(NodeId(0), |s| s.at), 0);
        self.fill(setup, |c| match &game.setup {
            Some(body) => c.setup(body),
            None => c.give_null(NodeId(0)),
        });
        self.program.setup = setup;
        self.program.settle = self.core.settle.map(|f| self.functions[f.index()]);
        self.program.settle_anew = self.core.settle_anew.map(|f| self.functions[f.index()]);
        self.program.probes = self.core.probes.clone();
        self.tests();
        self.program.layout.heap = self.program.start.len();
    }

    fn constant(&mut self, w: u64) -> u32 {
        let program = &mut self.program;
        *self.constants.entry(w).or_insert_with(|| {
            program.constants.push(w);
            program.constants.len() as u32 - 1
        })
    }

    /// The number of something settled in the table of the program.
    fn settled_read(&mut self, at: NodeId, read: SettledRead) -> u16 {
        let all = &mut self.program.settled;
        let index = all.iter().position(|r| *r == read).unwrap_or_else(|| {
            all.push(read);
            all.len() - 1
        });
        self.small_index(at, index, "attributes that modifiers touch")
    }

    fn text(&mut self, text: &str) -> u64 {
        let units: Vec<u16> = text.encode_utf16().collect();
        if let Some(w) = word::inline_text(&units) {
            return w;
        }
        let strings = &mut self.program.strings;
        *self.strings.entry(units).or_insert_with_key(|units| {
            strings.push(units.clone());
            word::constant_text(strings.len() - 1)
        })
    }

    fn constant_value(&mut self, value: &typed::Const) -> u64 {
        match value {
            typed::Const::Null => NULL,
            typed::Const::Number(x) => word::number(*x),
            typed::Const::String(s) => self.text(s),
            typed::Const::Bool(b) => word::bool(*b),
            typed::Const::Case(_, i) => u64::from(*i),
        }
    }

    fn class(&self, id: ClassId) -> u16 {
        self.classes[id.index()]
    }

    fn is_tile(&self, id: ClassId) -> bool {
        self.game.classes[id.index()].kind == typed::ClassKind::Tile
    }

    /// What words of a type may point to.
    fn kind(&self, ty: &Type) -> Kind {
        match ty {
            Type::String => Kind::Text,
            Type::Class(id) if self.is_tile(*id) => Kind::Plain,
            Type::Class(_) | Type::List(_) | Type::Table(..) | Type::Stack(_) => Kind::Ref,
            Type::Function(..) | Type::Act(..) => Kind::Ref,
            _ => Kind::Plain,
        }
    }

    fn show(&self, ty: &Type) -> Show {
        match ty {
            Type::Number | Type::Error | Type::Null | Type::Void => Show::Number,
            Type::String => Show::Text,
            Type::Bool => Show::Bool,
            Type::Player => Show::Player,
            Type::Turn => Show::Turn,
            Type::Position => Show::Position,
            Type::Place => Show::Place,
            Type::Enum(id) => Show::Case(id.0 as u16),
            Type::Class(id) if self.is_tile(*id) => Show::Tile,
            Type::Class(_) => Show::Object,
            Type::List(t) | Type::Stack(t) => Show::List(Box::new(self.show(t))),
            Type::Set(t) => Show::Set(Box::new(self.show(t))),
            Type::Table(k, t) => {
                let keys = k.as_ref().map(|k| Box::new(self.show(k)));
                Show::Table(Box::new(self.show(t)), keys)
            }
            Type::Zone(_) => Show::Zone,
            Type::Zones(_) => Show::Zones,
            Type::Function(..) | Type::Act(..) => Show::Function,
        }
    }

    /// The index of a show in the program's table.
    fn show_index(&mut self, ty: &Type) -> u16 {
        let show = self.show(ty);
        let shows = &mut self.program.shows;
        // There are fewer types than this: enumerations, inside as many lists as brackets may stand in one another.
        let at = shows.iter().position(|s| *s == show).unwrap_or_else(|| {
            shows.push(show);
            shows.len() - 1
        });
        at as u16
    }
}
