//! Problems with looks.

use super::{Names, Suggest};
use base::{Problem, Span};
use language::about::GENRES;
use language::look::{Layout, PACKS, PALETTE};

problems! {
    look_of_nothing(span, name: &str, known: impl Names) =
        error("look-target", "nothing that a look can describe is called `{name}`").suggest(span, name, known);
    look_of(span, name: &str, what: &str) =
        error("look-target", "`{name}` is {what}, which is never shown")
        .hint("a look is about a class, an enumeration, a zone, a board, a turn, `player` or `game`");
    look_word(span, word: &str, known: impl Names) = error("look-word", "there is no `{word}` in this look")
        .suggest_or_list(span, word, known);
    look_sides(span, name: &str, known: impl Names) =
        error("look-value", "`sides` takes one attribute that is a player").suggest_or_list(span, name, known);
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
    look_attributes(span, line: &str) = error("look-value", "`{line}` takes the names of attributes");
    look_order(span, zone: &str) = error("look-value", "`{zone}` is ordered and is shown in its order")
        .hint("leave `sort` out, or `ordered` in the zone");
    look_key(span, found: &str) = error("look-value", "a `{found}` has no order")
        .hint("sort by numbers, texts, players or cases");
    look_image(span, text: &str) = error("look-image", "`{text}` is no picture of the game")
        .hint("write the path of an svg, png, jpg or webp file in the game's folder: `art/knight.svg`");
    look_no_path(span) = warning("look-image", "this text is never the path of a picture, and none will be drawn")
        .hint("a path ends in `.svg`, `.png`, `.jpg` or `.webp`: `image \"art/{{suit}}.svg\"`; the picture that a case has in its own look is `image suit`");
    look_number(span, wanted: &str) = error("look-value", "a number is not {wanted}");
    look_reads(span, what: &str) = error("look-reads", "a look does not read {what}")
        .hint("it reads the attributes of the thing itself, its owner, its modifiers, cases and options");
    look_count(span, word: &str, takes: (usize, usize)) =
        error("look-value", ("`{word}` takes {}", values(takes)));
    look_layout(span, word: &str) = error("look-value", "this is no layout")
        .suggest(span, word, [Layout::WORDS])
        .hint("there are `pile`, `fan`, `row`, `column`, `grid(3)`, `around`, `sides`, `stacks`, `ledger` and `away`");
    look_one_of(span, line: &str, word: &str, known: &'static [&'static str]) =
        error("look-value", ("`{line}` is one of {}", known.join(", ")))
        .suggest(span, word, [known.iter().copied()]);
    look_on_input(span, input: &str, found: &str) =
        error("look-value", "`{input}` is a `{found}`, which has no place of this kind")
        .hint("`on` says where numbers, cases, players and truth values are chosen; what lies somewhere is chosen there");
    look_on_place(span) = error("look-value", "`on` takes a tile of a board or a zone")
        .hint("write one that follows from what is chosen: `Grid.at(column - 1, 5)`, `Map.tile(\"a{{n}}\")`, `stack[level - 1]`, `hand(p)`");
    look_on_action(span) = error("look-value", "`on` of an action takes a tile of a board or a zone that all share")
        .hint("write where it is chosen, whoever acts: `stock`, `Map.tile(\"a1\")`");
    look_on_same(span, input: &str) = error("look-value", "this is one place whatever is chosen")
        .hint(("let it follow from `{input}`"));
    look_path(span, board: &str) = error("look-value", ("`{board}` is no track"))
        .hint("only the tiles of a track or ring lie along a path; leave `path` out");
    look_pack(span, word: &str) = error("look-value", "a face is of one of the packs french, italian, spanish")
        .suggest(span, word, [PACKS])
        .hint("write the pack, then suit and rank: `face french suit, rank;`");
    look_variant(span, line: &str) = error("look-word", ("nothing stands between `{line}` and its value"))
        .hint("only the titles and texts of `look game` name a language, and `face` a pack");
    look_sign(span, text: &str) = error("look-sign", "`{text}` is no sign")
        .hint("a sign is the name of a drawn one, `:cups:`, in small letters, digits and hyphens, or a few letters");
    look_language(span, line: &str, found: &str) = error("look-value", "`{found}` is no language of a `{line}`")
        .hint("a title or text may name one by two or three letters: `title it \"Scacchi\";`");
    says_text(span) = error("says-text", "`says` takes a text")
        .hint("write what stands behind the name of whoever does it: `says \"plays {{card}}\";`");
    says_value(span) = error("says-text", "only the names of inputs, and `this`, stand in braces here")
        .hint("the log tells what was chosen; what else happens may be told by `tell`");
    says_answer(span) = error("says-text", "only `answer` stands in braces here")
        .hint("write what stands behind the name of whoever answers: `says \"shows {{answer}}\"`; what else happens may be told by `tell`");
    says_this(span, class: &str) =
        error("says-text", "`this` is `{class}`, of which there is only one, and the log does not name it")
        .hint("name an input, or write what it is in words");
    says_input(span, name: &str, action: &str, known: impl Names) =
        error("says-text", "`{action}` has no input `{name}`").suggest_or_list(span, name, known);
    about_text(span, line: &str) = error("look-value", "`{line}` takes a text without values in braces")
        .hint("what a game says of itself is read without running it");
    about_long(span, most: usize) = error("look-value", "this has more than {most} characters");
    about_number(span, line: &str, range: (f64, f64), whole: bool) = error("look-value",
        ("`{line}` takes a {}number from {} to {}", if whole { "whole " } else { "" }, range.0, range.1));
    about_genre(span, found: &str) = error("look-value", "this is no kind of game that lists know")
        .suggest(span, found, [GENRES])
        .hint(("there are {}; what else it is may stand in `tags`", GENRES.join(", ")));
    about_part(span, name: &str) = error("look-part", "there is no part `{name}` here")
        .hint("`look game` has words alone, such as `title` and `minutes`");
    words_language(span, found: &str) = error("words", "`{found}` is no language")
        .hint("two or three letters name one: `look words it {{ ... }}` is Italian");
    words_empty(span) = error("words", "there is nothing here to put into another language")
        .hint("write a text or a name of the game, in quotes, before the `=`");
    untranslated_words(span) = error("words", "the translation is missing")
        .hint("write what the text before the `=` is in the other language, or leave the line out");
    words_joined(span, first: &str, second: &str) =
        error("words", "nobody can tell where `{first}` ends and `{second}` begins")
        .hint("put words between them in the rules, or translate the pieces that they are made of");
    words_value(span, value: &str) = error("words", "the text before the `=` has no `{{{value}}}`")
        .hint("what stands in braces is the same on both sides, in any order");
    unknown_words(span, text: &str, known: impl Names) =
        warning("unknown-words", "no text and no name of the game reads like this, so nobody will see the translation")
        .suggest([inside(span)], text, known)
        .hint("write the text as it stands in the rules, with its braces, or a name in words: `mayCastle` as `may castle`");
    look_colour(span, text: &str) = error("look-colour", "`{text}` is no colour")
        .suggest([inside(span)], text, [PALETTE])
        .hint(("there are {}, and `#rrggbb`", PALETTE.join(", ")));
}

fn values(takes: (usize, usize)) -> String {
    match takes {
        (0, 0) => "no value".to_owned(),
        (1, 1) => "one value".to_owned(),
        (2, 2) => "two values".to_owned(),
        (_, most) => format!("1 to {most} values"),
    }
}

/// What stands between the quotes.
fn inside(span: Span) -> Span {
    Span { start: span.start + 1, end: span.end.saturating_sub(1).max(span.start + 1), ..span }
}
