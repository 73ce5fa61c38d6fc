//! Problems with looks.

use super::{Names, Suggest};
use base::{Problem, Span};
use language::look::{Layout, PALETTE};

problems! {
    look_of_nothing(span, name: &str, known: impl Names) =
        error("look-target", "nothing that a look can describe is called `{name}`").suggest(span, name, known);
    look_of(span, name: &str, what: &str) =
        error("look-target", "`{name}` is {what}, which is never shown")
        .hint("a look is about a class, an enumeration, a zone, a board, a turn or `player`");
    look_word(span, word: &str, known: impl Names) = error("look-word", "there is no `{word}` in this look")
        .suggest_or_list(span, word, known);
    look_part(span, name: &str, known: impl Names) = error("look-part", "there is no part `{name}` here")
        .suggest_or_list(span, name, known);
    look_seat(span, name: &str, most: u32) = error("look-part", "there is no seat `{name}`")
        .hint(("the seats are the numbers 0 to {}", most.saturating_sub(1)));
    look_zone(span, name: &str, length: u32) = error("look-part", "there is no zone `{name}` in this row")
        .hint(("the zones are the numbers 0 to {}", length.saturating_sub(1)));
    look_twice(span, name: &str, first: Span) = error("look-twice", "`{name}` is given twice")
        .other(first, "the first time")
        .hint("keep one of them");
    look_value(span, message: &str) = error("look-value", message);
    look_order(span, zone: &str) = error("look-value", "`{zone}` is ordered and is shown in its order")
        .hint("leave `sort` out, or `ordered` in the zone");
    look_key(span, found: &str) = error("look-value", "a `{found}` has no order")
        .hint("sort by numbers, texts, players or cases");
    look_image(span, text: &str) = error("look-image", "`{text}` is no picture of the game")
        .hint("write the path of an svg, png, jpg or webp file in the game's folder: `art/knight.svg`");
    look_reads(span, what: &str) = error("look-reads", "a look does not read {what}")
        .hint("it reads the attributes of the thing itself, its owner, its modifiers, cases and options");
    look_count(span, word: &str, takes: (usize, usize)) =
        error("look-value", ("`{word}` takes {}", values(takes)));
    look_layout(span, word: &str) = error("look-value", "this is no layout")
        .suggest(span, word, [Layout::WORDS])
        .hint("there are `pile`, `fan`, `row`, `column` and `grid(3)`, which has three columns");
    look_colour(span, text: &str) = error("look-colour", "`{text}` is no colour")
        .suggest([inside(span)], text, [PALETTE])
        .hint(("there are {}, and `#rrggbb`", PALETTE.join(", ")));
}

fn values(takes: (usize, usize)) -> String {
    match takes {
        (1, 1) => "one value".to_owned(),
        (2, 2) => "two values".to_owned(),
        (_, most) => format!("1 to {most} values"),
    }
}

/// What stands between the quotes.
fn inside(span: Span) -> Span {
    Span { start: span.start + 1, end: span.end.saturating_sub(1).max(span.start + 1), ..span }
}
