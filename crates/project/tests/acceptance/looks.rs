//! How things look: what looks say to whom, what they may read, which of several holds.

use crate::kit::{game, loaded, play, problems, program, start};
use engine::Match;
use engine::tabletop::{Arg, Entry, Place, Typed};
use engine::view::{Look, Piece, View};
use language::look::Phrase;
use language::words;
use project::{Memory, Request};

const CARDS: &str = "enum Suit { Cups, Coins } enum Rank { number points; Two(2), Ace(11) }
    interactable Card { Suit suit; Rank rank; number cost = 3; secret string mark; }
    deck stock of Card; zone hand of Card per player { visible owner; } zone pile of Card { visible all; }
    look Suit { Cups { title \"Coppe\"; symbol \"C\"; colour \"red\"; } Coins { title \"Denari\"; symbol \"D\"; } }
    look Rank { symbol \"{points}\"; Ace { symbol \"A\"; } }
    function Card card(Suit s, Rank r) { return new Card() { suit = s, rank = r, mark = \"m\" }; } ";

/// A match in which a two of cups and an ace of coins lie in the hand of seat 0.
fn cards(looks: &str) -> Match {
    let fill = "hand(0).add(card(Suit.Coins, Rank.Ace)); hand(0).add(card(Suit.Cups, Rank.Two));";
    start(&program(&format!("{CARDS}{looks}"), fill))
}

fn hand(view: &View) -> Vec<Piece> {
    view.zones
        .iter()
        .find(|z| z.name == "hand" && z.owner == Some(0))
        .unwrap()
        .pieces
        .iter()
        .flatten()
        .cloned()
        .collect()
}

/// What the look of the first card in hand says to its owner.
fn first(looks: &str) -> Look {
    *hand(&cards(looks).view(Some(0)))[0].look.clone()
}

fn text(text: &str) -> Option<String> {
    Some(text.to_owned())
}

#[test]
fn a_look_is_made_of_the_attributes_of_the_thing() {
    let look = first(
        "look Card { title \"the {rank} costs {cost + 1}\"; badge cost * 2; color cost > 2 ? \"red\" : \"blue\"; }",
    );
    assert_eq!((look.title, look.colour), (text("the Ace costs 4"), text("red")));
    assert_eq!(look.badges, ["6"]);
}

#[test]
fn a_case_may_stand_beside_a_text() {
    let look = first("look Card { symbol cost > 5 ? \"*\" : suit; title cost > 5 ? rank : \"plain\"; }");
    assert_eq!((look.symbol, look.title), (text("D"), text("plain")));
    let look =
        first("look Card { symbol cost < 5 ? \"*\" : suit; corner cost < 5 ? rank : cost > 9 ? 1 : \"x\"; }");
    assert_eq!((look.symbol, look.corners), (text("*"), vec!["A".to_owned()]));
}

#[test]
fn cases_are_told_as_their_own_looks_say() {
    let look = first(
        "look Card { title \"{rank} di {suit}\"; symbol suit; colour suit; corner \"{rank}{suit}\", rank.points; }",
    );
    assert_eq!((look.title, look.symbol, look.colour), (text("Ace di Denari"), text("D"), None));
    assert_eq!(look.corners, ["AD", "11"]);
}

#[test]
fn what_goes_wrong_in_a_look_is_left_out_and_stops_nothing() {
    let look = first(
        "look Card { title \"{cost / 0}\"; text \"{cost}\"; colour \"{suit}\"; image \"../{cost}.svg\"; badge cost / (cost - 3), cost; }",
    );
    assert_eq!((look.title, look.text, look.colour, look.image), (None, text("3"), None, None));
    assert_eq!(look.badges, ["", "3"]);
}

#[test]
fn a_secret_attribute_is_told_to_the_owner_of_the_thing_alone() {
    let looks = "look Card { title \"card {mark}\"; badge mark == \"m\" ? 1 : 2; }";
    let items = format!("{CARDS}{looks}");
    let current =
        start(&program(&items, "Card c = card(Suit.Cups, Rank.Two); c.assign(player: 0); pile.add(c);"));
    let seen = |seat| {
        let view: View = current.view(seat);
        let pile = view.zones.iter().find(|z| z.name == "pile").unwrap().pieces[0].clone().unwrap();
        (pile.look.title, pile.look.badges)
    };
    assert_eq!(seen(Some(0)), (text("card m"), vec!["1".to_owned()]));
    assert_eq!(seen(Some(1)), (None, vec![]));
    assert_eq!(seen(None), (None, vec![]));
}

#[test]
fn unknown_cards_have_a_back_and_nothing_else() {
    let current =
        cards("look Card { title \"{suit}\"; back \"back.svg\"; } look stock { back \"stock.svg\"; }");
    let view = current.view(Some(1));
    let zone = |name: &str| view.zones.iter().find(|z| z.name == name && z.owner != Some(1)).unwrap();
    assert_eq!(zone("hand").pieces, [None, None]);
    assert_eq!((&zone("hand").back, &zone("stock").back), (&text("back.svg"), &text("stock.svg")));
}

#[test]
fn a_zone_is_shown_in_the_order_of_its_look_and_rules_do_not_see_it() {
    let items = format!(
        "{CARDS} look hand {{ sort suit, rank.points; layout fan; }}
         global class R {{ action first {{ trigger PlayerChoiceEvent {{ return true; }} effect {{ pile.add(hand(0)[0]); }} }} }}"
    );
    let fill = "hand(0).add(card(Suit.Coins, Rank.Two)); hand(0).add(card(Suit.Cups, Rank.Ace)); hand(0).add(card(Suit.Cups, Rank.Two));";
    let mut current = start(&program(&items, fill));
    let texts =
        |current: &Match| hand(&current.view(Some(0))).iter().map(|p| p.text.clone()).collect::<Vec<_>>();
    assert_eq!(texts(&current), ["Cups Two", "Cups Ace", "Coins Two"]);
    play(&mut current, "first");
    assert_eq!(texts(&current), ["Cups Two", "Cups Ace"]);
}

#[test]
fn things_on_a_table_bring_what_their_zones_are_sorted_by() {
    let current = cards("look hand { sort suit, rank.points; } look pile { sort rank.points; }");
    let table = current.observer(Some(0)).tabletop();
    let keys: Vec<String> =
        table.things.values().map(|thing| format!("{} {:?}", thing.text, thing.look.keys)).collect();
    assert_eq!(
        keys,
        [
            "Coins Ace {0: [Number(1.0), Number(11.0)], 1: [Number(11.0)]}",
            "Cups Two {0: [Number(0.0), Number(2.0)], 1: [Number(2.0)]}"
        ]
    );
    assert!(current.observer(Some(1)).tabletop().things.is_empty());
}

#[test]
fn modifiers_show_in_looks() {
    let items = "interactable Creature { number power = 2; } zone field of Creature { visible all; }
        modifier Strong(number by) on Creature { override number power { return base.power + by; } } modifier Flying on Creature;
        look Creature { badge power; symbol has(Flying) ? \"^\" : \"_\"; } look Flying { symbol \"F\"; } look Strong { title \"+{by}\"; }";
    let current =
        start(&program(items, "Creature c = new Creature(); field.add(c); c.add(Strong(3)); c.add(Flying);"));
    let view = current.view(Some(1));
    let creature = view.zones[0].pieces[0].clone().unwrap();
    assert_eq!((creature.look.symbol, creature.look.badges), (text("^"), vec!["5".to_owned()]));
    let list = format!("{:?}", creature.attributes);
    assert!(list.contains("title: Some(\"+3\")") && list.contains("symbol: Some(\"F\")"), "{list}");
}

#[test]
fn tiles_places_seats_and_parts_have_looks() {
    let items = "class City extends Tile { number income = 1; number inner = 7; }
        board Map { shape graph { Rome(income: 3); Milan; Rome - Milan 2; } tile City; }
        board Grid { shape square(2, 2); }
        look City { badge income; hide inner; income { title \"Coins a round\"; } }
        look Map { image \"map.svg\"; Rome { title \"Roma\"; at 10, 20.5; } }
        look Grid { tile { colour (x + y) % 2 == 0 ? \"green\" : \"cream\"; } }
        look player { 1 { colour \"#102030\"; } }
        turn Main { phase Draw; } look Main { Draw { title \"Drawing\"; } }
        global class R { action go { trigger PlayerChoiceEvent { return true; } effect { } } } look R { go { title \"Go on\"; } }";
    let current = start(&program(items, "turns.use(\"Main\");"));
    let view = current.view(Some(0));
    let rome = &view.boards[0].tiles[0];
    assert_eq!(
        (&rome.look.title, rome.at, &rome.look.badges[..]),
        (&text("Roma"), Some((10.0, 20.5)), &["3".to_owned()][..])
    );
    assert_eq!(view.boards[0].look.image, text("map.svg"));
    let colours: Vec<_> = view.boards[1].tiles.iter().map(|t| t.look.colour.clone().unwrap()).collect();
    assert_eq!(colours, ["green", "cream", "cream", "green"]);
    assert_eq!(view.seats[1].look.colour, text("#102030"));
    let legend = &view.legend;
    assert!(legend.hides("City", "inner") && !legend.hides("City", "income"));
    assert_eq!(legend.member("City", "income").unwrap().title, text("Coins a round"));
    assert_eq!(legend.member("R", "go").unwrap().title, text("Go on"));
    assert_eq!(legend.turn("Main", "Draw").unwrap().title, text("Drawing"));
}

#[test]
fn classes_below_take_the_look_and_say_their_own() {
    let items = "abstract interactable Piece { } interactable King extends Piece { } interactable Man extends Piece { }
        board Grid { shape square(1, 2); } look Piece { title \"piece\"; symbol \"P\"; } look King { symbol \"K\"; }";
    let current =
        start(&program(items, "Grid.place(new King(), on: \"a1\"); Grid.place(new Man(), on: \"b1\");"));
    let view = current.view(None);
    let look = |i: usize| view.boards[0].tiles[i].pieces[0].clone().unwrap().look;
    assert_eq!((look(0).title, look(0).symbol), (text("piece"), text("K")));
    assert_eq!(look(1).symbol, text("P"));
}

/// A game of several files.
fn files(main: &str, others: &[(&str, &str)]) -> project::Loaded {
    let mut memory = Memory::default().with("game.tgdl", main);
    for (name, text) in others {
        memory.put((*name).to_owned(), (*text).to_owned());
    }
    project::open(Request::new((&memory, "game.tgdl"))).unwrap()
}

const MAIN: &str = "game \"G\";\ninteractable Card { number worth = 2; }\nzone pile of Card { visible all; }\nsetup { players 2; pile.add(new Card()); }\n";

fn title(loaded: &project::Loaded) -> Option<String> {
    let game = loaded.game.as_ref().unwrap_or_else(|| panic!("{}", problems(loaded)));
    Match::start(game, 2, 1).view(None).zones[0].pieces[0].clone().unwrap().look.title
}

#[test]
fn a_file_called_look_beside_the_game_needs_no_import() {
    let look = "look Card { title \"worth {worth}\"; }";
    assert_eq!(title(&files(MAIN, &[("look.tgdl", look)])), text("worth 2"));
    let importing = MAIN.replace("\"G\";", "\"G\";\nimport \"how/it-looks\";");
    assert_eq!(title(&files(&importing, &[("how/it-looks.tgdl", look)])), text("worth 2"));
    assert_eq!(
        title(&files(&MAIN.replace("\"G\";", "\"G\";\nimport \"look\";"), &[("look.tgdl", look)])),
        text("worth 2")
    );
    assert_eq!(title(&files(MAIN, &[])), None);
}

#[test]
fn what_another_file_says_goes_before_what_stands_with_the_thing() {
    let own = format!("{MAIN}look Card {{ title \"own\"; symbol \"o\"; }}\n");
    let loaded = files(&own, &[("look.tgdl", "look Card { title \"other\"; }")]);
    assert_eq!(title(&loaded), text("other"));
    let importing = "game \"G\";\nimport \"std/cards\";\nlook Suit { Hearts { colour \"pink\"; } }\nsetup { players 2; }\n";
    let loaded = files(importing, &[]);
    let game = loaded.game.as_ref().unwrap_or_else(|| panic!("{}", problems(&loaded)));
    let hearts = game.legend().case("Suit", "Hearts").unwrap();
    assert_eq!((&hearts.colour, &hearts.symbol), (&text("pink"), &text("♥")));
}

#[test]
fn the_same_game_without_its_look_has_the_same_rules() {
    let rules = |looks: &str| {
        let current = cards(looks);
        let moves: Vec<_> = current.moves().unwrap().into_iter().map(|m| m.text).collect();
        (moves, current.perft(2).unwrap(), engine::dump::hash(&current))
    };
    assert_eq!(rules(""), rules("look Card { title \"x\"; } look hand { sort cost; }"));
}

/// What is told of each look, where that is not what stands beside it.
#[track_caller]
fn wrong(rows: &[(&str, &str)]) {
    let found: Vec<String> = rows
        .iter()
        .filter_map(|(look, expected)| {
            let reported = problems_of(look);
            (reported != [*expected]).then(|| format!("{look}\n  {reported:?}"))
        })
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

fn problems_of(look: &str) -> Vec<String> {
    let items = format!(
        "{CARDS}\nglobal class R {{ number gold; action go {{ effect {{ }} }} }} event Fire {{ }} board Grid {{ shape square(2, 2); }} class Bag<T> {{ }}\n{look}\n"
    );
    let loaded = loaded(&program(
        &items,
        "card(Suit.Cups, Rank.Two); all(R)[0].go(); Bag<Card> _b = new Bag<Card>();",
    ));
    let reported = problems(&loaded);
    let reported = reported.lines().map(|l| l.split_once(' ').unwrap().1.to_owned());
    reported.filter(|t| !t.starts_with("unused-function")).collect()
}

#[test]
fn looks_that_read_something_else_are_refused() {
    wrong(&[
        (
            "look Card { title \"{R.gold}\"; }",
            "look-reads: a look does not read an attribute of something else",
        ),
        ("look Card { badge hand(0).length; }", "look-reads: a look does not read this"),
        (
            "look Card { badge place == pile ? 1 : 2; }",
            "look-reads: a look does not read which of two things it is",
        ),
        ("look Card { badge owner.score; }", "look-reads: a look does not read this"),
        (
            "look Card { title \"{card(suit, rank)}\"; }",
            "look-reads: a look does not read what a function gives",
        ),
        ("look Card { badge random.roll(6); }", "look-reads: a look does not read this"),
        ("look Card { badge cost = 4; }", "expected-token: expected `;` after what the look says, found `=`"),
        ("look Card { badge all(Card).length; }", "look-reads: a look does not read this"),
        (
            "look Card { badge suppose { R.gold = 3; } gives R.gold; }",
            "look-reads: a look does not read this",
        ),
        (
            "look Card { badge this == R ? 1 : 2; }",
            "unlike-types: `==` compares like types, found `Card` and `R`",
        ),
        (
            "look player { 0 { colour player.active() == 0 ? \"red\" : \"blue\"; } }",
            "look-reads: a look does not read this",
        ),
    ]);
}

#[test]
fn slips_in_looks_are_reported() {
    wrong(&[
        ("look Crad { }", "look-target: nothing that a look can describe is called `Crad`"),
        ("look Fire { }", "look-target: `Fire` is an event, which is never shown"),
        ("look Bag { }", "look-target: `Bag` is a generic class, which is never shown"),
        ("look card { }", "look-target: `card` is a function, which is never shown"),
        ("look Card { titel \"x\"; }", "look-word: there is no `titel` in this look"),
        ("look hand { text \"x\"; }", "look-word: there is no `text` in this look"),
        ("look Card { title \"x\"; title \"y\"; }", "look-twice: `title` is given twice"),
        ("look Card { } look Card { }", "look-twice: `Card` is given twice"),
        ("look Card { colour \"rde\"; }", "look-colour: `rde` is no colour"),
        ("look Card { colour cost > 1 ? \"red\" : \"bleu\"; }", "look-colour: `bleu` is no colour"),
        ("look Card { colour cost; }", "wrong-type: expected `string`, found `number`"),
        ("look Card { image \"card.exe\"; }", "look-image: `card.exe` is no picture of the game"),
        (
            "look Card { image \"card.svg\"; }",
            "look-image: there is no picture `card.svg` in the game's folder",
        ),
        (
            "look Card { image \"art/{suit}.svg\"; }",
            "look-image: no picture in the game's folder is called like `art/{...}.svg`",
        ),
        (
            "look Card { image \"{suit}\"; }",
            "look-image: this text is never the path of a picture, and none will be drawn",
        ),
        ("look Card { colour cost > 1 ? suit : \"bleu\"; }", "look-colour: `bleu` is no colour"),
        ("look Card { colour cost > 1 ? suit : 3; }", "look-value: a number is not a colour"),
        ("look Card { corner 1, 2, 3, 4, 5; }", "look-value: `corner` takes 1 to 4 values"),
        ("look Card { back \"{cost}.svg\"; }", "not-constant: the back must be known before the game runs"),
        ("look Card { hide prize; }", "look-part: there is no part `prize` here"),
        ("look Card { prize { title \"x\"; } }", "look-part: there is no part `prize` here"),
        ("look hand { layout spread; }", "look-value: this is no layout"),
        ("look hand { layout grid(0); }", "look-value: a grid has 1 to 100 columns"),
        ("look stock { sort cost; }", "look-value: `stock` is ordered and is shown in its order"),
        ("look hand { sort this; }", "look-value: a `Card` has no order"),
        ("look player { 2 { colour \"red\"; } }", "look-part: there is no seat `2`"),
        ("look Grid { a1 { title \"x\"; } }", "look-part: there is no part `a1` here"),
    ]);
}

#[test]
fn looks_of_cases_that_name_each_other_end() {
    let items = "enum A { X } enum B { Y } look A { X { title \"{B.Y}{B.Y}\"; } } look B { Y { title \"{A.X}{A.X}\"; } }";
    let game = game(&program(items, ""));
    assert_eq!(game.legend().case("A", "X").unwrap().title, text("YY"));
}

#[test]
fn a_text_of_a_look_is_bounded() {
    let items = "interactable Card { string s = \"[2Jab\"; } zone pile of Card { visible all; }
        look Card { title \"{s}\"; text \"{s}{s}{s}{s}\"; }";
    let fill = "Card c = new Card(); for (number i in 1..12) { c.s = c.s + c.s; } pile.add(c);";
    let current = start(&program(items, fill));
    let look = current.view(None).zones[0].pieces[0].clone().unwrap().look;
    let title = look.title.unwrap();
    assert!(title.starts_with("[2Jab[2J"), "{title:?}");
    assert!(title.chars().count() <= 1000);
    assert!(look.text.unwrap().chars().count() <= 1000);
}

#[test]
fn a_game_says_what_it_is_and_the_file_beside_it_goes_before() {
    let own = format!(
        "{MAIN}look game {{ title \"Own\"; title it \"Proprio\"; minutes 5; tags \"a\", \"b\"; genre race; }}"
    );
    let beside = [("look.tgdl", "look game { title \"Beside\"; age 8; weight 1.5; sign \":cup:\"; }")];
    let loaded = files(&own, &beside);
    let about = loaded.game.as_ref().unwrap_or_else(|| panic!("{}", problems(&loaded))).about();
    assert_eq!(
        (about.titles.in_language("it"), about.titles.in_language("de")),
        (Some("Proprio"), Some("Beside"))
    );
    assert_eq!(
        (about.minutes, about.age, about.weight, about.genre),
        (Some(5), Some(8), Some(1.5), Some("race"))
    );
    assert_eq!((about.tags.len(), about.sign.as_deref(), about.by.as_deref()), (2, Some(":cup:"), None));
    let mut memory = Memory::default().with("game.tgdl", &own);
    memory.put(beside[0].0.to_owned(), beside[0].1.to_owned());
    assert_eq!(&project::about((&memory, "game.tgdl")), about, "lists read the same without checking");
}

#[test]
fn a_game_says_what_it_is_where_lists_find_it() {
    let importing = MAIN.replace("\"G\";", "\"G\";\nimport \"rules\";");
    let loaded = files(&importing, &[("rules.tgdl", "look game { title \"Rules\"; }")]);
    assert!(problems(&loaded).contains("look-elsewhere:"), "{}", problems(&loaded));
    let loaded = files(&importing, &[("rules.tgdl", "look pile { layout away; }")]);
    assert_eq!(problems(&loaded), "");
}

/// Code and message of the first error; empty where there is none.
fn first_of(loaded: &project::Loaded) -> String {
    loaded
        .problems
        .iter()
        .find(|p| p.is_error())
        .map_or_else(String::new, |p| format!("{}: {}", p.code, p.message))
}

#[test]
fn slips_in_what_a_game_says_are_told_in_words() {
    let slip = |look: &str| first_of(&files(&format!("{MAIN}look game {{ {look} }}"), &[]));
    assert_eq!(slip("titel \"x\";"), "look-word: there is no `titel` in this look");
    assert_eq!(slip("title \"a {1}\";"), "look-value: `title` takes a text without values in braces");
    assert_eq!(slip("title \"a\"; title \"b\";"), "look-twice: `title` is given twice");
    assert_eq!(slip("title it \"a\"; title de \"b\";"), "");
    assert_eq!(slip("title italian \"a\";"), "look-value: `italian` is no language of a `title`");
    assert_eq!(slip("by it \"a\";"), "look-value: `it` is no language of a `by`");
    assert_eq!(slip("minutes 2.5;"), "look-value: `minutes` takes a whole number from 1 to 10000");
    assert_eq!(slip("weight 6;"), "look-value: `weight` takes a number from 1 to 5");
    assert_eq!(slip("genre trick;"), "look-value: this is no kind of game that lists know");
    assert_eq!(slip("sign \":Big Cup:\";"), "look-sign: `:Big Cup:` is no sign");
    assert_eq!(slip("tags;"), "look-value: `tags` takes 1 to 12 values");
    assert_eq!(slip("title { symbol \"x\"; }"), "look-part: there is no part `title` here");
}

#[test]
fn a_face_tells_suit_and_rank_to_those_who_know_the_card() {
    let current = cards("look Card { face italian suit, rank; }");
    let face = hand(&current.view(Some(0)))[1].look.face.clone().unwrap();
    assert_eq!((face.pack, face.suit.as_str(), face.rank.as_str()), ("italian", "Cups", "Two"));
    assert_eq!(first("look Card { face french mark, rank; }").face, None, "the mark is secret");
}

#[test]
fn figures_grounds_and_sounds_are_in_the_legend() {
    let items = "interactable Pawn { number a; number b; } interactable King extends Pawn { } board Grid { shape track(4); }
        zone bank of Pawn { visible all; } look bank { layout stacks; }
        global class R { action go { trigger PlayerChoiceEvent { return true; } effect { } } }
        look Pawn { shape pawn; first b; aside a; symbol \":crown:\"; } look Grid { path snake; ground wood; upright; } look R { go { sound dice; } }";
    let view = start(&program(items, "")).view(None);
    let king = view.legend.classes.iter().find(|look| look.of == "King").unwrap();
    assert_eq!(
        (king.shape, &king.first[..], &king.aside[..]),
        (Some("pawn"), &["b".to_owned()][..], &["a".to_owned()][..])
    );
    let grid = &view.legend.boards[0];
    assert_eq!(
        (grid.of.as_str(), grid.ground, grid.path, grid.upright),
        ("Grid", Some("wood"), Some("snake"), true)
    );
    let sound = &view.legend.sounds[0];
    assert_eq!((sound.of.as_str(), sound.action.as_str(), sound.sound), ("R", "go", "dice"));
    assert_eq!(view.zones[0].layout, Some(engine::Layout::Stacks));
}

#[test]
fn words_of_looks_stand_where_they_mean_something() {
    let items = "interactable Pawn { number a; } board Grid { shape square(2, 2); } zone bank of Pawn { visible all; }
        global class R { action go { trigger PlayerChoiceEvent { return true; } effect { } } }";
    let slip = |look: &str| first_of(&loaded(&program(&format!("{items} {look}"), "")));
    assert_eq!(slip("look Grid { path snake; }"), "look-value: `Grid` is no track");
    assert_eq!(
        slip("look Grid { ground wod; }"),
        "look-value: `ground` is one of cells, lines, wood, felt, map, none"
    );
    assert_eq!(slip("look Grid { upright 1; }"), "look-value: `upright` takes no value");
    assert_eq!(slip("look Pawn { first b; }"), "look-part: there is no part `b` here");
    assert_eq!(
        slip("look Pawn { face german a, a; }"),
        "look-value: a face is of one of the packs french, italian, spanish"
    );
    assert_eq!(
        slip("look Pawn { face a, a; }"),
        "look-value: a face is of one of the packs french, italian, spanish"
    );
    assert_eq!(
        slip("look Pawn { title it \"x\"; }"),
        "look-word: nothing stands between `title` and its value"
    );
    assert_eq!(slip("look Pawn { symbol \":Crown:\"; }"), "look-sign: `:Crown:` is no sign");
    assert_eq!(slip("look R { go { path snake; } }"), "look-word: there is no `path` in this look");
    assert_eq!(slip("look R { go { x { sound dice; } } }"), "look-part: there is no part `x` here");
}

#[test]
fn a_log_tells_actions_in_the_words_of_the_game() {
    let items = "turn Main { } interactable Card { number worth; } zone pile of Card { visible all; }
        global class R {
            action play { says \"plays {card} {n} times\"; input Card card from pile; input number n from 1..2; trigger PlayerChoiceEvent { return true; } effect { } }
            action wait { says \"waits\"; trigger PlayerChoiceEvent { return true; } effect { } }
            action rest { trigger PlayerChoiceEvent { return true; } effect { } }
        }
        look R { play { says it \"gioca {card}\"; } wait { says \"lingers\"; } }";
    let game = crate::kit::game(&program(items, "pile.add(new Card() { worth = 1 });"));
    let number = |name: &str| game.actions().iter().position(|action| action == name).unwrap();
    let says = |name: &str, language: &str| {
        let one = |phrase: &Phrase| match phrase {
            Phrase::Text(text) => text.clone(),
            Phrase::Input(input) => format!("<{input}>"),
        };
        game.says(number(name), language).iter().map(one).collect::<String>()
    };
    assert_eq!(says("play", "en"), "plays <card> <n> times");
    assert_eq!(says("play", "it"), "gioca <card>");
    assert_eq!((says("wait", ""), says("rest", "")), ("lingers".to_owned(), String::new()));
}

#[test]
fn slips_in_what_actions_say_are_told_in_words() {
    let slip = |says: &str, look: &str| {
        let items = format!(
            "global class R {{ action go {{ {says} input number n from 1..2; trigger PlayerChoiceEvent {{ return true; }} effect {{ }} }} }} {look}"
        );
        first_of(&loaded(&program(&items, "")))
    };
    assert_eq!(slip("says \"goes {m}\";", ""), "says-text: `go` has no input `m`");
    assert_eq!(
        slip("says \"goes {n + 1}\";", ""),
        "says-text: only the names of inputs, and `this`, stand in braces here"
    );
    assert_eq!(slip("says n;", ""), "says-text: `says` takes a text");
    assert_eq!(slip("says;", ""), "look-value: `says` takes one value");
    assert_eq!(slip("says \"a\"; says \"b\";", ""), "look-twice: `says` is given twice");
    assert_eq!(slip("says \"a\"; says it \"b\";", ""), "");
    assert_eq!(slip("says italian \"a\";", ""), "look-value: `italian` is no language of a `says`");
    assert_eq!(slip("", "look R { go { says \"goes {m}\"; } }"), "says-text: `go` has no input `m`");
    assert_eq!(
        slip("", "look R { go { says \"a\"; says it \"b\"; says it \"c\"; } }"),
        "look-twice: `says` is given twice"
    );
}

#[test]
fn a_value_is_chosen_on_a_place_that_follows_from_it() {
    let items = "interactable Pawn { } board Grid { shape square(2, 2); } zone bank[2] of Pawn { visible all; } zone one of Pawn { visible all; }
        global class R { action go { input number n from 1..2; input Pawn p from one; trigger PlayerChoiceEvent { return true; } effect { one.addAll(bank[n - 1]); one.add(p); } } }";
    let slip = |on: &str| first_of(&loaded(&program(&format!("{items} look R {{ go {{ {on} }} }}"), "")));
    for fine in ["n { on Grid.at(n - 1, 0); }", "n { on Grid.tile(\"a{n}\"); }", "n { on bank[n - 1]; }"] {
        assert_eq!(slip(fine), "", "{fine}");
    }
    assert_eq!(slip("n { on n; }"), "look-value: `on` takes a tile of a board or a zone");
    assert_eq!(slip("n { on Grid.at(0, 0); }"), "look-value: this is one place whatever is chosen");
    assert_eq!(
        slip("p { on Grid.at(0, 0); }"),
        "look-value: `p` is a `Pawn`, which has no place of this kind"
    );
    assert_eq!(slip("m { on bank[0]; }"), "look-part: there is no part `m` here");
    assert_eq!(slip("n { title \"x\"; }"), "look-word: there is no `title` in this look");
    assert_eq!(slip("n { on Grid.at(one.length + n, 0); }"), "look-reads: a look does not read this");
}

#[test]
fn a_value_is_chosen_on_a_place_that_follows_from_what_was_chosen_before() {
    let items = "interactable Pawn { number reach = 2; } board Way { shape track(6); }
        zone home of Pawn per player { visible all; }
        global class R {
            action go {
                input Pawn pawn from all(Pawn);
                input number n from 1..2;
                trigger PlayerChoiceEvent { return true; }
                effect { }
            }
        }";
    let of = |on: &str| {
        program(
            &format!("{items} look R {{ go {{ n {{ {on} }} }} }}"),
            "Pawn a = new Pawn(); a.assign(0); Way.place(a, on: Way.at(3, 0)); Pawn b = new Pawn(); b.assign(1); home(1).add(b);",
        )
    };
    let places = |on: &str| {
        let game = game(&of(on));
        let now = Match::start(&game, 2, 1);
        let at = |(_, on): &(u32, Typed)| match on {
            Typed::Place(place) => place.key(),
            other => panic!("{other:?} is no place"),
        };
        now.seat(0).ask().unwrap().moves.on.iter().map(at).collect::<Vec<_>>()
    };
    let way = "on Way.at(pawn.tile.x + n, 0) ?? home(pawn.owner);";
    assert_eq!(places(way), ["Way/5", "Way/6", "home/1", "home/1"]);
    let by_attribute = "on Way.at(pawn.tile == null ? n - 1 : pawn.reach * n, 0);";
    assert_eq!(places(by_attribute), ["Way/3", "Way/5", "Way/1", "Way/2"]);
    let of_tile = program(
        "class Spot extends Tile { number far = 2; } board Way { shape track(4); tile Spot; }
        global class R {
            action go {
                input Spot from from Way.tiles().map(t => t as Spot);
                input number n from 1..1;
                trigger PlayerChoiceEvent { return true; }
                effect { }
            }
        }
        look R { go { n { on Way.at(from.far + n, 0); } } }",
        "",
    );
    let told = Match::start(&game(&of_tile), 2, 1).seat(0).ask().unwrap().moves.on;
    assert!(matches!(&told[..], [(_, Typed::Place(place))] if place.key() == "Way/4"), "{told:?}");
    let slip = |on: &str| first_of(&loaded(&of(on)));
    assert_eq!(slip("on Way.at(pawn.reach, 0);"), "look-value: this is one place whatever is chosen");
    assert_eq!(slip("on Way.at(n, 0) ?? n;"), "look-value: `on` takes a tile of a board or a zone");
}

#[test]
fn an_action_is_chosen_on_a_place_that_all_share() {
    let items = "interactable Pawn { } board Grid { shape square(2, 2); } deck stock of Pawn; zone hand of Pawn per player;
        global class R { action go { trigger PlayerChoiceEvent { return true; } effect { stock.draw(1, to: hand(actor)); } } }";
    let text = |on: &str| program(&format!("{items} look R {{ go {{ on {on}; }} }}"), "");
    for fine in ["stock", "Grid.at(1, 0)", "Grid.tile(\"a1\")"] {
        assert_eq!(first_of(&loaded(&text(fine))), "", "{fine}");
    }
    for wrong in ["hand(player.active())", "1", "stock.length"] {
        let slip = first_of(&loaded(&text(wrong)));
        assert!(slip.starts_with("look-"), "{wrong}: {slip}");
    }
}

#[test]
fn the_log_names_what_carries_an_action() {
    let items = "interactable Ship { string name; } zone sea of Ship { visible all; }
        interactable Boat extends Ship { action sail { says \"sails {this}\"; trigger PlayerChoiceEvent { return true; } effect { } } }
        global class R { action go { trigger PlayerChoiceEvent { return true; } effect { } } }";
    let game = game(&program(items, "Boat b = new Boat() { name = \"Ann\" }; sea.add(b); b.assign(0);"));
    let said = &game.legend().sentences[0].says;
    assert_eq!(said[..], [Phrase::Text("sails ".to_owned()), Phrase::Input("with".to_owned())]);
    let slip =
        first_of(&loaded(&program(&format!("{items} look R {{ go {{ says \"takes {{this}}\"; }} }}"), "")));
    assert_eq!(slip, "says-text: `this` is `R`, of which there is only one, and the log does not name it");
}

#[test]
fn the_log_tells_the_tile_on_which_a_thing_lay() {
    let items = "board Grid { shape square(1, 3); } interactable Man { } zone box of Man { visible all; }
        global class R {
            action go { input Man man from all(Man).filter(m => m.owner == 0); input Tile to from Grid.tiles().filter(t => t.isEmpty());
                trigger PlayerChoiceEvent { return true; } effect { Grid.place(man, on: to); } }
        }";
    let setup = "Man a = new Man(); a.assign(0); Grid.place(a, on: Grid.at(0, 0)); Man b = new Man(); b.assign(0); box.add(b);";
    let mut current = start(&program(items, setup));
    current.follow();
    let mut told = Vec::new();
    for number in [0, 3] {
        let moves = current.moves().unwrap();
        let text = moves[number].text.clone();
        play(&mut current, &text);
        let log = current.observer(Some(1)).log();
        let [Entry::Done(done)] = log.as_slice() else { panic!("{log:?}") };
        let Arg::Thing { on, .. } = &done.args[0].1 else { panic!("{done:?}") };
        told.push(on.as_ref().map(Place::key));
    }
    assert_eq!(told, [Some("Grid/a1".to_owned()), None]);
}

#[test]
fn an_applied_modifier_is_offered_by_its_title() {
    let items = "interactable Beast { } zone field of Beast { visible all; ordered; }
        modifier Roars(string words, number dark) on Beast;
        look Roars { title \"roars {words}\"; hide dark; }
        modifier Sleeps(number long, number dark) on Beast;
        look Sleeps { hide dark; }
        global class R { action use { input Modifier m from field.top().modifiers(); trigger PlayerChoiceEvent { return true; } effect { } } }";
    let setup = "Beast b = new Beast(); field.add(b); b.add(Roars(\"loudly\", 7)); b.add(Sleeps(3, 7));";
    let current = start(&program(items, setup));
    let texts: Vec<String> = current.moves().unwrap().into_iter().map(|m| m.text).collect();
    assert!(
        texts.contains(&"use roars loudly".to_owned()) && texts.contains(&"use Sleeps(3)".to_owned()),
        "{texts:?}"
    );
}

/// Where the rules import a library and the look the words, neither imports the other.
#[test]
fn a_game_has_other_words_than_the_libraries_that_it_imports() {
    let rules = "game \"G\"; import \"std/cards\"; deck stock of Card; setup { players 2; stock.addAll(french52()); }";
    let files = Memory::default()
        .with("game.tgdl", rules)
        .with("look.tgdl", "import \"italian\";")
        .with("italian.tgdl", "look words it { \"hearts\" = \"Cuoricini\"; \"stock\" = \"mazzo\"; }");
    let loaded = project::open(Request::new((&files, "game.tgdl"))).unwrap();
    assert_eq!(problems(&loaded), "");
    let game = loaded.game.unwrap();
    let pairs = &game.program().looks.words["it"];
    let of = |own: &str| {
        let reads = |pieces: &[words::Piece]| matches!(pieces, [words::Piece::Text(text)] if text.eq_ignore_ascii_case(own));
        let all = pairs.iter().filter(|pair| reads(&pair.own));
        all.map(|pair| pair.translated.clone()).collect::<Vec<_>>()
    };
    let said = |text: &str| vec![vec![words::Piece::Text(text.to_owned())]];
    assert_eq!((of("hearts"), of("spades"), of("stock")), (said("Cuoricini"), said("Picche"), said("mazzo")));
}
