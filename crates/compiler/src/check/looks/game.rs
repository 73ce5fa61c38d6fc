//! What a game says of itself: what is wrong in it as problems. What it may say stands in [`language::about`].

use super::super::problems as problem;
use super::super::world::World;
use base::{NodeId, Problem};
use language::about::{self, About, Slip, SlipKind};
use language::tree::Item;

/// What all files say of the game: what stands in the main file lies below what another one says.
pub(super) fn check(world: &World<'_>) -> About {
    let mut whole = About::default();
    for module in world.modules {
        let looks =
            module.items.iter().filter_map(|i| if let Item::Look(look) = i { Some(look) } else { None });
        let mut first: Option<NodeId> = None;
        for look in looks.filter(|look| look.target.text == about::GAME) {
            if let Some(first) = first {
                let (at, first) = (world.span(look.target.id), world.span(first));
                world.report(problem::look_twice(at, about::GAME, first));
                continue;
            }
            first = Some(look.target.id);
            let (said, slips) = about::read(look);
            whole = said.over(whole);
            slips.into_iter().for_each(|slip| world.report(problem_of(world, slip)));
        }
    }
    whole
}

fn problem_of(world: &World<'_>, slip: Slip) -> Problem {
    let at = world.span(slip.at);
    match slip.kind {
        SlipKind::Word(word) => problem::look_word(at, &word, about::WORDS),
        SlipKind::Twice { word, first } => problem::look_twice(at, &word, world.span(first)),
        SlipKind::Count { word, takes } => problem::look_count(at, word, takes),
        SlipKind::NoText { word } => problem::about_text(at, word),
        SlipKind::TooLong { most } => problem::about_long(at, most),
        SlipKind::NoNumber { word, least, most, whole } => {
            problem::about_number(at, word, (least, most), whole)
        }
        SlipKind::Genre(found) => problem::about_genre(at, &found),
        SlipKind::Language { word, found } => problem::look_language(at, word, &found),
        SlipKind::Sign(found) => problem::look_sign(at, &found),
        SlipKind::Part(name) => problem::about_part(at, &name),
    }
}
