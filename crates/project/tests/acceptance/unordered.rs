//! Where things lie in no order, the order in which they came is told to nobody: what may be chosen of them reads alike
//! in worlds that differ in that alone.

use crate::kit::{game, play, program};
use engine::Match;
use engine::tabletop::Tabletop;
use engine::view::Viewer;
use std::fmt::Debug;

/// As text, which must be there.
fn text<E: Debug>(of: Result<impl Debug, E>) -> String {
    format!("{:#?}", of.unwrap())
}

/// All that a viewer is sent: the table and the view, what happened last, the log and what may be chosen.
fn sent(now: &Match, viewer: Viewer) -> String {
    let observer = now.observer(viewer);
    let mut all = format!("{:#?}\n{:#?}\n{:#?}", observer.tabletop(), observer.trace(), observer.log());
    match viewer {
        Viewer::Seat(p) => {
            let seat = now.seat(p);
            all += &format!("{:#?}", seat.view());
            if seat.is_asked().is_ok() {
                all += &text(seat.ask());
                all += &text(seat.next_part(&[]));
                all += &text(seat.parts_of(0));
                all += &format!("{:#?}", seat.moves_up_to(200).ok());
            }
        }
        Viewer::Spectator => all += &format!("{:#?}", now.view(None)),
    }
    all
}

/// Seat 0 chooses in secret in which order cards come to the heap, and chips and marks are made; then it is seat 1's turn.
fn rules(from: &str, action: &str) -> String {
    let items = format!(
        "enum Rank {{ Ace, Two, Three, Four, Five, Six }}
        interactable Card {{ Rank rank; number made = 0; }}
        interactable Chip {{ Rank rank; Card of; }}
        interactable Mark {{ number worth = 1; Card of; }}
        zone row of Card {{ visible all; ordered; }}
        zone heap of Card {{ visible all; }}
        zone chips of Chip {{ visible all; }}
        zone marks of Mark {{ visible all; }}
        zone hand of Card per player {{ visible owner; }}
        class Note {{ Rank rank; }}
        global class Rules {{
            action take {{
                secret input List<Card> cards count 5 ordered from {from};
                trigger PlayerChoiceEvent {{ return heap.isEmpty(); }}
                effect {{
                    for (Card c in cards) {{ chips.add(new Chip() {{ rank = c.rank, of = c }}); }}
                    for (Card c in cards) {{ heap.add(c); }}
                    for (Card c in cards) {{ marks.add(new Mark() {{ of = c }}); }}
                    for (Card c in cards) {{ c.made = 1; }}
                    for (Card c in cards) {{ new Note() {{ rank = c.rank }}; }}
                    heap.shuffle();
                    turn.pass();
                }}
            }}
            {action}
        }}"
    );
    program(&items, &format!("for (Rank r in Rank.all()) {{ {from}.add(new Card() {{ rank = r }}); }}"))
}

/// The steps that a viewer is told make of the table before them the table after them.
fn follows(before: &Tabletop, now: &Match, viewer: Viewer) {
    let mut table = before.clone();
    let observer = now.observer(viewer);
    observer.trace().iter().for_each(|step| table.apply(&step.change));
    assert_eq!(format!("{table:#?}"), format!("{:#?}", observer.tabletop()));
}

/// What these are sent after each of the moves.
fn told(text: &str, viewers: &[Viewer], moves: &[&str]) -> Vec<String> {
    let game = game(text);
    let mut all = Vec::new();
    for is_followed in [true, false] {
        let mut now = Match::start(&game, game.players().0, 1);
        if is_followed {
            now.follow();
        }
        for text in moves {
            let before = viewers.iter().map(|viewer| now.observer(*viewer).tabletop()).collect::<Vec<_>>();
            play(&mut now, text);
            if is_followed {
                before.iter().zip(viewers).for_each(|(before, viewer)| follows(before, &now, *viewer));
            }
            all.extend(viewers.iter().map(|viewer| sent(&now, *viewer)));
        }
    }
    all
}

const TAKEN: [&str; 2] = ["take Two, Three, Four, Five, Six", "take Six, Four, Five, Three, Two"];

/// The same is told to all but seat 0, whatever that has chosen.
fn tells_nothing(action: &str, moves: &[&str]) -> Vec<String> {
    let mut last = Vec::new();
    for from in ["row", "hand(0)"] {
        let text = rules(from, action);
        let both = TAKEN.map(|taken| [&[taken], moves].concat());
        let [one, other] =
            both.each_ref().map(|moves| told(&text, &[Viewer::Seat(1), Viewer::Spectator], moves));
        same(&one, &other, &format!("{from}: {action}"));
        let [own, others] = both.each_ref().map(|moves| told(&text, &[Viewer::Seat(0)], moves));
        assert_ne!(own, others, "seat 0 knows what it has chosen");
        last = one;
    }
    last
}

/// Texts are the same line by line.
fn same(all: &[String], others: &[String], of: &str) {
    assert_eq!(all.len(), others.len(), "{of}");
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
    let actions: [(&str, &[&str]); 12] = [
        ("input Card c from heap;", &["pick Five"]),
        ("input Chip c from chips;", &["pick Two"]),
        ("input Chip c;", &["pick Two"]),
        ("input Mark c from marks;", &["pick 1"]),
        ("input List<Card> c count 2 from heap;", &["pick Five, Two"]),
        ("input List<Card> c count any from heap where c.rank != Rank.Ace;", &["pick Six, Two"]),
        ("input List<Chip> c count 2 from chips;", &["pick Five, Two"]),
        ("auto input List<Card> c from heap;", &[]),
        ("optional input Card c from heap;", &["pick none"]),
        ("input Rank r; input Card c from heap where c.rank != r;", &["pick Ace Two"]),
        ("input Card c from heap; input number n from 1..100000;", &["pick Five 77"]),
        ("input Card c from heap; input List<Chip> d count 2 from chips;", &["pick Five Six, Two"]),
    ];
    for (inputs, moves) in actions {
        let action = format!("action pick {{ {inputs} {ASKED} effect {{ turn.pass(); }} }}");
        tells_nothing(&action, moves);
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
        tells_nothing(&action, moves);
    }
}

#[test]
fn a_sentence_that_names_a_zone_does_not_tell_in_which_order_things_came() {
    let action = format!(
        "action say {{ {ASKED} effect {{ tell \"{{heap}} lie there, and {{chips}}, {{heap.sortBy(c => c.rank.index)}}\"; turn.pass(); }} }}"
    );
    let told = tells_nothing(&action, &["say"]);
    // By their names, and as the author has sorted them.
    let wanted =
        "Five, Four, Six, Three, Two lie there, and Five, Four, Six, Three, Two, Two, Three, Four, Five, Six";
    assert!(told.iter().any(|text| text.contains(wanted)), "{told:?}");
}

/// Where so many ways are not listed one by one, they stand in that order all the same, also behind another part.
#[test]
fn many_ways_do_not_tell_in_which_order_things_came() {
    for inputs in [
        "input List<Card> cards count 8 from heap;",
        "input Card one from heap; input List<Card> cards count 8 from heap where one.worth > 0;",
    ] {
        let items = format!(
            "interactable Card {{ number worth; string name = \"a long name for a card of that worth\"; }}
            zone row of Card {{ visible all; ordered; }}
            zone heap of Card {{ visible all; }}
            global class Rules {{
                action take {{
                    secret input List<Card> cards count 5 ordered from row;
                    trigger PlayerChoiceEvent {{ return heap.isEmpty(); }}
                    effect {{ for (Card c in cards) {{ heap.add(c); }} for (Card c in row) {{ heap.add(c); }} turn.pass(); }}
                }}
                action pick {{
                    {inputs}
                    trigger PlayerChoiceEvent {{ return !heap.isEmpty(); }}
                    effect {{ turn.pass(); }}
                }}
            }}"
        );
        let setup = "for (number n in 1..30) { row.add(new Card() { worth = n, name = \"a card worth {n}, with a long name\" }); }";
        let text = program(&items, setup);
        let game = game(&text);
        let order: Vec<u32> = (3..8).collect();
        let mut other = order.clone();
        other.reverse();
        other.swap(0, 2);
        let [one, other] = [order, other].map(|order| {
            let names = order.iter().map(|n| format!("a card worth {n}, with a long name"));
            let mut now = Match::start(&game, 2, 1);
            now.follow();
            play(&mut now, &format!("take {}", names.collect::<Vec<_>>().join(", ")));
            let seat = now.seat(1);
            let first: Vec<String> = (0..3).map(|n| format!("{:?}", seat.parts_of(n).unwrap())).collect();
            vec![text_of(&seat.ask().unwrap()), text_of(&seat.next_part(&[]).unwrap()), first.join("\n")]
        });
        same(&one, &other, inputs);
    }
}

fn text_of(of: &impl Debug) -> String {
    format!("{of:#?}")
}
