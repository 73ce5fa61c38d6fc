//! Problems with looks.

use super::{suggest, suggest_or_list};
use base::{Problem, Span};
use language::look::{Layout, PALETTE};

pub fn look_of_nothing<'c>(span: Span, name: &str, known: impl IntoIterator<Item = &'c str>) -> Problem {
    let problem = Problem::error("look-target", span, format!("nothing that can be seen is called `{name}`"));
    suggest(problem, span, name, known)
}

pub fn look_of(span: Span, name: &str, what: &str) -> Problem {
    Problem::error("look-target", span, format!("`{name}` is {what}, of which nothing is seen"))
        .hint("a look is about a class, an enumeration, a zone, a board, a turn or `player`")
}

pub fn look_word<'c>(span: Span, word: &str, known: impl IntoIterator<Item = &'c str>) -> Problem {
    let problem = Problem::error("look-word", span, format!("there is no `{word}` in this look"));
    suggest_or_list(problem, span, word, known)
}

pub fn look_part<'c>(span: Span, name: &str, known: impl IntoIterator<Item = &'c str>) -> Problem {
    let problem = Problem::error("look-part", span, format!("there is no part `{name}` here"));
    suggest_or_list(problem, span, name, known)
}

pub fn look_seat(span: Span, name: &str, most: u32) -> Problem {
    Problem::error("look-part", span, format!("there is no seat `{name}`"))
        .hint(format!("the seats are the numbers 0 to {}", most.saturating_sub(1)))
}

pub fn look_twice(span: Span, name: &str, first: Span) -> Problem {
    Problem::error("look-twice", span, format!("how `{name}` looks is said twice"))
        .other(first, "the first time")
        .hint("keep one of them")
}

pub fn look_count(span: Span, word: &str, (least, most): (usize, usize)) -> Problem {
    let takes = match (least, most) {
        (1, 1) => "one value".to_owned(),
        (2, 2) => "two values".to_owned(),
        (_, most) => format!("1 to {most} values"),
    };
    look_value(span, &format!("`{word}` takes {takes}"))
}

pub fn look_value(span: Span, message: &str) -> Problem {
    Problem::error("look-value", span, message)
}

pub fn look_layout(span: Span, word: &str) -> Problem {
    let problem = look_value(span, "this is no layout");
    let problem = suggest(problem, span, word, Layout::WORDS);
    problem.hint("there are `pile`, `fan`, `row`, `column` and `grid(3)`, which has three columns")
}

pub fn look_order(span: Span, zone: &str) -> Problem {
    look_value(span, &format!("`{zone}` is ordered and is shown in its order"))
        .hint("leave `sort` out, or `ordered` in the zone")
}

pub fn look_key(span: Span, found: &str) -> Problem {
    look_value(span, &format!("a `{found}` has no order")).hint("sort by numbers, texts, players or cases")
}

pub fn look_colour(span: Span, text: &str) -> Problem {
    let problem = Problem::error("look-colour", span, format!("`{text}` is no colour"));
    let inside = Span { start: span.start + 1, end: span.end.saturating_sub(1).max(span.start + 1), ..span };
    let problem = suggest(problem, inside, text, PALETTE);
    problem.hint(format!("there are {}, and `#rrggbb`", PALETTE.join(", ")))
}

pub fn look_image(span: Span, text: &str) -> Problem {
    Problem::error("look-image", span, format!("`{text}` is no picture of the game"))
        .hint("write the path of an svg, png, jpg or webp file in the game's folder: `art/knight.svg`")
}

pub fn look_reads(span: Span, what: &str) -> Problem {
    Problem::error("look-reads", span, format!("a look does not read {what}"))
        .hint("it reads the attributes of the thing itself, its owner, its modifiers, cases and options")
}
