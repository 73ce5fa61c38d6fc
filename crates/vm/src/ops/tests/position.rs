//! What counts as the same position.

use crate::tests::{HAND, STOCK, World, n, text};
use bytecode::layout::{header, object};
use bytecode::word::{self, Kind, NULL};
use language::catalogue::Builtin;

const N: usize = object::PIECE_FIELDS;

fn now(w: &mut World) -> u64 {
    w.run(Builtin::PositionOf, &[])
}

/// A world with pieces a to d made in that order or the other, on tiles 0 to 3.
fn four(order: [u64; 4]) -> (World, [u64; 4]) {
    let mut w = World::new();
    let mut pieces = [0; 4];
    for t in order {
        let p = w.mark();
        w.words[p as usize + N] = n(t as f64);
        w.run(Builtin::BoardPlace, &[0, p, t]);
        pieces[t as usize] = p;
    }
    (w, pieces)
}

#[test]
fn it_does_not_matter_which_object_stands_where() {
    let (mut a, _) = four([0, 1, 2, 3]);
    let (mut b, _) = four([3, 1, 0, 2]);
    assert_eq!(now(&mut a), now(&mut b));
}

#[test]
fn the_position_of_a_board_is_that_of_its_pieces() {
    let of = |w: &mut World, board| w.run(Builtin::BoardPosition, &[board]);
    let (mut a, p) = four([0, 1, 2, 3]);
    let (mut b, _) = four([3, 1, 0, 2]);
    let (grid, track) = (of(&mut a, 0), of(&mut a, 1));
    assert_eq!(grid, of(&mut b, 0));
    assert_ne!(grid, track);
    a.words[bytecode::layout::header::ACTIVE] = word::player(1);
    assert_eq!(of(&mut a, 0), grid);
    a.run(Builtin::BoardPlace, &[1, p[0], 9]);
    assert_ne!(of(&mut a, 0), grid);
    assert_ne!(of(&mut a, 1), track);
}

#[test]
fn everything_that_makes_a_position_counts() {
    let (mut w, p) = four([0, 1, 2, 3]);
    let mut seen = vec![now(&mut w)];
    let mut changed = |w: &mut World, what: &str| {
        let h = now(w);
        assert!(!seen.contains(&h) && h != NULL, "{what}");
        seen.push(h);
    };
    w.run(Builtin::BoardPlace, &[0, p[0], 8]);
    changed(&mut w, "place");
    w.run(Builtin::ObjectAssign, &[p[0], word::player(1)]);
    changed(&mut w, "owner");
    w.words[p[0] as usize + N] = n(9.0);
    changed(&mut w, "number");
    w.words[p[0] as usize + N + 1] = w.text("a rather long text");
    changed(&mut w, "text");
    w.words[p[0] as usize + N + 3] = p[1];
    changed(&mut w, "mentioned object");
    w.words[p[0] as usize + N + 3] = p[2];
    changed(&mut w, "another mentioned object");
    w.words[p[0] as usize + N + 2] = w.list(Kind::Ref, &[p[1]]);
    changed(&mut w, "list");
    let friends = w.words[p[0] as usize + N + 2];
    w.run(Builtin::ListAdd, &[friends, p[2]]);
    changed(&mut w, "longer list");
    w.words[header::ACTIVE] = word::player(2);
    changed(&mut w, "active player");
    w.run(Builtin::TurnsUse, &[text("Main")]);
    changed(&mut w, "turn");
    w.run(Builtin::PhaseUse, &[text("Play")]);
    changed(&mut w, "phase");
    w.run(Builtin::ZoneAdd, &[HAND, p[3]]);
    changed(&mut w, "zone");
    w.run(Builtin::ZoneAdd, &[HAND + 2, p[3]]);
    changed(&mut w, "zone of another player");
}

#[test]
fn order_counts_in_ordered_zones_only() {
    let in_zone = |zone: u64, order: [usize; 2]| {
        let (mut w, p) = four([0, 1, 2, 3]);
        for i in order {
            w.run(Builtin::ZoneAdd, &[zone, p[i]]);
        }
        now(&mut w)
    };
    assert_ne!(in_zone(STOCK, [0, 1]), in_zone(STOCK, [1, 0]));
    assert_eq!(in_zone(HAND, [0, 1]), in_zone(HAND, [1, 0]));
}

#[test]
fn arguments_count_by_their_content() {
    let mut w = World::new();
    let (a, b) = (w.text("a long argument"), w.text("a long argument"));
    let (l, k) = (w.numbers(&[1.0, 2.0]), w.numbers(&[1.0, 2.0]));
    let of = |w: &mut World, args: &[u64]| w.call(Builtin::PositionOf, args, (args.len() / 2) as u8);
    assert_eq!(of(&mut w, &[a, 1, l, 2]), of(&mut w, &[b, 1, k, 2]));
    assert_ne!(of(&mut w, &[a, 1, l, 2]), of(&mut w, &[l, 2, a, 1]));
    assert_ne!(of(&mut w, &[n(1.0), 0]), of(&mut w, &[n(2.0), 0]));
    assert_ne!(of(&mut w, &[NULL, 0]), of(&mut w, &[]));
}
