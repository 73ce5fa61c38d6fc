//! Where things lie in no order, the order in which they came is told to nobody: what may be chosen of them reads alike
//! in worlds that differ in that alone.

use crate::kit::{game, play, program};
use engine::Match;
use engine::view::Viewer;

/// All that a viewer is sent: the table and the view, what happened last, the log and what may be chosen.
fn sent(now: &Match, viewer: Viewer) -> String {
    let observer = now.observer(viewer);
    let seen = match viewer {
        Viewer::Seat(p) => {
            let seat = now.seat(p);
            format!("{:#?}\n{:#?}\n{:#?}", seat.view(), seat.moves_up_to(50).ok(), seat.ask().ok())
        }
        Viewer::Spectator => format!("{:#?}", now.view(None)),
    };
    format!("{:#?}\n{:#?}\n{:#?}\n{seen}", observer.tabletop(), observer.trace(), observer.log())
}

/// Seat 0 chooses in secret in which order cards come to the heap; then it is seat 1's turn.
fn rules(from: &str, action: &str) -> String {
    let items = format!(
        "enum Rank {{ Ace, Two, Three, Four, Five, Six }}
        interactable Card {{ Rank rank; }}
        interactable Chip {{ Rank rank; }}
        zone row of Card {{ visible all; ordered; }}
        zone heap of Card {{ visible all; }}
        zone chips of Chip {{ visible all; }}
        zone hand of Card per player {{ visible owner; }}
        global class Rules {{
            action take {{
                secret input List<Card> cards count 3 ordered from {from};
                trigger PlayerChoiceEvent {{ return heap.isEmpty(); }}
                effect {{
                    for (Card c in cards) {{ chips.add(new Chip() {{ rank = c.rank }}); }}
                    for (Card c in cards) {{ heap.add(c); }}
                    turn.pass();
                }}
            }}
            {action}
        }}"
    );
    program(&items, &format!("for (Rank r in Rank.all()) {{ {from}.add(new Card() {{ rank = r }}); }}"))
}

/// What seat 1 and those who look on are sent, before and after each of the moves.
fn told(from: &str, action: &str, taken: &str, moves: &[&str]) -> Vec<String> {
    let game = game(&rules(from, action));
    let viewers = [Viewer::Seat(1), Viewer::Spectator];
    let mut all = Vec::new();
    for is_followed in [true, false] {
        let mut now = Match::start(&game, game.players().0, 1);
        if is_followed {
            now.follow();
        }
        for text in [&[taken], moves].concat() {
            play(&mut now, text);
            all.extend(viewers.iter().map(|viewer| sent(&now, *viewer)));
        }
    }
    all
}

/// The same is told whatever was chosen.
fn keeps(action: &str, moves: &[&str]) -> Vec<String> {
    let mut last = Vec::new();
    for from in ["row", "hand(0)"] {
        let [one, other] =
            ["take Two, Five, Six", "take Six, Five, Two"].map(|taken| told(from, action, taken, moves));
        same(&one, &other, &format!("{from}: {action}"));
        last = one;
    }
    last
}

/// Texts are the same line by line.
fn same(all: &[String], others: &[String], of: &str) {
    for (k, (one, other)) in all.iter().zip(others).enumerate() {
        for (line, (one, other)) in one.lines().zip(other.lines()).enumerate() {
            assert_eq!(one, other, "{of}: text {k}, line {line}");
        }
        assert_eq!(one, other, "{of}: text {k}");
    }
}

const ASKED: &str = "trigger PlayerChoiceEvent { return !heap.isEmpty(); }";

#[test]
fn what_may_be_chosen_does_not_tell_in_which_order_it_came() {
    let actions: [(&str, &[&str]); 9] = [
        ("input Card c from heap;", &["pick Five"]),
        ("input Chip c from chips;", &["pick Two"]),
        ("input Chip c;", &["pick Two"]),
        ("input List<Card> c count 2 from heap;", &["pick Five, Two"]),
        ("input List<Card> c count any from heap where c.rank != Rank.Ace;", &["pick Six, Two"]),
        ("input List<Chip> c count 2 from chips;", &["pick Five, Two"]),
        ("auto input List<Card> c from heap;", &[]),
        ("optional input Card c from heap;", &["pick none"]),
        ("input Rank r; input Card c from heap where c.rank != r;", &["pick Ace Two"]),
    ];
    for (inputs, moves) in actions {
        let action = format!("action pick {{ {inputs} {ASKED} effect {{ turn.pass(); }} }}");
        keeps(&action, moves);
    }
}

#[test]
fn what_is_asked_in_an_effect_does_not_tell_in_which_order_it_came() {
    let asked: [(&str, &[&str]); 4] = [
        ("choose Card from heap", &["look", "Five"]),
        ("choose List<Card> count 2 from heap", &["look", "Five, Two"]),
        ("choose List<Card> count 1..2 ordered from heap", &["look", "Five, Two"]),
        ("choose Chip from chips", &["look", "Two"]),
    ];
    for (asked, moves) in asked {
        let action = format!("action look {{ {ASKED} effect {{ {asked}; turn.pass(); }} }}");
        keeps(&action, moves);
    }
}

#[test]
fn a_sentence_that_names_a_zone_does_not_tell_in_which_order_things_came() {
    let action = format!(
        "action say {{ {ASKED} effect {{ tell \"{{heap}} lie there, and {{chips}}\"; turn.pass(); }} }}"
    );
    let told = keeps(&action, &["say"]);
    assert!(
        told.iter().any(|text| text.contains("Five, Six, Two lie there, and Five, Six, Two")),
        "{told:?}"
    );
}

/// Where so many ways are not listed one by one, they stand in that order all the same.
#[test]
fn many_ways_do_not_tell_in_which_order_things_came() {
    let setup = "for (number n in 1..40) { row.add(new Card() { worth = n }); }";
    let items = "
        interactable Card { number worth; }
        zone row of Card { visible all; ordered; }
        zone heap of Card { visible all; }
        global class Rules {
            action take {
                secret input List<Card> cards count 2 ordered from row;
                trigger PlayerChoiceEvent { return heap.isEmpty(); }
                effect { for (Card c in cards) { heap.add(c); } for (Card c in row) { heap.add(c); } turn.pass(); }
            }
            action pick {
                input List<Card> cards count 8 from heap;
                trigger PlayerChoiceEvent { return !heap.isEmpty(); }
                effect { turn.pass(); }
            }
        }";
    let game = game(&program(items, setup));
    let [one, other] = ["take 7, 9", "take 9, 7"].map(|text| {
        let mut now = Match::start(&game, 2, 1);
        now.follow();
        play(&mut now, text);
        let seat = now.seat(1);
        let first: Vec<String> = (0..3).map(|n| format!("{:?}", seat.parts_of(n))).collect();
        format!("{:#?} {:#?} {:#?} {first:?}", seat.ask().ok(), seat.next_part(&[]).ok(), seat.why("pick 1"))
    });
    assert_eq!(one, other);
}
