//! Words of other languages, and what is written here instead. It knows no program.

use base::{Problem, Span};

/// What is meant by a name that TGDL does not have.
pub(super) enum Meant {
    /// This word.
    Word(&'static str),
    /// It is said otherwise.
    Hint(&'static str),
}

/// Of a name that stands for a value or a function.
pub(super) fn of_name(name: &str) -> Option<Meant> {
    use Meant::{Hint, Word};
    Some(match name {
        "True" | "TRUE" => Word("true"),
        "False" | "FALSE" => Word("false"),
        "None" | "nil" | "undefined" | "NULL" | "nullptr" => Word("null"),
        "self" | "me" => Word("this"),
        "Math" | "math" => {
            Hint("functions of numbers stand alone: `floor(x)`, `max(a, b)`; chance is `random.roll(6)`")
        }
        "players" => Hint("`player.all()` lists the players; `player.all().length` says how many there are"),
        "score" | "scores" => {
            Hint("`score p 12;` sets the score of a player, and `p.score` reads it: `score p p.score + 1;`")
        }
        "print" | "println" | "console" | "printf" | "log" | "alert" => Hint(
            "rules print nothing: a test says what holds, `expect x == 3;`, and an attribute is seen on the table",
        ),
        "len" | "length" | "count" | "sizeof" => Hint("a list has a length: `list.length`"),
        "foreach" => Hint("write `for (var x in list) { ... }`"),
        "switch" | "match" => Hint("write `if (...) { ... } else if (...) { ... }`"),
        "tell" | "say" | "announce" => Hint("`tell \"hi\";` puts a sentence into the log"),
        "win" | "endGame" | "end_game" | "gameOver" => {
            Hint("`winner p;` ends the match, `winner none;` as a draw")
        }
        "remove" | "destroy" | "delete" => Hint("`remove card;` takes a thing out of the game"),
        "assert" => Hint("`expect x == 3;` says in a test what holds"),
        "shuffle" => Hint("a zone or list is shuffled by itself: `stock.shuffle();`"),
        "dice" | "roll" => Hint("`random.roll(6)` gives a number from 1 to 6"),
        "throw" => Hint("`fail \"why\";` refuses the move, `fault(\"why\")` ends the match"),
        "it" => Hint(
            "`it` is each candidate behind the `where` of `choose`; an input names it, `input Card c from table where c.worth > 3`, and so does a function value, `hand(p).any(c => c.worth > 3)`",
        ),
        "let" => Hint("a variable is declared with its type, `number x = 3;`, or with `var x = 3;`"),
        "const" => Hint(
            "`const number most = 3;` stands outside of classes and functions; in them a variable is declared, `number x = 3;`",
        ),
        _ => return None,
    })
}

/// Of a type.
pub(super) fn of_type(name: &str) -> Option<Meant> {
    use Meant::{Hint, Word};
    Some(match name {
        "int" | "float" | "double" | "Number" | "integer" => Word("number"),
        "String" | "text" | "str" => Word("string"),
        "boolean" | "Bool" | "Boolean" => Word("bool"),
        "Player" => Word("player"),
        "let" | "auto" | "final" | "val" => Word("var"),
        "const" => Hint(
            "`const number most = 3;` stands outside of classes and functions; in them a variable is declared, `number x = 3;`",
        ),
        "Array" | "array" | "list" | "vector" => Word("List"),
        "Map" | "Dict" | "dict" | "map" => Word("Table"),
        "turn" => Hint(
            "`turns.use(\"Main\");` makes a turn the active one; without any, players simply follow one another",
        ),
        "void" => Hint("a function that gives nothing has no type before its name"),
        _ => return None,
    })
}

/// Of a member of something of a type.
pub(super) fn of_member(owner: &str, name: &str) -> Option<Meant> {
    use Meant::{Hint, Word};
    let list = owner.starts_with("List<");
    let is_class = owner.starts_with(char::is_uppercase) && !owner.contains('<');
    let counts = list
        || ["Zone<", "Table<", "Stack<"].iter().any(|start| owner.starts_with(start))
        || owner == "string";
    Some(match name {
        "push" | "push_back" | "Add" if list => Word("add"),
        "find" | "firstOrDefault" | "detect" if list => Word("first"),
        "some" | "exists" if list => Word("any"),
        "every" | "forall" if list => Word("all"),
        "select" if list => Word("filter"),
        "reduce" | "foldLeft" if list => Word("fold"),
        "sort" | "sorted" | "orderBy" if list => Word("sortBy"),
        "includes" | "has" if list => Word("contains"),
        "unique" if list => Word("distinct"),
        "clear" | "empty" if owner.starts_with("Zone<") => Hint(
            "all that lies in a zone goes to another, `other.addAll(zone);`, or out of the game, `for (Card c in zone) { remove c; }`",
        ),
        "remove" | "removeAt" if owner.starts_with("Zone<") => Hint(
            "a piece leaves a zone for another, `zone.move(card, to: other)`, for no place, `card.lift()`, or the game, `remove card;`",
        ),
        "next" | "end" | "done" if owner == "turn" => {
            Hint("`turn.pass();` gives the turn to the next player")
        }
        "phase" if owner == "turn" => Hint("`turn.phase.active()` is the name of the phase"),
        "use" if owner == "turn" => Hint("`turns.use(\"Main\");` says which turns are played"),
        "slice" if list => Hint("`take(n)` gives the first elements, `drop(n)` all but these"),
        "extend" | "addAll" if list => Word("append"),
        "forEach" | "foreach" if counts => Hint("write `for (var x in list) { ... }`"),
        "pop" | "shift" if list => {
            Hint("`last()` reads the end and `removeAt(list.length - 1)` takes it off; a `Stack` has `pop`")
        }
        "owner" if is_class => Hint(
            "a thing belongs to a player after it was made: `Stone s = new Stone(); s.assign(player: p);`",
        ),
        "put" | "place" if is_class => Hint(
            "`Field.place(stone, on: tile);` puts a thing on a tile of the board `Field`, `hand.add(card);` into a zone",
        ),
        "eliminate" | "lose" | "out" | "kill" if owner == "player" => {
            Hint("`eliminate p;` takes a player out of the match")
        }
        "win" if owner == "player" => Hint("`winner p;` ends the match"),
        "deal" | "draw" if owner.starts_with("Zones<") => Hint(
            "a pile deals to all of them, `stock.deal(4, to: hand);`; where each player has a pile: \
                 `for (player p in player.all()) { pile(p).draw(4, to: hand(p)); }`",
        ),
        _ if owner.starts_with("Zones<") => {
            Hint("each player has such a zone: `hand(p)` is that of one, `hand(actor)` that of whoever acts")
        }
        "size" | "count" | "len" if counts => Word("length"),
        _ => return None,
    })
}

impl Meant {
    /// Adds it to the problem that there is no such name.
    pub(super) fn tell(self, problem: Problem, span: Span) -> Problem {
        match self {
            Meant::Word(word) => problem.label(format!("did you mean `{word}`?")).guess(span, word),
            Meant::Hint(hint) => problem.hint(hint),
        }
    }
}
