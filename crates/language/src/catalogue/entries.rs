//! The entries themselves, grouped by what they are written after.

use super::{Effect, Entry, On};

/// From the groups of entries, each first those that take no function, then those that do: the enumeration of all,
/// one of each group, one of those that take a function, and the tables that lead from one to the other.
macro_rules! catalogue {
    ($($on:ident {
        $($id:ident $effect:ident $signature:literal $doc:literal;)*
        $(@taking functions { $($fid:ident $feffect:ident $fsignature:literal $fdoc:literal;)* })?
    })*) => {
        /// Everything built in.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        #[repr(u16)]
        pub enum Builtin { $($($id,)* $($($fid,)*)?)* }

        /// The entries of each group, for those who must handle every one of a group.
        pub mod group {
            $(
                #[derive(Clone, Copy, PartialEq, Eq, Debug)]
                pub enum $on { $($id,)* $($($fid,)*)? }
            )*
        }

        /// An entry as one of its group.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Group { $($on(group::$on),)* }

        /// The entries that take a function, or may. A test compares them with the signatures.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum HigherOrder { $($($($fid,)*)?)* }

        pub(super) const ENTRIES: &[Entry] = &[$(
            $(Entry { id: Builtin::$id, on: On::$on, effect: Effect::$effect, signature: $signature, doc: $doc },)*
            $($(Entry {
                id: Builtin::$fid,
                on: On::$on,
                effect: Effect::$feffect,
                signature: $fsignature,
                doc: $fdoc,
            },)*)?
        )*];

        const GROUPS: &[Group] = &[$(
            $(Group::$on(group::$on::$id),)*
            $($(Group::$on(group::$on::$fid),)*)?
        )*];

        impl Builtin {
            pub fn group(self) -> Group {
                GROUPS[self as usize]
            }

            /// The entry as one that takes a function, if it does.
            pub fn higher_order(self) -> Option<HigherOrder> {
                match self {
                    $($($(Builtin::$fid => Some(HigherOrder::$fid),)*)?)*
                    _ => None,
                }
            }
        }
    };
}

catalogue! {
    Free {
        Max Pure "max(a: number, b: number): number" "The larger of the two.";
        Min Pure "min(a: number, b: number): number" "The smaller of the two.";
        Abs Pure "abs(x: number): number" "The number without its sign.";
        Floor Pure "floor(x: number): number" "The largest whole number that is not above `x`.";
        Ceil Pure "ceil(x: number): number" "The smallest whole number that is not below `x`.";
        Round Pure "round(x: number): number" "The nearest whole number; halves go away from zero.";
        Sqrt Pure "sqrt(x: number): number" "The square root; a fault below zero.";
        Forward Pure "forward(p: player): string" "The direction in which a player's pieces advance: `n` for player 0, `s` for player 1, `e` and `w` for 2 and 3.";
        FaultOf Pure "fault(text: string): null" "Ends the match with a fault in these words; stands wherever a value of any type may: `x ?? fault(\"no x\")`.";
        AllOf Pure "all(type: T): List<T>" "All live objects of a class, oldest first: `all(King)`; also the tiles of a tile class.";
        PositionOf Pure "position(): Position" "A value that is equal for equal positions: the pieces on boards and in zones with class, owner, place and attributes, whose turn and phase it is, and whatever is given as arguments.";
    }
    List {
        ListLength Pure "length: number" "How many elements there are.";
        ListLenght Pure "lenght: number" "An early spelling of `length`.";
        ListIsEmpty Pure "isEmpty(): bool" "Whether there is no element.";
        ListContains Pure "contains(element: T): bool" "Whether the same element is in the list: the same object, an equal number, string or case.";
        ListIndexOf Pure "indexOf(element: T): number" "The index of the first such element, -1 if there is none.";
        ListAdd Mutates "add(element: T): void" "Puts one element at the end.";
        ListAppend Mutates "append(other: List<T>): void" "Puts all elements of another list at the end.";
        ListInsert Mutates "insert(index: number, element: T): void" "Puts an element before the one at the index.";
        ListClear Mutates "clear(): void" "Removes all elements.";
        ListRemove Mutates "remove(element: T): void" "Removes the first such element, if there is one.";
        ListRemoveAt Mutates "removeAt(index: number): void" "Removes the element at the index.";
        ListShuffle Chance "shuffle(): void" "Puts the elements in a random order.";
        ListCopy Pure "copy(): List<T>" "A new list with the same elements.";
        ListTake Pure "take(n: number): List<T>" "The first `n` elements, or all if there are fewer.";
        ListDrop Pure "drop(n: number): List<T>" "All but the first `n` elements.";
        ListReverse Pure "reverse(): List<T>" "The elements from last to first, in a new list.";
        ListDistinct Pure "distinct(): List<T>" "Each element once, in order of first appearance.";
        ListConcat Pure "concat(other: List<T>): List<T>" "A new list with the elements of both.";
        ListWithout Pure "without(other: List<T>): List<T>" "The elements that the other list does not contain.";
        ListFlatten Pure "List<List<U>>.flatten(): List<U>" "The elements of the lists in a list, in one list.";
        ListJoin Pure "List<string>.join(between: string): string" "The texts in one, with another one between each two; empty for an empty list.";
        ListToSet Pure "toSet(): Set<T>" "The set of the elements; only of cases and players.";
        ListRandom Chance "random(): T" "An element at random, null for an empty list.";
        @taking functions {
            ListFilter Pure "filter(keep: (T) => bool): List<T>" "The elements for which `keep` is true.";
            ListMap Pure "map(to: (T) => U): List<U>" "What `to` gives for each element.";
            ListFlatMap Pure "flatMap(to: (T) => List<U>): List<U>" "What `to` gives for each element, in one list.";
            ListAny Pure "any(test: (T) => bool): bool" "Whether the test holds for at least one element.";
            ListAll Pure "all(test: (T) => bool): bool" "Whether the test holds for every element.";
            ListCount Pure "count(test?: (T) => bool): number" "For how many elements the test holds; without a test, the length.";
            ListSum Pure "List<number>.sum(of?: (T) => number): number" "The sum of the numbers, 0 for an empty list.";
            ListMin Pure "List<number>.min(of?: (T) => number): number" "The smallest number, null for an empty list.";
            ListMax Pure "List<number>.max(of?: (T) => number): number" "The largest number, null for an empty list.";
            ListMinBy Pure "minBy(of: (T) => number): T" "The first element with the smallest number, null for an empty list.";
            ListMaxBy Pure "maxBy(of: (T) => number): T" "The first element with the largest number, null for an empty list.";
            ListSortBy Pure "sortBy(key: (T) => O): List<T>" "A new list, smallest key first; equal keys keep their order. A key is a number, a string, a player or a case.";
            ListGroupBy Pure "groupBy(key: (T) => K): Table<K, List<T>>" "The elements by key, keys in order of appearance.";
            ListFirst Pure "first(test?: (T) => bool): T" "The first element for which the test holds, null if there is none.";
            ListLast Pure "last(test?: (T) => bool): T" "The last element for which the test holds, null if there is none.";
            ListZip Pure "zip(other: List<U>, with: (T, U) => K): List<K>" "What `with` gives for the first elements of both, the second of both, and so on to the end of the shorter.";
            ListFold Pure "fold(start: U, with: (U, T) => U): U" "Starts with `start` and takes in each element in turn.";
        }
    }
    Table {
        TableLength Pure "length: number" "How many pairs there are.";
        TableLenght Pure "lenght: number" "An early spelling of `length`.";
        TableClear Mutates "clear(): void" "Removes all pairs.";
        TableCopy Pure "copy(): Table<K, T>" "A new table with the same pairs.";
        TableContains Pure "contains(key: K): bool" "Whether there is a value for the key.";
        TableKeys Pure "Table<K, T>.keys(): List<K>" "The keys in order of insertion; only of a table whose key type is declared.";
        TableValues Pure "values(): List<T>" "The values in order of insertion of their keys.";
    }
    Stack {
        StackLength Pure "length: number" "How many elements there are; also written `length()`.";
        StackLenght Pure "lenght: number" "An early spelling of `length`; also written `lenght()`.";
        StackPush Mutates "push(element: T): void" "Puts an element on top; null does nothing.";
        StackPushFront Mutates "push_front(element: T): void" "Puts an element at the bottom; null does nothing.";
        StackPop Mutates "pop(): T" "Takes the top element off; null if there is none.";
        StackPopFront Mutates "pop_front(): T" "Takes the bottom element off; null if there is none.";
        StackTop Pure "top(): T" "The top element, null if there is none.";
        StackIsEmpty Pure "isEmpty(): bool" "Whether there is no element.";
        StackClear Mutates "clear(): void" "Removes all elements.";
        StackCopy Pure "copy(): Stack<T>" "A new stack with the same elements.";
    }
    Set {
        SetLength Pure "length: number" "How many members there are.";
        SetIsEmpty Pure "isEmpty(): bool" "Whether there is no member.";
        SetContains Pure "contains(member: T): bool" "Whether it is a member.";
        SetWith Pure "with(member: T): Set<T>" "The set with that member; also written `set + member`.";
        SetWithout Pure "without(member: T): Set<T>" "The set without that member; also written `set - member`.";
        SetUnion Pure "union(other: Set<T>): Set<T>" "What is a member of one or both; also written `a | b` and `a + b`.";
        SetIntersection Pure "intersection(other: Set<T>): Set<T>" "What is a member of both; also written `a & b`.";
        SetDifference Pure "difference(other: Set<T>): Set<T>" "What is a member of the first alone; also written `a - b`.";
        SetIsSubset Pure "isSubsetOf(other: Set<T>): bool" "Whether all members are members of the other; also written `a <= b`.";
        SetToList Pure "toList(): List<T>" "The members in the order of their declaration, players by number; a set is also read as that list wherever a list is.";
    }
    String {
        StringLength Pure "length: number" "How many UTF-16 units it has.";
        StringLenght Pure "lenght: number" "An early spelling of `length`.";
        StringIsEmpty Pure "isEmpty(): bool" "Whether it has no characters.";
        StringContains Pure "contains(part: string): bool" "Whether the part occurs in it.";
        StringIndexOf Pure "indexOf(part: string): number" "The index of the first such part, -1 if there is none.";
        StringSlice Pure "slice(from: number, to?: number): string" "The units from index `from` up to, not with, index `to`; to the end without `to`.";
        StringSplit Pure "split(by: string): List<string>" "The parts between the separators.";
        StringUpper Pure "upper(): string" "In capital letters.";
        StringLower Pure "lower(): string" "In small letters.";
    }
    Tile {
        TileX Pure "x: number" "The column, from 0 on the left; on a track or graph the index.";
        TileY Pure "y: number" "The row, from 0 at the bottom; 0 on a track or graph.";
        TileName Pure "name: string" "The name players use: `e4`, `17`, `Rome`.";
        TileMark Pure "mark: string" "The character that draws it in a layout.";
        TilePiece Pure "piece: Piece" "The piece on it, the first if it holds several, null if none.";
        TilePieces Pure "pieces: List<Piece>" "All pieces on it, in order of arrival.";
        TileOwner Pure "owner: player" "The owner of the piece on it, null if there is none.";
        TileIsEmpty Pure "isEmpty(): bool" "Whether no piece is on it.";
        TileStep Pure "step(way: string): Tile" "The next tile that way, null at the edge.";
        TileSteps Pure "steps(ways: List<string>): List<Tile>" "The next tiles those ways, as far as there are any.";
        TileJumps Pure "jumps(a: number, b: number): List<Tile>" "The tiles `a` columns and `b` rows away, or `b` and `a`, on any side.";
        TileNeighbors Pure "neighbors(): List<Tile>" "All tiles one step away.";
        TileOrthogonal Pure "orthogonal(): List<Tile>" "The tiles one step away by a side.";
        TileDiagonal Pure "diagonal(): List<Tile>" "The tiles one step away by a corner.";
        TileEdge Pure "edge(to: Tile): Edge" "The first edge that leads to that tile, null if there is none; `edge(\"n\")` is `side(\"n\")`.";
        TileSide Pure "side(way: string): Edge" "The edge on its side that way, null if it has none there.";
        TileEdges Pure "edges: List<Edge>" "The edges of a graph that lead away from it; those round it, on a board that has `edge`.";
        TileCorners Pure "corners: List<Corner>" "Its corners, clockwise, on a board that has `corner`.";
        @taking functions {
            TileRay Pure "ray(way: string, through?: (Tile) => bool, ending?: bool): List<Tile>" "The tiles that way, nearest first, up to the edge or the first for which `through` is false; `ending` takes that one too.";
            TilePath Pure "path(to: Tile, where?: (Tile) => bool, over?: (Edge) => bool): List<Tile>" "A shortest way through tiles for which the test holds, both ends included; empty if there is none. With `over` it takes only edges for which that holds.";
            TileDistance Pure "distance(other: Tile, over?: (Edge) => bool): number" "The number of steps (of a graph, the sum of weights) of a shortest way, null if there is none. With `over` it takes only edges for which that holds.";
        }
    }
    Spot {
        SpotName Pure "name: string" "The name players use: `e4-e5`, `e4-n` at the rim; of a corner `e4-ne`.";
        SpotPiece Pure "piece: Piece" "The piece on it, null if none.";
        SpotPieces Pure "pieces: List<Piece>" "The pieces on it, at most one.";
        SpotIsEmpty Pure "isEmpty(): bool" "Whether no piece is on it.";
        SpotTiles Pure "tiles: List<Tile>" "The tiles at it.";
        SpotEdges Pure "edges: List<Edge>" "Of a corner, the edges that meet there; of an edge, those that meet it at an end.";
        SpotCorners Pure "corners: List<Corner>" "Of an edge, its ends; of a corner, those at the other ends of its edges.";
    }
    Object {
        ObjectOwner Pure "owner: player" "The player it is assigned to, null if none; of a group, its first member.";
        ObjectOwners Pure "owners: List<player>" "The players it is assigned to.";
        ObjectAssign Changes "assign(player: player): void" "Gives it to a player; of a group, adds a member.";
        ObjectUnassign Changes "unassign(player?: player): void" "Takes it from its owner, or the player out of the group.";
    }
    Piece {
        PieceTile Pure "tile: Tile" "The tile it is on, null if on none.";
        PieceEdge Pure "edge: Edge" "The edge it is on, null if on none.";
        PieceCorner Pure "corner: Corner" "The corner it is on, null if on none.";
        PiecePlace Pure "place: Place" "The tile, edge, corner or zone it is in, null if in none.";
        PieceReveal Changes "reveal(to?: player): void" "Shows it to a player, or to everyone.";
        PiecePutOn Changes "putOn(tile: Tile): void" "Moves it to a tile, edge or corner of any board; a fault if there is no room.";
        PieceLift Changes "lift(): void" "Takes it from its place without ending it.";
    }
    Zone {
        ZoneAdd Changes "add(piece: T): void" "Moves a piece here, on top.";
        ZoneAddAll Changes "addAll(pieces: List<T>): void" "Moves pieces here, the last on top.";
        ZoneDraw Changes "draw(n: number, to: Zone<T>): List<T>" "Moves the `n` top pieces, or all if there are fewer, one by one, and gives them.";
        ZoneDeal Changes "deal(n: number, to: Zones<T>): void" "Deals `n` pieces to every player who is still in, one at a time, from player 0 on, as far as they last.";
        ZoneTop Pure "top(): T" "The top piece, which is the last, null if there is none.";
        ZoneBottom Pure "bottom(): T" "The bottom piece, which is the first, null if there is none.";
        ZonePeek Pure "peek(n: number): List<T>" "The `n` top pieces, from the top down, left where they are.";
        ZoneShuffle Chance "shuffle(): void" "Puts the pieces in a random order; what players knew of them is forgotten.";
        ZoneCut Changes "split(n: number, to: Zone<T>): void" "Moves the `n` top pieces to another zone in one packet, keeping their order.";
        ZoneMove Changes "move(piece: T, to: Zone<T>, position?: number): void" "Moves a piece to another zone: position 0 is the bottom, without a position on top.";
        ZoneReveal Changes "reveal(piece: T, to?: player): void" "Shows a piece to a player, or to everyone.";
        ZoneOwner Pure "owner: player" "The player whose zone it is, null if it is nobody's.";
        @taking functions {
            ZoneSearch Pure "search(where: (T) => bool): T" "The first piece for which the test holds, null if there is none.";
        }
    }
    Zones {
        ZonesOf Pure "of(p: player): Zone<T>" "The zone of a player; also written `hand(p)`.";
    }
    Board {
        BoardAt Pure "at(x: number, y: number): Tile" "The tile at column `x` and row `y`, null off the board.";
        BoardTile Pure "tile(name: string): Tile" "The tile of that name, null if there is none.";
        BoardTiles Pure "tiles(): List<Tile>" "All tiles, row by row from the bottom left; of a board that grows, the occupied ones and those beside them.";
        BoardRow Pure "row(y: number): List<Tile>" "The tiles of a row, from the left.";
        BoardColumn Pure "column(x: number): List<Tile>" "The tiles of a column, from the bottom.";
        BoardRows Pure "rows: number" "How many rows there are.";
        BoardColumns Pure "columns: number" "How many columns there are.";
        BoardPieces Pure "pieces(): List<Piece>" "All pieces on the board, tile by tile.";
        BoardPlace Changes "place(piece: Piece, on: Tile): void" "Moves a piece to a tile; a fault if there is no room.";
        BoardEdges Pure "edges(): List<Edge>" "All edges: of a graph, in the order of the text, otherwise tile by tile.";
        BoardCorners Pure "corners(): List<Corner>" "All corners, tile by tile, of a board that has `corner`.";
        BoardPosition Pure "position(): Position" "A value that is equal for equal positions of this board: the pieces on it with class, owner, tile and attributes, whoever is to move.";
        BoardIsFull Pure "isFull(): bool" "Whether no tile is empty.";
        @taking functions {
            BoardLine Pure "line(through: Tile, length: number, where: (Tile) => bool): bool" "Whether a straight line of that length through the tile holds only tiles for which the test holds.";
            BoardRegion Pure "region(from: Tile, where: (Tile) => bool, over?: (Edge) => bool): List<Tile>" "The tiles connected to the first by steps (by a side, on a square board) through tiles for which the test holds, itself included; empty if it fails there. With `over` it takes only edges for which that holds.";
        }
    }
    Player {
        PlayerName Pure "name: string" "The name of the seat: `Player 1` unless setup said otherwise.";
        PlayerScore Pure "score: number" "The score last set, 0 at first.";
        PlayerIsOut Pure "isOut: bool" "Whether the player was eliminated.";
        PlayerTeam Pure "team: List<player>" "The players of the same team, the player alone if there is none.";
    }
    Players {
        PlayersAll Pure "all(): List<player>" "All players, those eliminated too.";
        PlayersIn Pure "remaining(): List<player>" "The players who were not eliminated.";
        PlayersActive Pure "active(): player" "The active player.";
    }
    Turn {
        TurnActive Pure "active(): Turn" "The active turn; where a player or number is needed, its active player.";
        TurnPass Changes "pass(p?: player, phase?: string): void" "Passes control: to the player that the turn's `default` gives, or to `p`, and to a phase if one is named.";
    }
    Phase {
        PhaseActive Pure "active(): string" "The name of the active phase, null if the turn has none.";
        PhaseUse Changes "use(phase: string): void" "Changes the phase; the player stays.";
    }
    Turns {
        TurnsUse Changes "use(turn: string, phase?: string): void" "Makes a turn the active one, in the named phase or its first.";
    }
    TurnValue {
        TurnName Pure "name: string" "The name of the turn.";
    }
    Random {
        RandomRoll Chance "roll(faces: number): number" "A whole number from 1 to `faces`.";
        RandomPick Chance "pick(list: List<T>): T" "An element at random, null for an empty list.";
        RandomShuffle Chance "shuffle(list: mut List<T>): void" "Puts a list in a random order.";
    }
    Dice {
        DiceRoll Chance "roll(): number" "One of the faces at random.";
        DiceFaces Pure "faces: List<number>" "The faces.";
    }
    Enum {
        EnumAll Pure "all(): List<Case>" "All cases in order of declaration.";
        EnumNamed Pure "named(name: string): Case" "The case of that name, null if there is none.";
    }
    Case {
        CaseName Pure "name: string" "The name of the case.";
        CaseIndex Pure "index: number" "Its place in the declaration, from 0.";
    }
}
