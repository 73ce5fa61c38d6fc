//! What applications of a modifier do, with all that it inherits. It knows nothing of worlds.

use compiler::typed::{ClassId, Game, Grant, Member, Modifier, Override, Taking};

/// The modifiers of a line, the lowest first.
fn line(game: &Game, class: ClassId) -> impl Iterator<Item = &Modifier> {
    game.above(class).filter_map(|c| game.modifiers.iter().find(|m| m.class == c))
}

/// What a modifier makes of attributes: of each what the lowest of the line says.
pub(super) fn changes<'g>(game: &'g Game, class: ClassId) -> Vec<(u32, &'g Override)> {
    let mut found: Vec<(u32, &'g Override)> = Vec::new();
    for o in line(game, class).flat_map(|m| &m.overrides) {
        let Member::Attribute(i) = o.member else { continue };
        if !found.iter().any(|(j, other)| (*j, other.class) == (i, o.class)) {
            found.push((i, o));
        }
    }
    found
}

pub(super) fn takes(game: &Game, class: ClassId) -> impl Iterator<Item = &Taking> {
    line(game, class).flat_map(|m| &m.takes)
}

/// What a modifier grants, what it inherits first, each with a number of its own.
pub(super) fn grants<'g>(game: &'g Game, class: ClassId) -> Vec<(usize, &'g Grant)> {
    let mut modifiers: Vec<&'g Modifier> = line(game, class).collect();
    modifiers.reverse();
    let numbered = |m: &&'g Modifier| (m.class.0 as usize) << 16;
    modifiers
        .iter()
        .flat_map(|m| m.grants.iter().enumerate().map(move |(i, g)| (numbered(m) + i, g)))
        .collect()
}

/// The layers in which a modifier does something.
pub(super) fn layers(game: &Game, class: ClassId) -> Vec<usize> {
    let mut all: Vec<usize> = changes(game, class).iter().map(|(_, o)| o.layer).collect();
    all.extend(takes(game, class).map(|t| t.layer));
    all.extend(grants(game, class).iter().map(|(_, g)| g.layer));
    all
}

/// From which layer on an application is there that was added.
pub(super) fn arrival(game: &Game, class: ClassId) -> usize {
    let own = line(game, class).next().map_or(0, |m| m.layer);
    layers(game, class).into_iter().fold(own, usize::min)
}
