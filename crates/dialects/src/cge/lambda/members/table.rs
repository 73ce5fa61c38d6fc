//! The members of values in rules, type by type: how each is written in Scala, with what it is in TGDL. This is where
//! the names of the library that carries the game stand.
//!
//! In a template `it` is what has the member. A letter in a type stands for any type, `N` for the number that has the
//! member; a parameter `it` says of which type that must be.

use super::Special;
use super::signature::{Meaning, Member};
use super::{lists, others};
use crate::cge::lambda::template::Template;
use crate::cge::lambda::types::Ty;
use std::sync::LazyLock;

/// All members. What messages propose keeps their order.
pub(crate) static MEMBERS: LazyLock<Vec<Member>> = LazyLock::new(|| {
    let rows = [LISTS, FUNCTIONS_OF_LISTS, SETS, OPTIONS, MAPS, TEXTS, NUMBERS, OTHERS, PLAYERS, GAMES];
    rows.into_iter().flatten().map(Row::read).collect()
});

enum Row {
    /// A member with its types, and its template.
    Plain(&'static str, &'static str),
    /// A member with the least and the largest number of values that it takes, and what lowers it.
    Special(&'static str, u8, u8, Special),
}

use Row::{Plain, Special as By};

impl Row {
    fn read(&self) -> Member {
        match self {
            Plain(text, template) => Member::read(text, Meaning::Template(Template::read(template))),
            By(text, least, most, special) => Member::read(text, Meaning::Special(*least, *most, *special)),
        }
    }
}

const LISTS: &[Row] = &[
    Plain("List[A].head: A", "it[0]"),
    Plain("List[A].last: A", "it.reverse()[0]"),
    Plain("List[A].tail: List[A]", "it.drop(1)"),
    Plain("List[A].init: List[A]", "list = it; list.take(list.length - 1)"),
    Plain("List[A].headOption: Option[A]", "it.first()"),
    Plain("List[A].lastOption: Option[A]", "it.last()"),
    By("List[A].isEmpty", 0, 0, lists::how_many),
    By("List[A].nonEmpty", 0, 0, lists::how_many),
    By("List[A].size", 0, 0, lists::how_many),
    By("List[A].length", 0, 0, lists::how_many),
    By("List[A].contains", 1, 1, lists::contains),
    By("List[A].sum", 0, 0, lists::order),
    By("List[A].product", 0, 0, lists::order),
    By("List[A].max", 0, 0, lists::order),
    By("List[A].min", 0, 0, lists::order),
    By("List[A].maxOption", 0, 0, lists::order),
    By("List[A].minOption", 0, 0, lists::order),
    Plain("List[A].indexOf(x: Like[A]): Int", "it.indexOf(x)"),
    Plain("List[A].take(n: Int): List[A]", "it.take(n)"),
    Plain("List[A].drop(n: Int): List[A]", "it.drop(n)"),
    Plain("List[A].takeRight(n: Int): List[A]", "it.reverse().take(n).reverse()"),
    Plain("List[A].dropRight(n: Int): List[A]", "it.reverse().drop(n).reverse()"),
    Plain("List[A].slice(a: Int, b: Int): List[A]", "it.take(b).drop(a)"),
    Plain("List[A].reverse: List[A]", "it.reverse()"),
    Plain("List[A].distinct: List[A]", "it.distinct()"),
    By("List[A].sorted", 0, 0, lists::order),
    Plain("List[A].toList: List[A]", "it"),
    Plain("List[A].toSeq: List[A]", "it"),
    Plain("List[A].toVector: List[A]", "it"),
    By("List[A].toSet", 0, 0, lists::to_set),
    Plain("List[List[A]].flatten: List[A]", "it.flatten()"),
    Plain("List[Option[A]].flatten: List[A]", "it.filter(x => x != null)"),
    By("List[A].flatten", 0, 0, lists::not_flat),
    By("List[A].mkString", 0, 3, lists::joined),
    Plain("List[A].indices: List[Int]", "list = it; 0..(list.length - 1)"),
    Plain("List[A].apply(n: Int): A", "it[n]"),
    Plain(
        "List[A].lift(n: Int): Option[A]",
        "list = it; index = n; index >= 0 && index < list.length ? list[index] : null",
    ),
    Plain("List[A].isDefinedAt(n: Int): Boolean", "list = it; index = n; index >= 0 && index < list.length"),
    Plain("List[A].diff(other: List[A]): List[A]", "it.without(other)"),
    Plain("List[A].intersect(other: List[A]): List[A]", "list = it; list.without(list.without(other))"),
    By("List[A].concat", 1, 1, lists::more),
    By("List[A].appended", 1, 1, lists::more),
    By("List[A].prepended", 1, 1, lists::more),
    By("List[A].appendedAll", 1, 1, lists::more),
    By("List[A].sameElements", 1, 1, others::equals),
    By("List[A].equals", 1, 1, others::equals),
    By("List[A].:+", 1, 1, lists::more),
    By("List[A].++", 1, 1, lists::more),
    By("List[A].:::", 1, 1, lists::more),
    By("List[A].::", 1, 1, lists::more),
];

const FUNCTIONS_OF_LISTS: &[Row] = &[
    Plain("List[A].filter(f: A => Boolean): List[A]", "it.filter(f)"),
    By("List[A].filterNot", 1, 1, lists::filter_not),
    Plain("List[A].withFilter(f: A => Boolean): List[A]", "it.filter(f)"),
    By("List[A].map", 1, 1, lists::mapped),
    By("List[A].flatMap", 1, 1, lists::mapped),
    Plain("List[A].exists(f: A => Boolean): Boolean", "it.any(f)"),
    Plain("List[A].forall(f: A => Boolean): Boolean", "it.all(f)"),
    Plain("List[A].count(f: A => Boolean): Int", "it.count(f)"),
    Plain("List[A].find(f: A => Boolean): Option[A]", "it.first(f)"),
    Plain("List[A].indexWhere(f: A => Boolean): Int", "it.map(f).indexOf(true)"),
    By("List[A].maxBy", 1, 1, lists::best),
    By("List[A].minBy", 1, 1, lists::best),
    By("List[A].maxByOption", 1, 1, lists::best),
    By("List[A].minByOption", 1, 1, lists::best),
    By("List[A].sortBy", 1, 1, lists::sorted_by),
    // How many come before it is the place of each.
    Plain(
        "List[A].sortWith(f: (A, A) => Boolean): List[A]",
        "isLess = f; list = it; list.sortBy(x => list.count(y => isLess(y, x)))",
    ),
    By("List[A].groupBy", 1, 1, lists::grouped),
    By("List[A].distinctBy", 1, 1, lists::grouped),
    Plain(
        "List[A].takeWhile(f: A => Boolean): List[A]",
        "list = it; number stop = list.map(f).indexOf(false); list.take(stop < 0 ? list.length : stop)",
    ),
    Plain(
        "List[A].dropWhile(f: A => Boolean): List[A]",
        "list = it; number stop = list.map(f).indexOf(false); list.drop(stop < 0 ? list.length : stop)",
    ),
    By("List[A].foldLeft", 2, 2, lists::folded),
    By("List[A].foldRight", 2, 2, lists::folded),
    By("List[A].fold", 2, 2, lists::folded),
    Plain("List[A].reduce(f: (A, A) => A): A", "list = it; list.drop(1).fold(list[0], f)"),
    Plain("List[A].reduceLeft(f: (A, A) => A): A", "list = it; list.drop(1).fold(list[0], f)"),
];

/// Sets are lists in which nothing stands twice.
const SETS: &[Row] = &[
    By("Set[A].isEmpty", 0, 0, lists::as_list),
    By("Set[A].nonEmpty", 0, 0, lists::as_list),
    By("Set[A].size", 0, 0, lists::as_list),
    By("Set[A].contains", 1, 1, lists::contains),
    By("Set[A].apply", 1, 1, lists::contains),
    Plain("Set[A].subsetOf(other: Set[A]): Boolean", "it.without(other).isEmpty()"),
    Plain("Set[A].intersect(other: Set[A]): Set[A]", "list = it; list.without(list.without(other))"),
    Plain("Set[A].union(other: Set[A]): Set[A]", "it.concat(other).distinct()"),
    Plain("Set[A].diff(other: Set[A]): Set[A]", "it.without(other)"),
    Plain("Set[A].head: A", "it[0]"),
    By("Set[A].sum", 0, 0, lists::as_list),
    By("Set[A].max", 0, 0, lists::as_list),
    By("Set[A].min", 0, 0, lists::as_list),
    Plain("Set[A].toList: List[A]", "it"),
    Plain("Set[A].toSeq: List[A]", "it"),
    By("Set[A].map", 1, 1, lists::as_list),
    By("Set[A].filter", 1, 1, lists::as_list),
    By("Set[A].filterNot", 1, 1, lists::as_list),
    Plain("Set[A].exists(f: A => Boolean): Boolean", "it.any(f)"),
    Plain("Set[A].forall(f: A => Boolean): Boolean", "it.all(f)"),
    Plain("Set[A].count(f: A => Boolean): Int", "it.count(f)"),
    Plain("Set[A].find(f: A => Boolean): Option[A]", "it.first(f)"),
];

/// Options are null in TGDL where they are empty.
const OPTIONS: &[Row] = &[
    By("Option[A].getOrElse", 1, 1, others::or_else),
    Plain("Option[A].get: A", "it ?? fault(\"the option is empty: `get` finds nothing in it\")"),
    Plain("Option[A].isDefined: Boolean", "it != null"),
    Plain("Option[A].nonEmpty: Boolean", "it != null"),
    Plain("Option[A].isEmpty: Boolean", "it == null"),
    By("Option[A].contains", 1, 1, others::contains),
    By("Option[A].map", 1, 1, others::looked_into),
    By("Option[A].flatMap", 1, 1, others::looked_into),
    By("Option[A].filter", 1, 1, others::looked_into),
    By("Option[A].filterNot", 1, 1, others::looked_into),
    By("Option[A].exists", 1, 1, others::looked_into),
    By("Option[A].forall", 1, 1, others::looked_into),
    By("Option[A].fold", 2, 2, others::folded),
    By("Option[A].orElse", 1, 1, others::or_else),
    Plain("Option[A].toList: List[A]", "found = it; found != null ? new List<A>() { found } : new List<A>()"),
    Plain("Option[A].size: Int", "found = it; found != null ? 1 : 0"),
];

/// Maps are tables.
const MAPS: &[Row] = &[
    Plain("Map[K, V].get(k: K): Option[V]", "it[k]"),
    By("Map[K, V].getOrElse", 2, 2, others::of_map_or_else),
    Plain("Map[K, V].apply(k: K): V", "it[k] ?? fault(\"the map has no such key\")"),
    Plain("Map[K, V].contains(k: K): Boolean", "it.contains(k)"),
    Plain("Map[K, V].isDefinedAt(k: K): Boolean", "it.contains(k)"),
    Plain("Map[K, V].keys: List[K]", "it.keys()"),
    Plain("Map[K, V].keySet: Set[K]", "it.keys()"),
    Plain("Map[K, V].values: List[V]", "it.values()"),
    Plain("Map[K, V].size: Int", "it.length"),
    Plain("Map[K, V].isEmpty: Boolean", "it.length == 0"),
    Plain("Map[K, V].nonEmpty: Boolean", "it.length > 0"),
    Plain(
        "Map[K, V].exists(f: (K, V) => Boolean): Boolean",
        "all = it; of = f; all.keys().any(key => of(key, all[key]))",
    ),
    Plain(
        "Map[K, V].forall(f: (K, V) => Boolean): Boolean",
        "all = it; of = f; all.keys().all(key => of(key, all[key]))",
    ),
    Plain(
        "Map[K, V].count(f: (K, V) => Boolean): Int",
        "all = it; of = f; all.keys().count(key => of(key, all[key]))",
    ),
    Plain(
        "Map[K, V].map(f: (K, V) => B): List[B]",
        "all = it; of = f; all.keys().map(key => of(key, all[key]))",
    ),
];

const TEXTS: &[Row] = &[
    Plain("String.length: Int", "it.length"),
    Plain("String.size: Int", "it.length"),
    Plain("String.isEmpty: Boolean", "it.isEmpty()"),
    Plain("String.nonEmpty: Boolean", "!it.isEmpty()"),
    Plain("String.contains(part: String): Boolean", "it.contains(part)"),
    Plain("String.startsWith(part: String): Boolean", "it.indexOf(part) == 0"),
    Plain(
        "String.endsWith(end: String): Boolean",
        "text = it; part = end; text.length >= part.length && text.slice(text.length - part.length) == part",
    ),
    Plain("String.indexOf(part: String): Int", "it.indexOf(part)"),
    Plain("String.toUpperCase: String", "it.upper()"),
    Plain("String.toLowerCase: String", "it.lower()"),
    // A part goes no further than the text does; only `substring` may not be asked for more.
    Plain("String.take(n: Int): String", "text = it; text.slice(0, max(min(n, text.length), 0))"),
    Plain("String.drop(n: Int): String", "text = it; text.slice(max(min(n, text.length), 0))"),
    Plain(
        "String.takeRight(n: Int): String",
        "text = it; text.slice(text.length - max(min(n, text.length), 0))",
    ),
    Plain(
        "String.dropRight(n: Int): String",
        "text = it; text.slice(0, text.length - max(min(n, text.length), 0))",
    ),
    Plain("String.substring(from: Int): String", "text = it; text.slice(from)"),
    Plain("String.substring(from: Int, to: Int): String", "text = it; text.slice(from, to)"),
    Plain("String.split(between: String): List[String]", "it.split(between)"),
    Plain("String.charAt(n: Int): String", "it[n]"),
    Plain("String.apply(n: Int): String", "it[n]"),
    Plain("String.head: String", "it[0]"),
    Plain("String.last: String", "text = it; text.slice(text.length - max(min(1, text.length), 0))"),
    Plain("String.toInt: Int", "(it as number) ?? fault(\"the text is not a number\")"),
    Plain("String.toDouble: Double", "(it as number) ?? fault(\"the text is not a number\")"),
    Plain("String.toIntOption: Option[Int]", "it as number"),
    Plain("String.toDoubleOption: Option[Double]", "it as number"),
    Plain("String.toString: String", "it"),
    Plain("String.concat(other: String): String", "it + other"),
    Plain("String.equals(other: String): Boolean", "it == other"),
    Plain("String.equalsIgnoreCase(other: String): Boolean", "it.lower() == other.lower()"),
    Plain("String.compareTo(other: String): Int", "a = it; b = other; a < b ? -1 : a == b ? 0 : 1"),
];

const NUMBERS: &[Row] = &[
    Plain("Number.toString: String", "\"{it}\""),
    Plain("Int.toInt: Int", "it"),
    Plain("Double.toInt: Int", "whole(it)"),
    Plain("Int.toLong: Int", "it"),
    Plain("Double.toLong: Int", "whole(it)"),
    Plain("Number.toDouble: Double", "it"),
    Plain("Number.abs: N", "abs(it)"),
    By("Number.max", 1, 1, others::of_two_numbers),
    By("Number.min", 1, 1, others::of_two_numbers),
    Plain("Number.floor: N", "floor(it)"),
    Plain("Number.ceil: N", "ceil(it)"),
    Plain("Int.round: Int", "it"),
    Plain("Double.round: Int", "floor(it + 0.5)"),
    Plain("Number.to(it: Int, n: Int): List[Int]", "it..n"),
    Plain("Number.until(it: Int, n: Int): List[Int]", "it..(n - 1)"),
    By("Number.compare", 1, 1, others::of_two_numbers),
    By("Number.equals", 1, 1, others::equals),
    Plain("Number.sign: N", "n = it; (n > 0 ? 1 : 0) - (n < 0 ? 1 : 0)"),
];

const OTHERS: &[Row] = &[
    Plain("Boolean.toString: String", "\"{it}\""),
    By("Boolean.equals", 1, 1, others::equals),
    By("Function.apply", 0, 9, others::applied),
];

const PLAYERS: &[Row] = &[
    Plain("Card.rank: String", "it.rank"),
    Plain("Card.suit: String", "it.suit"),
    Plain("Card.points: Points", "it.points"),
    Plain("Player.name: String", "it.name"),
    // The hand of a player is known by the player.
    Plain("Player.hand: Hand", "it"),
    Plain("Player.playedCards: List[Card]", "Tricks.played(it)"),
    Plain("Player.takenCards: Zone", "taken(it)"),
    Plain("Player.points: Points", "Tricks.points(it)"),
    Plain("Player.score: Int", "it.score"),
    Plain("Player.team: List[Player]", "it.team"),
    Plain("Player.tricks: Int", "Tricks.won[it]"),
    Plain("Player.bid: Option[Int]", "Tricks.bids[it]"),
    Plain("Hand.cards: Zone", "hand(it)"),
    Plain("Hand.getHighestCard(cards: List[Card]): Option[Card]", "Tricks.highest(cards)"),
    Plain("Deck.cards: Zone", "stock"),
    Plain("Deck.getHighestCard(cards: List[Card]): Option[Card]", "Tricks.highest(cards)"),
];

const GAMES: &[Row] = &[
    Plain("Table.deck: Deck", "null"),
    Plain("Table.trump: Option[String]", "Tricks.trump"),
    Plain("Table.cardsOnTable: Zone", "trick"),
    Plain(
        "Table.handRules: List[(List[Card], Card, Option[String], List[String]) => Boolean]",
        "Tricks.taking",
    ),
    Plain("Table.doesCardWinHand(card: Card): Boolean", "Tricks.wins(trick, card)"),
    Plain("Table.playedCards: List[Card]", "Tricks.history"),
    Plain("Table.suits: List[String]", "Tricks.suits"),
    Plain("Table.ranks: List[String]", "Tricks.ranks"),
    By("Game.name", 0, 0, others::name_of_game),
    Plain("Game.players: List[Player]", "player.all()"),
    Plain("Game.table: Table", "null"),
    Plain("Game.turn: Player", "player.active()"),
    Plain("Game.winners: List[Player]", "Tricks.winners()"),
    Plain("Game.playingRules: List[(Table, Player, Card) => Boolean]", "Tricks.playing"),
    Plain("Game.winConditions: List[(Game, Player) => Boolean]", "Tricks.winning"),
    Plain("Game.canPlayCard(who: Player, card: Card): Boolean", "Tricks.mayPlay(who, card)"),
];

/// The type of a rule that says which cards may be played.
pub(crate) fn playing_rule() -> Ty {
    Ty::Function(vec![Ty::Table, Ty::Player, Ty::Card], Box::new(Ty::Boolean))
}

/// The type of a rule that says which card takes a trick.
pub(crate) fn hand_rule() -> Ty {
    let params = vec![Ty::list(Ty::Card), Ty::Card, Ty::option(Ty::String), Ty::list(Ty::String)];
    Ty::Function(params, Box::new(Ty::Boolean))
}

/// The type of a rule that says who wins.
pub(crate) fn win_condition() -> Ty {
    Ty::Function(vec![Ty::Game, Ty::Player], Box::new(Ty::Boolean))
}
