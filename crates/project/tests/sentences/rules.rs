//! What the rules of a game can say: each line is a condition that holds for everybody.

use crate::kit::{all_hold, winners, wrong};

#[test]
fn numbers_are_as_in_scala() {
    all_hold(&[
        "7 / 2 == 3 && -7 / 2 == -3 && 7 % 3 == 1 && -7 % 3 == -1",
        "7.0 / 2 == 3.5 && 7 / 2.0 == 3.5 && 1.5.toInt == 1 && (-1.5).toInt == -1",
        "(7 / 2) * 2 == 6 && 2 + 3 * 4 == 14 && 10 - 2 - 3 == 5",
        "3.max(5) == 5 && 3.min(5) == 3 && -3.abs == 3 && math.max(2, 7) == 7 && Math.abs(-2) == 2",
        "2.5.round == 3 && 2.5.floor == 2.0 && 2.4.ceil == 3.0",
        "(3 to 5).sum == 12 && (0 until 3).toList == List(0, 1, 2) && (1 to 0).isEmpty",
        "1_000 == 1000 && 3L == 3 && 2.0 == 2",
        "val x: Double = 3\nx / 2 == 1.5",
        "1 < 2 && 2 <= 2 && 3 > 2 && 3 >= 3 && 1 != 2",
        "!(1 == 2) && !false && (true ^ false) && (true | false) && (true & true)",
        "3.toString + \"x\" == \"3x\" && 5.compare(3) > 0",
        "val a = 3 max 5\na == 5",
    ]);
}

#[test]
fn texts_are_as_in_scala() {
    all_hold(&[
        "\"Coins\".length == 5 && \"\".isEmpty && \"a\".nonEmpty && \"Coins\".contains(\"oi\")",
        "\"Coins\".startsWith(\"Co\") && \"Coins\".endsWith(\"ns\") && !\"Co\".endsWith(\"Coins\")",
        "\"Coins\".take(2) == \"Co\" && \"Coins\".drop(2) == \"ins\" && \"Coins\".takeRight(2) == \"ns\" && \"Coins\".dropRight(9) == \"\"",
        "\"Coins\".toUpperCase == \"COINS\" && \"Coins\".toLowerCase == \"coins\" && \"Coins\".substring(1, 3) == \"oi\"",
        "\"Coins\"(0) == \"C\" && \"Coins\".charAt(1) == 'o' && \"Coins\".head == 'C' && \"Coins\".last == 's'",
        "\"7\".toInt == 7 && \"1.5\".toDouble == 1.5 && \"x\".toIntOption.isEmpty && \"4\".toIntOption == Some(4)",
        "\"a\" < \"b\" && \"a\" + \"b\" == \"ab\" && \"n\" + 1 == \"n1\" && \"a,b\".split(\",\").size == 2",
        "val n = 3\ns\"$n cards, ${n + 1} coins, $$\" == \"3 cards, 4 coins, $\"",
        "s\"${player.name}!\" == player.name + \"!\" && s\"${List(1, 2).map(i => s\"<$i>\").mkString(\"-\")}\" == \"<1>-<2>\"",
        "\"Coins\".equals(\"Coins\") && \"COINS\".equalsIgnoreCase(\"coins\") && \"a\".compareTo(\"b\") < 0",
        "\"\"\"a \"quoted\" word\"\"\".contains(\"\\\"quoted\\\"\")",
    ]);
}

#[test]
fn lists_are_as_in_scala() {
    all_hold(&[
        "val l = List(3, 1, 2)\nl.head == 3 && l.last == 2 && l.tail == List(1, 2) && l.init == List(3, 1)",
        "List(3, 1, 2).sorted == List(1, 2, 3) && List(3, 1, 2).sortBy(-_) == List(3, 2, 1) && List(1, 2).reverse == List(2, 1)",
        "List(3, 1, 2).sum == 6 && List(3, 1, 2).max == 3 && List(3, 1, 2).min == 1 && List(2, 3).product == 6",
        "List(1, 2, 3).filter(_ > 1) == List(2, 3) && List(1, 2, 3).filterNot(_ > 1) == List(1)",
        "List(1, 2, 3).map(_ * 2) == List(2, 4, 6) && List(1, 2).flatMap(n => List(n, n)) == List(1, 1, 2, 2)",
        "List(1, 2).exists(_ == 2) && List(1, 2).forall(_ > 0) && List(1, 2, 2).count(_ == 2) == 2",
        "List(1, 2).find(_ > 1) == Some(2) && List(1, 2).find(_ > 2) == None && List(1, 2).find(_ > 2).isEmpty",
        "List(1, 2, 3).take(2) == List(1, 2) && List(1, 2, 3).drop(2) == List(3) && List(1, 2, 3).takeRight(1) == List(3) && List(1, 2, 3).dropRight(1) == List(1, 2)",
        "List(1, 2, 3, 1).takeWhile(_ < 3) == List(1, 2) && List(1, 2, 3, 1).dropWhile(_ < 3) == List(3, 1)",
        "List(1, 1, 2).distinct == List(1, 2) && List(1, 2, 3).slice(1, 2) == List(2)",
        "(List(1) :+ 2) == List(1, 2) && (1 :: List(2)) == List(1, 2) && (List(1) ::: List(2)) == List(1, 2) && (0 +: List(1)) == List(0, 1) && List(1) ++ List(2) == List(1, 2)",
        "List(1, 2, 3).indexOf(3) == 2 && List(1).indexOf(9) == -1 && List(1, 2).indexWhere(_ == 2) == 1",
        "List(1, 2, 3).foldLeft(0)(_ + _) == 6 && List(1, 2, 3).foldRight(0)((x, sum) => x - sum) == 2 && List(1, 2, 3).reduce(_ + _) == 6",
        "List(1.5, 2).foldLeft(0)((sum, x) => sum + x) == 3.5",
        "List(\"a\", \"b\").mkString(\", \") == \"a, b\" && List(1, 2).mkString(\"[\", \"|\", \"]\") == \"[1|2]\" && List(1, 2).mkString == \"12\"",
        "List(\"fig\", \"apple\").maxBy(_.length) == \"apple\" && List(\"fig\", \"apple\").minBy(_.length) == \"fig\"",
        "List(\"b\", \"a\", \"c\").max == \"c\" && List(\"b\", \"a\").maxBy(w => w) == \"b\" && List(\"b\", \"a\").sorted == List(\"a\", \"b\")",
        "List[Int]().maxByOption(n => n).isEmpty && List(1, 3).maxByOption(n => n).contains(3) && List(2).maxOption == Some(2)",
        "List(1, 2, 3, 4).groupBy(_ % 2).size == 2 && List(1, 2, 3, 4).groupBy(_ % 2)(1) == List(1, 3) && List(1, 2, 3).groupBy(_ % 2).values.map(_.size).max == 2",
        "List(1, 2, 3).groupBy(_ % 2).exists((k, v) => k == 1 && v.size == 2) && List(1).groupBy(n => n).getOrElse(7, List()).isEmpty",
        "List(List(1), List(2, 3)).flatten == List(1, 2, 3) && List(Some(1), None).flatten == List(1) && List(List(1)).contains(List(1))",
        "List(1, 2, 2).toSet.size == 2 && Set(1, 2) == Set(2, 1) && Set(1, 2).contains(1) && List(1, 2).toSet.subsetOf(Set(1, 2, 3))",
        "List(3, 1, 2).sortWith((a, b) => a < b) == List(1, 2, 3) && List(3, 1, 2).sortWith(_ > _) == List(3, 2, 1)",
        "List(1, 2, 3)(1) == 2 && List(1).lift(3).isEmpty && List(5).lift(0).contains(5) && List(1, 2).indices.sum == 1",
        "List(1, 2).headOption.contains(1) && List[Int]().headOption.isEmpty && List(1, 2).lastOption == Some(2)",
        "List(1, 2, 3).diff(List(2)) == List(1, 3) && List(1, 2, 3).intersect(List(2, 3, 4)) == List(2, 3)",
        "val empty: List[Int] = List()\nempty.sum == 0 && empty.isEmpty && Nil.isEmpty && List.empty[Int] == empty",
        "List(1, 2).size == 2 && List(1, 2).length == 2 && List(1, 2).nonEmpty && List(1, 2) != List(2, 1)",
        "List(\"x\", \"x\", \"y\").distinctBy(w => w).size == 2",
        "val m = Map(\"Ace\" -> 11, \"Three\" -> 10)\nm(\"Ace\") == 11 && m.getOrElse(\"Two\", 0) == 0 && m.get(\"Three\") == Some(10) && m.contains(\"Ace\") && m.keys.toList.size == 2",
    ]);
}

#[test]
fn options_are_as_in_scala() {
    all_hold(&[
        "val t = game.table.trump\nt == Some(\"Cups\") && t.isDefined && t.nonEmpty && !t.isEmpty && t.get == \"Cups\"",
        "game.table.trump.getOrElse(\"\") == \"Cups\" && game.table.trump.contains(\"Cups\") && game.table.trump.exists(_ == \"Cups\")",
        "game.table.trump.map(_.length) == Some(4) && game.table.trump.map(t => t + \"!\").getOrElse(\"\") == \"Cups!\"",
        "game.table.trump.filter(_ == \"Coins\").isEmpty && game.table.trump.forall(_ == \"Cups\") && game.table.trump.fold(0)(_.length) == 4",
        "val none: Option[Int] = None\nnone.getOrElse(7) == 7 && none.forall(_ > 9) && !none.exists(_ > 0) && none.orElse(Some(3)) == Some(3) && none.map(_ + 1).isEmpty",
        "Some(3).flatMap(n => if n > 2 then Some(n * 2) else None) == Some(6) && Some(1).toList == List(1) && None.isEmpty",
        "game.table.trump match\n  case Some(suit) => suit == \"Cups\"\n  case None => false",
        "val n = game.table.trump match { case None => 0; case Some(\"Coins\") => 1; case Some(_) => 2 }\nn == 2",
    ]);
}

#[test]
fn the_game_is_known() {
    all_hold(&[
        "game.name == \"Little\" && game.players.size == 3 && game.players.map(_.name) == List(\"Ann\", \"Bob\", \"Cid\")",
        "game.players(0).name == \"Ann\" && game.players.head == game.players(0) && game.players.contains(player)",
        "game.players.map(_.points).sum == 1 && player.points >= 0 && game.players.exists(p => p.points == 1)",
        "player.hand.cards.isEmpty && player.playedCards.size == 1 && game.players.flatMap(_.playedCards).size == 3",
        "val cards = game.players.flatMap(p => p.playedCards)\ncards.count(c => c.suit == \"Cups\") == 2 && cards.map(_.rank).sorted == List(\"Ace\", \"King\", \"Two\")",
        "game.table.cardsOnTable.isEmpty && game.table.deck.cards.isEmpty && game.table.trump.contains(\"Cups\")",
        "val cards = game.players.flatMap(_.playedCards)\nplayer.hand.getHighestCard(cards).map(_.rank).contains(\"Ace\")",
        "game.winConditions.size == 1 && game.playingRules.isEmpty && game.table.handRules.isEmpty",
        "val all = game.table.playedCards\nall.size == 3 && all.contains(all.head) && all.distinct == all && all.groupBy(_.suit).size == 2",
        "game.players.map(_.takenCards.size).sum == 3 && game.players.map(_.tricks).sum == 1",
        "val t = game.table\nt.trump.isDefined && t.cardsOnTable.size == 0",
        "val h = player.hand\nh.cards.size == 0",
        "val who: Player = game.players.maxBy(_.points)\nwho.points == 1",
        "val c = game.table.playedCards.find(_.rank == \"King\").get\ns\"${c.rank} of ${c.suit}\" == \"King of Coins\" && c == game.table.playedCards.filter(_ == c).head",
    ]);
}

#[test]
fn functions_blocks_and_choices() {
    all_hold(&[
        "val isCup = (c: Card) => c.suit == \"Cups\"\ngame.table.playedCards.filter(isCup).size == 2",
        "def double(n: Int): Int = n * 2\nList(1, 2).map(double) == List(2, 4) && double(4) == 8",
        "val add = (a: Int, b: Int) => a + b\nadd(1, 2) == 3",
        "val ranks = List(\"Two\", \"King\", \"Ace\")\nList(\"Ace\", \"Two\").map(ranks.indexOf) == List(2, 0)",
        "val n = if player.points > 0 then 1 else if player.points == 0 then 2 else 3\nn == 1 || n == 2",
        "val n = if (player.points > 0) 1 else 2\nn > 0",
        "val x = {\n  val y = 3\n  y + 1\n}\nx == 4",
        "List(1, 2, 3).map { n =>\n  val twice = n * 2\n  twice + 1\n}.sum == 15",
        "val w = \"Ace\" match\n  case \"Ace\" | \"Three\" => 11\n  case \"King\" => 4\n  case _ => 0\nw == 11",
        "val w = 5 match\n  case n if n > 4 => \"many\"\n  case 1 => \"one\"\n  case other => s\"$other\"\nw == \"many\"",
        "List(\"Ace\", \"King\").map { case \"Ace\" => 11 case _ => 4 }.sum == 15",
        "true match\n  case true => true\n  case false => false",
        "game.players contains player",
        "List(1, 2, 3) map (_ + 1) contains 4",
        "(game.players.nonEmpty) &&\n  (game.players.size == 3 ||\n   false)",
        "game.players\n  .filter(_.points >= 0)\n  .map(_.name)\n  .size == 3",
        "game.players.nonEmpty\n  && game.players.size == 3\n  || false",
        "val List3 = List(1, 2, 3)\nList3.size == 3",
        "List(1, 2).map(n => List(3, 4).map(m => n * m).sum).sum == 21",
        "val big = List(1, 5).filter(n => { val limit = 2; n > limit })\nbig == List(5)",
        "val x = if (List(1).isEmpty) then {\n  val y = List(1).head\n  y\n} else {\n  val z = 2\n  z * 2\n}\nx == 4",
        "List[Int]().isEmpty || { val h = List[Int]().head; h > 1 }",
        "val list = List(1, 2); val sum = list.sum; sum == 3",
        "/* a comment */ game.players.size == 3 // another",
    ]);
}

#[test]
fn a_flat_condition_of_many_lines() {
    let text = "val best = if game.players.exists(_.points > 0) then\nval most = game.players.map(_.points).max\ngame.players.filter(_.points == most)\nelse\ngame.players\nval names = best.map(_.name)\nnames.contains(player.name)";
    assert!(["Ann", "Bob", "Cid"].contains(&winners(text).as_str()));
}

#[test]
fn what_goes_wrong_while_a_rule_runs_points_into_its_file() {
    let fault = |lines: &str| winners(lines);
    assert_eq!(
        fault("val l = List[Int]()\nl.head == 1"),
        "index 0 is outside of a list of length 0, file 0, line 15"
    );
    assert_eq!(fault("val l = List[Int]()\n\nl.max == 1"), "an empty list has no `max`, file 0, line 16");
    assert_eq!(
        fault("1 / (game.players.size - 3) == 1"),
        "`1 / (game.players.size - 3)` divides by zero, file 0, line 14"
    );
    assert_eq!(
        fault("val n: Option[Int] = None\nn.get == 1"),
        "the option is empty: `get` finds nothing in it, file 0, line 15"
    );
    assert_eq!(
        fault("game.name match\n  case \"Big\" => true"),
        "no case of this `match` fits `Little`, file 0, line 14"
    );
}

#[test]
fn wrong_types_are_reported_in_words_of_scala() {
    assert_eq!(wrong("player.name"), "1:1 rule-type: expected a `Boolean`, found a `String`");
    assert_eq!(
        wrong("player.points > \"1\""),
        "1:1 rule-type: `>` cannot compare an `Int` with a `String`; numbers have an order, and so have texts"
    );
    assert_eq!(
        wrong("player.pionts > 1"),
        "1:8 unknown-property: a `Player` has no `pionts`; did you mean `points`?"
    );
    assert_eq!(
        wrong("plyer.points > 1"),
        "1:1 unknown-word: nothing here is called `plyer`; did you mean `player`?"
    );
    assert_eq!(
        wrong("game.table.trump == \"Cups\""),
        "1:1 rule-type: an `Option[String]` is never equal to a `String`; an option may be empty: write `.contains(...)`, or compare with `Some(...)`"
    );
    assert_eq!(
        wrong("game.players.filter(_.points).isEmpty"),
        "1:21 rule-type: expected a `Boolean`, found an `Int`"
    );
    assert_eq!(
        wrong("game.players.map(p => p.name.sum).isEmpty"),
        "1:30 unknown-property: a `String` has no `sum`"
    );
    assert_eq!(
        wrong("game.players.map((a, b) => a).isEmpty"),
        "1:18 rule-parameters: expected a function of 1 parameter (`Player`), found 2"
    );
    assert_eq!(
        wrong("player.hand.isEmpty"),
        "1:13 unknown-property: a `Hand` has no `isEmpty`; write `.cards` before it"
    );
    assert_eq!(wrong("game.players.take().isEmpty"), "1:14 rule-parameters: `take` needs 1 value, found 0");
    assert_eq!(
        wrong("if true then 1 else \"a\""),
        "1:21 rule-type: one way gives an `Int`, another a `String`"
    );
}

#[test]
fn things_that_people_write() {
    all_hold(&[
        "game.players.indexOf(player) % 2 == 0 || game.players.indexOf(player) == 1",
        "game.players.sortBy(p => -p.points).head.points == 1 && game.players.filterNot(_ == player).size == 2",
        "val isCup: Card => Boolean = c => c.suit == \"Cups\"\ngame.table.playedCards.count(isCup) == 2",
        "def beats(a: Int, b: Int): Boolean =\n  if a > b then\n    true\n  else\n    false\nbeats(2, 1) && !beats(1, 2)",
        "val cards = (p: Player) => p.playedCards\ncards(player).size == 1",
        "val held = (p: Player) => p.hand.cards\nheld(player).isEmpty && game.players.map(held).flatten.isEmpty",
        "List(0, 2).map(game.players(_)).map(_.name) == List(\"Ann\", \"Cid\")",
        "game.table.playedCards.filter(_.suit == \"Swords\") match\n  case Nil => true\n  case cards => cards.size > 9",
        "val both = game.table.playedCards ::: player.hand.cards\nboth.size == 3 && (player.hand.cards ++ game.table.cardsOnTable).isEmpty",
        "val some = if player.hand.cards.isEmpty then game.table.cardsOnTable else player.hand.cards\nsome.isEmpty",
        "player.hand.cards == game.table.cardsOnTable && game.players == game.players",
        "game.players.forall(p => game.players.exists(q => q != p))",
        "{\n  val n = 3\n  n == 3\n}",
        "if (game.players.size > 2)\ntrue\nelse\nfalse",
        "val a = 1\r\nval b = 2\r\na + b == 3",
        "val x = 3 // three\nval y = /* four */ 4\nx + y == 7",
        "Some(player).contains(player) && Option(3).isDefined",
        "List(\"Ann\", \"Bob\", \"Cid\").contains(player.name) && player.name.head != 'Z'",
        "game.table.playedCards.map(c => c.rank match\n  case \"Ace\" => 11\n  case \"King\" => 4\n  case _ => 0\n).sum == 15",
        "game.table.playedCards.map(_.suit).toSet == Set(\"Cups\", \"Coins\")",
        "game.table.playedCards.groupBy(_.suit).map((suit, cards) => cards.size).sum == 3",
        "game.table.playedCards.groupBy(_.suit).values.maxBy(_.size).size == 2",
        "(1 to 3).map(n => n * n).sum == 14 && (1 until 4).exists(_ == 3)",
    ]);
}
