//! From trees to the typed tree: what names mean, which types things have, what may not be done where.
//! It knows neither how text is read nor what becomes of the typed tree.

mod actions;
mod boards;
mod bodies;
mod builtins;
mod calls;
mod classes;
mod constant_values;
mod constants;
mod consts;
mod convert;
mod declare;
mod derived;
mod enums;
mod expr;
mod foresight;
mod generics;
mod inputs;
mod limits;
mod literals;
mod looks;
mod mentions;
mod modifiers;
mod names;
mod options;
mod problems;
mod purity;
mod returns;
mod scope;
mod secrecy;
mod signatures;
mod statement;
mod test_statements;
mod types;
mod unset;
mod unused;
mod world;
mod zones;

#[cfg(test)]
mod tests;

use crate::effects::{self, Callee};
use crate::typed::{Class, ClassId, Game};
use base::{Checked, Origins};
use language::option::{Choices, GameOption};
use language::tree::{Item, Module};
use world::World;

/// For one import of a module the index of the module that it names; None if that could not be loaded.
pub type Link = Option<usize>;

/// Checks a game: the first module is its main file, `links[m]` are the imports of module `m` in their order.
/// None if anything was wrong; the problems are sorted by place.
pub fn check(modules: &[Module], links: &[Vec<Link>], origins: &Origins) -> Checked<Option<Game>> {
    check_with(modules, links, origins, &Choices::default())
}

/// Like [`check`], with values chosen for the options. Choices that no option allows are ignored; see [`options`].
pub fn check_with(
    modules: &[Module],
    links: &[Vec<Link>],
    origins: &Origins,
    choices: &Choices,
) -> Checked<Option<Game>> {
    run(World::new(modules, links, origins, false, choices.clone()))
}

/// The options of a game, with their defaults; those with problems may be missing or incomplete.
pub fn options(modules: &[Module], links: &[Vec<Link>], origins: &Origins) -> Vec<GameOption> {
    if !modules.iter().flat_map(|module| &module.items).any(|item| matches!(item, Item::Option(_))) {
        return Vec::new();
    }
    let mut world = World::new(modules, links, origins, true, Choices::default());
    world.collect();
    world.find_cases();
    world.declare_enum_names();
    world.declare_options();
    world.game.options
}

/// Checks a library, which needs neither `game` nor `setup`; nothing in it is called unused.
pub fn check_library(modules: &[Module], links: &[Vec<Link>], origins: &Origins) -> Checked<Option<Game>> {
    run(World::new(modules, links, origins, true, Choices::default()))
}

fn run(mut world: World<'_>) -> Checked<Option<Game>> {
    if !world.collect() {
        return refused(world);
    }
    world.check_generics();
    world.arrange_classes();
    world.find_cases();
    if !world.declarations_fit() {
        return refused(world);
    }
    world.declare();
    if !world.blocks_fit() {
        return refused(world);
    }
    world.build_boards();
    world.check_overrides();
    let seen = bodies::check_all(&mut world);
    let order_of = |(i, c): (usize, &Class)| c.order.is_some().then_some(Callee::Order(ClassId(i as u32)));
    let ordered = world.game.classes.iter().enumerate().map(order_of).collect();
    let analysis = effects::analyze(&mut world.game, ordered);
    world.find_settling(&analysis.dispatch);
    derived::check_circles(&world, &analysis.dispatch);
    let untold = secrecy::telling::mark(&mut world.game, &analysis.dispatch);
    purity::check(&world, &analysis);
    world.game.made = constant_values::check(&world, &analysis.dispatch);
    foresight::check(&world, &analysis);
    secrecy::check(&mut world, &analysis);
    unused::check(&world, &seen);
    unused::check_reasons(&world, &untold);
    unset::check(&world, &seen);
    world.report_generics_once();
    world.mark_generics_by_themselves();
    let broken = world.incomplete() || world.has_errors();
    Checked { value: (!broken).then_some(world.game), problems: world.problems.into_inner() }.sorted()
}

fn refused(world: World<'_>) -> Checked<Option<Game>> {
    Checked { value: None, problems: world.problems.into_inner() }.sorted()
}
