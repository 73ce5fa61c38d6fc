//! Moves as they stand in the log: in the words of the list from which they were chosen. It knows neither screens nor
//! files.

use super::choose::{Detail, Offer, Titles};
use engine::question::Move;
use engine::view::{View, Viewer};
use engine::{Match, Told};

/// In how much detail a move stood in the list of whoever made it.
pub(crate) fn detail(before: &Match, made: &Move) -> Detail {
    let view = before.view(Some(made.seat));
    let offer = Offer::of(before, made.seat, &view);
    let Some(listed) = offer.as_ref().and_then(|offer| offer.shown(made)) else { return Detail::Short };
    let titles = Titles::of(&view);
    let all = [Detail::Short, Detail::Names, Detail::Places, Detail::Numbers];
    all.into_iter().find(|detail| titles.shown(made, *detail) == listed).unwrap_or(Detail::Short)
}

/// A move as a viewer reads it, an answer behind what was asked. The views are those of the moments before and after it.
pub(crate) fn words(
    before: &Match,
    told: &Told,
    viewer: Viewer,
    views: &[View; 2],
    detail: Detail,
) -> String {
    if !told.is_whole {
        return told.made.text.clone();
    }
    let shown = Titles::of(&views[0]).then(&views[1]).shown(&told.made, detail);
    match before.secrecy().asked(&told.made, viewer) {
        Some(asked) if asked.ends_with(char::is_alphanumeric) => format!("{asked}: {shown}"),
        Some(asked) => format!("{} {shown}", asked.trim_end()),
        None => shown,
    }
}
