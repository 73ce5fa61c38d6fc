//! What is reachable before and after compaction.

use super::*;
use crate::ops::table;
use crate::tests::{self, World, n, text};
use ::base::Random;
use language::catalogue::Builtin;
use std::collections::BTreeMap;

/// All that is reachable, addresses replaced by numbers in the order in which they are visited.
struct Dump<'w> {
    world: &'w mut World,
    visited: BTreeMap<u64, usize>,
    todo: Vec<u64>,
    out: Vec<String>,
}

fn dump(world: &mut World) -> Vec<String> {
    let tiles = world.program.layout.tiles;
    let mut d = Dump { world, visited: BTreeMap::new(), todo: Vec::new(), out: Vec::new() };
    let heads = (0..5).map(|slot| tests::STOCK + 2 * slot);
    let heads = heads.chain([tests::LIVE_MARKS, tests::LIVE_BIGS, tests::LIVE_BIGS + 2]);
    let on_tiles: Vec<u64> = (9..13).map(|t| d.world.words[tiles + t]).collect();
    for head in heads.chain(on_tiles).chain([tests::RULES_OBJECT]) {
        d.name(head);
    }
    let queue = d.world.words[header::QUEUE];
    if queue != NULL {
        for (i, w) in d.world.elements(queue)[d.world.words[header::QUEUE_HEAD] as usize..].iter().enumerate()
        {
            let shown = if i % 3 == 0 { w.to_string() } else { d.value(*w, Kind::Ref) };
            d.out.push(format!("queued {shown}"));
        }
    }
    let mut done = 0;
    while let Some(at) = d.todo.get(done).copied() {
        done += 1;
        d.cell(at);
    }
    d.out
}

impl Dump<'_> {
    fn name(&mut self, address: u64) -> String {
        let next = self.visited.len();
        let number = *self.visited.entry(address).or_insert(next);
        if number == next {
            self.todo.push(address);
        }
        format!("#{number}")
    }

    fn value(&mut self, w: u64, kind: Kind) -> String {
        match kind {
            _ if w == NULL => "null".to_owned(),
            Kind::Plain => format!("{w:x}"),
            Kind::Text => self.world.m().string(w).unwrap(),
            Kind::Ref => self.name(w),
        }
    }

    fn cell(&mut self, at: u64) {
        let head = self.world.words[at as usize];
        let mut line = format!("{:?}", Shape::of(head).unwrap());
        let mut parts: Vec<(u64, Kind)> = Vec::new();
        match Shape::of(head).unwrap() {
            Shape::Object => {
                let class = &self.world.program.classes[usize::from(object::class(head))];
                let first = usize::from(class.first_field);
                let words = &self.world.words[at as usize..][..usize::from(class.size)];
                parts.push((words[0], Kind::Plain));
                parts.extend(words[1..first].iter().map(|w| (*w, Kind::Plain)));
                parts.extend(words[first..].iter().zip(&class.fields).map(|(w, f)| (*w, f.kind)));
            }
            Shape::List => {
                parts.extend(self.world.elements(at).iter().map(|w| (*w, list::kind(head))));
            }
            Shape::Table => {
                for p in self.world.elements(at).chunks(3) {
                    let kind = p[0] as u16;
                    assert_eq!(table::get(&self.world.m(), at, p[1], kind), Ok(p[2]));
                    parts.extend([(p[1], Kind::from_bits(p[0])), (p[2], list::kind(head))]);
                }
            }
            Shape::Closure => {
                let kinds = self.world.words[at as usize + 1] >> 32;
                let captured = self.world.words[at as usize + 2..][..(head >> 32) as usize].to_vec();
                let kind = |i: usize| Kind::from_bits(kinds >> (2 * i));
                parts.extend(captured.into_iter().enumerate().map(|(i, w)| (w, kind(i))));
            }
            Shape::Text | Shape::Forward => unreachable!("no reference points to these"),
        }
        for (w, kind) in parts {
            line.push(' ');
            line.push_str(&self.value(w, kind));
        }
        self.out.push(line);
    }
}

/// Pieces in places with lists, tables, strings and function values that refer to one another at random.
fn grow(w: &mut World, random: &mut Random) {
    let mut refs: Vec<u64> = vec![NULL, tests::RULES_OBJECT, tests::STOCK];
    for step in 0..150 {
        let some = refs[random.below(refs.len() as u64) as usize];
        let new = match random.below(8) {
            0 => {
                let kept: Vec<u64> = (0..random.below(6)).map(|i| refs[i as usize % refs.len()]).collect();
                w.list(Kind::Ref, &kept)
            }
            1 => w.numbers(&[1.0, f64::from(step)]),
            2 => {
                let t = table::new(&mut w.m(), Kind::Ref).unwrap();
                for i in 0..random.below(60) {
                    let long = w.text(&format!("key number {i}"));
                    let (key, kind) = [(n(i as f64), 0), (long, 1), (some, 2)][random.below(3) as usize];
                    if key != NULL {
                        table::set(&mut w.m(), t, key, some, kind).unwrap();
                    }
                }
                t
            }
            3 => {
                let at = w.m().allocate(4).unwrap();
                w.words[at] = Shape::Closure as u64 | 2 << 32;
                w.words[at + 1] = 7 | (Kind::Ref as u64 | (Kind::Text as u64) << 2) << 32;
                w.words[at + 2] = some;
                w.words[at + 3] = w.text("captured and long");
                at as u64
            }
            _ => {
                let class = if random.below(3) == 0 { tests::BIG } else { tests::MARK };
                let o = ops::new_object(&mut w.m(), class).unwrap();
                w.words[o as usize + 4] = n(f64::from(step));
                w.words[o as usize + 5] = w.text(["short", "rather long"][random.below(2) as usize]);
                w.words[o as usize + 6] = some;
                w.words[o as usize + 7] = refs[random.below(refs.len() as u64) as usize];
                place(w, random, o);
                o
            }
        };
        refs.push(new);
    }
    let known = tests::RULES_OBJECT as usize + 2;
    w.words[known] = refs[random.below(refs.len() as u64) as usize];
}

fn place(w: &mut World, random: &mut Random, o: u64) {
    let mut m = w.m();
    let _ = match random.below(4) {
        0 => ops::move_piece(&mut m, (o, ops::Named::ByPlace), random.below(13), None),
        1 => ops::move_piece(&mut m, (o, ops::Named::ByPlace), tests::HAND, Some(0)),
        2 => ops::move_piece(&mut m, (o, ops::Named::ByPlace), tests::STOCK, None),
        _ => ops::remove_object(&mut m, o, true),
    };
}

#[test]
fn what_is_reachable_stays_as_it_was() {
    for seed in 0..60 {
        let mut w = World::new();
        let mut random = Random::new(seed);
        grow(&mut w, &mut random);
        let marks = w.elements(tests::LIVE_MARKS);
        if let (Some(mark), true) = (marks.first(), seed % 2 == 0) {
            let queue = w.list(Kind::Ref, &[9, *mark, NULL, 70, tests::RULES_OBJECT, *mark]);
            w.words[header::QUEUE] = queue;
            w.words[header::QUEUE_HEAD] = 3;
        }
        let before = dump(&mut w);
        let size = w.words.len();
        let mut to_space = vec![7; 3];
        compact(&w.program, &mut w.words, &mut to_space);
        assert_eq!(dump(&mut w), before, "seed {seed}");
        assert!(w.words.len() < size, "nothing was left out of {size} words");

        let once = w.words.clone();
        compact(&w.program, &mut w.words, &mut to_space);
        assert_eq!(w.words, once, "compacting again changes nothing");
        grow(&mut w, &mut random);
    }
}

#[test]
fn what_nothing_refers_to_goes_and_lists_grow_again_afterwards() {
    let mut w = World::new();
    let kept = w.numbers(&[1.0]);
    for _ in 0..100 {
        w.numbers(&[1.0, 2.0, 3.0]);
        w.run(Builtin::ListAdd, &[kept, n(2.0)]);
    }
    w.words[tests::RULES_OBJECT as usize + 2] = kept;
    let mut to_space = Vec::new();
    compact(&w.program, &mut w.words, &mut to_space);
    assert_eq!(w.words.len(), tests::HEAP_AT + 2 + 101);
    let kept = w.words[tests::RULES_OBJECT as usize + 2];
    w.run(Builtin::ListAdd, &[kept, n(3.0)]);
    assert_eq!(w.elements(kept).len(), 102);
    let mark = w.mark();
    w.run(Builtin::ZoneAdd, &[tests::STOCK, mark]);
    assert_eq!(w.elements(tests::STOCK), [mark]);
}

#[test]
fn the_hash_of_a_state_sees_every_word() {
    let w = World::new();
    let whole = hash(&w.words);
    for i in 0..w.words.len() {
        let mut other = w.words.clone();
        other[i] ^= 1;
        assert_ne!(hash(&other), whole, "word {i}");
    }
    assert_ne!(hash(&w.words[1..]), whole);
    assert_ne!(text("a"), text("b"));
}
