//! Looks: what each applies to, and which of several takes precedence. What a look may read is restricted, so that it
//! reveals nothing to a viewer that the viewer cannot see anyway. It knows neither viewers nor drawing.

mod game;
mod lines;
mod on;
mod reads;
mod rows;
mod says;
mod words;

pub(super) use says::of_answer;

use super::bodies::Seen;
use super::problems as problem;
use super::world::{Definition, Scope, World};
use crate::typed::{ActionId, BoardId, ClassId, ClassKind, EnumId, Game, TurnId, ZoneId, ZoneRow};
use base::NodeId;
use language::about;
use language::look::{Look, Looks};
use language::shape::Shape;
use language::tree::{self, Item, LookPart, Name};
use lines::{Kind, Lines};
use std::collections::{BTreeMap, BTreeSet};

/// What a look applies to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Target {
    Class(ClassId),
    Enum(EnumId),
    Board(BoardId),
    Zone(ZoneId),
    Turn(TurnId),
    Seats,
}

/// There are no parts.
const NO_NAMES: [&str; 0] = [];

/// The part of a board that stands for all its tiles.
const TILES: &str = "tile";

/// The looks of all modules. A look in the file that declares its target gives way to looks in other files.
pub(super) fn check(world: &mut World<'_>, seen: &mut Seen) -> Looks {
    let modules = world.modules;
    let mut found: BTreeMap<(Target, bool), (NodeId, Look)> = BTreeMap::new();
    for (m, module) in modules.iter().enumerate() {
        let mut looks =
            module.items.iter().filter_map(|i| if let Item::Look(l) = i { Some(l) } else { None });
        let Some(first) = looks.next() else { continue };
        let scope = add_scope(world, m);
        for tree in std::iter::once(first).chain(looks).filter(|tree| tree.target.text != about::GAME) {
            let mut lines = Lines { world, seen, scope, kind: Kind::Nothing };
            let Some(target) = lines.target(&tree.target) else { continue };
            let look = lines.look(target, tree);
            let own = world.scopes[m].own.contains_key(&tree.target.text);
            if let Some((first, _)) = found.get(&(target, own)) {
                let name = &tree.target.text;
                world.report(problem::look_twice(world.span(tree.target.id), name, world.span(*first)));
            } else {
                found.insert((target, own), (tree.target.id, look));
            }
        }
    }
    let arranged = arranged(&world.game, found);
    let mut looks = Looks { game: game::check(world), words: words::check(world), ..arranged };
    says::add(world, &mut looks);
    rows::name_all(&world.game, &mut looks);
    looks
}

/// The names visible in the looks of a module: its own and those of the main file, which may import it.
fn add_scope(world: &mut World<'_>, module: usize) -> usize {
    let incomplete = world.scopes[0].incomplete || world.scopes[module].incomplete;
    world.scopes.push(Scope { beyond: vec![module, 0], incomplete, ..Scope::default() });
    world.scopes.len() - 1
}

fn arranged(game: &Game, found: BTreeMap<(Target, bool), (NodeId, Look)>) -> Looks {
    let mut looks = Looks::default();
    // Looks from other files come first in the order of keys, and so take precedence.
    for ((target, _), (_, look)) in found {
        let (table, number) = match target {
            Target::Class(id) => (&mut looks.classes, id.0),
            Target::Enum(id) => (&mut looks.enums, id.0),
            Target::Board(id) => (&mut looks.boards, id.0),
            Target::Zone(id) => {
                for (zone, look) in rows::each(game, id, look) {
                    let above = looks.zones.remove(&zone).unwrap_or_default();
                    looks.zones.insert(zone, above.over(&look));
                }
                continue;
            }
            Target::Turn(id) => (&mut looks.turns, id.0),
            Target::Seats => {
                for (name, part) in look.parts {
                    if let Ok(seat) = name.parse() {
                        looks.seats.insert(seat, part);
                    }
                }
                continue;
            }
        };
        let above = table.remove(&number).unwrap_or_default();
        table.insert(number, above.over(&look));
    }
    looks
}

impl<'a, 't> Lines<'a, 't> {
    /// The target that a name refers to; reports names of what is never shown.
    fn target(&mut self, name: &Name) -> Option<Target> {
        if name.text == "player" {
            return Some(Target::Seats);
        }
        let scope = self.world.scope(self.scope);
        let alias = name.text.split_once('.').and_then(|(alias, _)| self.world.definition(self.scope, alias));
        let known = match alias {
            Some(Definition::Module(Some(m))) => Some(&self.world.scope(m).handed),
            Some(Definition::Module(None)) => return None,
            _ => None,
        };
        let target = match self.world.lookup(self.scope, &name.text) {
            Some(Definition::Class(c)) if self.world.kind(c) != ClassKind::Event => Target::Class(c),
            Some(Definition::Enum(e)) => Target::Enum(e),
            Some(Definition::Board(b)) => Target::Board(b),
            Some(Definition::Zone(z)) => Target::Zone(z),
            Some(Definition::Turn(t)) => Target::Turn(t),
            Some(other) => {
                let is_event = matches!(other, Definition::Class(_));
                let what = if is_event { "an event" } else { other.what() };
                self.world.report(problem::look_of(self.world.span(name.id), &name.text, what));
                return None;
            }
            None if scope.incomplete || name.text.is_empty() => return None,
            None => {
                let own = known.into_iter().flatten().map(|(n, e)| (n.as_str(), e));
                let all = known.is_none().then(|| self.world.entries(self.scope));
                let seen = own.chain(all.into_iter().flatten()).filter(|(_, e)| is_seen(e.definition));
                let seen = seen.map(|(n, _)| n);
                let problem = problem::look_of_nothing(self.world.span(name.id), &name.text, seen);
                let of =
                    self.world.enums_with(self.scope, &name.text).next().filter(|_| problem.fix.is_none());
                self.world.report(match of {
                    Some(of) => problem.hint(format!(
                        "a case stands in the look of its enumeration: `look {of} {{ {} {{ ... }} }}`",
                        name.text
                    )),
                    None => problem,
                });
                return None;
            }
        };
        Some(target)
    }

    fn look(&mut self, target: Target, tree: &'t tree::Look) -> Look {
        let kind = match target {
            Target::Class(c) => Kind::Definition(c),
            Target::Enum(e) => Kind::Case(Some(e)),
            Target::Board(b) => Kind::Board(b),
            Target::Zone(z) => Kind::Zone(z),
            Target::Turn(_) => Kind::Named,
            Target::Seats => Kind::Nothing,
        };
        let mut look = self.read(kind, &tree.lines);
        self.look_parts(target, &tree.parts, &mut look);
        look
    }

    fn look_parts(&mut self, target: Target, parts: &'t [LookPart], look: &mut Look) {
        let known = self.parts(target);
        // An enumeration may have very many cases.
        let mut firsts: BTreeMap<&str, NodeId> = BTreeMap::new();
        for part in parts {
            let first = *firsts.entry(part.name.text.as_str()).or_insert(part.name.id);
            if first != part.name.id {
                let (at, first) = (self.world.span(part.name.id), self.world.span(first));
                self.world.report(problem::look_twice(at, &part.name.text, first));
                continue;
            }
            let Some(kind) = self.part(target, &part.name, &known) else { continue };
            let mut lines = self.read(kind, &part.lines);
            if let Kind::Action(action) = kind {
                self.look_inputs(action, &part.parts, &mut lines);
            } else if let Some(inner) = part.parts.first() {
                let (at, name) = (self.world.span(inner.name.id), &inner.name.text);
                self.world.report(problem::look_part(at, name, NO_NAMES));
            }
            match kind {
                Kind::Tiles(_) => look.tile = Some(Box::new(lines)),
                _ => drop(look.parts.insert(part.name.text.clone(), lines)),
            }
        }
    }

    /// What is said of the inputs of an action.
    fn look_inputs(&mut self, action: ActionId, parts: &'t [LookPart], look: &mut Look) {
        let world = self.world;
        let inputs = &world.actions[action.index()].inputs;
        for part in parts {
            let (at, name) = (world.span(part.name.id), part.name.text.as_str());
            let Some(number) = inputs.iter().position(|(input, _)| input == name) else {
                world.report(problem::look_part(at, name, inputs.iter().map(|(input, _)| input.as_str())));
                continue;
            };
            if let Some(inner) = part.parts.first() {
                let at = world.span(inner.name.id);
                world.report(problem::look_part(at, &inner.name.text, NO_NAMES));
            }
            let lines = self.read(Kind::Input(action, number), &part.lines);
            if look.parts.insert(name.to_owned(), lines).is_some() {
                world.report(problem::look_twice(at, name, at));
            }
        }
    }

    /// The names of the parts that a target has; seats have numbers, and so have the zones of some rows.
    fn parts(&self, target: Target) -> BTreeSet<&'a str> {
        let world: &'a World<'t> = self.world;
        let game = &world.game;
        match target {
            Target::Class(c) => {
                let attributes = game.classes[c.index()].attributes.iter().map(|a| a.name.as_str());
                let actions = world.named_actions(c).map(|a| a.0);
                attributes.filter(|name| !name.starts_with('(')).chain(actions).collect()
            }
            Target::Enum(e) => game.enums[e.index()].cases.iter().map(|c| c.name.as_str()).collect(),
            Target::Board(b) => {
                let graph = matches!(game.boards[b.index()].shape, Shape::Graph { .. });
                let tiles = world.geometries[b.index()].tiles.iter().filter(|_| graph);
                tiles.map(|t| t.name.as_str()).chain([TILES]).collect()
            }
            Target::Turn(t) => game.turns[t.index()].phases.iter().map(|p| p.name.as_str()).collect(),
            Target::Zone(z) => {
                let by = game.zones[z.index()].row.and_then(|row| row.by);
                by.map_or_else(BTreeSet::new, |of| self.parts(Target::Enum(of)))
            }
            Target::Seats => BTreeSet::new(),
        }
    }

    /// What a part of a look applies to; reports a part that the target does not have.
    fn part(&mut self, target: Target, name: &Name, known: &BTreeSet<&str>) -> Option<Kind> {
        let (at, text) = (self.world.span(name.id), name.text.as_str());
        let game = &self.world.game;
        if target == Target::Seats {
            if number(text).is_some_and(|n| n < game.players.most) {
                return Some(Kind::Seat);
            }
            self.world.report(problem::look_seat(at, text, game.players.most));
            return None;
        }
        if let Target::Zone(zone) = target
            && let Some(ZoneRow { length, by: None, .. }) = game.zones[zone.index()].row
        {
            if number(text).is_some_and(|n| n < length) {
                return Some(Kind::Zone(zone));
            }
            self.world.report(problem::look_zone(at, text, length));
            return None;
        }
        if !known.contains(text) {
            self.world.report(problem::look_part(at, text, known.iter().copied()));
            return None;
        }
        Some(match target {
            Target::Enum(_) => Kind::Case(None),
            Target::Board(b) if text == TILES => Kind::Tiles(game.boards[b.index()].tile),
            Target::Board(_) => Kind::Place,
            Target::Zone(zone) => Kind::Zone(zone),
            Target::Class(class) => self.world.action(class, text).map_or(Kind::Named, Kind::Action),
            _ => Kind::Named,
        })
    }
}

/// The number that the name of a part is.
fn number(name: &str) -> Option<u32> {
    name.parse().ok().filter(|n: &u32| n.to_string() == name)
}

/// Whether a look can apply to it.
fn is_seen(definition: Definition) -> bool {
    matches!(
        definition,
        Definition::Class(_)
            | Definition::Enum(_)
            | Definition::Board(_)
            | Definition::Zone(_)
            | Definition::Turn(_)
    )
}
