//! Players, turns, phases, dice and cases.

use crate::FaultKind;
use crate::ops::player::*;
use crate::tests::{World, n, text as t};
use bytecode::layout::{header, seat};
use bytecode::program::Show;
use bytecode::word::{self, NULL};
use language::catalogue::Builtin;

fn active(w: &World) -> u64 {
    w.words[header::ACTIVE]
}

#[test]
fn turns_and_phases_are_found_by_name() {
    let mut w = World::new();
    assert_eq!(phase(&w.m()).unwrap(), NULL);
    w.run(Builtin::TurnsUse, &[t("Main")]);
    assert_eq!(phase(&w.m()).unwrap(), t("Draw"));
    w.run(Builtin::PhaseUse, &[t("Play")]);
    assert_eq!(phase(&w.m()).unwrap(), t("Play"));
    let turn = w.words[header::TURN];
    assert_eq!(w.run(Builtin::TurnName, &[turn]), t("Main"));
    let unknown = |what, name: &str| Err(FaultKind::Unknown(what, name.to_owned()).into());
    assert_eq!(w.call(Builtin::PhaseUse, &[t("Sleep")], 0), unknown("phase", "Sleep"));
    assert_eq!(w.call(Builtin::TurnsUse, &[t("Other")], 0), unknown("turn", "Other"));
    assert_eq!(w.call(Builtin::TurnsUse, &[t("Alone"), t("Draw")], 0), unknown("phase", "Draw"));
    w.run(Builtin::TurnsUse, &[t("Alone")]);
    assert_eq!(phase(&w.m()).unwrap(), NULL);
}

#[test]
fn passing_skips_those_who_are_out() {
    let mut w = World::new();
    w.run(Builtin::TurnsUse, &[t("Main")]);
    w.run(Builtin::TurnPass, &[word::player(2), t("Play")]);
    assert_eq!((active(&w), phase(&w.m()).unwrap()), (word::player(2), t("Play")));
    for p in [0, 1] {
        w.words[header::SIZE + seat::SIZE * p + seat::OUT] = 1;
    }
    w.run(Builtin::TurnPass, &[word::player(0)]);
    assert_eq!(active(&w), word::player(2));
    assert_eq!(w.call(Builtin::TurnPass, &[NULL], 0), Err(FaultKind::Null.into()));
    let remaining = w.run(Builtin::PlayersIn, &[]);
    assert_eq!(w.elements(remaining), [word::player(2)]);
    assert_eq!(w.run(Builtin::PlayerIsOut, &[word::player(1)]), 1);
}

#[test]
fn seats_have_names_and_teams() {
    let mut w = World::new();
    let names = [0, 1].map(|p| w.run(Builtin::PlayerName, &[word::player(p)]));
    assert_eq!(names.map(|name| w.show(name, &Show::Text)), ["Ann", "Player 2"]);
    for p in [0, 2] {
        w.words[header::SIZE + seat::SIZE * p + seat::TEAM] = 0;
    }
    let team = w.run(Builtin::PlayerTeam, &[word::player(2)]);
    let alone = w.run(Builtin::PlayerTeam, &[word::player(1)]);
    assert_eq!((w.elements(team).len(), w.elements(alone).len()), (2, 1));
    assert_eq!(w.run(Builtin::PlayerScore, &[word::player(0)]), n(0.0));
}

#[test]
fn dice_and_cases_have_what_was_declared() {
    let mut w = World::new();
    for _ in 0..50 {
        let roll = word::to_number(w.run(Builtin::RandomRoll, &[n(6.9)]));
        assert!((1.0..=6.0).contains(&roll) && roll.fract() == 0.0);
        assert!([n(1.0), n(2.5)].contains(&w.run(Builtin::DiceRoll, &[0])));
    }
    assert!(w.call(Builtin::RandomRoll, &[n(0.5)], 0).is_err());
    let cases = w.run(Builtin::EnumAll, &[0]);
    assert_eq!(w.show_list(cases, Show::Case(0)), "{ Cups, Coins }");
    assert_eq!(w.run(Builtin::EnumNamed, &[0, t("Coins")]), 1);
    assert_eq!(w.run(Builtin::EnumNamed, &[0, t("Gold")]), NULL);
    assert_eq!(w.run(Builtin::CaseName, &[1]), t("Coins"));
    assert_eq!(w.run(Builtin::CaseIndex, &[1]), n(1.0));
    assert_eq!(w.call(Builtin::CaseName, &[NULL], 0), Err(FaultKind::Null.into()));
}
