//! What rules can see of a game: cards, players, hands, the table, the game. This is where the names of the library
//! that carries the game stand.

use super::{Known, known};
use crate::cge::lambda::calls::Use;
use crate::cge::lambda::check::{Before, Checker, Low};
use crate::cge::lambda::types::Ty;
use language::tree::Expr as Tgdl;

pub const CARD: &[Known] = &[known("rank", 0, 0), known("suit", 0, 0), known("points", 0, 0)];

pub const PLAYER: &[Known] = &[
    known("name", 0, 0),
    known("hand", 0, 0),
    known("playedCards", 0, 0),
    known("takenCards", 0, 0),
    known("points", 0, 0),
    known("score", 0, 0),
    known("team", 0, 0),
    known("tricks", 0, 0),
    known("bid", 0, 0),
];

pub const HAND: &[Known] = &[known("cards", 0, 0), known("getHighestCard", 1, 1)];

pub const TABLE: &[Known] = &[
    known("deck", 0, 0),
    known("trump", 0, 0),
    known("cardsOnTable", 0, 0),
    known("handRules", 0, 0),
    known("doesCardWinHand", 1, 1),
    known("playedCards", 0, 0),
    known("suits", 0, 0),
    known("ranks", 0, 0),
];

pub const GAME: &[Known] = &[
    known("name", 0, 0),
    known("players", 0, 0),
    known("table", 0, 0),
    known("turn", 0, 0),
    known("winners", 0, 0),
    known("playingRules", 0, 0),
    known("winConditions", 0, 0),
    known("canPlayCard", 2, 2),
];

/// The type of a rule that says which cards may be played.
pub fn playing_rule() -> Ty {
    Ty::Function(vec![Ty::Table, Ty::Player, Ty::Card], Box::new(Ty::Boolean))
}

/// The type of a rule that says which card takes a trick.
pub fn hand_rule() -> Ty {
    let params = vec![Ty::list(Ty::Card), Ty::Card, Ty::option(Ty::String), Ty::list(Ty::String)];
    Ty::Function(params, Box::new(Ty::Boolean))
}

/// The type of a rule that says who wins.
pub fn win_condition() -> Ty {
    Ty::Function(vec![Ty::Game, Ty::Player], Box::new(Ty::Boolean))
}

pub fn card(checker: &mut Checker, used: &Use) -> Low {
    checker.make.at = used.span;
    let ty = if used.name.text == "points" { checker.facts.points.clone() } else { Ty::String };
    Low::new(checker.make.member(used.of.expr.clone(), &used.name.text), ty)
}

pub fn player(checker: &mut Checker, used: &Use) -> Low {
    checker.make.at = used.span;
    let who = used.of.expr.clone();
    match used.name.text.as_str() {
        "name" => Low::new(checker.make.member(who, "name"), Ty::String),
        // The hand of a player is known by the player.
        "hand" => Low::new(who, Ty::Hand),
        "playedCards" => Low::new(of_library(checker, "played", vec![who]), Ty::list(Ty::Card)),
        "takenCards" => zone(checker, "taken", who),
        "points" => Low::new(of_library(checker, "points", vec![who]), checker.facts.points.clone()),
        "score" => Low::new(checker.make.member(who, "score"), Ty::Int),
        "tricks" | "bid" => {
            let name = if used.name.text == "bid" { "bids" } else { "won" };
            let all = attribute(checker, name);
            let ty = if name == "bids" { Ty::option(Ty::Int) } else { Ty::Int };
            Low::new(checker.make.index(all, who), ty)
        }
        _ => Low::new(checker.make.member(who, "team"), Ty::list(Ty::Player)),
    }
}

/// A hand, or the deck.
pub fn hand(checker: &mut Checker, used: &Use, before: &mut Before) -> Low {
    if used.name.text == "cards" {
        checker.make.at = used.span;
        if used.of.ty == Ty::Hand {
            return zone(checker, "hand", used.of.expr.clone());
        }
        let stock = checker.make.var("stock");
        return Low { is_zone: true, ..Low::new(stock, Ty::list(Ty::Card)) };
    }
    let Some(cards) = used.values.first() else { return checker.wrong(used.span) };
    let cards = checker.typed(cards, &Ty::list(Ty::Card), before);
    checker.make.at = used.span;
    Low::new(of_library(checker, "highest", vec![cards.expr]), Ty::option(Ty::Card))
}

pub fn table(checker: &mut Checker, used: &Use, before: &mut Before) -> Low {
    checker.make.at = used.span;
    match used.name.text.as_str() {
        "deck" => Low::new(checker.make.null(), Ty::Deck),
        "trump" => Low::new(attribute(checker, "trump"), Ty::option(Ty::String)),
        "handRules" => Low::new(attribute(checker, "taking"), Ty::list(hand_rule())),
        "playedCards" => Low::new(attribute(checker, "history"), Ty::list(Ty::Card)),
        "suits" | "ranks" => Low::new(attribute(checker, &used.name.text), Ty::list(Ty::String)),
        "cardsOnTable" => {
            let trick = checker.make.var("trick");
            Low { is_zone: true, ..Low::new(trick, Ty::list(Ty::Card)) }
        }
        _ => {
            let Some(card) = used.values.first() else { return checker.wrong(used.span) };
            let card = checker.typed(card, &Ty::Card, before);
            checker.make.at = used.span;
            let trick = checker.make.var("trick");
            Low::new(of_library(checker, "wins", vec![trick, card.expr]), Ty::Boolean)
        }
    }
}

pub fn game(checker: &mut Checker, used: &Use, before: &mut Before) -> Low {
    checker.make.at = used.span;
    match used.name.text.as_str() {
        "name" => {
            let name = checker.facts.name.clone();
            Low::new(checker.make.text(&name), Ty::String)
        }
        "players" => Low::new(of_players(checker, "all"), Ty::list(Ty::Player)),
        "table" => Low::new(checker.make.null(), Ty::Table),
        "turn" => Low::new(of_players(checker, "active"), Ty::Player),
        "winners" => Low::new(of_library(checker, "winners", Vec::new()), Ty::list(Ty::Player)),
        "playingRules" => Low::new(attribute(checker, "playing"), Ty::list(playing_rule())),
        "winConditions" => Low::new(attribute(checker, "winning"), Ty::list(win_condition())),
        _ => {
            let [who, card] = used.values else { return checker.wrong(used.span) };
            let who = checker.typed(who, &Ty::Player, before);
            let card = checker.typed(card, &Ty::Card, before);
            checker.make.at = used.span;
            Low::new(of_library(checker, "mayPlay", vec![who.expr, card.expr]), Ty::Boolean)
        }
    }
}

/// `zone(who)`
fn zone(checker: &mut Checker, name: &str, who: Tgdl) -> Low {
    let zone = checker.make.function(name, vec![who]);
    Low { is_zone: true, ..Low::new(zone, Ty::list(Ty::Card)) }
}

fn attribute(checker: &mut Checker, name: &str) -> Tgdl {
    let library = checker.make.var("Tricks");
    checker.make.member(library, name)
}

fn of_library(checker: &mut Checker, name: &str, values: Vec<Tgdl>) -> Tgdl {
    let callee = attribute(checker, name);
    checker.make.call(callee, values)
}

fn of_players(checker: &mut Checker, name: &str) -> Tgdl {
    let player = checker.make.var("player");
    checker.make.method(player, name, Vec::new())
}
