//! The search in toy games whose values are known, each for one mistake that searches make.

use super::arithmetic::gumbel;
use super::{Mean, Opinion, Playouts, Search, Source, World};
use crate::recipe::Replies;
use crate::{RECIPES, Recipe};
use base::Random;

/// What comes after the moves so far, in a world of a number that not all know.
enum Node {
    /// A seat decides between so many moves.
    Decide(u32, usize),
    /// The same, but others do not see the choice.
    Sealed(u32, usize),
    /// Chance drew so many ways.
    Chance(u64),
    /// A deal has ended, which is worth so much to the first seat.
    Deal(f32),
    Over(Vec<f32>),
}

/// A move that is called the same at all times.
const FAMOUS: u64 = 29;

/// Of so many moves all but the first differ in a number alone.
const AMOUNTS: usize = 41;

const FLAT: Recipe = Recipe { is_flat: true, ..*Recipe::USUAL };

type Rules = fn(&[u64], u64) -> Node;

/// Which seats know the number of the world.
type Knows = fn(u32) -> bool;

#[derive(Clone, Debug)]
struct Toy {
    rules: Rules,
    knows: Knows,
    seats: usize,
    world: u64,
    path: Vec<u64>,
    random: Random,
    had_chance: bool,
    /// What the first deal was worth that has ended.
    dealt: Option<f32>,
    /// The work for a move.
    cost: u64,
    /// Names what the moves so far have led to; then moves are called the same at all times.
    state: Option<fn(&[u64]) -> u64>,
    /// The last of four decisions is between what the first two took, in that order.
    lists_by_age: bool,
}

impl Toy {
    /// What a listed move takes.
    fn taken(&self, i: usize) -> u64 {
        if self.lists_by_age && self.path.len() == 3 { self.path[i] } else { i as u64 }
    }

    fn go_on(&mut self) {
        loop {
            let drawn = match (self.rules)(&self.path, self.world) {
                Node::Chance(ways) => self.random.below(ways),
                Node::Deal(worth) => {
                    self.dealt.get_or_insert(worth);
                    0
                }
                _ => return,
            };
            self.path.push(drawn);
            self.had_chance = true;
        }
    }
}

impl World for Toy {
    fn seats(&self) -> usize {
        self.seats
    }
    fn decider(&self) -> Option<u32> {
        match (self.rules)(&self.path, self.world) {
            Node::Decide(seat, _) | Node::Sealed(seat, _) => Some(seat),
            _ => None,
        }
    }
    fn settle(&mut self) {}
    fn list(&mut self) -> usize {
        match (self.rules)(&self.path, self.world) {
            Node::Decide(_, count) | Node::Sealed(_, count) => count,
            _ => 0,
        }
    }
    fn key(&self, i: usize) -> u64 {
        match self.taken(i) {
            FAMOUS => FAMOUS,
            i if self.state.is_some() => 1000 + i,
            i => (self.path.len() as u64 + 1) * 1000 + i,
        }
    }
    fn families(&self) -> Vec<u64> {
        match self.clone().list() {
            AMOUNTS => (0..AMOUNTS).map(|i| self.key(i.min(1))).collect(),
            _ => Vec::new(),
        }
    }
    fn key_as_seen(&self, i: usize, _: u32) -> u64 {
        self.key(i)
    }
    fn play_listed(&mut self, i: usize) {
        self.had_chance = false;
        self.path.push(self.taken(i));
        self.go_on();
    }
    fn number(&self, i: usize) -> u32 {
        i as u32
    }
    fn play_named(&mut self, number: u32, key: u64) -> bool {
        let number = number as usize;
        let found = match number < self.list() && self.key(number) == key {
            true => Some(number),
            false => (0..self.list()).find(|i| self.key(*i) == key),
        };
        found.into_iter().for_each(|i| self.play_listed(i));
        found.is_some()
    }
    fn play_preferred(
        &mut self,
        random: &mut Random,
        worth: &mut dyn FnMut(u64) -> f32,
    ) -> Option<(u64, u32)> {
        let mover = self.decider()?;
        let n = self.list();
        let offset = random.below(n as u64) as usize;
        let best = (offset..n).chain(0..offset).rev().max_by(|a, b| {
            let (a, b) = (self.key(*a), self.key(*b));
            worth(a).total_cmp(&worth(b))
        })?;
        let key = self.key(best);
        self.play_listed(best);
        Some((key, mover))
    }
    fn play_random(&mut self, random: &mut Random) -> bool {
        let count = self.list();
        if count > 0 {
            self.play_listed(random.below(count as u64) as usize);
        }
        count > 0
    }
    fn had_chance(&self) -> bool {
        self.had_chance
    }
    fn is_sealed(&self) -> bool {
        matches!((self.rules)(&self.path, self.world), Node::Sealed(..))
    }
    fn seen(&mut self, seat: u32) -> u64 {
        if (self.knows)(seat) { self.world } else { 99 }
    }
    fn seen_by_spectators(&mut self) -> u64 {
        99
    }
    fn state_key(&self) -> u64 {
        let way = |path: &[u64]| path.iter().fold(7, |hash, x| hash * 31 + x);
        self.state.map_or_else(|| way(&self.path), |state| state(&self.path))
    }
    fn payoff(&self, into: &mut [f32]) {
        match (self.rules)(&self.path, self.world) {
            Node::Over(payoff) => into.copy_from_slice(&payoff),
            _ => into.fill(0.5),
        }
    }
    fn scores(&self) -> Vec<f64> {
        Vec::new()
    }
    fn is_new_deal(&self, _: &[f64]) -> bool {
        self.dealt.is_some()
    }
    fn usual_length(&self) -> Option<u32> {
        None
    }
    fn work(&self) -> u64 {
        self.path.len() as u64 * self.cost
    }
    fn estimate(&self, _: &[f64], into: &mut [f32]) {
        into.fill(0.5);
        if let (Some(worth), [first, second]) = (self.dealt, into) {
            (*first, *second) = (worth, 1.0 - worth);
        }
    }
    fn are_together(&self) -> bool {
        false
    }
}

/// What the first seat may expect of a position, as somebody believes.
type Believes = fn(&[u64]) -> f32;

fn knows_nothing(_: &[u64]) -> f32 {
    0.5
}

struct Drawn {
    toy: Toy,
    worlds: u64,
    believes: Option<Believes>,
}

impl Source for Drawn {
    type World = Toy;
    fn first(&mut self) -> Toy {
        self.toy.clone()
    }
    fn draw(&mut self, seed: u64, into: &mut Toy) {
        into.clone_from(&self.toy);
        into.random = Random::new(seed);
        into.world = into.random.below(self.worlds);
        into.go_on();
    }
    fn hides(&self) -> bool {
        self.worlds > 1 || (self.toy.rules)(&[], 0).is_sealed()
    }
    fn can_judge(&self) -> bool {
        self.believes.is_some()
    }
    fn judge(&mut self, world: &mut Toy, into: &mut [f32]) {
        if let (Some(believes), [first, second]) = (self.believes, into) {
            *first = believes(&world.path);
            *second = 1.0 - *first;
        }
    }
}

impl Node {
    fn is_sealed(&self) -> bool {
        matches!(self, Node::Sealed(..))
    }
}

struct Task {
    rules: Rules,
    knows: Knows,
    seats: usize,
    worlds: u64,
}

fn open(rules: Rules) -> Task {
    Task { rules, knows: |_| true, seats: 2, worlds: 1 }
}

fn search(task: &Task, seed: u64) -> Search<Drawn> {
    search_by(task, Recipe::USUAL, None, seed)
}

fn search_by(task: &Task, recipe: &'static Recipe, believes: Option<Believes>, seed: u64) -> Search<Drawn> {
    let &Task { rules, knows, seats, worlds } = task;
    let random = Random::new(0);
    let (path, had_chance, dealt, cost) = (Vec::new(), false, None, 1);
    let toy = Toy {
        rules,
        knows,
        seats,
        world: 0,
        path,
        random,
        had_chance,
        dealt,
        cost,
        state: None,
        lists_by_age: false,
    };
    let count = toy.clone().list();
    let keys = (0..count).map(|i| toy.key(i)).collect();
    Search::new(Drawn { toy, worlds, believes }, 0, keys, recipe, seed)
}

fn after(task: &Task, simulations: u32) -> Opinion {
    let mut search = search(task, 1);
    (0..simulations).for_each(|_| search.simulate());
    search.opinion()
}

/// What the search thinks of a move.
fn value(opinion: &Opinion, number: usize) -> f64 {
    opinion.moves.iter().find(|m| m.number == number).unwrap().value
}

fn best(opinion: &Opinion) -> usize {
    opinion.moves[0].number
}

fn win(seat: usize) -> Node {
    let mut payoff = vec![0.0; 2];
    payoff[seat] = 1.0;
    Node::Over(payoff)
}

fn draw() -> Node {
    Node::Over(vec![0.5; 2])
}

#[test]
fn a_value_belongs_to_whoever_chose_also_where_a_player_moves_twice() {
    // After move 0 the same player moves once more and can win; after move 1 the other one can.
    let task = open(|path, _| match path {
        [] => Node::Decide(0, 2),
        [0] => Node::Decide(0, 2),
        [1] => Node::Decide(1, 2),
        [0, 1] => Node::Over(vec![0.9, 0.1]),
        [1, 1] => win(1),
        _ => draw(),
    });
    let opinion = after(&task, 200);
    assert_eq!(best(&opinion), 0);
    assert!(opinion.moves[0].is_proven && opinion.moves[0].value > 0.89, "{opinion:?}");
    // The other one can hold it to a half at least.
    assert!(value(&opinion, 1) <= 0.51, "{opinion:?}");
}

#[test]
fn a_draw_is_better_than_a_loss_and_worse_than_a_win() {
    let task = open(|path, _| match path {
        [] => Node::Decide(0, 3),
        [0] => win(1),
        [1] => draw(),
        [2] => Node::Decide(1, 2),
        [2, 0] => win(1),
        _ => win(0),
    });
    let opinion = after(&task, 100);
    assert_eq!((best(&opinion), value(&opinion, 1)), (1, 0.5));
    assert_eq!((value(&opinion, 0), value(&opinion, 2)), (0.0, 0.0), "{opinion:?}");
}

#[test]
fn nothing_is_proven_through_chance() {
    let task = open(|path, _| match path {
        [] => Node::Decide(0, 2),
        [0] => Node::Chance(4),
        // Three times of four.
        [0, chance] => win(usize::from(*chance == 0)),
        [1] => Node::Decide(1, 2),
        _ => draw(),
    });
    let opinion = after(&task, 2000);
    assert_eq!(best(&opinion), 0);
    assert!(!opinion.moves[0].is_proven && (0.7..0.8).contains(&opinion.moves[0].value), "{opinion:?}");
    assert_eq!(value(&opinion, 1), 0.5);
}

#[test]
fn many_amounts_are_not_chosen_because_one_of_them_was_lucky() {
    // Twelve times of twenty, and else half of the times.
    let task = open(|path, _| match path {
        [] => Node::Decide(0, AMOUNTS),
        [_] => Node::Chance(20),
        [0, chance] => win(usize::from(*chance >= 12)),
        [_, chance] => win(usize::from(*chance >= 10)),
        _ => draw(),
    });
    for seed in 0..20 {
        let mut search = search(&task, seed);
        (0..800).for_each(|_| search.simulate());
        let opinion = search.opinion();
        assert_eq!(best(&opinion), 0, "{seed}: {:?}", opinion.moves);
        let tried = opinion.moves.iter().filter(|m| m.visits > 0).count();
        assert!(tried <= 25, "{seed}: {tried} were looked at");
    }
}

#[test]
fn the_shortest_win_is_chosen_and_the_longest_loss() {
    // Move 0 wins after four more forced choices, move 1 at once.
    let wins = open(|path, _| match path {
        [] => Node::Decide(0, 2),
        [1] => win(0),
        [0, _, _, _, _] => win(0),
        path => Node::Decide(u32::from(path.len() % 2 == 1), 2),
    });
    assert_eq!(best(&after(&wins, 300)), 1);
    let loses = open(|path, _| match path {
        [] => Node::Decide(0, 2),
        [1] => win(1),
        [0, _, _, _, _] => win(1),
        path => Node::Decide(u32::from(path.len() % 2 == 1), 2),
    });
    assert_eq!(best(&after(&loses, 300)), 0);
}

#[test]
fn nothing_is_proven_in_one_world_where_others_may_be_the_one() {
    // Each move wins in one world and loses in the other, at once; the third is worth a little more than a half.
    let task = Task {
        rules: |path, world| match path {
            [] => Node::Decide(0, 3),
            [2] => Node::Over(vec![0.6, 0.4]),
            [guess] => win(usize::from(*guess != world)),
            _ => draw(),
        },
        knows: |seat| seat == 1,
        seats: 2,
        worlds: 2,
    };
    for recipe in RECIPES {
        let mut search = search_by(&task, recipe, Some(knows_nothing), 1);
        (0..2000).for_each(|_| search.simulate());
        let opinion = search.opinion();
        assert!(best(&opinion) == 2 && !opinion.is_certain, "{}: {opinion:?}", recipe.name);
        assert!(opinion.moves.iter().all(|m| !m.is_proven), "{}: {opinion:?}", recipe.name);
        // Worlds are drawn anew for each simulation.
        assert!([0, 1].iter().all(|guess| (0.3..0.6).contains(&value(&opinion, *guess))), "{opinion:?}");
    }
}

#[test]
fn nobody_counts_on_knowing_later_which_it_was() {
    // Move 0 gets 0.6 for sure. Move 1 asks to guess the world afterwards, which is worth a half, though in each world
    // by itself it is worth 1.
    let task = Task {
        rules: |path, world| match path {
            [] => Node::Decide(0, 2),
            [0] => Node::Over(vec![0.6, 0.4]),
            [1] => Node::Decide(0, 2),
            [1, guess] => win(usize::from(*guess != world)),
            _ => draw(),
        },
        knows: |seat| seat == 1,
        seats: 2,
        worlds: 2,
    };
    let opinion = after(&task, 4000);
    assert_eq!(best(&opinion), 0, "{opinion:?}");
    assert!(value(&opinion, 1) < 0.56, "{opinion:?}");
}

#[test]
fn who_knows_more_is_expected_to_use_it() {
    // After move 1 the other one, who knows the world, names it; after move 0 one who does not know it would.
    let task = Task {
        rules: |path, world| match path {
            [] => Node::Decide(0, 2),
            [0] => Node::Over(vec![0.3, 0.7]),
            [1] => Node::Decide(1, 2),
            [1, guess] => win(usize::from(*guess == world)),
            _ => draw(),
        },
        knows: |seat| seat == 1,
        seats: 2,
        worlds: 2,
    };
    let opinion = after(&task, 4000);
    assert_eq!(best(&opinion), 0, "{opinion:?}");
    // At first both worlds share a node, where a guess is worth a half.
    assert!(value(&opinion, 1) < 0.2, "{opinion:?}");
}

#[test]
fn a_good_reply_is_foreseen_though_no_hand_is_met_twice() {
    // After move 1 one of twenty replies wins for the other one, whatever it holds.
    let task = Task {
        rules: |path, _| match path {
            [] => Node::Decide(0, 2),
            [0] => Node::Over(vec![0.6, 0.4]),
            [1] => Node::Decide(1, 20),
            [1, 7] => win(1),
            _ => win(0),
        },
        knows: |seat| seat == 1,
        seats: 2,
        worlds: 1 << 40,
    };
    let opinion = after(&task, 2000);
    assert_eq!(best(&opinion), 0, "{opinion:?}");
}

#[test]
fn a_move_that_few_worlds_allow_is_explored_as_often_as_it_can_be() {
    // In one world of eight a third move wins for the other one, who does not know the world before.
    let task = Task {
        rules: |path, world| match path {
            [] => Node::Decide(0, 2),
            [0] => Node::Over(vec![0.9, 0.1]),
            [1] => Node::Decide(1, if world == 0 { 3 } else { 2 }),
            [1, 2] => win(1),
            _ => win(0),
        },
        knows: |seat| seat == 1,
        seats: 2,
        worlds: 8,
    };
    let opinion = after(&task, 4000);
    assert_eq!(best(&opinion), 0, "{opinion:?}");
    assert!((0.82..0.92).contains(&value(&opinion, 1)), "{opinion:?}");
}

#[test]
fn choices_that_are_made_unseen_are_mixed() {
    // Matching pennies: who chooses first is not seen by the second one.
    let task = Task {
        rules: |path, _| match path {
            [] => Node::Sealed(0, 2),
            [_] => Node::Sealed(1, 2),
            [a, b] => win(usize::from(a != b)),
            _ => draw(),
        },
        knows: |_| false,
        seats: 2,
        worlds: 1,
    };
    let opinion = after(&task, 4000);
    assert!(opinion.moves.iter().all(|m| (1200..2800).contains(&m.visits)), "{opinion:?}");
    assert!(opinion.moves.iter().all(|m| (0.4..0.6).contains(&m.value)), "{opinion:?}");
}

#[test]
fn each_of_three_players_wants_its_own_best() {
    // Player 1 could help player 0 after move 0, and would gain nothing; it takes what is best for itself.
    let task = Task {
        rules: |path, _| match path {
            [] => Node::Decide(0, 2),
            [0] => Node::Decide(1, 2),
            [0, 0] => Node::Over(vec![1.0, 0.5, 0.0]),
            [0, 1] => Node::Over(vec![0.0, 1.0, 0.5]),
            _ => Node::Over(vec![0.5, 0.0, 1.0]),
        },
        knows: |_| true,
        seats: 3,
        worlds: 1,
    };
    assert_eq!(best(&after(&task, 300)), 1);
}

#[test]
fn memory_is_bounded_and_the_search_goes_on() {
    let task = open(|path, _| match path.len() {
        12 => win((path.iter().sum::<u64>() % 2) as usize),
        n => Node::Decide(n as u32 % 2, 5),
    });
    let mut search = search(&task, 1);
    search.limit_memory(50_000);
    (0..20_000).for_each(|_| search.simulate());
    assert!(search.memory() < 60_000, "{}", search.memory());
    assert_eq!(search.opinion().moves.iter().map(|m| m.visits).sum::<u32>(), 20_000);
}

/// Moves of which nothing is kept, as there are so many, do not count for ever as those that were never made do.
#[test]
fn what_there_is_no_room_for_is_not_preferred_to_what_is_good() {
    let task = open(|path, _| if path.is_empty() { Node::Decide(0, AMOUNTS - 1) } else { draw() });
    let mut search = search(&task, 1);
    *search.mast.entry(FAMOUS).unwrap() = Mean { count: 10, sum: 9.0 };
    (search.simulations, search.totals) = (10, vec![5.0, 5.0]);
    let mut made = |closes: bool| {
        if closes {
            search.mast.close();
        }
        search.world.path.clear();
        assert!(search.play_by_chance(0.01, None));
        search.world.path[0]
    };
    assert!((0..20).all(|_| made(false) != FAMOUS), "the others were never made");
    assert!((0..20).all(|_| made(true) == FAMOUS), "nobody knows whether they were");
}

/// Four times one of three things is taken.
fn take_four(path: &[u64], _: u64) -> Node {
    match path.len() {
        4 => {
            let worth = path.iter().map(|x| x * x).sum::<u64>() as f32 / 20.0;
            Node::Over(vec![worth, 1.0 - worth])
        }
        _ => Node::Decide(0, 3),
    }
}

#[test]
fn ways_of_one_length_to_the_same_position_meet_there() {
    let found = |state: Option<fn(&[u64]) -> u64>| {
        let mut search = search(&open(take_four), 1);
        search.source.toy.state = state;
        search.root_keys = (0..3).map(|i| search.source.toy.key(i)).collect();
        (0..2_000).for_each(|_| search.simulate());
        let opinion = search.opinion();
        assert!(opinion.is_certain);
        (search.tree.count(), opinion.seats)
    };
    let (by_way, seats) = found(None);
    assert_eq!(by_way, 1 + 3 + 9 + 27);
    // What was taken tells all, in whichever order.
    let in_any_order = found(Some(|path| path.iter().map(|x| 5_u64.pow(*x as u32)).sum()));
    assert_eq!(in_any_order, (1 + 3 + 6 + 10, seats.clone()));
    // A position that may be reached at two times is another one each time.
    assert_eq!(found(Some(|path| path.iter().sum())), (1 + 3 + 5 + 7, seats));
}

/// Moves are told apart by what they do where ways meet, not by where they stand in the list.
#[test]
fn what_is_listed_in_another_order_behind_another_way_is_still_the_same_move() {
    let mut search = search(
        &open(|path, _| match path {
            [one, other, ..] if one == other => draw(),
            [_, _, _, last] => win(*last as usize),
            [_, _, _] => Node::Decide(0, 2),
            path => Node::Decide(path.len() as u32 / 2, 2),
        }),
        1,
    );
    search.source.toy.lists_by_age = true;
    search.source.toy.state = Some(|path| path.iter().map(|x| 5_u64.pow(*x as u32)).sum());
    search.root_keys = (0..2).map(|i| search.source.toy.key(i)).collect();
    (0..500).for_each(|_| search.simulate());
    let opinion = search.opinion();
    assert!(opinion.is_certain && opinion.moves.iter().all(|m| m.value > 0.99), "{opinion:?}");
}

#[test]
fn the_same_seed_gives_the_same_opinion_and_another_one_another() {
    let task = open(|path, _| match path.len() {
        9 => win(usize::from(path.iter().sum::<u64>() % 3 == 0)),
        n => Node::Decide(n as u32 % 2, 4),
    });
    let opinion = |seed| {
        let mut search = search(&task, seed);
        (0..500).for_each(|_| search.simulate());
        search.opinion()
    };
    assert_eq!(opinion(5), opinion(5));
    assert_ne!(opinion(5), opinion(6));
}

#[test]
fn of_very_many_moves_few_are_looked_at_first() {
    let task = open(|path, _| match path {
        [] => Node::Decide(0, 1000),
        [n] => win(usize::from(n % 10 != 0)),
        _ => draw(),
    });
    let opinion = after(&task, 100);
    assert!(opinion.moves[0].value == 1.0, "{:?}", opinion.moves[0]);
    assert!(opinion.moves.iter().filter(|m| m.visits > 0).count() < 60);
}

#[test]
fn simulations_end_with_the_deal() {
    // The match goes on for ever; what the first deal is worth follows from the first move.
    let task = open(|path, _| match path {
        [] => Node::Decide(0, 2),
        [_] => Node::Decide(1, 2),
        [first, _] => Node::Deal(if *first == 1 { 0.8 } else { 0.3 }),
        path => Node::Decide(path.len() as u32 % 2, 2),
    });
    let opinion = after(&task, 300);
    assert_eq!(best(&opinion), 1, "{opinion:?}");
    assert!((value(&opinion, 1) - 0.8).abs() < 0.02, "{opinion:?}");
    assert!((opinion.seats[0] + opinion.seats[1] - 1.0).abs() < 1e-9 && opinion.seats[0] > 0.7);
}

#[test]
fn what_each_of_three_seats_may_expect_is_told() {
    let task = Task {
        rules: |path, _| match path {
            [] => Node::Decide(0, 1),
            _ => Node::Over(vec![0.5, 0.2, 0.8]),
        },
        knows: |_| true,
        seats: 3,
        worlds: 1,
    };
    let opinion = after(&task, 10);
    for (seat, value) in opinion.seats.iter().zip([0.5, 0.2, 0.8]) {
        assert!((seat - value).abs() < 0.02, "{opinion:?}");
    }
}

#[test]
fn a_move_that_was_good_later_is_found_among_many() {
    // Whoever is the first to make the famous move wins; at the root there are many others.
    let task = open(|path, _| match path.len() {
        0 => Node::Decide(0, 300),
        20 => match path.iter().position(|m| *m == FAMOUS) {
            Some(at) => win(at % 2),
            None => draw(),
        },
        n => Node::Decide(n as u32 % 2, FAMOUS as usize + 1),
    });
    let found = |recipe| {
        let mut search = search_by(&task, Recipe::named(recipe).unwrap(), None, 1);
        (0..150).for_each(|_| search.simulate());
        best(&search.opinion()) == FAMOUS as usize
    };
    assert_eq!(["plain", "grave"].map(found), [false, true]);
}

#[test]
fn every_recipe_finds_the_best_and_proves_it() {
    let task = open(|path, _| match path {
        [] | [0] => Node::Decide(0, 2),
        [1] => Node::Decide(1, 2),
        [0, 1] => Node::Over(vec![0.9, 0.1]),
        [1, 1] => win(1),
        _ => draw(),
    });
    for recipe in RECIPES.iter().filter(|recipe| !recipe.is_flat) {
        let mut search = search_by(&task, recipe, Some(knows_nothing), 1);
        (0..200).for_each(|_| search.simulate());
        let opinion = search.opinion();
        assert!(best(&opinion) == 0 && opinion.moves[0].is_proven, "{}: {opinion:?}", recipe.name);
    }
}

#[test]
fn an_evaluation_leads_the_search_where_playouts_tell_nothing() {
    // The end is a draw wherever it is looked at; somebody believes that the first seat stands well after 3 and 1, though
    // not after 3 and 0, which the other one makes.
    let task = open(|path, _| match path.len() {
        300 => draw(),
        n => Node::Decide(n as u32 % 2, 4),
    });
    let believes: Believes = |path| match path {
        [3, 0, ..] => 0.1,
        [3, ..] => 0.9,
        [2, ..] => 0.7,
        _ => 0.3,
    };
    let favourite = |recipe, believes| {
        let mut search = search_by(&task, Recipe::named(recipe).unwrap(), believes, 1);
        (0..400).for_each(|_| search.simulate());
        let opinion = search.opinion();
        (best(&opinion), value(&opinion, 2))
    };
    assert_eq!(favourite("backup", Some(believes)).0, 2);
    assert_eq!(favourite("backup-cut", Some(believes)).0, 2);
    let (best, value) = favourite("cut", Some(believes));
    assert!(best == 2 && value > 0.68, "{value}");
    // Without one the same recipes play to the end.
    assert!((favourite("cut", None).1 - 0.5).abs() < 0.02);
}

#[test]
fn a_playout_that_is_too_much_work_is_broken_off() {
    let endless = open(|_, _| Node::Decide(0, 2));
    let moves = |cost| {
        let mut search = search(&endless, 1);
        search.world.cost = cost;
        search.play_out()
    };
    assert_eq!([1, 5_000_000, 90_000_000].map(moves), [200, 4, 1]);
}

#[test]
fn replies_are_looked_at_as_long_as_that_is_not_too_much_work() {
    let task = open(|path, _| match path {
        [] => Node::Decide(0, 2),
        [_] => Node::Decide(1, 260),
        [0, 250] | [1, 0] => win(1),
        _ => draw(),
    });
    let loses = |cost, moves: [usize; 3]| {
        let mut search = search(&task, 1);
        search.source.toy.cost = cost;
        moves.map(|number| search.loses_at_once(number))
    };
    assert_eq!(loses(1, [0, 1, 1]), [true, true, true]);
    // The first move takes all that may be spent, and finding a reply takes of it, too.
    assert_eq!(loses(1_000_000, [0, 1, 1]), [false, false, false]);
    assert_eq!(loses(20_000_000, [1, 1, 1]), [true, false, false]);
}

#[test]
fn a_flat_search_keeps_the_moves_of_the_decision_alone() {
    let task = open(|path, _| match path.len() {
        6 => draw(),
        n => Node::Decide(n as u32 % 2, 3),
    });
    let bytes = |recipe| {
        let mut search = search_by(&task, Recipe::named(recipe).unwrap(), Some(knows_nothing), 1);
        (0..200).for_each(|_| search.simulate());
        search.memory()
    };
    assert!(bytes("flat") * 20 < bytes("plain"));
}

#[test]
fn playouts_prefer_moves_as_much_as_their_means_differ() {
    // With a temperature of 0.1 what is worth 0.1 more is made e times as often.
    let mut random = Random::new(1);
    let mut first = 0;
    for _ in 0..40_000 {
        first += i32::from(0.6 + 0.1 * gumbel(random.word()) > 0.5 + 0.1 * gumbel(random.word()));
    }
    let wanted = 40_000.0 * std::f64::consts::E / (std::f64::consts::E + 1.0);
    assert!((f64::from(first) - wanted).abs() < 400.0, "{first}");
}

#[test]
fn playouts_find_the_reply_where_moves_by_themselves_are_worth_alike() {
    // Whoever makes the last of four moves wins by doing what was just done. Only the first one is in the tree.
    let task = open(|path, _| match path {
        [_, _, before, last] => win(usize::from(before == last)),
        _ => Node::Decide(path.len() as u32 % 2, 6),
    });
    static RECIPES: [Recipe; 2] = [
        Recipe { playouts: Playouts::Mast { temperature: 0.1, replies: None }, ..FLAT },
        Recipe {
            playouts: Playouts::Mast { temperature: 0.1, replies: Some(Replies { prior: 10.0 }) },
            ..FLAT
        },
    ];
    let [alone, with_replies] = [0, 1].map(|at| {
        let mut search = search_by(&task, &RECIPES[at], None, 1);
        (0..2_000).for_each(|_| search.simulate());
        search.opinion().means[1]
    });
    assert!(alone < 0.45 && with_replies > 0.75, "{alone} {with_replies}");
}
