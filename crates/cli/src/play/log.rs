//! Moves as they stand in the log: in the words of the list from which they were chosen. It knows neither screens nor
//! files.

use super::choose::{Detail, Offer, Titles};
use super::menu::language;
use engine::question::{Chosen, Move};
use engine::view::{View, Viewer};
use engine::{Match, Told};
use language::look::Phrase;

/// In how much detail a move stood in the list of whoever made it.
pub(crate) fn detail(before: &Match, made: &Move) -> Detail {
    let view = before.view(Some(made.seat));
    let offer = Offer::of(before, made.seat, &view);
    let Some(listed) = offer.as_ref().and_then(|offer| offer.shown(made)) else { return Detail::Short };
    let titles = Titles::of(&view);
    let all = [Detail::Short, Detail::Names, Detail::Places, Detail::Numbers];
    all.into_iter().find(|detail| titles.shown(made, *detail) == listed).unwrap_or(Detail::Short)
}

/// A move as a viewer reads it, behind the name of whoever made it: in the words that the game has for it, else as it is
/// listed, an answer behind what was asked. The views are those of the moments before and after it.
pub(crate) fn sentence(
    before: &Match,
    told: &Told,
    viewer: Viewer,
    views: &[View; 2],
    detail: Detail,
) -> String {
    let name = before.game().seat_name(told.made.seat);
    if !told.is_whole {
        return format!("{name}: {}", told.made.text);
    }
    let titles = Titles::of(&views[0]).then(&views[1]);
    if let Some(said) = said(before, &told.made, &titles, detail) {
        return format!("{name} {said}");
    }
    let shown = titles.shown(&told.made, detail);
    match before.secrecy().asked(&told.made, viewer) {
        Some(asked) if asked.ends_with(char::is_alphanumeric) => format!("{name}: {asked}: {shown}"),
        Some(asked) => format!("{name}: {} {shown}", asked.trim_end()),
        None => format!("{name}: {shown}"),
    }
}

/// What a move does in the words of the game; None where it has none for it.
fn said(before: &Match, made: &Move, titles: &Titles<'_>, detail: Detail) -> Option<String> {
    let Chosen::Action(action) = made.chosen else { return None };
    let phrases = before.game().says(action, &language());
    let phrase = |phrase: &Phrase| match phrase {
        Phrase::Text(text) => text.clone(),
        Phrase::Input(input) => match made.inputs.iter().find(|(name, _)| name == input) {
            Some((_, value)) => titles.value(value, detail),
            // What is kept secret.
            None => "something".to_owned(),
        },
    };
    (!phrases.is_empty()).then(|| phrases.iter().map(phrase).collect())
}
