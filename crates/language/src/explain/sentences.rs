//! What the problems of games mean that are told in sentences.

/// Each code with what it means, lines that have the problem and lines that have not. Lines that are no whole game
/// stand in one of two players, Ann and Bob, who have two of six cards each.
pub(super) const TABLE: &[(&str, &str)] = &[
    (
        "after-start",
        r#"The line that starts the game is the last one: whatever stands below it says nothing.

Wrong:

    game is "Duel"
    game has player called "Ann"
    game gives 1 card to each player
    game suitsAre ("Cups", "Coins")
    game ranksAre ("Two", "Ace")
    GameController(game.build).startGame
    game trumpIs "Cups"

Right:

    game is "Duel"
    game has player called "Ann"
    game gives 1 card to each player
    game suitsAre ("Cups", "Coins")
    game ranksAre ("Two", "Ace")
    game trumpIs "Cups"
    GameController(game.build).startGame
"#,
    ),
    (
        "bad-count",
        r#"A number of cards or points is a whole number of at least 1.

Wrong:

    game hands are passed: 0 cards to the left

Right:

    game hands are passed: 1 card to the left
"#,
    ),
    (
        "blank-name",
        r#"Games, players, suits and ranks have names that can be read: neither blank nor of several lines.

Wrong:

    game has player called " "

Right:

    game has player called "Cid"
"#,
    ),
    (
        "broken-statement",
        r#"The statement begins well, but does not go on as it should. The hint shows how it is written.

Wrong:

    game last trick is worth many points

Right:

    game last trick is worth 3 points
"#,
    ),
    (
        "expected-sign",
        r#"Something is missing in a rule, such as a bracket, a `then` or the name of a parameter.

Wrong:

    game win conditions are: (game, player) => (player.points > 1

Right:

    game win conditions are: (game, player) => (player.points > 1)
"#,
    ),
    (
        "expected-value",
        r#"A rule goes on where a value should stand, and finds something else.

Wrong:

    game win conditions are: (game, player) => player.points > 

Right:

    game win conditions are: (game, player) => player.points > 1
"#,
    ),
    (
        "if-without-else",
        r#"Everything in a rule has a value, so an `if` says what there is where its condition does not hold.

Wrong:

    game win conditions are: (game, player) => if player.points > 1 then true

Right:

    game win conditions are: (game, player) => if player.points > 1 then true else false
"#,
    ),
    (
        "missing-start",
        r#"Every game ends with the line that starts it.

Wrong:

    game is "Duel"
    game has player called "Ann"
    game gives 1 card to each player
    game suitsAre ("Cups", "Coins")
    game ranksAre ("Two", "Ace")

Right:

    game is "Duel"
    game has player called "Ann"
    game gives 1 card to each player
    game suitsAre ("Cups", "Coins")
    game ranksAre ("Two", "Ace")
    GameController(game.build).startGame
"#,
    ),
    (
        "missing-statement",
        r#"A game needs a name, at least one player, suits, ranks, and how many cards are dealt to whom.

Wrong:

    game is "Duel"
    game has player called "Ann"
    game suitsAre ("Cups", "Coins")
    game ranksAre ("Two", "Ace")
    GameController(game.build).startGame

Right:

    game is "Duel"
    game has player called "Ann"
    game gives 1 card to each player
    game suitsAre ("Cups", "Coins")
    game ranksAre ("Two", "Ace")
    GameController(game.build).startGame
"#,
    ),
    (
        "no-such-card",
        r#"The trump is one of the suits of the game, and cards are named by its ranks and suits.

Wrong:

    game trumpIs "Cup"

Right:

    game trumpIs "Cups"
"#,
    ),
    (
        "not-in-rules",
        r#"Rules are written in a part of Scala: values, functions, `val`, `if`, `match`, and what stands
behind a `.`. They change nothing, so there is neither `var` nor a loop; there are no pairs, no
classes and no `null`.

Wrong:

    game win conditions are: (game, player) => { var n = 1; n > 0 }

Right:

    game win conditions are: (game, player) => { val n = 1; n > 0 }
"#,
    ),
    (
        "open-comment",
        r#"A comment that begins with `/*` ends with `*/`.

Wrong:

    /* The trump.
    game trumpIs "Cups"

Right:

    /* The trump. */
    game trumpIs "Cups"
"#,
    ),
    (
        "open-text",
        r#"A text begins and ends with `"` on one line.

Wrong:

    game trumpIs "Cups

Right:

    game trumpIs "Cups"
"#,
    ),
    (
        "rule-escape",
        r#"A backslash in a text stands before `n`, `t`, `"`, `'`, `u` with four digits, or another backslash.

Wrong:

    game win conditions are: (game, player) => player.name == "\q"

Right:

    game win conditions are: (game, player) => player.name == "\\q"
"#,
    ),
    (
        "rule-needs-type",
        r#"Nothing says of what type something is: a parameter of a function that is not given to anything,
or an empty list that is given a name. Write the type behind a colon.

Wrong:

    game win conditions are: (game, player) => { val f = n => n; true }

Right:

    game win conditions are: (game, player) => { val f = (n: Int) => n; f(1) == 1 }
"#,
    ),
    (
        "rule-number",
        r#"Whole numbers are at most 2147483647; others have a point: `0.5`.

Wrong:

    game win conditions are: (game, player) => player.points > 3000000000

Right:

    game win conditions are: (game, player) => player.points > 3000
"#,
    ),
    (
        "rule-parameters",
        r#"A function has more or fewer parameters than it is given values, or a member is given more or
fewer values than it needs.

Wrong:

    game win conditions are: player => true

Right:

    game win conditions are: (game, player) => true
"#,
    ),
    (
        "rule-too-deep",
        r#"Brackets, functions and blocks may stand inside one another about a hundred times, and a value may
be built up in as many steps. Give parts of it a name with `val`.

Wrong:

    game win conditions are: (game, player) => ((true))

Right:

    game win conditions are: (game, player) => true
"#,
    ),
    (
        "rule-type",
        r#"A value is of another type than is needed where it stands. A rule that is a condition gives a
`Boolean`; an option is not what is in it; numbers, texts, cards and players are never equal.

Wrong:

    game win conditions are: (game, player) => player.name == player.points

Right:

    game win conditions are: (game, player) => player.points == 3
"#,
    ),
    (
        "rule-unknown-type",
        r#"The types of rules are `Int`, `Double`, `String`, `Boolean`, `Card`, `Player`, `Hand`, `Deck`,
`Table`, `Game`, `List[...]`, `Set[...]`, `Option[...]`, `Map[..., ...]` and functions.

Wrong:

    game win conditions are: (game: Game, player: Playr) => true

Right:

    game win conditions are: (game: Game, player: Player) => true
"#,
    ),
    (
        "said-too-early",
        r#"The trump is one of the suits, so it is said after them.

Wrong:

    game is "Duel"
    game has player called "Ann"
    game gives 1 card to each player
    game trumpIs "Cups"
    game suitsAre ("Cups", "Coins")
    game ranksAre ("Two", "Ace")
    GameController(game.build).startGame

Right:

    game is "Duel"
    game has player called "Ann"
    game gives 1 card to each player
    game suitsAre ("Cups", "Coins")
    game ranksAre ("Two", "Ace")
    game trumpIs "Cups"
    GameController(game.build).startGame
"#,
    ),
    (
        "said-twice",
        r#"What can be true only once is said a second time.

Wrong:

    game trumpIs "Cups"
    game trumpIs "Coins"

Right:

    game trumpIs "Cups"
"#,
    ),
    (
        "same-name",
        r#"Two players, two suits or two ranks have the same name.

Wrong:

    game has player called "Ann"

Right:

    game has player called "Cid"
"#,
    ),
    (
        "stray-character",
        r#"A character has no meaning outside of texts and comments. Quotation marks are straight: `"`.

Wrong:

    game trumpIs “Cups”

Right:

    game trumpIs "Cups"
"#,
    ),
    (
        "stray-placeholder",
        r#"A `_` stands for the parameter of a function that is wanted where it stands. Where none is wanted,
the parameter needs a name.

Wrong:

    game win conditions are: (_)

Right:

    game win conditions are: (game, player) => game.players.exists(_.points > 1)
"#,
    ),
    (
        "too-many-cards",
        r#"More cards are dealt or passed than there are. Where chance says how many are dealt, it is a
warning, for the game goes wrong only sometimes.

Wrong:

    game is "Duel"
    game has player called "Ann"
    game gives 9 cards to each player
    game suitsAre ("Cups", "Coins")
    game ranksAre ("Two", "Ace")
    GameController(game.build).startGame

Right:

    game is "Duel"
    game has player called "Ann"
    game gives 1 card to each player
    game suitsAre ("Cups", "Coins")
    game ranksAre ("Two", "Ace")
    GameController(game.build).startGame
"#,
    ),
    (
        "too-many-players",
        r#"A game has at most 8 players.

Wrong:

    game has player called "P1"
    game has player called "P2"
    game has player called "P3"
    game has player called "P4"
    game has player called "P5"
    game has player called "P6"
    game has player called "P7"

Right:

    game has player called "Cid"
"#,
    ),
    (
        "unknown-property",
        r#"A card, a player, a list and so on have nothing of that name. The hint names the nearest.

Wrong:

    game win conditions are: (game, player) => player.point > 1

Right:

    game win conditions are: (game, player) => player.points > 1
"#,
    ),
    (
        "unknown-seat",
        r#"No player of that name is declared. Who starts is said after the players are.

Wrong:

    game starts from player "Anne"

Right:

    game starts from player "Ann"
"#,
    ),
    (
        "unknown-statement",
        r#"There is no such statement. The hint shows the nearest.

Wrong:

    game trumpsAre "Cups"

Right:

    game trumpIs "Cups"
"#,
    ),
    (
        "unknown-word",
        r#"A name in a rule is neither a parameter nor a `val` above it.

Wrong:

    game win conditions are: (game, player) => plyer.points > 1

Right:

    game win conditions are: (game, player) => player.points > 1
"#,
    ),
    (
        "unused-value",
        r#"A rule gives its last value. What stands on a line before it, without a name, has no effect.

Wrong:

    game win conditions are: (game, player) =>
    player.points > 1
    true

Right:

    game win conditions are: (game, player) =>
    player.points > 1 &&
    true
"#,
    ),
];
