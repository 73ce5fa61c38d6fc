//! What is wrong with statements, by themselves and together.

use crate::{game, problems, read};
use language::print;

/// The problems of a small game with these lines, which begin in its line 7.
#[track_caller]
fn check(lines: &[&str], expected: &[&str]) {
    assert_eq!(problems(&game(lines)), expected.join("\n"), "\n{}", game(lines));
}

#[test]
fn statements_stand_in_any_order() {
    let text = "game ranksAre (\"Two\", \"Ace\")\ngame gives 1 cards to each player\ngame has player called \"Ann\"\n\
        game suitsAre (\"Cups\", \"Coins\")\ngame starts from player \"Ann\"\ngame trumpIs \"Cups\"\ngame is \"Solo\"\n\
        GameController(game.build).startGame\n";
    assert_eq!(problems(text), "");
}

#[test]
fn what_a_game_needs() {
    assert_eq!(
        problems("game is \"Empty\"\nGameController(game.build).startGame"),
        "2:1 missing-statement: the game has no player; write `game has player called \"Name\"`\n\
         2:1 missing-statement: the game has no suits; write `game suitsAre (\"Cups\", \"Coins\")`\n\
         2:1 missing-statement: the game has no ranks; write `game ranksAre (\"Two\", \"Three\")`\n\
         2:1 missing-statement: nothing says how many cards are dealt; write `game gives 10 cards to each player`"
    );
    let text = game(&[]).replace("GameController(game.build).startGame\n", "");
    assert_eq!(
        problems(&text),
        "6:1 missing-start: nothing starts the game; the last line is `GameController(game.build).startGame`"
    );
    let text = game(&[]).replace("game is \"Whist\"\n", "");
    assert_eq!(problems(&text), "6:1 missing-statement: the game has no name; write `game is \"Name\"`");
}

#[test]
fn names() {
    check(
        &["game is \"Bridge\""],
        &["7:1 said-twice: the name of the game is said twice; take one of both out"],
    );
    check(
        &["game has player called \"  \""],
        &["7:24 blank-name: a name may not be blank; write `game has player called \"Name\"`"],
    );
    check(
        &["game has player called \"Ann\""],
        &["7:24 same-name: a player called `Ann` is there already; take another name"],
    );
    check(
        &["game has player called Cid"],
        &[
            "7:24 broken-statement: expected a name in quotes, found `Cid`; write `game has player called \"Name\"`",
        ],
    );
    check(
        &["game is"],
        &[
            "7:8 broken-statement: expected a name in quotes, found the end of the statement; write `game is \"Name\"`",
            "7:1 said-twice: the name of the game is said twice; take one of both out",
        ][..1],
    );
}

#[test]
fn cards() {
    check(
        &["game gives 3 cards to each player"],
        &["7:1 said-twice: how many cards are dealt is said twice; take one of both out"],
    );
    check(
        &["game gives 1 card to player \"Bob\""],
        &[
            "7:1 said-twice: cards are dealt to each player, and to one by name; say either a number for all or one for each",
        ],
    );
    let gives = |line: &str| problems(&game(&[]).replace("game gives 2 cards to each player", line));
    assert_eq!(
        gives("game gives 0 cards to each player"),
        "4:12 bad-count: `0` is not a whole number of at least 1"
    );
    assert_eq!(
        gives("game gives -2 cards to each player"),
        "4:12 bad-count: `-2` is not a whole number of at least 1"
    );
    assert_eq!(
        gives("game gives 4 cards to each player"),
        "4:1 too-many-cards: 8 cards are dealt, and the deck has 6; the deck is 2 suits with 3 ranks"
    );
    assert_eq!(
        gives("game gives random cards to each player"),
        "4:1 too-many-cards: chance may deal 20 cards, and the deck has 6; each random number is from 1 to 10"
    );
    assert_eq!(gives("game gives 1 card to player \"Ann\"\ngame gives 2 cards to player \"Bob\""), "");
    assert_eq!(
        gives("game gives 1 card to player \"Ann\""),
        "4:1 missing-statement: nothing says how many cards are dealt to `Bob`; write `game gives 10 cards to player \"Name\"` for each of them"
    );
    assert_eq!(
        gives(
            "game gives 1 card to player \"Anne\"\ngame gives 1 card to player \"Ann\"\ngame gives 1 card to player \"Bob\""
        ),
        "4:29 unknown-seat: no player is called `Anne`; did you mean `Ann`?"
    );
    assert_eq!(
        gives("game gives 1 cards to all players"),
        "4:23 broken-statement: expected `each player` or `player \"Name\"`, found `all`; write `game gives 10 cards to each player`\n7:1 missing-statement: nothing says how many cards are dealt; write `game gives 10 cards to each player`"
    );
}

#[test]
fn cards_that_are_left_out() {
    check(&["game leaves out \"Two\" of \"Cups\"", "game leaves out \"Ace\" of \"Cups\""], &[]);
    check(
        &["game leaves out \"Two\" of \"Cups\"", "game leaves out \"Two\" of \"Cups\""],
        &["8:1 said-twice: `Two` of `Cups` is left out already; take one of both out"],
    );
}

#[test]
fn texts_do_not_steer_a_terminal() {
    for text in ["\"\"\"\u{1b}[2J\"\"\"", "s\"\"\"\u{1b}[2J\"\"\"", "s\"\\u001b[2J\""] {
        let problem = "7:44 rule-escape: `U+001B` stands for no character; write `\\\\` for a backslash";
        check(&[&format!("game win conditions are: (game, player) => {text} == player.name")], &[problem]);
    }
}

#[test]
fn suits_ranks_and_trumps() {
    let text = game(&[]).replace("\"King\", \"Ace\"", "\"King\", \"Two\"");
    assert_eq!(problems(&text), "6:31 same-name: a rank called `Two` is there already; take another name");
    check(
        &["game suitsAre (\"Cups\")"],
        &["7:1 said-twice: the list of suits is said twice; take one of both out"],
    );
    check(&["game trumpIs \"Cup\""], &["7:14 no-such-card: no suit is called `Cup`; did you mean `Cups`?"]);
    check(
        &["game trumpIs \"Swords\""],
        &["7:14 no-such-card: no suit is called `Swords`; there is `Cups`, `Coins`"],
    );
    let text = format!("game trumpIs \"Cups\"\n{}", game(&[]));
    assert_eq!(
        problems(&text),
        "1:14 said-too-early: the trump is said before the suits; put this statement below `game suitsAre (...)`"
    );
    check(
        &["game trumpIs \"Cups\"", "game trumpIs \"Coins\""],
        &["8:1 said-twice: the trump is said twice; take one of both out"],
    );
    check(
        &["game leaves out \"Tow\" of \"Cups\""],
        &["7:17 no-such-card: no rank is called `Tow`; did you mean `Two`?"],
    );
}

#[test]
fn who_starts() {
    check(&["game starts from player \"Bob\""], &[]);
    check(&["game starts from random player"], &[]);
    check(
        &["game starts from player \"Bop\""],
        &["7:25 unknown-seat: no player is called `Bop` here; did you mean `Bob`?"],
    );
    let text = format!("game starts from player \"Bob\"\n{}", game(&[]));
    assert_eq!(
        problems(&text),
        "1:25 unknown-seat: no player is called `Bob` here; put it below `game has player called \"...\"`"
    );
    check(
        &["game starts from player \"Bob\"", "game starts from random player"],
        &["8:1 said-twice: who starts is said twice; take one of both out"],
    );
}

#[test]
fn players_are_at_most_eight() {
    let more: Vec<String> = (3..=9).map(|i| format!("game has player called \"P{i}\"")).collect();
    let more: Vec<&str> = more.iter().map(String::as_str).collect();
    let text = game(&more).replace("gives 2", "gives 1").replace("\"Two\",", "\"Two\", \"Three\", \"Four\",");
    assert_eq!(problems(&text), "13:24 too-many-players: a game has at most 8 players, and this is one more");
}

#[test]
fn statements_that_are_not_known() {
    check(
        &["game has players called \"Cid\""],
        &[
            "7:1 unknown-statement: there is no statement `game has players called`; did you mean `game has player called \"Name\"`?",
        ],
    );
    check(
        &["game trumpls \"Cups\""],
        &[
            "7:1 unknown-statement: there is no statement `game trumpls`; did you mean `game trumpIs \"Cups\"`?",
        ],
    );
    check(
        &["game playing rule are: (t, p, c) => true"],
        &[
            "7:1 unknown-statement: there is no statement `game playing rule are`; did you mean `game playing rules are: (table, player, card) => ...`?",
        ],
    );
    check(
        &["gaem trumpIs \"Cups\""],
        &["7:1 unknown-statement: a statement begins with `game`, found `gaem`; did you mean `game`?"],
    );
}

#[test]
fn nothing_follows_the_start() {
    let text = game(&[]) + "game trumpIs \"Cups\"\nval x = 1\n";
    assert_eq!(
        problems(&text),
        "8:1 after-start: nothing may follow after the start of the game, found `game`; `GameController(game.build).startGame` is the last line"
    );
    let text = game(&[]).replace("startGame", "start");
    assert_eq!(
        problems(&text),
        "7:28 broken-statement: expected `startGame`, found `start`; the last line is `GameController(game.build).startGame`"
    );
}

#[test]
fn rules_are_told_with_their_places() {
    check(
        &["game playing rules are:", "(table, player) => true"],
        &["8:1 rule-parameters: expected a function of 3 parameters (`Table`, `Player`, `Card`), found 2"],
    );
    check(
        &["game playing rules are: (t, p, c) => c.suit"],
        &["7:38 rule-type: expected a `Boolean`, found a `String`"],
    );
    check(
        &["game playing rules are:"],
        &[
            "7:24 broken-statement: expected a rule, found the end of the statement; write `game playing rules are: (table, player, card) => ...`",
        ],
    );
    check(&["game playing rules are: nothing"], &["7:25 unknown-word: nothing here is called `nothing`"]);
    check(
        &["game playing rules are:", "(t, p, c) => true", "(t, p, c) => true"],
        &[
            "9:1 broken-statement: expected `,` or the end of the rules, found `(`; put a `,` between two rules",
        ],
    );
    check(
        &[
            "game playing rules are:",
            "(t, p, c) => c.siut == \"Cups\"",
            "game win conditions are:",
            "(g, p) => p.poinst > 1",
        ],
        &[
            "8:16 unknown-property: a `Card` has no `siut`; did you mean `suit`?",
            "10:13 unknown-property: a `Player` has no `poinst`; did you mean `points`?",
        ],
    );
    check(
        &["game hand rules are: (trick: List[Card], card: String, trump, ranks) => true"],
        &["7:48 rule-type: `card` is a `Card` here, not a `String`; write `Card`"],
    );
    check(
        &["game win conditions are: (g, p) => p.points > 1 then 3"],
        &[
            "7:49 broken-statement: expected `,` or the end of the rules, found `then`; put a `,` between two rules",
        ],
    );
    check(
        &["game win conditions are:", "(g, p) =>", "p.points > 1", "true"],
        &[
            "9:1 unused-value: nothing becomes of this value; the last value is what counts; give this one a name with `val`, or join both with `&&`",
        ],
    );
}

#[test]
fn several_rules_in_all_forms() {
    let two = "(t, p, c) => true, (t, p, c) => false";
    for form in [
        two.to_owned(),
        format!("({two})"),
        format!("[{two}]"),
        format!("List({two})"),
        format!("{{ {two} }}"),
        format!("\n{},", two.replace(", (", ",\n(")),
    ] {
        check(&[&format!("game playing rules are: {form}")], &[]);
    }
    check(
        &[
            "game playing rules are (",
            "(t, p, c) => true",
            ")",
            "game playing rules are: ((t, p, c) => c.suit == \"Cups\")",
        ],
        &[],
    );
    let (_, checked) = read(&game(&[
        "game playing rules are: (t, p, c) => true",
        "game playing rules are: (_, _, c) => c.suit == \"Cups\", follow suit",
    ]));
    let text = print(&checked.value);
    assert!(
        text.contains("Tricks.playing = { (p, c) => true, (who, c) => c.suit == \"Cups\", followSuit() };"),
        "{text}"
    );
}

#[test]
fn rules_that_stand_above_as_val() {
    let text = "val figures = List(\"King\", \"Ace\")\nval most: WinCondition = (g, p) => p.playedCards.exists(c => figures.contains(c.rank))\n".to_owned() + &game(&["game win conditions are (most)"]);
    assert_eq!(problems(&text), "");
}

#[test]
fn what_is_said_of_more_than_the_document_knows() {
    check(
        &[
            "game has team called \"Us\" composed of \"Ann\" and \"Bob\"",
            "game last trick is worth 1 point",
            "game counts points in thirds",
            "game card points are: (rank, suit) => rank match { case \"Ace\" => 3 case _ => 1 }",
            "game card points are: (rank, _) => if rank == \"King\" then 1 else 0",
            "game bonus points are: (game, player) => player.points / 2",
            "game trump is the last card of the deck",
            "game hands are passed: 1 card to the left, right, across, nobody",
            "game is played to 41 points",
            "game is won by the fewest points",
            "game follows suit",
            "game highest trump or highest of the led suit takes",
            "game starts with the holder of \"Two\" of \"Cups\" in the first deal",
            "game hand of player \"Bob\" is exposed",
            "game refills hands from the deck",
        ],
        &[],
    );
    check(
        &["game has team composed of \"Ann\" and \"Zoe\""],
        &[
            "7:37 unknown-seat: no player is called `Zoe`; there is `Ann`, `Bob`; a player is declared above where the name is used",
        ],
    );
    check(
        &["game hands are passed: 3 cards to the left"],
        &["7:1 too-many-cards: 3 cards are passed, and fewer are dealt"],
    );
    check(
        &["game is won by the quickest"],
        &[
            "7:20 broken-statement: expected `fewest` or `most`, found `quickest`; write `game is won by the fewest points`",
        ],
    );
}

#[test]
fn all_problems_are_told_at_once() {
    let text = game(&[
        "game trumpIs \"Cup\"",
        "game has player called \"\"",
        "game win conditions are: (g, p) => p.point > 0",
        "game hand rules are: (a, b) => true",
    ]);
    assert_eq!(problems(&text).lines().count(), 4, "{}", problems(&text));
}
